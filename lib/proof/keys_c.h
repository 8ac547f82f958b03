/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/keys.c (docs/proof.md). No compiler reads this file. First come the names that contracts use, then
 * the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_KEYS_C_H
#define GDV_PROOF_KEYS_C_H

/* SEARCHES: what is asked of the keys that one search is among: they are entries that were noted, apart from the levels that
 * comparisons write over. KEYS_OVER: the bytes of the entries from begin to stop - 1. */
#define SEARCHES(keys, spare, scan, begin, stop)                                                                       \
    (GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan) && GDV_LEVELS_SPARE(spare, scan) &&                            \
     \separated((spare)->stack, GDV_ENTRIES((keys)->end, (keys)->room)) && 0 <= (begin) <= (stop) <= (keys)->used)
#define KEYS_OVER(keys, begin, stop) (keys)->end[-8 * (stop) .. -8 * (begin) - 1]

/*@ requires GDV_SCAN_SOUND(again) && \valid(token);
    terminates \true; exits \false;
    assigns *again, *token;
    ensures sound: GDV_SCAN_SOUND(again) && again->in.size == \old(again->in.size);
    ensures moved: \old(again->in.pos) <= again->in.pos && (\result ==> \old(again->in.pos) + 4 <= again->in.pos);
    ensures token: \result ==> GDV_TOKEN_AGAIN(token);
*/
static bool read_child_again(gdv_scan *again, bool named, gdv_token *token);

#define END_OF_VALUE_LOOP                                                                                              \
    loop invariant sound: GDV_SCAN_SOUND(&again) && again.in.size == scan->in.size;                                    \
    loop invariant room: depth <= GDV_MAX_DEPTH && \initialized(&left[0 .. depth - 1]);                                \
    loop invariant token: more ==> GDV_TOKEN_AGAIN(&token);                                                                 \
    loop assigns depth, more, again, token, left[0 .. GDV_MAX_DEPTH - 1];                                              \
    loop variant again.in.size - again.in.pos + (more ? 1 : 0);

#define END_OF_VALUE_LOOP_2                                                                                            \
    loop invariant room: depth <= GDV_MAX_DEPTH && \initialized(&left[0 .. depth - 1]);                                \
    loop assigns depth;                                                                                                \
    loop variant depth;

/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= scan->in.size;
*/
static uint32_t end_of_value(const gdv_scan *scan);

/*@ requires GDV_SCAN_SOUND(scan) && \initialized(&keys->has_packet);
    requires made: keys->has_packet != 0 ==> \initialized(&keys->packet);
    terminates \true; exits \false;
    assigns keys->has_packet, keys->packet;
    ensures made: \initialized(&keys->has_packet) && keys->has_packet != 0 && \initialized(&keys->packet);
*/
static gdv_digest start_of_packet(gdv_keys *keys, const gdv_scan *scan);

/*@ requires \initialized(&keys->end) && \valid_read(GDV_ENTRIES(keys->end, index + 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint64_t entry_at(const gdv_keys *keys, uint32_t index);

/*@ requires \initialized(&keys->end) && \valid_read(GDV_ENTRIES(keys->end, index + 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t offset_at(const gdv_keys *keys, uint32_t index);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_LEVELS_SPARE(spare, scan);
    terminates \true; exits \false;
    assigns GDV_SPARE_LEVELS(spare);
*/
static bool comes_before(const gdv_levels *spare, const gdv_scan *scan, uint64_t one, uint64_t other);

#define SIFT_LOOP                                                                                                      \
    loop invariant root <= hole < n;                                                                                   \
    loop assigns hole, KEYS_OVER(keys, base, base + n), GDV_SPARE_LEVELS(spare);                                       \
    loop variant n - hole;

/*@ requires SEARCHES(keys, spare, scan, base, base + n) && root < n;
    terminates \true; exits \false;
    assigns KEYS_OVER(keys, base, base + n), GDV_SPARE_LEVELS(spare);
*/
static void sift(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t base, uint32_t root, uint32_t n);

#define SORT_BY_CONTENT_LOOP                                                                                           \
    loop invariant root <= n / 2;                                                                                      \
    loop assigns root, KEYS_OVER(keys, base, base + n), GDV_SPARE_LEVELS(spare);                                       \
    loop variant root;

#define SORT_BY_CONTENT_LOOP_2                                                                                         \
    loop invariant last <= n;                                                                                          \
    loop assigns last, KEYS_OVER(keys, base, base + n), GDV_SPARE_LEVELS(spare);                                       \
    loop variant last;

/*@ requires SEARCHES(keys, spare, scan, base, base + n);
    terminates \true; exits \false;
    assigns KEYS_OVER(keys, base, base + n), GDV_SPARE_LEVELS(spare);
*/
static void sort_by_content(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t base, uint32_t n);

#define ALL_EQUAL_LOOP                                                                                                 \
    loop invariant begin < index <= stop;                                                                              \
    loop assigns index, GDV_SPARE_LEVELS(spare);                                                                       \
    loop variant stop - index;

/*@ requires SEARCHES(keys, spare, scan, begin, stop) && begin < stop;
    terminates \true; exits \false;
    assigns GDV_SPARE_LEVELS(spare);
*/
static bool all_equal(const gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t begin, uint32_t stop);

#define SECOND_OF_LOOP                                                                                                 \
    loop invariant begin <= index <= stop;                                                                             \
    loop assigns index, first, second;                                                                                 \
    loop variant stop - index;

/*@ requires \initialized(&keys->end) && \valid_read(GDV_ENTRIES(keys->end, stop)) && begin <= stop;
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t second_of(const gdv_keys *keys, uint32_t begin, uint32_t stop);

#define REPEATED_OF_ALIKE_LOOP                                                                                         \
    loop invariant begin < index <= stop;                                                                              \
    loop assigns index, found, GDV_SPARE_LEVELS(spare);                                                                \
    loop variant stop - index;

/*@ requires SEARCHES(keys, spare, scan, begin, stop) && begin + 1 < stop;
    terminates \true; exits \false;
    assigns KEYS_OVER(keys, begin, stop), GDV_SPARE_LEVELS(spare);
*/
static uint32_t repeated_of_alike(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t begin,
                                  uint32_t stop);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= one && \result <= other;
*/
static uint32_t lower_of(uint32_t one, uint32_t other);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan) && begin <= stop <= keys->used;
    terminates \true; exits \false;
    assigns KEYS_OVER(keys, begin, stop), keys->has_packet, keys->packet;
    ensures keys: GDV_KEYS_SOUND(keys, scan);
*/
static void digest_each(gdv_keys *keys, const gdv_scan *scan, uint32_t begin, uint32_t stop);

#define REPEATED_OF_SUSPECTS_LOOP                                                                                      \
    loop invariant \at(begin, Pre) <= begin <= stop;                                                                   \
    loop invariant next == begin;                                                                                      \
    loop assigns begin, next, found, KEYS_OVER(keys, \at(begin, Pre), stop), GDV_SPARE_LEVELS(spare);                  \
    loop variant stop - begin;

/*@ requires SEARCHES(keys, spare, scan, begin, stop) && begin + 1 < stop;
    terminates \true; exits \false;
    assigns KEYS_OVER(keys, begin, stop), GDV_SPARE_LEVELS(spare), keys->has_packet, keys->packet;
    ensures keys: GDV_KEYS_SOUND(keys, scan);
*/
static uint32_t repeated_of_suspects(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t begin,
                                     uint32_t stop);

#define REPEATED_OF_ALL_LOOP                                                                                           \
    loop invariant \at(begin, Pre) <= begin <= stop;                                                                   \
    loop invariant next == begin;                                                                                      \
    loop invariant GDV_KEYS_SOUND(keys, scan);                                                                         \
    loop assigns begin, next, found, KEYS_OVER(keys, \at(begin, Pre), stop), GDV_SPARE_LEVELS(spare), keys->has_packet, \
        keys->packet;                                                                                                  \
    loop variant stop - begin;

/*@ requires SEARCHES(keys, spare, scan, begin, stop);
    terminates \true; exits \false;
    assigns KEYS_OVER(keys, begin, stop), GDV_SPARE_LEVELS(spare), keys->has_packet, keys->packet;
    ensures keys: GDV_KEYS_SOUND(keys, scan);
*/
GDV_COLD static uint32_t repeated_of_all(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t begin,
                                         uint32_t stop);

/*@ requires closed <= GDV_MAX_DEPTH && \valid_read(stack);
    requires above: closed > 1 ==> \initialized(&stack->levels[closed - 2].kind) &&
        \initialized(&stack->levels[closed - 2].left);
    terminates \true; exits \false;
    assigns \nothing;
    ensures inner: \result ==> closed > 1;
*/
static bool was_key(const gdv_stack *stack, uint32_t closed);

#endif
