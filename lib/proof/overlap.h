/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/wire/overlap.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_OVERLAP_H
#define GDV_PROOF_OVERLAP_H

/* A region whose fields are all set. */
#define GDV_REGION_KNOWN(region)                                                                                       \
    (\initialized(&(region).bytes) && \initialized(&(region).size) && \initialized(&(region).written))

/*@ requires width: width > 0;
    terminates \true; exits \false;
    assigns \nothing;
    ensures some: count == 0 ==> !\result;
    ensures fits: !\result ==> count <= SIZE_MAX / width;
*/
static inline bool gdv_wraps(const void *memory, size_t count, size_t width);

/*@ requires width: width > 0;
    terminates \true; exits \false;
    assigns \nothing;
    ensures valid: !\result ==> memory != \null || count == 0;
*/
static inline bool gdv_is_nowhere(const void *memory, size_t count, size_t width);

/*@ requires width: width > 0;
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline size_t gdv_extent(const void *memory, size_t count, size_t width);

/* What the answer means is not in the contract: the prover has no addresses as numbers. */
/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_overlap(const void *one, size_t one_size, const void *other, size_t other_size);

#define GDV_REGIONS_OVERLAP_LOOP                                                                                       \
    loop invariant one >= 1;                                                                                           \
    loop assigns one, found;                                                                                           \
    loop variant n - one;

#define GDV_REGIONS_OVERLAP_INNER_LOOP                                                                                 \
    loop invariant other <= one;                                                                                       \
    loop assigns other, found;                                                                                         \
    loop variant one - other;

/*@ requires valid: \valid_read(regions + (0 .. n - 1));
    requires known: \forall integer i; 0 <= i < n ==> GDV_REGION_KNOWN(regions[i]);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_regions_overlap(const gdv_region *regions, uint32_t n);

#endif
