/* SPDX-License-Identifier: MIT */
/* What a name in a GDScript file means: a type of the engine, a class or an enumeration that was read, or neither. And what
 * a draft calls classes, enumerations and functions, so that no two of a kind have one name. */
#ifndef GDV_CLI_GD_NAMES_H
#define GDV_CLI_GD_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "gd_read.h"

/* Whether it is a type of the engine's variants, by the name that Godot 3 or 4 has for it. */
bool gd_engine_type(gdv_text name, gdv_type *type);

/* The row of a type in a dialect, or, where it lacks the type, in the newest that has it. Never NULL for a type of
 * gd_engine_type. */
const gdv_wire_row *gd_row_of(gdv_dialect dialect, gdv_type type);

/* The class or enumeration that a dotted name means in a class; GD_NOWHERE where it was not read. */
uint32_t gd_find(const gd_scripts *scripts, uint32_t class, gdv_text name);

/* The type of a variable of that declaration, or of a parameter of it: as it is written, or as := and a single literal say,
 * or as export(..) does. No name where none of them does. */
gd_type gd_type_of(const gd_scripts *scripts, const gd_declaration *in, const gd_variable *variable);

/* Fills what is left of each declaration. */
void gd_link(gd_scripts *scripts);

#endif
