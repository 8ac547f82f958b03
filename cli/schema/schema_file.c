/* SPDX-License-Identifier: MIT */
#include "schema_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/input.h"
#include "../io/say.h"

/* ---- files */

static char *copy_of(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy == NULL) {
        complain("not enough memory");
        return NULL;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

/* All of an input. NULL, having complained. */
static char *read_all(input *from, size_t *size)
{
    size_t room = INPUT_PIECE;
    size_t got = 1;
    char *text = malloc(room);
    *size = 0;
    while (text != NULL && got > 0) {
        if (!input_read(from, (uint8_t *)text + *size, room - *size, &got)) {
            free(text);
            return NULL;
        }
        *size += got;
        if (*size == room) {
            room *= 2;
            char *more = room <= 2 * SCHEMA_MOST_BYTES ? realloc(text, room) : NULL;
            if (more == NULL) {
                free(text);
            }
            text = more;
        }
    }
    if (text == NULL) {
        complain("%s: a text of more than %zu bytes, or not enough memory", from->name, SCHEMA_MOST_BYTES);
    }
    return text;
}

char *schema_text_read(const char *path, size_t *size)
{
    static input from; /* holds a piece of input: too large for some stacks */
    if (!input_open(&from, path, ENCODING_RAW)) {
        return NULL;
    }
    char *text = read_all(&from, size);
    input_close(&from);
    return text;
}

/* Adds a file under the name by which it is included. Takes over neither. */
static bool add_file(schema_file *all, const char *path, const char *name, size_t name_size)
{
    size_t size = 0;
    gdv_schema_source *source = &all->sources[all->count];
    source->text = schema_text_read(path, &size);
    if (source->text == NULL) {
        return false;
    }
    source->size = size;
    source->name = copy_of(name, name_size);
    all->paths[all->count] = source->name != NULL ? copy_of(path, strlen(path)) : NULL;
    all->count += 1; /* what there is of it is freed with the rest */
    return all->paths[all->count - 1] != NULL;
}

void schema_file_free(schema_file *all)
{
    for (size_t index = 0; index < all->count; index += 1) {
        const gdv_schema_source *source = &all->sources[index];
        free((void *)(uintptr_t)source->text);
        free((void *)(uintptr_t)source->name);
        free(all->paths[index]);
    }
    all->count = 0;
}

/* ---- what a text includes */

typedef struct scan {
    const char *text;
    size_t size;
    size_t at;
    uint32_t line;
    size_t line_at;
} scan;

static bool is_word(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '_';
}

/* Passes over what the scan stands on: a comment, a word, a string, or one character. */
static void pass(scan *in)
{
    const char *text = in->text;
    char first = text[in->at];
    if (first == '#') {
        while (in->at < in->size && text[in->at] != '\n') {
            in->at += 1;
        }
        return;
    }
    in->at += 1;
    if (is_word(first)) {
        while (in->at < in->size && is_word(text[in->at])) {
            in->at += 1;
        }
    } else if (first == '"' || first == '\'') {
        while (in->at < in->size && text[in->at] != first && text[in->at] != '\n') {
            in->at += text[in->at] == '\\' && in->at + 1 < in->size ? 2 : 1;
        }
        in->at += in->at < in->size ? 1 : 0;
    } else if (first == '\n') {
        in->line += 1;
        in->line_at = in->at;
    }
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' || letter == '#';
}

/* The next string that stands after the word include, without its quotes; the scan stands on its first quote. Nowhere
 * else does a string follow a word, but where a packet or type is called so, and then there is a sign between. */
static bool next_include(scan *in, const char **name, size_t *size)
{
    bool after = false;
    while (in->at < in->size) {
        size_t begin = in->at;
        char first = in->text[begin];
        if (after && (first == '"' || first == '\'')) {
            scan rest = *in;
            pass(&rest);
            *name = in->text + begin + 1;
            *size = rest.at - begin >= 2 ? rest.at - begin - 2 : 0;
            return true;
        }
        pass(in);
        static const char word[] = "include";
        bool is_it = in->at - begin == sizeof word - 1 && memcmp(in->text + begin, word, sizeof word - 1) == 0;
        after = is_it || (after && is_blank(first));
    }
    return false;
}

static bool is_known(const schema_file *all, const char *name, size_t size)
{
    for (size_t index = 1; index < all->count; index += 1) {
        if (strlen(all->sources[index].name) == size && memcmp(all->sources[index].name, name, size) == 0) {
            return true;
        }
    }
    return false;
}

/* The file of that name in the folder of the first one. NULL, having complained. */
static char *path_of(const schema_file *all, const char *name, size_t size)
{
    const char *first = all->paths[0];
    const char *slash = strrchr(first, '/');
    size_t folder = slash == NULL || name[0] == '/' ? 0 : (size_t)(slash - first) + 1;
    char *path = malloc(folder + size + 1);
    if (path == NULL) {
        complain("not enough memory");
        return NULL;
    }
    memcpy(path, first, folder);
    memcpy(path + folder, name, size);
    path[folder + size] = '\0';
    return path;
}

/* Reads what one text includes and has not been read. A name that no file can have is left to the compiler. */
static bool read_includes(schema_file *all, size_t index)
{
    scan in = {.text = all->sources[index].text, .size = all->sources[index].size, .line = 1};
    const char *name = NULL;
    size_t size = 0;
    bool fine = true;
    while (fine && next_include(&in, &name, &size)) {
        scan place = in;
        pass(&in);
        if (size == 0 || memchr(name, '\\', size) != NULL || memchr(name, '\0', size) != NULL ||
            is_known(all, name, size)) {
            continue;
        }
        char *path = all->count < SCHEMA_MOST_FILES ? path_of(all, name, size) : NULL;
        fine = path != NULL && add_file(all, path, name, size);
        free(path);
        if (!fine) {
            remark("%s:%" PRIu32 ":%zu: included here", all->paths[index], place.line, place.at - place.line_at + 1);
        }
    }
    return fine;
}

bool schema_file_read(schema_file *all, const char *name)
{
    all->count = 0;
    bool fine = add_file(all, name, name, strlen(name));
    for (size_t index = 0; fine && index < all->count; index += 1) {
        fine = read_includes(all, index);
    }
    return fine;
}

void schema_file_forget_folder(schema_file *all)
{
    char *name = (char *)(uintptr_t)all->sources[0].name;
    const char *slash = strrchr(name, '/');
    if (slash != NULL) {
        memmove(name, slash + 1, strlen(slash + 1) + 1);
    }
}

/* ---- compiling */

gdv_status schema_file_compile(const schema_file *all, gdv_dialect dialect, schema_compiled *made)
{
    gdv_status code = GDV_E_NO_SPACE;
    made->error.struct_size = sizeof made->error;
    for (int tries = 0; code == GDV_E_NO_SPACE && tries < 2; tries += 1) {
        code = gdv_schema_compile(all->sources, all->count, dialect, made->memory, made->size, &made->schema,
                                  &made->error);
        if (code == GDV_E_NO_SPACE) {
            schema_compiled_free(made);
            made->memory = made->error.need <= SIZE_MAX ? malloc((size_t)made->error.need) : NULL;
            made->size = made->memory != NULL ? (size_t)made->error.need : 0;
        }
    }
    return code;
}

void schema_compiled_free(schema_compiled *made)
{
    free(made->memory);
    made->memory = NULL;
    made->size = 0;
}

void schema_file_tell(const schema_file *all, const gdv_schema_error *error)
{
    const char *path = error->source < all->count ? all->paths[error->source] : all->paths[0];
    if (error->code == GDV_E_NO_SPACE) {
        complain("%s: not enough memory: %" PRIu64 " bytes", path, error->need);
    } else if (error->line == 0) {
        remark("%s: %s", path, error->message);
    } else {
        remark("%s:%" PRIu32 ":%" PRIu32 ": %s", path, error->line, error->column, error->message);
    }
}

bool schema_file_load(schema_file *all, const char *name, gdv_dialect dialect, schema_compiled *made)
{
    if (!schema_file_read(all, name)) {
        return false;
    }
    if (schema_file_compile(all, dialect, made) != GDV_OK) {
        schema_file_tell(all, &made->error);
        return false;
    }
    return true;
}
