/* SPDX-License-Identifier: MIT */
/* A value that was read, written again by the calls of writer.h that say what it is. Recursive, as tests may be. */
#ifndef GDV_TESTS_WRITE_VALUE_H
#define GDV_TESTS_WRITE_VALUE_H

#include <gdv/gdv.h>

/* Makes the calls. Returns what the last one did. Aborts for an object in full, an image or an input event. */
gdv_status write_value(gdv_writer *writer, gdv_value value);

#endif
