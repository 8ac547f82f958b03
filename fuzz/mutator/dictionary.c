/* SPDX-License-Identifier: MIT */
/* Prints the dictionary of the fuzzers, in the notation that libFuzzer and AFL++ share: headers of the wire table with
 * and without each flag, and the counts, texts and numbers of sample.c. Built and run by //fuzz:dictionary, so that a
 * type that is added to the table is in it without anyone remembering. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutator/sample.h"

#define MOST_WORDS 4096u
#define LONGEST 32u

typedef struct word {
    uint8_t bytes[LONGEST];
    size_t size;
} word;

static word words[MOST_WORDS];
static size_t words_used;

/* Prints the bytes unless they were printed before: dialects share most of what they have. */
static void print_once(const char *name, const char *of, const void *bytes, size_t size)
{
    for (size_t index = 0; index < words_used; index += 1) {
        if (words[index].size == size && memcmp(words[index].bytes, bytes, size) == 0) {
            return;
        }
    }
    if (size == 0) {
        return;
    }
    if (size > LONGEST || words_used == MOST_WORDS) {
        fprintf(stderr, "dictionary: no room for %s\n", name);
        exit(1);
    }
    memcpy(words[words_used].bytes, bytes, size);
    words[words_used].size = size;
    words_used += 1;

    printf("# %s%s\n\"", name, of);
    for (size_t index = 0; index < size; index += 1) {
        printf("\\x%02x", words[words_used - 1].bytes[index]);
    }
    printf("\"\n");
}

static void print_word(const char *name, const char *of, uint64_t bits, size_t size)
{
    uint8_t bytes[8];
    word_put(bytes, (uint32_t)(bits & 0xffffffffu));
    word_put(bytes + 4, (uint32_t)(bits >> 32));
    print_once(name, of, bytes, size);
}

/* Every set of legal flags of a type, and one that no type has. */
static void print_headers(gdv_dialect dialect)
{
    for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
        const gdv_wire_row *row = gdv_dialect_wire(dialect, id);
        const char *name = gdv_type_name((gdv_type)row->type);
        for (uint32_t flags = 0; flags <= row->flags; flags += 1) {
            if ((flags & ~(uint32_t)row->flags) == 0) {
                print_word(name, flags != 0 ? ", flags" : "", id | flags << 16, 4);
            }
        }
        print_word(name, ", wide where it must not be", id | GDV_FLAG_64, 4);
        print_word(name, ", a bit that engines ignore", id | 0x100u, 4);
    }
}

int main(void)
{
    printf("# Generated from the wire table by fuzz/mutator/dictionary.c\n");
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        print_headers((gdv_dialect)dialect);
    }
    for (size_t index = 0; index < sample_counts_count; index += 1) {
        print_word("count", "", sample_counts[index], 4);
    }
    for (size_t index = 0; index < sample_ints_count; index += 1) {
        print_word("int", ", 64 bits", sample_ints[index], 8);
        print_word("int", "", sample_ints[index], 4);
    }
    for (size_t index = 0; index < sample_floats32_count; index += 1) {
        print_word("float", "", sample_floats32[index], 4);
    }
    for (size_t index = 0; index < sample_floats64_count; index += 1) {
        print_word("float", ", 64 bits", sample_floats64[index], 8);
    }
    for (size_t index = 0; index < sample_texts_count; index += 1) {
        print_once("text", "", sample_texts[index].bytes, sample_texts[index].size);
    }
    /* a loader must not be given half a file */
    return fflush(stdout) == 0 && ferror(stdout) == 0 ? 0 : 1;
}
