/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "../io/say.h"
#include "dump.h"
#include "hex_note.h"
#include "where.h"

/* --- packets */

/* What was not read: of a rejected packet up to the row that shows why, of an accepted one what follows its value. */
static void show_rest(page *now, const gdv_report *report)
{
    note beside;
    if (report->code != GDV_OK && now->mark >= now->covered) {
        note_start(&beside, report->path);
        note_type(&beside, report->type_name == NULL ? "" : report->type_name, "");
        page_show_refused(now, &beside);
    } else if (report->code == GDV_OK && now->size > now->covered) {
        note_start(&beside, "");
        beside.size = (size_t)snprintf(beside.text, sizeof beside.text, "after the value");
        page_show(now, now->size, &beside);
    }
    page_end(now);
}

bool dump_hex_packet(const dump_hex *how, const packet *one, const verdict *about, scratch *keys)
{
    static gdv_reader reader;
    static where place;
    page now = page_begin(one->bytes, one->size, how->width);
    char text[VERDICT_SIZE];
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    bool unique = (how->policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;

    verdict_format(about, text, sizeof text);
    now.verdict = text;
    now.mark = about->report.code != GDV_OK ? (size_t)about->report.offset : SIZE_MAX;
    gdv_status status = gdv_reader_init(&reader, one->bytes, one->size, how->dialect, how->policy,
                                        unique ? keys->bytes : NULL, unique ? keys->size : 0);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE && !out_failed()) {
        note beside;
        status = gdv_reader_next(&reader, &event);
        if (status == GDV_OK && event.kind != GDV_EVENT_END && event.kind != GDV_EVENT_DONE) {
            where_event(&place, &event);
            hex_note(&beside, how->dialect, place.path, &event);
            page_show(&now, (size_t)event.offset + event.size, &beside);
        }
    }
    show_rest(&now, &about->report);
    return status == about->report.code || one->defect.code != GDV_OK;
}
