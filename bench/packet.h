/* SPDX-License-Identifier: MIT */
/* The messages as packets of Godot, written by gdv's own writer. */
#ifndef GDV_BENCH_PACKET_H
#define GDV_BENCH_PACKET_H

#include <gdv/gdv.h>

#include "bench/workload.h"

/* Godot 4.4; and Godot 3, for the engine itself. */
extern const workload_format packet_format;
extern const workload_format packet_format_godot3;

/* Writes a message as the next value. Returns the writer's status. */
gdv_status packet_write(gdv_writer *writer, const message *tree);

/* The whole packet. Returns its size: more than capacity where that is too little. Aborts where gdv refuses to write
 * it. */
size_t packet_encode(gdv_dialect dialect, const message *tree, uint8_t *out, size_t capacity);

#endif
