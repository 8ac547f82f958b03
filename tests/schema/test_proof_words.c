/* SPDX-License-Identifier: MIT */
/* What proofs of lib/schema take for granted (docs/proof.md) holds of real forms and documents: of every schema in the
 * repository in every dialect, and of every packet of the corpus under every policy that reads it, whole and changed.
 * test_proof_words_forms.c asks it of forms that somebody has edited; test_proof_words_form_parts.c and
 * test_proof_words_document_parts.c show that each part of each word can fail. Promise 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/decode/cursor.h"
#include "tests/support/corpus.h"
#include "tests/support/parsed.h"
#include "tests/support/proof_words.h"
#include "tests/support/schema_files.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* The policies of all entry points; then all that can be permitted, for a whole packet and for a message, where the outermost
 * value may be shorter than a header. */
enum { PERMISSIVE = POLICIES, COMPRESSED, WAYS };

static gdv_policy way_of(size_t which)
{
    gdv_policy policy = which < POLICIES ? policy_of_all(which) : policy_with(GDV_POLICY_STRICT, GDV_PERMIT_ALL);
    policy.encoding = which == COMPRESSED ? GDV_ENCODING_COMPRESSED : GDV_ENCODING_PLAIN;
    return policy;
}

/* How many documents there were, and how many that a short form begins. */
typedef struct tally {
    uint32_t documents;
    uint32_t short_forms;
} tally;

static void take(tally *of, const char *name, const void *bytes, size_t size, gdv_dialect dialect,
                 const gdv_policy *policy)
{
    parsed made;
    uint32_t where = 0;
    parsed_from(&made, bytes, size, dialect, policy);
    if (made.code == GDV_OK) {
        cr_assert_gt(made.document.count, 0u, "%s, %s: no nodes", name, gdv_dialect_name(dialect));
        const char *broken = words_of_document(&made.document, &where);
        cr_expect_null(broken, "%s, %s: %s, of %u", name, gdv_dialect_name(dialect), broken, where);
        of->documents += 1;
        of->short_forms += (made.nodes[0].flags & GDV_TOKEN_SHORT) != 0 ? 1 : 0;
    }
    parsed_free(&made);
}

static void take_in_every_way(tally *of, const char *name, const packet *bytes)
{
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        for (size_t way = 0; way < WAYS; way += 1) {
            const gdv_policy policy = way_of(way);
            take(of, name, bytes->bytes, bytes->size, (gdv_dialect)dialect, &policy);
        }
    }
}

Test(proof_words, every_schema_that_was_compiled_and_loaded_keeps_them)
{
    schema_files each = schema_files_all();
    uint32_t forms = 0;
    while (schema_files_next(&each)) {
        gdv_schema loaded;
        uint32_t where = 0;
        const size_t size = gdv_schema_size(&each.made.schema);
        void *copy = malloc(size);
        cr_assert_not_null(copy);
        memcpy(copy, each.made.memory, size);
        cr_assert_eq(gdv_schema_load(copy, size, &loaded, NULL), GDV_OK, "%s", each.path);
        const char *broken = words_of_schema(&loaded, &where);
        cr_expect_null(broken, "%s, %s: %s, of %u", each.path, gdv_dialect_name(each.dialect), broken, where);
        broken = words_of_schema(&each.made.schema, &where);
        cr_expect_null(broken, "%s, %s: %s, of %u", each.path, gdv_dialect_name(each.dialect), broken, where);
        free(copy);
        forms += 1;
    }
    cr_expect_geq(forms, 100u, "%u forms", forms);
}

Test(proof_words, every_document_of_the_corpus_keeps_them)
{
    tally of = {0, 0};
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            take_in_every_way(&of, each.name, &each.bytes);
        }
    }
    cr_expect_geq(of.documents, 100000u, "%u documents", of.documents);
    cr_expect_geq(of.short_forms, 300u, "%u short forms", of.short_forms);
}

/* What one policy refuses another one reads. */
Test(proof_words, every_document_of_malformed_packets_keeps_them)
{
    static const char *const folders[] = {"corpus/malformed", "corpus/regress"};
    tally of = {0, 0};
    for (size_t folder = 0; folder < COUNT_OF(folders); folder += 1) {
        malformed each = malformed_of(folders[folder]);
        while (malformed_next(&each)) {
            take(&of, each.name, each.bytes.bytes, each.bytes.size, each.dialect, &each.policy);
            take_in_every_way(&of, each.name, &each.bytes);
        }
    }
    cr_expect_geq(of.documents, 100000u, "%u documents", of.documents);
}

/* Each word of a packet replaced by others: what still is a document is another one. */
static void take_changed(tally *of, const seeds *each)
{
    static const uint32_t words[] = {0, 1, 2, 4, 0x10001u, 0x30000u, 0x80000000u, 0x80000001u};
    const gdv_policy policies[] = {way_of(PERMISSIVE), way_of(COMPRESSED)};
    packet changed = packet_from_bytes(each->bytes.bytes, each->bytes.size);
    for (size_t at = 0; at + 4 <= changed.size; at += 4) {
        for (size_t which = 0; which < 2 * COUNT_OF(words); which += 1) {
            const uint32_t before = word_at(&each->bytes, at);
            const uint32_t word = which < COUNT_OF(words) ? words[which] : before ^ words[which - COUNT_OF(words)];
            for (size_t byte = 0; byte < 4; byte += 1) {
                changed.bytes[at + byte] = (uint8_t)(word >> (8 * byte));
            }
            take(of, each->name, changed.bytes, changed.size, each->dialect, &policies[which % 2]);
        }
        memcpy(changed.bytes + at, each->bytes.bytes + at, 4);
    }
    packet_free(&changed);
}

enum { MOST_CHANGED = 256 };

Test(proof_words, documents_of_changed_packets_keep_them)
{
    tally of = {0, 0};
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            if (each.bytes.size <= MOST_CHANGED) {
                take_changed(&of, &each);
            }
        }
    }
    cr_expect_geq(of.documents, 100000u, "%u documents", of.documents);
}
