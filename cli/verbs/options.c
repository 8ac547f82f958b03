/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "../io/number.h"
#include "../io/say.h"
#include "choices.h"
#include "permits.h"

typedef enum option_id {
    OPTION_DIALECT,
    OPTION_ENCODING,
    OPTION_VALUES,
    OPTION_PROTOCOL,
    OPTION_ENVELOPE,
    OPTION_DIRECTION,
    OPTION_PEER,
    OPTION_COMMANDS,
    OPTION_SESSION,
    OPTION_METHODS,
    OPTION_POLICY,
    OPTION_PERMIT,
    OPTION_FORBID,
    OPTION_MAX_BYTES, /* these five in the order of limit_kind */
    OPTION_MAX_DEPTH,
    OPTION_MAX_VALUES,
    OPTION_MAX_ELEMENTS,
    OPTION_MAX_STRING,
    OPTION_MAX_JSON,
    OPTION_HEX,
    OPTION_BASE64,
    OPTION_FRAMES,
    OPTION_LINES,
    OPTION_FRAMES_OUT,
    OPTION_FRAMES_BOTH,
    OPTION_BIG_ENDIAN,
    OPTION_DUMP_FORMAT,
    OPTION_PACKET_FORMAT,
    OPTION_VALUE_FORMAT,
    OPTION_PLAIN,
    OPTION_RAW,
    OPTION_TEXT,
    OPTION_SCHEMA,
    OPTION_EXPLAIN,
    OPTION_INFER,
    OPTION_DIFF,
    OPTION_SAMPLE,
    OPTION_SEED,
    OPTION_BREAK,
    OPTION_INTO,
    OPTION_C,
    OPTION_OUT,
    OPTION_PREFIX,
    OPTION_FROM_GD,
    OPTION_RPC,
    OPTION_ORDER,
    OPTION_WIDTH,
    OPTION_JSONL,
    OPTION_QUIET,
    OPTION_SUMMARY,
    OPTION_EVERY,
    OPTION_ASK_HELP,
    OPTION_COUNT
} option_id;

typedef struct option_row {
    const char *name;
    const char *value; /* what the help calls its value; NULL for a flag */
    uint32_t group;    /* 0: every verb has it */
    const char *help;  /* lines of at most 54 columns */
} option_row;

static const option_row rows[OPTION_COUNT] = {
    [OPTION_DIALECT] = {"--dialect", "D", OPTIONS_DIALECT, "the engine that is to read the packets; see below"},
    [OPTION_ENCODING] = {"--encoding", "E", OPTIONS_ENCODING,
                         "plain (default): as var_to_bytes writes values\n"
                         "compressed: as Godot 4's packets hold arguments; an\n"
                         "outermost bool or int takes 1 to 9 bytes"},
    [OPTION_VALUES] = {"--values", NULL, OPTIONS_VALUES,
                       "a packet is any number of values in a row, each where\n"
                       "the one before it ends; limits are of all together"},
    [OPTION_PROTOCOL] = {"--protocol", "P", OPTIONS_PROTOCOL,
                         "instead of a dialect: packets of the multiplayer layer\n"
                         "godot3: of Godot 3.2 to 3.6\n"
                         "pandemonium: of Pandemonium\n"
                         "godot4.0: of Godot 4.0 to 4.2\n"
                         "godot4.3: of Godot 4.3\n"
                         "godot4.4: of Godot 4.4 and later"},
    [OPTION_ENVELOPE] = {"--envelope", "E", OPTIONS_PROTOCOL,
                         "what is around them\n"
                         "none (default): nothing, as in Godot 4\n"
                         "enet3: that of ENet, of Godot 3 and Pandemonium\n"
                         "enet3-sys: that of ENet's system channel\n"
                         "ws3: that of WebSocket, of Godot 3 and Pandemonium\n"
                         "ws4-id: a WebSocket server's first message, of Godot 4"},
    [OPTION_DIRECTION] = {"--direction", "WAY", OPTIONS_PROTOCOL,
                          "c2s (default): to a server\n"
                          "s2c: from one"},
    [OPTION_PEER] = {"--peer", "ID", OPTIONS_PROTOCOL,
                     "the connection's id, which an envelope must name and\n"
                     "\":peer\" in a schema's paths stands for"},
    [OPTION_SESSION] = {"--session", NULL, OPTIONS_SESSION,
                        "with --protocol: the packets are those of one\n"
                        "connection, one way, in their order; paths are shown\n"
                        "for the ids that their sender has announced, and what\n"
                        "it has not is refused"},
    [OPTION_METHODS] = {"--schema", "FILE", OPTIONS_SESSION,
                        "with --session: each call must be one that the methods\n"
                        "in it take, whose names are shown"},
    [OPTION_COMMANDS] = {"--commands", "C,..", OPTIONS_SCHEMA | OPTIONS_SESSION,
                         "what passes a schema's methods beside calls and paths,\n"
                         "unseen: raw, relay, spawn, despawn, sync, auth"},
    [OPTION_POLICY] = {"--policy", "P", OPTIONS_POLICY,
                       "strict (default): canonical encodings of plain data\n"
                       "engine: all that the engine's own decoder accepts\n"
                       "and that stays inside the packet"},
    [OPTION_PERMIT] = {"--permit", "BIT,..", OPTIONS_PERMIT, "let pass what the policy refuses; see below"},
    [OPTION_FORBID] = {"--forbid", "BIT,..", OPTIONS_PERMIT, "refuse what the policy permits"},
    [OPTION_MAX_BYTES] = {"--max-bytes", "N", OPTIONS_LIMITS, "of a packet; 64K, 8M and 1G are understood"},
    [OPTION_MAX_DEPTH] = {"--max-depth", "N", OPTIONS_LIMITS, "of nesting; the outermost value has 0"},
    [OPTION_MAX_VALUES] = {"--max-values", "N", OPTIONS_LIMITS, "in a packet"},
    [OPTION_MAX_ELEMENTS] = {"--max-elements", "N", OPTIONS_LIMITS, "of one array, pairs of one dictionary"},
    [OPTION_MAX_STRING] = {"--max-string", "N", OPTIONS_LIMITS, "bytes of one text"},
    [OPTION_MAX_JSON] = {"--max-json", "N", OPTIONS_DOCS,
                         "bytes of one JSON document; 16M if not given, each\n"
                         "of which may take 34 bytes of memory"},
    [OPTION_HEX] = {"--hex", NULL, OPTIONS_INPUT | OPTIONS_OF_SCHEMA,
                    "input is text: hex digits with white space, commas\n"
                    "and 0x; aa:bb:cc; a dump with offsets of xxd,\n"
                    "hexdump -C, od -t x1, Wireshark, tcpdump -x; a list\n"
                    "[1, 2, ..] or array {0x01, ..}; b'\\x01..' and\n"
                    "\"\\x01..\" of Python and C"},
    [OPTION_BASE64] = {"--base64", NULL, OPTIONS_INPUT | OPTIONS_OF_SCHEMA,
                       "input is base64 text, standard or URL alphabet"},
    [OPTION_FRAMES] = {"--frames", NULL, OPTIONS_INPUT,
                       "input is a stream of packets, each after its\n"
                       "length as a 32-bit number, as store_var and\n"
                       "StreamPeer.put_var write them"},
    [OPTION_LINES] = {"--lines", NULL, OPTIONS_INPUT | OPTIONS_OF_SCHEMA,
                      "each line of text is a packet, by --hex (if not\n"
                      "given) or --base64; blank lines are passed over"},
    [OPTION_FRAMES_OUT] = {"--frames", NULL, OPTIONS_DOCS,
                           "output is a stream of packets, each after its\n"
                           "length as a 32-bit number, as get_var and\n"
                           "StreamPeer.get_var read them"},
    [OPTION_FRAMES_BOTH] = {"--frames", NULL, OPTIONS_OF_SCHEMA,
                            "input of --infer and output of --sample are streams of\n"
                            "packets, each after its length as a 32-bit number"},
    [OPTION_BIG_ENDIAN] = {"--big-endian", NULL, OPTIONS_INPUT | OPTIONS_DOCS | OPTIONS_OF_SCHEMA,
                           "those lengths are big-endian"},
    [OPTION_DUMP_FORMAT] = {"--format", "F", OPTIONS_DUMP,
                            "text (default): the engine's own var2str notation\n"
                            "json: typed JSON, a line for each packet\n"
                            "plain: JSON that jq likes, which loses types\n"
                            "hex: the bytes, and what each of them means"},
    [OPTION_PACKET_FORMAT] = {"--format", "F", OPTIONS_PACKET,
                              "raw (default): the bytes themselves\n"
                              "hex: a line of hex digits for each packet"},
    [OPTION_VALUE_FORMAT] = {"--format", "F", OPTIONS_VALUE,
                             "text (default): the engine's own var2str notation\n"
                             "json: typed JSON\n"
                             "plain: JSON that jq likes, which loses types"},
    [OPTION_PLAIN] = {"--plain", NULL, OPTIONS_DUMP | OPTIONS_VALUE, "the same as --format=plain"},
    [OPTION_ORDER] = {"--order", NULL, OPTIONS_ORDER, "mind the order of the keys of dictionaries"},
    [OPTION_TEXT] = {"--text", NULL, OPTIONS_DOCS,
                     "input is Godot's own notation, as gdv dump and\n"
                     "var2str print it, instead of typed JSON"},
    [OPTION_SCHEMA] = {"--schema", "FILE", OPTIONS_SCHEMA, "each packet must be one of those that it declares"},
    [OPTION_EXPLAIN] = {"--explain", NULL, OPTIONS_OF_SCHEMA, "print it in one spelling, and how large packets are"},
    [OPTION_INFER] = {"--infer", NULL, OPTIONS_OF_SCHEMA, "the files are packets: draft a schema of them"},
    [OPTION_DIFF] = {"--diff", NULL, OPTIONS_OF_SCHEMA, "does the second schema accept all that the first does?"},
    [OPTION_SAMPLE] = {"--sample", "N", OPTIONS_OF_SCHEMA, "write so many random packets that the schema admits"},
    [OPTION_SEED] = {"--seed", "N", OPTIONS_OF_SCHEMA, "another seed, other packets; 1 if not given"},
    [OPTION_BREAK] = {"--break", NULL, OPTIONS_OF_SCHEMA,
                      "packets that miss the schema by one rule instead;\n"
                      "standard error, or the object, says which"},
    [OPTION_INTO] = {"--into", "FOLDER", OPTIONS_OF_SCHEMA, "a file for each there, such as 0007-move-below.bin"},
    [OPTION_C] = {"--c", NULL, OPTIONS_OF_SCHEMA,
                  "write a header and a source of C: the schema, and of\n"
                  "each packet a struct and the functions to read and\n"
                  "write it"},
    [OPTION_OUT] = {"--out", "BASE", OPTIONS_OF_SCHEMA, "into BASE.h and BASE.c; FILE without .gdvs if not given"},
    [OPTION_PREFIX] = {"--prefix", "NAME", OPTIONS_OF_SCHEMA, "NAME_ before each name that they declare"},
    [OPTION_FROM_GD] = {"--from-gd", NULL, OPTIONS_OF_SCHEMA, "the files are GDScript: draft a schema from them"},
    [OPTION_RPC] = {"--rpc", NULL, OPTIONS_OF_SCHEMA,
                    "with --from-gd: remote methods as rpc() calls them,\n"
                    "instead of packets that are arrays"},
    [OPTION_RAW] = {"--raw", NULL, OPTIONS_PATH, "a text as it is, without quotes and escapes"},
    [OPTION_WIDTH] = {"--width", "N", OPTIONS_DUMP, "columns of --format=hex; the terminal's, or 80"},
    [OPTION_JSONL] = {"--jsonl", NULL, OPTIONS_JSONL, "JSON lines instead of text"},
    [OPTION_QUIET] = {"--quiet", NULL, OPTIONS_LINES, "print only what is rejected"},
    [OPTION_SUMMARY] = {"--summary", NULL, OPTIONS_LINES, "close with counts on standard error"},
    [OPTION_EVERY] = {"--all", NULL, OPTIONS_ALL, "show the dialects that reject the packet, too"},
    [OPTION_ASK_HELP] = {"--help", NULL, 0, "show this help and do nothing else"},
};

/* One option as it stands on the command line. */
typedef struct given {
    option_id id;
    bool has_value;
    const char *value; /* "" while there is none */
} given;

static void complain_of_unknown(const char *word, uint32_t takes)
{
    const char *names[OPTION_COUNT];
    size_t count = 0;
    for (size_t id = 0; id < OPTION_COUNT; id += 1) {
        if (rows[id].group == 0 || (rows[id].group & takes) != 0) {
            names[count] = rows[id].name;
            count += 1;
        }
    }
    char name[40];
    size_t length = strcspn(word, "=");
    length = length < sizeof name - 1 ? length : sizeof name - 1;
    memcpy(name, word, length);
    name[length] = '\0';
    const char *nearest = choices_nearest(name, names, count);
    if (nearest != NULL) {
        complain("unknown option '%.80s': did you mean %s? (--help lists all)", word, nearest);
    } else {
        complain("unknown option '%.80s' (--help lists all)", word);
    }
}

/* Finds the row of "--name" or "--name=value". A name may stand for one thing in some verbs and for another in
 * others: then there are several rows, and a verb takes one of them. */
static bool find_option(const char *word, uint32_t takes, given *one)
{
    size_t length = strcspn(word, "=");
    const char *known = NULL;
    for (size_t id = 0; id < OPTION_COUNT; id += 1) {
        const option_row *row = &rows[id];
        if (strlen(row->name) == length && memcmp(row->name, word, length) == 0) {
            known = row->name;
            if (row->group == 0 || (row->group & takes) != 0) {
                one->id = (option_id)id;
                one->has_value = word[length] == '=';
                one->value = one->has_value ? word + length + 1 : "";
                return true;
            }
        }
    }
    if (known != NULL) {
        complain("this verb does not take %s (--help lists what it takes)", known);
        return false;
    }
    if (strcmp(word, "-h") == 0) {
        one->id = OPTION_ASK_HELP;
        one->has_value = false;
        one->value = "";
        return true;
    }
    complain_of_unknown(word, takes);
    return false;
}

static bool is_format(option_id id)
{
    return id == OPTION_DUMP_FORMAT || id == OPTION_PACKET_FORMAT || id == OPTION_VALUE_FORMAT;
}

static const char *choices_of_format(option_id id, bool closing)
{
    switch (id) {
    case OPTION_DUMP_FORMAT:
        return closing ? "text, json, plain or hex" : "text, json, plain, hex";
    case OPTION_VALUE_FORMAT:
        return closing ? "text, json or plain" : "text, json, plain";
    default:
        return closing ? "raw or hex" : "raw, hex";
    }
}

static void complain_of_missing_value(option_id id)
{
    char list[CHOICES_SIZE];
    const char *name = rows[id].name;
    if (id == OPTION_DIALECT) {
        complain("%s needs a value, one of: %s", name, choices_dialects(list));
    } else if (id == OPTION_POLICY) {
        complain("%s needs a value: strict or engine", name);
    } else if (id == OPTION_ENCODING) {
        complain("%s needs a value: plain or compressed", name);
    } else if (id == OPTION_PROTOCOL) {
        complain("%s needs a value, one of: %s", name, choices_protocols(list));
    } else if (id == OPTION_ENVELOPE) {
        complain("%s needs a value, one of: %s", name, choices_envelopes(GDV_PROTOCOL_COUNT, list));
    } else if (id == OPTION_DIRECTION) {
        complain("%s needs a value: c2s or s2c", name);
    } else if (is_format(id)) {
        complain("%s needs a value: %s", name, choices_of_format(id, true));
    } else if (id == OPTION_SCHEMA || id == OPTION_METHODS || id == OPTION_INTO) {
        complain("%s needs a value, a %s", name, id == OPTION_INTO ? "folder" : "file");
    } else if (id == OPTION_OUT || id == OPTION_PREFIX) {
        complain("%s needs a value, %s", name, id == OPTION_OUT ? "a file without .h and .c" : "a name");
    } else if (id == OPTION_PERMIT || id == OPTION_FORBID) {
        complain("%s needs a value, a list of: %s", name, choices_permits(list));
    } else {
        complain("%s needs a value, a number", name);
    }
}

/* Takes the value from the next word where it is not in this one. A word that begins with "--" is never a value: it
 * is the next option, in front of which the value was forgotten. */
static bool take_value(given *one, int count, char **words, int *at)
{
    const char *name = rows[one->id].name;
    if (rows[one->id].value == NULL) {
        if (one->has_value) {
            complain("%s takes no value", name);
            return false;
        }
        return true;
    }
    if (!one->has_value && *at + 1 < count && strncmp(words[*at + 1], "--", 2) != 0) {
        *at += 1;
        one->value = words[*at];
    }
    if (one->value[0] == '\0') {
        complain_of_missing_value(one->id);
        return false;
    }
    return true;
}

static bool set_dialect(options *opts, const char *name)
{
    char list[CHOICES_SIZE];
    opts->has_dialect = gdv_dialect_from_name(name, &opts->dialect);
    if (!opts->has_dialect) {
        char nearest[CHOICES_SIZE];
        bool near = choices_nearest_dialect(name, nearest) != NULL;
        complain("unknown dialect '%.80s'%s%s%s; there are: %s", name, near ? " (did you mean " : "",
                 near ? nearest : "", near ? "?)" : "", choices_dialects(list));
    }
    return opts->has_dialect;
}

static bool set_form(options *opts, const char *name)
{
    opts->compressed = strcmp(name, "compressed") == 0;
    if (!opts->compressed && strcmp(name, "plain") != 0) {
        complain("unknown encoding '%.80s'; there are: plain, compressed", name);
        return false;
    }
    return true;
}

static bool set_protocol(options *opts, const char *name)
{
    char list[CHOICES_SIZE];
    opts->has_protocol = gdv_protocol_from_name(name, &opts->protocol);
    if (!opts->has_protocol) {
        complain("unknown protocol '%.80s'; there are: %s", name, choices_protocols(list));
    }
    return opts->has_protocol;
}

static bool set_envelope(options *opts, const char *name)
{
    char list[CHOICES_SIZE];
    opts->has_envelope = gdv_envelope_from_name(name, &opts->envelope);
    if (!opts->has_envelope) {
        complain("unknown envelope '%.80s'; there are: %s", name, choices_envelopes(GDV_PROTOCOL_COUNT, list));
    }
    return opts->has_envelope;
}

static bool set_direction(options *opts, const char *name)
{
    opts->has_direction = true;
    opts->direction = strcmp(name, "s2c") == 0 ? GDV_DIRECTION_S2C : GDV_DIRECTION_C2S;
    if (opts->direction == GDV_DIRECTION_C2S && strcmp(name, "c2s") != 0) {
        complain("unknown direction '%.80s'; there are: c2s, s2c", name);
        return false;
    }
    return true;
}

static bool set_policy(options *opts, const char *name)
{
    bool engine = strcmp(name, "engine") == 0;
    if (!engine && strcmp(name, "strict") != 0) {
        complain("unknown policy '%.80s'; there are: strict, engine", name);
        return false;
    }
    opts->preset = engine ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT;
    return true;
}

static void turn(uint32_t *permit, uint32_t *forbid, uint32_t bits, bool adds)
{
    *permit = adds ? *permit | bits : *permit & ~bits;
    *forbid = adds ? *forbid & ~bits : *forbid | bits;
}

/* Adds the bits of a comma list. What is said last about a bit counts. */
static bool set_permits(options *opts, option_id id, const char *list)
{
    while (list != NULL) {
        char name[40];
        char choices[CHOICES_SIZE];
        size_t length = strcspn(list, ",");
        size_t kept = length < sizeof name - 1 ? length : sizeof name - 1;
        memcpy(name, list, kept);
        name[kept] = '\0';
        const uint32_t number = permit_from_name(name);
        if (number == PERMIT_NAMES) {
            complain("%s: unknown permission '%s'; there are: %s", rows[id].name, name, choices_permits(choices));
            return false;
        }
        const permit_bits bits = permit_bits_of(number);
        const bool adds = id == OPTION_PERMIT;
        turn(&opts->permit, &opts->forbid, bits.values, adds);
        turn(&opts->permit_mp, &opts->forbid_mp, bits.messages, adds);
        opts->of_messages = permit_is_of_messages(number) ? permit_name(number) : opts->of_messages;
        list = list[length] == ',' ? list + length + 1 : NULL;
    }
    return true;
}

/* What each limit can be at most, and what the message calls that. */
static const struct {
    uint64_t most;
    const char *what;
} limit_rows[LIMIT_KINDS] = {
    [LIMIT_BYTES] = {GDV_MAX_BYTES, "the longest packet there is"},
    [LIMIT_DEPTH] = {GDV_MAX_DEPTH, "the deepest nesting that this build follows"},
    [LIMIT_VALUES] = {UINT32_MAX, "the most there is"},
    [LIMIT_ELEMENTS] = {UINT32_MAX, "the most there is"},
    [LIMIT_STRING] = {UINT32_MAX, "the most there is"},
};

static bool set_limit(options *opts, option_id id, const char *text)
{
    limit_kind kind = (limit_kind)(id - OPTION_MAX_BYTES);
    uint64_t most = limit_rows[kind].most;
    number_result result = number_parse(text, kind == LIMIT_BYTES, &opts->limit[kind]);

    if (result == NUMBER_WRONG) {
        complain("%s: '%.80s' is not a number; digits alone%s", rows[id].name, text,
                 kind == LIMIT_BYTES ? ", or digits and K, M or G" : "");
        return false;
    }
    if (result == NUMBER_TOO_LARGE || opts->limit[kind] > most) {
        complain("%s: %.80s is more than %" PRIu64 ", %s", rows[id].name, text, most, limit_rows[kind].what);
        return false;
    }
    opts->has_limit[kind] = true;
    return true;
}

/* No document needs more: what it would make is no packet any more. */
#define MOST_OF_JSON ((uint64_t)1 << 40)

static bool set_max_json(options *opts, const char *text)
{
    number_result result = number_parse(text, true, &opts->max_json);
    if (result == NUMBER_WRONG) {
        complain("--max-json: '%.80s' is not a number; digits alone, or digits and K, M or G", text);
        return false;
    }
    if (result == NUMBER_TOO_LARGE || opts->max_json > MOST_OF_JSON) {
        complain("--max-json: %.80s is more than %" PRIu64, text, MOST_OF_JSON);
        return false;
    }
    return true;
}

static bool set_format(options *opts, option_id id, const char *name)
{
    static const struct {
        const char *name;
        output_format format;
        option_id id;
    } formats[] = {{"text", FORMAT_TEXT, OPTION_DUMP_FORMAT},   {"json", FORMAT_JSON, OPTION_DUMP_FORMAT},
                   {"plain", FORMAT_PLAIN, OPTION_DUMP_FORMAT}, {"hex", FORMAT_HEX, OPTION_DUMP_FORMAT},
                   {"raw", FORMAT_RAW, OPTION_PACKET_FORMAT},   {"hex", FORMAT_HEX, OPTION_PACKET_FORMAT},
                   {"text", FORMAT_TEXT, OPTION_VALUE_FORMAT},  {"json", FORMAT_JSON, OPTION_VALUE_FORMAT},
                   {"plain", FORMAT_PLAIN, OPTION_VALUE_FORMAT}};

    for (size_t index = 0; index < sizeof formats / sizeof formats[0]; index += 1) {
        if (formats[index].id == id && strcmp(formats[index].name, name) == 0) {
            opts->format = formats[index].format;
            return true;
        }
    }
    complain("unknown format '%.80s'; there are: %s", name, choices_of_format(id, false));
    return false;
}

/* Narrower than the least no row of the hexdump has room for a word; nobody has a terminal wider than the most. */
#define LEAST_WIDTH 40
#define MOST_WIDTH 1000

static bool set_width(options *opts, const char *text)
{
    uint64_t width = 0;
    number_result result = number_parse(text, false, &width);
    if (result == NUMBER_WRONG) {
        complain("--width: '%.80s' is not a number; digits alone", text);
        return false;
    }
    if (result == NUMBER_TOO_LARGE || width < LEAST_WIDTH || width > MOST_WIDTH) {
        complain("--width: %.80s is not between %d and %d", text, LEAST_WIDTH, MOST_WIDTH);
        return false;
    }
    opts->width = (size_t)width;
    return true;
}

/* A number of 64 bits; of packets at least one. */
static bool set_number(option_id id, const char *text, uint64_t least, uint64_t *number)
{
    number_result result = number_parse(text, false, number);
    if (result == NUMBER_WRONG) {
        complain("%s: '%.80s' is not a number; digits alone", rows[id].name, text);
        return false;
    }
    if (result == NUMBER_TOO_LARGE || *number < least) {
        complain("%s: %.80s is not between %" PRIu64 " and %" PRIu64, rows[id].name, text, least, UINT64_MAX);
        return false;
    }
    return true;
}

/* Peers are positive ints. */
static bool set_peer(options *opts, const char *text)
{
    number_result result = number_parse(text, false, &opts->peer);
    if (result == NUMBER_WRONG) {
        complain("--peer: '%.80s' is not a number; digits alone", text);
        return false;
    }
    if (result == NUMBER_TOO_LARGE || opts->peer == 0 || opts->peer > INT32_MAX) {
        complain("--peer: %.80s is not between 1 and %d", text, INT32_MAX);
        return false;
    }
    return true;
}

/* A command by its name, in small letters as well as in capitals. */
static gdv_command command_of(const char *name, size_t size)
{
    uint32_t command = GDV_COMMAND_NONE + 1;
    while (command < GDV_COMMAND_COUNT && (strlen(gdv_command_name((gdv_command)command)) != size ||
                                           strncasecmp(gdv_command_name((gdv_command)command), name, size) != 0)) {
        command += 1;
    }
    return (gdv_command)command;
}

static bool set_commands(options *opts, const char *list)
{
    const char *name = list;
    while (name[0] != '\0') {
        const size_t size = strcspn(name, ",");
        const gdv_command command = command_of(name, size);
        if (command == GDV_COMMAND_COUNT) {
            complain("--commands: unknown command '%.*s'", (int)(size < 80 ? size : 80), name);
            return false;
        }
        opts->commands |= (uint32_t)1 << command;
        name += size;
        name += strspn(name, ",");
    }
    return true;
}

static bool set_encoding(options *opts, text_encoding encoding)
{
    if (opts->encoding != ENCODING_RAW && opts->encoding != encoding) {
        complain("--hex and --base64 exclude each other");
        return false;
    }
    opts->encoding = encoding;
    return true;
}

static bool apply(options *opts, const given *one)
{
    switch (one->id) {
    case OPTION_DIALECT:
        return set_dialect(opts, one->value);
    case OPTION_ENCODING:
        return set_form(opts, one->value);
    case OPTION_PROTOCOL:
        return set_protocol(opts, one->value);
    case OPTION_ENVELOPE:
        return set_envelope(opts, one->value);
    case OPTION_DIRECTION:
        return set_direction(opts, one->value);
    case OPTION_PEER:
        opts->has_peer = true;
        return set_peer(opts, one->value);
    case OPTION_COMMANDS:
        return set_commands(opts, one->value);
    case OPTION_POLICY:
        return set_policy(opts, one->value);
    case OPTION_PERMIT:
    case OPTION_FORBID:
        return set_permits(opts, one->id, one->value);
    case OPTION_HEX:
        return set_encoding(opts, ENCODING_HEX);
    case OPTION_BASE64:
        return set_encoding(opts, ENCODING_BASE64);
    case OPTION_FRAMES:
    case OPTION_FRAMES_OUT:
    case OPTION_FRAMES_BOTH:
        opts->frames = true;
        return true;
    case OPTION_LINES:
        opts->lines = true;
        return true;
    case OPTION_BIG_ENDIAN:
        opts->big_endian = true;
        return true;
    case OPTION_DUMP_FORMAT:
    case OPTION_PACKET_FORMAT:
    case OPTION_VALUE_FORMAT:
        return set_format(opts, one->id, one->value);
    case OPTION_WIDTH:
        return set_width(opts, one->value);
    case OPTION_MAX_JSON:
        return set_max_json(opts, one->value);
    case OPTION_JSONL:
        opts->jsonl = true;
        return true;
    case OPTION_QUIET:
        opts->quiet = true;
        return true;
    case OPTION_SUMMARY:
        opts->summary = true;
        return true;
    case OPTION_EVERY:
        opts->all = true;
        return true;
    case OPTION_PLAIN:
        opts->format = FORMAT_PLAIN;
        return true;
    case OPTION_ORDER:
        opts->order = true;
        return true;
    case OPTION_TEXT:
        opts->text = true;
        return true;
    case OPTION_RAW:
        opts->raw = true;
        return true;
    case OPTION_EXPLAIN:
        opts->explain = true;
        return true;
    case OPTION_DIFF:
        opts->diff = true;
        return true;
    case OPTION_INFER:
        opts->infer = true;
        return true;
    case OPTION_SAMPLE:
        return set_number(one->id, one->value, 1, &opts->sample);
    case OPTION_SEED:
        return set_number(one->id, one->value, 0, &opts->seed);
    case OPTION_BREAK:
        opts->broken = true;
        return true;
    case OPTION_INTO:
        opts->into = one->value;
        return true;
    case OPTION_RPC:
        opts->rpc = true;
        return true;
    case OPTION_FROM_GD:
        opts->from_gd = true;
        return true;
    case OPTION_VALUES:
        opts->values = true;
        return true;
    case OPTION_SESSION:
        opts->session = true;
        return true;
    case OPTION_SCHEMA:
    case OPTION_METHODS:
        opts->schema = one->value;
        return true;
    case OPTION_C:
        opts->c = true;
        return true;
    case OPTION_OUT:
        opts->base = one->value;
        return true;
    case OPTION_PREFIX:
        opts->prefix = one->value;
        return true;
    default:
        return set_limit(opts, one->id, one->value);
    }
}

static bool check_format(const options *opts, uint32_t takes)
{
    bool values = (takes & (OPTIONS_DUMP | OPTIONS_VALUE)) != 0;
    bool fits = values ? opts->format == FORMAT_JSON || opts->format == FORMAT_PLAIN : opts->format == FORMAT_HEX;
    if (opts->jsonl && opts->format != FORMAT_UNSET && !fits) {
        complain("--jsonl goes with --format=%s alone", values ? "json or plain" : "hex");
        return false;
    }
    if (opts->raw && (opts->jsonl || (opts->format != FORMAT_UNSET && opts->format != FORMAT_TEXT))) {
        complain("--raw goes with --format=text alone");
        return false;
    }
    return true;
}

/* Short forms are Godot 4's; a message has them where its protocol says so. */
static bool check_encoding(const options *opts)
{
    if (!opts->compressed) {
        return true;
    }
    if (opts->has_protocol) {
        complain("--encoding and --protocol exclude each other: a message's protocol says what is short in it");
        return false;
    }
    if (opts->has_dialect && gdv_dialect_family(opts->dialect) != GDV_FAMILY_GODOT4) {
        complain("no packet of %s is compressed: --encoding=compressed is for the dialects of Godot 4",
                 gdv_dialect_name(opts->dialect));
        return false;
    }
    return true;
}

/* Values in a row are no message, and no packet of a schema. */
static bool check_values(const options *opts)
{
    const char *other = opts->has_protocol           ? "--protocol"
                        : opts->schema != NULL       ? "--schema"
                        : opts->format == FORMAT_HEX ? "--format=hex"
                                                     : NULL;
    if (opts->values && other != NULL) {
        complain("--values and %s exclude each other", other);
        return false;
    }
    return true;
}

/* What goes with --protocol alone, or not with it. */
static bool check_protocol(const options *opts, uint32_t takes)
{
    char list[CHOICES_SIZE];
    const bool is_probe = (takes & OPTIONS_MESSAGES) != 0 && (takes & OPTIONS_PROTOCOL) == 0; /* it tries all */
    const char *alone = opts->has_envelope    ? "--envelope"
                        : opts->has_direction ? "--direction"
                        : opts->has_peer      ? "--peer"
                        : opts->commands != 0 ? "--commands"
                        : opts->session       ? "--session"
                        : is_probe            ? NULL
                                              : opts->of_messages;
    const bool from_client = opts->direction == GDV_DIRECTION_C2S;
    if (opts->of_messages != NULL && (takes & OPTIONS_MESSAGES) == 0) {
        complain("%s is of messages, which this verb does not take", opts->of_messages);
        return false;
    }
    if (!opts->has_protocol && alone != NULL) {
        complain("%s means the packets of --protocol, which is missing", alone);
        return false;
    }
    if ((takes & OPTIONS_SESSION) != 0 && opts->schema != NULL && !opts->session) {
        complain("--schema means the packets of --session, which is missing");
        return false;
    }
    if (!opts->has_protocol) {
        return true;
    }
    if (opts->has_dialect || opts->text) {
        complain("--protocol and --%s exclude each other", opts->has_dialect ? "dialect" : "text");
        return false;
    }
    if (opts->schema != NULL && from_client && !opts->has_peer) {
        complain("--schema needs --peer, the id of the client whose packets these are");
        return false;
    }
    if (opts->schema == NULL && opts->commands != 0) {
        complain("--commands means the methods of --schema, which is missing");
        return false;
    }
    if (!gdv_protocol_takes(opts->protocol, opts->envelope)) {
        complain("packets of %s do not come in the envelope %s; there are: %s", gdv_protocol_name(opts->protocol),
                 gdv_envelope_name(opts->envelope), choices_envelopes(opts->protocol, list));
        return false;
    }
    return true;
}

/* What goes with --c alone, or not with it. */
static bool check_c(const options *opts)
{
    const char *other = opts->explain      ? "--explain"
                        : opts->infer      ? "--infer"
                        : opts->diff       ? "--diff"
                        : opts->sample > 0 ? "--sample"
                        : opts->jsonl      ? "--jsonl"
                                           : NULL;
    if (opts->c && other != NULL) {
        complain("--c and %s exclude each other", other);
        return false;
    }
    if (!opts->c && (opts->base != NULL || opts->prefix != NULL)) {
        complain("%s means the files of --c, which is missing", opts->base != NULL ? "--out" : "--prefix");
        return false;
    }
    return true;
}

/* The path that stands before the files. */
static bool take_path(options *opts, uint32_t takes)
{
    if ((takes & OPTIONS_PATH) == 0) {
        return true;
    }
    if (opts->file_count == 0) {
        complain("a path is missing, such as .players[3].hp; '' is the outermost value");
        return false;
    }
    opts->path = opts->files[0];
    opts->files += 1;
    opts->file_count -= 1;
    return true;
}

/* What can be said only when all options are known. */
static bool check_together(options *opts, uint32_t takes)
{
    static char standard_input[] = "-";
    static char *only_standard_input[] = {standard_input};

    if (opts->big_endian && !opts->frames) {
        complain("--big-endian means the lengths of --frames, which is missing");
        return false;
    }
    if (opts->lines && opts->frames) {
        complain("--lines and --frames exclude each other");
        return false;
    }
    if (opts->lines && opts->encoding == ENCODING_RAW) {
        opts->encoding = ENCODING_HEX;
    }
    bool as_it_came = (takes & OPTIONS_PACKET) != 0 && (takes & OPTIONS_OF_SCHEMA) == 0;
    if (opts->lines && as_it_came && opts->format == FORMAT_UNSET) {
        opts->format = FORMAT_HEX; /* lines go out as they came in */
    }
    if (opts->width != 0 && opts->format != FORMAT_HEX) {
        complain("--width means the lines of --format=hex, which is missing");
        return false;
    }
    if (!check_format(opts, takes) || !check_c(opts) || !check_protocol(opts, takes) || !check_encoding(opts) ||
        !check_values(opts) || !take_path(opts, takes)) {
        return false;
    }
    bool takes_files = (takes & (OPTIONS_INPUT | OPTIONS_DOCS)) != 0;
    if (!takes_files && (takes & (OPTIONS_WORDS | OPTIONS_OF_SCHEMA)) == 0 && opts->file_count > 0) {
        gdv_dialect dialect = GDV_DIALECT_COUNT;
        bool is_dialect = gdv_dialect_from_name(opts->files[0], &dialect);
        complain("unexpected '%.80s': this verb takes no file%s%.80s%s", opts->files[0],
                 is_dialect ? "; did you mean --dialect " : "", is_dialect ? opts->files[0] : "",
                 is_dialect ? "?" : "");
        return false;
    }
    if (takes_files && opts->file_count == 0) {
        opts->files = only_standard_input;
        opts->file_count = 1;
    }
    return true;
}

options_result options_parse(options *opts, const char *verb, uint32_t takes, int count, char **words)
{
    bool only_files = false;

    *opts = (options){.verb = verb, .preset = GDV_POLICY_STRICT, .max_json = MAX_JSON, .seed = 1, .files = words};
    for (int at = 0; at < count; at += 1) {
        const char *word = words[at];
        given one;
        if (only_files || word[0] != '-' || word[1] == '\0') {
            opts->files[opts->file_count] = words[at];
            opts->file_count += 1;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            only_files = true;
            continue;
        }
        if (!find_option(word, takes, &one) || !take_value(&one, count, words, &at)) {
            return OPTIONS_BAD;
        }
        if (one.id == OPTION_ASK_HELP) {
            return OPTIONS_HELP;
        }
        if (!apply(opts, &one)) {
            return OPTIONS_BAD;
        }
    }
    return check_together(opts, takes) ? OPTIONS_RUN : OPTIONS_BAD;
}

bool options_many(const options *opts)
{
    return opts->frames || opts->lines || opts->file_count > 1;
}

bool options_need_dialect(const options *opts)
{
    char list[CHOICES_SIZE];
    if (!opts->has_dialect) {
        complain("--dialect is required: the bytes do not tell which engine they are for; one of: %s "
                 "('gdv probe FILE' shows which ones accept a packet)",
                 choices_dialects(list));
    }
    return opts->has_dialect;
}

void options_message_policy(const options *opts, gdv_message_policy *policy)
{
    gdv_message_policy_init(policy, opts->preset);
    const uint32_t deepest = policy->values.max_depth;
    options_policy(opts, opts->preset, &policy->values);
    if (!opts->has_limit[LIMIT_DEPTH]) {
        policy->values.max_depth = deepest;
    }
    policy->permit = (policy->permit | opts->permit_mp) & ~opts->forbid_mp;
    policy->envelope = opts->envelope;
    policy->direction = opts->direction;
    policy->peer = (uint32_t)opts->peer;
}

void options_policy(const options *opts, gdv_preset preset, gdv_policy *policy)
{
    gdv_policy_init(policy, preset);
    policy->encoding = opts->compressed ? GDV_ENCODING_COMPRESSED : GDV_ENCODING_PLAIN;
    policy->permit = (policy->permit | opts->permit) & ~opts->forbid;
    if (opts->has_limit[LIMIT_BYTES]) {
        policy->max_bytes = (size_t)opts->limit[LIMIT_BYTES];
    }
    if (opts->has_limit[LIMIT_DEPTH]) {
        policy->max_depth = (uint32_t)opts->limit[LIMIT_DEPTH];
    }
    if (opts->has_limit[LIMIT_VALUES]) {
        policy->max_values = (uint32_t)opts->limit[LIMIT_VALUES];
    }
    if (opts->has_limit[LIMIT_ELEMENTS]) {
        policy->max_elements = (uint32_t)opts->limit[LIMIT_ELEMENTS];
    }
    if (opts->has_limit[LIMIT_STRING]) {
        policy->max_string = (uint32_t)opts->limit[LIMIT_STRING];
    }
}

/* The rows of limits are in the order of limit_kind. */
const char *options_limit_name(limit_kind kind)
{
    return rows[(size_t)OPTION_MAX_BYTES + (size_t)kind].name;
}

const char *options_limit_help(limit_kind kind)
{
    return rows[(size_t)OPTION_MAX_BYTES + (size_t)kind].help;
}

uint64_t options_limit_of(const gdv_policy *policy, limit_kind kind)
{
    switch (kind) {
    case LIMIT_BYTES:
        return policy->max_bytes;
    case LIMIT_DEPTH:
        return policy->max_depth;
    case LIMIT_VALUES:
        return policy->max_values;
    case LIMIT_ELEMENTS:
        return policy->max_elements;
    default:
        return policy->max_string;
    }
}

/* "  --max-bytes N         of a packet", further lines below the first. */
static void print_option(const option_row *row)
{
    char left[32];
    const char *line = row->help;
    size_t length = strlen(row->name);
    memcpy(left, row->name, length + 1);
    if (row->value != NULL) {
        left[length] = ' ';
        memcpy(left + length + 1, row->value, strlen(row->value) + 1);
    }
    while (line != NULL) {
        size_t line_length = strcspn(line, "\n");
        out_format("  %-22s%.*s\n", line == row->help ? left : "", (int)line_length, line);
        line = line[line_length] == '\n' ? line + line_length + 1 : NULL;
    }
}

void options_help(uint32_t takes)
{
    for (size_t id = 0; id < OPTION_COUNT; id += 1) {
        if (rows[id].group == 0 || (rows[id].group & takes) != 0) {
            print_option(&rows[id]);
        }
    }
}
