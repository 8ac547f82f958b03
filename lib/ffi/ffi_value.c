/* SPDX-License-Identifier: MIT */
/* Lookups and getters of documents without a pointer: each makes a document of what it is given, on its own stack, asks
 * that, and answers with numbers. */
#include <gdv/gdv_ffi.h>

#include <gdv/document.h>
#include <gdv/numbers.h>

#include "../value/links.h"
#include "../wire/overlap.h"
#include "ffi_document.h"

/* A document with the value that is asked about. It points to itself, so it is not copied. */
typedef struct asked {
    gdv_ffi_given given;
    gdv_document document;
    gdv_value value;
    bool fits;
} asked;

static void ask_about(asked *about, const gdv_ffi_given *given, uint32_t index)
{
    about->given = *given;
    about->fits = gdv_ffi_open(given, &about->document);
    about->value.document = &about->document;
    about->value.index = index;
}

/* What a getter of a value says, or why none was asked. */
static uint32_t said(const asked *about, gdv_status status)
{
    return (uint32_t)(about->fits ? status : GDV_E_BAD_ARGUMENT);
}

static uint32_t index_of(gdv_value value)
{
    return gdv_exists(value) ? value.index : GDV_FFI_NONE;
}

/* --- lookups */

uint32_t gdv_ffi_find(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                      size_t capacity, uint32_t from, const char *path)
{
    asked about;
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, from);
    return index_of(gdv_find(about.value, path));
}

uint32_t gdv_ffi_get(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                     size_t capacity, uint32_t container, const char *key, size_t key_size)
{
    const gdv_text text = {key, key_size};
    asked about;
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, container);
    return index_of(gdv_get_text(about.value, text));
}

uint32_t gdv_ffi_at(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                    size_t capacity, uint32_t array, size_t index)
{
    asked about;
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, array);
    return index_of(gdv_at(about.value, index));
}

uint32_t gdv_ffi_next(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                      size_t capacity, uint32_t container, uint32_t child)
{
    asked about;
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, container);
    if (!gdv_exists(about.value)) {
        return GDV_FFI_NONE;
    }
    const uint32_t count = about.document.count;
    uint32_t end = gdv_node_after(nodes, container);
    uint32_t next = container + 1;
    if (child != GDV_FFI_NONE) { /* nothing that is in it comes after the closing node, either */
        next = gdv_node_after(nodes, child < count ? child : count);
    }
    return next > container && next < end ? next : GDV_FFI_NONE;
}

uint32_t gdv_ffi_type(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                      size_t capacity, uint32_t value)
{
    asked about;
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    return (uint32_t)gdv_type_of(about.value);
}

uint32_t gdv_ffi_count(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                       size_t capacity, uint32_t value)
{
    asked about;
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    return (uint32_t)gdv_count(about.value);
}

/* --- getters: what is asked first is a copy of their own, so that the output may lie anywhere */

uint32_t gdv_ffi_to_bool(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                         size_t capacity, uint32_t value, uint32_t *out)
{
    asked about;
    bool found;
    if (out == NULL) {
        return (uint32_t)GDV_E_BAD_ARGUMENT;
    }
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_status status = gdv_to_bool(about.value, &found);
    *out = found ? 1 : 0;
    return said(&about, status);
}

uint32_t gdv_ffi_to_int(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                        size_t capacity, uint32_t value, int64_t lowest, int64_t highest, int64_t *out)
{
    asked about;
    int64_t found;
    if (out == NULL) {
        return (uint32_t)GDV_E_BAD_ARGUMENT;
    }
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_status status = gdv_to_int(about.value, lowest, highest, &found);
    *out = found;
    return said(&about, status);
}

uint32_t gdv_ffi_to_double(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                           size_t capacity, uint32_t value, double lowest, double highest, double *out)
{
    asked about;
    double found;
    if (out == NULL) {
        return (uint32_t)GDV_E_BAD_ARGUMENT;
    }
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_status status = gdv_to_double(about.value, lowest, highest, &found);
    *out = found;
    return said(&about, status);
}

uint32_t gdv_ffi_to_number(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                           size_t capacity, uint32_t value, double lowest, double highest, double *out)
{
    asked about;
    double found;
    if (out == NULL) {
        return (uint32_t)GDV_E_BAD_ARGUMENT;
    }
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_status status = gdv_to_number(about.value, lowest, highest, &found);
    *out = found;
    return said(&about, status);
}

/* Where in the packet `size` bytes of it are; nothing is at 0. */
static gdv_ffi_span span_of(const asked *about, gdv_status status, const void *begin, size_t size)
{
    gdv_ffi_span span = {0, 0};
    if (status == GDV_OK) {
        span.offset = (uint32_t)((uintptr_t)begin - (uintptr_t)about->document.bytes);
        span.size = (uint32_t)size;
    }
    return span;
}

uint32_t gdv_ffi_to_text(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                         size_t capacity, uint32_t value, gdv_ffi_span *out)
{
    asked about;
    gdv_text found;
    if (out == NULL) {
        return (uint32_t)GDV_E_BAD_ARGUMENT;
    }
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_status status = gdv_to_text(about.value, &found);
    *out = span_of(&about, status, found.bytes, found.size);
    return said(&about, status);
}

uint32_t gdv_ffi_to_bytes(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                          size_t capacity, uint32_t value, gdv_ffi_span *out)
{
    asked about;
    const uint8_t *found;
    size_t length;
    if (out == NULL) {
        return (uint32_t)GDV_E_BAD_ARGUMENT;
    }
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_status status = gdv_to_bytes(about.value, &found, &length);
    *out = span_of(&about, status, found, length);
    return said(&about, status);
}

uint32_t gdv_ffi_to_id(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                       size_t capacity, uint32_t value, uint64_t *out)
{
    asked about;
    uint64_t found;
    if (out == NULL) {
        return (uint32_t)GDV_E_BAD_ARGUMENT;
    }
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_status status = gdv_to_object_id(about.value, &found);
    if (status == GDV_E_WRONG_TYPE) {
        status = gdv_to_rid(about.value, &found);
    }
    *out = found;
    return said(&about, status);
}

/* --- many numbers */

/* The numbers of the value that is asked about. Returns whether they may be copied to `out`. */
static bool may_copy(const asked *about, gdv_numbers *numbers, const void *out, size_t most, size_t width)
{
    (void)!gdv_to_numbers(about->value, numbers);
    return !gdv_ffi_overlaps(&about->given, out, gdv_extent(out, most, width));
}

size_t gdv_ffi_copy_int64(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                          size_t capacity, uint32_t value, size_t first, int64_t *out, size_t most)
{
    asked about;
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_numbers numbers;
    return may_copy(&about, &numbers, out, most, sizeof *out) ? gdv_copy_int64(&numbers, first, out, most) : 0;
}

size_t gdv_ffi_copy_double(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                           size_t capacity, uint32_t value, size_t first, double *out, size_t most)
{
    asked about;
    ask_about(&about, &(gdv_ffi_given){document, bytes, size, nodes, capacity}, value);
    gdv_numbers numbers;
    return may_copy(&about, &numbers, out, most, sizeof *out) ? gdv_copy_double(&numbers, first, out, most) : 0;
}

uint32_t gdv_ffi_to_json(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                         size_t capacity, uint32_t value, char *buffer, size_t buffer_size, uint64_t *length)
{
    const gdv_ffi_given given = {document, bytes, size, nodes, capacity};
    asked about;
    if (gdv_ffi_overlaps(&given, buffer, gdv_extent(buffer, buffer_size, 1)) ||
        gdv_ffi_overlaps(&given, length, sizeof *length)) {
        return (uint32_t)GDV_E_OVERLAP;
    }
    ask_about(&about, &given, value);
    gdv_status status = gdv_to_json(about.value, buffer, buffer_size, length);
    return said(&about, status);
}
