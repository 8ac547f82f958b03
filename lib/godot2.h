/* SPDX-License-Identifier: MIT */
/* Internal: the two payloads that only Godot 2 has. Wire reference: section 5.10. */
#ifndef GDV_GODOT2_H
#define GDV_GODOT2_H

#include "scan.h"

/* Payloads of the forms IMAGE and INPUT_EVENT. */
gdv_status gdv_image_read(gdv_scan *scan, gdv_head *head);
gdv_status gdv_input_event_read(gdv_scan *scan, gdv_head *head);

#endif
