/* SPDX-License-Identifier: MIT */
/* Sizes, alignments and offsets at run time, from two lists: what is missing there is a line. */
#include <gdv/gdv_ffi.h>

#include <gdv/document.h>
#include <gdv/framer.h>
#include <gdv/reader.h>
#include <gdv/validate.h>
#include <gdv/writer.h>

#include "../value/resolve.h"

#define STRUCTURES(X)                                                                                                  \
    X(gdv_policy)                                                                                                      \
    X(gdv_report)                                                                                                      \
    X(gdv_stats)                                                                                                       \
    X(gdv_node)                                                                                                        \
    X(gdv_document)                                                                                                    \
    X(gdv_value)                                                                                                       \
    X(gdv_text)                                                                                                        \
    X(gdv_numbers)                                                                                                     \
    X(gdv_iterator)                                                                                                    \
    X(gdv_reader)                                                                                                      \
    X(gdv_event)                                                                                                       \
    X(gdv_writer)                                                                                                      \
    X(gdv_framer)                                                                                                      \
    X(gdv_framer_options)                                                                                              \
    X(gdv_ffi_document)                                                                                                \
    X(gdv_ffi_report)                                                                                                  \
    X(gdv_ffi_span)

/* What a binding sets or reads itself; other fields are the library's own. */
#define FIELDS(X)                                                                                                      \
    X(gdv_policy, struct_size)                                                                                         \
    X(gdv_policy, max_bytes)                                                                                           \
    X(gdv_policy, max_depth)                                                                                           \
    X(gdv_policy, max_values)                                                                                          \
    X(gdv_policy, max_elements)                                                                                        \
    X(gdv_policy, max_string)                                                                                          \
    X(gdv_policy, permit)                                                                                              \
    X(gdv_policy, encoding)                                                                                            \
    X(gdv_report, struct_size)                                                                                         \
    X(gdv_report, code)                                                                                                \
    X(gdv_report, misread)                                                                                             \
    X(gdv_report, offset)                                                                                              \
    X(gdv_report, need)                                                                                                \
    X(gdv_report, depth)                                                                                               \
    X(gdv_report, type)                                                                                                \
    X(gdv_report, type_name)                                                                                           \
    X(gdv_report, path)                                                                                                \
    X(gdv_stats, struct_size)                                                                                          \
    X(gdv_stats, bytes)                                                                                                \
    X(gdv_stats, values)                                                                                               \
    X(gdv_stats, deepest)                                                                                              \
    X(gdv_stats, longest)                                                                                              \
    X(gdv_stats, widest)                                                                                               \
    X(gdv_stats, steps)                                                                                                \
    X(gdv_text, bytes)                                                                                                 \
    X(gdv_text, size)                                                                                                  \
    X(gdv_numbers, bytes)                                                                                              \
    X(gdv_numbers, elements)                                                                                           \
    X(gdv_numbers, components)                                                                                         \
    X(gdv_numbers, component)                                                                                          \
    X(gdv_iterator, key)                                                                                               \
    X(gdv_iterator, value)                                                                                             \
    X(gdv_event, kind)                                                                                                 \
    X(gdv_event, role)                                                                                                 \
    X(gdv_event, depth)                                                                                                \
    X(gdv_event, offset)                                                                                               \
    X(gdv_event, size)                                                                                                 \
    X(gdv_event, value)                                                                                                \
    X(gdv_framer, status)                                                                                              \
    X(gdv_framer, bytes)                                                                                               \
    X(gdv_framer, frames)                                                                                              \
    X(gdv_framer, skipped)                                                                                             \
    X(gdv_framer, discarded)                                                                                           \
    X(gdv_framer, offset)                                                                                              \
    X(gdv_framer, length)                                                                                              \
    X(gdv_framer, need)                                                                                                \
    X(gdv_framer_options, struct_size)                                                                                 \
    X(gdv_framer_options, max_frame)                                                                                   \
    X(gdv_framer_options, endian)                                                                                      \
    X(gdv_framer_options, empty_frames)                                                                                \
    X(gdv_ffi_document, size)                                                                                          \
    X(gdv_ffi_document, count)                                                                                         \
    X(gdv_ffi_document, dialect)                                                                                       \
    X(gdv_ffi_document, permit)                                                                                        \
    X(gdv_ffi_report, offset)                                                                                          \
    X(gdv_ffi_report, need)                                                                                            \
    X(gdv_ffi_report, code)                                                                                            \
    X(gdv_ffi_report, misread)                                                                                         \
    X(gdv_ffi_report, depth)                                                                                           \
    X(gdv_ffi_report, type)                                                                                            \
    X(gdv_ffi_report, type_name)                                                                                       \
    X(gdv_ffi_report, path)                                                                                            \
    X(gdv_ffi_span, offset)                                                                                            \
    X(gdv_ffi_span, size)

#define STRUCTURE_ROW(structure) {#structure, (uint32_t)sizeof(structure), (uint32_t)_Alignof(structure), 0},
#define FIELD_ROW(structure, field)                                                                                    \
    {#structure "." #field, (uint32_t)sizeof(((structure *)0)->field), GDV_FFI_NONE,                                   \
     (uint32_t)offsetof(structure, field)},

typedef struct layout_row {
    const char *name;
    uint32_t size;
    uint32_t align;
    uint32_t offset;
} layout_row;

static const layout_row layout_rows[] = {STRUCTURES(STRUCTURE_ROW) FIELDS(FIELD_ROW)};
#define LAYOUT_ROWS (uint32_t)(sizeof layout_rows / sizeof layout_rows[0])

/* NULL has no characters, and no row is called that. */
static const layout_row *layout_of(const char *name)
{
    const gdv_text wanted = gdv_text_of(name);
    const layout_row *found = NULL;
    for (uint32_t row = 0; found == NULL && row < LAYOUT_ROWS; row += 1) {
        found = gdv_same_text(gdv_text_of(layout_rows[row].name), wanted) ? &layout_rows[row] : NULL;
    }
    return found;
}

uint32_t gdv_ffi_size(const char *name)
{
    const layout_row *found = layout_of(name);
    return found != NULL ? found->size : GDV_FFI_NONE;
}

uint32_t gdv_ffi_align(const char *name)
{
    const layout_row *found = layout_of(name);
    return found != NULL ? found->align : GDV_FFI_NONE;
}

uint32_t gdv_ffi_offset(const char *name)
{
    const layout_row *found = layout_of(name);
    return found != NULL ? found->offset : GDV_FFI_NONE;
}

const char *gdv_ffi_layout_name(uint32_t row)
{
    return row < LAYOUT_ROWS ? layout_rows[row].name : "";
}
