/* SPDX-License-Identifier: MIT */
/* Whether what the rules of a form say leads to where it should: each index into its table, each entry of a table to the
 * one rule that owns it, each hash table to the texts that it finds. What keeps the check from running in circles is
 * here too: a UNION leads to no UNION, and a union by tag or first element to no union at all, so that three rules at
 * most are looked at before a value is read or a level of the packet's nesting is taken. */
#include <float.h>
#include <string.h>

#include "../wire/wire.h"
#include "index.h"
#include "load.h"
#include "names.h"
#include "range.h"

/* What a kind of rule refers to. */
#define HAS_FIELDS 0x01u
#define HAS_TEXTS 0x02u   /* and slots */
#define HAS_NUMBERS 0x04u /* that ascend as ints */
#define HAS_REFS 0x08u
#define HAS_VALUE 0x10u
#define HAS_KEY 0x20u
#define HAS_TYPE 0x40u

#define TEXT_FLAGS                                                                                                     \
    (GDV_RULE_SET | GDV_RULE_CHARS | GDV_RULE_STRING | GDV_RULE_NAME | GDV_RULE_ASCII | GDV_RULE_PRINTABLE |           \
     GDV_RULE_IDENTIFIER | GDV_RULE_ANY_LENGTH)
#define FLOAT_FLAGS (GDV_RULE_NONFINITE | GDV_RULE_ANY_NUMBER)
#define NAME_FLAGS (GDV_RULE_PART | GDV_RULE_OF_PACKET)

typedef struct kind_row {
    uint8_t has;
    uint16_t flags; /* that it may have */
} kind_row;

static const kind_row kinds[GDV_RULE_COUNT] = {
    [GDV_RULE_ANY] = {0, 0},
    [GDV_RULE_NIL] = {0, 0},
    [GDV_RULE_BOOL] = {0, 0},
    [GDV_RULE_INT] = {0, GDV_RULE_SET | GDV_RULE_ANY_NUMBER},
    [GDV_RULE_FLOAT] = {0, GDV_RULE_SET | FLOAT_FLAGS},
    [GDV_RULE_NUMBER] = {0, FLOAT_FLAGS},
    [GDV_RULE_TEXT] = {0, TEXT_FLAGS},
    [GDV_RULE_VALUE] = {HAS_TYPE, 0},
    [GDV_RULE_MATH] = {HAS_TYPE, FLOAT_FLAGS},
    [GDV_RULE_BYTES] = {0, GDV_RULE_ANY_LENGTH},
    [GDV_RULE_PACKED] = {HAS_TYPE, FLOAT_FLAGS | GDV_RULE_ANY_LENGTH},
    [GDV_RULE_STRINGS] = {HAS_VALUE, GDV_RULE_ANY_LENGTH},
    [GDV_RULE_ARRAY] = {HAS_TYPE | HAS_VALUE, GDV_RULE_ANY_LENGTH},
    [GDV_RULE_TUPLE] = {HAS_FIELDS, GDV_RULE_OPEN},
    [GDV_RULE_MAP] = {HAS_KEY | HAS_VALUE, GDV_RULE_ANY_LENGTH},
    [GDV_RULE_RECORD] = {HAS_FIELDS | HAS_TEXTS | HAS_NUMBERS, GDV_RULE_OPEN},
    [GDV_RULE_UNION] = {HAS_REFS, 0},
    [GDV_RULE_TAGGED] = {HAS_TEXTS | HAS_NUMBERS | HAS_REFS, GDV_RULE_ROOT},
    [GDV_RULE_LED] = {HAS_TEXTS | HAS_NUMBERS | HAS_REFS, GDV_RULE_ROOT},
};

/* Takes a region of a table that must begin where the rule before ended. */
static bool takes(uint32_t *next, uint32_t first, uint32_t count, uint32_t all)
{
    if (first != *next || count > all - *next) {
        return false;
    }
    *next += count;
    return true;
}

static uint32_t float_bits(float number)
{
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static bool ranges_hold(const gdv_rule *rule)
{
    bool ordered = rule->least <= rule->most && rule->lowest <= rule->highest && rule->low <= rule->high;
    if (!ordered) {
        return false; /* NaN too */
    }
    bool finite = rule->low >= -DBL_MAX && rule->high <= DBL_MAX;
    return (finite || (rule->flags & GDV_RULE_NONFINITE) != 0) &&
           float_bits(rule->low32) == float_bits(gdv_float_below(rule->low)) &&
           float_bits(rule->high32) == float_bits(gdv_float_above(rule->high));
}

/* Whether a rule may be what a field, an element or a ref leads to. */
static bool leads_to(const gdv_loading *loading, uint32_t rule)
{
    return rule < loading->counts[GDV_FORM_RULES] && (loading->schema.rules[rule].flags & GDV_RULE_ROOT) == 0;
}

/* Whether the dialect has the type, in a layout that the kind of rule reads. */
static bool type_holds(const gdv_loading *loading, const gdv_rule *rule)
{
    const gdv_wire_table *table = &gdv_wire_tables[loading->schema.dialect];
    const uint32_t id = gdv_wire_table_id(table, (gdv_type)rule->type);
    if (id == GDV_ANY_ID) {
        return false;
    }
    const gdv_wire_row *row = &table->types[id];
    if (rule->kind == GDV_RULE_MATH) {
        return row->layout == GDV_LAYOUT_FIXED && row->component != GDV_COMPONENT_NONE && row->permit == 0;
    }
    if (rule->kind == GDV_RULE_PACKED) {
        return row->layout == GDV_LAYOUT_PACKED;
    }
    return rule->kind == GDV_RULE_VALUE || row->layout == GDV_LAYOUT_ARRAY || row->layout == GDV_LAYOUT_TYPED_ARRAY;
}

/* Whether the fields lead to rules, as many as it says are not optional, and their values have room in a match. A value
 * that is kept for what is in a field has a number below the width, and the widths of rules inside one another fall: so
 * none is written beyond the packet's, and a recursion keeps none. */
static bool fields_hold(gdv_loading *loading, const gdv_rule *rule, uint32_t count)
{
    uint32_t demanded = 0;
    if (count > GDV_FORM_MAX_FIELDS || !takes(&loading->fields, rule->first, count, loading->counts[GDV_FORM_FIELDS])) {
        return gdv_loading_fails(loading, rule, "a rule has fields that are not its own");
    }
    for (uint32_t index = 0; index < count; index += 1) {
        const gdv_rule_field *field = &loading->schema.fields[rule->first + index];
        if (!leads_to(loading, field->rule) || field->flags > (GDV_FIELD_OPTIONAL | GDV_FIELD_NESTED)) {
            return gdv_loading_fails(loading, field, "a field leads to no rule");
        }
        bool nested = (field->flags & GDV_FIELD_NESTED) != 0;
        uint32_t inside = nested ? loading->schema.rules[field->rule].width : 0;
        bool kept = field->value != GDV_FIELD_NOWHERE;
        if (kept ? (uint32_t)field->value + 1 + inside > rule->width : nested) {
            return gdv_loading_fails(loading, field, "a field's value has no room in a match");
        }
        demanded += (field->flags & GDV_FIELD_OPTIONAL) == 0 ? 1 : 0;
    }
    if (rule->least != demanded) {
        return gdv_loading_fails(loading, rule, "a rule demands other fields than it has");
    }
    return true;
}

/* Whether the parameters of a method have names. They need not differ: what two of one name would break is source code, and whoever makes
 * that looks. */
static bool parameters_hold(gdv_loading *loading, const gdv_rule *rule)
{
    const uint32_t texts = loading->counts[GDV_FORM_TEXTS];
    if (rule->texts < loading->texts || rule->texts > texts || rule->count > texts - rule->texts) {
        return gdv_loading_fails(loading, rule, "a method has parameters without names");
    }
    loading->texts = rule->texts + rule->count;
    for (uint32_t index = 0; index < rule->count; index += 1) {
        if (!gdv_is_identifier(gdv_schema_text(&loading->schema, rule->texts + index))) {
            return gdv_loading_fails(loading, &loading->schema.texts[rule->texts + index],
                                     "a parameter has no such name");
        }
    }
    return true;
}

/* Whether it is the rule of a method that has parameters. */
static bool has_parameters(const gdv_loading *loading, const gdv_rule *rule)
{
    const uint64_t number = (uint64_t)(rule - loading->schema.rules);
    return number < loading->counts[GDV_FORM_PACKETS] && loading->schema.packets[number].rpc != 0 && rule->count > 0;
}

/* Whether a rule's slots find each of its texts, and nothing else. */
static bool texts_are_found(gdv_loading *loading, const gdv_rule *rule)
{
    const gdv_schema *schema = &loading->schema;
    const uint32_t texts = loading->counts[GDV_FORM_TEXTS];
    bool fit = rule->texts >= loading->texts && rule->texts <= texts && rule->count <= texts - rule->texts;
    if (!fit || rule->bits > GDV_FORM_MAX_BITS ||
        !takes(&loading->slots, rule->slots, gdv_bit(rule->bits), loading->counts[GDV_FORM_SLOTS])) {
        return gdv_loading_fails(loading, rule, "a rule has texts that are not its own");
    }
    loading->texts = rule->texts + rule->count;
    for (uint32_t index = 0; index < gdv_bit(rule->bits); index += 1) {
        if (schema->slots[rule->slots + index].entry > rule->count) {
            return gdv_loading_fails(loading, &schema->slots[rule->slots + index], "a slot leads to no text");
        }
    }
    for (uint32_t index = 0; index < rule->count; index += 1) {
        const gdv_form_text *text = &schema->texts[rule->texts + index];
        const gdv_cursor in = {.bytes = (const uint8_t *)schema->pool + text->at, .size = text->size};
        if (gdv_index_find(schema, rule, &in, 0, in.size) != index) {
            return gdv_loading_fails(loading, text, "a text is not found, or twice");
        }
    }
    return true;
}

static double double_of(uint64_t bits)
{
    double number = 0.0;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t double_bits(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Whether the numbers ascend. */
static bool ints_hold(gdv_loading *loading, const gdv_rule *rule)
{
    if (!takes(&loading->numbers, rule->numbers, rule->number_count, loading->counts[GDV_FORM_NUMBERS])) {
        return gdv_loading_fails(loading, rule, "a rule has numbers that are not its own");
    }
    const uint64_t *own = loading->schema.numbers + rule->numbers;
    for (uint32_t index = 1; index < rule->number_count; index += 1) {
        if (gdv_signed64(own[index - 1]) >= gdv_signed64(own[index])) {
            return gdv_loading_fails(loading, rule, "numbers do not ascend");
        }
    }
    return true;
}

/* Whether they ascend, all of them finite, and the nearest floats of them follow. */
static bool floats_hold(gdv_loading *loading, const gdv_rule *rule)
{
    const uint32_t count = rule->number_count;
    const uint32_t all = loading->counts[GDV_FORM_NUMBERS];
    if (!takes(&loading->numbers, rule->numbers, count, all) ||
        !takes(&loading->numbers, rule->numbers + count, count, all)) {
        return gdv_loading_fails(loading, rule, "a rule has numbers that are not its own");
    }
    const uint64_t *own = loading->schema.numbers + rule->numbers;
    for (uint32_t index = 0; index < count; index += 1) {
        const double here = double_of(own[index]);
        const bool finite = here >= -DBL_MAX && here <= DBL_MAX;
        const bool ascends = index == 0 || here > double_of(own[index - 1]);
        if (!finite || !ascends || own[count + index] != double_bits(gdv_float_nearest(here))) {
            return gdv_loading_fails(loading, rule, "numbers do not ascend, or have other floats");
        }
    }
    return true;
}

/* Whether it is a packet, and no method. */
static bool is_packet(const gdv_loading *loading, uint32_t number)
{
    return number < loading->counts[GDV_FORM_PACKETS] && loading->schema.packets[number].rpc == 0;
}

static bool ref_holds(const gdv_loading *loading, const gdv_rule *rule, uint32_t ref)
{
    if ((rule->flags & GDV_RULE_ROOT) != 0) {
        return is_packet(loading, ref);
    }
    if (rule->kind == GDV_RULE_UNION && ref == GDV_NONE) {
        return true;
    }
    if (!leads_to(loading, ref) || loading->schema.rules[ref].width > rule->width) {
        return false;
    }
    uint32_t kind = loading->schema.rules[ref].kind;
    if (rule->kind == GDV_RULE_UNION) {
        return kind != GDV_RULE_UNION;
    }
    return kind == (rule->kind == GDV_RULE_TAGGED ? (uint32_t)GDV_RULE_RECORD : (uint32_t)GDV_RULE_TUPLE);
}

static bool refs_hold(gdv_loading *loading, const gdv_rule *rule)
{
    const uint32_t count = rule->kind == GDV_RULE_UNION ? GDV_TYPE_COUNT : rule->count + rule->number_count;
    if (!takes(&loading->refs, rule->first, count, loading->counts[GDV_FORM_REFS])) {
        return gdv_loading_fails(loading, rule, "a rule has refs that are not its own");
    }
    for (uint32_t index = 0; index < count; index += 1) {
        const uint32_t *ref = &loading->schema.refs[rule->first + index];
        if (!ref_holds(loading, rule, *ref)) {
            return gdv_loading_fails(loading, ref, "a union leads to what it cannot be");
        }
    }
    return true;
}

/* Whether what is in a rule can be a rule of this kind. */
static bool parts_hold(gdv_loading *loading, const gdv_rule *rule, uint32_t has)
{
    bool value = (has & HAS_VALUE) == 0 || leads_to(loading, rule->value);
    if (value && rule->kind == GDV_RULE_STRINGS) {
        value = loading->schema.rules[rule->value].kind == GDV_RULE_TEXT;
    }
    if (!value || ((has & HAS_KEY) != 0 && !leads_to(loading, rule->key))) {
        return gdv_loading_fails(loading, rule, "an element, key or value has no rule");
    }
    if ((has & HAS_TYPE) != 0 && !type_holds(loading, rule)) {
        return gdv_loading_fails(loading, rule, "a rule has a type that it cannot have");
    }
    if (rule->kind == GDV_RULE_TAGGED && rule->key != GDV_NONE && rule->key >= loading->counts[GDV_FORM_TEXTS]) {
        return gdv_loading_fails(loading, rule, "a union by tag has no tag");
    }
    if (rule->kind == GDV_RULE_TEXT && (rule->flags & (GDV_RULE_STRING | GDV_RULE_NAME)) == 0) {
        return gdv_loading_fails(loading, rule, "no text can be of this rule");
    }
    return true;
}

/* Whether a rule owns its part of every table. Numbers before fields and refs: so no sum of two counts wraps. */
static bool tables_are_its_own(gdv_loading *loading, const gdv_rule *rule, uint32_t has)
{
    const bool set = (rule->flags & GDV_RULE_SET) != 0;
    if (has_parameters(loading, rule) && !parameters_hold(loading, rule)) {
        return false;
    }
    if (((has & HAS_TEXTS) != 0 || (set && rule->kind == GDV_RULE_TEXT)) && !texts_are_found(loading, rule)) {
        return false;
    }
    if (((has & HAS_NUMBERS) != 0 || (set && rule->kind == GDV_RULE_INT)) && !ints_hold(loading, rule)) {
        return false;
    }
    if (set && rule->kind == GDV_RULE_FLOAT && !floats_hold(loading, rule)) {
        return false;
    }
    const uint32_t more = rule->kind == GDV_RULE_RECORD ? rule->number_count : 0;
    if ((has & HAS_FIELDS) != 0 && !fields_hold(loading, rule, rule->count + more)) {
        return false;
    }
    return (has & HAS_REFS) == 0 || refs_hold(loading, rule);
}

static bool rule_holds(gdv_loading *loading, const gdv_rule *rule)
{
    const gdv_form *form = loading->schema.form;
    if (rule->kind >= GDV_RULE_COUNT || (rule->flags & ~(kinds[rule->kind].flags | NAME_FLAGS)) != 0) {
        return gdv_loading_fails(loading, rule, "there is no such kind of rule");
    }
    bool named = rule->name == GDV_NONE || rule->name < loading->counts[GDV_FORM_TEXTS];
    bool placed = rule->source == 0 || rule->source < form->source_count;
    if (!named || !placed || rule->width > GDV_MATCH_VALUES) {
        return gdv_loading_fails(loading, rule, "a rule has no such name, source or width");
    }
    if (!ranges_hold(rule)) {
        return gdv_loading_fails(loading, rule, "a range has no ends");
    }
    const uint32_t has = kinds[rule->kind].has;
    return parts_hold(loading, rule, has) && tables_are_its_own(loading, rule, has);
}

static bool root_holds(gdv_loading *loading)
{
    const gdv_form *form = loading->schema.form;
    if (!takes(&loading->refs, form->root, GDV_TYPE_COUNT, loading->counts[GDV_FORM_REFS])) {
        return gdv_loading_fails(loading, &form->root, "there is no root");
    }
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        const uint32_t *ref = &loading->schema.refs[type];
        bool packet = *ref == GDV_NONE || is_packet(loading, *ref);
        bool rule = *ref < loading->counts[GDV_FORM_RULES];
        if (!packet && (!rule || (loading->schema.rules[*ref].flags & GDV_RULE_ROOT) == 0)) {
            return gdv_loading_fails(loading, ref, "the root leads to no packet");
        }
    }
    return true;
}

bool gdv_loading_rules(gdv_loading *loading)
{
    bool hold = root_holds(loading);
    for (uint32_t index = 0; hold && index < loading->counts[GDV_FORM_RULES]; index += 1) {
        hold = rule_holds(loading, &loading->schema.rules[index]);
    }
    return hold;
}
