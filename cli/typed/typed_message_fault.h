/* SPDX-License-Identifier: MIT */
/* What is wrong with the JSON of a message: where in the document, and why. A place is a path without its "$", such as
 * ".inner.values[0]". */
#ifndef GDV_CLI_TYPED_MESSAGE_FAULT_H
#define GDV_CLI_TYPED_MESSAGE_FAULT_H

#include "typed_message.h"

/* Of the longest place, ".inner.records[4294967295].values[4294967295]". */
#define TYPED_PLACE_SIZE 96

/* A fault at a place; one inside a value, whose path begins at the value; and what a writer's report says, at a place.
 * They return false. */
bool typed_message_wrong(typed_message *now, const char *place, const char *format, ...) PRINTF_LIKE(3, 4);
bool typed_message_wrong_inside(typed_message *now, const char *place, const typed_fault *inner);
bool typed_message_wrong_by(typed_message *now, const char *place, const gdv_message_report *report);

/* Reads a number at a place, and says what is wrong with it. */
bool typed_message_number(typed_message *now, const json_t *node, const char *place, int64_t least, int64_t most,
                          int64_t *number);

#endif
