/* SPDX-License-Identifier: MIT */
/* Claims about versions: the library says those of its headers, as numbers and as text; the ABI is its version and the
 * depth; and struct_size detects: a structure of any other size is refused by every call that takes one, unwritten.
 * That a program of another ABI does not link or start is //ci:users_test. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define D GDV_DIALECT_GODOT4_4

Test(version, is_the_same_as_numbers_and_as_text)
{
    char text[48];
    snprintf(text, sizeof text, "%d.%d.%d", GDV_VERSION_MAJOR, GDV_VERSION_MINOR, GDV_VERSION_PATCH);
    cr_assert_str_eq(gdv_version_name(), text);
    cr_assert_str_eq(GDV_VERSION, text);
    cr_assert_eq(gdv_version(), GDV_VERSION_MAJOR * 1000000 + GDV_VERSION_MINOR * 1000 + GDV_VERSION_PATCH);
}

Test(version, can_be_compared_by_the_preprocessor)
{
#if GDV_VERSION_NUMBER >= 1000 && GDV_VERSION_NUMBER < 1000000000
    bool compared = true;
#else
    bool compared = false;
#endif
    cr_assert(compared);
    cr_assert_eq(gdv_version(), GDV_VERSION_NUMBER);
}

Test(abi, is_its_version_above_the_depth)
{
    cr_assert_eq(gdv_abi() >> 16, GDV_ABI_VERSION);
    cr_assert_eq(gdv_abi() & 0xffff, GDV_MAX_DEPTH);
    cr_assert_eq(gdv_abi(), GDV_ABI);
}

Test(abi, has_a_symbol_that_says_it_too)
{
    cr_assert_eq(GDV_ABI_SYMBOL, gdv_abi());
}

/* Calls with one structure of the size that it says; memory for twice as much is there. */
static const uint8_t nil[4] = {0};
static uint8_t scratch[64];

static gdv_status policy_checked(void *made)
{
    return gdv_policy_check(made);
}

static gdv_status validated_under(void *made)
{
    return gdv_validate(nil, 4, D, made, scratch, sizeof scratch, NULL, NULL);
}

static gdv_status document_under(void *made)
{
    gdv_document document;
    gdv_node nodes[4];
    return gdv_document_parse(&document, nil, 4, D, made, nodes, 4, NULL);
}

static gdv_status read_under(void *made)
{
    gdv_reader reader;
    return gdv_reader_init(&reader, nil, 4, D, made, scratch, sizeof scratch);
}

static gdv_status written_under(void *made)
{
    gdv_writer writer;
    uint8_t out[4];
    return gdv_writer_init(&writer, out, 4, D, made);
}

static gdv_status canonical_under(void *made)
{
    uint8_t out[4];
    size_t size;
    return gdv_canonicalize(nil, 4, D, made, scratch, sizeof scratch, out, 4, &size, NULL);
}

static gdv_status validated_to(void *made)
{
    return gdv_validate(nil, 4, D, NULL, scratch, sizeof scratch, made, NULL);
}

static gdv_status validated_why(void *made)
{
    return gdv_validate(nil, 4, D, NULL, scratch, sizeof scratch, NULL, made);
}

static gdv_status document_why(void *made)
{
    gdv_document document;
    gdv_node nodes[4];
    return gdv_document_parse(&document, nil, 4, D, NULL, nodes, 4, made);
}

static gdv_status canonical_why(void *made)
{
    uint8_t out[4];
    size_t size;
    return gdv_canonicalize(nil, 4, D, NULL, scratch, sizeof scratch, out, 4, &size, made);
}

static gdv_status read_why(void *made)
{
    gdv_reader reader;
    gdv_event event;
    cr_assert_eq(gdv_reader_init(&reader, nil, 4, D, NULL, scratch, sizeof scratch), GDV_OK);
    cr_assert_eq(gdv_reader_next(&reader, &event), GDV_OK);
    return gdv_reader_finish(&reader, made);
}

static gdv_status written_why(void *made)
{
    gdv_writer writer;
    uint8_t out[4];
    cr_assert_eq(gdv_writer_init(&writer, out, 4, D, NULL), GDV_OK);
    return gdv_writer_report(&writer, made);
}

static gdv_status framed(void *made)
{
    gdv_framer framer;
    return gdv_framer_init(&framer, scratch, sizeof scratch, made);
}

typedef struct {
    const char *name;
    gdv_status (*call)(void *made);
    size_t size;
    gdv_status refusal;
} row;

static const row rows[] = {
    {"gdv_policy_check", policy_checked, sizeof(gdv_policy), GDV_E_BAD_POLICY},
    {"gdv_validate policy", validated_under, sizeof(gdv_policy), GDV_E_BAD_POLICY},
    {"gdv_document_parse policy", document_under, sizeof(gdv_policy), GDV_E_BAD_POLICY},
    {"gdv_reader_init policy", read_under, sizeof(gdv_policy), GDV_E_BAD_POLICY},
    {"gdv_writer_init policy", written_under, sizeof(gdv_policy), GDV_E_BAD_POLICY},
    {"gdv_canonicalize policy", canonical_under, sizeof(gdv_policy), GDV_E_BAD_POLICY},
    {"gdv_validate stats", validated_to, sizeof(gdv_stats), GDV_E_BAD_STRUCT},
    {"gdv_validate report", validated_why, sizeof(gdv_report), GDV_E_BAD_STRUCT},
    {"gdv_document_parse report", document_why, sizeof(gdv_report), GDV_E_BAD_STRUCT},
    {"gdv_canonicalize report", canonical_why, sizeof(gdv_report), GDV_E_BAD_STRUCT},
    {"gdv_reader_finish report", read_why, sizeof(gdv_report), GDV_E_BAD_STRUCT},
    {"gdv_writer_report report", written_why, sizeof(gdv_report), GDV_E_BAD_STRUCT},
    {"gdv_framer_init options", framed, sizeof(gdv_framer_options), GDV_E_BAD_STRUCT},
};

typedef union {
    gdv_policy policy;
    gdv_stats stats;
    gdv_report report;
    gdv_framer_options options;
    size_t struct_size;
    uint8_t bytes[2 * sizeof(gdv_report)];
} memory;

/* All that a caller fills is right, but for the size. */
static void make(memory *made, const row *each, size_t struct_size)
{
    memset(made, 0, sizeof *made);
    if (each->refusal == GDV_E_BAD_POLICY) {
        gdv_policy_init(&made->policy, GDV_POLICY_STRICT);
    }
    if (each->size == sizeof(gdv_framer_options)) {
        made->options.max_frame = 64;
    }
    made->struct_size = struct_size;
}

Test(struct_size, of_the_library_is_taken)
{
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        memory made;
        make(&made, &rows[index], rows[index].size);
        cr_expect_eq(rows[index].call(&made), GDV_OK, "%s", rows[index].name);
    }
}

Test(struct_size, of_another_is_refused_and_nothing_is_written)
{
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        size_t size = rows[index].size;
        const size_t wrong[] = {0, sizeof(size_t), size - 8, size - 1, size + 1, size + 8, 2 * size, SIZE_MAX};
        for (size_t which = 0; which < COUNT_OF(wrong); which += 1) {
            memory made;
            memory before;
            make(&made, &rows[index], wrong[which]);
            make(&before, &rows[index], wrong[which]);
            cr_expect_eq(rows[index].call(&made), rows[index].refusal, "%s of %zu bytes", rows[index].name,
                         wrong[which]);
            cr_expect_eq(memcmp(&made, &before, sizeof made), 0, "%s of %zu bytes", rows[index].name, wrong[which]);
        }
    }
}
