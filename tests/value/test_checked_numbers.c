/* SPDX-License-Identifier: MIT */
/* gdv_to_floats, gdv_to_doubles and gdv_to_ints: of every type of every dialect they give what the views give, and refuse
 * any other count, kind of number or type; 32 and 64 bits are read alike; the ends of a range are in it, and the next
 * number of that width is not; on failure nothing of the packet is left. Promises 1 and 7. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define MOST 16
#define PI 3.14159265358979323846

/* ---- every type ---- */

static bool is_float_part(const gdv_numbers *parts)
{
    return parts->component == GDV_COMPONENT_FLOAT32 || parts->component == GDV_COMPONENT_FLOAT64;
}

static bool is_packed(gdv_type type)
{
    return type >= GDV_TYPE_PACKED_BYTE_ARRAY && type <= GDV_TYPE_PACKED_VECTOR4I_ARRAY;
}

/* What the three say of a value for n numbers. */
typedef struct answers {
    gdv_status code[3];
    float floats[MOST];
    double doubles[MOST];
    int64_t ints[MOST];
} answers;

static answers ask(gdv_value value, gdv_type type, size_t n)
{
    answers all;
    memset(&all, 0, sizeof all);
    all.code[0] = gdv_to_floats(value, type, -INFINITY, INFINITY, all.floats, n);
    all.code[1] = gdv_to_doubles(value, type, -INFINITY, INFINITY, all.doubles, n);
    all.code[2] = gdv_to_ints(value, type, INT64_MIN, INT64_MAX, all.ints, n);
    return all;
}

static void expect_codes(const answers *all, const char *name, gdv_status floats, gdv_status ints)
{
    cr_expect_eq(all->code[0], floats, "%s as floats: %s", name, gdv_status_name(all->code[0]));
    cr_expect_eq(all->code[1], floats, "%s as doubles: %s", name, gdv_status_name(all->code[1]));
    cr_expect_eq(all->code[2], ints, "%s as ints: %s", name, gdv_status_name(all->code[2]));
}

static void holds_numbers(gdv_value value, const type_row *row, const gdv_numbers *parts)
{
    const size_t count = parts->elements * parts->components;
    const bool floats = is_float_part(parts);
    const gdv_status too_few = is_packed(row->type) ? GDV_E_OUT_OF_RANGE : GDV_E_BAD_COUNT;
    const gdv_status too_many = is_packed(row->type) ? GDV_OK : GDV_E_BAD_COUNT;
    cr_assert(count > 0 && count < MOST + 1, "%s", row->name);
    answers all = ask(value, row->type, count);
    expect_codes(&all, row->name, floats ? GDV_OK : GDV_E_WRONG_TYPE, floats ? GDV_E_WRONG_TYPE : GDV_OK);
    for (size_t index = 0; index < count; index += 1) {
        double number = gdv_component_double(parts, index / parts->components, index % parts->components);
        cr_expect(same_double(all.doubles[index], floats ? number : 0.0), "%s: double %zu", row->name, index);
        cr_expect(same_double((double)all.floats[index], floats ? (double)(float)number : 0.0), "%s: float %zu",
                  row->name, index);
        cr_expect_eq(all.ints[index], gdv_component_int(parts, index / parts->components, index % parts->components),
                     "%s: int %zu", row->name, index);
    }
    all = ask(value, row->type, count - 1);
    expect_codes(&all, row->name, floats ? too_few : GDV_E_WRONG_TYPE, floats ? GDV_E_WRONG_TYPE : too_few);
    if (count < MOST) {
        all = ask(value, row->type, count + 1);
        expect_codes(&all, row->name, floats ? too_many : GDV_E_WRONG_TYPE, floats ? GDV_E_WRONG_TYPE : too_many);
    }
}

static void numbers_are_those_of_the_views(gdv_dialect dialect)
{
    gdv_policy policy = policy_from_text("engine+object");
    policy.permit &= ~GDV_PERMIT_ENGINE_SPAN; /* or there would be no Projection of Pandemonium */
    size_t with = 0;
    size_t without = 0;
    for (uint32_t id = 0; id < dialect_rows[dialect].count; id += 1) {
        const type_row *row = &dialect_rows[dialect].types[id];
        packet bytes = packet_from_hex(row->packet);
        parsed made;
        gdv_numbers parts;
        parsed_from(&made, bytes.bytes, bytes.size, dialect, &policy);
        gdv_value root = gdv_root(&made.document);
        if (made.code == GDV_OK && gdv_to_numbers(root, &parts) == GDV_OK) {
            holds_numbers(root, row, &parts);
            answers all = ask(root, GDV_TYPE_NIL, 1);
            expect_codes(&all, row->name, GDV_E_WRONG_TYPE, GDV_E_WRONG_TYPE);
            with += 1;
        } else if (made.code == GDV_OK) {
            answers all = ask(root, row->type, 1);
            expect_codes(&all, row->name, GDV_E_WRONG_TYPE, GDV_E_WRONG_TYPE);
            without += 1;
        }
        parsed_free(&made);
        packet_free(&bytes);
    }
    cr_assert(with > 10 && without > 5, "%zu types of numbers, %zu others", with, without);
}

TEST_EACH_DIALECT(checked_numbers_of_every_type, numbers_are_those_of_the_views)

/* ---- widths ---- */

/* Vector3(1.5, -2, 0.25) and PackedVector3Array of it, as a client of single and of double precision sends them. */
Test(checked_numbers, are_alike_in_32_and_64_bits)
{
    static const char *const narrow_and_wide[] = {
        "09000000 0000c03f 000000c0 0000803e",
        "09000100 000000000000f83f 00000000000000c0 000000000000d03f",
    };
    for (size_t index = 0; index < COUNT_OF(narrow_and_wide); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, "godot4.4", "engine", narrow_and_wide[index]);
        float floats[3] = {0};
        double doubles[3] = {0};
        cr_expect_eq(gdv_to_floats(root, GDV_TYPE_VECTOR3, -2.0, 1.5, floats, 3), GDV_OK, "%zu", index);
        cr_expect_eq(gdv_to_doubles(root, GDV_TYPE_VECTOR3, -2.0, 1.5, doubles, 3), GDV_OK, "%zu", index);
        cr_expect(same_double((double)floats[0], 1.5) && same_double(doubles[0], 1.5), "%zu", index);
        cr_expect(same_double((double)floats[1], -2.0) && same_double(doubles[1], -2.0), "%zu", index);
        cr_expect(same_double((double)floats[2], 0.25) && same_double(doubles[2], 0.25), "%zu", index);
        parsed_free(&made);
    }
}

/* ---- ranges ---- */

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint32_t float_bits_of(float number)
{
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* A Vector2 of Godot 4 whose y is that number, in 32 or 64 bits; x is 0. */
static packet vector_of(bool wide, uint64_t bits)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, 5u | (wide ? GDV_FLAG_64 : 0u));
    put_u32(&made, 0);
    if (wide) {
        put_u32(&made, 0);
        put_u32(&made, (uint32_t)(bits & 0xffffffffu));
        put_u32(&made, (uint32_t)(bits >> 32));
    } else {
        put_u32(&made, (uint32_t)bits);
    }
    packet bytes = packet_from_bytes(made.bytes, made.size);
    builder_free(&made);
    return bytes;
}

typedef struct range_row {
    const char *name;
    double lowest;
    double highest;
    bool wide;
    uint64_t bits;
    bool float_passes;
    bool double_passes;
} range_row;

static void holds_range(const range_row *row)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_NONFINITE);
    packet bytes = vector_of(row->wide, row->bits);
    parsed made;
    float floats[2] = {7.0f, 7.0f};
    double doubles[2] = {7.0, 7.0};
    parsed_from(&made, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_4, &policy);
    gdv_value root = gdv_root(&made.document);
    gdv_status as_floats = gdv_to_floats(root, GDV_TYPE_VECTOR2, row->lowest, row->highest, floats, 2);
    gdv_status as_doubles = gdv_to_doubles(root, GDV_TYPE_VECTOR2, row->lowest, row->highest, doubles, 2);
    cr_expect_eq(as_floats, row->float_passes ? GDV_OK : GDV_E_OUT_OF_RANGE, "%s as float: %s", row->name,
                 gdv_status_name(as_floats));
    cr_expect_eq(as_doubles, row->double_passes ? GDV_OK : GDV_E_OUT_OF_RANGE, "%s as double: %s", row->name,
                 gdv_status_name(as_doubles));
    cr_expect_eq(floats[1] < 7.0f || floats[1] > 7.0f, row->float_passes, "%s: float %g", row->name, (double)floats[1]);
    cr_expect_eq(doubles[1] < 7.0 || doubles[1] > 7.0, row->double_passes, "%s: double %g", row->name, doubles[1]);
    parsed_free(&made);
    packet_free(&bytes);
}

Test(checked_numbers, pass_the_ends_of_their_range_in_their_own_width)
{
    const uint32_t float_pi = float_bits_of((float)PI); /* above PI */
    const uint64_t double_pi = bits_of(PI);
    const range_row rows[] = {
        {"float pi", -PI, PI, false, float_pi, true, true},
        {"float above pi", -PI, PI, false, float_pi + 1u, false, false},
        {"float -pi", -PI, PI, false, float_pi | 0x80000000u, true, true},
        {"float below -pi", -PI, PI, false, (float_pi | 0x80000000u) + 1u, false, false},
        {"double pi", -PI, PI, true, double_pi, true, true},
        {"double above pi", -PI, PI, true, double_pi + 1, false, false},
        {"double -pi", -PI, PI, true, double_pi | 0x8000000000000000u, true, true},
        {"double below -pi", -PI, PI, true, (double_pi | 0x8000000000000000u) + 1, false, false},
        /* 0.1f is above 0.1, 0.3f above 0.3; 0.7f below 0.7 */
        {"0.1f for at most 0.1", 0.0, 0.1, false, float_bits_of((float)0.1), true, true},
        {"the double 0.1f for at most 0.1", 0.0, 0.1, true, bits_of((double)(float)0.1), false, false},
        {"0.7f for at most 0.7", 0.0, 0.7, false, float_bits_of((float)0.7), true, true},
        {"the next of 0.7f for at most 0.7", 0.0, 0.7, false, float_bits_of((float)0.7) + 1u, false, false},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        holds_range(&rows[index]);
    }
}

/* x, which is 0, is in each of these ranges, or it says no before y is looked at. */
Test(checked_numbers, are_finite_whatever_the_range)
{
    const uint64_t above_floats = bits_of((double)FLT_MAX) + 1;
    const range_row rows[] = {
        {"float infinity", -INFINITY, INFINITY, false, float_bits_of(INFINITY), false, false},
        {"float -infinity", -INFINITY, INFINITY, false, float_bits_of(-INFINITY), false, false},
        {"float nan", -INFINITY, INFINITY, false, 0x7fc00000u, false, false},
        {"double infinity", -INFINITY, INFINITY, true, bits_of((double)INFINITY), false, false},
        {"double -infinity", -INFINITY, INFINITY, true, bits_of(-(double)INFINITY), false, false},
        {"double nan", -INFINITY, INFINITY, true, 0x7ff8000000000000u, false, false},
        {"largest float", -INFINITY, INFINITY, false, float_bits_of(FLT_MAX), true, true},
        {"lowest float", -INFINITY, INFINITY, false, float_bits_of(-FLT_MAX), true, true},
        {"largest float as double", -INFINITY, INFINITY, true, bits_of((double)FLT_MAX), true, true},
        {"more than any float", -INFINITY, INFINITY, true, above_floats, false, true},
        {"less than any float", -INFINITY, INFINITY, true, above_floats | 0x8000000000000000u, false, true},
        {"largest double", -INFINITY, INFINITY, true, bits_of(DBL_MAX), false, true},
        {"lowest double", -DBL_MAX, DBL_MAX, true, bits_of(-DBL_MAX), false, true},
        {"largest float, range of doubles", -DBL_MAX, DBL_MAX, false, float_bits_of(FLT_MAX), true, true},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        holds_range(&rows[index]);
    }
}

/* Ranges that nothing is in: not 0 either, which is x. */
Test(checked_numbers, are_in_no_range_that_is_empty)
{
    const range_row rows[] = {
        {"lowest nan", (double)NAN, 1.0, false, 0, false, false},
        {"highest nan", -1.0, (double)NAN, false, 0, false, false},
        {"lowest nan, wide", (double)NAN, 1.0, true, 0, false, false},
        {"highest nan, wide", -1.0, (double)NAN, true, 0, false, false},
        {"turned around", 1.0, -1.0, false, 0, false, false},
        {"above all floats", 1e300, INFINITY, false, float_bits_of(FLT_MAX), false, false},
        {"below all floats", -INFINITY, -1e300, false, float_bits_of(-FLT_MAX), false, false},
        {"from infinity", (double)INFINITY, (double)INFINITY, true, bits_of(DBL_MAX), false, false},
        {"to -infinity", -(double)INFINITY, -(double)INFINITY, true, bits_of(-DBL_MAX), false, false},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        holds_range(&rows[index]);
    }
    /* with y alone, as x is out of these ranges in any case */
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "20000000 01000000 ffff7f7f"); /* [FLT_MAX] */
    float out = 7.0f;
    cr_expect_eq(gdv_to_floats(root, GDV_TYPE_PACKED_FLOAT32_ARRAY, 1e300, INFINITY, &out, 1), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(gdv_to_floats(root, GDV_TYPE_PACKED_FLOAT32_ARRAY, (double)FLT_MAX, INFINITY, &out, 1), GDV_OK);
    parsed_free(&made);
    root = parsed_hex(&made, "godot4.4", "strict", "20000000 01000000 ffff7fff"); /* [-FLT_MAX] */
    cr_expect_eq(gdv_to_floats(root, GDV_TYPE_PACKED_FLOAT32_ARRAY, -INFINITY, -1e300, &out, 1), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(gdv_to_floats(root, GDV_TYPE_PACKED_FLOAT32_ARRAY, -INFINITY, -(double)FLT_MAX, &out, 1), GDV_OK);
    parsed_free(&made);
}

Test(checked_numbers, that_are_ints_pass_the_ends_of_their_range)
{
    static const struct {
        const char *hex;
        gdv_type type;
        size_t n;
        int64_t lowest;
        int64_t highest;
        gdv_status code;
    } rows[] = {
        {"0a000000 feffffff 05000000 00000000", GDV_TYPE_VECTOR3I, 3, -2, 5, GDV_OK},
        {"0a000000 feffffff 05000000 00000000", GDV_TYPE_VECTOR3I, 3, -1, 5, GDV_E_OUT_OF_RANGE},
        {"0a000000 feffffff 05000000 00000000", GDV_TYPE_VECTOR3I, 3, -2, 4, GDV_E_OUT_OF_RANGE},
        {"1f000000 02000000 0000000000000080 ffffffffffffff7f", GDV_TYPE_PACKED_INT64_ARRAY, 2, INT64_MIN, INT64_MAX,
         GDV_OK},
        {"1f000000 02000000 0000000000000080 ffffffffffffff7f", GDV_TYPE_PACKED_INT64_ARRAY, 2, -INT64_MAX, INT64_MAX,
         GDV_E_OUT_OF_RANGE},
        {"1f000000 02000000 0000000000000080 ffffffffffffff7f", GDV_TYPE_PACKED_INT64_ARRAY, 2, INT64_MIN,
         INT64_MAX - 1, GDV_E_OUT_OF_RANGE},
        {"02000100 0000000001000000", GDV_TYPE_INT, 1, 0, 0x100000000, GDV_OK},
        {"02000100 0000000001000000", GDV_TYPE_INT, 1, 0, 0xffffffff, GDV_E_OUT_OF_RANGE},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        int64_t out[3] = {7, 7, 7};
        gdv_value root = parsed_hex(&made, "godot4.4", "strict", rows[index].hex);
        gdv_status code =
            gdv_to_ints(root, rows[index].type, rows[index].lowest, rows[index].highest, out, rows[index].n);
        cr_expect_eq(code, rows[index].code, "row %zu: %s", index, gdv_status_name(code));
        parsed_free(&made);
    }
}

/* ---- what is left of a failure ---- */

/* Four numbers, of which the third is refused: the two before it are 0 again, and the last is as it was. */
Test(checked_numbers, of_which_one_is_refused_leave_nothing)
{
    parsed made;
    float floats[4] = {7.0f, 7.0f, 7.0f, 7.0f};
    double doubles[4] = {7.0, 7.0, 7.0, 7.0};
    int64_t ints[4] = {7, 7, 7, 7};
    gdv_value root =
        parsed_hex(&made, "godot4.4", "strict", "20000000 04000000 0000803f 00000040 00004040 00008040"); /* 1 2 3 4 */
    cr_expect_eq(gdv_to_floats(root, GDV_TYPE_PACKED_FLOAT32_ARRAY, 0.0, 2.5, floats, 4), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(gdv_to_doubles(root, GDV_TYPE_PACKED_FLOAT32_ARRAY, 0.0, 2.5, doubles, 4), GDV_E_OUT_OF_RANGE);
    parsed_free(&made);
    root = parsed_hex(&made, "godot4.4", "strict", "1e000000 04000000 01000000 02000000 03000000 04000000");
    cr_expect_eq(gdv_to_ints(root, GDV_TYPE_PACKED_INT32_ARRAY, 0, 2, ints, 4), GDV_E_OUT_OF_RANGE);
    for (size_t index = 0; index < 4; index += 1) {
        const double expected = index < 2 ? 0.0 : 7.0;
        cr_expect(same_double((double)floats[index], expected), "float %zu", index);
        cr_expect(same_double(doubles[index], expected), "double %zu", index);
        cr_expect_eq(ints[index], (int64_t)expected, "int %zu", index);
    }
    parsed_free(&made);
}

/* ---- arguments ---- */

Test(checked_numbers, of_a_missing_value_are_missing)
{
    float out = 7.0f;
    int64_t number = 7;
    cr_expect_eq(gdv_to_floats(gdv_missing(), GDV_TYPE_FLOAT, -INFINITY, INFINITY, &out, 1), GDV_E_MISSING);
    cr_expect_eq(gdv_to_ints(gdv_missing(), GDV_TYPE_INT, 0, 9, &number, 1), GDV_E_MISSING);
    cr_expect(same_double((double)out, 7.0) && number == 7, "nothing is written");
}

/* An address that is not memory of anybody's: a region from there on wraps around the address space. */
static void *address(uintptr_t from_the_end)
{
    return (void *)(UINTPTR_MAX - from_the_end); /* NOLINT(performance-no-int-to-ptr): the test is about addresses */
}

Test(checked_numbers, need_a_place_to_go_to)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "20000000 01000000 0000803f");
    const gdv_type type = GDV_TYPE_PACKED_FLOAT32_ARRAY;
    cr_expect_eq(gdv_to_floats(root, type, 0.0, 9.0, NULL, 1), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_to_doubles(root, type, 0.0, 9.0, NULL, 1), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_to_ints(root, type, 0, 9, NULL, 1), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_to_floats(root, type, 0.0, 9.0, (float *)address(4), 2), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_to_floats(root, type, 0.0, 9.0, NULL, 0), GDV_E_OUT_OF_RANGE);
    parsed_free(&made);
    root = parsed_hex(&made, "godot4.4", "strict", "20000000 00000000");
    cr_expect_eq(gdv_to_floats(root, type, 0.0, 9.0, NULL, 0), GDV_OK);
    cr_expect_eq(gdv_to_doubles(root, type, 0.0, 9.0, NULL, 0), GDV_OK);
    parsed_free(&made);
}

Test(checked_numbers, are_not_written_over_what_they_are_read_from)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "20000000 02000000 0000803f 00000040");
    packet before = packet_from_bytes(made.bytes.bytes, made.bytes.size);
    const gdv_type type = GDV_TYPE_PACKED_FLOAT32_ARRAY;
    gdv_document document = made.document;
    cr_expect_eq(gdv_to_floats(root, type, 0.0, 9.0, (float *)(void *)made.bytes.bytes, 2), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_floats(root, type, 0.0, 9.0, (float *)(void *)made.nodes, 2), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_floats(root, type, 0.0, 9.0, (float *)(void *)&made.document, 2), GDV_E_OVERLAP);
    cr_expect_eq(memcmp(made.bytes.bytes, before.bytes, before.size), 0);
    cr_expect_eq(memcmp(&document, &made.document, sizeof document), 0);
    packet_free(&before);
    parsed_free(&made);
}
