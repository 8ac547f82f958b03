/* SPDX-License-Identifier: MIT */
/* The type of a GDScript variable as a rule of a schema, on standard output, and what is to be said of it: where it is a
 * guess, and where nothing in the script says what it is. */
#ifndef GDV_CLI_GD_RULE_H
#define GDV_CLI_GD_RULE_H

#include "gd_names.h"

/* What GDScript does not say, and a draft puts there. */
#define GD_GUESS_LENGTH "0..256"

/* Notes: X(enumerator, it is a warning too, sentence). The guesses first, whose sentences go on after
 * "guess: ". */
#define GD_NOTE_LIST(X)                                                                                                \
    X(MANY, false, "how many")                                                                                         \
    X(LONG, false, "how long")                                                                                         \
    X(NUMBER, false, "int or float")                                                                                   \
    X(UNTYPED, true, "it has no type, so anything passes")                                                             \
    X(INFERRED, true, "it has the type of an expression, so anything passes")                                          \
    X(ELEMENTS, true, "what is in it has no type, so anything passes")                                                 \
    X(UNKNOWN, true, "its type is of no file read, so anything passes")                                                \
    X(LACKING, true, "the dialect lacks its type, so anything passes")                                                 \
    X(REST, true, "any other arguments pass")                                                                          \
    X(HINT, true, "its hint says nothing that a schema can")                                                           \
    X(DEGREES, false, "in degrees there")                                                                              \
    X(UNSET, false, "null until it is set")                                                                            \
    X(PERMIT, false, "refused unless the policy permits it")

typedef enum gd_note {
#define GD_NOTE_ENUM(name, told, text) GD_NOTE_##name,
    GD_NOTE_LIST(GD_NOTE_ENUM)
#undef GD_NOTE_ENUM
        GD_NOTES
} gd_note;

typedef struct gd_ruling {
    const gd_scripts *scripts;
    bool has_dialect;
    gdv_dialect dialect; /* the newest where none was asked for */
    uint32_t notes;      /* bits, of the last rule */
} gd_ruling;

/* Prints the rule of a variable of that declaration, or of a parameter of it; a parameter has no hint. */
void gd_print_rule(gd_ruling *now, const gd_declaration *in, const gd_variable *variable);

/* Prints the notes in one line, "guess: how many, how long; null until it is set". */
void gd_print_notes(uint32_t notes);

/* Whether a note is a warning, and what it says. */
bool gd_note_is_told(gd_note note);
const char *gd_note_text(gd_note note);

/* A text in quotes: what is not seen is escaped. */
void gd_print_quoted(gdv_text text);

#endif
