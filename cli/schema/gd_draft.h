/* SPDX-License-Identifier: MIT */
/* A schema drafted from GDScript, on standard output: a type for each class that has a name, one for each enumeration that
 * is the type of something, a packet for each function that a peer may call. It compiles, and says in comments what is
 * left to decide. */
#ifndef GDV_CLI_GD_DRAFT_H
#define GDV_CLI_GD_DRAFT_H

#include "gd_read.h"

/* With `calls` scripts and their methods, as the engine's own rpc() calls them, instead of packets. Drafts for a dialect; for the newest, and without refusing the types of another, where has_dialect is false. *warnings
 * counts what was told on standard error, a line each. Returns false, having complained, where the draft would be too
 * large. */
bool gd_draft(gd_scripts *scripts, bool calls, bool has_dialect, gdv_dialect dialect, uint64_t *warnings);

#endif
