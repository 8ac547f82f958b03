/* SPDX-License-Identifier: MIT */
/* Fuzz target: the framer. Cuts each input into chunks and compares what comes out with the same stream in one piece,
 * and with a second reading in this file that knows the whole stream from the start:
 *
 *   1  memory: each chunk is a heap block of its own, gone once it was handed in; the buffer has exactly its size
 *   5  one verdict: any chunks, the same frames and the same end, with a buffer and without one
 *   6  errors: status, offset, need and every counter, after each chunk
 *
 * An input is a stream, as the seeds are. Its last eight bytes also say how it is read: endian, cap, empty frames,
 * buffer or none, sizes of the chunks. They are part of the stream all the same: a framer never looks into bodies, so a
 * frame can end in any eight bytes. With GDV_EVERY_READING in the environment, as replays of the corpus have it, an
 * input is read in every way of a table instead. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHUNK_SIZES 4

/* One way to read a stream. */
typedef struct feeding {
    gdv_framer_options options;
    bool buffered;
    size_t capacity;            /* of the buffer */
    size_t chunks[CHUNK_SIZES]; /* their sizes, again and again; all zero for one chunk */
} feeding;

/* ---- the second reading ---- */

/* A stream up to `size`, read from its beginning as if nothing ever came later. */
typedef struct answer {
    gdv_status status; /* GDV_E_TRUNCATED inside a prefix or frame */
    uint64_t frames;
    uint64_t skipped;
    uint64_t offset; /* of the last frame, or of the refused prefix */
    size_t body;     /* of the last frame */
    size_t body_size;
    size_t stop; /* where the prefix begins that is not done with; after the refused one */
    size_t need;
} answer;

static uint32_t prefix_value(const uint8_t *prefix, gdv_endian endian)
{
    uint32_t value = 0;
    for (int index = 0; index < 4; index += 1) {
        value = value << 8 | prefix[endian == GDV_ENDIAN_BIG ? index : 3 - index];
    }
    return value;
}

static size_t cap_of(const feeding *how)
{
    return how->buffered && how->capacity < how->options.max_frame ? how->capacity : how->options.max_frame;
}

static gdv_status refusal(const feeding *how, uint32_t length)
{
    if (length > INT32_MAX) {
        return GDV_E_BAD_FRAME;
    }
    if (length > cap_of(how)) {
        return GDV_E_LIMIT_FRAME;
    }
    return length == 0 && how->options.empty_frames == GDV_EMPTY_FRAMES_REFUSE ? GDV_E_EMPTY_FRAME : GDV_OK;
}

/* Reads on by one frame that is given, or to the end: false where there is none. */
static bool read_frame(answer *so_far, const feeding *how, const uint8_t *stream, size_t size)
{
    for (;;) {
        size_t left = size - so_far->stop;
        so_far->need = left < 4 ? 4 - left : 0;
        so_far->status = left == 0 ? GDV_OK : GDV_E_TRUNCATED;
        if (left < 4) {
            return false;
        }
        uint32_t length = prefix_value(stream + so_far->stop, how->options.endian);
        gdv_status refused = refusal(how, length);
        if (refused != GDV_OK) {
            so_far->status = refused;
            so_far->offset = so_far->stop;
            so_far->stop += 4;
            return false;
        }
        if (left - 4 < length) {
            so_far->need = length - (left - 4);
            return false;
        }
        so_far->body = so_far->stop + 4;
        so_far->stop = so_far->body + length;
        if (length > 0 || how->options.empty_frames == GDV_EMPTY_FRAMES_GIVE) {
            so_far->status = GDV_OK;
            so_far->offset = so_far->body - 4;
            so_far->body_size = length;
            so_far->frames += 1;
            return true;
        }
        so_far->skipped += 1;
    }
}

static bool is_bad(const answer *expected)
{
    return expected->status != GDV_OK && expected->status != GDV_E_TRUNCATED;
}

/* ---- the framer against it ---- */

typedef struct run {
    const feeding *how;
    const uint8_t *stream;
    gdv_framer framer;
    answer expected; /* of the stream as far as it was handed in */
    uint8_t *buffer;
    size_t kept; /* bytes at the end of what was handed in that the framer has not taken */
} run;

static void check_counters(const run *now, size_t fed)
{
    const gdv_framer *framer = &now->framer;
    const answer *expected = &now->expected;
    bool bad = is_bad(expected);
    promise(framer->status == (bad ? expected->status : GDV_OK), "the status is that of the second reading");
    promise(gdv_framer_finish(framer) == expected->status, "the stream ends as in the second reading");
    promise(framer->frames == expected->frames, "as many frames");
    promise(framer->skipped == expected->skipped, "as many empty frames passed over");
    promise(framer->offset == expected->offset, "the offset of the last frame or the refused prefix");
    promise(framer->need == expected->need, "as many bytes needed");
    promise(framer->bytes == fed - now->kept, "every byte is counted");
    promise(framer->discarded == (bad ? fed - expected->stop : 0), "every byte after a refused prefix is discarded");
}

/* A frame: the next one of the second reading, and in the right memory. */
static void check_frame(run *now, size_t fed, size_t start, const uint8_t *chunk, const uint8_t *frame, size_t size)
{
    answer *expected = &now->expected;
    promise(read_frame(expected, now->how, now->stream, fed), "there is such a frame");
    promise(size == expected->body_size && size == now->framer.length, "the frame has its size");
    promise(now->framer.need == 0, "a whole frame needs nothing");
    promise(now->framer.offset == expected->offset && now->framer.frames == expected->frames,
            "the frame has its place");
    promise(frame != NULL && (size == 0 || memcmp(frame, now->stream + expected->body, size) == 0), "and its bytes");
    bool whole = expected->body >= start;
    promise(whole ? frame == chunk + (expected->body - start) : frame == now->buffer,
            "a frame that lies whole in a chunk is not copied, another lies in the buffer");
}

/* Hands in the stream from what was kept up to `fed`. */
static void feed(run *now, size_t size, size_t fed)
{
    size_t start = fed - size - now->kept;
    uint8_t *block = fresh(NULL, fed - start);
    const uint8_t *chunk = block;
    size_t left = fed - start;
    gdv_framing framing = GDV_FRAMING_READY;

    memcpy(block, now->stream + start, left);
    while (framing == GDV_FRAMING_READY) {
        const uint8_t *before = chunk;
        size_t had = left;
        const uint8_t *frame = block;
        size_t frame_size = 1;
        framing = gdv_framer_next(&now->framer, &chunk, &left, &frame, &frame_size);
        promise(framing == GDV_FRAMING_BAD || (size_t)(chunk - before) == had - left, "chunk and left move together");
        if (framing == GDV_FRAMING_READY) {
            check_frame(now, fed, start, block, frame, frame_size);
        } else {
            promise(frame == NULL && frame_size == 0, "no frame without READY");
        }
    }
    promise(left == 0 || (framing == GDV_FRAMING_MORE && !now->how->buffered), "the chunk is used up");
    promise(memcmp(block, now->stream + start, fed - start) == 0, "the chunk is not written to");
    now->kept = left;
    if (!is_bad(&now->expected)) {
        promise(!read_frame(&now->expected, now->how, now->stream, fed), "no frame is missing");
    }
    size_t stop = now->expected.stop;
    promise(is_bad(&now->expected) == (framing == GDV_FRAMING_BAD), "bad where the second reading is, and for ever");
    promise(framing != GDV_FRAMING_BAD || chunk == block + (stop > start ? stop - start : 0),
            "the chunk stands after the refused prefix");
    check_counters(now, fed);
    free(block);
}

static gdv_framer read_stream(const feeding *how, const uint8_t *stream, size_t size)
{
    run now;
    size_t fed = 0;
    memset(&now, 0, sizeof now);
    now.how = how;
    now.stream = stream;
    now.buffer = how->buffered ? fresh(NULL, how->capacity) : NULL;
    promise(gdv_framer_init(&now.framer, now.buffer, how->buffered ? how->capacity : 0, &how->options) == GDV_OK,
            "sound options are taken");
    now.expected.need = 4;
    check_counters(&now, 0);
    size_t round = how->chunks[0] + how->chunks[1] + how->chunks[2] + how->chunks[3];
    for (size_t turn = 0; fed < size; turn += 1) {
        size_t chunk = how->chunks[turn % CHUNK_SIZES];
        chunk = round > 0 && chunk < size - fed ? chunk : size - fed;
        fed += chunk;
        feed(&now, chunk, fed);
    }
    free(now.buffer);
    return now.framer;
}

/* In chunks and in one piece. Both agree with the second reading, and so with one another; what users may read of a
 * framer is compared once more, as the promise is made in these words. */
static void check_reading(const feeding *how, const uint8_t *stream, size_t size)
{
    feeding whole = *how;
    memset(whole.chunks, 0, sizeof whole.chunks);
    gdv_framer in_chunks = read_stream(how, stream, size);
    gdv_framer in_one = read_stream(&whole, stream, size);
    promise(in_chunks.status == in_one.status && in_chunks.bytes == in_one.bytes && in_chunks.frames == in_one.frames &&
                in_chunks.skipped == in_one.skipped && in_chunks.discarded == in_one.discarded &&
                in_chunks.offset == in_one.offset && in_chunks.length == in_one.length &&
                in_chunks.need == in_one.need && gdv_framer_finish(&in_chunks) == gdv_framer_finish(&in_one),
            "any chunking gives the same end");
}

/* ---- which readings ---- */

static bool every_reading(void)
{
    static int asked = -1;
    if (asked < 0) {
        asked = getenv("GDV_EVERY_READING") != NULL;
    }
    return asked > 0;
}

/* From the last eight bytes, the last one first: a byte of choices, a byte of cap, two that make the buffer and the cap
 * differ, four chunk sizes. */
static feeding choose_feeding(const uint8_t *data, size_t size)
{
    uint8_t tail[8] = {0};
    for (size_t index = 0; index < sizeof tail && index < size; index += 1) {
        tail[index] = data[size - 1 - index];
    }
    uint8_t choices = tail[0];
    feeding how = {{sizeof how.options, tail[1], choices % 2 != 0 ? GDV_ENDIAN_BIG : GDV_ENDIAN_LITTLE,
                    (gdv_empty_frames)(choices / 2 % 3)},
                   choices % 64 < 48,
                   tail[1],
                   {tail[4], tail[5], tail[6], tail[7]}};
    how.options.max_frame = choices >= 128 ? SIZE_MAX : how.options.max_frame + tail[2];
    how.capacity += tail[3];
    return how;
}

static void read_every_way(const uint8_t *data, size_t size)
{
    static const size_t chunks[][CHUNK_SIZES] = {{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}, {4, 4, 4, 4},   {5, 5, 5, 5},
                                                 {7, 7, 7, 7}, {0, 1, 8, 3}, {4, 9, 0, 1}, {64, 1, 3, 200}};
    const size_t caps[] = {0, 1, 8, 64, size, SIZE_MAX};
    for (size_t cap = 0; cap < sizeof caps / sizeof caps[0]; cap += 1) {
        for (unsigned choices = 0; choices < 12; choices += 1) {
            for (size_t row = 0; row < sizeof chunks / sizeof chunks[0]; row += 1) {
                feeding how = {{sizeof how.options, caps[cap], choices % 2 != 0 ? GDV_ENDIAN_BIG : GDV_ENDIAN_LITTLE,
                                (gdv_empty_frames)(choices / 2 % 3)},
                               choices / 6 != 0,
                               caps[cap] < size ? caps[cap] : size,
                               {0}};
                memcpy(how.chunks, chunks[row], sizeof how.chunks);
                check_reading(&how, data, size);
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (every_reading()) {
        read_every_way(data, size);
    } else {
        feeding how = choose_feeding(data, size);
        check_reading(&how, data, size);
    }
    return 0;
}
