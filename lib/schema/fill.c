/* SPDX-License-Identifier: MIT */
/* A struct filled with what a match holds, field by field. */
#include <gdv/schema_fields.h>

#include <string.h>

#include "../wire/overlap.h"
#include "../wire/wire.h"

/* Whether so many bytes lie in the struct from an offset on. */
static bool has_room(size_t size, size_t offset, size_t count)
{
    return count <= size && offset <= size - count;
}

/* Copies to an offset of the struct, if it has room there. */
static bool store(uint8_t *to, size_t size, size_t offset, const void *bytes, size_t count)
{
    bool fits = has_room(size, offset, count);
    if (fits) {
        memcpy(to + offset, bytes, count);
    }
    return fits;
}

/* Components that a value of a field has, be it there or not: none of a type that does not exist. */
static uint32_t components_of(const gdv_match *match, const gdv_field *field)
{
    const gdv_wire_table *table = match->document.table;
    const uint32_t id = gdv_wire_table_id(table, (gdv_type)field->type);
    return field->kind == GDV_RULE_MATH ? gdv_row_of(table, id)->size / 4u : 1;
}

/* The components of a value as doubles, ints too; zeros for a value that is missing. */
static bool store_components(uint8_t *to, size_t size, const gdv_field *field, const gdv_numbers *numbers,
                             uint32_t components)
{
    const bool fits = has_room(size, field->offset, components * sizeof(double));
    for (uint32_t index = 0; fits && index < components; index += 1) {
        const double number = gdv_component_double(numbers, 0, index);
        memcpy(to + field->offset + index * sizeof number, &number, sizeof number);
    }
    return fits;
}

/* The numbers of a value; none where it has none. */
static gdv_numbers numbers_in_value(gdv_value value)
{
    gdv_numbers numbers;
    const gdv_status none = gdv_to_numbers(value, &numbers);
    (void)none;
    return numbers;
}

/* Stores a value, or what stands for a missing one. */
static bool store_value(const gdv_match *match, uint8_t *to, size_t size, const gdv_field *field, gdv_value value)
{
    const size_t offset = field->offset;
    bool flag;
    int64_t whole;
    gdv_text text;
    gdv_numbers numbers;
    switch (field->kind) {
    case GDV_RULE_BOOL:
        flag = gdv_bool_or(value, false);
        return store(to, size, offset, &flag, sizeof flag);
    case GDV_RULE_INT:
        whole = gdv_int_or(value, INT64_MIN, INT64_MAX, 0);
        return store(to, size, offset, &whole, sizeof whole);
    case GDV_RULE_FLOAT:
    case GDV_RULE_NUMBER:
    case GDV_RULE_MATH:
        numbers = numbers_in_value(value);
        return store_components(to, size, field, &numbers, components_of(match, field));
    case GDV_RULE_TEXT:
        text = gdv_text_or(value, NULL);
        return store(to, size, offset, &text, sizeof text);
    case GDV_RULE_PACKED:
        numbers = numbers_in_value(value);
        return store(to, size, offset, &numbers, sizeof numbers);
    default:
        return store(to, size, offset, &value, sizeof value);
    }
}

/* Stores all fields, or as if none were there; whether each has room. */
static bool store_all(const gdv_match *match, const gdv_field_table *table, uint8_t *to, size_t size, bool there)
{
    bool fits = true;
    for (uint32_t index = 0; index < table->count; index += 1) {
        const gdv_field *field = &table->fields[index];
        const gdv_value value = there ? gdv_match_value(match, index) : gdv_missing();
        const bool exists = gdv_exists(value);
        if (field->offset != GDV_NOT_STORED) {
            fits = store_value(match, to, size, field, value) && fits;
        }
        if (field->present != GDV_NOT_STORED) {
            fits = store(to, size, field->present, &exists, sizeof exists) && fits;
        }
    }
    return fits;
}

/* Whether what is filled shares a byte with what is read meanwhile. */
static bool is_read(const gdv_match *match, const gdv_field_table *table, const void *to, size_t size)
{
    const gdv_document *document = &match->document;
    return gdv_overlap(match, sizeof *match, to, size) || gdv_overlap(table, sizeof *table, to, size) ||
           gdv_overlap(table->fields, table->count * sizeof *table->fields, to, size) ||
           gdv_overlap(document->bytes, document->size, to, size) ||
           gdv_overlap(document->nodes, gdv_extent(document->nodes, document->count, sizeof(gdv_node)), to, size);
}

gdv_status gdv_match_fill(const gdv_match *match, const gdv_field_table *table, void *to, size_t size)
{
    if (match == NULL || table == NULL || gdv_is_nowhere(to, size, 1) || table->count > GDV_FIELDS_MOST ||
        gdv_is_nowhere(table->fields, table->count, sizeof *table->fields)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (is_read(match, table, to, size)) {
        return GDV_E_OVERLAP;
    }
    if (match->document.count == 0 || match->count < table->count) {
        return GDV_E_MISSING;
    }
    if (!store_all(match, table, to, size, true)) {
        (void)store_all(match, table, to, size, false);
        return GDV_E_OUT_OF_RANGE;
    }
    return GDV_OK;
}
