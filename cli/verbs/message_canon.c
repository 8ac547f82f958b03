/* SPDX-License-Identifier: MIT */
/* gdv canon --protocol. */
#include "../io/jsonl.h"
#include "../io/say.h"
#include "message_rewrite.h"
#include "messages.h"
#include "packet_out.h"

typedef struct rewriting {
    const options *opts;
    gdv_message_policy policy;
    scratch nodes;
    message_rewrite room;
    packet_out to;
    bool some_rejected;
    bool trouble;
} rewriting;

/* An object for a packet, whatever the verdict; NULL for none that was made. */
static void put_object(const packet *one, const message_verdict *about, const uint8_t *made, size_t size)
{
    jsonl_open(NULL, '{');
    jsonl_text("file", one->file);
    jsonl_number("index", one->index);
    jsonl_bool("ok", made != NULL);
    message_verdict_json(about);
    if (made != NULL) {
        packet_out_member(made, size);
    } else {
        jsonl_null("hex");
    }
    jsonl_close('}');
    jsonl_line_end();
}

static void tell_rejected(rewriting *now, const packet *one, const message_verdict *about)
{
    now->some_rejected = true;
    if (now->opts->jsonl) {
        put_object(one, about, NULL, 0);
    } else {
        message_verdict_remark(one, about);
    }
    packet_refused(one);
}

static void rewrite_packet(void *state, const packet *one)
{
    rewriting *now = state;
    message_verdict about;
    size_t size = 0;
    if (now->trouble) {
        return;
    }
    now->trouble =
        !message_verdict_of(one, now->opts->protocol, &now->policy, &now->nodes, &about) ||
        (about.report.code == GDV_OK && !message_rewrite_packet(&now->room, one, &now->policy, &about, &size));
    if (now->trouble) {
        return;
    }
    if (about.report.code != GDV_OK) {
        tell_rejected(now, one, &about);
    } else if (now->opts->jsonl) {
        put_object(one, &about, now->room.made.bytes, size);
    } else {
        now->trouble = !packet_out_write(&now->to, one->file, one->index, NULL, now->room.made.bytes, size);
    }
}

int messages_canon(const options *opts)
{
    rewriting now = {.opts = opts};
    if (!packet_out_start(&now.to, opts)) {
        return STATUS_TROUBLE;
    }
    options_message_policy(opts, &now.policy);
    bool fine = packets_each(opts, now.policy.values.max_bytes, rewrite_packet, &now) && !now.trouble;
    scratch_free(&now.nodes);
    message_rewrite_free(&now.room);
    fine = out_finish() && fine;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.some_rejected ? STATUS_REJECTED : STATUS_FINE;
}
