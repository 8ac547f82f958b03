/* SPDX-License-Identifier: MIT */
/* Internal: a schema between its text and its compiled form. The parser fills the draft twice: first it only counts, so
 * that the memory can be shared out (layout.c), then it writes. Names are bound and unions told apart in the draft
 * (bind.c, unions.c); emit.c makes the form of it. */
#ifndef GDV_SCHEMA_DRAFT_H
#define GDV_SCHEMA_DRAFT_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/schema.h>

#include "compiled.h"
#include "diagnosis.h"

/* What an entry lists. Values that stand for themselves last: they become sets. */
typedef enum gdv_entry_kind {
    GDV_ENTRY_RULE, /* an alternative or element that is no such value */
    GDV_ENTRY_NIL,
    GDV_ENTRY_BOOL,
    GDV_ENTRY_INT, /* an int, or a field whose key is one */
    GDV_ENTRY_FLOAT,
    GDV_ENTRY_TEXT, /* a text, or a field whose key is one */
    GDV_ENTRY_KINDS
} gdv_entry_kind;

/* Seeds that are tried for a hash table. Each does for most texts; for which none does, was made for that. */
#define GDV_DRAFT_SEEDS 64u

/* In place of the number of a rule: the number of a reference, which is a name that is not yet bound. */
#define GDV_REFERENCE 0x80000000u

/* The most texts: as many as a set of bits can hold. */
#define GDV_DRAFT_SOURCES 64u

/* A line of a list: field of a record, element of a tuple, alternative of a union, member of a set, tag, named type. */
typedef struct gdv_listed {
    uint64_t number; /* of an int, or the bits of a float */
    gdv_place place;
    uint32_t operand; /* rule or reference */
    uint32_t at;      /* of a text: where it is in the pool */
    uint32_t size;
    uint8_t kind;   /* gdv_entry_kind */
    uint8_t flags;  /* GDV_FIELD_ */
    uint16_t value; /* of a field: where a match keeps it */
} gdv_listed;

/* How far a rule is bound. */
typedef enum gdv_progress { GDV_PROGRESS_NONE, GDV_PROGRESS_BEGUN, GDV_PROGRESS_DONE } gdv_progress;

/* A rule. `first` and `count` of `form` are its entries, `number_count` of them numbers: fields, elements, members, tags;
 * alternatives of a UNION until those are joined, and then `first` is its GDV_TYPE_COUNT refs. `key` and `value` may be
 * references until names are bound; `key` of a TAGGED is the field that has the tag. */
typedef struct gdv_draft_rule {
    gdv_rule form;
    uint32_t column;
    uint32_t number; /* in the form */
    uint32_t parent; /* while rules are visited: the one it was reached from, and which of its own is next */
    uint32_t next;
    uint32_t progress; /* gdv_progress */
    bool recurs;       /* of a union: an alternative of it contains it */
} gdv_draft_rule;

/* A name that stands for a type, in the text that declares or uses it. */
typedef struct gdv_reference {
    gdv_place place;
    uint32_t at; /* in the text */
    uint32_t size;
    uint32_t operand; /* once bound: the rule */
} gdv_reference;

/* How many there are of each. While the parser counts this is all there is. */
typedef struct gdv_draft_counts {
    uint32_t rules;
    uint32_t entries;
    uint32_t pending; /* most entries at once whose list is still open */
    uint32_t references;
    uint32_t types;
    uint32_t packets; /* and methods */
    uint32_t scripts;
    uint32_t methods;
    uint32_t pool;
    uint32_t unions;
    uint32_t alternatives; /* of all unions, packets not */
    uint32_t values;       /* that stand for themselves: literals */
    uint32_t slots;        /* of hash tables of records and sets */
    uint32_t texts;        /* keys and members */
    uint32_t numbers;      /* of keys and sets */
} gdv_draft_counts;

typedef struct gdv_draft {
    const gdv_schema_source *sources;
    uint32_t source_count;
    gdv_dialect dialect;
    const struct gdv_wire_table *table;
    bool counting; /* nothing is written but counts */
    gdv_draft_counts counts;
    gdv_draft_counts most; /* what memory was shared out for, once the parser has counted */
    gdv_draft_rule *rules;
    gdv_listed *entries; /* of lists that are closed */
    gdv_listed *pending; /* of those still open, one list after another */
    uint32_t open;       /* how many are pending */
    uint32_t *order;     /* of the texts of each list: their entries, ascending */
    gdv_reference *references;
    gdv_listed *types;
    uint32_t *type_order; /* ascending by name; before that of packets, and of scripts */
    gdv_rule_packet *packets;
    gdv_listed *packet_entries; /* name, rule and place of each */
    gdv_rule_script *scripts;   /* their texts are not yet numbered */
    gdv_listed *script_entries; /* name and place of each; `number` bytes of the pool from `operand` on are its paths */
    uint32_t *methods;          /* packets, by script, table and name */
    uint8_t *pool;
    uint32_t *refs; /* of bound unions, the root's first */
    uint32_t ref_count;
    gdv_rule_packet limits; /* of the schema */
    gdv_place limits_place;
    uint32_t scope;       /* text of the type or packet that is being declared */
    uint32_t scope_flags; /* GDV_RULE_OF_PACKET */
    gdv_mistake fault;
} gdv_draft;

/* Notes what is wrong; returns false. */
bool gdv_draft_fails(gdv_draft *draft, gdv_mistake_kind kind, gdv_place place);

/* A rule of that kind, of no range and no length but the whole ones. */
gdv_rule gdv_draft_plain(gdv_rule_kind kind);

/* Adds a rule, and returns its number. Its name becomes that of what is being declared. */
uint32_t gdv_draft_add(gdv_draft *draft, const gdv_rule *rule, gdv_place place);

/* Whether a rule lists the parameters of a method: no other TUPLE has names. */
bool gdv_draft_has_parameters(const gdv_draft *draft, const gdv_rule *rule);

/* Puts an entry at the end of the lists that are still open. */
void gdv_draft_push(gdv_draft *draft, const gdv_listed *entry);

/* Takes the last `count` entries from there, and returns where in `entries` they are now. */
uint32_t gdv_draft_close(gdv_draft *draft, uint32_t count);

/* Of the last `count` entries those of one kind, of which there are `taken`. Takes these alone. */
uint32_t gdv_draft_take(gdv_draft *draft, uint32_t count, uint32_t taken, uint8_t kind);

/* Adds `size` bytes of text and a NUL to the pool; returns where they are. */
uint32_t gdv_draft_text(gdv_draft *draft, const uint8_t *bytes, uint32_t size);

/* Adds what a string means; returns where it is. Requires a string of that text. */
uint32_t gdv_draft_string(gdv_draft *draft, const uint8_t *text, const gdv_lexeme *string);

/* Slots of a hash table of `count` texts: 1 << bits, the least that is two for each of up to 16 texts, eight for each of
 * up to 256, sixteen for each of more, or 1 << GDV_FORM_MAX_BITS: so that a few seeds suffice to find one by which no
 * text lies far from its place. */
uint32_t gdv_draft_bits(uint32_t count);

/* Fills a hash table of so many bits, and returns the seed that does: of GDV_DRAFT_SEEDS the first by which no text lies
 * far from its place. Where none does, the last; gdv_schema_load refuses that. */
uint32_t gdv_draft_seed(gdv_form_slot *slots, uint32_t bits, const gdv_form_text *texts, uint32_t count,
                        const char *pool);

#endif
