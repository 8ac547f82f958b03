// SPDX-License-Identifier: MIT
/*
 * Runs a fuzz harness over the files named on the command line, once each and without a fuzzing engine: under
 * MSan, which libFuzzer's own runtime would disturb, under a debugger or valgrind, or with any other
 * compiler. Prints the same "Executed FILE" lines as libFuzzer, so that fuzz/replay_test.sh counts both
 * alike.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads all of a file into a block of just its size, for the tools that watch heap bounds. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t used = 0;
    size_t room = 0;

    if (file == NULL) {
        return NULL;
    }
    for (;;) {
        uint8_t *grown;

        if (used == room) {
            room = room == 0 ? 4096 : room * 2;
            grown = realloc(bytes, room);
            if (grown == NULL) {
                break;
            }
            bytes = grown;
        }
        size_t got = fread(bytes + used, 1, room - used, file);
        used += got;
        if (got == 0) {
            break;
        }
    }
    if (ferror(file) || !feof(file)) {
        free(bytes);
        bytes = NULL;
    } else {
        uint8_t *exact = malloc(used != 0 ? used : 1);

        if (exact != NULL) {
            memcpy(exact, bytes, used);
        }
        free(bytes);
        bytes = exact;
        *size = used;
    }
    (void)fclose(file);
    return bytes;
}

int main(int argc, char *argv[])
{
    if (argc < 2) {
        (void)fprintf(stderr, "usage: %s FILE..\n", argv[0]);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        size_t size = 0;
        uint8_t *bytes = read_file(argv[i], &size);

        if (bytes == NULL) {
            (void)fprintf(stderr, "%s: cannot read %s\n", argv[0], argv[i]);
            return 2;
        }
        /* Said before as well: when the harness aborts, this names the input. */
        (void)fprintf(stderr, "Running: %s\n", argv[i]);
        (void)LLVMFuzzerTestOneInput(bytes, size);
        (void)fprintf(stderr, "Executed %s\n", argv[i]);
        free(bytes);
    }
    return 0;
}
