/* SPDX-License-Identifier: MIT */
#include "utf8.h"

/* The second byte carries the rules: no overlong forms, no surrogates, nothing above U+10FFFF. */
typedef struct lead {
    unsigned char first;
    unsigned char last;
    unsigned char length;
    unsigned char second_least;
    unsigned char second_most;
} lead;

static const lead leads[] = {
    {0xc2, 0xdf, 2, 0x80, 0xbf}, {0xe0, 0xe0, 3, 0xa0, 0xbf}, {0xe1, 0xec, 3, 0x80, 0xbf}, {0xed, 0xed, 3, 0x80, 0x9f},
    {0xee, 0xef, 3, 0x80, 0xbf}, {0xf0, 0xf0, 4, 0x90, 0xbf}, {0xf1, 0xf3, 4, 0x80, 0xbf}, {0xf4, 0xf4, 4, 0x80, 0x8f},
};

size_t utf8_length(const char *text, size_t size)
{
    const unsigned char first = (unsigned char)text[0];
    const lead *row = NULL;

    if (first < 0x80) {
        return 1;
    }
    for (size_t index = 0; index < sizeof leads / sizeof leads[0]; index += 1) {
        if (first >= leads[index].first && first <= leads[index].last) {
            row = &leads[index];
        }
    }
    if (row == NULL || size < row->length) {
        return 0;
    }
    unsigned char second = (unsigned char)text[1];
    if (second < row->second_least || second > row->second_most) {
        return 0;
    }
    for (size_t index = 2; index < row->length; index += 1) {
        if (((unsigned char)text[index] & 0xc0u) != 0x80u) {
            return 0;
        }
    }
    return row->length;
}

bool utf8_is_all(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        size_t length = utf8_length(text + at, size - at);
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return true;
}
