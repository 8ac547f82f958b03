/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/write/write_container.c (docs/proof.md). No compiler reads this file. First come the names
 * that contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_WRITE_CONTAINER_C_H
#define GDV_PROOF_WRITE_CONTAINER_C_H

/* ELEMENT_GIVEN: what a caller hands in, or NULL. ELEMENT_CHECKED: it lies outside the buffer. DECLARED_SOUND,
 * DECLARED_SIZE: what is to be written of it, and its size in bytes. DECLARED_ID: a type, or any. */
#define ELEMENT_GIVEN(element)                                                                                         \
    ((element) == \null || (\valid_read(element) && \initialized(element) &&                                           \
                            GDV_TEXT_GIVEN((element)->name.bytes, (element)->name.size)))
#define DECLARED_ID(id) ((id) == GDV_ANY_ID || (id) < writer->table->count)
#define DECLARED_SOUND(said)                                                                                           \
    (\initialized(said) && (said)->kind <= 3 && DECLARED_ID((said)->id) &&                                             \
     ((said)->kind >= 2 ==> GDV_TEXT_GIVEN((said)->name.bytes, (said)->name.size) &&                                   \
                            GDV_TEXT_CHECKED(writer, (said)->name.bytes, (said)->name.size)))
#define DECLARED_SIZE(said)                                                                                            \
    ((said)->kind == 0 ? 0 : (said)->kind == 1 ? 4 : GDV_TEXT_ON_WIRE((said)->name.size, 0))
#define DECLARE_REQUIRES                                                                                               \
    requires sound: GDV_WRITER_SOUND(writer);                                                                          \
    requires about: GDV_ABOUT(writer, token);                                                                          \
    requires element: element != \null && ELEMENT_GIVEN(element);                                                      \
    requires said: \initialized(said) && said->kind == 0 && said->id == GDV_ANY_ID;                                    \
    requires more: \initialized(size) && *size <= GDV_MAX_BYTES;
#define DECLARE_LEAVES                                                                                                 \
    GDV_CHECK_LEAVES                                                                                                   \
    ensures more: \initialized(size);                                                                                  \
    ensures more: \result == GDV_OK ==> *size == \old(*size) + DECLARED_SIZE(said);                                    \
    ensures limit: \result == GDV_OK ==> *size <= \old(*size) + 4 || *size <= GDV_MAX_BYTES;                           \
    ensures said: \result == GDV_OK ==> DECLARED_SOUND(said);

/* What the functions require that put a checked container. */
#define CONTAINER_ASKS(n)                                                                                              \
    GDV_VALUE_ASKS(n)                                                                                                  \
    requires runs: writer->status == GDV_OK;                                                                           \
    requires empty: \initialized(token) && token->children == 0;                                                       \
    requires declares: DECLARED_ID(token->key_id) && DECLARED_ID(token->value_id);                                     \
    requires depth: writer->depth <= writer->policy.max_depth;

/*@ requires sound: GDV_OUT_SOUND(writer) && GDV_WRITER_RUNS(writer);
    requires end: \initialized(&writer->policy) && GDV_WRITER_END(writer);
    requires depth: writer->depth <= GDV_MAX_DEPTH && 0 <= writer->values;
    requires levels: GDV_LEVELS_READABLE(writer);
    requires left: GDV_LEVELS_LEFT(writer);
    requires declare: GDV_LEVELS_DECLARE(writer);
    terminates \true; exits \false;
    assigns GDV_OPENS, writer->stack[0 .. GDV_MAX_DEPTH];
    ensures reaches: GDV_WRITER_REACHES(writer) && \initialized(&writer->reach);
    ensures opened: writer->depth == \old(writer->depth) + 1 && \initialized(&writer->depth);
    ensures at: writer->count_at[\old(writer->depth)] == at;
    ensures others: \forall integer i; 0 <= i < \old(writer->depth) ==>
        writer->count_at[i] == \old(writer->count_at[i]);
    ensures valid: GDV_LEVELS_READABLE(writer);
    ensures left: GDV_LEVELS_LEFT(writer);
    ensures declare: GDV_LEVELS_DECLARE(writer);
*/
GDV_INLINE void open_plain(gdv_writer *writer, gdv_level_kind kind, uint32_t at);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires kind: kind == GDV_LEVEL_ARRAY || kind == GDV_LEVEL_DICTIONARY;
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status begin_plain(gdv_writer *writer, gdv_type type, gdv_level_kind kind);

/*@ requires sound: GDV_OUT_SOUND(writer) && GDV_WRITER_RUNS(writer) && GDV_WRITER_TABLES(writer);
    requires policy: \initialized(&writer->policy) && writer->policy.encoding == GDV_ENCODING_PLAIN;
    requires most: writer->policy.max_bytes <= GDV_MAX_BYTES && writer->policy.max_depth <= GDV_MAX_DEPTH;
    requires end: GDV_WRITER_END(writer);
    requires depth: writer->depth <= writer->policy.max_depth;
    requires levels: GDV_LEVELS_READABLE(writer);
    requires left: GDV_LEVELS_LEFT(writer);
    requires put: GDV_LEVELS_PUT(writer);
    requires declare: GDV_LEVELS_DECLARE(writer);
    requires counted: 0 <= 4 * writer->values <= writer->out.pos + 8 && writer->depth < writer->values;
    requires fits: writer->out.pos + 8 <= writer->policy.max_bytes && writer->out.pos + 8 <= writer->out.capacity;
    terminates \true; exits \false;
    assigns GDV_OPENS, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS(8);
    GDV_VALUE_LEAVES
*/
GDV_INLINE gdv_status open_ready(gdv_writer *writer, uint32_t id, gdv_level_kind kind);

/*@ requires given: GDV_WRITER_GIVEN(writer) && GDV_WRITER_RUNS(writer);
    terminates \true; exits \false;
    assigns \nothing;
    ensures first: \result ==> writer->values == 0;
    ensures fits: \result ==> writer->out.pos + 8 <= writer->end;
*/
static inline bool is_first(const gdv_writer *writer);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires kind: kind == GDV_LEVEL_ARRAY || kind == GDV_LEVEL_DICTIONARY;
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status begin_other(gdv_writer *writer, gdv_type type, gdv_level_kind kind);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires kind: kind == GDV_LEVEL_ARRAY || kind == GDV_LEVEL_DICTIONARY;
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
GDV_INLINE gdv_status begin_fast(gdv_writer *writer, gdv_type type, gdv_level_kind kind);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_array(gdv_writer *writer);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_dictionary(gdv_writer *writer);

/*@ requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> element == \null || element->kind == GDV_ELEMENT_ANY;
*/
static bool declares_nothing(const gdv_element *element);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires element: element != \null && ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns *id, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures id: \initialized(id) && (\result == GDV_OK ==> *id < writer->table->count);
*/
static gdv_status find_type(gdv_writer *writer, const gdv_token *token, const gdv_element *element, uint32_t *id);

/*@ DECLARE_REQUIRES
    terminates \true; exits \false;
    assigns *said, *size, GDV_REFUSAL;
    DECLARE_LEAVES
*/
static gdv_status declare_type(gdv_writer *writer, const gdv_token *token, const gdv_element *element, declared *said,
                               uint64_t *size);

/*@ DECLARE_REQUIRES
    terminates \true; exits \false;
    assigns *said, *size, GDV_REFUSAL;
    DECLARE_LEAVES
*/
static gdv_status declare_name(gdv_writer *writer, const gdv_token *token, const gdv_element *element, declared *said,
                               uint64_t *size);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    requires element: ELEMENT_GIVEN(element);
    requires more: \initialized(size) && *size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns *said, *size, GDV_REFUSAL;
    DECLARE_LEAVES
*/
static gdv_status declare(gdv_writer *writer, const gdv_token *token, const gdv_element *element, uint32_t kind_bits,
                          declared *said, uint64_t *size);

/*@ requires out: GDV_SINK_SOUND(&writer->out);
    requires said: DECLARED_SOUND(said);
    requires room: writer->out.pos + DECLARED_SIZE(said) <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns GDV_PUTS(DECLARED_SIZE(said));
    ensures put: writer->out.pos == \old(writer->out.pos) + DECLARED_SIZE(said);
    ensures out: GDV_SINK_SOUND(&writer->out);
*/
static void write_declared(gdv_writer *writer, const declared *said);

/*@ CONTAINER_ASKS(8 + DECLARED_SIZE(key) + DECLARED_SIZE(value))
    requires said: DECLARED_SOUND(key) && DECLARED_SOUND(value);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status put_kinded(gdv_writer *writer, const gdv_token *token, const declared *key, const declared *value);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires key: ELEMENT_GIVEN(key);
    requires value: ELEMENT_GIVEN(value);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status begin_kinded(gdv_writer *writer, gdv_type type, const gdv_element *key, const gdv_element *value);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires element: element != \null && ELEMENT_GIVEN(element);
    requires values: writer->values <= writer->policy.max_values;
    requires more: \initialized(size) && *size <= 12;
    terminates \true; exits \false;
    assigns *size, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures more: \initialized(size);
    ensures more: \result == GDV_OK ==> *size == \old(*size) + 4 + GDV_TEXT_ON_WIRE(element->name.size, 0);
    ensures checked: \result == GDV_OK ==> GDV_TEXT_CHECKED(writer, element->name.bytes, element->name.size);
*/
static gdv_status check_class(gdv_writer *writer, const gdv_token *token, const gdv_element *element, uint64_t *size);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: \initialized(token) && token->wire != \null && GDV_ABOUT(writer, token) && token->flags == 0;
    requires element: element != \null && ELEMENT_GIVEN(element);
    requires values: writer->values <= writer->policy.max_values;
    requires more: \initialized(size) && *size == 12 && \initialized(id) && *id == GDV_ANY_ID;
    terminates \true; exits \false;
    assigns token->flags, *id, *size, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures token: \initialized(token) && token->flags <= 1;
    ensures id: \initialized(id) && (\result == GDV_OK ==> DECLARED_ID(*id));
    ensures more: \initialized(size);
    ensures more: \result == GDV_OK ==>
        *size == 12 + (element->kind == GDV_ELEMENT_CLASS ? 4 + GDV_TEXT_ON_WIRE(element->name.size, 0) : 0);
    ensures apart: \result == GDV_OK ==> GDV_APART(writer, (uint8_t *)element, sizeof(gdv_element));
    ensures checked: \result == GDV_OK && element->kind == GDV_ELEMENT_CLASS ==>
        GDV_TEXT_CHECKED(writer, element->name.bytes, element->name.size);
*/
static gdv_status check_typed(gdv_writer *writer, gdv_token *token, const gdv_element *element, uint32_t *id,
                              uint64_t *size);

/*@ requires out: GDV_SINK_SOUND(&writer->out) && \initialized(&writer->values) && writer->values < GDV_MAX_BYTES;
    requires name: \initialized(name) && GDV_TEXT_GIVEN(name->bytes, name->size);
    requires name: GDV_TEXT_CHECKED(writer, name->bytes, name->size);
    requires room: writer->out.pos + 4 + GDV_TEXT_ON_WIRE(name->size, 0) <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns writer->values, GDV_PUTS_MORE;
    ensures put: writer->out.pos == \old(writer->out.pos) + 4 + GDV_TEXT_ON_WIRE(name->size, 0);
    ensures out: GDV_SINK_SOUND(&writer->out);
    ensures counted: writer->values == \old(writer->values) + 1 && \initialized(&writer->values);
*/
static void put_class(gdv_writer *writer, uint32_t id, const gdv_text *name);

/*@ CONTAINER_ASKS(12 + (class_id != GDV_ANY_ID ? 4 + GDV_TEXT_ON_WIRE(name->size, 0) : 0))
    requires name: \initialized(name);
    requires name: class_id != GDV_ANY_ID ==> GDV_TEXT_GIVEN(name->bytes, name->size);
    requires name: class_id != GDV_ANY_ID ==> GDV_TEXT_CHECKED(writer, name->bytes, name->size);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status put_typed(gdv_writer *writer, const gdv_token *token, uint32_t class_id, const gdv_text *name);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status begin_typed(gdv_writer *writer, gdv_type type, const gdv_element *element);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_typed_form(const gdv_writer *writer, const gdv_element *element);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_typed_array(gdv_writer *writer, const gdv_element *element);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires key: ELEMENT_GIVEN(key);
    requires value: ELEMENT_GIVEN(value);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_typed_dictionary(gdv_writer *writer, const gdv_element *key, const gdv_element *value);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_packed_typed_array(gdv_writer *writer, const gdv_element *element);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_object_id(gdv_writer *writer, uint64_t id);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(class_name, size);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_object(gdv_writer *writer, const char *class_name, size_t size);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(name, size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_name(gdv_writer *writer, const char *name, size_t size);

#endif
