/* SPDX-License-Identifier: MIT */
/* What a match holds, and the form as tools read it. */
#include <string.h>

#include "../decode/cursor.h"
#include "../wire/ascii.h"
#include "compiled.h"

gdv_value gdv_match_value(const gdv_match *match, uint32_t number)
{
    gdv_value value = gdv_missing();
    bool kept = match != NULL && number < match->count && number < GDV_MATCH_VALUES;
    if (kept && match->values[number] < match->document.count) {
        value.document = &match->document;
        value.index = match->values[number];
    }
    return value;
}

static bool is_filled(const gdv_schema *schema)
{
    return schema != NULL && schema->form != NULL;
}

/* An entry of a table: whether the schema has one of that number. */
static bool has(const gdv_schema *schema, gdv_form_part part, uint32_t number)
{
    return is_filled(schema) && number < schema->form->tables[part].count;
}

size_t gdv_schema_size(const gdv_schema *schema)
{
    return is_filled(schema) ? schema->form->size : 0;
}

uint32_t gdv_schema_rules(const gdv_schema *schema)
{
    return is_filled(schema) ? schema->form->tables[GDV_FORM_RULES].count : 0;
}

uint32_t gdv_schema_packets(const gdv_schema *schema)
{
    return is_filled(schema) ? schema->form->tables[GDV_FORM_PACKETS].count : 0;
}

const gdv_rule *gdv_schema_rule(const gdv_schema *schema, uint32_t rule)
{
    return has(schema, GDV_FORM_RULES, rule) ? &schema->rules[rule] : NULL;
}

const gdv_rule_packet *gdv_schema_packet(const gdv_schema *schema, uint32_t packet)
{
    if (packet == GDV_NONE && is_filled(schema)) {
        return &schema->form->limits;
    }
    return has(schema, GDV_FORM_PACKETS, packet) ? &schema->packets[packet] : NULL;
}

const gdv_rule_field *gdv_schema_field(const gdv_schema *schema, uint32_t field)
{
    return has(schema, GDV_FORM_FIELDS, field) ? &schema->fields[field] : NULL;
}

uint32_t gdv_schema_ref(const gdv_schema *schema, uint32_t ref)
{
    return has(schema, GDV_FORM_REFS, ref) ? schema->refs[ref] : GDV_NONE;
}

gdv_text gdv_schema_text(const gdv_schema *schema, uint32_t text)
{
    gdv_text found = {"", 0};
    if (has(schema, GDV_FORM_TEXTS, text)) {
        found.bytes = schema->pool + schema->texts[text].at;
        found.size = schema->texts[text].size;
    }
    return found;
}

int64_t gdv_schema_int(const gdv_schema *schema, uint32_t number)
{
    return has(schema, GDV_FORM_NUMBERS, number) ? gdv_signed64(schema->numbers[number]) : 0;
}

double gdv_schema_double(const gdv_schema *schema, uint32_t number)
{
    double found = 0.0;
    if (has(schema, GDV_FORM_NUMBERS, number)) {
        memcpy(&found, &schema->numbers[number], sizeof found);
    }
    return found;
}

const char *gdv_schema_source_name(const gdv_schema *schema, uint32_t source)
{
    bool there = is_filled(schema) && source < schema->form->source_count;
    return there ? gdv_schema_text(schema, schema->form->sources + source).bytes : "";
}

const char *gdv_schema_packet_name(const gdv_schema *schema, uint32_t packet)
{
    bool there = has(schema, GDV_FORM_PACKETS, packet);
    return there ? gdv_schema_text(schema, schema->packets[packet].name).bytes : "";
}

uint32_t gdv_schema_packet_of(const gdv_schema *schema, const char *name)
{
    const uint32_t count = gdv_schema_packets(schema);
    uint32_t packet = 0;
    while (name != NULL && packet != count && !gdv_same_name(gdv_schema_packet_name(schema, packet), name)) {
        packet += 1;
    }
    return name != NULL && packet < count ? packet : GDV_NONE;
}
