/* SPDX-License-Identifier: MIT */
/* What an input that was refused looks like: pasted text that lacks --hex, a stream of frames that lacks --frames, a
 * capture, a compressed file. This is a note for a person and no verdict: it is looked for after a refusal only, and
 * what is accepted is never said to look like anything. Time: linear in the bytes that were read, at most. */
#ifndef GDV_CLI_HINT_H
#define GDV_CLI_HINT_H

#include "packets.h"

/* Words to come after "this looks like", or NULL. For a packet that is the first to be refused of its source. */
const char *hint_for(const packet *one);

#endif
