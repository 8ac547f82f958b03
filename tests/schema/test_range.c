/* SPDX-License-Identifier: MIT */
/* Ends of ranges as floats and as ints, where they lie beside one or beyond all. The floats beside a number are those
 * of its bits, counted by hand. */
#include <criterion/criterion.h>
#include <float.h>

#include "lib/schema/range.h"

/* 0.7 lies between the floats 3f333333 and 3f333334. */
Test(range, the_floats_beside_a_number_are_its_neighbours)
{
    cr_expect_eq(gdv_float_below(0.7), 0x1.666666p-1f);
    cr_expect_eq(gdv_float_above(0.7), 0x1.666668p-1f);
    cr_expect_eq(gdv_float_below(-0.7), -0x1.666668p-1f);
    cr_expect_eq(gdv_float_above(-0.7), -0x1.666666p-1f);
}

/* Less than half of the least float from zero on either side. */
Test(range, zero_has_the_least_floats_beside_it)
{
    cr_expect_eq(gdv_float_below(-0x1p-160), -0x1p-149f);
    cr_expect_eq(gdv_float_above(-0x1p-160), 0.0f);
    cr_expect_eq(gdv_float_below(0x1p-160), 0.0f);
    cr_expect_eq(gdv_float_above(0x1p-160), 0x1p-149f);
    cr_expect_eq(gdv_float_below(0.0), 0.0f);
    cr_expect_eq(gdv_float_below(-0.0), 0.0f);
}

/* Every finite double has a finite float nearest to it. */
Test(range, the_nearest_float_of_a_finite_number_is_finite)
{
    cr_expect_eq(gdv_float_nearest((double)FLT_MAX), (double)FLT_MAX);
    cr_expect_eq(gdv_float_nearest(1e300), (double)FLT_MAX);
    cr_expect_eq(gdv_float_nearest(DBL_MAX), (double)FLT_MAX);
    cr_expect_eq(gdv_float_nearest(-DBL_MAX), -(double)FLT_MAX);
    cr_expect_eq(gdv_float_nearest(gdv_infinite()), gdv_infinite());
    cr_expect_eq(gdv_float_nearest(-gdv_infinite()), -gdv_infinite());
}
