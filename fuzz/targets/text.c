/* SPDX-License-Identifier: MIT */
/* Fuzz target: the two forms in which text is checked, by blocks and by bytes, lib/decode/text.h. Below the packet: a text that
 * must lie across the end of a block to show a mistake is found in seconds here, and hardly ever inside a packet.
 *
 *   1  memory: each packet is a heap block of exactly its size
 *   5  one verdict: same code and same offset from both forms, for every tolerance, wherever the text lies in its packet
 *      and however much ASCII it begins with; what is before and after it plays no part
 *   6  errors: ASCII before a defect moves its offset, and changes nothing else
 *
 * An input is a text and, before it, two bytes that say how it is read: the first by which decoder, and what is permitted;
 * the second how many bytes are after and before the text in its packet, and what they are. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"
#include "lib/decode/text.h"
#include "lib/decode/text_block.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ASCII put before a text: enough that each byte of it comes to lie at each place of a block of 64, after the sixteen
 * bytes that a text begins with. */
#define MOST_ASCII 80u

typedef struct placing {
    gdv_tolerance tolerance;
    uint32_t permit;
    uint32_t before;
    uint32_t behind;
    uint8_t around; /* the bytes before and after */
    uint8_t *block; /* of exactly the longest packet; all of them end where it does */
    size_t block_size;
} placing;

typedef struct finding {
    gdv_status code;
    uint32_t wrong; /* counted from the start of the text */
} finding;

static finding found(gdv_status code, uint32_t wrong, uint32_t at, uint32_t size)
{
    finding made = {code, code == GDV_OK ? 0 : wrong - at};
    promise(code == GDV_OK || (wrong >= at && wrong - at < size), "what is wrong is in the text");
    return made;
}

static bool same(finding one, finding other)
{
    return one.code == other.code && one.wrong == other.wrong;
}

/* Of a text that blocks let pass `strict` bytes of: these must be a good text for themselves. */
static void check_blocks(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t wrong = 0;
    uint32_t strict = gdv_text_strict(in, at, size);
    promise(strict <= size, "blocks pass no more than there is");
    gdv_status code = gdv_text_check_scalar(in, at, strict, GDV_TOLERANCE_STRICT, GDV_PERMIT_TEXT_BOM, &wrong);
    promise(code == GDV_OK, "blocks pass strict text, up to the end of a character");
}

/* What engines keep of it, whatever it is: after a mark, before the first NUL. */
static void check_trim(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t mark = size >= 3 && memcmp(in->bytes + at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    uint32_t length = 0;
    uint32_t begin = at;
    uint32_t kept = size;

    while (mark + length < size && in->bytes[at + mark + length] != 0) {
        length += 1;
    }
    gdv_text_trim(in, &begin, &kept);
    promise(begin == at + mark && kept == length, "trimmed text is after the mark and before the NUL");
}

/* The sixteen bytes that a plain text is looked at in, one by one. */
static void check_odd(const gdv_cursor *in, uint32_t at)
{
    uint32_t odd = 0;
    if (in->size - at < 16) {
        return;
    }
    for (uint32_t index = 0; index < 16; index += 1) {
        uint8_t byte = in->bytes[at + index];
        odd |= byte == 0 || byte > 0x7f ? (uint32_t)1 << index : 0;
    }
    promise(gdv_odd16_at(in, at) == odd, "odd bytes of sixteen are those");
}

/* A packet whose text is `ascii` letters and what the input gives, which stands in the block already. */
static finding check_once(const placing *how, size_t size, uint32_t ascii)
{
    uint32_t at = how->before;
    uint32_t text = ascii + (uint32_t)size;
    uint32_t whole = at + text + how->behind;
    uint8_t *packet = how->block + (how->block_size - whole);
    gdv_cursor in = {packet, whole, 0, 0};
    uint32_t wrong = 0;

    memset(packet, how->around, at);
    memset(packet + at, 'a', ascii);
    gdv_status code = gdv_text_check_scalar(&in, at, text, how->tolerance, how->permit, &wrong);
    finding by_bytes = found(code, wrong, at, text);
    code = gdv_text_check(&in, at, text, how->tolerance, how->permit, &wrong);
    finding by_blocks = found(code, wrong, at, text);
    promise(same(by_bytes, by_blocks), "blocks and bytes agree");
    check_odd(&in, at);
    check_blocks(&in, at, text);
    check_trim(&in, at, text);
    return by_blocks;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) {
        return 0;
    }
    size -= 2;
    placing how = {(gdv_tolerance)(data[0] / 8 % (GDV_TOLERANCE_STRICT + 1u)),
                   ((data[0] & 1u) != 0 ? GDV_PERMIT_TEXT_BOM : 0) | ((data[0] & 2u) != 0 ? GDV_PERMIT_TEXT_NUL : 0) |
                       ((data[0] & 4u) != 0 ? GDV_PERMIT_TEXT_UTF8 : 0),
                   data[1] / 20u,
                   data[1] % 20u,
                   data[1],
                   NULL,
                   0};
    how.block_size = how.before + MOST_ASCII + size + how.behind;
    how.block = fresh(NULL, how.block_size);
    memset(how.block, how.around, how.block_size);
    memcpy(how.block + how.before + MOST_ASCII, data + 2, size);

    (void)check_once(&how, size, 0); /* with a mark where it is one */
    finding first = check_once(&how, size, 1);
    for (uint32_t ascii = 2; ascii <= MOST_ASCII; ascii += 1) {
        finding next = check_once(&how, size, ascii);
        first.wrong += first.code == GDV_OK ? 0 : 1;
        promise(same(first, next), "ASCII before a text moves what is found in it");
    }
    free(how.block);
    return 0;
}
