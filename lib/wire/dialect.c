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

static const char *const layout_texts[GDV_LAYOUT_COUNT] = {
#define GDV_LAYOUT_TEXT(name, text) text,
    GDV_LAYOUT_LIST(GDV_LAYOUT_TEXT)
#undef GDV_LAYOUT_TEXT
};

/* Callers of other languages hand in any integer for an enum. */
static const gdv_wire_table *table_of(gdv_dialect dialect)
{
    return (uint32_t)dialect < (uint32_t)GDV_DIALECT_COUNT ? &gdv_wire_tables[dialect] : NULL;
}

const char *gdv_dialect_name(gdv_dialect dialect)
{
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL ? table->name : "";
}

const char *gdv_dialect_alias(gdv_dialect dialect)
{
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL ? table->alias : "";
}

const char *gdv_dialect_versions(gdv_dialect dialect)
{
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL ? table->versions : "";
}

gdv_family gdv_dialect_family(gdv_dialect dialect)
{
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL ? (gdv_family)table->family : GDV_FAMILY_NONE;
}

const char *gdv_dialect_judges(gdv_dialect dialect)
{
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL ? table->judges : "";
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
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL ? table->engines : "";
}

bool gdv_dialect_from_name(const char *name, gdv_dialect *dialect)
{
    if (name == NULL || dialect == NULL || name[0] == '\0') {
        return false;
    }
    for (uint32_t index = 0; index < (uint32_t)GDV_DIALECT_COUNT; index += 1) {
        const gdv_wire_table *table = &gdv_wire_tables[index];
        if (gdv_same_name(name, table->name) || gdv_same_name(name, table->alias) || is_listed(table->versions, name)) {
            *dialect = (gdv_dialect)index;
            return true;
        }
    }
    return false;
}

uint32_t gdv_dialect_types(gdv_dialect dialect)
{
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL ? table->count : 0;
}

const gdv_wire_row *gdv_dialect_wire(gdv_dialect dialect, uint32_t id)
{
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL && id < table->count ? &table->types[id] : NULL;
}

const char *gdv_dialect_type_name(gdv_dialect dialect, uint32_t id)
{
    const gdv_wire_table *table = table_of(dialect);
    return table != NULL && id < table->count ? table->names[id] : "";
}

bool gdv_dialect_type_id(gdv_dialect dialect, gdv_type type, uint32_t *id)
{
    const gdv_wire_table *table = table_of(dialect);
    if (table == NULL || id == NULL) {
        return false;
    }
    uint32_t found = gdv_wire_table_id(table, type);
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

const char *gdv_layout_text(gdv_layout layout)
{
    return (uint32_t)layout < (uint32_t)GDV_LAYOUT_COUNT ? layout_texts[layout] : "";
}
