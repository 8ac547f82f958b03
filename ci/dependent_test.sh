#!/bin/bash
# SPDX-License-Identifier: MIT
# Somebody else's workspace depends on //lib:gdv: the library builds there though a compiler finds something to warn of, and
# needs nothing of this workspace but lib/; here the same warning fails the build, under each configuration.
set -eu
. ci/cases.sh

command -v bazel >/dev/null 2>&1 || skip "bazel is missing"

# With servers of their own, which end with this test.
root=$TEST_TMPDIR/output
in_workspace() { # in_workspace FOLDER COMMAND FLAG..
    (cd "$1" && shift && env -u TEST_TMPDIR -u RUNFILES_DIR -u JAVA_RUNFILES HOME="$root" \
        bazel --output_user_root="$root" --max_idle_secs=60 "$@" 2>&1)
}
build() { # build FOLDER FLAG..
    local folder=$1
    shift
    in_workspace "$folder" build --noshow_progress --nosandbox_debug "$@"
}

# Here: what decides how the library is compiled, and the library with something to warn of.
here=$TEST_TMPDIR/here
mkdir -p "$root" "$here"
cp -rL .bazelrc WORKSPACE lib "$here/"
mkdir "$here/ci"
cp -L ci/offline_repos.bzl "$here/ci/"
# In the place of settings that .bazelrc names.
mkdir "$here/tests"
cp -L tests/shim.bzl "$here/tests/"
cat >"$here/tests/BUILD" <<'BUILD'
load(":shim.bzl", "bool_setting")
bool_setting(name = "shim", build_setting_default = False)
BUILD
touch "$here/ci/BUILD"
echo 'static int gdv_never_called(void) { return 0; }' >>"$here/lib/wire/status.c"

# There: no part of this workspace but WORKSPACE and lib/.
there=$TEST_TMPDIR/there
mkdir -p "$there/gdv" "$there/ci"
cp -r "$here/lib" "$there/gdv/"
echo 'workspace(name = "gdv")' >"$there/gdv/WORKSPACE"
touch "$there/ci/BUILD"
cp -L ci/offline_repos.bzl "$there/ci/"
cat >"$there/WORKSPACE" <<'BUILD'
load("//ci:offline_repos.bzl", "offline_repos")
offline_repos()
local_repository(name = "gdv", path = "gdv")
BUILD
cat >"$there/BUILD" <<'BUILD'
cc_binary(name = "program", srcs = ["program.c"], deps = ["@gdv//lib:gdv"])
BUILD
cat >"$there/program.c" <<'PROGRAM'
#include <gdv/gdv.h>
int main(void) { return gdv_status_name(GDV_OK)[0] == 'O' ? 0 : 1; }
PROGRAM
echo 'build --repo_env=CC=clang-19' >"$there/.bazelrc"

ends() { # ends PROGRAM: as its author wants
    "$1"
}

# The compiler has its say in both: with no warning shown, nothing would be tried.
expect_success "a workspace that depends on the library" build "$there" --copt=-Wall --symlink_prefix=.bazel/ //:program
expect_success "its program" ends "$there/.bazel/bin/program"
build "$there" --copt=-Wall --copt=-O1 @gdv//lib:gdv >"$TEST_TMPDIR/warned" || true
expect_success "the warning is shown there" grep -q 'warning: unused function' "$TEST_TMPDIR/warned"
expect_refusal "the same warning here" 'error: unused function' build "$here" //lib:gdv
for config in strict hardened asan; do
    expect_refusal "the same warning here, --config=$config" 'error: unused function' build "$here" "--config=$config" //lib:gdv
done
expect_refusal "the same warning here, --config=gcc" 'defined but not used.*-Werror' build "$here" --config=gcc //lib:gdv

in_workspace "$there" shutdown
in_workspace "$here" shutdown
finish
