/* SPDX-License-Identifier: MIT */
/* Internal: the compiled form of a schema, as it lies in memory: a header, then its tables, each at a multiple of eight
 * bytes from the header, in the order of gdv_form_part. gdv_schema_load checks all that is said here; gdv_rule of
 * schema.h says what each kind of rule has where.
 *
 *      rules     rules[0 .. packets - 1] are those of the packets; which one a packet is, the header's root says
 *      fields    of RECORD and TUPLE
 *      packets
 *      texts     names, keys, members, parameters: a place in the pool each, where a NUL follows the text. They may share
 *                bytes, but all of them together have at most GDV_FORM_TEXT_SHARE times the bytes of the form
 *      slots     hash tables of texts, one for each rule that has texts
 *      refs      rules, by number
 *      numbers   members of sets, keys and tags: ints as two's complement; doubles by their bits. A set of floats has its
 *                number_count doubles and then, in the same order, the nearest floats of them as doubles (what a client
 *                with 32 bits sends)
 *      scripts   with remote methods
 *      methods   packets by number: those of the first script's tables, each in the order of its ids, which is that of
 *                their names, then of the next. Each method is in one of them, once
 *      pool      bytes
 *
 * Fields, slots, refs and numbers belong to one rule each, in the order of the rules and without gaps: the first rule that
 * has fields has the first fields, the next one those after them, and so on. refs begin with the root's. Texts that are
 * keys, tags, members or parameters ascend with the rules too, and may have others between them; names lie anywhere. So a load takes
 * linear time, and every entry is checked as what its one owner reads.
 *
 * All ranges of all rules are proper: least <= most, lowest <= highest, low <= high, low32 and high32 as gdv_float_below
 * and gdv_float_above make them, all four finite where GDV_RULE_NONFINITE is not set. No end of a range means INT64_MIN,
 * INT64_MAX, -DBL_MAX and DBL_MAX, or with GDV_RULE_NONFINITE minus and plus infinity. */
#ifndef GDV_COMPILED_H
#define GDV_COMPILED_H

#include <stdint.h>

#include <gdv/schema.h>

#define GDV_FORM_MARK 0x46564447u /* "GDVF" where the low byte comes first */
#define GDV_FORM_VERSION 3u

typedef enum gdv_form_part {
    GDV_FORM_RULES,
    GDV_FORM_FIELDS,
    GDV_FORM_PACKETS,
    GDV_FORM_TEXTS,
    GDV_FORM_SLOTS,
    GDV_FORM_REFS,
    GDV_FORM_NUMBERS,
    GDV_FORM_SCRIPTS,
    GDV_FORM_METHODS,
    GDV_FORM_POOL,
    GDV_FORM_PARTS
} gdv_form_part;

/* Bytes of an entry of each part. */
extern const uint32_t gdv_form_widths[GDV_FORM_PARTS];

typedef struct gdv_form_table {
    uint32_t offset; /* of the header; a multiple of 8, not before the end of the table before it */
    uint32_t count;
} gdv_form_table;

typedef struct gdv_form {
    uint32_t mark;
    uint32_t version;
    uint32_t size; /* of the whole form, a multiple of 8 */
    uint32_t dialect;
    uint32_t root; /* 0: first of GDV_TYPE_COUNT refs: by canonical type of the packet's value a packet, or a TAGGED or
                      LED rule with GDV_RULE_ROOT, whose refs are packets of any kind; or GDV_NONE */
    uint32_t sources; /* first of source_count texts: names of the texts that it was compiled from */
    uint32_t source_count;
    uint32_t reserved;      /* so that the tables begin at a multiple of eight */
    gdv_rule_packet limits; /* of the schema; its name is GDV_NONE */
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

/* Texts that overlap are not refused, as a literal may be a member of a set and a tag of several unions. Were there no
 * bound, a form of 64 MiB could have four million texts of 32 MiB each, and to hash them all would take days. */
#define GDV_FORM_TEXT_SHARE 16u

/* Segments of a path at which a script can be: a compiler refuses more. */
#define GDV_MOST_SEGMENTS 64u

/* Bytes of such a path: no engine has one as long, and whoever hands in a size that is none is not followed there. */
#define GDV_MOST_PATH 0x10000u

#endif
