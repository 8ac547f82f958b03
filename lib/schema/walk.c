/* SPDX-License-Identifier: MIT */
/* The walk: the document's nodes once, in packet order, each against the rule that stands for it. What is open is on an
 * explicit stack of twelve bytes a level; a level is a container of the packet, so the packet's depth bounds it, and
 * every turn of a loop takes a node or leaves a level. */
#include "checking.h"
#include "index.h"
#include "plain.h"

/* A container that is open, and how far it has been taken. */
typedef struct frame {
    uint32_t node;
    uint16_t rule; /* TUPLE, RECORD, ARRAY, MAP */
    uint16_t base; /* where a match keeps its values; NO_BASE */
} frame;

typedef struct progress {
    uint16_t seen; /* RECORD: fields so far that are not optional; MAP: 1 before a value */
    uint16_t next; /* RECORD: the field that is expected; TUPLE: the element */
} progress;

#define NO_BASE GDV_FIELD_NOWHERE

/* What is open, outermost first, and the node that comes next. */
typedef struct walker {
    uint32_t node;
    uint32_t depth;
    frame open[GDV_MAX_DEPTH + 1]; /* an empty container may be the deepest value, and is open here too */
    progress taken[GDV_MAX_DEPTH + 1];
} walker;

#ifdef __FRAMAC__
#include "../proof/walk_c.h"
#endif

gdv_status gdv_fault_at(gdv_checking *check, gdv_status code, uint32_t rule, uint32_t node)
{
    const gdv_fault fault = {
        .code = code, .node = node, .rule = rule, .text = GDV_NONE, .element = GDV_NONE, .component = GDV_NONE};
    check->fault = fault;
    return code;
}

gdv_status gdv_fault_in(gdv_checking *check, uint32_t rule, uint32_t node, uint32_t element, uint32_t component)
{
    gdv_fault_at(check, GDV_E_OUT_OF_RANGE, rule, node);
    check->fault.element = element;
    check->fault.component = component;
    return GDV_E_OUT_OF_RANGE;
}

gdv_status gdv_fault_of(gdv_checking *check, gdv_status code, uint32_t rule, uint32_t node, uint64_t count)
{
    gdv_fault_at(check, code, rule, node);
    check->fault.count = count;
    return code;
}

/* Whether a text key is that of field `index`. */
GDV_INLINE bool is_field(const gdv_checking *check, const gdv_rule *rule, uint32_t index, uint32_t at, uint32_t size)
{
    const gdv_form_text *text = &check->schema->texts[rule->texts + index];
    return text->size == size && gdv_same_at(&check->in, at, check->schema->pool + text->at, size);
}

/* Which field of a RECORD a key is; GDV_NONE. Clients send keys in the order in which they are declared, so the field that
 * comes next is compared before a hash is made. */
GDV_INLINE uint32_t field_of(const gdv_checking *check, const gdv_rule *rule, uint32_t key, uint32_t expected)
{
    const gdv_node *node = gdv_checking_node(check, key);
    uint32_t at;
    uint32_t size;
    if (node->id == check->string_id || node->id == check->name_id) {
        gdv_checking_text(check, key, &at, &size);
        bool as_expected = expected < rule->count && is_field(check, rule, expected, at, size);
        return as_expected ? expected : gdv_index_find(check->schema, rule, &check->in, at, size);
    }
    if (gdv_checking_row(check, key)->layout != GDV_LAYOUT_INT) {
        return GDV_NONE;
    }
    const uint64_t *numbers = check->schema->numbers + rule->numbers;
    uint32_t place = gdv_index_number(numbers, rule->number_count, gdv_checking_int(check, node));
    return place == GDV_NONE ? GDV_NONE : rule->count + place;
}

/* Whether a container's type and count are those of its rule. */
static gdv_status fits(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = gdv_checking_rule(check, number);
    const uint32_t type = gdv_checking_type(check, node);
    const uint32_t count = check->nodes[node].count;
    uint32_t wanted = GDV_TYPE_DICTIONARY;
    uint32_t least = rule->least;
    uint32_t most = rule->most;
    if (rule->kind == GDV_RULE_ARRAY) {
        wanted = rule->type;
    } else if (rule->kind == GDV_RULE_TUPLE) {
        wanted = GDV_TYPE_ARRAY;
        most = (rule->flags & GDV_RULE_OPEN) != 0 ? rule->most : rule->count;
    } else if (rule->kind == GDV_RULE_RECORD) {
        least = 0; /* which key is missing, or unknown, says more */
        most = (rule->flags & GDV_RULE_OPEN) != 0 ? rule->most : UINT32_MAX;
    }
    if (type != wanted) {
        return gdv_fault_at(check, GDV_E_WRONG_TYPE, number, node);
    }
    bool fitting = count >= least && count <= most;
    return fitting ? GDV_OK : gdv_fault_of(check, GDV_E_WRONG_LENGTH, number, node, count);
}

/* Takes the next node, which is_plain did not let pass: a leaf, or a container that opens. */
static gdv_status take(gdv_checking *check, walker *at, uint32_t rule, uint32_t base)
{
    const uint32_t node = at->node;
    const uint32_t end = gdv_checking_after(check, node);
    uint32_t number = rule;
    gdv_status status =
        gdv_checking_rule(check, rule)->kind < GDV_RULE_UNION ? GDV_OK : gdv_choose(check, &number, node);
    if (status != GDV_OK) {
        return status;
    }
    if (gdv_checking_rule(check, number)->kind < GDV_RULE_ARRAY) {
        at->node = end;
        return gdv_check_leaf(check, number, node);
    }
    status = fits(check, number, node);
    if (status != GDV_OK) {
        return status;
    }
    const frame opened = {node, (uint16_t)number, (uint16_t)base};
    const progress none = {0, 0};
    at->open[at->depth] = opened;
    at->taken[at->depth] = none;
    at->depth += 1;
    at->node = node + 1;
    return GDV_OK;
}

/* The rule of a value, one of a union by type looked up: where there is none the union itself. */
GDV_INLINE const gdv_rule *rule_of(const gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = gdv_checking_rule(check, number);
    if (rule->kind == GDV_RULE_UNION) {
        uint32_t ref = gdv_checking_ref(check, rule, node);
        rule = ref == GDV_NONE ? rule : gdv_checking_rule(check, ref);
    }
    return rule;
}

/* Whether a value, and all that is in it, passes a rule, or the rule of a union for its type; if not, take() looks again. */
GDV_INLINE bool is_plain(const gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_node *of = gdv_checking_node(check, node);
    return gdv_plain_passes(check, rule_of(check, number, node), of);
}

/* Passes a key that the schema does not have, and its value. */
static gdv_status take_unknown(gdv_checking *check, walker *at)
{
    const uint32_t rule = at->open[at->depth - 1].rule;
    const uint32_t value = gdv_checking_after(check, at->node);
    if ((gdv_checking_rule(check, rule)->flags & GDV_RULE_OPEN) == 0) {
        return gdv_fault_at(check, GDV_E_UNKNOWN_KEY, rule, value);
    }
    at->node = gdv_checking_after(check, value);
    return GDV_OK;
}

/* Keeps a field's value, and returns where those of what is in it are kept. */
GDV_INLINE uint32_t keep(gdv_match *match, uint32_t base, const gdv_rule_field *field, uint32_t node)
{
    if (base == NO_BASE || field->value == GDV_FIELD_NOWHERE) {
        return NO_BASE;
    }
    match->values[base + field->value] = node;
    return (field->flags & GDV_FIELD_NESTED) != 0 ? base + field->value + 1u : NO_BASE;
}

/* The pairs of a RECORD, up to the first whose value is not plain or whose key is unknown. Keys are texts or ints, so each
 * is one node. */
static gdv_status take_pairs(gdv_checking *check, walker *at, uint32_t end, gdv_match *match)
{
    const frame in = at->open[at->depth - 1];
    const gdv_rule *rule = gdv_checking_rule(check, in.rule);
    /*@ assert room: GDV_BASE_HOLDS(in.base, rule); */
    /*@ assert fits: GDV_RULE_FIELDS_FIT(check->schema, rule); */
    const gdv_rule_field *fields = check->schema->fields + rule->first;
    uint32_t node = at->node;
    uint32_t next = at->taken[at->depth - 1].next;
    uint32_t seen = at->taken[at->depth - 1].seen;
    uint32_t field = 0;
    uint32_t base = NO_BASE;
    bool plain = true;
    /*@ GDV_TAKE_PAIRS_LOOP */
    while (plain && node < end) {
        field = field_of(check, rule, node, next);
        plain = field != GDV_NONE;
        if (plain) {
            next = field + 1;
            seen += (fields[field].flags & GDV_FIELD_OPTIONAL) == 0 ? 1 : 0;
            base = keep(match, in.base, &fields[field], node + 1);
            plain = is_plain(check, fields[field].rule, node + 1);
            node = plain ? gdv_checking_after(check, node + 1) : node + 1;
        }
    }
    at->taken[at->depth - 1].next = (uint16_t)next;
    at->taken[at->depth - 1].seen = (uint16_t)gdv_at_most(seen, UINT16_MAX);
    at->node = node;
    if (plain) {
        return GDV_OK;
    }
    return field == GDV_NONE ? take_unknown(check, at) : take(check, at, fields[field].rule, base);
}

/* The elements of a TUPLE, up to the first that is not plain; beyond those that are declared, all of them. */
static gdv_status take_positions(gdv_checking *check, walker *at, uint32_t end, gdv_match *match)
{
    const frame in = at->open[at->depth - 1];
    const gdv_rule *rule = gdv_checking_rule(check, in.rule);
    /*@ assert room: GDV_BASE_HOLDS(in.base, rule); */
    /*@ assert fits: GDV_RULE_FIELDS_FIT(check->schema, rule); */
    const gdv_rule_field *fields = check->schema->fields + rule->first;
    uint32_t node = at->node;
    uint32_t next = at->taken[at->depth - 1].next;
    uint32_t base = NO_BASE;
    bool plain = true;
    /*@ GDV_TAKE_POSITIONS_LOOP */
    while (plain && node < end && next < rule->count) {
        /*@ assert own: GDV_FIELD_FITS(check->schema, rule, fields + next); */
        base = keep(match, in.base, &fields[next], node);
        plain = is_plain(check, fields[next].rule, node);
        node = plain ? gdv_checking_after(check, node) : node;
        next += 1;
    }
    at->taken[at->depth - 1].next = (uint16_t)next;
    at->node = plain ? end : node;
    return plain ? GDV_OK : take(check, at, fields[next - 1].rule, base);
}

/* The elements of an ARRAY, up to the first that is not plain. */
static gdv_status take_elements(gdv_checking *check, walker *at, uint32_t end)
{
    const uint32_t rule = gdv_checking_rule(check, at->open[at->depth - 1].rule)->value;
    uint32_t node = at->node;
    /*@ GDV_TAKE_ELEMENTS_LOOP */
    while (node < end && is_plain(check, rule, node)) {
        node = gdv_checking_after(check, node);
    }
    at->node = node;
    return node < end ? take(check, at, rule, NO_BASE) : GDV_OK;
}

/* The keys and values of a MAP, up to the first that is not plain. */
static gdv_status take_entries(gdv_checking *check, walker *at, uint32_t end)
{
    const uint32_t level = at->depth - 1;
    const gdv_rule *rule = gdv_checking_rule(check, at->open[level].rule);
    uint32_t node = at->node;
    bool is_key = at->taken[level].seen == 0;
    /*@ GDV_TAKE_ENTRIES_LOOP */
    while (node < end && is_plain(check, is_key ? rule->key : rule->value, node)) {
        is_key = !is_key;
        node = gdv_checking_after(check, node);
    }
    at->node = node;
    if (node == end) {
        return GDV_OK;
    }
    at->taken[level].seen = is_key;
    gdv_status status = take(check, at, is_key ? rule->key : rule->value, NO_BASE);
    if (status != GDV_OK && is_key && check->fault.node == node) {
        check->fault.what = GDV_FAULT_KEY;
    }
    return status;
}

void gdv_check_missing(gdv_checking *check)
{
    const uint32_t node = check->fault.node;
    const gdv_rule *rule = gdv_checking_rule(check, check->fault.rule);
    /*@ assert fits: GDV_RULE_FIELDS_FIT(check->schema, rule); */
    const gdv_rule_field *fields = check->schema->fields + rule->first;
    const uint32_t count = rule->count + rule->number_count;
    const uint32_t end = gdv_checking_after(check, node);
    uint32_t marks[GDV_FORM_MAX_FIELDS / 32 + 1] = {0};
    uint32_t missing = 0;
    /*@ GDV_MISSING_PAIRS_LOOP */
    for (uint32_t key = node + 1; key < end;) {
        uint32_t field = field_of(check, rule, key, GDV_NONE);
        if (field != GDV_NONE) {
            marks[field / 32] |= gdv_bit(field % 32);
        }
        key = gdv_checking_after(check, gdv_checking_after(check, key));
    }
    /*@ GDV_MISSING_FIELDS_LOOP */
    for (uint32_t index = count; index > 0; index -= 1) { /* so that the first remains */
        uint32_t field = index - 1;
        bool found = (marks[field / 32] >> field % 32 & 1u) != 0;
        missing = found || (fields[field].flags & GDV_FIELD_OPTIONAL) != 0 ? missing : field;
    }
    if (missing < rule->count) {
        check->fault.text = rule->texts + missing;
    } else {
        check->fault.number = gdv_signed64(check->schema->numbers[rule->numbers + missing - rule->count]);
    }
}

/* The innermost container has come to its end. */
static gdv_status leave(gdv_checking *check, walker *at)
{
    const frame in = at->open[at->depth - 1];
    const gdv_rule *rule = gdv_checking_rule(check, in.rule);
    bool lacks = rule->kind == GDV_RULE_RECORD && at->taken[at->depth - 1].seen < rule->least;
    at->depth -= 1;
    return lacks ? gdv_fault_at(check, GDV_E_MISSING_KEY, in.rule, in.node) : GDV_OK;
}

/* As much of a container as has no container in it, and of that its beginning. */
static gdv_status take_some(gdv_checking *check, walker *at, uint32_t end, gdv_match *match)
{
    switch (gdv_checking_rule(check, at->open[at->depth - 1].rule)->kind) {
    case GDV_RULE_RECORD:
        return take_pairs(check, at, end, match);
    case GDV_RULE_TUPLE:
        return take_positions(check, at, end, match);
    case GDV_RULE_ARRAY:
        return take_elements(check, at, end);
    default: /* MAP */
        break;
    }
    return take_entries(check, at, end);
}

/* One turn: as much of the innermost container as has no container in it, and its end where that comes next. */
static gdv_status turn(gdv_checking *check, walker *at, gdv_match *match)
{
    const uint32_t depth = at->depth;
    const uint32_t end = gdv_checking_after(check, at->open[depth - 1].node);
    gdv_status status = at->node < end ? take_some(check, at, end, match) : GDV_OK;
    const bool ends = at->depth == depth && at->node >= end;
    return status == GDV_OK && ends ? leave(check, at) : status;
}

/* A value that is not plain, and all that is in it. */
static gdv_status take_whole(gdv_checking *check, walker *at, uint32_t rule, uint32_t base, gdv_match *match)
{
    gdv_status status = take(check, at, rule, base);
    /*@ GDV_TAKE_WHOLE_LOOP */
    while (status == GDV_OK && at->depth > 0) {
        status = turn(check, at, match);
    }
    return status;
}

/* A value that lies in no other, which may be in its short form, and all that is in it. */
GDV_INLINE gdv_status take_outermost(gdv_checking *check, walker *at, uint32_t rule, uint32_t base, gdv_match *match)
{
    const uint32_t node = at->node;
    if (gdv_checking_is_short(gdv_checking_node(check, node))) {
        at->node += 1;
        return gdv_check_short(check, rule, node);
    }
    if (is_plain(check, rule, node)) {
        at->node = gdv_checking_after(check, node);
        return GDV_OK;
    }
    return take_whole(check, at, rule, base, match);
}

gdv_status gdv_check_walk(gdv_checking *check, uint32_t packet, gdv_match *match)
{
    walker at;
    at.node = 0;
    at.depth = 0;
    return take_outermost(check, &at, packet, 0, match);
}

gdv_status gdv_check_arguments(gdv_checking *check, uint32_t method, gdv_match *match)
{
    const gdv_rule *own = gdv_checking_rule(check, method);
    /*@ assert fits: GDV_RULE_FIELDS_FIT(check->schema, own); */
    uint32_t index = 0;
    gdv_status status = GDV_OK;
    walker at;
    at.node = 0;
    at.depth = 0;
    /*@ GDV_CHECK_ARGUMENTS_LOOP */
    while (status == GDV_OK && at.node < check->count && index < own->count) {
        const gdv_rule_field *field = &check->schema->fields[own->first + index];
        const uint32_t base = keep(match, 0, field, at.node);
        status = take_outermost(check, &at, field->rule, base, match);
        index += 1;
    }
    return status;
}
