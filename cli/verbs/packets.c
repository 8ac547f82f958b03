/* SPDX-License-Identifier: MIT */
#include "packets.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../io/input.h"
#include "../io/say.h"
#include "hint.h"

/* One reading of all inputs. */
typedef struct reading {
    const options *opts;
    size_t max_bytes;
    packet_handler *handle;
    void *state;
    input from;
    packet_source source;
    uint8_t *bytes; /* of the packet at hand, kept from one to the next */
    size_t capacity;
    size_t file_number; /* for progress, from 1 */
    uint64_t packets;
} reading;

static bool make_room(reading *now, size_t size)
{
    if (size <= now->capacity) {
        return true;
    }
    uint8_t *bytes = realloc(now->bytes, size);
    if (bytes == NULL) {
        complain("%s: not enough memory for a packet of %zu bytes", now->from.name, size);
        return false;
    }
    now->bytes = bytes;
    now->capacity = size;
    return true;
}

static void show_progress(const reading *now)
{
    progress("input %zu of %zu, %" PRIu64 " packets", now->file_number, now->opts->file_count, now->packets);
}

/* Reads up to `wanted` bytes of a packet. Room doubles with the bytes that arrive: a prefix of 2^31 - 1 with nothing
 * after it costs one piece, not two gigabytes. */
static bool read_packet(reading *now, size_t wanted, size_t *size)
{
    bool ended = false;
    *size = 0;
    while (!ended && *size < wanted) {
        size_t room = now->capacity > *size ? now->capacity : *size * 2 + INPUT_PIECE;
        size_t got = 0;
        room = room < wanted ? room : wanted;
        if (!make_room(now, room)) {
            return false;
        }
        /* a piece at a time, so that a slow or endless input shows progress */
        size_t step = room - *size < (size_t)16 * INPUT_PIECE ? room - *size : (size_t)16 * INPUT_PIECE;
        if (!input_read(&now->from, now->bytes + *size, step, &got)) {
            return false;
        }
        ended = got < step;
        *size += got;
        show_progress(now);
    }
    return true;
}

static void hand_over(reading *now, packet *one)
{
    now->handle(now->state, one);
    now->packets += 1;
    show_progress(now);
}

static bool whole_input(reading *now)
{
    packet one = {.file = now->from.name, .source = &now->source};
    if (!read_packet(now, now->max_bytes + 1, &one.size)) {
        return false;
    }
    one.bytes = one.size > 0 ? now->bytes : NULL;
    now->source.head = one.bytes;
    now->source.head_size = one.size;
    now->source.whole = one.size <= now->max_bytes;
    hand_over(now, &one);
    return true;
}

/* Each line that is not blank is the text of a packet. A malformed one is told, and the next is read. */
static bool all_lines(reading *now)
{
    packet one = {.file = now->from.name, .framed = true, .source = &now->source};
    bool more = true;
    bool fine = true;
    bool readable = input_next_line(&now->from, &more);

    while (readable && more && !out_failed()) {
        one.index = now->from.line;
        bool whole = read_packet(now, now->max_bytes + 1, &one.size);
        one.bytes = one.size > 0 ? now->bytes : NULL;
        if (whole) {
            hand_over(now, &one);
        }
        fine = fine && whole;
        readable = (whole || input_text_failed(&now->from)) && input_next_line(&now->from, &more);
    }
    return fine && readable;
}

/* Over the limit, or a length that engines read as negative (EB-10), because no limit lets it pass: the framer's code
 * says which. */
static void too_long(packet *one, const gdv_framer *framer, size_t max_bytes)
{
    one->defect.code = framer->status;
    one->defect.offset = framer->offset;
    (void)snprintf(one->defect.message, sizeof one->defect.message,
                   "frame of %" PRIu32 " bytes is longer than the limit of %zu; the rest of this input is dropped",
                   framer->length, max_bytes);
}

/* The input ends inside the prefix at `begin`, or inside the frame that begins there. */
static void cut_short(packet *one, gdv_framer *framer, uint64_t begin, size_t body)
{
    size_t prefix = (size_t)(framer->bytes - begin);
    bool inside_prefix = prefix < GDV_FRAME_PREFIX_SIZE;
    one->defect.code = gdv_framer_finish(framer);
    one->defect.offset = begin + prefix + body;
    (void)snprintf(one->defect.message, sizeof one->defect.message,
                   "input ends inside the %s that begins at %" PRIu64 ", after %zu of %zu bytes",
                   inside_prefix ? "length" : "frame", begin, inside_prefix ? prefix : body,
                   inside_prefix ? (size_t)GDV_FRAME_PREFIX_SIZE : (size_t)framer->length);
}

/* Reads until the framer has a frame or refuses one, or the input ends. It has no buffer, and says how many bytes are
 * missing: they are read to the front of the memory that grows, first a prefix, then a body. *got is what there is of a
 * body that is not whole. */
static bool frame_bytes(reading *now, gdv_framer *framer, packet *one, gdv_framing *framing, size_t *got)
{
    bool ended = false;
    *framing = GDV_FRAMING_MORE;
    while (*framing == GDV_FRAMING_MORE && !ended) {
        size_t wanted = framer->need;
        if (!read_packet(now, wanted, got)) {
            return false;
        }
        ended = *got < wanted;
        const uint8_t *chunk = now->bytes;
        *framing = gdv_framer_next(framer, &chunk, got, &one->bytes, &one->size);
    }
    return true;
}

/* One frame. *more tells whether another may follow. */
static bool one_frame(reading *now, gdv_framer *framer, uint64_t index, bool *more)
{
    packet one = {.file = now->from.name, .index = index, .framed = true, .source = &now->source};
    gdv_framing framing = GDV_FRAMING_MORE;
    uint64_t begin = framer->bytes;
    size_t got = 0;

    *more = false;
    if (!frame_bytes(now, framer, &one, &framing, &got)) {
        return false;
    }
    if (framing == GDV_FRAMING_BAD) {
        too_long(&one, framer, now->max_bytes);
    } else if (framing == GDV_FRAMING_MORE) {
        if (framer->bytes == begin) {
            return true;
        }
        bool inside_body = framer->bytes - begin == GDV_FRAME_PREFIX_SIZE;
        one.bytes = inside_body && got > 0 ? now->bytes : NULL;
        one.size = inside_body ? got : 0;
        cut_short(&one, framer, begin, one.size);
    }
    now->source.head = now->from.head;
    now->source.head_size = now->from.head_size;
    now->source.whole = now->from.head_size < sizeof now->from.head;
    *more = framing == GDV_FRAMING_READY;
    hand_over(now, &one);
    return true;
}

static bool all_frames(reading *now)
{
    const gdv_framer_options how = {sizeof how, now->max_bytes,
                                    now->opts->big_endian ? GDV_ENDIAN_BIG : GDV_ENDIAN_LITTLE, GDV_EMPTY_FRAMES_GIVE};
    gdv_framer framer;
    gdv_status status = gdv_framer_init(&framer, NULL, 0, &how);
    bool more = status == GDV_OK;
    bool fine = more;
    if (!fine) {
        complain("%s: %s", now->from.name, gdv_status_name(status));
    }
    for (uint64_t index = 0; fine && more && !out_failed(); index += 1) {
        fine = one_frame(now, &framer, index, &more);
    }
    return fine;
}

bool packets_each(const options *opts, size_t max_bytes, packet_handler *handle, void *state)
{
    static reading now; /* holds a piece of input: too large for some stacks */
    bool fine = true;

    now.opts = opts;
    now.max_bytes = max_bytes;
    now.handle = handle;
    now.state = state;
    for (size_t index = 0; index < opts->file_count && !out_failed(); index += 1) {
        now.file_number = index + 1;
        if (!input_open(&now.from, opts->files[index], opts->encoding)) {
            fine = false;
            continue;
        }
        now.from.text.big_frames = opts->big_endian;
        now.source = (packet_source){.opts = opts};
        bool all = opts->frames ? all_frames(&now) : opts->lines ? all_lines(&now) : whole_input(&now);
        fine = fine && all;
        input_close(&now.from);
    }
    free(now.bytes);
    now.bytes = NULL;
    now.capacity = 0;
    return fine;
}

void packet_refused(const packet *one)
{
    packet_source *source = one->source;
    if (source == NULL || source->hinted) {
        return;
    }
    source->hinted = true;
    const char *looks = hint_for(one);
    if (looks != NULL) {
        complain("%s: note: this looks like %s", input_shown_name(one->file), looks);
    }
}

void packet_print_name(const packet *one)
{
    out_shown(one->file);
    if (one->framed) {
        out_format("#%" PRIu64, one->index);
    }
}
