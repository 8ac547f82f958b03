/* SPDX-License-Identifier: MIT */
/* What a rule expects, in a few words. */
#include <float.h>
#include <string.h>

#include "violation.h"

static void put_dots(gdv_words *to)
{
    gdv_words_put(to, "..");
}

/* Ends that nobody gave are left out; one number stands alone. */
static void put_ints(gdv_words *to, const gdv_rule *rule)
{
    const bool one = rule->lowest == rule->highest;
    if (one || rule->lowest != INT64_MIN) {
        gdv_words_int(to, rule->lowest);
    }
    if (!one) {
        put_dots(to);
        if (rule->highest != INT64_MAX) {
            gdv_words_int(to, rule->highest);
        }
    }
}

static void put_floats(gdv_words *to, const gdv_rule *rule)
{
    const bool one = !(rule->low < rule->high);
    const bool from = one || rule->low > -DBL_MAX;
    const bool up_to = rule->high < DBL_MAX;
    if (!from && !up_to) {
        gdv_words_put(to, "finite");
        return;
    }
    if (from) {
        gdv_words_double(to, rule->low, true);
    }
    if (!one) {
        put_dots(to);
        if (up_to) {
            gdv_words_double(to, rule->high, true);
        }
    }
}

static void put_count(gdv_words *to, const gdv_rule *rule)
{
    uint32_t least = rule->kind == GDV_RULE_RECORD ? 0 : rule->least;
    bool closed = rule->kind == GDV_RULE_TUPLE && (rule->flags & GDV_RULE_OPEN) == 0;
    uint32_t most = closed ? rule->count : rule->most;
    gdv_words_natural(to, least);
    if (least != most) {
        put_dots(to);
        if (most != UINT32_MAX) {
            gdv_words_natural(to, most);
        }
    }
    if (rule->kind == GDV_RULE_TEXT) {
        gdv_words_put(to, (rule->flags & GDV_RULE_CHARS) != 0 ? " code points" : " bytes");
    }
}

static void put_quoted_text(gdv_words *to, const gdv_schema *schema, uint32_t text)
{
    const gdv_cursor in = {.bytes = (const uint8_t *)schema->pool + schema->texts[text].at,
                           .size = schema->texts[text].size};
    gdv_words_quoted(to, &in, 0, in.size);
}

static void put_comma(gdv_words *to, uint32_t index)
{
    if (index > 0) {
        gdv_words_put(to, ", ");
    }
}

static double double_from(uint64_t bits)
{
    double number = 0.0;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Members, tags or first elements, as many as fit. */
static void put_members(gdv_words *to, const gdv_schema *schema, const gdv_rule *rule)
{
    const uint32_t numbers = rule->kind == GDV_RULE_TEXT ? 0 : rule->number_count;
    const uint32_t texts = rule->kind == GDV_RULE_INT || rule->kind == GDV_RULE_FLOAT ? 0 : rule->count;
    gdv_words_put(to, texts + numbers > 1 ? "one of " : "");
    for (uint32_t index = 0; !to->cut && index < texts; index += 1) {
        put_comma(to, index);
        put_quoted_text(to, schema, rule->texts + index);
    }
    for (uint32_t index = 0; !to->cut && index < numbers; index += 1) {
        const uint64_t bits = schema->numbers[rule->numbers + index];
        put_comma(to, texts + index);
        if (rule->kind == GDV_RULE_FLOAT) {
            gdv_words_double(to, double_from(bits), false);
        } else {
            gdv_words_int(to, gdv_signed64(bits));
        }
    }
}

static void put_type_name(gdv_words *to, const gdv_checking *check, gdv_type type)
{
    const uint32_t id = gdv_wire_table_id(check->table, type);
    gdv_words_put(to, type == GDV_TYPE_NIL ? "null" : id == GDV_ANY_ID ? gdv_type_name(type) : check->table->names[id]);
}

static void put_texts_types(gdv_words *to, const gdv_checking *check, const gdv_rule *rule)
{
    bool string = (rule->flags & GDV_RULE_STRING) != 0;
    put_type_name(to, check, string ? GDV_TYPE_STRING : GDV_TYPE_STRING_NAME);
}

static gdv_type type_of_kind(const gdv_rule *rule)
{
    switch (rule->kind) {
    case GDV_RULE_NIL:
        return GDV_TYPE_NIL;
    case GDV_RULE_BOOL:
        return GDV_TYPE_BOOL;
    case GDV_RULE_INT:
        return GDV_TYPE_INT;
    case GDV_RULE_FLOAT:
        return GDV_TYPE_FLOAT;
    case GDV_RULE_BYTES:
        return GDV_TYPE_PACKED_BYTE_ARRAY;
    case GDV_RULE_STRINGS:
        return GDV_TYPE_PACKED_STRING_ARRAY;
    case GDV_RULE_TUPLE:
    case GDV_RULE_LED:
        return GDV_TYPE_ARRAY;
    case GDV_RULE_MAP:
    case GDV_RULE_RECORD:
    case GDV_RULE_TAGGED:
        return GDV_TYPE_DICTIONARY;
    default: /* VALUE, MATH, PACKED, ARRAY */
        return (gdv_type)rule->type;
    }
}

static void put_rule_type(gdv_words *to, const gdv_checking *check, const gdv_rule *rule)
{
    switch (rule->kind) {
    case GDV_RULE_NUMBER:
        gdv_words_put(to, "a number");
        break;
    case GDV_RULE_TEXT:
        put_texts_types(to, check, rule);
        break;
    default:
        put_type_name(to, check, type_of_kind(rule));
        break;
    }
}

/* The types that a union or the root has a rule for. */
static void put_types(gdv_words *to, const gdv_checking *check, const uint32_t *refs)
{
    uint32_t left = 0;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        left += refs[type] != GDV_NONE ? 1 : 0;
    }
    gdv_words_put(to, left > 1 ? "one of " : "");
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        if (refs[type] != GDV_NONE) {
            put_type_name(to, check, (gdv_type)type);
            left -= 1;
            gdv_words_put(to, left > 0 ? ", " : "");
        }
    }
}

static void put_character_classes(gdv_words *to, const gdv_rule *rule)
{
    static const struct {
        uint32_t flag;
        const char *name;
    } classes[] = {{GDV_RULE_ASCII, "ascii"}, {GDV_RULE_PRINTABLE, "printable"}, {GDV_RULE_IDENTIFIER, "identifier"}};
    bool more = false;
    for (uint32_t index = 0; index < 3; index += 1) {
        if ((rule->flags & classes[index].flag) != 0) {
            gdv_words_put(to, more ? ", " : "");
            gdv_words_put(to, classes[index].name);
            more = true;
        }
    }
}

static void put_key_name(gdv_words *to, const gdv_schema *schema, const gdv_fault *fault)
{
    if (fault->text == GDV_NONE) {
        gdv_words_int(to, fault->number);
    } else {
        put_quoted_text(to, schema, fault->text);
    }
}

/* The literals of a union by tag or first element; where there is none in the value, what should have one. */
static void put_literals(gdv_words *to, const gdv_checking *check, const gdv_rule *rule, const gdv_fault *fault)
{
    if (rule->kind == GDV_RULE_UNION) {
        put_types(to, check, check->schema->refs + rule->first);
    } else if (fault->what == GDV_FAULT_LITERAL) {
        put_members(to, check->schema, rule);
    } else if (fault->what == GDV_FAULT_NO_TAG) {
        gdv_words_put(to, "one with the key ");
        put_key_name(to, check->schema, fault);
    } else {
        put_rule_type(to, check, rule);
    }
}

static void put_limit(gdv_words *to, const gdv_rule_packet *limits, gdv_status code)
{
    switch (code) {
    case GDV_E_LIMIT_BYTES:
        gdv_words_natural(to, limits->max_bytes);
        gdv_words_put(to, " bytes");
        break;
    case GDV_E_LIMIT_DEPTH:
        gdv_words_natural(to, limits->max_depth - 1u);
        gdv_words_put(to, " levels");
        break;
    case GDV_E_LIMIT_VALUES:
        gdv_words_natural(to, limits->max_values);
        gdv_words_put(to, " values");
        break;
    case GDV_E_LIMIT_ELEMENTS:
        gdv_words_natural(to, limits->max_elements);
        gdv_words_put(to, " elements");
        break;
    default:
        gdv_words_natural(to, limits->max_string);
        gdv_words_put(to, " bytes of text");
        break;
    }
}

/* The ends that the number at fault was compared with: of an int or of a float. */
static void put_range(gdv_words *to, const gdv_checking *check, const gdv_rule *rule, uint32_t node)
{
    const uint32_t component = gdv_checking_row(check, node)->component;
    if (component == GDV_COMPONENT_INT32 || component == GDV_COMPONENT_INT64) {
        put_ints(to, rule);
    } else {
        put_floats(to, rule);
    }
}

static void put_of_rule(gdv_words *to, const gdv_checking *check, const gdv_rule *rule, const gdv_fault *fault)
{
    switch (fault->code) {
    case GDV_E_WRONG_TEXT:
        put_character_classes(to, rule);
        break;
    case GDV_E_OUT_OF_RANGE:
        put_range(to, check, rule, fault->node);
        break;
    case GDV_E_WRONG_LENGTH:
        put_count(to, rule);
        break;
    case GDV_E_NOT_A_MEMBER:
        if (rule->kind == GDV_RULE_BOOL) {
            gdv_words_put(to, rule->lowest == 1 ? "true" : "false");
        } else {
            put_members(to, check->schema, rule);
        }
        break;
    case GDV_E_WRONG_TYPE:
        put_rule_type(to, check, rule);
        break;
    case GDV_E_MISSING_KEY:
        put_key_name(to, check->schema, fault);
        break;
    case GDV_E_UNKNOWN_KEY:
        break;
    default: /* NO_ALTERNATIVE, NO_SUCH_PACKET */
        put_literals(to, check, rule, fault);
        break;
    }
}

void gdv_expected_put(gdv_words *to, const gdv_checking *check, const gdv_fault *fault, uint32_t packet)
{
    if (fault->rule != GDV_NONE) {
        put_of_rule(to, check, &check->schema->rules[fault->rule], fault);
    } else if (packet == GDV_NONE) {
        put_types(to, check, check->schema->refs);
    } else {
        const gdv_rule_packet *of = &check->schema->packets[packet]; /* a method has none but those of the schema */
        put_limit(to, of->rpc != 0 ? &check->schema->form->limits : of, fault->code);
    }
}
