/* SPDX-License-Identifier: MIT */
#include "typed_key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/utf8.h"

#define CLASS_MARK "class:"
#define SCRIPT_MARK "script:"

/* --- writing */

static void put_name(words *to, gdv_text name)
{
    size_t at = 0;
    while (at < name.size) {
        const char *here = name.bytes + at;
        size_t length = utf8_length(here, name.size - at);
        bool plain = length > 1 && !utf8_is_hidden(here, length);
        plain = plain || (length == 1 && here[0] > 0x20 && here[0] < 0x7f && strchr("%,[]\"\\", here[0]) == NULL);
        if (plain) {
            words_bytes(to, here, length);
            at += length;
        } else {
            char escape[4];
            (void)snprintf(escape, sizeof escape, "%%%02X", (unsigned)(unsigned char)here[0]);
            words_put(to, escape);
            at += 1;
        }
    }
}

static void put_element(words *to, const gdv_element *element)
{
    switch (element->kind) {
    case GDV_ELEMENT_ANY:
        words_put(to, "Variant");
        break;
    case GDV_ELEMENT_TYPE:
        words_put(to, gdv_type_name(element->type));
        break;
    default:
        words_put(to, element->kind == GDV_ELEMENT_CLASS ? CLASS_MARK : SCRIPT_MARK);
        put_name(to, element->name);
        break;
    }
}

bool typed_key_is_wide(gdv_value value)
{
    gdv_numbers parts;
    gdv_type type = gdv_type_of(value);
    return type != GDV_TYPE_FLOAT && type != GDV_TYPE_PACKED_FLOAT64_ARRAY && gdv_to_numbers(value, &parts) == GDV_OK &&
           parts.component == GDV_COMPONENT_FLOAT64;
}

void typed_key_put(words *to, gdv_value value)
{
    gdv_type type = gdv_type_of(value);
    gdv_element first;
    gdv_element second;

    words_put(to, type == GDV_TYPE_NIL ? "nil" : gdv_type_name(type));
    if (typed_key_is_wide(value)) {
        words_put(to, "@64");
    }
    if (gdv_is_shared(value)) {
        words_put(to, "@shared");
    }
    if (gdv_element_of(value, &first) != GDV_OK) {
        return;
    }
    bool pairs = gdv_value_element_of(value, &second) == GDV_OK;
    if (first.kind == GDV_ELEMENT_ANY && (!pairs || second.kind == GDV_ELEMENT_ANY)) {
        return;
    }
    words_put(to, "[");
    put_element(to, &first);
    if (pairs) {
        words_put(to, ", ");
        put_element(to, &second);
    }
    words_put(to, "]");
}

/* --- reading */

static bool type_from_name(const char *name, size_t length, gdv_type *type)
{
    for (int index = 0; index < GDV_TYPE_COUNT; index += 1) {
        const char *known = gdv_type_name((gdv_type)index);
        if (strlen(known) == length && memcmp(known, name, length) == 0) {
            *type = (gdv_type)index;
            return true;
        }
    }
    return false;
}

static int hex_value(char digit)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *found = digit == '\0' ? NULL : strchr(digits, digit);
    return found == NULL ? -1 : (int)(found - digits);
}

/* Undoes put_name, to memory at *room, which it moves on. Behind the names there is as much memory again: to write the
 * name once more, as only what put_name writes is read. */
static bool read_name(const char *text, size_t length, char **room, gdv_text *name)
{
    char *start = *room;
    for (size_t at = 0; at < length; at += 1) {
        char byte = text[at];
        if (byte == '%') {
            int high = at + 2 < length ? hex_value(text[at + 1]) : -1;
            int low = high >= 0 ? hex_value(text[at + 2]) : -1;
            if (low < 0) {
                return false;
            }
            byte = (char)(unsigned char)(high * 16 + low);
            at += 2;
        }
        **room = byte;
        *room += 1;
    }
    name->bytes = start;
    name->size = (size_t)(*room - start);
    words again = words_into(*room, length);
    put_name(&again, *name);
    return !again.cut && again.size == length && memcmp(*room, text, length) == 0;
}

static bool read_element(const char *text, size_t length, char **room, gdv_element *element)
{
    static const struct {
        const char *mark;
        gdv_element_kind kind;
    } marks[] = {{CLASS_MARK, GDV_ELEMENT_CLASS}, {SCRIPT_MARK, GDV_ELEMENT_SCRIPT}};

    *element = (gdv_element){GDV_ELEMENT_ANY, GDV_TYPE_NIL, {"", 0}};
    for (size_t index = 0; index < sizeof marks / sizeof marks[0]; index += 1) {
        size_t size = strlen(marks[index].mark);
        if (length >= size && memcmp(text, marks[index].mark, size) == 0) {
            element->kind = marks[index].kind;
            element->type = GDV_TYPE_OBJECT;
            return read_name(text + size, length - size, room, &element->name);
        }
    }
    if (length == strlen("Variant") && memcmp(text, "Variant", length) == 0) {
        return true;
    }
    element->kind = GDV_ELEMENT_TYPE;
    return type_from_name(text, length, &element->type);
}

/* What stands between the brackets: one element, or the two of a dictionary. */
static bool read_elements(const char *text, size_t length, typed_key *key)
{
    char *room = key->names;
    const char *comma = key->type == GDV_TYPE_DICTIONARY ? strstr(text, ", ") : NULL;

    if (key->type != GDV_TYPE_DICTIONARY) {
        bool is_array = key->type == GDV_TYPE_ARRAY || key->type == GDV_TYPE_TYPED_ARRAY ||
                        key->type == GDV_TYPE_PACKED_TYPED_ARRAY;
        return is_array && read_element(text, length, &room, &key->first) && key->first.kind != GDV_ELEMENT_ANY;
    }
    if (comma == NULL) {
        return false;
    }
    size_t before = (size_t)(comma - text);
    return before + 2 <= length && read_element(text, before, &room, &key->first) &&
           read_element(comma + 2, length - before - 2, &room, &key->second) &&
           (key->first.kind != GDV_ELEMENT_ANY || key->second.kind != GDV_ELEMENT_ANY);
}

/* The name of a type alone, with what may follow after an @. */
static bool read_type(const char *text, size_t length, typed_key *key)
{
    const char *at = memchr(text, '@', length);
    size_t name = at == NULL ? length : (size_t)(at - text);

    if (length == 3 && memcmp(text, "nil", 3) == 0) {
        key->type = GDV_TYPE_NIL;
        return true;
    }
    if (!type_from_name(text, name, &key->type) || key->type == GDV_TYPE_NIL) {
        return false;
    }
    if (at == NULL) {
        return true;
    }
    key->wide = length - name == strlen("@64") && memcmp(at, "@64", length - name) == 0;
    key->shared = length - name == strlen("@shared") && memcmp(at, "@shared", length - name) == 0 &&
                  (key->type == GDV_TYPE_ARRAY || key->type == GDV_TYPE_DICTIONARY);
    return key->wide || key->shared;
}

bool typed_key_read(const char *text, typed_key *key)
{
    size_t length = strlen(text);
    const char *bracket = strchr(text, '[');

    *key = (typed_key){.type = GDV_TYPE_COUNT};
    if (!read_type(text, bracket == NULL ? length : (size_t)(bracket - text), key)) {
        return false;
    }
    if (bracket == NULL) {
        return key->type != GDV_TYPE_TYPED_ARRAY && key->type != GDV_TYPE_PACKED_TYPED_ARRAY;
    }
    key->typed = true;
    key->names = malloc(2 * length);
    bool fine = key->names != NULL && text[length - 1] == ']' && !key->wide && !key->shared &&
                read_elements(bracket + 1, length - (size_t)(bracket - text) - 2, key);
    if (!fine) {
        typed_key_free(key);
    }
    return fine;
}

void typed_key_free(typed_key *key)
{
    free(key->names);
    key->names = NULL;
}
