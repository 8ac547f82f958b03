/* SPDX-License-Identifier: MIT */
/* The naive decoder: images and input events, which Godot 2 alone sends (section 5.10). */
#include "tests/naive_reader.h"

#define IMAGE_FORMATS 23u
#define MOST_PIXELS 16384u

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
    for (size_t word = 2; word < 4 && size > 0; word += 1) {
        if (value->words[word] < 1 || value->words[word] > MOST_PIXELS) {
            naive_misreads(in, GDV_MISREAD_IMAGE_SIZE, at + 4 * word);
        }
    }
    naive_demand(in, size, owed, GDV_E_LENGTH, at + 16);
    naive_demand_padding(in, size, owed);
    value->bytes.bytes = in->bytes + in->pos;
    value->bytes.size = size;
    naive_skip_padded(in, size, true);
}

enum event { KEY = 1, MOUSE_BUTTON = 3, JOYSTICK_MOTION, JOYSTICK_BUTTON, SCREEN_TOUCH, EVENT_TYPES = 9 };

/* Words behind the first three. */
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
        (void)naive_component(in, GDV_PART_FLOAT32);
    }
}
