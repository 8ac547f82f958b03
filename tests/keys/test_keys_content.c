/* SPDX-License-Identifier: MIT */
/* Duplicate keys by content, whatever their spelling and wherever they stand: keys of every form as keys, inside keys
 * that are arrays or dictionaries, alone and among many; and random keys within keys, judged by a recursive oracle that
 * knows the wire reference's section 7 and nothing of the library. Promise 7. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/key_encodings.h"
#include "tests/support/support.h"

static void put_hex(builder *out, const char *hex)
{
    packet bytes = packet_from_hex(hex);
    put_bytes(out, bytes.bytes, bytes.size);
    packet_free(&bytes);
}

/* How two spellings are made two keys. */
typedef enum wrapping { BARE, IN_ARRAY, DEEP_IN_ARRAY, AS_VALUE, AS_KEY, WRAPPINGS } wrapping;

static const char *const wrapping_names[] = {"k", "[k]", "[nil, [[k], nil]]", "{nil: k}", "{k: nil}"};

static void put_wrapped(builder *out, const spelling *row, wrapping how)
{
    const gdv_dialect dialect = row->dialect;
    const uint32_t array = id_of(dialect, GDV_TYPE_ARRAY);
    const uint32_t nil = id_of(dialect, GDV_TYPE_NIL);
    switch (how) {
    case IN_ARRAY:
        put_u32(out, array);
        put_u32(out, 1);
        break;
    case DEEP_IN_ARRAY:
        put_u32(out, array);
        put_u32(out, 2);
        put_u32(out, nil);
        put_u32(out, array);
        put_u32(out, 2);
        put_u32(out, array);
        put_u32(out, 1);
        break;
    case AS_VALUE:
    case AS_KEY:
        put_u32(out, id_of(dialect, GDV_TYPE_DICTIONARY));
        put_u32(out, 1);
        break;
    case BARE:
    case WRAPPINGS:
        break;
    }
    if (how == AS_VALUE) {
        put_u32(out, nil);
    }
    put_hex(out, row->hex);
    if (how == AS_KEY || how == DEEP_IN_ARRAY) {
        put_u32(out, nil);
    }
}

/* {filler: nil .., one: nil, other: nil, filler: nil ..}; the offset of other's header goes to *second. */
static builder pair_of(const spelling *one, const spelling *other, wrapping how, uint32_t fillers, size_t *second)
{
    const uint32_t nil = id_of(one->dialect, GDV_TYPE_NIL);
    const uint32_t vector = id_of(one->dialect, GDV_TYPE_VECTOR3);
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(one->dialect, GDV_TYPE_DICTIONARY));
    put_u32(&made, 2 + 2 * fillers);
    for (uint32_t key = 0; key < 2 * fillers + 2; key += 1) {
        if (key == fillers) {
            put_wrapped(&made, one, how);
        } else if (key == fillers + 1) {
            *second = made.size;
            put_wrapped(&made, other, how);
        } else { /* a Vector3 of small floats, which no spelling is */
            put_u32(&made, vector);
            put_u32(&made, 0x3f800000u + key);
            put_u32(&made, 0x40000000u);
            put_u32(&made, 0x40400000u);
        }
        put_u32(&made, nil);
    }
    return made;
}

static bool same_wrapped(const spelling *one, const spelling *other, wrapping how)
{
    bool by_content = one->dialect >= GDV_DIALECT_GODOT4_0;
    if (how == BARE) {
        return one_key(one, other) != 0;
    }
    if (how == AS_KEY) { /* looked up in the other dictionary, as any key */
        return by_content && one_key(one, other) != 0;
    }
    return (by_content || how == IN_ARRAY || how == DEEP_IN_ARRAY) && one_part(one, other) != 0;
}

static void pairs_are_told(uint32_t fillers)
{
    gdv_policy policy = spelling_policy();
    for (size_t one = 0; one < spelling_count; one += 1) {
        for (size_t other = one; other < key_encodings_stop(one); other += 1) {
            for (int how = 0; how < WRAPPINGS; how += 1) {
                size_t second = 0;
                builder made = pair_of(&key_encodings[one], &key_encodings[other], (wrapping)how, fillers, &second);
                verdict said = verdict_of(made.bytes, made.size, key_encodings[one].dialect, &policy);
                bool same = same_wrapped(&key_encodings[one], &key_encodings[other], (wrapping)how);
                cr_assert_eq(said.code, same ? GDV_E_DUPLICATE_KEY : GDV_OK, "%s, k = %s and %s as %s: %s at %zu",
                             gdv_dialect_name(key_encodings[one].dialect), key_encodings[one].hex,
                             key_encodings[other].hex, wrapping_names[how], gdv_status_name(said.code),
                             (size_t)said.report.offset);
                cr_assert_eq(said.report.offset, same ? second : 0, "%s and %s as %s", key_encodings[one].hex,
                             key_encodings[other].hex, wrapping_names[how]);
                builder_free(&made);
            }
        }
    }
}

Test(keys_content, two_spellings_of_one_key_are_found_wherever_they_stand)
{
    pairs_are_told(0);
}

/* All the spellings of one key in one dictionary: the second of them is the first repetition. */
Test(keys_content, of_many_spellings_of_one_key_the_second_is_reported)
{
    gdv_policy policy = spelling_policy();
    for (size_t one = 0; one < spelling_count; one += 1) {
        builder keys = {NULL, 0, 0};
        builder made = {NULL, 0, 0};
        size_t second = 0;
        uint32_t count = 0;
        for (size_t row = one; row < key_encodings_stop(one); row += 1) {
            if (one_key(&key_encodings[one], &key_encodings[row]) != 0) {
                count += 1;
                second = count == 2 ? 8 + keys.size : second;
                put_hex(&keys, key_encodings[row].hex);
                put_u32(&keys, id_of(key_encodings[one].dialect, GDV_TYPE_NIL));
            }
        }
        if (count > 1) {
            put_u32(&made, id_of(key_encodings[one].dialect, GDV_TYPE_DICTIONARY));
            put_u32(&made, count);
            put_bytes(&made, keys.bytes, keys.size);
            verdict said = verdict_of(made.bytes, made.size, key_encodings[one].dialect, &policy);
            cr_assert_eq(said.code, GDV_E_DUPLICATE_KEY, "%s: %s", key_encodings[one].hex, gdv_status_name(said.code));
            cr_assert_eq(said.report.offset, second, "%s: at %zu", key_encodings[one].hex, (size_t)said.report.offset);
        }
        builder_free(&keys);
        builder_free(&made);
    }
}

/* Enough other keys that all are sorted. */
Test(keys_content, two_spellings_of_one_key_are_found_among_many_keys)
{
    gdv_policy policy = spelling_policy();
    for (size_t one = 0; one < spelling_count; one += 1) {
        for (size_t other = one; other < key_encodings_stop(one); other += 5) {
            size_t second = 0;
            builder made = pair_of(&key_encodings[one], &key_encodings[other], BARE, 30, &second);
            verdict said = verdict_of(made.bytes, made.size, key_encodings[one].dialect, &policy);
            bool same = one_key(&key_encodings[one], &key_encodings[other]) != 0;
            cr_assert_eq(said.code, same ? GDV_E_DUPLICATE_KEY : GDV_OK, "%s and %s: %s at %zu", key_encodings[one].hex,
                         key_encodings[other].hex, gdv_status_name(said.code), (size_t)said.report.offset);
            cr_assert_eq(said.report.offset, same ? second : 0, "%s and %s", key_encodings[one].hex,
                         key_encodings[other].hex);
            builder_free(&made);
        }
    }
}

#define MOST_PARTS 80u

/* A random value; its parts are others of the pool. */
typedef struct thing {
    gdv_type type;
    double number; /* BOOL, INT, FLOAT and the first component of a VECTOR2 */
    char letter;   /* STRING and STRING_NAME */
    uint32_t count;
    uint32_t parts[MOST_PARTS]; /* elements; keys and values by turns */
    size_t offset;              /* of its header, once it is written */
} thing;

#define POOL 4000u

typedef struct pool {
    gdv_dialect dialect;
    uint64_t chance;
    uint32_t used;
    thing things[POOL];
} pool;

static uint32_t draw(pool *from, uint32_t below)
{
    from->chance = (from->chance * 1664525u + 1013904223u) & 0xffffffffu;
    return (uint32_t)(from->chance >> 8) % below;
}

static uint32_t random_thing(pool *in, uint32_t depth, uint32_t numbers);

static uint32_t random_container(pool *in, uint32_t depth, uint32_t numbers, uint32_t most)
{
    uint32_t index = in->used;
    thing *made = &in->things[index];
    in->used += 1;
    made->type = draw(in, 3) == 0 ? GDV_TYPE_ARRAY : GDV_TYPE_DICTIONARY;
    made->count = draw(in, most + 1) * (made->type == GDV_TYPE_DICTIONARY ? 2u : 1u);
    for (uint32_t part = 0; part < made->count; part += 1) {
        made->parts[part] = random_thing(in, depth - 1, numbers);
    }
    return index;
}

/* Numbers are drawn from few or from many, so that equal keys are frequent or rare. */
static uint32_t random_thing(pool *in, uint32_t depth, uint32_t numbers)
{
    static const gdv_type types[] = {GDV_TYPE_NIL,         GDV_TYPE_BOOL,  GDV_TYPE_INT,
                                     GDV_TYPE_INT,         GDV_TYPE_FLOAT, GDV_TYPE_STRING,
                                     GDV_TYPE_STRING_NAME, GDV_TYPE_INT,   GDV_TYPE_VECTOR2};
    if (depth > 0 && in->used + 200 < POOL && draw(in, 2) == 0) {
        return random_container(in, depth, numbers, 3);
    }
    uint32_t index = in->used;
    thing *made = &in->things[index];
    in->used += 1;
    made->type = types[draw(in, sizeof types / sizeof types[0])];
    if (made->type == GDV_TYPE_STRING_NAME && in->dialect < GDV_DIALECT_GODOT4_0) {
        made->type = GDV_TYPE_STRING;
    }
    made->count = 0;
    made->letter = (char)('a' + (int)draw(in, numbers < 26 ? numbers : 26));
    made->number = made->type == GDV_TYPE_BOOL ? draw(in, 2) : draw(in, numbers);
    if (made->type == GDV_TYPE_FLOAT && draw(in, 4) == 0) {
        made->number = (double)NAN;
    }
    return index;
}

static void put_float(builder *out, pool *in, double number, bool wide)
{
    if (isnan(number)) {
        put_u32(out, wide ? draw(in, 1000) : 0x7fc00000u + draw(in, 1000));
        if (wide) {
            put_u32(out, draw(in, 2) == 0 ? 0x7ff80000u : 0xfff80000u);
        }
        return;
    }
    double signed_number = number == 0.0 && draw(in, 2) == 0 ? -0.0 : number;
    if (wide) {
        uint64_t bits = 0;
        memcpy(&bits, &signed_number, sizeof bits);
        put_u32(out, (uint32_t)(bits & 0xffffffffu));
        put_u32(out, (uint32_t)(bits >> 32));
    } else {
        float narrow = (float)signed_number;
        uint32_t bits = 0;
        memcpy(&bits, &narrow, sizeof bits);
        put_u32(out, bits);
    }
}

/* Spells it in one of the ways there are. */
static void put_thing(builder *out, pool *in, uint32_t index)
{
    thing *made = &in->things[index];
    bool wide = draw(in, 2) == 0;
    if (made->type == GDV_TYPE_VECTOR2 && in->dialect < GDV_DIALECT_GODOT4_0) {
        wide = false;
    }
    bool has_width = made->type == GDV_TYPE_INT || made->type == GDV_TYPE_FLOAT || made->type == GDV_TYPE_VECTOR2;
    made->offset = out->size;
    put_u32(out, id_of(in->dialect, made->type) + (has_width && wide ? GDV_FLAG_64 : 0u));
    if (made->type == GDV_TYPE_BOOL) {
        put_u32(out, (uint32_t)made->number);
    } else if (made->type == GDV_TYPE_INT) {
        put_u32(out, (uint32_t)made->number);
        if (wide) {
            put_u32(out, 0);
        }
    } else if (made->type == GDV_TYPE_FLOAT || made->type == GDV_TYPE_VECTOR2) {
        put_float(out, in, made->number, wide);
        if (made->type == GDV_TYPE_VECTOR2) {
            put_float(out, in, 0.0, wide);
        }
    } else if (made->type == GDV_TYPE_STRING || made->type == GDV_TYPE_STRING_NAME) {
        put_u32(out, 1);
        put_u32(out, (uint32_t)made->letter);
    } else if (made->type == GDV_TYPE_ARRAY || made->type == GDV_TYPE_DICTIONARY) {
        put_u32(out, made->type == GDV_TYPE_DICTIONARY ? made->count / 2 : made->count);
        for (uint32_t part = 0; part < made->count; part += 1) {
            put_thing(out, in, made->parts[part]);
        }
    }
}

/* The oracle: section 7, as a child would write it. */
static bool equal_things(const pool *in, uint32_t one, uint32_t other, bool as_keys)
{
    const thing *a = &in->things[one];
    const thing *b = &in->things[other];
    bool godot4 = in->dialect >= GDV_DIALECT_GODOT4_0;
    bool names = as_keys && godot4 && (a->type == GDV_TYPE_STRING || a->type == GDV_TYPE_STRING_NAME) &&
                 (b->type == GDV_TYPE_STRING || b->type == GDV_TYPE_STRING_NAME);
    if (a->type != b->type && !names) {
        return false;
    }
    switch (a->type) {
    case GDV_TYPE_BOOL:
    case GDV_TYPE_INT:
    case GDV_TYPE_VECTOR2:
        return a->number == b->number;
    case GDV_TYPE_FLOAT:
        return a->number == b->number || (isnan(a->number) && isnan(b->number));
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        return a->letter == b->letter;
    case GDV_TYPE_DICTIONARY:
        if (!godot4) {
            return one == other;
        }
        break;
    default:
        break;
    }
    bool equal = a->count == b->count;
    for (uint32_t part = 0; equal && part < a->count; part += 1) {
        equal = equal_things(in, a->parts[part], b->parts[part], false);
    }
    return equal;
}

/* The offset of the first key that repeats an earlier one of its dictionary, in the first dictionary to end that has
 * such a key; 0 for none. */
static size_t first_repeated(const pool *in, uint32_t index)
{
    const thing *made = &in->things[index];
    size_t found = 0;
    for (uint32_t part = 0; part < made->count && found == 0; part += 1) {
        found = first_repeated(in, made->parts[part]);
    }
    if (made->type != GDV_TYPE_DICTIONARY) {
        return found;
    }
    for (uint32_t key = 0; key < made->count && found == 0; key += 2) {
        for (uint32_t earlier = 0; earlier < key && found == 0; earlier += 2) {
            if (equal_things(in, made->parts[key], made->parts[earlier], true)) {
                found = in->things[made->parts[key]].offset;
            }
        }
    }
    return found;
}

/* An array of such values is as good as one, and it takes many to have keys that collide and are not equal. */
Test(keys_content, random_keys_within_keys_get_the_verdict_of_the_recursive_oracle)
{
    static const gdv_dialect dialects[] = {GDV_DIALECT_GODOT3, GDV_DIALECT_GODOT4_4};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE | GDV_PERMIT_NONFINITE | GDV_PERMIT_MISREAD);
    uint32_t accepted = 0;
    uint32_t refused = 0;
    pool *in = (pool *)calloc(1, sizeof *in);
    in->chance = 11;
    for (uint32_t trial = 0; trial < 8000; trial += 1) {
        builder made = {NULL, 0, 0};
        in->dialect = dialects[trial % 2];
        in->used = 0;
        uint32_t numbers = trial % 3 == 0 ? 4 : trial % 3 == 1 ? 30 : 5000;
        uint32_t outermost = random_container(in, 1 + trial % 5, numbers, trial % 7 == 0 ? MOST_PARTS / 2 : 4);
        put_thing(&made, in, outermost);
        size_t expected = first_repeated(in, outermost);
        verdict said = verdict_of(made.bytes, made.size, in->dialect, &policy);
        cr_assert_eq(said.code, expected == 0 ? GDV_OK : GDV_E_DUPLICATE_KEY, "trial %u: %s at %zu, not %zu", trial,
                     gdv_status_name(said.code), (size_t)said.report.offset, expected);
        cr_assert_eq(said.report.offset, expected, "trial %u: at %zu, not %zu", trial, (size_t)said.report.offset,
                     expected);
        accepted += expected == 0 ? 1u : 0u;
        refused += expected == 0 ? 0u : 1u;
        builder_free(&made);
    }
    cr_assert_gt(accepted, 1000, "%u accepted", accepted);
    cr_assert_gt(refused, 1000, "%u refused", refused);
    free(in);
}
