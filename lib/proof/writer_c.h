/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/write/writer.c (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_WRITER_C_H
#define GDV_PROOF_WRITER_C_H

/*@ terminates \true; exits \false;
    assigns writer->keyed, writer->noted;
    ensures noted: GDV_KEYS_NOTED(writer);
*/
static void forget_keys(gdv_writer *writer);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    requires level: GDV_LEVEL_SET(*level);
    requires level: level->key_id == GDV_ANY_ID || level->key_id < writer->table->count;
    requires level: level->value_id == GDV_ANY_ID || level->value_id < writer->table->count;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
*/
GDV_COLD static gdv_status check_container(gdv_writer *writer, const gdv_token *token, const gdv_level *level);

#define IS_IN_KEY_LOOP                                                                                                 \
    loop invariant 0 <= level <= writer->depth;                                                                        \
    loop assigns level, found;                                                                                         \
    loop variant writer->depth - level;

/*@ requires sound: GDV_WRITER_SOUND(writer);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_in_key(const gdv_writer *writer);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
*/
static gdv_status check_turn(gdv_writer *writer, const gdv_token *token);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires size: size <= GDV_MAX_BYTES;
    requires text: \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
*/
GDV_COLD static gdv_status check_characters(gdv_writer *writer, const gdv_token *token, const uint8_t *text,
                                            uint32_t size);

/*@ requires noted: GDV_KEYS_NOTED(writer);
    terminates \true; exits \false;
    assigns writer->keyed, writer->noted;
    ensures noted: GDV_KEYS_NOTED(writer);
*/
static void settle_keys(gdv_writer *writer, uint32_t n);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_REFUSAL, writer->depth, writer->keyed, writer->noted, writer->out.bytes[0 .. GDV_SOFAR(writer) - 1];
    ensures reaches: GDV_WRITER_REACHES(writer);
    ensures given: GDV_OUT_SOUND(writer);
    ensures limits: writer->table != \null ==> GDV_WRITER_LIMITS(writer);
    ensures levels: writer->table != \null ==> GDV_LEVELS_SOUND(writer);
    ensures fits: \result == GDV_OK ==> writer->out.pos <= writer->out.capacity;
    ensures depth: writer->depth <= \old(writer->depth);
*/
gdv_status gdv_end(gdv_writer *writer);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_REFUSAL, writer->count_at[0 .. GDV_MAX_DEPTH];
    ensures reaches: GDV_WRITER_REACHES(writer);
    ensures given: GDV_OUT_SOUND(writer);
    ensures levels: writer->table != \null ==> GDV_LEVELS_READABLE(writer);
    ensures levels_put: writer->table != \null ==> GDV_LEVELS_PUT(writer);
    ensures fits: \result == GDV_OK ==> writer->out.pos <= writer->out.capacity;
*/
gdv_status gdv_mark_shared(gdv_writer *writer);

#endif
