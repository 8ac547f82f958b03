/* SPDX-License-Identifier: MIT */
/* Whatever may be the type of something: alternatives, and the containers they are nested in, on a stack of levels. A
 * level is a container that is open, and the alternatives of the type that is being read in it. */
#include "parse.h"

#include <string.h>

#include "../wire/wire.h"

/* Types in types. */
#define MOST_LEVELS 32u

typedef enum level_kind {
    LEVEL_OUTERMOST,
    LEVEL_RECORD,
    LEVEL_TUPLE,
    LEVEL_PARAMETERS,
    LEVEL_ARRAY,
    LEVEL_KEY,
    LEVEL_VALUE
} level_kind;

typedef struct nest_level {
    level_kind kind;
    gdv_place place;
    uint32_t items;                   /* fields or elements so far, pending in the draft */
    uint32_t demanded;                /* of these, not optional */
    uint32_t texts;                   /* of their keys */
    bool open;                        /* "..." was there */
    gdv_listed item;                  /* the one that is being read */
    gdv_type type;                    /* of an array or dictionary */
    uint32_t key;                     /* of a dictionary: rule of its keys */
    uint32_t options;                 /* alternatives so far of the type that is being read, pending after the items */
    uint32_t values[GDV_ENTRY_KINDS]; /* how many of each kind */
    gdv_place option_place;           /* of the first */
} nest_level;

/* What is to be read next. */
typedef enum parse_turn { TURN_OPTION, TURN_AFTER_OPTION, TURN_ITEM, TURN_DONE, TURN_FAILED } parse_turn;

typedef struct nesting {
    gdv_parser *parser;
    nest_level levels[MOST_LEVELS + 1];
    uint32_t depth;
    uint32_t operand; /* what was read last, once the draft is written */
} nesting;

static parse_turn on_success(bool read, parse_turn next)
{
    return read ? next : TURN_FAILED;
}

/* ---- alternatives */

/* A new level, for a container that begins here; its opening is taken. */
static bool open_level(nesting *in, level_kind kind, gdv_place place)
{
    if (in->depth == MOST_LEVELS) {
        return gdv_draft_fails(in->parser->draft, GDV_MISTAKE_DEEP, place);
    }
    in->depth += 1;
    nest_level *to = &in->levels[in->depth];
    memset(to, 0, sizeof *to);
    to->kind = kind;
    to->place = place;
    return true;
}

static void push_option(nesting *in, const gdv_listed *option)
{
    nest_level *at = &in->levels[in->depth];
    if (at->options == 0) {
        at->option_place = option->place;
    }
    at->options += 1;
    at->values[option->kind] += 1;
    gdv_draft_push(in->parser->draft, option);
}

/* The innermost container ends, and is an alternative of the level around it. */
static parse_turn close_level(nesting *in, const gdv_rule *rule)
{
    const gdv_place place = in->levels[in->depth].place;
    const gdv_listed option = {
        .place = place, .operand = gdv_draft_add(in->parser->draft, rule, place), .kind = GDV_ENTRY_RULE};
    in->depth -= 1;
    push_option(in, &option);
    return TURN_AFTER_OPTION;
}

/* "Array" or "Dictionary" and the bracket after it. */
static parse_turn open_typed(nesting *in, gdv_type type, const char *name, gdv_place place)
{
    gdv_parser *parser = in->parser;
    bool map = type == GDV_TYPE_DICTIONARY;
    gdv_lexeme word = parser->lexeme;
    gdv_parser_next(parser);
    if (!gdv_parser_is(parser, GDV_LEXEME_OPEN_BRACKET)) {
        (void)gdv_parser_fails_at(parser, map ? GDV_MISTAKE_MAP_OPEN : GDV_MISTAKE_ARRAY_OPEN, &word, name);
        return TURN_FAILED;
    }
    gdv_parser_next(parser);
    if (!open_level(in, map ? LEVEL_KEY : LEVEL_ARRAY, place)) {
        return TURN_FAILED;
    }
    in->levels[in->depth].type = type;
    return TURN_OPTION;
}

static parse_turn read_name_option(nesting *in)
{
    gdv_parser *parser = in->parser;
    const gdv_place place = gdv_parser_place(parser, &parser->lexeme);
    gdv_type type;
    const char *name;
    gdv_listed option;

    gdv_engine_name what = gdv_parser_type(parser, &parser->lexeme, &type, &name);
    if (what == GDV_ENGINE_NAME_LACKING || what == GDV_ENGINE_NAME_OTHER) {
        bool lacking = what == GDV_ENGINE_NAME_LACKING;
        (void)gdv_parser_fails_at(parser, lacking ? GDV_MISTAKE_TYPE_LACKING : GDV_MISTAKE_TYPE_ELSEWHERE,
                                  &parser->lexeme, name);
        return TURN_FAILED;
    }
    bool ours = gdv_parser_is_name(parser, "Variant") || gdv_parser_is_name(parser, "number");
    if (what == GDV_ENGINE_NAME_NONE && !ours) {
        if (gdv_parser_is_reserved(parser, &parser->lexeme)) {
            (void)gdv_parser_fails(parser, GDV_MISTAKE_OPTION);
            return TURN_FAILED;
        }
        option = (gdv_listed){.place = place, .operand = gdv_parse_reference(parser), .kind = GDV_ENTRY_RULE};
        push_option(in, &option);
        return TURN_AFTER_OPTION;
    }
    uint32_t layout = ours ? (uint32_t)GDV_LAYOUT_COUNT
                           : parser->draft->table->types[gdv_wire_table_id(parser->draft->table, type)].layout;
    if (layout == GDV_LAYOUT_ARRAY || layout == GDV_LAYOUT_TYPED_ARRAY || layout == GDV_LAYOUT_DICTIONARY) {
        return open_typed(in, type, name, place);
    }
    if (!gdv_parse_value(parser, type, &option)) {
        return TURN_FAILED;
    }
    push_option(in, &option);
    return TURN_AFTER_OPTION;
}

static parse_turn read_option(nesting *in)
{
    gdv_parser *parser = in->parser;
    const gdv_place place = gdv_parser_place(parser, &parser->lexeme);
    bool record = gdv_parser_is(parser, GDV_LEXEME_OPEN_BRACE);
    gdv_listed option;

    if (record || gdv_parser_is(parser, GDV_LEXEME_OPEN_BRACKET)) {
        gdv_parser_next(parser);
        return on_success(open_level(in, record ? LEVEL_RECORD : LEVEL_TUPLE, place), TURN_ITEM);
    }
    if (gdv_literal_begins(parser)) {
        if (!gdv_parse_literal(parser, &option)) {
            return TURN_FAILED;
        }
        push_option(in, &option);
        return TURN_AFTER_OPTION;
    }
    if (gdv_parser_is(parser, GDV_LEXEME_NAME)) {
        return read_name_option(in);
    }
    (void)gdv_parser_fails(parser, GDV_MISTAKE_OPTION);
    return TURN_FAILED;
}

/* The rule of literals of one kind. */
static gdv_rule set_rule(const gdv_parser *parser, uint32_t kind)
{
    static const uint8_t set_kinds[GDV_ENTRY_KINDS] = {GDV_RULE_ANY, GDV_RULE_NIL,   GDV_RULE_BOOL,
                                                       GDV_RULE_INT, GDV_RULE_FLOAT, GDV_RULE_TEXT};
    gdv_rule rule = gdv_draft_plain((gdv_rule_kind)set_kinds[kind]);
    if (kind >= GDV_ENTRY_INT) {
        rule.flags = GDV_RULE_SET;
    }
    if (kind == GDV_ENTRY_TEXT) {
        bool alike = (parser->draft->table->traits & GDV_TRAIT_NAME_IS_STRING) != 0;
        rule.flags = GDV_RULE_SET | GDV_RULE_STRING | (alike ? GDV_RULE_NAME : 0);
    }
    return rule;
}

static void count_set(gdv_draft_counts *counts, uint32_t kind, uint32_t members)
{
    counts->texts += kind == GDV_ENTRY_TEXT ? members : 0;
    counts->slots += kind == GDV_ENTRY_TEXT ? (uint32_t)1 << gdv_draft_bits(members) : 0;
    counts->numbers += kind == GDV_ENTRY_INT ? members : kind == GDV_ENTRY_FLOAT ? 2 * members : 0;
}

/* Makes sets of the literals among the alternatives, one for each kind. */
static void close_sets(nesting *in)
{
    gdv_draft *draft = in->parser->draft;
    nest_level *at = &in->levels[in->depth];
    for (uint32_t kind = GDV_ENTRY_NIL; kind < GDV_ENTRY_KINDS; kind += 1) {
        uint32_t members = at->values[kind];
        if (members > 0) {
            gdv_rule rule = set_rule(in->parser, kind);
            rule.count = members;
            rule.number_count = kind == GDV_ENTRY_TEXT ? 0 : members;
            rule.first = gdv_draft_take(draft, at->options, members, (uint8_t)kind);
            const gdv_place place = draft->counting ? at->option_place : draft->entries[rule.first].place;
            const gdv_listed set = {.place = place, .operand = gdv_draft_add(draft, &rule, place)};
            gdv_draft_push(draft, &set);
            at->options -= members - 1;
            count_set(&draft->counts, kind, members);
        }
    }
}

/* The alternatives end: they are the only one, or a union. */
static bool close_options(nesting *in)
{
    gdv_draft *draft = in->parser->draft;
    nest_level *at = &in->levels[in->depth];
    if (at->options > GDV_FORM_MAX_FIELDS) {
        return gdv_draft_fails(draft, GDV_MISTAKE_MANY_ENTRIES, at->option_place);
    }
    close_sets(in);
    if (at->options == 1) {
        draft->open -= 1;
        if (!draft->counting) {
            in->operand = draft->pending[draft->open].operand;
        }
    } else {
        gdv_rule rule = gdv_draft_plain(GDV_RULE_UNION);
        rule.count = at->options;
        rule.first = gdv_draft_close(draft, at->options);
        draft->counts.unions += 1;
        draft->counts.alternatives += at->options;
        in->operand = gdv_draft_add(draft, &rule, at->option_place);
    }
    at->options = 0;
    memset(at->values, 0, sizeof at->values);
    return true;
}

/* ---- containers */

/* What follows "...": a comma perhaps, and the end. */
static bool take_ellipsis(nesting *in, gdv_lexeme_kind end, const char *name)
{
    gdv_parser *parser = in->parser;
    in->levels[in->depth].open = true;
    gdv_parser_next(parser);
    if (gdv_parser_is(parser, GDV_LEXEME_COMMA)) {
        gdv_parser_next(parser);
    }
    if (!gdv_parser_is(parser, end)) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_ELLIPSIS_LAST, &parser->lexeme, name);
    }
    return true;
}

static parse_turn close_items(nesting *in)
{
    gdv_draft *draft = in->parser->draft;
    nest_level *at = &in->levels[in->depth];
    bool record = at->kind == LEVEL_RECORD;
    gdv_rule rule = gdv_draft_plain(record ? GDV_RULE_RECORD : GDV_RULE_TUPLE);

    if (at->items > GDV_FORM_MAX_FIELDS) {
        (void)gdv_draft_fails(draft, GDV_MISTAKE_MANY_ENTRIES, at->place);
        return TURN_FAILED;
    }
    gdv_parser_next(in->parser);
    rule.flags = at->open ? GDV_RULE_OPEN : 0;
    rule.least = at->demanded;
    rule.most = record || at->open ? UINT32_MAX : at->items; /* too many keys: one of them is unknown */
    rule.count = at->items;
    rule.number_count = record ? at->items - at->texts : 0;
    rule.first = gdv_draft_take(draft, at->items, at->texts, GDV_ENTRY_TEXT);
    (void)gdv_draft_close(draft, at->items - at->texts);
    draft->counts.texts += at->texts;
    if (record) {
        draft->counts.numbers += at->items - at->texts;
        draft->counts.slots += (uint32_t)1 << gdv_draft_bits(at->texts);
    }
    if (at->kind == LEVEL_PARAMETERS) {
        in->operand = gdv_draft_add(draft, &rule, at->place);
        return TURN_DONE;
    }
    return close_level(in, &rule);
}

/* Takes a name as a key, or as what a parameter is called. */
static void take_key_name(gdv_parser *parser, gdv_listed *field)
{
    const gdv_lexeme *lexeme = &parser->lexeme;
    field->place = gdv_parser_place(parser, lexeme);
    field->kind = GDV_ENTRY_TEXT;
    field->size = lexeme->size;
    field->at = gdv_draft_text(parser->draft, parser->lexer.text + lexeme->at, lexeme->size);
    gdv_parser_next(parser);
}

/* Takes a key. */
static bool read_key(gdv_parser *parser, gdv_listed *field)
{
    const gdv_lexeme *lexeme = &parser->lexeme;
    if (gdv_parser_is(parser, GDV_LEXEME_NAME)) {
        take_key_name(parser, field);
        return true;
    }
    field->place = gdv_parser_place(parser, lexeme);
    field->kind = GDV_ENTRY_TEXT;
    if (gdv_parser_is(parser, GDV_LEXEME_STRING)) {
        field->size = (uint32_t)lexeme->value;
        field->at = gdv_draft_string(parser->draft, parser->lexer.text, lexeme);
    } else if (gdv_parser_is(parser, GDV_LEXEME_MINUS) || gdv_parser_is(parser, GDV_LEXEME_INT)) {
        gdv_range_end number;
        field->kind = GDV_ENTRY_INT;
        if (!gdv_parse_number(parser, &number)) {
            return false;
        }
        field->number = (uint64_t)number.integer;
        if (!number.whole) {
            return gdv_parser_fails_at(parser, GDV_MISTAKE_KEY, &number.lexeme, "");
        }
        return true;
    } else {
        return gdv_parser_fails(parser, GDV_MISTAKE_KEY);
    }
    gdv_parser_next(parser);
    return true;
}

/* The next field of a record, up to its type; or the end of the record. */
static parse_turn read_field(nesting *in)
{
    gdv_parser *parser = in->parser;
    nest_level *at = &in->levels[in->depth];
    memset(&at->item, 0, sizeof at->item);
    if (gdv_parser_is(parser, GDV_LEXEME_ELLIPSIS) && !take_ellipsis(in, GDV_LEXEME_CLOSE_BRACE, "}")) {
        return TURN_FAILED;
    }
    if (gdv_parser_is(parser, GDV_LEXEME_CLOSE_BRACE)) {
        return close_items(in);
    }
    if (!read_key(parser, &at->item)) {
        return TURN_FAILED;
    }
    if (gdv_parser_is(parser, GDV_LEXEME_QUESTION)) {
        gdv_parser_next(parser);
        at->item.flags = GDV_FIELD_OPTIONAL;
    }
    return on_success(gdv_parser_expect(parser, GDV_LEXEME_COLON, GDV_MISTAKE_KEY_COLON), TURN_OPTION);
}

static parse_turn read_element(nesting *in)
{
    gdv_parser *parser = in->parser;
    if (gdv_parser_is(parser, GDV_LEXEME_ELLIPSIS) && !take_ellipsis(in, GDV_LEXEME_CLOSE_BRACKET, "]")) {
        return TURN_FAILED;
    }
    if (gdv_parser_is(parser, GDV_LEXEME_CLOSE_BRACKET)) {
        return close_items(in);
    }
    in->levels[in->depth].item = (gdv_listed){.place = gdv_parser_place(parser, &parser->lexeme)};
    return TURN_OPTION;
}

/* The next parameter of a method, up to its type; or the end of all of them. Its name is for people: no packet has it. */
static parse_turn read_parameter(nesting *in)
{
    gdv_parser *parser = in->parser;
    nest_level *at = &in->levels[in->depth];
    if (gdv_parser_is(parser, GDV_LEXEME_CLOSE_PAREN)) {
        return close_items(in);
    }
    if (!gdv_parser_is(parser, GDV_LEXEME_NAME)) {
        (void)gdv_parser_fails(parser, GDV_MISTAKE_PARAMETER);
        return TURN_FAILED;
    }
    memset(&at->item, 0, sizeof at->item);
    take_key_name(parser, &at->item);
    if (gdv_parser_is(parser, GDV_LEXEME_QUESTION)) {
        gdv_parser_next(parser);
        at->item.flags = GDV_FIELD_OPTIONAL;
    } else if (at->demanded < at->items) {
        (void)gdv_parser_fails(parser, GDV_MISTAKE_PARAMETER_OPTIONAL);
        return TURN_FAILED;
    }
    return on_success(gdv_parser_expect(parser, GDV_LEXEME_COLON, GDV_MISTAKE_PARAMETER_COLON), TURN_OPTION);
}

static parse_turn read_item(nesting *in)
{
    switch (in->levels[in->depth].kind) {
    case LEVEL_RECORD:
        return read_field(in);
    case LEVEL_PARAMETERS:
        return read_parameter(in);
    default: /* LEVEL_TUPLE */
        return read_element(in);
    }
}

/* What closes a level of items, and what is said where something else stands there. */
static gdv_lexeme_kind closing_lexeme(level_kind kind)
{
    return kind == LEVEL_RECORD  ? GDV_LEXEME_CLOSE_BRACE
           : kind == LEVEL_TUPLE ? GDV_LEXEME_CLOSE_BRACKET
                                 : GDV_LEXEME_CLOSE_PAREN;
}

static gdv_mistake_kind unclosed(level_kind kind)
{
    return kind == LEVEL_RECORD  ? GDV_MISTAKE_FIELD_END
           : kind == LEVEL_TUPLE ? GDV_MISTAKE_ELEMENT_END
                                 : GDV_MISTAKE_PARAMETER_END;
}

/* An element is optional where "?" follows it; once one is, all are. */
static bool take_question(nesting *in)
{
    nest_level *at = &in->levels[in->depth];
    if (gdv_parser_is(in->parser, GDV_LEXEME_QUESTION)) {
        gdv_parser_next(in->parser);
        at->item.flags = GDV_FIELD_OPTIONAL;
        return true;
    }
    if (at->demanded < at->items) {
        return gdv_parser_fails(in->parser, GDV_MISTAKE_ELEMENT_OPTIONAL);
    }
    return true;
}

/* The type of a field or element was read. */
static parse_turn end_item(nesting *in)
{
    gdv_parser *parser = in->parser;
    nest_level *at = &in->levels[in->depth];
    if (at->kind == LEVEL_TUPLE && !take_question(in)) {
        return TURN_FAILED;
    }
    at->item.operand = in->operand;
    at->items += 1;
    at->demanded += at->item.flags == 0 ? 1 : 0;
    at->texts += at->item.kind == GDV_ENTRY_TEXT ? 1 : 0;
    gdv_draft_push(parser->draft, &at->item);
    if (gdv_parser_is(parser, GDV_LEXEME_COMMA)) {
        gdv_parser_next(parser);
        return TURN_ITEM;
    }
    if (!gdv_parser_is(parser, closing_lexeme(at->kind))) {
        (void)gdv_parser_fails(parser, unclosed(at->kind));
        return TURN_FAILED;
    }
    return TURN_ITEM;
}

/* The type of elements or values was read: "]", and how many there may be. */
static parse_turn end_typed(nesting *in)
{
    gdv_parser *parser = in->parser;
    const nest_level *at = &in->levels[in->depth];
    bool map = at->kind == LEVEL_VALUE;
    gdv_rule rule = gdv_draft_plain(map ? GDV_RULE_MAP : GDV_RULE_ARRAY);
    const char *name = map ? "Dictionary" : "Array";
    gdv_written_range range;

    if (!gdv_parser_expect(parser, GDV_LEXEME_CLOSE_BRACKET, map ? GDV_MISTAKE_MAP_CLOSE : GDV_MISTAKE_ARRAY_CLOSE)) {
        return TURN_FAILED;
    }
    rule.type = map ? 0 : (uint8_t)at->type;
    rule.key = at->key;
    rule.value = in->operand;
    memset(&range, 0, sizeof range);
    if (gdv_range_begins(parser) && !gdv_parse_range(parser, &range)) {
        return TURN_FAILED;
    }
    if (!gdv_range_as_length(parser, &range, &rule, name) || !gdv_parse_nothing(parser, name)) {
        return TURN_FAILED;
    }
    return close_level(in, &rule);
}

static parse_turn end_key(nesting *in)
{
    nest_level *at = &in->levels[in->depth];
    at->kind = LEVEL_VALUE;
    at->key = in->operand;
    return on_success(gdv_parser_expect(in->parser, GDV_LEXEME_COMMA, GDV_MISTAKE_MAP_COMMA), TURN_OPTION);
}

/* An alternative was read: another one follows, or the type is complete. */
static parse_turn after_option(nesting *in)
{
    if (gdv_parser_is(in->parser, GDV_LEXEME_BAR)) {
        gdv_parser_next(in->parser);
        return TURN_OPTION;
    }
    if (!close_options(in)) {
        return TURN_FAILED;
    }
    switch (in->levels[in->depth].kind) {
    case LEVEL_RECORD:
    case LEVEL_TUPLE:
    case LEVEL_PARAMETERS:
        return end_item(in);
    case LEVEL_KEY:
        return end_key(in);
    case LEVEL_ARRAY:
    case LEVEL_VALUE:
        return end_typed(in);
    default: /* LEVEL_OUTERMOST */
        return TURN_DONE;
    }
}

static bool read_all_turns(nesting *in, parse_turn next, uint32_t *operand)
{
    while (next != TURN_DONE && next != TURN_FAILED) {
        next = next == TURN_OPTION ? read_option(in) : next == TURN_ITEM ? read_item(in) : after_option(in);
    }
    *operand = in->operand;
    return next == TURN_DONE;
}

bool gdv_parse_rule(gdv_parser *parser, uint32_t *operand)
{
    nesting in = {.parser = parser};
    return read_all_turns(&in, TURN_OPTION, operand);
}

bool gdv_parse_parameters(gdv_parser *parser, uint32_t *operand)
{
    nesting in = {.parser = parser};
    in.levels[0].kind = LEVEL_PARAMETERS;
    in.levels[0].place = gdv_parser_place(parser, &parser->lexeme);
    return read_all_turns(&in, TURN_ITEM, operand);
}
