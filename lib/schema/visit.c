/* SPDX-License-Identifier: MIT */
/* Each rule after those in it, without recursion: the way back is written into the rules themselves. What is reached
 * while it is being visited contains itself. */
#include "bind.h"

/* How many rules are in a rule, of which some may be GDV_NONE. */
static uint32_t parts_of(const gdv_rule *rule)
{
    switch ((gdv_rule_kind)rule->kind) {
    case GDV_RULE_STRINGS:
    case GDV_RULE_ARRAY:
        return 1;
    case GDV_RULE_MAP:
        return 2;
    case GDV_RULE_TUPLE:
    case GDV_RULE_RECORD:
    case GDV_RULE_TAGGED:
    case GDV_RULE_LED:
        return rule->count;
    case GDV_RULE_UNION:
        return GDV_TYPE_COUNT;
    default:
        return 0;
    }
}

static uint32_t part_of(const gdv_draft *draft, const gdv_rule *rule, uint32_t part)
{
    switch ((gdv_rule_kind)rule->kind) {
    case GDV_RULE_MAP:
        return part == 0 ? rule->key : rule->value;
    case GDV_RULE_UNION:
        return draft->refs[rule->first + part];
    case GDV_RULE_STRINGS:
    case GDV_RULE_ARRAY:
        return rule->value;
    default:
        return draft->entries[rule->first + part].operand;
    }
}

/* Gives numbers to the values that a match keeps of fields, as long as there is room: one for each, and after it those of
 * what is in it. What contains itself is followed no further. */
static void number_fields(gdv_draft *draft, gdv_rule *rule)
{
    uint32_t width = 0;
    for (uint32_t index = 0; index < rule->count; index += 1) {
        gdv_listed *field = &draft->entries[rule->first + index];
        const gdv_draft_rule *part = &draft->rules[field->operand];
        uint32_t inside = part->recurs ? 0 : part->form.width; /* 0 of what is still being visited */
        field->value = GDV_FIELD_NOWHERE;
        if (width < GDV_MATCH_VALUES) {
            inside = inside < GDV_MATCH_VALUES - width ? inside : 0;
            field->value = (uint16_t)width;
            field->flags = (uint8_t)(field->flags | (inside > 0 ? GDV_FIELD_NESTED : 0));
            width += 1 + inside;
        }
    }
    rule->width = (uint16_t)width;
}

static bool is_union(const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_UNION || rule->kind == GDV_RULE_TAGGED || rule->kind == GDV_RULE_LED;
}

/* A union has room for any of its alternatives. Where one contains the union, that is not known before all were visited,
 * and no match keeps what is in it. */
static void widen_union(const gdv_draft *draft, gdv_draft_rule *rule)
{
    for (uint32_t part = 0; part < parts_of(&rule->form); part += 1) {
        uint32_t number = part_of(draft, &rule->form, part);
        if (number != GDV_NONE) {
            const gdv_draft_rule *of = &draft->rules[number];
            rule->form.width = rule->form.width < of->form.width ? of->form.width : rule->form.width;
            rule->recurs = rule->recurs || of->progress != GDV_PROGRESS_DONE || of->recurs;
        }
    }
}

static void leave_rule(gdv_draft *draft, gdv_draft_rule *rule)
{
    rule->progress = GDV_PROGRESS_DONE;
    if (rule->form.kind == GDV_RULE_RECORD || rule->form.kind == GDV_RULE_TUPLE) {
        number_fields(draft, &rule->form);
    } else if (is_union(&rule->form)) {
        widen_union(draft, rule);
    }
}

/* Widens the unions that contain themselves. Unions by type lead to those of one kind of container: so twice. */
static void widen_again(gdv_draft *draft)
{
    for (uint32_t number = 0; number < draft->counts.rules; number += 1) {
        if (draft->rules[number].recurs) {
            widen_union(draft, &draft->rules[number]);
        }
    }
}

static bool visit_from(gdv_draft *draft, uint32_t number)
{
    uint32_t at = number;
    draft->rules[at].parent = GDV_NONE;
    draft->rules[at].progress = GDV_PROGRESS_BEGUN;
    while (at != GDV_NONE) {
        gdv_draft_rule *rule = &draft->rules[at];
        if (rule->next == parts_of(&rule->form)) {
            leave_rule(draft, rule);
            at = rule->parent;
            continue;
        }
        uint32_t below = part_of(draft, &rule->form, rule->next);
        rule->next += 1;
        if (below != GDV_NONE && draft->rules[below].progress == GDV_PROGRESS_NONE) {
            draft->rules[below].parent = at;
            draft->rules[below].progress = GDV_PROGRESS_BEGUN;
            at = below;
        } else if (below != GDV_NONE && draft->rules[below].progress == GDV_PROGRESS_BEGUN &&
                   draft->limits.max_depth == 0) {
            gdv_place place = {draft->rules[below].form.source, draft->rules[below].form.line,
                               draft->rules[below].column};
            return gdv_draft_fails(draft, GDV_MISTAKE_TYPE_RECURS, place);
        }
    }
    return true;
}

bool gdv_visit_rules(gdv_draft *draft)
{
    bool visited = true;
    for (uint32_t number = 0; number < draft->counts.rules; number += 1) {
        draft->rules[number].next = 0;
        draft->rules[number].progress = GDV_PROGRESS_NONE;
    }
    for (uint32_t number = 0; visited && number < draft->counts.rules; number += 1) {
        if (draft->rules[number].progress == GDV_PROGRESS_NONE) {
            visited = visit_from(draft, number);
        }
    }
    widen_again(draft);
    widen_again(draft);
    return visited;
}
