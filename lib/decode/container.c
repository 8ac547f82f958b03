/* SPDX-License-Identifier: MIT */
#include "container.h"

#include "text.h"
#include "texts.h"

/* An object as its id, or class name and properties. The properties' values are children; each has a name before it. */
gdv_status gdv_object_read(gdv_scan *scan, gdv_token *token)
{
    uint32_t class_at = 0;
    uint32_t class_size = 0;
    gdv_status status = GDV_OK;

    if ((token->flags & 1u) != 0) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_OBJECT_ID, GDV_E_OBJECT_ID, token->at);
        return status == GDV_OK ? gdv_take(scan, 8) : status;
    }
    status = gdv_refuse_unless(scan, GDV_PERMIT_OBJECT, GDV_E_OBJECT, token->at);
    if (status == GDV_OK) {
        status = gdv_text_read(scan, scan->table->traits & GDV_TRAIT_TEXT_GARBAGE, &class_at, &class_size);
    }
    if (status != GDV_OK) {
        return status;
    }
    token->data = class_at;
    gdv_text_trim(&scan->in, &class_at, &class_size);
    if (class_size == 0) {
        return GDV_OK; /* no class left: a null object, and nothing follows */
    }
    uint32_t count_at = scan->in.pos;
    status = gdv_take_u32(scan, &token->count);
    if (status != GDV_OK) {
        return status;
    }
    if (token->count >= GDV_NEGATIVE) {
        return gdv_refuse(scan, GDV_E_BAD_LENGTH, count_at, 0);
    }
    status = gdv_check_count(scan, token->count, 8, count_at);
    if (status != GDV_OK) {
        return status;
    }
    token->open = 1;
    token->children = token->count;
    gdv_reserve(&scan->in, 2 * token->count); /* a name and a value each */
    return GDV_OK;
}

#ifdef __FRAMAC__
#include "../proof/container_c.h"
#endif

bool gdv_is_encoded_object_id(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    static const uint8_t name[] = "EncodedObjectAsID";
    gdv_text_trim(in, &at, &size);
    bool same = size == sizeof name - 1;
    /*@ GDV_IS_ENCODED_OBJECT_ID_LOOP */
    for (uint32_t index = 0; same && index < size; index += 1) {
        same = gdv_u8_at(in, at + index) == name[index];
    }
    return same;
}

/* Reads what a typed container of Godot 4.3+ declares before its count, by the kind in its header (section 5.5):
 * nothing, a type id, a class name or a script's path. Class and path mean objects; without leave to decode objects,
 * engines ignore them and make it EncodedObjectAsID, which is also all they write then. Ensures: *id is an id that the
 * dialect has, or GDV_ANY_ID. */
static gdv_status read_container_kind(gdv_scan *scan, uint32_t header_at, uint32_t kind, uint8_t *id)
{
    uint32_t word_at = scan->in.pos;
    uint32_t word = 0;
    uint32_t size = 0;
    gdv_status status = GDV_OK;

    *id = GDV_ANY_ID;
    if (kind == 0) {
        return GDV_OK;
    }
    if (kind == 1) {
        status = gdv_take_u32(scan, &word);
        if (status == GDV_OK && word >= scan->table->count) {
            status = gdv_refuse(scan, GDV_E_BAD_TYPE, word_at, 0);
        }
        if (status != GDV_OK) {
            return status;
        }
        uint8_t type = scan->table->types[word].type;
        if (type == GDV_TYPE_NIL || type == GDV_TYPE_OBJECT) {
            return gdv_misreads(scan, GDV_MISREAD_CONTAINER_TYPE, word_at);
        }
        *id = (uint8_t)word;
        return GDV_OK;
    }
    status = gdv_refuse_unless(scan, GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT, GDV_E_OBJECT_ID, header_at);
    if (status == GDV_OK) {
        status = gdv_text_read(scan, 0, &word, &size);
    }
    if (status == GDV_OK && (scan->permit & GDV_PERMIT_OBJECT) == 0 &&
        (kind == 3 || !gdv_is_encoded_object_id(&scan->in, word, size))) {
        status = gdv_misreads(scan, GDV_MISREAD_CLASS_IGNORED, word_at);
    }
    *id = (uint8_t)gdv_wire_table_id(scan->table, GDV_TYPE_OBJECT);
    return status;
}

/* Reads the count of a container whose elements are `per_element` values each, 1 or 2. Bit 31 is "shared" in Godot 2
 * and ignored since. Ensures on GDV_OK: token->children is the number of values, and 4 bytes are reserved for each. */
static gdv_status read_children(gdv_scan *scan, gdv_token *token, uint32_t per_element)
{
    uint32_t count_at = scan->in.pos;
    uint32_t word = 0;
    gdv_status status = gdv_take_u32(scan, &word);
    if (status == GDV_OK && word >= GDV_NEGATIVE && (scan->table->traits & GDV_TRAIT_SHARED) == 0) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_FLAGS, GDV_E_FLAGS, count_at);
    }
    if (status == GDV_OK) {
        status = gdv_check_count(scan, word % GDV_NEGATIVE, 4 * per_element, count_at);
    }
    if (status != GDV_OK) {
        return status;
    }
    token->open = 1;
    token->data = scan->in.pos;
    token->count = word % GDV_NEGATIVE;
    token->children = token->count * per_element;
    gdv_reserve(&scan->in, token->children);
    return GDV_OK;
}

gdv_status gdv_dictionary_read(gdv_scan *scan, gdv_token *token)
{
    gdv_status status = GDV_OK;
    if (token->flags != 0) {
        status = read_container_kind(scan, token->at, token->flags & 3u, &token->key_id);
    }
    if (token->flags != 0 && status == GDV_OK) {
        status = read_container_kind(scan, token->at, (token->flags >> 2) & 3u, &token->value_id);
    }
    return status == GDV_OK ? read_children(scan, token, 2) : status;
}

gdv_status gdv_array_read(gdv_scan *scan, gdv_token *token)
{
    gdv_status status = GDV_OK;
    if (token->flags != 0) {
        status = read_container_kind(scan, token->at, token->flags & 3u, &token->key_id);
    }
    return status == GDV_OK ? read_children(scan, token, 1) : status;
}

/* Reads the class name of Pandemonium's object-typed arrays: a whole StringName value, one level deeper than the array.
 * It counts as a value that costs at least four bytes. */
static gdv_status read_class_value(gdv_scan *scan, const gdv_token *token)
{
    uint32_t header_at = scan->in.pos;
    uint32_t header = 0;
    uint32_t text = 0;
    uint32_t size = 0;
    gdv_status status = GDV_OK;

    if (scan->depth >= scan->max_depth) {
        return gdv_refuse(scan, GDV_E_LIMIT_DEPTH, token->at, 0);
    }
    if (scan->values >= scan->max_values) {
        return gdv_refuse(scan, GDV_E_LIMIT_VALUES, header_at, 0);
    }
    status = gdv_take_u32(scan, &header);
    if (status != GDV_OK) {
        return status;
    }
    scan->values += 1;
    if (scan->depth >= scan->deepest) {
        scan->deepest = scan->depth + 1;
    }
    uint32_t id = header & scan->table->id_mask;
    if (id >= scan->table->count || scan->table->types[id].type != GDV_TYPE_STRING_NAME) {
        return gdv_refuse(scan, GDV_E_BAD_CLASS_NAME, header_at, 0);
    }
    if (header != id) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_FLAGS, GDV_E_FLAGS, header_at);
    }
    return status == GDV_OK ? gdv_text_read(scan, 0, &text, &size) : status;
}

/* Pandemonium 5 (section 5.8): the element type, for objects in full a class name, then the count, which the engine
 * reads without looking whether it is there (EB-16). */
gdv_status gdv_typed_array_read(gdv_scan *scan, gdv_token *token)
{
    uint32_t word_at = scan->in.pos;
    uint32_t word = 0;
    gdv_status status = gdv_take_u32(scan, &word);
    if (status == GDV_OK && word >= scan->table->count) {
        status = gdv_misreads(scan, GDV_MISREAD_ELEMENT_RANGE, word_at);
    }
    if (status != GDV_OK) {
        return status;
    }
    uint32_t id = word % GDV_NEGATIVE; /* the engine clears bit 31 */
    uint8_t type = id < scan->table->count ? scan->table->types[id].type : (uint8_t)GDV_TYPE_COUNT;
    bool by_id = (token->flags & 1u) != 0;
    token->key_id = (uint8_t)(id < scan->table->count ? id : GDV_ANY_ID);
    if (type != GDV_TYPE_OBJECT && by_id) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_FLAGS, GDV_E_FLAGS, token->at);
    } else if (type == GDV_TYPE_OBJECT && by_id) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT, GDV_E_OBJECT_ID, token->at);
    } else if (type == GDV_TYPE_OBJECT) {
        status = gdv_misreads(scan, GDV_MISREAD_TYPED_OBJECTS, token->at);
        if (status == GDV_OK) {
            status = read_class_value(scan, token);
        }
    }
    if (status != GDV_OK) {
        return status;
    }
    uint32_t count_at = scan->in.pos;
    status = read_children(scan, token, 1);
    if (status == GDV_OK && type == GDV_TYPE_NIL && token->count > 0 && (token->wire->quirks & GDV_QUIRK_PACKED) != 0) {
        status = gdv_misreads(scan, GDV_MISREAD_PACKED_NIL, count_at);
    }
    return status;
}
