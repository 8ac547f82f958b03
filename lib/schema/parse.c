/* SPDX-License-Identifier: MIT */
/* One lexeme after another, and the names that the notation and the engines know. */
#include "parse.h"

#include "../wire/ascii.h"
#include "../wire/wire.h"

void gdv_parser_next(gdv_parser *parser)
{
    parser->lexeme = gdv_lexer_next(&parser->lexer);
}

gdv_place gdv_parser_place(const gdv_parser *parser, const gdv_lexeme *lexeme)
{
    gdv_place place = {parser->source, lexeme->line, lexeme->column};
    return place;
}

bool gdv_parser_is(const gdv_parser *parser, gdv_lexeme_kind kind)
{
    return parser->lexeme.kind == (uint32_t)kind;
}

/* Whether bytes of a text are a name of ours. Requires a lexeme without NUL, as all names are: so none goes on beyond the
 * end of the word. */
static bool lexeme_is(const gdv_parser *parser, const gdv_lexeme *lexeme, const char *word)
{
    const uint8_t *bytes = parser->lexer.text + lexeme->at;
    uint32_t index = 0;
    while (index < lexeme->size && bytes[index] == (uint8_t)word[index]) {
        index += 1;
    }
    return index == lexeme->size && word[index] == '\0';
}

bool gdv_parser_is_name(const gdv_parser *parser, const char *name)
{
    return gdv_parser_is(parser, GDV_LEXEME_NAME) && lexeme_is(parser, &parser->lexeme, name);
}

bool gdv_parser_expect(gdv_parser *parser, gdv_lexeme_kind kind, gdv_mistake_kind fault)
{
    if (!gdv_parser_is(parser, kind)) {
        return gdv_parser_fails(parser, fault);
    }
    gdv_parser_next(parser);
    return true;
}

/* Of a string with its quotes. */
static void note_found(gdv_mistake *fault, const gdv_parser *parser, const gdv_lexeme *lexeme)
{
    uint32_t quotes = lexeme->kind == GDV_LEXEME_STRING ? 1 : 0;
    fault->found = lexeme->kind == GDV_LEXEME_END ? NULL : parser->lexer.text + lexeme->at - quotes;
    fault->found_size = lexeme->size + 2 * quotes;
}

bool gdv_parser_fails_at(gdv_parser *parser, gdv_mistake_kind fault, const gdv_lexeme *lexeme, const char *name)
{
    bool spoilt = lexeme->kind == GDV_LEXEME_FAULT;
    (void)gdv_draft_fails(parser->draft, spoilt ? (gdv_mistake_kind)lexeme->fault : fault,
                          gdv_parser_place(parser, lexeme));
    note_found(&parser->draft->fault, parser, lexeme);
    parser->draft->fault.name = name;
    return false;
}

bool gdv_parser_fails(gdv_parser *parser, gdv_mistake_kind fault)
{
    return gdv_parser_fails_at(parser, fault, &parser->lexeme, "");
}

/* The canonical type that a table has under a name; GDV_TYPE_COUNT. */
static uint32_t type_named(const gdv_parser *parser, const gdv_lexeme *lexeme, const gdv_wire_table *table)
{
    for (uint32_t id = 0; id < table->count; id += 1) {
        if (lexeme_is(parser, lexeme, table->names[id])) {
            return table->types[id].type;
        }
    }
    return GDV_TYPE_COUNT;
}

/* What the canonical name, or the name in any other dialect, stands for; GDV_TYPE_COUNT. */
static uint32_t type_anywhere(const gdv_parser *parser, const gdv_lexeme *lexeme, bool *canonical)
{
    uint32_t type = 0;
    while (type < GDV_TYPE_COUNT && !lexeme_is(parser, lexeme, gdv_type_name((gdv_type)type))) {
        type += 1;
    }
    *canonical = type != GDV_TYPE_COUNT;
    for (uint32_t index = 0; index < GDV_DIALECT_COUNT && type == GDV_TYPE_COUNT; index += 1) {
        type = type_named(parser, lexeme, &gdv_wire_tables[index]);
    }
    return type;
}

gdv_engine_name gdv_parser_type(const gdv_parser *parser, const gdv_lexeme *lexeme, gdv_type *type, const char **name)
{
    const gdv_wire_table *table = parser->draft->table;
    uint32_t own = type_named(parser, lexeme, table);
    bool here = own != GDV_TYPE_COUNT;
    uint32_t found = here ? own : type_anywhere(parser, lexeme, &here);

    *type = (gdv_type)found;
    *name = table->name;
    if (found == GDV_TYPE_COUNT) {
        return GDV_ENGINE_NAME_NONE;
    }
    uint32_t id = gdv_wire_table_id(table, (gdv_type)found);
    if (id == GDV_ANY_ID) {
        return GDV_ENGINE_NAME_LACKING;
    }
    *name = table->names[id];
    return here ? GDV_ENGINE_NAME_HERE : GDV_ENGINE_NAME_OTHER;
}

bool gdv_parser_is_reserved(const gdv_parser *parser, const gdv_lexeme *lexeme)
{
    static const char *const words[] = {"type", "packet", "limits",    "include", "number",     "Variant",
                                        "true", "false",  "null",      "of",      "PI",         "TAU",
                                        "INF",  "ascii",  "printable", "chars",   "identifier", "nonfinite"};
    bool found = false;
    for (uint32_t index = 0; index < sizeof words / sizeof words[0]; index += 1) {
        found = found || lexeme_is(parser, lexeme, words[index]);
    }
    return found;
}
