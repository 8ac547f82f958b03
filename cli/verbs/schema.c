/* SPDX-License-Identifier: MIT */
/* gdv schema: what a schema admits, before a packet is there. Compiles it, and lints it; each other thing that it does is
 * a file of cli/schema. */
#include <inttypes.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "../schema/gd_draft.h"
#include "../schema/schema_c.h"
#include "../schema/schema_compare.h"
#include "../schema/schema_file.h"
#include "../schema/schema_lint.h"
#include "../schema/schema_methods.h"
#include "../schema/schema_size.h"
#include "../schema/schema_text.h"
#include "schema_infer.h"
#include "schema_samples.h"
#include "verb.h"

/* ---- compile */

typedef struct compiling {
    schema_file files;
    schema_compiled compiled; /* for the dialect asked for, or the newest that it compiles for */
    gdv_dialect dialect;
    uint32_t dialects; /* bits: those that it compiles for */
} compiling;

/* For each dialect, the newest last. Returns false, having told what is wrong for the newest, where it is for none. */
static bool compile_for_all(compiling *now)
{
    gdv_schema_error last = {.code = GDV_OK};
    bool newest = false;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        schema_compiled one = {.memory = NULL};
        newest = schema_file_compile(&now->files, (gdv_dialect)dialect, &one) == GDV_OK;
        last = one.error;
        if (newest) {
            schema_compiled_free(&now->compiled);
            now->compiled = one;
            now->dialect = (gdv_dialect)dialect;
            now->dialects |= 1u << dialect;
        } else {
            schema_compiled_free(&one);
        }
    }
    if (now->dialects == 0) {
        schema_file_tell(&now->files, &last);
    }
    return now->dialects != 0;
}

static bool compile(compiling *now, const options *opts)
{
    if (!schema_file_read(&now->files, opts->files[0])) {
        return false;
    }
    if (opts->c) {
        schema_file_forget_folder(&now->files);
    }
    if (!opts->has_dialect) {
        return compile_for_all(now);
    }
    now->dialect = opts->dialect;
    now->dialects = 1u << (uint32_t)opts->dialect;
    if (schema_file_compile(&now->files, opts->dialect, &now->compiled) != GDV_OK) {
        schema_file_tell(&now->files, &now->compiled.error);
        return false;
    }
    return true;
}

/* ---- lint, which is what the verb does unless asked for something else */

static void print_dialects(uint32_t dialects)
{
    bool first = true;
    if (dialects == (1u << GDV_DIALECT_COUNT) - 1) {
        out("every dialect");
        return;
    }
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        if ((dialects >> dialect & 1u) != 0) {
            out_format("%s%s", first ? "" : ", ", gdv_dialect_name((gdv_dialect)dialect));
            first = false;
        }
    }
}

typedef struct linted {
    const options *opts;
    uint64_t warnings;
} linted;

static void tell(void *state, const char *path, uint32_t line, const char *message)
{
    linted *now = state;
    now->warnings += 1;
    if (!now->opts->jsonl) {
        remark("%s:%" PRIu32 ": warning: %s", path, line, message);
        return;
    }
    jsonl_open(NULL, '{');
    jsonl_text("file", path);
    jsonl_number("line", line);
    jsonl_text("message", message);
    jsonl_close('}');
}

static void print_line(const compiling *now)
{
    const uint32_t packets = schema_bare_packets(&now->compiled.schema);
    const uint32_t methods = gdv_schema_packets(&now->compiled.schema) - packets;
    out("ok ");
    out_shown(now->files.paths[0]);
    out_format(": %" PRIu32 " %s, ", packets, packets == 1 ? "packet" : "packets");
    if (methods > 0) {
        out_format("%" PRIu32 " %s, ", methods, methods == 1 ? "method" : "methods");
    }
    out_format("%zu bytes compiled, for ", gdv_schema_size(&now->compiled.schema));
    print_dialects(now->dialects);
    (void)out_line_end();
}

static void print_members(const compiling *now)
{
    const uint32_t packets = schema_bare_packets(&now->compiled.schema);
    jsonl_text("file", now->files.paths[0]);
    jsonl_bool("ok", true);
    jsonl_number("packets", packets);
    jsonl_number("methods", gdv_schema_packets(&now->compiled.schema) - packets);
    jsonl_number("bytes", gdv_schema_size(&now->compiled.schema));
    jsonl_open("dialects", '[');
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        if ((now->dialects >> dialect & 1u) != 0) {
            jsonl_text(NULL, gdv_dialect_name((gdv_dialect)dialect));
        }
    }
    jsonl_close(']');
}

static int lint(const compiling *now, const options *opts, const gdv_policy *policy)
{
    linted all = {.opts = opts};
    if (opts->jsonl) {
        jsonl_open(NULL, '{');
        print_members(now);
        jsonl_open("warnings", '[');
    }
    bool fine = schema_lint(&now->compiled.schema, &now->files, policy, tell, &all);
    if (opts->jsonl) {
        jsonl_close(']');
        jsonl_close('}');
        jsonl_line_end();
    } else {
        print_line(now);
    }
    int status = all.warnings > 0 ? STATUS_REJECTED : STATUS_FINE;
    return fine ? status : STATUS_TROUBLE;
}

/* ---- explain */

static void print_size(uint64_t bytes, const gdv_policy *policy)
{
    if (bytes <= policy->max_bytes) {
        out_format("%" PRIu64 " bytes at most", bytes);
    } else {
        out_format("%zu bytes at most, by max_bytes", policy->max_bytes);
    }
}

static void explain_packet(schema_sizes *sizes, const gdv_policy *policy, uint32_t packet)
{
    gdv_policy narrowed = schema_packet_policy(sizes->schema, policy, packet);
    uint64_t least = schema_least(sizes, packet).bytes;
    out("\n# ");
    if (least > narrowed.max_bytes) {
        out("no packet can be this one: it would break the limits");
    } else {
        print_size(schema_most(sizes, packet).bytes, &narrowed);
    }
    (void)out_line_end();
    schema_print_packet(sizes->schema, packet);
}

/* The largest of all packets that can be there. */
static void explain_largest(schema_sizes *sizes, const gdv_policy *policy)
{
    uint64_t largest = 0;
    uint32_t which = 0;
    out_format("# %s", gdv_dialect_name(sizes->schema->dialect));
    for (uint32_t packet = 0; packet < gdv_schema_packets(sizes->schema); packet += 1) {
        if (schema_is_method(sizes->schema, packet)) {
            continue;
        }
        gdv_policy narrowed = schema_packet_policy(sizes->schema, policy, packet);
        uint64_t most = schema_most(sizes, packet).bytes;
        most = most < narrowed.max_bytes ? most : narrowed.max_bytes;
        if (schema_least(sizes, packet).bytes <= narrowed.max_bytes && most > largest) {
            largest = most;
            which = packet;
        }
    }
    if (schema_bare_packets(sizes->schema) > 0) {
        out_format("; the largest packet has %" PRIu64 " bytes: %s", largest,
                   gdv_schema_packet_name(sizes->schema, which));
    }
    (void)out_line_end();
}

/* A script's methods in the order of their numbers: those of Node.rpc_config, then those of the script. */
static void explain_script(const gdv_schema *schema, uint32_t script)
{
    const gdv_rule_script *of = gdv_schema_script(schema, script);
    char digits[GDV_MD5_SIZE];
    gdv_schema_md5(schema, script, digits);
    out_format("\n# methods of MD5 %s\n", digits);
    schema_print_script(schema, script);
    for (uint32_t table = 0; table < 2; table += 1) {
        const bool node_level = table == 0;
        for (uint32_t id = 0; id < (node_level ? of->node_methods : of->methods); id += 1) {
            out_format("# %" PRIu32 "\n", id);
            schema_print_method(schema, gdv_schema_method_of_id(schema, script, node_level, id));
        }
    }
}

static int explain(const compiling *now, const gdv_policy *policy)
{
    const gdv_schema *schema = &now->compiled.schema;
    schema_sizes sizes;
    bool fine = schema_sizes_begin(&sizes, schema, policy);
    if (fine) {
        explain_largest(&sizes, policy);
        schema_print_limits(schema);
        for (uint32_t rule = 0; rule < gdv_schema_rules(schema); rule += 1) {
            if (schema_is_type(schema, rule)) {
                schema_print_type(schema, rule);
            }
        }
        for (uint32_t packet = 0; packet < gdv_schema_packets(schema); packet += 1) {
            if (!schema_is_method(schema, packet)) {
                explain_packet(&sizes, policy, packet);
            }
        }
        for (uint32_t script = 0; script < gdv_schema_scripts(schema); script += 1) {
            explain_script(schema, script);
        }
    }
    schema_sizes_end(&sizes);
    return fine ? STATUS_FINE : STATUS_TROUBLE;
}

/* ---- compare */

static void tell_narrower(void *state, const char *path, uint32_t old_line, uint32_t new_line, const char *why)
{
    linted *now = state;
    now->warnings += 1;
    if (now->opts->jsonl) {
        jsonl_open(NULL, '{');
        jsonl_text("path", path);
        jsonl_text("message", why);
        jsonl_number("old_line", old_line);
        jsonl_number("new_line", new_line);
        jsonl_close('}');
        jsonl_line_end();
        return;
    }
    out("narrower ");
    out_shown(path);
    out_format(": %s", why);
    if (new_line != 0) {
        out_format(" (line %" PRIu32 ", was %" PRIu32 ")", new_line, old_line);
    } else if (old_line != 0) {
        out_format(" (was line %" PRIu32 ")", old_line);
    }
    (void)out_line_end();
}

/* The second schema against the first, both for one dialect. */
static int diff(const compiling *now, const options *opts)
{
    static schema_file files; /* names of many files: too large for some stacks */
    schema_compiled newer = {.memory = NULL};
    linted all = {.opts = opts};
    bool fine = schema_file_load(&files, opts->files[1], now->dialect, &newer) &&
                schema_compare(&now->compiled.schema, &newer.schema, tell_narrower, &all);
    if (fine && all.warnings == 0 && !opts->jsonl) {
        out("ok ");
        out_shown(opts->files[1]);
        out(": accepts all that ");
        out_shown(opts->files[0]);
        out(" does");
        (void)out_line_end();
    }
    schema_compiled_free(&newer);
    schema_file_free(&files);
    return !fine ? STATUS_TROUBLE : all.warnings > 0 ? STATUS_REJECTED : STATUS_FINE;
}

/* ---- from-gd */

static int draft_from_gd(const options *opts)
{
    static gd_scripts scripts; /* holds a table of names: too large for some stacks */
    uint64_t warnings = 0;
    if (opts->file_count == 0 || opts->explain || opts->jsonl) {
        complain(opts->file_count == 0 ? "--from-gd needs files of GDScript; - is standard input"
                                       : "--from-gd writes a schema, and goes neither with --explain nor with --jsonl");
        return STATUS_TROUBLE;
    }
    bool fine = gd_scripts_read(&scripts, opts->files, opts->file_count) &&
                gd_draft(&scripts, opts->rpc, opts->has_dialect, opts->dialect, &warnings);
    gd_scripts_free(&scripts);
    int status = warnings > 0 ? STATUS_REJECTED : STATUS_FINE;
    return out_finish() && fine ? status : STATUS_TROUBLE;
}

/* ---- the verb */

/* What cannot be asked for together. */
static bool check_options(const options *opts)
{
    bool of_sample = opts->broken || opts->into != NULL || opts->format != FORMAT_UNSET;
    bool of_infer = opts->encoding != ENCODING_RAW || opts->lines;
    if ((opts->explain ? 1 : 0) + (opts->infer ? 1 : 0) + (opts->sample > 0 ? 1 : 0) + (opts->diff ? 1 : 0) > 1 ||
        (opts->jsonl && (opts->explain || opts->infer))) {
        complain(
            "--explain, --infer, --diff and --sample exclude each other; --jsonl goes with neither of the first two");
        return false;
    }
    if ((of_sample || (opts->frames && !opts->infer)) && opts->sample == 0) {
        complain("--break, --into, --frames and --format mean the packets of --sample, which is missing");
        return false;
    }
    if (opts->rpc && !opts->from_gd) {
        complain("--rpc means the draft of --from-gd, which is missing");
        return false;
    }
    if (of_infer && !opts->infer) {
        complain("--hex, --base64 and --lines mean the packets of --infer, which is missing");
        return false;
    }
    if (opts->into != NULL && (opts->frames || opts->format != FORMAT_UNSET)) {
        complain("--into goes with neither --frames nor --format");
        return false;
    }
    if (opts->infer && opts->file_count == 0) {
        complain("packets are needed, files; - is standard input");
        return false;
    }
    if (!opts->infer && opts->file_count != (opts->diff ? 2 : 1)) {
        complain(opts->diff ? "two schemas are needed: the old one, the new one"
                            : "one schema is needed, a file; - is standard input");
        return false;
    }
    return (opts->sample == 0 && !opts->infer) || options_need_dialect(opts);
}

static int work(compiling *now, const options *opts)
{
    gdv_policy policy;
    if (!check_options(opts)) {
        return STATUS_TROUBLE;
    }
    if (opts->infer) {
        return schema_infer(opts);
    }
    if (!compile(now, opts)) {
        return STATUS_TROUBLE;
    }
    if (opts->c) {
        bool fine = schema_c_write(&now->compiled.schema, &now->files, opts->base, opts->prefix);
        return fine ? STATUS_FINE : STATUS_TROUBLE;
    }
    options_policy(opts, opts->preset, &policy);
    gdv_schema_narrow(&now->compiled.schema, &policy);
    if (opts->sample > 0) {
        return schema_samples(opts, &now->compiled.schema, &policy);
    }
    if (opts->diff) {
        return diff(now, opts);
    }
    return opts->explain ? explain(now, &policy) : lint(now, opts, &policy);
}

static int schema(const options *opts)
{
    static compiling now; /* names of many files: too large for some stacks */
    if (opts->from_gd) {
        return draft_from_gd(opts);
    }
    int status = work(&now, opts);
    schema_compiled_free(&now.compiled);
    schema_file_free(&now.files);
    return out_finish() ? status : STATUS_TROUBLE;
}

const verb verb_schema = {
    .name = "schema",
    .operands = "[OPTION..] FILE..",
    .summary = "does a schema compile, and what does it admit?",
    .about = "Compiles a schema, which says what packets may look like (docs/schema.md), and\n"
             "warns on standard error of what is likely a mistake: a packet that no limit lets\n"
             "through, a range that every number or length passes, a bound that a limit makes\n"
             "out of reach, a limit that nothing reaches, tags that are hard to tell apart.\n"
             "Each line is FILE:LINE: warning: MESSAGE; what does not compile is\n"
             "FILE:LINE:COLUMN: MESSAGE. Without --dialect, \"ok\" lists the dialects that it\n"
             "compiles for. With --jsonl it is an object with file, ok, packets, methods,\n"
             "bytes (compiled), dialects and warnings, which are objects with file, line and\n"
             "message.\n"
             "\n"
             "With --explain it is printed as the compiler has understood it: types, numbers\n"
             "and texts in one spelling, and of each packet the bytes that it has at most, as\n"
             "the dialect's engine would write it.\n"
             "\n"
             "With --infer the files are packets, and a schema is drafted of them: all of them\n"
             "pass it, and notes say what was seen where that is a guess.\n"
             "\n"
             "With --diff OLD NEW each place is named where NEW may refuse what OLD accepts;\n"
             "the line \"ok\" says that there is none. With --jsonl each is an object with the\n"
             "keys path, message, old_line and new_line.\n"
             "\n"
             "With --sample random packets are written that the schema admits; with --break\n"
             "such as miss it by one rule, of which standard error says PACKET, HOW: VERDICT.\n"
             "How is type, below, above, short, long, class, member, missing or unknown. One\n"
             "seed gives the same packets everywhere. Several need --frames, --format=hex,\n"
             "--into or --jsonl: objects with the keys index, packet, broken (how, or null),\n"
             "hex and value, which is typed JSON, and where broken as gdv check --schema has\n"
             "them code, offset, path, part, rule, line and message.\n"
             "\n"
             "With --c it is written as C11 that compiles as C++17, too: the compiled schema\n"
             "as constant data, and of each packet a struct, NAME_from_packet(), which checks\n"
             "a packet and fills the struct, and NAME_to_packet(), which writes it\n"
             "(docs/schema.md, \"Structs in C\"). Without --dialect it is for the newest that\n"
             "it compiles for. Two names that would be one in C are told as FILE:LINE:\n"
             "MESSAGE, and nothing is written.\n"
             "\n"
             "With --from-gd the files are GDScript of Godot 3 or 4, and a schema is drafted\n"
             "from them: a type for each class with a name, from its variables; a packet for\n"
             "each function that a peer may call (@rpc, remote, master, puppet, ..), from its\n"
             "parameters. Comments say at each guess what is left to decide; what has no type\n"
             "is told on standard error: FILE:LINE:COLUMN: warning: MESSAGE. With --rpc those\n"
             "functions are methods of scripts instead, for gdv check --protocol.\n"
             "\n"
             "Exit status: 0 it compiles, 1 it does and there are warnings or narrower places,\n"
             "2 it does not, or wrong usage, or something could not be read or written.\n",
    .examples = "  gdv schema game.gdvs\n"
                "  gdv schema --dialect godot3 game.gdvs\n"
                "  gdv schema --explain game.gdvs\n"
                "  gdv schema --diff released.gdvs game.gdvs\n"
                "  gdv schema --dialect godot4 --infer packets/*.bin >draft.gdvs\n"
                "  gdv schema --dialect godot4 --sample 100 --frames game.gdvs >packets\n"
                "  gdv schema --dialect godot4 --sample 100 --break --jsonl game.gdvs\n"
                "  gdv schema --c --dialect godot4 --out src/game game.gdvs\n"
                "  gdv schema --from-gd player.gd lobby.gd >game.gdvs\n"
                "  gdv check --dialect godot4 --schema game.gdvs packet.bin\n",
    .takes = OPTIONS_DIALECT | OPTIONS_POLICY | OPTIONS_PERMIT | OPTIONS_LIMITS | OPTIONS_PACKET | OPTIONS_JSONL |
             OPTIONS_OF_SCHEMA,
    .run = schema,
};
