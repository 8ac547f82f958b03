/* SPDX-License-Identifier: MIT */
/* Streams on their way through a framer: each chunk is a heap block of its own and gone once it was handed in; frames
 * are noted, and whether they lay where they must. */
#ifndef GDV_TESTS_CHUNKED_STREAM_H
#define GDV_TESTS_CHUNKED_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "tests/support/support.h"

/* A stream so far, and what came out. */
typedef struct chunked_stream {
    gdv_framer framer;
    uint8_t *buffer;  /* NULL where the framer has none; then it is the stream that keeps bytes: */
    packet kept;      /* the front of a body that is not complete */
    size_t fed;       /* bytes of the stream so far */
    builder frames;   /* of each frame: offset, size, body */
    size_t misplaced; /* frames that lay elsewhere than the contract says */
    size_t unclear;   /* results that their outputs contradict */
} chunked_stream;

/* Arguments as for gdv_framer_init; aborts where it refuses them. */
chunked_stream chunked_stream_of(void *buffer, size_t capacity, const gdv_framer_options *options);
void chunked_stream_free(chunked_stream *freed);

/* Hands in the next bytes of the stream, and takes every frame that they complete. Never GDV_FRAMING_READY. */
gdv_framing feed(chunked_stream *to, const uint8_t *bytes, size_t size);
gdv_framing feed_hex(chunked_stream *to, const char *hex);

/* A frame as feed notes it. */
void note_frame(builder *out, uint64_t offset, const uint8_t *body, size_t size);

gdv_framer_options framer_options(gdv_endian endian, size_t max_frame, gdv_empty_frames empty);

#endif
