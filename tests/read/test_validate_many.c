/* SPDX-License-Identifier: MIT */
/* gdv_validate_many: each verdict is that of gdv_validate, whatever packets stand around it; and what a call is refused for
 * before any packet is read. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/guard.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define D GDV_DIALECT_GODOT4_4

enum { MOST = 8192, SCRATCH = 1 << 20 };

/* Packets that are handed in together, each a heap block of just its size. */
typedef struct batch {
    packet blocks[MOST];
    gdv_packet packets[MOST];
    gdv_status verdicts[MOST];
    size_t count;
} batch;

static batch together;
static uint8_t scratch[SCRATCH];

static void add(const packet *bytes)
{
    cr_assert_lt(together.count, MOST);
    together.blocks[together.count] = packet_from_bytes(bytes->bytes, bytes->size);
    together.packets[together.count].bytes = together.blocks[together.count].bytes;
    together.packets[together.count].size = bytes->size;
    together.count += 1;
}

static void gather(gdv_dialect dialect)
{
    together.count = 0;
    seeds good = seeds_of(dialect);
    malformed bad = malformed_of("corpus/malformed");
    while (seeds_next(&good)) {
        add(&good.bytes);
    }
    while (malformed_next(&bad)) {
        if (bad.dialect == dialect) {
            add(&bad.bytes);
        }
    }
}

static void release(void)
{
    for (size_t index = 0; index < together.count; index += 1) {
        packet_free(&together.blocks[index]);
    }
}

/* Holds every verdict of the batch to that of one call; how many packets passed. */
static size_t expect_alike(gdv_dialect dialect, const gdv_policy *policy)
{
    gdv_status first = GDV_OK;
    size_t passed = 0;
    const gdv_status status = gdv_validate_many(together.packets, together.count, dialect, policy, scratch,
                                                sizeof scratch, together.verdicts);
    for (size_t index = 0; index < together.count; index += 1) {
        const packet *each = &together.blocks[index];
        const gdv_status alone =
            gdv_validate(each->bytes, each->size, dialect, policy, scratch, sizeof scratch, NULL, NULL);
        cr_expect_eq(together.verdicts[index], alone, "%s: packet %zu", gdv_dialect_name(dialect), index);
        first = first == GDV_OK ? alone : first;
        passed += alone == GDV_OK ? 1 : 0;
    }
    cr_expect_eq(status, first);
    return passed;
}

Test(validate_many, each_verdict_is_that_of_one_call)
{
    size_t seen = 0;
    size_t passed = 0;
    for (uint32_t number = 0; number < GDV_DIALECT_COUNT; number += 1) {
        const gdv_dialect dialect = (gdv_dialect)number;
        gather(dialect);
        for (size_t which = 0; which < POLICIES; which += 1) {
            const gdv_policy policy = policy_of_all(which);
            passed += expect_alike(dialect, &policy);
            seen += together.count;
        }
        passed += expect_alike(dialect, NULL);
        seen += together.count;
        release();
    }
    cr_expect_gt(passed, 1000);
    cr_expect_gt(seen - passed, 1000);
}

/* ---- few packets, but more than are asked for ahead: nil, {1: nil}, a bool of 2, none at all, one that is cut */

static const uint8_t pair[20] = {27, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1};
static const uint8_t nil[4] = {0};
static const uint8_t bad_bool[8] = {1, 0, 0, 0, 2};

static const gdv_packet few[] = {{nil, sizeof nil}, {pair, sizeof pair}, {bad_bool, sizeof bad_bool}, {NULL, 0},
                                 {nil, sizeof nil}, {NULL, 0},           {pair, sizeof pair},         {nil, 3}};
static const gdv_status few_verdicts[] = {GDV_OK, GDV_OK,      GDV_E_BOOL, GDV_E_EMPTY,
                                          GDV_OK, GDV_E_EMPTY, GDV_OK,     GDV_E_TRUNCATED};

enum { FEW = COUNT_OF(few), PAIR_NEEDS = 16 };

static gdv_status call(const gdv_packet *packets, size_t count, size_t scratch_size, gdv_status *verdicts)
{
    return gdv_validate_many(packets, count, D, NULL, scratch, scratch_size, verdicts);
}

Test(validate_many, it_returns_the_first_refusal_and_goes_on_after_it)
{
    gdv_status verdicts[FEW];
    cr_expect_eq(call(few, FEW, sizeof scratch, verdicts), GDV_E_BOOL);
    cr_expect_arr_eq(verdicts, few_verdicts, sizeof verdicts);
    cr_expect_eq(call(few + 3, FEW - 3, sizeof scratch, verdicts), GDV_E_EMPTY);
    cr_expect_eq(call(few, 2, sizeof scratch, verdicts), GDV_OK);
}

Test(validate_many, scratch_memory_is_each_packets_own)
{
    gdv_status verdicts[FEW];
    cr_expect_eq(call(few, FEW, PAIR_NEEDS, verdicts), GDV_E_BOOL);
    cr_expect_arr_eq(verdicts, few_verdicts, sizeof verdicts);
    cr_expect_eq(call(few, FEW, PAIR_NEEDS - 1, verdicts), GDV_E_NO_SPACE);
    cr_expect_eq(verdicts[0], GDV_OK);
    cr_expect_eq(verdicts[1], GDV_E_NO_SPACE);
    cr_expect_eq(verdicts[2], GDV_E_BOOL);
    cr_expect_eq(verdicts[6], GDV_E_NO_SPACE);
    cr_expect_eq(verdicts[7], GDV_E_TRUNCATED);
}

Test(validate_many, of_no_packets_none_is_refused)
{
    const gdv_policy wrong = {0};
    cr_expect_eq(gdv_validate_many(NULL, 0, D, NULL, scratch, sizeof scratch, NULL), GDV_OK);
    cr_expect_eq(gdv_validate_many(NULL, 0, GDV_DIALECT_COUNT, NULL, scratch, sizeof scratch, NULL), GDV_E_BAD_DIALECT);
    cr_expect_eq(gdv_validate_many(NULL, 0, D, &wrong, scratch, sizeof scratch, NULL), GDV_E_BAD_POLICY);
    cr_expect_eq(gdv_validate_many(NULL, 0, D, NULL, NULL, 0, NULL), GDV_E_NO_SCRATCH);
}

/* Verdicts that no call writes, so that any write shows. */
static void expect_unread(gdv_status said, gdv_status expected, const gdv_status *verdicts, const char *what)
{
    cr_expect_eq(said, expected, "%s", what);
    for (size_t index = 0; index < FEW; index += 1) {
        cr_expect_eq(verdicts[index], GDV_E_LIMIT_DEPTH, "%s: verdict %zu is written", what, index);
    }
}

static void untouched(gdv_status *verdicts)
{
    for (size_t index = 0; index < FEW; index += 1) {
        verdicts[index] = GDV_E_LIMIT_DEPTH;
    }
}

Test(validate_many, a_wrong_call_is_refused_before_a_verdict_is_written)
{
    const gdv_policy wrong = {0};
    const gdv_packet first_is_nowhere[] = {{NULL, 1}, {nil, sizeof nil}};
    const gdv_packet last_is_nowhere[] = {{nil, sizeof nil}, {NULL, 1}};
    const gdv_packet last_wraps[] = {{nil, sizeof nil}, {nil, SIZE_MAX}};
    const size_t too_many = SIZE_MAX / sizeof(gdv_status);
    gdv_status verdicts[FEW];
    untouched(verdicts);
    expect_unread(call(NULL, 1, sizeof scratch, verdicts), GDV_E_BAD_ARGUMENT, verdicts, "no packets");
    expect_unread(call(few, FEW, sizeof scratch, NULL), GDV_E_BAD_ARGUMENT, verdicts, "no verdicts");
    expect_unread(call(few, SIZE_MAX / sizeof(gdv_packet), sizeof scratch, verdicts), GDV_E_BAD_ARGUMENT, verdicts,
                  "packets that wrap");
    expect_unread(call(few, too_many, sizeof scratch, verdicts), GDV_E_BAD_ARGUMENT, verdicts, "verdicts that wrap");
    expect_unread(call(first_is_nowhere, 2, sizeof scratch, verdicts), GDV_E_BAD_ARGUMENT, verdicts,
                  "the first packet at NULL");
    expect_unread(call(last_is_nowhere, 2, sizeof scratch, verdicts), GDV_E_BAD_ARGUMENT, verdicts, "a packet at NULL");
    expect_unread(call(last_wraps, 2, sizeof scratch, verdicts), GDV_E_BAD_ARGUMENT, verdicts, "a packet that wraps");
    expect_unread(call(few, FEW, SIZE_MAX, verdicts), GDV_E_BAD_ARGUMENT, verdicts, "scratch memory that wraps");
    expect_unread(gdv_validate_many(few, FEW, D, NULL, NULL, 1, verdicts), GDV_E_BAD_ARGUMENT, verdicts,
                  "scratch memory at NULL");
    expect_unread(gdv_validate_many(few, FEW, D, NULL, NULL, 0, verdicts), GDV_E_NO_SCRATCH, verdicts,
                  "no scratch memory");
    expect_unread(gdv_validate_many(few, FEW, GDV_DIALECT_COUNT, NULL, scratch, sizeof scratch, verdicts),
                  GDV_E_BAD_DIALECT, verdicts, "no such dialect");
    expect_unread(gdv_validate_many(few, FEW, D, &wrong, scratch, sizeof scratch, verdicts), GDV_E_BAD_POLICY, verdicts,
                  "no policy");
}

Test(validate_many, without_a_search_for_keys_there_is_no_need_of_scratch_memory)
{
    const gdv_policy lenient = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS);
    gdv_status verdicts[FEW];
    cr_expect_eq(gdv_validate_many(few, FEW, D, &lenient, NULL, 0, verdicts), GDV_E_BOOL);
    cr_expect_arr_eq(verdicts, few_verdicts, sizeof verdicts);
}

/* Everything that a call is handed, in one block, and none of it apart from what stands beside it. */
typedef struct held {
    gdv_packet packets[2];
    gdv_policy policy;
    uint8_t bytes[8];
    uint8_t scratch[64];
    gdv_status verdicts[2];
} held;

static held held_now(void)
{
    held all = {.packets = {{nil, sizeof nil}, {nil, sizeof nil}}, .bytes = {1, 0, 0, 0, 1}};
    gdv_policy_init(&all.policy, GDV_POLICY_STRICT);
    return all;
}

Test(validate_many, packets_that_overlap_what_is_written_are_refused)
{
    held all = held_now();
    const held before = all;
    const uint8_t *last_of_verdicts = (const uint8_t *)all.verdicts + sizeof all.verdicts - 1;
    const gdv_packet wrong[] = {{all.scratch + 63, 1}, {all.bytes + 7, 2}, {last_of_verdicts, 1}};
    for (size_t index = 0; index < COUNT_OF(wrong); index += 1) {
        const gdv_packet first[] = {wrong[index], {nil, sizeof nil}};
        const gdv_packet last[] = {{nil, sizeof nil}, wrong[index]};
        cr_expect_eq(gdv_validate_many(first, 2, D, NULL, all.scratch, 64, all.verdicts), GDV_E_OVERLAP, "%zu", index);
        cr_expect_eq(gdv_validate_many(last, 2, D, NULL, all.scratch, 64, all.verdicts), GDV_E_OVERLAP, "%zu", index);
    }
    cr_expect_arr_eq(&all, &before, sizeof all);
}

Test(validate_many, what_is_written_overlaps_nothing)
{
    held all = held_now();
    const held before = all;
    gdv_status apart[2];
    gdv_status *over_packets = (gdv_status *)(void *)&all.packets[1].size;
    gdv_status *over_policy = (gdv_status *)(void *)&all.policy;
    uint8_t *last_of_verdicts = (uint8_t *)all.verdicts + sizeof all.verdicts - 1;
    cr_expect_eq(gdv_validate_many(all.packets, 2, D, NULL, &all.packets[1].size, 8, apart), GDV_E_OVERLAP);
    cr_expect_eq(gdv_validate_many(all.packets, 2, D, NULL, all.scratch, 64, over_packets), GDV_E_OVERLAP);
    cr_expect_eq(gdv_validate_many(all.packets, 2, D, &all.policy, over_policy, 8, apart), GDV_E_OVERLAP);
    cr_expect_eq(gdv_validate_many(all.packets, 2, D, &all.policy, all.scratch, 64, over_policy), GDV_E_OVERLAP);
    cr_expect_eq(gdv_validate_many(all.packets, 2, D, NULL, last_of_verdicts, 8, all.verdicts), GDV_E_OVERLAP);
    cr_expect_arr_eq(&all, &before, sizeof all);
}

Test(validate_many, what_stands_side_by_side_overlaps_nothing)
{
    held all = held_now();
    all.packets[0] = (gdv_packet){all.bytes, sizeof all.bytes};
    cr_expect_eq(gdv_validate_many(all.packets, 2, D, &all.policy, all.scratch, 64, all.verdicts), GDV_OK);
    all.packets[1] = all.packets[0];
    cr_expect_eq(gdv_validate_many(all.packets, 2, D, &all.policy, all.scratch, 64, all.verdicts), GDV_OK);
}

Test(validate_many, packets_may_share_their_bytes)
{
    const gdv_packet shared[] = {{pair, sizeof pair}, {pair, sizeof pair}, {pair, 16}};
    gdv_status verdicts[3];
    cr_expect_eq(call(shared, 3, sizeof scratch, verdicts), GDV_E_TRUNCATED);
    cr_expect_eq(verdicts[0], GDV_OK);
    cr_expect_eq(verdicts[1], GDV_OK);
}

Test(validate_many, nothing_is_asked_for_before_the_first_packet_or_after_the_last)
{
    guarded lists = guard_open(sizeof few);
    gdv_packet *at_the_end = guard_last(&lists, sizeof few);
    gdv_packet *at_the_front = guard_first(&lists, sizeof few);
    gdv_status verdicts[FEW];
    guard_says("a list of packets beside a page that nobody may touch");
    for (size_t count = 0; count <= FEW; count += 1) {
        memcpy(at_the_end + FEW - count, few, count * sizeof *few);
        cr_expect_eq(call(at_the_end + FEW - count, count, sizeof scratch, verdicts), count < 3 ? GDV_OK : GDV_E_BOOL);
        memcpy(at_the_front, few, count * sizeof *few);
        cr_expect_eq(call(at_the_front, count, sizeof scratch, verdicts), count < 3 ? GDV_OK : GDV_E_BOOL);
    }
    guard_close(&lists);
}
