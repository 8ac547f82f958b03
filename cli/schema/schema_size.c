/* SPDX-License-Identifier: MIT */
#include "schema_size.h"

#include <stdlib.h>

#include "../io/say.h"

/* NOLINTBEGIN(misc-no-recursion): as deep as values may be nested, which the policy limits */

/* Extents that are kept: above that, deep nesting is told apart no further. */
#define MOST_KEPT ((uint64_t)1 << 22)

/* A computation for one packet, of the least or the most. */
typedef struct sizing {
    schema_sizes *sizes;
    bool most;
} sizing;

static schema_extent extent_of(const sizing *now, uint32_t number, uint32_t left);

bool schema_sizes_begin(schema_sizes *sizes, const gdv_schema *schema, const gdv_policy *policy)
{
    uint64_t rules = gdv_schema_rules(schema);
    *sizes = (schema_sizes){.schema = schema, .policy = *policy};
    uint64_t levels = (uint64_t)policy->max_depth + 1;
    sizes->levels = (uint32_t)(levels * rules * 2 <= MOST_KEPT ? levels : MOST_KEPT / 2 / (rules + 1) + 1);
    size_t count = (size_t)(sizes->levels * rules * 2);
    sizes->known = calloc(count, sizeof *sizes->known);
    sizes->state = calloc(count, 1);
    if (sizes->known == NULL || sizes->state == NULL) {
        complain("not enough memory");
        return false;
    }
    return true;
}

void schema_sizes_end(schema_sizes *sizes)
{
    free(sizes->known);
    free(sizes->state);
}

static uint64_t lower(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

static uint64_t sum(uint64_t one, uint64_t other)
{
    return lower(one + other, SCHEMA_SIZE_ENDLESS);
}

static uint64_t times(uint64_t count, uint64_t each)
{
    return each != 0 && count > SCHEMA_SIZE_ENDLESS / each ? SCHEMA_SIZE_ENDLESS : count * each;
}

static uint64_t padded(uint64_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

static schema_extent leaf(uint64_t bytes)
{
    return (schema_extent){.bytes = bytes, .values = 1};
}

static const schema_extent endless = {SCHEMA_SIZE_ENDLESS, SCHEMA_SIZE_ENDLESS, SCHEMA_SIZE_ENDLESS};

/* ---- values without values in them */

static const gdv_wire_row *row_of(const sizing *now, gdv_type type)
{
    uint32_t id = 0;
    return gdv_dialect_type_id(now->sizes->schema->dialect, type, &id)
               ? gdv_dialect_wire(now->sizes->schema->dialect, id)
               : NULL;
}

/* Payload of a type of fixed size, or of an element. */
static uint64_t size_of(const sizing *now, gdv_type type)
{
    const gdv_wire_row *row = row_of(now, type);
    if (row == NULL) {
        return 0;
    }
    return now->most && row->wide > row->size ? row->wide : row->size;
}

static uint64_t count_of(const sizing *now, const gdv_rule *rule)
{
    uint64_t most = lower(rule->most, now->sizes->policy.max_elements);
    return now->most ? most : rule->least;
}

/* Bytes of a text of that rule. */
static uint64_t text_bytes(const sizing *now, const gdv_rule *rule)
{
    uint64_t bytes = now->most ? 0 : SCHEMA_SIZE_ENDLESS;
    for (uint32_t index = 0; (rule->flags & GDV_RULE_SET) != 0 && index < rule->count; index += 1) {
        uint64_t size = gdv_schema_text(now->sizes->schema, rule->texts + index).size;
        bytes = now->most == (size > bytes) ? size : bytes;
    }
    if ((rule->flags & GDV_RULE_SET) != 0) {
        return bytes;
    }
    bool wide = (rule->flags & GDV_RULE_CHARS) != 0 && (rule->flags & (GDV_RULE_ASCII | GDV_RULE_IDENTIFIER)) == 0;
    bool named = !now->most && (rule->flags & GDV_RULE_IDENTIFIER) != 0 && rule->least == 0;
    return now->most ? lower(times(rule->most, wide ? 4 : 1), now->sizes->policy.max_string) : rule->least + named;
}

static uint64_t strings_bytes(const sizing *now, const gdv_rule *rule)
{
    const gdv_rule *each = gdv_schema_rule(now->sizes->schema, rule->value);
    return times(count_of(now, rule), sum(4, padded(text_bytes(now, each) + 1)));
}

static schema_extent leaf_of(const sizing *now, const gdv_rule *rule)
{
    switch (rule->kind) {
    case GDV_RULE_NIL:
        return leaf(4);
    case GDV_RULE_BOOL:
        return leaf(8);
    case GDV_RULE_INT:
        return leaf(4 + size_of(now, GDV_TYPE_INT));
    case GDV_RULE_FLOAT:
    case GDV_RULE_NUMBER:
        return leaf(4 + size_of(now, GDV_TYPE_FLOAT));
    case GDV_RULE_TEXT:
        return leaf(sum(8, padded(text_bytes(now, rule))));
    case GDV_RULE_MATH:
        return leaf(4 + size_of(now, (gdv_type)rule->type));
    case GDV_RULE_BYTES:
        return leaf(sum(8, padded(now->most ? rule->most : rule->least)));
    case GDV_RULE_PACKED:
        return leaf(sum(8, times(count_of(now, rule), size_of(now, (gdv_type)rule->type))));
    case GDV_RULE_STRINGS:
        return leaf(sum(8, strings_bytes(now, rule)));
    case GDV_RULE_VALUE:
        return now->most ? (schema_extent){SCHEMA_SIZE_ENDLESS, 1, 0} : leaf(4);
    default:
        return now->most ? endless : leaf(4);
    }
}

/* ---- values with values in them */

/* Adds what is in a container to it. */
static void hold(schema_extent *all, schema_extent inside, uint64_t count)
{
    if (count > 0) {
        all->bytes = sum(all->bytes, times(count, inside.bytes));
        all->values = sum(all->values, times(count, inside.values));
        all->levels = inside.levels + 1 > all->levels ? inside.levels + 1 : all->levels;
    }
}

/* Of alternatives the least, or the most, of each by itself. */
static void either(const sizing *now, schema_extent *all, schema_extent other)
{
    all->bytes = now->most == (other.bytes > all->bytes) ? other.bytes : all->bytes;
    all->values = now->most == (other.values > all->values) ? other.values : all->values;
    all->levels = now->most == (other.levels > all->levels) ? other.levels : all->levels;
}

static schema_extent inside_of(const sizing *now, uint32_t rule, uint32_t left)
{
    return left > 0 ? extent_of(now, rule, left - 1) : endless;
}

/* Whether there is a value of that rule below here: its least is not deeper than the limit. */
static bool is_there(const sizing *now, uint32_t rule, uint32_t left)
{
    const sizing least = {.sizes = now->sizes, .most = false};
    return left > 0 && extent_of(&least, rule, left - 1).bytes < SCHEMA_SIZE_ENDLESS;
}

/* An empty container. Where it may declare a type of its elements, or of keys and values, the most has that: as a built-in
 * type, because of classes and scripts nothing bounds the names. */
static schema_extent empty(const sizing *now, gdv_type type)
{
    const gdv_wire_row *row = row_of(now, type);
    uint64_t declared = row == NULL ? 0 : ((row->flags & 3u) != 0 ? 4u : 0u) + ((row->flags & 12u) != 0 ? 4u : 0u);
    return leaf(8 + (now->most ? declared : 0));
}

static schema_extent array_of(const sizing *now, const gdv_rule *rule, uint32_t left)
{
    schema_extent all = empty(now, GDV_TYPE_ARRAY);
    if (!now->most || is_there(now, rule->value, left)) {
        hold(&all, inside_of(now, rule->value, left), count_of(now, rule));
    }
    return all;
}

static schema_extent map_of(const sizing *now, const gdv_rule *rule, uint32_t left)
{
    schema_extent all = empty(now, GDV_TYPE_DICTIONARY);
    if (!now->most || (is_there(now, rule->key, left) && is_there(now, rule->value, left))) {
        hold(&all, inside_of(now, rule->key, left), count_of(now, rule));
        hold(&all, inside_of(now, rule->value, left), count_of(now, rule));
    }
    return all;
}

static schema_extent key_of(const sizing *now, const gdv_rule *rule, uint32_t index)
{
    if (rule->kind == GDV_RULE_TUPLE) {
        return (schema_extent){0, 0, 0};
    }
    if (index >= rule->count) {
        return leaf(4 + size_of(now, GDV_TYPE_INT));
    }
    return leaf(sum(8, padded(gdv_schema_text(now->sizes->schema, rule->texts + index).size)));
}

/* A record or a tuple. */
static schema_extent fields_of(const sizing *now, const gdv_rule *rule, uint32_t left)
{
    bool open = (rule->flags & GDV_RULE_OPEN) != 0;
    uint32_t fields = rule->count + (rule->kind == GDV_RULE_RECORD ? rule->number_count : 0);
    schema_extent all = empty(now, rule->kind == GDV_RULE_TUPLE ? GDV_TYPE_ARRAY : GDV_TYPE_DICTIONARY);
    for (uint32_t index = 0; index < fields; index += 1) {
        const gdv_rule_field *field = gdv_schema_field(now->sizes->schema, rule->first + index);
        bool optional = (field->flags & GDV_FIELD_OPTIONAL) != 0;
        if (optional && (!now->most || !is_there(now, field->rule, left))) {
            continue;
        }
        hold(&all, key_of(now, rule, index), 1);
        hold(&all, inside_of(now, field->rule, left), 1);
    }
    return open && now->most ? endless : all;
}

static schema_extent union_of(const sizing *now, const gdv_rule *rule, uint32_t left)
{
    uint32_t count = rule->kind == GDV_RULE_UNION ? (uint32_t)GDV_TYPE_COUNT : rule->count + rule->number_count;
    schema_extent all = now->most ? (schema_extent){0, 0, 0} : endless;
    for (uint32_t index = 0; index < count; index += 1) {
        uint32_t ref = gdv_schema_ref(now->sizes->schema, rule->first + index);
        if (ref != GDV_NONE && (!now->most || is_there(now, ref, left + 1))) {
            either(now, &all, extent_of(now, ref, left));
        }
    }
    return all;
}

static schema_extent compute(const sizing *now, const gdv_rule *rule, uint32_t left)
{
    switch (rule->kind) {
    case GDV_RULE_ARRAY:
        return array_of(now, rule, left);
    case GDV_RULE_MAP:
        return map_of(now, rule, left);
    case GDV_RULE_TUPLE:
    case GDV_RULE_RECORD:
        return fields_of(now, rule, left);
    case GDV_RULE_UNION:
    case GDV_RULE_TAGGED:
    case GDV_RULE_LED:
        return union_of(now, rule, left);
    default:
        return leaf_of(now, rule);
    }
}

/* Of a value of that rule below which there may be so many levels. Recursion ends because each level of values takes one,
 * and between two of them stand at most a union by type and one by tag. */
static schema_extent extent_of(const sizing *now, uint32_t number, uint32_t left)
{
    schema_sizes *sizes = now->sizes;
    size_t at = ((size_t)number * sizes->levels + left) * 2 + (now->most ? 1 : 0);
    if (sizes->state[at] == 0) {
        sizes->known[at] = compute(now, gdv_schema_rule(sizes->schema, number), left);
        sizes->state[at] = 1;
    }
    return sizes->known[at];
}

bool schema_fits(schema_sizes *sizes, uint32_t rule, uint32_t levels)
{
    const sizing least = {.sizes = sizes, .most = false};
    uint32_t left = levels < sizes->levels ? levels : sizes->levels - 1;
    return extent_of(&least, rule, left).bytes < SCHEMA_SIZE_ENDLESS;
}

schema_extent schema_least(schema_sizes *sizes, uint32_t packet)
{
    return extent_of(&(sizing){.sizes = sizes, .most = false}, packet, sizes->levels - 1);
}

schema_extent schema_most(schema_sizes *sizes, uint32_t packet)
{
    return extent_of(&(sizing){.sizes = sizes, .most = true}, packet, sizes->levels - 1);
}

static uint32_t narrower(uint32_t one, uint32_t limit)
{
    return limit != 0 && limit < one ? limit : one;
}

gdv_policy schema_packet_policy(const gdv_schema *schema, const gdv_policy *policy, uint32_t packet)
{
    const gdv_rule_packet *limits = gdv_schema_packet(schema, packet);
    gdv_policy all = *policy;
    bool shorter = limits->max_bytes != 0 && limits->max_bytes < all.max_bytes;
    all.max_bytes = shorter ? limits->max_bytes : all.max_bytes;
    all.max_depth =
        limits->max_depth != 0 && limits->max_depth - 1 < all.max_depth ? limits->max_depth - 1 : all.max_depth;
    all.max_values = narrower(all.max_values, limits->max_values);
    all.max_elements = narrower(all.max_elements, limits->max_elements);
    all.max_string = narrower(all.max_string, limits->max_string);
    return all;
}

/* NOLINTEND(misc-no-recursion) */
