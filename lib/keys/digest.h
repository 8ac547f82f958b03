/* SPDX-License-Identifier: MIT */
/* Internal: numbers for keys: equal keys have equal ones (as key_compare.h has it), others mostly not.
 *
 * A fingerprint is cheap, and anybody who has read digest.c can make any number of keys with one fingerprint. A digest
 * is of all bytes of the packet (of its value, where more may follow) and then of the key: the packet keys its own
 * hash, so that there is no secret to keep and nothing random to ask for. A sender who looks for keys that collide
 * changes with each try the function under which they would have to: of 2^32 packets there is one in which two certain
 * keys do, of 2^64 one in which two such pairs do. The permutation is SipHash's, one round for eight bytes and three
 * at the end. */
#ifndef GDV_DIGEST_H
#define GDV_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

#include "../decode/scan.h"
#include "../decode/short_text.h"

#ifdef __FRAMAC__
#include "../proof/digest.h"
#endif

/* A product of two 32-bit numbers fits 64 bits, and its halves together depend on every bit of both. */
static inline uint32_t gdv_mix(uint32_t seed, uint32_t one, uint32_t other)
{
    uint64_t product = (uint64_t)(seed ^ one) * (0x9e3779b1u ^ other);
    return (uint32_t)(product / 0x100000000u) ^ (uint32_t)(product & 0xffffffffu);
}

static inline uint32_t gdv_mix_word(uint32_t seed, uint64_t word)
{
    return gdv_mix(seed, (uint32_t)(word & 0xffffffffu), (uint32_t)(word / 0x100000000u));
}

/* Eight bytes at a time; the last eight overlap those before, which costs less than to take what is left apart.
 * Requires at + size <= in->size. */
static inline uint32_t gdv_mix_bytes(uint32_t seed, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t number = seed;
    uint32_t left = size;
    /*@ GDV_MIX_BYTES_LOOP */
    while (left > 8) {
        number = gdv_mix_word(number, gdv_u64_at(in, at + size - left));
        left -= 8;
    }
    if (size >= 8) {
        number = gdv_mix_word(number, gdv_u64_at(in, at + size - 8));
    } else if (size >= 4) {
        number = gdv_mix(number, gdv_u32_at(in, at), gdv_u32_at(in, at + size - 4));
    } else if (size > 0) {
        uint32_t middle = gdv_u8_at(in, at + size / 2) * 0x100u;
        number = gdv_mix(number, gdv_u8_at(in, at) + middle, gdv_u8_at(in, at + size - 1));
    }
    return gdv_mix(number, size, 0);
}

/* The fingerprint of a key. Time: linear in the key, its children aside. Requires a token that has been read from this
 * packet. */
uint32_t gdv_fingerprint(const gdv_scan *scan, const gdv_token *token);

/* Where they begin: bits of the root of two, as the product of a small seed and a small number would be small. */
#define GDV_FINGERPRINT_SEED 0x6a09e667u

/* The fingerprint of a text, as engines keep it: equal for a String and a StringName of the same text, which may be
 * equal keys. Requires at + size <= in->size. */
static inline uint32_t gdv_fingerprint_text(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    return size <= GDV_SHORT_TEXT ? gdv_short_number(in, at, size)
                                  : gdv_mix_bytes((uint32_t)GDV_TYPE_STRING ^ GDV_FINGERPRINT_SEED, in, at, size);
}

/* The fingerprint of an int, by its value, whatever its width. */
static inline uint32_t gdv_fingerprint_int(uint64_t bits)
{
    uint32_t lower = gdv_mix((uint32_t)GDV_TYPE_INT ^ GDV_FINGERPRINT_SEED, (uint32_t)(bits & 0xffffffffu), 0);
    return gdv_mix(lower, (uint32_t)(bits / 0x100000000u), 0);
}

/* A new digest, of nothing or of all bytes of a packet. */
void gdv_digest_start(gdv_digest *digest);
void gdv_digest_packet(gdv_digest *digest, const gdv_cursor *in);

/* Adds a number; or a value, its children aside: they are added after it, in packet order. is_key: whether the value
 * is a key, of that dictionary or of one inside its key. */
void gdv_digest_add(gdv_digest *digest, uint64_t word);
void gdv_digest_value(gdv_digest *digest, const gdv_scan *scan, const gdv_token *token, bool is_key);

/* The digest of what was added. */
uint32_t gdv_digest_end(gdv_digest *digest);

#endif
