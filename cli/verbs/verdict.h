/* SPDX-License-Identifier: MIT */
/* The verdict on a packet in the words that verbs print. Defects of a frame and defects of a packet look the same from
 * here on, but that the offset of the former counts in the stream. */
#ifndef GDV_CLI_VERDICT_H
#define GDV_CLI_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "packets.h"

/* Room for any verdict in words. */
#define VERDICT_SIZE 896

/* What a schema had to say. */
typedef struct schema_words {
    bool asked;                    /* else nothing else is set */
    const char *packet;            /* NULL where none was recognised */
    char rule[GDV_VIOLATION_TEXT]; /* "" where no rule is to blame */
    uint32_t line;                 /* of the rule, in the text called source */
    const char *source;
    char part[32]; /* of the value at fault, after its path: ".x" */
} schema_words;

typedef struct verdict {
    gdv_report report;
    gdv_stats stats;
    bool of_frame;          /* the frame is wrong, and there is no packet to be judged */
    uint64_t stream_offset; /* then: where in the stream; the report's is in what there is of the packet */
    char message[256];      /* the sentence, with what is missing */
    schema_words schema;
} verdict;

/* Memory in which duplicate keys are found; grows, and is kept from one packet to the next. Starts all zero. */
typedef struct scratch {
    void *bytes;
    size_t size;
} scratch;

/* Judges a packet. Returns false, having complained, where memory does not suffice. */
bool verdict_of(const packet *one, gdv_dialect dialect, const gdv_policy *policy, scratch *keys, verdict *about);

/* Takes over what another function of the library said, which has filled about->report. */
void verdict_take(verdict *about, gdv_status code);

/* Room for at least `size` bytes, old contents lost. Returns false, having complained, where memory does not suffice;
 * `name` is whose packet they are for. */
bool scratch_reserve(scratch *keys, size_t wanted, const char *name);

/* Writes "BAD_UTF8 at 72 (.players[3].name): string is not UTF-8" into text[0 .. size-1], cut to fit. */
void verdict_format(const verdict *about, char *text, size_t size);

/* One line on standard error: "reject FILE: CODE at N (path): message". */
void verdict_remark(const packet *one, const verdict *about);

/* Prints "BAD_UTF8 at 72 (.players[3].name): string is not UTF-8". */
void verdict_print(const verdict *about);

/* Writes "code", "offset", "depth", "path" and "message" as members of the JSON object that is open; where a schema was
 * asked also "part", "packet", "rule", "line" and "source". */
void verdict_json(const verdict *about);

/* Of these, what the schema said: "part" and those after it; before them "path", for an object that has none otherwise.
 * packet_key stands for "packet" where the object has a member of that name. */
void verdict_schema_json(const verdict *about, const char *packet_key);

void scratch_free(scratch *keys);

#endif
