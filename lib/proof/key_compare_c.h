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

/* What the comparison of two values goes through. SPARE_OPEN: the spare levels that are in use are set (SPARE_SET), and values are to
 * come in the innermost of them (SPARE_WAITS). */
#define SPARE_SET(spare, depth)                                                                                        \
    (\forall integer i; (spare)->used <= i < (depth) ==> GDV_LEVEL_SET((spare)->stack->levels[i]))
#define SPARE_WAITS(spare, depth) ((depth) > (spare)->used ==> (spare)->stack->levels[(depth) - 1].left > 0)
#define SPARE_OPEN(spare, depth)                                                                                       \
    ((spare)->used <= (depth) <= GDV_MAX_DEPTH && SPARE_SET(spare, depth) && SPARE_WAITS(spare, depth))

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static int order_of_places(const gdv_scan *one, uint32_t at_one, const gdv_scan *other, uint32_t at_other);

/*@ requires \initialized(&spare->used) && \initialized(&spare->stack) && \valid(spare->stack);
    requires open: SPARE_OPEN(spare, depth);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_key(const gdv_levels *spare, uint32_t depth);

#define NEST_LOOP                                                                                                      \
    loop invariant inside: spare->used <= *depth <= GDV_MAX_DEPTH && \initialized(depth);                              \
    loop invariant set: SPARE_SET(spare, *depth);                                                                      \
    loop assigns *depth;                                                                                               \
    loop variant *depth;

/*@ requires \initialized(&spare->used) && \initialized(&spare->stack) && \valid(spare->stack) && \initialized(depth);
    requires open: SPARE_OPEN(spare, *depth);
    requires token: GDV_TOKEN_AGAIN(token);
    terminates \true; exits \false;
    assigns *depth, GDV_SPARE_LEVELS(spare);
    ensures inside: spare->used <= *depth <= GDV_MAX_DEPTH && \initialized(depth);
    ensures set: \result ==> SPARE_SET(spare, *depth);
    ensures waits: \result ==> SPARE_WAITS(spare, *depth);
*/
static bool nest(const gdv_levels *spare, uint32_t *depth, const gdv_token *token);

#endif
