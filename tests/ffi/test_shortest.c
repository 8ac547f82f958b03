/* SPDX-License-Identifier: MIT */
/* Claims about the text of numbers: it reads back to the same bits, no shorter text does, of the shortest it is the
 * nearest, and it looks as docs/typed-json.md says. Held to strtod and printf of the C library, which share nothing with
 * us. GDV_NUMBERS in the environment sets how many random numbers are tried, 40,000 if not set. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>

#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static double double_of(uint64_t bits)
{
    double number = 0.0;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static float float_of(uint32_t bits)
{
    float number = 0.0f;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint32_t bits_of_float(float number)
{
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* ---- how it looks */

Test(number_text, of_doubles_looks_as_documented)
{
    static const struct {
        double number;
        const char *text;
    } rows[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1.0, "1.0"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {0.3, "0.3"},
        {0x1.3333333333334p-2, "0.30000000000000004"},
        {100.0, "100.0"},
        {120.0, "120.0"},
        {1234.5, "1234.5"},
        {0.0001, "0.0001"},
        {0.001234, "0.001234"},
        {0.00001, "1e-5"},
        {0.0000123, "1.23e-5"},
        {1e14, "100000000000000.0"},
        {1e15, "1e15"},
        {1.5e15, "1.5e15"},
        {1e20, "1e20"},
        {999999999999999.0, "999999999999999.0"},
        {1234567890123456.0, "1234567890123456.0"},
        {12345678901234568.0, "12345678901234568.0"},
        {123456789012345680.0, "1.2345678901234568e17"},
        {9007199254740993.0, "9007199254740992.0"},
        {5e-324, "5e-324"},
        {1e-323, "1e-323"},
        {2.2250738585072014e-308, "2.2250738585072014e-308"},
        {2.225073858507201e-308, "2.225073858507201e-308"},
        {1.7976931348623157e308, "1.7976931348623157e308"},
        {-1.7976931348623157e308, "-1.7976931348623157e308"},
        /* below a power of two numbers are nearer: the decimal that is nearest of those with 16 digits is that of
         * another number, the next one is not */
        {0x1p-44, "5.684341886080802e-14"},
        {0x1p-1017, "7.120236347223045e-307"},
        /* a first digit that is rounded up to ten */
        {1e23, "1e23"},
        {9.5367431640625e-07, "9.5367431640625e-7"},
        /* as near to one as to the other: the even digit */
        {1125899906842624.25, "1125899906842624.2"},
        {1125899906842624.75, "1125899906842624.8"},
        {1125899906842625.25, "1125899906842625.2"},
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        char text[GDV_NUMBER_SIZE];
        memset(text, 'x', sizeof text);
        size_t length = gdv_double_text(rows[row].number, text);
        cr_expect_str_eq(text, rows[row].text, "%s, not %s", text, rows[row].text);
        cr_assert_eq(length, strlen(text));
    }
}

Test(number_text, of_floats_looks_as_documented)
{
    static const struct {
        float number;
        const char *text;
    } rows[] = {
        {0.0f, "0.0"},
        {-0.0f, "-0.0"},
        {1.0f, "1.0"},
        {0.1f, "0.1"},
        {-0.5f, "-0.5"},
        {0.0001f, "0.0001"},
        {0.00001f, "1e-5"},
        {100000.0f, "100000.0"},
        {1e6f, "1e6"},
        {1234567.0f, "1234567.0"},
        {16777216.0f, "16777216.0"},
        {16777217.0f, "16777216.0"},
        {12345679.0f, "12345679.0"},
        {123456792.0f, "1.2345679e8"},
        {1e10f, "1e10"},
        {1.4012984643e-45f, "1e-45"},
        {2.8025969286e-45f, "3e-45"},
        {1.1754943508222875e-38f, "1.1754944e-38"},
        {1.1754942106924411e-38f, "1.1754942e-38"},
        {3.4028234663852886e38f, "3.4028235e38"},
        {0x1p90f, "1.2379401e27"},
        {0x1p-96f, "1.2621775e-29"},
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        char text[GDV_NUMBER_SIZE];
        memset(text, 'x', sizeof text);
        size_t length = gdv_float_text(rows[row].number, text);
        cr_expect_str_eq(text, rows[row].text, "%s, not %s", text, rows[row].text);
        cr_assert_eq(length, strlen(text));
    }
}

Test(number_text, of_what_is_not_finite_is_a_word)
{
    static const struct {
        uint64_t bits;
        uint32_t single;
        const char *text;
    } rows[] = {
        {0x7ff0000000000000u, 0x7f800000u, "inf"},
        {0xfff0000000000000u, 0xff800000u, "-inf"},
        {0x7ff8000000000000u, 0x7fc00000u, "nan"},
        {0xfff8000000000000u, 0xffc00000u, "nan"},
        {0x7ff0000000000001u, 0x7f800001u, "nan"},
        {0xffffffffffffffffu, 0xffffffffu, "nan"},
        {0x7fefffffffffffffu, 0x7f7fffffu, "1.7976931348623157e308"},
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        char text[GDV_NUMBER_SIZE];
        bool finite = rows[row].text[0] == '1';
        cr_assert_eq(gdv_double_text(double_of(rows[row].bits), text), strlen(rows[row].text));
        cr_assert_str_eq(text, rows[row].text);
        cr_assert_eq(gdv_float_text(float_of(rows[row].single), text), strlen(text));
        cr_assert_str_eq(text, finite ? "3.4028235e38" : rows[row].text);
    }
}

Test(number_text, of_nothing_to_write_to_is_nothing)
{
    cr_assert_eq(gdv_double_text(1.0, NULL), 0);
    cr_assert_eq(gdv_float_text(1.0f, NULL), 0);
}

/* ---- that it is the shortest */

/* Digits of a text without zeros at either end, and the power of ten of the last of them. */
typedef struct decimal {
    char digits[GDV_NUMBER_SIZE];
    int count;
    int power;
} decimal;

static decimal decimal_of(const char *text)
{
    decimal found = {{0}, 0, 0};
    bool point = false;
    const char *at = text[0] == '-' ? text + 1 : text;
    for (; *at != '\0' && *at != 'e'; at += 1) {
        if (*at == '.') {
            point = true;
            continue;
        }
        found.power -= point ? 1 : 0;
        if (*at != '0' || found.count > 0) {
            found.digits[found.count] = *at;
            found.count += 1;
        }
    }
    while (found.count > 0 && found.digits[found.count - 1] == '0') {
        found.count -= 1;
        found.digits[found.count] = '\0';
        found.power += 1;
    }
    found.power += *at == 'e' ? atoi(at + 1) : 0;
    return found;
}

typedef bool reads_back(const char *text, uint64_t bits);

static bool double_reads_back(const char *text, uint64_t bits)
{
    return bits_of(strtod(text, NULL)) == bits;
}

static bool float_reads_back(const char *text, uint64_t bits)
{
    double number = strtod(text, NULL);
    return number < 0x1.ffffffp127 && bits_of_float((float)number) == bits;
}

/* The three decimals of `digits` digits that are nearest to the number: one of them is the nearest that reads back, if
 * any of so many digits does, since what reads back to a number lies around it. `nearest` of printf is between. */
static int how_many_read_back(double number, int digits, uint64_t bits, reads_back *read, char nearest[64])
{
    char text[64];
    int found = 0;
    (void)snprintf(nearest, 64, "%.*e", digits - 1, number);
    decimal middle = decimal_of(nearest);
    while (middle.count < digits) {
        middle.digits[middle.count] = '0';
        middle.count += 1;
        middle.power -= 1;
    }
    long long whole = strtoll(middle.digits, NULL, 10);
    for (long long other = whole - 1; other <= whole + 1; other += 1) {
        (void)snprintf(text, sizeof text, "%llde%d", other, middle.power);
        found += read(text, bits) ? 1 : 0;
    }
    return found;
}

/* `number` is above zero. */
static void is_shortest(double number, const char *text, uint64_t bits, reads_back *read)
{
    char nearest[64];
    decimal ours = decimal_of(text);
    cr_assert(read(text, bits), "%a as %s", number, text);
    if (ours.count > 1) {
        cr_assert_eq(how_many_read_back(number, ours.count - 1, bits, read, nearest), 0, "%a as %s", number, text);
    }
    (void)how_many_read_back(number, ours.count, bits, read, nearest);
    decimal theirs = decimal_of(nearest);
    bool same = strcmp(ours.digits, theirs.digits) == 0 && ours.power == theirs.power;
    cr_assert(same || !read(nearest, bits), "%a as %s, nearer is %s", number, text, nearest);
}

static void try_double(uint64_t bits)
{
    char text[GDV_NUMBER_SIZE];
    uint64_t magnitude = bits & 0x7fffffffffffffffu;
    if (magnitude > 0 && magnitude < 0x7ff0000000000000u) {
        cr_assert_lt(gdv_double_text(double_of(magnitude), text), sizeof text);
        is_shortest(double_of(magnitude), text, magnitude, double_reads_back);
    }
}

static void try_float(uint32_t bits)
{
    char text[GDV_NUMBER_SIZE];
    uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0 && magnitude < 0x7f800000u) {
        cr_assert_lt(gdv_float_text(float_of(magnitude), text), sizeof text);
        is_shortest((double)float_of(magnitude), text, magnitude, float_reads_back);
    }
}

Test(number_text, is_the_shortest_and_nearest_around_every_power_of_two)
{
    for (uint64_t scale = 0; scale < 2047; scale += 1) {
        try_double(scale << 52);
        try_double((scale << 52) + 1);
        try_double((scale << 52) + 2);
        try_double((scale << 52) + 0xfffffffffffffu);
    }
    for (uint32_t scale = 0; scale < 255; scale += 1) {
        for (uint32_t next = 0; next < 8; next += 1) {
            try_float((scale << 23) + next);
            try_float((scale << 23) + 0x7fffffu - next);
        }
    }
    for (uint32_t bit = 0; bit < 52; bit += 1) { /* denormals of one bit, and their neighbours */
        try_double(((uint64_t)1 << bit) - 1);
        try_double((uint64_t)1 << bit);
        try_double(((uint64_t)1 << bit) + 1);
        try_float(((uint32_t)1 << bit % 23) - 1);
        try_float((uint32_t)1 << bit % 23);
        try_float(((uint32_t)1 << bit % 23) + 1);
    }
}

Test(number_text, is_the_shortest_and_nearest_around_every_power_of_ten)
{
    for (int power = -323; power <= 308; power += 1) {
        char text[16];
        (void)snprintf(text, sizeof text, "1e%d", power);
        double number = strtod(text, NULL);
        for (uint64_t more = 0; more < 8; more += 1) {
            try_double(bits_of(number) + more);
            try_double(bits_of(number) > more ? bits_of(number) - more : 0);
        }
        for (uint32_t more = 0; power >= -45 && power <= 38 && more < 8; more += 1) {
            try_float(bits_of_float((float)number) + more);
            uint32_t bits = bits_of_float((float)number);
            try_float(bits > more ? bits - more : 0);
        }
    }
}

static uint64_t random_bits(uint64_t *state)
{
    *state ^= (*state & (UINT64_MAX >> 13)) << 13;
    *state ^= *state >> 7;
    *state ^= (*state & (UINT64_MAX >> 17)) << 17;
    return *state;
}

static long how_many(void)
{
    const char *asked = getenv("GDV_NUMBERS");
    return asked != NULL ? atol(asked) : 40000;
}

Test(number_text, is_the_shortest_and_nearest_of_random_bits)
{
    uint64_t state = 0x9e3779b97f4a7c15u;
    for (long index = 0; index < how_many(); index += 1) {
        try_double(random_bits(&state));
        try_float((uint32_t)random_bits(&state));
        try_float((uint32_t)(random_bits(&state) % 0x1000000u)); /* the least, and denormals */
    }
}

/* What people write: few digits, and what sums and products make of them. */
Test(number_text, is_the_shortest_and_nearest_of_random_decimals)
{
    uint64_t state = 0x2545f4914f6cdd1du;
    for (long index = 0; index < how_many(); index += 1) {
        double number = (double)(random_bits(&state) % 1000000u) / (double)(1 + random_bits(&state) % 10000u);
        try_double(bits_of(number));
        try_float(bits_of_float((float)number));
        try_double(bits_of((double)(random_bits(&state) >> (random_bits(&state) % 64))));
        try_double(bits_of((double)(random_bits(&state) >> 8) / 0x1p24));
    }
}
