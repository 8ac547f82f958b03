/* SPDX-License-Identifier: MIT */
/* Calls and sets: a node by its id or path, a method or property by its name or id, values. Multiplayer format, sections
 * 2.1 and 4.1. */
#include "parsing.h"

#define BYTES_ONLY 8u
#define METHOD_TWO_BYTES 4u
#define NODE_SIZE(flags) ((flags) % 4u)
#define NODE_LEVEL 0x8000u

#ifdef __FRAMAC__
#include "../proof/call_c.h"
#endif

/* A number of 1, 2 or 4 bytes. Requires that they are there. */
static uint32_t unsigned_at(const gdv_cursor *in, uint32_t at, uint32_t bytes)
{
    return bytes == 4 ? gdv_u32_at(in, at) : gdv_u8_at(in, at) + (bytes == 2 ? gdv_u8_at(in, at + 1) * 0x100u : 0u);
}

/* The node: an id, or with bit 31 the offset of its path, counted from the command's byte. Ensures on GDV_OK: *path is
 * where the path begins, or the end of the message. Whether the offset is one that can be, only what stands before the
 * path tells. */
static gdv_status read_node(gdv_parsing *now, uint32_t bytes, uint32_t *path)
{
    const uint32_t at = now->scan.in.pos;
    gdv_status status = gdv_field_take(now, bytes);
    *path = now->scan.in.size;
    if (status != GDV_OK) {
        return status;
    }
    uint32_t node = unsigned_at(&now->scan.in, at, bytes);
    if (node >= GDV_NEGATIVE) {
        node -= GDV_NEGATIVE;
        *path = node < now->scan.in.size - (at - 1) ? at - 1 + node : GDV_NOWHERE;
        return GDV_OK;
    }
    if (node == 0) {
        return gdv_message_refuse(now, GDV_E_MP_NODE_ID, at);
    }
    now->message->node = node;
    now->message->lints |= bytes == 2 && node < 0x100u ? GDV_LINT_NODE_ID_WIDTH : 0u;
    return GDV_OK;
}

/* Checks the path at the message's end, and lets the message end before it. `least` is the offset of the last field that
 * stands before it. */
static gdv_status cut_path(gdv_parsing *now, uint32_t field, uint32_t path, uint32_t least)
{
    const uint32_t end = now->scan.in.size;
    const uint32_t pos = now->scan.in.pos;
    if (path == end) {
        return GDV_OK;
    }
    if (path == GDV_NOWHERE || path < least) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_OFFSET, field);
    }
    now->scan.in.pos = path;
    gdv_status status = gdv_path_read(now);
    now->scan.in.pos = pos;
    now->scan.in.size = path;
    return status;
}

/* Reads a count and so many arguments. Requires a byte. */
static gdv_status read_counted(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    const uint32_t count = gdv_u8_at(&now->scan.in, at);
    gdv_skip(&now->scan.in, 1);
    if (count > now->policy->max_arguments) {
        return gdv_message_refuse(now, GDV_E_MP_LIMIT_ARGUMENTS, at);
    }
    now->message->lints |= count == 0 && (now->row->traits & GDV_PROTOCOL_FLAGS) != 0 ? GDV_LINT_ARGC_ZERO : 0u;
    return gdv_values_read(now, count);
}

/* Godot 3: the node, its path at the message's end, and the name. What stands at the offset of the path must not be before the
 * last argument begins. */
static gdv_status read_names(gdv_parsing *now)
{
    const uint32_t field = now->scan.in.pos;
    const uint32_t all = now->scan.in.size;
    uint32_t path = 0;
    gdv_status status = read_node(now, 4, &path);
    if (status == GDV_OK) {
        status = cut_path(now, field, path, now->scan.in.pos + 1);
    }
    if (status == GDV_OK) {
        status = gdv_name_read(now, now->command != GDV_COMMAND_CALL);
    }
    return status == GDV_E_MP_NAME_NUL && path < all ? gdv_message_refuse(now, GDV_E_MP_PATH_OFFSET, field) : status;
}

/* Arguments of a call, or the value to set. `has_path`: the node's `field` says where all of it ends. */
static gdv_status read_named_values(gdv_parsing *now, uint32_t field, bool has_path)
{
    if (gdv_left(&now->scan.in) == 0) {
        return has_path ? gdv_message_refuse(now, GDV_E_MP_PATH_OFFSET, field)
                        : gdv_message_refuse(now, GDV_E_MP_SHORT, now->scan.in.pos);
    }
    gdv_status status = now->command == GDV_COMMAND_CALL ? read_counted(now) : gdv_values_read(now, 1);
    if (status == GDV_E_MP_ARG_MISSING && has_path) {
        now->argument = -1;
        return gdv_message_refuse(now, GDV_E_MP_PATH_OFFSET, field);
    }
    return status == GDV_OK ? gdv_message_end(now, GDV_E_MP_TRAILING) : status;
}

static gdv_status read_named(gdv_parsing *now)
{
    const uint32_t field = now->scan.in.pos;
    const uint32_t all = now->scan.in.size;
    gdv_status status = read_names(now);
    return status == GDV_OK ? read_named_values(now, field, now->scan.in.size < all) : status;
}

/* Godot 4: the method's id, one byte or two, of which the highest bit tells the table. */
static gdv_status read_method(gdv_parsing *now)
{
    const uint32_t bytes = (now->flags & METHOD_TWO_BYTES) != 0 ? 2 : 1;
    const uint32_t at = now->scan.in.pos;
    gdv_status status = gdv_field_take(now, bytes);
    if (status != GDV_OK) {
        return status;
    }
    const uint32_t method = unsigned_at(&now->scan.in, at, bytes);
    now->message->node_level = method >= NODE_LEVEL ? 1 : 0;
    now->message->method = method % NODE_LEVEL;
    now->message->lints |= bytes == 2 && method < 0x100u ? GDV_LINT_METHOD_ID_WIDTH : 0u;
    return GDV_OK;
}

/* What follows the method's id. `has_path`: the node's `field` says where all of it ends. */
static gdv_status read_arguments(gdv_parsing *now, uint32_t field, bool has_path)
{
    if ((now->flags & BYTES_ONLY) != 0) {
        now->message->bytes_only = 1;
        now->message->data = gdv_field_rest(now);
        return GDV_OK;
    }
    if (gdv_left(&now->scan.in) == 0) {
        return has_path ? gdv_message_refuse(now, GDV_E_MP_PATH_OFFSET, field)
                        : gdv_message_refuse(now, GDV_E_MP_SHORT, now->scan.in.pos);
    }
    gdv_status status = read_counted(now);
    return status == GDV_OK ? gdv_message_end(now, GDV_E_MP_TRAILING) : status;
}

/* The node, the method, and the path at the message's end. */
static gdv_status read_numbers_of_call(gdv_parsing *now)
{
    const uint32_t field = now->scan.in.pos;
    const uint32_t size = NODE_SIZE(now->flags); /* 0, 1, 2: of 1, 2 and 4 bytes */
    uint32_t path = 0;
    if (size > 2) {
        return gdv_message_refuse(now, GDV_E_MP_NODE_ID_SIZE, field - 1);
    }
    gdv_status status = read_node(now, size < 2 ? size + 1 : 4, &path);
    if (status == GDV_OK) {
        status = read_method(now);
    }
    return status == GDV_OK ? cut_path(now, field, path, now->scan.in.pos) : status;
}

static gdv_status read_numbered(gdv_parsing *now)
{
    const uint32_t field = now->scan.in.pos;
    const uint32_t all = now->scan.in.size;
    gdv_status status = read_numbers_of_call(now);
    return status == GDV_OK ? read_arguments(now, field, now->scan.in.size < all) : status;
}

gdv_status gdv_call_read(gdv_parsing *now)
{
    return (now->row->traits & GDV_PROTOCOL_FLAGS) != 0 ? read_numbered(now) : read_named(now);
}
