/* SPDX-License-Identifier: MIT */
/* Claims about the ends of ranges as the parser reads them: nothing of an end that was there before stays. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "lib/schema/parse.h"
#include "lib/wire/wire.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static void begin(gdv_parser *parser, gdv_draft *draft, const char *text)
{
    memset(draft, 0, sizeof *draft);
    memset(parser, 0, sizeof *parser);
    draft->counting = true;
    draft->table = &gdv_wire_tables[GDV_DIALECT_GODOT4_4];
    parser->draft = draft;
    gdv_lexer_begin(&parser->lexer, text, (uint32_t)strlen(text));
    gdv_parser_next(parser);
}

Test(parse_numbers, of_each_form_replace_what_was_there)
{
    static const struct {
        const char *text;
        bool whole;
        bool infinite;
        int64_t integer;
        double number;
    } rows[] = {
        {"5", true, false, 5, 5.0},
        {"-7", true, false, -7, -7.0},
        {"0x10", true, false, 16, 16.0},
        {"-9223372036854775808", true, false, INT64_MIN, -9223372036854775808.0},
        {"9223372036854775807", true, false, INT64_MAX, 9223372036854775808.0},
        {"0.25", false, false, 0, 0.25},
        {"-1e3", false, false, 0, -1000.0},
        {"PI", false, false, 0, 3.141592653589793},
        {"-TAU/2", false, false, 0, -3.141592653589793},
        {"INF", false, true, 0, (double)INFINITY},
        {"-INF", false, true, 0, -(double)INFINITY},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_draft draft;
        gdv_parser parser;
        gdv_range_end end;
        memset(&end, 1, sizeof end); /* each bool true */
        begin(&parser, &draft, rows[index].text);
        cr_assert(gdv_parse_number(&parser, &end), "%s", rows[index].text);
        cr_expect(end.given, "%s", rows[index].text);
        cr_expect_eq(end.whole, rows[index].whole, "%s", rows[index].text);
        cr_expect_eq(end.infinite, rows[index].infinite, "%s", rows[index].text);
        cr_expect_eq(end.integer, rows[index].integer, "%s: %lld", rows[index].text, (long long)end.integer);
        cr_expect(end.number == rows[index].number, "%s: %a", rows[index].text, end.number);
        cr_expect_eq(end.lexeme.column, 1, "%s: where its sign is", rows[index].text);
        cr_expect(gdv_parser_is(&parser, GDV_LEXEME_END), "%s is taken", rows[index].text);
    }
}

Test(parse_numbers, of_a_range_are_its_ends)
{
    static const struct {
        const char *text;
        bool low;
        bool high;
    } rows[] = {{"1..2", true, true}, {"1..", true, false}, {"..2", false, true}, {"3", true, true}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_draft draft;
        gdv_parser parser;
        gdv_written_range range;
        memset(&range, 0, sizeof range);
        begin(&parser, &draft, rows[index].text);
        cr_assert(gdv_range_begins(&parser), "%s", rows[index].text);
        cr_assert(gdv_parse_range(&parser, &range), "%s", rows[index].text);
        cr_expect_eq(range.low.given, rows[index].low, "%s", rows[index].text);
        cr_expect_eq(range.high.given, rows[index].high, "%s", rows[index].text);
        cr_expect_eq(range.lexeme.column, 1, "%s", rows[index].text);
        cr_expect(gdv_parser_is(&parser, GDV_LEXEME_END), "%s is taken", rows[index].text);
    }
}
