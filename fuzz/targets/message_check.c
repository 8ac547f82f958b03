/* SPDX-License-Identifier: MIT */
/* Fuzz target: sessions of one peer against the remote methods of a schema, and compiled forms that somebody has edited.
 *
 *   1  memory: packet, nodes, form, and the paths and text of the cache are heap blocks of exactly their size. A form that
 *      gdv_schema_load lets pass, whatever was changed in it, answers every question about its methods from inside, and is
 *      what proofs take for granted of one (tests/support/proof_words.h)
 *   4  bounds: the cache never has more paths or text than it was given; a form's texts together are bounded by its size
 *   5  one verdict: the same message against a copy of the same cache is judged alike, with a report or without one
 *   6  verdicts: a call that passes is of a node that was announced, or named by its path, with a right to call, and of
 *      arguments that a naive schema (tests/reference/naive_schema.h) lets pass as an array; one whose arguments are at
 *      fault is refused there with the same code, at the same argument. An id never announced is refused, in
 *      spawns and synchronisations too, one announced twice is, and what is refused enters no cache; a second cache that
 *      follows without a schema agrees with a naive list of what was announced
 *
 * The first byte of an input says which of two schemas (Godot 4, Godot 3), and whether a session follows or edits of the
 * compiled form. The second says how large the cache is and what is permitted. A session is steps: an announcement, a call
 * put together of values at hand, or a packet that is given byte by byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/message_input.h"
#include "fuzz/support/words.h"
#include "lib/schema/compiled.h"
#include "tests/reference/naive_schema.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PEER = 77, METHODS = 10, PATHS = 6, MOST_PACKET = 600, MEMORY = 1 << 15, NAMED = 5, STEPS = 16 };

/* ---- the two schemas */

/* A method, as a line of a schema and as the rule of an array of its arguments. */
typedef struct method_row {
    const char *name;
    const char *parameters;
    const char *array;
    const char *words;
} method_row;

static const method_row rows[METHODS] = {
    {"a", "i: int -9..300, b?: bool", "[int -9..300, bool?]", "any_peer"},
    {"b", "t: String 0..4, n: number 0..9", "[String 0..4, number 0..9]", "any_peer unreliable"},
    {"c", "", "[]", "authority"},
    {"d", "v: Variant, w?: Variant", "[Variant, Variant?]", "any_peer"},
    {"e", "d: { k: int, s?: \"x\" | \"y\" }", "[{ k: int, s?: \"x\" | \"y\" }]", "any_peer unreliable_ordered"},
    {"f", "l: Array[int | null] 0..3", "[Array[int | null] 0..3]", "any_peer"},
    {"g", "o: true, m: 1 | 2 | 3", "[true, 1 | 2 | 3]", "authority"},
    {"h", "p: Vector2 -1..1, q: float 0..1", "[Vector2 -1..1, float 0..1]", "any_peer"},
    {"i", "u: int 0..5 | String 1..2 | bool", "[int 0..5 | String 1..2 | bool]", "any_peer"},
    {"j", "x: int", "[int]", "disabled"}};

static const char *const paths[PATHS] = {"Main", "Main/77", "Main/78", "Elsewhere", "Main/77/Deep", "A/B"};

typedef struct game {
    bool made;
    gdv_protocol protocol;
    _Alignas(8) uint64_t memory[MEMORY / sizeof(uint64_t)];
    size_t form_size;
    gdv_schema schema;
    naive_schema naive[METHODS];
} game;

static game games[2] = {{.protocol = GDV_PROTOCOL_GODOT4_3}, {.protocol = GDV_PROTOCOL_GODOT3}};

static void drop_games(void)
{
    for (size_t which = 0; which < 2; which += 1) {
        for (size_t row = 0; games[which].made && row < METHODS; row += 1) {
            naive_schema_free(&games[which].naive[row]);
        }
    }
}

static void make_game(game *of)
{
    static char text[2048];
    size_t size = (size_t)snprintf(text, sizeof text, "script S at \"Main\", \"Main/:peer\", \"*/*/Deep\"\n");
    for (size_t row = 0; row < METHODS; row += 1) {
        static char rule[128];
        size += (size_t)snprintf(text + size, sizeof text - size, "rpc func %s(%s) %s%s\n", rows[row].name,
                                 rows[row].parameters, rows[row].words, row % 4 == 3 ? " rpc_config" : "");
        (void)snprintf(rule, sizeof rule, "packet p = { a: %s }", rows[row].array);
        const gdv_schema_source one = {"rule", rule, strlen(rule)};
        of->naive[row] = naive_schema_read(&one, 1);
    }
    const gdv_schema_source source = {"main", text, size};
    gdv_schema_error error = {.struct_size = sizeof error};
    promise(gdv_schema_compile(&source, 1, gdv_protocol_dialect(of->protocol), of->memory, sizeof of->memory,
                               &of->schema, &error) == GDV_OK,
            error.message);
    of->form_size = gdv_schema_size(&of->schema);
    of->made = true;
}

static game *game_of(size_t which)
{
    static bool drops;
    drops = drops || atexit(drop_games) == 0;
    if (!games[which].made) {
        make_game(&games[which]);
    }
    return &games[which];
}

/* ---- what an input says */

typedef struct steps {
    const uint8_t *at;
    size_t left;
} steps;

static unsigned take(steps *from)
{
    const unsigned byte = from->left > 0 ? *from->at : 0;
    from->at += from->left > 0 ? 1 : 0;
    from->left -= from->left > 0 ? 1 : 0;
    return byte;
}

typedef struct making {
    uint8_t bytes[MOST_PACKET];
    size_t size;
} making;

static void put(making *to, const void *bytes, size_t size)
{
    if (size <= sizeof to->bytes - to->size) {
        memcpy(to->bytes + to->size, bytes, size);
        to->size += size;
    }
}

static void put_byte(making *to, unsigned byte)
{
    const uint8_t one = (uint8_t)byte;
    put(to, &one, 1);
}

static void put_word(making *to, uint32_t word)
{
    for (unsigned index = 0; index < 4; index += 1) {
        put_byte(to, word >> 8 * index & 0xffu);
    }
}

/* ---- the packets at hand */

static bool is_new(const game *of)
{
    return protocol_is_godot4(of->protocol);
}

/* RELAY to peer 3, where that is asked for. */
static void put_relay(making *to, bool relayed)
{
    if (relayed) {
        put(to, "\x07\x03\x03\x00\x00\x00", 6);
    }
}

/* Announces one of the paths. Of its bits one makes the checksum a wrong one, where there is one. */
static void make_announcement(const game *of, steps *from, making *to)
{
    const unsigned how = take(from);
    const char *path = paths[take(from) % PATHS];
    char digits[GDV_MD5_SIZE];
    gdv_schema_md5(&of->schema, 0, digits);
    if (how % 8 == 7) {
        digits[0] = 'g';
    }
    put_relay(to, is_new(of) && how % 2 != 0);
    put_byte(to, is_new(of) ? 1 : 2);
    if (is_new(of)) {
        put(to, digits, sizeof digits);
    }
    put_word(to, how / 8 % NAMED + 1);
    put(to, path, strlen(path) + 1);
}

typedef struct sample {
    const char *bytes;
    size_t size;
} sample;

#define SAMPLE(bytes) {bytes, sizeof(bytes) - 1}

/* Full Variants of both engines, but for what differs: Arrays and dictionaries have other ids. */
static const sample full[] = {SAMPLE("\4\0\0\0\2\0\0\0ab\0\0"),
                              SAMPLE("\3\0\0\0\0\0\0\x3f"),
                              SAMPLE("\0\0\0\0"),
                              SAMPLE("\5\0\0\0\0\0\0\x3f\0\0\x80\xbf"),
                              SAMPLE("\5\0\0\0\0\0\0\x3f\0\0\0\x40"),
                              SAMPLE("\4\0\0\0\5\0\0\0abcde\0\0\0")};

/* Ints and bools, short and not. */
static const sample new_plain[] = {SAMPLE("\2\5"), SAMPLE("\x42\x2c\1"), SAMPLE("\2\xf6"),
                                   SAMPLE("\x81"), SAMPLE("\1"),         SAMPLE("\2\3")};
static const sample old_plain[] = {SAMPLE("\2\0\0\0\5\0\0\0"),         SAMPLE("\2\0\0\0\x2c\1\0\0"),
                                   SAMPLE("\2\0\0\0\xf6\xff\xff\xff"), SAMPLE("\1\0\0\0\1\0\0\0"),
                                   SAMPLE("\1\0\0\0\0\0\0\0"),         SAMPLE("\2\0\0\0\3\0\0\0")};

static uint32_t id_of(const game *of, gdv_type type)
{
    uint32_t id = 0;
    promise(gdv_dialect_type_id(gdv_protocol_dialect(of->protocol), type, &id), "a dialect has the type");
    return id;
}

static void put_container(const game *of, steps *from, making *to, bool keyed)
{
    const unsigned count = take(from) % 3;
    put_word(to, id_of(of, keyed ? GDV_TYPE_DICTIONARY : GDV_TYPE_ARRAY));
    put_word(to, count);
    for (unsigned index = 0; index < count; index += 1) {
        if (keyed) {
            put(to, index == 0 ? "\4\0\0\0\1\0\0\0k\0\0\0" : "\4\0\0\0\1\0\0\0s\0\0\0", 12);
        }
        const unsigned which = take(from);
        const sample *one = which % 2 == 0 ? &full[which / 2 % 6] : &old_plain[which / 2 % 6];
        put(to, one->bytes, one->size);
    }
}

static void put_argument(const game *of, steps *from, making *to)
{
    const unsigned which = take(from);
    const sample *plain = is_new(of) ? new_plain : old_plain;
    if (which % 16 < 6) {
        put(to, plain[which % 16].bytes, plain[which % 16].size);
    } else if (which % 16 < 12) {
        put(to, full[which % 16 - 6].bytes, full[which % 16 - 6].size);
    } else {
        put_container(of, from, to, which % 2 != 0);
    }
}

/* One record of a synchronisation, or a spawn, whose synchronizer or spawner has an id that may have been announced. */
static void make_state(steps *from, making *to)
{
    const unsigned how = take(from);
    const uint32_t id = how / 8 % (NAMED + 2);
    put_relay(to, how / 4 % 2 != 0);
    if (how % 2 != 0) {
        put(to, "\x06\x02", 3);
        put_word(to, id | (how % 4 == 3 ? 0x80000000u : 0));
        put_word(to, 2);
        put(to, new_plain[0].bytes, 2);
    } else {
        put(to, "\x04", 2);
        put_word(to, id);
        put_word(to, 1);
        put_word(to, 0);
        put_word(to, 2);
        put(to, "a", 2);
    }
}

/* A call to a node with an id, of a method that may be there. */
static void make_call(const game *of, steps *from, making *to)
{
    const unsigned how = take(from);
    const unsigned method = take(from);
    const unsigned count = take(from) % 4;
    put_relay(to, is_new(of) && how % 8 == 7);
    if (is_new(of)) {
        const bool node_level = method % 2 != 0;
        put_byte(to, node_level ? 0x40 : 0);
        put_byte(to, how / 8 % (NAMED + 2));
        put_byte(to, method / 2 % METHODS);
        if (node_level) {
            put_byte(to, 0x80);
        }
    } else {
        put_byte(to, 0);
        put_word(to, how / 8 % (NAMED + 2));
        put(to, rows[method % METHODS].name, 2);
    }
    put_byte(to, count);
    for (unsigned index = 0; index < count; index += 1) {
        put_argument(of, from, to);
    }
}

static void make_given(steps *from, making *to)
{
    const unsigned wanted = take(from);
    const size_t size = wanted < from->left ? wanted : from->left;
    put(to, from->at, size);
    from->at += size;
    from->left -= size;
}

/* ---- the naive verdict on arguments */

static size_t size_at(const gdv_message *message, size_t at)
{
    gdv_policy policy;
    gdv_stats stats = {.struct_size = sizeof stats};
    const gdv_document *document = &message->document;
    const size_t room = gdv_scratch_bound(document->size - at);
    void *scratch = fresh(NULL, room);
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    promise(gdv_validate(document->bytes + at, document->size - at, gdv_protocol_dialect(message->protocol), &policy,
                         scratch, room, &stats, NULL) == GDV_OK,
            "an argument is a Variant");
    free(scratch);
    return (size_t)stats.bytes;
}

/* An argument as it stands in an Array: what is short is written in full. */
static void put_in_full(const game *of, const gdv_message *message, uint32_t index, making *to)
{
    const gdv_value value = gdv_message_value(message, index);
    const size_t at = gdv_value_offset(value);
    const gdv_type type = gdv_type_of(value);
    const int64_t number = gdv_int_or(value, INT64_MIN, INT64_MAX, 0);
    if (is_new(of) && type == GDV_TYPE_BOOL) {
        put_word(to, 1);
        put_word(to, gdv_bool_or(value, false) ? 1 : 0);
    } else if (is_new(of) && type == GDV_TYPE_INT) {
        put_word(to, 0x10002);
        put_word(to, (uint32_t)((uint64_t)number & UINT32_MAX));
        put_word(to, (uint32_t)((uint64_t)number >> 32));
    } else {
        put(to, message->document.bytes + at, size_at(message, at));
    }
}

static void put_bytes_in_full(const game *of, const gdv_message *message, making *to)
{
    put_word(to, id_of(of, GDV_TYPE_PACKED_BYTE_ARRAY));
    put_word(to, (uint32_t)message->data.size);
    put(to, message->data.bytes, message->data.size);
    while (to->size % 4 != 0) {
        put_byte(to, 0);
    }
}

/* The arguments as an Array in a dictionary, so that no first one tells what packet it is; held against the naive rule of that row. */
static naive_finding naive_says(const game *of, const gdv_message *message, size_t row)
{
    static making array;
    gdv_policy policy;
    const bool bytes = message->bytes_only != 0 && message->data.size > 0;
    array.size = 0;
    put_word(&array, id_of(of, GDV_TYPE_DICTIONARY));
    put_word(&array, 1);
    put(&array, "\4\0\0\0\1\0\0\0a\0\0\0", 12);
    put_word(&array, id_of(of, GDV_TYPE_ARRAY));
    put_word(&array, bytes ? 1 : message->values);
    if (bytes) {
        put_bytes_in_full(of, message, &array);
    }
    for (uint32_t index = 0; index < message->values; index += 1) {
        put_in_full(of, message, index, &array);
    }
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    return naive_schema_check(&of->naive[row], array.bytes, array.size, gdv_protocol_dialect(of->protocol), &policy);
}

/* ---- one session */

/* What one step announced, as a list has it. */
typedef struct announced {
    uint32_t id;
    size_t size;
    bool itself;
    char path[MOST_PACKET];
} announced;

typedef struct session {
    game *of;
    gdv_message_policy policy;
    gdv_message_rules rules;
    gdv_peer_cache cache;
    gdv_peer_cache plain; /* of the same packets, without the schema */
    announced heard[STEPS];
    size_t heard_count;
    size_t heard_text;
    const char *known[8]; /* the path of each id, as this target has it */
    bool itself[8];       /* and whether the peer has announced it to the server */
} session;

static size_t row_of(const game *of, uint32_t packet)
{
    const gdv_text name = gdv_schema_method_name(&of->schema, packet);
    size_t row = 0;
    while (row < METHODS && rows[row].name[0] != name.bytes[0]) {
        row += 1;
    }
    promise(row < METHODS, "a method is one of the schema");
    return row;
}

static bool has_right(const session *now, size_t row, gdv_text path)
{
    const bool any = strncmp(rows[row].words, "any_peer", 8) == 0;
    const bool own = path.size >= 7 && memcmp(path.bytes, "Main/77", 7) == 0 && path.size == 7;
    return any || (strncmp(rows[row].words, "authority", 9) == 0 && (now->rules.authority || own));
}

/* Whether a code is said of arguments. */
static bool is_of_argument(gdv_status status)
{
    return status == GDV_E_WRONG_TYPE || status == GDV_E_OUT_OF_RANGE || status == GDV_E_WRONG_LENGTH ||
           status == GDV_E_WRONG_TEXT || status == GDV_E_NOT_A_MEMBER || status == GDV_E_MISSING_KEY ||
           status == GDV_E_UNKNOWN_KEY || status == GDV_E_NO_ALTERNATIVE;
}

/* The path of a report begins with the argument that the naive schema blames, and with its name. */
static void blames(const game *of, const naive_finding *naive, const gdv_violation *why)
{
    char begin[32];
    promise(strncmp(naive->path, ".a[", 3) == 0, "an argument is at fault to the naive schema");
    const uint32_t argument = (uint32_t)strtoul(naive->path + 3, NULL, 10);
    const gdv_text name = gdv_schema_parameter_name(&of->schema, why->packet, argument);
    (void)snprintf(begin, sizeof begin, "(%u %.*s)", argument, (int)name.size, name.bytes);
    promise(name.size > 0 && strncmp(why->report.path, begin, strlen(begin)) == 0,
            "a report names the argument at fault");
}

static void check_call(const session *now, const gdv_message *message, gdv_status status, const gdv_match *match,
                       const gdv_violation *why)
{
    const bool cached = message->node != 0;
    const char *known = cached && message->node < 8 ? now->known[message->node] : NULL;
    const gdv_text path = cached ? (gdv_text){known, known != NULL ? strlen(known) : 0} : message->path;
    promise(!cached || known != NULL || status == GDV_E_RPC_NODE_ID || status == GDV_E_RPC_COMMAND,
            "an id that was never announced is refused");
    if (status != GDV_OK && !is_of_argument(status) && status != GDV_E_RPC_ARGUMENTS) {
        return;
    }
    const size_t row = row_of(now->of, match->packet);
    const naive_finding naive = naive_says(now->of, message, row);
    promise(has_right(now, row, path), "who calls has the right to");
    if (status == GDV_E_RPC_ARGUMENTS) {
        promise(naive.code == GDV_E_WRONG_LENGTH && strcmp(naive.path, ".a") == 0, "arguments are too few or too many");
    } else {
        promise(naive.code == status, "arguments are judged as the naive schema judges them");
    }
    if (status != GDV_OK && status != GDV_E_RPC_ARGUMENTS) {
        blames(now->of, &naive, why);
    }
}

/* What an announcement says of an id, or said before. */
static void check_announcement(session *now, const gdv_message *message, gdv_status status)
{
    const uint32_t id = message->id;
    const bool relayed = message->command == GDV_COMMAND_RELAY;
    const gdv_text path = gdv_peer_cache_path(&now->cache, id);
    if (id >= 8) {
        return; /* of packets that are given byte by byte */
    }
    const bool again = now->known[id] != NULL;
    const bool same = again && strlen(now->known[id]) == message->path.size &&
                      memcmp(now->known[id], message->path.bytes, message->path.size) == 0;
    promise(status != GDV_OK || !again || (same && (relayed || !now->itself[id])), "no id is announced twice");
    if (status != GDV_OK) {
        promise((path.bytes != NULL) == again, "what is refused enters no cache");
        return;
    }
    promise(path.size == message->path.size && memcmp(path.bytes, message->path.bytes, path.size) == 0,
            "the cache has what was announced");
    now->itself[id] = now->itself[id] || !relayed;
    for (size_t index = 0; index < PATHS && !again; index += 1) {
        if (strlen(paths[index]) == path.size && memcmp(paths[index], path.bytes, path.size) == 0) {
            now->known[id] = paths[index];
        }
    }
    promise(now->known[id] != NULL || again || path.size > 0, "a path is known");
}

/* What is let pass of a spawn or a synchronisation has ids of paths that were announced. */
static void check_ids(const session *now, const gdv_message *message, gdv_command command)
{
    gdv_message_record record = {.taken = 0};
    promise(command != GDV_COMMAND_SPAWN || gdv_peer_cache_path(&now->cache, message->node).bytes != NULL,
            "a spawner was announced");
    while (command == GDV_COMMAND_SYNC && gdv_message_next_record(message, &record)) {
        promise(record.id < 0x80000000u || gdv_peer_cache_path(&now->cache, record.id & 0x7fffffffu).bytes != NULL,
                "a synchronizer was announced");
    }
}

static announced *heard_of(session *now, uint32_t id)
{
    size_t index = 0;
    while (index < now->heard_count && now->heard[index].id != id) {
        index += 1;
    }
    return index < now->heard_count ? &now->heard[index] : NULL;
}

static gdv_status hear(session *now, const gdv_message *message)
{
    const bool relayed = message->command == GDV_COMMAND_RELAY;
    const size_t size = message->path.size;
    announced *before = heard_of(now, message->id);
    if (before != NULL) {
        const bool same = before->size == size && memcmp(before->path, message->path.bytes, size) == 0;
        const bool twice = before->itself && !relayed;
        before->itself = before->itself || (same && !relayed);
        return same && !twice ? GDV_OK : GDV_E_RPC_ID_TWICE;
    }
    if (now->heard_count == now->plain.capacity || size > now->plain.text_size - now->heard_text) {
        return GDV_E_RPC_CACHE_FULL;
    }
    announced *added = &now->heard[now->heard_count];
    *added = (announced){.id = message->id, .size = size, .itself = !relayed};
    memcpy(added->path, message->path.bytes, size);
    now->heard_count += 1;
    now->heard_text += size;
    return GDV_OK;
}

/* What a cache without a schema is to say. */
static gdv_status naive_take(session *now, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    bool known = true;
    switch (command_inside(message)) {
    case GDV_COMMAND_SIMPLIFY_PATH:
        return hear(now, message);
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
    case GDV_COMMAND_SPAWN:
        known = message->node == 0 || heard_of(now, message->node) != NULL;
        break;
    case GDV_COMMAND_SYNC:
        while (gdv_message_next_record(message, &record)) {
            known = known && (record.id < 0x80000000u || heard_of(now, record.id & 0x7fffffffu) != NULL);
        }
        break;
    default:
        break;
    }
    return known ? GDV_OK : GDV_E_RPC_NODE_ID;
}

static void follow_plainly(session *now, const gdv_message *message)
{
    gdv_message_report report = {.struct_size = sizeof report};
    const gdv_status status = gdv_peer_cache_take(&now->plain, message, &report);
    promise(status == naive_take(now, message), "ids are judged as a list of what was announced judges them");
    promise(report.code == status && report.offset < message->document.size,
            "the report says so, of a byte of the packet");
    promise(now->plain.count == now->heard_count && now->plain.text_used == now->heard_text,
            "a cache has what was announced, and no more");
}

static bool same_cache(const gdv_peer_cache *one, const gdv_peer_cache *other)
{
    return one->count == other->count && one->text_used == other->text_used &&
           memcmp(one->paths, other->paths, one->count * sizeof *one->paths) == 0 &&
           memcmp(one->text, other->text, one->text_used) == 0;
}

/* The same message against a copy of the cache, without a report. */
static gdv_status judge_copy(const session *now, const gdv_message *message, gdv_peer_cache *copy)
{
    static gdv_match match;
    match.struct_size = sizeof match;
    *copy = now->cache;
    copy->paths = fresh(now->cache.paths, copy->capacity * sizeof *copy->paths);
    copy->text = fresh(now->cache.text, copy->text_size);
    return gdv_message_check(&now->of->schema, copy, message, &now->rules, &match, NULL);
}

static void judge_message(session *now, const gdv_message *message)
{
    static gdv_match match;
    gdv_violation why = {.struct_size = sizeof why};
    gdv_peer_cache copy;
    char line[1024];
    match.struct_size = sizeof match;
    const gdv_status other = judge_copy(now, message, &copy);
    const gdv_status status = gdv_message_check(&now->of->schema, &now->cache, message, &now->rules, &match, &why);
    promise(status == other && same_cache(&now->cache, &copy), "one verdict, with a report or without");
    promise(now->cache.count <= now->cache.capacity && now->cache.text_used <= now->cache.text_size,
            "the cache has room for what it has");
    promise(why.report.code == status, "the report has the code that was returned");
    promise(why.report.offset <= message->document.size, "what is at fault is in the packet");
    promise(status == GDV_OK || gdv_violation_format(&why, line, sizeof line) < sizeof line, "a refusal is a line");
    const gdv_command command = command_inside(message);
    const bool passed_on = message->command != GDV_COMMAND_RELAY || status != GDV_E_RPC_COMMAND;
    if (passed_on && (command == GDV_COMMAND_CALL)) {
        check_call(now, message, status, &match, &why);
    } else if (passed_on && command == GDV_COMMAND_SIMPLIFY_PATH) {
        check_announcement(now, message, status);
    } else if (status == GDV_OK) {
        check_ids(now, message, command);
    }
    free(copy.paths);
    free(copy.text);
}

static void take_packet(session *now, const making *made)
{
    uint8_t *bytes = fresh(made->bytes, made->size);
    const size_t capacity = gdv_message_bound(made->size);
    gdv_node *nodes = fresh(NULL, capacity * sizeof *nodes);
    gdv_message message = {.struct_size = sizeof message};
    if (gdv_message_parse(now->of->protocol, bytes, made->size, &now->policy, nodes, capacity, &message, NULL) ==
        GDV_OK) {
        judge_message(now, &message);
        follow_plainly(now, &message);
    }
    free(nodes);
    free(bytes);
}

static void run_session(game *of, steps *from)
{
    static session now;
    now = (session){.of = of, .rules = {.struct_size = sizeof now.rules}};
    const unsigned how = take(from);
    const size_t capacity = how % 4 + 1;
    const size_t room = 8 * (size_t)(how / 4 % 4 + 1);
    gdv_cached_path *cached = fresh(NULL, capacity * sizeof *cached);
    char *text = fresh(NULL, room);
    gdv_message_policy_init(&now.policy, GDV_POLICY_STRICT);
    now.rules.commands =
        how / 16 % 2 != 0 ? 0 : 1u << GDV_COMMAND_RELAY | 1u << GDV_COMMAND_SPAWN | 1u << GDV_COMMAND_SYNC;
    now.rules.authority = how / 32 % 4 == 3;
    gdv_cached_path *others = fresh(NULL, capacity * sizeof *others);
    char *other_text = fresh(NULL, room);
    promise(gdv_peer_cache_init(&now.cache, PEER, cached, capacity, text, room) == GDV_OK, "a cache begins");
    promise(gdv_peer_cache_init(&now.plain, PEER, others, capacity, other_text, room) == GDV_OK, "a second one begins");
    for (unsigned taken = 0; from->left > 0 && taken < STEPS; taken += 1) {
        static making made;
        made.size = 0;
        const unsigned what = take(from) % 8;
        if (what < 3) {
            make_announcement(of, from, &made);
        } else if (what < 7) {
            make_call(of, from, &made);
        } else if (is_new(of) && from->left > 0 && *from->at >= 0x80) {
            make_state(from, &made);
        } else {
            make_given(from, &made);
        }
        take_packet(&now, &made);
    }
    free(cached);
    free(text);
    free(others);
    free(other_text);
}

/* ---- forms that somebody has edited */

/* Every question about methods; the answers lie in the form, which is a block of its size. */
static void ask_all(const gdv_schema *schema)
{
    char digits[GDV_MD5_SIZE];
    uint64_t size = 0;
    for (uint32_t text = 0; text < schema->form->tables[GDV_FORM_TEXTS].count; text += 1) {
        size += gdv_schema_text(schema, text).size;
    }
    promise(size <= (uint64_t)GDV_FORM_TEXT_SHARE * gdv_schema_size(schema), "texts are bounded by the form");
    for (uint32_t script = 0; script < gdv_schema_scripts(schema); script += 1) {
        gdv_schema_md5(schema, script, digits);
    }
    for (uint32_t packet = 0; packet < gdv_schema_packets(schema); packet += 1) {
        const gdv_rule_packet *method = gdv_schema_packet(schema, packet);
        const gdv_text name = gdv_schema_method_name(schema, packet);
        promise(method->rpc == 0 || gdv_schema_method_of(schema, method->script, name) == packet,
                "a method is found by its name");
        for (uint32_t index = 0; method->rpc != 0 && index < gdv_schema_rule(schema, packet)->count; index += 1) {
            promise(gdv_schema_parameter_name(schema, packet, index).size > 0, "a parameter has a name");
        }
    }
    for (size_t index = 0; index < PATHS; index += 1) {
        const gdv_text path = {paths[index], strlen(paths[index])};
        (void)gdv_schema_script_at(schema, path, PEER);
    }
}

/* Calls of each method, against whatever the edited rules say. */
static void call_all(const game *of, const gdv_schema *schema, steps *from)
{
    gdv_cached_path cached[1];
    char text[16];
    gdv_peer_cache cache;
    static gdv_match match;
    const gdv_message_rules rules = {.struct_size = sizeof rules, .authority = true};
    promise(gdv_peer_cache_init(&cache, PEER, cached, 1, text, sizeof text) == GDV_OK, "a cache begins");
    for (unsigned method = 0; method < METHODS; method += 1) {
        making made = {.size = 0};
        gdv_message message = {.struct_size = sizeof message};
        gdv_violation why = {.struct_size = sizeof why};
        gdv_node nodes[128];
        gdv_message_policy policy;
        char line[1024];
        gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
        put_byte(&made, is_new(of) ? 0x20 : 0);
        put_word(&made, 0);
        if (is_new(of)) {
            put_byte(&made, method);
        } else {
            put(&made, rows[method].name, 2);
        }
        put_byte(&made, method % 3);
        for (unsigned index = 0; index < method % 3; index += 1) {
            put_argument(of, from, &made);
        }
        made.bytes[1] = (uint8_t)(made.size & 0xffu);
        made.bytes[2] = (uint8_t)(made.size >> 8);
        made.bytes[4] = 0x80;
        put(&made, "Main", 5);
        if (gdv_message_parse(of->protocol, made.bytes, made.size, &policy, nodes, 128, &message, NULL) == GDV_OK) {
            match.struct_size = sizeof match;
            if (gdv_message_check(schema, &cache, &message, &rules, &match, &why) != GDV_OK) {
                promise(gdv_violation_format(&why, line, sizeof line) > 0, "a refusal has a sentence");
            }
        }
    }
}

/* Each six bytes replace a word: its place, and what stands there then; an odd place replaces its lowest byte alone. */
static void edit(uint8_t *form, size_t size, steps *from, unsigned count)
{
    for (unsigned index = 0; index < count; index += 1) {
        const unsigned low = take(from);
        const size_t place = (low + 256u * take(from)) % (size / 4);
        uint8_t word[4];
        for (unsigned byte = 0; byte < 4; byte += 1) {
            word[byte] = (uint8_t)take(from);
        }
        memcpy(form + 4 * place, word, low % 2 != 0 ? 1 : 4);
    }
}

static void run_edits(const game *of, steps *from)
{
    uint8_t *form = fresh(of->memory, of->form_size);
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    edit(form, of->form_size, from, take(from) % 4 + 1);
    const gdv_status status = gdv_schema_load(form, of->form_size, &schema, &error);
    if (status == GDV_OK) {
        promise_of_schema(&schema);
        ask_all(&schema);
        if (schema.dialect == of->schema.dialect) {
            call_all(of, &schema, from);
        }
    } else {
        promise(status == GDV_E_SCHEMA_FORM && error.message[0] != '\0', "what is wrong with a form has a sentence");
        promise(error.offset < of->form_size, "and a place");
    }
    free(form);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    steps from = {data, size};
    if (size < 2) {
        return 0;
    }
    const unsigned first = take(&from);
    game *of = game_of(first % 2);
    if (first / 2 % 4 == 3) {
        run_edits(of, &from);
    } else {
        run_session(of, &from);
    }
    return 0;
}
