/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/scan.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_SCAN_H
#define GDV_PROOF_SCAN_H

/* All that is proved is of plain packets: GDV_SCAN_SOUND says so, and what reads a short form is never reached then.
 * GDV_ROW_SOUND: what the decoder takes for granted about a row of the wire table (tests/wire/test_dialect.c checks the
 * table). GDV_SCAN_SOUND: the invariant of a reading. GDV_PAID: each value and string read so far has cost four bytes,
 * except for `credit` bytes. */
#define GDV_ROW_SOUND(row)                                                                                             \
    ((row)->size <= 128 && (row)->size % 4 == 0 && (row)->wide <= 128 && (row)->wide % 8 == 0 &&                       \
     (row)->permit <= GDV_PERMIT_BITS &&                                                                               \
     ((row)->component == GDV_COMPONENT_INT64 || (row)->component == GDV_COMPONENT_FLOAT64 ==>                         \
          (row)->size % 8 == 0) &&                                                                                     \
     ((row)->layout == GDV_LAYOUT_BOOL || (row)->layout == GDV_LAYOUT_INT || (row)->layout == GDV_LAYOUT_FLOAT ==>     \
          (row)->size == 4 && (row)->wide <= 8) &&                                                                     \
     ((row)->layout == GDV_LAYOUT_PACKED ==> (row)->size > 0) &&                                                       \
     ((row)->layout == GDV_LAYOUT_FLOAT ==> (row)->wide == 8 || (row)->flags == 0) &&                                  \
     (((row)->quirks & GDV_QUIRK_W_FROM_Z) != 0 ==> (row)->size == 16 && (row)->wide == 0) &&                          \
     (((row)->quirks & GDV_QUIRK_SHORT_ADVANCE) != 0 ==> (row)->size == 16) &&                                         \
     (((row)->quirks & (GDV_QUIRK_SHORT_ADVANCE | GDV_QUIRK_LONG_REACH)) != 0 ==> (row)->wide == 0))
#define GDV_WIRE_TABLE_SOUND(table)                                                                                    \
    (GDV_WIRE_TABLE_READABLE(table) &&                                                                                 \
     (\forall integer id; 0 <= id < (table)->count ==> GDV_ROW_SOUND((table)->types + id)))
#define GDV_SCAN_SOUND(scan)                                                                                           \
    (GDV_SCAN_SET(scan) && GDV_CURSOR_SOUND(&(scan)->in) && GDV_WIRE_TABLE_SOUND((scan)->table) &&                     \
     (scan)->encoding == GDV_ENCODING_PLAIN && (scan)->max_depth <= GDV_MAX_DEPTH &&                                   \
     (scan)->depth <= (scan)->max_depth && (scan)->deepest <= (scan)->max_depth)
#define GDV_SCAN_SET(scan)                                                                                             \
    (\initialized(&(scan)->table) && \initialized(&(scan)->permit) && \initialized(&(scan)->encoding) &&               \
     \initialized(&(scan)->max_depth) &&                                                                               \
     \initialized(&(scan)->max_values) && \initialized(&(scan)->max_elements) && \initialized(&(scan)->max_string) &&  \
     \initialized(&(scan)->depth) && \initialized(&(scan)->values) && \initialized(&(scan)->strings) &&                \
     \initialized(&(scan)->deepest) && \initialized(&(scan)->keyed) && \initialized(&(scan)->longest) &&               \
     \initialized(&(scan)->widest) &&                                                                                  \
     \initialized(&(scan)->misread) && \initialized(&(scan)->error_offset) && \initialized(&(scan)->need))
#define GDV_PAID(scan, credit) (4 * ((scan)->values + (scan)->strings) <= (scan)->in.pos + (credit))

/* GDV_ERROR_FIELDS: what a refusal notes. GDV_FILLS, GDV_COUNTS, GDV_READS: what reading may change. */
#define GDV_ERROR_FIELDS scan->misread, scan->error_offset, scan->need
#define GDV_FILLS token->data, token->count, token->children, token->key_id, token->value_id, token->open
#define GDV_COUNTS scan->longest, scan->widest
#define GDV_READS                                                                                                      \
    scan->in.pos, scan->in.reserved, scan->values, scan->strings, scan->deepest, scan->keyed, GDV_COUNTS,              \
        GDV_ERROR_FIELDS

/* GDV_TOKEN_KNOWN: all fields of a token but its end, which is not known before its payload is read. */
#define GDV_TOKEN_KNOWN                                                                                                \
    (\initialized(&token->wire) && \initialized(&token->id) && \initialized(&token->name) && \initialized(             \
         &token->at) &&   \
     \initialized(&token->flags) && \initialized(&token->data) && \initialized(&token->count) &&                       \
     \initialized(&token->children) && \initialized(&token->key_id) && \initialized(&token->value_id) &&               \
     \initialized(&token->open))

/* GDV_DECLARES: what a container declares for its values is an existing type, or none. */
#define GDV_DECLARES                                                                                                   \
    ((token->key_id == GDV_ANY_ID || token->key_id < scan->table->count) &&                                            \
     (token->value_id == GDV_ANY_ID || token->value_id < scan->table->count))

/* GDV_TOKEN_OF: a token whose row is known. GDV_PAYLOAD_REQUIRES, GDV_PAYLOAD_LEAVES: the contract of the functions
 * that read its payload: they start after the header and read the payload or refuse it; what a container promises of
 * children is reserved. GDV_MOVED(least): pos moved by `least` bytes exactly, or by at least four more. */
#define GDV_MOVED(least)                                                                                               \
    (scan->in.pos == \old(scan->in.pos) + (least) || \old(scan->in.pos) + (least) + 4 <= scan->in.pos)
#define GDV_TOKEN_OF                                                                                                   \
    (GDV_TOKEN_KNOWN && \valid_read(token->wire) && \initialized(token->wire) && GDV_ROW_SOUND(token->wire))
#define GDV_PAYLOAD_REQUIRES                                                                                           \
    requires sound: GDV_SCAN_SOUND(scan);                                                                              \
    requires paid: GDV_PAID(scan, 0);                                                                                  \
    requires token: GDV_TOKEN_OF;                                                                                      \
    requires begun: token->data == scan->in.pos && token->at + 4 == scan->in.pos;                                      \
    requires blank: token->count == 0 && token->children == 0;                                                         \
    requires blank: token->key_id == GDV_ANY_ID && token->value_id == GDV_ANY_ID;
#define GDV_PAYLOAD_ENSURES                                                                                            \
    ensures sound: GDV_SCAN_SOUND(scan);                                                                               \
    ensures token: GDV_TOKEN_KNOWN;                                                                                    \
    ensures \old(scan->in.pos) <= scan->in.pos;                                                                        \
    ensures \old(scan->strings) <= scan->strings && \old(scan->values) <= scan->values;                                \
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));                                      \
    ensures words: \result == GDV_OK ==> GDV_MOVED(0);                                                                 \
    ensures open: \result == GDV_OK && token->children > 0 ==> token->open == 1 && GDV_MOVED(4);                       \
    ensures pairs: \result == GDV_OK && token->wire->layout == GDV_LAYOUT_DICTIONARY ==> token->children % 2 == 0;     \
    ensures declares: \result == GDV_OK ==> GDV_DECLARES;                                                              \
    ensures reserved: \result == GDV_OK ==>                                                                            \
        scan->in.reserved ==                                                                                           \
            \old(scan->in.reserved) + 4 * token->children * (token->wire->layout == GDV_LAYOUT_OBJECT ? 2 : 1);
#define GDV_PAYLOAD_LEAVES                                                                                             \
    assigns GDV_READS, GDV_FILLS;                                                                                      \
    GDV_PAYLOAD_ENSURES

/*@ requires \initialized(policy) && policy->encoding == GDV_ENCODING_PLAIN && GDV_WIRE_TABLE_SOUND(table);
    requires \valid_read(bytes + (0 .. size - 1)) && \initialized(bytes + (0 .. size - 1));
    terminates \true; exits \false;
    assigns *scan;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    ensures scan->in.bytes == bytes && scan->table == table && scan->permit == policy->permit;
    ensures scan->in.pos == 0 && scan->depth == 0 && scan->values == 0;
    ensures scan->in.size == size || scan->in.size == 0;
    ensures scan->max_depth == (policy->max_depth < GDV_MAX_DEPTH ? policy->max_depth : GDV_MAX_DEPTH);
    ensures \result == GDV_OK ==> scan->in.reserved == 4 && scan->in.size == size;
    ensures \result != GDV_OK ==> scan->in.reserved == 0;
*/
gdv_status gdv_scan_start(gdv_scan *scan, const uint8_t *bytes, size_t size, const gdv_wire_table *table,
                          const gdv_policy *policy);

/*@ requires GDV_SCAN_SOUND(scan) && scan->in.reserved == 0;
    terminates \true; exits \false;
    assigns scan->in.reserved, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK ==> scan->in.reserved == 4;
    ensures \result != GDV_OK ==> scan->in.reserved == 0;
*/
gdv_status gdv_scan_begin(gdv_scan *scan);

/*@ requires \initialized(&scan->in.reserved);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (scan->in.reserved != 0);
*/
static inline bool gdv_scan_more(const gdv_scan *scan);

/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == scan->in.size || (scan->permit & GDV_PERMIT_TRAILING) != 0;
*/
gdv_status gdv_scan_finish(gdv_scan *scan);

/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == code;
*/
GDV_COLD gdv_status gdv_refuse(gdv_scan *scan, gdv_status code, uint32_t error_offset, uint64_t need);

/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK || \result == code;
    ensures \result == GDV_OK <==> (code == GDV_OK || (scan->permit & permit) != 0);
*/
gdv_status gdv_refuse_unless(gdv_scan *scan, uint32_t permit, gdv_status code, uint32_t error_offset);

/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK || \result == GDV_E_ENGINE_MISREADS;
*/
GDV_COLD gdv_status gdv_misreads(gdv_scan *scan, gdv_misread misread, uint32_t error_offset);

/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_E_ENGINE_MISREADS;
*/
GDV_COLD gdv_status gdv_never(gdv_scan *scan, gdv_misread misread, uint32_t error_offset);

/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns scan->in.pos, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK ==> scan->in.pos == \old(scan->in.pos) + n;
    ensures \result != GDV_OK ==> scan->in.pos == \old(scan->in.pos);
*/
static inline gdv_status gdv_take(gdv_scan *scan, uint32_t n);

/*@ requires GDV_SCAN_SOUND(scan) && \initialized(word);
    terminates \true; exits \false;
    assigns scan->in.pos, *word, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK ==> scan->in.pos == \old(scan->in.pos) + 4;
    ensures \result != GDV_OK ==> scan->in.pos == \old(scan->in.pos);
    ensures \initialized(word);
*/
static inline gdv_status gdv_take_u32(gdv_scan *scan, uint32_t *word);

/*@ requires GDV_SCAN_SOUND(scan);
    requires size < GDV_NEGATIVE;
    terminates \true; exits \false;
    assigns scan->in.pos, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK ==> scan->in.pos == \old(scan->in.pos) + size + (4 - size % 4) % 4;
    ensures \result != GDV_OK ==> scan->in.pos == \old(scan->in.pos);
*/
gdv_status gdv_take_padded(gdv_scan *scan, uint32_t size, uint32_t error_offset);

/*@ requires GDV_SCAN_SOUND(scan);
    requires inside: GDV_HOLDS(&scan->in, at, size + (4 - size % 4) % 4);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
*/
gdv_status gdv_check_padding(gdv_scan *scan, uint32_t any_padding, uint32_t at, uint32_t size);

/*@ requires GDV_SCAN_SOUND(scan);
    requires 0 <= size <= 128;
    terminates \true; exits \false;
    assigns scan->widest, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures fits: \result == GDV_OK ==> count * size <= scan->in.size - scan->in.pos - scan->in.reserved;
*/
gdv_status gdv_check_count(gdv_scan *scan, uint32_t count, uint32_t size, uint32_t error_offset);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_TOKEN_OF && size <= 128;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->widest, GDV_ERROR_FIELDS, token->count, token->data;
    ensures GDV_SCAN_SOUND(scan) && \initialized(&token->count) && \initialized(&token->data);
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures \result == GDV_OK ==>
        scan->in.pos == \old(scan->in.pos) + 4 && token->data == scan->in.pos && token->count < GDV_NEGATIVE &&
        token->count * size <= scan->in.size - scan->in.pos - scan->in.reserved;
*/
gdv_status gdv_count_read(gdv_scan *scan, gdv_token *token, uint32_t size);

#endif
