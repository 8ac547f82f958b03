/* SPDX-License-Identifier: MIT */
/* Numbers on the command line: digits alone. strtoul takes signs, white space and wraps, and "-1" is then the largest
 * limit there is. */
#ifndef GDV_CLI_NUMBER_H
#define GDV_CLI_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

typedef enum number_result { NUMBER_FINE, NUMBER_WRONG, NUMBER_TOO_LARGE } number_result;

/* Parses the whole text. Where `sized`, one K, M or G (or k, m, g) may close it: 2^10, 2^20, 2^30. */
number_result number_parse(const char *text, bool sized, uint64_t *number);

#endif
