/* SPDX-License-Identifier: MIT */
#include "fuzz/mutator/message_parts.h"

#include <string.h>

#include "fuzz/mutator/tree.h"
#include "fuzz/mutator/untraced.h"
#include "fuzz/support/input.h"

UNTRACED_BEGIN

#define PATH_BIT 0x80000000u
#define BYTES_ONLY 0x80u
#define TWO_BYTES 0x40u
#define DELTA 0x10u
#define FIRST_SYS 7u

/* Bytes of the numbers of fixed width. */
static const uint8_t widths[PART_KINDS] = {
    [PART_TYPE] = 1,  [PART_SOURCE] = 4,  [PART_TARGET] = 4, [PART_ID] = 4,   [PART_OK] = 1,
    [PART_SCENE] = 1, [PART_SPAWNER] = 4, [PART_NET_ID] = 4, [PART_TIME] = 2, [PART_PEER] = 4};

/* Who has a layout: Godot 3 and Pandemonium, Godot 4, of those the ones that confirm by path, and by id. */
enum { THREE = 1, FOUR_PATH = 2, FOUR_ID = 4, FOUR = FOUR_PATH | FOUR_ID };

static const struct {
    uint8_t command;
    uint8_t who;
    uint8_t kinds[PARTS_FIELDS];
} layouts[] = {
    {GDV_COMMAND_CALL, THREE, {PART_NODE, PART_NAME, PART_COUNT, PART_VALUES, PART_PATH}},
    {GDV_COMMAND_CALL, FOUR, {PART_NODE, PART_METHOD, PART_ARGUMENTS, PART_PATH}},
    {GDV_COMMAND_SET, THREE, {PART_NODE, PART_NAME, PART_VALUES, PART_PATH}},
    {GDV_COMMAND_SIMPLIFY_PATH, THREE, {PART_ID, PART_PATH}},
    {GDV_COMMAND_SIMPLIFY_PATH, FOUR, {PART_MD5, PART_ID, PART_PATH}},
    {GDV_COMMAND_CONFIRM_PATH, THREE, {PART_PATH}},
    {GDV_COMMAND_CONFIRM_PATH, FOUR_PATH, {PART_OK, PART_PATH}},
    {GDV_COMMAND_CONFIRM_PATH, FOUR_ID, {PART_OK, PART_ID}},
    {GDV_COMMAND_RAW, THREE | FOUR, {PART_DATA}},
    {GDV_COMMAND_SPAWN, FOUR, {PART_SCENE, PART_SPAWNER, PART_NET_ID, PART_IDS, PART_CUSTOM, PART_VALUES}},
    {GDV_COMMAND_DESPAWN, FOUR, {PART_NET_ID}},
    {GDV_COMMAND_SYNC, FOUR, {PART_TIME, PART_RECORDS}},
    {GDV_COMMAND_AUTH, FOUR, {PART_DATA}},
    {GDV_COMMAND_ADD, FOUR, {PART_PEER}},
    {GDV_COMMAND_DEL, FOUR, {PART_PEER}},
};

static const uint8_t no_kinds[PARTS_FIELDS];

/* The commands by their bytes; those of SYS by their second byte, from FIRST_SYS on. */
static const uint8_t of_godot3[] = {GDV_COMMAND_CALL,         GDV_COMMAND_SET, GDV_COMMAND_SIMPLIFY_PATH,
                                    GDV_COMMAND_CONFIRM_PATH, GDV_COMMAND_RAW, GDV_COMMAND_NONE};
static const uint8_t of_pandemonium[] = {GDV_COMMAND_CALL, GDV_COMMAND_SIMPLIFY_PATH, GDV_COMMAND_CONFIRM_PATH,
                                         GDV_COMMAND_RAW, GDV_COMMAND_NONE};
static const uint8_t of_godot4[] = {GDV_COMMAND_CALL, GDV_COMMAND_SIMPLIFY_PATH, GDV_COMMAND_CONFIRM_PATH,
                                    GDV_COMMAND_RAW,  GDV_COMMAND_SPAWN,         GDV_COMMAND_DESPAWN,
                                    GDV_COMMAND_SYNC, GDV_COMMAND_AUTH,          GDV_COMMAND_ADD,
                                    GDV_COMMAND_DEL,  GDV_COMMAND_NONE};

bool parts_is_four(gdv_protocol protocol)
{
    return gdv_dialect_family(gdv_protocol_dialect(protocol)) == GDV_FAMILY_GODOT4;
}

const uint8_t *parts_commands(gdv_protocol protocol)
{
    const uint8_t *old = gdv_protocol_has(protocol, GDV_COMMAND_SET) ? of_godot3 : of_pandemonium;
    return parts_is_four(protocol) ? of_godot4 : old;
}

static bool is_four(const message_parts *of)
{
    return parts_is_four(of->protocol);
}

const uint8_t *parts_layout(const message_parts *of)
{
    const unsigned who = !is_four(of) ? THREE : gdv_protocol_confirms_id(of->protocol) ? FOUR_ID : FOUR_PATH;
    for (size_t row = 0; row < sizeof layouts / sizeof layouts[0]; row += 1) {
        if (layouts[row].command == (uint32_t)of->command && (layouts[row].who & who) != 0) {
            return layouts[row].kinds;
        }
    }
    return no_kinds;
}

const uint8_t *parts_value(const message_parts *of, uint32_t index, size_t *size)
{
    const size_t begin = index == 0 ? 0 : of->ends[index - 1];
    *size = of->ends[index] - begin;
    return of->memory + begin;
}

bool parts_set_value(message_parts *of, uint32_t index, uint32_t removed, const uint8_t *bytes, size_t size)
{
    const size_t begin = index == 0 ? 0 : of->ends[index - 1];
    const uint32_t added = bytes != NULL ? 1 : 0;
    draft all = {of->memory, of->values == 0 ? 0 : of->ends[of->values - 1], sizeof of->memory};
    const size_t gone = removed == 0 ? 0 : of->ends[index] - begin;
    if (of->values + added - removed > PARTS_VALUES || !draft_splice(&all, begin, gone, bytes, size)) {
        return false;
    }
    memmove(of->ends + index + added, of->ends + index + removed, (of->values - index - removed) * sizeof of->ends[0]);
    if (added != 0) {
        of->ends[index] = begin;
    }
    for (uint32_t later = index; later < of->values + added - removed; later += 1) {
        of->ends[later] = of->ends[later] + size - (later >= index + added ? gone : 0);
    }
    of->values = of->values + added - removed;
    return true;
}

/* ---- reading ---- */

typedef struct source {
    const uint8_t *bytes;
    size_t size;
    size_t pos;
    size_t end;   /* where values end: the path, a record's end, or the packet's */
    size_t start; /* of the packet: offsets of paths count from there */
} source;

static uint64_t take_number(source *in, size_t width)
{
    uint64_t number = 0;
    for (size_t byte = 0; byte < width && in->pos < in->size; byte += 1) {
        number += (uint64_t)in->bytes[in->pos] << (8 * byte);
        in->pos += 1;
    }
    return number;
}

static void take_text(source *in, part_text *text, size_t size)
{
    const size_t left = in->pos < in->size ? in->size - in->pos : 0;
    const size_t taken = size < left ? size : left;
    text->size = taken < PARTS_TEXT ? taken : PARTS_TEXT;
    memcpy(text->bytes, in->bytes + in->pos, text->size);
    in->pos += taken;
}

/* Up to its NUL, which is passed over, or `end`. */
static void take_closed(source *in, part_text *text, size_t end)
{
    size_t size = 0;
    while (in->pos + size < end && in->bytes[in->pos + size] != 0) {
        size += 1;
    }
    take_text(in, text, size);
    in->pos += in->pos < end ? 1 : 0;
}

/* One value, however far it goes. */
static void take_value(message_parts *of, source *in)
{
    static tree value;
    const gdv_dialect dialect = gdv_protocol_dialect(of->protocol);
    const size_t left = in->end - in->pos;
    size_t size = is_four(of) ? short_form_size(dialect, in->bytes[in->pos]) : 0;
    if (size == 0) {
        tree_read(&value, in->bytes + in->pos, left, dialect);
        size = value.nodes_used > 0 && value.nodes[0].end > 0 ? value.nodes[0].end : left;
    }
    size = size < left ? size : left;
    (void)parts_set_value(of, of->values, 0, in->bytes + in->pos, size);
    in->pos += size;
}

static void take_values(message_parts *of, source *in, uint64_t most)
{
    for (uint64_t taken = 0; taken < most && in->pos < in->end; taken += 1) {
        take_value(of, in);
    }
}

static void take_node(message_parts *of, source *in)
{
    const size_t width = is_four(of) ? (size_t)1 << (of->flags >> 4 & 3u) : 4;
    const uint64_t target = take_number(in, width < 4 ? width : 4);
    const size_t path = in->start + (size_t)(target & ~(uint64_t)PATH_BIT);
    of->has_path = target >= PATH_BIT;
    of->numbers[PART_NODE] = of->has_path ? 1 : target;
    if (of->has_path && path >= in->pos && path < in->size) {
        in->end = path;
    }
}

static void take_ids(message_parts *of, source *in)
{
    const uint64_t ids = take_number(in, 4);
    const size_t name = (size_t)take_number(in, 4);
    for (uint64_t index = 0; index < ids && index < PARTS_RECORDS && in->pos < in->size; index += 1) {
        of->records[index].id = (uint32_t)take_number(in, 4);
        of->count += 1;
    }
    take_text(in, &of->name, name);
    of->name.size -= of->name.size > 0 ? 1 : 0;
}

static void take_records(message_parts *of, source *in)
{
    while (of->count < PARTS_RECORDS && in->pos < in->size) {
        part_record *record = &of->records[of->count];
        record->id = (uint32_t)take_number(in, 4);
        record->bits = (of->flags & DELTA) != 0 ? take_number(in, 8) : 0;
        const uint64_t size = take_number(in, 4);
        const size_t left = in->size - in->pos;
        const uint32_t before = of->values;
        in->end = in->pos + (size < left ? (size_t)size : left);
        take_values(of, in, PARTS_VALUES - of->values);
        record->values = of->values - before;
        of->count += 1;
        in->pos = in->end;
    }
}

static void take_arguments(message_parts *of, source *in)
{
    if ((of->flags & BYTES_ONLY) != 0) {
        take_text(in, &of->data, in->end > in->pos ? in->end - in->pos : 0);
    } else {
        take_values(of, in, take_number(in, 1));
    }
}

static void take_part(message_parts *of, source *in, part_kind kind)
{
    if (widths[kind] != 0) {
        of->numbers[kind] = kind == PART_TIME && (of->flags & DELTA) != 0 ? 0 : take_number(in, widths[kind]);
        return;
    }
    switch (kind) {
    case PART_NODE:
        take_node(of, in);
        break;
    case PART_METHOD:
        of->numbers[kind] = take_number(in, (of->flags & TWO_BYTES) != 0 ? 2 : 1);
        break;
    case PART_NAME:
        take_closed(in, &of->name, in->size);
        break;
    case PART_PATH:
        in->pos = in->end < in->size ? in->end : in->pos;
        take_closed(in, &of->path, in->size);
        break;
    case PART_MD5:
        take_text(in, &of->md5, 33);
        break;
    case PART_DATA:
        take_text(in, &of->data, in->size);
        break;
    case PART_COUNT:
        of->numbers[kind] = take_number(in, 1);
        break;
    case PART_VALUES:
        take_values(of, in, of->command == GDV_COMMAND_CALL ? of->numbers[PART_COUNT] : PARTS_VALUES);
        break;
    case PART_IDS:
        take_ids(of, in);
        break;
    case PART_CUSTOM:
        in->pos += of->numbers[PART_SCENE] == 255 && in->size - in->pos > 4 ? 4 : 0;
        break;
    case PART_RECORDS:
        take_records(of, in);
        break;
    default:
        take_arguments(of, in);
        break;
    }
}

static gdv_command command_at(message_parts *of, source *in)
{
    const uint8_t *commands = parts_commands(of->protocol);
    const uint8_t byte = (uint8_t)take_number(in, 1);
    const uint32_t last = is_four(of) ? FIRST_SYS : gdv_protocol_has(of->protocol, GDV_COMMAND_SET) ? 4 : 3;
    uint32_t index = is_four(of) ? byte & 7u : byte;
    of->flags = is_four(of) ? byte & 0xf0u : 0;
    if (is_four(of) && index == FIRST_SYS) {
        const uint64_t sub = take_number(in, 1);
        of->relayed = sub == 3 && !of->relayed;
        index += sub < 3 ? (uint32_t)sub : 0;
    }
    return index <= last + (is_four(of) ? 2 : 0) ? (gdv_command)commands[index] : GDV_COMMAND_RAW;
}

static void take_envelope(message_parts *of, source *in)
{
    of->numbers[PART_TYPE] = of->envelope == GDV_ENVELOPE_WS3 ? take_number(in, 1) : 0;
    of->numbers[PART_SOURCE] = take_number(in, 4);
    of->numbers[PART_TARGET] = take_number(in, 4);
}

void parts_read(message_parts *of, const uint8_t *input, size_t size)
{
    source in = {input, size, 2, size, 2};
    memset(of, 0, sizeof *of);
    memcpy(of->selector, input, size < 2 ? size : 2);
    in.pos = size < 2 ? size : 2;
    of->protocol = (gdv_protocol)(of->selector[0] % GDV_PROTOCOL_COUNT);
    of->envelope = (gdv_envelope)(of->selector[0] / GDV_PROTOCOL_COUNT % GDV_ENVELOPE_COUNT);
    of->envelope = gdv_protocol_takes(of->protocol, of->envelope) ? of->envelope : GDV_ENVELOPE_NONE;
    if (of->envelope == GDV_ENVELOPE_ENET3 || of->envelope == GDV_ENVELOPE_WS3) {
        take_envelope(of, &in);
    }
    in.start = in.pos;
    of->command = command_at(of, &in);
    if (of->relayed) {
        of->relay_peer = (uint32_t)take_number(&in, 4);
        in.start = in.pos;
        of->command = command_at(of, &in);
        of->relayed = true;
    }
    const uint8_t *kinds = parts_layout(of);
    for (size_t at = 0; at < PARTS_FIELDS && kinds[at] != PART_NONE; at += 1) {
        take_part(of, &in, (part_kind)kinds[at]);
    }
}

/* ---- writing ---- */

static bool put_number(draft *to, uint64_t number, size_t width)
{
    uint8_t bytes[8];
    for (size_t byte = 0; byte < width; byte += 1) {
        bytes[byte] = (uint8_t)(number >> (8 * byte) & 0xffu);
    }
    return draft_add(to, bytes, width);
}

static bool put_closed(draft *to, const part_text *text)
{
    return draft_add(to, text->bytes, text->size) && put_number(to, 0, 1);
}

static bool put_values(const message_parts *of, draft *to, uint32_t first, uint32_t count)
{
    bool fits = true;
    for (uint32_t index = first; fits && index < first + count && index < of->values; index += 1) {
        size_t size = 0;
        const uint8_t *bytes = parts_value(of, index, &size);
        fits = draft_add(to, bytes, size);
    }
    return fits;
}

/* The node, or room for the offset of its path. */
static bool put_node(const message_parts *of, draft *to)
{
    const size_t width = is_four(of) && !of->has_path ? (size_t)1 << (of->flags >> 4 & 3u) : 4;
    return put_number(to, of->numbers[PART_NODE], width < 4 ? width : 4);
}

static bool put_ids(const message_parts *of, draft *to)
{
    bool fits = put_number(to, of->count, 4) && put_number(to, of->name.size + 1, 4);
    for (uint32_t index = 0; fits && index < of->count; index += 1) {
        fits = put_number(to, of->records[index].id, 4);
    }
    return fits && put_closed(to, &of->name);
}

static bool put_sized(const message_parts *of, draft *to, uint32_t first, uint32_t count)
{
    const size_t at = to->size;
    bool fits = draft_word(to, 0) && put_values(of, to, first, count);
    if (fits) {
        word_put(to->bytes + at, (uint32_t)(to->size - at - 4));
    }
    return fits;
}

static bool put_records(const message_parts *of, draft *to)
{
    bool fits = true;
    uint32_t first = 0;
    for (uint32_t index = 0; fits && index < of->count; index += 1) {
        const part_record *record = &of->records[index];
        const size_t bits = (of->flags & DELTA) != 0 ? 8 : 0;
        fits = put_number(to, record->id, 4) && put_number(to, record->bits, bits) &&
               put_sized(of, to, first, record->values);
        first += record->values;
    }
    return fits;
}

static bool put_arguments(const message_parts *of, draft *to)
{
    return (of->flags & BYTES_ONLY) != 0 ? draft_add(to, of->data.bytes, of->data.size)
                                         : put_number(to, of->values, 1) && put_values(of, to, 0, of->values);
}

static bool put_part(const message_parts *of, draft *to, part_kind kind, size_t start)
{
    const bool is_call = of->command == GDV_COMMAND_CALL || of->command == GDV_COMMAND_SET;
    const bool custom = of->numbers[PART_SCENE] == 255 && of->command == GDV_COMMAND_SPAWN;
    if (widths[kind] != 0) {
        return (kind == PART_TIME && (of->flags & DELTA) != 0) || put_number(to, of->numbers[kind], widths[kind]);
    }
    switch (kind) {
    case PART_NODE:
        return put_node(of, to);
    case PART_METHOD:
        return put_number(to, of->numbers[kind], (of->flags & TWO_BYTES) != 0 ? 2 : 1);
    case PART_NAME:
        return put_closed(to, &of->name);
    case PART_PATH:
        if (is_call && of->has_path) {
            word_put(to->bytes + start + 1, PATH_BIT + (uint32_t)(to->size - start));
        }
        return (is_call && !of->has_path) || put_closed(to, &of->path);
    case PART_MD5:
        return draft_add(to, of->md5.bytes, of->md5.size);
    case PART_DATA:
        return draft_add(to, of->data.bytes, of->data.size);
    case PART_COUNT:
        return put_number(to, of->values, 1);
    case PART_VALUES:
        return put_values(of, to, custom ? 1 : 0, of->command == GDV_COMMAND_SET ? 1 : of->values);
    case PART_IDS:
        return put_ids(of, to);
    case PART_CUSTOM:
        return !custom || put_sized(of, to, 0, 1);
    case PART_RECORDS:
        return put_records(of, to);
    default:
        return put_arguments(of, to);
    }
}

static bool put_command(const message_parts *of, draft *to)
{
    const uint8_t *commands = parts_commands(of->protocol);
    const uint8_t flags = of->has_path && of->command == GDV_COMMAND_CALL ? (of->flags & 0xc0u) | 0x20u : of->flags;
    uint32_t byte = 0;
    while (commands[byte] != GDV_COMMAND_NONE && commands[byte] != (uint32_t)of->command) {
        byte += 1;
    }
    const bool is_sys = is_four(of) && byte >= FIRST_SYS;
    return put_number(to, (is_sys ? FIRST_SYS : byte) | (is_four(of) ? flags : 0u), 1) &&
           (!is_sys || put_number(to, byte - FIRST_SYS, 1));
}

bool parts_write(const message_parts *of, draft *to)
{
    const uint8_t *kinds = parts_layout(of);
    const bool addressed = of->envelope == GDV_ENVELOPE_ENET3 || of->envelope == GDV_ENVELOPE_WS3;
    bool fits = draft_add(to, of->selector, 2);
    if (of->envelope == GDV_ENVELOPE_WS3) {
        fits = fits && put_number(to, of->numbers[PART_TYPE], 1);
    }
    if (addressed) {
        fits = fits && put_number(to, of->numbers[PART_SOURCE], 4) && put_number(to, of->numbers[PART_TARGET], 4);
    }
    if (of->relayed && is_four(of)) {
        fits = fits && put_number(to, 0x0307, 2) && put_number(to, of->relay_peer, 4);
    }
    const size_t start = to->size;
    fits = fits && put_command(of, to);
    for (size_t at = 0; fits && at < PARTS_FIELDS && kinds[at] != PART_NONE; at += 1) {
        fits = put_part(of, to, (part_kind)kinds[at], start);
    }
    return fits;
}

UNTRACED_END
