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

# Through a file that is a pipe.
claim the_verdict_on_one_packet_is_there_while_its_pipe_is_open
mkfifo "$work/pipe"
"$GDV" check --dialect godot3 --frames "$work/pipe" >"$work/out" 2>"$work/err" &
reader=$!
exec 4>"$work/pipe"
bytes 0800000002000000ffffffff >&4
tries=0
while [ ! -s "$work/out" ] && [ "$tries" -lt 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
out "ok $work/pipe#0"
exec 4>&-
got=0
wait "$reader" || got=$?
status 0

finish
