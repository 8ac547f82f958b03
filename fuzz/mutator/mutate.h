/* SPDX-License-Identifier: MIT */
/* The structure-aware mutator of the fuzz targets whose inputs are packets: an attacker who knows the format. It reads
 * an input as a tree of values (tree.h), edits that (edit.h), and tells by the selector after the packet in which
 * dialect it is to be read (selector.h). A fixed share of its calls go to the engine's own byte mutations instead, and so
 * does what cannot be edited: the format's blind spots are the author's, and bytes have none.
 *
 * One seed makes the same edits of one input. Nothing is written beyond `room`. Not for several threads: the
 * trees are static memory. */
#ifndef GDV_FUZZ_MUTATE_H
#define GDV_FUZZ_MUTATE_H

#include "fuzz/mutator/edit.h"

/* Changes the input in place; returns its size now, which is never 0 where room is not. `bytes` are the engine's own
 * mutations. */
size_t mutate(uint8_t *input, size_t size, size_t room, uint32_t seed, edit_bytes *bytes);

/* Puts a value of `other` into the packet of `input`, by way of `out`; returns the size of that, or 0 where it made
 * nothing. The two may be of different dialects: types keep their meaning, not their ids. */
size_t mutate_cross(const uint8_t *input, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                    size_t room, uint32_t seed, edit_bytes *bytes);

/* Edits one value, which is all of `value`, in place; returns its size now, or 0 where no edit was made. */
size_t mutate_value(uint8_t *value, size_t size, size_t room, gdv_dialect dialect, chance *from, edit_bytes *bytes);

/* Byte mutations for where there is no engine to ask: flips, inserts, deletes, overwrites. Deterministic in what it
 * did before `mutate_plain_seed`. */
size_t mutate_plain(uint8_t *data, size_t size, size_t room);
void mutate_plain_seed(uint32_t seed);

/* How an input is read: its selector; else, as the seeds have none and do not say which dialect they are of, one of the
 * dialects in which it is a whole value, where there is any. */
selector mutate_reading(const uint8_t *input, size_t size, chance *from);

#endif
