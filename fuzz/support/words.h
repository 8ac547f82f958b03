/* SPDX-License-Identifier: MIT */
/* What proofs take for granted (tests/support/proof_words.h), as promises of fuzz targets. */
#ifndef GDV_FUZZ_WORDS_H
#define GDV_FUZZ_WORDS_H

#include "fuzz/support/input.h"
#include "tests/support/proof_words.h"

/* Of a document that was parsed, and of a schema that was loaded. */
static inline void promise_of_document(const gdv_document *document)
{
    uint32_t where = 0;
    const char *broken = words_of_document(document, &where);
    promise(broken == NULL, broken);
}

static inline void promise_of_schema(const gdv_schema *schema)
{
    uint32_t where = 0;
    const char *broken = words_of_schema(schema, &where);
    promise(broken == NULL, broken);
}

#endif
