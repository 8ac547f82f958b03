/* SPDX-License-Identifier: MIT */
/* A compiled form may come from anywhere. One of every kind of rule is changed, a word at a time, to numbers that lie beside
 * what it should be and far from it: either the load refuses it, or packets can be checked against it without a read
 * outside of the form, which is in a block of exactly its size. Then each thing that a load must see is done on purpose.
 * Promises 1 and 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/form.h"
#include "tests/support/calls.h"
#include "tests/support/checked.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

enum { RECORD, TUPLE, LATER };

/* Rules of every kind, in a record and a tuple that are packets. Numbers of the rules are those of the fields, from LATER
 * on. */
static draft *every_kind(void)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_rule(made, GDV_RULE_RECORD);
    (void)draft_rule(made, GDV_RULE_TUPLE);
    draft_packet(made, "record", 1);
    draft_packet(made, "tuple", 2);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    uint32_t kind = draft_literal(made, "a");
    uint32_t ints = draft_rule(made, GDV_RULE_INT);
    draft_int_member(made, ints, 1);
    draft_int_member(made, ints, 5);
    uint32_t floats = draft_rule(made, GDV_RULE_FLOAT);
    draft_float_member(made, floats, 0.1);
    draft_float_member(made, floats, 0.5);
    uint32_t text = draft_text(made, 1, 8, GDV_RULE_CHARS);
    uint32_t vector = draft_math(made, GDV_TYPE_VECTOR3, -1.0, 1.0);
    uint32_t packed = draft_rule(made, GDV_RULE_PACKED);
    draft_at(made, packed)->type = GDV_TYPE_PACKED_VECTOR2_ARRAY;
    draft_floats(made, packed, -1.0, 1.0);
    uint32_t strings = draft_rule(made, GDV_RULE_STRINGS);
    draft_at(made, strings)->value = text;
    uint32_t array = draft_array(made, text, 0, 4);
    uint32_t map = draft_rule(made, GDV_RULE_MAP);
    draft_at(made, map)->key = text;
    draft_at(made, map)->value = vector;
    uint32_t path = draft_rule(made, GDV_RULE_VALUE);
    draft_at(made, path)->type = GDV_TYPE_NODE_PATH;
    uint32_t inner = draft_rule(made, GDV_RULE_RECORD);
    draft_field(made, inner, "kind", kind, 0);
    draft_int_field(made, inner, 3, any, GDV_FIELD_OPTIONAL);
    uint32_t led = draft_rule(made, GDV_RULE_LED);
    uint32_t pair = draft_rule(made, GDV_RULE_TUPLE);
    draft_field(made, pair, NULL, kind, 0);
    draft_field(made, pair, NULL, led, GDV_FIELD_OPTIONAL);
    draft_case(made, led, "a", pair);
    uint32_t tagged = draft_rule(made, GDV_RULE_TAGGED);
    draft_tag(made, tagged, "kind");
    draft_case(made, tagged, "a", inner);
    uint32_t either = draft_rule(made, GDV_RULE_UNION);
    draft_alternative(made, either, GDV_TYPE_DICTIONARY, tagged);
    draft_alternative(made, either, GDV_TYPE_ARRAY, led);
    draft_alternative(made, either, GDV_TYPE_INT, ints);
    static const char *const keys[] = {"kind",    "ints",  "floats", "text", "vector", "packed",
                                       "strings", "array", "map",    "path", "either"};
    const uint32_t rules[] = {kind, ints, floats, text, vector, packed, strings, array, map, path, either};
    for (uint32_t index = 0; index < COUNT_OF(rules); index += 1) {
        draft_field(made, RECORD, keys[index], rules[index], (uint16_t)(index == 0 ? 0 : GDV_FIELD_OPTIONAL));
    }
    draft_field(made, RECORD, "inner", inner, GDV_FIELD_OPTIONAL | GDV_FIELD_NESTED);
    draft_field(made, TUPLE, NULL, ints, 0);
    draft_field(made, TUPLE, NULL, either, GDV_FIELD_OPTIONAL);
    uint32_t root = draft_rule(made, GDV_RULE_TAGGED);
    draft_tag(made, root, "kind");
    draft_case(made, root, "a", RECORD);
    draft_at(made, root)->flags |= GDV_RULE_ROOT;
    draft_root(made, GDV_TYPE_DICTIONARY, root);
    draft_root(made, GDV_TYPE_ARRAY, TUPLE);
    return made;
}

static const char *const packets[] = {
    "array int=5 end",
    "array int=5 array str=a array str=a end end end",
    "array int=1 dict str=kind str=a int=3 dict str=x array end end end end",
    "dict str=kind str=a str=ints int=1 str=floats float#3fb999999999999a str=text str=abc str=vector "
    "f32=Vector3,1,0,-1 "
    "str=packed f32=PackedVector2Array,1,1,0,-1 str=strings strs=a,bc str=array array str=a end "
    "str=map dict str=a f32=Vector3,1,0,-1 end str=path path=/a str=either int=5 str=inner dict str=kind str=a end end",
    "dict str=text str=x str=kind str=a end",
};

static written made_of(const char *calls)
{
    written made = written_by(GDV_DIALECT_GODOT4_4, NULL, calls);
    cr_assert_eq(made.code, GDV_OK, "%s", calls);
    return made;
}

static gdv_status load(const gdv_form *form, size_t size, gdv_schema *schema, gdv_schema_error *error)
{
    error->struct_size = sizeof *error;
    return gdv_schema_load(form, size, schema, error);
}

Test(load, every_kind_loads_and_its_packets_pass)
{
    gdv_schema schema = draft_load(every_kind());
    for (size_t index = 0; index < COUNT_OF(packets); index += 1) {
        checked got;
        checked_calls(&got, &schema, NULL, packets[index]);
        cr_expect_str_eq(got.line, "", "%s", packets[index]);
    }
    draft_drop(&schema);
}

/* A word is set to each of these, and to those beside what it was. */
static uint32_t word_of(uint32_t before, uint32_t which)
{
    static const uint32_t words[] = {0, 1, 0x7fu, 0xffu, 0xffffu, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x00ff00ffu};
    switch (which) {
    case 0:
        return (uint32_t)(((uint64_t)before + 1) & 0xffffffffu);
    case 1:
        return before == 0 ? 2 : before - 1;
    case 2:
        return before ^ 0x100u;
    case 3:
        return before ^ 0x10000u;
    case 4:
        return before ^ 0x1000000u;
    case 5:
        return (uint32_t)(((uint64_t)before + 8) & 0xffffffffu);
    default:
        return words[which - 6];
    }
}

enum { WORDS_TRIED = 15 };

Test(load, a_changed_word_leads_nowhere)
{
    draft *made = every_kind();
    gdv_form *form = draft_form(made);
    draft_free(made);
    written bytes[COUNT_OF(packets)];
    for (size_t index = 0; index < COUNT_OF(packets); index += 1) {
        bytes[index] = made_of(packets[index]);
    }
    uint32_t loaded = 0;
    const uint32_t words = form->size / 4;
    uint8_t *image = (uint8_t *)form;
    for (uint32_t word = 0; word < words; word += 1) {
        uint32_t before = 0;
        memcpy(&before, image + 4 * word, 4);
        for (uint32_t which = 0; which < WORDS_TRIED; which += 1) {
            const uint32_t changed = word_of(before, which);
            gdv_schema schema;
            gdv_schema_error error;
            memcpy(image + 4 * word, &changed, 4);
            gdv_status status = load(form, 4 * (size_t)words, &schema, &error);
            cr_assert_eq(error.code, status);
            cr_assert(status == GDV_OK ||
                      (status == GDV_E_SCHEMA_FORM && schema.form == NULL && error.message[0] != '\0'));
            cr_assert(error.offset <= 4 * (uint64_t)words);
            for (size_t index = 0; status == GDV_OK && index < COUNT_OF(packets); index += 1) {
                checked got;
                checked_bytes(&got, &schema, NULL, bytes[index].made.bytes, bytes[index].made.size);
            }
            loaded += status == GDV_OK ? 1 : 0;
        }
        memcpy(image + 4 * word, &before, 4);
    }
    cr_expect_gt(loaded, 0u); /* limits, lines and names may be anything */
    for (size_t index = 0; index < COUNT_OF(packets); index += 1) {
        packet_free(&bytes[index].made);
    }
    free(form);
}

/* A form cut short, at every multiple of four. */
Test(load, a_form_that_is_cut_is_refused)
{
    draft *made = every_kind();
    gdv_form *form = draft_form(made);
    draft_free(made);
    for (size_t size = 0; size < form->size; size += 4) {
        gdv_schema schema;
        gdv_schema_error error;
        gdv_form *cut = malloc(size + 1);
        memcpy(cut, form, size);
        cr_assert_eq(load(cut, size, &schema, &error), GDV_E_SCHEMA_FORM, "%zu", size);
        free(cut);
    }
    free(form);
}

/* One change to the form that every_kind makes, and what the load says of it. Numbers of rules: every_kind. */
typedef void change(gdv_form *form);

static void *entry_of(gdv_form *form, gdv_form_part part)
{
    return (uint8_t *)form + form->tables[part].offset;
}

static gdv_rule *rule_of(gdv_form *form, uint32_t number)
{
    return (gdv_rule *)entry_of(form, GDV_FORM_RULES) + number;
}

static gdv_rule *first_of(gdv_form *form, gdv_rule_kind kind)
{
    uint32_t number = 0;
    while (rule_of(form, number)->kind != kind) {
        number += 1;
    }
    return rule_of(form, number);
}

#define CHANGE(name, statement)                                                                                        \
    static void name(gdv_form *form)                                                                                   \
    {                                                                                                                  \
        statement;                                                                                                     \
    }

CHANGE(other_mark, form->mark = 0x47445646u)
CHANGE(other_version, form->version += 1)
CHANGE(too_large, form->size = GDV_FORM_MAX_SIZE + 8)
CHANGE(other_dialect, form->dialect = GDV_DIALECT_COUNT)
CHANGE(crooked, form->tables[GDV_FORM_FIELDS].offset += 4)
CHANGE(overlapping, form->tables[GDV_FORM_FIELDS].offset -= 8)
CHANGE(beyond, form->tables[GDV_FORM_POOL].offset = form->size + 8)
CHANGE(too_long, form->tables[GDV_FORM_POOL].count = form->size)
CHANGE(packets_without_rules, form->tables[GDV_FORM_RULES].count = 1)
CHANGE(text_outside, ((gdv_form_text *)entry_of(form, GDV_FORM_TEXTS))->at = form->tables[GDV_FORM_POOL].count)
CHANGE(text_too_long, ((gdv_form_text *)entry_of(form, GDV_FORM_TEXTS))->size = form->tables[GDV_FORM_POOL].count)
CHANGE(text_open, ((gdv_form_text *)entry_of(form, GDV_FORM_TEXTS))->size -= 1)
CHANGE(sources_beyond, form->sources = form->tables[GDV_FORM_TEXTS].count + 1)
CHANGE(sources_too_many, form->source_count = form->tables[GDV_FORM_TEXTS].count + 1)
CHANGE(packet_unnamed, ((gdv_rule_packet *)entry_of(form, GDV_FORM_PACKETS))->name = GDV_NONE)
CHANGE(packet_root, rule_of(form, 0)->flags |= GDV_RULE_ROOT)
CHANGE(no_root, form->root = 1)
CHANGE(root_astray, *(uint32_t *)entry_of(form, GDV_FORM_REFS) = 70000)
CHANGE(root_to_a_rule, *(uint32_t *)entry_of(form, GDV_FORM_REFS) = LATER)
CHANGE(unknown_kind, rule_of(form, LATER)->kind = GDV_RULE_COUNT)
CHANGE(unknown_flag, rule_of(form, LATER)->flags = GDV_RULE_OPEN)
CHANGE(unnamed, rule_of(form, LATER)->name = form->tables[GDV_FORM_TEXTS].count)
CHANGE(unknown_source, rule_of(form, LATER)->source = 1)
CHANGE(too_wide, rule_of(form, LATER)->width = GDV_MATCH_VALUES + 1)
CHANGE(least_above_most, rule_of(form, LATER)->least = 5; rule_of(form, LATER)->most = 4)
CHANGE(lowest_above_highest, rule_of(form, LATER)->lowest = 5; rule_of(form, LATER)->highest = 4)
CHANGE(low_above_high, rule_of(form, LATER)->low = 5; rule_of(form, LATER)->high = 4)
CHANGE(low_infinite, rule_of(form, LATER)->low = -1e308 * 10)
CHANGE(high_infinite, rule_of(form, LATER)->high = 1e308 * 10)
CHANGE(low32_inside, rule_of(form, LATER)->low32 = 0)
CHANGE(high32_inside, rule_of(form, LATER)->high32 = 0)
CHANGE(no_element, first_of(form, GDV_RULE_ARRAY)->value = 70000)
CHANGE(no_key, first_of(form, GDV_RULE_MAP)->key = 70000)
CHANGE(element_is_root, first_of(form, GDV_RULE_ARRAY)->value = form->tables[GDV_FORM_RULES].count - 1)
CHANGE(strings_of_any, first_of(form, GDV_RULE_STRINGS)->value = LATER)
CHANGE(no_such_type, first_of(form, GDV_RULE_VALUE)->type = GDV_TYPE_COUNT)
CHANGE(type_of_another_dialect, first_of(form, GDV_RULE_VALUE)->type = GDV_TYPE_IMAGE)
CHANGE(no_vector, first_of(form, GDV_RULE_MATH)->type = GDV_TYPE_STRING)
CHANGE(vector_of_nothing, first_of(form, GDV_RULE_MATH)->type = GDV_TYPE_NIL)
CHANGE(vector_of_rid, first_of(form, GDV_RULE_MATH)->type = GDV_TYPE_RID)
CHANGE(packed_vector, first_of(form, GDV_RULE_PACKED)->type = GDV_TYPE_VECTOR2)
CHANGE(array_of_dictionary, first_of(form, GDV_RULE_ARRAY)->type = GDV_TYPE_DICTIONARY)
CHANGE(no_tag, first_of(form, GDV_RULE_TAGGED)->key = form->tables[GDV_FORM_TEXTS].count)
CHANGE(no_text_type, first_of(form, GDV_RULE_TEXT)->flags = GDV_RULE_SET)
CHANGE(texts_of_another, first_of(form, GDV_RULE_TEXT)->texts = 0)
CHANGE(texts_beyond, first_of(form, GDV_RULE_TAGGED)->texts = form->tables[GDV_FORM_TEXTS].count + 1)
CHANGE(texts_too_many, first_of(form, GDV_RULE_TEXT)->count = form->tables[GDV_FORM_TEXTS].count)
CHANGE(too_many_bits, first_of(form, GDV_RULE_TEXT)->bits = GDV_FORM_MAX_BITS + 1)
CHANGE(slots_of_another, first_of(form, GDV_RULE_TEXT)->slots += 1)
CHANGE(slots_too_many, first_of(form, GDV_RULE_TAGGED)->bits = GDV_FORM_MAX_BITS)
CHANGE(slot_astray, ((gdv_form_slot *)entry_of(form, GDV_FORM_SLOTS))->entry = 70000)
CHANGE(not_found, first_of(form, GDV_RULE_TEXT)->seed += 1)
CHANGE(numbers_of_another, first_of(form, GDV_RULE_INT)->numbers += 1)
CHANGE(numbers_too_many, first_of(form, GDV_RULE_INT)->number_count = form->tables[GDV_FORM_NUMBERS].count + 1)
CHANGE(numbers_descend, ((uint64_t *)entry_of(form, GDV_FORM_NUMBERS))[1] = 1)
CHANGE(floats_too_many, first_of(form, GDV_RULE_FLOAT)->number_count = form->tables[GDV_FORM_NUMBERS].count)
CHANGE(floats_of_another, first_of(form, GDV_RULE_FLOAT)->numbers += 1)
CHANGE(floats_descend, ((double *)entry_of(form, GDV_FORM_NUMBERS))[3] = 0.1)
CHANGE(float_infinite, ((double *)entry_of(form, GDV_FORM_NUMBERS))[3] = 1e308 * 10)
CHANGE(float_nan, ((double *)entry_of(form, GDV_FORM_NUMBERS))[2] = 1e308 * 10 - 1e308 * 10)
CHANGE(other_float, ((double *)entry_of(form, GDV_FORM_NUMBERS))[4] = 0.1)
CHANGE(fields_of_another, first_of(form, GDV_RULE_TUPLE)->first += 1)
CHANGE(fields_too_many, first_of(form, GDV_RULE_TUPLE)->count = 3000)
CHANGE(fields_far_too_many, first_of(form, GDV_RULE_TUPLE)->count = GDV_FORM_MAX_FIELDS + 1)
CHANGE(field_astray, ((gdv_rule_field *)entry_of(form, GDV_FORM_FIELDS))->rule = 70000)
CHANGE(field_unknown_flag, ((gdv_rule_field *)entry_of(form, GDV_FORM_FIELDS))->flags = 4)
CHANGE(field_no_room, ((gdv_rule_field *)entry_of(form, GDV_FORM_FIELDS))->value = 255)
CHANGE(nested_nowhere, ((gdv_rule_field *)entry_of(form, GDV_FORM_FIELDS))[11].value = GDV_FIELD_NOWHERE)
CHANGE(nested_no_room, rule_of(form, RECORD)->width -= 1)
CHANGE(demands_more, rule_of(form, TUPLE)->least = 2)
CHANGE(refs_of_another, first_of(form, GDV_RULE_UNION)->first += 1)
CHANGE(refs_too_many, form->tables[GDV_FORM_REFS].count -= 1)

static uint32_t *refs_of(gdv_form *form, gdv_rule_kind kind)
{
    return (uint32_t *)entry_of(form, GDV_FORM_REFS) + first_of(form, kind)->first;
}

static uint32_t number_of(gdv_form *form, gdv_rule_kind kind)
{
    return (uint32_t)(first_of(form, kind) - rule_of(form, 0));
}

CHANGE(union_in_union, refs_of(form, GDV_RULE_UNION)[0] = number_of(form, GDV_RULE_UNION))
CHANGE(union_astray, refs_of(form, GDV_RULE_UNION)[0] = 70000)
CHANGE(tag_to_a_tuple, refs_of(form, GDV_RULE_TAGGED)[0] = TUPLE; first_of(form, GDV_RULE_TAGGED)->width = 99)
CHANGE(lead_to_a_record, refs_of(form, GDV_RULE_LED)[0] = RECORD; first_of(form, GDV_RULE_LED)->width = 99)
CHANGE(tag_to_none, refs_of(form, GDV_RULE_TAGGED)[0] = GDV_NONE)
CHANGE(narrower_than_inside, first_of(form, GDV_RULE_TAGGED)->width = 0)
CHANGE(root_to_no_packet, ((uint32_t *)entry_of(form, GDV_FORM_REFS))[form->tables[GDV_FORM_REFS].count - 1] = 2)

Test(load, what_is_wrong_is_seen)
{
    static change *const rows[] = {
        other_mark,
        other_version,
        too_large,
        other_dialect,
        crooked,
        overlapping,
        beyond,
        too_long,
        packets_without_rules,
        text_outside,
        text_too_long,
        text_open,
        sources_beyond,
        sources_too_many,
        packet_unnamed,
        packet_root,
        no_root,
        root_astray,
        root_to_a_rule,
        unknown_kind,
        unknown_flag,
        unnamed,
        unknown_source,
        too_wide,
        least_above_most,
        lowest_above_highest,
        low_above_high,
        low_infinite,
        high_infinite,
        low32_inside,
        high32_inside,
        no_element,
        no_key,
        element_is_root,
        strings_of_any,
        no_such_type,
        type_of_another_dialect,
        no_vector,
        vector_of_nothing,
        vector_of_rid,
        packed_vector,
        array_of_dictionary,
        no_tag,
        no_text_type,
        texts_of_another,
        texts_beyond,
        texts_too_many,
        too_many_bits,
        slots_of_another,
        slots_too_many,
        slot_astray,
        not_found,
        numbers_of_another,
        numbers_too_many,
        numbers_descend,
        floats_too_many,
        floats_of_another,
        floats_descend,
        float_infinite,
        float_nan,
        other_float,
        fields_of_another,
        fields_too_many,
        fields_far_too_many,
        field_astray,
        field_unknown_flag,
        field_no_room,
        nested_nowhere,
        nested_no_room,
        demands_more,
        refs_of_another,
        refs_too_many,
        union_in_union,
        union_astray,
        tag_to_a_tuple,
        lead_to_a_record,
        tag_to_none,
        narrower_than_inside,
        root_to_no_packet,
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        draft *made = every_kind();
        gdv_form *form = draft_form(made);
        const size_t size = form->size;
        gdv_schema schema;
        gdv_schema_error error;
        draft_free(made);
        cr_assert_eq(load(form, size, &schema, &error), GDV_OK);
        rows[index](form);
        cr_expect_eq(load(form, size, &schema, &error), GDV_E_SCHEMA_FORM, "row %zu", index);
        cr_expect_null(schema.form);
        free(form);
    }
}
