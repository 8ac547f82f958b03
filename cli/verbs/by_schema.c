/* SPDX-License-Identifier: MIT */
#include "by_schema.h"

#include <stdio.h>
#include <string.h>

#include "../io/say.h"

bool by_schema_begin(by_schema *now, const options *opts, gdv_policy *policy)
{
    now->asked = opts->schema != NULL;
    if (!now->asked) {
        return true;
    }
    if (!schema_file_load(&now->files, opts->schema, opts->dialect, &now->compiled)) {
        return false;
    }
    gdv_schema_narrow(&now->compiled.schema, policy);
    return true;
}

void by_schema_end(by_schema *now)
{
    schema_file_free(&now->files);
    schema_compiled_free(&now->compiled);
    scratch_free(&now->nodes);
}

/* "5000 is not in -4096..4096 (type Position, line 6)": what stands before it is the path, which verdicts have elsewhere,
 * or for the packet itself a word. */
static void take_message(const gdv_violation *said, verdict *about)
{
    static const char itself[] = "packet: ";
    char line[sizeof about->message + sizeof itself];
    gdv_violation bare = *said;
    bare.report.path[0] = '\0';
    bare.part[0] = '\0';
    (void)gdv_violation_format(&bare, line, sizeof line);
    bool begins = strncmp(line, itself, sizeof itself - 1) == 0;
    (void)snprintf(about->message, sizeof about->message, "%.*s", (int)sizeof about->message - 1,
                   begins ? line + sizeof itself - 1 : line);
}

void by_schema_take(const gdv_schema *schema, const gdv_violation *said, verdict *about)
{
    about->report = said->report;
    take_message(said, about);
    about->schema.line = said->line;
    about->schema.source = gdv_schema_source_name(schema, said->source);
    (void)snprintf(about->schema.rule, sizeof about->schema.rule, "%s", said->name);
    (void)snprintf(about->schema.part, sizeof about->schema.part, "%s", said->part);
}

bool by_schema_verdict(by_schema *now, const packet *one, const gdv_policy *policy, verdict *about)
{
    static gdv_match match;
    gdv_violation said = {.struct_size = sizeof said};
    about->schema.asked = now->asked;
    if (!now->asked || about->report.code != GDV_OK) {
        return true;
    }
    size_t capacity = gdv_document_bound(one->size);
    if (!scratch_reserve(&now->nodes, capacity * sizeof(gdv_node), one->file)) {
        return false;
    }
    const gdv_schema *schema = &now->compiled.schema;
    match.struct_size = sizeof match;
    gdv_status code =
        gdv_schema_check(schema, one->bytes, one->size, policy, now->nodes.bytes, capacity, &match, &said);
    if (match.packet != GDV_NONE) {
        about->schema.packet = gdv_schema_packet_name(schema, match.packet);
    }
    if (code != GDV_OK && code < GDV_E_MISSING) {
        about->report = said.report; /* of the bytes: duplicate keys, which no schema permits */
        verdict_take(about, code);
    } else if (code != GDV_OK) {
        by_schema_take(schema, &said, about);
    }
    return true;
}
