/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/message.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_MESSAGE_C_H
#define GDV_PROOF_MESSAGE_C_H

/*@ GDV_PARSING_REQUIRES
    requires there: now->scan.in.pos + GDV_MD5_DIGITS + 1 <= now->scan.in.size;
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->md5;
    GDV_PARSING_ENSURES
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + GDV_MD5_DIGITS + 1;
    ensures size: \result == GDV_OK ==> now->message->md5.size == GDV_MD5_DIGITS;
*/
static gdv_status read_md5(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->md5, now->message->id, now->message->path;
    GDV_PARSING_ENSURES
*/
static gdv_status read_simplify(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    requires command: now->scan.in.pos >= 1;
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->ok, now->message->id, now->message->path;
    GDV_PARSING_ENSURES
*/
static gdv_status read_confirm(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns now->error_offset, now->message->data;
    GDV_PARSING_ENSURES
*/
static gdv_status read_raw(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    requires command: now->scan.in.pos >= 1 && \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->peer;
    GDV_PARSING_ENSURES
    ensures relay: \result == GDV_OK && now->command == GDV_COMMAND_RELAY ==> now->scan.in.pos < now->scan.in.size;
*/
static gdv_status read_sys_peer(gdv_parsing *now);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool are_flags(uint32_t command, uint32_t flags);

/*@ GDV_PARSING_REQUIRES
    requires command: \initialized(command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, *command;
    GDV_PARSING_ENSURES
    ensures command: \initialized(command);
*/
static gdv_status read_sys_command(gdv_parsing *now, uint32_t *command);

/*@ GDV_PARSING_REQUIRES
    requires there: now->scan.in.pos < now->scan.in.size;
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->flags, now->command, now->message->command, now->message->inner;
    GDV_PARSING_ENSURES
    ensures taken: \old(now->scan.in.pos) + 1 <= now->scan.in.pos;
    ensures known: \initialized(&now->flags) && (\result == GDV_OK ==> \initialized(&now->command));
    ensures nested: \result == GDV_OK && \old(now->message->command) == GDV_COMMAND_RELAY ==>
        now->message->command == GDV_COMMAND_RELAY;
*/
static gdv_status read_command(gdv_parsing *now);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= size && \result * sizeof(gdv_node) <= SIZE_MAX;
*/
GDV_API size_t gdv_message_bound(size_t size);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns now->message->data;
    GDV_PARSING_ENSURES
*/
static gdv_status read_auth(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    requires command: now->scan.in.pos >= 1 && \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->md5, now->message->id, now->message->path, now->message->ok,
        now->message->data, now->message->peer;
    GDV_PARSING_ENSURES
    ensures relay: \result == GDV_OK && now->command == GDV_COMMAND_RELAY ==> now->scan.in.pos < now->scan.in.size;
*/
static gdv_status read_fields(gdv_parsing *now);

/* BODY_CHANGES: what the body of a packet may change, whichever command it is. */
#define BODY_CHANGES                                                                                                   \
    GDV_BODY_CHANGE, now->message->md5, now->message->id, now->message->path, now->message->ok,                      \
        now->message->data, now->message->peer, now->message->node, now->message->lints, now->message->name,           \
        now->message->node_level, now->message->method, now->message->bytes_only, now->message->scene,                 \
        now->message->net_id, now->message->records, now->message->records_at, now->message->delta, now->message->time

/*@ GDV_VALUES_REQUIRES
    requires command: now->scan.in.pos >= 1 && \initialized(&now->command) && \initialized(&now->flags);
    terminates \true; exits \false;
    assigns BODY_CHANGES;
    GDV_VALUES_LEAVE
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
    ensures relay: \result == GDV_OK && now->command == GDV_COMMAND_RELAY ==> now->scan.in.pos < now->scan.in.size;
*/
static gdv_status read_body(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires there: now->scan.in.pos < now->scan.in.size && \initialized(&now->command);
    terminates \true; exits \false;
    assigns BODY_CHANGES, now->flags, now->command, now->message->command, now->message->inner;
    GDV_VALUES_LEAVE
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
    ensures known: \initialized(&now->command);
    ensures relay: \result == GDV_OK && now->command == GDV_COMMAND_RELAY ==> now->scan.in.pos < now->scan.in.size;
*/
static gdv_status read_one(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires known: \initialized(&now->command);
    terminates \true; exits \false;
    assigns BODY_CHANGES, now->flags, now->command, now->message->command, now->message->inner, now->message->source,
        now->message->target;
    GDV_VALUES_LEAVE
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
    ensures known: \initialized(&now->command);
*/
static gdv_status read_all(gdv_parsing *now);

#endif
