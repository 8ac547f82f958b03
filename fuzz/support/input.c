/* SPDX-License-Identifier: MIT */
#include "fuzz/support/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void promise(bool kept, const char *what)
{
    if (!kept) {
        fprintf(stderr, "broken promise: %s\n", what);
        abort();
    }
}

void *fresh(const void *from, size_t size)
{
    void *block = malloc(size > 0 ? size : 1);
    promise(block != NULL, "memory for the harness");
    if (from != NULL && size > 0) {
        memcpy(block, from, size);
    }
    return block;
}

size_t choose(reading *of, size_t below)
{
    /* Knuth's generator, of which the upper bits are the better ones; by halves, so that no product wraps. */
    uint64_t low = (of->choices & 0xffffffffu) * 1664525u + 1013904223u;
    of->choices = low & 0xffffffffu;
    return (size_t)((of->choices >> 8) % below);
}

gdv_status judge(const reading *of, gdv_report *report)
{
    if (report != NULL) {
        memset(report, 0xa5, sizeof *report);
        report->struct_size = sizeof *report;
    }
    return gdv_validate(of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size, NULL, report);
}

size_t component_width(gdv_component component)
{
    static const uint8_t widths[] = {
        [GDV_COMPONENT_INT8] = 1,  [GDV_COMPONENT_INT16] = 2,   [GDV_COMPONENT_INT32] = 4,
        [GDV_COMPONENT_INT64] = 8, [GDV_COMPONENT_FLOAT32] = 4, [GDV_COMPONENT_FLOAT64] = 8};
    return widths[component];
}

bool same_report(const gdv_report *one, const gdv_report *other)
{
    return one->code == other->code && one->misread == other->misread && one->offset == other->offset &&
           one->need == other->need && one->depth == other->depth && one->type == other->type &&
           strcmp(one->type_name, other->type_name) == 0 && strcmp(one->path, other->path) == 0;
}

/* Limits of exactly what the packet uses, so that what is made of it must not use more. */
static void tighten_limits(reading *of)
{
    gdv_stats used;
    uint8_t *scratch = fresh(NULL, of->scratch_size);
    used.struct_size = sizeof used;
    if (gdv_validate(of->bytes, of->size, of->dialect, &of->policy, scratch, of->scratch_size, &used, NULL) == GDV_OK) {
        of->policy.max_depth = used.deepest;
        of->policy.max_values = used.values;
        of->policy.max_elements = used.widest;
        of->policy.max_string = used.longest;
        if (choose(of, 2) == 0) {
            of->policy.max_bytes = of->size;
        }
    }
    free(scratch);
}

/* Now and then a limit that bites, low enough for the small inputs that fuzzing prefers. */
static void choose_limit(reading *of)
{
    uint32_t limit = (uint32_t)choose(of, 24);
    switch (choose(of, 12)) {
    case 0:
        of->policy.max_depth = limit;
        break;
    case 1:
        of->policy.max_values = limit;
        break;
    case 2:
        of->policy.max_elements = limit;
        break;
    case 3:
        of->policy.max_string = limit;
        break;
    case 4:
    case 5:
    case 6:
        tighten_limits(of);
        break;
    default:
        break;
    }
}

/* The tail of an input, as decode.c takes it: its selector, or a mixture of its last bytes. */
static void select_reading(reading *of, const uint8_t *data, size_t size)
{
    uint32_t tail = 0;
    size_t taken = size % 4 == 2 ? 2 : size < 8 ? size : 8;
    for (size_t index = size - taken; index < size; index += 1) {
        tail = (tail * 33u + data[index]) & 0xffffffu;
        of->choices = ((of->choices << 8) + data[index]) & 0xffffffffffu;
    }
    of->dialect = (gdv_dialect)(tail % GDV_DIALECT_COUNT);
    tail /= GDV_DIALECT_COUNT;
    gdv_policy_init(&of->policy, tail % 2 != 0 ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT);
    tail /= 2;
    if (tail % 64 < GDV_PERMIT_BITS) {
        of->policy.permit ^= (uint32_t)1 << (tail % 64);
        /* what one permission lets pass may need another to be interesting */
        of->policy.permit ^= (uint32_t)1 << choose(of, GDV_PERMIT_BITS);
        choose_limit(of);
    }
}

bool every_dialect(void)
{
    static int asked = -1;
    if (asked < 0) {
        asked = getenv("GDV_EVERY_DIALECT") != NULL;
    }
    return asked > 0;
}

/* One way, with scratch memory of its own and the packet watched. */
static void read_once(reading of, const uint8_t *data, void (*check)(reading *of))
{
    of.scratch = fresh(NULL, of.scratch_size);
    check(&of);
    promise(of.size == 0 || memcmp(of.bytes, data, of.size) == 0, "the packet is not written to");
    free(of.scratch);
}

size_t short_form_size(gdv_dialect dialect, uint8_t first)
{
    const gdv_wire_row *row = gdv_dialect_wire(dialect, first % 64);
    const gdv_type type = row != NULL ? row->type : GDV_TYPE_NIL;
    return type == GDV_TYPE_BOOL ? 1 : type == GDV_TYPE_INT ? 1 + ((size_t)1 << first / 64) : 0;
}

size_t shorten(reading *of, uint8_t *bytes, size_t size)
{
    const size_t mode = choose(of, 4);
    bytes[0] = (uint8_t)(bytes[0] % 64 + 64 * mode);
    const size_t wanted = short_form_size(of->dialect, bytes[0]);
    const size_t most = size - 3; /* a byte, and what stands after the header */
    memmove(bytes + 1, bytes + 4, (wanted < most ? wanted : most) - 1);
    return wanted < most ? wanted : most;
}

/* An outermost bool or int in its short form; any other packet as it is. */
static size_t shorten_outermost(reading *of, uint8_t *bytes)
{
    const bool has_one = of->size >= 5 && short_form_size(of->dialect, bytes[0]) != 0;
    return has_one ? shorten(of, bytes, of->size) : of->size;
}

/* Once more, as a compressed packet, in the dialects that have them: the bytes as they are, or an outermost bool or int
 * in its short form. */
static void read_compressed(reading of, const uint8_t *data, void (*check)(reading *of))
{
    if (gdv_dialect_family(of.dialect) != GDV_FAMILY_GODOT4) {
        return;
    }
    uint8_t *cut = fresh(data, of.size);
    of.policy.encoding = GDV_ENCODING_COMPRESSED;
    of.size = choose(&of, 4) == 0 ? of.size : shorten_outermost(&of, cut);
    uint8_t *bytes = fresh(cut, of.size);
    of.bytes = bytes;
    of.scratch_size = gdv_scratch_bound(of.size);
    read_once(of, cut, check);
    free(bytes);
    free(cut);
}

void for_each_reading(const uint8_t *data, size_t size, void (*check)(reading *of))
{
    bool selector = size % 4 == 2;
    size_t packet_size = selector ? size - 2 : size;
    uint8_t *bytes = fresh(data, packet_size);
    reading of;

    memset(&of, 0, sizeof of);
    of.bytes = bytes;
    of.size = packet_size;
    of.scratch_size = gdv_scratch_bound(packet_size);
    select_reading(&of, data, size);
    if (selector || !every_dialect()) {
        read_once(of, data, check);
        read_compressed(of, data, check);
    }
    for (uint32_t way = 0; !selector && every_dialect() && way < 3 * GDV_DIALECT_COUNT; way += 1) {
        of.dialect = (gdv_dialect)(way / 3);
        of.choices += 1;
        gdv_policy_init(&of.policy, way % 3 != 0 ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT);
        if (way % 3 == 2) {
            tighten_limits(&of);
        }
        read_once(of, data, check);
        read_compressed(of, data, check);
    }
    free(bytes);
}
