#!/bin/sh
# SPDX-License-Identifier: MIT
# Raw input that is refused and looks like something else: a note on standard error says what. Verdict, standard output and
# exit status are what they are without it.
set -eu
. cli/tests/cases.sh

minus_one='02000000 ffffffff'

# hint WORDS: what the last run said of its input, and nothing else.
hint() {
    [ "$(wc -l <"$work/err")" -eq 1 ] || fault "not one line on standard error"
    err_has "^gdv check: standard input: note: this looks like $1"
}

# looks like WORDS: the input, taken for a packet, is refused with that note.
looks_like() {
    run check --dialect godot3
    status 1
    out_has '^reject -: [A-Z_]+ at [0-9]+'
    hint "$1"
}

while IFS='|' read -r what words written; do
    claim "$what"
    # shellcheck disable=SC2059 # the escapes are wanted
    printf "$written" >"$work/in"
    looks_like "$words"
done <<'END'
hex|hex .*: try --hex$|02000000 ffffffff\n
hex_in_colons|hex .*: try --hex$|02:00:00:00:ff:ff:ff:ff
dump|hex .*: try --hex$|00000000: 0200 0000 ffff ffff                      ........\n
dump_with_a_star_for_gigabytes|hex .*: try --hex$|00000000  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  |................|\n*\nffffffff0\n
list|hex .*: try --hex$|[2, 0, 0, 0, 255, 255, 255, 255]\n
python|hex .*: try --hex$|b'\\x02\\x00\\x00\\x00\\xff\\xff\\xff\\xff'\n
base64|base64: try --base64$|AgAAAP////8=\n
json|JSON: gdv encode|{"int":"5"}\n
json_list_of_objects|JSON: gdv encode|[ {"int":"5"} ]\n
words_of_hexdump|text: --hex |0000000 0002 0000 ffff ffff\n0000008\n
prose|text: --hex |Here is the packet, as we spoke.\n
gzip|gzip: |\037\213\010\0\0\0\0\0\0\003
zip|a zip archive|PK\003\004\024\0\0\0
zstd|zstd: |\050\265\057\375\044\0\0\0
pcap_of_this_machine|a packet capture .pcap.: |\324\303\262\241\002\0\004\0\0\0\0\0
pcap_of_another_machine|a packet capture .pcap.: |\241\262\303\324\0\002\0\004\0\0\0\0
pcap_in_nanoseconds|a packet capture .pcap.: |\115\074\262\241\002\0\004\0\0\0\0\0
pcap_in_nanoseconds_of_another|a packet capture .pcap.: |\241\262\074\115\0\002\0\004\0\0\0\0
pcapng|a packet capture .pcapng.: |\012\015\015\012\034\0\0\0\115\074\053\032
compressed_file|a file that Godot compressed|GCPF\002\0\0\0
encrypted_file|a file that Godot encrypted|GDEC\001\0\0\0
pack|a pack of Godot|GDPC\001\0\0\0
resource|a binary resource of Godot|RSRC\0\0\0\0
END

claim frames
input 08000000 02000000 ffffffff 04000000 00000000
looks_like 'a stream of frames: try --frames$'

claim one_frame
input 08000000 02000000 ffffffff
looks_like 'a stream of frames: try --frames$'

claim frames_of_refused_packets
input 08000000 02000000 ff 000000 08000000 01000000 02000000
looks_like 'a stream of frames: try --frames$'

claim big_endian_frames
input 00000008 02000000 ffffffff 00000004 00000000
looks_like 'a stream of frames: try --frames --big-endian$'

claim frames_beyond_the_limit
{
    for _ in 1 2 3; do
        bytes 08000000 02000000 ffffffff
    done
} >"$work/in"
run check --dialect godot3 --max-bytes 30
status 1
out_has '^reject -: LIMIT_BYTES'
hint 'a stream of frames: try --frames$'

claim frames_with_lengths_of_the_other_end
input 00000008 02000000 ffffffff 00000004 00000000
run check --dialect godot3 --frames
status 1
out_has '^reject -#0: LIMIT_FRAME at 0'
hint 'frames with big-endian lengths: try --big-endian$'
input 08000000 02000000 ffffffff 04000000 00000000
run check --dialect godot3 --frames --big-endian
status 1
hint 'frames with little-endian lengths: leave out --big-endian$'

claim one_packet_taken_for_frames
input 13000000 01000000 02000000 05000000
run check --dialect godot3 --frames
status 1
hint 'one packet without a length: leave out --frames$'

claim hex_taken_for_frames
text "08000000 $minus_one"
run check --dialect godot3 --frames
status 1
hint 'hex .*: try --hex$'

# --- nothing is said

claim no_note_where_the_packet_is_accepted
input "$minus_one"
run check --dialect godot3
status 0
err ''

claim no_note_where_text_was_asked_for
text '02000000 ffff'
run check --dialect godot3 --hex
status 1
err ''
text 'AQAAAAIAAAA='
run check --dialect godot3 --base64
status 1
err ''
run check --dialect godot3 --base64 --lines
status 1
err ''

# Refused packets that look like nothing but packets: each of the corpus, but the one that is a frame.
for folder in corpus/malformed/*/; do
    dialect=$(basename "$folder")
    claim "no_note_on_a_malformed_packet_of_$dialect"
    run check --dialect "$dialect" "$folder"*.bin
    [ "$(wc -l <"$work/out")" -gt 20 ] || fault "no packets in $folder"
    grep -v "^gdv check: ${folder}framed.bin: note: this looks like a stream of frames: try --frames$" \
        "$work/err" >"$work/notes" || :
    [ ! -s "$work/notes" ] || fault "$(head -n 3 "$work/notes")"
    [ ! -f "${folder}framed.bin" ] || [ -s "$work/err" ] || fault "no note on framed.bin"
done

while IFS='|' read -r what given; do
    claim "no_note_on_$what"
    input "$given"
    run check --dialect godot3
    status 1
    err ''
done <<'END'
a_text_that_is_cut|04000000 05000000
zeros|00000000 00000000 00000000
nothing|
text_in_the_padding|04000000 01000000 61626364
END

claim no_note_after_a_frame_that_was_accepted
input 04000000 00000000 30303030 30303030
run check --dialect godot3 --frames
status 1
err ''

# --- how it is said

claim once_for_each_input_and_not_more
text "$minus_one"
cp "$work/in" "$work/one"
bytes "$minus_one" >"$work/good"
run check --dialect godot3 "$work/one" "$work/good" "$work/one"
status 1
[ "$(wc -l <"$work/err")" -eq 2 ] || fault "not a note for each refused input"
[ "$(wc -l <"$work/out")" -eq 3 ] || fault "not a line for each input"
bytes 30303030 00000000 >"$work/in"
bytes 08000000 01000000 02000000 08000000 01000000 02000000 >"$work/frames"
run check --dialect godot3 --frames "$work/frames"
status 1
err ''

claim no_line_of_json_has_it
text "$minus_one"
run check --dialect godot3 --jsonl
status 1
json 'len(rows) == 1 and "hint" not in rows[0]'
hint 'hex .*: try --hex$'

for verb in dump canon; do
    claim "${verb}_says_it_after_the_verdict"
    text "$minus_one"
    run "$verb" --dialect godot3
    status 1
    out ''
    [ "$(wc -l <"$work/err")" -eq 2 ] || fault "not two lines"
    err_has "^gdv $verb: standard input: note: this looks like hex .*: try --hex$"
    head -n 1 "$work/err" | grep -q '^reject -: ' || fault "not the verdict first"
done

claim probe_says_it_where_no_dialect_accepts
text "$minus_one"
run probe
status 1
out_has '^none '
err_has '^gdv probe: standard input: note: this looks like hex'
{
    bytes 40000000 04000000 38000000
    head -c 56 /dev/zero | tr '\0' a
} >"$work/in"
run probe
status 1
err_has '^gdv probe: standard input: note: this looks like a stream of frames'

claim a_file_is_named_and_its_name_escaped
odd=$(printf 'a\033b')
printf 02000000 >"$work/$odd"
cd "$work"
run check --dialect godot3 "$odd"
cd "$cd_back"
err_has '^gdv check: a\\x1bb: note: this looks like hex'

# Text that is long, and no form at all before its last character.
claim a_long_text_costs_a_look_at_its_beginning
tr '\0' 0 </dev/zero | head -c 8000001 >"$work/in"
run check --dialect godot3
status 1
hint 'hex .*: try --hex$'

finish
