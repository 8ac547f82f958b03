#!/bin/sh
# SPDX-License-Identifier: MIT
# The verdict on each packet is there before the next one is sent: the command is somebody's co-process, who waits for each
# answer on a pipe.
set -eu
. cli/tests/cases.sh

# answers NAME HEX-OR-TEXT LINES WORDS..: sends the input twice, and waits each time for so many lines.
answers() {
    claim "$1"
    python3 - "$GDV" "$@" >"$work/out" 2>"$work/err" <<'END' || fault "no answer"
import select, subprocess, sys
gdv, _, given, lines, *words = sys.argv[1:]
given = given[1:].encode() if given.startswith("'") else bytes.fromhex(given)
both = subprocess.Popen([gdv, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
for turn in range(2):
    both.stdin.write(given)
    got = b""
    while got.count(b"\n") < int(lines):
        ready, _, _ = select.select([both.stdout], [], [], 60)
        more = both.stdout.read(65536) if ready else b""
        if not more:
            both.kill()
            sys.exit("after packet %d there is only: %r" % (turn, got))
        got += more
    print(got)
both.stdin.close()
sys.exit(0 if both.wait(60) in (0, 1) else "status %d" % both.returncode)
END
}

answers check_of_frames 0800000002000000ffffffff 1 check --dialect godot3 --frames
answers check_of_refused_frames 080000000100000002000000 1 check --dialect godot3 --frames
answers check_of_frames_in_json 0800000002000000ffffffff 1 check --dialect godot3 --frames --jsonl
answers check_of_frames_in_hex "'08000000 02000000 ffffffff
" 1 check --dialect godot3 --frames --hex
answers check_of_frames_in_base64 "'CAAAAAIAAAD/////
" 1 check --dialect godot3 --frames --base64
answers dump_as_text 0800000002000000ffffffff 2 dump --dialect godot3 --frames
answers dump_as_json 0800000002000000ffffffff 1 dump --dialect godot3 --frames --format=json
answers dump_as_hex 0800000002000000ffffffff 2 dump --dialect godot3 --frames --format=hex
answers canon_as_hex 0800000002000000ffffffff 1 canon --dialect godot3 --frames --format=hex
answers probe 0800000002000000ffffffff 8 probe --frames
answers encode_as_hex "'{\"int\":\"1\"}
" 1 encode --dialect godot3 --format=hex
answers encode_in_json "'{\"int\":\"1\"}" 1 encode --dialect godot3 --jsonl

answers canon_as_frames 08000000020000000a000000 1 canon --dialect godot3 --frames
answers check_of_lines "'02000000 ffffffff
" 1 check --dialect godot3 --lines
answers check_of_lines_of_base64 "'AgAAAP////8=
" 1 check --dialect godot3 --lines --base64
answers check_of_lines_in_json "'[2, 0, 0, 0, 255, 255, 255, 255]
" 1 check --dialect godot3 --lines --jsonl
answers check_of_refused_lines "'
01000000 02000000
" 1 check --dialect godot3 --lines
answers dump_of_lines "'02:00:00:00:ff:ff:ff:ff
" 2 dump --dialect godot3 --lines
answers canon_of_lines "'02000000 ffffffff
" 1 canon --dialect godot3 --lines
answers probe_of_lines "'02000000 ffffffff
" 8 probe --lines

# wait_for TEXT: until standard output is that; at most a minute.
wait_for() {
    tries=0
    while [ "$(cat "$work/out")" != "$1" ] && [ "$tries" -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    out "$1"
}

# begin FILE WORDS..: the command in the background.
begin() {
    "$GDV" "$@" >"$work/out" 2>"$work/err" &
    reader=$!
}
ends() {
    got=0
    wait "$reader" || got=$?
    status 0
    err ''
}

# Through a file that is a pipe, to a file: whoever looks there sees what has been judged.
claim the_verdict_on_each_packet_is_there_while_its_pipe_is_open
mkfifo "$work/pipe"
begin check --dialect godot3 --frames "$work/pipe"
exec 4>"$work/pipe"
bytes 0800000002000000ffffffff >&4
wait_for "ok $work/pipe#0"
bytes 0400000000000000 >&4
wait_for "ok $work/pipe#0
ok $work/pipe#1"
exec 4>&-
ends

claim a_packet_that_comes_in_pieces_is_judged_with_its_last_byte
begin check --dialect godot3 --frames "$work/pipe"
exec 4>"$work/pipe"
for piece in 0400000000000000 08 00 0000 0200 0000ffffff; do
    bytes "$piece" >&4
    sleep 0.1
done
wait_for "ok $work/pipe#0"
bytes ff >&4
wait_for "ok $work/pipe#0
ok $work/pipe#1"
exec 4>&-
ends

# Nobody writes to the second input yet, and opening it waits.
claim the_verdict_on_a_file_is_there_before_the_next_one_is_opened
bytes 0200000000000000 >"$work/whole"
begin check --dialect godot3 "$work/whole" "$work/pipe"
wait_for "ok $work/whole"
bytes 0200000001000000 >"$work/pipe"
ends
out "ok $work/whole
ok $work/pipe"

claim what_is_added_to_a_file_is_judged
: >"$work/grows"
tail -f -s 0.1 "$work/grows" >"$work/pipe" &
follower=$!
begin check --dialect godot3 --lines "$work/pipe"
echo '02000000 ffffffff' >>"$work/grows"
wait_for "ok $work/pipe#1"
echo '00000000' >>"$work/grows"
wait_for "ok $work/pipe#1
ok $work/pipe#2"
kill "$follower"
wait "$follower" 2>"$work/ended" || :
ends

finish
