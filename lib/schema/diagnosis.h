/* SPDX-License-Identifier: MIT */
/* Internal: what can be wrong with the text of a schema, as sentences, and where. */
#ifndef GDV_SCHEMA_DIAGNOSIS_H
#define GDV_SCHEMA_DIAGNOSIS_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/schema.h>

#include "lexer.h"

/* X(enumerator, sentence). In a sentence: %f what was found, %n a name, %d a number, %l another place. */
#define GDV_MISTAKE_LIST(X)                                                                                            \
    X(NONE, "")                                                                                                        \
    X(CHARACTER, "unexpected character %f")                                                                            \
    X(STRING_OPEN, "string is not closed in this line")                                                                \
    X(STRING_CONTROL, "string holds a control character: write \\n, \\t or \\u0007")                                   \
    X(STRING_UTF8, "string is not UTF-8 here")                                                                         \
    X(STRING_ESCAPE, "unknown escape %f: there are \\\" \\' \\\\ \\n \\r \\t \\uXXXX \\UXXXXXX")                       \
    X(STRING_CODE, "%f is no character that a text can hold")                                                          \
    X(NUMBER_DIGITS, "%f is no number")                                                                                \
    X(NUMBER_POINT, "a number has a digit before and after its point, such as 0.5")                                    \
    X(NUMBER_LONG, "a number has at most 48 characters")                                                               \
    X(NUMBER_LARGE, "%f does not fit an int of 64 bits: a float is written 1e30 or 1.0")                               \
    X(STATEMENT, "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found %f")                        \
    X(DECLARED_NAME, "expected the name of the %n, found %f")                                                          \
    X(DECLARED_EQUALS, "expected '=' after the name of the %n, found %f")                                              \
    X(NAME_RESERVED, "%f is a reserved word: no type can be called that")                                              \
    X(NAME_OF_ENGINE, "%f is a type of the engines: no other type can be called that")                                 \
    X(OPTION, "expected a type or a value, found %f")                                                                  \
    X(KEY, "expected a key, '...' or '}', found %f")                                                                   \
    X(KEY_COLON, "expected ':' after a key, found %f")                                                                 \
    X(FIELD_END, "expected ',' or '}' after a field, found %f")                                                        \
    X(ELEMENT_END, "expected ',' or ']' after an element, found %f")                                                   \
    X(ELLIPSIS_LAST, "'...' stands last: expected '%n' after it, found %f")                                            \
    X(ELEMENT_OPTIONAL, "an element after an optional one is optional too: expected '?', found %f")                    \
    X(ARRAY_OPEN, "'%n' alone is not enough: any array is %n[Variant]")                                                \
    X(ARRAY_CLOSE, "expected ']' after the type of the elements, found %f")                                            \
    X(MAP_OPEN, "'%n' alone is not enough: any dictionary is %n[Variant, Variant]")                                    \
    X(MAP_COMMA, "expected ',' and the type of the values, found %f")                                                  \
    X(MAP_CLOSE, "expected ']' after the type of the values, found %f")                                                \
    X(RANGE_NUMBER, "expected a number, PI, TAU or INF, found %f")                                                     \
    X(RANGE_DIVISOR, "expected a whole number from 1 to 4294967295 after '/', found %f")                               \
    X(RANGE_WHOLE, "range of %n has whole numbers as ends, found %f")                                                  \
    X(RANGE_LENGTH, "length of %n is 0 to 2147483647, found %f")                                                       \
    X(RANGE_EMPTY, "range is empty: it ends below where it begins")                                                    \
    X(RANGE_INFINITE, "INF needs 'nonfinite': for a range without end leave the number out")                           \
    X(RANGE_LARGE, "%f is beyond the largest float")                                                                   \
    X(RANGE_NO_INT, "no int is in this range: write float in place of number")                                         \
    X(RANGE_NONE, "no range may stand here, after %n: found %f")                                                       \
    X(WORD_TWICE, "%f stands here twice")                                                                              \
    X(WORD_WRONG, "%f says nothing of %n")                                                                             \
    X(WORD_CLASS, "one of 'ascii', 'printable' and 'identifier' is enough, found %f")                                  \
    X(OF_WRONG, "'of' stands after packed arrays of numbers and of texts, not after %n")                               \
    X(OF_MISSING, "a range of the elements of %n stands after 'of': found %f")                                         \
    X(OF_STRING, "elements of %n are String, or a type of texts that you named: found %f")                             \
    X(OF_TYPE, "elements of %n are of another type than %f")                                                           \
    X(TYPE_UNKNOWN, "there is no type %f")                                                                             \
    X(TYPE_LACKING, "%n has no type %f")                                                                               \
    X(TYPE_ELSEWHERE, "this dialect has no type %f: it calls it %n")                                                   \
    X(TYPE_TWICE, "type %f is declared already, in %l")                                                                \
    X(PACKET_TWICE, "packet %f is declared already, in %l")                                                            \
    X(METHOD_TWICE, "method %f is declared already, in %l")                                                            \
    X(SCRIPT_TWICE, "script %f is declared already, in %l")                                                            \
    X(SCRIPT_AT, "expected 'at' and the paths of the script's nodes, found %f")                                        \
    X(SCRIPT_PATH, "expected a path such as \"Main/Players/*\", found %f")                                             \
    X(SCRIPT_NONE, "say of which script: script Player at \"Main/Players/*\"")                                         \
    X(RPC_KIND, "expected 'func' or 'var' after 'rpc', found %f")                                                      \
    X(RPC_VAR, "%n sets no variables from afar: 'rpc var' is of Godot 3")                                              \
    X(RPC_OPEN, "expected '(' after the name of a method, found %f")                                                   \
    X(RPC_COLON, "expected ':' after the name of a variable, found %f")                                                \
    X(RPC_WORD, "%f stands beside another word that says the like")                                                    \
    X(PARAMETER, "expected the name of a parameter or ')', found %f")                                                  \
    X(PARAMETER_COLON, "expected ':' after the name of a parameter, found %f")                                         \
    X(PARAMETER_END, "expected ',' or ')' after a parameter, found %f")                                                \
    X(PARAMETER_TWICE, "parameter %f is there already, in %l")                                                         \
    X(PARAMETER_OPTIONAL, "a parameter after an optional one is optional too: expected '?', found %f")                 \
    X(KEY_TWICE, "this key is here already, in %l")                                                                    \
    X(MEMBER_TWICE, "this value is here already, in %l")                                                               \
    X(TYPE_ITSELF, "type is nothing but itself, by the name in %l")                                                    \
    X(TYPE_RECURS, "type contains itself: say how deep, such as limits max_depth = 8")                                 \
    X(LIMIT_NAME, "expected max_bytes, max_depth, max_values, max_elements or max_string, found %f")                   \
    X(LIMIT_EQUALS, "expected '=' after the name of a limit, found %f")                                                \
    X(LIMIT_NUMBER, "expected a whole number, found %f")                                                               \
    X(LIMIT_RANGE, "%n is 1 to %d, found %f")                                                                          \
    X(LIMIT_TWICE, "%f stands here twice")                                                                             \
    X(LIMIT_END, "expected ',' or ')' after a limit, found %f")                                                        \
    X(LIMIT_ABOVE, "%n is above the %d that the limits of the schema allow, in %l")                                    \
    X(LIMITS_TWICE, "limits are declared already, in %l")                                                              \
    X(INCLUDE_NAME, "expected the name of a text in quotation marks, found %f")                                        \
    X(INCLUDE_MISSING, "there is no text %f to include")                                                               \
    X(NO_PACKET, "no packet is declared")                                                                              \
    X(DEEP, "types are nested deeper than 32 here: give the inner one a name")                                         \
    X(MANY_RULES, "more than 65535 types, named and unnamed")                                                          \
    X(MANY_ENTRIES, "more than 32767 fields, elements or values in one place")                                         \
    X(MANY_SOURCES, "more than 64 texts")                                                                              \
    X(LARGE, "schema is too large: texts and what is compiled of them have 64 MiB at most")                            \
    X(LITERAL_RANGE, "a range stands after its type: write int or float before %f")                                    \
    X(UNION_ANY, "Variant takes every value: no alternative may stand beside it (%l)")                                 \
    X(UNION_SAME, "this and the alternative in %l both take a %n: a value may be either")                              \
    X(TAG_NONE,                                                                                                        \
      "nothing tells this from the alternative in %l: let one key have a literal in both, such as \"type\": \"move\"") \
    X(LEAD_NONE,                                                                                                       \
      "nothing tells this from the alternative in %l: let element 0 be a literal in both, such as \"chat\"")           \
    X(TAG_OPTIONAL, "what tells this from the alternative in %l may not be optional")                                  \
    X(TAG_TWICE, "this value is in the alternative in %l too: nothing tells them apart")                               \
    X(TAG_MANY, "alternative stands for more than 16 values that tell it from others")

typedef enum gdv_mistake_kind {
#define GDV_MISTAKE_ENUM(name, sentence) GDV_MISTAKE_##name,
    GDV_MISTAKE_LIST(GDV_MISTAKE_ENUM)
#undef GDV_MISTAKE_ENUM
        GDV_MISTAKE_COUNT
} gdv_mistake_kind;

/* A place in the texts of a schema. */
typedef struct gdv_place {
    uint32_t source;
    uint32_t line;
    uint32_t column;
} gdv_place;

/* What is wrong, or NONE. */
typedef struct gdv_mistake {
    uint32_t kind; /* gdv_mistake_kind */
    gdv_place place;
    gdv_place other;      /* %l */
    const uint8_t *found; /* %f; NULL: the end of the text */
    uint32_t found_size;
    const char *name; /* %n; closed by NUL */
    uint64_t number;  /* %d */
} gdv_mistake;

/* Writes the message of a fault and where it is; leaves code, need and offset alone. `sources` are those that the places
 * count in. */
void gdv_diagnose(const gdv_mistake *fault, const gdv_schema_source *sources, gdv_schema_error *error);

/* The sentence of a code in place of a fault's. */
void gdv_diagnose_status(gdv_status status, gdv_schema_error *error);

#endif
