/* SPDX-License-Identifier: MIT */
/* What opens and closes containers in the engines' notation. */
#include "notation.h"

static bool is_identifier(gdv_text text)
{
    bool fine = text.size > 0;
    for (size_t index = 0; fine && index < text.size; index += 1) {
        char letter = text.bytes[index];
        fine = letter == '_' || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (index > 0 && letter >= '0' && letter <= '9');
    }
    return fine;
}

/* Class names are identifiers. One that is none comes from nobody's engine, and must not look like something else. */
static void put_class(words *to, gdv_text name)
{
    if (is_identifier(name)) {
        words_bytes(to, name.bytes, name.size);
    } else {
        notation_text(to, name);
    }
}

static void put_element(words *to, gdv_dialect dialect, const gdv_element *element)
{
    switch (element->kind) {
    case GDV_ELEMENT_ANY:
        words_put(to, "Variant");
        break;
    case GDV_ELEMENT_TYPE:
        words_put(to, notation_name(dialect, element->type));
        break;
    case GDV_ELEMENT_CLASS:
        put_class(to, element->name);
        break;
    default:
        words_put(to, "Resource(");
        notation_text(to, element->name);
        words_put(to, ")");
        break;
    }
}

/* Array[int]( and the like; Pandemonium's own notation has nothing for its typed arrays, and gets the same. */
static void put_types(words *to, gdv_dialect dialect, gdv_value value)
{
    gdv_element first;
    gdv_element second;
    if (gdv_element_of(value, &first) != GDV_OK) {
        return;
    }
    words_put(to, notation_name(dialect, gdv_type_of(value)));
    words_put(to, "[");
    put_element(to, dialect, &first);
    if (gdv_value_element_of(value, &second) == GDV_OK) {
        words_put(to, ", ");
        put_element(to, dialect, &second);
    }
    words_put(to, "](");
}

notation_scope notation_scope_of(gdv_value value)
{
    gdv_element first = {GDV_ELEMENT_ANY, GDV_TYPE_NIL, {"", 0}};
    gdv_element second = first;
    (void)!gdv_element_of(value, &first);
    (void)!gdv_value_element_of(value, &second);
    return (notation_scope){.type = (uint8_t)gdv_type_of(value),
                            .typed = first.kind != GDV_ELEMENT_ANY || second.kind != GDV_ELEMENT_ANY};
}

void notation_open(words *to, gdv_dialect dialect, gdv_value value)
{
    notation_scope scope = notation_scope_of(value);
    gdv_text name;
    if (scope.typed) {
        put_types(to, dialect, value);
    }
    if (scope.type == GDV_TYPE_DICTIONARY) {
        words_put(to, "{");
    } else if (gdv_class_of(value, &name) == GDV_OK) {
        words_put(to, "Object(");
        put_class(to, name);
        words_put(to, ",");
    } else {
        words_put(to, "[");
        words_put(to, notation_blank(dialect, GDV_TYPE_ARRAY));
    }
}

void notation_between(words *to, const notation_scope *scope)
{
    switch (scope->type) {
    case GDV_TYPE_DICTIONARY:
        if (to->one_line) {
            words_put(to, scope->filled ? ", " : "");
        } else {
            words_put(to, scope->filled ? ",\n" : "\n");
        }
        break;
    case GDV_TYPE_OBJECT:
        words_put(to, scope->filled ? "," : "");
        break;
    default:
        words_put(to, scope->filled ? ", " : "");
        break;
    }
}

void notation_close(words *to, gdv_dialect dialect, const notation_scope *scope)
{
    if (scope->type == GDV_TYPE_DICTIONARY) {
        /* an empty one is {}, in Pandemonium on two lines, in Godot 2 and 3 on three */
        bool two = scope->filled || notation_is_pandemonium(dialect);
        bool one = to->one_line || (!two && notation_is_godot4(dialect));
        words_put(to, one ? "}" : two ? "\n}" : "\n\n}");
    } else if (scope->type == GDV_TYPE_OBJECT) {
        words_put(to, ")");
    } else {
        words_put(to, notation_blank(dialect, GDV_TYPE_ARRAY));
        words_put(to, "]");
    }
    words_put(to, scope->typed ? ")" : "");
}
