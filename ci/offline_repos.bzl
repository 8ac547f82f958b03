# SPDX-License-Identifier: MIT
"""Stub repositories, so that Debian's Bazel 4.2.3 builds without a network.

Bazel's built-in WORKSPACE suffix would download rules_cc, rules_java and the coverage tools, the last as soon as
one test target exists. A repository of the same name that WORKSPACE defines first wins over the suffix. The
stubs hand out Bazel 4's native rules under the names that later versions want, so that our BUILD files have the
same `load` lines everywhere.
"""

_CC_RULES = [
    "cc_binary",
    "cc_import",
    "cc_library",
    "cc_test",
    "cc_toolchain",
    "cc_toolchain_suite",
]

_JAVA_RULES = [
    "java_binary",
    "java_import",
    "java_library",
    "java_runtime",
    "java_test",
    "java_toolchain",
]

_SH_RULES = [
    "sh_binary",
    "sh_library",
    "sh_test",
]

def _forward(rules):
    return "\n".join(["%s = native.%s" % (rule, rule) for rule in rules]) + "\n"

def _stub_impl(repository_ctx):
    for path, content in repository_ctx.attr.files.items():
        # Only the refusing coverage tools are scripts.
        repository_ctx.file(path, content, executable = path.endswith(".sh"))

_stub = repository_rule(
    implementation = _stub_impl,
    attrs = {"files": attr.string_dict(mandatory = True)},
    local = True,
)

_COVERAGE_BUILD = """
package(default_visibility = ["//visibility:public"])

sh_binary(name = "coverage_report_generator", srcs = ["refuse.sh"])

sh_binary(name = "lcov_merger", srcs = ["refuse.sh"])
"""

# A silent stub would let `bazel coverage` pass with an empty report.
_COVERAGE_REFUSAL = """#!/bin/sh
echo "bazel coverage needs a download and knows no MC/DC; use clang's own coverage instead" >&2
exit 1
"""

def offline_repos():
    """Defines @rules_cc, @rules_java, @rules_shell and @remote_coverage_tools."""
    _stub(
        name = "rules_cc",
        files = {
            "WORKSPACE": "",
            "BUILD": "",
            # Bazel's own @bazel_tools//tools/cpp asks for this target.
            "cc/BUILD": """
package(default_visibility = ["//visibility:public"])

alias(name = "toolchain_type", actual = "@bazel_tools//tools/cpp:toolchain_type")
""",
            "cc/defs.bzl": _forward(_CC_RULES),
        },
    )
    _stub(
        name = "rules_java",
        files = {
            "WORKSPACE": "",
            "BUILD": "",
            "java/BUILD": "",
            "java/defs.bzl": _forward(_JAVA_RULES),
        },
    )
    shell = {
        "WORKSPACE": "",
        "BUILD": "",
        "shell/BUILD": "",
    }
    for rule in _SH_RULES:
        shell["shell/%s.bzl" % rule] = _forward([rule])
    _stub(
        name = "rules_shell",
        files = shell,
    )
    _stub(
        name = "remote_coverage_tools",
        files = {
            "WORKSPACE": "",
            "BUILD": _COVERAGE_BUILD,
            "refuse.sh": _COVERAGE_REFUSAL,
        },
    )
