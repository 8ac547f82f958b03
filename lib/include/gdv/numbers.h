/* SPDX-License-Identifier: MIT */
/* Numbers in rows: the components of a math value (Vector2 .. Projection, Color), the elements of a packed array, and
 * the elements of a packed string array. Views into the packet, which holds them unaligned and little-endian: element
 * by element, or copied out in bulk to an aligned array. Wire reference: sections 5.1, 5.6. */
#ifndef GDV_NUMBERS_H
#define GDV_NUMBERS_H

#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `elements` rows of `components` numbers each; a math value is one row. Components are in wire order (section 5.1: a
 * Basis row by row, a Projection column by column). */
typedef struct gdv_numbers {
    const uint8_t *bytes; /* in the packet */
    size_t elements;
    uint32_t components;     /* of an element, 1 to 16 */
    gdv_component component; /* what each is on the wire; INT8, INT16 of a value that is one int */
} gdv_numbers;

/* A view of a math value, an int, a float, or a packed array of numbers (not of bytes: gdv_to_bytes; not of strings).
 * Returns GDV_OK, GDV_E_MISSING, GDV_E_WRONG_TYPE, GDV_E_BAD_ARGUMENT; on failure a view of nothing. */
GDV_API GDV_NODISCARD gdv_status gdv_to_numbers(gdv_value value, gdv_numbers *out);

/* gdv_to_numbers for a value that must be of one type, such as GDV_TYPE_VECTOR3: GDV_E_WRONG_TYPE for any other. */
GDV_API GDV_NODISCARD gdv_status gdv_to_numbers_of(gdv_value value, gdv_type type, gdv_numbers *out);

/* One number; 0 beyond the end, for NULL, and for a fraction asked for as an int. An INT64 as a double is rounded. */
GDV_API double gdv_component_double(const gdv_numbers *numbers, size_t element, size_t component);
GDV_API int64_t gdv_component_int(const gdv_numbers *numbers, size_t element, size_t component);

/* Copies numbers first .. first + capacity - 1, counted over rows and components alike, to an aligned array; returns
 * how many there were. 0 where the numbers do not fit the array's type without loss: int32 takes INT32 and less; int64 all
 * ints; float FLOAT32; double both floats, INT32 and less; and where the capacity's bytes would wrap. No more is written than
 * what is copied. out may be NULL where capacity is 0. Bit patterns of NaN survive
 * where the width is the same. One pass, vectorised by compilers. */
GDV_API size_t gdv_copy_int32(const gdv_numbers *numbers, size_t first, int32_t *out, size_t capacity);
GDV_API size_t gdv_copy_int64(const gdv_numbers *numbers, size_t first, int64_t *out, size_t capacity);
GDV_API size_t gdv_copy_float(const gdv_numbers *numbers, size_t first, float *out, size_t capacity);
GDV_API size_t gdv_copy_double(const gdv_numbers *numbers, size_t first, double *out, size_t capacity);

/* Reads the numbers of a value of that type into out[0 ..], each checked: finite, not below `lowest`, not above
 * `highest`. 32- and 64-bit components are read alike, so that it does not matter with which precision the sender's
 * engine was built; the ends of the range are rounded to 32 bits for 32-bit components, as they are for a sender who
 * keeps to them: with M_PI as the highest, the 32-bit float next to it passes. gdv_to_floats rounds 64-bit components to
 * the nearest float, and what no float holds is out of range.
 *
 *      float at[3];
 *      status = gdv_to_floats(gdv_get(packet, "pos"), GDV_TYPE_VECTOR3, -4096.0, 4096.0, at, 3);
 *
 * `type` is a math type, a packed array, GDV_TYPE_INT or GDV_TYPE_FLOAT; no int becomes a float or the reverse. Of a
 * packed array there may be at most n numbers, counted over rows and components alike: gdv_count tells how many elements
 * came. Of any other type there must be n, as many as it has.
 *
 * Returns GDV_OK; GDV_E_MISSING; GDV_E_WRONG_TYPE for another type, or one whose components are of the other kind;
 * GDV_E_OUT_OF_RANGE for a number, NaN included, or where there are more than n; GDV_E_BAD_COUNT where n is not what the
 * type has; GDV_E_BAD_ARGUMENT where out is nowhere (validate.h); GDV_E_OVERLAP where what is to be written overlaps
 * packet, nodes or document. On failure each number of out is 0 or as it was, whatever the packet holds; no more is
 * written than there are numbers. One pass: each number is read once, so what was checked is what is given. */
GDV_API GDV_NODISCARD gdv_status gdv_to_floats(gdv_value value, gdv_type type, double lowest, double highest,
                                               float *out, size_t n);
GDV_API GDV_NODISCARD gdv_status gdv_to_doubles(gdv_value value, gdv_type type, double lowest, double highest,
                                                double *out, size_t n);
GDV_API GDV_NODISCARD gdv_status gdv_to_ints(gdv_value value, gdv_type type, int64_t lowest, int64_t highest,
                                             int64_t *out, size_t n);

/* The elements of a packed string array, one after another. The fields are the library's own. */
typedef struct gdv_strings {
    gdv_value value;
    uint32_t left;
    uint32_t pos;
} gdv_strings;

/* Before the first string of a packed string array, or the first name of a node path (names, then sub-names). Returns
 * GDV_OK, GDV_E_MISSING, GDV_E_WRONG_TYPE, GDV_E_BAD_ARGUMENT; on failure there will be no string. */
GDV_API GDV_NODISCARD gdv_status gdv_strings_begin(gdv_value value, gdv_strings *strings);

/* The next string, without its closing NUL: true, or false and an empty text when there is none. Its length is read
 * again: where the packet has changed, or the document was parsed again, the text is some bytes of the packet as it is
 * now, or there is none and there will be none. */
GDV_API GDV_NODISCARD bool gdv_strings_next(gdv_strings *strings, gdv_text *out);

#ifdef __cplusplus
}
#endif

#endif
