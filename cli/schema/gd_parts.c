/* SPDX-License-Identifier: MIT */
#include "gd_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- types */

bool gd_dotted(gd_reading *in, gdv_text *name)
{
    if (in->token.kind != GD_NAME || in->token.starts) {
        return gd_fails(in, "a name is expected here");
    }
    *name = in->token.text;
    gd_next(in);
    while (gd_is_sign(in, '.')) {
        gd_next(in);
        if (in->token.kind != GD_NAME || in->token.starts) {
            return gd_fails(in, "a name is expected after the dot");
        }
        name->size = (size_t)(in->token.text.bytes - name->bytes) + in->token.text.size;
        gd_next(in);
    }
    return true;
}

/* A type in the brackets of another. No version of the engine nests them. */
static bool read_inner(gd_reading *in, gdv_text *name, bool *strange)
{
    if (!gd_dotted(in, name)) {
        return false;
    }
    if (gd_is_sign(in, '[')) {
        *strange = true;
        gd_pass_brackets(in);
    }
    return true;
}

bool gd_read_type(gd_reading *in, gd_type *type)
{
    *type = (gd_type){.strange = false};
    if (in->token.kind != GD_NAME || in->token.starts) {
        return gd_fails(in, "a type is expected here");
    }
    if (!gd_dotted(in, &type->name)) {
        return false;
    }
    if (!gd_is_sign(in, '[')) {
        return true;
    }
    gd_next(in);
    if (!read_inner(in, &type->of, &type->strange)) {
        return false;
    }
    if (gd_is_sign(in, ',')) {
        gd_next(in);
        type->key = type->of;
        if (!read_inner(in, &type->of, &type->strange)) {
            return false;
        }
    }
    if (!gd_is_sign(in, ']')) {
        return gd_fails(in, "']' is expected here");
    }
    gd_next(in);
    bool pairs = type->key.size > 0;
    type->strange = type->strange || !gd_same(type->name, pairs ? "Dictionary" : "Array");
    return true;
}

/* ---- values */

/* Where an expression ends: at the end of its line, or, in brackets, at a comma or the one that closes them. */
static bool ends_value(const gd_reading *in, uint32_t depth)
{
    const gd_token *token = &in->token;
    bool separates = token->kind == GD_SIGN && token->depth == depth &&
                     (token->sign == ',' || (depth == 0 && (token->sign == ':' || token->sign == ';')));
    bool closes = gd_is_closer(token) && token->depth < depth;
    return gd_has_ended(in) || token->starts || separates || closes || (depth == 0 && gd_is_word(in, "setget"));
}

static gd_worth literal(gd_variable *out, const char *type)
{
    out->value = (gdv_text){type, strlen(type)};
    return GD_WORTH_TYPE;
}

static gd_worth read_named_value(gd_reading *in, gd_variable *out)
{
    if (!gd_dotted(in, &out->value)) {
        return GD_WORTH_UNKNOWN;
    }
    if (gd_same(out->value, "true") || gd_same(out->value, "false")) {
        return literal(out, "bool");
    }
    if (gd_same(out->value, "PI") || gd_same(out->value, "TAU") || gd_same(out->value, "INF")) {
        return literal(out, "float");
    }
    if (gd_same(out->value, "null")) {
        return GD_WORTH_NULL;
    }
    if (gd_is_sign(in, '(')) {
        gd_pass_brackets(in);
        return GD_WORTH_CALL;
    }
    return GD_WORTH_MEMBER;
}

/* &"..", ^"..", and @".." of Godot 3. */
static gd_worth read_marked_string(gd_reading *in, gd_variable *out)
{
    bool is_name = gd_is_sign(in, '&');
    gd_next(in);
    if (in->token.kind != GD_STRING) {
        return GD_WORTH_UNKNOWN;
    }
    gd_next(in);
    return literal(out, is_name ? "StringName" : "NodePath");
}

static gd_worth read_first(gd_reading *in, gd_variable *out)
{
    if (gd_is_sign(in, '&') || gd_is_sign(in, '^') || gd_is_sign(in, '@')) {
        return read_marked_string(in, out);
    }
    if (gd_is_sign(in, '[') || gd_is_sign(in, '{')) {
        bool array = gd_is_sign(in, '[');
        gd_pass_brackets(in);
        return literal(out, array ? "Array" : "Dictionary");
    }
    if (gd_is_sign(in, '-') || gd_is_sign(in, '+')) {
        gd_next(in);
    } else if (in->token.kind == GD_STRING) {
        gd_next(in);
        return literal(out, "String");
    } else if (in->token.kind == GD_NAME) {
        return read_named_value(in, out);
    }
    if (in->token.kind == GD_INT || in->token.kind == GD_FLOAT) {
        bool whole = in->token.kind == GD_INT;
        gd_next(in);
        return literal(out, whole ? "int" : "float");
    }
    return GD_WORTH_UNKNOWN;
}

/* From after the equals sign. */
static bool read_value(gd_reading *in, gd_variable *out, uint32_t depth)
{
    if (ends_value(in, depth)) {
        return gd_fails(in, "a value is expected after '='");
    }
    out->worth = read_first(in, out);
    while (!ends_value(in, depth)) {
        out->worth = GD_WORTH_UNKNOWN; /* an expression: what it is the engine alone knows */
        gd_next(in);
    }
    return in->fault == NULL;
}

/* ---- variables and parameters */

/* ": T = value", each of which may be missing, and ":= value". */
static bool read_type_and_value(gd_reading *in, gd_variable *out, uint32_t depth)
{
    if (gd_is_sign(in, ':')) {
        gd_next(in);
        out->inferred = gd_is_sign(in, '=');
        gd_reading after = *in;
        gd_next(&after);
        bool property = (gd_is_word(in, "set") || gd_is_word(in, "get")) &&
                        (gd_is_sign(&after, '=') || gd_is_sign(&after, '(') || gd_is_sign(&after, ':'));
        if (depth == 0 && (in->token.starts || property)) {
            return true;
        }
        if (!out->inferred && !gd_read_type(in, &out->type)) {
            return false;
        }
    }
    if (!gd_is_sign(in, '=')) {
        return in->fault == NULL;
    }
    gd_next(in);
    return read_value(in, out, depth);
}

bool gd_read_variable(gd_reading *in, gd_variable *out)
{
    return read_type_and_value(in, out, 0);
}

bool gd_read_parameter(gd_reading *in, gd_variable *out)
{
    *out = (gd_variable){.inferred = false};
    for (int dots = 0; dots < 3 && gd_is_sign(in, '.'); dots += 1) {
        out->rest = true;
        gd_next(in);
    }
    if (in->token.kind != GD_NAME) {
        return gd_fails(in, "the name of a parameter is expected here");
    }
    out->name = in->token;
    gd_next(in);
    if (!read_type_and_value(in, out, out->name.depth)) {
        return false;
    }
    return gd_is_sign(in, ',') || gd_is_sign(in, ')') || gd_fails(in, "',' or ')' is expected here");
}

/* ---- lists in brackets */

bool gd_list_goes_on(gd_reading *in, bool *first)
{
    if (*first || gd_is_sign(in, ',')) {
        *first = false;
        gd_next(in);
    }
    if (gd_is_closer(&in->token)) {
        gd_next(in);
        return false;
    }
    return in->fault == NULL;
}

bool gd_number_of(gdv_text digits, double *number)
{
    char text[64];
    size_t size = 0;
    unsigned base = 10;
    for (size_t at = 0; at < digits.size; at += 1) {
        if (size == sizeof text - 1) {
            return false;
        }
        text[size] = digits.bytes[at];
        size += digits.bytes[at] != '_' ? 1 : 0;
    }
    text[size] = '\0';
    if (size > 2 && text[0] == '0' && strchr("xXbB", text[1]) != NULL) {
        base = text[1] == 'x' || text[1] == 'X' ? 16 : 2;
    }
    char *end = text;
    *number = base == 10 ? strtod(text, &end) : (double)strtoull(text + 2, &end, (int)base);
    return size > 0 && *end == '\0';
}

static bool read_whole(gd_reading *in, int64_t *value)
{
    double number = 0;
    bool minus = gd_is_sign(in, '-');
    if (minus) {
        gd_next(in);
    }
    bool fine = in->token.kind == GD_INT && gd_number_of(in->token.text, &number) && number < 9007199254740992.0;
    *value = fine ? (int64_t)number : 0;
    *value = minus ? -*value : *value;
    gd_next(in);
    return fine;
}

/* A number, or 1 << a number: what flags are written as. */
static bool read_constant(gd_reading *in, int64_t *value)
{
    bool fine = read_whole(in, value);
    if (gd_is_sign(in, '<')) {
        gd_next(in);
        int64_t by = 0;
        bool shifts = gd_is_sign(in, '<');
        gd_next(in);
        fine = read_whole(in, &by) && fine && shifts && *value >= 0 && *value < 1024 && by >= 0 && by < 48;
        *value = fine ? *value * ((int64_t)1 << (uint64_t)by) : 0;
    }
    return fine;
}

bool gd_read_enumerator(gd_reading *in, gdv_text *name, int64_t *value, bool *known)
{
    uint32_t depth = in->token.depth;
    if (in->token.kind != GD_NAME) {
        return gd_fails(in, "the name of an enumerator is expected here");
    }
    *name = in->token.text;
    gd_next(in);
    if (gd_is_sign(in, '=')) {
        gd_next(in);
        *known = read_constant(in, value);
        while (!ends_value(in, depth)) {
            *known = false;
            gd_next(in);
        }
    } else {
        *value += *known ? 1 : 0;
    }
    return gd_is_sign(in, ',') || gd_is_sign(in, '}') || gd_fails(in, "',' or '}' is expected here");
}

bool gd_read_argument(gd_reading *in, gd_argument *out)
{
    uint32_t depth = in->token.depth;
    double sign = gd_is_sign(in, '-') ? -1 : 1;
    *out = (gd_argument){.kind = GD_ARGUMENT_OTHER};
    if (gd_is_sign(in, '-') || gd_is_sign(in, '+')) {
        gd_next(in);
    }
    out->text = in->token.text;
    if ((in->token.kind == GD_INT || in->token.kind == GD_FLOAT) && gd_number_of(in->token.text, &out->number)) {
        out->kind = GD_ARGUMENT_NUMBER;
    } else if (gd_is_word(in, "PI") || gd_is_word(in, "TAU")) {
        out->kind = GD_ARGUMENT_NUMBER;
        out->number = gd_is_word(in, "PI") ? 3.14159265358979323846 : 6.28318530717958647692;
    } else if (in->token.kind == GD_STRING) {
        out->kind = GD_ARGUMENT_STRING;
    } else if (in->token.kind == GD_NAME) {
        out->kind = GD_ARGUMENT_NAME;
    }
    out->number *= sign;
    bool value = !ends_value(in, depth);
    if (value) {
        gd_next(in);
    }
    while (!ends_value(in, depth)) {
        out->kind = GD_ARGUMENT_OTHER;
        gd_next(in);
    }
    return in->fault == NULL &&
           (gd_is_sign(in, ',') || gd_is_sign(in, ')') || gd_fails(in, "',' or ')' is expected here"));
}
