/* SPDX-License-Identifier: MIT */
/* Ranges: low..high, low.., ..high, or one number, which is both ends. */
#include <float.h>
#include <string.h>

#include "../wire/wire.h"
#include "decimal.h"
#include "parse.h"
#include "range.h"

/* Named numbers that an end may be. */
static bool is_constant(const gdv_parser *parser)
{
    return gdv_parser_is_name(parser, "PI") || gdv_parser_is_name(parser, "TAU") || gdv_parser_is_name(parser, "INF");
}

/* Whether a number begins here. */
static bool number_begins(const gdv_parser *parser)
{
    return gdv_parser_is(parser, GDV_LEXEME_MINUS) || gdv_parser_is(parser, GDV_LEXEME_INT) ||
           gdv_parser_is(parser, GDV_LEXEME_FLOAT) || is_constant(parser);
}

bool gdv_range_begins(const gdv_parser *parser)
{
    return gdv_parser_is(parser, GDV_LEXEME_RANGE) || number_begins(parser);
}

/* "/ 2" after PI or TAU; 1 where there is none. */
static bool parse_divisor(gdv_parser *parser, uint32_t *divisor)
{
    *divisor = 1;
    if (!gdv_parser_is(parser, GDV_LEXEME_SLASH)) {
        return true;
    }
    gdv_parser_next(parser);
    uint64_t value = parser->lexeme.value;
    if (!gdv_parser_is(parser, GDV_LEXEME_INT) || value == 0 || value > UINT32_MAX) {
        return gdv_parser_fails(parser, GDV_MISTAKE_RANGE_DIVISOR);
    }
    *divisor = (uint32_t)value;
    gdv_parser_next(parser);
    return true;
}

static bool parse_constant(gdv_parser *parser, gdv_range_end *end)
{
    bool pi = gdv_parser_is_name(parser, "PI");
    uint32_t divisor = 1;

    end->infinite = gdv_parser_is_name(parser, "INF");
    gdv_parser_next(parser);
    if (end->infinite) {
        end->number = gdv_infinite();
        return true;
    }
    if (!parse_divisor(parser, &divisor)) {
        return false;
    }
    end->number = pi ? gdv_pi_over(divisor) : gdv_tau_over(divisor);
    return true;
}

static bool parse_int_end(gdv_parser *parser, gdv_range_end *end, bool negative)
{
    const uint64_t largest = INT64_MAX;
    uint64_t value = parser->lexeme.value;
    if (value > largest && !negative) {
        return gdv_parser_fails(parser, GDV_MISTAKE_NUMBER_LARGE);
    }
    end->whole = true;
    end->number = (double)value;
    end->integer = value > largest ? INT64_MIN : negative ? -(int64_t)value : (int64_t)value;
    gdv_parser_next(parser);
    return true;
}

static bool parse_float_end(gdv_parser *parser, gdv_range_end *end)
{
    end->number = gdv_decimal_read(parser->lexer.text + parser->lexeme.at, parser->lexeme.size);
    if (end->number > DBL_MAX) {
        return gdv_parser_fails(parser, GDV_MISTAKE_RANGE_LARGE);
    }
    gdv_parser_next(parser);
    return true;
}

bool gdv_parse_number(gdv_parser *parser, gdv_range_end *end)
{
    bool negative = gdv_parser_is(parser, GDV_LEXEME_MINUS);
    bool read = false;

    memset(end, 0, sizeof *end);
    end->given = true;
    end->lexeme = parser->lexeme;
    if (negative) {
        gdv_parser_next(parser);
    }
    if (gdv_parser_is(parser, GDV_LEXEME_INT)) {
        read = parse_int_end(parser, end, negative);
    } else if (gdv_parser_is(parser, GDV_LEXEME_FLOAT)) {
        read = parse_float_end(parser, end);
    } else if (is_constant(parser)) {
        read = parse_constant(parser, end);
    } else {
        read = gdv_parser_fails(parser, GDV_MISTAKE_RANGE_NUMBER);
    }
    end->number = negative ? -end->number : end->number;
    return read;
}

bool gdv_parse_range(gdv_parser *parser, gdv_written_range *range)
{
    range->lexeme = parser->lexeme;
    if (!gdv_parser_is(parser, GDV_LEXEME_RANGE) && !gdv_parse_number(parser, &range->low)) {
        return false;
    }
    if (!gdv_parser_is(parser, GDV_LEXEME_RANGE)) {
        range->high = range->low;
        return true;
    }
    gdv_parser_next(parser);
    bool wanted = !range->low.given || number_begins(parser);
    return !wanted || gdv_parse_number(parser, &range->high);
}

/* ---- what a range means to a rule */

/* Where an end is given it is a whole number. */
static bool is_whole_end(gdv_parser *parser, const gdv_range_end *end, const char *name)
{
    bool whole = !end->given || end->whole;
    if (!whole) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_RANGE_WHOLE, &end->lexeme, name);
    }
    return true;
}

static bool is_ordered(gdv_parser *parser, const gdv_written_range *range, bool ordered)
{
    if (!ordered) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_RANGE_EMPTY, &range->lexeme, "");
    }
    return true;
}

/* Marks a rule whose range everything passes, where a range is written. */
static void mark(const gdv_written_range *range, gdv_rule *rule, bool everything, uint16_t flag)
{
    bool written = range->low.given || range->high.given;
    rule->flags = (uint16_t)(rule->flags | (written && everything ? flag : 0));
}

/* Whether a number of the row has 32 bits on the wire, whoever sends it. */
static bool has_32_bits(const gdv_wire_row *row)
{
    bool narrow = row->component == GDV_COMPONENT_INT32 || row->component == GDV_COMPONENT_FLOAT32;
    return narrow && row->wide == 0;
}

/* Where an end is given it is the length of something. */
static bool is_length(gdv_parser *parser, const gdv_range_end *end, const char *name)
{
    bool length = !end->given || (end->whole && end->integer >= 0 && end->integer <= INT32_MAX);
    if (!length) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_RANGE_LENGTH, &end->lexeme, name);
    }
    return true;
}

bool gdv_range_as_length(gdv_parser *parser, const gdv_written_range *range, gdv_rule *rule, const char *name)
{
    if (!is_length(parser, &range->low, name) || !is_length(parser, &range->high, name)) {
        return false;
    }
    rule->least = range->low.given ? (uint32_t)range->low.integer : rule->least;
    rule->most = range->high.given ? (uint32_t)range->high.integer : rule->most;
    mark(range, rule, rule->least == 0 && rule->most == UINT32_MAX, GDV_RULE_ANY_LENGTH);
    return is_ordered(parser, range, rule->least <= rule->most);
}

bool gdv_range_as_ints(gdv_parser *parser, const gdv_written_range *range, const gdv_wire_row *row, gdv_rule *rule,
                       const char *name)
{
    const int64_t least = has_32_bits(row) ? INT32_MIN : INT64_MIN;
    const int64_t greatest = has_32_bits(row) ? INT32_MAX : INT64_MAX;
    if (!is_whole_end(parser, &range->low, name) || !is_whole_end(parser, &range->high, name)) {
        return false;
    }
    rule->lowest = range->low.given ? range->low.integer : rule->lowest;
    rule->highest = range->high.given ? range->high.integer : rule->highest;
    mark(range, rule, rule->lowest <= least && rule->highest >= greatest, GDV_RULE_ANY_NUMBER);
    return is_ordered(parser, range, rule->lowest <= rule->highest);
}

static bool may_be_infinite(gdv_parser *parser, const gdv_range_end *end, const gdv_rule *rule)
{
    bool may = !end->infinite || (rule->flags & GDV_RULE_NONFINITE) != 0;
    if (!may) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_RANGE_INFINITE, &end->lexeme, "");
    }
    return true;
}

/* Whether every float of the row is in a rule's range, infinities where they may pass at all. */
static bool holds_all_floats(const gdv_wire_row *row, const gdv_rule *rule)
{
    const bool narrow = has_32_bits(row);
    const double low = narrow ? (double)gdv_float_below(rule->low) : rule->low;
    const double high = narrow ? (double)gdv_float_above(rule->high) : rule->high;
    const double finite = narrow ? (double)FLT_MAX : DBL_MAX;
    const double furthest = (rule->flags & GDV_RULE_NONFINITE) != 0 ? gdv_infinite() : finite;
    return low <= -furthest && high >= furthest;
}

bool gdv_range_as_floats(gdv_parser *parser, const gdv_written_range *range, const gdv_wire_row *row, gdv_rule *rule)
{
    if ((rule->flags & GDV_RULE_NONFINITE) != 0) {
        rule->low = -gdv_infinite();
        rule->high = gdv_infinite();
    }
    if (!may_be_infinite(parser, &range->low, rule) || !may_be_infinite(parser, &range->high, rule)) {
        return false;
    }
    rule->low = range->low.given ? range->low.number : rule->low;
    rule->high = range->high.given ? range->high.number : rule->high;
    mark(range, rule, holds_all_floats(row, rule), GDV_RULE_ANY_NUMBER);
    return is_ordered(parser, range, rule->low <= rule->high);
}

bool gdv_range_as_numbers(gdv_parser *parser, const gdv_written_range *range, gdv_rule *rule)
{
    const gdv_wire_table *table = parser->draft->table;
    const gdv_wire_row *row = &table->types[gdv_wire_table_id(table, GDV_TYPE_FLOAT)];
    const gdv_range_end *low = &range->low;
    const gdv_range_end *high = &range->high;
    if (!gdv_range_as_floats(parser, range, row, rule)) {
        return false;
    }
    bool begins = gdv_least_int(rule->low, &rule->lowest);
    bool ends = gdv_greatest_int(rule->high, &rule->highest);
    if (low->whole) { /* exactly, where a double would be rounded */
        rule->lowest = low->integer;
        begins = true;
    }
    if (high->whole) {
        rule->highest = high->integer;
    }
    if (!begins || !ends || rule->lowest > rule->highest) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_RANGE_NO_INT, &range->lexeme, "");
    }
    return true;
}
