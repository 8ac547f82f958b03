/* SPDX-License-Identifier: MIT */
/* Values seen through the public getters alone: every getter asked of every value, two values compared, and a document
 * walked with a stack of its own. */
#ifndef GDV_FUZZ_VALUES_H
#define GDV_FUZZ_VALUES_H

#include "fuzz/support/input.h"

/* Asks everything of a value that can be asked of one: each getter either answers, and points into the packet, or says
 * why not and leaves zero; and getters that know the same thing agree. Copies go to heap blocks of a chosen size. */
void check_getters(gdv_value value, reading *of);

/* What two values say is the same, their children aside: numbers bit by bit, texts byte by byte; or by code point,
 * where the engine takes several spellings of one (section 7 of the wire reference). */
void check_same(gdv_value one, gdv_value other, bool any_spelling);

/* Whether the engine keeps something else of a value, and that is what gdv writes: a String of a StringName that is a
 * key (EB-35), the empty path of one without names (EB-36). Then `written` is that. */
bool check_kept(gdv_dialect dialect, gdv_role role, gdv_value given, gdv_value written);

/* Whether it has children, or could have: what a reader announces with BEGIN. */
bool is_container(gdv_value value);

/* The code point at *next, in the form that the decoder of Godot 3 takes, up to six bytes. Moves *next after it. */
uint32_t next_point(const gdv_text *text, size_t *next);

/* A document's values in packet order, as a reader would give them. */
typedef struct walk {
    gdv_iterator *open; /* the containers around */
    uint32_t room;
    uint32_t depth;
    gdv_value next; /* what to give, where it is not missing: the outermost value at first */
} walk;

typedef struct stop {
    gdv_event_kind kind;
    gdv_role role;
    uint32_t depth;
    gdv_value value; /* of END, the container that ends */
} stop;

void walk_start(walk *through, gdv_value root);

/* The next stop; GDV_EVENT_DONE after the last. */
stop walk_next(walk *through);

void walk_end(walk *through);

/* A value is written as JSON: as long as was measured, and with strings and brackets that close. */
void check_json(gdv_value value);

#endif
