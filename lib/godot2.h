/* SPDX-License-Identifier: MIT */
/* Internal: the two payloads that only Godot 2 has. Wire reference: section 5.10. */
#ifndef GDV_GODOT2_H
#define GDV_GODOT2_H

#include "scan.h"

/* Payloads of the forms IMAGE and INPUT_EVENT. */
/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_image_read(gdv_scan *scan, gdv_head *head);
/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_input_event_read(gdv_scan *scan, gdv_head *head);

#endif
