/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/records.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_RECORDS_C_H
#define GDV_PROOF_RECORDS_C_H

/* TWICE_ENTRIES: the entries of `count` ids. */
#define TWICE_ENTRIES end[-8 * count .. -1]
#define FIND_TWICE_FILL_LOOP                                                                                           \
    loop invariant index <= count;                                                                                     \
    loop invariant packet: GDV_PACKET(&now->scan.in);                                                                  \
    loop assigns index, TWICE_ENTRIES;                                                                                 \
    loop variant count - index;
#define FIND_TWICE_LOOP                                                                                                \
    loop invariant begin <= count;                                                                                     \
    loop invariant \initialized(twice);                                                                                \
    loop assigns begin, *twice;                                                                                        \
    loop variant count - begin;
#define FIND_TWICE_INNER_LOOP                                                                                          \
    loop invariant begin < index <= next;                                                                              \
    loop invariant \initialized(twice);                                                                                \
    loop assigns index, first, *twice;                                                                                 \
    loop variant next - index;

/*@ GDV_PARSING_REQUIRES
    requires tape: GDV_PARSING_TAPE(now);
    requires there: now->scan.in.pos + 4 * count <= now->scan.in.size;
    terminates \true; exits \false;
    assigns *twice, now->error_offset, *GDV_TAPE_ENTRIES(&now->tape);
    ensures packet: GDV_PACKET(&now->scan.in);
    ensures row: GDV_PROTOCOL_ROW_KNOWN(now->row);
    ensures policy: GDV_MESSAGE_POLICY_KNOWN(now->policy);
    ensures message: GDV_MESSAGE_KNOWN(now->message);
    ensures twice: \initialized(twice);
    ensures counts: now->message->records == \old(now->message->records) &&
        now->message->values == \old(now->message->values) && now->message->net_id == \old(now->message->net_id);
*/
static gdv_status find_twice(gdv_parsing *now, uint32_t count, uint32_t *twice);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->net_id;
    GDV_PARSING_ENSURES
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + 4;
    ensures id: \result == GDV_OK ==> 1 <= now->message->net_id < GDV_NEGATIVE;
*/
static gdv_status read_net_id(gdv_parsing *now);

#define READ_SYNCHRONIZERS_LOOP                                                                                        \
    loop invariant cursor: GDV_CURSOR_SOUND(&now->scan.in);                                                            \
    loop invariant moved: index > 0 ==> now->scan.in.pos == \at(now->scan.in.pos, Pre) + 4 * index;                    \
    loop invariant here: index == 0 ==> now->scan.in.pos == \at(now->scan.in.pos, Pre);                                \
    loop invariant index <= now->message->records;                                                                     \
    loop assigns index, status, now->scan.in.pos, now->error_offset;                                                   \
    loop variant now->message->records - index;

/*@ GDV_PARSING_REQUIRES
    requires tape: GDV_PARSING_TAPE(now);
    requires there: now->scan.in.pos + 4 * now->message->records <= now->scan.in.size;
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->records_at, *GDV_TAPE_ENTRIES(&now->tape);
    GDV_PARSING_ENSURES
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + 4 * now->message->records;
    ensures counts: now->message->records == \old(now->message->records) &&
        now->message->values == \old(now->message->values);
*/
static gdv_status read_synchronizers(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    terminates \true; exits \false;
    assigns GDV_BODY_CHANGE;
    GDV_VALUES_LEAVE
    ensures end: now->scan.in.size == \old(now->scan.in.size);
*/
static gdv_status read_custom(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    requires tape: GDV_PARSING_TAPE(now);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->scene, now->message->node, now->message->net_id, now->message->records,
        now->message->records_at, now->message->name, *GDV_TAPE_ENTRIES(&now->tape);
    GDV_PARSING_ENSURES
    ensures bounded: \result == GDV_OK ==> now->message->records <= now->policy->max_records;
    ensures values: now->message->values == \old(now->message->values);
*/
static gdv_status read_spawn(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires gap: gap == FULL_GAP || gap == DELTA_GAP;
    terminates \true; exits \false;
    assigns GDV_BODY_CHANGE, now->message->records;
    GDV_VALUES_LEAVE
    ensures end: now->scan.in.size == \old(now->scan.in.size);
    ensures read: \result == GDV_OK ==> \old(now->scan.in.pos) + gap + 5 <= now->scan.in.pos;
    ensures counted: \result == GDV_OK ==> now->message->records == \old(now->message->records) + 1;
*/
static gdv_status read_record(gdv_parsing *now, uint32_t gap);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns now->scan.in.pos, now->message->time;
    GDV_PARSING_ENSURES
*/
static void read_time(gdv_parsing *now);

#define GDV_SYNC_READ_LOOP                                                                                             \
    loop invariant cursor: GDV_CURSOR_WITHIN(&now->scan.in);                                                           \
    loop invariant between: status == GDV_OK ==> now->scan.in.reserved == 0 && now->scan.depth == 0;                   \
    loop invariant set: GDV_PARSING_SET(now);                                                                          \
    loop invariant row: GDV_PROTOCOL_ROW_KNOWN(now->row);                                                              \
    loop invariant policy: GDV_MESSAGE_POLICY_KNOWN(now->policy);                                                      \
    loop invariant message: GDV_MESSAGE_KNOWN(now->message);                                                           \
    loop invariant apart: GDV_PARSING_APART(now);                                                                      \
    GDV_VALUES_HOLD(loop invariant)                                                                                    \
    loop invariant end: now->scan.in.size == \at(now->scan.in.size, Pre);                                              \
    loop invariant forward: \at(now->scan.in.pos, Pre) <= now->scan.in.pos;                                            \
    loop invariant counted: \at(now->message->values, Pre) <= now->message->values;                                    \
    loop invariant paid: now->message->values - \at(now->message->values, Pre) <=                                      \
        now->scan.in.pos - \at(now->scan.in.pos, Pre);                                                                 \
    loop assigns status, GDV_BODY_CHANGE, now->message->records;                                                       \
    loop variant (status == GDV_OK ? 1 : 0) + now->scan.in.size - now->scan.in.pos;

#endif
