/* SPDX-License-Identifier: MIT */
/* Internal: where in its packet the field of a message stands that a refusal is of. */
#ifndef GDV_BLAME_H
#define GDV_BLAME_H

#include <gdv/message.h>

/* The offset of the field at fault, from the first byte given, envelope included, worked out from what the message holds: no byte is
 * read. Of a RELAY that of the inner packet. 0 where no field is at fault, and in a message that was not parsed. Constant time. */
uint32_t gdv_blame_field(const gdv_message *message, gdv_status refusal);

/* The offset of a message's node. */
uint32_t gdv_blame_node(const gdv_message *message);

/* The offset of a record of SYNC. */
uint32_t gdv_blame_record(const gdv_message *message, const gdv_message_record *record);

#endif
