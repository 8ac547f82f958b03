/* SPDX-License-Identifier: MIT */
/* Claims about the canonical form of what the strict policy accepts: the packet itself, but for padding, which becomes
 * zero. What engines leave in padding is in the rows as the wire reference shows it (sections 6.2, 12.1, 12.4; EB-01,
 * EB-02). Then for every seed, and for the smallest output that could leak. */
#include <criterion/criterion.h>

#include <string.h>

#include "tests/support/canonical_check.h"
#include "tests/support/corpus.h"
#include "tests/support/type_ids.h"

/* The names of node paths are padded with whatever the buffer held, in every dialect (EB-01). */
static const canon_row node_paths[] = {
    {"'a' of Godot 3.2.3", "godot3", "strict", "0f000000 01000080 00000000 00000000 01000000 61560000",
     "0f000000 01000080 00000000 00000000 01000000 61000000"},
    {"'ab/cd:ef:gh' of Godot 3.2.3", "godot3", "strict",
     "0f000000 02000080 02000000 00000000 02000000 61620041 02000000 6364c040 02000000 65662041 02000000 67684041",
     "0f000000 02000080 02000000 00000000 02000000 61620000 02000000 63640000 02000000 65660000 02000000 67680000"},
    {"'x/yy' after a packet of letters", "godot3", "strict",
     "0f000000 02000080 00000000 00000000 01000000 784e4f50 02000000 79795758",
     "0f000000 02000080 00000000 00000000 01000000 78000000 02000000 79790000"},
    {"no padding", "godot3", "strict", "0f000000 01000080 00000000 01000000 04000000 726f6f74", NULL},
    {"nothing", "godot3", "strict", "0f000000 00000080 00000000 01000000", NULL},
    {"as key, value and element", "godot3", "strict",
     "12000000 01000000 0f000000 01000080 00000000 00000000 01000000 61010203 13000000 01000000 0f000000 00000080 "
     "01000000 00000000 03000000 706f73ff",
     "12000000 01000000 0f000000 01000080 00000000 00000000 01000000 61000000 13000000 01000000 0f000000 00000080 "
     "01000000 00000000 03000000 706f7300"},
    {"with a property", "godot2", "strict", "10000000 01000080 00000000 02000000 01000000 61010203 01000000 70040506",
     "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000"},
    {"Godot 3.0", "godot3.0", "strict", "0f000000 01000080 00000000 00000000 02000000 6162ffff",
     "0f000000 01000080 00000000 00000000 02000000 61620000"},
    {"Pandemonium 3.5", "pandemonium-33", "strict", "12000000 01000080 00000000 00000000 01000000 61ffffff",
     "12000000 01000080 00000000 00000000 01000000 61000000"},
    {"Pandemonium 5", "pandemonium-40", "strict", "15000000 01000080 00000000 00000000 01000000 61ffffff",
     "15000000 01000080 00000000 00000000 01000000 61000000"},
    {"Godot 4", "godot4.4", "strict", "16000000 01000080 00000000 01000000 01000000 61ffffff",
     "16000000 01000080 00000000 01000000 01000000 61000000"},
};

Test(canonical_node_path, keeps_all_but_the_padding_of_its_names)
{
    CHECK_CANON_ROWS(node_paths);
}

/* Godot 2 and 3.0 leave the padding of every text and byte array, Godot 3.1 that of byte arrays (EB-02). */
static const canon_row garbage[] = {
    {"[\"aa\", \"bb\"] of Godot 2.1", "godot2", "strict",
     "15000000 02000080 04000000 02000000 6161fabf 04000000 02000000 6262cf01",
     "15000000 02000080 04000000 02000000 61610000 04000000 02000000 62620000"},
    {"bytes of Godot 2", "godot2", "strict", "16000000 05000000 01020304 05aabbcc",
     "16000000 05000000 01020304 05000000"},
    {"strings of Godot 2", "godot2", "strict", "19000000 02000000 02000000 6100aabb 01000000 00ccddee",
     "19000000 02000000 02000000 61000000 01000000 00000000"},
    {"an image of Godot 2", "godot2", "strict", "0f000000 00000000 00000000 01000000 01000000 01000000 7faabbcc",
     "0f000000 00000000 00000000 01000000 01000000 01000000 7f000000"},
    {"no image", "godot2", "strict", "0f000000 00000000 00000000 00000000 00000000 00000000", NULL},
    {"a string of Godot 3.0", "godot3.0", "strict", "04000000 03000000 616263aa", "04000000 03000000 61626300"},
    {"strings of Godot 3.0", "godot3.0", "strict", "17000000 01000000 03000000 616200aa",
     "17000000 01000000 03000000 61620000"},
    {"bytes of Godot 3.0", "godot3.0", "strict", "14000000 02000000 4142aabb", "14000000 02000000 41420000"},
    {"bytes of Godot 3.1", "godot3", "strict", "14000000 01000000 41aabbcc", "14000000 01000000 41000000"},
    {"names and class of an object of Godot 3.0", "godot3.0", "strict+object",
     "11000000 03000000 4e6f64aa 02000000 01000000 61aabbcc 00000000 03000000 626364aa 04000000 01000000 65bbccdd",
     "11000000 03000000 4e6f6400 02000000 01000000 61000000 00000000 03000000 62636400 04000000 01000000 65000000"},
};

Test(canonical_text, of_old_engines_keeps_all_but_its_padding)
{
    CHECK_CANON_ROWS(garbage);
}

/* One of each form that strict accepts without a byte to change. */
static const canon_row unchanged[] = {
    {"bool", "godot3", "strict", "01000000 01000000", NULL},
    {"narrow int", "godot3", "strict", "02000000 ffffffff", NULL},
    {"wide int", "godot3", "strict", "02000100 00000080 00000000", NULL},
    {"wide int of Godot 3.0", "godot3.0", "strict", "02000100 05000000 00000000", NULL},
    {"narrow float", "godot3", "strict", "03000000 0000003f", NULL},
    {"wide float", "godot3", "strict", "03000100 9a999999 9999b93f", NULL},
    {"string", "godot3", "strict", "04000000 06000000 68c3a96c 6c6f0000", NULL},
    {"64-bit vector", "godot4.4", "strict", "05000100 00000000 0000f03f 00000000 00000040", NULL},
    {"64-bit vectors", "godot4.4", "strict", "23000100 01000000 00000000 0000f03f 00000000 00000040", NULL},
    {"64-bit ints", "godot4.4", "strict", "1f000000 01000000 ffffffff ffffffff", NULL},
    {"strings", "godot4.4", "strict", "22000000 02000000 04000000 61626300 05000000 74657374 00000000", NULL},
    {"Array[int]", "godot4.3", "strict", "1c000100 02000000 01000000 02000000 00000000", NULL},
    {"Dictionary[int, String]", "godot4.4", "strict",
     "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000", NULL},
    {"Array[Node], not full", "godot4.3", "strict+object-id",
     "1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 00000000", NULL},
    {"TypedArray of ints", "pandemonium-40", "strict", "1b000000 02000000 01000000 02000000 07000000", NULL},
    {"shared array of Godot 2", "godot2", "strict", "15000000 02000080 02000000 01000000 02000000 02000000", NULL},
    {"key event", "godot2", "strict", "13000000 01000000 00000000 14000000 00000002 41000000", NULL},
};

Test(canonical_form, of_a_canonical_packet_is_the_packet)
{
    CHECK_CANON_ROWS(unchanged);
}

/* Same size, and only bytes that were not zero become zero; canonical again it is the same. */
static void check_seed(const seeds *each)
{
    canonical_check once = canonical_check_from(each->bytes.bytes, each->bytes.size, each->dialect, NULL);
    cr_assert_str_eq(once.code == GDV_OK ? "ok" : gdv_status_name(once.code), each->strict, "%s", each->name);
    if (once.code == GDV_OK) {
        cr_assert_eq(once.made.size, each->bytes.size, "%s: of another size", each->name);
        for (size_t index = 0; index < once.made.size; index += 1) {
            cr_assert(once.made.bytes[index] == each->bytes.bytes[index] || once.made.bytes[index] == 0, "%s: byte %zu",
                      each->name, index);
        }
        canonical_check twice = canonical_check_from(once.made.bytes, once.made.size, each->dialect, NULL);
        cr_assert_eq(twice.code, GDV_OK, "%s, canonical: %s", each->name, gdv_status_name(twice.code));
        cr_assert_eq(twice.made.size, once.made.size, "%s: no fixed point", each->name);
        cr_assert_arr_eq(twice.made.bytes, once.made.bytes, once.made.size, "%s: no fixed point", each->name);
        canonical_check_free(&twice);
    }
    canonical_check_free(&once);
}

static void check_seeds(gdv_dialect dialect)
{
    size_t count = 0;
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        check_seed(&each);
        count += 1;
    }
    cr_assert_gt(count, 0, "no seed of %s", gdv_dialect_name(dialect));
}

TEST_EACH_DIALECT(every_seed_is_its_own_canonical_form_but_for_padding, check_seeds)
