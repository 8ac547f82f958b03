/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/short_text.h (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_SHORT_TEXT_H
#define GDV_PROOF_SHORT_TEXT_H

/*@ requires size <= 0x7ffffffc;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (size + 3) / 4 * 4;
    ensures size <= \result <= size + 3 && \result % 4 == 0;
*/
static inline uint32_t gdv_padded(uint32_t size);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_short_number_of(uint64_t first, uint64_t last);

/*@ requires GDV_PACKET(in) && size <= 16;
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_short_number(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires GDV_PACKET(in) && size <= 16 && padded == (size + 3) / 4 * 4;
    requires inside: 16 <= at + padded <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_is_short_plain(const gdv_cursor *in, uint32_t at, uint32_t padded, uint32_t size);

/*@ requires GDV_PACKET(in) && size <= 16 && padded == (size + 3) / 4 * 4;
    requires inside: 16 <= at + padded <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_short_number_at(const gdv_cursor *in, uint32_t at, uint32_t padded, uint32_t size);

#endif
