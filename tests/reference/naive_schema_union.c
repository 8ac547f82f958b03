/* SPDX-License-Identifier: MIT */
/* The naive schema (naive_schema.h): which of several rules a value is meant for, and which packet a packet is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/naive_schema_check.h"

static const naive_rule *called(const naive_checking *now, const naive_rule *rule)
{
    while (rule->kind == NAIVE_NAMED) {
        const naive_named *type = now->schema->first;
        while (type->packet || strcmp(type->name, rule->text) != 0) {
            type = type->next;
        }
        rule = type->rule;
    }
    return rule;
}

bool naive_check_named(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    return naive_check(now, called(now, rule), value, at);
}

/* The options of a union, those of unions in it among them. */
typedef struct options {
    const naive_rule *rules[64];
    const char *packets[64];
    size_t count;
} options;

static void add_options(const naive_checking *now, const naive_rule *rule, const char *packet, options *all)
{
    rule = called(now, rule);
    if (rule->kind != NAIVE_UNION) {
        if (all->count == sizeof all->rules / sizeof all->rules[0]) {
            abort();
        }
        all->packets[all->count] = packet;
        all->rules[all->count] = rule;
        all->count += 1;
        return;
    }
    for (const naive_rule *next = rule->child; next != NULL; next = next->next) {
        add_options(now, next, packet, all);
    }
}

/* The kinds of values that an option is about: what tells the options of a union apart. */
static int family(const naive_rule *rule)
{
    switch (rule->kind) {
    case NAIVE_RECORD:
    case NAIVE_MAP:
        return GDV_TYPE_DICTIONARY;
    case NAIVE_TUPLE:
    case NAIVE_ARRAY:
        return GDV_TYPE_ARRAY;
    default:
        return (int)rule->type;
    }
}

/* Whether a record says of the field's key that it must be there, and what its value is. */
static bool names_tag(const naive_checking *now, const naive_rule *record, const naive_rule *field)
{
    for (const naive_rule *inside = record->child; inside != NULL; inside = inside->next) {
        bool same = field->key != NULL ? inside->key != NULL && strcmp(inside->key, field->key) == 0
                                       : inside->key == NULL && inside->whole_key == field->whole_key;
        if (same) {
            return !inside->optional && called(now, inside)->kind == NAIVE_LITERAL;
        }
    }
    return false;
}

/* Whether that is so of every record among the options: then it tells them apart. */
static bool is_tag(const naive_checking *now, const options *all, const naive_rule *field)
{
    for (size_t option = 0; option < all->count; option += 1) {
        if (all->rules[option]->kind == NAIVE_RECORD && !names_tag(now, all->rules[option], field)) {
            return false;
        }
    }
    return true;
}

/* The value by which a dictionary or array should say which option it is for, and where it stands; NULL. */
static const naive_value *tag_of(const naive_checking *now, const options *all, const naive_value *value,
                                 naive_place *at)
{
    const naive_rule *field = NULL;
    for (size_t option = 0; option < all->count; option += 1) {
        const naive_rule *one = all->rules[option];
        if (one->kind == NAIVE_TUPLE && value->type == GDV_TYPE_ARRAY && value->count > 0) {
            (void)snprintf(at->piece, sizeof at->piece, "[0]");
            return &value->children[0];
        }
        field = one->kind == NAIVE_RECORD && value->type == GDV_TYPE_DICTIONARY ? one->child : field;
    }
    while (field != NULL && !is_tag(now, all, field)) {
        field = field->next;
    }
    const naive_value *tag = field != NULL ? naive_value_of(now, value, field) : NULL;
    if (tag != NULL) {
        *at = naive_of_key(at->outer, tag - 1);
    }
    return tag;
}

/* Whether the value's type is that of some option. */
static bool is_of_some_type(const naive_checking *now, const options *all, const naive_value *value)
{
    bool some = false;
    for (size_t option = 0; option < all->count; option += 1) {
        some = some || naive_is_of_type(now, all->rules[option], value);
    }
    return some;
}

/* Whether the value is of the option's type and, where it is a record or tuple that a tag or first element tells from
 * others, has what that one demands there. A packet is told so even where it is the only one. */
static bool is_meant(naive_checking *now, const options *all, const naive_rule *rule, const naive_value *value)
{
    naive_checking trial = *now;
    size_t alike = 0;
    for (size_t option = 0; option < all->count; option += 1) {
        alike += family(all->rules[option]) == family(rule) ? 1 : 0;
    }
    const naive_rule *inside = rule->child;
    if (!naive_is_of_type(now, rule, value)) {
        return false;
    }
    if (alike < 2 && all->packets[0] == NULL) {
        return true;
    }
    if (rule->kind == NAIVE_TUPLE && inside != NULL && called(now, inside)->kind == NAIVE_LITERAL) {
        return value->count > 0 && naive_check(&trial, called(now, inside), &value->children[0], NULL);
    }
    for (; rule->kind == NAIVE_RECORD && inside != NULL; inside = inside->next) {
        if (is_tag(now, all, inside)) {
            const naive_value *found = naive_value_of(now, value, inside);
            return found != NULL && naive_check(&trial, called(now, inside), found, NULL);
        }
    }
    return true;
}

/* A set of literals of one type is a rule of that type. */
static bool is_set(const options *all)
{
    for (size_t option = 0; option < all->count; option += 1) {
        if (all->rules[option]->kind != NAIVE_LITERAL || family(all->rules[option]) != family(all->rules[0])) {
            return false;
        }
    }
    return true;
}

bool naive_check_union(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    options all = {.count = 0};
    size_t literals = 0;
    add_options(now, rule, NULL, &all);
    for (size_t option = 0; option < all.count; option += 1) {
        const naive_rule *one = all.rules[option];
        naive_checking trial = *now;
        if (!is_meant(now, &all, one, value)) {
            continue;
        }
        if (one->kind != NAIVE_LITERAL) {
            return naive_check(now, one, value, at);
        }
        literals += 1;
        if (naive_check(&trial, one, value, at)) {
            return true;
        }
    }
    if (literals > 0) {
        return naive_refuse_value(now, GDV_E_NOT_A_MEMBER, rule, value, at);
    }
    if (!is_of_some_type(now, &all, value)) {
        return naive_refuse_value(now, is_set(&all) ? GDV_E_WRONG_TYPE : GDV_E_NO_ALTERNATIVE, rule, value, at);
    }
    naive_place inside = {.outer = at};
    const naive_value *tag = tag_of(now, &all, value, &inside);
    if (tag != NULL) {
        return naive_refuse_value(now, GDV_E_NO_ALTERNATIVE, rule, tag, &inside);
    }
    gdv_status without = value->type == GDV_TYPE_DICTIONARY ? GDV_E_MISSING_KEY : GDV_E_NO_ALTERNATIVE;
    return naive_refuse_value(now, without, rule, value, at);
}

/* ---- packets ---- */

static uint64_t lower(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

static gdv_policy narrowed(const gdv_policy *policy, const naive_limits *limits)
{
    gdv_policy all = *policy;
    all.max_bytes = (size_t)lower(all.max_bytes, limits->bytes);
    all.max_depth = (uint32_t)lower(all.max_depth, limits->depth);
    all.max_values = (uint32_t)lower(all.max_values, limits->values);
    all.max_elements = (uint32_t)lower(all.max_elements, limits->elements);
    all.max_string = (uint32_t)lower(all.max_string, limits->string);
    all.permit &= ~GDV_PERMIT_DUPLICATE_KEYS;
    return all;
}

/* The packet that a value is meant to be: the one whose type and tag it has; NULL. */
static const naive_named *packet_meant(naive_checking *now, const options *all, const naive_value *root,
                                       const naive_rule **rule)
{
    for (size_t option = 0; option < all->count; option += 1) {
        if (is_meant(now, all, all->rules[option], root)) {
            const naive_named *packet = now->schema->first;
            while (!packet->packet || packet->name != all->packets[option]) {
                packet = packet->next;
            }
            *rule = all->rules[option];
            return packet;
        }
    }
    return NULL;
}

static void refuse_packet(naive_checking *now, const options *all, const naive_value *root)
{
    static const naive_rule no_rule = {.name = NULL};
    naive_place inside = {.outer = NULL};
    const naive_value *tag = tag_of(now, all, root, &inside);
    (void)naive_refuse_value(now, GDV_E_NO_SUCH_PACKET, &no_rule, tag != NULL ? tag : root,
                             tag != NULL ? &inside : NULL);
}

static void check_packet(naive_checking *now, const naive_value *root)
{
    options all = {.count = 0};
    const naive_rule *rule = NULL;
    for (const naive_named *packet = now->schema->first; packet != NULL; packet = packet->next) {
        if (packet->packet) {
            add_options(now, packet->rule, packet->name, &all);
        }
    }
    const naive_named *packet = packet_meant(now, &all, root, &rule);
    if (packet == NULL) {
        refuse_packet(now, &all, root);
    } else if (naive_check(now, rule, root, NULL)) {
        now->finding = (naive_finding){.code = GDV_OK, .packet = packet->name};
    } else {
        now->finding.packet = packet->name;
    }
}

naive_finding naive_schema_check(const naive_schema *schema, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                                 const gdv_policy *policy)
{
    naive_checking now = {.schema = schema,
                          .names_are_strings = dialect == GDV_DIALECT_GODOT4_0 || dialect == GDV_DIALECT_GODOT4_3 ||
                                               dialect == GDV_DIALECT_GODOT4_4};
    gdv_policy all = narrowed(policy, &schema->limits);
    naive_verdict verdict = naive_read(bytes, size, dialect, &all);
    now.finding.code = verdict.code;
    now.finding.offset = verdict.offset;
    if (verdict.code == GDV_OK) {
        check_packet(&now, verdict.root);
    }
    naive_free(&verdict);
    return now.finding;
}
