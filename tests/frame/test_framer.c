/* SPDX-License-Identifier: MIT */
/* Streams of length-prefixed frames (gdv/framer.h, wire reference section 8): whatever the chunks, the same frames and
 * the same end; what is refused, when, and what is counted; whose memory a frame lies in. Promises 1, 2 and 6. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/chunked_stream.h"
#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- what a stream comes to ---- */

typedef struct ending {
    gdv_status code; /* what gdv_framer_finish says */
    uint64_t offset; /* of the last READY frame or the refused prefix */
    uint64_t frames;
    uint64_t skipped;
    uint64_t discarded;
    size_t need;
} ending;

typedef struct expectation {
    packet stream;
    gdv_framer_options options;
    builder frames;
    ending end;
} expectation;

/* Compares everything; says what differs, or NULL. */
static const char *difference(const chunked_stream *got, const expectation *expected)
{
    const gdv_framer *framer = &got->framer;
    const ending *end = &expected->end;
    if (got->frames.size != expected->frames.size ||
        (got->frames.size > 0 && memcmp(got->frames.bytes, expected->frames.bytes, got->frames.size) != 0)) {
        return "frames";
    }
    if (got->misplaced > 0) {
        return "place of a frame";
    }
    if (got->unclear > 0) {
        return "result and outputs";
    }
    if (gdv_framer_finish(framer) != end->code) {
        return "end";
    }
    if (framer->offset != end->offset) {
        return "offset";
    }
    if (framer->frames != end->frames || framer->skipped != end->skipped || framer->discarded != end->discarded) {
        return "counters";
    }
    if ((end->code == GDV_OK ? framer->need != GDV_FRAME_PREFIX_SIZE : framer->need != end->need)) {
        return "need";
    }
    return framer->bytes == expected->stream.size - got->kept.size ? NULL : "bytes";
}

/* One way to cut a stream: at `first` and `second`, or, where each > 0, every so many bytes. */
typedef struct cuts {
    size_t first;
    size_t second;
    size_t each;
} cuts;

static void feed_cut(chunked_stream *to, const packet *stream, cuts at)
{
    if (at.each > 0) {
        for (size_t done = 0; done < stream->size;) {
            size_t size = stream->size - done < at.each ? stream->size - done : at.each;
            (void)feed(to, stream->bytes + done, size);
            done += size;
        }
    } else if (stream->size > 0) {
        (void)feed(to, stream->bytes, at.first);
        (void)feed(to, stream->bytes + at.first, at.second - at.first);
        (void)feed(to, stream->bytes + at.second, stream->size - at.second);
    }
}

static void comes_apart(const expectation *expected, void *buffer, size_t capacity, cuts at, const char *name)
{
    chunked_stream fed = chunked_stream_of(buffer, capacity, &expected->options);
    feed_cut(&fed, &expected->stream, at);
    /* A chunk of nothing changes nothing, and leaves need and outputs as they must be. */
    (void)feed(&fed, NULL, 0);
    const char *wrong = difference(&fed, expected);
    cr_assert_null(wrong, "%s, cut at %zu and %zu or each %zu, %s buffer: %s differs (%s at %zu)", name, at.first,
                   at.second, at.each, buffer != NULL ? "with" : "without", wrong,
                   gdv_status_name(gdv_framer_finish(&fed.framer)), (size_t)fed.framer.offset);
    chunked_stream_free(&fed);
}

/* Whole, in pieces of each size up to `pieces`, at every place in two and, where asked for, at every two places in
 * three; with a buffer of exactly the cap, and without one. */
static void comes_apart_however_cut(const expectation *expected, size_t pieces, bool in_three, const char *name)
{
    size_t size = expected->stream.size;
    uint8_t *buffer = malloc(expected->options.max_frame > 0 ? expected->options.max_frame : 1);
    cr_assert_not_null(buffer);
    for (int without = 0; without <= 1; without += 1) {
        void *given = without != 0 ? NULL : buffer;
        size_t capacity = without != 0 ? 0 : expected->options.max_frame;
        for (size_t each = 1; each <= pieces; each += 1) {
            cuts at = {0, 0, each};
            comes_apart(expected, given, capacity, at, name);
        }
        for (size_t first = 0; first <= size; first += 1) {
            for (size_t second = first; second <= (in_three ? size : first); second += 1) {
                cuts at = {first, second, 0};
                comes_apart(expected, given, capacity, at, name);
            }
        }
    }
    free(buffer);
}

/* "0:00000000 8:0200" as the feeder notes it. */
static builder frames_from_text(const char *text)
{
    builder made = {NULL, 0, 0};
    while (*text != '\0') {
        char *body = NULL;
        char hex[64];
        uint64_t offset = strtoull(text, &body, 10);
        size_t length = strcspn(body + 1, " ");
        cr_assert_lt(length, sizeof hex);
        memcpy(hex, body + 1, length);
        hex[length] = '\0';
        packet bytes = packet_from_hex(hex);
        note_frame(&made, offset, bytes.bytes, bytes.size);
        packet_free(&bytes);
        text = body + 1 + length;
        text += *text == ' ' ? 1 : 0;
    }
    return made;
}

typedef struct stream_row {
    const char *name;
    const char *hex;
    gdv_framer_options options;
    const char *frames;
    ending end;
} stream_row;

#define LITTLE GDV_ENDIAN_LITTLE
#define BIG GDV_ENDIAN_BIG
#define REFUSE GDV_EMPTY_FRAMES_REFUSE
#define SKIP GDV_EMPTY_FRAMES_SKIP
#define GIVE GDV_EMPTY_FRAMES_GIVE
#define OPTIONS(endian, max_frame, empty) {sizeof(gdv_framer_options), (max_frame), (endian), (empty)}

/* By hand from section 8: {code, offset, frames, skipped, discarded, need}. */
static const stream_row streams[] = {
    {"nothing", "", OPTIONS(LITTLE, 16, REFUSE), "", {GDV_OK, 0, 0, 0, 0, 0}},
    {"one frame", "04000000 00000000", OPTIONS(LITTLE, 16, REFUSE), "0:00000000", {GDV_OK, 0, 1, 0, 0, 0}},
    {"store_var with endian swap",
     "00000008 02000000 01000000",
     OPTIONS(BIG, 8, REFUSE),
     "0:0200000001000000",
     {GDV_OK, 0, 1, 0, 0, 0}},
    {"three frames of other sizes",
     "01000000 aa 05000000 b1b2b3b4b5 02000000 c1c2",
     OPTIONS(LITTLE, 5, REFUSE),
     "0:aa 5:b1b2b3b4b5 14:c1c2",
     {GDV_OK, 14, 3, 0, 0, 0}},
    {"three frames, big-endian",
     "00000001 aa 00000005 b1b2b3b4b5 00000002 c1c2",
     OPTIONS(BIG, 5, REFUSE),
     "0:aa 5:b1b2b3b4b5 14:c1c2",
     {GDV_OK, 14, 3, 0, 0, 0}},
    {"bodies that look like prefixes",
     "04000000 ffffffff 08000000 04000000 f0ffffff",
     OPTIONS(LITTLE, 8, REFUSE),
     "0:ffffffff 8:04000000f0ffffff",
     {GDV_OK, 8, 2, 0, 0, 0}},
    {"empty frames are refused",
     "01000000 aa 00000000 01000000 bb",
     OPTIONS(LITTLE, 4, REFUSE),
     "0:aa",
     {GDV_E_EMPTY_FRAME, 5, 1, 0, 5, 0}},
    {"empty frames are passed over",
     "00000000 01000000 aa 00000000 00000000 01000000 bb 00000000",
     OPTIONS(LITTLE, 4, SKIP),
     "4:aa 17:bb",
     {GDV_OK, 17, 2, 4, 0, 0}},
    {"empty frames are given",
     "00000000 01000000 aa 00000000 00000000",
     OPTIONS(LITTLE, 4, GIVE),
     "0: 4:aa 9: 13:",
     {GDV_OK, 13, 4, 0, 0, 0}},
    {"empty frames are given, big-endian",
     "00000000 00000000",
     OPTIONS(BIG, 0, GIVE),
     "0: 4:",
     {GDV_OK, 4, 2, 0, 0, 0}},
    {"the rewind after a frame (EB-10)",
     "08000000 02000000 ffffffff f0ffffff 0400",
     OPTIONS(LITTLE, 16, REFUSE),
     "0:02000000ffffffff",
     {GDV_E_BAD_FRAME, 12, 1, 0, 2, 0}},
    {"the rewind, big-endian",
     "00000001 aa fffffff0 00000001 bb",
     OPTIONS(BIG, 16, SKIP),
     "0:aa",
     {GDV_E_BAD_FRAME, 5, 1, 0, 5, 0}},
    {"two gigabytes (EB-11)",
     "01000000 aa ffffff7f 01000000 bb",
     OPTIONS(LITTLE, 16, REFUSE),
     "0:aa",
     {GDV_E_LIMIT_FRAME, 5, 1, 0, 5, 0}},
    {"the wrong endian",
     "00000001 aa 00000001 bb",
     OPTIONS(LITTLE, 16, REFUSE),
     "",
     {GDV_E_LIMIT_FRAME, 0, 0, 0, 6, 0}},
    {"one over the cap",
     "03000000 a1a2a3 04000000 b1b2b3b4",
     OPTIONS(LITTLE, 3, REFUSE),
     "0:a1a2a3",
     {GDV_E_LIMIT_FRAME, 7, 1, 0, 4, 0}},
    {"a cap of nothing", "01000000 aa", OPTIONS(LITTLE, 0, REFUSE), "", {GDV_E_LIMIT_FRAME, 0, 0, 0, 1, 0}},
    {"cut inside a prefix",
     "01000000 aa 040000",
     OPTIONS(LITTLE, 16, REFUSE),
     "0:aa",
     {GDV_E_TRUNCATED, 0, 1, 0, 0, 1}},
    {"cut inside the first prefix", "00", OPTIONS(BIG, 16, REFUSE), "", {GDV_E_TRUNCATED, 0, 0, 0, 0, 3}},
    {"cut after a prefix",
     "01000000 aa 04000000",
     OPTIONS(LITTLE, 16, REFUSE),
     "0:aa",
     {GDV_E_TRUNCATED, 0, 1, 0, 0, 4}},
    {"cut inside a body",
     "01000000 aa 06000000 b1b2b3b4",
     OPTIONS(LITTLE, 16, REFUSE),
     "0:aa",
     {GDV_E_TRUNCATED, 0, 1, 0, 0, 2}},
};

static expectation expectation_of(const stream_row *row)
{
    expectation made = {packet_from_hex(row->hex), row->options, frames_from_text(row->frames), row->end};
    return made;
}

static void expectation_free(expectation *freed)
{
    packet_free(&freed->stream);
    builder_free(&freed->frames);
}

Test(framer, any_chunking_gives_the_same_frames_and_the_same_end)
{
    for (size_t index = 0; index < COUNT_OF(streams); index += 1) {
        expectation expected = expectation_of(&streams[index]);
        comes_apart_however_cut(&expected, expected.stream.size + 1, true, streams[index].name);
        expectation_free(&expected);
    }
}

/* ---- the corpus ---- */

enum { PATH, ENDIAN, MAX_FRAME, EMPTY, FRAMES, CODE, PREFIX, NEED, WHY, COLUMNS };

static gdv_empty_frames empty_from_text(const char *text)
{
    if (strcmp(text, "refuse") == 0) {
        return REFUSE;
    }
    return strcmp(text, "skip") == 0 ? SKIP : GIVE;
}

/* The manifest gives offset and size of each frame; its bytes are the stream's own. */
static expectation expectation_of_manifest(const table *rows, size_t row)
{
    char path[256];
    const char *prefix = table_cell(rows, row, PREFIX);
    const char *frames = table_cell(rows, row, FRAMES);
    gdv_endian endian = strcmp(table_cell(rows, row, ENDIAN), "big") == 0 ? BIG : LITTLE;
    snprintf(path, sizeof path, "corpus/frames/%s", table_cell(rows, row, PATH));
    expectation made = {packet_from_file(path),
                        framer_options(endian, (size_t)strtoull(table_cell(rows, row, MAX_FRAME), NULL, 10),
                                       empty_from_text(table_cell(rows, row, EMPTY))),
                        {NULL, 0, 0},
                        {status_from_text(table_cell(rows, row, CODE)), 0, 0, 0, 0,
                         (size_t)strtoull(table_cell(rows, row, NEED), NULL, 10)}};
    size_t covered = 0;
    while (frames[0] != '\0' && frames[0] != '-') {
        char *end = NULL;
        size_t offset = (size_t)strtoull(frames, &end, 10);
        size_t size = (size_t)strtoull(end + 1, &end, 10);
        cr_assert_leq(offset + GDV_FRAME_PREFIX_SIZE + size, made.stream.size, "%s", path);
        note_frame(&made.frames, offset, made.stream.bytes + offset + GDV_FRAME_PREFIX_SIZE, size);
        made.end.frames += 1;
        made.end.offset = offset;
        covered += GDV_FRAME_PREFIX_SIZE + size;
        frames = *end == ',' ? end + 1 : end;
    }
    bool refused = made.end.code != GDV_OK && made.end.code != GDV_E_TRUNCATED;
    if (refused) {
        made.end.offset = strtoull(prefix, NULL, 10);
        made.end.discarded = made.stream.size - made.end.offset - GDV_FRAME_PREFIX_SIZE;
    }
    if (made.end.code == GDV_OK) {
        made.end.skipped = (made.stream.size - covered) / GDV_FRAME_PREFIX_SIZE;
    }
    return made;
}

Test(framer, streams_of_the_corpus_come_apart_as_they_were_put_together)
{
    table rows = table_read("corpus/frames/manifest.tsv", COLUMNS);
    for (size_t row = 0; row < rows.rows; row += 1) {
        expectation expected = expectation_of_manifest(&rows, row);
        comes_apart_however_cut(&expected, 9, expected.stream.size < 50, table_cell(&rows, row, PATH));
        expectation_free(&expected);
    }
    cr_assert_geq(rows.rows, 25, "only %zu streams", rows.rows);
    table_free(&rows);
}

/* ---- lengths ---- */

/* A prefix alone, then finish. */
static chunked_stream chunked_stream_after_prefix(uint32_t length, void *buffer, size_t capacity,
                                                  const gdv_framer_options *options)
{
    uint8_t prefix[GDV_FRAME_PREFIX_SIZE];
    for (uint32_t index = 0; index < GDV_FRAME_PREFIX_SIZE; index += 1) {
        uint32_t shift = 8 * (options->endian == BIG ? GDV_FRAME_PREFIX_SIZE - 1 - index : index);
        prefix[index] = (uint8_t)((length >> shift) & 0xffu);
    }
    chunked_stream made = chunked_stream_of(buffer, capacity, options);
    (void)feed(&made, prefix, sizeof prefix);
    return made;
}

Test(framer, a_frame_of_the_cap_passes_and_one_above_is_refused_at_its_prefix)
{
    uint8_t buffer[40];
    for (size_t cap = 0; cap <= sizeof buffer; cap += 1) {
        for (int kind = 0; kind < 4; kind += 1) {
            gdv_framer_options options = framer_options(kind % 2 == 0 ? LITTLE : BIG, cap, GIVE);
            void *given = kind / 2 == 0 ? buffer : NULL;
            size_t capacity = given != NULL ? sizeof buffer : 0;
            chunked_stream at_cap = chunked_stream_after_prefix((uint32_t)cap, given, capacity, &options);
            chunked_stream above = chunked_stream_after_prefix((uint32_t)cap + 1, given, capacity, &options);
            cr_assert_eq(at_cap.framer.status, GDV_OK, "%zu", cap);
            cr_assert_eq(at_cap.framer.need, cap > 0 ? cap : GDV_FRAME_PREFIX_SIZE, "%zu", cap);
            cr_assert_eq(above.framer.status, GDV_E_LIMIT_FRAME, "%zu", cap);
            cr_assert_eq(above.framer.length, cap + 1, "%zu", cap);
            chunked_stream_free(&at_cap);
            chunked_stream_free(&above);
        }
    }
}

Test(framer, a_prefix_of_2_31_or_more_is_refused_whatever_the_cap)
{
    static const uint32_t lengths[] = {0x80000000u, 0x80000001u, 0xfffffff0u, 0xfffffff4u, 0xfffffffcu,
                                       0xffffffffu, 0xc0000000u, 0xf0ffffffu, 0x800000ffu};
    static const size_t caps[] = {0, 1, 65532, 0x7fffffff, 0x80000000u, 0xffffffffu, SIZE_MAX};
    uint8_t buffer[16];
    for (size_t index = 0; index < COUNT_OF(lengths); index += 1) {
        for (size_t cap = 0; cap < COUNT_OF(caps); cap += 1) {
            for (int kind = 0; kind < 4; kind += 1) {
                gdv_framer_options options = framer_options(kind % 2 == 0 ? LITTLE : BIG, caps[cap], SKIP);
                void *given = kind / 2 == 0 ? buffer : NULL;
                chunked_stream fed =
                    chunked_stream_after_prefix(lengths[index], given, given != NULL ? sizeof buffer : 0, &options);
                cr_assert_eq(fed.framer.status, GDV_E_BAD_FRAME, "%08x with a cap of %zu: %s", lengths[index],
                             caps[cap], gdv_status_name(fed.framer.status));
                cr_assert_eq(fed.framer.length, lengths[index], "%08x", lengths[index]);
                chunked_stream_free(&fed);
            }
        }
    }
}

Test(framer, the_longest_frame_there_is_can_be_awaited_and_costs_nothing)
{
    static const size_t caps[] = {0x7fffffff, 0x80000000u, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(caps); index += 1) {
        gdv_framer_options options = framer_options(BIG, caps[index], REFUSE);
        chunked_stream fed = chunked_stream_after_prefix(0x7fffffff, NULL, 0, &options);
        cr_assert_eq(fed.framer.status, GDV_OK);
        cr_assert_eq(fed.framer.need, 0x7fffffff);
        cr_assert_eq(gdv_framer_finish(&fed.framer), GDV_E_TRUNCATED);
        chunked_stream_free(&fed);
    }
}

/* ---- the buffer ---- */

Test(framer, a_buffer_of_every_size_from_none_to_enough_is_never_left)
{
    static const char *const pieces[] = {"0200", "0000a1", "a20c0000", "00b1b2b3b4b5b6", "b7b8b9babbbc"};
    enum { FIRST = 2, SECOND = 12 };
    for (size_t capacity = 0; capacity <= SECOND + 1; capacity += 1) {
        /* Exactly so long, for AddressSanitizer; the options ask for more. */
        uint8_t *buffer = malloc(capacity > 0 ? capacity : 1);
        cr_assert_not_null(buffer);
        gdv_framer_options options = framer_options(LITTLE, 1000, REFUSE);
        chunked_stream fed = chunked_stream_of(buffer, capacity, &options);
        for (size_t index = 0; index < COUNT_OF(pieces); index += 1) {
            (void)feed_hex(&fed, pieces[index]);
        }
        size_t expected = capacity < FIRST ? 0 : capacity < SECOND ? 1 : 2;
        cr_assert_eq(fed.framer.frames, expected, "%zu bytes of buffer: %zu frames", capacity,
                     (size_t)fed.framer.frames);
        cr_assert_eq(gdv_framer_finish(&fed.framer), expected == 2 ? GDV_OK : GDV_E_LIMIT_FRAME, "%zu", capacity);
        cr_assert_eq(fed.framer.discarded, expected == 0 ? 18 : expected == 1 ? 12 : 0, "%zu", capacity);
        cr_assert_eq(fed.misplaced + fed.unclear, 0, "%zu", capacity);
        chunked_stream_free(&fed);
        free(buffer);
    }
}

Test(framer, bytes_around_the_buffer_stay_as_they_are)
{
    enum { GUARD = 16, CAPACITY = 6 };
    for (size_t cap = 0; cap <= CAPACITY + 2; cap += 1) {
        uint8_t memory[GUARD + CAPACITY + GUARD];
        memset(memory, 0xa5, sizeof memory);
        gdv_framer_options options = framer_options(LITTLE, cap, SKIP);
        chunked_stream fed = chunked_stream_of(memory + GUARD, CAPACITY, &options);
        for (uint8_t length = 0; length <= CAPACITY + 1; length += 1) {
            uint8_t body[CAPACITY + 1] = {0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17};
            uint8_t prefix[GDV_FRAME_PREFIX_SIZE] = {length, 0, 0, 0};
            (void)feed(&fed, prefix, sizeof prefix);
            for (uint8_t index = 0; index < length; index += 1) {
                (void)feed(&fed, body + index, 1);
            }
        }
        size_t allowed = cap < CAPACITY ? cap : CAPACITY;
        cr_assert_eq(fed.framer.frames, allowed, "cap %zu: %zu frames", cap, (size_t)fed.framer.frames);
        for (size_t index = 0; index < sizeof memory; index += 1) {
            bool inside = index >= GUARD && index < GUARD + allowed;
            /* A frame of one byte comes whole in its chunk, so the first byte is written where two are allowed. */
            cr_assert_eq(memory[index] == 0xa5, !inside || allowed < 2, "cap %zu: byte %zu is %02x", cap, index,
                         memory[index]);
        }
        chunked_stream_free(&fed);
    }
}

/* Where the frame of the stream 04000000 a1a2a3a4 lies, cut at one place. */
Test(framer, a_frame_is_copied_only_where_its_body_comes_in_pieces)
{
    static const struct {
        size_t cut;
        bool copied;
    } rows[] = {{0, false}, {1, false}, {3, false}, {4, false}, {5, true}, {7, true}, {8, false}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        static const uint8_t stream[] = {4, 0, 0, 0, 0xa1, 0xa2, 0xa3, 0xa4};
        uint8_t buffer[4] = {0, 0, 0, 0};
        gdv_framer framer;
        const uint8_t *frame = NULL;
        size_t size = 0;
        const uint8_t *chunk = stream;
        size_t left = rows[index].cut;
        cr_assert_eq(gdv_framer_init(&framer, buffer, sizeof buffer, NULL), GDV_OK);
        gdv_framing framing = gdv_framer_next(&framer, &chunk, &left, &frame, &size);
        if (framing == GDV_FRAMING_MORE) {
            cr_assert_eq(chunk, stream + rows[index].cut, "cut at %zu", rows[index].cut);
            left = sizeof stream - rows[index].cut;
            framing = gdv_framer_next(&framer, &chunk, &left, &frame, &size);
        }
        cr_assert_eq(framing, GDV_FRAMING_READY, "cut at %zu", rows[index].cut);
        cr_assert_eq(frame, rows[index].copied ? buffer : stream + 4, "cut at %zu", rows[index].cut);
        cr_assert_eq(size, 4);
        cr_assert_arr_eq(frame, stream + 4, 4, "cut at %zu", rows[index].cut);
        cr_assert_eq(chunk, stream + sizeof stream);
        cr_assert_eq(left, 0);
        cr_assert_eq(buffer[0] != 0, rows[index].copied, "cut at %zu", rows[index].cut);
    }
}

Test(framer, a_frame_given_in_the_buffer_is_there_until_the_next_call)
{
    uint8_t buffer[3];
    gdv_framer_options options = framer_options(LITTLE, 3, REFUSE);
    gdv_framer framer;
    static const uint8_t first[] = {3, 0, 0, 0, 0xa1};
    static const uint8_t second[] = {0xa2, 0xa3, 1, 0, 0, 0, 0xb1};
    const uint8_t *chunk = first;
    size_t left = sizeof first;
    const uint8_t *frame = NULL;
    size_t size = 0;
    cr_assert_eq(gdv_framer_init(&framer, buffer, sizeof buffer, &options), GDV_OK);
    cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_MORE);
    chunk = second;
    left = sizeof second;
    cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_READY);
    cr_assert_eq(frame, buffer);
    cr_assert_eq(size, 3);
    cr_assert_eq(chunk, second + 2);
    cr_assert_eq(left, 5);
    cr_assert_arr_eq(frame, "\xa1\xa2\xa3", 3);
    cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_READY);
    cr_assert_eq(frame, second + 6);
    cr_assert_eq(size, 1);
}

Test(framer, a_long_frame_comes_together_byte_by_byte)
{
    enum { LONG = 70000 };
    uint8_t *buffer = malloc(LONG);
    cr_assert_not_null(buffer);
    gdv_framer_options options = framer_options(LITTLE, LONG, REFUSE);
    chunked_stream fed = chunked_stream_after_prefix(LONG, buffer, LONG, &options);
    for (uint32_t index = 0; index < LONG; index += 1) {
        uint8_t byte = (uint8_t)((index * 7 + index / 251) & 0xffu);
        cr_assert_eq(fed.framer.need, LONG - index);
        gdv_framing framing = feed(&fed, &byte, 1);
        cr_assert_eq(framing, GDV_FRAMING_MORE);
    }
    cr_assert_eq(fed.framer.frames, 1);
    cr_assert_eq(fed.frames.size, 8 + LONG);
    for (uint32_t index = 0; index < LONG; index += 1) {
        cr_assert_eq(fed.frames.bytes[8 + index], (index * 7 + index / 251) & 0xffu, "byte %u", index);
    }
    chunked_stream_free(&fed);
    free(buffer);
}

/* ---- without a buffer ---- */

Test(framer, without_a_buffer_a_body_is_taken_whole_or_not_at_all)
{
    static const uint8_t stream[] = {0, 0, 0, 3, 0xa1, 0xa2, 0xa3, 0, 0, 0, 1, 0xb1};
    /* after so many bytes: taken, kept by the caller, missing */
    static const struct {
        size_t there;
        size_t taken;
        size_t kept;
        size_t need;
    } rows[] = {{0, 0, 0, 4}, {1, 1, 0, 3}, {4, 4, 0, 3},   {5, 4, 1, 2},  {6, 4, 2, 1},
                {7, 7, 0, 4}, {8, 8, 0, 3}, {11, 11, 0, 1}, {12, 12, 0, 4}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_framer_options options = framer_options(BIG, 100, REFUSE);
        chunked_stream fed = chunked_stream_of(NULL, 0, &options);
        (void)feed(&fed, stream, rows[index].there);
        cr_assert_eq(fed.framer.bytes, rows[index].taken, "after %zu", rows[index].there);
        cr_assert_eq(fed.kept.size, rows[index].kept, "after %zu", rows[index].there);
        cr_assert_eq(fed.framer.need, rows[index].need, "after %zu", rows[index].there);
        chunked_stream_free(&fed);
    }
}

Test(framer, without_a_buffer_the_chunk_stays_where_the_body_begins)
{
    static const uint8_t stream[] = {1, 0, 0, 0, 0xa1, 3, 0, 0, 0, 0xb1, 0xb2, 0xb3};
    gdv_framer_options options = framer_options(LITTLE, 100, REFUSE);
    gdv_framer framer;
    const uint8_t *chunk = stream;
    size_t left = 10;
    const uint8_t *frame = NULL;
    size_t size = 0;
    cr_assert_eq(gdv_framer_init(&framer, NULL, 0, &options), GDV_OK);
    cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_READY);
    cr_assert_eq(frame, stream + 4);
    for (size_t there = 1; there < 3; there += 1) {
        left = there == 1 ? left : there;
        cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_MORE);
        cr_assert_eq(chunk, stream + 9);
        cr_assert_eq(left, there);
        cr_assert_eq(framer.need, 3 - there);
    }
    left = 3;
    cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_READY);
    cr_assert_eq(frame, stream + 9);
    cr_assert_eq(size, 3);
    cr_assert_eq(framer.offset, 5);
}

/* ---- counters, need and state ---- */

Test(framer, counters_move_with_every_byte)
{
    /* The stream 02000000 a1a2 00000000 09, byte by byte: need, frames, skipped, offset, finish afterwards. */
    static const uint8_t stream[] = {2, 0, 0, 0, 0xa1, 0xa2, 0, 0, 0, 0, 9};
    static const struct {
        size_t need;
        uint64_t frames;
        uint64_t skipped;
        gdv_status finish;
    } rows[] = {{3, 0, 0, GDV_E_TRUNCATED}, {2, 0, 0, GDV_E_TRUNCATED}, {1, 0, 0, GDV_E_TRUNCATED},
                {2, 0, 0, GDV_E_TRUNCATED}, {1, 0, 0, GDV_E_TRUNCATED}, {4, 1, 0, GDV_OK},
                {3, 1, 0, GDV_E_TRUNCATED}, {2, 1, 0, GDV_E_TRUNCATED}, {1, 1, 0, GDV_E_TRUNCATED},
                {4, 1, 1, GDV_OK},          {3, 1, 1, GDV_E_TRUNCATED}};
    uint8_t buffer[2];
    gdv_framer_options options = framer_options(LITTLE, 2, SKIP);
    chunked_stream fed = chunked_stream_of(buffer, sizeof buffer, &options);
    cr_assert_eq(fed.framer.need, GDV_FRAME_PREFIX_SIZE);
    cr_assert_eq(gdv_framer_finish(&fed.framer), GDV_OK);
    for (size_t index = 0; index < sizeof stream; index += 1) {
        (void)feed(&fed, stream + index, 1);
        cr_assert_eq(fed.framer.bytes, index + 1, "byte %zu", index);
        cr_assert_eq(fed.framer.need, rows[index].need, "byte %zu: %zu", index, fed.framer.need);
        cr_assert_eq(fed.framer.frames, rows[index].frames, "byte %zu", index);
        cr_assert_eq(fed.framer.skipped, rows[index].skipped, "byte %zu", index);
        cr_assert_eq(gdv_framer_finish(&fed.framer), rows[index].finish, "byte %zu", index);
    }
    chunked_stream_free(&fed);
}

Test(framer, a_bad_stream_stays_bad_and_counts_what_it_discards)
{
    static const struct {
        const char *hex;
        gdv_status code;
    } rows[] = {{"f0ffffff", GDV_E_BAD_FRAME}, {"11000000", GDV_E_LIMIT_FRAME}, {"00000000", GDV_E_EMPTY_FRAME}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        uint8_t buffer[16];
        chunked_stream fed = chunked_stream_of(buffer, sizeof buffer, NULL);
        (void)feed_hex(&fed, "01000000 aa");
        (void)feed_hex(&fed, rows[index].hex);
        cr_assert_eq(fed.framer.discarded, 0);
        for (size_t times = 1; times <= 3; times += 1) {
            /* Sound frames by themselves; but where do they begin? */
            (void)feed_hex(&fed, "04000000 00000000");
            cr_assert_eq(fed.framer.status, rows[index].code, "%s", rows[index].hex);
            cr_assert_eq(gdv_framer_finish(&fed.framer), rows[index].code);
            cr_assert_eq(fed.framer.discarded, 8 * times, "%s", rows[index].hex);
            cr_assert_eq(fed.framer.bytes, 9 + 8 * times, "%s", rows[index].hex);
            cr_assert_eq(fed.framer.offset, 5);
            cr_assert_eq(fed.framer.frames, 1);
            cr_assert_eq(fed.framer.need, 0);
            cr_assert_eq(fed.unclear, 0);
        }
        chunked_stream_free(&fed);
    }
}

Test(framer, the_chunk_stands_after_the_prefix_that_was_refused)
{
    static const uint8_t stream[] = {1, 0, 0, 0, 0xaa, 0xff, 0xff, 0xff, 0xff, 1, 2, 3};
    uint8_t buffer[4];
    gdv_framer framer;
    const uint8_t *chunk = stream;
    size_t left = sizeof stream;
    const uint8_t *frame = NULL;
    size_t size = 0;
    cr_assert_eq(gdv_framer_init(&framer, buffer, sizeof buffer, NULL), GDV_OK);
    cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_READY);
    cr_assert_eq(gdv_framer_next(&framer, &chunk, &left, &frame, &size), GDV_FRAMING_BAD);
    cr_assert_eq(chunk, stream + 9);
    cr_assert_eq(left, 0);
    cr_assert_eq(framer.discarded, 3);
}

Test(framer, counters_of_a_bad_stream_stop_at_their_highest_value)
{
    uint8_t buffer[4];
    uint8_t byte = 0;
    chunked_stream fed = chunked_stream_of(buffer, sizeof buffer, NULL);
    (void)feed_hex(&fed, "ffffffff");
    for (size_t times = 0; times < 3; times += 1) {
        const uint8_t *chunk = &byte;
        size_t left = SIZE_MAX - 100;
        const uint8_t *frame = &byte;
        size_t size = 1;
        cr_assert_eq(gdv_framer_next(&fed.framer, &chunk, &left, &frame, &size), GDV_FRAMING_BAD);
        cr_assert_eq(chunk, &byte);
        cr_assert_eq(left, 0);
    }
    /* Where a size has 32 bits three chunks cannot fill a counter, and it is the sum. */
    bool full = SIZE_MAX >= UINT64_MAX;
    uint64_t given = 0;
    for (size_t times = 0; times < 3 && !full; times += 1) {
        given += SIZE_MAX - 100;
    }
    cr_assert_eq(fed.framer.bytes, full ? UINT64_MAX : GDV_FRAME_PREFIX_SIZE + given);
    cr_assert_eq(fed.framer.discarded, full ? UINT64_MAX : given);
    chunked_stream_free(&fed);
}

Test(framer, finish_changes_nothing)
{
    expectation expected = expectation_of(&streams[3]);
    uint8_t buffer[5];
    chunked_stream fed = chunked_stream_of(buffer, sizeof buffer, &expected.options);
    for (size_t index = 0; index < expected.stream.size; index += 1) {
        gdv_framer before;
        memcpy(&before, &fed.framer, sizeof before);
        cr_assert_neq(gdv_framer_finish(&fed.framer), GDV_E_BAD_ARGUMENT);
        cr_assert_eq(memcmp(&before, &fed.framer, sizeof before), 0, "before byte %zu", index);
        (void)feed(&fed, expected.stream.bytes + index, 1);
    }
    cr_assert_null(difference(&fed, &expected));
    chunked_stream_free(&fed);
    expectation_free(&expected);
}

Test(framer, a_framer_may_be_moved_between_calls)
{
    expectation expected = expectation_of(&streams[3]);
    uint8_t buffer[5];
    chunked_stream fed = chunked_stream_of(buffer, sizeof buffer, &expected.options);
    for (size_t index = 0; index < expected.stream.size; index += 1) {
        chunked_stream moved = fed;
        memset(&fed, 0xa5, sizeof fed);
        (void)feed(&moved, expected.stream.bytes + index, 1);
        fed = moved;
    }
    cr_assert_null(difference(&fed, &expected));
    chunked_stream_free(&fed);
    expectation_free(&expected);
}

Test(framer, framers_do_not_share_anything)
{
    expectation expected = expectation_of(&streams[3]);
    uint8_t buffers[2][5];
    chunked_stream one = chunked_stream_of(buffers[0], sizeof buffers[0], &expected.options);
    chunked_stream other = chunked_stream_of(buffers[1], sizeof buffers[1], &expected.options);
    for (size_t index = 0; index < expected.stream.size; index += 1) {
        (void)feed(&one, expected.stream.bytes + index, 1);
        (void)feed(&other, expected.stream.bytes + index, 1);
    }
    cr_assert_null(difference(&one, &expected));
    cr_assert_null(difference(&other, &expected));
    chunked_stream_free(&one);
    chunked_stream_free(&other);
    expectation_free(&expected);
}
