/* SPDX-License-Identifier: MIT */
/* What proofs of lib/schema take for granted of a form that was loaded (docs/proof.md): lib/schema/compiled.h says it,
 * and gdv_schema_load checks it. No compiler reads this file. */
/* clang-format off */
#ifndef GDV_PROOF_COMPILED_H
#define GDV_PROOF_COMPILED_H

/* GDV_COUNT_OF: entries of a table. GDV_TABLE_READABLE: all of them can be read. GDV_FORM_READABLE: the form, and all of
 * its tables; each text lies in the pool. */
#define GDV_COUNT_OF(schema, part) ((schema)->form->tables[part].count)
#define GDV_TABLE_READABLE(entries, count)                                                                             \
    (\valid_read((entries) + (0 .. (count) - 1)) && \initialized((entries) + (0 .. (count) - 1)))
#define GDV_FORM_READABLE(schema)                                                                                      \
    (\valid(schema) && \initialized(schema) && \valid_read((schema)->form) && \initialized((schema)->form) &&          \
     GDV_COUNT_OF(schema, GDV_FORM_RULES) <= GDV_FORM_MAX_RULES &&                                                     \
     GDV_COUNT_OF(schema, GDV_FORM_PACKETS) <= GDV_COUNT_OF(schema, GDV_FORM_RULES) &&                                 \
     GDV_COUNT_OF(schema, GDV_FORM_POOL) <= GDV_FORM_MAX_SIZE &&                                                       \
     GDV_TABLE_READABLE((schema)->rules, GDV_COUNT_OF(schema, GDV_FORM_RULES)) &&                                      \
     GDV_TABLE_READABLE((schema)->fields, GDV_COUNT_OF(schema, GDV_FORM_FIELDS)) &&                                    \
     GDV_TABLE_READABLE((schema)->packets, GDV_COUNT_OF(schema, GDV_FORM_PACKETS)) &&                                  \
     GDV_TABLE_READABLE((schema)->texts, GDV_COUNT_OF(schema, GDV_FORM_TEXTS)) &&                                      \
     GDV_TABLE_READABLE((schema)->slots, GDV_COUNT_OF(schema, GDV_FORM_SLOTS)) &&                                      \
     GDV_TABLE_READABLE((schema)->refs, GDV_COUNT_OF(schema, GDV_FORM_REFS)) &&                                        \
     GDV_TABLE_READABLE((schema)->numbers, GDV_COUNT_OF(schema, GDV_FORM_NUMBERS)) &&                                  \
     GDV_TABLE_READABLE((schema)->pool, GDV_COUNT_OF(schema, GDV_FORM_POOL)) &&                                        \
     (\forall integer text; 0 <= text < GDV_COUNT_OF(schema, GDV_FORM_TEXTS) ==>                                       \
          (schema)->texts[text].at + (schema)->texts[text].size < GDV_COUNT_OF(schema, GDV_FORM_POOL)))

/* GDV_RULE_FINDS: the texts of a rule, and the slots in which they are found. */
#define GDV_RULE_FINDS(schema, rule)                                                                                   \
    ((rule)->bits <= GDV_FORM_MAX_BITS && (rule)->texts + (rule)->count <= GDV_COUNT_OF(schema, GDV_FORM_TEXTS) &&     \
     (rule)->slots + (1 << (rule)->bits) <= GDV_COUNT_OF(schema, GDV_FORM_SLOTS) &&                                    \
     (\forall integer slot; (rule)->slots <= slot < (rule)->slots + (1 << (rule)->bits) ==>                            \
          (schema)->slots[slot].entry <= (rule)->count))

#endif
