/* SPDX-License-Identifier: MIT */
/* Base64 as typed JSON has it: RFC 4648 section 4, padded, nothing else in between. What people paste, with its white
 * space and other alphabets, is read by pasted.h. */
#ifndef GDV_CLI_BASE64_H
#define GDV_CLI_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes bytes to standard output. */
void base64_out(const uint8_t *bytes, size_t size);

/* Decodes text[0 .. length-1] to at most length / 4 * 3 bytes. Returns false where it is not exactly what base64_out
 * would write for some bytes: each byte string has one text. */
bool base64_decode(const char *text, size_t length, uint8_t *bytes, size_t *size);

#endif
