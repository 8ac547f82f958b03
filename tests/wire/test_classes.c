/* SPDX-License-Identifier: MIT */
/* Claims about the classes of headers (lib/wire/wire.h), by which the loop of a verdict (lib/read/run.c) knows what to
 * do with a value: ids that a dialect lacks are left to the step; each class is one that its row allows, and that the
 * proof of the loop takes for granted (GDV_CLASSES_SOUND of lib/proof/run.h); and nothing plain is left to the step but
 * what this file lists, with its quirk. Which class a type has is typed in here, from what the wire reference says of
 * it; tests/read/test_run_classes.c shows that the loop reads values of each class. */
#include <criterion/criterion.h>

#include "lib/wire/wire.h"
#include "tests/support/support.h"
#include "tests/support/type_ids.h"

/* What a header without flags is to the loop, unless the dialect's row has a quirk. What is not listed is never plain:
 * it needs a permission, has names or formats to be looked at, or restricts its elements. */
static gdv_class plain_class(gdv_type type)
{
    switch (type) {
    case GDV_TYPE_NIL:
        return GDV_CLASS_NIL;
    case GDV_TYPE_VECTOR2I:
        return GDV_CLASS_WORDS8;
    case GDV_TYPE_VECTOR3I:
        return GDV_CLASS_WORDS12;
    case GDV_TYPE_RECT2I:
    case GDV_TYPE_VECTOR4I:
        return GDV_CLASS_WORDS16;
    case GDV_TYPE_BOOL:
        return GDV_CLASS_BOOL;
    case GDV_TYPE_INT:
        return GDV_CLASS_INT;
    case GDV_TYPE_FLOAT:
        return GDV_CLASS_FLOAT;
    case GDV_TYPE_VECTOR2:
        return GDV_CLASS_FLOATS8;
    case GDV_TYPE_VECTOR3:
        return GDV_CLASS_FLOATS12;
    case GDV_TYPE_RECT2:
    case GDV_TYPE_VECTOR4:
    case GDV_TYPE_PLANE:
    case GDV_TYPE_QUATERNION:
    case GDV_TYPE_COLOR:
        return GDV_CLASS_FLOATS16;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        return GDV_CLASS_TEXT;
    case GDV_TYPE_ARRAY:
        return GDV_CLASS_ARRAY;
    case GDV_TYPE_DICTIONARY:
        return GDV_CLASS_DICTIONARY;
    case GDV_TYPE_TRANSFORM2D:
    case GDV_TYPE_AABB:
    case GDV_TYPE_BASIS:
    case GDV_TYPE_TRANSFORM3D:
    case GDV_TYPE_PROJECTION:
    case GDV_TYPE_PACKED_BYTE_ARRAY:
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
        return GDV_CLASS_RARE;
    default:
        return GDV_CLASS_STEP;
    }
}

/* The plain types that a dialect leaves to the step, by what section 10 of the wire reference says of its engines. */
static const struct exception_row {
    gdv_dialect first;
    gdv_dialect last;
    gdv_type type;
    uint32_t quirk;
    const char *why;
} exception_rows[] = {
    {GDV_DIALECT_GODOT2, GDV_DIALECT_GODOT3_0, GDV_TYPE_STRING, GDV_QUIRK_ANY_PADDING, "EB-02: any padding"},
    {GDV_DIALECT_GODOT2, GDV_DIALECT_GODOT3, GDV_TYPE_PACKED_BYTE_ARRAY, GDV_QUIRK_ANY_PADDING, "EB-02: any padding"},
    {GDV_DIALECT_GODOT3_0, GDV_DIALECT_GODOT3_0, GDV_TYPE_INT, GDV_QUIRK_ALWAYS_64,
     "EB-22: the wide form is canonical"},
    {GDV_DIALECT_PANDEMONIUM_38, GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_VECTOR4, GDV_QUIRK_SHORT_ADVANCE,
     "EB-13: 12 of its 16 bytes are counted"},
    {GDV_DIALECT_PANDEMONIUM_38, GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_VECTOR4I, GDV_QUIRK_SHORT_ADVANCE,
     "EB-13: 12 of its 16 bytes are counted"},
    {GDV_DIALECT_PANDEMONIUM_38, GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_PROJECTION, GDV_QUIRK_LONG_REACH,
     "EB-14: 248 bytes are asked for"},
    {GDV_DIALECT_PANDEMONIUM_38, GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_PACKED_VECTOR4_ARRAY, GDV_QUIRK_W_FROM_Z,
     "EB-15: w is z"},
    {GDV_DIALECT_PANDEMONIUM_38, GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_PACKED_VECTOR4I_ARRAY, GDV_QUIRK_W_FROM_Z,
     "EB-15: w is z"},
    {GDV_DIALECT_GODOT4_0, GDV_DIALECT_GODOT4_3, GDV_TYPE_STRING_NAME, GDV_QUIRK_STRING_KEY,
     "EB-35: a String where it is a key"},
};

#define EXCEPTIONS (sizeof exception_rows / sizeof exception_rows[0])

static bool is_exception(gdv_dialect dialect, gdv_type type)
{
    bool found = false;
    for (size_t index = 0; index < EXCEPTIONS; index += 1) {
        const struct exception_row *row = &exception_rows[index];
        found = found || (row->type == type && row->first <= dialect && dialect <= row->last);
    }
    return found;
}

static gdv_class narrow_class(gdv_dialect dialect, const type_row *row)
{
    return is_exception(dialect, row->type) ? GDV_CLASS_STEP : plain_class(row->type);
}

/* Under GDV_FLAG_64 alone: none where the type has no wide form. */
static gdv_class wide_class(gdv_dialect dialect, const type_row *row)
{
    if (row->wide == 0 || is_exception(dialect, row->type)) {
        return GDV_CLASS_STEP;
    }
    return row->type == GDV_TYPE_FLOAT ? GDV_CLASS_DOUBLE : GDV_CLASS_RARE;
}

/* GDV_CLASSES_SOUND, word by word. */
static void has_classes_as_the_proof_takes_them(gdv_dialect dialect)
{
    const gdv_wire_table *known = &gdv_wire_tables[dialect];
    cr_assert_not_null(known->classes);
    cr_assert_gt(known->count, 0);
    for (uint32_t id = 0; id < GDV_CLASSES; id += 1) {
        const uint32_t narrow = known->classes->narrow[id];
        const uint32_t wide = known->classes->wide[id];
        cr_assert_leq(narrow, GDV_CLASS_DICTIONARY, "%s: id %u: %u", known->name, id, narrow);
        cr_assert(wide == GDV_CLASS_STEP || wide == GDV_CLASS_RARE || wide == GDV_CLASS_DOUBLE, "%s: wide id %u: %u",
                  known->name, id, wide);
        cr_assert(narrow == GDV_CLASS_STEP || id < known->count, "%s: id %u: %u", known->name, id, narrow);
        cr_assert(wide == GDV_CLASS_STEP || id < known->count, "%s: wide id %u: %u", known->name, id, wide);
    }
}

TEST_EACH_DIALECT(classes_are_as_the_proof_takes_them, has_classes_as_the_proof_takes_them)

static void leaves_unknown_ids_to_the_step(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    const gdv_classes *classes = gdv_wire_tables[dialect].classes;
    cr_assert_leq(row->announced, GDV_CLASSES, "%s has ids without a class", row->name);
    for (uint32_t id = row->announced; id < GDV_CLASSES; id += 1) {
        cr_assert_eq(classes->narrow[id], GDV_CLASS_STEP, "%s: id %u", row->name, id);
        cr_assert_eq(classes->wide[id], GDV_CLASS_STEP, "%s: wide id %u", row->name, id);
    }
}

TEST_EACH_DIALECT(ids_past_the_last_are_left_to_the_step, leaves_unknown_ids_to_the_step)

static void has_the_class_of_each_type(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    const gdv_classes *classes = gdv_wire_tables[dialect].classes;
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        cr_assert_eq(classes->narrow[id], narrow_class(dialect, type), "%s: %s: %u", row->name, type->name,
                     classes->narrow[id]);
        cr_assert_eq(classes->wide[id], wide_class(dialect, type), "%s: wide %s: %u", row->name, type->name,
                     classes->wide[id]);
    }
}

TEST_EACH_DIALECT(each_header_has_the_class_of_its_type, has_the_class_of_each_type)

/* What the loop takes for granted of a row that it reads by a class, narrow or wide. */
static bool row_allows(const gdv_wire_row *row, gdv_class class, bool wide)
{
    const bool contains = row->layout == GDV_LAYOUT_ARRAY || row->layout == GDV_LAYOUT_DICTIONARY;
    const bool ints = row->component == GDV_COMPONENT_INT32 || row->component == GDV_COMPONENT_INT64;
    const bool floats = row->component == GDV_COMPONENT_FLOAT32 || row->component == GDV_COMPONENT_FLOAT64;
    const uint32_t size = wide ? row->wide : row->size;
    const bool fixed = !wide && row->layout == GDV_LAYOUT_FIXED;
    const bool vector = fixed && row->component == GDV_COMPONENT_FLOAT32;
    const bool numbers = size > 0 && size % (wide ? 8 : 4) == 0 && (ints || floats);
    const bool is_double = wide && size == 8;
    const bool is_word = !wide && size == 4;
    /* it says nothing of headers without flags */
    const uint32_t ignored = contains && !wide ? GDV_QUIRK_FUTURE_FLAGS : 0;
    if (class == GDV_CLASS_STEP) {
        return true;
    }
    if (row->permit != 0 || (row->quirks & ~ignored) != 0 || (wide && (row->flags & GDV_FLAG_64 >> 16) == 0)) {
        return false;
    }
    switch (class) {
    case GDV_CLASS_NIL:
        return fixed && size == 0;
    case GDV_CLASS_WORDS8:
        return fixed && ints && size == 8;
    case GDV_CLASS_WORDS12:
        return fixed && ints && size == 12;
    case GDV_CLASS_WORDS16:
        return fixed && ints && size == 16;
    case GDV_CLASS_BOOL:
        return is_word && row->layout == GDV_LAYOUT_BOOL;
    case GDV_CLASS_INT:
        return is_word && row->layout == GDV_LAYOUT_INT;
    case GDV_CLASS_FLOAT:
        return is_word && row->layout == GDV_LAYOUT_FLOAT;
    case GDV_CLASS_DOUBLE:
        return is_double && row->layout == GDV_LAYOUT_FLOAT;
    case GDV_CLASS_FLOATS8:
        return vector && size == 8;
    case GDV_CLASS_FLOATS12:
        return vector && size == 12;
    case GDV_CLASS_FLOATS16:
        return vector && size == 16;
    case GDV_CLASS_TEXT:
        return !wide && row->layout == GDV_LAYOUT_TEXT;
    case GDV_CLASS_ARRAY:
        return !wide && row->layout == GDV_LAYOUT_ARRAY;
    case GDV_CLASS_DICTIONARY:
        return !wide && row->layout == GDV_LAYOUT_DICTIONARY;
    case GDV_CLASS_RARE:
        return (is_double && row->layout == GDV_LAYOUT_INT) || (!wide && row->layout == GDV_LAYOUT_BYTES) ||
               (numbers && (row->layout == GDV_LAYOUT_FIXED || row->layout == GDV_LAYOUT_PACKED));
    case GDV_CLASS_STEP:
        break;
    }
    return false;
}

static void has_classes_that_rows_allow(gdv_dialect dialect)
{
    const gdv_classes *classes = gdv_wire_tables[dialect].classes;
    for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
        const gdv_wire_row *row = gdv_dialect_wire(dialect, id);
        const char *name = gdv_dialect_type_name(dialect, id);
        cr_assert(row_allows(row, (gdv_class)classes->narrow[id], false), "%s: %s", gdv_dialect_name(dialect), name);
        cr_assert(row_allows(row, (gdv_class)classes->wide[id], true), "%s: wide %s", gdv_dialect_name(dialect), name);
    }
}

TEST_EACH_DIALECT(each_class_is_one_that_its_row_allows, has_classes_that_rows_allow)

static void has_types_of_rows(gdv_dialect dialect)
{
    const gdv_classes *classes = gdv_wire_tables[dialect].classes;
    for (uint32_t id = 0; id < GDV_CLASSES; id += 1) {
        const gdv_wire_row *row = gdv_dialect_wire(dialect, id);
        cr_assert_eq(classes->types[id], row != NULL ? row->type : 0, "%s: %u", gdv_dialect_name(dialect), id);
    }
}

TEST_EACH_DIALECT(each_type_stands_beside_its_class, has_types_of_rows)

/* What most packets are made of, which the loop is there for. */
static const gdv_type plain_types[] = {
    GDV_TYPE_NIL,
    GDV_TYPE_BOOL,
    GDV_TYPE_INT,
    GDV_TYPE_FLOAT,
    GDV_TYPE_STRING,
    GDV_TYPE_VECTOR2,
    GDV_TYPE_VECTOR3,
    GDV_TYPE_COLOR,
    GDV_TYPE_ARRAY,
    GDV_TYPE_DICTIONARY,
    GDV_TYPE_PACKED_BYTE_ARRAY,
    GDV_TYPE_PACKED_INT32_ARRAY,
    GDV_TYPE_PACKED_INT64_ARRAY,
    GDV_TYPE_PACKED_FLOAT32_ARRAY,
    GDV_TYPE_PACKED_FLOAT64_ARRAY,
};

static void leaves_nothing_plain_to_the_step(gdv_dialect dialect)
{
    for (size_t index = 0; index < sizeof plain_types / sizeof plain_types[0]; index += 1) {
        uint32_t id = 0;
        if (gdv_dialect_type_id(dialect, plain_types[index], &id) && !is_exception(dialect, plain_types[index])) {
            cr_assert_neq(gdv_wire_tables[dialect].classes->narrow[id], GDV_CLASS_STEP, "%s: %s",
                          gdv_dialect_name(dialect), gdv_dialect_type_name(dialect, id));
        }
    }
}

TEST_EACH_DIALECT(nothing_plain_is_left_to_the_step, leaves_nothing_plain_to_the_step)

Test(exceptions, are_of_types_that_would_be_plain_but_for_a_quirk_of_their_row)
{
    for (size_t index = 0; index < EXCEPTIONS; index += 1) {
        const struct exception_row *row = &exception_rows[index];
        cr_assert_neq(plain_class(row->type), GDV_CLASS_STEP, "%s", row->why);
        for (uint32_t dialect = (uint32_t)row->first; dialect <= (uint32_t)row->last; dialect += 1) {
            const gdv_wire_row *wire = gdv_dialect_wire((gdv_dialect)dialect, id_of((gdv_dialect)dialect, row->type));
            cr_assert_eq(wire->quirks, row->quirk, "%s: %s", gdv_dialect_name((gdv_dialect)dialect), row->why);
        }
    }
}
