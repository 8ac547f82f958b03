/* SPDX-License-Identifier: MIT */
/* What proofs of lib/schema take for granted of a form that was loaded (docs/proof.md): lib/schema/compiled.h says it,
 * and gdv_schema_load checks it. No compiler reads this file. */
/* clang-format off */
#ifndef GDV_PROOF_COMPILED_H
#define GDV_PROOF_COMPILED_H

/* GDV_RULE_GIVEN: a rule that can be read. It is compared with NULL so that it is memory to the prover, and no structure of its own:
 * CVC4 has no floats, of which a rule holds four. */
#define GDV_RULE_GIVEN(rule) (rule != \null && \valid_read(rule) && \initialized(rule))

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

/* GDV_LEADS_TO: a rule that a field, an element or a ref may lead to. GDV_FORM_SMALL: no sum of two of its counts wraps.
 * GDV_RULE_HAS_..: what is a rule's own in a table. GDV_REFS_LEAD: refs of a union. GDV_RULE_LEADS: whatever a rule of its
 * kind refers to is there, and of a kind that it may be. GDV_FORM_LEADS: that of every rule and field, a
 * quantifier for each. */
#define GDV_LEADS_TO(schema, number)                                                                                   \
    (0 <= (number) < GDV_COUNT_OF(schema, GDV_FORM_RULES) && ((schema)->rules[number].flags & GDV_RULE_ROOT) == 0)
#define GDV_FORM_SMALL(schema)                                                                                         \
    (GDV_COUNT_OF(schema, GDV_FORM_FIELDS) <= GDV_FORM_MAX_SIZE && GDV_COUNT_OF(schema, GDV_FORM_TEXTS) <= GDV_FORM_MAX_SIZE && \
     GDV_COUNT_OF(schema, GDV_FORM_SLOTS) <= GDV_FORM_MAX_SIZE && GDV_COUNT_OF(schema, GDV_FORM_REFS) <= GDV_FORM_MAX_SIZE &&   \
     GDV_COUNT_OF(schema, GDV_FORM_NUMBERS) <= GDV_FORM_MAX_SIZE)
#define GDV_RULE_HAS_FIELDS(schema, own, of)                                                                           \
    ((of) <= GDV_FORM_MAX_FIELDS && (own)->first + (of) <= GDV_COUNT_OF(schema, GDV_FORM_FIELDS))
#define GDV_RULE_HAS_NUMBERS(schema, own, of) ((own)->numbers + (of) <= GDV_COUNT_OF(schema, GDV_FORM_NUMBERS))
#define GDV_RULE_HAS_REFS(schema, own, of) ((own)->first + (of) <= GDV_COUNT_OF(schema, GDV_FORM_REFS))
#define GDV_BY_LITERAL(own) ((own)->kind == GDV_RULE_TAGGED || (own)->kind == GDV_RULE_LED)
#define GDV_RULE_LEADS(schema, own)                                                                                    \
    ((own)->kind < GDV_RULE_COUNT && (own)->width <= GDV_MATCH_VALUES &&                                               \
     (GDV_RULE_SET_IN(own) ==>                                                                                         \
          (own)->kind == GDV_RULE_INT || (own)->kind == GDV_RULE_FLOAT || (own)->kind == GDV_RULE_TEXT) &&             \
     ((own)->kind == GDV_RULE_INT && GDV_RULE_SET_IN(own) ==> GDV_RULE_HAS_NUMBERS(schema, own, (own)->number_count)) && \
     ((own)->kind == GDV_RULE_FLOAT && GDV_RULE_SET_IN(own) ==>                                                        \
          GDV_RULE_HAS_NUMBERS(schema, own, 2 * (own)->number_count)) &&                                               \
     ((own)->kind == GDV_RULE_TEXT && GDV_RULE_SET_IN(own) ==> GDV_RULE_FINDS(schema, own)) &&                         \
     ((own)->kind == GDV_RULE_STRINGS ==>                                                                              \
          GDV_LEADS_TO(schema, (own)->value) && (schema)->rules[(own)->value].kind == GDV_RULE_TEXT) &&                \
     ((own)->kind == GDV_RULE_ARRAY ==> GDV_LEADS_TO(schema, (own)->value)) &&                                         \
     ((own)->kind == GDV_RULE_MAP ==> GDV_LEADS_TO(schema, (own)->key) && GDV_LEADS_TO(schema, (own)->value)) &&       \
     ((own)->kind == GDV_RULE_TUPLE ==> GDV_RULE_HAS_FIELDS(schema, own, (own)->count)) &&                             \
     ((own)->kind == GDV_RULE_RECORD ==>                                                                               \
          GDV_RULE_FINDS(schema, own) && GDV_RULE_HAS_NUMBERS(schema, own, (own)->number_count) &&                     \
              GDV_RULE_HAS_FIELDS(schema, own, (own)->count + (own)->number_count)) &&                                 \
     ((own)->kind == GDV_RULE_UNION ==> GDV_RULE_HAS_REFS(schema, own, GDV_TYPE_COUNT)) &&                             \
     (GDV_BY_LITERAL(own) ==>                                                                                          \
          GDV_RULE_FINDS(schema, own) && GDV_RULE_HAS_NUMBERS(schema, own, (own)->number_count) &&                     \
              GDV_RULE_HAS_REFS(schema, own, (own)->count + (own)->number_count)) &&                                   \
     ((own)->kind == GDV_RULE_TAGGED ==>                                                                               \
          (own)->key == GDV_NONE || (own)->key < GDV_COUNT_OF(schema, GDV_FORM_TEXTS)))
#define GDV_UNION_LEADS(schema, own)                                                                                   \
    ((own)->kind == GDV_RULE_UNION ==>                                                                                 \
     (\forall integer ref; (own)->first <= ref < (own)->first + GDV_TYPE_COUNT ==>                                     \
          (schema)->refs[ref] == GDV_NONE ||                                                                           \
              (GDV_LEADS_TO(schema, (schema)->refs[ref]) &&                                                            \
               (schema)->rules[(schema)->refs[ref]].width <= (own)->width &&                                           \
               (schema)->rules[(schema)->refs[ref]].kind != GDV_RULE_UNION)))
#define GDV_LITERAL_LEADS(schema, own)                                                                                 \
    (GDV_BY_LITERAL(own) ==>                                                                                           \
     (\forall integer ref; (own)->first <= ref < (own)->first + (own)->count + (own)->number_count ==>                 \
          GDV_LEADS_TO(schema, (schema)->refs[ref]) &&                                                                 \
              (((own)->flags & GDV_RULE_ROOT) == 0 ==>                                                                 \
               (schema)->rules[(schema)->refs[ref]].width <= (own)->width &&                                           \
               (schema)->rules[(schema)->refs[ref]].kind ==                                                            \
                   ((own)->kind == GDV_RULE_TAGGED ? GDV_RULE_RECORD : GDV_RULE_TUPLE)) &&                             \
              (((own)->flags & GDV_RULE_ROOT) != 0 ==>                                                                 \
               (schema)->refs[ref] < GDV_COUNT_OF(schema, GDV_FORM_PACKETS))))
#define GDV_EACH_RULE(schema, fact)                                                                                    \
    (\forall integer r; 0 <= r < GDV_COUNT_OF(schema, GDV_FORM_RULES) ==> fact(schema, (schema)->rules + r))
#define GDV_FORM_LEADS(schema)                                                                                         \
    (GDV_FORM_SMALL(schema) && GDV_EACH_RULE(schema, GDV_RULE_LEADS) && GDV_EACH_RULE(schema, GDV_UNION_LEADS) &&      \
     GDV_EACH_RULE(schema, GDV_LITERAL_LEADS) &&                                                                       \
     (\forall integer f; 0 <= f < GDV_COUNT_OF(schema, GDV_FORM_FIELDS) ==> GDV_LEADS_TO(schema, (schema)->fields[f].rule)))

/* GDV_FIELD_FITS: a field that is kept, and what is in it, has room among the values of its rule. GDV_FORM_FITS: that of all rules,
 * and that no RECORD demands more fields than it has. GDV_ROOT_HOLDS: the root leads to packets, or to a rule that tells them apart. */
#define GDV_FIELD_KEPT(field) ((field)->value != GDV_FIELD_NOWHERE)
#define GDV_FIELD_INSIDE(schema, field)                                                                                \
    (((field)->flags & GDV_FIELD_NESTED) != 0 ? (schema)->rules[(field)->rule].width : 0)
#define GDV_FIELD_FITS(schema, own, field)                                                                             \
    (GDV_FIELD_KEPT(field) ==> (field)->value + 1 + GDV_FIELD_INSIDE(schema, field) <= (own)->width)
#define GDV_RULE_FIELDS_FIT(schema, own)                                                                               \
    (((own)->kind == GDV_RULE_TUPLE || (own)->kind == GDV_RULE_RECORD ==>                                              \
      (\forall integer f; (own)->first <= f < (own)->first + (own)->count +                                            \
               ((own)->kind == GDV_RULE_RECORD ? (own)->number_count : 0) ==>                                          \
           GDV_FIELD_FITS(schema, own, (schema)->fields + f))) &&                                                      \
     ((own)->kind == GDV_RULE_RECORD ==> (own)->least <= (own)->count + (own)->number_count))
#define GDV_FORM_FITS(schema) GDV_EACH_RULE(schema, GDV_RULE_FIELDS_FIT)
#define GDV_ROOT_HOLDS(schema)                                                                                         \
    (GDV_TYPE_COUNT <= GDV_COUNT_OF(schema, GDV_FORM_REFS) &&                                                          \
     (\forall integer t; 0 <= t < GDV_TYPE_COUNT ==>                                                                   \
          (schema)->refs[t] == GDV_NONE || (schema)->refs[t] < GDV_COUNT_OF(schema, GDV_FORM_PACKETS) ||               \
              ((schema)->refs[t] < GDV_COUNT_OF(schema, GDV_FORM_RULES) &&                                             \
               GDV_BY_LITERAL((schema)->rules + (schema)->refs[t]) &&                                                  \
               ((schema)->rules[(schema)->refs[t]].flags & GDV_RULE_ROOT) != 0)) &&                                    \
     (\forall integer p; 0 <= p < GDV_COUNT_OF(schema, GDV_FORM_PACKETS) ==> GDV_LEADS_TO(schema, p)))

#endif
