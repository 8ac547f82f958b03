/* SPDX-License-Identifier: MIT */
#include "path.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../io/say.h"

/* Bytes of a key's text that gdv_find takes. */
#define MOST_OF_KEY (GDV_PATH_SIZE - 1u)

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static bool is_word(char letter)
{
    return letter == '_' || is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/* What follows must be there; on failure *at is where it is missing. Each of these moves *at to the piece's end. */
static const char *name(const char **at)
{
    const char *begin = *at;
    while (is_word(**at)) {
        *at += 1;
    }
    return *at > begin ? NULL : "a name of letters, digits and _ expected; other keys are [\"any text\"]";
}

static const char *number(const char **at, uint64_t most)
{
    const char *begin = *at;
    uint64_t value = 0;
    while (is_digit(**at)) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (value > (most - digit) / 10) {
            *at = begin;
            return "this number is too large";
        }
        value = 10 * value + digit;
        *at += 1;
    }
    return *at > begin ? NULL : "a number expected";
}

static const char *closing(const char **at, char bracket)
{
    if (**at != bracket) {
        return bracket == ']' ? "] expected" : "} expected";
    }
    *at += 1;
    return NULL;
}

static bool is_hex(char letter)
{
    return is_digit(letter) || (letter >= 'a' && letter <= 'f');
}

static const char *quoted(const char **at)
{
    const char *begin = *at;
    size_t size = 0;
    while (**at != '"') {
        bool escape = **at == '\\';
        if (**at == '\0') {
            return "\" expected: the text is not closed";
        }
        if (escape && ((*at)[1] != 'x' || !is_hex((*at)[2]) || !is_hex((*at)[3]))) {
            return "\\x and two hex digits, 0-9 or a-f, expected";
        }
        *at += escape ? 4 : 1;
        size += 1;
    }
    if (size > MOST_OF_KEY) {
        *at = begin;
        return "a key of more than 255 bytes, which a path cannot hold";
    }
    *at += 1;
    return closing(at, ']');
}

static const char *bracketed(const char **at)
{
    if (**at == '"') {
        *at += 1;
        return quoted(at);
    }
    if (!is_digit(**at)) {
        return "a number or \"text\" expected";
    }
    const char *wrong = number(at, GDV_MAX_BYTES);
    return wrong != NULL ? wrong : closing(at, ']');
}

static const char *braced(const char **at)
{
    uint64_t most = INT64_MAX;
    if (strncmp(*at, "key}", 4) == 0 || strncmp(*at, "property}", 9) == 0) {
        return "a path cannot be followed into a key or a name";
    }
    if (**at == '-') {
        most += 1;
        *at += 1;
    } else if (**at == '@') {
        *at += 1;
    }
    const char *wrong = number(at, most);
    return wrong != NULL ? wrong : closing(at, '}');
}

/* One piece: NULL, and *at is its end; or what is wrong at *at. */
static const char *piece(const char **at)
{
    const char *begin = *at;
    *at += 1;
    switch (*begin) {
    case '.':
        if (strcmp(begin, "...") == 0) {
            *at = begin;
            return "this path was cut where it was printed";
        }
        return name(at);
    case '[':
        return bracketed(at);
    case '{':
        return braced(at);
    default:
        *at = begin;
        return ".name, [\"any text\"], [index] or {int key} expected";
    }
}

/* Characters, not bytes: those of a pasted path may be any. */
static size_t column_of(const char *path, const char *at)
{
    size_t column = 1;
    for (; path < at; path += 1) {
        column += ((unsigned char)*path & 0xc0u) != 0x80 ? 1 : 0;
    }
    return column;
}

bool path_check(const char *path, path_fault *fault)
{
    const char *at = path;
    const char *wrong = NULL;
    while (wrong == NULL && *at != '\0') {
        wrong = piece(&at);
    }
    *fault = (path_fault){column_of(path, at), wrong};
    return wrong == NULL;
}

bool path_follow(gdv_value root, const char *path, path_end *end)
{
    size_t size = strlen(path);
    char *copy = malloc(size + 1);
    const char *at = path;

    *end = (path_end){root, size, size};
    if (copy == NULL) {
        complain("not enough memory for a path of %zu bytes", size);
        return false;
    }
    while (*at != '\0' && end->begin == size) {
        const char *begin = at;
        (void)piece(&at);
        size_t length = (size_t)(at - begin);
        memcpy(copy, begin, length);
        copy[length] = '\0';
        gdv_value next = gdv_find(end->value, copy);
        if (gdv_exists(next)) {
            end->value = next;
        } else {
            end->begin = (size_t)(begin - path);
            end->end = (size_t)(at - path);
        }
    }
    free(copy);
    return true;
}
