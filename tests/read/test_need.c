/* SPDX-License-Identifier: MIT */
/* What a refusal for want of memory asks for: all that the packet takes, at once, so that whoever gives it is not asked
 * again. Scratch memory of the validator, the reader and the canonical encoder, nodes of the document, scratch memory of
 * the writer. Promise 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef struct given {
    const char *name;
    const uint8_t *bytes;
    size_t size;
    gdv_dialect dialect;
    const gdv_policy *policy;
} given;

typedef struct answer {
    gdv_status code;
    gdv_report report;
} answer;

static uint8_t *room_of(size_t size)
{
    uint8_t *memory = malloc(size + 1);
    cr_assert_not_null(memory);
    return memory;
}

static answer nothing_said(void)
{
    answer said;
    memset(&said, 0xa5, sizeof said);
    said.report.struct_size = sizeof said.report;
    return said;
}

static answer validated(const given *of, size_t scratch_size)
{
    answer said = nothing_said();
    uint8_t *scratch = room_of(scratch_size);
    said.code = gdv_validate(of->bytes, of->size, of->dialect, of->policy, scratch, scratch_size, NULL, &said.report);
    free(scratch);
    return said;
}

static answer read_to_the_end(const given *of, size_t scratch_size)
{
    static gdv_reader reader;
    answer said = nothing_said();
    uint8_t *scratch = room_of(scratch_size);
    (void)!gdv_reader_init(&reader, of->bytes, of->size, of->dialect, of->policy, scratch, scratch_size);
    said.code = gdv_reader_finish(&reader, &said.report);
    free(scratch);
    return said;
}

static answer canonicalized(const given *of, size_t scratch_size)
{
    answer said = nothing_said();
    uint8_t *scratch = room_of(scratch_size);
    size_t size = 1;
    said.code = gdv_canonicalize(of->bytes, of->size, of->dialect, of->policy, scratch, scratch_size, NULL, 0, &size,
                                 &said.report);
    cr_expect(said.code == GDV_OK || size == 0, "%s: size %zu", of->name, size);
    cr_expect_eq(
        gdv_canonicalize(of->bytes, of->size, of->dialect, of->policy, scratch, scratch_size, NULL, 0, &size, NULL),
        said.code, "%s without a report", of->name);
    free(scratch);
    return said;
}

static bool is_same(const answer *one, const answer *other)
{
    return one->code == other->code && one->report.code == other->report.code &&
           one->report.offset == other->report.offset && one->report.need == other->report.need &&
           one->report.depth == other->report.depth && one->report.type == other->report.type &&
           one->report.misread == other->report.misread && strcmp(one->report.path, other->report.path) == 0;
}

/* With too little, the same need; with that, the verdict that any amount gives. Of a packet with a key that is there
 * twice less may do, as keys are not compared while they are counted. Returns the need, 0 where none was told of. */
static size_t asks_once(const given *of, answer (*call)(const given *of, size_t scratch_size))
{
    answer owed = call(of, gdv_scratch_bound(of->size));
    answer first = call(of, 0);
    if (first.code != GDV_E_NO_SPACE) {
        cr_expect(is_same(&first, &owed), "%s without any: %s", of->name, gdv_status_name(first.code));
        return 0;
    }
    size_t need = (size_t)first.report.need;
    cr_expect(need > 0 && need % 8 == 0 && need <= gdv_scratch_bound(of->size), "%s needs %zu", of->name, need);
    const size_t less[] = {1, need / 2, need - 8, need - 1};
    for (size_t index = 0; index < COUNT_OF(less); index += 1) {
        answer said = call(of, less[index]);
        bool twice = owed.code == GDV_E_DUPLICATE_KEY && is_same(&said, &owed);
        cr_expect(twice || (said.code == GDV_E_NO_SPACE && said.report.code == GDV_E_NO_SPACE &&
                            said.report.need == need && said.report.offset < of->size),
                  "%s in %zu: %s, needs %zu of %zu", of->name, less[index], gdv_status_name(said.code),
                  (size_t)said.report.need, need);
    }
    answer enough = call(of, need);
    cr_expect(is_same(&enough, &owed), "%s in %zu: %s, not %s", of->name, need, gdv_status_name(enough.code),
              gdv_status_name(owed.code));
    return need;
}

static void nodes_are_asked_for_once(const given *of)
{
    gdv_document document;
    gdv_report report = {.struct_size = sizeof report};
    gdv_status code = gdv_document_parse(&document, of->bytes, of->size, of->dialect, of->policy, NULL, 0, &report);
    if (code == GDV_E_NO_SPACE) {
        size_t need = (size_t)report.need;
        gdv_node *nodes = malloc(need * sizeof *nodes);
        cr_assert_not_null(nodes);
        code = gdv_document_parse(&document, of->bytes, of->size, of->dialect, of->policy, nodes, need, &report);
        cr_expect_neq(code, GDV_E_NO_SPACE, "%s in %zu nodes", of->name, need);
        free(nodes);
    }
}

static size_t all_ask_once(const given *of)
{
    size_t need = asks_once(of, validated);
    cr_expect_eq(asks_once(of, read_to_the_end), need, "%s: the reader", of->name);
    cr_expect_eq(asks_once(of, canonicalized), need, "%s: the canonical encoder", of->name);
    nodes_are_asked_for_once(of);
    return need;
}

/* ---- by hand ---- */

#define KEY(number) "02000000 " number "000000 00000000 " /* an int and null */

/* Eight bytes a dictionary that is open and has keys, and eight a key of it. Godot 3: 18 dictionary, 19 array. */
static const struct row {
    const char *name;
    const char *hex;
    gdv_status code;
    size_t need;
} rows[] = {
    {"null", "00000000", GDV_OK, 0},
    {"empty dictionary", "12000000 00000000", GDV_OK, 0},
    {"one key", "12000000 01000000 " KEY("01"), GDV_OK, 16},
    {"three keys", "12000000 03000000 " KEY("01") KEY("02") KEY("03"), GDV_OK, 32},
    {"the second of two is larger",
     "13000000 02000000 12000000 01000000 " KEY("01") "12000000 02000000 " KEY("01") KEY("02"), GDV_OK, 24},
    {"the first of two is larger",
     "13000000 02000000 12000000 02000000 " KEY("01") KEY("02") "12000000 01000000 " KEY("01"), GDV_OK, 24},
    {"one in another", "12000000 01000000 02000000 01000000 12000000 02000000 " KEY("01") KEY("02"), GDV_OK, 40},
    {"a dictionary as key", "12000000 01000000 12000000 01000000 " KEY("01") "00000000", GDV_OK, 32},
    /* what is wrong is told once there is room for the keys before it: the bool of 2 stands before the third key */
    {"a defect before a key", "12000000 03000000 " KEY("01") "02000000 02000000 01000000 02000000 " KEY("03"),
     GDV_E_BOOL, 24},
    {"a defect before any", "12000000 01000000 01000000 02000000 00000000", GDV_E_BOOL, 8},
    {"an end before a key", "12000000 01000000 02000000 01000000 02000000", GDV_E_TRUNCATED, 16},
    {"too much after it", "12000000 01000000 " KEY("01") "00000000", GDV_E_TRAILING, 16},
    /* keys are not compared while they are counted: so this is what all of the packet takes */
    {"a key that is there twice",
     "13000000 02000000 12000000 02000000 " KEY("01") KEY("01") "12000000 03000000 " KEY("01") KEY("02") KEY("03"),
     GDV_E_DUPLICATE_KEY, 32},
};

Test(need, is_eight_bytes_a_dictionary_and_a_key_at_the_peak)
{
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        const given of = {rows[index].name, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL};
        cr_expect_eq(validated(&of, 64).code, rows[index].code, "%s", rows[index].name);
        size_t need = all_ask_once(&of);
        cr_expect_eq(need, rows[index].need, "%s needs %zu", rows[index].name, need);
        packet_free(&bytes);
    }
}

/* The attack: an array of dictionaries, each with a key more, so that what was needed so far rises a hundred times. */
Test(need, of_a_packet_that_asks_for_more_and_more_is_told_at_once)
{
    enum { DICTIONARIES = 100 };
    builder made = {NULL, 0, 0};
    put_u32(&made, 19);
    put_u32(&made, DICTIONARIES);
    for (uint32_t keys = 1; keys <= DICTIONARIES; keys += 1) {
        put_u32(&made, 18);
        put_u32(&made, keys);
        for (uint32_t key = 0; key < keys; key += 1) {
            put_u32(&made, 2);
            put_u32(&made, key);
            put_u32(&made, 0);
        }
    }
    const given of = {"rising", made.bytes, made.size, GDV_DIALECT_GODOT3, NULL};
    cr_expect_eq(all_ask_once(&of), (size_t)8 * (DICTIONARIES + 1));
    builder_free(&made);
}

/* gdv_writer_finish gives no number, but the size, and gdv_scratch_bound of it suffices. */
Test(need, of_the_writer_is_the_bound_of_the_size_that_it_gives)
{
    static gdv_writer writer;
    static uint8_t buffer[65536];
    size_t size = 0;
    (void)gdv_writer_init(&writer, buffer, sizeof buffer, GDV_DIALECT_GODOT3, NULL);
    (void)gdv_begin_dictionary(&writer);
    for (int64_t key = 0; key < 2000; key += 1) {
        (void)gdv_write_int(&writer, key);
        (void)gdv_write_nil(&writer);
    }
    (void)gdv_end(&writer);
    cr_expect_eq(gdv_writer_finish(&writer, buffer, 0, &size), GDV_E_NO_SPACE);
    uint8_t *scratch = room_of(gdv_scratch_bound(size));
    cr_expect_eq(gdv_writer_finish(&writer, scratch, 1, &size), GDV_E_NO_SPACE);
    cr_expect_eq(gdv_writer_finish(&writer, scratch, gdv_scratch_bound(size), &size), GDV_OK);
    free(scratch);
}

/* ---- every packet of the corpus ---- */

Test(need, of_every_seed_is_told_at_once)
{
    const gdv_policy policies[] = {policy_from_text("strict"), policy_from_text("strict+object-id+object")};
    size_t asked = 0;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            for (size_t which = 0; which < COUNT_OF(policies); which += 1) {
                const given of = {each.name, each.bytes.bytes, each.bytes.size, each.dialect, &policies[which]};
                asked += all_ask_once(&of) > 0 ? 1u : 0u;
            }
        }
    }
    cr_expect_gt(asked, 100);
}

static void malformed_ask_once(const char *folder)
{
    malformed each = malformed_of(folder);
    while (malformed_next(&each)) {
        const given of = {each.name, each.bytes.bytes, each.bytes.size, each.dialect, &each.policy};
        if ((each.policy.permit & GDV_PERMIT_DUPLICATE_KEYS) == 0) {
            (void)all_ask_once(&of);
        }
    }
}

Test(need, of_every_malformed_packet_is_told_at_once)
{
    malformed_ask_once("corpus/malformed");
}

Test(need, of_every_packet_that_once_broke_is_told_at_once)
{
    malformed_ask_once("corpus/regress");
}
