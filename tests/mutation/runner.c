/* SPDX-License-Identifier: MIT */
/* All unit tests and all replays of the corpus in one program, over a library that holds all its mutants: forks for each
 * mutant, so that starting costs nothing and whatever a mutant breaks dies with the child.
 *
 *      runner list              the names of its tests, in the order of their numbers
 *      runner time [TEST..]     for each test, or these, its number, whether it passes, microseconds of processor time
 *      runner reach [TEST..]    the same, and the numbers of the mutants that it comes by (built with GDV_MUTATE_REACH)
 *      runner serve             reads requests, "MUTANT TEST:MICROSECONDS TEST:MICROSECONDS ..\n", and answers each with
 *                               "RESULT TEST\n": what the first test that did not pass died of, or "survived"
 *
 * Tests run as tests/shim runs them. What is linked in besides them is in targets.c, which build.py writes. */
/* For what is not in C11. */
#define _GNU_SOURCE
#define main shim_main
#include "tests/shim/shim.c"
#undef main

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/mutation/runner.h"
#include "tests/mutation/schemata.h"

uint32_t gdv_mutant;
uint32_t gdv_weak_digest;
uint64_t gdv_moves;
uint64_t gdv_digested;
uint64_t gdv_passed;
uint32_t gdv_comparisons;
uint32_t gdv_rereads;

/* Exit status of a child, chosen so that no program says it by chance. */
enum { SURVIVED = 40, FAILED_TEST = 41, SANITIZED = 42 };

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=42:detect_leaks=0:abort_on_error=0:allocator_may_return_null=1:handle_segv=0:handle_abort=0:"
           "handle_sigill=0:handle_sigfpe=0:handle_sigbus=0";
}

const char *__msan_default_options(void);
const char *__msan_default_options(void)
{
    return "exitcode=42:abort_on_error=0:allocator_may_return_null=1:handle_segv=0:handle_abort=0:handle_sigill=0:"
           "handle_sigfpe=0:handle_sigbus=0";
}

/* A test: of the shim, with strong or weak digests; or files of the corpus through a fuzz target. */
typedef struct unit {
    const struct shim_test *test;
    bool weak;
    const struct replay *replay;
} unit;

static unit *units;
static size_t units_count;

static void add(unit one)
{
    if (units_count % 256 == 0) {
        units = realloc(units, (units_count + 256) * sizeof *units);
        if (units == NULL) {
            abort();
        }
    }
    units[units_count++] = one;
}

static void collect(void)
{
    for (const struct shim_test *test = first; test != NULL; test = test->next) {
        if (test->name[0] != '\0' && !test->options.disabled && test->options.signal == 0 &&
            test->options.exit_code == 0) {
            add((unit){test, false, NULL});
        }
    }
    for (const struct shim_test *test = first; test != NULL; test = test->next) {
        for (const char *const *weak = weak_suites; *weak != NULL; weak++) {
            if (test->name[0] != '\0' && strcmp(*weak, test->suite) == 0) {
                add((unit){test, true, NULL});
            }
        }
    }
    for (const struct replay *each = replays; each->target != NULL; each++) {
        add((unit){NULL, false, each});
    }
}

static bool replay_files(const struct replay *of)
{
    for (const char *const *path = of->files; *path != NULL; path++) {
        FILE *file = fopen(*path, "rb");
        if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
            return false;
        }
        long size = ftell(file);
        rewind(file);
        uint8_t *bytes = malloc(size > 0 ? (size_t)size : 1);
        if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
            return false;
        }
        (void)fclose(file);
        (void)of->target(bytes, (size_t)size);
        free(bytes);
    }
    return true;
}

static bool passes(const unit *one)
{
    struct criterion_test_params parameters = {0, NULL, 1, NULL};
    bool ok = true;

    if (one->replay != NULL) {
        return replay_files(one->replay);
    }
    gdv_weak_digest = one->weak ? 1 : 0;
    if (one->test->parameters != NULL) {
        parameters = one->test->parameters();
    }
    for (size_t i = 0; i < parameters.length && ok; i++) {
        char *base = parameters.params;
        ok = succeeds(one->test, base != NULL ? base + i * parameters.size : NULL);
    }
    gdv_weak_digest = 0;
    return ok;
}

static void name_of(const unit *one, char *name, size_t size)
{
    if (one->replay != NULL) {
        (void)snprintf(name, size, "replay/%s", one->replay->name);
    } else {
        (void)snprintf(name, size, "%s%s/%s", one->weak ? "weak/" : "", one->test->suite, one->test->name);
    }
}

static long processor_time(void)
{
    struct rusage used;
    (void)getrusage(RUSAGE_SELF, &used);
    return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000L + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
}

static void silence(void)
{
    int null = open("/dev/null", O_RDWR);
    (void)dup2(null, 0);
    (void)dup2(null, 1);
    (void)dup2(null, 2);
}

/* Processor time, so that a busy machine kills no mutant; and a long time by the clock for what waits for ever. */
static void limit(long microseconds)
{
    struct itimerval busy = {{0, 0}, {microseconds / 1000000, microseconds % 1000000}};
    struct itimerval waiting = {{0, 0}, {20 + microseconds / 20000, 0}};
    (void)setitimer(ITIMER_PROF, &busy, NULL);
    (void)setitimer(ITIMER_REAL, &waiting, NULL);
}

static volatile long *shared_test;

/* In the child. `tests` is the rest of the request. */
_Noreturn static void try(char *tests)
{
    char *rest = tests;
    while (*rest != '\0' && *rest != '\n') {
        long test = strtol(rest, &rest, 10);
        long microseconds = *rest == ':' ? strtol(rest + 1, &rest, 10) : 0;
        if (test < 0 || (size_t)test >= units_count || microseconds <= 0) {
            abort();
        }
        *shared_test = test;
        limit(microseconds);
        if (!passes(&units[test])) {
            _exit(FAILED_TEST);
        }
        while (*rest == ' ') {
            rest++;
        }
    }
    _exit(SURVIVED);
}

static const char *verdict(int status)
{
    if (WIFSIGNALED(status)) {
        int number = WTERMSIG(status);
        return number == SIGPROF || number == SIGALRM  ? "timeout"
               : number == SIGILL || number == SIGTRAP ? "undefined"
               : number == SIGABRT                     ? "abort"
                                                       : "crash";
    }
    return WEXITSTATUS(status) == SURVIVED      ? "survived"
           : WEXITSTATUS(status) == FAILED_TEST ? "test"
           : WEXITSTATUS(status) == SANITIZED   ? "address"
                                                : "exit";
}

static int serve(void)
{
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) > 0) {
        char *rest = line;
        unsigned long mutant = strtoul(line, &rest, 10);
        int status = 0;
        *shared_test = -1;
        (void)fflush(stdout);
        pid_t child = fork();
        if (child < 0) {
            return 1;
        }
        if (child == 0) {
            silence();
            gdv_mutant = (uint32_t)mutant;
            try(rest + (*rest == ' ' ? 1 : 0));
        }
        if (waitpid(child, &status, 0) != child) {
            return 1;
        }
        (void)printf("%s %ld\n", verdict(status), *shared_test);
        (void)fflush(stdout);
    }
    free(line);
    return 0;
}

/* Each in a child of its own would hide that tests share a process; so would Bazel's order. What tests print is not
 * ours to report. */
static int measure(bool reach, int argc, char *argv[])
{
    FILE *report = fdopen(dup(1), "w");
    if (report == NULL || freopen("/dev/null", "w", stdout) == NULL) {
        return 1;
    }
    for (size_t at = 0; at < (argc > 0 ? (size_t)argc : units_count); at++) {
        size_t i = argc > 0 ? strtoul(argv[at], NULL, 10) : at;
        if (i >= units_count) {
            return 2;
        }
        memset(gdv_reached, 0, gdv_mutants);
        long before = processor_time();
        bool ok = passes(&units[i]);
        (void)fprintf(report, "%zu %d %ld", i, ok ? 1 : 0, processor_time() - before);
        for (size_t number = 0; reach && number < gdv_mutants; number++) {
            if (gdv_reached[number] != 0) {
                (void)fprintf(report, " %zu", number);
            }
        }
        (void)fprintf(report, "\n");
        (void)fflush(report);
    }
    return 0;
}

int main(int argc, char *argv[])
{
    const char *what = argc >= 2 ? argv[1] : "";

    finished = true;
    for (const char *const *name = environment; *name != NULL; name++) {
        (void)setenv(*name, "1", 1);
    }
    collect();
    shared_test = mmap(NULL, sizeof *shared_test, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared_test == MAP_FAILED) {
        return 1;
    }
    if (strcmp(what, "list") == 0) {
        for (size_t i = 0; i < units_count; i++) {
            char name[256];
            name_of(&units[i], name, sizeof name);
            (void)puts(name);
        }
        return 0;
    }
    if (strcmp(what, "serve") == 0) {
        return serve();
    }
    if (strcmp(what, "time") == 0 || strcmp(what, "reach") == 0) {
        return measure(strcmp(what, "reach") == 0, argc - 2, argv + 2);
    }
    (void)fprintf(stderr, "usage: %s list|time [TEST..]|reach [TEST..]|serve\n", argv[0]);
    return 2;
}
