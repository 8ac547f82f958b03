/* SPDX-License-Identifier: MIT */
/* Scripts of a schema and their methods: which script is at a path, and which method an id or a name is. */
#include <gdv/methods.h>

#include "../schema/compiled.h"
#include "../value/resolve.h"
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

/* What is left of a text, and takes the part up to a separator off its front, that and the separator. */
static gdv_text take_part(gdv_text *rest, char separator)
{
    gdv_text part = {rest->bytes, 0};
    while (part.size < rest->size && part.bytes[part.size] != separator) {
        part.size += 1;
    }
    const size_t taken = part.size < rest->size ? part.size + 1 : part.size;
    rest->bytes += taken;
    rest->size -= taken;
    return part;
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

/* Takes the segment at the front of a path, if it is the wanted one. No more of the path is read than that. */
static bool take_segment(gdv_text *path, gdv_text wanted, uint32_t peer)
{
    const gdv_text any = {"*", 1};
    const gdv_text own = {":peer", 5};
    char digits[10];
    const bool is_any = gdv_same_text(wanted, any);
    const gdv_text name = gdv_same_text(wanted, own) ? name_of_peer(peer, digits) : wanted;
    size_t size = 0;
    while (size < path->size && path->bytes[size] != '/' &&
           (is_any || (size < name.size && path->bytes[size] == name.bytes[size]))) {
        size += 1;
    }
    path->bytes += size;
    path->size -= size;
    return size > 0 && (is_any || size == name.size);
}

static bool take_slash(gdv_text *path)
{
    const bool is_slash = path->size > 0 && path->bytes[0] == '/';
    path->bytes += is_slash ? 1 : 0;
    path->size -= is_slash ? 1 : 0;
    return is_slash;
}

static bool path_fits(gdv_text wanted, gdv_text path, uint32_t peer)
{
    bool fits = true;
    while (fits && wanted.size > 0) {
        const gdv_text pattern = take_part(&wanted, '/');
        fits = take_segment(&path, pattern, peer) && (wanted.size > 0 ? take_slash(&path) : path.size == 0);
    }
    return fits;
}

/* Whether one of a script's paths is this one. */
static bool script_is_at(const gdv_schema *schema, uint32_t script, gdv_text path, uint32_t peer)
{
    gdv_text paths = gdv_schema_text(schema, schema->scripts[script].paths);
    bool found = false;
    while (!found && paths.size > 0) {
        found = path_fits(take_part(&paths, '\n'), path, peer);
    }
    return found;
}

uint32_t gdv_schema_script_at(const gdv_schema *schema, gdv_text path, uint32_t peer)
{
    const uint32_t count = path.bytes == NULL ? 0 : gdv_schema_scripts(schema);
    for (uint32_t script = 0; script < count; script += 1) {
        if (script_is_at(schema, script, path, peer)) {
            return script;
        }
    }
    return GDV_NONE;
}

/* No node is called as the peer 0 would be, so for that only paths without ":peer" fit. */
bool gdv_path_is_of_peer(const gdv_schema *schema, uint32_t script, gdv_text path)
{
    return !script_is_at(schema, script, path, 0);
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

gdv_text gdv_schema_method_name(const gdv_schema *schema, uint32_t packet)
{
    gdv_text name = {"", 0};
    const gdv_rule_packet *method = packet == GDV_NONE ? NULL : gdv_schema_packet(schema, packet);
    if (method != NULL && method->rpc != 0) {
        name = gdv_schema_text(schema, method->name);
        (void)take_part(&name, '.');
    }
    return name;
}

/* Below 0, 0 or above: as one text is to the other, by bytes. */
static int32_t text_order(gdv_text one, gdv_text other)
{
    size_t index = 0;
    while (index < one.size && index < other.size && one.bytes[index] == other.bytes[index]) {
        index += 1;
    }
    if (index == one.size || index == other.size) {
        return index < other.size ? -1 : index < one.size ? 1 : 0;
    }
    return (uint8_t)one.bytes[index] < (uint8_t)other.bytes[index] ? -1 : 1;
}

/* Among `count` methods from `first` on, which ascend by name. */
static uint32_t method_among(const gdv_schema *schema, uint32_t first, uint32_t count, gdv_text name)
{
    uint32_t begin = 0;
    uint32_t end = count;
    while (begin < end) {
        const uint32_t middle = begin + (end - begin) / 2;
        const uint32_t method = schema->methods[first + middle];
        const int32_t order = text_order(gdv_schema_method_name(schema, method), name);
        if (order == 0) {
            return method;
        }
        if (order < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return GDV_NONE;
}

uint32_t gdv_schema_method_of(const gdv_schema *schema, uint32_t script, gdv_text name)
{
    const gdv_rule_script *of = gdv_schema_script(schema, script);
    if (of == NULL || (name.bytes == NULL && name.size > 0)) {
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
            const gdv_text name = gdv_schema_method_name(schema, schema->methods[of->first + index]);
            gdv_md5_add(&sum, name.bytes, (uint32_t)name.size);
        }
        gdv_md5_end(&sum, digits);
    }
}
