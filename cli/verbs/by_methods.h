/* SPDX-License-Identifier: MIT */
/* The verdict of a schema's methods on messages that are well-formed. */
#ifndef GDV_CLI_BY_METHODS_H
#define GDV_CLI_BY_METHODS_H

#include <stdbool.h>

#include "../schema/schema_file.h"
#include "verdict.h"

/* Starts all zero. */
typedef struct by_methods {
    bool asked; /* for a schema; else nothing here does anything */
    schema_file files;
    schema_compiled compiled;
    gdv_message_rules rules;
    gdv_match match;
} by_methods;

/* Compiles the schema that the options name, if they name one, and narrows the policy to its limits. Returns false, having
 * told why, where it does not compile or memory does not suffice. End it in any case. */
bool by_methods_begin(by_methods *now, const options *opts, gdv_policy *policy);
void by_methods_end(by_methods *now);

/* Judges a message that was accepted, of the sender of a cache, who has the authority of every node or not: about->report
 * and all that belongs to it says what the schema does; about->schema.packet which method a call is of, or NULL. */
void by_methods_verdict(by_methods *now, gdv_peer_cache *cache, bool authority, const gdv_message *message,
                        verdict *about);

#endif
