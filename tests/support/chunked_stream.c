/* SPDX-License-Identifier: MIT */
#include "tests/support/chunked_stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

chunked_stream chunked_stream_of(void *buffer, size_t capacity, const gdv_framer_options *options)
{
    chunked_stream made;
    memset(&made, 0, sizeof made);
    made.buffer = buffer;
    gdv_status status = gdv_framer_init(&made.framer, buffer, capacity, options);
    if (status != GDV_OK) {
        fprintf(stderr, "tests/chunked_stream: no framer: %s\n", gdv_status_name(status));
        abort();
    }
    return made;
}

void chunked_stream_free(chunked_stream *freed)
{
    packet_free(&freed->kept);
    builder_free(&freed->frames);
}

void note_frame(builder *out, uint64_t offset, const uint8_t *body, size_t size)
{
    put_u32(out, (uint32_t)offset);
    put_u32(out, (uint32_t)size);
    put_bytes(out, body, size);
}

/* Where a frame must lie: in the chunk if its whole body came in this one, else in the buffer. */
static bool lies_right(const chunked_stream *in, const packet *chunk, size_t start, const uint8_t *frame)
{
    size_t body = (size_t)in->framer.offset + GDV_FRAME_PREFIX_SIZE;
    return frame == (body >= start ? chunk->bytes + (body - start) : in->buffer);
}

gdv_framing feed(chunked_stream *to, const uint8_t *bytes, size_t size)
{
    builder joined = {NULL, 0, 0};
    put_bytes(&joined, to->kept.bytes, to->kept.size);
    put_bytes(&joined, bytes, size);
    packet chunk = packet_from_bytes(joined.bytes, joined.size);
    size_t start = to->fed - to->kept.size;
    const uint8_t *next = chunk.bytes;
    size_t left = chunk.size;
    gdv_framing framing = GDV_FRAMING_READY;

    packet_free(&to->kept);
    to->fed += size;
    while (framing == GDV_FRAMING_READY) {
        const uint8_t *frame = (const uint8_t *)"untouched";
        size_t frame_size = 1234;
        framing = gdv_framer_next(&to->framer, &next, &left, &frame, &frame_size);
        if (framing == GDV_FRAMING_READY) {
            note_frame(&to->frames, to->framer.offset, frame, frame_size);
            to->misplaced += lies_right(to, &chunk, start, frame) ? 0 : 1;
            to->unclear +=
                to->framer.status == GDV_OK && to->framer.need == 0 && frame_size == to->framer.length ? 0 : 1;
        } else {
            bool more = framing == GDV_FRAMING_MORE;
            bool keeps = more && to->buffer == NULL;
            to->unclear += frame == NULL && frame_size == 0 ? 0 : 1;
            to->unclear += left == 0 || keeps ? 0 : 1;
            to->unclear += more == (to->framer.status == GDV_OK) && more == (to->framer.need > 0) ? 0 : 1;
        }
    }
    to->kept = packet_from_bytes(next, left);
    builder_free(&joined);
    packet_free(&chunk);
    return framing;
}

gdv_framing feed_hex(chunked_stream *to, const char *hex)
{
    packet bytes = packet_from_hex(hex);
    gdv_framing framing = feed(to, bytes.bytes, bytes.size);
    packet_free(&bytes);
    return framing;
}

gdv_framer_options framer_options(gdv_endian endian, size_t max_frame, gdv_empty_frames empty)
{
    gdv_framer_options made = {sizeof made, max_frame, endian, empty};
    return made;
}
