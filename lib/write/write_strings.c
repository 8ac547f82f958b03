/* SPDX-License-Identifier: MIT */
/* Writes what is made of text and bytes; the counterpart of texts.c. The padding of every text is zero, which no
 * engine does for the names of a node path (EB-01). Wire reference: sections 4, 5.2, 5.3, 5.6, 5.9. */
#include <gdv/writer.h>

#include "../keys/digest.h"
#include "sink.h"
#include "writer_internal.h"

#ifdef __FRAMAC__
#include "../proof/write_strings_c.h"
#endif

/* Whether the next value is a key of the innermost container, which there is. */
GDV_INLINE bool is_key_next(const gdv_writer *writer)
{
    const uint32_t top = writer->depth - 1;
    return writer->stack[top].kind == GDV_LEVEL_DICTIONARY &&
           writer->stack[top].left % 2 == 0; /* as gdv_level_role has it */
}

/* A fingerprint of any text of n bytes, at most GDV_MAX_BYTES. */
static uint32_t fingerprint_of(const uint8_t *text, uint32_t n)
{
    gdv_ends ends;
    if (n == 0 || n > GDV_SHORT_TEXT) {
        const gdv_cursor in = {text, n, 0, 0};
        return gdv_fingerprint_text(&in, 0, n);
    }
    gdv_ends_set(&ends, text, n);
    return gdv_ends_fingerprint(&ends, n);
}

/* Notes the fingerprint of a text that is a key, if there is room: none where it is of no use. Equal texts have equal
 * fingerprints, and a text equals nothing but a text. */
GDV_INLINE void note_key(gdv_writer *writer, uint32_t fingerprint)
{
    if (writer->noted < GDV_WRITER_KEYS) {
        writer->keys[writer->noted] = fingerprint;
        writer->noted += 1;
    }
}

/* Checks a text that is a key: where dictionaries keep a StringName as a String and that is permitted, it is sent as
 * the String (EB-35), and *token becomes that of a String. */
static gdv_status check_name_key(gdv_writer *writer, gdv_token *token)
{
    if ((token->wire->quirks & GDV_QUIRK_STRING_KEY) == 0) {
        return GDV_OK;
    }
    gdv_status status = gdv_write_misreads(writer, token, GDV_MISREAD_STRING_KEY);
    /* every dialect has the type: the remainder is for the proof, which does not know that */
    token->id = gdv_wire_table_id(writer->table, GDV_TYPE_STRING) % writer->table->count;
    token->wire = &writer->table->types[token->id];
    return status;
}

/* Checks and puts a value that is one text. */
static gdv_status write_any_text(gdv_writer *writer, gdv_type type, const char *bytes, size_t n)
{
    gdv_token token;
    uint64_t size = 4;
    gdv_status status = gdv_write_admit(writer, type, &token);
    if (status == GDV_OK) {
        status = gdv_write_check_text(writer, &token, bytes, n, 0, &size);
    }
    if (status != GDV_OK) {
        return status;
    }
    if (writer->depth > 0 && is_key_next(writer)) {
        note_key(writer, fingerprint_of((const uint8_t *)bytes, (uint32_t)n));
        status = check_name_key(writer, &token);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &token);
    gdv_write_text(writer, bytes, n, 0);
    return gdv_written(writer);
}

/* Whether a text of 1 to 16 bytes is there, plain, and lies apart from writer and buffer. Then *ends are its. */
GDV_INLINE bool is_short_text(const gdv_writer *writer, gdv_ends *ends, const char *text, size_t size)
{
    if (size == 0 || size > GDV_SHORT_TEXT || gdv_is_nowhere(text, size, 1) || gdv_write_overlaps(writer, text, size)) {
        return false;
    }
    gdv_ends_set(ends, (const uint8_t *)text, size);
    return gdv_ends_are_plain(ends);
}

/* Takes that text, of which these are the ends and whose type has that id, where it is ready. */
GDV_INLINE gdv_status take_short_text(gdv_writer *writer, uint32_t id, const gdv_ends *ends, size_t size)
{
    if (is_key_next(writer)) {
        note_key(writer, gdv_ends_fingerprint(ends, (uint32_t)size));
    }
    gdv_write_count_ready(writer);
    gdv_take_short_text(&writer->out, id, ends, (uint32_t)size);
    return GDV_OK;
}

gdv_status gdv_write_string(gdv_writer *writer, const char *text, size_t size)
{
    gdv_ends ends;
    if (!gdv_write_reaches(writer, 8 + GDV_SHORT_TEXT) || !is_short_text(writer, &ends, text, size)) {
        return write_any_text(writer, GDV_TYPE_STRING, text, size);
    }
    return take_short_text(writer, GDV_TYPE_STRING, &ends, size);
}

/* It may not be sent as a key. */
gdv_status gdv_write_string_name(gdv_writer *writer, const char *text, size_t size)
{
    gdv_ends ends;
    const uint32_t id = gdv_write_ready(writer, GDV_TYPE_STRING_NAME, 8 + GDV_SHORT_TEXT);
    if (id == GDV_ANY_ID || (writer->table->types[id].quirks & GDV_QUIRK_STRING_KEY) != 0 ||
        !is_short_text(writer, &ends, text, size)) {
        return write_any_text(writer, GDV_TYPE_STRING_NAME, text, size);
    }
    return take_short_text(writer, id, &ends, size);
}

/* Checks n texts of the caller's array, of which no more than *left may come; adds their bytes to *size. Requires *size
 * <= GDV_MAX_BYTES. Ensures on GDV_OK: all are there and apart from the buffer, and the packet's limit has room for
 * *size. Each takes four bytes of the packet at least, so that the size of an array that passes is far from wrapping.
 */
static gdv_status check_texts(gdv_writer *writer, const gdv_token *token, const gdv_text *texts, size_t n,
                              uint32_t terminator, uint32_t *left, uint64_t *size)
{
    gdv_status status = gdv_write_given(writer, token, texts, n, sizeof *texts);
    if (status != GDV_OK) {
        return status;
    }
    if (n > *left) {
        return gdv_write_refuse(writer, token, GDV_E_LIMIT_ELEMENTS);
    }
    *left -= (uint32_t)n;
    status = gdv_write_room(writer, token, *size + 4 * (uint64_t)n);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, token, texts, n * sizeof *texts);
    }
    /*@ CHECK_TEXTS_LOOP */
    for (size_t index = 0; index < n && status == GDV_OK; index += 1) {
        /*@ assert next: CHECK_TEXTS_NEXT; */
        status = gdv_write_check_text(writer, token, texts[index].bytes, texts[index].size, terminator, size);
    }
    return status;
}

/* Puts n texts that check_texts passed. Requires room for them in the packet's limit. */
static void write_texts(gdv_writer *writer, const gdv_text *texts, size_t n, uint32_t terminator)
{
    /*@ WRITE_TEXTS_LOOP */
    for (size_t index = 0; index < n; index += 1) {
        /*@ assert next: WRITE_TEXTS_NEXT; */
        /*@ assert fits: texts_size(texts, index + 1, terminator) <= texts_size(texts, n, terminator); */
        gdv_write_text(writer, texts[index].bytes, texts[index].size, terminator);
    }
}

/* Puts header and counts of a path. Requires names < 2^31. */
static void put_shape(gdv_writer *writer, const gdv_token *token, uint32_t names, uint32_t subnames, uint32_t bits)
{
    gdv_write_header(writer, token);
    gdv_put_u32(&writer->out, GDV_NEGATIVE + names); /* bit 31 marks the form that engines write */
    gdv_put_u32(&writer->out, subnames);
    gdv_put_u32(&writer->out, bits);
}

/* Checks the texts of a path, to which one limit of elements applies together. Ensures on GDV_OK: the packet's limit
 * has room for all of it. */
static inline gdv_status check_path(gdv_writer *writer, const gdv_token *token, const gdv_text *names,
                                    size_t name_count, const gdv_text *subnames, size_t subname_count,
                                    const gdv_text *property, size_t properties)
{
    uint64_t size = 16;
    uint32_t left = writer->policy.max_elements;
    gdv_status status = gdv_write_room(writer, token, size);
    if (status == GDV_OK) {
        status = check_texts(writer, token, names, name_count, 0, &left, &size);
    }
    if (status == GDV_OK) {
        status = check_texts(writer, token, subnames, subname_count, 0, &left, &size);
    }
    if (status == GDV_OK) {
        status = check_texts(writer, token, property, properties, 0, &left, &size);
    }
    return status;
}

/* Puts the texts of a path after its counts. Requires that check_path passed them. */
static inline void write_path(gdv_writer *writer, const gdv_text *names, size_t name_count, const gdv_text *subnames,
                              size_t subname_count, const gdv_text *property, size_t properties)
{
    write_texts(writer, names, name_count, 0);
    /*@ assert known: \initialized(subnames + (0 .. subname_count - 1)); */
    /*@ assert known: \initialized(property + (0 .. properties - 1)); */
    /*@ assert subnames: TEXTS_READABLE(subnames, subname_count); */
    /*@ assert property: TEXTS_READABLE(property, properties); */
    write_texts(writer, subnames, subname_count, 0);
    /*@ assert known: \initialized(property + (0 .. properties - 1)); */
    /*@ assert property: TEXTS_READABLE(property, properties); */
    write_texts(writer, property, properties, 0);
}

/* Puts all of a path that was checked. */
static inline gdv_status put_path_value(gdv_writer *writer, const gdv_token *token, bool absolute,
                                        const gdv_text *names, size_t name_count, const gdv_text *subnames,
                                        size_t subname_count, const gdv_text *property, size_t properties)
{
    put_shape(writer, token, (uint32_t)name_count, (uint32_t)subname_count,
              (absolute ? 1u : 0u) + 2u * (uint32_t)properties);
    /*@ assert known: \initialized(names + (0 .. name_count - 1)); */
    /*@ assert known: \initialized(subnames + (0 .. subname_count - 1)); */
    /*@ assert known: \initialized(property + (0 .. properties - 1)); */
    /*@ assert names: TEXTS_READABLE(names, name_count); */
    /*@ assert subnames: TEXTS_READABLE(subnames, subname_count); */
    /*@ assert property: TEXTS_READABLE(property, properties); */
    write_path(writer, names, name_count, subnames, subname_count, property, properties);
    return gdv_written(writer);
}

gdv_status gdv_write_node_path(gdv_writer *writer, bool absolute, const gdv_text *names, size_t name_count,
                               const gdv_text *subnames, size_t subname_count, const gdv_text *property)
{
    gdv_token token;
    size_t properties = property != NULL ? 1 : 0;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_NODE_PATH, &token);
    if (status != GDV_OK) {
        return status;
    }
    if (property != NULL && (writer->table->traits & GDV_TRAIT_PROPERTY) == 0) {
        return gdv_write_refuse(writer, &token, GDV_E_NO_SUCH_LAYOUT);
    }
    status = check_path(writer, &token, names, name_count, subnames, subname_count, property, properties);
    if (status != GDV_OK) {
        return status;
    }
    bool needs_names = (writer->table->traits & GDV_TRAIT_NEEDS_NAMES) != 0;
    if (needs_names && name_count == 0 && (absolute || subname_count > 0 || property != NULL)) {
        status = gdv_write_misreads(writer, &token, GDV_MISREAD_NO_NAMES);
        if (status != GDV_OK) {
            return status;
        }
        absolute = false; /* where that is permitted, what the engine reads is sent: the empty path */
        subname_count = 0;
        properties = 0;
    }
    return put_path_value(writer, &token, absolute, names, name_count, subnames, subname_count, property, properties);
}

/* Puts header and count of an array. Requires room for 8 bytes in the packet's limit. */
static void put_text_count(gdv_writer *writer, const gdv_token *token, uint32_t count)
{
    gdv_write_header(writer, token);
    gdv_put_u32(&writer->out, count);
}

/* Puts an array of strings that check_texts passed. */
static gdv_status put_strings(gdv_writer *writer, const gdv_token *token, const gdv_text *strings, size_t n)
{
    put_text_count(writer, token, (uint32_t)n);
    /*@ assert known: \initialized(strings + (0 .. n - 1)); */
    /*@ assert valid: TEXTS_READABLE(strings, n); */
    write_texts(writer, strings, n, 1);
    return gdv_written(writer);
}

gdv_status gdv_write_strings(gdv_writer *writer, const gdv_text *strings, size_t n)
{
    gdv_token token;
    uint64_t size = 8;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_PACKED_STRING_ARRAY, &token);
    if (status == GDV_OK) {
        uint32_t left = writer->policy.max_elements;
        status = gdv_write_room(writer, &token, size);
        if (status == GDV_OK) {
            status = check_texts(writer, &token, strings, n, 1, &left, &size);
        }
    }
    return status == GDV_OK ? put_strings(writer, &token, strings, n) : status;
}

gdv_status gdv_write_bytes(gdv_writer *writer, const void *bytes, size_t size)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_PACKED_BYTE_ARRAY, &token);
    if (status == GDV_OK) {
        status = gdv_write_given(writer, &token, bytes, size, 1);
    }
    if (status == GDV_OK && size > writer->policy.max_elements) {
        status = gdv_write_refuse(writer, &token, GDV_E_LIMIT_ELEMENTS);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &token, 8 + (uint64_t)size + gdv_padding((uint32_t)size));
    }
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &token, bytes, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &token);
    gdv_put_u32(&writer->out, (uint32_t)size);
    gdv_put_bytes(&writer->out, (const uint8_t *)bytes, (uint32_t)size);
    gdv_put_padding(&writer->out, (uint32_t)size);
    return gdv_written(writer);
}

gdv_status gdv_write_signal(gdv_writer *writer, const gdv_signal *signal)
{
    gdv_token token;
    uint64_t size = 12;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_SIGNAL, &token);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &token, signal, sizeof *signal);
    }
    if (status == GDV_OK) {
        status = gdv_write_check_text(writer, &token, signal->name.bytes, signal->name.size, 0, &size);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &token);
    gdv_write_text(writer, signal->name.bytes, signal->name.size, 0);
    gdv_put_u64(&writer->out, signal->object);
    return gdv_written(writer);
}
