/* SPDX-License-Identifier: MIT */
#include "bench/hostile.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv.h>

#include "bench/message.h"

enum {
    KEY = 9,         /* bytes of a key's name, with its NUL */
    ROOM_OF_ONE = 64 /* bytes that an element, a pair or a value takes at most, with what is around it */
};

const size_t hostile_sizes[HOSTILE_SIZES] = {1024, 4096};

typedef struct packet {
    uint8_t *bytes;
    size_t size;
    gdv_node *nodes;
    gdv_document document;
} packet;

static void give_up(const char *why)
{
    fprintf(stderr, "hostile: %s\n", why);
    abort();
}

/* Keys of one length that are alike up to their last letters. */
static void name_key(char *name, size_t index)
{
    (void)snprintf(name, KEY, "key_%04x", (unsigned)(index & 0xffff));
}

static size_t finish(gdv_writer *writer, size_t most)
{
    size_t size = 0;
    size_t scratch_size = gdv_scratch_bound(most);
    void *scratch = message_memory(scratch_size);
    if (gdv_writer_finish(writer, scratch, scratch_size, &size) != GDV_OK) {
        give_up("the packet cannot be written");
    }
    free(scratch);
    return size;
}

static void parse(packet *of)
{
    size_t capacity = gdv_document_bound(of->size);
    of->nodes = message_memory(capacity * sizeof *of->nodes);
    if (gdv_document_parse(&of->document, of->bytes, of->size, GDV_DIALECT_GODOT4_4, NULL, of->nodes, capacity, NULL) !=
        GDV_OK) {
        give_up("the packet is refused");
    }
}

static void release(packet *of)
{
    free(of->nodes);
    free(of->bytes);
}

/* [[nil], [nil], ..]: no element lies where arithmetic alone would find it. */
/* [[nil], [nil], ..]: no element lies where arithmetic alone would find it. */
static void write_arrays(gdv_writer *writer, size_t size)
{
    (void)gdv_begin_array(writer);
    for (size_t index = 0; index < size; index += 1) {
        (void)gdv_begin_array(writer);
        (void)gdv_write_nil(writer);
        (void)gdv_end(writer);
    }
    (void)gdv_end(writer);
}

static void write_pairs(gdv_writer *writer, size_t size)
{
    char name[KEY];
    (void)gdv_begin_dictionary(writer);
    for (size_t index = 0; index < size; index += 1) {
        name_key(name, index);
        (void)gdv_write_string(writer, name, strlen(name));
        (void)gdv_write_int(writer, (int64_t)index);
    }
    (void)gdv_end(writer);
}

static packet packet_of(void (*write)(gdv_writer *writer, size_t size), size_t size)
{
    gdv_writer writer;
    packet made = {.bytes = message_memory(ROOM_OF_ONE * size)};
    (void)gdv_writer_init(&writer, made.bytes, ROOM_OF_ONE * size, GDV_DIALECT_GODOT4_4, NULL);
    write(&writer, size);
    made.size = finish(&writer, ROOM_OF_ONE * size);
    parse(&made);
    return made;
}

/* gdv_at in a loop. */
static size_t ask_at(size_t size, size_t asks, long passes)
{
    size_t found = 0;
    packet of = packet_of(write_arrays, size);
    gdv_value root = gdv_root(&of.document);
    for (long pass = 0; pass < passes; pass += 1) {
        found = 0;
        for (size_t index = 0; index < asks * size; index += 1) {
            found += gdv_exists(gdv_at(root, index)) ? 1 : 0;
        }
    }
    release(&of);
    return passes == 0 ? asks * size : found;
}

/* The worst of a question is that there is no such key; its length is that of the keys that there are. */
static size_t ask_get(size_t size, size_t asks, long passes)
{
    char name[KEY];
    size_t missing = 0;
    packet of = packet_of(write_pairs, size);
    gdv_value root = gdv_root(&of.document);
    for (long pass = 0; pass < passes; pass += 1) {
        missing = 0;
        for (size_t index = 0; index < asks; index += 1) {
            name_key(name, size + index);
            missing += gdv_exists(gdv_get(root, name)) ? 0 : 1;
        }
    }
    release(&of);
    return passes == 0 || missing == asks ? asks * size : 0;
}

static size_t ask_get_many(size_t size, size_t asks, long passes)
{
    char(*names)[KEY] = message_memory(asks * sizeof *names);
    const char **keys = message_memory(asks * sizeof *keys);
    gdv_value *values = message_memory(asks * sizeof *values);
    size_t found = 0;
    packet of = packet_of(write_pairs, size);
    gdv_value root = gdv_root(&of.document);
    for (size_t index = 0; index < asks; index += 1) {
        name_key(names[index], size + index);
        keys[index] = names[index];
    }
    for (long pass = 0; pass < passes; pass += 1) {
        found += gdv_get_many(root, keys, values, asks);
    }
    release(&of);
    free(values);
    free(keys);
    free(names);
    return found == 0 ? asks * size : 0;
}

/* Values in a row, each read with all the others after it. */
static size_t read_row(size_t size, size_t asks, long passes)
{
    gdv_writer writer;
    gdv_policy policy;
    gdv_stats stats = {.struct_size = sizeof stats};
    size_t read = 0;
    uint8_t *bytes = message_memory(ROOM_OF_ONE * size);
    size_t scratch_size = gdv_scratch_bound(ROOM_OF_ONE * size);
    void *scratch = message_memory(scratch_size);
    (void)gdv_writer_init(&writer, bytes, ROOM_OF_ONE, GDV_DIALECT_GODOT4_4, NULL);
    write_pairs(&writer, 2);
    size_t one = finish(&writer, ROOM_OF_ONE);
    for (size_t index = 1; index < size; index += 1) {
        memcpy(bytes + one * index, bytes, one);
    }
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    policy.permit |= GDV_PERMIT_TRAILING;
    for (long pass = 0; pass < passes; pass += 1) {
        size_t at = 0;
        gdv_status status = GDV_OK;
        read = 0;
        while (status == GDV_OK && at < one * size) {
            status = gdv_validate(bytes + at, one * size - at, GDV_DIALECT_GODOT4_4, &policy, scratch, scratch_size,
                                  &stats, NULL);
            at += stats.bytes;
            read += status == GDV_OK ? asks : 0;
        }
    }
    free(scratch);
    free(bytes);
    return passes == 0 ? asks * size : read;
}

const hostile hostile_rows[] = {
    {"hostile/at", 1, ask_at},
    {"hostile/get", 8, ask_get},
    {"hostile/get_many", 64, ask_get_many},
    {"hostile/trailing", 1, read_row},
};
const size_t hostile_count = sizeof hostile_rows / sizeof hostile_rows[0];
