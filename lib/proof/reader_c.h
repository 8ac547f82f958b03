/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/reader.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_READER_C_H
#define GDV_PROOF_READER_C_H

/* SOUND: what holds of a reader in which nothing was refused. MORE: as long as nothing is wrong after what has been read, it can be
 * read on from there. STANDS: where all that was read has been given, what is open is open to the scan. */
#define SOUND(reader)                                                                                                  \
    (GDV_AHEAD_SET(&(reader)->ahead) && \initialized(&(reader)->ahead.given) && \initialized(&(reader)->ahead.goes_on) && \
     \initialized(&(reader)->ahead.after) && (reader)->ahead.given <= (reader)->ahead.count)
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
    ((reader)->ahead.count > 0 && (reader)->ahead.after == GDV_OK ==>                                                  \
         GDV_AHEAD_OPEN(&(reader)->ahead) == (reader)->scan.depth)

/*@ requires memory: \valid_read(reader);
    requires sound: SOUND(reader);
    terminates \true; exits \false;
    assigns \nothing;
    ensures none: reader->ahead.given == 0 ==> \result == \null;
    ensures last: reader->ahead.given > 0 ==> \result == &reader->ahead.values[reader->ahead.given - 1].event;
*/
static inline const gdv_event *last_given(const gdv_reader *reader);

/*@ terminates \true; exits \false;
    assigns reader->status, reader->clear, reader->ahead.count, reader->ahead.given;
    ensures reader->status == status && reader->clear == \null;
    ensures none: reader->ahead.count == 0 && reader->ahead.given == 0;
    ensures set: \initialized(&reader->ahead.count) && \initialized(&reader->ahead.given);
*/
static void stop_at(gdv_reader *reader, gdv_status status);

/*@ requires memory: \valid(reader);
    requires sound: SOUND(reader) && \initialized(&reader->scan.depth);
    requires stands: STANDS(reader) && reader->ahead.given < reader->ahead.count;
    terminates \true; exits \false;
    assigns reader->ahead.given, reader->document.nodes;
    ensures sound: SOUND(reader);
    ensures stands: STANDS(reader);
    ensures there: \result == &reader->ahead.values[\old(reader->ahead.given)].event;
    ensures next: reader->ahead.given == \old(reader->ahead.given) + 1;
*/
static inline const gdv_event *gdv_reader_pull_read(gdv_reader *reader);

/*@ requires memory: \valid(reader);
    requires sound: SOUND(reader);
    requires stands: STANDS(reader) && reader->ahead.given == reader->ahead.count;
    requires handles: \initialized(&reader->ahead.document);
    MORE(requires, reader->ahead.after == GDV_OK)
    terminates \true; exits \false;
    assigns reader->ahead, reader->scan, reader->keys, reader->stack,
            gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first, reader->keys.end[-8 * reader->keys.room .. -1];
    ensures sound: SOUND(reader);
    ensures stands: \result == GDV_OK ==> STANDS(reader);
    ensures whole: \result == GDV_OK && reader->ahead.given == reader->ahead.count ==>
        reader->scan.in.pos == reader->scan.in.size || (reader->scan.permit & GDV_PERMIT_TRAILING) != 0;
    MORE(ensures, \result == GDV_OK && reader->ahead.after == GDV_OK)
*/
static gdv_status read_on(gdv_reader *reader);

#endif
