/* SPDX-License-Identifier: MIT */
#include "fuzz/support/schema_input.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"

schema_input schema_input_of(const uint8_t *data, size_t size)
{
    const uint8_t *nul = memchr(data, 0, size - 1);
    size_t text_size = nul != NULL ? (size_t)(nul - data) : size - 1;
    size_t after = text_size < size - 1 ? text_size + 1 : text_size;
    schema_input of = {.rest_size = size - 1 - after,
                       .dialect = (gdv_dialect)(data[size - 1] % (uint32_t)GDV_DIALECT_COUNT)};
    of.text = fresh(data, text_size);
    of.rest = fresh(data + after, of.rest_size);
    of.source = (gdv_schema_source){"main", (const char *)of.text, text_size};
    return of;
}

void schema_input_free(schema_input *of)
{
    free(of->rest);
    free(of->text);
}

gdv_status schema_input_compile(const schema_input *of, void *memory, size_t size, gdv_schema *schema,
                                gdv_schema_error *error)
{
    memset(error, 0xa5, sizeof *error);
    error->struct_size = sizeof *error;
    gdv_status code = gdv_schema_compile(&of->source, 1, of->dialect, memory, size, schema, error);
    promise(error->code == code, "the error has the code returned");
    promise((schema->form != NULL) == (code == GDV_OK), "a schema is there unless it failed");
    return code;
}
