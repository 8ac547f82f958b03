/* SPDX-License-Identifier: MIT */
/* Structs that a match fills: each kind of value where it is, at the ends of its range and where it is missing; structs
 * that end with their last field; and what is read meanwhile, which may not lie there, to the byte. Promises 3 and 6. */
#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/schema_fields.h>

#include "tests/support/calls.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* A packet that passed the check, in blocks of exactly its size. */
typedef struct passed {
    written made;
    gdv_node *nodes;
    size_t count;
    gdv_match match;
} passed;

static void pass(passed *of, const gdv_field_table *single, const char *calls)
{
    static uint64_t memory[8192];
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    cr_assert_eq(gdv_schema_from_fields(single, 1, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, &error),
                 GDV_OK, "%s", error.message);
    of->made = written_by(GDV_DIALECT_GODOT4_4, NULL, calls);
    of->count = gdv_document_bound(of->made.made.size);
    of->nodes = malloc(of->count * sizeof *of->nodes);
    of->match.struct_size = sizeof of->match;
    cr_assert_eq(gdv_schema_check(&schema, of->made.made.bytes, of->made.made.size, NULL, of->nodes, of->count,
                                  &of->match, NULL),
                 GDV_OK, "%s", calls);
}

static void drop(passed *of)
{
    packet_free(&of->made.made);
    free(of->nodes);
}

typedef struct ends {
    int64_t least;
    int64_t most;
    double number;
    double cells[2];
    double wide[1];
    bool last;
} ends;

static const gdv_field end_fields[] = {
    GDV_FIELD_INT("least", INT64_MIN, INT64_MAX, offsetof(ends, least)),
    GDV_FIELD_INT("most", INT64_MIN, INT64_MAX, offsetof(ends, most)),
    GDV_FIELD_NUMBER("number", -GDV_NO_END, GDV_NO_END, offsetof(ends, number)),
    GDV_FIELD_VECTOR("cells", GDV_TYPE_VECTOR2I, -GDV_NO_END, GDV_NO_END, offsetof(ends, cells)),
    GDV_FIELD_FLOAT("wide", -GDV_NO_END, GDV_NO_END, offsetof(ends, wide)),
    GDV_FIELD_BOOL("last", offsetof(ends, last)),
};
static const gdv_field_table end_table = {"ends", end_fields, COUNT_OF(end_fields)};

#define ENDS                                                                                                           \
    "dict str=least int=-9223372036854775808 str=most int=9223372036854775807 str=number int=-9007199254740992 "       \
    "str=cells i32=Vector2i,-2147483648,2147483647 str=wide float=-1.7976931348623157e308 str=last true end"

Test(field_fill, numbers_at_the_ends_of_their_ranges)
{
    passed of;
    ends filled;
    pass(&of, &end_table, ENDS);
    memset(&filled, 0x5a, sizeof filled);
    cr_assert_eq(gdv_match_fill(&of.match, &end_table, &filled, sizeof filled), GDV_OK);
    cr_expect(filled.least == INT64_MIN && filled.most == INT64_MAX && filled.number == -9007199254740992.0);
    cr_expect(filled.cells[0] == -2147483648.0 && filled.cells[1] == 2147483647.0);
    cr_expect(filled.wide[0] == -GDV_NO_END && filled.last);
    drop(&of);
}

/* One field, in a struct that ends with it, and in one that has a byte less. */
Test(field_fill, structs_end_with_their_last_field)
{
    static const struct {
        gdv_field field;
        const char *calls;
        size_t size;
    } rows[] = {
        {GDV_FIELD_BOOL("f", 0), "dict str=f true end", sizeof(bool)},
        {GDV_FIELD_INT("f", 0, 9, 8), "dict str=f int=5 end", 8 + sizeof(int64_t)},
        {GDV_FIELD_FLOAT("f", 0, 9, 0), "dict str=f float=5 end", sizeof(double)},
        {GDV_FIELD_VECTOR("f", GDV_TYPE_VECTOR3, 0, 9, 0), "dict str=f f32=Vector3,1,2,3 end", 3 * sizeof(double)},
        {GDV_FIELD_VECTOR("f", GDV_TYPE_VECTOR3, 0, 9, 8), "dict str=f f32=Vector3,1,2,3 end", 4 * sizeof(double)},
        {GDV_FIELD_TEXT("f", 0, 9, 0, 0), "dict str=f str=abc end", sizeof(gdv_text)},
        {GDV_FIELD_PACKED("f", GDV_TYPE_PACKED_INT32_ARRAY, 0, 9, 0, 9, 0), "dict str=f i32=PackedInt32Array,1 end",
         sizeof(gdv_numbers)},
        {GDV_FIELD_ANY("f", 8), "dict str=f nil end", 8 + sizeof(gdv_value)},
        {GDV_FIELD_BOOL_OR_NONE("f", GDV_NOT_STORED, 3), "dict end", 3 + sizeof(bool)},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_field_table single = {"only", &rows[index].field, 1};
        passed of;
        pass(&of, &single, rows[index].calls);
        uint8_t *whole = malloc(rows[index].size);
        cr_expect_eq(gdv_match_fill(&of.match, &single, whole, rows[index].size), GDV_OK, "row %zu", index);
        free(whole);
        uint8_t *less = malloc(rows[index].size);
        memset(less, 0x5a, rows[index].size);
        cr_expect_eq(gdv_match_fill(&of.match, &single, less, rows[index].size - 1), GDV_E_OUT_OF_RANGE, "row %zu",
                     index);
        for (size_t at = 0; at < rows[index].size; at += 1) {
            cr_expect_eq(less[at], 0x5a, "row %zu: byte %zu", index, at); /* it alone has no room */
        }
        free(less);
        drop(&of);
    }
}

/* A table without fields fills nothing; one in memory as large as half of all may be, if nothing that is read is there. */
Test(field_fill, nothing_and_nearly_everything)
{
    static const gdv_field nothing[] = {GDV_FIELD_ANY_OR_NONE("f", GDV_NOT_STORED, GDV_NOT_STORED)};
    const gdv_field_table some = {"some", nothing, 1};
    const gdv_field_table none = {"none", NULL, 0};
    struct {
        uint8_t to[8];
        gdv_match match;
    } one;
    passed of;
    pass(&of, &some, "dict str=f nil end");
    memset(&one, 0, sizeof one);
    one.match = of.match;
    cr_expect_eq(gdv_match_fill(&one.match, &none, one.to, sizeof one.to), GDV_OK);
    cr_expect_eq(gdv_match_fill(&one.match, &none, one.to, (size_t)(~(uintptr_t)one.to / 2 + 1)), GDV_E_OVERLAP);
    cr_expect_eq(gdv_match_fill(&one.match, &none, one.to, (size_t)(~(uintptr_t)one.to + 1)), GDV_E_BAD_ARGUMENT);
    drop(&of);
}

/* As many fields as a match has values. */
Test(field_fill, as_many_fields_as_there_may_be)
{
    static gdv_field fields[GDV_FIELDS_MOST + 1];
    static char keys[GDV_FIELDS_MOST][8];
    static char calls[GDV_FIELDS_MOST * 24];
    static int64_t filled[GDV_FIELDS_MOST];
    size_t length = (size_t)snprintf(calls, sizeof calls, "dict");
    for (uint32_t index = 0; index < GDV_FIELDS_MOST; index += 1) {
        (void)snprintf(keys[index], sizeof keys[index], "k%u", index);
        fields[index] = (gdv_field)GDV_FIELD_INT(keys[index], 0, 999, index * sizeof filled[0]);
        length += (size_t)snprintf(calls + length, sizeof calls - length, " str=k%u int=%u", index, index + 1);
    }
    (void)snprintf(calls + length, sizeof calls - length, " end");
    fields[GDV_FIELDS_MOST] = fields[0];
    gdv_field_table single = {"many", fields, GDV_FIELDS_MOST};
    passed of;
    pass(&of, &single, calls);
    cr_expect_eq(gdv_match_fill(&of.match, &single, filled, sizeof filled), GDV_OK);
    for (uint32_t index = 0; index < GDV_FIELDS_MOST; index += 1) {
        cr_expect_eq(filled[index], index + 1);
    }
    single.count += 1;
    cr_expect_eq(gdv_match_fill(&of.match, &single, filled, sizeof filled), GDV_E_BAD_ARGUMENT);
    drop(&of);
}

/* The first and the last byte of each thing that is read, and the bytes before and after it, which are free. */
Test(field_fill, what_is_read_is_not_filled_to_the_byte)
{
    static const gdv_field nothing[] = {GDV_FIELD_ANY("f", GDV_NOT_STORED),
                                        GDV_FIELD_ANY_OR_NONE("g", GDV_NOT_STORED, 0)};
    struct {
        uint8_t before[8];
        gdv_match match;
        uint8_t after[8];
        gdv_field_table table;
        uint8_t last[8];
        gdv_field fields[2];
        uint8_t end[8];
    } of;
    passed from;
    const gdv_field_table single = {"two", nothing, 2};
    memset(&of, 0, sizeof of);
    pass(&from, &single, "dict str=f array nil nil end end");
    of.match = from.match;
    memcpy(of.fields, nothing, sizeof nothing);
    of.table = (gdv_field_table){"two", of.fields, 2};
    const gdv_document *document = &of.match.document;
    const struct {
        const void *bytes;
        size_t size;
    } rows[] = {{&of.match, sizeof of.match},
                {&of.table, sizeof of.table},
                {of.fields, sizeof of.fields},
                {document->bytes, document->size},
                {document->nodes, document->count * sizeof *document->nodes}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const uintptr_t first = (uintptr_t)rows[index].bytes;
        cr_expect_eq(gdv_match_fill(&of.match, &of.table, (void *)first, 1), GDV_E_OVERLAP, "row %zu", index);
        cr_expect_eq(gdv_match_fill(&of.match, &of.table, (void *)(first + rows[index].size - 1), 1), GDV_E_OVERLAP,
                     "row %zu", index);
        if (index < 3) {
            cr_expect_eq(gdv_match_fill(&of.match, &of.table, (void *)(first - 1), 1), GDV_OK, "row %zu", index);
            cr_expect_eq(gdv_match_fill(&of.match, &of.table, (void *)(first + rows[index].size), 1), GDV_OK, "row %zu",
                         index);
        }
    }
    drop(&from);
}
