/* SPDX-License-Identifier: MIT */
/* Fuzz target: the library against a second decoder, the naive one of tests/reference/naive.h, which is recursive, shares no code
 * with it and was written from the wire reference alone. On every input the two agree:
 *
 *   3  bounded work: what headers promise is paid for in both, by the same rule
 *   4  limits: both refuse the same value at the same limit
 *   6  errors: the same code, misreading, offset of the first error, and number of missing bytes
 *   7  values: the same types, numbers bit by bit, texts byte by byte, counts, declarations, names and bytes consumed;
 *      and keys that the engine takes for one are found, whatever they are made of
 *
 * And the library agrees with itself: whether what is plain is read in few instructions, value by value (lib/decode/fast.h) or in
 * one loop (lib/read/run.h), or like everything else.
 *
 * Of each packet that passes, two values, or one and a copy that differs by a bit or by nothing, are made keys of a
 * dictionary, and so is each of its first paths with those that some engines take for the same. That is judged as well:
 * mutation alone seldom makes two keys that are nearly equal.
 *
 * The other targets hold the library against itself, so they cannot see what it reads wrongly everywhere. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"
#include "tests/reference/naive.h"
#include "tests/support/naive_alike.h"
#include "tests/support/two_paths.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- the tree ---- */

static void compare_trees(const reading *of, const naive_value *naive)
{
    size_t capacity = gdv_document_bound(of->size);
    gdv_node *nodes = fresh(NULL, capacity * sizeof *nodes);
    gdv_document document;
    gdv_status code =
        gdv_document_parse(&document, of->bytes, of->size, of->dialect, &of->policy, nodes, capacity, NULL);
    promise(code == GDV_OK, "the document is built");
    const char *what = naive_differs(gdv_root(&document), naive);
    promise(what == NULL, what == NULL ? "" : what);
    free(nodes);
}

/* ---- verdicts ---- */

/* Both verdicts on one packet. The naive one is to be freed by the caller. */
static naive_verdict compare_verdicts(const reading *of)
{
    gdv_report report;
    gdv_stats used;
    memset(&report, 0, sizeof report);
    memset(&used, 0, sizeof used);
    report.struct_size = sizeof report;
    used.struct_size = sizeof used;
    gdv_status code =
        gdv_validate(of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size, &used, &report);
    naive_verdict naive = naive_read(of->bytes, of->size, of->dialect, &of->policy);
    promise(code == naive.code, "the verdict is the same");
    promise(report.misread == naive.misread, "the misreading is the same");
    promise(report.offset == naive.offset, "the first error is at the same offset");
    promise(report.need == naive.need, "as many bytes are missing");
    promise(code != GDV_OK || used.bytes == naive.used, "as many bytes are used");
    return naive;
}

/* ---- keys ---- */

enum { MOST_KEYS = 64, MOST_PATHS = 4 };

/* A value's bytes. */
typedef struct span {
    const uint8_t *bytes;
    size_t size;
} span;

/* Values that could be keys, however deep they are. */
static size_t collect(const naive_value *from, const naive_value **found, size_t n)
{
    size_t children = from->type == GDV_TYPE_DICTIONARY ? 2 * from->count : from->container ? from->count : 0;
    if (n < MOST_KEYS) {
        found[n] = from;
        n += 1;
    }
    for (size_t child = 0; child < children && n < MOST_KEYS; child += 1) {
        n = collect(&from->children[child], found, n);
    }
    return n;
}

static void put_word(uint8_t *at, uint32_t word)
{
    for (size_t byte = 0; byte < 4; byte += 1) {
        at[byte] = (uint8_t)((word >> (8 * byte)) & 0xffu);
    }
}

/* {one: nil, other: nil}; `alone`: nothing but equal keys is refused, so that keys of any form are compared. */
static void compare_pair(const reading *of, span one, span other, bool alone)
{
    uint32_t dictionary = 0;
    reading keys = *of;
    keys.size = 8 + one.size + 4 + other.size + 4;
    keys.scratch_size = gdv_scratch_bound(keys.size);
    keys.scratch = fresh(NULL, keys.scratch_size);
    uint8_t *bytes = fresh(NULL, keys.size);
    promise(gdv_dialect_type_id(of->dialect, GDV_TYPE_DICTIONARY, &dictionary), "there are dictionaries");
    put_word(bytes, dictionary);
    put_word(bytes + 4, 2);
    memcpy(bytes + 8, one.bytes, one.size);
    put_word(bytes + 8 + one.size, 0);
    uint8_t *second = bytes + 8 + one.size + 4;
    memcpy(second, other.bytes, other.size);
    put_word(second + other.size, 0);
    keys.bytes = bytes;
    if (alone) {
        gdv_policy_init(&keys.policy, GDV_POLICY_ENGINE);
        keys.policy.permit = GDV_PERMIT_ALL & ~GDV_PERMIT_ENGINE_SPAN;
    }
    keys.policy.permit &= ~GDV_PERMIT_DUPLICATE_KEYS;
    naive_verdict naive = compare_verdicts(&keys);
    naive_free(&naive);
    free(bytes);
    free(keys.scratch);
}

static span span_of(const reading *of, const naive_value *value)
{
    return (span){of->bytes + value->offset, value->end - value->offset};
}

/* A path beside one that is absolute where it is not, and beside one with an empty text more: of these the engines make
 * one key or two (section 7 of the wire reference), and chance seldom makes them. */
static void compare_paths(const reading *of, const naive_value *path)
{
    span one = span_of(of, path);
    uint8_t *twin = fresh(NULL, one.size + 4);
    memcpy(twin, one.bytes, one.size);
    put_word(twin + one.size, 0);
    twin[12] ^= 1u;
    compare_pair(of, one, (span){twin, one.size}, true);
    twin[12] ^= 1u;
    if ((twin[12] & 2u) == 0) {
        twin[12] |= 2u;
        compare_pair(of, one, (span){twin, one.size + 4}, true);
    }
    free(twin);
}

static void compare_keys(reading *of, const naive_value *root)
{
    const naive_value *found[MOST_KEYS];
    size_t n = collect(root, found, 0);
    const naive_value *one = found[choose(of, n)];
    bool copied = choose(of, 2) == 0;
    span other = span_of(of, copied ? one : found[choose(of, n)]);
    uint8_t *bytes = fresh(other.bytes, other.size);
    if (copied && choose(of, 4) != 0) {
        bytes[choose(of, other.size)] ^= (uint8_t)(1u << choose(of, 8));
    }
    compare_pair(of, span_of(of, one), (span){bytes, other.size}, choose(of, 2) == 0);
    free(bytes);
    uint32_t paths = 0;
    for (size_t index = 0; index < n && paths < MOST_PATHS; index += 1) {
        if (found[index]->type == GDV_TYPE_NODE_PATH && !found[index]->old_form) {
            compare_paths(of, found[index]);
            paths += 1;
        }
    }
}

/* What the loop of documents makes of the packet is what the step does, whose verdict is `status`. */
static void compare_nodes(const reading *of, gdv_status status)
{
    const size_t capacity = gdv_document_bound(of->size);
    gdv_node *nodes = fresh(NULL, capacity * sizeof *nodes);
    const char *what = documents_differ(of->bytes, of->size, of->dialect, &of->policy, nodes, capacity, status);
    promise(what == NULL, what == NULL ? "" : what);
    free(nodes);
}

/* What a reader gives, which reads ahead of it by a loop, is what the step reads. */
static void compare_events(const reading *of)
{
    uint8_t *other = fresh(NULL, of->scratch_size);
    const char *what =
        events_differ(of->bytes, of->size, of->dialect, &of->policy, of->scratch, other, of->scratch_size);
    promise(what == NULL, what == NULL ? "" : what);
    free(other);
}

static void check(reading *of)
{
    const char *what = two_paths_differ(of->bytes, of->size, of->dialect, &of->policy);
    promise(what == NULL, what == NULL ? "" : what);
    gdv_status status = GDV_OK;
    what = verdicts_differ(of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size, &status);
    promise(what == NULL, what == NULL ? "" : what);
    compare_events(of);
    if (status != GDV_E_NO_SPACE) {
        compare_nodes(of, status);
    }
    naive_verdict naive = compare_verdicts(of);
    if (naive.root != NULL) {
        compare_trees(of, naive.root);
        compare_keys(of, naive.root);
    }
    naive_free(&naive);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
