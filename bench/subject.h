/* SPDX-License-Identifier: MIT */
/* What is measured: a way to treat a packet. gdv and its peers are all called alike, through one pointer. */
#ifndef GDV_BENCH_SUBJECT_H
#define GDV_BENCH_SUBJECT_H

#include "bench/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct subject {
    const char *name; /* such as "validate/strict"; unique */
    const char *does; /* what it does and what not, for the table's legend: checks UTF-8? allocates? builds nodes? */
    const workload_format *format;

    /* Gets ready to treat the packets of a workload, outside the timer: memory, whatever is done once for all packets.
     * Returns NULL where it has nothing to do with this workload. The workload outlives what it returns. A subject that
     * has NULL in place of begin and end takes every packet, and its context is NULL. */
    void *(*begin)(const workload *load);

    /* Treats one packet, inside the timer. Returns how many values it found (packet->values where it does not count
     * them), 0 where it refused the packet. Must not read packet->values to decide anything. */
    size_t (*treat)(void *context, const workload_packet *packet);

    void (*end)(void *context);
} subject;

/* gdv's entry points; those for calls, of MESSAGES_RPC alone; other libraries, each tried before with what the messages
 * hold. */
const subject *subjects_of_gdv(size_t *count);
const subject *subjects_of_rpc(size_t *count);
const subject *subjects_of_peers(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
