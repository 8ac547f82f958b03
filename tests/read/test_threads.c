/* SPDX-License-Identifier: MIT */
/* Eight threads validate, read, parse and canonicalize the same packets at once, under one policy object that they share,
 * and each gets what a single thread gets. For TSan above all, which sees a write that two threads may race for even
 * where it does no harm; //ci:symbols_test proves that there is nothing to write to. Promise 2. */
/* Threads wait for one another by what C11 alone does not declare. */
#define _DEFAULT_SOURCE 1 /* NOLINT(bugprone-reserved-identifier): the name is libc's own */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"

enum { THREADS = 8 };

/* What all threads read and none writes. */
typedef struct job {
    packet bytes;
    gdv_dialect dialect;
} job;

typedef struct work {
    job *jobs;
    size_t count;
    size_t largest; /* bytes of a packet */
    gdv_policy policy;
    pthread_barrier_t start;
} work;

/* What is said of one packet; compared as bytes, so made of zeros first. */
typedef struct answer {
    uint64_t offset;
    uint64_t need;
    uint64_t values;
    uint64_t steps;
    uint64_t canonical_size;
    uint64_t canonical_sum;
    uint64_t events_sum;
    uint32_t validated;
    uint32_t read;
    uint32_t parsed;
    uint32_t canonical_check;
    uint32_t nodes;
    uint32_t found;
    char path[GDV_PATH_SIZE];
} answer;

typedef struct worker {
    work *shared;
    answer *answers;
    uint8_t *scratch;
    gdv_node *nodes;
    uint8_t *out;
    size_t out_size;
    gdv_reader *reader;
} worker;

static void *allocate(size_t size)
{
    void *memory = calloc(size > 0 ? size : 1, 1);
    if (memory == NULL) {
        fputs("test_threads: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static uint64_t sum_of(uint64_t sum, const void *bytes, size_t size)
{
    const uint8_t *each = bytes;
    for (size_t index = 0; index < size; index += 1) {
        sum = (sum % 0xfffffffbu) * 251u + each[index];
    }
    return sum;
}

static void read_all(const worker *by, const job *of, answer *said)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    size_t scratch_size = gdv_scratch_bound(of->bytes.size);
    gdv_status code = gdv_reader_init(by->reader, of->bytes.bytes, of->bytes.size, of->dialect, &by->shared->policy,
                                      by->scratch, scratch_size);
    while (code == GDV_OK && event.kind != GDV_EVENT_DONE) {
        code = gdv_reader_next(by->reader, &event);
        uint32_t seen[4] = {(uint32_t)event.kind, event.depth, event.offset, event.size};
        said->events_sum = sum_of(said->events_sum, seen, sizeof seen);
    }
    said->read = (uint32_t)gdv_reader_finish(by->reader, NULL);
}

static void answer_one(const worker *by, const job *of, answer *said)
{
    const gdv_policy *policy = &by->shared->policy;
    size_t size = of->bytes.size;
    size_t scratch_size = gdv_scratch_bound(size);
    size_t written = 0;
    gdv_document document;
    gdv_report report = {.struct_size = sizeof report};
    gdv_stats stats = {.struct_size = sizeof stats};

    memset(said, 0, sizeof *said);
    said->validated =
        (uint32_t)gdv_validate(of->bytes.bytes, size, of->dialect, policy, by->scratch, scratch_size, &stats, &report);
    said->offset = report.offset;
    said->need = report.need;
    said->values = stats.values;
    said->steps = stats.steps;
    memcpy(said->path, report.path, sizeof said->path);
    read_all(by, of, said);
    said->parsed = (uint32_t)gdv_document_parse(&document, of->bytes.bytes, size, of->dialect, policy, by->nodes,
                                                gdv_document_bound(size), NULL);
    said->nodes = (uint32_t)gdv_count(gdv_root(&document));
    said->found = gdv_exists(gdv_find(gdv_root(&document), "[0]")) ? 1 : 0;
    said->canonical_check = (uint32_t)gdv_canonicalize(of->bytes.bytes, size, of->dialect, policy, by->scratch,
                                                       scratch_size, by->out, by->out_size, &written, NULL);
    said->canonical_size = written;
    said->canonical_sum = said->canonical_check == GDV_OK ? sum_of(0, by->out, written) : 0;
}

static worker worker_of(work *shared)
{
    size_t largest = shared->largest;
    worker made = {shared,
                   allocate(shared->count * sizeof(answer)),
                   allocate(gdv_scratch_bound(largest)),
                   allocate(gdv_document_bound(largest) * sizeof(gdv_node)),
                   allocate(4 * largest + 64),
                   4 * largest + 64,
                   allocate(sizeof(gdv_reader))};
    return made;
}

static void worker_free(worker *freed)
{
    free(freed->answers);
    free(freed->scratch);
    free(freed->nodes);
    free(freed->out);
    free(freed->reader);
}

static void answer_all(const worker *by)
{
    for (size_t index = 0; index < by->shared->count; index += 1) {
        answer_one(by, &by->shared->jobs[index], &by->answers[index]);
    }
}

/* All wait for the last one, so that they meet at the same packets. */
static void *run(void *argument)
{
    const worker *by = argument;
    (void)pthread_barrier_wait(&by->shared->start);
    answer_all(by);
    return NULL;
}

static void add_job(work *to, const packet *bytes, gdv_dialect dialect)
{
    job *jobs = realloc(to->jobs, (to->count + 1) * sizeof *jobs);
    if (jobs == NULL) {
        fputs("test_threads: out of memory\n", stderr);
        abort();
    }
    to->jobs = jobs;
    jobs[to->count].bytes = packet_from_bytes(bytes->bytes, bytes->size);
    jobs[to->count].dialect = dialect;
    to->count += 1;
    to->largest = bytes->size > to->largest ? bytes->size : to->largest;
}

static void agree(gdv_preset preset, uint32_t permit)
{
    work shared = {.policy = policy_with(preset, permit)};
    worker alone;
    worker workers[THREADS];
    pthread_t threads[THREADS];

    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            add_job(&shared, &each.bytes, each.dialect);
        }
    }
    malformed bad = malformed_of("corpus/malformed");
    while (malformed_next(&bad)) {
        add_job(&shared, &bad.bytes, bad.dialect);
    }
    cr_assert_geq(shared.count, 1000, "%zu packets", shared.count);
    cr_assert_eq(pthread_barrier_init(&shared.start, NULL, THREADS), 0);
    for (size_t index = 0; index < THREADS; index += 1) {
        workers[index] = worker_of(&shared);
        cr_assert_eq(pthread_create(&threads[index], NULL, run, &workers[index]), 0);
    }
    for (size_t index = 0; index < THREADS; index += 1) {
        cr_assert_eq(pthread_join(threads[index], NULL), 0);
    }
    alone = worker_of(&shared);
    answer_all(&alone);
    size_t accepted = 0;
    for (size_t at = 0; at < shared.count; at += 1) {
        accepted += alone.answers[at].validated == GDV_OK ? 1 : 0;
        for (size_t index = 0; index < THREADS; index += 1) {
            cr_assert_eq(memcmp(&workers[index].answers[at], &alone.answers[at], sizeof(answer)), 0,
                         "thread %zu: packet %zu: another answer", index, at);
        }
    }
    cr_assert(accepted > 100 && accepted < shared.count, "%zu of %zu accepted", accepted, shared.count);

    worker_free(&alone);
    for (size_t index = 0; index < THREADS; index += 1) {
        worker_free(&workers[index]);
    }
    for (size_t at = 0; at < shared.count; at += 1) {
        packet_free(&shared.jobs[at].bytes);
    }
    free(shared.jobs);
    (void)pthread_barrier_destroy(&shared.start);
}

Test(threads, that_share_a_strict_policy_agree)
{
    agree(GDV_POLICY_STRICT, 0);
}

Test(threads, that_share_an_engine_policy_agree)
{
    agree(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT | GDV_PERMIT_MISREAD);
}
