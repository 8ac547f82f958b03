/* SPDX-License-Identifier: MIT */
#include "choices.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "permits.h"

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
    for (uint32_t number = 0; number < PERMIT_NAMES; number += 1) {
        append(text, number > 0 ? ", " : "");
        append(text, permit_name(number));
    }
    return text;
}

const char *choices_protocols(char text[CHOICES_SIZE])
{
    text[0] = '\0';
    for (uint32_t index = 0; index < GDV_PROTOCOL_COUNT; index += 1) {
        append(text, index > 0 ? ", " : "");
        append(text, gdv_protocol_name((gdv_protocol)index));
    }
    return text;
}

const char *choices_envelopes(gdv_protocol protocol, char text[CHOICES_SIZE])
{
    text[0] = '\0';
    for (uint32_t index = 0; index < GDV_ENVELOPE_COUNT; index += 1) {
        if (protocol == GDV_PROTOCOL_COUNT || gdv_protocol_takes(protocol, (gdv_envelope)index)) {
            append(text, text[0] != '\0' ? ", " : "");
            append(text, gdv_envelope_name((gdv_envelope)index));
        }
    }
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

/* --- dialects */

/* How far a name is from what was typed. */
typedef struct distance {
    size_t edits;
    size_t apart; /* bytes up to the first that differs, and how much that differs, for versions: 4.7 is next to 4.6 */
} distance;

static distance distance_between(const char *typed, const char *name)
{
    size_t same = 0;
    size_t size = strlen(typed);
    size_t length = strlen(name);
    while (typed[same] != '\0' && typed[same] == name[same]) {
        same += 1;
    }
    int apart = (int)(unsigned char)typed[same] - (int)(unsigned char)name[same];
    return (distance){edits_between(typed, size, name, length),
                      (LONGEST_NAME - same) * 256 + (size_t)(apart < 0 ? -apart : apart)};
}

static bool is_nearer(distance one, distance other)
{
    return one.edits != other.edits ? one.edits < other.edits : one.apart < other.apart;
}

/* The names of all dialects, a blank between each two. */
static void all_names(char names[CHOICES_SIZE])
{
    names[0] = '\0';
    for (int index = 0; index < GDV_DIALECT_COUNT; index += 1) {
        gdv_dialect dialect = (gdv_dialect)index;
        const char *const each[] = {gdv_dialect_name(dialect), gdv_dialect_alias(dialect),
                                    gdv_dialect_versions(dialect)};
        for (size_t kind = 0; kind < sizeof each / sizeof each[0]; kind += 1) {
            append(names, each[kind]);
            append(names, " ");
        }
    }
}

const char *choices_nearest_dialect(const char *typed, char name[CHOICES_SIZE])
{
    char names[CHOICES_SIZE];
    char full[CHOICES_SIZE];
    gdv_dialect dialect = GDV_DIALECT_COUNT;
    distance least = {strlen(typed) / 2 + 1, 0};
    bool found = false;

    /* a version alone */
    (void)snprintf(full, sizeof full, "godot%.40s", typed);
    if (gdv_dialect_from_name(full, &dialect)) {
        memcpy(name, full, strlen(full) + 1);
        return name;
    }
    if (strlen(typed) > LONGEST_NAME) {
        return NULL;
    }
    all_names(names);
    for (char *next = names; next[0] != '\0';) {
        size_t length = strcspn(next, " ");
        bool last = next[length] == '\0';
        next[length] = '\0';
        if (length > 0 && length <= LONGEST_NAME && is_nearer(distance_between(typed, next), least)) {
            least = distance_between(typed, next);
            memcpy(name, next, length + 1);
            found = true;
        }
        next += length + (last ? 0 : 1);
    }
    return found ? name : NULL;
}
