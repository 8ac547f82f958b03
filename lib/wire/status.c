/* SPDX-License-Identifier: MIT */
/* Names and sentences of the codes, and the one-line form of a report. No printf here: the library calls nothing but
 * memcpy and its like, so numbers are written digit by digit. */
#include <gdv/status.h>

#include "line.h"
#include "wire.h"

const char *gdv_status_name(gdv_status code)
{
    switch (code) {
#define GDV_STATUS_NAME(name, number, sentence)                                                                        \
    case GDV_E_##name:                                                                                                 \
        return #name;
        GDV_STATUS_LIST(GDV_STATUS_NAME)
#undef GDV_STATUS_NAME
    default:
        return "UNKNOWN";
    }
}

const char *gdv_status_text(gdv_status code)
{
    switch (code) {
#define GDV_STATUS_TEXT(name, number, sentence)                                                                        \
    case GDV_E_##name:                                                                                                 \
        return sentence;
        GDV_STATUS_LIST(GDV_STATUS_TEXT)
#undef GDV_STATUS_TEXT
    default:
        return "this is no code of gdv";
    }
}

const char *gdv_misread_text(gdv_misread misread)
{
    switch (misread) {
#define GDV_MISREAD_TEXT(name, sentence)                                                                               \
    case GDV_MISREAD_##name:                                                                                           \
        return sentence;
        GDV_MISREAD_LIST(GDV_MISREAD_TEXT)
#undef GDV_MISREAD_TEXT
    default:
        return "nothing";
    }
}

/* What GDV_E_OUT_OF_RANGE is said of. One code serves all, as a caller does the same whichever it was; a person who
 * reads the line does not. */
static const char *const range_texts[GDV_LAYOUT_COUNT] = {
    [GDV_LAYOUT_INT] = "number is outside the range asked for",
    [GDV_LAYOUT_FLOAT] = "number is outside the range asked for",
    [GDV_LAYOUT_TEXT] = "length is outside the range asked for",
    [GDV_LAYOUT_BYTES] = "length is outside the range asked for",
    [GDV_LAYOUT_NODE_PATH] = "count is outside the range asked for",
    [GDV_LAYOUT_OBJECT] = "count is outside the range asked for",
    [GDV_LAYOUT_DICTIONARY] = "count is outside the range asked for",
    [GDV_LAYOUT_ARRAY] = "count is outside the range asked for",
    [GDV_LAYOUT_TYPED_ARRAY] = "count is outside the range asked for",
    [GDV_LAYOUT_STRINGS] = "count is outside the range asked for",
    [GDV_LAYOUT_PACKED] = "count, or an element, is outside the range asked for",
};

/* By the row of the type in whichever dialect has it: they differ in size, and not in layout. */
static const char *range_text(int32_t type)
{
    const gdv_wire_row *row = &gdv_wire_tables[0].types[0];
    for (uint32_t index = 0; index < (uint32_t)GDV_DIALECT_COUNT; index += 1) {
        const gdv_wire_table *table = &gdv_wire_tables[index];
        uint32_t id = 0;
        while (id < table->count && table->types[id].type != type) {
            id += 1;
        }
        row = id < table->count ? &table->types[id] : row;
    }
    const char *text = range_texts[row->layout];
    if (row->layout == GDV_LAYOUT_FIXED && row->component != GDV_COMPONENT_NONE) { /* else it is nil */
        text = range_texts[GDV_LAYOUT_FLOAT];
    }
    return text == NULL ? gdv_status_text(GDV_E_OUT_OF_RANGE) : text;
}

const char *gdv_report_text(const gdv_report *report)
{
    if (report == NULL) {
        return "the caller gave no report";
    }
    if (report->misread != GDV_MISREAD_NONE) {
        return gdv_misread_text(report->misread);
    }
    return report->code == GDV_E_OUT_OF_RANGE ? range_text(report->type) : gdv_status_text(report->code);
}

size_t gdv_report_format(const gdv_report *report, char *text, size_t size)
{
    gdv_line out = gdv_line_start(text, size);

    if (report == NULL || gdv_wraps(text, size, 1)) {
        if (out.size > 0) {
            text[0] = '\0';
        }
        return 0;
    }
    gdv_line_put(&out, gdv_status_name(report->code));
    if (report->code > GDV_OK && report->code < GDV_E_BAD_ARGUMENT) {
        gdv_line_put(&out, " at ");
        gdv_line_put_number(&out, report->offset);
        if (report->path[0] != '\0') {
            gdv_line_put(&out, " (");
            gdv_line_put(&out, report->path);
            gdv_line_put(&out, ")");
        }
    }
    gdv_line_put(&out, ": ");
    gdv_line_put(&out, gdv_report_text(report));
    if (report->need > 0 && report->code == GDV_E_NO_SPACE) {
        gdv_line_put(&out, "; takes "); /* bytes or nodes: the report does not know */
        gdv_line_put_number(&out, report->need);
    } else if (report->need > 0) {
        gdv_line_put(&out, "; at least ");
        gdv_line_put_number(&out, report->need);
        gdv_line_put(&out, report->need == 1 ? " byte missing" : " bytes missing");
    }
    return gdv_line_end(&out);
}
