/* SPDX-License-Identifier: MIT */
#include "gd_draft.h"

#include <inttypes.h>
#include <string.h>

#include "../io/say.h"
#include "gd_rule.h"
#include "schema_words.h"

/* Classes that a class extends, with itself. More are not drafted. */
#define MOST_BASES 16
/* Inherited variables count for each class. A schema of more does not compile. */
#define MOST_FIELDS 65536u

typedef struct drafting {
    gd_ruling ruling;
    const gd_scripts *scripts;
    uint64_t warnings;
    uint32_t fields;
    uint32_t packets;
} drafting;

/* ---- names and notes */

/* A name for people: of any length, and of any script. */
static void print_shown(gdv_text text)
{
    char name[GD_MOST_NAME + 1];
    size_t size = text.size < GD_MOST_NAME ? text.size : GD_MOST_NAME;
    memcpy(name, text.bytes, size);
    name[size] = '\0';
    out_shown(name);
}

static void print_key(gdv_text name)
{
    if (schema_is_identifier(name)) {
        out_bytes(name.bytes, name.size);
    } else {
        gd_print_quoted(name);
    }
}

static void warn(drafting *now, uint32_t file, uint32_t line, uint32_t column, gdv_text name, const char *what)
{
    int size = name.size < GD_MOST_NAME ? (int)name.size : (int)GD_MOST_NAME;
    now->warnings += 1;
    remark("%s:%" PRIu32 ":%" PRIu32 ": warning: %.*s: %s", now->scripts->paths[file], line, column, size, name.bytes,
           what);
}

static void warn_of_notes(drafting *now, const gd_declaration *in, const gd_variable *variable)
{
    const gd_token *name = &variable->name;
    for (uint32_t note = 0; note < GD_NOTES; note += 1) {
        if ((now->ruling.notes >> note & 1u) != 0 && gd_note_is_told((gd_note)note)) {
            warn(now, in->file, name->line, name->column, name->text, gd_note_text((gd_note)note));
        }
    }
}

static void print_place(const drafting *now, const gd_declaration *one)
{
    out("\n# ");
    out_shown(now->scripts->paths[one->file]);
    out_format(":%" PRIu32, one->line);
}

/* The comment at the end of a line: a name, and notes. */
static void print_comment(const drafting *now, gdv_text name)
{
    if (name.size > 0 || now->ruling.notes != 0) {
        out(" # ");
        print_shown(name);
        out(name.size > 0 && now->ruling.notes != 0 ? "; " : "");
        gd_print_notes(now->ruling.notes);
    }
    (void)out_line_end();
}

/* ---- enumerations */

typedef struct listing {
    gd_reading in;
    bool first;
    bool known;
    int64_t value;
    gdv_text name;
} listing;

static listing listing_of(const gd_declaration *one)
{
    return (listing){.in = gd_read_from(one->after), .first = true, .known = true, .value = -1};
}

static bool next_listed(listing *of)
{
    return gd_list_goes_on(&of->in, &of->first) && gd_read_enumerator(&of->in, &of->name, &of->value, &of->known);
}

/* Whether a number is one of values[0 .. count-1]. */
static bool is_before(const int64_t *values, uint32_t count, int64_t value)
{
    bool found = false;
    for (uint32_t index = 0; index < count; index += 1) {
        found = found || values[index] == value;
    }
    return found;
}

/* As many as a schema is likely to be asked for; others are any int. */
#define MOST_LISTED 256u

static bool is_listable(const gd_declaration *one)
{
    listing of = listing_of(one);
    uint32_t count = 0;
    bool fine = true;
    while (next_listed(&of)) {
        fine = fine && of.known;
        count += 1;
    }
    return fine && count > 0 && count <= MOST_LISTED;
}

static void draft_enum(drafting *now, const gd_declaration *one)
{
    int64_t values[MOST_LISTED];
    uint32_t count = 0;
    listing of = listing_of(one);
    print_place(now, one);
    out_format("\ntype %s =", one->shown);
    if (!is_listable(one)) {
        out(" int # guess: its values are none, expressions or too many to list\n");
        warn(now, one->file, one->line, one->column, one->name, "its values are not listed: any int passes");
        return;
    }
    while (next_listed(&of)) {
        bool twice = is_before(values, count, of.value);
        out(count > 0 ? "\n    " : " ");
        if (!twice) {
            out_format("%s%" PRId64 " ", count > 0 ? "| " : "", of.value);
            values[count] = of.value;
            count += 1;
        }
        out("# ");
        print_shown(of.name);
        if (twice) {
            out_format(" is %" PRId64 ", too", of.value);
        }
    }
    out("\n");
}

/* ---- classes */

/* Whether a class that stands before this one in the chain has a variable of that name: that one counts. */
static bool is_inherited(const gd_scripts *scripts, const uint32_t *chain, uint32_t above, gdv_text name)
{
    for (uint32_t index = 0; above > 0 && index < scripts->count; index += 1) {
        const gd_declaration *one = &scripts->all[index];
        for (uint32_t base = 0; one->what == GD_VARIABLE && base < above; base += 1) {
            if (one->owner == chain[base] && gd_same_text(one->name, name)) {
                return true;
            }
        }
    }
    return false;
}

static void draft_field(drafting *now, const gd_declaration *one)
{
    gd_reading in = gd_read_from(one->after);
    gd_variable variable = {.name = {.text = one->name, .line = one->line, .column = one->column}};
    if (!gd_read_variable(&in, &variable)) {
        return; /* never: it was read before */
    }
    out("    ");
    print_key(one->name);
    out(": ");
    gd_print_rule(&now->ruling, one, &variable);
    out(",");
    print_comment(now, (gdv_text){"", 0});
    warn_of_notes(now, one, &variable);
}

/* The variables of chain[at], of which the classes that it extends are chain[0 .. at-1]. */
static bool draft_fields(drafting *now, const uint32_t *chain, uint32_t at)
{
    const gd_scripts *scripts = now->scripts;
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        const gd_declaration *one = &scripts->all[index];
        if (one->what == GD_VARIABLE && one->owner == chain[at] && !is_inherited(scripts, chain, at, one->name)) {
            if (now->fields == MOST_FIELDS) {
                complain("the draft would have more than %u fields", MOST_FIELDS);
                return false;
            }
            now->fields += 1;
            draft_field(now, one);
        }
    }
    return true;
}

/* The class and those that it extends, the furthest first. Returns how many. */
static uint32_t chain_of(const gd_scripts *scripts, uint32_t class, uint32_t chain[MOST_BASES])
{
    uint32_t count = 0;
    bool again = false;
    while (class != GD_NOWHERE && count < MOST_BASES && !again) {
        for (uint32_t index = 0; index < count; index += 1) {
            again = again || chain[MOST_BASES - 1 - index] == class; /* it extends itself: the engine refuses that */
        }
        if (!again) {
            count += 1;
            chain[MOST_BASES - count] = class;
            class = scripts->all[class].extends;
        }
    }
    memmove(chain, chain + MOST_BASES - count, count * sizeof chain[0]);
    return count;
}

static bool draft_class(drafting *now, uint32_t class)
{
    const gd_declaration *one = &now->scripts->all[class];
    uint32_t chain[MOST_BASES];
    uint32_t count = chain_of(now->scripts, class, chain);
    bool fine = true;
    print_place(now, one);
    out_format("\ntype %s = {\n", one->shown);
    for (uint32_t at = 0; fine && at < count; at += 1) {
        if (at + 1 < count) {
            out("    # from ");
            print_shown(now->scripts->all[chain[at]].name);
            out("\n");
        } else if (at > 0) {
            out("    # its own\n");
        }
        fine = draft_fields(now, chain, at);
    }
    out("}\n");
    return fine;
}

/* ---- packets */

static void draft_parameter(drafting *now, const gd_declaration *one, const gd_variable *parameter)
{
    out("    ");
    if (parameter->rest) {
        now->ruling.notes = 1u << GD_NOTE_REST;
        out("...");
    } else {
        gd_print_rule(&now->ruling, one, parameter);
        out(parameter->worth != GD_WORTH_NONE && one->what == GD_FUNCTION ? "?" : "");
        out(",");
    }
    print_comment(now, parameter->name.text);
    if (one->what == GD_FUNCTION || now->scripts->all[one->owner].shown[0] == '\0') {
        warn_of_notes(now, one, parameter); /* of a variable in a class the warning stands there */
    }
}

static void draft_parameters(drafting *now, const gd_declaration *one)
{
    gd_reading in = gd_read_from(one->after);
    gd_variable parameter = {.name = {.text = one->name, .line = one->line, .column = one->column}};
    bool first = true;
    if (one->what == GD_VARIABLE && gd_read_variable(&in, &parameter)) {
        draft_parameter(now, one, &parameter);
        return;
    }
    while (gd_list_goes_on(&in, &first) && gd_read_parameter(&in, &parameter)) {
        draft_parameter(now, one, &parameter);
    }
}

static bool has_parameters(const gd_declaration *one)
{
    gd_reading in = gd_read_from(one->after);
    bool first = true;
    return one->what == GD_VARIABLE || gd_list_goes_on(&in, &first);
}

static void draft_packet(drafting *now, const gd_declaration *one)
{
    print_place(now, one);
    if (one->shown[0] == '\0') {
        out(": ");
        print_shown(one->name);
        out(" is a packet already; if this one differs, give it a tag of its own\n");
        warn(now, one->file, one->line, one->column, one->name, "a packet of that name is drafted already");
        return;
    }
    out_format("%s\npacket %s = [", one->what == GD_VARIABLE ? ", by rset" : "", one->shown);
    now->packets += 1;
    if (!has_parameters(one)) {
        gd_print_quoted(one->name);
        out("]\n");
        return;
    }
    out("\n    ");
    gd_print_quoted(one->name);
    out(",\n");
    draft_parameters(now, one);
    out("]\n");
}

/* ---- all of it */

static void draft_head(const drafting *now)
{
    out("# Drafted by gdv schema --from-gd. Where it says \"guess\" the script does not tell: decide.\n");
    bool recursive = false;
    for (uint32_t index = 0; index < now->scripts->count; index += 1) {
        const gd_declaration *one = &now->scripts->all[index];
        recursive = recursive || (one->recursive && one->shown[0] != '\0');
    }
    out(recursive ? "\nlimits max_depth = 16 # guess: how deep, as a class here can hold itself\n" : "");
}

static bool draft_one(drafting *now, uint32_t index)
{
    const gd_declaration *one = &now->scripts->all[index];
    if (one->what == GD_CLASS && one->shown[0] != '\0') {
        return draft_class(now, index);
    }
    if (one->what == GD_ENUM && one->shown[0] != '\0' && one->used) {
        draft_enum(now, one);
    } else if (one->what == GD_FUNCTION || (one->what == GD_VARIABLE && one->remote)) {
        draft_packet(now, one);
    }
    return true;
}

bool gd_draft(gd_scripts *scripts, bool has_dialect, gdv_dialect dialect, uint64_t *warnings)
{
    gdv_dialect newest = (gdv_dialect)(GDV_DIALECT_COUNT - 1);
    drafting now = {.scripts = scripts};
    bool fine = true;
    gd_link(scripts);
    now.ruling = (gd_ruling){scripts, has_dialect, has_dialect ? dialect : newest, 0};
    draft_head(&now);
    for (uint32_t index = 0; fine && index < scripts->count; index += 1) {
        fine = draft_one(&now, index);
    }
    if (now.packets == 0) {
        out("\n# no function here can be called by a peer: include this from a schema that has packets\n");
        remark("%s: warning: no function can be called by a peer, so the draft has no packet", scripts->paths[0]);
        now.warnings += 1;
    }
    *warnings = now.warnings;
    return fine;
}
