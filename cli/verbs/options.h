/* SPDX-License-Identifier: MIT */
/* The command line after the verb: one table of options for all verbs, so that an option means the same everywhere,
 * is parsed once, and shows up in every help that it belongs in. */
#ifndef GDV_CLI_OPTIONS_H
#define GDV_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "../io/input.h"

/* Groups of options; a verb takes some of them. */
#define OPTIONS_DIALECT 0x01u /* --dialect */
#define OPTIONS_POLICY 0x02u  /* --policy */
#define OPTIONS_PERMIT 0x04u  /* --permit, --forbid */
#define OPTIONS_LIMITS 0x08u  /* --max-.. */
#define OPTIONS_INPUT 0x10u   /* files: --hex, --base64, --frames, --big-endian, --lines */
#define OPTIONS_JSONL 0x20u   /* --jsonl */
#define OPTIONS_LINES 0x40u   /* --quiet, --summary */
#define OPTIONS_ALL 0x80u     /* --all */
#define OPTIONS_DUMP 0x100u   /* --format text, json, plain or hex; --plain, --width */
#define OPTIONS_PACKET 0x200u /* --format raw or hex */
#define OPTIONS_DOCS 0x400u   /* files of another kind than packets; --frames, --big-endian of the output */

#define OPTIONS_VALUE 0x800u  /* --format text, json or plain; --plain */
#define OPTIONS_PATH 0x1000u  /* the first operand is a path; --raw */
#define OPTIONS_WORDS 0x2000u /* operands are words, not files */
#define OPTIONS_ORDER 0x4000u /* --order */

#define OPTIONS_SCHEMA 0x8000u /* --schema */
#define OPTIONS_OF_SCHEMA                                                                                              \
    0x10000u /* the operand is a schema; --explain, --sample, --c, --from-gd and what belongs to them */

#define OPTIONS_PROTOCOL 0x20000u /* --protocol, --envelope, --direction, --peer */
#define OPTIONS_SESSION 0x40000u  /* --session, and --schema and --commands with it */

#define OPTIONS_MESSAGES 0x80000u /* no option of its own: --permit and --forbid take those of messages, too */

#define OPTIONS_ENCODING 0x100000u /* --encoding */
#define OPTIONS_VALUES 0x200000u   /* --values */

/* The longest JSON document unless --max-json says otherwise. jansson builds it whole, of up to 34 bytes a byte. */
#define MAX_JSON ((uint64_t)16 << 20)

typedef enum output_format {
    FORMAT_UNSET,
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_PLAIN,
    FORMAT_HEX,
    FORMAT_RAW
} output_format;

typedef enum limit_kind {
    LIMIT_BYTES,
    LIMIT_DEPTH,
    LIMIT_VALUES,
    LIMIT_ELEMENTS,
    LIMIT_STRING,
    LIMIT_KINDS
} limit_kind;

typedef struct options {
    const char *verb; /* name */
    bool has_dialect;
    bool compressed; /* --encoding of the outermost value */
    gdv_dialect dialect;
    gdv_preset preset;
    uint32_t permit;    /* bits added to the preset */
    uint32_t forbid;    /* bits taken away from it; never a bit of permit */
    uint32_t permit_mp; /* GDV_PERMIT_MP_ bits: likewise */
    uint32_t forbid_mp;
    bool has_protocol; /* then packets are messages, and there is no dialect */
    bool has_envelope; /* was given, as were the next two */
    bool has_direction;
    bool has_peer;
    gdv_protocol protocol;
    gdv_envelope envelope;
    gdv_direction direction;
    uint64_t peer;
    uint32_t commands; /* 1u << gdv_command: that pass a schema's methods beside calls and paths */
    bool values;       /* a packet is any number of values in a row */
    bool session;      /* the packets are those of one connection, one way, in their order */
    bool has_limit[LIMIT_KINDS];
    uint64_t limit[LIMIT_KINDS];
    uint64_t max_json; /* bytes of a document */
    text_encoding encoding;
    bool frames;
    bool lines;
    bool big_endian;
    output_format format;
    size_t width; /* of lines; 0 where it was not given */
    bool jsonl;
    bool quiet;
    bool summary;
    bool all;
    bool order; /* of keys counts */
    bool text;  /* documents are in Godot's own notation */
    bool raw;   /* text without quotes */
    bool explain;
    bool infer;
    bool diff;
    bool from_gd;            /* the operands are GDScript */
    bool rpc;                /* of that methods, and no packets */
    bool c;                  /* the schema as a header and a source of C */
    bool broken;             /* the packets of a sample are to miss the schema */
    uint64_t sample;         /* packets; 0 where none were asked for */
    uint64_t seed;           /* of the first */
    const char *into;        /* folder for them; NULL for none */
    const char *base;        /* of the names of header and source; NULL where it was not given */
    const char *prefix;      /* of the names in them; NULL */
    const char *schema;      /* file; NULL for none */
    const char *of_messages; /* a permission of messages that was named; NULL for none */
    const char *path;        /* with OPTIONS_PATH */
    char **files;            /* inside argv */
    size_t file_count;
} options;

typedef enum options_result {
    OPTIONS_RUN,  /* all is well */
    OPTIONS_HELP, /* --help was asked for; the rest was not looked at */
    OPTIONS_BAD   /* one line on standard error says what is wrong */
} options_result;

/* Parses the words after the verb. `takes` are the groups that the verb knows. Moves the operands to the front of
 * `words`, where asked->files finds them; options may stand before, between and after them, up to "--". */
options_result options_parse(options *opts, const char *verb, uint32_t takes, int count, char **words);

/* Whether more than one packet may come, so that output must say which is which. */
bool options_many(const options *opts);

/* Whether a dialect was given; complains where it was not. */
bool options_need_dialect(const options *opts);

/* Fills a policy for messages, as options_policy does, and with what is known of them. */
void options_message_policy(const options *opts, gdv_message_policy *policy);

/* Fills a policy from a preset and what --permit, --forbid and --max-.. change of it, in whatever order they came. */
void options_policy(const options *opts, gdv_preset preset, gdv_policy *policy);

/* The option that sets a limit, "--max-depth", and what the help says of it. */
const char *options_limit_name(limit_kind kind);
const char *options_limit_help(limit_kind kind);

/* What a policy has for a limit. */
uint64_t options_limit_of(const gdv_policy *policy, limit_kind kind);

/* Prints the help of the options in these groups, indented, at most 80 columns. */
void options_help(uint32_t takes);

#endif
