/* SPDX-License-Identifier: MIT */
/* What real engines do wrong: the rows of docs/wire-format.md, section 10, as that page has them. */
#ifndef GDV_CLI_ENGINE_BUGS_H
#define GDV_CLI_ENGINE_BUGS_H

#include <stddef.h>

typedef struct engine_bug {
    const char *id; /* such as "EB-13" */
    const char *engines;
    const char *where;
    const char *what;
    const char *evidence;
    const char *action; /* of a validator in front of the engine */
} engine_bug;

extern const engine_bug engine_bugs[];
extern const size_t engine_bug_count;

#endif
