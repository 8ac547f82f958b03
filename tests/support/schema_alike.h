/* SPDX-License-Identifier: MIT */
/* Whether the library and the naive schema (tests/reference/naive_schema.h) say the same of a packet. */
#ifndef GDV_TESTS_SCHEMA_ALIKE_H
#define GDV_TESTS_SCHEMA_ALIKE_H

#include "tests/reference/naive_schema.h"

/* Code and packet; of a refusal offset, rule and line too. Where they differ, *difference says how, up to `room` bytes with
 * the NUL. policy NULL is strict. The nodes are a heap block of exactly gdv_document_bound(size). */
bool schema_alike(const gdv_schema *schema, const naive_schema *naive, const uint8_t *bytes, size_t size,
                  const gdv_policy *policy, char *difference, size_t room);

#endif
