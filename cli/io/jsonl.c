/* SPDX-License-Identifier: MIT */
#include "jsonl.h"

#include <inttypes.h>
#include <string.h>

#include "say.h"
#include "utf8.h"

/* Whether the next member needs a comma in front: after any value, not after an opening bracket. */
static bool follows;

/* Writes the escape of one character. */
static void put_escaped(const char *text, size_t length)
{
    unsigned char byte = (unsigned char)text[0];
    if (length == 0) {
        out("\\ufffd");
    } else if (byte == '"' || byte == '\\') {
        out_format("\\%c", byte);
    } else if (length == 4) {
        uint32_t beyond = utf8_code(text, length) - 0x10000;
        out_format("\\u%04" PRIx32 "\\u%04" PRIx32, 0xd800 + (beyond >> 10), 0xdc00 + (beyond & 0x3ffu));
    } else {
        /* legal in JSON but for the first 32, but not something to send to a terminal */
        out_format("\\u%04" PRIx32, utf8_code(text, length));
    }
}

static bool needs_escape(const char *text, size_t length)
{
    unsigned char byte = (unsigned char)text[0];
    return length == 0 || byte == '"' || byte == '\\' || utf8_is_hidden(text, length);
}

void jsonl_characters(const char *bytes, size_t size)
{
    size_t at = 0;
    size_t plain = 0; /* where the characters begin that are written as they are */

    while (at < size) {
        size_t length = utf8_length(bytes + at, size - at);
        if (needs_escape(bytes + at, length)) {
            out_bytes(bytes + plain, at - plain);
            put_escaped(bytes + at, length);
            plain = at + (length > 0 ? length : 1);
        }
        at += length > 0 ? length : 1;
    }
    out_bytes(bytes + plain, at - plain);
}

void jsonl_string(const char *bytes, size_t size)
{
    out("\"");
    jsonl_characters(bytes, size);
    out("\"");
}

static void put_key(const char *key)
{
    if (follows) {
        out(",");
    }
    if (key != NULL) {
        jsonl_string(key, strlen(key));
        out(":");
    }
    follows = true;
}

void jsonl_open(const char *key, char bracket)
{
    put_key(key);
    out_format("%c", bracket);
    follows = false;
}

void jsonl_close(char bracket)
{
    out_format("%c", bracket);
    follows = true;
}

void jsonl_text(const char *key, const char *text)
{
    put_key(key);
    jsonl_string(text, strlen(text));
}

void jsonl_number(const char *key, uint64_t number)
{
    put_key(key);
    out_format("%" PRIu64, number);
}

void jsonl_bool(const char *key, bool value)
{
    put_key(key);
    out(value ? "true" : "false");
}

void jsonl_null(const char *key)
{
    put_key(key);
    out("null");
}

void jsonl_key(const char *key)
{
    put_key(key);
}

void jsonl_line_end(void)
{
    follows = false;
    (void)out_line_end();
}
