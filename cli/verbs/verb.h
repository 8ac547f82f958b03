/* SPDX-License-Identifier: MIT */
/* What a verb of the command is: a row with its words for the help, the options it takes, and the function that does
 * it. Each verb is one file that defines one row. Adding a verb is adding a file and its name to VERB_LIST. */
#ifndef GDV_CLI_VERB_H
#define GDV_CLI_VERB_H

#include <stdint.h>

#include "options.h"

typedef struct verb {
    const char *name;
    const char *operands;            /* as the usage line shows them, such as "[FILE..]"; "" for a verb without any */
    const char *summary;             /* a few words for the list of verbs */
    const char *about;               /* paragraphs for `gdv help VERB`, lines of at most 80 columns */
    const char *examples;            /* lines of at most 80 columns */
    uint32_t takes;                  /* OPTIONS_ bits */
    int (*run)(const options *opts); /* returns the exit status */
} verb;

/* Every verb, in the order of the help: check is verb_check, which verbs/check.c defines. */
#define VERB_LIST(V) V(check) V(dump) V(get) V(canon) V(encode) V(diff) V(stats) V(probe) V(schema) V(explain) V(types)

#define VERB_DECLARED(name) extern const verb verb_##name;
VERB_LIST(VERB_DECLARED)

enum {
#define VERB_INDEX(name) VERB_INDEX_##name,
    VERB_LIST(VERB_INDEX) VERB_COUNT
};

extern const verb *const verbs[VERB_COUNT];

/* recipe: lib/README.md, "Add a verb" */
#endif
