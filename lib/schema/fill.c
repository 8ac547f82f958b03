/* SPDX-License-Identifier: MIT */
/* A struct filled with what a match holds, field by field. */
#include <gdv/schema_fields.h>

#include <string.h>

#include "../wire/overlap.h"

/* Copies to an offset of the struct, if it has room there. */
static bool store(uint8_t *to, size_t size, size_t offset, const void *bytes, size_t count)
{
    bool fits = offset <= size && count <= size - offset;
    if (fits) {
        memcpy(to + offset, bytes, count);
    }
    return fits;
}

/* The components of a value as doubles, whatever they are. */
static bool store_components(uint8_t *to, size_t size, size_t offset, gdv_value value)
{
    gdv_numbers numbers;
    bool fits = true;
    gdv_status status = gdv_to_numbers(value, &numbers);
    for (size_t index = 0; fits && status == GDV_OK && index < numbers.components; index += 1) {
        double number = gdv_component_double(&numbers, 0, index);
        bool room = offset < size;
        fits = room && store(to, size, offset + index * sizeof number, &number, sizeof number);
    }
    return fits;
}

static bool store_value(uint8_t *to, size_t size, const gdv_field *field, gdv_value value)
{
    const size_t offset = field->offset;
    switch (field->kind) {
    case GDV_RULE_BOOL: {
        bool found = gdv_bool_or(value, false);
        return store(to, size, offset, &found, sizeof found);
    }
    case GDV_RULE_INT: {
        int64_t found = gdv_int_or(value, INT64_MIN, INT64_MAX, 0);
        return store(to, size, offset, &found, sizeof found);
    }
    case GDV_RULE_FLOAT:
    case GDV_RULE_NUMBER:
        return store_components(to, size, offset, value);
    case GDV_RULE_MATH:
        return store_components(to, size, offset, value);
    case GDV_RULE_TEXT: {
        gdv_text found = gdv_text_or(value, "");
        return store(to, size, offset, &found, sizeof found);
    }
    case GDV_RULE_PACKED: {
        gdv_numbers found;
        gdv_status status = gdv_to_numbers(value, &found);
        return status == GDV_OK && store(to, size, offset, &found, sizeof found);
    }
    default:
        return store(to, size, offset, &value, sizeof value);
    }
}

static bool fill_all(const gdv_match *match, const gdv_field_table *table, uint8_t *to, size_t size)
{
    bool fits = true;
    for (uint32_t index = 0; fits && index < table->count; index += 1) {
        const gdv_field *field = &table->fields[index];
        const gdv_value value = gdv_match_value(match, index);
        const bool there = gdv_exists(value);
        if (there && field->offset != GDV_NOT_STORED) {
            fits = store_value(to, size, field, value);
        }
        if (fits && field->present != GDV_NOT_STORED) {
            fits = store(to, size, field->present, &there, sizeof there);
        }
    }
    return fits;
}

gdv_status gdv_match_fill(const gdv_match *match, const gdv_field_table *table, void *to, size_t size)
{
    const gdv_region regions[] = {
        {match, sizeof *match, false}, {table, sizeof *table, false}, {to, gdv_extent(to, size, 1), true}};
    if (gdv_regions_overlap(regions, 3)) {
        return GDV_E_OVERLAP;
    }
    if (match == NULL || table == NULL || gdv_is_nowhere(to, size, 1) || table->count > GDV_FIELDS_MOST ||
        gdv_is_nowhere(table->fields, table->count, sizeof *table->fields)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (size > 0) {
        memset(to, 0, size);
    }
    if (match->packet == GDV_NONE || match->document.count == 0 || match->count < table->count) {
        return GDV_E_MISSING;
    }
    if (!fill_all(match, table, to, size)) {
        memset(to, 0, size);
        return GDV_E_OUT_OF_RANGE;
    }
    return GDV_OK;
}
