/* SPDX-License-Identifier: MIT */
/* Names of a schema as names in C and C++: any key may be one of a packet, and not every key is an identifier. */
#ifndef GDV_CLI_SCHEMA_C_NAME_H
#define GDV_CLI_SCHEMA_C_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* Longer ones are refused: no compiler has to tell them apart. */
#define C_NAME_SIZE 128

/* A text as part of a name in C: characters that cannot be in one become _, and "x" goes before what cannot begin one.
 * False where it is too long, or nothing at all: then the name is empty. */
bool c_part_of_text(gdv_text text, char name[C_NAME_SIZE]);

/* As a whole name: followed by _ where it means something else to a compiler. */
bool c_name_of_text(gdv_text text, char name[C_NAME_SIZE]);

/* Of an int key: key_5, key_minus_5. */
void c_name_of_number(int64_t number, char name[C_NAME_SIZE]);

/* Names of one scope, and what each stands for; starts all zero. */
typedef struct c_names {
    struct c_name_entry *entries;
    size_t count;
    size_t room;
} c_names;

/* Adds a name. Returns NULL; or, where it is there already, what stands for that; "memory" where there is none. */
const char *c_names_add(c_names *names, const char *name, const char *what);
void c_names_free(c_names *names);

#endif
