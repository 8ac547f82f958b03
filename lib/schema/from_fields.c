/* SPDX-License-Identifier: MIT */
/* A compiled form of tables of fields. Packets, keys, literals and tags have their places in this order, so that each
 * table of the form is written from its front to its end: rules of the packets, then of their fields, then the one that
 * tells packets apart. What the load refuses in the end is refused here: it decides. */
#include "field_tables.h"

#include <float.h>
#include <string.h>

#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "../wire/wire.h"
#include "compiled.h"
#include "index.h"
#include "range.h"

/* Seeds that are tried: a quarter of the slots is used, so that the first one mostly does. */
#define SEEDS 64u

/* What the tables ask for, and how much of it has been written. */
typedef struct maker {
    gdv_field_plan plan;
    uint32_t used[GDV_FORM_PARTS];
    uint8_t *memory;
    gdv_form *form;
} maker;

/* Bytes of a table, up to the next one: rules and texts are below 2^16 and 2^18, so that nothing wraps. */
static uint32_t table_size(const maker *of, uint32_t part)
{
    return (of->plan.sizes[part] * gdv_form_widths[part] + 7) / 8 * 8;
}

static uint32_t form_size(const maker *of)
{
    uint32_t size = sizeof(gdv_form);
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        size += table_size(of, part);
    }
    return size;
}

static void place_tables(maker *of)
{
    uint32_t at = sizeof(gdv_form);
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        of->form->tables[part].offset = at;
        of->form->tables[part].count = of->plan.sizes[part];
        at += table_size(of, part);
    }
}

/* The next entry of a table. */
static void *next_entry(maker *of, gdv_form_part part)
{
    const uint32_t before = of->used[part] * gdv_form_widths[part];
    uint8_t *entry = of->memory + of->form->tables[part].offset + before;
    of->used[part] += 1;
    return entry;
}

static uint32_t put_own_text(maker *of, const char *text)
{
    const uint32_t number = of->used[GDV_FORM_TEXTS];
    gdv_form_text *entry = next_entry(of, GDV_FORM_TEXTS);
    const uint32_t size = gdv_field_text_size(text);
    entry->at = of->used[GDV_FORM_POOL];
    entry->size = size;
    memcpy(of->memory + of->form->tables[GDV_FORM_POOL].offset + entry->at, text, size);
    of->used[GDV_FORM_POOL] += size + 1; /* the NUL is there: all was zero */
    return number;
}

/* The slots of a rule whose texts have been written. */
static void put_own_slots(maker *of, gdv_rule *rule)
{
    const gdv_form_table *tables = of->form->tables;
    const void *texts_at = of->memory + tables[GDV_FORM_TEXTS].offset;
    const gdv_form_text *texts = texts_at;
    const char *pool = (const char *)(of->memory + tables[GDV_FORM_POOL].offset);
    rule->bits = gdv_field_slot_bits(rule->count);
    rule->slots = of->used[GDV_FORM_SLOTS];
    gdv_form_slot *slots = next_entry(of, GDV_FORM_SLOTS);
    of->used[GDV_FORM_SLOTS] += gdv_bit(rule->bits) - 1;
    bool placed = false;
    for (uint32_t seed = 0; !placed && seed < SEEDS; seed += 1) {
        rule->seed = seed;
        placed = gdv_index_texts(slots, rule->bits, seed, texts + rule->texts, rule->count, pool);
    }
    /* where none does, the load does not find them all, and refuses */
}

static gdv_rule *put_own_rule(maker *of, gdv_rule_kind kind, uint32_t name, uint32_t line)
{
    gdv_rule *rule = next_entry(of, GDV_FORM_RULES);
    rule->kind = (uint8_t)kind;
    rule->name = name;
    rule->line = line;
    rule->flags = GDV_RULE_OF_PACKET;
    rule->most = UINT32_MAX;
    rule->lowest = INT64_MIN;
    rule->highest = INT64_MAX;
    rule->low = -DBL_MAX;
    rule->high = DBL_MAX;
    rule->low32 = -FLT_MAX;
    rule->high32 = FLT_MAX;
    return rule;
}

static bool has_floats(const gdv_field *field)
{
    return field->kind == GDV_RULE_FLOAT || field->kind == GDV_RULE_NUMBER || field->kind == GDV_RULE_MATH ||
           field->kind == GDV_RULE_PACKED;
}

/* Whether the numbers of a field may be ints: only then does a range have to have a whole number in it. */
static bool has_ints(const maker *of, const gdv_field *field)
{
    const gdv_wire_table *table = &gdv_wire_tables[of->form->dialect];
    if (field->kind == GDV_RULE_NUMBER || field->kind == GDV_RULE_FLOAT) {
        return field->kind == GDV_RULE_NUMBER;
    }
    const uint32_t component = gdv_row_of(table, gdv_wire_table_id(table, (gdv_type)field->type))->component;
    return component == GDV_COMPONENT_INT32 || component == GDV_COMPONENT_INT64;
}

/* The range of floats. An end that is not given is that of finite numbers, or infinity where that may pass. */
static void put_floats_of(gdv_rule *rule, const gdv_field *field)
{
    const bool infinite = (field->flags & GDV_RULE_NONFINITE) != 0;
    rule->low = infinite && field->low <= -GDV_NO_END ? -gdv_infinite() : field->low;
    rule->high = infinite && field->high >= GDV_NO_END ? gdv_infinite() : field->high;
    rule->low32 = gdv_float_below(rule->low);
    rule->high32 = gdv_float_above(rule->high);
}

/* The ranges of a field; whether there is a number in them. */
static bool put_range_of(const maker *of, gdv_rule *rule, const gdv_field *field)
{
    rule->least = field->least;
    rule->most = field->most;
    rule->lowest = field->lowest;
    rule->highest = field->highest;
    if (!has_floats(field)) {
        return true;
    }
    if (!(field->low <= field->high)) { /* NaN too */
        return false;
    }
    put_floats_of(rule, field);
    return !has_ints(of, field) || (gdv_least_int(field->low, &rule->lowest) &&
                                    gdv_greatest_int(field->high, &rule->highest) && rule->lowest <= rule->highest);
}

/* The rules of a packet's fields. A text is a String or a StringName, unless its field says which. */
static void put_field_rules(maker *of, const gdv_field_table *table, uint32_t packet)
{
    for (uint32_t index = 0; index < table->count; index += 1) {
        const gdv_field *field = &table->fields[index];
        gdv_rule *rule = put_own_rule(of, (gdv_rule_kind)field->kind, packet, index + 1);
        if (!put_range_of(of, rule, field) && of->plan.wrong == NULL) {
            of->plan.wrong = "a range has no number in it";
            of->plan.line = index + 1;
        }
        rule->type = field->type;
        rule->flags |= field->flags | GDV_RULE_PART;
        if (field->kind == GDV_RULE_TEXT && (field->flags & (GDV_RULE_STRING | GDV_RULE_NAME)) == 0) {
            rule->flags |= GDV_RULE_STRING | GDV_RULE_NAME;
        }
        if (field->literal != NULL) {
            rule->flags |= GDV_RULE_SET;
            rule->texts = put_own_text(of, field->literal);
            rule->count = 1;
            put_own_slots(of, rule);
        }
    }
}

static void put_record(maker *of, const gdv_field_table *table, uint32_t packet, uint32_t *next_rule)
{
    gdv_rule *rule = put_own_rule(of, GDV_RULE_RECORD, packet, 0);
    rule->count = (uint32_t)table->count;
    rule->first = of->used[GDV_FORM_FIELDS];
    rule->texts = of->used[GDV_FORM_TEXTS];
    rule->width = (uint16_t)rule->count;
    for (uint32_t index = 0; index < rule->count; index += 1) {
        gdv_rule_field *entry = next_entry(of, GDV_FORM_FIELDS);
        const bool optional = table->fields[index].present != GDV_NOT_STORED;
        entry->rule = *next_rule + index;
        entry->line = index + 1;
        entry->flags = optional ? GDV_FIELD_OPTIONAL : 0;
        entry->value = (uint16_t)index;
        rule->least += optional ? 0 : 1;
        (void)put_own_text(of, table->fields[index].key);
    }
    *next_rule += rule->count;
    put_own_slots(of, rule);
}

/* What tells packets apart. */
static void put_root(maker *of)
{
    uint32_t *root = next_entry(of, GDV_FORM_REFS);
    of->used[GDV_FORM_REFS] += GDV_TYPE_COUNT - 1;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        root[type] = GDV_NONE;
    }
    root[GDV_TYPE_DICTIONARY] = 0;
    if (of->plan.tag == NULL) {
        return;
    }
    root[GDV_TYPE_DICTIONARY] = of->used[GDV_FORM_RULES];
    gdv_rule *rule = put_own_rule(of, GDV_RULE_TAGGED, GDV_NONE, 0);
    rule->flags = GDV_RULE_ROOT;
    rule->key = put_own_text(of, of->plan.tag);
    rule->count = of->plan.packets;
    rule->first = of->used[GDV_FORM_REFS];
    rule->texts = of->used[GDV_FORM_TEXTS];
    for (uint32_t packet = 0; packet < of->plan.packets; packet += 1) {
        (void)put_own_text(of, gdv_field_literal(&of->plan.tables[packet], of->plan.tag));
        *(uint32_t *)next_entry(of, GDV_FORM_REFS) = packet;
    }
    put_own_slots(of, rule);
}

static void make(maker *of, gdv_dialect dialect, uint32_t size)
{
    uint32_t next_rule = of->plan.packets;
    memset(of->memory, 0, size);
    of->form->mark = GDV_FORM_MARK;
    of->form->version = GDV_FORM_VERSION;
    of->form->size = size;
    of->form->dialect = (uint32_t)dialect;
    of->form->limits.name = GDV_NONE;
    place_tables(of);
    for (uint32_t packet = 0; packet < of->plan.packets; packet += 1) {
        gdv_rule_packet *entry = next_entry(of, GDV_FORM_PACKETS);
        entry->name = put_own_text(of, of->plan.tables[packet].name);
    }
    for (uint32_t packet = 0; packet < of->plan.packets; packet += 1) {
        put_record(of, &of->plan.tables[packet], packet, &next_rule);
    }
    for (uint32_t packet = 0; packet < of->plan.packets; packet += 1) {
        put_field_rules(of, &of->plan.tables[packet], packet);
    }
    put_root(of);
}

static void say_what(gdv_schema_error *error, gdv_status status, const maker *of, uint32_t size)
{
    const char *what = of->plan.wrong != NULL ? of->plan.wrong : gdv_status_text(status);
    if (error == NULL) {
        return;
    }
    memset(error, 0, sizeof *error);
    error->struct_size = sizeof *error;
    error->code = status;
    error->need = status == GDV_E_NO_SPACE ? size : 0;
    error->line = of->plan.line;
    for (uint32_t index = 0; what[index] != '\0'; index += 1) {
        error->message[index] = what[index];
    }
}

static gdv_status from_tables(maker *of, gdv_dialect dialect, size_t size, gdv_schema *schema, gdv_schema_error *error)
{
    gdv_fields_measure(&of->plan);
    const uint32_t need = of->plan.wrong == NULL ? form_size(of) : 0;
    gdv_status status = GDV_E_SCHEMA_SYNTAX;
    if (of->plan.wrong == NULL) {
        status = need > size ? GDV_E_NO_SPACE : GDV_OK;
    }
    if (status == GDV_OK) {
        make(of, dialect, need);
        status = of->plan.wrong == NULL ? GDV_OK : GDV_E_SCHEMA_SYNTAX;
    }
    if (status == GDV_OK) {
        status = gdv_schema_load(of->memory, need, schema, error);
        if (error != NULL && status != GDV_OK) {
            error->code = GDV_E_SCHEMA_SYNTAX;
        }
        return status == GDV_OK ? GDV_OK : GDV_E_SCHEMA_SYNTAX;
    }
    say_what(error, status, of, need);
    return status;
}

gdv_status gdv_schema_from_fields(const gdv_field_table *tables, size_t count, gdv_dialect dialect, void *memory,
                                  size_t size, gdv_schema *schema, gdv_schema_error *error)
{
    const gdv_region regions[] = {{tables, gdv_extent(tables, count, sizeof *tables), false},
                                  {memory, gdv_extent(memory, size, 1), true},
                                  {schema, sizeof *schema, true},
                                  {error, sizeof *error, true}};
    maker of = {.plan = {.tables = tables}, .memory = memory, .form = memory};
    const bool there = gdv_fields_are_there(tables, count);

    if (gdv_regions_overlap(regions, 4) || (there && gdv_fields_are_written(tables, count, regions + 1))) {
        return GDV_E_OVERLAP;
    }
    if (error != NULL && error->struct_size != sizeof *error) {
        return GDV_E_BAD_STRUCT;
    }
    if (schema != NULL) {
        memset(schema, 0, sizeof *schema);
    }
    gdv_status status = GDV_OK;
    if (schema == NULL || !there || gdv_is_nowhere(memory, size, 1) || (uintptr_t)memory % sizeof(uint64_t) != 0) {
        status = GDV_E_BAD_ARGUMENT;
    } else if ((uint32_t)dialect >= (uint32_t)GDV_DIALECT_COUNT) {
        status = GDV_E_BAD_DIALECT;
    }
    if (status != GDV_OK) {
        say_what(error, status, &of, 0);
        return status;
    }
    of.plan.packets = (uint32_t)count;
    return from_tables(&of, dialect, size, schema, error);
}
