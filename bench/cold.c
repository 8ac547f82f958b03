/* SPDX-License-Identifier: MIT */
/* Packets that lie in no cache, as a burst from the network does by the time that it is read: gdv_validate_many beside as
 * many calls of gdv_validate.
 *
 *      cold [--quick]
 *
 * Each page of 256 MiB has one packet of the workload tiny, and pages are taken in a random order. Both ways take turns,
 * in rounds, and the fastest round of each counts. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/packet.h"
#include "bench/workload.h"

enum { PAGE = 4096, PAGES = 65536, QUICK_PAGES = 512, MOST_BATCH = 256, ROUNDS = 8 };

typedef struct pages {
    uint8_t *memory;
    gdv_packet *packets; /* in the order in which they are read */
    size_t count;
    uint8_t *scratch;
    size_t scratch_size;
} pages;

static void fill(pages *of, size_t count)
{
    uint64_t chance = 1;
    workload load;
    workload_make(&load, MESSAGES_TINY, &packet_format, 1, 0);
    of->count = count;
    of->memory = message_memory(count * PAGE);
    of->packets = message_memory(count * sizeof *of->packets);
    of->scratch_size = gdv_scratch_bound(load.longest);
    of->scratch = message_memory(of->scratch_size);
    for (size_t index = 0; index < count; index += 1) {
        const workload_packet *from = &load.packets[index % load.count];
        uint8_t *to = of->memory + index * PAGE;
        memcpy(to, from->bytes, from->size);
        of->packets[index] = (gdv_packet){to, from->size};
    }
    for (size_t left = count; left > 1; left -= 1) {
        const size_t other = message_below(&chance, left);
        const gdv_packet moved = of->packets[left - 1];
        of->packets[left - 1] = of->packets[other];
        of->packets[other] = moved;
    }
    workload_free(&load);
}

static size_t one_by_one(const pages *of)
{
    size_t passed = 0;
    for (size_t index = 0; index < of->count; index += 1) {
        passed += gdv_validate(of->packets[index].bytes, of->packets[index].size, GDV_DIALECT_GODOT4_4, NULL,
                               of->scratch, of->scratch_size, NULL, NULL) == GDV_OK;
    }
    return passed;
}

static size_t in_batches(const pages *of, size_t batch)
{
    static gdv_status verdicts[MOST_BATCH];
    size_t passed = 0;
    for (size_t index = 0; index < of->count; index += batch) {
        passed += gdv_validate_many(of->packets + index, batch, GDV_DIALECT_GODOT4_4, NULL, of->scratch,
                                    of->scratch_size, verdicts) == GDV_OK
                      ? batch
                      : 0;
    }
    return passed;
}

/* Nanoseconds a packet of one pass, batch 0 for one by one; it must find every packet good. */
static double pass(const pages *of, size_t batch)
{
    struct timespec from = {0};
    struct timespec to = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    const size_t passed = batch == 0 ? one_by_one(of) : in_batches(of, batch);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    if (passed != of->count) {
        fprintf(stderr, "cold: %zu of %zu packets pass\n", passed, of->count);
        exit(1);
    }
    const double taken = 1e9 * (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec);
    return taken / (double)of->count;
}

int main(int argc, char **argv)
{
    static const size_t batches[] = {0, 16, 64, MOST_BATCH};
    enum { WAYS = sizeof batches / sizeof batches[0] };
    const bool quick = argc == 2 && strcmp(argv[1], "--quick") == 0;
    double fastest[WAYS];
    pages of;
    if (argc > 1 && !quick) {
        fprintf(stderr, "usage: cold [--quick]\n");
        return 2;
    }
    fill(&of, quick ? QUICK_PAGES : PAGES);
    for (int round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
        for (size_t way = 0; way < WAYS; way += 1) {
            const double taken = pass(&of, batches[way]);
            fastest[way] = round == 0 || taken < fastest[way] ? taken : fastest[way];
        }
    }
    printf("%zu packets, one in a page, in a random order%s\n", of.count, quick ? ": measures nothing" : "");
    printf("%-28s%10s%10s\n", "", "ns/packet", "times");
    for (size_t way = 0; way < WAYS; way += 1) {
        char name[48] = "gdv_validate";
        if (batches[way] > 0) {
            snprintf(name, sizeof name, "gdv_validate_many, %zu", batches[way]);
        }
        printf("%-28s%10.1f%10.2f\n", name, fastest[way], fastest[0] / fastest[way]);
    }
    free(of.scratch);
    free(of.packets);
    free(of.memory);
    return 0;
}
