/* SPDX-License-Identifier: MIT */
/* Writes what is made of text and bytes; the counterpart of strings.c. The padding of every text is zero, which no
 * engine does for the names of a node path (EB-01). Wire reference: sections 4, 5.2, 5.3, 5.6, 5.9. */
#include <gdv/writer.h>

#include "../keys/digest.h"
#include "sink.h"
#include "writer_internal.h"

/* The words of the proof. TEXTS_READABLE: an array of texts; TEXTS_GIVEN: from the caller's hands, or NULL;
 * TEXTS_CHECKED: that it and its texts lie outside of the buffer; texts_size: their bytes in the packet; TEXTS_FIT: which
 * no more texts lessen. TEXTS_READY: all of that of texts of a path; PATH_TEXTS: the bytes of its names, subnames,
 * property. */
/* clang-format off */
/*@ logic integer texts_size(gdv_text *texts, integer n, integer terminator) =
        n <= 0 ? 0 : texts_size(texts, n - 1, terminator) + GDV_TEXT_ON_WIRE(texts[n - 1].size, terminator);
*/
#define TEXTS_READABLE(texts, n)                                                                                       \
    (\valid_read((texts) + (0 .. (n) - 1)) && \initialized((texts) + (0 .. (n) - 1)) &&                                \
     (\forall integer i; 0 <= i < (n) ==> GDV_TEXT_GIVEN((texts)[i].bytes, (texts)[i].size)))
#define TEXTS_GIVEN(texts, n) ((texts) == \null || TEXTS_READABLE(texts, n))
#define TEXTS_CHECKED(writer, texts, n)                                                                                \
    ((n) == 0 || ((texts) != \null && GDV_APART(writer, (uint8_t *)(texts), 16 * (n)) &&                               \
                  (\forall integer i; 0 <= i < (n) ==> GDV_TEXT_CHECKED(writer, (texts)[i].bytes, (texts)[i].size))))
#define TEXTS_FIT(texts, n, terminator)                                                                                \
    (0 <= texts_size(texts, n, terminator) &&                                                                          \
     (\forall integer i; 0 <= i <= (n) ==> texts_size(texts, i, terminator) <= texts_size(texts, n, terminator)))
#define TEXTS_READY(writer, texts, n)                                                                                  \
    (TEXTS_READABLE(texts, n) && TEXTS_CHECKED(writer, texts, n) && TEXTS_FIT(texts, n, 0))
#define PATH_TEXTS                                                                                                     \
    (texts_size(names, name_count, 0) + texts_size(subnames, subname_count, 0) + texts_size(property, properties, 0))
/* clang-format on */

/* Whether the next value is a key. */
/*@ requires \initialized(&writer->depth) && writer->depth <= GDV_MAX_DEPTH + 1 && GDV_LEVELS_READABLE(writer);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_key(const gdv_writer *writer)
{
    return writer->depth > 0 && gdv_level_role(&writer->stack[writer->depth - 1]) == GDV_ROLE_KEY;
}

/* Notes the fingerprint of a text that is a key, if there is room and it may be of use. Equal texts have equal ones,
 * and a text equals nothing but a text. */
/*@ requires set: GDV_WRITER_SET(writer);
    requires text: n > 0 ==> bytes != \null;
    requires text: GDV_TEXT_GIVEN(bytes, n) && n <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns GDV_NOTES_KEY;
    ensures set: GDV_WRITER_SET(writer);
*/
static void note_key(gdv_writer *writer, const char *bytes, uint32_t n)
{
    const gdv_cursor in = {(const uint8_t *)bytes, n, 0, 0};
    if (writer->noted < GDV_WRITER_KEYS && writer->keyed != GDV_KEYED_UNSURE) {
        writer->keys[writer->noted] = gdv_fingerprint_text(&in, 0, n);
        writer->noted += 1;
    }
}

/* A text that is a key: where dictionaries keep a StringName as a String and that is permitted, it is sent as the
 * String (EB-35). */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    requires flags: \initialized(&token->flags);
    terminates \true; exits \false;
    assigns token->id, token->wire, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures flags: \initialized(&token->flags);
    ensures about: \result == GDV_OK ==> token->wire != \null && GDV_ABOUT(writer, token);
*/
static gdv_status check_key(gdv_writer *writer, gdv_token *token)
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

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(bytes, n);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static gdv_status write_text_value(gdv_writer *writer, gdv_type type, const char *bytes, size_t n)
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
    if (is_key(writer)) {
        note_key(writer, bytes, (uint32_t)n);
        status = check_key(writer, &token);
    }
    if (status != GDV_OK) {
        return status;
    }
    uint32_t header = gdv_write_counted(writer, &token);
    gdv_put_text_value(&writer->out, header, (const uint8_t *)bytes, (uint32_t)n);
    return gdv_written(writer);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(text, size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_string(gdv_writer *writer, const char *text, size_t size)
{
    return write_text_value(writer, GDV_TYPE_STRING, text, size);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(text, size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_string_name(gdv_writer *writer, const char *text, size_t size)
{
    return write_text_value(writer, GDV_TYPE_STRING_NAME, text, size);
}

/* n texts from the caller's array, of which no more than *left may come. Each takes four bytes of the packet at least,
 * so that the size of an array that passes is far from wrapping. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires texts: TEXTS_GIVEN(texts, n);
    requires terminator <= 1 && \initialized(left) && \initialized(size) && *size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns *left, *size, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures more: \initialized(size) && \initialized(left);
    ensures more: \result == GDV_OK ==> n <= \old(*left);
    ensures few: \result == GDV_OK ==> n <= GDV_MAX_BYTES;
    ensures more: \result == GDV_OK ==> *size == \old(*size) + texts_size(texts, n, terminator);
    ensures fit: \result == GDV_OK ==> TEXTS_FIT(texts, n, terminator);
    ensures room: \result == GDV_OK ==> writer->out.pos + *size <= writer->policy.max_bytes;
    ensures valid: \result == GDV_OK ==> TEXTS_READABLE(texts, n);
    ensures checked: \result == GDV_OK ==> TEXTS_CHECKED(writer, texts, n);
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
    /*@ loop invariant index <= n;
        loop invariant few: status == GDV_OK ==> n <= GDV_MAX_BYTES;
        loop invariant size: \initialized(size) && (status == GDV_OK ==> *size <= GDV_MAX_BYTES);
        loop invariant size: status == GDV_OK ==> *size == \at(*size, Pre) + texts_size(texts, index, terminator);
        loop invariant room: status == GDV_OK ==> writer->out.pos + *size <= writer->policy.max_bytes;
        loop invariant some: 0 <= texts_size(texts, index, terminator);
        loop invariant fit: \forall integer i; 0 <= i <= index ==>
            texts_size(texts, i, terminator) <= texts_size(texts, index, terminator);
        loop invariant set: GDV_WRITER_SET(writer);
        loop invariant status: status == GDV_OK ==> writer->status == \at(writer->status, Pre);
        loop invariant status: status != GDV_OK ==> writer->status == status;
        loop invariant valid: status == GDV_OK && n > 0 ==>
            texts != \null && GDV_APART(writer, (uint8_t *)texts, 16 * n);
        loop invariant checked: status == GDV_OK ==> (\forall integer i; 0 <= i < index ==>
            GDV_TEXT_CHECKED(writer, texts[i].bytes, texts[i].size));
        loop assigns index, status, *size, GDV_REFUSAL;
        loop variant n - index;
    */
    for (size_t index = 0; index < n && status == GDV_OK; index += 1) {
        /*@ assert next: texts_size(texts, index + 1, terminator) ==
                texts_size(texts, index, terminator) + GDV_TEXT_ON_WIRE(texts[index].size, terminator); */
        status = gdv_write_check_text(writer, token, texts[index].bytes, texts[index].size, terminator, size);
    }
    return status;
}

/*@ requires out: GDV_SINK_SOUND(&writer->out);
    requires texts: TEXTS_READABLE(texts, n);
    requires checked: TEXTS_CHECKED(writer, texts, n);
    requires fit: TEXTS_FIT(texts, n, terminator) && terminator <= 1;
    requires room: writer->out.pos + texts_size(texts, n, terminator) <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns GDV_PUTS_MORE;
    ensures put: writer->out.pos == \old(writer->out.pos) + texts_size(texts, n, terminator);
    ensures out: GDV_SINK_SOUND(&writer->out);
*/
static void write_texts(gdv_writer *writer, const gdv_text *texts, size_t n, uint32_t terminator)
{
    /*@ loop invariant index <= n;
        loop invariant out: GDV_SINK_SOUND(&writer->out);
        loop invariant put: writer->out.pos == \at(writer->out.pos, Pre) + texts_size(texts, index, terminator);
        loop invariant moved: writer->out.pos >= \at(writer->out.pos, Pre);
        loop invariant known: \initialized(texts + (0 .. n - 1));
        loop invariant texts: \forall integer i; index <= i < n ==>
            GDV_TEXT_GIVEN(texts[i].bytes, texts[i].size);
        loop assigns index, writer->out.pos,
            writer->out.bytes[\at(writer->out.pos, Pre) .. writer->out.capacity - 1];
        loop variant n - index;
    */
    for (size_t index = 0; index < n; index += 1) {
        /*@ assert next: texts_size(texts, index + 1, terminator) ==
                texts_size(texts, index, terminator) + GDV_TEXT_ON_WIRE(texts[index].size, terminator); */
        /*@ assert fits: texts_size(texts, index + 1, terminator) <= texts_size(texts, n, terminator); */
        gdv_write_text(writer, texts[index].bytes, texts[index].size, terminator);
    }
}

/* Header and counts of a path. */
/*@ GDV_VALUE_ASKS(16)
    requires counts: names < GDV_NEGATIVE;
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS_MORE;
    GDV_HEADER_LEAVES(16)
*/
static void put_shape(gdv_writer *writer, const gdv_token *token, uint32_t names, uint32_t subnames, uint32_t bits)
{
    gdv_write_header(writer, token);
    gdv_put_u32(&writer->out, GDV_NEGATIVE + names); /* bit 31 marks the form that engines write */
    gdv_put_u32(&writer->out, subnames);
    gdv_put_u32(&writer->out, bits);
}

/* The texts of a path, to which one limit of elements applies together. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires names: TEXTS_GIVEN(names, name_count);
    requires subnames: TEXTS_GIVEN(subnames, subname_count);
    requires property: TEXTS_GIVEN(property, properties);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures counts: \result == GDV_OK ==> name_count <= GDV_MAX_BYTES && subname_count <= GDV_MAX_BYTES;
    ensures room: \result == GDV_OK ==> writer->out.pos + 16 + PATH_TEXTS <= writer->policy.max_bytes;
    ensures names: \result == GDV_OK ==> TEXTS_READY(writer, names, name_count);
    ensures subnames: \result == GDV_OK ==> TEXTS_READY(writer, subnames, subname_count);
    ensures property: \result == GDV_OK ==> TEXTS_READY(writer, property, properties);
*/
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

/* Puts them behind the path's counts. */
/*@ requires out: GDV_SINK_SOUND(&writer->out);
    requires names: TEXTS_READY(writer, names, name_count);
    requires subnames: TEXTS_READY(writer, subnames, subname_count);
    requires property: TEXTS_READY(writer, property, properties);
    requires room: writer->out.pos + PATH_TEXTS <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns GDV_PUTS_MORE;
    ensures put: writer->out.pos == \old(writer->out.pos) + PATH_TEXTS;
    ensures out: GDV_SINK_SOUND(&writer->out);
*/
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

/* All of a path that was checked. */
/*@ GDV_VALUE_ASKS(16 + PATH_TEXTS)
    requires counts: name_count <= GDV_MAX_BYTES && subname_count <= GDV_MAX_BYTES && properties <= 1;
    requires names: TEXTS_READY(writer, names, name_count);
    requires subnames: TEXTS_READY(writer, subnames, subname_count);
    requires property: TEXTS_READY(writer, property, properties);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static inline gdv_status put_path(gdv_writer *writer, const gdv_token *token, bool absolute, const gdv_text *names,
                                  size_t name_count, const gdv_text *subnames, size_t subname_count,
                                  const gdv_text *property, size_t properties)
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

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires names: TEXTS_GIVEN(names, name_count);
    requires subnames: TEXTS_GIVEN(subnames, subname_count);
    requires property: TEXTS_GIVEN(property, 1);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
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
    return put_path(writer, &token, absolute, names, name_count, subnames, subname_count, property, properties);
}

/* Header and count of an array. */
/*@ GDV_VALUE_ASKS(8)
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS_MORE;
    GDV_HEADER_LEAVES(8)
*/
static void put_count(gdv_writer *writer, const gdv_token *token, uint32_t count)
{
    gdv_write_header(writer, token);
    gdv_put_u32(&writer->out, count);
}

/*@ GDV_VALUE_ASKS(8 + texts_size(strings, n, 1))
    requires texts: n <= UINT32_MAX && TEXTS_READABLE(strings, n);
    requires checked: TEXTS_CHECKED(writer, strings, n);
    requires fit: TEXTS_FIT(strings, n, 1);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static gdv_status put_strings(gdv_writer *writer, const gdv_token *token, const gdv_text *strings, size_t n)
{
    put_count(writer, token, (uint32_t)n);
    /*@ assert known: \initialized(strings + (0 .. n - 1)); */
    /*@ assert valid: TEXTS_READABLE(strings, n); */
    write_texts(writer, strings, n, 1);
    return gdv_written(writer);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires strings: TEXTS_GIVEN(strings, n);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
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

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires bytes: GDV_TEXT_GIVEN(bytes, size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
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

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires signal: signal == \null || (\valid_read(signal) && \initialized(signal) &&
                                         GDV_TEXT_GIVEN(signal->name.bytes, signal->name.size));
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
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
