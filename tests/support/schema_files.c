/* SPDX-License-Identifier: MIT */
#include "tests/support/schema_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *what, const char *which)
{
    (void)fprintf(stderr, "tests/schema_files: %s: %s\n", what, which);
    abort();
}

static bool is_schema(const char *name)
{
    static const char suffix[] = ".gdvs";
    const size_t length = strlen(name);
    return length >= sizeof suffix && strcmp(name + length - (sizeof suffix - 1), suffix) == 0;
}

static void add_folder(schema_files *to, const char *folder)
{
    DIR *opened = opendir(folder);
    const size_t before = to->files;
    if (opened == NULL) {
        give_up("no such folder", folder);
    }
    for (const struct dirent *entry = readdir(opened); entry != NULL; entry = readdir(opened)) {
        if (!is_schema(entry->d_name)) {
            continue;
        }
        if (to->files == SCHEMA_FILES_MOST) {
            give_up("too many schemas", folder);
        }
        const int length = snprintf(to->paths[to->files], SCHEMA_FILES_PATH, "%s/%s", folder, entry->d_name);
        if (length < 0 || length >= SCHEMA_FILES_PATH) {
            give_up("too long a name", entry->d_name);
        }
        to->files += 1;
    }
    (void)closedir(opened);
    if (to->files == before) {
        give_up("no schemas in", folder);
    }
}

static int by_path(const void *one, const void *other)
{
    return strcmp((const char *)one, (const char *)other);
}

schema_files schema_files_all(void)
{
    static const char *const folders[] = {"corpus/called", "corpus/schema", "tests/generated"};
    schema_files each;
    memset(&each, 0, sizeof each);
    for (size_t index = 0; index < sizeof folders / sizeof folders[0]; index += 1) {
        add_folder(&each, folders[index]);
    }
    qsort(each.paths, each.files, sizeof each.paths[0], by_path);
    return each;
}

/* Of one file, which may include the text that others share. */
static schema_text compile(const char *path, gdv_dialect dialect)
{
    static const char common[] = "common.gdvs";
    packet own = packet_from_file(path);
    packet shared = packet_from_file("corpus/schema/common.gdvs");
    const gdv_schema_source sources[] = {{path, (const char *)own.bytes, own.size},
                                         {common, (const char *)shared.bytes, shared.size}};
    schema_text made = schema_from_sources(sources, 2, dialect);
    packet_free(&own);
    packet_free(&shared);
    return made;
}

bool schema_files_next(schema_files *each)
{
    schema_free(&each->made);
    while (each->next < each->files * GDV_DIALECT_COUNT) {
        memcpy(each->path, each->paths[each->next / GDV_DIALECT_COUNT], SCHEMA_FILES_PATH);
        each->dialect = (gdv_dialect)(each->next % GDV_DIALECT_COUNT);
        each->next += 1;
        each->made = compile(each->path, each->dialect);
        if (each->made.code == GDV_OK) {
            return true;
        }
        schema_free(&each->made);
    }
    return false;
}
