/* SPDX-License-Identifier: MIT */
/* gdv check: one line for each packet, accepted or refused. */
#include <inttypes.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "../schema/schema_file.h"
#include "by_schema.h"
#include "messages.h"
#include "packets.h"
#include "several.h"
#include "verb.h"
#include "verdict.h"

typedef struct checking {
    const options *opts;
    gdv_policy policy;
    scratch keys;
    parsed several; /* for --values */
    by_schema schema;
    uint64_t accepted;
    uint64_t rejected;
    bool out_of_memory;
} checking;

static void print_line(const packet *one, const verdict *about)
{
    bool ok = about->report.code == GDV_OK;
    out_coloured(ok ? COLOUR_GOOD : COLOUR_BAD, ok ? "ok" : "reject");
    out(" ");
    packet_print_name(one);
    if (!ok) {
        out(": ");
        verdict_print(about);
    } else if (about->schema.packet != NULL) {
        out_format(": %s", about->schema.packet);
    }
    (void)out_line_end();
}

static void print_object(const packet *one, const verdict *about)
{
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", about->report.code == GDV_OK);
    verdict_json(about);
    jsonl_number("bytes", about->stats.bytes);
    jsonl_number("values", about->stats.values);
    jsonl_close('}');
    jsonl_line_end();
}

static void check_packet(void *state, const packet *one)
{
    checking *now = state;
    verdict about;

    if (!verdict_of_either(&now->several, one, now->opts, &now->policy, &now->keys, &about) ||
        !by_schema_verdict(&now->schema, one, &now->policy, &about)) {
        now->out_of_memory = true;
        return;
    }
    bool ok = about.report.code == GDV_OK;
    now->accepted += ok ? 1 : 0;
    now->rejected += ok ? 0 : 1;
    if (ok && now->opts->quiet) {
        return;
    }
    if (now->opts->jsonl) {
        print_object(one, &about);
    } else {
        print_line(one, &about);
    }
    if (!ok) {
        packet_refused(one);
    }
}

/* At a terminal the counts come unasked where there is something to count. */
static void summarise(const checking *now, bool all_read)
{
    uint64_t packets = now->accepted + now->rejected;
    bool unasked = stderr_is_terminal() && !now->opts->quiet && packets > 1;
    if (now->opts->summary || unasked) {
        remark("%" PRIu64 " %s: %" PRIu64 " ok, %" PRIu64 " rejected%s", packets, packets == 1 ? "packet" : "packets",
               now->accepted, now->rejected, all_read ? "" : "; not every input could be read");
    }
}

static int check(const options *opts)
{
    checking now = {.opts = opts};

    if (opts->has_protocol) {
        return messages_check(opts);
    }
    if (!options_need_dialect(opts)) {
        return STATUS_TROUBLE;
    }
    options_policy(opts, opts->preset, &now.policy);
    if (!by_schema_begin(&now.schema, opts, &now.policy)) {
        by_schema_end(&now.schema);
        return STATUS_TROUBLE;
    }
    bool fine = packets_each(opts, now.policy.max_bytes, check_packet, &now) && !now.out_of_memory;
    scratch_free(&now.keys);
    scratch_free(&now.several.nodes);
    by_schema_end(&now.schema);
    fine = out_finish() && fine;
    summarise(&now, fine);
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.rejected > 0 ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_check = {
    .name = "check",
    .operands = "--dialect D | --protocol P [OPTION..] [FILE..]",
    .summary = "is each packet safe and well-formed?",
    .about = "Prints a line for each packet: \"ok FILE\", or \"reject FILE: CODE at OFFSET\n"
             "(PATH): MESSAGE\" with the first thing that is wrong. Each file is one packet;\n"
             "with --frames it is a stream of them, with --lines each line is one, and lines\n"
             "say FILE#INDEX. Without a file, and for the file -, standard input is read.\n"
             "Each line is written before the next packet is waited for. Where what is refused\n"
             "looks like hex, frames, a capture and so on, a note on standard error says so.\n"
             "\n"
             "With --schema each packet must also be one of those that the schema declares:\n"
             "\"ok FILE: PACKET\", or which value breaks which rule. Files that it includes are\n"
             "looked for in its folder. Its limits apply beside those of the policy. A schema\n"
             "that does not compile is told as FILE:LINE:COLUMN: MESSAGE, and no packet read.\n"
             "\n"
             "With --jsonl each line is an object with the keys file, index, ok, code, offset,\n"
             "depth, path, message, bytes and values. With --schema there are part (of the\n"
             "value at fault: .x), packet, rule, line and source (whose line it is), or null.\n"
             "\n"
             "With --values a packet is any number of values in a row, and its verdict one; of\n"
             "a refusal the message says which value, from 0, and the path is that in it.\n"
             "\n"
             "With --protocol each packet is one of the multiplayer layer, such as a remote\n"
             "call: \"ok FILE: CALL\", or a code MP_.. With --jsonl there are command, argument\n"
             "(of the value at fault), inner (what is wrong with it) and lints, instead of\n"
             "depth and path.\n"
             "\n"
             "With both, the packets are those of the connection --peer, in their order, and\n"
             "each call must be one that the methods of the schema take: \"ok FILE: CALL\n"
             "METHOD\", or a code RPC_.. or that of a value, whose path begins with the number\n"
             "of its argument. With --jsonl there are path and the five keys of a schema, too.\n"
             "\n"
             "Exit status: 0 all packets are valid, 1 some packet was rejected, 2 wrong usage\n"
             "or something could not be read or written (the other inputs are checked still).\n",
    .examples = "  gdv check --dialect godot4 packet.bin\n"
                "  gdv check --dialect godot4 --frames savegame.dat\n"
                "  echo '02000000 ffffffff' | gdv check --dialect godot3 --hex\n"
                "  echo '[2, 0, 0, 0, 255, 255, 255, 255]' | gdv check --dialect godot3 --hex\n"
                "  gdv check --dialect godot3 --frames --max-bytes 64K capture.bin\n"
                "  gdv check --dialect godot4 --schema game.gdvs packet.bin\n"
                "  gdv check --protocol godot4.3 --lines --quiet client.hex\n"
                "  gdv check --protocol godot4.3 --schema game.gdvs --peer 77 --lines client.hex\n"
                "  tshark -r game.pcap -T fields -e udp.payload |\n"
                "      gdv check --dialect godot4 --lines --quiet\n",
    .takes = OPTIONS_MESSAGES | OPTIONS_DIALECT | OPTIONS_ENCODING | OPTIONS_PROTOCOL | OPTIONS_POLICY |
             OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_INPUT | OPTIONS_JSONL | OPTIONS_LINES | OPTIONS_SCHEMA |
             OPTIONS_VALUES,
    .run = check,
};
