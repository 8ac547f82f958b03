/* SPDX-License-Identifier: MIT */
/* gdv diff: two packets, value by value. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "canonical.h"
#include "compare.h"
#include "dump.h"
#include "packets.h"
#include "verb.h"
#include "verdict.h"
#include "where.h"

/* The canonical packets of the first file, one after another. */
typedef struct kept {
    size_t size;
    uint64_t index;
    bool rejected;
} kept;

typedef struct differing {
    const options *opts;
    gdv_policy policy;
    scratch keys;
    scratch canonical;
    uint8_t *bytes; /* of all packets of the first file */
    size_t used;
    size_t room;
    kept *packets;
    size_t count;
    size_t packet_room;
    size_t next; /* packet of the first file to compare, and where it begins */
    size_t at;
    comparison compare;
    dump_text text;
    dump_json json;
    uint64_t index; /* of the frame or line at hand */
    bool framed;
    bool different;
    bool trouble;
} differing;

/* --- printing */

/* A value, which is a packet of its own, in one line. */
static void print_value(differing *now, const tape *side, uint32_t node)
{
    static gdv_reader reader;
    gdv_policy policy;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    const tape_node *one = tape_at(side, node);

    tape_policy(&policy);
    gdv_status status = gdv_reader_init(&reader, side->bytes + one->offset, one->end - one->offset, now->opts->dialect,
                                        &policy, NULL, 0);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE && !out_failed()) {
        status = gdv_reader_next(&reader, &event);
        if (status == GDV_OK && now->opts->jsonl) {
            dump_json_event(&now->json, &event);
        } else if (status == GDV_OK) {
            dump_text_event(&now->text, &event);
        }
    }
    if (status != GDV_OK) {
        complain("%s: reading a part of a packet failed: please report this", gdv_status_name(status));
        now->trouble = true;
    }
}

static void print_path(const differing *now, const char *path)
{
    if (now->framed) {
        out_format("#%" PRIu64, now->index);
    }
    out_shown(path[0] == '\0' && !now->framed ? "." : path);
}

static void print_side(differing *now, colour as, const char *sign, const char *path, const tape *side, uint32_t node)
{
    if (node == COMPARE_NONE) {
        return;
    }
    out_coloured(as, sign);
    out(" ");
    print_path(now, path);
    out(": ");
    print_value(now, side, node);
    (void)out_line_end();
}

static void json_side(differing *now, const char *key, const tape *side, uint32_t node)
{
    if (node == COMPARE_NONE) {
        jsonl_null(key);
    } else {
        jsonl_key(key);
        print_value(now, side, node);
    }
}

static void open_object(const char *file, uint64_t index, const char *difference, const char *path)
{
    jsonl_open(NULL, '{');
    if (file != NULL) {
        jsonl_text("file", file);
    } else {
        jsonl_null("file");
    }
    jsonl_number("index", index);
    jsonl_text("difference", difference);
    jsonl_text("path", path);
}

static void close_object(const char *code, const char *message)
{
    if (code != NULL) {
        jsonl_text("code", code);
        jsonl_text("message", message);
    } else {
        jsonl_null("code");
        jsonl_null("message");
    }
    jsonl_close('}');
    jsonl_line_end();
}

static const char *difference_of(const compare_event *found)
{
    if (found->order) {
        return "order";
    }
    return found->left == COMPARE_NONE ? "added" : found->right == COMPARE_NONE ? "removed" : "changed";
}

static void print_difference(void *state, const compare_event *found)
{
    differing *now = state;
    now->different = true;
    if (now->opts->jsonl) {
        bool order = found->order;
        open_object(NULL, now->index, difference_of(found), found->path);
        json_side(now, "left", &now->compare.left, order ? COMPARE_NONE : found->left);
        json_side(now, "right", &now->compare.right, order ? COMPARE_NONE : found->right);
        close_object(NULL, NULL);
    } else if (found->order) {
        out("! ");
        print_path(now, found->path);
        out(": the order of the keys");
        (void)out_line_end();
    } else {
        print_side(now, COLOUR_BAD, "-", found->path, &now->compare.left, found->left);
        print_side(now, COLOUR_GOOD, "+", found->path, &now->compare.right, found->right);
    }
}

static void print_rejected(differing *now, const packet *one, const verdict *about)
{
    now->different = true;
    if (!now->opts->jsonl) {
        verdict_remark(one, about);
        return;
    }
    open_object(one->file, one->index, "rejected", about->report.path);
    jsonl_null("left");
    jsonl_null("right");
    close_object(gdv_status_name(about->report.code), about->message);
}

/* --- packets */

/* The canonical packet; NULL, and now->trouble or what was told of it, where there is none. */
static const uint8_t *canonical_bytes(differing *now, const packet *one, size_t *size)
{
    verdict about;
    if (now->trouble || !verdict_of(one, now->opts->dialect, &now->policy, &now->keys, &about)) {
        now->trouble = true;
        return NULL;
    }
    if (about.report.code == GDV_OK &&
        !canonical_packet(&now->canonical, one, now->opts->dialect, &now->policy, &about, size)) {
        now->trouble = true;
        return NULL;
    }
    if (about.report.code != GDV_OK) {
        print_rejected(now, one, &about);
        packet_refused(one);
        return NULL;
    }
    return now->canonical.bytes;
}

static bool grow(void **memory, size_t *room, size_t wanted, size_t each)
{
    if (wanted <= *room) {
        return true;
    }
    size_t next = wanted > 2 * *room ? wanted : 2 * *room;
    void *more = realloc(*memory, next * each);
    if (more == NULL) {
        complain("not enough memory for the packets of the first file");
        return false;
    }
    *memory = more;
    *room = next;
    return true;
}

static void keep_packet(void *state, const packet *one)
{
    differing *now = state;
    size_t size = 0;
    const uint8_t *bytes = canonical_bytes(now, one, &size);
    void *all = now->bytes;
    void *packets = now->packets;

    now->trouble = now->trouble || !grow(&all, &now->room, now->used + size, 1) ||
                   !grow(&packets, &now->packet_room, now->count + 1, sizeof *now->packets);
    now->bytes = all;
    now->packets = packets;
    if (now->trouble) {
        return;
    }
    if (bytes != NULL) {
        memcpy(now->bytes + now->used, bytes, size);
        now->used += size;
    }
    now->packets[now->count] = (kept){bytes != NULL ? size : 0, one->index, bytes == NULL};
    now->count += 1;
}

/* Compares two packets, or tells one that has no other: NULL. */
static void compare_packets(differing *now, const uint8_t *left, size_t left_size, const uint8_t *right,
                            size_t right_size)
{
    gdv_dialect dialect = now->opts->dialect;
    if ((left != NULL && !tape_make(&now->compare.left, left, left_size, dialect, now->opts->files[0])) ||
        (right != NULL && !tape_make(&now->compare.right, right, right_size, dialect, now->opts->files[1])) ||
        !compare_tapes(&now->compare, left != NULL, right != NULL, print_difference, now)) {
        now->trouble = true;
    }
}

/* Steps over a packet of the first file. Returns its bytes, NULL where it was rejected. */
static const uint8_t *next_kept(differing *now, size_t *size)
{
    const kept *one = &now->packets[now->next];
    const uint8_t *bytes = one->rejected ? NULL : now->bytes + now->at;
    *size = one->size;
    now->at += one->size;
    now->next += 1;
    return bytes;
}

static void compare_packet(void *state, const packet *one)
{
    differing *now = state;
    size_t size = 0;
    size_t left_size = 0;
    const uint8_t *bytes = canonical_bytes(now, one, &size);
    bool lone = now->next == now->count;
    const uint8_t *left = lone ? NULL : next_kept(now, &left_size);

    now->index = one->index;
    if (!now->trouble && bytes != NULL && (lone || left != NULL)) {
        compare_packets(now, left, left_size, bytes, size);
    }
}

static void tell_left_over(differing *now)
{
    while (!now->trouble && now->next < now->count) {
        size_t size = 0;
        now->index = now->packets[now->next].index;
        const uint8_t *left = next_kept(now, &size);
        if (left != NULL) {
            compare_packets(now, left, size, NULL, 0);
        }
    }
}

/* --- the verb */

static bool read_one(differing *now, size_t which, packet_handler *handle)
{
    options one = *now->opts;
    one.files = now->opts->files + which;
    one.file_count = 1;
    return packets_each(&one, now->policy.max_bytes, handle, now) && !now->trouble;
}

static bool check_files(const options *opts)
{
    if (opts->file_count != 2) {
        complain("two files are compared, A and B; %zu given", opts->file_count);
        return false;
    }
    if (strcmp(opts->files[0], "-") == 0 && strcmp(opts->files[1], "-") == 0) {
        complain("only one of the two can be standard input");
        return false;
    }
    return true;
}

static int diff(const options *opts)
{
    static differing now; /* holds the containers that are open: too large for some stacks */

    now.opts = opts;
    now.framed = opts->frames || opts->lines;
    now.compare.order = opts->order;
    now.compare.dialect = opts->dialect;
    now.text.dialect = opts->dialect;
    now.text.to = words_out();
    now.text.to.one_line = true;
    now.json.to = words_out();
    if (!check_files(opts) || !options_need_dialect(opts)) {
        return STATUS_TROUBLE;
    }
    options_policy(opts, opts->preset, &now.policy);
    bool fine = read_one(&now, 0, keep_packet) && read_one(&now, 1, compare_packet);
    if (fine) {
        tell_left_over(&now);
        fine = !now.trouble;
    }
    scratch_free(&now.keys);
    scratch_free(&now.canonical);
    compare_free(&now.compare);
    free(now.bytes);
    free(now.packets);
    fine = out_finish() && fine;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.different ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_diff = {
    .name = "diff",
    .operands = "--dialect D [OPTION..] A B",
    .summary = "in which values do two packets differ?",
    .about = "Compares two packets by value, whatever their bytes are: each is first written\n"
             "as gdv canon would. Prints for each difference the path, and the values of A\n"
             "after -, of B after +:\n"
             "\n"
             "  - .players[3].hp: 10\n"
             "  + .players[3].hp: 12\n"
             "  - .players[3].name: \"Ann\"       (A alone has it)\n"
             "\n"
             "Elements of arrays are compared by their index, pairs of dictionaries by their\n"
             "key, whatever their order; --order tells of that too, as a line \"! PATH: the\n"
             "order of the keys\". Keys are equal where their canonical encodings are, in Godot\n"
             "4 also a String and a StringName; values only where their types are equal, too.\n"
             "0.0 and -0.0 differ, and a NaN is equal to one of equal bits. Keys that are\n"
             "neither text nor int stand in a path as text dumps have them, {Vector2(1, 2)}.\n"
             "\n"
             "With --frames the packets of two streams are compared, each with the one of its\n"
             "number, and a path begins with #INDEX. One of A and B may be -.\n"
             "\n"
             "With --jsonl each difference is an object with the keys file, index, difference\n"
             "(changed, removed, added, order, rejected), path, left, right in typed JSON,\n"
             "code and message; file, code and message of rejected packets alone, else null.\n"
             "\n"
             "Exit status: 0 the packets are equal, 1 they differ or one was rejected, 2 wrong\n"
             "usage or something could not be read or written.\n",
    .examples = "  gdv diff --dialect godot4 before.bin after.bin\n"
                "  gdv diff --dialect godot3 --frames sent.bin received.bin\n",
    .takes = OPTIONS_DIALECT | OPTIONS_POLICY | OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_INPUT | OPTIONS_JSONL |
             OPTIONS_ORDER,
    .run = diff,
};
