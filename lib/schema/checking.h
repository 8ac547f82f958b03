/* SPDX-License-Identifier: MIT */
/* Internal: one packet's check against a schema: what the parts of it share. Values are nodes of a document that was
 * just parsed, so a node's offset, type and count can be relied on; rules are of a form that was loaded, and can be
 * too. */
#ifndef GDV_CHECKING_H
#define GDV_CHECKING_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../decode/number.h"
#include "../decode/scan.h"
#include "../decode/text.h"
#include "../value/links.h"
#include "compiled.h"

/* What else there is to say of a fault. */
typedef enum gdv_fault_what {
    GDV_FAULT_VALUE,
    GDV_FAULT_KEY,     /* the node is a key of a MAP */
    GDV_FAULT_LITERAL, /* the node is the literal that should tell alternatives apart */
    GDV_FAULT_NO_TAG   /* there is no such literal */
} gdv_fault_what;

/* What is wrong: the code, the node at fault, the rule it breaks, and which part of the value. */
typedef struct gdv_fault {
    gdv_status code;
    gdv_fault_what what;
    uint32_t node;
    uint32_t rule; /* GDV_NONE */
    uint32_t text; /* with GDV_E_MISSING_KEY: text of the key, or GDV_NONE where it is the int `number` */
    int64_t number;
    uint32_t element;   /* of a packed array, GDV_NONE */
    uint32_t component; /* GDV_NONE */
    uint64_t count;     /* what was counted: with GDV_E_WRONG_LENGTH and GDV_E_LIMIT_ codes */
} gdv_fault;

typedef struct gdv_checking {
    const gdv_schema *schema;
    const gdv_node *nodes;
    gdv_cursor in;
    const gdv_wire_table *table;
    uint32_t count;     /* of nodes */
    uint32_t string_id; /* type ids of a key that is text */
    uint32_t name_id;   /* GDV_ANY_ID where a StringName is no such key */
    bool trims;         /* whether engines may keep less of a text than the packet has */
    gdv_fault fault;    /* set once something is wrong */
} gdv_checking;

#ifdef __FRAMAC__
#include "../proof/checking.h"
#endif

/* What the parts of a check share, of a document that was parsed. */
void gdv_checking_set(gdv_checking *check, const gdv_schema *schema, const gdv_document *document);

/* Note what is wrong with a node, and return the code: in general, or for a part of its numbers, or for a count. */
GDV_COLD gdv_status gdv_fault_at(gdv_checking *check, gdv_status code, uint32_t rule, uint32_t node);
GDV_COLD gdv_status gdv_fault_in(gdv_checking *check, uint32_t rule, uint32_t node, uint32_t element,
                                 uint32_t component);
GDV_COLD gdv_status gdv_fault_of(gdv_checking *check, gdv_status code, uint32_t rule, uint32_t node, uint64_t count);

static inline const gdv_wire_row *gdv_checking_row(const gdv_checking *check, uint32_t node)
{
    return &check->table->types[check->nodes[node].id];
}

/* The canonical type of a node: what refs of a union are counted by. */
static inline uint32_t gdv_checking_type(const gdv_checking *check, uint32_t node)
{
    return gdv_checking_row(check, node)->type;
}

/* A rule, by its number. */
static inline const gdv_rule *gdv_checking_rule(const gdv_checking *check, uint32_t number)
{
    return &check->schema->rules[number];
}

/* The ref of a union for the type of a node, or GDV_NONE. Requires a rule of kind UNION. */
static inline uint32_t gdv_checking_ref(const gdv_checking *check, const gdv_rule *rule, uint32_t node)
{
    return check->schema->refs[rule->first + gdv_checking_type(check, node)];
}

/* A node, and the one after it and all that is in it, by their numbers. */
static inline const gdv_node *gdv_checking_node(const gdv_checking *check, uint32_t node)
{
    return &check->nodes[node];
}

static inline uint32_t gdv_checking_after(const gdv_checking *check, uint32_t node)
{
    return gdv_node_after(check->nodes, node);
}

/* Cuts a text to the part that engines keep. Requires *at + *size <= in->size. */
static inline void gdv_checking_cut(const gdv_checking *check, uint32_t *at, uint32_t *size)
{
    if (check->trims) {
        gdv_text_trim(&check->in, at, size);
    }
}

/* The part of a node's text that engines keep. Requires the node of a text. */
static inline void gdv_checking_text(const gdv_checking *check, uint32_t node, uint32_t *at, uint32_t *size)
{
    *at = check->nodes[node].offset + 8;
    *size = check->nodes[node].count;
    gdv_checking_cut(check, at, size);
}

/* How many numbers a value has, or an element of a packed array. Requires a type of numbers. */
static inline uint32_t gdv_checking_components(const gdv_wire_row *row)
{
    return row->size / gdv_narrow_width(row);
}

/* Whether the numbers of a node have 64 bits each. Requires a layout of numbers. */
static inline bool gdv_checking_is_wide(const gdv_node *node)
{
    return (node->flags & (GDV_FLAG_64 >> 16)) != 0;
}

/* A node's int. Requires one of layout INT. */
static inline int64_t gdv_checking_int(const gdv_checking *check, const gdv_node *node)
{
    const uint32_t at = node->offset + 4;
    bool wide = gdv_checking_is_wide(node);
    return wide ? gdv_signed64(gdv_u64_at(&check->in, at)) : gdv_signed32(gdv_u32_at(&check->in, at));
}

/* Whether a node is a bool or an int in its short form, which only an outermost value can be, the packet's or an argument;
 * and its value, 0 or 1 of a bool. */
static inline bool gdv_checking_is_short(const gdv_node *node)
{
    return (node->flags & GDV_TOKEN_SHORT) != 0;
}

static inline int64_t gdv_checking_short(const gdv_checking *check, uint32_t node)
{
    const gdv_node *of = &check->nodes[node];
    if (gdv_checking_row(check, node)->layout == GDV_LAYOUT_BOOL) {
        return gdv_u8_at(&check->in, of->offset) >= 0x80u ? 1 : 0;
    }
    return gdv_short_int(&check->in, of->offset + 1, gdv_short_mode(of->flags));
}

/* The float or double at an offset. Require at + 4 or at + 8 <= in->size. */
static inline float gdv_checking_float(const gdv_cursor *in, uint32_t at)
{
    const uint32_t bits = gdv_u32_at(in, at);
    float number = 0.0f;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline double gdv_checking_double(const gdv_cursor *in, uint32_t at)
{
    const uint64_t bits = gdv_u64_at(in, at);
    double number = 0.0;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Whether each component of a vector is in the range of its rule. Requires a node of the rule's type. */
bool gdv_math_passes(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node);

/* Whether a value that gdv_plain_passes did not let pass is as a rule that asks for nothing inside it, every kind from
 * NIL to STRINGS, and what is wrong. Linear in its bytes. */
gdv_status gdv_check_leaf(gdv_checking *check, uint32_t rule, uint32_t node);

/* Whether a text at an offset is as a TEXT rule has it, its type aside: GDV_OK or what is wrong; *count becomes its
 * length where that is wrong. Linear in the text. */
gdv_status gdv_check_text(const gdv_checking *check, const gdv_rule *rule, uint32_t at, uint32_t size, uint64_t *count);

/* Which rule of a union a value is of, *rule becomes it; and which packet the packet is. Linear in the pairs of a
 * dictionary. */
gdv_status gdv_choose(gdv_checking *check, uint32_t *rule, uint32_t node);
gdv_status gdv_choose_packet(gdv_checking *check, uint32_t *packet);

/* Whether every value is as its rule has it, the outermost as that of the packet; match->values become the nodes of
 * fields. Linear in the nodes. */
gdv_status gdv_check_walk(gdv_checking *check, uint32_t packet, gdv_match *match);

/* Whether each argument of a call is as the parameter of its place has it: values that follow one another, with no
 * container around them. Requires no more of them than parameters. Linear in the nodes. */
gdv_status gdv_check_arguments(gdv_checking *check, uint32_t method, gdv_match *match);

/* gdv_check_leaf for a bool or an int in its short form, and a rule of any kind. */
gdv_status gdv_check_short(gdv_checking *check, uint32_t rule, uint32_t node);

/* Notes in a fault of gdv_check_walk which key is missing: the first field that a RECORD demands and a dictionary
 * lacks. In one pass over its pairs, as there may be as many fields as pairs; and not in the walk, whose stack it would
 * add to. */
GDV_COLD void gdv_check_missing(gdv_checking *check);

/* Whether the packet keeps the limits that the schema sets for it; and whether values keep those of the schema itself,
 * which nobody may have made the policy's before they were read. Linear in the nodes. */
gdv_status gdv_check_limits(gdv_checking *check, uint32_t packet);
gdv_status gdv_check_schema_limits(gdv_checking *check);

#endif
