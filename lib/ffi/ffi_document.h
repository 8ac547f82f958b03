/* SPDX-License-Identifier: MIT */
/* Internal: a document of numbers, with the packet and the nodes that came with it, made a document again. */
#ifndef GDV_FFI_DOCUMENT_H
#define GDV_FFI_DOCUMENT_H

#include <gdv/gdv_ffi.h>

/* What every function of a document without a pointer is given. */
typedef struct gdv_ffi_given {
    const gdv_ffi_document *document;
    const void *bytes;
    size_t size;
    const gdv_node *nodes;
    size_t capacity;
} gdv_ffi_given;

/* Makes *made of it. Returns whether all of it belongs together (gdv_ffi.h); if not, *made is empty. */
bool gdv_ffi_open(const gdv_ffi_given *given, gdv_document *made);

/* Whether that many bytes at `out` overlap anything that was given. */
bool gdv_ffi_overlaps(const gdv_ffi_given *given, const void *out, size_t size);

#endif
