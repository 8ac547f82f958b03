/* SPDX-License-Identifier: MIT */
/* Bytes from pasted text, one character at a time. Constant memory, whatever is pasted, and linear time; nothing is
 * guessed: text that is not clearly one of the forms is refused where it goes wrong.
 *
 * Words: pairs of hex digits, with white space and commas between them; 0x may begin a word of digits, and a lone digit
 * after it counts as a byte. Bytes stand in the order in which they are written. Or aa:bb:cc and AA-BB-CC, with nothing but line
 * ends as white space; or \xaa\xbb. See pasted_words.c; and pasted_line.h for what may be no bytes.
 * Dump: lines of hex with offsets, and characters perhaps: see hexdump.h.
 * List: [1, 2, 255], as JSON, Python and Godot print it; {0x04, 0x00,} of C; its numbers may be 0x.. too. See pasted_list.c.
 * Literal: b'\x04\x00' of Python, "\x04\x00" of C. See pasted_literal.c.
 * What may stand around lists and literals, such as a declaration: see opening.h.
 * Base64: the alphabets of RFC 4648 sections 4 and 5, white space anywhere, padding complete or absent. */
#ifndef GDV_CLI_PASTED_H
#define GDV_CLI_PASTED_H

#include <stdbool.h>
#include <stdint.h>

#include "hexdump.h"
#include "opening.h"
#include "pasted_line.h"

typedef enum text_encoding { ENCODING_RAW, ENCODING_HEX, ENCODING_BASE64 } text_encoding;

/* The row of the table of forms that reads the next character. */
typedef enum pasted_form {
    PASTED_START, /* nothing but white space so far: which form is it? */
    PASTED_FIRST, /* inside what may be the first line of a dump, or the opening of a list or literal: held */
    PASTED_DUMP,  /* inside a line of a dump, which is held */
    PASTED_WORDS,
    PASTED_LIST,
    PASTED_LITERAL,
    PASTED_AFTER, /* after a list or literal */
    PASTED_BASE64,
    PASTED_FORMS
} pasted_form;

/* Words of hex digits. */
typedef struct words_state {
    bool inside; /* a word; else between two */
    bool joined; /* a colon or dash was the last character but line ends */
    uint8_t
        between; /* ':' or '-' where all words have one between them, '\\' for escapes, ' ' for others; 0: not known yet */
    uint32_t escape; /* characters of this escape so far */
    uint32_t words;  /* so far, at most 2: more do not matter */
    uint64_t line;   /* that the last word stands in */
    bool cut;        /* this line is longer than what is held of it */
    line_state lines;
} words_state;

/* A number of a list, or what stands around it. */
typedef enum list_place { LIST_FIRST, LIST_NUMBER, LIST_COMMA } list_place;

typedef enum literal_place {
    LITERAL_BETWEEN,
    LITERAL_QUOTE,
    LITERAL_INSIDE,
    LITERAL_ESCAPE,
    LITERAL_HEX,
    LITERAL_OCTAL
} literal_place;

typedef struct literal_state {
    literal_place place;
    uint8_t quote;
    bool of_bytes;       /* b"..": \x has two digits, whatever follows */
    bool after_hex;      /* the last character was an escape \xNN */
    uint32_t plain;      /* how many characters the paste begins with that are no escapes, at most 4 */
    uint32_t characters; /* at most 4 */
} literal_state;

typedef struct pasted {
    pasted_form form;
    bool big_frames;  /* the bytes begin with a big-endian length; to be set after pasted_start */
    opening around;   /* what stands around a list or literal */
    bool prefixed;    /* the word or number began with 0x */
    uint32_t digits;  /* of this word, number or escape, at most 20 */
    uint32_t value;   /* digits or bits that do not make a byte yet */
    uint32_t bits;    /* base64: how many bits value holds */
    uint32_t padding; /* base64: how many '=' were seen */
    words_state words;
    list_place place;
    literal_state literal;
    uint64_t total;    /* bytes so far */
    uint64_t line;     /* of the next character, from 1 */
    uint64_t column;   /* in bytes, from 1 */
    const char *wrong; /* what is wrong, as words; NULL as long as nothing is */
    uint64_t wrong_line;
    uint64_t wrong_column;
    hexdump dump;
    char held[HEXDUMP_LINE]; /* what there is of a line, or of an opening, that is not decided yet */
    size_t held_size;
    uint64_t held_line; /* of its first character */
    uint64_t held_column;
    uint64_t repeats; /* of the line before, which are due before the bytes */
    uint8_t ready[HEXDUMP_LINE];
    size_t ready_at;
    size_t ready_count;
} pasted;

void pasted_start(pasted *text, text_encoding encoding);

/* Takes the next character. All bytes that were ready must have been taken. Where text->wrong is set then, no more
 * characters are to come; bytes that stood before the mistake may be ready. */
void pasted_push(pasted *text, uint8_t character);

/* The text has ended: as a last character. */
void pasted_end(pasted *text);

/* Takes the next byte that is ready. Returns false where there is none. */
bool pasted_take(pasted *text, uint8_t *byte);

#endif
