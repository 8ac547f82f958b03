/* SPDX-License-Identifier: MIT */
/* Internal: what the parts of the parser share. parse_file.c reads statements, parse_rule.c what a type is made of,
 * parse_value.c types of one word, parse_range.c ranges, parse_rpc.c remote methods. Each function returns false where
 * the text is wrong, and the draft's fault says why. */
#ifndef GDV_SCHEMA_PARSE_H
#define GDV_SCHEMA_PARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "draft.h"

/* One text while it is read; `lexeme` is the next one that nobody has taken. */
typedef struct gdv_parser {
    gdv_draft *draft;
    gdv_lexer lexer;
    gdv_lexeme lexeme;
    uint32_t source;
    uint64_t wanted; /* a bit for each text that was included */
    gdv_lexeme script_name;
    uint32_t script; /* that methods are of; GDV_NONE where none was declared in this text */
} gdv_parser;

/* One end of a range. */
typedef struct gdv_range_end {
    bool given;
    bool whole;    /* a whole number, in `integer` */
    bool infinite; /* by the word INF */
    int64_t integer;
    double number;
    gdv_lexeme lexeme;
} gdv_range_end;

typedef struct gdv_written_range {
    gdv_range_end low;
    gdv_range_end high;
    gdv_lexeme lexeme; /* where it begins */
} gdv_written_range;

/* What a name stands for in the engines. */
typedef enum gdv_engine_name {
    GDV_ENGINE_NAME_NONE,
    GDV_ENGINE_NAME_HERE,   /* a type of the dialect: its own name, or the canonical one */
    GDV_ENGINE_NAME_OTHER,  /* what another dialect calls a type that this one has */
    GDV_ENGINE_NAME_LACKING /* a type that the dialect does not have */
} gdv_engine_name;

/* ---- parse.c */

/* Takes the next lexeme. */
void gdv_parser_next(gdv_parser *parser);
gdv_place gdv_parser_place(const gdv_parser *parser, const gdv_lexeme *lexeme);

/* Whether the next lexeme is of that kind; or is that name. */
bool gdv_parser_is(const gdv_parser *parser, gdv_lexeme_kind kind);
bool gdv_parser_is_name(const gdv_parser *parser, const char *name);

/* Takes the next lexeme where it is of that kind, else says what was expected. */
bool gdv_parser_expect(gdv_parser *parser, gdv_lexeme_kind kind, gdv_mistake_kind fault);

/* Says what is wrong with the next lexeme; what is no lexeme says so itself. And with one before it, of a type of that
 * name. */
bool gdv_parser_fails(gdv_parser *parser, gdv_mistake_kind fault);
bool gdv_parser_fails_at(gdv_parser *parser, gdv_mistake_kind fault, const gdv_lexeme *lexeme, const char *name);

/* Which type of the engines a name is, and what the dialect calls that. */
gdv_engine_name gdv_parser_type(const gdv_parser *parser, const gdv_lexeme *lexeme, gdv_type *type, const char **name);

/* Whether it is a word of the notation. */
bool gdv_parser_is_reserved(const gdv_parser *parser, const gdv_lexeme *lexeme);

/* ---- parse_range.c */

/* Whether a range begins here; and reads it, into one that is all zero. */
bool gdv_range_begins(const gdv_parser *parser);
bool gdv_parse_range(gdv_parser *parser, gdv_written_range *range);

/* A number, or a constant, with its sign. */
bool gdv_parse_number(gdv_parser *parser, gdv_range_end *end);

/* Puts a range into a rule, of a type of that name: as a length; as ints or floats, of a value of that row; as either. A
 * range that everything passes is marked in the rule. */
bool gdv_range_as_length(gdv_parser *parser, const gdv_written_range *range, gdv_rule *rule, const char *name);
bool gdv_range_as_ints(gdv_parser *parser, const gdv_written_range *range, const gdv_wire_row *row, gdv_rule *rule,
                       const char *name);
bool gdv_range_as_floats(gdv_parser *parser, const gdv_written_range *range, const gdv_wire_row *row, gdv_rule *rule);
bool gdv_range_as_numbers(gdv_parser *parser, const gdv_written_range *range, gdv_rule *rule);

/* ---- parse_value.c: a type of one word and what follows it; a value that stands for itself. */
bool gdv_parse_value(gdv_parser *parser, gdv_type type, gdv_listed *out);
bool gdv_literal_begins(const gdv_parser *parser);
bool gdv_parse_literal(gdv_parser *parser, gdv_listed *out);

/* Nothing more may stand after a type of that name: no range, word or "of". */
bool gdv_parse_nothing(gdv_parser *parser, const char *name);

/* A name that is not yet bound. */
uint32_t gdv_parse_reference(gdv_parser *parser);

/* ---- parse_rule.c: whatever may be the type of something. */
bool gdv_parse_rule(gdv_parser *parser, uint32_t *operand);

/* Parameters up to ")", a TUPLE. Requires "(" to be taken. */
bool gdv_parse_parameters(gdv_parser *parser, uint32_t *operand);

/* ---- parse_rpc.c: scripts and their remote methods. */
bool gdv_parse_script(gdv_parser *parser);
bool gdv_parse_rpc(gdv_parser *parser);

/* ---- parse_file.c: takes a name; the entry is of that name and place. And all texts. */
bool gdv_parse_declared_name(gdv_parser *parser, gdv_listed *entry, const char *what);
bool gdv_parse_sources(gdv_draft *draft);

#endif
