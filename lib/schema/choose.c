/* SPDX-License-Identifier: MIT */
/* Unions: which alternative a value is of, and which packet the packet is. By its type, a constant table; by the literal
 * that a dictionary has under a key, wherever among its pairs that stands, or an array first: then one lookup. A
 * dictionary is passed through once more for that, its values not looked into, so all of them together cost no more than
 * the packet has values. */
#include "checking.h"
#include "index.h"

#ifdef __FRAMAC__
#include "../proof/choose_c.h"
#endif

/* Whether a node is a key of that text, or of that int where the text is GDV_NONE. */
static bool is_wanted_key(const gdv_checking *check, uint32_t node, uint32_t text, int64_t number)
{
    const uint32_t id = check->nodes[node].id;
    uint32_t at = 0;
    uint32_t size = 0;
    if (text == GDV_NONE) {
        return gdv_checking_row(check, node)->layout == GDV_LAYOUT_INT &&
               gdv_checking_int(check, &check->nodes[node]) == number;
    }
    if (id != check->string_id && id != check->name_id) {
        return false;
    }
    const gdv_form_text *wanted = &check->schema->texts[text];
    gdv_checking_text(check, node, &at, &size);
    return size == wanted->size && gdv_index_is(&check->in, at, check->schema->pool + wanted->at, size);
}

/* The value of a key of a dictionary, by passing its pairs; GDV_NONE. */
static uint32_t value_of_key(const gdv_checking *check, uint32_t node, uint32_t text, int64_t number)
{
    const uint32_t end = gdv_checking_after(check, node);
    uint32_t found = GDV_NONE;
    uint32_t key = node + 1;
    /*@ GDV_VALUE_OF_KEY_LOOP */
    while (found == GDV_NONE && key < end) {
        uint32_t value = gdv_checking_after(check, key);
        /*@ assert value: GDV_IS_UNDER(value, node) && gdv_side[value] == 1; */
        found = is_wanted_key(check, key, text, number) ? value : GDV_NONE;
        key = gdv_checking_after(check, value);
    }
    return found;
}

/* Which of a rule's refs a literal stands for; GDV_NONE. */
static uint32_t ref_of(const gdv_checking *check, const gdv_rule *rule, uint32_t node)
{
    const gdv_node *of = gdv_checking_node(check, node);
    const uint32_t layout = gdv_checking_row(check, node)->layout;
    uint32_t ref = GDV_NONE;
    if (layout == GDV_LAYOUT_TEXT) {
        uint32_t at = 0;
        uint32_t size = 0;
        gdv_checking_text(check, node, &at, &size);
        ref = gdv_index_find(check->schema, rule, &check->in, at, size);
    } else if (layout == GDV_LAYOUT_INT) {
        const uint64_t *numbers = check->schema->numbers + rule->numbers;
        uint32_t place = gdv_index_number(numbers, rule->number_count, gdv_checking_int(check, of));
        ref = place == GDV_NONE ? GDV_NONE : rule->count + place;
    }
    return ref;
}

/* The value of a union by tag or first element that says which of them it is; GDV_NONE. */
static uint32_t literal_of(const gdv_checking *check, const gdv_rule *rule, uint32_t node)
{
    if (rule->kind == GDV_RULE_TAGGED) {
        return value_of_key(check, node, rule->key, rule->lowest);
    }
    return gdv_checking_node(check, node)->count > 0 ? node + 1 : GDV_NONE;
}

/* A dictionary without the tag, or an array of no elements. */
GDV_COLD static gdv_status literal_missing(gdv_checking *check, uint32_t number, uint32_t node, gdv_status code)
{
    const gdv_rule *rule = gdv_checking_rule(check, number);
    gdv_fault_at(check, code, number, node);
    check->fault.what = rule->kind == GDV_RULE_TAGGED ? GDV_FAULT_NO_TAG : GDV_FAULT_LITERAL;
    check->fault.text = rule->key;
    check->fault.number = rule->lowest;
    return code;
}

static gdv_status by_literal(gdv_checking *check, uint32_t *number, uint32_t node)
{
    const gdv_rule *rule = gdv_checking_rule(check, *number);
    bool tagged = rule->kind == GDV_RULE_TAGGED;
    bool root = (rule->flags & GDV_RULE_ROOT) != 0;
    gdv_status none = root ? GDV_E_NO_SUCH_PACKET : GDV_E_NO_ALTERNATIVE;
    if (gdv_checking_row(check, node)->layout != (tagged ? GDV_LAYOUT_DICTIONARY : GDV_LAYOUT_ARRAY)) {
        return gdv_fault_at(check, none, *number, node);
    }
    uint32_t literal = literal_of(check, rule, node);
    if (literal == GDV_NONE) {
        return literal_missing(check, *number, node, tagged && !root ? GDV_E_MISSING_KEY : none);
    }
    uint32_t ref = ref_of(check, rule, literal);
    if (ref == GDV_NONE) {
        gdv_fault_at(check, none, *number, literal);
        check->fault.what = GDV_FAULT_LITERAL;
        return none;
    }
    *number = check->schema->refs[rule->first + ref];
    return GDV_OK;
}

gdv_status gdv_choose(gdv_checking *check, uint32_t *rule, uint32_t node)
{
    const gdv_rule *own = gdv_checking_rule(check, *rule);
    if (own->kind == GDV_RULE_UNION) {
        uint32_t ref = gdv_checking_ref(check, own, node);
        if (ref == GDV_NONE) {
            return gdv_fault_at(check, GDV_E_NO_ALTERNATIVE, *rule, node);
        }
        *rule = ref;
        own = gdv_checking_rule(check, ref);
    }
    bool by_type = own->kind < GDV_RULE_TAGGED;
    return by_type ? GDV_OK : by_literal(check, rule, node);
}

gdv_status gdv_choose_packet(gdv_checking *check, uint32_t *packet)
{
    const gdv_schema *schema = check->schema;
    *packet = schema->refs[gdv_checking_type(check, 0)];
    if (*packet == GDV_NONE) {
        return gdv_fault_at(check, GDV_E_NO_SUCH_PACKET, GDV_NONE, 0);
    }
    bool is_rule = *packet >= schema->form->tables[GDV_FORM_PACKETS].count;
    return is_rule ? by_literal(check, packet, 0) : GDV_OK;
}
