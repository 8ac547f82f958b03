/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/next_record.c (docs/proof.md). No compiler reads this file. First come the names
 * that contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of
 * the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_NEXT_RECORD_C_H
#define GDV_PROOF_NEXT_RECORD_C_H

/* DOCUMENT_READABLE: what is read of a document of values: packet and nodes. MESSAGE_READABLE: a message as
 * gdv_message_parse leaves it. RECORD_KNOWN: the members of a record that are read again. RECORD_SOUND: a record that
 * is all zero, or as it was left here: it counts no more values than the nodes before `next_node`, and goes on inside
 * the packet. */
#define DOCUMENT_NODES(document) ((document).nodes + (0 .. (document).count - 1))
#define DOCUMENT_BYTES(document) ((document).bytes + (0 .. (document).size - 1))
#define NODES_READABLE(document)                                                                                       \
    (\initialized(&(document).nodes) && \initialized(&(document).count) && (document).count < GDV_MAX_BYTES &&         \
     ((document).nodes != \null ==>                                                                                    \
          \valid_read(DOCUMENT_NODES(document)) &&                                                                     \
          (\forall integer i; 0 <= i < (document).count ==>                                                            \
               GDV_NODE_KNOWN((document).nodes[i]) && \initialized(&(document).nodes[i].offset))))
#define DOCUMENT_READABLE(document)                                                                                    \
    (\initialized(&(document).bytes) && \initialized(&(document).size) && (document).size <= GDV_MAX_BYTES &&          \
     \valid_read(DOCUMENT_BYTES(document)) && \initialized(DOCUMENT_BYTES(document)) && NODES_READABLE(document))
#define MESSAGE_READABLE(message)                                                                                      \
    (\valid(message) && \initialized(&(message)->command) && \initialized(&(message)->inner) &&                   \
     \initialized(&(message)->delta) && \initialized(&(message)->records) && \initialized(&(message)->records_at) &&   \
     \initialized(&(message)->values) && DOCUMENT_READABLE((message)->document) &&                                     \
     (message)->records_at <= (message)->document.size)
#define RECORD_KNOWN(record)                                                                                           \
    (\initialized(&(record)->first) && \initialized(&(record)->values) && \initialized(&(record)->taken) &&            \
     \initialized(&(record)->next_at) && \initialized(&(record)->next_node))
#define RECORD_COUNTS(record) ((record)->first + (record)->values <= (record)->next_node)
#define RECORD_SOUND(message, record) (RECORD_COUNTS(record) && (record)->next_at <= (message)->document.size)

/*@ requires message: message != \null ==> \valid_read(message) && \initialized(&message->document.nodes);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> message != \null && message->document.nodes != \null;
*/
static bool has_values(const gdv_message *message);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result.document == \null;
*/
GDV_API gdv_value gdv_missing(void);

#define GDV_MESSAGE_VALUE_LOOP                                                                                         \
    loop invariant passed <= number;                                                                                   \
    loop assigns passed, index;                                                                                        \
    loop variant number - passed;

/*@ requires message: message != \null ==> MESSAGE_READABLE(message);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result.document == \null ||
        (\result.document == &message->document && \result.index < message->document.count);
*/
gdv_value gdv_message_value(const gdv_message *message, uint32_t number);

#define COUNT_VALUES_LOOP                                                                                              \
    loop invariant \at(record->next_node, Pre) <= node;                                                                \
    loop invariant record->values <= node - \at(record->next_node, Pre);                                               \
    loop invariant \initialized(&record->values);                                                                      \
    loop assigns node, record->values;                                                                                 \
    loop variant message->document.count - node;

/*@ requires nodes: NODES_READABLE(message->document);
    requires record: RECORD_KNOWN(record) && RECORD_COUNTS(record);
    terminates \true; exits \false;
    assigns record->first, record->values, record->next_node;
    ensures record: RECORD_KNOWN(record) && RECORD_COUNTS(record);
    ensures later: \old(record->next_node) <= record->next_node;
*/
static void count_values(const gdv_message *message, uint32_t end, gdv_message_record *record);

/*@ requires packet: GDV_PACKET(in) && at <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
    ensures inside: at <= \result <= in->size && \result <= at + n;
*/
static uint32_t further(const gdv_cursor *in, uint32_t at, uint32_t n);

/*@ requires message: message != \null ==> MESSAGE_READABLE(message);
    requires record: record != \null ==> \valid(record) && RECORD_KNOWN(record);
    requires sound: message != \null && record != \null ==> RECORD_SOUND(message, record);
    requires apart: message != \null && record != \null ==> \separated(record, message) &&
        \separated(record, DOCUMENT_BYTES(message->document)) && \separated(record, DOCUMENT_NODES(message->document));
    terminates \true; exits \false;
    assigns *record;
    ensures nothing: \result ==> message != \null && record != \null;
    ensures known: \result ==> RECORD_KNOWN(record);
    ensures sound: \result ==> RECORD_SOUND(message, record);
    ensures taken: \result ==> record->taken == \old(record->taken) + 1 && record->taken <= message->records;
    ensures inside: \result ==> record->data.size <= message->document.size;
*/
bool gdv_message_next_record(const gdv_message *message, gdv_message_record *record);

#endif
