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

#ifdef __FRAMAC__
#include "../proof/write_container_c.h"
#endif

/* Opens a level for a container of that kind, whose count is put at `at`, and which asks nothing of its values. Requires room for it. */
GDV_INLINE void open_plain(gdv_writer *writer, gdv_level_kind kind, uint32_t at)
{
    const uint32_t innermost = writer->depth;
    writer->count_at[innermost] = at;
    writer->stack[innermost].left = 0;
    writer->stack[innermost].kind = (uint8_t)kind;
    writer->stack[innermost].key_id = GDV_ANY_ID;
    writer->stack[innermost].value_id = GDV_ANY_ID;
    writer->stack[innermost].constraints = 0;
    writer->depth += 1;
    gdv_write_set_reach(writer);
}

/* Opens a container that declares nothing of its values. */
static gdv_status begin_plain(gdv_writer *writer, gdv_type type, gdv_level_kind kind)
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
    open_plain(writer, kind, (uint32_t)writer->out.pos);
    gdv_put_u32(&writer->out, 0);
    return gdv_written(writer);
}

/* Opens one of that id, which is ready and has been counted. */
GDV_INLINE gdv_status open_ready(gdv_writer *writer, uint32_t id, gdv_level_kind kind)
{
    open_plain(writer, kind, (uint32_t)writer->out.pos + 4);
    uint8_t *room = gdv_sink_take(&writer->out, 8);
    if (room != NULL) {
        gdv_store64(room, id);
    }
    return GDV_OK;
}

/* A fast path, as gdv_write_in_reach: whether nothing has been written yet, and an outermost container may be. */
static inline bool is_first(const gdv_writer *writer)
{
    return writer->values == 0 && writer->out.pos + 8 <= writer->end;
}

/* Opens an outermost one, or one that is not ready. Every dialect has both types. */
static gdv_status begin_other(gdv_writer *writer, gdv_type type, gdv_level_kind kind)
{
    if (gdv_write_state(writer) != GDV_OK || !is_first(writer)) {
        return begin_plain(writer, type, kind);
    }
    const uint32_t id = gdv_wire_table_id(writer->table, type);
    writer->values = 1;
    return open_ready(writer, id, kind);
}

/* Opens a container; one that is ready by a fast path. In dialects that hash a key twice it may be none. */
GDV_INLINE gdv_status begin_fast(gdv_writer *writer, gdv_type type, gdv_level_kind kind)
{
    const uint32_t id = gdv_write_ready(writer, type, 8);
    if (id == GDV_ANY_ID || (writer->table->traits & GDV_TRAIT_DOUBLE_HASH) != 0) {
        return begin_other(writer, type, kind);
    }
    gdv_write_count_ready(writer);
    return open_ready(writer, id, kind);
}

gdv_status gdv_begin_array(gdv_writer *writer)
{
    return begin_fast(writer, GDV_TYPE_ARRAY, GDV_LEVEL_ARRAY);
}

gdv_status gdv_begin_dictionary(gdv_writer *writer)
{
    return begin_fast(writer, GDV_TYPE_DICTIONARY, GDV_LEVEL_DICTIONARY);
}

/* Whether a caller's element, which may be NULL, leaves the type open. */
static bool declares_nothing(const gdv_element *element)
{
    return element == NULL || element->kind == GDV_ELEMENT_ANY;
}

/* Finds the type id of a GDV_ELEMENT_TYPE, or refuses. Ensures on GDV_OK: the dialect has *id. */
static gdv_status find_type(gdv_writer *writer, const gdv_token *token, const gdv_element *element, uint32_t *id)
{
    *id = gdv_wire_table_id(writer->table, element->type);
    return *id != GDV_ANY_ID ? GDV_OK : gdv_write_refuse(writer, token, GDV_E_NO_SUCH_TYPE);
}

/* Says of a typed container which type its values have. Godot 4.3 and later (section 5.5). Nil and Object are no types
 * to it, so that elements of any type may follow. */
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

/* Says of a typed container which class or script its values have. Adds the text's bytes to *size. */
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

/* Fills *said with what a container declares, and adds its bytes to *size. kind_bits are those of the header that say
 * what kind it is. Ensures on GDV_OK: a declared text has been checked. */
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

/* Puts what declare found. Requires room for it in the packet's limit. */
static void write_declared(gdv_writer *writer, const declared *said)
{
    if (said->kind == 1) {
        gdv_put_u32(&writer->out, said->type);
    } else if (said->kind != 0) {
        gdv_write_text(writer, said->name.bytes, said->name.size, 0);
    }
}

/* Puts the header and what the container declares, and opens it. Requires both declarations to be checked, with room in
 * the packet's limit. */
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

/* Opens an array or dictionary of Godot 4; `value` is NULL for an array. */
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

/* Checks the class of objects in full, which is a StringName value of its own, one level deeper; adds its bytes to
 * *size. It moves the count to where the engine no longer looks whether it is there (EB-16). */
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

/* Checks a typed array of Pandemonium 5 (section 5.8). Ensures on GDV_OK: *id is a type or GDV_ANY_ID, a class name has
 * been checked, and *size is the bytes of header, type, count and class. */
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

/* Puts the class as the StringName value that it is. Requires a checked name and room in the packet's limit. */
static void put_class(gdv_writer *writer, uint32_t id, const gdv_text *name)
{
    writer->values += 1;
    gdv_put_u32(&writer->out, id);
    gdv_write_text(writer, name->bytes, name->size, 0);
}

/* Puts the header and opens the array: with the class `name`, or without one where class_id, which is that of
 * StringName, is GDV_ANY_ID. Requires a checked name and room in the packet's limit. */
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

/* Opens a typed array of Pandemonium 5. */
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

/* Whether the dialect has a layout of its own for such an array. */
static bool is_typed_form(const gdv_writer *writer, const gdv_element *element)
{
    gdv_status status = gdv_write_state(writer);
    if (status != GDV_OK || declares_nothing(element)) {
        return false;
    }
    uint32_t id = gdv_wire_table_id(writer->table, GDV_TYPE_TYPED_ARRAY);
    return id != GDV_ANY_ID;
}

gdv_status gdv_begin_typed_array(gdv_writer *writer, const gdv_element *element)
{
    bool typed = is_typed_form(writer, element);
    return typed ? begin_typed(writer, GDV_TYPE_TYPED_ARRAY, element)
                 : begin_kinded(writer, GDV_TYPE_ARRAY, element, NULL);
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
