/* SPDX-License-Identifier: MIT */
#include "sampling.h"

#include <float.h>

/* Multiply with carry: 32 bits each time, and the carry; nothing wraps. Every seed gives another sequence, and the same
 * everywhere. */
static uint32_t next_32(sampling *now)
{
    const uint64_t factor = 4294957665u;
    uint64_t product = factor * (now->random & UINT32_MAX) + (now->random >> 32);
    now->random = product;
    return (uint32_t)(product & UINT32_MAX);
}

uint64_t sample_random(sampling *now)
{
    uint64_t high = next_32(now);
    return high << 32 | next_32(now);
}

uint64_t sample_state(uint64_t seed, uint64_t index, uint32_t tries)
{
    /* neither half is 0, where it would stay, nor the carry as large as the factor */
    uint64_t mixed = seed ^ index;
    uint64_t low = (mixed & UINT32_MAX) % 0xfffffffeu + 1;
    uint64_t carry = (mixed >> 32 ^ (uint64_t)tries * 2654435769u) % 4294957663u + 1;
    sampling now = {.random = carry << 32 | low};
    for (int round = 0; round < 8; round += 1) {
        (void)next_32(&now);
    }
    return now.random;
}

uint64_t sample_distance(int64_t lowest, int64_t highest)
{
    if (lowest >= 0 || highest < 0) {
        return (uint64_t)(highest - lowest);
    }
    return (uint64_t)(-(lowest + 1)) + 1 + (uint64_t)highest;
}

int64_t sample_up(int64_t lowest, uint64_t offset)
{
    if (lowest >= 0) {
        return lowest + (int64_t)offset;
    }
    uint64_t below = (uint64_t)(-(lowest + 1)) + 1; /* of 0 */
    return offset >= below ? (int64_t)(offset - below) : -(int64_t)(below - offset - 1) - 1;
}

uint64_t sample_below(sampling *now, uint64_t bound)
{
    return sample_random(now) % bound;
}

bool sample_once_in(sampling *now, uint64_t times)
{
    return sample_below(now, times) == 0;
}

uint32_t sample_length(sampling *now, uint32_t least, uint32_t most, uint32_t usual, sample_way way)
{
    uint64_t width = (uint64_t)most - least;
    bool poor = now->spent >= now->budget;
    uint64_t drawn = sample_below(now, 8);
    uint64_t more = sample_below(now, (width < usual ? width : usual) + 1);
    if (way == SAMPLE_SHORT) {
        return least - 1;
    }
    if (way == SAMPLE_LONG) {
        return most + 1;
    }
    if (poor || drawn == 0) {
        return least;
    }
    /* the very most, where that is not out of all proportion */
    return drawn == 1 && most <= 4096 && most < now->budget / 64 + usual ? most : least + (uint32_t)more;
}

/* ---- where a rule can be broken */

/* Longer values are not written only to be refused. */
#define MOST_TOO_LONG 8192

static bool can_be_short(const gdv_rule *rule)
{
    return rule->least > 0;
}

static bool can_be_long(const gdv_rule *rule, uint32_t most, uint32_t limit)
{
    bool open = rule->kind == GDV_RULE_TUPLE && (rule->flags & GDV_RULE_OPEN) != 0;
    return !open && most < MOST_TOO_LONG && most < limit;
}

static bool has_ints(const gdv_rule *rule)
{
    return rule->lowest != INT64_MIN || rule->highest != INT64_MAX;
}

/* Numbers: a value by itself may have 64 bits, components of a vector have 32 here. */
static bool number_can_be(const sampling *now, const gdv_rule *rule, sample_way way)
{
    bool plain = rule->kind == GDV_RULE_INT && now->schema->dialect != GDV_DIALECT_GODOT2;
    int64_t furthest = plain ? INT64_MIN : INT32_MIN;
    int64_t last = plain ? INT64_MAX : INT32_MAX;
    bool ints = rule->kind == GDV_RULE_INT ||
                ((rule->kind == GDV_RULE_MATH || rule->kind == GDV_RULE_PACKED) && has_ints(rule));
    if (ints) {
        return way == SAMPLE_BELOW ? rule->lowest > furthest && rule->lowest <= last
                                   : rule->highest < last && rule->highest >= furthest;
    }
    return way == SAMPLE_BELOW ? rule->low32 > -FLT_MAX : rule->high32 < FLT_MAX;
}

static bool set_can_miss(const sampling *now, const gdv_rule *rule)
{
    if (rule->kind == GDV_RULE_BOOL) {
        return rule->lowest == rule->highest;
    }
    if ((rule->flags & GDV_RULE_SET) == 0 || rule->kind == GDV_RULE_FLOAT) {
        return false;
    }
    return rule->kind == GDV_RULE_TEXT ||
           gdv_schema_int(now->schema, rule->numbers + rule->number_count - 1) < INT32_MAX;
}

static bool text_can_be(const sampling *now, const gdv_rule *rule, sample_way way)
{
    /* what is not ASCII has two bytes and counts as one character */
    bool counted = (rule->flags & GDV_RULE_CHARS) != 0 && (rule->flags & GDV_RULE_ASCII) != 0;
    bool classed = (rule->flags & (GDV_RULE_ASCII | GDV_RULE_PRINTABLE | GDV_RULE_IDENTIFIER)) != 0 && !counted;
    switch (way) {
    case SAMPLE_SHORT:
        return can_be_short(rule);
    case SAMPLE_LONG:
        return can_be_long(rule, rule->most, now->policy.max_string / 4);
    case SAMPLE_CLASS:
        return classed && rule->most >= 2;
    default:
        return false;
    }
}

static bool container_can_be(const sampling *now, const gdv_rule *rule, sample_way way)
{
    uint32_t most = rule->kind == GDV_RULE_TUPLE ? rule->count : rule->most;
    bool record = rule->kind == GDV_RULE_RECORD;
    switch (way) {
    case SAMPLE_SHORT:
        return !record && can_be_short(rule);
    case SAMPLE_LONG:
        /* keys that are distinct are not always found */
        return !record && rule->kind != GDV_RULE_MAP && can_be_long(rule, most, now->policy.max_elements);
    case SAMPLE_MISSING:
        return record && rule->least > 0;
    case SAMPLE_UNKNOWN:
        return record && (rule->flags & GDV_RULE_OPEN) == 0;
    default:
        return false;
    }
}

static bool can_be(const sampling *now, const gdv_rule *rule, sample_way way)
{
    bool set = (rule->flags & GDV_RULE_SET) != 0 || rule->kind == GDV_RULE_BOOL;
    if (way == SAMPLE_TYPE) {
        return rule->kind != GDV_RULE_ANY && !now->chosen;
    }
    if (way == SAMPLE_MEMBER) {
        return set && set_can_miss(now, rule);
    }
    switch (rule->kind) {
    case GDV_RULE_INT:
    case GDV_RULE_FLOAT:
    case GDV_RULE_NUMBER:
    case GDV_RULE_MATH:
        return !set && (way == SAMPLE_BELOW || way == SAMPLE_ABOVE) && number_can_be(now, rule, way);
    case GDV_RULE_TEXT:
        return !set && text_can_be(now, rule, way);
    case GDV_RULE_PACKED:
        return (way == SAMPLE_BELOW || way == SAMPLE_ABOVE) ? rule->least > 0 && number_can_be(now, rule, way)
                                                            : container_can_be(now, rule, way);
    case GDV_RULE_BYTES:
    case GDV_RULE_STRINGS:
    case GDV_RULE_ARRAY:
    case GDV_RULE_TUPLE:
    case GDV_RULE_MAP:
    case GDV_RULE_RECORD:
        return container_can_be(now, rule, way);
    default:
        return false;
    }
}

sample_way sample_break(sampling *now, const gdv_rule *rule)
{
    sample_way chosen = SAMPLE_WHOLE;
    for (int way = SAMPLE_WHOLE + 1; way < SAMPLE_WAY_COUNT; way += 1) {
        if (can_be(now, rule, (sample_way)way)) {
            chosen = now->sites == now->target ? (sample_way)way : chosen;
            now->sites += 1;
        }
    }
    now->way = chosen != SAMPLE_WHOLE ? chosen : now->way;
    now->chosen = false;
    return chosen;
}
