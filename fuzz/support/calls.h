/* SPDX-License-Identifier: MIT */
/* Calls of the writer, made up from an input's bytes: whatever the bytes are, they are calls, most of them sound. */
#ifndef GDV_FUZZ_CALLS_H
#define GDV_FUZZ_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* Bytes that are used up from the front; zeros for ever after the last. */
typedef struct stream {
    const uint8_t *bytes;
    size_t left;
} stream;

uint8_t take_byte(stream *from);

/* A number of as many bits as `bytes` bytes, up to 8. */
uint64_t take_number(stream *from, uint32_t bytes);

typedef enum call_kind {
    CALL_NIL,
    CALL_BOOL,
    CALL_INT,
    CALL_FLOAT,
    CALL_STRING,
    CALL_STRING_NAME,
    CALL_NODE_PATH,
    CALL_INT32S,
    CALL_INT64S,
    CALL_FLOATS,
    CALL_DOUBLES,
    CALL_BYTES,
    CALL_STRINGS,
    CALL_OBJECT_ID,
    CALL_RID,
    CALL_CALLABLE,
    CALL_SIGNAL,
    CALL_IMAGE,
    CALL_INPUT_EVENT,
    CALL_ARRAY,
    CALL_DICTIONARY,
    CALL_TYPED_ARRAY,
    CALL_TYPED_DICTIONARY,
    CALL_PACKED_TYPED_ARRAY,
    CALL_SHARED,
    CALL_OBJECT,
    CALL_NAME,
    CALL_END,
    CALL_COUNT
} call_kind;

#define CALL_TEXTS 4
#define CALL_TEXT 40
#define CALL_NUMBERS 40

/* One call and its arguments, which live in here. */
typedef struct call {
    call_kind kind;
    gdv_type type;  /* of a row of numbers */
    uint64_t word;  /* of a single value: the int, the bits of the float, the id */
    uint32_t texts; /* how many */
    uint32_t text_size[CALL_TEXTS];
    char text[CALL_TEXTS][CALL_TEXT];
    uint32_t numbers; /* how many; or bytes of a byte array or image */
    uint8_t number[8 * CALL_NUMBERS];
    gdv_element element[2]; /* their names are the first two texts */
    bool given[2];          /* whether an element is there, or NULL */
    bool absolute;
    bool property;
    uint32_t field[4]; /* of an image or event */
} call;

/* The next call that an input makes in this dialect. */
void call_take(stream *from, gdv_dialect dialect, call *taken);

gdv_status call_make(const call *made, gdv_writer *writer);

#endif
