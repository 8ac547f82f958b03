/* SPDX-License-Identifier: MIT */
/* Another thread writes to the packet while it is read: what a game's shared memory or a network card's ring may do. For
 * ASan, which sees a read outside the packet; the verdict is about no packet at all, and may be any. Chance decides what
 * is met, so this is for seconds; tests/read/test_changing.c does the same without chance, before each read in turn. */
/* Threads wait for one another by what C11 alone does not declare. */
#define _DEFAULT_SOURCE 1 /* NOLINT(bugprone-reserved-identifier): the name is libc's own */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fuzz/support/everything.h"
#include "tests/support/support.h"

enum { SECONDS = 3, PAIRS = 3000 };

/* Two words of the packet that are now small and now huge, for times of no fixed length. */
typedef struct writer {
    volatile uint32_t *one;
    volatile uint32_t *other;
    atomic_bool stop;
} writer;

static void *write_on(void *data)
{
    writer *of = data;
    uint32_t chance = 1;
    while (!atomic_load(&of->stop)) {
        uint32_t word = (chance & 1u) != 0 ? 2u : 0x7ffffff0u;
        *of->one = word;
        *of->other = word;
        chance = (uint32_t)(((uint64_t)chance * 48271u) % 0x7fffffffu); /* Park and Miller */
        for (volatile uint32_t wait = chance % 20000u; wait > 0; wait -= 1) {
        }
    }
    return NULL;
}

/* {"ab": nil, "ab": nil, 0: nil, 1: nil, ..}: the texts have one fingerprint, and are compared when all has been read. */
static builder dictionary_of(uint32_t pairs)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, 27);
    put_u32(&made, 2 + pairs);
    for (uint32_t key = 0; key < 2; key += 1) {
        put_u32(&made, 4);
        put_u32(&made, 2);
        put_bytes(&made, "ab\0\0", 4);
        put_u32(&made, 0);
    }
    for (uint32_t key = 0; key < pairs; key += 1) {
        put_u32(&made, 2);
        put_u32(&made, key);
        put_u32(&made, 0);
    }
    return made;
}

/* Calls an entrance again and again while the lengths of the first two keys change. Returns how often. */
static uint64_t read_in_a_race(uint32_t pairs, entrance by)
{
    builder made = dictionary_of(pairs);
    reading of;
    uint64_t calls = 0;
    pthread_t thread;
    memset(&of, 0, sizeof of);
    uint8_t *bytes = fresh(made.bytes, made.size);
    of.bytes = bytes;
    of.size = made.size;
    of.dialect = GDV_DIALECT_GODOT4_4;
    of.policy = policy_with(GDV_POLICY_STRICT, 0);
    of.scratch_size = gdv_scratch_bound(made.size);
    of.scratch = fresh(NULL, of.scratch_size);
    writer writes = {(volatile uint32_t *)(void *)(bytes + 12), (volatile uint32_t *)(void *)(bytes + 28), false};
    cr_assert_eq(pthread_create(&thread, NULL, write_on, &writes), 0);
    time_t until = time(NULL) + SECONDS;
    while (time(NULL) < until) {
        for (uint32_t some = 0; some < 50; some += 1) {
            use_everything(&of, bytes, by);
        }
        calls += 50;
    }
    atomic_store(&writes.stop, true);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    free(of.scratch);
    free(bytes);
    builder_free(&made);
    return calls;
}

Test(race, validate_stays_inside_while_another_thread_writes)
{
    cr_expect(read_in_a_race(PAIRS, ENTRANCE_VALIDATE) > 0);
}

Test(race, a_reader_stays_inside_while_another_thread_writes)
{
    cr_expect(read_in_a_race(4, ENTRANCE_READER) > 0);
}

Test(race, a_document_stays_inside_while_another_thread_writes)
{
    cr_expect(read_in_a_race(4, ENTRANCE_DOCUMENT) > 0);
}

Test(race, canonicalize_stays_inside_while_another_thread_writes)
{
    cr_expect(read_in_a_race(4, ENTRANCE_CANON) > 0);
}
