/* SPDX-License-Identifier: MIT */
/* Numbers in typed JSON. `suffix` is the place of a node in the payload, for messages. */
#ifndef GDV_CLI_TYPED_NUMBER_H
#define GDV_CLI_TYPED_NUMBER_H

#include "typed_fault.h"
#include "typed_key.h"

/* The numbers of a math value or of a packed array. */
bool typed_numbers(typed *now, const typed_key *key, const gdv_wire_row *wire, const json_t *payload);

/* One number: a double, or any of the words for what JSON has no number for. */
bool typed_double(typed *now, const json_t *node, const char *suffix, double *number);

/* An integer, as a number or as a string of digits. */
bool typed_int(typed *now, const json_t *node, const char *suffix, int64_t least, int64_t most, int64_t *number);
bool typed_digits(typed *now, const json_t *node, const char *suffix, int64_t *number);
bool typed_id(typed *now, const json_t *node, const char *suffix, uint64_t *number);

#endif
