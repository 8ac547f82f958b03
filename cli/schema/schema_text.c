/* SPDX-License-Identifier: MIT */
#include "schema_text.h"

#include <float.h>
#include <inttypes.h>
#include <string.h>

#include "../io/decimal.h"
#include "../io/say.h"
#include "schema_words.h"

/* NOLINTBEGIN(misc-no-recursion): as deep as the text of a schema may be nested, which its compiler limits */

static void print_rule(const gdv_schema *schema, uint32_t number);

static void print_bar(uint32_t *printed)
{
    out(*printed > 0 ? " | " : "");
    *printed += 1;
}

static void print_texts(const gdv_schema *schema, const gdv_rule *rule)
{
    uint32_t printed = 0;
    for (uint32_t index = 0; index < rule->count; index += 1) {
        print_bar(&printed);
        schema_print_quoted(gdv_schema_text(schema, rule->texts + index));
    }
}

static void print_numbers(const gdv_schema *schema, const gdv_rule *rule)
{
    uint32_t printed = 0;
    for (uint32_t index = 0; index < rule->number_count; index += 1) {
        print_bar(&printed);
        if (rule->kind == GDV_RULE_FLOAT) {
            char text[DECIMAL_SIZE];
            decimal_of_double(gdv_schema_double(schema, rule->numbers + index), text);
            out(text);
        } else {
            out_format("%" PRId64, gdv_schema_int(schema, rule->numbers + index));
        }
    }
}

static bool is_of_ints(uint8_t type)
{
    switch (type) {
    case GDV_TYPE_VECTOR2I:
    case GDV_TYPE_RECT2I:
    case GDV_TYPE_VECTOR3I:
    case GDV_TYPE_VECTOR4I:
    case GDV_TYPE_PACKED_INT32_ARRAY:
    case GDV_TYPE_PACKED_INT64_ARRAY:
    case GDV_TYPE_PACKED_VECTOR2I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR3I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR4I_ARRAY:
        return true;
    default:
        return false;
    }
}

static void print_range(const gdv_rule *rule)
{
    if (is_of_ints(rule->type)) {
        schema_print_ints(rule);
    } else {
        schema_print_floats(rule);
    }
}

static bool has_range(const gdv_rule *rule)
{
    bool nonfinite = (rule->flags & GDV_RULE_NONFINITE) != 0;
    return is_of_ints(rule->type) ? rule->lowest != INT64_MIN || rule->highest != INT64_MAX
                                  : nonfinite || rule->low > -DBL_MAX || rule->high < DBL_MAX;
}

/* ---- rules without rules in them */

static void print_length_and_class(const gdv_rule *rule)
{
    out((rule->flags & GDV_RULE_CHARS) != 0 ? " chars" : "");
    schema_print_count(rule->least, rule->most);
    out((rule->flags & GDV_RULE_ASCII) != 0 ? " ascii" : "");
    out((rule->flags & GDV_RULE_PRINTABLE) != 0 ? " printable" : "");
    out((rule->flags & GDV_RULE_IDENTIFIER) != 0 ? " identifier" : "");
}

static void print_text_rule(const gdv_schema *schema, const gdv_rule *rule)
{
    if ((rule->flags & GDV_RULE_SET) != 0) {
        print_texts(schema, rule);
        return;
    }
    out((rule->flags & GDV_RULE_STRING) != 0 ? "String" : "StringName");
    print_length_and_class(rule);
}

static void print_packed(const gdv_rule *rule)
{
    out(gdv_type_name((gdv_type)rule->type));
    schema_print_count(rule->least, rule->most);
    if (has_range(rule)) {
        out(" of");
        print_range(rule);
    }
}

static void print_strings(const gdv_schema *schema, const gdv_rule *rule)
{
    const gdv_rule *each = gdv_schema_rule(schema, rule->value);
    out("PackedStringArray");
    schema_print_count(rule->least, rule->most);
    out(" of String");
    print_length_and_class(each);
}

/* ---- rules with rules in them */

static void print_array(const gdv_schema *schema, const gdv_rule *rule)
{
    out_format("%s[", gdv_type_name((gdv_type)rule->type));
    print_rule(schema, rule->value);
    out("]");
    schema_print_count(rule->least, rule->most);
}

static void print_map(const gdv_schema *schema, const gdv_rule *rule)
{
    out("Dictionary[");
    print_rule(schema, rule->key);
    out(", ");
    print_rule(schema, rule->value);
    out("]");
    schema_print_count(rule->least, rule->most);
}

static void print_comma(bool first)
{
    out(first ? "" : ", ");
}

static void print_tuple(const gdv_schema *schema, const gdv_rule *rule)
{
    out("[");
    for (uint32_t index = 0; index < rule->count; index += 1) {
        print_comma(index == 0);
        const gdv_rule_field *field = gdv_schema_field(schema, rule->first + index);
        print_rule(schema, field->rule);
        out((field->flags & GDV_FIELD_OPTIONAL) != 0 ? "?" : "");
    }
    if ((rule->flags & GDV_RULE_OPEN) != 0) {
        print_comma(rule->count == 0);
        out("...");
    }
    out("]");
}

static void print_field(const gdv_schema *schema, uint32_t number)
{
    const gdv_rule_field *field = gdv_schema_field(schema, number);
    out((field->flags & GDV_FIELD_OPTIONAL) != 0 ? "?: " : ": ");
    print_rule(schema, field->rule);
}

static void print_record(const gdv_schema *schema, const gdv_rule *rule)
{
    out("{ ");
    for (uint32_t index = 0; index < rule->count; index += 1) {
        gdv_text key = gdv_schema_text(schema, rule->texts + index);
        print_comma(index == 0);
        if (schema_is_identifier(key)) {
            out_bytes(key.bytes, key.size);
        } else {
            schema_print_quoted(key);
        }
        print_field(schema, rule->first + index);
    }
    for (uint32_t index = 0; index < rule->number_count; index += 1) {
        print_comma(rule->count + index == 0);
        out_format("%" PRId64, gdv_schema_int(schema, rule->numbers + index));
        print_field(schema, rule->first + rule->count + index);
    }
    if ((rule->flags & GDV_RULE_OPEN) != 0) {
        print_comma(rule->count + rule->number_count == 0);
        out("...");
    }
    out(" }");
}

/* The alternatives of a union, each once: several types or tags may lead to one. */
static void print_refs(const gdv_schema *schema, const gdv_rule *rule)
{
    uint32_t count = rule->kind == GDV_RULE_UNION ? (uint32_t)GDV_TYPE_COUNT : rule->count + rule->number_count;
    uint32_t printed = 0;
    for (uint32_t index = 0; index < count; index += 1) {
        uint32_t ref = gdv_schema_ref(schema, rule->first + index);
        bool again = ref == GDV_NONE;
        for (uint32_t before = 0; before < index; before += 1) {
            again = again || gdv_schema_ref(schema, rule->first + before) == ref;
        }
        if (!again) {
            print_bar(&printed);
            print_rule(schema, ref);
        }
    }
}

/* ---- any rule */

static void print_plain(const gdv_schema *schema, const gdv_rule *rule)
{
    switch (rule->kind) {
    case GDV_RULE_NIL:
        out("null");
        break;
    case GDV_RULE_BOOL:
        out(rule->lowest != rule->highest ? "bool" : rule->lowest != 0 ? "true" : "false");
        break;
    case GDV_RULE_INT:
    case GDV_RULE_FLOAT:
        if ((rule->flags & GDV_RULE_SET) != 0) {
            print_numbers(schema, rule);
            break;
        }
        out(rule->kind == GDV_RULE_INT ? "int" : "float");
        (rule->kind == GDV_RULE_INT ? schema_print_ints : schema_print_floats)(rule);
        break;
    case GDV_RULE_NUMBER:
        out("number");
        schema_print_floats(rule);
        break;
    case GDV_RULE_MATH:
        out(gdv_type_name((gdv_type)rule->type));
        print_range(rule);
        break;
    case GDV_RULE_BYTES:
        out("PackedByteArray");
        schema_print_count(rule->least, rule->most);
        break;
    case GDV_RULE_VALUE:
        out(gdv_type_name((gdv_type)rule->type));
        break;
    default:
        out("Variant");
        break;
    }
}

static void print_content(const gdv_schema *schema, uint32_t number)
{
    const gdv_rule *rule = gdv_schema_rule(schema, number);
    switch (rule->kind) {
    case GDV_RULE_TEXT:
        print_text_rule(schema, rule);
        break;
    case GDV_RULE_PACKED:
        print_packed(rule);
        break;
    case GDV_RULE_STRINGS:
        print_strings(schema, rule);
        break;
    case GDV_RULE_ARRAY:
        print_array(schema, rule);
        break;
    case GDV_RULE_TUPLE:
        print_tuple(schema, rule);
        break;
    case GDV_RULE_MAP:
        print_map(schema, rule);
        break;
    case GDV_RULE_RECORD:
        print_record(schema, rule);
        break;
    case GDV_RULE_UNION:
    case GDV_RULE_TAGGED:
    case GDV_RULE_LED:
        print_refs(schema, rule);
        break;
    default:
        print_plain(schema, rule);
        break;
    }
}

bool schema_is_type(const gdv_schema *schema, uint32_t rule)
{
    const gdv_rule *of = gdv_schema_rule(schema, rule);
    return of != NULL && of->name != GDV_NONE && (of->flags & (GDV_RULE_PART | GDV_RULE_OF_PACKET)) == 0;
}

static void print_rule(const gdv_schema *schema, uint32_t number)
{
    if (schema_is_type(schema, number)) {
        gdv_text name = gdv_schema_text(schema, gdv_schema_rule(schema, number)->name);
        out_bytes(name.bytes, name.size);
    } else {
        print_content(schema, number);
    }
}

void schema_print_type(const gdv_schema *schema, uint32_t rule)
{
    gdv_text name = gdv_schema_text(schema, gdv_schema_rule(schema, rule)->name);
    out("type ");
    out_bytes(name.bytes, name.size);
    out(" = ");
    print_content(schema, rule);
    (void)out_line_end();
}

static uint32_t print_limit(const char *name, uint64_t limit, uint32_t printed)
{
    if (limit == 0) {
        return printed;
    }
    out_format("%s%s = %" PRIu64, printed > 0 ? ", " : "", name, limit);
    return printed + 1;
}

/* A list of limits, none of them 0, which is none. */
static uint32_t print_limits(const gdv_rule_packet *limits, const char *before)
{
    bool any = limits->max_bytes != 0 || limits->max_depth != 0 || limits->max_values != 0 ||
               limits->max_elements != 0 || limits->max_string != 0;
    out(any ? before : "");
    uint32_t printed = print_limit("max_bytes", limits->max_bytes, 0);
    if (limits->max_depth != 0) {
        out_format("%smax_depth = %" PRIu32, printed > 0 ? ", " : "", limits->max_depth - 1);
        printed += 1;
    }
    printed = print_limit("max_values", limits->max_values, printed);
    printed = print_limit("max_elements", limits->max_elements, printed);
    return print_limit("max_string", limits->max_string, printed);
}

void schema_print_limits(const gdv_schema *schema)
{
    const gdv_rule_packet *limits = gdv_schema_packet(schema, GDV_NONE);
    if (limits != NULL && print_limits(limits, "limits ") > 0) {
        (void)out_line_end();
    }
}

void schema_print_packet(const gdv_schema *schema, uint32_t packet)
{
    out_format("packet %s", gdv_schema_packet_name(schema, packet));
    if (print_limits(gdv_schema_packet(schema, packet), " (") > 0) {
        out(")");
    }
    out(" = ");
    print_content(schema, packet);
    (void)out_line_end();
}

void schema_print_script(const gdv_schema *schema, uint32_t script)
{
    gdv_text paths = gdv_schema_text(schema, gdv_schema_script(schema, script)->paths);
    const char *before = " at ";
    out_format("script %s", gdv_schema_script_name(schema, script));
    while (paths.size > 0) {
        const char *end = memchr(paths.bytes, '\n', paths.size);
        const gdv_text path = {paths.bytes, end != NULL ? (size_t)(end - paths.bytes) : paths.size};
        const size_t taken = end != NULL ? path.size + 1 : path.size;
        out(before);
        schema_print_quoted(path);
        before = ", ";
        paths.bytes += taken;
        paths.size -= taken;
    }
    (void)out_line_end();
}

static void print_parameters(const gdv_schema *schema, uint32_t packet)
{
    const gdv_rule *rule = gdv_schema_rule(schema, packet);
    out("(");
    for (uint32_t index = 0; index < rule->count; index += 1) {
        const gdv_text name = gdv_schema_parameter_name(schema, packet, index);
        print_comma(index == 0);
        out_bytes(name.bytes, name.size);
        print_field(schema, rule->first + index);
    }
    out(")");
}

void schema_print_method(const gdv_schema *schema, uint32_t packet)
{
    const uint32_t rpc = gdv_schema_packet(schema, packet)->rpc;
    const gdv_text name = gdv_schema_method_name(schema, packet);
    const bool is_method = (rpc & GDV_RPC_METHOD) != 0;
    out(is_method ? "rpc func " : "rpc var ");
    out_bytes(name.bytes, name.size);
    if (is_method) {
        print_parameters(schema, packet);
    } else {
        print_field(schema, gdv_schema_rule(schema, packet)->first);
    }
    out((rpc & GDV_RPC_ANY_PEER) != 0 ? " any_peer" : (rpc & GDV_RPC_AUTHORITY) != 0 ? " authority" : " disabled");
    out((rpc & GDV_RPC_ORDERED) != 0 ? " unreliable_ordered" : (rpc & GDV_RPC_UNRELIABLE) != 0 ? " unreliable" : "");
    out((rpc & GDV_RPC_NODE) != 0 ? " rpc_config" : "");
    (void)out_line_end();
}

/* NOLINTEND(misc-no-recursion) */
