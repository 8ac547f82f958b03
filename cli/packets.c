/* SPDX-License-Identifier: MIT */
#include "packets.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "input.h"
#include "say.h"

#define PREFIX_SIZE 4

/* One reading of all inputs. */
typedef struct reading {
    const options *asked;
    size_t max_bytes;
    packet_handler *handle;
    void *state;
    input from;
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
    progress("input %zu of %zu, %" PRIu64 " packets", now->file_number, now->asked->file_count, now->packets);
}

/* Reads up to `wanted` bytes of a packet. Room doubles with the bytes that arrive: a prefix of 2^31 - 1 with nothing
 * behind it costs one piece, not two gigabytes. */
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
    packet one = {.file = now->from.name};
    if (!read_packet(now, now->max_bytes + 1, &one.size)) {
        return false;
    }
    one.bytes = one.size > 0 ? now->bytes : NULL;
    hand_over(now, &one);
    return true;
}

static uint32_t prefix_value(const uint8_t *prefix, bool big_endian)
{
    uint32_t value = 0;
    for (size_t index = 0; index < PREFIX_SIZE; index += 1) {
        value = value << 8 | prefix[big_endian ? index : PREFIX_SIZE - 1 - index];
    }
    return value;
}

static void too_long(packet *one, uint32_t length, size_t max_bytes)
{
    one->defect.code = GDV_E_LIMIT_BYTES;
    (void)snprintf(one->defect.message, sizeof one->defect.message,
                   "frame of %" PRIu32 " bytes is longer than the limit of %zu; the rest of this input is dropped",
                   length, max_bytes);
}

static void cut_short(packet *one, const char *what, size_t is_there, size_t promised)
{
    one->defect.code = GDV_E_TRUNCATED;
    (void)snprintf(one->defect.message, sizeof one->defect.message, "input ends inside %s, after %zu of %zu bytes",
                   what, is_there, promised);
}

/* One frame. *more tells whether another may follow. A stream has no marks to find the next frame by: behind a prefix
 * that cannot be true every byte might be a prefix, so nothing behind it is looked at. */
static bool one_frame(reading *now, uint64_t index, bool *more)
{
    packet one = {.file = now->from.name, .index = index, .framed = true};
    uint8_t prefix[PREFIX_SIZE];
    size_t got = 0;

    *more = false;
    if (!input_read(&now->from, prefix, sizeof prefix, &got)) {
        return false;
    }
    if (got == 0) {
        return true;
    }
    if (got < sizeof prefix) {
        cut_short(&one, "a frame's length prefix", got, sizeof prefix);
        hand_over(now, &one);
        return true;
    }
    uint32_t length = prefix_value(prefix, now->asked->big_endian);
    if (length > now->max_bytes) {
        too_long(&one, length, now->max_bytes);
    } else {
        if (!read_packet(now, length, &one.size)) {
            return false;
        }
        if (one.size < length) {
            one.defect.offset = one.size;
            cut_short(&one, "a frame", one.size, length);
        }
        one.bytes = one.size > 0 ? now->bytes : NULL;
    }
    *more = one.defect.code == GDV_OK;
    hand_over(now, &one);
    return true;
}

static bool all_frames(reading *now)
{
    bool more = true;
    bool fine = true;
    for (uint64_t index = 0; fine && more && !out_failed(); index += 1) {
        fine = one_frame(now, index, &more);
    }
    return fine;
}

bool packets_each(const options *asked, size_t max_bytes, packet_handler *handle, void *state)
{
    static reading now; /* holds a piece of input: too large for some stacks */
    bool fine = true;

    now.asked = asked;
    now.max_bytes = max_bytes;
    now.handle = handle;
    now.state = state;
    for (size_t index = 0; index < asked->file_count && !out_failed(); index += 1) {
        now.file_number = index + 1;
        if (!input_open(&now.from, asked->files[index], asked->encoding)) {
            fine = false;
            continue;
        }
        if (!(asked->frames ? all_frames(&now) : whole_input(&now))) {
            fine = false;
        }
        input_close(&now.from);
    }
    free(now.bytes);
    now.bytes = NULL;
    now.capacity = 0;
    return fine;
}

void packet_print_name(const packet *one)
{
    out_shown(one->file);
    if (one->framed) {
        out_format("#%" PRIu64, one->index);
    }
}
