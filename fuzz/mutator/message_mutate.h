/* SPDX-License-Identifier: MIT */
/* The mutator of the fuzz targets whose inputs are messages: an attacker who knows the layouts (message_parts.h). It edits fields by
 * their kind, and values by the mutator of Variants (mutate.h); wraps packets into relays, and out of them; and makes a packet of
 * every command. A share of its calls goes to the engine's own byte mutations, and so does what has no layout. */
#ifndef GDV_FUZZ_MESSAGE_MUTATE_H
#define GDV_FUZZ_MESSAGE_MUTATE_H

#include "fuzz/mutator/message_parts.h"
#include "fuzz/mutator/mutate.h"

/* Changes the input in place; returns its size now. As `mutate`. Not for several threads: the parts are static memory. */
size_t message_mutate(uint8_t *input, size_t size, size_t room, uint32_t seed, edit_bytes *bytes);

/* A packet of the command in its commonest form, for the reading that `selected` says. */
void message_fresh(message_parts *of, const uint8_t selected[2], gdv_command command, chance *from);

#endif
