/* SPDX-License-Identifier: MIT */
/* Types of one word with what may stand after it, such as "String chars 1..24 printable" and "PackedFloat32Array 0..8 of
 * -1..1"; and literals. What may stand after a type follows from its row in the wire table. */
#include "parse.h"

#include <float.h>
#include <string.h>

#include "../wire/wire.h"
#include "decimal.h"

#define CLASSES (GDV_RULE_ASCII | GDV_RULE_PRINTABLE | GDV_RULE_IDENTIFIER)
#define TEXT_WORDS (CLASSES | GDV_RULE_CHARS)

/* The words, each with its flag of a rule. */
static const struct word_row {
    const char *word;
    uint16_t flag;
} rule_words[] = {{"ascii", GDV_RULE_ASCII},
                  {"printable", GDV_RULE_PRINTABLE},
                  {"identifier", GDV_RULE_IDENTIFIER},
                  {"chars", GDV_RULE_CHARS},
                  {"nonfinite", GDV_RULE_NONFINITE}};

/* The flag of the word that is next, or 0. */
static uint16_t word_flag(const gdv_parser *parser)
{
    uint16_t flag = 0;
    for (uint32_t index = 0; index < sizeof rule_words / sizeof rule_words[0]; index += 1) {
        flag = gdv_parser_is_name(parser, rule_words[index].word) ? rule_words[index].flag : flag;
    }
    return flag;
}

/* Takes words, of which a type of that name may have those in `may`, and adds their flags to the rule. */
static bool parse_words(gdv_parser *parser, gdv_rule *rule, uint32_t may, const char *name)
{
    uint16_t flag = word_flag(parser);
    while (flag != 0) {
        if ((flag & may) == 0) {
            return gdv_parser_fails_at(parser, GDV_MISTAKE_WORD_WRONG, &parser->lexeme, name);
        }
        if ((rule->flags & flag) != 0) {
            return gdv_parser_fails(parser, GDV_MISTAKE_WORD_TWICE);
        }
        if ((flag & CLASSES) != 0 && (rule->flags & CLASSES) != 0) {
            return gdv_parser_fails(parser, GDV_MISTAKE_WORD_CLASS);
        }
        rule->flags = (uint16_t)(rule->flags | flag);
        gdv_parser_next(parser);
        flag = word_flag(parser);
    }
    return true;
}

/* Words before and after a range, and the range. */
static bool parse_tail(gdv_parser *parser, gdv_rule *rule, gdv_written_range *range, uint32_t may, const char *name)
{
    memset(range, 0, sizeof *range);
    if (!parse_words(parser, rule, may, name)) {
        return false;
    }
    if (gdv_range_begins(parser) && !gdv_parse_range(parser, range)) {
        return false;
    }
    return parse_words(parser, rule, may, name);
}

/* Which of String and StringName pass where one of them was asked for: both where the engine makes no difference. */
static uint16_t text_flags(const gdv_parser *parser, uint16_t asked)
{
    bool alike = (parser->draft->table->traits & GDV_TRAIT_NAME_IS_STRING) != 0;
    return alike ? GDV_RULE_STRING | GDV_RULE_NAME : asked;
}

static bool is_float(const gdv_wire_row *row)
{
    return row->component == GDV_COMPONENT_FLOAT32 || row->component == GDV_COMPONENT_FLOAT64;
}

/* A range of the components of a row. */
static bool parse_components(gdv_parser *parser, const gdv_wire_row *row, gdv_rule *rule, const char *name)
{
    gdv_written_range range;
    if (!parse_tail(parser, rule, &range, is_float(row) ? GDV_RULE_NONFINITE : 0, name)) {
        return false;
    }
    return is_float(row) ? gdv_range_as_floats(parser, &range, row, rule)
                         : gdv_range_as_ints(parser, &range, row, rule, name);
}

static bool parse_length(gdv_parser *parser, gdv_rule *rule, uint32_t may, const char *name)
{
    gdv_written_range range;
    return parse_tail(parser, rule, &range, may, name) && gdv_range_as_length(parser, &range, rule, name);
}

static gdv_rule text_rule(const gdv_parser *parser, uint16_t asked)
{
    gdv_rule rule = gdv_draft_plain(GDV_RULE_TEXT);
    rule.flags = text_flags(parser, asked);
    return rule;
}

/* ---- packed arrays */

/* Takes "of" where it is next. */
static bool takes_of(gdv_parser *parser)
{
    bool found = gdv_parser_is_name(parser, "of");
    if (found) {
        gdv_parser_next(parser);
    }
    return found;
}

/* Whether a word is what the elements of a packed array are: Vector3 in PackedVector3Array; int in PackedInt32Array,
 * float in PackedFloat32Array. */
static bool is_element(gdv_type element, gdv_type packed)
{
    const char *name = gdv_type_name(packed) + sizeof "Packed" - 1;
    const char *word = gdv_type_name(element);
    uint32_t index = 0;
    while (word[index] != '\0' && (word[index] | 0x20) == (name[index] | 0x20)) {
        index += 1;
    }
    return word[index] == '\0' && name[index] != 'i'; /* but "Array" or a width */
}

/* The type of the elements after "of", which need not be there. */
static bool parse_element_type(gdv_parser *parser, gdv_type packed, const char *name)
{
    gdv_type element;
    const char *own;
    if (!gdv_parser_is(parser, GDV_LEXEME_NAME) || word_flag(parser) != 0 || gdv_range_begins(parser)) {
        return true;
    }
    if (gdv_parser_type(parser, &parser->lexeme, &element, &own) != GDV_ENGINE_NAME_HERE ||
        !is_element(element, packed)) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_OF_TYPE, &parser->lexeme, name);
    }
    gdv_parser_next(parser);
    return true;
}

static bool parse_packed(gdv_parser *parser, const gdv_wire_row *row, gdv_rule *rule, const char *name)
{
    rule->kind = GDV_RULE_PACKED;
    rule->type = row->type;
    if (!parse_length(parser, rule, 0, name)) {
        return false;
    }
    if (takes_of(parser)) {
        return parse_element_type(parser, (gdv_type)row->type, name) && parse_components(parser, row, rule, name);
    }
    if (gdv_range_begins(parser)) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_OF_MISSING, &parser->lexeme, name);
    }
    return parse_components(parser, row, rule, name);
}

/* What the texts of a PackedStringArray are: a String with its range, or a named type. */
static bool parse_strings(gdv_parser *parser, gdv_rule *rule, gdv_place place, const char *name)
{
    gdv_rule text = gdv_draft_plain(GDV_RULE_TEXT);
    gdv_type type;
    const char *own;

    rule->kind = GDV_RULE_STRINGS;
    text.flags = GDV_RULE_STRING;
    if (!parse_length(parser, rule, 0, name)) {
        return false;
    }
    if (takes_of(parser)) {
        if (!gdv_parser_is(parser, GDV_LEXEME_NAME)) {
            return gdv_parser_fails_at(parser, GDV_MISTAKE_OF_STRING, &parser->lexeme, name);
        }
        gdv_engine_name what = gdv_parser_type(parser, &parser->lexeme, &type, &own);
        if (what == GDV_ENGINE_NAME_NONE && !gdv_parser_is_reserved(parser, &parser->lexeme)) {
            rule->value = gdv_parse_reference(parser);
            return true;
        }
        if (type != GDV_TYPE_STRING) {
            return gdv_parser_fails_at(parser, GDV_MISTAKE_OF_STRING, &parser->lexeme, name);
        }
        place = gdv_parser_place(parser, &parser->lexeme);
        gdv_parser_next(parser);
        if (!parse_length(parser, &text, TEXT_WORDS, own)) {
            return false;
        }
    }
    rule->value = gdv_draft_add(parser->draft, &text, place);
    return true;
}

/* ---- types */

/* The rule of a type, without what stands after it. */
static bool parse_by_row(gdv_parser *parser, const gdv_wire_row *row, gdv_rule *rule, gdv_place place, const char *name)
{
    switch ((gdv_layout)row->layout) {
    case GDV_LAYOUT_BOOL:
        rule->kind = GDV_RULE_BOOL;
        rule->lowest = 0;
        rule->highest = 1;
        return true;
    case GDV_LAYOUT_INT:
        rule->kind = GDV_RULE_INT;
        return parse_components(parser, row, rule, name);
    case GDV_LAYOUT_FLOAT:
        rule->kind = GDV_RULE_FLOAT;
        return parse_components(parser, row, rule, name);
    case GDV_LAYOUT_TEXT:
        *rule = text_rule(parser, row->type == GDV_TYPE_STRING ? GDV_RULE_STRING : GDV_RULE_NAME);
        return parse_length(parser, rule, TEXT_WORDS, name);
    case GDV_LAYOUT_BYTES:
        rule->kind = GDV_RULE_BYTES;
        return parse_length(parser, rule, 0, name);
    case GDV_LAYOUT_PACKED:
        return parse_packed(parser, row, rule, name);
    case GDV_LAYOUT_STRINGS:
        return parse_strings(parser, rule, place, name);
    default:
        break;
    }
    /* what has components and no fixed size came above */
    if (row->component != GDV_COMPONENT_NONE && row->permit == 0) {
        rule->kind = GDV_RULE_MATH;
        rule->type = row->type;
        return parse_components(parser, row, rule, name);
    }
    rule->kind = row->type == GDV_TYPE_NIL ? GDV_RULE_NIL : GDV_RULE_VALUE;
    rule->type = row->type;
    return true;
}

bool gdv_parse_nothing(gdv_parser *parser, const char *name)
{
    if (gdv_range_begins(parser)) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_RANGE_NONE, &parser->lexeme, name);
    }
    if (word_flag(parser) != 0) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_WORD_WRONG, &parser->lexeme, name);
    }
    if (gdv_parser_is_name(parser, "of")) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_OF_WRONG, &parser->lexeme, name);
    }
    return true;
}

bool gdv_parse_value(gdv_parser *parser, gdv_type type, gdv_listed *out)
{
    const gdv_wire_table *table = parser->draft->table;
    const gdv_place place = gdv_parser_place(parser, &parser->lexeme);
    const bool variant = gdv_parser_is_name(parser, "Variant");
    gdv_rule rule = gdv_draft_plain(variant ? GDV_RULE_ANY : GDV_RULE_NUMBER);
    const char *name = variant ? "Variant" : "number";
    gdv_written_range range;
    bool read = true;

    gdv_parser_next(parser);
    if (type != GDV_TYPE_COUNT) {
        uint32_t id = gdv_wire_table_id(table, type);
        name = table->names[id];
        read = parse_by_row(parser, &table->types[id], &rule, place, name);
    } else if (!variant) {
        read =
            parse_tail(parser, &rule, &range, GDV_RULE_NONFINITE, name) && gdv_range_as_numbers(parser, &range, &rule);
    }
    if (!read || !gdv_parse_nothing(parser, name)) {
        return false;
    }
    *out = (gdv_listed){.place = place, .operand = gdv_draft_add(parser->draft, &rule, place), .kind = GDV_ENTRY_RULE};
    return true;
}

uint32_t gdv_parse_reference(gdv_parser *parser)
{
    gdv_draft *draft = parser->draft;
    uint32_t number = draft->counts.references;
    draft->counts.references += 1;
    if (!draft->counting) {
        gdv_reference *to = &draft->references[number];
        to->place = gdv_parser_place(parser, &parser->lexeme);
        to->at = parser->lexeme.at;
        to->size = parser->lexeme.size;
    }
    gdv_parser_next(parser);
    return GDV_REFERENCE + number;
}

/* ---- literals */

static uint64_t bits_of_literal(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static bool parse_number_literal(gdv_parser *parser, gdv_listed *out)
{
    const gdv_lexeme begins = parser->lexeme;
    gdv_range_end number;
    if (gdv_parser_is(parser, GDV_LEXEME_RANGE)) {
        return gdv_parser_fails(parser, GDV_MISTAKE_LITERAL_RANGE);
    }
    if (!gdv_parse_number(parser, &number)) {
        return false;
    }
    if (gdv_parser_is(parser, GDV_LEXEME_RANGE)) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_LITERAL_RANGE, &begins, "");
    }
    if (number.infinite) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_RANGE_INFINITE, &begins, "");
    }
    *out = (gdv_listed){.number = number.whole ? (uint64_t)number.integer : bits_of_literal(number.number),
                        .place = gdv_parser_place(parser, &begins),
                        .kind = number.whole ? GDV_ENTRY_INT : GDV_ENTRY_FLOAT};
    return true;
}

/* true, false and null. */
static bool is_word_literal(const gdv_parser *parser)
{
    return gdv_parser_is_name(parser, "true") || gdv_parser_is_name(parser, "false") ||
           gdv_parser_is_name(parser, "null");
}

static bool parse_word_literal(gdv_parser *parser, gdv_listed *out)
{
    bool null = gdv_parser_is_name(parser, "null");
    *out = (gdv_listed){.number = gdv_parser_is_name(parser, "true") ? 1 : 0,
                        .place = gdv_parser_place(parser, &parser->lexeme),
                        .kind = null ? GDV_ENTRY_NIL : GDV_ENTRY_BOOL};
    gdv_parser_next(parser);
    return true;
}

bool gdv_literal_begins(const gdv_parser *parser)
{
    return gdv_parser_is(parser, GDV_LEXEME_STRING) || gdv_range_begins(parser) || is_word_literal(parser);
}

bool gdv_parse_literal(gdv_parser *parser, gdv_listed *out)
{
    parser->draft->counts.values += 1;
    if (gdv_parser_is(parser, GDV_LEXEME_STRING)) {
        *out = (gdv_listed){.place = gdv_parser_place(parser, &parser->lexeme),
                            .at = gdv_draft_string(parser->draft, parser->lexer.text, &parser->lexeme),
                            .size = (uint32_t)parser->lexeme.value,
                            .kind = GDV_ENTRY_TEXT};
        gdv_parser_next(parser);
        return true;
    }
    return is_word_literal(parser) ? parse_word_literal(parser, out) : parse_number_literal(parser, out);
}
