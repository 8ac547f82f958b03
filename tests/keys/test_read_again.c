/* SPDX-License-Identifier: MIT */
/* Keys are read again to be compared (lib/keys/key_normalize.h), with all the checks of the first time: what a reader has only seen
 * the header of may end anywhere, whatever lies in memory after it. Promise 1. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/keys/key_normalize.h"
#include "tests/support/parsed.h"

#define INT(digit) "02000000 0" #digit "000000 "

/* {key: 5} of Godot 3. */
static gdv_value dictionary_with(parsed *made, const char *key)
{
    char hex[256] = "12000000 01000000 ";
    strcat(hex, key);
    strcat(hex, INT(5));
    return parsed_hex(made, "godot3", "strict", hex);
}

/* The key as a reader has it after its header, where the packet's first `size` bytes are all that it was told of. */
static bool is_found_when_cut(gdv_value dictionary, const packet *key, size_t size)
{
    gdv_reader reader;
    gdv_event event;
    uint8_t scratch[64];
    cr_assert_eq(gdv_reader_init(&reader, key->bytes, size, GDV_DIALECT_GODOT3, NULL, scratch, sizeof scratch), GDV_OK);
    cr_assert_eq(gdv_reader_next(&reader, &event), GDV_OK, "%zu bytes", size);
    cr_assert_eq(event.kind, GDV_EVENT_BEGIN, "%zu bytes", size);
    return gdv_int_or(gdv_get_value(dictionary, event.value), 0, 9, -1) == 5;
}

/* The bytes that are missing follow in memory, so whoever reads too far finds the key. */
Test(read_again, a_key_that_ends_too_early_is_none_whatever_follows_in_memory)
{
    static const struct {
        const char *hex;
        size_t shortest; /* that passes as a header with so many elements */
    } keys[] = {
        {"13000000 01000000 14000000 04000000 01020304", 12},
        {"13000000 01000000 04000000 04000000 61626364", 12},
        {"13000000 02000000 " INT(1) INT(1), 16},
        {"13000000 03000000 00000000 00000000 00000000", 20},
        {"13000000 01000000 13000000 01000000 " INT(1), 12},
    };
    for (size_t row = 0; row < sizeof keys / sizeof keys[0]; row += 1) {
        parsed made;
        gdv_value dictionary = dictionary_with(&made, keys[row].hex);
        packet key = packet_from_hex(keys[row].hex);
        for (size_t size = keys[row].shortest; size < key.size; size += 1) {
            cr_expect(!is_found_when_cut(dictionary, &key, size), "%s, %zu bytes", keys[row].hex, size);
        }
        cr_expect(is_found_when_cut(dictionary, &key, key.size), "%s, whole", keys[row].hex);
        packet_free(&key);
        parsed_free(&made);
    }
}

Test(read_again, the_row_of_a_header_is_that_of_its_type_and_always_in_the_table)
{
    for (int dialect = 0; dialect < (int)GDV_DIALECT_COUNT; dialect += 1) {
        const gdv_wire_table *wire_table = &gdv_wire_tables[dialect];
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
        uint8_t bytes[4] = {0, 0, wire_table->id_mask == 0xffu ? 1 : 0, 0}; /* a flag, where there are flags */
        gdv_scan scan;
        cr_assert_eq(gdv_scan_start(&scan, bytes, sizeof bytes, wire_table, &policy), GDV_OK);
        for (uint32_t id = 0; id < 256; id += 1) {
            bytes[0] = (uint8_t)id;
            const gdv_wire_row *row = gdv_row_again(&scan, 0);
            if (id < wire_table->count) {
                cr_expect_eq(row, &wire_table->types[id], "dialect %d, id %u", dialect, id);
            } else { /* memory that changed */
                cr_expect(row >= wire_table->types && row < wire_table->types + wire_table->count, "dialect %d, id %u",
                          dialect, id);
            }
        }
    }
}
