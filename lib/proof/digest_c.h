/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/digest.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_DIGEST_C_H
#define GDV_PROOF_DIGEST_C_H

/* FITS: when n bytes of the last word have been taken, `rest` is below `most`. */
#define FITS(n, most) (size - done - left == (n) ==> rest < (most))

#define ADD_BYTES_LOOP                                                                                                 \
    loop invariant 0 <= done <= size;                                                                                  \
    loop invariant \initialized(&copy);                                                                                \
    loop assigns done, copy;                                                                                           \
    loop variant size - done;

#define ADD_BYTES_LOOP_2                                                                                               \
    loop invariant 0 <= left <= size - done < 8;                                                                       \
    loop invariant FITS(0, 1) && FITS(1, 0x100) && FITS(2, 0x10000) && FITS(3, 0x1000000);                             \
    loop invariant FITS(4, 0x100000000) && FITS(5, 0x10000000000) && FITS(6, 0x1000000000000);                         \
    loop invariant FITS(7, 0x100000000000000);                                                                         \
    loop assigns left, rest;                                                                                           \
    loop variant left;

/*@ requires \valid(digest) && \initialized(digest);
    requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns *digest;
    ensures \initialized(digest);
*/
static void add_bytes(gdv_digest *digest, const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires \valid(digest) && \initialized(digest);
    requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns *digest;
    ensures \initialized(digest);
*/
static void add_text(gdv_digest *digest, const gdv_cursor *in, uint32_t at, uint32_t size);

#define ADD_STRINGS_LOOP                                                                                               \
    loop invariant 0 <= index <= n;                                                                                    \
    loop invariant \initialized(&pos) && \initialized(&size) && \initialized(digest);                                  \
    loop assigns index, pos, size, *digest;                                                                            \
    loop variant n - index;

/*@ requires \valid(digest) && \initialized(digest);
    requires GDV_PACKET(in) && \initialized(&token->data);
    terminates \true; exits \false;
    assigns *digest;
    ensures \initialized(digest);
*/
static void add_strings(gdv_digest *digest, const gdv_cursor *in, const gdv_token *token, uint32_t n);

#endif
