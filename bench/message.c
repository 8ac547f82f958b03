/* SPDX-License-Identifier: MIT */
/* Sets of messages and what can be asked of them. The messages themselves are made in message_game.c and
 * message_long.c. */
#include "bench/message_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 20 };

typedef struct message_block {
    struct message_block *next;
    size_t used;
    size_t room;
    _Alignas(16) uint8_t memory[];
} message_block;

uint64_t message_chance(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t mixed = *state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

size_t message_below(uint64_t *state, size_t bound)
{
    return (size_t)(message_chance(state) % bound);
}

void *message_memory(size_t size)
{
    void *given = malloc(size == 0 ? 1 : size);
    if (given == NULL) {
        fputs("bench: no memory\n", stderr);
        abort();
    }
    return given;
}

void *message_room(message_set *set, size_t size)
{
    const size_t whole = (size + 15) / 16 * 16;
    if (set->blocks == NULL || set->blocks->room - set->blocks->used < whole) {
        const size_t room = whole > BLOCK ? whole : BLOCK;
        message_block *block = message_memory(sizeof *block + room);
        *block = (message_block){.next = set->blocks, .room = room};
        set->blocks = block;
    }
    void *given = set->blocks->memory + set->blocks->used;
    set->blocks->used += whole;
    return given;
}

float message_coordinate(message_maker *from)
{
    return (float)((double)message_below(&from->chance, 2000000) / 1000.0 - 1000.0);
}

message message_bytes(message_maker *from, size_t size)
{
    uint8_t *given = message_room(from->set, size);
    for (size_t index = 0; index < size; index += 1) {
        given[index] = (uint8_t)message_chance(&from->chance);
    }
    return (message){.kind = MESSAGE_BYTES, .bytes = given, .count = size};
}

static const struct {
    const char *name;
    size_t count;
    message (*make)(message_maker *from);
} workloads[MESSAGE_WORKLOADS] = {
    [MESSAGES_TINY] = {"tiny", 4096, message_call},
    [MESSAGES_SNAPSHOT] = {"snapshot", 512, message_snapshot},
    [MESSAGES_FLOATS] = {"floats", 4, message_long_floats},
    [MESSAGES_ASCII] = {"ascii", 4, message_long_ascii},
    [MESSAGES_UTF8] = {"utf8", 4, message_long_utf8},
    [MESSAGES_BYTES] = {"bytes", 4, message_long_bytes},
    [MESSAGES_RPC] = {"rpc", 4096, message_rpc},
};

const char *message_workload_name(message_workload workload)
{
    return workloads[workload].name;
}

void message_make(message_set *set, message_workload workload, uint64_t seed, size_t most)
{
    *set = (message_set){.count = workloads[workload].count};
    if (most != 0 && most < set->count) {
        set->count = most;
    }
    message *made = message_room(set, set->count * sizeof *made);
    message_maker from = {.set = set, .chance = seed};
    for (size_t index = 0; index < set->count; index += 1) {
        from.serial = (int64_t)(1000000 + index);
        made[index] = workloads[workload].make(&from);
    }
    set->messages = made;
}

void message_free(message_set *set)
{
    while (set->blocks != NULL) {
        message_block *next = set->blocks->next;
        free(set->blocks);
        set->blocks = next;
    }
    *set = (message_set){.count = 0};
}

size_t message_values(const message *tree)
{
    size_t items = 0;
    if (tree->kind == MESSAGE_ARRAY) {
        items = tree->count;
    } else if (tree->kind == MESSAGE_DICTIONARY) {
        items = 2 * tree->count;
    }
    size_t values = 1;
    for (size_t index = 0; index < items; index += 1) {
        values += message_values(&tree->items[index]);
    }
    return values;
}

const message_question *message_questions(message_workload workload)
{
    static const message_question tiny[MESSAGE_QUESTIONS] = {
        {.steps = {{.key = "id"}}, .count = 1},
        {.steps = {{.key = "call"}}, .count = 1},
        {.steps = {{.key = "args"}}, .count = 1},
        {.steps = {{.key = "args"}, {.index = 0}}, .count = 2},
        {.steps = {{.key = "args"}, {.key = "speed"}}, .count = 2},
        {.steps = {{.index = 0}}, .count = 1},
        {.steps = {{.index = 1}}, .count = 1},
        {.steps = {{.index = 2}}, .count = 1},
        {.steps = {{.index = 2}, {.index = 0}}, .count = 2},
        {.steps = {{.index = 2}, {.index = 1}}, .count = 2},
    };
    static const message_question snapshots[MESSAGE_QUESTIONS] = {
        {.steps = {{.key = "tick"}}, .count = 1},
        {.steps = {{.key = "time"}}, .count = 1},
        {.steps = {{.key = "map"}}, .count = 1},
        {.steps = {{.key = "entities"}, {.index = 2}, {.key = "name"}}, .count = 3},
        {.steps = {{.key = "entities"}, {.index = 2}, {.key = "position"}}, .count = 3},
        {.steps = {{.key = "entities"}, {.index = 9}, {.key = "name"}}, .count = 3},
        {.steps = {{.key = "entities"}, {.index = 9}, {.key = "flags"}}, .count = 3},
        {.steps = {{.key = "entities"}, {.index = 15}, {.key = "id"}}, .count = 3},
        {.steps = {{.key = "entities"}, {.index = 15}, {.key = "alive"}}, .count = 3},
        {.steps = {{.key = "entities"}, {.index = 15}, {.key = "target"}}, .count = 3},
    };
    if (workload == MESSAGES_TINY) {
        return tiny;
    }
    return workload == MESSAGES_SNAPSHOT ? snapshots : NULL;
}

static const message *value_of(const message *dictionary, const char *name)
{
    const size_t size = strlen(name);
    for (size_t index = 0; index < dictionary->count; index += 1) {
        const message *pair = &dictionary->items[2 * index];
        if (pair->count == size && memcmp(pair->text, name, size) == 0) {
            return &pair[1];
        }
    }
    return NULL;
}

const message *message_answer(const message *tree, const message_question *question)
{
    for (size_t index = 0; index < question->count && tree != NULL; index += 1) {
        const message_step *step = &question->steps[index];
        if (step->key != NULL) {
            tree = tree->kind == MESSAGE_DICTIONARY ? value_of(tree, step->key) : NULL;
        } else {
            tree = tree->kind == MESSAGE_ARRAY && step->index < tree->count ? &tree->items[step->index] : NULL;
        }
    }
    return tree;
}
