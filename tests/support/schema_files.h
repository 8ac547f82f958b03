/* SPDX-License-Identifier: MIT */
/* The schemas of the repository, each compiled for each dialect in which it means something, one after another:
 *
 *      schema_files each = schema_files_all();
 *      while (schema_files_next(&each)) {
 *          ... each.path, each.dialect, each.made.schema ...
 *
 * What it refers to lives until the next one; the last call, which returns false, frees what is left. */
#ifndef GDV_TESTS_SCHEMA_FILES_H
#define GDV_TESTS_SCHEMA_FILES_H

#include "tests/support/schema_text.h"

enum { SCHEMA_FILES_MOST = 64, SCHEMA_FILES_PATH = 128 };

typedef struct schema_files {
    char path[SCHEMA_FILES_PATH];
    gdv_dialect dialect;
    schema_text made;
    char paths[SCHEMA_FILES_MOST][SCHEMA_FILES_PATH]; /* of all, in the order of their names */
    size_t files;
    size_t next; /* file and dialect: GDV_DIALECT_COUNT numbers a file */
} schema_files;

schema_files schema_files_all(void);
bool schema_files_next(schema_files *each);

#endif
