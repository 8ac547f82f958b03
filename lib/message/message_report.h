/* SPDX-License-Identifier: MIT */
/* Internal: a message's report that says nothing yet but a code. */
#ifndef GDV_MESSAGE_REPORT_H
#define GDV_MESSAGE_REPORT_H

#include <gdv/message.h>

/* Writes all of it: the code, no place, no value at fault. */
void gdv_message_report_clear(gdv_message_report *report, gdv_status code);

#endif
