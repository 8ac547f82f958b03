/* SPDX-License-Identifier: MIT */
/* The naive decoder: values that hold values (sections 5.4, 5.5, 5.8; EB-16, EB-17, EB-26 to EB-28), and duplicate keys
 * (EB-30). */
#include <string.h>

#include "tests/reference/naive_reader.h"

static const naive_allowed any_type = {true, {GDV_TYPE_COUNT, GDV_TYPE_COUNT}, false};
static const naive_allowed no_type = {false, {GDV_TYPE_COUNT, GDV_TYPE_COUNT}, false};
static const naive_allowed object_or_null = {false, {GDV_TYPE_OBJECT, GDV_TYPE_NIL}, false};

static naive_allowed only(gdv_type type)
{
    naive_allowed allowed = {false, {type, type}, false};
    return allowed;
}

/* A container that is a key inside a key. Its children are not read before that is said. */
static void check_nesting(naive_reader *in, const naive_value *value)
{
    if (value->key && in->keys > 1 && naive_doubles(in)) {
        naive_misreads(in, GDV_MISREAD_KEY_IN_KEY, value->offset);
    }
}

/* Children are a level deeper than the value that holds them. */
static void go_deeper(naive_reader *in, uint32_t depth, const naive_value *value)
{
    if (depth + 1 > in->max_depth) {
        naive_refuse(in, GDV_E_LIMIT_DEPTH, value->offset);
    }
}

/* Room for the children of a value that has `count`, of `each` values; none has a level below it that is not used. */
static void take_children(naive_reader *in, uint32_t depth, uint32_t count, size_t each, naive_value *value)
{
    value->container = true;
    value->count = count;
    value->children = naive_take(in, count * each, sizeof *value->children);
    if (count > 0) {
        go_deeper(in, depth, value);
    }
}

/* A count whose bit 31 is the shared bit of Godot 2. */
static uint32_t count_of(naive_reader *in, uint64_t owed, naive_value *value)
{
    uint32_t count = naive_u32(in, owed);
    if (count < NAIVE_HALF) {
        return count;
    }
    if (in->dialect != GDV_DIALECT_GODOT2) {
        naive_forbid(in, GDV_PERMIT_FLAGS, GDV_E_FLAGS, in->pos - 4);
    } else {
        value->shared = true;
    }
    return count - NAIVE_HALF;
}

/* Containers of objects need a permission, even when they are empty. */
static void need_objects(naive_reader *in, const naive_value *value)
{
    if (!naive_permits(in, GDV_PERMIT_OBJECT)) {
        naive_forbid(in, GDV_PERMIT_OBJECT_ID, GDV_E_OBJECT_ID, value->offset);
    }
}

/* What a container of Godot 4.3 and later declares before its count (section 5.5). */
static naive_allowed read_declared(naive_reader *in, uint32_t kind, uint64_t owed, const naive_value *value,
                                   naive_declared *declared)
{
    size_t at = in->pos;
    declared->kind = (gdv_element_kind)kind;
    declared->type = GDV_TYPE_NIL;
    if (kind == 0) {
        return any_type;
    }
    if (kind == 1) {
        uint32_t id = naive_u32(in, owed);
        if (id >= in->row->count) {
            naive_refuse(in, GDV_E_BAD_TYPE, at);
        }
        declared->type = in->row->types[id].type;
        if (declared->type == GDV_TYPE_NIL || declared->type == GDV_TYPE_OBJECT) {
            naive_misreads(in, GDV_MISREAD_CONTAINER_TYPE, at);
            return any_type;
        }
        return only(declared->type);
    }
    need_objects(in, value);
    declared->type = GDV_TYPE_OBJECT;
    declared->name = naive_string(in, owed, false, false);
    const char *ignored = "EncodedObjectAsID";
    bool is_ignored =
        declared->name.size == strlen(ignored) && memcmp(declared->name.bytes, ignored, declared->name.size) == 0;
    if (!naive_permits(in, GDV_PERMIT_OBJECT) && (kind == 3 || !is_ignored)) {
        naive_misreads(in, GDV_MISREAD_CLASS_IGNORED, at);
    }
    return object_or_null;
}

static void read_elements(naive_reader *in, uint32_t depth, uint64_t owed, naive_allowed allowed, naive_value *value)
{
    bool packed = value->type == GDV_TYPE_PACKED_TYPED_ARRAY;
    for (size_t index = 0; index < value->count; index += 1) {
        naive_value_read(in, depth + 1, owed + 4 * (value->count - index - 1), allowed, packed,
                         &value->children[index]);
    }
}

void naive_array(naive_reader *in, uint32_t flags, uint32_t depth, uint64_t owed, naive_value *value)
{
    naive_allowed allowed = read_declared(in, (flags >> 16) & 3u, owed, value, &value->elements);
    uint32_t count = count_of(in, owed, value);
    naive_promise(in, count, 4, owed);
    check_nesting(in, value);
    take_children(in, depth, count, 1, value);
    read_elements(in, depth, owed, allowed, value);
}

/* The first key that equals an earlier one is the one to blame. */
static void refuse_repeated_keys(naive_reader *in, const naive_value *value)
{
    for (size_t key = 1; key < value->count; key += 1) {
        for (size_t earlier = 0; earlier < key; earlier += 1) {
            if (naive_same_key(in->dialect, &value->children[2 * key], &value->children[2 * earlier])) {
                naive_forbid(in, GDV_PERMIT_DUPLICATE_KEYS, GDV_E_DUPLICATE_KEY, value->children[2 * key].offset);
            }
        }
    }
}

void naive_dictionary(naive_reader *in, uint32_t flags, uint32_t depth, uint64_t owed, naive_value *value)
{
    naive_allowed keys = read_declared(in, (flags >> 16) & 3u, owed, value, &value->elements);
    naive_allowed values = read_declared(in, (flags >> 18) & 3u, owed, value, &value->values);
    uint32_t count = count_of(in, owed, value);
    keys.key = true;
    naive_promise(in, count, 8, owed);
    check_nesting(in, value);
    take_children(in, depth, count, 2, value);
    for (size_t index = 0; index < count; index += 1) {
        uint64_t later = owed + 8 * (count - index - 1);
        in->keys += 1;
        naive_value_read(in, depth + 1, later + 4, keys, false, &value->children[2 * index]);
        in->keys -= 1;
        naive_value_read(in, depth + 1, later, values, false, &value->children[2 * index + 1]);
    }
    if (!naive_permits(in, GDV_PERMIT_DUPLICATE_KEYS)) {
        refuse_repeated_keys(in, value);
    }
}

/* The class of a typed array is a value of its own, of type StringName (section 5.8). */
static void read_class(naive_reader *in, uint32_t depth, uint64_t owed, naive_value *value)
{
    go_deeper(in, depth, value);
    if (in->values == in->policy.max_values) {
        naive_refuse(in, GDV_E_LIMIT_VALUES, in->pos); /* of a value, whatever it would have been */
    }
    naive_demand(in, 4, owed, GDV_E_TRUNCATED, in->pos);
    if ((naive_word_at(in, in->pos) & 0xffu) != row_of(in->dialect, GDV_TYPE_STRING_NAME)->id) {
        naive_refuse(in, GDV_E_BAD_CLASS_NAME, in->pos);
    }
    naive_value *name = naive_take(in, 1, sizeof *name);
    naive_value_read(in, depth + 1, owed, any_type, false, name);
    value->elements.kind = GDV_ELEMENT_CLASS;
    value->elements.name = name->texts[0];
}

void naive_typed_array(naive_reader *in, bool ids, uint32_t depth, uint64_t owed, naive_value *value)
{
    size_t at = in->pos;
    uint32_t id = naive_u32(in, owed);
    if (id >= in->row->count) {
        naive_misreads(in, GDV_MISREAD_ELEMENT_RANGE, at);
    }
    id %= NAIVE_HALF;
    gdv_type type = id < in->row->count ? in->row->types[id].type : GDV_TYPE_COUNT;
    naive_allowed allowed = type == GDV_TYPE_COUNT ? no_type : only(type);
    value->elements.kind = GDV_ELEMENT_TYPE;
    value->elements.type = type;
    if (type != GDV_TYPE_OBJECT) {
        if (ids) {
            naive_forbid(in, GDV_PERMIT_FLAGS, GDV_E_FLAGS, value->offset);
        }
    } else {
        allowed = object_or_null;
        if (ids) {
            need_objects(in, value);
        } else {
            naive_misreads(in, GDV_MISREAD_TYPED_OBJECTS, value->offset);
            read_class(in, depth, owed, value);
        }
    }
    uint32_t count = count_of(in, owed, value);
    naive_promise(in, count, 4, owed);
    if (value->type == GDV_TYPE_PACKED_TYPED_ARRAY && type == GDV_TYPE_NIL && count > 0) {
        naive_misreads(in, GDV_MISREAD_PACKED_NIL, in->pos - 4);
    }
    take_children(in, depth, count, 1, value);
    read_elements(in, depth, owed, allowed, value);
}

void naive_object(naive_reader *in, bool by_id, uint32_t depth, uint64_t owed, naive_value *value)
{
    value->by_id = by_id || in->dialect == GDV_DIALECT_GODOT2;
    if (value->by_id) {
        naive_forbid(in, GDV_PERMIT_OBJECT_ID, GDV_E_OBJECT_ID, value->offset);
        value->id = by_id ? naive_u64(in, owed) : 0;
        return;
    }
    naive_forbid(in, GDV_PERMIT_OBJECT, GDV_E_OBJECT, value->offset);
    value->text_count = 1;
    value->texts = naive_take(in, 1, sizeof *value->texts);
    value->texts[0] = naive_string(in, owed, naive_is_old(in), false);
    if (value->texts[0].size == 0) {
        return; /* null */
    }
    uint32_t count = naive_u32(in, owed);
    if (count >= NAIVE_HALF) {
        naive_refuse(in, GDV_E_BAD_LENGTH, in->pos - 4);
    }
    naive_promise(in, count, 8, owed);
    take_children(in, depth, count, 1, value);
    value->property_names = naive_take(in, count, sizeof *value->property_names);
    for (size_t index = 0; index < count; index += 1) {
        uint64_t later = owed + 8 * (count - index - 1);
        value->property_names[index] = naive_string(in, later + 4, naive_is_old(in), false);
        naive_value_read(in, depth + 1, later, any_type, false, &value->children[index]);
    }
}
