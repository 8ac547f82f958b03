/* SPDX-License-Identifier: MIT */
#include "gd_hint.h"

#include <float.h>
#include <string.h>

#include "../io/utf8.h"

/* How often numbers, and other words than strings, were among the arguments. */
typedef struct seen {
    double numbers[2];
    uint32_t number_count;
    bool flags;
    bool words; /* FILE, MULTILINE, ..: what follows is no list */
    bool strange;
} seen;

/* "Name:7": the number after the colon; else the one given. */
static double value_in(gdv_text *text, double value)
{
    size_t at = text->size;
    double number = 0;
    while (at > 0 && text->bytes[at - 1] != ':') {
        at -= 1;
    }
    gdv_text digits = {text->bytes + at, text->size - at};
    while (digits.size > 0 && digits.bytes[0] == ' ') {
        digits = (gdv_text){digits.bytes + 1, digits.size - 1};
    }
    if (at == 0 || !gd_number_of(digits, &number)) {
        return value;
    }
    text->size = at - 1;
    return number;
}

/* A text that has to be unescaped, or of what is not seen, is none to draft from. */
static bool is_plain(gdv_text text)
{
    bool plain = text.size > 0;
    for (size_t at = 0; plain && at < text.size;) {
        size_t length = utf8_length(text.bytes + at, text.size - at);
        plain = length > 0 && text.bytes[at] != '\\' && !utf8_is_hidden(text.bytes + at, length);
        at += length;
    }
    return plain;
}

static void take_string(gd_hint *hint, gdv_text text)
{
    double last = hint->listed > 0 ? hint->values[hint->listed - 1] : -1;
    if (hint->listed == GD_MOST_LISTED || !is_plain(text)) {
        hint->kind = GD_HINT_STRANGE;
        return;
    }
    hint->values[hint->listed] = value_in(&text, last + 1);
    hint->texts[hint->listed] = text;
    hint->listed += 1;
}

static void take_option(gd_hint *hint, gdv_text text)
{
    hint->open_high = hint->open_high || gd_same(text, "or_greater");
    hint->open_low = hint->open_low || gd_same(text, "or_less") || gd_same(text, "or_lesser");
    hint->degrees = hint->degrees || gd_same(text, "radians_as_degrees") || gd_same(text, "radians");
}

static void take(gd_hint *hint, seen *so_far, const gd_argument *argument, bool godot3)
{
    if (argument->kind == GD_ARGUMENT_NUMBER) {
        if (so_far->number_count < 2) {
            so_far->numbers[so_far->number_count] = argument->number;
        }
        so_far->number_count += 1;
    } else if (argument->kind == GD_ARGUMENT_STRING && so_far->number_count > 0) {
        take_option(hint, argument->text);
    } else if (argument->kind == GD_ARGUMENT_STRING) {
        take_string(hint, argument->text);
    } else if (argument->kind == GD_ARGUMENT_NAME && godot3 && so_far->number_count == 0) {
        bool flags = gd_same(argument->text, "FLAGS");
        so_far->flags = so_far->flags || flags;
        so_far->words = so_far->words || !(flags || gd_same(argument->text, "EXP"));
    } else {
        so_far->strange = so_far->strange || so_far->number_count < 2;
    }
}

/* Each flag is the next bit, or what it says. */
static void sum_flags(gd_hint *hint)
{
    uint64_t all = 0;
    for (uint32_t index = 0; index < hint->listed; index += 1) {
        gdv_text text = hint->texts[index];
        bool given = text.bytes[text.size] == ':'; /* a quote stands there otherwise */
        double value = given ? hint->values[index] : (index < 48 ? (double)((uint64_t)1 << index) : -1);
        if (value < 0 || value > 9007199254740991.0) {
            hint->kind = GD_HINT_STRANGE;
            return;
        }
        all |= (uint64_t)value;
    }
    hint->low = 0;
    hint->high = (double)all;
    hint->kind = hint->listed > 0 ? GD_HINT_FLAGS : GD_HINT_NONE;
}

static void set_range(gd_hint *hint, const seen *so_far, bool godot3)
{
    bool one = so_far->number_count == 1 && godot3; /* the upper end */
    hint->low = one ? 0 : so_far->numbers[0];
    hint->high = one ? so_far->numbers[0] : so_far->numbers[1];
    bool finite = hint->low >= -DBL_MAX && hint->high <= DBL_MAX;
    bool fine = (one || so_far->number_count > 1) && !so_far->strange && finite && hint->low <= hint->high;
    hint->kind = fine ? GD_HINT_RANGE : GD_HINT_STRANGE;
}

/* Passes over the type that is the first argument of export(..): of an array, over that of its elements, too. */
static void pass_type(gd_reading *in)
{
    gdv_text name = {NULL, 0};
    gd_next(in);
    if (gd_dotted(in, &name) && gd_same(name, "Array") && gd_is_sign(in, ',')) {
        gd_next(in);
        (void)gd_dotted(in, &name);
    }
}

void gd_hint_of(const gd_declaration *variable, gd_hint *hint)
{
    gdv_text word = variable->hint;
    bool godot3 = gd_same(word, "export");
    bool range = gd_same(word, "export_range");
    seen so_far = {.flags = gd_same(word, "export_flags")};
    gd_argument argument;
    bool first = !godot3;

    hint->kind = GD_HINT_NONE;
    hint->listed = 0;
    hint->open_low = false;
    hint->open_high = false;
    hint->degrees = false;
    if (!godot3 && !range && !so_far.flags && !gd_same(word, "export_enum")) {
        return;
    }
    gd_reading in = gd_read_from(variable->hint_after);
    if (godot3) {
        pass_type(&in);
    }
    while (gd_list_goes_on(&in, &first) && gd_read_argument(&in, &argument)) {
        take(hint, &so_far, &argument, godot3);
    }
    if (so_far.words) {
        hint->kind = GD_HINT_NONE;
    } else if (in.fault != NULL || hint->kind == GD_HINT_STRANGE) {
        hint->kind = GD_HINT_STRANGE;
    } else if (so_far.number_count > 0 || range) {
        set_range(hint, &so_far, godot3);
    } else if (so_far.flags) {
        sum_flags(hint);
    } else if (hint->listed > 0) {
        hint->kind = GD_HINT_LIST;
    }
}
