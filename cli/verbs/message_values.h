/* SPDX-License-Identifier: MIT */
/* The values of a message in their order. gdv_message_value takes as long as its number is large: to call it for each
 * of the million values that strict allows in a packet is half a million million steps, which a hostile packet of 1 MB
 * can ask for. */
#ifndef GDV_CLI_MESSAGE_VALUES_H
#define GDV_CLI_MESSAGE_VALUES_H

#include <stdint.h>

#include <gdv/gdv.h>

typedef struct message_values {
    const gdv_message *message;
    gdv_iterator each;
    uint32_t taken;
} message_values;

/* Before the first one. The message has to stay where it is. */
void message_values_start(message_values *now, const gdv_message *message);

/* Value `number`, counted from 0. Constant time for the one that was last asked for and for the one after it; each
 * that is passed over, or one that lies before them, takes a step for each value up to it. */
gdv_value message_values_at(message_values *now, uint32_t number);

#endif
