/* SPDX-License-Identifier: MIT */
#include "schema_samples.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "../schema/schema_sample.h"
#include "by_schema.h"
#include "packet_out.h"

typedef struct samples {
    const options *opts;
    const gdv_schema *schema;
    schema_sampler sampler;
    packet_out to;
    scratch text; /* typed JSON */
} samples;

/* ---- JSON lines */

static void put_hex_member(const schema_sample *one)
{
    static const char digits[] = "0123456789abcdef";
    jsonl_key("hex");
    out("\"");
    for (size_t index = 0; index < one->size; index += 1) {
        const char pair[] = {digits[one->bytes[index] >> 4], digits[one->bytes[index] & 15u]};
        out_bytes(pair, sizeof pair);
    }
    out("\"");
}

/* The value as typed JSON, which gdv encode reads. */
static bool put_value_member(samples *now, const schema_sample *one)
{
    gdv_document document = {.bytes = NULL};
    uint64_t length = 0;
    gdv_policy policy = now->sampler.policy;
    policy.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    gdv_status code = gdv_document_parse(&document, one->bytes, one->size, now->schema->dialect, &policy,
                                         now->sampler.nodes, now->sampler.capacity, NULL);
    if (code != GDV_OK || gdv_to_json(gdv_root(&document), NULL, 0, &length) != GDV_OK ||
        !scratch_reserve(&now->text, (size_t)length + 1, "a sample") ||
        gdv_to_json(gdv_root(&document), now->text.bytes, (size_t)length + 1, &length) != GDV_OK) {
        complain("a sample cannot be read back: %s: please report this", gdv_status_name(code));
        return false;
    }
    jsonl_key("value");
    out_bytes(now->text.bytes, (size_t)length);
    return true;
}

static bool put_object(samples *now, uint64_t index, const schema_sample *one)
{
    jsonl_open(NULL, '{');
    jsonl_number("index", index);
    jsonl_text("packet", gdv_schema_packet_name(now->schema, one->packet));
    if (one->way != NULL) {
        verdict about = {.schema = {.asked = true}};
        by_schema_take(now->schema, &one->violation, &about);
        jsonl_text("broken", one->way);
        jsonl_text("code", gdv_status_name(one->violation.report.code));
        jsonl_number("offset", one->violation.report.offset);
        jsonl_text("path", one->violation.report.path);
        jsonl_text("part", about.schema.part);
        jsonl_text("rule", about.schema.rule);
        jsonl_number("line", about.schema.line);
        jsonl_text("message", about.message);
    } else {
        jsonl_null("broken");
    }
    put_hex_member(one);
    bool fine = put_value_member(now, one);
    jsonl_close('}');
    jsonl_line_end();
    return fine;
}

/* ---- files, and what is said of them */

static void tell(const samples *now, uint64_t index, const schema_sample *one)
{
    char line[VERDICT_SIZE];
    verdict about = {.schema = {.asked = true}};
    by_schema_take(now->schema, &one->violation, &about);
    verdict_format(&about, line, sizeof line);
    remark("#%" PRIu64 ": %s, %s: %s", index, gdv_schema_packet_name(now->schema, one->packet), one->way, line);
}

/* "FOLDER/0007-move-below.bin" */
static bool put_file(const samples *now, uint64_t index, const schema_sample *one)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%04" PRIu64 "-%.80s%s%s.bin", now->opts->into, index,
                          gdv_schema_packet_name(now->schema, one->packet), one->way != NULL ? "-" : "",
                          one->way != NULL ? one->way : "");
    FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "wb") : NULL;
    bool fine = file != NULL && fwrite(one->bytes, 1, one->size, file) == one->size;
    fine = file != NULL && fclose(file) == 0 && fine;
    if (!fine) {
        complain("%s: %s", path, strerror(errno));
    }
    return fine;
}

static bool put(samples *now, uint64_t index, const schema_sample *one)
{
    if (now->opts->into != NULL && !put_file(now, index, one)) {
        return false;
    }
    if (now->opts->jsonl) {
        return put_object(now, index, one);
    }
    if (one->way != NULL) {
        tell(now, index, one);
    }
    return now->opts->into != NULL || packet_out_write(&now->to, "sample", index, NULL, one->bytes, one->size);
}

int schema_samples(const options *opts, const gdv_schema *schema, const gdv_policy *policy)
{
    samples now = {.opts = opts, .schema = schema};
    schema_sample one;
    if (opts->into == NULL && !packet_out_start(&now.to, opts)) {
        return STATUS_TROUBLE;
    }
    bool fine = schema_sampler_begin(&now.sampler, schema, policy, opts->seed);
    for (uint64_t index = 0; fine && index < opts->sample && !out_failed(); index += 1) {
        fine = schema_sampler_take(&now.sampler, index, opts->broken, &one) && put(&now, index, &one);
    }
    schema_sampler_end(&now.sampler);
    scratch_free(&now.text);
    return fine ? STATUS_FINE : STATUS_TROUBLE;
}
