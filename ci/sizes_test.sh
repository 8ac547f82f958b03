#!/bin/bash
# SPDX-License-Identifier: MIT
# Every size of every public function has a row in tests/read/test_sizes.c, and one that has none is seen.
set -euo pipefail
. ci/cases.sh

expect_success "every size of the public headers has a row" ci/sizes

tree=$TEST_TMPDIR/headers
mkdir -p "$tree"
for header in lib/include/gdv/*.h; do
    cp -L "$header" "$tree"
done
chmod -R u+w "$tree"

declare_in() { # declare_in HEADER TEXT: after its last line
    printf '%s\n' "$2" >>"$tree/$1"
}

declare_in document.h 'GDV_API void gdv_unheard(const void *bytes, size_t unheard_of);'
declare_in reader.h 'typedef struct gdv_unheard_bytes {
    const uint8_t *bytes;
    size_t size;
} gdv_unheard_bytes;
GDV_API void gdv_unheard_too(gdv_text key, size_t *left,
                             const gdv_unheard_bytes *many);'
for parameter in 'gdv_unheard unheard_of' 'gdv_unheard_too key' 'gdv_unheard_too left' 'gdv_unheard_too many'; do
    expect_refusal "a new $parameter" "no row in tests/read/test_sizes.c: $parameter" ci/sizes "$tree" tests/read/test_sizes.c
done
expect_refusal "a row that is missing" 'no row in .*: gdv_at index' \
    sh -c 'grep -v "gdv_at index" tests/read/test_sizes.c >"$1" && ci/sizes lib/include "$1"' sh "$TEST_TMPDIR/test_sizes.c"
expect_refusal "a row of nothing" 'there is no such size: gdv_at inde$' \
    sh -c 'sed "s/gdv_at index/gdv_at inde/" tests/read/test_sizes.c >"$1" && ci/sizes lib/include "$1"' sh "$TEST_TMPDIR/test_sizes.c"
finish
