/* SPDX-License-Identifier: MIT */
/* The structs of the generated header. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "schema_c_member.h"

typedef struct structs {
    c_maker *maker;
    c_text *to;
    uint32_t packet;
} structs;

static void indent(c_text *to, uint32_t level)
{
    for (uint32_t each = 0; each < level; each += 1) {
        c_text_add(to, "    ");
    }
}

/* What a message calls a member: its key, as the schema has it. */
static void what_of(const c_member *member, char what[256])
{
    if (member->has_text) {
        (void)snprintf(what, 256, "\"%.*s\"", (int)(member->key.size < 80 ? member->key.size : 80), member->key.bytes);
    } else if (member->has_number) {
        (void)snprintf(what, 256, "the key %" PRId64, member->number);
    } else {
        (void)snprintf(what, 256, "%s", member->name);
    }
}

/* Takes a name of a struct, for a member, or for what goes with one. */
static bool take_name(const structs *in, c_names *names, const c_member *member, const char *name)
{
    char of[256];
    char what[300];
    what_of(member, of);
    bool itself = strcmp(name, member->name) == 0;
    (void)snprintf(what, sizeof what, "%s%s", itself ? "" : "what goes with ", of);
    const char *other = c_names_add(names, name, what);
    return other == NULL ||
           c_refuse(in->maker, in->packet, member->line, "%s and %s would both be called %s in C", other, what, name);
}

/* A name, and those of what goes with it: whether it is there, its size, whether it is an int. */
static bool take_names(const structs *in, c_names *names, const c_member *member)
{
    char name[C_NAME_SIZE + 16];
    bool fine = true;
    if (member->kind != C_CONSTANT) {
        fine = take_name(in, names, member, member->name);
    }
    if (fine && member->optional) {
        (void)snprintf(name, sizeof name, "has_%s", member->name);
        fine = take_name(in, names, member, name);
    }
    if (fine && (member->kind == C_BYTES || member->kind == C_NUMBER)) {
        (void)snprintf(name, sizeof name, "%s_%s", member->name, member->kind == C_BYTES ? "size" : "is_int");
        fine = take_name(in, names, member, name);
    }
    return fine;
}

static bool check_member(const structs *in, const c_member *member)
{
    if (member->name[0] == '\0') {
        return c_refuse(in->maker, in->packet, member->line, "a key of %zu bytes has no name in C", member->key.size);
    }
    if (member->value == GDV_NONE) {
        return c_refuse(in->maker, in->packet, member->line,
                        "more than the %u values that a match keeps, and a struct can hold", GDV_MATCH_VALUES);
    }
    return true;
}

static void put_scalar(const structs *in, const c_member *member)
{
    static const char *const types[] = {
        [C_BOOL] = "bool",          [C_INT] = "int64_t",  [C_FLOAT] = "double",    [C_NUMBER] = "double",
        [C_TEXT] = "gdv_text",      [C_INTS] = "int32_t", [C_FLOATS] = "double",   [C_BYTES] = "const uint8_t",
        [C_PACKED] = "gdv_numbers", [C_STRUCT] = "",      [C_VALUE] = "gdv_value", [C_CONSTANT] = ""};
    const gdv_rule *rule = gdv_schema_rule(in->maker->schema, member->rule);
    c_text_add(in->to, "%s %s%s", types[member->kind], member->kind == C_BYTES ? "*" : "", member->name);
    if (member->kind == C_INTS || member->kind == C_FLOATS) {
        c_text_add(in->to, "[%" PRIu32 "]", c_components(in->maker, rule));
    }
    c_text_add(in->to, ";");
}

/* What a line of the header says of a member: the type as the schema has it. */
static void put_comment(const structs *in, const c_member *member)
{
    const gdv_rule *rule = gdv_schema_rule(in->maker->schema, member->rule);
    static const char *const kinds[] = {
#define TEXT_OF(name, text) text,
        GDV_RULE_LIST(TEXT_OF)
#undef TEXT_OF
    };
    bool typed = rule->kind == GDV_RULE_VALUE || rule->kind == GDV_RULE_MATH || rule->kind == GDV_RULE_PACKED ||
                 rule->kind == GDV_RULE_ARRAY;
    const char *kind = typed ? gdv_type_name((gdv_type)rule->type) : kinds[rule->kind];
    c_text_add(in->to, " /* %s, line %" PRIu32 " */\n", kind, member->line);
}

/* NOLINTBEGIN(misc-no-recursion): as deep as structs are nested, whose members a match keeps: GDV_MATCH_VALUES at most */
static bool put_fields(structs *in, uint32_t rule, uint32_t base, uint32_t level);

static bool put_member(structs *in, const c_member *member, uint32_t level)
{
    bool fine = true;
    if (member->optional) {
        indent(in->to, level);
        c_text_add(in->to, "bool has_%s;\n", member->name);
    }
    if (member->kind == C_CONSTANT) {
        return true;
    }
    indent(in->to, level);
    if (member->kind == C_STRUCT) {
        c_text_add(in->to, "struct {\n");
        fine = put_fields(in, member->rule, member->base, level + 1);
        indent(in->to, level);
        c_text_add(in->to, "} %s;", member->name);
    } else {
        put_scalar(in, member);
    }
    put_comment(in, member);
    if (member->kind == C_BYTES || member->kind == C_NUMBER) {
        indent(in->to, level);
        c_text_add(in->to, member->kind == C_BYTES ? "size_t %s_size;\n" : "bool %s_is_int;\n", member->name);
    }
    return fine;
}

/* The members of one struct, whose names are a scope. */
static bool put_fields(structs *in, uint32_t number, uint32_t base, uint32_t level)
{
    const gdv_rule *rule = gdv_schema_rule(in->maker->schema, number);
    c_names names = {.entries = NULL};
    bool fine = true;
    size_t before = in->to->size;
    for (uint32_t index = 0; fine && index < c_field_count(rule); index += 1) {
        c_member member;
        c_member_of_field(in->maker, number, base, index, &member);
        fine = check_member(in, &member) && take_names(in, &names, &member) && put_member(in, &member, level);
    }
    if (fine && c_is_open(rule)) {
        c_member others = {.line = rule->line, .name = "others"};
        fine = take_name(in, &names, &others, others.name);
        indent(in->to, level);
        c_text_add(in->to, "gdv_value others; /* the whole, of which what has no member here is written too */\n");
    }
    if (in->to->size == before) {
        indent(in->to, level);
        c_text_add(in->to, "char nothing; /* C has no empty struct */\n");
    }
    c_names_free(&names);
    return fine;
}

/* NOLINTEND(misc-no-recursion) */

bool c_put_struct(c_maker *maker, c_text *to, uint32_t packet)
{
    structs in = {maker, to, packet};
    const gdv_rule *rule = gdv_schema_rule(maker->schema, packet);
    if (c_has_fields(rule)) {
        return put_fields(&in, packet, 0, 1);
    }
    c_member member;
    c_member_of_packet(maker, packet, &member);
    if (member.kind == C_CONSTANT) {
        c_text_add(to, "    char nothing; /* one value alone passes */\n");
        return true;
    }
    return put_member(&in, &member, 1);
}
