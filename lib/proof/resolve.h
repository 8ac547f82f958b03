/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/value/resolve.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_RESOLVE_H
#define GDV_PROOF_RESOLVE_H

/*@ requires token: \initialized(token) && token->id < GDV_ANY_ID;
    requires index < UINT32_MAX;
    terminates \true; exits \false;
    assigns *node;
    ensures \initialized(node);
    ensures node->offset == token->at && node->next == index + 1;
*/
void gdv_node_set(gdv_node *node, uint32_t index, const gdv_token *token);

/*@ requires header % 0x10000 < GDV_ANY_ID;
    requires index < UINT32_MAX;
    terminates \true; exits \false;
    assigns *node;
    ensures \initialized(node);
    ensures node->offset == at && node->next == index + 1;
*/
static inline void gdv_node_set_plain(gdv_node *node, uint32_t index, uint32_t at, uint32_t header, uint32_t count);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 4);
    requires index < UINT32_MAX;
    terminates \true; exits \false;
    assigns *node;
    ensures \initialized(node);
    ensures node->offset == at && node->next == index + 1;
*/
void gdv_node_set_name(gdv_node *node, uint32_t index, const gdv_cursor *in, uint32_t at);

/*@ requires \initialized(&document->permit);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_trims(const gdv_document *document);

#endif
