/* SPDX-License-Identifier: MIT */
/* Scripts with remote methods: of each file the class that is the file's, with what it inherits, as Godot 4 numbers all of
 * those. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/say.h"
#include "gd_drafting.h"
#include "schema_words.h"

static bool is_remote(const gd_declaration *one)
{
    return one->what == GD_FUNCTION || (one->what == GD_VARIABLE && one->remote);
}

/* Whether a class that is further down the chain, from `below` on, declares the name again: that one counts. */
static bool is_declared_again(const gd_scripts *scripts, const uint32_t *chain, uint32_t below, uint32_t count,
                              gdv_text name)
{
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        const gd_declaration *one = &scripts->all[index];
        for (uint32_t at = below; is_remote(one) && at < count; at += 1) {
            if (one->owner == chain[at] && gd_same_text(one->name, name)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- names */

/* The class's own name; of a file without one that of the file, so that no word of the notation is it. */
static void print_script_name(const gd_drafting *now, uint32_t class)
{
    const gd_declaration *one = &now->scripts->all[class];
    const char *path = now->scripts->paths[one->file];
    const char *slash = strrchr(path, '/');
    if (one->shown[0] != '\0') {
        out(one->shown);
        return;
    }
    for (const char *letter = slash != NULL ? slash + 1 : path; *letter != '\0' && *letter != '.'; letter += 1) {
        const char one_letter[2] = {*letter, '\0'};
        const bool is_word = schema_is_identifier((gdv_text){one_letter, 1}) || (*letter >= '0' && *letter <= '9');
        out(is_word ? one_letter : "_");
    }
    out_format("_script%" PRIu32, one->file + 1);
}

/* Of a parameter that cannot be called so in a schema its place. */
static void print_parameter_name(gdv_text name, uint32_t place)
{
    if (schema_is_identifier(name)) {
        out_bytes(name.bytes, name.size);
    } else {
        out_format("a%" PRIu32, place);
    }
}

/* ---- methods */

static void draft_parameters(gd_drafting *now, const gd_declaration *one)
{
    gd_reading in = gd_read_from(one->after);
    gd_variable parameter;
    bool first = true;
    uint32_t place = 0;
    while (gd_list_goes_on(&in, &first) && gd_read_parameter(&in, &parameter)) {
        out(place == 0 ? "\n    " : "    ");
        if (parameter.rest) {
            out("# the rest of the arguments has no place here: ");
            gd_draft_shown(parameter.name.text);
            (void)out_line_end();
            gd_draft_warn(now, one, parameter.name.line, parameter.name.column, parameter.name.text,
                          "a method with any number of arguments cannot be declared");
        } else {
            print_parameter_name(parameter.name.text, place);
            out(parameter.worth != GD_WORTH_NONE ? "?: " : ": ");
            gd_print_rule(&now->ruling, one, &parameter);
            out(",");
            gd_draft_comment(now, (gdv_text){"", 0});
            gd_draft_warn_of_notes(now, one, &parameter);
        }
        place += 1;
    }
}

static void draft_variable(gd_drafting *now, const gd_declaration *one)
{
    gd_reading in = gd_read_from(one->after);
    gd_variable variable = {.name = {.text = one->name, .line = one->line, .column = one->column}};
    if (gd_read_variable(&in, &variable)) {
        gd_print_rule(&now->ruling, one, &variable);
        gd_draft_warn_of_notes(now, one, &variable);
    }
}

/* A line of what has no place in the draft, and a warning why. */
static void draft_nothing(gd_drafting *now, const gd_declaration *one, const char *comment, const char *why)
{
    out(comment);
    gd_draft_shown(one->name);
    (void)out_line_end();
    gd_draft_warn(now, one, one->line, one->column, one->name, why);
}

/* Whether the dialect is that of a protocol that sets no variables. */
static bool sets_nothing(const gd_ruling *ruling)
{
    bool found = false;
    for (uint32_t protocol = 0; protocol < GDV_PROTOCOL_COUNT; protocol += 1) {
        found = found || (!gdv_protocol_has((gdv_protocol)protocol, GDV_COMMAND_SET) &&
                          gdv_protocol_dialect((gdv_protocol)protocol) == ruling->dialect);
    }
    return found && ruling->has_dialect;
}

static void draft_method(gd_drafting *now, const gd_declaration *one)
{
    if (!schema_is_identifier(one->name)) {
        draft_nothing(now, one, "# cannot be declared, and the numbers of others are wrong without it: ",
                      "a method can have no such name in a schema");
        return;
    }
    if (one->what == GD_VARIABLE && sets_nothing(&now->ruling)) {
        draft_nothing(now, one, "# cannot be set from afar: ", "the dialect's protocol sets no variables");
        return;
    }
    now->ruling.notes = 0;
    out(one->what == GD_FUNCTION ? "rpc func " : "rpc var ");
    out_bytes(one->name.bytes, one->name.size);
    if (one->what == GD_FUNCTION) {
        out("(");
        draft_parameters(now, one);
        now->ruling.notes = 0;
        out(")");
    } else {
        out(": ");
        draft_variable(now, one);
    }
    out((one->rpc & GDV_RPC_ANY_PEER) != 0 ? " any_peer" : " authority");
    out((one->rpc & GDV_RPC_ORDERED) != 0      ? " unreliable_ordered"
        : (one->rpc & GDV_RPC_UNRELIABLE) != 0 ? " unreliable"
                                               : "");
    gd_draft_comment(now, (gdv_text){"", 0});
    now->packets += 1;
}

static void draft_script(gd_drafting *now, uint32_t class)
{
    const gd_scripts *scripts = now->scripts;
    uint32_t chain[GD_MOST_BASES];
    const uint32_t count = gd_draft_chain(scripts, class, chain);
    bool begun = false;
    for (uint32_t at = count; at > 0; at -= 1) {
        for (uint32_t index = 0; index < scripts->count; index += 1) {
            const gd_declaration *one = &scripts->all[index];
            if (!is_remote(one) || one->owner != chain[at - 1] ||
                is_declared_again(scripts, chain, at, count, one->name)) {
                continue;
            }
            if (!begun) {
                gd_draft_place(now, &scripts->all[class]);
                out("\nscript ");
                print_script_name(now, class);
                out(" at \"*\" # guess: where its nodes are, from the multiplayer root on\n");
            }
            begun = true;
            draft_method(now, one);
        }
    }
}

void gd_draft_scripts(gd_drafting *now)
{
    for (uint32_t index = 0; index < now->scripts->count; index += 1) {
        const gd_declaration *one = &now->scripts->all[index];
        if (one->what == GD_CLASS && one->owner == index) {
            draft_script(now, index);
        }
    }
}
