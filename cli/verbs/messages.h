/* SPDX-License-Identifier: MIT */
/* Packets of the multiplayer layer, for the verbs that take --protocol. */
#ifndef GDV_CLI_MESSAGES_H
#define GDV_CLI_MESSAGES_H

#include "options.h"

/* gdv check: a line or an object for each packet, without what is in it. */
int messages_check(const options *opts);

/* gdv dump: what is in each packet, as JSON. */
int messages_dump(const options *opts);

/* gdv canon: each packet as an engine would have sent it. */
int messages_canon(const options *opts);

/* gdv get: a member, or a value in one, of each packet. */
int messages_get(const options *opts);

#endif
