/* SPDX-License-Identifier: MIT */
/* A word that nothing can break says nothing. For each part of each word of forms and types in tests/support/proof_words.h
 * there is an edit of one that keeps all of them, after which the word names just that part; and none is left out. Of words of
 * documents: test_proof_words_document_parts.c. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/checking.h"
#include "tests/support/draft.h"
#include "tests/support/proof_words.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* What an edit may change: a form, and the wire table of its dialect. */
enum { MOST_TYPES = 64 };

typedef struct workpiece {
    gdv_form *form;
    gdv_schema schema;
    gdv_wire_row types[MOST_TYPES];
    gdv_wire_table wire;
    gdv_document document;
    gdv_checking check;
} workpiece;

typedef void edit(workpiece *of);

#define EDIT(name, statement)                                                                                          \
    static void name(workpiece *of)                                                                                    \
    {                                                                                                                  \
        statement;                                                                                                     \
    }

enum {
    RECORD,
    TUPLE,
    ANY,
    SET,
    INTS,
    FLOATS,
    STRINGS,
    ARRAY,
    MAP,
    VECTOR,
    PACKED,
    CASE,
    LEAD,
    TAGGED,
    LED,
    UNION,
    ROOT
};

static gdv_form *whole_form(void)
{
    static const gdv_rule_kind kinds[] = {
        GDV_RULE_RECORD,  GDV_RULE_TUPLE,  GDV_RULE_ANY, GDV_RULE_TEXT,  GDV_RULE_INT,    GDV_RULE_FLOAT,
        GDV_RULE_STRINGS, GDV_RULE_ARRAY,  GDV_RULE_MAP, GDV_RULE_MATH,  GDV_RULE_PACKED, GDV_RULE_RECORD,
        GDV_RULE_TUPLE,   GDV_RULE_TAGGED, GDV_RULE_LED, GDV_RULE_UNION, GDV_RULE_TAGGED};
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    for (uint32_t rule = 0; rule < COUNT_OF(kinds); rule += 1) {
        (void)draft_rule(made, kinds[rule]);
    }
    draft_packet(made, "record", 1);
    draft_packet(made, "tuple", 2);
    draft_field(made, RECORD, "kind", SET, 0);
    draft_int_field(made, RECORD, 7, CASE, GDV_FIELD_NESTED);
    draft_field(made, TUPLE, NULL, INTS, 0);
    draft_member(made, SET, "a");
    draft_at(made, SET)->flags |= GDV_RULE_STRING;
    draft_int_member(made, INTS, 1);
    draft_int_member(made, INTS, 2);
    draft_float_member(made, FLOATS, 0.5);
    draft_at(made, STRINGS)->value = SET;
    draft_at(made, ARRAY)->type = GDV_TYPE_ARRAY;
    draft_at(made, ARRAY)->value = ANY;
    draft_at(made, MAP)->key = SET;
    draft_at(made, MAP)->value = ANY;
    draft_at(made, VECTOR)->type = GDV_TYPE_VECTOR3;
    draft_at(made, PACKED)->type = GDV_TYPE_PACKED_VECTOR2_ARRAY;
    draft_field(made, CASE, "kind", SET, 0);
    draft_field(made, LEAD, NULL, SET, 0);
    draft_case(made, TAGGED, "a", CASE);
    draft_tag(made, TAGGED, "kind");
    draft_case(made, LED, "a", LEAD);
    draft_alternative(made, UNION, GDV_TYPE_INT, INTS);
    draft_case(made, ROOT, "a", RECORD);
    draft_tag(made, ROOT, "kind");
    draft_at(made, ROOT)->flags |= GDV_RULE_ROOT;
    draft_root(made, GDV_TYPE_DICTIONARY, ROOT);
    draft_root(made, GDV_TYPE_ARRAY, TUPLE);
    gdv_form *form = draft_form(made);
    draft_free(made);
    return form;
}

static uint32_t *count_of(workpiece *of, gdv_form_part part)
{
    return &of->form->tables[part].count;
}

static void *entries_of(workpiece *of, gdv_form_part part)
{
    return (uint8_t *)of->form + of->form->tables[part].offset;
}

static gdv_rule *rule_of(workpiece *of, uint32_t rule)
{
    return (gdv_rule *)entries_of(of, GDV_FORM_RULES) + rule;
}

static uint32_t *refs_of(workpiece *of, uint32_t rule)
{
    return (uint32_t *)entries_of(of, GDV_FORM_REFS) + rule_of(of, rule)->first;
}

static uint32_t *refs_of_root(workpiece *of)
{
    return (uint32_t *)entries_of(of, GDV_FORM_REFS) + of->form->root;
}

static gdv_rule_field *fields_of(workpiece *of, uint32_t rule)
{
    return (gdv_rule_field *)entries_of(of, GDV_FORM_FIELDS) + rule_of(of, rule)->first;
}

static gdv_form_slot *slots_of(workpiece *of, uint32_t rule)
{
    return (gdv_form_slot *)entries_of(of, GDV_FORM_SLOTS) + rule_of(of, rule)->slots;
}

static gdv_wire_row *row_of(workpiece *of, gdv_type type)
{
    return &of->types[gdv_wire_table_id(&of->wire, type)];
}

EDIT(too_many_rules, *count_of(of, GDV_FORM_RULES) = GDV_FORM_MAX_RULES + 1)
EDIT(too_many_packets, *count_of(of, GDV_FORM_PACKETS) = *count_of(of, GDV_FORM_RULES) + 1)
EDIT(too_large_a_pool, *count_of(of, GDV_FORM_POOL) = GDV_FORM_MAX_SIZE + 1)
EDIT(too_long_a_table, *count_of(of, GDV_FORM_NUMBERS) = of->form->size)
EDIT(table_elsewhere, of->schema.refs += 1)
EDIT(text_outside, ((gdv_form_text *)entries_of(of, GDV_FORM_TEXTS))->size = *count_of(of, GDV_FORM_POOL))
EDIT(too_many_bits, rule_of(of, SET)->bits = GDV_FORM_MAX_BITS + 1)
EDIT(bits_of_record, rule_of(of, CASE)->bits = GDV_FORM_MAX_BITS + 1)
EDIT(bits_of_led, rule_of(of, LED)->bits = GDV_FORM_MAX_BITS + 1)
EDIT(texts_outside, rule_of(of, SET)->texts = *count_of(of, GDV_FORM_TEXTS))
EDIT(slots_outside, rule_of(of, SET)->slots = *count_of(of, GDV_FORM_SLOTS))
EDIT(slot_to_no_text, slots_of(of, SET)->entry = rule_of(of, SET)->count + 1)
EDIT(too_many_slots, *count_of(of, GDV_FORM_SLOTS) = GDV_FORM_MAX_SIZE + 1)
EDIT(no_kind, rule_of(of, ANY)->kind = GDV_RULE_COUNT)
EDIT(too_wide, rule_of(of, ANY)->width = GDV_MATCH_VALUES + 1)
EDIT(set_of_anything, rule_of(of, ANY)->flags |= GDV_RULE_SET)
EDIT(ints_outside, rule_of(of, INTS)->number_count = *count_of(of, GDV_FORM_NUMBERS) + 1)
EDIT(floats_outside, rule_of(of, FLOATS)->numbers = *count_of(of, GDV_FORM_NUMBERS) - 1)
EDIT(strings_of_nothing, rule_of(of, STRINGS)->value = GDV_NONE)
EDIT(strings_of_anything, rule_of(of, STRINGS)->value = ANY)
EDIT(array_of_the_root, rule_of(of, ARRAY)->value = ROOT)
EDIT(key_of_the_root, rule_of(of, MAP)->key = ROOT)
EDIT(value_of_nothing, rule_of(of, MAP)->value = *count_of(of, GDV_FORM_RULES))
EDIT(too_many_fields, rule_of(of, TUPLE)->count = GDV_FORM_MAX_FIELDS + 1)
EDIT(too_many_int_fields, rule_of(of, RECORD)->number_count = UINT32_MAX)
EDIT(fields_outside, rule_of(of, TUPLE)->first = *count_of(of, GDV_FORM_FIELDS))
EDIT(fields_far_outside, rule_of(of, RECORD)->first = UINT32_MAX)
EDIT(keys_outside, rule_of(of, RECORD)->numbers = *count_of(of, GDV_FORM_NUMBERS))
EDIT(tags_outside, rule_of(of, TAGGED)->numbers = *count_of(of, GDV_FORM_NUMBERS) + 1)
EDIT(refs_of_union_outside, rule_of(of, UNION)->first = *count_of(of, GDV_FORM_REFS) - 1)
EDIT(refs_of_led_outside, rule_of(of, LED)->first = *count_of(of, GDV_FORM_REFS))
EDIT(tag_of_no_text, rule_of(of, TAGGED)->key = *count_of(of, GDV_FORM_TEXTS))
EDIT(union_of_nothing, refs_of(of, UNION)[0] = *count_of(of, GDV_FORM_RULES))
EDIT(union_of_the_root, refs_of(of, UNION)[0] = ROOT)
EDIT(union_of_a_wider, rule_of(of, INTS)->width = GDV_MATCH_VALUES)
EDIT(union_of_a_union, refs_of(of, UNION)[0] = UNION)
EDIT(tag_to_nothing, refs_of(of, TAGGED)[0] = GDV_NONE)
EDIT(tag_to_a_wider, rule_of(of, CASE)->width = GDV_MATCH_VALUES)
EDIT(tag_to_anything, refs_of(of, TAGGED)[0] = ANY)
EDIT(lead_to_anything, refs_of(of, LED)[0] = ANY)
EDIT(root_to_no_packet, refs_of(of, ROOT)[0] = ANY)
EDIT(field_of_the_root, ((gdv_rule_field *)entries_of(of, GDV_FORM_FIELDS))->rule = ROOT)

EDIT(field_far_out, fields_of(of, TUPLE)->value = rule_of(of, TUPLE)->width)
EDIT(field_of_a_narrow, rule_of(of, RECORD)->width -= 1)
EDIT(field_that_is_wide_inside, fields_of(of, RECORD)->flags |= GDV_FIELD_NESTED;
     rule_of(of, SET)->width = rule_of(of, RECORD)->width)
EDIT(demands_more_than_it_has, rule_of(of, RECORD)->least = 3)
EDIT(few_refs, *count_of(of, GDV_FORM_REFS) = GDV_TYPE_COUNT - 1)
EDIT(root_to_anything, refs_of_root(of)[GDV_TYPE_DICTIONARY] = ANY)
EDIT(root_to_a_union_of_values, refs_of_root(of)[GDV_TYPE_ARRAY] = LED)
EDIT(root_of_another_kind, rule_of(of, ROOT)->kind = GDV_RULE_ANY)
EDIT(root_to_no_rule, refs_of_root(of)[GDV_TYPE_NIL] = *count_of(of, GDV_FORM_RULES))
EDIT(packet_of_the_root, *count_of(of, GDV_FORM_PACKETS) = ROOT + 1)

EDIT(vector_of_text, row_of(of, GDV_TYPE_VECTOR3)->layout = GDV_LAYOUT_TEXT)
EDIT(vector_of_nothing, row_of(of, GDV_TYPE_VECTOR3)->component = GDV_COMPONENT_NONE)
EDIT(vector_of_half_doubles, row_of(of, GDV_TYPE_VECTOR3)->wide -= 1)
EDIT(array_of_pairs, row_of(of, GDV_TYPE_ARRAY)->layout = GDV_LAYOUT_DICTIONARY)
EDIT(packed_bytes, row_of(of, GDV_TYPE_PACKED_VECTOR2_ARRAY)->layout = GDV_LAYOUT_BYTES)
EDIT(packed_nothing, row_of(of, GDV_TYPE_PACKED_VECTOR2_ARRAY)->size = 0)
EDIT(no_type, row_of(of, GDV_TYPE_VECTOR3)->type = GDV_TYPE_COUNT)
EDIT(dictionary_of_elements, row_of(of, GDV_TYPE_DICTIONARY)->layout = GDV_LAYOUT_ARRAY)
EDIT(array_of_bytes, row_of(of, GDV_TYPE_ARRAY)->layout = GDV_LAYOUT_BYTES)
EDIT(string_of_bytes, row_of(of, GDV_TYPE_STRING)->layout = GDV_LAYOUT_BYTES)
EDIT(name_of_bytes, row_of(of, GDV_TYPE_STRING_NAME)->layout = GDV_LAYOUT_BYTES)
EDIT(keys_that_are_no_texts, of->check.string_id = gdv_wire_table_id(&of->wire, GDV_TYPE_INT))
EDIT(names_that_are_no_texts, of->check.name_id = gdv_wire_table_id(&of->wire, GDV_TYPE_INT))

typedef const char *word(const workpiece *of, uint32_t *where);

static const char *form_words(const workpiece *of, uint32_t *where)
{
    const char *broken = word_form_readable(&of->schema, where);
    return broken == NULL ? word_form_leads(&of->schema, where) : broken;
}

static const char *form_small(const workpiece *of, uint32_t *where)
{
    return word_form_small(&of->schema, where);
}

static const char *form_fits(const workpiece *of, uint32_t *where)
{
    const char *broken = form_words(of, where);
    return broken == NULL ? word_form_fits(&of->schema, where) : broken;
}

static const char *root_holds(const workpiece *of, uint32_t *where)
{
    return word_root_holds(&of->schema, where);
}

static const char *types_lead(const workpiece *of, uint32_t *where)
{
    return word_types_lead(&of->check, where);
}

static const char *table_leads(const workpiece *of, uint32_t *where)
{
    return word_table_leads(&of->check, where);
}

/* Which part is named, and of what. */
typedef struct edit_row {
    edit *change;
    word *said;
    word_part part;
    uint32_t where;
} edit_row;

#define SOMEWHERE 0xfffffffeu

static const edit_row rows[] = {
    {too_many_rules, form_words, WORD_READABLE_RULES, 0},
    {too_many_packets, form_words, WORD_READABLE_PACKETS, 0},
    {too_large_a_pool, form_words, WORD_READABLE_POOL, 0},
    {too_long_a_table, form_words, WORD_READABLE_TABLE, GDV_FORM_NUMBERS},
    {table_elsewhere, form_words, WORD_READABLE_TABLE, GDV_FORM_REFS},
    {text_outside, form_words, WORD_READABLE_TEXT, 0},
    {too_many_bits, form_words, WORD_FINDS_BITS, SET},
    {bits_of_record, form_words, WORD_FINDS_BITS, CASE},
    {bits_of_led, form_words, WORD_FINDS_BITS, LED},
    {texts_outside, form_words, WORD_FINDS_TEXTS, SET},
    {slots_outside, form_words, WORD_FINDS_SLOTS, SET},
    {slot_to_no_text, form_words, WORD_FINDS_ENTRY, SOMEWHERE},
    {too_many_slots, form_small, WORD_SMALL, GDV_FORM_SLOTS},
    {no_kind, form_words, WORD_LEADS_KIND, ANY},
    {too_wide, form_words, WORD_LEADS_WIDTH, ANY},
    {set_of_anything, form_words, WORD_LEADS_SET, ANY},
    {ints_outside, form_words, WORD_LEADS_INTS, INTS},
    {floats_outside, form_words, WORD_LEADS_FLOATS, FLOATS},
    {strings_of_nothing, form_words, WORD_LEADS_STRINGS, STRINGS},
    {strings_of_anything, form_words, WORD_LEADS_STRINGS_TEXT, STRINGS},
    {array_of_the_root, form_words, WORD_LEADS_ARRAY, ARRAY},
    {key_of_the_root, form_words, WORD_LEADS_KEY, MAP},
    {value_of_nothing, form_words, WORD_LEADS_VALUE, MAP},
    {too_many_fields, form_words, WORD_LEADS_FIELDS_MANY, TUPLE},
    {too_many_int_fields, form_words, WORD_LEADS_FIELDS_MANY, RECORD},
    {fields_outside, form_words, WORD_LEADS_FIELDS, TUPLE},
    {fields_far_outside, form_words, WORD_LEADS_FIELDS, RECORD},
    {keys_outside, form_words, WORD_LEADS_NUMBERS, RECORD},
    {tags_outside, form_words, WORD_LEADS_NUMBERS, TAGGED},
    {refs_of_union_outside, form_words, WORD_LEADS_REFS, UNION},
    {refs_of_led_outside, form_words, WORD_LEADS_REFS, LED},
    {tag_of_no_text, form_words, WORD_LEADS_TAG, TAGGED},
    {union_of_nothing, form_words, WORD_UNION_REF, SOMEWHERE},
    {union_of_the_root, form_words, WORD_UNION_REF, SOMEWHERE},
    {union_of_a_wider, form_words, WORD_UNION_WIDTH, SOMEWHERE},
    {union_of_a_union, form_words, WORD_UNION_KIND, SOMEWHERE},
    {tag_to_nothing, form_words, WORD_LITERAL_REF, SOMEWHERE},
    {tag_to_a_wider, form_words, WORD_LITERAL_WIDTH, SOMEWHERE},
    {tag_to_anything, form_words, WORD_LITERAL_KIND, SOMEWHERE},
    {lead_to_anything, form_words, WORD_LITERAL_KIND, SOMEWHERE},
    {root_to_no_packet, form_words, WORD_LITERAL_PACKET, SOMEWHERE},
    {field_of_the_root, form_words, WORD_FIELD_RULE, 0},
    {field_far_out, form_fits, WORD_FITS_FIELD, SOMEWHERE},
    {field_of_a_narrow, form_fits, WORD_FITS_FIELD, SOMEWHERE},
    {field_that_is_wide_inside, form_fits, WORD_FITS_FIELD, SOMEWHERE},
    {demands_more_than_it_has, form_fits, WORD_FITS_LEAST, RECORD},
    {few_refs, root_holds, WORD_ROOT_REFS, 0},
    {root_to_anything, root_holds, WORD_ROOT_REF, GDV_TYPE_DICTIONARY},
    {root_to_a_union_of_values, root_holds, WORD_ROOT_REF, GDV_TYPE_ARRAY},
    {root_of_another_kind, root_holds, WORD_ROOT_REF, GDV_TYPE_DICTIONARY},
    {root_to_no_rule, root_holds, WORD_ROOT_REF, GDV_TYPE_NIL},
    {packet_of_the_root, root_holds, WORD_ROOT_PACKET, ROOT},
    {vector_of_text, types_lead, WORD_TYPES_MATH, VECTOR},
    {vector_of_nothing, types_lead, WORD_TYPES_MATH_NUMBERS, VECTOR},
    {vector_of_half_doubles, types_lead, WORD_TYPES_MATH_NUMBERS, VECTOR},
    {array_of_pairs, types_lead, WORD_TYPES_ARRAY, ARRAY},
    {packed_bytes, types_lead, WORD_TYPES_PACKED, PACKED},
    {packed_nothing, types_lead, WORD_TYPES_PACKED_NUMBERS, PACKED},
    {no_type, table_leads, WORD_TABLE_TYPE, SOMEWHERE},
    {dictionary_of_elements, table_leads, WORD_TABLE_DICTIONARY, SOMEWHERE},
    {array_of_bytes, table_leads, WORD_TABLE_ARRAY, SOMEWHERE},
    {string_of_bytes, table_leads, WORD_TABLE_STRING, SOMEWHERE},
    {name_of_bytes, table_leads, WORD_TABLE_STRING, SOMEWHERE},
    {keys_that_are_no_texts, table_leads, WORD_TABLE_TEXT, SOMEWHERE},
    {names_that_are_no_texts, table_leads, WORD_TABLE_TEXT, SOMEWHERE},
};

static void take(workpiece *of)
{
    of->form = whole_form();
    cr_assert_eq(gdv_schema_load(of->form, of->form->size, &of->schema, NULL), GDV_OK);
    of->wire = gdv_wire_tables[of->schema.dialect];
    cr_assert_leq(of->wire.count, MOST_TYPES);
    memcpy(of->types, of->wire.types, of->wire.count * sizeof *of->types);
    of->wire.types = of->types;
    of->document.table = &of->wire;
    gdv_checking_set(&of->check, &of->schema, &of->document);
}

Test(proof_words, each_part_of_words_of_forms_can_fail_and_is_named)
{
    bool broken[WORD_PARTS] = {false};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        static workpiece of;
        const edit_row *row = &rows[index];
        uint32_t where = 0;
        take(&of);
        cr_assert_null(words_of_schema(&of.schema, &where));
        cr_assert_null(row->said(&of, &where));
        row->change(&of);
        const char *said = row->said(&of, &where);
        cr_assert_not_null(said, "row %zu: nothing is broken, and not %s", index, word_parts[row->part]);
        cr_expect_str_eq(said, word_parts[row->part], "row %zu: %s, of %u", index, said, where);
        cr_expect(row->where == SOMEWHERE || where == row->where, "row %zu: of %u", index, where);
        broken[row->part] = true;
        free(of.form);
    }
    for (uint32_t part = 0; part < WORD_LIES_ID; part += 1) {
        cr_expect(broken[part], "no edit breaks %s", word_parts[part]);
    }
}
