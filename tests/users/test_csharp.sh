#!/bin/bash
# SPDX-License-Identifier: MIT
# gdv from C#, by P/Invoke: tests/users/csharp.
# arguments: the sources of lib/.
set -u
. ci/cases.sh
. tests/users/shared.sh

expect_success "a shared library" shared
expect_success "a program of it" mcs -warnaserror -out:"$work/program.exe" tests/users/csharp/GdvUser.cs
expect_cases mono "$work/program.exe"
expect_another_abi_refused "another gdv" mono "$work/program.exe"

finish
