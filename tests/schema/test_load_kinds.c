/* SPDX-License-Identifier: MIT */
/* Which flags and types a kind of rule may have is what lib/include/gdv/schema.h says beside the flags and the kinds: the
 * load refuses each other one. Promise 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/compiled.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define OF_TEXT                                                                                                        \
    (GDV_RULE_SET | GDV_RULE_CHARS | GDV_RULE_STRING | GDV_RULE_NAME | GDV_RULE_ASCII | GDV_RULE_PRINTABLE |           \
     GDV_RULE_IDENTIFIER | GDV_RULE_ANY_LENGTH)

/* Rule 0 is the text that others are of; rule 1 is of the kind. */
static gdv_form *one_of(gdv_rule_kind kind, gdv_type type)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t text = draft_text(made, 0, 8, 0);
    uint32_t rule = draft_rule(made, kind);
    if (kind == GDV_RULE_TEXT) {
        draft_at(made, rule)->flags = GDV_RULE_STRING;
    }
    if (kind == GDV_RULE_TAGGED) {
        draft_at(made, rule)->key = GDV_NONE;
    }
    if (kind == GDV_RULE_UNION) {
        draft_alternative(made, rule, GDV_TYPE_STRING, text);
    }
    draft_at(made, rule)->type = (uint8_t)type;
    gdv_form *form = draft_form(made);
    draft_free(made);
    return form;
}

static gdv_rule *rule_of(gdv_form *form)
{
    return (gdv_rule *)(void *)((uint8_t *)form + form->tables[GDV_FORM_RULES].offset) + 1;
}

/* What the load says of it; "" where it loads. What it blames is rule 1. */
static void load(const gdv_form *form, char *message)
{
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_status status = gdv_schema_load(form, form->size, &schema, &error);
    uint64_t place = form->tables[GDV_FORM_RULES].offset + sizeof(gdv_rule);
    cr_expect(status == GDV_OK ? error.offset == 0 : error.offset == place, "at %llu",
              (unsigned long long)error.offset);
    memcpy(message, error.message, sizeof error.message);
}

typedef struct kind_flags {
    gdv_rule_kind kind;
    gdv_type type; /* one that it may have */
    uint32_t flags;
} kind_flags;

static const kind_flags kinds[] = {
    {GDV_RULE_ANY, GDV_TYPE_NIL, 0},
    {GDV_RULE_NIL, GDV_TYPE_NIL, 0},
    {GDV_RULE_BOOL, GDV_TYPE_NIL, 0},
    {GDV_RULE_INT, GDV_TYPE_NIL, GDV_RULE_SET | GDV_RULE_ANY_NUMBER},
    {GDV_RULE_FLOAT, GDV_TYPE_NIL, GDV_RULE_SET | GDV_RULE_NONFINITE | GDV_RULE_ANY_NUMBER},
    {GDV_RULE_NUMBER, GDV_TYPE_NIL, GDV_RULE_NONFINITE | GDV_RULE_ANY_NUMBER},
    {GDV_RULE_TEXT, GDV_TYPE_NIL, OF_TEXT},
    {GDV_RULE_VALUE, GDV_TYPE_RID, 0},
    {GDV_RULE_MATH, GDV_TYPE_VECTOR2, GDV_RULE_NONFINITE | GDV_RULE_ANY_NUMBER},
    {GDV_RULE_BYTES, GDV_TYPE_NIL, GDV_RULE_ANY_LENGTH},
    {GDV_RULE_PACKED, GDV_TYPE_PACKED_COLOR_ARRAY, GDV_RULE_NONFINITE | GDV_RULE_ANY_NUMBER | GDV_RULE_ANY_LENGTH},
    {GDV_RULE_STRINGS, GDV_TYPE_NIL, GDV_RULE_ANY_LENGTH},
    {GDV_RULE_ARRAY, GDV_TYPE_ARRAY, GDV_RULE_ANY_LENGTH},
    {GDV_RULE_TUPLE, GDV_TYPE_NIL, GDV_RULE_OPEN},
    {GDV_RULE_MAP, GDV_TYPE_NIL, GDV_RULE_ANY_LENGTH},
    {GDV_RULE_RECORD, GDV_TYPE_NIL, GDV_RULE_OPEN},
    {GDV_RULE_UNION, GDV_TYPE_NIL, 0},
    {GDV_RULE_TAGGED, GDV_TYPE_NIL, GDV_RULE_ROOT},
    {GDV_RULE_LED, GDV_TYPE_NIL, GDV_RULE_ROOT},
};

/* Every rule may be named after a packet or what it is a part of. */
Test(load_kinds, a_kind_has_its_own_flags_alone)
{
    cr_assert_eq(COUNT_OF(kinds), (size_t)GDV_RULE_COUNT);
    for (size_t row = 0; row < COUNT_OF(kinds); row += 1) {
        const uint32_t may = kinds[row].flags | GDV_RULE_PART | GDV_RULE_OF_PACKET;
        for (uint32_t flag = 1; flag < 0x10000u; flag *= 2) {
            char message[GDV_SCHEMA_MESSAGE_SIZE];
            gdv_form *form = one_of(kinds[row].kind, kinds[row].type);
            rule_of(form)->flags = (uint16_t)(rule_of(form)->flags | flag);
            if (flag == GDV_RULE_SET && kinds[row].kind == GDV_RULE_TEXT) {
                rule_of(form)->flags = (uint16_t)(rule_of(form)->flags & ~GDV_RULE_SET); /* has no slots */
            }
            load(form, message);
            cr_expect_str_eq(message, (may & flag) != 0 ? "" : "there is no such kind of rule", "kind %d flag %x",
                             (int)kinds[row].kind, flag);
            free(form);
        }
    }
}

static bool is_among(gdv_type type, const gdv_type *types, size_t count)
{
    bool among = false;
    for (size_t index = 0; index < count; index += 1) {
        among = among || types[index] == type;
    }
    return among;
}

/* Of Godot 4.4: what has components, of how many numbers of which kind; packed arrays of numbers; Array. */
static const gdv_type vectors[] = {GDV_TYPE_VECTOR2,  GDV_TYPE_VECTOR2I,    GDV_TYPE_RECT2,       GDV_TYPE_RECT2I,
                                   GDV_TYPE_VECTOR3,  GDV_TYPE_VECTOR3I,    GDV_TYPE_TRANSFORM2D, GDV_TYPE_VECTOR4,
                                   GDV_TYPE_VECTOR4I, GDV_TYPE_PLANE,       GDV_TYPE_QUATERNION,  GDV_TYPE_AABB,
                                   GDV_TYPE_BASIS,    GDV_TYPE_TRANSFORM3D, GDV_TYPE_PROJECTION,  GDV_TYPE_COLOR};
static const gdv_type packed[] = {GDV_TYPE_PACKED_INT32_ARRAY,   GDV_TYPE_PACKED_INT64_ARRAY,
                                  GDV_TYPE_PACKED_FLOAT32_ARRAY, GDV_TYPE_PACKED_FLOAT64_ARRAY,
                                  GDV_TYPE_PACKED_VECTOR2_ARRAY, GDV_TYPE_PACKED_VECTOR3_ARRAY,
                                  GDV_TYPE_PACKED_COLOR_ARRAY,   GDV_TYPE_PACKED_VECTOR4_ARRAY};
static const gdv_type arrays[] = {GDV_TYPE_ARRAY};

static void expect_types(gdv_rule_kind kind, const gdv_type *types, size_t count)
{
    for (uint32_t type = 0; type < 256; type += 1) {
        char message[GDV_SCHEMA_MESSAGE_SIZE];
        bool may = is_among((gdv_type)type, types, count);
        gdv_form *form = one_of(kind, (gdv_type)type);
        load(form, message);
        cr_expect_str_eq(message, may ? "" : "a rule has a type that it cannot have", "kind %d type %u", (int)kind,
                         type);
        free(form);
    }
}

Test(load_kinds, a_kind_has_types_that_it_can_read)
{
    expect_types(GDV_RULE_MATH, vectors, COUNT_OF(vectors));
    expect_types(GDV_RULE_PACKED, packed, COUNT_OF(packed));
    expect_types(GDV_RULE_ARRAY, arrays, COUNT_OF(arrays));
}
