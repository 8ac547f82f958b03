/* SPDX-License-Identifier: MIT */
#include "tests/support/canonical_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNTOUCHED 0x5a

static void insist(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "tests/canonical_check: %s\n", what);
        abort();
    }
}

static uint8_t *block_of(size_t size)
{
    uint8_t *block = malloc(size > 0 ? size : 1);
    insist(block != NULL, "out of memory");
    memset(block, UNTOUCHED, size > 0 ? size : 1);
    return block;
}

static bool is_untouched(const uint8_t *bytes, size_t size)
{
    size_t index = 0;
    while (index < size && bytes[index] == UNTOUCHED) {
        index += 1;
    }
    return index == size;
}

static bool same_report(const gdv_report *one, const gdv_report *other)
{
    return one->code == other->code && one->misread == other->misread && one->offset == other->offset &&
           one->need == other->need && one->depth == other->depth && one->type == other->type &&
           strcmp(one->type_name, other->type_name) == 0 && strcmp(one->path, other->path) == 0;
}

/* What canonicalizing may refuse beyond the validator. */
static bool is_own_refusal(const canonical_check *made, gdv_status said, const gdv_policy *policy)
{
    bool spans = policy != NULL && (policy->permit & GDV_PERMIT_ENGINE_SPAN) != 0;
    return (made->code == GDV_E_ENGINE_MISREADS && spans) ||
           (said == GDV_OK && (made->code == GDV_E_LIMIT_BYTES || made->code == GDV_E_LIMIT_STRING));
}

canonical_check canonical_check_from(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    canonical_check made = {GDV_OK, {0}, {NULL, 0}};
    verdict said = verdict_of(bytes, size, dialect, policy);
    packet copy = packet_from_bytes(bytes, size);
    size_t scratch_size = gdv_scratch_bound(size);
    uint8_t *scratch = block_of(scratch_size);
    size_t measured = 77;
    size_t written = 77;

    memset(&made.report, 0xa5, sizeof made.report);
    made.report.struct_size = sizeof made.report;
    made.code =
        gdv_canonicalize(copy.bytes, size, dialect, policy, scratch, scratch_size, NULL, 0, &measured, &made.report);
    insist(made.report.code == made.code, "the report has another code");
    insist(same_report(&made.report, &said.report) || is_own_refusal(&made, said.code, policy), "verdicts differ");
    insist(made.code == GDV_OK || measured == 0, "a refused packet has a size");

    size_t capacity = made.code == GDV_OK ? measured : 64;
    uint8_t *out = block_of(capacity);
    gdv_status again =
        gdv_canonicalize(copy.bytes, size, dialect, policy, scratch, scratch_size, out, capacity, &written, NULL);
    insist(again == made.code && written == measured, "measuring and writing disagree");
    insist(made.code == GDV_OK || is_untouched(out, capacity), "a refused packet is written");
    insist(size == 0 || memcmp(copy.bytes, bytes, size) == 0, "the packet is changed");
    if (made.code == GDV_OK) {
        made.made = packet_from_bytes(out, written);
    }
    free(out);
    free(scratch);
    packet_free(&copy);
    return made;
}

void canonical_check_free(canonical_check *freed)
{
    packet_free(&freed->made);
}

static bool same_packet(const packet *one, const packet *other)
{
    return one->size == other->size && (one->size == 0 || memcmp(one->bytes, other->bytes, one->size) == 0);
}

/* What is wrong with the packet's canonical form; NULL where nothing is. */
static const char *complaint(const packet *given, const packet *expected, gdv_dialect dialect, const gdv_policy *policy,
                             gdv_status *code)
{
    canonical_check made = canonical_check_from(given->bytes, given->size, dialect, policy);
    const char *wrong = made.code != GDV_OK                  ? "refused"
                        : !same_packet(&made.made, expected) ? "another canonical form"
                                                             : NULL;
    *code = made.code;
    canonical_check_free(&made);
    return wrong;
}

bool canon_rows_hold(const canon_row *rows, size_t count, char *why, size_t size)
{
    bool hold = true;
    for (size_t index = 0; index < count && hold; index += 1) {
        const canon_row *row = &rows[index];
        gdv_dialect dialect = dialect_from_text(row->dialect);
        gdv_policy policy = policy_from_text(row->policy);
        packet given = packet_from_hex(row->given);
        packet expected = packet_from_hex(row->canonical != NULL ? row->canonical : row->given);
        gdv_status code = GDV_OK;

        const char *of_given = complaint(&given, &expected, dialect, &policy, &code);
        const char *of_itself = of_given == NULL ? complaint(&expected, &expected, dialect, &policy, &code) : NULL;
        hold = of_given == NULL && of_itself == NULL;
        if (!hold) {
            snprintf(why, size, "%s: %s%s (%s)", row->name, of_given == NULL ? "the canonical form again: " : "",
                     of_given == NULL ? of_itself : of_given, gdv_status_name(code));
        }
        packet_free(&given);
        packet_free(&expected);
    }
    return hold;
}
