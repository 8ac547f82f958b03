/* SPDX-License-Identifier: MIT */
/* The words that proofs of lib/schema take for granted (docs/proof.md), in C: of a form that was loaded and of the types
 * that it names, as lib/proof/compiled.h and lib/proof/checking.h have them; of the nodes of a document that was parsed,
 * and of the tree that they are. So tests and fuzz targets can ask them of real forms and documents. All sums are of 64
 * bits, as those of a contract have no width.
 *
 * Each word returns NULL where it holds, else the name of the part that does not, one of word_parts, and in *where of
 * what: the number of a rule, field, text, slot, ref, table, type id or node. A word reads nothing of which an earlier part
 * of it has not said that it is there. Words read a form only where word_form_readable holds. */
#ifndef GDV_TESTS_PROOF_WORDS_H
#define GDV_TESTS_PROOF_WORDS_H

#include <gdv/schema.h>

/* lib/schema/checking.h. */
struct gdv_checking;

/* Parts of words. X(enumerator, the word and what of it) */
#define WORD_PART_LIST(X)                                                                                              \
    X(READABLE_RULES, "GDV_FORM_READABLE: count of rules")                                                             \
    X(READABLE_PACKETS, "GDV_FORM_READABLE: count of packets")                                                         \
    X(READABLE_POOL, "GDV_FORM_READABLE: bytes of the pool")                                                           \
    X(READABLE_TABLE, "GDV_FORM_READABLE: a table in the form")                                                        \
    X(READABLE_TEXT, "GDV_FORM_READABLE: a text in the pool")                                                          \
    X(FINDS_BITS, "GDV_RULE_FINDS: bits")                                                                              \
    X(FINDS_TEXTS, "GDV_RULE_FINDS: texts")                                                                            \
    X(FINDS_SLOTS, "GDV_RULE_FINDS: slots")                                                                            \
    X(FINDS_ENTRY, "GDV_RULE_FINDS: entry of a slot")                                                                  \
    X(SMALL, "GDV_FORM_SMALL")                                                                                         \
    X(LEADS_KIND, "GDV_RULE_LEADS: kind")                                                                              \
    X(LEADS_WIDTH, "GDV_RULE_LEADS: width")                                                                            \
    X(LEADS_SET, "GDV_RULE_LEADS: kind of a set")                                                                      \
    X(LEADS_INTS, "GDV_RULE_LEADS: numbers of a set of ints")                                                          \
    X(LEADS_FLOATS, "GDV_RULE_LEADS: numbers of a set of floats")                                                      \
    X(LEADS_STRINGS, "GDV_RULE_LEADS: element of STRINGS")                                                             \
    X(LEADS_STRINGS_TEXT, "GDV_RULE_LEADS: kind of the element of STRINGS")                                            \
    X(LEADS_ARRAY, "GDV_RULE_LEADS: element of an ARRAY")                                                              \
    X(LEADS_KEY, "GDV_RULE_LEADS: key of a MAP")                                                                       \
    X(LEADS_VALUE, "GDV_RULE_LEADS: value of a MAP")                                                                   \
    X(LEADS_FIELDS_MANY, "GDV_RULE_LEADS: count of fields")                                                            \
    X(LEADS_FIELDS, "GDV_RULE_LEADS: fields")                                                                          \
    X(LEADS_NUMBERS, "GDV_RULE_LEADS: numbers of keys or tags")                                                        \
    X(LEADS_REFS, "GDV_RULE_LEADS: refs")                                                                              \
    X(LEADS_TAG, "GDV_RULE_LEADS: key of TAGGED")                                                                      \
    X(UNION_REF, "GDV_UNION_LEADS: a rule")                                                                            \
    X(UNION_WIDTH, "GDV_UNION_LEADS: width of a rule")                                                                 \
    X(UNION_KIND, "GDV_UNION_LEADS: kind of a rule")                                                                   \
    X(LITERAL_REF, "GDV_LITERAL_LEADS: a rule")                                                                        \
    X(LITERAL_WIDTH, "GDV_LITERAL_LEADS: width of a rule")                                                             \
    X(LITERAL_KIND, "GDV_LITERAL_LEADS: kind of a rule")                                                               \
    X(LITERAL_PACKET, "GDV_LITERAL_LEADS: a packet")                                                                   \
    X(FIELD_RULE, "GDV_FORM_LEADS: rule of a field")                                                                   \
    X(FITS_FIELD, "GDV_FIELD_FITS: room for the values of a field")                                                    \
    X(FITS_LEAST, "GDV_FORM_FITS: how many fields a RECORD demands")                                                   \
    X(ROOT_REFS, "GDV_ROOT_HOLDS: count of refs")                                                                      \
    X(ROOT_REF, "GDV_ROOT_HOLDS: a ref of the root")                                                                   \
    X(ROOT_PACKET, "GDV_ROOT_HOLDS: rule of a packet")                                                                 \
    X(TYPES_MATH, "GDV_TYPES_LEAD: layout of MATH")                                                                    \
    X(TYPES_MATH_NUMBERS, "GDV_TYPES_LEAD: numbers of MATH")                                                           \
    X(TYPES_ARRAY, "GDV_TYPES_LEAD: layout of ARRAY")                                                                  \
    X(TYPES_PACKED, "GDV_TYPES_LEAD: layout of PACKED")                                                                \
    X(TYPES_PACKED_NUMBERS, "GDV_TYPES_LEAD: numbers of PACKED")                                                       \
    X(TABLE_TYPE, "GDV_TABLE_LEADS: a type")                                                                           \
    X(TABLE_DICTIONARY, "GDV_TABLE_LEADS: layout of a Dictionary")                                                     \
    X(TABLE_ARRAY, "GDV_TABLE_LEADS: layout of an Array")                                                              \
    X(TABLE_STRING, "GDV_TABLE_LEADS: layout of a text")                                                               \
    X(TABLE_TEXT, "GDV_TABLE_LEADS: layout of a key")                                                                  \
    X(LIES_ID, "GDV_NODE_LIES: type id")                                                                               \
    X(LIES_OFFSET, "GDV_NODE_LIES: offset")                                                                            \
    X(LIES_COUNT, "GDV_NODE_LIES: count")                                                                              \
    X(LIES_SHORT_LAYOUT, "GDV_NODE_LIES: layout of a short form")                                                      \
    X(LIES_SHORT, "GDV_NODE_LIES: bytes of a short form")                                                              \
    X(LIES_NUMBER_WIDE, "GDV_NODE_LIES: width of numbers")                                                             \
    X(LIES_NUMBER, "GDV_NODE_LIES: bytes of numbers")                                                                  \
    X(LIES_TEXT, "GDV_NODE_LIES: bytes of a text")                                                                     \
    X(LIES_PACKED_WIDE, "GDV_NODE_LIES: width of packed numbers")                                                      \
    X(LIES_PACKED, "GDV_NODE_LIES: bytes of packed numbers")                                                           \
    X(TREE_COUNT, "GDV_CHECK_READABLE: count of nodes")                                                                \
    X(ENDS_NODES, "GDV_ENDS: within the nodes")                                                                        \
    X(ENDS_IN, "GDV_ENDS: the container comes before")                                                                 \
    X(ENDS_DEPTH, "GDV_ENDS: depth")                                                                                   \
    X(ENDS_DEEPER, "GDV_ENDS: one deeper than the container")                                                          \
    X(ENDS_WITHIN, "GDV_ENDS: within the container")                                                                   \
    X(LEADS_ON_NEXT, "GDV_LEADS_ON: the other of a pair, or the end of the container")                                 \
    X(LEADS_ON_KEY, "GDV_LEADS_ON: a value after a key")                                                               \
    X(LEADS_ON_OUTERMOST, "GDV_LEADS_ON: after what lies in nothing such another")                                     \
    X(VALUE_OUTERMOST, "GDV_IS_VALUE: what lies in nothing")                                                           \
    X(VALUE_ELEMENT, "GDV_IS_VALUE: what lies in a container of values")                                               \
    X(VALUE_SHORT, "GDV_IS_VALUE: no short form in a container of values")                                             \
    X(LEADS_IN, "GDV_LEADS_IN")                                                                                        \
    X(FILLED, "GDV_IS_FILLED")                                                                                         \
    X(LONE, "GDV_IS_LONE")                                                                                             \
    X(NODES_OFFSET, "GDV_NODES_LIE: offset")                                                                           \
    X(NODES_ID, "GDV_NODES_LIE: type id")                                                                              \
    X(NODES_DEEPER, "GDV_NODES_LIE: what lies in a node is deeper")                                                    \
    X(TREE_LEAF, "tree: nothing in what is no container")                                                              \
    X(TREE_NAME, "tree: names of properties, and nothing else, before values of objects")                              \
    X(TREE_PAIRS, "tree: a value after a name")                                                                        \
    X(TREE_SHORT, "tree: no short form in an object")                                                                  \
    X(HEAD_NAME, "head: bytes of a name")                                                                              \
    X(HEAD_CLASS, "head: class of an object")                                                                          \
    X(HEAD_DECLARED, "head: what a container declares")                                                                \
    X(HEAD_COUNT, "head: count of a container")                                                                        \
    X(HEAD_ELEMENT, "head: element type")                                                                              \
    X(HEAD_ELEMENT_CLASS, "head: class of elements")                                                                   \
    X(HEAD_PATH, "head: a path")                                                                                       \
    X(HEAD_PATH_TEXTS, "head: texts of a path")                                                                        \
    X(HEAD_STRINGS, "head: texts of a string array")                                                                   \
    X(HEAD_SIGNAL, "head: name of a signal")

typedef enum word_part {
#define WORD_PART_ENUM(name, text) WORD_##name,
    WORD_PART_LIST(WORD_PART_ENUM)
#undef WORD_PART_ENUM
        WORD_PARTS
} word_part;

extern const char *const word_parts[WORD_PARTS];

/* GDV_FORM_READABLE, in which memory that can be read is the form's own `size` bytes. */
const char *word_form_readable(const gdv_schema *schema, uint32_t *where);

/* GDV_RULE_FINDS of a rule; GDV_FORM_SMALL; GDV_RULE_LEADS, GDV_UNION_LEADS and GDV_LITERAL_LEADS of a rule, one after
 * another; GDV_FORM_LEADS, which has them all. */
const char *word_rule_finds(const gdv_schema *schema, uint32_t rule, uint32_t *where);
const char *word_form_small(const gdv_schema *schema, uint32_t *where);
const char *word_rule_leads(const gdv_schema *schema, uint32_t rule, uint32_t *where);
const char *word_form_leads(const gdv_schema *schema, uint32_t *where);

/* GDV_FORM_FITS, which is GDV_RULE_FIELDS_FIT of each rule, and that of each field GDV_FIELD_FITS; and that no RECORD demands
 * more fields than it has. GDV_ROOT_HOLDS. Both require that word_form_leads holds. */
const char *word_form_fits(const gdv_schema *schema, uint32_t *where);
const char *word_root_holds(const gdv_schema *schema, uint32_t *where);

/* GDV_TYPES_LEAD; GDV_TABLE_LEADS. */
const char *word_types_lead(const struct gdv_checking *check, uint32_t *where);
const char *word_table_leads(const struct gdv_checking *check, uint32_t *where);

/* GDV_NODE_LIES of a node that is no name of a property. */
const char *word_node_lies(const struct gdv_checking *check, uint32_t node, uint32_t *where);

/* A place in the ledger of lib/proof/checking.h: gdv_end, gdv_in, gdv_depth and gdv_side of a node. */
typedef struct word_place {
    int64_t end;
    int64_t in; /* -1 of what lies in nothing */
    int64_t depth;
    int64_t side;
} word_place;

/* Computes the ledger, a place for each node, of whatever nodes: a node ends where gdv_node_after says that the next one is,
 * and lies in the innermost one that has not ended before it. */
void word_ledger_fill(const struct gdv_checking *check, word_place *ledger);

/* Facts of each node against a ledger, part by part those of lib/proof/checking.h:
 *   - GDV_NODE_GIVES: parts GDV_ENDS, GDV_LEADS_ON, GDV_IS_VALUE with GDV_NODE_LIES in it, and where a node has a row
 *     GDV_LEADS_IN, GDV_IS_FILLED, GDV_IS_LONE;
 *   - GDV_NODES_LIE; it reads no more of a ledger than its own parts, and those of GDV_ENDS;
 *   - and what no proof asks: nothing is in what is no container; in an object a name stands before each value, and names
 *     nowhere else; no short form is in one; each node but names keeps GDV_NODE_LIES.
 * Each requires those before it. */
const char *word_nodes_give(const struct gdv_checking *check, const word_place *ledger, uint32_t *where);
const char *word_nodes_lie(const struct gdv_checking *check, const word_place *ledger, uint32_t *where);
const char *word_tree_is_whole(const struct gdv_checking *check, const word_place *ledger, uint32_t *where);

/* What lib/schema/limits.c reads of the bytes of a value that are not in its node: texts in a row, what a container
 * declares before its count, classes; and the bytes of names. Each lies in the packet. Requires that word_tree_is_whole holds. */
const char *word_heads_lie(const struct gdv_checking *check, uint32_t *where);

/* All of these, one after another. */
const char *words_of_nodes(const struct gdv_checking *check, const word_place *ledger, uint32_t *where);

/* All words of a schema that was loaded, with the types of its dialect; and of a document that was parsed, of which nothing is
 * claimed where it has no nodes, as in a message without values. Aborts without memory for the ledger. */
const char *words_of_schema(const gdv_schema *schema, uint32_t *where);
const char *words_of_document(const gdv_document *document, uint32_t *where);

#endif
