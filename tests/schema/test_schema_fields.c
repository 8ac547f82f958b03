/* SPDX-License-Identifier: MIT */
/* A schema of tables of C: the example of schema_fields.h, each macro's field accepted and refused, the structs that are
 * filled, and the tables that are no schema. Promises 1, 3 and 6. */
#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/calls.h"
#include "tests/support/checked.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef struct move {
    int64_t seq;
    double pos[3];
    bool jump;
    bool has_jump;
} move;

static const gdv_field move_fields[] = {
    GDV_FIELD_LITERAL("type", "move"),
    GDV_FIELD_INT("seq", 0, INT64_MAX, offsetof(move, seq)),
    GDV_FIELD_VECTOR("pos", GDV_TYPE_VECTOR3, -4096, 4096, offsetof(move, pos)),
    GDV_FIELD_BOOL_OR_NONE("jump", offsetof(move, jump), offsetof(move, has_jump)),
};

typedef struct all {
    bool flag;
    double real;
    double number;
    gdv_text name;
    double cell[2];
    gdv_numbers many;
    gdv_value blob;
    gdv_value path;
    gdv_value any;
} all;

static const gdv_field all_fields[] = {
    GDV_FIELD_BOOL("flag", offsetof(all, flag)),
    GDV_FIELD_FLOAT("real", -1.5, 1.5, offsetof(all, real)),
    GDV_FIELD_NUMBER("number", 0.5, 2.5, offsetof(all, number)),
    GDV_FIELD_TEXT("name", 1, 4, GDV_RULE_IDENTIFIER, offsetof(all, name)),
    GDV_FIELD_LITERAL("type", "all"),
    GDV_FIELD_VECTOR("cell", GDV_TYPE_VECTOR2I, -1.5, 8.5, offsetof(all, cell)),
    GDV_FIELD_PACKED("many", GDV_TYPE_PACKED_INT32_ARRAY, 0, 3, 1, 9, offsetof(all, many)),
    GDV_FIELD_BYTES("blob", 1, 4, offsetof(all, blob)),
    GDV_FIELD_VALUE("path", GDV_TYPE_NODE_PATH, offsetof(all, path)),
    GDV_FIELD_ANY("any", offsetof(all, any)),
    GDV_FIELD_INT("seen", -5, 5, GDV_NOT_STORED),
};

static const gdv_field_table tables[] = {{"move", move_fields, COUNT_OF(move_fields)},
                                         {"all", all_fields, COUNT_OF(all_fields)}};

static uint64_t memory[4096];

static gdv_schema schema_of(const gdv_field_table *from, size_t count)
{
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_status status =
        gdv_schema_from_fields(from, count, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, &error);
    cr_assert_eq(status, GDV_OK, "%s", error.message);
    cr_assert_eq(error.need, gdv_schema_size(&schema));
    return schema;
}

#define ALL(flag, real, number, name, cell, many, blob, path, seen)                                                    \
    "dict str=flag " flag " str=real " real " str=number " number " str=name " name " str=type str=all str=cell " cell   \
    " str=many " many " str=blob " blob " str=path " path " str=any array end str=seen " seen " end"

Test(schema_fields, packets_are_checked_by_name_and_field)
{
    static const struct {
        const char *calls;
        const char *line;
    } rows[] = {
        {"dict str=type str=move str=seq int=1 str=pos f32=Vector3,1,2,3 end", ""},
        {"dict str=type str=move str=seq int=-1 str=pos f32=Vector3,1,2,3 end",
         "OUT_OF_RANGE .seq: -1 is not in 0.. (packet move, line 2)"},
        {"dict str=type str=move str=seq int=1 str=pos f32=Vector3,1,2,5000 end",
         "OUT_OF_RANGE .pos.z: 5000 is not in -4096..4096 (packet move, line 3)"},
        {"dict str=type str=move str=seq int=1 str=pos f32=Vector3,1,2,3 str=jump int=1 end",
         "WRONG_TYPE .jump: int 1 is not bool (packet move, line 4)"},
        {"dict str=type str=move str=seq int=1 end", "MISSING_KEY packet: key \"pos\" is missing (packet move)"},
        {"dict str=type str=move str=seq int=1 str=pos f32=Vector3,1,2,3 str=x nil end",
         "UNKNOWN_KEY .x: the schema has no such key (packet move)"},
        {"dict str=type str=fly end", "NO_SUCH_PACKET .type: String \"fly\" is not one of \"move\", \"all\""},
        {ALL("true", "float=1.5", "int=2", "str=ab", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,9", "bytes=0102",
             "path=/a", "int=5"),
         ""},
        {ALL("true", "float=1.75", "int=2", "str=ab", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,9", "bytes=0102",
             "path=/a", "int=5"),
         "OUT_OF_RANGE .real: 1.75 is not in -1.5..1.5 (packet all, line 2)"},
        {ALL("true", "float=1.5", "int=3", "str=ab", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,9", "bytes=0102",
             "path=/a", "int=5"),
         "OUT_OF_RANGE .number: 3 is not in 1..2 (packet all, line 3)"},
        {ALL("true", "float=1.5", "float=2.5", "str=a-", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,9", "bytes=0102",
             "path=/a", "int=5"),
         "WRONG_TEXT .name: \"a-\" is not identifier (packet all, line 4)"},
        {ALL("true", "float=1.5", "float=2.5", "str=ab", "i32=Vector2i,-2,8", "i32=PackedInt32Array,1,9", "bytes=0102",
             "path=/a", "int=5"),
         "OUT_OF_RANGE .cell.x: -2 is not in -1..8 (packet all, line 6)"},
        {ALL("true", "float=1.5", "float=2.5", "str=ab", "i32=Vector2i,-1,9", "i32=PackedInt32Array,1,9", "bytes=0102",
             "path=/a", "int=5"),
         "OUT_OF_RANGE .cell.y: 9 is not in -1..8 (packet all, line 6)"},
        {ALL("true", "float=1.5", "float=2.5", "str=ab", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,10", "bytes=0102",
             "path=/a", "int=5"),
         "OUT_OF_RANGE .many[1]: 10 is not in 1..9 (packet all, line 7)"},
        {ALL("true", "float=1.5", "float=2.5", "str=ab", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,9",
             "bytes=0102030405", "path=/a", "int=5"),
         "WRONG_LENGTH .blob: length 5 is not in 1..4 (packet all, line 8)"},
        {ALL("true", "float=1.5", "float=2.5", "str=ab", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,9", "bytes=01",
             "str=a", "int=5"),
         "WRONG_TYPE .path: String \"a\" is not NodePath (packet all, line 9)"},
        {ALL("true", "float=1.5", "float=2.5", "str=ab", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,9", "bytes=01",
             "path=/a", "int=6"),
         "OUT_OF_RANGE .seen: 6 is not in -5..5 (packet all, line 11)"},
    };
    gdv_schema schema = schema_of(tables, 2);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        checked got;
        checked_calls(&got, &schema, NULL, rows[index].calls);
        cr_expect_str_eq(got.line, rows[index].line, "row %zu: %s", index, got.line);
    }
}

/* Floats need no whole number between their ends; ints do. */
Test(schema_fields, ranges_without_a_whole_number)
{
    static const gdv_field fractions[] = {
        GDV_FIELD_FLOAT("f", 0.1, 0.9, GDV_NOT_STORED),
        GDV_FIELD_VECTOR("v", GDV_TYPE_VECTOR2, 0.25, 0.75, GDV_NOT_STORED),
        GDV_FIELD_PACKED("p", GDV_TYPE_PACKED_FLOAT64_ARRAY, 0, 3, 0.25, 0.75, GDV_NOT_STORED),
    };
    static const gdv_field ints[][1] = {
        {GDV_FIELD_NUMBER("a", 0.1, 0.9, GDV_NOT_STORED)},
        {GDV_FIELD_VECTOR("a", GDV_TYPE_VECTOR2I, 0.1, 0.9, GDV_NOT_STORED)},
        {GDV_FIELD_PACKED("a", GDV_TYPE_PACKED_INT64_ARRAY, 0, 3, 0.1, 0.9, GDV_NOT_STORED)},
    };
    static const struct {
        const char *calls;
        const char *line;
    } rows[] = {
        {"dict str=f float=0.5 str=v f32=Vector2,0.5,0.75 str=p f64=PackedFloat64Array,0.5 end", ""},
        {"dict str=f float=1 str=v f32=Vector2,0.5,0.75 str=p f64=PackedFloat64Array,0.5 end",
         "OUT_OF_RANGE .f: 1 is not in 0.1..0.9 (packet fractions, line 1)"},
        {"dict str=f float=0.5 str=v f32=Vector2,0.5,1 str=p f64=PackedFloat64Array,0.5 end",
         "OUT_OF_RANGE .v.y: 1 is not in 0.25..0.75 (packet fractions, line 2)"},
        {"dict str=f float=0.5 str=v f32=Vector2,0.5,0.5 str=p f64=PackedFloat64Array,0.5,0 end",
         "OUT_OF_RANGE .p[1]: 0 is not in 0.25..0.75 (packet fractions, line 3)"},
    };
    const gdv_field_table from = {"fractions", fractions, COUNT_OF(fractions)};
    gdv_schema schema = schema_of(&from, 1);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        checked got;
        checked_calls(&got, &schema, NULL, rows[index].calls);
        cr_expect_str_eq(got.line, rows[index].line, "row %zu: %s", index, got.line);
    }
    for (size_t index = 0; index < COUNT_OF(ints); index += 1) {
        const gdv_field_table whole = {"whole", ints[index], 1};
        cr_expect_eq(gdv_schema_from_fields(&whole, 1, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, NULL),
                     GDV_E_SCHEMA_SYNTAX, "row %zu", index);
    }
}

static gdv_status only(const gdv_field *field, gdv_schema *schema, gdv_schema_error *error)
{
    const gdv_field_table from = {"only", field, 1};
    return gdv_schema_from_fields(&from, 1, GDV_DIALECT_GODOT4_4, memory, sizeof memory, schema, error);
}

#define OF(kind, type, flags, low, high)                                                                               \
    GDV_FIELD_OF("f", NULL, kind, type, flags, 0, UINT32_MAX, INT64_MIN, INT64_MAX, low, high, GDV_NOT_STORED,         \
                 GDV_NOT_STORED)

/* A range without an end reaches as far as what may pass. */
Test(schema_fields, ends_that_are_not_given)
{
    static const struct {
        gdv_field field;
        const char *calls;
        const char *line;
    } rows[] = {
        {OF(FLOAT, 0, 0, -GDV_NO_END, GDV_NO_END), "float=inf",
         "OUT_OF_RANGE .f: inf is not finite (packet only, line 1)"},
        {OF(FLOAT, 0, GDV_RULE_NONFINITE, -GDV_NO_END, GDV_NO_END), "float=inf", ""},
        {OF(FLOAT, 0, GDV_RULE_NONFINITE, -GDV_NO_END, GDV_NO_END), "float=-inf", ""},
        {OF(FLOAT, 0, GDV_RULE_NONFINITE, -GDV_NO_END, GDV_NO_END), "float=nan", ""},
        {OF(FLOAT, 0, GDV_RULE_NONFINITE, 0, GDV_NO_END), "float=inf", ""},
        {OF(FLOAT, 0, GDV_RULE_NONFINITE, 0, GDV_NO_END), "float=-inf",
         "OUT_OF_RANGE .f: -inf is not in 0.. (packet only, line 1)"},
        {OF(FLOAT, 0, GDV_RULE_NONFINITE, -GDV_NO_END, 0), "float=-inf", ""},
        {OF(FLOAT, 0, GDV_RULE_NONFINITE, -GDV_NO_END, 0), "float=inf",
         "OUT_OF_RANGE .f: inf is not in ..0 (packet only, line 1)"},
        {OF(MATH, GDV_TYPE_VECTOR2, GDV_RULE_NONFINITE, -GDV_NO_END, GDV_NO_END), "f32=Vector2,inf,-inf", ""},
        {OF(PACKED, GDV_TYPE_PACKED_FLOAT32_ARRAY, GDV_RULE_NONFINITE, -GDV_NO_END, GDV_NO_END),
         "f32=PackedFloat32Array,inf,-inf,nan", ""},
        {OF(NUMBER, 0, 0, -GDV_NO_END, GDV_NO_END), "int=-9223372036854775808", ""},
        {OF(NUMBER, 0, 0, -GDV_NO_END, -9223372036854775808.0), "int=-9223372036854775808", ""},
        {OF(NUMBER, 0, 0, -GDV_NO_END, -9223372036854775808.0), "int=-9223372036854775807",
         "OUT_OF_RANGE .f: -9223372036854775807 is not -9223372036854775808 (packet only, line 1)"},
        {OF(FLOAT, 0, 0, -GDV_NO_END, -GDV_NO_END), "float=1",
         "OUT_OF_RANGE .f: 1 is not -1.7976931348623157e308 (packet only, line 1)"},
        {OF(FLOAT, 0, 0, GDV_NO_END, GDV_NO_END), "float=1",
         "OUT_OF_RANGE .f: 1 is not 1.7976931348623157e308 (packet only, line 1)"},
    };
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_NONFINITE);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_schema schema;
        checked got;
        char calls[128];
        cr_assert_eq(only(&rows[index].field, &schema, NULL), GDV_OK, "row %zu", index);
        (void)snprintf(calls, sizeof calls, "dict str=f %s end", rows[index].calls);
        checked_calls(&got, &schema, &policy, calls);
        cr_expect_str_eq(got.line, rows[index].line, "row %zu: %s", index, got.line);
    }
}

/* What the header does not list is a mistake in the table, and no rule of some other meaning; it is said of which field. */
Test(schema_fields, what_is_no_field)
{
    static const struct {
        gdv_field field;
        const char *message;
    } rows[] = {
        {OF(NIL, 0, 0, 0, 0), "no field is of this kind"},
        {OF(RECORD, 0, 0, 0, 0), "no field is of this kind"},
        {OF(ARRAY, 0, 0, 0, 0), "no field is of this kind"},
        {OF(TAGGED, 0, 0, 0, 0), "no field is of this kind"},
        {OF(COUNT, 0, 0, 0, 0), "no field is of this kind"},
        {OF(ANY, 0, GDV_RULE_NONFINITE, 0, 0), "a field has flags that its kind has not"},
        {OF(BOOL, 0, GDV_RULE_SET, 0, 0), "a field has flags that its kind has not"},
        {OF(INT, 0, GDV_RULE_SET, 0, 0), "a field has flags that its kind has not"},
        {OF(FLOAT, 0, GDV_RULE_SET, 0, 0), "a field has flags that its kind has not"},
        {OF(NUMBER, 0, GDV_RULE_CHARS, 0, 0), "a field has flags that its kind has not"},
        {OF(TEXT, 0, GDV_RULE_SET, 0, 0), "a field has flags that its kind has not"},
        {OF(TEXT, 0, GDV_RULE_NONFINITE, 0, 0), "a field has flags that its kind has not"},
        {OF(VALUE, GDV_TYPE_RID, GDV_RULE_NONFINITE, 0, 0), "a field has flags that its kind has not"},
        {OF(BYTES, 0, GDV_RULE_NONFINITE, 0, 0), "a field has flags that its kind has not"},
        {OF(PACKED, GDV_TYPE_PACKED_INT32_ARRAY, GDV_RULE_OPEN, 0, 1), "a field has flags that its kind has not"},
        {OF(FLOAT, 0, 0, 1, 0), "a range has no number in it"},
        {OF(FLOAT, 0, 0, NAN, 0), "a range has no number in it"},
        {OF(FLOAT, 0, 0, 0, NAN), "a range has no number in it"},
        {OF(NUMBER, 0, 0, 1e19, 2e19), "a range has no number in it"},
        {OF(NUMBER, 0, 0, -2e19, -1e19), "a range has no number in it"},
        {OF(NUMBER, 0, 0, 0.5, 0.75), "a range has no number in it"},
        {OF(MATH, GDV_TYPE_VECTOR2I, 0, 0.5, 0.75), "a range has no number in it"},
        {OF(VALUE, GDV_TYPE_COUNT, 0, 0, 0), "a field's type is none"},
        {OF(MATH, GDV_TYPE_COUNT, 0, 0, 1), "a field's type is none"},
        {OF(PACKED, 255, 0, 0, 1), "a field's type is none"},
        {GDV_FIELD_OF("f", "x", INT, 0, 0, 0, 9, 0, 9, 0, 0, GDV_NOT_STORED, GDV_NOT_STORED),
         "a literal is of a field that is no text"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_schema schema;
        gdv_schema_error error = {.struct_size = sizeof error};
        cr_expect_eq(only(&rows[index].field, &schema, &error), GDV_E_SCHEMA_SYNTAX, "row %zu", index);
        cr_expect_str_eq(error.message, rows[index].message, "row %zu: %s", index, error.message);
        cr_expect_eq(error.line, 1u);
        cr_expect_null(schema.form);
    }
}

/* A text is a String or a StringName, unless its field says which. */
Test(schema_fields, texts_are_of_one_type_where_the_field_says_so)
{
    static const struct {
        uint16_t flags;
        gdv_status of_string;
        gdv_status of_name;
    } rows[] = {
        {0, GDV_OK, GDV_OK},
        {GDV_RULE_ASCII, GDV_OK, GDV_OK},
        {GDV_RULE_STRING, GDV_OK, GDV_E_WRONG_TYPE},
        {GDV_RULE_NAME, GDV_E_WRONG_TYPE, GDV_OK},
        {GDV_RULE_NAME | GDV_RULE_STRING, GDV_OK, GDV_OK},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_field field = GDV_FIELD_TEXT("f", 0, 9, rows[index].flags, GDV_NOT_STORED);
        gdv_schema schema;
        checked got;
        cr_assert_eq(only(&field, &schema, NULL), GDV_OK, "row %zu", index);
        checked_calls(&got, &schema, NULL, "dict str=f str=a end");
        cr_expect_eq(got.code, rows[index].of_string, "row %zu: %s", index, got.line);
        checked_calls(&got, &schema, NULL, "dict str=f name=a end");
        cr_expect_eq(got.code, rows[index].of_name, "row %zu: %s", index, got.line);
    }
}

/* A literal that need not be there tells nothing apart: a packet without it is still the one that there is. */
Test(schema_fields, literals_that_need_not_be_there)
{
    static const gdv_field maybe[] = {
        GDV_FIELD_OF("t", "a", TEXT, 0, 0, 0, UINT32_MAX, 0, 0, 0, 0, GDV_NOT_STORED, 0),
        GDV_FIELD_INT("x", 0, 9, GDV_NOT_STORED),
    };
    const gdv_field_table from = {"maybe", maybe, COUNT_OF(maybe)};
    const gdv_field_table two[] = {{"maybe", maybe, COUNT_OF(maybe)}, {"move", move_fields, COUNT_OF(move_fields)}};
    gdv_schema schema = schema_of(&from, 1);
    checked got;
    checked_calls(&got, &schema, NULL, "dict str=x int=1 end");
    cr_expect_str_eq(got.line, "");
    checked_calls(&got, &schema, NULL, "dict str=x int=1 str=t str=a end");
    cr_expect_str_eq(got.line, "");
    checked_calls(&got, &schema, NULL, "dict str=x int=1 str=t str=b end");
    cr_expect_eq(got.code, GDV_E_NOT_A_MEMBER, "%s", got.line);
    cr_expect_eq(gdv_schema_from_fields(two, 2, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, NULL),
                 GDV_E_SCHEMA_SYNTAX);
}

typedef struct held {
    written made;
    gdv_node nodes[64];
    gdv_match match;
} held;

static void hold(held *of, const gdv_schema *schema, const char *calls)
{
    of->made = written_by(GDV_DIALECT_GODOT4_4, NULL, calls);
    of->match.struct_size = sizeof of->match;
    cr_assert_eq(
        gdv_schema_check(schema, of->made.made.bytes, of->made.made.size, NULL, of->nodes, 64, &of->match, NULL),
        GDV_OK, "%s", calls);
}

Test(schema_fields, structs_are_filled)
{
    gdv_schema schema = schema_of(tables, 2);
    held of;
    move moved;
    all filled;
    hold(&of, &schema, "dict str=pos f32=Vector3,1,-2,3.5 str=type str=move str=jump true str=seq int=7 end");
    cr_assert_eq(gdv_match_fill(&of.match, &tables[of.match.packet], &moved, sizeof moved), GDV_OK);
    cr_expect(moved.seq == 7 && moved.pos[0] == 1.0 && moved.pos[1] == -2.0 && moved.pos[2] == 3.5);
    cr_expect(moved.jump && moved.has_jump);
    packet_free(&of.made.made);
    hold(&of, &schema, "dict str=pos f64=Vector3,0.1,-2,3.5 str=type str=move str=seq int=5000000000 end");
    cr_assert_eq(gdv_match_fill(&of.match, &tables[0], &moved, sizeof moved), GDV_OK);
    cr_expect(moved.seq == 5000000000 && moved.pos[0] == (double)0.1 && !moved.jump && !moved.has_jump);
    packet_free(&of.made.made);
    hold(&of, &schema,
         ALL("true", "float=1.5", "int=2", "str=ab", "i32=Vector2i,-1,8", "i32=PackedInt32Array,1,9", "bytes=0102",
             "path=/a", "int=5"));
    cr_assert_eq(gdv_match_fill(&of.match, &tables[1], &filled, sizeof filled), GDV_OK);
    cr_expect(filled.flag && filled.real == 1.5 && filled.number == 2.0 && filled.cell[0] == -1.0 &&
              filled.cell[1] == 8.0);
    cr_expect(filled.name.size == 2 && memcmp(filled.name.bytes, "ab", 2) == 0);
    cr_expect(filled.many.elements == 2 && gdv_component_int(&filled.many, 1, 0) == 9);
    cr_expect_eq(gdv_count(filled.blob), 2u);
    cr_expect_eq(gdv_type_of(filled.path), GDV_TYPE_NODE_PATH);
    cr_expect_eq(gdv_type_of(filled.any), GDV_TYPE_ARRAY);
    packet_free(&of.made.made);
}

/* What does not fit leaves the fields as if nothing were there, and no byte beyond the size is written. */
Test(schema_fields, structs_that_are_too_small)
{
    gdv_schema schema = schema_of(tables, 2);
    held of;
    move moved;
    hold(&of, &schema, "dict str=type str=move str=seq int=7 str=pos f32=Vector3,1,2,3 str=jump true end");
    for (size_t size = 0; size < sizeof moved; size += 1) {
        memset(&moved, 0x5a, sizeof moved);
        gdv_status status = gdv_match_fill(&of.match, &tables[0], &moved, size);
        bool fits = size >= offsetof(move, has_jump) + 1;
        cr_expect_eq(status, fits ? GDV_OK : GDV_E_OUT_OF_RANGE, "%zu", size);
        cr_expect_eq(moved.seq, fits ? 7 : size >= 8 ? 0 : 0x5a5a5a5a5a5a5a5a, "%zu", size);
        for (size_t index = size; index < sizeof moved; index += 1) {
            cr_assert_eq(((const uint8_t *)&moved)[index], 0x5a, "%zu of %zu", index, size);
        }
    }
    static const gdv_field far_off[] = {
        GDV_FIELD_LITERAL("type", "move"),
        GDV_FIELD_INT("seq", 0, INT64_MAX, SIZE_MAX - 1),
        GDV_FIELD_VECTOR("pos", GDV_TYPE_VECTOR3, -4096, 4096, SIZE_MAX - 7),
        GDV_FIELD_BOOL_OR_NONE("jump", 0, SIZE_MAX - 1),
    };
    gdv_field one[4];
    memcpy(one, far_off, sizeof one);
    const gdv_field_table from = {"move", one, 4};
    for (size_t wrong = 1; wrong < 4; wrong += 1) {
        memcpy(one, move_fields, sizeof one);
        one[wrong] = far_off[wrong];
        cr_expect_eq(gdv_match_fill(&of.match, &from, &moved, sizeof moved), GDV_E_OUT_OF_RANGE);
    }
    cr_expect_eq(gdv_match_fill(NULL, &from, &moved, sizeof moved), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_match_fill(&of.match, NULL, &moved, sizeof moved), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_match_fill(&of.match, &from, NULL, 1), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_match_fill(&of.match, &from, &moved, SIZE_MAX), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_match_fill(&of.match, &from, &of.match, sizeof of.match), GDV_E_OVERLAP);
    const gdv_field_table no_fields = {"move", NULL, 4};
    const gdv_field_table too_many = {"move", one, GDV_FIELDS_MOST + 1};
    const gdv_field_table other = {"all", all_fields, COUNT_OF(all_fields)};
    cr_expect_eq(gdv_match_fill(&of.match, &no_fields, &moved, sizeof moved), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_match_fill(&of.match, &too_many, &moved, sizeof moved), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_match_fill(&of.match, &other, &moved, sizeof moved), GDV_E_MISSING);
    of.match.document.count = 0;
    cr_expect_eq(gdv_match_fill(&of.match, &tables[0], &moved, sizeof moved), GDV_E_MISSING);
    packet_free(&of.made.made);
}

/* Vectors that are not there are zeros too, as many as the type has; a type that does not exist has none. */
Test(schema_fields, what_is_not_there_is_zero)
{
    typedef struct maybe {
        double at[3];
        double none[1];
        bool has;
    } maybe;
    static const gdv_field fields[] = {
        GDV_FIELD_VECTOR_OR_NONE("at", GDV_TYPE_VECTOR3, -1, 1, offsetof(maybe, at), offsetof(maybe, has)),
    };
    static const gdv_field wrong[] = {
        GDV_FIELD_VECTOR_OR_NONE("at", GDV_TYPE_COUNT, -1, 1, offsetof(maybe, at), offsetof(maybe, has)),
    };
    const gdv_field_table from = {"maybe", fields, 1};
    const gdv_field_table wrong_table = {"maybe", wrong, 1};
    gdv_schema schema = schema_of(&from, 1);
    held of;
    maybe filled;
    hold(&of, &schema, "dict end");
    memset(&filled, 0x5a, sizeof filled);
    cr_expect_eq(gdv_match_fill(&of.match, &from, &filled, sizeof filled), GDV_OK);
    cr_expect(filled.at[0] == 0.0 && filled.at[1] == 0.0 && filled.at[2] == 0.0 && !filled.has);
    cr_expect_neq(filled.none[0], 0.0);
    memset(&filled, 0x5a, sizeof filled);
    cr_expect_eq(gdv_match_fill(&of.match, &wrong_table, &filled, sizeof filled), GDV_OK);
    cr_expect_neq(filled.at[0], 0.0);
    packet_free(&of.made.made);
}

static const gdv_field twice[] = {GDV_FIELD_ANY("a", GDV_NOT_STORED), GDV_FIELD_ANY("a", GDV_NOT_STORED)};
static const gdv_field no_range[] = {GDV_FIELD_FLOAT("a", 2, 1, GDV_NOT_STORED)};
static const gdv_field no_int_range[] = {GDV_FIELD_INT("a", 2, 1, GDV_NOT_STORED)};
static const gdv_field no_type[] = {GDV_FIELD_VALUE("a", GDV_TYPE_IMAGE, GDV_NOT_STORED)};
static const gdv_field no_literal[] = {GDV_FIELD_ANY("a", GDV_NOT_STORED)};
static const gdv_field alone[] = {GDV_FIELD_FLOAT("a", -GDV_NO_END, GDV_NO_END, GDV_NOT_STORED)};
static const gdv_field unnamed[] = {GDV_FIELD_ANY(NULL, GDV_NOT_STORED)};

Test(schema_fields, tables_that_are_no_schema)
{
    static char long_key[2000];
    memset(long_key, 'k', sizeof long_key - 1);
    const gdv_field too_long[] = {GDV_FIELD_ANY(long_key, GDV_NOT_STORED)};
    const gdv_field_table rows[][2] = {
        {{"a", twice, 2}, {"b", NULL, 0}},
        {{"a", no_range, 1}, {"b", NULL, 0}},
        {{"a", no_int_range, 1}, {"b", NULL, 0}},
        {{"a", no_type, 1}, {"b", NULL, 0}},
        {{"a", too_long, 1}, {"b", NULL, 0}},
        {{"a", no_literal, 1}, {"b", no_literal, 1}},
        {{"a", move_fields, 4}, {"b", no_literal, 1}},
        {{"a", move_fields, 4}, {"b", move_fields, 4}},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_schema schema;
        gdv_schema_error error = {.struct_size = sizeof error};
        const size_t count = rows[index][1].count == 0 ? 1 : 2;
        gdv_status status =
            gdv_schema_from_fields(rows[index], count, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, &error);
        cr_expect_eq(status, GDV_E_SCHEMA_SYNTAX, "row %zu", index);
        cr_expect_eq(error.code, GDV_E_SCHEMA_SYNTAX, "row %zu", index);
        cr_expect_str_neq(error.message, "");
        cr_expect_null(schema.form);
        cr_expect_eq(
            gdv_schema_from_fields(rows[index], count, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, NULL),
            GDV_E_SCHEMA_SYNTAX);
    }
    const gdv_field_table single = {"a", alone, 1};
    gdv_schema schema = schema_of(&single, 1);
    checked got;
    checked_calls(&got, &schema, NULL, "dict str=a float=1 end");
    cr_expect_str_eq(got.line, "");
}

/* What a table leads to is read until the form is whole: nothing of it may lie where the call writes. */
Test(schema_fields, what_tables_lead_to_is_not_written)
{
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    char *text = (char *)(memory + 4);
    gdv_field *fields = (gdv_field *)(void *)(memory + 8);
    const gdv_field keyed[] = {GDV_FIELD_INT(text, 0, 1, GDV_NOT_STORED)};
    const gdv_field literal[] = {GDV_FIELD_INT("a", 0, 1, GDV_NOT_STORED), GDV_FIELD_LITERAL("t", text)};
    const gdv_field_table rows[] = {
        {"fields", fields, 1}, {text, move_fields, 4}, {"keyed", keyed, 1}, {"literal", literal, 2}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        memset(memory, 0, sizeof memory);
        memcpy(text, "text", 5);
        fields[0] = (gdv_field)GDV_FIELD_INT("a", 0, 1, GDV_NOT_STORED);
        cr_expect_eq(
            gdv_schema_from_fields(&rows[index], 1, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, &error),
            GDV_E_OVERLAP, "row %zu", index);
        cr_expect_str_eq(text, "text");
        cr_expect_eq(gdv_schema_from_fields(&rows[index], 1, GDV_DIALECT_GODOT4_4, NULL, 0,
                                            (gdv_schema *)(void *)(memory + 4), NULL),
                     GDV_E_OVERLAP, "row %zu", index);
        cr_expect_eq(gdv_schema_from_fields(&rows[index], 1, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error),
                     GDV_E_NO_SPACE, "row %zu", index);
    }
}

/* What a match and its table lead to is read while the struct is filled. */
Test(schema_fields, what_is_read_is_not_filled)
{
    gdv_schema schema = schema_of(tables, 2);
    held of;
    gdv_field own[COUNT_OF(move_fields)];
    memcpy(own, move_fields, sizeof own);
    const gdv_field_table from = {"move", own, COUNT_OF(own)};
    hold(&of, &schema, "dict str=type str=move str=seq int=7 str=pos f32=Vector3,1,2,3 str=jump true end");
    cr_expect_eq(gdv_match_fill(&of.match, &from, own, sizeof own), GDV_E_OVERLAP);
    cr_expect_eq(gdv_match_fill(&of.match, &from, of.nodes, sizeof(move)), GDV_E_OVERLAP);
    cr_expect_eq(gdv_match_fill(&of.match, &from, of.made.made.bytes, sizeof(move)), GDV_E_OVERLAP);
    cr_expect_eq(memcmp(own, move_fields, sizeof own), 0);
    packet_free(&of.made.made);
}

Test(schema_fields, arguments)
{
    static gdv_field many[GDV_FIELDS_MOST + 1];
    static gdv_field_table crowd[GDV_FIELDS_MOST + 1];
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    const gdv_field_table unnamed_key = {"a", unnamed, 1};
    const gdv_field_table unnamed_table = {NULL, alone, 1};
    const gdv_field_table no_fields = {"a", NULL, 1};
    const gdv_field_table too_many = {"a", many, GDV_FIELDS_MOST + 1};
    const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;
    uint8_t *crooked = (uint8_t *)memory + 4;
    cr_expect_eq(gdv_schema_from_fields(NULL, 2, dialect, memory, 8, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(tables, 0, dialect, memory, 8, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(tables, SIZE_MAX, dialect, memory, 8, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(crowd, GDV_FIELDS_MOST + 1, dialect, memory, 8, &schema, &error),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(&unnamed_key, 1, dialect, memory, 8, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(&unnamed_table, 1, dialect, memory, 8, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(&no_fields, 1, dialect, memory, 8, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(&too_many, 1, dialect, memory, 8, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, NULL, 8, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, memory, SIZE_MAX, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, crooked, 64, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, memory, 8, NULL, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_from_fields(tables, 2, GDV_DIALECT_COUNT, memory, 8, &schema, &error), GDV_E_BAD_DIALECT);
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, memory, sizeof memory, (gdv_schema *)(void *)memory, NULL),
                 GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, NULL, 0, &schema, &error), GDV_E_NO_SPACE);
    const size_t need = (size_t)error.need;
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, memory, need - 1, &schema, NULL), GDV_E_NO_SPACE);
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, memory, need, &schema, NULL), GDV_OK);
    cr_expect_eq(gdv_schema_size(&schema), need);
    error.struct_size = 0;
    cr_expect_eq(gdv_schema_from_fields(tables, 2, dialect, memory, 8, &schema, &error), GDV_E_BAD_STRUCT);
}

/* As many fields as there may be, in as many packets as rules have room for, are too many rules; 255 are not. */
Test(schema_fields, as_many_as_there_may_be)
{
    static char keys[GDV_FIELDS_MOST][8];
    static char tags[GDV_FIELDS_MOST][8];
    static gdv_field fields[GDV_FIELDS_MOST][GDV_FIELDS_MOST];
    static gdv_field_table crowd[GDV_FIELDS_MOST];
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    for (uint32_t which = 0; which < GDV_FIELDS_MOST; which += 1) {
        snprintf(tags[which], sizeof tags[which], "t%u", which);
        for (uint32_t index = 0; index < GDV_FIELDS_MOST; index += 1) {
            snprintf(keys[index], sizeof keys[index], "k%u", index);
            fields[which][index] = (gdv_field)GDV_FIELD_ANY(keys[index], GDV_NOT_STORED);
        }
        fields[which][7] = (gdv_field)GDV_FIELD_LITERAL("type", tags[which]);
        crowd[which] = (gdv_field_table){tags[which], fields[which], GDV_FIELDS_MOST};
    }
    cr_expect_eq(gdv_schema_from_fields(crowd, GDV_FIELDS_MOST, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error),
                 GDV_E_SCHEMA_SYNTAX);
    crowd[1].count = 8;
    cr_expect_eq(gdv_schema_from_fields(crowd, 2, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error), GDV_E_NO_SPACE);
    uint64_t *room = calloc(1, (size_t)error.need);
    cr_assert_eq(gdv_schema_from_fields(crowd, 2, GDV_DIALECT_GODOT4_4, room, (size_t)error.need, &schema, &error),
                 GDV_OK);
    cr_expect_eq(gdv_schema_value_of(&schema, 0, ".k255"), 255u);
    free(room);
}
