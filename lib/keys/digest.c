/* SPDX-License-Identifier: MIT */
#include "digest.h"

#include "../decode/number.h"
#include "../decode/text.h"
#include "key_normalize.h"

/* Modulo 2^64, as the permutation has it, and without wrapping; compilers make one addition of it. */
static uint64_t sum(uint64_t one, uint64_t other)
{
    uint64_t room = UINT64_MAX - one;
    return other <= room ? one + other : other - room - 1;
}

static uint64_t rotated(uint64_t lane, uint32_t by)
{
    return ((lane & (UINT64_MAX >> by)) << by) | (lane >> (64 - by));
}

/* SipRound. */
static void stir(gdv_digest *digest)
{
    uint64_t a = digest->lanes[0];
    uint64_t b = digest->lanes[1];
    uint64_t c = digest->lanes[2];
    uint64_t d = digest->lanes[3];

    a = sum(a, b);
    c = sum(c, d);
    b = rotated(b, 13) ^ a;
    d = rotated(d, 16) ^ c;
    a = sum(rotated(a, 32), d);
    c = sum(c, b);
    digest->lanes[0] = a;
    digest->lanes[1] = rotated(b, 17) ^ c;
    digest->lanes[2] = rotated(c, 32);
    digest->lanes[3] = rotated(d, 21) ^ a;
}

/* SipHash's own constants, with a key of zeros. */
void gdv_digest_start(gdv_digest *digest)
{
    digest->lanes[0] = 0x736f6d6570736575u;
    digest->lanes[1] = 0x646f72616e646f6du;
    digest->lanes[2] = 0x6c7967656e657261u;
    digest->lanes[3] = 0x7465646279746573u;
}

void gdv_digest_add(gdv_digest *digest, uint64_t word)
{
    digest->lanes[3] ^= word;
    stir(digest);
    digest->lanes[0] ^= word;
}

uint32_t gdv_digest_end(gdv_digest *digest)
{
    digest->lanes[2] ^= 0xffu;
    stir(digest);
    stir(digest);
    stir(digest);
    uint64_t all = digest->lanes[0] ^ digest->lanes[1] ^ digest->lanes[2] ^ digest->lanes[3];
    return (uint32_t)(all & 0xffffffffu);
}

#ifdef __FRAMAC__
#include "../proof/digest_c.h"
#endif

/* Adds bytes to a digest. The caller has added their number, or it follows from what was added. Requires at + size <=
 * in->size. */
static void add_bytes(gdv_digest *digest, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    if (size == 0) {
        return;
    }
    gdv_digest copy = *digest; /* in registers, whatever `digest` points to */
    uint32_t done = 0;
    /*@ ADD_BYTES_LOOP */
    while (size - done >= 8) {
        gdv_digest_add(&copy, gdv_u64_at(in, at + done));
        done += 8;
    }
    if (done < size) {
        uint64_t rest = 0;
        /*@ ADD_BYTES_LOOP_2 */
        for (uint32_t left = size - done; left > 0; left -= 1) {
            rest = rest * 0x100u + gdv_u8_at(in, at + done + left - 1);
        }
        gdv_digest_add(&copy, rest);
    }
    *digest = copy;
}

void gdv_digest_packet(gdv_digest *digest, const gdv_cursor *in)
{
    gdv_digest_start(digest);
    gdv_digest_add(digest, in->size);
    add_bytes(digest, in, 0, in->size);
    (void)gdv_digest_end(digest);
}

/* A NaN that equals nothing counts as where its value stands. */
static void add_floats(gdv_digest *digest, const gdv_scan *scan, const gdv_token *token)
{
    uint32_t width = gdv_component_width(token);
    uint32_t n = gdv_normal_floats(token);
    for (uint32_t index = 0; index < n; index += 1) {
        uint64_t number = gdv_normal_float(scan, token->data + index * width, width);
        gdv_digest_add(digest, gdv_normal_is_odd(scan, number) ? number + token->at : number);
    }
}

static void add_numbers(gdv_digest *digest, const gdv_scan *scan, const gdv_token *token)
{
    if (gdv_is_float(token->wire)) {
        add_floats(digest, scan, token);
    } else {
        add_bytes(digest, &scan->in, token->data, gdv_normal_bytes(token));
    }
}

/* Adds a text that has been cut to what engines keep: its length, then its bytes. Requires at + size <= in->size. */
static void add_text(gdv_digest *digest, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    gdv_digest_add(digest, size);
    add_bytes(digest, in, at, size);
}

/* The first n strings of those that the token counts. Their lengths are read again. */
static void add_strings(gdv_digest *digest, const gdv_cursor *in, const gdv_token *token, uint32_t n)
{
    uint32_t pos = token->data;
    uint32_t size = 0;
    /*@ ADD_STRINGS_LOOP */
    for (uint32_t index = 0; index < n; index += 1) {
        uint32_t text = gdv_normal_text(in, &pos, &size);
        add_text(digest, in, text, size);
    }
}

static void add_name(gdv_digest *digest, const gdv_scan *scan, const gdv_token *token)
{
    uint32_t at = token->data;
    uint32_t size = token->count;
    if (gdv_normal_cuts(scan)) {
        gdv_text_trim(&scan->in, &at, &size);
    }
    add_text(digest, &scan->in, at, size);
}

static void add_path(gdv_digest *digest, const gdv_scan *scan, const gdv_token *token)
{
    uint32_t texts = 0;
    uint64_t shape = gdv_normal_path(scan, token, &texts);
    gdv_digest_add(digest, shape);
    if (shape == 0) {
        add_name(digest, scan, token);
    } else {
        gdv_digest_add(digest, texts);
        add_strings(digest, &scan->in, token, texts);
    }
}

static void add_event(gdv_digest *digest, const gdv_scan *scan, const gdv_token *token)
{
    gdv_digest_add(digest, gdv_normal_event(scan, token));
    for (uint32_t index = 0; index < token->count; index += 1) {
        gdv_digest_add(digest, gdv_normal_event_word(scan, token, index));
    }
}

/* What key_compare.h looks at has the same words here where it is equal: the kind, the count unless it may be that of a
 * text's bytes before they are cut, and then the payload by its layout. */
void gdv_digest_value(gdv_digest *digest, const gdv_scan *scan, const gdv_token *token, bool is_key)
{
    const gdv_cursor *in = &scan->in;
    gdv_layout layout = (gdv_layout)token->wire->layout;
    bool is_text = layout == GDV_LAYOUT_TEXT || layout == GDV_LAYOUT_SIGNAL || layout == GDV_LAYOUT_NODE_PATH;
    bool is_image = layout == GDV_LAYOUT_IMAGE; /* of which those that the engine empties are equal */
    uint64_t count = is_text || is_image ? 0 : token->count;
    gdv_digest_add(digest, gdv_normal_kind(scan->table, token->wire, is_key) + count * 0x100000000u);

    switch (layout) {
    case GDV_LAYOUT_INT:
        gdv_digest_add(digest, gdv_normal_int(in, token));
        break;
    case GDV_LAYOUT_BOOL:
        gdv_digest_add(digest, gdv_u32_at(in, token->data) != 0);
        break;
    case GDV_LAYOUT_FIXED:
    case GDV_LAYOUT_FLOAT:
    case GDV_LAYOUT_BYTES:
    case GDV_LAYOUT_PACKED:
        add_numbers(digest, scan, token);
        break;
    case GDV_LAYOUT_TEXT:
        add_name(digest, scan, token);
        break;
    case GDV_LAYOUT_SIGNAL:
        add_name(digest, scan, token);
        add_bytes(digest, in, token->end - 8, 8);
        break;
    case GDV_LAYOUT_NODE_PATH:
        add_path(digest, scan, token);
        break;
    case GDV_LAYOUT_STRINGS:
        add_strings(digest, in, token, token->count);
        break;
    case GDV_LAYOUT_INPUT_EVENT:
        add_event(digest, scan, token);
        break;
    case GDV_LAYOUT_ARRAY:
        break;
    case GDV_LAYOUT_TYPED_ARRAY:
        gdv_digest_add(digest, token->key_id);
        break;
    case GDV_LAYOUT_DICTIONARY:
        if ((scan->table->traits & GDV_TRAIT_CONTENT_KEYS) == 0) {
            gdv_digest_add(digest, gdv_normal_identity(scan, token));
        }
        break;
    case GDV_LAYOUT_OBJECT:
    case GDV_LAYOUT_IMAGE:
    case GDV_LAYOUT_COUNT:
        gdv_digest_add(digest, gdv_normal_identity(scan, token));
        break;
    }
}

static uint32_t mix_floats(uint32_t seed, const gdv_scan *scan, const gdv_token *token)
{
    uint32_t width = gdv_component_width(token);
    uint32_t n = gdv_normal_floats(token);
    uint32_t number = seed;
    for (uint32_t index = 0; index < n; index += 1) {
        number = gdv_mix_word(number, gdv_normal_float(scan, token->data + index * width, width));
    }
    return gdv_mix(number, n, 0);
}

/* What keys nearly always are takes a multiplication for each eight bytes. */
uint32_t gdv_fingerprint(const gdv_scan *scan, const gdv_token *token)
{
    const gdv_cursor *in = &scan->in;
    uint32_t seed = gdv_normal_kind(scan->table, token->wire, true) ^ GDV_FINGERPRINT_SEED;
    gdv_layout layout = (gdv_layout)token->wire->layout;
    if (layout == GDV_LAYOUT_TEXT) {
        uint32_t text = token->data;
        uint32_t size = token->count;
        if (gdv_normal_cuts(scan)) {
            gdv_text_trim(in, &text, &size);
        }
        return gdv_fingerprint_text(in, text, size);
    }
    if (layout == GDV_LAYOUT_INT) {
        return gdv_fingerprint_int(gdv_normal_int(in, token));
    }
    if (layout == GDV_LAYOUT_FIXED || layout == GDV_LAYOUT_FLOAT) {
        return gdv_is_float(token->wire) ? mix_floats(seed, scan, token)
                                         : gdv_mix_bytes(seed, in, token->data, gdv_normal_bytes(token));
    }
    gdv_digest digest;
    gdv_digest_start(&digest);
    gdv_digest_value(&digest, scan, token, true);
    return gdv_digest_end(&digest);
}
