#!/bin/bash
# SPDX-License-Identifier: MIT
# Every status code and every permission bit is exercised, as ci/exercised.c measures it on the library that is built
# here; and a code or a bit that nothing exercises is seen, as is a bit that has lost its meaning.
set -eu
. ci/cases.sh

tree=$TEST_TMPDIR/tree
mkdir -p "$tree"

# measured [FILE SED-SCRIPT]: with that change to a copy of the sources.
measured() {
    rm -rf "$tree/lib" "$tree/tests" "$tree/ci"
    mkdir -p "$tree/lib" "$tree/tests/support" "$tree/ci"
    cp -rL lib/* "$tree/lib"
    cp tests/support/{support,corpus,draft}.[ch] "$tree/tests/support"
    mv "$tree/tests/support/draft.c" "$tree/tests/support/draft_form.c" # lib/ has a draft.c too, and objects lie in one folder
    cp ci/exercised.c "$tree/ci"
    chmod -R u+w "$tree"
    if [ $# -gt 0 ]; then
        sed -i "$2" "$tree/$1"
        if cmp -s "$1" "$tree/$1"; then
            echo "nothing was changed in $1" >&2
            return 0
        fi
    fi
    # the library as one file, which takes a tenth of the time of its hundred
    (cd "$tree" && printf '#include "%s"\n' lib/*/*.c >library.c && printf '%s\n' library.c tests/*/*.c ci/exercised.c |
        xargs -P 2 -n 1 clang-19 -std=c11 -O0 -I. -Ilib/include -c && clang-19 ./*.o -o exercised) || return 1
    rm -f "$tree"/*.o
    "$tree/exercised"
}

expect_success "every status code, misreading and permission bit is exercised" measured

expect_refusal "a new status code is seen" "code is never given: UNHEARD_OF" \
    measured lib/include/gdv/status.h 's/^    X(BAD_COUNT, /    X(UNHEARD_OF, 139, "nobody gives it") \\\n&/'
expect_refusal "a new misreading is seen" "misreading is never reported: UNHEARD_OF" \
    measured lib/include/gdv/status.h 's/^    X(VECTOR4, /    X(UNHEARD_OF, "nobody gives it") \\\n&/'
row='    X(UNHEARD_OF, 19, "unheard-of", "nothing")'
mask='s/^#define GDV_PERMIT_NONFINITE /#define GDV_PERMIT_UNHEARD_OF (1u << GDV_PERMIT_BIT_UNHEARD_OF)\n&/'
expect_refusal "a new permission bit is seen" "bit lets no packet pass: unheard-of" \
    measured lib/include/gdv/policy.h "s/^    X(ENGINE_SPAN, .*/& \\\\\n$row/;$mask"
expect_refusal "a permission without a mask does not compile" "GDV_PERMIT_UNHEARD_OF" \
    measured lib/include/gdv/policy.h "s/^    X(ENGINE_SPAN, .*/& \\\\\n$row/"
expect_refusal "nor does one whose number leaves a gap" "UNHEARD_OF is out of order" \
    measured lib/include/gdv/policy.h "s/^    X(ENGINE_SPAN, .*/& \\\\\n${row/19/20}/;$mask"
expect_refusal "a bit that has no effect is seen" "bit lets no packet pass: padding" \
    measured lib/decode/scan.c 's/(scan->permit & GDV_PERMIT_PADDING) == 0/true/'
expect_refusal "a bit that excuses too much is seen" "no business of it: padding" \
    measured lib/decode/number.c 's/GDV_PERMIT_BOOL/GDV_PERMIT_BOOL | GDV_PERMIT_PADDING/'
finish
