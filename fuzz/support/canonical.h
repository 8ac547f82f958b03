/* SPDX-License-Identifier: MIT */
/* What the fuzz targets that look at canonical packets share: gdv_canonicalize with its output watched, its verdict
 * against the validator's, and the document of a packet that is known to be accepted. */
#ifndef GDV_FUZZ_CANONICAL_H
#define GDV_FUZZ_CANONICAL_H

#include "fuzz/support/input.h"

/* What stands in a buffer before the call. */
#define UNTOUCHED 0x5a

/* What gdv_canonicalize made of a packet. */
typedef struct made {
    uint8_t *bytes; /* a heap block of `capacity` bytes; NULL where it was asked to measure, or wrote elsewhere */
    size_t capacity;
    size_t size;
    gdv_status code;
    gdv_report report;
} made;

/* No packet grows to more than twice its size: ints of Godot 3.0, NaN and empty strings are what grows most. */
size_t canonical_room(size_t size);

/* Writes to out[0 .. capacity-1], or measures where out is NULL and capacity 0. */
made canonicalize_into(const reading *of, const uint8_t *bytes, size_t size, uint8_t *out, size_t capacity);

/* The canonical packet in a fresh block, of which not a byte is written but those of the canonical packet. The caller frees it. */
made canonicalize(const reading *of, const uint8_t *bytes, size_t size, size_t capacity);

/* Whether all `size` bytes are still UNTOUCHED. */
bool is_untouched(const uint8_t *bytes, size_t size);

/* The verdict is that of the validator, with its report; or says that the canonical packet is over a limit which the
 * packet keeps, where the validator accepts or finds something else after that; or that no bytes say a value to Pandemonium's decoder. */
void check_canonical_verdict(const reading *of, const made *result);

/* The document of a packet that the reading's policy accepts. The caller frees it and the nodes. */
gdv_document *parse_accepted(const reading *of, const uint8_t *bytes, size_t size, gdv_node **nodes);

#endif
