/* SPDX-License-Identifier: MIT */
/* What gdv explain can explain: codes, permissions, limits, misreadings and engine bugs, each list as the library or
 * engine_bugs.c has it, and what is to be said of one. */
#ifndef GDV_CLI_TOPIC_H
#define GDV_CLI_TOPIC_H

#include <stdbool.h>
#include <stddef.h>

typedef enum topic_kind {
    TOPIC_CODE,
    TOPIC_PERMISSION,
    TOPIC_LIMIT,
    TOPIC_MISREADING,
    TOPIC_BUG,
    TOPIC_KINDS
} topic_kind;

typedef struct topic {
    topic_kind kind;
    size_t index; /* in its list */
} topic;

/* What a kind is called. */
typedef struct topic_heading {
    const char *name;
    const char *heading; /* of the list */
    const char *prefix;  /* of the library's names */
} topic_heading;

extern const topic_heading topic_kinds[TOPIC_KINDS];

/* The topic after this one, or the first of all. Returns false after the last. */
bool topic_next(topic *one, bool first);

/* Its name, and a few words for the list. */
const char *topic_name(topic one);
const char *topic_text(topic one);

/* Where an engine bug is; NULL for all else. */
const char *topic_place(topic one);

/* The number of a code; -1 for all else. */
int topic_number(topic one);

enum {
    FIELD_KIND,
    FIELD_NAME,
    FIELD_NUMBER,
    FIELD_TEXT,
    FIELD_RANGE,
    FIELD_FAULT,
    FIELD_ACTION,
    FIELD_RISK,
    FIELD_PERMISSION,
    FIELD_LIMIT,
    FIELD_CODE,
    FIELD_STRICT,
    FIELD_ENGINE,
    FIELD_ENGINES,
    FIELD_WHERE,
    FIELD_EVIDENCE,
    FIELD_MISREADING,
    FIELD_SEE,
    FIELDS
};

/* Keys of JSON, and labels of the text, where the first four have none. */
typedef struct explanation_field {
    const char *key;
    const char *label;
} explanation_field;

extern const explanation_field explanation_fields[FIELDS];

typedef struct explanation {
    const char *text[FIELDS]; /* NULL for none */
    char number[16];
    char strict[24];
    char engine[24];
    char see[64];
    char permission[64];
    char limit[40];
    char related[320];
} explanation;

void topic_explain(topic one, explanation *about);

#endif
