/* SPDX-License-Identifier: MIT */
/* Paths and names of messages that are written, and what the policy says of them and of the packet's length. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/message_made.h"

static char long_text[1025];

static const asked paths[] = {
    {"no path", G3, NOTHING, C2S, {IS(SIMPLIFY_PATH), .id = 1}, NULL, GDV_E_MP_PATH_EMPTY, "020100000000"},
    {"a NUL in a path",
     G3,
     NOTHING,
     C2S,
     {IS(CONFIRM_PATH), .path = TEXT("a\0b")},
     NULL,
     GDV_E_MP_PATH_TRAILING,
     "0361006200"},
    {"a NUL that a path begins with",
     G3,
     NOTHING,
     C2S,
     {IS(CONFIRM_PATH), .path = TEXT("\0b")},
     NULL,
     GDV_E_MP_PATH_TRAILING,
     "03006200"},
    {"a path that is not UTF-8",
     G3,
     NOTHING,
     C2S,
     {IS(CONFIRM_PATH), .path = TEXT("a\xff")},
     NULL,
     GDV_E_MP_PATH_UTF8,
     "0361ff00"},
    {"an absolute path",
     G3,
     NOTHING,
     C2S,
     {IS(CONFIRM_PATH), .path = TEXT("/root")},
     NULL,
     GDV_E_MP_PATH_FORM,
     "032f726f6f7400"},
    {"a call by a path that leads out",
     G40,
     NOTHING,
     C2S,
     {IS(CALL), .path = TEXT("../a")},
     NULL,
     GDV_E_MP_PATH_FORM,
     "a007000080002e2e2f6100"},
    {"a call by a unique name",
     G3,
     NOTHING,
     C2S,
     {IS(CALL), .path = TEXT("%a"), .name = TEXT("f")},
     NULL,
     GDV_E_MP_PATH_FORM,
     "000800008066000025 6100"},
    {"a long path", G3, NOTHING, C2S, {IS(CONFIRM_PATH), .path = {long_text, 1025}}, NULL, GDV_E_MP_PATH_LONG, NULL},
    {"a path as long as may be", G3, NOTHING, C2S, {IS(CONFIRM_PATH), .path = {long_text, 1024}}, NULL, GDV_OK, NULL},
};

static const asked names[] = {
    {"no name", G3, NOTHING, C2S, {IS(CALL), .node = 1}, NULL, GDV_E_MP_NAME_EMPTY, "00010000000000"},
    {"a method with a slash",
     G3,
     NOTHING,
     C2S,
     {IS(CALL), .node = 1, .name = TEXT("a/b")},
     NULL,
     GDV_E_MP_NAME_FORM,
     "0001000000612f620000"},
    {"a NUL in a name", G3, NOTHING, C2S, {IS(SET), .node = 1, .name = TEXT("a\0b")}, "nil", GDV_E_MP_NAME_UTF8, NULL},
    {"a name that is not UTF-8",
     G3,
     NOTHING,
     C2S,
     {IS(SET), .node = 1, .name = TEXT("\xff")},
     "nil",
     GDV_E_MP_NAME_UTF8,
     "0101000000ff0000000000"},
    {"a long name", G3, NOTHING, C2S, {IS(CALL), .node = 1, .name = {long_text, 256}}, NULL, GDV_E_MP_NAME_LONG, NULL},
    {"a name as long as may be", G3, NOTHING, C2S, {IS(CALL), .node = 1, .name = {long_text, 255}}, NULL, GDV_OK, NULL},
    {"a node without a name",
     G40,
     NOTHING,
     S2C,
     {IS(SPAWN), .node = 1, .net_id = 1},
     NULL,
     GDV_E_MP_SPAWN_NAME,
     "04010100000001000000000000000100000000"},
    {"a node's name with a point",
     G40,
     NOTHING,
     S2C,
     {IS(SPAWN), .node = 1, .net_id = 1, .name = TEXT("a.")},
     NULL,
     GDV_E_MP_SPAWN_NAME,
     "040101000000010000000000000003000000612e00"},
    {"a node's name with a NUL",
     G40,
     NOTHING,
     S2C,
     {IS(SPAWN), .node = 1, .net_id = 1, .name = TEXT("a\0")},
     NULL,
     GDV_E_MP_SPAWN_NAME,
     "0401010000000100000000000000030000006100 00"},
    {"a node's long name",
     G40,
     NOTHING,
     S2C,
     {IS(SPAWN), .node = 1, .net_id = 1, .name = {long_text, 256}},
     NULL,
     GDV_E_MP_SPAWN_NAME,
     NULL},
    {"a node's name as long as may be",
     G40,
     NOTHING,
     S2C,
     {IS(SPAWN), .node = 1, .net_id = 1, .name = {long_text, 255}},
     NULL,
     GDV_OK,
     NULL},
};

static void fill_long_text(void)
{
    memset(long_text, 'a', sizeof long_text);
}

Test(message_writer_names, paths, .init = fill_long_text)
{
    MESSAGES_ARE_AS_ASKED(paths);
}

Test(message_writer_names, names, .init = fill_long_text)
{
    MESSAGES_ARE_AS_ASKED(names);
}

/* What is permitted is written; what is over a limit of the policy is not. */
Test(message_writer_names, as_the_policy_says)
{
    static const asked parent = {"..", G3,     NOTHING,       C2S, {IS(CONFIRM_PATH), .path = TEXT("../a")},
                                 NULL, GDV_OK, "032e2e2f6100"};
    static const asked unique = {"%",  G3,     NOTHING,   C2S, {IS(CONFIRM_PATH), .path = TEXT("%a")},
                                 NULL, GDV_OK, "03256100"};
    static const asked nameless = {"no name", G3, NOTHING, C2S, {IS(CALL), .node = 1}, NULL, GDV_OK, "00010000000000"};
    static const asked of_3 = {
        "path of 3", G3, NOTHING, C2S, {IS(CONFIRM_PATH), .path = TEXT("abc")}, NULL, GDV_E_MP_PATH_LONG, "0361626300"};
    static const asked name_of_3 = {"name of 3",
                                    G3,
                                    NOTHING,
                                    C2S,
                                    {IS(CALL), .node = 1, .name = TEXT("abc")},
                                    NULL,
                                    GDV_E_MP_NAME_LONG,
                                    "0001000000616263 0000"};
    static const asked source = {"source",
                                 G3,
                                 GDV_ENVELOPE_ENET3,
                                 C2S,
                                 {IS(RAW), .source = 3, .data = TEXT("a")},
                                 NULL,
                                 GDV_E_MP_ENV_SOURCE,
                                 "03000000000000000461"};
    gdv_message_policy policy = message_policy(&parent);
    policy.permit = GDV_PERMIT_MP_ALL;
    message_is_as_asked(&parent, &policy);
    message_is_as_asked(&unique, &policy);
    message_is_as_asked(&nameless, &policy);
    policy.max_path = 2;
    policy.max_name = 2;
    message_is_as_asked(&of_3, &policy);
    message_is_as_asked(&name_of_3, &policy);
    policy = message_policy(&source);
    policy.peer = 4;
    message_is_as_asked(&source, &policy);
    policy.direction = S2C; /* a server passes on what others sent */
    packet made;
    gdv_message_report report;
    cr_expect_eq(message_made(&source, &policy, &made, &report), GDV_OK);
    packet_free(&made);
}

/* A text's bytes are looked at, and none after them. */
Test(message_writer_names, texts_end_with_their_sizes)
{
    static const asked rows[] = {
        {"a segment before a slash", G3, NOTHING, C2S, {IS(CONFIRM_PATH), .path = {"a/%", 1}}, NULL, GDV_OK, "036100"},
        {"a slash before %", G3, NOTHING, C2S, {IS(CONFIRM_PATH), .path = {"a/%", 2}}, NULL, GDV_E_MP_PATH_FORM, NULL},
        {"a method before a point",
         G3,
         NOTHING,
         C2S,
         {IS(CALL), .node = 1, .name = {"f.", 1}},
         NULL,
         GDV_OK,
         "0001000000660000"},
        {"a node before a point",
         G40,
         NOTHING,
         S2C,
         {IS(SPAWN), .node = 1, .net_id = 1, .name = {"n.", 1}},
         NULL,
         GDV_OK,
         NULL},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        asked exact = rows[row];
        gdv_message_policy policy = message_policy(&exact);
        policy.permit = GDV_PERMIT_MP_ALL;
        message_is_as_asked(&exact, &policy);
        gdv_text *text = exact.message.path.size > 0 ? &exact.message.path : &exact.message.name;
        packet own = packet_from_bytes((const uint8_t *)text->bytes, text->size);
        text->bytes = (const char *)own.bytes;
        message_is_as_asked(&exact, &policy);
        packet_free(&own);
    }
}

/* One byte less than the packet has is over the limit, whichever field or value it ends in. */
Test(message_writer_names, packets_over_the_limit_of_bytes)
{
    static const asked rows[] = {
        {"announcement",
         G40,
         NOTHING,
         C2S,
         {IS(SIMPLIFY_PATH), .id = 1, .path = TEXT("Main"), .md5 = TEXT("d41d8cd98f00b204e9800998ecf8427e")},
         NULL,
         GDV_OK,
         NULL},
        {"call", G40, NOTHING, C2S, {IS(CALL), .path = TEXT("Main")}, "int=5;int=70000;str=abc", GDV_OK, NULL},
        {"call that ends in an int", G40, NOTHING, C2S, {IS(CALL), .node = 1}, "int=5", GDV_OK, NULL},
        {"set",
         G3,
         GDV_ENVELOPE_WS3,
         C2S,
         {IS(SET), .source = 2, .path = TEXT("Main"), .name = TEXT("v")},
         "int=5",
         GDV_OK,
         NULL},
        {"spawn",
         G40,
         NOTHING,
         S2C,
         {IS(SPAWN), .scene = 255, .node = 3, .net_id = 1, .name = TEXT("a")},
         "@5;true;dict int=5 nil end",
         GDV_OK,
         NULL},
        {"delta", G40, NOTHING, C2S, {IS(SYNC), .delta = 1}, "@1:3;false;str=w;@2:1;i32=Vector2i,1,2", GDV_OK, NULL},
        {"relay",
         G40,
         NOTHING,
         C2S,
         {IS(RELAY), .peer = 2, .inner = GDV_COMMAND_RAW, .data = TEXT("abcd")},
         NULL,
         GDV_OK,
         NULL},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        gdv_message_policy policy = message_policy(&rows[row]);
        gdv_message_report report;
        packet made;
        cr_assert_eq(message_made(&rows[row], &policy, &made, &report), GDV_OK);
        const size_t size = made.size;
        packet_free(&made);
        for (size_t limit = 0; limit <= size; limit += 1) {
            policy.values.max_bytes = limit;
            gdv_status status = message_made(&rows[row], &policy, &made, &report);
            cr_expect_eq(status, limit < size ? GDV_E_LIMIT_BYTES : GDV_OK, "%s of %zu in %zu: %s", rows[row].claim,
                         size, limit, gdv_status_name(status));
            packet_free(&made);
        }
    }
}
