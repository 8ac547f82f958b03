/* SPDX-License-Identifier: MIT */
/* How the cost of gdv_validate under the strict policy grows: with the size of a packet, with nesting, with the entries of
 * a dictionary, with the length of a text. For people and for scaling.sh, which draws it; nothing is asserted. How it
 * scales with threads is a row of main.cc.
 *
 *      scaling [REPEATS]
 *
 * A line a point: series, x, bytes of a packet, nanoseconds for one (the fastest of REPEATS, 15 if not said), nanoseconds
 * for each x. Limits of the policy that a point would exceed are raised. A point is many packets, made by chance, of some
 * megabytes in all: a processor learns the branches of a small one that comes again and again, and a large one would seem
 * slower. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/packet.h"
#include "bench/timed.h"
#include "tests/support/support.h"

enum { ALL_BYTES = 8 << 20, MOST_PACKETS = 1 << 15 };

static const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;

typedef struct series {
    const char *name;
    gdv_policy policy;
    int repeats;
} series;

/* The packets of a point, one behind the other. */
typedef struct packets {
    builder all;
    size_t begins[MOST_PACKETS + 1];
    size_t count;
} packets;

static void *memory(size_t size)
{
    void *given = calloc(1, size);
    if (given == NULL) {
        abort();
    }
    return given;
}

/* Whether the point needs another one. */
static bool wants_more(const packets *of)
{
    return of->count == 0 || (of->all.size + of->all.size / of->count <= ALL_BYTES && of->count < MOST_PACKETS);
}

static void end_packet(packets *of)
{
    of->count += 1;
    of->begins[of->count] = of->all.size;
}

static void end_point(const series *of, double x, packets *made)
{
    const timed way = {dialect, &of->policy, false, true, of->repeats};
    workload_packet *list = memory(made->count * sizeof *list);
    for (size_t index = 0; index < made->count; index += 1) {
        list[index].bytes = made->all.bytes + made->begins[index];
        list[index].size = made->begins[index + 1] - made->begins[index];
    }
    const double taken = timed_pass(&way, list, made->count) / (double)made->count;
    printf("%s\t%.0f\t%zu\t%.1f\t%.3f\n", of->name, x, made->all.size / made->count, taken, taken / x);
    fflush(stdout);
    free(list);
    builder_free(&made->all);
    free(made);
}

static void put_type(builder *out, gdv_type type)
{
    put_u32(out, id_of(dialect, type));
}

static void put_container(builder *out, gdv_type type, uint32_t count)
{
    put_type(out, type);
    put_u32(out, count);
}

/* Values, one behind the other, each as the bytes of its own packet: it reads the same wherever it stands. */
typedef struct values {
    builder bytes;
    size_t begins[8192];
    size_t count;
} values;

static void add_value(values *list, const message *tree)
{
    uint8_t bytes[4096];
    const size_t size = packet_encode(dialect, tree, bytes, sizeof bytes);
    if (size > sizeof bytes || list->count + 1 >= sizeof list->begins / sizeof list->begins[0]) {
        abort();
    }
    put_bytes(&list->bytes, bytes, size);
    list->count += 1;
    list->begins[list->count] = list->bytes.size;
}

/* The entities of a snapshot, and the single values of which they consist. */
static void add_entities(values *whole, values *single, const message *snapshot)
{
    for (size_t pair = 0; pair < snapshot->count; pair += 1) {
        const message *list = &snapshot->items[2 * pair + 1];
        for (size_t index = 0; list->kind == MESSAGE_ARRAY && index < list->count; index += 1) {
            const message *entity = &list->items[index];
            add_value(whole, entity);
            for (size_t part = 0; part < 2 * entity->count && single->count < 8000; part += 1) {
                add_value(single, &entity->items[part]);
            }
        }
    }
}

/* Adds values chosen by chance until the next would be more than `room` bytes; returns how many. */
static uint32_t fill(builder *out, const values *from, size_t room, uint64_t *chance)
{
    const size_t limit = out->size + room;
    for (uint32_t added = 0;; added += 1) {
        const size_t chosen = message_below(chance, from->count);
        const size_t bytes = from->begins[chosen + 1] - from->begins[chosen];
        if (bytes > limit - out->size) {
            return added;
        }
        put_bytes(out, from->bytes.bytes + from->begins[chosen], bytes);
    }
}

static void packet_sizes(series of)
{
    values *whole = memory(sizeof *whole);
    values *single = memory(sizeof *single);
    uint64_t chance = 1;
    message_set set;
    message_make_some(&set, MESSAGES_SNAPSHOT, 1, 256);
    for (size_t index = 0; index < set.count; index += 1) {
        add_entities(whole, single, &set.messages[index]);
    }
    for (size_t size = 64; size <= (size_t)16 << 20; size *= 2) {
        packets *made = memory(sizeof *made);
        while (wants_more(made)) {
            const size_t begin = made->all.size;
            put_container(&made->all, GDV_TYPE_ARRAY, 0);
            uint32_t count = fill(&made->all, whole, size - 8, &chance);
            count += fill(&made->all, single, begin + size - made->all.size, &chance);
            memcpy(made->all.bytes + begin + 4, &count, sizeof count);
            end_packet(made);
        }
        end_point(&of, (double)made->all.size / (double)made->count, made);
    }
    builder_free(&whole->bytes);
    builder_free(&single->bytes);
    free(whole);
    free(single);
    message_free(&set);
}

/* Arrays and dictionaries in turn, as chance has it; a dictionary with the key null. */
static void nesting(series of)
{
    uint64_t chance = 1;
    for (uint32_t levels = 1; levels <= GDV_MAX_DEPTH; levels *= 2) {
        packets *made = memory(sizeof *made);
        while (wants_more(made)) {
            for (uint32_t level = 0; level < levels; level += 1) {
                const bool array = message_below(&chance, 2) == 0;
                put_container(&made->all, array ? GDV_TYPE_ARRAY : GDV_TYPE_DICTIONARY, 1);
                if (!array) {
                    put_type(&made->all, GDV_TYPE_NIL);
                }
            }
            put_type(&made->all, GDV_TYPE_NIL);
            end_packet(made);
        }
        end_point(&of, levels, made);
    }
}

/* Keys of sixteen characters that end in a number; the order is not that of the numbers. */
static void dictionary_entries(series of)
{
    uint64_t chance = 1;
    for (uint32_t entries = 1; entries <= (uint32_t)1 << 20; entries *= 2) {
        packets *made = memory(sizeof *made);
        while (wants_more(made)) {
            const uint64_t first = message_below(&chance, 1 << 20);
            put_container(&made->all, GDV_TYPE_DICTIONARY, entries);
            for (uint32_t index = 0; index < entries; index += 1) {
                char key[17];
                snprintf(key, sizeof key, "player_%09u", (unsigned)((first + index) * 40503 % (1 << 20)));
                put_container(&made->all, GDV_TYPE_STRING, 16);
                put_bytes(&made->all, key, 16);
                put_container(&made->all, GDV_TYPE_INT, index);
            }
            end_packet(made);
        }
        end_point(&of, entries, made);
    }
}

static void text_lengths(series of)
{
    uint64_t chance = 1;
    for (uint32_t length = 4; length <= (uint32_t)16 << 20; length *= 2) {
        packets *made = memory(sizeof *made);
        while (wants_more(made)) {
            put_container(&made->all, GDV_TYPE_STRING, length);
            for (uint32_t at = 0; at < length; at += 4) {
                put_u32(&made->all, 0x20202020u + (uint32_t)message_below(&chance, 64) * 0x01010101u);
            }
            end_packet(made);
        }
        end_point(&of, length, made);
    }
}

int main(int count, char *words[])
{
    series of = {.repeats = count > 1 ? atoi(words[1]) : 15};
    if (of.repeats < 1) {
        fputs("usage: scaling [REPEATS]\n", stderr);
        return 2;
    }
    gdv_policy_init(&of.policy, GDV_POLICY_STRICT);
    of.policy.max_bytes = GDV_MAX_BYTES;
    of.policy.max_depth = GDV_MAX_DEPTH;
    of.policy.max_values = UINT32_MAX;
    of.policy.max_string = UINT32_MAX;
    puts("# series\tx\tbytes\tnanoseconds\tnanoseconds for each x");
    of.name = "size";
    packet_sizes(of);
    of.name = "nesting";
    nesting(of);
    of.name = "dictionary";
    dictionary_entries(of);
    of.name = "text";
    text_lengths(of);
    return 0;
}
