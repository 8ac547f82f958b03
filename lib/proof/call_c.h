/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/call.c (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_CALL_C_H
#define GDV_PROOF_CALL_C_H

/*@ requires packet: GDV_PACKET(in);
    requires bytes: 1 <= bytes <= 4 && GDV_HOLDS(in, at, bytes);
    terminates \true; exits \false;
    assigns \nothing;
    ensures narrow: bytes <= 2 ==> \result <= 0xffff;
*/
static uint32_t unsigned_at(const gdv_cursor *in, uint32_t at, uint32_t bytes);

/*@ GDV_PARSING_REQUIRES
    requires command: now->scan.in.pos >= 1;
    requires bytes: 1 <= bytes <= 4 && \initialized(path);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, *path, now->message->node, now->message->lints;
    GDV_PARSING_ENSURES
    ensures path: \initialized(path) && (*path <= now->scan.in.size || *path == GDV_NOWHERE);
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + bytes;
*/
static gdv_status read_node(gdv_parsing *now, uint32_t bytes, uint32_t *path);

/*@ GDV_PARSING_REQUIRES
    requires path: path <= now->scan.in.size || path == GDV_NOWHERE;
    requires least: now->scan.in.pos <= least;
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->scan.in.size, now->message->path;
    GDV_PARSING_ENSURES
    ensures stays: now->scan.in.pos == \old(now->scan.in.pos);
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
    ensures cut: \result == GDV_OK && path != \old(now->scan.in.size) ==> now->scan.in.size == path && least <= path;
*/
static gdv_status cut_path(gdv_parsing *now, uint32_t field, uint32_t path, uint32_t least);

/*@ GDV_VALUES_REQUIRES
    requires there: now->scan.in.pos < now->scan.in.size;
    terminates \true; exits \false;
    assigns GDV_VALUES_CHANGE, now->message->lints;
    GDV_VALUES_LEAVE
*/
static gdv_status read_counted(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    requires command: now->scan.in.pos >= 1 && \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->scan.in.size, now->message->node, now->message->lints, now->message->path,
        now->message->name;
    GDV_PARSING_ENSURES
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
*/
static gdv_status read_names(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires command: \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_VALUES_CHANGE, now->message->lints;
    GDV_VALUES_LEAVE
    ensures whole: \result == GDV_OK ==> now->scan.in.pos == now->scan.in.size;
*/
static gdv_status read_named_values(gdv_parsing *now, uint32_t field, bool has_path);

/*@ GDV_VALUES_REQUIRES
    requires command: now->scan.in.pos >= 1 && \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_BODY_CHANGE, now->message->node, now->message->lints, now->message->path, now->message->name;
    GDV_VALUES_LEAVE
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
    ensures whole: \result == GDV_OK ==> now->scan.in.pos == now->scan.in.size;
*/
static gdv_status read_named(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    requires flags: \initialized(&now->flags);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->lints, now->message->node_level, now->message->method;
    GDV_PARSING_ENSURES
    ensures size: \result == GDV_OK ==> \initialized(&now->message->method) && now->message->method < 0x8000;
*/
static gdv_status read_method(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires flags: \initialized(&now->flags);
    terminates \true; exits \false;
    assigns GDV_VALUES_CHANGE, now->message->lints, now->message->bytes_only, now->message->data;
    GDV_VALUES_LEAVE
*/
static gdv_status read_arguments(gdv_parsing *now, uint32_t field, bool has_path);

/*@ GDV_PARSING_REQUIRES
    requires command: now->scan.in.pos >= 1 && \initialized(&now->flags);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->scan.in.size, now->message->node, now->message->lints, now->message->path,
        now->message->node_level, now->message->method;
    GDV_PARSING_ENSURES
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
*/
static gdv_status read_numbers_of_call(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires command: now->scan.in.pos >= 1 && \initialized(&now->flags);
    terminates \true; exits \false;
    assigns GDV_BODY_CHANGE, now->message->node, now->message->lints, now->message->path, now->message->node_level,
        now->message->method, now->message->bytes_only, now->message->data;
    GDV_VALUES_LEAVE
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
*/
static gdv_status read_numbered(gdv_parsing *now);

#endif
