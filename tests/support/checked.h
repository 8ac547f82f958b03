/* SPDX-License-Identifier: MIT */
/* What a schema says of a packet, as one line that a test can hold against what it should be. */
#ifndef GDV_TESTS_CHECKED_H
#define GDV_TESTS_CHECKED_H

#include "tests/support/support.h"

typedef struct checked {
    gdv_status code;
    gdv_violation violation;
    gdv_match match; /* its document is of nodes and bytes that are gone, unless it is kept */
    char line[512];  /* "CODE sentence"; "" for GDV_OK */
} checked;

/* Checks an exact-size copy of the packet with as many nodes as gdv_document_bound says, policy NULL being strict. Aborts
 * where a promise that holds for every packet is broken: another verdict without a violation; a document after a refusal,
 * or none after GDV_OK; an offset past the end; text in the violation that is not closed; packet, form or schema changed. */
void checked_bytes(checked *into, const gdv_schema *schema, const gdv_policy *policy, const void *bytes, size_t size);

/* Of a packet that is written as tests/support/calls.h has it, under the same policy, in the schema's dialect. */
void checked_calls(checked *into, const gdv_schema *schema, const gdv_policy *policy, const char *calls);

#endif
