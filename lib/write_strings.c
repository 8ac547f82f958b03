/* SPDX-License-Identifier: MIT */
/* Writes what is made of text and bytes; the counterpart of strings.c. The padding of every text is zero, which no
 * engine does for the names of a node path (EB-01). Wire reference: sections 4, 5.2, 5.3, 5.6, 5.9. */
#include "sink.h"
#include "write.h"
#include "writer.h"

static gdv_status write_text_value(gdv_writer *writer, gdv_type type, const char *bytes, size_t n)
{
    gdv_head head;
    uint64_t size = 4;
    const gdv_text text = {bytes, n};
    gdv_status status = gdv_write_admit(writer, type, &head);
    if (status == GDV_OK) {
        status = gdv_write_check_text(writer, &head, text, 0, &size);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_write_text(writer, text, 0);
    return gdv_written(writer);
}

gdv_status gdv_write_string(gdv_writer *writer, const char *text, size_t size)
{
    return write_text_value(writer, GDV_TYPE_STRING, text, size);
}

gdv_status gdv_write_string_name(gdv_writer *writer, const char *text, size_t size)
{
    return write_text_value(writer, GDV_TYPE_STRING_NAME, text, size);
}

/* n texts from the caller's array, of which no more than *left may come. Each takes four bytes of the packet at least,
 * so that the size of an array that passes is far from wrapping. */
static gdv_status check_texts(gdv_writer *writer, const gdv_head *head, const gdv_text *texts, size_t n,
                              uint32_t terminator, uint32_t *left, uint64_t *size)
{
    if (n > *left) {
        return gdv_write_refuse(writer, head, GDV_E_LIMIT_ELEMENTS);
    }
    *left -= (uint32_t)n;
    gdv_status status = gdv_write_room(writer, head, *size + 4 * (uint64_t)n);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, head, texts, n * sizeof *texts);
    }
    for (size_t index = 0; index < n && status == GDV_OK; index += 1) {
        status = gdv_write_check_text(writer, head, texts[index], terminator, size);
    }
    return status;
}

static void write_texts(gdv_writer *writer, const gdv_text *texts, size_t n, uint32_t terminator)
{
    for (size_t index = 0; index < n; index += 1) {
        gdv_write_text(writer, texts[index], terminator);
    }
}

gdv_status gdv_write_node_path(gdv_writer *writer, bool absolute, const gdv_text *names, size_t name_count,
                               const gdv_text *subnames, size_t subname_count, const gdv_text *property)
{
    gdv_head head;
    uint64_t size = 16;
    size_t properties = property != NULL ? 1 : 0;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_NODE_PATH, &head);
    if (status != GDV_OK) {
        return status;
    }
    if (property != NULL && (writer->grammar->traits & GDV_TRAIT_PROPERTY) == 0) {
        return gdv_write_refuse(writer, &head, GDV_E_NO_SUCH_FORM);
    }
    uint32_t left = writer->policy.max_elements;
    status = gdv_write_room(writer, &head, size);
    if (status == GDV_OK) {
        status = check_texts(writer, &head, names, name_count, 0, &left, &size);
    }
    if (status == GDV_OK) {
        status = check_texts(writer, &head, subnames, subname_count, 0, &left, &size);
    }
    if (status == GDV_OK) {
        status = check_texts(writer, &head, property, properties, 0, &left, &size);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_put_u32(&writer->out, GDV_NEGATIVE + (uint32_t)name_count); /* bit 31 marks the form that engines write */
    gdv_put_u32(&writer->out, (uint32_t)subname_count);
    gdv_put_u32(&writer->out, (absolute ? 1u : 0u) + 2u * (uint32_t)properties);
    write_texts(writer, names, name_count, 0);
    write_texts(writer, subnames, subname_count, 0);
    write_texts(writer, property, properties, 0);
    return gdv_written(writer);
}

gdv_status gdv_write_strings(gdv_writer *writer, const gdv_text *strings, size_t n)
{
    gdv_head head;
    uint64_t size = 8;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_PACKED_STRING_ARRAY, &head);
    if (status == GDV_OK) {
        uint32_t left = writer->policy.max_elements;
        status = gdv_write_room(writer, &head, size);
        if (status == GDV_OK) {
            status = check_texts(writer, &head, strings, n, 1, &left, &size);
        }
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_put_u32(&writer->out, (uint32_t)n);
    write_texts(writer, strings, n, 1);
    return gdv_written(writer);
}

gdv_status gdv_write_bytes(gdv_writer *writer, const void *bytes, size_t size)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_PACKED_BYTE_ARRAY, &head);
    if (status == GDV_OK && size > writer->policy.max_elements) {
        status = gdv_write_refuse(writer, &head, GDV_E_LIMIT_ELEMENTS);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &head, 8 + (uint64_t)size + gdv_padding((uint32_t)size));
    }
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &head, bytes, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_put_u32(&writer->out, (uint32_t)size);
    gdv_put_bytes(&writer->out, (const uint8_t *)bytes, (uint32_t)size);
    gdv_put_padding(&writer->out, (uint32_t)size);
    return gdv_written(writer);
}

gdv_status gdv_write_signal(gdv_writer *writer, const gdv_signal *signal)
{
    gdv_head head;
    uint64_t size = 12;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_SIGNAL, &head);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &head, signal, sizeof *signal);
    }
    if (status == GDV_OK) {
        status = gdv_write_check_text(writer, &head, signal->name, 0, &size);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_write_text(writer, signal->name, 0);
    gdv_put_u64(&writer->out, signal->object);
    return gdv_written(writer);
}
