/* SPDX-License-Identifier: MIT */
/* Claims about decimals of a schema: the double that is read is the nearest, of two the even one. Held to strtod of the C
 * library, which shares nothing with us. GDV_NUMBERS in the environment sets how many random numbers are tried, 20,000
 * if not set. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/decimal.h"
#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void reads_as_strtod(const char *text)
{
    double read = gdv_decimal_read((const uint8_t *)text, (uint32_t)strlen(text));
    double expected = strtod(text, NULL);
    cr_assert_eq(bits_of(read), bits_of(expected), "%s: %a, not %a", text, read, expected);
}

Test(decimal, of_edges_is_the_nearest_double)
{
    static const char *const texts[] = {"0",
                                        "0.0",
                                        "0e5",
                                        "0.000e-999",
                                        "1",
                                        "0.1",
                                        "0.3",
                                        "1.5",
                                        "100",
                                        "1e22",
                                        "1e23",
                                        "9007199254740993",
                                        "9007199254740992.5",
                                        "9007199254740993.0000000000000000000001",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "1.797693134862315807e308",
                                        "1e308",
                                        "1e309",
                                        "1e999",
                                        "1e99999999999",
                                        "1e-99999999999",
                                        "4.9e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "2.47032822920623272088284396434110686182e-324",
                                        "2.47032822920623272088284396434110686183e-324",
                                        "1e-323",
                                        "2.2250738585072014e-308",
                                        "2.2250738585072011e-308",
                                        "2.225073858507201e-308",
                                        "1e-400",
                                        "999999999999999999999999999999999999999999999999",
                                        "0.99999999999999999999999999999999999999999999999",
                                        "123456789012345678901234567890123456789e-380",
                                        "100000000000000000000000000000000000000000e-372",
                                        "1E+5",
                                        "1e+05",
                                        "1.e5",
                                        "7.4109846876186982e-323",
                                        "5e-324",
                                        "3e-324",
                                        "2e-324",
                                        "18014398509481985",
                                        "18014398509481987",
                                        "0.000000000000000000000000000000000000000000001",
                                        "1e-372",
                                        "9e-373",
                                        "1e-373",
                                        "1.8e308",
                                        "2e308",
                                        "9e308",
                                        "999999999999999999999999999999999999999999e308",
                                        "1e4294967297",
                                        "1e-4294967297",
                                        "1e0000000000000000005",
                                        "9999999999999999999999999999999999999999999e-366",
                                        "2470328229206232720882843964341106861825299e-366",
                                        "2470328229206232720882843964341106861825300e-366",
                                        "9999999999999999999999999999999999999999999e-367",
                                        "4.450147717014402766180465434e-308",
                                        "2.225073858507201383090232717e-308",
                                        "4294967295",
                                        "4294967296",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "2147483648",
                                        "2147483647"};
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        reads_as_strtod(texts[index]);
    }
}

/* What is in memory after the text would make another number of it. */
Test(decimal, of_a_text_ends_where_its_size_says)
{
    static const struct {
        const char *text;
        uint32_t size;
        double number;
    } rows[] = {{"123", 2, 12.0},   {"1.25", 3, 1.2}, {"1e33", 3, 1e3},
                {"1e-33", 4, 1e-3}, {"5e2", 1, 5.0},  {"5x-", 1, 5.0}};
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        cr_expect_eq(bits_of(gdv_decimal_read((const uint8_t *)rows[row].text, rows[row].size)),
                     bits_of(rows[row].number), "%.*s", (int)rows[row].size, rows[row].text);
        packet exact = packet_from_bytes(rows[row].text, rows[row].size); /* sanitizers see a byte read after it */
        cr_expect_eq(bits_of(gdv_decimal_read(exact.bytes, rows[row].size)), bits_of(rows[row].number), "%.*s",
                     (int)rows[row].size, rows[row].text);
        packet_free(&exact);
    }
}

Test(decimal, of_underscores_is_that_without)
{
    cr_expect_eq(bits_of(gdv_decimal_read((const uint8_t *)"1_000.2_5e1_0", 13)), bits_of(1000.25e10));
}

/* A generator of Park and Miller's. */
static uint32_t next_random(uint32_t last)
{
    return (uint32_t)((uint64_t)last * 48271 % 0x7fffffff);
}

Test(decimal, of_random_digits_is_the_nearest_double)
{
    const char *wanted = getenv("GDV_NUMBERS");
    long count = wanted != NULL ? strtol(wanted, NULL, 10) : 20000;
    uint32_t random = 1;
    for (long index = 0; index < count; index += 1) {
        char text[64];
        size_t length = 0;
        size_t digits = 0;
        random = next_random(random);
        digits = 1 + random % 30;
        size_t point = random / 64 % digits;
        for (size_t digit = 0; digit < digits; digit += 1) {
            random = next_random(random);
            text[length] = (char)('0' + (int)(random % 10));
            length += 1;
            if (digit == point) {
                text[length] = '.';
                length += 1;
            }
        }
        text[length] = '0';
        (void)snprintf(text + length + 1, sizeof text - length - 1, "e%d", (int)(random / 16 % 700) - 350);
        reads_as_strtod(text);
    }
}

/* Halfway between two doubles, and a little beside it. */
Test(decimal, of_middles_is_the_even_double)
{
    for (int exponent = 54; exponent < 60; exponent += 1) {
        for (uint64_t mantissa = 1; mantissa < 40; mantissa += 1) {
            char text[64];
            uint64_t whole = ((uint64_t)1 << exponent) + mantissa * ((uint64_t)1 << (exponent - 53));
            (void)snprintf(text, sizeof text, "%llu", (unsigned long long)whole);
            reads_as_strtod(text);
            (void)snprintf(text, sizeof text, "%llu.00001", (unsigned long long)whole);
            reads_as_strtod(text);
            (void)snprintf(text, sizeof text, "%llu.99999", (unsigned long long)whole - 1);
            reads_as_strtod(text);
        }
    }
}

Test(decimal, of_pi_is_the_nearest_double)
{
    const double pi = 3.141592653589793;
    const double tau = 6.283185307179586;
    cr_expect_eq(bits_of(gdv_pi_over(1)), bits_of(pi));
    cr_expect_eq(bits_of(gdv_tau_over(1)), bits_of(tau));
    for (uint32_t divisor = 1; divisor < 500; divisor += 1) {
        volatile double quotient = pi / (double)divisor;
        cr_expect_eq(bits_of(gdv_pi_over(divisor)), bits_of(quotient), "PI/%u", divisor);
        quotient = tau / (double)divisor;
        cr_expect_eq(bits_of(gdv_tau_over(divisor)), bits_of(quotient), "TAU/%u", divisor);
    }
    volatile double least = pi / 4294967295.0;
    cr_expect_eq(bits_of(gdv_pi_over(UINT32_MAX)), bits_of(least));
}
