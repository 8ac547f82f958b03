#!/bin/bash
# SPDX-License-Identifier: MIT
# gdv_to_json writes what gdv dump --format=json prints: of every packet of the corpus in every dialect, strict and with all
# permissions, and of text of every character. Two writers: the command's prints as events come and needs no nodes and no
# buffer, and has the library's numbers only.
# arguments: the command, tests/ffi/typed_json.
set -u
. ci/cases.sh
gdv=$1 typed=$2
work=$TEST_TMPDIR/json
mkdir -p "$work"

find -L corpus \( -path 'corpus/seed/*' -o -path 'corpus/malformed/*' -o -path 'corpus/regress/*' \) -type f \
    -not -name '*.tsv' -not -name '*.md' -not -name '*.txt' | sort >"$work/files"

same() { # same DIALECT PRESET PERMISSIONS FILE-OF-FILES: at least ten lines
    # packets that are refused, in standard error and in the exit status of the first, are not what this is about
    xargs -a "$4" "$gdv" dump --dialect "$1" --policy "$2" ${3:+--permit "$3"} --format=json >"$work/ours" 2>/dev/null
    xargs -a "$4" "$typed" "$1" "$2" "$3" >"$work/theirs" || return 1
    echo "$1, $2: $(wc -l <"$work/ours") values, $(wc -c <"$work/ours") bytes"
    [ "$(wc -l <"$work/ours")" -ge "${5:-10}" ] && cmp "$work/ours" "$work/theirs"
}

dialects=$("$gdv" types | awk 'NR > 1 { print $1 }')
expect_success "there are dialects and packets" [ "$(echo "$dialects" | wc -l)" -ge 9 -a "$(wc -l <"$work/files")" -gt 1000 ]
for dialect in $dialects; do
    expect_success "$dialect, strict" same "$dialect" strict "" "$work/files"
    expect_success "$dialect, with all permissions" same "$dialect" engine all "$work/files"
done

# Every code point there is, and every byte, one to a text: what is escaped, and what is no UTF-8.
python3 - "$work" <<'PYTHON'
import struct, sys
def text(of):
    return struct.pack("<II", 4, len(of)) + of + bytes(-len(of) % 4)
points = [chr(code).encode() for code in range(1, 0x110000) if not 0xd800 <= code < 0xe000 and code != 0xfeff]
open(sys.argv[1] + "/points", "wb").write(struct.pack("<II", 28, len(points)) + b"".join(map(text, points)))
odd = [bytes([one, other]) for one in range(1, 256) for other in range(1, 256)]
open(sys.argv[1] + "/odd", "wb").write(struct.pack("<II", 21, len(odd)) + b"".join(map(text, odd)))
PYTHON
echo "$work/points" >"$work/points.files"
echo "$work/odd" >"$work/odd.files"
expect_success "every character" same godot4.4 engine all "$work/points.files" 1
expect_success "every two bytes" same godot2 engine all "$work/odd.files" 1

# A difference is seen.
different() {
    typed=$work/other
    printf '#!/bin/sh\n%s "$@" | sed s/true/false/\n' "$2" >"$typed"
    chmod +x "$typed"
    same godot4.4 strict "" "$work/files"
}
expect_refusal "another word is seen" "differ" different "$1" "$PWD/$2"
finish
