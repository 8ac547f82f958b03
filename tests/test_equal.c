/* SPDX-License-Identifier: MIT */
/* Key equality, and the numbers that stand for keys: wire reference, section 7. What engines take for one key is one in
 * every order, has one fingerprint and one digest, whatever its spelling. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/digest.h"
#include "lib/equal.h"
#include "lib/step.h"
#include "tests/spellings.h"
#include "tests/support.h"

/* An array of all spellings of one dialect, as the library has read it. */
typedef struct reading {
    size_t begin; /* rows of the table */
    size_t stop;
    packet bytes;
    gdv_scan scan;
    gdv_head *heads; /* one a row */
} reading;

static reading read_all(size_t begin)
{
    reading all;
    builder made = {NULL, 0, 0};
    gdv_frame *stack = (gdv_frame *)calloc(GDV_MAX_DEPTH, sizeof *stack);
    gdv_policy policy = spelling_policy();
    const gdv_dialect dialect = spellings[begin].dialect;

    all.begin = begin;
    all.stop = spellings_stop(begin);
    put_u32(&made, id_of(dialect, GDV_TYPE_ARRAY));
    put_u32(&made, (uint32_t)(all.stop - begin));
    for (size_t row = begin; row < all.stop; row += 1) {
        packet one = packet_from_hex(spellings[row].hex);
        put_bytes(&made, one.bytes, one.size);
        packet_free(&one);
    }
    all.bytes = packet_from_bytes(made.bytes, made.size);
    all.heads = (gdv_head *)calloc(all.stop - begin, sizeof *all.heads);
    builder_free(&made);

    cr_assert_eq(gdv_scan_start(&all.scan, all.bytes.bytes, all.bytes.size, &gdv_grammars[dialect], &policy), GDV_OK);
    size_t next = 0;
    while (gdv_scan_more(&all.scan)) {
        gdv_head head;
        uint32_t depth = all.scan.depth;
        gdv_status status = gdv_step(&all.scan, stack, &head);
        cr_assert_eq(status, GDV_OK, "%s, row %zu: %s", gdv_dialect_name(dialect), next, gdv_status_name(status));
        if (depth == 1) {
            all.heads[next] = head;
            next += 1;
        }
    }
    cr_assert_eq(next, all.stop - begin);
    free(stack);
    return all;
}

static void reading_free(reading *freed)
{
    free(freed->heads);
    packet_free(&freed->bytes);
}

static const gdv_head *head_of(const reading *all, size_t row)
{
    return &all->heads[row - all->begin];
}

/* Frames that nobody else needs, with what the last use left in them. */
static const gdv_frames *frames(void)
{
    static gdv_frame stack[GDV_MAX_DEPTH];
    static const gdv_frames all = {stack, 0};
    return &all;
}

static int order_of(const reading *all, size_t one, size_t other)
{
    return gdv_key_order(frames(), &all->scan, head_of(all, one)->at, head_of(all, other)->at);
}

static uint32_t digest_of(const reading *all, size_t row, bool is_key)
{
    gdv_digest digest;
    gdv_digest_packet(&digest, &all->scan.in);
    gdv_digest_value(&digest, &all->scan, head_of(all, row), is_key);
    return gdv_digest_end(&digest);
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

Test(equal, every_spelling_of_a_key_is_that_key_and_no_other)
{
    for (size_t begin = 0; begin < spelling_count; begin = spellings_stop(begin)) {
        reading all = read_all(begin);
        for (size_t one = begin; one < all.stop; one += 1) {
            cr_assert_eq(order_of(&all, one, one), 0, "%s", spellings[one].hex);
            for (size_t other = one + 1; other < all.stop; other += 1) {
                int order = order_of(&all, one, other);
                cr_assert_eq(order == 0, one_key(&spellings[one], &spellings[other]), "%s: %s and %s: %d",
                             gdv_dialect_name(spellings[one].dialect), spellings[one].hex, spellings[other].hex, order);
                cr_assert_eq(sign_of(order), -sign_of(order_of(&all, other, one)), "%s and %s", spellings[one].hex,
                             spellings[other].hex);
            }
        }
        reading_free(&all);
    }
}

Test(equal, the_order_of_keys_is_transitive)
{
    for (size_t begin = 0; begin < spelling_count; begin = spellings_stop(begin)) {
        reading all = read_all(begin);
        for (size_t one = begin; one < all.stop; one += 1) {
            for (size_t other = begin; other < all.stop; other += 1) {
                if (order_of(&all, one, other) > 0) {
                    continue;
                }
                for (size_t third = begin; third < all.stop; third += 1) {
                    cr_assert(order_of(&all, other, third) > 0 || order_of(&all, one, third) <= 0, "%s, %s, %s",
                              spellings[one].hex, spellings[other].hex, spellings[third].hex);
                }
            }
        }
        reading_free(&all);
    }
}

/* 2^-32 of all pairs that differ have one digest: none of the thousands here. Of a container the digest is that of its
 * header alone, its children come after it. */
Test(equal, equal_keys_have_one_fingerprint_and_one_digest_and_others_another)
{
    for (size_t begin = 0; begin < spelling_count; begin = spellings_stop(begin)) {
        reading all = read_all(begin);
        for (size_t one = begin; one < all.stop; one += 1) {
            for (size_t other = one + 1; other < all.stop; other += 1) {
                const gdv_head *head = head_of(&all, one);
                bool childless = head->children == 0 && head_of(&all, other)->children == 0;
                bool same_key = one_key(&spellings[one], &spellings[other]);
                bool same_part = one_part(&spellings[one], &spellings[other]);
                bool prints = gdv_fingerprint(&all.scan, head) == gdv_fingerprint(&all.scan, head_of(&all, other));
                bool keys = digest_of(&all, one, true) == digest_of(&all, other, true);
                bool parts = digest_of(&all, one, false) == digest_of(&all, other, false);

                cr_assert(!same_key || (prints && keys), "%s and %s", spellings[one].hex, spellings[other].hex);
                cr_assert(!same_part || parts, "%s and %s inside", spellings[one].hex, spellings[other].hex);
                cr_assert(same_key || !childless || !(prints || keys), "%s and %s collide", spellings[one].hex,
                          spellings[other].hex);
                cr_assert(same_part || !childless || !parts, "%s and %s collide inside", spellings[one].hex,
                          spellings[other].hex);
            }
        }
        reading_free(&all);
    }
}

Test(equal, keys_of_two_packets_are_equal_as_those_of_one_but_for_what_equals_only_itself)
{
    for (size_t begin = 0; begin < spelling_count; begin = spellings_stop(begin)) {
        reading here = read_all(begin);
        reading there = read_all(begin);
        for (size_t one = begin; one < here.stop; one += 1) {
            for (size_t other = begin; other < here.stop; other += 1) {
                int order = gdv_key_order_between(frames(), &here.scan, head_of(&here, one)->at, &there.scan,
                                                  head_of(&there, other)->at);
                cr_assert_eq(order == 0, one_key(&spellings[one], &spellings[other]), "%s and %s: %d",
                             spellings[one].hex, spellings[other].hex, order);
            }
        }
        reading_free(&here);
        reading_free(&there);
    }
}

/* What one packet permits is cut there and there alone: a\0b here is the a of a packet without such texts. */
Test(equal, texts_of_two_packets_are_each_cut_as_their_own_policy_has_it)
{
    packet cut = packet_from_hex("04000000 03000000 61006200");
    packet whole = packet_from_hex("04000000 01000000 61000000");
    gdv_policy lax = spelling_policy();
    gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
    const gdv_grammar *grammar = &gdv_grammars[GDV_DIALECT_GODOT3];
    gdv_scan one;
    gdv_scan other;
    cr_assert_eq(gdv_scan_start(&one, cut.bytes, cut.size, grammar, &lax), GDV_OK);
    cr_assert_eq(gdv_scan_start(&other, whole.bytes, whole.size, grammar, &strict), GDV_OK);
    cr_assert_eq(gdv_key_order_between(frames(), &one, 0, &other, 0), 0);
    cr_assert_eq(gdv_key_order_between(frames(), &other, 0, &one, 0), 0);
    packet_free(&cut);
    packet_free(&whole);
}

/* An object at the start of two packets is two objects, and none is null. */
Test(equal, an_object_equals_none_of_another_packet_not_even_at_the_same_place)
{
    packet object = packet_from_hex("11000100 05000000 00000000");
    packet same = packet_from_hex("11000100 05000000 00000000");
    packet null = packet_from_hex("11000100 00000000 00000000");
    gdv_policy policy = spelling_policy();
    const gdv_grammar *grammar = &gdv_grammars[GDV_DIALECT_GODOT3];
    gdv_scan one;
    gdv_scan other;
    gdv_scan none;
    cr_assert_eq(gdv_scan_start(&one, object.bytes, object.size, grammar, &policy), GDV_OK);
    cr_assert_eq(gdv_scan_start(&other, same.bytes, same.size, grammar, &policy), GDV_OK);
    cr_assert_eq(gdv_scan_start(&none, null.bytes, null.size, grammar, &policy), GDV_OK);
    cr_assert_eq(gdv_key_order_between(frames(), &one, 0, &one, 0), 0);
    cr_assert_neq(gdv_key_order_between(frames(), &one, 0, &other, 0), 0);
    cr_assert_neq(gdv_key_order_between(frames(), &one, 0, &none, 0), 0);
    cr_assert_eq(gdv_key_order_between(frames(), &none, 0, &none, 0), 0);
    packet_free(&object);
    packet_free(&same);
    packet_free(&null);
}

/* SipHash with one round a word and three at the end, under a key of zeros, cut to 32 bits: computed from its
 * definition by a program apart, which also gives 726fdb47dd0e0e31 for the first published vector of SipHash-2-4. */
Test(equal, the_digest_of_two_words_is_what_siphash_1_3_makes_of_them)
{
    gdv_digest digest;
    gdv_digest_start(&digest);
    gdv_digest_add(&digest, 0x0706050403020100u);
    gdv_digest_add(&digest, 0x0f0e0d0c0b0a0908u);
    cr_assert_eq(gdv_digest_end(&digest), 0xbb91c9eau);
}

/* A digest is of the packet too: change one byte of that, and every key has another. */
Test(equal, each_byte_of_a_packet_counts_in_the_digests_of_its_keys)
{
    uint32_t of_zeros[40];
    for (size_t size = 4; size < 40; size += 1) {
        uint8_t *bytes = (uint8_t *)calloc(size, 1);
        gdv_cursor in = {bytes, (uint32_t)size, 0, 0};
        uint32_t seen[41];
        for (size_t at = 0; at <= size; at += 1) {
            gdv_digest digest;
            if (at < size) {
                bytes[at] = 1;
            }
            gdv_digest_packet(&digest, &in);
            seen[at] = gdv_digest_end(&digest);
            for (size_t earlier = 0; earlier < at; earlier += 1) {
                cr_assert_neq(seen[at], seen[earlier], "%zu bytes, change at %zu and at %zu", size, at, earlier);
            }
            if (at < size) {
                bytes[at] = 0;
            }
        }
        of_zeros[size] = seen[size];
        for (size_t shorter = 4; shorter < size; shorter += 1) {
            cr_assert_neq(of_zeros[size], of_zeros[shorter], "%zu and %zu bytes of zeros", size, shorter);
        }
        free(bytes);
    }
}

static uint32_t fingerprint_of_text(const uint8_t *text, uint32_t size)
{
    const uint32_t string = id_of(GDV_DIALECT_GODOT3, GDV_TYPE_STRING);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    gdv_frame stack[1];
    builder made = {NULL, 0, 0};
    gdv_scan scan;
    gdv_head head;
    put_u32(&made, string);
    put_u32(&made, size);
    put_bytes(&made, text, size);
    put_bytes(&made, "\0\0\0", (4 - size % 4) % 4);
    packet bytes = packet_from_bytes(made.bytes, made.size);
    cr_assert_eq(gdv_scan_start(&scan, bytes.bytes, bytes.size, &gdv_grammars[GDV_DIALECT_GODOT3], &policy), GDV_OK);
    cr_assert_eq(gdv_step(&scan, stack, &head), GDV_OK);
    uint32_t number = gdv_fingerprint(&scan, &head);
    packet_free(&bytes);
    builder_free(&made);
    return number;
}

/* Where texts are not cut, their fingerprint is of eight bytes at a time: for sizes around each step, no byte is left
 * out and no size is another's. */
Test(equal, each_byte_of_a_text_counts_in_its_fingerprint)
{
    uint32_t of_size[41];
    uint8_t text[40];
    for (uint32_t size = 0; size <= sizeof text; size += 1) {
        memset(text, 'a', sizeof text);
        of_size[size] = fingerprint_of_text(text, size);
        for (uint32_t shorter = 0; shorter < size; shorter += 1) {
            cr_assert_neq(of_size[size], of_size[shorter], "%u and %u bytes", size, shorter);
        }
        uint32_t seen[sizeof text];
        for (uint32_t at = 0; at < size; at += 1) {
            text[at] = 'b';
            seen[at] = fingerprint_of_text(text, size);
            text[at] = 'a';
            cr_assert_neq(seen[at], of_size[size], "%u bytes, change at %u", size, at);
            for (uint32_t earlier = 0; earlier < at; earlier += 1) {
                cr_assert_neq(seen[at], seen[earlier], "%u bytes, change at %u and at %u", size, at, earlier);
            }
        }
    }
}
