/* SPDX-License-Identifier: MIT */
/* Follows a path, in the notation in which reports give one (status.h). */
#include <gdv/document.h>

#include "../decode/text.h"
#include "../value/resolve.h"

/* What is left of a path. */
typedef struct trail {
    const char *next;
    bool broken;
} trail;

static bool take_character(trail *path, char expected)
{
    bool there = *path->next == expected;
    if (there) {
        path->next += 1;
    }
    return there;
}

static void demand(trail *path, char expected)
{
    if (!take_character(path, expected)) {
        path->broken = true;
    }
}

/* A decimal number of at most `most`. */
static uint64_t take_number(trail *path, uint64_t most)
{
    uint64_t number = 0;
    if (*path->next < '0' || *path->next > '9') {
        path->broken = true;
    }
    while (!path->broken && *path->next >= '0' && *path->next <= '9') {
        uint64_t digit = (uint64_t)(*path->next - '0');
        if (number > (most - digit) / 10) {
            path->broken = true;
        } else {
            number = 10 * number + digit;
            path->next += 1;
        }
    }
    return number;
}

static uint32_t hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9') {
        return (uint32_t)(digit - '0');
    }
    return digit >= 'a' && digit <= 'f' ? (uint32_t)(digit - 'a') + 10 : 16;
}

/* A key as reports spell it is the packet's own text, of which engines may keep less: its mark, or what is after a
 * NUL, is no part of the key that lookups know. */
static gdv_text kept_of(gdv_text spelled, gdv_value container)
{
    gdv_resolved resolved;
    gdv_cursor in = {(const uint8_t *)spelled.bytes, (uint32_t)spelled.size, 0, 0};
    uint32_t at = 0;
    uint32_t size = in.size;
    if (gdv_resolve(container, &resolved) && resolved.trims) {
        gdv_text_trim(&in, &at, &size);
    }
    gdv_text kept = {spelled.bytes + at, size};
    return kept;
}

/* Text between quotes, where \xNN stands for any byte. */
static gdv_value quoted(trail *path, gdv_value from)
{
    char text[GDV_PATH_SIZE] = {0};
    gdv_text key = {text, 0};

    while (!path->broken && *path->next != '"') {
        uint32_t byte = (uint8_t)*path->next;
        path->broken = byte == 0 || key.size + 1 >= sizeof text;
        path->next += byte == 0 ? 0 : 1;
        if (byte == '\\') {
            bool hex = take_character(path, 'x');
            uint32_t high = hex ? hex_digit(*path->next) : 16;
            uint32_t low = high < 16 ? hex_digit(path->next[1]) : 16;
            path->broken = path->broken || low > 15;
            path->next += low > 15 ? 0 : 2;
            byte = 16 * (high & 15u) + (low & 15u);
        }
        if (!path->broken) {
            text[key.size] = (char)(unsigned char)byte;
            key.size += 1;
        }
    }
    demand(path, '"');
    demand(path, ']');
    return path->broken ? gdv_missing() : gdv_get_text(from, kept_of(key, from));
}

static gdv_value bracketed(trail *path, gdv_value from)
{
    if (take_character(path, '"')) {
        return quoted(path, from);
    }
    uint64_t index = take_number(path, GDV_MAX_BYTES);
    demand(path, ']');
    return path->broken ? gdv_missing() : gdv_at(from, (size_t)index);
}

/* The value of the key whose header is at an offset: how a path spells a key that is neither text nor int. */
static gdv_value at_offset(gdv_value dictionary, uint64_t offset)
{
    gdv_value found = gdv_missing();
    gdv_iterator each;
    if (gdv_type_of(dictionary) != GDV_TYPE_DICTIONARY) {
        return found;
    }
    gdv_iterate(dictionary, &each);
    while (!gdv_exists(found) && gdv_iterate_next(&each)) {
        if (each.key.document->nodes[each.key.index].offset == offset) {
            found = each.value;
        }
    }
    return found;
}

static gdv_value braced(trail *path, gdv_value from)
{
    bool by_offset = take_character(path, '@');
    bool negative = !by_offset && take_character(path, '-');
    uint64_t number = take_number(path, (uint64_t)INT64_MAX + (negative ? 1u : 0u));
    demand(path, '}');
    if (path->broken) {
        return gdv_missing();
    }
    if (by_offset) {
        return at_offset(from, number);
    }
    return gdv_get_int(from, gdv_signed64(negative && number > 0 ? ~number + 1 : number));
}

static bool is_word(char letter)
{
    return letter == '_' || (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

static gdv_value named(trail *path, gdv_value from)
{
    gdv_text key = {path->next, 0};
    while (is_word(key.bytes[key.size])) {
        key.size += 1;
    }
    path->next += key.size;
    path->broken = key.size == 0;
    return path->broken ? gdv_missing() : gdv_get_text(from, key);
}

gdv_value gdv_find(gdv_value value, const char *path)
{
    trail rest = {path, path == NULL};
    gdv_value found = value;
    while (!rest.broken && *rest.next != '\0') {
        if (take_character(&rest, '.')) {
            found = named(&rest, found);
        } else if (take_character(&rest, '[')) {
            found = bracketed(&rest, found);
        } else if (take_character(&rest, '{')) {
            found = braced(&rest, found);
        } else {
            rest.broken = true;
        }
    }
    return rest.broken ? gdv_missing() : found;
}
