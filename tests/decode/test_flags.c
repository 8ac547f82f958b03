/* SPDX-License-Identifier: MIT */
/* Claims for each header bit above the type id, 8 to 31, that section 3 of the wire reference gives no meaning for a
 * type of a dialect: strict refuses it at the header, outermost or inside an array; where a later dialect would read it
 * as the kind of a container, as a misreading (EB-28); with both permitted it changes nothing. In Godot 2 the whole
 * word is the id, and no policy accepts it. Then the bits that do mean something, and the bit in a container's
 * count. */
#include <criterion/criterion.h>

#include "tests/support/support.h"
#include "tests/support/type_ids.h"

#define ALL_BUT_OBJECT (GDV_PERMIT_ALL & ~GDV_PERMIT_OBJECT)

static builder packet_of(const type_row *type, const type_row *around)
{
    builder made = {NULL, 0, 0};
    packet bytes = packet_from_hex(type->packet);
    if (around != NULL) {
        put_u32(&made, around->id);
        put_u32(&made, 1);
    }
    put_bytes(&made, bytes.bytes, bytes.size);
    packet_free(&bytes);
    return made;
}

static verdict judge(const builder *made, gdv_dialect dialect, uint32_t permit)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    return verdict_of(made->bytes, made->size, dialect, &policy);
}

/* Bits 16-17 of an ARRAY before Godot 4.3 and 16-19 of a DICTIONARY before 4.4: what a later sender means by them makes
 * the next word a type, where this engine sees the count. */
static bool is_future_kind(gdv_dialect dialect, gdv_type type, uint32_t bit)
{
    return (type == GDV_TYPE_ARRAY && dialect < GDV_DIALECT_GODOT4_3 && bit >= 16 && bit <= 17) ||
           (type == GDV_TYPE_DICTIONARY && dialect < GDV_DIALECT_GODOT4_4 && bit >= 16 && bit <= 19);
}

static void strict_refuses(gdv_dialect dialect, bool nested)
{
    const dialect_row *row = &dialect_rows[dialect];
    const type_row *around = nested ? row_of(dialect, GDV_TYPE_ARRAY) : NULL;
    const size_t header = nested ? 8 : 0;

    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        builder made = packet_of(type, around);
        for (uint32_t bit = 8; bit < 32; bit += 1) {
            uint8_t *byte = &made.bytes[header + bit / 8];
            uint8_t before = *byte;
            if (((type->legal << 16 >> bit) & 1u) != 0) {
                continue;
            }
            *byte = (uint8_t)(before | (1u << bit % 8));
            verdict said = judge(&made, dialect, 0);
            bool future = is_future_kind(dialect, type->type, bit);
            gdv_status code = dialect == GDV_DIALECT_GODOT2 ? GDV_E_BAD_TYPE
                              : future                      ? GDV_E_ENGINE_MISREADS
                                                            : GDV_E_FLAGS;
            cr_assert_eq(said.code, code, "%s: %s with bit %u: %s", row->name, type->name, bit,
                         gdv_status_name(said.code));
            cr_assert_eq(said.report.offset, header, "%s: %s with bit %u", row->name, type->name, bit);
            cr_assert(code != GDV_E_ENGINE_MISREADS || said.report.misread == GDV_MISREAD_CONTAINER_FLAGS,
                      "%s: %s with bit %u", row->name, type->name, bit);
            *byte = before;
        }
        builder_free(&made);
    }
}

static void strict_refuses_outermost(gdv_dialect dialect)
{
    strict_refuses(dialect, false);
}

static void strict_refuses_nested(gdv_dialect dialect)
{
    strict_refuses(dialect, true);
}

TEST_EACH_DIALECT(strict_refuses_each_meaningless_bit, strict_refuses_outermost)
TEST_EACH_DIALECT(strict_refuses_each_meaningless_bit_inside_an_array, strict_refuses_nested)

/* Section 3: "silently ignored". The verdict, and what was seen, are those of the packet without the bit. */
static void ignores_bits(gdv_dialect dialect, uint32_t permit, bool nested)
{
    const dialect_row *row = &dialect_rows[dialect];
    const type_row *around = nested ? row_of(dialect, GDV_TYPE_ARRAY) : NULL;

    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        builder made = packet_of(type, around);
        verdict plain = judge(&made, dialect, permit);
        for (uint32_t bit = 8; bit < 32; bit += 1) {
            uint8_t *byte = &made.bytes[(nested ? 8 : 0) + bit / 8];
            uint8_t before = *byte;
            if (((type->legal << 16 >> bit) & 1u) != 0) {
                continue;
            }
            *byte = (uint8_t)(before | (1u << bit % 8));
            verdict said = judge(&made, dialect, permit);
            gdv_status code = dialect == GDV_DIALECT_GODOT2 ? GDV_E_BAD_TYPE : plain.code;
            cr_assert_eq(said.code, code, "%s: %s with bit %u: %s", row->name, type->name, bit,
                         gdv_status_name(said.code));
            cr_assert(dialect == GDV_DIALECT_GODOT2 ||
                          (said.stats.bytes == plain.stats.bytes && said.stats.values == plain.stats.values &&
                           said.report.offset == plain.report.offset),
                      "%s: %s with bit %u is read otherwise", row->name, type->name, bit);
            *byte = before;
        }
        builder_free(&made);
    }
}

static void permission_ignores_bits(gdv_dialect dialect)
{
    ignores_bits(dialect, GDV_PERMIT_FLAGS | GDV_PERMIT_MISREAD, false);
}

static void permission_ignores_bits_nested(gdv_dialect dialect)
{
    ignores_bits(dialect, GDV_PERMIT_FLAGS | GDV_PERMIT_MISREAD, true);
}

static void engine_ignores_bits(gdv_dialect dialect)
{
    ignores_bits(dialect, ALL_BUT_OBJECT, false);
}

static void engine_ignores_bits_nested(gdv_dialect dialect)
{
    ignores_bits(dialect, ALL_BUT_OBJECT, true);
}

TEST_EACH_DIALECT(permitted_bits_change_nothing, permission_ignores_bits)
TEST_EACH_DIALECT(permitted_bits_change_nothing_inside_an_array, permission_ignores_bits_nested)
TEST_EACH_DIALECT(engines_ignore_bits, engine_ignores_bits)
TEST_EACH_DIALECT(engines_ignore_bits_inside_an_array, engine_ignores_bits_nested)

/* Each permission is for its own bits: FLAGS does not excuse a container kind, MISREAD not the rest. */
static void one_permission_is_not_the_other(gdv_dialect dialect)
{
    const type_row *array = row_of(dialect, GDV_TYPE_ARRAY);
    builder made = packet_of(array, NULL);
    bool misreads = dialect < GDV_DIALECT_GODOT4_3;

    made.bytes[1] = 0x01;
    made.bytes[2] = misreads ? 0x01 : 0x00;
    verdict flags = judge(&made, dialect, GDV_PERMIT_FLAGS);
    verdict misread = judge(&made, dialect, GDV_PERMIT_MISREAD);
    verdict both = judge(&made, dialect, GDV_PERMIT_FLAGS | GDV_PERMIT_MISREAD);
    bool godot2 = dialect == GDV_DIALECT_GODOT2;
    cr_assert_eq(flags.code, godot2 ? GDV_E_BAD_TYPE : misreads ? GDV_E_ENGINE_MISREADS : GDV_OK);
    cr_assert_eq(misread.code, godot2 ? GDV_E_BAD_TYPE : GDV_E_FLAGS);
    cr_assert_eq(both.code, godot2 ? GDV_E_BAD_TYPE : GDV_OK);
    made.bytes[1] = 0x00;
    verdict kind = judge(&made, dialect, GDV_PERMIT_MISREAD);
    cr_assert_eq(kind.code, godot2 ? GDV_E_BAD_TYPE : GDV_OK, "%s", gdv_status_name(kind.code));
    builder_free(&made);
}

TEST_EACH_DIALECT(each_permission_excuses_its_own_bits_only, one_permission_is_not_the_other)

/* Sections 5.5 and 6.1: bit 31 of the count of a DICTIONARY or ARRAY is "shared" in Godot 2 and set by its encoder;
 * later engines ignore it and never set it. */
static void count_bit_31(gdv_dialect dialect, gdv_type container)
{
    const type_row *type = row_of(dialect, container);
    builder made = packet_of(type, NULL);
    made.bytes[7] = 0x80;
    verdict strict = judge(&made, dialect, 0);
    verdict permitted = judge(&made, dialect, GDV_PERMIT_FLAGS);
    bool shared = dialect == GDV_DIALECT_GODOT2;
    cr_assert_eq(strict.code, shared ? GDV_OK : GDV_E_FLAGS, "%s", gdv_status_name(strict.code));
    cr_assert(shared || strict.report.offset == 4);
    cr_assert_eq(permitted.code, GDV_OK, "%s", gdv_status_name(permitted.code));
    cr_assert_eq(permitted.stats.bytes, made.size);
    builder_free(&made);
}

static void array_count_bit_31(gdv_dialect dialect)
{
    count_bit_31(dialect, GDV_TYPE_ARRAY);
}

static void dictionary_count_bit_31(gdv_dialect dialect)
{
    count_bit_31(dialect, GDV_TYPE_DICTIONARY);
}

TEST_EACH_DIALECT(shared_bit_of_an_array_is_godot_2s_alone, array_count_bit_31)
TEST_EACH_DIALECT(shared_bit_of_a_dictionary_is_godot_2s_alone, dictionary_count_bit_31)

/* Bit 31 set promises no more: what is below it is counted, and paid for. */
static void shared_counts_are_bounded(gdv_dialect dialect)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, row_of(dialect, GDV_TYPE_ARRAY)->id);
    put_u32(&made, 0x80000002);
    put_u32(&made, 0);
    verdict said = judge(&made, dialect, GDV_PERMIT_FLAGS);
    cr_assert_eq(said.code, GDV_E_COUNT, "%s", gdv_status_name(said.code));
    cr_assert_eq(said.report.need, 4);
    cr_assert_eq(said.report.offset, 4);
    builder_free(&made);
}

TEST_EACH_DIALECT(shared_bit_does_not_hide_a_count_too_large, shared_counts_are_bounded)

/* Pandemonium 5: bit 16 of its typed arrays is "objects as ids", and means something for objects only (section 3). */
static const struct by_id_row {
    const char *name;
    const char *hex;
    gdv_status strict;
    gdv_status flags; /* with GDV_PERMIT_FLAGS */
    gdv_status ids;   /* with GDV_PERMIT_OBJECT_ID */
} by_id_rows[] = {
    {"typed ints", "1b000100 02000000 01000000 02000000 07000000", GDV_E_FLAGS, GDV_OK, GDV_E_FLAGS},
    {"packed ints", "1c000100 02000000 01000000 02000000 07000000", GDV_E_FLAGS, GDV_OK, GDV_E_FLAGS},
    {"typed objects", "1b000100 17000000 01000000 00000000", GDV_E_OBJECT_ID, GDV_E_OBJECT_ID, GDV_OK},
    {"packed objects", "1c000100 17000000 01000000 00000000", GDV_E_OBJECT_ID, GDV_E_OBJECT_ID, GDV_OK},
};

Test(pandemonium_40, bit_16_of_a_typed_array_is_for_objects_only)
{
    for (size_t index = 0; index < sizeof by_id_rows / sizeof by_id_rows[0]; index += 1) {
        const struct by_id_row *row = &by_id_rows[index];
        builder made = {NULL, 0, 0};
        packet bytes = packet_from_hex(row->hex);
        put_bytes(&made, bytes.bytes, bytes.size);
        packet_free(&bytes);
        verdict strict = judge(&made, GDV_DIALECT_PANDEMONIUM_40, 0);
        verdict flags = judge(&made, GDV_DIALECT_PANDEMONIUM_40, GDV_PERMIT_FLAGS);
        verdict ids = judge(&made, GDV_DIALECT_PANDEMONIUM_40, GDV_PERMIT_OBJECT_ID);
        cr_assert_eq(strict.code, row->strict, "%s: %s", row->name, gdv_status_name(strict.code));
        cr_assert_eq(strict.report.offset, 0, "%s", row->name);
        cr_assert_eq(flags.code, row->flags, "%s: %s", row->name, gdv_status_name(flags.code));
        cr_assert_eq(ids.code, row->ids, "%s: %s", row->name, gdv_status_name(ids.code));
        builder_free(&made);
    }
}

/* Godot 2, section 5.10: the modifiers of a key event are bits 25 to 28. */
Test(godot2, key_event_modifiers_are_bits_25_to_28)
{
    for (uint32_t bit = 0; bit < 32; bit += 1) {
        builder made = {NULL, 0, 0};
        const uint32_t words[] = {19, 1, 0, 20, (uint32_t)1 << bit, 65};
        for (size_t index = 0; index < sizeof words / sizeof words[0]; index += 1) {
            put_u32(&made, words[index]);
        }
        verdict said = judge(&made, GDV_DIALECT_GODOT2, 0);
        cr_assert_eq(said.code, bit >= 25 && bit <= 28 ? GDV_OK : GDV_E_FLAGS, "bit %u: %s", bit,
                     gdv_status_name(said.code));
        cr_assert(said.code == GDV_OK || said.report.offset == 16, "bit %u", bit);
        builder_free(&made);
    }
}
