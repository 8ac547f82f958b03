/* SPDX-License-Identifier: MIT */
/* What a script tells the inspector of the values of a variable: a range, a list, flags; by an annotation of Godot 4 or export(..) of
 * Godot 3. */
#ifndef GDV_CLI_GD_HINT_H
#define GDV_CLI_GD_HINT_H

#include "gd_read.h"

/* Longer lists are not drafted. */
#define GD_MOST_LISTED 256

typedef enum gd_hint_kind {
    GD_HINT_NONE,
    GD_HINT_RANGE,
    GD_HINT_LIST,  /* texts, or the ints that they stand for */
    GD_HINT_FLAGS, /* 0 to `high` */
    GD_HINT_STRANGE
} gd_hint_kind;

typedef struct gd_hint {
    gd_hint_kind kind;
    double low;
    double high;
    bool open_low; /* "or_less": the range is for the inspector alone */
    bool open_high;
    bool degrees; /* it is in degrees, and the variable in radians */
    uint32_t listed;
    gdv_text texts[GD_MOST_LISTED];
    double values[GD_MOST_LISTED];
} gd_hint;

/* Writes all of *hint that its kind has. */
void gd_hint_of(const gd_declaration *variable, gd_hint *hint);

#endif
