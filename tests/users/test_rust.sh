#!/bin/bash
# SPDX-License-Identifier: MIT
# gdv from Rust, by extern "C": tests/users/rust. By the compiler of Debian alone, without Cargo.
# arguments: the sources of lib/.
set -u
. ci/cases.sh
. tests/users/shared.sh

rustc=/usr/bin/rustc
expect_success "a shared library" shared
expect_success "a program of it" "$rustc" --edition 2021 -D warnings -L "$work" -o "$work/program" tests/users/rust/gdv_user.rs
expect_cases "$work/program"
expect_another_abi_refused "another gdv" "$work/program"

finish
