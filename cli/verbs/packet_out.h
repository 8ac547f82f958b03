/* SPDX-License-Identifier: MIT */
/* Packets on standard output, for the verbs that make some: raw, as frames, as lines of hex, or as JSON lines. */
#ifndef GDV_CLI_PACKET_OUT_H
#define GDV_CLI_PACKET_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"
#include "verdict.h"

/* Where a packet came from, and how many have been written. */
typedef struct packet_out {
    const options *opts;
    uint64_t written;
} packet_out;

/* Whether the form that was asked for can be written at all. Complains where it cannot: bytes garble a terminal. */
bool packet_out_start(packet_out *to, const options *opts);

/* Writes one packet, the index-th of a file; about is what is said of it in JSON lines, NULL where it was not read
 * but made. Returns false, having complained, for a second one where nothing would tell where it begins. */
bool packet_out_write(packet_out *to, const char *file, uint64_t index, const verdict *about, const uint8_t *bytes,
                      size_t size);

/* The member "hex" of the object that is open, for those who write the others themselves. */
void packet_out_member(const uint8_t *bytes, size_t size);

#endif
