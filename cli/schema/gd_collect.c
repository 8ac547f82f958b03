/* SPDX-License-Identifier: MIT */
#include "gd_collect.h"

#include <inttypes.h>
#include <string.h>

#include "../io/say.h"

/* Classes in classes. */
#define MOST_NESTED 16

/* A class whose body is being read. */
typedef struct level {
    uint32_t class;
    uint32_t indent; /* of the line of its name; its body stands further to the right */
    uint32_t body;   /* indentation of its declarations, once one has been seen; else GD_NOWHERE */
} level;

typedef struct collecting {
    gd_scripts *scripts;
    gd_reading in;
    level levels[MOST_NESTED];
    uint32_t depth; /* of the levels; at least 1 */
    /* What stood before a declaration: annotations and words, perhaps on lines of their own. */
    gdv_text hint;
    gd_lexer hint_after;
    bool remote;
    uint32_t rpc;
    bool transient; /* static, or set when the scene is ready: nothing that travels */
} collecting;

static void forget_annotations(collecting *now)
{
    now->hint = (gdv_text){NULL, 0};
    now->remote = false;
    now->rpc = 0;
    now->transient = false;
}

static bool fails(collecting *now, const char *what)
{
    return gd_fails(&now->in, what);
}

/* ---- declarations */

/* Adds what the next token names, and goes to after it. Returns NULL where it cannot. */
static gd_declaration *declare(collecting *now, gd_what what, const char *missing)
{
    const gd_token *token = &now->in.token;
    if (token->kind != GD_NAME || token->starts || token->text.size > GD_MOST_NAME) {
        (void)fails(now, token->kind == GD_NAME && !token->starts ? "a name of more than 100 bytes" : missing);
        return NULL;
    }
    gd_declaration *added = gd_scripts_add(now->scripts, what);
    if (added == NULL) {
        (void)fails(now, "more declarations than a draft can have, or not enough memory");
        return NULL;
    }
    added->file = now->scripts->files - 1;
    added->owner = now->levels[now->depth - 1].class;
    added->name = token->text;
    added->line = token->line;
    added->column = token->column;
    added->hint = now->hint;
    added->hint_after = now->hint_after;
    added->remote = now->remote;
    added->rpc = now->rpc;
    gd_next(&now->in);
    added->after = now->in.before;
    return added;
}

static gd_declaration *own_class(collecting *now)
{
    return &now->scripts->all[now->levels[now->depth - 1].class];
}

/* ---- statements */

/* `extends` "path" or Name, of the class given. */
static bool read_base(collecting *now, gd_declaration *of)
{
    gd_next(&now->in);
    if (now->in.token.kind == GD_STRING && !now->in.token.starts) {
        return true;
    }
    return gd_dotted(&now->in, &of->base);
}

static bool read_class_name(collecting *now)
{
    gd_declaration *of = &now->scripts->all[now->levels[0].class];
    gd_next(&now->in);
    const gd_token token = now->in.token;
    if (token.kind != GD_NAME || token.starts || token.text.size > GD_MOST_NAME) {
        return fails(now, "a name of at most 100 bytes is expected after 'class_name'");
    }
    of->name = token.text;
    of->line = token.line;
    of->column = token.column;
    gd_next(&now->in);
    return !gd_is_word(&now->in, "extends") || now->in.token.starts || read_base(now, of);
}

/* `class` Name [`extends` Base] `:`; what stands after the colon is the next statement. */
static bool read_class(collecting *now, uint32_t indent)
{
    gd_next(&now->in);
    if (now->depth == MOST_NESTED) {
        return fails(now, "classes are nested too deep");
    }
    gd_declaration *added = declare(now, GD_CLASS, "the name of a class is expected here");
    if (added == NULL) {
        return false;
    }
    if (gd_is_word(&now->in, "extends") && !now->in.token.starts && !read_base(now, added)) {
        return false;
    }
    if (!gd_is_sign(&now->in, ':')) {
        return fails(now, "':' is expected after the name of a class");
    }
    now->levels[now->depth] = (level){now->scripts->count - 1, indent, GD_NOWHERE};
    now->depth += 1;
    gd_next(&now->in);
    return true;
}

static bool read_enum(collecting *now)
{
    gdv_text name = {NULL, 0};
    int64_t value = -1;
    bool known = true;
    bool first = true;
    gd_next(&now->in);
    gd_reading list = now->in;
    if (!gd_is_sign(&now->in, '{')) { /* without a name it declares constants, and no type */
        if (declare(now, GD_ENUM, "a name or '{' is expected after 'enum'") == NULL) {
            return false;
        }
        list = now->in;
    }
    if (!gd_is_sign(&list, '{')) {
        return fails(now, "'{' is expected here");
    }
    while (gd_list_goes_on(&list, &first)) {
        if (!gd_read_enumerator(&list, &name, &value, &known)) {
            break;
        }
    }
    now->in = list;
    return now->in.fault == NULL;
}

/* Whether the class has a variable of that name already. */
static bool is_twice(const gd_scripts *scripts, const gd_declaration *added)
{
    for (const gd_declaration *other = scripts->all; other < added; other += 1) {
        if (other->what == GD_VARIABLE && other->owner == added->owner && gd_same_text(other->name, added->name)) {
            return true;
        }
    }
    return false;
}

static bool read_variable(collecting *now)
{
    gd_variable variable = {.inferred = false};
    gd_next(&now->in);
    gd_reading name = now->in;
    gd_declaration *added = declare(now, GD_VARIABLE, "the name of a variable is expected here");
    if (added == NULL) {
        return false;
    }
    if (is_twice(now->scripts, added)) {
        now->in = name;
        return fails(now, "this class has a variable of that name already");
    }
    if (now->transient) {
        now->scripts->count -= 1;
    }
    return gd_read_variable(&now->in, &variable);
}

static bool read_function(collecting *now)
{
    gd_variable parameter;
    bool first = true;
    bool optional = false;
    if (declare(now, GD_FUNCTION, "the name of a function is expected here") == NULL) {
        return false;
    }
    if (!gd_is_sign(&now->in, '(')) {
        return fails(now, "'(' is expected here");
    }
    while (gd_list_goes_on(&now->in, &first)) {
        gd_reading begin = now->in;
        if (!gd_read_parameter(&now->in, &parameter)) {
            return false;
        }
        if (optional && parameter.worth == GD_WORTH_NONE && !parameter.rest) {
            now->in = begin;
            return fails(now, "a parameter after one with a default needs one, too");
        }
        optional = optional || parameter.worth != GD_WORTH_NONE;
        if (parameter.rest && !gd_is_sign(&now->in, ')')) {
            return fails(now, "')' is expected after the rest of the arguments");
        }
    }
    return now->in.fault == NULL;
}

/* ---- what stands before a declaration */

/* Words of Godot 3 for what a peer may call or set, of which `sync` and `slave` are those of 3.0; and who may. */
typedef struct remote_word {
    const char *word;
    uint32_t rpc;
} remote_word;

static const remote_word remote_words[] = {{"remote", GDV_RPC_ANY_PEER},     {"master", GDV_RPC_ANY_PEER},
                                           {"puppet", GDV_RPC_AUTHORITY},    {"remotesync", GDV_RPC_ANY_PEER},
                                           {"mastersync", GDV_RPC_ANY_PEER}, {"puppetsync", GDV_RPC_AUTHORITY},
                                           {"sync", GDV_RPC_ANY_PEER},       {"slave", GDV_RPC_AUTHORITY}};

/* What the word says; 0 for another one. */
static uint32_t remote_word_of(const gd_reading *in)
{
    uint32_t rpc = 0;
    for (size_t index = 0; index < sizeof remote_words / sizeof remote_words[0]; index += 1) {
        rpc |= gd_is_word(in, remote_words[index].word) ? remote_words[index].rpc : 0;
    }
    return rpc;
}

/* What @rpc(..) says: the last word counts, as in the engine. Without one of rights it is the authority. */
static uint32_t annotated_rpc(gd_reading list)
{
    uint32_t rights = GDV_RPC_AUTHORITY;
    uint32_t transfer = 0;
    bool first = true;
    gd_argument one;
    while (gd_is_sign(&list, first ? '(' : ',') && gd_list_goes_on(&list, &first) && gd_read_argument(&list, &one)) {
        if (one.kind == GD_ARGUMENT_STRING) {
            rights = gd_same(one.text, "any_peer")    ? GDV_RPC_ANY_PEER
                     : gd_same(one.text, "authority") ? GDV_RPC_AUTHORITY
                                                      : rights;
            transfer = gd_same(one.text, "unreliable")           ? GDV_RPC_UNRELIABLE
                       : gd_same(one.text, "unreliable_ordered") ? GDV_RPC_UNRELIABLE | GDV_RPC_ORDERED
                       : gd_same(one.text, "reliable")           ? 0
                                                                 : transfer;
        }
    }
    return rights | transfer;
}

static void keep_hint(collecting *now, gdv_text name)
{
    now->hint = name;
    now->hint_after = now->in.before;
}

static void read_annotation(collecting *now)
{
    gd_next(&now->in);
    gdv_text name = now->in.token.text;
    bool named = now->in.token.kind == GD_NAME;
    if (!named) {
        return;
    }
    gd_next(&now->in);
    bool list = gd_is_sign(&now->in, '(');
    if (gd_same(name, "rpc")) {
        now->remote = true;
        now->rpc = annotated_rpc(now->in);
    } else if (gd_same(name, "onready")) {
        now->transient = true;
    } else if (list && name.size > 6 && memcmp(name.bytes, "export", 6) == 0) {
        keep_hint(now, name);
    }
    if (list) {
        gd_pass_brackets(&now->in);
    }
}

/* Passes over what may stand before a declaration. Returns false where its line ends with that: the declaration is in
 * another one. */
static bool read_words_before(collecting *now)
{
    bool more = true;
    while (more && now->in.fault == NULL) {
        gd_reading *in = &now->in;
        if (in->token.kind == GD_SIGN && in->token.sign == '@') {
            read_annotation(now);
        } else if (gd_is_word(in, "export")) {
            gdv_text name = in->token.text;
            gd_next(in);
            if (gd_is_sign(in, '(')) {
                keep_hint(now, name);
                gd_pass_brackets(in);
            }
        } else if (remote_word_of(in) != 0) {
            now->remote = true;
            now->rpc = remote_word_of(in);
            gd_next(in);
        } else if (gd_is_word(in, "static") || gd_is_word(in, "onready")) {
            now->transient = true;
            gd_next(in);
        } else {
            more = false;
        }
        if (more && in->token.starts) {
            return false;
        }
    }
    return now->in.fault == NULL;
}

/* One statement, as far as it says anything; the rest is passed over. */
static bool read_declaration(collecting *now, uint32_t indent)
{
    if (gd_is_word(&now->in, "class_name")) {
        return read_class_name(now);
    }
    if (gd_is_word(&now->in, "extends")) {
        return read_base(now, own_class(now));
    }
    if (gd_is_word(&now->in, "enum")) {
        return read_enum(now);
    }
    if (gd_is_word(&now->in, "var")) {
        return read_variable(now);
    }
    if (gd_is_word(&now->in, "func") && now->remote) {
        gd_next(&now->in);
        return read_function(now);
    }
    if (gd_is_word(&now->in, "class")) {
        return read_class(now, indent);
    }
    gd_next(&now->in); /* of no concern */
    return true;
}

/* The statements of one logical line. */
static void read_line(collecting *now, uint32_t indent)
{
    bool more = true;
    while (more && read_words_before(now)) {
        uint32_t depth = now->depth;
        bool body = gd_is_word(&now->in, "func"); /* what a semicolon ends there is in it */
        more = read_declaration(now, indent);
        forget_annotations(now);
        if (now->depth > depth) {
            more = more && !now->in.token.starts;
        } else if (more) {
            more = gd_pass_statement(&now->in);
            while (more && body) {
                more = gd_pass_statement(&now->in);
            }
        }
    }
}

/* Leaves the classes whose bodies a line of that indentation is not in. Returns whether it is in the body of a function or
 * of a property. */
static bool is_deeper(collecting *now, uint32_t indent)
{
    while (now->depth > 1 && indent <= now->levels[now->depth - 1].indent) {
        now->depth -= 1;
    }
    level *top = &now->levels[now->depth - 1];
    top->body = top->body == GD_NOWHERE ? indent : top->body;
    return indent > top->body;
}

/* ---- the whole file */

/* What a line lacks is missing at its end, not where the next one begins. */
static void tell(const collecting *now, const char *path)
{
    const gd_token *token = &now->in.token;
    const gd_lexer *end = &now->in.before;
    bool lacks = token->starts && token->kind != GD_FAULT;
    uint32_t column = (uint32_t)(end->at - end->line_at) + 1;
    remark("%s:%" PRIu32 ":%" PRIu32 ": %s", path, lacks ? end->line : token->line, lacks ? column : token->column,
           now->in.fault);
}

bool gd_collect(gd_scripts *scripts)
{
    uint32_t file = scripts->files - 1;
    gd_declaration *whole = gd_scripts_add(scripts, GD_CLASS);
    if (whole == NULL) {
        complain("not enough memory");
        return false;
    }
    whole->file = file;
    whole->owner = scripts->count - 1;
    collecting now = {.scripts = scripts, .depth = 1, .levels = {{.class = whole->owner}}};
    now.in = gd_read_from(gd_lexer_of(scripts->texts[file], scripts->sizes[file]));
    while (now.in.fault == NULL && now.in.token.kind != GD_END) {
        uint32_t indent = now.in.token.indent;
        if (is_deeper(&now, indent)) {
            do {
                gd_next(&now.in);
            } while (gd_pass_statement(&now.in));
        } else {
            read_line(&now, indent);
        }
    }
    if (now.in.fault != NULL) {
        tell(&now, scripts->paths[file]);
    }
    return now.in.fault == NULL;
}
