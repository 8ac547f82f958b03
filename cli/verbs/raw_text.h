/* SPDX-License-Identifier: MIT */
/* gdv get --raw: a text of a packet on standard output. */
#ifndef GDV_CLI_RAW_TEXT_H
#define GDV_CLI_RAW_TEXT_H

#include <gdv/gdv.h>

/* Without quotes; at a terminal what is hidden is spelled. */
void raw_text_out(gdv_text text);

#endif
