/* SPDX-License-Identifier: MIT */
/* Claims about gdv_to_json: the text is what docs/typed-json.md says, of any value of a document; it is measured before
 * it is written, written no further than it takes, and closed; and what cannot be written is refused. That the command
 * prints the same of every packet of the corpus is //ci:json_test's claim. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>

#include "tests/support/parsed.h"
#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define D GDV_DIALECT_GODOT4_4

/* The text in a heap block of exactly its size; freed by the caller. */
static char *json_of(gdv_value value)
{
    uint64_t measured = 7;
    uint64_t length = 7;
    cr_assert_eq(gdv_to_json(value, NULL, 0, &measured), GDV_OK);
    char *text = malloc((size_t)measured + 1);
    cr_assert_not_null(text);
    cr_assert_eq(gdv_to_json(value, text, (size_t)measured + 1, &length), GDV_OK);
    cr_assert_eq(length, measured);
    cr_assert_eq(strlen(text), measured);
    return text;
}

static void is_json(gdv_value value, const char *expected)
{
    char *text = json_of(value);
    cr_expect_str_eq(text, expected, "%s, not %s", text, expected);
    free(text);
}

/* ---- values */

/* Typed in from docs/typed-json.md, which //ci:values_test holds to the command, and more of what it describes. */
static const struct row {
    const char *dialect;
    const char *hex;
    const char *json;
} rows[] = {
    {"godot4.4", "00000000", "{\"nil\":null}"},
    {"godot4.4", "01000000 01000000", "{\"bool\":true}"},
    {"godot4.4", "01000000 00000000", "{\"bool\":false}"},
    {"godot4.4", "02000000 fbffffff", "{\"int\":\"-5\"}"},
    {"godot4.4", "02000000 00000000", "{\"int\":\"0\"}"},
    {"godot4.4", "02000100 ffffffff ffffff7f", "{\"int\":\"9223372036854775807\"}"},
    {"godot4.4", "02000100 00000000 00000080", "{\"int\":\"-9223372036854775808\"}"},
    {"godot4.4", "03000100 9a999999 9999b93f", "{\"float\":0.1}"},
    {"godot4.4", "03000000 00000080", "{\"float\":-0.0}"},
    {"godot4.4", "03000000 0000003f", "{\"float\":0.5}"},
    {"godot4.4", "03000000 0000807f", "{\"float\":\"inf\"}"},
    {"godot4.4", "03000000 000080ff", "{\"float\":\"-inf\"}"},
    {"godot4.4", "03000000 0000c07f", "{\"float\":\"nan\"}"},
    {"godot4.4", "03000100 01000000 0000f87f", "{\"float\":\"nan:7ff8000000000001\"}"},
    {"godot4.4", "03000100 00000000 0000f8ff", "{\"float\":\"nan:fff8000000000000\"}"},
    {"godot4.4", "04000000 00000000", "{\"String\":\"\"}"},
    {"godot4.4", "04000000 06000000 68c3a96c 6c6f0000", "{\"String\":\"h\xc3\xa9llo\"}"},
    {"godot4.4", "15000000 01000000 61000000", "{\"StringName\":\"a\"}"},
    {"godot4.4", "05000000 cdcccc3d 0000c07f", "{\"Vector2\":[0.1,\"nan\"]}"},
    {"godot4.4", "05000000 0100807f 010080ff", "{\"Vector2\":[\"nan:7f800001\",\"nan:ff800001\"]}"},
    {"godot4.4", "05000000 0000807f 000080ff", "{\"Vector2\":[\"inf\",\"-inf\"]}"},
    {"godot4.4", "05000100 9a999999 9999b93f 00000000 0000f87f", "{\"Vector2@64\":[0.1,\"nan\"]}"},
    {"godot4.4", "06000000 00000000 01000000", "{\"Vector2i\":[0,1]}"},
    {"godot4.4", "06000000 ffffffff 00000080", "{\"Vector2i\":[-1,-2147483648]}"},
    {"godot4.4", "16000000 01000080 01000000 01000000 04000000 726f6f74 01000000 78000000",
     "{\"NodePath\":{\"absolute\":true,\"names\":[\"root\"],\"subnames\":[\"x\"]}}"},
    {"godot4.4",
     "16000000 02000080 02000000 00000000 01000000 61000000 01000000 62000000 01000000 78000000 01000000 79000000",
     "{\"NodePath\":{\"absolute\":false,\"names\":[\"a\",\"b\"],\"subnames\":[\"x\",\"y\"]}}"},
    {"godot4.4", "17000000 05000000 00000000", "{\"RID\":\"5\"}"},
    {"godot4.4", "18000100 55443322 11000000", "{\"Object\":{\"id\":\"73588229205\"}}"},
    {"godot4.4", "18000000 00000000", "{\"Object\":{\"class\":\"\",\"properties\":[]}}"},
    {"godot4.4", "18000000 04000000 4e6f6465 01000000 04000000 6e616d65 15000000 01000000 61000000",
     "{\"Object\":{\"class\":\"Node\",\"properties\":[[\"name\",{\"StringName\":\"a\"}]]}}"},
    {"godot4.4", "18000000 01000000 41000000 02000000 01000000 61000000 1c000000 00000000 01000000 62000000 00000000",
     "{\"Object\":{\"class\":\"A\",\"properties\":[[\"a\",{\"Array\":[]}],[\"b\",{\"nil\":null}]]}}"},
    {"godot4.4", "19000000", "{\"Callable\":null}"},
    {"godot4.4", "1a000000 03000000 68697400 00000000 00000000", "{\"Signal\":{\"name\":\"hit\",\"object\":\"0\"}}"},
    {"godot4.4", "1b000000 00000000", "{\"Dictionary\":[]}"},
    {"godot4.4", "1b000000 02000000 02000000 01000000 1c000000 01000000 00000000 02000000 02000000 00000000",
     "{\"Dictionary\":[[{\"int\":\"1\"},{\"Array\":[{\"nil\":null}]}],[{\"int\":\"2\"},{\"nil\":null}]]}"},
    {"godot4.4", "1b000000 01000000 1c000000 01000000 00000000 1b000000 00000000",
     "{\"Dictionary\":[[{\"Array\":[{\"nil\":null}]},{\"Dictionary\":[]}]]}"},
    {"godot4.4", "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000",
     "{\"Dictionary[int, String]\":[[{\"int\":\"1\"},{\"String\":\"a\"}]]}"},
    {"godot4.4", "1b000100 02000000 00000000", "{\"Dictionary[int, Variant]\":[]}"},
    {"godot4.4", "1b000400 02000000 00000000", "{\"Dictionary[Variant, int]\":[]}"},
    {"godot4.4", "1c000100 02000000 01000000 02000000 07000000", "{\"Array[int]\":[{\"int\":\"7\"}]}"},
    {"godot4.4", "1c000200 04000000 4e6f6465 00000000", "{\"Array[class:Node]\":[]}"},
    {"godot4.4", "1c000300 0a000000 7265733a 2f2f612e 67640000 00000000", "{\"Array[script:res://a.gd]\":[]}"},
    {"godot4.4", "1c000200 0c000000 20252c5b 5d225c7f c3a9217e 00000000",
     "{\"Array[class:%20%25%2C%5B%5D%22%5C%7F\xc3\xa9!~]\":[]}"},
    {"godot4.4", "1c000200 03000000 e2808b00 00000000", "{\"Array[class:%E2%80%8B]\":[]}"},
    {"godot4.4", "1d000000 00000000", "{\"PackedByteArray\":\"\"}"},
    {"godot4.4", "1d000000 01000000 ff000000", "{\"PackedByteArray\":\"/w==\"}"},
    {"godot4.4", "1d000000 02000000 00100000", "{\"PackedByteArray\":\"ABA=\"}"},
    {"godot4.4", "1d000000 04000000 666f6f62", "{\"PackedByteArray\":\"Zm9vYg==\"}"},
    {"godot4.4", "1d000000 05000000 666f6f62 61000000", "{\"PackedByteArray\":\"Zm9vYmE=\"}"},
    {"godot4.4", "1d000000 08000000 666f6f62 6172666f", "{\"PackedByteArray\":\"Zm9vYmFyZm8=\"}"},
    {"godot4.4", "1d000000 06000000 fbefbe01 02030000", "{\"PackedByteArray\":\"++++AQID\"}"},
    {"godot4.4", "1e000000 02000000 01000000 ffffffff", "{\"PackedInt32Array\":[1,-1]}"},
    {"godot4.4", "1e000000 00000000", "{\"PackedInt32Array\":[]}"},
    {"godot4.4", "1f000000 01000000 ffffffff ffffffff", "{\"PackedInt64Array\":[\"-1\"]}"},
    {"godot4.4", "1f000000 02000000 01000000 00000000 00000000 01000000",
     "{\"PackedInt64Array\":[\"1\",\"4294967296\"]}"},
    {"godot4.4", "20000000 01000000 cdcccc3d", "{\"PackedFloat32Array\":[0.1]}"},
    {"godot4.4", "21000000 02000000 9a999999 9999b93f 00000000 0000f87f", "{\"PackedFloat64Array\":[0.1,\"nan\"]}"},
    {"godot4.4", "22000000 02000000 02000000 61000000 01000000 00000000", "{\"PackedStringArray\":[\"a\",\"\"]}"},
    {"godot4.4", "23000000 02000000 0000803f 00000040 00000000 00000000",
     "{\"PackedVector2Array\":[[1.0,2.0],[0.0,0.0]]}"},
    {"pandemonium-40", "1b000100 17000000 01000000 00000000", "{\"TypedArray[Object]\":[{\"nil\":null}]}"},
    {"pandemonium-40", "1c000000 02000000 01000000 02000000 07000000", "{\"PackedTypedArray[int]\":[{\"int\":\"7\"}]}"},
    {"godot2", "15000000 02000080 02000000 01000000 02000000 02000000",
     "{\"Array@shared\":[{\"int\":\"1\"},{\"int\":\"2\"}]}"},
    {"godot2", "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000",
     "{\"NodePath\":{\"absolute\":false,\"names\":[\"a\"],\"subnames\":[],\"property\":\"p\"}}"},
    {"godot2", "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff",
     "{\"Image\":{\"format\":4,\"mipmaps\":0,\"width\":1,\"height\":1,\"data\":\"AQID/w==\"}}"},
    {"godot2", "13000000 01000000 00000000 14000000 00000002 41000000",
     "{\"InputEvent\":{\"type\":1,\"device\":0,\"extra\":[33554432,65]}}"},
    {"godot2", "13000000 00000000 00000000 0c000000", "{\"InputEvent\":{\"type\":0,\"device\":0,\"extra\":[]}}"},
    {"godot2", "12000000", "{\"Object\":{\"id\":\"0\"}}"},
    {"godot2", "11000000", "{\"RID\":\"0\"}"},
    {"godot3", "04000000 03000000 eda08000", "{\"String\":{\"bytes\":\"7aCA\"}}"},
};

/* What each of these packets asks for; nothing that is looked at here depends on it. */
static gdv_value parsed_row(parsed *made, const struct row *row)
{
    return parsed_hex(made, row->dialect, "engine+object", row->hex);
}

Test(to_json, of_each_type_is_what_the_document_says)
{
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made = {.nodes = NULL};
        is_json(parsed_row(&made, &rows[index]), rows[index].json);
        parsed_free(&made);
    }
}

/* Text, in hex, and how it stands between the quotes. */
Test(to_json, of_text_escapes_what_json_and_terminals_obey)
{
    static const struct {
        const char *hex;
        const char *json;
    } texts[] = {
        {"22", "\\\""},
        {"5c", "\\\\"},
        {"2f", "/"},
        {"01", "\\u0001"},
        {"0a", "\\u000a"},
        {"1f", "\\u001f"},
        {"20", " "},
        {"30", "0"},
        {"41", "A"},
        {"7e", "~"},
        {"7f", "\\u007f"},
        {"c280", "\\u0080"},
        {"c29f", "\\u009f"},
        {"c2a0", "\xc2\xa0"},
        {"c2ad", "\\u00ad"},
        {"c2ae", "\xc2\xae"},
        {"df bf", "\xdf\xbf"},
        {"e0a080", "\xe0\xa0\x80"},
        {"ed9fbf", "\xed\x9f\xbf"},
        {"ee8080", "\xee\x80\x80"},
        {"e2808a", "\xe2\x80\x8a"},
        {"e2808b", "\\u200b"},
        {"e280ae", "\\u202e"},
        {"efbfbb", "\\ufffb"},
        {"efbfbf", "\xef\xbf\xbf"},
        {"f0908080", "\xf0\x90\x80\x80"},
        {"f091 82bd", "\\ud804\\udcbd"},
        {"f3a08081", "\\udb40\\udc01"},
        {"f3a0bfbf", "\\udb43\\udfff"},
        {"f3a18080", "\xf3\xa1\x80\x80"},
        {"f48fbfbf", "\xf4\x8f\xbf\xbf"},
        {"61 22 62 e2808b 63 c3a9", "a\\\"b\\u200bc\xc3\xa9"},
    };
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        char expected[64];
        parsed made = {.nodes = NULL};
        packet text = packet_from_hex(texts[index].hex);
        builder out = {NULL, 0, 0};
        put_u32(&out, 4);
        put_u32(&out, (uint32_t)text.size);
        put_bytes(&out, text.bytes, text.size);
        put_bytes(&out, "\0\0\0", (4 - text.size % 4) % 4);
        parsed_from(&made, out.bytes, out.size, D, NULL);
        cr_assert_eq(made.code, GDV_OK, "%s", texts[index].hex);
        (void)snprintf(expected, sizeof expected, "{\"String\":\"%s\"}", texts[index].json);
        is_json(gdv_root(&made.document), expected);
        parsed_free(&made);
        builder_free(&out);
        packet_free(&text);
    }
}

/* UTF-8 of a character, in one to four bytes. */
static size_t utf8_of(uint32_t code, uint8_t bytes[4])
{
    const uint8_t last = (uint8_t)(0x80 | (code & 0x3f));
    const uint8_t third = (uint8_t)(0x80 | (code >> 6 & 0x3f));
    const uint8_t second = (uint8_t)(0x80 | (code >> 12 & 0x3f));
    const uint8_t all[4][4] = {{(uint8_t)code},
                               {(uint8_t)(0xc0 | code >> 6), last},
                               {(uint8_t)(0xe0 | code >> 12), third, last},
                               {(uint8_t)(0xf0 | code >> 18), second, third, last}};
    const size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    memcpy(bytes, all[size - 1], 4);
    return size;
}

/* A character after an "a": as it is, or as JSON's number of it, in two halves from U+10000 on. */
static void is_escaped(uint32_t code, bool escaped)
{
    uint8_t bytes[4];
    char expected[64];
    parsed made = {.nodes = NULL};
    builder out = {NULL, 0, 0};
    size_t size = utf8_of(code, bytes);
    put_u32(&out, 4);
    put_u32(&out, (uint32_t)size + 1);
    put_bytes(&out, "a", 1);
    put_bytes(&out, bytes, size);
    put_bytes(&out, "\0\0\0", 3 - size % 4);
    parsed_from(&made, out.bytes, out.size, D, NULL);
    cr_assert_eq(made.code, GDV_OK, "U+%04x", code);
    if (!escaped) {
        (void)snprintf(expected, sizeof expected, "{\"String\":\"a%.*s\"}", (int)size, (const char *)bytes);
    } else if (code < 0x10000) {
        (void)snprintf(expected, sizeof expected, "{\"String\":\"a\\u%04x\"}", code);
    } else {
        (void)snprintf(expected, sizeof expected, "{\"String\":\"a\\u%04x\\u%04x\"}", 0xd7c0 + (code >> 10),
                       0xdc00 + (code & 0x3ff));
    }
    is_json(gdv_root(&made.document), expected);
    parsed_free(&made);
    builder_free(&out);
}

/* From the Unicode Character Database, as node's regular expressions know it: [\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}] without
 * U+FE00 to U+FE0F. The controls of ASCII have rows of their own above, and U+0000 ends a text. */
Test(to_json, of_text_escapes_what_unicode_says_is_not_shown_and_nothing_beside_it)
{
    static const uint32_t ranges[][2] = {
        {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x600, 0x605},     {0x61c, 0x61c},
        {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},     {0x115f, 0x1160},
        {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
        {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x110bd, 0x110bd},
        {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    for (size_t index = 0; index < COUNT_OF(ranges); index += 1) {
        is_escaped(ranges[index][0] - 1, false);
        is_escaped(ranges[index][0], true);
        is_escaped(ranges[index][1], true);
        is_escaped(ranges[index][1] + 1, false);
    }
    is_escaped(0xfe00, false);
    is_escaped(0xfe0f, false);
}

/* In the text before it a character is cut off; the length of the one after it, 128, begins with what would complete
 * it. */
Test(to_json, of_text_no_character_reaches_into_what_comes_after)
{
    parsed made = {.nodes = NULL};
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, 0);
    builder out = {NULL, 0, 0};
    uint8_t more[128];
    memset(more, 'x', sizeof more);
    put_u32(&out, id_of(GDV_DIALECT_GODOT2, GDV_TYPE_PACKED_STRING_ARRAY));
    put_u32(&out, 2);
    put_u32(&out, 4);
    put_bytes(&out, "aaa\xc3", 4);
    put_u32(&out, sizeof more);
    put_bytes(&out, more, sizeof more);
    parsed_from(&made, out.bytes, out.size, GDV_DIALECT_GODOT2, &engine);
    cr_assert_eq(made.code, GDV_OK);
    char *json = json_of(gdv_root(&made.document));
    cr_assert_not_null(strstr(json, "\":[{\"bytes\":\"YWFhww==\"},\"xxx"), "%s", json);
    free(json);
    parsed_free(&made);
    builder_free(&out);
}

/* What `base64 -w0` prints of the bytes 0 to 255. */
Test(to_json, of_bytes_is_base64_of_all_that_they_can_be)
{
    static const char *const expected =
        "{\"PackedByteArray\":\""
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZH"
        "SElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6P"
        "kJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX"
        "2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/w=="
        "\"}";
    parsed made = {.nodes = NULL};
    builder out = {NULL, 0, 0};
    uint8_t bytes[256];
    for (size_t index = 0; index < sizeof bytes; index += 1) {
        bytes[index] = (uint8_t)index;
    }
    put_u32(&out, 29);
    put_u32(&out, sizeof bytes);
    put_bytes(&out, bytes, sizeof bytes);
    parsed_from(&made, out.bytes, out.size, D, NULL);
    is_json(gdv_root(&made.document), expected);
    parsed_free(&made);
    builder_free(&out);
}

/* Bytes that are no UTF-8, which the oldest dialect takes as they are: each way in which a character can be none. */
Test(to_json, of_text_that_is_none_is_base64)
{
    static const char *const texts[] = {
        "80",       "bf",          "c0 80",       "c1 bf",          "c3",       "c3 28",       "e0 80 80",
        "e0 9f bf", "e2 82",       "e2 28 a1",    "ed a0 80",       "ed bf bf", "f0 80 80 80", "f0 8f bf bf",
        "f0 9f 98", "f0 28 8c bc", "f4 90 80 80", "f8 88 80 80 80", "ff",       "61 ff",       "f5 80 80 80",
        "90",       "a0",          "f8 90 80 80", "61 61 61 c3",    "61 e2 82", "61 61 e2 82", "61 f0 9f 98"};
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        parsed made = {.nodes = NULL};
        gdv_policy engine = policy_with(GDV_POLICY_ENGINE, 0);
        packet text = packet_from_hex(texts[index]);
        builder out = {NULL, 0, 0};
        put_u32(&out, 4);
        put_u32(&out, (uint32_t)text.size);
        put_bytes(&out, text.bytes, text.size);
        put_bytes(&out, "\0\0\0", (4 - text.size % 4) % 4);
        parsed_from(&made, out.bytes, out.size, GDV_DIALECT_GODOT2, &engine);
        cr_assert_eq(made.code, GDV_OK, "%s", texts[index]);
        char *json = json_of(gdv_root(&made.document));
        cr_expect_eq(strncmp(json, "{\"String\":{\"bytes\":\"", 20), 0, "%s: %s", texts[index], json);
        free(json);
        parsed_free(&made);
        builder_free(&out);
        packet_free(&text);
    }
}

Test(to_json, of_any_value_in_a_document_is_that_value_alone)
{
    /* [1, {"a": [2]}, Node{p: 3}, 4]: nodes 0; 1; 2 (3 4 (5)); 6 (7 8); 9 */
    static const char *const hex = "1c000000 04000000 02000000 01000000 1b000000 01000000 04000000 01000000 61000000 "
                                   "1c000000 01000000 02000000 02000000 18000000 04000000 4e6f6465 01000000 01000000 "
                                   "70000000 02000000 03000000 02000000 04000000";
    static const char *const each[] = {
        ("{\"Array\":[{\"int\":\"1\"},{\"Dictionary\":[[{\"String\":\"a\"},{\"Array\":[{\"int\":\"2\"}]}]]},"
         "{\"Object\":{\"class\":\"Node\",\"properties\":[[\"p\",{\"int\":\"3\"}]]}},{\"int\":\"4\"}]}"),
        "{\"int\":\"1\"}",
        "{\"Dictionary\":[[{\"String\":\"a\"},{\"Array\":[{\"int\":\"2\"}]}]]}",
        "{\"String\":\"a\"}",
        "{\"Array\":[{\"int\":\"2\"}]}",
        "{\"int\":\"2\"}",
        "{\"Object\":{\"class\":\"Node\",\"properties\":[[\"p\",{\"int\":\"3\"}]]}}",
        "{\"String\":\"p\"}", /* the name of a property, which has no header */
        "{\"int\":\"3\"}",
        "{\"int\":\"4\"}",
    };
    parsed made = {.nodes = NULL};
    (void)parsed_hex(&made, "godot4.4", "strict+object", hex);
    cr_assert_eq(made.document.count, COUNT_OF(each));
    for (uint32_t index = 0; index < COUNT_OF(each); index += 1) {
        const gdv_value value = {&made.document, index};
        is_json(value, each[index]);
    }
    parsed_free(&made);
}

Test(to_json, of_a_container_that_a_reader_gave_is_without_its_children)
{
    static const char *const hex = "1c000000 01000000 02000000 05000000";
    reading *from = reading_hex("godot4.4", "strict", hex);
    gdv_event event;
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    is_json(event.value, "{\"Array\":[]}");
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    is_json(event.value, "{\"int\":\"5\"}");
    reading_free(from);
}

/* ---- depth */

static builder nested(uint32_t depth)
{
    builder out = {NULL, 0, 0};
    for (uint32_t level = 0; level < depth; level += 1) {
        put_u32(&out, 28);
        put_u32(&out, 1);
    }
    put_u32(&out, 28);
    put_u32(&out, 0);
    return out;
}

Test(to_json, follows_nesting_as_deep_as_any_packet_may_have_it)
{
    parsed made = {.nodes = NULL};
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, 0);
    builder out = nested(GDV_MAX_DEPTH);
    parsed_from(&made, out.bytes, out.size, D, &engine);
    cr_assert_eq(made.code, GDV_OK);
    char *json = json_of(gdv_root(&made.document));
    cr_assert_eq(strlen(json), (GDV_MAX_DEPTH + 1) * strlen("{\"Array\":[]}"));
    cr_assert_eq(strcmp(json + strlen(json) - 4, "]}]}"), 0);
    free(json);
    parsed_free(&made);
    builder_free(&out);
}

/* Only of nodes that nobody parsed. What comes after it does not make up for it. */
Test(to_json, refuses_what_is_nested_deeper)
{
    parsed made = {.nodes = NULL};
    char buffer[64];
    uint64_t length = 7;
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, 0);
    builder out = nested(GDV_MAX_DEPTH);
    gdv_node *nodes = nodes_of(GDV_MAX_DEPTH + 3);
    parsed_from(&made, out.bytes, out.size, D, &engine);
    memcpy(nodes, made.nodes, (GDV_MAX_DEPTH + 1) * sizeof *nodes);
    nodes[GDV_MAX_DEPTH + 1] = nodes[GDV_MAX_DEPTH];
    nodes[GDV_MAX_DEPTH + 2] = nodes[GDV_MAX_DEPTH];
    nodes[GDV_MAX_DEPTH + 2].id = 0; /* nil */
    for (uint32_t index = 0; index < GDV_MAX_DEPTH + 3; index += 1) {
        nodes[index].next = GDV_MAX_DEPTH + 3;
    }
    made.document.nodes = nodes;
    made.document.count = GDV_MAX_DEPTH + 3;
    memset(buffer, 'x', sizeof buffer);
    cr_assert_eq(gdv_to_json(gdv_root(&made.document), buffer, sizeof buffer, &length), GDV_E_LIMIT_DEPTH);
    cr_assert_eq(length, 0);
    cr_assert_eq(buffer[0], '\0');
    cr_assert_eq(gdv_to_json(gdv_root(&made.document), NULL, 0, &length), GDV_E_LIMIT_DEPTH);
    free(nodes);
    parsed_free(&made);
    builder_free(&out);
}

Test(to_json, is_closed_where_the_nodes_of_a_document_end_too_early)
{
    parsed made = {.nodes = NULL};
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "1c000000 02000000 02000000 01000000 02000000 02000000");
    is_json(root, "{\"Array\":[{\"int\":\"1\"},{\"int\":\"2\"}]}");
    made.document.count = 2;
    is_json(root, "{\"Array\":[{\"int\":\"1\"}]}");
    made.document.count = 1;
    is_json(root, "{\"Array\":[]}");
    parsed_free(&made);
}

/* ---- memory */

Test(to_json, fills_a_buffer_that_is_large_enough_and_no_other)
{
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made = {.nodes = NULL};
        gdv_value value = parsed_row(&made, &rows[index]);
        size_t needed = strlen(rows[index].json) + 1;
        for (size_t size = 1; size <= needed + 2; size += 1) {
            char *buffer = malloc(size);
            uint64_t length = 7;
            cr_assert_not_null(buffer);
            memset(buffer, 'x', size);
            cr_assert_eq(gdv_to_json(value, buffer, size, &length), size < needed ? GDV_E_NO_SPACE : GDV_OK);
            cr_assert_eq(length, needed - 1);
            cr_assert_str_eq(buffer, size < needed ? "" : rows[index].json);
            cr_assert(size <= needed || buffer[needed] == 'x');
            free(buffer);
        }
        parsed_free(&made);
    }
}

Test(to_json, measures_without_a_word_to_a_buffer)
{
    parsed made = {.nodes = NULL};
    char buffer[2] = {'x', 'x'};
    uint64_t length = 7;
    gdv_value value = parsed_hex(&made, "godot4.4", "strict", "00000000");
    cr_assert_eq(gdv_to_json(value, buffer, 0, &length), GDV_OK);
    cr_assert_eq(length, 12);
    cr_assert_eq(buffer[0], 'x');
    parsed_free(&made);
}

Test(to_json, refuses_arguments_that_are_none)
{
    parsed made = {.nodes = NULL};
    char buffer[64] = "x";
    uint64_t length = 7;
    gdv_value value = parsed_hex(&made, "godot4.4", "strict", "00000000");
    const gdv_value beyond = {&made.document, 1};
    cr_expect_eq(gdv_to_json(value, buffer, sizeof buffer, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_to_json(value, NULL, 1, &length), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(length, 0);
    length = 7;
    cr_expect_eq(gdv_to_json(value, buffer, SIZE_MAX, &length), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(length, 0);
    length = 7;
    cr_expect_eq(gdv_to_json(gdv_missing(), buffer, sizeof buffer, &length), GDV_E_MISSING);
    cr_expect_eq(length, 0);
    cr_expect_eq(gdv_to_json(beyond, buffer, sizeof buffer, &length), GDV_E_MISSING);
    cr_expect_eq(buffer[0], 'x');
    parsed_free(&made);
}

Test(to_json, refuses_what_overlaps_and_writes_nothing)
{
    parsed made = {.nodes = NULL};
    uint64_t length[2] = {7, 7};
    char *own = (char *)length;
    gdv_value value = parsed_hex(&made, "godot4.4", "strict", "04000000 01000000 61000000");
    packet before = packet_from_bytes(made.bytes.bytes, made.bytes.size);
    const gdv_node node = made.nodes[0];
    cr_expect_eq(gdv_to_json(value, (char *)made.bytes.bytes, 1, length), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_json(value, (char *)made.bytes.bytes + 11, 64, length), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_json(value, (char *)made.nodes, 1, length), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_json(value, (char *)made.nodes + 15, 64, length), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_json(value, (char *)&made.document, 1, length), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_json(value, own + 7, 1, length), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_json(value, NULL, 0, (uint64_t *)(void *)made.nodes), GDV_E_OVERLAP);
    cr_expect_eq(gdv_to_json(gdv_missing(), own, 16, length), GDV_E_OVERLAP);
    cr_expect_eq(length[0], 7);
    cr_expect_eq(memcmp(before.bytes, made.bytes.bytes, before.size), 0);
    cr_expect_eq(memcmp(&node, made.nodes, sizeof node), 0);
    packet_free(&before);
    parsed_free(&made);
}

Test(to_json, overlaps_no_node_of_a_document_up_to_the_last)
{
    parsed made = {.nodes = NULL};
    uint64_t length = 7;
    gdv_value value = parsed_hex(&made, "godot4.4", "strict", "1c000000 02000000 00000000 00000000");
    cr_assert_eq(made.document.count, 3);
    cr_expect_eq(gdv_to_json(value, (char *)&made.nodes[2] + 15, 1, &length), GDV_E_OVERLAP);
    cr_expect_eq(length, 7);
    parsed_free(&made);
}

/* PackedInt64Array of 32 numbers, among which lie its own nodes and document. */
Test(to_json, what_is_only_read_may_overlap)
{
    union {
        uint8_t bytes[264];
        uint64_t aligned[33];
    } all;
    char before[2048];
    char after[2048];
    uint64_t length = 0;
    int64_t numbers[32];
    gdv_node nodes[2];
    gdv_document document;
    gdv_ffi_document four;
    memset(&all, 0, sizeof all);
    all.bytes[0] = 31;
    all.bytes[4] = 32;
    cr_assert_eq(gdv_ffi_parse(&four, all.bytes, sizeof all, D, NULL, nodes, 2, NULL), GDV_OK);
    cr_assert_eq(gdv_document_parse(&document, all.bytes, sizeof all, D, NULL, nodes, 1, NULL), GDV_OK);
    cr_assert_eq(gdv_to_json(gdv_root(&document), before, sizeof before, &length), GDV_OK);

    gdv_ffi_document *inner = (gdv_ffi_document *)(void *)(all.bytes + 8);
    gdv_node *inner_nodes = (gdv_node *)(void *)(all.bytes + 32);
    gdv_document *inner_document = (gdv_document *)(void *)(all.bytes + 64);
    memcpy(inner, &four, sizeof four);
    memcpy(inner_nodes, nodes, sizeof nodes);
    document.nodes = inner_nodes;
    memcpy(inner_document, &document, sizeof document);
    cr_assert_eq(gdv_to_json(gdv_root(inner_document), after, sizeof after, &length), GDV_OK);
    cr_assert_eq(length, strlen(after));
    cr_assert_str_neq(before, after);
    cr_assert_eq(gdv_ffi_to_json(inner, all.bytes, sizeof all, inner_nodes, 2, 0, before, sizeof before, &length),
                 GDV_OK);
    cr_assert_str_eq(before, after);
    cr_assert_eq(gdv_ffi_copy_int64(inner, all.bytes, sizeof all, inner_nodes, 2, 0, 0, numbers, 32), 32);
    for (size_t index = 0; index < 16; index += 1) {
        cr_expect_eq((uint8_t)((uint64_t)numbers[index / 8] >> 8 * (index % 8)), all.bytes[8 + index], "%zu", index);
    }
}

/* Without a pointer, where the closing node is no part of the document that is made of it. */
Test(to_json, without_a_pointer_is_the_same_text_and_overlaps_nothing_given)
{
    const uint8_t bytes[] = {28, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    gdv_ffi_document document;
    gdv_node nodes[6];
    char buffer[64];
    uint64_t length = 7;
    memset(nodes, 0, sizeof nodes);
    cr_assert_eq(gdv_ffi_parse(&document, bytes, sizeof bytes, D, NULL, nodes, 6, NULL), GDV_OK);
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 0, buffer, sizeof buffer, &length), GDV_OK);
    cr_assert_str_eq(buffer, "{\"Array\":[{\"nil\":null},{\"nil\":null}]}");
    cr_assert_eq(length, strlen(buffer));
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 1, buffer, sizeof buffer, &length), GDV_OK);
    cr_assert_str_eq(buffer, "{\"nil\":null}");
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 3, buffer, sizeof buffer, &length),
                 GDV_E_MISSING);
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 0, (char *)&nodes[5], 1, &length),
                 GDV_E_OVERLAP);
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 0, (char *)&document, 1, &length),
                 GDV_E_OVERLAP);
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 0, buffer, 1, (uint64_t *)(void *)nodes),
                 GDV_E_OVERLAP);
    const gdv_node last = nodes[5];
    const gdv_ffi_document before = document;
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 0, buffer, sizeof buffer,
                                 (uint64_t *)(void *)&nodes[5]),
                 GDV_E_OVERLAP);
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 0, buffer, sizeof buffer,
                                 (uint64_t *)(void *)&document),
                 GDV_E_OVERLAP);
    cr_assert_eq(memcmp(&last, &nodes[5], sizeof last), 0);
    cr_assert_eq(memcmp(&before, &document, sizeof before), 0);
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 6, 0, buffer, 1, NULL), GDV_E_BAD_ARGUMENT);
    cr_assert_eq(gdv_ffi_to_json(&document, bytes, sizeof bytes, nodes, 3, 0, buffer, 1, &length), GDV_E_BAD_ARGUMENT);
    cr_assert_eq(length, 0);
}

Test(to_json, without_a_pointer_has_what_is_read_again_from_the_packet)
{
    packet bytes = packet_from_hex("22000000 02000000 02000000 61000000 01000000 00000000");
    gdv_ffi_document document;
    gdv_node nodes[8];
    char buffer[64];
    uint64_t length = 7;
    cr_assert_eq(gdv_ffi_parse(&document, bytes.bytes, bytes.size, D, NULL, nodes, 8, NULL), GDV_OK);
    cr_assert_eq(gdv_ffi_to_json(&document, bytes.bytes, bytes.size, nodes, 8, 0, buffer, sizeof buffer, &length),
                 GDV_OK);
    cr_assert_str_eq(buffer, "{\"PackedStringArray\":[\"a\",\"\"]}");
    packet_free(&bytes);
}

/* ---- packets that change after they were judged */

Test(to_json, of_a_packet_that_changed_is_json_all_the_same)
{
    static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made = {.nodes = NULL};
        gdv_value value = parsed_row(&made, &rows[index]);
        for (size_t which = 0; which < COUNT_OF(values); which += 1) {
            memset(made.bytes.bytes, values[which], made.bytes.size);
            char *json = json_of(value);
            cr_assert_eq(json[0], '{');
            cr_assert_eq(json[strlen(json) - 1], '}');
            free(json);
        }
        parsed_free(&made);
    }
}

Test(to_json, of_images_and_events_that_are_none_any_more_is_null)
{
    parsed made = {.nodes = NULL};
    gdv_value value =
        parsed_hex(&made, "godot2", "engine", "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff");
    made.bytes.bytes[4] = 99;
    is_json(value, "{\"Image\":null}");
    parsed_free(&made);
    value = parsed_hex(&made, "godot2", "engine", "13000000 01000000 00000000 14000000 00000002 41000000");
    made.bytes.bytes[4] = 99;
    is_json(value, "{\"InputEvent\":null}");
    parsed_free(&made);
}

Test(to_json, of_a_class_name_that_is_no_text_any_more_spells_its_bytes)
{
    parsed made = {.nodes = NULL};
    gdv_value value = parsed_hex(&made, "godot4.4", "engine", "1c000200 04000000 4e6f6465 00000000");
    made.bytes.bytes[9] = 0xff;
    is_json(value, "{\"Array[class:N%FFde]\":[]}");
    parsed_free(&made);
}
