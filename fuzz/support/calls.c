/* SPDX-License-Identifier: MIT */
#include "fuzz/support/calls.h"

#include <string.h>

uint8_t take_byte(stream *from)
{
    if (from->left == 0) {
        return 0;
    }
    uint8_t byte = from->bytes[0];
    from->bytes += 1;
    from->left -= 1;
    return byte;
}

uint64_t take_number(stream *from, uint32_t bytes)
{
    uint64_t number = 0;
    for (uint32_t taken = 0; taken < bytes; taken += 1) {
        number = number << 8 | take_byte(from);
    }
    return number;
}

/* Mostly letters, of few kinds, so that keys meet again; now and then the bytes as they are. */
static void take_text(stream *from, call *taken)
{
    uint8_t shape = take_byte(from);
    uint32_t size = shape % (CALL_TEXT + 1);
    uint32_t index = taken->texts;
    bool raw = shape >= 0xe0;
    size = raw ? shape % 8u : shape >= 0x80 ? size % 3 : size;
    for (uint32_t at = 0; at < size; at += 1) {
        uint8_t byte = take_byte(from);
        taken->text[index][at] = raw ? (char)byte : (char)('a' + byte % 4);
    }
    taken->text_size[index] = size;
    taken->texts += 1;
}

/* Numbers with few bits set are as interesting as any. */
static uint64_t take_word(stream *from)
{
    uint8_t shape = take_byte(from);
    uint64_t small = shape >> 3;
    switch (shape % 8) {
    case 0:
        return small;
    case 1:
        return ~small;
    case 2:
        return small + 0x7ffffff0u;
    case 3:
        return (uint64_t)1 << (shape >> 2);
    case 4:
        return 0x3fe0000000000000u + (small << 48); /* as a double: between a half and some more */
    case 5:
        return 0x7ff0000000000000u + small;
    case 6:
        return take_number(from, 4);
    default:
        return take_number(from, 8);
    }
}

/* How many numbers make one value of the type, or one element; 0 where it is none of numbers. */
static uint32_t components_of(gdv_dialect dialect, gdv_type type)
{
    uint32_t id = 0;
    if (!gdv_dialect_type_id(dialect, type, &id)) {
        return 0;
    }
    const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
    bool wide = wire->component == GDV_COMPONENT_INT64 || wire->component == GDV_COMPONENT_FLOAT64;
    return wire->size / (wide ? 8u : 4u);
}

static void take_rows(stream *from, gdv_dialect dialect, call *taken)
{
    static const gdv_type ints[] = {GDV_TYPE_VECTOR2I,
                                    GDV_TYPE_RECT2I,
                                    GDV_TYPE_VECTOR3I,
                                    GDV_TYPE_VECTOR4I,
                                    GDV_TYPE_PACKED_INT32_ARRAY,
                                    GDV_TYPE_PACKED_VECTOR2I_ARRAY,
                                    GDV_TYPE_PACKED_VECTOR3I_ARRAY,
                                    GDV_TYPE_PACKED_VECTOR4I_ARRAY};
    static const gdv_type floats[] = {GDV_TYPE_VECTOR2,
                                      GDV_TYPE_RECT2,
                                      GDV_TYPE_VECTOR3,
                                      GDV_TYPE_TRANSFORM2D,
                                      GDV_TYPE_VECTOR4,
                                      GDV_TYPE_PLANE,
                                      GDV_TYPE_QUATERNION,
                                      GDV_TYPE_AABB,
                                      GDV_TYPE_BASIS,
                                      GDV_TYPE_PROJECTION,
                                      GDV_TYPE_COLOR,
                                      GDV_TYPE_TRANSFORM3D,
                                      GDV_TYPE_PACKED_FLOAT32_ARRAY,
                                      GDV_TYPE_PACKED_VECTOR2_ARRAY,
                                      GDV_TYPE_PACKED_VECTOR3_ARRAY,
                                      GDV_TYPE_PACKED_VECTOR4_ARRAY,
                                      GDV_TYPE_PACKED_COLOR_ARRAY,
                                      GDV_TYPE_PACKED_FLOAT64_ARRAY};
    uint8_t pick = take_byte(from);
    uint8_t shape = take_byte(from);
    bool of_ints = taken->kind == CALL_INT32S;

    taken->type =
        of_ints ? ints[pick % (sizeof ints / sizeof ints[0])] : floats[pick % (sizeof floats / sizeof floats[0])];
    if (taken->kind == CALL_INT64S) {
        taken->type = GDV_TYPE_PACKED_INT64_ARRAY;
    }
    if (pick >= 0xf0) {
        taken->type = (gdv_type)shape;
    }
    uint32_t n = components_of(dialect, taken->type);
    if (shape % 4 == 1) {
        n *= (shape >> 2) % 4u;
    } else if (shape >= 0xf0) {
        n = shape % 32u;
    }
    taken->numbers = n < CALL_NUMBERS ? n : CALL_NUMBERS;
    bool wide = taken->kind == CALL_INT64S || taken->kind == CALL_DOUBLES;
    for (uint32_t index = 0; index < taken->numbers; index += 1) {
        uint64_t word = take_byte(from);
        if (shape % 8 == 2) {
            word = take_number(from, wide ? 8 : 4);
        }
        uint32_t narrow = (uint32_t)(word & 0xffffffffu);
        if (wide) {
            memcpy(taken->number + 8 * (size_t)index, &word, 8);
        } else {
            memcpy(taken->number + 4 * (size_t)index, &narrow, 4);
        }
    }
}

/* Mostly types whose values are as likely to come next. */
static gdv_type take_type(stream *from)
{
    static const gdv_type often[] = {GDV_TYPE_NIL,    GDV_TYPE_INT,   GDV_TYPE_FLOAT, GDV_TYPE_STRING,
                                     GDV_TYPE_OBJECT, GDV_TYPE_ARRAY, GDV_TYPE_FLOAT, GDV_TYPE_DICTIONARY};
    uint8_t byte = take_byte(from);
    return byte < 0x80 ? often[byte % 8] : (gdv_type)(byte % (GDV_TYPE_COUNT + 1));
}

static void take_element(stream *from, call *taken, uint32_t index)
{
    uint8_t shape = take_byte(from);
    gdv_element *element = &taken->element[index];
    taken->given[index] = shape != 0;
    element->kind = (gdv_element_kind)(shape % 4);
    element->type = take_type(from);
    if (shape >= 0xf8) {
        element->kind = (gdv_element_kind)shape;
    }
    taken->texts = index;
    take_text(from, taken);
    if (shape % 16 == 2) {
        static const char by_id[] = "EncodedObjectAsID";
        memcpy(taken->text[index], by_id, sizeof by_id - 1);
        taken->text_size[index] = sizeof by_id - 1;
    }
}

static void take_bytes(stream *from, call *taken)
{
    taken->numbers = take_byte(from) % 24u;
    for (uint32_t index = 0; index < taken->numbers; index += 1) {
        taken->number[index] = take_byte(from);
    }
}

static void take_texts(stream *from, call *taken)
{
    uint8_t shape = take_byte(from);
    taken->absolute = (shape & 0x10u) != 0;
    taken->property = (shape & 0x60u) == 0x60u;
    for (uint32_t index = 0; index < shape % (CALL_TEXTS + 1u); index += 1) {
        take_text(from, taken);
    }
}

static void take_image(stream *from, call *taken)
{
    uint8_t shape = take_byte(from);
    taken->field[0] = shape % 24u;
    taken->field[1] = take_byte(from);
    taken->field[2] = shape >= 0xf0 ? (uint32_t)take_number(from, 4) : 1u + shape % 3u;
    taken->field[3] = take_byte(from);
    take_bytes(from, taken);
}

static void take_event(stream *from, call *taken)
{
    static const uint8_t words[] = {0, 2, 0, 1, 2, 1, 1, 0, 0}; /* section 5.10 of the wire reference */
    uint8_t shape = take_byte(from);
    taken->field[0] = shape % 10u;
    taken->field[1] = take_byte(from);
    taken->numbers = taken->field[0] < 9 ? words[taken->field[0]] : 0;
    if (shape >= 0xf0) {
        taken->numbers = shape % 4u;
    }
    taken->field[2] = (uint32_t)take_number(from, 4) & (shape % 16 < 12 ? 0x1e000000u : 0xffffffffu);
    taken->field[3] = (uint32_t)take_number(from, 4);
}

/* Twice as likely as others: what opens a container, what ends it, what names a property, what is often declared. */
static call_kind kind_of(uint8_t byte)
{
    static const call_kind often[] = {CALL_ARRAY,
                                      CALL_DICTIONARY,
                                      CALL_TYPED_ARRAY,
                                      CALL_TYPED_DICTIONARY,
                                      CALL_PACKED_TYPED_ARRAY,
                                      CALL_OBJECT,
                                      CALL_NAME,
                                      CALL_END,
                                      CALL_END,
                                      CALL_INT,
                                      CALL_STRING,
                                      CALL_FLOAT};
    const uint32_t choices = CALL_COUNT + sizeof often / sizeof often[0];
    uint32_t choice = byte % choices;
    return choice < CALL_COUNT ? (call_kind)choice : often[choice - CALL_COUNT];
}

void call_take(stream *from, gdv_dialect dialect, call *taken)
{
    memset(taken, 0, sizeof *taken);
    taken->kind = kind_of(take_byte(from));
    switch (taken->kind) {
    case CALL_BOOL:
    case CALL_INT:
    case CALL_FLOAT:
    case CALL_OBJECT_ID:
    case CALL_RID:
        taken->word = take_word(from);
        break;
    case CALL_STRING:
    case CALL_STRING_NAME:
    case CALL_OBJECT:
    case CALL_NAME:
        take_text(from, taken);
        break;
    case CALL_SIGNAL:
        take_text(from, taken);
        taken->word = take_word(from);
        break;
    case CALL_NODE_PATH:
    case CALL_STRINGS:
        take_texts(from, taken);
        break;
    case CALL_INT32S:
    case CALL_INT64S:
    case CALL_FLOATS:
    case CALL_DOUBLES:
        take_rows(from, dialect, taken);
        break;
    case CALL_BYTES:
        take_bytes(from, taken);
        break;
    case CALL_IMAGE:
        take_image(from, taken);
        break;
    case CALL_INPUT_EVENT:
        take_event(from, taken);
        break;
    case CALL_TYPED_ARRAY:
    case CALL_PACKED_TYPED_ARRAY:
        take_element(from, taken, 0);
        break;
    case CALL_TYPED_DICTIONARY:
        take_element(from, taken, 0);
        take_element(from, taken, 1);
        break;
    default:
        break;
    }
}

static gdv_text text_at(const call *made, uint32_t index)
{
    const gdv_text text = {made->text[index], made->text_size[index]};
    return text;
}

/* Texts as names, sub-names and, perhaps, property of a node path; or as strings. */
static gdv_status make_texts(const call *made, gdv_writer *writer)
{
    gdv_text texts[CALL_TEXTS];
    uint32_t n = made->texts;
    for (uint32_t index = 0; index < n; index += 1) {
        texts[index] = text_at(made, index);
    }
    if (made->kind == CALL_STRINGS) {
        return gdv_write_strings(writer, texts, n);
    }
    const gdv_text *property = NULL;
    if (made->property && n > 0) {
        n -= 1;
        property = &texts[n];
    }
    return gdv_write_node_path(writer, made->absolute, texts, n / 2, texts + n / 2, n - n / 2, property);
}

static gdv_status make_rows(const call *made, gdv_writer *writer)
{
    int32_t int32s[CALL_NUMBERS];
    int64_t int64s[CALL_NUMBERS];
    float floats[CALL_NUMBERS];
    double doubles[CALL_NUMBERS];
    switch (made->kind) {
    case CALL_INT32S:
        memcpy(int32s, made->number, sizeof int32s);
        return gdv_write_int32s(writer, made->type, int32s, made->numbers);
    case CALL_INT64S:
        memcpy(int64s, made->number, sizeof int64s);
        return gdv_write_int64s(writer, made->type, int64s, made->numbers);
    case CALL_FLOATS:
        memcpy(floats, made->number, sizeof floats);
        return gdv_write_floats(writer, made->type, floats, made->numbers);
    default:
        memcpy(doubles, made->number, sizeof doubles);
        return gdv_write_doubles(writer, made->type, doubles, made->numbers);
    }
}

static gdv_status make_typed(const call *made, gdv_writer *writer)
{
    gdv_element element[2] = {made->element[0], made->element[1]};
    element[0].name = text_at(made, 0);
    element[1].name = text_at(made, 1);
    const gdv_element *first = made->given[0] ? &element[0] : NULL;
    if (made->kind == CALL_TYPED_DICTIONARY) {
        return gdv_begin_typed_dictionary(writer, first, made->given[1] ? &element[1] : NULL);
    }
    return made->kind == CALL_TYPED_ARRAY ? gdv_begin_typed_array(writer, first)
                                          : gdv_begin_packed_typed_array(writer, first);
}

static gdv_status make_struct(const call *made, gdv_writer *writer)
{
    const gdv_signal signal = {text_at(made, 0), made->word};
    const gdv_image image = {made->field[0], made->field[1], made->field[2],
                             made->field[3], made->number,   made->numbers};
    const gdv_input_event event = {made->field[0], made->field[1], made->numbers, {made->field[2], made->field[3]}};
    return made->kind == CALL_SIGNAL  ? gdv_write_signal(writer, &signal)
           : made->kind == CALL_IMAGE ? gdv_write_image(writer, &image)
                                      : gdv_write_input_event(writer, &event);
}

static gdv_status make_float(const call *made, gdv_writer *writer)
{
    double value = 0;
    memcpy(&value, &made->word, sizeof value);
    return gdv_write_float(writer, value);
}

gdv_status call_make(const call *made, gdv_writer *writer)
{
    switch (made->kind) {
    case CALL_NIL:
        return gdv_write_nil(writer);
    case CALL_BOOL:
        return gdv_write_bool(writer, made->word % 2 != 0);
    case CALL_INT:
        return gdv_write_int(writer, (int64_t)made->word);
    case CALL_FLOAT:
        return make_float(made, writer);
    case CALL_STRING:
        return gdv_write_string(writer, made->text[0], made->text_size[0]);
    case CALL_STRING_NAME:
        return gdv_write_string_name(writer, made->text[0], made->text_size[0]);
    case CALL_NODE_PATH:
    case CALL_STRINGS:
        return make_texts(made, writer);
    case CALL_INT32S:
    case CALL_INT64S:
    case CALL_FLOATS:
    case CALL_DOUBLES:
        return make_rows(made, writer);
    case CALL_BYTES:
        return gdv_write_bytes(writer, made->number, made->numbers);
    case CALL_OBJECT_ID:
        return gdv_write_object_id(writer, made->word);
    case CALL_RID:
        return gdv_write_rid(writer, made->word);
    case CALL_CALLABLE:
        return gdv_write_callable(writer);
    case CALL_SIGNAL:
    case CALL_IMAGE:
    case CALL_INPUT_EVENT:
        return make_struct(made, writer);
    case CALL_ARRAY:
        return gdv_begin_array(writer);
    case CALL_DICTIONARY:
        return gdv_begin_dictionary(writer);
    case CALL_TYPED_ARRAY:
    case CALL_TYPED_DICTIONARY:
    case CALL_PACKED_TYPED_ARRAY:
        return make_typed(made, writer);
    case CALL_SHARED:
        return gdv_mark_shared(writer);
    case CALL_OBJECT:
        return gdv_begin_object(writer, made->text[0], made->text_size[0]);
    case CALL_NAME:
        return gdv_write_name(writer, made->text[0], made->text_size[0]);
    case CALL_END:
    case CALL_COUNT:
        break;
    }
    return gdv_end(writer);
}
