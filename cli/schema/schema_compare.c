/* SPDX-License-Identifier: MIT */
#include "schema_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/say.h"

/* NOLINTBEGIN(misc-no-recursion): each pair of rules once, and no deeper than the text of a schema may be nested */

/* Pairs of rules that are compared; above that, what is left may narrow. */
#define MOST_PAIRS ((uint64_t)1 << 26)

typedef struct comparing {
    const gdv_schema *older;
    const gdv_schema *newer;
    schema_narrower *tell;
    void *state;
    uint8_t *seen; /* a bit for each pair of rules: compared, or being compared */
} comparing;

/* Where both rules stand. */
typedef struct at {
    const struct at *outer;
    const char *piece;
    size_t size;
} at;

static void compare(const comparing *now, uint32_t was, uint32_t is, const at *place);

/* ---- places */

static size_t write_path(const at *place, char *text, size_t room)
{
    size_t used = place->outer != NULL ? write_path(place->outer, text, room) : 0;
    int more = snprintf(text + used, room - used, "%.*s", (int)place->size, place->piece);
    size_t all = used + (more > 0 ? (size_t)more : 0);
    return all < room ? all : room - 1;
}

static void tell(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place, const char *why)
{
    char path[512] = "";
    (void)write_path(place, path, sizeof path);
    now->tell(now->state, path, was != NULL ? was->line : 0, is != NULL ? is->line : 0, why);
}

static void tell_if(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place, const char *why)
{
    if (why != NULL) {
        tell(now, was, is, place, why);
    }
}

static at inside_of(const at *outer, char piece[80], const char *format, gdv_text text)
{
    (void)snprintf(piece, 80, format, (int)(text.size < 60 ? text.size : 60), text.bytes);
    return (at){outer, piece, strlen(piece)};
}

/* ---- containers */

static void compare_counts(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place)
{
    if (was->least < is->least || was->most > is->most) {
        tell(now, was, is, place, "the range of lengths is narrower");
    }
}

static void compare_elements(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place)
{
    const at inside = {place, "[]", 2};
    compare_counts(now, was, is, place);
    compare(now, was->value, is->value, &inside);
}

static void compare_maps(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place)
{
    const at key = {place, "{key}", 5};
    const at value = {place, "{}", 2};
    compare_counts(now, was, is, place);
    compare(now, was->key, is->key, &key);
    compare(now, was->value, is->value, &value);
}

static uint32_t rule_of_field(const gdv_schema *schema, const gdv_rule *rule, uint32_t index)
{
    return gdv_schema_field(schema, rule->first + index)->rule;
}

static void compare_tuples(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place)
{
    bool open = (is->flags & GDV_RULE_OPEN) != 0;
    if (was->least < is->least) {
        tell(now, was, is, place, "more elements are required");
    }
    if (!open && (was->count > is->count || (was->flags & GDV_RULE_OPEN) != 0)) {
        tell(now, was, is, place, "fewer elements are admitted");
    }
    for (uint32_t index = 0; index < was->count && index < is->count; index += 1) {
        char piece[80];
        (void)snprintf(piece, sizeof piece, "[%u]", (unsigned)index);
        const at inside = {place, piece, strlen(piece)};
        compare(now, rule_of_field(now->older, was, index), rule_of_field(now->newer, is, index), &inside);
    }
}

/* The index of a record's field by the key that another's has; GDV_NONE. */
static uint32_t field_like(const gdv_schema *schema, const gdv_rule *rule, const gdv_schema *of, const gdv_rule *record,
                           uint32_t field)
{
    gdv_text key = gdv_schema_text(of, record->texts + field);
    int64_t number = field < record->count ? 0 : gdv_schema_int(of, record->numbers + (field - record->count));
    for (uint32_t index = 0; field < record->count && index < rule->count; index += 1) {
        gdv_text other = gdv_schema_text(schema, rule->texts + index);
        if (other.size == key.size && memcmp(other.bytes, key.bytes, key.size) == 0) {
            return index;
        }
    }
    for (uint32_t index = 0; field >= record->count && index < rule->number_count; index += 1) {
        if (gdv_schema_int(schema, rule->numbers + index) == number) {
            return rule->count + index;
        }
    }
    return GDV_NONE;
}

static bool is_optional(const gdv_schema *schema, const gdv_rule *rule, uint32_t field)
{
    return (gdv_schema_field(schema, rule->first + field)->flags & GDV_FIELD_OPTIONAL) != 0;
}

static at place_of_field(const gdv_schema *schema, const gdv_rule *rule, uint32_t field, const at *outer,
                         char piece[80])
{
    if (field < rule->count) {
        return inside_of(outer, piece, ".%.*s", gdv_schema_text(schema, rule->texts + field));
    }
    (void)snprintf(piece, 80, "{%lld}", (long long)gdv_schema_int(schema, rule->numbers + (field - rule->count)));
    return (at){outer, piece, strlen(piece)};
}

/* What the newer record has and the older lacks: nobody sent it. */
static void compare_new_field(const comparing *now, const gdv_rule *was, const gdv_rule *is, uint32_t field,
                              const at *inside)
{
    bool any = gdv_schema_rule(now->newer, rule_of_field(now->newer, is, field))->kind == GDV_RULE_ANY;
    if (!is_optional(now->newer, is, field)) {
        tell(now, was, is, inside, "a key is new and not optional");
    } else if ((was->flags & GDV_RULE_OPEN) != 0 && !any) {
        tell(now, was, is, inside, "the older schema lets any value pass here");
    }
}

static void compare_records(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place)
{
    char piece[80];
    bool open = (is->flags & GDV_RULE_OPEN) != 0;
    if ((was->flags & GDV_RULE_OPEN) != 0 && !open) {
        tell(now, was, is, place, "other keys do not pass any more");
    }
    for (uint32_t field = 0; field < was->count + was->number_count; field += 1) {
        const at inside = place_of_field(now->older, was, field, place, piece);
        uint32_t other = field_like(now->newer, is, now->older, was, field);
        if (other == GDV_NONE) {
            tell_if(now, was, is, &inside, open ? NULL : "the key is gone");
            continue;
        }
        if (is_optional(now->older, was, field) && !is_optional(now->newer, is, other)) {
            tell(now, was, is, &inside, "the key is not optional any more");
        }
        compare(now, rule_of_field(now->older, was, field), rule_of_field(now->newer, is, other), &inside);
    }
    for (uint32_t field = 0; field < is->count + is->number_count; field += 1) {
        if (field_like(now->older, was, now->newer, is, field) == GDV_NONE) {
            const at inside = place_of_field(now->newer, is, field, place, piece);
            compare_new_field(now, was, is, field, &inside);
        }
    }
}

/* ---- unions */

/* Tags or first elements: each alternative with the one of its literal. */
static void compare_tagged(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place)
{
    for (uint32_t index = 0; index < was->count + was->number_count; index += 1) {
        uint32_t other = field_like(now->newer, is, now->older, was, index);
        char piece[80] = "";
        const at inside = index < was->count
                              ? inside_of(place, piece, "<%.*s>", gdv_schema_text(now->older, was->texts + index))
                              : (at){place, "", 0};
        if (other == GDV_NONE) {
            tell(now, was, is, &inside, "the alternative is gone");
        } else {
            compare(now, gdv_schema_ref(now->older, was->first + index), gdv_schema_ref(now->newer, is->first + other),
                    &inside);
        }
    }
}

/* A union by type against any rule: of each type the rule for it. */
static uint32_t rule_for_type(const gdv_schema *schema, uint32_t number, uint32_t type)
{
    const gdv_rule *rule = gdv_schema_rule(schema, number);
    return rule->kind == GDV_RULE_UNION ? gdv_schema_ref(schema, rule->first + type) : number;
}

static void compare_union(const comparing *now, uint32_t was, uint32_t is, const at *place)
{
    const gdv_rule *older = gdv_schema_rule(now->older, was);
    const gdv_rule *newer = gdv_schema_rule(now->newer, is);
    bool several = older->kind == GDV_RULE_UNION;
    uint32_t first = several ? 0 : schema_rule_type(older);
    uint32_t last = several ? (uint32_t)GDV_TYPE_COUNT - 1 : first;
    for (uint32_t type = first; type <= last; type += 1) {
        uint32_t one = rule_for_type(now->older, was, type);
        uint32_t other = rule_for_type(now->newer, is, type);
        if (one != GDV_NONE && (other == GDV_NONE || !schema_rule_takes(newer, type))) {
            char piece[80];
            const char *name = gdv_type_name((gdv_type)type);
            const at inside = inside_of(place, piece, "<%.*s>", (gdv_text){name, strlen(name)});
            tell(now, older, newer, &inside, "the alternative is gone");
        } else if (one != GDV_NONE) {
            compare(now, one, other, place);
        }
    }
}

/* A record or tuple that is now one of several: its literal must lead to one that holds it. */
static void compare_with_tagged(const comparing *now, uint32_t was, uint32_t is, const at *place)
{
    const gdv_rule *older = gdv_schema_rule(now->older, was);
    const gdv_rule *newer = gdv_schema_rule(now->newer, is);
    uint32_t count = newer->count + newer->number_count;
    for (uint32_t index = 0; index < count; index += 1) {
        const gdv_rule *one = gdv_schema_rule(now->newer, gdv_schema_ref(now->newer, newer->first + index));
        if (one->name != GDV_NONE && older->name != GDV_NONE) {
            gdv_text name = gdv_schema_text(now->newer, one->name);
            gdv_text known = gdv_schema_text(now->older, older->name);
            if (name.size == known.size && memcmp(name.bytes, known.bytes, name.size) == 0) {
                compare(now, was, gdv_schema_ref(now->newer, newer->first + index), place);
                return;
            }
        }
    }
    tell(now, older, newer, place, "it has become one of several alternatives, none of that name");
}

/* ---- any rule */

static bool is_number(const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_INT || rule->kind == GDV_RULE_FLOAT || rule->kind == GDV_RULE_NUMBER;
}

static void compare_alike(const comparing *now, const gdv_rule *was, const gdv_rule *is, const at *place)
{
    switch (was->kind) {
    case GDV_RULE_NIL:
    case GDV_RULE_VALUE:
        break;
    case GDV_RULE_BOOL:
        tell_if(now, was, is, place,
                was->lowest >= is->lowest && was->highest <= is->highest ? NULL : "only one bool passes");
        break;
    case GDV_RULE_TEXT:
        tell_if(now, was, is, place, schema_text_narrows(now->older, was, now->newer, is));
        break;
    case GDV_RULE_MATH:
        tell_if(now, was, is, place, schema_number_narrows(now->older, was, now->newer, is));
        break;
    case GDV_RULE_PACKED:
        compare_counts(now, was, is, place);
        tell_if(now, was, is, place, schema_number_narrows(now->older, was, now->newer, is));
        break;
    case GDV_RULE_BYTES:
        compare_counts(now, was, is, place);
        break;
    case GDV_RULE_STRINGS:
    case GDV_RULE_ARRAY:
        compare_elements(now, was, is, place);
        break;
    case GDV_RULE_MAP:
        compare_maps(now, was, is, place);
        break;
    case GDV_RULE_TUPLE:
        compare_tuples(now, was, is, place);
        break;
    case GDV_RULE_RECORD:
        compare_records(now, was, is, place);
        break;
    default: /* TAGGED, LED */
        compare_tagged(now, was, is, place);
        break;
    }
}

static bool is_compared(const comparing *now, uint32_t was, uint32_t is)
{
    uint64_t pair = (uint64_t)was * gdv_schema_rules(now->newer) + is;
    uint8_t bit = (uint8_t)(1u << (pair & 7u));
    bool seen = (now->seen[pair >> 3] & bit) != 0;
    now->seen[pair >> 3] = (uint8_t)(now->seen[pair >> 3] | bit);
    return seen;
}

/* Each pair of rules once: recursive types end there, and the first place is the one that is told. */
static void compare(const comparing *now, uint32_t was, uint32_t is, const at *place)
{
    const gdv_rule *older = gdv_schema_rule(now->older, was);
    const gdv_rule *newer = gdv_schema_rule(now->newer, is);
    if (is_compared(now, was, is) || newer->kind == GDV_RULE_ANY) {
        return;
    }
    if (older->kind == GDV_RULE_ANY) {
        tell(now, older, newer, place, "any value passed");
    } else if (older->kind == GDV_RULE_UNION || newer->kind == GDV_RULE_UNION) {
        compare_union(now, was, is, place);
    } else if (is_number(older) && (newer->kind == GDV_RULE_NUMBER || newer->kind == older->kind)) {
        tell_if(now, older, newer, place, schema_number_narrows(now->older, older, now->newer, newer));
    } else if (newer->kind >= GDV_RULE_TAGGED && older->kind < GDV_RULE_TAGGED &&
               schema_rule_type(older) == schema_rule_type(newer)) {
        compare_with_tagged(now, was, is, place);
    } else if (older->kind != newer->kind || schema_rule_type(older) != schema_rule_type(newer)) {
        tell(now, older, newer, place, "it is of another kind");
    } else {
        compare_alike(now, older, newer, place);
    }
}

/* ---- packets and limits */

static void compare_limit(const comparing *now, const char *name, uint32_t was, uint32_t is, const at *place)
{
    char why[64];
    if (is != 0 && (was == 0 || is < was)) {
        (void)snprintf(why, sizeof why, "%s is lower", name);
        tell(now, NULL, NULL, place, why);
    }
}

static void compare_limits(const comparing *now, const gdv_rule_packet *was, const gdv_rule_packet *is, const at *place)
{
    compare_limit(now, "max_bytes", was->max_bytes, is->max_bytes, place);
    compare_limit(now, "max_depth", was->max_depth, is->max_depth, place);
    compare_limit(now, "max_values", was->max_values, is->max_values, place);
    compare_limit(now, "max_elements", was->max_elements, is->max_elements, place);
    compare_limit(now, "max_string", was->max_string, is->max_string, place);
}

bool schema_compare(const gdv_schema *older, const gdv_schema *newer, schema_narrower *tell_one, void *state)
{
    comparing now = {.older = older, .newer = newer, .tell = tell_one, .state = state};
    uint64_t pairs = (uint64_t)gdv_schema_rules(older) * gdv_schema_rules(newer);
    now.seen = pairs <= MOST_PAIRS ? calloc((size_t)(pairs / 8 + 1), 1) : NULL;
    if (now.seen == NULL) {
        complain("too many rules to compare, or not enough memory");
        return false;
    }
    compare_limits(&now, gdv_schema_packet(older, GDV_NONE), gdv_schema_packet(newer, GDV_NONE),
                   &(at){NULL, "limits", 6});
    for (uint32_t packet = 0; packet < gdv_schema_packets(older); packet += 1) {
        const char *name = gdv_schema_packet_name(older, packet);
        uint32_t other = gdv_schema_packet_of(newer, name);
        const at place = {NULL, name, strlen(name)};
        if (other == GDV_NONE) {
            tell(&now, gdv_schema_rule(older, packet), NULL, &place, "the packet is gone");
            continue;
        }
        compare_limits(&now, gdv_schema_packet(older, packet), gdv_schema_packet(newer, other), &place);
        compare(&now, packet, other, &place);
    }
    free(now.seen);
    return true;
}

/* NOLINTEND(misc-no-recursion) */
