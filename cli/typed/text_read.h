/* SPDX-License-Identifier: MIT */
/* From Godot's own notation, which var2str, var_to_str and dump print, to calls of a writer. Nothing recurses: what is
 * open is at most as deep as a packet may be. */
#ifndef GDV_CLI_TEXT_READ_H
#define GDV_CLI_TEXT_READ_H

#include "text_scan.h"

/* A container that is open. */
typedef struct text_level {
    char closing;   /* ], } or ) */
    bool pairs;     /* has keys or names */
    bool names;     /* and they are names of properties */
    bool half;      /* a value is due */
    bool filled;    /* has a child */
    bool bracketed; /* stands inside Array[..]( ) */
} text_level;

typedef struct text_read {
    text_scan scan;
    gdv_dialect dialect;
    gdv_writer *writer;
    text_buffer string;
    text_buffer second; /* of a dictionary's values, when its type is read */
    text_buffer numbers;
    size_t depth;
    text_level open[TYPED_OPEN];
} text_read;

/* Whether there is another value: passes over blanks and comments. */
bool text_has_more(text_read *now);

/* Writes the next value. The writer has been started, and will be finished by the caller; that its buffer is too small
 * is no fault. Returns false and fills now->scan.fault where the text is refused. */
bool text_write(text_read *now);

void text_free(text_read *now);

/* A value without children that is Name(..), the name having been taken. For text_read.c. */
bool text_construct(text_read *now, gdv_text name, size_t name_at);

/* Text in quotes as a node path. */
bool text_node_path(text_read *now);

/* The type of a name in any dialect, the writer's own first. */
bool text_type(const text_read *now, gdv_text name, gdv_type *type);

/* Whether the writer took it; says why where it did not, at this place. */
bool text_took(text_read *now, size_t at, gdv_status status);

#endif
