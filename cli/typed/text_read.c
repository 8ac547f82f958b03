/* SPDX-License-Identifier: MIT */
#include "text_read.h"

#include <stdlib.h>
#include <string.h>

bool text_took(text_read *now, size_t at, gdv_status status)
{
    gdv_report report = {.struct_size = sizeof report};
    if (status == GDV_OK || status == GDV_E_NO_SPACE) {
        return true;
    }
    (void)gdv_writer_report(now->writer, &report);
    (void)text_wrong_at(&now->scan, at, "%s", gdv_report_text(&report));
    now->scan.fault.code = status;
    return false;
}

/* --- containers */

static bool push(text_read *now, text_level level)
{
    if (now->depth == TYPED_OPEN) {
        (void)text_wrong(&now->scan, "%s", gdv_status_text(GDV_E_LIMIT_DEPTH));
        now->scan.fault.code = GDV_E_LIMIT_DEPTH;
        return false;
    }
    now->open[now->depth] = level;
    now->depth += 1;
    return true;
}

static bool quoted_name(text_read *now, text_buffer *names, gdv_text *name)
{
    names->size = 0;
    bool fine = text_string(&now->scan, names);
    *name = (gdv_text){names->bytes != NULL ? names->bytes : "", names->size};
    return fine;
}

/* What a container declares: int, Variant, Node, "Any Class", Resource("res://a.gd"). */
static bool element(text_read *now, gdv_element *one, text_buffer *names)
{
    *one = (gdv_element){GDV_ELEMENT_CLASS, GDV_TYPE_OBJECT, {"", 0}};
    if (text_peek(&now->scan) == '"') {
        return quoted_name(now, names, &one->name);
    }
    gdv_text word = text_word(&now->scan);
    if (word.size == 0) {
        return text_wrong(&now->scan, "a type or a class expected");
    }
    if (text_is(word, "Variant")) {
        one->kind = GDV_ELEMENT_ANY;
        one->type = GDV_TYPE_NIL;
        return true;
    }
    if (text_is(word, "Resource") && text_take(&now->scan, '(')) {
        one->kind = GDV_ELEMENT_SCRIPT;
        return quoted_name(now, names, &one->name) && text_demand(&now->scan, ')');
    }
    if (text_type(now, word, &one->type)) {
        one->kind = GDV_ELEMENT_TYPE;
        return true;
    }
    one->name = word;
    return true;
}

/* Array[int]([..]), Dictionary[String, int]({..}): what follows the name. */
static bool typed_container(text_read *now, gdv_type type, size_t at)
{
    gdv_element first;
    gdv_element second;
    bool dictionary = type == GDV_TYPE_DICTIONARY;
    gdv_status status = GDV_OK;

    if (!text_demand(&now->scan, '[') || !element(now, &first, &now->string)) {
        return false;
    }
    if (dictionary && (!text_demand(&now->scan, ',') || !element(now, &second, &now->second))) {
        return false;
    }
    if (!text_demand(&now->scan, ']') || !text_demand(&now->scan, '(') ||
        !text_demand(&now->scan, dictionary ? '{' : '[')) {
        return false;
    }
    if (dictionary) {
        status = gdv_begin_typed_dictionary(now->writer, &first, &second);
    } else if (type == GDV_TYPE_PACKED_TYPED_ARRAY) {
        status = gdv_begin_packed_typed_array(now->writer, &first);
    } else {
        status = gdv_begin_typed_array(now->writer, &first);
    }
    return text_took(now, at, status) &&
           push(now, (text_level){.closing = dictionary ? '}' : ']', .pairs = dictionary, .bracketed = true});
}

/* "object_id":5,"script":null) */
static bool object_id(text_read *now, size_t at)
{
    uint64_t id = 0;
    gdv_text name;
    bool fine = quoted_name(now, &now->string, &name);
    if (!fine || !text_is(name, "object_id")) {
        return fine && text_wrong_at(&now->scan, at, "the first property of EncodedObjectAsID is \"object_id\"");
    }
    if (!text_demand(&now->scan, ':') || !text_unsigned(&now->scan, UINT64_MAX, &id)) {
        return false;
    }
    if (text_take(&now->scan, ',')) {
        fine = quoted_name(now, &now->string, &name) && text_demand(&now->scan, ':');
        fine = fine && (text_is(text_word(&now->scan), "null") || text_wrong(&now->scan, "null expected"));
    }
    return fine && text_demand(&now->scan, ')') && text_took(now, at, gdv_write_object_id(now->writer, id));
}

/* Object(Node,"name":value,..) */
static bool object(text_read *now, size_t at)
{
    gdv_text name;
    bool fine = text_demand(&now->scan, '(');
    if (fine && text_peek(&now->scan) == '"') {
        fine = quoted_name(now, &now->string, &name);
    } else if (fine) {
        name = text_word(&now->scan);
        fine = name.size > 0 || text_wrong(&now->scan, "a class expected");
    }
    if (fine && text_is(name, "EncodedObjectAsID")) {
        return text_demand(&now->scan, ',') && object_id(now, at);
    }
    if (!fine || !text_took(now, at, gdv_begin_object(now->writer, name.bytes, name.size))) {
        return false;
    }
    const text_level level = {.closing = ')', .pairs = true, .names = true, .filled = true};
    if (text_peek(&now->scan) != ',' && text_peek(&now->scan) != ')') {
        return text_wrong(&now->scan, ", or ) expected");
    }
    return push(now, level);
}

/* --- values */

static bool write_number(text_read *now, size_t at)
{
    text_number number;
    return text_number_read(&now->scan, &number) &&
           text_took(now, at,
                     number.whole ? gdv_write_int(now->writer, number.integer)
                                  : gdv_write_float(now->writer, number.fraction));
}

static bool write_string(text_read *now, size_t at, bool name)
{
    gdv_text text;
    return quoted_name(now, &now->string, &text) &&
           text_took(now, at,
                     name ? gdv_write_string_name(now->writer, text.bytes, text.size)
                          : gdv_write_string(now->writer, text.bytes, text.size));
}

static bool named_value(text_read *now, size_t at)
{
    gdv_type type = GDV_TYPE_NIL;
    gdv_text word = text_word(&now->scan);
    if (word.size == 0) {
        return text_wrong(&now->scan,
                          text_peek(&now->scan) == '\0' ? "a value expected: the text ends here" : "a value expected");
    }
    if (text_is(word, "null") || text_is(word, "nil")) {
        return text_took(now, at, gdv_write_nil(now->writer));
    }
    if (text_is(word, "true") || text_is(word, "false")) {
        return text_took(now, at, gdv_write_bool(now->writer, word.size == 4));
    }
    if (text_is(word, "Object")) {
        return object(now, at);
    }
    if (text_type(now, word, &type) && text_peek(&now->scan) == '[') {
        return typed_container(now, type, at);
    }
    return text_construct(now, word, at);
}

static bool value(text_read *now)
{
    char next = text_peek(&now->scan);
    size_t at = now->scan.at;
    switch (next) {
    case '{':
        now->scan.at += 1;
        return text_took(now, at, gdv_begin_dictionary(now->writer)) &&
               push(now, (text_level){.closing = '}', .pairs = true});
    case '[':
        now->scan.at += 1;
        return text_took(now, at, gdv_begin_array(now->writer)) && push(now, (text_level){.closing = ']'});
    case '"':
        return write_string(now, at, false);
    case '&':
    case '@':
        now->scan.at += 1;
        return write_string(now, at, true);
    case '^':
        now->scan.at += 1;
        return text_node_path(now);
    default:
        return text_is_number(&now->scan) ? write_number(now, at) : named_value(now, at);
    }
}

/* The name of a property and its colon. */
static bool property(text_read *now)
{
    gdv_text name;
    (void)text_peek(&now->scan);
    size_t at = now->scan.at;
    return quoted_name(now, &now->string, &name) && text_demand(&now->scan, ':') &&
           text_took(now, at, gdv_write_name(now->writer, name.bytes, name.size));
}

/* Ends the innermost container where it ends here. */
static bool close_level(text_read *now, bool *closed)
{
    const text_level *level = &now->open[now->depth - 1];
    *closed = text_take(&now->scan, level->closing);
    if (!*closed) {
        return true;
    }
    now->depth -= 1;
    return (!level->bracketed || text_demand(&now->scan, ')')) && text_took(now, now->scan.at, gdv_end(now->writer));
}

/* Moves on to where the next value begins. *more is false where the outermost one is complete. A comma may close a
 * list. */
static bool next_value(text_read *now, bool *more)
{
    bool closed = true;
    *more = false;
    while (now->depth > 0) {
        text_level *level = &now->open[now->depth - 1];
        *more = true;
        if (level->half) {
            level->half = false;
            return text_demand(&now->scan, ':');
        }
        if (!close_level(now, &closed)) {
            return false;
        }
        if (!closed && level->filled) {
            if (!text_take(&now->scan, ',')) {
                return text_wrong(&now->scan, ", or %c expected", level->closing);
            }
            if (!close_level(now, &closed)) {
                return false;
            }
        }
        if (!closed) {
            level->filled = true;
            level->half = level->pairs && !level->names;
            return !level->names || property(now);
        }
        *more = false;
    }
    return true;
}

bool text_has_more(text_read *now)
{
    return text_peek(&now->scan) != '\0' || now->scan.at < now->scan.size;
}

bool text_write(text_read *now)
{
    bool more = true;
    bool fine = true;
    now->depth = 0;
    while (fine && more) {
        fine = value(now) && next_value(now, &more);
    }
    return fine;
}

void text_free(text_read *now)
{
    free(now->string.bytes);
    free(now->second.bytes);
    free(now->numbers.bytes);
    now->string = (text_buffer){.bytes = NULL};
    now->second = now->string;
    now->numbers = now->string;
}
