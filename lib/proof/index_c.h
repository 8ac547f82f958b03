/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/index.c (docs/proof.md). No compiler reads this file. A macro FUNCTION_LOOP is the annotation of
 * the loop in that function; contracts that are not here are those of the header. */
/* clang-format off */
#ifndef GDV_PROOF_INDEX_C_H
#define GDV_PROOF_INDEX_C_H

/* GDV_INDEX_PROBES: the loop over the places of a hash. GDV_INDEX_TEXTS_FREE, _LOOP: those of gdv_index_texts; _KEPT: that the
 * slots which it writes are no texts. */
#define GDV_INDEX_PROBES                                                                                               \
    loop invariant probe <= GDV_FORM_PROBES;                                                                           \
    loop assigns probe;                                                                                                \
    loop variant GDV_FORM_PROBES - probe;
#define GDV_INDEX_TEXTS_FREE                                                                                           \
    loop invariant place <= places;                                                                                    \
    loop invariant \initialized(slots + (0 .. place - 1));                                                             \
    loop assigns place, slots[0 .. places - 1];                                                                        \
    loop variant places - place;
#define GDV_INDEX_TEXTS_LOOP                                                                                           \
    loop invariant index <= count;                                                                                     \
    loop invariant \initialized(slots + (0 .. places - 1));                                                            \
    loop assigns index, slots[0 .. places - 1];                                                                        \
    loop variant count - index;
#define GDV_INDEX_TEXTS_KEPT                                                                                           \
    assert kept: texts[index].at == \at(texts[\at(index, Here)].at, Pre) &&                                            \
        texts[index].size == \at(texts[\at(index, Here)].size, Pre);
#define GDV_INDEX_NUMBER_LOOP                                                                                          \
    loop invariant among: first + left <= count;                                                                       \
    loop assigns first, left;                                                                                          \
    loop variant left;
#define GDV_INDEX_BITS_LOOP                                                                                            \
    loop invariant bits <= GDV_FORM_MAX_BITS;                                                                          \
    loop assigns bits;                                                                                                 \
    loop variant GDV_FORM_MAX_BITS - bits;

/*@ requires few: probe < GDV_FORM_PROBES && 1 <= places;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result < places;
*/
static uint32_t place_after(uint32_t hash, uint32_t probe, uint32_t places);

/*@ requires short: size <= GDV_MAX_BYTES;
    requires own: \valid_read(text + (0 .. size - 1));
    requires set: \initialized(text + (0 .. size - 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t hash_of(uint32_t seed, const char *text, uint32_t size);

/*@ requires some: 1 <= places;
    requires GDV_TABLE_READABLE(slots, places);
    terminates \true; exits \false;
    assigns \nothing;
    ensures place: \result == GDV_NONE || \result < places;
*/
static uint32_t free_place(const gdv_form_slot *slots, uint32_t places, uint32_t hash);

#endif
