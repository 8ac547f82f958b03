/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include "bench/timed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The shortest span that is worth reading a clock for. */
static const double span = 50000;

/* The processor's time, not the wall's: what others do on the machine meanwhile does not count, but for the caches that
 * they use up. */
static double now(void)
{
    struct timespec read;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &read) != 0) {
        abort();
    }
    return (double)read.tv_sec * 1e9 + (double)read.tv_nsec;
}

static void wrong_verdict(const timed *way, const workload_packet *packet, gdv_status status)
{
    fprintf(stderr, "bench: a packet of %zu bytes that should have been %s: %s\n", packet->size,
            way->accepted ? "accepted" : "refused", gdv_status_name(status));
    abort();
}

static double pass_through(const timed *way, const workload_packet *packets, size_t count, int rounds, void *scratch,
                           size_t scratch_size)
{
    const double begin = now();
    for (int round = 0; round < rounds; round += 1) {
        for (size_t index = 0; index < count; index += 1) {
            gdv_report report;
            report.struct_size = sizeof report;
            const gdv_status status = gdv_validate(packets[index].bytes, packets[index].size, way->dialect, way->policy,
                                                   scratch, scratch_size, NULL, way->report ? &report : NULL);
            if ((status == GDV_OK) != way->accepted) {
                wrong_verdict(way, &packets[index], status);
            }
        }
    }
    return (now() - begin) / rounds;
}

static double repeated(const timed *way, const workload_packet *packets, size_t count, workload *shuffled)
{
    size_t longest = 0;
    for (size_t index = 0; index < count; index += 1) {
        longest = packets[index].size > longest ? packets[index].size : longest;
    }
    const size_t scratch_size = gdv_scratch_bound(longest);
    void *scratch = malloc(scratch_size);
    if (scratch == NULL) {
        fputs("bench: no memory\n", stderr);
        abort();
    }
    memset(scratch, 0, scratch_size);
    const double once = pass_through(way, packets, count, 1, scratch, scratch_size);
    const int rounds = once < span ? 1 + (int)(span / (once < 1 ? 1 : once)) : 1;
    double fastest = once;
    uint64_t chance = 1;
    for (int repeat = 0; repeat < way->repeats; repeat += 1) {
        if (shuffled != NULL) {
            workload_shuffle(shuffled, &chance);
        }
        const double taken = pass_through(way, packets, count, rounds, scratch, scratch_size);
        fastest = taken < fastest ? taken : fastest;
    }
    free(scratch);
    return fastest;
}

double timed_pass(const timed *way, const workload_packet *packets, size_t count)
{
    return repeated(way, packets, count, NULL);
}

double timed_workload(const timed *way, workload *load)
{
    return repeated(way, load->packets, load->count, load);
}
