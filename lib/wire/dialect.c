/* SPDX-License-Identifier: MIT */
/* The public view of the wire table. */
#include <gdv/dialect.h>

#include <stddef.h>

#include "ascii.h"
#include "wire.h"

static const char *const type_names[GDV_TYPE_COUNT] = {
#define GDV_TYPE_TEXT(name, text) text,
    GDV_TYPE_LIST(GDV_TYPE_TEXT)
#undef GDV_TYPE_TEXT
};

static const char *const form_texts[GDV_FORM_COUNT] = {
#define GDV_FORM_TEXT(name, text) text,
    GDV_FORM_LIST(GDV_FORM_TEXT)
#undef GDV_FORM_TEXT
};

/* Callers of other languages hand in any integer for an enum. */
static const gdv_grammar *grammar_of(gdv_dialect dialect)
{
    return (uint32_t)dialect < (uint32_t)GDV_DIALECT_COUNT ? &gdv_grammars[dialect] : NULL;
}

const char *gdv_dialect_name(gdv_dialect dialect)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    return grammar != NULL ? grammar->name : "";
}

const char *gdv_dialect_alias(gdv_dialect dialect)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    return grammar != NULL ? grammar->alias : "";
}

const char *gdv_dialect_versions(gdv_dialect dialect)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    return grammar != NULL ? grammar->versions : "";
}

const char *gdv_dialect_judges(gdv_dialect dialect)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    return grammar != NULL ? grammar->judges : "";
}

/* Whether a list of names, a blank between each two, has this one. */
static bool is_listed(const char *list, const char *name)
{
    bool found = false;
    while (*list != '\0' && !found) {
        uint32_t same = 0;
        while (list[same] != '\0' && list[same] != ' ' && list[same] == name[same]) {
            same += 1;
        }
        found = name[same] == '\0' && (list[same] == '\0' || list[same] == ' ');
        while (*list != '\0' && *list != ' ') {
            list += 1;
        }
        list += *list == ' ' ? 1 : 0;
    }
    return found;
}

const char *gdv_dialect_engines(gdv_dialect dialect)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    return grammar != NULL ? grammar->engines : "";
}

bool gdv_dialect_from_name(const char *name, gdv_dialect *dialect)
{
    if (name == NULL || dialect == NULL || name[0] == '\0') {
        return false;
    }
    for (uint32_t index = 0; index < (uint32_t)GDV_DIALECT_COUNT; index += 1) {
        const gdv_grammar *grammar = &gdv_grammars[index];
        if (gdv_same_name(name, grammar->name) || gdv_same_name(name, grammar->alias) ||
            is_listed(grammar->versions, name)) {
            *dialect = (gdv_dialect)index;
            return true;
        }
    }
    return false;
}

uint32_t gdv_dialect_types(gdv_dialect dialect)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    return grammar != NULL ? grammar->count : 0;
}

const gdv_wire *gdv_dialect_wire(gdv_dialect dialect, uint32_t id)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    return grammar != NULL && id < grammar->count ? &grammar->types[id] : NULL;
}

const char *gdv_dialect_type_name(gdv_dialect dialect, uint32_t id)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    return grammar != NULL && id < grammar->count ? grammar->names[id] : "";
}

bool gdv_dialect_type_id(gdv_dialect dialect, gdv_type type, uint32_t *id)
{
    const gdv_grammar *grammar = grammar_of(dialect);
    if (grammar == NULL || id == NULL) {
        return false;
    }
    uint32_t found = gdv_grammar_id(grammar, type);
    if (found == GDV_ANY_ID) {
        return false;
    }
    *id = found;
    return true;
}

const char *gdv_type_name(gdv_type type)
{
    return (uint32_t)type < (uint32_t)GDV_TYPE_COUNT ? type_names[type] : "";
}

const char *gdv_form_text(gdv_form form)
{
    return (uint32_t)form < (uint32_t)GDV_FORM_COUNT ? form_texts[form] : "";
}
