/* SPDX-License-Identifier: MIT */
#include "tests/support/hostile_keys.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

gdv_dialect key_shape_dialect(key_shape shape)
{
    static const gdv_dialect dialects[] = {
#define KEY_SHAPE_DIALECT(shape, dialect, text) GDV_DIALECT_##dialect,
        KEY_SHAPE_LIST(KEY_SHAPE_DIALECT)
#undef KEY_SHAPE_DIALECT
    };
    return dialects[shape];
}

const char *key_shape_text(key_shape shape)
{
    static const char *const texts[] = {
#define KEY_SHAPE_TEXT(shape, dialect, text) text,
        KEY_SHAPE_LIST(KEY_SHAPE_TEXT)
#undef KEY_SHAPE_TEXT
    };
    return texts[shape];
}

static uint32_t low_half(uint64_t word)
{
    return (uint32_t)(word & 0xffffffffu);
}

static uint32_t draw(uint64_t *chance)
{
    *chance = low_half(*chance * 1664525u + 1013904223u);
    return (uint32_t)(*chance >> 8);
}

static void put_type(builder *out, gdv_dialect dialect, gdv_type type)
{
    put_u32(out, id_of(dialect, type));
}

static void put_container(builder *out, gdv_dialect dialect, gdv_type type, uint32_t count)
{
    put_type(out, dialect, type);
    put_u32(out, count);
}

static void put_nils(builder *out, gdv_dialect dialect, uint32_t count)
{
    for (uint32_t index = 0; index < count; index += 1) {
        put_type(out, dialect, GDV_TYPE_NIL);
    }
}

static void put_int(builder *out, gdv_dialect dialect, uint32_t number)
{
    put_type(out, dialect, GDV_TYPE_INT);
    put_u32(out, number);
}

static void put_wide_int(builder *out, gdv_dialect dialect, uint32_t low, uint32_t high)
{
    put_u32(out, id_of(dialect, GDV_TYPE_INT) + GDV_FLAG_64);
    put_u32(out, low);
    put_u32(out, high);
}

/* Four letters that spell a number below 2^20, and so differ where the numbers do. */
static void put_letters(builder *out, uint32_t number)
{
    char letters[4];
    for (size_t index = 0; index < sizeof letters; index += 1) {
        letters[index] = (char)('A' + (int)((number >> (5 * index)) % 32));
    }
    put_bytes(out, letters, sizeof letters);
}

/* What follows is for somebody who has read lib/keys/digest.c: as many keys as wanted with one fingerprint. The same mixture
 * as there; test_keys_hostile.c sees to it that they still collide. */
static uint32_t mix(uint32_t seed, uint32_t one, uint32_t other)
{
    uint64_t product = (uint64_t)(seed ^ one) * (0x9e3779b1u ^ other);
    return (uint32_t)(product >> 32) ^ low_half(product);
}

static uint32_t seed_of(gdv_type type)
{
    return (uint32_t)type ^ 0x6a09e667u;
}

/* The upper half makes up for the lower: keys of one class have one fingerprint. */
static void put_colliding_int(builder *out, gdv_dialect dialect, uint32_t index, uint32_t class)
{
    put_wide_int(out, dialect, index, mix(seed_of(GDV_TYPE_INT), index, 0) ^ (0x40000000u + class));
}

/* Twelve random letters and then four that spell the number. */
static void put_random_text(builder *out, gdv_dialect dialect, uint32_t index, uint64_t *chance)
{
    put_container(out, dialect, GDV_TYPE_STRING, 16);
    for (uint32_t word = 0; word < 3; word += 1) {
        put_letters(out, draw(chance));
    }
    put_letters(out, index);
}

/* Where the first four of sixteen bytes are the number that they are mixed with, their product with the second four is zero,
 * whatever those are. */
static void put_colliding_text(builder *out, gdv_dialect dialect, uint32_t index)
{
    put_container(out, dialect, GDV_TYPE_STRING, 16);
    put_u32(out, 0x6a096667u);
    put_letters(out, index);
    put_letters(out, 0);
    put_letters(out, 0);
}

static void put_long_text(builder *out, gdv_dialect dialect, uint32_t index)
{
    put_container(out, dialect, GDV_TYPE_STRING, 1000);
    for (uint32_t word = 0; word < 249; word += 1) {
        put_bytes(out, "same", 4);
    }
    put_letters(out, index);
}

static void put_path(builder *out, gdv_dialect dialect, uint32_t index)
{
    put_container(out, dialect, GDV_TYPE_NODE_PATH, 0x80000000u + 20);
    put_u32(out, 0);
    put_u32(out, 0);
    for (uint32_t name = 0; name < 20; name += 1) {
        put_u32(out, 4);
        put_letters(out, name < 19 ? 0 : index);
    }
}

static void put_strings(builder *out, gdv_dialect dialect, uint32_t index)
{
    put_container(out, dialect, GDV_TYPE_PACKED_STRING_ARRAY, 51);
    for (uint32_t element = 0; element < 50; element += 1) {
        put_u32(out, 1);
        put_u32(out, 0);
    }
    put_u32(out, 5);
    put_letters(out, index);
    put_u32(out, 0);
}

static void put_array(builder *out, gdv_dialect dialect, uint32_t nils, uint32_t index)
{
    put_container(out, dialect, GDV_TYPE_ARRAY, nils + 1);
    put_nils(out, dialect, nils);
    put_int(out, dialect, index);
}

static void put_nested(builder *out, gdv_dialect dialect, gdv_type type, uint32_t depth, uint32_t index)
{
    for (uint32_t level = 0; level < depth; level += 1) {
        put_container(out, dialect, type, 1);
    }
    put_int(out, dialect, index);
    put_nils(out, dialect, type == GDV_TYPE_DICTIONARY ? depth : 0);
}

/* Trees of one height are alike but for their leaves; the leaves of all trees differ. */
static void put_tree(builder *out, gdv_dialect dialect, uint32_t height, uint32_t leaf)
{
    if (height == 0) {
        put_int(out, dialect, leaf);
        return;
    }
    put_container(out, dialect, GDV_TYPE_DICTIONARY, 2);
    put_tree(out, dialect, height - 1, 2 * leaf);
    put_nils(out, dialect, 1);
    put_tree(out, dialect, height - 1, 2 * leaf + 1);
    put_nils(out, dialect, 1);
}

static void put_key(builder *out, key_shape shape, uint32_t index, uint64_t *chance)
{
    const gdv_dialect dialect = key_shape_dialect(shape);
    switch (shape) {
    case KEYS_INTS:
        put_int(out, dialect, 7 * index);
        break;
    case KEYS_WIDE_INTS:
        put_wide_int(out, dialect, draw(chance), index + 1);
        break;
    case KEYS_TEXTS:
        put_random_text(out, dialect, index, chance);
        break;
    case KEYS_FLOATS:
        put_u32(out, id_of(dialect, GDV_TYPE_FLOAT) + GDV_FLAG_64);
        put_u32(out, 1 + 2 * index);
        put_u32(out, 0x3ff00000u + draw(chance) % 0x1000u);
        break;
    case KEYS_COLLIDING_INTS:
        put_colliding_int(out, dialect, index, 0);
        break;
    case KEYS_COLLIDING_TEXTS:
        put_colliding_text(out, dialect, index);
        break;
    case KEYS_COLLIDING_PAIRS:
        put_colliding_int(out, dialect, index, index / 2);
        break;
    case KEYS_COLLIDING_TRIPLES:
        put_colliding_int(out, dialect, index, index / 3);
        break;
    case KEYS_LONG_TEXTS:
        put_long_text(out, dialect, index);
        break;
    case KEYS_PATHS:
        put_path(out, dialect, index);
        break;
    case KEYS_STRINGS:
        put_strings(out, dialect, index);
        break;
    case KEYS_SHORT_ARRAYS:
        put_array(out, dialect, 0, index);
        break;
    case KEYS_LONG_ARRAYS:
        put_array(out, dialect, 49, index);
        break;
    case KEYS_HUGE_ARRAYS:
        put_array(out, dialect, 16000, index);
        break;
    case KEYS_DEEP_ARRAYS:
        put_nested(out, dialect, GDV_TYPE_ARRAY, 20, index);
        break;
    case KEYS_IDENTITIES:
        put_nested(out, dialect, GDV_TYPE_DICTIONARY, 1, 0);
        break;
    case KEYS_LATE_ARRAYS:
        put_container(out, dialect, GDV_TYPE_ARRAY, 2);
        put_container(out, dialect, GDV_TYPE_ARRAY, 1);
        put_nils(out, dialect, 1);
        put_int(out, dialect, index);
        break;
    case KEYS_LATE_VALUES:
        put_container(out, dialect, GDV_TYPE_DICTIONARY, 1);
        put_nils(out, dialect, 1);
        put_int(out, dialect, index);
        break;
    case KEYS_EARLY_VALUES:
        put_container(out, dialect, GDV_TYPE_DICTIONARY, 2);
        put_int(out, dialect, index);
        put_nils(out, dialect, 1);
        put_container(out, dialect, GDV_TYPE_DICTIONARY, 1);
        put_nils(out, dialect, 3);
        break;
    case KEYS_DICTIONARIES:
        put_nested(out, dialect, GDV_TYPE_DICTIONARY, 1, index);
        break;
    case KEYS_DEEP_KEYS:
        put_nested(out, dialect, GDV_TYPE_DICTIONARY, 20, index);
        break;
    case KEYS_TREES:
        put_tree(out, dialect, 14, index);
        break;
    case KEY_SHAPES:
        abort();
    }
}

hostile_keys *hostile_keys_of(key_shape shape, uint32_t count, uint64_t chance)
{
    hostile_keys *ring = (hostile_keys *)calloc(1, sizeof *ring);
    if (ring == NULL || count >= sizeof ring->begins / sizeof ring->begins[0]) {
        abort();
    }
    ring->shape = shape;
    ring->dialect = key_shape_dialect(shape);
    ring->chance = chance;
    ring->count = count;
    for (uint32_t index = 0; index < count; index += 1) {
        put_key(&ring->keys, shape, index, &ring->chance);
        ring->begins[index + 1] = (uint32_t)ring->keys.size;
    }
    return ring;
}

void hostile_keys_free(hostile_keys *freed)
{
    builder_free(&freed->keys);
    free(freed);
}

builder dictionary_of_size(key_shape shape, size_t size, uint64_t chance, uint32_t *count)
{
    const gdv_dialect dialect = key_shape_dialect(shape);
    builder made = {NULL, 0, 0};
    size_t fits = 0;
    uint32_t keys = 0;
    put_container(&made, dialect, GDV_TYPE_DICTIONARY, 0);
    while (made.size <= size || keys < 2) {
        fits = made.size;
        put_key(&made, shape, keys, &chance);
        put_nils(&made, dialect, 1);
        keys += 1;
    }
    *count = keys - 1;
    made.size = 4;
    put_u32(&made, *count); /* over the 0 */
    made.size = fits;
    return made;
}
