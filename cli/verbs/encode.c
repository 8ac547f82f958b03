/* SPDX-License-Identifier: MIT */
/* gdv encode: typed JSON to packets. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/document.h"
#include "../io/jsonl.h"
#include "../io/say.h"
#include "../typed/typed.h"
#include "packet_out.h"
#include "packets.h"
#include "verb.h"
#include "verdict.h"

/* Room that the first try to write a packet has at least. */
#define FIRST_ROOM 65536

typedef struct encoding {
    const options *opts;
    gdv_policy policy;
    scratch keys;
    scratch made; /* the packet that is made */
    packet_out to;
    bool single; /* output has room for one packet */
    bool some_rejected;
    bool trouble;
} encoding;

/* --- one document */

/* On standard error "FILE: PATH: MESSAGE", and FILE#INDEX where there may be several documents. */
static void tell_fault(const encoding *now, const char *file, uint64_t index, const typed_fault *fault)
{
    char number[24] = "";
    bool code = fault->code != GDV_OK;
    if (!now->single) {
        (void)snprintf(number, sizeof number, "#%" PRIu64, index);
    }
    bool nameless = now->single && strcmp(file, "-") == 0;
    complain("%s%s%s%s: %s%s%s", nameless ? "" : file, number, nameless ? "" : ": ", fault->path,
             code ? gdv_status_name(fault->code) : "", code ? ": " : "", fault->message);
}

static void print_fault(const char *file, uint64_t index, const typed_fault *fault)
{
    jsonl_open(NULL, '{');
    jsonl_text("file", file);
    jsonl_number("index", index);
    jsonl_bool("ok", false);
    if (fault->code == GDV_OK) {
        jsonl_null("code");
    } else {
        jsonl_text("code", gdv_status_name(fault->code));
    }
    jsonl_text("path", fault->path);
    jsonl_text("message", fault->message);
    jsonl_null("hex");
    jsonl_close('}');
    jsonl_line_end();
}

/* The writer looks for duplicate keys when it finishes, and cannot say where they are. So it need not look, and the
 * packet that it made is checked as any other. */
static bool passes(encoding *now, const char *file, size_t size, typed_fault *fault)
{
    const packet one = {.file = file, .bytes = now->made.bytes, .size = size};
    verdict about;

    if (!verdict_of(&one, now->opts->dialect, &now->policy, &now->keys, &about)) {
        now->trouble = true;
        return false;
    }
    bool inside = about.report.path[0] != '\0';
    *fault = (typed_fault){.code = about.report.code, .path = "$"};
    (void)snprintf(fault->message, sizeof fault->message, "%s%s%s", about.message, inside ? ", at " : "",
                   about.report.path);
    return fault->code == GDV_OK;
}

/* Makes the packet of a document. */
static bool make_packet(encoding *now, const char *file, json_t *document, size_t *size, typed_fault *fault)
{
    static gdv_writer writer;
    static typed walk;
    gdv_policy lenient = now->policy;
    gdv_status status = GDV_E_NO_SPACE;

    lenient.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    walk.dialect = now->opts->dialect;
    walk.writer = &writer;
    *size = FIRST_ROOM;
    for (int tries = 0; status == GDV_E_NO_SPACE && tries < 2; tries += 1) {
        if (!scratch_reserve(&now->made, *size, file)) {
            now->trouble = true;
            return false;
        }
        (void)gdv_writer_init(&writer, now->made.bytes, now->made.size, walk.dialect, &lenient);
        bool fine = typed_write(&walk, document);
        status = gdv_writer_finish(&writer, NULL, 0, size);
        if (!fine) {
            *fault = walk.fault;
            return false;
        }
    }
    if (status != GDV_OK) {
        /* a limit of the whole packet */
        *fault = (typed_fault){.code = status, .path = "$"};
        (void)snprintf(fault->message, sizeof fault->message, "%s", gdv_status_text(status));
        return false;
    }
    return passes(now, file, *size, fault);
}

static void encode_document(encoding *now, const char *file, uint64_t index, json_t *document)
{
    typed_fault fault;
    size_t size = 0;
    if (make_packet(now, file, document, &size, &fault)) {
        now->trouble = !packet_out_write(&now->to, file, index, NULL, now->made.bytes, size);
    } else if (!now->trouble) {
        now->some_rejected = true;
        if (now->opts->jsonl) {
            print_fault(file, index, &fault);
        } else {
            tell_fault(now, file, index, &fault);
        }
    }
}

/* --- inputs */

static bool one_document(encoding *now, documents *all, uint64_t index)
{
    json_t *document = documents_next(all);
    if (document == NULL) {
        return false;
    }
    /* Where there is room for one packet, nothing is written before it is known that there is one. */
    bool fine = !now->single || !documents_more(all);
    if (fine) {
        encode_document(now, all->from.name, index, document);
    } else {
        complain("%s: line %" PRIu64 ": a second document; several packets need --frames, --jsonl or --format=hex",
                 all->from.name, all->line);
    }
    json_decref(document);
    return fine && !all->failed;
}

/* Returns false where this input could not be read to its end. */
static bool each_document(encoding *now, documents *all)
{
    uint64_t index = 0;
    bool fine = true;
    while (fine && !now->trouble && !out_failed() && documents_more(all)) {
        fine = one_document(now, all, index);
        index += 1;
    }
    fine = fine && !all->failed;
    if (fine && index == 0 && now->single) {
        complain("%s: there is no JSON document", all->from.name);
        fine = false;
    }
    return fine;
}

static int encode(const options *opts)
{
    static documents all; /* holds a piece of input: too large for some stacks */
    encoding now = {.opts = opts, .single = !opts->frames && !opts->jsonl && opts->format != FORMAT_HEX};
    bool fine = true;

    if (!options_need_dialect(opts) || !packet_out_start(&now.to, opts)) {
        return STATUS_TROUBLE;
    }
    options_policy(opts, opts->preset, &now.policy);
    for (size_t index = 0; index < opts->file_count && !now.trouble && !out_failed(); index += 1) {
        if (!documents_open(&all, opts->files[index], opts->max_json)) {
            fine = false;
            continue;
        }
        fine = each_document(&now, &all) && fine;
        documents_close(&all);
    }
    scratch_free(&now.keys);
    scratch_free(&now.made);
    fine = out_finish() && fine && !now.trouble;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.some_rejected ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_encode = {
    .name = "encode",
    .operands = "--dialect D [OPTION..] [FILE..]",
    .summary = "typed JSON to a packet",
    .about = "Reads typed JSON, which gdv dump --format=json writes, and writes the packet\n"
             "that the dialect's engine would write for that value. A file holds one\n"
             "document, or several one after another, such as a line each. Without a file,\n"
             "and for the file -, standard input is read.\n"
             "\n"
             "Output is the bytes themselves: of one packet; of several with --frames, which\n"
             "puts its length before each. --format=hex writes a line of hex for each packet,\n"
             "--jsonl an object with the keys file, index, ok, code, path, message and hex.\n"
             "Bytes are not written to a terminal.\n"
             "\n"
             "What the policy would not accept is not written: --permit object-id, nonfinite\n"
             "and so on are needed here too. A document that is refused is told on standard\n"
             "error with the path to what is wrong, such as $.Dictionary[0][1].Vector3; with\n"
             "--jsonl it is an object with ok false, hex null, and code null where it makes no\n"
             "packet of any kind. Documents longer than --max-json are not read.\n"
             "\n"
             "Exit status: 0 all documents became packets, 1 some document was refused, 2\n"
             "wrong usage, text that is not JSON, or something could not be read or written.\n",
    .examples = "  echo '{\"Vector2\":[0.5,1]}' | gdv encode --dialect godot4 >packet.bin\n"
                "  echo '{\"int\":\"5\"}' | gdv encode --dialect godot3 --format=hex\n"
                "  gdv dump --dialect godot3 --format=json packet.bin |\n"
                "      gdv encode --dialect godot4 >for-godot4.bin\n"
                "  gdv encode --dialect godot4 --frames values.jsonl >stream.bin\n",
    .takes = OPTIONS_DIALECT | OPTIONS_POLICY | OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_DOCS | OPTIONS_PACKET |
             OPTIONS_JSONL,
    .run = encode,
};
