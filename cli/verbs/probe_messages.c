/* SPDX-License-Identifier: MIT */
#include "probe_messages.h"

#include <inttypes.h>
#include <stdio.h>

#include "../io/jsonl.h"
#include "../io/say.h"

void probe_messages_begin(probe_messages *now, const options *opts)
{
    options_message_policy(opts, &now->policy);
    for (int protocol = 0; protocol < GDV_PROTOCOL_COUNT; protocol += 1) {
        for (int envelope = 0; envelope < GDV_ENVELOPE_COUNT; envelope += 1) {
            if (gdv_protocol_takes((gdv_protocol)protocol, (gdv_envelope)envelope)) {
                now->all[now->count] =
                    (probed_protocol){.protocol = (gdv_protocol)protocol, .envelope = (gdv_envelope)envelope};
                now->count += 1;
            }
        }
    }
}

/* --- trying */

/* Takes down the first refusal, which is told of the side that is the likelier one: a client. */
static void take_refusal(probed_protocol *here, const packet *one, const message_verdict *about)
{
    if (here->refused) {
        return;
    }
    here->refused = true;
    message_verdict_format(about, here->why, sizeof here->why);
    if (one->framed) {
        (void)snprintf(here->where, sizeof here->where, "%.64s#%" PRIu64, one->file, one->index);
    } else {
        (void)snprintf(here->where, sizeof here->where, "%.90s", one->file);
    }
}

static bool try_direction(probe_messages *now, probed_protocol *here, const packet *one, gdv_direction direction)
{
    message_verdict about;
    gdv_message_policy policy = now->policy;
    policy.envelope = here->envelope;
    policy.direction = direction;
    if (!message_verdict_of(one, here->protocol, &policy, &now->nodes, &about)) {
        return false;
    }
    if (about.report.code == GDV_OK) {
        here->accepted[direction] += 1;
        here->by_command[direction][about.message.command] += 1;
    } else {
        take_refusal(here, one, &about);
    }
    return true;
}

bool probe_messages_take(probe_messages *now, const packet *one)
{
    bool fine = true;
    now->packets += 1;
    for (size_t index = 0; fine && index < now->count; index += 1) {
        fine = try_direction(now, &now->all[index], one, GDV_DIRECTION_C2S) &&
               try_direction(now, &now->all[index], one, GDV_DIRECTION_S2C);
    }
    return fine;
}

/* --- telling */

/* The side from which all were accepted, a client first; GDV_DIRECTION_COUNT where from neither. */
static gdv_direction side_of(const probe_messages *now, const probed_protocol *here)
{
    return here->accepted[GDV_DIRECTION_C2S] == now->packets   ? GDV_DIRECTION_C2S
           : here->accepted[GDV_DIRECTION_S2C] == now->packets ? GDV_DIRECTION_S2C
                                                               : GDV_DIRECTION_COUNT;
}

/* How many of those accepted are what nearly any bytes can be: of the game's own after the command, or a number
 * alone. */
static uint64_t weak_of(const probed_protocol *here, gdv_direction side)
{
    const uint64_t *counts = here->by_command[side];
    return counts[GDV_COMMAND_RAW] + counts[GDV_COMMAND_ADD_PEER] + counts[GDV_COMMAND_REMOVE_PEER] +
           counts[GDV_COMMAND_YOUR_ID];
}

/* Whether all are accepted, and that says something. */
static bool says_something(const probe_messages *now, const probed_protocol *here)
{
    const gdv_direction side = side_of(now, here);
    return side != GDV_DIRECTION_COUNT && weak_of(here, side) < now->packets;
}

bool probe_messages_found(const probe_messages *now)
{
    bool found = false;
    for (size_t index = 0; !found && index < now->count; index += 1) {
        found = says_something(now, &now->all[index]);
    }
    return found;
}

static const char *name_of(gdv_direction side)
{
    return side == GDV_DIRECTION_C2S ? "c2s" : "s2c";
}

static void print_commands(const probed_protocol *here, gdv_direction side)
{
    bool follows = false;
    for (int command = 0; command < GDV_COMMAND_COUNT; command += 1) {
        const uint64_t count = here->by_command[side][command];
        if (count > 0) {
            out_format("%s%s %" PRIu64, follows ? ", " : "", gdv_command_name((gdv_command)command), count);
            follows = true;
        }
    }
}

static void print_one(const probe_messages *now, const probed_protocol *here)
{
    const gdv_direction side = side_of(now, here);
    const bool ok = side != GDV_DIRECTION_COUNT;
    out_format("%-11s  %-9s  ", gdv_protocol_name(here->protocol), gdv_envelope_name(here->envelope));
    out_coloured(ok ? COLOUR_GOOD : COLOUR_BAD, ok ? name_of(side) : "rejected");
    if (ok) {
        out("  ");
        print_commands(here, side);
    } else {
        out(" (");
        out_shown(here->where);
        out(": ");
        out_shown(here->why);
        out(")");
    }
    (void)out_line_end();
}

void probe_messages_print(const probe_messages *now, bool every)
{
    if (!every && !probe_messages_found(now)) {
        return;
    }
    out_format("as packets of the multiplayer layer, all %" PRIu64 ": protocol, envelope, from whom\n", now->packets);
    for (size_t index = 0; index < now->count; index += 1) {
        if (every || says_something(now, &now->all[index])) {
            print_one(now, &now->all[index]);
        }
    }
}

static void put_object(const probe_messages *now, const probed_protocol *here)
{
    const gdv_direction side = side_of(now, here);
    const bool ok = side != GDV_DIRECTION_COUNT;
    jsonl_open(NULL, '{');
    jsonl_text("protocol", gdv_protocol_name(here->protocol));
    jsonl_text("envelope", gdv_envelope_name(here->envelope));
    jsonl_bool("ok", ok);
    if (ok) {
        jsonl_text("direction", name_of(side));
    } else {
        jsonl_null("direction");
    }
    jsonl_open("commands", '{');
    for (int command = 0; ok && command < GDV_COMMAND_COUNT; command += 1) {
        if (here->by_command[side][command] > 0) {
            jsonl_number(gdv_command_name((gdv_command)command), here->by_command[side][command]);
        }
    }
    jsonl_close('}');
    jsonl_text("message", ok ? "accepted" : here->why);
    jsonl_close('}');
}

void probe_messages_json(const probe_messages *now, bool every)
{
    if (!every && !probe_messages_found(now)) {
        return;
    }
    jsonl_open(NULL, '{');
    jsonl_number("packets", now->packets);
    jsonl_bool("ok", probe_messages_found(now));
    jsonl_open("protocols", '[');
    for (size_t index = 0; index < now->count; index += 1) {
        if (every || says_something(now, &now->all[index])) {
            put_object(now, &now->all[index]);
        }
    }
    jsonl_close(']');
    jsonl_close('}');
    jsonl_line_end();
}

void probe_messages_free(probe_messages *freed)
{
    scratch_free(&freed->nodes);
}
