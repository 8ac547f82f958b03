/* SPDX-License-Identifier: MIT */
/* A schema written in C, for those who want no text: a table of fields for each packet, from which a compiled form is made
 * (schema.h), and by which a packet that passed the check fills a struct.
 *
 *      typedef struct move {
 *          int64_t seq;
 *          double pos[3];
 *          bool jump;
 *          bool has_jump;
 *      } move;
 *
 *      static const gdv_field move_fields[] = {
 *          GDV_FIELD_LITERAL("type", "move"),
 *          GDV_FIELD_INT("seq", 0, INT64_MAX, offsetof(move, seq)),
 *          GDV_FIELD_VECTOR("pos", GDV_TYPE_VECTOR3, -4096, 4096, offsetof(move, pos)),
 *          GDV_FIELD_BOOL_OR_NONE("jump", offsetof(move, jump), offsetof(move, has_jump)),
 *      };
 *      static const gdv_field_table packets[] = {{"move", move_fields, 4}};
 *
 *      static uint64_t memory[512];
 *      gdv_schema schema;
 *      if (gdv_schema_from_fields(packets, 1, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, NULL) == GDV_OK) ..
 *
 *      move moved;
 *      if (gdv_schema_check(&schema, bytes, size, NULL, nodes, capacity, &match, NULL) == GDV_OK &&
 *          gdv_match_fill(&match, &packets[match.packet], &moved, sizeof moved) == GDV_OK) ..
 *
 * A packet is a dictionary with these keys and no others. Several are told apart by a key for which each has a literal of
 * its own. Reports name the packet, and as line which of its fields it is, from 1. */
#ifndef GDV_SCHEMA_FIELDS_H
#define GDV_SCHEMA_FIELDS_H

#include <float.h>

#include "schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In place of an offset: the value is checked and not stored. */
#define GDV_NOT_STORED ((size_t)-1)

/* One key of a packet. The macros below fill it. */
typedef struct gdv_field {
    const char *key;
    const char *literal; /* TEXT: the one text that passes, or NULL */
    uint8_t kind;        /* gdv_rule_kind: ANY, BOOL, INT, FLOAT, NUMBER, TEXT, VALUE, MATH, BYTES, PACKED */
    uint8_t type;        /* gdv_type: VALUE, MATH, PACKED */
    uint16_t flags;      /* TEXT: GDV_RULE_CHARS, _STRING, _NAME (both for neither), _ASCII, _PRINTABLE, _IDENTIFIER;
                            FLOAT, NUMBER, MATH, PACKED: GDV_RULE_NONFINITE */
    uint32_t least;      /* TEXT, BYTES, PACKED: bytes, code points, elements */
    uint32_t most;
    int64_t lowest; /* INT, BOOL */
    int64_t highest;
    double low; /* FLOAT, NUMBER, MATH, PACKED: of ints the whole numbers between them */
    double high;
    size_t offset;  /* in the struct; GDV_NOT_STORED */
    size_t present; /* of a bool, for a key that need not be there; GDV_NOT_STORED for one that must */
} gdv_field;

#define GDV_FIELD_OF(key, literal, kind, type, flags, least, most, lowest, highest, low, high, offset, present)        \
    {key, literal, GDV_RULE_##kind, type, flags, least, most, lowest, highest, low, high, offset, present}

/* In place of an end of a range of floats: the furthest finite number, or infinity with GDV_RULE_NONFINITE. */
#define GDV_NO_END DBL_MAX

/* What is stored where: a bool; an int64_t; a double; a gdv_text, which points into the packet; as many doubles as the
 * type has components, ints too; a gdv_numbers; a gdv_value. */
#define GDV_FIELD_BOOL(key, offset) GDV_FIELD_BOOL_OR_NONE(key, offset, GDV_NOT_STORED)
#define GDV_FIELD_INT(key, lowest, highest, offset) GDV_FIELD_INT_OR_NONE(key, lowest, highest, offset, GDV_NOT_STORED)
#define GDV_FIELD_FLOAT(key, low, high, offset) GDV_FIELD_FLOAT_OR_NONE(key, low, high, offset, GDV_NOT_STORED)
#define GDV_FIELD_NUMBER(key, low, high, offset) GDV_FIELD_NUMBER_OR_NONE(key, low, high, offset, GDV_NOT_STORED)
#define GDV_FIELD_TEXT(key, least, most, flags, offset)                                                                \
    GDV_FIELD_TEXT_OR_NONE(key, least, most, flags, offset, GDV_NOT_STORED)
#define GDV_FIELD_LITERAL(key, text)                                                                                   \
    GDV_FIELD_OF(key, text, TEXT, 0, 0, 0, UINT32_MAX, INT64_MIN, INT64_MAX, -GDV_NO_END, GDV_NO_END, GDV_NOT_STORED,  \
                 GDV_NOT_STORED)
#define GDV_FIELD_VECTOR(key, type, low, high, offset)                                                                 \
    GDV_FIELD_VECTOR_OR_NONE(key, type, low, high, offset, GDV_NOT_STORED)
#define GDV_FIELD_PACKED(key, type, least, most, low, high, offset)                                                    \
    GDV_FIELD_PACKED_OR_NONE(key, type, least, most, low, high, offset, GDV_NOT_STORED)
#define GDV_FIELD_BYTES(key, least, most, offset) GDV_FIELD_BYTES_OR_NONE(key, least, most, offset, GDV_NOT_STORED)
#define GDV_FIELD_VALUE(key, type, offset) GDV_FIELD_VALUE_OR_NONE(key, type, offset, GDV_NOT_STORED)
#define GDV_FIELD_ANY(key, offset) GDV_FIELD_ANY_OR_NONE(key, offset, GDV_NOT_STORED)

/* For a key that need not be there: `present` is the offset of a bool that says whether it was. */
#define GDV_FIELD_BOOL_OR_NONE(key, offset, present)                                                                   \
    GDV_FIELD_OF(key, NULL, BOOL, 0, 0, 0, UINT32_MAX, 0, 1, -GDV_NO_END, GDV_NO_END, offset, present)
#define GDV_FIELD_INT_OR_NONE(key, lowest, highest, offset, present)                                                   \
    GDV_FIELD_OF(key, NULL, INT, 0, 0, 0, UINT32_MAX, lowest, highest, -GDV_NO_END, GDV_NO_END, offset, present)
#define GDV_FIELD_FLOAT_OR_NONE(key, low, high, offset, present)                                                       \
    GDV_FIELD_OF(key, NULL, FLOAT, 0, 0, 0, UINT32_MAX, INT64_MIN, INT64_MAX, low, high, offset, present)
#define GDV_FIELD_NUMBER_OR_NONE(key, low, high, offset, present)                                                      \
    GDV_FIELD_OF(key, NULL, NUMBER, 0, 0, 0, UINT32_MAX, INT64_MIN, INT64_MAX, low, high, offset, present)
#define GDV_FIELD_TEXT_OR_NONE(key, least, most, flags, offset, present)                                               \
    GDV_FIELD_OF(key, NULL, TEXT, 0, flags, least, most, INT64_MIN, INT64_MAX, -GDV_NO_END, GDV_NO_END, offset, present)
#define GDV_FIELD_VECTOR_OR_NONE(key, type, low, high, offset, present)                                                \
    GDV_FIELD_OF(key, NULL, MATH, type, 0, 0, UINT32_MAX, INT64_MIN, INT64_MAX, low, high, offset, present)
#define GDV_FIELD_PACKED_OR_NONE(key, type, least, most, low, high, offset, present)                                   \
    GDV_FIELD_OF(key, NULL, PACKED, type, 0, least, most, INT64_MIN, INT64_MAX, low, high, offset, present)
#define GDV_FIELD_BYTES_OR_NONE(key, least, most, offset, present)                                                     \
    GDV_FIELD_OF(key, NULL, BYTES, 0, 0, least, most, INT64_MIN, INT64_MAX, -GDV_NO_END, GDV_NO_END, offset, present)
#define GDV_FIELD_VALUE_OR_NONE(key, type, offset, present)                                                            \
    GDV_FIELD_OF(key, NULL, VALUE, type, 0, 0, UINT32_MAX, INT64_MIN, INT64_MAX, -GDV_NO_END, GDV_NO_END, offset,      \
                 present)
#define GDV_FIELD_ANY_OR_NONE(key, offset, present)                                                                    \
    GDV_FIELD_OF(key, NULL, ANY, 0, 0, 0, UINT32_MAX, INT64_MIN, INT64_MAX, -GDV_NO_END, GDV_NO_END, offset, present)

/* One packet. */
typedef struct gdv_field_table {
    const char *name;
    const gdv_field *fields;
    size_t count;
} gdv_field_table;

/* Packets there may be, and fields of a packet: as many as a match keeps values. */
#define GDV_FIELDS_MOST GDV_MATCH_VALUES

/* Makes a schema of tables, in memory[0 .. size-1], aligned to 8; NULL with size 0 measures: GDV_E_NO_SPACE with
 * error->need. Returns GDV_OK; GDV_E_SCHEMA_SYNTAX where a table is no schema: two packets that are not told apart, a key
 * twice, a range without numbers, a type that the dialect lacks, a kind or flags that are not above, a literal that is no
 * text; GDV_E_NO_SPACE;
 * GDV_E_BAD_ARGUMENT (a region or name that is NULL), GDV_E_BAD_DIALECT, GDV_E_BAD_STRUCT, GDV_E_OVERLAP of what is
 * written. error may be NULL. On failure the schema is empty. */
GDV_API GDV_NODISCARD gdv_status gdv_schema_from_fields(const gdv_field_table *tables, size_t count,
                                                        gdv_dialect dialect, void *memory, size_t size,
                                                        gdv_schema *schema, gdv_schema_error *error);

/* Fills to[0 .. size-1] with the values of a match, by the table of its packet. What is not there becomes 0, an empty text
 * or a missing value; bytes that no field names are left alone. Constant time a field; nothing is looked up. A gdv_value
 * that is stored is one of the match, a gdv_text and gdv_numbers are of the packet: both must outlive the struct.
 *
 * Returns GDV_OK; GDV_E_OUT_OF_RANGE where a field's value would lie outside: then all others are as if nothing were
 * there; and, with nothing written, GDV_E_MISSING where the match has no packet or fewer fields than the table,
 * GDV_E_BAD_ARGUMENT (NULL, nowhere, more than GDV_FIELDS_MOST), GDV_E_OVERLAP. */
GDV_API GDV_NODISCARD gdv_status gdv_match_fill(const gdv_match *match, const gdv_field_table *table, void *to,
                                                size_t size);

#ifdef __cplusplus
}
#endif

#endif
