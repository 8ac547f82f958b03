/* SPDX-License-Identifier: MIT */
/* The naive schema (naive_schema.h): numbers, lengths and texts against what a rule says of them. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "tests/reference/naive_schema_value.h"

/* ---- numbers ---- */

/* Whether a number is in a range, ends that nobody gave aside. The ends of a 32-bit number are the floats next to those
 * of the schema, outwards. */
static bool whole_fits(const naive_rule *rule, int64_t number)
{
    const naive_end *low = &rule->low;
    const naive_end *high = &rule->high;
    bool above = !low->given || (low->whole ? number >= low->whole_number : (long double)number >= low->number);
    bool below = !high->given || (high->whole ? number <= high->whole_number : (long double)number <= high->number);
    return above && below;
}

/* The float next to another in a direction, without the C library's mathematics: floats of one sign are in the order of
 * their bits. */
static float neighbour(float near, double direction)
{
    uint32_t bits = 0;
    memcpy(&bits, &near, sizeof bits);
    bool negative = (bits & 0x80000000u) != 0;
    if ((bits & 0x7fffffffu) == 0) {
        bits = direction < 0 ? 0x80000001u : 1;
    } else {
        bits = negative == (direction < 0) ? bits + 1 : bits - 1;
    }
    memcpy(&near, &bits, sizeof near);
    return near;
}

static double outwards(double end, bool narrow, double direction)
{
    if (!narrow || isinf(end)) {
        return end;
    }
    float near = (float)end;
    bool inside = direction < 0 ? (double)near > end : (double)near < end;
    return inside ? neighbour(near, direction) : near;
}

static bool real_fits(const naive_rule *rule, double number, bool narrow)
{
    if (!isfinite(number) && !rule->nonfinite) {
        return false;
    }
    if (isnan(number)) {
        return true;
    }
    return (!rule->low.given || number >= outwards(rule->low.number, narrow, -HUGE_VAL)) &&
           (!rule->high.given || number <= outwards(rule->high.number, narrow, HUGE_VAL));
}

static bool component_fits(const naive_rule *rule, gdv_component part, uint64_t bits)
{
    uint32_t half = (uint32_t)bits;
    float narrow = 0;
    double wide = 0;
    memcpy(&narrow, &half, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    switch (part) {
    case GDV_COMPONENT_INT32:
        return whole_fits(rule, (int32_t)half);
    case GDV_COMPONENT_INT64:
        return whole_fits(rule, (int64_t)bits);
    case GDV_COMPONENT_FLOAT32:
        return real_fits(rule, narrow, true);
    default:
        return real_fits(rule, wide, false);
    }
}

bool naive_components_fit(const naive_rule *rule, const naive_value *value)
{
    for (size_t index = 0; index < value->rows * value->components; index += 1) {
        if (!component_fits(rule, value->part, value->numbers[index])) {
            return false;
        }
    }
    return true;
}

/* ---- text ---- */

bool naive_length_fits(const naive_rule *rule, size_t length)
{
    return whole_fits(rule, (int64_t)length);
}

static size_t code_points(naive_text text)
{
    size_t count = 0;
    for (size_t byte = 0; byte < text.size; byte += 1) {
        count += (text.bytes[byte] & 0xc0u) != 0x80u ? 1 : 0;
    }
    return count;
}

/* The code point at `at`, of text that is UTF-8. */
static uint32_t code_point(naive_text text, size_t at)
{
    uint32_t point = text.bytes[at] < 0x80   ? text.bytes[at]
                     : text.bytes[at] < 0xe0 ? text.bytes[at] & 0x1fu
                     : text.bytes[at] < 0xf0 ? text.bytes[at] & 0x0fu
                                             : text.bytes[at] & 0x07u;
    for (size_t byte = at + 1; byte < text.size && (text.bytes[byte] & 0xc0u) == 0x80u; byte += 1) {
        point = point * 64 + (text.bytes[byte] & 0x3fu);
    }
    return point;
}

/* What shows nothing of its own, but changes how the rest is shown or where a line ends. */
static bool is_control(uint32_t point)
{
    static const struct {
        uint32_t first, last;
    } controls[] = {{0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},      {0x61c, 0x61c},   {0x180e, 0x180e},
                    {0x200b, 0x200b}, {0x200e, 0x200f},   {0x2028, 0x202e},  {0x2060, 0x206f}, {0xfeff, 0xfeff},
                    {0xfff9, 0xfffb}, {0xe0001, 0xe0001}, {0xe0020, 0xe007f}};
    for (size_t row = 0; row < sizeof controls / sizeof controls[0]; row += 1) {
        if (point >= controls[row].first && point <= controls[row].last) {
            return true;
        }
    }
    return false;
}

static bool is_of_class(const naive_rule *rule, naive_text text)
{
    bool good = !rule->identifier || (text.size > 0 && !isdigit(text.bytes[0]));
    for (size_t byte = 0; byte < text.size; byte += 1) {
        uint8_t letter = text.bytes[byte];
        bool inside = (letter & 0xc0u) == 0x80u;
        good = good && !(rule->ascii && letter >= 0x80);
        good = good && !(rule->printable && !inside && is_control(code_point(text, byte)));
        good = good && !(rule->identifier && letter != '_' && (letter >= 0x80 || !isalnum(letter)));
    }
    return good;
}

gdv_status naive_text_fits(const naive_rule *rule, naive_text text)
{
    if (!naive_length_fits(rule, rule->chars ? code_points(text) : text.size)) {
        return GDV_E_WRONG_LENGTH;
    }
    return is_of_class(rule, text) ? GDV_OK : GDV_E_WRONG_TEXT;
}

bool naive_is_the_text(naive_text text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.bytes, wanted, text.size) == 0;
}

size_t naive_length_of(const naive_value *value)
{
    switch (value->type) {
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        return value->bytes.size;
    case GDV_TYPE_PACKED_STRING_ARRAY:
        return value->text_count;
    default:
        return value->rows;
    }
}
