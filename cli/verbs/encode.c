/* SPDX-License-Identifier: MIT */
/* gdv encode: typed JSON, or Godot's own notation, to packets. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/document.h"
#include "../io/jsonl.h"
#include "../io/say.h"
#include "../typed/text_read.h"
#include "../typed/typed.h"
#include "message_make.h"
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
    scratch made;         /* the packet that is made */
    message_make message; /* with --protocol */
    packet_out to;
    bool single; /* output has room for one packet */
    bool some_rejected;
    bool trouble;
} encoding;

/* --- one document */

/* On standard error "FILE: PATH: MESSAGE", and FILE#INDEX where there may be several documents. Of messages, a
 * line each, the line is told. */
static void tell_fault(const encoding *now, const char *file, uint64_t index, uint64_t line, const typed_fault *fault)
{
    char number[24] = "";
    bool code = fault->code != GDV_OK;
    if (!now->single) {
        (void)snprintf(number, sizeof number, "#%" PRIu64, index);
    }
    bool nameless = now->single && strcmp(file, "-") == 0;
    if (now->opts->has_protocol) {
        complain("%s: line %" PRIu64 ": %s%s%s: %s", input_shown_name(file), line,
                 code ? gdv_status_name(fault->code) : "", code ? " at " : "", fault->path, fault->message);
        return;
    }
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

/* A document: of typed JSON, or a value in Godot's own notation that begins at a byte of what was read. */
typedef struct source {
    json_t *json; /* NULL for text */
    text_read *text;
    size_t begin;
    uint64_t line; /* of JSON */
} source;

/* Writes a document to a writer that has been started. */
static bool write_source(encoding *now, const source *from, gdv_writer *writer, typed_fault *fault)
{
    static typed walk;
    if (from->json == NULL) {
        from->text->scan.at = from->begin;
        from->text->dialect = now->opts->dialect;
        from->text->writer = writer;
        bool fine = text_write(from->text);
        *fault = from->text->scan.fault;
        return fine;
    }
    walk.dialect = now->opts->dialect;
    walk.writer = writer;
    bool fine = typed_write(&walk, from->json);
    *fault = walk.fault;
    return fine;
}

/* Makes the packet of a document. */
static bool make_packet(encoding *now, const char *file, const source *from, size_t *size, typed_fault *fault)
{
    static gdv_writer writer;
    gdv_policy lenient = now->policy;
    gdv_status status = GDV_E_NO_SPACE;

    lenient.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    *size = FIRST_ROOM;
    for (int tries = 0; status == GDV_E_NO_SPACE && tries < 2; tries += 1) {
        if (!scratch_reserve(&now->made, *size, file)) {
            now->trouble = true;
            return false;
        }
        (void)gdv_writer_init(&writer, now->made.bytes, now->made.size, now->opts->dialect, &lenient);
        bool fine = write_source(now, from, &writer, fault);
        status = gdv_writer_finish(&writer, NULL, 0, size);
        if (!fine) {
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

/* With --protocol: makes the packet of the multiplayer layer that a document says. */
static bool make_message(encoding *now, const char *file, const source *from, size_t *size, typed_fault *fault)
{
    const message_made result = message_make_packet(&now->message, file, from->json, size);
    now->trouble = result == MESSAGE_NO_MEMORY;
    *fault = now->message.document.fault;
    return result == MESSAGE_MADE;
}

/* Whether there is text after a value where there is room for one packet: nothing is written then. */
static bool is_followed(const encoding *now, const char *file, const source *from)
{
    if (!now->single || from->json != NULL || !text_has_more(from->text)) {
        return false;
    }
    (void)text_wrong(&from->text->scan, "a second value");
    complain("%s: %s: a second value; several packets need --frames, --jsonl or --format=hex", file,
             from->text->scan.fault.path);
    return true;
}

static void encode_document(encoding *now, const char *file, uint64_t index, const source *from)
{
    typed_fault fault;
    size_t size = 0;
    const bool of_messages = now->opts->has_protocol;
    bool made =
        of_messages ? make_message(now, file, from, &size, &fault) : make_packet(now, file, from, &size, &fault);
    const uint8_t *bytes = of_messages ? now->message.made.bytes : now->made.bytes;
    if (made && is_followed(now, file, from)) {
        now->trouble = true;
    } else if (made) {
        now->trouble = !packet_out_write(&now->to, file, index, NULL, bytes, size);
    } else if (!now->trouble) {
        now->some_rejected = true;
        if (now->opts->jsonl) {
            print_fault(file, index, &fault);
        } else {
            tell_fault(now, file, index, from->line, &fault);
        }
    }
}

/* --- inputs */

static bool one_document(encoding *now, documents *all, uint64_t index)
{
    const uint64_t line = all->line;
    json_t *document = documents_next(all);
    if (document == NULL) {
        return false;
    }
    /* Where there is room for one packet, nothing is written before it is known that there is one. */
    bool fine = !now->single || !documents_more(all);
    if (fine) {
        encode_document(now, all->from.name, index, &(source){.json = document, .line = line});
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

/* --- Godot's own notation */

/* All of an input, at most max_json bytes. */
static bool read_text(encoding *now, input *from, text_buffer *all, text_scan *scan)
{
    size_t got = 1;
    all->size = 0;
    while (got > 0 && all->size <= now->opts->max_json) {
        char *to = text_more(scan, all, INPUT_PIECE);
        if (to == NULL) {
            complain("%s: not enough memory", from->name);
            return false;
        }
        if (!input_read(from, (uint8_t *)to, INPUT_PIECE, &got)) {
            return false;
        }
        all->size -= INPUT_PIECE - got;
    }
    if (all->size > now->opts->max_json) {
        complain("%s: text is longer than --max-json, %" PRIu64 " bytes", from->name, now->opts->max_json);
        return false;
    }
    return true;
}

/* Values one after another. After one that is refused nothing is read: where the next begins is not known. */
static bool each_value(encoding *now, const char *file, text_read *text)
{
    uint64_t index = 0;
    bool refused = false;
    while (!refused && !now->trouble && !out_failed() && text_has_more(text)) {
        const source from = {.text = text, .begin = text->scan.at};
        encode_document(now, file, index, &from);
        refused = text->scan.fault.message[0] != '\0';
        index += 1;
    }
    if (index == 0 && now->single) {
        complain("%s: there is no value", file);
        return false;
    }
    return true;
}

static bool each_text(encoding *now, const char *file)
{
    static input from; /* holds a piece of input: too large for some stacks */
    static text_read text;
    text_buffer all = {.bytes = NULL};
    bool fine = input_open(&from, file, ENCODING_RAW);
    if (fine) {
        fine = read_text(now, &from, &all, &text.scan);
        text.scan.text = all.bytes;
        text.scan.size = all.size;
        text.scan.at = 0;
        text.scan.fault.message[0] = '\0';
        fine = fine && each_value(now, from.name, &text);
        input_close(&from);
    }
    free(all.bytes);
    text_free(&text);
    return fine;
}

static bool each_json(encoding *now, const char *file)
{
    static documents all; /* holds a piece of input: too large for some stacks */
    if (!documents_open(&all, file, now->opts->max_json)) {
        return false;
    }
    bool fine = each_document(now, &all);
    documents_close(&all);
    return fine;
}

static int encode(const options *opts)
{
    encoding now = {.opts = opts, .single = !opts->frames && !opts->jsonl && opts->format != FORMAT_HEX};
    bool fine = true;

    if ((!opts->has_protocol && !options_need_dialect(opts)) || !packet_out_start(&now.to, opts)) {
        return STATUS_TROUBLE;
    }
    options_policy(opts, opts->preset, &now.policy);
    now.message.document.protocol = opts->protocol;
    options_message_policy(opts, &now.message.document.policy);
    for (size_t index = 0; index < opts->file_count && !now.trouble && !out_failed(); index += 1) {
        fine = (opts->text ? each_text(&now, opts->files[index]) : each_json(&now, opts->files[index])) && fine;
    }
    scratch_free(&now.keys);
    scratch_free(&now.made);
    message_make_free(&now.message);
    fine = out_finish() && fine && !now.trouble;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.some_rejected ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_encode = {
    .name = "encode",
    .operands = "--dialect D | --protocol P [OPTION..] [FILE..]",
    .summary = "typed JSON, or Godot's own notation, to a packet",
    .about = "Reads typed JSON, which gdv dump --format=json writes, and writes the packet\n"
             "that the dialect's engine would write for that value. A file holds one\n"
             "document, or several one after another, such as a line each. Without a file,\n"
             "and for the file -, standard input is read.\n"
             "\n"
             "With --text the input is what var2str, var_to_str and gdv dump print, such as\n"
             "{ \"hp\": 10, \"at\": Vector2(1, 2) }, several values one after another. What that\n"
             "cannot say needs typed JSON: see TEXT NOTATION in gdv(1).\n"
             "\n"
             "With --protocol documents are what gdv dump --protocol prints: packets of the\n"
             "multiplayer layer, each written as an engine of the protocol sends it. A\n"
             "document that is refused is told with its line and the path to what is wrong,\n"
             "such as $.values[0].Vector3.\n"
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
                "  echo '{ \"hp\": 10 }' | gdv encode --dialect godot4 --text >packet.bin\n"
                "  gdv dump --dialect godot3 --format=json packet.bin |\n"
                "      gdv encode --dialect godot4 >for-godot4.bin\n"
                "  gdv encode --dialect godot4 --frames values.jsonl >stream.bin\n",
    .takes = OPTIONS_MESSAGES | OPTIONS_DIALECT | OPTIONS_PROTOCOL | OPTIONS_ENCODING | OPTIONS_POLICY |
             OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_DOCS | OPTIONS_PACKET | OPTIONS_JSONL,
    .run = encode,
};
