/* SPDX-License-Identifier: MIT */
/* Internal: what the two halves of the load share: load.c checks the header, the tables and the texts, load_rules.c what
 * the rules say. */
#ifndef GDV_LOAD_H
#define GDV_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiled.h"

/* A form under examination, and how far its tables belong to rules. */
typedef struct gdv_loading {
    gdv_schema schema;
    uint32_t counts[GDV_FORM_PARTS];
    uint32_t fields; /* next of each that no rule owns yet */
    uint32_t texts;
    uint32_t slots;
    uint32_t refs;
    uint32_t numbers;
    uint32_t methods;  /* packets that are methods */
    const void *where; /* what is wrong: an address in the form */
    const char *what;  /* and in words */
} gdv_loading;

/* Notes what is wrong, and returns false. */
bool gdv_loading_fails(gdv_loading *loading, const void *where, const char *what);

/* Whether every rule can be relied on. Requires tables inside the form, and texts that were checked. */
bool gdv_loading_rules(gdv_loading *loading);

#endif
