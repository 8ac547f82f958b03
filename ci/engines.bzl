# SPDX-License-Identifier: MIT
"""One transition that carries every set of compiler flags, so that nothing in this workspace needs --config.

An *engine* is a way to build: under a sanitizer, for a fuzzer, for release. `engine_test` runs an existing test
built by another engine; `engine_files` hands out a target's files built by one. The transition replaces the flags of
the command line instead of adding to them, so that two sanitizers never meet in one object.
"""

load("@rules_cc//cc:defs.bzl", "cc_test")
load("//ci:copts.bzl", "GDV_COPTS")

_SYMBOLIZER = "external_symbolizer_path=/usr/lib/llvm-19/bin/llvm-symbolizer"

_DEBUG = [
    "-g",
    "-O1",
    "-fno-omit-frame-pointer",
    "-fdebug-prefix-map=/proc/self/cwd=.",
]

# `integer` reports unsigned wrap-around too: legal C, but in a decoder of hostile lengths it is a bug.
_UB = [
    "-fsanitize=undefined,integer,nullability,implicit-conversion,float-divide-by-zero",
    "-fno-sanitize-recover=all",
]

def _engine(copt, linkopt = [], mode = "fastbuild", shim = False, env = {}):
    return struct(copt = copt, linkopt = linkopt, mode = mode, shim = shim, env = env)

# Unit tests run on tests/shim under every sanitizer: MSan and TSan cannot bear Criterion's libraries, which are not
# instrumented, and one process for all tests is several times faster than one for each.
ENGINES = {
    "libfuzzer": _engine(
        # The engine's main() is linked by the harness alone; all code gets its coverage counters.
        copt = _DEBUG + ["-fsanitize=fuzzer-no-link,address"] + _UB,
        linkopt = ["-fsanitize=address"] + _UB,
        env = {
            "ASAN_OPTIONS": _SYMBOLIZER,
            "UBSAN_OPTIONS": "print_stacktrace=1:" + _SYMBOLIZER,
        },
    ),
    "afl": _engine(
        # Plain clang-19 with the coverage that AFL++'s runtime reads; Debian's wrapper is bound to clang-14.
        copt = _DEBUG + ["-fsanitize-coverage=trace-pc-guard,trace-cmp", "-fsanitize=address"] + _UB,
        linkopt = ["-fsanitize=address"] + _UB,
    ),
    "asan": _engine(
        copt = _DEBUG + ["-fsanitize=address", "-fsanitize-address-use-after-return=always"],
        linkopt = ["-fsanitize=address"],
        shim = True,
        env = {"ASAN_OPTIONS": "abort_on_error=1:detect_stack_use_after_return=1:" + _SYMBOLIZER},
    ),
    "ubsan": _engine(
        copt = _DEBUG + _UB,
        linkopt = _UB,
        shim = True,
        env = {"UBSAN_OPTIONS": "print_stacktrace=1:" + _SYMBOLIZER},
    ),
    "msan": _engine(
        # Without the origins of values, which cost a factor of three: --config=msan has them, for a debugging session.
        copt = _DEBUG + ["-fsanitize=memory"],
        linkopt = ["-fsanitize=memory"],
        shim = True,
        env = {"MSAN_OPTIONS": _SYMBOLIZER},
    ),
    "tsan": _engine(
        copt = _DEBUG + ["-fsanitize=thread"],
        linkopt = ["-fsanitize=thread"],
        shim = True,
        env = {"TSAN_OPTIONS": _SYMBOLIZER},
    ),
    "release": _engine(
        # Nothing that could call into libc without the library's knowledge: //ci:symbols_test looks. And no frame pointers, which
        # Bazel asks for, and neither -O2 nor the packages do that //bench measures beside it.
        copt = ["-O2", "-fomit-frame-pointer", "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-fPIC"],
        mode = "opt",
    ),
}

# All that adds flags but per_file_copt, which has the warnings (.bazelrc).
_FLAGS = ["compilation_mode", "conlyopt", "copt", "features", "linkopt", "strip"]

def _transition_impl(_settings, attr):
    engine = ENGINES[attr.engine]
    return {
        "//command_line_option:compilation_mode": engine.mode,
        "//command_line_option:conlyopt": [],
        "//command_line_option:copt": engine.copt,
        "//command_line_option:features": [],
        "//command_line_option:linkopt": engine.linkopt,
        "//command_line_option:strip": "never",
        "//tests:shim": engine.shim,
    }

engine_transition = transition(
    implementation = _transition_impl,
    inputs = [],
    outputs = ["//command_line_option:" + flag for flag in _FLAGS] + ["//tests:shim"],
)

# What every rule with an attribute under engine_transition has besides that attribute.
ENGINE_ATTRS = {
    "engine": attr.string(mandatory = True, values = ENGINES.keys()),
    "_allowlist_function_transition": attr.label(
        default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
    ),
}

def runfiles_of(ctx, target):
    """The runfiles of a dependency with its own executable, which a forwarding rule must pass on by hand."""
    info = target[DefaultInfo]
    return ctx.runfiles(transitive_files = info.files).merge(info.default_runfiles)

def _engine_test_impl(ctx):
    # Behind a transition even a single label reads as a list.
    target = ctx.attr.binary[0]
    executable = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(
        output = executable,
        target_file = target[DefaultInfo].files_to_run.executable,
        is_executable = True,
    )
    return [
        DefaultInfo(executable = executable, runfiles = runfiles_of(ctx, target)),
        testing.TestEnvironment(ENGINES[ctx.attr.engine].env),
    ]

engine_test = rule(
    implementation = _engine_test_impl,
    attrs = dict(ENGINE_ATTRS, binary = attr.label(mandatory = True, cfg = engine_transition)),
    doc = "Runs the test or program `binary`, built by `engine`; `args` do not come along.",
    test = True,
)

def _engine_program_impl(ctx):
    target = ctx.attr.binary[0]
    executable = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(
        output = executable,
        target_file = target[DefaultInfo].files_to_run.executable,
        is_executable = True,
    )
    return [DefaultInfo(executable = executable, runfiles = runfiles_of(ctx, target))]

engine_program = rule(
    implementation = _engine_program_impl,
    attrs = dict(ENGINE_ATTRS, binary = attr.label(mandatory = True, cfg = engine_transition)),
    doc = "Runs the program `binary`, built by `engine`.",
    executable = True,
)

def _engine_files_impl(ctx):
    files = depset(transitive = [target[DefaultInfo].files for target in ctx.attr.targets])
    return [DefaultInfo(files = files, runfiles = ctx.runfiles(transitive_files = files))]

engine_files = rule(
    implementation = _engine_files_impl,
    attrs = dict(
        ENGINE_ATTRS,
        targets = attr.label_list(mandatory = True, allow_files = True, cfg = engine_transition),
    ),
    doc = "The output files of `targets`, built by `engine`.",
)

# TSan is for tests that start threads: of a single one it can say nothing.
_SANITIZERS = [
    "asan",
    "ubsan",
    "msan",
]

def sanitized_tests(
        name,
        srcs,
        deps = [],
        data = [],
        engines = _SANITIZERS,
        plain = True,
        copts = [],
        linkopts = [],
        tags = [],
        size = "small",
        **kwargs):
    """A Criterion test, and the same test again under each sanitizer as NAME_ENGINE.

    Args:
      name: the plain test.
      srcs: C sources with `#include <criterion/criterion.h>` and no main().
      deps: libraries under test and helpers; Criterion is added.
      data: files that the test opens, by paths from the top of the workspace.
      engines: which sanitizers; they run the sources on tests/shim instead of Criterion.
      plain: whether the plain test belongs to `//...`.
      copts: added to the project's own.
      linkopts: for all of them.
      tags: for all of them; the sanitizer variants are tagged "engine" besides.
      size: for all of them.
      **kwargs: for the plain cc_test (`timeout`, `flaky`, ..).
    """
    cc_test(
        name = name,
        srcs = srcs,
        copts = GDV_COPTS + copts,
        data = data,
        linkopts = linkopts,
        size = size,
        tags = tags + ([] if plain else ["manual"]),
        deps = deps + ["//tests:criterion"],
        **kwargs
    )
    for engine in engines:
        engine_test(
            name = "%s_%s" % (name, engine),
            binary = name,
            engine = engine,
            size = size,
            tags = tags + ["engine", engine],
        )
