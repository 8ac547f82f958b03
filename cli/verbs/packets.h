/* SPDX-License-Identifier: MIT */
/* From operands to packets: opens each input in turn, cuts it into frames where asked to, and hands each packet to a
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
    uint64_t offset; /* in the packet, as everywhere: how much of it is there */
    char message[160];
} frame_defect;

typedef struct packet {
    const char *file;
    uint64_t index; /* of the frame; 0 without --frames */
    bool framed;
    const uint8_t *bytes; /* at most one more than the limit: enough to see that it is too long */
    size_t size;
    frame_defect defect;
} packet;

typedef void packet_handler(void *state, const packet *one);

/* Hands every packet of every input to the handler, until output fails. max_bytes is the policy's.
 * Returns false where some input could not be read to its end; it complained, and the others were read. */
bool packets_each(const options *opts, size_t max_bytes, packet_handler *handle, void *state);

/* Prints FILE, or FILE#INDEX for a frame. */
void packet_print_name(const packet *one);

#endif
