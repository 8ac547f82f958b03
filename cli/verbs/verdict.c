/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"

/* The library wants memory even where the bound is 0: a packet that is too short is refused before it is used. */
#define LEAST_SCRATCH 8

bool scratch_reserve(scratch *keys, size_t wanted, const char *name)
{
    if (wanted <= keys->size) {
        return true;
    }
    scratch_free(keys); /* nothing in it is worth a copy */
    keys->bytes = malloc(wanted);
    if (keys->bytes == NULL) {
        complain("%s: not enough memory: %zu bytes", name, wanted);
        return false;
    }
    keys->size = wanted;
    return true;
}

static bool scratch_for_keys(scratch *keys, const packet *one)
{
    size_t wanted = gdv_scratch_bound(one->size);
    return scratch_reserve(keys, wanted > LEAST_SCRATCH ? wanted : LEAST_SCRATCH, one->file);
}

void scratch_free(scratch *keys)
{
    free(keys->bytes);
    keys->bytes = NULL;
    keys->size = 0;
}

/* The sentence of the one-line form, after "CODE at N (path): ". Formatted again without the path, which may hold
 * any text. */
void verdict_take(verdict *about, gdv_status code)
{
    char line[sizeof about->message];
    about->report.code = code;
    gdv_report bare = about->report;
    bare.path[0] = '\0';
    (void)gdv_report_format(&bare, line, sizeof line);
    const char *sentence = strstr(line, ": ");
    (void)snprintf(about->message, sizeof about->message, "%s", sentence != NULL ? sentence + 2 : line);
}

static void take_defect(const packet *one, verdict *about)
{
    about->of_frame = true;
    about->stream_offset = one->defect.offset;
    about->report.code = one->defect.code;
    about->report.offset = one->size;
    (void)snprintf(about->message, sizeof about->message, "%s", one->defect.message);
}

bool verdict_of(const packet *one, gdv_dialect dialect, const gdv_policy *policy, scratch *keys, verdict *about)
{
    bool unique_keys = (policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;

    *about = (verdict){.report = {.struct_size = sizeof about->report}, .stats = {.struct_size = sizeof about->stats}};
    if (one->defect.code != GDV_OK) {
        take_defect(one, about);
        return true;
    }
    if (unique_keys && !scratch_for_keys(keys, one)) {
        return false;
    }
    gdv_status code = gdv_validate(one->bytes, one->size, dialect, policy, unique_keys ? keys->bytes : NULL,
                                   unique_keys ? keys->size : 0, &about->stats, &about->report);
    verdict_take(about, code);
    return true;
}

static uint64_t shown_offset(const verdict *about)
{
    return about->of_frame ? about->stream_offset : about->report.offset;
}

void verdict_format(const verdict *about, char *text, size_t size)
{
    const char *path = about->report.path;
    const char *part = about->schema.part;
    bool inside = path[0] != '\0' || part[0] != '\0';
    (void)snprintf(text, size, "%s at %" PRIu64 "%s%s%s%s: %s", gdv_status_name(about->report.code),
                   shown_offset(about), inside ? " (" : "", path, part, inside ? ")" : "", about->message);
}

void verdict_remark(const packet *one, const verdict *about)
{
    char line[VERDICT_SIZE];
    char index[24] = "";
    verdict_format(about, line, sizeof line);
    if (one->framed) {
        (void)snprintf(index, sizeof index, "#%" PRIu64, one->index);
    }
    remark("reject %s%s: %s", one->file, index, line);
}

void verdict_print(const verdict *about)
{
    char line[VERDICT_SIZE];
    verdict_format(about, line, sizeof line);
    out_shown(line);
}

static void text_or_null(const char *key, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        jsonl_text(key, text);
    } else {
        jsonl_null(key);
    }
}

static void schema_json(const schema_words *words, const char *packet_key)
{
    bool blamed = words->line != 0;
    text_or_null("part", words->part);
    text_or_null(packet_key, words->packet);
    text_or_null("rule", words->rule);
    if (blamed) {
        jsonl_number("line", words->line);
    } else {
        jsonl_null("line");
    }
    text_or_null("source", blamed ? words->source : NULL);
}

void verdict_json(const verdict *about)
{
    jsonl_text("code", gdv_status_name(about->report.code));
    jsonl_number("offset", shown_offset(about));
    if (about->of_frame) {
        jsonl_null("depth");
        jsonl_null("path");
    } else {
        jsonl_number("depth", about->report.depth);
        jsonl_text("path", about->report.path);
    }
    jsonl_text("message", about->message);
    if (about->schema.asked) {
        schema_json(&about->schema, "packet");
    }
}

void verdict_schema_json(const verdict *about, const char *packet_key)
{
    text_or_null("path", about->report.path);
    schema_json(&about->schema, packet_key);
}
