/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/index.h (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_INDEX_H
#define GDV_PROOF_INDEX_H

#include "compiled.h"

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_index_hash(uint32_t seed, const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires GDV_FORM_READABLE(schema);
    requires rule: rule != \null && \valid_read(rule) && \initialized(rule) && GDV_RULE_FINDS(schema, rule);
    requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures found: \result == GDV_NONE || \result < rule->count;
*/
uint32_t gdv_index_find(const gdv_schema *schema, const gdv_rule *rule, const gdv_cursor *in, uint32_t at,
                        uint32_t size);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    requires own: GDV_TABLE_READABLE(text, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_index_is(const gdv_cursor *in, uint32_t at, const char *text, uint32_t size);

/*@ requires GDV_TABLE_READABLE(numbers, count);
    terminates \true; exits \false;
    assigns \nothing;
    ensures found: \result == GDV_NONE || \result < count;
*/
uint32_t gdv_index_number(const uint64_t *numbers, uint32_t count, int64_t number);

/*@ requires few: count <= 0x7fffffff;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= GDV_FORM_MAX_BITS;
*/
uint32_t gdv_index_bits(uint32_t count);

/* GDV_SLOTS_OF: slots of so many bits. GDV_TEXTS_IN: each of so many texts is short enough for a cursor, and lies in a pool, where
 * there is no slot. */
#define GDV_SLOTS_OF(slots, bits) ((slots) + (0 .. (1 << (bits)) - 1))
#define GDV_TEXTS_IN(texts, count, pool, slots, bits)                                                                  \
    ((\forall integer text; 0 <= text < (count) ==>                                                                    \
          (texts)[text].size <= GDV_MAX_BYTES &&                                                                       \
              \valid_read((pool) + (texts)[text].at + (0 .. (texts)[text].size - 1))) &&                               \
     (\forall integer text, byte; 0 <= text < (count) &&                                                               \
          (texts)[text].at <= byte < (texts)[text].at + (texts)[text].size ==>                                         \
      \initialized((pool) + byte) && \separated((pool) + byte, GDV_SLOTS_OF(slots, bits))))

/*@ requires bits: bits <= GDV_FORM_MAX_BITS;
    requires room: \valid(GDV_SLOTS_OF(slots, bits));
    requires GDV_TABLE_READABLE(texts, count) && GDV_TEXTS_IN(texts, count, pool, slots, bits);
    requires apart: \separated(GDV_SLOTS_OF(slots, bits), texts + (0 .. count - 1));
    terminates \true; exits \false;
    assigns *GDV_SLOTS_OF(slots, bits);
    ensures GDV_TABLE_READABLE(slots, 1 << bits);
*/
bool gdv_index_texts(gdv_form_slot *slots, uint32_t bits, uint32_t seed, const gdv_form_text *texts, uint32_t count,
                     const char *pool);

#endif
