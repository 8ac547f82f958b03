/* SPDX-License-Identifier: MIT */
/* The naive schema (naive_schema.h): its text, by the grammar of docs/schema.md, one function for each of its lines. */
#include <ctype.h>
#include <string.h>

#include "tests/reference/naive_schema_reader.h"

/* ---- rules ---- */

static naive_rule *any_rule(naive_parser *in);

static naive_rule *rule_of(naive_parser *in, naive_kind kind, gdv_type type)
{
    naive_rule *rule = naive_take_for(in, sizeof *rule);
    (void)naive_next(in);
    *rule = (naive_rule){.kind = kind, .type = type, .name = in->name, .source = in->source, .line = in->line};
    return rule;
}

/* The engine's own names. */
static const struct {
    const char *name;
    naive_kind kind;
    gdv_type type;
} type_names[] = {
    {"Variant", NAIVE_ANY, GDV_TYPE_COUNT},
    {"bool", NAIVE_VALUE, GDV_TYPE_BOOL},
    {"int", NAIVE_NUMBER, GDV_TYPE_INT},
    {"float", NAIVE_NUMBER, GDV_TYPE_FLOAT},
    {"number", NAIVE_NUMBER, GDV_TYPE_COUNT},
    {"String", NAIVE_TEXT, GDV_TYPE_STRING},
    {"StringName", NAIVE_TEXT, GDV_TYPE_STRING_NAME},
    {"Vector2", NAIVE_MATH, GDV_TYPE_VECTOR2},
    {"Vector2i", NAIVE_MATH, GDV_TYPE_VECTOR2I},
    {"Rect2", NAIVE_MATH, GDV_TYPE_RECT2},
    {"Rect2i", NAIVE_MATH, GDV_TYPE_RECT2I},
    {"Vector3", NAIVE_MATH, GDV_TYPE_VECTOR3},
    {"Vector3i", NAIVE_MATH, GDV_TYPE_VECTOR3I},
    {"Transform2D", NAIVE_MATH, GDV_TYPE_TRANSFORM2D},
    {"Vector4", NAIVE_MATH, GDV_TYPE_VECTOR4},
    {"Vector4i", NAIVE_MATH, GDV_TYPE_VECTOR4I},
    {"Plane", NAIVE_MATH, GDV_TYPE_PLANE},
    {"Quaternion", NAIVE_MATH, GDV_TYPE_QUATERNION},
    {"AABB", NAIVE_MATH, GDV_TYPE_AABB},
    {"Basis", NAIVE_MATH, GDV_TYPE_BASIS},
    {"Transform3D", NAIVE_MATH, GDV_TYPE_TRANSFORM3D},
    {"Projection", NAIVE_MATH, GDV_TYPE_PROJECTION},
    {"Color", NAIVE_MATH, GDV_TYPE_COLOR},
    {"NodePath", NAIVE_VALUE, GDV_TYPE_NODE_PATH},
    {"RID", NAIVE_VALUE, GDV_TYPE_RID},
    {"Object", NAIVE_VALUE, GDV_TYPE_OBJECT},
    {"Callable", NAIVE_VALUE, GDV_TYPE_CALLABLE},
    {"Signal", NAIVE_VALUE, GDV_TYPE_SIGNAL},
    {"Image", NAIVE_VALUE, GDV_TYPE_IMAGE},
    {"InputEvent", NAIVE_VALUE, GDV_TYPE_INPUT_EVENT},
    {"PackedByteArray", NAIVE_PACKED, GDV_TYPE_PACKED_BYTE_ARRAY},
    {"PackedInt32Array", NAIVE_PACKED, GDV_TYPE_PACKED_INT32_ARRAY},
    {"PackedInt64Array", NAIVE_PACKED, GDV_TYPE_PACKED_INT64_ARRAY},
    {"PackedFloat32Array", NAIVE_PACKED, GDV_TYPE_PACKED_FLOAT32_ARRAY},
    {"PackedFloat64Array", NAIVE_PACKED, GDV_TYPE_PACKED_FLOAT64_ARRAY},
    {"PackedStringArray", NAIVE_PACKED, GDV_TYPE_PACKED_STRING_ARRAY},
    {"PackedVector2Array", NAIVE_PACKED, GDV_TYPE_PACKED_VECTOR2_ARRAY},
    {"PackedVector2iArray", NAIVE_PACKED, GDV_TYPE_PACKED_VECTOR2I_ARRAY},
    {"PackedVector3Array", NAIVE_PACKED, GDV_TYPE_PACKED_VECTOR3_ARRAY},
    {"PackedVector3iArray", NAIVE_PACKED, GDV_TYPE_PACKED_VECTOR3I_ARRAY},
    {"PackedVector4Array", NAIVE_PACKED, GDV_TYPE_PACKED_VECTOR4_ARRAY},
    {"PackedVector4iArray", NAIVE_PACKED, GDV_TYPE_PACKED_VECTOR4I_ARRAY},
    {"PackedColorArray", NAIVE_PACKED, GDV_TYPE_PACKED_COLOR_ARRAY},
};

static void words(naive_parser *in, naive_rule *rule)
{
    bool more = true;
    while (more) {
        bool ascii = naive_takes(in, "ascii");
        bool printable = naive_takes(in, "printable");
        bool identifiers = naive_takes(in, "identifier");
        bool chars = naive_takes(in, "chars");
        bool nonfinite = naive_takes(in, "nonfinite");
        rule->ascii = rule->ascii || ascii;
        rule->printable = rule->printable || printable;
        rule->identifier = rule->identifier || identifiers;
        rule->chars = rule->chars || chars;
        rule->nonfinite = rule->nonfinite || nonfinite;
        more = ascii || printable || identifiers || chars || nonfinite;
    }
}

static void bounds(naive_parser *in, naive_rule *rule)
{
    words(in, rule);
    naive_range(in, rule);
    words(in, rule);
}

/* A value of one of those types, or NULL. */
static naive_rule *value(naive_parser *in)
{
    for (size_t row = 0; row < sizeof type_names / sizeof type_names[0]; row += 1) {
        if (naive_sees(in, type_names[row].name)) {
            naive_rule *rule = rule_of(in, type_names[row].kind, type_names[row].type);
            (void)naive_takes(in, type_names[row].name);
            bounds(in, rule);
            if (rule->kind == NAIVE_PACKED && naive_takes(in, "of")) {
                rule->child = value(in);
                if (rule->child == NULL) {
                    rule->child = rule_of(in, NAIVE_ANY, GDV_TYPE_COUNT);
                    bounds(in, rule->child);
                }
            }
            return rule;
        }
    }
    return NULL;
}

static naive_rule *array(naive_parser *in)
{
    naive_rule *rule = rule_of(in, NAIVE_ARRAY, GDV_TYPE_ARRAY);
    naive_wants(in, "Array");
    naive_wants(in, "[");
    rule->child = any_rule(in);
    naive_wants(in, "]");
    naive_range(in, rule);
    return rule;
}

static naive_rule *map(naive_parser *in)
{
    naive_rule *rule = rule_of(in, NAIVE_MAP, GDV_TYPE_DICTIONARY);
    naive_wants(in, "Dictionary");
    naive_wants(in, "[");
    rule->child = any_rule(in);
    naive_wants(in, ",");
    rule->child->next = any_rule(in);
    naive_wants(in, "]");
    naive_range(in, rule);
    return rule;
}

static naive_rule *tuple(naive_parser *in)
{
    naive_rule *rule = rule_of(in, NAIVE_TUPLE, GDV_TYPE_ARRAY);
    naive_rule **to = &rule->child;
    naive_wants(in, "[");
    while (!naive_takes(in, "]")) {
        if (naive_takes(in, "...")) {
            rule->open = true;
        } else {
            *to = any_rule(in);
            (*to)->optional = naive_takes(in, "?");
            to = &(*to)->next;
        }
        if (!naive_takes(in, ",") && !naive_sees(in, "]")) {
            naive_stuck(in, "comma");
        }
    }
    return rule;
}

static naive_rule *record(naive_parser *in)
{
    naive_rule *rule = rule_of(in, NAIVE_RECORD, GDV_TYPE_DICTIONARY);
    naive_rule **to = &rule->child;
    naive_wants(in, "{");
    while (!naive_takes(in, "}")) {
        if (naive_takes(in, "...")) {
            rule->open = true;
        } else {
            char letter = naive_next(in);
            bool number = isdigit((unsigned char)letter) || letter == '-';
            int64_t whole_key = number ? naive_range_end(in).whole_number : 0;
            const char *key = number ? NULL : naive_sees_string(in) ? naive_quoted(in) : naive_identifier(in);
            bool optional = naive_takes(in, "?");
            naive_wants(in, ":");
            *to = any_rule(in);
            (*to)->key = key;
            (*to)->whole_key = whole_key;
            (*to)->optional = optional;
            to = &(*to)->next;
        }
        if (!naive_takes(in, ",") && !naive_sees(in, "}")) {
            naive_stuck(in, "comma");
        }
    }
    return rule;
}

static naive_rule *literal(naive_parser *in)
{
    naive_rule *rule = rule_of(in, NAIVE_LITERAL, GDV_TYPE_NIL);
    if (naive_sees_string(in)) {
        rule->type = GDV_TYPE_STRING;
        rule->text = naive_quoted(in);
    } else if (naive_sees(in, "true") || naive_sees(in, "false")) {
        rule->type = GDV_TYPE_BOOL;
        rule->truth = naive_takes(in, "true");
        (void)naive_takes(in, "false");
    } else if (!naive_takes(in, "null")) {
        rule->type = GDV_TYPE_INT;
        rule->low = naive_range_end(in);
    }
    return rule;
}

static naive_rule *option(naive_parser *in)
{
    char letter = naive_next(in);
    if (letter == '{') {
        return record(in);
    }
    if (letter == '[') {
        return tuple(in);
    }
    if (naive_sees(in, "Array")) {
        return array(in);
    }
    if (naive_sees(in, "Dictionary")) {
        return map(in);
    }
    if (naive_sees_string(in) || isdigit((unsigned char)letter) || letter == '-' || naive_sees(in, "true") ||
        naive_sees(in, "false") || naive_sees(in, "null")) {
        return literal(in);
    }
    naive_rule *rule = value(in);
    if (rule == NULL) {
        rule = rule_of(in, NAIVE_NAMED, GDV_TYPE_COUNT);
        rule->text = naive_identifier(in);
    }
    return rule;
}

static naive_rule *any_rule(naive_parser *in)
{
    naive_rule *first = option(in);
    if (!naive_sees(in, "|")) {
        return first;
    }
    naive_rule *all = rule_of(in, NAIVE_UNION, GDV_TYPE_COUNT);
    all->line = first->line;
    all->child = first;
    for (naive_rule *last = first; naive_takes(in, "|"); last = last->next) {
        last->next = option(in);
    }
    return all;
}

/* ---- statements ---- */

static void one_limit(naive_parser *in, naive_limits *limits)
{
    const struct {
        const char *name;
        uint64_t *to;
    } rows[] = {{"max_bytes", &limits->bytes},
                {"max_depth", &limits->depth},
                {"max_values", &limits->values},
                {"max_elements", &limits->elements},
                {"max_string", &limits->string}};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        if (naive_takes(in, rows[row].name)) {
            naive_wants(in, "=");
            *rows[row].to = (uint64_t)naive_range_end(in).whole_number;
            return;
        }
    }
    naive_stuck(in, "limit");
}

static void limit_list(naive_parser *in, naive_limits *limits)
{
    one_limit(in, limits);
    while (naive_takes(in, ",")) {
        if (naive_sees(in, "max_bytes") || naive_sees(in, "max_depth") || naive_sees(in, "max_values") ||
            naive_sees(in, "max_elements") || naive_sees(in, "max_string")) {
            one_limit(in, limits);
        }
    }
}

static void named(naive_parser *in, bool packet)
{
    naive_named **to = &in->schema->first;
    while (*to != NULL) {
        to = &(*to)->next;
    }
    *to = naive_take_for(in, sizeof **to);
    (*to)->name = naive_identifier(in);
    (*to)->packet = packet;
    (*to)->limits = (naive_limits){UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    if (packet && naive_takes(in, "(")) {
        limit_list(in, &(*to)->limits);
        naive_wants(in, ")");
    }
    naive_wants(in, "=");
    in->name = (*to)->name;
    (*to)->rule = any_rule(in);
}

static void statements(naive_parser *in, unsigned source);

static void include(naive_parser *in)
{
    const char *name = naive_quoted(in);
    for (unsigned source = 0; source < in->source_count; source += 1) {
        if (strcmp(in->sources[source].name, name) == 0) {
            naive_parser inner = *in;
            statements(&inner, source);
            return;
        }
    }
    naive_stuck(in, name);
}

static void statements(naive_parser *in, unsigned source)
{
    in->source = source;
    in->at = in->sources[source].text;
    in->end = in->at + in->sources[source].size;
    in->line = 1;
    while (naive_next(in) != '\0') {
        if (naive_takes(in, "limits")) {
            limit_list(in, &in->schema->limits);
        } else if (naive_takes(in, "include")) {
            include(in);
        } else if (naive_takes(in, "packet")) {
            named(in, true);
        } else {
            naive_wants(in, "type");
            named(in, false);
        }
    }
}

naive_schema naive_schema_read(const gdv_schema_source *sources, size_t count)
{
    naive_schema schema = {.limits = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    naive_parser in = {.schema = &schema, .sources = sources, .source_count = count};
    statements(&in, 0);
    return schema;
}
