/* SPDX-License-Identifier: MIT */
/* A packet's canonical form, as several tests look at it. */
#ifndef GDV_TESTS_CANONICAL_CHECK_H
#define GDV_TESTS_CANONICAL_CHECK_H

#include "tests/support/support.h"

typedef struct canonical_check {
    gdv_status code;
    gdv_report report;
    packet made; /* no bytes unless code is GDV_OK */
} canonical_check;

/* Measures the canonical form, and writes it into an exact-size block; policy may be NULL. Aborts where a promise that
 * holds for every packet is broken: measuring and writing disagree; the packet is changed; a refusal writes; the
 * verdict or its report is not gdv_validate's, but for limits that only the canonical packet exceeds and what
 * Pandemonium misreads by its span. */
canonical_check canonical_check_from(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);
void canonical_check_free(canonical_check *freed);

/* One packet and its canonical form, both in hex; the packet itself for NULL. */
typedef struct canon_row {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *given;
    const char *canonical;
} canon_row;

/* For each row: the packet has that canonical form, and it is the canonical form of itself. Where a row does not hold,
 * returns false, and `why` says which one and what of it. */
bool canon_rows_hold(const canon_row *rows, size_t count, char *why, size_t size);

#define CHECK_CANON_ROWS(rows)                                                                                         \
    do {                                                                                                               \
        char why[160] = "";                                                                                            \
        cr_assert(canon_rows_hold(rows, sizeof(rows) / sizeof((rows)[0]), why, sizeof why), "%s", why);                \
    } while (0)

#endif
