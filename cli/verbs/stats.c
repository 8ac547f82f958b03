/* SPDX-License-Identifier: MIT */
/* gdv stats: what many packets have in common, and which limits they need. Numbers are exact; memory does not
 * depend on how many packets there are, but for what tally.h says. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "../notation/notation.h"
#include "message_verdict.h"
#include "packets.h"
#include "tally.h"
#include "value_events.h"
#include "verb.h"
#include "verdict.h"

/* The first five in the order of limit_kind: their largest is what the limit has to be. */
typedef enum measure {
    MEASURE_BYTES,
    MEASURE_DEPTH,
    MEASURE_VALUES,
    MEASURE_WIDEST,
    MEASURE_LONGEST,
    MEASURE_ELEMENTS,
    MEASURE_TEXT,
    MEASURES
} measure;

static const struct {
    const char *key; /* of JSON */
    const char *name;
} measures[MEASURES] = {
    [MEASURE_BYTES] = {"bytes", "bytes of a packet"},
    [MEASURE_DEPTH] = {"depth", "depth of a packet"},
    [MEASURE_VALUES] = {"values", "values of a packet"},
    [MEASURE_WIDEST] = {"widest", "elements of its largest container"},
    [MEASURE_LONGEST] = {"longest", "bytes of its longest text"},
    [MEASURE_ELEMENTS] = {"elements", "elements of any container"},
    [MEASURE_TEXT] = {"text", "bytes of any text"},
};

static const struct {
    const char *name;
    unsigned percent;
} columns[] = {{"min", 0}, {"p50", 50}, {"p90", 90}, {"p99", 99}, {"max", 100}};

#define COLUMNS (sizeof columns / sizeof columns[0])

static const gdv_status codes[] = {
#define CODE_OF(name, number, sentence) GDV_E_##name,
    GDV_STATUS_LIST(CODE_OF)};

#define CODES (sizeof codes / sizeof codes[0])

/* What a message has, as gdv_stats is of a Variant. */
typedef struct message_stats {
    uint64_t deepest;
    uint64_t values;
    uint64_t widest;
    uint64_t longest;
} message_stats;

typedef struct gathering {
    const options *opts;
    gdv_dialect dialect;
    gdv_policy policy;
    gdv_message_policy messages; /* with --protocol */
    scratch keys;
    value_events walk;
    message_stats of_message;
    uint64_t by_command[GDV_COMMAND_COUNT];
    uint64_t by_inner[GDV_COMMAND_COUNT]; /* those in a RELAY */
    uint64_t packets;
    uint64_t rejected;
    uint64_t limited; /* rejected for a limit */
    uint64_t by_code[CODES];
    uint64_t by_type[GDV_TYPE_COUNT];
    tally by_measure[MEASURES];
    uint64_t last[MEASURES]; /* the largest number that was added since it was 0 */
    bool trouble;
} gathering;

/* --- gathering */

static void add(gathering *now, measure of, uint64_t number)
{
    now->last[of] = number > now->last[of] ? number : now->last[of];
    if (!now->trouble && !tally_add(&now->by_measure[of], number)) {
        complain("not enough memory to count: %zu different numbers of %s", now->by_measure[of].used,
                 measures[of].name);
        now->trouble = true;
    }
}

/* A text with its closing NUL, where the limit counts that: in arrays of strings. */
static void add_strings(gathering *now, gdv_value value, uint64_t closing)
{
    gdv_strings strings;
    gdv_text text;
    if (gdv_strings_begin(value, &strings) == GDV_OK) {
        while (gdv_strings_next(&strings, &text)) {
            add(now, MEASURE_TEXT, text.size + closing);
        }
    }
}

/* Names of classes and scripts. */
static void add_names(gathering *now, gdv_value value)
{
    gdv_text name;
    gdv_element element;
    if (gdv_class_of(value, &name) == GDV_OK) {
        add(now, MEASURE_TEXT, name.size);
    }
    if (gdv_element_of(value, &element) == GDV_OK && element.name.size > 0) {
        add(now, MEASURE_TEXT, element.name.size);
    }
    if (gdv_value_element_of(value, &element) == GDV_OK && element.name.size > 0) {
        add(now, MEASURE_TEXT, element.name.size);
    }
}

static void add_leaf(gathering *now, gdv_value value)
{
    gdv_type type = gdv_type_of(value);
    gdv_signal signal;
    switch (type) {
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        add(now, MEASURE_TEXT, gdv_count(value));
        return;
    case GDV_TYPE_SIGNAL:
        if (gdv_to_signal(value, &signal) == GDV_OK) {
            add(now, MEASURE_TEXT, signal.name.size);
        }
        return;
    case GDV_TYPE_NODE_PATH:
        add(now, MEASURE_ELEMENTS, gdv_count(value));
        add_strings(now, value, 0);
        return;
    case GDV_TYPE_PACKED_STRING_ARRAY:
        add(now, MEASURE_ELEMENTS, gdv_count(value));
        add_strings(now, value, 1);
        return;
    default:
        break;
    }
    if (type >= GDV_TYPE_PACKED_BYTE_ARRAY && type <= GDV_TYPE_PACKED_VECTOR4I_ARRAY) {
        add(now, MEASURE_ELEMENTS, gdv_count(value));
    }
    add_names(now, value);
}

static void add_event(gathering *now, const gdv_event *event)
{
    switch (event->kind) {
    case GDV_EVENT_VALUE:
        now->by_type[gdv_type_of(event->value)] += 1;
        add_leaf(now, event->value);
        break;
    case GDV_EVENT_BEGIN:
        now->by_type[gdv_type_of(event->value)] += 1;
        add(now, MEASURE_ELEMENTS, gdv_count(event->value));
        add_names(now, event->value);
        break;
    case GDV_EVENT_NAME:
        add(now, MEASURE_TEXT, gdv_count(event->value));
        break;
    default:
        break;
    }
}

/* Duplicate keys have been looked for: they are not again. */
static void add_values(gathering *now, const packet *one)
{
    static gdv_reader reader;
    gdv_policy again = now->policy;
    gdv_event event = {.kind = GDV_EVENT_VALUE};

    again.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    gdv_status status = gdv_reader_init(&reader, one->bytes, one->size, now->dialect, &again, NULL, 0);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE && !now->trouble) {
        status = gdv_reader_next(&reader, &event);
        if (status == GDV_OK) {
            add_event(now, &event);
        }
    }
    if (status != GDV_OK) {
        complain("%s: reading it came to another verdict than checking it: please report this", one->file);
        now->trouble = true;
    }
}

static void count_code(gathering *now, gdv_status code)
{
    for (size_t index = 0; index < CODES; index += 1) {
        now->by_code[index] += codes[index] == code ? 1 : 0;
    }
    now->rejected += code == GDV_OK ? 0 : 1;
    now->limited += code >= GDV_E_LIMIT_BYTES && code <= GDV_E_LIMIT_FRAME ? 1 : 0;
}

/* --- messages */

static uint64_t larger(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

/* The largest of a measure that counts all containers, or all texts, of a packet: what was added last is the last
 * of it. */
static void add_message_event(gathering *now, const gdv_event *event)
{
    message_stats *of = &now->of_message;
    now->last[MEASURE_ELEMENTS] = 0;
    now->last[MEASURE_TEXT] = 0;
    add_event(now, event);
    of->values += event->kind == GDV_EVENT_VALUE || event->kind == GDV_EVENT_BEGIN ? 1 : 0;
    of->deepest = event->kind != GDV_EVENT_END ? larger(of->deepest, event->depth) : of->deepest;
    of->widest = larger(of->widest, now->last[MEASURE_ELEMENTS]);
    of->longest = larger(of->longest, now->last[MEASURE_TEXT]);
}

static void add_message_values(gathering *now, const gdv_message *message)
{
    gdv_iterator each;
    gdv_iterate_values(&message->document, &each);
    while (!now->trouble && gdv_iterate_next(&each)) {
        gdv_event event = {.kind = GDV_EVENT_VALUE};
        value_events_start(&now->walk, each.value);
        while (event.kind != GDV_EVENT_DONE && !now->trouble) {
            value_events_next(&now->walk, &event);
            if (event.kind != GDV_EVENT_DONE) {
                add_message_event(now, &event);
            }
        }
    }
}

static void add_message(gathering *now, const packet *one, const gdv_message *message)
{
    const message_stats *of = &now->of_message;
    now->of_message = (message_stats){.deepest = 0};
    now->by_command[message->command] += 1;
    now->by_inner[message->inner] += message->inner != GDV_COMMAND_NONE ? 1 : 0;
    add_message_values(now, message);
    add(now, MEASURE_BYTES, one->size);
    add(now, MEASURE_DEPTH, of->deepest);
    add(now, MEASURE_VALUES, of->values);
    add(now, MEASURE_WIDEST, of->widest);
    add(now, MEASURE_LONGEST, of->longest);
}

static void gather_message(void *state, const packet *one)
{
    gathering *now = state;
    message_verdict about;
    if (now->trouble || !message_verdict_of(one, now->opts->protocol, &now->messages, &now->keys, &about)) {
        now->trouble = true;
        return;
    }
    now->packets += 1;
    count_code(now, about.report.code);
    if (about.report.code == GDV_OK) {
        add_message(now, one, &about.message);
    } else {
        packet_refused(one);
    }
}

/* --- packets of a dialect */

static void gather_packet(void *state, const packet *one)
{
    gathering *now = state;
    verdict about;

    if (now->trouble || !verdict_of(one, now->dialect, &now->policy, &now->keys, &about)) {
        now->trouble = true;
        return;
    }
    now->packets += 1;
    count_code(now, about.report.code);
    if (about.report.code == GDV_OK) {
        add(now, MEASURE_BYTES, one->size);
        add(now, MEASURE_DEPTH, about.stats.deepest);
        add(now, MEASURE_VALUES, about.stats.values);
        add(now, MEASURE_WIDEST, about.stats.widest);
        add(now, MEASURE_LONGEST, about.stats.longest);
        add_values(now, one);
    } else {
        packet_refused(one);
    }
}

/* Sorts in what each tally holds back. */
static bool settle(gathering *now)
{
    bool fine = true;
    for (size_t index = 0; index < MEASURES; index += 1) {
        fine = tally_settle(&now->by_measure[index]) && fine;
    }
    if (!fine) {
        complain("not enough memory to count");
    }
    return fine;
}

/* --- printing */

static uint64_t largest(const gathering *now, measure of)
{
    return tally_percentile(&now->by_measure[of], 100);
}

static void print_codes(const gathering *now)
{
    out_format("%" PRIu64 " packet%s: %" PRIu64 " ok, %" PRIu64 " rejected\n", now->packets,
               now->packets == 1 ? "" : "s", now->packets - now->rejected, now->rejected);
    for (size_t index = 0; index < CODES; index += 1) {
        if (now->by_code[index] > 0 && codes[index] != GDV_OK) {
            out_format("  %-18s %10" PRIu64 "\n", gdv_status_name(codes[index]), now->by_code[index]);
        }
    }
}

static void print_command(const char *of, const uint64_t counts[GDV_COMMAND_COUNT])
{
    for (int command = 0; command < GDV_COMMAND_COUNT; command += 1) {
        if (counts[command] > 0) {
            out_format("  %s%-*s %10" PRIu64 "\n", of, (int)(20 - strlen(of)), gdv_command_name((gdv_command)command),
                       counts[command]);
        }
    }
}

static void print_commands(const gathering *now)
{
    if (now->opts->has_protocol) {
        out("\npackets by command\n");
        print_command("", now->by_command);
        print_command("RELAY of ", now->by_inner);
    }
}

static void print_measures(const gathering *now)
{
    out_format("\n%-33s ", "of those that are ok");
    for (size_t column = 0; column < COLUMNS; column += 1) {
        out_format(" %8s", columns[column].name);
    }
    (void)out_line_end();
    for (size_t index = 0; index < MEASURES; index += 1) {
        const tally *all = &now->by_measure[index];
        out_format("%-33s ", measures[index].name);
        for (size_t column = 0; column < COLUMNS; column += 1) {
            if (all->count > 0) {
                out_format(" %8" PRIu64, tally_percentile(all, columns[column].percent));
            } else {
                out_format(" %8s", "-");
            }
        }
        (void)out_line_end();
    }
}

/* The type that comes after `last` where the most frequent is first; GDV_TYPE_COUNT where none is left. */
static gdv_type next_type(const gathering *now, gdv_type last)
{
    gdv_type next = GDV_TYPE_COUNT;
    for (int index = 0; index < GDV_TYPE_COUNT; index += 1) {
        uint64_t count = now->by_type[index];
        bool after =
            last == GDV_TYPE_COUNT || count < now->by_type[last] || (count == now->by_type[last] && index > (int)last);
        if (count > 0 && after && (next == GDV_TYPE_COUNT || count > now->by_type[next])) {
            next = (gdv_type)index;
        }
    }
    return next;
}

static void print_types(const gathering *now)
{
    out("\nvalues by type\n");
    for (gdv_type type = next_type(now, GDV_TYPE_COUNT); type != GDV_TYPE_COUNT; type = next_type(now, type)) {
        out_format("  %-20s %10" PRIu64 "\n", notation_name(now->dialect, type), now->by_type[type]);
    }
}

static void print_limits(const gathering *now)
{
    out("\nthe lowest limits that let all of these pass\n ");
    for (int kind = 0; kind < LIMIT_KINDS; kind += 1) {
        out_format(" %s %" PRIu64, options_limit_name((limit_kind)kind), largest(now, (measure)kind));
    }
    (void)out_line_end();
}

static void print_text(const gathering *now)
{
    print_codes(now);
    if (now->limited > 0) {
        out_format("  (%" PRIu64 " over a limit: to count %s, raise it, or use --policy engine)\n", now->limited,
                   now->limited == 1 ? "that one" : "them");
    }
    if (now->rejected < now->packets) {
        print_commands(now);
        print_measures(now);
        print_types(now);
        print_limits(now);
    }
}

static void put_commands(const char *key, const uint64_t counts[GDV_COMMAND_COUNT])
{
    jsonl_open(key, '{');
    for (int command = 0; command < GDV_COMMAND_COUNT; command += 1) {
        if (counts[command] > 0) {
            jsonl_number(gdv_command_name((gdv_command)command), counts[command]);
        }
    }
    jsonl_close('}');
}

static void print_object(const gathering *now)
{
    jsonl_open(NULL, '{');
    jsonl_number("packets", now->packets);
    jsonl_number("ok", now->packets - now->rejected);
    jsonl_number("rejected", now->rejected);
    jsonl_open("codes", '{');
    for (size_t index = 0; index < CODES; index += 1) {
        if (now->by_code[index] > 0) {
            jsonl_number(gdv_status_name(codes[index]), now->by_code[index]);
        }
    }
    jsonl_close('}');
    if (now->opts->has_protocol) {
        put_commands("commands", now->by_command);
        put_commands("relayed", now->by_inner);
    }
    for (size_t index = 0; index < MEASURES; index += 1) {
        const tally *all = &now->by_measure[index];
        jsonl_open(measures[index].key, '{');
        jsonl_number("count", all->count);
        for (size_t column = 0; column < COLUMNS; column += 1) {
            if (all->count > 0) {
                jsonl_number(columns[column].name, tally_percentile(all, columns[column].percent));
            } else {
                jsonl_null(columns[column].name);
            }
        }
        jsonl_close('}');
    }
    jsonl_open("types", '{');
    for (gdv_type type = next_type(now, GDV_TYPE_COUNT); type != GDV_TYPE_COUNT; type = next_type(now, type)) {
        jsonl_number(gdv_type_name(type), now->by_type[type]);
    }
    jsonl_close('}');
    jsonl_open("limits", '{');
    for (int kind = 0; kind < LIMIT_KINDS; kind += 1) {
        const char *name = options_limit_name((limit_kind)kind) + 2; /* without its dashes */
        if (now->rejected < now->packets) {
            jsonl_number(name, largest(now, (measure)kind));
        } else {
            jsonl_null(name);
        }
    }
    jsonl_close('}');
    jsonl_close('}');
    jsonl_line_end();
}

static int stats(const options *opts)
{
    static gathering now; /* holds what waits to be counted: too large for some stacks */

    now.opts = opts;
    if (!opts->has_protocol && !options_need_dialect(opts)) {
        return STATUS_TROUBLE;
    }
    now.dialect = opts->has_protocol ? gdv_protocol_dialect(opts->protocol) : opts->dialect;
    options_policy(opts, opts->preset, &now.policy);
    options_message_policy(opts, &now.messages);
    packet_handler *gather = opts->has_protocol ? gather_message : gather_packet;
    bool fine = packets_each(opts, now.policy.max_bytes, gather, &now) && !now.trouble;
    if (!now.trouble && settle(&now)) {
        progress_end();
        if (opts->jsonl) {
            print_object(&now);
        } else {
            print_text(&now);
        }
    } else {
        fine = false;
    }
    scratch_free(&now.keys);
    for (size_t index = 0; index < MEASURES; index += 1) {
        tally_free(&now.by_measure[index]);
    }
    fine = out_finish() && fine;
    if (!fine) {
        return STATUS_TROUBLE;
    }
    return now.rejected > 0 ? STATUS_REJECTED : STATUS_FINE;
}

const verb verb_stats = {
    .name = "stats",
    .operands = "--dialect D | --protocol P [OPTION..] [FILE..]",
    .summary = "how large are the packets, and which limits do they need?",
    .about = "Counts over all packets: how many are ok or rejected, by code; of those that are\n"
             "ok the least, the largest and percentiles of their bytes, depth, values,\n"
             "elements and texts; their values by type. Closes with the lowest limits that let\n"
             "all of them pass, as options of the other verbs. Set them with some room: what a\n"
             "stranger sends beyond the packets of honest players is refused by them.\n"
             "\n"
             "Packets over the limits of the policy are rejected here too: --policy engine has\n"
             "nearly none, and --permit lets pass what else the game sends.\n"
             "\n"
             "With --protocol packets are of the multiplayer layer: how many there are of each\n"
             "command, too, and the values are those of all arguments and records of a packet.\n"
             "With --jsonl that is in commands, and in relayed of those that a RELAY holds.\n"
             "\n"
             "Percentiles are exact: p90 is the least number that nine tenths of all are no\n"
             "larger than. Memory grows with the square root of the input, by 22 megabytes for\n"
             "a terabyte and measure, at worst; input without an end needs --frames and some\n"
             "way to end it.\n"
             "\n"
             "With --jsonl one object has the keys packets, ok, rejected, codes; bytes, depth,\n"
             "values, widest, longest (of each packet), elements, text (of all of them), each\n"
             "with count, min, p50, p90, p99 and max, null where there is none; types, limits.\n"
             "\n"
             "Exit status: 0 all packets are valid, 1 some packet was rejected, 2 wrong usage\n"
             "or something could not be read or written.\n",
    .examples = "  gdv stats --dialect godot4 --policy engine saves/*.bin\n"
                "  gdv stats --dialect godot3 --frames capture.bin\n"
                "  gdv stats --protocol godot4.3 --lines session.hex\n"
                "  gdv stats --dialect godot4 --frames --jsonl day.bin | jq .limits\n",
    .takes = OPTIONS_MESSAGES | OPTIONS_DIALECT | OPTIONS_PROTOCOL | OPTIONS_ENCODING | OPTIONS_POLICY |
             OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_INPUT | OPTIONS_JSONL,
    .run = stats,
};
