/* SPDX-License-Identifier: MIT */
/* The table of protocols, and its names for users. */
#include "protocol.h"

#include "../wire/ascii.h"

#ifdef __FRAMAC__
#include "../proof/protocol_c.h"
#endif

#define COMES(name) [GDV_ENVELOPE_##name] = true
#define OLD_ENVELOPES {COMES(NONE), COMES(ENET3), COMES(ENET3_SYS), COMES(WS3)}
#define NEW_ENVELOPES {COMES(NONE), COMES(WS4_ID)}

#define CALL GDV_COMMAND_CALL
#define PATHS GDV_COMMAND_SIMPLIFY_PATH, GDV_COMMAND_CONFIRM_PATH
#define GODOT3_COMMANDS {CALL, GDV_COMMAND_SET, PATHS, GDV_COMMAND_RAW}
#define PANDEMONIUM_COMMANDS {CALL, PATHS, GDV_COMMAND_RAW}
#define GODOT4_COMMANDS                                                                                                \
    {CALL, PATHS, GDV_COMMAND_RAW, GDV_COMMAND_SPAWN, GDV_COMMAND_DESPAWN, GDV_COMMAND_SYNC, GDV_COMMAND_SYS}

#define ROW_GODOT3 GODOT3_COMMANDS, OLD_ENVELOPES, 0
#define ROW_PANDEMONIUM PANDEMONIUM_COMMANDS, OLD_ENVELOPES, 0
#define ROW_GODOT4_0 GODOT4_COMMANDS, NEW_ENVELOPES, GDV_PROTOCOL_FLAGS
#define ROW_GODOT4_3 GODOT4_COMMANDS, NEW_ENVELOPES, GDV_PROTOCOL_FLAGS | GDV_PROTOCOL_CONFIRM_ID
#define ROW_GODOT4_4 ROW_GODOT4_3

const gdv_protocol_row gdv_protocols[GDV_PROTOCOL_COUNT] = {
#define ROW(name, text, dialect) {text, ROW_##name, GDV_DIALECT_##dialect},
    GDV_PROTOCOL_LIST(ROW)
#undef ROW
};

const uint8_t gdv_sys_commands[GDV_SYS_COMMANDS] = {GDV_COMMAND_AUTH, GDV_COMMAND_ADD, GDV_COMMAND_DEL,
                                                    GDV_COMMAND_RELAY};

static const char *const envelope_names[GDV_ENVELOPE_COUNT] = {
#define ROW(name, text) text,
    GDV_ENVELOPE_LIST(ROW)
#undef ROW
};

static const char *const command_names[GDV_COMMAND_COUNT] = {
#define ROW(name, text) text,
    GDV_COMMAND_LIST(ROW)
#undef ROW
};

typedef struct permit_row {
    const char *name;
    const char *what;
} permit_row;

static const permit_row permits[GDV_PERMIT_MP_BITS] = {
#define ROW(name, bit, text, what) {text, what},
    GDV_PERMIT_MP_LIST(ROW)
#undef ROW
};

const char *gdv_protocol_name(gdv_protocol protocol)
{
    return (uint32_t)protocol < GDV_PROTOCOL_COUNT ? gdv_protocols[protocol].name : "";
}

gdv_dialect gdv_protocol_dialect(gdv_protocol protocol)
{
    return (uint32_t)protocol < GDV_PROTOCOL_COUNT ? (gdv_dialect)gdv_protocols[protocol].dialect : GDV_DIALECT_COUNT;
}

bool gdv_protocol_takes(gdv_protocol protocol, gdv_envelope envelope)
{
    return (uint32_t)protocol < GDV_PROTOCOL_COUNT && (uint32_t)envelope < GDV_ENVELOPE_COUNT &&
           gdv_protocols[protocol].envelopes[envelope];
}

bool gdv_protocol_from_name(const char *name, gdv_protocol *protocol)
{
    for (uint32_t row = 0; name != NULL && protocol != NULL && row < GDV_PROTOCOL_COUNT; row += 1) {
        if (gdv_same_name(gdv_protocols[row].name, name)) {
            *protocol = (gdv_protocol)row;
            return true;
        }
    }
    return false;
}

/* The command by which another one comes: that of the system family for those in it. */
static uint32_t outer_of(uint32_t command)
{
    uint32_t outer = command;
    for (uint32_t sub = 0; sub < GDV_SYS_COMMANDS; sub += 1) {
        outer = gdv_sys_commands[sub] == command ? GDV_COMMAND_SYS : outer;
    }
    return outer;
}

bool gdv_protocol_has(gdv_protocol protocol, gdv_command command)
{
    const bool is_one = (uint32_t)command < GDV_COMMAND_COUNT && command != GDV_COMMAND_NONE;
    const uint32_t outer = outer_of((uint32_t)command);
    bool found = false;
    for (uint32_t byte = 0; is_one && (uint32_t)protocol < GDV_PROTOCOL_COUNT && byte < GDV_PROTOCOL_COMMANDS;
         byte += 1) {
        found = found || gdv_protocols[protocol].commands[byte] == outer;
    }
    return found;
}

bool gdv_protocol_confirms_id(gdv_protocol protocol)
{
    return (uint32_t)protocol < GDV_PROTOCOL_COUNT && (gdv_protocols[protocol].traits & GDV_PROTOCOL_CONFIRM_ID) != 0;
}

bool gdv_dialect_may_set(gdv_dialect dialect)
{
    bool may = true;
    for (uint32_t row = 0; row < GDV_PROTOCOL_COUNT; row += 1) {
        may = may && (gdv_protocols[row].dialect != dialect || gdv_protocol_has((gdv_protocol)row, GDV_COMMAND_SET));
    }
    return may;
}

const char *gdv_envelope_name(gdv_envelope envelope)
{
    return (uint32_t)envelope < GDV_ENVELOPE_COUNT ? envelope_names[envelope] : "";
}

bool gdv_envelope_from_name(const char *name, gdv_envelope *envelope)
{
    for (uint32_t row = 0; name != NULL && envelope != NULL && row < GDV_ENVELOPE_COUNT; row += 1) {
        if (gdv_same_name(envelope_names[row], name)) {
            *envelope = (gdv_envelope)row;
            return true;
        }
    }
    return false;
}

const char *gdv_command_name(gdv_command command)
{
    return (uint32_t)command < GDV_COMMAND_COUNT ? command_names[command] : "";
}

const char *gdv_permit_mp_name(uint32_t bit)
{
    return bit < GDV_PERMIT_MP_BITS ? permits[bit].name : "";
}

const char *gdv_permit_mp_text(uint32_t bit)
{
    return bit < GDV_PERMIT_MP_BITS ? permits[bit].what : "";
}

bool gdv_permit_mp_from_name(const char *name, uint32_t *permit)
{
    for (uint32_t bit = 0; name != NULL && permit != NULL && bit < GDV_PERMIT_MP_BITS; bit += 1) {
        if (gdv_same_name(permits[bit].name, name)) {
            *permit = (uint32_t)1 << bit;
            return true;
        }
    }
    return false;
}
