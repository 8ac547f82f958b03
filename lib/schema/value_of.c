/* SPDX-License-Identifier: MIT */
/* Where a match keeps what a path leads to: followed through the rules once, before any packet comes. */
#include "../value/resolve.h"
#include "index.h"

/* What is left of a path. */
typedef struct trek {
    const char *next;
    bool broken;
} trek;

/* The rule that a path has come to, and the place of its values. */
typedef struct station {
    uint32_t rule;
    uint32_t base;  /* of what is in it */
    uint32_t value; /* its own; GDV_NONE before the first step */
} station;

static bool is_name_byte(char byte)
{
    return byte == '_' || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* A name after a point, or a text between [" and "]: no escapes, and no longer than a path may be. */
static gdv_text take_key_text(trek *rest, bool quoted)
{
    gdv_text text = {rest->next, 0};
    bool more = true;
    while (more && text.size < GDV_PATH_SIZE) {
        const char next = text.bytes[text.size];
        more = quoted ? next != '"' : is_name_byte(next);
        more = more && next != '\0';
        text.size += more ? 1 : 0;
    }
    rest->next += text.size;
    rest->broken = !quoted && text.size == 0;
    return text;
}

static void demand_next(trek *rest, char wanted)
{
    if (!rest->broken && *rest->next == wanted) {
        rest->next += 1;
    } else {
        rest->broken = true;
    }
}

/* A decimal number; one of more than nine digits is none that a schema has. */
static uint32_t take_digits(trek *rest)
{
    uint32_t number = 0;
    uint32_t digits = 0;
    while (digits < 10 && *rest->next >= '0' && *rest->next <= '9') {
        number = digits < 9 ? 10 * number + (uint32_t)(*rest->next - '0') : number;
        rest->next += 1;
        digits += 1;
    }
    rest->broken = digits == 0 || digits > 9;
    return number;
}

/* Which field of its rule a piece of the path names; GDV_NONE. */
static uint32_t take_piece(const gdv_schema *schema, const gdv_rule *rule, trek *rest)
{
    const char kind = *rest->next;
    rest->next += 1;
    if (kind == '.' || (kind == '[' && *rest->next == '"')) {
        rest->next += kind == '[' ? 1 : 0;
        const gdv_text text = take_key_text(rest, kind == '[');
        if (kind == '[') {
            demand_next(rest, '"');
            demand_next(rest, ']');
        }
        bool found = !rest->broken && rule->kind == GDV_RULE_RECORD;
        const gdv_cursor in = {(const uint8_t *)text.bytes, (uint32_t)text.size, 0, 0};
        return found ? gdv_index_find(schema, rule, &in, 0, in.size) : GDV_NONE;
    }
    const bool brace = kind == '{';
    if (!brace && kind != '[') {
        rest->broken = true;
        return GDV_NONE;
    }
    const bool negative = brace && *rest->next == '-';
    rest->next += negative ? 1 : 0;
    const uint32_t number = take_digits(rest);
    demand_next(rest, brace ? '}' : ']');
    if (rest->broken) {
        return GDV_NONE;
    }
    if (!brace) {
        return rule->kind == GDV_RULE_TUPLE && number < rule->count ? number : GDV_NONE;
    }
    const int64_t key = negative ? -(int64_t)number : (int64_t)number;
    const uint32_t place = rule->kind == GDV_RULE_RECORD
                               ? gdv_index_number(schema->numbers + rule->numbers, rule->number_count, key)
                               : GDV_NONE;
    return place == GDV_NONE ? GDV_NONE : rule->count + place;
}

/* From a rule to that of one of its fields. Values of what is in a field are kept only where the field says so. */
static bool step_into(const gdv_schema *schema, station *at, uint32_t field)
{
    if (field == GDV_NONE || at->base == GDV_NONE) {
        return false;
    }
    const gdv_rule_field *entry = &schema->fields[schema->rules[at->rule].first + field];
    at->rule = entry->rule;
    at->value = entry->value == GDV_FIELD_NOWHERE ? GDV_NONE : at->base + entry->value;
    at->base = (entry->flags & GDV_FIELD_NESTED) != 0 ? at->value + 1 : GDV_NONE;
    return true;
}

uint32_t gdv_schema_value_of(const gdv_schema *schema, uint32_t packet, const char *path)
{
    trek rest = {path, path == NULL};
    station at = {packet, 0, GDV_NONE};
    if (rest.broken || packet >= gdv_schema_packets(schema)) {
        return GDV_NONE;
    }
    while (!rest.broken && *rest.next != '\0') {
        const uint32_t field = take_piece(schema, &schema->rules[at.rule], &rest);
        rest.broken = !step_into(schema, &at, field);
    }
    return rest.broken ? GDV_NONE : at.value;
}
