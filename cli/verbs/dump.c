/* SPDX-License-Identifier: MIT */
/* gdv dump: what is in each packet. */
#include "dump.h"

#include <inttypes.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "messages.h"
#include "several.h"
#include "value_events.h"
#include "verb.h"

typedef struct dumping {
    const options *opts;
    gdv_policy policy;
    scratch keys;
    bool many; /* more than one packet may come: each gets a heading */
    bool some_rejected;
    bool trouble;
    parsed parsed;    /* for plain JSON and --values alone */
    dump_plain plain; /* as well */
} dumping;

static void disagreed(dumping *now, const packet *one)
{
    complain("%s: reading it came to another verdict than checking it: please report this", one->file);
    now->trouble = true;
}

/* Hands the events of an accepted packet to one of the forms. Duplicate keys have been looked for already. */
static bool each_event(dumping *now, const packet *one, dump_text *text, dump_json *json)
{
    static gdv_reader reader;
    gdv_policy again = now->policy;
    gdv_event event = {.kind = GDV_EVENT_VALUE};

    again.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    gdv_status status = gdv_reader_init(&reader, one->bytes, one->size, now->opts->dialect, &again, NULL, 0);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE && !out_failed()) {
        status = gdv_reader_next(&reader, &event);
        if (status == GDV_OK && text != NULL) {
            dump_text_event(text, &event);
        } else if (status == GDV_OK) {
            dump_json_event(json, &event);
        }
    }
    return status == GDV_OK;
}

static void print_heading(const dumping *now, const packet *one)
{
    if (now->many) {
        out("; "); /* a comment to str2var */
        packet_print_name(one);
        (void)out_line_end();
    }
}

static bool print_text(dumping *now, const packet *one)
{
    static dump_text form;
    form.dialect = now->opts->dialect;
    form.to = words_out();
    print_heading(now, one);
    bool same = each_event(now, one, &form, NULL);
    (void)out_line_end();
    return same;
}

static bool print_json(dumping *now, const packet *one)
{
    static dump_json form;
    form.to = words_out();
    return each_event(now, one, NULL, &form);
}

static bool print_plain(dumping *now, const packet *one, const verdict *about)
{
    static value_events walk;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    if (!parsed_packet(&now->parsed, one, now->opts->dialect, &now->policy, about)) {
        now->trouble = true;
        return true;
    }
    value_events_start(&walk, gdv_root(&now->parsed.document));
    while (event.kind != GDV_EVENT_DONE && !out_failed()) {
        value_events_next(&walk, &event);
        dump_plain_event(&now->plain, &event);
    }
    now->trouble = now->trouble || now->plain.out_of_memory;
    return true;
}

/* --- values in a row, of --values */

static void print_one_value(dumping *now, gdv_value value)
{
    static value_events walk;
    static dump_text text;
    static dump_json json;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    text.dialect = now->opts->dialect;
    text.to = words_out();
    json.to = words_out();
    value_events_start(&walk, value);
    while (event.kind != GDV_EVENT_DONE && !out_failed()) {
        value_events_next(&walk, &event);
        if (now->opts->format == FORMAT_PLAIN) {
            dump_plain_event(&now->plain, &event);
        } else if (now->opts->format == FORMAT_JSON || now->opts->jsonl) {
            dump_json_event(&json, &event);
        } else {
            dump_text_event(&text, &event);
        }
    }
    now->trouble = now->trouble || now->plain.out_of_memory;
}

/* As a list. */
static bool print_json_values(dumping *now)
{
    gdv_iterator each;
    const char *between = "";
    gdv_iterate_values(&now->parsed.document, &each);
    out("[");
    while (gdv_iterate_next(&each) && !out_failed()) {
        out(between);
        print_one_value(now, each.value);
        between = ",";
    }
    out("]");
    return true;
}

/* A line each. */
static bool print_text_values(dumping *now, const packet *one)
{
    gdv_iterator each;
    print_heading(now, one);
    gdv_iterate_values(&now->parsed.document, &each);
    while (gdv_iterate_next(&each) && !out_failed()) {
        print_one_value(now, each.value);
        (void)out_line_end();
    }
    return true;
}

/* JSON of one form or the other. */
static bool print_any_json(dumping *now, const packet *one, const verdict *about)
{
    if (now->opts->values) {
        return print_json_values(now);
    }
    return now->opts->format == FORMAT_PLAIN ? print_plain(now, one, about) : print_json(now, one);
}

static bool print_hex(dumping *now, const packet *one, const verdict *about)
{
    size_t width = now->opts->width != 0 ? now->opts->width : stdout_columns();
    const dump_hex how = {now->opts->dialect, &now->policy, width > DUMP_WIDTH ? width : DUMP_WIDTH};
    if (now->many) {
        packet_print_name(one);
        out(":");
        (void)out_line_end();
    }
    return dump_hex_packet(&how, one, about, &now->keys);
}

static bool print_object(dumping *now, const packet *one, const verdict *about)
{
    bool ok = about->report.code == GDV_OK;
    bool same = true;
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", ok);
    verdict_json(about);
    if (ok) {
        jsonl_key("value");
        same = print_any_json(now, one, about);
    } else {
        jsonl_null("value"); /* no value of typed JSON */
    }
    jsonl_close('}');
    jsonl_line_end();
    return same;
}

static void dump_packet(void *state, const packet *one)
{
    dumping *now = state;
    verdict about;
    bool same = true;

    if (!verdict_of_either(&now->parsed, one, now->opts, &now->policy, &now->keys, &about)) {
        now->trouble = true;
        return;
    }
    bool ok = about.report.code == GDV_OK;
    now->some_rejected = now->some_rejected || !ok;
    if (now->opts->jsonl) {
        same = print_object(now, one, &about);
    } else if (now->opts->format == FORMAT_HEX) {
        same = print_hex(now, one, &about);
    } else if (ok && (now->opts->format == FORMAT_JSON || now->opts->format == FORMAT_PLAIN)) {
        same = print_any_json(now, one, &about);
        jsonl_line_end();
    } else if (ok) {
        same = now->opts->values ? print_text_values(now, one) : print_text(now, one);
    }
    if (!ok && !now->opts->jsonl) {
        verdict_remark(one, &about);
    }
    if (!ok) {
        packet_refused(one);
    }
    if (!same) {
        disagreed(now, one);
    }
}

static int dump(const options *opts)
{
    static dumping now; /* holds the containers that are open: too large for some stacks */

    now.opts = opts;
    now.many = options_many(opts);

    if (opts->has_protocol) {
        return messages_dump(opts);
    }
    if (!options_need_dialect(opts)) {
        return STATUS_TROUBLE;
    }
    options_policy(opts, opts->preset, &now.policy);
    bool fine = packets_each(opts, now.policy.max_bytes, dump_packet, &now) && !now.trouble;
    scratch_free(&now.keys);
    scratch_free(&now.parsed.nodes);
    scratch_free(&now.plain.names);
    fine = out_finish() && fine;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.some_rejected ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_dump = {
    .name = "dump",
    .operands = "--dialect D | --protocol P [OPTION..] [FILE..]",
    .summary = "what is in each packet?",
    .about = "Prints the value of each packet that is accepted, in one of four forms:\n"
             "\n"
             "text  what var2str prints in the dialect's engine, and str2var reads; numbers\n"
             "      with all the digits that takes. With several packets a comment, \"; FILE\",\n"
             "      in front of each.\n"
             "json  typed JSON: each value an object with one key, its type, such as\n"
             "      {\"Array\":[{\"int\":\"5\"},{\"Vector2\":[0.5,1.0]}]}. Loses nothing; gdv encode\n"
             "      reads it back. One line for each packet.\n"
             "plain JSON that jq likes, a line each: numbers as numbers, dictionaries as\n"
             "      objects, vectors as lists. Types are lost: see PLAIN JSON in gdv(1).\n"
             "hex   offset and bytes of each value, its path, type and content. A rejected\n"
             "      packet is shown up to the byte that is wrong, with a caret under it.\n"
             "\n"
             "With --jsonl each packet is an object with the keys file, index, ok, code,\n"
             "offset, depth, path, message and value, in typed or plain JSON; null for a\n"
             "rejected one.\n"
             "Otherwise rejected packets are told on standard error.\n"
             "\n"
             "With --values a packet is any number of values in a row: in JSON a list of them,\n"
             "as text a line for each.\n"
             "\n"
             "With --protocol packets are of the multiplayer layer, and each accepted one is\n"
             "a line of JSON, unless --format says text, plain or hex: its command, its\n"
             "members, and values as typed JSON, which gdv encode --protocol reads back. text\n"
             "has a line for each member, with the path that gdv get takes; hex names every\n"
             "byte. With --jsonl the object is the member packet; with --schema the script and\n"
             "method of a call are the member method. With --session the packets are those of\n"
             "one connection: the paths of nodes are shown that are meant by an id, and an id\n"
             "that its sender has never announced is refused. Each sender has its own ids: the\n"
             "client; s2c the server, and whom an envelope or a RELAY names.\n"
             "\n"
             "Exit status: 0 all packets are valid, 1 some packet was rejected, 2 wrong usage\n"
             "or something could not be read or written.\n",
    .examples = "  gdv dump --dialect godot4 packet.bin\n"
                "  echo '02000000 ffffffff' | gdv dump --dialect godot3 --hex\n"
                "  gdv dump --dialect godot3 --format=hex --policy engine rejected.bin\n"
                "  gdv dump --dialect godot4 --jsonl --frames savegame.dat | jq .value\n"
                "  gdv dump --protocol godot4.3 --session --lines client.hex\n"
                "  gdv dump --dialect godot4 --plain packet.bin | jq '.players[].hp'\n",
    .takes = OPTIONS_MESSAGES | OPTIONS_DIALECT | OPTIONS_PROTOCOL | OPTIONS_ENCODING | OPTIONS_POLICY |
             OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_INPUT | OPTIONS_DUMP | OPTIONS_JSONL | OPTIONS_SESSION |
             OPTIONS_VALUES,
    .run = dump,
};
