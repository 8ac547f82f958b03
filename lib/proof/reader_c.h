/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/reader.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_READER_C_H
#define GDV_PROOF_READER_C_H

/* SOUND: what holds of a reader in which nothing was refused. MORE: as long as nothing is wrong after what has been read, it can be
 * read on from there. STANDS: what is open to the caller is enough for the ends that he has not been told of; and where
 * all that was read has been given, it is those and what is open to the scan. */
#define SOUND(reader)                                                                                                  \
    (GDV_AHEAD_SET(&(reader)->ahead) && \initialized(&(reader)->ahead.given) && \initialized(&(reader)->ahead.goes_on) && \
     \initialized(&(reader)->ahead.after) && (reader)->ahead.given <= (reader)->ahead.count &&                         \
     \initialized(&(reader)->open) && \initialized(&(reader)->ends) && \initialized(&(reader)->at))
#define MORE(clause, given)                                                                                            \
    clause sound: (given) ==> GDV_SCAN_SOUND(&reader->scan) && GDV_PAID(&reader->scan, 0);                             \
    clause keys: (given) ==> GDV_KEYS_SOUND(&reader->keys, &reader->scan);                                             \
    clause classes: (given) ==> GDV_CLASSES_SOUND(reader->scan.table) &&                                               \
        \separated(GDV_ENTRIES(reader->keys.end, reader->keys.room), reader->scan.table->classes);                     \
    clause there: (given) ==> GDV_STACK_READABLE(&reader->stack, &reader->scan);                                       \
    clause declares: (given) ==> GDV_STACK_DECLARES(&reader->stack, &reader->scan);                                    \
    clause waits: (given) ==> GDV_STACK_PENDING(&reader->stack, &reader->scan);                                        \
    clause ledger: (given) ==> GDV_LEDGER(&reader->stack, &reader->scan);                                              \
    clause balanced: (given) ==> GDV_BALANCED(&reader->stack, &reader->scan);                                          \
    clause first: (given) ==> (reader->scan.in.pos == 0 ==> reader->scan.values == 0 && reader->keys.used == 0);
#define STANDS(reader)                                                                                                 \
    ((reader)->ends <= (reader)->open <= GDV_MAX_DEPTH + 1 &&                                                          \
     ((reader)->ahead.given == (reader)->ahead.count && (reader)->ahead.after == GDV_OK ==>                            \
          (reader)->open == (reader)->ends + (reader)->scan.depth) &&                                                  \
     ((reader)->ahead.given < (reader)->ahead.count && (reader)->ahead.after == GDV_OK ==>                             \
          GDV_AHEAD_OPEN(&(reader)->ahead) == (reader)->scan.depth))
#define GIVES                                                                                                          \
    event->kind, event->role, event->offset, event->size, event->depth, event->value, reader->last, reader->at

/*@ requires memory: \valid(reader) && \valid(event) && \separated(reader, event);
    requires \initialized(&reader->open) && offset <= end;
    terminates \true; exits \false;
    assigns GIVES;
    ensures event->kind == kind && event->offset == offset && event->size == end - offset;
    ensures \initialized(&reader->at) && reader->at == end;
*/
static inline void give(gdv_reader *reader, gdv_event *event, gdv_event_kind kind, gdv_role role, uint32_t offset,
                        uint32_t end);

/*@ requires memory: \valid(reader) && \valid(event) && \separated(reader, event);
    requires sound: SOUND(reader) && \initialized(&reader->scan.depth);
    requires stands: STANDS(reader) && reader->ends == 0 && reader->ahead.given < reader->ahead.count;
    terminates \true; exits \false;
    assigns GIVES, reader->ahead.given, reader->open, reader->ends, reader->document.nodes;
    ensures sound: SOUND(reader);
    ensures stands: STANDS(reader);
*/
static inline void give_value(gdv_reader *reader, gdv_event *event);

/*@ requires memory: \valid(reader) && \valid(event) && \separated(reader, event);
    requires sound: SOUND(reader) && \initialized(&reader->scan.depth);
    requires stands: STANDS(reader) && reader->ends > 0;
    terminates \true; exits \false;
    assigns GIVES, reader->ends, reader->open;
    ensures sound: SOUND(reader);
    ensures stands: STANDS(reader) && event->kind == GDV_EVENT_END;
*/
static inline void give_end(gdv_reader *reader, gdv_event *event);

/*@ requires memory: \valid(reader) && \valid(event) && \separated(reader, event);
    requires sound: SOUND(reader);
    MORE(requires, 0 == 0)
    requires read: reader->scan.in.reserved == 0;
    terminates \true; exits \false;
    assigns GIVES, reader->scan.misread, reader->scan.error_offset, reader->scan.need;
    ensures sound: SOUND(reader);
    ensures whole: \result == GDV_OK ==>
        reader->scan.in.pos == reader->scan.in.size || (reader->scan.permit & GDV_PERMIT_TRAILING) != 0;
*/
static gdv_status give_done(gdv_reader *reader, gdv_event *event);

/*@ requires memory: \valid(reader) && \valid(event) && \separated(reader, event);
    requires sound: SOUND(reader);
    requires stands: STANDS(reader) && reader->ends == 0 && reader->ahead.given == reader->ahead.count;
    MORE(requires, reader->ahead.after == GDV_OK)
    terminates \true; exits \false;
    assigns GIVES, reader->ahead, reader->scan, reader->keys, reader->stack, reader->open, reader->ends, reader->document.nodes,
            gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first, reader->keys.end[-8 * reader->keys.room .. -1];
    ensures sound: SOUND(reader);
    ensures stands: \result == GDV_OK && event->kind != GDV_EVENT_DONE ==> STANDS(reader);
    MORE(ensures, \result == GDV_OK && reader->ahead.after == GDV_OK)
*/
static gdv_status read_on(gdv_reader *reader, gdv_event *event);

#endif
