/* SPDX-License-Identifier: MIT */
/* The functions that gdv schema --c makes of constructs.gdvs: what a struct holds of packets that gdv_writer wrote call by
 * call, that they come back byte for byte, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "tests/made_constructs.h"
#include "tests/made_old_rpc.h"

enum { MOST = 4096 };

typedef struct packet {
    uint8_t bytes[MOST];
    size_t size;
} packet;

static gdv_schema schema;
static gdv_node nodes[GDV_DOCUMENT_BOUND(MOST)];
static gdv_match match = {.struct_size = sizeof match};
static uint64_t scratch[MOST / 4];
static uint8_t back[MOST];
static size_t back_size;
static gdv_writer writer;
static int passed;
static int failed;

static void expect(bool holds, const char *what)
{
    passed += holds ? 1 : 0;
    failed += holds ? 0 : 1;
    if (!holds) {
        printf("FAILED: %s\n", what);
    }
}

static bool is_text(gdv_text text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.bytes, wanted, text.size) == 0;
}

static bool is_back(const packet *in)
{
    return back_size == in->size && memcmp(back, in->bytes, in->size) == 0;
}

/* ---- packets, as a server would write them without a schema */

static void put_key(const char *key)
{
    gdv_write_string(&writer, key, strlen(key));
}

static void put_int(const char *key, int64_t number)
{
    put_key(key);
    gdv_write_int(&writer, number);
}

static void start(packet *to)
{
    gdv_writer_init(&writer, to->bytes, sizeof to->bytes, GDV_DIALECT_GODOT4_4, NULL);
}

static void finish(packet *to)
{
    expect(gdv_writer_finish(&writer, scratch, sizeof scratch, &to->size) == GDV_OK, "a packet is written");
}

static void put_point(const char *key, int64_t x, bool has_y)
{
    put_key(key);
    gdv_begin_dictionary(&writer);
    put_int("x", x);
    if (has_y) {
        put_key("y");
        gdv_write_float(&writer, 0.1);
    }
    gdv_end(&writer);
}

static void put_row(bool whole)
{
    put_key("row");
    gdv_begin_array(&writer);
    gdv_write_int(&writer, 40);
    if (whole) {
        gdv_begin_array(&writer);
        gdv_write_float(&writer, 1.5);
        gdv_write_string(&writer, "inner", 5);
        gdv_end(&writer);
        gdv_write_string_name(&writer, "more", 4);
        gdv_begin_array(&writer);
        gdv_end(&writer);
    }
    gdv_end(&writer);
}

static void put_vectors(bool whole)
{
    static const int32_t cell[] = {-1, 2};
    static const float tint[] = {0.25f, 0.5f, 0.75f, 1.0f};
    static const double wide[] = {0.1, -2.0};
    static const float path[] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f};
    static const int64_t longs[] = {INT64_MIN, INT64_MAX};
    static const gdv_text words[] = {{"one", 3}, {"", 0}};
    put_key("cell");
    gdv_write_int32s(&writer, GDV_TYPE_VECTOR2I, cell, 2);
    put_key("tint");
    gdv_write_floats(&writer, GDV_TYPE_COLOR, tint, 4);
    put_key("raw");
    gdv_write_bytes(&writer, "\1\2\3", 3);
    if (whole) {
        put_key("wide");
        gdv_write_doubles(&writer, GDV_TYPE_PACKED_FLOAT64_ARRAY, wide, 2);
    }
    put_key("path");
    gdv_write_floats(&writer, GDV_TYPE_PACKED_VECTOR3_ARRAY, path, whole ? 6 : 0);
    if (whole) {
        put_key("longs");
        gdv_write_int64s(&writer, GDV_TYPE_PACKED_INT64_ARRAY, longs, 2);
    }
    put_key("words");
    gdv_write_strings(&writer, words, 2);
}

/* What may be anything: an array with a declared type, and a dictionary with one of a dictionary as key. */
static void put_anything(void)
{
    const gdv_element ints = {GDV_ELEMENT_TYPE, GDV_TYPE_INT, {"", 0}};
    put_key("any");
    gdv_begin_array(&writer);
    gdv_begin_typed_array(&writer, &ints);
    gdv_write_int(&writer, 3);
    gdv_end(&writer);
    gdv_begin_dictionary(&writer);
    gdv_begin_dictionary(&writer);
    put_int("in", 1);
    gdv_end(&writer);
    gdv_write_nil(&writer);
    gdv_end(&writer);
    gdv_end(&writer);
}

static void put_place(void)
{
    static const gdv_text names[] = {{"a", 1}, {"b", 1}};
    put_key("place");
    gdv_write_node_path(&writer, true, names, 2, names, 1, NULL);
}

static void write_all(packet *to, bool whole)
{
    start(to);
    gdv_begin_dictionary(&writer);
    put_key("t");
    put_key("all");
    put_int("with blank", 1);
    put_key("default");
    gdv_write_bool(&writer, true);
    put_int("NULL", 2);
    put_int("n", 4);
    put_key("m");
    gdv_write_float(&writer, 4.0);
    put_point("at", 5, false);
    if (whole) {
        put_point("to", 6, true);
    }
    put_row(whole);
    put_vectors(whole);
    put_anything();
    put_key("pick");
    put_key("b");
    if (whole) {
        put_int("five", 5);
    }
    put_key("yes");
    gdv_write_bool(&writer, true);
    put_key("none");
    gdv_write_nil(&writer);
    if (whole) {
        put_place();
        gdv_write_int(&writer, -3);
        put_key("minus three");
    }
    gdv_write_int(&writer, 7);
    gdv_write_bool(&writer, false);
    if (whole) {
        put_int("unknown", 8);
        gdv_write_int(&writer, 9);
        put_key("nine");
    }
    gdv_end(&writer);
    finish(to);
}

/* ---- what structs hold */

static gdv_status read_all(const packet *in, all_fields *all)
{
    return all_from_packet(&schema, in->bytes, in->size, NULL, nodes, sizeof nodes / sizeof nodes[0], &match, all,
                           NULL);
}

static gdv_status write_back(const all_fields *all)
{
    return all_to_packet(all, NULL, back, sizeof back, scratch, sizeof scratch, &back_size);
}

static void a_struct_holds_every_kind_of_member(void)
{
    static packet in;
    static all_fields all;
    write_all(&in, true);
    expect(read_all(&in, &all) == GDV_OK, "a packet with everything is read");
    expect(all.with_blank == 1 && all.default_ && all.NULL_ == 2 && !all.key_7, "names that are none in C");
    expect(all.has_key_minus_3 && is_text(all.key_minus_3, "minus three"), "an int key, negative and optional");
    expect(all.n_is_int && (int)all.n == 4 && !all.m_is_int && (int)all.m == 4, "numbers know what they are");
    expect(all.at.x == 5 && !all.at.has_y && all.has_to && all.to.x == 6 && all.to.has_y, "records in records");
    expect(all.row.item_0 == 40 && all.row.has_item_1 && all.row.item_1.has_item_1 &&
               is_text(all.row.item_1.item_1, "inner"),
           "arrays in arrays");
    expect(gdv_count(all.row.others) == 4 && gdv_exists(all.others), "what is open has the whole beside its members");
    expect(all.cell[0] == -1 && all.cell[1] == 2 && (int)(4 * all.tint[2]) == 3, "vectors of ints and of floats");
    expect(all.raw_size == 3 && all.raw[2] == 3, "bytes");
    expect(all.has_wide && all.wide.elements == 2 && all.path.elements == 2 && all.path.components == 3,
           "packed arrays");
    expect(gdv_count(all.words) == 2 && gdv_count(all.any) == 2, "values that are handed on");
    expect(is_text(all.pick, "b") && all.has_five && all.has_place, "a choice, and what may be there");
    expect(write_back(&all) == GDV_OK && is_back(&in), "it comes back byte for byte, unknown keys included");
}

static void what_is_not_there_is_zero(void)
{
    static packet in;
    static all_fields all;
    write_all(&in, false);
    memset(&all, 0x55, sizeof all);
    expect(read_all(&in, &all) == GDV_OK, "a packet without what is optional is read");
    expect(!all.has_to && all.to.x == 0 && !all.to.has_y && !all.has_wide && !all.has_five && !all.has_key_minus_3,
           "it is said not to be there");
    expect(!all.row.has_item_1 && all.row.item_1.item_1.size == 0 && all.path.elements == 0, "and is zero");
    expect(write_back(&all) == GDV_OK && is_back(&in), "it comes back byte for byte");
}

static void a_struct_can_be_filled_by_hand(void)
{
    static packet in;
    word_fields word;
    memset(&word, 0, sizeof word);
    word.has_item_2 = true; /* without the one before it, it has no place */
    word.item_2 = 3;
    start(&in);
    gdv_begin_array(&writer);
    put_key("word");
    gdv_end(&writer);
    finish(&in);
    expect(word_to_packet(&word, NULL, back, sizeof back, scratch, sizeof scratch, &back_size) == GDV_OK &&
               is_back(&in),
           "an element without the one before it is left out");
    ping_fields ping;
    memset(&ping, 0, sizeof ping);
    start(&in);
    gdv_begin_dictionary(&writer);
    put_key("t");
    put_key("ping");
    gdv_end(&writer);
    finish(&in);
    expect(ping_to_packet(&ping, NULL, back, sizeof back, scratch, sizeof scratch, &back_size) == GDV_OK &&
               is_back(&in),
           "a packet of nothing but its tag");
    const digit_fields digit = {7};
    start(&in);
    gdv_write_int(&writer, 7);
    finish(&in);
    expect(digit_to_packet(&digit, NULL, back, sizeof back, scratch, sizeof scratch, &back_size) == GDV_OK &&
               is_back(&in),
           "a packet that is no container");
}

static void vectors_take_64_bits_where_they_must(void)
{
    static const float floats[] = {0.5f, -3.0f};
    static packet in;
    spot_fields spot = {{0.5, 0.1}};
    start(&in);
    gdv_write_doubles(&writer, GDV_TYPE_VECTOR2, spot.value, 2);
    finish(&in);
    expect(spot_to_packet(&spot, NULL, back, sizeof back, scratch, sizeof scratch, &back_size) == GDV_OK &&
               is_back(&in),
           "what 32 bits do not hold");
    memset(&spot, 0, sizeof spot);
    expect(spot_from_packet(&schema, in.bytes, in.size, NULL, nodes, sizeof nodes / sizeof nodes[0], &match, &spot,
                            NULL) == GDV_OK &&
               spot.value[1] > 0.09999999999999999 && spot.value[1] < 0.1000000001,
           "which is read as it is");
    spot.value[0] = 0.5;
    spot.value[1] = -3.0;
    start(&in);
    gdv_write_floats(&writer, GDV_TYPE_VECTOR2, floats, 2);
    finish(&in);
    expect(spot_to_packet(&spot, NULL, back, sizeof back, scratch, sizeof scratch, &back_size) == GDV_OK &&
               is_back(&in),
           "what 32 bits hold");
    old_spawn_fields spawn;
    memset(&spawn, 0, sizeof spawn);
    spawn.item_2[0] = 0.1;
    expect(old_spawn_to_packet(&spawn, NULL, back, sizeof back, scratch, sizeof scratch, &back_size) == GDV_OK,
           "a dialect without 64 bits rounds");
    spawn.item_2[1] = 1e300;
    expect(old_spawn_to_packet(&spawn, NULL, back, sizeof back, scratch, sizeof scratch, &back_size) ==
               GDV_E_NO_SUCH_LAYOUT,
           "and does not say what is too far");
}

static void other_packets_are_refused(void)
{
    static packet in;
    static all_fields all;
    gdv_violation violation = {.struct_size = sizeof violation};
    digit_fields digit = {1};
    write_all(&in, true);
    expect(digit_from_packet(&schema, in.bytes, in.size, NULL, nodes, sizeof nodes / sizeof nodes[0], &match, &digit,
                             &violation) == GDV_E_NO_SUCH_PACKET &&
               digit.value == 0 && violation.report.code == GDV_E_NO_SUCH_PACKET,
           "another packet of the schema");
    expect(match.packet == made_constructs_packet_all && all_from_match(&match, &all) == GDV_OK,
           "which the match says");
    start(&in);
    gdv_write_int(&writer, 10);
    finish(&in);
    digit.value = 1;
    expect(digit_from_packet(&schema, in.bytes, in.size, NULL, nodes, sizeof nodes / sizeof nodes[0], &match, &digit,
                             &violation) == GDV_E_OUT_OF_RANGE &&
               digit.value == 0,
           "a packet that misses leaves nothing in the struct");
    expect(match.packet == made_constructs_packet_digit && digit_from_match(&match, &digit) == GDV_E_MISSING,
           "a match that was refused fills none");
    expect(digit_from_match(NULL, &digit) == GDV_E_BAD_ARGUMENT && digit_from_match(&match, NULL) == GDV_E_BAD_ARGUMENT,
           "no match, no struct");
}

static void writing_says_what_it_lacks(void)
{
    static packet in;
    static all_fields all;
    write_all(&in, true);
    expect(read_all(&in, &all) == GDV_OK, "a packet is read");
    expect(all_to_packet(&all, NULL, back, in.size - 1, scratch, sizeof scratch, &back_size) == GDV_E_NO_SPACE &&
               back_size == in.size,
           "a buffer too small, and how large it has to be");
    expect(all_to_packet(&all, NULL, back, sizeof back, NULL, 0, &back_size) == GDV_E_NO_SCRATCH && back_size == 0,
           "no scratch memory");
    expect(all_to_packet(&all, NULL, back, sizeof back, scratch, 8, &back_size) == GDV_E_NO_SPACE && back_size == 0,
           "scratch memory too small to copy to");
    expect(all_to_packet(&all, NULL, back, sizeof back, (uint8_t *)scratch + 4, 64, &back_size) == GDV_E_BAD_ARGUMENT,
           "scratch memory that is not aligned");
    expect(all_to_packet(NULL, NULL, back, sizeof back, scratch, sizeof scratch, &back_size) == GDV_E_BAD_ARGUMENT &&
               all_to_packet(&all, NULL, back, sizeof back, scratch, sizeof scratch, NULL) == GDV_E_BAD_ARGUMENT,
           "no struct, no size");
    all.any = gdv_missing();
    expect(write_back(&all) == GDV_E_MISSING && back_size == 0, "a value that does not exist");
}

int main(void)
{
    expect(made_constructs_schema(&schema) == GDV_OK, "the compiled schema loads");
    a_struct_holds_every_kind_of_member();
    what_is_not_there_is_zero();
    a_struct_can_be_filled_by_hand();
    vectors_take_64_bits_where_they_must();
    other_packets_are_refused();
    writing_says_what_it_lacks();
    printf("gdv-tests: %d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
