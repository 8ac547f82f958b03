/* SPDX-License-Identifier: MIT */
/* Internal: payloads of numbers: fixed-size values and packed arrays of them. Which floats may be, which width is the
 * canonical one, and where Pandemonium's decoder goes astray. Wire reference: sections 5.1, 5.6, 6.1; EB-13 to EB-15. */
#ifndef GDV_NUMBER_H
#define GDV_NUMBER_H

#include "scan.h"

/* Whether its components are floats. */
bool gdv_is_float(const gdv_wire *wire);

/* Width in bytes of one component, 4 or 8: as the row has it, and with the event's flags. */
uint32_t gdv_narrow_width(const gdv_wire *wire);
uint32_t gdv_part_width(const gdv_event *event);

/* The float of 4 or 8 bytes at an offset, as a double's bits. Requires at + width <= in->size. */
uint64_t gdv_double_bits_at(const gdv_cursor *in, uint32_t at, uint32_t width);

/* Floats from `at` to `end`, which have been taken: refuses the first that is infinite or NaN, unless permitted. */
gdv_status gdv_finite_check(gdv_scan *scan, uint32_t at, uint32_t end, uint32_t width);

/* Payloads of the forms FIXED, BOOL, INT, FLOAT; and PACKED. */
gdv_status gdv_fixed_read(gdv_scan *scan, gdv_event *event);
gdv_status gdv_packed_read(gdv_scan *scan, gdv_event *event);

#endif
