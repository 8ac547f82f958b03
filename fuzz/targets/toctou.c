/* SPDX-License-Identifier: MIT */
/* Fuzz target: the packet that changes between a check and a use. Some words of it become others while it is read, before
 * reads that the input chooses and between calls; some are as before a few reads later. Nothing is promised about what is
 * said of such a packet, but of every entrance, getter and lookup (fuzz/support/everything.c):
 *
 *   1  memory: all that is read and all that is given lies in the packet, a heap block of exactly its size
 *   3  bounded work: each call ends, strings and events are no more than there is packet
 *
 * Linked with //tests:gdv_changing, which asks before each read; with any other library (fuzz/build.sh, ci/units.sh) the
 * packet changes between calls alone. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/everything.h"
#include "tests/support/changing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Words that lie about lengths and counts, or make another type of a value; the rest is the input's choice. */
static const uint32_t lies[] = {0,           1,           2,           0x10,        0x7ffffff0u,
                                0x7fffffffu, 0x80000001u, 0xfffffffcu, 0x80808080u, 0x00010002u};
#define LIES (sizeof lies / sizeof lies[0])

typedef struct plan {
    reading of; /* for its choices */
    uint8_t *bytes;
    size_t size;
    uint32_t left;  /* changes to come */
    size_t wait;    /* reads, or calls, until the next */
    size_t until;   /* reads until the last change is taken back; 0 for never */
    size_t changed; /* where it was made */
    uint32_t before;
} plan;

static plan now;

static uint32_t load(size_t at)
{
    uint32_t word = 0;
    memcpy(&word, now.bytes + at, sizeof word);
    return word;
}

static void store(size_t at, uint32_t word)
{
    memcpy(now.bytes + at, &word, sizeof word);
}

static void plan_next(void)
{
    /* soon, mostly: of a packet with few values most reads are the first */
    now.wait = choose(&now.of, (size_t)1 << choose(&now.of, 9));
}

static void change_one(void)
{
    size_t which = choose(&now.of, 2 * LIES);
    now.changed = choose(&now.of, now.size / 4) * 4;
    now.before = load(now.changed);
    store(now.changed, which < LIES ? lies[which] : now.before ^ (uint32_t)choose(&now.of, 64));
    now.until = choose(&now.of, 2) == 0 ? 0 : 1 + choose(&now.of, 8);
    now.left -= 1;
    plan_next();
}

static void pass_time(void)
{
    if (now.until > 0) {
        now.until -= 1;
        if (now.until == 0) {
            store(now.changed, now.before);
        }
    }
    if (now.wait > 0) {
        now.wait -= 1;
    } else if (now.left > 0) {
        change_one();
    }
}

void gdv_before_read(const gdv_cursor *in)
{
    if (now.bytes != NULL && in->bytes == now.bytes) {
        pass_time();
    }
}

static void check(reading *of)
{
    if (of->size < 4) {
        return;
    }
    for (int by = 0; by < (int)ENTRANCES; by += 1) {
        for (uint32_t time = 0; time < (every_dialect() ? 1u : 4u); time += 1) {
            reading changing = *of;
            uint8_t *bytes = fresh(of->bytes, of->size);
            changing.bytes = bytes;
            now.of.choices = of->choices + 16u * (uint32_t)by + time;
            now.bytes = bytes;
            now.size = of->size;
            now.left = 1 + (uint32_t)choose(&now.of, 4);
            now.until = 0;
            plan_next();
            use_everything(&changing, bytes, (entrance)by);
            now.bytes = NULL;
            free(bytes);
        }
    }
}

static void meanwhile(void)
{
    if (now.bytes != NULL) {
        pass_time();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    between_calls = meanwhile;
    for_each_reading(data, size, check);
    return 0;
}
