/* SPDX-License-Identifier: MIT */
/* JSON documents from one input, one after another: a document of many lines, or many of a line each. A document is
 * built whole in memory by jansson; those before it are not kept. */
#ifndef GDV_CLI_DOCUMENT_H
#define GDV_CLI_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "input.h"

typedef struct documents {
    input from;
    uint64_t line; /* of the next character, from 1 */
    uint64_t column;
    bool held; /* a character has been read ahead */
    uint8_t character;
    uint64_t most; /* bytes of one document */
    uint64_t left; /* of them, for the document at hand */
    bool failed;   /* an input error has been told */
} documents;

/* most: bytes of one document. A longer one is refused when it gets there: nothing can be read after it. */
bool documents_open(documents *all, const char *name, uint64_t most);
void documents_close(documents *all);

/* Whether there is another document: passes over white space. False at the end, and where reading failed. */
bool documents_more(documents *all);

/* The next document, which the caller releases by json_decref; NULL, having complained with line and column, where it
 * is not JSON. */
json_t *documents_next(documents *all);

#endif
