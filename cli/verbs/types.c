/* SPDX-License-Identifier: MIT */
/* gdv types: the wire table of a dialect, or the list of dialects. All of it comes from the library's table; here are
 * only words for it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "choices.h"
#include "verb.h"

#define MOST_NOTES 6

/* Remarks on a row, for people. */
typedef struct notes {
    const char *text[MOST_NOTES];
    size_t count;
} notes;

static void note(notes *about, const char *text)
{
    if (about->count < MOST_NOTES) {
        about->text[about->count] = text;
        about->count += 1;
    }
}

/* What header bits a row may carry, and what they say there. */
static const char *flags_text(const gdv_wire_row *row)
{
    if (row->flags == 0) {
        return NULL;
    }
    switch (row->layout) {
    case GDV_LAYOUT_OBJECT:
        return "bit 16: an id, else class and properties";
    case GDV_LAYOUT_TYPED_ARRAY:
        return "bit 16: objects as ids";
    case GDV_LAYOUT_ARRAY:
        return "bits 16-17: kind of element type";
    case GDV_LAYOUT_DICTIONARY:
        return "bits 16-17: kind of key type, 18-19: of value type";
    default:
        return "bit 16: 64-bit";
    }
}

static const struct {
    uint8_t quirk;
    const char *text;
} quirk_texts[] = {
    {GDV_QUIRK_ANY_PADDING, "its padding may hold anything: engines leave it as it was"},
    {GDV_QUIRK_SHORT_ADVANCE, "needs --permit misread: the engine reads w as the next value"},
    {GDV_QUIRK_LONG_REACH, "needs --permit misread: the engine wants 248 bytes after the header"},
    {GDV_QUIRK_W_FROM_Z, "needs --permit misread where w is not z: the engine reads z twice"},
    {GDV_QUIRK_FUTURE_FLAGS, "element types are later engines' and would be misread"},
    {GDV_QUIRK_ALWAYS_64, "engines write all of them wide"},
    {GDV_QUIRK_PACKED, "the engine forgets how wide its elements were"},
};

/* A bit that says one thing of arrays of strings and another of text. */
static const char *text_quirk(const gdv_wire_row *row)
{
    return row->layout == GDV_LAYOUT_TEXT ? "needs --permit misread as a key: the engine keeps it as a String"
                                          : "the engine reads a negative count as no elements; always refused";
}

static void take_notes(const gdv_wire_row *row, notes *about)
{
    static char permit[GDV_PERMIT_BITS][48];

    about->count = 0;
    if (row->permit > 0 && row->permit <= GDV_PERMIT_BITS) {
        char *text = permit[row->permit - 1];
        (void)snprintf(text, sizeof permit[0], "needs --permit %s", gdv_permit_name(row->permit - 1u));
        note(about, text);
    }
    if (row->layout == GDV_LAYOUT_OBJECT) {
        note(about, "needs --permit object-id, or object for class and properties");
    }
    if (flags_text(row) != NULL) {
        note(about, flags_text(row));
    }
    for (size_t index = 0; index < sizeof quirk_texts / sizeof quirk_texts[0]; index += 1) {
        if ((row->quirks & quirk_texts[index].quirk) != 0) {
            note(about, quirk_texts[index].text);
        }
    }
    if ((row->quirks & (GDV_QUIRK_NEGATIVE_EMPTY | GDV_QUIRK_STRING_KEY)) != 0) {
        note(about, text_quirk(row));
    }
}

/* Whether the row has a size of its own, or of each element. */
static bool has_size(const gdv_wire_row *row)
{
    return row->layout == GDV_LAYOUT_FIXED || row->layout == GDV_LAYOUT_BOOL || row->layout == GDV_LAYOUT_INT ||
           row->layout == GDV_LAYOUT_FLOAT || row->layout == GDV_LAYOUT_PACKED;
}

/* "16", "16 each" or "-". */
static void size_text(const gdv_wire_row *row, uint8_t size, bool exists, char text[16])
{
    if (exists) {
        (void)snprintf(text, 16, "%u%s", (unsigned)size, row->layout == GDV_LAYOUT_PACKED ? " each" : "");
    } else {
        (void)snprintf(text, 16, "-");
    }
}

static void print_row(gdv_dialect dialect, uint32_t id, const gdv_wire_row *row, const notes *about)
{
    char size[16];
    char wide[16];
    char flags[16] = "-";

    size_text(row, row->size, has_size(row), size);
    size_text(row, row->wide, row->wide > 0, wide);
    if (row->flags != 0) {
        (void)snprintf(flags, sizeof flags, "0x%05" PRIx32, (uint32_t)row->flags << 16);
    }
    out_format("%3" PRIu32 "  0x%02" PRIx32 "  %-19s %-19s %-8s %-8s %-8s %s", id, id,
               gdv_dialect_type_name(dialect, id), gdv_type_name((gdv_type)row->type), size, wide, flags,
               gdv_layout_text((gdv_layout)row->layout));
    for (size_t index = 0; index < about->count; index += 1) {
        out(index == 0 ? " -- " : "; ");
        out(about->text[index]);
    }
    (void)out_line_end();
}

static void json_size(const char *key, uint8_t size, bool exists)
{
    if (exists) {
        jsonl_number(key, size);
    } else {
        jsonl_null(key);
    }
}

static void print_row_object(gdv_dialect dialect, uint32_t id, const gdv_wire_row *row, const notes *about)
{
    char hex[16];
    bool packed = row->layout == GDV_LAYOUT_PACKED;

    (void)snprintf(hex, sizeof hex, "0x%02" PRIx32, id);
    jsonl_open(NULL, '{');
    jsonl_text("dialect", gdv_dialect_name(dialect));
    jsonl_number("id", id);
    jsonl_text("hex", hex);
    jsonl_text("name", gdv_dialect_type_name(dialect, id));
    jsonl_text("type", gdv_type_name((gdv_type)row->type));
    jsonl_text("layout", gdv_layout_text((gdv_layout)row->layout));
    json_size("size", row->size, has_size(row) && !packed);
    json_size("size64", row->wide, row->wide > 0 && !packed);
    json_size("element", row->size, packed);
    json_size("element64", row->wide, row->wide > 0 && packed);
    jsonl_number("flags", (uint64_t)row->flags << 16);
    jsonl_open("notes", '[');
    for (size_t index = 0; index < about->count; index += 1) {
        jsonl_text(NULL, about->text[index]);
    }
    jsonl_close(']');
    jsonl_close('}');
    jsonl_line_end();
}

static void print_types(const options *opts)
{
    if (!opts->jsonl) {
        out(" id   hex  name                canonical           size     64-bit   flags    layout -- "
            "notes\n");
    }
    for (uint32_t id = 0; id < gdv_dialect_types(opts->dialect); id += 1) {
        const gdv_wire_row *row = gdv_dialect_wire(opts->dialect, id);
        notes about;
        take_notes(row, &about);
        if (opts->jsonl) {
            print_row_object(opts->dialect, id, row, &about);
        } else {
            print_row(opts->dialect, id, row, &about);
        }
    }
}

static void print_dialect_object(gdv_dialect dialect)
{
    char names[CHOICES_SIZE];
    (void)choices_names(dialect, names);
    char *name = names;
    jsonl_open(NULL, '{');
    jsonl_text("dialect", gdv_dialect_name(dialect));
    jsonl_open("aliases", '[');
    while (name != NULL && name[0] != '\0') {
        char *comma = strchr(name, ',');
        if (comma != NULL) {
            comma[0] = '\0';
        }
        jsonl_text(NULL, name);
        name = comma != NULL ? comma + 2 : NULL;
    }
    jsonl_close(']');
    jsonl_text("engines", gdv_dialect_engines(dialect));
    jsonl_text("judged_by", gdv_dialect_judges(dialect));
    jsonl_number("types", gdv_dialect_types(dialect));
    jsonl_close('}');
    jsonl_line_end();
}

static void print_dialects(const options *opts)
{
    if (!opts->jsonl) {
        out("dialect         alias        types  engines -- judged by; other names\n");
    }
    for (int index = 0; index < GDV_DIALECT_COUNT; index += 1) {
        gdv_dialect dialect = (gdv_dialect)index;
        if (opts->jsonl) {
            print_dialect_object(dialect);
        } else {
            const char *alias = gdv_dialect_alias(dialect);
            char names[CHOICES_SIZE];
            bool others = choices_names(dialect, names)[0] != '\0';
            out_format("%-15s %-12s %5" PRIu32 "  %s -- %s%s%s\n", gdv_dialect_name(dialect),
                       alias[0] == '\0' ? "-" : alias, gdv_dialect_types(dialect), gdv_dialect_engines(dialect),
                       gdv_dialect_judges(dialect), others ? "; " : "", names);
        }
    }
}

static int types(const options *opts)
{
    if (opts->has_dialect) {
        print_types(opts);
    } else {
        print_dialects(opts);
    }
    return out_finish() ? STATUS_FINE : STATUS_TROUBLE;
}

const verb verb_types = {
    .name = "types",
    .operands = "[--dialect D] [--jsonl]",
    .summary = "the wire table of a dialect, or the dialects",
    .about = "Lists the type ids of a dialect: number, the dialect's own name, the name that\n"
             "gdv has for it (Godot 4's), bytes of payload, the same with the 64-bit flag,\n"
             "the header bits that are legal, the layout, and what else there is to know.\n"
             "Sizes of packed arrays are those of one element. Without a dialect: the list of\n"
             "dialects, their other names, how many types each has, who speaks it, and the\n"
             "engine builds that gdv was held against.\n"
             "\n"
             "With --jsonl a type is an object with the keys dialect, id, hex, name, type,\n"
             "layout, size, size64, element, element64, flags and notes; a dialect one with\n"
             "the keys dialect, aliases, engines, judged_by and types.\n"
             "\n"
             "Exit status: 0, or 2 for wrong usage or output that could not be written.\n",
    .examples = "  gdv types\n"
                "  gdv types --dialect godot4\n",
    .takes = OPTIONS_DIALECT | OPTIONS_JSONL,
    .run = types,
};
