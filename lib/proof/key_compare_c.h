/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/key_compare.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_KEY_COMPARE_C_H
#define GDV_PROOF_KEY_COMPARE_C_H

/* A side whose packet can be read, whatever its bytes are now: another thread may have changed them. */
#define SIDE_READABLE(side) (GDV_PACKET(&(side)->scan.in) && \initialized(&(side)->token))

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == 0 <==> one == other;
*/
static int order_of(uint64_t one, uint64_t other);

/*@ requires SIDE_READABLE(one) && SIDE_READABLE(other);
    requires inside: GDV_HOLDS(&one->scan.in, at_one, size) && GDV_HOLDS(&other->scan.in, at_other, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static int order_of_bytes(const side *one, const side *other, uint32_t at_one, uint32_t at_other, uint32_t size);

/*@ requires SIDE_READABLE(one) && SIDE_READABLE(other);
    requires inside: GDV_HOLDS(&one->scan.in, at_one, size_one) && GDV_HOLDS(&other->scan.in, at_other, size_other);
    terminates \true; exits \false;
    assigns \nothing;
*/
static int order_of_texts(const side *one, const side *other, uint32_t at_one, uint32_t size_one, uint32_t at_other,
                          uint32_t size_other);

/*@ requires SIDE_READABLE(one) && SIDE_READABLE(other);
    requires inside: GDV_HOLDS(&one->scan.in, one->token.data, one->token.count);
    requires inside: GDV_HOLDS(&other->scan.in, other->token.data, other->token.count);
    terminates \true; exits \false;
    assigns \nothing;
*/
static int order_of_names(const side *one, const side *other);

#define ORDER_OF_STRINGS_LOOP                                                                                          \
    loop invariant 0 <= index <= n;                                                                                    \
    loop invariant \initialized(&pos_one) && \initialized(&pos_other) && \initialized(&order);                         \
    loop invariant \initialized(&size_one) && \initialized(&size_other);                                               \
    loop assigns index, order, pos_one, pos_other, size_one, size_other;                                               \
    loop variant n - index;

/*@ requires SIDE_READABLE(one) && SIDE_READABLE(other);
    terminates \true; exits \false;
    assigns \nothing;
*/
static int order_of_strings(const side *one, const side *other, uint32_t n);

#endif
