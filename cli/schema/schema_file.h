/* SPDX-License-Identifier: MIT */
/* A schema from a file, with the files that it includes, read and compiled into memory of its own. What is wrong with one
 * is told as compilers do, "FILE:LINE:COLUMN: message", so that editors find the place. */
#ifndef GDV_CLI_SCHEMA_FILE_H
#define GDV_CLI_SCHEMA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* Longer texts, and more files, are refused: nobody writes them. */
#define SCHEMA_MOST_BYTES ((size_t)4 << 20)
#define SCHEMA_MOST_FILES 64

/* The texts of a schema: sources[0] is the file itself, the others are named as they are included. */
typedef struct schema_file {
    gdv_schema_source sources[SCHEMA_MOST_FILES];
    char *paths[SCHEMA_MOST_FILES]; /* as messages name them */
    size_t count;
} schema_file;

/* A schema and the memory that it is in. Starts all zero. */
typedef struct schema_compiled {
    gdv_schema schema;
    gdv_schema_error error;
    void *memory;
    size_t size;
} schema_compiled;

/* The text of a file, "-" for standard input; the caller's to free. NULL, having complained. */
char *schema_text_read(const char *path, size_t *size);

/* Reads a file, "-" for standard input, and what it includes from the folder it is in. Returns false, having complained.
 * Free it in any case. */
bool schema_file_read(schema_file *all, const char *name);
void schema_file_free(schema_file *all);

/* Forgets the folder of the first file, where a compiled form would keep it: so that the form depends on the texts alone.
 * Messages name it still. */
void schema_file_forget_folder(schema_file *all);

/* Compiles it for a dialect; made->error says what is wrong. Returns GDV_OK, GDV_E_SCHEMA_SYNTAX, or GDV_E_NO_SPACE where
 * memory does not suffice. */
gdv_status schema_file_compile(const schema_file *all, gdv_dialect dialect, schema_compiled *made);
void schema_compiled_free(schema_compiled *made);

/* One line on standard error: "FILE:LINE:COLUMN: message". */
void schema_file_tell(const schema_file *all, const gdv_schema_error *error);

/* Reads and compiles; false, having told why not. */
bool schema_file_load(schema_file *all, const char *name, gdv_dialect dialect, schema_compiled *made);

#endif
