/* SPDX-License-Identifier: MIT */
/* Every prefix of every packet of corpus/seed: refused as too short and as nothing else, at an offset inside what is
 * there, with a number of missing bytes that is never more than the truth, exact where a value says its own size, and
 * enough to get further. A server that waits for `need` more bytes never waits for bytes that do not come.
 * Promises 1, 3 and 6. */
#include <criterion/criterion.h>

#include "tests/support/corpus.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* All forms that an engine writes, whole: what it would misread too, but not by its own wrong spans. */
static const char everything_whole[] = "strict+nonfinite+object-id+object+rid+callable+signal+misread+node-path";

static gdv_policy whole_policy(void)
{
    gdv_policy policy = policy_from_text(everything_whole);
    policy.max_depth = GDV_MAX_DEPTH;
    return policy;
}

/* Two sanitizers make each call tens of times as slow: they see fewer prefixes. */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { SHORT_PACKET = 64, LONG_PACKET = 256, ALL_UP_TO = 64, LONGEST_WAIT = 1024 };
#else
enum { SHORT_PACKET = 4096, LONG_PACKET = 4096, ALL_UP_TO = 512, LONGEST_WAIT = 4096 };
#endif

/* Prefixes of longer packets: all that are short, then every so many. 7 and 61 are prime: no layout has them as its
 * period. */
static size_t next_prefix(size_t size, size_t packet_size)
{
    size_t apart = packet_size <= LONG_PACKET ? 7 : 61;
    return packet_size <= SHORT_PACKET || size < ALL_UP_TO ? size + 1 : size + apart;
}

typedef void check(const char *name, const packet *bytes, gdv_dialect dialect, const gdv_policy *policy);

/* Calls `holds` for every packet of one dialect that the policy accepts; returns how many those are. */
static size_t for_each_seed(gdv_dialect dialect, check *holds)
{
    gdv_policy policy = whole_policy();
    size_t packets = 0;
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        if (verdict_of(each.bytes.bytes, each.bytes.size, dialect, &policy).code == GDV_OK) {
            holds(each.name, &each.bytes, dialect, &policy);
            packets += 1;
        }
    }
    return packets;
}

/* ---- for every packet ---- */

static void is_refused_as_too_short(const char *name, const packet *bytes, gdv_dialect dialect,
                                    const gdv_policy *policy)
{
    for (size_t size = 0; size < bytes->size; size = next_prefix(size, bytes->size)) {
        verdict said = verdict_of(bytes->bytes, size, dialect, policy);
        size_t missing = bytes->size - size;
        if (said.code < 1 || said.code > 19) {
            cr_expect_fail("%s, %zu of %zu: %s at %zu", name, size, bytes->size, gdv_status_name(said.code),
                           (size_t)said.report.offset);
        }
        if (said.report.offset > size) {
            cr_expect_fail("%s, %zu of %zu: offset %zu", name, size, bytes->size, (size_t)said.report.offset);
        }
        if (said.report.need < 1 || said.report.need > missing) {
            cr_expect_fail("%s, %zu of %zu: needs %zu", name, size, bytes->size, (size_t)said.report.need);
        }
    }
}

/* With what it needs, a prefix is accepted, or refused further on, or for another reason: the counts of a node path are
 * checked when its flags are there, so that TRUNCATED at the flags becomes COUNT at the counts before them. */
static void gets_further_with_what_it_needs(const char *name, const packet *bytes, gdv_dialect dialect,
                                            const gdv_policy *policy)
{
    for (size_t size = 0; size < bytes->size; size = next_prefix(size, bytes->size)) {
        verdict before = verdict_of(bytes->bytes, size, dialect, policy);
        if (before.report.need > bytes->size - size) {
            cr_expect_fail("%s, %zu of %zu: needs %zu", name, size, bytes->size, (size_t)before.report.need);
            continue;
        }
        verdict after = verdict_of(bytes->bytes, size + (size_t)before.report.need, dialect, policy);
        bool further = after.report.offset > before.report.offset || after.code != before.code;
        if (!further) {
            cr_expect_fail("%s, %zu and %zu of %zu: still %s at %zu", name, size, (size_t)before.report.need,
                           bytes->size, gdv_status_name(after.code), (size_t)after.report.offset);
        }
    }
}

/* A receiver that starts with nothing and always waits for what it was told is missing gets the packet, and not one
 * byte more. */
static void waiting_for_what_is_missing_ends_at_the_last_byte(const char *name, const packet *bytes,
                                                              gdv_dialect dialect, const gdv_policy *policy)
{
    size_t size = 0;
    if (bytes->size > LONGEST_WAIT) {
        return; /* each wait is for a few bytes, and reads all that came before */
    }
    verdict said = verdict_of(bytes->bytes, size, dialect, policy);
    while (said.code >= 1 && said.code <= 19 && said.report.need > 0 && said.report.need <= bytes->size - size) {
        size += (size_t)said.report.need;
        said = verdict_of(bytes->bytes, size, dialect, policy);
    }
    cr_expect(said.code == GDV_OK && size == bytes->size, "%s: %s with %zu of %zu, needs %zu", name,
              gdv_status_name(said.code), size, bytes->size, (size_t)said.report.need);
}

/* ---- for values that say their own size ---- */

/* What is known of an outermost value as soon as its words are there: how it goes on after its header. */
typedef enum shape {
    WORDS,   /* a number of words, each checked by itself, and nothing after them */
    BLOCK,   /* a number of bytes that the header alone tells */
    PADDED,  /* words, the last of which counts the bytes that follow, and padding */
    STRIDES, /* one word, which counts elements of a size that the header tells */
    OTHER    /* made of other values */
} shape;

typedef struct leaf {
    shape shape;
    size_t words;    /* of four bytes, after the header */
    size_t size;     /* BLOCK: bytes; STRIDES: bytes of an element */
    gdv_status code; /* where the bytes that were counted are not there */
} leaf;

static leaf leaf_of(const packet *bytes, gdv_dialect dialect)
{
    static const size_t event_words[] = {3, 5, 3, 4, 5, 4, 4, 3, 3}; /* section 5.10 */
    uint32_t header = word_at(bytes, 0);
    const gdv_wire_row *wire = gdv_dialect_wire(dialect, header & 0xffu);
    size_t size = (header & GDV_FLAG_64) != 0 && wire->wide != 0 ? wire->wide : wire->size;
    bool by_id = (header & GDV_FLAG_OBJECT_ID) != 0;
    switch ((gdv_layout)wire->layout) {
    case GDV_LAYOUT_FIXED:
    case GDV_LAYOUT_BOOL:
    case GDV_LAYOUT_INT:
    case GDV_LAYOUT_FLOAT:
        return (leaf){BLOCK, 0, size, GDV_E_TRUNCATED};
    case GDV_LAYOUT_OBJECT:
        return by_id ? (leaf){BLOCK, 0, 8, GDV_E_TRUNCATED} : (leaf){OTHER, 0, 0, GDV_OK};
    case GDV_LAYOUT_TEXT:
        return (leaf){PADDED, 1, 0, GDV_E_LENGTH};
    case GDV_LAYOUT_BYTES:
        return (leaf){PADDED, 1, 0, GDV_E_COUNT};
    case GDV_LAYOUT_IMAGE:
        return (leaf){PADDED, 5, 0, GDV_E_LENGTH};
    case GDV_LAYOUT_PACKED:
        return (leaf){STRIDES, 1, size, GDV_E_COUNT};
    case GDV_LAYOUT_INPUT_EVENT:
        return (leaf){WORDS, event_words[word_at(bytes, 4)], 0, GDV_E_TRUNCATED};
    case GDV_LAYOUT_NODE_PATH:
    case GDV_LAYOUT_SIGNAL:
    case GDV_LAYOUT_DICTIONARY:
    case GDV_LAYOUT_ARRAY:
    case GDV_LAYOUT_TYPED_ARRAY:
    case GDV_LAYOUT_STRINGS:
    case GDV_LAYOUT_COUNT:
        break;
    }
    return (leaf){OTHER, 0, 0, GDV_OK};
}

typedef struct expected {
    gdv_status code;
    size_t offset;
    size_t need;
} expected;

/* By hand: what a prefix of that size lacks. */
static expected expected_of(const leaf *form, const packet *bytes, size_t size)
{
    size_t begin = 4 + 4 * form->words; /* after the header's words */
    if (size == 0) {
        return (expected){GDV_E_EMPTY, 0, 4};
    }
    if (size < 4) {
        return (expected){GDV_E_TRUNCATED, 0, 4 - size};
    }
    if (size < begin) {
        return (expected){GDV_E_TRUNCATED, size - size % 4, 4 - size % 4};
    }
    if (form->shape == BLOCK) {
        return (expected){GDV_E_TRUNCATED, 4, 4 + form->size - size};
    }
    if (form->shape == STRIDES) {
        return (expected){form->code, 4, begin + word_at(bytes, 4) * form->size - size};
    }
    size_t end = begin + word_at(bytes, begin - 4);
    if (size < end) {
        return (expected){form->code, begin - 4, end - size};
    }
    return (expected){GDV_E_PADDING_MISSING, size, bytes->size - size};
}

static size_t leaves;

static void lacks_exactly_what_it_says(const char *name, const packet *bytes, gdv_dialect dialect,
                                       const gdv_policy *policy)
{
    leaf form = leaf_of(bytes, dialect);
    if (form.shape == OTHER) {
        return;
    }
    leaves += 1;
    for (size_t size = 0; size < bytes->size; size = next_prefix(size, bytes->size)) {
        verdict said = verdict_of(bytes->bytes, size, dialect, policy);
        expected owed = expected_of(&form, bytes, size);
        if (said.code != owed.code || said.report.offset != owed.offset || said.report.need != owed.need) {
            cr_expect_fail("%s, %zu of %zu: %s at %zu needs %zu, expected %s at %zu needs %zu", name, size, bytes->size,
                           gdv_status_name(said.code), (size_t)said.report.offset, (size_t)said.report.need,
                           gdv_status_name(owed.code), owed.offset, owed.need);
        }
    }
}

/* ---- the claims, dialect by dialect ---- */

/* How many packets of the corpus are accepted at least: a claim about none would hold too. */
#define CLAIMS(name, dialect, packets, values)                                                                         \
    Test(truncation, every_prefix_is_refused_as_too_short_in_##name)                                                   \
    {                                                                                                                  \
        size_t seen = for_each_seed(GDV_DIALECT_##dialect, is_refused_as_too_short);                                   \
        cr_assert_geq(seen, (size_t)(packets), "%zu packets", seen);                                                   \
    }                                                                                                                  \
    Test(truncation, every_prefix_gets_further_with_what_it_needs_in_##name)                                           \
    {                                                                                                                  \
        size_t seen = for_each_seed(GDV_DIALECT_##dialect, gets_further_with_what_it_needs);                           \
        cr_assert_geq(seen, (size_t)(packets), "%zu packets", seen);                                                   \
    }                                                                                                                  \
    Test(truncation, waiting_for_what_is_missing_ends_at_the_last_byte_in_##name)                                      \
    {                                                                                                                  \
        size_t seen = for_each_seed(GDV_DIALECT_##dialect, waiting_for_what_is_missing_ends_at_the_last_byte);         \
        cr_assert_geq(seen, (size_t)(packets), "%zu packets", seen);                                                   \
    }                                                                                                                  \
    Test(truncation, every_prefix_of_a_leaf_lacks_exactly_what_it_says_in_##name)                                      \
    {                                                                                                                  \
        leaves = 0;                                                                                                    \
        for_each_seed(GDV_DIALECT_##dialect, lacks_exactly_what_it_says);                                              \
        cr_assert_geq(leaves, (size_t)(values), "%zu leaves", leaves);                                                 \
    }

CLAIMS(godot2, GODOT2, 100, 80)
CLAIMS(godot3_0, GODOT3_0, 100, 80)
CLAIMS(godot3, GODOT3, 150, 80)
CLAIMS(pandemonium_33, PANDEMONIUM_33, 100, 80)
CLAIMS(pandemonium_38, PANDEMONIUM_38, 100, 80)
CLAIMS(pandemonium_40, PANDEMONIUM_40, 150, 80)
CLAIMS(godot4_0, GODOT4_0, 300, 80)
CLAIMS(godot4_3, GODOT4_3, 200, 80)
CLAIMS(godot4_4, GODOT4_4, 150, 80)

/* ---- containers, counted by hand ---- */

typedef struct row {
    const char *name;
    const char *dialect;
    size_t size; /* of the prefix */
    gdv_status code;
    uint64_t offset;
    uint64_t need;
    const char *hex; /* the whole packet */
} row;

/* [1, "ab"] of Godot 3, {"k": true}, and a path of two names, cut at every place where the reason changes. */
#define INT_AND_TEXT "13000000 02000000 02000000 01000000 04000000 02000000 61620000"
#define ONE_PAIR "12000000 01000000 04000000 01000000 6b000000 01000000 01000000"
#define TWO_NAMES "0f000000 02000080 00000000 01000000 01000000 61000000 02000000 62620000"

static const row rows[] = {
    {"array without its count", "godot3", 4, GDV_E_TRUNCATED, 4, 4, INT_AND_TEXT},
    {"array with half its count", "godot3", 6, GDV_E_TRUNCATED, 4, 2, INT_AND_TEXT},
    {"array with its count: two headers are promised", "godot3", 8, GDV_E_COUNT, 4, 8, INT_AND_TEXT},
    {"array with one header of two", "godot3", 12, GDV_E_COUNT, 4, 4, INT_AND_TEXT},
    {"array with a byte less than two headers", "godot3", 15, GDV_E_COUNT, 4, 1, INT_AND_TEXT},
    {"int whose payload is the next header's place", "godot3", 16, GDV_E_TRUNCATED, 12, 4, INT_AND_TEXT},
    {"the same with three bytes more", "godot3", 19, GDV_E_TRUNCATED, 12, 1, INT_AND_TEXT},
    {"text without its length", "godot3", 20, GDV_E_TRUNCATED, 20, 4, INT_AND_TEXT},
    {"text with its length", "godot3", 24, GDV_E_LENGTH, 20, 2, INT_AND_TEXT},
    {"text with one byte of two", "godot3", 25, GDV_E_LENGTH, 20, 1, INT_AND_TEXT},
    {"text without padding", "godot3", 26, GDV_E_PADDING_MISSING, 26, 2, INT_AND_TEXT},
    {"dictionary with its count: a key and a value are promised", "godot3", 8, GDV_E_COUNT, 4, 8, ONE_PAIR},
    {"key without the value's header", "godot3", 12, GDV_E_COUNT, 4, 4, ONE_PAIR},
    {"key whose length is the value's place", "godot3", 16, GDV_E_TRUNCATED, 12, 4, ONE_PAIR},
    {"key whose text is the value's place", "godot3", 20, GDV_E_LENGTH, 12, 1, ONE_PAIR},
    {"key whose padding is the value's place", "godot3", 21, GDV_E_TRUNCATED, 17, 3, ONE_PAIR},
    {"value without its payload", "godot3", 24, GDV_E_TRUNCATED, 24, 4, ONE_PAIR},
    {"path without its flags", "godot3", 12, GDV_E_TRUNCATED, 12, 4, TWO_NAMES},
    {"path with its flags: two names are promised", "godot3", 16, GDV_E_COUNT, 4, 8, TWO_NAMES},
    {"path with one length of two", "godot3", 20, GDV_E_COUNT, 4, 4, TWO_NAMES},
    {"name whose text is the next length's place", "godot3", 24, GDV_E_LENGTH, 16, 1, TWO_NAMES},
    {"name whose padding is the next length's place", "godot3", 26, GDV_E_TRUNCATED, 21, 2, TWO_NAMES},
    {"second name without its text", "godot3", 28, GDV_E_LENGTH, 24, 2, TWO_NAMES},
    {"second name without padding", "godot3", 31, GDV_E_PADDING_MISSING, 31, 1, TWO_NAMES},
};

Test(truncation, what_a_container_lacks_is_what_its_first_unpaid_promise_lacks)
{
    gdv_policy policy = whole_policy();
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        verdict said = verdict_of(bytes.bytes, rows[index].size, dialect_from_text(rows[index].dialect), &policy);
        cr_expect_eq(said.code, rows[index].code, "%s: %s", rows[index].name, gdv_status_name(said.code));
        cr_expect_eq(said.report.offset, rows[index].offset, "%s: at %zu", rows[index].name,
                     (size_t)said.report.offset);
        cr_expect_eq(said.report.need, rows[index].need, "%s: needs %zu", rows[index].name, (size_t)said.report.need);
        packet_free(&bytes);
    }
}

Test(truncation, the_packets_cut_by_hand_are_accepted_whole)
{
    gdv_policy policy = whole_policy();
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(rows[index].dialect), &policy);
        cr_expect_eq(said.code, GDV_OK, "%s: %s", rows[index].name, gdv_status_name(said.code));
        packet_free(&bytes);
    }
}
