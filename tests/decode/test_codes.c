/* SPDX-License-Identifier: MIT */
/* Every code that gdv can return, and every misreading it knows, each by the smallest packet that deserves it: what is
 * refused, at which byte, how many bytes are missing, and in which value. The rows cover sections 3-5, 7 and 10 of the
 * wire reference; offsets and paths are counted by hand. A code or misreading that no row produces fails the last two
 * tests. Promise 6, and 3, 4 and 7 where a row is about them. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/schema_text.h"
#include "tests/support/support.h"
#include "tests/support/value_text.h"

/* The limit that a row sets, all others being the preset's. */
typedef enum limit { NO_LIMIT, BYTES, DEPTH, VALUES, ELEMENTS, STRING } limit;

typedef struct row {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *hex;
    gdv_status code;
    uint64_t offset;
    uint64_t need;
    const char *path;
    uint32_t depth;
    gdv_misread misread;
    limit limited;
    uint32_t most;
} row;

#define ROW(name, dialect, policy, code, offset, need, path, depth, hex)                                               \
    {name, dialect, policy, hex, GDV_E_##code, offset, need, path, depth, GDV_MISREAD_NONE, NO_LIMIT, 0}
#define MISREAD(name, dialect, policy, misread, offset, path, depth, hex)                                              \
    {name, dialect, policy, hex, GDV_E_ENGINE_MISREADS, offset, 0, path, depth, GDV_MISREAD_##misread, NO_LIMIT, 0}
#define LIMITED(name, dialect, policy, code, limited, most, offset, path, depth, hex)                                  \
    {name, dialect, policy, hex, GDV_E_##code, offset, 0, path, depth, GDV_MISREAD_NONE, limited, most}
#define ACCEPTED(name, dialect, policy, hex) ROW(name, dialect, policy, OK, 0, 0, "", 0, hex)

/* 64 bytes: the identity matrix, column by column. */
#define IDENTITY                                                                                                       \
    " 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000"     \
    " 00000000 00000000 00000000 0000803f"

static const row rows[] = {
    /* 1 EMPTY */
    ROW("nothing at all", "godot3", "strict", EMPTY, 0, 4, "", 0, ""),
    ROW("nothing at all, engine policy", "godot4.4", "engine", EMPTY, 0, 4, "", 0, ""),

    /* 2 TRUNCATED: at the first byte of the field that does not fit */
    ROW("one byte of a header", "godot3", "strict", TRUNCATED, 0, 3, "", 0, "02"),
    ROW("three bytes of a header", "godot3", "engine", TRUNCATED, 0, 1, "", 0, "000000"),
    ROW("bool with two bytes", "godot3", "strict", TRUNCATED, 4, 2, "", 0, "01000000 0100"),
    ROW("int with no bytes", "godot2", "strict", TRUNCATED, 4, 4, "", 0, "02000000"),
    ROW("wide int with four bytes (EB-20)", "godot3.0", "strict", TRUNCATED, 4, 4, "", 0, "02000100 05000000"),
    ROW("vector2 with one component", "godot3", "strict", TRUNCATED, 4, 4, "", 0, "05000000 0000803f"),
    ROW("wide vector2 with the bytes of a narrow one", "godot4.4", "strict", TRUNCATED, 4, 8, "", 0,
        "05000100 0000803f 00000040"),
    ROW("godot 4 RID with half its id", "godot4.0", "strict+rid", TRUNCATED, 4, 4, "", 0, "17000000 01000000"),
    ROW("string without its length word", "godot3", "strict", TRUNCATED, 4, 4, "", 0, "04000000"),
    ROW("string with half its length word", "godot3", "strict", TRUNCATED, 4, 2, "", 0, "04000000 0100"),
    ROW("node path with eleven bytes", "godot3", "strict", TRUNCATED, 12, 1, "", 0,
        "0f000000 00000080 00000000 010000"),
    ROW("array without its count", "godot3", "strict", TRUNCATED, 4, 4, "", 0, "13000000"),
    ROW("dictionary without its count", "godot3", "strict", TRUNCATED, 4, 4, "", 0, "12000000"),
    ROW("packed array without its count", "godot3", "strict", TRUNCATED, 4, 4, "", 0, "15000000"),
    ROW("int whose payload another element was promised", "godot3", "strict", TRUNCATED, 12, 4, "[0]", 1,
        "13000000 02000000 02000000 05000000"),
    ROW("dictionary key whose payload other values were promised", "godot3", "strict", TRUNCATED, 12, 4, "{key}", 1,
        "12000000 02000000 02000000 01000000 02000000 01000000"),
    ROW("byte array whose padding another element was promised", "godot3", "engine", TRUNCATED, 17, 3, "[0]", 1,
        "13000000 02000000 14000000 01000000 41 00000000"),
    ROW("object id with four bytes", "godot3", "strict+object-id", TRUNCATED, 4, 4, "", 0, "11000100 05000000"),
    ROW("object without its property count", "godot3", "strict+object", TRUNCATED, 20, 4, "", 0,
        "11000000 09000000 52656665 72656e63 65000000"),
    ROW("signal without its object id", "godot4.4", "strict+signal", TRUNCATED, 12, 8, "", 0,
        "1a000000 01000000 73000000"),
    ROW("typed array without its element type", "pandemonium-40", "strict", TRUNCATED, 4, 4, "", 0, "1b000000"),
    ROW("typed array without the count that Pandemonium reads regardless (EB-16)", "pandemonium-40", "strict+misread",
        TRUNCATED, 20, 4, "", 0, "1b000000 17000000 18000000 04000000 4e6f6465"),
    ROW("typed array without its count", "godot4.3", "strict", TRUNCATED, 8, 4, "", 0, "1c000100 02000000"),
    ROW("typed dictionary without its value type", "godot4.4", "strict", TRUNCATED, 8, 4, "", 0, "1b000500 02000000"),
    ROW("image without its length word", "godot2", "strict", TRUNCATED, 20, 4, "", 0,
        "0f000000 04000000 00000000 01000000 01000000"),
    ROW("key event without its scancode (EB-18)", "godot2", "strict", TRUNCATED, 20, 4, "", 0,
        "13000000 01000000 00000000 14000000 00000002"),
    ROW("event without its length word (EB-18)", "godot2", "engine", TRUNCATED, 12, 4, "", 0,
        "13000000 02000000 00000000"),

    /* 3 LENGTH: at the length word */
    ROW("string of 100 bytes with four", "godot3", "strict", LENGTH, 4, 96, "", 0, "04000000 64000000 61616161"),
    ROW("string of 0x7fffffff bytes", "godot3", "engine", LENGTH, 4, 2147483643, "", 0, "04000000 ffffff7f 61616161"),
    ROW("string whose length with padding passes 2^31", "godot3", "engine", LENGTH, 4, 2147483641, "", 0,
        "04000000 fdffff7f 61616161"),
    ROW("StringName one byte short", "pandemonium-33", "strict", LENGTH, 4, 1, "", 0, "15000000 05000000 61626364"),
    ROW("string array element longer than the packet", "godot3", "strict", LENGTH, 8, 4, "", 0,
        "17000000 01000000 08000000 61626300"),
    ROW("name of a node path longer than the packet", "godot3", "strict", LENGTH, 16, 1, "", 0,
        "0f000000 01000080 00000000 00000000 05000000 61616161"),
    ROW("old node path longer than the packet", "godot3.0", "strict+node-path", LENGTH, 4, 3, "", 0,
        "0f000000 05000000 6162"),
    ROW("class name longer than the packet", "godot3", "strict+object", LENGTH, 4, 7, "", 0, "11000000 09000000 5265"),
    ROW("image data longer than the packet", "godot2", "strict", LENGTH, 20, 4, "", 0,
        "0f000000 04000000 00000000 02000000 01000000 08000000 010203ff"),
    ROW("text that would need the header promised next", "godot3", "strict", LENGTH, 12, 4, "[0]", 1,
        "13000000 02000000 04000000 04000000 61616161"),

    /* 4 COUNT: at the count word */
    ROW("array of 0x7fffffff", "godot3", "engine", COUNT, 4, 8589934588, "", 0, "13000000 ffffff7f"),
    ROW("array of five with one", "godot3", "strict", COUNT, 4, 16, "", 0, "13000000 05000000 00000000"),
    ROW("dictionary of 0x7fffffff", "godot3", "engine", COUNT, 4, 17179869176, "", 0, "12000000 ffffff7f"),
    ROW("dictionary with a key and no value", "godot3", "strict", COUNT, 4, 4, "", 0, "12000000 01000000 00000000"),
    ROW("byte array of five with four", "godot3", "strict", COUNT, 4, 1, "", 0, "14000000 05000000 41414141"),
    ROW("int array of 2^30: count * 4 wraps (EB-19)", "godot3.0", "engine", COUNT, 4, 4294967292, "", 0,
        "15000000 00000040 00000000"),
    ROW("string array of one with nothing", "godot3", "strict", COUNT, 4, 4, "", 0, "17000000 01000000"),
    ROW("string array of 0x7fffffff (EB-04)", "godot3", "engine", COUNT, 4, 8589934588, "", 0, "17000000 ffffff7f"),
    ROW("vector2 array of 2^28", "godot3", "strict", COUNT, 4, 2147483648, "", 0, "18000000 00000010"),
    ROW("vector2 array with half an element", "godot3", "strict", COUNT, 4, 4, "", 0, "18000000 01000000 0000803f"),
    ROW("wide vector2 array with the bytes of a narrow one", "godot4.4", "strict", COUNT, 4, 8, "", 0,
        "23000100 01000000 0000803f 00000040"),
    ROW("five names, one there", "godot3", "strict", COUNT, 4, 16, "", 0,
        "0f000000 05000080 00000000 00000000 00000000"),
    ROW("five sub-names, one there", "godot3", "strict", COUNT, 8, 16, "", 0,
        "0f000000 00000080 05000000 00000000 00000000"),
    ROW("obsolete property that is not there", "godot3", "engine", COUNT, 12, 4, "", 0,
        "0f000000 00000080 00000000 02000000"),
    ROW("two properties, one there", "godot3", "strict+object", COUNT, 12, 8, "", 0,
        "11000000 01000000 41000000 02000000 00000000 00000000"),
    ROW("typed array of five with one", "pandemonium-40", "strict", COUNT, 8, 12, "", 0,
        "1b000000 02000000 05000000 02000000 07000000"),
    ROW("typed array of two with one", "godot4.3", "strict", COUNT, 8, 4, "", 0, "1c000100 02000000 02000000 02000000"),
    ROW("typed dictionary of one pair with a key", "godot4.4", "strict", COUNT, 12, 4, "", 0,
        "1b000500 02000000 02000000 01000000 02000000"),
    ROW("inner array that promises the outer's element", "godot3", "strict", COUNT, 12, 4, "[0]", 1,
        "13000000 02000000 13000000 01000000 00000000"),

    /* 5 PADDING_MISSING: at the packet's end */
    ROW("string without padding", "godot3", "engine", PADDING_MISSING, 9, 3, "", 0, "04000000 01000000 61"),
    ROW("string with part of its padding", "godot3", "strict", PADDING_MISSING, 11, 1, "", 0,
        "04000000 01000000 610000"),
    ROW("byte array without padding (EB-03)", "godot3", "engine", PADDING_MISSING, 9, 3, "", 0, "14000000 01000000 41"),
    ROW("byte array without padding, last element (EB-03)", "godot3", "engine", PADDING_MISSING, 17, 3, "[0]", 1,
        "13000000 01000000 14000000 01000000 41"),
    ROW("byte array without padding, last value (EB-03)", "godot3", "strict", PADDING_MISSING, 25, 3, "{1}", 1,
        "12000000 01000000 02000000 01000000 14000000 01000000 41"),
    ROW("string array element without padding", "godot3", "strict", PADDING_MISSING, 14, 2, "", 0,
        "17000000 01000000 02000000 6100"),
    ROW("name without padding", "godot3", "strict", PADDING_MISSING, 21, 3, "", 0,
        "0f000000 01000080 00000000 00000000 01000000 61"),
    ROW("godot 2 string without padding", "godot2", "engine", PADDING_MISSING, 9, 3, "", 0, "04000000 01000000 61"),
    ROW("image without padding", "godot2", "engine", PADDING_MISSING, 27, 1, "", 0,
        "0f000000 03000000 00000000 01000000 01000000 03000000 010203"),

    /* 20 BAD_TYPE: at the header, or at the word that names an element type */
    ROW("id 29 of 29", "godot2", "engine", BAD_TYPE, 0, 0, "", 0, "1d000000 00000000"),
    ROW("id 27 of 27", "godot3.0", "engine", BAD_TYPE, 0, 0, "", 0, "1b000000 00000000"),
    ROW("id 27 of 27, 3.1", "godot3", "engine", BAD_TYPE, 0, 0, "", 0, "1b000000 00000000"),
    ROW("id 33 of 33", "pandemonium-33", "engine", BAD_TYPE, 0, 0, "", 0, "21000000 00000000"),
    ROW("id 38 of 38, Pandemonium", "pandemonium-38", "engine", BAD_TYPE, 0, 0, "", 0, "26000000 00000000"),
    ROW("id 40 of 40", "pandemonium-40", "engine", BAD_TYPE, 0, 0, "", 0, "28000000 00000000"),
    ROW("id 38 of 38, Godot", "godot4.0", "engine", BAD_TYPE, 0, 0, "", 0, "26000000 00000000"),
    ROW("id 39 of 39", "godot4.3", "engine", BAD_TYPE, 0, 0, "", 0, "27000000 00000000"),
    ROW("id 39 of 39, 4.4", "godot4.4", "engine", BAD_TYPE, 0, 0, "", 0, "27000000 00000000"),
    ROW("id 255", "godot3", "engine", BAD_TYPE, 0, 0, "", 0, "ff000000"),
    ROW("godot 2 int with bit 16", "godot2", "engine", BAD_TYPE, 0, 0, "", 0, "02000100 05000000 00000000"),
    ROW("godot 2 header with byte 1 set", "godot2", "engine", BAD_TYPE, 0, 0, "", 0, "05010000 0000803f 00000040"),
    ROW("element of no type", "godot3", "strict", BAD_TYPE, 8, 0, "[0]", 1, "13000000 01000000 1b000000"),
    ROW("builtin element type that does not exist", "godot4.3", "engine", BAD_TYPE, 4, 0, "", 0,
        "1c000100 27000000 00000000"),
    ROW("builtin value type that does not exist", "godot4.4", "engine", BAD_TYPE, 8, 0, "", 0,
        "1b000500 02000000 27000000 00000000"),

    /* 21 BAD_UTF8: at the first byte of the sequence */
    ROW("ff", "godot3", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 01000000 ff000000"),
    ROW("fe", "godot3", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 01000000 fe000000"),
    ROW("lone continuation", "godot3", "strict", BAD_UTF8, 9, 0, "", 0, "04000000 02000000 61800000"),
    ROW("two-byte sequence cut", "godot3", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 01000000 c3000000"),
    ROW("two-byte sequence ended by NUL", "godot3", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 02000000 c3000000"),
    ROW("lead byte before ASCII", "godot3", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 02000000 c3280000"),
    ROW("C0 80", "godot3", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 02000000 c0800000"),
    ROW("overlong that Godot 3 refuses", "godot3", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 03000000 e0808000"),
    ROW("overlong, Godot 4", "godot4.4", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 03000000 e080af00"),
    ROW("surrogate, Pandemonium", "pandemonium-38", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 03000000 eda08000"),
    ROW("above U+10FFFF, Godot 4", "godot4.0", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 04000000 f4908080"),
    ROW("byte order mark cut", "godot3", "engine", BAD_UTF8, 8, 0, "", 0, "04000000 02000000 efbb0000"),
    ROW("in a name of a node path", "godot3", "engine", BAD_UTF8, 20, 0, "", 0,
        "0f000000 01000080 00000000 00000000 01000000 ff000000"),
    ROW("in a string array element", "godot3", "engine", BAD_UTF8, 13, 0, "", 0, "17000000 01000000 03000000 61ff0000"),
    ROW("in a signal's name", "godot4.4", "engine", BAD_UTF8, 8, 0, "", 0,
        "1a000000 01000000 ff000000 00000000 00000000"),
    ROW("in a dictionary's key", "godot3", "strict", BAD_UTF8, 17, 0, "{key}", 1,
        "12000000 01000000 04000000 02000000 61ff0000 00000000"),

    /* 22 BAD_LENGTH: at the word */
    ROW("string length -1", "godot3", "engine", BAD_LENGTH, 4, 0, "", 0, "04000000 ffffffff 61616161"),
    ROW("string length 2^31 (EB-19)", "godot2", "engine", BAD_LENGTH, 4, 0, "", 0, "04000000 00000080 61616161"),
    ROW("byte array count -1", "godot3", "engine", BAD_LENGTH, 4, 0, "", 0, "14000000 ffffffff 41414141"),
    ROW("byte array count 2^31 (EB-19)", "godot3.0", "engine", BAD_LENGTH, 4, 0, "", 0, "14000000 00000080"),
    ROW("int array count -1", "godot3", "engine", BAD_LENGTH, 4, 0, "", 0, "15000000 ffffffff 00000000"),
    ROW("vector2 array count -1", "godot3", "engine", BAD_LENGTH, 4, 0, "", 0, "18000000 ffffffff"),
    ROW("property count -1 (EB-06)", "godot3", "engine+object", BAD_LENGTH, 20, 0, "", 0,
        "11000000 09000000 52656665 72656e63 65000000 ffffffff"),
    ROW("image length 2^31", "godot2", "engine", BAD_LENGTH, 20, 0, "", 0,
        "0f000000 04000000 00000000 01000000 01000000 00000080"),

    /* 23-26: what only some dialects have */
    ROW("old node path", "godot3", "engine", BAD_NODE_PATH, 4, 0, "", 0, "0f000000 04000000 726f6f74"),
    ROW("old node path, Pandemonium", "pandemonium-40", "engine", BAD_NODE_PATH, 4, 0, "", 0,
        "15000000 04000000 726f6f74"),
    ROW("old node path, Godot 4", "godot4.4", "engine", BAD_NODE_PATH, 4, 0, "", 0, "16000000 04000000 726f6f74"),
    ROW("class name that is a String", "pandemonium-40", "engine", BAD_CLASS_NAME, 8, 0, "", 0,
        "1b000000 17000000 04000000 04000000 4e6f6465 01000000 00000000"),
    ROW("class name of no type", "pandemonium-40", "engine", BAD_CLASS_NAME, 8, 0, "", 0,
        "1b000000 17000000 ff000000 04000000 4e6f6465 01000000 00000000"),
    ROW("image format 23 of 23", "godot2", "engine", BAD_IMAGE, 4, 0, "", 0,
        "0f000000 17000000 00000000 00000000 00000000 00000000"),
    ROW("input event 9 of 9", "godot2", "engine", BAD_INPUT_EVENT, 4, 0, "", 0, "13000000 09000000 00000000 0c000000"),

    /* 60 NONFINITE: at the component */
    ROW("infinite float", "godot3", "strict", NONFINITE, 4, 0, "", 0, "03000000 0000807f"),
    ROW("minus infinity", "godot3", "strict", NONFINITE, 4, 0, "", 0, "03000000 000080ff"),
    ROW("wide NaN", "godot3", "strict", NONFINITE, 4, 0, "", 0, "03000100 00000000 0000f87f"),
    ROW("infinite y of a vector2", "godot3", "strict", NONFINITE, 8, 0, "", 0, "05000000 0000803f 0000807f"),
    ROW("infinite y of a wide vector2", "godot4.4", "strict", NONFINITE, 12, 0, "", 0,
        "05000100 00000000 0000f03f 00000000 0000f07f"),
    ROW("NaN in the second of two floats", "godot3", "strict", NONFINITE, 12, 0, "", 0,
        "16000000 02000000 0000803f 0100807f"),
    ROW("infinite double in an array", "godot4.4", "strict", NONFINITE, 8, 0, "", 0,
        "21000000 01000000 00000000 0000f07f"),
    ROW("NaN alpha of a colour", "godot3", "strict", NONFINITE, 16, 0, "", 0,
        "0e000000 0000803f 00000000 00000000 0000c07f"),
    ROW("infinite joystick axis", "godot2", "strict", NONFINITE, 20, 0, "", 0,
        "13000000 04000000 00000000 14000000 01000000 0000807f"),
    ACCEPTED("infinite float, permitted", "godot3", "strict+nonfinite", "03000000 0000807f"),
    ACCEPTED("wide NaN, permitted", "godot3", "strict+nonfinite", "03000100 00000000 0000f87f"),

    /* 61 TRAILING: at the first byte after the value */
    ROW("nil and four bytes", "godot3", "strict", TRAILING, 4, 0, "", 0, "00000000 ffffffff"),
    ROW("nil and one byte", "godot2", "strict", TRAILING, 4, 0, "", 0, "00000000 ff"),
    ROW("array and four bytes", "godot3", "strict", TRAILING, 12, 0, "", 0, "13000000 01000000 00000000 deadbeef"),
    ROW("godot 3 RID and eight bytes", "godot3", "strict+rid", TRAILING, 4, 0, "", 0, "10000000 01000000 00000000"),
    ACCEPTED("nil and four bytes, permitted", "godot3", "strict+trailing", "00000000 ffffffff"),

    /* 62 PADDING: at the first byte that is not zero */
    ROW("first padding byte of a string", "godot3", "strict", PADDING, 9, 0, "", 0, "04000000 01000000 61ffffff"),
    ROW("last padding byte of a string", "godot3", "strict", PADDING, 11, 0, "", 0, "04000000 01000000 610000ff"),
    ROW("padding of a string array element", "godot3", "strict", PADDING, 14, 0, "", 0,
        "17000000 01000000 02000000 6100ffff"),
    ROW("padding of a byte array", "pandemonium-40", "strict", PADDING, 9, 0, "", 0, "1d000000 01000000 41ffffff"),
    ACCEPTED("padding of a string, permitted", "godot3", "strict+padding", "04000000 01000000 61ffffff"),
    ACCEPTED("padding of a name, which engines leak (EB-01)", "godot4.4", "strict",
             "16000000 01000080 00000000 00000000 01000000 61ffffff"),
    ACCEPTED("padding of Godot 2 strings, which it leaks (EB-02)", "godot2", "strict",
             "15000000 02000080 04000000 02000000 6161fabf 04000000 02000000 6262cf01"),

    /* 63 WIDTH: at the number */
    ROW("wide int that fits 32 bits", "godot3", "strict", WIDTH, 4, 0, "", 0, "02000100 05000000 00000000"),
    ROW("wide int of -2^31", "godot4.4", "strict", WIDTH, 4, 0, "", 0, "02000100 00000080 ffffffff"),
    ROW("wide float that fits 32 bits", "godot3", "strict", WIDTH, 4, 0, "", 0, "03000100 00000000 0000e03f"),
    ROW("narrow NaN", "godot3", "strict+nonfinite", WIDTH, 4, 0, "", 0, "03000000 0000c07f"),
    ROW("narrow int of Godot 3.0, which writes none (EB-22)", "godot3.0", "strict", WIDTH, 4, 0, "", 0,
        "02000000 05000000"),
    ACCEPTED("wide int that fits 32 bits, permitted", "godot3", "strict+wide", "02000100 05000000 00000000"),
    ACCEPTED("wide int of Godot 3.0 (EB-22)", "godot3.0", "strict", "02000100 05000000 00000000"),
    ACCEPTED("int of 2^31", "godot3", "strict", "02000100 00000080 00000000"),

    /* 64 FLAGS: at the header or count */
    ROW("nil with bit 16", "godot3", "strict", FLAGS, 0, 0, "", 0, "00000100"),
    ROW("header with byte 1 set", "godot3", "strict", FLAGS, 0, 0, "", 0, "05010000 0000803f 00000040"),
    ROW("string with bit 16", "godot3", "strict", FLAGS, 0, 0, "", 0, "04000100 01000000 61000000"),
    ROW("int with bit 17", "godot3", "strict", FLAGS, 0, 0, "", 0, "02000200 05000000"),
    ROW("colour with bit 16, which has no wide form", "godot4.4", "strict", FLAGS, 0, 0, "", 0,
        "14000100 0000803f 00000000 00000000 0000803f"),
    ROW("shared dictionary", "godot3", "strict", FLAGS, 4, 0, "", 0,
        "12000000 01000080 04000000 01000000 61000000 02000000 01000000"),
    ROW("shared array", "godot4.4", "strict", FLAGS, 4, 0, "", 0, "1c000000 01000080 00000000"),
    ROW("array with bit 18", "godot4.4", "strict", FLAGS, 0, 0, "", 0, "1c000400 00000000"),
    ROW("typed array of ints with objects as ids", "pandemonium-40", "strict", FLAGS, 0, 0, "", 0,
        "1b000100 02000000 01000000 02000000 07000000"),
    ROW("key event with bit 0 among its modifiers", "godot2", "strict", FLAGS, 16, 0, "", 0,
        "13000000 01000000 00000000 14000000 01000000 41000000"),
    ACCEPTED("nil with all flag bits, permitted", "godot3", "strict+flags", "00ffffff"),
    ACCEPTED("shared array of Godot 2", "godot2", "strict", "15000000 02000080 02000000 01000000 02000000 02000000"),

    /* 65 BOOL */
    ROW("bool 2", "godot3", "strict", BOOL, 4, 0, "", 0, "01000000 02000000"),
    ROW("bool 256", "godot2", "strict", BOOL, 4, 0, "", 0, "01000000 00010000"),
    ACCEPTED("bool 2, permitted", "godot3", "strict+bool", "01000000 02000000"),

    /* 66 TEXT_UTF8: what strict UTF-8 refuses and the engine takes */
    ROW("overlong slash", "godot3", "strict", TEXT_UTF8, 8, 0, "", 0, "04000000 03000000 e080af00"),
    ROW("surrogate", "godot3", "strict", TEXT_UTF8, 8, 0, "", 0, "04000000 03000000 eda08000"),
    ROW("above U+10FFFF", "pandemonium-33", "strict", TEXT_UTF8, 8, 0, "", 0, "04000000 04000000 f4908080"),
    ROW("five-byte form", "godot3", "strict", TEXT_UTF8, 8, 0, "", 0, "04000000 05000000 f8888080 80000000"),
    ROW("ff in Godot 2, which ignores errors", "godot2", "strict", TEXT_UTF8, 8, 0, "", 0,
        "04000000 01000000 ff000000"),
    ACCEPTED("overlong slash, permitted", "godot3", "strict+text-utf8", "04000000 03000000 e080af00"),

    /* 67 TEXT_NUL, 68 TEXT_BOM, 69 TEXT_TERMINATOR */
    ROW("NUL in the middle", "godot3", "strict", TEXT_NUL, 9, 0, "", 0, "04000000 03000000 61006200"),
    ROW("NUL at the end of a String", "godot3", "strict", TEXT_NUL, 9, 0, "", 0, "04000000 02000000 61000000"),
    ROW("NUL in a name", "godot3", "strict", TEXT_NUL, 21, 0, "", 0,
        "0f000000 01000080 00000000 00000000 02000000 61000000"),
    ROW("two NULs at the end of an element", "godot3", "strict", TEXT_NUL, 15, 0, "", 0,
        "17000000 01000000 05000000 61626300 00000000"),
    ACCEPTED("NUL in the middle, permitted", "godot3", "strict+text-nul", "04000000 03000000 61006200"),
    ROW("byte order mark", "godot3", "strict", TEXT_BOM, 8, 0, "", 0, "04000000 04000000 efbbbf61"),
    ROW("byte order mark and nothing else", "godot4.4", "strict", TEXT_BOM, 8, 0, "", 0, "04000000 03000000 efbbbf00"),
    ACCEPTED("byte order mark, permitted", "godot3", "strict+text-bom", "04000000 04000000 efbbbf61"),
    ACCEPTED("byte order mark after a letter", "godot3", "strict", "04000000 04000000 61efbbbf"),
    ROW("element without NUL", "godot3", "strict", TEXT_TERMINATOR, 15, 0, "", 0,
        "17000000 01000000 03000000 61626300"),
    ROW("element of length 0", "godot4.4", "strict", TEXT_TERMINATOR, 12, 0, "", 0, "22000000 01000000 00000000"),
    ACCEPTED("element without NUL, permitted", "godot3", "strict+text-terminator",
             "17000000 01000000 03000000 61626300"),

    /* 70 DUPLICATE_KEY: at the later key's header */
    ROW("a, a", "godot3", "strict", DUPLICATE_KEY, 28, 0, ".a", 1,
        "12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 61000000 02000000 02000000"),
    ROW("1, 2, 1", "godot3", "strict", DUPLICATE_KEY, 40, 0, "{1}", 1,
        "12000000 03000000 02000000 01000000 02000000 01000000 02000000 02000000 02000000 02000000 02000000 01000000 "
        "02000000 03000000"),
    ROW("0.0, -0.0", "godot3", "strict", DUPLICATE_KEY, 24, 0, "{@24}", 1,
        "12000000 02000000 03000000 00000000 02000000 01000000 03000000 00000080 02000000 02000000"),
    ROW("String and StringName of one text", "godot4.4", "strict", DUPLICATE_KEY, 24, 0, ".a", 1,
        "1b000000 02000000 04000000 01000000 61000000 00000000 15000000 01000000 61000000 00000000"),
    ACCEPTED("String and StringName of one text, Pandemonium", "pandemonium-38", "strict",
             "19000000 02000000 04000000 01000000 61000000 00000000 18000000 01000000 61000000 00000000"),
    ACCEPTED("a, a, permitted", "godot3", "strict+duplicate-keys",
             "12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 61000000 02000000 "
             "02000000"),

    /* 71-75: types that need leave */
    ROW("object by id", "godot3", "strict", OBJECT_ID, 0, 0, "", 0, "11000100 05000000 00000000"),
    ROW("object of Godot 2", "godot2", "strict", OBJECT_ID, 0, 0, "", 0, "12000000"),
    ROW("typed array of objects by id", "pandemonium-40", "strict", OBJECT_ID, 0, 0, "", 0,
        "1b000100 17000000 01000000 00000000"),
    ROW("array of a class", "godot4.3", "strict", OBJECT_ID, 0, 0, "", 0,
        "1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 00000000"),
    ACCEPTED("object by id, permitted", "godot3", "strict+object-id", "11000100 05000000 00000000"),
    ACCEPTED("array of a class, permitted", "godot4.3", "strict+object-id",
             "1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 00000000"),
    ROW("full object", "godot3", "engine", OBJECT, 0, 0, "", 0,
        "11000000 09000000 52656665 72656e63 65000000 00000000"),
    ROW("null object in full form", "godot3", "engine", OBJECT, 0, 0, "", 0, "11000000 00000000"),
    ROW("full object in an array", "godot3", "strict+object-id", OBJECT, 8, 0, "[0]", 1,
        "13000000 01000000 11000000 09000000 52656665 72656e63 65000000 00000000"),
    ACCEPTED("full object, permitted", "godot3", "strict+object",
             "11000000 09000000 52656665 72656e63 65000000 00000000"),
    ACCEPTED("null object in full form, permitted", "godot3", "strict+object", "11000000 00000000"),
    ACCEPTED("object whose class is a NUL, which the engine cuts to the null object", "godot3", "engine+object",
             "13000000 02000000 11000000 01000000 00000000 02000000 05000000"),
    ACCEPTED("object whose class is a byte order mark, which the engine drops", "godot3", "engine+object",
             "11000000 03000000 efbbbf00"),
    ROW("RID", "godot3", "strict", RID, 0, 0, "", 0, "10000000"),
    ROW("godot 4 RID", "godot4.4", "strict", RID, 0, 0, "", 0, "17000000 00000000 00000000"),
    ACCEPTED("RID, permitted", "godot3", "strict+rid", "10000000"),
    ROW("callable", "godot4.4", "strict", CALLABLE, 0, 0, "", 0, "19000000"),
    ACCEPTED("callable, permitted", "godot4.4", "strict+callable", "19000000"),
    ROW("signal", "godot4.4", "strict", SIGNAL, 0, 0, "", 0, "1a000000 01000000 73000000 00000000 00000000"),
    ACCEPTED("signal, permitted", "godot4.4", "strict+signal", "1a000000 01000000 73000000 00000000 00000000"),

    /* 76 NODE_PATH: at the flags, or at the old form's length */
    ROW("obsolete property", "godot3", "strict", NODE_PATH, 12, 0, "", 0,
        "0f000000 01000080 00000000 02000000 01000000 61000000 01000000 62000000"),
    ROW("path flag bit 2", "godot3", "strict", NODE_PATH, 12, 0, "", 0,
        "0f000000 01000080 00000000 04000000 01000000 61000000"),
    ROW("path flag bit 2, Godot 2", "godot2", "strict", NODE_PATH, 12, 0, "", 0,
        "10000000 01000080 00000000 04000000 01000000 61000000"),
    ROW("old form, Godot 2", "godot2", "strict", NODE_PATH, 4, 0, "", 0, "10000000 02000000 6162"),
    ROW("old form, Godot 3.0", "godot3.0", "strict", NODE_PATH, 4, 0, "", 0, "0f000000 02000000 6162"),
    ACCEPTED("absolute path of sub-names alone, Godot 3", "godot3", "strict",
             "0f000000 00000080 01000000 01000000 01000000 61000000"),
    ACCEPTED("absolute path of sub-names alone, Godot 4", "godot4.4", "strict",
             "16000000 00000080 01000000 01000000 01000000 61000000"),
    ACCEPTED("the path \"/\"", "godot3", "strict", "0f000000 00000080 00000000 01000000"),
    ACCEPTED("old form, permitted", "godot2", "strict+node-path", "10000000 02000000 6162"),
    ACCEPTED("obsolete property, permitted", "godot3", "strict+node-path",
             "0f000000 01000080 00000000 02000000 01000000 61000000 01000000 62000000"),
    ACCEPTED("property of Godot 2", "godot2", "strict",
             "10000000 01000080 00000000 03000000 01000000 61000000 01000000 70000000"),

    /* 77 ENGINE_MISREADS */
    MISREAD("vector4", "pandemonium-38", "strict", VECTOR4, 0, "", 0, "0b000000 0000803f 00000040 00004040 00008040"),
    MISREAD("vector4i", "pandemonium-40", "strict", VECTOR4, 0, "", 0, "0c000000 01000000 02000000 03000000 04000000"),
    ACCEPTED("vector4, permitted", "pandemonium-40", "strict+misread", "0b000000 0000803f 00000040 00004040 00008040"),
    ROW("vector4 as the engine spans it: 12 bytes must be free of what follows", "pandemonium-40", "engine", TRUNCATED,
        12, 4, "[0]", 1, "1a000000 03000000 0b000000 0000803f 00000040 00004040 00008040"),
    ROW("vector4 as the engine spans it: w is trailing", "pandemonium-40", "strict+misread+engine-span", TRAILING, 16,
        0, "", 0, "0b000000 0000803f 00000040 00004040 00008040"),
    MISREAD("projection", "pandemonium-38", "strict", PROJECTION, 0, "", 0, "13000000" IDENTITY),
    MISREAD("projection with 184 bytes too few after it", "pandemonium-40", "engine", PROJECTION, 0, "", 0,
            "13000000" IDENTITY),
    ACCEPTED("projection, permitted", "pandemonium-40", "strict+misread", "13000000" IDENTITY),
    MISREAD("vector4 array where w is not z", "pandemonium-40", "strict", VECTOR4_ARRAY, 20, "", 0,
            "25000000 01000000 0000803f 00000040 00004040 00008040"),
    MISREAD("second of two vector4i where w is not z", "pandemonium-38", "strict", VECTOR4_ARRAY, 36, "", 0,
            "24000000 02000000 01000000 02000000 03000000 03000000 01000000 02000000 03000000 04000000"),
    ACCEPTED("vector4i array as the engine writes it", "pandemonium-40", "strict",
             "26000000 01000000 01000000 02000000 03000000 03000000"),
    MISREAD("typed array of a class", "pandemonium-40", "strict", TYPED_OBJECTS, 0, "", 0,
            "1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000"),
    MISREAD("element type 40 of 40", "pandemonium-40", "strict", ELEMENT_RANGE, 4, "", 0, "1b000000 28000000 00000000"),
    MISREAD("element type with bit 31", "pandemonium-40", "strict", ELEMENT_RANGE, 4, "", 0,
            "1b000000 02000080 00000000"),
    MISREAD("bool among typed ints", "pandemonium-40", "strict", ELEMENT_TYPE, 12, "[0]", 1,
            "1b000000 02000000 01000000 01000000 00000000"),
    MISREAD("float among typed ints", "godot4.3", "strict", ELEMENT_TYPE, 20, "[1]", 1,
            "1c000100 02000000 02000000 02000000 01000000 03000000 0000803f"),
    MISREAD("key of another type", "godot4.4", "strict", ELEMENT_TYPE, 16, "{key}", 1,
            "1b000500 02000000 02000000 01000000 00000000 02000000 01000000"),
    MISREAD("value of another type (EB-27)", "godot4.4", "strict", ELEMENT_TYPE, 24, "{1}", 1,
            "1b000500 02000000 02000000 01000000 02000000 01000000 00000000"),
    ACCEPTED("null among typed objects", "pandemonium-40", "strict+object-id", "1b000100 17000000 01000000 00000000"),
    MISREAD("packed typed array of nil", "pandemonium-40", "strict", PACKED_NIL, 8, "", 0,
            "1c000000 00000000 01000000 00000000"),
    ACCEPTED("empty packed typed array of nil", "pandemonium-40", "strict", "1c000000 00000000 00000000"),
    MISREAD("packed typed array of a double", "pandemonium-40", "strict", PACKED_REAL, 12, "[0]", 1,
            "1c000000 03000000 01000000 03000100 9a999999 9999b93f"),
    MISREAD("typed array of 4.3 sent to 4.2", "godot4.0", "strict", CONTAINER_FLAGS, 0, "", 0,
            "1c000100 02000000 01000000 02000000 00000000"),
    MISREAD("the same shape sent to 3.2", "godot3", "strict", CONTAINER_FLAGS, 0, "", 0,
            "13000100 02000000 01000000 02000000 00000000"),
    MISREAD("typed dictionary of 4.4 sent to 4.3", "godot4.3", "strict", CONTAINER_FLAGS, 0, "", 0,
            "1b000500 02000000 04000000 00000000"),
    MISREAD("typed value alone sent to 4.3", "godot4.3", "strict", CONTAINER_FLAGS, 0, "", 0,
            "1b000400 02000000 00000000"),
    MISREAD("array declared as one of nil", "godot4.3", "strict", CONTAINER_TYPE, 4, "", 0,
            "1c000100 00000000 00000000"),
    MISREAD("array declared as one of builtin objects", "godot4.4", "strict", CONTAINER_TYPE, 4, "", 0,
            "1c000100 18000000 00000000"),
    MISREAD("class that is ignored", "godot4.3", "strict+object-id", CLASS_IGNORED, 4, "", 0,
            "1c000200 04000000 4e6f6465 00000000"),
    MISREAD("script that is ignored", "godot4.4", "strict+object-id", CLASS_IGNORED, 4, "", 0,
            "1c000300 0a000000 7265733a 2f2f612e 67640000 00000000"),
    ACCEPTED("class that is used", "godot4.3", "strict+object", "1c000200 04000000 4e6f6465 00000000"),
    MISREAD("counts that wrap to no name", "godot3", "engine", COUNT_WRAPS, 4, "", 0,
            "0f000000 ffffffff 01000080 00000000"),
    MISREAD("string array count -1", "godot3", "engine", COUNT_NEGATIVE, 4, "", 0, "17000000 ffffffff"),
    MISREAD("string array count 2^31", "godot4.4", "engine", COUNT_NEGATIVE, 4, "", 0, "22000000 00000080"),
    MISREAD("image without width", "godot2", "strict", IMAGE_SIZE, 12, "", 0,
            "0f000000 04000000 00000000 00000000 01000000 04000000 010203ff"),
    MISREAD("image of height 16385", "godot2", "strict", IMAGE_SIZE, 16, "", 0,
            "0f000000 04000000 00000000 01000000 01400000 04000000 010203ff"),
    MISREAD("key event four bytes shorter than it is", "godot2", "strict", EVENT_LENGTH, 12, "", 0,
            "13000000 01000000 00000000 10000000 00000002 41000000"),
    MISREAD("StringName that is a key", "godot4.0", "strict", STRING_KEY, 8, "{key}", 1,
            "1b000000 01000000 15000000 01000000 62000000 02000000 02000000"),
    ACCEPTED("StringName that is a value", "godot4.0", "strict",
             "1b000000 01000000 04000000 01000000 62000000 15000000 01000000 62000000"),
    MISREAD("node path without names but with a sub-name", "godot2", "strict", NO_NAMES, 4, "", 0,
            "10000000 00000080 01000000 00000000 01000000 61000000"),
    ACCEPTED("the same, which Godot 3 keeps", "godot3", "strict",
             "0f000000 00000080 01000000 00000000 01000000 61000000"),
    MISREAD("{{[]: nil}: nil}", "godot3", "strict", KEY_IN_KEY, 16, "{key}{key}", 2,
            "12000000 01000000 12000000 01000000 13000000 00000000 00000000 00000000"),
    ACCEPTED("the same for Pandemonium 3.5", "pandemonium-33", "strict",
             "16000000 01000000 16000000 01000000 17000000 00000000 00000000 00000000"),
    ACCEPTED("key event", "godot2", "strict", "13000000 01000000 00000000 14000000 00000002 41000000"),

    /* 80-84: limits */
    LIMITED("eight bytes where seven may be", "godot3", "strict", LIMIT_BYTES, BYTES, 7, 0, "", 0, "02000000 05000000"),
    LIMITED("third level where two may be", "godot3", "strict", LIMIT_DEPTH, DEPTH, 1, 8, "[0]", 1,
            "13000000 01000000 13000000 01000000 00000000"),
    LIMITED("second value where one may be", "godot3", "strict", LIMIT_VALUES, VALUES, 1, 8, "[0]", 1,
            "13000000 01000000 00000000"),
    LIMITED("two ints where one may be", "godot3", "strict", LIMIT_ELEMENTS, ELEMENTS, 1, 4, "", 0,
            "15000000 02000000 01000000 02000000"),
    LIMITED("two bytes of text where one may be", "godot3", "strict", LIMIT_STRING, STRING, 1, 4, "", 0,
            "04000000 02000000 61620000"),
    LIMITED("image bytes are no text", "godot2", "strict", OK, STRING, 0, 0, "", 0,
            "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff"),
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static gdv_policy policy_of(const row *claim)
{
    gdv_policy policy = policy_from_text(claim->policy);
    switch (claim->limited) {
    case BYTES:
        policy.max_bytes = claim->most;
        break;
    case DEPTH:
        policy.max_depth = claim->most;
        break;
    case VALUES:
        policy.max_values = claim->most;
        break;
    case ELEMENTS:
        policy.max_elements = claim->most;
        break;
    case STRING:
        policy.max_string = claim->most;
        break;
    case NO_LIMIT:
        break;
    }
    return policy;
}

static verdict verdict_of_row(const row *claim)
{
    gdv_policy policy = policy_of(claim);
    packet bytes = packet_from_hex(claim->hex);
    verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(claim->dialect), &policy);
    packet_free(&bytes);
    return said;
}

/* Criterion hands parameters to another process: an index is the same in both. */
ParameterizedTestParameters(codes, each_packet_gets_its_code_its_place_and_what_is_missing)
{
    static size_t indexes[ROWS];
    for (size_t index = 0; index < ROWS; index += 1) {
        indexes[index] = index;
    }
    return cr_make_param_array(size_t, indexes, ROWS);
}

ParameterizedTest(size_t *index, codes, each_packet_gets_its_code_its_place_and_what_is_missing)
{
    const row *claim = &rows[*index];
    verdict said = verdict_of_row(claim);
    char line[512];
    gdv_report_format(&said.report, line, sizeof line);

    cr_assert_eq(said.code, claim->code, "%s: expected %s, got %s", claim->name, gdv_status_name(claim->code), line);
    cr_expect_eq(said.report.misread, claim->misread, "%s: misread as: %s", claim->name, line);
    cr_expect_eq(said.report.offset, claim->offset, "%s: %s", claim->name, line);
    cr_expect_eq(said.report.need, claim->need, "%s: %s", claim->name, line);
    cr_expect_eq(said.report.depth, claim->depth, "%s: depth %u", claim->name, said.report.depth);
    cr_expect_str_eq(said.report.path, claim->path, "%s: %s", claim->name, line);
}

static bool differ(const row *one, const row *other)
{
    return strcmp(one->name, other->name) != 0 || strcmp(one->dialect, other->dialect) != 0;
}

Test(codes, no_two_rows_have_one_name_in_one_dialect)
{
    for (size_t one = 0; one < ROWS; one += 1) {
        for (size_t other = one + 1; other < ROWS; other += 1) {
            if (!differ(&rows[one], &rows[other])) {
                cr_expect_fail("twice: %s", rows[one].name);
            }
        }
    }
}

/* The caller's mistakes: each is a call that is right but for one thing. */
typedef enum mistake {
    NULL_PACKET,
    NULL_SCRATCH,
    NO_SUCH_DIALECT,
    UNKNOWN_PERMISSION,
    POLICY_OF_ANOTHER_SIZE,
    STATS_OF_ANOTHER_SIZE,
    REPORT_OF_ANOTHER_SIZE,
    SCRATCH_IN_THE_PACKET,
    NOTHING_TO_FIND_DUPLICATES_IN,
    SCRATCH_TOO_SMALL,
    MISTAKES
} mistake;

static const struct {
    const char *name;
    gdv_status code;
    uint64_t need;
} mistakes[MISTAKES] = {
    [NULL_PACKET] = {"NULL packet of eight bytes", GDV_E_BAD_ARGUMENT, 0},
    [NULL_SCRATCH] = {"NULL scratch of eight bytes", GDV_E_BAD_ARGUMENT, 0},
    [NO_SUCH_DIALECT] = {"one dialect too far", GDV_E_BAD_DIALECT, 0},
    [UNKNOWN_PERMISSION] = {"one permission bit too far", GDV_E_BAD_POLICY, 0},
    [POLICY_OF_ANOTHER_SIZE] = {"policy of another struct_size", GDV_E_BAD_POLICY, 0},
    [STATS_OF_ANOTHER_SIZE] = {"stats of another struct_size", GDV_E_BAD_STRUCT, 0},
    [REPORT_OF_ANOTHER_SIZE] = {"report of another struct_size", GDV_E_BAD_STRUCT, 0},
    [SCRATCH_IN_THE_PACKET] = {"scratch inside the packet", GDV_E_OVERLAP, 0},
    [NOTHING_TO_FIND_DUPLICATES_IN] = {"no scratch, no leave for duplicates", GDV_E_NO_SCRATCH, 0},
    [SCRATCH_TOO_SMALL] = {"scratch for the dictionary and not for its key", GDV_E_NO_SPACE, 16},
};

static gdv_status call_with(mistake made, gdv_report *report)
{
    /* {null: null} of Godot 3: eight bytes of scratch for the dictionary and eight for its key */
    uint8_t bytes[16] = {0x12, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint8_t scratch[64];
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, made == UNKNOWN_PERMISSION ? 1u << GDV_PERMIT_BITS : 0);
    gdv_stats stats = {.struct_size = sizeof stats};
    size_t room = made == SCRATCH_TOO_SMALL ? 15 : 64;
    gdv_dialect dialect = made == NO_SUCH_DIALECT ? GDV_DIALECT_COUNT : GDV_DIALECT_GODOT3;

    policy.struct_size += made == POLICY_OF_ANOTHER_SIZE ? 1 : 0;
    stats.struct_size -= made == STATS_OF_ANOTHER_SIZE ? 1 : 0;
    memset(report, 0, sizeof *report);
    report->struct_size = sizeof *report + (made == REPORT_OF_ANOTHER_SIZE ? 8 : 0);
    uint8_t *used = made == SCRATCH_IN_THE_PACKET                                   ? bytes + 8
                    : made == NULL_SCRATCH || made == NOTHING_TO_FIND_DUPLICATES_IN ? NULL
                                                                                    : scratch;
    if (made == SCRATCH_IN_THE_PACKET || made == NULL_SCRATCH) {
        room = 8;
    } else if (made == NOTHING_TO_FIND_DUPLICATES_IN) {
        room = 0;
    }
    return gdv_validate(made == NULL_PACKET ? NULL : bytes, sizeof bytes, dialect, &policy, used, room, &stats, report);
}

Test(codes, each_mistake_of_the_caller_has_its_code)
{
    for (mistake made = 0; made < MISTAKES; made += 1) {
        gdv_report report;
        gdv_status said = call_with(made, &report);
        cr_expect_eq(said, mistakes[made].code, "%s: %s", mistakes[made].name, gdv_status_name(said));
        cr_expect_eq(report.need, mistakes[made].need, "%s: needs %zu", mistakes[made].name, (size_t)report.need);
    }
}

/* What gdv_validate never says: of streams, of values that are asked for, of values that are to be written. */
typedef enum other {
    NEGATIVE_FRAME,
    FRAME_OF_NOTHING,
    FRAME_ABOVE_THE_CAP,
    KEY_THAT_IS_NOT_THERE,
    INT_READ_AS_TEXT,
    INT_ABOVE_ITS_RANGE,
    KEY_WITHOUT_A_NAME,
    VECTOR4_OF_GODOT3,
    LONG_INT_OF_GODOT2,
    END_WITHOUT_BEGIN,
    VECTOR2_OF_THREE,
    OTHERS
} other;

static const struct {
    const char *name;
    gdv_status code;
} others[OTHERS] = {
    [NEGATIVE_FRAME] = {"frame of 2^31 bytes", GDV_E_BAD_FRAME},
    [FRAME_OF_NOTHING] = {"frame of no bytes", GDV_E_EMPTY_FRAME},
    [FRAME_ABOVE_THE_CAP] = {"frame of nine bytes into eight", GDV_E_LIMIT_FRAME},
    [KEY_THAT_IS_NOT_THERE] = {"key of an int", GDV_E_MISSING},
    [INT_READ_AS_TEXT] = {"int read as text", GDV_E_WRONG_TYPE},
    [INT_ABOVE_ITS_RANGE] = {"5 read as 0 to 4", GDV_E_OUT_OF_RANGE},
    [KEY_WITHOUT_A_NAME] = {"key that nobody named", GDV_E_UNKNOWN_KEY},
    [VECTOR4_OF_GODOT3] = {"Vector4 written for Godot 3", GDV_E_NO_SUCH_TYPE},
    [LONG_INT_OF_GODOT2] = {"2^31 written for Godot 2", GDV_E_NO_SUCH_LAYOUT},
    [END_WITHOUT_BEGIN] = {"end written first", GDV_E_BAD_NESTING},
    [VECTOR2_OF_THREE] = {"Vector2 written of three numbers", GDV_E_BAD_COUNT},
};

static gdv_status code_of_frame(uint32_t length)
{
    builder stream = {NULL, 0, 0};
    gdv_framer framer;
    uint8_t buffer[8];
    const uint8_t *frame = NULL;
    size_t size = 0;
    put_u32(&stream, length);
    const uint8_t *chunk = stream.bytes;
    size_t left = stream.size;
    gdv_status status = gdv_framer_init(&framer, buffer, sizeof buffer, NULL);
    if (status == GDV_OK && gdv_framer_next(&framer, &chunk, &left, &frame, &size) == GDV_FRAMING_BAD) {
        status = framer.status;
    }
    builder_free(&stream);
    return status;
}

static gdv_status code_of_value(other asked)
{
    static const uint8_t five[] = {2, 0, 0, 0, 5, 0, 0, 0};
    gdv_node nodes[1];
    gdv_document document;
    gdv_text text;
    int64_t number = 0;
    gdv_status status = gdv_document_parse(&document, five, sizeof five, GDV_DIALECT_GODOT3, NULL, nodes, 1, NULL);
    if (status != GDV_OK) {
        return status;
    }
    gdv_value root = gdv_root(&document);
    return asked == INT_READ_AS_TEXT      ? gdv_to_text(root, &text)
           : asked == INT_ABOVE_ITS_RANGE ? gdv_to_int(root, 0, 4, &number)
                                          : gdv_to_int(gdv_get(root, "key"), 0, 4, &number);
}

/* {null: null} */
static gdv_status code_of_keys(void)
{
    static const uint8_t bytes[] = {18, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    gdv_node nodes[GDV_DOCUMENT_BOUND(sizeof bytes)];
    gdv_document document;
    gdv_status status = gdv_document_parse(&document, bytes, sizeof bytes, GDV_DIALECT_GODOT3, NULL, nodes,
                                           sizeof nodes / sizeof nodes[0], NULL);
    return status == GDV_OK ? gdv_only_keys(gdv_root(&document), NULL, 0, NULL) : status;
}

static gdv_status code_of_writing(other written)
{
    static const float numbers[4] = {0};
    uint8_t buffer[64];
    gdv_writer writer;
    gdv_dialect dialect = written == LONG_INT_OF_GODOT2 ? GDV_DIALECT_GODOT2 : GDV_DIALECT_GODOT3;
    gdv_status status = gdv_writer_init(&writer, buffer, sizeof buffer, dialect, NULL);
    if (status != GDV_OK) {
        return status;
    }
    return written == VECTOR4_OF_GODOT3    ? gdv_write_floats(&writer, GDV_TYPE_VECTOR4, numbers, 4)
           : written == LONG_INT_OF_GODOT2 ? gdv_write_int(&writer, (int64_t)1 << 31)
           : written == END_WITHOUT_BEGIN  ? gdv_end(&writer)
                                           : gdv_write_floats(&writer, GDV_TYPE_VECTOR2, numbers, 3);
}

static gdv_status code_of_other(other which)
{
    if (which <= FRAME_ABOVE_THE_CAP) {
        return code_of_frame(which == NEGATIVE_FRAME ? 0x80000000u : which == FRAME_OF_NOTHING ? 0 : 9);
    }
    if (which == KEY_WITHOUT_A_NAME) {
        return code_of_keys();
    }
    return which <= INT_ABOVE_ITS_RANGE ? code_of_value(which) : code_of_writing(which);
}

Test(codes, each_that_validate_never_says_is_said_elsewhere)
{
    for (other which = 0; which < OTHERS; which += 1) {
        gdv_status said = code_of_other(which);
        cr_expect_eq(said, others[which].code, "%s: %s", others[which].name, gdv_status_name(said));
    }
}

/* What only schemas say: of a packet, or where that is NULL of the schema itself. */
static const struct schema_row {
    gdv_status code;
    const char *schema;
    const char *packet;
} schema_rows[] = {
    {GDV_E_MISSING_KEY, "packet p = { a: int }", "{}"},
    {GDV_E_UNKNOWN_KEY, "packet p = { a: int }", "{\"a\": 1, \"b\": 1}"},
    {GDV_E_WRONG_TYPE, "packet p = { a: int }", "{\"a\": 1.5}"},
    {GDV_E_OUT_OF_RANGE, "packet p = { a: int 0..5 }", "{\"a\": 6}"},
    {GDV_E_WRONG_LENGTH, "packet p = { a: String 1..2 }", "{\"a\": \"abc\"}"},
    {GDV_E_WRONG_TEXT, "packet p = { a: String identifier 1..2 }", "{\"a\": \"a!\"}"},
    {GDV_E_NOT_A_MEMBER, "packet p = { a: 1 | 2 }", "{\"a\": 3}"},
    {GDV_E_NO_SUCH_PACKET, "packet p = { t: \"p\" }\npacket q = { t: \"q\" }", "{\"t\": \"r\"}"},
    {GDV_E_NO_ALTERNATIVE, "packet p = { a: int | bool }", "{\"a\": \"yes\"}"},
    {GDV_E_SCHEMA_SYNTAX, "packet p = { a: int", NULL},
};

#define SCHEMA_ROWS (sizeof schema_rows / sizeof schema_rows[0])

static gdv_status code_of_schema(const struct schema_row *from)
{
    schema_text schema = schema_from_text(from->schema, GDV_DIALECT_GODOT4_4);
    gdv_status code = schema.code;
    if (from->packet != NULL) {
        cr_assert_eq(code, GDV_OK);
        packet bytes = packet_from_text(from->packet, GDV_DIALECT_GODOT4_4);
        gdv_match match = {.struct_size = sizeof match};
        code = schema_says(&schema, &bytes, NULL, &match, NULL);
        packet_free(&bytes);
    }
    schema_free(&schema);
    return code;
}

static gdv_status code_of_no_form(void)
{
    static const uint64_t zeros[64];
    gdv_schema schema;
    return gdv_schema_load(zeros, sizeof zeros, &schema, NULL);
}

Test(codes, each_that_schemas_say_is_said)
{
    for (size_t index = 0; index < SCHEMA_ROWS; index += 1) {
        gdv_status said = code_of_schema(&schema_rows[index]);
        cr_expect_eq(said, schema_rows[index].code, "%s: %s", schema_rows[index].schema, gdv_status_name(said));
    }
    cr_expect_eq(code_of_no_form(), GDV_E_SCHEMA_FORM);
}

Test(codes, every_code_is_produced_by_a_row)
{
    bool produced[256] = {false};
    for (size_t index = 0; index < SCHEMA_ROWS; index += 1) {
        produced[(uint32_t)code_of_schema(&schema_rows[index]) & 0xffu] = true;
    }
    produced[(uint32_t)code_of_no_form() & 0xffu] = true;
    for (size_t index = 0; index < ROWS; index += 1) {
        produced[(uint32_t)verdict_of_row(&rows[index]).code & 0xffu] = true;
    }
    for (mistake made = 0; made < MISTAKES; made += 1) {
        gdv_report report;
        produced[(uint32_t)call_with(made, &report) & 0xffu] = true;
    }
    for (other which = 0; which < OTHERS; which += 1) {
        produced[(uint32_t)code_of_other(which) & 0xffu] = true;
    }
/* Those of the multiplayer layer are in tests/message/test_message_codes.c. */
#define PRODUCED(name, number, sentence)                                                                               \
    cr_expect(produced[number] || (number) >= GDV_E_BAD_PROTOCOL, "no row produces " #name);
    GDV_STATUS_LIST(PRODUCED)
#undef PRODUCED
}

Test(codes, every_misreading_is_produced_by_a_row)
{
    bool produced[GDV_MISREAD_COUNT] = {false};
    for (size_t index = 0; index < ROWS; index += 1) {
        gdv_misread misread = verdict_of_row(&rows[index]).report.misread;
        cr_assert_lt((uint32_t)misread, (uint32_t)GDV_MISREAD_COUNT);
        produced[misread] = true;
    }
#define PRODUCED(name, sentence) cr_expect(produced[GDV_MISREAD_##name], "no row produces " #name);
    GDV_MISREAD_LIST(PRODUCED)
#undef PRODUCED
}
