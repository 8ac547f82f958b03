/* SPDX-License-Identifier: MIT */
/* The verdict of a schema on packets that are well-formed, for the verbs that take --schema. */
#ifndef GDV_CLI_BY_SCHEMA_H
#define GDV_CLI_BY_SCHEMA_H

#include <stdbool.h>

#include "../schema/schema_file.h"
#include "packets.h"
#include "verdict.h"

/* Starts all zero. */
typedef struct by_schema {
    bool asked; /* for a schema; else nothing here does anything */
    schema_file files;
    schema_compiled compiled;
    scratch nodes;
} by_schema;

/* Compiles the schema that the options name, if they name one, and narrows the policy to its limits. Returns false, having
 * told why, where it does not compile. End it in any case. */
bool by_schema_begin(by_schema *now, const options *opts, gdv_policy *policy);
void by_schema_end(by_schema *now);

/* Adds to a verdict what the schema says of a packet that was accepted; and of any which packet it is, or none. Returns
 * false, having complained, where memory does not suffice. */
bool by_schema_verdict(by_schema *now, const packet *one, const gdv_policy *policy, verdict *about);

/* The place and the words of a violation, as a verdict has them. */
void by_schema_take(const gdv_schema *schema, const gdv_violation *said, verdict *about);

#endif
