/* SPDX-License-Identifier: MIT */
/* What no decoder that looks at every byte can beat on this machine: copying the packet, and adding up its words. And what
 * a writer spends on its caller's data before it writes a byte: the walk through the message. */
#include "bench/packet.h"
#include "bench/subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct limit_context {
    const workload *load;
    uint64_t sum;
    uint8_t out[];
} limit_context;

/* Nothing is wrong with bytes. */
static void *begin(const workload *load)
{
    if (load->form != WORKLOAD_VALID) {
        return NULL;
    }
    limit_context *context = malloc(sizeof *context + load->longest);
    if (context == NULL) {
        fputs("bench: no memory\n", stderr);
        abort();
    }
    context->load = load;
    context->sum = 0;
    memset(context->out, 0, load->longest);
    return context;
}

/* The compiler must take the copy for read by somebody. */
static size_t copy(void *context, const workload_packet *packet)
{
    limit_context *with = context;
    memcpy(with->out, packet->bytes, packet->size);
    __asm__ volatile("" : : "r"(with->out) : "memory");
    return packet->values;
}

static size_t add_up(void *context, const workload_packet *packet)
{
    limit_context *with = context;
    uint64_t sum = 0;
    size_t at = 0;
    for (; packet->size - at >= sizeof sum; at += sizeof sum) {
        uint64_t word = 0;
        memcpy(&word, packet->bytes + at, sizeof word);
        sum += word;
    }
    for (; at < packet->size; at += 1) {
        sum += packet->bytes[at];
    }
    with->sum += sum;
    __asm__ volatile("" : : "r"(with) : "memory");
    return packet->values;
}

/* Looks at each value as packet_write does, and at the first byte of what it points to. */
static uint64_t walk(const message *tree)
{
    uint64_t sum = tree->count;
    size_t items = 0;
    switch (tree->kind) {
    case MESSAGE_BOOL:
        sum = tree->boolean;
        break;
    case MESSAGE_INT:
    case MESSAGE_FLOAT: /* its bits */
        sum = (uint64_t)tree->integer;
        break;
    case MESSAGE_TEXT:
    case MESSAGE_BYTES:
    case MESSAGE_VECTOR:
    case MESSAGE_FLOATS:
        sum = tree->count > 0 ? *tree->bytes : 0;
        break;
    case MESSAGE_ARRAY:
        items = tree->count;
        break;
    case MESSAGE_DICTIONARY:
        items = 2 * tree->count;
        break;
    case MESSAGE_NIL:
    case MESSAGE_KINDS:
        break;
    }
    for (size_t index = 0; index < items; index += 1) {
        sum ^= walk(&tree->items[index]);
    }
    return sum;
}

static size_t walk_tree(void *context, const workload_packet *packet)
{
    limit_context *with = context;
    with->sum ^= walk(&with->load->messages.messages[packet->index]);
    __asm__ volatile("" : : "r"(with) : "memory");
    return packet->values;
}

static const subject subjects[] = {
    {"memcpy", "copies the packet", &packet_format, begin, copy, free},
    {"read", "adds up the packet's 64-bit words", &packet_format, begin, add_up, free},
    {"tree", "walks through the message that writer writes", &packet_format, begin, walk_tree, free},
};

const subject *subjects_of_limits(size_t *count)
{
    *count = sizeof subjects / sizeof subjects[0];
    return subjects;
}
