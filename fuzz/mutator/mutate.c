/* SPDX-License-Identifier: MIT */
#include "fuzz/mutator/mutate.h"

#include <string.h>

#include "fuzz/mutator/sample.h"
#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

/* Larger packets are left to byte mutations: they say nothing that smaller ones do not, and trees of them take long. */
#define MOST_BYTES 65536u

/* One in this many calls is for bytes; what the engine has learnt of comparisons gets in by those, and by EDIT_FIELD. */
#define BYTES_SHARE 8u

/* Kinds that have no place in the packet at hand cost little to try. */
#define TRIES 12

static tree packet_tree;
static tree other_tree;
static uint8_t spare_memory[MOST_BYTES];
static uint8_t other_memory[MOST_BYTES];

static size_t packet_size(size_t input_size)
{
    return selector_in(input_size) ? input_size - SELECTOR_SIZE : input_size;
}

selector mutate_reading(const uint8_t *input, size_t size, chance *from)
{
    selector how = selector_read(input, size);
    how.rest %= SELECTOR_RESTS;
    if (!selector_in(size)) {
        /* half of the readings with no permission toggled, and each preset as often */
        how.rest = chance_below(from, 2) == 0 ? 0x7eu + chance_below(from, 2) : chance_below(from, SELECTOR_RESTS);
        uint32_t first = chance_below(from, GDV_DIALECT_COUNT);
        for (uint32_t step = 0; step < GDV_DIALECT_COUNT; step += 1) {
            gdv_dialect dialect = (gdv_dialect)((first + step) % GDV_DIALECT_COUNT);
            tree_read(&packet_tree, input, size, dialect);
            if (packet_tree.whole) {
                how.dialect = dialect;
                break;
            }
        }
    }
    return how;
}

/* Without a bound packets grow to what the engine allows, and a packet of 64 KiB takes as long as a thousand small ones:
 * so most edits may not make a packet larger than a few hundred bytes, and a large one often loses something first. */
static size_t soft_room(const edit *on, size_t room)
{
    size_t soft = chance_one(on->from, 24) ? room : chance_one(on->from, 6) ? 1024 : 192;
    size_t least = on->packet.size > soft ? on->packet.size : soft;
    return least < room ? least : room;
}

static void shrink(edit *on)
{
    for (int times = 0; times < 3 && on->packet.size > 256 && chance_one(on->from, 2); times += 1) {
        tree_read(&packet_tree, on->packet.bytes, on->packet.size, on->how.dialect);
        (void)edit_apply(on, EDIT_DELETE);
    }
}

/* Some edits, most often one; whether any was made. */
static bool make_edits(edit *on)
{
    uint32_t edits = 1;
    bool made = false;
    while (edits < 6 && chance_one(on->from, 3)) {
        edits += 1;
    }
    size_t room = on->packet.room;
    shrink(on);
    on->packet.room = soft_room(on, room);
    for (int tries = 0; edits > 0 && tries < TRIES; tries += 1) {
        tree_read(&packet_tree, on->packet.bytes, on->packet.size, on->how.dialect);
        if (edit_apply(on, edit_choose(on->from))) {
            made = true;
            edits -= 1;
        }
    }
    on->packet.room = room;
    return made;
}

/* The selector after the packet. Where that has no whole words, or there is no room, the input goes without: then its
 * last bytes say how it is read. */
static size_t finish(const edit *on, size_t room)
{
    size_t size = on->packet.size;
    if (size % 4 == 0 && room - size >= SELECTOR_SIZE) {
        selector_write(on->how, on->packet.bytes + size);
        size += SELECTOR_SIZE;
    }
    return size;
}

size_t mutate(uint8_t *input, size_t size, size_t room, uint32_t seed, edit_bytes *bytes)
{
    chance from = chance_from(seed);
    if (room < 8 || room - SELECTOR_SIZE < packet_size(size) || size > MOST_BYTES || chance_one(&from, BYTES_SHARE)) {
        return bytes(input, size, room);
    }
    edit on = {{input, packet_size(size), room - SELECTOR_SIZE},
               {spare_memory, 0, sizeof spare_memory},
               &packet_tree,
               mutate_reading(input, size, &from),
               &from,
               bytes};
    if (on.packet.size == 0) {
        /* of nothing comes a value */
        (void)sample_add_value(&on.packet, on.how.dialect, sample_id(on.how.dialect, &from), &from);
    } else if (!make_edits(&on)) {
        return bytes(input, size, room);
    }
    size_t made = finish(&on, room);
    return made > 0 ? made : bytes(input, size, room);
}

size_t mutate_cross(const uint8_t *input, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                    size_t room, uint32_t seed, edit_bytes *bytes)
{
    chance from = chance_from(seed);
    if (room < 8 || packet_size(size) > room - SELECTOR_SIZE || size > MOST_BYTES || other_size > MOST_BYTES) {
        return 0;
    }
    selector theirs = mutate_reading(other, other_size, &from);
    selector ours = mutate_reading(input, size, &from);
    memcpy(out, input, packet_size(size));
    memcpy(other_memory, other, packet_size(other_size));
    edit on = {{out, packet_size(size), room - SELECTOR_SIZE},
               {spare_memory, 0, sizeof spare_memory},
               &packet_tree,
               ours,
               &from,
               bytes};
    tree_read(&packet_tree, out, on.packet.size, ours.dialect);
    tree_read(&other_tree, other_memory, packet_size(other_size), theirs.dialect);
    if (other_tree.nodes_used == 0) {
        return 0;
    }
    const node *value = &other_tree.nodes[chance_below(&from, other_tree.nodes_used)];
    if (theirs.dialect != ours.dialect) {
        (void)edit_translate(other_memory, &other_tree, theirs.dialect, ours.dialect);
    }
    if (!edit_graft(&on, other_memory + value->at, value->end - value->at)) {
        return 0;
    }
    if (chance_one(&from, 3)) {
        (void)make_edits(&on);
    }
    return finish(&on, room);
}

size_t mutate_value(uint8_t *value, size_t size, size_t room, gdv_dialect dialect, chance *from, edit_bytes *bytes)
{
    edit on = {{value, size, room}, {spare_memory, 0, sizeof spare_memory}, &packet_tree, {dialect, 0}, from, bytes};
    return size > 0 && make_edits(&on) && on.how.dialect == dialect ? on.packet.size : 0;
}

static chance plain = {1};

void mutate_plain_seed(uint32_t seed)
{
    plain = chance_from(seed);
}

size_t mutate_plain(uint8_t *data, size_t size, size_t room)
{
    draft on = {data, size, room};
    uint8_t byte = (uint8_t)(chance_bits(&plain) & 0xffu);
    size_t at = size > 0 ? chance_below(&plain, (uint32_t)size) : 0;
    uint32_t what = chance_below(&plain, 8);
    if (what == 0 && size > 1) {
        size_t gone = 1 + chance_below(&plain, 8);
        (void)draft_splice(&on, at, gone < size - at ? gone : 1, NULL, 0);
    } else if (what == 1 || size == 0) {
        (void)draft_splice(&on, at, 0, &byte, 1);
    } else if (what < 5) {
        data[at] ^= (uint8_t)(1u << chance_below(&plain, 8));
    } else {
        data[at] = byte;
    }
    return on.size;
}

UNTRACED_END
