/* SPDX-License-Identifier: MIT */
/* What may stand after a list or a literal: the round brackets that its opening has open, a semicolon after a
 * declaration, and after that the line that xxd -i adds, which must say how many bytes there were:
 *
 *      unsigned int packet_bin_len = 12;
 */
#include <string.h>

#include "letter.h"
#include "pasted_forms.h"

/* The longest such line. */
#define MOST_LENGTH_LINE 512

static const char not_length[] = "what follows is not the line that xxd -i adds: unsigned int .._len = N;";

/* Reads "unsigned int NAME_len = N". */
static bool read_length(const char *line, size_t size, uint64_t *length)
{
    static const char begins[] = "unsigned int ";
    static const char ends[] = "_len = ";
    size_t digits = size;

    *length = 0;
    while (digits > 0 && line[digits - 1] >= '0' && line[digits - 1] <= '9') {
        digits -= 1;
    }
    for (size_t at = digits; at < size; at += 1) {
        *length = *length < UINT64_MAX / 16 ? *length * 10 + (uint64_t)(line[at] - '0') : UINT64_MAX;
    }
    return digits < size && digits >= sizeof begins + sizeof ends - 2 && memcmp(line, begins, sizeof begins - 1) == 0 &&
           memcmp(line + digits - (sizeof ends - 1), ends, sizeof ends - 1) == 0;
}

static void length_ends(pasted *text)
{
    uint64_t length = 0;
    if (!read_length(text->held, text->held_size, &length)) {
        pasted_refuse(text, not_length);
    } else if (length != text->total) {
        pasted_refuse(text, "the length that is declared is not that of the bytes before");
    }
    text->held_size = 0;
    text->around.declared = false;
    text->around.measured = false;
}

static void take_length(pasted *text, uint8_t character)
{
    if (character == ';') {
        length_ends(text);
    } else if (text->held_size == MOST_LENGTH_LINE) {
        pasted_refuse(text, not_length);
    } else {
        text->held[text->held_size] = (char)character;
        text->held_size += 1;
    }
}

void pasted_after_push(pasted *text, uint8_t character)
{
    opening *around = &text->around;
    if (text->held_size > 0 || (character == 'u' && around->measured)) {
        take_length(text, character);
    } else if (is_space(character)) {
        return;
    } else if (character == ')' && around->brackets > 0) {
        around->brackets -= 1;
    } else if (character == ';' && around->declared && around->brackets == 0) {
        around->declared = false;
        around->measured = true;
    } else {
        pasted_refuse(text,
                      around->closes != 0 ? "something follows the closing bracket" : "something follows the literal");
    }
}

void pasted_after_end(pasted *text)
{
    if (text->around.brackets > 0) {
        pasted_refuse(text, "a round bracket is not closed");
    } else if (text->held_size > 0) {
        pasted_refuse(text, not_length);
    }
}
