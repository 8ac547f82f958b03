/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include <stdbool.h>
#include <string.h>

#include "../decode/text.h"
#include "../wire/ascii.h"

/* Longest piece of a key that a path shows. */
#define MOST_OF_KEY 48u

/* A path being written: keeps what fits, and where it may be cut if more is to come. */
typedef struct path {
    char *text;
    uint32_t length;
    uint32_t whole; /* length of the last complete piece that leaves room for "..." */
    bool cut;
} path;

static void append(path *out, const char *text, uint32_t length)
{
    if (out->cut || length > GDV_PATH_SIZE - 1u - out->length) {
        out->cut = true;
        return;
    }
    memcpy(out->text + out->length, text, length);
    out->length += length;
}

static void append_number(path *out, uint64_t number)
{
    char digits[GDV_DECIMAL_SIZE];
    uint32_t first = gdv_decimal(number, digits);
    append(out, digits + first, GDV_DECIMAL_SIZE - first);
}

static bool is_letter(uint8_t byte)
{
    return byte == '_' || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_identifier(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    bool fine = size > 0 && size <= MOST_OF_KEY && is_letter(gdv_u8_at(in, at));
    for (uint32_t index = 1; fine && index < size; index += 1) {
        uint8_t byte = gdv_u8_at(in, at + index);
        fine = is_letter(byte) || (byte >= '0' && byte <= '9');
    }
    return fine;
}

/* A key's text comes from a stranger and goes to logs and terminals: everything but printable ASCII is written as
 * \xNN, so is the quote and the backslash. */
static void put_quoted(path *out, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    static const char hex[] = "0123456789abcdef";
    append(out, "[\"", 2);
    for (uint32_t index = 0; index < size && index < MOST_OF_KEY; index += 1) {
        uint8_t byte = gdv_u8_at(in, at + index);
        char escaped[4] = {'\\', 'x', hex[byte >> 4], hex[byte & 15u]};
        bool plain = byte >= 0x20u && byte < 0x7fu && byte != '"' && byte != '\\';
        char same = (char)(byte & 0x7fu);
        append(out, plain ? &same : escaped, plain ? 1u : 4u);
    }
    if (size > MOST_OF_KEY) {
        append(out, "..", 2);
    }
    append(out, "\"]", 2);
}

/* The text whose length word is at `at`. It may not have been checked yet: a property's name can be what is wrong. */
static void put_text_key(path *out, const gdv_cursor *in, uint32_t at)
{
    gdv_span text;
    gdv_span_at(in, at, &text);
    if (text.next == GDV_NOWHERE) {
        append(out, "{property}", 10);
        return;
    }
    if (!is_identifier(in, text.at, text.size)) {
        put_quoted(out, in, text.at, text.size);
        return;
    }
    append(out, ".", 1);
    for (uint32_t index = 0; index < text.size; index += 1) {
        char letter = (char)(gdv_u8_at(in, text.at + index) & 0x7fu);
        append(out, &letter, 1);
    }
}

static void put_int_key(path *out, const gdv_scan *scan, uint32_t at)
{
    bool wide = (gdv_u32_at(&scan->in, at) & GDV_FLAG_64) != 0;
    uint64_t bits = wide ? gdv_u64_again(&scan->in, at + 4) : gdv_u32_again(&scan->in, at + 4);
    bool negative = wide ? bits >= 0x8000000000000000u : bits >= 0x80000000u;
    uint64_t ones = wide ? 0xffffffffffffffffu : 0xffffffffu;

    append(out, "{", 1);
    if (negative) {
        append(out, "-", 1);
        bits = ones - bits + 1;
    }
    append_number(out, bits);
    append(out, "}", 1);
}

/* The value of the key whose header is at `at`: .name, ["any text"], {5}, or {@72} for a key that is neither text nor
 * int and begins at byte 72. */
static void put_key(path *out, const gdv_scan *scan, uint32_t at)
{
    const gdv_wire_table *table = scan->table;
    uint32_t id = gdv_u32_at(&scan->in, at) & table->id_mask;
    uint8_t layout = gdv_row_of(table, id)->layout;

    if (layout == GDV_LAYOUT_TEXT) {
        put_text_key(out, &scan->in, at + 4);
    } else if (layout == GDV_LAYOUT_INT) {
        put_int_key(out, scan, at);
    } else {
        append(out, "{@", 2);
        append_number(out, at);
        append(out, "}", 1);
    }
}

/* Where the trace is in each open container: an element's number from 1, or the offset of a key's header or a
 * property's name. */
static void put_ancestor(path *out, const gdv_scan *scan, const gdv_level *level, uint32_t ancestor, bool inside_key)
{
    if (level->kind == GDV_LEVEL_ARRAY) {
        append(out, "[", 1);
        append_number(out, ancestor - 1);
        append(out, "]", 1);
    } else if (inside_key) {
        append(out, "{key}", 5);
    } else if (level->kind == GDV_LEVEL_DICTIONARY) {
        put_key(out, scan, ancestor);
    } else {
        put_text_key(out, &scan->in, ancestor);
    }
}

static void append_path(const gdv_scan *scan, const gdv_stack *stack, const uint32_t *ancestors, uint32_t depth,
                        gdv_role role, bool show_key, gdv_report *report)
{
    path out = {report->path, 0, 0, false};
    for (uint32_t index = 0; index < depth && !out.cut; index += 1) {
        const gdv_level *level = &stack->levels[index];
        /* left was counted down when the value at this level began: an odd rest means that it is a key */
        bool inside_key = level->kind == GDV_LEVEL_DICTIONARY && level->left % 2 != 0;
        if (index + 1 == depth) {
            inside_key = role == GDV_ROLE_KEY && !show_key;
        }
        put_ancestor(&out, scan, level, ancestors[index], inside_key);
        if (!out.cut && out.length <= GDV_PATH_SIZE - sizeof "...") {
            out.whole = out.length;
        }
    }
    if (out.cut) {
        out.length = out.whole;
        memcpy(report->path + out.length, "...", 3);
        out.length += 3;
    }
    report->path[out.length] = '\0';
}

void gdv_trace(gdv_scan *scan, gdv_stack *stack, uint32_t *ancestors, uint32_t stop, gdv_report *report)
{
    gdv_role role = GDV_ROLE_OUTERMOST;
    uint32_t depth = 0;
    bool reached = false;
    gdv_status status = GDV_OK;
    gdv_token token = {.wire = NULL};

    while (status == GDV_OK && !reached && gdv_scan_more(scan)) {
        role = gdv_next_role(scan, stack);
        depth = scan->depth;
        if (role == GDV_ROLE_ELEMENT) {
            ancestors[depth - 1] += 1;
        } else if (role == GDV_ROLE_KEY || role == GDV_ROLE_PROPERTY) {
            ancestors[depth - 1] = scan->in.pos;
        }
        status = gdv_step(scan, stack, &token);
        reached = status == GDV_OK && (token.at == stop || token.name == stop);
        for (uint32_t opened = depth; opened < scan->depth; opened += 1) {
            ancestors[opened] = 0; /* elements are counted from 1, so that nothing wraps */
        }
    }
    report->depth = depth;
    if (token.wire != NULL) {
        report->type = token.wire->type;
        report->type_name = scan->table->names[token.id];
    }
    append_path(scan, stack, ancestors, depth, role, reached, report);
}
