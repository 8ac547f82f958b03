/* SPDX-License-Identifier: MIT */
/* What a value says of itself (value.h): every getter takes its own types, of every dialect, and no others; values,
 * edges, and fallbacks by hand; text as the engine keeps it. A getter that fails leaves nothing but zeros.
 * Numbers in rows are test_components.c's, what else there is test_structured.c's, but the table of who takes what is for all.
 * Promises 1, 6, 7. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define T(name) GDV_TYPE_##name

/* ---- who takes what ---- */

/* Everything that a getter may write to; all of it is filled before the call, with zeros or with what is none. */
typedef struct outputs {
    bool truth;
    int64_t integer;
    double number;
    gdv_text text;
    const uint8_t *bytes;
    size_t size;
    uint64_t id;
    gdv_numbers parts;
    gdv_strings strings;
    gdv_node_path path;
    gdv_element element;
    gdv_signal signal;
    gdv_image image;
    gdv_input_event event;
} outputs;

typedef enum getter {
    TO_BOOL,
    TO_INT,
    TO_DOUBLE,
    TO_NUMBER,
    TO_TEXT,
    TO_BYTES,
    TO_OBJECT_ID,
    TO_RID,
    TO_PARTS,
    TO_STRINGS,
    TO_NODE_PATH,
    ELEMENT_OF,
    VALUE_ELEMENT_OF,
    CLASS_OF,
    TO_SIGNAL,
    TO_IMAGE,
    TO_INPUT_EVENT,
    GETTERS
} getter;

static const char *const names[GETTERS] = {
    "to_bool",          "to_int",   "to_double", "to_number",     "to_text",       "to_bytes",
    "to_object_id",     "to_rid",   "to_parts",  "strings_begin", "to_node_path",  "element_of",
    "value_element_of", "class_of", "to_signal", "to_image",      "to_input_event"};

/* Calls one; `out` NULL stands for an output that is not there. */
static gdv_status call(getter which, gdv_value value, outputs *out)
{
    switch (which) {
    case TO_BOOL:
        return gdv_to_bool(value, out == NULL ? NULL : &out->truth);
    case TO_INT:
        return gdv_to_int(value, INT64_MIN, INT64_MAX, out == NULL ? NULL : &out->integer);
    case TO_DOUBLE:
        return gdv_to_double(value, -INFINITY, INFINITY, out == NULL ? NULL : &out->number);
    case TO_NUMBER:
        return gdv_to_number(value, -INFINITY, INFINITY, out == NULL ? NULL : &out->number);
    case TO_TEXT:
        return gdv_to_text(value, out == NULL ? NULL : &out->text);
    case TO_BYTES:
        return gdv_to_bytes(value, out == NULL ? NULL : &out->bytes, out == NULL ? NULL : &out->size);
    case TO_OBJECT_ID:
        return gdv_to_object_id(value, out == NULL ? NULL : &out->id);
    case TO_RID:
        return gdv_to_rid(value, out == NULL ? NULL : &out->id);
    case TO_PARTS:
        return gdv_to_numbers(value, out == NULL ? NULL : &out->parts);
    case TO_STRINGS:
        return gdv_strings_begin(value, out == NULL ? NULL : &out->strings);
    case TO_NODE_PATH:
        return gdv_to_node_path(value, out == NULL ? NULL : &out->path);
    case ELEMENT_OF:
        return gdv_element_of(value, out == NULL ? NULL : &out->element);
    case VALUE_ELEMENT_OF:
        return gdv_value_element_of(value, out == NULL ? NULL : &out->element);
    case CLASS_OF:
        return gdv_class_of(value, out == NULL ? NULL : &out->text);
    case TO_SIGNAL:
        return gdv_to_signal(value, out == NULL ? NULL : &out->signal);
    case TO_IMAGE:
        return gdv_to_image(value, out == NULL ? NULL : &out->image);
    case TO_INPUT_EVENT:
        return gdv_to_input_event(value, out == NULL ? NULL : &out->event);
    case GETTERS:
        break;
    }
    return GDV_OK;
}

static bool is_no_text(gdv_text text)
{
    return text.bytes != NULL && text.size == 0;
}

/* Whether all that the getter could write is nothing; an empty text has an address. */
static bool gave_nothing(getter which, const outputs *out)
{
    static const outputs zero;
    switch (which) {
    case TO_BOOL:
        return !out->truth;
    case TO_INT:
        return out->integer == 0;
    case TO_DOUBLE:
    case TO_NUMBER:
        return same_double(out->number, 0.0);
    case TO_TEXT:
    case CLASS_OF:
        return is_no_text(out->text);
    case TO_BYTES:
        return out->bytes == NULL && out->size == 0;
    case TO_OBJECT_ID:
    case TO_RID:
        return out->id == 0;
    case TO_PARTS:
        return out->parts.bytes == NULL && out->parts.elements == 0 && out->parts.components == 0 &&
               out->parts.component == GDV_COMPONENT_NONE;
    case TO_STRINGS: {
        gdv_strings strings = out->strings;
        gdv_text text = {NULL, 1};
        return !gdv_strings_next(&strings, &text) && is_no_text(text);
    }
    case TO_NODE_PATH:
        return memcmp(&out->path, &zero.path, sizeof zero.path) == 0;
    case ELEMENT_OF:
    case VALUE_ELEMENT_OF:
        return out->element.kind == GDV_ELEMENT_ANY && out->element.type == GDV_TYPE_NIL &&
               is_no_text(out->element.name);
    case TO_SIGNAL:
        return is_no_text(out->signal.name) && out->signal.object == 0;
    case TO_IMAGE:
        return out->image.bytes == NULL && out->image.size == 0 && out->image.format == 0 && out->image.width == 0 &&
               out->image.height == 0 && out->image.mipmaps == 0;
    case TO_INPUT_EVENT:
        return memcmp(&out->event, &zero.event, sizeof zero.event) == 0;
    case GETTERS:
        break;
    }
    return false;
}

/* By the headers. Numbers in rows, of math values, ints, floats and packed arrays, are parts. */
static bool takes(getter which, gdv_type type, bool by_id)
{
    switch (type) {
    case T(NIL):
    case T(CALLABLE):
        return false;
    case T(BOOL):
        return which == TO_BOOL;
    case T(INT):
        return which == TO_INT || which == TO_NUMBER || which == TO_PARTS;
    case T(FLOAT):
        return which == TO_DOUBLE || which == TO_NUMBER || which == TO_PARTS;
    case T(STRING):
    case T(STRING_NAME):
        return which == TO_TEXT;
    case T(NODE_PATH):
        return which == TO_NODE_PATH || which == TO_STRINGS;
    case T(RID):
        return which == TO_RID;
    case T(OBJECT):
        return which == (by_id ? TO_OBJECT_ID : CLASS_OF);
    case T(SIGNAL):
        return which == TO_SIGNAL;
    case T(DICTIONARY):
        return which == ELEMENT_OF || which == VALUE_ELEMENT_OF;
    case T(ARRAY):
    case T(TYPED_ARRAY):
    case T(PACKED_TYPED_ARRAY):
        return which == ELEMENT_OF;
    case T(PACKED_BYTE_ARRAY):
        return which == TO_BYTES;
    case T(PACKED_STRING_ARRAY):
        return which == TO_STRINGS;
    case T(IMAGE):
        return which == TO_IMAGE;
    case T(INPUT_EVENT):
        return which == TO_INPUT_EVENT;
    case T(VECTOR2):
    case T(VECTOR2I):
    case T(RECT2):
    case T(RECT2I):
    case T(VECTOR3):
    case T(VECTOR3I):
    case T(TRANSFORM2D):
    case T(VECTOR4):
    case T(VECTOR4I):
    case T(PLANE):
    case T(QUATERNION):
    case T(AABB):
    case T(BASIS):
    case T(TRANSFORM3D):
    case T(PROJECTION):
    case T(COLOR):
    case T(PACKED_INT32_ARRAY):
    case T(PACKED_INT64_ARRAY):
    case T(PACKED_FLOAT32_ARRAY):
    case T(PACKED_FLOAT64_ARRAY):
    case T(PACKED_VECTOR2_ARRAY):
    case T(PACKED_VECTOR3_ARRAY):
    case T(PACKED_COLOR_ARRAY):
    case T(PACKED_VECTOR4_ARRAY):
    case T(PACKED_VECTOR2I_ARRAY):
    case T(PACKED_VECTOR3I_ARRAY):
    case T(PACKED_VECTOR4I_ARRAY):
        return which == TO_PARTS;
    case GDV_TYPE_COUNT:
        break;
    }
    return false;
}

static gdv_policy everything(void)
{
    gdv_policy policy = policy_from_text("engine+object");
    policy.permit &= ~GDV_PERMIT_ENGINE_SPAN; /* or there would be no Projection of Pandemonium */
    return policy;
}

/* How many a value of the type table has: one of each, by its packets. */
static size_t count_of(gdv_type type)
{
    bool counted = type == T(STRING) || type == T(STRING_NAME) || type == T(NODE_PATH) || type == T(DICTIONARY) ||
                   type == T(ARRAY) || type == T(TYPED_ARRAY) || type == T(PACKED_TYPED_ARRAY) ||
                   (type >= T(PACKED_BYTE_ARRAY) && type <= T(PACKED_VECTOR4I_ARRAY));
    return counted ? 1 : 0;
}

static void takes_its_own_types(gdv_dialect dialect)
{
    gdv_policy policy = everything();
    for (uint32_t id = 0; id < dialect_rows[dialect].count; id += 1) {
        const type_row *row = &dialect_rows[dialect].types[id];
        packet bytes = packet_from_hex(row->packet);
        parsed made;
        parsed_from(&made, bytes.bytes, bytes.size, dialect, &policy);
        gdv_value value = gdv_root(&made.document);
        cr_expect_eq(made.code, GDV_OK, "%s: %s", row->name, gdv_status_name(made.code));
        cr_expect(gdv_exists(value), "%s", row->name);
        cr_expect_eq(gdv_type_of(value), row->type, "%s: %d", row->name, (int)gdv_type_of(value));
        cr_expect_eq(gdv_count(value), count_of(row->type), "%s: %zu", row->name, gdv_count(value));
        cr_expect_eq(gdv_is_object_id(value), row->type == T(OBJECT), "%s", row->name);
        for (uint32_t each = 0; each < 2 * GETTERS; each += 1) {
            outputs out;
            getter which = (getter)(each / 2);
            memset(&out, each % 2 == 0 ? 0xa5 : 0, sizeof out);
            gdv_status status = call(which, value, &out);
            gdv_status expected = takes(which, row->type, true) ? GDV_OK : GDV_E_WRONG_TYPE;
            cr_expect_eq(status, expected, "%s of %s: %s", names[which], row->name, gdv_status_name(status));
            cr_expect(status == GDV_OK || gave_nothing(which, &out), "%s of %s: output", names[which], row->name);
        }
        parsed_free(&made);
        packet_free(&bytes);
    }
}

TEST_EACH_DIALECT(getters_take_their_own_types_and_no_others, takes_its_own_types)

Test(getters, take_what_is_missing_for_nothing)
{
    for (uint32_t each = 0; each < 2 * GETTERS; each += 1) {
        outputs out;
        getter which = (getter)(each / 2);
        memset(&out, each % 2 == 0 ? 0xa5 : 0, sizeof out);
        gdv_status status = call(which, gdv_missing(), &out);
        cr_expect_eq(status, GDV_E_MISSING, "%s: %s", names[which], gdv_status_name(status));
        cr_expect(gave_nothing(which, &out), "%s: output", names[which]);
    }
    cr_expect_eq(gdv_type_of(gdv_missing()), GDV_TYPE_COUNT);
    cr_expect_eq(gdv_count(gdv_missing()), 0);
    cr_expect(!gdv_is_shared(gdv_missing()) && !gdv_is_object_id(gdv_missing()));
    cr_expect(!gdv_text_is(gdv_missing(), ""));
}

Test(getters, want_a_place_for_their_output)
{
    parsed made;
    gdv_value value = parsed_hex(&made, "godot3", "strict", "14000000 01000000 05000000");
    const uint8_t *bytes = value.document->bytes;
    size_t size = 7;
    for (getter which = 0; which < GETTERS; which += 1) {
        cr_expect_eq(call(which, value, NULL), GDV_E_BAD_ARGUMENT, "%s", names[which]);
        cr_expect_eq(call(which, gdv_missing(), NULL), GDV_E_BAD_ARGUMENT, "%s", names[which]);
    }
    cr_expect_eq(gdv_to_bytes(value, &bytes, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_null(bytes);
    cr_expect_eq(gdv_to_bytes(value, NULL, &size), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(size, 0);
    parsed_free(&made);
}

/* A full object says its class and no id; the name of a property is a text and nothing else. */
Test(getters, take_full_objects_and_names_of_properties)
{
    parsed made;
    gdv_iterator each;
    gdv_value object =
        parsed_hex(&made, "godot3", "strict+object", "11000000 01000000 41000000 01000000 02000000 70710000 00000000");
    gdv_iterate(object, &each);
    cr_assert(gdv_iterate_next(&each));
    cr_expect_eq(gdv_type_of(each.key), T(STRING));
    cr_expect_eq(gdv_count(each.key), 2);
    cr_expect_eq(gdv_count(object), 1);
    cr_expect(gdv_text_is(each.key, "pq"));
    for (getter which = 0; which < GETTERS; which += 1) {
        outputs out;
        memset(&out, 0xa5, sizeof out);
        gdv_status status = call(which, object, &out);
        cr_expect_eq(status, takes(which, T(OBJECT), false) ? GDV_OK : GDV_E_WRONG_TYPE, "%s: %s", names[which],
                     gdv_status_name(status));
        cr_expect(status == GDV_OK || gave_nothing(which, &out), "%s: output", names[which]);
        memset(&out, 0xa5, sizeof out);
        status = call(which, each.key, &out);
        cr_expect_eq(status, takes(which, T(STRING), false) ? GDV_OK : GDV_E_WRONG_TYPE, "%s of a name: %s",
                     names[which], gdv_status_name(status));
        cr_expect(status == GDV_OK || gave_nothing(which, &out), "%s of a name: output", names[which]);
    }
    parsed_free(&made);
}

/* ---- values ---- */

Test(getters, of_bools_take_any_bit_for_true)
{
    static const struct {
        const char *hex;
        bool value;
    } rows[] = {{"01000000 00000000", false}, {"01000000 01000000", true}, {"01000000 00000080", true}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value value = parsed_hex(&made, "godot3", "engine", rows[index].hex);
        bool out = !rows[index].value;
        cr_expect_eq(gdv_to_bool(value, &out), GDV_OK, "row %zu", index);
        cr_expect_eq(out, rows[index].value, "row %zu", index);
        cr_expect_eq(gdv_bool_or(value, !rows[index].value), rows[index].value, "row %zu", index);
        parsed_free(&made);
    }
}

Test(getters, of_ints_take_both_widths_and_both_edges)
{
    static const struct {
        const char *dialect;
        const char *hex;
        int64_t value;
    } rows[] = {
        {"godot2", "02000000 00000080", INT32_MIN},
        {"godot2", "02000000 ffffff7f", INT32_MAX},
        {"godot3.0", "02000100 05000000 00000000", 5},
        {"godot3.0", "02000100 ffffffff ffffffff", -1},
        {"godot3", "02000000 00000000", 0},
        {"godot3", "02000000 ffffffff", -1},
        {"godot3", "02000000 00000080", INT32_MIN},
        {"godot3", "02000000 ffffff7f", INT32_MAX},
        {"godot3", "02000100 00000080 00000000", 2147483648},
        {"godot3", "02000100 ffffff7f ffffffff", -2147483649},
        {"godot3", "02000100 00000000 00000080", INT64_MIN},
        {"godot3", "02000100 ffffffff ffffff7f", INT64_MAX},
        {"godot4.4", "02000100 efcdab89 67452301", 0x0123456789abcdef},
        {"pandemonium-38", "02000100 10325476 98badcfe", -0x0123456789abcdf0},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const int64_t value = rows[index].value;
        parsed made;
        gdv_value root = parsed_hex(&made, rows[index].dialect, "strict", rows[index].hex);
        int64_t out = 99;
        cr_expect_eq(gdv_to_int(root, value, value, &out), GDV_OK, "row %zu", index);
        cr_expect_eq(out, value, "row %zu: %lld", index, (long long)out);
        if (value < INT64_MAX) {
            cr_expect_eq(gdv_to_int(root, value + 1, INT64_MAX, &out), GDV_E_OUT_OF_RANGE, "row %zu", index);
            cr_expect_eq(out, 0, "row %zu", index);
            cr_expect_eq(gdv_int_or(root, value + 1, INT64_MAX, -77), -77, "row %zu", index);
        }
        if (value > INT64_MIN) {
            cr_expect_eq(gdv_to_int(root, INT64_MIN, value - 1, &out), GDV_E_OUT_OF_RANGE, "row %zu", index);
            cr_expect_eq(gdv_int_or(root, INT64_MIN, value - 1, -77), -77, "row %zu", index);
        }
        cr_expect_eq(gdv_int_or(root, INT64_MIN, INT64_MAX, -77), value, "row %zu", index);
        parsed_free(&made);
    }
}

Test(getters, of_floats_take_both_widths_and_no_nan)
{
    static const struct {
        const char *dialect;
        const char *hex;
        double value;
        double above; /* the next double */
    } rows[] = {
        {"godot2", "03000000 0000003f", 0.5, 0x1.0000000000001p-1},
        {"godot3", "03000000 0000003f", 0.5, 0x1.0000000000001p-1},
        {"godot3", "03000000 00000080", -0.0, 0x1p-1074},
        {"godot3", "03000000 01000000", 0x1p-149, 0x1.0000000000001p-149},
        {"godot3", "03000000 ffff7f7f", FLT_MAX, 0x1.fffffe0000001p127},
        {"godot3", "03000100 9a999999 9999b93f", 0.1, 0x1.999999999999bp-4},
        {"godot3", "03000100 01000000 00000000", 0x1p-1074, 0x1p-1073},
        {"godot4.4", "03000100 ffffffff ffffef7f", DBL_MAX, INFINITY},
        {"godot4.4", "03000000 000080ff", -INFINITY, -DBL_MAX},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const double value = rows[index].value;
        parsed made;
        gdv_value root = parsed_hex(&made, rows[index].dialect, "engine", rows[index].hex);
        double out = 99.0;
        cr_expect_eq(gdv_to_double(root, value, value, &out), GDV_OK, "row %zu", index);
        cr_expect(same_double(out, value), "row %zu: %g", index, out);
        cr_expect(same_double(gdv_double_or(root, value, value, 77.0), value), "row %zu", index);
        cr_expect(same_double(gdv_number_or(root, value, value, 77.0), value), "row %zu", index);
        cr_expect_eq(gdv_to_double(root, rows[index].above, INFINITY, &out), GDV_E_OUT_OF_RANGE, "row %zu", index);
        cr_expect(same_double(out, 0.0), "row %zu: %g", index, out);
        cr_expect_eq(gdv_double_or(root, rows[index].above, INFINITY, 77.0), 77.0, "row %zu", index);
        cr_expect_eq(gdv_to_double(root, NAN, INFINITY, &out), GDV_E_OUT_OF_RANGE, "row %zu", index);
        cr_expect_eq(gdv_to_number(root, -INFINITY, NAN, &out), GDV_E_OUT_OF_RANGE, "row %zu", index);
        parsed_free(&made);
    }
}

Test(getters, of_a_nan_find_it_in_no_range)
{
    static const char *const rows[] = {"03000000 0000c07f", "03000000 010080ff", "03000100 00000000 0000f87f",
                                       "03000100 01000000 0000f0ff"};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, "godot3", "engine", rows[index]);
        double out = 99.0;
        cr_expect_eq(gdv_to_double(root, -INFINITY, INFINITY, &out), GDV_E_OUT_OF_RANGE, "row %zu", index);
        cr_expect(same_double(out, 0.0), "row %zu", index);
        cr_expect_eq(gdv_to_number(root, NAN, NAN, &out), GDV_E_OUT_OF_RANGE, "row %zu", index);
        cr_expect_eq(gdv_double_or(root, -INFINITY, INFINITY, 7.0), 7.0, "row %zu", index);
        parsed_free(&made);
    }
}

/* Beyond 2^53 ints are rounded: to even. */
Test(getters, of_numbers_take_ints_too)
{
    static const struct {
        const char *hex;
        double value;
    } rows[] = {
        {"02000000 fdffffff", -3.0},
        {"02000100 00000000 00002000", 0x1p53},
        {"02000100 01000000 00002000", 0x1p53},
        {"02000100 03000000 00002000", 0x1p53 + 4.0},
        {"02000100 ffffffff ffffff7f", 0x1p63},
        {"02000100 00000000 00000080", -0x1p63},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const double value = rows[index].value;
        parsed made;
        gdv_value root = parsed_hex(&made, "godot3", "strict", rows[index].hex);
        double out = 99.0;
        cr_expect_eq(gdv_to_number(root, value, value, &out), GDV_OK, "row %zu", index);
        cr_expect(same_double(out, value), "row %zu: %g", index, out);
        cr_expect_eq(gdv_number_or(root, value, value, 77.0), value, "row %zu", index);
        cr_expect_eq(gdv_number_or(root, value + 4096.0, INFINITY, 77.0), 77.0, "row %zu", index);
        cr_expect_eq(gdv_to_double(root, -INFINITY, INFINITY, &out), GDV_E_WRONG_TYPE, "row %zu", index);
        cr_expect_eq(gdv_double_or(root, -INFINITY, INFINITY, 77.0), 77.0, "row %zu", index);
        parsed_free(&made);
    }
}

Test(getters, fall_back_for_what_is_missing_or_of_another_type)
{
    parsed made;
    gdv_value nil = parsed_hex(&made, "godot3", "strict", "00000000");
    const gdv_value values[] = {nil, gdv_missing()};
    for (size_t index = 0; index < COUNT_OF(values); index += 1) {
        cr_expect(gdv_bool_or(values[index], true) && !gdv_bool_or(values[index], false));
        cr_expect_eq(gdv_int_or(values[index], 0, 1, 500), 500);
        cr_expect_eq(gdv_double_or(values[index], 0.0, 1.0, -0.5), -0.5);
        cr_expect_eq(gdv_number_or(values[index], 0.0, 1.0, -0.5), -0.5);
        cr_expect(same_text(gdv_text_or(values[index], "guest"), "guest"));
        cr_expect(same_text(gdv_text_or(values[index], NULL), ""));
    }
    parsed_free(&made);
}

Test(getters, of_bytes_point_into_the_packet)
{
    static const struct {
        const char *hex;
        size_t size;
    } rows[] = {{"14000000 00000000", 0}, {"14000000 01000000 05000000", 1}, {"14000000 04000000 01020304", 4}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, "godot3", "strict", rows[index].hex);
        const uint8_t *bytes = NULL;
        size_t size = 99;
        cr_expect_eq(gdv_to_bytes(root, &bytes, &size), GDV_OK, "row %zu", index);
        cr_expect_eq(bytes, made.bytes.bytes + 8, "row %zu", index);
        cr_expect_eq(size, rows[index].size, "row %zu", index);
        parsed_free(&made);
    }
}

Test(getters, of_ids_take_all_64_bits)
{
    static const struct {
        const char *name;
        const char *dialect;
        const char *hex;
        getter which;
        uint64_t id;
    } rows[] = {
        {"object", "godot3", "11000100 08050000 00000000", TO_OBJECT_ID, 0x508},
        {"object of all bits", "godot4.4", "18000100 ffffffff ffffffff", TO_OBJECT_ID, UINT64_MAX},
        {"null object", "godot3", "11000100 00000000 00000000", TO_OBJECT_ID, 0},
        {"object of Godot 2", "godot2", "12000000", TO_OBJECT_ID, 0},
        {"RID of Godot 4", "godot4.0", "17000000 01000000 00000080", TO_RID, 0x8000000000000001u},
        {"RID of Godot 3", "godot3", "10000000", TO_RID, 0},
        {"RID of Godot 2", "godot2", "11000000", TO_RID, 0},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        outputs out;
        gdv_value root = parsed_hex(&made, rows[index].dialect, "strict+object-id+rid", rows[index].hex);
        memset(&out, 0xa5, sizeof out);
        cr_expect_eq(call(rows[index].which, root, &out), GDV_OK, "%s", rows[index].name);
        cr_expect_eq(out.id, rows[index].id, "%s: %llx", rows[index].name, (unsigned long long)out.id);
        cr_expect_eq(gdv_is_object_id(root), rows[index].which == TO_OBJECT_ID, "%s", rows[index].name);
        parsed_free(&made);
    }
}

/* ---- text ---- */

/* Sections 7 and 10 (EB-08): a byte order mark is dropped once, and a NUL cuts what follows. */
Test(getters, of_text_give_what_the_engine_keeps)
{
    static const struct {
        const char *dialect;
        const char *policy;
        const char *hex;
        const char *text;
    } rows[] = {
        {"godot3", "strict", "04000000 00000000", ""},
        {"godot3", "strict", "04000000 03000000 61626300", "abc"},
        {"godot2", "strict", "04000000 02000000 6161fabf", "aa"},
        {"godot4.4", "strict", "15000000 04000000 f09f9880", "\xf0\x9f\x98\x80"},
        {"godot3", "strict+text-bom", "04000000 04000000 efbbbf61", "a"},
        {"godot3", "strict+text-bom", "04000000 03000000 efbbbf00", ""},
        {"godot3", "strict+text-bom", "04000000 06000000 efbbbfef bbbf0000", "\xef\xbb\xbf"},
        {"godot3", "strict+text-bom", "04000000 04000000 61efbbbf", "a\xef\xbb\xbf"},
        {"godot3", "strict+text-nul", "04000000 03000000 61006200", "a"},
        {"godot3", "strict+text-nul", "04000000 01000000 00000000", ""},
        {"godot3", "strict+text-nul", "04000000 02000000 61000000", "a"},
        {"godot3", "strict+text-nul", "04000000 08000000 61626364 65666700", "abcdefg"},
        {"godot3", "engine", "04000000 08000000 efbbbf61 62006364", "ab"},
        {"godot3", "engine", "04000000 05000000 00efbbbf 61000000", ""},
        {"godot3", "engine", "04000000 03000000 eda08000", "\xed\xa0\x80"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, rows[index].dialect, rows[index].policy, rows[index].hex);
        gdv_text text = {NULL, 99};
        cr_expect_eq(gdv_to_text(root, &text), GDV_OK, "row %zu", index);
        cr_expect(same_text(text, rows[index].text), "row %zu: %zu bytes", index, text.size);
        cr_expect_eq(gdv_count(root), strlen(rows[index].text), "row %zu: %zu", index, gdv_count(root));
        cr_expect(same_text(gdv_text_or(root, "other"), rows[index].text), "row %zu", index);
        cr_expect(gdv_text_is(root, rows[index].text), "row %zu", index);
        cr_expect(!gdv_text_is(root, "other") && !gdv_text_is(root, NULL), "row %zu", index);
        parsed_free(&made);
    }
}

Test(getters, of_text_tell_it_from_longer_and_shorter)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "04000000 03000000 61626300");
    cr_expect(gdv_text_is(root, "abc"));
    cr_expect(!gdv_text_is(root, "ab") && !gdv_text_is(root, "abcd") && !gdv_text_is(root, "") &&
              !gdv_text_is(root, "abd"));
    parsed_free(&made);
    root = parsed_hex(&made, "godot3", "strict", "02000000 05000000");
    cr_expect(!gdv_text_is(root, "") && !gdv_text_is(root, "5"));
    parsed_free(&made);
}

/* "aé€😀": 1, 2, 3 and 4 bytes. For each size of the buffer, how many of the ten bytes are whole characters. */
Test(getters, of_text_cut_a_copy_between_characters)
{
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
    static const size_t whole[] = {0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "04000000 0a000000 61c3a9e2 82acf09f 98800000");
    for (size_t size = 0; size < COUNT_OF(whole); size += 1) {
        char *buffer = malloc(size > 0 ? size : 1);
        cr_assert_not_null(buffer);
        memset(buffer, 'x', size);
        cr_expect_eq(gdv_text_copy(root, size > 0 ? buffer : NULL, size), 10, "size %zu", size);
        if (size > 0) {
            cr_expect_eq(memcmp(buffer, text, whole[size]), 0, "size %zu", size);
            cr_expect_eq(buffer[whole[size]], '\0', "size %zu", size);
            for (size_t rest = whole[size] + 1; rest < size; rest += 1) {
                cr_expect_eq(buffer[rest], 'x', "size %zu: byte %zu written", size, rest);
            }
        }
        free(buffer);
    }
    cr_expect_eq(gdv_text_copy(root, NULL, 5), 10, "nowhere to copy to");
    parsed_free(&made);
}

/* Bytes that are no UTF-8 are cut somewhere, no more than three bytes early: engines' own decoders take them. */
Test(getters, of_text_that_is_no_utf8_cut_a_copy_at_most_three_bytes_early)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot2", "engine", "04000000 08000000 80808080 80808080");
    for (size_t size = 1; size < 10; size += 1) {
        char buffer[16];
        memset(buffer, 'x', sizeof buffer);
        cr_expect_eq(gdv_text_copy(root, buffer, size), 8, "size %zu", size);
        const char *end = memchr(buffer, '\0', size);
        cr_assert_not_null(end, "size %zu", size);
        size_t length = (size_t)(end - buffer);
        cr_expect(length < size && length + 4 >= (size < 9 ? size : 9), "size %zu: %zu bytes", size, length);
    }
    parsed_free(&made);
}

/* The padding of Godot 2 is garbage (EB-02): a byte after the text that would continue a character does not cut it. */
Test(getters, of_text_that_fits_copy_all_of_it_whatever_follows)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot2", "strict", "04000000 02000000 61628080");
    char buffer[3] = "xx";
    cr_expect_eq(gdv_text_copy(root, buffer, sizeof buffer), 2);
    cr_expect_str_eq(buffer, "ab");
    parsed_free(&made);
}

Test(getters, of_no_text_copy_an_empty_one)
{
    char buffer[4] = "xxx";
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "02000000 05000000");
    cr_expect_eq(gdv_text_copy(root, buffer, sizeof buffer), 0);
    cr_expect_str_eq(buffer, "");
    buffer[0] = 'x';
    cr_expect_eq(gdv_text_copy(gdv_missing(), buffer, 1), 0);
    cr_expect_str_eq(buffer, "");
    buffer[0] = 'x';
    cr_expect_eq(gdv_text_copy(gdv_missing(), buffer, 0), 0);
    cr_expect_eq(buffer[0], 'x');
    parsed_free(&made);
}

/* ---- the length of a node path's text is no number of names ---- */

Test(getters, count_names_of_a_path_whatever_its_form)
{
    static const struct {
        const char *dialect;
        const char *hex;
        size_t count;
    } rows[] = {
        {"godot3", "0f000000 00000080 00000000 00000000", 0},
        {"godot3", "0f000000 02000080 01000000 00000000 01000000 61000000 01000000 62000000 01000000 63000000", 3},
        {"godot2", "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000", 2},
        {"godot2", "10000000 05000000 612f623a 63", 1},
        {"godot3.0", "0f000000 00000000", 1},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, rows[index].dialect, "engine", rows[index].hex);
        cr_expect_eq(gdv_count(root), rows[index].count, "row %zu: %zu", index, gdv_count(root));
        parsed_free(&made);
    }
}
