/* SPDX-License-Identifier: MIT */
/* Writes packets of the engine's multiplayer layer, as an engine of the protocol would send them: what a gdv_message
 * says, then values one after another. All commands, envelopes and directions of message.h.
 *
 *      gdv_message call = {.struct_size = sizeof call, .command = GDV_COMMAND_CALL, .path = {"Main", 4}, .method = 5};
 *      gdv_message_writer_init(&writer, buffer, sizeof buffer, GDV_PROTOCOL_GODOT4_3, NULL, &call, NULL, 0);
 *      gdv_write_int(gdv_message_add_value(&writer), 100);
 *      gdv_write_string(gdv_message_add_value(&writer), "hp", 2);
 *      status = gdv_message_writer_finish(&writer, &size);
 *
 * What no engine sends, or the policy would not accept, is refused with the code that gdv_message_parse has for it. The
 * refusal is sticky: one look at gdv_message_writer_finish is enough, and nothing is written after it. A packet that
 * finishes with GDV_OK is accepted by gdv_message_parse under the same policy.
 *
 * Ids have the smallest width that holds them; a node's path, where there is one, is the packet's end; counts and sizes
 * are exact. In Godot 4 bools and ints have their short forms, and a call of no argument or of one byte array the form
 * that says so (bit 7). An engine that calls several peers at once, of which one does not know the node's id yet, sends
 * the id to the others in four bytes whatever it is: the writer never does.
 *
 * A writer is 14 KiB; only what nesting needs of it is touched. Nothing is allocated, so there is nothing to release.
 * Time: linear in what is written. Reference: docs/multiplayer-format.md. */
#ifndef GDV_MESSAGE_WRITER_H
#define GDV_MESSAGE_WRITER_H

#include "message.h"
#include "writer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ids of a spawn's synchronizers that are compared without scratch memory. */
#define GDV_MESSAGE_WRITER_IDS 64

struct gdv_protocol_row;

/* The fields are the library's own. */
typedef struct gdv_message_writer {
    gdv_writer value; /* of the value that is written now */
    gdv_sink out;
    const struct gdv_protocol_row *row; /* NULL in a writer that was not set up */
    gdv_message_policy policy;
    gdv_message message; /* what was asked for */
    uint8_t *scratch;
    size_t scratch_size;
    gdv_status status; /* the first refusal, which is sticky; a full buffer is none, as measuring goes on */
    int32_t argument;  /* these three are of that refusal */
    uint64_t error_offset;
    gdv_report inner;
    uint64_t command_at; /* where the command's byte stands; of a relay, that of the packet in it */
    uint64_t count_at;   /* of a call: where its arguments are counted */
    uint64_t record_at;  /* of SYNC: where the record that is open begins; of SPAWN: the size of the custom value */
    uint64_t indexes;    /* of that record */
    gdv_command command; /* of a relay, that of the packet in it */
    uint32_t flags;      /* of a call of Godot 4 */
    uint32_t values;
    uint32_t nested; /* values, and those in them */
    uint32_t records;
    uint32_t record_values; /* of the record that is open */
    uint32_t lone;          /* bytes of the first value where that is a byte array */
    bool is_lone;           /* whether it is one, all of it in the buffer */
    bool is_open;           /* while a value is written */
    bool has_name;          /* of a spawn: no more ids can come */
    bool is_finished;
    uint8_t ids[8 * GDV_MESSAGE_WRITER_IDS];
} gdv_message_writer;

/* Sets out to write one packet of the protocol into buffer[0 .. capacity-1], and writes what comes before its values.
 * With buffer NULL and capacity 0 nothing is written, but all of it is measured.
 *
 * policy   as for gdv_message_parse: what will accept the packet; envelope and direction are those of the packet. It is
 *          copied. NULL: strict, no envelope, from a client.
 * message  what the packet says: command, and the members that message.h has for that command. All others are ignored,
 *          and so are protocol, lints, records, records_at, values and document: a message that gdv_message_parse gave
 *          can be handed in as it is, for the protocol that it came in or another. It is copied, but not its texts:
 *          they must stay as they are up to gdv_message_writer_finish.
 *            CALL, SET  a path, or else a node, and not both. bytes_only: `data` is the one argument, a byte array, or
 *                       empty for none, and no values come (Godot 4; GDV_E_NO_SUCH_LAYOUT elsewhere)
 *            SYNC       ids and values come by gdv_message_add_record and gdv_message_add_value
 *            SPAWN      ids of synchronizers by gdv_message_add_record, then values
 *            RELAY      inner: the command of the packet in it, which says the rest
 *          and, where the envelope has addresses, source and target. Those of the server's own messages (ADD_PEER,
 *          REMOVE_PEER, YOUR_ID in WS3) are always 1 and 0: so source may be 0 there, too.
 * scratch  memory that is used where keys may be equal and the writer does not know by itself that none are (as
 *          gdv_writer_finish has it): gdv_scratch_bound(capacity) suffices; for more than GDV_MESSAGE_WRITER_IDS
 *          synchronizers: 8 bytes for each; and by gdv_message_copy_value. NULL with 0 where there is none. It must stay
 *          the writer's up to gdv_message_writer_finish.
 *
 * Returns GDV_OK or the refusal, which gdv_message_writer_finish returns too:
 *   GDV_E_MP_..           as gdv_message_parse would; of several faults any may be told. GDV_E_MP_COMMAND also where the
 *                         envelope has no such command; GDV_E_MP_PATH_TRAILING for a NUL in a path, GDV_E_MP_NAME_UTF8 in a name
 *   GDV_E_OUT_OF_RANGE    method above 32767, time above 65535
 *   GDV_E_LIMIT_BYTES     of the policy, or of any packet (2^31 - 1)
 *   GDV_E_NO_SUCH_LAYOUT  see above
 *   GDV_E_BAD_ARGUMENT    writer or message is NULL; a path and a node; buffer, scratch or a text is nowhere
 *                         (validate.h)
 *   GDV_E_BAD_STRUCT, GDV_E_BAD_PROTOCOL, GDV_E_BAD_POLICY
 *   GDV_E_OVERLAP         of writer, buffer, scratch, policy, message and its texts
 * A full buffer is no refusal: what follows is measured still. */
GDV_API gdv_status gdv_message_writer_init(gdv_message_writer *writer, void *buffer, size_t capacity,
                                           gdv_protocol protocol, const gdv_message_policy *policy,
                                           const gdv_message *message, void *scratch, size_t scratch_size);

/* Begins the next record of a SYNC, or adds the id of one synchronizer to a SPAWN.
 *
 * id       as in gdv_message_record: a net id; of a SYNC perhaps a path's, with bit 31
 * indexes  of a delta: a bit for each value that follows; else 0
 *
 * Returns GDV_OK; the sticky refusal; GDV_E_MP_NET_ID, GDV_E_MP_DELTA_INDEX, GDV_E_MP_LIMIT_RECORDS; of the record
 * before, GDV_E_MP_RECORD_EMPTY, GDV_E_MP_DELTA_COUNT, or what its last value is refused for; GDV_E_LIMIT_BYTES;
 * GDV_E_BAD_NESTING for another command, after the values of a SPAWN have begun, or after the end; GDV_E_BAD_ARGUMENT for
 * a NULL writer, one that was not set up, or indexes where there are none. An id that is there twice in a SPAWN is found
 * when its values begin. */
GDV_API gdv_status gdv_message_add_record(gdv_message_writer *writer, uint32_t id, uint64_t indexes);

/* Begins the next value: an argument of a call, the value of a SET, the custom value of a SPAWN and those of its state,
 * a value of a record. Returns the writer to write it with, by one call of gdv_write_.. or gdv_begin_.. .. gdv_end
 * (writer.h), before the next call of a function of this header; or, where none may come, one that has refused already.
 * NULL for NULL.
 *
 * That call says GDV_E_NO_SPACE where the value does not fit. What it refuses is refused as an argument: the message's
 * code is GDV_E_MP_ARG_INVALID or GDV_E_MP_ARG_POLICY, as gdv_message_parse has it, but GDV_E_LIMIT_BYTES,
 * GDV_E_LIMIT_VALUES and codes from 100 on stay. No value, one and a half or two: GDV_E_BAD_NESTING. Equal keys:
 * GDV_E_MP_ARG_POLICY, found when the value has ended; not while measuring, or where it did not fit. GDV_E_NO_SCRATCH
 * where there is no scratch memory for that, GDV_E_NO_SPACE where it is too small.
 *
 * Refuses itself with GDV_E_MP_TRAILING where the packet has no more values, GDV_E_MP_LIMIT_ARGUMENTS,
 * GDV_E_MP_NET_ID (gdv_message_add_record), and GDV_E_BAD_NESTING before the first record of a SYNC or after the end. */
GDV_API gdv_writer *gdv_message_add_value(gdv_message_writer *writer);

/* Adds a value that was read: its canonical encoding (canon.h).
 *
 * Returns what gdv_message_add_value refuses; what gdv_canonicalize refuses, as above; GDV_E_MISSING;
 * GDV_E_WRONG_TYPE for the name of a property; GDV_E_NO_SUCH_LAYOUT for a value of another dialect; GDV_E_NO_SPACE where
 * the buffer is full; GDV_E_OVERLAP where its packet overlaps buffer, scratch memory or writer. Scratch memory is always
 * asked for, but for bools and ints: gdv_scratch_bound of the size of the value's packet suffices. */
GDV_API gdv_status gdv_message_copy_value(gdv_message_writer *writer, gdv_value value);

/* Ends the packet: the path of a call, counts, sizes. *size becomes its size. After GDV_E_NO_SPACE of the buffer and when
 * measuring it is the size of a buffer that suffices; that is the packet's own size, but for a call whose one argument
 * is a byte array that came by gdv_message_add_value or gdv_message_copy_value: it is shortened here, where all of it is
 * there. It is 0 after every other error, and where it is scratch memory that was too small.
 *
 * Bytes of the buffer after the packet may have been overwritten.
 *
 * Returns GDV_OK; the sticky refusal; what the last value or record is refused for; GDV_E_MP_ARG_MISSING,
 * GDV_E_MP_SHORT for a SYNC without a record, GDV_E_MP_NET_ID (gdv_message_add_record); GDV_E_LIMIT_BYTES; GDV_E_NO_SPACE;
 * GDV_E_BAD_ARGUMENT where writer or size is NULL; GDV_E_OVERLAP of size and writer, buffer or scratch memory: then it is
 * not written. Called again it returns the same. */
GDV_API GDV_NODISCARD gdv_status gdv_message_writer_finish(gdv_message_writer *writer, size_t *size);

/* Why the writer stopped: code; as offset the bytes that were written before the field or value at fault; command;
 * argument and inner where it is a value. With GDV_E_NO_SPACE of the buffer the offset is the capacity, and need what
 * would have been enough so far; for scratch memory that was too small need is 0.
 *
 * Returns GDV_OK, and all of *report is filled; GDV_E_BAD_ARGUMENT for a NULL writer (the report then says so too) or
 * report; GDV_E_BAD_STRUCT for a wrong struct_size and GDV_E_OVERLAP (of report and writer or buffer), and then it is
 * not written. */
GDV_API gdv_status gdv_message_writer_report(const gdv_message_writer *writer, gdv_message_report *report);

#ifdef __cplusplus
}
#endif

#endif
