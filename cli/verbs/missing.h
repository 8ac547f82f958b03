/* SPDX-License-Identifier: MIT */
/* gdv get: a path that leads nowhere. */
#ifndef GDV_CLI_MISSING_H
#define GDV_CLI_MISSING_H

#include "packets.h"
#include "path.h"

/* Why the piece of a path at which `end` stopped leads nowhere. */
void missing_explain(gdv_dialect dialect, const char *path, const path_end *end, char *text, size_t size);

/* One line on standard error: "missing FILE: PATH: WHY". */
void missing_remark(const packet *one, const char *path, const char *why);

#endif
