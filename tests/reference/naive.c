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

/* ---- the packet ---- */

static void read_packet(naive_reader *in)
{
    const naive_allowed any = {true, {GDV_TYPE_COUNT, GDV_TYPE_COUNT}, false};
    if (in->size == 0) {
        naive_end(in, GDV_E_EMPTY, 0, 4);
    }
    if (in->size > in->policy.max_bytes || in->size > GDV_MAX_BYTES) {
        naive_refuse(in, GDV_E_LIMIT_BYTES, 0);
    }
    naive_demand(in, 4, 0, GDV_E_TRUNCATED, 0);
    naive_value *root = naive_take(in, 1, sizeof *root);
    naive_value_read(in, 0, 0, any, false, root);
    if (in->pos < in->size) {
        naive_forbid(in, GDV_PERMIT_TRAILING, GDV_E_TRAILING, in->pos);
    }
    in->verdict.used = in->pos;
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
