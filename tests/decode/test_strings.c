/* SPDX-License-Identifier: MIT */
/* Claims about payloads made of text (wire reference, sections 4, 5.3 and 5.9) where one rule follows another: what is
 * checked after a text that is permitted though it lacks its NUL, and which text is the longest where several kinds
 * stand in a packet. Offsets by hand. */
#include <criterion/criterion.h>

#include "tests/support/support.h"

static verdict verdict_of_hex(const char *dialect, const char *policy, const char *hex)
{
    gdv_policy asked = policy_from_text(policy);
    packet bytes = packet_from_hex(hex);
    verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(dialect), &asked);
    packet_free(&bytes);
    return said;
}

/* "abc" without its NUL, and one byte of padding. */
Test(string_array, element_without_its_nul_has_padding_of_zeros_too)
{
    verdict said = verdict_of_hex("godot3", "strict+text-terminator", "17000000 01000000 03000000 61626301");
    cr_expect_eq(said.code, GDV_E_PADDING, "%s", gdv_status_name(said.code));
    cr_expect_eq(said.report.offset, 15);
    said = verdict_of_hex("godot3", "strict+text-terminator+padding", "17000000 01000000 03000000 61626301");
    cr_expect_eq(said.code, GDV_OK, "%s", gdv_status_name(said.code));
}

/* Godot 2: an array of a string of five bytes and an old node path of two, in both orders. */
Test(old_node_path, is_the_longest_text_only_if_it_is)
{
    verdict said = verdict_of_hex("godot2", "strict+node-path",
                                  "15000000 02000000 04000000 05000000 68656c6c 6f000000 10000000 02000000 6162");
    cr_expect_eq(said.code, GDV_OK, "%s", gdv_status_name(said.code));
    cr_expect_eq(said.stats.longest, 5, "%u", said.stats.longest);
    said = verdict_of_hex("godot2", "strict+node-path",
                          "15000000 02000000 04000000 01000000 68000000 10000000 02000000 6162");
    cr_expect_eq(said.code, GDV_OK, "%s", gdv_status_name(said.code));
    cr_expect_eq(said.stats.longest, 2, "%u", said.stats.longest);
}
