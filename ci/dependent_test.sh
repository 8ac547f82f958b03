#!/bin/bash
# SPDX-License-Identifier: MIT
# Somebody else's workspace (tests/consumers/bazel) depends on the library, static or shared, by the lines that README.md
# prints: it builds there though a compiler finds something to warn of, and needs nothing of this workspace but lib/; here
# the same warning fails the build, under each configuration.
set -eu
. ci/cases.sh
. ci/readme_rows.sh

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

# There: no part of this workspace but WORKSPACE, the name at the top, lib/ and what is offline.
there=$TEST_TMPDIR/there
cp -rL tests/consumers/bazel "$there"
mkdir -p "$there/gdv/ci"
cp -r "$here/lib" "$there/gdv/"
cp -L BUILD WORKSPACE "$there/gdv/"
touch "$there/gdv/ci/BUILD"
cp -L ci/offline_repos.bzl "$there/gdv/ci/"
cp -L tests/consumers/server.c "$there/"

stand_in() { # stand_in FILE: each line of standard input, as it is
    local line count=0
    while IFS= read -r line; do
        grep -qxF -- "$line" "$1" || { echo "$1 lacks: $line" && return 1; }
        count=$((count + 1))
    done
    [ "$count" -gt 0 ]
}
workspace_is_printed() {
    { printed "Bazel, WORKSPACE" build && printed "Bazel 4, offline" build; } | stand_in "$there/WORKSPACE"
}
build_is_printed() {
    printed "Bazel, BUILD" build | stand_in "$there/BUILD"
}

ends() { # ends PROGRAM: as its author wants
    "$1" | grep -qx 'gdv [0-9.]* serves'
}

needs() { # needs PROGRAM LIBRARY: by the name that the loader looks for
    objdump -p "$1" | grep -q "NEEDED *$2\$"
}

expect_success "its WORKSPACE has the printed lines" workspace_is_printed
expect_success "its BUILD has the printed line" build_is_printed
expect_refusal "a line that is not there" 'lacks: cc_binary(name = "other")' stand_in "$there/BUILD" <<<'cc_binary(name = "other")'
# The compiler has its say in both: with no warning shown, nothing would be tried.
expect_success "a workspace that depends on the library" build "$there" --copt=-Wall --symlink_prefix=.bazel/ //:server
expect_success "its program" ends "$there/.bazel/bin/server"
expect_success "one that wants the shared library" build "$there" --copt=-Wall --symlink_prefix=.bazel/ //:with_shared
expect_success "its program, too" ends "$there/.bazel/bin/with_shared"
abi=$(awk '$2 == "GDV_ABI_VERSION" && NF == 3 { print $3 }' lib/include/gdv/version.h)
expect_success "which names the shared library of this ABI" needs "$there/.bazel/bin/with_shared" "libgdv.so.$abi"
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
