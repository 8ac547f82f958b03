/* SPDX-License-Identifier: MIT */
#include "packet_out.h"

#include "../io/jsonl.h"
#include "../io/say.h"

/* Bytes in one group of the lines of hex. */
#define GROUP 4

static bool is_raw(const options *opts)
{
    return !opts->jsonl && opts->format != FORMAT_HEX;
}

static void complain_of_many(const char *file)
{
    complain(
        "%s: a second packet, and raw bytes do not tell where one ends and the next begins: use --frames, --jsonl or "
        "--format=hex",
        file);
}

bool packet_out_start(packet_out *to, const options *opts)
{
    to->opts = opts;
    to->written = 0;
    if (is_raw(opts) && stdout_is_terminal()) {
        complain("a packet is bytes, which would garble this terminal: send them to a file or a pipe, or see them with "
                 "--format=hex");
        return false;
    }
    if (is_raw(opts) && !opts->frames && opts->file_count > 1) {
        complain_of_many(opts->files[1]);
        return false;
    }
    return true;
}

static void put_hex(const uint8_t *bytes, size_t size, bool grouped)
{
    static const char digits[] = "0123456789abcdef";
    char text[9 * 128];
    size_t used = 0;

    for (size_t index = 0; index < size; index += 1) {
        if (grouped && index > 0 && index % GROUP == 0) {
            text[used] = ' ';
            used += 1;
        }
        text[used] = digits[bytes[index] >> 4];
        text[used + 1] = digits[bytes[index] & 15u];
        used += 2;
        if (used > sizeof text - 3) {
            out_bytes(text, used);
            used = 0;
        }
    }
    out_bytes(text, used);
}

static void put_prefix(size_t size, bool big_endian)
{
    uint8_t prefix[4];
    for (size_t index = 0; index < sizeof prefix; index += 1) {
        size_t shift = 8 * (big_endian ? sizeof prefix - 1 - index : index);
        prefix[index] = (uint8_t)(size >> shift & 0xffu);
    }
    out_bytes(prefix, sizeof prefix);
}

void packet_out_member(const uint8_t *bytes, size_t size)
{
    jsonl_key("hex");
    out("\"");
    put_hex(bytes, size, false);
    out("\"");
}

static void put_object(const char *file, uint64_t index, const verdict *about, const uint8_t *bytes, size_t size)
{
    jsonl_open(NULL, '{');
    jsonl_text("file", file);
    jsonl_number("index", index);
    jsonl_bool("ok", true);
    if (about != NULL) {
        verdict_json(about);
    } else {
        jsonl_text("code", gdv_status_name(GDV_OK));
        jsonl_text("path", "");
        jsonl_text("message", gdv_status_text(GDV_OK));
    }
    packet_out_member(bytes, size);
    jsonl_close('}');
    jsonl_line_end();
}

bool packet_out_write(packet_out *to, const char *file, uint64_t index, const verdict *about, const uint8_t *bytes,
                      size_t size)
{
    const options *opts = to->opts;
    if (is_raw(opts) && !opts->frames && to->written > 0) {
        complain_of_many(file);
        return false;
    }
    to->written += 1;
    if (opts->jsonl) {
        put_object(file, index, about, bytes, size);
    } else if (opts->format == FORMAT_HEX) {
        put_hex(bytes, size, true);
        (void)out_line_end();
    } else {
        if (opts->frames) {
            put_prefix(size, opts->big_endian);
        }
        out_bytes(bytes, size);
    }
    return true;
}
