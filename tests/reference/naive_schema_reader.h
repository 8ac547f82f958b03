/* SPDX-License-Identifier: MIT */
/* What the two files that read a schema's text share: the place in it, and its tokens. */
#ifndef GDV_TESTS_NAIVE_SCHEMA_READER_H
#define GDV_TESTS_NAIVE_SCHEMA_READER_H

#include "tests/reference/naive_schema.h"

typedef struct naive_parser {
    naive_schema *schema;
    const gdv_schema_source *sources;
    size_t source_count;
    unsigned source; /* the text at hand */
    const char *at;
    const char *end;
    unsigned line;
    const char *name; /* of the type or packet at hand */
} naive_parser;

/* Ends the program. */
_Noreturn void naive_stuck(const naive_parser *in, const char *wanted);

/* Memory that lives as long as the schema, all zero. */
void *naive_take_for(naive_parser *in, size_t size);

/* The next character that is no blank and in no comment; NUL at the end of the text. */
char naive_next(naive_parser *in);

/* Whether this comes next: a sign, or a whole word. takes: and passes over it; wants: and is stuck where it does not. */
bool naive_sees(naive_parser *in, const char *token);
bool naive_takes(naive_parser *in, const char *token);
void naive_wants(naive_parser *in, const char *token);

const char *naive_identifier(naive_parser *in);
bool naive_sees_string(naive_parser *in);
const char *naive_quoted(naive_parser *in);

/* One end of a range. And a range `a..b`, `a..`, `..b` or `a`, where one is there. */
naive_end naive_range_end(naive_parser *in);
void naive_range(naive_parser *in, naive_rule *rule);

#endif
