/* SPDX-License-Identifier: MIT */
/* The library and the naive schema say the same of the packets of corpus/schema against every schema there, and of what
 * becomes of them when a word is changed: code, offset, packet, rule and line. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/schema_alike.h"
#include "tests/support/schema_cases.h"

enum { MEMORY = 1 << 18, SCHEMAS = 12, MOST_CHANGED = 160 };

typedef struct both {
    uint64_t *memory;
    gdv_schema schema;
    naive_schema naive;
    gdv_dialect dialect;
    packet texts[SCHEMA_SOURCES];
} both;

static both all[SCHEMAS];

static void add_schema(both *made, const schema_cases *one)
{
    gdv_schema_source sources[SCHEMA_SOURCES];
    made->memory = calloc(MEMORY / sizeof(uint64_t), sizeof(uint64_t));
    made->dialect = one->dialect;
    for (size_t index = 0; index < SCHEMA_SOURCES; index += 1) {
        made->texts[index] = packet_from_bytes(one->sources[index].text, one->sources[index].size);
        sources[index] = one->sources[index];
        sources[index].text = (const char *)made->texts[index].bytes;
    }
    cr_assert_not_null(made->memory);
    cr_assert_eq(gdv_schema_compile(sources, SCHEMA_SOURCES, one->dialect, made->memory, MEMORY, &made->schema, NULL),
                 GDV_OK);
    made->naive = naive_schema_read(sources, SCHEMA_SOURCES);
}

static void end_schemas(void)
{
    for (size_t index = 0; index < SCHEMAS; index += 1) {
        free(all[index].memory);
        naive_schema_free(&all[index].naive);
        for (size_t text = 0; text < SCHEMA_SOURCES; text += 1) {
            packet_free(&all[index].texts[text]);
        }
    }
}

/* Whether both say the same. */
static bool agree(const both *by, const packet *bytes, const gdv_policy *policy)
{
    char difference[1024] = "";
    bool same = schema_alike(&by->schema, &by->naive, bytes->bytes, bytes->size, policy, difference, sizeof difference);
    cr_expect(same, "%s", difference);
    return same;
}

/* Each word in turn becomes some others. */
static size_t change_words(const both *by, const schema_cases *one)
{
    static const uint32_t words[] = {0, 1, 2, 3, 4, 5, 9, 0x1b, 0x1c, 0xffffffff};
    size_t count = 0;
    size_t last = one->bytes.size < MOST_CHANGED ? one->bytes.size : MOST_CHANGED;
    for (size_t at = 0; at + 4 <= last; at += 4) {
        for (size_t word = 0; word < sizeof words / sizeof words[0]; word += 1) {
            packet changed = packet_from_bytes(one->bytes.bytes, one->bytes.size);
            for (size_t byte = 0; byte < 4; byte += 1) {
                changed.bytes[at + byte] = (uint8_t)(words[word] >> (8 * byte) & 0xffu);
            }
            cr_assert(agree(by, &changed, &one->policy), "%s %s, word at %zu is %x", one->schema, one->name, at,
                      (unsigned)words[word]);
            packet_free(&changed);
            count += 1;
        }
    }
    return count;
}

Test(schema_naive, says_what_the_library_says_of_packets_of_all_schemas_and_of_changed_ones)
{
    size_t schemas = 0;
    size_t packets = 0;
    schema_cases each = schema_cases_all();
    while (schema_cases_next(&each)) {
        if (each.is_first) {
            cr_assert_lt(schemas, (size_t)SCHEMAS);
            add_schema(&all[schemas], &each);
            schemas += 1;
        }
    }
    size_t own = 0;
    each = schema_cases_all();
    while (schema_cases_next(&each)) {
        own += each.is_first ? 1 : 0;
        for (size_t index = 0; index < schemas; index += 1) {
            cr_assert(agree(&all[index], &each.bytes, &each.policy), "%s %s by schema %zu", each.schema, each.name,
                      index);
        }
        packets += change_words(&all[own - 1], &each);
    }
    end_schemas();
    cr_assert_gt(packets, 20000, "%zu packets", packets);
}
