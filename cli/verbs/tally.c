/* SPDX-License-Identifier: MIT */
#include "tally.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *left, const void *right)
{
    uint64_t one = *(const uint64_t *)left;
    uint64_t other = *(const uint64_t *)right;
    return (one > other ? 1 : 0) - (one < other ? 1 : 0);
}

/* Room for one row for each number that waits, besides those that there are. */
static bool make_room(tally *all)
{
    size_t wanted = all->used + all->waiting;
    if (wanted <= all->room) {
        return true;
    }
    wanted = wanted > 2 * all->room ? wanted : 2 * all->room;
    tally_row *rows = realloc(all->rows, wanted * sizeof *rows);
    if (rows == NULL) {
        return false;
    }
    all->rows = rows;
    all->room = wanted;
    return true;
}

/* Sorted, a row for each number. Returns how many rows. */
static size_t pack(const uint64_t *numbers, size_t count, tally_row *rows)
{
    size_t used = 0;
    for (size_t index = 0; index < count; index += 1) {
        if (used == 0 || rows[used - 1].number != numbers[index]) {
            rows[used] = (tally_row){numbers[index], 0};
            used += 1;
        }
        rows[used - 1].count += 1;
    }
    return used;
}

/* How many of the new rows have a number that is not there yet. */
static size_t unknown(const tally *all, const tally_row *rows, size_t count)
{
    size_t at = 0;
    size_t found = 0;
    for (size_t index = 0; index < count; index += 1) {
        while (at < all->used && all->rows[at].number < rows[index].number) {
            at += 1;
        }
        found += at < all->used && all->rows[at].number == rows[index].number ? 1 : 0;
    }
    return count - found;
}

/* From the back, so that no row is written over before it was moved. */
static void merge(tally *all, const tally_row *rows, size_t count)
{
    size_t old = all->used;
    size_t to = all->used + unknown(all, rows, count);
    all->used = to;
    while (count > 0) {
        const tally_row *next = &rows[count - 1];
        to -= 1;
        if (old > 0 && all->rows[old - 1].number > next->number) {
            all->rows[to] = all->rows[old - 1];
            old -= 1;
        } else {
            bool known = old > 0 && all->rows[old - 1].number == next->number;
            uint64_t before = known ? all->rows[old - 1].count : 0;
            old -= known ? 1 : 0;
            all->rows[to] = (tally_row){next->number, before + next->count};
            count -= 1;
        }
    }
}

bool tally_settle(tally *all)
{
    static tally_row rows[TALLY_PENDING];
    if (!make_room(all)) {
        return false;
    }
    qsort(all->pending, all->waiting, sizeof all->pending[0], ascending);
    merge(all, rows, pack(all->pending, all->waiting, rows));
    all->count += all->waiting;
    all->waiting = 0;
    return true;
}

bool tally_add(tally *all, uint64_t number)
{
    if (all->waiting == TALLY_PENDING && !tally_settle(all)) {
        return false;
    }
    all->pending[all->waiting] = number;
    all->waiting += 1;
    return true;
}

uint64_t tally_percentile(const tally *all, unsigned percent)
{
    /* the rank, from 1: a hundredth of the count times percent, rounded up, without a product that wraps */
    uint64_t hundreds = all->count / 100;
    uint64_t rest = all->count % 100;
    uint64_t rank = hundreds * percent + (rest * percent + 99) / 100;
    uint64_t seen = 0;
    size_t index = 0;
    rank = rank > 0 ? rank : 1;
    while (index + 1 < all->used && seen + all->rows[index].count < rank) {
        seen += all->rows[index].count;
        index += 1;
    }
    return all->rows[index].number;
}

void tally_free(tally *all)
{
    free(all->rows);
    *all = (tally){.rows = NULL};
}
