/* SPDX-License-Identifier: MIT */
/* Claims for each type id of each dialect, one packet each (tests/support/type_ids.c): the strict policy accepts it or refuses
 * it with the code that the wire reference owes it, the engine policy does as the engine, and both say the same one
 * level inside an array; that every 64-bit form of section 5 is read as such and cannot be cut short; that a type
 * without one refuses bit 16; and that there is no id past the last. */
#include <criterion/criterion.h>

#include "tests/support/support.h"
#include "tests/support/type_ids.h"

static verdict judge(const builder *made, gdv_dialect dialect, gdv_preset preset, uint32_t permit)
{
    gdv_policy policy = policy_with(preset, permit);
    return verdict_of(made->bytes, made->size, dialect, &policy);
}

static builder built(const char *hex)
{
    builder made = {NULL, 0, 0};
    packet bytes = packet_from_hex(hex);
    put_bytes(&made, bytes.bytes, bytes.size);
    packet_free(&bytes);
    return made;
}

/* [value], the value being the packet. */
static builder in_array(gdv_dialect dialect, const char *hex)
{
    builder made = {NULL, 0, 0};
    packet bytes = packet_from_hex(hex);
    put_u32(&made, row_of(dialect, GDV_TYPE_ARRAY)->id);
    put_u32(&made, 1);
    put_bytes(&made, bytes.bytes, bytes.size);
    packet_free(&bytes);
    return made;
}

static void strict_says(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    cr_assert_eq(row->count, gdv_dialect_types(dialect), "%s: an id has no packet", row->name);
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        builder made = built(type->packet);
        verdict said = judge(&made, dialect, GDV_POLICY_STRICT, 0);
        cr_assert_eq(said.code, type->strict, "%s: %s: %s", row->name, type->name, gdv_status_name(said.code));
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(strict_verdict_on_each_type, strict_says)

static void engine_says(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        builder made = built(type->packet);
        verdict said = judge(&made, dialect, GDV_POLICY_ENGINE, 0);
        cr_assert_eq(said.code, type->engine, "%s: %s: %s", row->name, type->name, gdv_status_name(said.code));
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(engine_verdict_on_each_type, engine_says)

/* Sizes of section 5: what is accepted uses every byte, and one byte less is not enough. */
static void uses_all_bytes(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        builder made = built(type->packet);
        verdict said = judge(&made, dialect, GDV_POLICY_STRICT, GDV_PERMIT_ALL & ~GDV_PERMIT_ENGINE_SPAN);
        cr_assert_eq(said.code, GDV_OK, "%s: %s: %s", row->name, type->name, gdv_status_name(said.code));
        cr_assert_eq(said.stats.bytes, made.size, "%s: %s", row->name, type->name);
        made.size -= 1;
        said = judge(&made, dialect, GDV_POLICY_STRICT, GDV_PERMIT_ALL & ~GDV_PERMIT_ENGINE_SPAN);
        cr_assert(said.code >= 1 && said.code <= 19, "%s: %s: %s", row->name, type->name, gdv_status_name(said.code));
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(each_type_uses_all_its_bytes_and_needs_them, uses_all_bytes)

static void reports_the_type(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        builder made = built(type->packet);
        verdict said = judge(&made, dialect, GDV_POLICY_STRICT, 0);
        if (said.code != GDV_OK) {
            cr_assert_eq(said.report.type, (int32_t)type->type, "%s: %s", row->name, type->name);
            cr_assert_str_eq(said.report.type_name, gdv_dialect_type_name(dialect, id), "%s", row->name);
            cr_assert_str_eq(said.report.path, "", "%s: %s", row->name, type->name);
            cr_assert_eq(said.report.depth, 0, "%s: %s", row->name, type->name);
        }
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(report_names_the_type_that_is_refused, reports_the_type)

static void says_the_same_inside(gdv_dialect dialect, gdv_preset preset)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        builder outer = built(type->packet);
        builder inner = in_array(dialect, type->packet);
        verdict alone = judge(&outer, dialect, preset, 0);
        verdict said = judge(&inner, dialect, preset, 0);
        cr_assert_eq(said.code, alone.code, "%s: [%s]: %s", row->name, type->name, gdv_status_name(said.code));
        cr_assert_eq(said.report.misread, alone.report.misread, "%s: [%s]", row->name, type->name);
        if (said.code != GDV_OK) {
            cr_assert_eq(said.report.offset, alone.report.offset + 8, "%s: [%s]", row->name, type->name);
            cr_assert_eq(said.report.type, alone.report.type, "%s: [%s]", row->name, type->name);
            cr_assert_eq(said.report.depth, 1, "%s: [%s]", row->name, type->name);
            cr_assert_str_eq(said.report.path, "[0]", "%s: [%s]", row->name, type->name);
        }
        cr_assert_eq(said.stats.values, alone.stats.values + 1, "%s: [%s]", row->name, type->name);
        builder_free(&outer);
        builder_free(&inner);
    }
}

static void strict_says_the_same_inside(gdv_dialect dialect)
{
    says_the_same_inside(dialect, GDV_POLICY_STRICT);
}

static void engine_says_the_same_inside(gdv_dialect dialect)
{
    says_the_same_inside(dialect, GDV_POLICY_ENGINE);
}

TEST_EACH_DIALECT(strict_verdict_is_the_same_inside_an_array, strict_says_the_same_inside)
TEST_EACH_DIALECT(engine_verdict_is_the_same_inside_an_array, engine_says_the_same_inside)

/* Section 3: "type id >= type count after masking: rejected in every dialect". */
static void ends_with_the_last_id(gdv_dialect dialect)
{
    const uint32_t count = dialect_rows[dialect].count;
    const uint32_t beyond[] = {count, count + 1, 0x7f, 0x80, 0xfe, 0xff};
    for (size_t index = 0; index < sizeof beyond / sizeof beyond[0]; index += 1) {
        for (uint32_t nested = 0; nested < 2; nested += 1) {
            builder made = {NULL, 0, 0};
            if (nested == 1) {
                put_u32(&made, row_of(dialect, GDV_TYPE_ARRAY)->id);
                put_u32(&made, 1);
            }
            put_u32(&made, beyond[index]);
            for (uint32_t word = 0; word < 32; word += 1) {
                put_u32(&made, 0);
            }
            verdict strict = judge(&made, dialect, GDV_POLICY_STRICT, 0);
            verdict engine = judge(&made, dialect, GDV_POLICY_ENGINE, GDV_PERMIT_ALL);
            cr_assert_eq(strict.code, GDV_E_BAD_TYPE, "id %u: %s", beyond[index], gdv_status_name(strict.code));
            cr_assert_eq(engine.code, GDV_E_BAD_TYPE, "id %u: %s", beyond[index], gdv_status_name(engine.code));
            cr_assert_eq(strict.report.offset, nested * 8, "id %u", beyond[index]);
            cr_assert_eq(strict.report.depth, nested, "id %u", beyond[index]);
            cr_assert_eq(strict.report.type, -1, "id %u", beyond[index]);
            builder_free(&made);
        }
    }
}

TEST_EACH_DIALECT(no_policy_accepts_an_id_past_the_last, ends_with_the_last_id)

/* 64-bit forms: section 5.1 and 5.6. Payloads after a header with bit 16 set; all of them canonical. */
#define DOUBLE_1 " 00000000 0000f03f"
#define DOUBLE_2 " 00000000 00000040"
#define DOUBLE_TENTH " 9a999999 9999b93f"
#define DOUBLES_2 DOUBLE_1 DOUBLE_TENTH
#define DOUBLES_3 DOUBLES_2 DOUBLE_2
#define DOUBLES_4 DOUBLES_2 DOUBLES_2
#define DOUBLES_6 DOUBLES_3 DOUBLES_3
#define DOUBLES_9 DOUBLES_6 DOUBLES_3
#define DOUBLES_12 DOUBLES_9 DOUBLES_3
#define DOUBLES_16 DOUBLES_12 DOUBLES_4

static const struct wide_row {
    gdv_type type;
    const char *payload;
} wide_rows[] = {
    {GDV_TYPE_INT, "00000080 00000000"},
    {GDV_TYPE_FLOAT, DOUBLE_TENTH},
    {GDV_TYPE_VECTOR2, DOUBLES_2},
    {GDV_TYPE_RECT2, DOUBLES_4},
    {GDV_TYPE_VECTOR3, DOUBLES_3},
    {GDV_TYPE_TRANSFORM2D, DOUBLES_6},
    {GDV_TYPE_VECTOR4, DOUBLES_4},
    {GDV_TYPE_PLANE, DOUBLES_4},
    {GDV_TYPE_QUATERNION, DOUBLES_4},
    {GDV_TYPE_AABB, DOUBLES_6},
    {GDV_TYPE_BASIS, DOUBLES_9},
    {GDV_TYPE_TRANSFORM3D, DOUBLES_12},
    {GDV_TYPE_PROJECTION, DOUBLES_16},
    {GDV_TYPE_PACKED_VECTOR2_ARRAY, "02000000" DOUBLES_4},
    {GDV_TYPE_PACKED_VECTOR3_ARRAY, "02000000" DOUBLES_6},
    {GDV_TYPE_PACKED_VECTOR4_ARRAY, "02000000" DOUBLES_4 DOUBLES_4},
};

static const char *wide_payload(gdv_type type)
{
    for (size_t index = 0; index < sizeof wide_rows / sizeof wide_rows[0]; index += 1) {
        if (wide_rows[index].type == type) {
            return wide_rows[index].payload;
        }
    }
    return NULL;
}

static builder wide_packet(const type_row *type)
{
    builder made = {NULL, 0, 0};
    const char *payload = wide_payload(type->type);
    cr_assert_not_null(payload, "the test's own table lacks the wide form of %s", type->name);
    packet bytes = packet_from_hex(payload);
    put_u32(&made, type->id | GDV_FLAG_64);
    put_bytes(&made, bytes.bytes, bytes.size);
    packet_free(&bytes);
    return made;
}

static void reads_wide_forms(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        if (type->wide == 0) {
            continue;
        }
        builder made = wide_packet(type);
        verdict strict = judge(&made, dialect, GDV_POLICY_STRICT, 0);
        verdict engine = judge(&made, dialect, GDV_POLICY_ENGINE, 0);
        cr_assert_eq(strict.code, GDV_OK, "%s: %s: %s", row->name, type->name, gdv_status_name(strict.code));
        cr_assert_eq(engine.code, GDV_OK, "%s: %s: %s", row->name, type->name, gdv_status_name(engine.code));
        cr_assert_eq(strict.stats.bytes, made.size, "%s: %s", row->name, type->name);
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(wide_form_of_each_type_that_has_one_is_accepted, reads_wide_forms)

/* EB-20 checked four bytes of an eight-byte number. Whatever is cut off is asked for, to the byte. */
static void needs_all_of_wide_forms(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        if (type->wide == 0) {
            continue;
        }
        bool counted = type->type == GDV_TYPE_PACKED_VECTOR2_ARRAY || type->type == GDV_TYPE_PACKED_VECTOR3_ARRAY ||
                       type->type == GDV_TYPE_PACKED_VECTOR4_ARRAY;
        builder made = wide_packet(type);
        const size_t whole = made.size;
        for (made.size = counted ? 8 : 4; made.size < whole; made.size += 1) {
            verdict said = judge(&made, dialect, GDV_POLICY_ENGINE, 0);
            cr_assert_eq(said.code, counted ? GDV_E_COUNT : GDV_E_TRUNCATED, "%s: %s cut to %zu: %s", row->name,
                         type->name, made.size, gdv_status_name(said.code));
            cr_assert_eq(said.report.need, whole - made.size, "%s: %s cut to %zu", row->name, type->name, made.size);
            cr_assert_eq(said.report.offset, 4, "%s: %s cut to %zu", row->name, type->name, made.size);
        }
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(wide_forms_cut_short_need_what_is_missing, needs_all_of_wide_forms)

/* The last component of a wide form is looked at as a double, too: its infinity is found where it lies. */
static void finds_wide_infinities(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        if (type->wide == 0 || type->type == GDV_TYPE_INT) {
            continue;
        }
        builder made = wide_packet(type);
        made.size -= 8;
        size_t last = made.size;
        put_u32(&made, 0);
        put_u32(&made, 0xfff00000);
        verdict strict = judge(&made, dialect, GDV_POLICY_STRICT, 0);
        verdict engine = judge(&made, dialect, GDV_POLICY_ENGINE, 0);
        cr_assert_eq(strict.code, GDV_E_NONFINITE, "%s: %s: %s", row->name, type->name, gdv_status_name(strict.code));
        cr_assert_eq(strict.report.offset, last, "%s: %s", row->name, type->name);
        cr_assert_eq(engine.code, GDV_OK, "%s: %s: %s", row->name, type->name, gdv_status_name(engine.code));
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(wide_infinity_in_the_last_component_is_found_there, finds_wide_infinities)

/* Bit 16 on a type to which it means nothing. In Godot 2 it makes another id; a dialect without typed containers would
 * take a kind for decoration (EB-28). */
static gdv_status bit_16_code(gdv_dialect dialect, gdv_type type)
{
    if (dialect == GDV_DIALECT_GODOT2) {
        return GDV_E_BAD_TYPE;
    }
    return type == GDV_TYPE_ARRAY || type == GDV_TYPE_DICTIONARY ? GDV_E_ENGINE_MISREADS : GDV_E_FLAGS;
}

static void refuses_bit_16(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        if ((type->legal & 1) != 0) {
            continue;
        }
        builder made = built(type->packet);
        made.bytes[2] = 1;
        verdict said = judge(&made, dialect, GDV_POLICY_STRICT, 0);
        cr_assert_eq(said.code, bit_16_code(dialect, type->type), "%s: %s: %s", row->name, type->name,
                     gdv_status_name(said.code));
        cr_assert_eq(said.report.offset, 0, "%s: %s", row->name, type->name);
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(bit_16_is_refused_where_it_means_nothing, refuses_bit_16)

/* EB-15: harmless where z and w are equal, to the bit. */
static const struct vector4_row {
    const char *name;
    gdv_dialect dialect;
    const char *hex;
    gdv_status strict;
    uint64_t offset;
} vector4_rows[] = {
    {"floats, w = z", GDV_DIALECT_PANDEMONIUM_38, "23000000 01000000 0000803f 00000040 00004040 00004040", GDV_OK, 0},
    {"floats, w = z", GDV_DIALECT_PANDEMONIUM_40, "25000000 01000000 0000803f 00000040 00004040 00004040", GDV_OK, 0},
    {"ints, w = z", GDV_DIALECT_PANDEMONIUM_38, "24000000 01000000 01000000 02000000 03000000 03000000", GDV_OK, 0},
    {"ints, w = z", GDV_DIALECT_PANDEMONIUM_40, "26000000 01000000 01000000 02000000 03000000 03000000", GDV_OK, 0},
    {"none at all", GDV_DIALECT_PANDEMONIUM_40, "25000000 00000000", GDV_OK, 0},
    {"floats, w = -z = 0", GDV_DIALECT_PANDEMONIUM_40, "25000000 01000000 0000803f 00000040 00000000 00000080",
     GDV_E_ENGINE_MISREADS, 20},
    {"ints, the second", GDV_DIALECT_PANDEMONIUM_40,
     "26000000 02000000 01000000 02000000 03000000 03000000 01000000 02000000 03000000 04000000", GDV_E_ENGINE_MISREADS,
     36},
};

Test(pandemonium, vector4_array_is_accepted_only_where_w_is_z)
{
    for (size_t index = 0; index < sizeof vector4_rows / sizeof vector4_rows[0]; index += 1) {
        const struct vector4_row *row = &vector4_rows[index];
        builder made = built(row->hex);
        verdict strict = judge(&made, row->dialect, GDV_POLICY_STRICT, 0);
        verdict engine = judge(&made, row->dialect, GDV_POLICY_ENGINE, 0);
        cr_assert_eq(strict.code, row->strict, "%s: %s", row->name, gdv_status_name(strict.code));
        cr_assert_eq(strict.report.offset, row->offset, "%s", row->name);
        cr_assert(strict.code == GDV_OK || strict.report.misread == GDV_MISREAD_VECTOR4_ARRAY, "%s", row->name);
        cr_assert_eq(engine.code, GDV_OK, "%s: %s", row->name, gdv_status_name(engine.code));
        builder_free(&made);
    }
}

/* EB-13: 16 bytes are read and 12 counted, so w is the header of what follows. What an engine makes of the bytes is
 * what the engine policy walks through. */
Test(pandemonium, vector4_hides_the_next_value_in_w)
{
    static const char hidden[] = "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000";
    builder made = built(hidden);
    verdict strict = judge(&made, GDV_DIALECT_PANDEMONIUM_40, GDV_POLICY_STRICT, 0);
    verdict engine = judge(&made, GDV_DIALECT_PANDEMONIUM_40, GDV_POLICY_ENGINE, 0);
    verdict layout = judge(&made, GDV_DIALECT_PANDEMONIUM_40, GDV_POLICY_STRICT, GDV_PERMIT_MISREAD);

    cr_assert_eq(strict.code, GDV_E_ENGINE_MISREADS);
    cr_assert_eq(strict.report.misread, GDV_MISREAD_VECTOR4);
    cr_assert_eq(strict.report.offset, 8);
    cr_assert_eq(engine.code, GDV_OK, "%s", gdv_status_name(engine.code));
    cr_assert_eq(engine.stats.bytes, 32, "the real 5 is left over");
    cr_assert_eq(layout.code, GDV_OK, "%s", gdv_status_name(layout.code));
    cr_assert_eq(layout.stats.bytes, 36);
    builder_free(&made);
}

/* EB-14: 248 bytes must follow the header, of which 64 are used. */
Test(pandemonium, projection_passes_the_engine_only_with_248_bytes_after_its_header)
{
    static const uint8_t zeroes[256];
    for (size_t behind = 0; behind <= sizeof zeroes; behind += 1) {
        builder made = {NULL, 0, 0};
        put_u32(&made, row_of(GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_PROJECTION)->id);
        put_bytes(&made, zeroes, behind);
        verdict engine = judge(&made, GDV_DIALECT_PANDEMONIUM_40, GDV_POLICY_ENGINE, 0);
        verdict strict = judge(&made, GDV_DIALECT_PANDEMONIUM_40, GDV_POLICY_STRICT, GDV_PERMIT_TRAILING);
        cr_assert_eq(engine.code, behind < 248 ? GDV_E_ENGINE_MISREADS : GDV_OK, "%zu: %s", behind,
                     gdv_status_name(engine.code));
        cr_assert(behind < 248 || engine.stats.bytes == 68, "%zu", behind);
        cr_assert_eq(strict.code, GDV_E_ENGINE_MISREADS, "%zu", behind);
        cr_assert_eq(strict.report.misread, GDV_MISREAD_PROJECTION, "%zu", behind);
        builder_free(&made);
    }
}
