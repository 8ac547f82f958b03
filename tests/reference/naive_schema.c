/* SPDX-License-Identifier: MIT */
/* The naive schema (naive_schema.h): a value against its rule. Every function says whether the value passes; the first
 * that does not, in the order of the packet, is noted. */
#include "tests/reference/naive_schema_check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/naive_schema_value.h"

/* ---- findings ---- */

static void write_path(const naive_place *at, char *path)
{
    if (at != NULL) {
        write_path(at->outer, path);
        size_t used = strlen(path);
        (void)snprintf(path + used, NAIVE_PATH_SIZE - used, "%s", at->piece);
    }
}

bool naive_refuse_value(naive_checking *now, gdv_status code, const naive_rule *rule, const naive_value *value,
                        const naive_place *at)
{
    naive_finding *finding = &now->finding;
    finding->code = code;
    finding->rule = rule->name;
    finding->source = rule->source;
    finding->line = rule->line;
    finding->offset = value->offset;
    finding->path[0] = '\0';
    write_path(at, finding->path);
    return false;
}

/* The piece of a path that leads to the value of a key. */
naive_place naive_of_key(const naive_place *outer, const naive_value *key)
{
    naive_place at = {.outer = outer};
    bool plain = key->type == GDV_TYPE_STRING || key->type == GDV_TYPE_STRING_NAME;
    const naive_text *text = plain ? key->texts : NULL;
    if (key->type == GDV_TYPE_INT) {
        (void)snprintf(at.piece, sizeof at.piece, "{%lld}", (long long)key->whole);
    } else if (!plain) {
        (void)snprintf(at.piece, sizeof at.piece, "{@%zu}", key->offset);
    } else {
        plain = text->size > 0 && !isdigit(text->bytes[0]);
        for (size_t byte = 0; byte < text->size; byte += 1) {
            plain = plain && (isalnum(text->bytes[byte]) || text->bytes[byte] == '_');
        }
        (void)snprintf(at.piece, sizeof at.piece, plain ? ".%.*s" : "[\"%.*s\"]", (int)text->size,
                       (const char *)text->bytes);
    }
    return at;
}

/* ---- values without values in them ---- */

static bool check_number(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    bool either = rule->type == GDV_TYPE_COUNT && (value->type == GDV_TYPE_INT || value->type == GDV_TYPE_FLOAT);
    if (!either && value->type != rule->type) {
        return naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    }
    return naive_components_fit(rule, value) || naive_refuse_value(now, GDV_E_OUT_OF_RANGE, rule, value, at);
}

static bool check_math(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    if (value->type != rule->type) {
        return naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    }
    return naive_components_fit(rule, value) || naive_refuse_value(now, GDV_E_OUT_OF_RANGE, rule, value, at);
}

static bool is_text(const naive_checking *now, gdv_type wanted, gdv_type type)
{
    bool either = type == GDV_TYPE_STRING || type == GDV_TYPE_STRING_NAME;
    return now->names_are_strings ? either : type == wanted;
}

static bool check_text(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    if (!is_text(now, rule->type, value->type)) {
        return naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    }
    gdv_status code = naive_text_fits(rule, value->texts[0]);
    return code == GDV_OK || naive_refuse_value(now, code, rule, value, at);
}

/* ---- packed arrays ---- */

static bool check_packed(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    if (value->type != rule->type) {
        return naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    }
    if (!naive_length_fits(rule, naive_length_of(value))) {
        return naive_refuse_value(now, GDV_E_WRONG_LENGTH, rule, value, at);
    }
    for (size_t text = 0; rule->child != NULL && text < value->text_count; text += 1) {
        gdv_status code = naive_text_fits(rule->child, value->texts[text]);
        if (code != GDV_OK) {
            return naive_refuse_value(now, code, rule->child, value, at);
        }
    }
    /* Nobody may open an array's numbers to what is not finite but its own rule. */
    const naive_rule every = {.nonfinite = rule->nonfinite};
    const naive_rule *numbers = rule->child != NULL ? rule->child : &every;
    return naive_components_fit(numbers, value) || naive_refuse_value(now, GDV_E_OUT_OF_RANGE, rule, value, at);
}

/* ---- containers ---- */

static bool check_array(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    const naive_rule *element = rule->child;
    size_t declared = 0;
    size_t required = 0;
    for (const naive_rule *next = rule->child; next != NULL; next = next->next) {
        declared += 1;
        required += next->optional ? 0 : 1;
    }
    if (value->type != GDV_TYPE_ARRAY) {
        return naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    }
    bool tuple = rule->kind == NAIVE_TUPLE;
    bool fits = tuple ? value->count >= required && (value->count <= declared || rule->open)
                      : naive_length_fits(rule, value->count);
    if (!fits) {
        return naive_refuse_value(now, GDV_E_WRONG_LENGTH, rule, value, at);
    }
    for (size_t index = 0; index < value->count && element != NULL; index += 1) {
        naive_place inside = {.outer = at};
        (void)snprintf(inside.piece, sizeof inside.piece, "[%zu]", index);
        if (!naive_check(now, element, &value->children[index], &inside)) {
            return false;
        }
        element = tuple ? element->next : element;
    }
    return true;
}

static bool check_map(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    if (value->type != GDV_TYPE_DICTIONARY) {
        return naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    }
    if (!naive_length_fits(rule, value->count)) {
        return naive_refuse_value(now, GDV_E_WRONG_LENGTH, rule, value, at);
    }
    for (size_t pair = 0; pair < value->count; pair += 1) {
        const naive_value *key = &value->children[2 * pair];
        naive_place of_value = naive_of_key(at, key);
        naive_place in_key = {.outer = &of_value, .piece = "{key}"};
        if (!naive_check(now, rule->child, key, &in_key) || !naive_check(now, rule->child->next, key + 1, &of_value)) {
            return false;
        }
    }
    return true;
}

static bool key_is(const naive_checking *now, const naive_value *key, const naive_rule *field)
{
    if (field->key == NULL) {
        return key->type == GDV_TYPE_INT && key->whole == field->whole_key;
    }
    return is_text(now, GDV_TYPE_STRING, key->type) && naive_is_the_text(key->texts[0], field->key);
}

/* The value of a field's key; NULL where there is none. */
const naive_value *naive_value_of(const naive_checking *now, const naive_value *dictionary, const naive_rule *field)
{
    for (size_t pair = 0; pair < dictionary->count; pair += 1) {
        if (key_is(now, &dictionary->children[2 * pair], field)) {
            return &dictionary->children[2 * pair + 1];
        }
    }
    return NULL;
}

static bool check_record(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    if (value->type != GDV_TYPE_DICTIONARY) {
        return naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    }
    for (size_t pair = 0; pair < value->count; pair += 1) {
        const naive_value *key = &value->children[2 * pair];
        const naive_rule *field = rule->child;
        naive_place inside = naive_of_key(at, key);
        while (field != NULL && !key_is(now, key, field)) {
            field = field->next;
        }
        if (field == NULL && !rule->open) {
            return naive_refuse_value(now, GDV_E_UNKNOWN_KEY, rule, key + 1, &inside);
        }
        if (field != NULL && !naive_check(now, field, key + 1, &inside)) {
            return false;
        }
    }
    for (const naive_rule *field = rule->child; field != NULL; field = field->next) {
        if (!field->optional && naive_value_of(now, value, field) == NULL) {
            return naive_refuse_value(now, GDV_E_MISSING_KEY, rule, value, at);
        }
    }
    return true;
}

/* ---- any rule ---- */

bool naive_is_of_type(const naive_checking *now, const naive_rule *rule, const naive_value *value)
{
    switch (rule->kind) {
    case NAIVE_ANY:
        return true;
    case NAIVE_NUMBER:
        return value->type == rule->type ||
               (rule->type == GDV_TYPE_COUNT && (value->type == GDV_TYPE_INT || value->type == GDV_TYPE_FLOAT));
    case NAIVE_TEXT:
        return is_text(now, rule->type, value->type);
    case NAIVE_LITERAL:
        return rule->type == GDV_TYPE_STRING ? is_text(now, rule->type, value->type) : value->type == rule->type;
    default:
        return value->type == rule->type;
    }
}

static bool check_literal(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    bool same = true;
    if (rule->type == GDV_TYPE_STRING ? !is_text(now, rule->type, value->type) : value->type != rule->type) {
        return naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    }
    if (rule->type == GDV_TYPE_STRING) {
        same = naive_is_the_text(value->texts[0], rule->text);
    } else if (rule->type == GDV_TYPE_INT) {
        same = value->whole == rule->low.whole_number;
    } else if (rule->type == GDV_TYPE_BOOL) {
        same = value->truth == rule->truth;
    }
    return same || naive_refuse_value(now, GDV_E_NOT_A_MEMBER, rule, value, at);
}

bool naive_check(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at)
{
    switch (rule->kind) {
    case NAIVE_ANY:
        return true;
    case NAIVE_LITERAL:
        return check_literal(now, rule, value, at);
    case NAIVE_NUMBER:
        return check_number(now, rule, value, at);
    case NAIVE_TEXT:
        return check_text(now, rule, value, at);
    case NAIVE_VALUE:
        return value->type == rule->type || naive_refuse_value(now, GDV_E_WRONG_TYPE, rule, value, at);
    case NAIVE_MATH:
        return check_math(now, rule, value, at);
    case NAIVE_PACKED:
        return check_packed(now, rule, value, at);
    case NAIVE_ARRAY:
    case NAIVE_TUPLE:
        return check_array(now, rule, value, at);
    case NAIVE_MAP:
        return check_map(now, rule, value, at);
    case NAIVE_RECORD:
        return check_record(now, rule, value, at);
    case NAIVE_UNION:
        return naive_check_union(now, rule, value, at);
    default:
        return naive_check_named(now, rule, value, at);
    }
}
