/* SPDX-License-Identifier: MIT */
/* Where a report says that a packet is wrong: path, depth and type of the value, for failures in every kind of
 * container, under every kind of key, in keys themselves, in names, and where the path is longer than a report can
 * hold. Offsets are counted by hand. Promise 6; and as paths go to logs and terminals, that nothing in them is a
 * stranger's control byte. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/support.h"

/* The value that is wrong: a bool of 2, which strict refuses at its fifth byte. */
#define WRONG " 01000000 02000000"
#define NIL " 00000000"

typedef struct row {
    const char *name;
    const char *dialect;
    const char *policy;
    gdv_status code;
    uint64_t offset;
    uint32_t depth;
    int type; /* a gdv_type, or NONE */
    const char *path;
    const char *hex;
} row;

enum { NONE = -1 };

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define T(name) GDV_TYPE_##name

static void row_holds(const row *claim)
{
    gdv_policy policy = policy_from_text(claim->policy);
    packet bytes = packet_from_hex(claim->hex);
    verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(claim->dialect), &policy);
    cr_expect_eq(said.code, claim->code, "%s: %s", claim->name, gdv_status_name(said.code));
    cr_expect_eq(said.report.offset, claim->offset, "%s: offset %zu", claim->name, (size_t)said.report.offset);
    cr_expect_eq(said.report.depth, claim->depth, "%s: depth %u", claim->name, said.report.depth);
    cr_expect_eq(said.report.type, claim->type, "%s: type %d", claim->name, (int)said.report.type);
    cr_expect_str_eq(said.report.path, claim->path, "%s: path %s", claim->name, said.report.path);
    packet_free(&bytes);
}

static void rows_hold(const row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        row_holds(&rows[index]);
    }
}

Test(path, the_outermost_value_has_the_empty_path)
{
    static const row rows[] = {
        {"bool", "godot3", "strict", GDV_E_BOOL, 4, 0, T(BOOL), "", "01000000 02000000"},
        {"count of an array", "godot3", "strict", GDV_E_COUNT, 4, 0, T(ARRAY), "", "13000000 01000000"},
        {"its header", "godot3", "strict", GDV_E_FLAGS, 0, 0, T(NIL), "", "00000100"},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, elements_are_counted_from_0)
{
    static const row rows[] = {
        {"first", "godot3", "strict", GDV_E_BOOL, 12, 1, T(BOOL), "[0]", "13000000 01000000" WRONG},
        {"third", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "[2]", "13000000 03000000" NIL NIL WRONG},
        {"first of second", "godot3", "strict", GDV_E_BOOL, 24, 2, T(BOOL), "[1][0]",
         "13000000 02000000" NIL "13000000 01000000" WRONG},
        {"three deep", "godot3", "strict", GDV_E_BOOL, 32, 3, T(BOOL), "[0][1][0]",
         "13000000 01000000 13000000 02000000" NIL "13000000 01000000" WRONG},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, a_container_that_has_ended_leaves_no_trace)
{
    static const row rows[] = {
        {"after an array of one", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[1]",
         "13000000 02000000 13000000 01000000" NIL WRONG},
        {"after an empty array", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "[1]",
         "13000000 02000000 13000000 00000000" WRONG},
        {"after an empty dictionary", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "[1]",
         "13000000 02000000 12000000 00000000" WRONG},
        {"after three that end at once", "godot3", "strict", GDV_E_BOOL, 40, 1, T(BOOL), "[1]",
         "13000000 02000000 13000000 01000000 13000000 01000000 13000000 01000000" NIL WRONG},
        {"in the second of two arrays", "godot3", "strict", GDV_E_BOOL, 36, 2, T(BOOL), "[1][1]",
         "13000000 02000000 13000000 01000000" NIL "13000000 02000000" NIL WRONG},
        {"after a dictionary with a key", "godot3", "strict", GDV_E_BOOL, 28, 1, T(BOOL), "[1]",
         "13000000 02000000 12000000 01000000" NIL NIL WRONG},
        {"after an object", "godot3", "strict+object", GDV_E_BOOL, 40, 1, T(BOOL), "[1]",
         "13000000 02000000 11000000 01000000 41000000 01000000 01000000 70000000" NIL WRONG},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, text_keys_that_are_identifiers_follow_a_dot)
{
    static const row rows[] = {
        {"name", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), ".name",
         "12000000 01000000 04000000 04000000 6e616d65" WRONG},
        {"second of two", "godot3", "strict", GDV_E_BOOL, 40, 1, T(BOOL), ".b",
         "12000000 02000000 04000000 01000000 61000000" NIL "04000000 01000000 62000000" WRONG},
        {"_A1", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "._A1",
         "12000000 01000000 04000000 03000000 5f413100" WRONG},
        {"a StringName of Pandemonium", "pandemonium-33", "strict", GDV_E_BOOL, 24, 1, T(BOOL), ".ab",
         "16000000 01000000 15000000 02000000 61620000" WRONG},
        {"a StringName of Godot 4", "godot4.4", "strict", GDV_E_BOOL, 24, 1, T(BOOL), ".ab",
         "1b000000 01000000 15000000 02000000 61620000" WRONG},
        {"of a dictionary in a dictionary", "godot3", "strict", GDV_E_BOOL, 44, 2, T(BOOL), ".a.b",
         "12000000 01000000 04000000 01000000 61000000 12000000 01000000 04000000 01000000 62000000" WRONG},
        {"of a dictionary in an array", "godot3", "strict", GDV_E_BOOL, 36, 2, T(BOOL), "[1].a",
         "13000000 02000000" NIL "12000000 01000000 04000000 01000000 61000000" WRONG},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, other_text_keys_are_quoted_and_escaped)
{
    static const row rows[] = {
        {"empty", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "[\"\"]",
         "12000000 01000000 04000000 00000000" WRONG},
        {"digit first", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[\"1a\"]",
         "12000000 01000000 04000000 02000000 31610000" WRONG},
        {"blank", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[\"a b\"]",
         "12000000 01000000 04000000 03000000 61206200" WRONG},
        {"quote", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[\"a\\x22b\"]",
         "12000000 01000000 04000000 03000000 61226200" WRONG},
        {"backslash", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[\"\\x5c\"]",
         "12000000 01000000 04000000 01000000 5c000000" WRONG},
        {"newline", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[\"\\x0a\"]",
         "12000000 01000000 04000000 01000000 0a000000" WRONG},
        {"delete", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[\"\\x7f\"]",
         "12000000 01000000 04000000 01000000 7f000000" WRONG},
        {"terminal escape", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[\"\\x1b[2J\"]",
         "12000000 01000000 04000000 04000000 1b5b324a" WRONG},
        {"e with an acute accent", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[\"\\xc3\\xa9\"]",
         "12000000 01000000 04000000 02000000 c3a90000" WRONG},
        {"NUL, where that may be", "godot3", "strict+text-nul", GDV_E_BOOL, 24, 1, T(BOOL), "[\"a\\x00b\"]",
         "12000000 01000000 04000000 03000000 61006200" WRONG},
    };
    rows_hold(rows, COUNT_OF(rows));
}

/* Every byte as the one character of a key, in the dialect that takes every byte. */
Test(path, no_byte_of_a_key_reaches_the_path_unless_it_is_printable_ascii)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT);
    for (uint32_t byte = 0; byte < 256; byte += 1) {
        builder made = {NULL, 0, 0};
        char expected[16];
        bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
        put_u32(&made, 0x14);
        put_u32(&made, 1);
        put_u32(&made, 4);
        put_u32(&made, 1);
        put_u32(&made, byte);
        put_u32(&made, 1);
        put_u32(&made, 2);
        if (letter) {
            snprintf(expected, sizeof expected, ".%c", (int)byte);
        } else if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\') {
            snprintf(expected, sizeof expected, "[\"\\x%02x\"]", byte);
        } else {
            snprintf(expected, sizeof expected, "[\"%c\"]", (int)byte);
        }
        verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT2, &policy);
        cr_expect_eq(said.code, GDV_E_BOOL, "%02x: %s", byte, gdv_status_name(said.code));
        cr_expect_str_eq(said.report.path, expected, "%02x: %s", byte, said.report.path);
        builder_free(&made);
    }
}

/* Behind a letter digits are part of a name; all else that is printable stands in quotes. */
Test(path, every_letter_and_digit_after_a_letter_is_part_of_a_name)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    for (uint32_t byte = ' '; byte <= '~'; byte += 1) {
        builder made = {NULL, 0, 0};
        char expected[16];
        bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
        if (byte == '"' || byte == '\\') {
            continue;
        }
        put_u32(&made, 0x12);
        put_u32(&made, 1);
        put_u32(&made, 4);
        put_u32(&made, 2);
        put_u32(&made, 'a' + 0x100 * byte);
        put_u32(&made, 1);
        put_u32(&made, 2);
        snprintf(expected, sizeof expected, letter || (byte >= '0' && byte <= '9') ? ".a%c" : "[\"a%c\"]", (int)byte);
        verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
        cr_expect_eq(said.code, GDV_E_BOOL, "%02x: %s", byte, gdv_status_name(said.code));
        cr_expect_str_eq(said.report.path, expected, "%02x: %s", byte, said.report.path);
        builder_free(&made);
    }
}

/* {key of n times `letter`: wrong} of Godot 3. */
static verdict with_long_key(size_t n, char letter)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    builder made = {NULL, 0, 0};
    put_u32(&made, 0x12);
    put_u32(&made, 1);
    put_u32(&made, 4);
    put_u32(&made, (uint32_t)n);
    for (size_t index = 0; index < n; index += 1) {
        put_bytes(&made, &letter, 1);
    }
    put_bytes(&made, "\0\0\0", (4 - n % 4) % 4);
    put_u32(&made, 1);
    put_u32(&made, 2);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    builder_free(&made);
    return said;
}

Test(path, an_identifier_of_48_bytes_is_shown_whole)
{
    char expected[64] = ".";
    memset(expected + 1, 'k', 48);
    expected[49] = '\0';
    verdict said = with_long_key(48, 'k');
    cr_assert_str_eq(said.report.path, expected, "%s", said.report.path);
}

Test(path, a_key_of_49_bytes_or_more_is_shown_to_its_48th)
{
    static const size_t sizes[] = {49, 50, 1000, 100000};
    char expected[64] = "[\"";
    memset(expected + 2, 'k', 48);
    memcpy(expected + 50, "..\"]", 5);
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        verdict said = with_long_key(sizes[index], 'k');
        cr_expect_str_eq(said.report.path, expected, "%zu: %s", sizes[index], said.report.path);
    }
}

Test(path, a_quoted_key_of_48_bytes_is_shown_whole)
{
    char expected[64] = "[\"";
    memset(expected + 2, ' ', 48);
    memcpy(expected + 50, "\"]", 3);
    verdict said = with_long_key(48, ' ');
    cr_assert_str_eq(said.report.path, expected, "%s", said.report.path);
}

Test(path, int_keys_stand_in_braces)
{
    static const row rows[] = {
        {"5", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{5}", "12000000 01000000 02000000 05000000" WRONG},
        {"0", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{0}", "12000000 01000000 02000000 00000000" WRONG},
        {"-1", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{-1}", "12000000 01000000 02000000 ffffffff" WRONG},
        {"-2^31", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{-2147483648}",
         "12000000 01000000 02000000 00000080" WRONG},
        {"2^31", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "{2147483648}",
         "12000000 01000000 02000100 00000080 00000000" WRONG},
        {"2^63 - 1", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "{9223372036854775807}",
         "12000000 01000000 02000100 ffffffff ffffff7f" WRONG},
        {"-2^63", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "{-9223372036854775808}",
         "12000000 01000000 02000100 00000000 00000080" WRONG},
        {"-2^31 - 1", "godot4.4", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "{-2147483649}",
         "1b000000 01000000 02000100 ffffff7f ffffffff" WRONG},
        {"7 of Godot 3.0, always wide", "godot3.0", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "{7}",
         "12000000 01000000 02000100 07000000 00000000" WRONG},
        {"-1 of Godot 2", "godot2", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{-1}",
         "14000000 01000000 02000000 ffffffff" WRONG},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, keys_of_other_types_are_shown_by_the_byte_of_their_header)
{
    static const row rows[] = {
        {"null", "godot3", "strict", GDV_E_BOOL, 16, 1, T(BOOL), "{@8}", "12000000 01000000" NIL WRONG},
        {"bool", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{@8}", "12000000 01000000 01000000 01000000" WRONG},
        {"float", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{@8}", "12000000 01000000 03000000 0000803f" WRONG},
        {"Vector2", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "{@8}",
         "12000000 01000000 05000000 0000803f 00000040" WRONG},
        {"NodePath", "godot3", "strict", GDV_E_BOOL, 28, 1, T(BOOL), "{@8}",
         "12000000 01000000 0f000000 00000080 00000000 00000000" WRONG},
        {"PoolStringArray", "godot3", "strict", GDV_E_BOOL, 28, 1, T(BOOL), "{@8}",
         "12000000 01000000 17000000 01000000 01000000 00000000" WRONG},
        {"Array", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "{@8}",
         "12000000 01000000 13000000 01000000" NIL WRONG},
        {"empty Array", "godot3", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{@8}",
         "12000000 01000000 13000000 00000000" WRONG},
        {"Dictionary", "godot3", "strict", GDV_E_BOOL, 28, 1, T(BOOL), "{@8}",
         "12000000 01000000 12000000 01000000" NIL NIL WRONG},
        {"object by id", "godot3", "strict+object-id", GDV_E_BOOL, 24, 1, T(BOOL), "{@8}",
         "12000000 01000000 11000100 05000000 00000000" WRONG},
        {"full object", "godot3", "strict+object", GDV_E_BOOL, 40, 1, T(BOOL), "{@8}",
         "12000000 01000000 11000000 01000000 41000000 01000000 01000000 70000000" NIL WRONG},
        {"RID", "godot3", "strict+rid", GDV_E_BOOL, 16, 1, T(BOOL), "{@8}", "12000000 01000000 10000000" WRONG},
        {"callable", "godot4.4", "strict+callable", GDV_E_BOOL, 16, 1, T(BOOL), "{@8}",
         "1b000000 01000000 19000000" WRONG},
        {"null at byte 72, as the second key", "godot3", "strict", GDV_E_BOOL, 80, 1, T(BOOL), "{@72}",
         "12000000 02000000 04000000 32000000 6b6b6b6b 6b6b6b6b 6b6b6b6b 6b6b6b6b 6b6b6b6b 6b6b6b6b 6b6b6b6b 6b6b6b6b "
         "6b6b6b6b 6b6b6b6b 6b6b6b6b 6b6b6b6b 6b6b0000" NIL NIL WRONG},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, a_failure_in_a_key_says_so)
{
    static const row rows[] = {
        {"key that is not UTF-8", "godot3", "strict", GDV_E_BAD_UTF8, 16, 1, T(STRING), "{key}",
         "12000000 01000000 04000000 01000000 ff000000" NIL},
        {"key that is wrong itself", "godot3", "strict", GDV_E_BOOL, 12, 1, T(BOOL), "{key}",
         "12000000 01000000" WRONG NIL},
        {"element of a key", "godot3", "strict", GDV_E_BOOL, 20, 2, T(BOOL), "{key}[0]",
         "12000000 01000000 13000000 01000000" WRONG NIL},
        {"value in a key", "godot3", "strict", GDV_E_BOOL, 32, 2, T(BOOL), "{key}.a",
         "12000000 01000000 12000000 01000000 04000000 01000000 61000000" WRONG NIL},
        {"key in a key", "godot3", "strict", GDV_E_BOOL, 20, 2, T(BOOL), "{key}{key}",
         "12000000 01000000 12000000 01000000" WRONG NIL NIL},
        {"second key", "godot3", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "{key}",
         "12000000 02000000 02000000 05000000" NIL "01000000 02000000" NIL},
        {"key in a value", "godot3", "strict", GDV_E_BOOL, 28, 2, T(BOOL), "{5}{key}",
         "12000000 01000000 02000000 05000000 12000000 01000000" WRONG NIL},
        {"property of an object that is a key", "godot3", "strict+object", GDV_E_BOOL, 36, 2, T(BOOL), "{key}.p",
         "12000000 01000000 11000000 01000000 41000000 01000000 01000000 70000000" WRONG NIL},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, object_properties_follow_a_dot)
{
    static const row rows[] = {
        {"first", "godot3", "strict+object", GDV_E_BOOL, 28, 1, T(BOOL), ".p",
         "11000000 01000000 41000000 01000000 01000000 70000000" WRONG},
        {"second", "godot3", "strict+object", GDV_E_BOOL, 40, 1, T(BOOL), ".q",
         "11000000 01000000 41000000 02000000 01000000 70000000" NIL "01000000 71000000" WRONG},
        {"with a blank in its name", "godot4.4", "strict+object", GDV_E_BOOL, 28, 1, T(BOOL), "[\"a b\"]",
         "18000000 01000000 41000000 01000000 03000000 61206200" WRONG},
        {"an array's element", "godot3", "strict+object", GDV_E_BOOL, 40, 2, T(BOOL), ".p[1]",
         "11000000 01000000 41000000 01000000 01000000 70000000 13000000 02000000" NIL WRONG},
        {"a property of a property", "godot3", "strict+object", GDV_E_BOOL, 52, 2, T(BOOL), ".p.q",
         "11000000 01000000 41000000 01000000 01000000 70000000 11000000 01000000 42000000 01000000 01000000 "
         "71000000" WRONG},
        {"under a dictionary's key", "godot3", "strict+object", GDV_E_BOOL, 44, 2, T(BOOL), "{5}.p",
         "12000000 01000000 02000000 05000000 11000000 01000000 41000000 01000000 01000000 70000000" WRONG},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, a_failure_in_a_propertys_name_is_under_that_name_and_has_no_type_yet)
{
    static const row rows[] = {
        {"not UTF-8", "godot3", "strict+object", GDV_E_BAD_UTF8, 21, 1, NONE, "[\"a\\xff\"]",
         "11000000 01000000 41000000 01000000 02000000 61ff0000" NIL},
        {"padding", "godot3", "strict+object", GDV_E_PADDING, 22, 1, NONE, ".ab",
         "11000000 01000000 41000000 01000000 02000000 6162ff00" NIL},
        {"longer than the packet", "godot3", "strict+object", GDV_E_LENGTH, 16, 1, NONE, "{property}",
         "11000000 01000000 41000000 01000000 64000000" NIL},
        {"negative length", "godot3", "strict+object", GDV_E_BAD_LENGTH, 16, 1, NONE, "{property}",
         "11000000 01000000 41000000 01000000 ffffffff" NIL},
        {"of the second property", "godot3", "strict+object", GDV_E_BAD_UTF8, 32, 1, NONE, "[\"\\xff\"]",
         "11000000 01000000 41000000 02000000 01000000 70000000" NIL "01000000 ff000000" NIL},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, a_failure_in_a_class_name_is_the_objects)
{
    static const row rows[] = {
        {"of an object", "godot3", "strict+object", GDV_E_BAD_UTF8, 16, 1, T(OBJECT), "[0]",
         "13000000 01000000 11000000 01000000 ff000000 00000000"},
        {"of a typed array of Godot", "godot4.3", "strict+object", GDV_E_BAD_UTF8, 16, 1, T(ARRAY), "[0]",
         "1c000000 01000000 1c000200 01000000 ff000000 00000000"},
        {"of a typed array of Pandemonium", "pandemonium-40", "engine", GDV_E_BAD_CLASS_NAME, 16, 1, T(TYPED_ARRAY),
         "[0]", "1a000000 01000000 1b000000 17000000 04000000 01000000 41000000 00000000"},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, elements_of_typed_containers_are_shown_like_any_other)
{
    static const row rows[] = {
        {"TypedArray of Pandemonium", "pandemonium-40", "strict", GDV_E_BOOL, 24, 1, T(BOOL), "[1]",
         "1b000000 01000000 02000000 01000000 01000000" WRONG},
        {"PackedTypedArray of Pandemonium", "pandemonium-40", "strict", GDV_E_BOOL, 16, 1, T(BOOL), "[0]",
         "1c000000 01000000 01000000" WRONG},
        {"after a class name", "pandemonium-40", "engine", GDV_E_OBJECT, 28, 1, T(OBJECT), "[1]",
         "1b000000 17000000 18000000 01000000 41000000 02000000" NIL "17000000 00000000"},
        {"Array of Godot 4.3", "godot4.3", "strict", GDV_E_BOOL, 16, 1, T(BOOL), "[0]",
         "1c000100 01000000 01000000" WRONG},
        {"Array of arrays of Godot 4.3", "godot4.3", "strict", GDV_E_BOOL, 28, 2, T(BOOL), "[0][0]",
         "1c000100 1c000000 01000000 1c000100 01000000 01000000" WRONG},
        {"Dictionary of Godot 4.4", "godot4.4", "strict", GDV_E_BOOL, 32, 1, T(BOOL), ".a",
         "1b000500 04000000 01000000 01000000 04000000 01000000 61000000" WRONG},
        {"key of a Dictionary of Godot 4.4", "godot4.4", "strict", GDV_E_BOOL, 20, 1, T(BOOL), "{key}",
         "1b000500 01000000 01000000 01000000" WRONG "01000000 01000000"},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, a_duplicate_is_shown_by_its_own_key)
{
    static const row rows[] = {
        {"text", "godot3", "strict", GDV_E_DUPLICATE_KEY, 24, 1, T(STRING), ".a",
         "12000000 02000000 04000000 01000000 61000000" NIL "04000000 01000000 61000000" NIL},
        {"text that is quoted", "godot3", "strict", GDV_E_DUPLICATE_KEY, 24, 1, T(STRING), "[\"a b\"]",
         "12000000 02000000 04000000 03000000 61206200" NIL "04000000 03000000 61206200" NIL},
        {"int", "godot3", "strict", GDV_E_DUPLICATE_KEY, 20, 1, T(INT), "{-2}",
         "12000000 02000000 02000000 feffffff" NIL "02000000 feffffff" NIL},
        {"array", "godot3", "strict", GDV_E_DUPLICATE_KEY, 24, 1, T(ARRAY), "{@24}",
         "12000000 02000000 13000000 01000000" NIL NIL "13000000 01000000" NIL NIL},
        {"in an array", "godot3", "strict", GDV_E_DUPLICATE_KEY, 36, 2, T(INT), "[2]{5}",
         "13000000 03000000" NIL NIL "12000000 02000000 02000000 05000000" NIL "02000000 05000000" NIL},
        {"in a value", "godot3", "strict", GDV_E_DUPLICATE_KEY, 40, 2, T(INT), ".a{5}",
         "12000000 01000000 04000000 01000000 61000000 12000000 02000000 02000000 05000000" NIL
         "02000000 05000000" NIL},
        {"in a key", "godot3", "strict", GDV_E_DUPLICATE_KEY, 28, 2, T(INT), "{key}{5}",
         "12000000 01000000 12000000 02000000 02000000 05000000" NIL "02000000 05000000" NIL NIL},
        {"in a property", "godot3", "strict+object", GDV_E_DUPLICATE_KEY, 44, 2, T(INT), ".p{5}",
         "11000000 01000000 41000000 01000000 01000000 70000000 12000000 02000000 02000000 05000000" NIL
         "02000000 05000000" NIL},
        {"around a key that holds the same int", "godot3", "strict", GDV_E_DUPLICATE_KEY, 48, 1, T(INT), "{5}",
         "12000000 03000000 02000000 05000000" NIL "12000000 01000000 02000000 05000000" NIL "13000000 00000000"
         "02000000 05000000" NIL},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(path, type_and_name_are_those_of_the_value_in_the_dialects_own_words)
{
    static const struct {
        const char *dialect;
        const char *hex;
        gdv_type type;
        const char *name;
    } rows[] = {
        {"godot2", "18000000 01000000 0000807f", GDV_TYPE_PACKED_FLOAT32_ARRAY, "RealArray"},
        {"godot3", "16000000 01000000 0000807f", GDV_TYPE_PACKED_FLOAT32_ARRAY, "PoolRealArray"},
        {"pandemonium-40", "1f000000 01000000 0000807f", GDV_TYPE_PACKED_FLOAT32_ARRAY, "PoolRealArray"},
        {"godot4.4", "20000000 01000000 0000807f", GDV_TYPE_PACKED_FLOAT32_ARRAY, "PackedFloat32Array"},
        {"godot2", "08000000 0000807f 00000000 00000000 00000000 00000000 00000000", GDV_TYPE_TRANSFORM2D, "Matrix32"},
        {"godot4.0", "0b000000 0000807f 00000000 00000000 00000000 00000000 00000000", GDV_TYPE_TRANSFORM2D,
         "Transform2D"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(rows[index].dialect), NULL);
        cr_expect_eq(said.code, GDV_E_NONFINITE, "%s", rows[index].name);
        cr_expect_eq(said.report.type, (int32_t)rows[index].type, "%s: %d", rows[index].name, (int)said.report.type);
        cr_expect_str_eq(said.report.type_name, rows[index].name);
        packet_free(&bytes);
    }
}

Test(path, a_value_whose_type_was_not_read_has_none)
{
    static const row rows[] = {
        {"nothing there", "godot3", "strict", GDV_E_EMPTY, 0, 0, NONE, "", ""},
        {"half a header", "godot3", "strict", GDV_E_TRUNCATED, 0, 0, NONE, "", "1300"},
        {"no such type", "godot3", "strict", GDV_E_BAD_TYPE, 8, 1, NONE, "[0]", "13000000 01000000 1b000000"},
    };
    rows_hold(rows, COUNT_OF(rows));
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL);
        cr_expect_str_eq(said.report.type_name, "", "%s", rows[index].name);
        packet_free(&bytes);
    }
}

/* A bool of 2 inside n nested arrays of Godot 3: its path is n times "[0]". */
static verdict in_arrays(size_t n)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    builder made = {NULL, 0, 0};
    policy.max_depth = 1024;
    for (size_t level = 0; level < n; level += 1) {
        put_u32(&made, 0x13);
        put_u32(&made, 1);
    }
    put_u32(&made, 1);
    put_u32(&made, 2);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    builder_free(&made);
    return said;
}

static void path_is_elements(const char *path, size_t n, const char *rest)
{
    char expected[3 * 100 + 4] = "";
    for (size_t level = 0; level < n; level += 1) {
        memcpy(expected + 3 * level, "[0]", 3);
    }
    memcpy(expected + 3 * n, rest, strlen(rest) + 1);
    cr_expect_str_eq(path, expected, "%zu elements: %s", n, path);
}

Test(path, a_path_of_252_bytes_is_shown_whole)
{
    verdict said = in_arrays(84);
    cr_assert_eq(said.report.depth, 84);
    path_is_elements(said.report.path, 84, "");
}

Test(path, a_path_of_255_bytes_is_shown_whole)
{
    verdict said = in_arrays(85);
    cr_assert_eq(said.report.depth, 85);
    path_is_elements(said.report.path, 85, "");
}

Test(path, a_path_of_258_bytes_is_cut_and_ends_in_three_dots)
{
    verdict said = in_arrays(86);
    cr_assert_eq(said.report.depth, 86);
    path_is_elements(said.report.path, 84, "...");
}

Test(path, the_deepest_path_is_cut_and_its_depth_is_told)
{
    verdict said = in_arrays(1024);
    cr_assert_eq(said.code, GDV_E_BOOL);
    cr_assert_eq(said.report.depth, 1024);
    cr_assert_eq(said.report.offset, 8 * 1024 + 4);
    path_is_elements(said.report.path, 84, "...");
}

/* Keys of 48 bytes that need four characters each: 196 for the first, and the second does not fit. */
Test(path, a_path_cut_inside_a_key_still_ends_in_three_dots)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    builder made = {NULL, 0, 0};
    for (int level = 0; level < 2; level += 1) {
        put_u32(&made, 0x12);
        put_u32(&made, 1);
        put_u32(&made, 4);
        put_u32(&made, 48);
        for (int index = 0; index < 48; index += 1) {
            put_bytes(&made, "\x01", 1);
        }
    }
    put_u32(&made, 1);
    put_u32(&made, 2);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    size_t length = strlen(said.report.path);
    cr_assert_eq(said.code, GDV_E_BOOL);
    cr_assert_leq(length, GDV_PATH_SIZE - 1);
    cr_assert_geq(length, 196 + 3);
    cr_assert_eq(memcmp(said.report.path, "[\"\\x01\\x01", 10), 0);
    cr_assert_str_eq(said.report.path + length - 3, "...");
    builder_free(&made);
}

/* Scratch memory that ends at a key or at a dictionary: the report points at it like at any other value. */
Test(path, the_key_or_dictionary_that_found_no_scratch_is_shown)
{
    static const struct {
        const char *name;
        const char *hex;
        size_t room;
        uint64_t need;
        uint64_t offset;
        uint32_t depth;
        gdv_type type;
        const char *path;
    } rows[] = {
        {"outermost dictionary", "12000000 01000000 02000000 05000000" NIL, 0, 16, 0, 0, GDV_TYPE_DICTIONARY, ""},
        {"its key", "12000000 01000000 02000000 05000000" NIL, 8, 16, 8, 1, GDV_TYPE_INT, "{5}"},
        {"dictionary in an array", "13000000 02000000" NIL "12000000 01000000" NIL NIL, 0, 16, 12, 1,
         GDV_TYPE_DICTIONARY, "[1]"},
        {"dictionary as a value", "12000000 01000000 02000000 05000000 12000000 01000000" NIL NIL, 16, 32, 16, 1,
         GDV_TYPE_DICTIONARY, "{5}"},
        {"dictionary as a property",
         "11000000 01000000 41000000 01000000 01000000 70000000 12000000 01000000 02000000 05000000" NIL, 0, 16, 24, 1,
         GDV_TYPE_DICTIONARY, ".p"},
        {"key of a dictionary that is a property",
         "11000000 01000000 41000000 01000000 01000000 70000000 12000000 01000000 02000000 05000000" NIL, 8, 16, 32, 2,
         GDV_TYPE_INT, ".p{5}"},
    };
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        uint8_t scratch[64];
        gdv_report report = {.struct_size = sizeof report};
        gdv_status code = gdv_validate(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy, scratch, rows[index].room,
                                       NULL, &report);
        cr_expect_eq(code, GDV_E_NO_SPACE, "%s: %s", rows[index].name, gdv_status_name(code));
        cr_expect_eq(report.need, rows[index].need, "%s: needs %zu", rows[index].name, (size_t)report.need);
        cr_expect_eq(report.offset, rows[index].offset, "%s: offset %zu", rows[index].name, (size_t)report.offset);
        cr_expect_eq(report.depth, rows[index].depth, "%s: depth %u", rows[index].name, report.depth);
        cr_expect_eq(report.type, (int32_t)rows[index].type, "%s: type %s", rows[index].name, report.type_name);
        cr_expect_str_eq(report.path, rows[index].path, "%s: path %s", rows[index].name, report.path);
        packet_free(&bytes);
    }
}

Test(path, one_line_says_what_where_and_why)
{
    static const struct {
        const char *dialect;
        const char *policy;
        const char *line;
        const char *hex;
    } rows[] = {
        {"godot3", "strict", "BAD_UTF8 at 72 (.players[3].name): string is not UTF-8",
         "12000000 01000000 04000000 07000000 706c6179 65727300 13000000 04000000 00000000 00000000 00000000 12000000 "
         "01000000 04000000 04000000 6e616d65 04000000 01000000 ff000000"},
        {"godot3", "strict", "EMPTY at 0: there is not one byte; at least 4 bytes missing", ""},
        {"godot3", "strict",
         "TRUNCATED at 12 ([0]): packet ends inside the value, or before the values that its headers promise; at least "
         "4 bytes missing",
         "13000000 02000000 02000000 05000000"},
        {"godot3", "strict",
         "PADDING_MISSING at 11: packet ends before the padding that belongs to it; at least 1 byte missing",
         "04000000 01000000 610000"},
        {"godot3", "engine",
         "COUNT at 4: count promises more than the packet has bytes for; at least 8589934588 bytes missing",
         "13000000 ffffff7f"},
        {"godot3", "strict", "TRAILING at 4: bytes follow the value", "00000000 ffffffff"},
        {"godot3", "strict",
         "DUPLICATE_KEY at 20 ({-2}): dictionary has this key twice; engines keep the last value "
         "silently",
         "12000000 02000000 02000000 feffffff 00000000 02000000 feffffff 00000000"},
        {"pandemonium-40", "strict",
         "ENGINE_MISREADS at 8 ([0]): Pandemonium counts 12 of these 16 bytes and reads w as the next value (EB-13)",
         "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000"},
        {"godot3", "strict", "BOOL at 24 ([\"\\x1b[2J\"]): bool is neither 0 nor 1",
         "12000000 01000000 04000000 04000000 1b5b324a 01000000 02000000"},
        {"godot3", "strict", "OK: accepted", "00000000"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_policy policy = policy_from_text(rows[index].policy);
        packet bytes = packet_from_hex(rows[index].hex);
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(rows[index].dialect), &policy);
        char line[512];
        size_t length = gdv_report_format(&said.report, line, sizeof line);
        cr_expect_str_eq(line, rows[index].line, "%s", line);
        cr_expect_eq(length, strlen(rows[index].line));
        packet_free(&bytes);
    }
}

Test(path, the_longest_path_leaves_the_sentence_whole)
{
    verdict said = in_arrays(1024);
    char line[512];
    size_t length = gdv_report_format(&said.report, line, sizeof line);
    cr_assert_lt(length, sizeof line);
    cr_assert_eq(memcmp(line, "BOOL at 8196 ([0][0]", 20), 0, "%s", line);
    cr_assert_not_null(strstr(line, "[0]...): bool is neither 0 nor 1"), "%s", line);
}
