/* SPDX-License-Identifier: MIT */
/* Calls and sets that are written; the counterpart of call.c. Multiplayer format, sections 2.1 and 4.1. */
#include "writing.h"

#define CALL_BYTES_ONLY 0x80u
#define CALL_TWO_BYTE_METHOD 0x40u
#define CALL_NODE_SIZE 0x10u
#define CALL_NODE_LEVEL 0x8000u

/* A lone byte array: before its bytes a count of arguments, a header and a length. */
#define BEFORE_LONE 9u

/* The node that is called, in so many bytes: its id, or for now no path's offset. */
static void put_node(gdv_message_writer *writer, uint32_t bytes)
{
    const bool has_path = writer->message.path.size > 0;
    gdv_message_must(writer, !has_path || writer->message.node == 0, GDV_E_BAD_ARGUMENT);
    if (has_path) {
        gdv_message_hold_path(writer);
    } else {
        gdv_message_must(writer, gdv_is_node_id(writer->message.node), GDV_E_MP_NODE_ID);
    }
    gdv_message_put_number(writer, writer->message.node, bytes);
}

void gdv_message_put_named(gdv_message_writer *writer)
{
    const bool is_call = writer->command == GDV_COMMAND_CALL;
    const gdv_text name = writer->message.name;
    const gdv_cursor in = gdv_text_cursor(name);
    gdv_message_must(writer, !is_call || writer->message.bytes_only == 0, GDV_E_NO_SUCH_LAYOUT);
    put_node(writer, 4);
    gdv_message_must(writer, name.size <= writer->policy.max_name, GDV_E_MP_NAME_LONG);
    if (writer->status == GDV_OK) {
        gdv_message_hold(writer, gdv_name_check(&writer->policy, &in, 0, in.size, !is_call));
    }
    gdv_message_put_text(writer, name);
    writer->count_at = writer->out.pos;
    if (is_call) {
        gdv_message_put_blank(writer, 1);
    }
}

/* The smallest ids; but the offset of a path has four bytes. */
void gdv_message_put_numbered(gdv_message_writer *writer)
{
    const uint32_t node = writer->message.node;
    const uint32_t method = writer->message.method;
    const bool has_path = writer->message.path.size > 0;
    const uint32_t size = has_path || node > 0xffffu ? 2 : node > 0xffu ? 1 : 0;
    const bool two_bytes = writer->message.node_level != 0 || method > 0xffu;
    writer->flags = size * CALL_NODE_SIZE + (two_bytes ? CALL_TWO_BYTE_METHOD : 0);
    put_node(writer, gdv_bit(size));
    gdv_message_must(writer, method < CALL_NODE_LEVEL, GDV_E_OUT_OF_RANGE);
    gdv_message_put_number(writer, method | (writer->message.node_level != 0 ? CALL_NODE_LEVEL : 0), two_bytes ? 2 : 1);
    writer->count_at = writer->out.pos;
    if (writer->message.bytes_only != 0) {
        gdv_message_put(writer, writer->message.data.bytes, writer->message.data.size);
    } else {
        gdv_message_put_blank(writer, 1);
    }
}

/* Godot 4: no argument, or one byte array, need no count. The bytes move to where the count was. */
static void shorten_arguments(gdv_message_writer *writer)
{
    if (writer->message.bytes_only == 0 && writer->values == 0) {
        writer->out.pos = writer->count_at;
    } else if (writer->values == 1 && writer->is_lone) {
        writer->out.pos = writer->count_at;
        gdv_put_bytes(&writer->out, writer->out.bytes + writer->count_at + BEFORE_LONE, writer->lone);
    } else if (writer->values > 0) {
        gdv_message_patch_byte(writer, writer->count_at, (uint8_t)writer->values);
        return;
    }
    writer->flags |= CALL_BYTES_ONLY;
}

void gdv_message_end_call(gdv_message_writer *writer)
{
    gdv_message_must(writer, writer->command == GDV_COMMAND_CALL || writer->values > 0, GDV_E_MP_ARG_MISSING);
    if (writer->status != GDV_OK) {
        return;
    }
    if (gdv_message_has_flags(writer)) {
        shorten_arguments(writer);
        gdv_message_patch_byte(writer, writer->command_at, (uint8_t)writer->flags);
    } else if (writer->command == GDV_COMMAND_CALL) {
        gdv_message_patch_byte(writer, writer->count_at, (uint8_t)writer->values);
    }
    if (writer->message.path.size > 0) {
        const uint64_t path = writer->out.pos - writer->command_at;
        gdv_message_patch_word(writer, writer->command_at + 1, GDV_NEGATIVE + path);
        gdv_message_put_text(writer, writer->message.path);
    }
}
