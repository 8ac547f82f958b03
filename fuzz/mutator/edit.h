/* SPDX-License-Identifier: MIT */
/* Edits of a packet's value tree, each of one kind, at a place that the dice choose. An edit finds its place in the tree
 * and splices the bytes; the tree is read again before the next one.
 *
 * What an edit says is all it changes: insert, delete and duplicate keep the count of their container right, lie makes
 * nothing right but says something else. So that one kind after another makes packets that are wrong in few places, not
 * in all. */
#ifndef GDV_FUZZ_EDIT_H
#define GDV_FUZZ_EDIT_H

#include "fuzz/mutator/chance.h"
#include "fuzz/mutator/draft.h"
#include "fuzz/mutator/selector.h"
#include "fuzz/mutator/tree.h"

/* What they do: see the table in edit.c. */
typedef enum edit_kind {
    EDIT_INSERT,
    EDIT_DELETE,
    EDIT_DUPLICATE,
    EDIT_RETAG,
    EDIT_NEST,
    EDIT_GRAFT,
    EDIT_KEY,
    EDIT_KIND,
    EDIT_LIE,
    EDIT_FLAG,
    EDIT_PAD,
    EDIT_TEXT,
    EDIT_NUMBER,
    EDIT_WIDTH,
    EDIT_RESIZE,
    EDIT_WORD,
    EDIT_CUT,
    EDIT_SELECT,
    EDIT_TRANSLATE,
    EDIT_FIELD,
    EDIT_KINDS
} edit_kind;

/* The engine's byte mutations: changes `size` bytes in place, to `room` at most, and returns how many they are now. */
typedef size_t edit_bytes(uint8_t *data, size_t size, size_t room);

typedef struct edit {
    draft packet;   /* without its selector */
    draft spare;    /* memory for what goes into the packet */
    const tree *of; /* the packet's */
    selector how;   /* how it is read */
    chance *from;
    edit_bytes *bytes;
} edit;

/* Makes one edit of the kind. True where the packet (or its selector) may have changed, false where there is no place
 * for it. The tree must have been read from the packet in the selector's dialect, and is outdated on return. */
bool edit_apply(edit *on, edit_kind kind);

/* Its name, in lower case. */
const char *edit_name(edit_kind kind);

/* A kind, by weight. */
edit_kind edit_choose(chance *from);

/* Gives the values of `bytes` the type ids that another dialect has for their types. False where it lacks one of them,
 * whose ids stay. */
bool edit_translate(uint8_t *bytes, const tree *of, gdv_dialect from, gdv_dialect to);

/* Puts a value in the place of another, or into a container with the right count. */
bool edit_graft(edit *on, const uint8_t *value, size_t size);

#endif
