/* SPDX-License-Identifier: MIT */
#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *what, const char *where)
{
    fprintf(stderr, "tests/support: %s: %s\n", what, where);
    abort();
}

static void *allocate(size_t size)
{
    void *memory = malloc(size > 0 ? size : 1);
    if (memory == NULL) {
        give_up("out of memory", "malloc");
    }
    return memory;
}

packet packet_from_bytes(const void *bytes, size_t size)
{
    packet made = {NULL, size};
    if (size > 0) {
        made.bytes = allocate(size);
        memcpy(made.bytes, bytes, size);
    }
    return made;
}

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    if (digit >= 'a' && digit <= 'f') {
        return digit - 'a' + 10;
    }
    return -1;
}

packet packet_from_hex(const char *hex)
{
    uint8_t *bytes = allocate(strlen(hex));
    size_t size = 0;
    int high = -1;
    for (const char *next = hex; *next != '\0'; next += 1) {
        int value = digit_value(*next);
        if (value < 0 && (*next != ' ' || high >= 0)) {
            give_up("not lower-case hex in pairs", hex);
        }
        if (value >= 0 && high >= 0) {
            bytes[size] = (uint8_t)(high * 16 + value);
            size += 1;
            high = -1;
        } else if (value >= 0) {
            high = value;
        }
    }
    if (high >= 0) {
        give_up("odd number of hex digits", hex);
    }
    packet made = packet_from_bytes(bytes, size);
    free(bytes);
    return made;
}

packet packet_from_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        give_up("cannot open", path);
    }
    builder read = {NULL, 0, 0};
    uint8_t chunk[4096];
    size_t got = fread(chunk, 1, sizeof chunk, file);
    while (got > 0) {
        put_bytes(&read, chunk, got);
        got = fread(chunk, 1, sizeof chunk, file);
    }
    if (ferror(file) != 0) {
        give_up("cannot read", path);
    }
    fclose(file);
    packet made = packet_from_bytes(read.bytes, read.size);
    builder_free(&read);
    return made;
}

void packet_free(packet *freed)
{
    free(freed->bytes);
    freed->bytes = NULL;
    freed->size = 0;
}

uint32_t word_at(const packet *bytes, size_t at)
{
    uint32_t word = 0;
    if (bytes->size < 4 || at > bytes->size - 4) {
        give_up("word past the end", "word_at");
    }
    for (size_t index = 4; index > 0; index -= 1) {
        word = word % 0x1000000u * 0x100u + bytes->bytes[at + index - 1];
    }
    return word;
}

static void check_promises(const verdict *said, size_t size)
{
    const gdv_report *report = &said->report;
    bool accepted = said->code == GDV_OK;
    if (report->code != said->code || report->type_name == NULL) {
        give_up("report disagrees with the code", gdv_status_name(said->code));
    }
    if (report->offset > size || said->stats.bytes > size) {
        give_up("offset past the packet", gdv_status_name(said->code));
    }
    if (said->stats.steps > size / 4 + 1 || said->stats.values > size / 4 + 1) {
        give_up("more steps than bytes / 4 + 1", gdv_status_name(said->code));
    }
    if ((report->misread != GDV_MISREAD_NONE) != (said->code == GDV_E_ENGINE_MISREADS)) {
        give_up("misreading without its code, or the other way round", gdv_status_name(said->code));
    }
    if (memchr(report->path, '\0', sizeof report->path) == NULL) {
        give_up("path without its NUL", gdv_status_name(said->code));
    }
    if (accepted && (report->offset != 0 || report->need != 0 || report->depth != 0 || report->path[0] != '\0')) {
        give_up("report of an accepted packet is not empty", "GDV_OK");
    }
    if ((said->code >= 1 && said->code <= 19) != (report->need > 0) && said->code != GDV_E_NO_SPACE) {
        give_up("need belongs to the codes 1 to 19", gdv_status_name(said->code));
    }
}

verdict verdict_of(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    packet copy = packet_from_bytes(bytes, size);
    size_t scratch_size = gdv_scratch_bound(size);
    uint8_t *scratch = allocate(scratch_size);
    verdict said;

    memset(&said, 0xa5, sizeof said);
    said.report.struct_size = sizeof said.report;
    said.stats.struct_size = sizeof said.stats;
    said.code = gdv_validate(copy.bytes, size, dialect, policy, scratch, scratch_size, &said.stats, &said.report);
    gdv_status alone = gdv_validate(copy.bytes, size, dialect, policy, scratch, scratch_size, NULL, NULL);
    if (alone != said.code) {
        give_up("verdict depends on the report", gdv_status_name(alone));
    }
    if (size > 0 && memcmp(copy.bytes, bytes, size) != 0) {
        give_up("packet was written to", gdv_status_name(said.code));
    }
    check_promises(&said, size);
    free(scratch);
    packet_free(&copy);
    return said;
}

gdv_policy policy_with(gdv_preset preset, uint32_t permit)
{
    gdv_policy policy;
    gdv_policy_init(&policy, preset);
    policy.permit |= permit;
    return policy;
}

gdv_policy policy_from_text(const char *text)
{
    char name[64];
    gdv_policy policy;
    size_t length = strcspn(text, "+");
    bool engine = length == strlen("engine") && strncmp(text, "engine", length) == 0;
    bool strict = length == strlen("strict") && strncmp(text, "strict", length) == 0;
    if (!engine && !strict) {
        give_up("no such policy", text);
    }
    gdv_policy_init(&policy, engine ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT);
    const char *rest = text + length;
    while (*rest == '+') {
        uint32_t permit = 0;
        rest += 1;
        length = strcspn(rest, "+");
        if (length >= sizeof name) {
            give_up("no such permission", rest);
        }
        memcpy(name, rest, length);
        name[length] = '\0';
        if (!gdv_permit_from_name(name, &permit)) {
            give_up("no such permission", name);
        }
        policy.permit |= permit;
        rest += length;
    }
    return policy;
}

gdv_policy policy_of_all(size_t which)
{
    static const char *const texts[] = {"strict", "engine", "engine+object", "strict+object-id+object+rid+misread"};
    gdv_policy policy = policy_from_text(which < 4 ? texts[which] : texts[2]);
    policy.max_bytes = which == 4 ? 36 : policy.max_bytes;
    policy.max_depth = which == 5 ? 1 : policy.max_depth;
    policy.max_values = which == 6 ? 4 : policy.max_values;
    policy.max_elements = which == 7 ? 1 : policy.max_elements;
    policy.max_string = which == 8 ? 2 : policy.max_string;
    return policy;
}

gdv_dialect dialect_from_text(const char *name)
{
    gdv_dialect dialect = GDV_DIALECT_COUNT;
    if (!gdv_dialect_from_name(name, &dialect)) {
        give_up("no such dialect", name);
    }
    return dialect;
}

gdv_status status_from_text(const char *name)
{
    if (strcmp(name, "ok") == 0) {
        return GDV_OK;
    }
#define STATUS_OF_NAME(code, number, sentence)                                                                         \
    if (strcmp(name, #code) == 0) {                                                                                    \
        return GDV_E_##code;                                                                                           \
    }
    GDV_STATUS_LIST(STATUS_OF_NAME)
#undef STATUS_OF_NAME
    give_up("no such code", name);
    return GDV_OK;
}

void put_bytes(builder *out, const void *bytes, size_t size)
{
    if (size > out->room - out->size) {
        size_t room = 2 * (out->size + size);
        uint8_t *grown = realloc(out->bytes, room);
        if (grown == NULL) {
            give_up("out of memory", "realloc");
        }
        out->bytes = grown;
        out->room = room;
    }
    if (size > 0) {
        memcpy(out->bytes + out->size, bytes, size);
        out->size += size;
    }
}

void put_u32(builder *out, uint32_t word)
{
    uint8_t bytes[4] = {(uint8_t)(word & 0xffu), (uint8_t)((word >> 8) & 0xffu), (uint8_t)((word >> 16) & 0xffu),
                        (uint8_t)(word >> 24)};
    put_bytes(out, bytes, sizeof bytes);
}

void builder_free(builder *freed)
{
    free(freed->bytes);
    freed->bytes = NULL;
    freed->size = 0;
    freed->room = 0;
}

uint32_t id_of(gdv_dialect dialect, gdv_type type)
{
    uint32_t id = 0;
    if (!gdv_dialect_type_id(dialect, type, &id)) {
        give_up("dialect lacks the type", gdv_type_name(type));
    }
    return id;
}

/* Splits text in place: one pass that counts the rows, one that notes the cells. */
static size_t split(char *text, char **cells, size_t columns, const char *path)
{
    size_t rows = 0;
    char *line = text;
    while (*line != '\0') {
        char *end = line + strcspn(line, "\n");
        char *next = *end == '\0' ? end : end + 1;
        if (line[0] != '#' && line != end) {
            char *cell = line;
            for (size_t column = 0; column < columns; column += 1) {
                size_t length = strcspn(cell, "\t\n");
                bool last = column + 1 == columns;
                if (cells == NULL ? false : (cell[length] == '\t') == last) {
                    give_up("row with another number of columns", path);
                }
                if (cells != NULL) {
                    cells[rows * columns + column] = cell;
                    cell[length] = '\0';
                    cell += length + 1;
                }
            }
            rows += 1;
        }
        line = next;
    }
    return rows;
}

table table_read(const char *path, size_t columns)
{
    packet file = packet_from_file(path);
    table made = {allocate(file.size + 1), NULL, 0, columns};
    if (file.size > 0) {
        memcpy(made.text, file.bytes, file.size);
    }
    made.text[file.size] = '\0';
    packet_free(&file);
    made.rows = split(made.text, NULL, columns, path);
    made.cells = allocate(made.rows * columns * sizeof *made.cells);
    split(made.text, made.cells, columns, path);
    return made;
}

const char *table_cell(const table *from, size_t row, size_t column)
{
    return from->cells[row * from->columns + column];
}

void table_free(table *freed)
{
    free(freed->cells);
    free(freed->text);
    freed->cells = NULL;
    freed->text = NULL;
    freed->rows = 0;
}
