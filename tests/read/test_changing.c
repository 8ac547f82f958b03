/* SPDX-License-Identifier: MIT */
/* A packet that changes while it is read, deterministically: before any one read of its bytes, each word of it is made
 * any of some values that lie, for the rest of the call or for the next few reads alone. Over //tests:gdv_changing, which
 * calls gdv_before_read. Whatever is said of such a packet, all reads stay inside it, all that is given lies inside it,
 * and every call ends (fuzz/support/everything.c). Promise 1, and the paragraph of SECURITY.md on what is trusted. */
#include "tests/support/changing.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/everything.h"
#include "tests/support/support.h"

/* What is done to the packet: before read number `when`, `word` is stored at `at`; `lasts` reads later, or never where
 * that is 0, what stood there is back. */
typedef struct change {
    uint8_t *bytes;
    uint64_t reads;
    uint64_t when;
    uint64_t lasts;
    size_t at;
    uint32_t word;
    uint8_t before[4];
} change;

static change now;

static void store(uint8_t *bytes, uint32_t word)
{
    for (uint32_t index = 0; index < 4; index += 1) {
        bytes[index] = (uint8_t)(word >> (8 * index) & 0xffu);
    }
}

void gdv_before_read(const gdv_cursor *in)
{
    if (in->bytes != now.bytes) {
        return; /* of another packet, or a path */
    }
    if (now.reads == now.when) {
        memcpy(now.before, now.bytes + now.at, sizeof now.before);
        store(now.bytes + now.at, now.word);
    } else if (now.lasts > 0 && now.reads > now.when && now.reads - now.when == now.lasts) {
        memcpy(now.bytes + now.at, now.before, sizeof now.before);
    }
    now.reads += 1;
}

/* Packets in which something is read again by somebody; small, because all their words are changed before all reads. */
#define AB "04000000 02000000 61620000 "
#define NIL "00000000 "
static const struct {
    const char *dialect;
    const char *policy;
    gdv_status code; /* as it is, unchanged */
    const char *hex;
} rows[] = {
    /* equal keys: texts, numbers, strings, paths, arrays, signals, and so many texts that it takes digests */
    {"godot4.4", "strict", GDV_E_DUPLICATE_KEY, "1b000000 02000000 " AB NIL AB NIL},
    {"godot4.4", "strict", GDV_E_DUPLICATE_KEY, "1b000000 04000000 " AB NIL AB NIL AB NIL AB NIL},
    {"godot4.4", "engine", GDV_OK, "1b000000 02000000 " AB NIL AB NIL},
    {"godot4.4", "strict+wide", GDV_E_DUPLICATE_KEY,
     "1b000000 02000000 02000100 01000000 00000000 " NIL "02000000 01000000 " NIL},
    {"godot4.4", "strict", GDV_E_DUPLICATE_KEY,
     "1b000000 02000000 22000000 01000000 02000000 61000000 " NIL "22000000 01000000 02000000 61000000 " NIL},
    {"godot4.4", "strict", GDV_E_DUPLICATE_KEY,
     "1b000000 02000000 16000000 01000080 00000000 01000000 01000000 61000000 " NIL
     "16000000 01000080 00000000 01000000 01000000 61000000 " NIL},
    {"godot4.4", "strict", GDV_E_DUPLICATE_KEY,
     "1b000000 02000000 1c000000 01000000 " AB NIL "1c000000 01000000 " AB NIL},
    {"godot4.4", "strict+signal", GDV_E_DUPLICATE_KEY,
     "1b000000 02000000 1a000000 01000000 61000000 01000000 00000000 " NIL
     "1a000000 01000000 61000000 01000000 00000000 " NIL},
    /* texts that are cut, and texts that are spelled otherwise */
    {"godot4.4", "strict+text-nul+text-bom", GDV_E_DUPLICATE_KEY,
     "1b000000 02000000 " AB NIL "04000000 06000000 efbbbf61 62000000 " NIL},
    {"godot3", "strict+text-utf8", GDV_OK, "04000000 04000000 f0828282"},
    {"godot3", "strict+text-utf8", GDV_OK, "13000000 01000000 04000000 05000000 edb0bd61 62000000"},
    {"godot4.4", "strict", GDV_OK,
     "1c000000 01000000 04000000 16000000 c3a9c3a9 c3a9c3a9 c3a9c3a9 c3a9c3a9 c3a9c3a9 c3a90000"},
    /* strings, paths of both forms, declared types and classes, objects, signals */
    {"godot4.4", "strict", GDV_OK, "22000000 02000000 02000000 61000000 03000000 62630000"},
    {"godot4.4", "engine", GDV_OK, "16000000 01000080 01000000 01000000 01000000 61000000 01000000 62000000"},
    {"godot2", "engine", GDV_OK, "10000000 01000080 00000000 03000000 01000000 61000000 01000000 70000000"},
    {"godot3.0", "engine", GDV_OK, "0f000000 00000000"},
    {"godot2", "engine", GDV_OK, "10000000 02000000 6162"},
    {"godot4.4", "strict", GDV_OK, "1c000100 02000000 01000000 02000000 00000000"},
    {"godot4.4", "strict", GDV_OK, "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000"},
    {"godot4.4", "strict+object", GDV_OK, "1c000200 04000000 4e6f6465 00000000"},
    {"pandemonium-40", "engine", GDV_OK, "1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000"},
    {"godot4.4", "strict+object", GDV_OK, "18000000 04000000 4e6f6465 01000000 01000000 61000000 02000000 05000000"},
    {"godot4.4", "strict+signal", GDV_OK, "1a000000 02000000 68690000 08050000 00000000"},
    /* images and input events of Godot 2, bytes, numbers */
    {"godot2", "strict", GDV_OK, "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff"},
    {"godot2", "strict", GDV_OK, "13000000 01000000 00000000 14000000 00000002 41000000"},
    /* and as keys, where Godot 2 has its own mind of what is equal */
    {"godot2", "strict", GDV_OK,
     "14000000 02000000 0f000000 04000000 00000000 01000000 01000000 04000000 010203ff " NIL
     "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff " NIL},
    {"godot2", "strict", GDV_E_DUPLICATE_KEY,
     "14000000 02000000 13000000 01000000 00000000 14000000 00000002 41000000 " NIL
     "13000000 01000000 00000000 14000000 00000002 41000000 " NIL},
    {"godot2", "strict", GDV_E_DUPLICATE_KEY,
     "14000000 02000000 10000000 01000080 00000000 02000000 01000000 61000000 00000000 " NIL
     "10000000 01000080 00000000 00000000 01000000 61000000 " NIL},
    {"godot2", "engine", GDV_OK, "15000000 02000080 02000000 01000000 02000000 02000000"},
    {"godot4.4", "strict", GDV_OK, "1c000000 02000000 1d000000 03000000 01020300 02000000 05000000"},
    {"godot4.4", "strict", GDV_OK,
     "1c000000 03000000 02000000 01000000 05000000 0000803f 00000040 04000000 01000000 61000000"},
};

static const uint32_t words[] = {0,           1,           2,          3,           4,           0x0000001c,
                                 0x0000001b,  0x00000004,  0x00010002, 0x7ffffff0u, 0x7fffffffu, 0x80000001u,
                                 0xfffffff0u, 0x80808080u, 0x00000022, 0x00000016,  0xf9f9f9f9u, 0x00000010};

/* One reading by one entrance, of a fresh copy in a block of exactly its size. Returns how many reads there were. */
static uint64_t read_changing(const packet *from, gdv_dialect dialect, const gdv_policy *policy, entrance by,
                              change what)
{
    reading of;
    memset(&of, 0, sizeof of);
    uint8_t *bytes = fresh(from->bytes, from->size);
    of.bytes = bytes;
    of.size = from->size;
    of.dialect = dialect;
    of.policy = *policy;
    of.scratch_size = gdv_scratch_bound(from->size);
    of.scratch = fresh(NULL, of.scratch_size);
    now = what;
    now.bytes = bytes;
    use_everything(&of, bytes, by);
    now.bytes = NULL;
    free(of.scratch);
    free(bytes);
    return now.reads;
}

/* Before each read, each word. `lasts` is 0, or the reads until all is as before. */
static uint64_t change_each(const packet *from, gdv_dialect dialect, const gdv_policy *policy, entrance by,
                            uint64_t lasts)
{
    change what = {.when = UINT64_MAX, .lasts = lasts};
    uint64_t all = read_changing(from, dialect, policy, by, what);
    uint64_t most = 0;
    for (what.when = 0; what.when < all; what.when += 1) {
        for (what.at = 0; what.at + 4 <= from->size; what.at += 4) {
            for (size_t word = 0; word < sizeof words / sizeof words[0]; word += 1) {
                what.word = words[word];
                uint64_t reads = read_changing(from, dialect, policy, by, what);
                most = reads > most ? reads : most;
            }
        }
    }
    return most;
}

/* The test must not pass where nothing calls it. */
Test(changing, the_library_asks_before_it_reads)
{
    packet small = packet_from_hex("02000000 05000000");
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    change none = {.when = UINT64_MAX};
    for (int by = 0; by < (int)ENTRANCES; by += 1) {
        cr_expect(read_changing(&small, GDV_DIALECT_GODOT4_4, &policy, (entrance)by, none) >= 1, "entrance %d", by);
    }
    packet_free(&small);
}

static void change_rows(entrance by)
{
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        packet from = packet_from_hex(rows[row].hex);
        gdv_policy policy = policy_from_text(rows[row].policy);
        verdict whole = verdict_of(from.bytes, from.size, dialect_from_text(rows[row].dialect), &policy);
        cr_expect_eq(whole.code, rows[row].code, "%s: %s", rows[row].hex, gdv_status_name(whole.code));
        for (uint64_t lasts = 0; lasts < 3; lasts += 1) {
            uint64_t most = change_each(&from, dialect_from_text(rows[row].dialect), &policy, by, lasts);
            cr_expect(most < 200 * (uint64_t)from.size, "%s: %u reads", rows[row].hex, (unsigned)most);
        }
        packet_free(&from);
    }
}

Test(changing, validate_stays_inside_whatever_changes_when)
{
    change_rows(ENTRANCE_VALIDATE);
}

Test(changing, a_document_and_its_getters_stay_inside_whatever_changes_when)
{
    change_rows(ENTRANCE_DOCUMENT);
}

Test(changing, a_reader_and_its_getters_stay_inside_whatever_changes_when)
{
    change_rows(ENTRANCE_READER);
}

Test(changing, canonicalize_stays_inside_whatever_changes_when)
{
    change_rows(ENTRANCE_CANON);
    change_rows(ENTRANCE_CANON_IN_PLACE);
}

Test(changing, values_in_a_row_stay_inside_whatever_changes_when)
{
    change_rows(ENTRANCE_SEVERAL);
}

/* Each command that has something to be read twice: paths, names, ids, sizes, values. */
Test(changing, a_message_stays_inside_whatever_changes_when)
{
    static const struct {
        gdv_dialect dialect;
        const char *hex;
    } messages[] = {
        {GDV_DIALECT_GODOT3, "00 11000080 6d3100 01 02000000 05000000 4d61696e00"},
        {GDV_DIALECT_GODOT3, "01 01000000 687000 04000000 02000000 68690000"},
        {GDV_DIALECT_GODOT3, "02 07000000 4d61696e2f44656570 00"},
        {GDV_DIALECT_GODOT4_4, "20 09000080 03 01 0205 4d61696e00"},
        {GDV_DIALECT_GODOT4_4, "80 01 01 616263"},
        {GDV_DIALECT_GODOT4_4, "00 01 01 01 1b000000 02000000 02000000 01000000 00000000 02000000 02000000 00000000"},
        {GDV_DIALECT_GODOT4_4, "04 00 01000000 01000000 02000000 02000000 02000000 03000000 6100 81"},
        {GDV_DIALECT_GODOT4_4, "06 0100 02000000 03000000 81 0205 03000000 01000000 01"},
        {GDV_DIALECT_GODOT4_4, "16 02000000 0300000000000000 03000000 81 0205"},
        {GDV_DIALECT_GODOT4_4, "07 03 05000000 20 09000080 03 01 0205 4d61696e00"},
    };
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    for (size_t row = 0; row < sizeof messages / sizeof messages[0]; row += 1) {
        packet from = packet_from_hex(messages[row].hex);
        for (uint64_t lasts = 0; lasts < 3; lasts += 1) {
            uint64_t most = change_each(&from, messages[row].dialect, &policy, ENTRANCE_MESSAGE, lasts);
            cr_expect(most > 0 && most < 200 * (uint64_t)from.size, "%s: %u reads", messages[row].hex, (unsigned)most);
        }
        packet_free(&from);
    }
}
