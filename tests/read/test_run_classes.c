/* SPDX-License-Identifier: MIT */
/* Claims about what the loop of a verdict (lib/read/run.c) does with a value of each class but the step's, which
 * tests/wire/test_classes.c holds against the wire reference: it reads the value to its end and no byte further; it
 * takes no float, bool, width, text or padding that the step would refuse; and it stops before all that has no class.
 * Values and sizes are those of tests/support/type_ids.c. */
#include <criterion/criterion.h>

#include "lib/read/run.h"
#include "tests/support/support.h"
#include "tests/support/type_ids.h"

static gdv_class class_of(gdv_dialect dialect, uint32_t id, bool wide)
{
    const gdv_classes *classes = gdv_wire_tables[dialect].classes;
    return (gdv_class)(wide ? classes->wide[id] : classes->narrow[id]);
}

static bool is_packed(gdv_type type)
{
    return type >= GDV_TYPE_PACKED_BYTE_ARRAY && type <= GDV_TYPE_PACKED_VECTOR4I_ARRAY;
}

/* Types whose payload is numbers, of which none is a float (sections 5.1 and 5.6). */
static bool is_of_ints(gdv_type type)
{
    switch (type) {
    case GDV_TYPE_INT:
    case GDV_TYPE_VECTOR2I:
    case GDV_TYPE_RECT2I:
    case GDV_TYPE_VECTOR3I:
    case GDV_TYPE_VECTOR4I:
    case GDV_TYPE_PACKED_INT32_ARRAY:
    case GDV_TYPE_PACKED_INT64_ARRAY:
    case GDV_TYPE_PACKED_VECTOR2I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR3I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR4I_ARRAY:
        return true;
    default:
        return false;
    }
}

/* Reads a packet by the loop alone. *stopped: where it stands then. */
static bool loop_reads(const uint8_t *bytes, size_t size, gdv_dialect dialect, uint32_t *stopped)
{
    gdv_stack stack;
    uint8_t entries[64];
    packet copy = packet_from_bytes(bytes, size);
    gdv_run run = {.in = {copy.bytes, (uint32_t)size, 0, 4},
                   .table = &gdv_wire_tables[dialect],
                   .max_depth = 4,
                   .max_values = 100,
                   .max_elements = 100,
                   .max_string = 100,
                   .pair = 2,
                   .promised = 1,
                   .entries = entries + sizeof entries,
                   .room = sizeof entries / 8};
    const bool whole = gdv_run_whole(&run, &stack);
    *stopped = run.in.pos;
    packet_free(&copy);
    return whole;
}

/* Where the value of such an array begins. */
enum { VALUE_AT = 8 };

/* [value, nil]: under the header alone that of type_ids.c, else numbers of 64 bits that no narrow form holds. */
static builder array_of(gdv_dialect dialect, const type_row *row, bool wide)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(dialect, GDV_TYPE_ARRAY));
    put_u32(&made, 2);
    if (wide) {
        put_u32(&made, row->id + GDV_FLAG_64);
        if (is_packed(row->type)) {
            put_u32(&made, 1);
        }
        for (uint32_t done = 0; done < row->wide; done += 8) {
            put_u32(&made, 0x9999999a);
            put_u32(&made, 0x3fb99999);
        }
    } else {
        packet value = packet_from_hex(row->packet);
        put_bytes(&made, value.bytes, value.size);
        packet_free(&value);
    }
    put_u32(&made, 0);
    return made;
}

typedef void check_of(gdv_dialect dialect, const type_row *row, bool wide, builder *made);

/* Calls it with an array of each plain value of the dialect, narrow and wide. */
static void with_each_plain_value(gdv_dialect dialect, check_of *check)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < 2 * row->count; id += 1) {
        const type_row *type = &row->types[id / 2];
        const bool wide = id % 2 == 1;
        if (class_of(dialect, type->id, wide) != GDV_CLASS_STEP) {
            builder made = array_of(dialect, type, wide);
            check(dialect, type, wide, &made);
            builder_free(&made);
        }
    }
}

/* The dictionary of type_ids.c has a String for a key: where those have no class, the loop stops there. */
static void is_read_whole(gdv_dialect dialect, const type_row *row, bool wide, builder *made)
{
    const bool has_key = row->type == GDV_TYPE_DICTIONARY;
    const bool by_key = has_key && class_of(dialect, id_of(dialect, GDV_TYPE_STRING), false) == GDV_CLASS_STEP;
    const char *width = wide ? "wide" : "narrow";
    uint32_t stopped = 0;
    const bool whole = loop_reads(made->bytes, made->size, dialect, &stopped);
    cr_assert_eq(verdict_of(made->bytes, made->size, dialect, NULL).code, GDV_OK, "%s: %s %s",
                 gdv_dialect_name(dialect), width, row->name);
    cr_assert(whole || by_key, "%s: %s %s: stopped at %u", gdv_dialect_name(dialect), width, row->name, stopped);
    cr_assert(whole || stopped == VALUE_AT + 8, "%s: stopped at %u", gdv_dialect_name(dialect), stopped);
}

static void is_refused_cut(gdv_dialect dialect, const type_row *row, bool wide, builder *made)
{
    for (size_t size = 4; size < made->size; size += 1) {
        uint32_t stopped = 0;
        cr_assert_not(loop_reads(made->bytes, size, dialect, &stopped), "%s: %s %s: %zu of %zu bytes",
                      gdv_dialect_name(dialect), wide ? "wide" : "narrow", row->name, size, made->size);
    }
}

static void reads_plain_values_whole(gdv_dialect dialect)
{
    with_each_plain_value(dialect, is_read_whole);
}

static void passes_no_plain_value_that_is_cut(gdv_dialect dialect)
{
    with_each_plain_value(dialect, is_refused_cut);
}

TEST_EACH_DIALECT(each_plain_value_is_read_by_the_loop, reads_plain_values_whole)
TEST_EACH_DIALECT(no_plain_value_passes_the_loop_cut, passes_no_plain_value_that_is_cut)

static void set_word(builder *made, size_t at, uint32_t word)
{
    for (size_t index = 0; index < 4; index += 1) {
        made->bytes[at + index] = (uint8_t)(word >> (8 * index) & 0xff);
    }
}

/* With one component changed: the bits of a float or, of eight bytes, of a double. */
static bool passes_with(gdv_dialect dialect, const builder *made, size_t at, uint32_t high, const uint32_t *low)
{
    builder changed = {NULL, 0, 0};
    uint32_t stopped = 0;
    put_bytes(&changed, made->bytes, made->size);
    if (low != NULL) {
        set_word(&changed, at, *low);
    }
    set_word(&changed, at + (low != NULL ? 4 : 0), high);
    const bool whole = loop_reads(changed.bytes, changed.size, dialect, &stopped);
    cr_assert(whole || stopped == VALUE_AT, "%s: stopped at %u", gdv_dialect_name(dialect), stopped);
    builder_free(&changed);
    return whole;
}

/* Each component in turn becomes a NaN, whose bits are as good as any where they are an int's; and the largest finite
 * number, of which a half may look like a NaN of four bytes. */
static void is_plain_only_without_nan(gdv_dialect dialect, const type_row *row, bool wide, builder *made)
{
    const bool of_eight =
        wide || row->type == GDV_TYPE_PACKED_INT64_ARRAY || row->type == GDV_TYPE_PACKED_FLOAT64_ARRAY;
    const char *width = wide ? "wide" : "narrow";
    const size_t size = row->type == GDV_TYPE_BOOL ? 0 : wide ? row->wide : row->size;
    const size_t first = VALUE_AT + (is_packed(row->type) ? 8 : 4);
    const uint32_t one = 1;
    const uint32_t like_nan = 0x7f800001;
    for (size_t done = 0; done < size; done += of_eight ? 8 : 4) {
        const bool nan =
            passes_with(dialect, made, first + done, of_eight ? 0x7ff00000 : like_nan, of_eight ? &one : NULL);
        const bool largest =
            passes_with(dialect, made, first + done, of_eight ? 0x7fefffff : 0x7f7fffff, of_eight ? &like_nan : NULL);
        cr_assert_eq(nan, is_of_ints(row->type), "%s: %s %s: NaN at %zu", gdv_dialect_name(dialect), width, row->name,
                     done);
        cr_assert(largest, "%s: %s %s: largest at %zu", gdv_dialect_name(dialect), width, row->name, done);
    }
}

static void takes_nan_for_an_int_alone(gdv_dialect dialect)
{
    with_each_plain_value(dialect, is_plain_only_without_nan);
}

TEST_EACH_DIALECT(components_that_are_no_finite_float_pass_the_loop_as_ints_alone, takes_nan_for_an_int_alone)

/* Values of a class that are for the step all the same: a bool that is none, numbers in eight bytes that four would
 * hold (section 6.1), padding and text that are not plain. */
static void leaves_what_may_be_refused(gdv_dialect dialect)
{
    static const struct {
        gdv_type type;
        uint32_t flags;
        const char *payload;
    } rows[] = {
        {GDV_TYPE_BOOL, 0, "02000000"},
        {GDV_TYPE_BOOL, 0, "00000001"},
        {GDV_TYPE_INT, GDV_FLAG_64, "ffffff7f 00000000"},
        {GDV_TYPE_INT, GDV_FLAG_64, "00000080 ffffffff"},
        {GDV_TYPE_FLOAT, GDV_FLAG_64, "00000000 0000e03f"},
        {GDV_TYPE_STRING, 0, "01000000 61000001"},
        {GDV_TYPE_STRING, 0, "01000000 80000000"},
        {GDV_TYPE_STRING, 0, "02000000 61000000"},
        {GDV_TYPE_STRING, 0, "05000000 6161616161010000"},
        {GDV_TYPE_PACKED_BYTE_ARRAY, 0, "01000000 61000001"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        builder made = {NULL, 0, 0};
        packet payload = packet_from_hex(rows[index].payload);
        uint32_t stopped = 0;
        put_u32(&made, id_of(dialect, GDV_TYPE_ARRAY));
        put_u32(&made, 2);
        put_u32(&made, id_of(dialect, rows[index].type) + rows[index].flags);
        put_bytes(&made, payload.bytes, payload.size);
        put_u32(&made, 0);
        cr_assert_not(loop_reads(made.bytes, made.size, dialect, &stopped), "%s: row %zu", gdv_dialect_name(dialect),
                      index);
        cr_assert_eq(stopped, VALUE_AT, "%s: row %zu: stopped at %u", gdv_dialect_name(dialect), index, stopped);
        packet_free(&payload);
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(what_may_be_refused_stops_the_loop_before_it, leaves_what_may_be_refused)

/* Every other header, with zeros for whatever may follow: no id is taken for another, and none is read in spite of a
 * flag. */
static void stops_at_all_other_headers(gdv_dialect dialect)
{
    static const uint32_t flags[] = {0,       0x100,   0x8000,     0x10000,    0x10100,    0x20000,
                                     0x30000, 0x40000, 0x00f00000, 0x01000000, 0x7fff0000, 0x80000000};
    const dialect_row *row = &dialect_rows[dialect];
    for (size_t which = 0; which < sizeof flags / sizeof flags[0]; which += 1) {
        for (uint32_t id = 0; id < 0x100; id += 1) {
            const bool known = id < row->count;
            const bool plain = known && flags[which] == 0 && class_of(dialect, id, false) != GDV_CLASS_STEP;
            const bool wide = known && flags[which] == GDV_FLAG_64 && class_of(dialect, id, true) != GDV_CLASS_STEP;
            if (!plain && !wide) {
                builder made = {NULL, 0, 0};
                uint32_t stopped = 0;
                put_u32(&made, id_of(dialect, GDV_TYPE_ARRAY));
                put_u32(&made, 1);
                put_u32(&made, id + flags[which]);
                for (uint32_t words = 0; words < 40; words += 1) {
                    put_u32(&made, 0);
                }
                cr_assert_not(loop_reads(made.bytes, made.size, dialect, &stopped));
                cr_assert_eq(stopped, VALUE_AT, "%s: header %08x: stopped at %u", row->name, id + flags[which],
                             stopped);
                builder_free(&made);
            }
        }
    }
}

TEST_EACH_DIALECT(all_other_headers_stop_the_loop, stops_at_all_other_headers)
