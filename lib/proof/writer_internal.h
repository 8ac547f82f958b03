/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/write/writer_internal.h (docs/proof.md). No compiler reads this file. First come the names
 * that contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_WRITER_INTERNAL_H
#define GDV_PROOF_WRITER_INTERNAL_H

/* Beside the names of sink.h and step.h: GDV_WRITER_SET: the fields that every writer has. GDV_KEYS_NOTED: as many
 * fingerprints of keys as it says, where it has to know. GDV_WRITER_TABLES: the tables of the dialect, which are constant and apart from the
 * buffer. GDV_WRITER_LIMITS: the packet keeps to the limits, each of its values has cost four bytes, and each open
 * container has a level, and is one of them. GDV_LEVELS_READABLE, _LEFT, _PUT, _DECLARE: those levels are set, have no more values than the
 * packet, have a count that has been put, and declare existing types. GDV_WRITER_SOUND: all of that for a writer that
 * was set up. GDV_WRITER_GIVEN: for one that perhaps was not. GDV_WRITER_RUNS: it was, and refused nothing. GDV_WRITER_END: how long
 * a packet may become, GDV_WRITER_REACHES: how long without being asked about. */
#define GDV_KEYS_NOTED(writer)                                                                                         \
    (\initialized(&(writer)->noted) && (writer)->noted <= GDV_WRITER_KEYS && \initialized(&(writer)->keyed) &&         \
     ((writer)->keyed != GDV_KEYED_UNSURE ==> \initialized(&(writer)->keys[0 .. (writer)->noted - 1])))
#define GDV_WRITER_SET(writer)                                                                                         \
    (\initialized(&(writer)->table) && \initialized(&(writer)->dialect) && \initialized(&(writer)->status) &&        \
     \initialized(&(writer)->depth) && \initialized(&(writer)->values) && \initialized(&(writer)->named) &&            \
     GDV_KEYS_NOTED(writer) && GDV_SINK_SET(&(writer)->out) &&                       \
     \initialized(&(writer)->reach) && ((writer)->status != GDV_OK ==> \initialized(&(writer)->report)) &&             \
     ((writer)->status != GDV_OK ==> (writer)->reach == 0))
#define GDV_WRITER_TABLES(writer)                                                                                      \
    (GDV_WIRE_TABLE_SOUND((writer)->table) && (writer)->table->count > GDV_TYPE_STRING &&                              \
     \valid_read((writer)->table->names + (0 .. (writer)->table->count - 1)) &&                                    \
     \initialized((writer)->table->names + (0 .. (writer)->table->count - 1)) &&                                   \
     \valid_read((writer)->table->classes) && \initialized((writer)->table->classes) &&                              \
     ((writer)->out.bytes != \null ==>                                                                                 \
          \base_addr((writer)->out.bytes) != \base_addr((writer)->table) &&                                          \
          \base_addr((writer)->out.bytes) != \base_addr((writer)->table->classes) &&                                  \
          \base_addr((writer)->out.bytes) != \base_addr((writer)->table->types) &&                                   \
          \base_addr((writer)->out.bytes) != \base_addr((writer)->table->names)))
#define GDV_WRITER_END(writer)                                                                                         \
    (\initialized(&(writer)->end) && (writer)->end <= (writer)->policy.max_bytes &&                                    \
     (writer)->end <= (writer)->out.capacity)
#define GDV_WRITER_LIMITS(writer)                                                                                      \
    (\initialized(&(writer)->policy) && (writer)->policy.encoding == GDV_ENCODING_PLAIN &&                             \
     (writer)->policy.max_bytes <= GDV_MAX_BYTES &&                                                                    \
     (writer)->policy.max_depth <= GDV_MAX_DEPTH && (writer)->depth <= (writer)->policy.max_depth + 1 &&               \
     GDV_WRITER_END(writer) &&                                                                                         \
     (writer)->out.pos <= (writer)->policy.max_bytes && 0 <= 4 * (writer)->values <= (writer)->out.pos &&              \
     (writer)->depth <= (writer)->values)
#define GDV_LEVELS_READABLE(writer)                                                                                    \
    (\forall integer i; 0 <= i < (writer)->depth ==>                                                                   \
         GDV_LEVEL_SET((writer)->stack[i]) && \initialized(&(writer)->count_at[i]))
#define GDV_LEVELS_LEFT(writer)                                                                                        \
    (\forall integer i; 0 <= i < (writer)->depth ==> (writer)->stack[i].left <= (writer)->values)
#define GDV_LEVELS_PUT(writer)                                                                                         \
    (\forall integer i; 0 <= i < (writer)->depth ==> (writer)->count_at[i] % GDV_NEGATIVE + 4 <= (writer)->out.pos)
#define GDV_LEVELS_DECLARE(writer)                                                                                     \
    (\forall integer i; 0 <= i < (writer)->depth ==>                                                                   \
         ((writer)->stack[i].key_id == GDV_ANY_ID || (writer)->stack[i].key_id < (writer)->table->count) &&          \
         ((writer)->stack[i].value_id == GDV_ANY_ID || (writer)->stack[i].value_id < (writer)->table->count))
#define GDV_LEVELS_SOUND(writer)                                                                                       \
    (GDV_LEVELS_READABLE(writer) && GDV_LEVELS_LEFT(writer) && GDV_LEVELS_PUT(writer) && GDV_LEVELS_DECLARE(writer))
#define GDV_OUT_SOUND(writer)                                                                                          \
    (GDV_WRITER_SET(writer) && GDV_SINK_READABLE(&(writer)->out) && GDV_SINK_FILLED(&(writer)->out))
#define GDV_WRITER_SOUND(writer)                                                                                       \
    (GDV_OUT_SOUND(writer) && (writer)->table != \null && GDV_WRITER_TABLES(writer) && GDV_WRITER_LIMITS(writer) &&  \
     GDV_LEVELS_SOUND(writer))
#define GDV_WRITER_RUNS(writer) ((writer)->status == GDV_OK && (writer)->table != \null)
#define GDV_WRITER_REACHES(writer)                                                                                     \
    ((writer)->reach > 0 ==>                                                                                           \
         GDV_WRITER_RUNS(writer) && 0 < (writer)->depth <= (writer)->policy.max_depth &&                               \
         (writer)->reach <= (writer)->policy.max_bytes && (writer)->reach <= (writer)->out.capacity)
#define GDV_WRITER_GIVEN(writer)                                                                                       \
    (GDV_OUT_SOUND(writer) && (writer)->out.pos <= GDV_MAX_BYTES && GDV_WRITER_REACHES(writer) &&                      \
     ((writer)->table != \null ==>                                                                                   \
          GDV_WRITER_TABLES(writer) && GDV_WRITER_LIMITS(writer) && GDV_LEVELS_SOUND(writer)))

/* GDV_READY: n bytes of a value may be taken. GDV_READY_ASKS: of a function that does it. */
#define GDV_READY(writer, n)                                                                                           \
    (GDV_WRITER_RUNS(writer) && 0 < (writer)->depth <= (writer)->policy.max_depth &&                                   \
     (writer)->out.pos + (n) <= (writer)->policy.max_bytes && (writer)->out.pos + (n) <= (writer)->out.capacity)
#define GDV_READY_ASKS(n)                                                                                              \
    requires given: GDV_WRITER_GIVEN(writer);                                                                          \
    requires ready: GDV_READY(writer, n);

/* GDV_TOKEN_ADMITTED: a token whose row is known. GDV_ABOUT: such a token, or none. */
#define GDV_TOKEN_ADMITTED(writer, token)                                                                              \
    (\initialized(&(token)->id) && \initialized(&(token)->wire) && (token)->id < (writer)->table->count &&             \
     (token)->wire == (writer)->table->types + (token)->id)
#define GDV_ABOUT(writer, token)                                                                                       \
    (\initialized(&(token)->wire) && ((token)->wire == \null || GDV_TOKEN_ADMITTED(writer, token)))

/* GDV_TEXT_GIVEN: a text that the caller handed in: NULL, or all of it is there. GDV_TEXT_CHECKED: a checked text,
 * which lies outside the buffer. GDV_TEXT_ON_WIRE: its bytes in the packet. */
#define GDV_TEXT_GIVEN(bytes, size)                                                                                    \
    ((bytes) == \null || (\valid_read((uint8_t *)(bytes) + (0 .. (size) - 1)) &&                                       \
                          \initialized((uint8_t *)(bytes) + (0 .. (size) - 1))))
#define GDV_APART(writer, from, n)                                                                                     \
    ((writer)->out.bytes != \null ==>                                                                                  \
         \separated((from) + (0 .. (n) - 1), (writer)->out.bytes + (0 .. (writer)->out.capacity - 1)))
#define GDV_TEXT_CHECKED(writer, bytes, size)                                                                          \
    ((size) <= GDV_MAX_BYTES &&                                                                                        \
     ((size) == 0 || ((bytes) != \null && GDV_APART(writer, (uint8_t *)(bytes), size))))
#define GDV_TEXT_ON_WIRE(size, terminator) (4 + (size) + (terminator) + GDV_PAD((size) + (terminator)))

/* GDV_REFUSAL: what a refusal touches. GDV_PUTS: what n more bytes touch. GDV_CHECK_LEAVES: what a check leaves of a
 * writer. */
#define GDV_REFUSAL writer->report, writer->status, writer->reach
#define GDV_PUTS(n) writer->out.pos, writer->out.bytes[writer->out.pos .. GDV_STOP(&writer->out, n) - 1]
#define GDV_PUTS_MORE writer->out.pos, writer->out.bytes[writer->out.pos .. writer->out.capacity - 1]
#define GDV_SOFAR(writer)                                                                                              \
    ((writer)->out.pos <= (writer)->out.capacity ? (writer)->out.pos : (writer)->out.capacity)
#define GDV_CHECK_LEAVES                                                                                               \
    ensures set: GDV_WRITER_SET(writer);                                                                               \
    ensures goes_on: \result == GDV_OK ==> writer->status == \old(writer->status);                                     \
    ensures reaches: \result == GDV_OK ==> writer->reach == \old(writer->reach);                                      \
    ensures refused: \result != GDV_OK ==> writer->status == \result;

/* GDV_WRITES, GDV_VALUE_LEAVES: what each function that writes a value touches and leaves: nothing of the buffer before
 * pos changes, and a refused value leaves no byte. GDV_OPENS: what opening a container touches besides. GDV_VALUE_ASKS:
 * what a function requires that puts n bytes of a checked value. GDV_HEADER_LEAVES: what it leaves when it has put the
 * header and the rest of those n bytes. */
#define GDV_NOTES_KEY writer->noted, writer->keys[0 .. GDV_WRITER_KEYS - 1]
#define GDV_WRITES                                                                                                     \
    GDV_REFUSAL, GDV_NOTES_KEY, writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], writer->out.pos,     \
        writer->out.bytes[writer->out.pos .. writer->out.capacity - 1]
#define GDV_VALUE_ASKS(n)                                                                                              \
    requires sound: GDV_WRITER_SOUND(writer);                                                                          \
    requires reaches: GDV_WRITER_REACHES(writer);                                                                      \
    requires about: token->wire != \null && GDV_ABOUT(writer, token) && \initialized(&token->flags);                   \
    requires flags: token->flags <= 0xff;                                                                              \
    requires room: writer->out.pos + (n) <= writer->policy.max_bytes;
#define GDV_HEADER_LEAVES(n)                                                                                           \
    ensures counted: writer->values == \old(writer->values) + 1 && \initialized(&writer->values);                      \
    ensures named: \initialized(&writer->named);                                                                       \
    ensures valid: GDV_LEVELS_READABLE(writer);                                                                        \
    ensures left: GDV_LEVELS_LEFT(writer);                                                                             \
    ensures declare: GDV_LEVELS_DECLARE(writer);                                                                       \
    ensures put: writer->out.pos == \old(writer->out.pos) + (n) && GDV_SINK_SET(&writer->out);                         \
    ensures filled: GDV_SINK_FILLED(&writer->out);
#define GDV_OPENS writer->depth, writer->count_at[0 .. GDV_MAX_DEPTH], writer->reach
#define GDV_VALUE_LEAVES                                                                                               \
    ensures set: GDV_WRITER_SET(writer);                                                                               \
    ensures valid: GDV_SINK_READABLE(&writer->out);                                                                    \
    ensures filled: GDV_SINK_FILLED(&writer->out);                                                                     \
    ensures limits: writer->table != \null ==> GDV_WRITER_LIMITS(writer);                                            \
    ensures levels: writer->table != \null ==> GDV_LEVELS_READABLE(writer);                                            \
    ensures levels_left: writer->table != \null ==> GDV_LEVELS_LEFT(writer);                                         \
    ensures levels_put: writer->table != \null ==> GDV_LEVELS_PUT(writer);                                           \
    ensures levels_declare: writer->table != \null ==> GDV_LEVELS_DECLARE(writer);                                   \
    ensures reaches: GDV_WRITER_REACHES(writer) && writer->out.pos <= GDV_MAX_BYTES;                                   \
    ensures fits: \result == GDV_OK ==> writer->out.pos <= writer->out.capacity;                                       \
    ensures moved: \old(writer->out.pos) <= writer->out.pos;                                                           \
    ensures refused: \result != GDV_OK ==>                                                                             \
        writer->out.pos == \old(writer->out.pos) || writer->out.pos > writer->out.capacity;

/*@ requires \initialized(&writer->status) && \initialized(&writer->table);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK <==> GDV_WRITER_RUNS(writer);
*/
static inline gdv_status gdv_write_progress(const gdv_writer *writer);

/* The prover gets no body: to it a structure that is compared with NULL is no longer an object of its own. */
/*@ requires \initialized(&writer->status) && \initialized(&writer->table);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK <==> GDV_WRITER_RUNS(writer);
*/
static inline gdv_status gdv_write_state(const gdv_writer *writer);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns *token, GDV_REFUSAL;
    ensures set: GDV_WRITER_SET(writer);
    ensures reaches: GDV_WRITER_REACHES(writer);
    ensures runs: \result == GDV_OK ==> GDV_WRITER_RUNS(writer);
    ensures tables: \result == GDV_OK ==> GDV_WRITER_TABLES(writer);
    ensures token: \result == GDV_OK ==> \initialized(token) && GDV_TOKEN_ADMITTED(writer, token);
    ensures fast: \result == GDV_OK ==> token->flags == 0 && token->count == 0 && token->children == 0;
    ensures fast: \result == GDV_OK ==> token->key_id == GDV_ANY_ID && token->value_id == GDV_ANY_ID;
    ensures row: \result == GDV_OK ==> token->wire != \null && \valid_read(token->wire) && \initialized(token->wire);
    ensures type: \result == GDV_OK ==> token->wire->type == type;
    ensures depth: \result == GDV_OK ==> writer->depth <= writer->policy.max_depth;
    ensures values: \result == GDV_OK ==> writer->values < writer->policy.max_values;
*/
gdv_status gdv_write_admit(gdv_writer *writer, gdv_type type, gdv_token *token);

/*@ requires set: GDV_WRITER_SET(writer);
    requires about: \initialized(&token->wire);
    requires about: token->wire != \null ==> GDV_WRITER_TABLES(writer) && GDV_TOKEN_ADMITTED(writer, token);
    requires code: code != GDV_OK;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    ensures set: GDV_WRITER_SET(writer);
    ensures refused: \result == code && writer->status == code;
*/
GDV_COLD gdv_status gdv_write_refuse(gdv_writer *writer, const gdv_token *token, gdv_status code);

/*@ requires set: GDV_WRITER_SET(writer);
    requires code: code != GDV_OK;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    ensures set: GDV_WRITER_SET(writer);
    ensures refused: \result == code && writer->status == code;
*/
GDV_COLD gdv_status gdv_write_stop(gdv_writer *writer, gdv_status code);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures \result == GDV_OK || \result == GDV_E_ENGINE_MISREADS;
*/
gdv_status gdv_write_misreads(gdv_writer *writer, const gdv_token *token, gdv_misread misread);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures \result == GDV_E_ENGINE_MISREADS;
*/
gdv_status gdv_write_never(gdv_writer *writer, const gdv_token *token, gdv_misread misread);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires code: code != GDV_OK;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures \result == GDV_OK || \result == code;
*/
gdv_status gdv_write_needs(gdv_writer *writer, const gdv_token *token, uint32_t permit, gdv_status code);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures room: \result == GDV_OK ==> writer->out.pos + size <= writer->policy.max_bytes;
*/
static inline gdv_status gdv_write_room(gdv_writer *writer, const gdv_token *token, uint64_t size);

/* The prover gets no body: it has no numbers for addresses, and takes `false` to mean that the memory is apart. */
/*@ requires GDV_SINK_SET(&writer->out);
    terminates \true; exits \false;
    assigns \nothing;
    ensures apart: !\result && bytes != \null ==> GDV_APART(writer, (uint8_t *)bytes, size);
*/
static inline bool gdv_write_overlaps(const gdv_writer *writer, const void *bytes, size_t size);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires width: width > 0;
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
*/
static inline gdv_status gdv_write_given(gdv_writer *writer, const gdv_token *token, const void *memory, size_t count,
                                         size_t width);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures given: \result == GDV_OK ==> size == 0 || bytes != \null;
    ensures apart: \result == GDV_OK ==> size == 0 || GDV_APART(writer, (uint8_t *)bytes, size);
*/
static inline gdv_status gdv_write_clear(gdv_writer *writer, const gdv_token *token, const void *bytes, size_t size);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    terminates \true; exits \false;
    assigns GDV_REFUSAL;
    GDV_CHECK_LEAVES
*/
gdv_status gdv_write_check_nesting(gdv_writer *writer, const gdv_token *token);

/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires text: GDV_TEXT_GIVEN(bytes, n);
    requires terminator <= 1 && \initialized(size) && *size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns *size, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures more: \initialized(size);
    ensures more: \result == GDV_OK ==> *size == \old(*size) + GDV_TEXT_ON_WIRE(n, terminator);
    ensures room: \result == GDV_OK ==> writer->out.pos + *size <= writer->policy.max_bytes;
    ensures checked: \result == GDV_OK ==> GDV_TEXT_CHECKED(writer, bytes, n);
*/
gdv_status gdv_write_check_text(gdv_writer *writer, const gdv_token *token, const char *bytes, size_t n,
                                uint32_t terminator, uint64_t *size);

/*@ requires set: GDV_WRITER_SET(writer) && \initialized(&token->id) && \initialized(&token->flags);
    requires token: token->id < GDV_ANY_ID && token->flags <= 0xff;
    requires countable: writer->values < GDV_MAX_BYTES && writer->depth <= GDV_MAX_DEPTH + 1;
    requires levels: GDV_LEVELS_READABLE(writer) && GDV_LEVELS_LEFT(writer);
    requires declare: writer->table != \null && GDV_LEVELS_DECLARE(writer);
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH];
    ensures counted: writer->values == \old(writer->values) + 1 && \initialized(&writer->values);
    ensures named: \initialized(&writer->named);
    ensures valid: GDV_LEVELS_READABLE(writer);
    ensures left: GDV_LEVELS_LEFT(writer);
    ensures declare: GDV_LEVELS_DECLARE(writer);
*/
static inline uint32_t gdv_write_counted(gdv_writer *writer, const gdv_token *token);

/*@ requires set: GDV_OUT_SOUND(writer) && \initialized(&token->id) && \initialized(&token->flags);
    requires token: token->id < GDV_ANY_ID && token->flags <= 0xff;
    requires countable: writer->values < GDV_MAX_BYTES && writer->depth <= GDV_MAX_DEPTH + 1;
    requires levels: GDV_LEVELS_READABLE(writer) && GDV_LEVELS_LEFT(writer);
    requires declare: writer->table != \null && GDV_LEVELS_DECLARE(writer);
    requires room: writer->out.pos + 4 <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns writer->values, writer->named, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS(4);
    GDV_HEADER_LEAVES(4)
*/
static inline void gdv_write_header(gdv_writer *writer, const gdv_token *token);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires size: 0 < size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
    ensures ready: \result ==> GDV_READY(writer, size);
*/
GDV_INLINE bool gdv_write_in_reach(const gdv_writer *writer, uint64_t size);

/* The prover gets no body, as of gdv_write_state. */
/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires size: 0 < size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
    ensures ready: \result ==> GDV_READY(writer, size);
*/
GDV_INLINE bool gdv_write_reaches(const gdv_writer *writer, uint64_t size);

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires size: 0 < size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
    ensures ready: \result != GDV_ANY_ID ==> GDV_READY(writer, size);
    ensures row: \result != GDV_ANY_ID ==> \result < writer->table->count;
*/
GDV_INLINE uint32_t gdv_write_ready(const gdv_writer *writer, gdv_type type, uint64_t size);

/*@ requires set: GDV_WRITER_SET(writer);
    requires ready: 0 < writer->depth <= GDV_MAX_DEPTH && writer->values < GDV_MAX_BYTES;
    requires levels: GDV_LEVELS_READABLE(writer) && GDV_LEVELS_LEFT(writer);
    requires declare: writer->table != \null && GDV_LEVELS_DECLARE(writer);
    terminates \true; exits \false;
    assigns writer->values, writer->stack[0 .. GDV_MAX_DEPTH];
    ensures counted: writer->values == \old(writer->values) + 1 && \initialized(&writer->values);
    ensures valid: GDV_LEVELS_READABLE(writer);
    ensures left: GDV_LEVELS_LEFT(writer);
    ensures declare: GDV_LEVELS_DECLARE(writer);
*/
GDV_INLINE void gdv_write_count_ready(gdv_writer *writer);

/*@ requires set: GDV_WRITER_SET(writer) && GDV_WRITER_RUNS(writer);
    requires depth: writer->depth <= GDV_MAX_DEPTH + 1 && GDV_LEVELS_READABLE(writer);
    requires end: \initialized(&writer->policy) && GDV_WRITER_END(writer);
    terminates \true; exits \false;
    assigns writer->reach;
    ensures set: \initialized(&writer->reach);
    ensures reaches: GDV_WRITER_REACHES(writer);
*/
GDV_INLINE void gdv_write_set_reach(gdv_writer *writer);

/*@ requires out: GDV_SINK_SOUND(&writer->out);
    requires text: GDV_TEXT_GIVEN(bytes, n) && GDV_TEXT_CHECKED(writer, bytes, n) && terminator <= 1;
    requires room: writer->out.pos + GDV_TEXT_ON_WIRE(n, terminator) <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns GDV_PUTS(GDV_TEXT_ON_WIRE(n, terminator));
    ensures put: writer->out.pos == \old(writer->out.pos) + GDV_TEXT_ON_WIRE(n, terminator);
    ensures out: GDV_SINK_SOUND(&writer->out);
*/
static inline void gdv_write_text(gdv_writer *writer, const char *bytes, size_t n, uint32_t terminator);

/*@ requires sound: GDV_OUT_SOUND(writer) && GDV_WRITER_RUNS(writer) && writer->table->count < GDV_ANY_ID;
    requires end: \initialized(&writer->policy) && GDV_WRITER_END(writer);
    requires token: \initialized(&token->wire) && \valid_read(token->wire) && \initialized(token->wire);
    requires token: \initialized(&token->children) && \initialized(&token->key_id) && \initialized(&token->value_id);
    requires declares: token->key_id == GDV_ANY_ID || token->key_id < writer->table->count;
    requires declares: token->value_id == GDV_ANY_ID || token->value_id < writer->table->count;
    requires empty: token->children == 0 <= writer->values;
    requires depth: writer->depth <= GDV_MAX_DEPTH;
    requires room: writer->out.pos + 4 <= GDV_MAX_BYTES;
    requires levels: GDV_LEVELS_SOUND(writer);
    terminates \true; exits \false;
    assigns GDV_OPENS, writer->stack[0 .. GDV_MAX_DEPTH], GDV_PUTS(4);
    ensures reaches: GDV_WRITER_REACHES(writer) && \initialized(&writer->reach);
    ensures opened: writer->depth == \old(writer->depth) + 1 && \initialized(&writer->depth);
    ensures put: writer->out.pos == \old(writer->out.pos) + 4 && GDV_SINK_SET(&writer->out);
    ensures filled: GDV_SINK_FILLED(&writer->out);
    ensures valid: GDV_LEVELS_READABLE(writer);
    ensures left: GDV_LEVELS_LEFT(writer);
    ensures counts: GDV_LEVELS_PUT(writer);
    ensures declare: GDV_LEVELS_DECLARE(writer);
*/
void gdv_write_open(gdv_writer *writer, const gdv_token *token);

/*@ requires GDV_SINK_SET(&writer->out);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (writer->out.pos <= writer->out.capacity ? GDV_OK : GDV_E_NO_SPACE);
*/
static inline gdv_status gdv_written(const gdv_writer *writer);

#endif
