/* SPDX-License-Identifier: MIT */
#include "message_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is left of a path in a message. */
typedef struct following {
    const gdv_message *message;
    const char *path;
    const char *at;
    message_end *to;
} following;

/* --- pieces */

static size_t size_of_piece(const char *at)
{
    return at[0] == '\0' ? 0 : 1 + strcspn(at + 1, ".[{");
}

static bool nowhere(following *now, const char *why)
{
    now->to->place = PLACE_NOWHERE;
    now->to->end = (size_t)(now->at - now->path) + size_of_piece(now->at);
    (void)snprintf(now->to->missing, sizeof now->to->missing, "%s", why);
    return true;
}

/* There are fewer than the path says. */
static bool too_few(following *now, const char *what, size_t count)
{
    char why[64];
    (void)snprintf(why, sizeof why, "there %s %zu %s%s", count == 1 ? "is" : "are", count, what, count == 1 ? "" : "s");
    return nowhere(now, why);
}

/* The number of [3], or of what is no element one that there never is. */
static size_t index_here(const following *now)
{
    return now->at[0] == '[' && now->at[1] != '"' ? (size_t)strtoull(now->at + 1, NULL, 10) : SIZE_MAX;
}

/* --- values */

static bool follow_value(following *now, gdv_value value)
{
    message_end *to = now->to;
    const size_t begin = (size_t)(now->at - now->path);
    if (!path_follow(value, now->at, &to->inside)) {
        return false;
    }
    to->value = to->inside.value;
    to->place = now->at[to->inside.begin] == '\0' ? PLACE_VALUE : PLACE_NOWHERE;
    to->inside.begin += begin;
    to->inside.end += begin;
    to->end = to->inside.end;
    return true;
}

static bool follow_values(following *now, const message_field *values)
{
    const size_t index = index_here(now);
    if (index >= values->count) {
        return too_few(now, "value", values->count);
    }
    now->at += size_of_piece(now->at);
    return follow_value(now, gdv_message_value(now->message, (uint32_t)values->number + (uint32_t)index));
}

/* --- members */

/* The member of a name: .args is another one for .values. */
static const message_field *find_field(const message_fields *fields, const char *at)
{
    const size_t length = at[0] == '.' ? size_of_piece(at) - 1 : 0;
    const bool is_args = length == 4 && strncmp(at + 1, "args", length) == 0;
    const char *name = is_args ? "values" : at + 1;
    const size_t size = is_args ? strlen(name) : length;
    for (size_t index = 0; at[0] == '.' && index < fields->count; index += 1) {
        const char *each = fields->all[index].name;
        if (strlen(each) == size && strncmp(each, name, size) == 0) {
            return &fields->all[index];
        }
    }
    return NULL;
}

static bool no_member(following *now, const char *of)
{
    char why[64];
    (void)snprintf(why, sizeof why, "%s has no such member", of);
    return nowhere(now, why);
}

/* A member without members. */
static bool end_here(following *now, const message_field *field)
{
    now->to->place = PLACE_FIELD;
    now->to->field = *field;
    return now->at[0] == '\0' || nowhere(now, "a path ends at this member");
}

static bool follow_id(following *now)
{
    const size_t index = index_here(now);
    gdv_message_record id = {.taken = 0};
    size_t count = 0;
    bool found = false;
    while (!found && gdv_message_next_record(now->message, &id)) {
        found = count == index;
        count += 1;
    }
    if (!found) {
        return too_few(now, "synchronizer", count);
    }
    now->at += size_of_piece(now->at);
    return end_here(now, &(message_field){.name = "id", .kind = FIELD_NUMBER, .number = id.id});
}

static bool follow_in_record(following *now)
{
    const gdv_text none = {NULL, 0};
    message_fields fields;
    message_fields_record(now->message, &now->to->record, none, now->to->digits, &fields);
    const message_field *field = find_field(&fields, now->at);
    if (field == NULL) {
        return no_member(now, "a record");
    }
    now->at += size_of_piece(now->at);
    return field->kind == FIELD_VALUES && now->at[0] != '\0' ? follow_values(now, field) : end_here(now, field);
}

static bool follow_record(following *now)
{
    const size_t index = index_here(now);
    message_end *to = now->to;
    size_t count = 0;
    bool found = false;
    to->record = (gdv_message_record){.taken = 0};
    while (!found && gdv_message_next_record(now->message, &to->record)) {
        found = count == index;
        count += 1;
    }
    if (!found) {
        return too_few(now, "record", count);
    }
    now->at += size_of_piece(now->at);
    to->place = PLACE_RECORD;
    return now->at[0] == '\0' || follow_in_record(now);
}

/* From a member on, whose piece is passed. */
static bool follow_field(following *now, const message_field *field)
{
    if (now->at[0] == '\0') {
        return end_here(now, field);
    }
    switch (field->kind) {
    case FIELD_VALUES:
        return follow_values(now, field);
    case FIELD_IDS:
        return follow_id(now);
    case FIELD_RECORDS:
        return follow_record(now);
    default:
        return end_here(now, field);
    }
}

bool message_path_follow(const gdv_message *message, gdv_envelope envelope, const char *path, message_end *to)
{
    following now = {message, path, path, to};
    message_fields fields;
    gdv_command command = message->command;
    *to = (message_end){.place = PLACE_MESSAGE};
    message_fields_of(message, envelope, NULL, &fields);
    const message_field *field = find_field(&fields, now.at);
    if (path[0] != '\0' && field != NULL && field->kind == FIELD_INNER && path[size_of_piece(path)] != '\0') {
        command = message->inner;
        now.at += size_of_piece(now.at);
        message_fields_inner(message, NULL, &fields);
        field = find_field(&fields, now.at);
    }
    if (path[0] == '\0') {
        return true;
    }
    if (field == NULL) {
        return no_member(&now, gdv_command_name(command));
    }
    now.at += size_of_piece(now.at);
    return follow_field(&now, field);
}
