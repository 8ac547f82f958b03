/* SPDX-License-Identifier: MIT */
/* The statements that fill a struct from a match: one or two for each member, nothing is looked up. */
#include <inttypes.h>

#include "schema_c_member.h"

typedef struct filling {
    c_maker *maker;
    c_text *to;
    c_text path; /* "to->from." */
} filling;

/* "gdv_match_value(match, 3)". */
static void put_value(const filling *in, uint32_t value)
{
    if (value == GDV_NONE) {
        c_text_add(in->to, "gdv_root(&match->document)");
    } else {
        c_text_add(in->to, "gdv_match_value(match, %" PRIu32 ")", value);
    }
}

/* A call with the value as its first argument, and what follows it. */
static void put_call(const filling *in, const c_member *member, const char *call, const char *rest)
{
    c_text_add(in->to, "%s(", call);
    put_value(in, member->value);
    c_text_add(in->to, "%s);\n", rest);
}

static void put_assigned(const filling *in, const c_member *member, const char *call, const char *rest)
{
    c_text_add(in->to, "    %s%s = ", c_text_of(&in->path), member->name);
    put_call(in, member, call, rest);
}

/* helper(value, &to->NAME), for what one assignment cannot do. */
static void put_handed(const filling *in, const c_member *member, const char *call)
{
    const char *path = c_text_of(&in->path);
    c_text_add(in->to, "    %s(", call);
    put_value(in, member->value);
    c_text_add(in->to, ", &%s%s", path, member->name);
    if (member->kind == C_BYTES) {
        c_text_add(in->to, ", &%s%s_size", path, member->name);
    }
    c_text_add(in->to, ");\n");
}

static void put_components(const filling *in, const c_member *member, const char *call)
{
    const gdv_rule *rule = gdv_schema_rule(in->maker->schema, member->rule);
    c_text_add(in->to, "    %s(", call);
    put_value(in, member->value);
    c_text_add(in->to, ", %s%s, %" PRIu32 ");\n", c_text_of(&in->path), member->name, c_components(in->maker, rule));
}

/* NOLINTBEGIN(misc-no-recursion): as deep as structs are nested, whose members a match keeps: GDV_MATCH_VALUES at most */
static void put_fields(filling *in, uint32_t number, uint32_t base);

static void put_struct(filling *in, const c_member *member)
{
    size_t size = in->path.size;
    c_text_add(&in->path, "%s.", member->name);
    put_fields(in, member->rule, member->base);
    c_text_cut(&in->path, size);
}

static void put_member(filling *in, const c_member *member)
{
    const char *path = c_text_of(&in->path);
    if (member->optional) {
        c_text_add(in->to, "    %shas_%s = ", path, member->name);
        put_call(in, member, "gdv_exists", "");
    }
    switch (member->kind) {
    case C_CONSTANT:
        break;
    case C_BOOL:
        put_assigned(in, member, "gdv_bool_or", ", false");
        break;
    case C_INT:
        put_assigned(in, member, "gdv_int_or", ", INT64_MIN, INT64_MAX, 0");
        break;
    case C_NUMBER:
        c_text_add(in->to, "    %s%s_is_int = gdv_type_of(", path, member->name);
        put_value(in, member->value);
        c_text_add(in->to, ") == GDV_TYPE_INT;\n");
        in->maker->needs |= C_NEED_NUMBER;
        put_assigned(in, member, "number_of", "");
        break;
    case C_FLOAT:
        in->maker->needs |= C_NEED_NUMBER;
        put_assigned(in, member, "number_of", "");
        break;
    case C_TEXT:
        put_assigned(in, member, "gdv_text_or", ", \"\"");
        break;
    case C_INTS:
        in->maker->needs |= C_NEED_INTS;
        put_components(in, member, "ints_of");
        break;
    case C_FLOATS:
        in->maker->needs |= C_NEED_FLOATS;
        put_components(in, member, "floats_of");
        break;
    case C_BYTES:
        in->maker->needs |= C_NEED_BYTES;
        put_handed(in, member, "bytes_of");
        break;
    case C_PACKED:
        in->maker->needs |= C_NEED_NUMBERS;
        put_handed(in, member, "numbers_of");
        break;
    case C_STRUCT:
        put_struct(in, member);
        break;
    case C_VALUE:
        c_text_add(in->to, "    %s%s = ", path, member->name);
        put_value(in, member->value);
        c_text_add(in->to, ";\n");
        break;
    }
}

/* The value that fields whose numbers begin at `base` are in is the one before; of the packet's own it is the root. */
static void put_fields(filling *in, uint32_t number, uint32_t base)
{
    const gdv_rule *rule = gdv_schema_rule(in->maker->schema, number);
    for (uint32_t index = 0; index < c_field_count(rule); index += 1) {
        c_member member;
        c_member_of_field(in->maker, number, base, index, &member);
        put_member(in, &member);
    }
    if (c_is_open(rule)) {
        c_text_add(in->to, "    %sothers = ", c_text_of(&in->path));
        put_value(in, base == 0 ? GDV_NONE : base - 1);
        c_text_add(in->to, ";\n");
    }
}

/* NOLINTEND(misc-no-recursion) */

void c_put_fill(c_maker *maker, c_text *to, uint32_t packet)
{
    filling in = {maker, to, {.bytes = NULL}};
    c_text_add(&in.path, "to->");
    if (c_has_fields(gdv_schema_rule(maker->schema, packet))) {
        put_fields(&in, packet, 0);
    } else {
        c_member member;
        c_member_of_packet(maker, packet, &member);
        put_member(&in, &member);
    }
    to->failed = to->failed || in.path.failed;
    c_text_free(&in.path);
}
