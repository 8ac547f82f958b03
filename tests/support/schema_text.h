/* SPDX-License-Identifier: MIT */
/* Schemas from texts, in memory of exactly the size that measuring says. */
#ifndef GDV_TESTS_SCHEMA_TEXT_H
#define GDV_TESTS_SCHEMA_TEXT_H

#include "support.h"

typedef struct schema_text {
    gdv_status code;
    gdv_schema_error error;
    gdv_schema schema;
    void *memory;
    size_t size; /* of the memory: what measuring said */
} schema_text;

/* Compiles one text, or several of which the first includes others. Measures first, and aborts where measuring and
 * compiling disagree: of the size given, no less suffices and no more is asked for. */
schema_text schema_from_text(const char *text, gdv_dialect dialect);
schema_text schema_from_sources(const gdv_schema_source *sources, size_t count, gdv_dialect dialect);
void schema_free(schema_text *freed);

/* Checks the packet with all nodes that it may need. *violation may be NULL. */
gdv_status schema_says(const schema_text *schema, const packet *bytes, const gdv_policy *policy, gdv_match *match,
                       gdv_violation *violation);

#endif
