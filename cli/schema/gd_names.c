/* SPDX-License-Identifier: MIT */
#include "gd_names.h"

#include <stdio.h>
#include <string.h>

/* Classes that a class extends, one after the other, and classes around one. More are not followed: a chain may go round. */
#define MOST_BASES 16

/* ---- types of the engine */

/* Godot 2's own are classes in GDScript that has types. */
static bool is_type_of(gdv_dialect dialect, gdv_text name, gdv_type *type)
{
    bool found = false;
    uint32_t ids = gdv_dialect_family(dialect) == GDV_FAMILY_GODOT2 ? 0 : gdv_dialect_types(dialect);
    for (uint32_t id = 0; !found && id < ids; id += 1) {
        const gdv_wire_row *row = gdv_dialect_wire(dialect, id);
        gdv_type one = (gdv_type)row->type;
        found = one != GDV_TYPE_NIL && row->layout != GDV_LAYOUT_TYPED_ARRAY &&
                (gd_same(name, gdv_dialect_type_name(dialect, id)) || gd_same(name, gdv_type_name(one)));
        *type = found ? one : *type;
    }
    return found;
}

bool gd_engine_type(gdv_text name, gdv_type *type)
{
    bool found = false;
    for (int dialect = GDV_DIALECT_COUNT; !found && dialect > 0; dialect -= 1) {
        found = is_type_of((gdv_dialect)(dialect - 1), name, type);
    }
    return found;
}

const gdv_wire_row *gd_row_of(gdv_dialect dialect, gdv_type type)
{
    uint32_t id = 0;
    for (int other = GDV_DIALECT_COUNT; !gdv_dialect_type_id(dialect, type, &id) && other > 0; other -= 1) {
        dialect = (gdv_dialect)(other - 1);
    }
    return gdv_dialect_wire(dialect, id);
}

/* ---- classes and enumerations */

static bool is_type(const gd_declaration *one)
{
    return one->what == GD_ENUM || one->what == GD_CLASS;
}

/* Where the class or enumeration of that name is, or would be. Slots are more than declarations, so that it ends. */
static uint32_t slot_of(const gd_scripts *scripts, uint32_t owner, gdv_text name)
{
    uint32_t hash = 2166136261u ^ owner;
    for (size_t index = 0; index < name.size; index += 1) {
        hash = (uint32_t)(((uint64_t)hash ^ (unsigned char)name.bytes[index]) * 16777619u & UINT32_MAX);
    }
    hash = (uint32_t)((uint64_t)hash * 2654435761u >> 16 & UINT32_MAX);
    for (uint32_t slot = hash % GD_SLOTS;; slot = (slot + 1) % GD_SLOTS) {
        uint32_t held = scripts->slots[slot];
        if (held == 0) {
            return slot;
        }
        const gd_declaration *one = &scripts->all[held - 1];
        uint32_t of = one->owner == held - 1 ? GD_NOWHERE : one->owner;
        if (of == owner && gd_same_text(one->name, name)) {
            return slot;
        }
    }
}

/* What a class itself declares by that name; of GD_NOWHERE, the class of a whole file. */
static uint32_t child_named(const gd_scripts *scripts, uint32_t class, gdv_text name)
{
    uint32_t found = scripts->slots[slot_of(scripts, class, name)];
    return found == 0 ? GD_NOWHERE : found - 1;
}

static void fill_slots(gd_scripts *scripts)
{
    memset(scripts->slots, 0, sizeof scripts->slots);
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        const gd_declaration *one = &scripts->all[index];
        if (is_type(one) && one->name.size > 0) {
            uint32_t owner = one->owner == index ? GD_NOWHERE : one->owner;
            uint32_t slot = slot_of(scripts, owner, one->name);
            scripts->slots[slot] = scripts->slots[slot] == 0 ? index + 1 : scripts->slots[slot];
        }
    }
}

/* What a class has by that name, of its own or by those that it extends. */
static uint32_t member_named(const gd_scripts *scripts, uint32_t class, gdv_text name)
{
    uint32_t found = GD_NOWHERE;
    for (int bases = 0; found == GD_NOWHERE && class != GD_NOWHERE && bases < MOST_BASES; bases += 1) {
        found = child_named(scripts, class, name);
        class = scripts->all[class].extends;
    }
    return found;
}

static uint32_t first_named(const gd_scripts *scripts, uint32_t class, gdv_text name)
{
    uint32_t found = member_named(scripts, class, name);
    while (found == GD_NOWHERE && scripts->all[class].owner != class) {
        class = scripts->all[class].owner; /* one file's classes are nested as deep as it lets them */
        found = member_named(scripts, class, name);
    }
    return found != GD_NOWHERE ? found : child_named(scripts, GD_NOWHERE, name);
}

static gdv_text before_dot(gdv_text name)
{
    const char *dot = name.size > 0 ? memchr(name.bytes, '.', name.size) : NULL;
    return (gdv_text){name.bytes, dot == NULL ? name.size : (size_t)(dot - name.bytes)};
}

static gdv_text without_last(gdv_text name)
{
    size_t size = name.size;
    while (size > 0 && name.bytes[size - 1] != '.') {
        size -= 1;
    }
    return (gdv_text){name.bytes, size > 0 ? size - 1 : 0};
}

uint32_t gd_find(const gd_scripts *scripts, uint32_t class, gdv_text name)
{
    gdv_text part = before_dot(name);
    uint32_t found = part.size == 0 ? GD_NOWHERE : first_named(scripts, class, part);
    while (found != GD_NOWHERE && part.size < name.size) {
        name = (gdv_text){name.bytes + part.size + 1, name.size - part.size - 1};
        part = before_dot(name);
        found = scripts->all[found].what == GD_CLASS ? member_named(scripts, found, part) : GD_NOWHERE;
    }
    return found;
}

/* ---- types of variables */

/* Of Vector3.ZERO, Color.RED: constants are in capitals, and those of the axes are ints. */
static gdv_text type_of_member(const gd_scripts *scripts, uint32_t class, gdv_text value)
{
    gdv_type type = GDV_TYPE_NIL;
    gdv_text of = without_last(value);
    gdv_text last = {value.bytes + of.size, value.size - of.size};
    uint32_t found = gd_find(scripts, class, of);
    bool constant = last.size > 1 && last.bytes[1] >= 'A' && last.bytes[1] <= 'Z';
    if (of.size > 0 && found != GD_NOWHERE && scripts->all[found].what == GD_ENUM) {
        return of;
    }
    if (constant && gd_engine_type(of, &type) && !(last.size > 5 && memcmp(last.bytes, ".AXIS", 5) == 0)) {
        return of;
    }
    return (gdv_text){NULL, 0};
}

static gdv_text type_of_call(const gd_scripts *scripts, uint32_t class, gdv_text value)
{
    gdv_type type = GDV_TYPE_NIL;
    gdv_text of = without_last(value);
    if (gd_engine_type(value, &type)) {
        return value;
    }
    bool is_new = value.size > 4 && memcmp(value.bytes + value.size - 4, ".new", 4) == 0;
    return is_new && gd_find(scripts, class, of) != GD_NOWHERE ? of : (gdv_text){NULL, 0};
}

/* export(int, ..), export(Array, int): the type of Godot 3 for a variable without one. */
static gd_type type_of_export(gd_lexer list)
{
    gd_type type = {.strange = false};
    gd_reading in = gd_read_from(list);
    gd_next(&in);
    if (gd_dotted(&in, &type.name) && gd_same(type.name, "Array") && gd_is_sign(&in, ',')) {
        gd_next(&in);
        (void)gd_dotted(&in, &type.of);
    }
    return type;
}

gd_type gd_type_of(const gd_scripts *scripts, const gd_declaration *in, const gd_variable *variable)
{
    uint32_t class = in->owner;
    gd_type type = variable->type;
    if (variable->inferred && variable->worth == GD_WORTH_TYPE) {
        type.name = variable->value;
    } else if (variable->inferred && variable->worth == GD_WORTH_MEMBER) {
        type.name = type_of_member(scripts, class, variable->value);
    } else if (variable->inferred && variable->worth == GD_WORTH_CALL) {
        type.name = type_of_call(scripts, class, variable->value);
    } else if (type.name.size == 0 && gd_same(in->hint, "export")) {
        type = type_of_export(in->hint_after);
    }
    return type;
}

/* ---- what the draft calls them */

static bool is_reserved(const char *name)
{
    static const char *const words[] = {"type", "packet",    "limits", "include",    "number", "Variant",
                                        "true", "false",     "null",   "of",         "PI",     "TAU",
                                        "INF",  "printable", "ascii",  "identifier", "chars",  "nonfinite"};
    bool found = false;
    for (size_t index = 0; index < sizeof words / sizeof words[0]; index += 1) {
        found = found || strcmp(words[index], name) == 0;
    }
    for (int type = 0; type < GDV_TYPE_COUNT; type += 1) {
        found = found || strcmp(gdv_type_name((gdv_type)type), name) == 0;
    }
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        for (uint32_t id = 0; id < gdv_dialect_types((gdv_dialect)dialect); id += 1) {
            found = found || strcmp(gdv_dialect_type_name((gdv_dialect)dialect, id), name) == 0;
        }
    }
    return found;
}

/* Types are one kind, and packets another. */
static bool is_taken(const gd_scripts *scripts, const gd_declaration *one, const char *name)
{
    bool taken = is_type(one) && is_reserved(name);
    for (const gd_declaration *other = scripts->all; !taken && other < one; other += 1) {
        taken = is_type(other) == is_type(one) && strcmp(other->shown, name) == 0;
    }
    return taken;
}

/* A schema's names are of ASCII: what is not becomes an underscore. */
static size_t append(char *to, size_t at, gdv_text name)
{
    for (size_t index = 0; index < name.size; index += 1) {
        unsigned char letter = (unsigned char)name.bytes[index];
        if (letter < 0x80) {
            to[at] = name.bytes[index];
            at += 1;
        } else if (letter >= 0xc0) { /* the first byte of a character */
            to[at] = '_';
            at += 1;
        }
    }
    to[at] = '\0';
    return at;
}

/* Its own name, or with that of what it is in, or with a number. */
static void name_type(const gd_scripts *scripts, gd_declaration *one)
{
    const gd_declaration *owner = &scripts->all[one->owner];
    char name[sizeof one->shown];
    size_t size = append(name, 0, one->name);
    bool taken = is_taken(scripts, one, name);
    if (taken && owner != one && owner->name.size > 0) {
        size = append(name, 0, owner->name);
        name[size] = '_';
        size = append(name, size + 1, one->name);
        taken = is_taken(scripts, one, name);
    }
    for (unsigned number = 2; taken && number < 10; number += 1) {
        (void)snprintf(name + size, sizeof name - size, "_%u", number);
        taken = is_taken(scripts, one, name);
    }
    memcpy(one->shown, name, taken ? 0 : strlen(name) + 1);
}

static void name_packet(const gd_scripts *scripts, gd_declaration *one)
{
    char name[sizeof one->shown];
    (void)append(name, 0, one->name);
    memcpy(one->shown, name, is_taken(scripts, one, name) ? 0 : strlen(name) + 1);
}

/* ---- who leads to whom */

/* The classes and enumerations that a type is of. */
static void follow(gd_scripts *scripts, const gd_declaration *in, const gd_variable *variable, uint32_t leads[2])
{
    gd_type type = gd_type_of(scripts, in, variable);
    leads[0] = gd_find(scripts, in->owner, type.of.size > 0 ? type.of : type.name);
    leads[1] = gd_find(scripts, in->owner, type.key);
    for (size_t lead = 0; lead < 2; lead += 1) {
        if (leads[lead] != GD_NOWHERE) {
            scripts->all[leads[lead]].used = true;
        }
    }
}

static void link_variable(gd_scripts *scripts, gd_declaration *one)
{
    gd_reading in = gd_read_from(one->after);
    gd_variable variable = {.inferred = false};
    if (gd_read_variable(&in, &variable) && (one->remote || scripts->all[one->owner].shown[0] != '\0')) {
        follow(scripts, one, &variable, one->leads);
    }
}

static void link_function(gd_scripts *scripts, const gd_declaration *one)
{
    gd_reading in = gd_read_from(one->after);
    gd_variable variable;
    uint32_t leads[2];
    bool first = true;
    while (gd_list_goes_on(&in, &first) && gd_read_parameter(&in, &variable)) {
        follow(scripts, one, &variable, leads);
    }
}

/* A class is taken to hold itself until all that it holds is known not to. Each round costs a look at every declaration,
 * and settles a class or is the last. */
static bool settle_some(gd_scripts *scripts)
{
    bool some = false;
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        gd_declaration *one = &scripts->all[index];
        uint32_t base = one->extends;
        one->holds = base != GD_NOWHERE && scripts->all[base].recursive;
    }
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        const gd_declaration *one = &scripts->all[index];
        for (size_t lead = 0; lead < 2; lead += 1) {
            if (one->leads[lead] != GD_NOWHERE && scripts->all[one->leads[lead]].recursive) {
                scripts->all[one->owner].holds = true;
            }
        }
    }
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        gd_declaration *one = &scripts->all[index];
        some = some || (one->recursive && !one->holds);
        one->recursive = one->recursive && one->holds;
    }
    return some;
}

void gd_link(gd_scripts *scripts)
{
    fill_slots(scripts);
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        gd_declaration *one = &scripts->all[index];
        if (one->what == GD_CLASS) {
            uint32_t base = gd_find(scripts, one->owner, one->base);
            one->extends = base != GD_NOWHERE && scripts->all[base].what == GD_CLASS ? base : GD_NOWHERE;
        }
    }
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        gd_declaration *one = &scripts->all[index];
        if (is_type(one) && one->name.size > 0) {
            name_type(scripts, one);
        } else if (one->what == GD_FUNCTION || (one->what == GD_VARIABLE && one->remote)) {
            name_packet(scripts, one);
        }
    }
    for (uint32_t index = 0; index < scripts->count; index += 1) {
        gd_declaration *one = &scripts->all[index];
        one->recursive = one->what == GD_CLASS;
        if (one->what == GD_VARIABLE) {
            link_variable(scripts, one);
        } else if (one->what == GD_FUNCTION) {
            link_function(scripts, one);
        }
    }
    while (settle_some(scripts)) {
    }
}
