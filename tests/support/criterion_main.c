// SPDX-License-Identifier: MIT
/*
 * main() of every Criterion test. Criterion's own would do, but for the ways in which it calls a failing
 * suite green; each is closed here or, with its reason, in tests/BUILD. One remains: a test that calls
 * exit(0) passes. The same test on the shim (NAME_msan) fails then. The last line printed, "gdv-tests: P
 * passed, F failed", is what ci/count adds up.
 */
#include <stdio.h>
#include <stdlib.h>

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/options.h>
#include <criterion/output.h>

/* The hooks are called in the process that runs the suite, while each test runs in a worker of its own. */
static size_t failed_assertions;
static size_t passed;
static size_t failed;

ReportHook(ASSERT)(struct criterion_assert_stats *stats)
{
    failed_assertions += stats->passed ? 0 : 1;
}

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
    passed = stats->tests_passed;
    failed = stats->tests_failed + stats->tests_crashed;
}

int main(int argc, char *argv[])
{
    struct criterion_test_set *tests = criterion_initialize();
    const char *filter = getenv("TESTBRIDGE_TEST_ONLY");
    const char *xml = getenv("XML_OUTPUT_FILE");
    int ok = 1;

    if (criterion_handle_args(argc, argv, true)) {
        if (filter != NULL) {
            criterion_options.pattern = filter;
        }
        /* Through CRITERION_OUTPUTS the same would leak, and ASan would fail every suite. */
        if (xml != NULL) {
            criterion_add_output("xml", xml);
        }
        ok = criterion_run_all_tests(tests);

        /* Linked with section garbage collection, or under a filter that matches nothing, no test runs. */
        if (passed + failed == 0 && filter == NULL) {
            fputs("no test ran\n", stderr);
            failed = 1;
        }
        /* A worker that dies after its test (ASan's leak check does that), or that fails an assertion in
           .fini, leaves its test counted as passed. */
        if ((!ok || failed_assertions > 0) && failed == 0) {
            fputs("a test failed before or after its body\n", stderr);
            failed = 1;
            passed -= passed > 0 ? 1 : 0;
        }
        ok = ok && failed == 0;
        printf("gdv-tests: %zu passed, %zu failed\n", passed, failed);
    }
    criterion_finalize(tests);
    return ok ? 0 : 1;
}
