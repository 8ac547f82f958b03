/* SPDX-License-Identifier: MIT */
/* A packet as a document, or before a reader. The packet, the nodes and the scratch memory are heap blocks of exactly
 * the size that is needed, so that AddressSanitizer sees one byte too far. */
#ifndef GDV_TESTS_PARSED_H
#define GDV_TESTS_PARSED_H

#include "tests/support/support.h"

/* Must not be moved while values of it are used: they point into it. */
typedef struct parsed {
    packet bytes;
    gdv_node *nodes;
    gdv_document document;
    gdv_status code;
    gdv_report report;
} parsed;

/* Reads an exact-size copy of the packet into as many nodes as gdv_document_bound says; policy may be NULL. */
void parsed_from(parsed *made, const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);

/* The same from hex, dialect and policy by name; aborts where the packet is refused, else returns the outermost
 * value. */
gdv_value parsed_hex(parsed *made, const char *dialect, const char *policy, const char *hex);
void parsed_free(parsed *freed);

/* Nodes in a heap block of exactly that size; NULL for none. */
gdv_node *nodes_of(size_t count);

/* A reader, its packet and its scratch memory, none of which may be moved. */
typedef struct reading {
    gdv_reader reader;
    packet bytes;
    uint8_t *scratch;
    gdv_status begun;
} reading;

/* Sets out to read the packet's first `size` bytes, with as much scratch memory as gdv_scratch_bound says, or with that
 * much. policy may be NULL. */
reading *reading_of(const packet *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);
reading *reading_in(const packet *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                    size_t scratch_size);

/* The same from hex, dialect and policy by name. */
reading *reading_hex(const char *dialect, const char *policy, const char *hex);
void reading_free(reading *freed);

/* Whether two doubles have the same bits: NaN too, and 0.0 is not -0.0. */
bool same_double(double one, double other);

/* Whether a text is exactly these characters, up to the NUL. */
bool same_text(gdv_text text, const char *expected);

#endif
