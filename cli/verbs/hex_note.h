/* SPDX-License-Identifier: MIT */
/* What --format=hex says beside the bytes of a value. */
#ifndef GDV_CLI_HEX_NOTE_H
#define GDV_CLI_HEX_NOTE_H

#include <gdv/gdv.h>

#include "hex_page.h"

/* Its path, its type by its engine's name, with what its container declares, and its content. */
void hex_note(note *beside, gdv_dialect dialect, const char *path, const gdv_event *event);

#endif
