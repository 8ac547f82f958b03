/* SPDX-License-Identifier: MIT */
#include "tests/support/parsed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t size)
{
    void *memory = malloc(size > 0 ? size : 1);
    if (memory == NULL) {
        fputs("tests/parsed: out of memory\n", stderr);
        abort();
    }
    return memory;
}

gdv_node *nodes_of(size_t count)
{
    return count > 0 ? allocate(count * sizeof(gdv_node)) : NULL;
}

void parsed_from(parsed *made, const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    size_t capacity = gdv_document_bound(size);
    memset(made, 0xa5, sizeof *made);
    made->bytes = packet_from_bytes(bytes, size);
    made->nodes = nodes_of(capacity);
    made->report.struct_size = sizeof made->report;
    made->code = gdv_document_parse(&made->document, made->bytes.bytes, size, dialect, policy, made->nodes, capacity,
                                    &made->report);
}

gdv_value parsed_hex(parsed *made, const char *dialect, const char *policy, const char *hex)
{
    packet bytes = packet_from_hex(hex);
    gdv_policy asked = policy_from_text(policy);
    parsed_from(made, bytes.bytes, bytes.size, dialect_from_text(dialect), &asked);
    packet_free(&bytes);
    if (made->code != GDV_OK) {
        fprintf(stderr, "tests/parsed: %s at %zu: %s\n", gdv_status_name(made->code), (size_t)made->report.offset, hex);
        abort();
    }
    return gdv_root(&made->document);
}

void parsed_free(parsed *freed)
{
    free(freed->nodes);
    freed->nodes = NULL;
    packet_free(&freed->bytes);
}

reading *reading_in(const packet *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                    size_t scratch_size)
{
    reading *made = allocate(sizeof *made);
    memset(made, 0xa5, sizeof *made);
    made->bytes = packet_from_bytes(bytes->bytes, size);
    made->scratch = allocate(scratch_size);
    made->begun = gdv_reader_init(&made->reader, made->bytes.bytes, size, dialect, policy, made->scratch, scratch_size);
    return made;
}

reading *reading_of(const packet *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    return reading_in(bytes, size, dialect, policy, gdv_scratch_bound(size));
}

reading *reading_hex(const char *dialect, const char *policy, const char *hex)
{
    packet bytes = packet_from_hex(hex);
    gdv_policy asked = policy_from_text(policy);
    reading *made = reading_of(&bytes, bytes.size, dialect_from_text(dialect), &asked);
    packet_free(&bytes);
    return made;
}

void reading_free(reading *freed)
{
    free(freed->scratch);
    packet_free(&freed->bytes);
    free(freed);
}

bool same_double(double one, double other)
{
    return memcmp(&one, &other, sizeof one) == 0;
}

bool same_text(gdv_text text, const char *expected)
{
    return text.bytes != NULL && text.size == strlen(expected) && memcmp(text.bytes, expected, text.size) == 0;
}
