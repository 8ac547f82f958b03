/* SPDX-License-Identifier: MIT */
/* Keys of every form, each in all the ways in which bytes can spell it, and which of them are one key to the engine:
 * from the wire reference, sections 3 to 5 and 7, by hand. */
#ifndef GDV_TESTS_KEY_ENCODINGS_H
#define GDV_TESTS_KEY_ENCODINGS_H

#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

typedef struct spelling {
    gdv_dialect dialect;
    const char *key;  /* spellings of one dialect with equal names are one key; NULL for what equals only itself */
    const char *part; /* the same as an element of an array, where that is not `key`; else NULL */
    const char *hex;
} spelling;

extern const spelling key_encodings[];
extern const size_t spelling_count;

/* Rows of one dialect stand together; those from `begin` on stop before this. */
size_t key_encodings_stop(size_t begin);

/* Whether two rows of one dialect are one key, and whether they are one element of a key that is an array. */
int one_key(const spelling *one, const spelling *other);
int one_part(const spelling *one, const spelling *other);

/* Every permission but those for duplicate keys and for consuming what the engine consumes. */
gdv_policy spelling_policy(void);

#endif
