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

static size_t values_of(json_t *value)
{
    size_t values = 1;
    for (void *pair = json_object_iter(value); pair != NULL; pair = json_object_iter_next(value, pair)) {
        values += 1 + values_of(json_object_iter_value(pair));
    }
    for (size_t index = 0; index < json_array_size(value); index += 1) {
        values += values_of(json_array_get(value, index));
    }
    return values;
}

static size_t count(const uint8_t *bytes, size_t size)
{
    json_t *root = load(bytes, size);
    const size_t values = root == NULL ? 0 : values_of(root);
    json_decref(root);
    return values;
}

const peer peer_jansson = {
    .subject = {.name = "jansson",
                .does = "tree; allocates each value; copies text; hash tables; UTF-8; duplicate keys",
                .format = &peer_json_format,
                .treat = treat},
    .count = count,
};
