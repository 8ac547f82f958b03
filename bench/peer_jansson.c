/* SPDX-License-Identifier: MIT */
/* Jansson: a tree of JSON values, each allocated on its own, text copied, objects as hash tables. It always checks UTF-8,
 * and duplicate keys when asked. */
#include "bench/peer.h"

#include <jansson.h>

static json_t *load(const uint8_t *bytes, size_t size)
{
    json_error_t error;
    return json_loadb((const char *)bytes, size, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
}

static size_t treat(void *context, const workload_packet *packet)
{
    (void)context;
    json_t *root = load(packet->bytes, packet->size);
    if (root == NULL) {
        return 0;
    }
    json_decref(root);
    return packet->values;
}

static void look(json_t *value, peer_seen *seen)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        peer_saw(seen);
        for (void *pair = json_object_iter(value); pair != NULL; pair = json_object_iter_next(value, pair)) {
            peer_saw_text(seen, json_object_iter_key(pair), json_object_iter_key_len(pair));
            look(json_object_iter_value(pair), seen);
        }
        break;
    case JSON_ARRAY:
        peer_saw(seen);
        for (size_t index = 0; index < json_array_size(value); index += 1) {
            look(json_array_get(value, index), seen);
        }
        break;
    case JSON_STRING:
        peer_saw_text(seen, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        peer_saw_int(seen, json_integer_value(value));
        break;
    case JSON_REAL:
        peer_saw_real(seen, json_real_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        peer_saw_bool(seen, json_is_true(value));
        break;
    case JSON_NULL:
        peer_saw_nil(seen);
        break;
    }
}

static bool inspect(const uint8_t *bytes, size_t size, peer_seen *seen)
{
    json_t *root = load(bytes, size);
    if (root == NULL) {
        return false;
    }
    look(root, seen);
    json_decref(root);
    return true;
}

const peer peer_jansson = {
    .subject = {.name = "jansson",
                .does = "tree; allocates each value; copies text; hash tables; UTF-8; duplicate keys",
                .format = &peer_json_format,
                .treat = treat},
    .inspect = inspect,
};
