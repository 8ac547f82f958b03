/* SPDX-License-Identifier: MIT */
/* Internal: one reading of one packet: where it is, what it may accept, what it has seen, why it stopped; and the
 * checks that every kind of payload shares. Each check either passes or notes the refusal in the scan and returns its
 * code. */
#ifndef GDV_SCAN_H
#define GDV_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/policy.h>
#include <gdv/status.h>

#include "../wire/wire.h"
#include "cursor.h"

/* For the few functions that lose half of their worth when they are called; and for those where refusals are made, that
 * they stay out of the way of what is read. */
#if defined(__GNUC__)
#define GDV_INLINE static inline __attribute__((always_inline))
#define GDV_COLD __attribute__((cold, noinline))
#else
#define GDV_INLINE static inline
#define GDV_COLD
#endif

/* A count or length of this or more is negative to engines, which read it as a C int. */
#define GDV_NEGATIVE 0x80000000u

/* The words of the proof (docs/proof.md), beside those of cursor.h. GDV_ROW_SOUND: what the decoder takes for granted
 * of a row of the wire table (//tests:test_dialect holds the table to it); GDV_SCAN_SOUND: the invariant of a reading;
 * GDV_PAID: each value and string read so far has cost four bytes, but for `credit` bytes. */
/* clang-format off */
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
     (scan)->max_depth <= GDV_MAX_DEPTH && (scan)->depth <= (scan)->max_depth && (scan)->deepest <= (scan)->max_depth)
#define GDV_SCAN_SET(scan)                                                                                             \
    (\initialized(&(scan)->table) && \initialized(&(scan)->permit) && \initialized(&(scan)->max_depth) &&            \
     \initialized(&(scan)->max_values) && \initialized(&(scan)->max_elements) && \initialized(&(scan)->max_string) &&  \
     \initialized(&(scan)->depth) && \initialized(&(scan)->values) && \initialized(&(scan)->strings) &&                \
     \initialized(&(scan)->deepest) && \initialized(&(scan)->keyed) && \initialized(&(scan)->longest) &&               \
     \initialized(&(scan)->widest) &&                                                                                  \
     \initialized(&(scan)->misread) && \initialized(&(scan)->error_offset) && \initialized(&(scan)->need))
#define GDV_PAID(scan, credit) (4 * ((scan)->values + (scan)->strings) <= (scan)->in.pos + (credit))
/* clang-format on */

/* What a refusal notes, and what else a reading may change. */
#define GDV_ERROR_FIELDS scan->misread, scan->error_offset, scan->need
#define GDV_FILLS token->data, token->count, token->children, token->key_id, token->value_id, token->open
#define GDV_COUNTS scan->longest, scan->widest
#define GDV_READS                                                                                                      \
    scan->in.pos, scan->in.reserved, scan->values, scan->strings, scan->deepest, scan->keyed, GDV_COUNTS,              \
        GDV_ERROR_FIELDS

/* All of a token but its end, which is not known before its payload is read. */
#define GDV_TOKEN_KNOWN                                                                                                \
    (\initialized(&token->wire) && \initialized(&token->id) && \initialized(&token->name) && \initialized(             \
         &token->at) &&   \
     \initialized(&token->flags) && \initialized(&token->data) && \initialized(&token->count) &&                       \
     \initialized(&token->children) && \initialized(&token->key_id) && \initialized(&token->value_id) &&               \
     \initialized(&token->open))

/* What a container declares of its values is a type that there is, or none. */
#define GDV_DECLARES                                                                                                   \
    ((token->key_id == GDV_ANY_ID || token->key_id < scan->table->count) &&                                            \
     (token->value_id == GDV_ANY_ID || token->value_id < scan->table->count))

/* A token whose row is known, to be filled by whoever reads its payload; and the contract that they share: from behind
 * the header on the payload is read, or refused. What a container promises of its children is reserved.
 * GDV_MOVED(least): by `least` bytes, or by four more than that at the least. */
/* clang-format off */
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
/* clang-format on */

/* Sets out to read bytes[0 .. size-1] as one value, with a policy that gdv_policy_check passed.
 * Returns GDV_E_LIMIT_BYTES, GDV_E_EMPTY or GDV_E_TRUNCATED where there is not even a header to read. */
/*@ requires \initialized(policy) && GDV_WIRE_TABLE_SOUND(table);
    requires \valid_read(bytes + (0 .. size - 1)) && \initialized(bytes + (0 .. size - 1));
    terminates \true; exits \false;
    assigns *scan;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    ensures scan->in.bytes == bytes && scan->table == table && scan->permit == policy->permit;
    ensures scan->in.pos == 0 && scan->depth == 0 && scan->values == 0;
    ensures scan->in.size == size || scan->in.size == 0;
    ensures \result == GDV_OK ==> scan->in.reserved == 4 && scan->in.size == size;
    ensures \result != GDV_OK ==> scan->in.reserved == 0;
*/
gdv_status gdv_scan_start(gdv_scan *scan, const uint8_t *bytes, size_t size, const gdv_wire_table *table,
                          const gdv_policy *policy);

/* Whether values are still to come: promised, and not yet read. */
/*@ requires \initialized(&scan->in.reserved);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (scan->in.reserved != 0);
*/
static inline bool gdv_scan_more(const gdv_scan *scan)
{
    return scan->in.reserved != 0;
}

/* All values have been read: refuses what follows them. */
/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == scan->in.size || (scan->permit & GDV_PERMIT_TRAILING) != 0;
*/
gdv_status gdv_scan_finish(gdv_scan *scan);

/* Where the packet breaks a rule: notes offset and missing bytes, returns the code. */
/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == code;
*/
GDV_COLD gdv_status gdv_refuse(gdv_scan *scan, gdv_status code, uint32_t error_offset, uint64_t need);

/* The engine reads this, strict does not: passes where one of the bits is set. */
/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK || \result == code;
    ensures \result == GDV_OK <==> (code == GDV_OK || (scan->permit & permit) != 0);
*/
gdv_status gdv_refuse_unless(gdv_scan *scan, uint32_t permit, gdv_status code, uint32_t error_offset);

/* The engine reads something else: GDV_E_ENGINE_MISREADS, unless that is permitted. gdv_never: whatever is
 * permitted. */
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

/* Moves past n bytes that no other value needs, or refuses: GDV_E_TRUNCATED at the cursor. */
/*@ requires GDV_SCAN_SOUND(scan);
    terminates \true; exits \false;
    assigns scan->in.pos, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK ==> scan->in.pos == \old(scan->in.pos) + n;
    ensures \result != GDV_OK ==> scan->in.pos == \old(scan->in.pos);
*/
static inline gdv_status gdv_take(gdv_scan *scan, uint32_t n)
{
    uint32_t room = gdv_free(&scan->in);
    if (n > room) {
        return gdv_refuse(scan, GDV_E_TRUNCATED, scan->in.pos, n - room);
    }
    gdv_skip(&scan->in, n);
    return GDV_OK;
}

/* The same for a u32, which goes to *word. */
/*@ requires GDV_SCAN_SOUND(scan) && \initialized(word);
    terminates \true; exits \false;
    assigns scan->in.pos, *word, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK ==> scan->in.pos == \old(scan->in.pos) + 4;
    ensures \result != GDV_OK ==> scan->in.pos == \old(scan->in.pos);
    ensures \initialized(word);
*/
static inline gdv_status gdv_take_u32(gdv_scan *scan, uint32_t *word)
{
    uint32_t at = scan->in.pos;
    gdv_status status = gdv_take(scan, 4);
    if (status == GDV_OK) {
        *word = gdv_u32_at(&scan->in, at);
    }
    return status;
}

/* Moves past `size` bytes and the padding behind them, as the length word at `error_offset` says: GDV_E_LENGTH there,
 * GDV_E_PADDING_MISSING or GDV_E_TRUNCATED behind the bytes. The caller looks at the bytes next. */
/*@ requires GDV_SCAN_SOUND(scan);
    requires size < GDV_NEGATIVE;
    terminates \true; exits \false;
    assigns scan->in.pos, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK ==> scan->in.pos == \old(scan->in.pos) + size + (4 - size % 4) % 4;
    ensures \result != GDV_OK ==> scan->in.pos == \old(scan->in.pos);
*/
gdv_status gdv_take_padded(gdv_scan *scan, uint32_t size, uint32_t error_offset);

/* The padding behind `size` bytes at `at`, which have been taken, is zero; any_padding != 0 where it need not be. */
/*@ requires GDV_SCAN_SOUND(scan);
    requires inside: GDV_HOLDS(&scan->in, at, size + (4 - size % 4) % 4);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
*/
gdv_status gdv_check_padding(gdv_scan *scan, uint32_t any_padding, uint32_t at, uint32_t size);

/* A count that stood at `error_offset` promises `size` bytes each, 1 to 128: GDV_E_COUNT, GDV_E_LIMIT_ELEMENTS. */
/*@ requires GDV_SCAN_SOUND(scan);
    requires 0 <= size <= 128;
    terminates \true; exits \false;
    assigns scan->widest, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures fits: \result == GDV_OK ==> count * size <= scan->in.size - scan->in.pos - scan->in.reserved;
*/
gdv_status gdv_check_count(gdv_scan *scan, uint32_t count, uint32_t size, uint32_t error_offset);

/* Reads the count word of an array whose elements are not values, `size` bytes each at least. */
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
