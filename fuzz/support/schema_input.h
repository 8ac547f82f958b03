/* SPDX-License-Identifier: MIT */
/* An input of the targets whose schema a stranger writes: its text, a NUL, what the target makes of the rest (a packet, a
 * seed), and one byte more that says which dialect. */
#ifndef GDV_FUZZ_SCHEMA_INPUT_H
#define GDV_FUZZ_SCHEMA_INPUT_H

#include <gdv/gdv.h>

/* An input taken apart, each part in a heap block of exactly its size. */
typedef struct schema_input {
    gdv_schema_source source; /* of `text` */
    uint8_t *text;
    uint8_t *rest;
    size_t rest_size;
    gdv_dialect dialect;
} schema_input;

/* Requires a size above 0. */
schema_input schema_input_of(const uint8_t *data, size_t size);
void schema_input_free(schema_input *of);

/* Compiles the text into memory[0 .. size-1]. What holds of every error and every schema is looked at. */
gdv_status schema_input_compile(const schema_input *of, void *memory, size_t size, gdv_schema *schema,
                                gdv_schema_error *error);

#endif
