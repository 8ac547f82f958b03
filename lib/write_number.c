/* SPDX-License-Identifier: MIT */
/* Writes what is made of numbers: single ones, rows of them, and the values that are a header and an id at most. The
 * counterpart of number.c. Wire reference: sections 5.1, 5.6, 6.1; EB-13 to EB-15, EB-17. */
#include <string.h>

#include "number.h"
#include "sink.h"
#include "write.h"
#include "writer.h"

/* A value whose whole payload is one number of `width` bytes: 0, 4 or 8. */
static gdv_status write_fixed(gdv_writer *writer, const gdv_head *head, uint64_t bits, uint32_t width)
{
    gdv_status status = gdv_write_room(writer, head, 4 + width);
    if (status != GDV_OK) {
        return status;
    }
    uint64_t header = gdv_write_counted(writer, head);
    if (width == 4) {
        gdv_put_u64(&writer->out, header + ((bits & 0xffffffffu) << 32));
    } else {
        gdv_put_u32(&writer->out, (uint32_t)header);
        if (width == 8) {
            gdv_put_u64(&writer->out, bits);
        }
    }
    return gdv_written(writer);
}

gdv_status gdv_write_nil(gdv_writer *writer)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_NIL, &head);
    return status == GDV_OK ? write_fixed(writer, &head, 0, 0) : status;
}

gdv_status gdv_write_bool(gdv_writer *writer, bool value)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_BOOL, &head);
    return status == GDV_OK ? write_fixed(writer, &head, value ? 1 : 0, 4) : status;
}

gdv_status gdv_write_callable(gdv_writer *writer)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_CALLABLE, &head);
    return status == GDV_OK ? write_fixed(writer, &head, 0, 0) : status;
}

gdv_status gdv_write_rid(gdv_writer *writer, uint64_t id)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_RID, &head);
    if (status == GDV_OK && head.wire->size == 0 && id != 0) {
        status = gdv_write_refuse(writer, &head, GDV_E_NO_SUCH_FORM);
    }
    return status == GDV_OK ? write_fixed(writer, &head, id, head.wire->size) : status;
}

/* Section 6.1: 32 bits wherever they hold the value, but in Godot 3.0; Godot 2 has no more. */
gdv_status gdv_write_int(gdv_writer *writer, int64_t value)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_INT, &head);
    if (status != GDV_OK) {
        return status;
    }
    uint64_t bits = (uint64_t)value;
    bool wide = !gdv_fits_int32(bits) || (head.wire->quirks & GDV_QUIRK_ALWAYS_64) != 0;
    if (wide && head.wire->wide == 0) {
        return gdv_write_refuse(writer, &head, GDV_E_NO_SUCH_FORM);
    }
    head.flags = wide ? GDV_FLAG_64 >> 16 : 0;
    return write_fixed(writer, &head, bits, wide ? 8 : 4);
}

/* A double as the nearest float. From `halfway` on that is infinity; C leaves the conversion of what is larger than the
 * largest float undefined. */
static uint32_t nearest_float(uint64_t bits)
{
    const uint64_t largest = 0x47efffffe0000000u; /* 2^128 - 2^104 */
    const uint64_t halfway = 0x47effffff0000000u; /* 2^128 - 2^103 */
    const uint64_t infinity = 0x7ff0000000000000u;
    uint64_t size = bits & 0x7fffffffffffffffu; /* doubles are in the order of their bits */
    uint32_t sign = (uint32_t)(bits >> 63) << 31;

    if (size > largest && size < infinity) {
        return sign + (size < halfway ? 0x7f7fffffu : 0x7f800000u);
    }
    return gdv_narrow_bits(bits);
}

static bool is_narrowed(const gdv_writer *writer)
{
    return writer->depth > 0 && (writer->stack[writer->depth - 1].demands & GDV_DEMAND_NARROW) != 0;
}

gdv_status gdv_write_float(gdv_writer *writer, double value)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_FLOAT, &head);
    if (status != GDV_OK) {
        return status;
    }
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    bool wide = head.wire->wide != 0 && !gdv_fits_float(bits);
    if (!wide) {
        bits = nearest_float(bits);
    }
    head.flags = wide ? GDV_FLAG_64 >> 16 : 0;
    if (wide ? gdv_nonfinite64(bits) : gdv_nonfinite32((uint32_t)bits)) {
        status = gdv_write_needs(writer, &head, GDV_PERMIT_NONFINITE, GDV_E_NONFINITE);
    }
    if (status == GDV_OK && wide && is_narrowed(writer) && !gdv_bears_narrowing(bits)) {
        status = gdv_write_misreads(writer, &head, GDV_MISREAD_PACKED_REAL);
    }
    return status == GDV_OK ? write_fixed(writer, &head, bits, wide ? 8 : 4) : status;
}

/* What the caller handed in: n numbers of `width` bytes, 4 or 8. */
typedef struct rows {
    const uint8_t *numbers;
    size_t n;
    uint32_t width;
    bool floats;
} rows;

/* Whether the type has such numbers, in this width. */
static gdv_status choose_form(gdv_writer *writer, gdv_head *head, const rows *given)
{
    const gdv_wire *wire = head->wire;
    bool packed = wire->form == GDV_FORM_PACKED;
    bool fixed = wire->form == GDV_FORM_FIXED && wire->size > 0 && wire->permit == 0; /* an id is no row of numbers */
    uint32_t width = gdv_narrow_width(wire);

    if ((!packed && !fixed) || gdv_is_float(wire) != given->floats) {
        return gdv_write_refuse(writer, head, GDV_E_WRONG_TYPE);
    }
    if (width == given->width) {
        return GDV_OK;
    }
    if (width != 4 || !given->floats) {
        return gdv_write_refuse(writer, head, GDV_E_WRONG_TYPE);
    }
    if (wire->wide == 0) {
        return gdv_write_refuse(writer, head, GDV_E_NO_SUCH_FORM);
    }
    head->flags = GDV_FLAG_64 >> 16;
    return GDV_OK;
}

/* Whether n numbers are one value, or whole elements and not too many. Sizes are below 2^40 here. */
static gdv_status check_rows(gdv_writer *writer, gdv_head *head, const rows *given)
{
    uint32_t components = head->wire->size / gdv_narrow_width(head->wire);
    uint64_t size = 4;

    if (head->wire->form == GDV_FORM_PACKED) {
        size_t elements = given->n / components;
        if (given->n % components != 0) {
            return gdv_write_refuse(writer, head, GDV_E_BAD_COUNT);
        }
        if (elements > writer->policy.max_elements) {
            return gdv_write_refuse(writer, head, GDV_E_LIMIT_ELEMENTS);
        }
        head->count = (uint32_t)elements;
        size += 4;
    } else if (given->n != components) {
        return gdv_write_refuse(writer, head, GDV_E_BAD_COUNT);
    }
    size += (uint64_t)given->n * given->width;
    gdv_status status = gdv_write_room(writer, head, size);
    return status == GDV_OK ? gdv_write_clear(writer, head, given->numbers, given->n * given->width) : status;
}

static uint32_t word_at(const rows *given, size_t index)
{
    uint32_t word = 0;
    memcpy(&word, given->numbers + 4 * index, sizeof word);
    return word;
}

static uint64_t long_at(const rows *given, size_t index)
{
    uint64_t word = 0;
    memcpy(&word, given->numbers + 8 * index, sizeof word);
    return word;
}

/* Among n numbers from `first` on: no branch between them, so that compilers take several together. */
static bool has_nonfinite_among(const rows *given, size_t first, size_t n)
{
    uint32_t found = 0;
    if (given->width == 4) {
        for (size_t index = first; index < first + n; index += 1) {
            found |= gdv_nonfinite32(word_at(given, index)) ? 1u : 0u;
        }
    } else {
        for (size_t index = first; index < first + n; index += 1) {
            found |= gdv_nonfinite64(long_at(given, index)) ? 1u : 0u;
        }
    }
    return found != 0;
}

static bool has_nonfinite(const rows *given)
{
    const size_t some = 16;
    bool found = false;
    size_t index = 0;
    while (given->n - index >= some && !found) {
        found = has_nonfinite_among(given, index, some);
        index += some;
    }
    return found || has_nonfinite_among(given, index, given->n - index);
}

/* What Pandemonium's decoder would make of it (EB-13 to EB-15). Under GDV_PERMIT_ENGINE_SPAN a reader consumes what the
 * engine does, and so no bytes are a Vector4 to it. */
static gdv_status check_misread(gdv_writer *writer, const gdv_head *head, const rows *given)
{
    uint8_t quirks = head->wire->quirks;
    if ((quirks & (GDV_QUIRK_SHORT_ADVANCE | GDV_QUIRK_LONG_REACH)) != 0) {
        bool engine_span = (writer->policy.permit & GDV_PERMIT_ENGINE_SPAN) != 0;
        gdv_misread misread = (quirks & GDV_QUIRK_LONG_REACH) != 0 ? GDV_MISREAD_PROJECTION : GDV_MISREAD_VECTOR4;
        return engine_span ? gdv_write_never(writer, head, misread) : gdv_write_misreads(writer, head, misread);
    }
    if ((quirks & GDV_QUIRK_W_FROM_Z) != 0) {
        for (size_t index = 3; index < given->n; index += 4) {
            if (word_at(given, index) != word_at(given, index - 1)) {
                return gdv_write_misreads(writer, head, GDV_MISREAD_VECTOR4_ARRAY);
            }
        }
    }
    return GDV_OK;
}

static gdv_status write_rows(gdv_writer *writer, gdv_type type, const rows *given)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, type, &head);
    if (status == GDV_OK) {
        status = choose_form(writer, &head, given);
    }
    if (status == GDV_OK) {
        status = check_rows(writer, &head, given);
    }
    if (status == GDV_OK && given->floats && has_nonfinite(given)) {
        status = gdv_write_needs(writer, &head, GDV_PERMIT_NONFINITE, GDV_E_NONFINITE);
    }
    if (status == GDV_OK) {
        status = check_misread(writer, &head, given);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    if (head.wire->form == GDV_FORM_PACKED) {
        gdv_put_u32(&writer->out, head.count);
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

gdv_status gdv_write_floats(gdv_writer *writer, gdv_type type, const float *numbers, size_t n)
{
    const rows given = {(const uint8_t *)numbers, n, 4, true};
    return write_rows(writer, type, &given);
}

gdv_status gdv_write_doubles(gdv_writer *writer, gdv_type type, const double *numbers, size_t n)
{
    const rows given = {(const uint8_t *)numbers, n, 8, true};
    return write_rows(writer, type, &given);
}
