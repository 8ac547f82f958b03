/* SPDX-License-Identifier: MIT */
/* Paths of reports where one piece gives place to another, or a path just fits or just does not (status.h; wire
 * reference, section 5): by hand, each row beside one that test_path.c has. Promise 6. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/support.h"

/* The value that is wrong: a bool of 2, which strict refuses at its fifth byte. */
#define WRONG " 01000000 02000000"
#define NIL " 00000000"

typedef struct row {
    const char *name;
    gdv_status code;
    uint64_t offset;
    uint32_t depth;
    const char *path;
    const char *hex; /* Godot 3, strict but for objects */
} row;

static const row rows[] = {
    {"third letter is none", GDV_E_BOOL, 24, 1, "[\"ab c\"]", "12000000 01000000 04000000 04000000 61622063" WRONG},
    {"second letter is none", GDV_E_BOOL, 24, 1, "[\"a bc\"]", "12000000 01000000 04000000 04000000 61206263" WRONG},
    {"empty, and before a letter where a type should be", GDV_E_BAD_TYPE, 16, 1, "[\"\"]",
     "12000000 01000000 04000000 00000000 61000000"},
    {"array under a key that is none", GDV_E_BOOL, 24, 2, "{@8}[0]", "12000000 01000000" NIL "13000000 01000000" WRONG},
    {"largest int of 32 bits", GDV_E_BOOL, 20, 1, "{2147483647}", "12000000 01000000 02000000 ffffff7f" WRONG},
    {"array in the first of two properties", GDV_E_BOOL, 36, 2, ".p[0]",
     "11000000 01000000 41000000 02000000 01000000 70000000 13000000 01000000" WRONG " 01000000 71000000" NIL},
    {"name as long as the packet, so that no value follows", GDV_E_LENGTH, 16, 1, ".name",
     "11000000 01000000 41000000 01000000 04000000 6e616d65"},
    {"name longer than the packet by one byte", GDV_E_LENGTH, 16, 1, "{property}",
     "11000000 01000000 41000000 01000000 05000000 6e616d65"},
};

Test(path_edges, each_piece_is_what_the_bytes_make_it)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        const row *claim = &rows[index];
        packet bytes = packet_from_hex(claim->hex);
        verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy);
        cr_expect_eq(said.code, claim->code, "%s: %s", claim->name, gdv_status_name(said.code));
        cr_expect_eq(said.report.offset, claim->offset, "%s: offset %zu", claim->name, (size_t)said.report.offset);
        cr_expect_eq(said.report.depth, claim->depth, "%s: depth %u", claim->name, said.report.depth);
        cr_expect_str_eq(said.report.path, claim->path, "%s: path %s", claim->name, said.report.path);
        packet_free(&bytes);
    }
}

/* The path of what is refused inside n nested arrays of Godot 3, given as hex: n times "[0]", then as expected. */
static void in_arrays(size_t n, const char *hex, const char *rest)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
    char expected[GDV_PATH_SIZE] = "";
    builder made = {NULL, 0, 0};
    packet inner = packet_from_hex(hex);
    policy.max_depth = 1024;
    for (size_t level = 0; level < n; level += 1) {
        put_u32(&made, 0x13);
        put_u32(&made, 1);
        memcpy(expected + 3 * level, "[0]", 3);
    }
    put_bytes(&made, inner.bytes, inner.size);
    cr_assert_lt(3 * n + strlen(rest), sizeof expected);
    memcpy(expected + 3 * n, rest, strlen(rest) + 1);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    cr_expect_str_eq(said.report.path, expected, "%s", said.report.path);
    packet_free(&inner);
    builder_free(&made);
}

#define ABC "12000000 01000000 04000000 03000000 61626300"

Test(path_edges, a_path_of_256_bytes_is_cut)
{
    in_arrays(83, ABC WRONG, ".abc");
    in_arrays(84, ABC WRONG, "...");
}

/* 83 times "[0]", and ".abc": 253 bytes, after which three dots and a NUL would be one byte too many. */
Test(path_edges, a_path_is_cut_after_the_last_piece_that_leaves_room_for_the_dots)
{
    in_arrays(83, ABC "13000000 01000000" WRONG, "...");
    in_arrays(82, ABC "13000000 02000000" NIL "13000000 01000000" WRONG, ".abc...");
}

/* 82 times "[0]" leaves nine bytes: enough for {-100000}, and for {-1000000 without the closing brace; 83 times leaves
 * six: of the same piece the opening brace would fit, with the dots after it. */
Test(path_edges, a_path_is_cut_before_a_piece_of_which_some_would_fit)
{
    in_arrays(82, "12000000 01000000 02000000 6079feff" WRONG, "{-100000}");
    in_arrays(82, "12000000 01000000 02000000 c0bdf0ff" WRONG, "...");
    in_arrays(83, "12000000 01000000 02000000 c0bdf0ff" WRONG, "...");
}

/* What is wrong with a name is the last piece of its path; with it this one has 255 bytes. */
Test(path_edges, a_name_that_is_not_there_fits_at_the_end)
{
    in_arrays(81, "12000000 01000000 04000000 01000000 61000000 11000000 01000000 41000000 01000000 05000000 00000000",
              ".a{property}");
}
