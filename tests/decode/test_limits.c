/* SPDX-License-Identifier: MIT */
/* The five limits, each at one less than a packet needs, at what it needs, and at one more, for every kind of container
 * and text that it applies to; what a limit of 0 means; and that raising a limit never turns accept into refuse.
 * Limits: policy.h; the engines' own depth: wire reference, section 7. Promise 4. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/corpus.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static void put_hex(builder *out, const char *hex)
{
    packet bytes = packet_from_hex(hex);
    put_bytes(out, bytes.bytes, bytes.size);
    packet_free(&bytes);
}

/* Bytes that a text of hex stands for. */
static size_t size_of_hex(const char *hex)
{
    packet bytes = packet_from_hex(hex);
    size_t size = bytes.size;
    packet_free(&bytes);
    return size;
}

static verdict verdict_of_built(builder *made, const char *dialect, const gdv_policy *policy)
{
    verdict said = verdict_of(made->bytes, made->size, dialect_from_text(dialect), policy);
    builder_free(made);
    return said;
}

/* ---- max_depth ---- */

/* Nesting of one kind: `open` n times, `leaf`, `close` n times. */
typedef struct nesting {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *open;
    const char *leaf;
    const char *close;
    uint32_t below; /* levels that the leaf has below itself: a class name that is a value counts as one */
} nesting;

static const nesting nestings[] = {
    {"arrays", "godot3", "strict", "13000000 01000000", "00000000", "", 0},
    {"arrays around an empty array", "godot3", "strict", "13000000 01000000", "13000000 00000000", "", 0},
    {"arrays around an empty dictionary", "godot3", "strict", "13000000 01000000", "12000000 00000000", "", 0},
    {"arrays around a packed array", "godot3", "strict", "13000000 01000000", "15000000 01000000 05000000", "", 0},
    {"arrays around a string array", "godot3", "strict", "13000000 01000000", "17000000 01000000 01000000 00000000", "",
     0},
    {"arrays around a node path", "godot3", "strict", "13000000 01000000",
     "0f000000 01000080 00000000 00000000 01000000 61000000", "", 0},
    {"arrays around an object without properties", "godot3", "strict+object", "13000000 01000000",
     "11000000 01000000 41000000 00000000", "", 0},
    {"arrays of Godot 2", "godot2", "strict", "15000000 01000080", "00000000", "", 0},
    {"dictionaries as values", "godot3", "strict", "12000000 01000000 00000000", "00000000", "", 0},
    {"dictionaries as keys", "godot3", "strict+misread", "12000000 01000000", "00000000", "00000000", 0},
    {"dictionaries of Godot 2", "godot2", "strict", "14000000 01000080 00000000", "00000000", "", 0},
    {"arrays as keys", "godot3", "strict+misread", "12000000 01000000", "13000000 00000000", "00000000", 0},
    {"object properties", "godot3", "strict+object", "11000000 01000000 41000000 01000000 01000000 70000000",
     "00000000", "", 0},
    {"object properties of Godot 4", "godot4.4", "strict+object",
     "18000000 01000000 41000000 01000000 01000000 70000000", "00000000", "", 0},
    {"typed arrays of Pandemonium", "pandemonium-40", "strict", "1b000000 1b000000 01000000",
     "1b000000 02000000 00000000", "", 0},
    {"packed typed arrays of Pandemonium", "pandemonium-40", "strict", "1c000000 1c000000 01000000",
     "1c000000 02000000 00000000", "", 0},
    {"typed arrays of objects by id", "pandemonium-40", "strict+object-id", "1a000000 01000000",
     "1b000100 17000000 00000000", "", 0},
    {"class name of an empty typed array", "pandemonium-40", "strict+misread", "1a000000 01000000",
     "1b000000 17000000 18000000 01000000 41000000 00000000", "", 1},
    {"class name and element of a typed array", "pandemonium-40", "strict+misread", "1a000000 01000000",
     "1b000000 17000000 18000000 01000000 41000000 01000000 00000000", "", 1},
    {"typed arrays of Godot 4.3", "godot4.3", "strict", "1c000100 1c000000 01000000", "1c000000 00000000", "", 0},
    {"typed arrays of a class", "godot4.3", "strict+object", "1c000000 01000000",
     "1c000200 04000000 4e6f6465 01000000 00000000", "", 1},
    {"typed dictionaries of Godot 4.4", "godot4.4", "strict", "1b000500 02000000 1b000000 01000000 02000000 05000000",
     "1b000000 00000000", "", 0},
    {"typed keys of Godot 4.4", "godot4.4", "strict", "1b000100 1b000000 01000000", "1b000000 00000000", "00000000", 0},
};

static verdict nested(const nesting *kind, uint32_t n, uint32_t max_depth)
{
    gdv_policy policy = policy_from_text(kind->policy);
    builder made = {NULL, 0, 0};
    policy.max_depth = max_depth;
    for (uint32_t level = 0; level < n; level += 1) {
        put_hex(&made, kind->open);
    }
    put_hex(&made, kind->leaf);
    for (uint32_t level = 0; level < n; level += 1) {
        put_hex(&made, kind->close);
    }
    return verdict_of_built(&made, kind->dialect, &policy);
}

/* n containers of the kind, and what the leaf has below it, put the deepest value at depth n + below. */
static void passes_to_its_depth_and_no_further(const nesting *kind, uint32_t n)
{
    uint32_t deepest = n + kind->below;
    for (uint32_t most = deepest > 0 ? deepest - 1 : 0; most <= deepest + 1; most += 1) {
        verdict said = nested(kind, n, most);
        if (most >= deepest) {
            cr_expect_eq(said.code, GDV_OK, "%s: %u levels within %u: %s at %zu", kind->name, deepest, most,
                         gdv_status_name(said.code), (size_t)said.report.offset);
            cr_expect_eq(said.stats.deepest, deepest, "%s: deepest %u", kind->name, said.stats.deepest);
        } else {
            cr_expect_eq(said.code, GDV_E_LIMIT_DEPTH, "%s: %u levels within %u: %s", kind->name, deepest, most,
                         gdv_status_name(said.code));
            cr_expect_eq(said.report.offset, most * size_of_hex(kind->open), "%s: %u levels within %u: at %zu",
                         kind->name, deepest, most, (size_t)said.report.offset);
            cr_expect_eq(said.report.depth, most, "%s: depth %u", kind->name, said.report.depth);
        }
    }
}

Test(limits, depth_0_takes_values_without_children_only)
{
    for (size_t index = 0; index < COUNT_OF(nestings); index += 1) {
        passes_to_its_depth_and_no_further(&nestings[index], 0);
    }
}

Test(limits, depth_1_takes_one_container_of_each_kind)
{
    for (size_t index = 0; index < COUNT_OF(nestings); index += 1) {
        passes_to_its_depth_and_no_further(&nestings[index], 1);
    }
}

Test(limits, each_kind_of_container_counts_one_level)
{
    static const uint32_t levels[] = {2, 3, 31, 32, 33, 100};
    for (size_t index = 0; index < COUNT_OF(nestings); index += 1) {
        for (size_t depth = 0; depth < COUNT_OF(levels); depth += 1) {
            passes_to_its_depth_and_no_further(&nestings[index], levels[depth]);
        }
    }
}

Test(limits, the_strict_policy_takes_depth_32)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    cr_assert_eq(policy.max_depth, 32);
}

Test(limits, depth_1024_passes_as_in_the_engines)
{
    for (size_t index = 0; index < COUNT_OF(nestings); index += 1) {
        const nesting *kind = &nestings[index];
        verdict said = nested(kind, 1024 - kind->below, 1024);
        cr_expect_eq(said.code, GDV_OK, "%s: %s at %zu", kind->name, gdv_status_name(said.code),
                     (size_t)said.report.offset);
        cr_expect_eq(said.stats.deepest, 1024, "%s: deepest %u", kind->name, said.stats.deepest);
    }
}

/* Depth 1025, under limits that ask for more than a build can follow. */
Test(limits, depth_above_1024_is_refused_whatever_the_limit_says)
{
    static const uint32_t limits[] = {1024, 1025, 4096, 0x7fffffffu, 0x80000000u, UINT32_MAX};
    for (size_t index = 0; index < COUNT_OF(nestings); index += 1) {
        const nesting *kind = &nestings[index];
        for (size_t limit = 0; limit < COUNT_OF(limits); limit += 1) {
            verdict said = nested(kind, 1025 - kind->below, limits[limit]);
            cr_expect_eq(said.code, GDV_E_LIMIT_DEPTH, "%s within %u: %s", kind->name, limits[limit],
                         gdv_status_name(said.code));
            cr_expect_eq(said.report.offset, 1024 * size_of_hex(kind->open), "%s within %u: at %zu", kind->name,
                         limits[limit], (size_t)said.report.offset);
        }
    }
}

Test(limits, the_engine_policy_takes_what_engines_take)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    cr_assert_eq(policy.max_depth, 1024);
    cr_assert_eq(policy.max_bytes, 0x7fffffffu);
    cr_assert_eq(policy.max_values, UINT32_MAX);
    cr_assert_eq(policy.max_elements, UINT32_MAX);
    cr_assert_eq(policy.max_string, UINT32_MAX);
}

/* ---- max_values ---- */

static const struct {
    const char *name;
    const char *dialect;
    const char *policy;
    uint32_t values;
    uint64_t last; /* offset of the last value's header */
    const char *hex;
} counted[] = {
    {"an int", "godot3", "strict", 1, 0, "02000000 05000000"},
    {"an empty array", "godot3", "strict", 1, 0, "13000000 00000000"},
    {"an array of one", "godot3", "strict", 2, 8, "13000000 01000000 00000000"},
    {"an array of three", "godot3", "strict", 4, 16, "13000000 03000000 00000000 00000000 00000000"},
    {"an array in an array", "godot3", "strict", 3, 16, "13000000 01000000 13000000 01000000 00000000"},
    {"two pairs", "godot3", "strict", 5, 28, "12000000 02000000 02000000 01000000 00000000 02000000 02000000 00000000"},
    {"an array as a key", "godot3", "strict", 4, 20, "12000000 01000000 13000000 01000000 00000000 00000000"},
    {"two properties", "godot3", "strict+object", 3, 36,
     "11000000 01000000 41000000 02000000 01000000 70000000 00000000 01000000 71000000 00000000"},
    {"an object without properties", "godot3", "strict+object", 1, 0, "11000000 01000000 41000000 00000000"},
    {"a packed array of two", "godot3", "strict", 1, 0, "15000000 02000000 01000000 02000000"},
    {"a string array of two", "godot3", "strict", 1, 0, "17000000 02000000 01000000 00000000 01000000 00000000"},
    {"a node path of two names", "godot3", "strict", 1, 0, "0f000000 02000080 00000000 00000000 00000000 00000000"},
    {"a typed array of Pandemonium", "pandemonium-40", "strict", 2, 12, "1b000000 02000000 01000000 02000000 07000000"},
    {"a packed typed array of Pandemonium", "pandemonium-40", "strict", 2, 12,
     "1c000000 02000000 01000000 02000000 07000000"},
    {"a class name of Pandemonium", "pandemonium-40", "strict+misread", 2, 8,
     "1b000000 17000000 18000000 01000000 41000000 00000000"},
    {"a class name and an element", "pandemonium-40", "strict+misread", 3, 24,
     "1b000000 17000000 18000000 01000000 41000000 01000000 00000000"},
    {"a typed array of Godot 4.3", "godot4.3", "strict", 3, 20,
     "1c000100 02000000 02000000 02000000 01000000 02000000 02000000"},
    {"a class name of Godot 4.3, which is no value", "godot4.3", "strict+object", 2, 16,
     "1c000200 04000000 4e6f6465 01000000 00000000"},
    {"a typed dictionary of Godot 4.4", "godot4.4", "strict", 3, 24,
     "1b000500 02000000 02000000 01000000 02000000 01000000 02000000 02000000"},
    {"a signal", "godot4.4", "strict+signal", 1, 0, "1a000000 01000000 73000000 00000000 00000000"},
    {"an image", "godot2", "strict", 1, 0, "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff"},
};

static verdict with_max_values(size_t index, uint32_t most)
{
    gdv_policy policy = policy_from_text(counted[index].policy);
    builder made = {NULL, 0, 0};
    policy.max_values = most;
    put_hex(&made, counted[index].hex);
    return verdict_of_built(&made, counted[index].dialect, &policy);
}

Test(limits, as_many_values_as_the_limit_pass)
{
    for (size_t index = 0; index < COUNT_OF(counted); index += 1) {
        verdict said = with_max_values(index, counted[index].values);
        cr_expect_eq(said.code, GDV_OK, "%s: %s", counted[index].name, gdv_status_name(said.code));
        cr_expect_eq(said.stats.values, counted[index].values, "%s: %u", counted[index].name, said.stats.values);
    }
}

Test(limits, fewer_values_than_the_limit_pass)
{
    for (size_t index = 0; index < COUNT_OF(counted); index += 1) {
        verdict said = with_max_values(index, counted[index].values + 1);
        cr_expect_eq(said.code, GDV_OK, "%s: %s", counted[index].name, gdv_status_name(said.code));
    }
}

Test(limits, one_value_too_many_is_refused_at_its_header)
{
    for (size_t index = 0; index < COUNT_OF(counted); index += 1) {
        verdict said = with_max_values(index, counted[index].values - 1);
        cr_expect_eq(said.code, GDV_E_LIMIT_VALUES, "%s: %s", counted[index].name, gdv_status_name(said.code));
        cr_expect_eq(said.report.offset, counted[index].last, "%s: at %zu", counted[index].name,
                     (size_t)said.report.offset);
    }
}

Test(limits, no_values_at_all_refuse_every_packet_at_its_first_byte)
{
    for (size_t index = 0; index < COUNT_OF(counted); index += 1) {
        verdict said = with_max_values(index, 0);
        cr_expect_eq(said.code, GDV_E_LIMIT_VALUES, "%s: %s", counted[index].name, gdv_status_name(said.code));
        cr_expect_eq(said.report.offset, 0, "%s: at %zu", counted[index].name, (size_t)said.report.offset);
    }
}

/* ---- max_elements ---- */

/* A container of n elements: `head`, a count, `after`, n times `element`, padding to a multiple of four. */
typedef struct elements {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *token;
    uint32_t bits; /* set in the count besides n */
    const char *behind;
    const char *element;
    uint64_t word; /* offset of the count */
} elements;

static const elements containers[] = {
    {"array", "godot3", "strict", "13000000", 0, "", "00000000", 4},
    {"shared array of Godot 2", "godot2", "strict", "15000000", 0x80000000u, "", "00000000", 4},
    {"dictionary", "godot3", "strict+duplicate-keys", "12000000", 0, "", "00000000 00000000", 4},
    {"object properties", "godot3", "strict+object", "11000000 01000000 41000000", 0, "", "01000000 70000000 00000000",
     12},
    {"typed array of Pandemonium", "pandemonium-40", "strict", "1b000000 02000000", 0, "", "02000000 05000000", 8},
    {"packed typed array of Pandemonium", "pandemonium-40", "strict", "1c000000 02000000", 0, "", "02000000 05000000",
     8},
    {"typed array of Pandemonium with a class", "pandemonium-40", "strict+misread",
     "1b000000 17000000 18000000 01000000 41000000", 0, "", "00000000", 20},
    {"typed array of Godot 4.3", "godot4.3", "strict", "1c000100 02000000", 0, "", "02000000 05000000", 8},
    {"typed array of Godot 4.3 with a class", "godot4.3", "strict+object", "1c000200 04000000 4e6f6465", 0, "",
     "00000000", 12},
    {"typed dictionary of Godot 4.4", "godot4.4", "strict+duplicate-keys", "1b000500 02000000 01000000", 0, "",
     "02000000 05000000 01000000 01000000", 12},
    {"names of a node path", "godot3", "strict", "0f000000", 0x80000000u, "00000000 00000000", "01000000 61000000", 4},
    {"string array", "godot3", "strict", "17000000", 0, "", "02000000 61000000", 4},
    {"byte array", "godot3", "strict", "14000000", 0, "", "41", 4},
    {"byte array of Godot 4", "godot4.4", "strict", "1d000000", 0, "", "41", 4},
};

static verdict with_elements(const elements *kind, uint32_t n, uint32_t most)
{
    gdv_policy policy = policy_from_text(kind->policy);
    builder made = {NULL, 0, 0};
    policy.max_elements = most;
    put_hex(&made, kind->token);
    put_u32(&made, n + kind->bits);
    put_hex(&made, kind->behind);
    for (uint32_t index = 0; index < n; index += 1) {
        put_hex(&made, kind->element);
    }
    put_bytes(&made, "\0\0\0", (4 - made.size % 4) % 4);
    return verdict_of_built(&made, kind->dialect, &policy);
}

static void elements_pass_to_the_limit(const elements *kind)
{
    static const uint32_t counts[] = {0, 1, 2, 3, 17};
    for (size_t index = 0; index < COUNT_OF(counts); index += 1) {
        uint32_t n = counts[index];
        verdict at = with_elements(kind, n, n);
        cr_expect_eq(at.code, GDV_OK, "%s, %u of %u: %s", kind->name, n, n, gdv_status_name(at.code));
        cr_expect_eq(at.stats.widest, n, "%s: widest %u", kind->name, at.stats.widest);
        verdict below = with_elements(kind, n, n + 1);
        cr_expect_eq(below.code, GDV_OK, "%s, %u of %u: %s", kind->name, n, n + 1, gdv_status_name(below.code));
        if (n > 0) {
            verdict above = with_elements(kind, n, n - 1);
            cr_expect_eq(above.code, GDV_E_LIMIT_ELEMENTS, "%s, %u of %u: %s", kind->name, n, n - 1,
                         gdv_status_name(above.code));
            cr_expect_eq(above.report.offset, kind->word, "%s: at %zu", kind->name, (size_t)above.report.offset);
        }
    }
}

Test(limits, elements_pass_up_to_the_limit_in_every_kind_of_container)
{
    for (size_t index = 0; index < COUNT_OF(containers); index += 1) {
        elements_pass_to_the_limit(&containers[index]);
    }
}

Test(limits, a_limit_of_no_elements_takes_empty_containers)
{
    for (size_t index = 0; index < COUNT_OF(containers); index += 1) {
        verdict said = with_elements(&containers[index], 0, 0);
        cr_expect_eq(said.code, GDV_OK, "%s: %s", containers[index].name, gdv_status_name(said.code));
        said = with_elements(&containers[index], 1, 0);
        cr_expect_eq(said.code, GDV_E_LIMIT_ELEMENTS, "%s: %s", containers[index].name, gdv_status_name(said.code));
    }
}

/* Every packed array of every dialect, in both widths where it has two. */
Test(limits, elements_pass_up_to_the_limit_in_every_packed_array)
{
    size_t arrays = 0;
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        for (uint32_t id = 0; id < gdv_dialect_types((gdv_dialect)dialect); id += 1) {
            const gdv_wire_row *wire = gdv_dialect_wire((gdv_dialect)dialect, id);
            for (uint32_t wide = 0; wire->layout == GDV_LAYOUT_PACKED && wide < (wire->wide != 0 ? 2u : 1u);
                 wide += 1) {
                char token[24];
                char element[65];
                size_t size = wide != 0 ? wire->wide : wire->size;
                elements kind = {gdv_dialect_type_name((gdv_dialect)dialect, id),
                                 gdv_dialect_name((gdv_dialect)dialect),
                                 "strict",
                                 token,
                                 0,
                                 "",
                                 element,
                                 4};
                snprintf(token, sizeof token, "%02x00%02x00", id, wide);
                memset(element, '0', 2 * size);
                element[2 * size] = '\0';
                elements_pass_to_the_limit(&kind);
                arrays += 1;
            }
        }
    }
    /* godot2, 3.0, 3.1: 5 each; pandemonium-33: 7; 38, 40: 9 each; Godot 4.0: 7 and 2 wide; 4.3, 4.4: 8 and 3 wide */
    cr_assert_eq(arrays, 5 + 5 + 5 + 7 + 9 + 9 + 9 + 11 + 11, "%zu packed arrays", arrays);
}

/* Names, sub-names and the obsolete property are elements of one path. */
Test(limits, the_strings_of_a_node_path_are_counted_together)
{
    static const struct {
        const char *name;
        const char *dialect;
        const char *hex;
    } rows[] = {
        {"three sub-names", "godot3", "0f000000 00000080 03000000 00000000 00000000 00000000 00000000"},
        {"two names and a sub-name", "godot4.4", "16000000 02000080 01000000 01000000 00000000 00000000 00000000"},
        {"a name, a sub-name and a property", "godot2",
         "10000000 01000080 01000000 02000000 00000000 00000000 00000000"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.max_elements = 3;
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(rows[index].dialect), &policy);
        cr_expect_eq(said.code, GDV_OK, "%s: %s", rows[index].name, gdv_status_name(said.code));
        policy.max_elements = 2;
        said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(rows[index].dialect), &policy);
        cr_expect_eq(said.code, GDV_E_LIMIT_ELEMENTS, "%s: %s", rows[index].name, gdv_status_name(said.code));
        packet_free(&bytes);
    }
}

/* The limit is of one container: several small ones may hold more between them. */
Test(limits, elements_of_two_containers_are_not_added)
{
    packet bytes = packet_from_hex("13000000 02000000 15000000 02000000 01000000 02000000 15000000 02000000 01000000 "
                                   "02000000");
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_elements = 2;
    verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy);
    cr_assert_eq(said.code, GDV_OK, "%s", gdv_status_name(said.code));
    packet_free(&bytes);
}

/* ---- max_string ---- */

/* A text of n bytes: `head`, a length, the text, padding, `tail`. */
typedef struct text {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *token;
    const char *tail;
    bool terminated; /* the last of the n bytes is NUL */
    bool unpadded;
} text;

static const text texts[] = {
    {"String", "godot3", "strict", "04000000", "", false, false},
    {"String of Godot 2", "godot2", "strict", "04000000", "", false, false},
    {"StringName of Pandemonium 3.5", "pandemonium-33", "strict", "15000000", "", false, false},
    {"StringName of Pandemonium 3.8", "pandemonium-38", "strict", "18000000", "", false, false},
    {"StringName of Godot 4", "godot4.0", "strict", "15000000", "", false, false},
    {"element of an array", "godot3", "strict", "13000000 01000000 04000000", "", false, false},
    {"key", "godot3", "strict", "12000000 01000000 04000000", "00000000", false, false},
    {"value", "godot3", "strict", "12000000 01000000 00000000 04000000", "", false, false},
    {"class name", "godot3", "strict+object", "11000000", "00000000", false, false},
    {"property name", "godot3", "strict+object", "11000000 01000000 41000000 01000000", "00000000", false, false},
    {"string property", "godot3", "strict+object", "11000000 01000000 41000000 01000000 00000000 04000000", "", false,
     false},
    {"name of a node path", "godot3", "strict", "0f000000 01000080 00000000 00000000", "", false, false},
    {"sub-name of a node path", "godot4.4", "strict", "16000000 00000080 01000000 00000000", "", false, false},
    {"property of a Godot 2 node path", "godot2", "strict", "10000000 01000080 00000000 02000000 00000000", "", false,
     false},
    {"old node path of Godot 2", "godot2", "strict+node-path", "10000000", "", false, true},
    {"old node path of Godot 3.0", "godot3.0", "strict+node-path", "0f000000", "", false, true},
    {"signal name", "godot4.4", "strict+signal", "1a000000", "00000000 00000000", false, false},
    {"class of a typed array of Godot 4.3", "godot4.3", "strict+object", "1c000200", "00000000", false, false},
    {"script of a typed array of Godot 4.3", "godot4.3", "strict+object", "1c000300", "00000000", false, false},
    {"class of typed keys of Godot 4.4", "godot4.4", "strict+object", "1b000200", "00000000", false, false},
    {"class of typed values of Godot 4.4", "godot4.4", "strict+object", "1b000800", "00000000", false, false},
    {"class of a typed array of Pandemonium", "pandemonium-40", "strict+misread", "1b000000 17000000 18000000",
     "00000000", false, false},
    {"string array element, its NUL included", "godot3", "strict", "17000000 01000000", "", true, false},
    {"string array element of Godot 4, its NUL included", "godot4.4", "strict", "22000000 01000000", "", true, false},
};

static verdict with_text(const text *kind, uint32_t n, uint32_t most)
{
    gdv_policy policy = policy_from_text(kind->policy);
    builder made = {NULL, 0, 0};
    policy.max_string = most;
    put_hex(&made, kind->token);
    put_u32(&made, n);
    for (uint32_t index = 0; index < n; index += 1) {
        put_bytes(&made, kind->terminated && index + 1 == n ? "" : "t", 1);
    }
    put_bytes(&made, "\0\0\0", kind->unpadded ? 0 : (4 - made.size % 4) % 4);
    put_hex(&made, kind->tail);
    return verdict_of_built(&made, kind->dialect, &policy);
}

/* Fixed texts around the one that is measured are one byte long. */
Test(limits, text_passes_up_to_the_limit_wherever_it_stands)
{
    static const uint32_t sizes[] = {2, 3, 4, 5, 8, 100};
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        const text *kind = &texts[index];
        for (size_t size = 0; size < COUNT_OF(sizes); size += 1) {
            uint32_t n = sizes[size];
            verdict at = with_text(kind, n, n);
            cr_expect_eq(at.code, GDV_OK, "%s of %u in %u: %s", kind->name, n, n, gdv_status_name(at.code));
            cr_expect_eq(at.stats.longest, n, "%s: longest %u", kind->name, at.stats.longest);
            verdict below = with_text(kind, n, n + 1);
            cr_expect_eq(below.code, GDV_OK, "%s of %u in %u: %s", kind->name, n, n + 1, gdv_status_name(below.code));
        }
    }
}

Test(limits, text_one_byte_too_long_is_refused_at_its_length)
{
    static const uint32_t sizes[] = {2, 3, 4, 5, 8, 100};
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        const text *kind = &texts[index];
        for (size_t size = 0; size < COUNT_OF(sizes); size += 1) {
            verdict above = with_text(kind, sizes[size], sizes[size] - 1);
            cr_expect_eq(above.code, GDV_E_LIMIT_STRING, "%s of %u: %s", kind->name, sizes[size],
                         gdv_status_name(above.code));
            cr_expect_eq(above.report.offset, size_of_hex(kind->token), "%s: at %zu", kind->name,
                         (size_t)above.report.offset);
        }
    }
}

Test(limits, a_limit_of_no_text_takes_empty_strings)
{
    static const char *const hex[] = {"04000000 00000000", "0f000000 01000080 00000000 00000000 00000000",
                                      "12000000 01000000 04000000 00000000 00000000"};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_string = 0;
    for (size_t index = 0; index < COUNT_OF(hex); index += 1) {
        packet bytes = packet_from_hex(hex[index]);
        verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy);
        cr_expect_eq(said.code, GDV_OK, "%s: %s", hex[index], gdv_status_name(said.code));
        packet_free(&bytes);
    }
}

Test(limits, packed_bytes_and_images_are_no_text)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_string = 0;
    packet bytes = packet_from_hex("14000000 04000000 41414141");
    cr_expect_eq(verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy).code, GDV_OK);
    packet_free(&bytes);
    bytes = packet_from_hex("0f000000 04000000 00000000 01000000 01000000 04000000 010203ff");
    cr_expect_eq(verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT2, &policy).code, GDV_OK);
    packet_free(&bytes);
}

/* ---- max_bytes ---- */

Test(limits, packets_pass_up_to_the_limit_of_bytes)
{
    for (size_t index = 0; index < COUNT_OF(counted); index += 1) {
        gdv_policy policy = policy_from_text(counted[index].policy);
        packet bytes = packet_from_hex(counted[index].hex);
        for (size_t most = bytes.size; most <= bytes.size + 1; most += 1) {
            policy.max_bytes = most;
            verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(counted[index].dialect), &policy);
            cr_expect_eq(said.code, GDV_OK, "%s: %s", counted[index].name, gdv_status_name(said.code));
            cr_expect_eq(said.stats.bytes, bytes.size, "%s: %zu", counted[index].name, (size_t)said.stats.bytes);
        }
        packet_free(&bytes);
    }
}

Test(limits, a_packet_one_byte_too_long_is_refused_unread)
{
    for (size_t index = 0; index < COUNT_OF(counted); index += 1) {
        gdv_policy policy = policy_from_text(counted[index].policy);
        packet bytes = packet_from_hex(counted[index].hex);
        policy.max_bytes = bytes.size - 1;
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(counted[index].dialect), &policy);
        cr_expect_eq(said.code, GDV_E_LIMIT_BYTES, "%s: %s", counted[index].name, gdv_status_name(said.code));
        cr_expect_eq(said.report.offset, 0, "%s: at %zu", counted[index].name, (size_t)said.report.offset);
        cr_expect_eq(said.stats.steps, 0, "%s: %zu steps", counted[index].name, (size_t)said.stats.steps);
        packet_free(&bytes);
    }
}

Test(limits, trailing_bytes_count_towards_the_limit_of_bytes)
{
    packet bytes = packet_from_hex("00000000 ffffffff");
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TRAILING);
    policy.max_bytes = 7;
    verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy);
    cr_assert_eq(said.code, GDV_E_LIMIT_BYTES, "%s", gdv_status_name(said.code));
    packet_free(&bytes);
}

Test(limits, a_limit_of_no_bytes_refuses_all_but_names_the_empty_packet_empty)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_bytes = 0;
    cr_expect_eq(verdict_of("", 0, GDV_DIALECT_GODOT3, &policy).code, GDV_E_EMPTY);
    cr_expect_eq(verdict_of("\0", 1, GDV_DIALECT_GODOT3, &policy).code, GDV_E_LIMIT_BYTES);
    cr_expect_eq(verdict_of("\0\0\0\0", 4, GDV_DIALECT_GODOT3, &policy).code, GDV_E_LIMIT_BYTES);
}

/* Sizes that a C int cannot hold are refused before a byte is read: there are only four here. The outputs lie below
 * the packet, so that even the largest does not reach them. */
Test(limits, two_gibibytes_and_more_are_refused_whatever_the_limit_says)
{
    static struct {
        gdv_report report;
        gdv_stats stats;
        uint8_t bytes[4];
    } memory;
    const size_t sizes[] = {
        (size_t)GDV_MAX_BYTES + 1, SIZE_MAX - (uintptr_t)memory.bytes, /* to the end of memory */
#if SIZE_MAX > UINT32_MAX
        (size_t)UINT32_MAX - 3,    (size_t)UINT32_MAX,
        (size_t)UINT32_MAX + 1,    SIZE_MAX / 2,
#endif
    };
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    policy.max_bytes = SIZE_MAX;
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        memory.report.struct_size = sizeof memory.report;
        memory.stats.struct_size = sizeof memory.stats;
        gdv_status code = gdv_validate(memory.bytes, sizes[index], GDV_DIALECT_GODOT3, NULL, NULL, 0, NULL, NULL);
        cr_expect_eq(code, GDV_E_NO_SCRATCH, "%zu bytes: %s", sizes[index], gdv_status_name(code));
        code = gdv_validate(memory.bytes, sizes[index], GDV_DIALECT_GODOT3, &policy, NULL, 0, &memory.stats,
                            &memory.report);
        cr_expect_eq(code, GDV_E_LIMIT_BYTES, "%zu bytes: %s", sizes[index], gdv_status_name(code));
        cr_expect_eq(memory.report.offset, 0);
        cr_expect_eq(memory.report.code, GDV_E_LIMIT_BYTES);
        cr_expect_eq(memory.stats.bytes, 0);
    }
}

/* ---- raising limits ---- */

static const uint64_t steps[] = {0,  1,  2,  3,   4,   5,    8,    12,      16,          24,          31,        32,
                                 33, 64, 99, 100, 999, 1000, 1024, 1 << 20, 0x7fffffffu, 0x80000000u, UINT32_MAX};

static void set_limit(gdv_policy *policy, uint32_t which, uint64_t most)
{
    uint32_t *const words[] = {&policy->max_depth, &policy->max_values, &policy->max_elements, &policy->max_string};
    if (which < COUNT_OF(words)) {
        *words[which] = (uint32_t)(most & UINT32_MAX);
    } else {
        policy->max_bytes = (size_t)most;
    }
}

static size_t accepted;

/* Each limit in turn, from nothing to all. */
static void raising_limits_accepts_more(const seeds *each, gdv_preset preset)
{
    static const char *const names[] = {"max_depth", "max_values", "max_elements", "max_string", "max_bytes"};
    for (uint32_t which = 0; which < COUNT_OF(names); which += 1) {
        gdv_policy policy = policy_with(preset, 0);
        gdv_status before = GDV_E_EMPTY;
        for (size_t step = 0; step < COUNT_OF(steps); step += 1) {
            set_limit(&policy, which, steps[step]);
            gdv_status now = verdict_of(each->bytes.bytes, each->bytes.size, each->dialect, &policy).code;
            if (before == GDV_OK && now != GDV_OK) {
                cr_expect_fail("%s: %s of %zu refuses with %s", each->name, names[which], (size_t)steps[step],
                               gdv_status_name(now));
            }
            accepted += now == GDV_OK ? 1 : 0;
            before = now;
        }
    }
}

Test(limits, raising_a_limit_never_turns_accept_into_refuse)
{
    accepted = 0;
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            if (each.bytes.size <= 1024) {
                raising_limits_accepts_more(&each, each.row % 2 == 0 ? GDV_POLICY_STRICT : GDV_POLICY_ENGINE);
            }
        }
    }
    cr_assert_geq(accepted, 10000, "%zu accepted", accepted);
}
