/* SPDX-License-Identifier: MIT */
/* What no decoder that looks at every byte can beat on this machine: copying the packet, and adding up its words. */
#include "bench/packet.h"
#include "bench/subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct limit_context {
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

static const subject subjects[] = {
    {"memcpy", "copies the packet", &packet_format, begin, copy, free},
    {"read", "adds up the packet's 64-bit words", &packet_format, begin, add_up, free},
};

const subject *subjects_of_limits(size_t *count)
{
    *count = sizeof subjects / sizeof subjects[0];
    return subjects;
}
