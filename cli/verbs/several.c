/* SPDX-License-Identifier: MIT */
#include "several.h"

#include <stdio.h>
#include <string.h>

/* Few values take fewer than four bytes: a second try has as many nodes as any packet of that size needs. */
static gdv_status parse(parsed *now, const packet *one, gdv_dialect dialect, const gdv_policy *policy, size_t *values,
                        verdict *about, bool *fine)
{
    size_t wanted = gdv_document_bound(one->size) + 1;
    gdv_status status = GDV_E_NO_SPACE;
    for (int tries = 0; *fine && status == GDV_E_NO_SPACE && tries < 2; tries += 1) {
        *fine = scratch_reserve(&now->nodes, wanted * sizeof(gdv_node), one->file);
        if (*fine) {
            status =
                gdv_document_parse_values(&now->document, one->bytes, one->size, dialect, policy, GDV_ALL_VALUES,
                                          now->nodes.bytes, now->nodes.size / sizeof(gdv_node), values, &about->report);
        }
        wanted = gdv_values_bound(one->size) + 1;
    }
    return status;
}

/* Which value is at fault, before what is wrong with it. */
static void name_value(verdict *about, size_t value)
{
    char sentence[sizeof about->message];
    (void)snprintf(sentence, sizeof sentence, "value %zu: %.200s", value, about->message);
    memcpy(about->message, sentence, sizeof sentence);
}

static bool several_verdict(parsed *now, const packet *one, gdv_dialect dialect, const gdv_policy *policy,
                            verdict *about)
{
    size_t values = 0;
    bool fine = true;
    if (one->defect.code != GDV_OK) {
        return verdict_of(one, dialect, policy, &now->nodes, about);
    }
    *about = (verdict){.report = {.struct_size = sizeof about->report}, .stats = {.struct_size = sizeof about->stats}};
    const gdv_status status = parse(now, one, dialect, policy, &values, about, &fine);
    if (!fine) {
        return false;
    }
    verdict_take(about, status);
    about->stats.bytes = status == GDV_OK ? (uint32_t)one->size : 0;
    about->stats.values = status == GDV_OK ? now->document.count : 0;
    if (status != GDV_OK) {
        name_value(about, values);
    }
    return true;
}

bool verdict_of_either(parsed *several, const packet *one, const options *opts, const gdv_policy *policy, scratch *keys,
                       verdict *about)
{
    return opts->values ? several_verdict(several, one, opts->dialect, policy, about)
                        : verdict_of(one, opts->dialect, policy, keys, about);
}
