#!/bin/bash
# SPDX-License-Identifier: MIT
# gdv from Python, by ctypes: tests/users/python.
# arguments: the sources of lib/.
set -u
. ci/cases.sh
. tests/users/shared.sh

expect_success "a shared library" shared
expect_cases python3 tests/users/python/gdv_user.py "$work/libgdv.so"
expect_another_abi_refused "ABI 0x10, not 0x400" python3 tests/users/python/gdv_user.py "$work/libgdv.so"

finish
