/* SPDX-License-Identifier: MIT */
#include "tests/support/write_value.h"

#include <stdio.h>
#include <stdlib.h>

static void give_up(gdv_value value)
{
    fprintf(stderr, "tests/write_value: not a %s\n", gdv_type_name(gdv_type_of(value)));
    abort();
}

/* The texts of a node path or string array, to be freed. */
static gdv_text *take_strings(gdv_value value)
{
    gdv_text *texts = malloc((gdv_count(value) + 1) * sizeof *texts);
    gdv_strings strings;
    size_t count = 0;
    if (texts == NULL || gdv_strings_begin(value, &strings) != GDV_OK) {
        give_up(value);
    }
    while (count < gdv_count(value) && gdv_strings_next(&strings, &texts[count])) {
        count += 1;
    }
    return texts;
}

static gdv_status write_path(gdv_writer *writer, gdv_value value)
{
    gdv_text *texts = take_strings(value);
    gdv_node_path path;
    if (gdv_to_node_path(value, &path) != GDV_OK) {
        give_up(value);
    }
    gdv_status status =
        gdv_write_node_path(writer, path.absolute, texts, path.names, texts + path.names, path.subnames, NULL);
    free(texts);
    return status;
}

static gdv_status write_strings(gdv_writer *writer, gdv_value value)
{
    gdv_text *texts = take_strings(value);
    gdv_status status = gdv_write_strings(writer, texts, gdv_count(value));
    free(texts);
    return status;
}

static gdv_status write_numbers(gdv_writer *writer, gdv_value value, const gdv_numbers *numbers)
{
    const gdv_type type = gdv_type_of(value);
    const size_t n = numbers->elements * numbers->components;
    gdv_status status = GDV_OK;
    void *all = malloc(8 * n + 1);
    if (numbers->component == GDV_COMPONENT_INT32) {
        status = gdv_write_int32s(writer, type, all, gdv_copy_int32(numbers, 0, all, n));
    } else if (numbers->component == GDV_COMPONENT_INT64) {
        status = gdv_write_int64s(writer, type, all, gdv_copy_int64(numbers, 0, all, n));
    } else if (numbers->component == GDV_COMPONENT_FLOAT32) {
        status = gdv_write_floats(writer, type, all, gdv_copy_float(numbers, 0, all, n));
    } else {
        status = gdv_write_doubles(writer, type, all, gdv_copy_double(numbers, 0, all, n));
    }
    free(all);
    return status;
}

static gdv_status write_float(gdv_writer *writer, gdv_value value)
{
    gdv_numbers numbers;
    if (gdv_to_numbers(value, &numbers) != GDV_OK) {
        give_up(value);
    }
    return gdv_write_float(writer, gdv_component_double(&numbers, 0, 0));
}

/* Elements; or keys and values in turn. */
static gdv_status write_children(gdv_writer *writer, gdv_value value)
{
    gdv_iterator next;
    gdv_iterate(value, &next);
    while (gdv_iterate_next(&next)) {
        if (gdv_exists(next.key)) {
            (void)write_value(writer, next.key);
        }
        (void)write_value(writer, next.value);
    }
    return gdv_end(writer);
}

static gdv_status write_array(gdv_writer *writer, gdv_value value)
{
    gdv_element element = {.kind = GDV_ELEMENT_ANY};
    (void)!gdv_element_of(value, &element);
    (void)(gdv_type_of(value) == GDV_TYPE_PACKED_TYPED_ARRAY ? gdv_begin_packed_typed_array(writer, &element)
                                                             : gdv_begin_typed_array(writer, &element));
    return write_children(writer, value);
}

static gdv_status write_dictionary(gdv_writer *writer, gdv_value value)
{
    gdv_element key = {.kind = GDV_ELEMENT_ANY};
    gdv_element of_value = {.kind = GDV_ELEMENT_ANY};
    (void)!gdv_element_of(value, &key);
    (void)!gdv_value_element_of(value, &of_value);
    (void)gdv_begin_typed_dictionary(writer, &key, &of_value);
    return write_children(writer, value);
}

static gdv_status write_signal(gdv_writer *writer, gdv_value value)
{
    gdv_signal signal;
    if (gdv_to_signal(value, &signal) != GDV_OK) {
        give_up(value);
    }
    return gdv_write_signal(writer, &signal);
}

static gdv_status write_id(gdv_writer *writer, gdv_value value)
{
    uint64_t id = 0;
    if (gdv_type_of(value) == GDV_TYPE_RID && gdv_to_rid(value, &id) == GDV_OK) {
        return gdv_write_rid(writer, id);
    }
    if (gdv_to_object_id(value, &id) != GDV_OK) {
        give_up(value);
    }
    return gdv_write_object_id(writer, id);
}

static gdv_status write_bytes(gdv_writer *writer, gdv_value value)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    if (gdv_to_bytes(value, &bytes, &size) != GDV_OK) {
        give_up(value);
    }
    return gdv_write_bytes(writer, bytes, size);
}

gdv_status write_value(gdv_writer *writer, gdv_value value)
{
    const gdv_text text = gdv_text_or(value, NULL);
    gdv_numbers numbers;
    switch (gdv_type_of(value)) {
    case GDV_TYPE_NIL:
        return gdv_write_nil(writer);
    case GDV_TYPE_BOOL:
        return gdv_write_bool(writer, gdv_bool_or(value, false));
    case GDV_TYPE_INT:
        return gdv_write_int(writer, gdv_int_or(value, INT64_MIN, INT64_MAX, 0));
    case GDV_TYPE_FLOAT:
        return write_float(writer, value);
    case GDV_TYPE_STRING:
        return gdv_write_string(writer, text.bytes, text.size);
    case GDV_TYPE_STRING_NAME:
        return gdv_write_string_name(writer, text.bytes, text.size);
    case GDV_TYPE_NODE_PATH:
        return write_path(writer, value);
    case GDV_TYPE_RID:
    case GDV_TYPE_OBJECT:
        return write_id(writer, value);
    case GDV_TYPE_CALLABLE:
        return gdv_write_callable(writer);
    case GDV_TYPE_SIGNAL:
        return write_signal(writer, value);
    case GDV_TYPE_DICTIONARY:
        return write_dictionary(writer, value);
    case GDV_TYPE_ARRAY:
    case GDV_TYPE_TYPED_ARRAY:
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        return write_array(writer, value);
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        return write_bytes(writer, value);
    case GDV_TYPE_PACKED_STRING_ARRAY:
        return write_strings(writer, value);
    default:
        if (gdv_to_numbers(value, &numbers) != GDV_OK) {
            give_up(value);
        }
        return write_numbers(writer, value, &numbers);
    }
}
