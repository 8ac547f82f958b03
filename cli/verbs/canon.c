/* SPDX-License-Identifier: MIT */
/* gdv canon: each packet as its engine would have written it, with no byte of padding that its sender left. */
#include "../io/jsonl.h"
#include "../io/say.h"
#include "canonical.h"
#include "messages.h"
#include "packet_out.h"
#include "packets.h"
#include "verb.h"
#include "verdict.h"

typedef struct rewriting {
    const options *opts;
    gdv_policy policy;
    scratch keys;
    scratch canonical; /* the packet that is made */
    packet_out to;
    bool some_rejected;
    bool trouble;
} rewriting;

static void print_rejected(const rewriting *now, const packet *one, const verdict *about)
{
    if (!now->opts->jsonl) {
        verdict_remark(one, about);
        return;
    }
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", false);
    verdict_json(about);
    jsonl_null("hex");
    jsonl_close('}');
    jsonl_line_end();
}

static void canonicalize_packet(void *state, const packet *one)
{
    rewriting *now = state;
    verdict about;
    size_t size = 0;

    if (now->trouble) {
        return;
    }
    if (!verdict_of(one, now->opts->dialect, &now->policy, &now->keys, &about)) {
        now->trouble = true;
        return;
    }
    if (about.report.code == GDV_OK &&
        !canonical_packet(&now->canonical, one, now->opts->dialect, &now->policy, &about, &size)) {
        now->trouble = true;
        return;
    }
    if (about.report.code != GDV_OK) {
        now->some_rejected = true;
        print_rejected(now, one, &about);
        packet_refused(one);
        return;
    }
    now->trouble = !packet_out_write(&now->to, one->file, one->index, &about, now->canonical.bytes, size);
}

static int canon(const options *opts)
{
    rewriting now = {.opts = opts};

    if (opts->has_protocol) {
        return messages_canon(opts);
    }
    if (!options_need_dialect(opts) || !packet_out_start(&now.to, opts)) {
        return STATUS_TROUBLE;
    }
    options_policy(opts, opts->preset, &now.policy);
    bool fine = packets_each(opts, now.policy.max_bytes, canonicalize_packet, &now) && !now.trouble;
    scratch_free(&now.keys);
    scratch_free(&now.canonical);
    fine = out_finish() && fine;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.some_rejected ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_canon = {
    .name = "canon",
    .operands = "--dialect D | --protocol P [OPTION..] [FILE..]",
    .summary = "the same packet as its engine would write it",
    .about = "Writes the canonical encoding of each packet that is accepted: padding zero, and\n"
             "what the policy permits beyond strict put right, such as widths, flags and\n"
             "trailing bytes. What --permit lets a packet mean stays: NaN, objects, duplicate\n"
             "keys. The canonical encoding of a canonical packet is itself.\n"
             "\n"
             "Output is the bytes themselves: of one packet; of several with --frames, where\n"
             "it is a stream of frames as the input is. --format=hex writes a line of hex for\n"
             "each packet, as does --lines; --jsonl an object with the keys file, index, ok,\n"
             "code, offset, depth, path, message and hex. (--hex and --base64 say what the\n"
             "input is.) Bytes are not written to a terminal.\n"
             "\n"
             "With --protocol packets are of the multiplayer layer, and each is written as an\n"
             "engine of the protocol sends it: ids in the fewest bytes that hold them, an\n"
             "argument that is a byte array alone, or none, in the form for that. An object of\n"
             "--jsonl has the keys of gdv check --protocol, but hex for the last two.\n"
             "\n"
             "Rejected packets are left out and told on standard error; with --jsonl they are\n"
             "objects with ok false and hex null.\n"
             "\n"
             "Exit status: 0 all packets are valid, 1 some packet was rejected, 2 wrong usage\n"
             "or something could not be read or written.\n",
    .examples = "  gdv canon --dialect godot3 packet.bin >clean.bin\n"
                "  gdv canon --dialect godot3 --frames --policy engine in.dat >out.dat\n"
                "  echo '02000100 05000000 00000000' |\n"
                "      gdv canon --dialect godot3 --hex --format=hex --permit wide\n",
    .takes = OPTIONS_MESSAGES | OPTIONS_DIALECT | OPTIONS_PROTOCOL | OPTIONS_ENCODING | OPTIONS_POLICY |
             OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_INPUT | OPTIONS_PACKET | OPTIONS_JSONL,
    .run = canon,
};
