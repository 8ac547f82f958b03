/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/digest.h (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_DIGEST_H
#define GDV_PROOF_DIGEST_H

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_mix(uint32_t seed, uint32_t one, uint32_t other);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_mix_word(uint32_t seed, uint64_t word);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_fingerprint_int(uint64_t bits);

#define GDV_MIX_BYTES_LOOP                                                                                             \
    loop invariant left <= size;                                                                                       \
    loop assigns left, number;                                                                                         \
    loop variant left;

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_mix_bytes(uint32_t seed, const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires GDV_SCAN_SOUND(scan) && \initialized(token);
    requires token->id < scan->table->count && token->wire == scan->table->types + token->id;
    terminates \true; exits \false;
    assigns \nothing;
*/
uint32_t gdv_fingerprint(const gdv_scan *scan, const gdv_token *token);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_fingerprint_text(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires \valid(digest) && \initialized(digest);
    terminates \true; exits \false;
    assigns *digest;
    ensures \initialized(digest);
*/
void gdv_digest_add(gdv_digest *digest, uint64_t word);

/*@ requires \valid(digest) && GDV_PACKET(in);
    terminates \true; exits \false;
    assigns *digest;
    ensures \initialized(digest);
*/
void gdv_digest_packet(gdv_digest *digest, const gdv_cursor *in);

#endif
