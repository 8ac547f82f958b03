/* SPDX-License-Identifier: MIT */
/* What is wrong with a message, as one line. */
#include "message_report.h"

#include <string.h>

#include "../read/arguments.h"
#include "../wire/line.h"

void gdv_message_report_clear(gdv_message_report *report, gdv_status code)
{
    memset(report, 0, sizeof *report);
    report->struct_size = sizeof *report;
    report->code = code;
    report->argument = -1;
    gdv_report_set(&report->inner, GDV_OK);
}

/* Which value it is, and what is wrong with it where that is known. */
static void put_argument(gdv_line *to, const gdv_message_report *report)
{
    const gdv_report *inner = &report->inner;
    gdv_line_put(to, "value ");
    gdv_line_put_number(to, (uint64_t)(uint32_t)report->argument);
    if (inner->code != GDV_OK) {
        gdv_line_put(to, ", ");
        gdv_line_put(to, gdv_status_name(inner->code));
        gdv_line_put(to, " at its byte ");
        gdv_line_put_number(to, inner->offset);
    }
    if (inner->path[0] != '\0') {
        gdv_line_put(to, ", ");
        gdv_line_put(to, inner->path);
    }
}

static void put_place(gdv_line *to, const gdv_message_report *report)
{
    gdv_line_put(to, " at ");
    gdv_line_put_number(to, report->offset);
    if (report->command == GDV_COMMAND_NONE) {
        return;
    }
    gdv_line_put(to, " (");
    gdv_line_put(to, gdv_command_name(report->command));
    if (report->argument >= 0) {
        gdv_line_put(to, ", ");
        put_argument(to, report);
    }
    gdv_line_put(to, ")");
}

size_t gdv_message_report_format(const gdv_message_report *report, char *text, size_t size)
{
    gdv_line line = gdv_line_start(text, size);
    if (report == NULL || gdv_wraps(text, size, 1)) {
        (void)gdv_line_end(&line);
        return 0;
    }
    const bool is_of_packet =
        report->code > GDV_OK && (report->code < GDV_E_BAD_ARGUMENT || report->code >= GDV_E_MP_ENV_SHORT);
    gdv_line_put(&line, gdv_status_name(report->code));
    if (is_of_packet) {
        put_place(&line, report);
    }
    gdv_line_put(&line, ": ");
    gdv_line_put(&line, gdv_status_text(report->code));
    if (report->inner.code != GDV_OK) {
        gdv_line_put(&line, ": ");
        gdv_line_put(&line, gdv_report_text(&report->inner));
    }
    if (report->code == GDV_E_NO_SPACE) {
        gdv_line_put(&line, "; takes ");
        gdv_line_put_number(&line, report->need);
    }
    return gdv_line_end(&line);
}
