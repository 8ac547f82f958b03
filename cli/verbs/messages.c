/* SPDX-License-Identifier: MIT */
#include "messages.h"

#include <inttypes.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "by_methods.h"
#include "message_hex.h"
#include "message_json.h"
#include "message_session.h"
#include "message_text.h"
#include "message_verdict.h"
#include "verb.h"

typedef struct messages {
    const options *opts;
    bool dumps;
    gdv_message_policy policy;
    scratch nodes;
    message_json room;
    message_text text;
    by_methods methods;
    message_session session;
    uint64_t accepted;
    uint64_t rejected;
    bool trouble;
} messages;

/* Holds a message to the methods of the schema. */
static void judge_by_methods(messages *now, gdv_peer_cache *cache, message_verdict *about)
{
    verdict *said = &about->schema;
    *said = (verdict){.report = {.struct_size = sizeof said->report}};
    by_methods_verdict(&now->methods, cache, message_session_is_servers(&now->session), &about->message, said);
    message_verdict_take_schema(about);
}

/* Follows a session: what was never announced is refused, as the methods of a schema refuse it. */
static void follow(gdv_peer_cache *cache, message_verdict *about)
{
    gdv_message_report said = {.struct_size = sizeof said, .code = GDV_E_RPC_CACHE_FULL, .argument = -1};
    const gdv_status status = cache != NULL ? gdv_peer_cache_take(cache, &about->message, &said) : GDV_E_RPC_CACHE_FULL;
    if (status != GDV_OK) {
        about->report = said;
        message_verdict_take(about);
    }
}

/* Holds a message to what its sender has announced. */
static void judge_in_session(messages *now, message_verdict *about)
{
    gdv_peer_cache *cache = message_session_cache(&now->session, &about->message);
    if (now->methods.asked && cache != NULL) {
        judge_by_methods(now, cache, about);
    } else {
        follow(cache, about);
    }
    if (now->session.out_of_memory) {
        complain("not enough memory");
    }
}

/* Returns false, having complained, where memory is missing. */
static bool judge(messages *now, const packet *one, message_verdict *about)
{
    if (!message_verdict_of(one, now->opts->protocol, &now->policy, &now->nodes, about)) {
        return false;
    }
    if ((now->methods.asked || now->opts->session) && about->report.code == GDV_OK) {
        judge_in_session(now, about);
    }
    return !now->session.out_of_memory;
}

/* What the session tells of an accepted message beside its bytes. */
static message_names names_of(const messages *now, const message_verdict *about)
{
    message_names names = {.node_path = message_session_path(&now->session, about->message.node)};
    if (now->methods.asked && about->report.code == GDV_OK && now->methods.match.packet != GDV_NONE) {
        names.method_name = gdv_schema_method_name(&now->methods.compiled.schema, now->methods.match.packet);
    }
    return names;
}

static void put_accepted(const message_verdict *about)
{
    out(gdv_command_name(about->message.command));
    if (about->message.inner != GDV_COMMAND_NONE) {
        out_format(" of %s", gdv_command_name(about->message.inner));
    }
    if (about->schema.schema.packet != NULL) {
        out_format(" %s", about->schema.schema.packet);
    }
}

static void put_line(const messages *now, const packet *one, const message_verdict *about)
{
    const bool ok = about->report.code == GDV_OK;
    if (ok && now->opts->quiet) {
        return;
    }
    out_coloured(ok ? COLOUR_GOOD : COLOUR_BAD, ok ? "ok" : "reject");
    out(" ");
    packet_print_name(one);
    out(": ");
    if (ok) {
        put_accepted(about);
    } else {
        message_verdict_print(about);
    }
    (void)out_line_end();
}

static bool put_object(messages *now, const packet *one, const message_verdict *about)
{
    const bool ok = about->report.code == GDV_OK;
    bool fine = true;
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", ok);
    message_verdict_json(about);
    if (now->methods.asked) {
        verdict_schema_json(&about->schema, now->dumps ? "method" : "packet");
    }
    if (!now->dumps) {
        message_verdict_extent_json(one, about);
    } else if (ok) {
        const message_names names = names_of(now, about);
        fine = message_json_put(&now->room, "packet", &about->message, now->policy.envelope, &names);
    } else {
        jsonl_null("packet");
    }
    jsonl_close('}');
    jsonl_line_end();
    return fine;
}

/* What is in a packet, in the form that was asked for. */
static bool put_content(messages *now, const packet *one, const message_verdict *about)
{
    const message_names names = names_of(now, about);
    bool fine = true;
    if (now->opts->format == FORMAT_TEXT) {
        if (options_many(now->opts)) {
            out("; ");
            packet_print_name(one);
            (void)out_line_end();
        }
        message_text_put(&now->text, &about->message, now->policy.envelope, &names);
    } else {
        fine = message_json_put(&now->room, NULL, &about->message, now->policy.envelope, &names);
        jsonl_line_end();
    }
    return fine;
}

/* All bytes of a packet, whatever the verdict. */
static void put_hex(const messages *now, const packet *one, const message_verdict *about)
{
    const size_t width = now->opts->width != 0 ? now->opts->width : stdout_columns();
    if (options_many(now->opts)) {
        packet_print_name(one);
        out(":");
        (void)out_line_end();
    }
    message_hex_put(one, &now->policy, now->opts->protocol, width > DUMP_WIDTH ? width : DUMP_WIDTH, about);
}

static void take_packet(void *state, const packet *one)
{
    messages *now = state;
    message_verdict about;
    if (!judge(now, one, &about)) {
        now->trouble = true;
        return;
    }
    const bool ok = about.report.code == GDV_OK;
    now->accepted += ok ? 1 : 0;
    now->rejected += ok ? 0 : 1;
    if (now->opts->format == FORMAT_HEX) {
        put_hex(now, one, &about);
    }
    if (now->opts->jsonl) {
        now->trouble = (!(ok && now->opts->quiet) && !put_object(now, one, &about)) || now->trouble;
    } else if (!now->dumps) {
        put_line(now, one, &about);
    } else if (ok && now->opts->format != FORMAT_HEX) {
        now->trouble = !put_content(now, one, &about) || now->trouble;
    } else if (!ok) {
        message_verdict_remark(one, &about);
    }
    if (!ok) {
        packet_refused(one);
    }
}

/* At a terminal the counts come unasked where there is something to count. */
static void summarise(const messages *now, bool all_read)
{
    const uint64_t packets = now->accepted + now->rejected;
    const bool unasked = stderr_is_terminal() && !now->opts->quiet && packets > 1 && !now->dumps;
    if (now->opts->summary || unasked) {
        remark("%" PRIu64 " %s: %" PRIu64 " ok, %" PRIu64 " rejected%s", packets, packets == 1 ? "packet" : "packets",
               now->accepted, now->rejected, all_read ? "" : "; not every input could be read");
    }
}

/* What the forms of a dump want to know. */
static void prepare_forms(messages *now)
{
    now->room.is_plain = now->opts->format == FORMAT_PLAIN;
    now->room.session = now->opts->session ? &now->session : NULL;
    now->text.session = now->room.session;
    now->text.form.dialect = gdv_protocol_dialect(now->opts->protocol);
    now->text.form.to = words_out();
    now->text.form.to.one_line = true;
}

static int run(const options *opts, bool dumps)
{
    static messages now; /* holds the containers that are open: too large for some stacks */
    now.opts = opts;
    now.dumps = dumps;
    now.session.opts = opts;
    prepare_forms(&now);
    options_message_policy(opts, &now.policy);
    if (!by_methods_begin(&now.methods, opts, &now.policy.values)) {
        by_methods_end(&now.methods);
        return STATUS_TROUBLE;
    }
    bool fine = packets_each(opts, now.policy.values.max_bytes, take_packet, &now) && !now.trouble;
    by_methods_end(&now.methods);
    scratch_free(&now.nodes);
    message_json_free(&now.room);
    message_session_free(&now.session);
    fine = out_finish() && fine;
    summarise(&now, fine);
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.rejected > 0 ? STATUS_REJECTED : STATUS_FINE;
}

int messages_check(const options *opts)
{
    return run(opts, false);
}

int messages_dump(const options *opts)
{
    return run(opts, true);
}
