/* SPDX-License-Identifier: MIT */
/* For whoever calls gdv from another language: what a binding needs and a C program has from the other headers. gdv.h
 * does not include it, and nothing else in the library needs it. docs/ffi.md says how to bind, with a tested example for
 * each of five languages.
 *
 * Four things: how large a structure is and where its fields are, at run time; names and numbers of all lists; documents
 * without a pointer in them; typed JSON, for who wants a whole value at once.
 *
 * Numbers here have one width everywhere (uint32_t for a code, a dialect, a type): how wide an enum is, the compiler of
 * the C side decides.
 *
 * There is no gdv_new and no gdv_free. A structure of gdv owns nothing: memory of gdv_ffi_size(NAME) bytes, aligned as
 * gdv_ffi_align(NAME) says, from whatever allocator the language has, becomes a reader by gdv_reader_init, and is given
 * back as it was taken. A function that calls an allocator of the caller's would be a call through a pointer, and the
 * bound on the library's stack, which CI reads from its call graph, would end there. */
#ifndef GDV_FFI_H
#define GDV_FFI_H

#include <stddef.h>
#include <stdint.h>

#include "policy.h"
#include "status.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a function here returns that has no number to give: no such name, no such value. */
#define GDV_FFI_NONE 0xffffffffu

/* --- structures */

/* Bytes of a structure ("gdv_policy") or of a field of one ("gdv_policy.max_depth"); the alignment of a structure; where
 * in its structure a field begins, 0 for a structure. GDV_FFI_NONE for a name that is not in the list, for the alignment
 * of a field, and for NULL. A binding that declares structures itself compares before its first call. Linear in the
 * list: once, not in each call. */
GDV_API uint32_t gdv_ffi_size(const char *name);
GDV_API uint32_t gdv_ffi_align(const char *name);
GDV_API uint32_t gdv_ffi_offset(const char *name);

/* The names of that list, counted from 0; "" beyond its end. Never NULL. */
GDV_API const char *gdv_ffi_layout_name(uint32_t row);

/* --- names and numbers */

typedef enum gdv_ffi_list {
    GDV_FFI_DIALECTS, /* "godot4.4"; the number is a gdv_dialect */
    GDV_FFI_TYPES,    /* "Vector2"; a gdv_type */
    GDV_FFI_LAYOUTS,  /* "PACKED"; a gdv_layout */
    GDV_FFI_CODES,    /* "BAD_UTF8"; a gdv_status: numbers with gaps */
    GDV_FFI_MISREADS, /* "COUNT_WRAPS"; a gdv_misread */
    GDV_FFI_PERMITS,  /* "text-nul"; the bit's mask, as gdv_policy.permit takes it */
    GDV_FFI_LISTS
} gdv_ffi_list;

/* How many rows a list has; 0 for a number that is no list. */
GDV_API uint32_t gdv_ffi_rows(uint32_t list);

/* Of a row, counted from 0: its number, its name, and a sentence about it (of a dialect: the engines that speak it; ""
 * for types). GDV_FFI_NONE, "" and "" where list or row does not exist. Never NULL. Constant time. */
GDV_API uint32_t gdv_ffi_row_number(uint32_t list, uint32_t row);
GDV_API const char *gdv_ffi_row_name(uint32_t list, uint32_t row);
GDV_API const char *gdv_ffi_row_text(uint32_t list, uint32_t row);

/* The number of a name, letter case as given; of dialects by alias and version too, of permissions "text" and "all" too.
 * GDV_FFI_NONE where there is none, and for NULL. Linear in the list. */
GDV_API uint32_t gdv_ffi_number_of(uint32_t list, const char *name);

/* --- documents without a pointer */

/* gdv_document and gdv_value keep the address of the packet. A language that moves its objects, or forbids that C keeps
 * their addresses after a call, cannot have that: Go ends a program for it. So here a document is four numbers, a value
 * is the index of its node (the outermost is 0), and packet and nodes are handed in with each call, wherever they are by
 * then; the nodes may be copied too.
 *
 * The nodes belong to the document from gdv_ffi_parse on: no one else writes to them, and the next gdv_ffi_parse into
 * them makes another document of them. gdv_ffi_parse closes them with a node that holds size, dialect and permissions,
 * and every function compares that with what it is given. So whatever document, index, or packet of that many bytes
 * comes with nodes that gdv_ffi_parse wrote, the answer is some value of the packet, or none, and nothing outside of
 * packet and nodes is read. Where packet, nodes and document do not belong together lookups return GDV_FFI_NONE, counts
 * 0, and getters GDV_E_BAD_ARGUMENT: `document`, `bytes` or `nodes` is NULL, not aligned as its type must be, or nowhere
 * (validate.h); `size` is not the document's; `capacity`, the nodes that are there, is not above document->count; or the
 * closing node says otherwise. GDV_FFI_NONE as index is a value that does not exist, as is an index beyond the nodes:
 * lookups pass it on, getters say GDV_E_MISSING, so that lookups chain without a check between them.
 *
 * Outputs are written last, by every call, zero on failure; NULL for one is GDV_E_BAD_ARGUMENT. An output of a getter may
 * overlap what is handed in, though who overwrites document or nodes has no document afterwards. */
typedef struct gdv_ffi_document {
    uint32_t size;    /* bytes of the packet */
    uint32_t count;   /* nodes of values, the closing one not counted; 0 in a document that was not built */
    uint32_t dialect; /* gdv_dialect */
    uint32_t permit;  /* of the policy it was parsed under */
} gdv_ffi_document;

/* gdv_report without a pointer; a layout of its own, the same for every compiler: no struct_size. */
typedef struct gdv_ffi_report {
    uint64_t offset; /* as in gdv_report, all of them */
    uint64_t need;
    uint32_t code;
    uint32_t misread;
    uint32_t depth;
    int32_t type;
    char type_name[32];       /* always ends in NUL */
    char path[GDV_PATH_SIZE]; /* always ends in NUL */
} gdv_ffi_report;

/* Bytes of the packet. */
typedef struct gdv_ffi_span {
    uint32_t offset;
    uint32_t size;
} gdv_ffi_span;

/* gdv_validate with such a report: returns what it returns, and fills the report, which may be NULL, in each case but
 * GDV_E_OVERLAP. */
GDV_API GDV_NODISCARD uint32_t gdv_ffi_validate(const void *bytes, size_t size, uint32_t dialect,
                                                const gdv_policy *policy, void *scratch, size_t scratch_size,
                                                gdv_ffi_report *report);

/* Nodes that suffice for every packet of that size: gdv_document_bound(size) and one more; SIZE_MAX / 16 at most, as more
 * would be more bytes than there are. */
GDV_API size_t gdv_ffi_bound(size_t size);

/* gdv_document_parse into such a document: arguments and results are those, but that one node more is needed
 * (report->need counts it), that nodes must be aligned (GDV_E_BAD_ARGUMENT), and that nodes of a packet that was refused
 * belong to no document. On failure *document is zero. */
GDV_API GDV_NODISCARD uint32_t gdv_ffi_parse(gdv_ffi_document *document, const void *bytes, size_t size,
                                             uint32_t dialect, const gdv_policy *policy, gdv_node *nodes,
                                             size_t capacity, gdv_ffi_report *report);

/* gdv_report_format of such a report; 0 for NULL, and where size wraps. */
GDV_API size_t gdv_ffi_report_format(const gdv_ffi_report *report, char *text, size_t size);

/* Lookups: the node of what gdv_find finds from `from` on, of gdv_get_text, and of gdv_at; GDV_FFI_NONE for none. Time as
 * there. */
GDV_API uint32_t gdv_ffi_find(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                              size_t capacity, uint32_t from, const char *path);
GDV_API uint32_t gdv_ffi_get(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                             size_t capacity, uint32_t container, const char *key, size_t key_size);
GDV_API uint32_t gdv_ffi_at(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                            size_t capacity, uint32_t array, size_t index);

/* The child of a container that comes after `child`, or its first for GDV_FFI_NONE; GDV_FFI_NONE after the last. Of a
 * dictionary key and value take turns, of an object name and value. Constant time. An index that is in the container,
 * but no child, is followed by what comes after it there. */
GDV_API uint32_t gdv_ffi_next(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                              size_t capacity, uint32_t container, uint32_t child);

/* gdv_type_of: GDV_TYPE_COUNT for a value that does not exist; and gdv_count. */
GDV_API uint32_t gdv_ffi_type(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                              size_t capacity, uint32_t value);
GDV_API uint32_t gdv_ffi_count(const gdv_ffi_document *document, const void *bytes, size_t size, const gdv_node *nodes,
                               size_t capacity, uint32_t value);

/* Getters: gdv_to_bool (0 or 1), gdv_to_int, gdv_to_double, gdv_to_number; gdv_to_text and gdv_to_bytes as offset and
 * size; and the number of an object or RID, whichever it is. GDV_OK, GDV_E_MISSING, GDV_E_WRONG_TYPE,
 * GDV_E_OUT_OF_RANGE, or GDV_E_BAD_ARGUMENT. */
GDV_API GDV_NODISCARD uint32_t gdv_ffi_to_bool(const gdv_ffi_document *document, const void *bytes, size_t size,
                                               const gdv_node *nodes, size_t capacity, uint32_t value, uint32_t *out);
GDV_API GDV_NODISCARD uint32_t gdv_ffi_to_int(const gdv_ffi_document *document, const void *bytes, size_t size,
                                              const gdv_node *nodes, size_t capacity, uint32_t value, int64_t lowest,
                                              int64_t highest, int64_t *out);
GDV_API GDV_NODISCARD uint32_t gdv_ffi_to_double(const gdv_ffi_document *document, const void *bytes, size_t size,
                                                 const gdv_node *nodes, size_t capacity, uint32_t value, double lowest,
                                                 double highest, double *out);
GDV_API GDV_NODISCARD uint32_t gdv_ffi_to_number(const gdv_ffi_document *document, const void *bytes, size_t size,
                                                 const gdv_node *nodes, size_t capacity, uint32_t value, double lowest,
                                                 double highest, double *out);
GDV_API GDV_NODISCARD uint32_t gdv_ffi_to_text(const gdv_ffi_document *document, const void *bytes, size_t size,
                                               const gdv_node *nodes, size_t capacity, uint32_t value,
                                               gdv_ffi_span *out);
GDV_API GDV_NODISCARD uint32_t gdv_ffi_to_bytes(const gdv_ffi_document *document, const void *bytes, size_t size,
                                                const gdv_node *nodes, size_t capacity, uint32_t value,
                                                gdv_ffi_span *out);
GDV_API GDV_NODISCARD uint32_t gdv_ffi_to_id(const gdv_ffi_document *document, const void *bytes, size_t size,
                                             const gdv_node *nodes, size_t capacity, uint32_t value, uint64_t *out);

/* The numbers of a math value, a packed array, an int or a float, as gdv_copy_int64 and gdv_copy_double copy those of its
 * view: at most `most` of them, from number `first` on. Returns how many; 0 where the value has none that fit without
 * loss, out is nowhere, or out overlaps what is handed in: then nothing is written. */
GDV_API size_t gdv_ffi_copy_int64(const gdv_ffi_document *document, const void *bytes, size_t size,
                                  const gdv_node *nodes, size_t capacity, uint32_t value, size_t first, int64_t *out,
                                  size_t most);
GDV_API size_t gdv_ffi_copy_double(const gdv_ffi_document *document, const void *bytes, size_t size,
                                   const gdv_node *nodes, size_t capacity, uint32_t value, size_t first, double *out,
                                   size_t most);

/* --- typed JSON */

/* Writes a value, and all that is in it, as typed JSON (docs/typed-json.md): byte for byte what gdv dump --format=json
 * prints, without a line end. *length becomes the length of the text without its NUL; it may be above SIZE_MAX where
 * size_t has 32 bits.
 *
 * size 0, whatever buffer is, measures: GDV_OK, and nothing is written. Else GDV_OK, and the text with its NUL is in
 * buffer[0 .. size-1]; or GDV_E_NO_SPACE where it does not fit: then *length is right, buffer[0] is NUL, and the rest of
 * the buffer is undefined. No more is written than the text and its NUL.
 *
 * Or *length is 0 and buffer untouched: GDV_E_MISSING, GDV_E_BAD_ARGUMENT where buffer is nowhere. GDV_E_BAD_ARGUMENT where
 * length is NULL, and GDV_E_OVERLAP where buffer or length overlaps the other, the packet, the nodes or the document:
 * nothing is written. GDV_E_LIMIT_DEPTH where values are nested deeper than any packet that was accepted: *length is 0,
 * buffer[0] is NUL, and the rest of the buffer is undefined.
 * A container that a reader gave (reader.h) is written without what is in it, as its reader keeps no nodes.
 *
 * Time: linear in the packet's bytes, and some microseconds for each float. About 10 KiB of stack. */
GDV_API GDV_NODISCARD gdv_status gdv_to_json(gdv_value value, char *buffer, size_t size, uint64_t *length);

/* gdv_to_json for a value of a document without a pointer; buffer and length may overlap none of what is handed in. */
GDV_API GDV_NODISCARD uint32_t gdv_ffi_to_json(const gdv_ffi_document *document, const void *bytes, size_t size,
                                               const gdv_node *nodes, size_t capacity, uint32_t value, char *buffer,
                                               size_t buffer_size, uint64_t *length);

/* Room for any number, its NUL included. */
#define GDV_NUMBER_SIZE 32

/* Writes the shortest decimal text that reads back to the number, closed by NUL: of the shortest ones the nearest, a
 * tie to the even digit. It has a point or an exponent: "0.5", "3.0", "1e20", "-0.0"; "inf", "-inf" and "nan", which are
 * no JSON. For a float, what reads back is a double rounded to 32 bits. Returns its length; 0, and nothing is written,
 * where text is NULL. */
GDV_API size_t gdv_double_text(double number, char text[GDV_NUMBER_SIZE]);
GDV_API size_t gdv_float_text(float number, char text[GDV_NUMBER_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
