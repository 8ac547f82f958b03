# SPDX-License-Identifier: MIT
"""fuzz_target(): from one harness to a fuzzer that starts by its name, and to tests that replay the corpus."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//ci:copts.bzl", "GDV_COPTS")
load("//ci:engines.bzl", "ENGINES", "ENGINE_ATTRS", "engine_transition", "runfiles_of")
load(":planted.bzl", "PLANTED", "planted_for")

_PROGRAM_ATTRS = dict(
    ENGINE_ATTRS,
    binary = attr.label(mandatory = True, cfg = engine_transition),
    corpus = attr.label_list(doc = "corpus_dir targets"),
    finds = attr.label_list(doc = "corpus_dir targets, of inputs that this harness chose"),
    template = attr.label(mandatory = True, allow_single_file = True),
)

def _program(ctx, substitutions, files = []):
    """A script from ctx.attr.template, with the instrumented binary and the corpus in its runfiles."""
    target = ctx.attr.binary[0]
    executable = ctx.actions.declare_file(ctx.label.name)
    env = ENGINES[ctx.attr.engine].env
    ctx.actions.expand_template(
        template = ctx.file.template,
        output = executable,
        substitutions = dict(substitutions, **{
            "%{binary}": target[DefaultInfo].files_to_run.executable.short_path,
            "%{corpus}": " ".join([dir.short_path for dir in ctx.files.corpus]),
            "%{env}": "\n".join(["export %s=\"${%s:-%s}\"" % (key, key, env[key]) for key in sorted(env)]),
            "%{finds}": " ".join([dir.short_path for dir in ctx.files.finds]),
            "%{label}": "//%s:%s" % (ctx.label.package, ctx.label.name),
            "%{name}": ctx.label.name,
            "%{workspace}": ctx.workspace_name,
        }),
        is_executable = True,
    )
    runfiles = runfiles_of(ctx, target).merge(ctx.runfiles(files = ctx.files.corpus + ctx.files.finds + files))
    return [DefaultInfo(executable = executable, runfiles = runfiles)]

def _launcher_impl(ctx):
    files = {"dict": ctx.file.dict, "mutator": ctx.file.mutator}
    return _program(
        ctx,
        dict(
            {"%%{%s}" % key: files[key].short_path if files[key] else "" for key in files},
            **{
                "%{libfuzzer}": ctx.attr.libfuzzer,
                "%{max_len}": str(ctx.attr.max_len),
            }
        ),
        [file for file in files.values() if file],
    )

_launcher = rule(
    implementation = _launcher_impl,
    attrs = dict(
        _PROGRAM_ATTRS,
        dict = attr.label(allow_single_file = True),
        libfuzzer = attr.string(doc = "the launcher of the same harness that shows stacks"),
        max_len = attr.int(),
        mutator = attr.label(allow_single_file = True, doc = "a library that AFL++ loads; built as the host's programs are"),
    ),
    executable = True,
)

def _replay_impl(ctx):
    return _program(ctx, {
        "%{corpus_env}": " ".join(["%s=%s" % (key, ctx.attr.env[key]) for key in sorted(ctx.attr.env)]),
        "%{flags}": " ".join(ctx.attr.flags),
    })

_replay_test = rule(
    implementation = _replay_impl,
    attrs = dict(
        _PROGRAM_ATTRS,
        env = attr.string_dict(doc = "environment of the harness while it replays `corpus`"),
        flags = attr.string_list(),
    ),
    test = True,
)

# AFL++'s main() for a libFuzzer harness, and its runtime, which the coverage of the engine "afl" calls.
_AFL = [
    "/usr/lib/afl/libAFLDriver.a",
    "/usr/lib/afl/afl-compiler-rt.o",
]

def _fuzzer(name, srcs, deps, corpus, finds, dict, max_len, afl_mutator, copts, tags, testonly = False):
    """The harness with the main() of each engine, and their launchers."""
    cc_binary(
        name = name + "_libfuzzer",
        testonly = testonly,
        srcs = srcs,
        copts = GDV_COPTS + copts,
        linkopts = ["-fsanitize=fuzzer"],
        # Built directly it would link, and fuzz without instrumentation.
        tags = ["manual"],
        visibility = ["//visibility:private"],
        deps = deps,
    )
    _launcher(
        name = name,
        testonly = testonly,
        binary = name + "_libfuzzer",
        corpus = corpus,
        dict = dict,
        engine = "libfuzzer",
        finds = finds,
        max_len = max_len,
        tags = tags + ["engine"],
        template = "//fuzz:run.sh",
    )

    # All manual: a machine that is not asked for it needs no AFL++.
    cc_binary(
        name = name + "_afl_bin",
        testonly = testonly,
        srcs = srcs,
        copts = GDV_COPTS + copts,
        linkopts = _AFL,
        tags = ["manual"],
        visibility = ["//visibility:private"],
        deps = deps,
    )
    _launcher(
        name = name + "_afl",
        testonly = testonly,
        binary = name + "_afl_bin",
        corpus = corpus,
        dict = dict,
        engine = "afl",
        finds = finds,
        libfuzzer = "//%s:%s" % (native.package_name(), name),
        max_len = max_len,
        mutator = afl_mutator,
        tags = tags + [
            "engine",
            "manual",
        ],
        template = "//fuzz:run_afl.sh",
    )

def fuzz_target(
        name,
        srcs,
        deps,
        corpus = [],
        dict = None,
        max_len = 65536,
        afl_mutator = None,
        replay_env = {},
        copts = [],
        tags = []):
    """A harness that defines LLVMFuzzerTestOneInput.

    Makes:
      NAME: `bazel run` fuzzes with libFuzzer under ASan and UBSan; see fuzz/run.sh for its arguments.
      NAME_afl: the same with AFL++; see fuzz/run_afl.sh. Manual.
      NAME_regression: test; every corpus file once through the same binary.
      NAME_msan: test; every corpus file once through the harness under MSan, with no engine.
      NAME_replay: program; runs the files named on its command line, built like everything else.
      NAME_planted, NAME_planted_afl: as NAME and NAME_afl, over a library with a bug in it; of each row for the target in
        planted.bzl, whose name stands for NAME. Manual.

    Besides `corpus` all of them read the finds of earlier runs, //corpus:fuzz/NAME, but for those with a planted bug,
    which are to find it.

    Args:
      name: of the launcher.
      srcs: C sources of the harness.
      deps: libraries under test, which get instrumented too.
      corpus: corpus_dir targets; seeds of the fuzzer and input of the tests.
      dict: a dictionary, of the form that both engines read.
      max_len: longest input in bytes.
      afl_mutator: a library with afl_custom_fuzz() for NAME_afl.
      replay_env: environment of the harness while the two tests replay `corpus`. The finds are replayed without it:
        each is what it was when it was found.
      copts: added to the project's own.
      tags: for all of them.
    """
    finds = ["//corpus:fuzz/" + name]
    _fuzzer(name, srcs, deps, corpus, finds, dict, max_len, afl_mutator, copts, tags)
    for row in planted_for(name):
        if row != name:
            # //ci:planted_test takes the real library by the name of the row.
            native.alias(
                name = row,
                actual = name,
                tags = ["manual"],
            )
        _fuzzer(
            row + "_planted",
            srcs,
            ["//fuzz:planted_" + row if dep in ["//lib:gdv", "//tests:gdv_changing"] else dep for dep in deps],
            corpus if PLANTED[row].corpus == None else PLANTED[row].corpus,
            [],
            dict,
            max_len,
            afl_mutator,
            copts,
            tags + ["manual"],
            testonly = True,
        )
    cc_binary(
        name = name + "_replay",
        srcs = srcs + ["//fuzz:support/replay.c"],
        copts = GDV_COPTS + copts,
        tags = tags,
        deps = deps,
    )
    _replay_test(
        name = name + "_regression",
        binary = name + "_libfuzzer",
        corpus = corpus,
        engine = "libfuzzer",
        env = replay_env,
        finds = finds,
        flags = ["-timeout=60"],
        tags = tags + ["engine"],
        template = "//fuzz:replay_test.sh",
    )
    _replay_test(
        name = name + "_msan",
        binary = name + "_replay",
        corpus = corpus,
        engine = "msan",
        env = replay_env,
        finds = finds,
        tags = tags + ["engine"],
        template = "//fuzz:replay_test.sh",
    )
