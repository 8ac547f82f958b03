/* SPDX-License-Identifier: MIT */
/* Values in the notation that the dialect's own engine writes with var2str (Godot 4: var_to_str) and reads with
 * str2var, piece by piece: leaves whole, containers as what opens and closes them. Two departures: numbers have as
 * many digits as reading them back takes, where the engine prints six; and control characters but line ends and tabs
 * are \uXXXX, as a terminal obeys them. */
#ifndef GDV_CLI_NOTATION_H
#define GDV_CLI_NOTATION_H

#include <stdbool.h>

#include <gdv/gdv.h>

#include "../io/words.h"

/* The engine's own name for the type of a value. */
const char *notation_type(gdv_dialect dialect, gdv_value value);

/* A value without children. */
void notation_leaf(words *to, gdv_dialect dialect, gdv_value value);

/* A value without children, without the type's name and the brackets around numbers: for a caller that has written the
 * type already. */
void notation_content(words *to, gdv_dialect dialect, gdv_value value);

/* Text in quotes, line ends raw. */
void notation_text(words *to, gdv_text text);

/* What stands before the first child of an array, dictionary or object. */
void notation_open(words *to, gdv_dialect dialect, gdv_value value);

/* A container that is open, as far as closing it takes: when it closes its value is no longer at hand. */
typedef struct notation_scope {
    uint8_t type; /* gdv_type */
    bool typed;
    bool filled; /* has a child */
} notation_scope;

notation_scope notation_scope_of(gdv_value value);

/* What stands between two children, elements or pairs or properties, and after the last. */
void notation_between(words *to, const notation_scope *scope);
void notation_close(words *to, gdv_dialect dialect, const notation_scope *scope);

/* What sets the engines apart: blanks inside their brackets, and the names of types. */
bool notation_is_godot4(gdv_dialect dialect);
bool notation_is_pandemonium(gdv_dialect dialect);
const char *notation_blank(gdv_dialect dialect, gdv_type type);
const char *notation_name(gdv_dialect dialect, gdv_type type);

#endif
