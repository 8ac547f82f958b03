/* SPDX-License-Identifier: MIT */
/* The document says what gdv_validate says, holds what the reader reads, and takes exactly the room that it says: with
 * one node less it is refused with the number that is needed, the same for every array that is too small; nothing is
 * written beyond the array, and nothing half-built is left. The bound is test_document_bound.c's. Promises 1, 5, 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static bool same_report(const gdv_report *one, const gdv_report *other)
{
    return one->struct_size == other->struct_size && one->code == other->code && one->misread == other->misread &&
           one->offset == other->offset && one->need == other->need && one->depth == other->depth &&
           one->type == other->type && strcmp(one->type_name, other->type_name) == 0 &&
           strcmp(one->path, other->path) == 0;
}

static bool is_empty(const gdv_document *document)
{
    return !gdv_exists(gdv_root(document)) && document->count == 0 && document->nodes == NULL &&
           document->bytes == NULL;
}

/* ---- the verdict ---- */

static void agrees(const char *name, const packet *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    verdict said = verdict_of(bytes->bytes, size, dialect, policy);
    parsed made;
    parsed_from(&made, bytes->bytes, size, dialect, policy);
    if (made.code != said.code || !same_report(&made.report, &said.report)) {
        cr_expect_fail("%s, %zu bytes: %s at %zu (%s), needs %zu; validate: %s at %zu (%s), needs %zu", name, size,
                       gdv_status_name(made.code), (size_t)made.report.offset, made.report.path,
                       (size_t)made.report.need, gdv_status_name(said.code), (size_t)said.report.offset,
                       said.report.path, (size_t)said.report.need);
    }
    cr_expect_eq(gdv_exists(gdv_root(&made.document)), said.code == GDV_OK, "%s, %zu bytes: root", name, size);
    cr_expect_eq(is_empty(&made.document), said.code != GDV_OK, "%s, %zu bytes: empty", name, size);
    cr_expect(size == 0 || memcmp(made.bytes.bytes, bytes->bytes, size) == 0, "%s: packet was written to", name);
    parsed_free(&made);
}

static void agrees_on_seeds(gdv_dialect dialect)
{
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        for (size_t which = 0; which < POLICIES; which += 1) {
            gdv_policy policy = policy_of_all(which);
            agrees(each.name, &each.bytes, each.bytes.size, dialect, &policy);
        }
    }
}

TEST_EACH_DIALECT(document_agrees_with_validate_on_every_seed, agrees_on_seeds)

static void agrees_on_prefixes(gdv_dialect dialect)
{
    enum { SMALL = 64 };
    gdv_policy policy = policy_from_text("engine+object");
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        for (size_t size = 0; size <= each.bytes.size && each.bytes.size <= SMALL; size += 1) {
            agrees(each.name, &each.bytes, size, dialect, NULL);
            agrees(each.name, &each.bytes, size, dialect, &policy);
        }
    }
}

TEST_EACH_DIALECT(document_agrees_with_validate_on_every_prefix, agrees_on_prefixes)

static size_t agrees_on_malformed(const char *folder)
{
    malformed each = malformed_of(folder);
    size_t packets = 0;
    while (malformed_next(&each)) {
        agrees(each.name, &each.bytes, each.bytes.size, each.dialect, &each.policy);
        for (size_t which = 0; which < POLICIES; which += 1) {
            gdv_policy policy = policy_of_all(which);
            agrees(each.name, &each.bytes, each.bytes.size, each.dialect, &policy);
        }
        packets += 1;
    }
    return packets;
}

Test(document, agrees_with_validate_on_every_malformed_packet)
{
    size_t packets = agrees_on_malformed("corpus/malformed");
    cr_assert_geq(packets, 1000, "%zu packets", packets);
    cr_assert_geq(agrees_on_malformed("corpus/regress"), 1);
}

/* ---- what it holds ---- */

/* A document beside a reader of the same packet: the reader's events, and a walk over the document's children. */
typedef struct pair {
    reading *from;
    const char *name;
    size_t nodes;
    bool broken;
} pair;

static gdv_event next_of(pair *both)
{
    gdv_event event;
    gdv_status status = gdv_reader_next(&both->from->reader, &event);
    both->broken = both->broken || status != GDV_OK;
    return event;
}

static void is_what_the_event_says(pair *both, gdv_value value, const gdv_event *event)
{
    gdv_text one = {NULL, 0};
    gdv_text other = {NULL, 0};
    bool same = gdv_exists(value) && gdv_type_of(value) == gdv_type_of(event->value) &&
                gdv_count(value) == gdv_count(event->value) &&
                gdv_to_text(value, &one) == gdv_to_text(event->value, &other) && one.size == other.size &&
                memcmp(one.bytes, other.bytes, one.size) == 0 &&
                value.document->nodes[value.index].offset == event->offset;
    if (!same && !both->broken) {
        both->broken = true;
        cr_expect_fail("%s: value at %u is not what the document has there", both->name, event->offset);
    }
    both->nodes += 1;
}

/* Depth is at most what the policy lets pass, which is 32. */
static void is_what_the_reader_reads(pair *both, gdv_value value)
{
    gdv_event event = next_of(both);
    gdv_iterator each;
    size_t children = 0;

    is_what_the_event_says(both, value, &event);
    gdv_iterate(value, &each);
    while (!both->broken && gdv_iterate_next(&each)) {
        gdv_event name;
        if (gdv_type_of(value) == GDV_TYPE_DICTIONARY) {
            is_what_the_reader_reads(both, each.key);
        } else if (gdv_type_of(value) == GDV_TYPE_OBJECT) {
            name = next_of(both);
            both->broken = both->broken || name.kind != GDV_EVENT_NAME;
            is_what_the_event_says(both, each.key, &name);
        } else {
            cr_expect(!gdv_exists(each.key), "%s: element with a key", both->name);
        }
        is_what_the_reader_reads(both, each.value);
        children += 1;
    }
    if (!both->broken && event.kind == GDV_EVENT_BEGIN) {
        cr_expect_eq(children, gdv_count(value), "%s: %zu children", both->name, children);
        event = next_of(both);
        both->broken = both->broken || event.kind != GDV_EVENT_END;
    }
    cr_expect(event.kind == GDV_EVENT_END || children == 0, "%s: children of a leaf", both->name);
}

static void holds_what_the_reader_reads(gdv_dialect dialect)
{
    gdv_policy policy =
        policy_from_text("strict+nonfinite+object-id+object+rid+callable+signal+misread+node-path+text-utf8");
    seeds each = seeds_of(dialect);
    size_t accepted = 0;
    while (seeds_next(&each)) {
        parsed made;
        parsed_from(&made, each.bytes.bytes, each.bytes.size, dialect, &policy);
        if (made.code == GDV_OK) {
            pair both = {reading_of(&each.bytes, each.bytes.size, dialect, &policy), each.name, 0, false};
            is_what_the_reader_reads(&both, gdv_root(&made.document));
            cr_expect(!both.broken, "%s", each.name);
            cr_expect_eq(both.nodes, made.document.count, "%s: %zu nodes of %u", each.name, both.nodes,
                         made.document.count);
            reading_free(both.from);
            accepted += 1;
        }
        parsed_free(&made);
    }
    cr_assert_geq(accepted, 100, "%zu packets", accepted);
}

TEST_EACH_DIALECT(document_holds_what_the_reader_reads, holds_what_the_reader_reads)

/* ---- room ---- */

/* The most that is in use at once, by the events: two halves of a node for each value and name, one for each key and
 * dictionary that is open and has pairs, while duplicates are looked for. */
static size_t needed(const packet *bytes, gdv_dialect dialect, const gdv_policy *policy)
{
    bool unique = (policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    reading *from = reading_of(bytes, bytes->size, dialect, policy);
    size_t keys[64] = {0}; /* of the dictionaries that are open, by depth; each counts itself */
    size_t halves = 0;
    size_t most = 0;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    while (gdv_reader_next(&from->reader, &event) == GDV_OK && event.kind != GDV_EVENT_DONE) {
        cr_assert_lt(event.depth, COUNT_OF(keys));
        if (event.kind == GDV_EVENT_END) {
            halves -= keys[event.depth];
            keys[event.depth] = 0;
            continue;
        }
        halves += 2;
        if (unique && event.role == GDV_ROLE_KEY) {
            halves += 1;
            keys[event.depth - 1] += 1;
        }
        if (unique && gdv_type_of(event.value) == GDV_TYPE_DICTIONARY && gdv_count(event.value) > 0) {
            halves += 1;
            keys[event.depth] += 1;
        }
        most = halves > most ? halves : most;
    }
    reading_free(from);
    return (most + 1) / 2;
}

static gdv_status parse_in(const packet *bytes, gdv_dialect dialect, const gdv_policy *policy, size_t capacity,
                           gdv_report *report)
{
    gdv_node *nodes = nodes_of(capacity);
    gdv_document document;
    memset(&document, 0xa5, sizeof document);
    memset(report, 0xa5, sizeof *report);
    report->struct_size = sizeof *report;
    gdv_status code =
        gdv_document_parse(&document, bytes->bytes, bytes->size, dialect, policy, nodes, capacity, report);
    cr_expect_eq(is_empty(&document), code != GDV_OK, "%s, in %zu nodes", gdv_status_name(code), capacity);
    free(nodes);
    return code;
}

static void takes_what_it_needs(const seeds *each, const gdv_policy *policy)
{
    enum { ALL_UP_TO = 100 };
    size_t need = needed(&each->bytes, each->dialect, policy);
    gdv_report report;
    for (size_t capacity = 0; capacity < need;
         capacity = capacity < ALL_UP_TO || capacity + 1 == need ? capacity + 1 : capacity + (need - capacity) / 2) {
        gdv_status code = parse_in(&each->bytes, each->dialect, policy, capacity, &report);
        if (code != GDV_E_NO_SPACE || report.need != need) {
            cr_expect_fail("%s, in %zu of %zu nodes: %s, needs %zu", each->name, capacity, need, gdv_status_name(code),
                           (size_t)report.need);
        }
        cr_expect(report.code == code && report.offset < each->bytes.size && report.misread == GDV_MISREAD_NONE,
                  "%s, in %zu of %zu nodes: at %zu", each->name, capacity, need, (size_t)report.offset);
    }
    gdv_status code = parse_in(&each->bytes, each->dialect, policy, need, &report);
    cr_expect_eq(code, GDV_OK, "%s, in %zu nodes: %s, needs %zu", each->name, need, gdv_status_name(code),
                 (size_t)report.need);
    cr_expect_leq(need, gdv_document_bound(each->bytes.size), "%s: %zu nodes", each->name, need);
}

static void takes_exactly_what_it_says(gdv_dialect dialect)
{
    gdv_policy unique = policy_from_text("strict+object-id+object");
    gdv_policy any = policy_from_text("strict+object-id+object+duplicate-keys");
    seeds each = seeds_of(dialect);
    size_t accepted = 0;
    while (seeds_next(&each)) {
        if (verdict_of(each.bytes.bytes, each.bytes.size, dialect, &unique).code == GDV_OK) {
            takes_what_it_needs(&each, &unique);
            takes_what_it_needs(&each, &any);
            accepted += 1;
        }
    }
    cr_assert_geq(accepted, 100, "%zu packets", accepted);
}

TEST_EACH_DIALECT(document_takes_exactly_the_nodes_that_it_says, takes_exactly_what_it_says)

/* Counted by hand: nodes, and halves of nodes for keys. */
Test(document, needs_what_is_counted_by_hand)
{
    static const struct {
        const char *name;
        const char *policy;
        const char *hex;
        size_t need;
    } rows[] = {
        {"null", "strict", "00000000", 1},
        {"[]", "strict", "13000000 00000000", 1},
        {"[null, null]", "strict", "13000000 02000000 00000000 00000000", 3},
        {"{}", "strict", "12000000 00000000", 1},
        {"{null: null}: 3 nodes, the dictionary, a key: 8 halves", "strict", "12000000 01000000 00000000 00000000", 4},
        {"the same, keys not looked at", "strict+duplicate-keys", "12000000 01000000 00000000 00000000", 3},
        {"{1: null, 2: null}: 5 nodes, the dictionary, two keys: 13 halves", "strict",
         "12000000 02000000 02000000 01000000 00000000 02000000 02000000 00000000", 7},
        {"{null: {null: null}}: 5 nodes, two dictionaries, two keys: 14 halves", "strict",
         "12000000 01000000 00000000 12000000 01000000 00000000 00000000", 7},
        {"[{null: null}, null]: 5 nodes, and 5 when the dictionary's keys are gone", "strict",
         "13000000 02000000 12000000 01000000 00000000 00000000 00000000", 5},
        {"[{null: null}]: 4 nodes, the dictionary, a key: 10 halves", "strict",
         "13000000 01000000 12000000 01000000 00000000 00000000", 5},
        {"A{p: null}: the name is a node", "strict+object",
         "11000000 01000000 41000000 01000000 01000000 70000000 00000000", 3},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        gdv_policy policy = policy_from_text(rows[index].policy);
        gdv_report report;
        gdv_status code = parse_in(&bytes, GDV_DIALECT_GODOT3, &policy, 0, &report);
        cr_expect_eq(code, GDV_E_NO_SPACE, "%s: %s", rows[index].name, gdv_status_name(code));
        cr_expect_eq(report.need, rows[index].need, "%s: %zu", rows[index].name, (size_t)report.need);
        code = parse_in(&bytes, GDV_DIALECT_GODOT3, &policy, rows[index].need - 1, &report);
        cr_expect_eq(code, GDV_E_NO_SPACE, "%s: %s", rows[index].name, gdv_status_name(code));
        cr_expect_eq(report.need, rows[index].need, "%s: %zu", rows[index].name, (size_t)report.need);
        code = parse_in(&bytes, GDV_DIALECT_GODOT3, &policy, rows[index].need, &report);
        cr_expect_eq(code, GDV_OK, "%s: %s", rows[index].name, gdv_status_name(code));
        packet_free(&bytes);
    }
}

/* Duplicate keys are looked for where there is room for the keys: then, or when there is room, that is the answer. */
static void says_what_is_wrong_in_any_room(const malformed *each)
{
    size_t bound = gdv_document_bound(each->bytes.size);
    size_t need = 0;
    gdv_report report;
    for (size_t capacity = 0; capacity <= bound; capacity += 1) {
        gdv_status code = parse_in(&each->bytes, each->dialect, &each->policy, capacity, &report);
        if (each->code == GDV_E_DUPLICATE_KEY && code == GDV_E_NO_SPACE) {
            need = need == 0 ? (size_t)report.need : need;
            cr_expect_eq(report.need, need, "%s, in %zu nodes: needs %zu", each->name, capacity, (size_t)report.need);
            cr_expect_gt(need, capacity, "%s, in %zu nodes", each->name, capacity);
        } else if (code != each->code || report.offset != each->offset || report.need != each->need) {
            cr_expect_fail("%s, in %zu nodes: %s at %zu, needs %zu", each->name, capacity, gdv_status_name(code),
                           (size_t)report.offset, (size_t)report.need);
        }
    }
}

Test(document, says_what_is_wrong_whatever_the_room)
{
    malformed each = malformed_of("corpus/malformed");
    size_t packets = 0;
    while (malformed_next(&each)) {
        if (each.bytes.size <= 200) {
            says_what_is_wrong_in_any_room(&each);
            packets += 1;
        }
    }
    cr_assert_geq(packets, 1000, "%zu packets", packets);
}

/* Of four values: in room for none, for one, two and three. */
static void names_what_has_no_room(const char *hex, const uint64_t offsets[4], const char *const paths[4])
{
    packet bytes = packet_from_hex(hex);
    gdv_policy policy = policy_from_text("strict");
    for (size_t capacity = 0; capacity < 4; capacity += 1) {
        gdv_report report;
        cr_expect_eq(parse_in(&bytes, GDV_DIALECT_GODOT3, &policy, capacity, &report), GDV_E_NO_SPACE);
        cr_expect_eq(report.need, 4, "in %zu: %zu", capacity, (size_t)report.need);
        cr_expect_eq(report.offset, offsets[capacity], "in %zu: at %zu", capacity, (size_t)report.offset);
        cr_expect_str_eq(report.path, paths[capacity], "in %zu: %s", capacity, report.path);
    }
    packet_free(&bytes);
}

Test(document, names_the_value_for_which_there_is_no_room)
{
    static const char *const nested[] = {"", "[0]", "[1]", "[1][0]"};
    static const uint64_t nested_at[] = {0, 8, 16, 24};
    names_what_has_no_room("13000000 02000000 02000000 01000000 13000000 01000000 00000000", nested_at, nested);

    /* and no later one of the same row */
    static const char *const row[] = {"", "[0]", "[1]", "[2]"};
    static const uint64_t row_at[] = {0, 8, 12, 20};
    names_what_has_no_room("13000000 03000000 00000000 01000000 01000000 02000000 07000000", row_at, row);
}

/* The loop stops where keys may be equal, with all bytes read: what is around that dictionary must not end as if it had passed. */
Test(document_verdict, equal_keys_at_the_end_of_a_packet_are_found_whatever_is_around_them)
{
#define TWICE_A "12000000 02000000 04000000 01000000 61000000 00000000 04000000 01000000 61000000 00000000"
    static const struct {
        const char *hex;
        size_t second; /* offset of the key that is there again */
    } rows[] = {
        {TWICE_A, 24},
        {"13000000 01000000 " TWICE_A, 32},
        {"13000000 02000000 00000000 " TWICE_A, 36},
        {"13000000 01000000 13000000 01000000 " TWICE_A, 40},
        {"12000000 01000000 04000000 01000000 62000000 " TWICE_A, 44},
        {"12000000 01000000 04000000 01000000 62000000 13000000 01000000 " TWICE_A, 52},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        parsed made;
        parsed_from(&made, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL);
        cr_expect_eq(made.code, GDV_E_DUPLICATE_KEY, "%s: %s", rows[index].hex, gdv_status_name(made.code));
        cr_expect_eq(made.report.offset, rows[index].second, "%s: %zu", rows[index].hex, (size_t)made.report.offset);
        parsed_free(&made);
        packet_free(&bytes);
    }
#undef TWICE_A
}

/* ---- arguments ---- */

typedef struct call {
    gdv_document document;
    gdv_node nodes[8];
    uint8_t bytes[16]; /* {null: null} of Godot 3 */
    gdv_policy policy;
    gdv_report report;
} call;

static void call_start(call *made)
{
    memset(made, 0xa5, sizeof *made);
    memset(made->bytes, 0, sizeof made->bytes);
    made->bytes[0] = 0x12;
    made->bytes[4] = 1;
    made->policy = policy_with(GDV_POLICY_STRICT, 0);
    made->report.struct_size = sizeof made->report;
}

Test(document_arguments, that_are_wrong_have_their_code_and_leave_the_document_empty)
{
    static call made;
    gdv_policy unknown = policy_with(GDV_POLICY_STRICT, 1u << GDV_PERMIT_BITS);
    const struct {
        const char *name;
        gdv_status code;
        gdv_document *document;
        const void *bytes;
        size_t size;
        gdv_dialect dialect;
        const gdv_policy *policy;
        gdv_node *nodes;
        size_t capacity;
    } rows[] = {
        {"right", GDV_OK, &made.document, made.bytes, 16, GDV_DIALECT_GODOT3, NULL, made.nodes, 8},
        {"no document", GDV_E_BAD_ARGUMENT, NULL, made.bytes, 16, GDV_DIALECT_GODOT3, NULL, made.nodes, 8},
        {"NULL packet", GDV_E_BAD_ARGUMENT, &made.document, NULL, 16, GDV_DIALECT_GODOT3, NULL, made.nodes, 8},
        {"NULL packet of no bytes", GDV_E_EMPTY, &made.document, NULL, 0, GDV_DIALECT_GODOT3, NULL, made.nodes, 8},
        {"NULL nodes", GDV_E_BAD_ARGUMENT, &made.document, made.bytes, 16, GDV_DIALECT_GODOT3, NULL, NULL, 1},
        {"NULL nodes, most", GDV_E_BAD_ARGUMENT, &made.document, made.bytes, 16, GDV_DIALECT_GODOT3, NULL, NULL,
         SIZE_MAX},
        {"no nodes", GDV_E_NO_SPACE, &made.document, made.bytes, 16, GDV_DIALECT_GODOT3, NULL, made.nodes, 0},
        {"one dialect too far", GDV_E_BAD_DIALECT, &made.document, made.bytes, 16, GDV_DIALECT_COUNT, NULL, made.nodes,
         8},
        {"unknown permission", GDV_E_BAD_POLICY, &made.document, made.bytes, 16, GDV_DIALECT_GODOT3, &unknown,
         made.nodes, 8},
        {"more nodes than there can be", GDV_E_BAD_ARGUMENT, &made.document, made.bytes, 16, GDV_DIALECT_GODOT3, NULL,
         made.nodes, SIZE_MAX},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        call_start(&made);
        gdv_document *document = rows[index].document;
        gdv_status code = gdv_document_parse(document, rows[index].bytes, rows[index].size, rows[index].dialect,
                                             rows[index].policy, rows[index].nodes, rows[index].capacity, &made.report);
        cr_expect_eq(code, rows[index].code, "%s: %s", rows[index].name, gdv_status_name(code));
        if (document != NULL && code != GDV_OK && code != GDV_E_OVERLAP) {
            cr_expect(is_empty(document), "%s", rows[index].name);
        }
        if (code == GDV_E_BAD_ARGUMENT || code == GDV_E_BAD_DIALECT || code == GDV_E_BAD_POLICY) {
            cr_expect_eq(made.report.code, code, "%s", rows[index].name);
            cr_expect_eq(made.report.offset, 0, "%s", rows[index].name);
            cr_expect_str_eq(made.report.type_name, "", "%s", rows[index].name);
        }
    }
}

/* Nothing of these sizes is read. */
Test(document_arguments, more_bytes_than_any_packet_has_are_refused)
{
    static struct {
        gdv_document document;
        gdv_policy policy;
        gdv_report report;
        uint8_t bytes[4];
    } made;
    static const size_t sizes[] = {
        (size_t)GDV_MAX_BYTES + 1,
#if SIZE_MAX > UINT32_MAX
        (size_t)UINT32_MAX + 1,
        SIZE_MAX / 2,
#endif
    };
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        made.policy = policy_with(GDV_POLICY_ENGINE, 0);
        made.policy.max_bytes = SIZE_MAX;
        made.report.struct_size = sizeof made.report;
        gdv_status code = gdv_document_parse(&made.document, made.bytes, sizes[index], GDV_DIALECT_GODOT3, &made.policy,
                                             NULL, 0, &made.report);
        cr_expect_eq(code, GDV_E_LIMIT_BYTES, "%zu: %s", sizes[index], gdv_status_name(code));
        cr_expect_eq(made.report.code, GDV_E_LIMIT_BYTES);
        cr_expect(is_empty(&made.document));
    }
}

Test(document_arguments, that_overlap_are_refused_and_nothing_is_written)
{
    static call made;
    call before;
    gdv_node *nodes = made.nodes;
    uint8_t *in_nodes = (uint8_t *)(void *)made.nodes;
    const struct {
        const char *name;
        gdv_document *document;
        const uint8_t *bytes;
        const gdv_policy *policy;
        gdv_report *report;
    } rows[] = {
        {"packet in the nodes", &made.document, in_nodes + 112, &made.policy, &made.report},
        {"packet in the document", &made.document, (uint8_t *)(void *)&made.document, &made.policy, &made.report},
        {"packet in the report", &made.document, (uint8_t *)(void *)made.report.path, &made.policy, &made.report},
        {"document in the nodes", (gdv_document *)(void *)&nodes[7], made.bytes, &made.policy, &made.report},
        {"document in the report", (gdv_document *)(void *)&made.report, made.bytes, &made.policy, &made.report},
        {"document in the policy", (gdv_document *)(void *)&made.policy, made.bytes, &made.policy, &made.report},
        {"policy in the nodes", &made.document, made.bytes, (gdv_policy *)(void *)&nodes[4], &made.report},
        {"report in the nodes", &made.document, made.bytes, &made.policy, (gdv_report *)(void *)&nodes[7]},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        call_start(&made);
        memcpy(&before, &made, sizeof before);
        gdv_status code = gdv_document_parse(rows[index].document, rows[index].bytes, 16, GDV_DIALECT_GODOT3,
                                             rows[index].policy, nodes, 8, rows[index].report);
        cr_expect_eq(code, GDV_E_OVERLAP, "%s: %s", rows[index].name, gdv_status_name(code));
        cr_expect_eq(memcmp(&before, &made, sizeof before), 0, "%s: written", rows[index].name);
    }
}

/* Calls of which nothing but the overlap is wrong, and whose packet the loop reads whole: [null, null]. Each row has one
 * part elsewhere; each part begins with what it must have. */
Test(document_arguments, that_overlap_are_refused_where_the_loop_would_read_all)
{
    enum { PACKET, POLICY, NODES, DOCUMENT, REPORT, PARTS, NODES_THERE = 4 };
    static const size_t apart[PARTS] = {0, 64, 512, 1024, 2048};
    static const struct {
        const char *name;
        int part;
        size_t at;
    } rows[] = {
        {"packet in the nodes", PACKET, 512 + 16},
        {"packet in the document", PACKET, 1024 + 16},
        {"packet in the report", PACKET, 2048 + 64},
        {"policy in the nodes", POLICY, 512 + 8},
        {"document in the end of the policy", DOCUMENT, 64 + sizeof(gdv_policy) - 8},
        {"document in the nodes", DOCUMENT, 512 + 32},
        {"document in the report", DOCUMENT, 2048 + 64},
        {"report in the end of the policy", REPORT, 64 + sizeof(gdv_policy) - 8},
        {"report in the end of the nodes", REPORT, 512 + 56},
        {"report in the end of the document", REPORT, 1024 + sizeof(gdv_document) - 8},
        {"nothing", PACKET, 0},
    };
    static uint64_t memory[512];
    static uint64_t before[512];
    packet bytes = packet_from_hex("13000000 02000000 00000000 00000000");
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        uint8_t *parts[PARTS];
        memset(memory, 0xa5, sizeof memory);
        for (int part = 0; part < PARTS; part += 1) {
            parts[part] = (uint8_t *)memory + (part == rows[index].part ? rows[index].at : apart[part]);
        }
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_NONFINITE);
        policy.max_string = sizeof(gdv_report); /* with an encoding of 0 after it: the report's size */
        memcpy(parts[POLICY], &policy, sizeof policy);
        memcpy(parts[REPORT], &(size_t){sizeof(gdv_report)}, sizeof(size_t));
        memcpy(parts[PACKET], bytes.bytes, bytes.size);
        memcpy(before, memory, sizeof memory);
        gdv_document *document = (gdv_document *)(void *)parts[DOCUMENT];
        const gdv_status code = gdv_document_parse(
            document, parts[PACKET], bytes.size, GDV_DIALECT_GODOT3, (const gdv_policy *)(void *)parts[POLICY],
            (gdv_node *)(void *)parts[NODES], NODES_THERE, (gdv_report *)(void *)parts[REPORT]);
        if (rows[index].at == 0) {
            cr_expect_eq(code, GDV_OK, "%s: %s", rows[index].name, gdv_status_name(code));
            cr_expect_eq(document->count, 3);
            cr_expect_eq(document->permit, GDV_PERMIT_NONFINITE);
        } else {
            cr_expect_eq(code, GDV_E_OVERLAP, "%s: %s", rows[index].name, gdv_status_name(code));
            cr_expect_eq(memcmp(before, memory, sizeof memory), 0, "%s: written", rows[index].name);
        }
        cr_expect_eq(gdv_document_parse(NULL, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL,
                                        (gdv_node *)(void *)(memory + 64), NODES_THERE, NULL),
                     GDV_E_BAD_ARGUMENT);
    }
    packet_free(&bytes);
}

Test(document_arguments, a_report_of_another_size_is_not_written)
{
    static call made;
    static const size_t sizes[] = {0, sizeof(gdv_report) - 1, sizeof(gdv_report) + 1, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        gdv_report untouched;
        call_start(&made);
        made.report.struct_size = sizes[index];
        memcpy(&untouched, &made.report, sizeof untouched);
        cr_expect_eq(
            gdv_document_parse(&made.document, made.bytes, 16, GDV_DIALECT_GODOT3, NULL, made.nodes, 8, &made.report),
            GDV_E_BAD_STRUCT);
        cr_expect_eq(memcmp(&untouched, &made.report, sizeof untouched), 0, "%zu: written", sizes[index]);
        cr_expect(is_empty(&made.document));
    }
}

Test(document_arguments, a_refusal_empties_a_document_that_was_built)
{
    static call made;
    call_start(&made);
    cr_assert_eq(gdv_document_parse(&made.document, made.bytes, 16, GDV_DIALECT_GODOT3, NULL, made.nodes, 8, NULL),
                 GDV_OK);
    gdv_value root = gdv_root(&made.document);
    cr_expect_eq(gdv_count(root), 1);
    cr_expect_eq(gdv_document_parse(&made.document, made.bytes, 12, GDV_DIALECT_GODOT3, NULL, made.nodes, 8, NULL),
                 GDV_E_COUNT);
    cr_expect(is_empty(&made.document));
    cr_expect(!gdv_exists(root), "a value of a document that is gone is missing");
    cr_expect_eq(gdv_type_of(root), GDV_TYPE_COUNT);
}

Test(document_arguments, the_root_of_nothing_is_missing)
{
    gdv_document empty = {0};
    cr_expect(!gdv_exists(gdv_root(NULL)));
    cr_expect(!gdv_exists(gdv_root(&empty)));
}
