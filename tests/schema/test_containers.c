/* SPDX-License-Identifier: MIT */
/* Arrays, dictionaries and unions of one schema with packets of every shape: what is missing, unknown, too many, or none of
 * the alternatives is refused where it is, by name; and what passes is found in the match. Promises 3 and 6. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/calls.h"
#include "tests/support/checked.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* packet move  = { "type": "move", seq: int 0.., from: Place, to?: Place, 7?: bool }                   line 10
 * packet chat  = ["chat", String 1..8, int?, ...]                                                       line 11
 * packet trade = { "type": "trade", give: Array[Item] 1..2, note?: String | null | Kind, extra?: Dictionary[String 1..4, int]
 *                  0..2, any?: Array[Variant] 0..3, bag?: Dictionary[Variant, Variant] 0..2, ... }       line 12
 * packet three = { "type": 3, by: Shape }                                                                line 13
 * packet four  = [4]                                                                                     line 14
 * type Place   = { x: int, y: int }                                                                      line 1
 * type Item    = Place | [int 1..9]                                                                      line 2
 * type Kind    = { "kind": "a", n: int } | { "kind": 5, n: float }                                       line 3
 * type Shape   = ["dot"] | ["line", Shape] | [6]                                                         line 4 */
enum { MOVE, CHAT, TRADE, THREE, FOUR };

static uint32_t place(draft *of, uint32_t number)
{
    draft_name(of, number, "Place", 1);
    draft_field(of, number, "x", number + 1, 0);
    draft_field(of, number, "y", number + 1, 0);
    (void)draft_int(of, INT64_MIN, INT64_MAX);
    return number;
}

static uint32_t item(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_UNION);
    draft_name(of, rule, "Item", 2);
    uint32_t record = place(of, draft_rule(of, GDV_RULE_RECORD));
    uint32_t tuple = draft_rule(of, GDV_RULE_TUPLE);
    draft_name(of, tuple, "Item", 2);
    uint32_t element = draft_int(of, 1, 9);
    draft_name(of, element, "Item", 2);
    draft_field(of, tuple, NULL, element, 0);
    draft_alternative(of, rule, GDV_TYPE_DICTIONARY, record);
    draft_alternative(of, rule, GDV_TYPE_ARRAY, tuple);
    return rule;
}

static uint32_t kind(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_TAGGED);
    draft_name(of, rule, "Kind", 3);
    draft_tag(of, rule, "kind");
    uint32_t text = draft_rule(of, GDV_RULE_RECORD);
    draft_field(of, text, "n", draft_int(of, INT64_MIN, INT64_MAX), 0);
    draft_field(of, text, "kind", draft_literal(of, "a"), 0);
    uint32_t number = draft_rule(of, GDV_RULE_RECORD);
    draft_field(of, number, "n", draft_rule(of, GDV_RULE_FLOAT), 0);
    draft_field(of, number, "kind", draft_int(of, 5, 5), 0);
    draft_case(of, rule, "a", text);
    draft_int_case(of, rule, 5, number);
    return rule;
}

static uint32_t shape(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_LED);
    draft_name(of, rule, "Shape", 4);
    uint32_t dot = draft_rule(of, GDV_RULE_TUPLE);
    draft_field(of, dot, NULL, draft_literal(of, "dot"), 0);
    uint32_t line = draft_rule(of, GDV_RULE_TUPLE);
    draft_field(of, line, NULL, draft_literal(of, "line"), 0);
    draft_field(of, line, NULL, rule, 0);
    uint32_t six = draft_rule(of, GDV_RULE_TUPLE);
    draft_field(of, six, NULL, draft_int(of, 6, 6), 0);
    draft_case(of, rule, "dot", dot);
    draft_case(of, rule, "line", line);
    draft_int_case(of, rule, 6, six);
    return rule;
}

static void trade(draft *of)
{
    uint32_t give = draft_array(of, 0, 1, 2);
    draft_at(of, give)->value = item(of);
    uint32_t note = draft_rule(of, GDV_RULE_UNION);
    draft_alternative(of, note, GDV_TYPE_STRING, draft_text(of, 0, 9, 0));
    draft_alternative(of, note, GDV_TYPE_NIL, draft_rule(of, GDV_RULE_NIL));
    draft_alternative(of, note, GDV_TYPE_DICTIONARY, kind(of));
    uint32_t extra = draft_rule(of, GDV_RULE_MAP);
    draft_at(of, extra)->most = 2;
    draft_at(of, extra)->key = draft_text(of, 1, 4, 0);
    draft_at(of, extra)->value = draft_int(of, INT64_MIN, INT64_MAX);
    uint32_t any = draft_rule(of, GDV_RULE_ANY);
    uint32_t many = draft_array(of, any, 0, 3);
    uint32_t bag = draft_rule(of, GDV_RULE_MAP);
    draft_at(of, bag)->most = 2;
    draft_at(of, bag)->key = any;
    draft_at(of, bag)->value = any;
    uint32_t half = draft_rule(of, GDV_RULE_MAP);
    draft_at(of, half)->key = kind(of);
    draft_at(of, half)->value = any;
    draft_field(of, TRADE, "type", draft_literal(of, "trade"), 0);
    draft_field(of, TRADE, "give", give, 0);
    draft_field(of, TRADE, "note", note, GDV_FIELD_OPTIONAL);
    draft_field(of, TRADE, "extra", extra, GDV_FIELD_OPTIONAL);
    draft_field(of, TRADE, "any", many, GDV_FIELD_OPTIONAL);
    draft_field(of, TRADE, "bag", bag, GDV_FIELD_OPTIONAL);
    draft_field(of, TRADE, "half", half, GDV_FIELD_OPTIONAL);
    draft_at(of, TRADE)->flags |= GDV_RULE_OPEN;
    draft_at(of, TRADE)->most = 8;
}

static gdv_schema game(gdv_dialect dialect)
{
    draft *made = draft_new(dialect);
    (void)draft_rule(made, GDV_RULE_RECORD);
    (void)draft_rule(made, GDV_RULE_TUPLE);
    (void)draft_rule(made, GDV_RULE_RECORD);
    (void)draft_rule(made, GDV_RULE_RECORD);
    (void)draft_rule(made, GDV_RULE_TUPLE);
    draft_packet(made, "move", 10);
    draft_packet(made, "chat", 11);
    draft_packet(made, "trade", 12);
    draft_packet(made, "three", 13);
    draft_packet(made, "four", 14);
    uint32_t where = place(made, draft_rule(made, GDV_RULE_RECORD));
    draft_field(made, MOVE, "type", draft_literal(made, "move"), 0);
    draft_field(made, MOVE, "seq", draft_int(made, 0, INT64_MAX), 0);
    draft_field(made, MOVE, "from", where, GDV_FIELD_NESTED);
    draft_field(made, MOVE, "to", where, GDV_FIELD_NESTED | GDV_FIELD_OPTIONAL);
    uint32_t jump = draft_rule(made, GDV_RULE_BOOL);
    draft_at(made, jump)->lowest = 0;
    draft_at(made, jump)->highest = 1;
    draft_int_field(made, MOVE, 7, jump, GDV_FIELD_OPTIONAL);
    draft_field(made, CHAT, NULL, draft_literal(made, "chat"), 0);
    draft_field(made, CHAT, NULL, draft_text(made, 1, 8, 0), 0);
    draft_field(made, CHAT, NULL, draft_int(made, 0, 9), GDV_FIELD_OPTIONAL);
    draft_at(made, CHAT)->flags |= GDV_RULE_OPEN;
    draft_at(made, CHAT)->most = 5;
    trade(made);
    draft_field(made, THREE, "type", draft_int(made, 3, 3), 0);
    draft_field(made, THREE, "by", shape(made), 0);
    draft_field(made, FOUR, NULL, draft_int(made, 4, 4), 0);
    uint32_t tagged = draft_rule(made, GDV_RULE_TAGGED);
    uint32_t led = draft_rule(made, GDV_RULE_LED);
    draft_tag(made, tagged, "type");
    draft_case(made, tagged, "move", MOVE);
    draft_case(made, tagged, "trade", TRADE);
    draft_int_case(made, tagged, 3, THREE);
    draft_case(made, led, "chat", CHAT);
    draft_int_case(made, led, 4, FOUR);
    draft_at(made, tagged)->flags |= GDV_RULE_ROOT;
    draft_at(made, led)->flags |= GDV_RULE_ROOT;
    draft_root(made, GDV_TYPE_DICTIONARY, tagged);
    draft_root(made, GDV_TYPE_ARRAY, led);
    return draft_load(made);
}

typedef struct row {
    const char *calls;
    const char *line;
} row;

static void rows_hold(const row *rows, size_t count, gdv_dialect dialect)
{
    gdv_schema schema = game(dialect);
    for (size_t index = 0; index < count; index += 1) {
        checked got;
        checked_calls(&got, &schema, NULL, rows[index].calls);
        cr_expect_str_eq(got.line, rows[index].line, "row %zu, %s: %s", index, rows[index].calls, got.line);
    }
    draft_drop(&schema);
}

#define XY " dict str=x int=1 str=y int=2 end"
#define MOVES "dict str=type str=move str=seq int=5 str=from" XY

Test(containers, records)
{
    static const row rows[] = {
        {MOVES " end", ""},
        {"dict str=from" XY " str=seq int=5 int=7 true str=to" XY " str=type str=move end", ""},
        {"dict name=from" XY " name=seq int=5 name=type name=move end", ""},
        {MOVES " str=speed int=1 end", "UNKNOWN_KEY .speed: the schema has no such key (packet move, line 10)"},
        {MOVES " int=8 int=1 end", "UNKNOWN_KEY {8}: the schema has no such key (packet move, line 10)"},
        {MOVES " true int=1 end", "UNKNOWN_KEY {@112}: the schema has no such key (packet move, line 10)"},
        {MOVES " array int=1 int=2 end int=1 end",
         "UNKNOWN_KEY {@112}: the schema has no such key (packet move, line 10)"},
        {"dict str=type str=move str=seq int=5 end",
         "MISSING_KEY packet: key \"from\" is missing (packet move, line 10)"},
        {"dict str=type str=move str=from" XY " end",
         "MISSING_KEY packet: key \"seq\" is missing (packet move, line 10)"},
        {"dict str=type str=move str=seq int=5 str=from dict str=y int=1 end end",
         "MISSING_KEY .from: key \"x\" is missing (type Place, line 1)"},
        {"dict str=type str=move str=seq int=5 str=from dict str=x int=1 end end",
         "MISSING_KEY .from: key \"y\" is missing (type Place, line 1)"},
        {"dict str=type str=move str=seq int=5 str=from dict end end",
         "MISSING_KEY .from: key \"x\" is missing (type Place, line 1)"},
        {"dict str=type str=move str=seq int=5 str=from array end end",
         "WRONG_TYPE .from: Array is not Dictionary (type Place, line 1)"},
        {"dict str=type str=move str=seq int=-1 str=from" XY " end", "OUT_OF_RANGE .seq: -1 is not in 0.."},
        {MOVES " int=7 int=1 end", "WRONG_TYPE {7}: int 1 is not bool"},
    };
    rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

Test(containers, packets_are_told_apart)
{
    static const char no_tag[] = "NO_SUCH_PACKET packet: Dictionary is not one with the key \"type\"";
    static const row rows[] = {
        {"dict end", no_tag},
        {"dict int=1 str=move end", no_tag},
        {"dict str=typo str=move end", no_tag},
        {"dict str=type str=fly end", "NO_SUCH_PACKET .type: String \"fly\" is not one of \"move\", \"trade\", 3"},
        {"dict str=type int=2 end", "NO_SUCH_PACKET .type: int 2 is not one of \"move\", \"trade\", 3"},
        {"dict str=type true end", "NO_SUCH_PACKET .type: bool true is not one of \"move\", \"trade\", 3"},
        {"array end", "NO_SUCH_PACKET packet: Array is not one of \"chat\", 4"},
        {"array nil end", "NO_SUCH_PACKET [0]: null is not one of \"chat\", 4"},
        {"array int=4 end", ""},
        {"array int=4 int=5 end", "WRONG_LENGTH packet: count 2 is not 1 (packet four, line 14)"},
        {"int=4", "NO_SUCH_PACKET packet: int 4 is not one of Dictionary, Array"},
        {"array str=chat str=hello end", ""},
        {"array str=chat str=hello int=9 end", ""},
        {"array str=chat str=hello int=9 true array int=1 end end", ""},
        {"array str=chat str=hello int=9 true true true end",
         "WRONG_LENGTH packet: count 6 is not in 2..5 (packet chat, line 11)"},
        {"array str=chat end", "WRONG_LENGTH packet: count 1 is not in 2..5 (packet chat, line 11)"},
        {"array str=chat str=hello int=10 end", "OUT_OF_RANGE [2]: 10 is not in 0..9"},
        {"array str=chat str=123456789 end", "WRONG_LENGTH [1]: length 9 is not in 1..8 bytes"},
    };
    rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

#define TRADES "dict str=type str=trade str=give array array int=1 end end"

Test(containers, arrays_maps_and_unions)
{
    static const row rows[] = {
        {TRADES " end", ""},
        {"dict str=type str=trade str=give array array int=9 end" XY " end end", ""},
        {"dict str=type str=trade str=give array end end", "WRONG_LENGTH .give: count 0 is not in 1..2"},
        {"dict str=type str=trade str=give array" XY XY XY " end end", "WRONG_LENGTH .give: count 3 is not in 1..2"},
        {"dict str=type str=trade str=give dict end end", "WRONG_TYPE .give: Dictionary is not Array"},
        {"dict str=type str=trade str=give array int=5 end end",
         "NO_ALTERNATIVE .give[0]: int 5 is not one of Dictionary, Array (type Item, line 2)"},
        {"dict str=type str=trade str=give array array int=1 end array int=10 end end end",
         "OUT_OF_RANGE .give[1][0]: 10 is not in 1..9 (type Item, line 2)"},
        {TRADES " str=note str=hi end", ""},
        {TRADES " str=note nil end", ""},
        {TRADES " str=note name=hi end",
         "NO_ALTERNATIVE .note: StringName \"hi\" is not one of null, String, Dictionary"},
        {TRADES " str=note str=0123456789 end", "WRONG_LENGTH .note: length 10 is not in 0..9 bytes"},
        {TRADES " str=note dict str=n int=1 str=kind str=a end end", ""},
        {TRADES " str=note dict str=n float=1 str=kind int=5 end end", ""},
        {TRADES " str=note dict str=n float=1 str=kind str=a end end", "WRONG_TYPE .note.n: float 1.0 is not int"},
        {TRADES " str=note dict str=n int=1 end end", "MISSING_KEY .note: key \"kind\" is missing (type Kind, line 3)"},
        {TRADES " str=note dict str=kind str=b end end",
         "NO_ALTERNATIVE .note.kind: String \"b\" is not one of \"a\", 5 (type Kind, line 3)"},
        {TRADES " str=extra dict end end", ""},
        {TRADES " str=extra dict str=a int=1 str=b int=2 end end", ""},
        {TRADES " str=extra dict str=a int=1 str=b int=2 str=c int=3 end end",
         "WRONG_LENGTH .extra: count 3 is not in 0..2"},
        {TRADES " str=extra dict str=a str=b end end", "WRONG_TYPE .extra.a: String \"b\" is not int"},
        {TRADES " str=extra dict str=a int=1 str=abcde int=2 end end",
         "WRONG_LENGTH .extra.abcde{key}: length 5 is not in 1..4 bytes"},
        {TRADES " str=extra array end end", "WRONG_TYPE .extra: Array is not Dictionary"},
        {TRADES " str=any array int=1 array true end str=a end end", ""},
        {TRADES " str=any array nil nil nil nil end end", "WRONG_LENGTH .any: count 4 is not in 0..3"},
        {TRADES " str=bag dict array end dict int=1 int=2 end end end", ""},
        {TRADES " str=half dict dict str=kind str=a str=n int=1 end array end end end", ""},
        {TRADES " str=half dict dict str=kind str=b str=n int=1 end array end end end",
         "NO_ALTERNATIVE .half{key}.kind: String \"b\" is not one of \"a\", 5 (type Kind, line 3)"},
        {TRADES " str=more dict int=1 int=2 end array end true end", ""},
        {TRADES " int=1 nil int=2 nil int=3 nil int=4 nil int=5 nil int=6 nil end", ""},
        {TRADES " int=1 nil int=2 nil int=3 nil int=4 nil int=5 nil int=6 nil int=7 nil end",
         "WRONG_LENGTH packet: count 9 is not in 0..8 (packet trade, line 12)"},
    };
    rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

Test(containers, unions_by_first_element)
{
    static const row rows[] = {
        {"dict str=by array str=dot end str=type int=3 end", ""},
        {"dict str=type int=3 str=by array int=6 end end", ""},
        {"dict str=type int=3 str=by array str=line array str=line array str=dot end end end end", ""},
        {"dict str=type int=3 str=by array str=line array str=line array str=dog end end end end",
         "NO_ALTERNATIVE .by[1][1][0]: String \"dog\" is not one of \"dot\", \"line\", 6 (type Shape, line 4)"},
        {"dict str=type int=3 str=by array end end",
         "NO_ALTERNATIVE .by: Array is not one of \"dot\", \"line\", 6 (type Shape, line 4)"},
        {"dict str=type int=3 str=by int=6 end", "NO_ALTERNATIVE .by: int 6 is not Array (type Shape, line 4)"},
    };
    rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

/* Where the engine tells a String from a StringName, keys are Strings. */
Test(containers, names_are_no_keys_where_the_engine_tells_them_apart)
{
    static const row rows[] = {
        {MOVES " end", ""},
        {"dict str=type str=move str=seq int=5 name=from" XY " end",
         "UNKNOWN_KEY .from: the schema has no such key (packet move, line 10)"},
        {"dict name=type str=move str=seq int=5 str=from" XY " end",
         "NO_SUCH_PACKET packet: Dictionary is not one with the key \"type\""},
    };
    rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_PANDEMONIUM_40);
}

/* Its values, in the order of the schema, what is nested after what it is nested in. */
Test(containers, a_match_knows_every_field)
{
    gdv_schema schema = game(GDV_DIALECT_GODOT4_4);
    written made =
        written_by(GDV_DIALECT_GODOT4_4, NULL,
                   "dict str=from dict str=y int=2 str=x int=1 end int=7 true str=type str=move str=seq int=5 end");
    gdv_node nodes[64];
    gdv_match match = {.struct_size = sizeof match};
    cr_assert_eq(gdv_schema_check(&schema, made.made.bytes, made.made.size, NULL, nodes, 64, &match, NULL), GDV_OK);
    cr_expect_eq(match.packet, (uint32_t)MOVE);
    cr_expect_eq(match.count, 9u);
    cr_expect(gdv_text_is(gdv_match_value(&match, 0), "move"));
    cr_expect_eq(gdv_int_or(gdv_match_value(&match, gdv_schema_value_of(&schema, MOVE, ".seq")), 0, 9, -1), 5);
    cr_expect_eq(gdv_type_of(gdv_match_value(&match, 2)), GDV_TYPE_DICTIONARY);
    cr_expect_eq(gdv_int_or(gdv_match_value(&match, gdv_schema_value_of(&schema, MOVE, ".from.x")), 0, 9, -1), 1);
    cr_expect_eq(gdv_int_or(gdv_match_value(&match, gdv_schema_value_of(&schema, MOVE, ".from.y")), 0, 9, -1), 2);
    cr_expect_not(gdv_exists(gdv_match_value(&match, gdv_schema_value_of(&schema, MOVE, ".to"))));
    cr_expect_not(gdv_exists(gdv_match_value(&match, gdv_schema_value_of(&schema, MOVE, ".to.x"))));
    cr_expect(gdv_bool_or(gdv_match_value(&match, gdv_schema_value_of(&schema, MOVE, "{7}")), false));
    cr_expect_not(gdv_exists(gdv_match_value(&match, 9)));
    cr_expect_not(gdv_exists(gdv_match_value(&match, GDV_NONE)));
    cr_expect_not(gdv_exists(gdv_match_value(NULL, 0)));
    match.count = UINT32_MAX;
    cr_expect_not(gdv_exists(gdv_match_value(&match, GDV_MATCH_VALUES)));
    packet_free(&made.made);
    draft_drop(&schema);
}

Test(containers, paths_lead_to_values_or_nowhere)
{
    static const struct {
        uint32_t packet;
        const char *path;
        uint32_t value;
    } rows[] = {
        {MOVE, ".type", 0},
        {MOVE, ".from", 2},
        {MOVE, ".from.y", 4},
        {MOVE, "[\"to\"].y", 7},
        {MOVE, "{7}", 8},
        {CHAT, "[0]", 0},
        {CHAT, "[2]", 2},
        {CHAT, "[3]", GDV_NONE},
        {CHAT, ".a", GDV_NONE},
        {CHAT, "{0}", GDV_NONE},
        {MOVE, "[0]", GDV_NONE},
        {MOVE, "", GDV_NONE},
        {MOVE, ".nope", GDV_NONE},
        {MOVE, ".", GDV_NONE},
        {MOVE, "x", GDV_NONE},
        {MOVE, "{8}", GDV_NONE},
        {MOVE, "{-7}", GDV_NONE},
        {MOVE, "{7", GDV_NONE},
        {MOVE, "{}", GDV_NONE},
        {CHAT, "[0", GDV_NONE},
        {CHAT, "[]", GDV_NONE},
        {CHAT, "[:]", GDV_NONE},
        {CHAT, "[/]", GDV_NONE},
        {MOVE, "[\"to", GDV_NONE},
        {MOVE, "[\"to\"", GDV_NONE},
        {MOVE, ".seq.x", GDV_NONE},
        {CHAT, "[0000000000]", 0},
        {99, ".a", GDV_NONE},
        {CHAT, "[000000002]", 2},
        {TRADE, ".give[0]", GDV_NONE},
        {THREE, ".by[0]", GDV_NONE},
        {MOVE, "[\"\"]", GDV_NONE},
    };
    gdv_schema schema = game(GDV_DIALECT_GODOT4_4);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        uint32_t value = gdv_schema_value_of(&schema, rows[index].packet, rows[index].path);
        cr_expect_eq(value, rows[index].value, "row %zu, %s: %u", index, rows[index].path, value);
    }
    cr_expect_eq(gdv_schema_value_of(&schema, 0, NULL), GDV_NONE);
    cr_expect_eq(gdv_schema_value_of(NULL, 0, ".type"), GDV_NONE);
    draft_drop(&schema);
}

/* 64 KiB that are one dictionary, against a record of a thousand fields: each pair is looked at a few times, whichever keys
 * it has. Seen by the clock it would be a matter of luck; the nodes that remain are all there is to walk, so what is held
 * here is that the verdict comes, whichever way the keys are hostile: the record's own in the wrong order, or none. */
Test(containers, a_giant_dictionary_against_many_fields)
{
    enum { FIELDS = 1000 };
    static char names[FIELDS][8];
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t record = draft_rule(made, GDV_RULE_RECORD);
    draft_packet(made, "wide", 1);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    for (int index = 0; index < FIELDS; index += 1) {
        snprintf(names[index], sizeof names[index], "k%d", index);
        draft_field(made, record, names[index], any, 0);
    }
    draft_at(made, record)->flags |= GDV_RULE_OPEN;
    draft_root(made, GDV_TYPE_DICTIONARY, record);
    gdv_schema schema = draft_load(made);
    for (int lacks = 0; lacks < 2; lacks += 1) {
        builder bytes = {NULL, 0, 0};
        const uint32_t pairs = 3000;
        put_u32(&bytes, id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_DICTIONARY));
        put_u32(&bytes, pairs);
        for (uint32_t pair = 0; pair < pairs; pair += 1) {
            char key[8] = {0};
            snprintf(key, sizeof key, "%c%u", pair < FIELDS ? 'k' : 'x',
                     pair < FIELDS ? FIELDS - 1 - pair + (unsigned)lacks : pair);
            put_u32(&bytes, 4);
            put_u32(&bytes, (uint32_t)strlen(key));
            put_bytes(&bytes, key, (strlen(key) + 3) / 4 * 4);
            put_u32(&bytes, 0);
        }
        checked got;
        checked_bytes(&got, &schema, NULL, bytes.bytes, bytes.size);
        cr_expect_str_eq(got.line, lacks == 0 ? "" : "MISSING_KEY packet: key \"k0\" is missing (packet wide, line 1)");
        builder_free(&bytes);
    }
    draft_drop(&schema);
}
