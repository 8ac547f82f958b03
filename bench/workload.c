/* SPDX-License-Identifier: MIT */
/* Makes the packets once, keeps them as made, and copies them for each pass to where they are read, in another order. */
#include "bench/workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between packets of peers whose decoders read a little beyond the packet, and that say so (simdjson). */
enum { MARGIN = 64 };

typedef struct heap {
    uint8_t *bytes;
    size_t size;
    size_t room;
} heap;

static void give_up(const workload *load, size_t index, const char *why)
{
    fprintf(stderr, "bench: %s, %s, message %zu: %s\n", load->format->name, message_workload_name(load->kind), index,
            why);
    abort();
}

static void make_room(heap *grown, size_t more)
{
    if (grown->room - grown->size >= more) {
        return;
    }
    grown->room = 2 * grown->room + more;
    uint8_t *bytes = message_memory(grown->room);
    if (grown->size != 0) {
        memcpy(bytes, grown->bytes, grown->size);
    }
    free(grown->bytes);
    grown->bytes = bytes;
}

/* Appends the message's packet; returns its size. */
static size_t append(const workload *load, size_t index, heap *out)
{
    const message *tree = &load->messages.messages[index];
    make_room(out, 256);
    size_t size = load->format->encode(tree, out->bytes + out->size, out->room - out->size);
    if (size > out->room - out->size) {
        make_room(out, size);
        size = load->format->encode(tree, out->bytes + out->size, out->room - out->size);
    }
    if (size == 0 || size > out->room - out->size) {
        give_up(load, index, "cannot be encoded");
    }
    out->size += size;
    return size;
}

static int by_bytes(const void *one, const void *other)
{
    const workload_packet *left = one;
    const workload_packet *right = other;
    const size_t shared = left->size < right->size ? left->size : right->size;
    const int order = memcmp(left->bytes, right->bytes, shared);
    if (order != 0) {
        return order;
    }
    return (left->size > right->size) - (left->size < right->size);
}

static void expect_distinct(const workload *load)
{
    workload_packet *sorted = message_memory(load->count * sizeof *sorted);
    memcpy(sorted, load->originals, load->count * sizeof *sorted);
    qsort(sorted, load->count, sizeof *sorted, by_bytes);
    for (size_t index = 1; index < load->count; index += 1) {
        if (by_bytes(&sorted[index - 1], &sorted[index]) == 0) {
            give_up(load, sorted[index].index, "two packets are equal");
        }
    }
    free(sorted);
}

void workload_make(workload *load, message_workload kind, const workload_format *format, uint64_t seed, size_t most)
{
    *load = (workload){.kind = kind, .format = format};
    message_make(&load->messages, kind, seed, most);
    load->count = load->messages.count;
    load->packets = message_memory(load->count * sizeof *load->packets);
    load->originals = message_memory(load->count * sizeof *load->originals);
    heap all = {.size = 0};
    uint64_t chance = seed + 1;
    for (size_t index = 0; index < load->count; index += 1) {
        const size_t size = append(load, index, &all);
        const size_t values = message_values(&load->messages.messages[index]);
        load->originals[index] = (workload_packet){.size = size, .values = values, .index = index};
        load->bytes += size;
        load->values += values;
        load->longest = size > load->longest ? size : load->longest;
    }
    load->stored = all.bytes;
    const uint8_t *at = load->stored;
    for (size_t index = 0; index < load->count; index += 1) {
        load->originals[index].bytes = at;
        at += load->originals[index].size;
    }
    expect_distinct(load);
    load->laid_out = message_memory(load->bytes + MARGIN);
    memset(load->laid_out + load->bytes, 0, MARGIN);
    workload_shuffle(load, &chance);
}

void workload_shuffle(workload *load, uint64_t *chance)
{
    for (size_t left = load->count; left > 1; left -= 1) {
        const size_t chosen = message_below(chance, left);
        const workload_packet last = load->originals[left - 1];
        load->originals[left - 1] = load->originals[chosen];
        load->originals[chosen] = last;
    }
    uint8_t *at = load->laid_out;
    for (size_t index = 0; index < load->count; index += 1) {
        load->packets[index] = load->originals[index];
        load->packets[index].bytes = at;
        memcpy(at, load->originals[index].bytes, load->originals[index].size);
        at += load->originals[index].size;
    }
}

void workload_free(workload *load)
{
    message_free(&load->messages);
    free(load->packets);
    free(load->originals);
    free(load->stored);
    free(load->laid_out);
    *load = (workload){.count = 0};
}
