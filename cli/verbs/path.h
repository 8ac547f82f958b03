/* SPDX-License-Identifier: MIT */
/* A path on the command line, in the notation of reports (<gdv/status.h>), piece by piece: what is wrong with it, and
 * where it stops to lead anywhere. The pieces are followed by gdv_find. */
#ifndef GDV_CLI_PATH_H
#define GDV_CLI_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

typedef struct path_fault {
    size_t column; /* of the character that is wrong, from 1 */
    const char *message;
} path_fault;

/* Whether gdv_find follows the path; says what is wrong where it does not. Linear. */
bool path_check(const char *path, path_fault *fault);

/* Where a path ended: at a value, or before a piece that leads nowhere. */
typedef struct path_end {
    gdv_value value; /* the last that there is */
    size_t begin;    /* of the piece that is missing; the path's length where none is */
    size_t end;
} path_end;

/* Follows a path that path_check has passed. Returns false, having complained, where memory does not suffice. */
bool path_follow(gdv_value root, const char *path, path_end *end);

#endif
