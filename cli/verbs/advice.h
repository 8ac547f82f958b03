/* SPDX-License-Identifier: MIT */
/* What gdv explain adds to the library's own sentences: whose fault it is, what to do, where to read on. */
#ifndef GDV_CLI_ADVICE_H
#define GDV_CLI_ADVICE_H

#include <gdv/gdv.h>

#include "options.h"
#include "permits.h"

/* What codes from `first` to `last` have in common; the ranges are those of <gdv/status.h>. */
typedef struct code_range {
    int first;
    int last;
    const char *meaning;
    const char *fault;
} code_range;

/* Of one code. */
typedef struct code_advice {
    const char *section; /* of docs/wire-format.md; "" where it says nothing */
    const char *action;
    permit_bits permits; /* that let it pass, one or the other */
    int limit;           /* the limit_kind that it is over; -1 for none */
} code_advice;

/* NULL for a number in no range. */
const code_range *advice_range(gdv_status code);

/* NULL for a number that is no code. */
const code_advice *advice_for_code(gdv_status code);

/* What a server takes upon itself with a permission, by its number of permits.h. */
const char *advice_for_permit(uint32_t number);

/* What a limit guards against. */
const char *advice_for_limit(limit_kind kind);

#endif
