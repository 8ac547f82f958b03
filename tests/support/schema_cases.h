/* SPDX-License-Identifier: MIT */
/* The schemas of corpus/schema and the packets that its manifest holds against them, one after another:
 *
 *      schema_cases each = schema_cases_all();
 *      while (schema_cases_next(&each)) {
 *          ... each.bytes, each.code ...
 *
 * What a case refers to lives until the next one; the last call, which returns false, frees what is left. */
#ifndef GDV_TESTS_SCHEMA_CASES_H
#define GDV_TESTS_SCHEMA_CASES_H

#include "tests/support/support.h"

/* A schema's text, and those that any schema of the folder may include. */
enum { SCHEMA_SOURCES = 2 };

typedef struct schema_cases {
    const char *schema; /* its name, without folder or suffix */
    const char *name;   /* of the case */
    gdv_dialect dialect;
    gdv_policy policy;
    const char *packet; /* "-" for none */
    gdv_status code;
    const char *path; /* "" for the outermost value, and for none */
    const char *rule; /* "-" where no rule is to blame */
    unsigned line;
    uint64_t offset;
    packet bytes;
    bool is_first; /* case of its schema */
    gdv_schema_source sources[SCHEMA_SOURCES];
    packet texts[SCHEMA_SOURCES];
    table rows;
    table packets;
    size_t row;
} schema_cases;

schema_cases schema_cases_all(void);
bool schema_cases_next(schema_cases *each);

#endif
