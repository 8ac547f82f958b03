/* SPDX-License-Identifier: MIT */
#include "tape.h"

#include "../io/say.h"
#include "dump.h"

const tape_node *tape_at(const tape *all, uint32_t index)
{
    return (const tape_node *)all->nodes.bytes + index;
}

void tape_policy(gdv_policy *policy)
{
    gdv_policy_init(policy, GDV_POLICY_ENGINE);
    policy->permit = GDV_PERMIT_ALL & ~GDV_PERMIT_ENGINE_SPAN;
}

static uint8_t kind_of(const gdv_event *event)
{
    if (event->kind == GDV_EVENT_NAME) {
        return TAPE_NAME;
    }
    if (event->kind == GDV_EVENT_VALUE) {
        return TAPE_LEAF;
    }
    switch (gdv_type_of(event->value)) {
    case GDV_TYPE_DICTIONARY:
        return TAPE_PAIRS;
    case GDV_TYPE_OBJECT:
        return TAPE_OBJECT;
    default:
        return TAPE_ARRAY;
    }
}

static bool is_text(gdv_value value)
{
    gdv_type type = gdv_type_of(value);
    return type == GDV_TYPE_STRING || type == GDV_TYPE_STRING_NAME;
}

/* Bytes of nodes for a packet of that size: each value and name takes four bytes at least. */
static size_t room_for(size_t size)
{
    return (size / 4 + 1) * sizeof(tape_node);
}

bool tape_make(tape *all, const uint8_t *bytes, size_t size, gdv_dialect dialect, const char *name)
{
    static gdv_reader reader;
    static uint32_t open[DUMP_OPEN];
    gdv_policy policy;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    uint32_t end = 0;

    all->bytes = bytes;
    all->count = 0;
    if (!scratch_reserve(&all->nodes, room_for(size), name)) {
        return false;
    }
    tape_node *nodes = all->nodes.bytes;
    tape_policy(&policy);
    gdv_status status = gdv_reader_init(&reader, bytes, size, dialect, &policy, NULL, 0);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE) {
        status = gdv_reader_next(&reader, &event);
        if (status != GDV_OK || event.kind == GDV_EVENT_DONE) {
            continue;
        }
        if (event.kind == GDV_EVENT_END) {
            nodes[open[event.depth]].next = (uint32_t)all->count;
            nodes[open[event.depth]].end = end;
            continue;
        }
        uint32_t index = (uint32_t)all->count;
        end = event.offset + event.size;
        nodes[index] = (tape_node){event.offset, event.size, end, index + 1, kind_of(&event), is_text(event.value)};
        if (event.kind == GDV_EVENT_BEGIN) {
            open[event.depth] = index;
        }
        all->count += 1;
    }
    if (status != GDV_OK) {
        complain("%s: %s: reading its canonical packet failed: please report this", name, gdv_status_name(status));
    }
    return status == GDV_OK;
}
