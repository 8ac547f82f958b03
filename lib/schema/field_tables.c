/* SPDX-License-Identifier: MIT */
#include "field_tables.h"

#include "../value/resolve.h"
#include "../wire/wire.h"
#include "index.h"

/* Bytes that a key, a literal or a name may have. */
#define MOST_OF_TEXT 1024u

bool gdv_fields_are_there(const gdv_field_table *tables, size_t count)
{
    bool there = tables != NULL && count > 0 && count <= GDV_FIELDS_MOST && !gdv_wraps(tables, count, sizeof *tables);
    for (size_t index = 0; there && index < count; index += 1) {
        const gdv_field_table *table = &tables[index];
        there = table->name != NULL && table->count <= GDV_FIELDS_MOST &&
                !gdv_is_nowhere(table->fields, table->count, sizeof *table->fields);
        for (size_t field = 0; there && field < table->count; field += 1) {
            there = table->fields[field].key != NULL;
        }
    }
    return there;
}

static bool is_written(const gdv_region *written, const void *bytes, size_t size)
{
    bool found = false;
    for (uint32_t index = 0; index < 3; index += 1) {
        found = found || gdv_overlap(written[index].bytes, written[index].size, bytes, size);
    }
    return found;
}

static bool text_is_written(const gdv_region *written, const char *text)
{
    return is_written(written, text, gdv_text_of(text).size + 1);
}

bool gdv_fields_are_written(const gdv_field_table *tables, size_t count, const gdv_region *written)
{
    bool found = false;
    for (size_t index = 0; !found && index < count; index += 1) {
        const gdv_field_table *table = &tables[index];
        found = is_written(written, table->fields, table->count * sizeof *table->fields) ||
                text_is_written(written, table->name);
        for (size_t field = 0; !found && field < table->count; field += 1) {
            found = text_is_written(written, table->fields[field].key) ||
                    text_is_written(written, table->fields[field].literal);
        }
    }
    return found;
}

uint32_t gdv_field_slot_bits(uint32_t texts)
{
    return gdv_index_bits(texts) + 1;
}

uint32_t gdv_field_text_size(const char *text)
{
    return (uint32_t)gdv_text_of(text).size; /* GDV_MAX_BYTES at most */
}

static bool same_key(const char *one, const char *other)
{
    return gdv_same_text(gdv_text_of(one), gdv_text_of(other));
}

/* Whether a field has a literal that is always there: only by such a one can packets be told apart. */
static bool tells_apart(const gdv_field *field)
{
    return field->literal != NULL && field->present == GDV_NOT_STORED;
}

const char *gdv_field_literal(const gdv_field_table *table, const char *key)
{
    const char *found = NULL;
    for (size_t index = 0; found == NULL && index < table->count; index += 1) {
        const gdv_field *field = &table->fields[index];
        found = tells_apart(field) && same_key(field->key, key) ? field->literal : NULL;
    }
    return found;
}

static void count_text(gdv_field_plan *plan, const char *text)
{
    const uint32_t size = gdv_field_text_size(text);
    if (size > MOST_OF_TEXT) { /* and what is wrong is not counted further: no sum wraps */
        plan->wrong = "a name, key or literal is too long";
    } else {
        plan->sizes[GDV_FORM_TEXTS] += 1;
        plan->sizes[GDV_FORM_POOL] += size + 1;
    }
}

/* What fields of each kind may have. */
typedef struct kind_of_field {
    bool is_one; /* whether there are fields of this kind */
    bool typed;  /* whether they have a type */
    uint16_t flags;
} kind_of_field;

static const kind_of_field kinds_of_fields[GDV_RULE_COUNT] = {
    [GDV_RULE_ANY] = {true, false, 0},
    [GDV_RULE_BOOL] = {true, false, 0},
    [GDV_RULE_INT] = {true, false, 0},
    [GDV_RULE_FLOAT] = {true, false, GDV_RULE_NONFINITE},
    [GDV_RULE_NUMBER] = {true, false, GDV_RULE_NONFINITE},
    [GDV_RULE_TEXT] = {true, false,
                       GDV_RULE_CHARS | GDV_RULE_STRING | GDV_RULE_NAME | GDV_RULE_ASCII | GDV_RULE_PRINTABLE |
                           GDV_RULE_IDENTIFIER},
    [GDV_RULE_VALUE] = {true, true, 0},
    [GDV_RULE_MATH] = {true, true, GDV_RULE_NONFINITE},
    [GDV_RULE_BYTES] = {true, false, 0},
    [GDV_RULE_PACKED] = {true, true, GDV_RULE_NONFINITE},
};

/* What is wrong with a field's kind and what goes with it; NULL for nothing. */
static const char *wrong_with(const gdv_field *field)
{
    if (field->kind >= GDV_RULE_COUNT || !kinds_of_fields[field->kind].is_one) {
        return "no field is of this kind";
    }
    const kind_of_field *kind = &kinds_of_fields[field->kind];
    if (((uint32_t)field->flags & ~(uint32_t)kind->flags) != 0) {
        return "a field has flags that its kind has not";
    }
    if (kind->typed && field->type >= GDV_TYPE_COUNT) {
        return "a field's type is none";
    }
    return field->literal != NULL && field->kind != GDV_RULE_TEXT ? "a literal is of a field that is no text" : NULL;
}

static void count_table(gdv_field_plan *plan, const gdv_field_table *table)
{
    plan->sizes[GDV_FORM_RULES] += 1 + (uint32_t)table->count;
    plan->sizes[GDV_FORM_FIELDS] += (uint32_t)table->count;
    plan->sizes[GDV_FORM_SLOTS] += gdv_bit(gdv_field_slot_bits((uint32_t)table->count));
    count_text(plan, table->name);
    for (size_t index = 0; index < table->count && plan->wrong == NULL; index += 1) {
        const gdv_field *field = &table->fields[index];
        plan->wrong = wrong_with(field);
        count_text(plan, field->key);
        if (field->literal != NULL) {
            count_text(plan, field->literal);
            plan->sizes[GDV_FORM_SLOTS] += gdv_bit(gdv_field_slot_bits(1));
        }
        plan->line = plan->wrong == NULL ? 0 : (uint32_t)index + 1;
    }
}

static void count_tags(gdv_field_plan *plan)
{
    plan->sizes[GDV_FORM_RULES] += 1;
    plan->sizes[GDV_FORM_REFS] += plan->packets;
    plan->sizes[GDV_FORM_SLOTS] += gdv_bit(gdv_field_slot_bits(plan->packets));
    count_text(plan, plan->tag);
    for (uint32_t packet = 0; packet < plan->packets; packet += 1) {
        const char *literal = gdv_field_literal(&plan->tables[packet], plan->tag);
        count_text(plan, literal == NULL ? "" : literal);
        if (literal == NULL) {
            plan->wrong = "packets have no literal under one key, by which to tell them apart";
        }
    }
}

void gdv_fields_measure(gdv_field_plan *plan)
{
    plan->sizes[GDV_FORM_PACKETS] = plan->packets;
    plan->sizes[GDV_FORM_REFS] = GDV_TYPE_COUNT;
    for (uint32_t packet = 0; packet < plan->packets && plan->wrong == NULL; packet += 1) {
        count_table(plan, &plan->tables[packet]);
        if (plan->sizes[GDV_FORM_RULES] > GDV_FORM_MAX_RULES - 1) {
            plan->wrong = "there are too many fields";
        }
    }
    if (plan->wrong != NULL) {
        return;
    }
    for (size_t index = 0; plan->tag == NULL && index < plan->tables[0].count; index += 1) {
        const gdv_field *field = &plan->tables[0].fields[index];
        plan->tag = tells_apart(field) ? field->key : NULL;
    }
    if (plan->tag != NULL) {
        count_tags(plan);
    } else if (plan->packets > 1) {
        plan->wrong = "packets have no literal under one key, by which to tell them apart";
    }
}
