/* SPDX-License-Identifier: MIT */
/* Claims about the characters of texts: which of them `printable`, `ascii` and `identifier` let pass, by the lists of
 * docs/schema.md, and what `chars` counts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static void put_string(builder *out, const char *text, uint32_t size)
{
    static const char padding[4] = {0};
    put_u32(out, size);
    put_bytes(out, text, size);
    put_bytes(out, padding, (4 - size % 4) % 4);
}

/* What a schema says of a String, whose text is at the end of a packet of exactly its size. */
static gdv_status says_of(const schema_text *schema, const char *text, uint32_t size)
{
    static gdv_match match = {.struct_size = sizeof match};
    builder made = {0};
    put_u32(&made, id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_STRING));
    put_string(&made, text, size);
    packet bytes = packet_from_bytes(made.bytes, made.size);
    gdv_status code = schema_says(schema, &bytes, NULL, &match, NULL);
    packet_free(&bytes);
    builder_free(&made);
    return code;
}

static schema_text schema_of(const char *rule)
{
    char text[128];
    (void)snprintf(text, sizeof text, "packet p = %s", rule);
    schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%s: %s", text, schema.error.message);
    return schema;
}

static uint32_t utf8_of(uint32_t point, char *text)
{
    if (point < 0x80) {
        text[0] = (char)point;
        return 1;
    }
    const uint32_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    const uint32_t lead = size == 2 ? 0xc0 : size == 3 ? 0xe0 : 0xf0;
    for (uint32_t index = size - 1; index > 0; index -= 1) {
        text[index] = (char)(0x80 | (point & 0x3f));
        point >>= 6;
    }
    text[0] = (char)(lead | point);
    return size;
}

typedef struct span {
    uint32_t first;
    uint32_t last;
} span;

static bool is_in(const span *spans, size_t count, uint32_t point)
{
    bool in = false;
    for (size_t index = 0; index < count; index += 1) {
        in = in || (point >= spans[index].first && point <= spans[index].last);
    }
    return in;
}

/* Every character of the blocks in which any is refused, and of blocks whose bytes are like theirs but for one. */
Test(characters, printable_refuses_what_its_list_names_and_nothing_else)
{
    static const span refused[] = {
        {0x1, 0x1f},      {0x7f, 0x9f},       {0xad, 0xad},       {0x61c, 0x61c},   {0x180e, 0x180e},
        {0x200b, 0x200b}, {0x200e, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f}, {0xfeff, 0xfeff},
        {0xfff9, 0xfffb}, {0xe0001, 0xe0001}, {0xe0020, 0xe007f},
    };
    static const span tried[] = {
        {0x1, 0x7ff},       {0x800, 0x80f},     {0x1000, 0x107f},   {0x1800, 0x183f},
        {0x2000, 0x20ff},   {0x3000, 0x30ff},   {0xe000, 0xe03f},   {0xfe80, 0xffff},
        {0x20000, 0x2007f}, {0xe0000, 0xe00ff}, {0x60000, 0x6007f},
    };
    schema_text schema = schema_of("String printable");
    for (size_t row = 0; row < COUNT_OF(tried); row += 1) {
        for (uint32_t point = tried[row].first; point <= tried[row].last; point += 1) {
            char text[8] = "a";
            uint32_t size = 1 + utf8_of(point, text + 1);
            text[size] = 'z';
            gdv_status wanted = is_in(refused, COUNT_OF(refused), point) ? GDV_E_WRONG_TEXT : GDV_OK;
            gdv_status code = says_of(&schema, text, size + 1);
            cr_expect_eq(code, wanted, "U+%04X between letters: %s", point, gdv_status_name(code));
            code = says_of(&schema, text + 1, size - 1);
            cr_expect(code == wanted || point == 0xfeff, "U+%04X alone: %s", point, gdv_status_name(code));
        }
    }
    schema_free(&schema);
}

Test(characters, printable_looks_through_all_of_a_text)
{
    schema_text schema = schema_of("String printable");
    cr_expect_eq(says_of(&schema, "", 0), GDV_OK);
    cr_expect_eq(says_of(&schema, "\x02 abcdefgh", 10), GDV_E_WRONG_TEXT);
    cr_expect_eq(says_of(&schema, "abcdefgh \x02", 10), GDV_E_WRONG_TEXT);
    cr_expect_eq(says_of(&schema, " abcdefgh~", 10), GDV_OK);
    schema_free(&schema);
}

typedef struct text_row {
    const char *rule;
    const char *text;
    gdv_status code;
} text_row;

Test(characters, classes_and_lengths_are_of_every_byte)
{
    static const text_row rows[] = {
        {"String ascii", "abcdefghijklmnopqrs\x7f", GDV_OK},
        {"String ascii", "", GDV_OK},
        {"String ascii", "\xc3\xa4 bcdefghijklmnopqr", GDV_E_WRONG_TEXT},
        {"String ascii", "bcdefghijklmnopqr \xc3\xa4", GDV_E_WRONG_TEXT},
        {"String ascii", "\xc2\x80", GDV_E_WRONG_TEXT},
        {"String chars 1", "\xc4\x80", GDV_OK},         /* U+0100 */
        {"String chars 1", "\xc4\xbf", GDV_OK},         /* U+013F */
        {"String chars 1", "\xf4\x8f\xbf\xbf", GDV_OK}, /* U+10FFFF */
        {"String chars 1", "\xe1\x81\x81", GDV_OK},     /* U+1041 */
        {"String chars 3", "@A\x7f", GDV_OK},
        {"String chars 2", "\xc4\x80\xc4\x81", GDV_OK},
        {"String chars 2", "\xc4\x80\xc4\x81?", GDV_E_WRONG_LENGTH},
        {"String identifier", "a9", GDV_OK},
        {"String identifier", "A0_z", GDV_OK},
        {"String identifier", "0A", GDV_E_WRONG_TEXT},
        {"String identifier", "abc-", GDV_E_WRONG_TEXT},
        {"String identifier", "[abc", GDV_E_WRONG_TEXT},
        {"String identifier", "`abc", GDV_E_WRONG_TEXT},
        {"String identifier", "{abc", GDV_E_WRONG_TEXT},
        {"String identifier", "@abc", GDV_E_WRONG_TEXT},
        {"String identifier", "", GDV_E_WRONG_TEXT},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        schema_text schema = schema_of(rows[index].rule);
        gdv_status code = says_of(&schema, rows[index].text, (uint32_t)strlen(rows[index].text));
        cr_expect_eq(code, rows[index].code, "%s of \"%s\": %s", rows[index].rule, rows[index].text,
                     gdv_status_name(code));
        schema_free(&schema);
    }
}

/* After "abcd" stands 65, the length of the next text, which is an A in ASCII. */
Test(characters, an_identifier_ends_where_its_text_does)
{
    static gdv_match match = {.struct_size = sizeof match};
    char more[65];
    builder made = {0};
    memset(more, 'n', sizeof more);
    put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_PACKED_STRING_ARRAY));
    put_u32(&made, 2);
    put_string(&made, "abcd", 4);
    put_string(&made, more, sizeof more);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT);
    schema_text schema = schema_from_text("packet p = PoolStringArray of String identifier", GDV_DIALECT_GODOT3);
    packet bytes = packet_from_bytes(made.bytes, made.size);
    cr_assert_eq(schema.code, GDV_OK, "%s", schema.error.message);
    gdv_status code = schema_says(&schema, &bytes, &policy, &match, NULL);
    cr_expect_eq(code, GDV_OK, "%s", gdv_status_name(code));
    packet_free(&bytes);
    builder_free(&made);
    schema_free(&schema);
}
