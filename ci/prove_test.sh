#!/bin/bash
# SPDX-License-Identifier: MIT
# The proof gate (lib/proof/prove) tries itself: libraries of one function with one thing wrong each, which it must refuse for that
# reason; and a clock that runs out, which is neither a proof nor a refutation.
set -euo pipefail
. ci/cases.sh

command -v frama-c >/dev/null && command -v cvc4 >/dev/null && command -v why3 >/dev/null || skip "no Frama-C here: ci/bazel provers"

tree=$TEST_TMPDIR/proof
export TMPDIR=$TEST_TMPDIR

# plant NAME [SED]: a checkout of one function, edited. It has mutants of its own, as NAME below says.
plant() {
    rm -rf "$tree"
    mkdir -p "$tree/tests/mutation" "$tree/lib/wire" "$tree/lib/proof" "$tree/ci"
    cp -L lib/proof/prove lib/proof/prover "$tree/lib/proof"
    cat >"$tree/lib/proof/zero.h" <<'C'
/*@ requires there: \valid_read(at + (0 .. n - 1)) && \initialized(at + (0 .. n - 1)) && n < 1000;
    terminates \true; exits \false;
    assigns \nothing;
    ensures all: \result != 0 ==> \forall integer i; 0 <= i < n ==> at[i] == 0;
*/
static inline int gdv_all_zero(const uint8_t *at, uint32_t n);
C
    cat >"$tree/lib/wire/zero.h" <<'C'
#include <stdint.h>
#ifdef __FRAMAC__
#include "../proof/zero.h"
#endif
static inline int gdv_all_zero(const uint8_t *at, uint32_t n)
{
    /*@ loop invariant counted: 0 <= i <= n;
        loop invariant all: \forall integer k; 0 <= k < i ==> at[k] == 0;
        loop assigns i;
        loop variant n - i;
    */
    for (uint32_t i = 0; i < n; i++) {
        if (at[i] != 0) {
            return 0;
        }
    }
    return 1;
}
C
    sed -i "$1" "$tree/lib/wire/zero.h" "$tree/lib/proof/zero.h"
    printf 'lib/wire/zero.h\tgdv_all_zero\n' >"$tree/lib/proof/prove.tsv"
    printf 'harmful\tlib/wire/zero.h\tgdv_all_zero\tsays that nothing is zero\n' >"$tree/lib/proof/prove_mutants.tsv"
    printf '#!/bin/sh\n' >"$tree/ci/bazel"
    cat >"$tree/tests/mutation/mutate" <<'SH'
#!/bin/sh
# apply NAME DIR, in place of the real one
cp -r lib "$3"
[ "$2" != harmful ] || sed -i 's/at\[i\] != 0/at[i] == 0/' "$3/lib/wire/zero.h"
SH
    chmod +x "$tree/ci/bazel" "$tree/tests/mutation/mutate"
}

# ends_with STATUS COMMAND..: shows what it says, fails unless it exits so.
ends_with() {
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    echo "exit status $status"
    [ "$status" = "$wanted" ]
}

# says STATUS TEXT COMMAND..: exits so, and a line of what it says holds TEXT.
says() {
    local wanted=$1 text=$2 output result=0
    shift 2
    output=$(ends_with "$wanted" "$@" 2>&1) || result=1
    grep -q -e "$text" <<<"$output" || result=1
    [ "$result" = 0 ] || printf '%s\n' "$output"
    return "$result"
}

plant ''
expect_success "what is true is proved" says 0 '15 of 15 goals of 1 functions\|: all of them' "$tree/lib/proof/prove"
expect_success "with 32 bits, too" says 0 '(32 bits): all of them' "$tree/lib/proof/prove" --machdep 32
expect_success "how near it came is said" says 0 'nearest to its limit: gdv_all_zero_[a-z_0-9]*, [0-9]* % of CVC4' \
    "$tree/lib/proof/prove"
expect_success "too few units are no proof" says 1 'not proved: gdv_all_zero_' env CVC4_UNITS=50 "$tree/lib/proof/prove"
expect_success "nor is the clock, which gives no verdict" says 3 'no verdict: gdv_all_zero_.*: Timeout' \
    env BACKSTOP=0.005 "$tree/lib/proof/prove"
expect_success "a harmful edit is refuted" says 0 'leaves gdv_all_zero_' "$tree/lib/proof/prove" --mutants
expect_success "the clock refutes nothing" says 3 'harmful .* no verdict: gdv_all_zero_.*: Timeout' \
    env BACKSTOP=0.005 "$tree/lib/proof/prove" --mutants
sed -i s/harmful/harmless/ "$tree/lib/proof/prove_mutants.tsv"
expect_success "an edit that changes nothing is not refuted" says 1 'is proved' "$tree/lib/proof/prove" --mutants
: >"$tree/lib/proof/prove.tsv"
expect_success "nothing to prove is no proof" says 2 'nothing is called' "$tree/lib/proof/prove"
printf 'lib/wire/zero.h\tgdv_none_zero\n' >"$tree/lib/proof/prove.tsv"
expect_success "a function without a row" says 1 'gdv_all_zero has no row' "$tree/lib/proof/prove"

plant 's/^\/\*@ requires/\/* requires/'
expect_success "a function without a contract" says 1 'gdv_all_zero has no contract' "$tree/lib/proof/prove" --check
plant ''
expect_success "a contract of another function" says 1 'gdv_all_zero has no contract' \
    sh -c 'sed -i s/gdv_all_zero/gdv_none_zero/ "$1/lib/proof/zero.h"; "$1/lib/proof/prove" --check' sh "$tree"
plant ''
expect_success "a list in order" says 0 'every function has its row and its contract' "$tree/lib/proof/prove" --check

plant 's/at\[i\] == 0;/at[i] == 1;/'
expect_success "a false contract" says 1 'not proved: gdv_all_zero_ensures_all' "$tree/lib/proof/prove"
plant 's/i < n; i++/i <= n; i++/'
expect_success "a read one too far" says 1 'not proved: gdv_all_zero_.*mem_access' "$tree/lib/proof/prove"
plant 's/n < 1000/n < 1000 \&\& n > 1000/'
expect_success "a requirement that contradicts itself" says 1 'Failed. Smoke-test' "$tree/lib/proof/prove"
plant 's/    assigns .nothing;/    assigns \\nothing; admit ensures \\false;/'
expect_success "what is admitted" says 1 'admitted goals prove nothing' "$tree/lib/proof/prove"

finish
