/* SPDX-License-Identifier: MIT */
/* Dictionaries of many keys, most of them as hostile as keys can be: what the tests and the benchmark of duplicate keys
 * share. All keys of a ring differ. */
#ifndef GDV_TESTS_HOSTILE_KEYS_H
#define GDV_TESTS_HOSTILE_KEYS_H

#include <stdint.h>

#include "tests/support/support.h"

/* X(enumerator, dialect, what a key is) */
#define KEY_SHAPE_LIST(X)                                                                                              \
    X(INTS, GODOT3, "ints")                                                                                            \
    X(WIDE_INTS, GODOT3, "64-bit ints")                                                                                \
    X(TEXTS, GODOT3, "texts of 16 bytes")                                                                              \
    X(FLOATS, GODOT3, "doubles")                                                                                       \
    X(COLLIDING_INTS, GODOT3, "64-bit ints with one fingerprint")                                                      \
    X(COLLIDING_TEXTS, GODOT3, "texts of 16 bytes with one fingerprint")                                               \
    X(COLLIDING_PAIRS, GODOT3, "64-bit ints, two with each fingerprint")                                               \
    X(COLLIDING_TRIPLES, GODOT3, "64-bit ints, three with each fingerprint")                                           \
    X(LONG_TEXTS, GODOT3, "texts of 1000 bytes that end differently")                                                  \
    X(PATHS, GODOT3, "node paths of 20 names, the last one another")                                                   \
    X(STRINGS, GODOT3, "string arrays of 50 empty strings and one of four letters")                                    \
    X(SHORT_ARRAYS, GODOT3, "arrays of one int")                                                                       \
    X(LONG_ARRAYS, GODOT3, "arrays of 49 nulls and an int")                                                            \
    X(HUGE_ARRAYS, GODOT3, "arrays of 16,000 nulls and an int")                                                        \
    X(DEEP_ARRAYS, GODOT3, "an int in 20 arrays")                                                                      \
    X(IDENTITIES, GODOT3, "dictionaries, which equal only themselves")                                                 \
    X(LATE_ARRAYS, GODOT3, "arrays of an array and an int")                                                            \
    X(DICTIONARIES, GODOT4_4, "dictionaries of one int")                                                               \
    X(LATE_VALUES, GODOT4_4, "dictionaries of null and an int")                                                        \
    X(EARLY_VALUES, GODOT4_4, "dictionaries of an int and a dictionary")                                               \
    X(DEEP_KEYS, GODOT4_4, "an int that is the key of a key of a key, 20 deep")                                        \
    X(TREES, GODOT4_4, "trees: dictionaries of two keys that are such trees, 14 deep")

typedef enum key_shape {
#define KEY_SHAPE_ENUM(shape, dialect, text) KEYS_##shape,
    KEY_SHAPE_LIST(KEY_SHAPE_ENUM)
#undef KEY_SHAPE_ENUM
        KEY_SHAPES
} key_shape;

gdv_dialect key_shape_dialect(key_shape shape);
const char *key_shape_text(key_shape shape);

/* Keys number 0, 1, 2 .. of a shape, one after the other. */
typedef struct hostile_keys {
    key_shape shape;
    gdv_dialect dialect;
    uint64_t chance; /* for what is drawn at random */
    builder keys;
    uint32_t count;
    uint32_t begins[4096]; /* of each key in `keys`, and of the end */
} hostile_keys;

/* A ring of so many keys, 4095 at most. The same keys for the same chance. */
hostile_keys *hostile_keys_of(key_shape shape, uint32_t count, uint64_t chance);
void hostile_keys_free(hostile_keys *freed);

/* {key: nil, key: nil, ..} of that size or just below, always with one key at least. *count is the number of keys. */
builder dictionary_of_size(key_shape shape, size_t size, uint64_t chance, uint32_t *count);

#endif
