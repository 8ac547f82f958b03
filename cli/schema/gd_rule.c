/* SPDX-License-Identifier: MIT */
#include "gd_rule.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "../io/say.h"
#include "../io/utf8.h"
#include "gd_hint.h"
#include "schema_words.h"

static const struct {
    bool told;
    const char *text;
} note_rows[GD_NOTES] = {
#define GD_NOTE_ROW(name, told, text) {told, text},
    GD_NOTE_LIST(GD_NOTE_ROW)
#undef GD_NOTE_ROW
};

bool gd_note_is_told(gd_note note)
{
    return note_rows[note].told;
}

const char *gd_note_text(gd_note note)
{
    return note_rows[note].text;
}

void gd_print_notes(uint32_t notes)
{
    const char *before = "guess: ";
    for (uint32_t note = 0; note < GD_NOTES; note += 1) {
        if (note == GD_NOTE_DEGREES) {
            before = before[0] == ',' ? "; " : "";
        }
        if ((notes >> note & 1u) != 0) {
            out(before);
            out(note_rows[note].text);
            before = note < GD_NOTE_DEGREES ? ", " : "; ";
        }
    }
}

static void note(gd_ruling *now, gd_note what)
{
    now->notes |= 1u << (uint32_t)what;
}

void gd_print_quoted(gdv_text text)
{
    out("\"");
    for (size_t at = 0; at < text.size;) {
        size_t length = utf8_length(text.bytes + at, text.size - at);
        if (length == 0 || utf8_is_hidden(text.bytes + at, length)) {
            out_format("\\U%06" PRIx32, length == 0 ? 0xfffdu : utf8_code(text.bytes + at, length));
        } else {
            out(text.bytes[at] == '"' || text.bytes[at] == '\\' ? "\\" : "");
            out_bytes(text.bytes + at, length);
        }
        at += length == 0 ? 1 : length;
    }
    out("\"");
}

/* ---- hints */

/* The largest number of which each smaller one is a double, so that a range says what the script does. */
#define MOST_WHOLE 9007199254740991.0

/* Whether a range has ends that a type of whole numbers can have. */
static bool is_whole(double low, double high, bool narrow)
{
    double most = narrow ? 2147483647.0 : MOST_WHOLE;
    return low == floor(low) && high == floor(high) && low >= -most && high <= most;
}

/* Whole ones with all of their digits, as an int has to be. */
static void print_number(double number)
{
    if (is_whole(number, number, false)) {
        out_format("%" PRId64, (int64_t)number);
    } else {
        schema_print_double(number);
    }
}

static void print_range(gd_ruling *now, const gd_hint *hint)
{
    double scale = hint->degrees ? 3.14159265358979323846 / 180 : 1;
    if (hint->degrees) {
        note(now, GD_NOTE_DEGREES);
    }
    out(" ");
    if (!hint->open_low) {
        print_number(hint->low * scale);
    }
    out("..");
    if (!hint->open_high) {
        print_number(hint->high * scale);
    }
}

/* The range, where there is one, of numbers of that kind; `of` stands before it. */
static void print_number_hint(gd_ruling *now, const gd_hint *hint, bool whole, bool narrow, const char *of)
{
    bool range = hint->kind == GD_HINT_RANGE || hint->kind == GD_HINT_FLAGS;
    if (hint->kind == GD_HINT_NONE || (range && hint->open_low && hint->open_high)) {
        return;
    }
    if (!range || (whole && (hint->degrees || !is_whole(hint->low, hint->high, narrow)))) {
        note(now, GD_NOTE_HINT);
        return;
    }
    out(of);
    print_range(now, hint);
}

/* Whether one of a list is there before, as a text or as a number. */
static bool is_listed(const gd_hint *hint, uint32_t index, bool as_text)
{
    for (uint32_t other = 0; other < index; other += 1) {
        if (as_text ? gd_same_text(hint->texts[other], hint->texts[index])
                    : hint->values[other] == hint->values[index]) {
            return true;
        }
    }
    return false;
}

static bool can_be_listed(const gd_hint *hint, bool as_text)
{
    bool can = hint->kind == GD_HINT_LIST;
    for (uint32_t index = 0; can && index < hint->listed; index += 1) {
        can = as_text || is_whole(hint->values[index], hint->values[index], false);
    }
    return can;
}

static void print_list(const gd_hint *hint, bool as_text)
{
    for (uint32_t index = 0; index < hint->listed; index += 1) {
        if (is_listed(hint, index, as_text)) {
            continue;
        }
        out(index > 0 ? " | " : "");
        if (as_text) {
            gd_print_quoted(hint->texts[index]);
        } else {
            print_number(hint->values[index]);
        }
    }
}

/* ---- types of the engine */

static void print_text(gd_ruling *now, const char *name, const gd_hint *hint)
{
    if (can_be_listed(hint, true)) {
        print_list(hint, true);
        return;
    }
    if (hint->kind != GD_HINT_NONE) {
        note(now, GD_NOTE_HINT);
    }
    note(now, GD_NOTE_LONG);
    out(name);
    out(" " GD_GUESS_LENGTH);
}

static void print_int(gd_ruling *now, const char *name, const gd_hint *hint)
{
    if (can_be_listed(hint, false)) {
        print_list(hint, false);
        return;
    }
    out(name);
    print_number_hint(now, hint, true, false, "");
}

static void print_by_row(gd_ruling *now, const gdv_wire_row *row, const gd_hint *hint)
{
    const char *name = gdv_type_name((gdv_type)row->type);
    bool whole = row->component == GDV_COMPONENT_INT32 || row->component == GDV_COMPONENT_INT64;
    switch ((gdv_layout)row->layout) {
    case GDV_LAYOUT_INT:
        print_int(now, name, hint);
        return;
    case GDV_LAYOUT_TEXT:
        print_text(now, name, hint);
        return;
    case GDV_LAYOUT_FLOAT:
        out(name);
        print_number_hint(now, hint, false, false, "");
        return;
    case GDV_LAYOUT_BYTES:
        note(now, GD_NOTE_MANY);
        out(name);
        out(" " GD_GUESS_LENGTH);
        return;
    case GDV_LAYOUT_PACKED:
        note(now, GD_NOTE_MANY);
        out(name);
        out(" " GD_GUESS_LENGTH);
        print_number_hint(now, hint, whole, row->component == GDV_COMPONENT_INT32, " of");
        return;
    case GDV_LAYOUT_STRINGS:
        note(now, GD_NOTE_MANY);
        note(now, GD_NOTE_LONG);
        out(name);
        out(" " GD_GUESS_LENGTH " of String " GD_GUESS_LENGTH);
        return;
    case GDV_LAYOUT_ARRAY:
        note(now, GD_NOTE_MANY);
        note(now, GD_NOTE_ELEMENTS);
        out("Array[Variant] " GD_GUESS_LENGTH);
        return;
    case GDV_LAYOUT_DICTIONARY:
        note(now, GD_NOTE_MANY);
        note(now, GD_NOTE_ELEMENTS);
        out("Dictionary[Variant, Variant] " GD_GUESS_LENGTH);
        return;
    default:
        out(name);
        if (row->permit != 0) {
            note(now, GD_NOTE_PERMIT);
        } else if (row->component != GDV_COMPONENT_NONE) {
            print_number_hint(now, hint, whole, true, "");
        }
    }
}

static void print_anything(gd_ruling *now, gd_note why)
{
    note(now, why);
    out("Variant");
}

/* A type without brackets. */
static void print_named(gd_ruling *now, const gd_declaration *in, gdv_text name, const gd_hint *hint)
{
    gdv_type type = GDV_TYPE_NIL;
    uint32_t id = 0;
    uint32_t found = gd_find(now->scripts, in->owner, name);
    if (found != GD_NOWHERE && now->scripts->all[found].shown[0] != '\0') {
        out(now->scripts->all[found].shown);
    } else if (gd_same(name, "Variant")) {
        out("Variant");
    } else if (!gd_engine_type(name, &type)) {
        print_anything(now, GD_NOTE_UNKNOWN);
    } else if (now->has_dialect && !gdv_dialect_type_id(now->dialect, type, &id)) {
        print_anything(now, GD_NOTE_LACKING);
    } else {
        print_by_row(now, gd_row_of(now->dialect, type), hint);
    }
}

/* ---- types of variables */

static void print_untyped(gd_ruling *now, const gd_variable *variable, const gd_hint *hint)
{
    if (hint->kind == GD_HINT_RANGE) {
        note(now, GD_NOTE_NUMBER);
        out("number");
        print_number_hint(now, hint, false, false, "");
    } else if (hint->kind == GD_HINT_LIST || hint->kind == GD_HINT_FLAGS) {
        print_int(now, "int", hint);
    } else {
        print_anything(now, variable->inferred ? GD_NOTE_INFERRED : GD_NOTE_UNTYPED);
    }
}

/* A variable of a class is null until it is set, and a parameter where null is its default. */
static void print_null(gd_ruling *now, const gd_declaration *in, const gd_variable *variable, gdv_text name)
{
    uint32_t found = gd_find(now->scripts, in->owner, name);
    bool class =
        found != GD_NOWHERE && now->scripts->all[found].what == GD_CLASS && now->scripts->all[found].shown[0] != '\0';
    bool unset = variable->worth == GD_WORTH_NULL || (in->what == GD_VARIABLE && variable->worth == GD_WORTH_NONE);
    if (class && unset) {
        out(" | null");
        if (in->what == GD_VARIABLE) {
            note(now, GD_NOTE_UNSET);
        }
    }
}

static void print_type(gd_ruling *now, const gd_declaration *in, const gd_variable *variable, const gd_hint *hint)
{
    gd_type type = gd_type_of(now->scripts, in, variable);
    if (type.name.size == 0) {
        print_untyped(now, variable, hint);
    } else if (type.strange) {
        print_anything(now, GD_NOTE_UNKNOWN);
    } else if (type.key.size > 0) {
        note(now, GD_NOTE_MANY);
        out("Dictionary[");
        print_named(now, in, type.key, &(gd_hint){.kind = GD_HINT_NONE});
        out(", ");
        print_named(now, in, type.of, hint);
        out("] " GD_GUESS_LENGTH);
    } else if (type.of.size > 0) {
        note(now, GD_NOTE_MANY);
        out("Array[");
        print_named(now, in, type.of, hint);
        out("] " GD_GUESS_LENGTH);
    } else {
        print_named(now, in, type.name, hint);
        print_null(now, in, variable, type.name);
    }
}

void gd_print_rule(gd_ruling *now, const gd_declaration *in, const gd_variable *variable)
{
    static gd_hint hint; /* holds a list: too large for some stacks */
    now->notes = 0;
    gd_hint_of(in, &hint);
    if (hint.kind == GD_HINT_STRANGE) {
        note(now, GD_NOTE_HINT);
        hint.kind = GD_HINT_NONE;
    }
    print_type(now, in, variable, &hint);
}
