/* SPDX-License-Identifier: MIT */
/* Internal: numbers for keys: equal keys have equal ones (as equal.h has it), others mostly not.
 *
 * A fingerprint is cheap, and whoever has read digest.c makes as many keys with one fingerprint as they like. A digest
 * is of all bytes of the packet and then of the key: the packet keys its own hash, so that there is no secret to keep
 * and nothing random to ask for. Whoever looks for keys that collide changes with each try the function under which
 * they would have to: of 2^32 packets there is one in which two certain keys do, of 2^64 one in which two such pairs do.
 * The permutation is SipHash's, one round for eight bytes and three at the end. */
#ifndef GDV_DIGEST_H
#define GDV_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

#include "scan.h"

/* Linear in the key, its children aside. */
uint32_t gdv_fingerprint(const gdv_scan *scan, const gdv_head *head);

/* A new digest, of nothing or of all bytes of a packet. */
void gdv_digest_start(gdv_digest *digest);
void gdv_digest_packet(gdv_digest *digest, const gdv_cursor *in);

/* Adds a number; or a value, its children aside: they are added after it, in packet order. is_key: whether the value
 * is a key, of that dictionary or of one inside its key. */
void gdv_digest_add(gdv_digest *digest, uint64_t word);
void gdv_digest_value(gdv_digest *digest, const gdv_scan *scan, const gdv_head *head, bool is_key);

/* The digest of what was added. */
uint32_t gdv_digest_end(gdv_digest *digest);

#endif
