/* SPDX-License-Identifier: MIT */
/* Opens containers: what they declare of their elements, their class, the place of their count; and writes objects by
 * id. The counterpart of container.c. Wire reference: sections 5.4, 5.5, 5.8; EB-16, EB-17, EB-26, EB-27. */
#include <gdv/writer.h>

#include "../decode/container.h"
#include "sink.h"
#include "writer_internal.h"

/* What stands before the count of a typed container. */
typedef struct declared {
    uint32_t kind; /* as Godot 4.3 numbers them: 0 nothing, 1 type, 2 class, 3 script */
    uint32_t type; /* type id, of kind 1 */
    gdv_text name; /* of kinds 2 and 3 */
    uint8_t id;    /* that elements must have */
} declared;

/* The words of the proof. ELEMENT_GIVEN: what a caller hands in, or NULL; ELEMENT_CHECKED: it lies outside of the
 * buffer; DECLARED_SOUND, DECLARED_SIZE: what is to be written of it, and its bytes; DECLARED_ID: a type, or any. */
/* clang-format off */
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
/* clang-format on */

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status begin_fast(gdv_writer *writer, gdv_type type)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, type, &token);
    if (status == GDV_OK) {
        status = gdv_write_check_nesting(writer, &token);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &token, 8);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &token);
    gdv_write_open(writer, &token);
    return gdv_written(writer);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_array(gdv_writer *writer)
{
    return begin_fast(writer, GDV_TYPE_ARRAY);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_dictionary(gdv_writer *writer)
{
    return begin_fast(writer, GDV_TYPE_DICTIONARY);
}

/*@ requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> element == \null || element->kind == GDV_ELEMENT_ANY;
*/
static bool declares_nothing(const gdv_element *element)
{
    return element == NULL || element->kind == GDV_ELEMENT_ANY;
}

/* The type id of GDV_ELEMENT_TYPE. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: GDV_ABOUT(writer, token);
    requires element: element != \null && ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns *id, GDV_REFUSAL;
    GDV_CHECK_LEAVES
    ensures id: \initialized(id) && (\result == GDV_OK ==> *id < writer->table->count);
*/
static gdv_status find_type(gdv_writer *writer, const gdv_token *token, const gdv_element *element, uint32_t *id)
{
    *id = gdv_wire_table_id(writer->table, element->type);
    return *id != GDV_ANY_ID ? GDV_OK : gdv_write_refuse(writer, token, GDV_E_NO_SUCH_TYPE);
}

/* Godot 4.3 and later (section 5.5). Nil and Object are no types to it, so that elements of any type may follow. */
/*@ DECLARE_REQUIRES
    terminates \true; exits \false;
    assigns *said, *size, GDV_REFUSAL;
    DECLARE_LEAVES
*/
static gdv_status declare_type(gdv_writer *writer, const gdv_token *token, const gdv_element *element, declared *said,
                               uint64_t *size)
{
    gdv_status status = find_type(writer, token, element, &said->type);
    if (status != GDV_OK) {
        return status;
    }
    said->kind = 1;
    *size += 4;
    if (element->type == GDV_TYPE_NIL || element->type == GDV_TYPE_OBJECT) {
        return gdv_write_misreads(writer, token, GDV_MISREAD_CONTAINER_TYPE);
    }
    said->id = (uint8_t)said->type;
    return GDV_OK;
}

/*@ DECLARE_REQUIRES
    terminates \true; exits \false;
    assigns *said, *size, GDV_REFUSAL;
    DECLARE_LEAVES
*/
static gdv_status declare_name(gdv_writer *writer, const gdv_token *token, const gdv_element *element, declared *said,
                               uint64_t *size)
{
    bool script = element->kind == GDV_ELEMENT_SCRIPT;
    gdv_status status = gdv_write_needs(writer, token, GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT, GDV_E_OBJECT_ID);
    if (status == GDV_OK) {
        status = gdv_write_check_text(writer, token, element->name.bytes, element->name.size, 0, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    said->kind = script ? 3 : 2;
    said->name = element->name;
    said->id = (uint8_t)gdv_wire_table_id(writer->table, GDV_TYPE_OBJECT);
    const gdv_cursor in = {(const uint8_t *)element->name.bytes, (uint32_t)element->name.size, 0, 0};
    if ((writer->policy.permit & GDV_PERMIT_OBJECT) == 0 && (script || !gdv_is_encoded_object_id(&in, 0, in.size))) {
        return gdv_write_misreads(writer, token, GDV_MISREAD_CLASS_IGNORED);
    }
    return GDV_OK;
}

/* kind_bits are those of the header that say what kind it is. */
/*@ requires sound: GDV_WRITER_SOUND(writer);
    requires about: token->wire != \null && GDV_ABOUT(writer, token);
    requires element: ELEMENT_GIVEN(element);
    requires more: \initialized(size) && *size <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns *said, *size, GDV_REFUSAL;
    DECLARE_LEAVES
*/
static gdv_status declare(gdv_writer *writer, const gdv_token *token, const gdv_element *element, uint32_t kind_bits,
                          declared *said, uint64_t *size)
{
    *said = (declared){0};
    said->id = GDV_ANY_ID;
    if (declares_nothing(element)) {
        return GDV_OK;
    }
    if ((token->wire->flags & (kind_bits >> 16)) == 0) {
        return gdv_write_refuse(writer, token, GDV_E_NO_SUCH_LAYOUT);
    }
    gdv_status status = gdv_write_clear(writer, token, element, sizeof *element);
    if (status != GDV_OK) {
        return status;
    }
    if (element->kind == GDV_ELEMENT_TYPE) {
        return declare_type(writer, token, element, said, size);
    }
    if (element->kind == GDV_ELEMENT_CLASS || element->kind == GDV_ELEMENT_SCRIPT) {
        return declare_name(writer, token, element, said, size);
    }
    return gdv_write_refuse(writer, token, GDV_E_BAD_ARGUMENT);
}

/*@ requires out: GDV_SINK_SOUND(&writer->out);
    requires said: DECLARED_SOUND(said);
    requires room: writer->out.pos + DECLARED_SIZE(said) <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns GDV_PUTS(DECLARED_SIZE(said));
    ensures put: writer->out.pos == \old(writer->out.pos) + DECLARED_SIZE(said);
    ensures out: GDV_SINK_SOUND(&writer->out);
*/
static void write_declared(gdv_writer *writer, const declared *said)
{
    if (said->kind == 1) {
        gdv_put_u32(&writer->out, said->type);
    } else if (said->kind != 0) {
        gdv_write_text(writer, said->name.bytes, said->name.size, 0);
    }
}

/* What those ask for that put a container which was checked. */
/* clang-format off */
#define CONTAINER_ASKS(n)                                                                                              \
    GDV_VALUE_ASKS(n)                                                                                                  \
    requires empty: \initialized(token) && token->children == 0;                                                       \
    requires declares: DECLARED_ID(token->key_id) && DECLARED_ID(token->value_id);                                     \
    requires depth: writer->depth <= writer->policy.max_depth;
/* clang-format on */

/*@ CONTAINER_ASKS(8 + DECLARED_SIZE(key) + DECLARED_SIZE(value))
    requires said: DECLARED_SOUND(key) && DECLARED_SOUND(value);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status put_kinded(gdv_writer *writer, const gdv_token *token, const declared *key, const declared *value)
{
    gdv_write_header(writer, token);
    /*@ assert row: \initialized(token->wire); */
    /*@ assert value: DECLARED_SOUND(value); */
    write_declared(writer, key);
    /*@ assert row: \initialized(token->wire); */
    /*@ assert value: DECLARED_SOUND(value); */
    write_declared(writer, value);
    /*@ assert row: \initialized(token->wire); */
    gdv_write_open(writer, token);
    return gdv_written(writer);
}

/* An array or dictionary of Godot 4; `value` is NULL for an array. */
/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires key: ELEMENT_GIVEN(key);
    requires value: ELEMENT_GIVEN(value);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status begin_kinded(gdv_writer *writer, gdv_type type, const gdv_element *key, const gdv_element *value)
{
    gdv_token token;
    declared of_key;
    declared of_value;
    uint64_t size = 8;
    gdv_status status = gdv_write_admit(writer, type, &token);
    if (status == GDV_OK) {
        status = gdv_write_check_nesting(writer, &token);
    }
    if (status == GDV_OK) {
        status = declare(writer, &token, key, GDV_FLAG_KIND, &of_key, &size);
    }
    if (status == GDV_OK) {
        status = declare(writer, &token, value, GDV_FLAG_VALUE_KIND, &of_value, &size);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &token, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    token.flags = of_key.kind + 4 * of_value.kind;
    token.key_id = of_key.id;
    token.value_id = of_value.id;
    return put_kinded(writer, &token, &of_key, &of_value);
}

/* The class of objects in full, which is a StringName value of its own, one level deeper. It moves the count to where
 * the engine no longer looks whether it is there (EB-16). */
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
static gdv_status check_class(gdv_writer *writer, const gdv_token *token, const gdv_element *element, uint64_t *size)
{
    gdv_status status = gdv_write_misreads(writer, token, GDV_MISREAD_TYPED_OBJECTS);
    if (status == GDV_OK && writer->depth >= writer->policy.max_depth) {
        status = gdv_write_refuse(writer, token, GDV_E_LIMIT_DEPTH);
    }
    if (status == GDV_OK && writer->policy.max_values - writer->values < 2) {
        status = gdv_write_refuse(writer, token, GDV_E_LIMIT_VALUES);
    }
    *size += 4;
    return status == GDV_OK ? gdv_write_check_text(writer, token, element->name.bytes, element->name.size, 0, size)
                            : status;
}

/* A typed array of Pandemonium 5 (section 5.8). */
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
                              uint64_t *size)
{
    gdv_status status = gdv_write_clear(writer, token, element, sizeof *element);
    if (status != GDV_OK) {
        return status;
    }
    if (element->kind == GDV_ELEMENT_CLASS) {
        *id = gdv_wire_table_id(writer->table, GDV_TYPE_OBJECT);
        return check_class(writer, token, element, size);
    }
    if (element->kind != GDV_ELEMENT_TYPE) {
        gdv_status code = element->kind == GDV_ELEMENT_SCRIPT ? GDV_E_NO_SUCH_LAYOUT : GDV_E_BAD_ARGUMENT;
        return gdv_write_refuse(writer, token, code);
    }
    status = find_type(writer, token, element, id);
    if (status == GDV_OK && element->type == GDV_TYPE_OBJECT) {
        token->flags = GDV_FLAG_OBJECT_ID >> 16;
        status = gdv_write_needs(writer, token, GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT, GDV_E_OBJECT_ID);
    }
    return status;
}

/* The class, as the StringName that it is. */
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
static void put_class(gdv_writer *writer, uint32_t id, const gdv_text *name)
{
    writer->values += 1;
    gdv_put_u32(&writer->out, id);
    gdv_write_text(writer, name->bytes, name->size, 0);
}

/* With the class `name`, or without one where class_id, which is that of StringName, is GDV_ANY_ID. */
/*@ CONTAINER_ASKS(12 + (class_id != GDV_ANY_ID ? 4 + GDV_TEXT_ON_WIRE(name->size, 0) : 0))
    requires name: \initialized(name);
    requires name: class_id != GDV_ANY_ID ==> GDV_TEXT_GIVEN(name->bytes, name->size);
    requires name: class_id != GDV_ANY_ID ==> GDV_TEXT_CHECKED(writer, name->bytes, name->size);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status put_typed(gdv_writer *writer, const gdv_token *token, uint32_t class_id, const gdv_text *name)
{
    gdv_write_header(writer, token);
    /*@ assert row: \initialized(token->wire); */
    gdv_put_u32(&writer->out, token->key_id);
    /*@ assert row: \initialized(token->wire); */
    if (class_id != GDV_ANY_ID) {
        put_class(writer, class_id, name);
    }
    /*@ assert row: \initialized(token->wire); */
    gdv_write_open(writer, token);
    return gdv_written(writer);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
static gdv_status begin_typed(gdv_writer *writer, gdv_type type, const gdv_element *element)
{
    gdv_token token;
    uint32_t id = GDV_ANY_ID;
    uint64_t size = 12;
    gdv_status status = gdv_write_admit(writer, type, &token);
    if (status != GDV_OK) {
        return status;
    }
    if (declares_nothing(element)) {
        return gdv_write_refuse(writer, &token, GDV_E_NO_SUCH_LAYOUT);
    }
    status = check_typed(writer, &token, element, &id, &size);
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &token, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    token.key_id = (uint8_t)id;
    const gdv_text name = element->name;
    uint32_t class_id = GDV_ANY_ID;
    if (element->kind == GDV_ELEMENT_CLASS) {
        class_id = gdv_wire_table_id(writer->table, GDV_TYPE_STRING_NAME);
    }
    return put_typed(writer, &token, class_id, &name);
}

/* Whether the dialect has a form of its own for such an array. */
/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_typed_form(const gdv_writer *writer, const gdv_element *element)
{
    gdv_status status = gdv_write_state(writer);
    if (status != GDV_OK || declares_nothing(element)) {
        return false;
    }
    uint32_t id = gdv_wire_table_id(writer->table, GDV_TYPE_TYPED_ARRAY);
    return id != GDV_ANY_ID;
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_typed_array(gdv_writer *writer, const gdv_element *element)
{
    bool typed = is_typed_form(writer, element);
    return typed ? begin_typed(writer, GDV_TYPE_TYPED_ARRAY, element)
                 : begin_kinded(writer, GDV_TYPE_ARRAY, element, NULL);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires key: ELEMENT_GIVEN(key);
    requires value: ELEMENT_GIVEN(value);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_typed_dictionary(gdv_writer *writer, const gdv_element *key, const gdv_element *value)
{
    return begin_kinded(writer, GDV_TYPE_DICTIONARY, key, value);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires element: ELEMENT_GIVEN(element);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_packed_typed_array(gdv_writer *writer, const gdv_element *element)
{
    return begin_typed(writer, GDV_TYPE_PACKED_TYPED_ARRAY, element);
}

/* Godot 2 sends nothing of an object. */
/*@ requires given: GDV_WRITER_GIVEN(writer);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_object_id(gdv_writer *writer, uint64_t id)
{
    gdv_token token;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_OBJECT, &token);
    bool by_id = status == GDV_OK && token.wire->layout == GDV_LAYOUT_OBJECT;
    if (status == GDV_OK && !by_id && id != 0) {
        status = gdv_write_refuse(writer, &token, GDV_E_NO_SUCH_LAYOUT);
    }
    if (status == GDV_OK && by_id) {
        status = gdv_write_needs(writer, &token, GDV_PERMIT_OBJECT_ID, GDV_E_OBJECT_ID);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &token, by_id ? 12 : 4);
    }
    if (status != GDV_OK) {
        return status;
    }
    token.flags = by_id ? GDV_FLAG_OBJECT_ID >> 16 : 0;
    gdv_write_header(writer, &token);
    if (by_id) {
        gdv_put_u64(&writer->out, id);
    }
    return gdv_written(writer);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(class_name, size);
    terminates \true; exits \false;
    assigns GDV_WRITES, GDV_OPENS;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_begin_object(gdv_writer *writer, const char *class_name, size_t size)
{
    gdv_token token;
    uint64_t total = size > 0 ? 8 : 4; /* a null object has no count */
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_OBJECT, &token);
    if (status == GDV_OK && token.wire->layout != GDV_LAYOUT_OBJECT) {
        status = gdv_write_refuse(writer, &token, GDV_E_NO_SUCH_LAYOUT);
    }
    if (status == GDV_OK) {
        status = gdv_write_needs(writer, &token, GDV_PERMIT_OBJECT, GDV_E_OBJECT);
    }
    if (status == GDV_OK) {
        status = gdv_write_check_text(writer, &token, class_name, size, 0, &total);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &token);
    gdv_write_text(writer, class_name, size, 0);
    if (size > 0) {
        gdv_write_open(writer, &token);
    }
    return gdv_written(writer);
}

/*@ requires given: GDV_WRITER_GIVEN(writer);
    requires text: GDV_TEXT_GIVEN(name, size);
    terminates \true; exits \false;
    assigns GDV_WRITES;
    GDV_VALUE_LEAVES
*/
gdv_status gdv_write_name(gdv_writer *writer, const char *name, size_t size)
{
    gdv_token no_value;
    uint64_t total = 0;
    gdv_status status = gdv_write_state(writer);
    if (status != GDV_OK) {
        return status;
    }
    bool of_object = writer->depth > 0 && writer->stack[writer->depth - 1].kind == GDV_LEVEL_OBJECT;
    if (!of_object || writer->named != 0) {
        return gdv_write_stop(writer, GDV_E_BAD_NESTING);
    }
    no_value.wire = NULL;
    status = gdv_write_check_text(writer, &no_value, name, size, 0, &total);
    if (status != GDV_OK) {
        return status;
    }
    writer->named = 1;
    gdv_write_text(writer, name, size, 0);
    return gdv_written(writer);
}
