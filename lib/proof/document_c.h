/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/document.c (docs/proof.md). No compiler reads this file. The contract of each function stands on
 * its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_DOCUMENT_C_H
#define GDV_PROOF_DOCUMENT_C_H

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= SIZE_MAX / sizeof(gdv_node);
    ensures enough: 4 <= size <= GDV_MAX_BYTES ==> \result >= 1;
    ensures enough: 12 <= size <= GDV_MAX_BYTES && size / 4 != 5 ==> 4 * \result >= 5 * (size / 4) - 7;
    ensures enough: 12 <= size <= GDV_MAX_BYTES && size / 4 % 2 == 0 ==> 4 * \result >= 5 * (size / 4) - 4;
*/
size_t gdv_document_bound(size_t size);

#endif
