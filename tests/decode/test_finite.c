/* SPDX-License-Identifier: MIT */
/* Claims about floats that are looked at by blocks: the first infinity or NaN of an array is refused at its offset,
 * wherever it is and however many floats there are; and no finite float is taken for one, whatever its sign, its mantissa
 * and its neighbours (wire reference, section 5.6). */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/support.h"

enum { MOST = 40 };

/* Halves that would be exponents in another place, and the ends of what is finite. */
static const uint64_t finite[] = {
    0x0000000000000000, 0x8000000000000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x000000007ff00000,
    0x3ff07ff07ff07ff0, 0x00007ff07ff0ffff, 0x7fe07f807f807f80, 0xbff000007f800000, 0x7f7fffff7ff00000,
};
static const uint32_t finite_narrow[] = {0x00000000, 0x80000000, 0x7f7fffff, 0xff7fffff, 0x00007f80,
                                         0x3f807f80, 0x3f80ff80, 0x7f7f7f80, 0x0000ffff, 0x7f00ffff};
static const uint64_t nonfinite[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
                                     0x7ff0000000000001, 0xffffffffffffffff, 0x7fff000000000000};
static const uint32_t nonfinite_narrow[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff, 0x7fff0000};

#define FINITES (sizeof finite / sizeof finite[0])
#define NONFINITES (sizeof nonfinite / sizeof nonfinite[0])

static void put_float(builder *to, bool wide, size_t which, bool is_finite)
{
    if (wide) {
        uint64_t bits = is_finite ? finite[which % FINITES] : nonfinite[which % NONFINITES];
        put_u32(to, (uint32_t)(bits & 0xffffffff));
        put_u32(to, (uint32_t)(bits >> 32));
    } else {
        put_u32(to, is_finite ? finite_narrow[which % FINITES] : nonfinite_narrow[which % NONFINITES]);
    }
}

/* An array of `count` floats, of which the one at `first` is not finite, and, unless it is the only one, those after it
 * that are odd. */
static void array_is_judged(bool wide, uint32_t count, uint32_t first, bool only, size_t seed)
{
    builder made = {NULL, 0, 0};
    gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
    gdv_policy permitted = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_NONFINITE);
    put_u32(&made, id_of(GDV_DIALECT_GODOT4_4, wide ? GDV_TYPE_PACKED_FLOAT64_ARRAY : GDV_TYPE_PACKED_FLOAT32_ARRAY));
    put_u32(&made, count);
    for (uint32_t index = 0; index < count; index += 1) {
        put_float(&made, wide, seed + index, index < first || (index > first && (only || index % 2 == 0)));
    }
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT4_4, &strict);
    cr_assert_eq(said.code, first < count ? GDV_E_NONFINITE : GDV_OK, "%u of %u, %zu: %s", first, count, seed,
                 gdv_status_name(said.code));
    cr_assert(first == count || said.report.offset == 8 + first * (wide ? 8 : 4), "%u of %u: at %zu", first, count,
              (size_t)said.report.offset);
    said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT4_4, &permitted);
    cr_assert_eq(said.code, GDV_OK, "%u of %u, %zu: %s", first, count, seed, gdv_status_name(said.code));
    builder_free(&made);
}

static void arrays_are_judged(bool wide)
{
    for (uint32_t count = 0; count <= MOST; count += 1) {
        for (uint32_t first = 0; first <= count; first += 1) {
            for (size_t seed = 0; seed < FINITES; seed += 1) {
                array_is_judged(wide, count, first, false, seed);
            }
        }
    }
}

Test(finite_check, finds_the_first_float_that_is_not)
{
    arrays_are_judged(false);
}

Test(finite_check, finds_the_first_double_that_is_not)
{
    arrays_are_judged(true);
}

Test(finite_check, finds_it_in_long_arrays)
{
    for (uint32_t first = 0; first <= 300; first += 1) {
        array_is_judged(false, 300, first, false, first);
        array_is_judged(true, 300, first, false, first);
    }
}

/* Nothing but that one float speaks for it, in each place of a block. */
Test(finite_check, finds_the_only_one_in_long_arrays)
{
    for (uint32_t first = 0; first <= 36; first += 1) {
        for (size_t seed = 0; seed < NONFINITES; seed += 1) {
            array_is_judged(false, 36, first, true, seed);
            array_is_judged(true, 36, first, true, seed);
        }
    }
}
