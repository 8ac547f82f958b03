#!/bin/sh
# SPDX-License-Identifier: MIT
# What is different at a terminal: colours, the closing summary, progress. Python opens the terminals.
set -eu
. cli/tests/cases.sh

bytes 02000000 ffffffff >"$work/good"
bytes 01000000 02000000 >"$work/bad"

# at_terminal WHERE WORDS..: runs with standard output (out), standard error (err) or both at a terminal of $columns; $slow
# is a command whose output is read. Line ends come back as the terminal makes them, without their carriage return.
at_terminal() {
    got=0
    python3 - "$work" "$GDV" "$@" <<'END' || got=$?
import fcntl, os, pty, struct, subprocess, sys, termios, threading
work, gdv, where = sys.argv[1:4]

def reader(master, path):
    with open(path, "wb") as out:
        while True:
            try:
                data = os.read(master, 4096)
            except OSError:
                break
            if not data:
                break
            out.write(data.replace(b"\r\n", b"\n"))

threads, ends = [], {}
for name in ("out", "err"):
    if where in (name, "both"):
        master, ends[name] = pty.openpty()
        size = struct.pack("HHHH", 25, int(os.environ.get("columns") or 0), 0, 0)
        fcntl.ioctl(master, termios.TIOCSWINSZ, size)
        threads.append(threading.Thread(target=reader, args=(master, work + "/" + name)))
    else:
        ends[name] = os.open(work + "/" + name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
slow = os.environ.get("slow")
feed = subprocess.Popen(["sh", "-c", slow], stdout=subprocess.PIPE) if slow else None
child = subprocess.Popen([gdv] + sys.argv[4:], stdin=feed.stdout if feed else subprocess.DEVNULL,
                         stdout=ends["out"], stderr=ends["err"])
for end in ends.values():
    os.close(end)
for thread in threads:
    thread.start()
status = child.wait()
for thread in threads:
    thread.join()
sys.exit(status)
END
}

export TERM=xterm
slow=
export slow
green=$(printf '\033[32mok\033[0m')
red=$(printf '\033[31mreject\033[0m')

claim verdicts_are_coloured_at_a_terminal
at_terminal out check --dialect godot3 "$work/good" "$work/bad"
status 1
out "$green $work/good
$red $work/bad: BOOL at 4: bool is neither 0 nor 1"

claim no_color_is_obeyed
NO_COLOR=1 at_terminal out check --dialect godot3 "$work/good"
status 0
out "ok $work/good"

claim an_empty_no_color_means_nothing
NO_COLOR='' at_terminal out check --dialect godot3 "$work/good"
out "$green $work/good"

claim a_dumb_terminal_has_no_colours
TERM=dumb at_terminal out check --dialect godot3 "$work/good"
out "ok $work/good"

claim a_file_has_no_colours
at_terminal err check --dialect godot3 "$work/good"
out "ok $work/good"

claim json_has_no_colours
at_terminal out check --dialect godot3 --jsonl "$work/bad"
status 1
json 'rows[0]["ok"] is False'
out_lacks "$(printf '\033')"

claim probe_is_coloured_too
at_terminal out probe "$work/good"
status 0
out_has "$(printf 'godot3          .\\[32mstrict')"

claim several_packets_are_counted_unasked
at_terminal both check --dialect godot3 "$work/good" "$work/bad"
status 1
err '2 packets: 1 ok, 1 rejected'

claim one_packet_needs_no_count
at_terminal both check --dialect godot3 "$work/good"
status 0
err ''

claim quiet_is_quiet_at_a_terminal
at_terminal both check --dialect godot3 --quiet "$work/good" "$work/good"
status 0
out ''
err ''

# --- what is dumped

export columns=
escape=$(printf '\033')

claim a_hexdump_is_coloured_at_a_terminal
at_terminal out dump --dialect godot3 --format=hex "$work/bad"
status 1
out "$escape[2m00000000$escape[0m  01 00 00 00  02 00 00 00  .  $escape[36mbool$escape[0m
                       $escape[31m^^$escape[0m
          $escape[31mBOOL at 4: bool is neither 0 nor 1$escape[0m"

claim a_hexdump_obeys_no_color
NO_COLOR=1 at_terminal out dump --dialect godot3 --format=hex "$work/good"
status 0
out '00000000  02 00 00 00  ff ff ff ff  .  int  -1'

claim a_hexdump_has_no_colours_in_a_file
at_terminal err dump --dialect godot3 --format=hex "$work/good"
out '00000000  02 00 00 00  ff ff ff ff  .  int  -1'

claim text_and_json_have_no_colours
at_terminal out dump --dialect godot3 "$work/good"
out -1
at_terminal out dump --dialect godot3 --format=json "$work/good"
out '{"int":"-1"}'

python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 4, 200) + b"abcdefgh " * 22 + b"ab")' >"$work/long"

while read -r columns rows widest; do
    claim "a_hexdump_is_as_wide_as_a_terminal_of_$columns"
    NO_COLOR=1 at_terminal out dump --dialect godot3 --format=hex "$work/long"
    status 0
    [ "$(grep -c '^[0-9a-f]\{8\}' "$work/out")" -eq "$rows" ] || fault "not $rows rows"
    wide=$(awk 'length > most { most = length } END { print most }' "$work/out")
    { [ "$wide" -le "$widest" ] && [ "$wide" -gt $((widest - 10)) ]; } || fault "the widest line has $wide"
done <<'END'
40 52 40
80 26 80
100 26 100
132 13 132
END

claim a_terminal_that_tells_no_width_has_80
columns=0
NO_COLOR=1 at_terminal out dump --dialect godot3 --format=hex "$work/long"
[ "$(grep -c '^[0-9a-f]\{8\}' "$work/out")" -eq 26 ] || fault "not rows of 8"

claim a_terminal_of_few_columns_is_taken_for_one_of_40
columns=10
NO_COLOR=1 at_terminal out dump --dialect godot3 --format=hex "$work/long"
status 0
[ "$(grep -c '^[0-9a-f]\{8\}' "$work/out")" -eq 52 ] || fault "not rows of 4"

claim width_outranks_the_terminal
columns=132
NO_COLOR=1 at_terminal out dump --dialect godot3 --format=hex --width 40 "$work/long"
[ "$(grep -c '^[0-9a-f]\{8\}' "$work/out")" -eq 52 ] || fault "not rows of 4"
columns=

# --- packets are bytes

claim a_packet_is_not_written_to_a_terminal
at_terminal out canon --dialect godot3 "$work/good"
status 2
out ''
err_has '^gdv canon: a packet is bytes, which would garble this terminal: .*--format=hex$'
at_terminal both encode --dialect godot3
status 2
err_has '^gdv encode: a packet is bytes'

claim frames_are_not_either
at_terminal out canon --dialect godot3 --frames "$work/good"
status 2
out ''

claim its_hex_is
at_terminal out canon --dialect godot3 --format=hex "$work/good"
status 0
out '02000000 ffffffff'

claim and_so_are_json_lines
at_terminal out canon --dialect godot3 --jsonl "$work/good"
status 0
json 'rows[0]["hex"] == "02000000ffffffff"'

claim standard_error_may_be_a_terminal
at_terminal err canon --dialect godot3 "$work/good"
status 0
[ "$(od -A n -t x1 "$work/out")" = ' 02 00 00 00 ff ff ff ff' ] || fault "not the packet"

frame='printf "\004\000\000\000\000\000\000\000"'

claim a_long_run_shows_progress_and_takes_it_away
slow="$frame; sleep 0.3; $frame; sleep 0.3; $frame"
at_terminal err check --dialect godot3 --frames
status 0
out 'ok -#0
ok -#1
ok -#2'
err_has 'input 1 of 1, [123] packets'
# The last thing before the summary erases the line.
tail -c 60 "$work/err" | grep -q "$(printf '\r\033\\[K')3 packets: 3 ok, 0 rejected" || fault "the line stays"

claim progress_does_not_mix_with_verdicts_at_the_same_terminal
at_terminal both check --dialect godot3 --frames
status 0
err '3 packets: 3 ok, 0 rejected'

claim progress_is_for_terminals_only
at_terminal out check --dialect godot3 --frames
status 0
err ''

claim a_short_run_shows_no_progress
slow=
at_terminal err check --dialect godot3 "$work/good"
status 0
err ''

claim a_message_is_not_written_after_progress
slow="$frame; sleep 0.3; $frame; sleep 0.3"
at_terminal err check --dialect godot3 --frames - "$work/none"
status 2
err_has "$(printf '\r\033\\[K')gdv check: $work/none: No such file"

finish
