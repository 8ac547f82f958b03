/* SPDX-License-Identifier: MIT */
/* C11 alone has no mmap. */
#define _DEFAULT_SOURCE 1 /* NOLINT(bugprone-reserved-identifier): the name is libc's own */

#include "tests/support/guard.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *volatile doing = "nothing";
static struct sigaction before[2]; /* of SIGSEGV, of SIGBUS */
static bool watched;

static void insist(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "tests/guard: %s\n", what);
        abort();
    }
}

static size_t page_size(void)
{
    long size = sysconf(_SC_PAGESIZE);
    insist(size > 0, "no page size");
    return (size_t)size;
}

guarded guard_open(size_t size)
{
    size_t page = page_size();
    guarded made = {NULL, (size / page + 1) * page};
    void *all = mmap(NULL, made.room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    insist(all != MAP_FAILED, "no memory");
    made.bytes = (uint8_t *)all + page;
    insist(mprotect(made.bytes, made.room, PROT_READ | PROT_WRITE) == 0, "no access to the memory");
    return made;
}

void guard_close(guarded *closed)
{
    size_t page = page_size();
    insist(munmap(closed->bytes - page, closed->room + 2 * page) == 0, "cannot give the memory back");
    closed->bytes = NULL;
    closed->room = 0;
}

void *guard_last(const guarded *from, size_t size)
{
    insist(size <= from->room, "the block does not fit");
    return from->bytes + (from->room - size);
}

void *guard_first(const guarded *from, size_t size)
{
    insist(size <= from->room, "the block does not fit");
    return from->bytes;
}

/* Says where it was. Behind it the access happens again, now to whoever was in charge before: a sanitizer has more to
 * say. */
static void touched(int number)
{
    static const char words[] = "a guard page was touched: ";
    if (sigaction(number, &before[number == SIGBUS], NULL) != 0 || write(STDERR_FILENO, words, sizeof words - 1) < 0 ||
        write(STDERR_FILENO, doing, strlen(doing)) < 0 || write(STDERR_FILENO, "\n", 1) < 0) {
        _exit(1);
    }
}

static void watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = touched;
    insist(sigaction(SIGSEGV, &action, &before[0]) == 0 && sigaction(SIGBUS, &action, &before[1]) == 0, "no handler");
    watched = true;
}

void guard_says(const char *what)
{
    doing = what;
    if (!watched) {
        watch();
    }
}
