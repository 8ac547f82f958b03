/* SPDX-License-Identifier: MIT */
#include "hex_note.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../notation/notation.h"
#include "../typed/typed_key.h"

/* What is said of a container: how many children it has, and of which types. */
static void describe_container(words *to, const gdv_event *event)
{
    char count[48];
    gdv_text name;
    size_t children = gdv_count(event->value);
    const char *what = "element";

    if (gdv_class_of(event->value, &name) == GDV_OK) {
        words_put(to, "class ");
        notation_text(to, name);
        words_put(to, ", ");
        what = "property";
    } else if (gdv_type_of(event->value) == GDV_TYPE_DICTIONARY) {
        what = "pair";
    }
    bool property = what[1] == 'r';
    (void)snprintf(count, sizeof count, "%zu %s", children, children == 1 ? what : property ? "properties" : what);
    words_put(to, count);
    words_put(to, children == 1 || property ? "" : "s");
}

static void describe_signal(words *to, gdv_value value)
{
    char object[40];
    gdv_signal signal;
    if (gdv_to_signal(value, &signal) == GDV_OK) {
        notation_text(to, signal.name);
        (void)snprintf(object, sizeof object, ", object %" PRIu64, signal.object);
        words_put(to, object);
    }
}

static void describe_object(words *to, gdv_value value)
{
    char text[32];
    uint64_t id = 0;
    (void)!gdv_to_object_id(value, &id);
    (void)snprintf(text, sizeof text, "id %" PRIu64, id);
    words_put(to, id == 0 ? "null" : text);
}

static void describe_value(words *to, gdv_dialect dialect, const gdv_event *event)
{
    gdv_type type = gdv_type_of(event->value);
    if (event->kind == GDV_EVENT_BEGIN) {
        describe_container(to, event);
    } else if (event->kind == GDV_EVENT_NAME) {
        notation_leaf(to, dialect, event->value);
    } else if (type == GDV_TYPE_SIGNAL) {
        describe_signal(to, event->value);
    } else if (type == GDV_TYPE_OBJECT) {
        describe_object(to, event->value);
    } else if (type != GDV_TYPE_NIL && type != GDV_TYPE_CALLABLE) {
        notation_content(to, dialect, event->value);
    }
}

void hex_note(note *beside, gdv_dialect dialect, const char *path, const gdv_event *event)
{
    char declared[MOST_OF_TYPE + 1];
    words key = words_into(declared, sizeof declared - 1);

    note_start(beside, path);
    if (event->kind == GDV_EVENT_NAME) {
        note_type(beside, "name", "");
    } else {
        typed_key_put(&key, event->value);
        declared[key.size] = '\0';
        note_type(beside, notation_type(dialect, event->value), declared + strcspn(declared, "@["));
    }
    words value = note_value_begin(beside);
    describe_value(&value, dialect, event);
    note_value_end(beside, &value);
}
