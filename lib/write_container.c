/* SPDX-License-Identifier: MIT */
/* Opens containers: what they declare of their elements, their class, the place of their count; and writes objects by
 * id. The counterpart of container.c. Wire reference: sections 5.4, 5.5, 5.8; EB-16, EB-17, EB-26, EB-27. */
#include <string.h>

#include "container.h"
#include "sink.h"
#include "write.h"
#include "writer.h"

/* What stands before the count of a typed container. */
typedef struct declared {
    uint32_t kind; /* as Godot 4.3 numbers them: 0 nothing, 1 type, 2 class, 3 script */
    uint32_t type; /* type id, of kind 1 */
    gdv_text name; /* of kinds 2 and 3 */
    uint8_t id;    /* that elements must have */
} declared;

static gdv_status begin_plain(gdv_writer *writer, gdv_type type)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, type, &head);
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &head, 8);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_write_open(writer, &head);
    return gdv_written(writer);
}

gdv_status gdv_begin_array(gdv_writer *writer)
{
    return begin_plain(writer, GDV_TYPE_ARRAY);
}

gdv_status gdv_begin_dictionary(gdv_writer *writer)
{
    return begin_plain(writer, GDV_TYPE_DICTIONARY);
}

static bool declares_nothing(const gdv_element *element)
{
    return element == NULL || element->kind == GDV_ELEMENT_ANY;
}

/* The type id of GDV_ELEMENT_TYPE. */
static gdv_status find_type(gdv_writer *writer, const gdv_head *head, const gdv_element *element, uint32_t *id)
{
    *id = gdv_grammar_id(writer->grammar, element->type);
    return *id != GDV_ANY_ID ? GDV_OK : gdv_write_refuse(writer, head, GDV_E_NO_SUCH_TYPE);
}

/* Godot 4.3 and later (section 5.5). Nil and Object are no types to it, so that elements of any type may follow. */
static gdv_status declare_type(gdv_writer *writer, const gdv_head *head, const gdv_element *element, declared *said,
                               uint64_t *size)
{
    gdv_status status = find_type(writer, head, element, &said->type);
    if (status != GDV_OK) {
        return status;
    }
    said->kind = 1;
    *size += 4;
    if (element->type == GDV_TYPE_NIL || element->type == GDV_TYPE_OBJECT) {
        return gdv_write_misreads(writer, head, GDV_MISREAD_CONTAINER_TYPE);
    }
    said->id = (uint8_t)said->type;
    return GDV_OK;
}

static gdv_status declare_name(gdv_writer *writer, const gdv_head *head, const gdv_element *element, declared *said,
                               uint64_t *size)
{
    bool script = element->kind == GDV_ELEMENT_SCRIPT;
    gdv_status status = gdv_write_needs(writer, head, GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT, GDV_E_OBJECT_ID);
    if (status == GDV_OK) {
        status = gdv_write_check_text(writer, head, element->name, 0, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    said->kind = script ? 3 : 2;
    said->name = element->name;
    said->id = (uint8_t)gdv_grammar_id(writer->grammar, GDV_TYPE_OBJECT);
    const gdv_cursor in = {(const uint8_t *)element->name.bytes, (uint32_t)element->name.size, 0, 0};
    if ((writer->policy.permit & GDV_PERMIT_OBJECT) == 0 && (script || !gdv_is_encoded_object_id(&in, 0, in.size))) {
        return gdv_write_misreads(writer, head, GDV_MISREAD_CLASS_IGNORED);
    }
    return GDV_OK;
}

/* kind_bits are those of the header that say what kind it is. */
static gdv_status declare(gdv_writer *writer, const gdv_head *head, const gdv_element *element, uint32_t kind_bits,
                          declared *said, uint64_t *size)
{
    memset(said, 0, sizeof *said);
    said->id = GDV_ANY_ID;
    if (declares_nothing(element)) {
        return GDV_OK;
    }
    if ((head->wire->flags & (kind_bits >> 16)) == 0) {
        return gdv_write_refuse(writer, head, GDV_E_NO_SUCH_FORM);
    }
    gdv_status status = gdv_write_clear(writer, head, element, sizeof *element);
    if (status != GDV_OK) {
        return status;
    }
    if (element->kind == GDV_ELEMENT_TYPE) {
        return declare_type(writer, head, element, said, size);
    }
    if (element->kind == GDV_ELEMENT_CLASS || element->kind == GDV_ELEMENT_SCRIPT) {
        return declare_name(writer, head, element, said, size);
    }
    return gdv_write_refuse(writer, head, GDV_E_BAD_ARGUMENT);
}

static void write_declared(gdv_writer *writer, const declared *said)
{
    if (said->kind == 1) {
        gdv_put_u32(&writer->out, said->type);
    } else if (said->kind != 0) {
        gdv_write_text(writer, said->name, 0);
    }
}

/* An array or dictionary of Godot 4; `value` is NULL for an array. */
static gdv_status begin_kinded(gdv_writer *writer, gdv_type type, const gdv_element *key, const gdv_element *value)
{
    gdv_head head;
    declared of_key;
    declared of_value;
    uint64_t size = 8;
    gdv_status status = gdv_write_admit(writer, type, &head);
    if (status == GDV_OK) {
        status = declare(writer, &head, key, GDV_FLAG_KIND, &of_key, &size);
    }
    if (status == GDV_OK) {
        status = declare(writer, &head, value, GDV_FLAG_VALUE_KIND, &of_value, &size);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &head, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    head.flags = of_key.kind + 4 * of_value.kind;
    head.key_id = of_key.id;
    head.value_id = of_value.id;
    gdv_write_header(writer, &head);
    write_declared(writer, &of_key);
    write_declared(writer, &of_value);
    gdv_write_open(writer, &head);
    return gdv_written(writer);
}

/* The class of objects in full, which is a StringName value of its own, one level deeper. It moves the count to where
 * the engine no longer looks whether it is there (EB-16). */
static gdv_status check_class(gdv_writer *writer, const gdv_head *head, const gdv_element *element, uint64_t *size)
{
    gdv_status status = gdv_write_misreads(writer, head, GDV_MISREAD_TYPED_OBJECTS);
    if (status == GDV_OK && writer->depth >= writer->policy.max_depth) {
        status = gdv_write_refuse(writer, head, GDV_E_LIMIT_DEPTH);
    }
    if (status == GDV_OK && writer->policy.max_values - writer->values < 2) {
        status = gdv_write_refuse(writer, head, GDV_E_LIMIT_VALUES);
    }
    *size += 4;
    return status == GDV_OK ? gdv_write_check_text(writer, head, element->name, 0, size) : status;
}

/* A typed array of Pandemonium 5 (section 5.8). */
static gdv_status check_typed(gdv_writer *writer, gdv_head *head, const gdv_element *element, uint32_t *id,
                              uint64_t *size)
{
    gdv_status status = gdv_write_clear(writer, head, element, sizeof *element);
    if (status != GDV_OK) {
        return status;
    }
    if (element->kind == GDV_ELEMENT_CLASS) {
        *id = gdv_grammar_id(writer->grammar, GDV_TYPE_OBJECT);
        return check_class(writer, head, element, size);
    }
    if (element->kind != GDV_ELEMENT_TYPE) {
        gdv_status code = element->kind == GDV_ELEMENT_SCRIPT ? GDV_E_NO_SUCH_FORM : GDV_E_BAD_ARGUMENT;
        return gdv_write_refuse(writer, head, code);
    }
    status = find_type(writer, head, element, id);
    if (status == GDV_OK && element->type == GDV_TYPE_OBJECT) {
        head->flags = GDV_FLAG_OBJECT_ID >> 16;
        status = gdv_write_needs(writer, head, GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT, GDV_E_OBJECT_ID);
    }
    return status;
}

static gdv_status begin_typed(gdv_writer *writer, gdv_type type, const gdv_element *element)
{
    gdv_head head;
    uint32_t id = GDV_ANY_ID;
    uint64_t size = 12;
    gdv_status status = gdv_write_admit(writer, type, &head);
    if (status == GDV_OK) {
        status = declares_nothing(element) ? gdv_write_refuse(writer, &head, GDV_E_NO_SUCH_FORM)
                                           : check_typed(writer, &head, element, &id, &size);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &head, size);
    }
    if (status != GDV_OK) {
        return status;
    }
    head.key_id = (uint8_t)id;
    gdv_write_header(writer, &head);
    gdv_put_u32(&writer->out, id);
    if (element->kind == GDV_ELEMENT_CLASS) {
        writer->values += 1;
        gdv_put_u32(&writer->out, gdv_grammar_id(writer->grammar, GDV_TYPE_STRING_NAME));
        gdv_write_text(writer, element->name, 0);
    }
    gdv_write_open(writer, &head);
    return gdv_written(writer);
}

gdv_status gdv_begin_typed_array(gdv_writer *writer, const gdv_element *element)
{
    gdv_status status = gdv_write_state(writer);
    if (status != GDV_OK) {
        return status;
    }
    bool pandemonium = gdv_grammar_id(writer->grammar, GDV_TYPE_TYPED_ARRAY) != GDV_ANY_ID;
    if (pandemonium && !declares_nothing(element)) {
        return begin_typed(writer, GDV_TYPE_TYPED_ARRAY, element);
    }
    return begin_kinded(writer, GDV_TYPE_ARRAY, element, NULL);
}

gdv_status gdv_begin_typed_dictionary(gdv_writer *writer, const gdv_element *key, const gdv_element *value)
{
    return begin_kinded(writer, GDV_TYPE_DICTIONARY, key, value);
}

gdv_status gdv_begin_packed_typed_array(gdv_writer *writer, const gdv_element *element)
{
    return begin_typed(writer, GDV_TYPE_PACKED_TYPED_ARRAY, element);
}

/* Godot 2 sends nothing of an object. */
gdv_status gdv_write_object_id(gdv_writer *writer, uint64_t id)
{
    gdv_head head;
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_OBJECT, &head);
    bool by_id = status == GDV_OK && head.wire->form == GDV_FORM_OBJECT;
    if (status == GDV_OK && !by_id && id != 0) {
        status = gdv_write_refuse(writer, &head, GDV_E_NO_SUCH_FORM);
    }
    if (status == GDV_OK && by_id) {
        status = gdv_write_needs(writer, &head, GDV_PERMIT_OBJECT_ID, GDV_E_OBJECT_ID);
    }
    if (status == GDV_OK) {
        status = gdv_write_room(writer, &head, by_id ? 12 : 4);
    }
    if (status != GDV_OK) {
        return status;
    }
    head.flags = by_id ? GDV_FLAG_OBJECT_ID >> 16 : 0;
    gdv_write_header(writer, &head);
    if (by_id) {
        gdv_put_u64(&writer->out, id);
    }
    return gdv_written(writer);
}

gdv_status gdv_begin_object(gdv_writer *writer, const char *class_name, size_t size)
{
    gdv_head head;
    const gdv_text name = {class_name, size};
    uint64_t total = size > 0 ? 8 : 4; /* a null object has no count */
    gdv_status status = gdv_write_admit(writer, GDV_TYPE_OBJECT, &head);
    if (status == GDV_OK && head.wire->form != GDV_FORM_OBJECT) {
        status = gdv_write_refuse(writer, &head, GDV_E_NO_SUCH_FORM);
    }
    if (status == GDV_OK) {
        status = gdv_write_needs(writer, &head, GDV_PERMIT_OBJECT, GDV_E_OBJECT);
    }
    if (status == GDV_OK) {
        status = gdv_write_check_text(writer, &head, name, 0, &total);
    }
    if (status != GDV_OK) {
        return status;
    }
    gdv_write_header(writer, &head);
    gdv_write_text(writer, name, 0);
    if (size > 0) {
        gdv_write_open(writer, &head);
    }
    return gdv_written(writer);
}

gdv_status gdv_write_name(gdv_writer *writer, const char *name, size_t size)
{
    const gdv_text text = {name, size};
    uint64_t total = 0;
    gdv_status status = gdv_write_state(writer);
    if (status != GDV_OK) {
        return status;
    }
    bool of_object = writer->depth > 0 && writer->stack[writer->depth - 1].kind == GDV_FRAME_OBJECT;
    if (!of_object || writer->named != 0) {
        return gdv_write_refuse(writer, NULL, GDV_E_BAD_NESTING);
    }
    status = gdv_write_check_text(writer, NULL, text, 0, &total);
    if (status != GDV_OK) {
        return status;
    }
    writer->named = 1;
    gdv_write_text(writer, text, 0);
    return gdv_written(writer);
}
