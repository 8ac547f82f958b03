#!/bin/sh
# SPDX-License-Identifier: MIT
# Characters that nobody sees, or that move others, are shown as escapes wherever text of a stranger is shown: of a reader of
# text that is written from right to left somebody could hide what a packet holds (U+202E), and of a log where a line ends.
# Which they are is asked of Python's table of Unicode.
set -eu
. cli/tests/cases.sh

# For each form: a text of every character of the general categories Cc, Cf, Zl and Zp, and of those that have no width.
python3 - >"$work/packet" <<'END'
import struct, sys, unicodedata
text = "".join(chr(code) for code in range(1, 0x110000) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp"))
text += "\u034f\u115f\u3164\uffa0" + "".join(map(chr, range(0xe0100, 0xe0110)))
text = ("a" + text + "z\u0436\u5b57\U0001f600").encode()
sys.stdout.buffer.write(struct.pack("<II", 4, len(text)) + text + bytes(-len(text) % 4))
END

# nothing_hidden FILE: but line ends, and tabs where the engine writes them so.
nothing_hidden() {
    python3 - "$1" 2>"$work/err" <<'END' || fault "$(tail -n 1 "$work/err")"
import sys, unicodedata
text = open(sys.argv[1], encoding="utf-8", newline="\n").read()
found = {hex(ord(letter)) for letter in text if letter not in "\n\t" and (
    unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") or letter in "\u034f\u115f\u3164\uffa0"
    or 0xe0000 <= ord(letter) <= 0xe0fff)}
sys.exit("hidden: " + " ".join(sorted(found)) if found else 0 if text else "nothing")
END
}

for form in text json hex; do
    claim "dump_as_$form"
    run dump --dialect godot4 --format=$form "$work/packet"
    status 0
    nothing_hidden "$work/out"
done

claim jsonl_has_escapes_that_any_parser_reads
run dump --dialect godot4 --jsonl "$work/packet"
status 0
nothing_hidden "$work/out"
json 'rows[0]["value"]["String"].encode() == open("'"$work"'/packet", "rb").read()[8:].rstrip(b"\0")'

claim typed_json_becomes_the_same_packet
run dump --dialect godot4 --format=json "$work/packet"
cp "$work/out" "$work/in"
run encode --dialect godot4
status 0
cmp -s "$work/packet" "$work/out" || fault "another packet"

claim characters_that_are_seen_stay
run dump --dialect godot4 "$work/packet"
out_has 'zж字😀"$'

claim right_to_left_override_in_each_form
input 04000000 04000000 61e280ae
run dump --dialect godot4
out '"a\u202e"'
run dump --dialect godot4 --format=hex
out_has '"a.u202e"$'
run dump --dialect godot4 --format=json
out '{"String":"a\u202e"}'

claim beyond_16_bits_each_form_has_its_own
input 04000000 04000000 f3a08181
run dump --dialect godot4
out '"\U0e0041"'
run dump --dialect godot4 --format=json
out '{"String":"\udb40\udc41"}'

claim values_and_differences
input 02000000 05000000
run get --dialect godot4 '' "$work/packet"
nothing_hidden "$work/out"
run diff --dialect godot4 "$work/packet" -
status 1
nothing_hidden "$work/out"
for form in json plain; do
    run get --dialect godot4 --format=$form '' "$work/packet"
    nothing_hidden "$work/out"
done

claim words_of_the_command_line_in_messages
override=$(printf 'a\342\200\256b')
for words in "explain $override" "get --dialect godot4 .x[$override" "types --dialect $override" "$override"; do
    # shellcheck disable=SC2086 # words
    run $words
    status 2
    cp "$work/err" "$work/out"
    nothing_hidden "$work/out"
done

claim names_of_classes
input 1c000200 08000000 61e280ae62e2808b 00000000
run dump --dialect godot4 --policy engine --format=json
status 0
nothing_hidden "$work/out"

claim names_of_files_in_lines_and_messages
name=$(printf 'a\342\200\256b\357\273\277')
cp "$work/packet" "$work/$name"
run check --dialect godot4 "$work/$name" "$work/none$name"
status 2
out "ok $work/a\\xe2\\x80\\xaeb\\xef\\xbb\\xbf"
err_has 'nonea.xe2.x80.xaeb.xef.xbb.xbf: No such file'
nothing_hidden "$work/out"
run check --dialect godot4 --jsonl "$work/$name"
nothing_hidden "$work/out"

claim keys_in_documents
printf '{"x\342\200\256y":1}' >"$work/in"
run encode --dialect godot4
status 1
cp "$work/err" "$work/out"
nothing_hidden "$work/out"

finish
