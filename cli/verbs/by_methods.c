/* SPDX-License-Identifier: MIT */
#include "by_methods.h"

#include <string.h>

#include "by_schema.h"

bool by_methods_begin(by_methods *now, const options *opts, gdv_policy *policy)
{
    now->asked = opts->schema != NULL;
    if (!now->asked) {
        return true;
    }
    if (!schema_file_load(&now->files, opts->schema, gdv_protocol_dialect(opts->protocol), &now->compiled)) {
        return false;
    }
    gdv_schema_narrow(&now->compiled.schema, policy);
    now->match.struct_size = sizeof now->match;
    now->rules.struct_size = sizeof now->rules;
    now->rules.commands = opts->commands;
    return true;
}

void by_methods_end(by_methods *now)
{
    schema_file_free(&now->files);
    schema_compiled_free(&now->compiled);
}

/* A refusal that no value is to blame for begins with its code, which verdicts have elsewhere. */
static void drop_code(verdict *about)
{
    const char *code = gdv_status_name(about->report.code);
    const size_t size = strlen(code);
    if (strncmp(about->message, code, size) == 0 && strncmp(about->message + size, ": ", 2) == 0) {
        memmove(about->message, about->message + size + 2, strlen(about->message + size + 2) + 1);
    }
}

void by_methods_verdict(by_methods *now, gdv_peer_cache *cache, bool authority, const gdv_message *message,
                        verdict *about)
{
    const gdv_schema *schema = &now->compiled.schema;
    gdv_violation said = {.struct_size = sizeof said};
    now->rules.authority = authority;
    gdv_status code = gdv_message_check(schema, cache, message, &now->rules, &now->match, &said);
    about->schema.asked = true;
    if (now->match.packet != GDV_NONE) {
        about->schema.packet = gdv_schema_packet_name(schema, now->match.packet);
    }
    if (code != GDV_OK) {
        by_schema_take(schema, &said, about);
        drop_code(about);
    }
}
