/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/envelope.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_ENVELOPE_C_H
#define GDV_PROOF_ENVELOPE_C_H

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns now->command, now->message->command;
    GDV_PARSING_ENSURES
    ensures known: \initialized(&now->command);
    ensures command: now->command == command && now->message->command == command;
*/
static void take_command(gdv_parsing *now, gdv_command command);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->peer;
    GDV_PARSING_ENSURES
    ensures whole: \result == GDV_OK ==> now->scan.in.pos == now->scan.in.size;
*/
static gdv_status read_peer(gdv_parsing *now, uint32_t least);

/*@ GDV_PARSING_REQUIRES
    requires there: now->scan.in.pos + 8 <= now->scan.in.size;
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->source, now->message->target;
    GDV_PARSING_ENSURES
    ensures taken: now->scan.in.pos == \old(now->scan.in.pos) + 8;
*/
static gdv_status read_addresses(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->source, now->message->target;
    GDV_PARSING_ENSURES
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + 8;
*/
static gdv_status read_enet(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    requires known: \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->command, now->message->command, now->message->peer;
    GDV_PARSING_ENSURES
    ensures known: \initialized(&now->command);
    ensures whole: \result == GDV_OK ==> now->scan.in.pos == now->scan.in.size;
*/
static gdv_status read_enet_system(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    requires type: 1 <= type <= 3;
    requires known: \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->command, now->message->command, now->message->peer;
    GDV_PARSING_ENSURES
    ensures known: \initialized(&now->command);
    ensures whole: \result == GDV_OK ==> now->scan.in.pos == now->scan.in.size;
*/
static gdv_status read_websocket_system(gdv_parsing *now, uint32_t type);

/*@ GDV_PARSING_REQUIRES
    requires whole: \initialized(whole);
    requires known: \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, *whole, now->command, now->message->source, now->message->target,
        now->message->peer, now->message->command;
    GDV_PARSING_ENSURES
    ensures known: \initialized(&now->command);
    ensures whole: \initialized(whole);
    ensures whole: \result == GDV_OK && *whole ==> now->scan.in.pos == now->scan.in.size;
    ensures command: !*whole ==> now->message->command == \old(now->message->command);
*/
static gdv_status read_websocket(gdv_parsing *now, bool *whole);

/*@ GDV_PARSING_REQUIRES
    requires known: \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->command, now->message->command, now->message->peer;
    GDV_PARSING_ENSURES
    ensures known: \initialized(&now->command);
    ensures whole: \result == GDV_OK ==> now->scan.in.pos == now->scan.in.size;
*/
static gdv_status read_id(gdv_parsing *now);

#endif
