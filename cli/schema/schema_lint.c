/* SPDX-License-Identifier: MIT */
#include "schema_lint.h"

#include <float.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../io/say.h"
#include "schema_size.h"

typedef struct linting {
    const gdv_schema *schema;
    const schema_file *files;
    gdv_policy policy;
    schema_warning *tell;
    void *state;
} linting;

const char *schema_path_of(const gdv_schema *schema, const schema_file *files, uint32_t source)
{
    const char *name = gdv_schema_source_name(schema, source);
    const char *path = name;
    for (size_t index = 0; index < files->count; index += 1) {
        path = strcmp(files->sources[index].name, name) == 0 ? files->paths[index] : path;
    }
    return path;
}

static void warn(const linting *now, uint32_t source, uint32_t line, const char *format, ...) PRINTF_LIKE(4, 5);
static void warn(const linting *now, uint32_t source, uint32_t line, const char *format, ...)
{
    char message[256];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(message, sizeof message, format, values);
    va_end(values);
    now->tell(now->state, schema_path_of(now->schema, now->files, source), line, message);
}

/* ---- limits against what the packets can be */

static void lint_packet(const linting *now, schema_sizes *sizes, uint32_t packet)
{
    const gdv_rule_packet *at = gdv_schema_packet(now->schema, packet);
    const char *name = gdv_schema_packet_name(now->schema, packet);
    gdv_policy policy = schema_packet_policy(now->schema, &now->policy, packet);
    schema_extent least = schema_least(sizes, packet);
    if (least.levels > policy.max_depth) {
        warn(now, at->source, at->line, "no packet can be %s: it is nested deeper than max_depth = %" PRIu32, name,
             policy.max_depth);
    } else if (least.bytes > policy.max_bytes) {
        warn(now, at->source, at->line, "no packet can be %s: it has %" PRIu64 " bytes at least, and max_bytes = %zu",
             name, least.bytes, policy.max_bytes);
    } else if (least.values > policy.max_values) {
        warn(now, at->source, at->line,
             "no packet can be %s: it has %" PRIu64 " values at least, and max_values = %" PRIu32, name, least.values,
             policy.max_values);
    }
}

/* The most of all packets. */
static schema_extent most_of_all(const linting *now, schema_sizes *sizes)
{
    schema_extent all = {0, 0, 0};
    for (uint32_t packet = 0; packet < gdv_schema_packets(now->schema); packet += 1) {
        schema_extent one = schema_most(sizes, packet);
        all.bytes = one.bytes > all.bytes ? one.bytes : all.bytes;
        all.values = one.values > all.values ? one.values : all.values;
        all.levels = one.levels > all.levels ? one.levels : all.levels;
    }
    return all;
}

static void lint_limits(const linting *now, schema_sizes *sizes)
{
    const gdv_rule_packet *limits = gdv_schema_packet(now->schema, GDV_NONE);
    schema_extent most = most_of_all(now, sizes);
    if (limits->max_bytes != 0 && most.bytes < limits->max_bytes) {
        warn(now, limits->source, limits->line,
             "max_bytes = %" PRIu32 " is never reached: no packet has more than %" PRIu64 " bytes", limits->max_bytes,
             most.bytes);
    }
    if (limits->max_values != 0 && most.values < limits->max_values) {
        warn(now, limits->source, limits->line,
             "max_values = %" PRIu32 " is never reached: no packet has more than %" PRIu64 " values",
             limits->max_values, most.values);
    }
    if (limits->max_depth != 0 && most.levels < limits->max_depth - 1) {
        warn(now, limits->source, limits->line,
             "max_depth = %" PRIu32 " is never reached: no packet has more than %" PRIu64 " levels",
             limits->max_depth - 1, most.levels);
    }
}

/* ---- rules */

/* A range that the author wrote and could have left out. */
static void lint_range(const linting *now, const gdv_rule *rule)
{
    if ((rule->flags & GDV_RULE_ANY_NUMBER) != 0) {
        warn(now, rule->source, rule->line, "every number passes the range: leave it out");
    }
    if ((rule->flags & GDV_RULE_ANY_LENGTH) != 0) {
        warn(now, rule->source, rule->line, "every length passes the range: leave it out");
    }
}

static bool has_elements(const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_ARRAY || rule->kind == GDV_RULE_MAP || rule->kind == GDV_RULE_PACKED ||
           rule->kind == GDV_RULE_STRINGS;
}

/* A length of bytes that no text can have under the limits, or a number of elements. */
static void lint_length(const linting *now, const gdv_rule *rule)
{
    bool text = rule->kind == GDV_RULE_TEXT && (rule->flags & GDV_RULE_SET) == 0;
    uint32_t limit = text ? now->policy.max_string : now->policy.max_elements;
    const char *name = text ? "max_string" : "max_elements";
    if (!text && !has_elements(rule)) {
        return;
    }
    if (rule->least > limit) {
        warn(now, rule->source, rule->line, "nothing passes: at least %" PRIu32 " is more than %s = %" PRIu32,
             rule->least, name, limit);
    } else if (rule->most != UINT32_MAX && rule->most > limit) {
        warn(now, rule->source, rule->line, "%" PRIu32 " is out of reach: %s = %" PRIu32, rule->most, name, limit);
    }
}

/* What alone has more bytes than a packet. */
static void lint_bytes(const linting *now, const gdv_rule *rule)
{
    bool bytes = rule->kind == GDV_RULE_BYTES || (rule->kind == GDV_RULE_TEXT && (rule->flags & GDV_RULE_SET) == 0);
    uint64_t packet = now->policy.max_bytes;
    if (bytes && rule->most != UINT32_MAX && (uint64_t)rule->most + 8 > packet) {
        warn(now, rule->source, rule->line, "%" PRIu32 " is out of reach: max_bytes = %" PRIu64, rule->most, packet);
    } else if (has_elements(rule) && rule->most != UINT32_MAX && (uint64_t)rule->most * 4 + 8 > packet) {
        warn(now, rule->source, rule->line, "%" PRIu32 " elements are out of reach: max_bytes = %" PRIu64, rule->most,
             packet);
    }
}

static int folded(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter;
}

/* Whether two texts are equal but for capitals and underscores. */
static bool is_alike(gdv_text one, gdv_text other)
{
    size_t left = 0;
    size_t right = 0;
    bool alike = true;
    while (alike && (left < one.size || right < other.size)) {
        if (left < one.size && one.bytes[left] == '_') {
            left += 1;
        } else if (right < other.size && other.bytes[right] == '_') {
            right += 1;
        } else {
            alike = left < one.size && right < other.size && folded(one.bytes[left]) == folded(other.bytes[right]);
            left += 1;
            right += 1;
        }
    }
    return alike;
}

/* Texts beyond that are not compared each with each. */
#define MOST_TEXTS 512

static void lint_texts(const linting *now, const gdv_rule *rule)
{
    bool texts = rule->kind == GDV_RULE_TAGGED || rule->kind == GDV_RULE_LED || rule->kind == GDV_RULE_RECORD ||
                 (rule->kind == GDV_RULE_TEXT && (rule->flags & GDV_RULE_SET) != 0);
    for (uint32_t index = 0; texts && index < rule->count && index < MOST_TEXTS; index += 1) {
        gdv_text one = gdv_schema_text(now->schema, rule->texts + index);
        for (uint32_t other = 0; other < index; other += 1) {
            gdv_text before = gdv_schema_text(now->schema, rule->texts + other);
            if (is_alike(before, one)) {
                warn(now, rule->source, rule->line, "\"%s\" and \"%s\" are hard to tell apart", before.bytes,
                     one.bytes);
            }
        }
    }
}

bool schema_lint(const gdv_schema *schema, const schema_file *files, const gdv_policy *policy, schema_warning *tell,
                 void *state)
{
    const linting now = {.schema = schema, .files = files, .policy = *policy, .tell = tell, .state = state};
    schema_sizes sizes;
    bool fine = schema_sizes_begin(&sizes, schema, policy);
    for (uint32_t rule = 0; fine && rule < gdv_schema_rules(schema); rule += 1) {
        const gdv_rule *one = gdv_schema_rule(schema, rule);
        lint_range(&now, one);
        lint_length(&now, one);
        lint_bytes(&now, one);
        lint_texts(&now, one);
    }
    for (uint32_t packet = 0; fine && packet < gdv_schema_packets(schema); packet += 1) {
        lint_packet(&now, &sizes, packet);
    }
    if (fine) {
        lint_limits(&now, &sizes);
    }
    schema_sizes_end(&sizes);
    return fine;
}
