/* SPDX-License-Identifier: MIT */
#include "schema_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hold(bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "schema_text: %s\n", what);
        abort();
    }
}

/* Memory that is full of something, so that what was not written shows. */
static void *filled(size_t size)
{
    void *memory = malloc(size > 0 ? size : 1);
    hold(memory != NULL, "no memory");
    memset(memory, 0xa5, size);
    return memory;
}

/* One byte less does not suffice, and says the same. */
static void demand_exact(const schema_text *made, const gdv_schema_source *sources, size_t count, gdv_dialect dialect)
{
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_schema schema;
    void *memory = filled(made->size - 1);
    gdv_status code = gdv_schema_compile(sources, count, dialect, memory, made->size - 1, &schema, &error);
    hold(code == GDV_E_NO_SPACE && error.need == made->size, "less than measured suffices");
    hold(schema.form == NULL, "a schema that failed is not empty");
    free(memory);
}

schema_text schema_from_sources(const gdv_schema_source *sources, size_t count, gdv_dialect dialect)
{
    schema_text made = {.error = {.struct_size = sizeof made.error}};
    made.code = gdv_schema_compile(sources, count, dialect, NULL, 0, &made.schema, &made.error);
    hold(made.code != GDV_OK && made.code == made.error.code, "measuring compiles");
    if (made.code == GDV_E_NO_SPACE) {
        made.size = (size_t)made.error.need;
        demand_exact(&made, sources, count, dialect);
        made.memory = filled(made.size);
        made.code = gdv_schema_compile(sources, count, dialect, made.memory, made.size, &made.schema, &made.error);
        hold(made.code == made.error.code, "the error is of another code");
        hold(made.code == GDV_OK || made.code == GDV_E_SCHEMA_SYNTAX, "the memory that was measured does not suffice");
        hold(made.code != GDV_OK || made.error.need <= made.size, "the form is larger than its memory");
    }
    hold((made.code == GDV_OK) == (made.schema.form != NULL), "a schema is there unless it failed");
    return made;
}

schema_text schema_from_text(const char *text, gdv_dialect dialect)
{
    const gdv_schema_source source = {"main.gdvs", text, strlen(text)};
    return schema_from_sources(&source, 1, dialect);
}

void schema_free(schema_text *freed)
{
    free(freed->memory);
    freed->memory = NULL;
}

gdv_status schema_says(const schema_text *schema, const packet *bytes, const gdv_policy *policy, gdv_match *match,
                       gdv_violation *violation)
{
    size_t capacity = gdv_document_bound(bytes->size);
    gdv_node *nodes = calloc(capacity, sizeof *nodes);
    hold(nodes != NULL, "no memory");
    gdv_status code =
        gdv_schema_check(&schema->schema, bytes->bytes, bytes->size, policy, nodes, capacity, match, violation);
    free(nodes);
    return code;
}
