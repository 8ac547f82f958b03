/* SPDX-License-Identifier: MIT */
/* Random values that hold no others. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sampling.h"

/* Elements of one packed array, numbers of them, and bytes of one text, at most. */
enum { MOST_ELEMENTS = 8193, MOST_NUMBERS = 16 * MOST_ELEMENTS, MOST_TEXT = 4 * 8193, USUAL_ELEMENTS = 12 };

/* ---- numbers */

static int64_t int_of(sampling *now, int64_t lowest, int64_t highest, sample_way way)
{
    uint64_t width = sample_distance(lowest, highest);
    uint64_t drawn = sample_below(now, 4);
    uint64_t offset = sample_random(now);
    if (way == SAMPLE_BELOW) {
        return lowest - 1;
    }
    if (way == SAMPLE_ABOVE) {
        return highest + 1;
    }
    if (drawn == 0) {
        return lowest;
    }
    if (drawn == 1) {
        return highest;
    }
    /* small ones often, where they are in the range */
    if (drawn == 2 && lowest <= 0 && highest >= 100) {
        return (int64_t)(offset % 101);
    }
    offset = width == UINT64_MAX ? offset : offset % (width + 1);
    return sample_up(lowest, offset);
}

static int64_t within(int64_t number, int64_t lowest, int64_t highest)
{
    return number < lowest ? lowest : number > highest ? highest : number;
}

static int32_t int32_of(sampling *now, const gdv_rule *rule, sample_way way)
{
    int64_t lowest = within(rule->lowest, INT32_MIN, INT32_MAX);
    int64_t highest = within(rule->highest, INT32_MIN, INT32_MAX);
    return (int32_t)int_of(now, lowest, highest, way);
}

static double inside(double number, double low, double high)
{
    return number < low ? low : number > high ? high : number;
}

static double double_of(sampling *now, double low, double high, sample_way way)
{
    double bottom = fmax(low, -1e6);
    double top = fmin(high, 1e6);
    uint64_t drawn = sample_below(now, 5);
    double part = (double)(sample_random(now) >> 11) / 9007199254740992.0;
    if (way == SAMPLE_BELOW) {
        return nextafter(low, -HUGE_VAL);
    }
    if (way == SAMPLE_ABOVE) {
        return nextafter(high, HUGE_VAL);
    }
    if (bottom > top) { /* all of it is further out */
        return inside(0, fmax(low, -DBL_MAX), fmin(high, DBL_MAX));
    }
    double number = drawn == 0   ? bottom
                    : drawn == 1 ? top
                    : drawn == 2 ? round(bottom + part * (top - bottom))
                                 : bottom + part * (top - bottom);
    return inside(number, low, high);
}

static float float_of(sampling *now, const gdv_rule *rule, sample_way way)
{
    float low = rule->low32;
    float high = rule->high32;
    float number = (float)double_of(now, (double)fmaxf(low, -FLT_MAX), (double)fminf(high, FLT_MAX), SAMPLE_WHOLE);
    if (way == SAMPLE_BELOW) {
        return nextafterf(low, -HUGE_VALF);
    }
    if (way == SAMPLE_ABOVE) {
        return nextafterf(high, HUGE_VALF);
    }
    return number < low ? low : number > high ? high : number;
}

/* A number that is not in the set, nor likely to be in another: the tag of another packet. */
static int64_t no_member(sampling *now, const gdv_rule *rule)
{
    int64_t number = (int64_t)(1000000000 + sample_below(now, 1000000000));
    for (uint32_t index = 0; index < rule->number_count; index += 1) { /* they ascend */
        number += gdv_schema_int(now->schema, rule->numbers + index) == number ? 1 : 0;
    }
    return number;
}

static void put_int(sampling *now, const gdv_rule *rule, sample_way way)
{
    bool narrow = now->schema->dialect == GDV_DIALECT_GODOT2;
    int64_t number = narrow ? int32_of(now, rule, way) : int_of(now, rule->lowest, rule->highest, way);
    if ((rule->flags & GDV_RULE_SET) != 0) {
        uint64_t member = sample_below(now, rule->number_count);
        number =
            way == SAMPLE_MEMBER ? no_member(now, rule) : gdv_schema_int(now->schema, rule->numbers + (uint32_t)member);
    } else if (now->key && way == SAMPLE_WHOLE) { /* keys of one dictionary differ */
        uint64_t width = sample_distance(rule->lowest, rule->highest);
        number = sample_up(rule->lowest, width > INT32_MAX ? now->pair : now->pair % (width + 1));
    }
    (void)gdv_write_int(now->writer, number);
}

static void put_float(sampling *now, const gdv_rule *rule, sample_way way)
{
    bool narrow = now->schema->dialect == GDV_DIALECT_GODOT2;
    double number = narrow ? (double)float_of(now, rule, way) : double_of(now, rule->low, rule->high, way);
    if ((rule->flags & GDV_RULE_SET) != 0) {
        number = gdv_schema_double(now->schema, rule->numbers + (uint32_t)sample_below(now, rule->number_count));
    }
    (void)gdv_write_float(now->writer, number);
}

static void put_number(sampling *now, const gdv_rule *rule, sample_way way)
{
    double low = ceil(rule->low);
    double high = floor(rule->high);
    bool whole = sample_once_in(now, 2) && way == SAMPLE_WHOLE && low <= high && low < 1e9 && high > -1e9;
    if (whole) {
        (void)gdv_write_int(now->writer, int_of(now, (int64_t)fmax(low, -1e9), (int64_t)fmin(high, 1e9), way));
    } else {
        put_float(now, rule, way);
    }
}

/* Numbers of one width, of which one is out of range where the rule is to be broken. */
static void put_rows(sampling *now, const gdv_rule *rule, const gdv_wire_row *row, size_t count, sample_way way)
{
    static union {
        int32_t ints[MOST_NUMBERS];
        int64_t longs[MOST_NUMBERS];
        float floats[MOST_NUMBERS];
        double doubles[MOST_NUMBERS];
    } room;
    gdv_type type = (gdv_type)rule->type;
    size_t broken = count > 0 ? (size_t)sample_below(now, count) : 0;
    for (size_t index = 0; index < count; index += 1) {
        sample_way each = index == broken ? way : SAMPLE_WHOLE;
        switch (row->component) {
        case GDV_COMPONENT_INT32:
            room.ints[index] = int32_of(now, rule, each);
            break;
        case GDV_COMPONENT_INT64:
            room.longs[index] = int_of(now, rule->lowest, rule->highest, each);
            break;
        case GDV_COMPONENT_FLOAT64:
            room.doubles[index] = double_of(now, rule->low, rule->high, each);
            break;
        default:
            room.floats[index] = float_of(now, rule, each);
            break;
        }
    }
    switch (row->component) {
    case GDV_COMPONENT_INT32:
        (void)gdv_write_int32s(now->writer, type, room.ints, count);
        break;
    case GDV_COMPONENT_INT64:
        (void)gdv_write_int64s(now->writer, type, room.longs, count);
        break;
    case GDV_COMPONENT_FLOAT64:
        (void)gdv_write_doubles(now->writer, type, room.doubles, count);
        break;
    default:
        (void)gdv_write_floats(now->writer, type, room.floats, count);
        break;
    }
}

static void put_numbers(sampling *now, const gdv_rule *rule, sample_way way)
{
    uint32_t id = 0;
    if (!gdv_dialect_type_id(now->schema->dialect, (gdv_type)rule->type, &id)) {
        return;
    }
    const gdv_wire_row *row = gdv_dialect_wire(now->schema->dialect, id);
    bool eight = row->component == GDV_COMPONENT_INT64 || row->component == GDV_COMPONENT_FLOAT64;
    size_t parts = row->size / (eight ? 8u : 4u);
    uint32_t most = rule->most < MOST_ELEMENTS ? rule->most : MOST_ELEMENTS;
    size_t elements = rule->kind == GDV_RULE_PACKED ? sample_length(now, rule->least, most, USUAL_ELEMENTS, way) : 1;
    elements = elements < MOST_ELEMENTS ? elements : MOST_ELEMENTS;
    put_rows(now, rule, row, elements * parts, way);
}

/* ---- text */

/* A character of two bytes. */
static void put_wide(char *text)
{
    static const char wide[2] = {'\xc3', '\xa9'};
    memcpy(text, wide, sizeof wide);
}

/* One character of the rule's class: its bytes, at most `room`. */
static size_t put_character(sampling *now, const gdv_rule *rule, bool first, size_t room, char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    static const char printable[] = " !\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~";
    bool identifier = (rule->flags & GDV_RULE_IDENTIFIER) != 0;
    bool ascii = identifier || (rule->flags & GDV_RULE_ASCII) != 0;
    uint64_t drawn = sample_random(now);
    if (!ascii && room >= 2 && drawn % 11 == 0) {
        put_wide(text);
        return 2;
    }
    uint64_t which = drawn >> 8;
    if (identifier || drawn % 3 != 0) {
        text[0] = letters[which % (sizeof letters - (first ? 11 : 1))];
    } else {
        text[0] = printable[which % (sizeof printable - 1)];
    }
    return 1;
}

/* Puts what is not of the class in the place of a character, length kept. */
static void spoil(const gdv_rule *rule, char *text, size_t size)
{
    if ((rule->flags & GDV_RULE_ASCII) != 0 && size >= 2) {
        put_wide(text);
    } else {
        text[0] = (rule->flags & GDV_RULE_PRINTABLE) != 0 ? '\x01' : '-';
    }
}

static size_t member_of(sampling *now, const gdv_rule *rule, sample_way way, char *text, size_t room)
{
    gdv_text member = gdv_schema_text(now->schema, rule->texts + (uint32_t)sample_below(now, rule->count));
    size_t size = member.size < room - 8 ? member.size : room - 8;
    memcpy(text, member.bytes, size);
    if (way == SAMPLE_MEMBER) {
        static const char broken[] = {'~', 'b', 'r', 'o', 'k', 'e', 'n'};
        memcpy(text + size, broken, sizeof broken);
        size += sizeof broken;
    }
    return size;
}

size_t sample_text(sampling *now, const gdv_rule *rule, sample_way way, char *text, size_t room)
{
    bool chars = (rule->flags & GDV_RULE_CHARS) != 0;
    if ((rule->flags & GDV_RULE_SET) != 0) {
        return member_of(now, rule, way, text, room);
    }
    uint32_t least = rule->least;
    least = way == SAMPLE_CLASS && least < 2 ? 2 : least;
    bool one = now->key || (rule->flags & GDV_RULE_IDENTIFIER) != 0; /* neither is ever empty */
    least = way == SAMPLE_WHOLE && one && least == 0 && rule->most > 0 ? 1 : least;
    uint32_t length = sample_length(now, least, rule->most, 16, way);
    length = length < room / 4 ? length : (uint32_t)(room / 4);
    size_t size = 0;
    for (uint32_t index = 0; chars ? index < length : size < length; index += 1) {
        size += put_character(now, rule, index == 0, chars ? 4 : length - size, text + size);
    }
    if (now->key && size > 0 && way == SAMPLE_WHOLE && (unsigned char)text[0] < 0x80) {
        text[0] = "abcdefghijklmnopqrstuvwxyz"[now->pair % 26]; /* keys of one dictionary differ */
    }
    if (way == SAMPLE_CLASS) {
        size = length; /* in characters that is as many */
        memset(text, 'a', size);
        spoil(rule, text, size);
    }
    return size;
}

static void put_text(sampling *now, const gdv_rule *rule, sample_way way)
{
    static char text[MOST_TEXT];
    size_t size = sample_text(now, rule, way, text, sizeof text);
    bool name = (rule->flags & GDV_RULE_NAME) != 0 &&
                ((rule->flags & GDV_RULE_STRING) == 0 || (!now->key && sample_once_in(now, 8)));
    (void)(name ? gdv_write_string_name : gdv_write_string)(now->writer, text, size);
}

static void put_strings(sampling *now, const gdv_rule *rule, sample_way way)
{
    static char room[1 << 20];
    static gdv_text texts[MOST_ELEMENTS];
    const gdv_rule *each = gdv_schema_rule(now->schema, rule->value);
    uint32_t count = sample_length(now, rule->least, rule->most, USUAL_ELEMENTS, way);
    size_t used = 0;
    count = count < MOST_ELEMENTS ? count : MOST_ELEMENTS;
    now->key = false;
    for (uint32_t index = 0; index < count; index += 1) {
        size_t share = (sizeof room - used) / (count - index);
        now->chosen = true; /* they have one type */
        size_t size = sample_text(now, each, sample_break(now, each), room + used, share);
        texts[index] = (gdv_text){room + used, size};
        used += size;
    }
    (void)gdv_write_strings(now->writer, texts, count);
}

static void put_bytes(sampling *now, const gdv_rule *rule, sample_way way)
{
    static uint8_t bytes[1 << 20];
    size_t size = sample_length(now, rule->least, rule->most, 64, way);
    size = size < sizeof bytes ? size : sizeof bytes;
    for (size_t index = 0; index < size; index += 1) {
        bytes[index] = (uint8_t)sample_random(now);
    }
    (void)gdv_write_bytes(now->writer, bytes, size);
}

/* ---- any of them */

void sample_leaf(sampling *now, const gdv_rule *rule, sample_way way)
{
    switch (rule->kind) {
    case GDV_RULE_NIL:
        (void)gdv_write_nil(now->writer);
        break;
    case GDV_RULE_BOOL: {
        int64_t truth = int_of(now, rule->lowest, rule->highest, SAMPLE_WHOLE);
        (void)gdv_write_bool(now->writer, (truth != 0) != (way == SAMPLE_MEMBER));
        break;
    }
    case GDV_RULE_INT:
        put_int(now, rule, way);
        break;
    case GDV_RULE_FLOAT:
        put_float(now, rule, way);
        break;
    case GDV_RULE_NUMBER:
        put_number(now, rule, way);
        break;
    case GDV_RULE_TEXT:
        put_text(now, rule, way);
        break;
    case GDV_RULE_MATH:
    case GDV_RULE_PACKED:
        put_numbers(now, rule, way);
        break;
    case GDV_RULE_BYTES:
        put_bytes(now, rule, way);
        break;
    case GDV_RULE_STRINGS:
        put_strings(now, rule, way);
        break;
    case GDV_RULE_VALUE:
        sample_named(now, (gdv_type)rule->type);
        break;
    default:
        sample_other(now, 0);
        break;
    }
}
