/* SPDX-License-Identifier: MIT */
#include "dump.h"

/* What stands between the last thing written and this value. */
static void lead_in(dump_text *now, const gdv_event *event)
{
    if (event->depth == 0) {
        return;
    }
    notation_scope *around = &now->open[event->depth - 1];
    if (event->role == GDV_ROLE_ELEMENT || event->role == GDV_ROLE_KEY) {
        notation_between(&now->to, around);
    } else if (event->role == GDV_ROLE_VALUE) {
        words_put(&now->to, ": ");
    }
    around->filled = true;
}

static void name_property(dump_text *now, const gdv_event *event)
{
    gdv_text name;
    if (gdv_to_text(event->value, &name) == GDV_OK) {
        notation_between(&now->to, &now->open[event->depth - 1]);
        notation_text(&now->to, name);
        words_put(&now->to, ":");
    }
}

void dump_text_event(dump_text *now, const gdv_event *event)
{
    switch (event->kind) {
    case GDV_EVENT_VALUE:
        lead_in(now, event);
        notation_leaf(&now->to, now->dialect, event->value);
        break;
    case GDV_EVENT_BEGIN:
        lead_in(now, event);
        now->open[event->depth] = notation_scope_of(event->value);
        notation_open(&now->to, now->dialect, event->value);
        break;
    case GDV_EVENT_NAME:
        name_property(now, event);
        break;
    case GDV_EVENT_END:
        notation_close(&now->to, now->dialect, &now->open[event->depth]);
        break;
    default:
        break;
    }
}
