/* SPDX-License-Identifier: MIT */
/* What the proofs of lib/message take for granted of lib/read/tape.h (docs/proof.md). No compiler reads this file.
 * First come the names that contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_TAPE_H
#define GDV_PROOF_TAPE_H

/* GDV_TAPE_NODES, GDV_TAPE_ENTRIES: the memory of a tape, as nodes and as entries of keys. GDV_TAPE_SOUND: it is there.
 * GDV_TAPE_MOVES, GDV_TAPE_READS: what adding a value changes besides: of the tape not where it lies, of the scan not
 * what the packet is.
 * GDV_TAPE_REQUIRES, GDV_TAPE_LEAVES: the contract of the function that adds a value, assumed: a cursor that promises
 * nothing stands between two values, and is moved past one; the value is inside what the cursor holds.
 * GDV_CURSOR_WITHIN: GDV_CURSOR_SOUND, but that what is promised need not be whole words: where a value is refused of
 * which fewer than four bytes are there, those may be promised still. */
#define GDV_CURSOR_WITHIN(in)                                                                                          \
    (GDV_PACKET(in) && \initialized(&(in)->pos) && \initialized(&(in)->reserved) &&                                    \
     (in)->pos + (in)->reserved <= (in)->size)
#define GDV_TAPE_NODES(tape) ((tape)->nodes + (0 .. (tape)->halves / 2 - 1))
#define GDV_TAPE_ENTRIES(tape) GDV_ENTRIES((tape)->keys.end, (tape)->halves)
#define GDV_TAPE_SOUND(tape)                                                                                           \
    (\initialized(&(tape)->nodes) && \initialized(&(tape)->used) && \initialized(&(tape)->halves) &&                   \
     \initialized(&(tape)->keys.end) && \valid(GDV_TAPE_NODES(tape)) && \valid(GDV_TAPE_ENTRIES(tape)))
#define GDV_TAPE_MOVES(tape)                                                                                           \
    (tape)->used, (tape)->open, (tape)->keys.room, (tape)->keys.used, (tape)->keys.first, (tape)->keys.key,            \
        (tape)->keys.has_packet, (tape)->keys.packet, (tape)->keys.content
#define GDV_TAPE_READS(scan)                                                                                           \
    (scan)->in.pos, (scan)->in.reserved, (scan)->depth, (scan)->values, (scan)->strings, (scan)->deepest,              \
        (scan)->keyed, (scan)->longest, (scan)->widest, (scan)->misread, (scan)->error_offset, (scan)->need
#define GDV_TAPE_REQUIRES                                                                                              \
    requires scan: GDV_SCAN_SET(scan) && GDV_CURSOR_SOUND(&scan->in);                                                  \
    requires between: scan->in.reserved == 0 && scan->depth == 0;                                                      \
    requires tape: GDV_TAPE_SOUND(tape);                                                                               \
    requires apart: \separated(GDV_TAPE_NODES(tape), scan->in.bytes + (0 .. scan->in.size - 1));                       \
    requires apart: \separated(GDV_TAPE_ENTRIES(tape), scan->in.bytes + (0 .. scan->in.size - 1));
#define GDV_TAPE_LEAVES                                                                                                \
    assigns GDV_TAPE_MOVES(tape), GDV_TAPE_READS(scan), *stack, *GDV_TAPE_NODES(tape), *GDV_TAPE_ENTRIES(tape);        \
    ensures scan: GDV_SCAN_SET(scan) && GDV_CURSOR_WITHIN(&scan->in);                                                  \
    ensures between: \result == GDV_OK ==> scan->in.reserved == 0 && scan->depth == 0;                                 \
    ensures forward: \old(scan->in.pos) <= scan->in.pos;                                                               \
    ensures read: \result == GDV_OK ==> \old(scan->in.pos) < scan->in.pos;                                             \
    ensures tape: GDV_TAPE_SOUND(tape);

/*@ GDV_TAPE_REQUIRES
    terminates \true; exits \false;
    GDV_TAPE_LEAVES
*/
gdv_status gdv_tape_value(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack);

#endif
