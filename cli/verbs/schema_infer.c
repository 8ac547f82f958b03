/* SPDX-License-Identifier: MIT */
#include "schema_infer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/say.h"
#include "../schema/infer_text.h"
#include "../schema/schema_words.h"
#include "packets.h"
#include "parsed.h"
#include "verdict.h"

/* Kinds of packets that are told apart. */
enum { GROUPS = 256 };

typedef struct group {
    char *tag; /* NULL for packets without one */
    size_t size;
    bool led; /* by the first element of an array */
    shape *seen;
} group;

typedef struct kept {
    uint8_t *bytes;
    size_t size;
} kept;

typedef struct inferring {
    const options *opts;
    gdv_policy policy;
    scratch keys;
    parsed document;
    shape_memory memory;
    shape *all; /* packets that are dictionaries, to find their tag */
    kept *packets;
    size_t count, room;
    group groups[GROUPS];
    size_t group_count;
    uint64_t longest;
    bool rejected;
    bool failed;
} inferring;

/* ---- first: keep the packets, and see which key tells them apart */

static bool keep(inferring *now, const packet *one)
{
    if (now->count == now->room) {
        size_t room = now->room > 0 ? 2 * now->room : 64;
        kept *more = realloc(now->packets, room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        now->packets = more;
        now->room = room;
    }
    uint8_t *copy = malloc(one->size + 1);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, one->bytes, one->size);
    now->packets[now->count].bytes = copy;
    now->packets[now->count].size = one->size;
    now->count += 1;
    return true;
}

static bool open_packet(inferring *now, const packet *one, const verdict *about)
{
    return parsed_packet(&now->document, one, now->opts->dialect, &now->policy, about);
}

static void see(void *state, const packet *one)
{
    inferring *now = state;
    verdict about;
    if (now->failed || !verdict_of(one, now->opts->dialect, &now->policy, &now->keys, &about)) {
        now->failed = true;
        return;
    }
    if (about.report.code != GDV_OK) {
        now->rejected = true;
        verdict_remark(one, &about);
        packet_refused(one);
        return;
    }
    now->longest = one->size > now->longest ? one->size : now->longest;
    now->failed = !keep(now, one) || !open_packet(now, one, &about);
    gdv_value root = gdv_root(&now->document.document);
    if (!now->failed && gdv_type_of(root) == GDV_TYPE_DICTIONARY) {
        shape_add(&now->memory, now->all, root);
    }
}

/* The key that every dictionary has with one of a few texts, those that are called like a tag first; NULL. */
static const shape_field *tag_of(const inferring *now)
{
    static const char *const names[] = {"type", "t", "op", "cmd", "command", "action", "kind", "event", "msg", "id"};
    const shape_field *found = NULL;
    for (const shape_field *field = now->all->fields; field != NULL; field = field->next) {
        const shape *value = field->value;
        bool tag =
            field->seen == now->all->dictionaries && value->texts == value->seen && value->member_count < SHAPE_TEXTS;
        bool called = false;
        for (size_t index = 0; index < sizeof names / sizeof names[0]; index += 1) {
            called = called || strcmp(field->key, names[index]) == 0;
        }
        found = tag && (called || (found == NULL && value->member_count > 1)) ? field : found;
        if (tag && called) {
            return found;
        }
    }
    return found;
}

/* ---- then: each kind by itself */

static group *group_of(inferring *now, bool led, const char *tag, size_t size)
{
    for (size_t index = 0; index < now->group_count; index += 1) {
        group *one = &now->groups[index];
        bool same =
            tag == NULL ? one->tag == NULL : one->tag != NULL && one->size == size && memcmp(one->tag, tag, size) == 0;
        if (one->led == led && same) {
            return one;
        }
    }
    if (now->group_count == GROUPS) {
        return NULL;
    }
    group *made = &now->groups[now->group_count];
    *made = (group){.led = led, .size = size, .seen = shape_new(&now->memory)};
    made->tag = tag != NULL ? malloc(size + 1) : NULL;
    if (made->tag != NULL) {
        memcpy(made->tag, tag, size);
        made->tag[size] = '\0';
    }
    now->group_count += 1;
    return made->seen != NULL ? made : NULL;
}

static void sort_packet(inferring *now, const kept *one, const shape_field *tag)
{
    gdv_text text = {NULL, 0};
    const packet from = {.file = "a packet", .bytes = one->bytes, .size = one->size};
    const verdict about = {.stats = {.values = (uint32_t)(one->size / 4)}};
    if (!open_packet(now, &from, &about)) {
        now->failed = true;
        return;
    }
    gdv_value root = gdv_root(&now->document.document);
    bool led = gdv_type_of(root) == GDV_TYPE_ARRAY;
    gdv_value value = led ? gdv_at(root, 0) : tag != NULL ? gdv_get(root, tag->key) : gdv_missing();
    bool tagged = gdv_to_text(value, &text) == GDV_OK;
    group *to = group_of(now, led, tagged ? text.bytes : NULL, tagged ? text.size : 0);
    if (to == NULL) {
        complain("more than %d kinds of packets, or not enough memory", GROUPS);
        now->failed = true;
        return;
    }
    shape_add(&now->memory, to->seen, root);
}

/* A name for a packet: its tag, as far as that can be one. */
static void name_of(const group *one, size_t number, char *name, size_t room)
{
    size_t used = 0;
    for (size_t index = 0; one->tag != NULL && index < one->size && used + 1 < room; index += 1) {
        char letter = one->tag[index];
        bool word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                    (letter >= '0' && letter <= '9' && used > 0);
        name[used] = '_';
        if (word) {
            name[used] = letter;
        }
        used += 1;
    }
    name[used] = '\0';
    if (used == 0) {
        (void)snprintf(name, room, "packet_%zu", number + 1);
    }
}

/* Different tags may make one name: then a number follows it. */
static void unique_name(const inferring *now, size_t number, char *name, size_t room)
{
    char other[64];
    name_of(&now->groups[number], number, name, room - 12);
    for (size_t index = 0; index < number; index += 1) {
        name_of(&now->groups[index], index, other, sizeof other - 12);
        if (strcmp(name, other) == 0) {
            size_t used = strlen(name);
            (void)snprintf(name + used, room - used, "_%zu", number + 1);
            return;
        }
    }
}

static void print_draft(const inferring *now, const shape_field *tag)
{
    out_format("# Drafted by gdv schema --infer from %zu %s of %s. Look at each guess.\n", now->count,
               now->count == 1 ? "packet" : "packets", gdv_dialect_name(now->opts->dialect));
    out_format("limits max_bytes = %" PRIu64 " # guess: the longest packet has %" PRIu64 "\n",
               infer_bound(now->longest, 64), now->longest);
    for (size_t index = 0; index < now->group_count; index += 1) {
        char name[64];
        const group *one = &now->groups[index];
        const infer_tag by = {one->led || tag == NULL ? NULL : tag->key, one->tag, one->size};
        unique_name(now, index, name, sizeof name);
        out("\n");
        infer_print_packet(name, one->seen, &by);
    }
}

static void end(inferring *now)
{
    for (size_t index = 0; index < now->count; index += 1) {
        free(now->packets[index].bytes);
    }
    for (size_t index = 0; index < now->group_count; index += 1) {
        free(now->groups[index].tag);
    }
    free(now->packets);
    shape_free(&now->memory);
    scratch_free(&now->keys);
    scratch_free(&now->document.nodes);
}

int schema_infer(const options *opts)
{
    static inferring now; /* groups of packets: too large for some stacks */
    now = (inferring){.opts = opts};
    options_policy(opts, opts->preset, &now.policy);
    now.all = shape_new(&now.memory);
    bool fine = now.all != NULL && packets_each(opts, now.policy.max_bytes, see, &now) && !now.failed;
    const shape_field *tag = fine ? tag_of(&now) : NULL;
    for (size_t index = 0; fine && index < now.count; index += 1) {
        sort_packet(&now, &now.packets[index], tag);
        fine = !now.failed && !now.memory.failed;
    }
    if (fine && now.count > 0) {
        print_draft(&now, tag);
    } else if (fine) {
        complain("there is no packet to draft from");
        fine = false;
    } else if (now.memory.failed) {
        complain("not enough memory");
    }
    end(&now);
    return !fine ? STATUS_TROUBLE : now.rejected ? STATUS_REJECTED : STATUS_FINE;
}
