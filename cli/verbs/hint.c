/* SPDX-License-Identifier: MIT */
#include "hint.h"

#include <string.h>

#include "../io/letter.h"
#include "../io/pasted.h"

/* Text is looked at so far. */
#define MOST_TEXT 65536

/* What the first bytes of files are that are no packets: no dialect has a type with one of these numbers. */
static const struct {
    const char *bytes;
    size_t size;
    const char *words;
} beginnings[] = {
    {"\x1f\x8b\x08", 3, "gzip: gunzip -c FILE | gdv .."},
    {"\x28\xb5\x2f\xfd", 4, "zstd: zstd -dc FILE | gdv .."},
    {"PK\x03\x04", 4, "a zip archive: unzip -p FILE NAME | gdv .."},
    {"\xa1\xb2\xc3\xd4", 4, "a packet capture (pcap): tshark -r FILE -T fields -e udp.payload | gdv .. --lines"},
    {"\xd4\xc3\xb2\xa1", 4, "a packet capture (pcap): tshark -r FILE -T fields -e udp.payload | gdv .. --lines"},
    {"\xa1\xb2\x3c\x4d", 4, "a packet capture (pcap): tshark -r FILE -T fields -e udp.payload | gdv .. --lines"},
    {"\x4d\x3c\xb2\xa1", 4, "a packet capture (pcap): tshark -r FILE -T fields -e udp.payload | gdv .. --lines"},
    {"\x0a\x0d\x0d\x0a", 4, "a packet capture (pcapng): tshark -r FILE -T fields -e udp.payload | gdv .. --lines"},
    {"GCPF", 4, "a file that Godot compressed: FileAccess.open_compressed reads it"},
    {"GDEC", 4, "a file that Godot encrypted: FileAccess.open_encrypted reads it"},
    {"GDPC", 4, "a pack of Godot's resources (.pck)"},
    {"RSRC", 4, "a binary resource of Godot (.res, .scn)"},
    {"RSCC", 4, "a compressed binary resource of Godot (.res, .scn)"},
};

static const char *known_beginning(const uint8_t *bytes, size_t size)
{
    for (size_t index = 0; index < sizeof beginnings / sizeof beginnings[0]; index += 1) {
        if (size >= beginnings[index].size && memcmp(bytes, beginnings[index].bytes, beginnings[index].size) == 0) {
            return beginnings[index].words;
        }
    }
    return NULL;
}

/* --- text */

/* At least as many bytes as a packet has. A dump may promise any number of repeated lines: enough is enough. */
#define LEAST_BYTES 4
#define MOST_BYTES MOST_TEXT

static bool reads_as(text_encoding encoding, const uint8_t *bytes, size_t size, bool whole)
{
    static pasted text; /* too large for some stacks */
    uint8_t byte = 0;
    size_t count = 0;

    pasted_start(&text, encoding);
    for (size_t index = 0; index <= size && text.wrong == NULL && count < MOST_BYTES; index += 1) {
        if (index < size) {
            pasted_push(&text, bytes[index]);
        } else if (whole) {
            pasted_end(&text);
        }
        while (count < MOST_BYTES && pasted_take(&text, &byte)) {
            count += 1;
        }
    }
    return text.wrong == NULL && count >= LEAST_BYTES;
}

static bool is_text(const uint8_t *bytes, size_t size)
{
    bool printable = size > 0;
    for (size_t index = 0; printable && index < size; index += 1) {
        printable = (bytes[index] >= 0x20 && bytes[index] < 0x7f) || is_space(bytes[index]);
    }
    return printable;
}

static bool is_json(const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    while (at < size && is_space(bytes[at])) {
        at += 1;
    }
    bool opens = at < size && (bytes[at] == '{' || bytes[at] == '[');
    at += 1;
    while (at < size && is_space(bytes[at])) {
        at += 1;
    }
    return opens && at < size && (bytes[at] == '"' || bytes[at] == '{');
}

static const char *kind_of_text(const uint8_t *bytes, size_t size, bool whole)
{
    size_t looked = size < MOST_TEXT ? size : MOST_TEXT;
    if (!is_text(bytes, looked)) {
        return NULL;
    }
    whole = whole && looked == size;
    if (reads_as(ENCODING_HEX, bytes, looked, whole)) {
        return "hex or another text that --hex reads: try --hex";
    }
    if (is_json(bytes, looked)) {
        return "JSON: gdv encode reads typed JSON";
    }
    if (memchr(bytes, ' ', looked) == NULL && reads_as(ENCODING_BASE64, bytes, looked, whole)) {
        return "base64: try --base64";
    }
    return "text: --hex reads many forms of pasted bytes, and says why where it does not";
}

/* --- frames */

/* No dialect has as many types. The second and the fourth byte of a header are 0 in all that engines write. */
#define MANY_TYPES 64

/* As many frames of what may be packets are no accident. */
#define ENOUGH_FRAMES 4

static bool may_be_packet(const uint8_t *bytes, size_t size)
{
    return size >= 4 && bytes[0] < MANY_TYPES && bytes[1] == 0 && bytes[3] == 0;
}

static bool some_engine_accepts(const options *opts, const uint8_t *bytes, size_t size)
{
    gdv_policy policy;
    bool accepted = false;
    options_policy(opts, GDV_POLICY_ENGINE, &policy);
    policy.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    policy.permit &= ~GDV_PERMIT_TRAILING;
    for (int index = 0; index < GDV_DIALECT_COUNT && !accepted; index += 1) {
        gdv_dialect dialect = (gdv_dialect)index;
        accepted = (!opts->has_dialect || opts->dialect == dialect) &&
                   gdv_validate(bytes, size, dialect, &policy, NULL, 0, NULL, NULL) == GDV_OK;
    }
    return accepted;
}

static uint32_t length_at(const uint8_t *bytes, bool big_endian)
{
    uint32_t length = 0;
    for (size_t index = 0; index < GDV_FRAME_PREFIX_SIZE; index += 1) {
        length = length << 8 | bytes[big_endian ? index : GDV_FRAME_PREFIX_SIZE - 1 - index];
    }
    return length;
}

/* Whether frames follow one another up to the end of the input, or of what is known of it, and prove what they are: by
 * their number, or because an engine reads each of them. A packet that was cut or changed may look like one or two. */
static bool are_frames(const options *opts, const uint8_t *bytes, size_t size, bool whole, bool big_endian)
{
    size_t at = 0;
    size_t count = 0;
    bool fine = true;
    bool ended = false;
    bool accepted = true;
    while (fine && !ended && size - at >= GDV_FRAME_PREFIX_SIZE) {
        uint32_t length = length_at(bytes + at, big_endian);
        const uint8_t *body = bytes + at + GDV_FRAME_PREFIX_SIZE;
        ended = length > size - at - GDV_FRAME_PREFIX_SIZE;
        fine = ended || may_be_packet(body, length);
        if (fine && !ended) {
            accepted = accepted && (count >= ENOUGH_FRAMES || some_engine_accepts(opts, body, length));
            at += GDV_FRAME_PREFIX_SIZE + length;
            count += 1;
        }
    }
    return fine && (at == size || !whole) && count > 0 && (accepted || count >= ENOUGH_FRAMES);
}

static const char *other_framing(const packet_source *from)
{
    const options *opts = from->opts;
    const uint8_t *bytes = from->head;
    size_t size = from->head_size;

    if (opts->frames && are_frames(opts, bytes, size, from->whole, !opts->big_endian)) {
        return opts->big_endian ? "frames with little-endian lengths: leave out --big-endian"
                                : "frames with big-endian lengths: try --big-endian";
    }
    if (opts->frames) {
        return from->whole && some_engine_accepts(opts, bytes, size) ? "one packet without a length: leave out --frames"
                                                                     : NULL;
    }
    if (are_frames(opts, bytes, size, from->whole, false)) {
        return "a stream of frames: try --frames";
    }
    return are_frames(opts, bytes, size, from->whole, true) ? "a stream of frames: try --frames --big-endian" : NULL;
}

const char *hint_for(const packet *one)
{
    const packet_source *from = one->source;
    bool looked_at = from->opts->encoding == ENCODING_RAW && from->head_size > 0;
    if (!looked_at || (from->opts->frames && one->index > 0)) {
        return NULL; /* what was decoded is what was meant; a frame that was accepted says that these are frames */
    }
    const char *words = known_beginning(from->head, from->head_size);
    words = words == NULL ? kind_of_text(from->head, from->head_size, from->whole) : words;
    return words == NULL ? other_framing(from) : words;
}
