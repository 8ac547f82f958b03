/* SPDX-License-Identifier: MIT */
/* The packets that a benchmark reads: a set of messages in one format, laid out in a new random order before each pass,
 * as the branch predictor learns a fixed one.
 *
 * The same arguments make the same packets on every machine. What cannot be made, for want of memory or because a
 * packet is too long, aborts and says so. */
#ifndef GDV_BENCH_WORKLOAD_H
#define GDV_BENCH_WORKLOAD_H

#include "bench/message.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How messages become bytes. */
typedef struct workload_format {
    const char *name;

    /* Writes a message to out[0 .. capacity-1]. Returns its size; more than capacity where that is too little, whatever
     * has been written then. */
    size_t (*encode)(const message *tree, uint8_t *out, size_t capacity);
} workload_format;

typedef struct workload_packet {
    const uint8_t *bytes;
    size_t size;
    size_t values; /* of its message */
    size_t index;  /* of its message */
} workload_packet;

typedef struct workload {
    message_workload kind;
    const workload_format *format;
    message_set messages;
    workload_packet *packets; /* in the order of this pass, one after the other in memory */
    size_t count;
    size_t bytes;   /* of all packets */
    size_t values;  /* of all messages */
    size_t longest; /* bytes of the longest packet */

    /* The workload's own. */
    workload_packet *originals;
    uint8_t *stored;
    uint8_t *laid_out;
} workload;

/* `most` messages at most, as message_make; 0 means all. No two packets are equal, or it aborts. */
void workload_make(workload *load, message_workload kind, const workload_format *format, uint64_t seed, size_t most);

/* A new order; the packets are copied to stand in memory in that order, as packets of a stream do. */
void workload_shuffle(workload *load, uint64_t *chance);

void workload_free(workload *load);

#ifdef __cplusplus
}
#endif

#endif
