/* SPDX-License-Identifier: MIT */
/* The time that gdv_validate takes for packets, for the tools that ask how it grows and what the worst packet costs
 * (scaling.c, adversarial.c). Google Benchmark's own loop (main.cc) is for the figures of ordinary packets. */
#ifndef GDV_BENCH_TIMED_H
#define GDV_BENCH_TIMED_H

#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "bench/workload.h"

/* How packets are validated. */
typedef struct timed {
    gdv_dialect dialect;
    const gdv_policy *policy;
    bool report;   /* whether a report is asked for: a refused packet is read again for it */
    bool accepted; /* what the verdict on each packet has to be: any other aborts */
    int repeats;   /* of which the fastest counts: noise only adds */
} timed;

/* Nanoseconds of this thread's processor time for all packets, one after another. Small ones go round until the clock's own cost is nothing. Aborts
 * without memory. */
double timed_pass(const timed *way, const workload_packet *packets, size_t count);

/* The same with a new order before each repeat. */
double timed_workload(const timed *way, workload *load);

#endif
