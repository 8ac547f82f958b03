/* SPDX-License-Identifier: MIT */
/* The naive decoder: the packet, the header of a value (section 3), and the bounds. */
#include "tests/reference/naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/naive_reader.h"

/* ---- memory ---- */

typedef struct naive_block {
    struct naive_block *next;
    void *memory; /* a block of its own, so that AddressSanitizer knows its end */
} naive_block;

void *naive_take(naive_reader *in, size_t count, size_t size)
{
    naive_block *block = malloc(sizeof *block);
    void *memory = calloc(count > 0 ? count : 1, size);
    if (block == NULL || memory == NULL) {
        fprintf(stderr, "tests/naive: no memory\n");
        abort();
    }
    block->memory = memory;
    block->next = in->verdict.blocks;
    in->verdict.blocks = block;
    return memory;
}

void naive_free(naive_verdict *verdict)
{
    while (verdict->blocks != NULL) {
        naive_block *block = verdict->blocks;
        verdict->blocks = block->next;
        free(block->memory);
        free(block);
    }
    verdict->root = NULL;
}

/* ---- refusal ---- */

_Noreturn void naive_end(naive_reader *in, gdv_status code, size_t offset, uint64_t need)
{
    in->verdict.code = code;
    in->verdict.offset = offset;
    in->verdict.need = need;
    longjmp(in->refused, 1);
}

_Noreturn void naive_refuse(naive_reader *in, gdv_status code, size_t offset)
{
    naive_end(in, code, offset, 0);
}

void naive_forbid(naive_reader *in, uint32_t permission, gdv_status code, size_t offset)
{
    if (!naive_permits(in, permission)) {
        naive_refuse(in, code, offset);
    }
}

void naive_misreads(naive_reader *in, gdv_misread kind, size_t offset)
{
    if (!naive_permits(in, GDV_PERMIT_MISREAD)) {
        in->verdict.misread = kind;
        naive_refuse(in, GDV_E_ENGINE_MISREADS, offset);
    }
}

/* ---- bounds ---- */

uint64_t naive_room(const naive_reader *in, uint64_t owed)
{
    return in->size - in->pos - owed;
}

void naive_demand(naive_reader *in, uint64_t size, uint64_t owed, gdv_status code, size_t offset)
{
    uint64_t room = naive_room(in, owed);
    if (size > room) {
        naive_end(in, code, offset, size - room);
    }
}

uint32_t naive_word_at(const naive_reader *in, size_t at)
{
    const uint8_t *bytes = naive_look(in, at, 4);
    uint32_t word = 0;
    for (size_t byte = 0; byte < 4; byte += 1) {
        word |= (uint32_t)bytes[byte] << (8 * byte);
    }
    return word;
}

uint32_t naive_u32(naive_reader *in, uint64_t owed)
{
    naive_demand(in, 4, owed, GDV_E_TRUNCATED, in->pos);
    in->pos += 4;
    return naive_word_at(in, in->pos - 4);
}

uint64_t naive_u64(naive_reader *in, uint64_t owed)
{
    naive_demand(in, 8, owed, GDV_E_TRUNCATED, in->pos);
    in->pos += 8;
    return (uint64_t)naive_word_at(in, in->pos - 8) + ((uint64_t)naive_word_at(in, in->pos - 4) << 32);
}

void naive_promise(naive_reader *in, uint64_t count, uint64_t each, uint64_t owed)
{
    naive_demand(in, count * each, owed, GDV_E_COUNT, in->pos - 4);
    if (count > in->policy.max_elements) {
        naive_refuse(in, GDV_E_LIMIT_ELEMENTS, in->pos - 4);
    }
}

/* ---- values ---- */

/* Header bits that a later dialect gives a meaning to and this one ignores: container kinds (EB-28). */
static uint32_t future_flags(const naive_reader *in, const type_row *row)
{
    uint32_t later = row->type == GDV_TYPE_ARRAY ? 0x30000u : row->type == GDV_TYPE_DICTIONARY ? 0xf0000u : 0;
    return in->dialect == GDV_DIALECT_GODOT2 ? 0 : later & ~(row->legal << 16);
}

/* Section 5. `flags` are those that mean something. */
static void read_payload(naive_reader *in, uint32_t flags, uint32_t depth, uint64_t owed, naive_value *value)
{
    bool flag = (flags & 0x10000u) != 0;
    switch (value->type) {
    case GDV_TYPE_NIL:
        break;
    case GDV_TYPE_BOOL: {
        uint32_t word = naive_u32(in, owed);
        if (word > 1) {
            naive_forbid(in, GDV_PERMIT_BOOL, GDV_E_BOOL, in->pos - 4);
        }
        value->truth = word != 0;
        break;
    }
    case GDV_TYPE_INT:
        naive_int(in, flag, owed, value);
        break;
    case GDV_TYPE_FLOAT:
        naive_float(in, flag, owed, value);
        break;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        naive_string_value(in, owed, value);
        break;
    case GDV_TYPE_NODE_PATH:
        naive_node_path(in, owed, value);
        break;
    case GDV_TYPE_RID:
        naive_forbid(in, GDV_PERMIT_RID, GDV_E_RID, value->offset);
        value->id = naive_is_godot4(in) ? naive_u64(in, owed) : 0;
        break;
    case GDV_TYPE_CALLABLE:
        naive_forbid(in, GDV_PERMIT_CALLABLE, GDV_E_CALLABLE, value->offset);
        break;
    case GDV_TYPE_SIGNAL:
        naive_forbid(in, GDV_PERMIT_SIGNAL, GDV_E_SIGNAL, value->offset);
        naive_string_value(in, owed, value);
        value->id = naive_u64(in, owed);
        break;
    case GDV_TYPE_OBJECT:
        naive_object(in, flag, depth, owed, value);
        break;
    case GDV_TYPE_DICTIONARY:
        naive_dictionary(in, flags, depth, owed, value);
        break;
    case GDV_TYPE_ARRAY:
        naive_array(in, flags, depth, owed, value);
        break;
    case GDV_TYPE_TYPED_ARRAY:
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        naive_typed_array(in, flag, depth, owed, value);
        break;
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        naive_byte_array(in, owed, value);
        break;
    case GDV_TYPE_PACKED_STRING_ARRAY:
        naive_string_array(in, owed, value);
        break;
    case GDV_TYPE_IMAGE:
        naive_image(in, owed, value);
        break;
    case GDV_TYPE_INPUT_EVENT:
        naive_input_event(in, owed, value);
        break;
    case GDV_TYPE_PACKED_INT32_ARRAY:
    case GDV_TYPE_PACKED_INT64_ARRAY:
    case GDV_TYPE_PACKED_FLOAT32_ARRAY:
    case GDV_TYPE_PACKED_FLOAT64_ARRAY:
    case GDV_TYPE_PACKED_VECTOR2_ARRAY:
    case GDV_TYPE_PACKED_VECTOR3_ARRAY:
    case GDV_TYPE_PACKED_COLOR_ARRAY:
    case GDV_TYPE_PACKED_VECTOR4_ARRAY:
    case GDV_TYPE_PACKED_VECTOR2I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR3I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR4I_ARRAY:
        naive_packed(in, flag, owed, value);
        break;
    default:
        naive_math(in, flag, owed, value);
        break;
    }
}

void naive_value_read(naive_reader *in, uint32_t depth, uint64_t owed, naive_allowed allowed, bool packed,
                      naive_value *value)
{
    value->offset = in->pos;
    value->key = allowed.key;
    if (in->values == in->policy.max_values) {
        naive_refuse(in, GDV_E_LIMIT_VALUES, value->offset);
    }
    uint32_t header = naive_word_at(in, value->offset);
    uint32_t id = in->dialect == GDV_DIALECT_GODOT2 ? header : header & 0xffu;
    if (id >= in->row->count) {
        naive_refuse(in, GDV_E_BAD_TYPE, value->offset);
    }
    in->values += 1;
    in->pos += 4;
    const type_row *row = &in->row->types[id];
    uint32_t future = future_flags(in, row);
    uint32_t legal = row->legal << 16;
    value->type = row->type;
    if ((header & future) != 0) {
        naive_misreads(in, GDV_MISREAD_CONTAINER_FLAGS, value->offset);
    }
    if ((header & ~(0xffu | legal | future)) != 0) {
        naive_forbid(in, GDV_PERMIT_FLAGS, GDV_E_FLAGS, value->offset);
    }
    if (!allowed.any && row->type != allowed.types[0] && row->type != allowed.types[1]) {
        naive_misreads(in, GDV_MISREAD_ELEMENT_TYPE, value->offset);
    }
    read_payload(in, header & legal, depth, owed, value);
    value->end = in->pos;
    if (packed && value->part == GDV_COMPONENT_FLOAT64 && value->type == GDV_TYPE_FLOAT &&
        !naive_bears_narrowing(value->numbers[0])) {
        naive_misreads(in, GDV_MISREAD_PACKED_REAL, value->offset);
    }
    if (allowed.key && value->type == GDV_TYPE_STRING_NAME && naive_keeps_strings(in)) {
        naive_misreads(in, GDV_MISREAD_STRING_KEY, value->offset);
    }
}

/* ---- short forms: an outermost bool or int of a compressed packet (multiplayer format, section 5) ---- */

/* The mode is above the type: the width of an int as a power of two, of a bool its value and a bit that is nothing. */
typedef struct naive_short {
    gdv_type type; /* GDV_TYPE_COUNT for a value that has no short form */
    uint32_t mode;
} naive_short;

static naive_short short_form_at(const naive_reader *in, size_t at)
{
    naive_short form = {GDV_TYPE_COUNT, 0};
    uint32_t first = naive_look(in, at, 1)[0];
    uint32_t id = first % 64;
    if (id < in->row->count && (in->row->types[id].type == GDV_TYPE_BOOL || in->row->types[id].type == GDV_TYPE_INT)) {
        form.type = in->row->types[id].type;
        form.mode = first / 64;
    }
    return form;
}

/* Whether half of the bytes, and so all that are fewer, could not hold it. */
static bool is_needed(int64_t number, size_t width)
{
    int64_t limit = width == 1 ? 0 : (int64_t)1 << (4 * width - 1);
    return width == 1 || number < -limit || number >= limit;
}

static void read_short_int(naive_reader *in, uint32_t mode, naive_value *value)
{
    static const gdv_component parts[] = {GDV_COMPONENT_INT8, GDV_COMPONENT_INT16, GDV_COMPONENT_INT32,
                                          GDV_COMPONENT_INT64};
    size_t width = (size_t)1 << mode;
    naive_demand(in, width, 0, GDV_E_TRUNCATED, in->pos);
    const uint8_t *bytes = naive_look(in, in->pos, width);
    uint64_t bits = 0;
    for (size_t byte = 0; byte < sizeof bits; byte += 1) {
        const uint8_t sign = bytes[width - 1] >= 0x80 ? 0xff : 0;
        bits |= (uint64_t)(byte < width ? bytes[byte] : sign) << (8 * byte);
    }
    in->pos += width;
    memcpy(&value->whole, &bits, sizeof value->whole);
    value->part = parts[mode];
    value->components = 1;
    value->rows = 1;
    value->numbers = naive_take(in, 1, sizeof *value->numbers);
    value->numbers[0] = mode == 2 ? bits & 0xffffffffu : bits;
    if (!is_needed(value->whole, width)) {
        naive_forbid(in, GDV_PERMIT_WIDE, GDV_E_WIDTH, value->offset);
    }
}

static void read_short(naive_reader *in, naive_short form, naive_value *value)
{
    if (in->values == in->policy.max_values) {
        naive_refuse(in, GDV_E_LIMIT_VALUES, in->pos);
    }
    in->values += 1;
    value->type = form.type;
    value->offset = in->pos;
    in->pos += 1;
    if (form.type == GDV_TYPE_INT) {
        read_short_int(in, form.mode, value);
    } else {
        value->truth = form.mode >= 2;
        if (form.mode % 2 != 0) {
            naive_forbid(in, GDV_PERMIT_BOOL, GDV_E_BOOL, value->offset);
        }
    }
    value->end = in->pos;
}

/* ---- the packet ---- */

static void read_packet(naive_reader *in)
{
    const naive_allowed any = {true, {GDV_TYPE_COUNT, GDV_TYPE_COUNT}, false};
    bool compressed = in->policy.encoding == GDV_ENCODING_COMPRESSED;
    if (in->size == 0) {
        naive_end(in, GDV_E_EMPTY, 0, compressed ? 1 : 4);
    }
    if (in->size > in->policy.max_bytes || in->size > GDV_MAX_BYTES) {
        naive_refuse(in, GDV_E_LIMIT_BYTES, 0);
    }
    naive_value *root = naive_take(in, 1, sizeof *root);
    naive_short form = {GDV_TYPE_COUNT, 0};
    if (compressed) {
        form = short_form_at(in, 0);
    }
    if (form.type != GDV_TYPE_COUNT) {
        read_short(in, form, root);
    } else {
        naive_demand(in, 4, 0, GDV_E_TRUNCATED, 0);
        naive_value_read(in, 0, 0, any, false, root);
    }
    if (in->pos < in->size) {
        naive_forbid(in, GDV_PERMIT_TRAILING, GDV_E_TRAILING, in->pos);
    }
    in->verdict.used = in->pos;
    in->verdict.values = in->values;
    in->verdict.root = root;
}

naive_verdict naive_read(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    naive_reader in;
    memset(&in, 0, sizeof in);
    in.bytes = bytes;
    in.looked = &in.verdict.looked;
    in.size = size;
    in.dialect = dialect;
    in.row = &dialect_rows[dialect];
    in.policy = *policy;
    in.max_depth = policy->max_depth < GDV_MAX_DEPTH ? policy->max_depth : GDV_MAX_DEPTH;
    if (setjmp(in.refused) == 0) {
        read_packet(&in);
    }
    return in.verdict;
}
