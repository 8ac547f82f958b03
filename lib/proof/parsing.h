/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/parsing.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_PARSING_H
#define GDV_PROOF_PARSING_H

/* GDV_MESSAGE_KNOWN: the members of a message that are read again while it is filled have been written.
 * GDV_PROTOCOL_ROW_KNOWN: a row of the table of protocols can be read. GDV_PARSING_SET: row,
 * policy and message are there; what is passed by pointer is an object that may be written, to the model.
 * GDV_PARSING_APART: the message is apart from the packet, the policy and the row.
 * GDV_PARSING_HOLDS: what each part of the parser finds and leaves, as clauses of the given kind: that, and a cursor
 * that is sound and promises nothing, as between two fields or values. GDV_PARSING_REQUIRES, GDV_PARSING_ENSURES: it
 * holds, and the cursor has not moved back. GDV_PARSING_MOVES: what reading a field changes besides the member that it
 * fills. */
#define GDV_MESSAGE_KNOWN(message)                                                                                     \
    (\initialized(&(message)->command) && \initialized(&(message)->lints) && \initialized(&(message)->source) &&       \
     \initialized(&(message)->net_id) && \initialized(&(message)->ok) && \initialized(&(message)->scene) &&            \
     \initialized(&(message)->records) && \initialized(&(message)->values) &&         \
     \initialized(&(message)->target))
#define GDV_PROTOCOL_COMMANDS_KNOWN(row, i)                                                                            \
    (\initialized(&(row)->commands[i]) && \initialized(&(row)->commands[(i) + 1]) &&                                   \
     \initialized(&(row)->commands[(i) + 2]) && \initialized(&(row)->commands[(i) + 3]))
#define GDV_PROTOCOL_ROW_KNOWN(row)                                                                                    \
    (\valid_read(row) && \initialized(&(row)->dialect) && \initialized(&(row)->traits) &&                              \
     GDV_PROTOCOL_COMMANDS_KNOWN(row, 0) && GDV_PROTOCOL_COMMANDS_KNOWN(row, 4))
#define GDV_PARSING_SET(now)                                                                                           \
    (\initialized(&(now)->row) && \initialized(&(now)->policy) && \initialized(&(now)->message) &&                     \
     \valid((now)->policy) && \valid((now)->message))
#define GDV_PARSING_APART(now)                                                                                         \
    (\separated((now)->message, (now)->policy) && \separated((now)->message, (now)->row) &&                            \
     \separated((now)->message, (now)->scan.in.bytes + (0 .. (now)->scan.in.size - 1)))
#define GDV_PARSING_MOVES now->scan.in.pos, now->error_offset
#define GDV_PARSING_HOLDS(clause)                                                                                      \
    clause cursor: GDV_CURSOR_SOUND(&now->scan.in) && now->scan.in.reserved == 0;                                      \
    clause set: GDV_PARSING_SET(now);                                                                                  \
    clause row: GDV_PROTOCOL_ROW_KNOWN(now->row);                                                                      \
    clause policy: GDV_MESSAGE_POLICY_KNOWN(now->policy);                                                              \
    clause message: GDV_MESSAGE_KNOWN(now->message);                                                                   \
    clause apart: GDV_PARSING_APART(now);
#define GDV_PARSING_REQUIRES GDV_PARSING_HOLDS(requires)
#define GDV_PARSING_ENSURES                                                                                            \
    GDV_PARSING_HOLDS(ensures)                                                                                         \
    ensures forward: \old(now->scan.in.pos) <= now->scan.in.pos;

/* Where values are read. GDV_PARSING_TAPE: the tape is apart from message, packet, policy and row. GDV_VALUES_HOLD:
 * what is found before values, as clauses: besides what holds for all parts, no more values than bytes before the
 * cursor. GDV_VALUES_CHANGE: what reading values changes; GDV_BODY_CHANGE: what parts do which also let the message end
 * earlier for a while, or for its path. GDV_VALUES_LEAVE: what it leaves, refused or not: all of that; but what a
 * refused value was promised may be reserved still, as nothing is read after it. */
#define GDV_PARSING_APART_FROM(now, memory)                                                                            \
    (\separated((now)->message, memory) && \separated((now)->policy, memory) && \separated((now)->row, memory) &&      \
     \separated((now)->scan.in.bytes + (0 .. (now)->scan.in.size - 1), memory))
#define GDV_PARSING_TAPE(now)                                                                                          \
    (GDV_TAPE_SOUND(&(now)->tape) && GDV_PARSING_APART_FROM(now, GDV_TAPE_NODES(&(now)->tape)) &&                      \
     GDV_PARSING_APART_FROM(now, GDV_TAPE_ENTRIES(&(now)->tape)))
#define GDV_VALUES_HOLD(clause)                                                                                        \
    clause scan: GDV_SCAN_SET(&now->scan);                                                                             \
    clause tape: GDV_PARSING_TAPE(now);                                                                                \
    clause paid: now->message->values <= now->scan.in.pos;
#define GDV_VALUES_REQUIRES                                                                                            \
    GDV_PARSING_REQUIRES                                                                                               \
    GDV_VALUES_HOLD(requires)                                                                                          \
    requires closed: now->scan.depth == 0;
#define GDV_VALUES_CHANGE                                                                                              \
    GDV_TAPE_READS(&now->scan), now->stack, GDV_TAPE_MOVES(&now->tape), now->error_offset, now->argument,              \
        now->value_at, now->value_end, now->value_code, now->message->values, *GDV_TAPE_NODES(&now->tape),             \
        *GDV_TAPE_ENTRIES(&now->tape)
#define GDV_VALUES_LEAVE                                                                                               \
    ensures cursor: GDV_CURSOR_WITHIN(&now->scan.in);                                                                  \
    ensures between: \result == GDV_OK ==> now->scan.in.reserved == 0 && now->scan.depth == 0;                         \
    ensures set: GDV_PARSING_SET(now);                                                                                 \
    ensures row: GDV_PROTOCOL_ROW_KNOWN(now->row);                                                                     \
    ensures policy: GDV_MESSAGE_POLICY_KNOWN(now->policy);                                                             \
    ensures message: GDV_MESSAGE_KNOWN(now->message);                                                                  \
    ensures apart: GDV_PARSING_APART(now);                                                                             \
    GDV_VALUES_HOLD(ensures)                                                                                           \
    ensures forward: \old(now->scan.in.pos) <= now->scan.in.pos;                                                       \
    ensures counted: \old(now->message->values) <= now->message->values;                                               \
    ensures each_paid: now->message->values - \old(now->message->values) <= now->scan.in.pos - \old(now->scan.in.pos);
#define GDV_BODY_CHANGE GDV_VALUES_CHANGE, now->scan.in.size

/*@ terminates \true; exits \false;
    assigns now->error_offset;
    ensures \initialized(&now->error_offset) && now->error_offset == error_offset;
    ensures \result == code;
*/
gdv_status gdv_message_refuse(gdv_parsing *now, gdv_status code, uint32_t error_offset);

/*@ requires cursor: GDV_CURSOR_SOUND(&now->scan.in) && now->scan.in.reserved == 0;
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES;
    ensures cursor: GDV_CURSOR_SOUND(&now->scan.in);
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + n;
    ensures cut: \result != GDV_OK ==> \result == GDV_E_MP_SHORT && now->scan.in.pos == \old(now->scan.in.pos);
    ensures cut: \result != GDV_OK ==> \old(now->scan.in.pos) + n > now->scan.in.size;
*/
gdv_status gdv_field_take(gdv_parsing *now, uint32_t n);

/*@ requires cursor: GDV_CURSOR_SOUND(&now->scan.in) && now->scan.in.reserved == 0;
    requires there: now->scan.in.pos + 4 <= now->scan.in.size;
    terminates \true; exits \false;
    assigns now->scan.in.pos;
    ensures cursor: GDV_CURSOR_SOUND(&now->scan.in);
    ensures taken: now->scan.in.pos == \old(now->scan.in.pos) + 4;
*/
uint32_t gdv_field_u32(gdv_parsing *now);

/*@ requires cursor: GDV_CURSOR_SOUND(&now->scan.in) && now->scan.in.reserved == 0;
    requires there: now->scan.in.pos + 4 <= now->scan.in.size;
    requires apart: \separated(id, now->scan.in.bytes + (0 .. now->scan.in.size - 1));
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, *id;
    ensures cursor: GDV_CURSOR_SOUND(&now->scan.in);
    ensures id: \initialized(id) && (\result == GDV_OK ==> 1 <= *id < GDV_NEGATIVE);
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + 4;
    ensures refused: \result != GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos);
*/
gdv_status gdv_field_id(gdv_parsing *now, uint32_t *id);

/*@ requires cursor: GDV_CURSOR_SOUND(&now->scan.in);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result.size == now->scan.in.size - now->scan.in.pos;
*/
gdv_text gdv_field_rest(const gdv_parsing *now);

/*@ requires cursor: GDV_CURSOR_SOUND(&now->scan.in);
    terminates \true; exits \false;
    assigns now->error_offset;
    ensures \result == GDV_OK <==> now->scan.in.pos == now->scan.in.size || code == GDV_OK;
    ensures \result == GDV_OK || \result == code;
*/
gdv_status gdv_message_end(gdv_parsing *now, gdv_status code);

/*@ GDV_PARSING_REQUIRES
    requires whole: \initialized(whole) && \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, *whole, now->command, now->message->source, now->message->target,
        now->message->peer, now->message->command;
    GDV_PARSING_ENSURES
    ensures known: \initialized(&now->command);
    ensures whole: \initialized(whole);
    ensures command: !*whole ==> now->message->command == \old(now->message->command);
*/
gdv_status gdv_envelope_read(gdv_parsing *now, bool *whole);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns now->error_offset, now->message->path;
    GDV_PARSING_ENSURES
    ensures path: \result == GDV_OK ==> 0 < now->message->path.size <= now->policy->max_path;
*/
gdv_status gdv_path_read(gdv_parsing *now);

/*@ GDV_PARSING_REQUIRES
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->name;
    GDV_PARSING_ENSURES
    ensures name: \result == GDV_OK ==> now->message->name.size <= now->policy->max_name;
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + now->message->name.size + 1;
    ensures refused: \result != GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos);
*/
gdv_status gdv_name_read(gdv_parsing *now, bool is_property);

/*@ GDV_PARSING_REQUIRES
    requires there: now->scan.in.pos + size <= now->scan.in.size;
    terminates \true; exits \false;
    assigns GDV_PARSING_MOVES, now->message->name;
    GDV_PARSING_ENSURES
    ensures taken: \result == GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos) + size;
    ensures refused: \result != GDV_OK ==> now->scan.in.pos == \old(now->scan.in.pos);
*/
gdv_status gdv_node_name_read(gdv_parsing *now, uint32_t size);

/*@ GDV_VALUES_REQUIRES
    terminates \true; exits \false;
    assigns GDV_VALUES_CHANGE;
    GDV_VALUES_LEAVE
    ensures read: \result == GDV_OK ==> \old(now->scan.in.pos) < now->scan.in.pos;
*/
gdv_status gdv_value_take(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    terminates \true; exits \false;
    assigns GDV_VALUES_CHANGE;
    GDV_VALUES_LEAVE
*/
gdv_status gdv_values_read(gdv_parsing *now, uint32_t count);

/*@ GDV_VALUES_REQUIRES
    terminates \true; exits \false;
    assigns GDV_VALUES_CHANGE;
    GDV_VALUES_LEAVE
    ensures whole: \result == GDV_OK ==> now->scan.in.pos == now->scan.in.size;
*/
gdv_status gdv_values_fill(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires command: now->scan.in.pos >= 1 && \initialized(&now->command) && \initialized(&now->flags);
    terminates \true; exits \false;
    assigns GDV_BODY_CHANGE, now->message->node, now->message->lints, now->message->path, now->message->name,
        now->message->node_level, now->message->method, now->message->bytes_only, now->message->data;
    GDV_VALUES_LEAVE
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
*/
gdv_status gdv_call_read(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires command: \initialized(&now->command);
    terminates \true; exits \false;
    assigns GDV_BODY_CHANGE, now->message->scene, now->message->node, now->message->net_id, now->message->records,
        now->message->records_at, now->message->name;
    GDV_VALUES_LEAVE
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
*/
gdv_status gdv_spawn_read(gdv_parsing *now);

/*@ GDV_VALUES_REQUIRES
    requires flags: \initialized(&now->flags);
    terminates \true; exits \false;
    assigns GDV_BODY_CHANGE, now->message->delta, now->message->time, now->message->records, now->message->records_at;
    GDV_VALUES_LEAVE
    ensures shorter: now->scan.in.size <= \old(now->scan.in.size);
*/
gdv_status gdv_sync_read(gdv_parsing *now);

#endif
