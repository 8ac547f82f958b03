/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "say.h"

/* The library wants memory even where the bound is 0: a packet that is too short is refused before it is used. */
#define LEAST_SCRATCH 8

static bool scratch_grow(scratch *keys, const packet *one)
{
    size_t wanted = gdv_scratch_bound(one->size);
    wanted = wanted > LEAST_SCRATCH ? wanted : LEAST_SCRATCH;
    if (wanted <= keys->size) {
        return true;
    }
    scratch_free(keys); /* nothing in it is worth a copy */
    keys->bytes = malloc(wanted);
    if (keys->bytes == NULL) {
        complain("%s: not enough memory to look for duplicate keys: %zu bytes", one->file, wanted);
        return false;
    }
    keys->size = wanted;
    return true;
}

void scratch_free(scratch *keys)
{
    free(keys->bytes);
    keys->bytes = NULL;
    keys->size = 0;
}

/* The sentence of the one-line form, behind "CODE at N (path): ". Formatted anew without the path, which may hold
 * any text. */
static void take_message(verdict *about)
{
    char line[sizeof about->message];
    gdv_report bare = about->report;
    bare.path[0] = '\0';
    (void)gdv_report_format(&bare, line, sizeof line);
    const char *sentence = strstr(line, ": ");
    (void)snprintf(about->message, sizeof about->message, "%s", sentence != NULL ? sentence + 2 : line);
}

static void take_defect(const frame_defect *defect, verdict *about)
{
    about->report.code = defect->code;
    about->report.offset = defect->offset;
    (void)snprintf(about->message, sizeof about->message, "%s", defect->message);
}

bool verdict_of(const packet *one, gdv_dialect dialect, const gdv_policy *policy, scratch *keys, verdict *about)
{
    bool unique_keys = (policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;

    *about = (verdict){.report = {.struct_size = sizeof about->report}, .stats = {.struct_size = sizeof about->stats}};
    if (one->defect.code != GDV_OK) {
        take_defect(&one->defect, about);
        return true;
    }
    if (unique_keys && !scratch_grow(keys, one)) {
        return false;
    }
    gdv_status code = gdv_validate(one->bytes, one->size, dialect, policy, unique_keys ? keys->bytes : NULL,
                                   unique_keys ? keys->size : 0, &about->stats, &about->report);
    about->report.code = code;
    take_message(about);
    return true;
}

void verdict_print(const verdict *about)
{
    out_format("%s at %" PRIu64, gdv_status_name(about->report.code), about->report.offset);
    if (about->report.path[0] != '\0') {
        out(" (");
        out_shown(about->report.path);
        out(")");
    }
    out(": ");
    out_shown(about->message);
}

void verdict_json(const verdict *about)
{
    json_text("code", gdv_status_name(about->report.code));
    json_number("offset", about->report.offset);
    json_number("depth", about->report.depth);
    json_text("path", about->report.path);
    json_text("message", about->message);
}
