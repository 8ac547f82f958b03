/* SPDX-License-Identifier: MIT */
/* What else a value says of itself (structured.h): the shape of a node path, the declared types of containers, shared
 * containers, classes, signals, and the images and input events of Godot 2. Packets are those of the wire reference,
 * section 12, or made after its section 5. Promises 1 and 7. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- node paths (section 5.3) ---- */

Test(compound, of_a_node_path_tells_its_shape)
{
    static const struct {
        const char *name;
        const char *dialect;
        const char *hex;
        gdv_node_path path;
    } rows[] = {
        {"''", "godot3", "0f000000 00000080 00000000 00000000", {false, false, false, 0, 0}},
        {"'a'", "godot3", "0f000000 01000080 00000000 00000000 01000000 61560000", {false, false, false, 1, 0}},
        {"'/root'", "godot3", "0f000000 01000080 00000000 01000000 04000000 726f6f74", {true, false, false, 1, 0}},
        {"'ab/cd:ef:gh'",
         "godot3",
         "0f000000 02000080 02000000 00000000 02000000 61620041 02000000 6364c040 02000000 65662041 02000000 67684041",
         {false, false, false, 2, 2}},
        {"':pos'", "godot3", "0f000000 00000080 01000000 00000000 03000000 706f7300", {false, false, false, 0, 1}},
        {"an obsolete string is a sub-name",
         "godot3",
         "0f000000 01000080 00000000 02000000 01000000 61000000 01000000 62000000",
         {false, false, false, 1, 1}},
        {"absolute, and one more",
         "pandemonium-40",
         "15000000 01000080 01000000 03000000 01000000 61000000 01000000 62000000 01000000 63000000",
         {true, false, false, 1, 2}},
        {"flags that mean nothing",
         "godot4.4",
         "16000000 01000080 00000000 fcffffff 01000000 61000000",
         {false, false, false, 1, 0}},
        {"'a:p' of Godot 2",
         "godot2",
         "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000",
         {false, true, false, 1, 0}},
        {"'/a:b:p' of Godot 2",
         "godot2",
         "10000000 01000080 01000000 03000000 01000000 61000000 01000000 62000000 01000000 70000000",
         {true, true, false, 1, 1}},
        {"'/a' of Godot 2",
         "godot2",
         "10000000 01000080 00000000 01000000 01000000 61000000",
         {true, false, false, 1, 0}},
        {"the old form", "godot2", "10000000 02000000 6162", {false, false, true, 1, 0}},
        {"the old form of 3.0", "godot3.0", "0f000000 05000000 2f612f62 3a", {false, false, true, 1, 0}},
        {"the old form, empty", "godot3.0", "0f000000 00000000", {false, false, true, 1, 0}},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_node_path *right = &rows[index].path;
        parsed made;
        gdv_node_path path;
        gdv_value root = parsed_hex(&made, rows[index].dialect, "engine", rows[index].hex);
        memset(&path, 0xa5, sizeof path);
        cr_expect_eq(gdv_to_node_path(root, &path), GDV_OK, "%s", rows[index].name);
        cr_expect(
            path.absolute == right->absolute && path.property == right->property && path.old_form == right->old_form,
            "%s: absolute %d, property %d, old form %d", rows[index].name, path.absolute, path.property, path.old_form);
        cr_expect_eq(path.names, right->names, "%s: %u names", rows[index].name, path.names);
        cr_expect_eq(path.subnames, right->subnames, "%s: %u sub-names", rows[index].name, path.subnames);
        cr_expect_eq(gdv_count(root), (size_t)right->names + right->subnames + (right->property ? 1 : 0), "%s: %zu",
                     rows[index].name, gdv_count(root));
        parsed_free(&made);
    }
}

/* ---- declared types (sections 5.5, 5.8) ---- */

#define ANY {GDV_ELEMENT_ANY, GDV_TYPE_NIL, ""}
#define OF_TYPE(type) {GDV_ELEMENT_TYPE, GDV_TYPE_##type, ""}
#define OF_CLASS(name) {GDV_ELEMENT_CLASS, GDV_TYPE_OBJECT, name}
#define OF_SCRIPT(path) {GDV_ELEMENT_SCRIPT, GDV_TYPE_OBJECT, path}
#define ENCODED "11000000 456e636f 6465644f 626a6563 74417349 44000000 "
#define NODE "04000000 4e6f6465 "
#define SCRIPT_A "0a000000 7265733a 2f2f612e 67640000 "

typedef struct declared {
    gdv_element_kind kind;
    gdv_type type;
    const char *name;
} declared;

static void is_declared(const char *name, const gdv_element *element, const declared *right)
{
    cr_expect_eq(element->kind, right->kind, "%s: kind %d", name, (int)element->kind);
    cr_expect_eq(element->type, right->type, "%s: type %d", name, (int)element->type);
    cr_expect(same_text(element->name, right->name), "%s: name of %zu bytes", name, element->name.size);
}

Test(compound, of_a_container_tells_what_it_declares)
{
    static const struct {
        const char *name;
        const char *dialect;
        const char *policy;
        const char *hex;
        declared first;
        declared second; /* of a dictionary's values */
        size_t count;
        bool dictionary;
    } rows[] = {
        {"Array", "godot4.4", "strict", "1c000000 01000000 00000000", ANY, ANY, 1, false},
        {"Array of an older dialect", "godot3", "strict", "13000000 01000000 00000000", ANY, ANY, 1, false},
        {"Array[int]", "godot4.3", "strict", "1c000100 02000000 01000000 02000000 00000000", OF_TYPE(INT), ANY, 1,
         false},
        {"Array[PackedVector4Array]", "godot4.3", "strict", "1c000100 26000000 00000000", OF_TYPE(PACKED_VECTOR4_ARRAY),
         ANY, 0, false},
        {"Array[Node], objects as ids", "godot4.3", "strict+object-id", "1c000200" ENCODED "00000000",
         OF_CLASS("EncodedObjectAsID"), ANY, 0, false},
        {"Array[Node], objects in full", "godot4.4", "strict+object", "1c000200" NODE "00000000", OF_CLASS("Node"), ANY,
         0, false},
        {"Array[script]", "godot4.4", "strict+object", "1c000300" SCRIPT_A "00000000", OF_SCRIPT("res://a.gd"), ANY, 0,
         false},
        {"an array of a type that engines take for untyped", "godot4.4", "engine", "1c000100 00000000 00000000",
         OF_TYPE(NIL), ANY, 0, false},
        {"Dictionary", "godot4.4", "strict", "1b000000 00000000", ANY, ANY, 0, true},
        {"Dictionary of an older dialect", "godot2", "strict", "14000000 00000000", ANY, ANY, 0, true},
        {"Dictionary[int, String]", "godot4.4", "strict",
         "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000", OF_TYPE(INT),
         OF_TYPE(STRING), 1, true},
        {"Dictionary[Variant, int]", "godot4.4", "strict", "1b000400 02000000 00000000", ANY, OF_TYPE(INT), 0, true},
        {"Dictionary[int, Variant]", "godot4.4", "strict", "1b000100 02000000 00000000", OF_TYPE(INT), ANY, 0, true},
        {"Dictionary[Node, script]", "godot4.4", "strict+object", "1b000e00" NODE SCRIPT_A "00000000", OF_CLASS("Node"),
         OF_SCRIPT("res://a.gd"), 0, true},
        {"Dictionary[script, int]", "godot4.4", "strict+object", "1b000700" SCRIPT_A "02000000 00000000",
         OF_SCRIPT("res://a.gd"), OF_TYPE(INT), 0, true},
        {"TypedArray[int]", "pandemonium-40", "strict", "1b000000 02000000 01000000 02000000 07000000", OF_TYPE(INT),
         ANY, 1, false},
        {"PackedTypedArray[Color]", "pandemonium-40", "strict", "1c000000 14000000 00000000", OF_TYPE(COLOR), ANY, 0,
         false},
        {"TypedArray[nothing]", "pandemonium-40", "strict", "1b000000 00000000 00000000", OF_TYPE(NIL), ANY, 0, false},
        {"TypedArray[Node], objects in full", "pandemonium-40", "strict+misread",
         "1b000000 17000000 18000000" NODE "01000000 00000000", OF_CLASS("Node"), ANY, 1, false},
        {"TypedArray[Node], objects as ids", "pandemonium-40", "strict+object-id",
         "1b000100 17000000 01000000 00000000", OF_TYPE(OBJECT), ANY, 1, false},
        {"bit 31 of a type, which the engine clears", "pandemonium-40", "engine", "1b000000 02000080 00000000",
         OF_TYPE(INT), ANY, 0, false},
        {"the same of objects in full", "pandemonium-40", "engine", "1b000000 17000080 18000000" NODE "00000000",
         OF_CLASS("Node"), ANY, 0, false},
        {"a class name cut at its NUL", "godot4.4", "engine+object", "1c000200 03000000 4e006e00 00000000",
         OF_CLASS("N"), ANY, 0, false},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_element element;
        gdv_value root = parsed_hex(&made, rows[index].dialect, rows[index].policy, rows[index].hex);
        memset(&element, 0xa5, sizeof element);
        cr_expect_eq(gdv_element_of(root, &element), GDV_OK, "%s", rows[index].name);
        is_declared(rows[index].name, &element, &rows[index].first);
        memset(&element, 0xa5, sizeof element);
        cr_expect_eq(gdv_value_element_of(root, &element), rows[index].dictionary ? GDV_OK : GDV_E_WRONG_TYPE, "%s",
                     rows[index].name);
        is_declared(rows[index].name, &element, &rows[index].second);
        cr_expect_eq(gdv_count(root), rows[index].count, "%s: %zu", rows[index].name, gdv_count(root));
        parsed_free(&made);
    }
}

/* Pandemonium drops every element of an array whose type does not exist (EB-16); no type of ours stands for it. */
Test(compound, of_an_array_of_no_type_tells_none)
{
    parsed made;
    gdv_element element;
    gdv_value root = parsed_hex(&made, "pandemonium-40", "engine", "1b000000 28000000 00000000");
    cr_expect_eq(gdv_element_of(root, &element), GDV_OK);
    cr_expect_eq(element.kind, GDV_ELEMENT_TYPE);
    cr_expect_eq(element.type, GDV_TYPE_COUNT, "type %d", (int)element.type);
    cr_expect(same_text(element.name, ""));
    parsed_free(&made);
}

/* What is declared is the container's own, wherever it stands. */
Test(compound, of_containers_in_containers_tell_each_its_own)
{
    parsed made;
    gdv_element element;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict",
                                "1c000100 1c000000 02000000 1c000100 02000000 01000000 02000000 07000000 1c000000 "
                                "00000000");
    cr_expect_eq(gdv_element_of(root, &element), GDV_OK);
    cr_expect_eq(element.type, GDV_TYPE_ARRAY);
    cr_expect_eq(gdv_element_of(gdv_at(root, 0), &element), GDV_OK);
    cr_expect_eq(element.type, GDV_TYPE_INT);
    cr_expect_eq(gdv_int_or(gdv_at(gdv_at(root, 0), 0), 0, 9, -1), 7);
    cr_expect_eq(gdv_element_of(gdv_at(root, 1), &element), GDV_OK);
    cr_expect_eq(element.kind, GDV_ELEMENT_ANY);
    parsed_free(&made);
}

/* ---- shared containers (section 5.5) ---- */

Test(compound, of_godot_2_alone_tells_what_is_shared)
{
    static const struct {
        const char *name;
        const char *dialect;
        const char *hex;
        bool shared;
    } rows[] = {
        {"[1, 2]", "godot2", "15000000 02000080 02000000 01000000 02000000 02000000", true},
        {"[1]", "godot2", "15000000 01000000 02000000 01000000", false},
        {"{}", "godot2", "14000000 00000080", true},
        {"{} that is not", "godot2", "14000000 00000000", false},
        {"a text of a length that looks alike", "godot2", "04000000 00000000", false},
        {"[] of Godot 3, which ignores the bit", "godot3", "13000000 00000080", false},
        {"a node path of Godot 2, whose first word has the bit", "godot2", "10000000 00000080 00000000 00000000",
         false},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, rows[index].dialect, "engine", rows[index].hex);
        cr_expect_eq(gdv_is_shared(root), rows[index].shared, "%s", rows[index].name);
        parsed_free(&made);
    }
    parsed made;
    gdv_value root = parsed_hex(&made, "godot2", "strict", "15000000 02000080 02000000 01000000 02000000 02000000");
    cr_expect_eq(gdv_count(root), 2);
    cr_expect_eq(gdv_int_or(gdv_at(root, 1), 0, 9, -1), 2);
    parsed_free(&made);
}

/* ---- objects (section 5.4) ---- */

Test(compound, of_objects_tell_class_or_id)
{
    static const struct {
        const char *name;
        const char *dialect;
        const char *hex;
        gdv_status to_class;
        gdv_status to_id;
        const char *class_name;
        uint64_t id;
        size_t properties;
    } rows[] = {
        {"by id", "godot3", "11000100 08050000 00000000", GDV_E_WRONG_TYPE, GDV_OK, "", 0x508, 0},
        {"null by id", "godot4.4", "18000100 00000000 00000000", GDV_E_WRONG_TYPE, GDV_OK, "", 0, 0},
        {"in full", "godot3",
         "11000000 09000000 52656665 72656e63 65000000 01000000 06000000 73637269 70740000 00000000", GDV_OK,
         GDV_E_WRONG_TYPE, "Reference", 0, 1},
        {"in full, without properties", "godot4.4", "18000000 04000000 4e6f6465 00000000", GDV_OK, GDV_E_WRONG_TYPE,
         "Node", 0, 0},
        {"null in full", "godot3", "11000000 00000000", GDV_OK, GDV_E_WRONG_TYPE, "", 0, 0},
        {"null in full: a class of a byte order mark", "godot3", "11000000 03000000 efbbbf00", GDV_OK, GDV_E_WRONG_TYPE,
         "", 0, 0},
        {"class with a NUL after it", "godot3", "11000000 0a000000 52656665 72656e63 65000000 00000000", GDV_OK,
         GDV_E_WRONG_TYPE, "Reference", 0, 0},
        {"of Godot 2", "godot2", "12000000", GDV_E_WRONG_TYPE, GDV_OK, "", 0, 0},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_text text = {NULL, 99};
        uint64_t id = 99;
        gdv_value root = parsed_hex(&made, rows[index].dialect, "engine+object", rows[index].hex);
        cr_expect_eq(gdv_class_of(root, &text), rows[index].to_class, "%s", rows[index].name);
        cr_expect(same_text(text, rows[index].class_name), "%s: %zu bytes", rows[index].name, text.size);
        cr_expect_eq(gdv_to_object_id(root, &id), rows[index].to_id, "%s", rows[index].name);
        cr_expect_eq(id, rows[index].id, "%s: %llu", rows[index].name, (unsigned long long)id);
        cr_expect_eq(gdv_is_object_id(root), rows[index].to_id == GDV_OK, "%s", rows[index].name);
        cr_expect_eq(gdv_count(root), rows[index].properties, "%s: %zu", rows[index].name, gdv_count(root));
        parsed_free(&made);
    }
}

/* ---- signals (section 5.9) ---- */

Test(compound, of_a_signal_tells_name_and_object)
{
    static const struct {
        const char *hex;
        const char *name;
        uint64_t object;
    } rows[] = {
        {"1a000000 01000000 73000000 00000000 00000000", "s", 0},
        {"1a000000 00000000 01000000 00000080", "", 0x8000000000000001u},
        {"1a000000 05000000 68656c6c 6f000000 ffffffff ffffffff", "hello", UINT64_MAX},
        {"1a000000 03000000 73007400 02000000 00000000", "s", 2},
        {"1a000000 06000000 efbbbf73 73730000 03000000 00000000", "sss", 3},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_signal found;
        gdv_value root = parsed_hex(&made, "godot4.4", "engine", rows[index].hex);
        memset(&found, 0xa5, sizeof found);
        cr_expect_eq(gdv_to_signal(root, &found), GDV_OK, "row %zu", index);
        cr_expect(same_text(found.name, rows[index].name), "row %zu: %zu bytes", index, found.name.size);
        cr_expect_eq(found.object, rows[index].object, "row %zu: %llu", index, (unsigned long long)found.object);
        cr_expect_eq(gdv_count(root), 0, "row %zu", index);
        parsed_free(&made);
    }
}

/* ---- Godot 2: images and input events (section 5.10) ---- */

Test(compound, of_an_image_tells_its_words_and_bytes)
{
    static const struct {
        const char *name;
        const char *policy;
        const char *hex;
        uint32_t words[4]; /* format, mipmaps, width, height */
        size_t size;
    } rows[] = {
        {"1 x 1 RGBA", "strict", "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff", {4, 0, 1, 1}, 4},
        {"empty", "strict", "0f000000 00000000 00000000 00000000 00000000 00000000", {0, 0, 0, 0}, 0},
        {"3 x 1, padded with garbage",
         "strict",
         "0f000000 16000000 02000000 03000000 01000000 03000000 010203ff",
         {22, 2, 3, 1},
         3},
        {"of no width, read as empty",
         "engine",
         "0f000000 16000000 00000000 00000000 01000000 04000000 01020304",
         {22, 0, 0, 1},
         4},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_image image;
        gdv_value root = parsed_hex(&made, "godot2", rows[index].policy, rows[index].hex);
        memset(&image, 0xa5, sizeof image);
        cr_expect_eq(gdv_to_image(root, &image), GDV_OK, "%s", rows[index].name);
        cr_expect(image.format == rows[index].words[0] && image.mipmaps == rows[index].words[1] &&
                      image.width == rows[index].words[2] && image.height == rows[index].words[3],
                  "%s: %u %u %u %u", rows[index].name, image.format, image.mipmaps, image.width, image.height);
        cr_expect_eq(image.size, rows[index].size, "%s: %zu", rows[index].name, image.size);
        cr_expect_eq(image.bytes, made.bytes.bytes + 24, "%s", rows[index].name);
        parsed_free(&made);
    }
}

Test(compound, of_an_input_event_tells_its_words)
{
    static const struct {
        const char *name;
        const char *policy;
        const char *hex;
        gdv_input_event event;
    } rows[] = {
        {"none", "strict", "13000000 00000000 00000000 0c000000", {0, 0, 0, {0, 0}}},
        {"key", "strict", "13000000 01000000 00000000 14000000 00000002 41000000", {1, 0, 2, {0x02000000, 65}}},
        {"mouse motion", "strict", "13000000 02000000 07000000 0c000000", {2, 7, 0, {0, 0}}},
        {"mouse button", "strict", "13000000 03000000 00000000 10000000 01000000", {3, 0, 1, {1, 0}}},
        {"joystick motion",
         "strict",
         "13000000 04000000 ffffffff 14000000 01000000 0000003f",
         {4, 0xffffffff, 2, {1, 0x3f000000}}},
        {"joystick button", "strict", "13000000 05000000 00000000 10000000 09000000", {5, 0, 1, {9, 0}}},
        {"screen touch", "strict", "13000000 06000000 00000000 10000000 02000000", {6, 0, 1, {2, 0}}},
        {"screen drag", "strict", "13000000 07000000 00000000 0c000000", {7, 0, 0, {0, 0}}},
        {"action", "strict", "13000000 08000000 00000000 0c000000", {8, 0, 0, {0, 0}}},
        {"a length that the engine ignores (EB-18)",
         "engine",
         "13000000 03000000 00000000 ffffffff 01000000",
         {3, 0, 1, {1, 0}}},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_input_event event;
        gdv_value root = parsed_hex(&made, "godot2", rows[index].policy, rows[index].hex);
        memset(&event, 0xa5, sizeof event);
        cr_expect_eq(gdv_to_input_event(root, &event), GDV_OK, "%s", rows[index].name);
        cr_expect_eq(memcmp(&event, &rows[index].event, sizeof event), 0, "%s: %u %u %u %u %u", rows[index].name,
                     event.type, event.device, event.words, event.extra[0], event.extra[1]);
        parsed_free(&made);
    }
}

/* ---- what a reader has just read ---- */

/* The getters read headers again, of containers whose children have not been read. */
Test(compound, getters_read_what_a_reader_has_begun)
{
    reading *from = reading_hex("godot4.4", "strict+object",
                                "1b000d00 02000000" SCRIPT_A "01000000 02000000 07000000 18000000" NODE "01000000 "
                                "01000000 70000000 00000000");
    gdv_event event;
    gdv_element element;
    gdv_text text;
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_element_of(event.value, &element), GDV_OK);
    cr_expect_eq(element.type, GDV_TYPE_INT);
    cr_expect_eq(gdv_value_element_of(event.value, &element), GDV_OK);
    cr_expect(element.kind == GDV_ELEMENT_SCRIPT && same_text(element.name, "res://a.gd"));
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_int_or(event.value, 0, 9, -1), 7);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_class_of(event.value, &text), GDV_OK);
    cr_expect(same_text(text, "Node"));
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK);
    reading_free(from);
}
