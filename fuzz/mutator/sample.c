/* SPDX-License-Identifier: MIT */
#include "fuzz/mutator/sample.h"

#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

const uint64_t sample_floats32[] = {
    0x00000000, /* 0 */
    0x80000000, /* -0 */
    0x3f800000, /* 1 */
    0xbf800000, /* -1 */
    0x00000001, /* least denormal */
    0x807fffff, /* greatest denormal, negative */
    0x00800000, /* least normal */
    0x7f7fffff, /* greatest finite */
    0xff7fffff, /* the same, negative */
    0x7f800000, /* infinity */
    0xff800000, /* -infinity */
    0x7fc00000, /* quiet NaN */
    0xffc00001, /* quiet NaN, negative, with a payload */
    0x7f800001, /* signalling NaN */
    0x4b800001, /* 2^24 + 2 */
};
const size_t sample_floats32_count = sizeof sample_floats32 / sizeof sample_floats32[0];

/* The first half fits a float, and is minimal in 32 bits. */
const uint64_t sample_floats64[] = {
    UINT64_C(0x0000000000000000), /* 0 */
    UINT64_C(0x8000000000000000), /* -0 */
    UINT64_C(0x3ff0000000000000), /* 1 */
    UINT64_C(0x36a0000000000000), /* least denormal float */
    UINT64_C(0x47efffffe0000000), /* greatest float */
    UINT64_C(0x7ff0000000000000), /* infinity */
    UINT64_C(0xfff0000000000000), /* -infinity */
    UINT64_C(0x7ff8000000000000), /* quiet NaN */
    UINT64_C(0xfff8000000000001), /* quiet NaN, negative, with a payload */
    UINT64_C(0x7ff0000000000001), /* signalling NaN */
    UINT64_C(0x3fb999999999999a), /* 0.1 */
    UINT64_C(0x3ff0000010000000), /* half way between two floats */
    UINT64_C(0x3690000000000000), /* half the least denormal float: rounds to 0 */
    UINT64_C(0x47effffff0000000), /* rounds to a float's infinity */
    UINT64_C(0x47f0000000000000), /* 2^128 */
    UINT64_C(0x0000000000000001), /* least denormal */
    UINT64_C(0x000fffffffffffff), /* greatest denormal */
    UINT64_C(0x7fefffffffffffff), /* greatest finite */
    UINT64_C(0xffefffffffffffff), /* the same, negative */
};
const size_t sample_floats64_count = sizeof sample_floats64 / sizeof sample_floats64[0];

const uint64_t sample_ints[] = {
    0,
    1,
    2,
    0xff,
    0x10000,
    0x7fffffff,
    UINT64_C(0xffffffffffffffff), /* -1 */
    UINT64_C(0xffffffff80000000), /* the least of 32 bits */
    UINT64_C(0xffffffff7fffffff), /* one less */
    0x80000000,                   /* one more than the greatest of 32 bits */
    0xffffffff,
    UINT64_C(0x100000000),
    UINT64_C(0x7fffffffffffffff),
    UINT64_C(0x8000000000000000),
};
const size_t sample_ints_count = sizeof sample_ints / sizeof sample_ints[0];

const uint32_t sample_counts[] = {
    0,          1,          2,          3,
    0x7fffffff, 0x80000000, 0x80000001, 0xfffffffc, /* with its padding or its own four bytes it wraps */
    0xfffffffd, 0xffffffff, 0x40000000,             /* times 4 */
    0x3fffffff, 0x20000000,                         /* times 8 */
    0x1fffffff, 0x20000001, 0x15555556,             /* times 12 */
    0x10000000,                                     /* times 16 */
    0x10000001, 0x0aaaaaab,                         /* times 24 */
    0x08000000,                                     /* times 32 */
};
const size_t sample_counts_count = sizeof sample_counts / sizeof sample_counts[0];

#define TEXT(bytes) {bytes, (uint8_t)(sizeof(bytes) - 1)}
const sample_text sample_texts[] = {
    TEXT(""),
    TEXT("\0"),
    TEXT("a\0b"),
    TEXT("\xef\xbb\xbf"),             /* byte order mark */
    TEXT("\xef\xbb\xbf\xef\xbb\xbf"), /* and another, which engines keep */
    TEXT("\xc2\x80"),                 /* least of two bytes */
    TEXT("\xdf\xbf"),                 /* greatest of two */
    TEXT("\xe0\xa0\x80"),             /* least of three */
    TEXT("\xed\x9f\xbf"),             /* last before the surrogates */
    TEXT("\xee\x80\x80"),             /* first after them */
    TEXT("\xef\xbf\xbf"),             /* greatest of three, no character */
    TEXT("\xf0\x90\x80\x80"),         /* least of four */
    TEXT("\xf4\x8f\xbf\xbf"),         /* U+10FFFF */
    TEXT("\xc0\x80"),                 /* overlong NUL */
    TEXT("\xc1\xbf"),                 /* overlong, two bytes */
    TEXT("\xe0\x80\xaf"),             /* overlong slash, which Godot 3 takes */
    TEXT("\xe0\x81\x81"),             /* overlong A, which Godot 3 takes */
    TEXT("\xe0\x9f\xbf"),             /* greatest overlong of three */
    TEXT("\xf0\x80\x80\xaf"),         /* overlong, four */
    TEXT("\xf0\x8f\xbf\xbf"),         /* greatest overlong of four */
    TEXT("\xf8\x80\x80\x80\xaf"),     /* overlong, five */
    TEXT("\xfc\x80\x80\x80\x80\xaf"), /* overlong, six */
    TEXT("\xed\xa0\x80"),             /* first surrogate */
    TEXT("\xed\xbf\xbf"),             /* last surrogate */
    TEXT("\xed\xa0\xbd\xed\xb8\x80"), /* a pair of them */
    TEXT("\xf4\x90\x80\x80"),         /* one more than U+10FFFF */
    TEXT("\xf5\x80\x80\x80"),         /* a lead byte that there is not */
    TEXT("\xf8\x88\x80\x80\x80"),     /* five bytes */
    TEXT("\xfc\x84\x80\x80\x80\x80"), /* six bytes */
    TEXT("\xfe"),
    TEXT("\xff"),
    TEXT("\x80"), /* a continuation of nothing */
    TEXT("\xbf"),
    TEXT("\xc2"), /* cut short */
    TEXT("\xe2\x82"),
    TEXT("\xf0\x9f\x98"),
    TEXT("\xc2\x41"), /* continued by an ASCII character */
    TEXT("\xe2\x82\xac"),
    TEXT("\xf0\x9f\x98\x80"),
    TEXT("/root"),
    TEXT("a:b"),
    TEXT("script"),
    TEXT("res://a.gd"),
    TEXT("EncodedObjectAsID"),
};
const size_t sample_texts_count = sizeof sample_texts / sizeof sample_texts[0];

size_t sample_width(gdv_component part)
{
    return part == GDV_COMPONENT_INT64 || part == GDV_COMPONENT_FLOAT64 ? 8 : 4;
}

/* Of numbers that are drawn at will most are small, so that keys meet their equals. */
static uint64_t plain_number(gdv_component part, chance *from)
{
    uint32_t small = chance_below(from, 5);
    switch (part) {
    case GDV_COMPONENT_FLOAT32:
        return small < 4 ? 0x3f800000u + (uint64_t)small * 0x400000u : 0x40000000u | chance_below(from, 0x800000u);
    case GDV_COMPONENT_FLOAT64:
        return UINT64_C(0x3fb0000000000000) | (chance_bits(from) & UINT64_C(0xfffffffffffff));
    case GDV_COMPONENT_INT64:
        return small < 2 ? chance_bits(from) : small;
    case GDV_COMPONENT_INT32:
    case GDV_COMPONENT_INT8:
    case GDV_COMPONENT_INT16:
    case GDV_COMPONENT_NONE:
        break;
    }
    return small < 4 ? small : chance_bits(from) & 0xffffffffu;
}

uint64_t sample_number(gdv_component part, chance *from, uint32_t nasty)
{
    if (!chance_one(from, nasty)) {
        return plain_number(part, from);
    }
    switch (part) {
    case GDV_COMPONENT_FLOAT32:
        return sample_floats32[chance_below(from, (uint32_t)sample_floats32_count)];
    case GDV_COMPONENT_FLOAT64:
        return sample_floats64[chance_below(from, (uint32_t)sample_floats64_count)];
    case GDV_COMPONENT_INT64:
    case GDV_COMPONENT_INT32:
    case GDV_COMPONENT_INT8:
    case GDV_COMPONENT_INT16:
    case GDV_COMPONENT_NONE:
        break;
    }
    return sample_ints[chance_below(from, (uint32_t)sample_ints_count)];
}

bool sample_add_number(draft *to, gdv_component part, uint64_t bits)
{
    return draft_word(to, (uint32_t)(bits & 0xffffffffu)) &&
           (sample_width(part) == 4 || draft_word(to, (uint32_t)(bits >> 32)));
}

bool sample_add_text(draft *to, chance *from, bool closed)
{
    static const char ascii[] = "abcabcdefghijklmnopqrstuvwxyz0123456789/:. _ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char nul = '\0';
    const sample_text *piece = &sample_texts[chance_below(from, (uint32_t)sample_texts_count)];
    /* around 16 and 32 bytes the library looks at text in larger steps */
    uint32_t length = chance_one(from, 6) ? 12 + chance_below(from, 24) : chance_below(from, 6);
    bool pieced = chance_one(from, 5);
    size_t at = to->size;
    bool fits = draft_word(to, 0);

    for (uint32_t index = 0; fits && index < length; index += 1) {
        fits = draft_add(to, &ascii[length < 6 ? chance_below(from, 3) : chance_below(from, sizeof ascii - 1)], 1);
    }
    fits = fits && (!pieced || draft_add(to, piece->bytes, piece->size)) && (!closed || draft_add(to, &nul, 1));
    if (fits) {
        word_put(to->bytes + at, (uint32_t)(to->size - at - 4));
        static const uint8_t zeros[4];
        fits = draft_add(to, zeros, padding_of(to->size - at));
    }
    return fits;
}

uint32_t sample_id(gdv_dialect dialect, chance *from)
{
    return chance_below(from, gdv_dialect_types(dialect));
}

UNTRACED_END
