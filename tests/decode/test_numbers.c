/* SPDX-License-Identifier: MIT */
/* Claims about the width of numbers (wire reference, section 6.1): an int is wide exactly where 32 bits do not hold it,
 * a float exactly where converting it to 32 bits and back changes it, which is always so for NaN; in Godot 3.0 ints are
 * always wide; in Godot 2 nothing is. The C compiler's own conversions say what is right. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/support.h"
#include "tests/support/type_ids.h"

#define WIDE_HEADER 0x10000u

static gdv_status verdict_on(gdv_dialect dialect, uint32_t header, uint64_t bits, uint32_t permit)
{
    builder made = {NULL, 0, 0};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    put_u32(&made, header);
    put_u32(&made, (uint32_t)(bits & 0xffffffffu));
    if ((header & WIDE_HEADER) != 0) {
        put_u32(&made, (uint32_t)(bits >> 32));
    }
    verdict said = verdict_of(made.bytes, made.size, dialect, &policy);
    cr_assert(said.code == GDV_OK || said.report.offset == 4);
    builder_free(&made);
    return said.code;
}

static const int64_t ints[] = {0,          1,           -1,          5,           32767,       2147483646,
                               2147483647, 2147483648,  -2147483647, -2147483648, -2147483649, 4294967295,
                               4294967296, -4294967296, 4294967297,  INT64_MAX,   INT64_MIN,   INT64_MIN + 2147483648};

static void wide_ints(gdv_dialect dialect)
{
    for (size_t index = 0; index < sizeof ints / sizeof ints[0]; index += 1) {
        uint64_t bits = 0;
        bool narrow = ints[index] >= INT32_MIN && ints[index] <= INT32_MAX;
        memcpy(&bits, &ints[index], sizeof bits);
        gdv_status code = dialect == GDV_DIALECT_GODOT2               ? GDV_E_BAD_TYPE
                          : narrow && dialect != GDV_DIALECT_GODOT3_0 ? GDV_E_WIDTH
                                                                      : GDV_OK;
        gdv_status said = GDV_OK;
        if (dialect != GDV_DIALECT_GODOT2) {
            said = verdict_on(dialect, 2 | WIDE_HEADER, bits, 0);
            cr_assert_eq(said, code, "%lld: %s", (long long)ints[index], gdv_status_name(said));
            said = verdict_on(dialect, 2 | WIDE_HEADER, bits, GDV_PERMIT_WIDE);
            cr_assert_eq(said, GDV_OK, "%lld: %s", (long long)ints[index], gdv_status_name(said));
        }
        if (narrow) {
            said = verdict_on(dialect, 2, bits, 0);
            cr_assert_eq(said, dialect == GDV_DIALECT_GODOT3_0 ? GDV_E_WIDTH : GDV_OK, "%lld: %s",
                         (long long)ints[index], gdv_status_name(said));
        }
    }
}

TEST_EACH_DIALECT(int_is_wide_exactly_where_32_bits_do_not_hold_it, wide_ints)

/* What an engine does: there and back, and compare. */
static bool survives(uint64_t bits)
{
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    return (double)(float)value == value;
}

static void agrees(gdv_dialect dialect, uint64_t bits)
{
    gdv_status said = verdict_on(dialect, 3 | WIDE_HEADER, bits, GDV_PERMIT_NONFINITE);
    gdv_status owed = survives(bits) ? GDV_E_WIDTH : GDV_OK;
    if (said != owed) {
        cr_assert_fail("%016llx: %s", (unsigned long long)bits, gdv_status_name(said));
    }
}

/* Near the exponents with which floats begin, lose bits and end: doubles have a bias of 1023, floats exponents from
 * -149, the smallest subnormal, over -126, the smallest normal, to 127. */
static bool is_near_an_end(uint64_t exponent)
{
    return (exponent > 1023 - 160 && exponent < 1023 - 120) || (exponent > 1023 + 115 && exponent < 1023 + 133);
}

/* Exponents of a double, either sign, with one bit of the mantissa set, all above it, or all below it. A float has none
 * of the lowest 29 bits, so most of those are passed over. */
static void wide_floats(gdv_dialect dialect)
{
    if (dialect == GDV_DIALECT_GODOT2) {
        return;
    }
    for (uint64_t exponent = 0; exponent <= 0x7ff; exponent += is_near_an_end(exponent) ? 1 : 9) {
        for (uint64_t bit = 0; bit <= 52; bit += bit < 27 ? 27 : 1) {
            const uint64_t one = (uint64_t)1 << bit;
            const uint64_t all = ((uint64_t)1 << 52) - 1;
            const uint64_t mantissas[] = {one & all, (one - 1) & all, all & ~(one - 1)};
            for (size_t index = 0; index < 3; index += 1) {
                agrees(dialect, exponent << 52 | mantissas[index]);
                agrees(dialect, (uint64_t)1 << 63 | exponent << 52 | mantissas[index]);
            }
        }
    }
    agrees(dialect, (uint64_t)0x7ff << 52);
    agrees(dialect, (uint64_t)0xfff << 52);
    agrees(dialect, ((uint64_t)0x7ff << 52) + 1);
    agrees(dialect, (uint64_t)0xfff << 52 | (uint64_t)1 << 51);
}

TEST_EACH_DIALECT(float_is_wide_exactly_where_32_bits_change_it, wide_floats)

static const struct narrow_row {
    const char *name;
    uint32_t bits;
    gdv_status strict;
    gdv_status nonfinite; /* with GDV_PERMIT_NONFINITE */
} narrow_rows[] = {
    {"0.0", 0x00000000, GDV_OK, GDV_OK},
    {"-0.0", 0x80000000, GDV_OK, GDV_OK},
    {"smallest subnormal", 0x00000001, GDV_OK, GDV_OK},
    {"largest", 0x7f7fffff, GDV_OK, GDV_OK},
    {"largest negative", 0xff7fffff, GDV_OK, GDV_OK},
    {"inf", 0x7f800000, GDV_E_NONFINITE, GDV_OK},
    {"-inf", 0xff800000, GDV_E_NONFINITE, GDV_OK},
    {"NaN", 0x7fc00000, GDV_E_NONFINITE, GDV_E_WIDTH},
    {"signalling NaN", 0x7f800001, GDV_E_NONFINITE, GDV_E_WIDTH},
    {"-NaN", 0xffc00000, GDV_E_NONFINITE, GDV_E_WIDTH},
};

/* "NaN never compares equal, so NaN is always 8 bytes": but in Godot 2, which has no others. */
static void narrow_floats(gdv_dialect dialect)
{
    for (size_t index = 0; index < sizeof narrow_rows / sizeof narrow_rows[0]; index += 1) {
        const struct narrow_row *row = &narrow_rows[index];
        gdv_status strict = verdict_on(dialect, 3, row->bits, 0);
        gdv_status said = verdict_on(dialect, 3, row->bits, GDV_PERMIT_NONFINITE);
        bool only_width = dialect == GDV_DIALECT_GODOT2 && row->nonfinite == GDV_E_WIDTH;
        cr_assert_eq(strict, row->strict, "%s: %s", row->name, gdv_status_name(strict));
        cr_assert_eq(said, only_width ? GDV_OK : row->nonfinite, "%s: %s", row->name, gdv_status_name(said));
        said = verdict_on(dialect, 3, row->bits, GDV_PERMIT_NONFINITE | GDV_PERMIT_WIDE);
        cr_assert_eq(said, GDV_OK, "%s: %s", row->name, gdv_status_name(said));
    }
}

TEST_EACH_DIALECT(narrow_float_is_finite_and_no_nan, narrow_floats)

/* An infinity or a NaN in any component of any type that has floats: found where it lies (sections 5.1, 5.6). */
static void components(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        if (wire->component != GDV_COMPONENT_FLOAT32 || type->strict != GDV_OK) {
            continue;
        }
        packet bytes = packet_from_hex(type->packet);
        gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
        for (size_t at = bytes.size - type->size; at < bytes.size; at += 4) {
            const uint8_t before[4] = {bytes.bytes[at], bytes.bytes[at + 1], bytes.bytes[at + 2], bytes.bytes[at + 3]};
            static const uint8_t infinity[4] = {0, 0, 0x80, 0xff};
            memcpy(bytes.bytes + at, infinity, 4);
            verdict said = verdict_of(bytes.bytes, bytes.size, dialect, &strict);
            cr_assert_eq(said.code, GDV_E_NONFINITE, "%s at %zu: %s", type->name, at, gdv_status_name(said.code));
            cr_assert_eq(said.report.offset, at, "%s at %zu", type->name, at);
            memcpy(bytes.bytes + at, before, 4);
        }
        packet_free(&bytes);
    }
}

TEST_EACH_DIALECT(infinity_in_any_component_is_found_there, components)
