/* SPDX-License-Identifier: MIT */
/* Calls of the framer with wrong, missing or overlapping arguments: each has its code, and afterwards the stream is BAD
 * and stays so. Promises 1 and 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/chunked_stream.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define LITTLE GDV_ENDIAN_LITTLE
#define BIG GDV_ENDIAN_BIG
#define REFUSE GDV_EMPTY_FRAMES_REFUSE
#define GIVE GDV_EMPTY_FRAMES_GIVE

/* A framer with this status gives nothing and takes nothing. */
static void is_bad(gdv_framer *framer, gdv_status status, const char *name)
{
    static const uint8_t stream[] = {1, 0, 0, 0, 0xaa};
    const uint8_t *chunk = stream;
    size_t left = sizeof stream;
    const uint8_t *frame = stream;
    size_t size = 7;
    cr_assert_eq(framer->status, status, "%s: %s", name, gdv_status_name(framer->status));
    cr_assert_eq(framer->need, 0, "%s", name);
    cr_assert_eq(gdv_framer_finish(framer), status, "%s", name);
    cr_assert_eq(gdv_framer_next(framer, &chunk, &left, &frame, &size), GDV_FRAMING_BAD, "%s", name);
    cr_assert_eq(framer->status, status, "%s", name);
    cr_assert_eq(left, 0, "%s", name);
    cr_assert_null(frame, "%s", name);
    cr_assert_eq(size, 0, "%s", name);
}

Test(framer_arguments, options_that_are_wrong_are_refused_and_the_framer_is_bad)
{
    uint8_t buffer[8];
    static const struct {
        const char *name;
        size_t struct_size;
        int endian;
        int empty;
        gdv_status code;
    } rows[] = {
        {"all is right", sizeof(gdv_framer_options), BIG, GIVE, GDV_OK},
        {"no size", 0, BIG, GIVE, GDV_E_BAD_STRUCT},
        {"a byte less", sizeof(gdv_framer_options) - 1, BIG, GIVE, GDV_E_BAD_STRUCT},
        {"a byte more", sizeof(gdv_framer_options) + 1, BIG, GIVE, GDV_E_BAD_STRUCT},
        {"the largest size", SIZE_MAX, BIG, GIVE, GDV_E_BAD_STRUCT},
        {"an endian too far", sizeof(gdv_framer_options), BIG + 1, GIVE, GDV_E_BAD_ARGUMENT},
        {"a negative endian", sizeof(gdv_framer_options), -1, GIVE, GDV_E_BAD_ARGUMENT},
        {"the least endian", sizeof(gdv_framer_options), INT32_MIN, GIVE, GDV_E_BAD_ARGUMENT},
        {"an empty_frames too far", sizeof(gdv_framer_options), LITTLE, GIVE + 1, GDV_E_BAD_ARGUMENT},
        {"a negative empty_frames", sizeof(gdv_framer_options), LITTLE, -1, GDV_E_BAD_ARGUMENT},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        for (int without = 0; without <= 1; without += 1) {
            gdv_framer framer;
            gdv_framer_options options = framer_options(LITTLE, 8, REFUSE);
            memset(&framer, 0xa5, sizeof framer);
            options.struct_size = rows[index].struct_size;
            memcpy(&options.endian, &rows[index].endian, sizeof options.endian);
            memcpy(&options.empty_frames, &rows[index].empty, sizeof options.empty_frames);
            gdv_status code = without != 0 ? gdv_framer_init(&framer, NULL, 0, &options)
                                           : gdv_framer_init(&framer, buffer, sizeof buffer, &options);
            cr_assert_eq(code, rows[index].code, "%s: %s", rows[index].name, gdv_status_name(code));
            if (code != GDV_OK) {
                is_bad(&framer, code, rows[index].name);
            }
        }
    }
}

/* Of a caller that knows no more of the options than their size: a heap block of just that. */
Test(framer_arguments, options_of_another_size_are_not_read_beyond_it)
{
    uint8_t buffer[8];
    gdv_framer framer;
    size_t *known = malloc(sizeof *known);
    cr_assert_not_null(known);
    *known = sizeof *known;
    cr_assert_eq(gdv_framer_init(&framer, buffer, sizeof buffer, (const gdv_framer_options *)(const void *)known),
                 GDV_E_BAD_STRUCT);
    is_bad(&framer, GDV_E_BAD_STRUCT, "the size alone");
    free(known);
}

Test(framer_arguments, null_arguments_of_init_have_their_code)
{
    uint8_t buffer[8];
    gdv_framer framer;
    gdv_framer_options options = framer_options(LITTLE, 8, REFUSE);
    cr_assert_eq(gdv_framer_init(NULL, buffer, sizeof buffer, &options), GDV_E_BAD_ARGUMENT);
    cr_assert_eq(gdv_framer_init(NULL, NULL, 0, NULL), GDV_E_BAD_ARGUMENT);
    cr_assert_eq(gdv_framer_init(&framer, NULL, 8, &options), GDV_E_BAD_ARGUMENT);
    is_bad(&framer, GDV_E_BAD_ARGUMENT, "no buffer, but a capacity");
    cr_assert_eq(gdv_framer_init(&framer, NULL, 1, &options), GDV_E_BAD_ARGUMENT);
    is_bad(&framer, GDV_E_BAD_ARGUMENT, "no buffer, but a capacity of one byte");
    cr_assert_eq(gdv_framer_init(&framer, NULL, SIZE_MAX, NULL), GDV_E_BAD_ARGUMENT);
    is_bad(&framer, GDV_E_BAD_ARGUMENT, "no buffer, but a capacity, and no options");
    cr_assert_eq(gdv_framer_init(&framer, NULL, 0, NULL), GDV_E_BAD_ARGUMENT);
    is_bad(&framer, GDV_E_BAD_ARGUMENT, "no cap from anywhere");
    cr_assert_eq(gdv_framer_finish(NULL), GDV_E_BAD_ARGUMENT);
}

Test(framer_arguments, no_options_are_little_endian_a_cap_of_the_buffer_and_no_empty_frames)
{
    uint8_t buffer[3];
    chunked_stream fed = chunked_stream_of(buffer, sizeof buffer, NULL);
    (void)feed_hex(&fed, "03000000 a1a2a3 0000");
    cr_assert_eq(fed.framer.frames, 1);
    (void)feed_hex(&fed, "0000");
    cr_assert_eq(fed.framer.status, GDV_E_EMPTY_FRAME);
    chunked_stream_free(&fed);
    fed = chunked_stream_of(buffer, sizeof buffer, NULL);
    (void)feed_hex(&fed, "04000000");
    cr_assert_eq(fed.framer.status, GDV_E_LIMIT_FRAME);
    chunked_stream_free(&fed);
    fed = chunked_stream_of(buffer, 0, NULL);
    (void)feed_hex(&fed, "01000000");
    cr_assert_eq(fed.framer.status, GDV_E_LIMIT_FRAME);
    chunked_stream_free(&fed);
}

/* Everything that init is given, side by side in one block, so that each can be laid over each. */
Test(framer_arguments, init_refuses_what_overlaps)
{
    enum { ROOM = 64 };
    union {
        gdv_framer framer;
        gdv_framer_options options;
        uint8_t bytes[sizeof(gdv_framer) + ROOM];
    } shared;
    gdv_framer_options apart = framer_options(LITTLE, 8, REFUSE);

    cr_assert_eq(gdv_framer_init(&shared.framer, shared.bytes + sizeof(gdv_framer), ROOM, &apart), GDV_OK,
                 "side by side is not over");
    cr_assert_eq(gdv_framer_init(&shared.framer, shared.bytes + sizeof(gdv_framer) - 1, ROOM, &apart), GDV_E_OVERLAP);
    is_bad(&shared.framer, GDV_E_OVERLAP, "buffer over the framer's last byte");
    cr_assert_eq(gdv_framer_init(&shared.framer, shared.bytes, 1, NULL), GDV_E_OVERLAP);
    is_bad(&shared.framer, GDV_E_OVERLAP, "buffer at the framer's first byte");
    cr_assert_eq(gdv_framer_init(&shared.framer, shared.bytes, 0, &apart), GDV_OK, "no bytes are over nothing");

    shared.options = apart;
    uint8_t buffer[8];
    cr_assert_eq(gdv_framer_init(&shared.framer, buffer, sizeof buffer, &shared.options), GDV_E_OVERLAP);
    is_bad(&shared.framer, GDV_E_OVERLAP, "options in the framer");

    gdv_framer framer;
    shared.options = apart;
    cr_assert_eq(gdv_framer_init(&framer, shared.bytes, sizeof(gdv_framer), &shared.options), GDV_E_OVERLAP);
    is_bad(&framer, GDV_E_OVERLAP, "options in the buffer");
}

/* A call that is right; each test makes one thing of it wrong. */
typedef struct call {
    gdv_framer framer;
    uint8_t buffer[16];
    uint8_t stream[8];
    const uint8_t *chunk;
    size_t left;
    const uint8_t *frame;
    size_t size;
} call;

static void call_start(call *made)
{
    static const uint8_t stream[] = {2, 0, 0, 0, 0xa1, 0xa2, 3, 0};
    memset(made, 0xa5, sizeof *made);
    memcpy(made->stream, stream, sizeof stream);
    made->chunk = made->stream;
    made->left = sizeof made->stream;
    cr_assert_eq(gdv_framer_init(&made->framer, made->buffer, sizeof made->buffer, NULL), GDV_OK);
}

/* Of a whole frame, of one byte, of none: NULL for the bytes themselves is right where there are none (below). */
Test(framer_arguments, null_arguments_of_next_make_the_stream_bad)
{
    enum { CHUNK, LEFT, FRAME, SIZE, BYTES, RIGHT };
    static const size_t sizes[] = {8, 1, 0};
    for (size_t row = 0; row < COUNT_OF(sizes); row += 1) {
        for (int missing = CHUNK; missing < (sizes[row] > 0 ? RIGHT : BYTES); missing += 1) {
            call made;
            call_start(&made);
            made.left = sizes[row];
            made.chunk = missing == BYTES ? NULL : made.chunk;
            gdv_framing framing = gdv_framer_next(
                &made.framer, missing == CHUNK ? NULL : &made.chunk, missing == LEFT ? NULL : &made.left,
                missing == FRAME ? NULL : &made.frame, missing == SIZE ? NULL : &made.size);
            cr_assert_eq(framing, GDV_FRAMING_BAD, "argument %d", missing);
            cr_assert_eq(made.left, missing == LEFT ? sizes[row] : 0, "argument %d", missing);
            cr_assert_eq(made.framer.discarded, missing == LEFT ? 0 : sizes[row], "argument %d", missing);
            if (missing != FRAME) {
                cr_assert_null(made.frame, "argument %d", missing);
            }
            if (missing != SIZE) {
                cr_assert_eq(made.size, 0, "argument %d", missing);
            }
            is_bad(&made.framer, GDV_E_BAD_ARGUMENT, "NULL");
        }
    }
    call made;
    call_start(&made);
    cr_assert_eq(gdv_framer_next(&made.framer, &made.chunk, &made.left, &made.frame, &made.size), GDV_FRAMING_READY,
                 "nothing is missing");
}

Test(framer_arguments, next_without_a_framer_is_bad_and_has_its_outputs)
{
    static const uint8_t stream[] = {1, 0, 0, 0, 0xaa};
    const uint8_t *chunk = stream;
    size_t left = sizeof stream;
    const uint8_t *frame = stream;
    size_t size = 3;
    cr_assert_eq(gdv_framer_next(NULL, &chunk, &left, &frame, &size), GDV_FRAMING_BAD);
    cr_assert_eq(chunk, stream);
    cr_assert_eq(left, 0);
    cr_assert_null(frame);
    cr_assert_eq(size, 0);
    cr_assert_eq(gdv_framer_next(NULL, NULL, NULL, NULL, NULL), GDV_FRAMING_BAD);
}

Test(framer_arguments, a_null_chunk_of_no_bytes_is_an_empty_chunk)
{
    call made;
    call_start(&made);
    made.chunk = NULL;
    made.left = 0;
    cr_assert_eq(gdv_framer_next(&made.framer, &made.chunk, &made.left, &made.frame, &made.size), GDV_FRAMING_MORE);
    cr_assert_eq(made.framer.status, GDV_OK);
    cr_assert_eq(made.framer.bytes, 0);
    cr_assert_eq(made.framer.need, GDV_FRAME_PREFIX_SIZE);
}

Test(framer_arguments, a_chunk_that_overlaps_makes_the_stream_bad)
{
    enum { IN_BUFFER, AT_BUFFER_END, IN_FRAMER, FRAMER_END, OVER_ALL, OVER_SIZE, COUNT };
    for (int where = 0; where < COUNT; where += 1) {
        call made;
        call_start(&made);
        const uint8_t *const starts[COUNT] = {[IN_BUFFER] = made.buffer,
                                              [AT_BUFFER_END] = made.buffer + sizeof made.buffer - 1,
                                              [IN_FRAMER] = (const uint8_t *)&made.framer,
                                              [FRAMER_END] = (const uint8_t *)(&made.framer + 1) - 1,
                                              [OVER_ALL] = (const uint8_t *)&made,
                                              [OVER_SIZE] = (const uint8_t *)&made.size};
        made.chunk = starts[where];
        made.left = where == OVER_ALL ? sizeof made : 1;
        size_t claimed = made.left;
        cr_assert_eq(gdv_framer_next(&made.framer, &made.chunk, &made.left, &made.frame, &made.size), GDV_FRAMING_BAD);
        cr_assert_eq(made.framer.discarded, claimed, "%d", where);
        is_bad(&made.framer, GDV_E_OVERLAP, "chunk");
    }
}

/* A variable that is two at once. */
typedef union both {
    const uint8_t *address;
    size_t size;
} both;

/* `shared` is what a variable holds that is two at once. An address is a size that no chunk has, and so large a chunk
 * overlaps all the rest, or wraps around the address space, which is told first; where it is NULL the chunk has no bytes,
 * and nothing else overlaps. */
static void mix_variables(const uint8_t *shared)
{
    enum { ROWS = 13 };
    for (int row = 0; row < ROWS; row += 1) {
        call made;
        both mixed;
        both buffer[2];
        call_start(&made);
        cr_assert_eq(gdv_framer_init(&made.framer, buffer, sizeof buffer, NULL), GDV_OK);
        made.left = shared != NULL ? made.left : 0;
        mixed.address = shared;
        buffer[1].address = shared;
        const uint8_t **chunk = &made.chunk;
        size_t *left = &made.left;
        const uint8_t **frame = &made.frame;
        size_t *size = &made.size;
        const uint8_t **in_framer = (const uint8_t **)(void *)&made.framer.buffer;
        const struct {
            const uint8_t **chunk;
            size_t *left;
            const uint8_t **frame;
            size_t *size;
        } rows[ROWS] = {
            {chunk, left, chunk, size},
            {chunk, left, frame, left},
            {&mixed.address, &mixed.size, frame, size},
            {&mixed.address, left, frame, &mixed.size},
            {chunk, &mixed.size, &mixed.address, size},
            {chunk, left, &mixed.address, &mixed.size},
            {in_framer, left, frame, size},
            {chunk, &made.framer.need, frame, size},
            {chunk, left, in_framer, size},
            {chunk, left, frame, &made.framer.have},
            {&buffer[1].address, left, frame, size},
            {chunk, &buffer[1].size, frame, size},
            {chunk, left, &buffer[0].address, size},
        };
        bool wraps = *rows[row].left > SIZE_MAX - (uintptr_t)*rows[row].chunk;
        gdv_framing framing =
            gdv_framer_next(&made.framer, rows[row].chunk, rows[row].left, rows[row].frame, rows[row].size);
        cr_assert_eq(framing, GDV_FRAMING_BAD, "row %d", row);
        is_bad(&made.framer, wraps ? GDV_E_BAD_ARGUMENT : GDV_E_OVERLAP, "variables");
    }
}

Test(framer_arguments, variables_that_overlap_make_the_stream_bad)
{
    static const uint8_t stream[8] = {2, 0, 0, 0, 0xa1, 0xa2, 3, 0};
    mix_variables(stream);
    mix_variables(NULL);
}

Test(framer_arguments, the_first_reason_stays)
{
    call made;
    call_start(&made);
    made.stream[3] = 0xff;
    cr_assert_eq(gdv_framer_next(&made.framer, &made.chunk, &made.left, &made.frame, &made.size), GDV_FRAMING_BAD);
    cr_assert_eq(made.framer.status, GDV_E_BAD_FRAME);
    made.left = 1;
    cr_assert_eq(gdv_framer_next(&made.framer, &made.chunk, &made.left, NULL, &made.size), GDV_FRAMING_BAD);
    is_bad(&made.framer, GDV_E_BAD_FRAME, "then NULL");
}

Test(framer_arguments, a_framer_of_zeroes_accepts_nothing_and_breaks_nothing)
{
    gdv_framer framer;
    static const uint8_t stream[] = {1, 0, 0, 0, 0xaa};
    const uint8_t *chunk = stream;
    size_t left = sizeof stream;
    const uint8_t *frame = NULL;
    size_t size = 0;
    memset(&framer, 0, sizeof framer);
    cr_assert_eq(gdv_framer_finish(&framer), GDV_OK);
    cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_BAD);
    cr_assert_eq(framer.status, GDV_E_LIMIT_FRAME);
}
