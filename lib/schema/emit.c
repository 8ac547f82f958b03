/* SPDX-License-Identifier: MIT */
/* The compiled form of a draft: rules of packets first, then all others, and what they own in that order (compiled.h). */
#include "bind.h"

#include <string.h>

#include "index.h"
#include "range.h"

/* The form while it is written: where its tables are, and how much of each is. */
typedef struct emitting {
    gdv_draft *draft;
    gdv_form *form;
    gdv_rule *rules;
    gdv_rule_field *fields;
    gdv_rule_packet *packets;
    gdv_form_text *texts;
    gdv_form_slot *slots;
    uint32_t *refs;
    uint64_t *numbers;
    gdv_rule_script *scripts;
    uint32_t *methods;
    char *pool;
    uint32_t next[GDV_FORM_PARTS];
} emitting;

/* ---- how much of each there will be */

static uint32_t slots_of(uint32_t texts)
{
    return (uint32_t)1 << gdv_draft_bits(texts);
}

static bool has_texts(const gdv_rule *rule)
{
    bool set = rule->kind == GDV_RULE_TEXT && (rule->flags & GDV_RULE_SET) != 0;
    return set || rule->kind == GDV_RULE_RECORD || rule->kind == GDV_RULE_TAGGED || rule->kind == GDV_RULE_LED;
}

static bool is_tag_union(const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_TAGGED || rule->kind == GDV_RULE_LED;
}

/* Whether the tag is the value of a key that is a text. */
static bool has_text_key(const gdv_draft *draft, const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_TAGGED && draft->entries[rule->key].kind == GDV_ENTRY_TEXT;
}

static void count_rule(const gdv_draft *draft, const gdv_rule *rule, uint32_t *counts)
{
    bool fields = rule->kind == GDV_RULE_RECORD || rule->kind == GDV_RULE_TUPLE;
    bool set = (rule->flags & GDV_RULE_SET) != 0;
    uint32_t texts = rule->count - rule->number_count;
    counts[GDV_FORM_FIELDS] += fields ? rule->count : 0;
    counts[GDV_FORM_TEXTS] += has_texts(rule) ? texts : 0;
    counts[GDV_FORM_TEXTS] += has_text_key(draft, rule) ? 1 : 0;
    counts[GDV_FORM_TEXTS] += gdv_draft_has_parameters(draft, rule) ? rule->count : 0;
    counts[GDV_FORM_SLOTS] += has_texts(rule) ? slots_of(texts) : 0;
    counts[GDV_FORM_REFS] += is_tag_union(rule) ? rule->count : rule->kind == GDV_RULE_UNION ? GDV_TYPE_COUNT : 0;
    counts[GDV_FORM_NUMBERS] += has_texts(rule) || set ? rule->number_count : 0;
    counts[GDV_FORM_NUMBERS] += rule->kind == GDV_RULE_FLOAT ? rule->number_count : 0;
}

static void count_rules(const gdv_draft *draft, uint32_t *counts)
{
    for (uint32_t number = 0; number < draft->counts.rules; number += 1) {
        count_rule(draft, &draft->rules[number].form, counts);
    }
}

static uint32_t aligned(uint32_t size)
{
    return (size + 7) / 8 * 8;
}

/* Shares out the memory of the form, all of it zero. Returns its size. */
static uint32_t place_parts(emitting *to, void *memory)
{
    const gdv_draft *draft = to->draft;
    uint32_t counts[GDV_FORM_PARTS] = {
        [GDV_FORM_RULES] = draft->counts.rules,
        [GDV_FORM_PACKETS] = draft->counts.packets,
        [GDV_FORM_TEXTS] =
            draft->source_count + draft->counts.types + draft->counts.packets + 2 * draft->counts.scripts,
        [GDV_FORM_SCRIPTS] = draft->counts.scripts,
        [GDV_FORM_METHODS] = draft->counts.methods,
        [GDV_FORM_REFS] = GDV_TYPE_COUNT,
        [GDV_FORM_POOL] = draft->counts.pool,
    };
    void *tables[GDV_FORM_PARTS];
    gdv_form_table placed[GDV_FORM_PARTS];
    uint32_t offset = aligned(sizeof(gdv_form));
    count_rules(draft, counts);
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        placed[part].offset = offset;
        placed[part].count = counts[part];
        tables[part] = (uint8_t *)memory + offset;
        offset += aligned(counts[part] * gdv_form_widths[part]);
    }
    memset(memory, 0, offset);
    to->form = (gdv_form *)memory;
    memcpy(to->form->tables, placed, sizeof placed);
    to->rules = (gdv_rule *)tables[GDV_FORM_RULES];
    to->fields = (gdv_rule_field *)tables[GDV_FORM_FIELDS];
    to->packets = (gdv_rule_packet *)tables[GDV_FORM_PACKETS];
    to->texts = (gdv_form_text *)tables[GDV_FORM_TEXTS];
    to->slots = (gdv_form_slot *)tables[GDV_FORM_SLOTS];
    to->refs = (uint32_t *)tables[GDV_FORM_REFS];
    to->numbers = (uint64_t *)tables[GDV_FORM_NUMBERS];
    to->scripts = (gdv_rule_script *)tables[GDV_FORM_SCRIPTS];
    to->methods = (uint32_t *)tables[GDV_FORM_METHODS];
    to->pool = (char *)tables[GDV_FORM_POOL];
    return offset;
}

/* ---- texts */

static uint32_t emit_text(emitting *to, uint32_t at, uint32_t size)
{
    uint32_t number = to->next[GDV_FORM_TEXTS];
    to->texts[number].at = at;
    to->texts[number].size = size;
    to->next[GDV_FORM_TEXTS] += 1;
    return number;
}

/* The names of sources are the first texts and at the front of the pool, then those of types, packets and scripts. */
static void emit_names(emitting *to)
{
    const gdv_draft *draft = to->draft;
    uint32_t at = 0;
    for (uint32_t source = 0; source < draft->source_count; source += 1) {
        uint32_t end = at;
        while (draft->pool[end] != 0) {
            end += 1;
        }
        (void)emit_text(to, at, end - at);
        at = end + 1;
    }
    for (uint32_t type = 0; type < draft->counts.types; type += 1) {
        (void)emit_text(to, draft->types[type].at, draft->types[type].size);
    }
    for (uint32_t packet = 0; packet < draft->counts.packets; packet += 1) {
        (void)emit_text(to, draft->packet_entries[packet].at, draft->packet_entries[packet].size);
        to->packets[packet] = draft->packets[packet];
    }
    for (uint32_t index = 0; index < draft->counts.scripts; index += 1) {
        const gdv_listed *entry = &draft->script_entries[index];
        to->scripts[index] = draft->scripts[index];
        to->scripts[index].name = emit_text(to, entry->at, entry->size);
        to->scripts[index].paths = emit_text(to, entry->operand, (uint32_t)entry->number);
    }
}

/* Texts of a rule: keys, members, tags or names of parameters. */
static void emit_own_texts(emitting *to, gdv_rule *rule, const gdv_draft_rule *from)
{
    const gdv_listed *entries = to->draft->entries + from->form.first;
    rule->texts = to->next[GDV_FORM_TEXTS];
    for (uint32_t index = 0; index < rule->count; index += 1) {
        (void)emit_text(to, entries[index].at, entries[index].size);
    }
}

/* And the hash table in which they are found. */
static void emit_texts(emitting *to, gdv_rule *rule, const gdv_draft_rule *from)
{
    emit_own_texts(to, rule, from);
    rule->slots = to->next[GDV_FORM_SLOTS];
    rule->bits = gdv_draft_bits(rule->count);
    rule->seed = gdv_draft_seed(to->slots + rule->slots, rule->bits, to->texts + rule->texts, rule->count, to->pool);
    to->next[GDV_FORM_SLOTS] += slots_of(rule->count);
}

/* ---- rules */

static void emit_numbers(emitting *to, gdv_rule *rule, const gdv_draft_rule *from)
{
    const gdv_listed *entries = to->draft->entries + from->form.first + rule->count;
    uint64_t *numbers = to->numbers + to->next[GDV_FORM_NUMBERS];
    bool floats = rule->kind == GDV_RULE_FLOAT;
    rule->numbers = to->next[GDV_FORM_NUMBERS];
    to->next[GDV_FORM_NUMBERS] += floats ? 2 * rule->number_count : rule->number_count;
    for (uint32_t index = 0; index < rule->number_count; index += 1) {
        double number = 0.0;
        numbers[index] = entries[index].number;
        if (floats) {
            memcpy(&number, &entries[index].number, sizeof number);
            number = gdv_float_nearest(number);
            memcpy(&numbers[rule->number_count + index], &number, sizeof number);
        }
    }
}

static void emit_fields(emitting *to, gdv_rule *rule, const gdv_draft_rule *from)
{
    const gdv_draft *draft = to->draft;
    rule->first = to->next[GDV_FORM_FIELDS];
    for (uint32_t index = 0; index < from->form.count; index += 1) {
        const gdv_listed *entry = &draft->entries[from->form.first + index];
        gdv_rule_field *field = &to->fields[rule->first + index];
        field->rule = draft->rules[entry->operand].number;
        field->line = entry->place.line;
        field->flags = entry->flags;
        field->value = entry->value;
    }
    to->next[GDV_FORM_FIELDS] += from->form.count;
}

static uint32_t number_in_form(const gdv_draft *draft, uint32_t rule)
{
    return rule == GDV_NONE ? GDV_NONE : draft->rules[rule].number;
}

static void emit_refs(emitting *to, gdv_rule *rule, const gdv_draft_rule *from)
{
    const gdv_draft *draft = to->draft;
    bool mixed = rule->kind == GDV_RULE_UNION;
    uint32_t count = mixed ? GDV_TYPE_COUNT : from->form.count;
    rule->first = to->next[GDV_FORM_REFS];
    for (uint32_t index = 0; index < count; index += 1) {
        uint32_t ref = mixed ? draft->refs[from->form.first + index] : draft->entries[from->form.first + index].operand;
        to->refs[rule->first + index] = number_in_form(draft, ref);
    }
    to->next[GDV_FORM_REFS] += count;
}

/* The key of a TAGGED: a text of its own, or an int. */
static void emit_tag_key(emitting *to, gdv_rule *rule)
{
    const gdv_listed *key = &to->draft->entries[rule->key];
    bool text = has_text_key(to->draft, rule);
    rule->key = GDV_NONE;
    if (text) {
        rule->key = emit_text(to, key->at, key->size);
    } else {
        memcpy(&rule->lowest, &key->number, sizeof rule->lowest);
    }
}

/* What of a rule is another rule, is now that rule's number in the form. */
static void renumber_parts(const gdv_draft *draft, gdv_rule *rule)
{
    bool map = rule->kind == GDV_RULE_MAP;
    bool value = map || rule->kind == GDV_RULE_ARRAY || rule->kind == GDV_RULE_STRINGS;
    rule->key = map ? draft->rules[rule->key].number : 0;
    rule->value = value ? draft->rules[rule->value].number : 0;
}

static void emit_rule(emitting *to, const gdv_draft_rule *from)
{
    gdv_rule *rule = &to->rules[to->next[GDV_FORM_RULES]];
    bool texts = has_texts(&from->form);
    *rule = from->form;
    rule->first = 0;
    rule->count = from->form.count - from->form.number_count;
    to->next[GDV_FORM_RULES] += 1;
    if (rule->kind == GDV_RULE_TAGGED) {
        emit_tag_key(to, rule);
    } else {
        renumber_parts(to->draft, rule);
    }
    if (texts) {
        emit_texts(to, rule, from);
    } else if (gdv_draft_has_parameters(to->draft, &from->form)) {
        emit_own_texts(to, rule, from);
    }
    if (texts || (rule->flags & GDV_RULE_SET) != 0) {
        emit_numbers(to, rule, from);
    } else {
        rule->number_count = 0; /* of true, false and null */
    }
    if (rule->kind == GDV_RULE_RECORD || rule->kind == GDV_RULE_TUPLE) {
        emit_fields(to, rule, from);
    }
    if (is_tag_union(rule) || rule->kind == GDV_RULE_UNION) {
        emit_refs(to, rule, from);
    }
}

/* ---- the form */

/* Numbers the rules: those of packets first. A packet that is a named type is the rule of that. */
static void number_rules(gdv_draft *draft)
{
    uint32_t next = draft->counts.packets;
    for (uint32_t number = 0; number != draft->counts.rules; number += 1) {
        draft->rules[number].number = GDV_NONE;
    }
    for (uint32_t packet = 0; packet < draft->counts.packets; packet += 1) {
        draft->rules[draft->packet_entries[packet].operand].number = packet;
    }
    for (uint32_t number = 0; number != draft->counts.rules; number += 1) {
        if (draft->rules[number].number == GDV_NONE) {
            draft->rules[number].number = next;
            next += 1;
        }
    }
}

static void emit_rules(emitting *to)
{
    const gdv_draft *draft = to->draft;
    for (uint32_t packet = 0; packet < draft->counts.packets; packet += 1) {
        emit_rule(to, &draft->rules[draft->packet_entries[packet].operand]);
    }
    for (uint32_t number = 0; number < draft->counts.rules; number += 1) {
        if (draft->rules[number].number >= draft->counts.packets) {
            emit_rule(to, &draft->rules[number]);
        }
    }
}

static void emit_header(emitting *to, uint32_t size)
{
    gdv_form *form = to->form;
    form->mark = GDV_FORM_MARK;
    form->version = GDV_FORM_VERSION;
    form->size = size;
    form->dialect = (uint32_t)to->draft->dialect;
    form->source_count = to->draft->source_count;
    form->limits = to->draft->limits;
    form->limits.name = GDV_NONE;
    form->limits.line = to->draft->limits_place.line;
    form->limits.source = to->draft->limits_place.source;
}

uint32_t gdv_emit_form(gdv_draft *draft, void *memory)
{
    emitting to = {.draft = draft};
    number_rules(draft);
    uint32_t size = place_parts(&to, memory);
    emit_header(&to, size);
    memcpy(to.pool, draft->pool, draft->counts.pool);
    emit_names(&to);
    memcpy(to.methods, draft->methods, draft->counts.methods * sizeof *to.methods);
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        to.refs[type] = number_in_form(draft, draft->refs[type]);
    }
    to.next[GDV_FORM_REFS] = GDV_TYPE_COUNT;
    emit_rules(&to);
    return size;
}
