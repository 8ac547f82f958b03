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
#include "../read/apart.h"
#include "ends.h"
#include "sink.h"

/* What the writer knows of the keys in dictionaries that have ended. */
enum {
    GDV_KEYED_NONE,  /* there are none */
    GDV_KEYED_APART, /* no two of a dictionary have one fingerprint, so that none are equal */
    GDV_KEYED_UNSURE /* nothing: they are to be compared when all is written */
};

#ifdef __FRAMAC__
#include "../proof/writer_internal.h"
#endif

/* What became of the writer so far: GDV_OK, the sticky refusal, GDV_E_BAD_ARGUMENT for one not set up. */
static inline gdv_status gdv_write_progress(const gdv_writer *writer)
{
    if (writer->status != GDV_OK) {
        return writer->status;
    }
    return writer->table != NULL ? GDV_OK : GDV_E_BAD_ARGUMENT;
}

/* Returns what gdv_write_progress does, and GDV_E_BAD_ARGUMENT for NULL. */
#ifndef __FRAMAC__
static inline gdv_status gdv_write_state(const gdv_writer *writer)
{
    return writer != NULL ? gdv_write_progress(writer) : GDV_E_BAD_ARGUMENT;
}
#endif

/* Starts a value: whether it is its turn, within the limits, what a typed container around it declared, and permitted.
 * Ensures on GDV_OK: *token has the type's row and id, and no flags; depth and values are within the policy. */
gdv_status gdv_write_admit(gdv_writer *writer, gdv_type type, gdv_token *token);

/* Refuses for good, with a code that is not GDV_OK; token says what value it is about: none where it has no row.
 * gdv_write_stop: where it is about no value. Ensures: the writer's status is the code, which is returned. */
GDV_COLD gdv_status gdv_write_refuse(gdv_writer *writer, const gdv_token *token, gdv_status code);

GDV_COLD gdv_status gdv_write_stop(gdv_writer *writer, gdv_status code);

/* The engine reads something else: refuses with GDV_E_ENGINE_MISREADS, unless that is permitted. gdv_write_never: even
 * then. */
gdv_status gdv_write_misreads(gdv_writer *writer, const gdv_token *token, gdv_misread misread);
gdv_status gdv_write_never(gdv_writer *writer, const gdv_token *token, gdv_misread misread);

/* Passes where the policy has one of the bits, else refuses with the code. */
gdv_status gdv_write_needs(gdv_writer *writer, const gdv_token *token, uint32_t permit, gdv_status code);

/* Refuses with GDV_E_LIMIT_BYTES where `size` more bytes would exceed the packet's limit. Ensures on GDV_OK: pos + size
 * <= max_bytes. */
static inline gdv_status gdv_write_room(gdv_writer *writer, const gdv_token *token, uint64_t size)
{
    bool fits = size <= writer->policy.max_bytes - writer->out.pos;
    return fits ? GDV_OK : gdv_write_refuse(writer, token, GDV_E_LIMIT_BYTES);
}

/* Whether memory of the caller's shares a byte with the writer or with the buffer. Requires an object, or that it does not wrap. */
#ifndef __FRAMAC__
static inline bool gdv_write_overlaps(const gdv_writer *writer, const void *bytes, size_t size)
{
    const gdv_stretch all = gdv_stretch_of(bytes, size);
    const gdv_stretch buffer = {writer->buffer, writer->buffer_end};
    return gdv_stretches_meet(all, gdv_stretch_of(writer, sizeof *writer)) || gdv_stretches_meet(all, buffer);
}
#endif

/* Refuses memory of the caller's that wraps with GDV_E_BAD_ARGUMENT (overlap.h), before any limit is asked. Requires
 * width > 0. */
static inline gdv_status gdv_write_given(gdv_writer *writer, const gdv_token *token, const void *memory, size_t count,
                                         size_t width)
{
    bool wraps = gdv_wraps(memory, count, width);
    return wraps ? gdv_write_refuse(writer, token, GDV_E_BAD_ARGUMENT) : GDV_OK;
}

/* Refuses memory of the caller's: GDV_E_BAD_ARGUMENT for NULL with a size, GDV_E_OVERLAP with buffer or writer. Ensures
 * on GDV_OK: it is there and apart from the buffer. */
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

/* An Array or Dictionary that comes next: in a key it may be no key where the engine's time doubles with each
 * (EB-37). */
gdv_status gdv_write_check_nesting(gdv_writer *writer, const gdv_token *token);

/* Checks a text that is to be part of the value: limits, memory, contents. Adds its bytes on the wire to *size and asks
 * gdv_write_room for all of *size. terminator is 1 for an element of a string array, whose NUL is counted. Requires
 * *size <= GDV_MAX_BYTES. */
gdv_status gdv_write_check_text(gdv_writer *writer, const gdv_token *token, const char *bytes, size_t n,
                                uint32_t terminator, uint64_t *size);

/* Counts the value and returns its header, which the caller writes. Requires a token that gdv_write_admit passed, and
 * flags of at most 0xff. */
static inline uint32_t gdv_write_counted(gdv_writer *writer, const gdv_token *token)
{
    if (writer->depth > 0) {
        writer->stack[writer->depth - 1].left += 1;
    }
    writer->values += 1;
    writer->named = 0;
    return token->id + token->flags * 0x10000u;
}

/* Counts the value and writes its header. Requires what gdv_write_counted does, and room for 4 bytes in the packet's
 * limit. */
static inline void gdv_write_header(gdv_writer *writer, const gdv_token *token)
{
    uint32_t header = gdv_write_counted(writer, token);
    gdv_put_u32(&writer->out, header);
}

/* A fast path: whether a value comes next that takes up to `size` bytes, in a container that asks nothing of its values, within
 * every limit, and all of it fits. If not, gdv_write_admit and gdv_write_room look at it. */
GDV_INLINE bool gdv_write_in_reach(const gdv_writer *writer, uint64_t size)
{
    return writer->out.pos + size <= writer->reach;
}

/* Returns what gdv_write_in_reach does, and false for NULL. */
#ifndef __FRAMAC__
GDV_INLINE bool gdv_write_reaches(const gdv_writer *writer, uint64_t size)
{
    return writer != NULL && gdv_write_in_reach(writer, size);
}
#endif

/* The id of the type where that is so, and GDV_ANY_ID where it is not, or the dialect has no such type. No vector, container or
 * StringName needs a permission in any dialect. */
GDV_INLINE uint32_t gdv_write_ready(const gdv_writer *writer, gdv_type type, uint64_t size)
{
    return gdv_write_reaches(writer, size) ? gdv_wire_table_id(writer->table, type) : GDV_ANY_ID;
}

/* Counts a value that is ready. */
GDV_INLINE void gdv_write_count_ready(gdv_writer *writer)
{
    writer->stack[writer->depth - 1].left += 1;
    writer->values += 1;
}

/* Finds out how far values need not be asked about, where a container was opened or has ended. Not where the innermost asks something
 * of them. A value takes four bytes or more, so that no more of them than the limits permit end before `end`, or so many bytes after
 * the container's count. */
GDV_INLINE void gdv_write_set_reach(gdv_writer *writer)
{
    writer->reach = 0;
    if (writer->depth == 0 || writer->depth > writer->policy.max_depth) {
        return;
    }
    const uint32_t innermost = writer->depth - 1;
    if (writer->stack[innermost].constraints == 0) {
        const uint32_t at = writer->count_at[innermost] % GDV_NEGATIVE;
        const uint64_t paid = at + 4 * (uint64_t)writer->policy.max_elements;
        writer->reach = paid < writer->end ? paid : writer->end;
    }
}

/* Puts length, bytes, terminator, padding. Requires that the text was checked and that the packet's limit has room for
 * it. */
static inline void gdv_write_text(gdv_writer *writer, const char *bytes, size_t n, uint32_t terminator)
{
    gdv_put_text(&writer->out, (const uint8_t *)bytes, (uint32_t)n, terminator);
}

/* Puts, after the header of a container, its count, which gdv_end fills in; and opens its level. Requires a token
 * without children, and room for a level and for 4 bytes. */
void gdv_write_open(gdv_writer *writer, const gdv_token *token);

/* To be called after the last byte: GDV_OK, or GDV_E_NO_SPACE where not all of it fitted. */
static inline gdv_status gdv_written(const gdv_writer *writer)
{
    bool fits = gdv_sink_fits(&writer->out);
    return fits ? GDV_OK : GDV_E_NO_SPACE;
}

#endif
