/* SPDX-License-Identifier: MIT */
/* Of rules without rules in them: whether all that one admits passes the other. */
#include <string.h>

#include "schema_compare.h"

static const char set_has_less[] = "the set has lost members";
static const char range_is_narrower[] = "the range is narrower";

/* ---- numbers */

static bool has_int(const gdv_schema *schema, const gdv_rule *rule, int64_t number)
{
    if ((rule->flags & GDV_RULE_SET) == 0) {
        return number >= rule->lowest && number <= rule->highest;
    }
    for (uint32_t index = 0; index < rule->number_count; index += 1) {
        if (gdv_schema_int(schema, rule->numbers + index) == number) {
            return true;
        }
    }
    return false;
}

static const char *int_narrows(const gdv_schema *older, const gdv_rule *was, const gdv_schema *newer,
                               const gdv_rule *is)
{
    bool was_set = (was->flags & GDV_RULE_SET) != 0;
    for (uint32_t index = 0; was_set && index < was->number_count; index += 1) {
        if (!has_int(newer, is, gdv_schema_int(older, was->numbers + index))) {
            return (is->flags & GDV_RULE_SET) != 0 ? set_has_less : range_is_narrower;
        }
    }
    if (!was_set && (is->flags & GDV_RULE_SET) != 0) {
        return "a range has become a set";
    }
    bool within = was->lowest >= is->lowest && was->highest <= is->highest;
    return was_set || within ? NULL : range_is_narrower;
}

static bool has_double(const gdv_schema *schema, const gdv_rule *rule, double number)
{
    if ((rule->flags & GDV_RULE_SET) == 0) {
        return number >= rule->low && number <= rule->high;
    }
    for (uint32_t index = 0; index < rule->number_count; index += 1) {
        double member = gdv_schema_double(schema, rule->numbers + index);
        if (!(member < number) && !(member > number)) {
            return true;
        }
    }
    return false;
}

static const char *float_narrows(const gdv_schema *older, const gdv_rule *was, const gdv_schema *newer,
                                 const gdv_rule *is)
{
    bool was_set = (was->flags & GDV_RULE_SET) != 0;
    for (uint32_t index = 0; was_set && index < was->number_count; index += 1) {
        if (!has_double(newer, is, gdv_schema_double(older, was->numbers + index))) {
            return (is->flags & GDV_RULE_SET) != 0 ? set_has_less : range_is_narrower;
        }
    }
    if (was_set) {
        return NULL;
    }
    if ((is->flags & GDV_RULE_SET) != 0) {
        return "a range has become a set";
    }
    if ((was->flags & GDV_RULE_NONFINITE & ~(uint32_t)is->flags) != 0) {
        return "nonfinite is gone";
    }
    return was->low >= is->low && was->high <= is->high ? NULL : range_is_narrower;
}

const char *schema_number_narrows(const gdv_schema *older, const gdv_rule *was, const gdv_schema *newer,
                                  const gdv_rule *is)
{
    bool floats_only = was->kind == GDV_RULE_FLOAT;
    const char *ints = floats_only ? NULL : int_narrows(older, was, newer, is);
    const char *floats = was->kind == GDV_RULE_INT ? NULL : float_narrows(older, was, newer, is);
    return ints != NULL ? ints : floats;
}

/* ---- text */

static uint64_t code_points(gdv_text text)
{
    uint64_t count = 0;
    for (size_t index = 0; index < text.size; index += 1) {
        count += ((unsigned char)text.bytes[index] & 0xc0u) != 0x80u ? 1 : 0;
    }
    return count;
}

static bool has_member(const gdv_schema *schema, const gdv_rule *rule, gdv_text text)
{
    for (uint32_t index = 0; index < rule->count; index += 1) {
        gdv_text member = gdv_schema_text(schema, rule->texts + index);
        if (member.size == text.size && memcmp(member.bytes, text.bytes, text.size) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a class holds all of another: identifiers are ASCII and printable, ASCII is not all printable. */
static bool holds_class(const gdv_rule *was, const gdv_rule *is)
{
    const uint32_t classes = GDV_RULE_ASCII | GDV_RULE_PRINTABLE | GDV_RULE_IDENTIFIER;
    uint32_t had = was->flags & classes;
    had |= (had & GDV_RULE_IDENTIFIER) != 0 ? classes : 0;
    return (is->flags & classes & ~had) == 0;
}

static bool member_passes(const gdv_schema *newer, const gdv_rule *is, gdv_text text)
{
    uint64_t length = (is->flags & GDV_RULE_CHARS) != 0 ? code_points(text) : text.size;
    bool word = text.size > 0 && !(text.bytes[0] >= '0' && text.bytes[0] <= '9');
    bool printable = true;
    bool ascii = true;
    for (size_t index = 0; index < text.size; index += 1) {
        unsigned char letter = (unsigned char)text.bytes[index];
        ascii = ascii && letter < 0x80;
        /* what is not ASCII is not looked into: it may not be printable */
        printable = printable && letter >= 0x20 && letter < 0x7f;
        bool in_word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || letter == '_';
        word = word && in_word;
    }
    if ((is->flags & GDV_RULE_SET) != 0) {
        return has_member(newer, is, text);
    }
    return length >= is->least && length <= is->most && (word || (is->flags & GDV_RULE_IDENTIFIER) == 0) &&
           (ascii || (is->flags & GDV_RULE_ASCII) == 0) && (printable || (is->flags & GDV_RULE_PRINTABLE) == 0);
}

/* Lengths, which may count bytes in one rule and characters, of up to four bytes, in the other. */
static bool holds_lengths(const gdv_rule *was, const gdv_rule *is)
{
    bool was_chars = (was->flags & GDV_RULE_CHARS) != 0;
    bool is_chars = (is->flags & GDV_RULE_CHARS) != 0;
    bool ascii = (was->flags & (GDV_RULE_ASCII | GDV_RULE_IDENTIFIER)) != 0;
    uint64_t least = was->least;
    uint64_t most = was->most == UINT32_MAX ? UINT32_MAX : was->most;
    if (was_chars && !is_chars && !ascii && most != UINT32_MAX) {
        most *= 4;
    }
    if (!was_chars && is_chars && !ascii) {
        least = (least + 3) / 4;
    }
    return is->least <= least && is->most >= most;
}

const char *schema_text_narrows(const gdv_schema *older, const gdv_rule *was, const gdv_schema *newer,
                                const gdv_rule *is)
{
    const uint32_t kinds = GDV_RULE_STRING | GDV_RULE_NAME;
    bool was_set = (was->flags & GDV_RULE_SET) != 0;
    if ((was->flags & kinds & ~(uint32_t)is->flags) != 0) {
        return "one of String and StringName is gone";
    }
    for (uint32_t index = 0; was_set && index < was->count; index += 1) {
        if (!member_passes(newer, is, gdv_schema_text(older, was->texts + index))) {
            return (is->flags & GDV_RULE_SET) != 0 ? set_has_less : "a text of the set does not pass";
        }
    }
    if (was_set) {
        return NULL;
    }
    if ((is->flags & GDV_RULE_SET) != 0) {
        return "texts have become a set";
    }
    if (!holds_class(was, is)) {
        return "the class of characters is narrower";
    }
    return holds_lengths(was, is) ? NULL : "the range of lengths is narrower";
}

/* ---- types */

uint32_t schema_rule_type(const gdv_rule *rule)
{
    switch (rule->kind) {
    case GDV_RULE_NIL:
        return GDV_TYPE_NIL;
    case GDV_RULE_BOOL:
        return GDV_TYPE_BOOL;
    case GDV_RULE_INT:
        return GDV_TYPE_INT;
    case GDV_RULE_FLOAT:
    case GDV_RULE_NUMBER:
        return GDV_TYPE_FLOAT;
    case GDV_RULE_TEXT:
        return (rule->flags & GDV_RULE_STRING) != 0 ? GDV_TYPE_STRING : GDV_TYPE_STRING_NAME;
    case GDV_RULE_BYTES:
        return GDV_TYPE_PACKED_BYTE_ARRAY;
    case GDV_RULE_STRINGS:
        return GDV_TYPE_PACKED_STRING_ARRAY;
    case GDV_RULE_TUPLE:
    case GDV_RULE_LED:
        return GDV_TYPE_ARRAY;
    case GDV_RULE_MAP:
    case GDV_RULE_RECORD:
    case GDV_RULE_TAGGED:
        return GDV_TYPE_DICTIONARY;
    default: /* VALUE, MATH, PACKED, ARRAY */
        return rule->type;
    }
}

bool schema_rule_takes(const gdv_rule *rule, uint32_t type)
{
    bool text = rule->kind == GDV_RULE_TEXT && (type == GDV_TYPE_STRING || type == GDV_TYPE_STRING_NAME);
    bool number = rule->kind == GDV_RULE_NUMBER && (type == GDV_TYPE_INT || type == GDV_TYPE_FLOAT);
    return rule->kind == GDV_RULE_UNION || text || number || type == schema_rule_type(rule);
}
