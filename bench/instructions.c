/* SPDX-License-Identifier: MIT */
/* Treats the packets of one workload with one of gdv's entry points so many times, for instructions.sh to count under
 * valgrind what that takes: the instructions of some passes less those of none.
 *
 *      instructions list                      each pair of a subject (subject_gdv.c) and a workload that is counted, and
 *                                             of a row of hostile.c and its size
 *      instructions SUBJECT WORKLOAD PASSES   prints the number of packets and of values, in all passes; for the rows of
 *                                             hostile.c a value is a question that is put to one element
 *
 * Fewer packets than the clock is shown, as valgrind takes fifty times as long; and in one order, as nothing in a count of
 * instructions learns it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/hostile.h"
#include "bench/subject.h"

/* Which subjects are counted on which workloads, and on how many packets of them. */
typedef struct counted {
    const subject *(*subjects)(size_t *count);
    message_workload on;
    size_t packets;
} counted;

static const counted lists[] = {{subjects_of_gdv, MESSAGES_TINY, 512},
                                {subjects_of_gdv, MESSAGES_SNAPSHOT, 64},
                                {subjects_of_rpc, MESSAGES_RPC, 512}};

enum { LISTS = sizeof lists / sizeof lists[0] };

static int list(void)
{
    for (size_t which = 0; which < LISTS; which += 1) {
        size_t count = 0;
        const subject *all = lists[which].subjects(&count);
        for (size_t index = 0; index < count; index += 1) {
            printf("%s\t%s\n", all[index].name, message_workload_name(lists[which].on));
        }
    }
    for (size_t index = 0; index < hostile_count; index += 1) {
        for (size_t which = 0; which < HOSTILE_SIZES; which += 1) {
            printf("%s\t%zu\n", hostile_rows[index].name, hostile_sizes[which]);
        }
    }
    return 0;
}

static int ask(const hostile *row, size_t size, long passes)
{
    const size_t asks = row->asks * size;
    printf("%ld\t%zu\n", passes, asks * (size_t)passes);
    return row->run(size, row->asks, passes) == asks ? 0 : 1;
}

static int treat(const subject *with, const counted *how, long passes)
{
    workload load;
    workload_make(&load, how->on, with->format, 1, how->packets);
    void *context = with->begin(&load);
    if (context == NULL) {
        fprintf(stderr, "instructions: %s has nothing to do with %s\n", with->name, message_workload_name(how->on));
        return 1;
    }
    size_t packets = 0;
    size_t values = 0;
    size_t refused = 0;
    for (long pass = 0; pass < passes; pass += 1) {
        for (size_t index = 0; index < load.count; index += 1) {
            refused += with->treat(context, &load.packets[index]) == 0 ? 1 : 0;
        }
        packets += load.count;
        values += load.values;
    }
    with->end(context);
    workload_free(&load);
    printf("%zu\t%zu\n", packets, values);
    return refused == 0 ? 0 : 1;
}

int main(int count, char *words[])
{
    if (count == 2 && strcmp(words[1], "list") == 0) {
        return list();
    }
    for (size_t which = 0; count == 4 && which < LISTS; which += 1) {
        size_t subjects = 0;
        const subject *all = lists[which].subjects(&subjects);
        for (size_t index = 0; index < subjects; index += 1) {
            if (strcmp(words[1], all[index].name) == 0 &&
                strcmp(words[2], message_workload_name(lists[which].on)) == 0) {
                return treat(&all[index], &lists[which], strtol(words[3], NULL, 10));
            }
        }
    }
    for (size_t index = 0; count == 4 && index < hostile_count; index += 1) {
        for (size_t which = 0; which < HOSTILE_SIZES; which += 1) {
            if (strcmp(words[1], hostile_rows[index].name) == 0 &&
                strtoul(words[2], NULL, 10) == hostile_sizes[which]) {
                return ask(&hostile_rows[index], hostile_sizes[which], strtol(words[3], NULL, 10));
            }
        }
    }
    fputs("usage: instructions list | SUBJECT WORKLOAD PASSES\n", stderr);
    return 2;
}
