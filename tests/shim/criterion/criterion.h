// SPDX-License-Identifier: MIT
/*
 * The part of Criterion's interface that our tests use, on nothing but libc and in a single process. MSan and
 * TSan need that: Criterion's libraries are not instrumented and its workers confuse both. Found by include
 * path in place of Criterion's own header, so that a test does not know. What Criterion would do better is
 * done by the plain and ASan builds of the same test; in particular messages are checked against their
 * formats there, not here.
 */
#ifndef GDV_TESTS_SHIM_CRITERION_H
#define GDV_TESTS_SHIM_CRITERION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fields of Test() and TestSuite(). Bazel's own limit stands in for .timeout. */
struct shim_options {
    void (*init)(void);
    void (*fini)(void);
    double timeout;
    const char *description;
    int signal;
    int exit_code;
    bool disabled;
    int sentinel;
};

struct criterion_test_params {
    size_t size;
    void *params;
    size_t length;
    void (*cleanup)(struct criterion_test_params *);
};

/* A test, or with an empty name the fields of a suite; linked into one list before main(). */
struct shim_test {
    const char *suite;
    const char *name;
    void (*run)(void);
    void (*run_with)(void *);
    struct criterion_test_params (*parameters)(void);
    struct shim_options options;
    struct shim_test *next;
};

void shim_register(struct shim_test *test);
void shim_check(bool fatal, bool holds, const char *file, int line, const char *text, ...);
void shim_log(const char *format, ...);

#define SHIM_ENTRY_(Suite, Name, Run, RunWith, Parameters, ...)                                                        \
    static struct shim_test shim_test_##Suite##_##Name = {.suite = #Suite,                                             \
                                                          .name = #Name,                                               \
                                                          .run = Run,                                                  \
                                                          .run_with = RunWith,                                         \
                                                          .parameters = Parameters,                                    \
                                                          .options = {__VA_ARGS__}};                                   \
    __attribute__((constructor)) static void shim_enter_##Suite##_##Name(void)                                         \
    {                                                                                                                  \
        shim_register(&shim_test_##Suite##_##Name);                                                                    \
    }

#define SHIM_TEST_(Suite, Name, ...)                                                                                   \
    static void shim_run_##Suite##_##Name(void);                                                                       \
    SHIM_ENTRY_(Suite, Name, shim_run_##Suite##_##Name, NULL, NULL, __VA_ARGS__)                                       \
    static void shim_run_##Suite##_##Name(void)

/* Ends in a harmless redeclaration, because a suite is written with a semicolon after it. */
#define SHIM_SUITE_(Suite, ...)                                                                                        \
    SHIM_ENTRY_(Suite, , NULL, NULL, NULL, __VA_ARGS__)                                                                \
    struct shim_test

#define SHIM_PARAMETERIZED_(Parameter, Suite, Name, ...)                                                               \
    static struct criterion_test_params shim_parameters_##Suite##_##Name(void);                                        \
    static void shim_run_##Suite##_##Name(Parameter);                                                                  \
    static void shim_call_##Suite##_##Name(void *parameter)                                                            \
    {                                                                                                                  \
        shim_run_##Suite##_##Name(parameter);                                                                          \
    }                                                                                                                  \
    SHIM_ENTRY_(Suite, Name, NULL, shim_call_##Suite##_##Name, shim_parameters_##Suite##_##Name, __VA_ARGS__)          \
    static void shim_run_##Suite##_##Name(Parameter)

/* The sentinel makes the variable part of each macro non-empty, which C11 asks for. */
#define Test(...) SHIM_TEST_(__VA_ARGS__, .sentinel = 0)
#define TestSuite(...) SHIM_SUITE_(__VA_ARGS__, .sentinel = 0)
#define ParameterizedTest(...) SHIM_PARAMETERIZED_(__VA_ARGS__, .sentinel = 0)
#define ParameterizedTestParameters(Suite, Name)                                                                       \
    static struct criterion_test_params shim_parameters_##Suite##_##Name(void)
#define SHIM_PARAMETERS_(Type, Array, Length, ...)                                                                     \
    ((struct criterion_test_params){sizeof(Type), (void *)(Array), (Length), NULL})
#define cr_make_param_array(...) SHIM_PARAMETERS_(__VA_ARGS__, NULL)

#define cr_malloc malloc
#define cr_calloc calloc
#define cr_realloc realloc
#define cr_free free

/* The empty string at the end stands in for a message where there is none; after one it is not printed. */
#define SHIM_COND_(Fatal, Condition, ...)                                                                              \
    shim_check((Fatal), (Condition) ? true : false, __FILE__, __LINE__, #Condition, __VA_ARGS__)
#define SHIM_NOT_(Fatal, Condition, ...)                                                                               \
    shim_check((Fatal), (Condition) ? false : true, __FILE__, __LINE__, "!(" #Condition ")", __VA_ARGS__)
#define SHIM_OP_(Fatal, Op, A, B, ...) shim_check((Fatal), (A)Op(B), __FILE__, __LINE__, #A " " #Op " " #B, __VA_ARGS__)
#define SHIM_STR_(Fatal, Op, A, B, ...)                                                                                \
    shim_check((Fatal), strcmp((A), (B)) Op 0, __FILE__, __LINE__, #A " " #Op " " #B, __VA_ARGS__)
#define SHIM_ARR_(Fatal, Op, A, B, Size, ...)                                                                          \
    shim_check((Fatal), memcmp((A), (B), (Size)) Op 0, __FILE__, __LINE__, #A " " #Op " " #B, __VA_ARGS__)
#define SHIM_NEAR_(Fatal, A, B, Epsilon, ...)                                                                          \
    shim_check((Fatal), (A) - (B) <= (Epsilon) && (B) - (A) <= (Epsilon), __FILE__, __LINE__, #A " ~ " #B, __VA_ARGS__)

#define cr_assert(...) SHIM_COND_(true, __VA_ARGS__, "")
#define cr_assert_not(...) SHIM_NOT_(true, __VA_ARGS__, "")
#define cr_assert_eq(...) SHIM_OP_(true, ==, __VA_ARGS__, "")
#define cr_assert_neq(...) SHIM_OP_(true, !=, __VA_ARGS__, "")
#define cr_assert_lt(...) SHIM_OP_(true, <, __VA_ARGS__, "")
#define cr_assert_leq(...) SHIM_OP_(true, <=, __VA_ARGS__, "")
#define cr_assert_gt(...) SHIM_OP_(true, >, __VA_ARGS__, "")
#define cr_assert_geq(...) SHIM_OP_(true, >=, __VA_ARGS__, "")
#define cr_assert_null(...) SHIM_NOT_(true, __VA_ARGS__, "")
#define cr_assert_not_null(...) SHIM_COND_(true, __VA_ARGS__, "")
#define cr_assert_str_eq(...) SHIM_STR_(true, ==, __VA_ARGS__, "")
#define cr_assert_str_neq(...) SHIM_STR_(true, !=, __VA_ARGS__, "")
#define cr_assert_arr_eq(...) SHIM_ARR_(true, ==, __VA_ARGS__, "")
#define cr_assert_arr_neq(...) SHIM_ARR_(true, !=, __VA_ARGS__, "")
#define cr_assert_float_eq(...) SHIM_NEAR_(true, __VA_ARGS__, "")
#define cr_assert_fail(...) shim_check(true, false, __FILE__, __LINE__, "fail", "" __VA_ARGS__)

#define cr_expect(...) SHIM_COND_(false, __VA_ARGS__, "")
#define cr_expect_not(...) SHIM_NOT_(false, __VA_ARGS__, "")
#define cr_expect_eq(...) SHIM_OP_(false, ==, __VA_ARGS__, "")
#define cr_expect_neq(...) SHIM_OP_(false, !=, __VA_ARGS__, "")
#define cr_expect_lt(...) SHIM_OP_(false, <, __VA_ARGS__, "")
#define cr_expect_leq(...) SHIM_OP_(false, <=, __VA_ARGS__, "")
#define cr_expect_gt(...) SHIM_OP_(false, >, __VA_ARGS__, "")
#define cr_expect_geq(...) SHIM_OP_(false, >=, __VA_ARGS__, "")
#define cr_expect_null(...) SHIM_NOT_(false, __VA_ARGS__, "")
#define cr_expect_not_null(...) SHIM_COND_(false, __VA_ARGS__, "")
#define cr_expect_str_eq(...) SHIM_STR_(false, ==, __VA_ARGS__, "")
#define cr_expect_str_neq(...) SHIM_STR_(false, !=, __VA_ARGS__, "")
#define cr_expect_arr_eq(...) SHIM_ARR_(false, ==, __VA_ARGS__, "")
#define cr_expect_arr_neq(...) SHIM_ARR_(false, !=, __VA_ARGS__, "")
#define cr_expect_float_eq(...) SHIM_NEAR_(false, __VA_ARGS__, "")
#define cr_expect_fail(...) shim_check(false, false, __FILE__, __LINE__, "fail", "" __VA_ARGS__)

#define cr_fail(...) cr_assert_fail(__VA_ARGS__)
#define cr_log_info(...) shim_log(__VA_ARGS__)
#define cr_log_warn(...) shim_log(__VA_ARGS__)
#define cr_log_error(...) shim_log(__VA_ARGS__)

#endif
