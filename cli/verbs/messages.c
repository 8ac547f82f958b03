/* SPDX-License-Identifier: MIT */
#include "messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "by_methods.h"
#include "message_json.h"
#include "packets.h"
#include "verb.h"
#include "verdict.h"

#define LEAST_NODES 1

typedef struct messages {
    const options *opts;
    bool dumps;
    gdv_message_policy policy;
    scratch nodes;
    message_json room;
    by_methods methods;
    uint64_t accepted;
    uint64_t rejected;
    bool trouble;
} messages;

/* What there is to say of one packet. */
typedef struct judged {
    gdv_message message;
    gdv_message_report report;
    uint64_t offset;    /* in the stream, where the frame is wrong */
    char sentence[768]; /* after "CODE at N (..): " */
    verdict schema;     /* what its methods say of a message that is one */
} judged;

static const char *after_place(const char *line)
{
    const char *colon = strstr(line, ": ");
    return colon != NULL ? colon + 2 : line;
}

/* "(2).hp" is of argument 2; -1 where it is of none. */
static int32_t argument_of(const char *path)
{
    return path[0] == '(' ? (int32_t)strtol(path + 1, NULL, 10) : -1;
}

/* Holds a message to the methods of the schema. */
static void judge_by_methods(messages *now, judged *about)
{
    verdict *said = &about->schema;
    *said = (verdict){.report = {.struct_size = sizeof said->report}};
    by_methods_verdict(&now->methods, &about->message, said);
    about->report.code = said->report.code;
    about->report.command = about->message.command;
    about->report.argument = argument_of(said->report.path);
    about->offset = said->report.offset;
    (void)snprintf(about->sentence, sizeof about->sentence, "%s",
                   said->report.code == GDV_OK ? "accepted" : said->message);
}

/* Whether the schema refused what the bytes alone do not give away. */
static bool is_by_methods(const judged *about)
{
    return about->report.code != GDV_OK && about->schema.report.code == about->report.code;
}

/* Judges a packet, or says what is wrong with its frame. Returns false, having complained, where memory is missing. */
static bool judge(messages *now, const packet *one, judged *about)
{
    char line[768];
    *about =
        (judged){.message = {.struct_size = sizeof about->message}, .report = {.struct_size = sizeof about->report}};
    if (one->defect.code != GDV_OK) {
        about->report.code = one->defect.code;
        about->report.argument = -1;
        about->offset = one->defect.offset;
        (void)snprintf(about->sentence, sizeof about->sentence, "%s", one->defect.message);
        return true;
    }
    const size_t count = gdv_message_bound(one->size) + LEAST_NODES;
    if (!scratch_reserve(&now->nodes, count * sizeof(gdv_node), one->file)) {
        return false;
    }
    (void)!gdv_message_parse(now->opts->protocol, one->bytes, one->size, &now->policy, now->nodes.bytes, count,
                             &about->message, &about->report);
    about->offset = about->report.offset;
    if (now->methods.asked && about->report.code == GDV_OK) {
        judge_by_methods(now, about);
        return true;
    }
    (void)gdv_message_report_format(&about->report, line, sizeof line);
    (void)snprintf(about->sentence, sizeof about->sentence, "%s", after_place(line));
    return true;
}

static void put_line(const messages *now, const packet *one, const judged *about)
{
    const bool ok = about->report.code == GDV_OK;
    char line[768];
    if (ok && now->opts->quiet) {
        return;
    }
    out_coloured(ok ? COLOUR_GOOD : COLOUR_BAD, ok ? "ok" : "reject");
    out(" ");
    packet_print_name(one);
    out(": ");
    if (ok) {
        out(gdv_command_name(about->message.command));
        if (about->message.inner != GDV_COMMAND_NONE) {
            out_format(" of %s", gdv_command_name(about->message.inner));
        }
        if (about->schema.schema.packet != NULL) {
            out_format(" %s", about->schema.schema.packet);
        }
    } else if (is_by_methods(about)) {
        verdict_print(&about->schema);
    } else if (one->defect.code != GDV_OK) {
        out_format("%s at %" PRIu64 ": %s", gdv_status_name(one->defect.code), about->offset, about->sentence);
    } else {
        (void)gdv_message_report_format(&about->report, line, sizeof line);
        out_shown(line);
    }
    (void)out_line_end();
}

/* What is wrong with one value, or null. */
static void put_inner(const gdv_message_report *report)
{
    if (report->argument < 0) {
        jsonl_null("argument");
    } else {
        jsonl_number("argument", (uint64_t)report->argument);
    }
    if (report->inner.code == GDV_OK) {
        jsonl_null("inner");
        return;
    }
    jsonl_open("inner", '{');
    jsonl_text("code", gdv_status_name(report->inner.code));
    jsonl_number("offset", report->inner.offset);
    jsonl_text("path", report->inner.path);
    jsonl_text("message", gdv_report_text(&report->inner));
    jsonl_close('}');
}

static void put_lints(uint32_t lints)
{
    jsonl_open("lints", '[');
    if ((lints & GDV_LINT_NODE_ID_WIDTH) != 0) {
        jsonl_text(NULL, "node_id_width");
    }
    if ((lints & GDV_LINT_METHOD_ID_WIDTH) != 0) {
        jsonl_text(NULL, "method_id_width");
    }
    if ((lints & GDV_LINT_ARGC_ZERO) != 0) {
        jsonl_text(NULL, "argc_zero");
    }
    jsonl_close(']');
}

static bool put_object(messages *now, const packet *one, const judged *about)
{
    const bool ok = about->report.code == GDV_OK;
    const gdv_command command = ok ? about->message.command : about->report.command;
    bool fine = true;
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", ok);
    jsonl_text("code", gdv_status_name(about->report.code));
    jsonl_number("offset", about->offset);
    if (command == GDV_COMMAND_NONE) {
        jsonl_null("command");
    } else {
        jsonl_text("command", gdv_command_name(command));
    }
    put_inner(&about->report);
    jsonl_text("message", about->sentence);
    put_lints(about->message.lints);
    if (now->methods.asked) {
        verdict_schema_json(&about->schema);
    }
    if (!now->dumps) {
        jsonl_number("bytes", one->size);
        jsonl_number("values", about->message.values);
    } else if (ok) {
        fine = message_json_put(&now->room, "packet", &about->message, now->policy.envelope);
    } else {
        jsonl_null("packet");
    }
    jsonl_close('}');
    jsonl_line_end();
    return fine;
}

static void remark_refused(const packet *one, const judged *about)
{
    char line[768];
    char index[24] = "";
    if (one->framed) {
        (void)snprintf(index, sizeof index, "#%" PRIu64, one->index);
    }
    if (is_by_methods(about)) {
        verdict_remark(one, &about->schema);
        return;
    }
    (void)gdv_message_report_format(&about->report, line, sizeof line);
    remark("reject %s%s: %s", one->file, index, one->defect.code != GDV_OK ? about->sentence : line);
}

static void take_packet(void *state, const packet *one)
{
    messages *now = state;
    judged about;
    if (!judge(now, one, &about)) {
        now->trouble = true;
        return;
    }
    const bool ok = about.report.code == GDV_OK;
    now->accepted += ok ? 1 : 0;
    now->rejected += ok ? 0 : 1;
    if (now->opts->jsonl) {
        now->trouble = (!(ok && now->opts->quiet) && !put_object(now, one, &about)) || now->trouble;
    } else if (!now->dumps) {
        put_line(now, one, &about);
    } else if (ok) {
        now->trouble = !message_json_put(&now->room, NULL, &about.message, now->policy.envelope) || now->trouble;
        jsonl_line_end();
    } else {
        remark_refused(one, &about);
    }
    if (!ok) {
        packet_refused(one);
    }
}

/* At a terminal the counts come unasked where there is something to count. */
static void summarise(const messages *now, bool all_read)
{
    const uint64_t packets = now->accepted + now->rejected;
    const bool unasked = stderr_is_terminal() && !now->opts->quiet && packets > 1 && !now->dumps;
    if (now->opts->summary || unasked) {
        remark("%" PRIu64 " %s: %" PRIu64 " ok, %" PRIu64 " rejected%s", packets, packets == 1 ? "packet" : "packets",
               now->accepted, now->rejected, all_read ? "" : "; not every input could be read");
    }
}

static int run(const options *opts, bool dumps)
{
    messages now = {.opts = opts, .dumps = dumps};
    options_message_policy(opts, &now.policy);
    if (!by_methods_begin(&now.methods, opts, &now.policy.values)) {
        by_methods_end(&now.methods);
        return STATUS_TROUBLE;
    }
    bool fine = packets_each(opts, now.policy.values.max_bytes, take_packet, &now) && !now.trouble;
    by_methods_end(&now.methods);
    scratch_free(&now.nodes);
    message_json_free(&now.room);
    fine = out_finish() && fine;
    summarise(&now, fine);
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.rejected > 0 ? STATUS_REJECTED : STATUS_FINE;
}

int messages_check(const options *opts)
{
    return run(opts, false);
}

int messages_dump(const options *opts)
{
    return run(opts, true);
}
