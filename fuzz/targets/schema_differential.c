/* SPDX-License-Identifier: MIT */
/* Fuzz target: the checker against a second one, the naive one of tests/reference/naive_schema.h, which reads the text of a
 * schema and the packet by recursion and shares no code with lib/schema. On every packet the two agree:
 *
 *   6  verdict: the same code and the same packet; of a refusal the same offset, rule and line
 *
 * An input names one of the schemas below, each of which is dense with constructs, and a packet that `gdv schema --sample`
 * writes for it, and then says which bytes of that packet are others: a packet that is near to what a schema admits goes
 * where a random one never does. An input whose first byte is odd is a packet itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/schema/schema_sample.h"
#include "fuzz/support/input.h"
#include "tests/support/schema_alike.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct written_schema {
    gdv_dialect dialect;
    const char *text;
} written_schema;

static const written_schema written[] = {
    {GDV_DIALECT_GODOT4_4,
     "limits max_bytes = 1200, max_depth = 8, max_values = 256\n"
     "type Health = int 0..100\n"
     "type Name = String 1..24\n"
     "type Position = Vector3 -4096..4096\n"
     "type Item = { id: int 1.., count: int 1..99, tags: PackedStringArray 0..8 of String 1..16 }\n"
     "packet move = { \"type\": \"move\", seq: int 0.., pos: Position, yaw: float -PI..PI, jump?: bool }\n"
     "packet chat = [\"chat\", String 1..200]\n"
     "packet trade = { \"type\": \"trade\", give: Array[Item] 0..4, note?: String | null,\n"
     "  extra?: Dictionary[String, int] 0..16, ... }\n"},
    {GDV_DIALECT_GODOT4_0,
     "packet texts = { t: \"texts\", a: String ascii, p: String printable 0..8,\n"
     "  i: String identifier 1..8, c: String chars 1..3, n: StringName 1..4, s: \"x\" | \"yy\" | \"zzz\",\n"
     "  l: PackedStringArray 1..3 of String identifier }\n"
     "packet numbers = { t: \"numbers\", i: int -5..5, f: float 0..1, n: number -2..2, e: 1 | 2 | -3,\n"
     "  w: float nonfinite, v: Vector2 0..1, u: Vector2i -3..3, c: Color 0..1, q: Quaternion -1..1 }\n"
     "packet arrays = { t: \"arrays\", b: PackedByteArray 0..4, i: PackedInt32Array 0..3 of int 0..9,\n"
     "  l: PackedInt64Array 1..2 of int -9..9, f: PackedFloat32Array 0..3 of float -1..1,\n"
     "  d: PackedFloat64Array of nonfinite, v: PackedVector2Array 0..2 of Vector2 0..1 }\n"},
    {GDV_DIALECT_GODOT3,
     "limits max_depth = 6\n"
     "type Tree = { v: int 0..9, l?: Tree | null, r?: Tree | null }\n"
     "type Any = int | float | String 0..4 | null | bool | Array[int] 0..3 | { k: int }\n"
     "packet tree = { kind: \"tree\", root: Tree }\n"
     "packet any = { kind: \"any\", is: Any, more?: Array[Any] 0..3 }\n"
     "packet keyed = { kind: \"keyed\", by: Dictionary[int, Any] 1..2, x: Dictionary[String 1..2, bool] }\n"},
    {GDV_DIALECT_GODOT2, "packet a = [\"a\", int 0..1, [float -1..1, bool] ]\n"
                         "packet b = [\"b\", Array[Vector2 0..8] 1..2]\n"
                         "packet c = [\"c\", NodePath | null, ...]\n"},
};

enum { SCHEMAS = sizeof written / sizeof written[0], MEMORY = 1 << 15, MOST_PACKET = 1200 };

/* A schema as both have it, made when it is first asked for. */
typedef struct both {
    bool made;
    _Alignas(8) uint64_t memory[MEMORY / sizeof(uint64_t)];
    gdv_schema schema;
    naive_schema naive;
} both;

static both all[SCHEMAS];

static void drop_all(void)
{
    for (size_t which = 0; which < SCHEMAS; which += 1) {
        naive_schema_free(&all[which].naive);
    }
}

static both *both_of(size_t which)
{
    static bool drops;
    both *of = &all[which];
    if (!drops) {
        drops = atexit(drop_all) == 0;
    }
    if (!of->made) {
        const gdv_schema_source source = {"main", written[which].text, strlen(written[which].text)};
        gdv_schema_error error = {.struct_size = sizeof error};
        gdv_status code =
            gdv_schema_compile(&source, 1, written[which].dialect, of->memory, sizeof of->memory, &of->schema, &error);
        promise(code == GDV_OK, error.message);
        of->naive = naive_schema_read(&source, 1);
        of->made = true;
    }
    return of;
}

static void agree(const both *of, const uint8_t *bytes, size_t size, const gdv_policy *policy)
{
    char difference[1024];
    if (!schema_alike(&of->schema, &of->naive, bytes, size, policy, difference, sizeof difference)) {
        fprintf(stderr, "%s\n", difference);
        promise(false, "the library and the naive schema say the same");
    }
}

/* A packet of that seed, in a block of its own; NULL where the sampler has none. One that is not what it was made to be
 * is looked at all the same: the naive schema says who is wrong. */
static uint8_t *sampled(const both *of, uint64_t seed, bool broken, size_t *size)
{
    gdv_policy policy;
    schema_sampler sampler;
    schema_sample made;
    uint8_t *bytes = NULL;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    gdv_schema_narrow(&of->schema, &policy);
    policy.max_bytes = policy.max_bytes < MOST_PACKET ? policy.max_bytes : MOST_PACKET;
    promise(schema_sampler_begin(&sampler, &of->schema, &policy, seed), "memory for the sampler");
    if (schema_sampler_take(&sampler, 0, broken, &made) || made.amiss) {
        bytes = fresh(made.bytes, made.size);
        *size = made.size;
    }
    schema_sampler_end(&sampler);
    return bytes;
}

/* Each three bytes change one: where, and what it becomes. */
static void edit(uint8_t *bytes, size_t size, const uint8_t *edits, size_t count)
{
    for (size_t index = 0; index + 3 <= count && size > 0; index += 3) {
        bytes[(edits[index] + 256u * edits[index + 1]) % size] = edits[index + 2];
    }
}

/* The first byte: which schema, policy, whether the packet is given, and whether one rule is broken. Then a seed of two
 * bytes, and edits; or the packet. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3) {
        return 0;
    }
    unsigned first = data[0] / 2;
    const both *of = both_of(first % SCHEMAS);
    first /= SCHEMAS;
    gdv_policy policy;
    gdv_policy_init(&policy, first % 2 != 0 ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT);
    size_t packet_size = size - 1;
    uint8_t *bytes = data[0] % 2 != 0 ? fresh(data + 1, packet_size)
                                      : sampled(of, data[1] + 256u * data[2], first / 2 % 2 != 0, &packet_size);
    if (bytes != NULL) {
        if (data[0] % 2 == 0) {
            edit(bytes, packet_size, data + 3, size - 3);
        }
        agree(of, bytes, packet_size, &policy);
    }
    free(bytes);
    return 0;
}
