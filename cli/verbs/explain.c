/* SPDX-License-Identifier: MIT */
/* gdv explain: what a word of a verdict means, whose fault it is, and what to do. The sentences are the library's; what
 * is added to them is in topic.c. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/jsonl.h"
#include "../io/say.h"
#include "choices.h"
#include "topic.h"
#include "verb.h"

/* --- printing */

#define LINE_WIDTH 80u

/* Bytes of as many words of a text as fit, at least one. Characters are counted, not bytes. */
static size_t fitting(const char *text, size_t columns)
{
    size_t used = 0;
    size_t fits = 0;
    size_t at = 0;
    for (; text[at] != '\0' && (used < columns || fits == 0); at += 1) {
        if (text[at] == ' ') {
            fits = at;
        }
        used += ((unsigned char)text[at] & 0xc0u) != 0x80 ? 1 : 0;
    }
    return text[at] == '\0' || text[at] == ' ' ? at : fits;
}

/* A text from this column on, broken between words. */
static void print_wrapped(const char *text, unsigned indent, unsigned column)
{
    while (text[0] != '\0') {
        size_t length = fitting(text, LINE_WIDTH - column);
        out_bytes(text, length);
        (void)out_line_end();
        text += length + (text[length] == ' ' ? 1 : 0);
        column = indent;
        if (text[0] != '\0') {
            out_format("%*s", (int)indent, "");
        }
    }
}

static void print_explanation(const explanation *about)
{
    char title[96];
    bool number = about->text[FIELD_NUMBER] != NULL;
    (void)snprintf(title, sizeof title, "%s (%s%s%s): ", about->text[FIELD_NAME], about->text[FIELD_KIND],
                   number ? " " : "", number ? about->number : "");
    out(title);
    print_wrapped(about->text[FIELD_TEXT], 2, (unsigned)strlen(title));
    for (int field = FIELD_RANGE; field < FIELDS; field += 1) {
        if (about->text[field] != NULL) {
            out_format("  %-8s", explanation_fields[field].label);
            print_wrapped(about->text[field], 10, 10);
        }
    }
}

static void print_object(const explanation *about)
{
    jsonl_open(NULL, '{');
    for (int field = 0; field < FIELDS; field += 1) {
        if (field == FIELD_NUMBER && about->text[field] != NULL) {
            jsonl_number(explanation_fields[field].key, strtoull(about->number, NULL, 10));
        } else if (about->text[field] != NULL) {
            jsonl_text(explanation_fields[field].key, about->text[field]);
        } else {
            jsonl_null(explanation_fields[field].key);
        }
    }
    jsonl_close('}');
    jsonl_line_end();
}

static void print_topic(const options *opts, topic one, bool follows)
{
    explanation about;
    topic_explain(one, &about);
    if (opts->jsonl) {
        print_object(&about);
        return;
    }
    out(follows ? "\n" : "");
    print_explanation(&about);
}

static void print_list(const options *opts)
{
    topic one;
    for (bool any = topic_next(&one, true); any; any = topic_next(&one, false)) {
        if (opts->jsonl) {
            print_topic(opts, one, false);
            continue;
        }
        if (one.index == 0) {
            out_format("%s%s:\n", one.kind == TOPIC_CODE ? "" : "\n", topic_kinds[one.kind].heading);
        }
        out_format("  %-16s ", topic_name(one));
        print_wrapped(topic_place(one) != NULL ? topic_place(one) : topic_text(one), 19, 19);
    }
}

/* --- finding */

static int folded(char letter)
{
    return letter == '-' ? '_' : toupper((unsigned char)letter);
}

/* Case and the kind of dash aside. */
static bool begins_alike(const char *text, const char *with)
{
    while (*with != '\0' && folded(*text) == folded(*with)) {
        text += 1;
        with += 1;
    }
    return *with == '\0';
}

static bool is_alike(const char *one, const char *other)
{
    return strlen(one) == strlen(other) && begins_alike(one, other);
}

/* EB13, eb-13, EB-013: the number, or 0. */
static unsigned long bug_number(const char *word)
{
    char *end = NULL;
    if (!begins_alike(word, "EB")) {
        return 0;
    }
    const char *digits = word + (word[2] == '-' ? 3 : 2);
    unsigned long number = isdigit((unsigned char)digits[0]) != 0 ? strtoul(digits, &end, 10) : 0;
    return end != NULL && end[0] == '\0' ? number : 0;
}

/* How well a word names a topic. */
typedef enum likeness { LIKE_NOTHING, LIKE_A_PART, LIKE_IT, LIKE_EXACTLY } likeness;

static bool has_part(const char *name, const char *part)
{
    bool found = false;
    for (; !found && *name != '\0' && *part != '\0'; name += 1) {
        found = begins_alike(name, part);
    }
    return found;
}

static likeness likeness_of(const char *word, topic one)
{
    char number[16] = "";
    const char *name = topic_name(one);
    const char *prefix = topic_kinds[one.kind].prefix;
    if (one.kind == TOPIC_CODE) {
        (void)snprintf(number, sizeof number, "%d", topic_number(one));
    }
    if (strcmp(word, name) == 0 || (number[0] != '\0' && strcmp(word, number) == 0) ||
        (one.kind == TOPIC_BUG && bug_number(word) == bug_number(name))) {
        return LIKE_EXACTLY;
    }
    if (prefix[0] != '\0' && begins_alike(word, prefix) && is_alike(word + strlen(prefix), name)) {
        return LIKE_EXACTLY;
    }
    if (is_alike(word, name)) {
        return LIKE_IT;
    }
    return has_part(name, word) ? LIKE_A_PART : LIKE_NOTHING;
}

static likeness best_likeness(const char *word)
{
    topic one;
    likeness best = LIKE_NOTHING;
    for (bool any = topic_next(&one, true); any; any = topic_next(&one, false)) {
        likeness now = likeness_of(word, one);
        best = now > best ? now : best;
    }
    return best;
}

/* The names that have the word in them, or the one that is a few typing errors away. */
static void complain_of_unknown(const char *word, likeness best)
{
    enum { MOST = 256, MOST_SHOWN = 8 };
    const char *names[MOST];
    char upper[40];
    char list[512] = "";
    size_t count = 0;
    size_t shown = 0;
    topic one;
    for (bool any = topic_next(&one, true); any && count < MOST; any = topic_next(&one, false)) {
        names[count] = topic_name(one);
        count += 1;
        if (best == LIKE_A_PART && shown < MOST_SHOWN && likeness_of(word, one) == LIKE_A_PART) {
            size_t length = strlen(list);
            (void)snprintf(list + length, sizeof list - length, "%s%s", shown > 0 ? ", " : "", topic_name(one));
            shown += 1;
        }
    }
    (void)snprintf(upper, sizeof upper, "%s", word);
    for (char *letter = upper; *letter != '\0'; letter += 1) {
        *letter = (char)folded(*letter);
    }
    const char *nearest = choices_nearest(word, names, count);
    nearest = nearest != NULL ? nearest : choices_nearest(upper, names, count);
    if (shown == 0 && nearest != NULL) {
        (void)snprintf(list, sizeof list, "%s", nearest);
    }
    complain("unknown word '%.80s'%s%s%s (gdv explain lists all)", word, list[0] != '\0' ? ": did you mean " : "", list,
             list[0] != '\0' ? "?" : "");
}

/* Explains all topics that a word names best. "OBJECT" is a code, "object" a permission, "Object" may be both. */
static bool explain_word(const options *opts, const char *word, bool *follows)
{
    topic one;
    const char *name = strncmp(word, "--", 2) == 0 ? word + 2 : word;
    likeness best = best_likeness(name);
    if (best < LIKE_IT) {
        complain_of_unknown(name, best);
        return false;
    }
    for (bool any = topic_next(&one, true); any; any = topic_next(&one, false)) {
        if (likeness_of(name, one) == best) {
            print_topic(opts, one, *follows);
            *follows = true;
        }
    }
    return true;
}

static int explain(const options *opts)
{
    bool fine = true;
    bool follows = false;
    if (opts->file_count == 0) {
        print_list(opts);
    }
    for (size_t index = 0; index < opts->file_count; index += 1) {
        fine = explain_word(opts, opts->files[index], &follows) && fine;
    }
    return out_finish() && fine ? STATUS_FINE : STATUS_TROUBLE;
}

const verb verb_explain = {
    .name = "explain",
    .operands = "[CODE|PERMISSION|LIMIT|EB-NN ..]",
    .summary = "what does a word of a verdict mean?",
    .about = "Says of each word what it means, whose fault it is, what to do, which permission\n"
             "or limit loosens it, and where the reference tells more. A word is\n"
             "\n"
             "  a code of a verdict, by name or number: BAD_UTF8, 21, GDV_E_BAD_UTF8\n"
             "  a permission, as --permit takes it: text-utf8\n"
             "  a limit: max-depth\n"
             "  a bug of an engine, which messages name: EB-13\n"
             "  a misreading, of the code ENGINE_MISREADS: VECTOR4, GDV_MISREAD_VECTOR4\n"
             "\n"
             "in any case; where case tells two apart, such as the code OBJECT and the\n"
             "permission object, both are explained unless it is as written. Without a word:\n"
             "the list of them.\n"
             "\n"
             "With --jsonl each is an object with the keys kind, name, number, text, range,\n"
             "fault, action, risk, permission, limit, code, strict, engine, engines, where,\n"
             "evidence, misreading and see; null where there is nothing to say.\n"
             "\n"
             "Exit status: 0, or 2 for an unknown word or output that could not be written.\n",
    .examples = "  gdv explain\n"
                "  gdv explain ENGINE_MISREADS EB-13\n"
                "  gdv explain text-utf8\n",
    .takes = OPTIONS_WORDS | OPTIONS_JSONL,
    .run = explain,
};
