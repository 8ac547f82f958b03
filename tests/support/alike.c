/* SPDX-License-Identifier: MIT */
#include "tests/support/alike.h"

#include <stdint.h>
#include <stdlib.h>

#include "lib/keys/digest.h"

enum { TEXTS = 1 << 18 };
typedef struct numbered {
    uint32_t fingerprint;
    uint32_t number;
} numbered;

/* The text of that number. */
static void spell(char *to, uint32_t number)
{
    for (size_t letter = 0; letter < ALIKE_LETTERS; letter += 1) {
        to[letter] = (char)('a' + (number >> (3 * letter)) % 8);
    }
    to[ALIKE_LETTERS] = '\0';
}

static int by_fingerprint(const void *one, const void *other)
{
    uint32_t a = ((const numbered *)one)->fingerprint;
    uint32_t b = ((const numbered *)other)->fingerprint;
    return a < b ? -1 : a > b ? 1 : 0;
}

/* Among so many there are eight such pairs, by chance. */
bool find_two_alike(char one[ALIKE_SIZE], char other[ALIKE_SIZE])
{
    numbered *all = (numbered *)malloc(TEXTS * sizeof *all);
    bool found = false;
    for (uint32_t number = 0; number < TEXTS; number += 1) {
        spell(one, number);
        const gdv_cursor in = {(const uint8_t *)one, ALIKE_LETTERS, 0, 0};
        all[number].fingerprint = gdv_fingerprint_text(&in, 0, ALIKE_LETTERS);
        all[number].number = number;
    }
    qsort(all, TEXTS, sizeof *all, by_fingerprint);
    for (uint32_t at = 1; at < TEXTS && !found; at += 1) {
        found = all[at - 1].fingerprint == all[at].fingerprint;
        if (found) {
            spell(one, all[at - 1].number);
            spell(other, all[at].number);
        }
    }
    free(all);
    return found;
}
