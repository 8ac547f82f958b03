/* SPDX-License-Identifier: MIT */
#include "typed_fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- faults */

/* A path that does not fit ends in "...". */
static void path_add(typed *now, const char *piece)
{
    size_t length = strlen(now->fault.path);
    if (length >= 3 && strcmp(now->fault.path + length - 3, "...") == 0) {
        return;
    }
    bool fits = strlen(piece) < sizeof now->fault.path - length - sizeof "...";
    memcpy(now->fault.path + length, fits ? piece : "...", strlen(fits ? piece : "...") + 1);
}

/* .Vector3, ["Array[int]"] */
static void path_add_key(typed *now, const char *key)
{
    bool plain = key[0] != '\0';
    for (const char *at = key; plain && *at != '\0'; at += 1) {
        plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9');
    }
    path_add(now, plain ? "." : "[\"");
    path_add(now, key);
    path_add(now, plain ? "" : "\"]");
}

static void path_find(typed *now, const char *suffix)
{
    char number[48];
    now->fault.path[0] = '\0';
    path_add(now, "$");
    for (size_t index = 0; index < now->depth; index += 1) {
        const typed_level *level = &now->open[index];
        path_add_key(now, level->key);
        path_add(now, level->kind == TYPED_PROPERTIES ? ".properties" : "");
        (void)snprintf(number, sizeof number, "[%zu]", level->next - 1);
        path_add(now, number);
        path_add(now, level->half == TYPED_FIRST ? "[0]" : level->half == TYPED_SECOND ? "[1]" : "");
    }
    if (now->key != NULL) {
        path_add_key(now, now->key);
    }
    path_add(now, suffix);
}

bool typed_wrong(typed *now, const char *suffix, const char *format, ...)
{
    va_list values;
    now->fault.code = GDV_OK;
    path_find(now, suffix);
    va_start(values, format);
    if (vsnprintf(now->fault.message, sizeof now->fault.message, format, values) < 0) {
        now->fault.message[0] = '\0';
    }
    va_end(values);
    return false;
}

bool typed_took(typed *now, gdv_status status)
{
    gdv_report report = {.struct_size = sizeof report};
    if (status == GDV_OK || status == GDV_E_NO_SPACE) {
        return true;
    }
    (void)gdv_writer_report(now->writer, &report);
    (void)typed_wrong(now, "", "%s", gdv_report_text(&report));
    now->fault.code = status;
    return false;
}

/* --- memory */

/* In front of each piece of memory, and as wide as what goes into it: where the one before is. */
typedef struct block {
    struct block *before;
} block;

void *typed_memory(typed *now, size_t size)
{
    block *piece = size < SIZE_MAX - sizeof *piece ? malloc(sizeof *piece + size + 1) : NULL;
    if (piece == NULL) {
        (void)typed_wrong(now, "", "not enough memory");
        return NULL;
    }
    piece->before = now->pile;
    now->pile = piece;
    return piece + 1;
}

void typed_memory_free(typed *now)
{
    block *piece = now->pile;
    while (piece != NULL) {
        block *before = piece->before;
        free(piece);
        piece = before;
    }
    now->pile = NULL;
}
