/* SPDX-License-Identifier: MIT */
/* Digests of keys where GDV_PERMIT_TRAILING lets bytes follow the value: they start from all bytes of the value, so
 * that nobody can know them beforehand, and from no other, so that values in a row do not pay for one another. What
 * that costs is counted by test_keys_work.c. Promises 3 and 5. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/keys/digest.h"
#include "tests/support/corpus.h"
#include "tests/support/hostile_keys.h"

static gdv_policy trailing_policy(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT | GDV_PERMIT_TRAILING);
    policy.permit &=
        ~(GDV_PERMIT_DUPLICATE_KEYS | GDV_PERMIT_ENGINE_SPAN); /* which lets a vector swallow what follows */
    return policy;
}

/* Reads as far as it goes, and returns the status then; *start becomes what each digest started from. */
static gdv_status read_all(const builder *made, gdv_dialect dialect, const gdv_policy *policy, gdv_digest *start)
{
    static gdv_reader reader;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    packet bytes = packet_from_bytes(made->bytes, made->size);
    void *scratch = malloc(gdv_scratch_bound(made->size));
    gdv_status status =
        gdv_reader_init(&reader, bytes.bytes, bytes.size, dialect, policy, scratch, gdv_scratch_bound(made->size));
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE) {
        status = gdv_reader_next(&reader, &event);
    }
    cr_assert_eq(reader.keys.has_packet, 1);
    *start = reader.keys.packet;
    free(scratch);
    packet_free(&bytes);
    return status;
}

/* {[nil]: value}: the key has a digest from the start. */
static builder keyed_by_array(gdv_dialect dialect, const void *value, size_t size)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(dialect, GDV_TYPE_DICTIONARY));
    put_u32(&made, 1);
    put_u32(&made, id_of(dialect, GDV_TYPE_ARRAY));
    put_u32(&made, 1);
    put_u32(&made, id_of(dialect, GDV_TYPE_NIL));
    put_bytes(&made, value, size);
    return made;
}

static bool same(const gdv_digest *one, const gdv_digest *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

Test(keys_trailing, digests_start_from_the_bytes_of_the_value_whatever_it_is)
{
    gdv_policy policy = trailing_policy();
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        size_t compared = 0;
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            gdv_digest start;
            gdv_digest expected;
            builder made = keyed_by_array((gdv_dialect)dialect, each.bytes.bytes, each.bytes.size);
            const gdv_cursor value = {made.bytes, (uint32_t)made.size, 0, 0};
            gdv_digest_packet(&expected, &value);
            put_bytes(&made, "more bytes, of another value", 28);
            if (verdict_of(made.bytes, made.size, (gdv_dialect)dialect, &policy).code == GDV_OK) {
                compared += 1;
                const gdv_cursor all = {made.bytes, (uint32_t)made.size, 0, 0};
                cr_assert_eq(read_all(&made, (gdv_dialect)dialect, &policy, &start), GDV_OK, "%s", each.name);
                cr_assert(same(&start, &expected), "%s", each.name);
                gdv_digest_packet(&expected, &all);
                cr_assert(!same(&start, &expected), "%s", each.name);
            }
            builder_free(&made);
        }
        cr_assert_gt(compared, 40, "%zu of %s", compared, gdv_dialect_name((gdv_dialect)dialect));
    }
}

/* Three keys with one fingerprint, then the last value: when the dictionary ends, what follows it counts as well. */
Test(keys_trailing, digests_depend_on_what_follows_the_dictionary_in_the_value)
{
    gdv_policy policy = trailing_policy();
    gdv_digest start[2];
    for (uint32_t last = 0; last < 2; last += 1) {
        uint32_t count = 0;
        builder dictionary = dictionary_of_size(KEYS_COLLIDING_TRIPLES, 100, 5, &count);
        builder made = {NULL, 0, 0};
        cr_assert_geq(count, 3);
        put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_ARRAY));
        put_u32(&made, 2);
        put_bytes(&made, dictionary.bytes, dictionary.size);
        put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_INT));
        put_u32(&made, last);
        put_u32(&made, 0xffffffffu);
        cr_assert_eq(read_all(&made, GDV_DIALECT_GODOT3, &policy, &start[last]), GDV_OK);
        builder_free(&made);
        builder_free(&dictionary);
    }
    cr_assert(!same(&start[0], &start[1]));
}

/* The verdict is that without trailing bytes, where the value is malformed after a key that has a digest. */
Test(keys_trailing, a_value_that_is_malformed_after_its_key_is_refused_as_ever)
{
    static const char *const values[] = {
        "ff000000",                                              /* no type */
        "13000000 03000000 00000000 00000000",                   /* more elements than there are bytes */
        "13000000 02000000 04000000 03000000 61626300",          /* one element */
        "11000000 01000000 43000000 01000000",                   /* an object without its property */
        "11000000 01000000 43000000 01000000 40000000 00000000", /* whose name is too long */
        "11000000 01000000 43000000 01000000 01000000 61000000", /* which has no value */
    };
    gdv_policy with = trailing_policy();
    gdv_policy without = with;
    without.permit &= ~GDV_PERMIT_TRAILING;
    for (size_t row = 0; row < sizeof values / sizeof values[0]; row += 1) {
        packet value = packet_from_hex(values[row]);
        builder made = keyed_by_array(GDV_DIALECT_GODOT3, value.bytes, value.size);
        verdict expected = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &without);
        verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &with);
        cr_assert_neq(expected.code, GDV_OK, "%s", values[row]);
        cr_assert_eq(said.code, expected.code, "%s", values[row]);
        cr_assert_eq(said.report.offset, expected.report.offset, "%s", values[row]);
        builder_free(&made);
        packet_free(&value);
    }
}

Test(keys_trailing, a_value_that_is_too_deep_after_its_key_is_refused_as_ever)
{
    static const uint32_t limits[] = {2, 3, 32, GDV_MAX_DEPTH};
    for (size_t row = 0; row < sizeof limits / sizeof limits[0]; row += 1) {
        gdv_policy policy = trailing_policy();
        builder nested = {NULL, 0, 0};
        policy.max_depth = limits[row];
        for (uint32_t depth = 0; depth < limits[row] + 8; depth += 1) {
            put_u32(&nested, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_ARRAY));
            put_u32(&nested, 1);
        }
        put_u32(&nested, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_NIL));
        builder made = keyed_by_array(GDV_DIALECT_GODOT3, nested.bytes, nested.size);
        verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
        cr_assert_eq(said.code, GDV_E_LIMIT_DEPTH, "%u: %s", limits[row], gdv_status_name(said.code));
        cr_assert_eq(said.report.offset, 20 + 8 * ((size_t)limits[row] - 1));
        builder_free(&made);
        builder_free(&nested);
    }
}
