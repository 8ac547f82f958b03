/* SPDX-License-Identifier: MIT */
#include "typed.h"

#include "typed_key.h"
#include "typed_leaf.h"
#include "typed_number.h"

/* --- containers */

static bool has_type(gdv_dialect dialect, gdv_type type)
{
    uint32_t id = 0;
    return gdv_dialect_type_id(dialect, type, &id);
}

static bool begin(typed *now, const typed_key *key)
{
    switch (key->type) {
    case GDV_TYPE_DICTIONARY:
        return typed_took(now, key->typed ? gdv_begin_typed_dictionary(now->writer, &key->first, &key->second)
                                          : gdv_begin_dictionary(now->writer));
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        return typed_took(now, gdv_begin_packed_typed_array(now->writer, &key->first));
    case GDV_TYPE_ARRAY:
        if (key->typed && has_type(now->dialect, GDV_TYPE_TYPED_ARRAY)) {
            return typed_wrong(now, "", "%s has TypedArray for this", gdv_dialect_name(now->dialect));
        }
        break;
    default:
        break;
    }
    return typed_took(now, key->typed ? gdv_begin_typed_array(now->writer, &key->first) : gdv_begin_array(now->writer));
}

static bool push(typed *now, const char *key, const json_t *list, typed_kind kind)
{
    if (!json_is_array(list)) {
        return typed_wrong(now, kind == TYPED_PROPERTIES ? ".properties" : "", "a list expected");
    }
    if (now->depth == TYPED_OPEN) {
        (void)typed_wrong(now, "", "%s", gdv_status_text(GDV_E_LIMIT_DEPTH));
        now->fault.code = GDV_E_LIMIT_DEPTH;
        return false;
    }
    now->open[now->depth] = (typed_level){key, list, 0, kind, TYPED_NEITHER};
    now->depth += 1;
    now->key = NULL;
    return true;
}

static bool open_container(typed *now, const typed_key *key, const json_t *payload)
{
    typed_kind kind = key->type == GDV_TYPE_DICTIONARY ? TYPED_PAIRS : TYPED_ELEMENTS;
    if (!json_is_array(payload)) {
        return typed_wrong(now, "", kind == TYPED_PAIRS ? "a list of pairs expected" : "a list expected");
    }
    return begin(now, key) && (!key->shared || typed_took(now, gdv_mark_shared(now->writer))) &&
           push(now, now->key, payload, kind);
}

/* {"id":"5"}, {"class":"Node","properties":[..]}; null is the class without a name, and has no end. */
static bool open_object(typed *now, const json_t *payload)
{
    static const char *const members[] = {"class", "properties"};
    gdv_text name;
    uint64_t id = 0;

    if (json_object_size(payload) == 1) {
        const json_t *node = json_object_get(payload, "id");
        return node == NULL ? typed_wrong(now, "", "id, or class and properties expected")
                            : typed_id(now, node, ".id", &id) && typed_took(now, gdv_write_object_id(now->writer, id));
    }
    if (!typed_members(now, payload, members, 2, "id, or class and properties") ||
        !typed_text(now, json_object_get(payload, "class"), ".class", &name) ||
        !typed_took(now, gdv_begin_object(now->writer, name.bytes, name.size))) {
        return false;
    }
    const json_t *properties = json_object_get(payload, "properties");
    if (name.size == 0) {
        return (json_is_array(properties) && json_array_size(properties) == 0) ||
               typed_wrong(now, ".properties", "an empty list expected: the object is null");
    }
    return push(now, now->key, properties, TYPED_PROPERTIES);
}

/* --- values */

/* Whether the dialect has what the key says; a type that it lacks is reported before an error in the payload. */
static bool is_sayable(typed *now, const typed_key *key)
{
    if (!has_type(now->dialect, key->type)) {
        (void)typed_wrong(now, "", "%s has no such type", gdv_dialect_name(now->dialect));
        now->fault.code = GDV_E_NO_SUCH_TYPE;
        return false;
    }
    return true;
}

static bool put_keyed(typed *now, const typed_key *key, const json_t *payload)
{
    if (!is_sayable(now, key)) {
        return false;
    }
    switch (key->type) {
    case GDV_TYPE_ARRAY:
    case GDV_TYPE_DICTIONARY:
    case GDV_TYPE_TYPED_ARRAY:
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        return open_container(now, key, payload);
    case GDV_TYPE_OBJECT:
        return open_object(now, payload);
    default:
        return typed_leaf(now, key, payload);
    }
}

static bool put_value(typed *now, json_t *node)
{
    typed_key key;
    void *only = json_object_iter(node);

    now->key = NULL;
    if (json_object_size(node) != 1 || only == NULL) {
        return typed_wrong(now, "", "an object of one member expected, {TYPE: VALUE}");
    }
    const char *name = json_object_iter_key(only);
    if (!typed_key_read(name, &key)) {
        return typed_wrong(now, "", "'%.60s' is no type", name);
    }
    now->key = name;
    bool fine = put_keyed(now, &key, json_object_iter_value(only));
    typed_key_free(&key);
    typed_memory_free(now);
    return fine;
}

/* The first half of a pair: a key, or the name of a property, which is written at once. */
static bool begin_pair(typed *now, typed_level *level, const json_t *pair, json_t **node)
{
    gdv_text name;
    if (json_array_size(pair) != 2) {
        return typed_wrong(now, "", level->kind == TYPED_PAIRS ? "[key, value] expected" : "[name, value] expected");
    }
    level->half = TYPED_FIRST;
    *node = json_array_get(pair, 0);
    if (level->kind == TYPED_PROPERTIES) {
        if (!typed_text(now, *node, "", &name) ||
            !typed_took(now, gdv_write_name(now->writer, name.bytes, name.size))) {
            return false;
        }
        level->half = TYPED_SECOND;
        *node = json_array_get(pair, 1);
    }
    return true;
}

static bool next_child(typed *now, typed_level *level, json_t **node)
{
    json_t *child = json_array_get(level->list, level->next);
    level->next += 1;
    level->half = TYPED_NEITHER;
    if (level->kind != TYPED_ELEMENTS) {
        return begin_pair(now, level, child, node);
    }
    *node = child;
    return true;
}

/* The value that is to be written next; *node is NULL where there is none. Containers that are complete end. */
static bool next_value(typed *now, json_t **node)
{
    bool fine = true;
    *node = NULL;
    now->key = NULL;
    while (fine && now->depth > 0 && *node == NULL) {
        typed_level *level = &now->open[now->depth - 1];
        if (level->half == TYPED_FIRST) {
            level->half = TYPED_SECOND;
            *node = json_array_get(json_array_get(level->list, level->next - 1), 1);
        } else if (level->next < json_array_size(level->list)) {
            fine = next_child(now, level, node);
        } else {
            now->depth -= 1;
            fine = typed_took(now, gdv_end(now->writer));
        }
    }
    return fine;
}

bool typed_write(typed *now, json_t *document)
{
    json_t *node = document;
    bool fine = true;

    now->depth = 0;
    now->pile = NULL;
    now->key = NULL;
    while (fine && node != NULL) {
        fine = put_value(now, node) && next_value(now, &node);
    }
    typed_memory_free(now);
    return fine;
}
