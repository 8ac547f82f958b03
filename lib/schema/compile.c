/* SPDX-License-Identifier: MIT */
/* From texts to a compiled schema. The texts are parsed twice: the first time counts, and so says how much memory is
 * needed; the second writes a draft at the end of the memory. What comes out of that is written at the front. */
#include <string.h>

#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "../wire/wire.h"
#include "bind.h"
#include "parse.h"
#include "unions.h"

/* The parts of the draft, in the order in which they lie in the memory. */
typedef enum draft_part {
    PART_RULES,
    PART_ENTRIES,
    PART_PENDING,
    PART_ORDER,
    PART_REFERENCES,
    PART_TYPES,
    PART_TYPE_ORDER,
    PART_PACKETS,
    PART_PACKET_ENTRIES,
    PART_SCRIPTS,
    PART_SCRIPT_ENTRIES,
    PART_METHODS,
    PART_REFS,
    PART_POOL,
    PARTS
} draft_part;

typedef struct draft_layout {
    uint64_t offsets[PARTS];
    uint64_t size; /* of all */
} draft_layout;

/* Types whose values tags tell apart: dictionaries and arrays. */
#define TOLD_TYPES 2u

/* The most slots for a tag: gdv_draft_bits leaves up to 31 of 32 free. */
#define TAG_SLOTS 32u

typedef struct part_size {
    uint64_t count;
    uint64_t width;
} part_size;

/* How many tags the alternatives of one type may have, in a union or of the packets: as many as there are literals, and
 * one that shows that one is there twice. */
static uint64_t most_tags(const gdv_draft_counts *counts)
{
    return (uint64_t)counts->values + 1;
}

/* Tags of all unions. Of each type no alternative has more than GDV_MOST_TAGS; one that is a union itself has them of
 * both. */
static uint64_t union_tags_of(const gdv_draft_counts *counts)
{
    const uint64_t alternatives = (uint64_t)counts->alternatives * TOLD_TYPES * GDV_MOST_TAGS;
    const uint64_t literals = (uint64_t)counts->unions * TOLD_TYPES * most_tags(counts);
    return alternatives < literals ? alternatives : literals;
}

/* And of the packets, too: a literal may be a tag of dictionaries and one of arrays. */
static uint64_t tags_of(const gdv_draft_counts *counts)
{
    return union_tags_of(counts) + TOLD_TYPES * most_tags(counts);
}

/* Slots of their hash tables: a table without texts has one. */
static uint64_t tag_slots_of(const gdv_draft_counts *counts)
{
    const uint64_t packets = (uint64_t)TOLD_TYPES << gdv_draft_bits((uint32_t)most_tags(counts));
    return packets + TAG_SLOTS * union_tags_of(counts) + (uint64_t)counts->unions * TOLD_TYPES;
}

/* Those of the text; and for each union, and for the packets, those that tags lead from. */
static uint64_t rules_of(const gdv_draft_counts *counts)
{
    return counts->rules + ((uint64_t)counts->unions + 1) * TOLD_TYPES;
}

/* What unions lead to, by type, and the packets. */
static uint64_t refs_of(const gdv_draft_counts *counts)
{
    return ((uint64_t)counts->unions + 1) * GDV_TYPE_COUNT;
}

/* Names, keys, members and tags; and for each union, and for the packets, the key whose value is the tag. */
static uint64_t texts_of(const gdv_draft *draft)
{
    const gdv_draft_counts *counts = &draft->counts;
    const uint64_t names =
        (uint64_t)draft->source_count + counts->types + counts->packets + 2 * (uint64_t)counts->scripts;
    return names + counts->texts + tags_of(counts) + counts->unions + 1;
}

static uint64_t rounded(part_size part)
{
    return (part.count * part.width + 7) / 8 * 8;
}

/* The largest form that these counts allow. */
static uint64_t form_bound(const gdv_draft *draft)
{
    const gdv_draft_counts *counts = &draft->counts;
    const part_size parts[] = {{1, sizeof(gdv_form)},
                               {rules_of(counts), sizeof(gdv_rule)},
                               {counts->entries, sizeof(gdv_rule_field)},
                               {counts->packets, sizeof(gdv_rule_packet)},
                               {texts_of(draft), sizeof(gdv_form_text)},
                               {counts->slots + tag_slots_of(counts), sizeof(gdv_form_slot)},
                               {refs_of(counts) + tags_of(counts), sizeof(uint32_t)},
                               {counts->numbers + tags_of(counts), sizeof(uint64_t)},
                               {counts->scripts, sizeof(gdv_rule_script)},
                               {counts->methods, sizeof(uint32_t)},
                               {counts->pool, 1}};
    uint64_t size = 0;
    for (uint32_t part = 0; part < sizeof parts / sizeof parts[0]; part += 1) {
        size += rounded(parts[part]);
    }
    return size;
}

/* Where the draft lies, after the largest form. */
static draft_layout draft_layout_of(const gdv_draft *draft)
{
    const gdv_draft_counts *counts = &draft->counts;
    const uint64_t entries = counts->entries + tags_of(counts);
    const uint64_t named = counts->types > counts->packets ? counts->types : counts->packets;
    const uint64_t names = named > counts->scripts ? named : counts->scripts;
    const part_size parts[PARTS] = {{rules_of(counts), sizeof(gdv_draft_rule)},
                                    {entries, sizeof(gdv_listed)},
                                    {counts->pending, sizeof(gdv_listed)},
                                    {entries, sizeof(uint32_t)},
                                    {counts->references, sizeof(gdv_reference)},
                                    {counts->types, sizeof(gdv_listed)},
                                    {names, sizeof(uint32_t)},
                                    {counts->packets, sizeof(gdv_rule_packet)},
                                    {counts->packets, sizeof(gdv_listed)},
                                    {counts->scripts, sizeof(gdv_rule_script)},
                                    {counts->scripts, sizeof(gdv_listed)},
                                    {counts->methods, sizeof(uint32_t)},
                                    {refs_of(counts), sizeof(uint32_t)},
                                    {counts->pool, 1}};
    draft_layout to;
    to.size = form_bound(draft);
    for (uint32_t part = 0; part < PARTS; part += 1) {
        to.offsets[part] = to.size;
        to.size += rounded(parts[part]);
    }
    return to;
}

static void *part_at(uint8_t *memory, const draft_layout *of, draft_part part)
{
    return memory + of->offsets[part];
}

/* Everything begins at a multiple of eight, and is written before it is read. */
static void share_out(gdv_draft *draft, uint8_t *memory, const draft_layout *of)
{
    draft->rules = (gdv_draft_rule *)part_at(memory, of, PART_RULES);
    draft->entries = (gdv_listed *)part_at(memory, of, PART_ENTRIES);
    draft->pending = (gdv_listed *)part_at(memory, of, PART_PENDING);
    draft->order = (uint32_t *)part_at(memory, of, PART_ORDER);
    draft->references = (gdv_reference *)part_at(memory, of, PART_REFERENCES);
    draft->types = (gdv_listed *)part_at(memory, of, PART_TYPES);
    draft->type_order = (uint32_t *)part_at(memory, of, PART_TYPE_ORDER);
    draft->packets = (gdv_rule_packet *)part_at(memory, of, PART_PACKETS);
    draft->packet_entries = (gdv_listed *)part_at(memory, of, PART_PACKET_ENTRIES);
    draft->scripts = (gdv_rule_script *)part_at(memory, of, PART_SCRIPTS);
    draft->script_entries = (gdv_listed *)part_at(memory, of, PART_SCRIPT_ENTRIES);
    draft->methods = (uint32_t *)part_at(memory, of, PART_METHODS);
    draft->refs = (uint32_t *)part_at(memory, of, PART_REFS);
    draft->pool = (uint8_t *)part_at(memory, of, PART_POOL);
}

static void begin_draft(gdv_draft *draft, const gdv_schema_source *sources, size_t count, gdv_dialect dialect)
{
    memset(draft, 0, sizeof *draft);
    draft->sources = sources;
    draft->source_count = (uint32_t)count;
    draft->dialect = dialect;
    draft->table = &gdv_wire_tables[dialect];
    draft->counting = true;
}

/* The texts a second time, into memory. Nothing is wrong with them that the first time would not have found, but where two
 * statements disagree. */
static bool write_draft(gdv_draft *draft, uint8_t *memory, const draft_layout *of)
{
    const gdv_draft_counts most = draft->counts;
    begin_draft(draft, draft->sources, draft->source_count, draft->dialect);
    draft->most = most;
    draft->counting = false;
    share_out(draft, memory, of);
    return gdv_parse_sources(draft) && gdv_bind_names(draft) && gdv_join_unions(draft) && gdv_visit_rules(draft);
}

/* Whether texts and names are small enough to be counted in 32 bits. */
static bool sources_fit(const gdv_schema_source *sources, size_t count)
{
    size_t left = GDV_FORM_MAX_SIZE;
    for (size_t index = 0; index < count; index += 1) {
        const size_t name = gdv_text_of(sources[index].name).size;
        if (name > left || sources[index].size > left - name) {
            return false;
        }
        left -= name + sources[index].size;
    }
    return true;
}

static bool sources_are_there(const gdv_schema_source *sources, size_t count)
{
    bool there = count > 0 && !gdv_is_nowhere(sources, count, sizeof *sources);
    for (size_t index = 0; there && index < count; index += 1) {
        there = sources[index].name != NULL && !gdv_is_nowhere(sources[index].text, sources[index].size, 1);
    }
    return there;
}

/* Whether what is written overlaps a source, or anything else that is. */
static bool compile_overlaps(const gdv_schema_source *sources, size_t count, const gdv_region *written)
{
    gdv_region regions[5] = {{sources, count * sizeof *sources, false}};
    memcpy(regions + 1, written, 3 * sizeof *written);
    bool overlap = gdv_regions_overlap(regions, 4);
    memcpy(regions + 2, written, 3 * sizeof *written);
    for (size_t index = 0; !overlap && index < count; index += 1) {
        regions[0].bytes = sources[index].text;
        regions[0].size = sources[index].size;
        regions[1].bytes = sources[index].name;
        regions[1].size = gdv_text_of(sources[index].name).size + 1;
        regions[1].written = false;
        overlap = gdv_regions_overlap(regions, 5);
    }
    return overlap;
}

/* What is compiled, into what. */
typedef struct order_of_compile {
    gdv_draft draft;
    uint8_t *memory;
    size_t size;
    uint64_t need;
} order_of_compile;

/* Of the texts as a whole, and no place in them. */
static gdv_status refuse_all(gdv_draft *draft, gdv_mistake_kind kind)
{
    const gdv_place nowhere = {0, 0, 0};
    (void)gdv_draft_fails(draft, kind, nowhere);
    return GDV_E_SCHEMA_SYNTAX;
}

static gdv_status compile_all(order_of_compile *with)
{
    gdv_draft *draft = &with->draft;
    if (!gdv_parse_sources(draft)) {
        return GDV_E_SCHEMA_SYNTAX;
    }
    if (rules_of(&draft->counts) > GDV_FORM_MAX_RULES) {
        return refuse_all(draft, GDV_MISTAKE_MANY_RULES);
    }
    if (form_bound(draft) > GDV_FORM_MAX_SIZE) {
        return refuse_all(draft, GDV_MISTAKE_LARGE);
    }
    const draft_layout parts = draft_layout_of(draft);
    with->need = parts.size;
    if (with->size < with->need) {
        return GDV_E_NO_SPACE;
    }
    if (!write_draft(draft, with->memory, &parts)) {
        return GDV_E_SCHEMA_SYNTAX;
    }
    with->need = gdv_emit_form(draft, with->memory);
    return GDV_OK;
}

static gdv_status begin_compile(order_of_compile *with, const gdv_schema_source *sources, size_t count,
                                gdv_dialect dialect)
{
    bool placed = (uintptr_t)with->memory % sizeof(uint64_t) == 0 && !gdv_is_nowhere(with->memory, with->size, 1);
    if (!placed || !sources_are_there(sources, count)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if ((uint32_t)dialect >= (uint32_t)GDV_DIALECT_COUNT) {
        return GDV_E_BAD_DIALECT;
    }
    begin_draft(&with->draft, sources, count, dialect);
    if (count > GDV_DRAFT_SOURCES) {
        return refuse_all(&with->draft, GDV_MISTAKE_MANY_SOURCES);
    }
    if (!sources_fit(sources, count)) {
        return refuse_all(&with->draft, GDV_MISTAKE_LARGE);
    }
    return compile_all(with);
}

static void report_compile(gdv_schema_error *error, gdv_status status, const order_of_compile *with,
                           const gdv_schema_source *sources)
{
    if (error == NULL) {
        return;
    }
    memset(error, 0, sizeof *error);
    error->struct_size = sizeof *error;
    error->code = status;
    error->need = status == GDV_E_SCHEMA_SYNTAX ? 0 : with->need;
    if (status == GDV_E_SCHEMA_SYNTAX) {
        gdv_diagnose(&with->draft.fault, sources, error);
    } else if (status != GDV_OK) {
        gdv_diagnose_status(status, error);
    }
}

gdv_status gdv_schema_compile(const gdv_schema_source *sources, size_t count, gdv_dialect dialect, void *memory,
                              size_t size, gdv_schema *schema, gdv_schema_error *error)
{
    const gdv_region written[] = {
        {memory, gdv_extent(memory, size, 1), true}, {schema, sizeof *schema, true}, {error, sizeof *error, true}};
    order_of_compile with = {.memory = (uint8_t *)memory, .size = size, .need = 0};
    bool there = sources_are_there(sources, count);
    gdv_status status = GDV_E_BAD_ARGUMENT;

    if (compile_overlaps(sources, there ? count : 0, written)) {
        return GDV_E_OVERLAP;
    }
    if (error != NULL && error->struct_size != sizeof *error) {
        return GDV_E_BAD_STRUCT;
    }
    if (schema != NULL) {
        memset(schema, 0, sizeof *schema);
        status = begin_compile(&with, sources, count, dialect);
        if (status == GDV_OK) {
            status = gdv_schema_load(memory, (size_t)with.need, schema, NULL);
        }
    }
    report_compile(error, status, &with, sources);
    return status;
}
