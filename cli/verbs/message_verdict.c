/* SPDX-License-Identifier: MIT */
#include "message_verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"

#define LEAST_NODES 1

/* --- judging */

static const char *after_place(const char *line)
{
    const char *colon = strstr(line, ": ");
    return colon != NULL ? colon + 2 : line;
}

void message_verdict_take(message_verdict *about)
{
    char line[sizeof about->sentence];
    about->offset = about->report.offset;
    (void)gdv_message_report_format(&about->report, line, sizeof line);
    (void)snprintf(about->sentence, sizeof about->sentence, "%s", after_place(line));
}

static void take_defect(const packet *one, message_verdict *about)
{
    about->of_frame = true;
    about->report.code = one->defect.code;
    about->report.argument = -1;
    about->offset = one->defect.offset;
    (void)snprintf(about->sentence, sizeof about->sentence, "%s", one->defect.message);
}

bool message_verdict_of(const packet *one, gdv_protocol protocol, const gdv_message_policy *policy, scratch *nodes,
                        message_verdict *about)
{
    *about = (message_verdict){.message = {.struct_size = sizeof about->message},
                               .report = {.struct_size = sizeof about->report}};
    if (one->defect.code != GDV_OK) {
        take_defect(one, about);
        return true;
    }
    const size_t count = gdv_message_bound(one->size) + LEAST_NODES;
    if (!scratch_reserve(nodes, count * sizeof(gdv_node), one->file)) {
        return false;
    }
    (void)!gdv_message_parse(protocol, one->bytes, one->size, policy, nodes->bytes, count, &about->message,
                             &about->report);
    message_verdict_take(about);
    return true;
}

/* "(2).hp" is of argument 2; -1 where it is of none. */
static int32_t argument_of(const char *path)
{
    return path[0] == '(' ? (int32_t)strtol(path + 1, NULL, 10) : -1;
}

void message_verdict_take_schema(message_verdict *about)
{
    const verdict *said = &about->schema;
    about->report.code = said->report.code;
    about->report.command = about->message.command;
    about->report.argument = argument_of(said->report.path);
    about->report.offset = said->report.offset;
    about->offset = said->report.offset;
    (void)snprintf(about->sentence, sizeof about->sentence, "%s",
                   said->report.code == GDV_OK ? "accepted" : said->message);
}

/* Whether the schema refused what the bytes alone do not give away. */
static bool is_by_methods(const message_verdict *about)
{
    return about->report.code != GDV_OK && about->schema.report.code == about->report.code;
}

/* --- telling */

void message_verdict_format(const message_verdict *about, char *text, size_t size)
{
    if (is_by_methods(about)) {
        verdict_format(&about->schema, text, size);
    } else if (about->of_frame) {
        (void)snprintf(text, size, "%s at %" PRIu64 ": %s", gdv_status_name(about->report.code), about->offset,
                       about->sentence);
    } else {
        (void)gdv_message_report_format(&about->report, text, size);
    }
}

void message_verdict_print(const message_verdict *about)
{
    char line[VERDICT_SIZE];
    message_verdict_format(about, line, sizeof line);
    out_shown(line);
}

void message_verdict_remark(const packet *one, const message_verdict *about)
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
    remark("reject %s%s: %s", one->file, index, about->of_frame ? about->sentence : line);
}

/* --- as JSON */

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

static const struct {
    uint32_t bit;
    const char *name;
} lint_names[] = {{GDV_LINT_NODE_ID_WIDTH, "node_id_width"},
                  {GDV_LINT_METHOD_ID_WIDTH, "method_id_width"},
                  {GDV_LINT_ARGC_ZERO, "argc_zero"}};

static void put_lints(uint32_t lints)
{
    jsonl_open("lints", '[');
    for (size_t index = 0; index < sizeof lint_names / sizeof lint_names[0]; index += 1) {
        if ((lints & lint_names[index].bit) != 0) {
            jsonl_text(NULL, lint_names[index].name);
        }
    }
    jsonl_close(']');
}

void message_verdict_json(const message_verdict *about)
{
    const bool ok = about->report.code == GDV_OK;
    const gdv_command command = ok ? about->message.command : about->report.command;
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
}

/* What a schema or a session refuses has been read whole. */
static bool is_read_whole(const message_verdict *about)
{
    return about->message.command != GDV_COMMAND_NONE;
}

void message_verdict_extent_json(const packet *one, const message_verdict *about)
{
    const uint64_t before = about->report.offset < one->size ? about->report.offset : one->size;
    if (about->of_frame) {
        jsonl_number("bytes", 0);
        jsonl_number("values", 0);
    } else if (is_read_whole(about)) {
        jsonl_number("bytes", one->size);
        jsonl_number("values", about->message.values);
    } else {
        jsonl_number("bytes", before);
        if (about->report.argument < 0) {
            jsonl_null("values"); /* the report does not say */
        } else {
            jsonl_number("values", (uint64_t)about->report.argument);
        }
    }
}
