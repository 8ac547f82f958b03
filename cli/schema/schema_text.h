/* SPDX-License-Identifier: MIT */
/* A compiled schema as text in its own notation, on standard output: types by name where they have one, numbers and
 * strings in one spelling, comments gone. Compiled again it is a schema of the same rules. */
#ifndef GDV_CLI_SCHEMA_TEXT_H
#define GDV_CLI_SCHEMA_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* "limits max_bytes = 64, .." with a line end; nothing where the schema has none. */
void schema_print_limits(const gdv_schema *schema);

/* "type NAME = .." with a line end, for a rule that has a name of its own. */
bool schema_is_type(const gdv_schema *schema, uint32_t rule);
void schema_print_type(const gdv_schema *schema, uint32_t rule);

/* "packet NAME = .." with a line end. */
void schema_print_packet(const gdv_schema *schema, uint32_t packet);

/* "script NAME at .." with a line end; and "rpc func NAME(..) any_peer". */
void schema_print_script(const gdv_schema *schema, uint32_t script);
void schema_print_method(const gdv_schema *schema, uint32_t packet);

#endif
