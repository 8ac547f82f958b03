/* SPDX-License-Identifier: MIT */
/* Memory between two pages that nobody may touch: a block that ends where the page after it begins, or begins where the
 * page before it ends, so that one byte too far in that direction ends the program, whatever wrote or read it and however
 * the program was built: AddressSanitizer knows only accesses that it compiled. POSIX. */
#ifndef GDV_TESTS_GUARD_H
#define GDV_TESTS_GUARD_H

#include <stddef.h>
#include <stdint.h>

typedef struct guarded {
    uint8_t *bytes; /* the first page that may be touched */
    size_t room;    /* whole pages */
} guarded;

/* Room for at least `size` bytes; aborts where there is none. */
guarded guard_open(size_t size);
void guard_close(guarded *closed);

/* The places of a block of `size` bytes: its last byte just before the page after, or its first just after the page
 * before. Aborts where it does not fit. */
void *guard_last(const guarded *from, size_t size);
void *guard_first(const guarded *from, size_t size);

/* What is being done, for the message with which the program ends when a page is touched; it is kept by its address. */
void guard_says(const char *what);

#endif
