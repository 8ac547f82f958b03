/* SPDX-License-Identifier: MIT */
/* One value of a packet that has been read: what it is, and what can be asked of it. A gdv_value is a small handle,
 * passed by value, into a document (document.h) or to what a reader has just read (reader.h).
 *
 * A value that does not exist is a value too: gdv_missing(), what every lookup gives that finds nothing. All functions
 * take it, and say GDV_E_MISSING or the fallback, so lookups chain without a check between them:
 *
 *      int64_t hp = gdv_int_or(gdv_get(gdv_at(gdv_get(root, "players"), 3), "hp"), 0, 100, -1);
 *
 * Getters never convert silently: an int is no float, unless gdv_to_number is asked. On failure every output is
 * zero. Nothing is copied but numbers: text and bytes point into the packet, which must outlive them. If someone writes
 * to the packet after it was read, a getter may return a wrong value, or GDV_E_WRONG_TYPE where the new bytes make no
 * sense; it never reads outside the packet. So read a value once, check it, and use what was checked. A handle of a
 * document that was parsed again is one of the new packet, or missing.
 *
 * Constant time, unless said otherwise. Text is what the engine keeps of it: under policies that permit a byte order
 * mark or a NUL, without the mark and up to the NUL (then in time linear in the text). Wire reference: section 5. */
#ifndef GDV_VALUE_H
#define GDV_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decoder_state.h"
#include "dialect.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Text of `size` bytes, which no NUL ends; UTF-8 where the policy did not permit otherwise. */
typedef struct gdv_text {
    const char *bytes; /* never NULL when a getter gave it, even where size is 0 */
    size_t size;
} gdv_text;

/* In place of a type id: the name of a property, which has no header. */
#define GDV_NODE_NAME 0xfeu

/* One value, or the name of a property, on the tape of a document. Sixteen bytes; the fields are the library's own. */
typedef struct gdv_node {
    uint32_t offset; /* of the header; of a name, of its length word */
    uint32_t next;   /* index of the node after all that is in this one; without children, perhaps a link (links.h) */
    uint32_t count;  /* bytes of text, elements, pairs, properties */
    uint8_t id;      /* type id; GDV_NODE_NAME for the name of a property */
    uint8_t flags;   /* header flags that mean something */
    uint16_t shape;  /* what it has of children */
} gdv_node;

/* The packet, and the nodes of what was read of it, in packet order. The fields are the library's own. */
typedef struct gdv_document {
    const uint8_t *bytes;
    const gdv_node *nodes;
    const struct gdv_wire_table *table;
    uint32_t size;
    uint32_t count; /* nodes; 0 in a document that was not built */
    uint32_t permit;
    uint32_t encoding;
} gdv_document;

typedef struct gdv_value {
    const gdv_document *document; /* NULL for a missing value */
    uint32_t index;
} gdv_value;

/* The value that does not exist. */
GDV_API gdv_value gdv_missing(void);

/* Whether it exists. */
GDV_API bool gdv_exists(gdv_value value);

/* Its canonical type; GDV_TYPE_STRING for the name of a property; GDV_TYPE_COUNT for a missing value. */
GDV_API gdv_type gdv_type_of(gdv_value value);

/* How many: pairs of a dictionary, elements of an array or packed array, properties of an object, bytes of a text,
 * names and sub-names of a node path. 0 for all others and for a missing value. */
GDV_API size_t gdv_count(gdv_value value);

/* Where it begins in the packet: the offset of its header; of a property's name that of its length word. 0 for a missing
 * value, as for the outermost. */
GDV_API size_t gdv_value_offset(gdv_value value);

/* Getters. Each returns GDV_OK and sets *out; or GDV_E_MISSING, GDV_E_WRONG_TYPE, GDV_E_OUT_OF_RANGE (number below
 * `lowest` or above `highest`; NaN is in no range), and *out is zero; GDV_E_BAD_ARGUMENT where out is NULL. */
GDV_API GDV_NODISCARD gdv_status gdv_to_bool(gdv_value value, bool *out);
GDV_API GDV_NODISCARD gdv_status gdv_to_int(gdv_value value, int64_t lowest, int64_t highest, int64_t *out);
GDV_API GDV_NODISCARD gdv_status gdv_to_double(gdv_value value, double lowest, double highest, double *out);

/* An int or a float, as a double: ints beyond 2^53 are rounded. */
GDV_API GDV_NODISCARD gdv_status gdv_to_number(gdv_value value, double lowest, double highest, double *out);

/* A String, a StringName or the name of a property. */
GDV_API GDV_NODISCARD gdv_status gdv_to_text(gdv_value value, gdv_text *out);

/* A packed byte array. On failure *bytes is NULL and *size 0. */
GDV_API GDV_NODISCARD gdv_status gdv_to_bytes(gdv_value value, const uint8_t **bytes, size_t *size);

/* The id of an object sent as such; 0 is null (section 5.4). An object of Godot 2 is always null. */
GDV_API GDV_NODISCARD gdv_status gdv_to_object_id(gdv_value value, uint64_t *out);

/* The id of an RID (Godot 4), or 0 where the dialect sends none. */
GDV_API GDV_NODISCARD gdv_status gdv_to_rid(gdv_value value, uint64_t *out);

/* For a value that may be left out, but is held to its type and range where it is there: as the getters above, but
 * for a missing value the result is GDV_OK and *out the fallback, which may be outside of the range; that of a text
 * ends at its NUL, is not copied, and may be NULL for an empty one. null is a value, so GDV_E_WRONG_TYPE. What is looked
 * up in something that is no dictionary is missing too: make sure of that first (gdv_type_of, gdv_only_keys). With a
 * getter that has no such form, ask gdv_exists first. */
GDV_API GDV_NODISCARD gdv_status gdv_optional_bool(gdv_value value, bool fallback, bool *out);
GDV_API GDV_NODISCARD gdv_status gdv_optional_int(gdv_value value, int64_t lowest, int64_t highest, int64_t fallback,
                                                  int64_t *out);
GDV_API GDV_NODISCARD gdv_status gdv_optional_double(gdv_value value, double lowest, double highest, double fallback,
                                                     double *out);
GDV_API GDV_NODISCARD gdv_status gdv_optional_number(gdv_value value, double lowest, double highest, double fallback,
                                                     double *out);
GDV_API GDV_NODISCARD gdv_status gdv_optional_text(gdv_value value, const char *fallback, gdv_text *out);

/* The getters above with a fallback for a value that is missing, of another type, or out of range: a wrong value is
 * taken for none, in silence. Where it must not be, gdv_optional_int and its like. */
GDV_API bool gdv_bool_or(gdv_value value, bool fallback);
GDV_API int64_t gdv_int_or(gdv_value value, int64_t lowest, int64_t highest, int64_t fallback);
GDV_API double gdv_double_or(gdv_value value, double lowest, double highest, double fallback);
GDV_API double gdv_number_or(gdv_value value, double lowest, double highest, double fallback);

/* The text, or `fallback` (which may be NULL, then an empty text) as far as its NUL. */
GDV_API gdv_text gdv_text_or(gdv_value value, const char *fallback);

/* Copies a text into buffer[0 .. size-1], cut to fit (not inside a character of valid UTF-8) and closed by NUL where
 * size > 0; no more is written than that takes. Returns the length of the whole text; 0 where the value is no text, or
 * size wraps (it is more than SIZE_MAX less the buffer's address): then nothing is written. Linear in the copy. buffer
 * may be NULL where size is 0. */
GDV_API size_t gdv_text_copy(gdv_value value, char *buffer, size_t size);

/* Whether the value is a text of exactly these characters, up to the NUL. false for NULL. Linear in the text. */
GDV_API bool gdv_text_is(gdv_value value, const char *text);

#ifdef __cplusplus
}
#endif

#endif
