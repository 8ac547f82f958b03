#!/bin/sh
# SPDX-License-Identifier: MIT
# --frames: streams of packets after their lengths, as put_var and store_var write them (wire reference, section 8).
set -eu
. cli/tests/cases.sh

claim each_frame_is_a_packet_with_a_number
input 08000000 02000000 ffffffff 04000000 00000000 08000000 01000000 02000000
run check --dialect godot3 --frames
status 1
out 'ok -#0
ok -#1
reject -#2: BOOL at 4: bool is neither 0 nor 1'
err ''

claim prefixes_may_be_big_endian_and_values_stay_little_endian
input 00000008 02000000 01000000
run check --dialect godot3 --frames --big-endian
status 0
out 'ok -#0'
run check --dialect godot3 --frames
status 1
out_has '^reject -#0: LIMIT_FRAME '

claim a_rejected_packet_leaves_the_next_frame_where_it_is
input 0c000000 02000000 01000000 deadbeef 04000000 00000000
run check --dialect godot3 --frames
status 1
out 'reject -#0: TRAILING at 8: bytes follow the value
ok -#1'

claim a_frame_of_nothing_is_an_empty_packet
input 00000000 04000000 00000000
run check --dialect godot3 --frames
status 1
out 'reject -#0: EMPTY at 0: there is not one byte; at least 4 bytes missing
ok -#1'

claim a_stream_of_nothing_has_no_packets
run check --dialect godot3 --frames --summary
status 0
out ''
err '0 packets: 0 ok, 0 rejected'

claim a_frame_that_is_cut_short_is_rejected
input 04000000 00000000 08000000 02000000 ffff
run check --dialect godot3 --frames
status 1
out "ok -#0
reject -#1: TRUNCATED at 18: input ends inside the frame that begins at 8, after 6 of 8 bytes"
err ''

claim a_frame_that_lacks_its_last_byte_is_rejected
input 08000000 02000000 ffffff
run check --dialect godot3 --frames
status 1
out "reject -#0: TRUNCATED at 11: input ends inside the frame that begins at 0, after 7 of 8 bytes"

claim a_frame_without_one_byte_is_rejected
input 08000000
run check --dialect godot3 --frames
status 1
out "reject -#0: TRUNCATED at 4: input ends inside the frame that begins at 0, after 0 of 8 bytes"

for present in 1:00 2:0800 3:080000; do
    claim "a_prefix_of_${present%%:*}_bytes_is_rejected"
    input "04000000 00000000 ${present#*:}"
    run check --dialect godot3 --frames
    status 1
    out "ok -#0
reject -#1: TRUNCATED at $((8 + ${present%%:*})): input ends inside the length that begins at 8, after ${present%%:*} of 4 bytes"
done

claim a_frame_over_the_limit_is_rejected_and_nothing_after_it_is_looked_at
input 04000000 00000000 09000000 02000000 01000000 00 04000000 00000000
run check --dialect godot3 --frames --max-bytes 8
status 1
out 'ok -#0
reject -#1: LIMIT_FRAME at 8: frame of 9 bytes is longer than the limit of 8; the rest of this input is dropped'

claim a_frame_at_the_limit_passes
input 08000000 02000000 ffffffff
run check --dialect godot3 --frames --max-bytes 8
status 0

while read -r written bytes; do
    claim "a_limit_of_$written"
    input ffffffff
    run check --dialect godot3 --frames --max-bytes "$written"
    status 1
    out_has "is longer than the limit of $bytes;"
done <<'END'
0 0
1K 1024
3k 3072
1M 1048576
1m 1048576
1G 1073741824
1g 1073741824
2147483647 2147483647
END

# The prefix that makes Godot's own ring buffer rewind (EB-10).
claim a_prefix_that_is_negative_to_engines_is_rejected_by_either_policy
input 08000000 02000000 ffffffff f0ffffff 00000000
run check --dialect godot3 --frames
status 1
out_has '^reject -#1: BAD_FRAME at 12: frame of 4294967280 bytes'
run check --dialect godot3 --frames --policy engine
status 1
out_has '^reject -#1: BAD_FRAME at 12: frame of 4294967280 bytes is longer than the limit of 2147483647'

# 2^31 - 1 bytes are promised; with 64 MiB of memory to live in, only what arrives may be allocated.
claim what_a_prefix_promises_is_not_allocated
input ffffff7f 00000000
got=0
case $(nm "$GDV" 2>/dev/null || true) in
*__asan_* | *__msan_* | *__tsan_*) limit=unlimited ;; # their shadow memory is terabytes
*) limit=65536 ;;
esac
# shellcheck disable=SC3045 # dash, bash and busybox have it
(ulimit -v "$limit" && exec "$GDV" check --dialect godot3 --policy engine --frames) \
    <"$work/in" >"$work/out" 2>"$work/err" || got=$?
status 1
out 'reject -#0: TRUNCATED at 8: input ends inside the frame that begins at 0, after 4 of 2147483647 bytes'

claim the_other_inputs_are_read_after_a_broken_one
input 04000000 00000000 ffffffff
cp "$work/in" "$work/one"
run check --dialect godot3 --frames "$work/one" "$work/one"
status 1
out_has "^ok $work/one#0"
out_has "^reject $work/one#1: BAD_FRAME"
[ "$(wc -l <"$work/out")" -eq 4 ] || fault "not four lines"

claim frames_of_hex
text '00000008 02000000 01000000, 0x00 0x00 0x00 0x04 00000000'
run check --dialect godot3 --frames --big-endian --hex
status 0
out 'ok -#0
ok -#1'

claim frames_of_base64
bytes 08000000 02000000 ffffffff 04000000 00000000 | base64 >"$work/in"
run check --dialect godot3 --frames --base64
status 0
out 'ok -#0
ok -#1'

claim frames_before_malformed_text_are_judged
text '04000000 00000000 04000000 0000000?'
run check --dialect godot3 --frames --hex
status 2
out 'ok -#0'
err 'gdv check: standard input: line 1, column 35: not a hex digit, white space or a comma'

claim quiet_frames
input 04000000 00000000 08000000 01000000 02000000
run check --dialect godot3 --frames --quiet
status 1
out 'reject -#1: BOOL at 4: bool is neither 0 nor 1'

claim frames_in_json_have_their_number_and_defects_their_message
input 04000000 00000000 00000000 08000000 020000
run check --dialect godot3 --frames --jsonl
status 1
json 'len(rows) == 3 and [row["index"] for row in rows] == [0, 1, 2]'
json '[row["code"] for row in rows] == ["OK", "EMPTY", "TRUNCATED"]'
json 'rows[2] == {"file": "-", "index": 2, "ok": False, "code": "TRUNCATED", "offset": 19, "depth": None, "path": None,
    "message": "input ends inside the frame that begins at 12, after 3 of 8 bytes", "bytes": 0, "values": 0}'

# What is wrong with a frame, counted in the stream: of the third frame, after two that were accepted or refused.
for row in 'LIMIT_FRAME 20 09000000 02000000' 'BAD_FRAME 20 00000080' 'TRUNCATED 22 0800' 'TRUNCATED 25 08000000 02'; do
    read -r code offset _ <<END
$row
END
    for verb in check dump canon; do
        claim "${verb}_says_where_in_the_stream_${code}_is_$offset"
        input 08000000 02000000 ffffffff 04000000 02000000 "${row#* * }"
        run "$verb" --dialect godot3 --frames --max-bytes 8 --jsonl
        status 1
        json "[row['code'] for row in rows] == ['OK', 'TRUNCATED', '$code']"
        json "rows[1]['offset'] == 4 and rows[1]['path'] == '' and rows[1]['depth'] == 0"
        json "rows[2]['offset'] == $offset and rows[2]['path'] is None and rows[2]['depth'] is None"
        run "$verb" --dialect godot3 --frames --max-bytes 8
        cat "$work/err" >>"$work/out"
        out_has "^reject -#2: $code at $offset: "
    done
done

# The names that gdv_framer_next and gdv_framer_finish have for them.
for verb in check dump; do
    claim "${verb}_has_the_codes_of_the_framer"
    for row in 'LIMIT_FRAME 09000000 02000000' 'BAD_FRAME 00000080' 'TRUNCATED 0800' 'TRUNCATED 08000000 02'; do
        input "${row#* }"
        run "$verb" --dialect godot3 --frames --max-bytes 8 --jsonl
        status 1
        json "[row['code'] for row in rows] == ['${row%% *}']"
    done
done

claim a_thousand_frames_and_one
i=0
while [ $i -lt 1001 ]; do
    printf '\010\0\0\0\002\0\0\0\001\0\0\0'
    i=$((i + 1))
done >"$work/in"
run check --dialect godot3 --frames --summary
status 0
err '1001 packets: 1001 ok, 0 rejected'
out_has '^ok -#1000$'

claim frames_longer_than_a_piece_of_input
{
    for _ in 1 2 3; do
        bytes 08000200 04000000 00000200
        head -c 131072 /dev/zero | tr '\0' a
    done
    bytes 04000000 00000000
} >"$work/in"
run check --dialect godot3 --frames
status 0
out 'ok -#0
ok -#1
ok -#2
ok -#3'

claim frames_from_a_pipe
mkfifo "$work/pipe"
"$GDV" check --dialect godot3 --frames "$work/pipe" >"$work/out" 2>"$work/err" &
reader=$!
{
    bytes 04000000 00000000
    bytes 04000000 00000000
} >"$work/pipe"
got=0
wait "$reader" || got=$?
status 0
out "ok $work/pipe#0
ok $work/pipe#1"

finish
