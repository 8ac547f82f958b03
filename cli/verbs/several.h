/* SPDX-License-Identifier: MIT */
/* --values: packets that are values in a row, each where the one before it ends. */
#ifndef GDV_CLI_SEVERAL_H
#define GDV_CLI_SEVERAL_H

#include "parsed.h"

/* Judges a packet as any number of values up to its end, and leaves their document. The statistics are bytes and values
 * alone. A refusal's path is that within the value at fault, whose number, from 0, the message says. Returns false,
 * having complained, where memory does not suffice. */
bool several_verdict(parsed *now, const packet *one, gdv_dialect dialect, const gdv_policy *policy, verdict *about);

#endif
