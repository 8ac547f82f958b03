/* SPDX-License-Identifier: MIT */
/* The statements that write a struct. A writer's refusal is sticky, so none of them looks at what it returns. */
#include <inttypes.h>

#include "schema_c_member.h"

typedef struct writing {
    c_maker *maker;
    c_text *to;
    c_text path; /* "from->from." */
    uint32_t level;
} writing;

static void indent(const writing *in)
{
    for (uint32_t each = 0; each < in->level; each += 1) {
        c_text_add(in->to, "    ");
    }
}

static void put_string(const writing *in, const char *call, gdv_text string)
{
    indent(in);
    c_text_add(in->to, "%s(writer, ", call);
    c_text_add_string(in->to, string);
    c_text_add(in->to, ", %zu);\n", string.size);
}

/* The least int has no literal of its own in C. */
static void put_int_literal(const writing *in, int64_t number)
{
    if (number == INT64_MIN) {
        c_text_add(in->to, "INT64_MIN");
    } else {
        c_text_add(in->to, "INT64_C(%" PRId64 ")", number);
    }
}

static void put_int(const writing *in, int64_t number)
{
    indent(in);
    c_text_add(in->to, "gdv_write_int(writer, ");
    put_int_literal(in, number);
    c_text_add(in->to, ");\n");
}

static const char *component_enum(gdv_component component)
{
    static const char *const names[] = {"GDV_COMPONENT_NONE", "GDV_COMPONENT_INT32", "GDV_COMPONENT_INT64",
                                        "GDV_COMPONENT_FLOAT32", "GDV_COMPONENT_FLOAT64"};
    return names[component];
}

static const char *text_call(const gdv_rule *rule)
{
    return (rule->flags & GDV_RULE_STRING) != 0 ? "gdv_write_string" : "gdv_write_string_name";
}

static void put_constant(const writing *in, const gdv_rule *rule)
{
    bool set = (rule->flags & GDV_RULE_SET) != 0;
    switch (rule->kind) {
    case GDV_RULE_NIL:
        indent(in);
        c_text_add(in->to, "gdv_write_nil(writer);\n");
        break;
    case GDV_RULE_BOOL:
        indent(in);
        c_text_add(in->to, "gdv_write_bool(writer, %s);\n", rule->lowest != 0 ? "true" : "false");
        break;
    case GDV_RULE_INT:
        put_int(in, set ? gdv_schema_int(in->maker->schema, rule->numbers) : rule->lowest);
        break;
    default:
        put_string(in, text_call(rule), gdv_schema_text(in->maker->schema, rule->texts));
        break;
    }
}

/* NOLINTBEGIN(misc-no-recursion): as deep as structs are nested, whose members a match keeps: GDV_MATCH_VALUES at most */
static void put_fields(writing *in, uint32_t number);

static void put_struct(writing *in, const c_member *member)
{
    size_t size = in->path.size;
    c_text_add(&in->path, "%s.", member->name);
    put_fields(in, member->rule);
    c_text_cut(&in->path, size);
}

static void put_components(const writing *in, const c_member *member, const gdv_rule *rule)
{
    bool ints = member->kind == C_INTS;
    in->maker->needs |= ints ? 0 : C_NEED_PUT_FLOATS;
    c_text_add(in->to, "%s(writer, %s, %s%s, %" PRIu32 "%s);\n", ints ? "gdv_write_int32s" : "put_floats",
               c_type_enum(rule->type), c_text_of(&in->path), member->name, c_components(in->maker, rule),
               ints                          ? ""
               : c_has_wide(in->maker, rule) ? ", true"
                                             : ", false");
}

static void put_member(writing *in, const c_member *member)
{
    const char *path = c_text_of(&in->path);
    const gdv_rule *rule = gdv_schema_rule(in->maker->schema, member->rule);
    if (member->kind == C_CONSTANT) {
        put_constant(in, rule);
        return;
    }
    if (member->kind == C_STRUCT) {
        put_struct(in, member);
        return;
    }
    indent(in);
    switch (member->kind) {
    case C_BOOL:
        c_text_add(in->to, "gdv_write_bool(writer, %s%s);\n", path, member->name);
        break;
    case C_INT:
        c_text_add(in->to, "gdv_write_int(writer, %s%s);\n", path, member->name);
        break;
    case C_FLOAT:
        c_text_add(in->to, "gdv_write_float(writer, %s%s);\n", path, member->name);
        break;
    case C_NUMBER:
        in->maker->needs |= C_NEED_PUT_NUMBER;
        c_text_add(in->to, "put_number(writer, %s%s, %s%s_is_int);\n", path, member->name, path, member->name);
        break;
    case C_TEXT:
        c_text_add(in->to, "%s(writer, %s%s.bytes, %s%s.size);\n", text_call(rule), path, member->name, path,
                   member->name);
        break;
    case C_BYTES:
        c_text_add(in->to, "gdv_write_bytes(writer, %s%s, %s%s_size);\n", path, member->name, path, member->name);
        break;
    case C_PACKED:
        in->maker->needs |= C_NEED_PACKED | C_NEED_ROOM;
        c_text_add(in->to, "put_numbers(writer, %s, &%s%s, %s, room);\n", c_type_enum(rule->type), path, member->name,
                   component_enum(c_component(in->maker, rule)));
        break;
    case C_VALUE:
        in->maker->needs |= C_NEED_VALUE | C_NEED_PACKED | C_NEED_ROOM;
        c_text_add(in->to, "put_value(writer, %s%s, room);\n", path, member->name);
        break;
    default:
        put_components(in, member, rule);
        break;
    }
}

/* if (from->has_jump) {. An element of a tuple has to have all before it. */
static void open_condition(writing *in, c_text *condition, const c_member *member, bool tuple)
{
    if (!tuple) {
        c_text_cut(condition, 0);
    }
    c_text_add(condition, "%s%shas_%s", condition->size > 0 ? " && " : "", c_text_of(&in->path), member->name);
    indent(in);
    c_text_add(in->to, "if (%s) {\n", c_text_of(condition));
    in->level += 1;
}

/* "static const char *const texts[] = {..};", the keys of a record that are members. */
static void put_keys(const writing *in, const gdv_rule *rule)
{
    const gdv_schema *schema = in->maker->schema;
    for (uint32_t index = 0; index < rule->count; index += 1) {
        indent(in);
        c_text_add(in->to,
                   index == 0 ? "static const char *const texts[] = {" : "                                    ");
        c_text_add_string(in->to, gdv_schema_text(schema, rule->texts + index));
        c_text_add(in->to, index + 1 < rule->count ? ",\n" : "};\n");
    }
    for (uint32_t index = 0; index < rule->number_count; index += 1) {
        int64_t number = gdv_schema_int(schema, rule->numbers + index);
        indent(in);
        c_text_add(in->to, index == 0 ? "static const int64_t numbers[] = {" : "                                  ");
        put_int_literal(in, number);
        c_text_add(in->to, index + 1 < rule->number_count ? ",\n" : "};\n");
    }
}

/* What an open record or tuple has beside its members. */
static void put_others(writing *in, const gdv_rule *rule)
{
    in->maker->needs |= C_NEED_VALUE | C_NEED_PACKED | C_NEED_ROOM;
    if (rule->kind == GDV_RULE_TUPLE) {
        in->maker->needs |= C_NEED_ELEMENTS;
        indent(in);
        c_text_add(in->to, "put_elements(writer, %sothers, %" PRIu32 ", room);\n", c_text_of(&in->path), rule->count);
        return;
    }
    in->maker->needs |= C_NEED_PAIRS;
    indent(in);
    c_text_add(in->to, "{\n");
    in->level += 1;
    put_keys(in, rule);
    indent(in);
    c_text_add(in->to, "put_pairs(writer, %sothers, %s, %" PRIu32 ", %s, %" PRIu32 ", room);\n", c_text_of(&in->path),
               rule->count > 0 ? "texts" : "NULL", rule->count, rule->number_count > 0 ? "numbers" : "NULL",
               rule->number_count);
    in->level -= 1;
    indent(in);
    c_text_add(in->to, "}\n");
}

static void put_fields(writing *in, uint32_t number)
{
    const gdv_rule *rule = gdv_schema_rule(in->maker->schema, number);
    bool tuple = rule->kind == GDV_RULE_TUPLE;
    c_text condition = {.bytes = NULL};
    indent(in);
    c_text_add(in->to, "gdv_begin_%s(writer);\n", tuple ? "array" : "dictionary");
    for (uint32_t index = 0; index < c_field_count(rule); index += 1) {
        c_member member;
        c_member_of_field(in->maker, number, 0, index, &member);
        if (member.optional) {
            open_condition(in, &condition, &member, tuple);
        }
        if (member.has_text) {
            put_string(in, "gdv_write_string", member.key);
        } else if (member.has_number) {
            put_int(in, member.number);
        }
        put_member(in, &member);
        if (member.optional) {
            in->level -= 1;
            indent(in);
            c_text_add(in->to, "}\n");
        }
    }
    if (c_is_open(rule)) {
        put_others(in, rule);
    }
    indent(in);
    c_text_add(in->to, "gdv_end(writer);\n");
    in->to->failed = in->to->failed || condition.failed;
    c_text_free(&condition);
}

/* NOLINTEND(misc-no-recursion) */

void c_put_write(c_maker *maker, c_text *to, uint32_t packet)
{
    writing in = {maker, to, {.bytes = NULL}, 1};
    c_text_add(&in.path, "from->");
    if (c_has_fields(gdv_schema_rule(maker->schema, packet))) {
        put_fields(&in, packet);
    } else {
        c_member member;
        c_member_of_packet(maker, packet, &member);
        put_member(&in, &member);
    }
    to->failed = to->failed || in.path.failed;
    c_text_free(&in.path);
}
