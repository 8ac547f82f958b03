/* SPDX-License-Identifier: MIT */
/* The verdict on a packet in the words that verbs print. Defects of a frame and defects of a packet look the same from
 * here on. */
#ifndef GDV_CLI_VERDICT_H
#define GDV_CLI_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/gdv.h"
#include "packets.h"

typedef struct verdict {
    gdv_report report;
    gdv_stats stats;
    char message[256]; /* the sentence, with what is missing */
} verdict;

/* Memory in which duplicate keys are found; grows, and is kept from one packet to the next. Starts all zero. */
typedef struct scratch {
    void *bytes;
    size_t size;
} scratch;

/* Judges a packet. Returns false, having complained, where memory does not suffice. */
bool verdict_of(const packet *one, gdv_dialect dialect, const gdv_policy *policy, scratch *keys, verdict *about);

/* Prints "BAD_UTF8 at 72 (.players[3].name): string is not UTF-8". */
void verdict_print(const verdict *about);

/* Writes "code", "offset", "depth", "path" and "message" as members of the JSON object that is open. */
void verdict_json(const verdict *about);

void scratch_free(scratch *keys);

#endif
