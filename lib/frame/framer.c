/* SPDX-License-Identifier: MIT */
#include <gdv/framer.h>

#include <stdbool.h>
#include <string.h>

#include "../decode/cursor.h"
#include "../wire/overlap.h"

/* A negative length to engines that read an i32, and where PacketPeerStream's ring buffer turns back (EB-10). */
#define ENGINE_NEGATIVE 0x80000000u

/* Bytes that are there. */
typedef struct span {
    const uint8_t *at;
    size_t size;
} span;

#ifdef __FRAMAC__
#include "../proof/framer_c.h"
#endif

/* Adds, and stops at the highest value: a caller may claim SIZE_MAX bytes again and again of a stream that is
 * discarded. */
static void count(uint64_t *counter, uint64_t more)
{
    *counter = more > UINT64_MAX - *counter ? UINT64_MAX : *counter + more;
}

/* Refuses options that are of another version or out of range. */
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

/* Whether what a stream begins with overlaps. Ensures, if not: the framer lies outside the buffer. */
static bool is_start_tangled(const gdv_framer *framer, const uint8_t *buffer, size_t capacity,
                             const gdv_framer_options *options)
{
    const gdv_region regions[] = {{framer, sizeof *framer, true},
                                  {buffer, gdv_extent(buffer, capacity, 1), true},
                                  {options, sizeof *options, false}};
    return gdv_regions_overlap(regions, 3);
}

/* The caller's mistakes at the start of a stream. Ensures on GDV_OK: framer and buffer are apart, and a stream without
 * a buffer has options and no capacity. */
static gdv_status check_start(const gdv_framer *framer, const uint8_t *buffer, size_t capacity,
                              const gdv_framer_options *options)
{
    if (is_start_tangled(framer, buffer, capacity, options)) {
        return GDV_E_OVERLAP;
    }
    if ((buffer == NULL && (capacity > 0 || options == NULL)) || gdv_wraps(buffer, capacity, 1)) {
        return GDV_E_BAD_ARGUMENT;
    }
    return options != NULL ? check_options(options) : GDV_OK;
}

/* Sets every field of the framer: no buffer, nothing read. */
static void reset(gdv_framer *framer, gdv_status status)
{
    *framer = (gdv_framer){.status = status};
}

/* Begins a stream. Ensures: every field of the framer is set, and its status is what is returned. On GDV_OK the cap is
 * at most the capacity of a buffer, and a prefix comes next. */
static gdv_status start(gdv_framer *framer, uint8_t *buffer, size_t capacity, const gdv_framer_options *options)
{
    gdv_framer_options chosen = {sizeof chosen, capacity, GDV_ENDIAN_LITTLE, GDV_EMPTY_FRAMES_REFUSE};
    gdv_status status = check_start(framer, buffer, capacity, options);
    if (status == GDV_OK && options != NULL) {
        chosen = *options;
    }
    reset(framer, status);
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

/* The buffer's memory is not touched here: only gdv_framer_next requires that it is there. */
gdv_status gdv_framer_init(gdv_framer *framer, void *buffer, size_t capacity, const gdv_framer_options *options)
{
    return framer != NULL ? start(framer, buffer, capacity, options) : GDV_E_BAD_ARGUMENT;
}

/* Moves past n bytes of the chunk and counts them. Requires n <= in->size. */
static void consume(gdv_framer *framer, span *in, size_t n)
{
    in->at += n;
    in->size -= n;
    count(&framer->bytes, n);
}

/* Takes what is missing of the prefix. Returns whether it is complete, and framer->length therefore known. Ensures:
 * false only where the chunk is used up. */
static bool take_prefix(gdv_framer *framer, span *in)
{
    if (framer->prefixed == 0) {
        framer->begin = framer->bytes;
    }
    /*@ TAKE_PREFIX_LOOP */
    while (framer->prefixed < GDV_FRAME_PREFIX_SIZE && in->size > 0) {
        uint32_t at =
            framer->endian == GDV_ENDIAN_BIG ? GDV_FRAME_PREFIX_SIZE - 1 - framer->prefixed : framer->prefixed;
        /*@ assert at < GDV_FRAME_PREFIX_SIZE; */
        framer->prefix[at] = in->at[0];
        framer->prefixed += 1;
        consume(framer, in, 1);
    }
    if (framer->prefixed < GDV_FRAME_PREFIX_SIZE) {
        return false;
    }
    framer->length = gdv_load32(framer->prefix);
    return true;
}

/* Nothing of the next frame is there yet. */
static void next_prefix(gdv_framer *framer)
{
    framer->prefixed = 0;
    framer->have = 0;
}

/* Checks the length before anything is done with it. Ensures on GDV_OK: it is at most max_frame, and so at most the
 * capacity, and below 2^31; and it is 0 only where empty frames are not refused. */
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

/* Copies n bytes to buffer + have. Requires n > 0, room for them, and that the two do not overlap. */
static void copy(uint8_t *buffer, size_t have, const uint8_t *from, size_t n)
{
    memcpy(buffer + have, from, n);
}

/* Copies n bytes of the chunk to the end of what the buffer holds of the body. Requires 0 < n <= in->size, have + n <=
 * capacity, and a buffer. */
static void buffer_bytes(gdv_framer *framer, span *in, size_t n)
{
    copy(framer->buffer, framer->have, in->at, n);
    framer->have += n;
    consume(framer, in, n);
}

/* Tells the caller how many bytes are missing. */
static gdv_framing wait_for(gdv_framer *framer, size_t need)
{
    framer->need = need;
    return GDV_FRAMING_MORE;
}

/* Takes what the chunk holds of a body: gives the frame where it lies if all of it is in the chunk, else collects it in
 * the buffer. Requires a whole prefix and a length that check_length passed. Ensures: READY with body->size == length,
 * or MORE; never a byte beyond the end of the chunk or of the buffer. */
static gdv_framing take_body(gdv_framer *framer, span *in, span *body)
{
    size_t missing = framer->length - framer->have;
    if (in->size < missing) {
        size_t need = missing - in->size;
        if (framer->buffer != NULL && in->size > 0) {
            buffer_bytes(framer, in, in->size);
        }
        return wait_for(framer, need);
    }
    if (framer->have == 0) {
        body->at = in->at;
        consume(framer, in, missing);
    } else {
        buffer_bytes(framer, in, missing);
        body->at = framer->buffer;
    }
    body->size = framer->length;
    framer->offset = framer->begin;
    count(&framer->frames, 1);
    next_prefix(framer);
    return GDV_FRAMING_READY;
}

/* Takes prefixes and bodies until a frame is there, the chunk is used up, or the stream is BAD. Requires an open
 * stream. Ensures: BAD if and only if the status is now an error. */
static gdv_framing next_frame(gdv_framer *framer, span *in, span *body)
{
    framer->need = 0;
    /*@ NEXT_FRAME_LOOP */
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

/* Whether anything that a call names shares a byte with what it writes. Spelled out where others loop over a table of
 * regions: frames may be a few bytes each, and this is most of what one costs. */
static bool next_arguments_overlap(const gdv_framer *framer, const uint8_t *const *chunk, const size_t *left,
                                   const uint8_t *const *frame, const size_t *size, const span *in)
{
    const void *at_chunk = (const void *)chunk;
    const void *at_frame = (const void *)frame;
    return are_mixed(at_chunk, left, at_frame, size) || is_misplaced(at_chunk, sizeof *chunk, framer, in) ||
           is_misplaced(left, sizeof *left, framer, in) || is_misplaced(at_frame, sizeof *frame, framer, in) ||
           is_misplaced(size, sizeof *size, framer, in) || gdv_overlap(in->at, in->size, framer, sizeof *framer) ||
           gdv_overlap(in->at, in->size, framer->buffer, framer->capacity);
}

/* Finds the caller's mistakes before anything is written. Ensures on GDV_OK: no pointer is missing, and the framer, its
 * buffer, the chunk and the variables share no byte. */
static gdv_status check_call(const gdv_framer *framer, const uint8_t *const *chunk, const size_t *left,
                             const uint8_t *const *frame, const size_t *size, const span *in)
{
    if (chunk == NULL || left == NULL || frame == NULL || size == NULL || (in->at == NULL && in->size > 0) ||
        gdv_wraps(in->at, in->size, 1)) {
        return GDV_E_BAD_ARGUMENT;
    }
    return next_arguments_overlap(framer, chunk, left, frame, size, in) ? GDV_E_OVERLAP : GDV_OK;
}

/* The stream is BAD: counts what is left of the chunk and does not look at it. Ensures: the first error stays. */
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
        /*@ assert outside: \separated(framer, BUFFER(framer)); */
        /*@ assert apart: \separated(framer, BYTES(&in)); */
        framing = next_frame(framer, &in, &body);
    }
    /*@ assert told: framer != \null ==> TOLD(framer); */
    /*@ assert own: framer != \null ==> OWN(framer); */
    /*@ assert judged: framing != GDV_FRAMING_BAD ==> wrong == GDV_OK && framer != \null; */
    /*@ assert alone: framing != GDV_FRAMING_BAD ==> ALONE(framer, chunk, left, frame, size); */
    /*@ assert open: framing != GDV_FRAMING_BAD ==> framer->status == GDV_OK && OPEN(framer); */
    /*@ assert bad: framing == GDV_FRAMING_BAD && framer != \null ==> wrong != GDV_OK || framer->status != GDV_OK; */
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
    /*@ assert told: framer != \null ==> TOLD(framer); */
    /*@ assert own: framer != \null ==> OWN(framer); */
    /*@ assert open: framing != GDV_FRAMING_BAD ==> framer->status == GDV_OK && OPEN(framer); */
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
