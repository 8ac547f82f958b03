/* SPDX-License-Identifier: MIT */
/* What build.py writes into targets.c for the runner. */
#ifndef GDV_CI_MUTATE_RUNNER_H
#define GDV_CI_MUTATE_RUNNER_H

#include <stddef.h>
#include <stdint.h>

struct replay {
    const char *name;
    int (*target)(const uint8_t *bytes, size_t size);
    const char *const *files; /* up to NULL */
};

extern const struct replay replays[];   /* up to one without a target */
extern const char *const environment[]; /* variables that the replays' tests set; up to NULL */
extern const char *const weak_suites[]; /* run again with weak digests; up to NULL */
extern const size_t gdv_mutants;        /* numbers are below */

#endif
