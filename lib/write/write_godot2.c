/* SPDX-License-Identifier: MIT */
/* Writes the two values that only Godot 2 has; the counterpart of godot2.c. Wire reference: section 5.10. */
#include <gdv/writer.h>

#include "../decode/godot2.h"
#include "../decode/number.h"
#include "sink.h"
#include "writer_internal.h"

#ifdef __FRAMAC__
#include "../proof/write_godot2_c.h"
#endif

/* Checks all that the decoder would check of an image. Ensures on GDV_OK: its bytes are apart from the buffer, and the
 * packet's limit has room for it. */
static gdv_status check_image(gdv_writer *writer, const gdv_token *token, const gdv_image *image)
{
    gdv_status status = gdv_write_given(writer, token, image->bytes, image->size, 1);
    if (status != GDV_OK) {
        return status;
    }
    if (image->format >= GDV_IMAGE_FORMATS) {
        return gdv_write_refuse(writer, token, GDV_E_BAD_IMAGE);
    }
    if (image->size > GDV_MAX_BYTES) {
        return gdv_write_refuse(writer, token, GDV_E_LIMIT_BYTES);
    }
    uint32_t padding = gdv_padding((uint32_t)image->size);
    status = gdv_write_room(writer, token, 24 + (uint64_t)image->size + padding);
    const uint32_t words[GDV_IMAGE_WORDS] = {image->format, image->mipmaps, image->width, image->height,
                                             (uint32_t)image->size};
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, token, image->bytes, image->size);
    }
    if (status == GDV_OK && gdv_image_wrong_word(words) < GDV_IMAGE_WORDS) {
        status = gdv_write_misreads(writer, token, GDV_MISREAD_IMAGE_SIZE);
    }
    return status;
}

/* Puts the header and the five words before an image's bytes. Requires room for 24 bytes in the packet's limit. */
static void put_image_words(gdv_writer *writer, const gdv_token *token, const gdv_image *image)
{
    gdv_write_header(writer, token);
    gdv_put_u32(&writer->out, image->format);
    gdv_put_u32(&writer->out, image->mipmaps);
    gdv_put_u32(&writer->out, image->width);
    gdv_put_u32(&writer->out, image->height);
    gdv_put_u32(&writer->out, (uint32_t)image->size);
}

/* Puts an image that was checked. */
static gdv_status put_image(gdv_writer *writer, const gdv_token *token, const gdv_image *image)
{
    uint32_t size = (uint32_t)image->size;
    put_image_words(writer, token, image);
    gdv_put_bytes(&writer->out, image->bytes, size);
    gdv_put_padding(&writer->out, size);
    return gdv_written(writer);
}

gdv_status gdv_write_image(gdv_writer *writer, const gdv_image *image)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_IMAGE, &token);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &token, image, sizeof *image);
    }
    if (status != GDV_OK) {
        return status;
    }
    /* field by field: of a copy in one, the prover does not see that what it holds is set */
    const gdv_image given = {.format = image->format,
                             .mipmaps = image->mipmaps,
                             .width = image->width,
                             .height = image->height,
                             .bytes = image->bytes,
                             .size = image->size};
    status = check_image(writer, &token, &given);
    return status == GDV_OK ? put_image(writer, &token, &given) : status;
}

/* Checks the words after the three that every event has. Modifier bits that do not exist are refused under every
 * policy: the engine ignores them, so that no canonical packet has them. Ensures on GDV_OK: an existing type with its
 * number of words. */
static gdv_status check_event(gdv_writer *writer, const gdv_token *token, const gdv_input_event *event)
{
    if (event->type >= GDV_INPUT_EVENTS) {
        return gdv_write_refuse(writer, token, GDV_E_BAD_INPUT_EVENT);
    }
    if (event->words != gdv_input_event_words[event->type]) {
        return gdv_write_refuse(writer, token, GDV_E_BAD_COUNT);
    }
    if (event->type == GDV_INPUT_EVENT_KEY && (event->extra[0] & ~GDV_KEY_MODIFIERS) != 0) {
        return gdv_write_refuse(writer, token, GDV_E_FLAGS);
    }
    if (event->type == GDV_INPUT_EVENT_JOYSTICK_MOTION && gdv_nonfinite32(event->extra[1])) {
        return gdv_write_needs(writer, token, GDV_PERMIT_NONFINITE, GDV_E_NONFINITE);
    }
    return GDV_OK;
}

/* Puts an event that was checked. Requires at most two extra words and room in the packet's limit. */
static gdv_status put_event(gdv_writer *writer, const gdv_token *token, const gdv_input_event *event)
{
    gdv_write_header(writer, token);
    gdv_put_u32(&writer->out, event->type);
    gdv_put_u32(&writer->out, event->device);
    gdv_put_u32(&writer->out, 12 + 4 * event->words);
    /*@ PUT_EVENT_LOOP */
    for (uint32_t index = 0; index < event->words; index += 1) {
        gdv_put_u32(&writer->out, event->extra[index]);
    }
    return gdv_written(writer);
}

gdv_status gdv_write_input_event(gdv_writer *writer, const gdv_input_event *event)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_INPUT_EVENT, &token);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, &token, event, sizeof *event);
    }
    if (status != GDV_OK) {
        return status;
    }
    const gdv_input_event given = *event;
    status = check_event(writer, &token, &given);
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &token, 16 + 4 * (uint64_t)given.words);
    }
    return status == GDV_OK ? put_event(writer, &token, &given) : status;
}
