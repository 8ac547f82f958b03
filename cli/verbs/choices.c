/* SPDX-License-Identifier: MIT */
#include "choices.h"

#include <stdint.h>
#include <string.h>

static void append(char text[CHOICES_SIZE], const char *more)
{
    size_t length = strlen(text);
    size_t added = strlen(more);
    size_t room = CHOICES_SIZE - 1 - length;
    added = added < room ? added : room;
    memcpy(text + length, more, added);
    text[length + added] = '\0';
}

const char *choices_names(gdv_dialect dialect, char text[CHOICES_SIZE])
{
    const char *alias = gdv_dialect_alias(dialect);
    const char *version = gdv_dialect_versions(dialect);
    text[0] = '\0';
    append(text, alias);
    append(text, alias[0] != '\0' && version[0] != '\0' ? ", " : "");
    for (; version[0] != '\0'; version += 1) {
        const char letter[] = {version[0], '\0'};
        append(text, version[0] == ' ' ? ", " : letter);
    }
    return text;
}

const char *choices_dialects(char text[CHOICES_SIZE])
{
    text[0] = '\0';
    for (int index = 0; index < GDV_DIALECT_COUNT; index += 1) {
        char names[CHOICES_SIZE];
        append(text, index > 0 ? ", " : "");
        append(text, gdv_dialect_name((gdv_dialect)index));
        if (choices_names((gdv_dialect)index, names)[0] != '\0') {
            append(text, " (");
            append(text, names);
            append(text, ")");
        }
    }
    return text;
}

const char *choices_permits(char text[CHOICES_SIZE])
{
    text[0] = '\0';
    for (uint32_t bit = 0; bit < GDV_PERMIT_BITS; bit += 1) {
        append(text, gdv_permit_name(bit));
        append(text, ", ");
    }
    append(text, "text, all");
    return text;
}

/* Longer than any name here; what is longer is no typing error. */
#define LONGEST_NAME 32

/* How many letters must be put in, left out or changed to make one name of the other. */
static size_t edits_between(const char *one, size_t one_length, const char *other, size_t other_length)
{
    size_t row[LONGEST_NAME + 1];
    for (size_t column = 0; column <= other_length; column += 1) {
        row[column] = column;
    }
    for (size_t line = 1; line <= one_length; line += 1) {
        size_t diagonal = row[0];
        row[0] = line;
        for (size_t column = 1; column <= other_length; column += 1) {
            size_t change = diagonal + (one[line - 1] == other[column - 1] ? 0 : 1);
            size_t put_in = row[column - 1] + 1;
            size_t leave_out = row[column] + 1;
            size_t least = put_in < leave_out ? put_in : leave_out;
            diagonal = row[column];
            row[column] = change < least ? change : least;
        }
    }
    return row[other_length];
}

const char *choices_nearest(const char *typed, const char *const *names, size_t count)
{
    size_t length = strlen(typed);
    const char *nearest = NULL;
    size_t least = length / 2 + 1; /* half of the letters may be wrong, no more */

    for (size_t index = 0; length <= LONGEST_NAME && index < count; index += 1) {
        size_t name_length = strlen(names[index]);
        if (name_length <= LONGEST_NAME) {
            size_t edits = edits_between(typed, length, names[index], name_length);
            if (edits < least) {
                least = edits;
                nearest = names[index];
            }
        }
    }
    return nearest;
}
