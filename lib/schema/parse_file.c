/* SPDX-License-Identifier: MIT */
/* The statements of a schema's texts: limits, include, type, packet; script and rpc are in parse_rpc.c. A text is read once, however often it is included. */
#include "../value/resolve.h"
#include "parse.h"

#include <string.h>

/* ---- limits */

enum { LIMIT_BYTES, LIMIT_DEPTH, LIMIT_VALUES, LIMIT_ELEMENTS, LIMIT_STRING, LIMITS };

static const struct limit_row {
    const char *name;
    uint32_t most;
} limit_rows[LIMITS] = {{"max_bytes", GDV_MAX_BYTES},
                        {"max_depth", GDV_MAX_DEPTH},
                        {"max_values", UINT32_MAX},
                        {"max_elements", UINT32_MAX},
                        {"max_string", UINT32_MAX}};

/* Where a limit is kept. */
static uint32_t *limit_of(gdv_rule_packet *limits, uint32_t limit)
{
    switch (limit) {
    case LIMIT_BYTES:
        return &limits->max_bytes;
    case LIMIT_DEPTH:
        return &limits->max_depth;
    case LIMIT_VALUES:
        return &limits->max_values;
    case LIMIT_ELEMENTS:
        return &limits->max_elements;
    default: /* LIMIT_STRING */
        return &limits->max_string;
    }
}

static bool parse_limit(gdv_parser *parser, gdv_rule_packet *limits)
{
    const gdv_lexeme name = parser->lexeme;
    uint32_t limit = 0;
    while (limit < LIMITS && !gdv_parser_is_name(parser, limit_rows[limit].name)) {
        limit += 1;
    }
    if (limit == LIMITS) {
        return gdv_parser_fails(parser, GDV_MISTAKE_LIMIT_NAME);
    }
    uint32_t *to = limit_of(limits, limit);
    gdv_parser_next(parser);
    if (*to != 0) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_LIMIT_TWICE, &name, "");
    }
    if (!gdv_parser_expect(parser, GDV_LEXEME_EQUALS, GDV_MISTAKE_LIMIT_EQUALS)) {
        return false;
    }
    if (!gdv_parser_is(parser, GDV_LEXEME_INT)) {
        return gdv_parser_fails(parser, GDV_MISTAKE_LIMIT_NUMBER);
    }
    uint64_t value = parser->lexeme.value;
    if (value == 0 || value > limit_rows[limit].most) {
        parser->draft->fault.number = limit_rows[limit].most;
        return gdv_parser_fails_at(parser, GDV_MISTAKE_LIMIT_RANGE, &parser->lexeme, limit_rows[limit].name);
    }
    *to = (uint32_t)value + (limit == LIMIT_DEPTH ? 1 : 0);
    gdv_parser_next(parser);
    return true;
}

static bool statement_begins(const gdv_parser *parser)
{
    return gdv_parser_is_name(parser, "type") || gdv_parser_is_name(parser, "packet") ||
           gdv_parser_is_name(parser, "limits") || gdv_parser_is_name(parser, "include") ||
           gdv_parser_is_name(parser, "script") || gdv_parser_is_name(parser, "rpc");
}

/* Limits with commas between them; one may stand after the last. */
static bool parse_limits(gdv_parser *parser, gdv_rule_packet *limits, bool closed)
{
    bool more = true;
    while (more) {
        if (!parse_limit(parser, limits)) {
            return false;
        }
        more = gdv_parser_is(parser, GDV_LEXEME_COMMA);
        if (more) {
            gdv_parser_next(parser);
            bool ends = closed ? gdv_parser_is(parser, GDV_LEXEME_CLOSE_PAREN)
                               : !gdv_parser_is(parser, GDV_LEXEME_NAME) || statement_begins(parser);
            more = !ends;
        }
    }
    return !closed || gdv_parser_expect(parser, GDV_LEXEME_CLOSE_PAREN, GDV_MISTAKE_LIMIT_END);
}

static bool read_limits(gdv_parser *parser)
{
    gdv_draft *draft = parser->draft;
    const gdv_lexeme begins = parser->lexeme;
    if (draft->limits_place.line != 0) {
        draft->fault.other = draft->limits_place;
        return gdv_parser_fails(parser, GDV_MISTAKE_LIMITS_TWICE);
    }
    draft->limits_place = gdv_parser_place(parser, &begins);
    gdv_parser_next(parser);
    return parse_limits(parser, &draft->limits, false);
}

/* ---- include */

/* The number of the text that a string names; that of all texts where there is none. */
static uint32_t source_named(const gdv_draft *draft, const uint8_t *text, const gdv_lexeme *string)
{
    uint32_t found = 0;
    bool same = false;
    while (found < draft->source_count && !same) {
        const char *name = draft->sources[found].name;
        uint32_t at = string->at;
        uint32_t end = string->at + string->size;
        uint32_t index = 0;
        uint8_t bytes[4] = {0};
        same = true;
        while (at < end) {
            uint32_t size = gdv_string_character(text, &at, bytes);
            for (uint32_t byte = 0; same && byte < size; byte += 1) {
                same = (uint8_t)name[index] == bytes[byte]; /* no string holds a NUL, so it ends with the name */
                index += 1;
            }
        }
        same = same && name[index] == '\0';
        found += same ? 0 : 1;
    }
    return found;
}

static bool read_include(gdv_parser *parser)
{
    gdv_parser_next(parser);
    if (!gdv_parser_is(parser, GDV_LEXEME_STRING)) {
        return gdv_parser_fails(parser, GDV_MISTAKE_INCLUDE_NAME);
    }
    uint32_t source = source_named(parser->draft, parser->lexer.text, &parser->lexeme);
    if (source == parser->draft->source_count) {
        return gdv_parser_fails(parser, GDV_MISTAKE_INCLUDE_MISSING);
    }
    parser->wanted |= (uint64_t)1 << source;
    gdv_parser_next(parser);
    return true;
}

/* ---- type and packet */

bool gdv_parse_declared_name(gdv_parser *parser, gdv_listed *entry, const char *what)
{
    const gdv_lexeme *lexeme = &parser->lexeme;
    if (!gdv_parser_is(parser, GDV_LEXEME_NAME)) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_DECLARED_NAME, lexeme, what);
    }
    *entry = (gdv_listed){.kind = GDV_ENTRY_TEXT,
                          .place = gdv_parser_place(parser, lexeme),
                          .size = lexeme->size,
                          .at = gdv_draft_text(parser->draft, parser->lexer.text + lexeme->at, lexeme->size)};
    return true;
}

static bool read_declared_rule(gdv_parser *parser, gdv_listed *entry, const char *what)
{
    gdv_draft *draft = parser->draft;
    if (!gdv_parser_is(parser, GDV_LEXEME_EQUALS)) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_DECLARED_EQUALS, &parser->lexeme, what);
    }
    gdv_parser_next(parser);
    if (!gdv_parse_rule(parser, &entry->operand)) {
        return false;
    }
    bool own = entry->operand < GDV_REFERENCE;
    if (own && !draft->counting) {
        gdv_rule *rule = &draft->rules[entry->operand].form;
        rule->flags = (uint16_t)(rule->flags & ~GDV_RULE_PART);
    }
    return true;
}

static bool read_type(gdv_parser *parser)
{
    gdv_draft *draft = parser->draft;
    gdv_type type = GDV_TYPE_COUNT;
    const char *name = "";
    gdv_listed entry;

    gdv_parser_next(parser);
    if (gdv_parser_is(parser, GDV_LEXEME_NAME) && gdv_parser_is_reserved(parser, &parser->lexeme)) {
        return gdv_parser_fails(parser, GDV_MISTAKE_NAME_RESERVED);
    }
    if (gdv_parser_is(parser, GDV_LEXEME_NAME) &&
        gdv_parser_type(parser, &parser->lexeme, &type, &name) != GDV_ENGINE_NAME_NONE) {
        return gdv_parser_fails(parser, GDV_MISTAKE_NAME_OF_ENGINE);
    }
    if (!gdv_parse_declared_name(parser, &entry, "type")) {
        return false;
    }
    gdv_parser_next(parser);
    draft->scope = draft->source_count + draft->counts.types;
    draft->scope_flags = 0;
    if (!read_declared_rule(parser, &entry, "type")) {
        return false;
    }
    if (!draft->counting) {
        draft->types[draft->counts.types] = entry;
    }
    draft->counts.types += 1;
    return true;
}

static bool read_packet(gdv_parser *parser)
{
    gdv_draft *draft = parser->draft;
    gdv_rule_packet packet;
    gdv_listed entry = {.kind = GDV_ENTRY_TEXT}; /* gdv_parse_declared_name fills it */

    memset(&packet, 0, sizeof packet);
    gdv_parser_next(parser);
    if (!gdv_parse_declared_name(parser, &entry, "packet")) {
        return false;
    }
    gdv_parser_next(parser);
    if (gdv_parser_is(parser, GDV_LEXEME_OPEN_PAREN)) {
        gdv_parser_next(parser);
        if (!parse_limits(parser, &packet, true)) {
            return false;
        }
    }
    draft->scope = draft->source_count + draft->most.types + draft->counts.packets;
    draft->scope_flags = GDV_RULE_OF_PACKET;
    if (!read_declared_rule(parser, &entry, "packet")) {
        return false;
    }
    packet.name = draft->scope;
    packet.line = entry.place.line;
    packet.source = entry.place.source;
    if (!draft->counting) {
        draft->packets[draft->counts.packets] = packet;
        draft->packet_entries[draft->counts.packets] = entry;
    }
    draft->counts.packets += 1;
    return true;
}

/* ---- texts */

static bool read_statement(gdv_parser *parser)
{
    if (gdv_parser_is_name(parser, "type")) {
        return read_type(parser);
    }
    if (gdv_parser_is_name(parser, "packet")) {
        return read_packet(parser);
    }
    if (gdv_parser_is_name(parser, "limits")) {
        return read_limits(parser);
    }
    if (gdv_parser_is_name(parser, "include")) {
        return read_include(parser);
    }
    if (gdv_parser_is_name(parser, "script")) {
        return gdv_parse_script(parser);
    }
    if (gdv_parser_is_name(parser, "rpc")) {
        return gdv_parse_rpc(parser);
    }
    return gdv_parser_fails(parser, GDV_MISTAKE_STATEMENT);
}

static bool read_source(gdv_parser *parser, uint32_t source)
{
    const gdv_schema_source *text = &parser->draft->sources[source];
    bool reads = true;
    parser->source = source;
    parser->script = GDV_NONE;
    gdv_lexer_begin(&parser->lexer, text->text, (uint32_t)text->size);
    gdv_parser_next(parser);
    while (reads && !gdv_parser_is(parser, GDV_LEXEME_END)) {
        reads = read_statement(parser);
    }
    return reads;
}

/* Each limit of a packet is within that of the schema, where there is one. */
static bool limits_agree(gdv_draft *draft, uint32_t number)
{
    for (uint32_t limit = 0; limit < LIMITS; limit += 1) {
        uint32_t all = *limit_of(&draft->limits, limit);
        if (all != 0 && *limit_of(&draft->packets[number], limit) > all) {
            (void)gdv_draft_fails(draft, GDV_MISTAKE_LIMIT_ABOVE, draft->packet_entries[number].place);
            draft->fault.name = limit_rows[limit].name;
            draft->fault.number = all - (limit == LIMIT_DEPTH ? 1 : 0);
            draft->fault.other = draft->limits_place;
            return false;
        }
    }
    return true;
}

static bool all_is_well(gdv_parser *parser)
{
    gdv_draft *draft = parser->draft;
    bool well = true;
    if (draft->counts.packets == 0) {
        return gdv_parser_fails(parser, GDV_MISTAKE_NO_PACKET);
    }
    for (uint32_t number = 0; well && !draft->counting && number < draft->counts.packets; number += 1) {
        well = limits_agree(draft, number);
    }
    return well;
}

/* The names of texts are at the front of the pool. */
static void name_sources(gdv_draft *draft)
{
    for (uint32_t index = 0; index < draft->source_count; index += 1) {
        const gdv_text name = gdv_text_of(draft->sources[index].name);
        (void)gdv_draft_text(draft, (const uint8_t *)name.bytes, (uint32_t)name.size);
    }
}

bool gdv_parse_sources(gdv_draft *draft)
{
    gdv_parser parser = {.draft = draft, .wanted = 1};
    uint64_t done = 0;
    uint32_t source = 0;
    bool reads = true;

    name_sources(draft);
    while (reads && parser.wanted != done) { /* the next of those that wait, in the caller's order */
        while ((parser.wanted >> source) % 2 == 0 || (done >> source) % 2 == 1) {
            source = (source + 1) % GDV_DRAFT_SOURCES;
        }
        done |= (uint64_t)1 << source;
        reads = read_source(&parser, source);
    }
    return reads && all_is_well(&parser);
}
