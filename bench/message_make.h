/* SPDX-License-Identifier: MIT */
/* Internal to message*.c: what makes the messages. */
#ifndef GDV_BENCH_MESSAGE_MAKE_H
#define GDV_BENCH_MESSAGE_MAKE_H

#include "bench/message.h"

typedef struct message_maker {
    message_set *set;
    uint64_t chance;
    int64_t serial; /* of the message: no two are equal */
} message_maker;

/* Memory that goes with the set. */
void *message_room(message_set *set, size_t size);

/* Within a kilometre, to the millimetre. */
float message_coordinate(message_maker *from);

message message_bytes(message_maker *from, size_t size);

/* message_game.c */
message message_call(message_maker *from);
message message_snapshot(message_maker *from);
message message_rpc(message_maker *from);

/* message_long.c: single values of 1 MiB. */
message message_long_floats(message_maker *from);
message message_long_ascii(message_maker *from);
message message_long_utf8(message_maker *from);
message message_long_bytes(message_maker *from);

#endif
