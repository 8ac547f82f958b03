/* SPDX-License-Identifier: MIT */
/* gdv get: the value at a path of each packet. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "dump.h"
#include "messages.h"
#include "missing.h"
#include "parsed.h"
#include "path.h"
#include "raw_text.h"
#include "value_events.h"
#include "verb.h"

typedef struct getting {
    const options *opts;
    gdv_policy policy;
    scratch keys;
    parsed parsed;
    dump_text text;
    dump_json json;
    dump_plain plain;
    value_events walk;
    bool many; /* more than one packet may come: each line has its name */
    bool some_rejected;
    bool trouble;
} getting;

/* --- the value */

static void print_event(getting *now, const gdv_event *event)
{
    switch (now->opts->format) {
    case FORMAT_JSON:
        dump_json_event(&now->json, event);
        break;
    case FORMAT_PLAIN:
        dump_plain_event(&now->plain, event);
        break;
    default:
        if (now->opts->jsonl) {
            dump_json_event(&now->json, event);
        } else {
            dump_text_event(&now->text, event);
        }
        break;
    }
}

static void print_value(getting *now, gdv_value value)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    gdv_text text;
    if (now->opts->raw && gdv_to_text(value, &text) == GDV_OK) {
        raw_text_out(text);
        return;
    }
    value_events_start(&now->walk, value);
    while (event.kind != GDV_EVENT_DONE && !out_failed()) {
        value_events_next(&now->walk, &event);
        print_event(now, &event);
    }
    now->trouble = now->trouble || now->plain.out_of_memory;
}

/* --- a value that is not there */

/* As verdict_take does for what is refused. The path is that in the command line up to what is missing. */
static void take_missing(const getting *now, const path_end *end, verdict *about)
{
    char *path = about->report.path;
    bool fits = end->end < sizeof about->report.path;
    size_t length = fits ? end->end : sizeof about->report.path - sizeof "...";

    about->report.code = GDV_E_MISSING;
    memcpy(path, now->opts->path, length);
    memcpy(path + length, fits ? "" : "...", fits ? 1 : sizeof "...");
    missing_explain(now->opts->dialect, now->opts->path, end, about->message, sizeof about->message);
}

/* --- packets */

/* found: the value, NULL where there is none. */
static void print_object(getting *now, const packet *one, const verdict *about, const gdv_value *found)
{
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", about->report.code == GDV_OK);
    verdict_json(about);
    if (found != NULL) {
        jsonl_key("value");
        print_value(now, *found);
    } else {
        jsonl_null("value");
    }
    jsonl_close('}');
    jsonl_line_end();
}

static void print_line(getting *now, const packet *one, gdv_value found)
{
    bool json = now->opts->format == FORMAT_JSON || now->opts->format == FORMAT_PLAIN;
    if (now->many && !json) {
        packet_print_name(one);
        out(": ");
    }
    print_value(now, found);
    (void)out_line_end();
}

/* Follows the path. Returns whether there is a value; *about says why where there is none. */
static bool find(getting *now, const packet *one, verdict *about, gdv_value *found)
{
    path_end end;
    if (about->report.code != GDV_OK) {
        return false;
    }
    if (!parsed_packet(&now->parsed, one, now->opts->dialect, &now->policy, about) ||
        !path_follow(gdv_root(&now->parsed.document), now->opts->path, &end)) {
        now->trouble = true;
        return false;
    }
    if (now->opts->path[end.begin] != '\0') {
        take_missing(now, &end, about);
        return false;
    }
    *found = end.value;
    return true;
}

static void get_packet(void *state, const packet *one)
{
    getting *now = state;
    verdict about;
    gdv_value found = gdv_missing();

    if (now->trouble || !verdict_of(one, now->opts->dialect, &now->policy, &now->keys, &about)) {
        now->trouble = true;
        return;
    }
    bool ok = find(now, one, &about, &found);
    if (now->trouble) {
        return;
    }
    now->some_rejected = now->some_rejected || !ok;
    if (now->opts->jsonl) {
        print_object(now, one, &about, ok ? &found : NULL);
    } else if (ok) {
        print_line(now, one, found);
    } else if (about.report.code == GDV_E_MISSING) {
        missing_remark(one, about.report.path, about.message);
    } else {
        verdict_remark(one, &about);
    }
    if (!ok && about.report.code != GDV_E_MISSING) {
        packet_refused(one);
    }
}

static bool check_path(const options *opts)
{
    path_fault fault;
    if (!path_check(opts->path, &fault)) {
        complain("path '%.200s': column %zu: %s", opts->path, fault.column, fault.message);
        return false;
    }
    return true;
}

static int get(const options *opts)
{
    static getting now; /* holds the containers that are open: too large for some stacks */

    now.opts = opts;
    now.many = options_many(opts);
    now.text.dialect = opts->dialect;
    now.text.to = words_out();
    now.text.to.one_line = now.many;
    now.json.to = words_out();
    if (!check_path(opts) || (!opts->has_protocol && !options_need_dialect(opts))) {
        return STATUS_TROUBLE;
    }
    if (opts->has_protocol) {
        return messages_get(opts);
    }
    options_policy(opts, opts->preset, &now.policy);
    bool fine = packets_each(opts, now.policy.max_bytes, get_packet, &now) && !now.trouble;
    scratch_free(&now.keys);
    scratch_free(&now.parsed.nodes);
    scratch_free(&now.plain.names);
    fine = out_finish() && fine;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.some_rejected ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_get = {
    .name = "get",
    .operands = "--dialect D | --protocol P [OPTION..] PATH [FILE..]",
    .summary = "the value at a path of each packet",
    .about = "Prints the value that PATH leads to, in the forms of gdv dump. A path is written\n"
             "as verdicts give it:\n"
             "\n"
             "  .name         value of a text key, or of an object's property, that is a word\n"
             "  [\"any text\"]  of any other text; \\xNN stands for a byte, also for \" and \\\n"
             "  [3]           element of an array, counted from 0\n"
             "  {5}           value of an int key\n"
             "  {@72}         value of the key of another type that begins at byte 72\n"
             "\n"
             "The empty path is the outermost value. With several packets, or --frames, each\n"
             "value is on one line after \"FILE: \" or \"FILE#INDEX: \", in JSON after nothing.\n"
             "--raw prints a text without quotes. A packet that is rejected, and one without\n"
             "a value there, is told on standard error, with the first part that leads\n"
             "nowhere.\n"
             "\n"
             "With --protocol packets are of the multiplayer layer, and a path begins with a\n"
             "member that gdv dump --protocol shows: .method, .path, .inner.name; .values[0],\n"
             "also called .args[0], is an argument, and goes on into it: .args[0].pos.\n"
             ".records[1].values[0] is a value of a record of a SYNC.\n"
             "\n"
             "With --jsonl each packet is an object with the keys file, index, ok, code,\n"
             "offset, depth, path, message and value, in typed or plain JSON. Where there is\n"
             "no value ok is false and value null; code is MISSING, path its first part that\n"
             "leads nowhere, where the packet itself is accepted.\n"
             "\n"
             "Exit status: 0 each packet has the value, 1 some packet has none or was\n"
             "rejected, 2 wrong usage or something could not be read or written.\n",
    .examples = "  gdv get --dialect godot4 '.players[3].hp' packet.bin\n"
                "  gdv get --dialect godot4 --frames --raw .name savegame.dat\n"
                "  gdv get --dialect godot3 --plain '[\"spawn points\"]' level.bin | jq '.[0]'\n"
                "  gdv get --protocol godot4.3 '.args[0]' --lines client.hex\n"
                "  echo '13000000 01000000 02000000 05000000' |\n"
                "      gdv get --dialect godot3 --hex '[0]'\n",
    .takes = OPTIONS_MESSAGES | OPTIONS_DIALECT | OPTIONS_PROTOCOL | OPTIONS_ENCODING | OPTIONS_POLICY |
             OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_INPUT | OPTIONS_VALUE | OPTIONS_JSONL | OPTIONS_PATH,
    .run = get,
};
