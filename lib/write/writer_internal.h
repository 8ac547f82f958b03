/* SPDX-License-Identifier: MIT */
/* Internal: what the functions of writer.h share. Each value is written in four moves:
 *
 *      gdv_write_admit    may a value of this type stand here?
 *      checks             of what it consists of, as far as the decoder would check it, by each layout's own function
 *      gdv_write_room     is the packet not too long with it?
 *      gdv_write_header   counts it and writes its header; then the payload is put through sink.h
 *
 * A value is refused before its header is written, so that what is refused leaves no byte. The checks are those of the
 * decoder, with its codes: what passes here passes there. Of two refusals either may be told. */
#ifndef GDV_WRITER_INTERNAL_H
#define GDV_WRITER_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include <gdv/writer.h>

#include "../decode/step.h"
#include "../wire/overlap.h"
#include "sink.h"

/* The words of the proof (docs/proof.md), beside those of sink.h and step.h. GDV_WRITER_SET: the fields that every
 * writer has; GDV_KEYS_NOTED: as many fingerprints of keys as it says; GDV_WRITER_TABLES: the dialect's, which are
 * constant, and apart from the buffer; GDV_WRITER_LIMITS: the packet keeps to them, each value of it has cost four
 * bytes, and there is a level for each container that is open; GDV_LEVELS_READABLE, _LEFT, _PUT, _DECLARE: those levels
 * are set, have no more values than the packet, a count that has been put, and declare types that there are.
 * GDV_WRITER_SOUND: all of that of a writer that was set out; GDV_WRITER_GIVEN: of one that perhaps was not. */
/* clang-format off */
#define GDV_KEYS_NOTED(writer)                                                                                         \
    (\initialized(&(writer)->noted) && (writer)->noted <= GDV_WRITER_KEYS &&                                           \
     \initialized(&(writer)->keys[0 .. (writer)->noted - 1]))
#define GDV_WRITER_SET(writer)                                                                                         \
    (\initialized(&(writer)->table) && \initialized(&(writer)->dialect) && \initialized(&(writer)->status) &&        \
     \initialized(&(writer)->depth) && \initialized(&(writer)->values) && \initialized(&(writer)->named) &&            \
     \initialized(&(writer)->keyed) && GDV_KEYS_NOTED(writer) && GDV_SINK_SET(&(writer)->out) &&                       \
     ((writer)->status != GDV_OK ==> \initialized(&(writer)->report)))
#define GDV_WRITER_TABLES(writer)                                                                                      \
    (GDV_WIRE_TABLE_SOUND((writer)->table) &&                                                                          \
     \valid_read((writer)->table->names + (0 .. (writer)->table->count - 1)) &&                                    \
     \initialized((writer)->table->names + (0 .. (writer)->table->count - 1)) &&                                   \
     ((writer)->out.bytes != \null ==>                                                                                 \
          \base_addr((writer)->out.bytes) != \base_addr((writer)->table) &&                                          \
          \base_addr((writer)->out.bytes) != \base_addr((writer)->table->types) &&                                   \
          \base_addr((writer)->out.bytes) != \base_addr((writer)->table->names)))
#define GDV_WRITER_LIMITS(writer)                                                                                      \
    (\initialized(&(writer)->policy) && (writer)->policy.max_bytes <= GDV_MAX_BYTES &&                                 \
     (writer)->policy.max_depth <= GDV_MAX_DEPTH && (writer)->depth <= (writer)->policy.max_depth + 1 &&               \
     (writer)->out.pos <= (writer)->policy.max_bytes && 0 <= 4 * (writer)->values <= (writer)->out.pos)
#define GDV_LEVELS_READABLE(writer)                                                                                    \
    (\forall integer i; 0 <= i < (writer)->depth ==>                                                                   \
         GDV_LEVEL_SET((writer)->stack[i]) && \initialized(&(writer)->count_at[i]))
#define GDV_LEVELS_LEFT(writer)                                                                                        \
    (\forall integer i; 0 <= i < (writer)->depth ==> (writer)->stack[i].left <= (writer)->values)
#define GDV_LEVELS_PUT(writer)                                                                                         \
    (\forall integer i; 0 <= i < (writer)->depth ==> (writer)->count_at[i] % GDV_NEGATIVE + 4 <= (writer)->out.pos)
#define GDV_LEVELS_DECLARE(writer)                                                                                     \
    (\forall integer i; 0 <= i < (writer)->depth ==>                                                                   \
         ((writer)->stack[i].key_id == GDV_ANY_ID || (writer)->stack[i].key_id < (writer)->table->count) &&          \
         ((writer)->stack[i].value_id == GDV_ANY_ID || (writer)->stack[i].value_id < (writer)->table->count))
#define GDV_LEVELS_SOUND(writer)                                                                                       \
    (GDV_LEVELS_READABLE(writer) && GDV_LEVELS_LEFT(writer) && GDV_LEVELS_PUT(writer) && GDV_LEVELS_DECLARE(writer))
#define GDV_OUT_SOUND(writer)                                                                                          \
    (GDV_WRITER_SET(writer) && GDV_SINK_READABLE(&(writer)->out) && GDV_SINK_FILLED(&(writer)->out))
#define GDV_WRITER_SOUND(writer)                                                                                       \
    (GDV_OUT_SOUND(writer) && (writer)->table != \null && GDV_WRITER_TABLES(writer) && GDV_WRITER_LIMITS(writer) &&  \
     GDV_LEVELS_SOUND(writer))
#define GDV_WRITER_GIVEN(writer)                                                                                       \
    (GDV_OUT_SOUND(writer) &&                                                                                          \
     ((writer)->table != \null ==>                                                                                   \
          GDV_WRITER_TABLES(writer) && GDV_WRITER_LIMITS(writer) && GDV_LEVELS_SOUND(writer)))
#define GDV_WRITER_RUNS(writer) ((writer)->status == GDV_OK && (writer)->table != \null)

/* What a value is about: none, or one whose row is known. */
#define GDV_TOKEN_ADMITTED(writer, token)                                                                              \
    (\initialized(&(token)->id) && \initialized(&(token)->wire) && (token)->id < (writer)->table->count &&             \
     (token)->wire == (writer)->table->types + (token)->id)
#define GDV_ABOUT(writer, token)                                                                                       \
    (\initialized(&(token)->wire) && ((token)->wire == \null || GDV_TOKEN_ADMITTED(writer, token)))

/* A text from the caller's hands: NULL, or all of it there; one that was checked lies outside of the buffer; and its
 * bytes in the packet. */
#define GDV_TEXT_GIVEN(bytes, size)                                                                                    \
    ((bytes) == \null || (\valid_read((uint8_t *)(bytes) + (0 .. (size) - 1)) &&                                       \
                          \initialized((uint8_t *)(bytes) + (0 .. (size) - 1))))
#define GDV_APART(writer, from, n)                                                                                     \
    ((writer)->out.bytes != \null ==>                                                                                  \
         \separated((from) + (0 .. (n) - 1), (writer)->out.bytes + (0 .. (writer)->out.capacity - 1)))
#define GDV_TEXT_CHECKED(writer, bytes, size)                                                                          \
    ((size) <= GDV_MAX_BYTES &&                                                                                        \
     ((size) == 0 || ((bytes) != \null && GDV_APART(writer, (uint8_t *)(bytes), size))))
#define GDV_TEXT_ON_WIRE(size, terminator) (4 + (size) + (terminator) + GDV_PAD((size) + (terminator)))

/* What a refusal touches; what n more bytes do; and what becomes of a writer that does more than refuse. */
#define GDV_REFUSAL writer->report, writer->status
#define GDV_PUTS(n) writer->out.pos, writer->out.bytes[writer->out.pos .. GDV_STOP(&writer->out, n) - 1]
#define GDV_PUTS_MORE writer->out.pos, writer->out.bytes[writer->out.pos .. writer->out.capacity - 1]
#define GDV_SOFAR(writer)                                                                                              \
    ((writer)->out.pos <= (writer)->out.capacity ? (writer)->out.pos : (writer)->out.capacity)
#define GDV_CHECK_LEAVES                                                                                               \
    ensures set: GDV_WRITER_SET(writer);                                                                               \
    ensures goes_on: \result == GDV_OK ==> writer->status == \old(writer->status);                                     \
    ensures refused: \result != GDV_OK ==> writer->status == \result;

/* What all that write a value touch and leave: of the buffer nothing before pos; and what is refused leaves no byte. A
 * container is open then. GDV_VALUE_ASKS: what those ask for that put n bytes of one which was checked;
 * GDV_HEADER_LEAVES: what those leave that put its header and what else is n bytes with it. */
#define GDV_NOTES_KEY writer->noted, writer->keys[0 .. GDV_WRITER_KEYS - 1]
#define GDV_WRITES                                                                                                     \
    GDV_REFUSAL, GDV_NOTES_KEY, writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], writer->out.pos,     \
        writer->out.bytes[writer->out.pos .. writer->out.capacity - 1]
#define GDV_VALUE_ASKS(n)                                                                                              \
    requires sound: GDV_WRITER_SOUND(writer);                                                                          \
    requires about: token->wire != \null && GDV_ABOUT(writer, token) && \initialized(&token->flags);                   \
    requires flags: token->flags <= 0xff;                                                                              \
    requires room: writer->out.pos + (n) <= writer->policy.max_bytes;
#define GDV_HEADER_LEAVES(n)                                                                                           \
    ensures counted: writer->values == \old(writer->values) + 1 && \initialized(&writer->values);                      \
    ensures named: \initialized(&writer->named);                                                                       \
    ensures valid: GDV_LEVELS_READABLE(writer);                                                                        \
    ensures left: GDV_LEVELS_LEFT(writer);                                                                             \
    ensures declare: GDV_LEVELS_DECLARE(writer);                                                                       \
    ensures put: writer->out.pos == \old(writer->out.pos) + (n) && GDV_SINK_SET(&writer->out);                         \
    ensures filled: GDV_SINK_FILLED(&writer->out);
#define GDV_OPENS writer->depth, writer->count_at[0 .. GDV_MAX_DEPTH]
#define GDV_VALUE_LEAVES                                                                                               \
    ensures set: GDV_WRITER_SET(writer);                                                                               \
    ensures valid: GDV_SINK_READABLE(&writer->out);                                                                    \
    ensures filled: GDV_SINK_FILLED(&writer->out);                                                                     \
    ensures limits: writer->table != \null ==> GDV_WRITER_LIMITS(writer);                                            \
    ensures levels: writer->table != \null ==> GDV_LEVELS_READABLE(writer);                                            \
    ensures levels_left: writer->table != \null ==> GDV_LEVELS_LEFT(writer);                                         \
    ensures levels_put: writer->table != \null ==> GDV_LEVELS_PUT(writer);                                           \
    ensures levels_declare: writer->table != \null ==> GDV_LEVELS_DECLARE(writer);                                   \
    ensures fits: \result == GDV_OK ==> writer->out.pos <= writer->out.capacity;                                       \
    ensures moved: \old(writer->out.pos) <= writer->out.pos;                                                           \
    ensures refused: \result != GDV_OK ==>                                                                             \
        writer->out.pos == \old(writer->out.pos) || writer->out.pos > writer->out.capacity;
/* clang-format on */

/* What became of the writer so far: GDV_OK, the sticky refusal, GDV_E_BAD_ARGUMENT for one not set up. */
/*@ requires \initialized(&writer->status) && \initialized(&writer->table);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK <==> GDV_WRITER_RUNS(writer);
*/
static inline gdv_status gdv_write_progress(const gdv_writer *writer)
{
    if (writer->status != GDV_OK) {
        return writer->status;
    }
    return writer->table != NULL ? GDV_OK : GDV_E_BAD_ARGUMENT;
}

/* The same, and GDV_E_BAD_ARGUMENT for NULL. To the prover a structure that is compared with NULL is no longer an
 * object of its own: it reads the contract alone. */
/*@ requires \initialized(&writer->status) && \initialized(&writer->table);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK <==> GDV_WRITER_RUNS(writer);
*/
#if defined(__FRAMAC__)
static inline gdv_status gdv_write_state(const gdv_writer *writer);
#else
static inline gdv_status gdv_write_state(const gdv_writer *writer)
{
    return writer != NULL ? gdv_write_progress(writer) : GDV_E_BAD_ARGUMENT;
}
#endif

/* What the writer knows of the keys in dictionaries that have ended. */
enum {
    GDV_KEYED_NONE,  /* there are none */
    GDV_KEYED_APART, /* no two of a dictionary have one fingerprint, so that none are equal */
    GDV_KEYED_UNSURE /* nothing: they are to be compared when all is written */
};

/* Starts a value: whether it is its turn, within the limits, what a typed container around it declared, and permitted.
 * On GDV_OK *token has the type's row and id, and no flags. */
/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns *token, GDV_REFUSAL;
    ensures set: GDV_WRITER_SET(writer);
    ensures runs: \result == GDV_OK ==> GDV_WRITER_RUNS(writer);
    ensures tables: \result == GDV_OK ==> GDV_WRITER_TABLES(writer);
    ensures token: \result == GDV_OK ==> \initialized(token) && GDV_TOKEN_ADMITTED(writer, token);
    ensures fast: \result == GDV_OK ==> token->flags == 0 && token->count == 0 && token->children == 0;
    ensures fast: \result == GDV_OK ==> token->key_id == GDV_ANY_ID && token->value_id == GDV_ANY_ID;
    ensures row: \result == GDV_OK ==> token->wire != \null && \valid_read(token->wire) && \initialized(token->wire);
    ensures type: \result == GDV_OK ==> token->wire->type == type;
    ensures depth: \result == GDV_OK ==> writer->depth <= writer->policy.max_depth;
    ensures values: \result == GDV_OK ==> writer->values < writer->policy.max_values;
*/
gdv_status gdv_write_admit(gdv_writer *writer, gdv_type type, gdv_token *token);

/* Refuses for good; token says what value it is about: none where it has no row. Returns the code. gdv_write_stop: what
 * is about no value. */
/*@ requires set: GDV_WRITER_SET(writer);
    requires about: \initialized(&token->wire);
    requires about: token->wire != \null ==> GDV_WRITER_TABLES(writer) && GDV_TOKEN_ADMITTED(writer, token);
    requires code: code != GDV_OK;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    ensures set: GDV_WRITER_SET(writer);
    ensures refused: \result == code && writer->status == code;
*/
GDV_COLD gdv_status gdv_write_refuse(gdv_writer *writer, const gdv_token *token, gdv_status code);

/*@ requires set: GDV_WRITER_SET(writer);
    requires code: code != GDV_OK;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    ensures set: GDV_WRITER_SET(writer);
    ensures refused: \result == code && writer->status == code;
*/
GDV_COLD gdv_status gdv_write_stop(gdv_writer *writer, gdv_status code);

/* The engine reads something else: GDV_E_ENGINE_MISREADS, unless that is permitted. gdv_write_never: even then. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures \result == GDV_OK || \result == GDV_E_ENGINE_MISREADS;
*/
gdv_status gdv_write_misreads(gdv_writer *writer, const gdv_token *token, gdv_misread misread);
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures \result == GDV_E_ENGINE_MISREADS;
*/
gdv_status gdv_write_never(gdv_writer *writer, const gdv_token *token, gdv_misread misread);

/* Passes where the policy has one of the bits, else refuses with the code. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires code: code != GDV_OK;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures \result == GDV_OK || \result == code;
*/
gdv_status gdv_write_needs(gdv_writer *writer, const gdv_token *token, uint32_t permit, gdv_status code);

/* Whether `size` more bytes keep the packet within its limit: GDV_E_LIMIT_BYTES. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures room: \result == GDV_OK ==> writer->out.pos + size <= writer->policy.max_bytes;
*/
static inline gdv_status gdv_write_room(gdv_writer *writer, const gdv_token *token, uint64_t size)
{
    bool fits = size <= writer->policy.max_bytes - writer->out.pos;
    return fits ? GDV_OK : gdv_write_refuse(writer, token, GDV_E_LIMIT_BYTES);
}

/* Whether memory of the caller's shares a byte with the writer or with the buffer. The prover has no numbers for
 * addresses: it takes `false` to mean that they are apart. */
/*@ requires GDV_SINK_SET(&writer->out);
    terminates \true; exits \false;
    assigns \nothing;
    ensures apart: !\result && bytes != \null ==> GDV_APART(writer, (uint8_t *)bytes, size);
*/
#if defined(__FRAMAC__)
static inline bool gdv_write_overlaps(const gdv_writer *writer, const void *bytes, size_t size);
#else
static inline bool gdv_write_overlaps(const gdv_writer *writer, const void *bytes, size_t size)
{
    size_t capacity = writer->out.bytes != NULL ? (size_t)writer->out.capacity : 0;
    return gdv_overlap(bytes, size, writer, sizeof *writer) || gdv_overlap(bytes, size, writer->out.bytes, capacity);
}
#endif

/* What the caller handed in, before any limit is asked: GDV_E_BAD_ARGUMENT where it wraps (overlap.h). */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires width: width > 0;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
*/
static inline gdv_status gdv_write_given(gdv_writer *writer, const gdv_token *token, const void *memory, size_t count,
                                         size_t width)
{
    bool wraps = gdv_wraps(memory, count, width);
    return wraps ? gdv_write_refuse(writer, token, GDV_E_BAD_ARGUMENT) : GDV_OK;
}

/* What the caller handed in: GDV_E_BAD_ARGUMENT for NULL with a size, GDV_E_OVERLAP with buffer or writer. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures given: \result == GDV_OK ==> size == 0 || bytes != \null;
    ensures apart: \result == GDV_OK ==> size == 0 || GDV_APART(writer, (uint8_t *)bytes, size);
*/
static inline gdv_status gdv_write_clear(gdv_writer *writer, const gdv_token *token, const void *bytes, size_t size)
{
    if (size == 0) {
        return GDV_OK;
    }
    if (bytes == NULL) {
        return gdv_write_refuse(writer, token, GDV_E_BAD_ARGUMENT);
    }
    return gdv_write_overlaps(writer, bytes, size) ? gdv_write_refuse(writer, token, GDV_E_OVERLAP) : GDV_OK;
}

/* An Array or Dictionary that comes next: in a key it may be no key where the engine's time doubles with each (EB-37). */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
*/
gdv_status gdv_write_check_nesting(gdv_writer *writer, const gdv_token *token);

/* A text that is to be part of the value: limits, memory, contents. Adds its bytes on the wire to *size and asks
 * gdv_write_room for all of *size. terminator is 1 for an element of a string array, whose NUL is counted. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires text: GDV_TEXT_GIVEN(bytes, n);
    requires terminator <= 1 && \initialized(size) && *size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns *size, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures more: \initialized(size);
    ensures more: \result == GDV_OK ==> *size == \old(*size) + GDV_TEXT_ON_WIRE(n, terminator);
    ensures room: \result == GDV_OK ==> writer->out.pos + *size <= writer->policy.max_bytes;
    ensures checked: \result == GDV_OK ==> GDV_TEXT_CHECKED(writer, bytes, n);
*/
gdv_status gdv_write_check_text(gdv_writer *writer, const gdv_token *token, const char *bytes, size_t n,
                                uint32_t terminator, uint64_t *size);

/* Counts the value; its header is for the caller to write. */
/*@ requires set: GDV_WRITER_SET(writer) && \initialized(&token->id) && \initialized(&token->flags);
    requires token: token->id < GDV_ANY_ID && token->flags <= 0xff;
    requires countable: writer->values < GDV_MAX_BYTES && writer->depth <= GDV_MAX_DEPTH + 1;
    requires levels: GDV_LEVELS_READABLE(writer) && GDV_LEVELS_LEFT(writer);
    requires declare: writer->table != \null && GDV_LEVELS_DECLARE(writer);
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH];
    ensures counted: writer->values == \old(writer->values) + 1 && \initialized(&writer->values);
    ensures named: \initialized(&writer->named);
    ensures valid: GDV_LEVELS_READABLE(writer);
    ensures left: GDV_LEVELS_LEFT(writer);
    ensures declare: GDV_LEVELS_DECLARE(writer);
*/
static inline uint32_t gdv_write_counted(gdv_writer *writer, const gdv_token *token)
{
    if (writer->depth > 0) {
        writer->stack[writer->depth - 1].left += 1;
    }
    writer->values += 1;
    writer->named = 0;
    return token->id + token->flags * 0x10000u;
}

/* Counts the value and writes its header. */
/*@ requires set: GDV_OUT_SOUND(writer) && \initialized(&token->id) && \initialized(&token->flags);
    requires token: token->id < GDV_ANY_ID && token->flags <= 0xff;
    requires countable: writer->values < GDV_MAX_BYTES && writer->depth <= GDV_MAX_DEPTH + 1;
    requires levels: GDV_LEVELS_READABLE(writer) && GDV_LEVELS_LEFT(writer);
    requires declare: writer->table != \null && GDV_LEVELS_DECLARE(writer);
    requires room: writer->out.pos + 4 <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS(4);
    GDV_HEADER_LEAVES(4)
*/
static inline void gdv_write_header(gdv_writer *writer, const gdv_token *token)
{
    uint32_t header = gdv_write_counted(writer, token);
    gdv_put_u32(&writer->out, header);
}

/* Length, bytes, terminator, padding. Requires that the text was checked. */
/*@ requires out: GDV_SINK_SOUND(&writer->out);
    requires text: GDV_TEXT_GIVEN(bytes, n) && GDV_TEXT_CHECKED(writer, bytes, n) && terminator <= 1;
    requires room: writer->out.pos + GDV_TEXT_ON_WIRE(n, terminator) <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns GDV_PUTS(GDV_TEXT_ON_WIRE(n, terminator));
    ensures put: writer->out.pos == \old(writer->out.pos) + GDV_TEXT_ON_WIRE(n, terminator);
    ensures out: GDV_SINK_SOUND(&writer->out);
*/
static inline void gdv_write_text(gdv_writer *writer, const char *bytes, size_t n, uint32_t terminator)
{
    gdv_put_text(&writer->out, (const uint8_t *)bytes, (uint32_t)n, terminator);
}

/* Behind the header of a container: its count, which gdv_end fills in, and its level. */
/*@ requires sound: GDV_OUT_SOUND(writer) && writer->table != \null && writer->table->count < GDV_ANY_ID;
    requires token: \initialized(token) && \valid_read(token->wire) && \initialized(token->wire);
    requires declares: token->key_id == GDV_ANY_ID || token->key_id < writer->table->count;
    requires declares: token->value_id == GDV_ANY_ID || token->value_id < writer->table->count;
    requires empty: token->children == 0 <= writer->values;
    requires depth: writer->depth <= GDV_MAX_DEPTH;
    requires room: writer->out.pos + 4 <= GDV_MAX_BYTES;
    requires levels: GDV_LEVELS_SOUND(writer);
    terminates \true; exits \false;
    assigns writer->depth, writer->stack[0 .. GDV_MAX_DEPTH], writer->count_at[0 .. GDV_MAX_DEPTH], GDV_PUTS(4);
    ensures opened: writer->depth == \old(writer->depth) + 1 && \initialized(&writer->depth);
    ensures put: writer->out.pos == \old(writer->out.pos) + 4 && GDV_SINK_SET(&writer->out);
    ensures filled: GDV_SINK_FILLED(&writer->out);
    ensures valid: GDV_LEVELS_READABLE(writer);
    ensures left: GDV_LEVELS_LEFT(writer);
    ensures counts: GDV_LEVELS_PUT(writer);
    ensures declare: GDV_LEVELS_DECLARE(writer);
*/
void gdv_write_open(gdv_writer *writer, const gdv_token *token);

/* After the last byte: GDV_OK or GDV_E_NO_SPACE. */
/*@ requires GDV_SINK_SET(&writer->out);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (writer->out.pos <= writer->out.capacity ? GDV_OK : GDV_E_NO_SPACE);
*/
static inline gdv_status gdv_written(const gdv_writer *writer)
{
    bool fits = gdv_sink_fits(&writer->out);
    return fits ? GDV_OK : GDV_E_NO_SPACE;
}

#endif
