#!/bin/bash
# SPDX-License-Identifier: MIT
# gdv from Go, by cgo: tests/users/go. Without modules, so without a network; with all checks of pointers.
# arguments: the sources of lib/.
set -u
. ci/cases.sh
. tests/users/shared.sh

built() {
    env GO111MODULE=off GOCACHE="$work/cache" GOFLAGS= HOME="$work" CGO_CFLAGS="-I$PWD/lib/include" \
        CGO_LDFLAGS="-L$work -lgdv" go build -o "$work/program" tests/users/go/gdv_user.go
}

expect_success "a shared library" shared
expect_success "a program of it" built
expect_cases env GODEBUG=cgocheck=2 "$work/program"
expect_success "the library of another depth" shared -DGDV_MAX_DEPTH=16
expect_refusal "is refused by the loader" "gdv_abi_0_1024" "$work/program"

finish
