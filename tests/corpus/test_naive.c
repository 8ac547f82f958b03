/* SPDX-License-Identifier: MIT */
/* The naive decoder against everything that did not come from us: what the corpus states of packets, from the wire
 * reference and from real engines. The fuzz target `differential` believes it, so it has to be right without the
 * library: nothing here asks gdv for a verdict. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/naive.h"
#include "tests/support/corpus.h"
#include "tests/support/type_ids.h"

#define G2 GDV_DIALECT_GODOT2
#define G3 GDV_DIALECT_GODOT3
#define P40 GDV_DIALECT_PANDEMONIUM_40
#define G42 GDV_DIALECT_GODOT4_0
#define G44 GDV_DIALECT_GODOT4_4

static naive_verdict read_packet(const packet *bytes, gdv_dialect dialect, const gdv_policy *policy)
{
    return naive_read(bytes->bytes, bytes->size, dialect, policy);
}

/* ---- verdicts of the corpus ---- */

enum { WHY = 6 };

/* The misreading's name, with which the reason opens. */
static bool names_misreading(const char *why, gdv_misread misread)
{
    static const char *const names[] = {
#define MISREAD_NAME(name, sentence) #name,
        GDV_MISREAD_LIST(MISREAD_NAME)
#undef MISREAD_NAME
    };
    size_t length = strlen(names[misread]);
    return strncmp(why, names[misread], length) == 0 && strchr(" :,;", why[length]) != NULL;
}

static size_t manifest_holds(const char *folder)
{
    size_t packets = 0;
    malformed each = malformed_of(folder);
    while (malformed_next(&each)) {
        naive_verdict said = read_packet(&each.bytes, each.dialect, &each.policy);
        cr_assert_eq(said.code, each.code, "%s: %s at %zu", each.name, gdv_status_name(said.code), (size_t)said.offset);
        cr_assert_eq(said.offset, each.offset, "%s: %s at %zu", each.name, gdv_status_name(said.code),
                     (size_t)said.offset);
        cr_assert_eq(said.need, each.need, "%s: needs %zu", each.name, (size_t)said.need);
        cr_assert(said.code != GDV_E_ENGINE_MISREADS ||
                      names_misreading(table_cell(&each.rows, each.row - 1, WHY), said.misread),
                  "%s: misreading %d", each.name, (int)said.misread);
        packets += 1;
        naive_free(&said);
    }
    return packets;
}

Test(naive, refuses_the_malformed_corpus_as_its_manifest_says)
{
    size_t packets = manifest_holds("corpus/malformed");
    cr_assert_geq(packets, 1000, "%zu packets", packets);
}

Test(naive, says_of_packets_that_once_broke_gdv_what_their_manifest_says)
{
    size_t packets = manifest_holds("corpus/regress");
    cr_assert_geq(packets, 1, "%zu packets", packets);
}

static void seeds_hold(gdv_dialect dialect)
{
    gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
    size_t packets = 0;
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        naive_verdict said = read_packet(&each.bytes, dialect, &strict);
        gdv_status owed = strcmp(each.strict, "ok") == 0 ? GDV_OK : status_from_text(each.strict);
        cr_assert_eq(said.code, owed, "%s: %s at %zu", each.name, gdv_status_name(said.code), (size_t)said.offset);
        cr_assert_eq(said.used, owed == GDV_OK ? each.bytes.size : 0, "%s: %zu used", each.name, (size_t)said.used);
        packets += 1;
        naive_free(&said);
    }
    cr_assert_geq(packets, 50, "%zu seeds of %s", packets, dialect_rows[dialect].name);
}

TEST_EACH_DIALECT(naive_says_of_a_seed_what_its_source_says, seeds_hold)

/* ---- verdicts of engines ---- */

enum { NAME, VERDICT, USED, HEX, COLUMNS };
enum { OF_DIALECT, OF_NAME, CODE, REASON, EXCEPTION_COLUMNS };

static gdv_status excepted(const table *exceptions, const char *dialect, const char *name)
{
    for (size_t row = 0; row < exceptions->rows; row += 1) {
        if (strcmp(table_cell(exceptions, row, OF_DIALECT), dialect) == 0 &&
            strcmp(table_cell(exceptions, row, OF_NAME), name) == 0) {
            return status_from_text(table_cell(exceptions, row, CODE));
        }
    }
    return GDV_OK;
}

static void agrees_with_engine(gdv_dialect dialect)
{
    char path[128];
    const char *name = dialect_rows[dialect].name;
    snprintf(path, sizeof path, "corpus/verdicts/%s.tsv", name);
    table rows = table_read(path, COLUMNS);
    table exceptions = table_read("corpus/verdicts/exceptions.tsv", EXCEPTION_COLUMNS);
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, 0);

    cr_assert_gt(rows.rows, 2000, "verdicts of %s", name);
    for (size_t row = 0; row < rows.rows; row += 1) {
        const char *what = table_cell(&rows, row, NAME);
        packet bytes = packet_from_hex(table_cell(&rows, row, HEX));
        naive_verdict said = read_packet(&bytes, dialect, &engine);
        bool accepted = strcmp(table_cell(&rows, row, VERDICT), "reject") != 0;
        gdv_status exception = excepted(&exceptions, name, what);
        if (exception != GDV_OK) {
            cr_assert_eq(said.code, exception, "%s: %s", what, gdv_status_name(said.code));
        } else {
            cr_assert_eq(said.code == GDV_OK, accepted, "%s: %s, the engine %s", what, gdv_status_name(said.code),
                         table_cell(&rows, row, VERDICT));
        }
        if (said.code == GDV_OK) {
            cr_assert_eq(said.used, strtoull(table_cell(&rows, row, USED), NULL, 10), "%s: used %zu", what,
                         (size_t)said.used);
        }
        naive_free(&said);
        packet_free(&bytes);
    }
    table_free(&exceptions);
    table_free(&rows);
}

Test(naive, agrees_with_godot_3_2_3)
{
    agrees_with_engine(G3);
}

Test(naive, agrees_with_godot_4_2_3)
{
    agrees_with_engine(G42);
}

Test(naive, agrees_with_godot_4_4)
{
    agrees_with_engine(G44);
}

Test(naive, agrees_with_pandemonium_5)
{
    agrees_with_engine(P40);
}

/* ---- types, limits ---- */

static void every_type_is_read(gdv_dialect dialect)
{
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, 0);
    gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
    for (uint32_t id = 0; id < dialect_rows[dialect].count; id += 1) {
        const type_row *row = &dialect_rows[dialect].types[id];
        packet bytes = packet_from_hex(row->packet);
        naive_verdict said = read_packet(&bytes, dialect, &engine);
        cr_assert_eq(said.code, row->engine, "%s: %s", row->name, gdv_status_name(said.code));
        cr_assert(said.code != GDV_OK || said.root->type == row->type, "%s is read as another type", row->name);
        naive_free(&said);
        said = read_packet(&bytes, dialect, &strict);
        cr_assert_eq(said.code, row->strict, "%s: %s", row->name, gdv_status_name(said.code));
        naive_free(&said);
        packet_free(&bytes);
    }
}

TEST_EACH_DIALECT(naive_reads_every_type, every_type_is_read)

Test(naive, refuses_what_is_over_a_limit_and_nothing_at_it)
{
    /* [["abc", nil]]: depth 2, four values, two elements, a text of three bytes, 32 bytes */
    packet bytes = packet_from_hex("13000000 01000000 13000000 02000000 04000000 03000000 61626300 00000000");
    const struct {
        gdv_status code;
        size_t offset;
        uint32_t bytes, depth, values, elements, string;
    } rows[] = {
        {GDV_OK, 0, 32, 2, 4, 2, 3},
        {GDV_E_LIMIT_BYTES, 0, 31, 2, 4, 2, 3},
        {GDV_E_LIMIT_DEPTH, 8, 32, 1, 4, 2, 3},
        {GDV_E_LIMIT_VALUES, 28, 32, 2, 3, 2, 3},
        {GDV_E_LIMIT_ELEMENTS, 12, 32, 2, 4, 1, 3},
        {GDV_E_LIMIT_STRING, 20, 32, 2, 4, 2, 2},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.max_bytes = rows[row].bytes;
        policy.max_depth = rows[row].depth;
        policy.max_values = rows[row].values;
        policy.max_elements = rows[row].elements;
        policy.max_string = rows[row].string;
        naive_verdict said = read_packet(&bytes, G3, &policy);
        cr_assert_eq(said.code, rows[row].code, "row %zu: %s", row, gdv_status_name(said.code));
        cr_assert_eq(said.offset, rows[row].offset, "row %zu: at %zu", row, (size_t)said.offset);
        naive_free(&said);
    }
    packet_free(&bytes);
}

/* ---- values ---- */

static bool text_is(naive_text text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.bytes, expected, text.size) == 0;
}

/* Worked examples of the wire reference, section 12. */
Test(naive, reads_the_values_of_worked_examples)
{
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT);

    packet bytes = packet_from_hex("02000100 ffffff7f ffffffff");
    naive_verdict said = read_packet(&bytes, G3, &engine);
    cr_assert(said.code == GDV_OK && said.root->whole == -2147483649LL, "a wide int");
    naive_free(&said);
    packet_free(&bytes);

    bytes =
        packet_from_hex("0c000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041");
    said = read_packet(&bytes, G3, &engine);
    cr_assert(said.code == GDV_OK && said.root->rows == 1 && said.root->components == 9, "a Basis has nine numbers");
    cr_assert(said.root->numbers[1] == 0x40800000u && said.root->numbers[8] == 0x41100000u, "row by row: 4 is second");
    naive_free(&said);
    packet_free(&bytes);

    bytes = packet_from_hex("0f000000 02000080 02000000 00000000 02000000 61620041 02000000 6364c040 02000000 65662041 "
                            "02000000 67684041");
    said = read_packet(&bytes, G3, &engine);
    cr_assert(said.code == GDV_OK && said.root->names == 2 && said.root->subnames == 2 && !said.root->absolute,
              "ab/cd:ef:gh");
    cr_assert(text_is(said.root->texts[0], "ab") && text_is(said.root->texts[3], "gh"), "ab/cd:ef:gh");
    naive_free(&said);
    packet_free(&bytes);

    bytes = packet_from_hex("10000000 00000080 00000000 02000000 01000000 61000000");
    said = read_packet(&bytes, G2, &engine);
    cr_assert(said.code == GDV_OK && said.root->property && said.root->names == 0 && said.root->text_count == 1,
              "a path of a property alone");
    naive_free(&said);
    packet_free(&bytes);

    bytes = packet_from_hex("1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000");
    said = read_packet(&bytes, G44, &engine);
    cr_assert(said.code == GDV_OK && said.root->count == 1, "Dictionary[int, String]");
    cr_assert(said.root->elements.type == GDV_TYPE_INT && said.root->values.type == GDV_TYPE_STRING, "its types");
    cr_assert(said.root->children[0].whole == 1 && text_is(said.root->children[1].texts[0], "a"), "{1: \"a\"}");
    naive_free(&said);
    packet_free(&bytes);

    bytes =
        packet_from_hex("11000000 09000000 52656665 72656e63 65000000 01000000 06000000 73637269 70740000 00000000");
    said = read_packet(&bytes, G3, &engine);
    cr_assert(said.code == GDV_OK && said.root->container && text_is(said.root->texts[0], "Reference"), "an object");
    cr_assert(said.root->count == 1 && text_is(said.root->property_names[0], "script"), "its property");
    naive_free(&said);
    packet_free(&bytes);

    /* EB-13: what follows the three components is w, and the next value too */
    bytes = packet_from_hex("1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000");
    said = read_packet(&bytes, P40, &engine);
    cr_assert(said.code == GDV_OK && said.used == 32 && said.root->children[1].whole == 2, "w is an int's header");
    naive_free(&said);
    packet_free(&bytes);

    bytes = packet_from_hex("15000000 02000080 04000000 02000000 6161fabf 04000000 02000000 6262cf01");
    said = read_packet(&bytes, G2, &engine);
    cr_assert(said.code == GDV_OK && said.root->shared && text_is(said.root->children[1].texts[0], "bb"), "shared");
    naive_free(&said);
    packet_free(&bytes);
}

/* ---- keys ---- */

/* Two keys with a nil each, and whether engines take them for one: section 7, the [RUN] rows of 12.2, and what 4.2 to
 * 4.6 do with names and dictionaries. */
Test(naive, takes_for_one_the_keys_that_engines_take_for_one)
{
    const struct {
        const char *what;
        gdv_dialect dialect;
        const char *one, *other;
        bool same;
    } rows[] = {
        {"an int in both widths", G3, "02000000 01000000", "02000100 01000000 00000000", true},
        {"1 and 1.0", G3, "02000000 01000000", "03000000 0000803f", false},
        {"true and 1", G3, "01000000 01000000", "02000000 01000000", false},
        {"true sent as 1 and as 2", G3, "01000000 01000000", "01000000 02000000", true},
        {"0.0 and -0.0", G3, "03000000 00000000", "03000000 00000080", true},
        {"NaN and another NaN", G3, "03000100 00000000 0000f87f", "03000100 01000000 0000f87f", true},
        {"[] and []", G3, "13000000 00000000", "13000000 00000000", true},
        {"[1] and [2]", G3, "13000000 01000000 02000000 01000000", "13000000 01000000 02000000 02000000", false},
        {"{} and {}", G3, "12000000 00000000", "12000000 00000000", false},
        {"{} and {} of Godot 4", G42, "1b000000 00000000", "1b000000 00000000", true},
        {"NodePath / and the empty one", G3, "0f000000 00000080 00000000 01000000",
         "0f000000 00000080 00000000 00000000", true},
        {"the same where the engine keeps the flag", G44, "16000000 00000080 00000000 01000000",
         "16000000 00000080 00000000 00000000", false},
        {"null objects", G3, "11000100 00000000 00000000", "11000100 00000000 00000000", true},
        {"objects of one id", G3, "11000100 05000000 00000000", "11000100 05000000 00000000", false},
        {"text before and after a NUL", G3, "04000000 03000000 61006200", "04000000 01000000 61000000", true},
        {"text with and without a byte order mark", G3, "04000000 04000000 efbbbf61", "04000000 01000000 61000000",
         true},
        {"String and StringName", G44, "04000000 01000000 61000000", "15000000 01000000 61000000", true},
        {"String and StringName of Pandemonium", P40, "04000000 01000000 61000000", "18000000 01000000 61000000",
         false},
        {"String and StringName in arrays", G44, "1c000000 01000000 04000000 01000000 61000000",
         "1c000000 01000000 15000000 01000000 61000000", false},
        {"String and StringName as keys in keys", G44, "1b000000 01000000 04000000 01000000 61000000 00000000",
         "1b000000 01000000 15000000 01000000 61000000 00000000", true},
        {"String and StringName as values in keys", G44, "1b000000 01000000 00000000 04000000 01000000 61000000",
         "1b000000 01000000 00000000 15000000 01000000 61000000", false},
        {"a vector in both widths", G44, "05000000 0000803f 00000040", "05000100 00000000 0000f03f 00000000 00000040",
         true},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        char hex[512];
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
        policy.permit &= ~(uint32_t)GDV_PERMIT_DUPLICATE_KEYS;
        packet one = packet_from_hex(rows[row].one);
        snprintf(hex, sizeof hex, "%02x000000 02000000 %s 00000000 %s 00000000",
                 (unsigned)row_of(rows[row].dialect, GDV_TYPE_DICTIONARY)->id, rows[row].one, rows[row].other);
        packet bytes = packet_from_hex(hex);
        naive_verdict said = read_packet(&bytes, rows[row].dialect, &policy);
        cr_assert_eq(said.code, rows[row].same ? GDV_E_DUPLICATE_KEY : GDV_OK, "%s: %s at %zu", rows[row].what,
                     gdv_status_name(said.code), (size_t)said.offset);
        cr_assert_eq(said.offset, rows[row].same ? 12 + one.size : 0, "%s: at %zu", rows[row].what,
                     (size_t)said.offset);
        naive_free(&said);
        packet_free(&bytes);
        packet_free(&one);
    }
}
