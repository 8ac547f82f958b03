/* SPDX-License-Identifier: MIT */
/* The naive decoder: images and input events, which Godot 2 alone sends (section 5.10). */
#include "tests/reference/naive_reader.h"

#define IMAGE_FORMATS 23u
#define MOST_PIXELS 16384u
#define CUSTOM 22u

/* What a format takes: bytes before the first level, eighths of a byte a pixel, the least width and height of a level;
 * as the list of section 5.10 has them. */
typedef struct layout {
    uint32_t before, eighths, width, height;
} layout;

static layout layout_of(uint32_t format)
{
    const layout palette = {format == 5 ? 768 : 1024, 8, 1, 1};
    const layout blocks4 = {0, format == 9 || format == 12 || format == 18 ? 4 : 8, 4, 4};
    const layout pvrtc2 = {0, 2, 16, 8};
    const layout blocks8 = {0, format == 20 || format == 21 ? 8 : 4, 8, 8};
    static const uint32_t bytes[] = {1, 1, 2, 3, 4, 0, 0, 2, 3};
    if (format == 5 || format == 6) {
        return palette;
    }
    if (format <= 8) {
        const layout plain = {0, 8 * bytes[format], 1, 1};
        return plain;
    }
    if (format <= 13 || format == 18) {
        return blocks4;
    }
    return format <= 15 ? pvrtc2 : blocks8;
}

static bool is_side(uint32_t pixels)
{
    return pixels >= 1 && pixels <= MOST_PIXELS;
}

/* How many bytes the image has by its words, or more than `most`. */
static uint64_t bytes_of(const uint32_t *words, uint64_t most)
{
    const layout format = layout_of(words[0]);
    uint64_t width = words[2], height = words[3];
    uint64_t size = format.before;
    for (uint64_t level = 0; size <= most; level += 1) {
        size += width * height * format.eighths / 8;
        bool least = width == format.width && height == format.height;
        if (words[1] < NAIVE_HALF ? level == words[1] : least) {
            return size;
        }
        width = width / 2 > format.width ? width / 2 : format.width;
        height = height / 2 > format.height ? height / 2 : format.height;
    }
    return size;
}

bool naive_image_is_kept(const naive_value *image)
{
    uint64_t size = image->bytes.size;
    bool sides = is_side(image->words[2]) && is_side(image->words[3]);
    return size > 0 && sides && (image->words[0] == CUSTOM || bytes_of(image->words, size) == size);
}

/* Which of its five words makes the engine read an image as empty, or count without end (EB-38); 5 for none. */
static size_t wrong_word(const uint32_t *words, uint32_t size)
{
    if (size == 0) {
        size_t word = 0;
        while (word < 4 && words[word] == 0) {
            word += 1;
        }
        return word < 4 ? word : 5;
    }
    if (words[1] > size) {
        return 1;
    }
    for (size_t side = 2; side < 4; side += 1) {
        if (!is_side(words[side])) {
            return side;
        }
    }
    return words[0] == CUSTOM || bytes_of(words, size) == size ? 5 : 4;
}

void naive_image(naive_reader *in, uint64_t owed, naive_value *value)
{
    size_t at = in->pos;
    value->words[0] = naive_u32(in, owed);
    if (value->words[0] >= IMAGE_FORMATS) {
        naive_refuse(in, GDV_E_BAD_IMAGE, at);
    }
    for (size_t word = 1; word < 4; word += 1) {
        value->words[word] = naive_u32(in, owed);
    }
    uint32_t size = naive_u32(in, owed);
    if (size >= NAIVE_HALF) {
        naive_refuse(in, GDV_E_BAD_LENGTH, at + 16);
    }
    naive_demand(in, size, owed, GDV_E_LENGTH, at + 16);
    naive_demand_padding(in, size, owed);
    size_t wrong = wrong_word(value->words, size);
    if (wrong < 5) {
        naive_misreads(in, GDV_MISREAD_IMAGE_SIZE, at + 4 * wrong);
    }
    value->bytes.bytes = naive_look(in, in->pos, size);
    value->bytes.size = size;
    naive_skip_padded(in, size, true);
}

enum event { KEY = 1, MOUSE_BUTTON = 3, JOYSTICK_MOTION, JOYSTICK_BUTTON, SCREEN_TOUCH, EVENT_TYPES = 9 };

/* Words after the first three. */
static uint32_t extra_words(uint32_t event)
{
    switch (event) {
    case KEY:
    case JOYSTICK_MOTION:
        return 2;
    case MOUSE_BUTTON:
    case JOYSTICK_BUTTON:
    case SCREEN_TOUCH:
        return 1;
    default:
        return 0;
    }
}

void naive_input_event(naive_reader *in, uint64_t owed, naive_value *value)
{
    const uint32_t modifiers = 0x1e000000u;
    size_t at = in->pos;
    uint32_t event = naive_u32(in, owed);
    if (event >= EVENT_TYPES) {
        naive_refuse(in, GDV_E_BAD_INPUT_EVENT, at);
    }
    value->words[0] = event;
    value->words[1] = naive_u32(in, owed);
    value->extra = extra_words(event);
    uint32_t length = naive_u32(in, owed);
    if (length != 12 + 4 * value->extra) {
        naive_misreads(in, GDV_MISREAD_EVENT_LENGTH, at + 8);
    }
    for (size_t word = 0; word < value->extra; word += 1) {
        value->words[2 + word] = naive_u32(in, owed);
        if (event == KEY && word == 0 && (value->words[2] & ~modifiers) != 0) {
            naive_forbid(in, GDV_PERMIT_FLAGS, GDV_E_FLAGS, at + 12);
        }
    }
    if (event == JOYSTICK_MOTION) {
        in->pos -= 4;
        (void)naive_component(in, GDV_COMPONENT_FLOAT32);
    }
}
