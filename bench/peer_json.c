/* SPDX-License-Identifier: MIT */
/* Messages as JSON: no white space, text unescaped but for what must be, numbers in the fewest digits that read back to
 * the same, bytes as base64. */
#include "bench/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A decoder tells reals from ints by the point or the exponent. */
static void put_digits(peer_packet *out, const char *digits)
{
    peer_append_text(out, digits);
    if (strpbrk(digits, ".e") == NULL) {
        peer_append_text(out, ".0");
    }
}

/* The fewest digits that read back to the number: as a double, or where `single` as a float. */
static void put_number(peer_packet *out, double value, bool single)
{
    char digits[40];
    double read = 0;
    int precision = single ? 6 : 15;
    do {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        read = single ? (double)strtof(digits, NULL) : strtod(digits, NULL);
        precision += 1;
    } while (read < value || read > value);
    put_digits(out, digits);
}

static void put_text(peer_packet *out, const char *text, size_t size)
{
    peer_append_text(out, "\"");
    for (size_t at = 0; at < size; at += 1) {
        const unsigned char character = (unsigned char)text[at];
        if (character == '"' || character == '\\') {
            peer_append_text(out, "\\");
        }
        if (character < 0x20) {
            char escape[8];
            snprintf(escape, sizeof escape, "\\u%04x", character);
            peer_append_text(out, escape);
        } else {
            peer_append(out, &text[at], 1);
        }
    }
    peer_append_text(out, "\"");
}

static void put(peer_packet *out, const message *tree)
{
    char digits[24];
    switch (tree->kind) {
    case MESSAGE_NIL:
        peer_append_text(out, "null");
        break;
    case MESSAGE_BOOL:
        peer_append_text(out, tree->boolean ? "true" : "false");
        break;
    case MESSAGE_INT:
        snprintf(digits, sizeof digits, "%lld", (long long)tree->integer);
        peer_append_text(out, digits);
        break;
    case MESSAGE_FLOAT:
        put_number(out, tree->number, false);
        break;
    case MESSAGE_TEXT:
        put_text(out, tree->text, tree->count);
        break;
    case MESSAGE_BYTES:
        peer_append_text(out, "\"");
        peer_append_base64(out, tree->bytes, tree->count);
        peer_append_text(out, "\"");
        break;
    case MESSAGE_VECTOR:
    case MESSAGE_FLOATS:
        for (size_t index = 0; index < tree->count; index += 1) {
            peer_append_text(out, index == 0 ? "[" : ",");
            put_number(out, (double)tree->floats[index], true);
        }
        peer_append_text(out, tree->count == 0 ? "[]" : "]");
        break;
    case MESSAGE_ARRAY:
    case MESSAGE_DICTIONARY:
        peer_append_text(out, tree->kind == MESSAGE_ARRAY ? "[" : "{");
        for (size_t index = 0; index < tree->count * (tree->kind == MESSAGE_ARRAY ? 1 : 2); index += 1) {
            const bool is_value = tree->kind == MESSAGE_DICTIONARY && index % 2 != 0;
            peer_append_text(out, index == 0 ? "" : is_value ? ":" : ",");
            put(out, &tree->items[index]);
        }
        peer_append_text(out, tree->kind == MESSAGE_ARRAY ? "]" : "}");
        break;
    case MESSAGE_KINDS:
        break;
    }
}

static size_t encode(const message *tree, uint8_t *bytes, size_t capacity)
{
    peer_packet out = {.bytes = bytes, .capacity = capacity};
    put(&out, tree);
    return out.size;
}

const workload_format peer_json_format = {.name = "JSON", .encode = encode};
