/* SPDX-License-Identifier: MIT */
/* A compiled schema as a header and a source of C, and what they hold for each packet: docs/schema.md says how they are
 * used. The text of both depends on the schema's text, its dialect and the names alone. */
#ifndef GDV_CLI_SCHEMA_C_H
#define GDV_CLI_SCHEMA_C_H

#include <stdbool.h>

#include <gdv/gdv.h>

#include "schema_file.h"

/* Writes BASE.h and BASE.c; base NULL: the name of the schema's file without .gdvs, in the current folder. prefix NULL:
 * packets keep their names. False, having complained; then neither file was touched, unless the disk failed. */
bool schema_c_write(const gdv_schema *schema, const schema_file *files, const char *base, const char *prefix);

#endif
