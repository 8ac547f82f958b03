/* SPDX-License-Identifier: MIT */
/* RFC 1321: blocks of 64 bytes, four rounds of 16 steps each. */
#include "md5.h"

#include <string.h>

/* The integer part of 2^32 times the sine of the step's number, in radians. */
static const uint32_t sines[] = {
    0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u, 0xfd469501u,
    0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu, 0x6b901122u, 0xfd987193u, 0xa679438eu, 0x49b40821u,
    0xf61e2562u, 0xc040b340u, 0x265e5a51u, 0xe9b6c7aau, 0xd62f105du, 0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u,
    0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu, 0xa9e3e905u, 0xfcefa3f8u, 0x676f02d9u, 0x8d2a4c8au,
    0xfffa3942u, 0x8771f681u, 0x6d9d6122u, 0xfde5380cu, 0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u,
    0x289b7ec6u, 0xeaa127fau, 0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u,
    0xf4292244u, 0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u, 0xffeff47du, 0x85845dd1u,
    0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u, 0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu, 0xeb86d391u};

/* By how much each step rotates, in turns of four, which are those of its round. */
static const uint8_t rotations[] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

static uint32_t low32(uint64_t sum)
{
    return (uint32_t)(sum & UINT32_MAX);
}

static uint32_t rotated_word(uint32_t word, uint32_t bits)
{
    return low32((uint64_t)word << bits) | word >> (32 - bits);
}

static uint32_t block_word(const uint8_t *block, uint32_t index)
{
    const uint8_t *at = block + 4 * (size_t)index;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* What a round makes of three words, and which word of the block its step takes. */
static uint32_t mixed(uint32_t step, uint32_t b, uint32_t c, uint32_t d, uint32_t *word)
{
    switch (step / 16) {
    case 0:
        *word = step;
        return (b & c) | (~b & d);
    case 1:
        *word = (5 * step + 1) % 16;
        return (b & d) | (c & ~d);
    case 2:
        *word = (3 * step + 5) % 16;
        return b ^ c ^ d;
    default:
        *word = 7 * step % 16;
        return c ^ (b | ~d);
    }
}

static void take_block(gdv_md5 *sum)
{
    uint32_t a = sum->state[0];
    uint32_t b = sum->state[1];
    uint32_t c = sum->state[2];
    uint32_t d = sum->state[3];
    for (uint32_t step = 0; step < 64; step += 1) {
        uint32_t word = 0;
        const uint32_t of_round = mixed(step, b, c, d, &word);
        const uint32_t with_word = low32((uint64_t)a + of_round + block_word(sum->block, word) + sines[step]);
        a = d;
        d = c;
        c = b;
        b = low32((uint64_t)b + rotated_word(with_word, rotations[step / 16 * 4 + step % 4]));
    }
    sum->state[0] = low32((uint64_t)sum->state[0] + a);
    sum->state[1] = low32((uint64_t)sum->state[1] + b);
    sum->state[2] = low32((uint64_t)sum->state[2] + c);
    sum->state[3] = low32((uint64_t)sum->state[3] + d);
}

gdv_md5 gdv_md5_begin(void)
{
    const gdv_md5 sum = {{0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u}, 0, {0}};
    return sum;
}

static void add_byte(gdv_md5 *sum, uint8_t byte)
{
    sum->block[sum->size % 64] = byte;
    sum->size += 1;
    if (sum->size % 64 == 0) {
        take_block(sum);
    }
}

void gdv_md5_add(gdv_md5 *sum, const char *bytes, uint32_t size)
{
    for (uint32_t index = 0; index < size; index += 1) {
        add_byte(sum, (uint8_t)bytes[index]);
    }
}

void gdv_md5_end(gdv_md5 *sum, char *digits)
{
    static const char hex[] = "0123456789abcdef";
    const uint64_t bits = (uint64_t)sum->size * 8;
    add_byte(sum, 0x80);
    while (sum->size % 64 != 56) {
        add_byte(sum, 0);
    }
    for (uint32_t index = 0; index < 8; index += 1) {
        add_byte(sum, (uint8_t)(bits >> 8 * index & 0xff));
    }
    for (uint32_t index = 0; index < 16; index += 1) {
        const uint32_t byte = sum->state[index / 4] >> 8 * (index % 4) & 0xffu;
        digits[2 * (size_t)index] = hex[byte / 16];
        digits[2 * (size_t)index + 1] = hex[byte % 16];
    }
}
