/* SPDX-License-Identifier: MIT */
#include "missing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/say.h"
#include "../notation/notation.h"
#include "value_events.h"

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

void missing_explain(gdv_dialect dialect, const char *path, const path_end *end, char *text, size_t size)
{
    const char *type = notation_type(dialect, end->value);
    const char *piece = path + end->begin;
    size_t count = gdv_count(end->value);
    bool index = piece[0] == '[' && piece[1] != '"';

    if (!value_is_container(end->value)) {
        (void)snprintf(text, size, "a path ends at a value of type %s", type);
    } else if (gdv_type_of(end->value) == GDV_TYPE_OBJECT) {
        (void)snprintf(text, size, "none of the %zu propert%s has this name", count, count == 1 ? "y" : "ies");
    } else if (gdv_type_of(end->value) == GDV_TYPE_DICTIONARY && index) {
        (void)snprintf(text, size, "a %s has keys, no elements; an int key is written {%.*s}", type,
                       (int)strcspn(piece + 1, "]"), piece + 1);
    } else if (gdv_type_of(end->value) == GDV_TYPE_DICTIONARY) {
        (void)snprintf(text, size, "none of the %zu key%s is this one", count, plural(count));
    } else if (index) {
        (void)snprintf(text, size, "%s has %zu element%s", type, count, plural(count));
    } else {
        (void)snprintf(text, size, "%s has elements, no keys; an element is written [0]", type);
    }
}

void missing_remark(const packet *one, const char *path, const char *why)
{
    char index[24] = "";
    if (one->framed) {
        (void)snprintf(index, sizeof index, "#%" PRIu64, one->index);
    }
    remark("missing %s%s: %s: %s", one->file, index, path, why);
}
