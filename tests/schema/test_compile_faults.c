/* SPDX-License-Identifier: MIT */
/* Claims about what is said of a schema that is wrong: each kind of mistake has its sentence, and its line and column are
 * those of the mistake. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef struct fault_row {
    const char *text;
    uint32_t line;
    uint32_t column;
    const char *message;
} fault_row;

static void check_faults(const fault_row *rows, size_t count, gdv_dialect dialect)
{
    for (size_t index = 0; index < count; index += 1) {
        const fault_row *row = &rows[index];
        schema_text schema = schema_from_text(row->text, dialect);
        cr_expect_eq(schema.code, GDV_E_SCHEMA_SYNTAX, "%s: %s", row->text, gdv_status_name(schema.code));
        cr_expect_eq(schema.error.line, row->line, "%s: line %u", row->text, schema.error.line);
        cr_expect_eq(schema.error.column, row->column, "%s: column %u", row->text, schema.error.column);
        cr_expect_str_eq(schema.error.message, row->message, "%s: %s", row->text, schema.error.message);
        schema_free(&schema);
    }
}

Test(compile_faults, of_lexemes)
{
    static const fault_row rows[] = {
        {"packet p = int @", 1, 16, "unexpected character '@'"},
        {"packet p = \x01", 1, 12, "unexpected character '?'"},
        {"packet p = .", 1, 12, "unexpected character '.'"},
        {"packet p =\n\t\"abc", 2, 2, "string is not closed in this line"},
        {"packet p = \"abc\n\"", 1, 12, "string is not closed in this line"},
        {"packet p = \"abc\r\n\"", 1, 12, "string is not closed in this line"},
        {"packet p = \"a\x07\"", 1, 14, "string holds a control character: write \\n, \\t or \\u0007"},
        {"packet p = \"a\x7f\"", 1, 14, "string holds a control character: write \\n, \\t or \\u0007"},
        {"packet p = \"a\xff\"", 1, 14, "string is not UTF-8 here"},
        {"packet p = \"\\q\"", 1, 13, "unknown escape '\\q': there are \\\" \\' \\\\ \\n \\r \\t \\uXXXX \\UXXXXXX"},
        {"packet p = \"\\", 1, 13, "unknown escape '\\': there are \\\" \\' \\\\ \\n \\r \\t \\uXXXX \\UXXXXXX"},
        {"packet p = \"\\u12g4\"", 1, 13,
         "unknown escape '\\u12': there are \\\" \\' \\\\ \\n \\r \\t \\uXXXX \\UXXXXXX"},
        {"packet p = \"\\u0000\"", 1, 13, "'\\u0000' is no character that a text can hold"},
        {"packet p = \"\\ud800\"", 1, 13, "'\\ud800' is no character that a text can hold"},
        {"packet p = \"\\U110000\"", 1, 13, "'\\U110000' is no character that a text can hold"},
        {"packet p = 12a", 1, 12, "'12a' is no number"},
        {"packet p = 0x", 1, 12, "'0x' is no number"},
        {"packet p = 0xg", 1, 12, "'0xg' is no number"},
        {"packet p = 0b12", 1, 12, "'0b12' is no number"},
        {"packet p = float .5..1", 1, 18, "a number has a digit before and after its point, such as 0.5"},
        {"packet p = float 5.", 1, 18, "a number has a digit before and after its point, such as 0.5"},
        {"packet p = float 5.x", 1, 18, "a number has a digit before and after its point, such as 0.5"},
        {"packet p = float 1.0000000000000000000000000000000000000000000000000", 1, 18,
         "a number has at most 48 characters"},
        {"packet p = int 9223372036854775809", 1, 16,
         "'9223372036854775809' does not fit an int of 64 bits: a float is written 1e30 or 1.0"},
        {"packet p = int 9223372036854775808", 1, 16,
         "'9223372036854775808' does not fit an int of 64 bits: a float is written 1e30 or 1.0"},
        {"packet p = int 0xffffffffffffffffff", 1, 16,
         "'0xffffffffffffffffff' does not fit an int of 64 bits: a float is written 1e30 or 1.0"},
    };
    check_faults(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

Test(compile_faults, of_statements)
{
    static const fault_row rows[] = {
        {"", 1, 1, "no packet is declared"},
        {"# only this\n type A = int", 2, 14, "no packet is declared"},
        {"int", 1, 1, "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found 'int'"},
        {"packet p = int 5 6", 1, 18, "no range may stand here, after int: found '6'"},
        {"packet p = int }", 1, 16, "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found '}'"},
        {"type", 1, 5, "expected the name of the type, found the end of the text"},
        {"type \"A\" = int", 1, 6, "expected the name of the type, found '\"A\"'"},
        {"packet = int", 1, 8, "expected the name of the packet, found '='"},
        {"type A int", 1, 8, "expected '=' after the name of the type, found 'int'"},
        {"packet p: int", 1, 9, "expected '=' after the name of the packet, found ':'"},
        {"type packet = int", 1, 6, "'packet' is a reserved word: no type can be called that"},
        {"type Vector3 = int", 1, 6, "'Vector3' is a type of the engines: no other type can be called that"},
        {"type PoolIntArray = int", 1, 6, "'PoolIntArray' is a type of the engines: no other type can be called that"},
        {"type A = int\ntype A = bool\npacket p = A", 2, 6, "type 'A' is declared already, in line 1"},
        {"packet p = [1]\npacket q = [2]\npacket p = [3]", 3, 8, "packet 'p' is declared already, in line 1"},
        {"packet p = B", 1, 12, "there is no type 'B'"},
        {"type A = A packet p = A", 1, 6, "type is nothing but itself, by the name in line 1"},
        {"type A = B\ntype B = C\ntype C = A packet p = A", 1, 6, "type is nothing but itself, by the name in line 2"},
        {"type A = A | int packet p = A", 1, 10, "type is nothing but itself, by the name in line 1"},
        {"type A = int |\nB type B = A | bool packet p = A", 2, 12,
         "type is nothing but itself, by the name in line 2"},
        {"type A = { a?: A }\npacket p = A", 1, 10, "type contains itself: say how deep, such as limits max_depth = 8"},
        {"limits max_size = 5", 1, 8,
         "expected max_bytes, max_depth, max_values, max_elements or max_string, found 'max_size'"},
        {"limits max_bytes 5", 1, 18, "expected '=' after the name of a limit, found '5'"},
        {"limits max_bytes = x", 1, 20, "expected a whole number, found 'x'"},
        {"limits max_bytes = 1.5", 1, 20, "expected a whole number, found '1.5'"},
        {"limits max_bytes = 0", 1, 20, "max_bytes is 1 to 2147483647, found '0'"},
        {"limits max_depth = 1025", 1, 20, "max_depth is 1 to 1024, found '1025'"},
        {"limits max_values = 4294967296", 1, 21, "max_values is 1 to 4294967295, found '4294967296'"},
        {"limits max_bytes = 5, max_bytes = 5", 1, 23, "'max_bytes' stands here twice"},
        {"limits max_bytes = 5\nlimits max_depth = 5", 2, 1, "limits are declared already, in line 1"},
        {"limits max_bytes = 5,\nlimits max_depth = 5", 2, 1, "limits are declared already, in line 1"},
        {"limits max_bytes = 5,\ninclude x", 2, 9, "expected the name of a text in quotation marks, found 'x'"},
        {"packet p (max_bytes = 5 = int", 1, 25, "expected ',' or ')' after a limit, found '='"},
        {"packet p () = int", 1, 11,
         "expected max_bytes, max_depth, max_values, max_elements or max_string, found ')'"},
        {"limits max_depth = 5\npacket p (max_depth = 6) = int", 2, 8,
         "max_depth is above the 5 that the limits of the schema allow, in line 1"},
        {"packet p (max_string = 7) = int limits max_string = 6", 1, 8,
         "max_string is above the 6 that the limits of the schema allow, in line 1"},
        {"include x", 1, 9, "expected the name of a text in quotation marks, found 'x'"},
        {"include \"x.gdvs\"", 1, 9, "there is no text '\"x.gdvs\"' to include"},
        {"include \"main.gdvsx\"", 1, 9, "there is no text '\"main.gdvsx\"' to include"},
        {"include \"main\"", 1, 9, "there is no text '\"main\"' to include"},
    };
    check_faults(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

Test(compile_faults, of_types)
{
    static const fault_row rows[] = {
        {"packet p =", 1, 11, "expected a type or a value, found the end of the text"},
        {"packet p = of", 1, 12, "expected a type or a value, found 'of'"},
        {"packet p = int | |", 1, 18, "expected a type or a value, found '|'"},
        {"packet p = { 1.5: int }", 1, 14, "expected a key, '...' or '}', found '1.5'"},
        {"packet p = { -PI: int }", 1, 14, "expected a key, '...' or '}', found '-'"},
        {"packet p = { a: int, , }", 1, 22, "expected a key, '...' or '}', found ','"},
        {"packet p = { - }", 1, 16, "expected a number, PI, TAU or INF, found '}'"},
        {"packet p = { a int }", 1, 16, "expected ':' after a key, found 'int'"},
        {"packet p = { a? int }", 1, 17, "expected ':' after a key, found 'int'"},
        {"packet p = { a: int b: int }", 1, 21, "expected ',' or '}' after a field, found 'b'"},
        {"packet p = { a: int ]", 1, 21, "expected ',' or '}' after a field, found ']'"},
        {"packet p = [int bool]", 1, 17, "expected ',' or ']' after an element, found 'bool'"},
        {"packet p = { ..., a: int }", 1, 19, "'...' stands last: expected '}' after it, found 'a'"},
        {"packet p = [..., int]", 1, 18, "'...' stands last: expected ']' after it, found 'int'"},
        {"packet p = [int?, bool]", 1, 23, "an element after an optional one is optional too: expected '?', found ']'"},
        {"packet p = Array", 1, 12, "'Array' alone is not enough: any array is Array[Variant]"},
        {"packet p = Dictionary 0..5", 1, 12,
         "'Dictionary' alone is not enough: any dictionary is Dictionary[Variant, Variant]"},
        {"packet p = Array[int, int]", 1, 21, "expected ']' after the type of the elements, found ','"},
        {"packet p = Dictionary[int]", 1, 26, "expected ',' and the type of the values, found ']'"},
        {"packet p = Dictionary[int, int, int]", 1, 31, "expected ']' after the type of the values, found ','"},
        {"packet p = { a: int, b: bool,\n\"\\u0061\": bool }", 2, 1, "this key is here already, in line 1"},
        {"packet p = { 5: int, 3: bool, 5: bool }", 1, 31, "this key is here already, in line 1"},
        {"packet p = \"a\" |\n \"b\" | \"a\"", 2, 8, "this value is here already, in line 1"},
        {"packet p = 1 | 2 | 0x1", 1, 20, "this value is here already, in line 1"},
        {"packet p = 0.0 | 2.5 | -0.0", 1, 24, "this value is here already, in line 1"},
        {"packet p = true | true", 1, 19, "this value is here already, in line 1"},
        {"packet p = null | null", 1, 19, "this value is here already, in line 1"},
        {"packet p = 0..5", 1, 12, "a range stands after its type: write int or float before '0'"},
        {"packet p = ..5", 1, 12, "a range stands after its type: write int or float before '..'"},
        {"packet p = INF", 1, 12, "INF needs 'nonfinite': for a range without end leave the number out"},
        {"packet p = -", 1, 13, "expected a number, PI, TAU or INF, found the end of the text"},
        {"packet p = 1e999", 1, 12, "'1e999' is beyond the largest float"},
        {"packet p = 'it''s'", 1, 16, "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found ''s''"},
    };
    check_faults(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

Test(compile_faults, of_ranges_and_words)
{
    static const fault_row rows[] = {
        {"packet p = int 5..4", 1, 16, "range is empty: it ends below where it begins"},
        {"packet p = float 1..0.5", 1, 18, "range is empty: it ends below where it begins"},
        {"packet p = String 5..4", 1, 19, "range is empty: it ends below where it begins"},
        {"packet p = int ..", 1, 18, "expected a number, PI, TAU or INF, found the end of the text"},
        {"packet p = int 0..1.5", 1, 19, "range of int has whole numbers as ends, found '1.5'"},
        {"packet p = int 0.5..", 1, 16, "range of int has whole numbers as ends, found '0.5'"},
        {"packet p = int 0..PI", 1, 19, "range of int has whole numbers as ends, found 'PI'"},
        {"packet p = float 0..PI/0", 1, 24, "expected a whole number from 1 to 4294967295 after '/', found '0'"},
        {"packet p = float 0..PI/x", 1, 24, "expected a whole number from 1 to 4294967295 after '/', found 'x'"},
        {"packet p = float 0..TAU/4294967296", 1, 25,
         "expected a whole number from 1 to 4294967295 after '/', found '4294967296'"},
        {"packet p = Vector2i 0..0.5", 1, 24, "range of Vector2i has whole numbers as ends, found '0.5'"},
        {"packet p = String -1..4", 1, 19, "length of String is 0 to 2147483647, found '-'"},
        {"packet p = String ..2147483648", 1, 21, "length of String is 0 to 2147483647, found '2147483648'"},
        {"packet p = Array[int] 0.5", 1, 23, "length of Array is 0 to 2147483647, found '0.5'"},
        {"packet p = Array[int] ..", 1, 25, "expected a number, PI, TAU or INF, found the end of the text"},
        {"packet p = Dictionary[int, int] -1", 1, 33, "length of Dictionary is 0 to 2147483647, found '-'"},
        {"packet p = float 0..INF", 1, 21, "INF needs 'nonfinite': for a range without end leave the number out"},
        {"packet p = float -INF..0", 1, 18, "INF needs 'nonfinite': for a range without end leave the number out"},
        {"packet p = number INF", 1, 19, "INF needs 'nonfinite': for a range without end leave the number out"},
        {"packet p = float 0..1e309", 1, 21, "'1e309' is beyond the largest float"},
        {"packet p = number 0.2..0.8", 1, 19, "no int is in this range: write float in place of number"},
        {"packet p = number 1e19..", 1, 19, "no int is in this range: write float in place of number"},
        {"packet p = number 9223372036854775808.0..", 1, 19, "no int is in this range: write float in place of number"},
        {"packet p = number -1e30..-1e29", 1, 19, "no int is in this range: write float in place of number"},
        {"packet p = bool 0..1", 1, 17, "no range may stand here, after bool: found '0'"},
        {"packet p = Variant 5", 1, 20, "no range may stand here, after Variant: found '5'"},
        {"packet p = int ascii", 1, 16, "'ascii' says nothing of int"},
        {"packet p = int 5 nonfinite", 1, 18, "'nonfinite' says nothing of int"},
        {"packet p = NodePath chars", 1, 21, "'chars' says nothing of NodePath"},
        {"packet p = number ascii", 1, 19, "'ascii' says nothing of number"},
        {"packet p = String nonfinite", 1, 19, "'nonfinite' says nothing of String"},
        {"packet p = Array[int] chars", 1, 23, "'chars' says nothing of Array"},
        {"packet p = String chars 5 chars", 1, 27, "'chars' stands here twice"},
        {"packet p = String ascii printable", 1, 25,
         "one of 'ascii', 'printable' and 'identifier' is enough, found 'printable'"},
        {"packet p = int of 5", 1, 16, "'of' stands after packed arrays of numbers and of texts, not after int"},
        {"packet p = PackedByteArray 5 of 0..5", 1, 30,
         "'of' stands after packed arrays of numbers and of texts, not after PackedByteArray"},
        {"packet p = PackedStringArray of 5", 1, 33,
         "elements of PackedStringArray are String, or a type of texts that you named: found '5'"},
        {"packet p = PackedStringArray of int", 1, 33,
         "elements of PackedStringArray are String, or a type of texts that you named: found 'int'"},
        {"packet p = PackedStringArray of number", 1, 33,
         "elements of PackedStringArray are String, or a type of texts that you named: found 'number'"},
        {"packet p = PackedStringArray of A type A = int", 1, 33,
         "elements of PackedStringArray are String, or a type of texts that you named: found 'A'"},
        {"packet p = PackedStringArray of String nonfinite", 1, 40, "'nonfinite' says nothing of String"},
        {"packet p = PackedStringArray ascii", 1, 30, "'ascii' says nothing of PackedStringArray"},
        {"packet p = PackedFloat32Array of int", 1, 34,
         "elements of PackedFloat32Array are of another type than 'int'"},
        {"packet p = PackedFloat32Array 0..8 -1..1", 1, 36,
         "a range of the elements of PackedFloat32Array stands after 'of': found '-'"},
        {"packet p = PackedInt32Array 8 8", 1, 31,
         "a range of the elements of PackedInt32Array stands after 'of': found '8'"},
        {"packet p = PackedFloat32Array of x", 1, 34, "elements of PackedFloat32Array are of another type than 'x'"},
        {"packet p = PackedVector2Array of Vector3", 1, 34,
         "elements of PackedVector2Array are of another type than 'Vector3'"},
        {"packet p = PackedInt32Array 5 of ascii", 1, 34, "'ascii' says nothing of PackedInt32Array"},
        {"packet p = PackedInt32Array -5", 1, 29, "length of PackedInt32Array is 0 to 2147483647, found '-'"},
    };
    check_faults(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

Test(compile_faults, of_alternatives)
{
    static const fault_row rows[] = {
        {"packet p = int |\n5", 2, 1, "this and the alternative in line 1 both take a int: a value may be either"},
        {"packet p = 5 |\nint", 2, 1, "this and the alternative in line 1 both take a int: a value may be either"},
        {"packet p = int | Variant", 1, 18, "Variant takes every value: no alternative may stand beside it (line 1)"},
        {"packet p = { s: 5, t: 1 }\n| { t: 1 }", 2, 8,
         "this value is in the alternative in line 1 too: nothing tells them apart"},
        {"packet p = { a: int } | int |\n{ b: int }", 1, 12,
         "nothing tells this from the alternative in line 2: let one key have a literal in both, such as \"type\": "
         "\"move\""},
        {"packet p = { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1 }\n"
         "| { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 2 }",
         2, 8, "this value is in the alternative in line 1 too: nothing tells them apart"},
        {"packet p = int 0..5 | int 7..9", 1, 23,
         "this and the alternative in line 1 both take a int: a value may be either"},
        {"packet p = number | float", 1, 21,
         "this and the alternative in line 1 both take a float: a value may be either"},
        {"packet p = Variant | null", 1, 22, "Variant takes every value: no alternative may stand beside it (line 1)"},
        {"packet p = null | Variant", 1, 19, "Variant takes every value: no alternative may stand beside it (line 1)"},
        {"packet p = Array[int] | [bool]", 1, 25,
         "this and the alternative in line 1 both take a Array: a value may be either"},
        {"packet p = { a: 1 } | Dictionary[int, int]", 1, 23,
         "this and the alternative in line 1 both take a Dictionary: a value may be either"},
        {"packet p = { a: int }\n| { b: int }", 1, 12,
         "nothing tells this from the alternative in line 2: let one key have a literal in both, such as \"type\": "
         "\"move\""},
        {"packet p = { t: 1 }\n| { t: int }", 2, 3,
         "nothing tells this from the alternative in line 1: let one key have a literal in both, such as \"type\": "
         "\"move\""},
        {"packet p = { t: 1 }\n| { t: 2 } | { t: 1.5 }", 2, 14,
         "nothing tells this from the alternative in line 1: let one key have a literal in both, such as \"type\": "
         "\"move\""},
        {"packet p = { t: 1 }\n| { t?: 2 }", 2, 3,
         "what tells this from the alternative in line 1 may not be optional"},
        {"packet p = { t?: 1 }\n| { t: 2 }", 1, 12,
         "what tells this from the alternative in line 2 may not be optional"},
        {"packet p = { t: \"a\" }\n| { t: \"b\" } | { t: \"a\" }", 2, 21,
         "this value is in the alternative in line 1 too: nothing tells them apart"},
        {"packet p = { t: 1, s: 5 }\n| { t: 1 }", 2, 8,
         "this value is in the alternative in line 1 too: nothing tells them apart"},
        {"packet p = [int]\n| [\"a\"]", 1, 12,
         "nothing tells this from the alternative in line 2: let element 0 be a literal in both, such as \"chat\""},
        {"packet p = [1]\n| []", 2, 3,
         "nothing tells this from the alternative in line 1: let element 0 be a literal in both, such as \"chat\""},
        {"packet p = [] | [1]", 1, 12,
         "nothing tells this from the alternative in line 1: let element 0 be a literal in both, such as \"chat\""},
        {"packet p = [1?]\n| [2]", 1, 12, "what tells this from the alternative in line 2 may not be optional"},
        {"packet p = { t: 1 }\n| { t: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 }", 2,
         3, "alternative stands for more than 16 values that tell it from others"},
        {"packet a = { t: 1 }\npacket b = { t: 1 }", 2, 17,
         "this value is in the alternative in line 1 too: nothing tells them apart"},
        {"packet a = int\npacket b = number", 2, 8,
         "this and the alternative in line 1 both take a int: a value may be either"},
        {"packet a = T packet b =\nT type T = { a: 1 }", 2, 17,
         "this value is in the alternative in line 2 too: nothing tells them apart"},
        {"packet a = { x: int }\npacket b = { y: int }", 1, 8,
         "nothing tells this from the alternative in line 2: let one key have a literal in both, such as \"type\": "
         "\"move\""},
    };
    check_faults(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4);
}

Test(compile_faults, of_dialects)
{
    static const fault_row godot3[] = {
        {"packet p = Vector2i", 1, 12, "godot3 has no type 'Vector2i'"},
        {"packet p = real", 1, 12, "this dialect has no type 'real': it calls it float"},
        {"packet p = [StringName]", 1, 13, "godot3 has no type 'StringName'"},
        {"packet p = RawArray", 1, 12, "this dialect has no type 'RawArray': it calls it PoolByteArray"},
    };
    static const fault_row godot4[] = {
        {"packet p = PoolIntArray", 1, 12, "this dialect has no type 'PoolIntArray': it calls it PackedInt32Array"},
        {"packet p = TypedArray[int]", 1, 12, "godot4.4 has no type 'TypedArray'"},
        {"packet p = Image", 1, 12, "godot4.4 has no type 'Image'"},
    };
    static const fault_row pandemonium[] = {
        {"packet p = TypedArray", 1, 12, "'TypedArray' alone is not enough: any array is TypedArray[Variant]"},
        {"packet p = PoolVector2iArray of Vector2", 1, 33,
         "elements of PoolVector2iArray are of another type than 'Vector2'"},
    };
    check_faults(pandemonium, COUNT_OF(pandemonium), GDV_DIALECT_PANDEMONIUM_40);
    check_faults(godot3, COUNT_OF(godot3), GDV_DIALECT_GODOT3);
    check_faults(godot4, COUNT_OF(godot4), GDV_DIALECT_GODOT4_4);
}

Test(compile_faults, of_other_texts_name_them)
{
    static const char main_text[] = "include \"b\"\ntype A = int packet p = A";
    static const char other[] = "\n\ntype A = bool";
    const gdv_schema_source sources[] = {{"a", main_text, sizeof main_text - 1}, {"b", other, sizeof other - 1}};
    schema_text schema = schema_from_sources(sources, 2, GDV_DIALECT_GODOT4_4);
    cr_expect_eq(schema.code, GDV_E_SCHEMA_SYNTAX);
    cr_expect_eq(schema.error.source, 1);
    cr_expect_eq(schema.error.line, 3);
    cr_expect_str_eq(schema.error.message, "type 'A' is declared already, in line 2 of a");
    schema_free(&schema);
}

Test(compile_faults, of_long_names_are_cut_and_fit_the_message)
{
    char text[4096];
    char name[512];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    (void)snprintf(text, sizeof text, "packet p = %s", name);
    schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_expect_str_eq(schema.error.message, "there is no type 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn..'");
    schema_free(&schema);

    static const char main_text[] = "include \"b\"\ntype A = int packet p = A";
    static const char other[] = "type A = bool";
    const gdv_schema_source sources[] = {{name, main_text, sizeof main_text - 1}, {"b", other, sizeof other - 1}};
    schema = schema_from_sources(sources, 2, GDV_DIALECT_GODOT4_4);
    cr_expect_eq(strlen(schema.error.message), GDV_SCHEMA_MESSAGE_SIZE - 1, "cut");
    schema_free(&schema);
}
