/* SPDX-License-Identifier: MIT */
/* The names that options take, told to people: lists for messages and help, and the nearest name to a typing error. */
#ifndef GDV_CLI_CHOICES_H
#define GDV_CLI_CHOICES_H

#include <stddef.h>

#include <gdv/gdv.h>

/* Room for any of the lists below. */
#define CHOICES_SIZE 1024

/* "godot2 (mole, godot2.0, godot2.1), godot3.0, ..": every dialect with its other names. */
const char *choices_dialects(char text[CHOICES_SIZE]);

/* The other names of one, "mole, godot2.0, godot2.1"; "" where it has none. */
const char *choices_names(gdv_dialect dialect, char text[CHOICES_SIZE]);

/* The name of a dialect, of any kind, that is a few typing errors away, or is the next version to one that there is not;
 * NULL where none is near. Written to `name`. */
const char *choices_nearest_dialect(const char *typed, char name[CHOICES_SIZE]);

/* "nonfinite, trailing, .., text, all": every permission, of values and of messages, and the two groups. */
const char *choices_permits(char text[CHOICES_SIZE]);

/* Every protocol; every envelope that packets of a protocol come in, of any protocol for GDV_PROTOCOL_COUNT. */
const char *choices_protocols(char text[CHOICES_SIZE]);
const char *choices_envelopes(gdv_protocol protocol, char text[CHOICES_SIZE]);

/* The name of the list that is a few typing errors away from `typed`, or NULL where none is near. */
const char *choices_nearest(const char *typed, const char *const *names, size_t count);

#endif
