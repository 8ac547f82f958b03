/* SPDX-License-Identifier: MIT */
/* What the tests share: packets from hex, verdicts on exact-size copies, tables from corpus files. Failures inside
 * these helpers abort: a test that cannot read its data has not passed. */
#ifndef GDV_TESTS_SUPPORT_H
#define GDV_TESTS_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

typedef struct packet {
    uint8_t *bytes; /* a heap block of exactly `size` bytes, so that AddressSanitizer sees one byte too far */
    size_t size;
} packet;

/* Hex digits in pairs; blanks and commas between them are passed over. "" is a packet of no bytes. */
packet packet_from_hex(const char *hex);
packet packet_from_bytes(const void *bytes, size_t size);
packet packet_from_file(const char *path);
void packet_free(packet *freed);

/* The little-endian u32 at an offset. */
uint32_t word_at(const packet *bytes, size_t at);

/* Everything that gdv_validate said, and whether it kept its word on the way (see verdict_of). */
typedef struct verdict {
    gdv_status code;
    gdv_report report;
    gdv_stats stats;
} verdict;

/* Validates an exact-size copy of the packet with exactly gdv_scratch_bound scratch bytes. Aborts where a promise that
 * holds for every packet is broken: offset past the end, values or steps above bytes / 4 + 1, a report that disagrees
 * with the code, another verdict without stats and report, packet bytes changed. policy may be NULL. */
verdict verdict_of(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);

/* A preset with permissions added. */
gdv_policy policy_with(gdv_preset preset, uint32_t permit);

/* The policy a manifest names: "strict" or "engine", then any number of "+permission". */
gdv_policy policy_from_text(const char *text);

/* Policies under which every entry point is asked for the same verdict: the presets, permissions added, and each limit
 * in turn lowered so far that it refuses much of the corpus. which < POLICIES. */
enum { POLICIES = 9 };
gdv_policy policy_of_all(size_t which);

/* The dialect of that name; the code of that name; either aborts where there is none. */
gdv_dialect dialect_from_text(const char *name);
gdv_status status_from_text(const char *name);

/* A little-endian builder for packets that are easier to count than to spell. Grows as needed. */
typedef struct builder {
    uint8_t *bytes;
    size_t size;
    size_t room;
} builder;

void put_u32(builder *out, uint32_t word);
void put_bytes(builder *out, const void *bytes, size_t size);
void builder_free(builder *freed);

/* The type id of a canonical type in a dialect; aborts where the dialect lacks it. */
uint32_t id_of(gdv_dialect dialect, gdv_type type);

/* A file of lines with tab-separated columns; lines that begin with '#' and empty ones are passed over. */
typedef struct table {
    char *text;
    char **cells; /* rows * columns */
    size_t rows;
    size_t columns;
} table;

/* Aborts where a row has another number of columns. */
table table_read(const char *path, size_t columns);
const char *table_cell(const table *from, size_t row, size_t column);
void table_free(table *freed);

#endif
