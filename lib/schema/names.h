/* SPDX-License-Identifier: MIT */
/* Internal: names of methods and parameters. */
#ifndef GDV_SCHEMA_NAMES_H
#define GDV_SCHEMA_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/schema.h>

/* Whether a text is letters, digits and "_" of ASCII, at least one of them and no digit first. */
bool gdv_is_identifier(gdv_text text);

/* Below 0, 0 or above: as one text is to the other, by bytes. */
int32_t gdv_text_order(gdv_text one, gdv_text other);

/* The name of a packet that is a method, without that of its script and the point between the two: in constant time.
 * Requires a form in which the one is before the other. */
gdv_text gdv_own_name(const gdv_schema *schema, const gdv_rule_packet *method);

#endif
