/* SPDX-License-Identifier: MIT */
#include "notation_godot2.h"

#include <stdint.h>
#include <string.h>

#include "notation_number.h"

static const char *const image_formats[] = {"GRAYSCALE",
                                            "INTENSITY",
                                            "GRAYSCALE_ALPHA",
                                            "RGB",
                                            "RGBA",
                                            "INDEXED",
                                            "INDEXED_ALPHA",
                                            "YUV_422",
                                            "YUV_444",
                                            "BC1",
                                            "BC2",
                                            "BC3",
                                            "BC4",
                                            "BC5",
                                            "PVRTC2",
                                            "PVRTC2_ALPHA",
                                            "PVRTC4",
                                            "PVRTC4_ALPHA",
                                            "ETC",
                                            "ATC",
                                            "ATC_ALPHA_EXPLICIT",
                                            "ATC_ALPHA_INTERPOLATED",
                                            "CUSTOM"};

void notation_image(words *to, gdv_value value)
{
    gdv_image image;
    if (gdv_to_image(value, &image) != GDV_OK || image.size == 0) {
        return;
    }
    const uint32_t sizes[] = {image.width, image.height, image.mipmaps};
    for (size_t index = 0; index < 3; index += 1) {
        notation_unsigned(to, sizes[index]);
        words_put(to, ", ");
    }
    bool known = image.format < sizeof image_formats / sizeof image_formats[0];
    words_put(to, known ? image_formats[image.format] : "");
    words_put(to, ", ");
    notation_bytes(to, image.bytes, image.size);
}

static void put_modifiers(words *to, uint32_t bits)
{
    static const struct {
        uint32_t bit;
        const char *letter;
    } modifiers[] = {{1u << 26, "A"}, {1u << 25, "S"}, {1u << 28, "C"}, {1u << 27, "M"}};
    const char *comma = ",";
    for (size_t index = 0; index < sizeof modifiers / sizeof modifiers[0]; index += 1) {
        if ((bits & modifiers[index].bit) != 0) {
            words_put(to, comma);
            words_put(to, modifiers[index].letter);
            comma = "";
        }
    }
}

void notation_input_event(words *to, gdv_value value)
{
    static const char *const names[] = {"NONE",    "KEY",          "MOUSE_MOTION", "MBUTTON", "JAXIS",
                                        "JBUTTON", "SCREEN_TOUCH", "SCREEN_DRAG",  "ACTION"};
    enum { KEY = 1, JOYSTICK_MOTION = 4 };
    gdv_input_event event;
    float axis = 0;
    if (gdv_to_input_event(value, &event) != GDV_OK) {
        return;
    }
    words_put(to, event.type < sizeof names / sizeof names[0] ? names[event.type] : "");
    if (event.words > 0) {
        words_put(to, ",");
        notation_unsigned(to, event.extra[event.type == KEY ? 1 : 0]);
    }
    if (event.type == KEY) {
        put_modifiers(to, event.extra[0]);
    }
    if (event.type == JOYSTICK_MOTION && event.words > 1) {
        memcpy(&axis, &event.extra[1], sizeof axis);
        words_put(to, ",");
        notation_component(to, GDV_DIALECT_GODOT2, axis);
    }
}
