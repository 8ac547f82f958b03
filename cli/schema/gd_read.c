/* SPDX-License-Identifier: MIT */
#include "gd_read.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../io/say.h"
#include "../io/utf8.h"
#include "gd_collect.h"
#include "schema_file.h"

gd_declaration *gd_scripts_add(gd_scripts *scripts, gd_what what)
{
    if (scripts->count == scripts->room) {
        uint32_t room = scripts->room == 0 ? 256 : scripts->room * 2;
        gd_declaration *more = NULL;
        if (scripts->count < GD_MOST_DECLARATIONS) {
            more = realloc(scripts->all, room * sizeof *more);
        }
        if (more == NULL) {
            return NULL;
        }
        scripts->all = more;
        scripts->room = room;
    }
    gd_declaration *added = &scripts->all[scripts->count];
    *added = (gd_declaration){.what = what, .extends = GD_NOWHERE, .leads = {GD_NOWHERE, GD_NOWHERE}};
    scripts->count += 1;
    return added;
}

/* Says on standard error where the first byte is that is no UTF-8. */
static bool is_utf8(const char *path, const char *text, size_t size)
{
    uint32_t line = 1;
    size_t line_at = 0;
    size_t at = 0;
    size_t length = 1;
    while (at < size && length > 0) {
        length = utf8_length(text + at, size - at);
        line += text[at] == '\n' ? 1 : 0;
        line_at = text[at] == '\n' ? at + 1 : line_at;
        at += length;
    }
    if (length == 0) {
        remark("%s:%" PRIu32 ":%zu: this is no UTF-8, and so no GDScript", path, line, at - line_at + 1);
    }
    return length > 0;
}

bool gd_scripts_read(gd_scripts *scripts, char *const *paths, size_t count)
{
    size_t bytes = 0;
    bool fine = count <= GD_MOST_FILES;
    if (!fine) {
        complain("at most %d files are drafted at once", GD_MOST_FILES);
    }
    for (size_t index = 0; fine && index < count; index += 1) {
        size_t size = 0;
        char *text = schema_text_read(paths[index], &size);
        if (text == NULL) {
            return false;
        }
        scripts->paths[index] = paths[index];
        scripts->texts[index] = text;
        scripts->sizes[index] = size;
        scripts->files += 1;
        bytes += size;
        if (bytes > GD_MOST_BYTES) {
            complain("the files have more than %zu bytes in all", GD_MOST_BYTES);
            return false;
        }
        fine = is_utf8(paths[index], text, size) && gd_collect(scripts);
    }
    return fine;
}

void gd_scripts_free(gd_scripts *scripts)
{
    for (uint32_t file = 0; file < scripts->files; file += 1) {
        free(scripts->texts[file]);
    }
    free(scripts->all);
    scripts->all = NULL;
    scripts->files = 0;
    scripts->count = 0;
    scripts->room = 0;
}
