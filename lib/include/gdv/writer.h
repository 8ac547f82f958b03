/* SPDX-License-Identifier: MIT */
/* Writes packets: the canonical encoding of every type of every dialect, into the caller's buffer. Counts are filled in
 * when a container ends; every padding byte is zero.
 *
 *      gdv_writer_init(&writer, buffer, sizeof buffer, GDV_DIALECT_GODOT4_4, NULL);
 *      gdv_begin_dictionary(&writer);
 *      gdv_write_string(&writer, "hp", 2);
 *      gdv_write_int(&writer, 100);
 *      gdv_end(&writer);
 *      status = gdv_writer_finish(&writer, scratch, sizeof scratch, &size);
 *
 * What the dialect cannot say, or the policy would not accept, is refused when it is written, and the refusal is
 * sticky: one look at gdv_writer_finish is enough. A packet that finishes with GDV_OK is accepted by gdv_validate under
 * the same policy and, being canonical, left unchanged by gdv_canonicalize.
 *
 * Permissions loosen what may be meant (non-finite numbers, objects, text that only the engine takes for UTF-8, what it
 * misreads), never how it is encoded: no NUL and no leading byte order mark is ever written, as engines would cut or
 * drop it, and no bit that they ignore.
 *
 * A writer is 13 KiB; only what nesting needs of it is touched. Nothing is allocated, so there is nothing to release.
 * Time: linear in what is written. Wire reference: sections 5 and 6. */
#ifndef GDV_WRITER_H
#define GDV_WRITER_H

#include "decoder_state.h"
#include "policy.h"
#include "structured.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The fields are the library's own. */
typedef struct gdv_sink {
    uint8_t *bytes;    /* NULL to measure */
    uint64_t capacity; /* bytes that fit; UINT64_MAX to measure */
    uint64_t pos;      /* bytes written, or that would have been */
} gdv_sink;

/* Keys of open dictionaries that a writer remembers at a time. */
#define GDV_WRITER_KEYS 64

/* The fields are the library's own. */
typedef struct gdv_writer {
    gdv_sink out;
    uintptr_t buffer; /* the numbers of the buffer's first byte and of what is after its last; 0 where there is none */
    uintptr_t buffer_end;
    uint64_t end;   /* of the buffer, and of what the policy lets a packet have; 0 where it limits even short texts */
    uint64_t reach; /* no value that ends before it need be asked about; 0 where each has to */
    const struct gdv_wire_table *table; /* NULL in a writer that was not set up */
    gdv_dialect dialect;
    gdv_status status; /* the first refusal, which is sticky; a full buffer is none, as measuring goes on */
    gdv_policy policy;
    gdv_report report; /* of that refusal; undefined before one */
    uint32_t depth;    /* containers that are open */
    uint32_t values;   /* written so far */
    uint16_t named;    /* 1 between a property's name and its value */
    uint16_t keyed;    /* whether keys may be equal: GDV_KEYED_.. of writer_internal.h */
    uint32_t noted;    /* keys of all dictionaries that are open, of which these are the fingerprints: */
    uint32_t keys[GDV_WRITER_KEYS];
    /* One level more than GDV_MAX_DEPTH: a container at the deepest permitted depth may be empty, and is open before it
     * is known to stay empty. */
    gdv_level stack[GDV_MAX_DEPTH + 1];   /* left counts up: values written so far */
    uint32_t count_at[GDV_MAX_DEPTH + 1]; /* where the count of each stands; bit 31 set for a shared one */
} gdv_writer;

/* Sets out to write one value into buffer[0 .. capacity-1]. With buffer NULL and capacity 0 nothing is written, but all
 * of it is measured. policy NULL is GDV_POLICY_STRICT; it is copied.
 *
 * The buffer is written from its front, no further than the packet is long, however large it is said to be.
 *
 * Returns GDV_OK; GDV_E_BAD_ARGUMENT (NULL writer; buffer that is nowhere, see validate.h), GDV_E_BAD_DIALECT,
 * GDV_E_BAD_POLICY; GDV_E_OVERLAP (of writer, buffer and policy): sticky, so that gdv_writer_finish says it too. The
 * buffer is not touched. */
GDV_API gdv_status gdv_writer_init(gdv_writer *writer, void *buffer, size_t capacity, gdv_dialect dialect,
                                   const gdv_policy *policy);

/* Ends the packet. *size becomes its size; after GDV_E_NO_SPACE and when measuring, the size that it would have had:
 * a buffer of exactly that size suffices. It is 0 after every other error.
 *
 * Where the policy refuses duplicate keys they are looked for here, in scratch memory as gdv_validate needs it; not
 * while measuring. That reads the packet again, unless it has no keys, or the writer knows by itself that none are
 * equal: where all are texts, no more than GDV_WRITER_KEYS of them were in open dictionaries at a time, and there is
 * scratch memory of 16 * GDV_WRITER_KEYS bytes or as gdv_scratch_bound asks for. Of the buffer only the packet's own
 * bytes have been written.
 *
 * Returns GDV_OK; the sticky refusal; or
 *   GDV_E_BAD_NESTING    no value was written, or a container is open; sticky
 *   GDV_E_DUPLICATE_KEY  sticky
 *   GDV_E_NO_SPACE       the buffer is too small; or, where *size is no more than its capacity, the scratch memory is:
 *                        gdv_scratch_bound(*size) suffices
 *   GDV_E_NO_SCRATCH     duplicate keys are to be refused, and there is no scratch memory
 *   GDV_E_BAD_ARGUMENT   writer or size is NULL, or scratch is nowhere
 *   GDV_E_OVERLAP        of scratch, size, writer and buffer; *size is not written
 * After GDV_OK or one of the last four errors it may be called again, with the argument or the scratch memory that was
 * missing: the result is as if it had been called once. Where the buffer was too small, write the packet again, into
 * one of *size bytes. */
GDV_API GDV_NODISCARD gdv_status gdv_writer_finish(gdv_writer *writer, void *scratch, size_t scratch_size,
                                                   size_t *size);

/* Why the writer stopped, as far as the writer knows it: code; misread; type, depth, and as offset the bytes that were
 * written before it, of the value that was refused. The path is empty, but for GDV_E_DUPLICATE_KEY, where all is as
 * gdv_validate reports it. With GDV_E_NO_SPACE of the buffer the offset is the capacity, and need what would have been
 * enough so far; scratch memory that was too small leaves no report.
 *
 * Returns GDV_OK, and all of *report is filled: zero where nothing stopped it; GDV_E_BAD_ARGUMENT for a NULL writer
 * (the report then says so too) or report; GDV_E_BAD_STRUCT for a wrong struct_size and GDV_E_OVERLAP (report, and
 * writer or buffer), and then it is not written. */
GDV_API gdv_status gdv_writer_report(const gdv_writer *writer, gdv_report *report);

/* Each of the following writes one value, as an element, a key or the value to a key as its turn is, and returns GDV_OK
 * or the sticky refusal. What is refused leaves no byte. All of them:
 *   GDV_E_BAD_NESTING     the packet has its one value already, or a property's name must come first
 *   GDV_E_NO_SUCH_TYPE    the dialect lacks the type
 *   GDV_E_ENGINE_MISREADS not of the type that the typed container declares; or a value that this engine would misread.
 *                         GDV_PERMIT_MISREAD lets either pass; but a Vector4, Vector4i or Projection of Pandemonium not
 *                         together with GDV_PERMIT_ENGINE_SPAN, as a reader that counts wrong reads every encoding of
 *                         it wrongly
 *   GDV_E_LIMIT_..        of the policy, or of any packet (2^31 - 1 bytes): sizes of 64 bits cannot wrap
 *   GDV_E_NO_SPACE        the buffer is full: what follows is measured still, and goes on returning this, until
 *                         something is refused
 *   GDV_E_BAD_ARGUMENT    memory that wraps (validate.h), whatever the limits say; NULL with a size that is not 0; NULL
 *                         writer, or one that was not set up
 *   GDV_E_OVERLAP         what is to be written lies in the buffer or in the writer */
GDV_API gdv_status gdv_write_nil(gdv_writer *writer);
GDV_API gdv_status gdv_write_bool(gdv_writer *writer, bool value);

/* In the width that the engine would use. GDV_E_NO_SUCH_LAYOUT where Godot 2 has no 64 bits for it. */
GDV_API gdv_status gdv_write_int(gdv_writer *writer, int64_t value);

/* In the width that the engine would use; Godot 2 rounds to 32 bits, to infinity perhaps. GDV_E_NONFINITE unless
 * permitted; a NaN keeps its bits where it has 64, but where C passes doubles in x87 registers (32-bit x86,
 * FLT_EVAL_METHOD 2): there a signalling NaN has become a quiet one before it comes here. */
GDV_API gdv_status gdv_write_float(gdv_writer *writer, double value);

/* Text of `size` bytes: GDV_E_BAD_UTF8; GDV_E_TEXT_UTF8 unless the policy permits it (and then for overlong forms,
 * which Godot 3 reads but does not write); GDV_E_TEXT_NUL and GDV_E_TEXT_BOM whatever it permits; GDV_E_LIMIT_STRING.
 * This holds for every text and name below. */
GDV_API gdv_status gdv_write_string(gdv_writer *writer, const char *text, size_t size);
GDV_API gdv_status gdv_write_string_name(gdv_writer *writer, const char *text, size_t size);

/* names, then sub-names; property is NULL but for Godot 2 (GDV_E_NO_SUCH_LAYOUT elsewhere). Names are not taken apart:
 * one may hold a slash. */
GDV_API gdv_status gdv_write_node_path(gdv_writer *writer, bool absolute, const gdv_text *names, size_t name_count,
                                       const gdv_text *subnames, size_t subname_count, const gdv_text *property);

/* Numbers in rows, `n` of them in all: a math value of exactly its number of components, or a packed array of any
 * number that makes whole elements (GDV_E_BAD_COUNT). int32s: Vector2i .. Rect2i, PackedInt32Array, PackedVector2iArray
 * .. ; int64s: PackedInt64Array; floats: Vector2 .. Projection, Color, PackedFloat32Array, PackedVector2Array .. ;
 * doubles: PackedFloat64Array, and (Godot 4) the 64-bit form of the math types, GDV_E_NO_SUCH_LAYOUT where there is
 * none. GDV_E_WRONG_TYPE where the type has not such numbers, GDV_E_NONFINITE unless permitted. The bits of a NaN
 * survive. */
GDV_API gdv_status gdv_write_int32s(gdv_writer *writer, gdv_type type, const int32_t *numbers, size_t n);
GDV_API gdv_status gdv_write_int64s(gdv_writer *writer, gdv_type type, const int64_t *numbers, size_t n);
GDV_API gdv_status gdv_write_floats(gdv_writer *writer, gdv_type type, const float *numbers, size_t n);
GDV_API gdv_status gdv_write_doubles(gdv_writer *writer, gdv_type type, const double *numbers, size_t n);

/* A packed byte array; a packed string array. */
GDV_API gdv_status gdv_write_bytes(gdv_writer *writer, const void *bytes, size_t size);
GDV_API gdv_status gdv_write_strings(gdv_writer *writer, const gdv_text *strings, size_t n);

/* Under policies that permit them: GDV_E_OBJECT_ID, GDV_E_RID, GDV_E_CALLABLE, GDV_E_SIGNAL. Dialects before Godot 4
 * send no id with an RID, Godot 2 none with an object: there it must be 0 (GDV_E_NO_SUCH_LAYOUT). */
GDV_API gdv_status gdv_write_object_id(gdv_writer *writer, uint64_t id);
GDV_API gdv_status gdv_write_rid(gdv_writer *writer, uint64_t id);
GDV_API gdv_status gdv_write_callable(gdv_writer *writer);
GDV_API gdv_status gdv_write_signal(gdv_writer *writer, const gdv_signal *signal);

/* Godot 2. GDV_E_BAD_IMAGE, GDV_E_BAD_INPUT_EVENT where format or type does not exist; GDV_E_ENGINE_MISREADS for the
 * width or height of an image that the engine reads as empty. An event's `words` must be what its type has
 * (GDV_E_BAD_COUNT), its modifiers those that exist (GDV_E_FLAGS), its axis value finite (GDV_E_NONFINITE). */
GDV_API gdv_status gdv_write_image(gdv_writer *writer, const gdv_image *image);
GDV_API gdv_status gdv_write_input_event(gdv_writer *writer, const gdv_input_event *event);

/* Containers. What is written between begin and gdv_end becomes their content: elements; or key, value, key, value. */
GDV_API gdv_status gdv_begin_array(gdv_writer *writer);
GDV_API gdv_status gdv_begin_dictionary(gdv_writer *writer);

/* Typed ones: arrays of Godot 4.3 and Pandemonium 5, dictionaries of Godot 4.4 (GDV_E_NO_SUCH_LAYOUT elsewhere), packed
 * typed arrays of Pandemonium 5 (GDV_E_NO_SUCH_TYPE elsewhere).
 *
 * NULL and GDV_ELEMENT_ANY declare nothing: a plain array or dictionary, in every dialect. A packed typed array has to
 * declare something (GDV_E_NO_SUCH_LAYOUT).
 * GDV_ELEMENT_TYPE declares any type of the dialect (GDV_E_NO_SUCH_TYPE). Godot 4 takes Nil and Object for no type at
 * all, Pandemonium makes bools of the elements of a packed typed array of Nil: both are GDV_E_ENGINE_MISREADS. Objects
 * need permission for objects or their ids (GDV_E_OBJECT_ID): as a type in Pandemonium, where they are sent as ids
 * then, as a class or script in Godot 4.
 * GDV_ELEMENT_CLASS and GDV_ELEMENT_SCRIPT: without permission for objects Godot 4 ignores every class but
 * "EncodedObjectAsID" (GDV_E_ENGINE_MISREADS). Pandemonium has classes, which it reads in a way that is always
 * GDV_E_ENGINE_MISREADS, and no scripts (GDV_E_NO_SUCH_LAYOUT).
 * GDV_E_BAD_ARGUMENT for a kind that does not exist. */
GDV_API gdv_status gdv_begin_typed_array(gdv_writer *writer, const gdv_element *element);
GDV_API gdv_status gdv_begin_typed_dictionary(gdv_writer *writer, const gdv_element *key, const gdv_element *value);
GDV_API gdv_status gdv_begin_packed_typed_array(gdv_writer *writer, const gdv_element *element);

/* Marks the innermost open array or dictionary as shared: Godot 2 alone (GDV_E_NO_SUCH_LAYOUT). GDV_E_BAD_NESTING where
 * none is open. */
GDV_API gdv_status gdv_mark_shared(gdv_writer *writer);

/* A full object, where the policy permits it (GDV_E_OBJECT) and the dialect has it (GDV_E_NO_SUCH_LAYOUT in Godot 2):
 * then gdv_write_name and a value, in turn, and gdv_end. An empty class is the null object, which takes no gdv_end. */
GDV_API gdv_status gdv_begin_object(gdv_writer *writer, const char *class_name, size_t size);

/* The name of the property whose value comes next. GDV_E_BAD_NESTING where the innermost container is no object, or the
 * last name has no value yet. */
GDV_API gdv_status gdv_write_name(gdv_writer *writer, const char *name, size_t size);

/* Ends the innermost container. GDV_E_BAD_NESTING where none is open, or a key or a name lacks its value. */
GDV_API gdv_status gdv_end(gdv_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
