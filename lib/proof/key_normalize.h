/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/key_normalize.h (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_KEY_NORMALIZE_H
#define GDV_PROOF_KEY_NORMALIZE_H

/*@ requires table != \null && \valid_read(table) && \initialized(&table->traits);
    requires wire != \null && \valid_read(wire) && \initialized(&wire->type);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_normal_kind(const gdv_wire_table *table, const gdv_wire_row *wire, bool is_key);

/*@ requires GDV_PACKET(&scan->in) && (width == 4 || width == 8);
    requires scan->table != \null && \valid_read(scan->table) && \initialized(scan->table);
    requires inside: GDV_HOLDS(&scan->in, at, width);
    terminates \true; exits \false;
    assigns \nothing;
*/
uint64_t gdv_normal_float(const gdv_scan *scan, uint32_t at, uint32_t width);

/*@ requires GDV_SCAN_SOUND(scan) && \initialized(&token->at) && \initialized(&token->count);
    requires \initialized(&token->data) && \valid(texts);
    requires inside: GDV_HOLDS(&scan->in, token->at, 8);
    terminates \true; exits \false;
    assigns *texts;
*/
uint64_t gdv_normal_path(const gdv_scan *scan, const gdv_token *token, uint32_t *texts);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_TOKEN_KNOWN;
    requires row: \valid_read(token->wire) && \initialized(token->wire);
    requires inside: token->at < scan->in.size && 4 <= token->data <= scan->in.size;
    requires id: token->wire->layout == GDV_LAYOUT_OBJECT && (token->flags & 1) != 0 ==>
        GDV_HOLDS(&scan->in, token->data, 8);
    terminates \true; exits \false;
    assigns \nothing;
*/
uint32_t gdv_normal_identity(const gdv_scan *scan, const gdv_token *token);

/*@ requires GDV_PACKET(&scan->in) && \initialized(&token->at);
    requires inside: GDV_HOLDS(&scan->in, token->at, 8);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_normal_event(const gdv_scan *scan, const gdv_token *token);

/*@ requires GDV_PACKET(&scan->in) && \initialized(&token->at) && \initialized(&token->data);
    requires inside: GDV_HOLDS(&scan->in, token->at, 8);
    requires inside: index < GDV_MAX_BYTES / 4 && GDV_HOLDS(&scan->in, token->data + 4 * index, 4);
    terminates \true; exits \false;
    assigns \nothing;
*/
uint32_t gdv_normal_event_word(const gdv_scan *scan, const gdv_token *token, uint32_t index);

/*@ requires GDV_PACKET(in);
    requires \initialized(pos);
    terminates \true; exits \false;
    assigns *pos, *size;
    ensures \initialized(pos) && \initialized(size);
    ensures inside: GDV_HOLDS(in, \result, *size);
*/
uint32_t gdv_normal_text(const gdv_cursor *in, uint32_t *pos, uint32_t *size);

/*@ requires GDV_SCAN_SOUND(scan) && scan->table->count > 0;
    requires inside: GDV_HOLDS(&scan->in, at, 4);
    terminates \true; exits \false;
    assigns \nothing;
*/
const gdv_wire_row *gdv_row_again(const gdv_scan *scan, uint32_t at);

/*@ requires GDV_SCAN_SOUND(scan) && at <= scan->in.size;
    terminates \true; exits \false;
    assigns *again;
    ensures sound: GDV_SCAN_SOUND(again) && again->in.size == scan->in.size && again->in.pos == at;
    ensures same: again->table == scan->table && again->in.bytes == scan->in.bytes;
*/
void gdv_start_again(gdv_scan *again, const gdv_scan *scan, uint32_t at);

/* GDV_TOKEN_AGAIN: what is taken for granted of a value that was read again. */
#define GDV_TOKEN_AGAIN(token)                                                                                         \
    (\initialized(&(token)->wire) && \valid_read((token)->wire) && \initialized((token)->wire) &&                      \
     \initialized(&(token)->children) && (token)->children <= GDV_MAX_BYTES / 4 &&                                     \
     \initialized(&(token)->key_id) && \initialized(&(token)->value_id))

/*@ requires GDV_SCAN_SOUND(again);
    terminates \true; exits \false;
    assigns *again, *token;
    ensures sound: GDV_SCAN_SOUND(again) && again->in.size == \old(again->in.size);
    ensures same: again->table == \old(again->table) && again->in.bytes == \old(again->in.bytes);
    ensures moved: \old(again->in.pos) <= again->in.pos && (\result ==> \old(again->in.pos) + 4 <= again->in.pos);
    ensures token: \result ==> GDV_TOKEN_AGAIN(token);
*/
bool gdv_read_again(gdv_scan *again, gdv_token *token);

/*@ requires \initialized(&scan->permit);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_normal_cuts(const gdv_scan *scan);

#endif
