#!/bin/sh
# SPDX-License-Identifier: MIT
# canon: what changes and what stays, and the forms of its output. What is canonical: wire reference, section 6.
set -eu
. cli/tests/cases.sh

# out_bytes HEX..: standard output is exactly these bytes.
out_bytes() {
    bytes "$@" >"$work/expected"
    cmp -s "$work/expected" "$work/out" || fault "standard output is $(od -A n -t x1 "$work/out" | head -n 4)"
}

# name | dialect | permission, - for none | packet | canonical packet
while IFS='|' read -r what dialect permit given canonical; do
    claim "${dialect}_${what}"
    input "$given"
    if [ "$permit" = - ]; then
        run canon --dialect "$dialect"
    else
        run canon --dialect "$dialect"
        status 1
        out ''
        run canon --dialect "$dialect" --permit "$permit"
    fi
    status 0
    err ''
    out_bytes "$canonical"

    claim "${dialect}_${what}_is_left_alone_then"
    input "$canonical"
    run canon --dialect "$dialect" --policy engine --permit object
    status 0
    out_bytes "$canonical"
done <<'END'
int|godot3|-|02000000 ffffffff|02000000 ffffffff
path_padding|godot3|-|0f000000 01000080 00000000 00000000 01000000 61560000|0f000000 01000080 00000000 00000000 01000000 61000000
text_padding|godot3|padding|04000000 01000000 61ffffff|04000000 01000000 61000000
text_padding|godot2|-|04000000 01000000 61fabf01|04000000 01000000 61000000
wide_int|godot3|wide|02000100 05000000 00000000|02000000 05000000
narrow_int|godot3.0|wide|02000000 05000000|02000100 05000000 00000000
wide_float|godot3|wide|03000100 00000000 0000e03f|03000000 0000003f
flags|godot3|flags|04000100 01000000 61000000|04000000 01000000 61000000
count_flag|godot3|flags|13000000 00000080|13000000 00000000
bool|godot3|bool|01000000 00010000|01000000 01000000
trailing|godot3|trailing|00000000 deadbeef|00000000
text_after_nul|godot3|text-nul|04000000 03000000 61006200|04000000 01000000 61000000
byte_order_mark|godot3|text-bom|04000000 04000000 efbbbf61|04000000 01000000 61000000
terminator|godot3|text-terminator|17000000 01000000 03000000 61626300|17000000 01000000 04000000 61626300
path_flag|godot3|node-path|0f000000 01000080 00000000 04000000 01000000 61000000|0f000000 01000080 00000000 00000000 01000000 61000000
path_of_flag_2|godot3|node-path|0f000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000|0f000000 01000080 01000000 00000000 01000000 61000000 01000000 70000000
nonfinite_stays|godot3|nonfinite|05000000 0100807f 000080ff|05000000 0100807f 000080ff
equal_keys_stay|godot3|duplicate-keys|12000000 02000000 00000000 02000000 01000000 00000000 02000000 02000000|12000000 02000000 00000000 02000000 01000000 00000000 02000000 02000000
object_id_stays|godot3|object-id|11000100 05000000 00000000|11000100 05000000 00000000
object_stays|godot3|object|11000000 01000000 41000000 01000000 01000000 61000000 00000000|11000000 01000000 41000000 01000000 01000000 61000000 00000000
shared_stays|godot2|-|15000000 01000080 02000000 02000000|15000000 01000080 02000000 02000000
64_bits_stay|godot4|-|05000100 00000000 0000f03f 00000000 00000040|05000100 00000000 0000f03f 00000000 00000040
END

bytes 02000000 ffffffff >"$work/good"
bytes 04000000 01000000 61000000 >"$work/text"
bytes 01000000 02000000 >"$work/bad"

# --- forms of output

claim hex_is_a_line_of_words_for_each_packet
run canon --dialect godot3 --format=hex "$work/good" "$work/text"
status 0
out '02000000 ffffffff
04000000 01000000 61000000'

claim hex_is_what_hex_reads
input 14000000 07000000 01020304 05060700
run canon --dialect godot3 --format=hex
status 0
cp "$work/out" "$work/in"
run canon --dialect godot3 --hex
status 0
out_bytes 14000000 07000000 01020304 05060700

claim hex_of_a_long_packet_is_one_line
python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 20, 5000) + bytes(range(250)) * 20)' >"$work/in"
run canon --dialect godot3 --format=hex
status 0
[ "$(wc -l <"$work/out")" -eq 1 ] || fault "not one line"
tr -d ' \n' <"$work/out" >"$work/digits"
[ "$(cat "$work/digits")" = "$(od -A n -v -t x1 "$work/in" | tr -d ' \n')" ] || fault "not these bytes"
grep -Eq '^[0-9a-f]{8}( [0-9a-f]{8})*$' "$work/out" || fault "not in words"

claim frames_come_out_as_they_went_in
input 08000000 02000000 ffffffff 0c000000 04000000 01000000 61000000
run canon --dialect godot3 --frames
status 0
out_bytes 08000000 02000000 ffffffff 0c000000 04000000 01000000 61000000

claim big_endian_frames_come_out_big_endian
input 00000008 02000000 ffffffff
run canon --dialect godot3 --frames --big-endian
status 0
out_bytes 00000008 02000000 ffffffff

claim frames_change_their_length_with_the_packet
input 0c000000 02000100 05000000 00000000 04000000 00000000
run canon --dialect godot3 --frames --permit wide
status 0
out_bytes 08000000 02000000 05000000 04000000 00000000

claim a_packet_may_grow
input 13000000 02000000 02000000 05000000 02000000 06000000
run canon --dialect godot3.0 --permit wide
status 0
out_bytes 13000000 02000000 02000100 05000000 00000000 02000100 06000000 00000000

claim rejected_frames_are_left_out_and_told
input 04000000 00000000 08000000 01000000 02000000 04000000 00000000
run canon --dialect godot3 --frames
status 1
out_bytes 04000000 00000000 04000000 00000000
err 'reject -#1: BOOL at 4: bool is neither 0 nor 1'

claim several_streams_become_one
bytes 04000000 00000000 >"$work/stream"
run canon --dialect godot3 --frames --format=raw "$work/stream" "$work/stream"
status 0
out_bytes 04000000 00000000 04000000 00000000

claim several_packets_without_frames_are_refused_before_any_is_written
run canon --dialect godot3 "$work/good" "$work/text"
one_line_of_usage "^gdv canon: $work/text: a second packet, and raw bytes do not tell where one ends"

claim jsonl
run canon --dialect godot3 --jsonl "$work/good" "$work/bad"
status 1
err ''
json 'keys == [["file", "index", "ok", "code", "offset", "depth", "path", "message", "hex"]] * 2'
json 'rows[0]["ok"] is True and rows[0]["hex"] == "02000000ffffffff" and rows[0]["index"] == 0'
json 'rows[1]["ok"] is False and rows[1]["code"] == "BOOL" and rows[1]["offset"] == 4 and rows[1]["hex"] is None'
run canon --dialect godot3 --jsonl --format=hex "$work/good"
status 0
json 'rows[0]["hex"] == "02000000ffffffff"'

claim a_rejected_packet_writes_nothing
run canon --dialect godot3 "$work/bad"
status 1
out ''
err "reject $work/bad: BOOL at 4: bool is neither 0 nor 1"

claim nothing_at_all_is_rejected
run canon --dialect godot3
status 1
out ''
err 'reject -: EMPTY at 0: there is not one byte; at least 4 bytes missing'

claim a_stream_of_nothing_stays_one
run canon --dialect godot3 --frames
status 0
out ''
err ''

claim a_missing_file_is_named
run canon --dialect godot3 "$work/none"
status 2
err "gdv canon: $work/none: No such file or directory"

# Every byte of padding in here is one that Godot 3.2.3 left uninitialised.
seeds=corpus/seed/godot3
for dirty in "$seeds"/*_dirty.bin; do
    claim "no_padding_is_left_in_$(basename "$dirty" .bin)"
    run canon --dialect godot3 "$dirty"
    status 0
    [ "$(wc -c <"$work/out")" -eq "$(wc -c <"$dirty")" ] || fault "it changed its size"
    ! tr -d '\0' <"$work/out" | grep -aq "$(printf '\245')" || fault "the engine's garbage is still there"
    cp "$work/out" "$work/in"
    run canon --dialect godot3
    cmp -s "$work/in" "$work/out" || fault "it is not its own canonical encoding"
done

claim values_may_be_1024_deep
python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 19, 1) * 1024 + struct.pack("<I", 0))' >"$work/in"
run canon --dialect godot3 --max-depth 1024
status 0
cmp -s "$work/in" "$work/out" || fault "not the same packet"

claim a_full_disk_is_noticed
got=0
"$GDV" canon --dialect godot3 "$work/good" >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv canon: cannot write to standard output: No space left on device'

finish
