/* SPDX-License-Identifier: MIT */
/* What compiles and is likely a mistake. */
#ifndef GDV_CLI_SCHEMA_LINT_H
#define GDV_CLI_SCHEMA_LINT_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "schema_file.h"

/* What is told of each warning: the path of the text that it is in, and the line there. */
typedef void schema_warning(void *state, const char *path, uint32_t line, const char *message);

/* Hands each warning to the function. `policy` is what the schema's limits have narrowed. Returns false, having complained,
 * where memory does not suffice. */
bool schema_lint(const gdv_schema *schema, const schema_file *files, const gdv_policy *policy, schema_warning *tell,
                 void *state);

/* The path of a text of the schema. */
const char *schema_path_of(const gdv_schema *schema, const schema_file *files, uint32_t source);

#endif
