/* SPDX-License-Identifier: MIT */
#include "infer_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/decimal.h"
#include "../io/say.h"
#include "schema_words.h"

/* NOLINTBEGIN(misc-no-recursion): as deep as what was seen is nested, which the policy limits */

/* What is noted after a line. */
typedef struct note {
    char text[160];
} note;

static void print_shape(const shape *seen, uint32_t indent, note *why);

uint64_t infer_bound(uint64_t seen, uint64_t least)
{
    uint64_t bound = least;
    while (bound < 2 * seen && bound < (uint64_t)1 << 31) {
        bound *= 2;
    }
    return bound;
}

static bool has(const shape *seen, gdv_type type)
{
    return (seen->types >> type & 1u) != 0;
}

/* Only the first note of a line is kept. */
static void note_range(note *why, const char *what, const char *low, const char *high)
{
    if (why->text[0] == '\0') {
        (void)snprintf(why->text, sizeof why->text, strcmp(low, high) == 0 ? "%s %s" : "%s %s..%s", what, low, high);
    }
}

static void note_ints(const shape *seen, note *why)
{
    char low[24];
    char high[24];
    (void)snprintf(low, sizeof low, "%" PRId64, seen->lowest);
    (void)snprintf(high, sizeof high, "%" PRId64, seen->highest);
    note_range(why, "seen", low, high);
}

static void note_floats(const shape *seen, note *why)
{
    char low[DECIMAL_SIZE] = "not finite";
    char high[DECIMAL_SIZE] = "not finite";
    if (seen->low - seen->low == 0 && seen->high - seen->high == 0) {
        decimal_of_double(seen->low, low);
        decimal_of_double(seen->high, high);
    }
    note_range(why, "seen", low, high);
}

static void note_counts(uint64_t least, uint64_t most, note *why)
{
    char low[24];
    char high[24];
    (void)snprintf(low, sizeof low, "%" PRIu64, least);
    (void)snprintf(high, sizeof high, "%" PRIu64, most);
    note_range(why, "length seen", low, high);
}

static void print_indent(uint32_t indent)
{
    for (uint32_t level = 0; level < indent; level += 1) {
        out("    ");
    }
}

/* ---- leaves */

static void print_bar(bool *first)
{
    out(*first ? "" : " | ");
    *first = false;
}

static void print_numbers(const shape *seen, bool *first, note *why)
{
    bool finite = seen->floats == 0 || (seen->low - seen->low == 0 && seen->high - seen->high == 0);
    if (has(seen, GDV_TYPE_INT) && has(seen, GDV_TYPE_FLOAT)) {
        print_bar(first);
        out(finite ? "number" : "number nonfinite");
        note_floats(seen, why);
    } else if (has(seen, GDV_TYPE_INT)) {
        print_bar(first);
        out(seen->lowest >= 0 ? "int 0.." : "int");
        note_ints(seen, why);
    } else if (has(seen, GDV_TYPE_FLOAT)) {
        print_bar(first);
        out(finite ? "float" : "float nonfinite");
        note_floats(seen, why);
    }
}

/* A set where the same few texts came again and again. */
static bool is_set(const shape *seen)
{
    return seen->member_count < SHAPE_TEXTS && seen->texts >= 4 * seen->member_count && seen->member_count > 0;
}

static void print_text(const shape *seen, bool *first, note *why)
{
    if (seen->texts == 0) {
        return;
    }
    for (size_t index = 0; is_set(seen) && index < seen->member_count; index += 1) {
        print_bar(first);
        schema_print_quoted((gdv_text){seen->members[index], seen->member_sizes[index]});
    }
    if (is_set(seen)) {
        note_range(why, "seen", "no other text", "no other text");
        return;
    }
    print_bar(first);
    out_format("String 0..%" PRIu64, infer_bound(seen->most, 16));
    note_counts(seen->least, seen->most, why);
}

/* ---- containers */

/* All of one length, short, and elements of more types than one: positional. */
static bool is_tuple(const shape *seen)
{
    bool short_enough = seen->shortest == seen->longest && seen->longest > 1 && seen->longest <= SHAPE_TUPLE;
    uint64_t types = short_enough ? seen->element->types : 0;
    return short_enough && (types & (types - 1)) != 0;
}

static void print_array(const shape *seen, uint32_t indent, note *why)
{
    if (is_tuple(seen)) {
        out("[");
        for (size_t index = 0; index < seen->longest; index += 1) {
            out(index > 0 ? ", " : "");
            print_shape(seen->elements[index], indent, why);
        }
        out("]");
        return;
    }
    out("Array[");
    if (seen->element == NULL) {
        out("Variant");
        note_range(why, "always", "empty", "empty");
    } else {
        note inner = {""};
        print_shape(seen->element, indent, &inner);
    }
    out_format("] 0..%" PRIu64, infer_bound(seen->longest, 8));
    note_counts(seen->shortest, seen->longest, why);
}

/* Keys are few, all of them text, and most are in every dictionary: they have names. */
static bool is_record(const shape *seen)
{
    uint64_t everywhere = 0;
    for (const shape_field *field = seen->fields; field != NULL; field = field->next) {
        everywhere += field->seen == seen->dictionaries ? 1 : 0;
    }
    return seen->other_keys == 0 && (2 * everywhere >= seen->field_count || seen->dictionaries == 1);
}

static void print_field(const shape_field *field, uint64_t dictionaries, uint32_t indent)
{
    note why = {""};
    gdv_text key = {field->key, field->size};
    bool optional = field->seen < dictionaries;
    print_indent(indent);
    if (schema_is_identifier(key)) {
        out_bytes(field->key, field->size);
    } else {
        schema_print_quoted(key);
    }
    out(optional ? "?: " : ": ");
    print_shape(field->value, indent, &why);
    out(",");
    if (optional) {
        out_format(" # guess: in %" PRIu64 " of %" PRIu64 "%s%s", field->seen, dictionaries,
                   why.text[0] != '\0' ? "; " : "", why.text);
    } else if (why.text[0] != '\0') {
        out_format(" # guess: %s", why.text);
    }
    (void)out_line_end();
}

static void print_dictionary(const shape *seen, uint32_t indent, note *why)
{
    if (!is_record(seen)) {
        note inner = {""};
        out("Dictionary[");
        print_shape(seen->key, indent, &inner);
        out(", ");
        print_shape(seen->value, indent, &inner);
        out_format("] 0..%" PRIu64, infer_bound(seen->most, 8));
        note_counts(seen->least, seen->most, why);
        return;
    }
    out("{\n");
    for (const shape_field *field = seen->fields; field != NULL; field = field->next) {
        print_field(field, seen->dictionaries, indent + 1);
    }
    print_indent(indent);
    out("}");
}

/* ---- any */

static bool is_packed(gdv_type type)
{
    return type >= GDV_TYPE_PACKED_BYTE_ARRAY && strncmp(gdv_type_name(type), "Packed", 6) == 0;
}

static bool is_math(gdv_type type)
{
    return strncmp(gdv_type_name(type), "Vector", 6) == 0 || strncmp(gdv_type_name(type), "Rect", 4) == 0 ||
           strncmp(gdv_type_name(type), "Trans", 5) == 0 || type == GDV_TYPE_COLOR || type == GDV_TYPE_QUATERNION ||
           type == GDV_TYPE_BASIS || type == GDV_TYPE_AABB || type == GDV_TYPE_PLANE || type == GDV_TYPE_PROJECTION;
}

/* A vector, a packed array, or a type of which nothing more is said. */
static void print_typed(const shape *seen, gdv_type type, note *why)
{
    bool finite = seen->floats == 0 || (seen->low - seen->low == 0 && seen->high - seen->high == 0);
    out(gdv_type_name(type));
    if (is_packed(type)) {
        out_format(" 0..%" PRIu64, infer_bound(seen->most, 16));
        note_counts(seen->least, seen->most, why);
    }
    out(finite || is_packed(type) ? "" : " nonfinite");
    if (is_math(type) && seen->floats > 0) {
        note_floats(seen, why);
    } else if (is_math(type) && seen->ints > 0) {
        note_ints(seen, why);
    }
}

static void print_shape(const shape *seen, uint32_t indent, note *why)
{
    bool first = true;
    print_numbers(seen, &first, why);
    print_text(seen, &first, why);
    for (int type = 0; type < GDV_TYPE_COUNT; type += 1) {
        bool done = type == GDV_TYPE_INT || type == GDV_TYPE_FLOAT || type == GDV_TYPE_STRING ||
                    type == GDV_TYPE_STRING_NAME || !has(seen, (gdv_type)type);
        if (done) {
            continue;
        }
        print_bar(&first);
        if (type == GDV_TYPE_NIL) {
            out("null");
        } else if (type == GDV_TYPE_ARRAY) {
            print_array(seen, indent, why);
        } else if (type == GDV_TYPE_DICTIONARY) {
            print_dictionary(seen, indent, why);
        } else {
            print_typed(seen, (gdv_type)type, why);
        }
    }
}

/* The fields of a packet, its tag as a literal. */
static void print_tagged(const shape *seen, const infer_tag *tag)
{
    out("{\n");
    for (const shape_field *field = seen->fields; field != NULL; field = field->next) {
        if (strcmp(field->key, tag->key) == 0) {
            print_indent(1);
            schema_print_quoted((gdv_text){tag->key, strlen(tag->key)});
            out(": ");
            schema_print_quoted((gdv_text){tag->text, tag->size});
            out(",\n");
        } else {
            print_field(field, seen->dictionaries, 1);
        }
    }
    out("}");
}

/* The elements of one after its first, which is a literal; those that only some have are optional. */
static void print_led(const shape *seen, const infer_tag *tag, note *why)
{
    bool bounded = seen->longest <= SHAPE_TUPLE;
    out("[");
    schema_print_quoted((gdv_text){tag->text, tag->size});
    for (size_t index = 1; bounded && index < seen->longest; index += 1) {
        out(", ");
        print_shape(seen->elements[index], 0, why);
        out(seen->elements[index]->seen < seen->arrays ? "?" : "");
    }
    out(bounded ? "]" : ", ...]");
}

void infer_print_packet(const char *name, const shape *seen, const infer_tag *tag)
{
    note why = {""};
    out_format("packet %s = ", name);
    if (tag->text == NULL) {
        print_shape(seen, 0, &why);
    } else if (tag->key != NULL) {
        print_tagged(seen, tag);
    } else {
        print_led(seen, tag, &why);
    }
    if (why.text[0] != '\0') {
        out_format(" # guess: %s", why.text);
    }
    (void)out_line_end();
}

/* NOLINTEND(misc-no-recursion) */
