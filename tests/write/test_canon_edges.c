/* SPDX-License-Identifier: MIT */
/* The canonical form where one more or one less would be another: texts at the ends of the ranges of UTF-8, output that
 * stands just where the packet is still to be read, arguments at their edges. Wire reference: sections 5.8, 7. */
#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

#include "tests/support/canonical_check.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static const canon_row texts[] = {
    {"the first of two bytes", "godot3", "engine", "04000000 02000000 c2800000", NULL},
    {"the last of two bytes", "godot3", "engine", "04000000 02000000 dfbf0000", NULL},
    {"the first of three bytes", "godot3", "engine", "04000000 03000000 e0a08000", NULL},
    {"the last of four bytes", "godot3", "engine", "04000000 04000000 f7bfbfbf", NULL},
    {"the first of five bytes", "godot3", "engine", "04000000 05000000 f8888080 80000000", NULL},
    {"the last of five bytes", "godot3", "engine", "04000000 05000000 fbbfbfbf bf000000", NULL},
    {"the first of six bytes", "godot3", "engine", "04000000 06000000 fc848080 80800000", NULL},
    {"two bytes at the front, strict", "godot3", "strict", "04000000 02000000 c3a90000", NULL},
    {"U+4EFF, which ends as a mark does", "godot3", "engine", "04000000 03000000 e4bbbf00", NULL},
    {"the same to Godot 4", "godot4.4", "engine", "04000000 03000000 e4bbbf00", NULL},
    {"two bytes of a mark, the third in the padding", "godot2", "engine", "04000000 02000000 efbbbfaa",
     "04000000 02000000 efbb0000"},
    {"nothing, and a mark after the packet", "godot3", "engine", "04000000 00000000 efbbbf00", "04000000 00000000"},
};

Test(canonical_edges, of_utf8_are_kept)
{
    CHECK_CANON_ROWS(texts);
}

/* ---- in place ---- */

static const struct {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *hex;
    gdv_status code;
} places[] = {
    {"typed array", "pandemonium-40", "strict", "1b000000 02000000 01000000 02000000 07000000", GDV_OK},
    {"typed array of a class", "pandemonium-40", "engine",
     "1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000", GDV_OK},
    {"typed array after others", "pandemonium-40", "strict",
     "1a000000 02000000 00000000 1b000000 02000000 01000000 02000000 07000000", GDV_OK},
    {"typed array of a class after others", "pandemonium-40", "engine",
     "1a000000 02000000 00000000 1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000", GDV_OK},
    {"Dictionary[int, String]", "godot4.4", "engine",
     "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000", GDV_OK},
    {"key event after others", "godot2", "engine",
     "15000000 02000000 00000000 13000000 01000000 00000000 14000000 00000002 41000000", GDV_OK},
    {"wider int before a shorter text and a vector", "godot3.0", "engine",
     "13000000 03000000 02000000 05000000 04000000 0a000000 61006262 62626262 62620000 05000000 0000803f 00000040",
     GDV_E_OVERLAP},
    {"wider int after a shorter text, before a vector", "godot3.0", "engine",
     "13000000 03000000 04000000 0a000000 61006262 62626262 62620000 02000000 05000000 05000000 0000803f 00000040",
     GDV_OK},
};

Test(canonical_edges, of_what_is_to_be_read_are_not_written_over)
{
    for (size_t index = 0; index < COUNT_OF(places); index += 1) {
        gdv_dialect dialect = dialect_from_text(places[index].dialect);
        gdv_policy policy = policy_from_text(places[index].policy);
        packet given = packet_from_hex(places[index].hex);
        canonical_check elsewhere = canonical_check_from(given.bytes, given.size, dialect, &policy);
        uint8_t scratch[128];
        size_t size = 77;
        cr_assert_eq(elsewhere.code, GDV_OK, "%s: %s", places[index].name, gdv_status_name(elsewhere.code));
        gdv_status code = gdv_canonicalize(given.bytes, given.size, dialect, &policy, scratch, sizeof scratch,
                                           given.bytes, given.size, &size, NULL);
        cr_expect_eq(code, places[index].code, "%s: %s", places[index].name, gdv_status_name(code));
        if (code == GDV_OK) {
            cr_expect_eq(size, elsewhere.made.size, "%s: %zu bytes", places[index].name, size);
            cr_expect_arr_eq(given.bytes, elsewhere.made.bytes, size, "%s: other bytes", places[index].name);
        }
        canonical_check_free(&elsewhere);
        packet_free(&given);
    }
}

/* ---- refusals ---- */

/* Two ints of Godot 3.0 take four bytes more each, so that the limit is passed before the type that does not exist. */
Test(canonical_edges, of_the_limit_come_after_what_is_refused_anyway)
{
    packet given = packet_from_hex("13000000 03000000 02000000 05000000 02000000 05000000 ff000000");
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    policy.max_bytes = given.size;
    canonical_check made = canonical_check_from(given.bytes, given.size, GDV_DIALECT_GODOT3_0, &policy);
    cr_expect_eq(made.code, GDV_E_BAD_TYPE, "%s", gdv_status_name(made.code));
    cr_expect_eq(made.report.offset, 24);
    cr_expect_str_eq(made.report.path, "[2]");
    canonical_check_free(&made);
    packet_free(&given);
}

/* A Projection with the 248 bytes after its header that Pandemonium asks for (EB-14): itself, and 46 nulls. */
Test(canonical_edges, projection_has_no_canonical_form_where_pandemonium_reads_it)
{
    builder given = {NULL, 0, 0};
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    put_u32(&given, id_of(GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_ARRAY));
    put_u32(&given, 47);
    put_u32(&given, id_of(GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_PROJECTION));
    for (size_t word = 0; word < 16 + 46; word += 1) {
        put_u32(&given, 0);
    }
    cr_assert_eq(verdict_of(given.bytes, given.size, GDV_DIALECT_PANDEMONIUM_40, &policy).code, GDV_OK);
    canonical_check made = canonical_check_from(given.bytes, given.size, GDV_DIALECT_PANDEMONIUM_40, &policy);
    cr_expect_eq(made.code, GDV_E_ENGINE_MISREADS, "%s", gdv_status_name(made.code));
    cr_expect_eq(made.report.misread, GDV_MISREAD_PROJECTION, "%d", (int)made.report.misread);
    cr_expect_eq(made.report.offset, 8);
    cr_expect_str_eq(made.report.path, "[0]");
    canonical_check_free(&made);
    builder_free(&given);
}

/* ---- arguments ---- */

typedef struct block {
    uint8_t bytes[8];
    gdv_policy policy;
    uint8_t scratch[8];
} block;

static block block_of(void)
{
    block made;
    memset(&made, 0, sizeof made);
    made.bytes[0] = 2; /* the int 0 of Godot 3 */
    made.policy = policy_with(GDV_POLICY_STRICT, 0);
    return made;
}

Test(canonical_edges, of_what_is_written_in_place_overlap_nothing_else)
{
    block made = block_of();
    block before = made;
    size_t size = 77;
    size_t capacity = offsetof(block, policy) + 1;
    gdv_status code = gdv_canonicalize(made.bytes, sizeof made.bytes, GDV_DIALECT_GODOT3, &made.policy, made.scratch,
                                       sizeof made.scratch, made.bytes, capacity, &size, NULL);
    cr_expect_eq(code, GDV_E_OVERLAP, "%s", gdv_status_name(code));
    cr_expect_eq(memcmp(&made, &before, sizeof made), 0);
    code = gdv_canonicalize(made.bytes, sizeof made.bytes, GDV_DIALECT_GODOT3, &made.policy, made.scratch,
                            sizeof made.scratch, made.bytes, capacity - 1, &size, NULL);
    cr_expect_eq(code, GDV_OK, "%s", gdv_status_name(code));
}

Test(canonical_edges, of_the_report_overlap_no_packet)
{
    block made = block_of();
    size_t size = 77;
    gdv_report report;
    gdv_report before;
    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
    memcpy(report.path, made.bytes, sizeof made.bytes);
    memcpy(&before, &report, sizeof before);
    gdv_status code = gdv_canonicalize(report.path, sizeof made.bytes, GDV_DIALECT_GODOT3, NULL, made.scratch,
                                       sizeof made.scratch, NULL, 0, &size, &report);
    cr_expect_eq(code, GDV_E_OVERLAP, "%s", gdv_status_name(code));
    cr_expect_eq(memcmp(&report, &before, sizeof report), 0);
    cr_expect_eq(size, 77);
}

Test(canonical_edges, one_byte_of_output_is_an_output)
{
    block made = block_of();
    size_t size = 77;
    gdv_status code = gdv_canonicalize(made.bytes, sizeof made.bytes, GDV_DIALECT_GODOT3, NULL, made.scratch,
                                       sizeof made.scratch, NULL, 1, &size, NULL);
    cr_expect_eq(code, GDV_E_BAD_ARGUMENT, "%s", gdv_status_name(code));
    cr_expect_eq(size, 0);
}

/* Neither is written. The policy's first bytes are no packet. */
Test(canonical_edges, packet_and_policy_may_be_the_same_bytes)
{
    block made = block_of();
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    size_t size = 77;
    gdv_status code = gdv_canonicalize(&policy, sizeof policy, GDV_DIALECT_GODOT3, &policy, made.scratch,
                                       sizeof made.scratch, NULL, 0, &size, NULL);
    cr_expect(code > GDV_OK && code < GDV_E_NO_SPACE, "%s", gdv_status_name(code));
    cr_expect_eq(size, 0);
}
