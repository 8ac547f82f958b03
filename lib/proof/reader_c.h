/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/reader.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_READER_C_H
#define GDV_PROOF_READER_C_H

/* SOUND: what holds of a reader, as of any walk, as long as nothing has been refused. STANDS: what is open to the
 * caller is what is open to the scan and what he has not been told of: `ends`, and the BEGIN of a value that waits for
 * the event of its name. */
#define PLACED(token, in) ((token).name <= (token).at && (token).at + 4 <= (token).end <= (in).size)
#define SOUND(reader)                                                                                                  \
    (GDV_SCAN_SOUND(&(reader)->scan) && GDV_PAID(&(reader)->scan, 0) &&                                                \
     GDV_KEYS_SOUND(&(reader)->keys, &(reader)->scan) && \initialized(&(reader)->open) &&                              \
     \initialized(&(reader)->ends) && \initialized(&(reader)->unread))
#define STANDS(reader)                                                                                                 \
    ((reader)->open <= GDV_MAX_DEPTH + 1 &&                                                                            \
     ((reader)->unread == 0 ==> (reader)->open == (reader)->ends + (reader)->scan.depth) &&                            \
     ((reader)->unread != 0 ==> UNREAD(reader)))
#define UNREAD(reader)                                                                                                 \
    (\initialized(&(reader)->token) && \initialized(&(reader)->role) && PLACED((reader)->token, (reader)->scan.in) &&  \
     (reader)->open <= GDV_MAX_DEPTH && (reader)->token.id < (reader)->scan.table->count &&                            \
     (reader)->open + ((reader)->token.open != 0 ? 1 : 0) == (reader)->ends + (reader)->scan.depth)
#define READER_REQUIRES                                                                                                \
    requires sound: SOUND(reader);                                                                                     \
    requires valid: GDV_STACK_READABLE(&reader->stack, &reader->scan);                                                 \
    requires declares: GDV_STACK_DECLARES(&reader->stack, &reader->scan);                                              \
    requires waits: GDV_STACK_PENDING(&reader->stack, &reader->scan);                                                  \
    requires ledger: GDV_LEDGER(&reader->stack, &reader->scan);                                                        \
    requires balanced: GDV_BALANCED(&reader->stack, &reader->scan);
#define READER_ENSURES                                                                                                 \
    ensures sound: \result == GDV_OK ==> SOUND(reader);                                                                \
    ensures valid: \result == GDV_OK ==> GDV_STACK_READABLE(&reader->stack, &reader->scan);                            \
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(&reader->stack, &reader->scan);                         \
    ensures waits: \result == GDV_OK ==> \forall integer i; 0 <= i && i + 1 == reader->scan.depth ==>                  \
        reader->stack.levels[i].left > 0;                                                                              \
    ensures waits: \result == GDV_OK && reader->scan.depth > 0 ==> reader->scan.in.pos >= 8;                           \
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(&reader->stack, &reader->scan);                                   \
    ensures balanced: \result == GDV_OK ==> GDV_BALANCED(&reader->stack, &reader->scan);                               \
    ensures moved: \old(reader->scan.in.pos) <= reader->scan.in.pos <= reader->scan.in.size;

/* What a step changes of a reader, and what an event does; what giving an event leaves. */
#define STEPS                                                                                                          \
    reader->scan, reader->keys, reader->token, reader->stack, reader->role, reader->ends, reader->unread,              \
        gdv_owed[0 .. GDV_MAX_DEPTH], reader->keys.end[-8 * reader->keys.room .. -1]
#define GIVES event->kind, event->offset, event->size, event->depth, reader->last
#define READER_GIVES                                                                                                   \
    assigns STEPS, GIVES, event->role, reader->node, reader->open;                                                     \
    READER_ENSURES                                                                                                     \
    ensures stands: \result == GDV_OK ==> STANDS(reader);                                                              \
    ensures whole: \result == GDV_OK && event->kind == GDV_EVENT_DONE ==>                                              \
        reader->scan.in.pos == reader->scan.in.size || (reader->scan.permit & GDV_PERMIT_TRAILING) != 0;

/*@ READER_REQUIRES
    requires more: reader->scan.in.reserved != 0;
    requires stands: STANDS(reader) && reader->unread == 0 && reader->ends == 0;
    terminates \true; exits \false;
    assigns STEPS;
    READER_ENSURES
    ensures stands: \result == GDV_OK ==> STANDS(reader) && reader->unread != 0;
*/
static gdv_status step(gdv_reader *reader);

/*@ requires \initialized(&reader->open) && offset <= end;
    terminates \true; exits \false;
    assigns GIVES;
    ensures event->kind == kind && event->offset == offset && event->size == end - offset;
*/
static void give(gdv_reader *reader, gdv_event *event, gdv_event_kind kind, uint32_t offset, uint32_t end);

/*@ requires sound: SOUND(reader);
    requires stands: STANDS(reader) && reader->unread != 0;
    terminates \true; exits \false;
    assigns GIVES, event->role, reader->node, reader->unread, reader->open;
    ensures sound: SOUND(reader);
    ensures stands: STANDS(reader) && reader->unread == 0;
    ensures kind: event->kind != GDV_EVENT_DONE;
*/
static void give_value(gdv_reader *reader, gdv_event *event);

/*@ requires sound: SOUND(reader);
    requires stands: STANDS(reader) && reader->unread != 0;
    terminates \true; exits \false;
    assigns GIVES, event->role, reader->node;
    ensures sound: SOUND(reader);
    ensures stands: STANDS(reader);
    ensures kind: event->kind != GDV_EVENT_DONE;
*/
static void give_name(gdv_reader *reader, gdv_event *event);

/*@ READER_REQUIRES
    requires more: reader->scan.in.reserved != 0;
    requires stands: STANDS(reader) && reader->unread == 0 && reader->ends == 0;
    terminates \true; exits \false;
    assigns STEPS, GIVES, event->role, reader->node, reader->open;
    READER_ENSURES
    ensures stands: \result == GDV_OK ==> STANDS(reader);
    ensures kind: \result == GDV_OK ==> event->kind != GDV_EVENT_DONE;
*/
static gdv_status give_next(gdv_reader *reader, gdv_event *event);

/*@ requires \initialized(&reader->scan.in.pos);
    requires stands: \initialized(&reader->open) && \initialized(&reader->ends);
    requires stands: STANDS(reader) && reader->unread == 0 && reader->ends > 0;
    terminates \true; exits \false;
    assigns GIVES, reader->ends, reader->open;
    ensures stands: STANDS(reader) && \initialized(&reader->ends) && \initialized(&reader->open);
    ensures kind: event->kind != GDV_EVENT_DONE;
*/
static void give_end(gdv_reader *reader, gdv_event *event);

/*@ READER_REQUIRES
    requires stands: STANDS(reader) && reader->unread == 0;
    terminates \true; exits \false;
    assigns GIVES, reader->scan.misread, reader->scan.error_offset, reader->scan.need;
    READER_ENSURES
    ensures stands: \result == GDV_OK ==> STANDS(reader);
    ensures whole: \result == GDV_OK ==>
        reader->scan.in.pos == reader->scan.in.size || (reader->scan.permit & GDV_PERMIT_TRAILING) != 0;
*/
static gdv_status give_done(gdv_reader *reader, gdv_event *event);

/*@ requires sound: SOUND(reader);
    requires stands: STANDS(reader) && (reader->unread != 0 || reader->ends > 0);
    terminates \true; exits \false;
    assigns GIVES, event->role, reader->node, reader->unread, reader->ends, reader->open;
    ensures sound: SOUND(reader);
    ensures stands: STANDS(reader);
    ensures kind: event->kind != GDV_EVENT_DONE;
*/
static void give_rest(gdv_reader *reader, gdv_event *event);

/*@ READER_REQUIRES
    requires stands: STANDS(reader) && reader->unread == 0 && reader->ends == 0;
    terminates \true; exits \false;
    READER_GIVES
*/
static gdv_status read_on(gdv_reader *reader, gdv_event *event);

/*@ READER_REQUIRES
    requires stands: STANDS(reader);
    terminates \true; exits \false;
    READER_GIVES
*/
static gdv_status next(gdv_reader *reader, gdv_event *event);

#endif
