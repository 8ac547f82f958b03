/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/fast.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_FAST_H
#define GDV_PROOF_FAST_H

/* A plain value that has been read from this packet: its header names that row, and its bytes lie inside. Its header is
 * its id with GDV_FLAG_64 or nothing above it, so that no mask is needed: provers do not follow masks. */
#define GDV_ID_OF(fast) ((fast)->header % 0x10000)
#define GDV_FAST_SOUND(fast, scan)                                                                                   \
    (\initialized(&(fast)->wire) && \initialized(&(fast)->at) && \initialized(&(fast)->header) &&                   \
     \initialized(&(fast)->count) && \initialized(&(fast)->end) && (fast)->at + 4 <= (fast)->end <= (scan)->in.size && \
     0 <= GDV_ID_OF(fast) < (scan)->table->count &&                                                     \
     (fast)->wire == (scan)->table->types + GDV_ID_OF(fast) &&                                         \
     ((fast)->wire->layout == GDV_LAYOUT_TEXT ==> (fast)->at + 8 + (fast)->count <= (fast)->end))

/*@ requires \initialized(&fast->wire) && \initialized(&fast->at);
    requires \valid_read(fast->wire) && \initialized(fast->wire);
    requires fast->at <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == fast->at + (fast->wire->layout == GDV_LAYOUT_TEXT ? 8 : 4);
*/
static inline uint32_t gdv_fast_data(const gdv_fast_token *fast);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_FAST_SOUND(fast, scan);
    terminates \true; exits \false;
    assigns *token;
    ensures \initialized(token);
    ensures token->id < scan->table->count && token->wire == scan->table->types + token->id;
    ensures token->name == fast->at && token->at == fast->at && token->end == fast->end;
    ensures token->children == 0;
*/
static inline void gdv_fast_to_token(const gdv_fast_token *fast, const gdv_scan *scan, gdv_token *token);

#define GDV_FAST_FINITE_LOOP                                                                                           \
    loop invariant at <= here <= end;                                                                                  \
    loop invariant wide ? (end - here) % 8 == 0 : (end - here) % 4 == 0;                                               \
    loop assigns here;                                                                                                 \
    loop variant end - here;

/*@ requires GDV_PACKET(in);
    requires inside: at <= end <= in->size;
    requires whole: wide ? (end - at) % 8 == 0 : (end - at) % 4 == 0;
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_fast_finite(const gdv_cursor *in, uint32_t at, uint32_t end, bool wide);

/*@ requires GDV_SCAN_SOUND(scan);
    requires inside: 8 <= at && at + 4 + room <= scan->in.size;
    terminates \true; exits \false;
    assigns fast->count, fast->end;
    ensures \result ==> \initialized(&fast->count) && \initialized(&fast->end);
    ensures \result ==> at + 8 + fast->count <= fast->end <= at + 4 + room;
*/
GDV_INLINE bool gdv_fast_text(const gdv_scan *scan, uint32_t at, uint32_t room, gdv_fast_token *fast);

/*@ requires GDV_SCAN_SOUND(scan) && \initialized(&fast->wire);
    requires \valid_read(fast->wire) && \initialized(fast->wire) && GDV_ROW_SOUND(fast->wire);
    requires wide ==> fast->wire->wide != 0;
    requires inside: at + 4 + room <= scan->in.size;
    terminates \true; exits \false;
    assigns fast->count, fast->end;
    ensures \result ==> \initialized(&fast->count) && \initialized(&fast->end);
    ensures \result ==> fast->count == 0 && at + 4 <= fast->end <= at + 4 + room;
    ensures words: \result ==> fast->end == at + 4 || at + 8 <= fast->end;
    ensures \result ==> fast->wire->layout != GDV_LAYOUT_TEXT;
*/
GDV_INLINE bool gdv_fast_number(const gdv_scan *scan, uint32_t at, uint32_t room, bool wide, gdv_fast_token *fast);

/*@ requires GDV_SCAN_SOUND(scan);
    requires promised: scan->in.reserved >= 4;
    requires in_container: scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns *fast;
    ensures place: \result ==> fast->at == scan->in.pos;
    ensures set: \result ==> \initialized(&fast->wire) && \initialized(&fast->at);
    ensures set: \result ==> \initialized(&fast->count) && \initialized(&fast->end);
    ensures bytes: \result ==> fast->at + 4 <= fast->end <= scan->in.size;
    ensures words: \result ==> fast->end == fast->at + 4 || fast->at + 8 <= fast->end;
    ensures set: \result ==> \initialized(&fast->header);
    ensures row: \result ==> 0 <= GDV_ID_OF(fast) < scan->table->count;
    ensures row: \result ==> fast->wire == scan->table->types + GDV_ID_OF(fast);
    ensures text: \result ==> fast->wire->layout == GDV_LAYOUT_TEXT ==> fast->at + 8 + fast->count <= fast->end;
    ensures \result ==> fast->end - fast->at - 4 <= scan->in.size - scan->in.pos - scan->in.reserved;
*/
GDV_INLINE bool gdv_fast_read(const gdv_scan *scan, gdv_fast_token *fast);

#endif
