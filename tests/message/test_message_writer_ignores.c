/* SPDX-License-Identifier: MIT */
/* A message has members of other commands, which somebody may have left as they were: they change nothing of what is
 * written. And commands that an envelope of the server's own messages does not have. */
#include <criterion/criterion.h>

#include "tests/support/message_made.h"

/* Members that no command of the rows below has. */
#define REST .delta = 1, .time = 70000, .scene = 255, .ok = 7, .records = 9, .values = 9, .lints = 3

static const asked rows[] = {
    {"a call of Godot 3",
     G3,
     NOTHING,
     C2S,
     {IS(CALL), .node = 1, .name = TEXT("m"), .method = 9, .node_level = 1, .net_id = 3, .peer = -5, REST},
     NULL,
     GDV_OK,
     "00010000006d0000"},
    {"a set of Godot 3",
     G3,
     NOTHING,
     C2S,
     {IS(SET), .node = 1, .name = TEXT("v"), .bytes_only = 1, .data = TEXT("abc"), REST},
     "int=5",
     GDV_OK,
     "010100000076000200000005000000"},
    {"a call of Godot 4",
     G40,
     NOTHING,
     C2S,
     {IS(CALL), .node = 1, .name = TEXT("\x01"), .method = 2, .md5 = TEXT("x"), .id = 4, REST},
     NULL,
     GDV_OK,
     "800102"},
    {"bytes of the game's own",
     G43,
     NOTHING,
     C2S,
     {IS(RAW), .data = TEXT("a"), .path = TEXT(".."), REST},
     NULL,
     GDV_OK,
     "0361"},
    {"the end of a node",
     G43,
     NOTHING,
     C2S,
     {IS(DESPAWN), .net_id = 7, .node = 0x80000000u, REST},
     NULL,
     GDV_OK,
     "0507000000"},
    {"a peer of the server's own messages",
     G3,
     GDV_ENVELOPE_WS3,
     S2C,
     {IS(ADD_PEER), .source = 1, .peer = 5, .node = 3, REST},
     NULL,
     GDV_OK,
     "01010000000000000005000000"},
    {"peer 0 of the server's own messages",
     G3,
     GDV_ENVELOPE_WS3,
     S2C,
     {IS(ADD_PEER), .source = 1},
     NULL,
     GDV_E_MP_SYS_PEER,
     "01010000000000000000000000"},
    {"no command there is",
     G3,
     GDV_ENVELOPE_WS3,
     S2C,
     {.command = GDV_COMMAND_COUNT, .source = 1, .target = 5, .peer = 5},
     NULL,
     GDV_E_MP_COMMAND,
     NULL},
    {"a command of another protocol",
     G3,
     GDV_ENVELOPE_WS3,
     S2C,
     {IS(RELAY), .source = 1, .target = 5, .peer = 5, .inner = GDV_COMMAND_RAW, .data = TEXT("a")},
     NULL,
     GDV_E_MP_COMMAND,
     NULL},
};

Test(message_writer_ignores, members_of_other_commands)
{
    MESSAGES_ARE_AS_ASKED(rows);
}
