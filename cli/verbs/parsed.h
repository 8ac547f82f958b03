/* SPDX-License-Identifier: MIT */
/* A packet that was accepted as a document, for the verbs that look at parts of it: sixteen bytes of memory for each
 * value, which grow and are kept from one packet to the next. */
#ifndef GDV_CLI_PARSED_H
#define GDV_CLI_PARSED_H

#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "packets.h"
#include "verdict.h"

typedef struct parsed {
    gdv_document document;
    scratch nodes; /* starts all zero; freed by scratch_free */
} parsed;

/* Parses a packet that verdict_of has accepted under this policy. Returns false, having complained, where memory does
 * not suffice, or parsing comes to another verdict. */
bool parsed_packet(parsed *now, const packet *one, gdv_dialect dialect, const gdv_policy *policy, const verdict *about);

#endif
