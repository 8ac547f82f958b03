/* SPDX-License-Identifier: MIT */
/* Writes what is made of numbers: single ones, rows of them, and the values that are a header and an id at most. The
 * counterpart of number.c. Wire reference: sections 5.1, 5.6, 6.1; EB-13 to EB-15, EB-17. */
#include <string.h>

#include <gdv/writer.h>

#include "../decode/compressed.h"
#include "../decode/number.h"
#include "sink.h"
#include "writer_internal.h"

/* What the caller handed in: n numbers of `width` bytes, 4 or 8. */
typedef struct rows {
    const uint8_t *numbers;
    size_t n;
    uint32_t width;
    bool floats;
} rows;

/* Floats that a fast path puts at once. */
#define MOST_OF_VECTOR 4u

#ifdef __FRAMAC__
#include "../proof/write_number_c.h"
#endif

/* The bits of a number, by arithmetic that is defined for each; compilers make nothing of it. */
static uint64_t bits_of(int64_t number)
{
    return number < 0 ? UINT64_MAX - (uint64_t)(-(number + 1)) : (uint64_t)number;
}

/* The bits of a double, as memcpy takes them. */
static uint64_t bits_of_double(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Puts a value whose whole payload is one number of `width` bytes, 0, 4 or 8, or refuses it for the packet's limit. Requires a type that
 * gdv_write_admit passed. */
static gdv_status write_fixed(gdv_writer *writer, const gdv_token *token, uint64_t bits, uint32_t width)
{
    gdv_status status = gdv_write_room(writer, token, 4 + width);
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, token);
    if (width == 4) {
        gdv_put_u32(&writer->out, (uint32_t)(bits % 0x100000000u));
    } else if (width == 8) {
        gdv_put_u64(&writer->out, bits);
    }
    return gdv_written(writer);
}

/* Takes a value of that kind that is ready, of 4 bytes or of 8. The first five types are their own ids (wire.h). */
GDV_INLINE gdv_status take_narrow(gdv_writer *writer, uint32_t header, uint32_t word)
{
    gdv_write_count_ready(writer);
    uint8_t *room = gdv_sink_take(&writer->out, 8);
    if (room != NULL) {
        gdv_store32(room, header);
        gdv_store32(room + 4, word);
    }
    return GDV_OK;
}

GDV_INLINE gdv_status take_wide(gdv_writer *writer, uint32_t header, uint64_t bits)
{
    gdv_write_count_ready(writer);
    uint8_t *room = gdv_sink_take(&writer->out, 12);
    if (room != NULL) {
        gdv_store32(room, header);
        gdv_store64(room + 4, bits);
    }
    return GDV_OK;
}

/* Whether a bool or int that comes next has a short form. */
static bool is_written_short(const gdv_writer *writer)
{
    return writer->policy.encoding != GDV_ENCODING_PLAIN && writer->depth == 0;
}

/* Puts a short form of `size` bytes. Requires a type that gdv_write_admit passed. */
static gdv_status write_short(gdv_writer *writer, const gdv_token *token, const uint8_t *form, uint32_t size)
{
    gdv_status status = gdv_write_room(writer, token, size);
    if (status != GDV_OK) {
        return status;
    }
    (void)gdv_write_counted(writer, token);
    gdv_put_bytes(&writer->out, form, size);
    return gdv_written(writer);
}

GDV_COLD static gdv_status write_nil(gdv_writer *writer)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_NIL, &token);
    return status == GDV_OK ? write_fixed(writer, &token, 0, 0) : status;
}

gdv_status gdv_write_nil(gdv_writer *writer)
{
    if (!gdv_write_reaches(writer, 4)) {
        return write_nil(writer);
    }
    gdv_write_count_ready(writer);
    uint8_t *room = gdv_sink_take(&writer->out, 4);
    if (room != NULL) {
        gdv_store32(room, GDV_TYPE_NIL);
    }
    return GDV_OK;
}

GDV_COLD static gdv_status write_bool(gdv_writer *writer, bool value)
{
    gdv_token token;
    uint8_t form[GDV_SHORT_MOST];
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_BOOL, &token);
    if (status == GDV_OK && is_written_short(writer)) {
        return write_short(writer, &token, form, gdv_compressed_bool(form, token.id, value));
    }
    return status == GDV_OK ? write_fixed(writer, &token, value ? 1 : 0, 4) : status;
}

gdv_status gdv_write_bool(gdv_writer *writer, bool value)
{
    const bool ready = gdv_write_reaches(writer, 8);
    return ready ? take_narrow(writer, GDV_TYPE_BOOL, value ? 1 : 0) : write_bool(writer, value);
}

gdv_status gdv_write_callable(gdv_writer *writer)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_CALLABLE, &token);
    return status == GDV_OK ? write_fixed(writer, &token, 0, 0) : status;
}

gdv_status gdv_write_rid(gdv_writer *writer, uint64_t id)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_RID, &token);
    if (status == GDV_OK && token.wire->size == 0 && id != 0) {
        status = gdv_write_refuse(writer, &token, GDV_E_NO_SUCH_LAYOUT);
    }
    return status == GDV_OK ? write_fixed(writer, &token, id, token.wire->size == 0 ? 0 : 8) : status;
}

/* Whether an int is sent in 64 bits. Section 6.1: 32 wherever they hold the value, but in Godot 3.0; Godot 2 has no more. */
static inline bool is_wide_int(uint32_t quirks, uint64_t bits)
{
    return !gdv_fits_int32(bits) || (quirks & GDV_QUIRK_ALWAYS_64) != 0;
}

GDV_COLD static gdv_status write_int(gdv_writer *writer, int64_t value)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_INT, &token);
    if (status != GDV_OK) {
        return status;
    }
    if (is_written_short(writer)) {
        uint8_t form[GDV_SHORT_MOST];
        return write_short(writer, &token, form, gdv_compressed_int(form, token.id, value));
    }
    uint64_t bits = bits_of(value);
    bool wide = is_wide_int(token.wire->quirks, bits);
    if (wide && token.wire->wide == 0) {
        return gdv_write_refuse(writer, &token, GDV_E_NO_SUCH_LAYOUT);
    }
    token.flags = wide ? GDV_FLAG_64 >> 16 : 0;
    return write_fixed(writer, &token, bits, wide ? 8 : 4);
}

gdv_status gdv_write_int(gdv_writer *writer, int64_t value)
{
    const uint64_t bits = bits_of(value);
    if (!gdv_write_reaches(writer, 8) || is_wide_int(writer->table->types[GDV_TYPE_INT].quirks, bits)) {
        return write_int(writer, value);
    }
    return take_narrow(writer, GDV_TYPE_INT, (uint32_t)(bits % 0x100000000u));
}

/* A double as the nearest float. From `halfway` on that is infinity; C leaves the conversion of what is larger than the
 * largest float undefined. */
static uint32_t nearest_float(uint64_t bits)
{
    const uint64_t largest = 0x47efffffe0000000u; /* 2^128 - 2^104 */
    const uint64_t halfway = 0x47effffff0000000u; /* 2^128 - 2^103 */
    const uint64_t infinity = 0x7ff0000000000000u;
    uint64_t size = bits & 0x7fffffffffffffffu; /* doubles are in the order of their bits */
    uint32_t sign = (uint32_t)(bits / 0x8000000000000000u) * 0x80000000u;

    if (size > largest && size < infinity) {
        return sign + (size < halfway ? 0x7f7fffffu : 0x7f800000u);
    }
    return gdv_narrow_bits(bits);
}

/* Whether the innermost container keeps its floats in 32 bits. */
static bool is_narrowed(const gdv_writer *writer)
{
    return writer->depth > 0 && (writer->stack[writer->depth - 1].constraints & GDV_DEMAND_NARROW) != 0;
}

GDV_COLD static gdv_status write_float(gdv_writer *writer, double value)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_FLOAT, &token);
    if (status != GDV_OK) {
        return status;
    }
    uint64_t bits = bits_of_double(value);
    bool wide = token.wire->wide != 0 && !gdv_fits_float(bits);
    if (!wide) {
        bits = nearest_float(bits);
    }
    token.flags = wide ? GDV_FLAG_64 >> 16 : 0;
    if (wide ? gdv_nonfinite64(bits) : gdv_nonfinite32((uint32_t)bits)) {
        status = gdv_write_needs(writer, &token, GDV_PERMIT_NONFINITE, GDV_E_NONFINITE);
    }
    if (status == GDV_OK && wide && is_narrowed(writer) && !gdv_bears_narrowing(bits)) {
        status = gdv_write_misreads(writer, &token, GDV_MISREAD_PACKED_REAL);
    }
    return status == GDV_OK ? write_fixed(writer, &token, bits, wide ? 8 : 4) : status;
}

gdv_status gdv_write_float(gdv_writer *writer, double value)
{
    const uint64_t bits = bits_of_double(value);
    if (!gdv_write_reaches(writer, 12) || gdv_nonfinite64(bits) || writer->table->types[GDV_TYPE_FLOAT].wide == 0) {
        return write_float(writer, value);
    }
    if ((bits & 0x1fffffffu) != 0 || !gdv_fits_float(bits)) { /* those bits no float has */
        return take_wide(writer, GDV_TYPE_FLOAT + GDV_FLAG_64, bits);
    }
    return take_narrow(writer, GDV_TYPE_FLOAT, gdv_narrow_bits(bits));
}

/* The bytes of all the numbers. Requires a number of them that does not make it wrap. */
static uint64_t rows_size(const rows *given)
{
    /*@ assert given->width == 4 || given->width == 8; */
    return (uint64_t)given->n * given->width;
}

/* Chooses the form of a type for such numbers, in this width, or refuses. Ensures on GDV_OK: the row has a size. */
static gdv_status choose_form(gdv_writer *writer, gdv_token *token, const rows *given)
{
    const gdv_wire_row *wire = token->wire;
    bool packed = wire->layout == GDV_LAYOUT_PACKED;
    bool fixed =
        wire->layout == GDV_LAYOUT_FIXED && wire->size > 0 && wire->permit == 0; /* an id is no row of numbers */
    uint32_t width = gdv_narrow_width(wire);

    if ((!packed && !fixed) || gdv_is_float(wire) != given->floats) {
        return gdv_write_refuse(writer, token, GDV_E_WRONG_TYPE);
    }
    if (width == given->width) {
        return GDV_OK;
    }
    if (width != 4 || !given->floats) {
        return gdv_write_refuse(writer, token, GDV_E_WRONG_TYPE);
    }
    if (wire->wide == 0) {
        return gdv_write_refuse(writer, token, GDV_E_NO_SUCH_LAYOUT);
    }
    token->flags = GDV_FLAG_64 >> 16;
    return GDV_OK;
}

/* Refuses n numbers that are neither one value nor whole elements, or too many. Sizes are below 2^40 here. Ensures on
 * GDV_OK: the numbers are there and apart from the buffer, and the packet's limit has room for them. */
static gdv_status check_rows(gdv_writer *writer, gdv_token *token, const rows *given)
{
    uint32_t components = token->wire->size / gdv_narrow_width(token->wire);
    uint64_t size = 4;

    if (token->wire->layout == GDV_LAYOUT_PACKED) {
        size_t elements = given->n / components;
        if (given->n % components != 0) {
            return gdv_write_refuse(writer, token, GDV_E_BAD_COUNT);
        }
        if (elements > writer->policy.max_elements) {
            return gdv_write_refuse(writer, token, GDV_E_LIMIT_ELEMENTS);
        }
        token->count = (uint32_t)elements;
        size += 4;
    } else if (given->n != components) {
        return gdv_write_refuse(writer, token, GDV_E_BAD_COUNT);
    }
    /*@ assert components: 0 < components <= 32; */
    /*@ assert few: given->n < 0x100000000 * components; */
    uint64_t bytes = rows_size(given);
    gdv_status status = gdv_write_room(writer, token, size + bytes);
    return status == GDV_OK ? gdv_write_clear(writer, token, given->numbers, (size_t)bytes) : status;
}

/* The 4 or 8 bytes that are number `index` of that width. Require them to lie in the caller's numbers. */
static uint32_t word_at(const rows *given, size_t index)
{
    return gdv_native32(given->numbers + 4 * index);
}

static uint64_t long_at(const rows *given, size_t index)
{
    return gdv_native64(given->numbers + 8 * index);
}

/* Whether one of n numbers from `first` on is infinite or NaN: no branch between them, so that compilers take several
 * together. Requires first + n <= given->n. */
static bool has_nonfinite_among(const rows *given, size_t first, size_t n)
{
    uint32_t found = 0;
    if (given->width == 4) {
        /*@ HAS_NONFINITE_AMONG_LOOP */
        for (size_t index = first; index < first + n; index += 1) {
            uint32_t word = word_at(given, index);
            found |= gdv_nonfinite32(word) ? 1u : 0u;
        }
    } else {
        /*@ HAS_NONFINITE_AMONG_LOOP_2 */
        for (size_t index = first; index < first + n; index += 1) {
            uint64_t word = long_at(given, index);
            found |= gdv_nonfinite64(word) ? 1u : 0u;
        }
    }
    return found != 0;
}

/* Whether one of the numbers is infinite or NaN. */
static bool has_nonfinite(const rows *given)
{
    const size_t some = 16;
    bool found = false;
    size_t index = 0;
    /*@ HAS_NONFINITE_LOOP */
    while (given->n - index >= some && !found) {
        found = has_nonfinite_among(given, index, some);
        index += some;
    }
    return found || has_nonfinite_among(given, index, given->n - index);
}

/* Refuses what Pandemonium's decoder would misread (EB-13 to EB-15). Under GDV_PERMIT_ENGINE_SPAN a reader consumes
 * what the engine does, and so no bytes are a Vector4 to it. */
static gdv_status check_misread(gdv_writer *writer, const gdv_token *token, const rows *given)
{
    uint8_t quirks = token->wire->quirks;
    if ((quirks & (GDV_QUIRK_SHORT_ADVANCE | GDV_QUIRK_LONG_REACH)) != 0) {
        bool engine_span = (writer->policy.permit & GDV_PERMIT_ENGINE_SPAN) != 0;
        gdv_misread misread = (quirks & GDV_QUIRK_LONG_REACH) != 0 ? GDV_MISREAD_PROJECTION : GDV_MISREAD_VECTOR4;
        return engine_span ? gdv_write_never(writer, token, misread) : gdv_write_misreads(writer, token, misread);
    }
    if ((quirks & GDV_QUIRK_W_FROM_Z) != 0) {
        /*@ CHECK_MISREAD_LOOP */
        for (size_t index = 3; index < given->n; index += 4) {
            if (word_at(given, index) != word_at(given, index - 1)) {
                return gdv_write_misreads(writer, token, GDV_MISREAD_VECTOR4_ARRAY);
            }
        }
    }
    return GDV_OK;
}

/* Checks and puts a value or a packed array of the caller's numbers. */
static gdv_status write_rows(gdv_writer *writer, gdv_type type, const rows *given)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, type, &token);
    if (status != GDV_OK) {
        return status;
    }
    status = gdv_write_given(writer, &token, given->numbers, given->n, given->width);
    if (status != GDV_OK) {
        return status;
    }
    status = choose_form(writer, &token, given);
    if (status != GDV_OK) {
        return status;
    }
    status = check_rows(writer, &token, given);
    if (status != GDV_OK) {
        return status;
    }
    if (given->floats && has_nonfinite(given)) {
        status = gdv_write_needs(writer, &token, GDV_PERMIT_NONFINITE, GDV_E_NONFINITE);
        if (status != GDV_OK) {
            return status;
        }
    }
    status = check_misread(writer, &token, given);
    if (status != GDV_OK) {
        return status;
    }
    bool packed = token.wire->layout == GDV_LAYOUT_PACKED;
    gdv_write_header(writer, &token);
    if (packed) {
        gdv_put_u32(&writer->out, token.count);
    }
    if (given->width == 8) {
        gdv_put_native64(&writer->out, given->numbers, (uint32_t)given->n);
    } else {
        gdv_put_native32(&writer->out, given->numbers, (uint32_t)given->n);
    }
    return gdv_written(writer);
}

gdv_status gdv_write_int32s(gdv_writer *writer, gdv_type type, const int32_t *numbers, size_t n)
{
    const rows given = {(const uint8_t *)numbers, n, 4, false};
    return write_rows(writer, type, &given);
}

gdv_status gdv_write_int64s(gdv_writer *writer, gdv_type type, const int64_t *numbers, size_t n)
{
    const rows given = {(const uint8_t *)numbers, n, 8, false};
    return write_rows(writer, type, &given);
}

/* Whether two floats that lie side by side are finite: with 1 added, an exponent of ones reaches where the sign was. */
static inline bool are_finite(uint64_t two)
{
    const uint64_t exponents = two & 0x7f8000007f800000u;
    return ((exponents + 0x0080000000800000u) & 0x8000000080000000u) == 0;
}

/* Whether these are all the floats of a value that has that id, finite, and apart from writer and buffer. The classes of 8, 12 and 16
 * bytes stand in a row (wire.h). */
GDV_INLINE bool is_checked_vector(const gdv_writer *writer, uint32_t id, const uint8_t *numbers, size_t n)
{
    return n >= 2 && n <= MOST_OF_VECTOR && writer->table->classes->narrow[id] == GDV_CLASS_FLOATS8 + (n - 2) &&
           !gdv_is_nowhere(numbers, 4 * n, 1) && !gdv_write_overlaps(writer, numbers, 4 * n) &&
           are_finite(gdv_native64(numbers)) && are_finite(gdv_native64(numbers + 4 * n - 8));
}

GDV_COLD static gdv_status write_floats(gdv_writer *writer, gdv_type type, const uint8_t *numbers, size_t n)
{
    const rows given = {numbers, n, 4, true};
    return write_rows(writer, type, &given);
}

/* A small vector that is ready by a fast path. */
gdv_status gdv_write_floats(gdv_writer *writer, gdv_type type, const float *numbers, size_t n)
{
    const uint8_t *bytes = (const uint8_t *)numbers;
    const uint32_t id = gdv_write_ready(writer, type, 4 + 4 * MOST_OF_VECTOR);
    if (id >= GDV_CLASSES || !is_checked_vector(writer, id, bytes, n)) {
        return write_floats(writer, type, bytes, n);
    }
    gdv_write_count_ready(writer);
    gdv_take_native32_value(&writer->out, id, bytes, (uint32_t)n);
    return GDV_OK;
}

gdv_status gdv_write_doubles(gdv_writer *writer, gdv_type type, const double *numbers, size_t n)
{
    const rows given = {(const uint8_t *)numbers, n, 8, true};
    return write_rows(writer, type, &given);
}
