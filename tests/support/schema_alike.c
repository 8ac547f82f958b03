/* SPDX-License-Identifier: MIT */
#include "tests/support/schema_alike.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool schema_alike(const gdv_schema *schema, const naive_schema *naive, const uint8_t *bytes, size_t size,
                  const gdv_policy *policy, char *difference, size_t room)
{
    static gdv_match match;
    size_t capacity = gdv_document_bound(size);
    gdv_node *nodes = malloc(capacity > 0 ? capacity * sizeof *nodes : 1);
    gdv_violation said = {.struct_size = sizeof said, .report = {.struct_size = sizeof said.report}};
    if (nodes == NULL) {
        abort();
    }
    match.struct_size = sizeof match;
    gdv_status code = gdv_schema_check(schema, bytes, size, policy, nodes, capacity, &match, &said);
    naive_finding owed = naive_schema_check(naive, bytes, size, schema->dialect, policy);
    const char *name = match.packet != GDV_NONE ? gdv_schema_packet_name(schema, match.packet) : "";
    bool same = code == owed.code && strcmp(name, owed.packet != NULL ? owed.packet : "") == 0;
    if (same && code != GDV_OK) {
        same = said.report.offset == owed.offset && said.line == owed.line &&
               strcmp(said.name, owed.rule != NULL ? owed.rule : "") == 0;
    }
    if (!same) {
        (void)snprintf(difference, room, "%s at %zu (%s, line %u) and not %s at %zu (%s, line %u, path %s)",
                       gdv_status_name(code), (size_t)said.report.offset, said.name, (unsigned)said.line,
                       gdv_status_name(owed.code), (size_t)owed.offset, owed.rule != NULL ? owed.rule : "", owed.line,
                       owed.path);
    }
    free(nodes);
    return same;
}
