/* SPDX-License-Identifier: MIT */
/* Words of forms and of types; those of documents are in proof_words_document.c. */
#include "tests/support/proof_words_part.h"

#include "lib/schema/checking.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

const char *const word_parts[WORD_PARTS] = {
#define WORD_PART_TEXT(name, text) text,
    WORD_PART_LIST(WORD_PART_TEXT)
#undef WORD_PART_TEXT
};

const char *word_breaks(word_part part, uint64_t number, uint32_t *where)
{
    *where = (uint32_t)number;
    return word_parts[part];
}

const char *word_first_broken(const conjunct *all, size_t count, uint64_t number, uint32_t *where)
{
    for (size_t index = 0; index < count; index += 1) {
        if (!all[index].holds) {
            return word_breaks(all[index].part, number, where);
        }
    }
    return NULL;
}

static bool implies(bool given, bool follows)
{
    return !given || follows;
}

/* ---- forms ---- */

static uint64_t count_of(const gdv_schema *schema, gdv_form_part part)
{
    return schema->form->tables[part].count;
}

/* Whether a pointer of the schema is that of a table which lies in the form. */
static bool table_lies(const gdv_schema *schema, gdv_form_part part, const void *entries)
{
    const gdv_form *form = schema->form;
    const uint64_t offset = form->tables[part].offset;
    const uint64_t size = count_of(schema, part) * gdv_form_widths[part];
    return offset % 8 == 0 && offset >= sizeof *form && offset + size <= form->size &&
           (const uint8_t *)entries == (const uint8_t *)form + offset;
}

static const char *tables_readable(const gdv_schema *schema, uint32_t *where)
{
    const struct {
        gdv_form_part part;
        const void *entries;
    } tables[] = {
        {GDV_FORM_RULES, schema->rules},     {GDV_FORM_FIELDS, schema->fields},   {GDV_FORM_PACKETS, schema->packets},
        {GDV_FORM_TEXTS, schema->texts},     {GDV_FORM_SLOTS, schema->slots},     {GDV_FORM_REFS, schema->refs},
        {GDV_FORM_NUMBERS, schema->numbers}, {GDV_FORM_SCRIPTS, schema->scripts}, {GDV_FORM_METHODS, schema->methods},
        {GDV_FORM_POOL, schema->pool},
    };
    _Static_assert(COUNT_OF(tables) == GDV_FORM_PARTS, "each table of a form");
    for (size_t index = 0; index < COUNT_OF(tables); index += 1) {
        if (!table_lies(schema, tables[index].part, tables[index].entries)) {
            return word_breaks(WORD_READABLE_TABLE, tables[index].part, where);
        }
    }
    return NULL;
}

const char *word_form_readable(const gdv_schema *schema, uint32_t *where)
{
    const uint64_t pool = count_of(schema, GDV_FORM_POOL);
    const conjunct counts[] = {
        {count_of(schema, GDV_FORM_RULES) <= GDV_FORM_MAX_RULES, WORD_READABLE_RULES},
        {count_of(schema, GDV_FORM_PACKETS) <= count_of(schema, GDV_FORM_RULES), WORD_READABLE_PACKETS},
        {pool <= GDV_FORM_MAX_SIZE, WORD_READABLE_POOL},
    };
    const char *broken = word_first_broken(counts, COUNT_OF(counts), 0, where);
    if (broken == NULL) {
        broken = tables_readable(schema, where);
    }
    for (uint32_t text = 0; broken == NULL && text < count_of(schema, GDV_FORM_TEXTS); text += 1) {
        if ((uint64_t)schema->texts[text].at + schema->texts[text].size >= pool) {
            broken = word_breaks(WORD_READABLE_TEXT, text, where);
        }
    }
    return broken;
}

const char *word_rule_finds(const gdv_schema *schema, uint32_t rule, uint32_t *where)
{
    const gdv_rule *own = &schema->rules[rule];
    if (own->bits > GDV_FORM_MAX_BITS) {
        return word_breaks(WORD_FINDS_BITS, rule, where);
    }
    const uint64_t end = own->slots + ((uint64_t)1 << own->bits);
    const conjunct tables[] = {
        {(uint64_t)own->texts + own->count <= count_of(schema, GDV_FORM_TEXTS), WORD_FINDS_TEXTS},
        {end <= count_of(schema, GDV_FORM_SLOTS), WORD_FINDS_SLOTS},
    };
    const char *broken = word_first_broken(tables, COUNT_OF(tables), rule, where);
    for (uint64_t slot = own->slots; broken == NULL && slot < end; slot += 1) {
        if (schema->slots[slot].entry > own->count) {
            broken = word_breaks(WORD_FINDS_ENTRY, slot, where);
        }
    }
    return broken;
}

const char *word_form_small(const gdv_schema *schema, uint32_t *where)
{
    static const gdv_form_part parts[] = {GDV_FORM_FIELDS, GDV_FORM_TEXTS, GDV_FORM_SLOTS, GDV_FORM_REFS,
                                          GDV_FORM_NUMBERS};
    for (size_t index = 0; index < COUNT_OF(parts); index += 1) {
        if (count_of(schema, parts[index]) > GDV_FORM_MAX_SIZE) {
            return word_breaks(WORD_SMALL, parts[index], where);
        }
    }
    return NULL;
}

static bool leads_to(const gdv_schema *schema, uint32_t rule)
{
    return rule < count_of(schema, GDV_FORM_RULES) && (schema->rules[rule].flags & GDV_RULE_ROOT) == 0;
}

static bool leads_to_kind(const gdv_schema *schema, uint32_t rule, gdv_rule_kind kind)
{
    return leads_to(schema, rule) && schema->rules[rule].kind == kind;
}

static bool has_numbers(const gdv_schema *schema, const gdv_rule *own, uint64_t of)
{
    return own->numbers + of <= count_of(schema, GDV_FORM_NUMBERS);
}

static bool has_refs(const gdv_schema *schema, const gdv_rule *own, uint64_t of)
{
    return own->first + of <= count_of(schema, GDV_FORM_REFS);
}

static bool is_by_literal(const gdv_rule *own)
{
    return own->kind == GDV_RULE_TAGGED || own->kind == GDV_RULE_LED;
}

static bool is_root(const gdv_rule *own)
{
    return (own->flags & GDV_RULE_ROOT) != 0;
}

/* How many fields a rule has, of keys that are texts and of keys that are ints. */
static uint64_t fields_of(const gdv_rule *own)
{
    const uint64_t more = own->kind == GDV_RULE_RECORD ? own->number_count : 0;
    return own->kind == GDV_RULE_RECORD || own->kind == GDV_RULE_TUPLE ? own->count + more : 0;
}

/* GDV_RULE_LEADS, but for GDV_RULE_FINDS in it. */
static const char *rule_refers(const gdv_schema *schema, uint32_t rule, uint32_t *where)
{
    const gdv_rule *own = &schema->rules[rule];
    const uint32_t kind = own->kind;
    const uint64_t numbers = own->number_count;
    const uint64_t fields = fields_of(own);
    const bool set = (own->flags & GDV_RULE_SET) != 0;
    const bool keyed = kind == GDV_RULE_RECORD || is_by_literal(own);
    const conjunct all[] = {
        {kind < GDV_RULE_COUNT, WORD_LEADS_KIND},
        {own->width <= GDV_MATCH_VALUES, WORD_LEADS_WIDTH},
        {implies(set, kind == GDV_RULE_INT || kind == GDV_RULE_FLOAT || kind == GDV_RULE_TEXT), WORD_LEADS_SET},
        {implies(set && kind == GDV_RULE_INT, has_numbers(schema, own, numbers)), WORD_LEADS_INTS},
        {implies(set && kind == GDV_RULE_FLOAT, has_numbers(schema, own, 2 * numbers)), WORD_LEADS_FLOATS},
        {implies(kind == GDV_RULE_STRINGS, leads_to(schema, own->value)), WORD_LEADS_STRINGS},
        {implies(kind == GDV_RULE_STRINGS, leads_to_kind(schema, own->value, GDV_RULE_TEXT)), WORD_LEADS_STRINGS_TEXT},
        {implies(kind == GDV_RULE_ARRAY, leads_to(schema, own->value)), WORD_LEADS_ARRAY},
        {implies(kind == GDV_RULE_MAP, leads_to(schema, own->key)), WORD_LEADS_KEY},
        {implies(kind == GDV_RULE_MAP, leads_to(schema, own->value)), WORD_LEADS_VALUE},
        {fields <= GDV_FORM_MAX_FIELDS, WORD_LEADS_FIELDS_MANY},
        {implies(kind == GDV_RULE_RECORD || kind == GDV_RULE_TUPLE,
                 own->first + fields <= count_of(schema, GDV_FORM_FIELDS)),
         WORD_LEADS_FIELDS},
        {implies(keyed, has_numbers(schema, own, numbers)), WORD_LEADS_NUMBERS},
        {implies(kind == GDV_RULE_UNION, has_refs(schema, own, GDV_TYPE_COUNT)), WORD_LEADS_REFS},
        {implies(is_by_literal(own), has_refs(schema, own, own->count + numbers)), WORD_LEADS_REFS},
        {implies(kind == GDV_RULE_TAGGED, own->key == GDV_NONE || own->key < count_of(schema, GDV_FORM_TEXTS)),
         WORD_LEADS_TAG},
    };
    return word_first_broken(all, COUNT_OF(all), rule, where);
}

static const char *union_leads(const gdv_schema *schema, const gdv_rule *own, uint32_t *where)
{
    const char *broken = NULL;
    for (uint64_t ref = own->first; broken == NULL && ref < own->first + (uint64_t)GDV_TYPE_COUNT; ref += 1) {
        const uint32_t to = schema->refs[ref];
        const bool there = leads_to(schema, to);
        const conjunct all[] = {
            {to == GDV_NONE || there, WORD_UNION_REF},
            {!there || schema->rules[to].width <= own->width, WORD_UNION_WIDTH},
            {!there || schema->rules[to].kind != GDV_RULE_UNION, WORD_UNION_KIND},
        };
        broken = word_first_broken(all, COUNT_OF(all), ref, where);
    }
    return broken;
}

static const char *literal_leads(const gdv_schema *schema, const gdv_rule *own, uint32_t *where)
{
    const uint32_t kind = own->kind == GDV_RULE_TAGGED ? GDV_RULE_RECORD : GDV_RULE_TUPLE;
    const uint64_t end = (uint64_t)own->first + own->count + own->number_count;
    const char *broken = NULL;
    for (uint64_t ref = own->first; broken == NULL && ref < end; ref += 1) {
        const uint32_t to = schema->refs[ref];
        const bool there = leads_to(schema, to);
        const conjunct all[] = {
            {there, WORD_LITERAL_REF},
            {implies(there && !is_root(own), there && schema->rules[to].width <= own->width), WORD_LITERAL_WIDTH},
            {implies(there && !is_root(own), there && schema->rules[to].kind == kind), WORD_LITERAL_KIND},
            {implies(is_root(own), to < count_of(schema, GDV_FORM_PACKETS)), WORD_LITERAL_PACKET},
        };
        broken = word_first_broken(all, COUNT_OF(all), ref, where);
    }
    return broken;
}

const char *word_rule_leads(const gdv_schema *schema, uint32_t rule, uint32_t *where)
{
    const gdv_rule *own = &schema->rules[rule];
    const bool set = (own->flags & GDV_RULE_SET) != 0;
    const char *broken = rule_refers(schema, rule, where);
    if (broken == NULL && (own->kind == GDV_RULE_RECORD || is_by_literal(own) || (set && own->kind == GDV_RULE_TEXT))) {
        broken = word_rule_finds(schema, rule, where);
    }
    if (broken == NULL && own->kind == GDV_RULE_UNION) {
        broken = union_leads(schema, own, where);
    }
    if (broken == NULL && is_by_literal(own)) {
        broken = literal_leads(schema, own, where);
    }
    return broken;
}

const char *word_form_leads(const gdv_schema *schema, uint32_t *where)
{
    const char *broken = word_form_small(schema, where);
    for (uint32_t rule = 0; broken == NULL && rule < count_of(schema, GDV_FORM_RULES); rule += 1) {
        broken = word_rule_leads(schema, rule, where);
    }
    for (uint32_t field = 0; broken == NULL && field < count_of(schema, GDV_FORM_FIELDS); field += 1) {
        if (!leads_to(schema, schema->fields[field].rule)) {
            broken = word_breaks(WORD_FIELD_RULE, field, where);
        }
    }
    return broken;
}

/* GDV_FIELD_FITS. */
static bool field_fits(const gdv_schema *schema, const gdv_rule *own, const gdv_rule_field *field)
{
    const bool nested = (field->flags & GDV_FIELD_NESTED) != 0;
    const uint64_t inside = nested ? schema->rules[field->rule].width : 0;
    return field->value == GDV_FIELD_NOWHERE || field->value + 1 + inside <= own->width;
}

/* GDV_RULE_FIELDS_FIT. */
static const char *rule_fields_fit(const gdv_schema *schema, const gdv_rule *own, uint32_t *where)
{
    const uint64_t end = own->first + fields_of(own);
    for (uint64_t field = own->first; fields_of(own) > 0 && field < end; field += 1) {
        if (!field_fits(schema, own, &schema->fields[field])) {
            return word_breaks(WORD_FITS_FIELD, field, where);
        }
    }
    return NULL;
}

const char *word_form_fits(const gdv_schema *schema, uint32_t *where)
{
    const char *broken = NULL;
    for (uint32_t rule = 0; broken == NULL && rule < count_of(schema, GDV_FORM_RULES); rule += 1) {
        const gdv_rule *own = &schema->rules[rule];
        broken = rule_fields_fit(schema, own, where);
        if (broken == NULL && own->kind == GDV_RULE_RECORD && own->least > fields_of(own)) {
            broken = word_breaks(WORD_FITS_LEAST, rule, where);
        }
    }
    return broken;
}

/* A ref of the root: to nothing, to a packet, or to a rule that tells packets apart. */
static bool root_leads(const gdv_schema *schema, uint32_t ref)
{
    const bool packet = ref < count_of(schema, GDV_FORM_PACKETS);
    const bool rule = ref < count_of(schema, GDV_FORM_RULES);
    return ref == GDV_NONE || packet || (rule && is_by_literal(&schema->rules[ref]) && is_root(&schema->rules[ref]));
}

const char *word_root_holds(const gdv_schema *schema, uint32_t *where)
{
    const char *broken = NULL;
    if (count_of(schema, GDV_FORM_REFS) < GDV_TYPE_COUNT) {
        return word_breaks(WORD_ROOT_REFS, 0, where);
    }
    for (uint32_t type = 0; broken == NULL && type < GDV_TYPE_COUNT; type += 1) {
        broken = root_leads(schema, schema->refs[type]) ? NULL : word_breaks(WORD_ROOT_REF, type, where);
    }
    for (uint32_t packet = 0; broken == NULL && packet < count_of(schema, GDV_FORM_PACKETS); packet += 1) {
        broken = leads_to(schema, packet) ? NULL : word_breaks(WORD_ROOT_PACKET, packet, where);
    }
    return broken;
}

/* ---- types ---- */

/* GDV_ROW_NUMBERS. */
static bool row_has_numbers(const gdv_wire_row *row)
{
    const bool doubled = row->component == GDV_COMPONENT_INT64 || row->component == GDV_COMPONENT_FLOAT64;
    const bool wide_floats = row->component == GDV_COMPONENT_FLOAT32 && (uint32_t)row->wide == 2 * (uint32_t)row->size;
    return row->size >= 4 && row->component > GDV_COMPONENT_NONE && row->component <= GDV_COMPONENT_FLOAT64 &&
           implies(doubled, row->size >= 8) && (row->wide == 0 || wide_floats);
}

static const char *type_leads(const gdv_wire_row *row, uint32_t kind, uint32_t rule, uint32_t *where)
{
    const bool array = row->layout == GDV_LAYOUT_ARRAY || row->layout == GDV_LAYOUT_TYPED_ARRAY;
    const conjunct all[] = {
        {implies(kind == GDV_RULE_MATH, row->layout == GDV_LAYOUT_FIXED), WORD_TYPES_MATH},
        {implies(kind == GDV_RULE_MATH, row_has_numbers(row)), WORD_TYPES_MATH_NUMBERS},
        {implies(kind == GDV_RULE_ARRAY, array), WORD_TYPES_ARRAY},
        {implies(kind == GDV_RULE_PACKED, row->layout == GDV_LAYOUT_PACKED), WORD_TYPES_PACKED},
        {implies(kind == GDV_RULE_PACKED, row_has_numbers(row)), WORD_TYPES_PACKED_NUMBERS},
    };
    return word_first_broken(all, COUNT_OF(all), rule, where);
}

const char *word_types_lead(const gdv_checking *check, uint32_t *where)
{
    const char *broken = NULL;
    for (uint32_t rule = 0; broken == NULL && rule < count_of(check->schema, GDV_FORM_RULES); rule += 1) {
        const gdv_rule *own = &check->schema->rules[rule];
        for (uint32_t id = 0; broken == NULL && id < check->table->count; id += 1) {
            const gdv_wire_row *row = &check->table->types[id];
            broken = row->type == own->type ? type_leads(row, own->kind, rule, where) : NULL;
        }
    }
    return broken;
}

const char *word_table_leads(const gdv_checking *check, uint32_t *where)
{
    const char *broken = NULL;
    for (uint32_t id = 0; broken == NULL && id < check->table->count; id += 1) {
        const gdv_wire_row *row = &check->table->types[id];
        const bool string = row->type == GDV_TYPE_STRING || row->type == GDV_TYPE_STRING_NAME;
        const conjunct all[] = {
            {row->type < GDV_TYPE_COUNT, WORD_TABLE_TYPE},
            {implies(row->type == GDV_TYPE_DICTIONARY, row->layout == GDV_LAYOUT_DICTIONARY), WORD_TABLE_DICTIONARY},
            {implies(row->type == GDV_TYPE_ARRAY, row->layout == GDV_LAYOUT_ARRAY), WORD_TABLE_ARRAY},
            {implies(string, row->layout == GDV_LAYOUT_TEXT), WORD_TABLE_STRING},
            {implies(id == check->string_id || id == check->name_id, row->layout == GDV_LAYOUT_TEXT), WORD_TABLE_TEXT},
        };
        broken = word_first_broken(all, COUNT_OF(all), id, where);
    }
    return broken;
}

const char *words_of_schema(const gdv_schema *schema, uint32_t *where)
{
    gdv_document document = {.table = &gdv_wire_tables[schema->dialect]};
    gdv_checking check;
    gdv_checking_set(&check, schema, &document);
    const char *broken = word_form_readable(schema, where);
    if (broken == NULL) {
        broken = word_form_leads(schema, where);
    }
    if (broken == NULL) {
        broken = word_form_fits(schema, where);
    }
    if (broken == NULL) {
        broken = word_root_holds(schema, where);
    }
    if (broken == NULL) {
        broken = word_types_lead(&check, where);
    }
    return broken == NULL ? word_table_leads(&check, where) : broken;
}
