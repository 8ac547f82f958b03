/* SPDX-License-Identifier: MIT */
/* Random values that hold others. Recursion ends with the levels of nesting that are left. */
#include <string.h>

#include "sampling.h"

/* NOLINTBEGIN(misc-no-recursion): as deep as values may be nested, which the policy limits */

/* About what a value takes: so the budget falls. */
#define BYTES_OF_A_VALUE 16u
#define USUAL_ELEMENTS 4u

static void put_element(sampling *now, uint32_t rule, uint32_t left)
{
    now->key = false;
    sample_value(now, rule, left - 1);
}

static void put_array(sampling *now, const gdv_rule *rule, uint32_t left, sample_way way)
{
    bool fits = left > 0 && schema_fits(now->sizes, rule->value, left - 1);
    uint32_t most = rule->most < now->policy.max_elements ? rule->most : now->policy.max_elements;
    uint32_t count = sample_length(now, rule->least, way == SAMPLE_LONG ? rule->most : most, USUAL_ELEMENTS, way);
    (void)gdv_begin_array(now->writer);
    for (uint32_t index = 0; fits && index < count; index += 1) {
        put_element(now, rule->value, left);
    }
    (void)gdv_end(now->writer);
}

static void put_tuple(sampling *now, const gdv_rule *rule, uint32_t left, sample_way way)
{
    uint32_t count = sample_length(now, rule->least, rule->count, rule->count, way);
    (void)gdv_begin_array(now->writer);
    for (uint32_t index = 0; left > 0 && index < count; index += 1) {
        if (index < rule->count) {
            put_element(now, gdv_schema_field(now->schema, rule->first + index)->rule, left);
        } else {
            sample_other(now, 0);
        }
    }
    if (count == rule->count && (rule->flags & GDV_RULE_OPEN) != 0 && left > 0 && sample_once_in(now, 3)) {
        sample_other(now, 0);
    }
    (void)gdv_end(now->writer);
}

/* How many keys of that rule are surely distinct: sample_leaf counts ints on, and has a first letter for each. */
static uint32_t distinct_keys(const gdv_rule *key)
{
    bool set = (key->flags & GDV_RULE_SET) != 0;
    uint64_t width = sample_distance(key->lowest, key->highest);
    if (set || (key->kind != GDV_RULE_INT && key->kind != GDV_RULE_TEXT)) {
        return 1;
    }
    return key->kind == GDV_RULE_TEXT ? 26 : width < 99 ? (uint32_t)width + 1 : 100;
}

static void put_map(sampling *now, const gdv_rule *rule, uint32_t left, sample_way way)
{
    uint32_t distinct = distinct_keys(gdv_schema_rule(now->schema, rule->key));
    bool fits = left > 0 && schema_fits(now->sizes, rule->value, left - 1);
    uint32_t most = rule->most < distinct ? rule->most : distinct;
    most = most < rule->least ? rule->least : most;
    uint32_t count = sample_length(now, rule->least, most, USUAL_ELEMENTS, way);
    (void)gdv_begin_dictionary(now->writer);
    for (uint32_t pair = 0; fits && pair < count; pair += 1) {
        now->key = true;
        now->pair = pair;
        sample_value(now, rule->key, left - 1);
        put_element(now, rule->value, left);
    }
    (void)gdv_end(now->writer);
}

/* ---- records */

static void put_field(sampling *now, const gdv_rule *rule, uint32_t index, uint32_t left)
{
    if (index < rule->count) {
        gdv_text key = gdv_schema_text(now->schema, rule->texts + index);
        (void)gdv_write_string(now->writer, key.bytes, key.size);
    } else {
        (void)gdv_write_int(now->writer, gdv_schema_int(now->schema, rule->numbers + index - rule->count));
    }
    put_element(now, gdv_schema_field(now->schema, rule->first + index)->rule, left);
}

static bool has_key(const sampling *now, const gdv_rule *rule, const char *key, size_t size)
{
    bool found = false;
    for (uint32_t index = 0; !found && index < rule->count; index += 1) {
        gdv_text known = gdv_schema_text(now->schema, rule->texts + index);
        found = known.size == size && memcmp(known.bytes, key, size) == 0;
    }
    return found;
}

/* A key that the record does not have. */
static void put_unknown(sampling *now, const gdv_rule *rule)
{
    char key[] = "unknown_a";
    while (has_key(now, rule, key, sizeof key - 1)) {
        key[sizeof key - 2] = (char)(key[sizeof key - 2] + 1);
    }
    (void)gdv_write_string(now->writer, key, sizeof key - 1);
    sample_other(now, 0);
}

static bool has_field(sampling *now, const gdv_rule *rule, uint32_t index, uint32_t left)
{
    const gdv_rule_field *field = gdv_schema_field(now->schema, rule->first + index);
    bool optional = (field->flags & GDV_FIELD_OPTIONAL) != 0;
    bool wanted = sample_once_in(now, 2) && now->spent < now->budget;
    return !optional || (wanted && left > 0 && schema_fits(now->sizes, field->rule, left - 1));
}

/* The number of the field that is left out: of those that are not optional, one. */
static uint32_t missing_field(sampling *now, const gdv_rule *rule, uint32_t fields)
{
    uint64_t which = sample_below(now, rule->least);
    for (uint32_t index = 0; index < fields; index += 1) {
        if ((gdv_schema_field(now->schema, rule->first + index)->flags & GDV_FIELD_OPTIONAL) == 0) {
            if (which == 0) {
                return index;
            }
            which -= 1;
        }
    }
    return GDV_NONE;
}

static void put_record(sampling *now, const gdv_rule *rule, uint32_t left, sample_way way)
{
    uint32_t fields = rule->count + rule->number_count;
    uint32_t missing = way == SAMPLE_MISSING ? missing_field(now, rule, fields) : GDV_NONE;
    /* in the order of the schema mostly, else from another one on: a tag may stand anywhere */
    uint32_t first = fields > 0 && sample_once_in(now, 4) ? (uint32_t)sample_below(now, fields) : 0;
    bool more = (rule->flags & GDV_RULE_OPEN) != 0 && sample_once_in(now, 3);
    (void)gdv_begin_dictionary(now->writer);
    for (uint32_t step = 0; left > 0 && step < fields; step += 1) {
        uint32_t index = (first + step) % fields;
        if (has_field(now, rule, index, left) && index != missing) {
            put_field(now, rule, index, left);
        }
    }
    if ((more || way == SAMPLE_UNKNOWN) && left > 0) {
        put_unknown(now, rule);
    }
    (void)gdv_end(now->writer);
}

/* ---- unions */

/* One of the alternatives that fit, each as likely. */
static uint32_t alternative(sampling *now, const gdv_rule *rule, uint32_t left)
{
    uint32_t count = rule->kind == GDV_RULE_UNION ? (uint32_t)GDV_TYPE_COUNT : rule->count + rule->number_count;
    uint32_t chosen = GDV_NONE;
    uint64_t seen = 0;
    for (uint32_t index = 0; index < count; index += 1) {
        uint32_t ref = gdv_schema_ref(now->schema, rule->first + index);
        if (ref != GDV_NONE && schema_fits(now->sizes, ref, left)) {
            seen += 1;
            chosen = sample_once_in(now, seen) ? ref : chosen;
        }
    }
    return chosen;
}

/* ---- any rule */

/* Types of the values that pass, a bit each; text of either kind where one does, and a number of either. */
static uint64_t types_of(const sampling *now, const gdv_rule *rule)
{
    const uint64_t one = 1;
    uint64_t types = 0;
    switch (rule->kind) {
    case GDV_RULE_NIL:
        return one << GDV_TYPE_NIL;
    case GDV_RULE_BOOL:
        return one << GDV_TYPE_BOOL;
    case GDV_RULE_INT:
        return one << GDV_TYPE_INT;
    case GDV_RULE_FLOAT:
        return one << GDV_TYPE_FLOAT;
    case GDV_RULE_NUMBER:
        return one << GDV_TYPE_INT | one << GDV_TYPE_FLOAT;
    case GDV_RULE_TEXT:
        return one << GDV_TYPE_STRING | one << GDV_TYPE_STRING_NAME;
    case GDV_RULE_TUPLE:
    case GDV_RULE_LED:
        return one << GDV_TYPE_ARRAY;
    case GDV_RULE_MAP:
    case GDV_RULE_RECORD:
    case GDV_RULE_TAGGED:
        return one << GDV_TYPE_DICTIONARY;
    case GDV_RULE_BYTES:
        return one << GDV_TYPE_PACKED_BYTE_ARRAY;
    case GDV_RULE_STRINGS:
        return one << GDV_TYPE_PACKED_STRING_ARRAY;
    case GDV_RULE_UNION:
        for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
            types |= gdv_schema_ref(now->schema, rule->first + type) != GDV_NONE ? one << type : 0;
        }
        return types;
    default: /* VALUE, MATH, PACKED, ARRAY */
        return one << rule->type;
    }
}

static bool leads_on(const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_UNION || rule->kind == GDV_RULE_TAGGED || rule->kind == GDV_RULE_LED;
}

/* Whether a container may hold anything below here; so may all that is none. */
static bool can_hold(const sampling *now, const gdv_rule *rule, uint32_t left)
{
    switch (rule->kind) {
    case GDV_RULE_ARRAY:
    case GDV_RULE_MAP:
        return left > 0 && schema_fits(now->sizes, rule->value, left - 1);
    case GDV_RULE_TUPLE:
    case GDV_RULE_RECORD:
        return left > 0;
    default:
        return true;
    }
}

void sample_value(sampling *now, uint32_t number, uint32_t left)
{
    const gdv_rule *rule = gdv_schema_rule(now->schema, number);
    sample_way way = sample_break(now, rule);
    now->spent += BYTES_OF_A_VALUE;
    if (way == SAMPLE_TYPE) {
        sample_other(now, types_of(now, rule));
        return;
    }
    if (leads_on(rule)) {
        uint32_t chosen = alternative(now, rule, left);
        if (chosen != GDV_NONE) {
            now->chosen = true;
            sample_value(now, chosen, left);
        }
        return;
    }
    if (way != SAMPLE_WHOLE && !can_hold(now, rule, left)) {
        now->way = SAMPLE_WHOLE; /* not to be broken here, where nothing can be in it */
    }
    switch (rule->kind) {
    case GDV_RULE_ARRAY:
        put_array(now, rule, left, way);
        break;
    case GDV_RULE_TUPLE:
        put_tuple(now, rule, left, way);
        break;
    case GDV_RULE_MAP:
        put_map(now, rule, left, way);
        break;
    case GDV_RULE_RECORD:
        put_record(now, rule, left, way);
        break;
    default:
        sample_leaf(now, rule, way);
        break;
    }
}

/* NOLINTEND(misc-no-recursion) */
