/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/write/write_godot2.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_WRITE_GODOT2_C_H
#define GDV_PROOF_WRITE_GODOT2_C_H

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    requires image: \initialized(image) && GDV_TEXT_GIVEN(image->bytes, image->size);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures room: \result == GDV_OK ==> image->size <= GDV_MAX_BYTES &&
        writer->out.pos + 24 + image->size + GDV_PAD(image->size) <= writer->policy.max_bytes;
    ensures checked: \result == GDV_OK ==> GDV_TEXT_CHECKED(writer, image->bytes, image->size);
*/
static gdv_status check_image(gdv_writer *writer, const gdv_token *token, const gdv_image *image);

/*@ GDV_VALUE_ASKS(24)
    requires image: \initialized(image) && image->size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS_MORE;
    GDV_HEADER_LEAVES(24)
*/
static void put_image_words(gdv_writer *writer, const gdv_token *token, const gdv_image *image);

/*@ GDV_VALUE_ASKS(24 + image->size + GDV_PAD(image->size))
    requires image: \initialized(image) && image->size <= GDV_MAX_BYTES;
    requires bytes: GDV_TEXT_GIVEN(image->bytes, image->size) && GDV_TEXT_CHECKED(writer, image->bytes, image->size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static gdv_status put_image(gdv_writer *writer, const gdv_token *token, const gdv_image *image);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires image: image != \null ==> \valid_read(image) && \initialized(image);
    requires bytes: image != \null ==> GDV_TEXT_GIVEN(image->bytes, image->size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_image(gdv_writer *writer, const gdv_image *image);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires event: \initialized(event);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures words: \result == GDV_OK ==>
        event->type < GDV_INPUT_EVENTS && event->words == gdv_input_event_words[event->type];
*/
static gdv_status check_event(gdv_writer *writer, const gdv_token *token, const gdv_input_event *event);

#define PUT_EVENT_LOOP                                                                                                 \
    loop invariant index <= event->words;                                                                              \
    loop invariant set: GDV_SINK_SET(&writer->out);                                                                    \
    loop invariant filled: GDV_SINK_FILLED(&writer->out);                                                              \
    loop invariant put: writer->out.pos == \at(writer->out.pos, Pre) + 16 + 4 * index;                                 \
    loop assigns index, writer->out.pos,                                                                               \
        writer->out.bytes[\at(writer->out.pos, Pre) .. writer->out.capacity - 1];                                      \
    loop variant event->words - index;

/*@ GDV_VALUE_ASKS(16 + 4 * event->words)
    requires event: \initialized(event) && event->words <= 2;
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static gdv_status put_event(gdv_writer *writer, const gdv_token *token, const gdv_input_event *event);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires event: event == \null || (\valid_read(event) && \initialized(event));
    requires table: \forall integer type; 0 <= type < GDV_INPUT_EVENTS ==> gdv_input_event_words[type] <= 2;
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_input_event(gdv_writer *writer, const gdv_input_event *event);

#endif
