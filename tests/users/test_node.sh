#!/bin/bash
# SPDX-License-Identifier: MIT
# gdv from Node, as WASM that clang alone makes: tests/users/node.
# arguments: the sources of lib/.
set -u
. ci/cases.sh
. tests/users/shared.sh

wasm() { # wasm FLAG..
    clang-19 --target=wasm32 -std=c11 -O2 -nostdlib -ffreestanding -fno-builtin -fvisibility=hidden -DGDV_BUILDING \
        -isystem tests/users/node -Ilib/include "$@" "${sources[@]}" tests/users/node/memory.c \
        -Wl,--no-entry -Wl,--export-dynamic -Wl,--export=__heap_base -Wl,-z,stack-size=131072 -o "$work/gdv.wasm"
}

expect_success "a module" wasm
expect_cases node tests/users/node/gdv_user.js "$work/gdv.wasm"
expect_success "a module of another depth" wasm -DGDV_MAX_DEPTH=16
expect_refusal "is refused" "ABI 16" node tests/users/node/gdv_user.js "$work/gdv.wasm"

finish
