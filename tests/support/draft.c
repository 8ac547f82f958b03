/* SPDX-License-Identifier: MIT */
#include "tests/support/draft.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/index.h"
#include "lib/schema/range.h"

/* An entry of a rule's own tables, in the order of the form. */
typedef enum entry_kind { ENTRY_FIELD, ENTRY_TEXT, ENTRY_NUMBER, ENTRY_REF } entry_kind;

typedef struct entry {
    entry_kind kind;
    uint32_t rule;
    const char *text;
    uint64_t number;
    uint32_t to;
    uint16_t flags;
} entry;

/* Memory that grows. */
typedef struct grown {
    uint8_t *bytes;
    size_t size;
    size_t room;
} grown;

/* Rules lie in blocks, so that none ever moves. */
enum { BLOCK_RULES = 1 << 8, MOST_BLOCKS = 1 << 9 };

struct draft {
    gdv_form head;
    gdv_rule *blocks[MOST_BLOCKS];
    uint32_t rules;
    grown entries;
    grown tables[GDV_FORM_PARTS];
    uint32_t *unions; /* GDV_TYPE_COUNT refs for each rule: of a UNION */
    size_t unions_of;
    uint32_t root[GDV_TYPE_COUNT];
};

static void give_up(const char *why)
{
    fprintf(stderr, "draft: %s\n", why);
    abort();
}

static void make_room(grown *to, size_t room)
{
    to->room = room;
    to->bytes = realloc(to->bytes, room);
    if (to->bytes == NULL) {
        give_up("no memory");
    }
}

static void *grow(grown *to, const void *bytes, size_t size)
{
    if (to->room - to->size < size) {
        make_room(to, 2 * to->room + size);
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return to->bytes + to->size - size;
}

draft *draft_new(gdv_dialect dialect)
{
    draft *made = calloc(1, sizeof *made);
    if (made == NULL) {
        give_up("no memory");
    }
    made->head.mark = GDV_FORM_MARK;
    made->head.version = GDV_FORM_VERSION;
    made->head.dialect = (uint32_t)dialect;
    made->head.limits.name = GDV_NONE;
    memset(made->root, 0xff, sizeof made->root);
    return made;
}

void draft_free(draft *freed)
{
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        free(freed->tables[part].bytes);
    }
    for (uint32_t block = 0; block < MOST_BLOCKS; block += 1) {
        free(freed->blocks[block]);
    }
    free(freed->entries.bytes);
    free(freed->unions);
    free(freed);
}

gdv_rule *draft_at(draft *of, uint32_t rule)
{
    if (rule >= of->rules) {
        give_up("no such rule");
    }
    return of->blocks[rule / BLOCK_RULES] + rule % BLOCK_RULES;
}

uint32_t draft_rule(draft *of, gdv_rule_kind kind)
{
    const gdv_rule rule = {.kind = (uint8_t)kind,
                           .name = GDV_NONE,
                           .most = UINT32_MAX,
                           .lowest = INT64_MIN,
                           .highest = INT64_MAX,
                           .low = -DBL_MAX,
                           .high = DBL_MAX,
                           .low32 = -FLT_MAX,
                           .high32 = FLT_MAX};
    const uint32_t number = of->rules;
    if (number == MOST_BLOCKS * BLOCK_RULES) {
        give_up("too many rules");
    }
    gdv_rule **block = &of->blocks[number / BLOCK_RULES];
    if (*block == NULL) {
        *block = malloc(BLOCK_RULES * sizeof rule);
    }
    if (*block == NULL) {
        give_up("no memory");
    }
    of->rules += 1;
    *draft_at(of, number) = rule;
    return number;
}

void draft_floats(draft *of, uint32_t rule, double low, double high)
{
    gdv_rule *changed = draft_at(of, rule);
    changed->low = low;
    changed->high = high;
    changed->low32 = gdv_float_below(low);
    changed->high32 = gdv_float_above(high);
    changed->flags |= isinf(low) || isinf(high) ? GDV_RULE_NONFINITE : 0;
}

uint32_t draft_int(draft *of, int64_t lowest, int64_t highest)
{
    uint32_t rule = draft_rule(of, GDV_RULE_INT);
    draft_at(of, rule)->lowest = lowest;
    draft_at(of, rule)->highest = highest;
    return rule;
}

uint32_t draft_float(draft *of, double low, double high)
{
    uint32_t rule = draft_rule(of, GDV_RULE_FLOAT);
    draft_floats(of, rule, low, high);
    return rule;
}

uint32_t draft_text(draft *of, uint32_t least, uint32_t most, uint16_t flags)
{
    uint32_t rule = draft_rule(of, GDV_RULE_TEXT);
    draft_at(of, rule)->least = least;
    draft_at(of, rule)->most = most;
    draft_at(of, rule)->flags = (uint16_t)(flags | GDV_RULE_STRING | GDV_RULE_NAME);
    return rule;
}

uint32_t draft_math(draft *of, gdv_type type, double low, double high)
{
    uint32_t rule = draft_rule(of, GDV_RULE_MATH);
    draft_at(of, rule)->type = (uint8_t)type;
    draft_floats(of, rule, low, high);
    return rule;
}

uint32_t draft_array(draft *of, uint32_t element, uint32_t least, uint32_t most)
{
    uint32_t rule = draft_rule(of, GDV_RULE_ARRAY);
    draft_at(of, rule)->type = GDV_TYPE_ARRAY;
    draft_at(of, rule)->value = element;
    draft_at(of, rule)->least = least;
    draft_at(of, rule)->most = most;
    return rule;
}

uint32_t draft_literal(draft *of, const char *text)
{
    uint32_t rule = draft_text(of, 0, UINT32_MAX, 0);
    draft_member(of, rule, text);
    return rule;
}

static uint32_t put_text(draft *of, const char *text)
{
    gdv_form_text made = {(uint32_t)of->tables[GDV_FORM_POOL].size, (uint32_t)strlen(text)};
    grow(&of->tables[GDV_FORM_POOL], text, strlen(text) + 1);
    grow(&of->tables[GDV_FORM_TEXTS], &made, sizeof made);
    return (uint32_t)(of->tables[GDV_FORM_TEXTS].size / sizeof made - 1);
}

void draft_name(draft *of, uint32_t rule, const char *name, uint32_t line)
{
    draft_at(of, rule)->name = put_text(of, name);
    draft_at(of, rule)->line = line;
}

static void enter(draft *of, entry made)
{
    grow(&of->entries, &made, sizeof made);
}

void draft_field(draft *of, uint32_t rule, const char *key, uint32_t to, uint16_t flags)
{
    enter(of, (entry){.kind = ENTRY_FIELD, .rule = rule, .to = to, .flags = flags});
    draft_at(of, rule)->least += (flags & GDV_FIELD_OPTIONAL) == 0 ? 1 : 0;
    draft_at(of, rule)->count += 1;
    if (key != NULL) {
        enter(of, (entry){.kind = ENTRY_TEXT, .rule = rule, .text = key});
    }
}

void draft_int_field(draft *of, uint32_t rule, int64_t key, uint32_t to, uint16_t flags)
{
    enter(of, (entry){.kind = ENTRY_FIELD, .rule = rule, .to = to, .flags = flags});
    enter(of, (entry){.kind = ENTRY_NUMBER, .rule = rule, .number = (uint64_t)key});
    draft_at(of, rule)->least += (flags & GDV_FIELD_OPTIONAL) == 0 ? 1 : 0;
    draft_at(of, rule)->number_count += 1;
}

void draft_member(draft *of, uint32_t rule, const char *text)
{
    enter(of, (entry){.kind = ENTRY_TEXT, .rule = rule, .text = text});
    draft_at(of, rule)->count += 1;
    draft_at(of, rule)->flags |= GDV_RULE_SET;
}

void draft_int_member(draft *of, uint32_t rule, int64_t number)
{
    enter(of, (entry){.kind = ENTRY_NUMBER, .rule = rule, .number = (uint64_t)number});
    draft_at(of, rule)->number_count += 1;
    draft_at(of, rule)->flags |= GDV_RULE_SET;
}

void draft_float_member(draft *of, uint32_t rule, double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    draft_int_member(of, rule, (int64_t)bits);
}

void draft_case(draft *of, uint32_t rule, const char *tag, uint32_t to)
{
    enter(of, (entry){.kind = ENTRY_TEXT, .rule = rule, .text = tag});
    enter(of, (entry){.kind = ENTRY_REF, .rule = rule, .to = to});
    draft_at(of, rule)->count += 1;
}

void draft_int_case(draft *of, uint32_t rule, int64_t tag, uint32_t to)
{
    enter(of, (entry){.kind = ENTRY_NUMBER, .rule = rule, .number = (uint64_t)tag});
    enter(of, (entry){.kind = ENTRY_REF, .rule = rule, .to = to});
    draft_at(of, rule)->number_count += 1;
}

void draft_alternative(draft *of, uint32_t rule, gdv_type type, uint32_t to)
{
    const size_t rules = of->rules;
    if (of->unions_of < rules) {
        of->unions = realloc(of->unions, rules * sizeof of->root);
        if (of->unions == NULL) {
            give_up("no memory");
        }
        memset(of->unions + of->unions_of * GDV_TYPE_COUNT, 0xff, (rules - of->unions_of) * sizeof of->root);
        of->unions_of = rules;
    }
    of->unions[rule * GDV_TYPE_COUNT + (uint32_t)type] = to;
}

void draft_tag(draft *of, uint32_t rule, const char *key)
{
    draft_at(of, rule)->key = put_text(of, key);
}

void draft_packet(draft *of, const char *name, uint32_t line)
{
    gdv_rule_packet packet = {.name = put_text(of, name), .line = line};
    uint32_t number = (uint32_t)(of->tables[GDV_FORM_PACKETS].size / sizeof packet);
    grow(&of->tables[GDV_FORM_PACKETS], &packet, sizeof packet);
    draft_at(of, number)->name = packet.name;
    draft_at(of, number)->line = line;
    draft_at(of, number)->flags |= GDV_RULE_OF_PACKET;
}

gdv_rule_packet *draft_packet_at(draft *of, uint32_t packet)
{
    return (gdv_rule_packet *)(void *)of->tables[GDV_FORM_PACKETS].bytes + packet;
}

gdv_rule_packet *draft_limits(draft *of)
{
    return &of->head.limits;
}

void draft_root(draft *of, gdv_type type, uint32_t to)
{
    of->root[type] = to;
}

/* Where a match keeps the values of a rule's fields. */
static void place_values(draft *of, uint32_t number)
{
    gdv_rule *rule = draft_at(of, number);
    uint32_t width = 0;
    uint32_t field = rule->first;
    gdv_rule_field *fields = (gdv_rule_field *)(void *)of->tables[GDV_FORM_FIELDS].bytes;
    uint32_t count = rule->count + (rule->kind == GDV_RULE_RECORD ? rule->number_count : 0);
    if (rule->kind == GDV_RULE_UNION) {
        for (uint32_t type = 0; number < of->unions_of && type < GDV_TYPE_COUNT; type += 1) {
            uint32_t to = of->unions[number * GDV_TYPE_COUNT + type];
            width = to != GDV_NONE && draft_at(of, to)->width > width ? draft_at(of, to)->width : width;
        }
        rule->width = (uint16_t)width;
    } else if (rule->kind == GDV_RULE_TAGGED || rule->kind == GDV_RULE_LED) {
        const uint32_t *refs = (const uint32_t *)(const void *)of->tables[GDV_FORM_REFS].bytes;
        for (uint32_t ref = 0; ref < rule->count + rule->number_count; ref += 1) {
            uint32_t inside = draft_at(of, refs[rule->first + ref])->width;
            width = inside > width ? inside : width;
        }
        rule->width = (uint16_t)width;
    } else if (rule->kind == GDV_RULE_RECORD || rule->kind == GDV_RULE_TUPLE) {
        for (uint32_t index = 0; index < count; index += 1, field += 1) {
            uint32_t nested =
                (fields[field].flags & GDV_FIELD_NESTED) != 0 ? draft_at(of, fields[field].rule)->width : 0;
            bool fits = width + 1 + nested <= GDV_MATCH_VALUES;
            fields[field].value = fits ? (uint16_t)width : GDV_FIELD_NOWHERE;
            fields[field].flags = (uint16_t)(fits ? fields[field].flags : fields[field].flags & ~GDV_FIELD_NESTED);
            width += fits ? 1 + nested : 0;
        }
        rule->width = (uint16_t)width;
    }
}

static void put_slots(draft *of, gdv_rule *rule)
{
    const gdv_form_text *texts = (const gdv_form_text *)(const void *)of->tables[GDV_FORM_TEXTS].bytes;
    const char *pool = (const char *)of->tables[GDV_FORM_POOL].bytes;
    gdv_form_slot *slots = NULL;
    bool done = false;
    uint32_t tries = 0;
    texts = texts == NULL ? NULL : texts + rule->texts; /* a draft may have none */
    rule->bits = gdv_index_bits(rule->count);
    while (!done && rule->bits <= GDV_FORM_MAX_BITS) {
        free(slots);
        slots = malloc(sizeof *slots << rule->bits);
        rule->seed = tries % 8;
        done = slots != NULL && gdv_index_texts(slots, rule->bits, rule->seed, texts, rule->count, pool);
        tries += 1;
        rule->bits += !done && tries % 8 == 0 ? 1 : 0;
    }
    if (!done) {
        give_up("texts have no place");
    }
    rule->slots = (uint32_t)(of->tables[GDV_FORM_SLOTS].size / sizeof *slots);
    grow(&of->tables[GDV_FORM_SLOTS], slots, sizeof *slots << rule->bits);
    free(slots);
}

/* The tables of one rule. */
static void put_rule(draft *of, uint32_t number)
{
    gdv_rule *rule = draft_at(of, number);
    const entry *entries = (const entry *)(const void *)of->entries.bytes;
    const size_t count = of->entries.size / sizeof *entries;
    bool fields = rule->kind == GDV_RULE_RECORD || rule->kind == GDV_RULE_TUPLE;
    bool refs = rule->kind >= GDV_RULE_UNION;
    bool finds = rule->kind == GDV_RULE_RECORD || rule->kind > GDV_RULE_UNION ||
                 (rule->kind == GDV_RULE_TEXT && (rule->flags & GDV_RULE_SET) != 0);
    uint32_t texts = (uint32_t)(of->tables[GDV_FORM_TEXTS].size / sizeof(gdv_form_text));
    uint32_t numbers = (uint32_t)(of->tables[GDV_FORM_NUMBERS].size / sizeof(uint64_t));
    rule->first = fields ? (uint32_t)(of->tables[GDV_FORM_FIELDS].size / sizeof(gdv_rule_field))
                  : refs ? (uint32_t)(of->tables[GDV_FORM_REFS].size / sizeof(uint32_t))
                         : 0;
    rule->texts = finds ? texts : 0;
    rule->numbers = numbers;
    if (rule->kind == GDV_RULE_UNION) {
        draft_alternative(of, number, GDV_TYPE_IMAGE, GDV_NONE); /* so that there is room */
        grow(&of->tables[GDV_FORM_REFS], of->unions + number * GDV_TYPE_COUNT, sizeof of->root);
    }
    for (size_t index = 0; index < count; index += 1) {
        const entry *put = &entries[index];
        gdv_rule_field field = {.rule = put->to, .line = rule->line, .flags = put->flags};
        if (put->rule != number) {
            continue;
        }
        switch (put->kind) {
        case ENTRY_FIELD:
            grow(&of->tables[GDV_FORM_FIELDS], &field, sizeof field);
            break;
        case ENTRY_TEXT:
            put_text(of, put->text);
            break;
        case ENTRY_NUMBER:
            grow(&of->tables[GDV_FORM_NUMBERS], &put->number, sizeof put->number);
            break;
        case ENTRY_REF:
            grow(&of->tables[GDV_FORM_REFS], &put->to, sizeof put->to);
            break;
        }
    }
    for (uint32_t index = 0; rule->kind == GDV_RULE_FLOAT && index < rule->number_count; index += 1) {
        double member = 0.0;
        memcpy(&member, of->tables[GDV_FORM_NUMBERS].bytes + 8 * (size_t)(numbers + index), sizeof member);
        member = gdv_float_nearest(member);
        grow(&of->tables[GDV_FORM_NUMBERS], &member, sizeof member);
    }
    if (finds) {
        put_slots(of, rule);
    }
}

static uint32_t put_table(gdv_form *form, uint8_t *to, gdv_form_part part, const grown *from, size_t width,
                          uint32_t end)
{
    form->tables[part].offset = (end + 7) / 8 * 8;
    form->tables[part].count = (uint32_t)(from->size / width);
    if (to != NULL && from->size > 0) {
        memcpy(to + form->tables[part].offset, from->bytes, from->size);
    }
    return form->tables[part].offset + (uint32_t)from->size;
}

static uint32_t put_tables(draft *of, gdv_form *form, uint8_t *to)
{
    static const size_t widths[GDV_FORM_PARTS] = {
        sizeof(gdv_rule), sizeof(gdv_rule_field), sizeof(gdv_rule_packet), sizeof(gdv_form_text), sizeof(gdv_form_slot),
        sizeof(uint32_t), sizeof(uint64_t),       sizeof(gdv_rule_script), sizeof(uint32_t),      1};
    uint32_t end = sizeof *form;
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        end = put_table(form, to, (gdv_form_part)part, &of->tables[part], widths[part], end);
    }
    return (end + 7) / 8 * 8;
}

gdv_form *draft_form(draft *of)
{
    const uint32_t rules = of->rules;
    grow(&of->tables[GDV_FORM_REFS], of->root, sizeof of->root);
    for (uint32_t rule = 0; rule < rules; rule += 1) {
        put_rule(of, rule);
    }
    for (uint32_t pass = 0; pass < 4; pass += 1) { /* as deep as drafts nest */
        for (uint32_t rule = rules; rule > 0; rule -= 1) {
            place_values(of, rule - 1);
        }
    }
    for (uint32_t rule = 0; rule < rules; rule += 1) {
        grow(&of->tables[GDV_FORM_RULES], draft_at(of, rule), sizeof(gdv_rule));
    }
    gdv_form head = of->head;
    head.size = put_tables(of, &head, NULL);
    gdv_form *made = calloc(1, head.size);
    if (made == NULL) {
        give_up("no memory");
    }
    (void)put_tables(of, &head, (uint8_t *)made);
    memcpy(made, &head, sizeof head);
    return made;
}

gdv_schema draft_load(draft *of)
{
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_form *form = draft_form(of);
    draft_free(of);
    if (gdv_schema_load(form, form->size, &schema, &error) != GDV_OK) {
        fprintf(stderr, "draft: %s at %llu: %s\n", gdv_status_name(error.code), (unsigned long long)error.offset,
                error.message);
        abort();
    }
    return schema;
}

void draft_drop(gdv_schema *schema)
{
    union {
        const gdv_form *seen;
        gdv_form *own;
    } form = {schema->form};
    free(form.own);
    memset(schema, 0, sizeof *schema);
}
