/* SPDX-License-Identifier: MIT */
/* The naive decoder of messages: calls and sets (sections 2.1 and 4.1). */
#include <string.h>

#include "tests/reference/naive_message_reader.h"

/* The path whose offset a node's field has: it is the packet's end, and begins at `least` or after it. Returns where values
 * end. */
static size_t path_of(naive_packet *in, size_t node_at, size_t least)
{
    const size_t offset = naive_id_at(in, node_at) - NAIVE_BIT_31;
    naive_must(in, offset >= least - in->start && offset < in->end - in->start, GDV_E_MP_PATH_OFFSET, node_at);
    in->to->said.path = naive_path(in, in->start + offset);
    return in->start + offset;
}

static void count_arguments(naive_packet *in, size_t at)
{
    naive_must(in, in->bytes[at] <= in->policy.max_arguments, GDV_E_MP_LIMIT_ARGUMENTS, at);
}

static void values_end_at(naive_packet *in, size_t at, size_t end)
{
    naive_must(in, at == end, GDV_E_MP_TRAILING, at);
}

void naive_call_of_three(naive_packet *in, bool is_set)
{
    const size_t node_at = in->start + 1;
    size_t at = node_at + 4;
    naive_must(in, at <= in->end, GDV_E_MP_SHORT, node_at);
    const bool has_path = naive_id_at(in, node_at) >= NAIVE_BIT_31;
    const size_t end = has_path ? path_of(in, node_at, at + 1) : in->end;
    in->to->said.node = has_path ? 0 : naive_node_id(in, node_at);
    const uint8_t *nul = at < in->end ? memchr(in->bytes + at, 0, in->end - at) : NULL;
    naive_must(in, nul != NULL, GDV_E_MP_NAME_NUL, in->end);
    const size_t after = (size_t)(nul - in->bytes) + 1;
    naive_must(in, !has_path || after <= end, GDV_E_MP_PATH_OFFSET, node_at);
    in->to->said.name = naive_name(in, at, !is_set);
    at = after;
    naive_must(in, !has_path || at < end, GDV_E_MP_PATH_OFFSET, node_at);
    naive_must(in, at < end, GDV_E_MP_SHORT, at);
    uint32_t count = 1;
    if (!is_set) {
        count_arguments(in, at);
        count = in->bytes[at];
        at += 1;
    }
    for (uint32_t index = 0; index < count; index += 1) {
        naive_must(in, !has_path || at < end, GDV_E_MP_PATH_OFFSET, node_at);
        in->to->argument = (int32_t)index;
        naive_must(in, at < end, GDV_E_MP_ARG_MISSING, at);
        at = naive_message_take(in, at, end);
        in->to->argument = -1;
    }
    values_end_at(in, at, end);
}

void naive_call_of_four(naive_packet *in)
{
    static const size_t widths[] = {1, 2, 4};
    gdv_message *said = &in->to->said;
    const uint8_t command = in->bytes[in->start];
    const unsigned size = command >> 4 & 3u;
    const size_t node_at = in->start + 1;
    naive_must(in, size < 3, GDV_E_MP_NODE_ID_SIZE, in->start);
    const size_t method_at = node_at + widths[size];
    const size_t method_size = (command & 0x40u) != 0 ? 2 : 1;
    size_t at = method_at + method_size;
    naive_must(in, method_at <= in->end, GDV_E_MP_SHORT, node_at);
    const uint32_t node = (uint32_t)naive_number(in, node_at, widths[size]);
    naive_must(in, node > 0, GDV_E_MP_NODE_ID, node_at);
    naive_must(in, at <= in->end, GDV_E_MP_SHORT, method_at);
    said->lints |= size == 1 && node < 256 ? GDV_LINT_NODE_ID_WIDTH : 0;
    said->node = node < NAIVE_BIT_31 ? node : 0;
    const size_t end = node < NAIVE_BIT_31 ? in->end : path_of(in, node_at, at);
    const uint32_t method = (uint32_t)naive_number(in, method_at, method_size);
    said->method = method & 0x7fffu;
    said->node_level = method > said->method;
    said->lints |= method_size == 2 && method < 256 ? GDV_LINT_METHOD_ID_WIDTH : 0;
    if ((command & 0x80u) != 0) {
        said->bytes_only = 1;
        if (at < end) {
            said->data = (gdv_text){(const char *)in->bytes + at, end - at};
        }
        return;
    }
    naive_must(in, end == in->end || at < end, GDV_E_MP_PATH_OFFSET, node_at);
    naive_must(in, at < end, GDV_E_MP_SHORT, at);
    count_arguments(in, at);
    const uint32_t count = in->bytes[at];
    said->lints |= count == 0 ? GDV_LINT_ARGC_ZERO : 0;
    at += 1;
    for (uint32_t index = 0; index < count; index += 1) {
        in->to->argument = (int32_t)index;
        naive_must(in, at < end, GDV_E_MP_ARG_MISSING, at);
        at = naive_message_take(in, at, end);
        in->to->argument = -1;
    }
    values_end_at(in, at, end);
}
