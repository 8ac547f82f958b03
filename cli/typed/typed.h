/* SPDX-License-Identifier: MIT */
/* From a document of typed JSON (docs/typed-json.md) to calls of a writer. What dump --format=json writes is read, and
 * nothing else: one mistake, one message, with the path to it in the document. */
#ifndef GDV_CLI_TYPED_H
#define GDV_CLI_TYPED_H

#include "typed_fault.h"

/* Writes one document. The writer has been started, and will be finished by the caller; that its buffer is too small
 * is no fault. Returns false and fills now->fault where the document is refused. */
bool typed_write(typed *now, json_t *document);

#endif
