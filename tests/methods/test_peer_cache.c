/* SPDX-License-Identifier: MIT */
/* What a peer has announced, kept without a schema: packets are those of docs/multiplayer-format.md, sections 2.1 to 2.3, 4.1 to
 * 4.8 and 9, or written from them by hand. */
#include <criterion/criterion.h>
#include <string.h>

#include <gdv/methods.h>

#include "tests/support/schema_text.h"

enum { NODES = 64, PATHS = 3, TEXT = 12, PEER = 77 };

typedef struct session {
    gdv_protocol protocol;
    gdv_cached_path paths[PATHS];
    char text[TEXT];
    gdv_peer_cache cache;
    packet bytes;
    gdv_node nodes[NODES];
    gdv_message message;
    gdv_message_report report;
} session;

static void begin(session *of, gdv_protocol protocol)
{
    memset(of, 0, sizeof *of);
    of->protocol = protocol;
    of->report.struct_size = sizeof of->report;
    cr_assert_eq(gdv_peer_cache_init(&of->cache, PEER, of->paths, PATHS, of->text, TEXT), GDV_OK);
}

static void end(session *of)
{
    packet_free(&of->bytes);
}

static void parse(session *of, const char *hex)
{
    packet_free(&of->bytes);
    of->bytes = packet_from_hex(hex);
    of->message = (gdv_message){.struct_size = sizeof of->message};
    cr_assert_eq(
        gdv_message_parse(of->protocol, of->bytes.bytes, of->bytes.size, NULL, of->nodes, NODES, &of->message, NULL),
        GDV_OK, "%s", hex);
}

static gdv_status says(session *of, const char *hex)
{
    parse(of, hex);
    return gdv_peer_cache_take(&of->cache, &of->message, &of->report);
}

static void passes(session *of, const char *hex)
{
    const gdv_status status = says(of, hex);
    cr_expect_eq(status, GDV_OK, "%s: %s", hex, gdv_status_name(status));
    cr_expect_eq(of->report.code, GDV_OK, "%s", hex);
    cr_expect_eq(of->report.command, GDV_COMMAND_NONE, "%s", hex);
}

/* With nothing entered. */
static void is_refused(session *of, const char *hex, gdv_status code)
{
    const gdv_peer_cache before = of->cache;
    const gdv_status status = says(of, hex);
    cr_expect_eq(status, code, "%s: %s", hex, gdv_status_name(status));
    cr_expect_eq(of->report.code, code, "%s", hex);
    cr_expect_eq(of->report.argument, -1, "%s", hex);
    cr_expect_eq(of->report.command, of->message.command, "%s", hex);
    cr_expect_eq(of->cache.count, before.count, "%s", hex);
    cr_expect_eq(of->cache.text_used, before.text_used, "%s", hex);
}

static void is_path(const session *of, uint32_t id, const char *expected)
{
    const gdv_text path = gdv_peer_cache_path(&of->cache, id);
    cr_assert_eq(path.bytes != NULL, expected != NULL, "%u", id);
    cr_expect_eq(path.size, expected == NULL ? 0 : strlen(expected), "%u: %zu", id, path.size);
    if (expected != NULL) {
        cr_expect_eq(strncmp(path.bytes, expected, path.size), 0, "%u", id);
    }
}

#define MAIN "4d61696e00"
#define DEEP "4465657000"
#define ANNOUNCES(id, path) "01 6434316438636439386630306232303465393830303939386563663834323765 00" id path
#define TO_3 "07 03 03000000"
#define TO_4 "07 03 04000000"
#define SPAWNS "04 00 03000000 01000000 01000000 03000000 02000000 613100 0201 05000000 0000803f 00000040"
#define SYNCS "06 0200 01000080 0e000000 0201 05000000 0000803f 00000040"
#define CHANGES "16 01000080 0300000000000000 0d000000 01 04000000 01000000 77000000"

Test(peer_cache, learns_paths_of_godot_3)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    is_refused(&of, "00 01000000 6d3100 01 04000000 06000000 746f20616c6c0000", GDV_E_RPC_NODE_ID);
    passes(&of, "02 01000000" MAIN);
    is_path(&of, 1, "Main");
    passes(&of, "00 01000000 6d3100 01 04000000 06000000 746f20616c6c0000");
    passes(&of, "01 01000000 687000 0200000064000000");
    is_refused(&of, "01 02000000 687000 0200000064000000", GDV_E_RPC_NODE_ID);
    passes(&of, "00 0d000080 6d3100 01 00000000" MAIN); /* by its path */
    is_refused(&of, "02 01000000" MAIN, GDV_E_RPC_ID_TWICE);
    passes(&of, "04 aa");
    passes(&of, "03" MAIN); /* a path that the server has announced */
    end(&of);
}

Test(peer_cache, learns_paths_of_godot_4)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3);
    is_refused(&of, "00 01 01 01 0205", GDV_E_RPC_NODE_ID);
    passes(&of, ANNOUNCES("01000000", MAIN));
    passes(&of, "00 01 01 01 0205");
    is_refused(&of, "00 02 01 01 0205", GDV_E_RPC_NODE_ID);
    passes(&of, "20 09000080 01 01 0205" MAIN);
    is_refused(&of, ANNOUNCES("01000000", DEEP), GDV_E_RPC_ID_TWICE);
    is_path(&of, 1, "Main");
    is_path(&of, 2, NULL);
    end(&of);
}

Test(peer_cache, spawners_and_synchronizers_are_announced_before)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3);
    passes(&of, ANNOUNCES("02000000", MAIN));
    is_refused(&of, SPAWNS, GDV_E_RPC_NODE_ID);
    is_refused(&of, SYNCS, GDV_E_RPC_NODE_ID);
    is_refused(&of, CHANGES, GDV_E_RPC_NODE_ID);
    is_refused(&of, TO_3 SPAWNS, GDV_E_RPC_NODE_ID);
    is_refused(&of, TO_3 SYNCS, GDV_E_RPC_NODE_ID);
    passes(&of, ANNOUNCES("01000000", "6200"));
    passes(&of, ANNOUNCES("03000000", "6100"));
    passes(&of, SPAWNS);
    passes(&of, SYNCS);
    passes(&of, CHANGES);
    passes(&of, TO_3 SPAWNS);
    passes(&of, TO_3 SYNCS);
    end(&of);
}

/* Net ids, and ids that the server has announced. */
Test(peer_cache, other_ids_are_no_paths_of_the_peer)
{
    static const char *const rows[] = {"06 0200 07000000 02000000 0207",
                                       "05 07000000",
                                       "02 01 07000000",
                                       "03 aa",
                                       "07 00 aa",
                                       TO_3 "03 aa",
                                       TO_3 "02 01 07000000"};
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        passes(&of, rows[row]);
    }
    cr_expect_eq(of.cache.count, 0);
    end(&of);
}

/* To each peer that it calls a sender announces a path, with the same id. */
Test(peer_cache, a_path_is_announced_to_each_peer)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3);
    passes(&of, TO_3 ANNOUNCES("05000000", MAIN));
    passes(&of, TO_4 ANNOUNCES("05000000", MAIN));
    passes(&of, ANNOUNCES("05000000", MAIN));
    is_refused(&of, ANNOUNCES("05000000", MAIN), GDV_E_RPC_ID_TWICE);
    is_refused(&of, TO_3 ANNOUNCES("05000000", DEEP), GDV_E_RPC_ID_TWICE);
    passes(&of, TO_3 ANNOUNCES("05000000", MAIN));
    passes(&of, TO_3 "00 05 01 01 0205");
    is_refused(&of, TO_3 "00 06 01 01 0205", GDV_E_RPC_NODE_ID);
    cr_expect_eq(of.cache.count, 1);
    end(&of);
}

Test(peer_cache, ids_may_come_in_any_order)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3);
    passes(&of, ANNOUNCES("05000000", MAIN));
    passes(&of, ANNOUNCES("ffffff7f", "6100"));
    passes(&of, ANNOUNCES("03000000", DEEP));
    is_path(&of, 3, "Deep");
    is_path(&of, 5, "Main");
    is_path(&of, 0x7fffffff, "a");
    end(&of);
}

Test(peer_cache, does_not_grow_beyond_its_paths)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    passes(&of, "02 01000000 6100");
    passes(&of, "02 02000000 6200");
    passes(&of, "02 03000000 6300");
    is_refused(&of, "02 04000000 6400", GDV_E_RPC_CACHE_FULL);
    is_refused(&of, "02 03000000 6300", GDV_E_RPC_ID_TWICE);
    is_path(&of, 3, "c");
    is_path(&of, 4, NULL);
    end(&of);
}

Test(peer_cache, does_not_grow_beyond_its_text)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    passes(&of, "02 01000000 61616161616161616161 00"); /* 10 of 12 */
    is_refused(&of, "02 02000000 616161 00", GDV_E_RPC_CACHE_FULL);
    passes(&of, "02 02000000 6161 00");
    is_refused(&of, "02 03000000 61 00", GDV_E_RPC_CACHE_FULL);
    end(&of);
}

Test(peer_cache, of_no_room_at_all_judges_ids)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    cr_assert_eq(gdv_peer_cache_init(&of.cache, PEER, NULL, 0, NULL, 0), GDV_OK);
    is_refused(&of, "02 01000000" MAIN, GDV_E_RPC_CACHE_FULL);
    is_refused(&of, "01 01000000 687000 0200000064000000", GDV_E_RPC_NODE_ID);
    passes(&of, "04 aa");
    end(&of);
}

/* What lay in its memory is nothing to it, whether it is filled or not. */
Test(peer_cache, begins_empty)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    memset(&of.cache, 0xa5, sizeof of.cache);
    cr_assert_eq(gdv_peer_cache_init(&of.cache, PEER, of.paths, PATHS, of.text, TEXT), GDV_OK);
    is_path(&of, 1, NULL);
    passes(&of, "02 01000000 61616161616161616161616100"); /* 12 of 12 */
    memset(&of.cache, 0xa5, sizeof of.cache);
    cr_assert_eq(gdv_peer_cache_init(&of.cache, 0, of.paths, PATHS, of.text, TEXT), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_take(&of.cache, &of.message, &of.report), GDV_E_BAD_ARGUMENT);
    end(&of);
}

/* No more room than there is, and all of it, but for what numbers of 32 bits do not count. Nothing is written there yet. */
Test(peer_cache, has_the_room_that_it_is_given)
{
    static const uint64_t sizes[] = {UINT32_MAX - 1, UINT32_MAX, UINT64_C(0x100000000), UINT64_C(0x100000001)};
    static struct {
        gdv_peer_cache cache;
        gdv_cached_path paths[1];
        char text[1];
    } of; /* the last is as large as it is said to be, for all that a library can know */
    static struct {
        gdv_peer_cache cache;
        char text[1];
        gdv_cached_path paths[1];
    } other;
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0] && sizeof(size_t) > 4; index += 1) {
        const uint64_t room = sizes[index] < UINT32_MAX ? sizes[index] : UINT32_MAX;
        const size_t size = (size_t)sizes[index];
        cr_assert_eq(gdv_peer_cache_init(&of.cache, PEER, of.paths, 1, of.text, size), GDV_OK);
        cr_expect_eq(of.cache.capacity, 1);
        cr_expect_eq(of.cache.text_size, room, "%u", of.cache.text_size);
        cr_assert_eq(gdv_peer_cache_init(&other.cache, PEER, other.paths, size, other.text, 1), GDV_OK);
        cr_expect_eq(other.cache.capacity, room, "%u", other.cache.capacity);
        cr_expect_eq(other.cache.text_size, 1);
    }
}

/* Of the id at fault, a RELAY counted (sections 2.1, 2.3, 4.1 to 4.8). */
Test(peer_cache, says_where_the_id_stands)
{
    static const struct {
        gdv_protocol protocol;
        const char *hex;
        uint64_t at;
    } rows[] = {
        {GDV_PROTOCOL_GODOT3, "00 02000000 6d3100 00", 1},
        {GDV_PROTOCOL_GODOT3, "01 02000000 687000 0200000064000000", 1},
        {GDV_PROTOCOL_GODOT3, "02 01000000" MAIN, 1},
        {GDV_PROTOCOL_GODOT3, "02 02000000" MAIN, 1},
        {GDV_PROTOCOL_GODOT4_3, "00 02 01 01 0205", 1},
        {GDV_PROTOCOL_GODOT4_3, TO_3 "80 02 01", 7},
        {GDV_PROTOCOL_GODOT4_3, SPAWNS, 2},
        {GDV_PROTOCOL_GODOT4_3, TO_3 SPAWNS, 8},
        {GDV_PROTOCOL_GODOT4_3, "06 0200 01000080 02000000 0207 02000080 02000000 0207", 13},
        {GDV_PROTOCOL_GODOT4_3, "16 02000080 0100000000000000 02000000 0207", 1},
        {GDV_PROTOCOL_GODOT4_3, ANNOUNCES("01000000", MAIN), 34},
        {GDV_PROTOCOL_GODOT4_3, TO_3 ANNOUNCES("01000000", DEEP), 40},
        {GDV_PROTOCOL_GODOT4_3, ANNOUNCES("02000000", DEEP), 34},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        session of;
        begin(&of, rows[row].protocol);
        cr_assert_eq(gdv_peer_cache_init(&of.cache, PEER, of.paths, 1, of.text, TEXT), GDV_OK);
        passes(&of, rows[row].protocol == GDV_PROTOCOL_GODOT3 ? "02 01000000" MAIN : ANNOUNCES("01000000", MAIN));
        cr_expect_neq(says(&of, rows[row].hex), GDV_OK, "%s", rows[row].hex);
        cr_expect_eq(of.report.offset, rows[row].at, "%s: %u", rows[row].hex, (unsigned)of.report.offset);
        end(&of);
    }
}

/* A path that was learnt without a schema has no script to be called. */
Test(peer_cache, gives_a_schema_nothing_to_call)
{
    gdv_match match = {.struct_size = sizeof match};
    schema_text made = schema_from_text("script M at \"Main\"\nrpc func m1(a: Variant) any_peer", GDV_DIALECT_GODOT3);
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    passes(&of, "02 01000000" MAIN);
    passes(&of, "00 01000000 6d3100 01 00000000");
    cr_expect_eq(gdv_message_check(&made.schema, &of.cache, &of.message, NULL, &match, NULL), GDV_E_RPC_NODE);
    schema_free(&made);
    end(&of);
}

/* And so it is when it is announced again, to another peer: with the checksum of no methods. */
Test(peer_cache, keeps_a_path_without_a_script)
{
    gdv_match match = {.struct_size = sizeof match};
    schema_text made = schema_from_text("script M at \"Main\"\nrpc func m1(a: Variant) any_peer",
                                        gdv_protocol_dialect(GDV_PROTOCOL_GODOT4_3));
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3);
    passes(&of, TO_3 ANNOUNCES("01000000", MAIN));
    parse(&of, ANNOUNCES("01000000", MAIN));
    cr_expect_eq(gdv_message_check(&made.schema, &of.cache, &of.message, NULL, &match, NULL), GDV_OK);
    cr_expect_eq(of.cache.count, 1);
    schema_free(&made);
    end(&of);
}

/* ---- the caller's mistakes */

/* A message that somebody made, and no packet is there, is judged as one that was parsed, and nothing stands anywhere. */
Test(peer_cache, finds_no_place_without_a_packet)
{
    static const gdv_protocol protocols[] = {GDV_PROTOCOL_GODOT3, GDV_PROTOCOL_COUNT};
    static const char name[] = "m";
    for (size_t index = 0; index < sizeof protocols / sizeof protocols[0]; index += 1) {
        gdv_message made = {.struct_size = sizeof made, .command = GDV_COMMAND_CALL, .node = 1};
        session of;
        begin(&of, GDV_PROTOCOL_GODOT3);
        made.protocol = protocols[index];
        cr_expect_eq(gdv_peer_cache_take(&of.cache, &made, &of.report), GDV_E_RPC_NODE_ID);
        cr_expect_eq(of.report.offset, 0);
        made.name = (gdv_text){name, 1};
        cr_expect_eq(gdv_peer_cache_take(&of.cache, &made, &of.report), GDV_E_RPC_NODE_ID);
        cr_expect_eq(of.report.offset, 0);
        end(&of);
    }
}

Test(peer_cache, takes_no_message_of_nothing)
{
    static const gdv_message unparsed = {.struct_size = sizeof unparsed};
    static const gdv_message made = {.struct_size = sizeof made, .command = GDV_COMMAND_SIMPLIFY_PATH, .id = 1};
    gdv_peer_cache unfilled = {.peer = 0};
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    passes(&of, "04 aa");
    cr_expect_eq(gdv_peer_cache_take(NULL, &of.message, &of.report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(of.report.code, GDV_E_BAD_ARGUMENT);
    cr_expect_eq(of.report.command, GDV_COMMAND_NONE);
    cr_expect_eq(gdv_peer_cache_take(&unfilled, &of.message, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_take(&of.cache, NULL, &of.report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_take(&of.cache, &unparsed, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_take(&of.cache, &made, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_take(NULL, NULL, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_take(&of.cache, &of.message, NULL), GDV_OK);
    end(&of);
}

Test(peer_cache, takes_no_structures_of_another_size)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    passes(&of, "04 aa");
    of.message.struct_size -= 1;
    cr_expect_eq(gdv_peer_cache_take(&of.cache, &of.message, &of.report), GDV_E_BAD_STRUCT);
    of.message.struct_size += 1;
    of.report.struct_size += 1;
    cr_expect_eq(gdv_peer_cache_take(&of.cache, &of.message, &of.report), GDV_E_BAD_STRUCT);
    end(&of);
}

/* What is written, the cache with its memory and the report, lies in nothing else. */
Test(peer_cache, takes_nothing_that_overlaps)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3);
    passes(&of, "00 0d000080 6d3100 01 00000000" MAIN);
    void *const places[] = {&of.message, of.nodes, &of.cache, of.paths, of.text, (void *)(uintptr_t)of.bytes.bytes};
    for (size_t place = 0; place < sizeof places / sizeof places[0]; place += 1) {
        gdv_message_report *report = places[place];
        cr_expect_eq(gdv_peer_cache_take(&of.cache, &of.message, report), GDV_E_OVERLAP, "%zu", place);
    }
    gdv_peer_cache other = of.cache;
    other.paths = (gdv_cached_path *)(void *)of.nodes;
    cr_expect_eq(gdv_peer_cache_take(&other, &of.message, NULL), GDV_E_OVERLAP);
    other = of.cache;
    other.text = (char *)(uintptr_t)of.bytes.bytes; /* paths would be written over the packet */
    cr_expect_eq(gdv_peer_cache_take(&other, &of.message, NULL), GDV_E_OVERLAP);
    other.text = (char *)(void *)&other;
    cr_expect_eq(gdv_peer_cache_take(&other, &of.message, NULL), GDV_E_OVERLAP);
    gdv_peer_cache *in_message = (gdv_peer_cache *)(void *)&of.message;
    cr_expect_eq(gdv_peer_cache_take(in_message, &of.message, NULL), GDV_E_OVERLAP);
    end(&of);
}
