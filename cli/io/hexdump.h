/* SPDX-License-Identifier: MIT */
/* Lines of a hex dump with an offset in front and perhaps the characters after, as xxd, hexdump -C, od -t x1, Wireshark and
 * tcpdump -x print them:
 *
 *      00000000: 0200 0000 ffff ffff 6162 6364 6566 6768  ........abcdefgh
 *      00000000  02 00 00 00 ff ff ff ff  61 62 63 64 65 66 67 68  |........abcdefgh|
 *      0000000 02 00 00 00 ff ff ff ff 61 62 63 64 65 66 67 68
 *      *
 *      0000040
 *
 * Offsets that were taken for bytes, or characters that look like digits, would give a verdict on another packet. So each
 * offset must follow from the line before, in one base, and each character must be that of its byte; what cannot be told
 * is refused. */
#ifndef GDV_CLI_HEXDUMP_H
#define GDV_CLI_HEXDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest line that may be one of a dump, in characters, and what it may hold. */
#define HEXDUMP_LINE 1024
#define HEXDUMP_BYTES (HEXDUMP_LINE / 2)

#define HEXDUMP_BASES 3

/* What the lines so far have shown. */
typedef enum hexdump_columns { COLUMNS_UNKNOWN, COLUMNS_THERE, COLUMNS_NONE } hexdump_columns;

typedef struct hexdump {
    bool colon;                    /* offsets end in one */
    bool squeezed;                 /* the last line was "*" */
    bool ended;                    /* the last line was an offset alone */
    bool agrees[HEXDUMP_BASES];    /* whether all offsets follow from one another, read in this base */
    uint64_t next[HEXDUMP_BASES];  /* the offset that is due, read so */
    bool from_zero;                /* this line is the first, with offset 0 */
    hexdump_columns columns;       /* of characters */
    bool in_doubt;                 /* the last line's end may be bytes or characters, which the next offset will tell */
    uint8_t before[HEXDUMP_BYTES]; /* the line before, which "*" repeats */
    size_t before_count;
    uint64_t repeats;             /* how often it comes before the bytes of this line */
    uint8_t bytes[HEXDUMP_BYTES]; /* of this line */
    size_t count;
    const char *wrong; /* why a line was refused, as words */
    size_t wrong_at;   /* and where in it */
} hexdump;

typedef enum hexdump_kind { HEXDUMP_NONE, HEXDUMP_IS, HEXDUMP_WRONG } hexdump_kind;

/* Whether a first line, of which the end may be missing, can still be one of a dump. */
bool hexdump_may_begin(const char *line, size_t size);

/* What a first line is: of a dump, or not; or it is refused. Starts the dump. */
hexdump_kind hexdump_begins(hexdump *dump, const char *line, size_t size);

/* Takes a line of a dump, its first too: sets repeats, bytes and count. Returns false, with wrong, for a line that is
 * none. */
bool hexdump_line(hexdump *dump, const char *line, size_t size);

/* The text has ended. Returns false, with wrong, where something is missing. */
bool hexdump_end(hexdump *dump);

#endif
