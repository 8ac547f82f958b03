/* SPDX-License-Identifier: MIT */
/* Claims about what Godot 3.2.3 was given, and what it said: each input of section 12.2 of the wire reference, with the
 * result printed there, the code that the engine policy gives it, and the one that strict owes it (section 11). The
 * engine policy says what the engine said, but for the inputs that one list here names with the reason. Then the
 * strings among them in the other dialects, whose decoders take more, or less, for UTF-8. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/support.h"

typedef enum answer { ACCEPTS, REJECTS } answer;

typedef struct input_row {
    const char *name;
    const char *hex;
    uint32_t permit; /* what the caller of the engine allowed: full objects or nothing more */
    answer godot;    /* the engine: section 12.2, "result" */
    gdv_status engine;
    gdv_status strict;
} input_row;

#define FULL GDV_PERMIT_OBJECT

static const input_row headers[] = {
    {"len<4", "000000", 0, REJECTS, GDV_E_TRUNCATED, GDV_E_TRUNCATED},
    {"empty", "", 0, REJECTS, GDV_E_EMPTY, GDV_E_EMPTY},
    {"nil + trailing", "00000000 ffffffff", 0, ACCEPTS, GDV_OK, GDV_E_TRAILING},
    {"nil with flag bit16", "00000100", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"nil all flag bits", "00ffffff", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"Vector2 with byte1=1 (mask test)", "05010000 0000803f 00000040", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"Vector2 with flag64", "05000100 0000803f 00000040", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"Vector2 flag64 16-byte payload", "05000100 000000000000f03f 0000000000000040", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"type 27", "1b000000 00000000", 0, REJECTS, GDV_E_BAD_TYPE, GDV_E_BAD_TYPE},
    {"type 0xff", "ff000000", 0, REJECTS, GDV_E_BAD_TYPE, GDV_E_BAD_TYPE},
};

static const input_row numbers[] = {
    {"bool 2", "01000000 02000000", 0, ACCEPTS, GDV_OK, GDV_E_BOOL},
    {"bool 0x100", "01000000 00010000", 0, ACCEPTS, GDV_OK, GDV_E_BOOL},
    {"bool short", "01000000 0100", 0, REJECTS, GDV_E_TRUNCATED, GDV_E_TRUNCATED},
    {"int flag bit17 only", "02000200 05000000", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"int flags all", "0200ffff 05000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"int flag64 small value", "02000100 05000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_WIDTH},
    {"int flag64 short", "02000100 05000000", 0, REJECTS, GDV_E_TRUNCATED, GDV_E_TRUNCATED},
    {"float64 0.5", "03000100 00000000 0000e03f", 0, ACCEPTS, GDV_OK, GDV_E_WIDTH},
    {"float32 NaN", "03000000 0000c07f", 0, ACCEPTS, GDV_OK, GDV_E_NONFINITE},
    {"float64 sNaN payload", "03000100 01000000 0000f07f", 0, ACCEPTS, GDV_OK, GDV_E_NONFINITE},
    {"float32 sNaN", "03000000 010080 7f", 0, ACCEPTS, GDV_OK, GDV_E_NONFINITE},
    {"real array NaN", "16000000 01000000 0100807f", 0, ACCEPTS, GDV_OK, GDV_E_NONFINITE},
    {"color array sNaN", "1a000000 01000000 0100807f 00000000 00000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_NONFINITE},
    {"quat unnormalized NaN", "0a000000 0000c07f 00000000 00000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_NONFINITE},
    {"vector2 sNaN", "05000000 0100807f 010080ff", 0, ACCEPTS, GDV_OK, GDV_E_NONFINITE},
};

static const input_row strings[] = {
    {"string pad nonzero", "04000000 01000000 61ffffff", 0, ACCEPTS, GDV_OK, GDV_E_PADDING},
    {"string missing pad", "04000000 01000000 61", 0, REJECTS, GDV_E_PADDING_MISSING, GDV_E_PADDING_MISSING},
    {"string partial pad", "04000000 01000000 610000", 0, REJECTS, GDV_E_PADDING_MISSING, GDV_E_PADDING_MISSING},
    {"string embedded NUL", "04000000 03000000 61006200", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_NUL},
    {"string leading NUL", "04000000 03000000 00616200", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_NUL},
    {"string trailing NUL in length", "04000000 02000000 61000000", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_NUL},
    {"string BOM + a", "04000000 04000000 efbbbf61", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_BOM},
    {"string BOM only", "04000000 03000000 efbbbf00", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_BOM},
    {"string double BOM", "04000000 06000000 efbbbfef bbbf0000", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_BOM},
    {"string cut at BOM 2 bytes", "04000000 02000000 efbb0000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string 0xff", "04000000 01000000 ff000000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string lone continuation 0x80", "04000000 01000000 80000000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string truncated 2-byte", "04000000 01000000 c3000000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string C0 80", "04000000 02000000 c0800000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string C1 81", "04000000 02000000 c1810000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string overlong E0 80 AF", "04000000 03000000 e080af00", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string overlong E0 80 80", "04000000 03000000 e0808000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string overlong E0 81 81", "04000000 03000000 e0818100", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string overlong E0 9F BF", "04000000 03000000 e09fbf00", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string overlong F0 80 80 AF", "04000000 04000000 f08080af", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string overlong F0 80 81 81", "04000000 04000000 f0808181", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string overlong F0 81 81 81", "04000000 04000000 f0818181", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string surrogate ED A0 80", "04000000 03000000 eda08000", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string CESU pair", "04000000 06000000 eda0bded b8800000", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string F4 90 80 80 (>10FFFF)", "04000000 04000000 f4908080", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string F7 BF BF BF", "04000000 04000000 f7bfbfbf", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string 5-byte F8 88 80 80 80", "04000000 05000000 f8888080 80000000", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string 6-byte FC 84 80 80 80 80", "04000000 06000000 fc848080 80800000", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_UTF8},
    {"string FE", "04000000 01000000 fe000000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string bad cont C3 28", "04000000 02000000 c3280000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string NUL inside multibyte C3 00", "04000000 02000000 c3000000", 0, REJECTS, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8},
    {"string len -1", "04000000 ffffffff 61616161", 0, REJECTS, GDV_E_BAD_LENGTH, GDV_E_BAD_LENGTH},
    {"string len 0x7fffffff", "04000000 ffffff7f 61616161", 0, REJECTS, GDV_E_LENGTH, GDV_E_LENGTH},
    {"string len 0x7ffffffd", "04000000 fdffff7f 61616161", 0, REJECTS, GDV_E_LENGTH, GDV_E_LENGTH},
    {"string U+FFFE", "04000000 03000000 efbfbe00", 0, ACCEPTS, GDV_OK, GDV_OK},
    {"string flag64 set", "04000100 01000000 61000000", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
};

static const input_row node_paths[] = {
    {"np old format", "0f000000 04000000 726f6f74", 0, REJECTS, GDV_E_BAD_NODE_PATH, GDV_E_BAD_NODE_PATH},
    {"np new 0,0,flag1", "0f000000 00000080 00000000 01000000", 0, ACCEPTS, GDV_OK, GDV_OK},
    {"np flag2 only obsolete property", "0f000000 01000080 00000000 02000000 01000000 61000000 01000000 62000000", 0,
     ACCEPTS, GDV_OK, GDV_E_NODE_PATH},
    {"np flags 3", "0f000000 01000080 00000000 03000000 01000000 61000000 01000000 62000000", 0, ACCEPTS, GDV_OK,
     GDV_E_NODE_PATH},
    {"np flags 4 unknown", "0f000000 01000080 00000000 04000000 01000000 61000000", 0, ACCEPTS, GDV_OK,
     GDV_E_NODE_PATH},
    {"np flags ffffffff", "0f000000 01000080 00000000 ffffffff 01000000 61000000 01000000 62000000", 0, ACCEPTS, GDV_OK,
     GDV_E_NODE_PATH},
    {"np flag2 missing property", "0f000000 01000080 00000000 02000000 01000000 61000000", 0, REJECTS, GDV_E_LENGTH,
     GDV_E_NODE_PATH},
    {"np count wrap total=0", "0f000000 ffffffff 01000080 00000000", 0, ACCEPTS, GDV_E_ENGINE_MISREADS,
     GDV_E_ENGINE_MISREADS},
    {"np count wrap total=1 names=2 sub=ffffffff", "0f000000 02000080 ffffffff 00000000 01000000 61000000", 0, ACCEPTS,
     GDV_E_ENGINE_MISREADS, GDV_E_ENGINE_MISREADS},
    {"np flag2 sub=ffffffff wraps to 0", "0f000000 01000080 ffffffff 02000000 01000000 61000000", 0, ACCEPTS,
     GDV_E_ENGINE_MISREADS, GDV_E_ENGINE_MISREADS},
    {"np empty name", "0f000000 01000080 00000000 00000000 00000000", 0, ACCEPTS, GDV_OK, GDV_OK},
    {"np name with slash and colon", "0f000000 01000080 00000000 00000000 03000000 612f6200", 0, ACCEPTS, GDV_OK,
     GDV_OK},
    {"np name with colon", "0f000000 01000080 00000000 00000000 03000000 613a6200", 0, ACCEPTS, GDV_OK, GDV_OK},
    {"np nonzero pad", "0f000000 01000080 00000000 00000000 01000000 61ffffff", 0, ACCEPTS, GDV_OK, GDV_OK},
    {"np missing pad", "0f000000 01000080 00000000 00000000 01000000 61", 0, REJECTS, GDV_E_PADDING_MISSING,
     GDV_E_PADDING_MISSING},
    {"np 11 bytes", "0f000000 00000080 00000000 010000", 0, REJECTS, GDV_E_TRUNCATED, GDV_E_TRUNCATED},
};

static const input_row rids_and_objects[] = {
    {"rid", "10000000", 0, ACCEPTS, GDV_OK, GDV_E_RID},
    {"rid + 8 bytes", "10000000 01000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_RID},
    {"rid flags", "1000ff00", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"obj as id 0", "11000100 00000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_OBJECT_ID},
    {"obj as id 5", "11000100 05000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_OBJECT_ID},
    {"obj as id 2^63", "11000100 00000000 00000080", 0, ACCEPTS, GDV_OK, GDV_E_OBJECT_ID},
    {"obj as id with extra flags", "1100ffff 05000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"obj full not allowed", "11000000 09000000 52656665 72656e63 65000000 00000000", 0, REJECTS, GDV_E_OBJECT,
     GDV_E_OBJECT},
    {"obj full empty class not allowed", "11000000 00000000", 0, REJECTS, GDV_E_OBJECT, GDV_E_OBJECT},
    {"obj full allowed 0 props", "11000000 09000000 52656665 72656e63 65000000 00000000", FULL, ACCEPTS, GDV_OK,
     GDV_E_OBJECT},
    {"obj full allowed empty class", "11000000 00000000", FULL, ACCEPTS, GDV_OK, GDV_E_OBJECT},
    {"obj full allowed unknown class", "11000000 03000000 58585800 00000000", FULL, REJECTS, GDV_OK, GDV_E_OBJECT},
    {"obj full allowed neg count", "11000000 09000000 52656665 72656e63 65000000 ffffffff", FULL, ACCEPTS,
     GDV_E_BAD_LENGTH, GDV_E_OBJECT},
    {"obj full allowed missing count", "11000000 09000000 52656665 72656e63 65000000", FULL, REJECTS, GDV_E_TRUNCATED,
     GDV_E_OBJECT},
    {"obj as id allowed", "11000100 05000000 00000000", FULL, ACCEPTS, GDV_OK, GDV_E_OBJECT_ID},
    {"object full w/ prop object full nested",
     "11000000 09000000 52656665 72656e63 65000000 01000000 06000000 73637269 70740000 00000000", FULL, ACCEPTS, GDV_OK,
     GDV_E_OBJECT},
    {"array containing full obj not allowed", "13000000 01000000 11000000 09000000 52656665 72656e63 65000000 00000000",
     0, REJECTS, GDV_E_OBJECT, GDV_E_OBJECT},
    {"class with trailing NUL in name", "11000000 0a000000 52656665 72656e63 65000000 00000000", FULL, ACCEPTS, GDV_OK,
     GDV_E_OBJECT},
};

static const input_row dictionaries[] = {
    {"dict shared bit", "12000000 01000080 04000000 01000000 61000000 02000000 01000000", 0, ACCEPTS, GDV_OK,
     GDV_E_FLAGS},
    {"dict dup keys",
     "12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 61000000 02000000 02000000", 0,
     ACCEPTS, GDV_OK, GDV_E_DUPLICATE_KEY},
    {"dict dup keys order a,b,a",
     "12000000 03000000 02000000 01000000 02000000 01000000 02000000 02000000 02000000 02000000 02000000 01000000 "
     "02000000 03000000",
     0, ACCEPTS, GDV_OK, GDV_E_DUPLICATE_KEY},
    {"dict dup int32/int64 same",
     "12000000 02000000 02000000 01000000 02000000 01000000 02000100 01000000 00000000 02000000 02000000", 0, ACCEPTS,
     GDV_OK, GDV_E_WIDTH},
    {"dict int 1 vs float 1.0",
     "12000000 02000000 02000000 01000000 02000000 01000000 03000000 0000803f 02000000 02000000", 0, ACCEPTS, GDV_OK,
     GDV_OK},
    {"dict bool true vs int 1",
     "12000000 02000000 02000000 01000000 02000000 01000000 01000000 01000000 02000000 02000000", 0, ACCEPTS, GDV_OK,
     GDV_OK},
    {"dict 0.0 vs -0.0", "12000000 02000000 03000000 00000000 02000000 01000000 03000000 00000080 02000000 02000000", 0,
     ACCEPTS, GDV_OK, GDV_E_DUPLICATE_KEY},
    {"dict NaN NaN",
     "12000000 02000000 03000100 00000000 0000f87f 02000000 01000000 03000100 00000000 0000f87f 02000000 02000000", 0,
     ACCEPTS, GDV_OK, GDV_E_NONFINITE},
    {"dict NaN different payload",
     "12000000 02000000 03000100 00000000 0000f87f 02000000 01000000 03000100 01000000 0000f87f 02000000 02000000", 0,
     ACCEPTS, GDV_OK, GDV_E_NONFINITE},
    {"dict null key", "12000000 01000000 00000000 02000000 01000000", 0, ACCEPTS, GDV_OK, GDV_OK},
    {"dict array keys equal",
     "12000000 02000000 13000000 00000000 02000000 01000000 13000000 00000000 02000000 02000000", 0, ACCEPTS, GDV_OK,
     GDV_E_DUPLICATE_KEY},
    {"dict dict keys equal",
     "12000000 02000000 12000000 00000000 02000000 01000000 12000000 00000000 02000000 02000000", 0, ACCEPTS, GDV_OK,
     GDV_OK},
    {"dict short", "12000000 02000000 02000000 01000000 02000000 01000000", 0, REJECTS, GDV_E_TRUNCATED,
     GDV_E_TRUNCATED},
    {"dict count 0x7fffffff no data", "12000000 ffffff7f", 0, REJECTS, GDV_E_COUNT, GDV_E_COUNT},
    {"dict flag bits all", "12ffffff 00000000", 0, ACCEPTS, GDV_OK, GDV_E_ENGINE_MISREADS},
};

static const input_row arrays[] = {
    {"array shared", "13000000 01000080 00000000", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"array count big", "13000000 05000000 00000000", 0, REJECTS, GDV_E_COUNT, GDV_E_COUNT},
    {"array trailing", "13000000 01000000 00000000 deadbeef", 0, ACCEPTS, GDV_OK, GDV_E_TRAILING},
    {"array flag bits all", "1300ffff 00000000", 0, ACCEPTS, GDV_OK, GDV_E_ENGINE_MISREADS},
    {"godot4.3 typed array bytes read as array", "13000100 02000000 01000000 02000000 05000000", 0, REJECTS,
     GDV_E_TRUNCATED, GDV_E_ENGINE_MISREADS},
    {"array elt header byte1 set", "13000000 01000000 02ff0000 05000000", 0, ACCEPTS, GDV_OK, GDV_E_FLAGS},
    {"typed-array confusion", "13000100 02000000 01000000 02000000 00000000", 0, ACCEPTS, GDV_OK,
     GDV_E_ENGINE_MISREADS},
};

static const input_row pool_arrays[] = {
    {"byte array missing pad top", "14000000 01000000 41", 0, ACCEPTS, GDV_E_PADDING_MISSING, GDV_E_PADDING_MISSING},
    {"byte array missing pad last in array", "13000000 01000000 14000000 01000000 41", 0, ACCEPTS,
     GDV_E_PADDING_MISSING, GDV_E_PADDING_MISSING},
    {"byte array missing pad last in array, 3 bytes short", "13000000 02000000 00000000 14000000 01000000 41", 0,
     ACCEPTS, GDV_E_PADDING_MISSING, GDV_E_PADDING_MISSING},
    {"byte array nonzero pad", "14000000 01000000 41ffffff", 0, ACCEPTS, GDV_OK, GDV_OK},
    {"byte array neg count", "14000000 ffffffff 41414141", 0, REJECTS, GDV_E_BAD_LENGTH, GDV_E_BAD_LENGTH},
    {"byte array missing pad then another", "13000000 02000000 14000000 01000000 41 00000000", 0, REJECTS,
     GDV_E_TRUNCATED, GDV_E_TRUNCATED},
    {"array of [bytes(pad eats), nil] total 3 short", "13000000 02000000 14000000 01000000 41000000 000000", 0, REJECTS,
     GDV_E_TRUNCATED, GDV_E_TRUNCATED},
    {"dict {bytes-key-with-missing-pad}", "12000000 01000000 02000000 01000000 14000000 01000000 41", 0, ACCEPTS,
     GDV_E_PADDING_MISSING, GDV_E_PADDING_MISSING},
    {"int array count 0x40000000", "15000000 00000040 00000000", 0, REJECTS, GDV_E_COUNT, GDV_E_COUNT},
    {"int array neg", "15000000 ffffffff 00000000", 0, REJECTS, GDV_E_BAD_LENGTH, GDV_E_BAD_LENGTH},
    {"int array count 0", "15000000 00000000", 0, ACCEPTS, GDV_OK, GDV_OK},
    {"vec2 array count neg", "18000000 ffffffff", 0, REJECTS, GDV_E_BAD_LENGTH, GDV_E_BAD_LENGTH},
    {"vec2 array count 0x10000000", "18000000 00000010", 0, REJECTS, GDV_E_COUNT, GDV_E_COUNT},
    {"vec2 array short", "18000000 01000000 0000803f", 0, REJECTS, GDV_E_COUNT, GDV_E_COUNT},
};

static const input_row string_arrays[] = {
    {"string array neg count ffffffff", "17000000 ffffffff", 0, ACCEPTS, GDV_E_ENGINE_MISREADS, GDV_E_ENGINE_MISREADS},
    {"string array count 0x80000000", "17000000 00000080", 0, ACCEPTS, GDV_E_ENGINE_MISREADS, GDV_E_ENGINE_MISREADS},
    {"string array count 1 no data", "17000000 01000000", 0, REJECTS, GDV_E_COUNT, GDV_E_COUNT},
    {"string array elt no NUL", "17000000 01000000 03000000 61626300", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_TERMINATOR},
    {"string array elt empty len0", "17000000 01000000 00000000", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_TERMINATOR},
    {"string array elt two NUL", "17000000 01000000 05000000 61626300 00000000", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_NUL},
    {"string array elt NUL middle", "17000000 01000000 04000000 61006200", 0, ACCEPTS, GDV_OK, GDV_E_TEXT_NUL},
    {"string array nonzero pad", "17000000 01000000 02000000 6100ffff", 0, ACCEPTS, GDV_OK, GDV_E_PADDING},
};

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static gdv_status verdict_on(const char *hex, gdv_dialect dialect, gdv_preset preset, uint32_t permit)
{
    packet bytes = packet_from_hex(hex);
    gdv_policy policy = policy_with(preset, permit);
    verdict said = verdict_of(bytes.bytes, bytes.size, dialect, &policy);
    packet_free(&bytes);
    return said.code;
}

/* Where the engine policy is deliberately not of the engine's opinion. */
static const struct exception {
    const char *name;
    const char *why;
} exceptions[] = {
    {"np count wrap total=0", "EB-05: the sum of the counts wraps"},
    {"np count wrap total=1 names=2 sub=ffffffff", "EB-05: the sum of the counts wraps"},
    {"np flag2 sub=ffffffff wraps to 0", "EB-05: the sum of the counts wraps"},
    {"obj full allowed unknown class", "gdv knows no classes"},
    {"obj full allowed neg count", "EB-06: a negative count"},
    {"byte array missing pad top", "EB-03: the engine runs past the packet"},
    {"byte array missing pad last in array", "EB-03: the engine runs past the packet"},
    {"byte array missing pad last in array, 3 bytes short", "EB-03: the engine runs past the packet"},
    {"dict {bytes-key-with-missing-pad}", "EB-03: the engine runs past the packet"},
    {"string array neg count ffffffff", "EB-04: a negative count"},
    {"string array count 0x80000000", "EB-04: a negative count"},
};

static bool is_exception(const char *name)
{
    for (size_t index = 0; index < COUNT_OF(exceptions); index += 1) {
        if (strcmp(exceptions[index].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void engine_policy_agrees(const input_row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        const input_row *row = &rows[index];
        gdv_status code = verdict_on(row->hex, GDV_DIALECT_GODOT3, GDV_POLICY_ENGINE, row->permit);
        bool agrees = (code == GDV_OK) == (row->godot == ACCEPTS);
        cr_assert_eq(code, row->engine, "%s: %s", row->name, gdv_status_name(code));
        cr_assert_eq(agrees, !is_exception(row->name), "%s: %s", row->name, gdv_status_name(code));
    }
}

static void strict_policy_says(const input_row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        const input_row *row = &rows[index];
        gdv_status code = verdict_on(row->hex, GDV_DIALECT_GODOT3, GDV_POLICY_STRICT, 0);
        cr_assert_eq(code, row->strict, "%s: %s", row->name, gdv_status_name(code));
        cr_assert(code != GDV_OK || row->godot == ACCEPTS, "%s: accepted against the engine", row->name);
    }
}

#define BOTH_POLICIES(rows)                                                                                            \
    Test(engine_policy_says_what_godot_323_said, rows)                                                                 \
    {                                                                                                                  \
        engine_policy_agrees(rows, COUNT_OF(rows));                                                                    \
    }                                                                                                                  \
    Test(strict_policy_owes_this_to_inputs_of_godot_323, rows)                                                         \
    {                                                                                                                  \
        strict_policy_says(rows, COUNT_OF(rows));                                                                      \
    }

BOTH_POLICIES(headers)
BOTH_POLICIES(numbers)
BOTH_POLICIES(strings)
BOTH_POLICIES(node_paths)
BOTH_POLICIES(rids_and_objects)
BOTH_POLICIES(dictionaries)
BOTH_POLICIES(arrays)
BOTH_POLICIES(pool_arrays)
BOTH_POLICIES(string_arrays)

/* STRING is id 4 everywhere, so the same packets go to every dialect. A dialect differs from Godot 3 in what its
 * decoder takes for UTF-8 (section 7) and in what its encoder leaves in the padding (section 6.2). */
static void strings_in(gdv_dialect dialect, gdv_status lax, gdv_status broken, gdv_status broken_strict,
                       gdv_status padding)
{
    for (size_t index = 0; index < COUNT_OF(strings); index += 1) {
        const input_row *row = &strings[index];
        bool is_lax = row->strict == GDV_E_TEXT_UTF8;
        bool is_broken = row->strict == GDV_E_BAD_UTF8;
        gdv_status engine = is_lax ? lax : is_broken ? broken : row->engine;
        gdv_status strict = row->strict;
        if (is_lax || is_broken) {
            strict = is_lax && lax == GDV_OK ? GDV_E_TEXT_UTF8 : broken_strict;
        } else if (row->strict == GDV_E_PADDING) {
            strict = padding;
        } else if (row->strict == GDV_E_FLAGS && dialect == GDV_DIALECT_GODOT2) {
            strict = GDV_E_BAD_TYPE;
            engine = GDV_E_BAD_TYPE;
        }
        gdv_status said = verdict_on(row->hex, dialect, GDV_POLICY_STRICT, 0);
        cr_assert_eq(said, strict, "strict: %s: %s", row->name, gdv_status_name(said));
        said = verdict_on(row->hex, dialect, GDV_POLICY_ENGINE, 0);
        cr_assert_eq(said, engine, "engine: %s: %s", row->name, gdv_status_name(said));
    }
}

Test(strings_of_other_dialects, godot2_ignores_what_is_not_utf8)
{
    strings_in(GDV_DIALECT_GODOT2, GDV_OK, GDV_OK, GDV_E_TEXT_UTF8, GDV_OK);
}

Test(strings_of_other_dialects, godot3_0_ignores_what_is_not_utf8)
{
    strings_in(GDV_DIALECT_GODOT3_0, GDV_OK, GDV_OK, GDV_E_TEXT_UTF8, GDV_OK);
}

Test(strings_of_other_dialects, pandemonium_33_is_as_lax_as_godot3)
{
    strings_in(GDV_DIALECT_PANDEMONIUM_33, GDV_OK, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_PADDING);
}

Test(strings_of_other_dialects, pandemonium_38_is_strict)
{
    strings_in(GDV_DIALECT_PANDEMONIUM_38, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_PADDING);
}

Test(strings_of_other_dialects, pandemonium_40_is_strict)
{
    strings_in(GDV_DIALECT_PANDEMONIUM_40, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_PADDING);
}

Test(strings_of_other_dialects, godot4_0_is_strict)
{
    strings_in(GDV_DIALECT_GODOT4_0, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_PADDING);
}

Test(strings_of_other_dialects, godot4_3_is_strict)
{
    strings_in(GDV_DIALECT_GODOT4_3, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_PADDING);
}

Test(strings_of_other_dialects, godot4_4_is_strict)
{
    strings_in(GDV_DIALECT_GODOT4_4, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_BAD_UTF8, GDV_E_PADDING);
}
