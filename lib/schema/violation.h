/* SPDX-License-Identifier: MIT */
/* Internal: a fault as the caller sees it. */
#ifndef GDV_VIOLATION_H
#define GDV_VIOLATION_H

#include "../read/arguments.h"
#include "checking.h"
#include "words.h"

/* Fills a violation, which may be NULL, with the fault of a check. `args` are those of the outermost value that holds
 * the value at fault, which begins at `begin`; it is walked again up to that. */
GDV_COLD void gdv_violation_fill(gdv_violation *violation, const gdv_checking *check, const gdv_arguments *args,
                                 uint32_t begin, uint32_t packet);

/* Fills a violation, which may be NULL, with a code that is no rule's; its report is left alone. */
void gdv_violation_clear(gdv_violation *violation, uint32_t packet);

/* Names the rule that is to blame, or the packet whose limit it is. */
void gdv_violation_put_rule(gdv_violation *violation, const gdv_schema *schema, const gdv_fault *fault,
                            uint32_t packet);

/* What the schema expects instead: "-4096..4096", "int", "1..24 bytes". */
void gdv_expected_put(gdv_words *to, const gdv_checking *check, const gdv_fault *fault, uint32_t packet);

#endif
