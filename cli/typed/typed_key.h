/* SPDX-License-Identifier: MIT */
/* The keys of typed JSON: "int", "Vector3@64", "Array[class:Node]", "Dictionary[int, Variant]", "Array@shared". Written
 * from a value, and read back to what a writer wants to know.
 *
 * Names of classes and paths of scripts stand inside the brackets. They are a stranger's text: in them every
 * character that would end them, everything that is not printable and every byte that is not UTF-8 is %XX, as in a URL.
 * Wire types are in docs/wire-format.md, the notation in docs/typed-json.md. */
#ifndef GDV_CLI_TYPED_KEY_H
#define GDV_CLI_TYPED_KEY_H

#include <stdbool.h>

#include <gdv/gdv.h>

#include "../io/words.h"

typedef struct typed_key {
    gdv_type type;
    bool wide;   /* 64-bit components */
    bool shared; /* a container of Godot 2 */
    bool typed;  /* has brackets */
    gdv_element first;
    gdv_element second; /* of a dictionary's values */
    char *names;        /* memory that the elements' names lie in */
} typed_key;

/* Writes the key of a value, without quotes; nothing in it needs an escape in JSON. */
void typed_key_put(words *to, gdv_value value);

/* Whether a math value or an array of them has 64-bit components where the type has 32-bit ones otherwise. */
bool typed_key_is_wide(gdv_value value);

/* Reads a key. Returns false where it is none; what has been set then needs no typed_key_free. */
bool typed_key_read(const char *text, typed_key *key);
void typed_key_free(typed_key *key);

#endif
