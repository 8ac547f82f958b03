/* SPDX-License-Identifier: MIT */
/* A word that nothing can break says nothing. For each part of each word of documents in tests/support/proof_words.h there is
 * an edit of one that keeps all of them, after which the word names just that part, and the node; and none is left out. Of
 * words of forms: test_proof_words_form_parts.c. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/schema/checking.h"
#include "tests/support/calls.h"
#include "tests/support/parsed.h"
#include "tests/support/proof_words.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* What an edit may change: nodes and bytes of a document, and the ledger of where they lie in one another. */
enum { MOST_NODES = GDV_MAX_DEPTH + 8, MOST_BYTES = 8 * MOST_NODES };

typedef struct workpiece {
    gdv_node nodes[MOST_NODES];
    uint8_t bytes[MOST_BYTES];
    gdv_document document;
    word_place ledger[MOST_NODES];
} workpiece;

typedef void edit(workpiece *of);

#define EDIT(name, statement)                                                                                          \
    static void name(workpiece *of)                                                                                    \
    {                                                                                                                  \
        statement;                                                                                                     \
    }

#define NODE(n) (of->nodes[n])
#define PLACE(n) (of->ledger[n])

static void put_word(workpiece *of, size_t at, uint32_t word_there)
{
    for (size_t byte = 0; byte < 4; byte += 1) {
        of->bytes[at + byte] = (uint8_t)(word_there >> (8 * byte) & 0xffu);
    }
}

EDIT(no_such_type, NODE(0).id = (uint8_t)of->document.table->count)
EDIT(begins_outside, NODE(0).offset = of->document.size + 1)
EDIT(counts_more_than_bytes, NODE(0).count = of->document.size + 1)
EDIT(is_short, NODE(0).flags |= GDV_TOKEN_SHORT)
EDIT(is_short_of_eight_bytes, NODE(0).flags = GDV_TOKEN_SHORT + 3 * GDV_TOKEN_MODE)
EDIT(is_wide, NODE(0).flags |= GDV_FLAG_64 >> 16)
EDIT(begins_late, NODE(0).offset = 1)
EDIT(counts_one_more, NODE(0).count += 1)
EDIT(counts_all_bytes, NODE(0).count = of->document.size)
EDIT(has_more_nodes_than_bytes, of->document.count = GDV_MAX_BYTES + 1)
EDIT(ends_outside, NODE(0).next = of->document.count + 1)
EDIT(ends_after_its_container, NODE(2).next = 5)
EDIT(is_a_name, NODE(0).id = GDV_NODE_NAME)
EDIT(holds_a_name, NODE(1).id = GDV_NODE_NAME)
EDIT(holds_a_name_for_a_value, NODE(2).id = GDV_NODE_NAME)
EDIT(holds_a_value_for_a_name, NODE(1).id = NODE(2).id)
EDIT(holds_a_short_form, NODE(1).flags |= GDV_TOKEN_SHORT)
EDIT(has_a_short_property, NODE(2).flags |= GDV_TOKEN_SHORT)
EDIT(holds_half_a_pair, of->document.count = NODE(0).next = 2)
EDIT(holds_something, NODE(1).next = 3)
EDIT(name_begins_outside, NODE(1).offset = of->document.size + 1)
EDIT(has_a_property_of_no_type, NODE(2).id = (uint8_t)of->document.table->count)
EDIT(property_begins_late, NODE(2).offset = of->document.size)
EDIT(name_is_long, NODE(1).count = of->document.size)
EDIT(first_text_is_long, put_word(of, 4, UINT32_MAX))
EDIT(second_text_is_long, put_word(of, 12, UINT32_MAX))
EDIT(is_cut, of->document.size = 6)

/* The first of the two values in the innermost container becomes a container of the other. */
static void is_too_deep(workpiece *of)
{
    cr_assert_eq(of->document.count, GDV_MAX_DEPTH + 2);
    NODE(GDV_MAX_DEPTH).id = NODE(0).id;
    NODE(GDV_MAX_DEPTH).next = GDV_MAX_DEPTH + 2;
    NODE(GDV_MAX_DEPTH).count = 1;
}

/* A container becomes a bool in its short form, with something in it. */
static void short_form_holds_something(workpiece *of)
{
    NODE(0).id = (uint8_t)gdv_wire_table_id(of->document.table, GDV_TYPE_BOOL);
    NODE(0).flags |= GDV_TOKEN_SHORT;
}

/* An array in an array, as deep as any packet may be, and two values in the innermost. */
static char deepest[10 * GDV_MAX_DEPTH + 16];

typedef struct edit_row {
    gdv_dialect dialect;
    const char *calls;
    edit *change;
    word_part part;
    uint32_t where;
} edit_row;

static const edit_row rows[] = {
    {GDV_DIALECT_GODOT4_4, "int=5", no_such_type, WORD_LIES_ID, 0},
    {GDV_DIALECT_GODOT4_4, "int=5", begins_outside, WORD_LIES_OFFSET, 0},
    {GDV_DIALECT_GODOT4_4, "nil", counts_more_than_bytes, WORD_LIES_COUNT, 0},
    {GDV_DIALECT_GODOT4_4, "str=a", is_short, WORD_LIES_SHORT_LAYOUT, 0},
    {GDV_DIALECT_GODOT4_4, "int=5", is_short_of_eight_bytes, WORD_LIES_SHORT, 0},
    {GDV_DIALECT_GODOT4_4, "i32=Vector2i,1,2", is_wide, WORD_LIES_NUMBER_WIDE, 0},
    {GDV_DIALECT_GODOT3, "f32=Vector2,1,2", is_wide, WORD_LIES_NUMBER_WIDE, 0},
    {GDV_DIALECT_GODOT4_4, "int=5", is_wide, WORD_LIES_NUMBER, 0},
    {GDV_DIALECT_GODOT4_4, "i32=Vector2i,1,2", begins_late, WORD_LIES_NUMBER, 0},
    {GDV_DIALECT_GODOT4_4, "str=abcd", counts_one_more, WORD_LIES_TEXT, 0},
    {GDV_DIALECT_GODOT4_4, "i32=PackedInt32Array,1", is_wide, WORD_LIES_PACKED_WIDE, 0},
    {GDV_DIALECT_GODOT4_4, "i32=PackedInt32Array,1", counts_one_more, WORD_LIES_PACKED, 0},
    {GDV_DIALECT_GODOT4_4, "f32=PackedVector2Array,1,2", is_wide, WORD_LIES_PACKED, 0},
    {GDV_DIALECT_GODOT4_4, "nil", has_more_nodes_than_bytes, WORD_TREE_COUNT, 0},
    {GDV_DIALECT_GODOT4_4, "array int=1 end", ends_outside, WORD_ENDS_NODES, 0},
    {GDV_DIALECT_GODOT4_4, "array array array int=1 end end int=2 end", ends_after_its_container, WORD_ENDS_WITHIN, 2},
    {GDV_DIALECT_GODOT4_4, deepest, is_too_deep, WORD_ENDS_DEPTH, GDV_MAX_DEPTH + 1},
    {GDV_DIALECT_GODOT4_4, "dict int=1 int=2 end", holds_half_a_pair, WORD_LEADS_ON_KEY, 1},
    {GDV_DIALECT_GODOT4_4, "int=5", is_a_name, WORD_VALUE_OUTERMOST, 0},
    {GDV_DIALECT_GODOT4_4, "array int=1 end", holds_a_name, WORD_VALUE_ELEMENT, 1},
    {GDV_DIALECT_GODOT4_4, "dict int=1 int=2 end", holds_a_name_for_a_value, WORD_VALUE_ELEMENT, 2},
    {GDV_DIALECT_PANDEMONIUM_40, "tarray=int int=1 end", holds_a_name, WORD_VALUE_ELEMENT, 1},
    {GDV_DIALECT_GODOT4_4, "array int=1 end", holds_a_short_form, WORD_VALUE_SHORT, 1},
    {GDV_DIALECT_GODOT4_4, "dict int=1 int=2 end", has_a_short_property, WORD_VALUE_SHORT, 2},
    {GDV_DIALECT_GODOT4_4, "array end", counts_one_more, WORD_FILLED, 0},
    {GDV_DIALECT_GODOT4_4, "array int=1 int=2 end", holds_something, WORD_LONE, 1},
    {GDV_DIALECT_GODOT4_4, "array str=a int=2 end", holds_something, WORD_LONE, 1},
    {GDV_DIALECT_GODOT4_4, "array int=1 end", short_form_holds_something, WORD_LONE, 0},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", name_begins_outside, WORD_NODES_OFFSET, 1},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", has_a_property_of_no_type, WORD_NODES_ID, 2},
    {GDV_DIALECT_GODOT4_4, "array float=1 int=2 end", holds_something, WORD_TREE_LEAF, 1},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", holds_something, WORD_TREE_LEAF, 1},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", holds_a_value_for_a_name, WORD_TREE_NAME, 1},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", holds_a_name_for_a_value, WORD_TREE_NAME, 2},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", holds_half_a_pair, WORD_TREE_PAIRS, 1},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", has_a_short_property, WORD_TREE_SHORT, 2},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", property_begins_late, WORD_LIES_NUMBER, 2},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", name_is_long, WORD_HEAD_NAME, 1},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 end", first_text_is_long, WORD_HEAD_CLASS, 0},
    {GDV_DIALECT_GODOT4_4, "tarray=class.Node end", first_text_is_long, WORD_HEAD_DECLARED, 0},
    {GDV_DIALECT_GODOT4_4, "tdict=int,class.Node end", is_cut, WORD_HEAD_DECLARED, 0},
    {GDV_DIALECT_GODOT4_4, "array end", is_cut, WORD_HEAD_COUNT, 0},
    {GDV_DIALECT_PANDEMONIUM_40, "tarray=int end", is_cut, WORD_HEAD_ELEMENT, 0},
    {GDV_DIALECT_PANDEMONIUM_40, "tarray=class.Node end", second_text_is_long, WORD_HEAD_ELEMENT_CLASS, 0},
    {GDV_DIALECT_GODOT4_4, "path=a", is_cut, WORD_HEAD_PATH, 0},
    {GDV_DIALECT_GODOT4_4, "path=a", counts_one_more, WORD_HEAD_PATH_TEXTS, 0},
    {GDV_DIALECT_GODOT4_4, "strs=a", counts_one_more, WORD_HEAD_STRINGS, 0},
    {GDV_DIALECT_GODOT4_4, "signal=a,5", first_text_is_long, WORD_HEAD_SIGNAL, 0},
    {GDV_DIALECT_GODOT4_4, "signal=a,5", counts_all_bytes, WORD_HEAD_SIGNAL, 0},
};

/* Some of what a ledger says no edit of a document breaks, as it is computed of that: here the ledger lies. */
EDIT(lies_in_itself, PLACE(1).in = 1)
EDIT(lies_before_all, PLACE(0).in = -2)
EDIT(is_no_deeper, PLACE(1).depth = 0)
EDIT(is_deep_in_nothing, PLACE(0).depth = 1)
EDIT(key_follows_a_key, PLACE(2).side = 0)
EDIT(element_follows_in_another, PLACE(2).in = -1; PLACE(2).depth = 0)
EDIT(element_follows_in_a_container, PLACE(1).in = -1; PLACE(1).depth = 0)
EDIT(begins_with_a_value, PLACE(1).side = 1)
EDIT(begins_with_another, PLACE(1).in = -1; PLACE(1).depth = 0)

/* An object whose properties lie in nothing. */
static void properties_are_outermost(workpiece *of)
{
    NODE(1).id = NODE(2).id;
    PLACE(1) = (word_place){2, -1, 0, 0};
    PLACE(2) = (word_place){3, -1, 0, 0};
}

typedef struct lie_row {
    const char *calls;
    edit *change;
    word_part part;
    uint32_t where;
} lie_row;

static const lie_row lies[] = {
    {"array int=1 end", lies_in_itself, WORD_ENDS_IN, 1},
    {"int=5", lies_before_all, WORD_ENDS_IN, 0},
    {"array int=1 end", is_no_deeper, WORD_ENDS_DEEPER, 1},
    {"int=5", is_deep_in_nothing, WORD_ENDS_DEEPER, 0},
    {"dict int=1 int=2 end", key_follows_a_key, WORD_LEADS_ON_NEXT, 1},
    {"array int=1 int=2 end", element_follows_in_another, WORD_LEADS_ON_NEXT, 1},
    {"array int=1 int=2 end", element_follows_in_a_container, WORD_LEADS_ON_OUTERMOST, 1},
    {"array int=1 end", begins_with_a_value, WORD_LEADS_IN, 0},
    {"array int=1 end", begins_with_another, WORD_LEADS_IN, 0},
    {"object=Node prop=a int=1 end", properties_are_outermost, WORD_NODES_DEEPER, 1},
};

/* Takes nodes and bytes of a document that keeps all words. */
static void take(workpiece *of, gdv_dialect dialect, const char *calls)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_ALL);
    parsed made;
    uint32_t where = 0;
    policy.max_depth = GDV_MAX_DEPTH;
    written said = written_by(dialect, &policy, calls);
    cr_assert_eq(said.code, GDV_OK, "%s", calls);
    parsed_from(&made, said.made.bytes, said.made.size, dialect, &policy);
    cr_assert_eq(made.code, GDV_OK, "%s", calls);
    cr_assert_null(words_of_document(&made.document, &where), "%s", calls);
    cr_assert(made.document.count <= MOST_NODES && made.document.size <= MOST_BYTES);
    memcpy(of->nodes, made.nodes, made.document.count * sizeof *made.nodes);
    memcpy(of->bytes, made.bytes.bytes, made.bytes.size);
    of->document = made.document;
    of->document.nodes = of->nodes;
    of->document.bytes = of->bytes;
    parsed_free(&made);
    packet_free(&said.made);
}

static void set_deepest(void)
{
    static const char begins[] = "array ";
    static const char holds[] = "int=1 int=2";
    static const char ends[] = " end";
    char *to = deepest;
    for (uint32_t depth = 0; depth < GDV_MAX_DEPTH; depth += 1) {
        memcpy(to, begins, sizeof begins - 1);
        to += sizeof begins - 1;
    }
    memcpy(to, holds, sizeof holds - 1);
    to += sizeof holds - 1;
    for (uint32_t depth = 0; depth < GDV_MAX_DEPTH; depth += 1) {
        memcpy(to, ends, sizeof ends);
        to += sizeof ends - 1;
    }
}

/* What is said of a document that was changed, and what of one whose ledger was. */
static const char *said_of_changed(workpiece *of, edit *change, uint32_t *where)
{
    change(of);
    return words_of_document(&of->document, where);
}

static const char *said_of_lie(workpiece *of, edit *change, uint32_t *where)
{
    gdv_checking check;
    gdv_checking_set(&check, NULL, &of->document);
    word_ledger_fill(&check, of->ledger);
    cr_assert_null(words_of_nodes(&check, of->ledger, where));
    change(of);
    return words_of_nodes(&check, of->ledger, where);
}

static void expect_part(const char *said, uint32_t where, word_part part, uint32_t wanted, size_t row)
{
    cr_assert_not_null(said, "row %zu: nothing is broken, and not %s", row, word_parts[part]);
    cr_expect_str_eq(said, word_parts[part], "row %zu: %s, of %u", row, said, where);
    cr_expect_eq(where, wanted, "row %zu: of %u", row, where);
}

Test(proof_words, each_part_of_words_of_documents_can_fail_and_is_named)
{
    static workpiece of;
    bool broken[WORD_PARTS] = {false};
    uint32_t where = 0;
    set_deepest();
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const edit_row *row = &rows[index];
        take(&of, row->dialect, row->calls);
        const char *said = said_of_changed(&of, row->change, &where);
        expect_part(said, where, row->part, row->where, index);
        broken[row->part] = true;
    }
    for (size_t index = 0; index < COUNT_OF(lies); index += 1) {
        const lie_row *row = &lies[index];
        take(&of, GDV_DIALECT_GODOT4_4, row->calls);
        const char *said = said_of_lie(&of, row->change, &where);
        expect_part(said, where, row->part, row->where, index);
        broken[row->part] = true;
    }
    for (uint32_t part = WORD_LIES_ID; part < WORD_PARTS; part += 1) {
        cr_expect(broken[part], "no edit breaks %s", word_parts[part]);
    }
}

/* As in a message without values. */
Test(proof_words, nothing_is_claimed_of_a_document_without_nodes)
{
    static const gdv_document none;
    uint32_t where = 7;
    cr_expect_null(words_of_document(&none, &where));
    cr_expect_eq(where, 7u);
}
