/* SPDX-License-Identifier: MIT */
/* Calls of methods and states of a game. Which shape, which keys and which arguments come next is left to chance, so that
 * no decoder can learn them. */
#include "bench/message_make.h"

#include <string.h>

static message nil(void)
{
    return (message){.kind = MESSAGE_NIL};
}

static message boolean(bool value)
{
    return (message){.kind = MESSAGE_BOOL, .boolean = value};
}

static message integer(int64_t value)
{
    return (message){.kind = MESSAGE_INT, .integer = value};
}

static message number(double value)
{
    return (message){.kind = MESSAGE_FLOAT, .number = value};
}

/* A copy, as what players are called comes from somewhere else each time. */
static message word(message_maker *from, const char *const *words, size_t count)
{
    const char *chosen = words[message_below(&from->chance, count)];
    const size_t size = strlen(chosen);
    char *copy = message_room(from->set, size);
    memcpy(copy, chosen, size);
    return (message){.kind = MESSAGE_TEXT, .text = copy, .count = size};
}

/* No copy: to a program they are constants. */
static message key(const char *name)
{
    return (message){.kind = MESSAGE_TEXT, .text = name, .count = strlen(name)};
}

static message vector(message_maker *from, size_t count)
{
    float *floats = message_room(from->set, count * sizeof *floats);
    for (size_t index = 0; index < count; index += 1) {
        floats[index] = message_coordinate(from);
    }
    return (message){.kind = MESSAGE_VECTOR, .floats = floats, .count = count};
}

static message any_number(message_maker *from)
{
    const double fine = (double)(message_chance(&from->chance) >> 11) / 9007199254740992.0;
    return number(message_below(&from->chance, 2) == 0 ? (double)(float)fine : fine * 1000.0);
}

/* Most are small, as ids and scores are; some need 64 bits. */
static message any_integer(message_maker *from)
{
    switch (message_below(&from->chance, 8)) {
    case 0:
        return integer((int64_t)(message_chance(&from->chance) >> 2));
    case 1:
        return integer(-(int64_t)message_below(&from->chance, 100000));
    default:
        return integer((int64_t)message_below(&from->chance, 1000000));
    }
}

static const char *const words[] = {"ada",
                                    "bruno",
                                    "caf\303\251",
                                    "delta",
                                    "echo_7",
                                    "f",
                                    "goblin captain",
                                    "harpy",
                                    "imp",
                                    "juno",
                                    "kestrel",
                                    "lich",
                                    "m\303\274ll",
                                    "nyx",
                                    "orc",
                                    "player_one",
                                    "quill",
                                    "rook",
                                    "gate warden",
                                    "troll",
                                    "umber",
                                    "vex",
                                    "wisp",
                                    "x",
                                    "yeti",
                                    "zed",
                                    "\320\270\320\262\320\260\320\275",
                                    "\346\274\242\345\255\227"};

static const char *const methods[] = {"move_to",     "jump",           "set_target",    "apply_damage",
                                      "pick_up",     "drop",           "chat",          "open_door",
                                      "use_item",    "_sync_position", "respawn",       "request_snapshot",
                                      "play_effect", "set_velocity",   "update_health", "cast",
                                      "emote",       "trade_offer",    "ping",          "ready"};

static const char *const options[] = {"speed", "mode", "slot", "target", "force", "silent", "color", "amount"};

enum {
    WORDS = sizeof words / sizeof words[0],
    METHODS = sizeof methods / sizeof methods[0],
    OPTIONS = sizeof options / sizeof options[0]
};

static message argument(message_maker *from)
{
    switch (message_below(&from->chance, 10)) {
    case 0:
        return nil();
    case 1:
        return boolean(message_below(&from->chance, 2) == 0);
    case 2:
        return any_number(from);
    case 3:
        return word(from, words, WORDS);
    case 4:
        return vector(from, 3);
    case 5:
        return vector(from, 2);
    case 6:
        return message_bytes(from, 1 + message_below(&from->chance, 16));
    default:
        return any_integer(from);
    }
}

static message arguments(message_maker *from, size_t count)
{
    message *items = message_room(from->set, count * sizeof *items);
    for (size_t index = 0; index < count; index += 1) {
        items[index] = argument(from);
    }
    return (message){.kind = MESSAGE_ARRAY, .items = items, .count = count};
}

/* One of each option at most, so that no key comes twice. */
static message named_arguments(message_maker *from, size_t count)
{
    message *items = message_room(from->set, 2 * count * sizeof *items);
    const size_t first = message_below(&from->chance, OPTIONS);
    for (size_t index = 0; index < count; index += 1) {
        items[2 * index] = key(options[(first + index) % OPTIONS]);
        items[2 * index + 1] = argument(from);
    }
    return (message){.kind = MESSAGE_DICTIONARY, .items = items, .count = count};
}

static void add(message *pairs, size_t *count, message name, message value)
{
    pairs[2 * *count] = name;
    pairs[2 * *count + 1] = value;
    *count += 1;
}

/* [id, method, [arguments]] with one more value at times, a dictionary with the same, or one with named arguments. */
message message_call(message_maker *from)
{
    const message serial = integer(from->serial);
    const message method = word(from, methods, METHODS);
    const size_t shape = message_below(&from->chance, 3);
    if (shape == 0) {
        const size_t count = 3 + message_below(&from->chance, 2);
        message *items = message_room(from->set, count * sizeof *items);
        items[0] = serial;
        items[1] = method;
        items[2] = arguments(from, 3 + message_below(&from->chance, 5));
        if (count > 3) {
            items[3] = argument(from);
        }
        return (message){.kind = MESSAGE_ARRAY, .items = items, .count = count};
    }
    enum { PAIRS = 3 };
    message *items = message_room(from->set, 2 * PAIRS * sizeof *items);
    size_t count = 0;
    add(items, &count, key("id"), serial);
    add(items, &count, key("call"), method);
    add(items, &count, key("args"),
        shape == 1 ? arguments(from, 1 + message_below(&from->chance, 5))
                   : named_arguments(from, 1 + message_below(&from->chance, 3)));
    return (message){.kind = MESSAGE_DICTIONARY, .items = items, .count = count};
}

/* [serial, argument, argument, argument, time] */
message message_rpc(message_maker *from)
{
    enum { ARGUMENTS = 5 };
    message *items = message_room(from->set, ARGUMENTS * sizeof *items);
    items[0] = integer(from->serial);
    for (size_t index = 1; index < ARGUMENTS - 1; index += 1) {
        items[index] = argument(from);
    }
    items[ARGUMENTS - 1] = any_number(from);
    return (message){.kind = MESSAGE_ARRAY, .items = items, .count = ARGUMENTS};
}

static message entity(message_maker *from, size_t place)
{
    enum { MOST = 9 };
    message *items = message_room(from->set, 2 * MOST * sizeof *items);
    size_t count = 0;
    add(items, &count, key("id"), integer((int64_t)(1000 * place + message_below(&from->chance, 1000))));
    add(items, &count, key("name"), word(from, words, WORDS));
    add(items, &count, key("position"), vector(from, 3));
    if (message_below(&from->chance, 4) != 0) {
        add(items, &count, key("velocity"), vector(from, 3));
    }
    add(items, &count, key("flags"), integer((int64_t)message_below(&from->chance, 65536)));
    if (message_below(&from->chance, 2) == 0) {
        add(items, &count, key("heading"), any_number(from));
    }
    add(items, &count, key("alive"), boolean(message_below(&from->chance, 8) != 0));
    if (message_below(&from->chance, 2) == 0) {
        add(items, &count, key("target"), message_below(&from->chance, 3) == 0 ? nil() : any_integer(from));
    }
    if (message_below(&from->chance, 4) == 0) {
        add(items, &count, key("items"), arguments(from, 1 + message_below(&from->chance, 3)));
    }
    return (message){.kind = MESSAGE_DICTIONARY, .items = items, .count = count};
}

message message_snapshot(message_maker *from)
{
    const size_t entities = 18 + message_below(&from->chance, 5);
    message *list = message_room(from->set, entities * sizeof *list);
    for (size_t index = 0; index < entities; index += 1) {
        list[index] = entity(from, index);
    }
    enum { PAIRS = 4 };
    message *items = message_room(from->set, 2 * PAIRS * sizeof *items);
    size_t count = 0;
    add(items, &count, key("tick"), integer(from->serial));
    add(items, &count, key("time"), number((double)from->serial / 60.0));
    add(items, &count, key("map"), word(from, words, WORDS));
    add(items, &count, key("entities"), (message){.kind = MESSAGE_ARRAY, .items = list, .count = entities});
    return (message){.kind = MESSAGE_DICTIONARY, .items = items, .count = count};
}
