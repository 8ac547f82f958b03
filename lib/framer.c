/* SPDX-License-Identifier: MIT */
#include "framer.h"

#include <stdbool.h>
#include <string.h>

#include "cursor.h"
#include "overlap.h"

/* A negative length to engines that read an i32, and where PacketPeerStream's ring buffer turns back (EB-10). */
#define ENGINE_NEGATIVE 0x80000000u

/* Bytes that are there. */
typedef struct span {
    const uint8_t *at;
    size_t size;
} span;

/* Stops at the highest value: a caller may claim SIZE_MAX bytes again and again of a stream that is discarded. */
static void count(uint64_t *counter, uint64_t more)
{
    *counter = more > UINT64_MAX - *counter ? UINT64_MAX : *counter + more;
}

static gdv_status check_options(const gdv_framer_options *options)
{
    if (options->struct_size != sizeof *options) {
        return GDV_E_BAD_STRUCT;
    }
    if ((uint32_t)options->endian > (uint32_t)GDV_ENDIAN_BIG ||
        (uint32_t)options->empty_frames > (uint32_t)GDV_EMPTY_FRAMES_GIVE) {
        return GDV_E_BAD_ARGUMENT;
    }
    return GDV_OK;
}

static gdv_status check_init(const gdv_framer *framer, const void *buffer, size_t capacity,
                             const gdv_framer_options *options)
{
    const gdv_region regions[] = {
        {framer, sizeof *framer, true}, {buffer, capacity, true}, {options, sizeof *options, false}};
    if (gdv_regions_overlap(regions, 3)) {
        return GDV_E_OVERLAP;
    }
    if (buffer == NULL && (capacity > 0 || options == NULL)) {
        return GDV_E_BAD_ARGUMENT;
    }
    return options != NULL ? check_options(options) : GDV_OK;
}

gdv_status gdv_framer_init(gdv_framer *framer, void *buffer, size_t capacity, const gdv_framer_options *options)
{
    gdv_framer_options chosen = {sizeof chosen, capacity, GDV_ENDIAN_LITTLE, GDV_EMPTY_FRAMES_REFUSE};
    if (framer == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    gdv_status status = check_init(framer, buffer, capacity, options);
    if (status == GDV_OK && options != NULL) {
        chosen = *options;
    }
    memset(framer, 0, sizeof *framer);
    framer->status = status;
    if (status == GDV_OK) {
        framer->buffer = buffer;
        framer->capacity = capacity;
        framer->max_frame = buffer == NULL || chosen.max_frame < capacity ? chosen.max_frame : capacity;
        framer->endian = chosen.endian;
        framer->empty_frames = chosen.empty_frames;
        framer->need = GDV_FRAME_PREFIX_SIZE;
    }
    return status;
}

static void take(gdv_framer *framer, span *in, size_t n)
{
    in->at += n;
    in->size -= n;
    count(&framer->bytes, n);
}

/* Takes what is missing of the prefix. Returns whether it is complete, and framer->length therefore known. */
static bool take_prefix(gdv_framer *framer, span *in)
{
    if (framer->prefixed == 0) {
        framer->begin = framer->bytes;
    }
    while (framer->prefixed < GDV_FRAME_PREFIX_SIZE && in->size > 0) {
        uint32_t at =
            framer->endian == GDV_ENDIAN_BIG ? GDV_FRAME_PREFIX_SIZE - 1 - framer->prefixed : framer->prefixed;
        framer->prefix[at] = in->at[0];
        framer->prefixed += 1;
        take(framer, in, 1);
    }
    if (framer->prefixed < GDV_FRAME_PREFIX_SIZE) {
        return false;
    }
    framer->length = gdv_load32(framer->prefix);
    return true;
}

static void next_prefix(gdv_framer *framer)
{
    framer->prefixed = 0;
    framer->have = 0;
}

/* The length, before anything is done with it: afterwards it is at most max_frame, and so at most the capacity. */
static gdv_status check_length(const gdv_framer *framer)
{
    if (framer->length >= ENGINE_NEGATIVE) {
        return GDV_E_BAD_FRAME;
    }
    if (framer->length > framer->max_frame) {
        return GDV_E_LIMIT_FRAME;
    }
    if (framer->length == 0 && framer->empty_frames == GDV_EMPTY_FRAMES_REFUSE) {
        return GDV_E_EMPTY_FRAME;
    }
    return GDV_OK;
}

/* Copies n > 0 bytes behind what the buffer holds of the body. Requires have + n <= length, and a buffer. */
static void keep(gdv_framer *framer, span *in, size_t n)
{
    memcpy(framer->buffer + framer->have, in->at, n);
    framer->have += n;
    take(framer, in, n);
}

static gdv_framing wait_for(gdv_framer *framer, size_t need)
{
    framer->need = need;
    return GDV_FRAMING_MORE;
}

static gdv_framing take_body(gdv_framer *framer, span *in, span *body)
{
    size_t missing = framer->length - framer->have;
    if (in->size < missing) {
        size_t need = missing - in->size;
        if (framer->buffer != NULL && in->size > 0) {
            keep(framer, in, in->size);
        }
        return wait_for(framer, need);
    }
    if (framer->have == 0) {
        body->at = in->at;
        take(framer, in, missing);
    } else {
        keep(framer, in, missing);
        body->at = framer->buffer;
    }
    body->size = framer->length;
    framer->offset = framer->begin;
    count(&framer->frames, 1);
    next_prefix(framer);
    return GDV_FRAMING_READY;
}

static gdv_framing next_frame(gdv_framer *framer, span *in, span *body)
{
    framer->need = 0;
    while (take_prefix(framer, in)) {
        gdv_status status = check_length(framer);
        if (status != GDV_OK) {
            framer->status = status;
            framer->offset = framer->begin;
            return GDV_FRAMING_BAD;
        }
        if (framer->length > 0 || framer->empty_frames == GDV_EMPTY_FRAMES_GIVE) {
            return take_body(framer, in, body);
        }
        count(&framer->skipped, 1);
        next_prefix(framer);
    }
    return wait_for(framer, GDV_FRAME_PREFIX_SIZE - framer->prefixed);
}

/* Whether a variable lies in the framer or where bytes of the stream do. */
static bool is_misplaced(const void *variable, size_t size, const gdv_framer *framer, const span *in)
{
    return gdv_overlap(variable, size, framer, sizeof *framer) ||
           gdv_overlap(variable, size, framer->buffer, framer->capacity) ||
           gdv_overlap(variable, size, in->at, in->size);
}

/* Whether one of four variables is also another. */
static bool are_mixed(const void *chunk, const size_t *left, const void *frame, const size_t *size)
{
    const size_t address = sizeof(const uint8_t *);
    return gdv_overlap(chunk, address, frame, address) || gdv_overlap(left, sizeof *left, size, sizeof *size) ||
           gdv_overlap(chunk, address, left, sizeof *left) || gdv_overlap(chunk, address, size, sizeof *size) ||
           gdv_overlap(frame, address, left, sizeof *left) || gdv_overlap(frame, address, size, sizeof *size);
}

/* The caller's mistakes, before anything is written. Spelled out where others loop over a table of regions: frames may
 * be a few bytes each, and this is most of what one costs. */
static gdv_status check_call(const gdv_framer *framer, const uint8_t *const *chunk, const size_t *left,
                             const uint8_t *const *frame, const size_t *size, const span *in)
{
    const void *at_chunk = (const void *)chunk;
    const void *at_frame = (const void *)frame;
    if (chunk == NULL || left == NULL || frame == NULL || size == NULL || (in->at == NULL && in->size > 0)) {
        return GDV_E_BAD_ARGUMENT;
    }
    bool wrong = are_mixed(at_chunk, left, at_frame, size) || is_misplaced(at_chunk, sizeof *chunk, framer, in) ||
                 is_misplaced(left, sizeof *left, framer, in) || is_misplaced(at_frame, sizeof *frame, framer, in) ||
                 is_misplaced(size, sizeof *size, framer, in) ||
                 gdv_overlap(in->at, in->size, framer, sizeof *framer) ||
                 gdv_overlap(in->at, in->size, framer->buffer, framer->capacity);
    return wrong ? GDV_E_OVERLAP : GDV_OK;
}

/* The stream is BAD: what is left of the chunk goes by unseen. */
static void discard(gdv_framer *framer, gdv_status wrong, size_t n)
{
    if (wrong != GDV_OK && framer->status == GDV_OK) {
        framer->status = wrong;
    }
    framer->need = 0;
    count(&framer->bytes, n);
    count(&framer->discarded, n);
}

gdv_framing gdv_framer_next(gdv_framer *framer, const uint8_t **chunk, size_t *left, const uint8_t **frame,
                            size_t *size)
{
    gdv_framing framing = GDV_FRAMING_BAD;
    span in = {chunk != NULL ? *chunk : NULL, left != NULL ? *left : 0};
    span body = {NULL, 0};
    gdv_status wrong = framer != NULL ? check_call(framer, chunk, left, frame, size, &in) : GDV_E_BAD_ARGUMENT;

    if (wrong == GDV_OK && framer->status == GDV_OK) {
        framing = next_frame(framer, &in, &body);
    }
    if (chunk != NULL) {
        *chunk = in.at;
    }
    if (left != NULL) {
        *left = framing == GDV_FRAMING_BAD ? 0 : in.size;
    }
    if (frame != NULL) {
        *frame = body.at;
    }
    if (size != NULL) {
        *size = body.size;
    }
    /* After the variables, which may lie in the framer: then this is what remains of it. */
    if (framing == GDV_FRAMING_BAD && framer != NULL) {
        discard(framer, wrong, in.size);
    }
    return framing;
}

gdv_status gdv_framer_finish(const gdv_framer *framer)
{
    if (framer == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (framer->status == GDV_OK && framer->prefixed > 0) {
        return GDV_E_TRUNCATED;
    }
    return framer->status;
}
