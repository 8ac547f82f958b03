/* SPDX-License-Identifier: MIT */
/* What gdv_stats counts, by hand: bytes consumed, values (keys and containers included), the deepest value, the longest
 * text, the widest container, and steps (values, names and strings). Promises 3 and 4 rest on these numbers. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/support.h"

typedef struct row {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *hex;
    gdv_stats expected; /* struct_size aside */
} row;

static const row rows[] = {
    {"nil", "godot3", "strict", "00000000", {0, 4, 1, 0, 0, 0, 1}},
    {"text of five bytes", "godot3", "strict", "04000000 05000000 68656c6c 6f000000", {0, 16, 1, 0, 5, 0, 1}},
    {"empty array", "godot3", "strict", "13000000 00000000", {0, 8, 1, 0, 0, 0, 1}},
    {"[nil, [nil]]",
     "godot3",
     "strict",
     "13000000 02000000 00000000 13000000 01000000 00000000",
     {0, 24, 4, 2, 0, 2, 4}},
    {"{a: {bc: nil}}",
     "godot3",
     "strict",
     "12000000 01000000 04000000 01000000 61000000 12000000 01000000 04000000 02000000 62630000 00000000",
     {0, 44, 5, 2, 2, 1, 5}},
    {"strings [abc, de], NULs counted",
     "godot3",
     "strict",
     "17000000 02000000 04000000 61626300 03000000 64650000",
     {0, 24, 1, 0, 4, 2, 3}},
    {"path of two names and a sub-name",
     "godot3",
     "strict",
     "0f000000 02000080 01000000 00000000 01000000 61000000 02000000 62630000 01000000 64000000",
     {0, 40, 1, 0, 2, 3, 4}},
    {"seven bytes", "godot3", "strict", "14000000 07000000 01020304 05060700", {0, 16, 1, 0, 0, 7, 1}},
    {"object of two properties",
     "godot3",
     "strict+object",
     "11000000 01000000 41000000 02000000 01000000 62000000 00000000 02000000 63640000 00000000",
     {0, 40, 3, 1, 2, 2, 5}},
    {"typed array of objects: its class name is a value inside it",
     "pandemonium-40",
     "engine",
     "1b000000 17000000 18000000 00000000 00000000",
     {0, 20, 2, 1, 0, 0, 2}},
    {"[[[nil]], typed array of objects]: what is deepest stays so",
     "pandemonium-40",
     "engine",
     "1a000000 02000000 1a000000 01000000 1a000000 01000000 00000000 1b000000 17000000 18000000 00000000 00000000",
     {0, 48, 6, 3, 0, 2, 6}},
    {"trailing bytes are not consumed", "godot3", "engine", "00000000 01000000", {0, 4, 1, 0, 0, 0, 1}},
    {"Godot 4.4 array of ints",
     "godot4.4",
     "strict",
     "1c000100 02000000 01000000 02000000 07000000",
     {0, 20, 2, 1, 0, 1, 2}},
};

static void stats_are(const row *claim)
{
    packet bytes = packet_from_hex(claim->hex);
    gdv_policy policy = policy_from_text(claim->policy);
    verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(claim->dialect), &policy);
    const gdv_stats *expected = &claim->expected;

    cr_assert_eq(said.code, GDV_OK, "%s: %s", claim->name, gdv_status_name(said.code));
    cr_assert_eq(said.stats.struct_size, sizeof said.stats, "%s", claim->name);
    cr_assert_eq(said.stats.bytes, expected->bytes, "%s: %zu bytes", claim->name, (size_t)said.stats.bytes);
    cr_assert_eq(said.stats.values, expected->values, "%s: %u values", claim->name, said.stats.values);
    cr_assert_eq(said.stats.deepest, expected->deepest, "%s: depth %u", claim->name, said.stats.deepest);
    cr_assert_eq(said.stats.longest, expected->longest, "%s: longest %u", claim->name, said.stats.longest);
    cr_assert_eq(said.stats.widest, expected->widest, "%s: widest %u", claim->name, said.stats.widest);
    cr_assert_eq(said.stats.steps, expected->steps, "%s: %zu steps", claim->name, (size_t)said.stats.steps);
    packet_free(&bytes);
}

Test(stats, are_those_counted_by_hand)
{
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        stats_are(&rows[index]);
    }
}

Test(stats, of_a_refused_packet_cover_what_was_read)
{
    packet bytes = packet_from_hex("13000000 03000000 00000000 01000000 05000000 00000000");
    verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL);
    cr_assert_eq(said.code, GDV_E_BOOL);
    cr_assert_eq(said.stats.values, 3);
    cr_assert_leq(said.stats.bytes, 20);
    packet_free(&bytes);
}

Test(stats, are_zero_after_a_caller_s_mistake)
{
    gdv_stats stats;
    memset(&stats, 0xa5, sizeof stats);
    stats.struct_size = sizeof stats;
    cr_assert_eq(gdv_validate(NULL, 4, GDV_DIALECT_GODOT3, NULL, NULL, 0, &stats, NULL), GDV_E_BAD_ARGUMENT);
    cr_assert_eq(stats.struct_size, sizeof stats);
    cr_assert_eq(stats.bytes, 0);
    cr_assert_eq(stats.values, 0);
    cr_assert_eq(stats.deepest, 0);
    cr_assert_eq(stats.longest, 0);
    cr_assert_eq(stats.widest, 0);
    cr_assert_eq(stats.steps, 0);
}
