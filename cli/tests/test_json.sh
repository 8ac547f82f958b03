#!/bin/sh
# SPDX-License-Identifier: MIT
# check --jsonl: read by Python's parser, which shares nothing with our writer.
set -eu
. cli/tests/cases.sh

all_keys='["file", "index", "ok", "code", "offset", "depth", "path", "message", "bytes", "values"]'

claim an_accepted_packet_is_an_object_with_exactly_these_keys
input 13000000 03000000 02000000 01000000 04000000 01000000 78000000 00000000
run check --dialect godot3 --jsonl
status 0
json "keys == [$all_keys]"
json 'rows == [{"file": "-", "index": 0, "ok": True, "code": "OK", "offset": 0, "depth": 0, "path": "",
    "message": "accepted", "bytes": 32, "values": 4}]'

claim a_rejected_packet_has_the_same_keys_in_the_same_order
input 13000000 02000000 00000000 12000000 01000000 04000000 01000000 61000000 04000000 01000000 ff000000
run check --dialect godot3 --jsonl
status 1
json "keys == [$all_keys]"
json 'rows[0]["ok"] is False and rows[0]["code"] == "BAD_UTF8" and rows[0]["offset"] == 40'
json 'rows[0]["path"] == "[1].a" and rows[0]["depth"] == 2 and rows[0]["message"] == "string is not UTF-8"'

claim the_message_says_what_is_missing_and_not_the_path
input 12000000 01000000 04000000 02000000 3a200000 02000000
run check --dialect godot3 --jsonl
status 1
json 'rows[0]["path"] == "[\": \"]" and rows[0]["message"].endswith("missing") and ": " not in rows[0]["message"]'

claim keys_of_the_packet_are_escaped_in_paths
input 12000000 01000000 04000000 03000000 225c0a00 01000000 02000000
run check --dialect godot3 --jsonl
status 1
json 'rows[0]["code"] == "BOOL" and rows[0]["path"] == "[\"\\x22\\x5c\\x0a\"]"'

claim one_line_for_each_packet
bytes 00000000 >"$work/good"
run check --dialect godot3 --jsonl "$work/good" "$work/good"
status 0
json 'len(rows) == 2 and rows[0] == rows[1]'

claim an_unreadable_file_is_no_object
run check --dialect godot3 --jsonl "$work/none" "$work/good"
status 2
json 'len(rows) == 1'
err_has 'No such file'

claim quiet_leaves_rejects
bytes 01000000 02000000 >"$work/bad"
run check --dialect godot3 --jsonl --quiet "$work/good" "$work/bad"
status 1
json 'len(rows) == 1 and rows[0]["ok"] is False'

# file name in the notation of printf | what JSON must give back, in Python's
while IFS='|' read -r what written back; do
    claim "file_name_with_$what"
    # shellcheck disable=SC2059
    odd=$(printf "$written")
    cp "$work/good" "$work/$odd"
    cd "$work"
    run check --dialect godot3 --jsonl -- "$odd"
    cd "$cd_back"
    status 0
    json "len(rows) == 1 and rows[0]['file'] == $back"
    out_lacks '[[:cntrl:]]'
done <<'END'
quote_and_backslash|a"b\\c|'a"b\\c'
line_end_and_tab|a\nb\tc|'a\nb\tc'
escape_and_delete|a\033[31mb\177|'a\x1b[31mb\x7f'
c1_control|a\302\233b|'a\x9bb'
utf8|\303\244\342\202\254\360\237\230\200|'\u00e4\u20ac\U0001f600'
lone_byte|a\377b|'a\ufffdb'
two_lone_bytes|a\200\277b|'a\ufffd\ufffdb'
cut_sequence_at_the_end|a\342\202|'a\ufffd\ufffd'
cut_sequence_before_a_letter|\360\237\230b|'\ufffd\ufffd\ufffdb'
overlong_slash_like|\300\257|'\ufffd\ufffd'
overlong_of_three|\340\200\257|'\ufffd\ufffd\ufffd'
overlong_of_four|\360\200\200\257|'\ufffd\ufffd\ufffd\ufffd'
surrogate|\355\240\200|'\ufffd\ufffd\ufffd'
above_10ffff|\364\220\200\200|'\ufffd\ufffd\ufffd\ufffd'
last_before_surrogates|\355\237\277|'\ud7ff'
largest|\364\217\277\277|'\U0010ffff'
END

claim a_full_disk_is_noticed
got=0
"$GDV" check --dialect godot3 --jsonl "$work/good" >/dev/full 2>"$work/err" || got=$?
status 2
err_has 'No space left on device$'

finish
