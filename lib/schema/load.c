/* SPDX-License-Identifier: MIT */
/* A compiled form may come from anywhere. Here is checked that it is one: its header, that its tables lie inside it, and
 * that its texts do; load_rules.c has the rules. After that nothing of the form needs to be checked again. */
#include "load.h"

#include <string.h>

#include "../message/protocol.h"
#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "names.h"

const uint32_t gdv_form_widths[GDV_FORM_PARTS] = {
    [GDV_FORM_RULES] = sizeof(gdv_rule),          [GDV_FORM_FIELDS] = sizeof(gdv_rule_field),
    [GDV_FORM_PACKETS] = sizeof(gdv_rule_packet), [GDV_FORM_TEXTS] = sizeof(gdv_form_text),
    [GDV_FORM_SLOTS] = sizeof(gdv_form_slot),     [GDV_FORM_REFS] = sizeof(uint32_t),
    [GDV_FORM_NUMBERS] = sizeof(uint64_t),        [GDV_FORM_SCRIPTS] = sizeof(gdv_rule_script),
    [GDV_FORM_METHODS] = sizeof(uint32_t),        [GDV_FORM_POOL] = 1};

bool gdv_loading_fails(gdv_loading *loading, const void *where, const char *what)
{
    loading->where = where;
    loading->what = what;
    return false;
}

static bool header_holds(gdv_loading *loading, size_t size)
{
    const gdv_form *form = loading->schema.form;
    if (size < sizeof *form) {
        return gdv_loading_fails(loading, form, "it is shorter than the header of a compiled schema");
    }
    if (form->mark != GDV_FORM_MARK) {
        return gdv_loading_fails(loading, &form->mark, "it is no compiled schema of this byte order");
    }
    if (form->version != GDV_FORM_VERSION) {
        return gdv_loading_fails(loading, &form->version, "it was compiled by another version of gdv");
    }
    if (form->size > size || form->size > GDV_FORM_MAX_SIZE) {
        return gdv_loading_fails(loading, &form->size, "it says that it is larger than it is");
    }
    if (form->size % 8 != 0) {
        return gdv_loading_fails(loading, &form->size, "its size is no multiple of eight");
    }
    if (form->dialect >= GDV_DIALECT_COUNT) {
        return gdv_loading_fails(loading, &form->dialect, "there is no such dialect");
    }
    return true;
}

/* Whether the tables lie in the form, one after another, each where its entries are aligned. */
static bool tables_hold(gdv_loading *loading)
{
    const gdv_form *form = loading->schema.form;
    uint32_t end = sizeof *form;
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        const gdv_form_table *table = &form->tables[part];
        bool placed = table->offset % 8 == 0 && table->offset >= end && table->offset <= form->size;
        if (!placed || table->count > (form->size - table->offset) / gdv_form_widths[part]) {
            return gdv_loading_fails(loading, table, "a table is not where it can be");
        }
        end = table->offset + table->count * gdv_form_widths[part];
        loading->counts[part] = table->count;
    }
    if (loading->counts[GDV_FORM_RULES] > GDV_FORM_MAX_RULES ||
        loading->counts[GDV_FORM_PACKETS] > loading->counts[GDV_FORM_RULES]) {
        return gdv_loading_fails(loading, &form->tables[GDV_FORM_RULES], "rules are too many, or packets have none");
    }
    return true;
}

/* Tables begin at multiples of eight from a base that is aligned, and hold what was written there as such. */
static const void *form_table_at(const gdv_form *form, gdv_form_part part)
{
    return (const uint8_t *)form + form->tables[part].offset;
}

static void point_at_tables(gdv_schema *schema)
{
    const gdv_form *form = schema->form;
    schema->rules = form_table_at(form, GDV_FORM_RULES);
    schema->fields = form_table_at(form, GDV_FORM_FIELDS);
    schema->packets = form_table_at(form, GDV_FORM_PACKETS);
    schema->texts = form_table_at(form, GDV_FORM_TEXTS);
    schema->slots = form_table_at(form, GDV_FORM_SLOTS);
    schema->refs = form_table_at(form, GDV_FORM_REFS);
    schema->numbers = form_table_at(form, GDV_FORM_NUMBERS);
    schema->scripts = form_table_at(form, GDV_FORM_SCRIPTS);
    schema->methods = form_table_at(form, GDV_FORM_METHODS);
    schema->pool = form_table_at(form, GDV_FORM_POOL);
    schema->dialect = (gdv_dialect)form->dialect;
}

/* Whether every text lies in the pool, a NUL after it, and all of them can be read in linear time. */
static bool texts_hold(gdv_loading *loading)
{
    const gdv_form *form = loading->schema.form;
    const uint32_t pool = loading->counts[GDV_FORM_POOL];
    const uint32_t count = loading->counts[GDV_FORM_TEXTS];
    uint64_t left = (uint64_t)form->size * GDV_FORM_TEXT_SHARE;
    for (uint32_t index = 0; index < count; index += 1) {
        const gdv_form_text *text = &loading->schema.texts[index];
        bool inside = (uint64_t)text->at + text->size < pool;
        if (!inside || loading->schema.pool[text->at + text->size] != '\0') {
            return gdv_loading_fails(loading, text, "a text is not in the pool");
        }
        if (text->size > left) {
            return gdv_loading_fails(loading, text, "texts overlap more often than a compiler has them");
        }
        left -= text->size;
    }
    if (form->sources > count || form->source_count > count - form->sources) {
        return gdv_loading_fails(loading, &form->sources, "there are no such names of sources");
    }
    return true;
}

/* Whether it is a function, or in dialects that have such, a variable, which takes one value. */
static bool is_kind_of_method(const gdv_loading *loading, const gdv_rule_packet *packet, const gdv_rule *rule)
{
    const uint32_t kinds = GDV_RPC_METHOD | GDV_RPC_PROPERTY;
    const uint32_t all =
        kinds | GDV_RPC_NODE | GDV_RPC_ANY_PEER | GDV_RPC_AUTHORITY | GDV_RPC_UNRELIABLE | GDV_RPC_ORDERED;
    if ((packet->rpc & ~all) != 0) {
        return false;
    }
    if ((packet->rpc & kinds) == GDV_RPC_PROPERTY) {
        return rule->count == 1 && rule->least == 1 && gdv_dialect_may_set(loading->schema.dialect);
    }
    return (packet->rpc & kinds) == GDV_RPC_METHOD;
}

static bool packets_hold(gdv_loading *loading)
{
    for (uint32_t index = 0; index < loading->counts[GDV_FORM_PACKETS]; index += 1) {
        const gdv_rule_packet *packet = &loading->schema.packets[index];
        const gdv_rule *rule = &loading->schema.rules[index];
        bool root = (rule->flags & GDV_RULE_ROOT) != 0;
        if (root || packet->name >= loading->counts[GDV_FORM_TEXTS]) {
            return gdv_loading_fails(loading, packet, "a packet has no name, or the root's rule");
        }
        bool closed = rule->kind == GDV_RULE_TUPLE && (rule->flags & GDV_RULE_OPEN) == 0;
        if (packet->rpc != 0 && (!closed || packet->script >= loading->counts[GDV_FORM_SCRIPTS])) {
            return gdv_loading_fails(loading, packet, "a method has no script, or no parameters");
        }
        if (packet->rpc != 0 && !is_kind_of_method(loading, packet, rule)) {
            return gdv_loading_fails(loading, packet, "a method is neither a function nor a variable");
        }
        loading->methods += packet->rpc != 0 ? 1 : 0;
    }
    return true;
}

/* Whether a name begins with that of the script and a point. */
static bool is_of_script(const gdv_loading *loading, const gdv_rule_script *script, gdv_text name)
{
    const gdv_text outer = gdv_schema_text(&loading->schema, script->name);
    const gdv_text begin = {name.bytes, name.size < outer.size ? name.size : outer.size};
    return gdv_same_text(begin, outer) && name.size > outer.size && name.bytes[outer.size] == '.';
}

static gdv_text name_of_method(const gdv_loading *loading, uint32_t method)
{
    return gdv_own_name(&loading->schema, &loading->schema.packets[method]);
}

/* Whether a method of the script is called like nothing but a method, and comes after the one before it in its table. */
static bool name_holds(gdv_loading *loading, const gdv_rule_script *script, uint32_t index)
{
    const uint32_t *method = loading->schema.methods + script->first + index;
    const gdv_text whole = gdv_schema_text(&loading->schema, loading->schema.packets[*method].name);
    const bool is_first = index == 0 || index == script->node_methods;
    const gdv_text nothing = {"", 0};
    bool holds = is_of_script(loading, script, whole);
    if (holds) {
        const gdv_text name = name_of_method(loading, *method);
        const gdv_text before = is_first ? nothing : name_of_method(loading, method[-1]);
        holds = gdv_is_identifier(name) && gdv_text_order(before, name) < 0;
    }
    if (!holds) {
        return gdv_loading_fails(loading, method, "methods of a script have no names, or these do not ascend");
    }
    return true;
}

/* Whether no name is in both tables of a script, both of which ascend. */
static bool tables_differ(gdv_loading *loading, const gdv_rule_script *script)
{
    const uint32_t *methods = loading->schema.methods + script->first;
    uint32_t of_node = 0;
    uint32_t of_script = script->node_methods;
    while (of_node < script->node_methods && of_script < script->node_methods + script->methods) {
        const int32_t order =
            gdv_text_order(name_of_method(loading, methods[of_node]), name_of_method(loading, methods[of_script]));
        if (order == 0) {
            return gdv_loading_fails(loading, &methods[of_script], "a name is in both tables of a script");
        }
        of_node += order < 0 ? 1 : 0;
        of_script += order > 0 ? 1 : 0;
    }
    return true;
}

/* Whether the script's methods are those of its two tables, and each a method of its own. */
static bool methods_hold(gdv_loading *loading, uint32_t script)
{
    const gdv_rule_script *of = &loading->schema.scripts[script];
    for (uint32_t index = 0; index < of->node_methods + of->methods; index += 1) {
        const uint32_t *method = &loading->schema.methods[of->first + index];
        const bool there = *method < loading->counts[GDV_FORM_PACKETS];
        const gdv_rule_packet *packet = &loading->schema.packets[there ? *method : 0];
        const bool of_node = (packet->rpc & GDV_RPC_NODE) != 0;
        if (!there || packet->rpc == 0 || packet->script != script || of_node != (index < of->node_methods)) {
            return gdv_loading_fails(loading, method, "a script has a method that is not its own");
        }
        if (!name_holds(loading, of, index)) {
            return false;
        }
    }
    return tables_differ(loading, of);
}

/* Whether scripts share out the methods among them, in their order. */
static bool scripts_hold(gdv_loading *loading)
{
    const uint32_t texts = loading->counts[GDV_FORM_TEXTS];
    uint32_t left = loading->counts[GDV_FORM_METHODS];
    for (uint32_t index = 0; index < loading->counts[GDV_FORM_SCRIPTS]; index += 1) {
        const gdv_rule_script *script = &loading->schema.scripts[index];
        bool named = script->name < texts && script->paths < texts;
        bool placed = script->first == loading->counts[GDV_FORM_METHODS] - left;
        if (!named || !placed || script->node_methods > left || script->methods > left - script->node_methods) {
            return gdv_loading_fails(loading, script, "a script has no name, or methods that are not its own");
        }
        left -= script->node_methods + script->methods;
        if (!methods_hold(loading, index)) {
            return false;
        }
    }
    if (left > 0 || loading->methods != loading->counts[GDV_FORM_METHODS]) {
        return gdv_loading_fails(loading, &loading->schema.form->tables[GDV_FORM_METHODS],
                                 "a method is in no table of a script");
    }
    return true;
}

static bool form_holds(gdv_loading *loading, size_t size)
{
    if (!header_holds(loading, size) || !tables_hold(loading)) {
        return false;
    }
    point_at_tables(&loading->schema);
    return texts_hold(loading) && packets_hold(loading) && scripts_hold(loading) && gdv_loading_rules(loading);
}

static void put_message(gdv_schema_error *error, const char *what)
{
    uint32_t length = 0;
    while (what[length] != '\0') {
        error->message[length] = what[length];
        length += 1;
    }
}

static void fill_error(gdv_schema_error *error, gdv_status status, const gdv_loading *loading)
{
    if (error == NULL) {
        return;
    }
    memset(error, 0, sizeof *error);
    error->struct_size = sizeof *error;
    error->code = status;
    if (status == GDV_OK) {
        error->need = loading->schema.form->size;
    } else if (status == GDV_E_SCHEMA_FORM) {
        error->offset = (uint64_t)((uintptr_t)loading->where - (uintptr_t)loading->schema.form);
        put_message(error, loading->what);
    } else {
        put_message(error, gdv_status_text(status));
    }
}

gdv_status gdv_schema_load(const void *memory, size_t size, gdv_schema *schema, gdv_schema_error *error)
{
    const gdv_region regions[] = {
        {memory, gdv_extent(memory, size, 1), false}, {schema, sizeof *schema, true}, {error, sizeof *error, true}};
    gdv_loading loading = {.where = NULL, .what = ""};

    if (gdv_regions_overlap(regions, 3)) {
        return GDV_E_OVERLAP;
    }
    if (error != NULL && error->struct_size != sizeof *error) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_status status = GDV_E_BAD_ARGUMENT;
    bool aligned = memory != NULL && (uintptr_t)memory % sizeof(uint64_t) == 0;
    if (schema != NULL) {
        memset(schema, 0, sizeof *schema);
        if (aligned && !gdv_wraps(memory, size, 1)) {
            loading.schema.form = (const gdv_form *)memory;
            status = form_holds(&loading, size) ? GDV_OK : GDV_E_SCHEMA_FORM;
        }
        if (status == GDV_OK) {
            *schema = loading.schema;
        }
    }
    fill_error(error, status, &loading);
    return status;
}
