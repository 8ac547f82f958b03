/* SPDX-License-Identifier: MIT */
/* What compiles and is likely a mistake. */
#ifndef GDV_CLI_SCHEMA_LINT_H
#define GDV_CLI_SCHEMA_LINT_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "schema_file.h"

/* Writes each warning to standard error, "FILE:LINE: warning: MESSAGE", and counts them. `policy` is what the schema's
 * limits have narrowed. Returns false, having complained, where memory does not suffice. */
bool schema_lint(const gdv_schema *schema, const schema_file *files, const gdv_policy *policy, uint64_t *warnings);

#endif
