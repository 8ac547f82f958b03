/* SPDX-License-Identifier: MIT */
/* The fast paths of messages against what they stand for: an argument makes the nodes, or the refusal, that the same
 * bytes make as a packet of their own, of which the outermost value never takes a fast path; short forms, names and paths
 * are as the reference has them (docs/multiplayer-format.md, sections 2.2, 5 and 8), said here once more. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv.h>

#include "tests/support/corpus.h"

enum { MOST_BYTES = 1 << 17 };

static gdv_message message;
static gdv_message_report report;

/* ---- a value as an argument, and alone */

/* A call of one argument, up to where that begins; for Godot 4 there also is a call in which that is too early for a text
 * to be read in sixteen bytes. */
typedef struct front {
    gdv_protocol protocol;
    gdv_dialect dialect;
    const char *hex;
} front;

static const front fronts[] = {
    {GDV_PROTOCOL_GODOT3, GDV_DIALECT_GODOT3, "00010000006d0001"},
    {GDV_PROTOCOL_GODOT4_0, GDV_DIALECT_GODOT4_0, "00010101"},
    {GDV_PROTOCOL_GODOT4_0, GDV_DIALECT_GODOT4_0, "6000000100010101"},
    {GDV_PROTOCOL_GODOT4_3, GDV_DIALECT_GODOT4_3, "6000000100010101"},
    {GDV_PROTOCOL_GODOT4_4, GDV_DIALECT_GODOT4_4, "6000000100010101"},
    {GDV_PROTOCOL_PANDEMONIUM, GDV_DIALECT_PANDEMONIUM_40, "00010000006d0001"},
};

static packet with_front(const front *of, const packet *value)
{
    packet front_bytes = packet_from_hex(of->hex);
    packet all = {malloc(front_bytes.size + value->size), front_bytes.size + value->size};
    memcpy(all.bytes, front_bytes.bytes, front_bytes.size);
    if (value->size > 0) {
        memcpy(all.bytes + front_bytes.size, value->bytes, value->size);
    }
    packet_free(&front_bytes);
    return all;
}

static gdv_status parse_by(const front *of, const packet *bytes, const gdv_message_policy *policy, gdv_node *nodes,
                           size_t room)
{
    message = (gdv_message){.struct_size = sizeof message};
    report = (gdv_message_report){.struct_size = sizeof report};
    return gdv_message_parse(of->protocol, bytes->bytes, bytes->size, policy, nodes, room, &message, &report);
}

static gdv_status parse(const front *of, const packet *bytes, const gdv_policy *values, gdv_node *nodes, size_t room)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.values = *values;
    return parse_by(of, bytes, &policy, nodes, room);
}

static void nodes_are_same(const char *name, const gdv_node *one, const gdv_node *other, uint32_t count, uint32_t moved)
{
    for (uint32_t index = 0; index < count; index += 1) {
        const gdv_node *a = &one[index];
        const gdv_node *b = &other[index];
        cr_assert(a->offset + moved == b->offset && a->next == b->next && a->count == b->count && a->id == b->id &&
                      a->flags == b->flags && a->shape == b->shape,
                  "%s: node %" PRIu32, name, index);
    }
}

/* The values are the first bytes of the packet: what may follow them is for the message to judge. */
static bool same_both_ways(const front *of, const char *name, const packet *value, const gdv_policy *given)
{
    gdv_policy policy = *given;
    policy.max_bytes = MOST_BYTES;
    policy.permit |= GDV_PERMIT_TRAILING;
    packet bytes = with_front(of, value);
    const size_t room = gdv_message_bound(bytes.size);
    gdv_node *alone = malloc(room * sizeof *alone);
    gdv_node *argument = malloc(room * sizeof *argument);
    gdv_document document;
    gdv_report own = {.struct_size = sizeof own};
    const gdv_status wanted =
        gdv_document_parse(&document, value->bytes, value->size, of->dialect, &policy, alone, room, &own);
    const gdv_status found = parse(of, &bytes, &policy, argument, room);
    const uint32_t moved = (uint32_t)(bytes.size - value->size);
    if (found == GDV_OK) {
        cr_assert_eq(wanted, GDV_OK, "%s: %s alone", name, gdv_status_name(wanted));
        cr_assert_eq(document.count, message.document.count, "%s", name);
        nodes_are_same(name, alone, argument, document.count, moved);
    } else if (found == GDV_E_MP_TRAILING) {
        cr_assert_eq(wanted, GDV_OK, "%s: %s alone", name, gdv_status_name(wanted));
    } else if (value->size > 0) {
        const gdv_status said = found >= GDV_E_MP_ENV_SHORT ? report.inner.code : found;
        cr_assert_eq(said, wanted, "%s: %s alone, %s", name, gdv_status_name(wanted), gdv_status_name(said));
        cr_assert(said != report.inner.code || report.inner.offset == own.offset, "%s: offset", name);
    }
    free(alone);
    free(argument);
    packet_free(&bytes);
    return found == GDV_OK;
}

/* Bools and ints have a form of their own where they are arguments of Godot 4. */
static bool has_short_form(const front *of, const packet *value)
{
    const bool compressed = of->dialect == GDV_DIALECT_GODOT4_0 || of->dialect == GDV_DIALECT_GODOT4_3 ||
                            of->dialect == GDV_DIALECT_GODOT4_4;
    const unsigned id = value->size > 0 ? value->bytes[0] & 0x3fu : 0;
    return compressed && (id == id_of(of->dialect, GDV_TYPE_BOOL) || id == id_of(of->dialect, GDV_TYPE_INT));
}

static void hold_policies(const front *of, const char *name, const packet *value, size_t *passed)
{
    for (size_t which = 0; which < POLICIES; which += 1) {
        const gdv_policy policy = policy_of_all(which);
        *passed += same_both_ways(of, name, value, &policy) ? 1 : 0;
    }
}

Test(message_lone, a_seed_is_the_same_as_an_argument)
{
    for (size_t index = 0; index < sizeof fronts / sizeof fronts[0]; index += 1) {
        size_t passed = 0;
        seeds each = seeds_of(fronts[index].dialect);
        while (seeds_next(&each)) {
            if (!has_short_form(&fronts[index], &each.bytes) && each.bytes.size < MOST_BYTES / 2) {
                hold_policies(&fronts[index], each.name, &each.bytes, &passed);
            }
        }
        cr_expect_gt(passed, 300, "%s: %zu passed", fronts[index].hex, passed);
    }
}

Test(message_lone, a_malformed_packet_is_the_same_as_an_argument)
{
    for (size_t index = 0; index < sizeof fronts / sizeof fronts[0]; index += 1) {
        size_t passed = 0;
        malformed each = malformed_of("corpus/malformed");
        while (malformed_next(&each)) {
            if (each.dialect == fronts[index].dialect && !has_short_form(&fronts[index], &each.bytes) &&
                each.bytes.size < MOST_BYTES / 2) {
                hold_policies(&fronts[index], each.name, &each.bytes, &passed);
            }
        }
    }
}

/* Every header of one byte and flag of 64 bits with words that matter to some type: numbers, lengths, padding. */
Test(message_lone, short_packets_are_the_same_as_arguments)
{
    static const uint32_t words[] = {0,           1,           2,           4,           5,          0x3f800000u,
                                     0x7f800000u, 0x7ff00000u, 0x61626364u, 0x00636261u, 0x80000000u};
    enum { WORDS = sizeof words / sizeof words[0], MOST = 4 };
    for (size_t index = 0; index < sizeof fronts / sizeof fronts[0]; index += 1) {
        const gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
        size_t passed = 0;
        for (uint32_t which = 0; which < 40u * 2 * WORDS * WORDS * (MOST + 1); which += 1) {
            const uint32_t id = which / (2 * WORDS * WORDS * (MOST + 1));
            const uint32_t header = id + (which % 2 != 0 ? 0x10000u : 0);
            const uint32_t more = which / 2 % (MOST + 1);
            builder made = {0};
            put_u32(&made, header);
            for (uint32_t word = 0; word < more; word += 1) {
                put_u32(&made,
                        words[(word % 2 == 0 ? which / 2 / (MOST + 1) : which / 2 / (MOST + 1) / WORDS) % WORDS]);
            }
            const packet value = {made.bytes, made.size};
            char name[32];
            snprintf(name, sizeof name, "short packet %" PRIu32, which);
            if (!has_short_form(&fronts[index], &value)) {
                passed += same_both_ways(&fronts[index], name, &value, &strict) ? 1 : 0;
            }
            builder_free(&made);
        }
        cr_expect_gt(passed, 300, "%zu passed", passed);
    }
}

/* ---- short forms */

/* The least mode that holds an int: bytes of 1 << mode. */
static uint32_t least_mode(int64_t number)
{
    if (number >= -128 && number <= 127) {
        return 0;
    }
    if (number >= -32768 && number <= 32767) {
        return 1;
    }
    return number >= -2147483647 - 1 && number <= 2147483647 ? 2 : 3;
}

/* A call whose one argument is an int of that mode, less some bytes at its end. */
static packet call_of_int(int64_t number, uint32_t mode, size_t less)
{
    uint8_t bytes[16] = {0, 1, 1, 1, (uint8_t)(2 + 0x40 * mode)};
    for (uint32_t index = 0; index < 8; index += 1) {
        bytes[5 + index] = (uint8_t)((uint64_t)number >> (8 * index));
    }
    return packet_from_bytes(bytes, 5 + ((size_t)1 << mode) - less);
}

static void int_is_read(int64_t number, uint32_t mode, uint32_t permit)
{
    const front of = {.protocol = GDV_PROTOCOL_GODOT4_0};
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    const bool passes = mode == least_mode(number) || permit != 0;
    gdv_node nodes[8];
    packet bytes = call_of_int(number, mode, 0);
    const gdv_status status = parse(&of, &bytes, &policy, nodes, 8);
    cr_expect_eq(status, passes ? GDV_OK : GDV_E_MP_ARG_WIDTH, "%" PRId64 ", mode %" PRIu32 ": %s", number, mode,
                 gdv_status_name(status));
    if (status == GDV_OK) {
        const int64_t found = gdv_int_or(gdv_message_value(&message, 0), INT64_MIN, INT64_MAX, number ^ 1);
        cr_expect_eq(found, number, "%" PRId64 " became %" PRId64, number, found);
    }
    packet_free(&bytes);
    for (size_t less = 1; less <= (size_t)1 << mode; less += 1) {
        packet cut = call_of_int(number, mode, less);
        cr_expect_eq(parse(&of, &cut, &policy, nodes, 8), GDV_E_MP_ARG_INVALID, "%" PRId64 " less %zu", number, less);
        packet_free(&cut);
    }
}

Test(message_lone, an_int_has_the_fewest_bytes_that_hold_it)
{
    for (uint32_t bits = 0; bits < 64; bits += 1) {
        for (int64_t near = -2; near <= 2; near += 1) {
            const int64_t power = bits == 63 ? INT64_MAX - 2 : (int64_t)1 << bits;
            for (uint32_t mode = 0; mode < 4; mode += 1) {
                const int64_t both[] = {power + near, -(power + near)};
                for (size_t which = 0; which < 2; which += 1) {
                    if (least_mode(both[which]) <= mode) {
                        int_is_read(both[which], mode, 0);
                        int_is_read(both[which], mode, GDV_PERMIT_WIDE);
                    }
                }
            }
        }
    }
}

Test(message_lone, a_bool_is_its_highest_bit)
{
    const front of = {.protocol = GDV_PROTOCOL_GODOT4_0};
    gdv_node nodes[8];
    for (uint32_t mode = 0; mode < 4; mode += 1) {
        const uint8_t call[] = {0, 1, 1, 1, (uint8_t)(1 + 0x40 * mode)};
        packet bytes = packet_from_bytes(call, sizeof call);
        const gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
        const gdv_policy lenient = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_BOOL);
        const gdv_status status = parse(&of, &bytes, &strict, nodes, 8);
        cr_expect_eq(status, mode % 2 == 0 ? GDV_OK : GDV_E_MP_ARG_INVALID, "mode %" PRIu32, mode);
        cr_expect_eq(parse(&of, &bytes, &lenient, nodes, 8), GDV_OK);
        cr_expect_eq(gdv_bool_or(gdv_message_value(&message, 0), mode < 2), mode >= 2);
        packet_free(&bytes);
    }
}

/* The second of two plain arguments is one too many, or has no node. */
Test(message_lone, limits_are_kept)
{
    static const struct {
        gdv_protocol protocol;
        const char *hex;
    } rows[] = {{GDV_PROTOCOL_GODOT4_0, "00010102 0205 81"},
                {GDV_PROTOCOL_GODOT4_0, "00010102 0205 03000000 0000003f"},
                {GDV_PROTOCOL_GODOT3, "00010000006d0002 0200000005000000 0100000001000000"}};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    gdv_node nodes[8];
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        const front of = {.protocol = rows[index].protocol};
        packet bytes = packet_from_hex(rows[index].hex);
        policy.max_values = 2;
        cr_expect_eq(parse(&of, &bytes, &policy, nodes, 8), GDV_OK, "%s", rows[index].hex);
        cr_expect_eq(parse(&of, &bytes, &policy, nodes, 1), GDV_E_NO_SPACE, "%s", rows[index].hex);
        policy.max_values = 1;
        cr_expect_eq(parse(&of, &bytes, &policy, nodes, 8), GDV_E_LIMIT_VALUES, "%s", rows[index].hex);
        packet_free(&bytes);
    }
}

/* ---- names and paths: each byte in each place of eleven, which is more than is looked at in one go */

enum { TEXT = 11 };

static gdv_status parse_message(const front *of, gdv_direction direction, const uint8_t text[TEXT],
                                const char *back_hex)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.direction = direction;
    gdv_node nodes[64];
    packet back = packet_from_hex(back_hex);
    packet begin = packet_from_hex(of->hex);
    packet all = {malloc(begin.size + TEXT + back.size), begin.size + TEXT + back.size};
    memcpy(all.bytes, begin.bytes, begin.size);
    memcpy(all.bytes + begin.size, text, TEXT);
    memcpy(all.bytes + begin.size + TEXT, back.bytes, back.size);
    const gdv_status status = parse_by(of, &all, &policy, nodes, 64);
    packet_free(&back);
    packet_free(&begin);
    packet_free(&all);
    return status;
}

static gdv_status parse_text(const char *front_hex, const uint8_t text[TEXT], const char *back_hex)
{
    const front of = {.protocol = GDV_PROTOCOL_GODOT3, .hex = front_hex};
    return parse_message(&of, GDV_DIRECTION_C2S, text, back_hex);
}

static gdv_status spawn_of_name(const uint8_t text[TEXT])
{
    const front of = {.protocol = GDV_PROTOCOL_GODOT4_0, .hex = "040001000000010000000000 00000c000000"};
    return parse_message(&of, GDV_DIRECTION_S2C, text, "00");
}

static bool is_word(int byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_';
}

Test(message_lone, names_have_the_bytes_of_the_rule)
{
    for (int byte = 1; byte < 256; byte += 1) {
        for (size_t at = 0; at < TEXT; at += 1) {
            uint8_t text[TEXT] = {'_', 'b', 'C', 'z', 'A', 'Z', '0', '9', 'a', 'x', 'y'};
            text[at] = (uint8_t)byte;
            const bool digit_first = at == 0 && byte >= '0' && byte <= '9';
            const gdv_status bad = byte >= 0x80 ? GDV_E_MP_NAME_UTF8 : GDV_E_MP_NAME_FORM;
            const gdv_status method = is_word(byte) && !digit_first ? GDV_OK : bad;
            const gdv_status property = is_word(byte) || byte == '/' ? GDV_OK : bad;
            cr_expect_eq(parse_text("0001000000", text, "0000"), method, "method: %02x at %zu", (unsigned)byte, at);
            cr_expect_eq(parse_text("0101000000", text, "0000000000"), property, "property: %02x at %zu",
                         (unsigned)byte, at);
        }
    }
}

Test(message_lone, a_name_of_any_length_ends_at_its_nul)
{
    const front of = {.protocol = GDV_PROTOCOL_GODOT3};
    const gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
    gdv_node nodes[8];
    for (size_t size = 1; size <= 33; size += 1) {
        for (size_t more = 0; more < 20; more += 1) { /* nils after it */
            uint8_t call[5 + 33 + 2 + 80] = {0, 1};
            memset(call + 5, 'n', size);
            call[5 + size + 1] = (uint8_t)more;
            packet bytes = packet_from_bytes(call, 5 + size + 2 + 4 * more);
            cr_expect_eq(parse(&of, &bytes, &strict, nodes, 8), more <= 8 ? GDV_OK : GDV_E_NO_SPACE);
            cr_expect(more > 8 || (message.name.size == size && message.values == more), "%zu, %zu", size, more);
            packet_free(&bytes);
        }
    }
}

Test(message_lone, paths_have_the_bytes_of_the_rule)
{
    for (int byte = 1; byte < 256; byte += 1) {
        for (size_t at = 0; at < TEXT; at += 1) {
            uint8_t text[TEXT] = {'M', 'a', 'i', 'n', '/', '@', '2', '/', '_', ' ', '.'};
            text[at] = (uint8_t)byte;
            const bool between =
                at == 1 || at == 2 || at == 4 || at == 7; /* elsewhere a segment becomes empty or `.` */
            const bool control = byte < 0x20 || byte == 0x7f;
            const bool odd = byte == ':' || byte == '"' || byte == '%';
            const bool bad = (byte == '/' && !between) || control || odd;
            const gdv_status wanted = byte >= 0x80 ? GDV_E_MP_PATH_UTF8 : bad ? GDV_E_MP_PATH_FORM : GDV_OK;
            cr_expect_eq(parse_text("0201000000", text, "00"), wanted, "%02x at %zu", (unsigned)byte, at);
        }
    }
}

Test(message_lone, names_of_nodes_have_the_bytes_of_the_rule)
{
    for (int byte = 1; byte < 256; byte += 1) {
        for (size_t at = 0; at < TEXT; at += 1) {
            uint8_t text[TEXT] = {'M', 'a', '!', 'n', ' ', '~', '2', '$', '_', '`', '&'};
            text[at] = (uint8_t)byte;
            const bool bad = byte < 0x20 || byte >= 0x7f || strchr(".:@/\"%", byte) != NULL; /* half a character */
            cr_expect_eq(spawn_of_name(text), bad ? GDV_E_MP_SPAWN_NAME : GDV_OK, "%02x at %zu", (unsigned)byte, at);
        }
    }
}
