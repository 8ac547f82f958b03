/* SPDX-License-Identifier: MIT */
/* Internal: the compiled form of a schema, as it lies in memory: a header, then its tables, each at a multiple of eight
 * bytes from the header, in the order of gdv_form_part. gdv_schema_load checks all that is said here; gdv_rule of
 * schema.h says what each kind of rule has where.
 *
 *      rules     rules[0 .. packets - 1] are those of the packets; which one a packet is, the header's root says
 *      fields    of RECORD and TUPLE
 *      packets
 *      texts     names, keys, members: a place in the pool each, closed by NUL there
 *      slots     hash tables of texts, one for each rule that has texts
 *      refs      rules, by number
 *      numbers   members of sets: ints as two's complement; doubles by their bits. A set of floats has its number_count
 *                doubles and then, in the same order, the nearest floats of them as doubles (what a client with 32 bits
 *                sends). A set of a NUMBER is one of floats.
 *      pool      bytes */
#ifndef GDV_FORM_H
#define GDV_FORM_H

#include <stdint.h>

#include <gdv/schema.h>

#define GDV_FORM_MARK 0x46564447u /* "GDVF" where the low byte comes first */
#define GDV_FORM_VERSION 1u

typedef enum gdv_form_part {
    GDV_FORM_RULES,
    GDV_FORM_FIELDS,
    GDV_FORM_PACKETS,
    GDV_FORM_TEXTS,
    GDV_FORM_SLOTS,
    GDV_FORM_REFS,
    GDV_FORM_NUMBERS,
    GDV_FORM_POOL,
    GDV_FORM_PARTS
} gdv_form_part;

typedef struct gdv_form_table {
    uint32_t offset; /* of the header; a multiple of 8, not before the end of the table before it */
    uint32_t count;
} gdv_form_table;

typedef struct gdv_form {
    uint32_t mark;
    uint32_t version;
    uint32_t size; /* of the whole form, a multiple of 8 */
    uint32_t dialect;
    uint32_t root; /* first of GDV_TYPE_COUNT refs: by canonical type of the packet's value a packet, or a TAGGED or LED
                         rule whose refs are packets and not RECORDs and TUPLEs; or GDV_NONE */
    uint32_t sources; /* first of source_count texts: names of the texts that it was compiled from */
    uint32_t source_count;
    uint32_t max_bytes; /* limits of the schema, as those of a gdv_rule_packet: 0 for none */
    uint32_t max_depth; /* 1 + the limit */
    uint32_t max_values;
    uint32_t max_elements;
    uint32_t max_string;
    gdv_form_table tables[GDV_FORM_PARTS];
} gdv_form;

typedef struct gdv_form_text {
    uint32_t at; /* in the pool */
    uint32_t size;
} gdv_form_text;

/* A place of a hash table. A text's place is its hash modulo 1 << bits, or the nearest free one after it, around the
 * end; no text lies more than GDV_FORM_PROBES - 1 places after its own, so that a lookup takes constant time: compilers
 * choose `seed` and `bits` so. At least one slot is free. */
typedef struct gdv_form_slot {
    uint32_t hash;
    uint32_t entry; /* 1 + number of the text, counted from the rule's first; 0: free */
} gdv_form_slot;

#define GDV_FORM_PROBES 8u

/* What a form may have at most. */
#define GDV_FORM_MAX_SIZE 0x4000000u /* 64 MiB, so that no sum of two sizes wraps */
#define GDV_FORM_MAX_RULES 0xffffu
#define GDV_FORM_MAX_FIELDS 0x7fffu /* of one rule */
#define GDV_FORM_MAX_BITS 20u

/* The hash of a text in a table of that seed: a number for text_hash.c and for what looks it up. */
uint32_t gdv_form_hash(uint32_t seed, const char *bytes, uint32_t size);

/* Range ends in 32 bits: the greatest float that is not above `number`, and the least that is not below it. A finite number
 * gives a finite one, the furthest if need be. Require no NaN. */
float gdv_float_below(double number);
float gdv_float_above(double number);

#endif
