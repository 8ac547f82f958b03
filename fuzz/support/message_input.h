/* SPDX-License-Identifier: MIT */
/* What the fuzz targets of messages share. An input is a packet and, before it, two bytes that say how it is read: so these targets
 * take over each other's finds. */
#ifndef GDV_FUZZ_MESSAGE_INPUT_H
#define GDV_FUZZ_MESSAGE_INPUT_H

#include "fuzz/support/input.h"

/* A packet, and how it is read. */
typedef struct message_reading {
    gdv_protocol protocol;
    gdv_message_policy policy;
    const uint8_t *bytes; /* a heap block of exactly `size` bytes */
    size_t size;
} message_reading;

/* Bytes of an input before its packet. */
enum { MESSAGE_SELECTOR = 2 };

/* The first byte that says so, with all permissions as the preset has them. */
uint8_t message_selector(gdv_protocol protocol, gdv_envelope envelope, gdv_direction direction);

/* Reads how an input is to be read, and copies its packet; false where it is too short. The caller frees `bytes`. */
bool message_reading_set(message_reading *of, const uint8_t *data, size_t size);
void message_reading_free(message_reading *of);

#endif
