/* SPDX-License-Identifier: MIT */
/* What the worst packets cost gdv_validate, against two bounds: twice as long as an accepted packet of its size for one that
 * is refused, three times as long for each byte as a snapshot for one that is accepted. What is over a bound is counted,
 * and docs/performance.md says why. For people; nothing is asserted. From the top of the checkout, for corpus/malformed.
 *
 *      adversarial [REPEATS]
 *
 * Packets of 1 MiB come first, each as it is and with its last word spoilt, so that it is refused when all has been
 * paid for; dictionaries also with a key twice, which is seen last of all. Then every refused packet of the malformed
 * corpus, beside an accepted one of its size: the dearer of an array of ints and a dictionary of ints. Those are small, a
 * call's own cost is most of theirs, and nanoseconds for each byte would say nothing. A report means that the packet is
 * read again up to the defect.
 *
 * Keys of one fingerprint come from tests/support/hostile_keys.h: a fingerprint is a product that whoever has read lib/keys/digest.c can
 * steer, and two keys of one fingerprint are told apart by a digest that the whole packet keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/packet.h"
#include "bench/timed.h"
#include "tests/support/corpus.h"
#include "tests/support/hostile_keys.h"

enum { LARGE = 1024 * 1024, NAME_SIZE = 200 };

static const double refused_bound = 2;
static const double accepted_bound = 3;

/* One hostile shape: what the outermost value is, and what fills it. */
typedef enum shape {
    SHAPE_NILS,
    SHAPE_EMPTY_ARRAYS,
    SHAPE_EMPTY_DICTIONARIES,
    SHAPE_ARRAYS_OF_NIL,
    SHAPE_BOOLS,
    SHAPE_EMPTY_TEXTS,
    SHAPE_LETTERS,
    SHAPE_EMPTY_STRINGS,
    SHAPE_STRING_ARRAYS,
    SHAPE_EMPTY_PATHS,
    SHAPE_PATH_OF_EMPTIES,
    SHAPE_WIDE_CHARACTERS,
    SHAPES
} shape;

static const char *const shape_texts[] = {
    [SHAPE_NILS] = "an array of nils",
    [SHAPE_EMPTY_ARRAYS] = "an array of empty arrays",
    [SHAPE_EMPTY_DICTIONARIES] = "an array of empty dictionaries",
    [SHAPE_ARRAYS_OF_NIL] = "an array of arrays of 31 levels around a nil",
    [SHAPE_BOOLS] = "an array of bools",
    [SHAPE_EMPTY_TEXTS] = "an array of empty texts",
    [SHAPE_LETTERS] = "an array of texts of one letter",
    [SHAPE_EMPTY_STRINGS] = "a string array of empty texts",
    [SHAPE_STRING_ARRAYS] = "an array of string arrays of one empty text",
    [SHAPE_EMPTY_PATHS] = "an array of empty node paths",
    [SHAPE_PATH_OF_EMPTIES] = "node paths of 1,000 empty names",
    [SHAPE_WIDE_CHARACTERS] = "a text of characters of four bytes",
};

static const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;

static void put_type(builder *out, gdv_type type)
{
    put_u32(out, id_of(dialect, type));
}

static void put_container(builder *out, gdv_type type, uint32_t count)
{
    put_type(out, type);
    put_u32(out, count);
}

static void put_path(builder *out, uint32_t names)
{
    put_container(out, GDV_TYPE_NODE_PATH, 0x80000000u + names);
    put_u32(out, 0);
    put_u32(out, 0);
    for (uint32_t name = 0; name < names; name += 1) {
        put_u32(out, 0);
    }
}

static void put_piece(builder *out, shape of)
{
    switch (of) {
    case SHAPE_NILS:
        put_type(out, GDV_TYPE_NIL);
        break;
    case SHAPE_EMPTY_ARRAYS:
        put_container(out, GDV_TYPE_ARRAY, 0);
        break;
    case SHAPE_EMPTY_DICTIONARIES:
        put_container(out, GDV_TYPE_DICTIONARY, 0);
        break;
    case SHAPE_ARRAYS_OF_NIL:
        for (int level = 1; level < 32; level += 1) {
            put_container(out, GDV_TYPE_ARRAY, 1);
        }
        put_type(out, GDV_TYPE_NIL);
        break;
    case SHAPE_BOOLS:
        put_container(out, GDV_TYPE_BOOL, 1);
        break;
    case SHAPE_EMPTY_TEXTS:
        put_container(out, GDV_TYPE_STRING, 0);
        break;
    case SHAPE_LETTERS:
        put_container(out, GDV_TYPE_STRING, 1);
        put_u32(out, 'a');
        break;
    case SHAPE_EMPTY_STRINGS: /* a length that counts the closing NUL, and that with its padding */
        put_u32(out, 1);
        put_u32(out, 0);
        break;
    case SHAPE_STRING_ARRAYS:
        put_container(out, GDV_TYPE_PACKED_STRING_ARRAY, 1);
        put_u32(out, 1);
        put_u32(out, 0);
        break;
    case SHAPE_EMPTY_PATHS:
        put_path(out, 0);
        break;
    case SHAPE_PATH_OF_EMPTIES:
        put_path(out, 1000);
        break;
    case SHAPE_WIDE_CHARACTERS:
        put_bytes(out, "\xf0\x9f\x8e\xae", 4);
        break;
    case SHAPES:
        abort();
    }
}

static builder packet_of_shape(shape of)
{
    builder made = {NULL, 0, 0};
    uint32_t count = 0;
    size_t fits = 0;
    put_container(&made,
                  of == SHAPE_EMPTY_STRINGS     ? GDV_TYPE_PACKED_STRING_ARRAY
                  : of == SHAPE_WIDE_CHARACTERS ? GDV_TYPE_STRING
                                                : GDV_TYPE_ARRAY,
                  0);
    while (made.size <= LARGE) {
        fits = made.size;
        put_piece(&made, of);
        count += 1;
    }
    count = of == SHAPE_WIDE_CHARACTERS ? 4 * (count - 1) : count - 1;
    memcpy(made.bytes + 4, &count, sizeof count);
    made.size = fits;
    return made;
}

/* The worst so far. */
typedef struct record {
    double most;
    char name[NAME_SIZE];
    size_t beyond; /* packets over the bound */
} record;

static void note(record *worst, double ratio, double bound, const char *name, const char *what)
{
    worst->beyond += ratio > bound ? 1 : 0;
    if (ratio > worst->most) {
        worst->most = ratio;
        snprintf(worst->name, sizeof worst->name, "%s%s", name, what);
    }
}

typedef struct records {
    record accepted;
    record refused;
    record reported;
    double snapshot; /* nanoseconds for each byte */
    int repeats;
} records;

static double time_of(const builder *made, gdv_dialect of, const gdv_policy *policy, bool report, bool accepted,
                      int repeats)
{
    const timed way = {of, policy, report, accepted, repeats};
    const workload_packet one = {.bytes = made->bytes, .size = made->size};
    return timed_pass(&way, &one, 1);
}

static void compare_spoilt(records *all, const char *name, const char *what, const builder *spoilt, gdv_dialect of,
                           const gdv_policy *policy, double accepted)
{
    const double refused = time_of(spoilt, of, policy, false, false, all->repeats);
    const double reported = time_of(spoilt, of, policy, true, false, all->repeats);
    printf("\t%.2f\t%.2f", refused / accepted, reported / accepted);
    note(&all->refused, refused / accepted, refused_bound, name, what);
    note(&all->reported, reported / accepted, refused_bound, name, what);
}

static void compare_large(records *all, const char *name, builder *made, gdv_dialect of, const gdv_policy *policy,
                          size_t key_size)
{
    const double accepted = time_of(made, of, policy, false, true, all->repeats);
    const double each = accepted / (double)made->size;
    printf("%.2f\t%.2f", each, each / all->snapshot);
    note(&all->accepted, each / all->snapshot, accepted_bound, name, "");

    uint8_t *last = made->bytes + made->size - 4;
    uint8_t kept[4];
    memcpy(kept, last, sizeof kept);
    memset(last, 0xff, sizeof kept);
    compare_spoilt(all, name, ", spoilt at the end", made, of, policy, accepted);
    memcpy(last, kept, sizeof kept);
    if (key_size > 0) {
        memcpy(last - key_size, made->bytes + 8, key_size);
        compare_spoilt(all, name, ", with a key twice", made, of, policy, accepted);
    } else {
        fputs("\t-\t-", stdout);
    }
    printf("\t%s\n", name);
    fflush(stdout);
    builder_free(made);
}

static void large_packets(records *all)
{
    puts("# 1 MiB, strict: nanoseconds a byte; that to a snapshot's; then to the accepted packet's time that of the "
         "packet");
    puts("# refused for its last word, without and with a report, and for a key twice, without and with");
    puts("# ns/byte\tsnapshot\trefused\treported\ttwice\treported\tpacket");
    gdv_policy strict;
    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    for (int which = 0; which < SHAPES; which += 1) {
        builder made = packet_of_shape((shape)which);
        compare_large(all, shape_texts[which], &made, dialect, &strict, 0);
    }
    strict.permit |= GDV_PERMIT_WIDE; /* some of the keys that collide are small numbers in 64 bits */
    for (int which = 0; which < KEY_SHAPES; which += 1) {
        uint32_t keys = 0;
        builder made = dictionary_of_size((key_shape)which, LARGE, 1, &keys);
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "keys: %s", key_shape_text((key_shape)which));
        /* All keys of a shape have one size, and a value of four bytes follows each. Dictionaries as keys are no
         * duplicates of one another before Godot 4. */
        const size_t key_size = which == KEYS_IDENTITIES || keys < 2 ? 0 : (made.size - 8) / keys - 4;
        compare_large(all, name, &made, key_shape_dialect((key_shape)which), &strict, key_size);
    }
}

/* An array of ints, or a dictionary of ints and nils, of that size or, where there is none, just below. */
static builder ordinary(gdv_dialect of, size_t size, bool dictionary)
{
    const size_t width = dictionary ? 12 : 8;
    builder made = {NULL, 0, 0};
    if (size < 8) {
        put_u32(&made, id_of(of, GDV_TYPE_NIL));
        return made;
    }
    const uint32_t count = (uint32_t)((size - 8) / width);
    put_u32(&made, id_of(of, dictionary ? GDV_TYPE_DICTIONARY : GDV_TYPE_ARRAY));
    put_u32(&made, count);
    for (uint32_t index = 0; index < count; index += 1) {
        put_u32(&made, id_of(of, GDV_TYPE_INT));
        put_u32(&made, index);
        if (dictionary) {
            put_u32(&made, id_of(of, GDV_TYPE_NIL));
        }
    }
    return made;
}

/* The dearer of the two. */
static double ordinary_time(const records *all, const malformed *each)
{
    gdv_policy policy = each->policy;
    policy.permit |= GDV_PERMIT_WIDE; /* one dialect writes every int wide */
    double most = 0;
    for (int dictionary = 0; dictionary < 2; dictionary += 1) {
        builder alike = ordinary(each->dialect, each->bytes.size, dictionary == 1);
        const double taken = time_of(&alike, each->dialect, &policy, false, true, all->repeats);
        most = taken > most ? taken : most;
        builder_free(&alike);
    }
    return most;
}

static double lower(double one, double other)
{
    return one < other ? one : other;
}

typedef struct costs {
    double refused;
    double reported;
    double accepted; /* of an ordinary packet of that size */
} costs;

/* What is over a bound is looked at again, some times: a neighbour's work outlasts the repeats of one small packet. */
static costs corpus_costs(const records *all, const malformed *each)
{
    const builder bytes = {each->bytes.bytes, each->bytes.size, 0};
    costs least = {1e18, 1e18, 1e18};
    for (int look = 0; look < 5; look += 1) {
        const double refused = time_of(&bytes, each->dialect, &each->policy, false, false, all->repeats);
        const double reported = time_of(&bytes, each->dialect, &each->policy, true, false, all->repeats);
        least.refused = lower(least.refused, refused);
        least.reported = lower(least.reported, reported);
        least.accepted = lower(least.accepted, ordinary_time(all, each));
        if (least.reported <= refused_bound * least.accepted && least.refused <= refused_bound * least.accepted) {
            break;
        }
    }
    return least;
}

static void corpus_packets(records *all)
{
    size_t count = 0;
    double most = 0;
    size_t most_size = 0;
    char most_name[NAME_SIZE] = "";
    malformed each = malformed_of("corpus/malformed");
    puts("\n# corpus/malformed, without and with a report, to an accepted packet of the same size; those over the "
         "bound");
    puts("# refused\treported\tbytes\tnanoseconds\tpacket");
    while (malformed_next(&each)) {
        if (each.code == GDV_OK || each.bytes.size == 0) {
            continue;
        }
        const costs of = corpus_costs(all, &each);
        const double refused = of.refused / of.accepted;
        const double reported = of.reported / of.accepted;
        note(&all->refused, refused, refused_bound, each.name, "");
        note(&all->reported, reported, refused_bound, each.name, "");
        if (refused > refused_bound || reported > refused_bound) {
            printf("%.2f\t%.2f\t%zu\t%.1f\t%s\n", refused, reported, each.bytes.size, of.refused, each.name);
        }
        if (of.refused / (double)each.bytes.size > most) {
            most = of.refused / (double)each.bytes.size;
            most_size = each.bytes.size;
            snprintf(most_name, sizeof most_name, "%s", each.name);
        }
        count += 1;
    }
    printf("# %zu packets; most for each byte: %.1f ns, in %zu bytes, %s\n", count, most, most_size, most_name);
}

static void print_worst(const char *what, const record *worst, double bound)
{
    printf("%s: %.2f at most (%s); over %.0f: %zu\n", what, worst->most, worst->name, bound, worst->beyond);
}

static double snapshot_cost(int repeats)
{
    gdv_policy strict;
    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    const timed way = {GDV_DIALECT_GODOT4_4, &strict, false, true, 3 * repeats};
    workload load;
    workload_make(&load, MESSAGES_SNAPSHOT, &packet_format, WORKLOAD_VALID, 1, 0);
    const double cost = timed_workload(&way, &load) / (double)load.bytes;
    workload_free(&load);
    return cost;
}

int main(int count, char *words[])
{
    records all = {.repeats = count > 1 ? atoi(words[1]) : 9};
    if (all.repeats < 1) {
        fputs("usage: adversarial [REPEATS]\n", stderr);
        return 2;
    }
    all.snapshot = snapshot_cost(all.repeats);
    printf("# a snapshot: %.3f ns a byte\n", all.snapshot);
    large_packets(&all);
    const record refused = all.refused;
    const record reported = all.reported;
    all.refused = all.reported = (record){.most = 0};
    corpus_packets(&all);
    puts("");
    print_worst("1 MiB, accepted, to a snapshot", &all.accepted, accepted_bound);
    print_worst("1 MiB, refused, to accepted", &refused, refused_bound);
    print_worst("1 MiB, refused with a report, to accepted", &reported, refused_bound);
    print_worst("corpus, refused, to accepted", &all.refused, refused_bound);
    print_worst("corpus, refused with a report, to accepted", &all.reported, refused_bound);
    return 0;
}
