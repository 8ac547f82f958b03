/* SPDX-License-Identifier: MIT */
#include "schema_c_member.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool c_has_fields(const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_RECORD || rule->kind == GDV_RULE_TUPLE;
}

bool c_is_open(const gdv_rule *rule)
{
    return (rule->flags & GDV_RULE_OPEN) != 0;
}

uint32_t c_field_count(const gdv_rule *rule)
{
    return rule->count + (rule->kind == GDV_RULE_RECORD ? rule->number_count : 0);
}

static const gdv_wire_row *row_of(const c_maker *maker, const gdv_rule *rule)
{
    uint32_t id = 0;
    bool there = gdv_dialect_type_id(maker->schema->dialect, (gdv_type)rule->type, &id);
    return there ? gdv_dialect_wire(maker->schema->dialect, id) : NULL;
}

gdv_component c_component(const c_maker *maker, const gdv_rule *rule)
{
    const gdv_wire_row *row = row_of(maker, rule);
    return row != NULL ? (gdv_component)row->component : GDV_COMPONENT_NONE;
}

uint32_t c_components(const c_maker *maker, const gdv_rule *rule)
{
    const gdv_wire_row *row = row_of(maker, rule);
    return row != NULL ? row->size / 4u : 0;
}

bool c_has_wide(const c_maker *maker, const gdv_rule *rule)
{
    const gdv_wire_row *row = row_of(maker, rule);
    return row != NULL && row->wide != 0;
}

const char *c_type_enum(uint8_t type)
{
    static const char *const names[] = {
#define NAME_OF(name, text) "GDV_TYPE_" #name,
        GDV_TYPE_LIST(NAME_OF)
#undef NAME_OF
    };
    return type < GDV_TYPE_COUNT ? names[type] : "";
}

/* Whether one value passes and no other. A float is none: it may come in 32 or in 64 bits. */
static bool is_constant(const gdv_rule *rule)
{
    bool set = (rule->flags & GDV_RULE_SET) != 0;
    switch (rule->kind) {
    case GDV_RULE_NIL:
        return true;
    case GDV_RULE_BOOL:
        return rule->lowest == rule->highest;
    case GDV_RULE_INT:
        return set ? rule->number_count == 1 : rule->lowest == rule->highest;
    case GDV_RULE_TEXT:
        return set && rule->count == 1;
    default:
        return false;
    }
}

static c_kind kind_of(const c_maker *maker, const gdv_rule *rule, bool nested)
{
    if (is_constant(rule)) {
        return C_CONSTANT;
    }
    switch (rule->kind) {
    case GDV_RULE_BOOL:
        return C_BOOL;
    case GDV_RULE_INT:
        return C_INT;
    case GDV_RULE_FLOAT:
        return C_FLOAT;
    case GDV_RULE_NUMBER:
        return C_NUMBER;
    case GDV_RULE_TEXT:
        return C_TEXT;
    case GDV_RULE_MATH:
        return c_component(maker, rule) == GDV_COMPONENT_INT32 ? C_INTS : C_FLOATS;
    case GDV_RULE_BYTES:
        return C_BYTES;
    case GDV_RULE_PACKED:
        return C_PACKED;
    case GDV_RULE_RECORD:
    case GDV_RULE_TUPLE:
        return nested ? C_STRUCT : C_VALUE;
    default:
        return C_VALUE;
    }
}

void c_member_of_field(const c_maker *maker, uint32_t number, uint32_t base, uint32_t index, c_member *member)
{
    const gdv_schema *schema = maker->schema;
    const gdv_rule *rule = gdv_schema_rule(schema, number);
    const gdv_rule_field *field = gdv_schema_field(schema, rule->first + index);
    bool nested = (field->flags & GDV_FIELD_NESTED) != 0;
    *member = (c_member){.rule = field->rule, .line = field->line};
    member->kind = kind_of(maker, gdv_schema_rule(schema, field->rule), nested);
    member->value = field->value == GDV_FIELD_NOWHERE ? GDV_NONE : base + field->value;
    member->base = member->value == GDV_NONE ? 0 : member->value + 1;
    member->optional = (field->flags & GDV_FIELD_OPTIONAL) != 0;
    if (rule->kind == GDV_RULE_TUPLE && gdv_schema_parameter_name(schema, number, index).size > 0) {
        member->has_text = true;
        member->key = gdv_schema_parameter_name(schema, number, index);
        (void)c_name_of_text(member->key, member->name);
    } else if (rule->kind == GDV_RULE_TUPLE) {
        (void)snprintf(member->name, sizeof member->name, "item_%" PRIu32, index);
    } else if (index < rule->count) {
        member->has_text = true;
        member->key = gdv_schema_text(schema, rule->texts + index);
        (void)c_name_of_text(member->key, member->name);
    } else {
        member->has_number = true;
        member->number = gdv_schema_int(schema, rule->numbers + index - rule->count);
        c_name_of_number(member->number, member->name);
    }
}

void c_member_of_packet(const c_maker *maker, uint32_t packet, c_member *member)
{
    const gdv_rule *rule = gdv_schema_rule(maker->schema, packet);
    *member = (c_member){.rule = packet, .line = rule->line, .value = GDV_NONE, .name = "value"};
    member->kind = kind_of(maker, rule, false);
}

bool c_packet_part(const c_maker *maker, uint32_t packet, char name[C_NAME_SIZE])
{
    const char *known = gdv_schema_packet_name(maker->schema, packet);
    const gdv_text text = {known, strlen(known)};
    return c_part_of_text(text, name);
}

bool c_refuse(const c_maker *maker, uint32_t packet, uint32_t line, const char *format, ...)
{
    char text[512];
    const gdv_rule_packet *of = gdv_schema_packet(maker->schema, packet);
    const char *path = of->source < maker->files->count ? maker->files->paths[of->source] : maker->files->paths[0];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    remark("%s:%" PRIu32 ": packet %.80s: %s", path, line, gdv_schema_packet_name(maker->schema, packet), text);
    return false;
}
