/* SPDX-License-Identifier: MIT */
/* Claims about compiling whatever a caller or a stranger hands in: arguments, memory, texts that are cut, changed, deep,
 * long or many; and that equal texts give equal bytes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/draft.h"
#include "tests/support/schema_text.h"
#include "tests/support/value_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* One of every construct. */
static const char sample[] =
    "# what clients may send\n"
    "limits max_bytes = 1200, max_depth = 8, max_values = 256\n"
    "type Health = int 0..100\n"
    "type Name = String printable chars 1..24\n"
    "type Tree = { v: Health, l?: Tree | null, 5: \"a\\u00e4\" | 'b' | 1 | 2.5 | true }\n"
    "type Any = A | B | [1, int?, ...] | [\"x\"]\n"
    "type A = { t: \"a\", x: Vector3 -PI/2..PI nonfinite }\n"
    "type B = { t: \"b\", \"a b\"?: Color 0..1, ... }\n"
    "packet move (max_bytes = 300) = { \"type\": \"move\", seq: int 0.., of: Array[Any] 0..4, tree?: Tree }\n"
    "packet chat = [\"chat\", Name, PackedStringArray 0..8 of Name, PackedFloat32Array 3 of float -1.5e0..0x1]\n"
    "packet map = { type: \"map\", m: Dictionary[String | int, Variant] 1.., b: PackedByteArray ..5 }\n";

static gdv_status compile_bytes(const char *text, size_t size, void *memory, size_t memory_size,
                                gdv_schema_error *error)
{
    const gdv_schema_source source = {"text", text, size};
    gdv_schema schema;
    error->struct_size = sizeof *error;
    return gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT4_4, memory, memory_size, &schema, error);
}

Test(compile_edges, the_sample_compiles_to_the_same_bytes_each_time)
{
    schema_text one = schema_from_text(sample, GDV_DIALECT_GODOT4_4);
    schema_text other = schema_from_text(sample, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(one.code, GDV_OK, "%u:%u: %s", one.error.line, one.error.column, one.error.message);
    cr_expect_eq(one.error.need, other.error.need);
    cr_expect_arr_eq(one.memory, other.memory, (size_t)one.error.need);
    cr_expect_eq(one.error.line, 0);
    cr_expect_str_eq(one.error.message, "");
    schema_free(&one);
    schema_free(&other);
}

Test(compile_edges, the_form_is_loaded_from_a_copy_of_its_bytes_alone)
{
    schema_text made = schema_from_text(sample, GDV_DIALECT_GODOT4_4);
    size_t size = (size_t)made.error.need;
    void *copy = malloc(size);
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    memcpy(copy, made.memory, size);
    schema_free(&made);
    cr_expect_eq(gdv_schema_load(copy, size, &schema, &error), GDV_OK, "%s", error.message);
    cr_expect_str_eq(gdv_schema_packet_name(&schema, 2), "map");
    free(copy);
}

Test(compile_edges, arguments_that_are_missing_are_named)
{
    static uint64_t memory[4096];
    const gdv_schema_source good = {"a", "packet p = int", 14};
    const gdv_schema_source no_name = {NULL, "packet p = int", 14};
    const gdv_schema_source no_text = {"a", NULL, 14};
    const gdv_schema_source wrapping = {"a", "x", SIZE_MAX};
    const gdv_schema_source none = {"a", NULL, 0};
    const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    const struct {
        const gdv_schema_source *sources;
        size_t count;
        void *memory;
        size_t size;
        gdv_status code;
    } rows[] = {
        {&good, 1, memory, sizeof memory, GDV_OK},
        {NULL, 1, memory, sizeof memory, GDV_E_BAD_ARGUMENT},
        {&good, 0, memory, sizeof memory, GDV_E_BAD_ARGUMENT},
        {&good, SIZE_MAX, memory, sizeof memory, GDV_E_BAD_ARGUMENT},
        {&no_name, 1, memory, sizeof memory, GDV_E_BAD_ARGUMENT},
        {&no_text, 1, memory, sizeof memory, GDV_E_BAD_ARGUMENT},
        {&wrapping, 1, memory, sizeof memory, GDV_E_BAD_ARGUMENT},
        {&none, 1, memory, sizeof memory, GDV_E_SCHEMA_SYNTAX},
        {&good, 1, NULL, 8, GDV_E_BAD_ARGUMENT},
        {&good, 1, NULL, 0, GDV_E_NO_SPACE},
        {&good, 1, memory, SIZE_MAX, GDV_E_BAD_ARGUMENT},
        {&good, 1, memory, 0, GDV_E_NO_SPACE},
        {&good, 1, (char *)memory + 4, sizeof memory - 8, GDV_E_BAD_ARGUMENT},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_status code = gdv_schema_compile(rows[index].sources, rows[index].count, dialect, rows[index].memory,
                                             rows[index].size, &schema, &error);
        cr_expect_eq(code, rows[index].code, "row %zu: %s", index, gdv_status_name(code));
        cr_expect_eq(error.code, rows[index].code, "row %zu", index);
        cr_expect_eq(schema.form == NULL, code != GDV_OK, "row %zu", index);
        cr_expect(code == GDV_OK || error.message[0] != '\0', "row %zu has a message", index);
    }
    cr_expect_eq(gdv_schema_compile(&good, 1, dialect, memory, sizeof memory, NULL, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_compile(&good, 1, GDV_DIALECT_COUNT, memory, sizeof memory, &schema, &error),
                 GDV_E_BAD_DIALECT);
    cr_expect_eq(gdv_schema_compile(&good, 1, dialect, memory, sizeof memory, &schema, NULL), GDV_OK);
    error.struct_size = 1;
    schema.form = NULL;
    cr_expect_eq(gdv_schema_compile(&good, 1, dialect, memory, sizeof memory, &schema, &error), GDV_E_BAD_STRUCT);
    cr_expect_null(schema.form, "not written");
}

Test(compile_edges, what_is_written_may_overlap_nothing)
{
    static union {
        uint64_t words[8192];
        gdv_schema schema;
        gdv_schema_error error;
        gdv_schema_source sources[1];
        char text[64];
    } block;
    static uint64_t memory[4096];
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    const gdv_schema_source good = {"a", "packet p = int", 14};
    const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;

    cr_expect_eq(gdv_schema_compile(&good, 1, dialect, &block, sizeof block, &block.schema, &error), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_compile(&good, 1, dialect, &block, sizeof block, &schema, &block.error), GDV_E_OVERLAP);
    block.sources[0] = good;
    cr_expect_eq(gdv_schema_compile(block.sources, 1, dialect, &block, sizeof block, &schema, &error), GDV_E_OVERLAP);
    memcpy(block.text, good.text, 15);
    const gdv_schema_source text_inside = {"a", block.text, 14};
    cr_expect_eq(gdv_schema_compile(&text_inside, 1, dialect, &block, sizeof block, &schema, &error), GDV_E_OVERLAP);
    const gdv_schema_source name_inside = {block.text, "packet p = int", 14};
    cr_expect_eq(gdv_schema_compile(&name_inside, 1, dialect, &block, sizeof block, &schema, &error), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_compile(&name_inside, 1, dialect, memory, sizeof memory, &schema, &error), GDV_OK);
}

/* Under sanitizers nothing may be read beyond the text, which lies in a block of exactly its size. */
static void compiles_or_says_where(const char *text, size_t size, void *memory, size_t memory_size)
{
    gdv_schema_error error;
    packet exact = packet_from_bytes(text, size);
    gdv_status code = compile_bytes((const char *)exact.bytes, size, memory, memory_size, &error);
    cr_assert(code == GDV_OK || code == GDV_E_SCHEMA_SYNTAX || code == GDV_E_NO_SPACE, "%.*s", (int)size, text);
    cr_assert(code != GDV_E_SCHEMA_SYNTAX || error.message[0] != '\0', "%.*s", (int)size, text);
    packet_free(&exact);
}

Test(compile_edges, a_text_that_is_cut_or_changed_anywhere_compiles_or_has_a_mistake)
{
    enum { MEMORY = 1 << 17 };
    uint64_t *memory = malloc(MEMORY);
    char changed[sizeof sample];
    for (size_t size = 0; size < sizeof sample; size += 1) {
        compiles_or_says_where(sample, size, memory, MEMORY);
    }
    for (size_t at = 0; at < sizeof sample - 1; at += 1) {
        static const char others[] = "\0\xff{}[]\"'.,|?=: 0a#\n-/";
        memcpy(changed, sample, sizeof sample);
        for (size_t other = 0; other < sizeof others - 1; other += 1) {
            changed[at] = others[other];
            compiles_or_says_where(changed, sizeof sample - 1, memory, MEMORY);
        }
        for (int bit = 0; bit < 8; bit += 1) {
            changed[at] = (char)((unsigned char)sample[at] ^ (1u << bit));
            compiles_or_says_where(changed, sizeof sample - 1, memory, MEMORY);
        }
    }
    free(memory);
}

/* A text of a piece again and again, with one before and one after it. */
static char *repeated(const char *before, const char *piece, size_t times, const char *after)
{
    size_t length = strlen(piece);
    char *text = malloc(strlen(before) + length * times + strlen(after) + 1);
    char *at = text;
    cr_assert_not_null(text);
    at += sprintf(at, "%s", before);
    for (size_t index = 0; index < times; index += 1) {
        memcpy(at, piece, length);
        at += length;
    }
    (void)sprintf(at, "%s", after);
    return text;
}

static void says(char *text, const char *message)
{
    gdv_schema_error error;
    gdv_status code = compile_bytes(text, strlen(text), NULL, 0, &error);
    cr_expect_eq(code, GDV_E_SCHEMA_SYNTAX, "%.40s", text);
    cr_expect_str_eq(error.message, message, "%.40s: %s", text, error.message);
    free(text);
}

Test(compile_edges, nesting_is_followed_32_levels_deep)
{
    says(repeated("packet p = ", "{", 1 << 20, ""), "expected a key, '...' or '}', found '{'");
    says(repeated("packet p = ", "{a:", 1 << 18, ""),
         "types are nested deeper than 32 here: give the inner one a name");
    says(repeated("packet p = ", "[", 33, ""), "types are nested deeper than 32 here: give the inner one a name");
    says(repeated("packet p = ", "Array[", 1 << 17, ""),
         "types are nested deeper than 32 here: give the inner one a name");
    says(repeated("packet p = ", "Dictionary[int,", 33, ""),
         "types are nested deeper than 32 here: give the inner one a name");
    char *text = repeated("packet p = ", "[", 32, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
    schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_expect_eq(made.code, GDV_OK, "%s", made.error.message);
    schema_free(&made);
    free(text);
}

Test(compile_edges, what_is_too_many_is_refused)
{
    says(repeated("packet p = [", "int,", 70000, "]"), "more than 32767 fields, elements or values in one place");
    says(repeated("packet p = {", "a:int,", 32768, "}"), "more than 32767 fields, elements or values in one place");
    says(repeated("packet p = 0", "|1", 32767, ""), "more than 32767 fields, elements or values in one place");
    says(repeated("packet p = [A", "|A", 32767, "]"), "more than 32767 fields, elements or values in one place");
    says(repeated("packet p = int ", "type A = int ", 65536, ""), "more than 65535 types, named and unnamed");
    says(repeated("packet p = \"", "0123456789abcdef0123456789abcdef", 1 << 21, "\""),
         "schema is too large: texts and what is compiled of them have 64 MiB at most");
    says(repeated("packet p = int ", "type A = { a: \"x\" | \"y\" | \"z\", b: [\"c\"] | [\"d\"] } ", 7200, ""),
         "schema is too large: texts and what is compiled of them have 64 MiB at most");

    gdv_schema_source sources[65];
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    for (size_t index = 0; index < 65; index += 1) {
        sources[index] = (gdv_schema_source){"a", "packet p = int", 14};
    }
    cr_expect_eq(gdv_schema_compile(sources, 65, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error), GDV_E_SCHEMA_SYNTAX);
    cr_expect_str_eq(error.message, "more than 64 texts");
    cr_expect_eq(gdv_schema_compile(sources, 64, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error), GDV_E_NO_SPACE);
    char *long_name = repeated("", "n", 64 << 20, "");
    sources[0].name = long_name;
    cr_expect_eq(gdv_schema_compile(sources, 1, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error), GDV_E_SCHEMA_SYNTAX);
    free(long_name);
    char *long_text = repeated("", " ", 65 << 20, "");
    sources[0] = (gdv_schema_source){"a", long_text, 65 << 20};
    cr_expect_eq(gdv_schema_compile(sources, 1, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error), GDV_E_SCHEMA_SYNTAX);
    free(long_text);
}

/* More literals than the largest hash table has slots for. */
Test(compile_edges, many_literals_are_measured)
{
    gdv_schema_error error;
    char *one = repeated("0", "|1", 30000, ",");
    char *text = repeated("packet p = [", one, 3, "]");
    cr_expect_eq(compile_bytes(text, strlen(text), NULL, 0, &error), GDV_E_NO_SPACE, "%s", error.message);
    free(text);
    free(one);
}

/* Many names, keys, members and packets: all compile, in time that a test has. */
Test(compile_edges, many_of_everything_compile)
{
    enum { MANY = 9000, ROOM = 1 << 20 };
    char *text = malloc(ROOM);
    size_t used = 0;
    cr_assert_not_null(text);
    used += (size_t)snprintf(text + used, ROOM - used, "packet p0 = { t: 0, v: T%d, s: S }\n", MANY - 1);
    for (int index = 0; index < MANY; index += 1) { /* each a name for the one before */
        used += index == 0 ? (size_t)snprintf(text + used, ROOM - used, "type T0 = int\n")
                           : (size_t)snprintf(text + used, ROOM - used, "type T%d = T%d\n", index, index - 1);
    }
    used += (size_t)snprintf(text + used, ROOM - used, "type S = -1");
    for (int index = 0; index < MANY; index += 1) {
        used += (size_t)snprintf(text + used, ROOM - used, "|%d", (index * 7919) % MANY);
    }
    used += (size_t)snprintf(text + used, ROOM - used, "\ntype K = {");
    for (int index = 0; index < MANY; index += 1) {
        used += (size_t)snprintf(text + used, ROOM - used, "k%d:T0,%d:T0,", (index * 7919) % MANY, index);
    }
    used += (size_t)snprintf(text + used, ROOM - used, "}\n");
    for (int index = 1; index < MANY; index += 1) {
        used += (size_t)snprintf(text + used, ROOM - used, "packet p%d={t:%d}\n", index, index);
    }
    schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_expect_eq(made.code, GDV_OK, "%u:%u: %s", made.error.line, made.error.column, made.error.message);
    cr_expect_eq(gdv_schema_packets(&made.schema), MANY);
    schema_free(&made);
    free(text);
}

/* Packets that share a large enumeration as their tag have it once in the text, and more tags than there are literals. */
Test(compile_edges, tags_beyond_the_literals_of_the_text_are_found_to_be_equal)
{
    char *text = repeated("type E = \"a\"|\"b\"|\"c\"|1|2 type F = \"a\"|\"b\"|\"c\" ",
                          "packet p = {t:F} packet q = {t:F} ", 1, "packet r = {t:F} packet s = {t:F}");
    schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_expect_eq(made.code, GDV_E_SCHEMA_SYNTAX);
    cr_expect_str_eq(made.error.message, "this value is in the alternative in line 1 too: nothing tells them apart");
    schema_free(&made);
    free(text);
}

/* Nine texts do not fit eight slots, whatever the seed. */
Test(compile_edges, a_seed_is_looked_for_64_times)
{
    static const char pool[] = "a\0b\0c\0d\0e\0f\0g\0h\0i";
    gdv_form_text texts[9];
    gdv_form_slot slots[64];
    for (uint32_t index = 0; index < 9; index += 1) {
        texts[index] = (gdv_form_text){2 * index, 1};
    }
    cr_expect_eq(gdv_draft_seed(slots, 3, texts, 9, pool), GDV_DRAFT_SEEDS - 1);
    cr_expect_lt(gdv_draft_seed(slots, 6, texts, 9, pool), GDV_DRAFT_SEEDS - 1);
}

/* Arrays of one element each, `depth` of them, around an empty one. */
static packet nested(size_t depth)
{
    packet outer = packet_from_text("[[]]", GDV_DIALECT_GODOT4_4);
    const size_t header = outer.size / 2;
    packet made = {.bytes = malloc(header * (depth + 1)), .size = header * (depth + 1)};
    cr_assert_not_null(made.bytes);
    for (size_t level = 0; level < depth; level += 1) {
        memcpy(made.bytes + header * level, outer.bytes, header);
    }
    memcpy(made.bytes + header * depth, outer.bytes + header, header);
    packet_free(&outer);
    return made;
}

/* A container that is empty needs no level of the parser's stack, and is one in the check. */
Test(compile_edges, an_empty_container_is_the_deepest_value)
{
    gdv_policy policy;
    gdv_match match = {.struct_size = sizeof match};
    char text[96];
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    policy.max_depth = GDV_MAX_DEPTH;
    (void)snprintf(text, sizeof text, "limits max_depth = %d\ntype T = Array[T]\npacket p = T", GDV_MAX_DEPTH);
    schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK);
    for (size_t depth = GDV_MAX_DEPTH - 1; depth <= GDV_MAX_DEPTH + 1; depth += 1) {
        packet bytes = nested(depth);
        gdv_status wanted = depth <= GDV_MAX_DEPTH ? GDV_OK : GDV_E_LIMIT_DEPTH;
        cr_expect_eq(schema_says(&schema, &bytes, &policy, &match, NULL), wanted);
        packet_free(&bytes);
    }
    schema_free(&schema);
}

/* Whatever the policy permits, a rule says it too, or refuses. */
Test(compile_edges, nonfinite_numbers_need_a_rule_that_says_so)
{
    static const struct {
        const char *schema;
        const char *packet;
        gdv_status wanted;
    } rows[] = {
        {"packet p = PackedFloat32Array 0..9", "PackedFloat32Array(1.0, nan)", GDV_E_OUT_OF_RANGE},
        {"packet p = PackedFloat32Array 0..9", "PackedFloat32Array(-inf)", GDV_E_OUT_OF_RANGE},
        {"packet p = PackedFloat64Array 0..9", "PackedFloat64Array(inf)", GDV_E_OUT_OF_RANGE},
        {"packet p = PackedVector2Array 0..9", "PackedVector2Array(1.0, inf)", GDV_E_OUT_OF_RANGE},
        {"packet p = PackedColorArray 0..9", "PackedColorArray(1.0, 1.0, 1.0, nan)", GDV_E_OUT_OF_RANGE},
        {"packet p = Vector2", "Vector2(nan, 1.0)", GDV_E_OUT_OF_RANGE},
        {"packet p = float", "inf", GDV_E_OUT_OF_RANGE},
        {"packet p = Vector2 nonfinite", "Vector2(nan, inf)", GDV_OK},
        {"packet p = PackedFloat32Array 0..9 of float nonfinite", "PackedFloat32Array(1.0, nan, -inf)", GDV_OK},
        {"packet p = PackedFloat32Array 0..9 of float 0.. nonfinite", "PackedFloat32Array(-inf)", GDV_E_OUT_OF_RANGE},
        {"packet p = PackedFloat32Array 0..9 of float ..0 nonfinite", "PackedFloat32Array(inf)", GDV_E_OUT_OF_RANGE},
    };
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        schema_text schema = schema_from_text(rows[row].schema, GDV_DIALECT_GODOT4_4);
        packet bytes = packet_from_text(rows[row].packet, GDV_DIALECT_GODOT4_4);
        gdv_match match = {.struct_size = sizeof match};
        cr_assert_eq(schema.code, GDV_OK, "%s: %s", rows[row].schema, schema.error.message);
        gdv_status said = schema_says(&schema, &bytes, &policy, &match, NULL);
        cr_expect_eq(said, rows[row].wanted, "%s, %s: %s", rows[row].schema, rows[row].packet, gdv_status_name(said));
        packet_free(&bytes);
        schema_free(&schema);
    }
}
