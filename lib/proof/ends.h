/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/write/ends.h (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_ENDS_H
#define GDV_PROOF_ENDS_H

#define GDV_ENDS_SET(ends) (\initialized(&(ends)->head) && \initialized(&(ends)->tail))

/*@ requires size: 0 < size <= GDV_SHORT_TEXT;
    requires text: \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    terminates \true; exits \false;
    assigns *ends;
    ensures set: GDV_ENDS_SET(ends);
*/
GDV_INLINE void gdv_ends_set(gdv_ends *ends, const uint8_t *text, size_t size);

/*@ requires set: GDV_ENDS_SET(ends);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_ends_are_plain(const gdv_ends *ends);

/*@ requires \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_is_short_ascii(const uint8_t *text, size_t size);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_ends_product(uint32_t head, uint32_t tail);

/*@ requires set: GDV_ENDS_SET(ends);
    terminates \true; exits \false;
    assigns \nothing;
*/
GDV_INLINE uint32_t gdv_ends_fingerprint(const gdv_ends *ends, uint32_t size);

/*@ requires size: 0 < size <= GDV_SHORT_TEXT;
    requires set: GDV_ENDS_SET(ends);
    requires room: \valid(room + (0 .. size - 1));
    terminates \true; exits \false;
    assigns room[0 .. size - 1];
    ensures written: GDV_WRITTEN(room, size);
*/
GDV_INLINE void gdv_ends_fill(uint8_t *room, const gdv_ends *ends, uint32_t size);

/*@ requires size: 0 < size <= GDV_SHORT_TEXT;
    requires set: GDV_ENDS_SET(ends);
    requires fits: out->pos + 8 + size + GDV_PAD(size) <= out->capacity;
    GDV_PUT_ASKS(8 + size + GDV_PAD(size))
    terminates \true; exits \false;
    GDV_PUT_LEAVES(8 + size + GDV_PAD(size))
*/
GDV_INLINE void gdv_take_short_text(gdv_sink *out, uint32_t header, const gdv_ends *ends, uint32_t size);

#endif
