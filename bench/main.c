/* SPDX-License-Identifier: MIT */
/* Times every subject on every workload and prints a table for each; README.md explains rows and columns.
 *
 *      bench [--quick] [--json] [PATTERN]    PATTERN: rows WORKLOAD/SUBJECT, as a shell matches names
 *
 * The rows of a workload take turns, in rounds, and the fastest round counts: whatever else the machine does only adds. */
#define _POSIX_C_SOURCE 200809L

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/subject.h"

enum { ROUNDS = 5, MOST_ROWS = 32 };

static const double timed_seconds = 0.05; /* of a round that count */
static const double all_seconds = 0.2;    /* of a round, with what lies between its passes */

typedef struct row {
    const subject *what;
    workload load;
    void *context;
    double rounds[ROUNDS]; /* nanoseconds a packet */
} row;

typedef struct run {
    const char *pattern;
    int rounds;
    bool json;
    size_t rows; /* measured so far, in all workloads */
    uint64_t chance;
} run;

static double seconds_of(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static _Noreturn void fail(const row *of, const char *what)
{
    fprintf(stderr, "bench: %s/%s %s\n", message_workload_name(of->load.kind), of->what->name, what);
    exit(1);
}

/* One pass over the packets in a new order, in seconds: the thread's own processor time, which leaves out what others
 * use, or the time on the wall where that is less, as reading the former takes longer than a short pass. */
static double pass(row *of, uint64_t *chance)
{
    size_t values = 0;
    workload_shuffle(&of->load, chance);
    const double own = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    const double wall = seconds_of(CLOCK_MONOTONIC);
    for (size_t index = 0; index < of->load.count; index += 1) {
        values += of->what->treat(of->context, &of->load.packets[index]);
    }
    const double wall_taken = seconds_of(CLOCK_MONOTONIC) - wall;
    const double own_taken = seconds_of(CLOCK_THREAD_CPUTIME_ID) - own;
    if (values != of->load.values) {
        fail(of, "does not find what the messages hold");
    }
    return own_taken < wall_taken ? own_taken : wall_taken;
}

/* As many passes as fill the time; their mean, in nanoseconds a packet. */
static double round_of(row *of, const run *how, uint64_t *chance)
{
    const double begun = seconds_of(CLOCK_MONOTONIC);
    double timed = 0;
    int passes = 0;
    do {
        timed += pass(of, chance);
        passes += 1;
    } while (how->rounds > 1 && timed < timed_seconds && seconds_of(CLOCK_MONOTONIC) - begun < all_seconds);
    return 1e9 * timed / passes / (double)of->load.count;
}

static int by_number(const void *one, const void *other)
{
    const double left = *(const double *)one;
    const double right = *(const double *)other;
    return (left > right) - (left < right);
}

/* ---- the table */

/* Digits after the point that say something. */
static int digits(double number)
{
    return number < 100 ? 2 : number < 1000 ? 1 : 0;
}

static void print_line(row *of, const run *how, double reference)
{
    const double fastest = of->rounds[0];
    const double bytes = (double)of->load.bytes / (double)of->load.count;
    const double values = (double)of->load.values / (double)of->load.count;
    const double spread = 100 * (of->rounds[how->rounds / 2] / fastest - 1);
    if (how->json) {
        printf("{\"workload\":\"%s\",\"subject\":\"%s\",\"bytes\":%.1f,\"values\":%.1f,\"ns_packet\":%.2f}\n",
               message_workload_name(of->load.kind), of->what->name, bytes, values, fastest);
        return;
    }
    char each[16] = "";
    if (values > 1) {
        snprintf(each, sizeof each, "%.2f", fastest / values);
    }
    printf("%-20s%9.0f%12.*f%10s%9.*f%8.0f%%%10.*f\n", of->what->name, bytes, digits(fastest), fastest, each,
           digits(bytes / fastest), bytes / fastest, spread, digits(fastest / reference), fastest / reference);
}

/* All others are compared with the first row, which is validate/strict unless the pattern leaves it out. */
static void print_table(row *rows, size_t count, const run *how)
{
    if (!how->json && count > 0) {
        printf("\n%s: %.1f values a message\n%-20s%9s%12s%10s%9s%9s%10s\n", message_workload_name(rows[0].load.kind),
               (double)rows[0].load.values / (double)rows[0].load.count, "", "bytes", "ns/packet", "ns/value", "GB/s",
               "spread", "x first");
    }
    for (size_t index = 0; index < count; index += 1) {
        print_line(&rows[index], how, rows[0].rounds[0]);
    }
}

/* ---- rows */

/* Adds the rows of a list that the pattern names and that have something to do with the workload. */
static size_t add_rows(row *rows, size_t count, const subject *list, size_t listed, message_workload kind,
                       const run *how)
{
    for (size_t index = 0; index < listed && count < MOST_ROWS; index += 1) {
        char name[128];
        row *added = &rows[count];
        snprintf(name, sizeof name, "%s/%s", message_workload_name(kind), list[index].name);
        if (fnmatch(how->pattern, name, 0) != 0) {
            continue;
        }
        *added = (row){.what = &list[index]};
        workload_make(&added->load, kind, list[index].format, 1, 0);
        added->context = list[index].begin == NULL ? NULL : list[index].begin(&added->load);
        if (list[index].begin != NULL && added->context == NULL) {
            workload_free(&added->load);
            continue;
        }
        count += 1;
    }
    return count;
}

static void measure(message_workload kind, run *how)
{
    static row rows[MOST_ROWS];
    const subject *(*const lists[])(size_t *) = {subjects_of_gdv, subjects_of_rpc, subjects_of_peers};
    size_t count = 0;
    for (size_t which = 0; which < sizeof lists / sizeof lists[0]; which += 1) {
        size_t listed = 0;
        const subject *list = lists[which](&listed);
        if (lists[which] == subjects_of_rpc && kind != MESSAGES_RPC) {
            continue; /* nothing else is the arguments of a call */
        }
        count = add_rows(rows, count, list, listed, kind, how);
    }
    for (int round = 0; round < how->rounds; round += 1) {
        for (size_t index = 0; index < count; index += 1) {
            rows[index].rounds[round] = round_of(&rows[index], how, &how->chance);
        }
    }
    for (size_t index = 0; index < count; index += 1) {
        qsort(rows[index].rounds, (size_t)how->rounds, sizeof rows[index].rounds[0], by_number);
    }
    print_table(rows, count, how);
    for (size_t index = 0; index < count; index += 1) {
        if (rows[index].context != NULL) {
            rows[index].what->end(rows[index].context);
        }
        workload_free(&rows[index].load);
    }
    how->rows += count;
}

int main(int count, char *words[])
{
    run how = {.pattern = "*", .rounds = ROUNDS, .chance = 1};
#ifndef __OPTIMIZE__
    fputs("bench: built without optimisation; what it measures is not what ships\n", stderr);
    return 2;
#endif
    for (int index = 1; index < count; index += 1) {
        if (strcmp(words[index], "--quick") == 0) {
            how.rounds = 1;
        } else if (strcmp(words[index], "--json") == 0) {
            how.json = true;
        } else if (words[index][0] == '-') {
            fprintf(stderr, "bench: no option %s\nusage: bench [--quick] [--json] [WORKLOAD/SUBJECT]\n", words[index]);
            return 2;
        } else {
            how.pattern = words[index];
        }
    }
    for (int kind = 0; kind < MESSAGE_WORKLOADS; kind += 1) {
        measure((message_workload)kind, &how);
    }
    if (how.rows == 0) {
        fprintf(stderr, "bench: no row is called %s\n", how.pattern);
        return 1;
    }
    if (how.rounds == 1 && !how.json) {
        printf("\none pass each, which measures nothing: %zu rows did their work\n", how.rows);
    }
    return 0;
}
