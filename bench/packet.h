/* SPDX-License-Identifier: MIT */
/* The messages as packets of Godot, written by gdv's own writer: valid ones, and ones that the policy refuses. */
#ifndef GDV_BENCH_PACKET_H
#define GDV_BENCH_PACKET_H

#include <gdv/gdv.h>

#include "bench/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Godot 4.4, damaged so that the strict policy refuses it; so that the engine policy does, too. */
extern const workload_format packet_format;
extern const workload_format packet_format_engine;

/* Godot 3, for the engine itself: no refused packets. */
extern const workload_format packet_format_godot3;

/* Writes a message as the next value. Returns the writer's status. */
gdv_status packet_write(gdv_writer *writer, const message *tree);

/* The whole packet. Returns its size: more than capacity where that is too little. Aborts where gdv refuses to write
 * it. */
size_t packet_encode(gdv_dialect dialect, const message *tree, uint8_t *out, size_t capacity);

/* workload_format.damage, for a packet of GODOT4_4 that the policy accepts. Aborts where the packet with the defect is
 * not refused by the policy with the code that belongs to that defect. */
size_t packet_damage(gdv_preset preset, const uint8_t *bytes, size_t size, uint64_t *chance, uint8_t *out,
                     size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
