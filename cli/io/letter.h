/* SPDX-License-Identifier: MIT */
/* Characters of pasted text, as every reading of it takes them. */
#ifndef GDV_CLI_LETTER_H
#define GDV_CLI_LETTER_H

#include <stdbool.h>
#include <stdint.h>

static inline bool is_space(uint8_t letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

/* The value of a hex digit; 16 for anything else. */
static inline uint32_t hex_digit_value(uint8_t letter)
{
    if (letter >= '0' && letter <= '9') {
        return (uint32_t)letter - '0';
    }
    if (letter >= 'a' && letter <= 'f') {
        return (uint32_t)letter - 'a' + 10;
    }
    if (letter >= 'A' && letter <= 'F') {
        return (uint32_t)letter - 'A' + 10;
    }
    return 16;
}

#endif
