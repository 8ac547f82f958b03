/* SPDX-License-Identifier: MIT */
/* A compiled form of tables of fields. Packets, keys, literals and tags have their places in this order, so that each
 * table of the form is written from its front to its end: rules of the packets, then of their fields, then the one that
 * tells packets apart. What the load refuses in the end is refused here: it decides. */
#include <gdv/schema_fields.h>

#include <float.h>
#include <string.h>

#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "../wire/wire.h"
#include "compiled.h"
#include "index.h"
#include "range.h"

/* Bytes that a key, a literal or a name may have. */
#define MOST_OF_TEXT 1024u
/* Seeds that are tried: a quarter of the slots is used, so that the first one mostly does. */
#define SEEDS 64u

/* What the tables ask for, and then how much of it has been written. */
typedef struct maker {
    const gdv_field_table *tables;
    uint32_t packets;
    const char *tag; /* key by which packets are told apart; NULL for a packet alone that has no literal */
    uint32_t sizes[GDV_FORM_PARTS];
    uint32_t used[GDV_FORM_PARTS];
    uint8_t *memory;
    gdv_form *form;
    const char *wrong; /* what is wrong with the tables; NULL for nothing */
    uint32_t line;     /* and with which field */
} maker;

static const uint32_t entry_sizes[GDV_FORM_PARTS] = {
    sizeof(gdv_rule),      sizeof(gdv_rule_field), sizeof(gdv_rule_packet), sizeof(gdv_form_text),
    sizeof(gdv_form_slot), sizeof(uint32_t),       sizeof(uint64_t),        1};

static uint32_t slot_bits(uint32_t texts)
{
    return gdv_index_bits(texts) + 1;
}

/* A text of the tables that is too long counts as longer than any may be. */
static uint32_t text_size(const char *text)
{
    const size_t size = gdv_text_of(text).size;
    return size > MOST_OF_TEXT ? MOST_OF_TEXT + 1 : (uint32_t)size;
}

static bool same_key(const char *one, const char *other)
{
    return gdv_same_text(gdv_text_of(one), gdv_text_of(other));
}

/* Whether a field has a literal that is always there: only by such a one can packets be told apart. */
static bool tells_apart(const gdv_field *field)
{
    return field->literal != NULL && field->present == GDV_NOT_STORED;
}

/* The literal that a packet has under a key; NULL. */
static const char *literal_under(const gdv_field_table *table, const char *key)
{
    const char *found = NULL;
    for (size_t index = 0; found == NULL && index < table->count; index += 1) {
        const gdv_field *field = &table->fields[index];
        found = tells_apart(field) && same_key(field->key, key) ? field->literal : NULL;
    }
    return found;
}

static void count_text(maker *of, const char *text)
{
    const uint32_t size = text_size(text);
    of->sizes[GDV_FORM_TEXTS] += 1;
    of->sizes[GDV_FORM_POOL] += size + 1;
    if (size > MOST_OF_TEXT) {
        of->wrong = "a name, key or literal is too long";
    }
}

static void count_table(maker *of, const gdv_field_table *table)
{
    of->sizes[GDV_FORM_RULES] += 1 + (uint32_t)table->count;
    of->sizes[GDV_FORM_FIELDS] += (uint32_t)table->count;
    of->sizes[GDV_FORM_SLOTS] += gdv_bit(slot_bits((uint32_t)table->count));
    count_text(of, table->name);
    for (size_t index = 0; index < table->count && of->wrong == NULL; index += 1) {
        const gdv_field *field = &table->fields[index];
        count_text(of, field->key);
        if (field->literal != NULL) {
            count_text(of, field->literal);
            of->sizes[GDV_FORM_SLOTS] += gdv_bit(slot_bits(1));
        }
        of->line = of->wrong == NULL ? 0 : (uint32_t)index + 1;
    }
}

static void count_tags(maker *of)
{
    of->sizes[GDV_FORM_RULES] += 1;
    of->sizes[GDV_FORM_REFS] += of->packets;
    of->sizes[GDV_FORM_SLOTS] += gdv_bit(slot_bits(of->packets));
    count_text(of, of->tag);
    for (uint32_t packet = 0; packet < of->packets; packet += 1) {
        const char *literal = literal_under(&of->tables[packet], of->tag);
        count_text(of, literal == NULL ? "" : literal);
        if (literal == NULL) {
            of->wrong = "packets have no literal under one key, by which to tell them apart";
        }
    }
}

/* Counts entries, and finds the tag. */
static void measure(maker *of)
{
    of->sizes[GDV_FORM_PACKETS] = of->packets;
    of->sizes[GDV_FORM_REFS] = GDV_TYPE_COUNT;
    for (uint32_t packet = 0; packet < of->packets && of->wrong == NULL; packet += 1) {
        count_table(of, &of->tables[packet]);
        if (of->sizes[GDV_FORM_RULES] > GDV_FORM_MAX_RULES - 1) {
            of->wrong = "there are too many fields";
        }
    }
    if (of->wrong != NULL) {
        return;
    }
    for (size_t index = 0; of->tag == NULL && index < of->tables[0].count; index += 1) {
        const gdv_field *field = &of->tables[0].fields[index];
        of->tag = tells_apart(field) ? field->key : NULL;
    }
    if (of->tag != NULL) {
        count_tags(of);
    } else if (of->packets > 1) {
        of->wrong = "packets have no literal under one key, by which to tell them apart";
    }
}

/* Bytes of the form: rules and texts are below 2^16 and 2^18, so that no sum wraps. */
static uint32_t form_size(const maker *of)
{
    uint32_t size = sizeof(gdv_form);
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        size += (of->sizes[part] * entry_sizes[part] + 7) / 8 * 8;
    }
    return size;
}

static void place_tables(maker *of)
{
    uint32_t at = sizeof(gdv_form);
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        of->form->tables[part].offset = at;
        of->form->tables[part].count = of->sizes[part];
        at += (of->sizes[part] * entry_sizes[part] + 7) / 8 * 8;
    }
}

/* The next entry of a table. */
static void *next_entry(maker *of, gdv_form_part part)
{
    const uint32_t before = of->used[part] * entry_sizes[part];
    uint8_t *entry = of->memory + of->form->tables[part].offset + before;
    of->used[part] += 1;
    return entry;
}

static uint32_t put_own_text(maker *of, const char *text)
{
    const uint32_t number = of->used[GDV_FORM_TEXTS];
    gdv_form_text *entry = next_entry(of, GDV_FORM_TEXTS);
    const uint32_t size = text_size(text);
    entry->at = of->used[GDV_FORM_POOL];
    entry->size = size;
    memcpy(of->memory + of->form->tables[GDV_FORM_POOL].offset + entry->at, text, size + 1);
    of->used[GDV_FORM_POOL] += size + 1;
    return number;
}

/* The slots of a rule whose texts have been written. */
static void put_own_slots(maker *of, gdv_rule *rule)
{
    const gdv_form_table *tables = of->form->tables;
    const void *texts_at = of->memory + tables[GDV_FORM_TEXTS].offset;
    const gdv_form_text *texts = texts_at;
    const char *pool = (const char *)(of->memory + tables[GDV_FORM_POOL].offset);
    rule->bits = slot_bits(rule->count);
    rule->slots = of->used[GDV_FORM_SLOTS];
    gdv_form_slot *slots = next_entry(of, GDV_FORM_SLOTS);
    of->used[GDV_FORM_SLOTS] += gdv_bit(rule->bits) - 1;
    bool placed = false;
    for (uint32_t seed = 0; !placed && seed < SEEDS; seed += 1) {
        rule->seed = seed;
        placed = gdv_index_texts(slots, rule->bits, seed, texts + rule->texts, rule->count, pool);
    }
    /* where none does, the load does not find them all, and refuses */
}

static gdv_rule *put_own_rule(maker *of, gdv_rule_kind kind, uint32_t name, uint32_t line)
{
    gdv_rule *rule = next_entry(of, GDV_FORM_RULES);
    rule->kind = (uint8_t)kind;
    rule->name = name;
    rule->line = line;
    rule->flags = GDV_RULE_OF_PACKET;
    rule->most = UINT32_MAX;
    rule->lowest = INT64_MIN;
    rule->highest = INT64_MAX;
    rule->low = -DBL_MAX;
    rule->high = DBL_MAX;
    rule->low32 = -FLT_MAX;
    rule->high32 = FLT_MAX;
    return rule;
}

/* The least int that is not below a number, and the greatest that is not above it. */
static int64_t int_up(double number)
{
    if (number <= -9223372036854775808.0) {
        return INT64_MIN;
    }
    if (number > 9223372036854774784.0) {
        return INT64_MAX;
    }
    int64_t whole = (int64_t)number;
    return (double)whole < number ? whole + 1 : whole;
}

static int64_t int_down(double number)
{
    int64_t up = int_up(-number);
    return up == INT64_MIN ? INT64_MAX : -up;
}

static bool has_floats(const gdv_field *field)
{
    return field->kind == GDV_RULE_FLOAT || field->kind == GDV_RULE_NUMBER || field->kind == GDV_RULE_MATH ||
           field->kind == GDV_RULE_PACKED;
}

/* Whether the numbers of a field may be ints: only then does a range have to have a whole number in it. */
static bool has_ints(const maker *of, const gdv_field *field)
{
    const gdv_wire_table *table = &gdv_wire_tables[of->form->dialect];
    if (field->kind == GDV_RULE_NUMBER || field->kind == GDV_RULE_FLOAT) {
        return field->kind == GDV_RULE_NUMBER;
    }
    const uint32_t id = field->type < GDV_TYPE_COUNT ? gdv_wire_table_id(table, (gdv_type)field->type) : GDV_ANY_ID;
    const uint32_t component = gdv_row_of(table, id)->component;
    return component == GDV_COMPONENT_INT32 || component == GDV_COMPONENT_INT64;
}

static void put_range_of(const maker *of, gdv_rule *rule, const gdv_field *field)
{
    rule->least = field->least;
    rule->most = field->most;
    rule->lowest = field->lowest;
    rule->highest = field->highest;
    if (has_floats(field) && field->low <= field->high) {
        rule->low = field->low;
        rule->high = field->high;
        rule->low32 = gdv_float_below(field->low);
        rule->high32 = gdv_float_above(field->high);
    } else if (has_floats(field)) {
        rule->low = 1.0; /* no range: the load refuses it, as it would NaN */
        rule->high = 0.0;
    }
    if (has_floats(field) && has_ints(of, field)) {
        rule->lowest = int_up(field->low);
        rule->highest = int_down(field->high);
    }
}

/* The rules of a packet's fields. Texts in a table of C are String or StringName. */
static void put_field_rules(maker *of, const gdv_field_table *table, uint32_t packet)
{
    for (uint32_t index = 0; index < table->count; index += 1) {
        const gdv_field *field = &table->fields[index];
        gdv_rule *rule = put_own_rule(of, (gdv_rule_kind)field->kind, packet, index + 1);
        put_range_of(of, rule, field);
        rule->type = field->type;
        rule->flags |= field->flags | GDV_RULE_PART;
        if (field->kind == GDV_RULE_TEXT) {
            rule->flags |= GDV_RULE_STRING | GDV_RULE_NAME;
        }
        if (field->literal != NULL) {
            rule->flags |= GDV_RULE_SET;
            rule->texts = put_own_text(of, field->literal);
            rule->count = 1;
            put_own_slots(of, rule);
        }
    }
}

static void put_record(maker *of, const gdv_field_table *table, uint32_t packet, uint32_t *next_rule)
{
    gdv_rule *rule = put_own_rule(of, GDV_RULE_RECORD, packet, 0);
    rule->count = (uint32_t)table->count;
    rule->first = of->used[GDV_FORM_FIELDS];
    rule->texts = of->used[GDV_FORM_TEXTS];
    rule->width = (uint16_t)rule->count;
    for (uint32_t index = 0; index < rule->count; index += 1) {
        gdv_rule_field *entry = next_entry(of, GDV_FORM_FIELDS);
        const bool optional = table->fields[index].present != GDV_NOT_STORED;
        entry->rule = *next_rule + index;
        entry->line = index + 1;
        entry->flags = optional ? GDV_FIELD_OPTIONAL : 0;
        entry->value = (uint16_t)index;
        rule->least += optional ? 0 : 1;
        (void)put_own_text(of, table->fields[index].key);
    }
    *next_rule += rule->count;
    put_own_slots(of, rule);
}

/* What tells packets apart. */
static void put_root(maker *of, uint32_t tag)
{
    uint32_t *root = next_entry(of, GDV_FORM_REFS);
    of->used[GDV_FORM_REFS] += GDV_TYPE_COUNT - 1;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        root[type] = GDV_NONE;
    }
    root[GDV_TYPE_DICTIONARY] = 0;
    if (of->tag == NULL) {
        return;
    }
    root[GDV_TYPE_DICTIONARY] = of->used[GDV_FORM_RULES];
    gdv_rule *rule = put_own_rule(of, GDV_RULE_TAGGED, GDV_NONE, 0);
    rule->flags = GDV_RULE_ROOT;
    rule->key = tag;
    rule->count = of->packets;
    rule->first = of->used[GDV_FORM_REFS];
    rule->texts = of->used[GDV_FORM_TEXTS];
    for (uint32_t packet = 0; packet < of->packets; packet += 1) {
        (void)put_own_text(of, literal_under(&of->tables[packet], of->tag));
        *(uint32_t *)next_entry(of, GDV_FORM_REFS) = packet;
    }
    put_own_slots(of, rule);
}

static void make(maker *of, gdv_dialect dialect, uint32_t size)
{
    uint32_t next_rule = of->packets;
    memset(of->memory, 0, size);
    of->form->mark = GDV_FORM_MARK;
    of->form->version = GDV_FORM_VERSION;
    of->form->size = size;
    of->form->dialect = (uint32_t)dialect;
    of->form->limits.name = GDV_NONE;
    place_tables(of);
    for (uint32_t packet = 0; packet < of->packets; packet += 1) {
        gdv_rule_packet *entry = next_entry(of, GDV_FORM_PACKETS);
        entry->name = put_own_text(of, of->tables[packet].name);
    }
    const uint32_t tag = of->tag == NULL ? GDV_NONE : put_own_text(of, of->tag);
    for (uint32_t packet = 0; packet < of->packets; packet += 1) {
        put_record(of, &of->tables[packet], packet, &next_rule);
    }
    for (uint32_t packet = 0; packet < of->packets; packet += 1) {
        put_field_rules(of, &of->tables[packet], packet);
    }
    put_root(of, tag);
}

/* Whether every pointer of the tables that is read leads somewhere, and no table is longer than it may be. */
static bool are_there(const gdv_field_table *tables, size_t count)
{
    bool there = tables != NULL && count > 0 && count <= GDV_FIELDS_MOST && !gdv_wraps(tables, count, sizeof *tables);
    for (size_t index = 0; there && index < count; index += 1) {
        const gdv_field_table *table = &tables[index];
        there = table->name != NULL && table->count <= GDV_FIELDS_MOST &&
                !gdv_is_nowhere(table->fields, table->count, sizeof *table->fields);
        for (size_t field = 0; there && field < table->count; field += 1) {
            there = table->fields[field].key != NULL;
        }
    }
    return there;
}

static bool is_written(const gdv_region *written, const void *bytes, size_t size)
{
    bool found = false;
    for (uint32_t index = 0; index < 3; index += 1) {
        found = found || gdv_overlap(written[index].bytes, written[index].size, bytes, size);
    }
    return found;
}

static bool text_is_written(const gdv_region *written, const char *text)
{
    return is_written(written, text, gdv_text_of(text).size + 1);
}

/* Whether what tables lead to shares a byte with one of three regions that are written. Requires tables that are there. */
static bool parts_are_written(const gdv_field_table *tables, size_t count, const gdv_region *written)
{
    bool found = false;
    for (size_t index = 0; !found && index < count; index += 1) {
        const gdv_field_table *table = &tables[index];
        found = is_written(written, table->fields, table->count * sizeof *table->fields) ||
                text_is_written(written, table->name);
        for (size_t field = 0; !found && field < table->count; field += 1) {
            found = text_is_written(written, table->fields[field].key) ||
                    text_is_written(written, table->fields[field].literal);
        }
    }
    return found;
}

static void say_what(gdv_schema_error *error, gdv_status status, const maker *of, uint32_t size)
{
    const char *what = of->wrong != NULL ? of->wrong : gdv_status_text(status);
    if (error == NULL) {
        return;
    }
    memset(error, 0, sizeof *error);
    error->struct_size = sizeof *error;
    error->code = status;
    error->need = status == GDV_E_NO_SPACE ? size : 0;
    error->line = of->line;
    for (uint32_t index = 0; what[index] != '\0'; index += 1) {
        error->message[index] = what[index];
    }
}

static gdv_status from_tables(maker *of, gdv_dialect dialect, size_t size, gdv_schema *schema, gdv_schema_error *error)
{
    measure(of);
    const uint32_t need = of->wrong == NULL ? form_size(of) : 0;
    gdv_status status = GDV_E_SCHEMA_SYNTAX;
    if (of->wrong == NULL) {
        status = need > size ? GDV_E_NO_SPACE : GDV_OK;
    }
    if (status == GDV_OK) {
        make(of, dialect, need);
        status = gdv_schema_load(of->memory, need, schema, error);
        if (error != NULL && status != GDV_OK) {
            error->code = GDV_E_SCHEMA_SYNTAX;
        }
        return status == GDV_OK ? GDV_OK : GDV_E_SCHEMA_SYNTAX;
    }
    say_what(error, status, of, need);
    return status;
}

gdv_status gdv_schema_from_fields(const gdv_field_table *tables, size_t count, gdv_dialect dialect, void *memory,
                                  size_t size, gdv_schema *schema, gdv_schema_error *error)
{
    const gdv_region regions[] = {{tables, gdv_extent(tables, count, sizeof *tables), false},
                                  {memory, gdv_extent(memory, size, 1), true},
                                  {schema, sizeof *schema, true},
                                  {error, sizeof *error, true}};
    maker of = {.tables = tables, .memory = memory, .form = memory};
    const bool there = are_there(tables, count);

    if (gdv_regions_overlap(regions, 4) || (there && parts_are_written(tables, count, regions + 1))) {
        return GDV_E_OVERLAP;
    }
    if (error != NULL && error->struct_size != sizeof *error) {
        return GDV_E_BAD_STRUCT;
    }
    if (schema != NULL) {
        memset(schema, 0, sizeof *schema);
    }
    gdv_status status = GDV_OK;
    if (schema == NULL || !there || gdv_is_nowhere(memory, size, 1) || (uintptr_t)memory % sizeof(uint64_t) != 0) {
        status = GDV_E_BAD_ARGUMENT;
    } else if ((uint32_t)dialect >= (uint32_t)GDV_DIALECT_COUNT) {
        status = GDV_E_BAD_DIALECT;
    }
    if (status != GDV_OK) {
        say_what(error, status, &of, 0);
        return status;
    }
    of.packets = (uint32_t)count;
    return from_tables(&of, dialect, size, schema, error);
}
