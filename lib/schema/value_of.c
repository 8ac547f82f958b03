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
        more = quoted ? next != '"' && next != '\0' : is_name_byte(next);
        text.size += more ? 1 : 0;
    }
    rest->next += text.size;
    rest->broken = !quoted && text.size == 0;
    return text;
}

static void demand_next(trek *rest, char wanted)
{
    if (*rest->next == wanted) {
        rest->next += 1;
    } else {
        rest->broken = true;
    }
}

/* Whether a number at or below zero has room for a digit more. By constants: a quotient of 64 bits would be a call where
 * registers have 32. */
static bool takes_digit(int64_t number, char digit)
{
    return number > INT64_MIN / 10 || (number == INT64_MIN / 10 && digit <= '8');
}

/* A decimal number, negated: below zero there is room for all ints. Digits of more than that are left where they are. */
static int64_t take_digits(trek *rest)
{
    const char *begin = rest->next;
    int64_t number = 0;
    while (*rest->next >= '0' && *rest->next <= '9' && takes_digit(number, *rest->next)) {
        number = 10 * number - (*rest->next - '0');
        rest->next += 1;
    }
    rest->broken = rest->next == begin;
    return number;
}

static uint32_t take_text_key(const gdv_schema *schema, const gdv_rule *rule, trek *rest, bool quoted)
{
    rest->next += quoted ? 1 : 0;
    const gdv_text text = take_key_text(rest, quoted);
    if (quoted) {
        demand_next(rest, '"');
        demand_next(rest, ']');
    }
    const gdv_cursor in = {.bytes = (const uint8_t *)text.bytes, .size = (uint32_t)text.size};
    bool found = !rest->broken && rule->kind == GDV_RULE_RECORD;
    return found ? gdv_index_find(schema, rule, &in, 0, in.size) : GDV_NONE;
}

static uint32_t take_int_key(const gdv_schema *schema, const gdv_rule *rule, trek *rest)
{
    const bool negative = *rest->next == '-';
    rest->next += negative ? 1 : 0;
    const int64_t number = take_digits(rest);
    demand_next(rest, '}');
    if (rest->broken || rule->kind != GDV_RULE_RECORD || (!negative && number == INT64_MIN)) {
        return GDV_NONE;
    }
    const uint32_t place =
        gdv_index_number(schema->numbers + rule->numbers, rule->number_count, negative ? number : -number);
    return place == GDV_NONE ? GDV_NONE : rule->count + place;
}

static uint32_t take_element(const gdv_rule *rule, trek *rest)
{
    const int64_t number = take_digits(rest);
    demand_next(rest, ']');
    bool found = !rest->broken && rule->kind == GDV_RULE_TUPLE && number > -(int64_t)rule->count;
    return found ? (uint32_t)-number : GDV_NONE;
}

/* Which field of its rule a piece of the path names; GDV_NONE. */
static uint32_t take_piece(const gdv_schema *schema, const gdv_rule *rule, trek *rest)
{
    const char kind = *rest->next;
    rest->next += 1;
    if (kind == '.') {
        return take_text_key(schema, rule, rest, false);
    }
    if (kind == '[' && *rest->next == '"') {
        return take_text_key(schema, rule, rest, true);
    }
    if (kind == '[') {
        return take_element(rule, rest);
    }
    return kind == '{' ? take_int_key(schema, rule, rest) : GDV_NONE;
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
    if (packet >= gdv_schema_packets(schema)) {
        return GDV_NONE;
    }
    while (!rest.broken && *rest.next != '\0') {
        const uint32_t field = take_piece(schema, &schema->rules[at.rule], &rest);
        rest.broken = !step_into(schema, &at, field);
    }
    return rest.broken ? GDV_NONE : at.value;
}
