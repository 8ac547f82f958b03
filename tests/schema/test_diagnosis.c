/* SPDX-License-Identifier: MIT */
/* Claims about the message of a mistake: what it shows of a text is printable ASCII and cut, and it is closed by NUL
 * whatever was there before. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "lib/schema/diagnosis.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static const gdv_schema_source sources[] = {{"a", "", 0}};

static gdv_schema_error full_error(void)
{
    gdv_schema_error error;
    memset(&error, 'x', sizeof error);
    return error;
}

static gdv_schema_error said_of(const char *found, size_t size)
{
    gdv_schema_error error = full_error();
    const gdv_mistake fault = {.kind = GDV_MISTAKE_CHARACTER,
                               .place = {0, 3, 7},
                               .found = (const uint8_t *)found,
                               .found_size = (uint32_t)size};
    gdv_diagnose(&fault, sources, &error);
    return error;
}

Test(diagnosis, shows_printable_ascii_alone)
{
    for (unsigned byte = 0; byte < 256; byte += 1) {
        const char found = (char)byte;
        char expected[64];
        bool shown = byte >= ' ' && byte <= '~';
        (void)snprintf(expected, sizeof expected, "unexpected character '%c'", shown ? (char)byte : '?');
        gdv_schema_error error = said_of(&found, 1);
        cr_expect_str_eq(error.message, expected, "byte %u: %s", byte, error.message);
    }
}

Test(diagnosis, cuts_what_was_found_after_40_bytes)
{
    static const char found[] = "0123456789012345678901234567890123456789+";
    gdv_schema_error error = said_of(found, 40);
    cr_expect_str_eq(error.message, "unexpected character '0123456789012345678901234567890123456789'");
    error = said_of(found, 41);
    cr_expect_str_eq(error.message, "unexpected character '0123456789012345678901234567890123456789..'");
    cr_expect_eq(error.line, 3);
    cr_expect_eq(error.column, 7);
    cr_expect_eq(error.source, 0);
}

Test(diagnosis, of_a_code_is_its_sentence)
{
    static const gdv_status codes[] = {GDV_E_NO_SPACE, GDV_E_BAD_ARGUMENT, GDV_E_BAD_DIALECT};
    for (size_t row = 0; row < COUNT_OF(codes); row += 1) {
        gdv_schema_error error = full_error();
        gdv_diagnose_status(codes[row], &error);
        cr_expect_str_eq(error.message, gdv_status_text(codes[row]));
    }
}
