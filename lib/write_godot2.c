/* SPDX-License-Identifier: MIT */
/* Writes the two values that only Godot 2 has; the counterpart of godot2.c. Wire reference: section 5.10. */
#include "number.h"
#include "sink.h"
#include "write.h"
#include "writer.h"

static bool is_side(uint32_t pixels)
{
    return pixels > 0 && pixels <= GDV_IMAGE_MAX_SIDE;
}

gdv_status gdv_write_image(gdv_writer *writer, const gdv_image *image)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_IMAGE, &head);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &head, image, sizeof *image);
    }
    if (status != GDV_OK) {
        return status;
    }
    if (image->format >= GDV_IMAGE_FORMATS) {
        return gdv_write_refuse(writer, &head, GDV_E_BAD_IMAGE);
    }
    bool empty = !is_side(image->width) || !is_side(image->height); /* as the engine reads it */
    if (image->size > 0 && empty) {
        status = gdv_write_misreads(writer, &head, GDV_MISREAD_IMAGE_SIZE);
    }
    if (status == GDV_OK && image->size > GDV_MAX_BYTES) {
        status = gdv_write_refuse(writer, &head, GDV_E_LIMIT_BYTES);
    }
    uint32_t size = status == GDV_OK ? (uint32_t)image->size : 0;
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &head, 24 + (uint64_t)size + gdv_padding(size));
    }
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &head, image->bytes, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_put_u32(&writer->out, image->format);
    gdv_put_u32(&writer->out, image->mipmaps);
    gdv_put_u32(&writer->out, image->width);
    gdv_put_u32(&writer->out, image->height);
    gdv_put_u32(&writer->out, size);
    gdv_put_bytes(&writer->out, image->bytes, size);
    gdv_put_padding(&writer->out, size);
    return gdv_written(writer);
}

/* The words behind the three that every event has. Modifier bits that do not exist are refused under every policy: the
 * engine ignores them, so that no canonical packet has them. */
static gdv_status check_event(gdv_writer *writer, const gdv_head *head, const gdv_input_event *event)
{
    if (event->type >= GDV_INPUT_EVENTS) {
        return gdv_write_refuse(writer, head, GDV_E_BAD_INPUT_EVENT);
    }
    if (event->words != gdv_input_event_words[event->type]) {
        return gdv_write_refuse(writer, head, GDV_E_BAD_COUNT);
    }
    if (event->type == GDV_INPUT_EVENT_KEY && (event->extra[0] & ~GDV_KEY_MODIFIERS) != 0) {
        return gdv_write_refuse(writer, head, GDV_E_FLAGS);
    }
    if (event->type == GDV_INPUT_EVENT_JOYSTICK_MOTION && gdv_nonfinite32(event->extra[1])) {
        return gdv_write_needs(writer, head, GDV_PERMIT_NONFINITE, GDV_E_NONFINITE);
    }
    return GDV_OK;
}

gdv_status gdv_write_input_event(gdv_writer *writer, const gdv_input_event *event)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_INPUT_EVENT, &head);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &head, event, sizeof *event);
    }
    if (status == GDV_OK) {
        status = check_event(writer, &head, event);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &head, 16 + 4 * (uint64_t)event->words);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_put_u32(&writer->out, event->type);
    gdv_put_u32(&writer->out, event->device);
    gdv_put_u32(&writer->out, 12 + 4 * event->words);
    for (uint32_t index = 0; index < event->words; index += 1) {
        gdv_put_u32(&writer->out, event->extra[index]);
    }
    return gdv_written(writer);
}
