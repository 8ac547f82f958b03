/* SPDX-License-Identifier: MIT */
/* From a document of typed JSON (docs/typed-json.md) to calls of a writer. What dump --format=json writes is read, and
 * nothing else: one mistake, one message, with the path to it in the document. */
#ifndef GDV_CLI_TYPED_H
#define GDV_CLI_TYPED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "say.h"
#include "typed_key.h"

/* Containers in a document that can be open. */
#define TYPED_OPEN (GDV_MAX_DEPTH + 2)

/* What is wrong with a document. */
typedef struct typed_fault {
    gdv_status code;                     /* the library's, or GDV_OK where the document is not typed JSON */
    char path[512];                      /* such as $.Dictionary[0][1].Vector3 */
    char message[2 * GDV_PATH_SIZE + 8]; /* a sentence: that of a verdict, and a path */
} typed_fault;

typedef enum typed_kind { TYPED_ELEMENTS, TYPED_PAIRS, TYPED_PROPERTIES } typed_kind;

/* Which half of a pair is being written. */
typedef enum typed_half { TYPED_NEITHER, TYPED_FIRST, TYPED_SECOND } typed_half;

/* A container that is open. */
typedef struct typed_level {
    const char *key;
    const json_t *list;
    size_t next; /* of its list */
    typed_kind kind;
    typed_half half;
} typed_level;

typedef struct typed {
    gdv_dialect dialect;
    gdv_writer *writer;
    typed_fault fault;
    void *pile;      /* memory that lives until the value at hand is written */
    const char *key; /* of the value at hand, or NULL where it has none yet */
    size_t depth;
    typed_level open[TYPED_OPEN];
} typed;

/* Writes one document. The writer has been started, and will be finished by the caller; that its buffer is too small
 * is no fault. Returns false and fills now->fault where the document is refused. */
bool typed_write(typed *now, json_t *document);

/* --- for the leaves (typed_leaf.c, typed_number.c) */

/* Writes a value without children. */
bool typed_leaf(typed *now, const typed_key *key, const json_t *payload);

/* The numbers of a math value or of a packed array. */
bool typed_numbers(typed *now, const typed_key *key, const gdv_wire_row *wire, const json_t *payload);

/* One number: a double, or any of the words for what JSON has no number for. `suffix` is its place in the payload. */
bool typed_double(typed *now, const json_t *node, const char *suffix, double *number);

/* An integer, as a number or as a string of digits. */
bool typed_int(typed *now, const json_t *node, const char *suffix, int64_t least, int64_t most, int64_t *number);
bool typed_digits(typed *now, const json_t *node, const char *suffix, int64_t *number);
bool typed_id(typed *now, const json_t *node, const char *suffix, uint64_t *number);

/* A text, or the bytes of one that is no UTF-8. */
bool typed_text(typed *now, const json_t *node, const char *suffix, gdv_text *text);

/* Whether the node is an object of exactly these members; `names` says which, for the message. */
bool typed_members(typed *now, const json_t *node, const char *const *members, size_t count, const char *names);

/* Memory for the value at hand, at least one byte; NULL, with a fault, where there is none. */
void *typed_memory(typed *now, size_t size);

/* Says what is wrong and where in the payload; returns false. */
bool typed_wrong(typed *now, const char *suffix, const char *format, ...) PRINTF_LIKE(3, 4);

/* Whether the writer took it; says why where it did not. */
bool typed_took(typed *now, gdv_status status);

#endif
