/* SPDX-License-Identifier: MIT */
/* gdv dump --protocol --format=hex: every byte of a message, and which member it is of. */
#ifndef GDV_CLI_MESSAGE_HEX_H
#define GDV_CLI_MESSAGE_HEX_H

#include "message_verdict.h"

/* Prints a packet in lines of so many columns: one that is refused up to the byte that is wrong, with what the
 * verdict says below it. Members before that are named as far as their place follows from the bytes before them;
 * values are shown of a packet that is accepted alone. */
void message_hex_put(const packet *one, const gdv_message_policy *policy, gdv_protocol protocol, size_t width,
                     const message_verdict *about);

#endif
