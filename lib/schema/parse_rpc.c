/* SPDX-License-Identifier: MIT */
/* Scripts and their remote methods: what the annotation @rpc and Node.rpc_config say in a game, in one line each. A method
 * is kept as a packet whose rule is a TUPLE of its parameters. */
#include <string.h>

#include "../message/protocol.h"
#include "order.h"
#include "parse.h"

/* A segment of a path: a name, "*" for any, ":peer" for the id of the peer that the packet comes from. */
static bool is_path_segment(const uint8_t *bytes, uint32_t size)
{
    static const uint8_t peer[] = {':', 'p', 'e', 'e', 'r'};
    bool is_name = size > 0;
    if (gdv_order_texts(bytes, size, peer, sizeof peer) == 0) {
        return true;
    }
    for (uint32_t index = 0; index < size; index += 1) {
        const uint8_t byte = bytes[index];
        is_name = is_name && byte >= 0x20 && byte != 0x7f && byte != ':' && byte != '"';
    }
    const bool is_up = size == 2 && bytes[0] == '.' && bytes[1] == '.';
    return is_name && !is_up;
}

/* Whether a text is segments with slashes between them, and no more than a check holds against it. */
static bool is_node_path(const uint8_t *bytes, uint32_t size)
{
    uint32_t begin = 0;
    uint32_t segments = 0;
    bool is_path = true;
    for (uint32_t index = 0; index <= size; index += 1) {
        if (index == size || bytes[index] == '/') {
            is_path = is_path && is_path_segment(bytes + begin, index - begin);
            begin = index + 1;
            segments += 1;
        }
    }
    return is_path && segments <= GDV_MOST_SEGMENTS;
}

/* A path, into the pool. Its form is looked at when the draft is written: before that there is nothing to look at. */
static bool read_path(gdv_parser *parser, uint32_t *at, uint32_t *end)
{
    gdv_draft *draft = parser->draft;
    if (!gdv_parser_is(parser, GDV_LEXEME_STRING)) {
        return gdv_parser_fails(parser, GDV_MISTAKE_SCRIPT_PATH);
    }
    const uint32_t size = (uint32_t)parser->lexeme.value;
    *at = gdv_draft_string(draft, parser->lexer.text, &parser->lexeme);
    *end = *at + size;
    if (!draft->counting && !is_node_path(draft->pool + *at, size)) {
        return gdv_parser_fails(parser, GDV_MISTAKE_SCRIPT_PATH);
    }
    gdv_parser_next(parser);
    return true;
}

/* One path after another, in the pool a line each. */
static bool read_paths(gdv_parser *parser, gdv_listed *script)
{
    gdv_draft *draft = parser->draft;
    uint32_t at = 0;
    uint32_t end = 0;
    if (!read_path(parser, &script->operand, &end)) {
        return false;
    }
    while (gdv_parser_is(parser, GDV_LEXEME_COMMA)) {
        gdv_parser_next(parser);
        if (!draft->counting) {
            draft->pool[end] = '\n';
        }
        if (!read_path(parser, &at, &end)) {
            return false;
        }
    }
    script->number = end - script->operand;
    return true;
}

bool gdv_parse_script(gdv_parser *parser)
{
    gdv_draft *draft = parser->draft;
    gdv_listed script = {.kind = GDV_ENTRY_TEXT}; /* gdv_parse_declared_name fills it */

    gdv_parser_next(parser);
    if (!gdv_parse_declared_name(parser, &script, "script")) {
        return false;
    }
    parser->script_name = parser->lexeme;
    gdv_parser_next(parser);
    if (!gdv_parser_is_name(parser, "at")) {
        return gdv_parser_fails(parser, GDV_MISTAKE_SCRIPT_AT);
    }
    gdv_parser_next(parser);
    if (!read_paths(parser, &script)) {
        return false;
    }
    parser->script = draft->counts.scripts;
    if (!draft->counting) {
        draft->script_entries[parser->script] = script;
    }
    draft->counts.scripts += 1;
    return true;
}

/* ---- methods */

/* A word after a method: the bits that it sets, and those of the words that say the like. */
typedef struct rpc_word {
    const char *name;
    uint32_t bits;
    uint32_t group;
} rpc_word;

enum { GROUP_RIGHTS = 1, GROUP_TRANSFER = 2, GROUP_LOCAL = 4, GROUP_TABLE = 8 };

static const rpc_word rpc_words[] = {{"any_peer", GDV_RPC_ANY_PEER, GROUP_RIGHTS},
                                     {"authority", GDV_RPC_AUTHORITY, GROUP_RIGHTS},
                                     {"disabled", 0, GROUP_RIGHTS},
                                     {"reliable", 0, GROUP_TRANSFER},
                                     {"unreliable", GDV_RPC_UNRELIABLE, GROUP_TRANSFER},
                                     {"unreliable_ordered", GDV_RPC_UNRELIABLE | GDV_RPC_ORDERED, GROUP_TRANSFER},
                                     {"call_local", 0, GROUP_LOCAL},
                                     {"call_remote", 0, GROUP_LOCAL},
                                     {"rpc_config", GDV_RPC_NODE, GROUP_TABLE}};

#define RPC_WORDS (sizeof rpc_words / sizeof rpc_words[0])

/* As many words as there are. Without one of rights only the authority may call it, as engines have it. */
static bool read_rpc_words(gdv_parser *parser, uint32_t *rpc)
{
    uint32_t groups = 0;
    uint32_t word = 0;
    while (word < RPC_WORDS) {
        word = 0;
        while (word < RPC_WORDS && !gdv_parser_is_name(parser, rpc_words[word].name)) {
            word += 1;
        }
        if (word < RPC_WORDS) {
            if ((groups & rpc_words[word].group) != 0) {
                return gdv_parser_fails(parser, GDV_MISTAKE_RPC_WORD);
            }
            groups |= rpc_words[word].group;
            *rpc |= rpc_words[word].bits;
            gdv_parser_next(parser);
        }
    }
    *rpc |= (groups & GROUP_RIGHTS) == 0 ? GDV_RPC_AUTHORITY : 0;
    return true;
}

/* The name of a method, after that of its script and a point: so that no packet has it. */
static bool read_method_name(gdv_parser *parser, gdv_listed *entry, const char *what)
{
    gdv_draft *draft = parser->draft;
    const gdv_lexeme *script = &parser->script_name;
    const uint32_t at = gdv_draft_text(draft, parser->lexer.text + script->at, script->size);
    gdv_listed name = {.kind = GDV_ENTRY_TEXT}; /* gdv_parse_declared_name fills it */
    if (!gdv_parse_declared_name(parser, &name, what)) {
        return false;
    }
    gdv_parser_next(parser);
    if (!draft->counting) {
        draft->pool[name.at - 1] = '.'; /* in place of the NUL between the two */
    }
    *entry = name;
    entry->at = at;
    entry->size = name.at + name.size - at;
    return true;
}

/* The one parameter that setting a variable has: it is called as the variable is, whose name ends `entry`. */
static bool read_variable(gdv_parser *parser, const gdv_listed *entry, uint32_t *operand)
{
    gdv_draft *draft = parser->draft;
    gdv_listed value = *entry;
    value.at = entry->at + parser->script_name.size + 1;
    value.size = entry->size - parser->script_name.size - 1;
    if (!gdv_parser_expect(parser, GDV_LEXEME_COLON, GDV_MISTAKE_RPC_COLON) ||
        !gdv_parse_rule(parser, &value.operand)) {
        return false;
    }
    gdv_rule rule = gdv_draft_plain(GDV_RULE_TUPLE);
    rule.least = 1;
    rule.most = 1;
    rule.count = 1;
    draft->counts.texts += 1;
    gdv_draft_push(draft, &value);
    rule.first = gdv_draft_close(draft, 1);
    *operand = gdv_draft_add(draft, &rule, value.place);
    return true;
}

static bool read_signature(gdv_parser *parser, const gdv_listed *entry, bool is_method, uint32_t *operand)
{
    if (is_method) {
        return gdv_parser_expect(parser, GDV_LEXEME_OPEN_PAREN, GDV_MISTAKE_RPC_OPEN) &&
               gdv_parse_parameters(parser, operand);
    }
    return read_variable(parser, entry, operand);
}

bool gdv_parse_rpc(gdv_parser *parser)
{
    gdv_draft *draft = parser->draft;
    gdv_listed entry = {.kind = GDV_ENTRY_TEXT}; /* read_method_name fills it */
    gdv_rule_packet packet;
    memset(&packet, 0, sizeof packet);

    if (parser->script == GDV_NONE) {
        return gdv_parser_fails(parser, GDV_MISTAKE_SCRIPT_NONE);
    }
    gdv_parser_next(parser);
    const bool is_method = gdv_parser_is_name(parser, "func");
    if (!is_method && !gdv_parser_is_name(parser, "var")) {
        return gdv_parser_fails(parser, GDV_MISTAKE_RPC_KIND);
    }
    if (!is_method && !gdv_dialect_may_set(draft->dialect)) {
        return gdv_parser_fails_at(parser, GDV_MISTAKE_RPC_VAR, &parser->lexeme, gdv_dialect_name(draft->dialect));
    }
    gdv_parser_next(parser);
    if (!read_method_name(parser, &entry, is_method ? "method" : "variable")) {
        return false;
    }
    draft->scope = draft->source_count + draft->most.types + draft->counts.packets;
    draft->scope_flags = GDV_RULE_OF_PACKET;
    packet.rpc = is_method ? GDV_RPC_METHOD : GDV_RPC_PROPERTY;
    if (!read_signature(parser, &entry, is_method, &entry.operand) || !read_rpc_words(parser, &packet.rpc)) {
        return false;
    }
    packet.name = draft->scope;
    packet.line = entry.place.line;
    packet.source = entry.place.source;
    packet.script = parser->script;
    if (!draft->counting) {
        draft->rules[entry.operand].form.flags &= (uint16_t)~GDV_RULE_PART;
        draft->packets[draft->counts.packets] = packet;
        draft->packet_entries[draft->counts.packets] = entry;
    }
    draft->counts.packets += 1;
    draft->counts.methods += 1;
    return true;
}
