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

uint32_t utf8_code(const char *text, size_t length)
{
    static const unsigned char kept[] = {0x7f, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (uint32_t)(unsigned char)text[0] & kept[length];
    for (size_t index = 1; index < length; index += 1) {
        code = code << 6 | ((uint32_t)(unsigned char)text[index] & 0x3fu);
    }
    return code;
}

/* First and last. General categories Cc, Cf, Zl and Zp of Unicode 15, and what has Default_Ignorable_Code_Point, but for
 * the selectors of variants (U+FE00 to U+FE0F), which pictures are written with. */
static const uint32_t hidden[][2] = {
    {0x0000, 0x001f},   {0x007f, 0x009f},   {0x00ad, 0x00ad},   {0x034f, 0x034f},   {0x0600, 0x0605},
    {0x061c, 0x061c},   {0x06dd, 0x06dd},   {0x070f, 0x070f},   {0x0890, 0x0891},   {0x08e2, 0x08e2},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
    {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
};

bool utf8_is_hidden(const char *text, size_t length)
{
    uint32_t code = utf8_code(text, length);
    bool found = false;
    for (size_t index = 0; !found && index < sizeof hidden / sizeof hidden[0] && hidden[index][0] <= code; index += 1) {
        found = code <= hidden[index][1];
    }
    return found;
}
