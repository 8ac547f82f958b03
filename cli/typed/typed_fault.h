/* SPDX-License-Identifier: MIT */
/* The state of writing one document of typed JSON: which containers are open, the fault that was found, and the memory that
 * lives until the value at hand is written. What reads payloads (typed_leaf.c, typed_number.c) and what walks the
 * document (typed.c) both say here what is wrong. */
#ifndef GDV_CLI_TYPED_FAULT_H
#define GDV_CLI_TYPED_FAULT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "../io/say.h"

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

/* Memory for the value at hand, at least one byte; NULL, with a fault, where there is none. */
void *typed_memory(typed *now, size_t size);

/* Frees all of that memory. */
void typed_memory_free(typed *now);

/* Says what is wrong and where in the payload; returns false. */
bool typed_wrong(typed *now, const char *suffix, const char *format, ...) PRINTF_LIKE(3, 4);

/* Whether the writer took it; says why where it did not. */
bool typed_took(typed *now, gdv_status status);

#endif
