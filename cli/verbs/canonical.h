/* SPDX-License-Identifier: MIT */
/* The canonical packet of one that is accepted: the bytes that its engine would have written for it. */
#ifndef GDV_CLI_CANONICAL_H
#define GDV_CLI_CANONICAL_H

#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "packets.h"
#include "verdict.h"

/* Makes it of a packet that verdict_of has accepted under this policy; *size bytes at to->bytes. What has no encoding
 * that its engine reads back is rejected after all: then *about says so. Returns false, having complained, where memory
 * does not suffice, or rewriting comes to another verdict. */
bool canonical_packet(scratch *to, const packet *one, gdv_dialect dialect, const gdv_policy *policy, verdict *about,
                      size_t *size);

#endif
