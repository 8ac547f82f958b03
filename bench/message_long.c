/* SPDX-License-Identifier: MIT */
/* Messages that are a single value of 1 MiB, less the eight bytes that a packet has for its header and count. */
#include "bench/message_make.h"

#include <string.h>

enum { SIZE = 1048576 - 8 };

message message_long_floats(message_maker *from)
{
    const size_t count = SIZE / sizeof(float);
    float *floats = message_room(from->set, count * sizeof *floats);
    for (size_t index = 0; index < count; index += 1) {
        floats[index] = message_coordinate(from);
    }
    return (message){.kind = MESSAGE_FLOATS, .floats = floats, .count = count};
}

message message_long_ascii(message_maker *from)
{
    const size_t size = SIZE;
    char *given = message_room(from->set, size);
    for (size_t index = 0; index < size; index += 1) {
        given[index] = (char)(' ' + (char)message_below(&from->chance, 95));
    }
    return (message){.kind = MESSAGE_TEXT, .text = given, .count = size};
}

/* The UTF-8 of a code point; how many bytes it has. */
static size_t put_character(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t index = size; index > 1; index -= 1) {
        out[index - 1] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)(leads[size] | code);
    return size;
}

/* Words of one script each, as people mix them in a chat. */
message message_long_utf8(message_maker *from)
{
    static const struct {
        uint32_t first;
        uint32_t last;
    } scripts[] = {{'a', 'z'},       {0xc0, 0xff},     {0x391, 0x3a1},   {0x430, 0x44f},
                   {0x3041, 0x3093}, {0x4e00, 0x9fa5}, {0xac00, 0xd7a3}, {0x1f600, 0x1f64f}};
    const size_t size = SIZE;
    char *given = message_room(from->set, size);
    size_t at = 0;
    while (at < size) {
        const size_t script = message_below(&from->chance, sizeof scripts / sizeof scripts[0]);
        for (size_t left = 2 + message_below(&from->chance, 8); left > 0; left -= 1) {
            const uint32_t span = scripts[script].last - scripts[script].first + 1;
            const uint32_t code =
                left == 1 ? ' ' : scripts[script].first + (uint32_t)message_below(&from->chance, span);
            char spelled[4];
            size_t length = put_character(code, spelled);
            if (length > size - at) {
                memset(spelled, '.', sizeof spelled);
                length = size - at;
            }
            memcpy(given + at, spelled, length);
            at += length;
        }
    }
    return (message){.kind = MESSAGE_TEXT, .text = given, .count = size};
}

message message_long_bytes(message_maker *from)
{
    return message_bytes(from, SIZE);
}
