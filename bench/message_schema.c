/* SPDX-License-Identifier: MIT */
/* Schemas of the messages that message_game.c makes. Every key, every range and every union that a careful server would
 * write down: one that says less is cheaper to check. */
#include "bench/message.h"

#define ARGUMENT                                                                                                       \
    "type Argument = null | bool | int | float | String 1..24 | Vector3 -1000..1000 | Vector2 -1000..1000\n"           \
    "              | PackedByteArray 1..16\n"

static const char calls[] =
    ARGUMENT "type Options = { speed?: Argument, mode?: Argument, slot?: Argument, target?: Argument,\n"
             "                 force?: Argument, silent?: Argument, color?: Argument, amount?: Argument }\n"
             "packet named = { id: int 0.., call: String 1..24, args: Array[Argument] 1..5 | Options }\n"
             "packet listed = [int 0.., String 1..24, Array[Argument] 3..7, Argument?]\n";

static const char states[] =
    ARGUMENT "type Entity = { id: int 0..99999, name: String 1..24, position: Vector3 -1000..1000,\n"
             "                velocity?: Vector3 -1000..1000, flags: int 0..65535, heading?: float, alive: bool,\n"
             "                target?: int | null, items?: Array[Argument] 1..3 }\n"
             "packet state = { tick: int 0.., time: float 0.., map: String 1..24, entities: Array[Entity] 18..22 }\n";

const char *message_schema(message_workload workload)
{
    switch (workload) {
    case MESSAGES_TINY:
        return calls;
    case MESSAGES_SNAPSHOT:
        return states;
    default:
        return NULL;
    }
}
