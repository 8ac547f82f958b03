/* SPDX-License-Identifier: MIT */
/* gdv get --protocol. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "message_json.h"
#include "message_path.h"
#include "message_text.h"
#include "message_verdict.h"
#include "messages.h"
#include "missing.h"
#include "raw_text.h"

typedef struct getting {
    const options *opts;
    gdv_message_policy policy;
    scratch nodes;
    message_json json;
    message_text text;
    bool is_json; /* one form of it or the other */
    bool some_rejected;
    bool trouble;
} getting;

/* --- what was found */

static bool put_json(getting *now, const char *key, const message_verdict *about, const message_end *end)
{
    const gdv_message *message = &about->message;
    switch (end->place) {
    case PLACE_MESSAGE:
        return message_json_put(&now->json, key, message, now->policy.envelope, NULL);
    case PLACE_FIELD:
        return message_json_field(&now->json, key, message, NULL, &end->field);
    case PLACE_RECORD:
        return message_json_record(&now->json, key, message, &end->record);
    default:
        return message_json_value(&now->json, key, end->value);
    }
}

/* Whether it is a line by itself. */
static bool is_single(const message_end *end)
{
    return end->place == PLACE_VALUE || (end->place == PLACE_FIELD && message_field_is_single(&end->field));
}

/* The path of what has the member that the path leads to. */
static void place_of_parent(const getting *now, char place[MESSAGE_PLACE])
{
    const char *path = now->opts->path;
    const char *last = strrchr(path, '.');
    const size_t size = last != NULL ? (size_t)(last - path) : 0;
    (void)snprintf(place, MESSAGE_PLACE, "%.*s", (int)(size < MESSAGE_PLACE ? size : 0), path);
}

static void print_text(getting *now, const message_verdict *about, const message_end *end)
{
    const gdv_message *message = &about->message;
    char place[MESSAGE_PLACE];
    place_of_parent(now, place);
    now->text.form.to.one_line = options_many(now->opts) || !is_single(end);
    switch (end->place) {
    case PLACE_MESSAGE:
        message_text_put(&now->text, message, now->policy.envelope, NULL);
        break;
    case PLACE_FIELD:
        message_text_field(&now->text, message, NULL, &end->field, place);
        break;
    case PLACE_RECORD:
        message_text_record(&now->text, message, &end->record, now->opts->path);
        break;
    default:
        message_text_value(&now->text, end->value);
        break;
    }
}

/* The text that it is, where it is one and is to be printed as it is. */
static bool is_raw(const getting *now, const message_end *end, gdv_text *text)
{
    *text = end->field.text;
    if (!now->opts->raw || end->place == PLACE_MESSAGE) {
        return false;
    }
    return end->place == PLACE_VALUE ? gdv_to_text(end->value, text) == GDV_OK
                                     : end->place == PLACE_FIELD && end->field.kind == FIELD_TEXT;
}

static void print_lines(getting *now, const packet *one, const message_verdict *about, const message_end *end)
{
    const bool single = is_single(end);
    gdv_text text;
    if (options_many(now->opts)) {
        out(single ? "" : "; ");
        packet_print_name(one);
        out(single ? ": " : "\n");
    }
    if (is_raw(now, end, &text)) {
        raw_text_out(text);
    } else {
        print_text(now, about, end);
    }
    if (single) {
        (void)out_line_end();
    }
}

/* --- what was not */

/* The path up to what is missing, and why it is. */
static void take_missing(const getting *now, const message_end *end, message_verdict *about, char path[GDV_PATH_SIZE])
{
    const gdv_dialect dialect = gdv_protocol_dialect(now->opts->protocol);
    (void)snprintf(path, GDV_PATH_SIZE, "%.*s", (int)(end->end < GDV_PATH_SIZE ? end->end : GDV_PATH_SIZE),
                   now->opts->path);
    about->report.code = GDV_E_MISSING;
    if (end->missing[0] == '\0') {
        missing_explain(dialect, now->opts->path, &end->inside, about->sentence, sizeof about->sentence);
    } else {
        (void)snprintf(about->sentence, sizeof about->sentence, "%s", end->missing);
    }
}

/* --- packets */

/* end: NULL where there is nothing. */
static void print_object(getting *now, const packet *one, const message_verdict *about, const char *path,
                         const message_end *end)
{
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", about->report.code == GDV_OK);
    message_verdict_json(about);
    jsonl_text("path", path);
    if (end == NULL) {
        jsonl_null("value");
    } else {
        now->trouble = !put_json(now, "value", about, end) || now->trouble;
    }
    jsonl_close('}');
    jsonl_line_end();
}

static void print_found(getting *now, const packet *one, const message_verdict *about, const message_end *end)
{
    if (now->is_json) {
        now->trouble = !put_json(now, NULL, about, end) || now->trouble;
        jsonl_line_end();
    } else {
        print_lines(now, one, about, end);
    }
}

static void tell_nothing(const packet *one, const message_verdict *about, const char *path)
{
    if (about->report.code == GDV_E_MISSING) {
        missing_remark(one, path, about->sentence);
    } else {
        message_verdict_remark(one, about);
    }
}

static void get_packet(void *state, const packet *one)
{
    getting *now = state;
    message_verdict about;
    message_end end = {.place = PLACE_NOWHERE};
    char path[GDV_PATH_SIZE] = "";
    now->trouble = now->trouble || !message_verdict_of(one, now->opts->protocol, &now->policy, &now->nodes, &about) ||
                   (about.report.code == GDV_OK &&
                    !message_path_follow(&about.message, now->policy.envelope, now->opts->path, &end));
    if (now->trouble) {
        return;
    }
    if (about.report.code == GDV_OK && end.place == PLACE_NOWHERE) {
        take_missing(now, &end, &about, path);
    }
    const bool ok = about.report.code == GDV_OK;
    now->some_rejected = now->some_rejected || !ok;
    if (now->opts->jsonl) {
        print_object(now, one, &about, path, ok ? &end : NULL);
    } else if (ok) {
        print_found(now, one, &about, &end);
    } else {
        tell_nothing(one, &about, path);
    }
    if (!ok && about.report.code != GDV_E_MISSING) {
        packet_refused(one);
    }
}

int messages_get(const options *opts)
{
    static getting now; /* holds the containers that are open: too large for some stacks */
    now.opts = opts;
    now.json.is_plain = opts->format == FORMAT_PLAIN;
    now.is_json = opts->format == FORMAT_PLAIN || opts->format == FORMAT_JSON;
    now.text.form.dialect = gdv_protocol_dialect(opts->protocol);
    now.text.form.to = words_out();
    options_message_policy(opts, &now.policy);
    bool fine = packets_each(opts, now.policy.values.max_bytes, get_packet, &now) && !now.trouble;
    scratch_free(&now.nodes);
    message_json_free(&now.json);
    fine = out_finish() && fine;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.some_rejected ? STATUS_REJECTED : STATUS_FINE;
}
