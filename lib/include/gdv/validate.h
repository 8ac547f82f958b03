/* SPDX-License-Identifier: MIT */
/* The verdict on one packet: is it exactly one well-formed value that the policy accepts?
 *
 * One pass over the bytes, nothing built, nothing allocated; stack below 16 KiB. A report costs a second pass up to the
 * failing byte, and only on failure. Finding duplicate keys sorts a number of 32 bits for each key of a dictionary in
 * the caller's scratch memory: linear in the packet, whatever the attacker sends (keys.h).
 *
 * Threads may call this, and every function of the library, at once: there is no global state. They may share a packet,
 * a policy and a document that none of them writes to. Scratch memory, nodes, reports, a reader, a writer, a framer and
 * an iterator belong to one thread at a time. */
#ifndef GDV_VALIDATE_H
#define GDV_VALIDATE_H

#include <stddef.h>
#include <stdint.h>

#include "dialect.h"
#include "policy.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was seen. Set struct_size to sizeof(gdv_stats); the rest is written by every call. On failure the numbers
 * cover what was read up to the field that is refused. */
typedef struct gdv_stats {
    size_t struct_size;
    uint64_t bytes;   /* consumed; less than the packet only with GDV_PERMIT_TRAILING or on failure */
    uint32_t values;  /* containers and keys included */
    uint32_t deepest; /* depth of the deepest value; the outermost has 0 */
    uint32_t longest; /* bytes of the longest text */
    uint32_t widest;  /* elements of the largest container or packed array */
    uint64_t steps;   /* values, names and string array elements read: never more than bytes / 4 + 1 */
} gdv_stats;

/* Scratch bytes that suffice for every packet of that size: a third more than the size. What is used at any time is 8
 * bytes for each dictionary that is open and 8 for each of its keys so far. A packet without dictionaries uses none of
 * it, but where duplicate keys are refused there must be scratch memory all the same. */
GDV_API size_t gdv_scratch_bound(size_t size);

/* gdv_scratch_bound as a constant, for arrays: `static unsigned char scratch[GDV_SCRATCH_BOUND(1200)];` An integer
 * constant expression of type size_t where its argument is one, in C and C++; it is evaluated more than once. Takes any
 * size from 0 to SIZE_MAX and wraps nowhere: where a third more would be above SIZE_MAX, which no packet is long enough
 * for (GDV_MAX_BYTES), it is SIZE_MAX, as the function, and compilers refuse such an array. */
#define GDV_SCRATCH_BOUND(size) GDV_SCRATCH_BOUND_OF(sizeof(char) * (size)) /* a size_t, and no cast in C++ */
#define GDV_SCRATCH_BOUND_OF(n) ((n) < SIZE_MAX - SIZE_MAX / 4 - 8 ? (n) + (n) / 3 + 8 : SIZE_MAX)

/* Validates bytes[0 .. size-1] as one packet of the dialect.
 *
 * bytes         the packet; NULL only with size 0. Never written.
 * policy        NULL means GDV_POLICY_STRICT.
 * scratch       memory to find duplicate keys in, of any alignment; may be NULL with scratch_size 0 only where the
 *               policy permits duplicate keys. Its contents after the call are undefined. However large it is said to
 *               be, no more than its first gdv_scratch_bound(size) bytes are used.
 * stats, report may be NULL.
 *
 * Returns GDV_OK; or a code of 1-99 that says what is wrong with the packet, first defect in packet order, duplicate
 * keys when their dictionary ends; or, before a byte is read:
 *   GDV_E_BAD_ARGUMENT  bytes or scratch is nowhere. A region of memory is *nowhere* if its address is NULL and its
 *                       size is not 0, or if it wraps: its size is more than SIZE_MAX less its address. Every function
 *                       of the library that returns a status returns GDV_E_BAD_ARGUMENT for such a region
 *   GDV_E_BAD_DIALECT, GDV_E_BAD_POLICY
 *   GDV_E_BAD_STRUCT    stats or report with a wrong struct_size; neither is written
 *   GDV_E_OVERLAP       scratch, stats or report overlaps the packet, the policy or one another; nothing is written
 *   GDV_E_NO_SCRATCH    duplicate keys are to be refused, and there is no scratch memory
 * and GDV_E_NO_SPACE when the scratch memory runs out before anything is found to be wrong. Then report->need is the
 * scratch bytes that this packet takes, up to the first error in it if there is one. With that many bytes the call
 * gives its final verdict; more bytes do not change it. With one byte less it returns GDV_E_NO_SPACE and the same need.
 * A packet with a duplicate key may get its verdict with less, as the count does not compare keys. Counting is a pass
 * of its own, made only for a report. */
GDV_API GDV_NODISCARD gdv_status gdv_validate(const void *bytes, size_t size, gdv_dialect dialect,
                                              const gdv_policy *policy, void *scratch, size_t scratch_size,
                                              gdv_stats *stats, gdv_report *report);

/* One packet of many. */
typedef struct gdv_packet {
    const void *bytes; /* NULL only with size 0. Never written */
    size_t size;
} gdv_packet;

/* Validates packets[0 .. count-1] one after the other, as a server does that has taken all that a socket held: verdicts[i]
 * becomes what gdv_validate returns for packets[i] by itself, with the same arguments. While one is read, memory is asked
 * for the next ones: packets that lie in no cache are read almost twice as fast as by as many calls of gdv_validate.
 *
 * verdicts      one for each packet; NULL only with count 0
 * Other arguments as for gdv_validate. All packets share the scratch memory: gdv_scratch_bound of the longest suffices.
 *
 * Returns GDV_OK where every packet passes; else the first verdict that is not GDV_OK; or, before a byte is read, and
 * then no verdict is written:
 *   GDV_E_BAD_ARGUMENT  packets, one of them, scratch or verdicts is nowhere
 *   GDV_E_BAD_DIALECT, GDV_E_BAD_POLICY, GDV_E_NO_SCRATCH
 *   GDV_E_OVERLAP       scratch or verdicts overlaps a packet, packets, the policy or one another
 * A report on a packet that is refused is what gdv_validate makes. Time is linear in count and in the bytes. */
GDV_API GDV_NODISCARD gdv_status gdv_validate_many(const gdv_packet *packets, size_t count, gdv_dialect dialect,
                                                   const gdv_policy *policy, void *scratch, size_t scratch_size,
                                                   gdv_status *verdicts);

#ifdef __cplusplus
}
#endif

#endif
