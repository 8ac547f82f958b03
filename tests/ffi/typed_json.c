/* SPDX-License-Identifier: MIT */
/* Prints each packet as the library's typed JSON, one line for each that is accepted: what gdv dump --format=json does
 * by another way, to compare with it (ci/json_test.sh).
 *
 *     typed_json DIALECT strict|engine PERMISSIONS FILE..
 *
 * PERMISSIONS: names with commas between them, or "" for none. Measures first, writes into a buffer of exactly that
 * size, then does it again through a document without a pointer, which must give the same. Exit status 0, or 2 with a
 * message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv.h>
#include <gdv/gdv_ffi.h>

static void die(const char *why, const char *what)
{
    fprintf(stderr, "typed_json: %s: %s\n", what, why);
    exit(2);
}

static void *memory(size_t size)
{
    void *got = malloc(size > 0 ? size : 1);
    if (got == NULL) {
        die("out of memory", "");
    }
    return got;
}

static unsigned char *contents(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        die("cannot be read", path);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = memory(*size);
    if (fread(bytes, 1, *size, file) != *size) {
        die("cannot be read", path);
    }
    (void)fclose(file);
    return bytes;
}

static char *json_of(gdv_value value, const char *path)
{
    uint64_t length = 0;
    uint64_t again = 0;
    if (gdv_to_json(value, NULL, 0, &length) != GDV_OK) {
        die("cannot be measured", path);
    }
    char *text = memory((size_t)length + 1);
    if (gdv_to_json(value, text, (size_t)length, &again) != GDV_E_NO_SPACE || again != length || text[0] != '\0' ||
        gdv_to_json(value, text, (size_t)length + 1, &again) != GDV_OK || again != length || strlen(text) != length) {
        die("is not of the length that was measured", path);
    }
    return text;
}

static void print(const char *path, uint32_t dialect, const gdv_policy *policy)
{
    size_t size = 0;
    unsigned char *bytes = contents(path, &size);
    size_t capacity = gdv_ffi_bound(size);
    gdv_node *nodes = memory(capacity * sizeof *nodes);
    gdv_document document;
    gdv_ffi_document numbers;
    if (gdv_document_parse(&document, bytes, size, (gdv_dialect)dialect, policy, nodes, capacity, NULL) == GDV_OK) {
        char *text = json_of(gdv_root(&document), path);
        size_t room = strlen(text) + 1;
        char *other = memory(room);
        uint64_t length = 0;
        if (gdv_ffi_parse(&numbers, bytes, size, dialect, policy, nodes, capacity, NULL) != 0 ||
            gdv_ffi_to_json(&numbers, bytes, size, nodes, capacity, 0, other, room, &length) != 0 ||
            strcmp(text, other) != 0) {
            die("without a pointer it is another text", path);
        }
        puts(text);
        free(other);
        free(text);
    }
    free(nodes);
    free(bytes);
}

int main(int argc, char **argv)
{
    gdv_policy policy;
    if (argc < 5) {
        die("usage: typed_json DIALECT strict|engine PERMISSIONS FILE..", "arguments");
    }
    uint32_t dialect = gdv_ffi_number_of(GDV_FFI_DIALECTS, argv[1]);
    gdv_policy_init(&policy, strcmp(argv[2], "engine") == 0 ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT);
    for (char *name = strtok(argv[3], ","); name != NULL; name = strtok(NULL, ",")) {
        uint32_t bits = gdv_ffi_number_of(GDV_FFI_PERMITS, name);
        policy.permit |= bits != GDV_FFI_NONE ? bits : 0;
    }
    for (int index = 4; index < argc; index += 1) {
        print(argv[index], dialect, &policy);
    }
    return 0;
}
