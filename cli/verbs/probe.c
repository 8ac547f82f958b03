/* SPDX-License-Identifier: MIT */
/* gdv probe: which dialects accept a packet. The bytes do not tell which engine they are for, but they often rule out
 * all but a few. */
#include <stdlib.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "packets.h"
#include "probe_messages.h"
#include "verb.h"
#include "verdict.h"

typedef enum grade { GRADE_STRICT, GRADE_ENGINE, GRADE_REJECTED } grade;

typedef struct candidate {
    gdv_dialect dialect;
    grade reached;
    verdict why; /* of strict where only the engine policy accepts, of the engine policy where that rejects */
} candidate;

typedef struct probing {
    const options *opts;
    gdv_policy strict;
    gdv_policy engine;
    scratch keys;
    probe_messages messages;
    bool many; /* more than one packet may come: each gets a heading */
    bool some_unknown;
    bool out_of_memory;
} probing;

/* Best first: the better grade, then the dialect that refused later, then the order of the dialects. */
static int compare(const void *one, const void *other)
{
    const candidate *a = one;
    const candidate *b = other;
    if (a->reached != b->reached) {
        return a->reached < b->reached ? -1 : 1;
    }
    if (a->why.report.offset != b->why.report.offset) {
        return a->why.report.offset > b->why.report.offset ? -1 : 1;
    }
    return a->dialect < b->dialect ? -1 : 1;
}

static bool grade_packet(probing *now, const packet *one, candidate *all)
{
    for (int index = 0; index < GDV_DIALECT_COUNT; index += 1) {
        candidate *here = &all[index];
        here->dialect = (gdv_dialect)index;
        here->reached = GRADE_STRICT;
        if (!verdict_of(one, here->dialect, &now->strict, &now->keys, &here->why)) {
            return false;
        }
        if (here->why.report.code != GDV_OK) {
            verdict by_engine;
            if (!verdict_of(one, here->dialect, &now->engine, &now->keys, &by_engine)) {
                return false;
            }
            here->reached = by_engine.report.code == GDV_OK ? GRADE_ENGINE : GRADE_REJECTED;
            here->why = here->reached == GRADE_REJECTED ? by_engine : here->why;
        }
    }
    qsort(all, GDV_DIALECT_COUNT, sizeof all[0], compare);
    return true;
}

static const char *grade_name(grade reached)
{
    static const char *const names[] = {
        [GRADE_STRICT] = "strict", [GRADE_ENGINE] = "engine", [GRADE_REJECTED] = "rejected"};
    return names[reached];
}

/* One line, so that each can be cut and searched alone. What accepts is worth what it was held against. */
static void print_candidate(const candidate *here)
{
    out_format("%-14s  ", gdv_dialect_name(here->dialect));
    out_coloured(here->reached == GRADE_REJECTED ? COLOUR_BAD : COLOUR_GOOD, grade_name(here->reached));
    if (here->reached != GRADE_STRICT) {
        out(here->reached == GRADE_ENGINE ? " (why strict refuses: " : " (");
        verdict_print(&here->why);
        out(")");
    }
    if (here->reached != GRADE_REJECTED) {
        out(" -- judged by ");
        out(gdv_dialect_judges(here->dialect));
    }
    (void)out_line_end();
}

static void print_lines(const probing *now, const packet *one, const candidate *all)
{
    if (now->many) {
        packet_print_name(one);
        out(":");
        (void)out_line_end();
    }
    if (one->defect.code != GDV_OK) {
        out_coloured(COLOUR_BAD, "none");
        out(" (");
        verdict_print(&all[0].why);
        out(")");
        (void)out_line_end();
        return;
    }
    if (all[0].reached == GRADE_REJECTED && !now->opts->all) {
        out_coloured(COLOUR_BAD, "none");
        out_format(" (furthest: %s, ", gdv_dialect_name(all[0].dialect));
        verdict_print(&all[0].why);
        out(")");
        (void)out_line_end();
        return;
    }
    for (int index = 0; index < GDV_DIALECT_COUNT; index += 1) {
        if (all[index].reached != GRADE_REJECTED || now->opts->all) {
            print_candidate(&all[index]);
        }
    }
}

static void print_object(const probing *now, const packet *one, const candidate *all)
{
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", all[0].reached != GRADE_REJECTED);
    jsonl_open("dialects", '[');
    for (int index = 0; index < GDV_DIALECT_COUNT; index += 1) {
        if (all[index].reached != GRADE_REJECTED || now->opts->all) {
            jsonl_open(NULL, '{');
            jsonl_text("dialect", gdv_dialect_name(all[index].dialect));
            jsonl_text("accepted", grade_name(all[index].reached));
            jsonl_text("judged_by", gdv_dialect_judges(all[index].dialect));
            verdict_json(&all[index].why);
            jsonl_close('}');
        }
    }
    jsonl_close(']');
    jsonl_close('}');
    jsonl_line_end();
}

static void probe_packet(void *state, const packet *one)
{
    probing *now = state;
    candidate all[GDV_DIALECT_COUNT];

    if (!grade_packet(now, one, all) || !probe_messages_take(&now->messages, one)) {
        now->out_of_memory = true;
        return;
    }
    now->some_unknown = now->some_unknown || all[0].reached == GRADE_REJECTED;
    if (now->opts->jsonl) {
        print_object(now, one, all);
    } else {
        print_lines(now, one, all);
    }
    if (all[0].reached == GRADE_REJECTED) {
        packet_refused(one);
    }
}

static void print_protocols(const probing *now)
{
    if (now->opts->jsonl) {
        probe_messages_json(&now->messages, now->opts->all);
    } else {
        probe_messages_print(&now->messages, now->opts->all);
    }
}

static int probe(const options *opts)
{
    static probing now; /* large for some stacks */
    now.opts = opts;
    now.many = options_many(opts);
    probe_messages_begin(&now.messages, opts);
    options_policy(opts, GDV_POLICY_STRICT, &now.strict);
    options_policy(opts, GDV_POLICY_ENGINE, &now.engine);
    now.engine.max_bytes = now.strict.max_bytes; /* what a stranger sends is read no further than by other verbs */
    bool fine = packets_each(opts, now.strict.max_bytes, probe_packet, &now) && !now.out_of_memory;
    print_protocols(&now);
    scratch_free(&now.keys);
    probe_messages_free(&now.messages);
    fine = out_finish() && fine;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.some_unknown && !probe_messages_found(&now.messages) ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_probe = {
    .name = "probe",
    .operands = "[OPTION..] [FILE..]",
    .summary = "which dialects accept this packet?",
    .about = "The bytes of a packet do not tell which engine they are for: many packets mean\n"
             "something in several dialects, and something else in each. This lists those\n"
             "that accept it, best first: by the strict policy, which takes only what the\n"
             "engine itself would write; then by the engine policy alone, with the reason\n"
             "why strict refuses. Each line closes with the engine builds that gdv's reading\n"
             "of the dialect was judged by. With --all those that reject it follow, the one\n"
             "that read furthest first. With several packets each list has a heading. Packets\n"
             "of more bytes than strict allows need --max-bytes.\n"
             "\n"
             "With --jsonl each packet is an object with the keys file, index, ok and\n"
             "dialects, a list of objects with the keys dialect, accepted (\"strict\",\n"
             "\"engine\" or \"rejected\"), judged_by (those engine builds), code, offset, depth,\n"
             "path and message.\n"
             "\n"
             "After that come the protocols of the multiplayer layer, in each envelope that\n"
             "they come in, that accept all packets, from a client (c2s) or else from a server\n"
             "(s2c), with how many there are of which command; but not those to which all are\n"
             "RAW or an id alone, as nearly any bytes can be. With --jsonl that is one more\n"
             "object, with the keys packets, ok and protocols, a list of objects with the keys\n"
             "protocol, envelope, ok, direction, commands and message. Where there is none it\n"
             "is left out, but with --all.\n"
             "\n"
             "Exit status: 0 some dialect accepts each packet, or some protocol accepts all of\n"
             "them; 1 none does, 2 wrong usage or something could not be read or written.\n",
    .examples = "  gdv probe unknown.bin\n"
                "  echo '02000000 ffffffff' | gdv probe --hex\n"
                "  gdv probe --all --frames capture.bin\n",
    .takes = OPTIONS_MESSAGES | OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_INPUT | OPTIONS_JSONL | OPTIONS_ALL,
    .run = probe,
};
