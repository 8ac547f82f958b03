// SPDX-License-Identifier: MIT
/*
 * Runner of tests/shim/criterion/criterion.h: every test in turn, in this process. A test that crashes
 * therefore ends the run before the closing "gdv-tests:" line, and ci/count takes the missing line for a
 * failure.
 */
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "criterion/criterion.h"

static struct shim_test *first;
static struct shim_test **last = &first;
static size_t failures;
static jmp_buf way_out;
static bool finished;

void shim_register(struct shim_test *test)
{
    *last = test;
    last = &test->next;
}

void shim_log(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
}

void shim_check(bool fatal, bool holds, const char *file, int line, const char *text, ...)
{
    va_list arguments;
    const char *message;

    if (holds) {
        return;
    }
    failures++;
    (void)fprintf(stderr, "%s:%d: assertion failed: %s: ", file, line, text);
    va_start(arguments, text);
    message = va_arg(arguments, const char *);
    (void)vfprintf(stderr, message, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    if (fatal) {
        longjmp(way_out, 1);
    }
}

/* The fields that TestSuite() gave to a suite; the first suite without any has none. */
static const struct shim_options *suite_options(const char *suite)
{
    static const struct shim_options none;

    for (const struct shim_test *test = first; test != NULL; test = test->next) {
        if (test->name[0] == '\0' && strcmp(test->suite, suite) == 0) {
            return &test->options;
        }
    }
    return &none;
}

static void call(void (*hook)(void))
{
    if (hook != NULL) {
        hook();
    }
}

/* One test with one parameter (NULL if it takes none). */
static void run(const struct shim_test *test, void *parameter)
{
    const struct shim_options *suite = suite_options(test->suite);

    /* As in Criterion, a test's own hooks replace those of its suite. */
    call(test->options.init != NULL ? test->options.init : suite->init);
    if (test->run_with != NULL) {
        test->run_with(parameter);
    } else {
        test->run();
    }
    call(test->options.fini != NULL ? test->options.fini : suite->fini);
}

/* Holds no variable across setjmp() that a failing assertion, which jumps here, could clobber. */
static bool succeeds(const struct shim_test *test, void *parameter)
{
    failures = 0;
    if (setjmp(way_out) == 0) {
        run(test, parameter);
    }
    return failures == 0;
}

/* A test that calls exit(0) must not take the rest of the suite with it unnoticed. */
static void insist_on_the_end(void)
{
    if (!finished) {
        (void)fputs("a test called exit()\n", stderr);
        abort();
    }
}

int main(void)
{
    const char *filter = getenv("TESTBRIDGE_TEST_ONLY");
    size_t passed = 0;
    size_t failed = 0;

    if (atexit(insist_on_the_end) != 0) {
        return 1;
    }
    for (const struct shim_test *test = first; test != NULL; test = test->next) {
        struct criterion_test_params parameters = {0, NULL, 1, NULL};
        char name[256];

        (void)snprintf(name, sizeof name, "%s/%s", test->suite, test->name);
        if (test->name[0] == '\0' || (filter != NULL && fnmatch(filter, name, 0) != 0)) {
            continue;
        }
        /* Both need a process to sacrifice; the plain build has one. */
        if (test->options.disabled || test->options.signal != 0 || test->options.exit_code != 0) {
            (void)printf("skipped: %s\n", name);
            continue;
        }
        if (test->parameters != NULL) {
            parameters = test->parameters();
        }
        for (size_t i = 0; i < parameters.length; i++) {
            char *base = parameters.params;
            bool ok = succeeds(test, base != NULL ? base + i * parameters.size : NULL);

            passed += ok ? 1 : 0;
            failed += ok ? 0 : 1;
            if (!ok) {
                (void)fprintf(stderr, "FAILED: %s [%zu]\n", name, i);
            }
        }
    }
    if (passed + failed == 0 && filter == NULL) {
        (void)fputs("no test ran\n", stderr);
        failed = 1;
    }
    finished = true;
    (void)printf("gdv-tests: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
