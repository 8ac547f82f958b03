/* SPDX-License-Identifier: MIT */
#include "decimal.h"

#include <float.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "say.h"
#include "uninstrumented.h"

/* jansson writes a point whatever the locale, and always a point or an exponent. */
static void write_json(json_t *real, size_t digits, char text[DECIMAL_SIZE])
{
    size_t flags = JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits);
    uninstrumented_enter();
    size_t size = json_dumpb(real, text, DECIMAL_SIZE - 1, flags);
    uninstrumented_leave();
    uninstrumented_wrote(text, size < DECIMAL_SIZE ? size : 0);
    text[size < DECIMAL_SIZE ? size : 0] = '\0';
}

/* Any decimal of `sure` digits survives being read and written again: so if the number was made of a short decimal,
 * that many digits show it (trailing zeros are not written), and if they do not read back, more are needed; `most`
 * always suffice. Denormals have fewer bits, and so fewer digits: 5e-324 is all of the least double. */
static void shortest(double number, size_t sure, size_t most, bool single, char text[DECIMAL_SIZE])
{
    json_t *real = json_real(number);
    bool denormal = fabs(number) < (single ? (double)FLT_MIN : DBL_MIN);
    bool same = false;

    text[0] = '\0';
    for (size_t digits = denormal ? 1 : sure; real != NULL && !same && digits <= most; digits += 1) {
        write_json(real, digits, text);
        double again = strtod(text, NULL);
        same = single ? (float)again == (float)number : again == number;
    }
    json_decref(real);
    if (text[0] == '\0') {
        complain("not enough memory to write a number");
        exit(STATUS_TROUBLE);
    }
}

void decimal_of_double(double number, char text[DECIMAL_SIZE])
{
    shortest(number, DBL_DIG, DBL_DECIMAL_DIG, false, text);
}

void decimal_of_float(float number, char text[DECIMAL_SIZE])
{
    shortest((double)number, FLT_DIG, FLT_DECIMAL_DIG, true, text);
}
