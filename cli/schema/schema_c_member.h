/* SPDX-License-Identifier: MIT */
/* What a struct of C holds of a packet: a member for each field, by the kind of its rule. */
#ifndef GDV_CLI_SCHEMA_C_MEMBER_H
#define GDV_CLI_SCHEMA_C_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "c_text.h"
#include "schema_c_name.h"
#include "schema_file.h"

typedef enum c_kind {
    C_CONSTANT, /* one value alone passes: no member */
    C_BOOL,
    C_INT,    /* int64_t */
    C_FLOAT,  /* double */
    C_NUMBER, /* double, and whether it is an int */
    C_TEXT,   /* gdv_text */
    C_INTS,   /* int32_t of each component */
    C_FLOATS, /* double of each component */
    C_BYTES,  /* pointer and size */
    C_PACKED, /* gdv_numbers */
    C_STRUCT, /* RECORD or TUPLE whose fields a match keeps */
    C_VALUE   /* gdv_value: all else */
} c_kind;

/* A field of a RECORD or TUPLE, or the one value of a packet that is neither. */
typedef struct c_member {
    c_kind kind;
    uint32_t rule;
    uint32_t line;
    uint32_t value; /* number in the match; GDV_NONE for the packet itself */
    uint32_t base;  /* of what is in it */
    bool optional;
    bool has_text; /* the key is a text */
    bool has_number;
    gdv_text key;
    int64_t number;
    char name[C_NAME_SIZE];
} c_member;

/* What all parts of the generator share. */
typedef struct c_maker {
    const gdv_schema *schema;
    const schema_file *files;
    char stem[C_NAME_SIZE];       /* begins what is there once for a schema */
    char before[C_NAME_SIZE + 1]; /* what stands before the names of packets: "", or a prefix and _ */
    uint32_t needs;               /* C_NEED_ of the helpers that are called */
    c_names names;                /* of the files' scope */
} c_maker;

#define C_NEED_NUMBER 0x01u
#define C_NEED_INTS 0x02u
#define C_NEED_FLOATS 0x04u
#define C_NEED_BYTES 0x08u
#define C_NEED_PACKED 0x10u
#define C_NEED_VALUE 0x20u
#define C_NEED_PAIRS 0x40u
#define C_NEED_ELEMENTS 0x80u
#define C_NEED_PUT_NUMBER 0x100u
#define C_NEED_ROOM 0x200u
#define C_NEED_NUMBERS 0x400u
#define C_NEED_PUT_FLOATS 0x800u

/* Whether a rule is one whose fields become members; whether more than those may be there. */
bool c_has_fields(const gdv_rule *rule);
bool c_is_open(const gdv_rule *rule);

/* Fields of a rule that has some. */
uint32_t c_field_count(const gdv_rule *rule);

/* Field `index` of a rule whose values begin at `base`; the packet itself where it has no fields. Its name is left empty
 * where it has none, or none in C. */
void c_member_of_field(const c_maker *maker, uint32_t rule, uint32_t base, uint32_t index, c_member *member);
void c_member_of_packet(const c_maker *maker, uint32_t packet, c_member *member);

/* What each component of a vector is, or of an element of a packed array; how many a vector has. And whether they have a form in 64 bits. */
gdv_component c_component(const c_maker *maker, const gdv_rule *rule);
uint32_t c_components(const c_maker *maker, const gdv_rule *rule);
bool c_has_wide(const c_maker *maker, const gdv_rule *rule);

/* "GDV_TYPE_VECTOR3". */
const char *c_type_enum(uint8_t type);

/* The name of a packet as part of names in C; false where it is none. */
bool c_packet_part(const c_maker *maker, uint32_t packet, char name[C_NAME_SIZE]);

/* One line on standard error about a line of the schema: "FILE:LINE: packet NAME: ..". Returns false. */
bool c_refuse(const c_maker *maker, uint32_t packet, uint32_t line, const char *format, ...) PRINTF_LIKE(4, 5);

/* ---- the parts. Each adds what it makes to a text. */

/* The comment on top of a file. */
void c_put_head(const c_maker *maker, c_text *to, const char *about);

/* A function's declaration, without what closes it. */
typedef enum c_function { C_FROM_MATCH, C_FROM_PACKET, C_TO_PACKET } c_function;
void c_put_prototype(const c_maker *maker, c_text *to, c_function which, uint32_t packet);

/* The struct of a packet; false, having complained, where two of its members would have one name. */
bool c_put_struct(c_maker *maker, c_text *to, uint32_t packet);

/* The statements that fill `to` from `match`, and those that write `from`. */
void c_put_fill(c_maker *maker, c_text *to, uint32_t packet);
void c_put_write(c_maker *maker, c_text *to, uint32_t packet);

/* The functions that those call. */
void c_put_helpers(const c_maker *maker, c_text *to);

/* The whole source, which includes the header of that name with .h after it. */
void c_put_source(c_maker *maker, c_text *to, const char *header);

#endif
