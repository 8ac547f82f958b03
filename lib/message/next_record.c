/* SPDX-License-Identifier: MIT */
/* What a caller asks of a message that was parsed. */
#include "parsing.h"

#include "../value/links.h"

#ifdef __FRAMAC__
#include "../proof/next_record_c.h"
#endif

static bool has_values(const gdv_message *message)
{
    return message != NULL && message->document.nodes != NULL;
}

gdv_value gdv_message_value(const gdv_message *message, uint32_t number)
{
    gdv_value value = gdv_missing();
    uint32_t index = 0;
    if (!has_values(message) || number >= message->values) {
        return value;
    }
    /*@ GDV_MESSAGE_VALUE_LOOP */
    for (uint32_t passed = 0; passed < number && index < message->document.count; passed += 1) {
        index = gdv_node_after(message->document.nodes, index);
    }
    if (index < message->document.count) {
        value.document = &message->document;
        value.index = index;
    }
    return value;
}

/* The values whose nodes begin before `end`, from the record's first one on. */
static void count_values(const gdv_message *message, uint32_t end, gdv_message_record *record)
{
    const gdv_node *nodes = message->document.nodes;
    uint32_t node = record->next_node;
    record->first += record->values;
    record->values = 0;
    /*@ COUNT_VALUES_LOOP */
    while (nodes != NULL && node < message->document.count && nodes[node].offset < end) {
        node = gdv_node_after(nodes, node);
        record->values += 1;
    }
    record->next_node = node;
}

/* The offset n bytes further, or the packet's end where that is nearer. */
static uint32_t further(const gdv_cursor *in, uint32_t at, uint32_t n)
{
    return gdv_holds(in, at, n) ? at + n : in->size;
}

/* A packet that others write to may say something else than when it was parsed: nothing is read outside of it then. */
bool gdv_message_next_record(const gdv_message *message, gdv_message_record *record)
{
    if (message == NULL || record == NULL || record->taken >= message->records) {
        return false;
    }
    const gdv_command command = message->command == GDV_COMMAND_RELAY ? message->inner : message->command;
    const gdv_cursor in = {message->document.bytes, message->document.size, 0, 0};
    const uint32_t at = record->taken == 0 ? message->records_at : record->next_at;
    const uint32_t after = further(&in, at, 4);
    record->taken += 1;
    record->id = gdv_u32_again(&in, at);
    record->indexes = 0;
    record->data.bytes = NULL;
    record->data.size = 0;
    record->next_at = after;
    if (command == GDV_COMMAND_SPAWN) {
        return true;
    }
    const uint32_t header = message->delta != 0 ? 16 : 8;
    const uint32_t begin = further(&in, at, header);
    record->indexes = message->delta != 0 ? gdv_u64_again(&in, at + 4) : 0;
    record->data.bytes = (const char *)in.bytes + begin;
    record->data.size = gdv_at_most(gdv_u32_again(&in, at + header - 4), in.size - begin);
    record->next_at = begin + (uint32_t)record->data.size;
    count_values(message, record->next_at, record);
    return true;
}
