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

static void put_double(peer_packet *out, double value)
{
    char digits[40];
    for (int precision = 15; precision <= 17; precision += 1) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        const double read = strtod(digits, NULL);
        if (read <= value && read >= value) {
            break;
        }
    }
    put_digits(out, digits);
}

static void put_float(peer_packet *out, float value)
{
    char digits[40];
    for (int precision = 6; precision <= 9; precision += 1) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        const float read = strtof(digits, NULL);
        if (read <= value && read >= value) {
            break;
        }
    }
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
        put_double(out, tree->number);
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
            put_float(out, tree->floats[index]);
        }
        peer_append_text(out, tree->count == 0 ? "[]" : "]");
        break;
    case MESSAGE_ARRAY:
        peer_append_text(out, "[");
        for (size_t index = 0; index < tree->count; index += 1) {
            peer_append_text(out, index == 0 ? "" : ",");
            put(out, &tree->items[index]);
        }
        peer_append_text(out, "]");
        break;
    case MESSAGE_DICTIONARY:
        peer_append_text(out, "{");
        for (size_t index = 0; index < tree->count; index += 1) {
            peer_append_text(out, index == 0 ? "" : ",");
            put(out, &tree->items[2 * index]);
            peer_append_text(out, ":");
            put(out, &tree->items[2 * index + 1]);
        }
        peer_append_text(out, "}");
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
