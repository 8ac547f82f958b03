/* SPDX-License-Identifier: MIT */
/* What tells dictionaries apart: the first key that has a literal in all of them, of which none is in two; arrays: the
 * literal that is their first element. Of the keys of the first alternative GDV_MOST_CANDIDATES are tried, so that a
 * schema takes linear time. */
#include "unions.h"

#include "order.h"

#define GDV_MOST_CANDIDATES 8u

/* Goes through the records or tuples that take a type, with the option that each came with. */
typedef struct tag_walk {
    const gdv_joining *joining;
    uint32_t type;
    uint32_t option;
    uint32_t tag;  /* of an option that is told apart already: which of its tags is next */
    uint32_t rule; /* what was found */
    uint32_t tags; /* that its option stands for, as far as they were added */
} tag_walk;

/* Of a TAGGED or LED the next rule. One with several tags may have them among those of others, and is found by the first
 * member of its set. */
static bool next_of_many(tag_walk *at, const gdv_rule *many)
{
    const gdv_listed *entries = at->joining->draft->entries + many->first;
    while (at->tag < many->count) {
        const gdv_listed *tag = &entries[at->tag];
        at->tag += 1;
        if (tag->value == 0) {
            at->rule = tag->operand;
            return true;
        }
    }
    return false;
}

/* Moves to the next one; false at the end. `option` is that of the one found, `tag` is not 0 while it may have more. */
static bool walk_next(tag_walk *at, uint32_t *option)
{
    while (at->option < at->joining->count) {
        uint32_t leaf = gdv_joining_leaf(at->joining, at->option, at->type);
        const gdv_rule *rule = leaf == GDV_NONE ? NULL : &at->joining->draft->rules[leaf].form;
        *option = at->option;
        if (rule != NULL && (rule->kind == GDV_RULE_TAGGED || rule->kind == GDV_RULE_LED)) {
            if (next_of_many(at, rule)) {
                return true;
            }
        } else if (rule != NULL) {
            at->rule = leaf;
            at->option += 1;
            return true;
        }
        at->option += 1;
        at->tag = 0;
    }
    return false;
}

/* Why a key does not tell them apart. */
typedef struct reason {
    gdv_mistake_kind kind;
    uint32_t option;   /* to blame */
    gdv_mistake twice; /* of TAG_TWICE, where */
} reason;

/* The field of a rule that tells it apart, if it may: the one with that key; the first element. */
static const gdv_listed *telling_field(const gdv_draft *draft, const gdv_rule *rule, const gdv_listed *key)
{
    uint32_t entry = GDV_NONE;
    if (rule->kind == GDV_RULE_RECORD) {
        entry = gdv_order_find(draft, rule, key);
    } else if (rule->count > 0) {
        entry = rule->first;
    }
    return entry == GDV_NONE ? NULL : &draft->entries[entry];
}

/* Whether the values of a field are texts or ints that the schema lists. */
static bool is_literal(const gdv_draft *draft, const gdv_listed *field)
{
    const gdv_rule *rule = &draft->rules[field->operand].form;
    return (rule->flags & GDV_RULE_SET) != 0 && rule->kind != GDV_RULE_FLOAT;
}

/* Adds the members of a field that are of that kind, as tags that lead to `to`; none once there are more tags than the
 * schema has literals, for then two of them are one literal. */
static void add_members(gdv_draft *draft, const gdv_listed *field, uint8_t kind, uint32_t to, uint32_t first)
{
    const gdv_rule *set = &draft->rules[field->operand].form;
    const gdv_listed *members = draft->entries + set->first;
    const uint32_t count = members->kind == kind ? set->count : 0;
    for (uint32_t index = 0; index < count && draft->counts.entries - first <= draft->counts.values; index += 1) {
        gdv_listed *tag = &draft->entries[draft->counts.entries];
        *tag = members[index];
        tag->operand = to;
        tag->value = (uint16_t)index;
        draft->counts.entries += 1;
    }
}

/* Adds the tags of one kind. */
static bool add_tags(const gdv_joining *joining, const gdv_rule *to, const gdv_listed *key, uint8_t kind, reason *why)
{
    const uint32_t type = to->kind == GDV_RULE_TAGGED ? GDV_TYPE_DICTIONARY : GDV_TYPE_ARRAY;
    gdv_draft *draft = joining->draft;
    tag_walk at = {.joining = joining, .type = type};
    while (walk_next(&at, &why->option)) {
        const gdv_rule *rule = &draft->rules[at.rule].form;
        const gdv_listed *field = telling_field(draft, rule, key);
        if (field == NULL || !is_literal(draft, field)) {
            return false; /* the reason that all tries begin with */
        }
        if (field->flags != 0) {
            why->kind = GDV_MISTAKE_TAG_OPTIONAL;
            return false;
        }
        at.tags = (at.tag > 1 ? at.tags : 0) + draft->rules[field->operand].form.count;
        if (at.tags > (joining->root ? GDV_FORM_MAX_FIELDS : GDV_MOST_TAGS)) {
            why->kind = GDV_MISTAKE_TAG_MANY;
            return false;
        }
        add_members(draft, field, kind, joining->root ? joining->options[why->option].operand : at.rule, to->first);
    }
    return true;
}

/* Makes the rule of that key, if it tells all apart. What it added to the draft otherwise is taken back. */
static bool try_key(gdv_joining *joining, uint32_t type, const gdv_listed *key, gdv_rule *out, reason *why)
{
    gdv_draft *draft = joining->draft;
    *out = gdv_draft_plain(type == GDV_TYPE_DICTIONARY ? GDV_RULE_TAGGED : GDV_RULE_LED);
    out->first = draft->counts.entries;
    (void)add_tags(joining, out, key, GDV_ENTRY_TEXT, why); /* and again, with the same result, in a moment */
    uint32_t texts = draft->counts.entries - out->first;
    bool tells = add_tags(joining, out, key, GDV_ENTRY_INT, why);
    out->count = draft->counts.entries - out->first;
    out->number_count = out->count - texts;
    if (tells && !gdv_order_rule(draft, out, GDV_MISTAKE_TAG_TWICE)) {
        why->kind = GDV_MISTAKE_TAG_TWICE;
        why->twice = draft->fault;
        tells = false;
    }
    draft->counts.entries = tells ? draft->counts.entries : out->first;
    return tells;
}

/* Says why: of all keys that were tried, by what came closest. */
static bool fails_for(gdv_joining *joining, uint32_t type, const reason *why)
{
    gdv_draft *draft = joining->draft;
    const uint32_t first = joining->option[type];
    uint32_t other = why->option;
    for (uint32_t option = first; other == first && option < joining->count; option += 1) {
        other = gdv_joining_leaf(joining, option, type) != GDV_NONE ? option : other;
    }
    if (why->kind == GDV_MISTAKE_TAG_TWICE) {
        draft->fault = why->twice;
        return false;
    }
    draft->fault.other = joining->options[why->option == first ? other : first].place;
    return gdv_draft_fails(draft, why->kind, joining->options[why->option].place);
}

/* Whether a field is worth a try. One packet alone has no need to be told from others, but a literal is a tag there, too:
 * what has another one is no such packet. */
static bool may_tell(const gdv_joining *joining, uint32_t type, const gdv_listed *field)
{
    const gdv_draft *draft = joining->draft;
    return is_literal(draft, field) && (joining->many[type] || draft->rules[field->operand].form.count == 1);
}

bool gdv_tell_apart(gdv_joining *joining, uint32_t type, gdv_rule *out)
{
    gdv_draft *draft = joining->draft;
    tag_walk at = {.joining = joining, .type = type};
    uint32_t tried = 0;
    reason closest = {.kind = type == GDV_TYPE_DICTIONARY ? GDV_MISTAKE_TAG_NONE : GDV_MISTAKE_LEAD_NONE};

    (void)walk_next(&at, &closest.option);
    const gdv_rule *rule = &draft->rules[at.rule].form;
    for (uint32_t index = 0; index < rule->count && tried < GDV_MOST_CANDIDATES; index += 1) {
        const gdv_listed *field = &draft->entries[rule->first + index];
        bool worth = index == 0 || rule->kind == GDV_RULE_RECORD; /* of an array the first element alone */
        if (worth && may_tell(joining, type, field)) {
            reason why = closest;
            if (try_key(joining, type, field, out, &why)) {
                out->key = rule->first + index;
                return true;
            }
            if (tried == 0 || why.kind > closest.kind) {
                closest = why;
            }
            tried += 1;
        }
    }
    return fails_for(joining, type, &closest);
}
