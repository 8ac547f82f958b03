/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/write/write_number.c (docs/proof.md). No compiler reads this file. First come the names
 * that contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of
 * the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_WRITE_NUMBER_C_H
#define GDV_PROOF_WRITE_NUMBER_C_H

/* The bytes of the caller's numbers: all of them are there, or the pointer is NULL; and the bytes of at most as many
 * numbers as a packet can hold. */
#define ROWS_SIZE(given) ((given)->width == 8 ? 8 * (given)->n : 4 * (given)->n)
#define ROWS_SET(given)                                                                                                \
    (\initialized(&(given)->numbers) && \initialized(&(given)->n) && \initialized(&(given)->width) &&                  \
     \initialized(&(given)->floats) && ((given)->width == 4 || (given)->width == 8))
#define ROWS_READABLE(given)                                                                                           \
    (\valid_read((given)->numbers + (0 .. ROWS_SIZE(given) - 1)) &&                                                    \
     \initialized((given)->numbers + (0 .. ROWS_SIZE(given) - 1)))
#define ROWS_GIVEN(given) (ROWS_SET(given) && ((given)->numbers != \null ==> ROWS_READABLE(given)))
#define ROWS_HELD(given)                                                                                               \
    (ROWS_SET(given) && ROWS_SIZE(given) <= GDV_MAX_BYTES && ((given)->n > 0 ==> ROWS_READABLE(given)))

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static uint64_t bits_of(int64_t number);

/* Assumed, not proved: the function is a memcpy. */
/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static uint64_t bits_of_double(double number);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    terminates \true; exits \false;
    assigns \nothing;
    ensures plain: !\result;
*/
static bool is_written_short(const gdv_writer *writer);

/* Never called for a plain packet: that much is proved of its callers. */
/*@ requires never: \false;
    terminates \true; exits \false;
    assigns GDV_WRITES;
*/
static gdv_status write_short(gdv_writer *writer, const gdv_token *token, const uint8_t *form, uint32_t size);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires reaches: GDV_WRITER_REACHES(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    requires about: \initialized(&token->flags) && token->flags <= 0xff;
    requires width: width == 0 || width == 4 || width == 8;
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static gdv_status write_fixed(gdv_writer *writer, const gdv_token *token, uint64_t bits, uint32_t width);

/*@ GDV_READY_ASKS(8)
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
GDV_INLINE gdv_status take_narrow(gdv_writer *writer, uint32_t header, uint32_t word);

/*@ GDV_READY_ASKS(12)
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
GDV_INLINE gdv_status take_wide(gdv_writer *writer, uint32_t header, uint64_t bits);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
GDV_COLD static gdv_status write_nil(gdv_writer *writer);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_nil(gdv_writer *writer);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
GDV_COLD static gdv_status write_bool(gdv_writer *writer, bool value);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_bool(gdv_writer *writer, bool value);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_callable(gdv_writer *writer);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_rid(gdv_writer *writer, uint64_t id);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool is_wide_int(uint32_t quirks, uint64_t bits);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
GDV_COLD static gdv_status write_int(gdv_writer *writer, int64_t value);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_int(gdv_writer *writer, int64_t value);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t nearest_float(uint64_t bits);

/*@ requires \initialized(&writer->depth) && writer->depth <= GDV_MAX_DEPTH + 1 && GDV_LEVELS_READABLE(writer);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_narrowed(const gdv_writer *writer);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
GDV_COLD static gdv_status write_float(gdv_writer *writer, double value);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_float(gdv_writer *writer, double value);

/*@ requires set: ROWS_SET(given);
    requires few: given->n < 0x4000000000;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == ROWS_SIZE(given);
*/
static uint64_t rows_size(const rows *given);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: \initialized(token) && token->wire != \null && GDV_ABOUT(writer, token) && token->flags == 0;
    requires given: ROWS_GIVEN(given);
    terminates \true; exits \false;
    assigns token->flags, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures flags: \initialized(token) && token->flags <= 1;
    ensures rows: \result == GDV_OK ==> token->wire->size > 0;
*/
static gdv_status choose_form(gdv_writer *writer, gdv_token *token, const rows *given);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: \initialized(token) && token->wire != \null && GDV_ABOUT(writer, token);
    requires given: ROWS_GIVEN(given);
    requires rows: token->wire->size > 0;
    terminates \true; exits \false;
    assigns token->count, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures held: \result == GDV_OK ==> ROWS_HELD(given);
    ensures apart: \result == GDV_OK ==> given->n == 0 || GDV_APART(writer, given->numbers, ROWS_SIZE(given));
    ensures token: \initialized(token);
    ensures room: \result == GDV_OK ==>
        writer->out.pos + (token->wire->layout == GDV_LAYOUT_PACKED ? 8 : 4) + ROWS_SIZE(given) <=
            writer->policy.max_bytes;
*/
static gdv_status check_rows(gdv_writer *writer, gdv_token *token, const rows *given);

/*@ requires held: ROWS_HELD(given) && 4 * index + 4 <= ROWS_SIZE(given);
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t word_at(const rows *given, size_t index);

/*@ requires held: ROWS_HELD(given) && 8 * index + 8 <= ROWS_SIZE(given);
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint64_t long_at(const rows *given, size_t index);

#define HAS_NONFINITE_AMONG_LOOP                                                                                       \
    loop invariant first <= index <= first + n;                                                                        \
    loop assigns index, found;                                                                                         \
    loop variant first + n - index;

#define HAS_NONFINITE_AMONG_LOOP_2                                                                                     \
    loop invariant first <= index <= first + n;                                                                        \
    loop assigns index, found;                                                                                         \
    loop variant first + n - index;

/*@ requires held: ROWS_HELD(given) && first + n <= given->n;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool has_nonfinite_among(const rows *given, size_t first, size_t n);

#define HAS_NONFINITE_LOOP                                                                                             \
    loop invariant index <= given->n;                                                                                  \
    loop assigns index, found;                                                                                         \
    loop variant given->n - index;

/*@ requires held: ROWS_HELD(given);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool has_nonfinite(const rows *given);

#define CHECK_MISREAD_LOOP                                                                                             \
    loop invariant 3 <= index <= given->n + 3 || index == 3;                                                           \
    loop assigns index;                                                                                                \
    loop variant given->n - index;

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    requires held: ROWS_HELD(given);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
*/
static gdv_status check_misread(gdv_writer *writer, const gdv_token *token, const rows *given);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires rows: ROWS_GIVEN(given);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static gdv_status write_rows(gdv_writer *writer, gdv_type type, const rows *given);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires numbers: numbers != \null ==> \valid_read((uint8_t *)numbers + (0 .. 4 * n - 1)) &&
                                           \initialized((uint8_t *)numbers + (0 .. 4 * n - 1));
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_int32s(gdv_writer *writer, gdv_type type, const int32_t *numbers, size_t n);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires numbers: numbers != \null ==> \valid_read((uint8_t *)numbers + (0 .. 8 * n - 1)) &&
                                           \initialized((uint8_t *)numbers + (0 .. 8 * n - 1));
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_int64s(gdv_writer *writer, gdv_type type, const int64_t *numbers, size_t n);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool are_finite(uint64_t two);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires row: id < GDV_CLASSES;
    requires numbers: numbers != \null ==> \valid_read(numbers + (0 .. 4 * n - 1)) &&
                                           \initialized(numbers + (0 .. 4 * n - 1));
    terminates \true; exits \false;
    assigns \nothing;
    ensures few: \result ==> 0 < n <= MOST_OF_VECTOR && numbers != \null;
    ensures apart: \result ==> GDV_APART(writer, numbers, 4 * n);
*/
GDV_INLINE bool is_checked_vector(const gdv_writer *writer, uint32_t id, const uint8_t *numbers, size_t n);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires numbers: numbers != \null ==> \valid_read(numbers + (0 .. 4 * n - 1)) &&
                                           \initialized(numbers + (0 .. 4 * n - 1));
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
GDV_COLD static gdv_status write_floats(gdv_writer *writer, gdv_type type, const uint8_t *numbers, size_t n);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires numbers: numbers != \null ==> \valid_read((uint8_t *)numbers + (0 .. 4 * n - 1)) &&
                                           \initialized((uint8_t *)numbers + (0 .. 4 * n - 1));
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_floats(gdv_writer *writer, gdv_type type, const float *numbers, size_t n);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires numbers: numbers != \null ==> \valid_read((uint8_t *)numbers + (0 .. 8 * n - 1)) &&
                                           \initialized((uint8_t *)numbers + (0 .. 8 * n - 1));
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_doubles(gdv_writer *writer, gdv_type type, const double *numbers, size_t n);

#endif
