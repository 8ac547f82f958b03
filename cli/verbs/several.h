/* SPDX-License-Identifier: MIT */
/* --values: packets that are values in a row, each where the one before it ends. */
#ifndef GDV_CLI_SEVERAL_H
#define GDV_CLI_SEVERAL_H

#include "options.h"
#include "parsed.h"

/* Judges a packet as one value, or with --values as any number of them up to its end; of those it leaves their document,
 * and statistics of bytes and values alone. A refusal's path is that within the value at fault, whose number, from 0, the
 * message says. Returns false, having complained, where memory does not suffice. */
bool verdict_of_either(parsed *several, const packet *one, const options *opts, const gdv_policy *policy, scratch *keys,
                       verdict *about);

#endif
