/* SPDX-License-Identifier: MIT */
/* What the reader's events say: kind, role, depth, span and type, by hand for small packets; for every packet of the
 * corpus, that spans tile it without gap or overlap, that BEGIN and END nest, and that children are as many, and in the
 * roles, as the packet's own words say. A recursive walk, so that it has nothing in common with the reader's stack. And
 * what skip passes over, and what it does not let pass. Promises 1, 5 and 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- by hand ---- */

typedef struct event_row {
    gdv_event_kind kind;
    gdv_role role;
    uint32_t depth;
    uint32_t offset;
    uint32_t size;
    gdv_type type; /* GDV_TYPE_COUNT where there is no value */
} event_row;

#define BEGIN(role, depth, offset, size, type) {GDV_EVENT_BEGIN, GDV_ROLE_##role, depth, offset, size, GDV_TYPE_##type}
#define VALUE(role, depth, offset, size, type) {GDV_EVENT_VALUE, GDV_ROLE_##role, depth, offset, size, GDV_TYPE_##type}
#define NAME(depth, offset, size) {GDV_EVENT_NAME, GDV_ROLE_PROPERTY, depth, offset, size, GDV_TYPE_STRING}
#define END(depth, offset) {GDV_EVENT_END, GDV_ROLE_OUTERMOST, depth, offset, 0, GDV_TYPE_COUNT}
#define DONE(offset) {GDV_EVENT_DONE, GDV_ROLE_OUTERMOST, 0, offset, 0, GDV_TYPE_COUNT}

static const struct {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *hex;
    event_row events[16];
} packets[] = {
    {"true", "godot3", "strict", "01000000 01000000", {VALUE(OUTERMOST, 0, 0, 8, BOOL), DONE(8)}},
    {"[]", "godot3", "strict", "13000000 00000000", {BEGIN(OUTERMOST, 0, 0, 8, ARRAY), END(0, 8), DONE(8)}},
    {"{a: [1, true], 2: null}",
     "godot3",
     "strict",
     "12000000 02000000 04000000 01000000 61000000 13000000 02000000 02000000 01000000 01000000 01000000 02000000 "
     "02000000 00000000",
     {BEGIN(OUTERMOST, 0, 0, 8, DICTIONARY), VALUE(KEY, 1, 8, 12, STRING), BEGIN(VALUE, 1, 20, 8, ARRAY),
      VALUE(ELEMENT, 2, 28, 8, INT), VALUE(ELEMENT, 2, 36, 8, BOOL), END(1, 44), VALUE(KEY, 1, 44, 8, INT),
      VALUE(VALUE, 1, 52, 4, NIL), END(0, 56), DONE(56)}},
    {"{[]: {{}: null}}: containers as keys, two that end at once",
     "godot3",
     "strict",
     "12000000 01000000 13000000 00000000 12000000 01000000 12000000 00000000 00000000",
     {BEGIN(OUTERMOST, 0, 0, 8, DICTIONARY), BEGIN(KEY, 1, 8, 8, ARRAY), END(1, 16), BEGIN(VALUE, 1, 16, 8, DICTIONARY),
      BEGIN(KEY, 2, 24, 8, DICTIONARY), END(2, 32), VALUE(VALUE, 2, 32, 4, NIL), END(1, 36), END(0, 36), DONE(36)}},
    {"[A{p: {}, q: [null]}]: properties, three that end at once",
     "godot3",
     "strict+object",
     "13000000 01000000 11000000 01000000 41000000 02000000 01000000 70000000 12000000 00000000 01000000 71000000 "
     "13000000 01000000 00000000",
     {BEGIN(OUTERMOST, 0, 0, 8, ARRAY), BEGIN(ELEMENT, 1, 8, 16, OBJECT), NAME(2, 24, 8),
      BEGIN(PROPERTY, 2, 32, 8, DICTIONARY), END(2, 40), NAME(2, 40, 8), BEGIN(PROPERTY, 2, 48, 8, ARRAY),
      VALUE(ELEMENT, 3, 56, 4, NIL), END(2, 60), END(1, 60), END(0, 60), DONE(60)}},
    {"an object without properties",
     "godot3",
     "strict+object",
     "11000000 01000000 41000000 00000000",
     {BEGIN(OUTERMOST, 0, 0, 16, OBJECT), END(0, 16), DONE(16)}},
    {"null and an id are no containers",
     "godot3",
     "strict+object+object-id",
     "13000000 02000000 11000000 00000000 11000100 05000000 00000000",
     {BEGIN(OUTERMOST, 0, 0, 8, ARRAY), VALUE(ELEMENT, 1, 8, 8, OBJECT), VALUE(ELEMENT, 1, 16, 12, OBJECT), END(0, 28),
      DONE(28)}},
    {"Dictionary[int, String]: the types belong to BEGIN",
     "godot4.4",
     "strict",
     "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000",
     {BEGIN(OUTERMOST, 0, 0, 16, DICTIONARY), VALUE(KEY, 1, 16, 8, INT), VALUE(VALUE, 1, 24, 12, STRING), END(0, 36),
      DONE(36)}},
    {"a typed array of nodes: its class name belongs to BEGIN",
     "pandemonium-40",
     "strict+misread",
     "1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000",
     {BEGIN(OUTERMOST, 0, 0, 24, TYPED_ARRAY), VALUE(ELEMENT, 1, 24, 4, NIL), END(0, 28), DONE(28)}},
    {"a node path of the old form, without padding",
     "godot2",
     "strict+node-path",
     "15000000 02000000 10000000 02000000 6162 00000000",
     {BEGIN(OUTERMOST, 0, 0, 8, ARRAY), VALUE(ELEMENT, 1, 8, 10, NODE_PATH), VALUE(ELEMENT, 1, 18, 4, NIL), END(0, 22),
      DONE(22)}},
    {"a Vector4 as Pandemonium counts it (EB-13)",
     "pandemonium-40",
     "engine",
     "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000",
     {BEGIN(OUTERMOST, 0, 0, 8, ARRAY), VALUE(ELEMENT, 1, 8, 16, VECTOR4), VALUE(ELEMENT, 1, 24, 8, INT), END(0, 32),
      DONE(32)}},
};

Test(reader_events, are_those_counted_by_hand)
{
    for (size_t index = 0; index < COUNT_OF(packets); index += 1) {
        reading *from = reading_hex(packets[index].dialect, packets[index].policy, packets[index].hex);
        const event_row *row = packets[index].events;
        gdv_event event = {.kind = GDV_EVENT_VALUE};
        for (size_t number = 0; event.kind != GDV_EVENT_DONE; number += 1) {
            const char *name = packets[index].name;
            cr_assert_lt(number, COUNT_OF(packets[index].events), "%s", name);
            cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK, "%s: event %zu", name, number);
            cr_expect_eq(event.kind, row[number].kind, "%s: event %zu is %d", name, number, (int)event.kind);
            cr_expect_eq(event.role, row[number].role, "%s: event %zu as %d", name, number, (int)event.role);
            cr_expect_eq(event.depth, row[number].depth, "%s: event %zu at depth %u", name, number, event.depth);
            cr_expect_eq(event.offset, row[number].offset, "%s: event %zu at %u", name, number, event.offset);
            cr_expect_eq(event.size, row[number].size, "%s: event %zu of %u bytes", name, number, event.size);
            cr_expect_eq(gdv_type_of(event.value), row[number].type, "%s: event %zu is of type %d", name, number,
                         (int)gdv_type_of(event.value));
            cr_expect_eq(gdv_exists(event.value), row[number].type != GDV_TYPE_COUNT, "%s: event %zu", name, number);
        }
        reading_free(from);
    }
}

/* ---- a recursive walk over the corpus ---- */

typedef struct walk {
    reading *from;
    const char *name;
    gdv_dialect dialect;
    uint32_t pos;    /* where the next span begins */
    uint32_t values; /* so far, class names of Pandemonium's typed arrays among them */
    bool broken;
} walk;

static void claim(walk *over, bool holds, const char *what, const gdv_event *event)
{
    if (!holds && !over->broken) {
        over->broken = true;
        cr_expect_fail("%s, at %u: %s: kind %d, role %d, depth %u, %u bytes at %u", over->name, over->pos, what,
                       (int)event->kind, (int)event->role, event->depth, event->size, event->offset);
    }
}

/* The next event, whose span begins where the last one ended. */
static gdv_event next_of(walk *over)
{
    gdv_event event;
    gdv_status status = gdv_reader_next(&over->from->reader, &event);
    claim(over, status == GDV_OK, gdv_status_name(status), &event);
    claim(over, event.offset == over->pos, "gap or overlap", &event);
    claim(over, event.size <= over->from->bytes.size - over->pos, "past the end", &event);
    bool bytes = event.kind != GDV_EVENT_END && event.kind != GDV_EVENT_DONE;
    claim(over, bytes == (event.size > 0), "END or DONE with bytes, or another without", &event);
    claim(over, bytes == gdv_exists(event.value), "END or DONE with a value, or another without", &event);
    over->pos += over->broken ? 0 : event.size;
    return event;
}

static void name_of_property(walk *over, uint32_t depth)
{
    gdv_text text = {NULL, 0};
    uint32_t at = over->pos;
    gdv_event event = next_of(over);
    claim(over, event.kind == GDV_EVENT_NAME && event.role == GDV_ROLE_PROPERTY && event.depth == depth, "no name",
          &event);
    if (!over->broken) {
        uint32_t size = word_at(&over->from->bytes, at);
        claim(over, event.size == 4 + (size + 3) / 4 * 4, "name of another size", &event);
        claim(over, gdv_to_text(event.value, &text) == GDV_OK, "name that is no text", &event);
        claim(over, text.size == size && text.bytes == (const char *)over->from->bytes.bytes + at + 4,
              "name that is elsewhere", &event);
    }
}

/* Whether the value at `at` is a container, by its own bytes; and whether its class name is a value as well. */
static bool opens(walk *over, gdv_type type, uint32_t at)
{
    bool by_id = (word_at(&over->from->bytes, at) & 0x10000u) != 0;
    if (type == GDV_TYPE_OBJECT) {
        return over->dialect != GDV_DIALECT_GODOT2 && !by_id && word_at(&over->from->bytes, at + 4) != 0;
    }
    if (type == GDV_TYPE_TYPED_ARRAY || type == GDV_TYPE_PACKED_TYPED_ARRAY) {
        over->values += word_at(&over->from->bytes, at + 4) == 23 && !by_id ? 1 : 0;
        return true;
    }
    return type == GDV_TYPE_ARRAY || type == GDV_TYPE_DICTIONARY;
}

/* Depth is at most what the walk's policy lets pass: 33 levels. */
static void value_of(walk *over, gdv_role role, uint32_t depth)
{
    static const gdv_role in_pairs[] = {GDV_ROLE_KEY, GDV_ROLE_VALUE};
    uint32_t at = over->pos;
    gdv_event event = next_of(over);
    if (over->broken) {
        return;
    }
    const type_row *row = &dialect_rows[over->dialect].types[word_at(&over->from->bytes, at) & 0xffu];
    bool open = opens(over, row->type, at);
    uint32_t wide = (word_at(&over->from->bytes, at) & 0x10000u) != 0 ? row->wide : 0;
    over->values += 1;
    claim(over, event.kind == (open ? GDV_EVENT_BEGIN : GDV_EVENT_VALUE), "container or not", &event);
    claim(over, event.role == role, "another role", &event);
    claim(over, event.depth == depth, "another depth", &event);
    claim(over, gdv_type_of(event.value) == row->type, "another type", &event);
    bool packed = strstr(row->name, "ARRAY") != NULL;
    claim(over, packed || row->size == 0 || event.size == 4 + (wide != 0 ? wide : row->size), "another size", &event);
    if (!open || over->broken) {
        return;
    }
    uint32_t count = word_at(&over->from->bytes, over->pos - 4) & 0x7fffffffu;
    uint32_t children = row->type == GDV_TYPE_DICTIONARY ? 2 * count : count;
    claim(over, gdv_count(event.value) == count, "another count", &event);
    for (uint32_t child = 0; child < children && !over->broken; child += 1) {
        if (row->type == GDV_TYPE_OBJECT) {
            name_of_property(over, depth + 1);
        }
        value_of(over,
                 row->type == GDV_TYPE_DICTIONARY ? in_pairs[child % 2]
                 : row->type == GDV_TYPE_OBJECT   ? GDV_ROLE_PROPERTY
                                                  : GDV_ROLE_ELEMENT,
                 depth + 1);
    }
    event = next_of(over);
    claim(over, event.kind == GDV_EVENT_END && event.depth == depth, "no end", &event);
}

static void tiles(gdv_dialect dialect)
{
    gdv_policy policy = policy_from_text("strict+nonfinite+object-id+object+rid+callable+signal+misread+node-path+"
                                         "text-utf8");
    seeds each = seeds_of(dialect);
    size_t accepted = 0;
    policy.max_depth = 34;
    while (seeds_next(&each)) {
        verdict said = verdict_of(each.bytes.bytes, each.bytes.size, dialect, &policy);
        if (said.code == GDV_OK) {
            walk over = {reading_of(&each.bytes, each.bytes.size, dialect, &policy), each.name, dialect, 0, 0, false};
            value_of(&over, GDV_ROLE_OUTERMOST, 0);
            gdv_event last = next_of(&over);
            claim(&over, last.kind == GDV_EVENT_DONE && last.depth == 0, "not done", &last);
            cr_expect_eq(over.pos, each.bytes.size, "%s: %u of %zu bytes", each.name, over.pos, each.bytes.size);
            cr_expect_eq(over.values, said.stats.values, "%s: %u of %u values", each.name, over.values,
                         said.stats.values);
            reading_free(over.from);
            accepted += 1;
        }
    }
    cr_assert_geq(accepted, 100, "%zu packets", accepted);
}

TEST_EACH_DIALECT(reader_events_tile_every_seed_and_nest, tiles)

/* ---- skip ---- */

typedef struct event_list {
    gdv_event *events;
    size_t count;
} event_list;

static event_list all_events(const seeds *each)
{
    enum { MOST = 4096 };
    event_list list = {malloc(MOST * sizeof(gdv_event)), 0};
    reading *from = reading_of(&each->bytes, each->bytes.size, each->dialect, NULL);
    cr_assert_not_null(list.events);
    while (list.count < MOST && gdv_reader_next(&from->reader, &list.events[list.count]) == GDV_OK) {
        list.count += 1;
        if (list.events[list.count - 1].kind == GDV_EVENT_DONE) {
            break;
        }
    }
    reading_free(from);
    return list;
}

/* The event that follows when the one at `index` is skipped: by the depths, which were checked above. */
static size_t behind(const event_list *list, size_t index)
{
    const gdv_event *at = &list->events[index];
    size_t first = at->kind == GDV_EVENT_NAME ? index + 1 : index;
    if (list->events[first].kind != GDV_EVENT_BEGIN) {
        return at->kind == GDV_EVENT_NAME ? index + 2 : index + 1;
    }
    size_t end = first + 1;
    while (list->events[end].kind != GDV_EVENT_END || list->events[end].depth != list->events[first].depth) {
        end += 1;
    }
    return end + 1;
}

static bool same_event(const gdv_event *one, const gdv_event *other)
{
    return one->kind == other->kind && one->role == other->role && one->depth == other->depth &&
           one->offset == other->offset && one->size == other->size;
}

static void skips(gdv_dialect dialect)
{
    enum { MOST = 150 };
    seeds each = seeds_of(dialect);
    size_t skipped = 0;
    while (seeds_next(&each)) {
        event_list list = all_events(&each);
        bool whole = list.count > 0 && list.count <= MOST && list.events[list.count - 1].kind == GDV_EVENT_DONE;
        for (size_t stop = 0; whole && stop + 1 < list.count; stop += 1) {
            gdv_event event;
            reading *from = reading_of(&each.bytes, each.bytes.size, dialect, NULL);
            for (size_t read = 0; read <= stop; read += 1) {
                cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK, "%s", each.name);
            }
            cr_expect_eq(gdv_reader_skip(&from->reader), GDV_OK, "%s: event %zu", each.name, stop);
            cr_expect_eq(gdv_reader_skip(&from->reader), GDV_OK, "%s: event %zu, again", each.name, stop);
            cr_expect_eq(gdv_reader_next(&from->reader, &event), GDV_OK, "%s", each.name);
            if (!same_event(&event, &list.events[behind(&list, stop)])) {
                cr_expect_fail("%s: after event %zu comes kind %d at %u", each.name, stop, (int)event.kind,
                               event.offset);
            }
            cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK, "%s", each.name);
            skipped += 1;
            reading_free(from);
        }
        free(list.events);
    }
    cr_assert_geq(skipped, 300, "%zu events", skipped);
}

TEST_EACH_DIALECT(reader_skip_goes_after_what_was_begun_and_no_further, skips)

/* Before the first event there is nothing to skip; after a NAME it is the value, nested or not. */
Test(reader_skip, of_a_property_passes_its_value_whatever_that_is)
{
    static const char nested[] = "11000000 01000000 41000000 02000000 01000000 70000000 13000000 01000000 13000000 "
                                 "00000000 01000000 71000000 02000000 05000000";
    reading *from = reading_hex("godot3", "strict+object", nested);
    gdv_event event;
    cr_expect_eq(gdv_reader_skip(&from->reader), GDV_OK);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_BEGIN);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_NAME);
    cr_expect_eq(gdv_reader_skip(&from->reader), GDV_OK);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(event.kind == GDV_EVENT_NAME && gdv_text_is(event.value, "q"), "kind %d at %u", (int)event.kind,
              event.offset);
    cr_expect_eq(gdv_reader_skip(&from->reader), GDV_OK);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_END);
    cr_expect_eq(event.depth, 0);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_DONE);
    reading_free(from);
}

/* What is skipped is checked like all else: each packet is wrong inside the container that its first event begins. */
Test(reader_skip, lets_nothing_wrong_pass)
{
    static const struct {
        const char *name;
        const char *policy;
        const char *hex;
        gdv_status code;
        uint64_t offset;
        const char *path;
    } rows[] = {
        {"a bool of 2", "strict", "13000000 01000000 01000000 02000000", GDV_E_BOOL, 12, "[0]"},
        {"a bool of 2, three deep", "strict", "13000000 01000000 13000000 01000000 13000000 01000000 01000000 02000000",
         GDV_E_BOOL, 28, "[0][0][0]"},
        {"a key twice", "strict", "12000000 02000000 02000000 01000000 00000000 02000000 01000000 00000000",
         GDV_E_DUPLICATE_KEY, 20, "{1}"},
        {"a property of no type", "strict+object", "11000000 01000000 41000000 01000000 01000000 70000000 63000000",
         GDV_E_BAD_TYPE, 24, ".p"},
        {"bytes after it", "strict", "13000000 01000000 00000000 00000000", GDV_E_TRAILING, 12, ""},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        bool trailing = rows[index].code == GDV_E_TRAILING;
        reading *from = reading_hex("godot3", rows[index].policy, rows[index].hex);
        gdv_report report = {.struct_size = sizeof report};
        gdv_event event;
        cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK, "%s", rows[index].name);
        cr_expect_eq(event.kind, GDV_EVENT_BEGIN, "%s", rows[index].name);
        gdv_status skipped = gdv_reader_skip(&from->reader);
        cr_expect_eq(skipped, trailing ? GDV_OK : rows[index].code, "%s: %s", rows[index].name,
                     gdv_status_name(skipped));
        cr_expect_eq(gdv_reader_finish(&from->reader, &report), rows[index].code, "%s", rows[index].name);
        cr_expect_eq(report.offset, rows[index].offset, "%s: at %zu", rows[index].name, (size_t)report.offset);
        cr_expect_str_eq(report.path, rows[index].path, "%s: path %s", rows[index].name, report.path);
        reading_free(from);
    }
}

/* "What came before the refusal has been delivered by then." */
Test(reader_events, that_come_before_an_error_are_given_before_it)
{
    reading *from = reading_hex("godot3", "strict",
                                "13000000 03000000 02000000 07000000 13000000 00000000 01000000 "
                                "02000000");
    static const gdv_event_kind kinds[] = {GDV_EVENT_BEGIN, GDV_EVENT_VALUE, GDV_EVENT_BEGIN, GDV_EVENT_END};
    gdv_event event;
    for (size_t index = 0; index < COUNT_OF(kinds); index += 1) {
        cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK, "event %zu", index);
        cr_expect_eq(event.kind, kinds[index], "event %zu: %d", index, (int)event.kind);
    }
    cr_expect_eq(gdv_reader_next(&from->reader, &event), GDV_E_BOOL);
    reading_free(from);
}

/* The value of an event is that of the getters, until the next call. */
Test(reader_events, carry_values_that_getters_read)
{
    reading *from = reading_hex("godot3", "strict", "12000000 01000000 04000000 02000000 68690000 02000000 f9ffffff");
    gdv_event event;
    gdv_iterator each;
    int64_t number = 0;
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_count(event.value), 1);
    cr_expect(!gdv_exists(gdv_get(event.value, "hi")), "a reader's container has no children to look up");
    cr_expect(!gdv_exists(gdv_at(event.value, 0)));
    cr_expect(!gdv_exists(gdv_get_value(event.value, event.value)));
    cr_expect(!gdv_exists(gdv_find(event.value, ".hi")));
    gdv_iterate(event.value, &each);
    cr_expect(!gdv_iterate_next(&each));
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(gdv_text_is(event.value, "hi"));
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_to_int(event.value, INT64_MIN, INT64_MAX, &number), GDV_OK);
    cr_expect_eq(number, -7);
    reading_free(from);
    from = reading_hex("godot3", "strict", "13000000 02000000 13000000 00000000 02000000 01000000");
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_count(event.value), 2);
    for (size_t index = 0; index < 3; index += 1) {
        cr_expect(!gdv_exists(gdv_at(event.value, index)), "element %zu", index);
    }
    reading_free(from);
}
