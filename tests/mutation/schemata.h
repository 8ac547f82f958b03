/* SPDX-License-Identifier: MIT */
/* What the choices in a source with all its mutants mean (schemata.py); included before its first line. Built with
 * GDV_MUTATE_REACH they choose nothing and note that execution came by; or, where both values can be had, that they
 * differed, as a test in which they never do cannot tell the mutant. */
#ifndef GDV_CI_MUTATE_SCHEMATA_H
#define GDV_CI_MUTATE_SCHEMATA_H

/* Not stdint.h: with it the C library would settle what it shows before a source can ask for more (_GNU_SOURCE). */
#include <stdbool.h>
#include <stddef.h>

extern __UINT32_TYPE__ gdv_mutant;      /* the number of the one that is in force, or 0 */
extern unsigned char gdv_reached[];     /* by number */
extern __UINT32_TYPE__ gdv_weak_digest; /* digests have one bit, as in //tests:gdv_weak */

/* Counted as in //tests:gdv_counting. */
extern __UINT64_TYPE__ gdv_moves;
extern __UINT64_TYPE__ gdv_digested;
extern __UINT64_TYPE__ gdv_passed;
extern __UINT32_TYPE__ gdv_comparisons;
extern __UINT32_TYPE__ gdv_rereads;

#ifdef GDV_MUTATE_REACH
#define GDV_MUTANT(number) (gdv_reached[number] = 1, 0)
#define GDV_MUTANT_VALUE(number, after, before)                                                                        \
    ({                                                                                                                 \
        __auto_type gdv_before = before;                                                                               \
        gdv_reached[number] |= gdv_before != after;                                                                    \
        gdv_before;                                                                                                    \
    })
#else
#define GDV_MUTANT(number) (gdv_mutant == (number))
#define GDV_MUTANT_VALUE(number, after, before) (gdv_mutant == (number) ? after : before)
#endif

#endif
