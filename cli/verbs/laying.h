/* SPDX-License-Identifier: MIT */
/* The members of a message laid out over its bytes, one after another, each with a note beside it. No length in
 * the packet is believed: what a member would have beyond the bytes that are there, or beyond the one that is
 * refused, ends the naming, and nothing more is taken. */
#ifndef GDV_CLI_LAYING_H
#define GDV_CLI_LAYING_H

#include <gdv/gdv.h>

#include "../io/say.h"
#include "hex_page.h"
#include "message_values.h"

/* The path of the longest member. */
#define LAYING_PLACE 64

typedef struct laying {
    page paper;
    const gdv_message *message; /* of a packet that is none all zero */
    message_values values;      /* those of the message */
    gdv_protocol protocol;
    size_t at;
    size_t limit; /* the packet's end, or the byte that is wrong */
    bool refused;
    bool ended;        /* nothing more can be named */
    const char *place; /* "" or ".inner" */
} laying;

/* A number of up to 8 bytes, 0 where they are not there. */
uint64_t laying_number(const laying *now, size_t at, size_t size);

/* Names so many bytes, and says of them what is formatted. */
void laying_take(laying *now, size_t size, const char *name, const char *type, const char *format, ...)
    PRINTF_LIKE(5, 6);

/* A number of 1, 2 or 4 bytes; a signed one of 4; text of a size, of which the last byte may be its NUL; text up
 * to its NUL; and, of what is accepted, all that is left. */
void laying_take_number(laying *now, size_t size, const char *name);
void laying_take_signed(laying *now, const char *name);
void laying_take_text(laying *now, size_t size, const char *name, const char *type);
void laying_take_c_text(laying *now, const char *name);
void laying_take_data(laying *now);

/* Values of a message that is accepted, from the first up to `end`: called from `label` on. */
void laying_take_values(laying *now, uint32_t first, uint32_t count, uint32_t label, const char *place, size_t end);

#endif
