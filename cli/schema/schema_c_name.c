/* SPDX-License-Identifier: MIT */
#include "schema_c_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keywords of C11 to C23 and C++17 to C++23, and what headers and compilers define as macros: a member of that name would
 * be something else. */
static const char *const taken[] = {
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "complex",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "far",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "interface",
    "linux",
    "long",
    "max",
    "min",
    "mutable",
    "namespace",
    "near",
    "new",
    "noexcept",
    "noreturn",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "requires",
    "reinterpret_cast",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "small",
    "static",
    "static_assert",
    "static_cast",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "i386",
};

/* Macros in capitals are many: M_PI, EOF, SIG_DFL. Of names without a small letter none is taken as it is. */
static bool is_shouted(const char *name)
{
    return name[strcspn(name, "abcdefghijklmnopqrstuvwxyz")] == '\0' &&
           name[strcspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] != '\0';
}

static bool is_taken(const char *name)
{
    for (size_t index = 0; index < sizeof taken / sizeof taken[0]; index += 1) {
        if (strcmp(taken[index], name) == 0) {
            return true;
        }
    }
    return is_shouted(name);
}

static bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

bool c_part_of_text(gdv_text text, char name[C_NAME_SIZE])
{
    if (text.size == 0 || text.size > C_NAME_SIZE - 3) {
        name[0] = '\0';
        return false;
    }
    size_t size = 0;
    if (!is_letter(text.bytes[0])) {
        name[size] = 'x'; /* _ may not begin every name, a digit none */
        size += 1;
    }
    for (size_t index = 0; index < text.size; index += 1) {
        char letter = text.bytes[index];
        name[size] = (char)(is_letter(letter) || is_digit(letter) ? letter : '_');
        size += 1;
    }
    name[size] = '\0';
    return true;
}

bool c_name_of_text(gdv_text text, char name[C_NAME_SIZE])
{
    bool fine = c_part_of_text(text, name);
    if (fine && is_taken(name)) {
        memcpy(name + strlen(name), "_", 2);
    }
    return fine;
}

void c_name_of_number(int64_t number, char name[C_NAME_SIZE])
{
    uint64_t size = number < 0 ? (uint64_t)(-(number + 1)) + 1 : (uint64_t)number;
    (void)snprintf(name, C_NAME_SIZE, "key_%s%" PRIu64, number < 0 ? "minus_" : "", size);
}

/* ---- what is in a scope */

typedef struct c_name_entry {
    char *name;
    char *what;
} c_name_entry;

static char *copied(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy == NULL ? NULL : memcpy(copy, text, size);
}

static bool has_room(c_names *names)
{
    if (names->count < names->room) {
        return true;
    }
    size_t room = 2 * names->room + 16;
    c_name_entry *entries = realloc(names->entries, room * sizeof *entries);
    if (entries != NULL) {
        names->entries = entries;
        names->room = room;
    }
    return entries != NULL;
}

const char *c_names_add(c_names *names, const char *name, const char *what)
{
    for (size_t index = 0; index < names->count; index += 1) {
        if (strcmp(names->entries[index].name, name) == 0) {
            return names->entries[index].what;
        }
    }
    char *own_name = copied(name);
    char *own_what = copied(what);
    if (own_name == NULL || own_what == NULL || !has_room(names)) {
        free(own_name);
        free(own_what);
        return "memory";
    }
    names->entries[names->count].name = own_name;
    names->entries[names->count].what = own_what;
    names->count += 1;
    return NULL;
}

void c_names_free(c_names *names)
{
    for (size_t index = 0; index < names->count; index += 1) {
        free(names->entries[index].name);
        free(names->entries[index].what);
    }
    free(names->entries);
    *names = (c_names){.entries = NULL};
}
