/* SPDX-License-Identifier: MIT */
/* Numbers in rows (numbers.h): the components of every type of every dialect, in 32 and 64 bits, by element and copied
 * out in bulk from and to anywhere, whatever the packet's alignment; and the strings of arrays and node paths, one
 * after another. What a component is comes from the packets of the type table, written by hand. Promises 1 and 7. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define T(name) GDV_TYPE_##name

static gdv_policy everything(void)
{
    gdv_policy policy = policy_from_text("engine+object");
    policy.permit &= ~GDV_PERMIT_ENGINE_SPAN; /* or there would be no Projection of Pandemonium */
    return policy;
}

/* ---- one element of each type ---- */

/* What tests/support/type_ids.c has for it, in wire order. */
static const struct {
    gdv_type type;
    gdv_component part;
    uint32_t components;
    double values[16];
} one_each[] = {
    {T(INT), GDV_COMPONENT_INT32, 1, {1}},
    {T(FLOAT), GDV_COMPONENT_FLOAT32, 1, {0.5}},
    {T(VECTOR2), GDV_COMPONENT_FLOAT32, 2, {1, 2}},
    {T(VECTOR2I), GDV_COMPONENT_INT32, 2, {1, -2}},
    {T(RECT2), GDV_COMPONENT_FLOAT32, 4, {1, 2, 3, 4}},
    {T(RECT2I), GDV_COMPONENT_INT32, 4, {1, -2, 3, 4}},
    {T(VECTOR3), GDV_COMPONENT_FLOAT32, 3, {1, 2, 3}},
    {T(VECTOR3I), GDV_COMPONENT_INT32, 3, {1, -2, 3}},
    {T(TRANSFORM2D), GDV_COMPONENT_FLOAT32, 6, {1, 2, 3, 4, 5, 6}},
    {T(VECTOR4), GDV_COMPONENT_FLOAT32, 4, {1, 2, 3, 4}},
    {T(VECTOR4I), GDV_COMPONENT_INT32, 4, {1, -2, 3, 4}},
    {T(PLANE), GDV_COMPONENT_FLOAT32, 4, {1, 2, 3, 4}},
    {T(QUATERNION), GDV_COMPONENT_FLOAT32, 4, {1, 2, 3, 4}},
    {T(AABB), GDV_COMPONENT_FLOAT32, 6, {1, 2, 3, 4, 5, 6}},
    {T(BASIS), GDV_COMPONENT_FLOAT32, 9, {1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {T(TRANSFORM3D), GDV_COMPONENT_FLOAT32, 12, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}},
    {T(PROJECTION), GDV_COMPONENT_FLOAT32, 16, {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}},
    {T(COLOR), GDV_COMPONENT_FLOAT32, 4, {1, 0.5, 0.25, 1}},
    {T(PACKED_INT32_ARRAY), GDV_COMPONENT_INT32, 1, {1}},
    {T(PACKED_INT64_ARRAY), GDV_COMPONENT_INT64, 1, {5}},
    {T(PACKED_FLOAT32_ARRAY), GDV_COMPONENT_FLOAT32, 1, {0.5}},
    {T(PACKED_FLOAT64_ARRAY), GDV_COMPONENT_FLOAT64, 1, {0.1}},
    {T(PACKED_VECTOR2_ARRAY), GDV_COMPONENT_FLOAT32, 2, {1, 2}},
    {T(PACKED_VECTOR3_ARRAY), GDV_COMPONENT_FLOAT32, 3, {1, 2, 3}},
    {T(PACKED_COLOR_ARRAY), GDV_COMPONENT_FLOAT32, 4, {1, 0.5, 0.25, 1}},
    {T(PACKED_VECTOR4_ARRAY), GDV_COMPONENT_FLOAT32, 4, {1, 2, 3, 4}},
    {T(PACKED_VECTOR2I_ARRAY), GDV_COMPONENT_INT32, 2, {1, -2}},
    {T(PACKED_VECTOR3I_ARRAY), GDV_COMPONENT_INT32, 3, {1, -2, 3}},
    {T(PACKED_VECTOR4I_ARRAY), GDV_COMPONENT_INT32, 4, {1, -2, 3, 4}},
};

static bool is_packed(gdv_type type)
{
    return type >= T(PACKED_BYTE_ARRAY) && type <= T(PACKED_VECTOR4I_ARRAY);
}

static bool is_int(gdv_component part)
{
    return part == GDV_COMPONENT_INT32 || part == GDV_COMPONENT_INT64;
}

static void has_these(const char *name, gdv_value value, gdv_component part, uint32_t components, const double *values)
{
    gdv_numbers parts = {NULL, 99, 99, GDV_COMPONENT_NONE};
    cr_expect_eq(gdv_to_numbers(value, &parts), GDV_OK, "%s", name);
    cr_expect_eq(parts.component, part, "%s: part %d", name, (int)parts.component);
    cr_expect_eq(parts.components, components, "%s: %u components", name, parts.components);
    cr_expect_eq(parts.elements, 1, "%s: %zu elements", name, parts.elements);
    for (uint32_t component = 0; component < components; component += 1) {
        double number = gdv_component_double(&parts, 0, component);
        cr_expect(same_double(number, values[component]), "%s: component %u is %g", name, component, number);
        cr_expect_eq(gdv_component_int(&parts, 0, component), is_int(part) ? (int64_t)values[component] : 0,
                     "%s: component %u as an int", name, component);
    }
    cr_expect_eq(gdv_component_double(&parts, 0, components), 0.0, "%s: one component too far", name);
    cr_expect_eq(gdv_component_double(&parts, 1, 0), 0.0, "%s: one element too far", name);
    cr_expect_eq(gdv_component_int(&parts, SIZE_MAX, SIZE_MAX), 0, "%s: far too far", name);
    cr_expect_eq(gdv_component_double(&parts, SIZE_MAX, 0), 0.0, "%s: far too far", name);
}

static void components_are_those_of_the_packet(gdv_dialect dialect)
{
    gdv_policy policy = everything();
    size_t types = 0;
    for (size_t index = 0; index < COUNT_OF(one_each); index += 1) {
        uint32_t id = 0;
        if (!gdv_dialect_type_id(dialect, one_each[index].type, &id)) {
            continue;
        }
        const type_row *row = row_of(dialect, one_each[index].type);
        bool wide_int = dialect == GDV_DIALECT_GODOT3_0 && row->type == T(INT); /* 5, in 64 bits (EB-22) */
        const double five = 5.0;
        packet bytes = packet_from_hex(row->packet);
        parsed made;
        gdv_numbers parts;
        parsed_from(&made, bytes.bytes, bytes.size, dialect, &policy);
        gdv_value root = gdv_root(&made.document);
        has_these(row->name, root, wide_int ? GDV_COMPONENT_INT64 : one_each[index].part, one_each[index].components,
                  wide_int ? &five : one_each[index].values);
        cr_expect_eq(gdv_to_numbers_of(root, row->type, &parts), GDV_OK, "%s", row->name);
        cr_expect_eq(parts.components, one_each[index].components, "%s", row->name);
        cr_expect_eq(gdv_to_numbers_of(root, T(NIL), &parts), GDV_E_WRONG_TYPE, "%s", row->name);
        cr_expect(parts.bytes == NULL && parts.elements == 0, "%s", row->name);
        parsed_free(&made);
        packet_free(&bytes);
        types += 1;
    }
    /* as many as the type table has with a size, but for bool, RID and bytes */
    size_t sized = 0;
    for (uint32_t id = 0; id < dialect_rows[dialect].count; id += 1) {
        const type_row *row = &dialect_rows[dialect].types[id];
        sized += row->size > 0 && row->type != T(BOOL) && row->type != T(RID) ? 1 : 0;
    }
    cr_assert_eq(types, sized, "%zu types of %zu", types, sized);
}

TEST_EACH_DIALECT(parts_of_every_type_are_those_of_the_packet, components_are_those_of_the_packet)

static void put_double(builder *out, double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    put_u32(out, (uint32_t)(bits & 0xffffffffu));
    put_u32(out, (uint32_t)(bits >> 32));
}

static void put_float(builder *out, float number)
{
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    put_u32(out, bits);
}

/* Header bit 16 of the math types of Godot 4 (section 5.7); numbers that no float holds. */
static void wide_components_are_those_of_the_packet(gdv_dialect dialect)
{
    gdv_policy policy = everything();
    size_t types = 0;
    for (size_t index = 0; index < COUNT_OF(one_each); index += 1) {
        uint32_t id = 0;
        bool there = gdv_dialect_type_id(dialect, one_each[index].type, &id);
        const type_row *row = there ? row_of(dialect, one_each[index].type) : NULL;
        if (row == NULL || row->wide == 0 || row->type == T(INT)) {
            continue;
        }
        double values[16] = {0};
        builder made = {NULL, 0, 0};
        parsed read;
        put_u32(&made, id + GDV_FLAG_64);
        if (is_packed(row->type)) {
            put_u32(&made, 1);
        }
        for (uint32_t component = 0; component < one_each[index].components; component += 1) {
            values[component] = 0.1 + component;
            put_double(&made, values[component]);
        }
        parsed_from(&read, made.bytes, made.size, dialect, &policy);
        cr_expect_eq(read.code, GDV_OK, "%s: %s", row->name, gdv_status_name(read.code));
        has_these(row->name, gdv_root(&read.document), GDV_COMPONENT_FLOAT64, one_each[index].components, values);
        parsed_free(&read);
        builder_free(&made);
        types += 1;
    }
    /* section 3: 13 types in 4.0, and the packed Vector4 of 4.3; FLOAT is the one that the others have as well */
    size_t expected = dialect == GDV_DIALECT_GODOT2     ? 0
                      : dialect == GDV_DIALECT_GODOT4_0 ? 14
                      : dialect > GDV_DIALECT_GODOT4_0  ? 15
                                                        : 1;
    cr_assert_eq(types, expected, "%zu types", types);
}

TEST_EACH_DIALECT(parts_in_64_bits_are_those_of_the_packet, wide_components_are_those_of_the_packet)

/* ---- several elements ---- */

/* Three elements of a packed type: number k of them all is k + 1, or as a float k + 1.5. */
static builder three_of(uint32_t id, gdv_component part, uint32_t components)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, id);
    put_u32(&made, 3);
    for (uint32_t number = 0; number < 3 * components; number += 1) {
        if (part == GDV_COMPONENT_FLOAT32) {
            put_float(&made, (float)number + 1.5f);
        } else if (part == GDV_COMPONENT_FLOAT64) {
            put_double(&made, number + 1.5);
        } else {
            put_u32(&made, number + 1);
        }
        if (part == GDV_COMPONENT_INT64) {
            put_u32(&made, 0);
        }
    }
    return made;
}

static void elements_follow_one_another(gdv_dialect dialect)
{
    gdv_policy policy = everything();
    for (size_t index = 0; index < COUNT_OF(one_each); index += 1) {
        uint32_t id = 0;
        gdv_component part = one_each[index].part;
        uint32_t components = one_each[index].components;
        if (!is_packed(one_each[index].type) || !gdv_dialect_type_id(dialect, one_each[index].type, &id)) {
            continue;
        }
        builder made = three_of(id, part, components);
        parsed read;
        gdv_numbers parts;
        parsed_from(&read, made.bytes, made.size, dialect, &policy);
        cr_expect_eq(gdv_to_numbers(gdv_root(&read.document), &parts), GDV_OK);
        cr_expect_eq(parts.elements, 3);
        for (uint32_t number = 0; number < 3 * components; number += 1) {
            double expected = is_int(part) ? number + 1.0 : number + 1.5;
            double got = gdv_component_double(&parts, number / components, number % components);
            cr_expect(same_double(got, expected), "%s: number %u is %g", gdv_type_name(one_each[index].type), number,
                      got);
        }
        cr_expect_eq(gdv_component_double(&parts, 3, 0), 0.0);
        parsed_free(&read);
        builder_free(&made);
    }
}

TEST_EACH_DIALECT(parts_of_packed_arrays_follow_one_another, elements_follow_one_another)

Test(parts, of_nothing_are_nothing)
{
    gdv_numbers parts = {NULL, 99, 99, GDV_COMPONENT_INT64};
    parsed made;
    cr_expect_eq(gdv_to_numbers(gdv_missing(), &parts), GDV_E_MISSING);
    cr_expect(parts.bytes == NULL && parts.elements == 0 && parts.components == 0 &&
              parts.component == GDV_COMPONENT_NONE);
    cr_expect_eq(gdv_component_double(&parts, 0, 0), 0.0);
    cr_expect_eq(gdv_component_int(&parts, 0, 0), 0);
    cr_expect_eq(gdv_component_double(NULL, 0, 0), 0.0);
    cr_expect_eq(gdv_component_int(NULL, 0, 0), 0);
    cr_expect_eq(gdv_to_numbers_of(gdv_missing(), T(VECTOR2), &parts), GDV_E_MISSING);
    cr_expect_eq(gdv_to_numbers_of(gdv_missing(), T(VECTOR2), NULL), GDV_E_BAD_ARGUMENT);
    gdv_value empty = parsed_hex(&made, "godot3", "strict", "15000000 00000000");
    cr_expect_eq(gdv_to_numbers(empty, &parts), GDV_OK);
    cr_expect(parts.bytes == made.bytes.bytes + 8 && parts.elements == 0 && parts.components == 1);
    cr_expect_eq(gdv_component_int(&parts, 0, 0), 0);
    parsed_free(&made);
}

/* A view that the caller made, and not gdv_to_numbers: what has no kind of number has no numbers. */
Test(parts, of_no_kind_have_no_numbers)
{
    static const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const gdv_component kinds[] = {GDV_COMPONENT_NONE, (gdv_component)99};
    for (size_t index = 0; index < COUNT_OF(kinds); index += 1) {
        const gdv_numbers parts = {bytes, 1, 1, kinds[index]};
        cr_expect_eq(gdv_component_double(&parts, 0, 0), 0.0, "kind %d", (int)kinds[index]);
        cr_expect_eq(gdv_component_int(&parts, 0, 0), 0, "kind %d", (int)kinds[index]);
    }
    const gdv_numbers parts = {bytes, 1, 1, GDV_COMPONENT_NONE};
    double number = 5.0;
    cr_expect_eq(gdv_copy_double(&parts, 0, &number, 1), 0);
    cr_expect_eq(number, 5.0, "written");
}

Test(parts, of_64_bits_round_to_a_double_and_not_as_an_int)
{
    int64_t copies[3] = {0};
    parsed made;
    gdv_numbers parts;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict",
                                "1f000000 03000000 01000000 00002000 00000000 00000080 ffffffff ffffff7f");
    cr_expect_eq(gdv_to_numbers(root, &parts), GDV_OK);
    cr_expect_eq(gdv_component_int(&parts, 0, 0), ((int64_t)1 << 53) + 1);
    cr_expect_eq(gdv_component_double(&parts, 0, 0), 0x1p53);
    cr_expect_eq(gdv_component_int(&parts, 1, 0), INT64_MIN);
    cr_expect_eq(gdv_component_int(&parts, 2, 0), INT64_MAX);
    cr_expect_eq(gdv_copy_int64(&parts, 0, copies, 3), 3);
    cr_expect(copies[0] == ((int64_t)1 << 53) + 1 && copies[1] == INT64_MIN && copies[2] == INT64_MAX);
    parsed_free(&made);
    root = parsed_hex(&made, "godot4.4", "strict", "1e000000 03000000 00000080 ffffffff ffffff7f");
    cr_expect_eq(gdv_to_numbers(root, &parts), GDV_OK);
    cr_expect_eq(gdv_copy_int64(&parts, 0, copies, 3), 3);
    cr_expect(copies[0] == INT32_MIN && copies[1] == -1 && copies[2] == INT32_MAX);
    parsed_free(&made);
}

/* ---- copies ---- */

typedef enum copy { COPY_INT32, COPY_INT64, COPY_FLOAT, COPY_DOUBLE, COPIES } copy;

static const char *const copy_names[COPIES] = {"int32", "int64", "float", "double"};
static const size_t copy_sizes[COPIES] = {sizeof(int32_t), sizeof(int64_t), sizeof(float), sizeof(double)};

static size_t copy_to(copy which, const gdv_numbers *parts, size_t first, void *out, size_t capacity)
{
    switch (which) {
    case COPY_INT32:
        return gdv_copy_int32(parts, first, out, capacity);
    case COPY_INT64:
        return gdv_copy_int64(parts, first, out, capacity);
    case COPY_FLOAT:
        return gdv_copy_float(parts, first, out, capacity);
    case COPY_DOUBLE:
        return gdv_copy_double(parts, first, out, capacity);
    case COPIES:
        break;
    }
    return 0;
}

/* A number that was copied, as a double: those of these tests fit. */
static double copied(copy which, const void *out, size_t index)
{
    switch (which) {
    case COPY_INT32:
        return ((const int32_t *)out)[index];
    case COPY_INT64:
        return (double)((const int64_t *)out)[index];
    case COPY_FLOAT:
        return (double)((const float *)out)[index];
    case COPY_DOUBLE:
        return ((const double *)out)[index];
    case COPIES:
        break;
    }
    return 0.0;
}

/* "0 where the numbers do not fit the array's type without loss" */
static bool fits(copy which, gdv_component part)
{
    static const bool lossless[COPIES][5] = {
        [COPY_INT32] = {[GDV_COMPONENT_INT32] = true},
        [COPY_INT64] = {[GDV_COMPONENT_INT32] = true, [GDV_COMPONENT_INT64] = true},
        [COPY_FLOAT] = {[GDV_COMPONENT_FLOAT32] = true},
        [COPY_DOUBLE] = {[GDV_COMPONENT_FLOAT32] = true, [GDV_COMPONENT_FLOAT64] = true, [GDV_COMPONENT_INT32] = true},
    };
    return lossless[which][part];
}

/* Six numbers, copied from everywhere to arrays of every size, each a heap block of exactly that size. */
static void copies_from_everywhere(const char *name, const gdv_numbers *parts)
{
    enum { NUMBERS = 6, BEYOND = NUMBERS + 2 };
    for (copy which = 0; which < COPIES; which += 1) {
        for (size_t first = 0; first <= BEYOND; first += 1) {
            for (size_t capacity = 0; capacity <= BEYOND; capacity += 1) {
                size_t left = first < NUMBERS ? NUMBERS - first : 0;
                size_t most = left < capacity ? left : capacity;
                size_t expected = fits(which, parts->component) ? most : 0;
                packet out = packet_from_bytes(name, 0);
                out.bytes = malloc(capacity > 0 ? capacity * copy_sizes[which] : 1);
                cr_assert_not_null(out.bytes);
                memset(out.bytes, 0xa5, capacity * copy_sizes[which]);
                size_t count = copy_to(which, parts, first, capacity > 0 ? out.bytes : NULL, capacity);
                cr_expect_eq(count, expected, "%s as %s, %zu from %zu: %zu", name, copy_names[which], capacity, first,
                             count);
                for (size_t index = 0; index < count; index += 1) {
                    double number = copied(which, out.bytes, index);
                    double right = (double)(first + index) + (is_int(parts->component) ? 1.0 : 1.5);
                    cr_expect(same_double(number, right), "%s as %s, %zu from %zu: %g", name, copy_names[which],
                              capacity, first, number);
                }
                for (size_t rest = count * copy_sizes[which]; rest < capacity * copy_sizes[which]; rest += 1) {
                    cr_expect_eq(out.bytes[rest], 0xa5, "%s as %s: written beyond", name, copy_names[which]);
                }
                packet_free(&out);
            }
        }
        cr_expect_eq(copy_to(which, parts, SIZE_MAX, &(double){0}, SIZE_MAX), 0, "%s", name);
        cr_expect_eq(copy_to(which, parts, 0, NULL, 3), 0, "%s: to nowhere", name);
        cr_expect_eq(copy_to(which, NULL, 0, &(double){0}, 1), 0, "%s: from nowhere", name);
    }
}

Test(parts, are_copied_from_anywhere_to_arrays_that_hold_them)
{
    static const struct {
        const char *name;
        gdv_type type;
        uint32_t flags;
        gdv_component part;
        uint32_t components;
    } rows[] = {
        {"Vector2i is not in Godot 4's packed arrays, so ints", T(PACKED_INT32_ARRAY), 0, GDV_COMPONENT_INT32, 1},
        {"64-bit ints", T(PACKED_INT64_ARRAY), 0, GDV_COMPONENT_INT64, 1},
        {"floats", T(PACKED_FLOAT32_ARRAY), 0, GDV_COMPONENT_FLOAT32, 1},
        {"doubles", T(PACKED_FLOAT64_ARRAY), 0, GDV_COMPONENT_FLOAT64, 1},
        {"Vector2", T(PACKED_VECTOR2_ARRAY), 0, GDV_COMPONENT_FLOAT32, 2},
        {"Vector2 in 64 bits", T(PACKED_VECTOR2_ARRAY), GDV_FLAG_64, GDV_COMPONENT_FLOAT64, 2},
    };
    gdv_policy policy = everything();
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        uint32_t id = id_of(GDV_DIALECT_GODOT4_4, rows[index].type) + rows[index].flags;
        builder made = three_of(id, rows[index].part, rows[index].components);
        parsed read;
        gdv_numbers parts;
        if (rows[index].components == 1) { /* six elements of one number each */
            builder twice = three_of(id, rows[index].part, 2);
            twice.bytes[4] = 6;
            builder_free(&made);
            made = twice;
        }
        parsed_from(&read, made.bytes, made.size, GDV_DIALECT_GODOT4_4, &policy);
        cr_assert_eq(gdv_to_numbers(gdv_root(&read.document), &parts), GDV_OK, "%s", rows[index].name);
        cr_assert_eq(parts.elements * parts.components, 6, "%s", rows[index].name);
        cr_assert_eq(parts.component, rows[index].part, "%s", rows[index].name);
        copies_from_everywhere(rows[index].name, &parts);
        parsed_free(&read);
        builder_free(&made);
    }
}

Test(parts, of_a_math_value_are_copied_too)
{
    float numbers[3] = {0};
    double wide[2] = {0};
    int32_t ints[4] = {0};
    gdv_numbers parts;
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "09000000 0000803f 00000040 00004040");
    cr_expect_eq(gdv_to_numbers_of(root, T(VECTOR3), &parts), GDV_OK);
    cr_expect_eq(gdv_copy_float(&parts, 0, numbers, 3), 3);
    cr_expect(numbers[0] == 1.0f && numbers[1] == 2.0f && numbers[2] == 3.0f);
    parsed_free(&made);
    root = parsed_hex(&made, "godot4.4", "strict", "05000100 00000000 0000f03f 9a999999 9999b93f");
    cr_expect_eq(gdv_to_numbers_of(root, T(VECTOR2), &parts), GDV_OK);
    cr_expect_eq(gdv_copy_double(&parts, 0, wide, 2), 2);
    cr_expect(same_double(wide[0], 1.0) && same_double(wide[1], 0.1));
    parsed_free(&made);
    root = parsed_hex(&made, "godot4.4", "strict", "08000000 00000080 ffffff7f ffffffff 00000000");
    cr_expect_eq(gdv_to_numbers_of(root, T(RECT2I), &parts), GDV_OK);
    cr_expect_eq(gdv_copy_int32(&parts, 0, ints, 4), 4);
    cr_expect(ints[0] == INT32_MIN && ints[1] == INT32_MAX && ints[2] == -1 && ints[3] == 0);
    parsed_free(&made);
}

/* Signalling NaNs, of either sign, with a payload: where the width is the same, the bits are. */
Test(parts, keep_the_bits_of_a_nan)
{
    static const uint32_t floats[] = {0x7f800001, 0xff800001, 0x7fc00000, 0x7fabcdef};
    static const uint64_t doubles[] = {0x7ff0000000000001, 0xfff0000000000001, 0x7ff8000000000000, 0x7ff123456789abcd};
    float out[4];
    double wide[4];
    uint32_t bits[4];
    uint64_t wide_bits[4];
    gdv_numbers parts;
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "engine", "20000000 04000000 0100807f 010080ff 0000c07f efcdab7f");
    cr_expect_eq(gdv_to_numbers(root, &parts), GDV_OK);
    cr_expect_eq(gdv_copy_float(&parts, 0, out, 4), 4);
    memcpy(bits, out, sizeof bits);
    cr_expect_arr_eq(bits, floats, sizeof bits);
    cr_expect_eq(gdv_copy_double(&parts, 0, wide, 4), 4);
    for (size_t index = 0; index < 4; index += 1) {
        cr_expect(wide[index] != wide[index], "%zu is a number", index);
    }
    parsed_free(&made);
    root = parsed_hex(&made, "godot4.4", "engine",
                      "21000000 04000000 01000000 0000f07f 01000000 0000f0ff 00000000 0000f87f cdab8967 4523f17f");
    cr_expect_eq(gdv_to_numbers(root, &parts), GDV_OK);
    cr_expect_eq(gdv_copy_double(&parts, 0, wide, 4), 4);
    memcpy(wide_bits, wide, sizeof wide_bits);
    cr_expect_arr_eq(wide_bits, doubles, sizeof wide_bits);
    parsed_free(&made);
}

/* ---- alignment ---- */

/* Each packet at each offset in a block, its last byte the block's: the same numbers, strings and texts. */
static void alignment_does_not_matter(gdv_dialect dialect)
{
    gdv_policy policy = everything();
    for (uint32_t id = 0; id < dialect_rows[dialect].count; id += 1) {
        const type_row *row = &dialect_rows[dialect].types[id];
        packet bytes = packet_from_hex(row->packet);
        double first[32] = {0};
        for (size_t offset = 0; offset < 8; offset += 1) {
            uint8_t *block = malloc(bytes.size + offset);
            gdv_node nodes[8];
            gdv_document document;
            gdv_numbers parts;
            double numbers[32] = {0};
            cr_assert_not_null(block);
            memset(block, 0xff, offset);
            memcpy(block + offset, bytes.bytes, bytes.size);
            gdv_status code = gdv_document_parse(&document, block + offset, bytes.size, dialect, &policy, nodes,
                                                 COUNT_OF(nodes), NULL);
            gdv_value root = gdv_root(&document);
            cr_expect_eq(code, GDV_OK, "%s at %zu: %s", row->name, offset, gdv_status_name(code));
            if (gdv_to_numbers(root, &parts) == GDV_OK) {
                for (uint32_t component = 0; component < parts.components; component += 1) {
                    numbers[component] = gdv_component_double(&parts, 0, component);
                    numbers[16 + component] = (double)gdv_component_int(&parts, 0, component);
                }
                cr_expect_eq(gdv_copy_double(&parts, 0, numbers, 16),
                             fits(COPY_DOUBLE, parts.component) ? parts.components : 0, "%s at %zu", row->name, offset);
            }
            numbers[31] += (double)gdv_int_or(root, INT64_MIN, INT64_MAX, 0) + gdv_number_or(root, -9.0, 9.0, 0.0);
            if (offset == 0) {
                memcpy(first, numbers, sizeof first);
            }
            cr_expect_eq(memcmp(first, numbers, sizeof first), 0, "%s at %zu", row->name, offset);
            free(block);
        }
        packet_free(&bytes);
    }
}

TEST_EACH_DIALECT(parts_are_the_same_at_every_alignment, alignment_does_not_matter)

/* ---- strings ---- */

typedef struct string_row {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *hex;
    size_t count;
    const char *strings[4];
} string_row;

/* Sections 4 and 5.3: elements of arrays end in a NUL, names of paths do not; section 7: engines cut at the first NUL
 * and drop a byte order mark. */
static const string_row string_rows[] = {
    {"none", "godot3", "strict", "17000000 00000000", 0, {NULL}},
    {"one empty", "godot3", "strict", "17000000 01000000 01000000 00000000", 1, {""}},
    {"two", "godot3", "strict", "17000000 02000000 04000000 61626300 05000000 74657374 00000000", 2, {"abc", "test"}},
    {"of every length",
     "godot4.4",
     "strict",
     "22000000 04000000 02000000 61000000 03000000 61620000 04000000 61626300 05000000 61626364 00000000",
     4,
     {"a", "ab", "abc", "abcd"}},
    {"with garbage after", "godot2", "strict", "19000000 02000000 02000000 6100ffff 03000000 626300ff", 2, {"a", "bc"}},
    {"without NUL", "godot3", "strict+text-terminator", "17000000 02000000 03000000 61626300 00000000", 2, {"abc", ""}},
    {"cut at a NUL",
     "godot3",
     "strict+text-nul",
     "17000000 02000000 05000000 61006200 00000000 02000000 63000000",
     2,
     {"a", "c"}},
    {"two NULs", "godot3", "engine", "17000000 01000000 05000000 61626300 00000000", 1, {"abc"}},
    {"a byte order mark",
     "godot3",
     "strict+text-bom",
     "17000000 02000000 05000000 efbbbf61 00000000 04000000 efbbbf00",
     2,
     {"a", ""}},
    {"path of no names", "godot3", "strict", "0f000000 00000080 00000000 00000000", 0, {NULL}},
    {"names, then sub-names",
     "godot3",
     "strict",
     "0f000000 02000080 02000000 00000000 02000000 61620041 02000000 6364c040 02000000 65662041 02000000 67684041",
     4,
     {"ab", "cd", "ef", "gh"}},
    {"names may be empty",
     "godot4.4",
     "strict",
     "16000000 02000080 00000000 01000000 00000000 01000000 62000000",
     2,
     {"", "b"}},
    {"the property of Godot 2 last",
     "godot2",
     "strict",
     "10000000 01000080 01000000 02000000 01000000 61000000 01000000 62000000 01000000 70000000",
     3,
     {"a", "b", "p"}},
    {"the obsolete string of Godot 3 last",
     "godot3",
     "engine",
     "0f000000 01000080 00000000 02000000 01000000 61000000 01000000 62000000",
     2,
     {"a", "b"}},
    {"a name cut at a NUL", "godot3", "engine", "0f000000 01000080 00000000 00000000 03000000 61006200", 1, {"a"}},
    {"the old form is one, whatever is in it", "godot2", "engine", "10000000 05000000 612f623a 63", 1, {"a/b:c"}},
    {"the old form, empty", "godot3.0", "engine", "0f000000 00000000", 1, {""}},
};

Test(strings, come_one_after_another_and_then_no_more)
{
    for (size_t index = 0; index < COUNT_OF(string_rows); index += 1) {
        const string_row *row = &string_rows[index];
        parsed made;
        gdv_strings strings;
        gdv_text text = {NULL, 99};
        gdv_value root = parsed_hex(&made, row->dialect, row->policy, row->hex);
        memset(&strings, 0xa5, sizeof strings);
        cr_expect_eq(gdv_strings_begin(root, &strings), GDV_OK, "%s", row->name);
        cr_expect_eq(gdv_count(root), row->count, "%s: %zu", row->name, gdv_count(root));
        for (size_t number = 0; number < row->count; number += 1) {
            cr_expect(gdv_strings_next(&strings, &text), "%s: string %zu", row->name, number);
            cr_expect(same_text(text, row->strings[number]), "%s: string %zu, %zu bytes", row->name, number, text.size);
        }
        for (uint32_t again = 0; again < 3; again += 1) {
            cr_expect(!gdv_strings_next(&strings, &text), "%s: one too many", row->name);
            cr_expect(same_text(text, ""), "%s", row->name);
        }
        parsed_free(&made);
    }
}

Test(strings, take_no_place_for_nothing_said)
{
    parsed made;
    gdv_strings strings;
    gdv_text text = {NULL, 99};
    gdv_value root = parsed_hex(&made, "godot3", "strict", "17000000 01000000 02000000 61000000");
    cr_expect_eq(gdv_strings_begin(root, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_strings_begin(root, &strings), GDV_OK);
    cr_expect(!gdv_strings_next(&strings, NULL));
    cr_expect(!gdv_strings_next(NULL, &text));
    cr_expect(same_text(text, ""));
    cr_expect(!gdv_strings_next(NULL, NULL));
    cr_expect(gdv_strings_next(&strings, &text), "a call that could not be made passes over nothing");
    cr_expect(same_text(text, "a"));
    parsed_free(&made);
}

/* The document has been parsed again, and refused: what was begun before has lost its strings. */
Test(strings, of_a_document_that_is_no_more_are_none)
{
    parsed made;
    gdv_strings strings;
    gdv_text text = {NULL, 99};
    gdv_value root = parsed_hex(&made, "godot3", "strict", "17000000 01000000 02000000 61000000");
    cr_expect_eq(gdv_strings_begin(root, &strings), GDV_OK);
    cr_expect_eq(gdv_document_parse(&made.document, "\xff\xff\xff\xff", 4, GDV_DIALECT_GODOT3, NULL, NULL, 0, NULL),
                 GDV_E_BAD_TYPE);
    cr_expect(!gdv_strings_next(&strings, &text));
    cr_expect(same_text(text, ""));
    parsed_free(&made);
}

/* Under MSan: memory that nobody has written to shows which fields gdv_strings_begin sets where it fails. */
Test(strings, of_nothing_need_no_preparation)
{
    gdv_strings strings;
    gdv_text text;
    cr_expect_neq(gdv_strings_begin(gdv_missing(), &strings), GDV_OK);
    cr_expect(!gdv_strings_next(&strings, &text));
}
