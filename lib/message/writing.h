/* SPDX-License-Identifier: MIT */
/* Internal: one message that is written: what its parts share. A refusal is sticky, and nothing is put after one: so a
 * part puts and checks field after field, and looks at the status when it is done. */
#ifndef GDV_WRITING_H
#define GDV_WRITING_H

#include <gdv/message_writer.h>

#include "../write/sink.h"
#include "protocol.h"
#include "rules.h"

/* Refuses for good, unless it was refused already: with a code that is not GDV_OK; unless `code` is GDV_OK; unless
 * `holds`. */
void gdv_message_stop(gdv_message_writer *writer, gdv_status code);
void gdv_message_hold(gdv_message_writer *writer, gdv_status code);
void gdv_message_must(gdv_message_writer *writer, bool holds, gdv_status code);

/* Whether the message may have n bytes more: false also after a refusal. GDV_E_LIMIT_BYTES. Requires: out.pos <= max_bytes
 * of the policy. */
bool gdv_message_takes(gdv_message_writer *writer, uint64_t n);

/* Put n bytes; the lowest n bytes of a number, at most 8; n bytes that are to be filled in; a text and its NUL. All
 * where gdv_message_takes lets them. Ensure: out.pos <= max_bytes of the policy. */
void gdv_message_put(gdv_message_writer *writer, const void *bytes, size_t n);
void gdv_message_put_number(gdv_message_writer *writer, uint64_t number, uint32_t n);
void gdv_message_put_blank(gdv_message_writer *writer, uint32_t n);
void gdv_message_put_text(gdv_message_writer *writer, gdv_text text);

/* Fill in a byte or a word that was put before, if it fitted; the number of bytes that were put after a word. Words only
 * where nothing was refused. */
void gdv_message_patch_byte(gdv_message_writer *writer, uint64_t at, uint8_t byte);
void gdv_message_patch_word(gdv_message_writer *writer, uint64_t at, uint64_t word);
void gdv_message_patch_size(gdv_message_writer *writer, uint64_t at);

/* Whether ids of methods, flags and short forms are this protocol's. */
bool gdv_message_has_flags(const gdv_message_writer *writer);

/* Of a text, all of it. One of no bytes may be nowhere. */
static inline gdv_cursor gdv_text_cursor(gdv_text text)
{
    const gdv_cursor in = {(const uint8_t *)(text.size > 0 ? text.bytes : ""), (uint32_t)text.size, 0, 0};
    return in;
}

/* Whether memory of the caller's shares a byte with the writer, its buffer or its scratch memory. */
bool gdv_message_overlaps(const gdv_message_writer *writer, const void *bytes, size_t size);

/* Holds the path of a node to what may be one. */
void gdv_message_hold_path(gdv_message_writer *writer);

/* Put the fields of a call or set of Godot 3, or of a call of Godot 4. */
void gdv_message_put_named(gdv_message_writer *writer);
void gdv_message_put_numbered(gdv_message_writer *writer);

/* Puts what comes before the values: envelope, command, fields. */
void gdv_message_put_head(gdv_message_writer *writer);

/* Puts what comes after the values of a call or set, and fills in its flags and count. */
void gdv_message_end_call(gdv_message_writer *writer);

/* Ends the value that is open, if there is one. */
void gdv_message_end_value(gdv_message_writer *writer);

/* Ends the record that is open, if there is one. */
void gdv_message_end_record(gdv_message_writer *writer);

/* The ids of a spawn are complete: none may be there twice; puts its name. Nothing the second time. */
void gdv_message_end_ids(gdv_message_writer *writer);

#endif
