/* SPDX-License-Identifier: MIT */
/* Internal: what the functions of writer.h share. Each value is written in four moves:
 *
 *      gdv_write_admit    may a value of this type stand here?
 *      checks             of what it consists of, as far as the decoder would check it, by each form's own function
 *      gdv_write_room     is the packet not too long with it?
 *      gdv_write_header   counts it and writes its header; then the payload is put through sink.h
 *
 * A value is refused before its header is written, so that what is refused leaves no byte. The checks are those of the
 * decoder, with its codes: what passes here passes there. Of two refusals either may be told. */
#ifndef GDV_WRITE_H
#define GDV_WRITE_H

#include <stddef.h>
#include <stdint.h>

#include "overlap.h"
#include "sink.h"
#include "step.h"
#include "writer.h"

/* What became of the writer so far: GDV_OK, the sticky refusal, GDV_E_BAD_ARGUMENT for NULL or one not set up. */
static inline gdv_status gdv_write_state(const gdv_writer *writer)
{
    if (writer == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (writer->status != GDV_OK) {
        return writer->status;
    }
    return writer->grammar != NULL ? GDV_OK : GDV_E_BAD_ARGUMENT;
}

/* Starts a value: whether it is its turn, within the limits, what a typed container around it declared, and permitted.
 * On GDV_OK *head has the type's row and id, and no flags. */
gdv_status gdv_write_admit(gdv_writer *writer, gdv_type type, gdv_head *head);

/* Refuses for good; head says what value it is about, NULL where none. Returns the code. */
GDV_COLD gdv_status gdv_write_refuse(gdv_writer *writer, const gdv_head *head, gdv_status code);

/* The engine reads something else: GDV_E_ENGINE_MISREADS, unless that is permitted. gdv_write_never: even then. */
gdv_status gdv_write_misreads(gdv_writer *writer, const gdv_head *head, gdv_misread misread);
gdv_status gdv_write_never(gdv_writer *writer, const gdv_head *head, gdv_misread misread);

/* Passes where the policy has one of the bits, else refuses with the code. */
gdv_status gdv_write_needs(gdv_writer *writer, const gdv_head *head, uint32_t permit, gdv_status code);

/* Whether `size` more bytes keep the packet within its limit: GDV_E_LIMIT_BYTES. */
static inline gdv_status gdv_write_room(gdv_writer *writer, const gdv_head *head, uint64_t size)
{
    bool fits = size <= writer->policy.max_bytes - writer->out.pos;
    return fits ? GDV_OK : gdv_write_refuse(writer, head, GDV_E_LIMIT_BYTES);
}

/* Whether memory of the caller's shares a byte with the writer or with the buffer. */
static inline bool gdv_write_overlaps(const gdv_writer *writer, const void *bytes, size_t size)
{
    size_t capacity = writer->out.bytes != NULL ? (size_t)writer->out.capacity : 0;
    return gdv_overlap(bytes, size, writer, sizeof *writer) || gdv_overlap(bytes, size, writer->out.bytes, capacity);
}

/* What the caller handed in: GDV_E_BAD_ARGUMENT for NULL with a size, GDV_E_OVERLAP with buffer or writer. */
static inline gdv_status gdv_write_clear(gdv_writer *writer, const gdv_head *head, const void *bytes, size_t size)
{
    if (size == 0) {
        return GDV_OK;
    }
    if (bytes == NULL) {
        return gdv_write_refuse(writer, head, GDV_E_BAD_ARGUMENT);
    }
    return gdv_write_overlaps(writer, bytes, size) ? gdv_write_refuse(writer, head, GDV_E_OVERLAP) : GDV_OK;
}

/* A text that is to be part of the value: limits, memory, contents. Adds its bytes on the wire to *size and asks
 * gdv_write_room for all of *size. terminator is 1 for an element of a string array, whose NUL is counted. */
gdv_status gdv_write_check_text(gdv_writer *writer, const gdv_head *head, gdv_text text, uint32_t terminator,
                                uint64_t *size);

/* Counts the value; its header is for the caller to write. */
static inline uint32_t gdv_write_counted(gdv_writer *writer, const gdv_head *head)
{
    if (writer->depth > 0) {
        writer->stack[writer->depth - 1].left += 1;
    }
    writer->values += 1;
    writer->named = 0;
    return head->id + (head->flags << 16);
}

/* Counts the value and writes its header. */
static inline void gdv_write_header(gdv_writer *writer, const gdv_head *head)
{
    gdv_put_u32(&writer->out, gdv_write_counted(writer, head));
}

/* Length, bytes, terminator, padding. Requires that the text was checked. */
static inline void gdv_write_text(gdv_writer *writer, gdv_text text, uint32_t terminator)
{
    gdv_put_text(&writer->out, (const uint8_t *)text.bytes, (uint32_t)text.size, terminator);
}

/* Behind the header of a container: its count, which gdv_end fills in, and its frame. */
void gdv_write_open(gdv_writer *writer, const gdv_head *head);

/* After the last byte: GDV_OK or GDV_E_NO_SPACE. */
static inline gdv_status gdv_written(const gdv_writer *writer)
{
    return gdv_sink_fits(&writer->out) ? GDV_OK : GDV_E_NO_SPACE;
}

#endif
