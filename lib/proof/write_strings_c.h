/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/write/write_strings.c (docs/proof.md). No compiler reads this file. First come the names
 * that contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of
 * the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_WRITE_STRINGS_C_H
#define GDV_PROOF_WRITE_STRINGS_C_H

/* TEXTS_READABLE: an array of texts. TEXTS_GIVEN: one that the caller handed in, or NULL. TEXTS_CHECKED: the array and
 * its texts lie outside the buffer. texts_size: their bytes in the packet. TEXTS_FIT: they fit; more texts never make
 * the sum smaller. TEXTS_READY: all of that for the texts of a path. PATH_TEXTS: the bytes of its names, subnames and
 * property. */
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

/*@ requires \initialized(&writer->depth) && 0 < writer->depth <= GDV_MAX_DEPTH + 1 && GDV_LEVELS_READABLE(writer);
    terminates \true; exits \false;
    assigns \nothing;
*/
GDV_INLINE bool is_key_next(const gdv_writer *writer);

/*@ requires text: n > 0 ==> text != \null;
    requires text: GDV_TEXT_GIVEN(text, n) && n <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t fingerprint_of(const uint8_t *text, uint32_t n);

/*@ requires noted: GDV_KEYS_NOTED(writer);
    terminates \true; exits \false;
    assigns GDV_NOTES_KEY;
    ensures noted: GDV_KEYS_NOTED(writer);
*/
GDV_INLINE void note_key(gdv_writer *writer, uint32_t fingerprint);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    requires flags: \initialized(&token->flags);
    terminates \true; exits \false;
    assigns token->id, token->wire, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures flags: \initialized(&token->flags);
    ensures about: \result == GDV_OK ==> token->wire != \null && GDV_ABOUT(writer, token);
*/
static gdv_status check_name_key(gdv_writer *writer, gdv_token *token);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(bytes, n);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static gdv_status write_any_text(gdv_writer *writer, gdv_type type, const char *bytes, size_t n);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires text: GDV_TEXT_GIVEN(text, size);
    terminates \true; exits \false;
    assigns *ends;
    ensures short: \result ==> 0 < size <= GDV_SHORT_TEXT && text != \null && GDV_TEXT_CHECKED(writer, text, size);
    ensures ends: \result ==> GDV_ENDS_SET(ends);
*/
GDV_INLINE bool is_short_text(const gdv_writer *writer, gdv_ends *ends, const char *text, size_t size);

/*@ GDV_READY_ASKS(8 + GDV_SHORT_TEXT)
    requires short: 0 < size <= GDV_SHORT_TEXT;
    requires ends: GDV_ENDS_SET(ends);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
GDV_INLINE gdv_status take_short_text(gdv_writer *writer, uint32_t id, const gdv_ends *ends, size_t size);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(text, size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_string(gdv_writer *writer, const char *text, size_t size);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(text, size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_string_name(gdv_writer *writer, const char *text, size_t size);

#define CHECK_TEXTS_LOOP                                                                                               \
    loop invariant index <= n;                                                                                         \
    loop invariant few: status == GDV_OK ==> n <= GDV_MAX_BYTES;                                                       \
    loop invariant size: \initialized(size) && (status == GDV_OK ==> *size <= GDV_MAX_BYTES);                          \
    loop invariant size: status == GDV_OK ==> *size == \at(*size, Pre) + texts_size(texts, index, terminator);         \
    loop invariant room: status == GDV_OK ==> writer->out.pos + *size <= writer->policy.max_bytes;                     \
    loop invariant some: 0 <= texts_size(texts, index, terminator);                                                    \
    loop invariant fit: \forall integer i; 0 <= i <= index ==>                                                         \
        texts_size(texts, i, terminator) <= texts_size(texts, index, terminator);                                      \
    loop invariant set: GDV_WRITER_SET(writer);                                                                        \
    loop invariant status: status == GDV_OK ==> writer->status == \at(writer->status, Pre);                            \
    loop invariant reaches: status == GDV_OK ==> writer->reach == \at(writer->reach, Pre);                            \
    loop invariant status: status != GDV_OK ==> writer->status == status;                                              \
    loop invariant valid: status == GDV_OK && n > 0 ==>                                                                \
        texts != \null && GDV_APART(writer, (uint8_t *)texts, 16 * n);                                                 \
    loop invariant checked: status == GDV_OK ==> (\forall integer i; 0 <= i < index ==>                                \
        GDV_TEXT_CHECKED(writer, texts[i].bytes, texts[i].size));                                                      \
    loop assigns index, status, *size, GDV_REFUSAL;                                                                    \
    loop variant n - index;

#define CHECK_TEXTS_NEXT                                                                                               \
    (texts_size(texts, index + 1, terminator) ==                                                                       \
        texts_size(texts, index, terminator) + GDV_TEXT_ON_WIRE(texts[index].size, terminator))

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
                              uint32_t terminator, uint32_t *left, uint64_t *size);

#define WRITE_TEXTS_LOOP                                                                                               \
    loop invariant index <= n;                                                                                         \
    loop invariant out: GDV_SINK_SOUND(&writer->out);                                                                  \
    loop invariant put: writer->out.pos == \at(writer->out.pos, Pre) + texts_size(texts, index, terminator);           \
    loop invariant moved: writer->out.pos >= \at(writer->out.pos, Pre);                                                \
    loop invariant known: \initialized(texts + (0 .. n - 1));                                                          \
    loop invariant texts: \forall integer i; index <= i < n ==>                                                        \
        GDV_TEXT_GIVEN(texts[i].bytes, texts[i].size);                                                                 \
    loop assigns index, writer->out.pos,                                                                               \
        writer->out.bytes[\at(writer->out.pos, Pre) .. writer->out.capacity - 1];                                      \
    loop variant n - index;

#define WRITE_TEXTS_NEXT                                                                                               \
    (texts_size(texts, index + 1, terminator) ==                                                                       \
        texts_size(texts, index, terminator) + GDV_TEXT_ON_WIRE(texts[index].size, terminator))

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
static void write_texts(gdv_writer *writer, const gdv_text *texts, size_t n, uint32_t terminator);

/*@ GDV_VALUE_ASKS(16)
    requires counts: names < GDV_NEGATIVE;
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS_MORE;
    GDV_HEADER_LEAVES(16)
*/
static void put_shape(gdv_writer *writer, const gdv_token *token, uint32_t names, uint32_t subnames, uint32_t bits);

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
                                    const gdv_text *property, size_t properties);

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
                              size_t subname_count, const gdv_text *property, size_t properties);

/*@ GDV_VALUE_ASKS(16 + PATH_TEXTS)
    requires counts: name_count <= GDV_MAX_BYTES && subname_count <= GDV_MAX_BYTES && properties <= 1;
    requires names: TEXTS_READY(writer, names, name_count);
    requires subnames: TEXTS_READY(writer, subnames, subname_count);
    requires property: TEXTS_READY(writer, property, properties);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static inline gdv_status put_path_value(gdv_writer *writer, const gdv_token *token, bool absolute,
                                  const gdv_text *names, size_t name_count, const gdv_text *subnames,
                                  size_t subname_count, const gdv_text *property, size_t properties);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires names: TEXTS_GIVEN(names, name_count);
    requires subnames: TEXTS_GIVEN(subnames, subname_count);
    requires property: TEXTS_GIVEN(property, 1);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_node_path(gdv_writer *writer, bool absolute, const gdv_text *names, size_t name_count,
                               const gdv_text *subnames, size_t subname_count, const gdv_text *property);

/*@ GDV_VALUE_ASKS(8)
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS_MORE;
    GDV_HEADER_LEAVES(8)
*/
static void put_text_count(gdv_writer *writer, const gdv_token *token, uint32_t count);

/*@ GDV_VALUE_ASKS(8 + texts_size(strings, n, 1))
    requires texts: n <= UINT32_MAX && TEXTS_READABLE(strings, n);
    requires checked: TEXTS_CHECKED(writer, strings, n);
    requires fit: TEXTS_FIT(strings, n, 1);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
static gdv_status put_strings(gdv_writer *writer, const gdv_token *token, const gdv_text *strings, size_t n);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires strings: TEXTS_GIVEN(strings, n);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_strings(gdv_writer *writer, const gdv_text *strings, size_t n);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires bytes: GDV_TEXT_GIVEN(bytes, size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_bytes(gdv_writer *writer, const void *bytes, size_t size);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires signal: signal == \null || (\valid_read(signal) && \initialized(signal) &&
                                         GDV_TEXT_GIVEN(signal->name.bytes, signal->name.size));
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_signal(gdv_writer *writer, const gdv_signal *signal);

#endif
