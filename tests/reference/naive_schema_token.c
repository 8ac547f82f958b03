/* SPDX-License-Identifier: MIT */
/* The naive schema (naive_schema.h): words, signs, strings and numbers of its text. */
#include "tests/reference/naive_schema_reader.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

typedef struct naive_schema_block {
    struct naive_schema_block *next;
    void *memory;
} naive_schema_block;

_Noreturn void naive_stuck(const naive_parser *in, const char *wanted)
{
    fprintf(stderr, "tests/naive_schema: %s:%u: no %s\n", in->sources[in->source].name, in->line, wanted);
    abort();
}

void *naive_take_for(naive_parser *in, size_t size)
{
    naive_schema_block *block = malloc(sizeof *block);
    void *memory = calloc(1, size);
    if (block == NULL || memory == NULL) {
        naive_stuck(in, "memory");
    }
    block->memory = memory;
    block->next = in->schema->blocks;
    in->schema->blocks = block;
    return memory;
}

void naive_schema_free(naive_schema *schema)
{
    while (schema->blocks != NULL) {
        naive_schema_block *block = schema->blocks;
        schema->blocks = block->next;
        free(block->memory);
        free(block);
    }
    schema->first = NULL;
}

/* ---- tokens ---- */

static void skip_blanks(naive_parser *in)
{
    while (in->at < in->end && (isspace((unsigned char)*in->at) || *in->at == '#')) {
        if (*in->at == '#') {
            while (in->at < in->end && *in->at != '\n') {
                in->at += 1;
            }
        } else {
            in->line += *in->at == '\n' ? 1 : 0;
            in->at += 1;
        }
    }
}

static bool is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* Whether this comes next: a sign, or a whole word. */
bool naive_sees(naive_parser *in, const char *token)
{
    size_t size = strlen(token);
    skip_blanks(in);
    if ((size_t)(in->end - in->at) < size || memcmp(in->at, token, size) != 0) {
        return false;
    }
    return !is_word(token[0]) || in->at + size == in->end || !is_word(in->at[size]);
}

bool naive_takes(naive_parser *in, const char *token)
{
    bool there = naive_sees(in, token);
    in->at += there ? strlen(token) : 0;
    return there;
}

void naive_wants(naive_parser *in, const char *token)
{
    if (!naive_takes(in, token)) {
        naive_stuck(in, token);
    }
}

char naive_next(naive_parser *in)
{
    skip_blanks(in);
    return in->at < in->end ? *in->at : '\0';
}

const char *naive_identifier(naive_parser *in)
{
    skip_blanks(in);
    const char *begin = in->at;
    while (in->at < in->end && is_word(*in->at)) {
        in->at += 1;
    }
    if (in->at == begin) {
        naive_stuck(in, "name");
    }
    char *name = naive_take_for(in, (size_t)(in->at - begin) + 1);
    memcpy(name, begin, (size_t)(in->at - begin));
    return name;
}

bool naive_sees_string(naive_parser *in)
{
    return naive_next(in) == '"' || naive_next(in) == '\'';
}

static size_t put_point(char *to, unsigned long point)
{
    static const unsigned long marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t byte = length - 1; byte > 0; byte -= 1) {
        to[byte] = (char)(unsigned char)(0x80u | (point & 0x3fu));
        point >>= 6;
    }
    to[0] = (char)(unsigned char)(marks[length] | point);
    return length;
}

/* After a backslash. */
static size_t escape(naive_parser *in, char *to)
{
    char letter = *in->at;
    in->at += 1;
    if (letter == 'u' || letter == 'U') {
        char digits[7] = "";
        size_t count = letter == 'u' ? 4 : 6;
        memcpy(digits, in->at, count);
        in->at += count;
        return put_point(to, strtoul(digits, NULL, 16));
    }
    to[0] = letter == 'n' ? '\n' : letter == 'r' ? '\r' : letter == 't' ? '\t' : letter;
    return 1;
}

const char *naive_quoted(naive_parser *in)
{
    char quote = naive_next(in);
    char *text = naive_take_for(in, (size_t)(in->end - in->at) + 1);
    size_t size = 0;
    in->at += 1;
    while (in->at < in->end && *in->at != quote) {
        char letter = *in->at;
        in->at += 1;
        if (letter == '\\') {
            size += escape(in, text + size);
        } else {
            text[size] = letter;
            size += 1;
        }
    }
    naive_wants(in, quote == '"' ? "\"" : "'");
    return text;
}

/* ---- numbers ---- */

/* Digits without their underscores, and a fraction where `..` does not follow. */
static void digits(naive_parser *in, naive_end *end)
{
    char text[80] = "";
    size_t size = 0;
    int base = 10;
    end->whole = true;
    if (naive_sees(in, "0x") || (in->end - in->at > 1 && in->at[0] == '0' && strchr("xXbB", in->at[1]) != NULL)) {
        base = in->at[1] == 'x' || in->at[1] == 'X' ? 16 : 2;
        in->at += 2;
    }
    while (in->at < in->end && size + 1 < sizeof text) {
        char letter = *in->at;
        bool dot = letter == '.' && in->at + 1 < in->end && in->at[1] != '.';
        bool exponent = base == 10 && (letter == 'e' || letter == 'E');
        bool sign = (letter == '+' || letter == '-') && size > 0 && (text[size - 1] == 'e' || text[size - 1] == 'E');
        if (letter != '_' && !dot && !sign && !exponent && !(base == 16 ? isxdigit : isdigit)((unsigned char)letter)) {
            break;
        }
        end->whole = end->whole && !dot && !exponent;
        text[size] = letter;
        size += letter == '_' ? 0 : 1;
        in->at += 1;
    }
    text[size] = '\0';
    end->whole_number = end->whole ? (int64_t)strtoull(text, NULL, base) : 0;
    end->number = end->whole ? (double)strtoull(text, NULL, base) : strtod(text, NULL);
}

naive_end naive_range_end(naive_parser *in)
{
    naive_end end = {.given = true};
    bool negative = naive_takes(in, "-");
    if (naive_takes(in, "INF")) {
        end.number = HUGE_VAL;
    } else if (naive_sees(in, "PI") || naive_sees(in, "TAU")) {
        end.number = (*in->at == 'P' ? 1 : 2) * 3.14159265358979323846;
        in->at += *in->at == 'P' ? 2 : 3;
        if (naive_takes(in, "/")) {
            naive_end by = {.given = true};
            skip_blanks(in);
            digits(in, &by);
            end.number /= by.number;
        }
    } else {
        skip_blanks(in);
        digits(in, &end);
    }
    if (negative) {
        end.number = -end.number;
        end.whole_number =
            end.whole_number == INT64_MIN ? INT64_MIN : -end.whole_number; /* 2^63 is INT64_MIN already */
    }
    return end;
}

static bool sees_end(naive_parser *in)
{
    char letter = naive_next(in);
    return isdigit((unsigned char)letter) || letter == '-' || naive_sees(in, "INF") || naive_sees(in, "PI") ||
           naive_sees(in, "TAU");
}

/* `a..b`, `a..`, `..b` or `a`; nothing where none is there. `...` is no range. */
void naive_range(naive_parser *in, naive_rule *rule)
{
    if (naive_sees(in, "...") || (!naive_sees(in, "..") && !sees_end(in))) {
        return;
    }
    if (!naive_sees(in, "..")) {
        rule->low = naive_range_end(in);
    }
    if (!naive_takes(in, "..")) {
        rule->high = rule->low;
    } else if (sees_end(in)) {
        rule->high = naive_range_end(in);
    }
}
