/* SPDX-License-Identifier: MIT */
/* What a verb of the command is: a row with its words for the help, the options it takes, and the function that does
 * it. Each verb is one file that defines one row; main.c lists the rows. Adding a verb is adding a file and a line. */
#ifndef GDV_CLI_VERB_H
#define GDV_CLI_VERB_H

#include <stddef.h>
#include <stdint.h>

#include "options.h"

/* Exit statuses. The higher one wins where several apply. */
enum { STATUS_FINE = 0, STATUS_REJECTED = 1, STATUS_TROUBLE = 2 };

typedef struct verb {
    const char *name;
    const char *operands;            /* as the usage line shows them, such as "[FILE..]"; "" for a verb without any */
    const char *summary;             /* a few words for the list of verbs */
    const char *about;               /* paragraphs for `gdv help VERB`, lines of at most 80 columns */
    const char *examples;            /* lines of at most 80 columns */
    uint32_t takes;                  /* OPTIONS_ bits */
    int (*run)(const options *opts); /* returns the exit status */
} verb;

extern const verb verb_check;
extern const verb verb_dump;
extern const verb verb_canon;
extern const verb verb_encode;
extern const verb verb_probe;
extern const verb verb_types;

/* Every verb, in the order of the help. */
extern const verb *const verbs[];
extern const size_t verb_count;

#endif
