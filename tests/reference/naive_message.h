/* SPDX-License-Identifier: MIT */
/* A second decoder of packets of the multiplayer layer, naive on purpose as naive.h is, which reads the Variants in them. It is
 * written from docs/multiplayer-format.md, of which section 8 says what strict refuses, and calls nothing of the library (only
 * constants and types of gdv/message.h): tests, makers of malformed packets and the fuzz target `message_differential` hold the
 * library to it.
 *
 * Time: that of naive.h for each value, twice for one that is refused; the square of the ids of a spawn. */
#ifndef GDV_TESTS_NAIVE_MESSAGE_H
#define GDV_TESTS_NAIVE_MESSAGE_H

#include <gdv/message.h>

#include "tests/reference/naive.h"

/* A value of a message: a Variant, or a bool or int in its short form (section 5). */
typedef struct naive_message_value {
    size_t at;       /* offset in the bytes given */
    size_t size;     /* bytes that it takes */
    uint32_t nested; /* values, and those in it */
    bool is_short;
    naive_value own;    /* where it is short */
    naive_verdict read; /* else: offsets in it count from `at` */
} naive_message_value;

typedef struct naive_message_record {
    uint32_t id;
    uint64_t indexes;
    size_t at; /* of its values */
    size_t size;
    uint32_t first;
    uint32_t values;
} naive_message_record;

typedef struct naive_message {
    gdv_status code;
    uint64_t offset;
    gdv_command command; /* as gdv_message_report has it */
    int32_t argument;
    gdv_status inner; /* of the value at fault, with its offset from the value's first byte */
    gdv_misread misread;
    uint64_t inner_offset;
    gdv_message said; /* what the packet says; its document is empty */
    naive_message_value *values;
    naive_message_record *records;
} naive_message;

/* Reads bytes[0 .. size-1] under a policy that gdv_message_parse takes. naive_message_free the answer, whatever it
 * is. */
naive_message naive_message_read(gdv_protocol protocol, const uint8_t *bytes, size_t size,
                                 const gdv_message_policy *policy);
void naive_message_free(naive_message *answer);

/* The value itself, short or not. */
const naive_value *naive_message_value_of(const naive_message_value *value);

#endif
