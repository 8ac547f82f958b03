/* SPDX-License-Identifier: MIT */
#include "gd_draft.h"

#include <inttypes.h>
#include <string.h>

#include "../io/say.h"
#include "gd_drafting.h"
#include "schema_words.h"

/* Inherited variables count for each class. A schema of more does not compile. */
#define MOST_FIELDS 65536u

/* ---- names and notes */

void gd_draft_shown(gdv_text text)
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

void gd_draft_warn(gd_drafting *now, const gd_declaration *in, uint32_t line, uint32_t column, gdv_text name,
                   const char *what)
{
    int size = name.size < GD_MOST_NAME ? (int)name.size : (int)GD_MOST_NAME;
    now->warnings += 1;
    remark("%s:%" PRIu32 ":%" PRIu32 ": warning: %.*s: %s", now->scripts->paths[in->file], line, column, size,
           name.bytes, what);
}

void gd_draft_warn_of_notes(gd_drafting *now, const gd_declaration *in, const gd_variable *variable)
{
    const gd_token *name = &variable->name;
    for (uint32_t note = 0; note < GD_NOTES; note += 1) {
        if ((now->ruling.notes >> note & 1u) != 0 && gd_note_is_told((gd_note)note)) {
            gd_draft_warn(now, in, name->line, name->column, name->text, gd_note_text((gd_note)note));
        }
    }
}

void gd_draft_place(const gd_drafting *now, const gd_declaration *one)
{
    out("\n# ");
    out_shown(now->scripts->paths[one->file]);
    if (one->line > 0) { /* a file without class_name has none */
        out_format(":%" PRIu32, one->line);
    }
}

void gd_draft_comment(const gd_drafting *now, gdv_text name)
{
    if (name.size > 0 || now->ruling.notes != 0) {
        out(" # ");
        gd_draft_shown(name);
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

static void draft_enum(gd_drafting *now, const gd_declaration *one)
{
    int64_t values[MOST_LISTED];
    uint32_t count = 0;
    listing of = listing_of(one);
    gd_draft_place(now, one);
    out_format("\ntype %s =", one->shown);
    if (!is_listable(one)) {
        out(" int # guess: its values are none, expressions or too many to list\n");
        gd_draft_warn(now, one, one->line, one->column, one->name, "its values are not listed: any int passes");
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
        gd_draft_shown(of.name);
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

static void draft_field(gd_drafting *now, const gd_declaration *one)
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
    gd_draft_comment(now, (gdv_text){"", 0});
    gd_draft_warn_of_notes(now, one, &variable);
}

/* The variables of chain[at], of which the classes that it extends are chain[0 .. at-1]. */
static bool draft_fields(gd_drafting *now, const uint32_t *chain, uint32_t at)
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

uint32_t gd_draft_chain(const gd_scripts *scripts, uint32_t class, uint32_t chain[GD_MOST_BASES])
{
    uint32_t count = 0;
    bool again = false;
    while (class != GD_NOWHERE && count < GD_MOST_BASES && !again) {
        for (uint32_t index = 0; index < count; index += 1) {
            again = again || chain[GD_MOST_BASES - 1 - index] == class; /* it extends itself: the engine refuses that */
        }
        if (!again) {
            count += 1;
            chain[GD_MOST_BASES - count] = class;
            class = scripts->all[class].extends;
        }
    }
    memmove(chain, chain + GD_MOST_BASES - count, count * sizeof chain[0]);
    return count;
}

static bool draft_class(gd_drafting *now, uint32_t class)
{
    const gd_declaration *one = &now->scripts->all[class];
    uint32_t chain[GD_MOST_BASES];
    uint32_t count = gd_draft_chain(now->scripts, class, chain);
    bool fine = true;
    gd_draft_place(now, one);
    out_format("\ntype %s = {\n", one->shown);
    for (uint32_t at = 0; fine && at < count; at += 1) {
        if (at + 1 < count) {
            out("    # from ");
            gd_draft_shown(now->scripts->all[chain[at]].name);
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

static void draft_parameter(gd_drafting *now, const gd_declaration *one, const gd_variable *parameter)
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
    gd_draft_comment(now, parameter->name.text);
    if (one->what == GD_FUNCTION || now->scripts->all[one->owner].shown[0] == '\0') {
        gd_draft_warn_of_notes(now, one, parameter); /* of a variable in a class the warning stands there */
    }
}

static void draft_parameters(gd_drafting *now, const gd_declaration *one)
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

static void draft_packet(gd_drafting *now, const gd_declaration *one)
{
    gd_draft_place(now, one);
    if (one->shown[0] == '\0') {
        out(": ");
        gd_draft_shown(one->name);
        out(" is a packet already; if this one differs, give it a tag of its own\n");
        gd_draft_warn(now, one, one->line, one->column, one->name, "a packet of that name is drafted already");
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

static void draft_head(const gd_drafting *now)
{
    out("# Drafted by gdv schema --from-gd. Where it says \"guess\" the script does not tell: decide.\n");
    bool recursive = false;
    for (uint32_t index = 0; index < now->scripts->count; index += 1) {
        const gd_declaration *one = &now->scripts->all[index];
        recursive = recursive || (one->recursive && one->shown[0] != '\0');
    }
    out(recursive ? "\nlimits max_depth = 16 # guess: how deep, as a class here can hold itself\n" : "");
}

static bool draft_one(gd_drafting *now, uint32_t index, bool calls)
{
    const gd_declaration *one = &now->scripts->all[index];
    if (one->what == GD_CLASS && one->shown[0] != '\0') {
        return draft_class(now, index);
    }
    if (one->what == GD_ENUM && one->shown[0] != '\0' && one->used) {
        draft_enum(now, one);
    } else if (!calls && (one->what == GD_FUNCTION || (one->what == GD_VARIABLE && one->remote))) {
        draft_packet(now, one);
    }
    return true;
}

bool gd_draft(gd_scripts *scripts, bool calls, bool has_dialect, gdv_dialect dialect, uint64_t *warnings)
{
    gdv_dialect newest = (gdv_dialect)(GDV_DIALECT_COUNT - 1);
    gd_drafting now = {.scripts = scripts};
    bool fine = true;
    gd_link(scripts);
    now.ruling = (gd_ruling){scripts, has_dialect, has_dialect ? dialect : newest, 0};
    draft_head(&now);
    for (uint32_t index = 0; fine && index < scripts->count; index += 1) {
        fine = draft_one(&now, index, calls);
    }
    if (fine && calls) {
        gd_draft_scripts(&now);
    }
    if (now.packets == 0) {
        out("\n# no function here can be called by a peer: include this from a schema that has packets\n");
        remark("%s: warning: no function can be called by a peer, so the draft has no packet", scripts->paths[0]);
        now.warnings += 1;
    }
    *warnings = now.warnings;
    return fine;
}
