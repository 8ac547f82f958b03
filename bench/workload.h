/* SPDX-License-Identifier: MIT */
/* The packets that a benchmark reads: a set of messages in one format, valid ones or each with one defect, laid out in
 * a new random order before each pass: the branch predictor learns a fixed one.
 *
 *      workload load;
 *      uint64_t chance = 1;
 *      workload_make(&load, MESSAGES_SNAPSHOT, &packet_format, WORKLOAD_VALID, 1, 0);
 *      for (..) {
 *          workload_shuffle(&load, &chance);
 *          .. the clock starts; load.packets[0 .. load.count-1]; the clock stops
 *      }
 *      workload_free(&load);
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

    /* Writes the packet bytes[0 .. size-1] with one defect, at a place chosen by chance, to out[0 .. capacity-1].
     * Capacity is 2 * size + 256 at least. Returns its size. What messages have at their beginning, where no two are
     * equal, has to stay. NULL in a format without refused packets. */
    size_t (*damage)(const uint8_t *bytes, size_t size, uint64_t *chance, uint8_t *out, size_t capacity);
} workload_format;

typedef enum workload_form { WORKLOAD_VALID, WORKLOAD_REFUSED, WORKLOAD_FORMS } workload_form;

/* "valid", "refused". */
const char *workload_form_name(workload_form form);

typedef struct workload_packet {
    const uint8_t *bytes;
    size_t size;
    size_t values; /* of its message; a refused packet has fewer that can be read */
    size_t index;  /* of its message */
} workload_packet;

typedef struct workload {
    message_workload kind;
    workload_form form;
    const workload_format *format;
    message_set messages;
    workload_packet *packets; /* in the order of this pass, one behind the other in memory */
    size_t count;
    size_t bytes;   /* of all packets */
    size_t values;  /* of all messages */
    size_t longest; /* bytes of the longest packet */

    /* The workload's own. */
    workload_packet *originals;
    uint8_t *stored;
    uint8_t *laid_out;
} workload;

/* `most` messages at most, as message_make_some; 0 means all. No two packets are equal, or it aborts. */
void workload_make(workload *load, message_workload kind, const workload_format *format, workload_form form,
                   uint64_t seed, size_t most);

/* A new order; the packets are copied to stand in memory in that order, as packets of a stream do. */
void workload_shuffle(workload *load, uint64_t *chance);

void workload_free(workload *load);

#ifdef __cplusplus
}
#endif

#endif
