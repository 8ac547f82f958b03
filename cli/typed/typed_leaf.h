/* SPDX-License-Identifier: MIT */
/* The payloads of values without children in typed JSON. `suffix` is the place of a node in the payload, for messages. */
#ifndef GDV_CLI_TYPED_LEAF_H
#define GDV_CLI_TYPED_LEAF_H

#include "typed_fault.h"
#include "typed_key.h"

/* Writes a value without children. */
bool typed_leaf(typed *now, const typed_key *key, const json_t *payload);

/* A text, or the bytes of one that is no UTF-8. */
bool typed_text(typed *now, const json_t *node, const char *suffix, gdv_text *text);

/* Whether the node is an object of exactly these members; `names` says which, for the message. */
bool typed_members(typed *now, const json_t *node, const char *const *members, size_t count, const char *names);

#endif
