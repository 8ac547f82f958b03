/* SPDX-License-Identifier: MIT */
#include "tests/support/checked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/form.h"
#include "tests/support/calls.h"

static void demand(bool kept, const char *promise)
{
    if (!kept) {
        fprintf(stderr, "gdv_schema_check: %s\n", promise);
        abort();
    }
}

static bool is_closed(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

static uint8_t *copy_of(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    demand(copy != NULL, "no memory");
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

static void keeps_its_word(const checked *made, size_t size)
{
    const gdv_violation *violation = &made->violation;
    bool found = made->code == GDV_OK;
    demand(violation->report.code == made->code, "the report has another code");
    demand(violation->report.offset <= size, "an offset past the end");
    demand(is_closed(violation->part, sizeof violation->part) && is_closed(violation->name, sizeof violation->name) &&
               is_closed(violation->found, sizeof violation->found) &&
               is_closed(violation->expected, sizeof violation->expected) &&
               is_closed(violation->report.path, sizeof violation->report.path),
           "a text is not closed");
    demand(gdv_exists(gdv_root(&made->match.document)) == found, "a document after a refusal, or none after success");
    demand((made->match.packet != GDV_NONE) || !found, "no packet after success");
    demand(made->match.count <= GDV_MATCH_VALUES, "more values than there are");
}

void checked_bytes(checked *into, const gdv_schema *schema, const gdv_policy *policy, const void *bytes, size_t size)
{
    const size_t capacity = gdv_document_bound(size);
    gdv_node *nodes = malloc(capacity > 0 ? capacity * sizeof *nodes : 1);
    uint8_t *sent = copy_of(bytes, size);
    const size_t form_size = gdv_schema_size(schema);
    uint8_t *form = copy_of(schema->form, form_size);
    const gdv_schema before = *schema;
    gdv_match match = {.struct_size = sizeof match};

    demand(nodes != NULL, "no memory");
    memset(into, 0x5a, sizeof *into);
    into->match.struct_size = sizeof into->match;
    into->violation.struct_size = sizeof into->violation;
    into->code = gdv_schema_check(schema, sent, size, policy, nodes, capacity, &into->match, &into->violation);
    demand(gdv_schema_check(schema, sent, size, policy, nodes, capacity, &match, NULL) == into->code,
           "another verdict without a violation");
    keeps_its_word(into, size);
    demand(memcmp(sent, bytes, size) == 0, "the packet was changed");
    demand(memcmp(form, schema->form, form_size) == 0 && memcmp(&before, schema, sizeof before) == 0,
           "the schema was changed");
    into->line[0] = '\0';
    if (into->code != GDV_OK) {
        size_t length = (size_t)snprintf(into->line, sizeof into->line, "%s ", gdv_status_name(into->code));
        size_t whole = gdv_violation_format(&into->violation, into->line + length, sizeof into->line - length);
        demand(whole == strlen(into->line + length), "a sentence of another length");
    }
    free(form);
    free(sent);
    free(nodes);
}

void checked_calls(checked *into, const gdv_schema *schema, const gdv_policy *policy, const char *calls)
{
    written made = written_by(schema->dialect, policy, calls);
    if (made.code != GDV_OK) {
        fprintf(stderr, "no packet is made of: %s\n", calls);
        abort();
    }
    checked_bytes(into, schema, policy, made.made.bytes, made.made.size);
    packet_free(&made.made);
}
