/* SPDX-License-Identifier: MIT */
/* What proofs of other files take for granted of lib/keys/key_compare.h (docs/proof.md). No compiler reads this file. First come
 * the names that contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_KEY_COMPARE_H
#define GDV_PROOF_KEY_COMPARE_H

/* GDV_LEVELS_SPARE: levels that may be written over, apart from the packet and its table. */
#define GDV_SPARE_LEVELS(spare) (spare)->stack->levels[(spare)->used .. GDV_MAX_DEPTH - 1]
#define GDV_LEVELS_SPARE(spare, scan)                                                                                  \
    (\initialized(&(spare)->stack) && \initialized(&(spare)->used) && (spare)->used <= GDV_MAX_DEPTH &&                \
     \valid((spare)->stack) && \separated((spare)->stack, (scan)->table) &&                                            \
     \separated((spare)->stack, GDV_ROWS((scan)->table)) &&                                                            \
     \separated((spare)->stack, (scan)->in.bytes + (0 .. (scan)->in.size - 1)))

/*@ requires GDV_SCAN_SOUND(scan) && GDV_LEVELS_SPARE(spare, scan);
    terminates \true; exits \false;
    assigns GDV_SPARE_LEVELS(spare);
*/
int gdv_key_order(const gdv_levels *spare, const gdv_scan *scan, uint32_t one, uint32_t other);

#endif
