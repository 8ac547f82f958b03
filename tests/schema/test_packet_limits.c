/* SPDX-License-Identifier: MIT */
/* The limits of one packet are those of a policy (docs/schema.md): of every packet here, under every set of small limits,
 * a schema that lets anything pass and has the limits says the code that gdv_validate says under a policy which has them.
 * Promises 1 and 3. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/schema/checking.h"
#include "tests/support/calls.h"
#include "tests/support/checked.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* Limits of a packet as its form has them: 0 for none, depth one more than it is. */
typedef struct few {
    uint32_t depth;
    uint32_t values;
    uint32_t elements;
    uint32_t string;
    uint32_t bytes;
} few;

typedef struct limited {
    gdv_dialect dialect;
    const char *calls;
} limited;

static const limited packets[] = {
    {GDV_DIALECT_GODOT4_4, "nil"},
    {GDV_DIALECT_GODOT4_4, "str=abc"},
    {GDV_DIALECT_GODOT4_4, "array end"},
    {GDV_DIALECT_GODOT4_4, "array array nil end array nil end array end end"},
    {GDV_DIALECT_GODOT4_4, "array array array end end array end array array nil end end end"},
    {GDV_DIALECT_GODOT4_4, "array i32=Vector2i,1,2 str=ab i32=PackedInt32Array,1,2,3 bytes=01020304 end"},
    {GDV_DIALECT_GODOT4_4, "array strs=a str=bcdef strs=,abcd,a end"},
    {GDV_DIALECT_GODOT4_4, "array strs=a i32=Vector2i,1,2 path=/a i32=Vector2i,1,2 end"}, /* 6 is a type's number */
    {GDV_DIALECT_GODOT4_4, "array path=:a:b tdict=any,int end end"},
    {GDV_DIALECT_GODOT4_4, "array path=/a/bcd:e str=bcdef path=/ end"},
    {GDV_DIALECT_GODOT4_4, "dict str=a dict str=b str=cde end str=d int=1 end"},
    {GDV_DIALECT_GODOT4_4, "array signal=abc,5 rid=0 id=5 callable end"},
    {GDV_DIALECT_GODOT4_4, "object=Node prop=a int=1 prop=bcdef nil end"},
    {GDV_DIALECT_GODOT4_4, "array object=Abcdef end object=Ab prop=c array str=d end end nil end"},
    {GDV_DIALECT_GODOT4_4, "object=A prop=b nil prop=c nil prop=d nil end"},
    {GDV_DIALECT_GODOT4_4, "tarray=String str=a str=b end"},
    {GDV_DIALECT_GODOT4_4, "array tarray=class.Node end tarray=script.abcdefg object=A end id=7 end end"},
    {GDV_DIALECT_GODOT4_4, "tdict=String,class.Nodes str=a id=1 end"},
    {GDV_DIALECT_GODOT4_4, "tdict=class.A,script.bcdef id=1 id=2 end"},
    {GDV_DIALECT_GODOT4_4, "array tdict=script.bcdef,int end tdict=any,class.abcde end end"},
    {GDV_DIALECT_GODOT4_4, "array tdict=int,String int=5 str=a end str=a end"},
    {GDV_DIALECT_GODOT3, "array object=Node prop=a int=1 end str=a path=/a:bc strs=abc end"},
    {GDV_DIALECT_GODOT2, "array image=4,0,1,1,010203ff event=1,0,0,65 path=a/b end"},
    {GDV_DIALECT_PANDEMONIUM_40, "array tarray=class.Node end tarray=class.Abcdef object=A end end end"},
    {GDV_DIALECT_PANDEMONIUM_40, "tarray=class.Node object=Ab prop=c nil end end"},
    {GDV_DIALECT_PANDEMONIUM_40, "tarray=class.A object=B end object=B end object=B end end"},
    {GDV_DIALECT_PANDEMONIUM_40, "array tarray=String str=abc end tarray=int int=1 int=2 end parray=int int=1 end end"},
};

/* All that can be permitted, so that limits alone refuse. */
static gdv_policy policy_of(const few *limits)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_ALL & ~GDV_PERMIT_DUPLICATE_KEYS);
    policy.max_depth = limits->depth != 0 ? limits->depth - 1 : policy.max_depth;
    policy.max_values = limits->values != 0 ? limits->values : policy.max_values;
    policy.max_elements = limits->elements != 0 ? limits->elements : policy.max_elements;
    policy.max_string = limits->string != 0 ? limits->string : policy.max_string;
    return policy;
}

/* packet any (limits) = Variant, and whatever else there may be. */
static gdv_schema schema_of(gdv_dialect dialect, const few *limits)
{
    draft *made = draft_new(dialect);
    const uint32_t any = draft_rule(made, GDV_RULE_ANY);
    draft_packet(made, "any", 3);
    gdv_rule_packet *own = draft_packet_at(made, 0);
    own->max_bytes = limits->bytes;
    own->max_depth = limits->depth;
    own->max_values = limits->values;
    own->max_elements = limits->elements;
    own->max_string = limits->string;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        draft_root(made, (gdv_type)type, any);
    }
    return draft_load(made);
}

static const few no_limits = {0, 0, 0, 0, 0};

static gdv_status under_policy(const packet *sent, gdv_dialect dialect, const few *limits)
{
    const gdv_policy policy = policy_of(limits);
    return verdict_of(sent->bytes, sent->size, dialect, &policy).code;
}

static gdv_status under_schema(const packet *sent, gdv_dialect dialect, const few *limits)
{
    const gdv_policy policy = policy_of(&no_limits);
    gdv_schema schema = schema_of(dialect, limits);
    checked got;
    checked_bytes(&got, &schema, &policy, sent->bytes, sent->size);
    draft_drop(&schema);
    return got.code;
}

static void set(few *limits, uint32_t which, uint32_t to)
{
    uint32_t *const each[] = {&limits->depth, &limits->values, &limits->elements, &limits->string};
    *each[which] = to;
}

/* Each two limits together: where a packet breaks both, that is said which is met first. */
static void agree(const limited *row, const packet *sent, uint32_t *refused)
{
    for (uint32_t one = 1; one < 4; one += 1) {
        for (uint32_t other = 0; other < one; other += 1) {
            for (uint32_t which = 0; which < 9 * 9; which += 1) {
                few limits = no_limits;
                set(&limits, one, which % 9);
                set(&limits, other, which / 9);
                const gdv_status wanted = under_policy(sent, row->dialect, &limits);
                const gdv_status got = under_schema(sent, row->dialect, &limits);
                cr_assert_eq(got, wanted, "%s: %s, not %s: depth %u values %u elements %u string %u", row->calls,
                             gdv_status_name(got), gdv_status_name(wanted), limits.depth, limits.values,
                             limits.elements, limits.string);
                refused[wanted] += 1;
            }
        }
    }
}

Test(packet_limits, a_packet_and_a_policy_count_alike)
{
    static uint32_t codes[256];
    const gdv_policy policy = policy_of(&no_limits);
    for (size_t index = 0; index < COUNT_OF(packets); index += 1) {
        written made = written_by(packets[index].dialect, &policy, packets[index].calls);
        cr_assert_eq(made.code, GDV_OK, "%s: %s", packets[index].calls, gdv_status_name(made.code));
        agree(&packets[index], &made.made, codes);
        packet_free(&made.made);
    }
    cr_expect(codes[GDV_E_LIMIT_DEPTH] > 0 && codes[GDV_E_LIMIT_VALUES] > 0 && codes[GDV_E_LIMIT_ELEMENTS] > 0 &&
              codes[GDV_E_LIMIT_STRING] > 0 && codes[GDV_OK] > 0);
}

/* Arrays of Pandemonium that no writer makes: an element type with bit 31, which the engine clears; objects as ids, whose
 * class is not there. Words: header, element type, count or class. */
Test(packet_limits, arrays_of_pandemonium)
{
    static const limited row = {GDV_DIALECT_PANDEMONIUM_40, "tarray=class.Node object=Ab end end"};
    static uint32_t codes[256];
    const gdv_policy policy = policy_of(&no_limits);
    written made = written_by(row.dialect, &policy, row.calls);
    cr_assert_eq(made.code, GDV_OK);
    made.made.bytes[7] |= 0x80;
    cr_assert_eq(under_policy(&made.made, row.dialect, &no_limits), GDV_OK);
    agree(&row, &made.made, codes);
    const uint8_t *bytes = made.made.bytes;
    const uint8_t by_id[] = {bytes[0], bytes[1], 1, 0, bytes[4], bytes[5], bytes[6], 0, 0, 0, 0, 0};
    packet sent = packet_from_bytes(by_id, sizeof by_id);
    cr_assert_eq(under_policy(&sent, row.dialect, &no_limits), GDV_OK);
    agree(&row, &sent, codes);
    packet_free(&sent);
    packet_free(&made.made);
}

/* A class that is declared, and after it a type: the packet changes once it was parsed, and then that name would end beyond
 * it. What stands after a name that is not there is not there either. Words: header, length of the class. */
Test(packet_limits, a_class_that_changes_is_not_read_beyond_the_packet)
{
    const few limits = {.string = 5};
    const gdv_policy policy = policy_of(&no_limits);
    gdv_node nodes[GDV_DOCUMENT_BOUND(64)];
    gdv_document document;
    gdv_checking check;
    written made = written_by(GDV_DIALECT_GODOT4_4, &policy, "tdict=class.Nodes,int id=1 int=5 end");
    cr_assert_eq(made.code, GDV_OK);
    cr_assert_eq(gdv_document_parse(&document, made.made.bytes, made.made.size, GDV_DIALECT_GODOT4_4, &policy, nodes,
                                    GDV_DOCUMENT_BOUND(64), NULL),
                 GDV_OK);
    gdv_schema schema = schema_of(GDV_DIALECT_GODOT4_4, &limits);
    gdv_checking_set(&check, &schema, &document);
    cr_expect_eq(gdv_check_limits(&check, 0), GDV_OK);
    made.made.bytes[4] = 6;
    cr_expect_eq(gdv_check_limits(&check, 0), GDV_E_LIMIT_STRING);
    made.made.bytes[7] = 0x7f;
    cr_expect_eq(gdv_check_limits(&check, 0), GDV_OK);
    draft_drop(&schema);
    packet_free(&made.made);
}

/* What is said of what has no value of its own: of a property's name its value is to blame, of a class what has it. */
Test(packet_limits, what_is_said_of_names)
{
    static const struct {
        gdv_dialect dialect;
        few limits;
        const char *calls;
        const char *line;
        uint32_t offset; /* of the value at fault */
    } rows[] = {
        {GDV_DIALECT_GODOT4_4,
         {.bytes = 11},
         "array nil end",
         "LIMIT_BYTES packet: 12 is more than 11 bytes (packet any, line 3)",
         0},
        {GDV_DIALECT_GODOT4_4,
         {.string = 4},
         "array object=Node prop=abcde nil end end",
         "LIMIT_STRING [0].abcde: 5 is more than 4 bytes of text (packet any, line 3)",
         36},
        {GDV_DIALECT_GODOT4_4,
         {.depth = 2},
         "array object=Node prop=abcde nil end end",
         "LIMIT_DEPTH [0].abcde: 2 is more than 1 levels (packet any, line 3)",
         36},
        {GDV_DIALECT_GODOT4_4,
         {.string = 3},
         "array object=Node prop=a nil end end",
         "LIMIT_STRING [0]: 4 is more than 3 bytes of text (packet any, line 3)",
         8},
        {GDV_DIALECT_GODOT4_4,
         {.string = 3},
         "array tdict=script.abcd,class.abcde end end",
         "LIMIT_STRING [0]: 4 is more than 3 bytes of text (packet any, line 3)",
         8},
        {GDV_DIALECT_GODOT4_4,
         {.string = 4},
         "array tdict=script.abcd,class.abcde end end",
         "LIMIT_STRING [0]: 5 is more than 4 bytes of text (packet any, line 3)",
         8},
        {GDV_DIALECT_PANDEMONIUM_40,
         {.depth = 2},
         "array tarray=class.Node end end",
         "LIMIT_DEPTH [0]: 2 is more than 1 levels (packet any, line 3)",
         8},
        {GDV_DIALECT_PANDEMONIUM_40,
         {.values = 2},
         "array tarray=class.Node end end",
         "LIMIT_VALUES [0]: 3 is more than 2 values (packet any, line 3)",
         8},
        {GDV_DIALECT_PANDEMONIUM_40, {.depth = 3, .values = 3, .string = 4}, "array tarray=class.Node end end", "", 0},
    };
    const gdv_policy policy = policy_of(&no_limits);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_schema schema = schema_of(rows[index].dialect, &rows[index].limits);
        checked got;
        checked_calls(&got, &schema, &policy, rows[index].calls);
        cr_expect_str_eq(got.line, rows[index].line, "row %zu: %s", index, got.line);
        cr_expect_eq(got.violation.report.offset, rows[index].offset, "row %zu: %u", index,
                     (uint32_t)got.violation.report.offset);
        draft_drop(&schema);
    }
}

/* As deep as values may be: 1024 arrays of one element each, the last of which is null. */
Test(packet_limits, as_deep_as_there_is)
{
    static uint8_t bytes[8 * GDV_MAX_DEPTH + 4];
    for (size_t level = 0; level < GDV_MAX_DEPTH; level += 1) {
        bytes[8 * level] = 28;
        bytes[8 * level + 4] = 1;
    }
    packet sent = packet_from_bytes(bytes, sizeof bytes);
    const few deep = {.depth = GDV_MAX_DEPTH + 1};
    const few less = {.depth = GDV_MAX_DEPTH};
    cr_expect_eq(under_schema(&sent, GDV_DIALECT_GODOT4_4, &deep), GDV_OK);
    cr_expect_eq(under_policy(&sent, GDV_DIALECT_GODOT4_4, &deep), GDV_OK);
    cr_expect_eq(under_schema(&sent, GDV_DIALECT_GODOT4_4, &less), GDV_E_LIMIT_DEPTH);
    cr_expect_eq(under_policy(&sent, GDV_DIALECT_GODOT4_4, &less), GDV_E_LIMIT_DEPTH);
    packet_free(&sent);
}

/* A schema lowers each limit of a policy to its own, where that is lower: one below, at, one above; 0 is none. */
Test(packet_limits, the_lower_of_both_holds)
{
    static const struct {
        uint32_t own;
        uint32_t left;
    } rows[] = {{0, 7}, {1, 1}, {6, 6}, {7, 7}, {8, 7}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        draft *made = draft_new(GDV_DIALECT_GODOT4_4);
        const uint32_t any = draft_rule(made, GDV_RULE_ANY);
        const uint32_t own = rows[index].own;
        draft_packet(made, "any", 3);
        draft_root(made, GDV_TYPE_NIL, any);
        gdv_rule_packet *limits = draft_limits(made);
        limits->max_bytes = own;
        limits->max_depth = own == 0 ? 0 : own + 1;
        limits->max_values = own;
        limits->max_elements = own;
        limits->max_string = own;
        gdv_schema schema = draft_load(made);
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS | GDV_PERMIT_RID);
        policy.max_bytes = policy.max_depth = policy.max_values = policy.max_elements = policy.max_string = 7;
        gdv_schema_narrow(&schema, &policy);
        const uint32_t left = rows[index].left;
        cr_expect(policy.max_bytes == left && policy.max_depth == left && policy.max_values == left, "row %zu", index);
        cr_expect(policy.max_elements == left && policy.max_string == left, "row %zu", index);
        cr_expect_eq(policy.permit, GDV_PERMIT_RID);
        draft_drop(&schema);
    }
}
