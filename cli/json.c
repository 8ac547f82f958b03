/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "say.h"
#include "utf8.h"

/* Whether the next member needs a comma in front: after any value, not after an opening bracket. */
static bool follows;

static void put_string(const char *text)
{
    size_t size = strlen(text);
    size_t at = 0;

    out("\"");
    while (at < size) {
        size_t length = utf8_length(text + at, size - at);
        unsigned char byte = (unsigned char)text[at];
        if (length == 0) {
            out("\\ufffd");
            length = 1;
        } else if (byte == '"' || byte == '\\') {
            out_format("\\%c", byte);
        } else if (byte < 0x20 || byte == 0x7f) {
            out_format("\\u%04x", (unsigned)byte);
        } else if (byte == 0xc2 && (unsigned char)text[at + 1] < 0xa0) {
            /* C1 controls: legal in JSON, but not something to send to a terminal */
            out_format("\\u%04x", (unsigned)(unsigned char)text[at + 1]);
        } else {
            out_format("%.*s", (int)length, text + at);
        }
        at += length;
    }
    out("\"");
}

static void put_key(const char *key)
{
    if (follows) {
        out(",");
    }
    if (key != NULL) {
        put_string(key);
        out(":");
    }
    follows = true;
}

void json_open(const char *key, char bracket)
{
    put_key(key);
    out_format("%c", bracket);
    follows = false;
}

void json_close(char bracket)
{
    out_format("%c", bracket);
    follows = true;
}

void json_text(const char *key, const char *text)
{
    put_key(key);
    put_string(text);
}

void json_number(const char *key, uint64_t number)
{
    put_key(key);
    out_format("%" PRIu64, number);
}

void json_bool(const char *key, bool value)
{
    put_key(key);
    out(value ? "true" : "false");
}

void json_null(const char *key)
{
    put_key(key);
    out("null");
}

void json_line_end(void)
{
    follows = false;
    (void)out_line_end();
}
