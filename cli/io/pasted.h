/* SPDX-License-Identifier: MIT */
/* Bytes from pasted text, one character at a time: hex digits, hex dumps, lists of decimal numbers, base64. Constant
 * memory, whatever is pasted; nothing is guessed: text that is not clearly one of the forms is refused where it goes wrong.
 *
 * Hex: pairs of digits, with white space and commas between them; 0x may begin a word of digits, and a lone digit
 * after it counts as a byte. Bytes stand in the order in which they are written.
 * Dump: lines of hex with offsets, and characters perhaps: see hexdump.h.
 * List: [1, 2, 255], as Godot prints a PoolByteArray; its numbers may be 0x.. too.
 * Base64: the alphabets of RFC 4648 sections 4 and 5, white space anywhere, padding complete or absent. */
#ifndef GDV_CLI_PASTED_H
#define GDV_CLI_PASTED_H

#include <stdbool.h>
#include <stdint.h>

#include "hexdump.h"

typedef enum text_encoding { ENCODING_RAW, ENCODING_HEX, ENCODING_BASE64 } text_encoding;

typedef enum pasted_result { PASTED_MORE, PASTED_BYTE, PASTED_WRONG } pasted_result;

/* Where the reading of a hex word or of a list is. */
typedef enum pasted_state {
    PASTED_START,   /* nothing but white space so far: hex, dump or list? */
    PASTED_LINE,    /* inside the first line, which may be that of a dump */
    PASTED_DUMP,    /* inside another line of a dump */
    PASTED_BETWEEN, /* hex: between words */
    PASTED_WORD,    /* hex: inside a word of digits */
    PASTED_FIRST,   /* list: after the bracket */
    PASTED_NUMBER,  /* list: a number begins, or goes on */
    PASTED_COMMA,   /* list: after a number: a comma or the closing bracket */
    PASTED_CLOSED   /* list: after the closing bracket */
} pasted_state;

typedef struct pasted {
    text_encoding encoding; /* ENCODING_HEX or ENCODING_BASE64 */
    pasted_state state;
    bool prefixed;     /* the word or number began with 0x */
    uint32_t digits;   /* of this word or number, at most 4: beyond that only whether they are odd matters */
    uint32_t value;    /* digits or bits that do not make a byte yet */
    uint32_t bits;     /* base64: how many bits value holds */
    uint32_t padding;  /* base64: how many '=' were seen */
    uint64_t line;     /* of the next character, from 1 */
    uint64_t column;   /* in bytes, from 1 */
    const char *wrong; /* what is wrong, as words; NULL as long as nothing is */
    uint64_t wrong_line;
    uint64_t wrong_column;
    hexdump dump;
    char held[HEXDUMP_LINE]; /* what there is of a line that is, or may be, one of a dump */
    size_t held_size;
    uint64_t held_column; /* of its first character */
    uint64_t repeats;     /* of the line before, which are due before the bytes */
    uint8_t ready[HEXDUMP_BYTES + 1];
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
