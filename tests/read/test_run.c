/* SPDX-License-Identifier: MIT */
/* The fast loop of a verdict (run.h) says what the step and keys.h say, which read each packet without it, value by
 * value; and what a call is given besides the packet changes nothing in its answer. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/two_paths.h"
#include "tests/support/type_ids.h"

enum { SHORT = 160, DEEP = 12 };

/* The nodes of a document, in an array of just the size that it may need. */
static void expect_nodes(const packet *each, gdv_dialect dialect, const gdv_policy *by, gdv_status status)
{
    const size_t capacity = gdv_document_bound(each->size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    cr_assert_not_null(nodes);
    const char *what = documents_differ(each->bytes, each->size, dialect, by, nodes, capacity, status);
    cr_assert_null(what, "%s: %s: %s", gdv_dialect_name(dialect), gdv_status_name(status), what == NULL ? "" : what);
    free(nodes);
}

/* In scratch memory of just that size; the verdict, the events, and where that is enough for any packet, the nodes. policy NULL: strict. */
static gdv_status expect_alike(const packet *each, gdv_dialect dialect, const gdv_policy *policy, size_t scratch_size)
{
    uint8_t *scratch = malloc(scratch_size + 1);
    gdv_policy strict;
    gdv_status status = GDV_OK;
    cr_assert_not_null(scratch);
    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    const gdv_policy *by = policy == NULL ? &strict : policy;
    const char *what = verdicts_differ(each->bytes, each->size, dialect, by, scratch, scratch_size, &status);
    cr_assert_null(what, "%s: %s: %s", gdv_dialect_name(dialect), gdv_status_name(status), what == NULL ? "" : what);
    uint8_t *other = malloc(scratch_size + 1);
    cr_assert_not_null(other);
    what = events_differ(each->bytes, each->size, dialect, by, scratch, other, scratch_size);
    cr_assert_null(what, "%s: %s: %s", gdv_dialect_name(dialect), gdv_status_name(status), what == NULL ? "" : what);
    free(other);
    free(scratch);
    if (scratch_size == gdv_scratch_bound(each->size)) {
        expect_nodes(each, dialect, by, status);
    }
    return status;
}

Test(run, every_packet_has_one_verdict)
{
    size_t passed = 0;
    size_t refused = 0;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds good = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&good)) {
            const size_t room = gdv_scratch_bound(good.bytes.size);
            passed += expect_alike(&good.bytes, (gdv_dialect)dialect, NULL, room) == GDV_OK ? 1 : 0;
        }
    }
    const char *const folders[] = {"corpus/malformed", "corpus/regress"};
    for (size_t index = 0; index < 2; index += 1) {
        malformed bad = malformed_of(folders[index]);
        while (malformed_next(&bad)) {
            const size_t room = gdv_scratch_bound(bad.bytes.size);
            refused += expect_alike(&bad.bytes, bad.dialect, &bad.policy, room) == GDV_OK ? 0 : 1;
        }
    }
    cr_expect_gt(passed, 1000, "%zu", passed);
    cr_expect_gt(refused, 3000, "%zu", refused);
}

Test(run, every_bit_of_a_packet_counts_alike)
{
    size_t passed = 0;
    size_t refused = 0;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            const size_t bits = each.bytes.size <= SHORT ? 8 * each.bytes.size : 0;
            for (size_t bit = 0; bit < bits; bit += 1) {
                packet changed = packet_from_bytes(each.bytes.bytes, each.bytes.size);
                changed.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
                const size_t room = gdv_scratch_bound(changed.size);
                const bool fine = expect_alike(&changed, (gdv_dialect)dialect, NULL, room) == GDV_OK;
                passed += fine ? 1 : 0;
                refused += fine ? 0 : 1;
                packet_free(&changed);
            }
        }
    }
    cr_expect_gt(passed, 100000, "%zu", passed);
    cr_expect_gt(refused, 100000, "%zu", refused);
}

Test(run, every_cut_of_a_packet_is_refused_alike)
{
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            const size_t cuts = each.bytes.size <= (size_t)4 * SHORT ? each.bytes.size : 0;
            for (size_t size = 0; size < cuts; size += 1) {
                packet cut = packet_from_bytes(each.bytes.bytes, size);
                (void)expect_alike(&cut, (gdv_dialect)dialect, NULL, gdv_scratch_bound(size));
                packet_free(&cut);
            }
        }
    }
}

/* Both ask for memory key by key, the loop to hand over where there is none and the step to refuse. */
Test(run, scratch_memory_of_every_size_is_enough_or_not_alike)
{
    size_t without_room = 0;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            const size_t most = each.bytes.size <= SHORT ? gdv_scratch_bound(each.bytes.size) : 0;
            for (size_t size = 1; size < most; size += 1) {
                const gdv_status status = expect_alike(&each.bytes, (gdv_dialect)dialect, NULL, size);
                without_room += status == GDV_E_NO_SPACE ? 1 : 0;
            }
        }
    }
    cr_expect_gt(without_room, 1000, "%zu", without_room);
}

Test(run, every_limit_is_kept_alike)
{
    size_t too_deep = 0;
    size_t too_many = 0;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            const size_t room = gdv_scratch_bound(each.bytes.size);
            for (uint32_t limit = 0; limit < DEEP; limit += 1) {
                gdv_policy policy;
                gdv_policy_init(&policy, GDV_POLICY_STRICT);
                policy.max_depth = limit;
                const gdv_status depth = expect_alike(&each.bytes, (gdv_dialect)dialect, &policy, room);
                too_deep += depth == GDV_E_LIMIT_DEPTH ? 1 : 0;
                gdv_policy_init(&policy, GDV_POLICY_STRICT);
                policy.max_values = limit;
                policy.max_elements = 4 * limit;
                policy.max_string = 2 * limit;
                const gdv_status values = expect_alike(&each.bytes, (gdv_dialect)dialect, &policy, room);
                too_many += values >= GDV_E_LIMIT_BYTES && values <= GDV_E_LIMIT_STRING ? 1 : 0;
            }
        }
    }
    cr_expect_gt(too_deep, 100, "%zu", too_deep);
    cr_expect_gt(too_many, 100, "%zu", too_many);
}

static bool same_stats(const gdv_stats *one, const gdv_stats *other)
{
    return one->bytes == other->bytes && one->values == other->values && one->deepest == other->deepest &&
           one->longest == other->longest && one->widest == other->widest && one->steps == other->steps;
}

static bool same_report(const gdv_report *one, const gdv_report *other)
{
    return one->code == other->code && one->misread == other->misread && one->offset == other->offset &&
           one->need == other->need && one->depth == other->depth && one->type == other->type &&
           strcmp(one->type_name, other->type_name) == 0 && strcmp(one->path, other->path) == 0;
}

/* What a call is given besides packet, dialect and policy. */
enum { WITH_SCRATCH = 1, WITH_STATS = 2, WITH_REPORT = 4, WAYS = 8 };

/* Asks for a verdict in every way: each is that of the step, and all numbers and reports are alike. Returns it.
 * Requires a policy that permits equal keys: others need memory. */
static gdv_status expect_one_answer(const packet *each, gdv_dialect dialect, const gdv_policy *policy)
{
    const size_t room = gdv_scratch_bound(each->size);
    const gdv_status expected = expect_alike(each, dialect, policy, room);
    gdv_stats first_stats = {.struct_size = sizeof first_stats};
    gdv_report first_report = {.struct_size = sizeof first_report};
    cr_assert_eq(gdv_validate(each->bytes, each->size, dialect, policy, NULL, 0, &first_stats, &first_report),
                 expected);
    for (unsigned way = 0; way < WAYS; way += 1) {
        uint8_t *scratch = (way & WITH_SCRATCH) != 0 ? malloc(room + 1) : NULL;
        gdv_stats stats = {.struct_size = sizeof stats};
        gdv_report report = {.struct_size = sizeof report};
        const gdv_status said =
            gdv_validate(each->bytes, each->size, dialect, policy, scratch, scratch == NULL ? 0 : room,
                         (way & WITH_STATS) != 0 ? &stats : NULL, (way & WITH_REPORT) != 0 ? &report : NULL);
        cr_assert_eq(said, expected, "%s, way %u: %s, not %s", gdv_dialect_name(dialect), way, gdv_status_name(said),
                     gdv_status_name(expected));
        cr_assert((way & WITH_STATS) == 0 || same_stats(&stats, &first_stats), "%s, way %u: statistics",
                  gdv_dialect_name(dialect), way);
        cr_assert((way & WITH_REPORT) == 0 || same_report(&report, &first_report), "%s, way %u: report",
                  gdv_dialect_name(dialect), way);
        free(scratch);
    }
    return expected;
}

/* And a seed that the strict policy passes is passed by both. */
Test(run, packets_have_one_verdict_with_scratch_memory_and_without_where_equal_keys_are_permitted)
{
    static const gdv_preset presets[] = {GDV_POLICY_STRICT, GDV_POLICY_ENGINE};
    size_t passed = 0;
    size_t refused = 0;
    for (size_t index = 0; index < 2; index += 1) {
        const gdv_policy policy = policy_with(presets[index], GDV_PERMIT_DUPLICATE_KEYS);
        for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
            seeds good = seeds_of((gdv_dialect)dialect);
            while (seeds_next(&good)) {
                const gdv_status status = expect_one_answer(&good.bytes, (gdv_dialect)dialect, &policy);
                cr_assert(strcmp(good.strict, "ok") != 0 || status == GDV_OK, "%s: %s", good.name,
                          gdv_status_name(status));
                passed += status == GDV_OK ? 1 : 0;
            }
        }
    }
    malformed bad = malformed_of("corpus/malformed");
    while (malformed_next(&bad)) {
        bad.policy.permit |= GDV_PERMIT_DUPLICATE_KEYS;
        refused += expect_one_answer(&bad.bytes, bad.dialect, &bad.policy) == GDV_OK ? 0 : 1;
    }
    cr_expect_gt(passed, 2000, "%zu", passed);
    cr_expect_gt(refused, 3000, "%zu", refused);
}

/* In the outermost dictionary, in one that is a value of it, and in one that is an element. */
Test(run, equal_keys_that_are_permitted_pass_in_every_way)
{
    static const char *const packets[] = {
        "1b000000 02000000 04000000 01000000 61000000 00000000 04000000 01000000 61000000 00000000",
        "1b000000 02000000 02000000 05000000 1b000000 02000000 04000000 00000000 00000000 04000000 00000000 00000000 "
        "02000000 05000000 00000000",
        "1c000000 02000000 1b000000 02000000 04000000 01000000 61000000 00000000 04000000 01000000 61000000 00000000 "
        "00000000",
    };
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS);
    for (size_t index = 0; index < sizeof packets / sizeof packets[0]; index += 1) {
        packet each = packet_from_hex(packets[index]);
        cr_assert_eq(expect_one_answer(&each, GDV_DIALECT_GODOT4_4, &policy), GDV_OK);
        cr_assert_eq(expect_alike(&each, GDV_DIALECT_GODOT4_4, NULL, gdv_scratch_bound(each.size)),
                     GDV_E_DUPLICATE_KEY);
        packet_free(&each);
    }
}

/* So many that they are sorted, in a dictionary that is an element: to the loop they may be equal, and none is. */
Test(run, many_keys_of_an_element_are_told_apart_in_every_way)
{
    enum { KEYS = 40 };
    const uint32_t type_array = id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_ARRAY);
    const uint32_t type_dictionary = id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_DICTIONARY);
    const uint32_t type_text = id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_STRING);
    for (uint32_t alike = 0; alike < 2; alike += 1) {
        builder made = {NULL, 0, 0};
        put_u32(&made, type_array);
        put_u32(&made, 2);
        put_u32(&made, type_dictionary);
        put_u32(&made, KEYS);
        for (uint32_t key = 0; key < KEYS; key += 1) {
            put_u32(&made, type_text);
            put_u32(&made, 4);
            const uint32_t told = key == KEYS - 1 && alike == 1 ? 0 : key;
            put_u32(&made, 0x61616161 + told % 8 * 0x100 + told / 8);
            put_u32(&made, 0);
        }
        put_u32(&made, 0);
        packet each = packet_from_bytes(made.bytes, made.size);
        const gdv_status expected = alike == 1 ? GDV_E_DUPLICATE_KEY : GDV_OK;
        cr_assert_eq(expect_alike(&each, GDV_DIALECT_GODOT4_4, NULL, gdv_scratch_bound(each.size)), expected);
        packet_free(&each);
        builder_free(&made);
    }
}
