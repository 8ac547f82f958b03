/* SPDX-License-Identifier: MIT */
/* What stands inside the brackets of the two types that only Godot 2 sends, as its var2str writes them:
 * Image( 1, 1, 0, RGBA, 1, 2, 3, 255 ) and InputEvent(KEY,65,S). Where the engine writes nothing for a format or an
 * event, its name is written all the same. */
#ifndef GDV_CLI_NOTATION_GODOT2_H
#define GDV_CLI_NOTATION_GODOT2_H

#include <gdv/gdv.h>

#include "../io/words.h"

void notation_image(words *to, gdv_value value);
void notation_input_event(words *to, gdv_value value);

#endif
