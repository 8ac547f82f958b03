/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/text_block.h (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_TEXT_BLOCK_H
#define GDV_PROOF_TEXT_BLOCK_H

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= size;
*/
static inline uint32_t gdv_text_strict(const gdv_cursor *in, uint32_t at, uint32_t size);

#endif
