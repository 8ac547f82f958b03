/* SPDX-License-Identifier: MIT */
/* From a packet to its canonical encoding: what an engine of this dialect would send for what it read, with every
 * padding byte zero. For servers that relay packets: no engine writes the padding of node paths, so a packet relayed as
 * it came carries up to three bytes a name of its sender's memory (EB-01). Wire reference: sections 6 and 7. */
#ifndef GDV_CANON_H
#define GDV_CANON_H

#include <stddef.h>

#include "dialect.h"
#include "policy.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the canonical encoding of bytes[0 .. size-1] to out[0 .. capacity-1]. Two passes over the packet, nothing in
 * between: the first gives gdv_validate's verdict and the size, so that a packet that is refused leaves `out`
 * untouched; the second is a copy where nothing changes.
 *
 * Under GDV_POLICY_STRICT what changes is padding alone, so the size stays. Where the policy permits other encodings,
 * they are corrected: flags, widths, bools, text as the engine keeps it, flags of node paths, trailing bytes left out.
 * The values that it permits stay: non-finite numbers, objects, duplicate keys (both pairs, in order), what the engine
 * misreads, and node paths of the old form as they are. The canonical encoding of a canonical packet is itself. With
 * GDV_PERMIT_ENGINE_SPAN a Vector4 or Projection of Pandemonium is GDV_E_ENGINE_MISREADS, because that engine reads
 * every encoding of it wrongly.
 *
 * out may be `bytes` itself, unless a value or text would end later in the output than in the input; under
 * GDV_POLICY_STRICT it never does. If it would, GDV_E_OVERLAP, and nothing has changed. Any other overlap of an output
 * with another argument is GDV_E_OVERLAP. out NULL with capacity 0 measures.
 *
 * policy, scratch, report: as for gdv_validate. *out_size: the canonical size after GDV_OK, and after GDV_E_NO_SPACE
 * where it is out that is too small; else 0. Returns GDV_OK; what gdv_validate returns, GDV_E_LIMIT_BYTES and
 * GDV_E_LIMIT_STRING also where only the canonical packet is over the limit; GDV_E_NO_SPACE where scratch is too small,
 * or else out: nothing is written, and report->need is the bytes that suffice for the one that is too small.
 * GDV_E_BAD_ARGUMENT also where out_size is NULL, or out is nowhere (validate.h). However large out is said to be, no
 * more than the canonical size is written. */
GDV_API GDV_NODISCARD gdv_status gdv_canonicalize(const void *bytes, size_t size, gdv_dialect dialect,
                                                  const gdv_policy *policy, void *scratch, size_t scratch_size,
                                                  void *out, size_t capacity, size_t *out_size, gdv_report *report);

#ifdef __cplusplus
}
#endif

#endif
