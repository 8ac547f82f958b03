/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/include/gdv/validate.h (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_VALIDATE_H
#define GDV_PROOF_VALIDATE_H

#include <gdv/validate.h>

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (size + size / 3 + 8 <= SIZE_MAX ? size + size / 3 + 8 : SIZE_MAX) ||
        (size >= SIZE_MAX - SIZE_MAX / 4 - 8 && \result == SIZE_MAX);
*/
GDV_API size_t gdv_scratch_bound(size_t size);

#endif
