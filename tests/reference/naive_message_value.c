/* SPDX-License-Identifier: MIT */
/* The naive decoder of messages: the Variants in them, by the naive decoder of Variants, and the short forms of bools and ints
 * (section 5). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/naive_message_reader.h"

static void *grown(void *memory, size_t count, size_t size)
{
    void *larger = realloc(memory, count * size);
    if (larger == NULL) {
        fprintf(stderr, "tests/naive_message: no memory\n");
        abort();
    }
    return larger;
}

naive_message_record *naive_message_note(naive_packet *in)
{
    naive_message *to = in->to;
    to->records = grown(to->records, to->said.records + 1, sizeof *to->records);
    to->said.records += 1;
    naive_message_record *record = &to->records[to->said.records - 1];
    memset(record, 0, sizeof *record);
    return record;
}

static naive_message_value *note_value(naive_packet *in, size_t at)
{
    naive_message *to = in->to;
    to->values = grown(to->values, to->said.values + 1, sizeof *to->values);
    to->said.values += 1;
    naive_message_value *value = &to->values[to->said.values - 1];
    memset(value, 0, sizeof *value);
    value->at = at;
    return value;
}

const naive_value *naive_message_value_of(const naive_message_value *value)
{
    return value->is_short ? &value->own : value->read.root;
}

/* ---- what a refusal of the Variant decoder is to a message ---- */

/* Whether a code says that the value does not decode. */
static bool is_invalid(gdv_status code)
{
    return (code != GDV_OK && code < GDV_E_NONFINITE) || code == GDV_E_OBJECT || code == GDV_E_LIMIT_DEPTH;
}

/* ---- short forms ---- */

static int64_t sign_extended(uint64_t bits, size_t size)
{
    const uint64_t sign = (uint64_t)1 << (8 * size - 1);
    const uint64_t all = (bits & sign) != 0 && size < 8 ? bits | ~(2 * sign - 1) : bits;
    int64_t number = 0;
    memcpy(&number, &all, sizeof number);
    return number;
}

/* Bytes that an engine gives an int. */
static size_t width_of(int64_t number)
{
    return number >= INT8_MIN && number <= INT8_MAX     ? 1
           : number >= INT16_MIN && number <= INT16_MAX ? 2
           : number >= INT32_MIN && number <= INT32_MAX ? 4
                                                        : 8;
}

static void take_bool(naive_packet *in, naive_message_value *value)
{
    const uint8_t byte = in->bytes[value->at];
    if ((byte & 0x40u) != 0 && (in->policy.values.permit & GDV_PERMIT_BOOL) == 0) {
        in->to->inner = GDV_E_BOOL;
        naive_message_refuse(in, GDV_E_MP_ARG_INVALID, value->at);
    }
    value->own.type = GDV_TYPE_BOOL;
    value->own.truth = (byte & 0x80u) != 0;
    value->size = 1;
}

static void take_int(naive_packet *in, naive_message_value *value, size_t end)
{
    const size_t width = (size_t)1 << (in->bytes[value->at] >> 6);
    if (end - value->at - 1 < width) {
        in->to->inner = GDV_E_TRUNCATED;
        in->to->inner_offset = 1;
        naive_message_refuse(in, GDV_E_MP_ARG_INVALID, value->at);
    }
    value->own.type = GDV_TYPE_INT;
    value->own.whole = sign_extended(naive_number(in, value->at + 1, width), width);
    value->size = 1 + width;
    if (width_of(value->own.whole) < width && (in->policy.values.permit & GDV_PERMIT_WIDE) == 0) {
        in->to->inner = GDV_E_WIDTH;
        naive_message_refuse(in, GDV_E_MP_ARG_WIDTH, value->at);
    }
}

/* ---- Variants ---- */

/* Whatever the engine decodes (the preset ENGINE of policy.h), in no limits but that of depth. */
static gdv_policy decoding(const naive_packet *in)
{
    gdv_policy policy = in->policy.values;
    policy.permit = GDV_PERMIT_ALL & ~GDV_PERMIT_OBJECT;
    policy.max_bytes = GDV_MAX_BYTES;
    policy.max_values = UINT32_MAX;
    policy.max_elements = UINT32_MAX;
    policy.max_string = UINT32_MAX;
    return policy;
}

static const gdv_dialect dialects[] = {
#define DIALECT_OF(name, text, dialect) GDV_DIALECT_##dialect,
    GDV_PROTOCOL_LIST(DIALECT_OF)
#undef DIALECT_OF
};

static void take_variant(naive_packet *in, naive_message_value *value, size_t end)
{
    const gdv_dialect dialect = dialects[in->protocol];
    gdv_policy policy = in->policy.values;
    policy.permit |= GDV_PERMIT_TRAILING;
    policy.max_values -= in->nested;
    value->read = naive_read(in->bytes + value->at, end - value->at, dialect, &policy);
    if (value->read.code == GDV_OK) {
        value->size = (size_t)value->read.used;
        value->nested = value->read.values;
        return;
    }
    const naive_verdict first = value->read;
    naive_free(&value->read);
    policy = decoding(in);
    value->read = naive_read(in->bytes + value->at, end - value->at, dialect, &policy);
    in->to->inner = first.code;
    in->to->misread = first.misread;
    in->to->inner_offset = first.offset;
    if (first.code == GDV_E_LIMIT_VALUES) {
        naive_message_refuse(in, GDV_E_LIMIT_VALUES, value->at);
    }
    const bool decodes = !is_invalid(first.code) && !is_invalid(value->read.code);
    naive_message_refuse(in, decodes ? GDV_E_MP_ARG_POLICY : GDV_E_MP_ARG_INVALID, value->at);
}

size_t naive_message_take(naive_packet *in, size_t at, size_t end)
{
    naive_message_value *value = note_value(in, at);
    const uint32_t id = in->bytes[at] & 0x3fu;
    value->is_short = naive_is_four(in) && (id == 1 || id == 2);
    if (value->is_short && in->nested == in->policy.values.max_values) {
        in->to->inner = GDV_E_LIMIT_VALUES;
        naive_message_refuse(in, GDV_E_LIMIT_VALUES, at);
    }
    value->nested = 1;
    if (!value->is_short) {
        take_variant(in, value, end);
    } else if (id == 1) {
        take_bool(in, value);
    } else {
        take_int(in, value, end);
    }
    in->nested += value->nested;
    return at + value->size;
}
