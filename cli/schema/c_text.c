/* SPDX-License-Identifier: MIT */
#include "c_text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` bytes and a NUL. */
static bool grow(c_text *text, size_t more)
{
    if (text->failed || more >= SIZE_MAX / 4 - text->size) {
        text->failed = true;
        return false;
    }
    if (text->size + more >= text->room) {
        size_t room = 2 * (text->size + more) + 64;
        char *bytes = realloc(text->bytes, room);
        if (bytes == NULL) {
            text->failed = true;
            return false;
        }
        text->bytes = bytes;
        text->room = room;
    }
    return true;
}

void c_text_add(c_text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length < 0 || !grow(text, (size_t)length)) {
        text->failed = true;
        return;
    }
    va_start(list, format);
    (void)vsnprintf(text->bytes + text->size, (size_t)length + 1, format, list);
    va_end(list);
    text->size += (size_t)length;
}

const char *c_text_of(const c_text *text)
{
    return text->bytes != NULL ? text->bytes : "";
}

void c_text_cut(c_text *text, size_t size)
{
    if (size < text->size) {
        text->size = size;
        text->bytes[size] = '\0';
    }
}

void c_text_free(c_text *text)
{
    free(text->bytes);
    *text = (c_text){.bytes = NULL};
}

/* Whether a character stands for itself: no ? either, as three of them may be a trigraph. */
static bool is_plain(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           (letter != '\0' && strchr(" _-+.,:;/()[]{}<>=!*&|#%@~^$'", letter) != NULL);
}

void c_text_add_string(c_text *text, gdv_text string)
{
    c_text_add(text, "\"");
    for (size_t index = 0; index < string.size; index += 1) {
        unsigned char byte = (unsigned char)string.bytes[index];
        if (is_plain(string.bytes[index])) {
            c_text_add(text, "%c", byte);
        } else {
            c_text_add(text, "\\%03o", byte);
        }
    }
    c_text_add(text, "\"");
}

bool c_text_write(const c_text *text, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        complain("%s: %s", path, strerror(errno));
        return false;
    }
    bool fine = fwrite(c_text_of(text), 1, text->size, file) == text->size;
    fine = fclose(file) == 0 && fine;
    if (!fine) {
        complain("%s: not written to its end", path);
    }
    return fine;
}
