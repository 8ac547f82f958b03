/* SPDX-License-Identifier: MIT */
#include "decimal.h"

#include <gdv/gdv_ffi.h>

_Static_assert(DECIMAL_SIZE >= GDV_NUMBER_SIZE, "room for what the library writes");

void decimal_of_double(double number, char text[DECIMAL_SIZE])
{
    (void)gdv_double_text(number, text);
}

void decimal_of_float(float number, char text[DECIMAL_SIZE])
{
    (void)gdv_float_text(number, text);
}
