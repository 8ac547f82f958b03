# SPDX-License-Identifier: MIT
"""fuzz_target(): from one harness to a fuzzer that starts by its name, and to tests that replay the corpus."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//ci:copts.bzl", "GDV_COPTS")
load("//ci:engines.bzl", "ENGINES", "ENGINE_ATTRS", "engine_transition", "runfiles_of")
load(":planted.bzl", "PLANTED")

_PROGRAM_ATTRS = dict(
    ENGINE_ATTRS,
    binary = attr.label(mandatory = True, cfg = engine_transition),
    corpus = attr.label_list(doc = "corpus_dir targets"),
    env = attr.string_dict(doc = "environment of the harness, where the caller has not set it"),
    template = attr.label(mandatory = True, allow_single_file = True),
)

def _program(ctx, substitutions, files = []):
    """A script from ctx.attr.template, with the instrumented binary and the corpus in its runfiles."""
    target = ctx.attr.binary[0]
    executable = ctx.actions.declare_file(ctx.label.name)
    env = dict(ENGINES[ctx.attr.engine].env, **ctx.attr.env)
    ctx.actions.expand_template(
        template = ctx.file.template,
        output = executable,
        substitutions = dict(substitutions, **{
            "%{binary}": target[DefaultInfo].files_to_run.executable.short_path,
            "%{corpus}": " ".join([dir.short_path for dir in ctx.files.corpus]),
            "%{env}": "\n".join(["export %s=\"${%s:-%s}\"" % (key, key, env[key]) for key in sorted(env)]),
            "%{label}": "//%s:%s" % (ctx.label.package, ctx.label.name),
            "%{name}": ctx.label.name,
            "%{workspace}": ctx.workspace_name,
        }),
        is_executable = True,
    )
    runfiles = runfiles_of(ctx, target).merge(ctx.runfiles(files = ctx.files.corpus + files))
    return [DefaultInfo(executable = executable, runfiles = runfiles)]

def _launcher_impl(ctx):
    dictionary = ctx.file.dict
    return _program(
        ctx,
        {
            "%{dict}": dictionary.short_path if dictionary else "",
            "%{max_len}": str(ctx.attr.max_len),
        },
        [dictionary] if dictionary else [],
    )

_launcher = rule(
    implementation = _launcher_impl,
    attrs = dict(
        _PROGRAM_ATTRS,
        dict = attr.label(allow_single_file = True),
        max_len = attr.int(),
    ),
    executable = True,
)

def _replay_impl(ctx):
    return _program(ctx, {"%{flags}": " ".join(ctx.attr.flags)})

_replay_test = rule(
    implementation = _replay_impl,
    attrs = dict(_PROGRAM_ATTRS, flags = attr.string_list()),
    test = True,
)

def _fuzzer(name, srcs, deps, corpus, dict, max_len, copts, tags, testonly = False):
    """The harness with libFuzzer's main(), and its launcher."""
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
        max_len = max_len,
        tags = tags + ["engine"],
        template = "//fuzz:run.sh",
    )

def fuzz_target(
        name,
        srcs,
        deps,
        corpus = [],
        dict = None,
        max_len = 65536,
        replay_env = {},
        copts = [],
        tags = []):
    """A harness that defines LLVMFuzzerTestOneInput.

    Makes:
      NAME: `bazel run` fuzzes with libFuzzer under ASan and UBSan; see fuzz/run.sh for its arguments.
      NAME_regression: test; every corpus file once through the same binary.
      NAME_msan: test; every corpus file once through the harness under MSan, with no engine.
      NAME_replay: program; runs the files named on its command line, built like everything else.
      NAME_planted: as NAME, over a library with a bug in it; for targets with a row in planted.bzl.

    Args:
      name: of the launcher.
      srcs: C sources of the harness.
      deps: libraries under test, which get instrumented too.
      corpus: corpus_dir targets; seeds of the fuzzer and input of the tests.
      dict: a libFuzzer dictionary.
      max_len: longest input in bytes.
      replay_env: environment of the harness in the two tests.
      copts: added to the project's own.
      tags: for all of them.
    """
    _fuzzer(name, srcs, deps, corpus, dict, max_len, copts, tags)
    if name in PLANTED:
        _fuzzer(
            name + "_planted",
            srcs,
            ["//lib:planted_" + name if dep == "//lib:gdv" else dep for dep in deps],
            corpus if PLANTED[name].corpus == None else PLANTED[name].corpus,
            dict,
            max_len,
            copts,
            tags + ["manual"],
            testonly = True,
        )
    cc_binary(
        name = name + "_replay",
        srcs = srcs + ["//fuzz:replay.c"],
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
        tags = tags + ["engine"],
        template = "//fuzz:replay_test.sh",
    )
