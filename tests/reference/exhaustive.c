/* SPDX-License-Identifier: MIT */
/* Every packet of N words, each word from an alphabet of the dialect's own: what gdv_validate says of it and what the
 * naive decoder says are the same in code, misreading, offset of the first error, bytes missing and bytes used.
 *
 *     exhaustive N [PRESET]               N from 1 to 5; strict or engine, both unless said
 *     exhaustive compare N [PRESET]       over a library that notes: prunes nothing, and sees that it could
 *
 * The alphabet holds every type id of the dialect, each legal flag of each layout, flags that are not legal, counts at
 * the edges of 31 and 32 bits, infinities and NaN, text that is good and bad UTF-8, and padding that is not zero. It is
 * made from the wire table, so that a type or a dialect that is added is in it. Four words are about 15 million packets
 * in a dialect, seconds; five a billion, minutes. Fuzzing goes deeper; this leaves no gap where it goes.
 *
 * Built with GDV_NOTING, over a library that notes how far it looked (noting.h), it prunes: where neither decoder looked
 * at a byte past the first k words, both would do the same for every packet of N words that begins with these k, and one
 * call decides all of them. What is counted are packets decided; the calls are said beside them. It relies on every read
 * being noted: of the library in noting.h, of the naive decoder in naive_look. Without GDV_NOTING each packet is a call.
 *
 * Exit status 0 where nothing differs, 1 where something does, 2 for wrong arguments. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gdv/gdv.h>

#include "tests/reference/naive.h"
#if defined(GDV_NOTING)
#include "tests/support/noting.h"
#endif

enum {
    WORDS_MAX = 5,
    LETTERS_MAX = 160,
    PRESETS = 2,
    SHOWN_MAX = 5,
    THREADS_MAX = 16,
    BYTES_MAX = 4 * WORDS_MAX,
    SCRATCH_MAX = 64
};

/* Whether the library is one that notes how far it looked. */
#if defined(GDV_NOTING)
static const bool is_noting = true;
_Thread_local uint64_t gdv_noted;
#else
static const bool is_noting = false;
static _Thread_local uint64_t gdv_noted;
#endif

static const gdv_preset presets[PRESETS] = {GDV_POLICY_STRICT, GDV_POLICY_ENGINE};
static const char *const preset_names[PRESETS] = {"strict", "engine"};

typedef struct alphabet {
    uint32_t words[LETTERS_MAX];
    size_t letters;
} alphabet;

/* All packets of a dialect under a preset. */
typedef struct tally {
    bool wanted;
    uint64_t calls;
    uint64_t packets;
    uint64_t accepted;
    uint64_t differing;
    uint64_t shown;
    uint64_t unlike; /* what a verdict stood for, and got another when it was asked */
} tally;

/* What one of the two says of a packet. */
typedef struct answer {
    gdv_status code;
    gdv_misread misread;
    uint64_t offset;
    uint64_t need;
    uint64_t used; /* where the packet is accepted */
    size_t held;   /* how many words it looked at: it says so of all packets of this size that begin with them */
} answer;

typedef struct verdict {
    answer said;
    answer naive;
    bool same;
} verdict;

/* One piece of work: the packets of a dialect, under a preset, that begin with a certain word. */
typedef struct piece {
    gdv_dialect dialect;
    size_t preset;
    size_t first;
} piece;

static alphabet alphabets[GDV_DIALECT_COUNT];
static tally tallies[GDV_DIALECT_COUNT][PRESETS];
static size_t words;
static bool comparing;
static piece next_piece;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- the alphabet ---- */

static void add(alphabet *to, uint32_t word)
{
    for (size_t at = 0; at < to->letters; at += 1) {
        if (to->words[at] == word) {
            return;
        }
    }
    if (to->letters == LETTERS_MAX) {
        (void)fputs("exhaustive: the alphabet is full\n", stderr);
        abort();
    }
    to->words[to->letters] = word;
    to->letters += 1;
}

/* Each flag that the type's row allows, where no type before it has the same layout and flags; and all of them. */
static void add_flags(alphabet *to, gdv_dialect dialect, uint32_t id)
{
    const gdv_wire_row *row = gdv_dialect_wire(dialect, id);
    for (uint32_t before = 0; before < id; before += 1) {
        const gdv_wire_row *other = gdv_dialect_wire(dialect, before);
        if (other->layout == row->layout && other->flags == row->flags) {
            return;
        }
    }
    for (uint32_t bit = 1; bit <= 0x80u; bit *= 2) {
        if ((row->flags & bit) != 0) {
            add(to, id | bit << 16);
        }
    }
    add(to, id | (uint32_t)row->flags << 16);
}

static alphabet alphabet_of(gdv_dialect dialect)
{
    static const uint32_t others[] = {
        0x00000040u, 0x00000100u, 0x00010000u, 0x00800004u, 0x01000002u, /* no type, or flags that none has */
        0x7fffffffu, 0x80000000u, 0x80000001u, 0xfffffffcu, 0xffffffffu, /* counts and lengths at the edges */
        0x3f800000u, 0x7f800000u, 0x7fc00000u, 0x7ff00000u,              /* 1, infinity, NaN; the upper half of one */
        0x00000061u, 0x61616161u, 0x00610061u, 0x62000061u,              /* texts, with a NUL, padding not zero */
        0x00bfbbefu, 0x000080e0u, 0x0080a0edu, 0x000000ffu, /* byte order mark, overlong, surrogate, none */
    };
    alphabet made = {{0}, 0};
    for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
        add(&made, id);
    }
    add(&made, gdv_dialect_types(dialect));
    for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
        add_flags(&made, dialect, id);
    }
    for (size_t at = 0; at < sizeof others / sizeof others[0]; at += 1) {
        add(&made, others[at]);
    }
    return made;
}

/* ---- one packet ---- */

static void put_word(uint8_t *to, uint32_t word)
{
    for (size_t byte = 0; byte < 4; byte += 1) {
        to[byte] = (uint8_t)(word >> (8 * byte) & 0xffu);
    }
}

static void show(const char *what, const uint8_t *bytes, const piece *of, const answer *said, const answer *naive)
{
    (void)pthread_mutex_lock(&lock);
    (void)printf("%s: %s %s: ", what, gdv_dialect_name(of->dialect), preset_names[of->preset]);
    for (size_t at = 0; at < 4 * words; at += 1) {
        (void)printf("%02x", (unsigned)bytes[at]);
    }
    (void)printf(": gdv says %s at %llu, misread %d, need %llu; naive %s at %llu, misread %d, need %llu\n",
                 gdv_status_name(said->code), (unsigned long long)said->offset, (int)said->misread,
                 (unsigned long long)said->need, gdv_status_name(naive->code), (unsigned long long)naive->offset,
                 (int)naive->misread, (unsigned long long)naive->need);
    (void)pthread_mutex_unlock(&lock);
}

static bool is_same(const answer *one, const answer *other)
{
    return one->code == other->code && one->misread == other->misread && one->offset == other->offset &&
           one->need == other->need && one->used == other->used;
}

/* How many words hold all bytes that were looked at: one at least; all, where nothing is noted. */
static size_t words_of(uint64_t looked)
{
    if (!is_noting) {
        return words;
    }
    size_t held = (size_t)((looked + 3) / 4);
#if defined(GDV_PLANTED_NOTING)
    held -= held > 0 ? 1 : 0;
#endif
    return held > 0 ? held : 1;
}

static verdict judge(const uint8_t *bytes, const piece *of, const gdv_policy *policy)
{
    uint8_t scratch[SCRATCH_MAX];
    gdv_stats stats;
    gdv_report said;
    verdict made;
    memset(&stats, 0, sizeof stats);
    memset(&said, 0, sizeof said);
    stats.struct_size = sizeof stats;
    said.struct_size = sizeof said;
    gdv_noted = 0;
    gdv_status code = gdv_validate(bytes, 4 * words, of->dialect, policy, scratch, sizeof scratch, &stats, &said);
    naive_verdict naive = naive_read(bytes, 4 * words, of->dialect, policy);
    made.said =
        (answer){code, said.misread, said.offset, said.need, code == GDV_OK ? stats.bytes : 0, words_of(gdv_noted)};
    made.naive = (answer){naive.code, naive.misread, naive.offset, naive.need, naive.used, words_of(naive.looked)};
    made.same = code == said.code && is_same(&made.said, &made.naive);
    naive_free(&naive);
    return made;
}

/* ---- all packets ---- */

/* How many packets share the first `held` words. */
static uint64_t packets_of(size_t letters, size_t held)
{
    uint64_t packets = 1;
    for (size_t at = held; at < words; at += 1) {
        packets *= letters;
    }
    return packets;
}

/* Counts `packets` that have a verdict. */
static void add_up(const verdict *of, uint64_t packets, const uint8_t *bytes, const piece *from, tally *sum)
{
    sum->calls += 1;
    sum->packets += packets;
    sum->accepted += of->naive.code == GDV_OK ? packets : 0;
    if (!of->same) {
        sum->differing += packets;
        sum->shown += 1;
        if (sum->shown <= SHOWN_MAX) {
            show("DIFFER", bytes, from, &of->said, &of->naive);
        }
    }
}

/* Whether an answer is the one that stands for packets like this, of which the words from `turned` on are new. Where none
 * stands, this one does from now on. */
static bool is_expected(answer *stands, const answer *own, size_t turned)
{
    bool held = turned >= stands->held;
    bool expected = !held || is_same(stands, own);
    *stands = held ? *stands : *own;
    return expected;
}

/* Nothing is pruned, to see that it could be: each of the two says of this packet what it said of the one before that is
 * the same as far as it looked. Each for itself, for together one hides what the other forgets to note. */
static void compare(verdict *stands, const verdict *own, size_t turned, const uint8_t *bytes, const piece *of,
                    tally *sum)
{
    bool said = is_expected(&stands->said, &own->said, turned);
    bool naive = is_expected(&stands->naive, &own->naive, turned);
    if (!said || !naive) {
        sum->unlike += 1;
        if (sum->unlike <= SHOWN_MAX) {
            show("UNLIKE", bytes, of, &own->said, &own->naive);
        }
    }
}

/* All packets that begin with the piece's word: an odometer of the words after it. Where it prunes, it turns the last
 * word that was looked at; those after it stand at their first letter. */
static tally judge_piece(const piece *of)
{
    const alphabet *from = &alphabets[of->dialect];
    size_t letters[WORDS_MAX] = {of->first};
    uint8_t bytes[BYTES_MAX];
    tally sum;
    verdict stands;
    gdv_policy policy;
    size_t turned = 0;
    memset(&sum, 0, sizeof sum);
    memset(&stands, 0, sizeof stands);
    stands.said.held = words;
    stands.naive.held = words;
    gdv_policy_init(&policy, presets[of->preset]);
    for (size_t at = 0; at < words; at += 1) {
        put_word(bytes + 4 * at, from->words[letters[at]]);
    }
    for (;;) {
        verdict own = judge(bytes, of, &policy);
        size_t held = comparing ? words : own.said.held > own.naive.held ? own.said.held : own.naive.held;
        add_up(&own, packets_of(from->letters, held), bytes, of, &sum);
        if (comparing) {
            compare(&stands, &own, turned, bytes, of, &sum);
        }
        turned = held - 1;
        while (turned > 0 && letters[turned] + 1 == from->letters) {
            letters[turned] = 0;
            put_word(bytes + 4 * turned, from->words[0]);
            turned -= 1;
        }
        if (turned == 0) {
            return sum;
        }
        letters[turned] += 1;
        put_word(bytes + 4 * turned, from->words[letters[turned]]);
    }
}

/* The piece after this one, in the order dialect, preset, word; dialects end the row. */
static void advance(piece *at)
{
    at->first += 1;
    if (at->first < alphabets[at->dialect].letters) {
        return;
    }
    at->first = 0;
    at->preset += 1;
    if (at->preset == PRESETS) {
        at->preset = 0;
        at->dialect = (gdv_dialect)(at->dialect + 1);
    }
}

/* False where no piece is left. */
static bool take(piece *taken)
{
    (void)pthread_mutex_lock(&lock);
    while (next_piece.dialect < GDV_DIALECT_COUNT && !tallies[next_piece.dialect][next_piece.preset].wanted) {
        advance(&next_piece);
    }
    bool left = next_piece.dialect < GDV_DIALECT_COUNT;
    *taken = next_piece;
    if (left) {
        advance(&next_piece);
    }
    (void)pthread_mutex_unlock(&lock);
    return left;
}

/* Says which dialect is at work when its first piece is done: five words take minutes in each. */
static void record(const piece *of, const tally *sum)
{
    (void)pthread_mutex_lock(&lock);
    tally *total = &tallies[of->dialect][of->preset];
    if (total->packets == 0) {
        (void)fprintf(stderr, "exhaustive: %s %s ..\n", gdv_dialect_name(of->dialect), preset_names[of->preset]);
    }
    total->calls += sum->calls;
    total->packets += sum->packets;
    total->accepted += sum->accepted;
    total->differing += sum->differing;
    total->unlike += sum->unlike;
    (void)pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    piece taken;
    while (take(&taken)) {
        tally sum = judge_piece(&taken);
        record(&taken, &sum);
    }
    return unused;
}

/* One thread for each processor. What no thread can be had for is done by the one that asks. */
static void work_on_all_processors(void)
{
    pthread_t threads[THREADS_MAX];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = processors > THREADS_MAX ? THREADS_MAX : processors < 1 ? 1 : (size_t)processors;
    size_t started = 0;
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, work, NULL) == 0) {
        started += 1;
    }
    (void)work(NULL);
    for (size_t at = 0; at < started; at += 1) {
        (void)pthread_join(threads[at], NULL);
    }
}

/* A case is a dialect under a preset. It has passed where every packet was judged, some were accepted by both, and none
 * differs. */
static bool is_passed(const tally *of, size_t letters)
{
    return of->packets == packets_of(letters, 0) && of->accepted > 0 && of->differing == 0 && of->unlike == 0;
}

static int report_all(void)
{
    size_t passed = 0;
    size_t failed = 0;
    for (size_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        for (size_t preset = 0; preset < PRESETS; preset += 1) {
            const tally *of = &tallies[dialect][preset];
            size_t letters = alphabets[dialect].letters;
            if (of->wanted) {
                bool ok = is_passed(of, letters);
                passed += ok ? 1 : 0;
                failed += ok ? 0 : 1;
                (void)printf("%s%s %s: %zu words of %zu letters, %llu packets by %llu calls, %llu accepted, %llu "
                             "differ, %llu unlike\n",
                             ok ? "" : "FAILED: ", gdv_dialect_name((gdv_dialect)dialect), preset_names[preset], words,
                             letters, (unsigned long long)of->packets, (unsigned long long)of->calls,
                             (unsigned long long)of->accepted, (unsigned long long)of->differing,
                             (unsigned long long)of->unlike);
            }
        }
    }
    (void)printf("gdv-tests: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}

static bool is_wanted(size_t preset, const char *only)
{
    return only == NULL || strcmp(only, preset_names[preset]) == 0;
}

int main(int count, char **arguments)
{
    char *end = NULL;
    comparing = count >= 2 && strcmp(arguments[1], "compare") == 0;
    if (comparing) {
        count -= 1;
        arguments += 1;
    }
    const char *only = count == 3 ? arguments[2] : NULL;
    unsigned long given = count >= 2 ? strtoul(arguments[1], &end, 10) : 0;
    bool known = only == NULL || strcmp(only, preset_names[0]) == 0 || strcmp(only, preset_names[1]) == 0;
    if (given < 1 || given > WORDS_MAX || *end != '\0' || count > 3 || !known || (comparing && !is_noting)) {
        (void)fputs("usage: exhaustive [compare] N [strict | engine]     N words, from 1 to 5\n", stderr);
        return 2;
    }
    words = given;
    for (size_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        alphabets[dialect] = alphabet_of((gdv_dialect)dialect);
        for (size_t preset = 0; preset < PRESETS; preset += 1) {
            tallies[dialect][preset].wanted = is_wanted(preset, only);
        }
    }
    work_on_all_processors();
    return report_all();
}
