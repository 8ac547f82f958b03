/* SPDX-License-Identifier: MIT */
/* From operands to packets: opens each input in turn, cuts it into frames or lines where asked to, and hands each packet to a
 * verb. What an input claims about its length is never allocated: memory grows with the bytes that are there. */
#ifndef GDV_CLI_PACKETS_H
#define GDV_CLI_PACKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "options.h"

/* Why there is no packet after a frame's prefix. */
typedef struct frame_defect {
    gdv_status code; /* GDV_OK for none */
    uint64_t offset; /* in the stream: of the prefix that is refused, or of the stream's end */
    char message[160];
} frame_defect;

/* The input that a packet is from. */
typedef struct packet_source {
    const options *opts;
    const uint8_t *head; /* its first bytes, raw */
    size_t head_size;
    bool whole;  /* there are no others, as far as is known */
    bool hinted; /* what it looks like has been said, or looked for */
} packet_source;

typedef struct packet {
    const char *file;
    uint64_t index;       /* of the frame, from 0, or of the line, from 1; else 0 */
    bool framed;          /* there is such a number */
    const uint8_t *bytes; /* at most one more than the limit: enough to see that it is too long */
    size_t size;
    frame_defect defect;
    packet_source *source; /* NULL where it is not from an input */
} packet;

typedef void packet_handler(void *state, const packet *one);

/* Hands every packet of every input to the handler, until output fails. max_bytes is the policy's.
 * Returns false where some input could not be read to its end; it complained, and the others were read. */
bool packets_each(const options *opts, size_t max_bytes, packet_handler *handle, void *state);

/* For the verbs, after a packet was refused: says on standard error what the input looks like, where that is
 * something else than what it was taken for. At most once for each input. Never changes a verdict or the exit status. */
void packet_refused(const packet *one);

/* Prints FILE, or FILE#INDEX for a frame or a line. */
void packet_print_name(const packet *one);

#endif
