/* SPDX-License-Identifier: MIT */
#include "value_events.h"

/* null, sent in full, is a class without a name, and has no end. */
static bool is_full_object(gdv_value value)
{
    gdv_text name;
    return gdv_class_of(value, &name) == GDV_OK && name.size > 0;
}

bool value_is_container(gdv_value value)
{
    switch (gdv_type_of(value)) {
    case GDV_TYPE_ARRAY:
    case GDV_TYPE_DICTIONARY:
    case GDV_TYPE_TYPED_ARRAY:
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        return true;
    default:
        return is_full_object(value);
    }
}

void value_events_start(value_events *now, gdv_value value)
{
    now->value = value;
    now->begun = false;
    now->depth = 0;
}

static void give(value_events *now, gdv_value value, gdv_role role, gdv_event *event)
{
    *event = (gdv_event){.kind = GDV_EVENT_VALUE, .role = role, .depth = now->depth, .value = value};
    if (value_is_container(value) && now->depth < DUMP_OPEN) {
        value_level *level = &now->open[now->depth];
        event->kind = GDV_EVENT_BEGIN;
        level->object = gdv_type_of(value) == GDV_TYPE_OBJECT;
        level->pairs = level->object || gdv_type_of(value) == GDV_TYPE_DICTIONARY;
        level->half = false;
        gdv_iterate(value, &level->children);
        now->depth += 1;
    }
}

/* A key, or the name of a property; its value comes next. */
static void give_first(value_events *now, value_level *level, gdv_event *event)
{
    level->half = true;
    if (level->object) {
        *event = (gdv_event){
            .kind = GDV_EVENT_NAME, .role = GDV_ROLE_PROPERTY, .depth = now->depth, .value = level->children.key};
    } else {
        give(now, level->children.key, GDV_ROLE_KEY, event);
    }
}

void value_events_next(value_events *now, gdv_event *event)
{
    if (!now->begun) {
        now->begun = true;
        give(now, now->value, GDV_ROLE_OUTERMOST, event);
        return;
    }
    if (now->depth == 0) {
        *event = (gdv_event){.kind = GDV_EVENT_DONE};
        return;
    }
    value_level *level = &now->open[now->depth - 1];
    if (level->half) {
        level->half = false;
        give(now, level->children.value, level->object ? GDV_ROLE_PROPERTY : GDV_ROLE_VALUE, event);
    } else if (!gdv_iterate_next(&level->children)) {
        now->depth -= 1;
        *event = (gdv_event){.kind = GDV_EVENT_END, .depth = now->depth};
    } else if (level->pairs) {
        give_first(now, level, event);
    } else {
        give(now, level->children.value, GDV_ROLE_ELEMENT, event);
    }
}
