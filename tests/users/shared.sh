# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# Sourced by the tests of languages: the shared library, from the sources of lib/ that are the test's arguments.

sources=()
for file in "$@"; do
    case $file in
    *.c) sources+=("$PWD/$file") ;;
    esac
done
work=$TEST_TMPDIR/language
mkdir -p "$work/objects"
export LD_LIBRARY_PATH=$work

shared() { # shared FLAG..: the library as others load it
    rm -f "$work"/objects/*
    (cd "$work/objects" && printf '%s\n' "${sources[@]}" |
        xargs -P 2 -n 8 clang-19 -std=c11 -O1 -fPIC -fvisibility=hidden -DGDV_BUILDING -I"$OLDPWD/lib/include" "$@" -c) &&
        clang-19 -shared -o "$work/libgdv.so" "$work"/objects/*.o
}

# Says what the program says, and adds its cases to ours.
expect_cases() { # expect_cases COMMAND..
    local said counts
    said=$("$@" 2>&1)
    printf '%s\n' "$said"
    counts=$(printf '%s\n' "$said" | sed -n 's/^gdv-tests: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
    passed=$((passed + ${counts% *} + 0))
    failed=$((failed + ${counts#* } + 0))
    expect_success "it went through" [ -n "$counts" ]
}

# A library of another depth is refused before anything else of it is called.
expect_another_abi_refused() { # expect_another_abi_refused TEXT COMMAND..
    expect_success "a library of another ABI is built" shared -DGDV_MAX_DEPTH=16
    expect_refusal "and refused" "$@"
}
