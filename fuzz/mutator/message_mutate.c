/* SPDX-License-Identifier: MIT */
#include "fuzz/mutator/message_mutate.h"

#include <string.h>

#include "fuzz/mutator/sample.h"
#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

#define PATH_BIT 0x80000000u
#define BYTES_ONLY 0x80u
#define TWO_BYTES 0x40u
#define DELTA 0x10u

/* One in this many calls is for bytes; one in so many begins afresh. */
#define BYTES_SHARE 6u
#define FRESH_SHARE 24u

/* Inputs that say their first byte: message_input.h. */
#define WAYS (2u * (unsigned)GDV_PROTOCOL_COUNT * (unsigned)GDV_ENVELOPE_COUNT)

static message_parts parts;
static message_parts before;

/* ---- what an attacker writes ---- */

static const uint32_t ids[] = {1,      2,      3,      5,          9,          255,        256,        0x7fff,
                               0x8000, 0x8001, 0xffff, 0x10000,    0x7fffffff, 0x80000000, 0x80000001, 0xffffffff,
                               0,      4,      7,      0x02020202, 0xfffffffe, 0x8002};

static const char *const paths[] = {"Main", "Main/Deep",     ".",       "..",  "a/../b", "/root", "Main:x", "%unique",
                                    "a/%b", "a//b",          "a/.",     "",    "@a@2",   "a\"b",  "a\x7f",  "\xc3\xa9",
                                    "\xff", "\xef\xbb\xbf_", "a/b/c/d", "\x01"};

static const char *const names[] = {"m1",  "a",        "_x",   "1a",  "",    "a b",  "a/b",
                                    "a.b", "\xc3\xa9", "\xff", "a:b", "Bot", "x\x1f"};

static void set_text(part_text *text, const char *from)
{
    text->size = strlen(from);
    memcpy(text->bytes, from, text->size);
}

/* Most often one of the first few, which are well formed. */
static uint32_t pick(chance *from, uint32_t count, uint32_t plain)
{
    return chance_one(from, 4) ? chance_below(from, count) : chance_below(from, plain);
}

/* One or two more or less, as far as there are any. */
static uint64_t near_number(chance *from, uint64_t was)
{
    const uint64_t away = 1 + chance_below(from, 2);
    if (chance_one(from, 2)) {
        return was - (was < away ? was : away);
    }
    return was + (UINT64_MAX - was < away ? 0 : away);
}

static uint64_t some_number(chance *from, uint64_t was)
{
    if (chance_one(from, 4)) {
        return near_number(from, was);
    }
    return ids[pick(from, sizeof ids / sizeof ids[0], 5)];
}

static bool is_four(const message_parts *of)
{
    return parts_is_four(of->protocol);
}

/* A value as it stands in a message: short where it is a bool or int of Godot 4. */
static bool add_value(message_parts *of, uint32_t index, chance *from)
{
    uint8_t memory[256];
    draft made = {memory, 0, sizeof memory};
    const gdv_dialect dialect = gdv_protocol_dialect(of->protocol);
    if (is_four(of) && chance_one(from, 2)) {
        static const uint8_t shorts[][9] = {{0x02, 5},       {0x81}, {0x01},    {0x42, 0, 1},
                                            {0x82, 0, 0, 1}, {0x41}, {0x42, 5}, {0xc2, 0, 0, 0, 0, 1},
                                            {0x02, 0xff},    {0x00}};
        static const uint8_t sizes[] = {2, 1, 1, 3, 5, 1, 3, 9, 2, 4};
        const uint32_t which = pick(from, sizeof sizes, 5);
        (void)draft_add(&made, shorts[which], sizes[which]);
    } else if (!sample_add_value(&made, dialect, sample_id(dialect, from), from)) {
        return false;
    }
    return parts_set_value(of, index, 0, made.bytes, made.size);
}

/* ---- edits of a field; false where there is nothing to edit ---- */

static edit_bytes *byte_mutations;

static bool edit_number(message_parts *of, part_kind kind, chance *from)
{
    if (kind == PART_SCENE) {
        of->numbers[kind] = chance_one(from, 2) ? 255 : chance_below(from, 256);
    } else if (kind == PART_OK || kind == PART_TYPE) {
        of->numbers[kind] = chance_below(from, 3);
    } else {
        of->numbers[kind] = some_number(from, of->numbers[kind]);
    }
    return true;
}

static bool edit_node(message_parts *of, part_kind kind, chance *from)
{
    of->has_path = chance_one(from, 2) ? !of->has_path : of->has_path;
    of->flags =
        is_four(of) ? (uint8_t)((of->flags & 0xc0u) | (chance_below(from, chance_one(from, 8) ? 4 : 3) << 4)) : 0;
    return edit_number(of, kind, from);
}

static bool edit_method(message_parts *of, part_kind kind, chance *from)
{
    of->flags ^= chance_one(from, 3) ? TWO_BYTES : 0u;
    return edit_number(of, kind, from);
}

static bool edit_part_text(part_text *text, const char *const *known, uint32_t count, chance *from)
{
    if (chance_one(from, 2)) {
        set_text(text, known[pick(from, count, 2)]);
    } else {
        text->size = byte_mutations(text->bytes, text->size, PARTS_TEXT);
    }
    return true;
}

static bool edit_path(message_parts *of, part_kind kind, chance *from)
{
    (void)kind;
    return edit_part_text(&of->path, paths, sizeof paths / sizeof paths[0], from);
}

static bool edit_text(message_parts *of, part_kind kind, chance *from)
{
    (void)kind;
    return edit_part_text(&of->name, names, sizeof names / sizeof names[0], from);
}

static bool edit_data(message_parts *of, part_kind kind, chance *from)
{
    (void)from;
    part_text *text = kind == PART_MD5 ? &of->md5 : &of->data;
    text->size = byte_mutations(text->bytes, text->size, PARTS_TEXT);
    return true;
}

/* The record that has value `index`, the last one where none has. */
static part_record *record_of(message_parts *of, uint32_t index)
{
    uint32_t first = 0;
    for (uint32_t record = 0; record + 1 < of->count; record += 1) {
        first += of->records[record].values;
        if (index < first) {
            return &of->records[record];
        }
    }
    return of->count > 0 ? &of->records[of->count - 1] : NULL;
}

static void count_in_record(message_parts *of, uint32_t index, int more)
{
    part_record *record = of->command == GDV_COMMAND_SYNC ? record_of(of, index) : NULL;
    if (record != NULL && (more > 0 || record->values > 0)) {
        record->values = more > 0 ? record->values + 1 : record->values - 1;
        record->bits = record->values < 64 ? ((uint64_t)1 << record->values) - 1 : record->bits;
    }
}

/* By the mutator of Variants, or byte by byte where it is short. */
static bool edit_value(message_parts *of, uint32_t index, chance *from)
{
    uint8_t memory[1024];
    size_t size = 0;
    const uint8_t *bytes = parts_value(of, index, &size);
    const bool is_short = is_four(of) && size > 0 && ((bytes[0] & 0x3fu) == 1 || (bytes[0] & 0x3fu) == 2);
    if (size > sizeof memory) {
        return false;
    }
    memcpy(memory, bytes, size);
    size = is_short
               ? byte_mutations(memory, size, sizeof memory)
               : mutate_value(memory, size, sizeof memory, gdv_protocol_dialect(of->protocol), from, byte_mutations);
    return size > 0 && parts_set_value(of, index, 1, memory, size);
}

static bool edit_values(message_parts *of, part_kind kind, chance *from)
{
    const uint32_t what = chance_below(from, 4);
    if (kind == PART_ARGUMENTS && chance_one(from, 4)) {
        of->flags ^= BYTES_ONLY;
        return true;
    }
    if (of->values == 0 || what == 0) {
        const uint32_t index = chance_below(from, of->values + 1);
        const bool added = add_value(of, index, from);
        count_in_record(of, index, added ? 1 : 0);
        return added;
    }
    const uint32_t index = chance_below(from, of->values);
    if (what == 1) {
        count_in_record(of, index, -1);
        return parts_set_value(of, index, 1, NULL, 0);
    }
    return edit_value(of, index, from);
}

static bool edit_records(message_parts *of, part_kind kind, chance *from)
{
    const bool can_grow = of->count < PARTS_RECORDS;
    if (can_grow && (of->count == 0 || chance_one(from, 3))) {
        const uint64_t id = (uint64_t)ids[pick(from, sizeof ids / sizeof ids[0], 5)] + of->count;
        of->records[of->count] = (part_record){(uint32_t)(id & UINT32_MAX), 1, 0};
        of->count += 1;
        if (kind == PART_RECORDS && add_value(of, of->values, from)) {
            of->records[of->count - 1].values = 1;
        }
        return true;
    }
    part_record *record = of->count > 0 ? &of->records[chance_below(from, of->count)] : NULL;
    if (record == NULL) {
        return false;
    }
    if (chance_one(from, 2)) {
        record->id = (uint32_t)some_number(from, record->id);
    } else if (chance_one(from, 3)) {
        record->bits ^= (uint64_t)1 << chance_below(from, 64);
    } else if (kind == PART_RECORDS) {
        return edit_values(of, PART_VALUES, from);
    } else {
        of->count -= 1;
    }
    return true;
}

static bool edit_ids(message_parts *of, part_kind kind, chance *from)
{
    return chance_one(from, 2) ? edit_text(of, kind, from) : edit_records(of, kind, from);
}

typedef bool edit_part(message_parts *of, part_kind kind, chance *from);

static edit_part *const edits[PART_KINDS] = {
    [PART_TYPE] = edit_number,     [PART_SOURCE] = edit_number, [PART_TARGET] = edit_number,
    [PART_ID] = edit_number,       [PART_OK] = edit_number,     [PART_SCENE] = edit_number,
    [PART_SPAWNER] = edit_number,  [PART_NET_ID] = edit_number, [PART_TIME] = edit_number,
    [PART_PEER] = edit_number,     [PART_NODE] = edit_node,     [PART_METHOD] = edit_method,
    [PART_NAME] = edit_text,       [PART_PATH] = edit_path,     [PART_MD5] = edit_data,
    [PART_DATA] = edit_data,       [PART_COUNT] = edit_values,  [PART_VALUES] = edit_values,
    [PART_IDS] = edit_ids,         [PART_CUSTOM] = edit_values, [PART_RECORDS] = edit_records,
    [PART_ARGUMENTS] = edit_values};

/* ---- whole packets ---- */

static gdv_command some_command(gdv_protocol protocol, chance *from)
{
    const uint8_t *commands = parts_commands(protocol);
    uint32_t count = 1; /* each protocol has some */
    while (commands[count] != GDV_COMMAND_NONE) {
        count += 1;
    }
    return (gdv_command)commands[chance_below(from, count)];
}

static bool selects_s2c(const uint8_t selected[2])
{
    return selected[0] % WAYS >= WAYS / 2;
}

void message_fresh(message_parts *of, const uint8_t selected[2], gdv_command command, chance *from)
{
    static const char md5[] = "d41d8cd98f00b204e9800998ecf8427e";
    parts_read(of, selected, 2);
    of->command = command;
    of->relayed = false;
    of->flags = 0;
    of->values = 0;
    of->count = 0;
    for (uint32_t kind = PART_ID; kind <= PART_METHOD; kind += 1) {
        of->numbers[kind] = 1;
    }
    of->numbers[PART_SOURCE] = 0x02020202;
    of->numbers[PART_TARGET] = 1;
    of->numbers[PART_PEER] = 5;
    of->numbers[PART_SCENE] = 0;
    of->numbers[PART_NET_ID] = 7;
    of->relay_peer = 3;
    of->has_path = chance_one(from, 2);
    set_text(&of->path, "Main");
    set_text(&of->name, "m1");
    set_text(&of->data, "abc");
    memcpy(of->md5.bytes, md5, sizeof md5);
    of->md5.size = sizeof md5;
    if (command == GDV_COMMAND_SYNC) {
        of->flags = chance_one(from, 2) ? DELTA : 0;
        of->records[0] = (part_record){9, 1, 0};
        of->count = 1;
    }
    if (command == GDV_COMMAND_SET || command == GDV_COMMAND_SYNC || command == GDV_COMMAND_CALL ||
        command == GDV_COMMAND_SPAWN) {
        of->records[0].values = add_value(of, 0, from) ? 1 : 0;
    }
}

/* How the input is read: another protocol, direction, envelope or policy. */
static void edit_selector(message_parts *of, chance *from)
{
    const uint32_t what = chance_below(from, 4);
    uint8_t selected[2] = {of->selector[0], of->selector[1]};
    if (what == 0) {
        selected[1] = (uint8_t)chance_below(from, 256);
    } else if (what == 1) {
        selected[0] = (uint8_t)((selected[0] + WAYS / 2) % WAYS);
    } else {
        selected[0] = (uint8_t)chance_below(from, 250);
    }
    if (selected[0] % GDV_PROTOCOL_COUNT != of->selector[0] % GDV_PROTOCOL_COUNT) {
        message_fresh(of, selected, some_command((gdv_protocol)(selected[0] % GDV_PROTOCOL_COUNT), from), from);
        return;
    }
    memcpy(of->selector, selected, 2);
    of->envelope = (gdv_envelope)(selected[0] / GDV_PROTOCOL_COUNT % GDV_ENVELOPE_COUNT);
    of->envelope = gdv_protocol_takes(of->protocol, of->envelope) ? of->envelope : GDV_ENVELOPE_NONE;
    of->numbers[PART_SOURCE] = of->numbers[PART_SOURCE] == 0 ? 5 : of->numbers[PART_SOURCE];
}

static bool edit_one(message_parts *of, chance *from)
{
    const uint8_t *kinds = parts_layout(of);
    const uint32_t what = chance_below(from, 16);
    uint32_t fields = 0;
    while (fields < PARTS_FIELDS && kinds[fields] != PART_NONE) {
        fields += 1;
    }
    if (what == 0 || fields == 0) {
        edit_selector(of, from);
        return true;
    }
    if (what == 1 && is_four(of)) {
        of->relayed = !of->relayed;
        of->relay_peer = selects_s2c(of->selector) ? 3 : (uint32_t)some_number(from, of->relay_peer);
        return true;
    }
    if (what == 2 && of->envelope != GDV_ENVELOPE_NONE) {
        return edit_number(of, (part_kind)(PART_TYPE + chance_below(from, 3)), from);
    }
    if (what == 3 && is_four(of)) {
        of->flags ^= (uint8_t)(16u << chance_below(from, 4));
        return true;
    }
    const part_kind kind = (part_kind)kinds[chance_below(from, fields)];
    return edits[kind] != NULL && edits[kind](of, kind, from);
}

/* Envelopes that are the whole packet have no layout. */
static bool has_layout(const message_parts *of)
{
    return of->envelope != GDV_ENVELOPE_ENET3_SYS && of->envelope != GDV_ENVELOPE_WS4_ID;
}

size_t message_mutate(uint8_t *input, size_t size, size_t room, uint32_t seed, edit_bytes *bytes)
{
    chance from = chance_from(seed);
    byte_mutations = bytes;
    if (room < 64 || size > PARTS_BYTES || chance_one(&from, BYTES_SHARE)) {
        return bytes(input, size, room);
    }
    parts_read(&parts, input, size);
    if (size < 3 || chance_one(&from, FRESH_SHARE)) {
        const uint8_t selected[2] = {(uint8_t)chance_below(&from, 250), (uint8_t)chance_below(&from, 256)};
        message_fresh(&parts, selected, some_command((gdv_protocol)(selected[0] % GDV_PROTOCOL_COUNT), &from), &from);
    } else if (!has_layout(&parts)) {
        return bytes(input, size, room);
    }
    for (uint32_t times = 0; times < 4 && (times == 0 || chance_one(&from, 3)); times += 1) {
        before = parts;
        if (!edit_one(&parts, &from)) {
            parts = before;
        }
    }
    draft made = {input, 0, room};
    if (!parts_write(&parts, &made) || made.size == 0) {
        return bytes(input, size < room ? size : room, room);
    }
    return made.size;
}

UNTRACED_END
