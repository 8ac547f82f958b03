#!/bin/sh
# SPDX-License-Identifier: MIT
# --lines: each line of text is a packet of its own.
set -eu
. cli/tests/cases.sh

claim each_line_is_a_packet_with_the_lines_number
text '02000000 ffffffff
01 00 00 00 02 00 00 00
[0, 0, 0, 0]
'
run check --dialect godot3 --lines
status 1
out 'ok -#1
reject -#2: BOOL at 4: bool is neither 0 nor 1
ok -#3'
err ''

claim hex_need_not_be_said
run check --dialect godot3 --lines
cp "$work/out" "$work/first"
run check --dialect godot3 --lines --hex
cmp "$work/out" "$work/first" || fault "another output with --hex"

claim blank_lines_are_passed_over_and_counted
printf '\n  \t\n\r\n00000000\n\n \n02000000ffffffff\r\n   \n' >"$work/in"
run check --dialect godot3 --lines
status 0
out 'ok -#4
ok -#7'

claim the_last_line_needs_no_end
printf '00000000\n02000000ffffffff' >"$work/in"
run check --dialect godot3 --lines
status 0
out 'ok -#1
ok -#2'

claim no_line_is_no_packet
for given in '' '\n' ' \n\n' ' '; do
    # shellcheck disable=SC2059
    printf "$given" >"$work/in"
    run check --dialect godot3 --lines --summary
    status 0
    out ''
    err '0 packets: 0 ok, 0 rejected'
done

claim a_packet_of_nothing_is_no_blank_line
text '[]
'
run check --dialect godot3 --lines
status 1
out 'reject -#1: EMPTY at 0: there is not one byte; at least 4 bytes missing'

claim base64_by_line
printf 'AgAAAP////8=\n\nAQAAAAIAAAA\n' >"$work/in"
run check --dialect godot3 --lines --base64
status 1
out 'ok -#1
reject -#3: BOOL at 4: bool is neither 0 nor 1'

claim a_line_may_have_any_form_that_hex_reads
cat >"$work/in" <<'END'
02:00:00:00:ff:ff:ff:ff
b'\x02\x00\x00\x00\xff\xff\xff\xff'
{0x02, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff};
00000000: 0200 0000 ffff ffff                      ........
[2, 0, 0, 0, 255, 255, 255, 255]
END
sed -i 's/};$/}/' "$work/in"
run canon --dialect godot3 --lines
status 0
out '02000000 ffffffff
02000000 ffffffff
02000000 ffffffff
02000000 ffffffff
02000000 ffffffff'

claim a_malformed_line_is_told_with_its_place_and_the_next_is_read
text '00000000
0200000g ffffffff
 000
02000000
b"\x04

02000000 ffffffff'
run check --dialect godot3 --lines
status 2
out 'ok -#1
reject -#4: TRUNCATED at 4: packet ends inside the value, or before the values that its headers promise; at least 4 bytes missing
ok -#7'
err 'gdv check: standard input: line 2, column 8: not a hex digit, white space or a comma
gdv check: standard input: line 3, column 5: a word of hex digits ends with half a byte
gdv check: standard input: line 5, column 7: the literal has no closing quote on its line'

claim a_malformed_line_of_base64_does_not_spoil_the_next
printf 'AgAAAP////8=A\nAA\x27A\nAAAAA\nAAAAAA==\n' >"$work/in"
run check --dialect godot3 --lines --base64
status 2
out 'ok -#4'
[ "$(wc -l <"$work/err")" -eq 3 ] || fault "not three lines of complaint"

claim a_line_over_the_limit_is_refused_and_the_next_is_read
{
    tr '\0' 0 </dev/zero | head -c 3000000
    printf '\n00000000\n'
} >"$work/in"
run check --dialect godot3 --lines --max-bytes 1K
status 1
out_has '^reject -#1: LIMIT_BYTES '
out_has '^ok -#2$'

# With 64 MiB of memory to live in: a line of 200 MB is read no further than the limit, and kept nowhere.
claim a_long_line_is_not_kept
case $(nm "$GDV" 2>/dev/null || true) in
*__asan_* | *__msan_* | *__tsan_*) limit=unlimited ;; # their shadow memory is terabytes
*) limit=65536 ;;
esac
got=0
# shellcheck disable=SC3045 # dash, bash and busybox have it
{
    tr '\0' 0 </dev/zero | head -c 200000000
    printf '\n00000000\n'
} | (ulimit -v "$limit" && exec "$GDV" check --dialect godot3 --lines --max-bytes 4K) >"$work/out" 2>"$work/err" || got=$?
status 1
out_has '^reject -#1: LIMIT_BYTES '
out_has '^ok -#2$'

claim lines_longer_than_a_piece_of_input
python3 - >"$work/in" <<'END'
for size in (65535, 65536, 65537, 131072, 5):
    print("04000000" + size.to_bytes(4, "little").hex() + "61" * size + "00" * (-size % 4))
END
run check --dialect godot3 --lines
status 0
out 'ok -#1
ok -#2
ok -#3
ok -#4
ok -#5'

claim files_have_lines_of_their_own
printf '00000000\n' >"$work/one"
printf '\n00000000\n' >"$work/two"
run check --dialect godot3 --lines "$work/one" "$work/two"
status 0
out "ok $work/one#1
ok $work/two#2"

claim jsonl_has_the_lines_number
printf '\n00000000\n01000000 02000000\n' >"$work/in"
for verb in check dump canon probe; do
    dialect='--dialect=godot3'
    [ "$verb" != probe ] || dialect=--all
    run "$verb" "$dialect" --lines --jsonl
    status "$([ "$verb" = probe ] && echo 0 || echo 1)"
    json '[row["index"] for row in rows if "index" in row] == [2, 3]'
done

claim dumps_and_probes_have_headings
printf '00000000\n02000000ffffffff\n' >"$work/in"
run dump --dialect godot3 --lines
status 0
out '; -#1
null
; -#2
-1'
run probe --lines
out_has '^-#1:$'
out_has '^-#2:$'

claim canon_writes_a_line_of_hex_for_each
text '02000000 ffffffff
04000000 01000000 61414141
'
run canon --dialect godot3 --lines --permit padding
status 0
out '02000000 ffffffff
04000000 01000000 61000000'

claim what_goes_not_together
run check --dialect godot3 --lines --frames
one_line_of_usage '^gdv check: --lines and --frames exclude each other$'
run check --dialect godot3 --lines --hex --base64
one_line_of_usage '^gdv check: --hex and --base64 exclude each other$'
run encode --dialect godot3 --lines
one_line_of_usage '^gdv encode: this verb does not take --lines'

finish
