/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/protocol.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_PROTOCOL_C_H
#define GDV_PROOF_PROTOCOL_C_H

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
GDV_API const char *gdv_protocol_name(gdv_protocol protocol);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures protocol >= GDV_PROTOCOL_COUNT ==> \result == GDV_DIALECT_COUNT;
*/
GDV_API gdv_dialect gdv_protocol_dialect(gdv_protocol protocol);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result ==> protocol < GDV_PROTOCOL_COUNT && envelope < GDV_ENVELOPE_COUNT;
*/
GDV_API bool gdv_protocol_takes(gdv_protocol protocol, gdv_envelope envelope);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
GDV_API const char *gdv_envelope_name(gdv_envelope envelope);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
GDV_API const char *gdv_command_name(gdv_command command);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
GDV_API const char *gdv_permit_mp_name(uint32_t bit);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
GDV_API const char *gdv_permit_mp_text(uint32_t bit);

#endif
