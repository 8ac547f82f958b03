/* SPDX-License-Identifier: MIT */
/* Scripts of a schema and their methods: which script is at a path, and which method an id or a name is. */
#include <gdv/methods.h>

#include "../schema/compiled.h"
#include "../schema/names.h"
#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "md5.h"
#include "owner.h"

uint32_t gdv_schema_scripts(const gdv_schema *schema)
{
    return schema != NULL && schema->form != NULL ? schema->form->tables[GDV_FORM_SCRIPTS].count : 0;
}

const gdv_rule_script *gdv_schema_script(const gdv_schema *schema, uint32_t script)
{
    return script < gdv_schema_scripts(schema) ? &schema->scripts[script] : NULL;
}

const char *gdv_schema_script_name(const gdv_schema *schema, uint32_t script)
{
    const gdv_rule_script *of = gdv_schema_script(schema, script);
    return of == NULL ? "" : gdv_schema_text(schema, of->name).bytes;
}

/* ---- paths */

/* A path that was cut up once, so that to hold it against a pattern takes no longer than to read the pattern. */
typedef struct segmented_path {
    gdv_text segments[GDV_MOST_SEGMENTS];
    uint32_t count; /* 0: too many for any pattern */
} segmented_path;

static segmented_path cut_up(gdv_text path)
{
    segmented_path cut;
    size_t begin = 0;
    cut.count = 0;
    for (size_t index = 0; index <= path.size; index += 1) {
        if (index < path.size && path.bytes[index] != '/') {
            continue;
        }
        if (cut.count == GDV_MOST_SEGMENTS) {
            cut.count = 0;
            return cut;
        }
        const gdv_text segment = {path.bytes + begin, index - begin};
        cut.segments[cut.count] = segment;
        cut.count += 1;
        begin = index + 1;
    }
    return cut;
}

/* A number as engines write the names of nodes: decimal, without zeros before it; of 0 nothing. */
static gdv_text name_of_peer(uint32_t number, char digits[10])
{
    gdv_text text = {digits, 0};
    for (uint32_t left = number; left > 0; left /= 10) {
        text.size += 1;
    }
    uint32_t left = number;
    for (size_t index = text.size; index > 0; index -= 1) {
        digits[index - 1] = "0123456789"[left % 10];
        left /= 10;
    }
    return text;
}

/* Paths of a script, a line each, as far as they have not been read. */
typedef struct patterns {
    gdv_text rest;
    gdv_text peer; /* what ":peer" stands for */
} patterns;

/* Takes a segment of a pattern off the front, but not what ends it. */
static gdv_text take_pattern(patterns *of)
{
    gdv_text taken = {of->rest.bytes, 0};
    while (taken.size < of->rest.size && taken.bytes[taken.size] != '/' && taken.bytes[taken.size] != '\n') {
        taken.size += 1;
    }
    of->rest.bytes += taken.size;
    of->rest.size -= taken.size;
    return taken;
}

/* Takes what ends a segment; whether that is a slash. */
static bool take_end(patterns *of)
{
    if (of->rest.size == 0) {
        return false;
    }
    const bool is_slash = of->rest.bytes[0] == '/';
    of->rest.bytes += 1;
    of->rest.size -= 1;
    return is_slash;
}

/* Whether a segment is a name, and no way to somewhere else: the parser lets those pass where it is permitted. */
static bool leads_nowhere_else(gdv_text segment)
{
    const gdv_text here = {".", 1};
    const gdv_text up = {"..", 2};
    return segment.size > 0 && segment.bytes[0] != '%' && !gdv_same_text(segment, here) && !gdv_same_text(segment, up);
}

static bool segment_fits(const patterns *of, gdv_text wanted, gdv_text segment)
{
    const gdv_text any = {"*", 1};
    const gdv_text own = {":peer", 5};
    if (gdv_same_text(wanted, any)) {
        return leads_nowhere_else(segment);
    }
    return segment.size > 0 && gdv_same_text(gdv_same_text(wanted, own) ? of->peer : wanted, segment);
}

/* Takes a pattern, all of it; whether the path is that. */
static bool take_fitting(patterns *of, const segmented_path *path)
{
    uint32_t count = 0;
    bool fits = true;
    bool more = true;
    while (more) {
        const gdv_text wanted = take_pattern(of);
        fits = fits && count < path->count && segment_fits(of, wanted, path->segments[count]);
        count += 1;
        more = take_end(of);
    }
    return fits && count == path->count;
}

/* Whether one of a script's paths is this one. */
static bool script_is_at(const gdv_schema *schema, uint32_t script, const segmented_path *path, gdv_text peer)
{
    patterns of = {gdv_schema_text(schema, schema->scripts[script].paths), peer};
    bool found = false;
    while (!found && of.rest.size > 0) {
        found = take_fitting(&of, path);
    }
    return found;
}

uint32_t gdv_schema_script_at(const gdv_schema *schema, gdv_text path, uint32_t peer)
{
    char digits[10];
    const uint32_t count = gdv_schema_scripts(schema);
    if (path.bytes == NULL || path.size > GDV_MOST_PATH || gdv_wraps(path.bytes, path.size, 1)) {
        return GDV_NONE;
    }
    const gdv_text name = name_of_peer(peer, digits);
    const segmented_path cut = cut_up(path);
    for (uint32_t script = 0; script < count; script += 1) {
        if (script_is_at(schema, script, &cut, name)) {
            return script;
        }
    }
    return GDV_NONE;
}

/* No node is called as the peer 0 would be, so for that only paths without ":peer" fit. */
bool gdv_path_is_of_peer(const gdv_schema *schema, uint32_t script, gdv_text path)
{
    const segmented_path cut = cut_up(path);
    const gdv_text nobody = {NULL, 0};
    return !script_is_at(schema, script, &cut, nobody);
}

/* ---- methods */

uint32_t gdv_schema_method_of_id(const gdv_schema *schema, uint32_t script, bool node_level, uint32_t id)
{
    const gdv_rule_script *of = gdv_schema_script(schema, script);
    if (of == NULL || id >= (node_level ? of->node_methods : of->methods)) {
        return GDV_NONE;
    }
    return schema->methods[of->first + (node_level ? 0 : of->node_methods) + id];
}

/* A packet that is a method; NULL. */
static const gdv_rule_packet *method_of_packet(const gdv_schema *schema, uint32_t packet)
{
    const gdv_rule_packet *found = packet == GDV_NONE ? NULL : gdv_schema_packet(schema, packet);
    return found != NULL && found->rpc != 0 ? found : NULL;
}

gdv_text gdv_schema_method_name(const gdv_schema *schema, uint32_t packet)
{
    gdv_text name = {"", 0};
    const gdv_rule_packet *method = method_of_packet(schema, packet);
    if (method != NULL) {
        name = gdv_own_name(schema, method);
    }
    return name;
}

gdv_text gdv_schema_parameter_name(const gdv_schema *schema, uint32_t packet, uint32_t parameter)
{
    gdv_text name = {"", 0};
    if (method_of_packet(schema, packet) != NULL && parameter < schema->rules[packet].count) {
        name = gdv_schema_text(schema, schema->rules[packet].texts + parameter);
    }
    return name;
}

/* The name of a method by its place in the tables of all scripts. */
static gdv_text name_in_tables(const gdv_schema *schema, uint32_t place)
{
    return gdv_own_name(schema, &schema->packets[schema->methods[place]]);
}

/* Among `count` methods from `first` on, which ascend by name. */
static uint32_t method_among(const gdv_schema *schema, uint32_t first, uint32_t count, gdv_text name)
{
    uint32_t begin = 0;
    uint32_t end = count;
    while (begin < end) {
        const uint32_t middle = begin + (end - begin) / 2;
        const int32_t order = gdv_text_order(name_in_tables(schema, first + middle), name);
        if (order < 0) {
            begin = middle + 1;
        } else if (order > 0) {
            end = middle;
        } else {
            return schema->methods[first + middle];
        }
    }
    return GDV_NONE;
}

uint32_t gdv_schema_method_of(const gdv_schema *schema, uint32_t script, gdv_text name)
{
    const gdv_rule_script *of = gdv_schema_script(schema, script);
    if (of == NULL || name.bytes == NULL || gdv_wraps(name.bytes, name.size, 1)) {
        return GDV_NONE;
    }
    const uint32_t found = method_among(schema, of->first, of->node_methods, name);
    return found != GDV_NONE ? found : method_among(schema, of->first + of->node_methods, of->methods, name);
}

void gdv_schema_md5(const gdv_schema *schema, uint32_t script, char digits[GDV_MD5_SIZE])
{
    const gdv_rule_script *of = gdv_schema_script(schema, script);
    if (digits == NULL) {
        return;
    }
    for (uint32_t index = 0; index < GDV_MD5_SIZE; index += 1) {
        digits[index] = '\0';
    }
    if (of != NULL) {
        gdv_md5 sum = gdv_md5_begin();
        for (uint32_t index = 0; index < of->node_methods + of->methods; index += 1) {
            const gdv_text name = name_in_tables(schema, of->first + index);
            gdv_md5_add(&sum, name.bytes, (uint32_t)name.size);
        }
        gdv_md5_end(&sum, digits);
    }
}
