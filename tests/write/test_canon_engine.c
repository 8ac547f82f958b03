/* SPDX-License-Identifier: MIT */
/* Claims about the canonical form of what engines accept beyond the strict policy, one looseness after another. The
 * expected bytes are what section 12.2 of the wire reference shows as the engine's own answer where it has the row,
 * else they follow by hand from sections 5 and 6; where gdv departs from an engine's answer the row says why. */
#include <criterion/criterion.h>

#include "tests/support/canonical_check.h"

/* Section 6.1: 64 bits only where 32 do not hold it. */
static const canon_row widths[] = {
    {"int, small", "godot3", "engine", "02000100 05000000 00000000", "02000000 05000000"},
    {"int, -1", "godot3", "engine", "02000100 ffffffff ffffffff", "02000000 ffffffff"},
    {"int, 2^31 - 1", "godot3", "engine", "02000100 ffffff7f 00000000", "02000000 ffffff7f"},
    {"int, 2^31", "godot3", "engine", "02000100 00000080 00000000", NULL},
    {"int, -2^31", "godot3", "engine", "02000100 00000080 ffffffff", "02000000 00000080"},
    {"int, -2^31 - 1", "godot3", "engine", "02000100 ffffff7f ffffffff", NULL},
    {"int, Godot 4", "godot4.4", "engine", "02000100 05000000 00000000", "02000000 05000000"},
    {"float, 0.5", "godot3", "engine", "03000100 00000000 0000e03f", "03000000 0000003f"},
    {"float, -0.0", "godot3", "engine", "03000100 00000000 00000080", "03000000 00000080"},
    {"float, infinity", "godot3", "engine", "03000100 00000000 0000f07f", "03000000 0000807f"},
    {"float, 2^-149, the smallest in 32 bits", "godot3", "engine", "03000100 00000000 0000a036", "03000000 01000000"},
    {"float, 2^-150", "godot3", "engine", "03000100 00000000 00009036", NULL},
    {"float, 2^-1074", "godot3", "engine", "03000100 01000000 00000000", NULL},
    {"float, 2^128 - 2^104, the largest in 32 bits", "godot3", "engine", "03000100 000000e0 ffffef47",
     "03000000 ffff7f7f"},
    {"float, 2^128", "godot3", "engine", "03000100 00000000 0000f047", NULL},
    {"float, 0.1", "godot3", "engine", "03000100 9a999999 9999b93f", NULL},
    {"vector of 64-bit components", "godot4.0", "engine", "05000100 00000000 0000f03f 00000000 00000040", NULL},
};

Test(canonical_number, has_the_width_that_the_engine_writes)
{
    CHECK_CANON_ROWS(widths);
}

/* NaN never equals itself, so engines send it wide; its upper bits stay, and a signalling one becomes quiet. */
static const canon_row nans[] = {
    {"quiet", "godot3", "engine", "03000000 0000c07f", "03000100 00000000 0000f87f"},
    {"negative", "godot3", "engine", "03000000 0000c0ff", "03000100 00000000 0000f8ff"},
    {"signalling", "godot3", "engine", "03000000 0100807f", "03000100 00000020 0000f87f"},
    {"wide and signalling", "godot3", "engine", "03000100 01000000 0000f07f", NULL},
    {"Godot 3.0", "godot3.0", "engine", "03000000 0000c07f", "03000100 00000000 0000f87f"},
    {"Godot 4, with no more permitted than it takes", "godot4.4", "strict+nonfinite+wide", "03000000 0000c07f",
     "03000100 00000000 0000f87f"},
    {"Godot 2, which has 32 bits only", "godot2", "engine", "03000000 0100807f", NULL},
    {"in vectors bits are kept", "godot3", "engine", "05000000 0100807f 010080ff", NULL},
    {"in packed arrays too", "godot3", "engine", "16000000 01000000 0100807f", NULL},
};

Test(canonical_nan, is_wide_where_it_can_be)
{
    CHECK_CANON_ROWS(nans);
}

/* EB-22 */
static const canon_row always_wide[] = {
    {"positive", "godot3.0", "engine", "02000000 05000000", "02000100 05000000 00000000"},
    {"negative", "godot3.0", "engine", "02000000 ffffffff", "02000100 ffffffff ffffffff"},
    {"as elements", "godot3.0", "engine", "13000000 02000000 02000000 ffffffff 02000100 0c000000 00000000",
     "13000000 02000000 02000100 ffffffff ffffffff 02000100 0c000000 00000000"},
    {"floats are as narrow as ever", "godot3.0", "engine", "03000100 00000000 0000e03f", "03000000 0000003f"},
};

Test(canonical_int, of_godot_3_0_is_always_wide)
{
    CHECK_CANON_ROWS(always_wide);
}

static const canon_row bools[] = {
    {"2", "godot3", "engine", "01000000 02000000", "01000000 01000000"},
    {"256", "godot3", "engine", "01000000 00010000", "01000000 01000000"},
    {"the highest bit", "godot2", "engine", "01000000 00000080", "01000000 01000000"},
    {"false", "godot4.4", "strict+bool", "01000000 00000000", NULL},
};

Test(canonical_bool, is_0_or_1)
{
    CHECK_CANON_ROWS(bools);
}

/* Section 3: header bits that mean nothing here. */
static const canon_row flags[] = {
    {"nil, all", "godot3", "engine", "00ffffff", "00000000"},
    {"nil, bit 16", "godot3", "engine", "00000100", "00000000"},
    {"vector, bit 8", "godot3", "engine", "05010000 0000803f 00000040", "05000000 0000803f 00000040"},
    {"vector, bit 16", "godot3", "engine", "05000100 0000803f 00000040", "05000000 0000803f 00000040"},
    {"int, bit 17", "godot3", "engine", "02000200 05000000", "02000000 05000000"},
    {"int, all", "godot3", "engine", "0200ffff 05000000 00000000", "02000000 05000000"},
    {"wide int, all", "godot3", "engine", "02ffffff 00000080 00000000", "02000100 00000080 00000000"},
    {"string", "godot3", "engine", "04000100 01000000 61000000", "04000000 01000000 61000000"},
    {"RID", "godot3", "engine", "1000ff00", "10000000"},
    {"RID of Godot 4", "godot4.4", "engine", "1700ff00 05000000 00000000", "17000000 05000000 00000000"},
    {"callable", "godot4.4", "engine", "1900ff00", "19000000"},
    {"signal", "godot4.4", "engine", "1aff0000 01000000 73000000 07000000 00000000",
     "1a000000 01000000 73000000 07000000 00000000"},
    {"object id", "godot3", "engine", "1100ffff 05000000 00000000", "11000100 05000000 00000000"},
    {"element", "godot3", "engine", "13000000 01000000 02ff0000 05000000", "13000000 01000000 02000000 05000000"},
    {"packed", "godot3", "engine", "1500ffff 01000000 05000000", "15000000 01000000 05000000"},
    {"array", "godot3", "engine", "1300ffff 00000000", "13000000 00000000"},
    {"dictionary", "godot3", "engine", "12ffffff 00000000", "12000000 00000000"},
    {"an array of Godot 4.3 to Godot 3 (EB-28)", "godot3", "engine", "13000100 02000000 01000000 02000000 00000000",
     "13000000 02000000 01000000 01000000 00000000"},
    {"an array of Godot 4.3 to Godot 4.2 (EB-28)", "godot4.0", "engine", "1c000100 02000000 01000000 02000000 00000000",
     "1c000000 02000000 01000000 01000000 00000000"},
};

Test(canonical_header, has_no_bit_that_means_nothing)
{
    CHECK_CANON_ROWS(flags);
}

/* Section 7: engines cut text at NUL and drop one byte order mark. Two marks are a text that begins with U+FEFF: an
 * engine would send one of them, and the next would drop it, so both stay. */
static const canon_row cuts[] = {
    {"NUL inside", "godot3", "engine", "04000000 03000000 61006200", "04000000 01000000 61000000"},
    {"NUL first", "godot3", "engine", "04000000 03000000 00616200", "04000000 00000000"},
    {"NUL last", "godot3", "engine", "04000000 02000000 61000000", "04000000 01000000 61000000"},
    {"only the NUL permitted", "godot4.4", "strict+text-nul", "04000000 03000000 61006200",
     "04000000 01000000 61000000"},
    {"anything after a NUL", "godot4.4", "engine", "04000000 03000000 6100ff00", "04000000 01000000 61000000"},
    {"padding", "godot3", "engine", "04000000 01000000 61ffffff", "04000000 01000000 61000000"},
    {"mark", "godot3", "engine", "04000000 04000000 efbbbf61", "04000000 01000000 61000000"},
    {"mark alone", "godot3", "engine", "04000000 03000000 efbbbf00", "04000000 00000000"},
    {"only the mark permitted", "godot4.4", "strict+text-bom", "15000000 04000000 efbbbf61",
     "15000000 01000000 61000000"},
    {"mark, then NUL", "godot3", "engine", "04000000 06000000 efbbbf61 00620000", "04000000 01000000 61000000"},
    {"two marks", "godot3", "engine", "04000000 06000000 efbbbfef bbbf0000", NULL},
    {"three marks", "godot4.4", "engine", "04000000 09000000 efbbbfef bbbfefbb bf000000", NULL},
    {"two marks, then NUL", "godot3", "engine", "04000000 08000000 efbbbfef bbbf0061",
     "04000000 06000000 efbbbfef bbbf0000"},
    {"mark inside", "godot4.4", "engine", "04000000 04000000 61efbbbf", NULL},
    {"U+FEFE, which is no mark", "godot3", "engine", "04000000 03000000 efbbbe00", NULL},
    {"U+FEFE after a mark", "godot3", "engine", "04000000 06000000 efbbbfef bbbe0000", "04000000 03000000 efbbbe00"},
    {"StringName of Pandemonium", "pandemonium-38", "engine", "18000000 05000000 efbbbf61 00000000",
     "18000000 01000000 61000000"},
    {"StringName that Godot 4.2 keeps as a String (EB-35)", "godot4.0", "engine",
     "1b000000 01000000 15000000 01000000 62000000 15000000 01000000 63000000",
     "1b000000 01000000 04000000 01000000 62000000 15000000 01000000 63000000"},
    {"the same, in an array that is a key", "godot4.3", "engine",
     "1b000000 01000000 1c000000 01000000 15000000 01000000 62000000 00000000", NULL},
    {"the same, of Godot 4.4", "godot4.4", "engine", "1b000000 01000000 15000000 01000000 62000000 00000000", NULL},
    {"signal", "godot4.4", "engine", "1a000000 05000000 efbbbf73 00000000 07000000 00000000",
     "1a000000 01000000 73000000 07000000 00000000"},
};

Test(canonical_text, is_what_the_engine_keeps_of_it)
{
    CHECK_CANON_ROWS(cuts);
}

/* Section 12.2: Godot 3 reads overlong forms and sends the shortest. Where that would be a byte order mark at the
 * front, which the next engine drops, the overlong form stays. */
static const canon_row key_encodings[] = {
    {"E0 80 AF", "godot3", "engine", "04000000 03000000 e080af00", "04000000 01000000 2f000000"},
    {"E0 81 81", "godot3", "engine", "04000000 03000000 e0818100", "04000000 01000000 41000000"},
    {"E0 9F BF", "godot3", "engine", "04000000 03000000 e09fbf00", "04000000 02000000 dfbf0000"},
    {"F0 81 81 81", "godot3", "engine", "04000000 04000000 f0818181", "04000000 03000000 e1818100"},
    {"U+4000 in five bytes", "godot3", "engine", "04000000 05000000 f8808480 80000000", "04000000 03000000 e4808000"},
    {"2^21 in six bytes", "godot3", "engine", "04000000 06000000 fc808880 80800000",
     "04000000 05000000 f8888080 80000000"},
    {"several", "godot3", "engine", "04000000 09000000 61e080af c3a9e081 81000000",
     "04000000 05000000 612fc3a9 41000000"},
    {"surrogate", "godot3", "engine", "04000000 03000000 eda08000", NULL},
    {"surrogate pair", "godot3", "engine", "04000000 06000000 eda0bded b8800000", NULL},
    {"above U+10FFFF", "godot3", "engine", "04000000 04000000 f4908080", NULL},
    {"U+1FFFFF", "godot3", "engine", "04000000 04000000 f7bfbfbf", NULL},
    {"2^21 in five bytes", "godot3", "engine", "04000000 05000000 f8888080 80000000", NULL},
    {"2^26 in six bytes", "godot3", "engine", "04000000 06000000 fc848080 80800000", NULL},
    {"slash in three bytes, 2^26 in six", "godot3", "engine", "04000000 09000000 e080affc 84808080 80000000",
     "04000000 07000000 2ffc8480 80808000"},
    {"slash in three bytes, and the ends of each length", "godot3", "engine",
     "04000000 22000000 e080afdf bfefbfbf f7bfbfbf f8888080 80fbbfbf bfbffc84 80808080 fdbfbfbf bfbf0000",
     "04000000 20000000 2fdfbfef bfbff7bf bfbff888 808080fb bfbfbfbf fc848080 8080fdbf bfbfbfbf"},
    {"slash in three bytes, and the first and last of one to three", "godot3", "engine",
     "04000000 12000000 e080af7f c280dfbf e0a080ef bfbff090 80800000",
     "04000000 10000000 2f7fc280 dfbfe0a0 80efbfbf f0908080"},
    {"overlong mark", "godot3", "engine", "04000000 04000000 f08fbbbf", NULL},
    {"overlong mark after a mark", "godot3", "engine", "04000000 07000000 efbbbff0 8fbbbf00",
     "04000000 04000000 f08fbbbf"},
    {"overlong mark, overlong slash", "godot3", "engine", "04000000 07000000 f08fbbbf e080af00",
     "04000000 05000000 f08fbbbf 2f000000"},
    {"overlong mark inside", "godot3", "engine", "04000000 05000000 61f08fbb bf000000", "04000000 04000000 61efbbbf"},
    {"StringName of Pandemonium 3.5", "pandemonium-33", "engine", "15000000 03000000 e080af00",
     "15000000 01000000 2f000000"},
    {"with no more permitted than it takes", "godot3", "strict+text-utf8", "04000000 03000000 e080af00",
     "04000000 01000000 2f000000"},
    {"Godot 2 keeps what no decoder reads", "godot2", "engine", "04000000 01000000 ff000000", NULL},
    {"so does Godot 3.0", "godot3.0", "engine", "04000000 03000000 e080af00", NULL},
};

Test(canonical_text, of_godot_3_has_the_shortest_spelling)
{
    CHECK_CANON_ROWS(key_encodings);
}

/* Section 4: each element ends in one NUL, which its length counts. */
static const canon_row strings[] = {
    {"no NUL", "godot3", "engine", "17000000 01000000 03000000 61626300", "17000000 01000000 04000000 61626300"},
    {"no NUL, no padding", "godot3", "engine", "17000000 01000000 04000000 61626364",
     "17000000 01000000 05000000 61626364 00000000"},
    {"nothing", "godot3", "engine", "17000000 01000000 00000000", "17000000 01000000 01000000 00000000"},
    {"two NULs", "godot3", "engine", "17000000 01000000 05000000 61626300 00000000",
     "17000000 01000000 04000000 61626300"},
    {"NUL inside", "godot3", "engine", "17000000 01000000 04000000 61006200", "17000000 01000000 02000000 61000000"},
    {"padding", "godot3", "engine", "17000000 01000000 02000000 6100ffff", "17000000 01000000 02000000 61000000"},
    {"mark", "godot3", "engine", "17000000 01000000 05000000 efbbbf61 00000000", "17000000 01000000 02000000 61000000"},
    {"overlong", "godot3", "engine", "17000000 01000000 04000000 e080af00", "17000000 01000000 02000000 2f000000"},
    {"several", "godot4.4", "engine", "22000000 03000000 00000000 01000000 61000000 02000000 6200ffff",
     "22000000 03000000 01000000 00000000 02000000 61000000 02000000 62000000"},
};

Test(canonical_string_array, ends_each_element_in_one_nul)
{
    CHECK_CANON_ROWS(strings);
}

/* Section 5.3. NodePath("/") has its flag still, as only some engines lose it. */
static const canon_row node_paths[] = {
    {"one more sub-name", "godot3", "engine", "0f000000 01000080 00000000 02000000 01000000 61000000 01000000 62000000",
     "0f000000 01000080 01000000 00000000 01000000 61000000 01000000 62000000"},
    {"one more sub-name, absolute", "godot3", "engine",
     "0f000000 01000080 00000000 03000000 01000000 61000000 01000000 62000000",
     "0f000000 01000080 01000000 01000000 01000000 61000000 01000000 62000000"},
    {"all flags", "godot3", "engine", "0f000000 01000080 00000000 ffffffff 01000000 61000000 01000000 62000000",
     "0f000000 01000080 01000000 01000000 01000000 61000000 01000000 62000000"},
    {"unknown flag", "godot3", "engine", "0f000000 01000080 00000000 04000000 01000000 61000000",
     "0f000000 01000080 00000000 00000000 01000000 61000000"},
    {"one more sub-name, Godot 4", "godot4.4", "engine",
     "16000000 00000080 01000000 02000000 01000000 61000000 01000000 62000000",
     "16000000 00000080 02000000 00000000 01000000 61000000 01000000 62000000"},
    {"property of Godot 2", "godot2", "engine",
     "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000", NULL},
    {"property and unknown flags of Godot 2", "godot2", "engine",
     "10000000 01000080 00000000 ffffffff 01000000 61000000 01000000 70000000",
     "10000000 01000080 00000000 03000000 01000000 61000000 01000000 70000000"},
    {"root", "godot3", "engine", "0f000000 00000080 00000000 01000000", NULL},
    {"NUL and mark in names", "godot3", "engine",
     "0f000000 02000080 00000000 00000000 03000000 610062ff 04000000 efbbbf63",
     "0f000000 02000080 00000000 00000000 01000000 61000000 01000000 63000000"},
    {"old form, Godot 2", "godot2", "engine", "10000000 02000000 6162", NULL},
    {"old form, Godot 3.0", "godot3.0", "engine", "0f000000 04000000 726f6f74", NULL},
    {"old form, not looked into", "godot3.0", "engine", "0f000000 06000000 efbbbf61 0062", NULL},
    {"old form, among others", "godot2", "engine",
     "15000000 03000000 10000000 02000000 61620100 00000500 00000400 00000200 00006200 0000",
     "15000000 03000000 10000000 02000000 61620100 00000100 00000400 00000100 00006200 0000"},
};

Test(canonical_node_path, has_no_flag_that_means_nothing)
{
    CHECK_CANON_ROWS(node_paths);
}

static const canon_row others[] = {
    {"bytes", "godot3", "engine", "14000000 01000000 41ffffff", "14000000 01000000 41000000"},
    {"bytes of Godot 4", "godot4.4", "engine", "1d000000 05000000 01020304 05ffffff",
     "1d000000 05000000 01020304 05000000"},
    {"image", "godot2", "engine", "0f000000 04000000 00000000 01000000 01000000 03000000 010203aa",
     "0f000000 04000000 00000000 01000000 01000000 03000000 01020300"},
    {"path of Godot 2 without names (EB-36)", "godot2", "engine",
     "10000000 00000080 01000000 02000000 01000000 61000000 01000000 70000000", "10000000 00000080 00000000 00000000"},
    {"path of Godot 2 with an empty property", "godot2", "engine",
     "10000000 01000080 00000000 02000000 01000000 61000000 00000000", NULL},
    {"shared array of Godot 2", "godot2", "engine", "15000000 01000080 02000000 05000000", NULL},
    {"shared dictionary of Godot 2", "godot2", "engine", "14000000 01000080 02000000 05000000 00000000", NULL},
    {"shared array of Godot 3", "godot3", "engine", "13000000 01000080 00000000", "13000000 01000000 00000000"},
    {"shared dictionary of Godot 3", "godot3", "engine",
     "12000000 01000080 04000000 01000000 61000000 02000000 01000000",
     "12000000 01000000 04000000 01000000 61000000 02000000 01000000"},
    {"shared array of Godot 4", "godot4.4", "engine", "1c000000 00000080", "1c000000 00000000"},
    {"shared typed array of Pandemonium", "pandemonium-40", "engine", "1b000000 02000000 01000080 02000000 07000000",
     "1b000000 02000000 01000000 02000000 07000000"},
    {"a word after nil", "godot3", "engine", "00000000 ffffffff", "00000000"},
    {"a word after nil, with no more permitted", "godot3", "strict+trailing", "00000000 ffffffff", "00000000"},
    {"a byte after nil", "godot3", "engine", "00000000 ff", "00000000"},
    {"a word after an array", "godot3", "engine", "13000000 01000000 00000000 deadbeef", "13000000 01000000 00000000"},
    {"the id of another dialect's RID", "godot3", "engine", "10000000 01000000 00000000", "10000000"},
    {"key event of another length", "godot2", "engine", "13000000 01000000 00000000 ffffffff 01000002 41000000",
     "13000000 01000000 00000000 14000000 00000002 41000000"},
    {"joystick event of older engines' length", "godot2", "engine",
     "13000000 04000000 00000000 10000000 01000000 0000003f", "13000000 04000000 00000000 14000000 01000000 0000003f"},
    {"motion event without a length", "godot2", "engine", "13000000 02000000 05000000 00000000",
     "13000000 02000000 05000000 0c000000"},
    {"equal keys", "godot3", "engine",
     "12000000 02000000 02000000 01000000 02000000 01000000 02000100 01000000 00000000 02000000 02000000",
     "12000000 02000000 02000000 01000000 02000000 01000000 02000000 01000000 02000000 02000000"},
    {"vectors that Pandemonium misreads", "pandemonium-40", "engine",
     "25000000 01000000 0000803f 00000040 00004040 00008040", NULL},
    {"Vector4 where Pandemonium's span is not asked for", "pandemonium-40", "strict+misread",
     "0b000000 0000803f 00000040 00004040 00008040", NULL},
};

Test(canonical_value, says_once_what_it_means)
{
    CHECK_CANON_ROWS(others);
}

/* Sections 5.5, 5.8 */
static const canon_row typed[] = {
    {"Array[int] of a wide int", "godot4.3", "engine", "1c000100 02000000 01000000 02000100 07000000 00000000",
     "1c000100 02000000 01000000 02000000 07000000"},
    {"Array[int] with flags", "godot4.3", "engine", "1cfffdff 02000000 00000000", "1c000100 02000000 00000000"},
    {"Array[Node], its name cut", "godot4.3", "engine", "1c000200 06000000 4e6f6465 00780000 00000000",
     "1c000200 04000000 4e6f6465 00000000"},
    {"Array of a script, its path after a mark", "godot4.4", "engine+object", "1c000300 04000000 efbbbf61 00000000",
     "1c000300 01000000 61000000 00000000"},
    {"Array of a type that is none (EB-26)", "godot4.3", "engine", "1c000100 00000000 00000000", NULL},
    {"Dictionary[int, String]", "godot4.4", "engine",
     "1b000500 02000000 04000000 01000000 02000100 01000000 00000000 04000000 02000000 61000000",
     "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000"},
    {"Dictionary with typed values", "godot4.4", "engine", "1b000400 04000000 00000080", "1b000400 04000000 00000000"},
    {"Dictionary with flags", "godot4.4", "engine", "1b00f0ff 00000000", "1b000000 00000000"},
    {"bit 31 of the element type", "pandemonium-40", "engine", "1b000000 02000080 01000000 02000000 07000000",
     "1b000000 02000000 01000000 02000000 07000000"},
    {"element type that does not exist", "pandemonium-40", "engine", "1b000000 28000080 00000000", NULL},
    {"ids of ints", "pandemonium-40", "engine", "1b000100 02000000 00000000", "1b000000 02000000 00000000"},
    {"ids of objects", "pandemonium-40", "engine", "1b00ffff 17000000 01000000 00000000",
     "1b000100 17000000 01000000 00000000"},
    {"class of objects", "pandemonium-40", "engine",
     "1b000000 17000000 18ff0000 05000000 4e6f6465 00aabbcc 01000000 00000000",
     "1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000"},
    {"NaN in a packed typed array (EB-17)", "pandemonium-40", "strict+nonfinite+wide",
     "1c000000 03000000 01000000 03000000 0000c07f", "1c000000 03000000 01000000 03000100 00000000 0000f87f"},
    {"0.5 in a packed typed array", "pandemonium-40", "strict+wide",
     "1c000000 03000000 01000000 03000100 00000000 0000e03f", "1c000000 03000000 01000000 03000000 0000003f"},
    {"0.1 in a packed typed array", "pandemonium-40", "engine", "1c000000 03000000 01000000 03000100 9a999999 9999b93f",
     NULL},
};

Test(canonical_typed_container, declares_what_it_declared)
{
    CHECK_CANON_ROWS(typed);
}

/* Section 5.4 */
static const canon_row objects[] = {
    {"null", "godot3", "engine+object", "11000000 00000000", NULL},
    {"null by its name", "godot3", "engine+object", "11000000 06000000 efbbbf00 41420000", "11000000 00000000"},
    {"id", "godot3", "engine", "11000100 05000000 00000000", NULL},
    {"class with a NUL", "godot3", "engine+object", "11000000 0a000000 52656665 72656e63 65000000 00000000",
     "11000000 09000000 52656665 72656e63 65000000 00000000"},
    {"flags", "godot3", "engine+object", "1100feff 01000000 4e000000 00000000", "11000000 01000000 4e000000 00000000"},
    {"properties", "godot3", "engine+object",
     "11000000 01000000 4e000000 02000000 01000000 61aabbcc 02000100 05000000 00000000 03000000 e080afff 01000000 "
     "02000000",
     "11000000 01000000 4e000000 02000000 01000000 61000000 02000000 05000000 01000000 2f000000 01000000 01000000"},
    {"an object in an object", "godot4.4", "engine+object",
     "18000000 01000000 4e000000 01000000 02000000 6100ffff 18000000 01000000 4dffffff 01000000 00000000 00ff0000",
     "18000000 01000000 4e000000 01000000 01000000 61000000 18000000 01000000 4d000000 01000000 00000000 00000000"},
    {"Godot 2", "godot2", "engine", "12000000", NULL},
};

Test(canonical_object, keeps_class_and_properties)
{
    CHECK_CANON_ROWS(objects);
}

/* No bytes say a Vector4 or Projection to Pandemonium as it reads them (EB-13, EB-14): refused at the value, whatever
 * comes after it. */
Test(canonical_form, does_not_exist_for_what_pandemonium_misreads_by_its_span)
{
    static const struct {
        const char *name;
        const char *hex;
        gdv_misread misread;
        uint64_t offset;
        const char *path;
    } rows[] = {
        {"alone", "0b000000 0000803f 00000040 00004040 00008040", GDV_MISREAD_VECTOR4, 0, ""},
        {"ints", "0c000000 01000000 02000000 03000000 04000000", GDV_MISREAD_VECTOR4, 0, ""},
        {"the element before the last", "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 05000000",
         GDV_MISREAD_VECTOR4, 8, "[0]"},
        {"a value, before another pair",
         "19000000 02000000 02000000 01000000 0b000000 0000803f 00000040 00004040 02000000 02000000 00000000",
         GDV_MISREAD_VECTOR4, 16, "{1}"},
    };
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        packet given = packet_from_hex(rows[index].hex);
        canonical_check made = canonical_check_from(given.bytes, given.size, GDV_DIALECT_PANDEMONIUM_40, &policy);
        cr_assert_eq(made.code, GDV_E_ENGINE_MISREADS, "%s: %s", rows[index].name, gdv_status_name(made.code));
        cr_assert_eq(made.report.misread, rows[index].misread, "%s: %d", rows[index].name, (int)made.report.misread);
        cr_assert_eq(made.report.offset, rows[index].offset, "%s: at %u", rows[index].name,
                     (unsigned)made.report.offset);
        cr_assert_str_eq(made.report.path, rows[index].path, "%s: %s", rows[index].name, made.report.path);
        canonical_check_free(&made);
        packet_free(&given);
    }
}

/* Where the canonical packet is over a limit that the packet keeps, the same policy would refuse what was made for it.
 */
Test(canonical_form, keeps_the_limits_too)
{
    static const struct {
        const char *name;
        const char *dialect;
        const char *hex;
        size_t max_bytes;
        uint32_t max_string;
        gdv_status code;
        uint64_t offset;
        const char *path;
    } rows[] = {
        {"wider, within the limit", "godot3.0", "02000000 05000000", 12, 9, GDV_OK, 0, ""},
        {"wider, over the limit", "godot3.0", "02000000 05000000", 11, 9, GDV_E_LIMIT_BYTES, 0, ""},
        {"closed, within the limit", "godot3", "17000000 01000000 04000000 61626364", 99, 5, GDV_OK, 0, ""},
        {"closed, over the limit", "godot3", "17000000 01000000 04000000 61626364", 99, 4, GDV_E_LIMIT_STRING, 8, ""},
        {"empty, over the limit", "godot3", "17000000 01000000 00000000", 99, 0, GDV_E_LIMIT_STRING, 8, ""},
        {"the second of three, in an array before others", "godot4.4",
         "1c000000 03000000 00000000 22000000 03000000 02000000 61000000 02000000 61620000 02000000 61620000 00000000",
         99, 2, GDV_E_LIMIT_STRING, 28, "[1]"},
        {"shorter, so within the limit", "godot3", "17000000 01000000 03000000 61006200", 99, 3, GDV_OK, 0, ""},
        {"over the limit, before what is refused anyway", "godot4.4",
         "1c000000 02000000 22000000 01000000 00000000 ff000000", 99, 0, GDV_E_BAD_TYPE, 20, "[1]"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        packet given = packet_from_hex(rows[index].hex);
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
        policy.max_bytes = rows[index].max_bytes;
        policy.max_string = rows[index].max_string;
        canonical_check made =
            canonical_check_from(given.bytes, given.size, dialect_from_text(rows[index].dialect), &policy);
        cr_assert_eq(made.code, rows[index].code, "%s: %s", rows[index].name, gdv_status_name(made.code));
        cr_assert_eq(made.report.offset, rows[index].offset, "%s: at %u", rows[index].name,
                     (unsigned)made.report.offset);
        cr_assert_str_eq(made.report.path, rows[index].path, "%s: %s", rows[index].name, made.report.path);
        cr_assert_eq(made.report.need, 0, "%s: no bytes are missing", rows[index].name);
        canonical_check_free(&made);
        packet_free(&given);
    }
}
