/* SPDX-License-Identifier: MIT */
/* Which packets of a schema are methods of its scripts. */
#ifndef GDV_CLI_SCHEMA_METHODS_H
#define GDV_CLI_SCHEMA_METHODS_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* Whether a packet is a method of a script, which comes in calls and in no packet of its own. And how many are none. */
bool schema_is_method(const gdv_schema *schema, uint32_t packet);
uint32_t schema_bare_packets(const gdv_schema *schema);

#endif
