/* SPDX-License-Identifier: MIT */
/* Claims about what is said of alternatives that nothing tells apart, and of types that contain themselves: which place is
 * blamed, and which other line is named. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/schema_text.h"

typedef struct fault_row {
    const char *text;
    uint32_t line;
    uint32_t column;
    const char *message;
} fault_row;

static void says(const gdv_schema_source *sources, size_t count, const fault_row *row)
{
    schema_text schema = schema_from_sources(sources, count, GDV_DIALECT_GODOT4_4);
    cr_expect_eq(schema.code, GDV_E_SCHEMA_SYNTAX, "%s: %s", row->text, gdv_status_name(schema.code));
    cr_expect_eq(schema.error.line, row->line, "%s: line %u", row->text, schema.error.line);
    cr_expect_eq(schema.error.column, row->column, "%s: column %u", row->text, schema.error.column);
    cr_expect_str_eq(schema.error.message, row->message, "%s: %s", row->text, schema.error.message);
    schema_free(&schema);
}

static void says_all(const fault_row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        const gdv_schema_source source = {"main.gdvs", rows[index].text, strlen(rows[index].text)};
        says(&source, 1, &rows[index]);
    }
}

#define SAY(rows) says_all(rows, sizeof(rows) / sizeof((rows)[0]))
#define NO_KEY(line)                                                                                                   \
    "nothing tells this from the alternative in line " line ": let one key have a literal in both, such as \"type\": " \
    "\"move\""
#define NO_LEAD(line)                                                                                                  \
    "nothing tells this from the alternative in line " line ": let element 0 be a literal in both, such as \"chat\""
#define TWICE(line) "this value is in the alternative in line " line " too: nothing tells them apart"

Test(alternative_faults, are_of_the_first_two_whatever_follows)
{
    static const fault_row rows[] = {
        {"packet p = int\n| int\n| null", 2, 3,
         "this and the alternative in line 1 both take a int: a value may be either"},
        {"packet p = null\n| int\n| number\n| String", 3, 3,
         "this and the alternative in line 2 both take a int: a value may be either"},
        {"packet p = null\n| Variant", 2, 3, "Variant takes every value: no alternative may stand beside it (line 1)"},
        {"packet p = 5 | int", 1, 16, "this and the alternative in line 1 both take a int: a value may be either"},
        {"packet p = { x: int }\n| { y: int }\n| { z: int }", 1, 12, NO_KEY("2")},
        {"packet p = bool | { x: int }\n| null\n| { y: int }\n| { z: int }", 1, 19, NO_KEY("3")},
        {"packet p = bool\n| { x: int }\n| { y: int }", 2, 3, NO_KEY("3")},
        {"packet p = bool\n| [int]\n| [1]", 2, 3, NO_LEAD("3")},
        {"packet p = [1]\n| []\n| [2]", 2, 3, NO_LEAD("1")},
        {"packet p = [1, 2]\n| []\n| [2, 2]", 2, 3, NO_LEAD("1")},
        {"packet p = []\n| [1]\n| [2]", 1, 12, NO_LEAD("2")},
        {"packet p = { t: 1 }\n| { t: 1 }\n| { s: 2 }", 3, 3, NO_KEY("1")},
        {"packet p = { t: 1 }\n| { t: 2 }\n| { t: 1 }", 3, 8, TWICE("1")},
        {"packet p = bool | { t: 1 }\n| { t: 1 }", 2, 8, TWICE("1")},
        {"packet p = { t: 1, s: 1, r: 1 }\n| { t: 2, s?: 2, r: 1 }\n| { t: 2, s: 3, r: 2 }", 3, 8, TWICE("2")},
    };
    SAY(rows);
}

Test(alternative_faults, of_types_that_are_nothing_but_themselves)
{
    static const fault_row rows[] = {
        {"packet p = int\ntype A = A\n| int", 2, 10, "type is nothing but itself, by the name in line 2"},
        {"packet p = int\ntype A = int\n| bool\n| A", 2, 10, "type is nothing but itself, by the name in line 4"},
        {"packet p = int\ntype A = B | int\ntype B = C | bool\ntype C = String\n| B\n| null", 4, 10,
         "type is nothing but itself, by the name in line 5"},
    };
    SAY(rows);
}

#define RECURS "type contains itself: say how deep, such as limits max_depth = 8"

Test(alternative_faults, of_types_in_themselves_that_no_depth_bounds)
{
    static const fault_row rows[] = {
        {"packet p = int\ntype T = Array[T]", 2, 10, RECURS},
        {"packet p = int\ntype T = Dictionary[T, int]", 2, 10, RECURS},
        {"packet p = int\ntype T = Dictionary[int, T]", 2, 10, RECURS},
        {"packet p = int\ntype T = [int, T]", 2, 10, RECURS},
        {"packet p = int\ntype T = { a: int, b?: T }", 2, 10, RECURS},
        {"packet p = int\ntype T = [int, U]\ntype U = null\n| T", 2, 10, RECURS},
        {"packet p = int\ntype U = { t: 1 } | T\ntype T = { t: 2, u: [U] }", 2, 10, RECURS},
        {"packet p = int\ntype A = Dictionary[B, C]\ntype B = Array[A]\ntype C = Array[C]", 2, 10, RECURS},
        {"packet p = int\ntype A = Dictionary[C, B]\ntype B = Array[A]\ntype C = Array[C]", 4, 10, RECURS},
    };
    SAY(rows);
}

/* Of two texts the places are in the order of the texts. */
Test(alternative_faults, name_the_other_text)
{
    static const char main_text[] = "include \"b\"\npacket p = int";
    static const char other[] = "# int\npacket q = int";
    const gdv_schema_source sources[] = {{"a", main_text, sizeof main_text - 1}, {"b", other, sizeof other - 1}};
    static const fault_row row = {other, 2, 8,
                                  "this and the alternative in line 2 of a both take a int: a value may be either"};
    says(sources, 2, &row);
}
