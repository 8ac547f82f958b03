#!/bin/bash
# SPDX-License-Identifier: MIT
# `dump --protocol` against what is stated of the messages in the corpus.
set -eu

# A sanitizer's report must not look like "some packet was rejected".
export ASAN_OPTIONS="exitcode=99:${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="exitcode=99:print_stacktrace=1:${UBSAN_OPTIONS:-}"
export MSAN_OPTIONS="exitcode=99:${MSAN_OPTIONS:-}"

exec python3 -B corpus/make/check_messages.py "$1" corpus
