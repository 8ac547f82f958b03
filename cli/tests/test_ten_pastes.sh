#!/bin/sh
# SPDX-License-Identifier: MIT
# An operator has a packet in a terminal, a capture, a log or a debugger, and pastes it. Each of ten pastes gets the
# verdict on that packet, or is told what it is. The packets are the corpus's: some that an engine wrote, some with one
# defect, whose code and offset are those of the corpus's manifest.
set -eu
. cli/tests/cases.sh

command -v xxd >/dev/null || skip "xxd is missing"
command -v hexdump >/dev/null || skip "hexdump is missing"

# dialect, file, verdict
samples=$work/samples
while read -r dialect name; do
    printf '%s corpus/seed/%s/%s.bin ok\n' "$dialect" "$dialect" "$name"
done >"$samples" <<'END'
godot4.4 game_auth_login
godot4.4 game_snapshot_64_soa
godot4.4 str_cjk
godot4.4 str_quote
godot4.4 bytes_00255
godot4.4 nil
godot3 game_chat_bbcode
END
refused='godot4.4/array_count_plus_1 godot4.4/packed_string_array_element_length_minus_1 godot3/dictionary_key_padding godot3/bool_00000002 godot3/cut_aabb_at_20
    godot3/array_count_minus_1'
for one in $refused; do
    awk -F '\t' -v file="$one.bin" '$1 == file && $3 == "strict" {
        print $2, "corpus/malformed/" $1, $4 " at " $5 }' corpus/malformed/manifest.tsv
done >>"$samples"

claim the_samples_are_there
[ "$(grep -c ' ok$' "$samples")" -ge 6 ] || fault "accepted: $(grep -c ' ok$' "$samples")"
[ "$(grep -c ' at ' "$samples")" -ge 5 ] || fault "refused: $(grep -c ' at ' "$samples")"
while read -r dialect file verdict; do
    [ -s "$file" ] || fault "no $file of $dialect, $verdict"
done <"$samples"

# What tools print that are installed is taken from them; the forms of Wireshark, Python and C are written down here.
python3 - "$work" <<'END'
import json, struct, sys
work = sys.argv[1]
def wireshark(data):
    return "".join("%04x   %-47s   %s\n" % (at, data[at:at + 16].hex(" "),
                   "".join(chr(b) if 32 <= b < 127 else "." for b in data[at:at + 16]))
                   for at in range(0, len(data), 16))
def c_string(data):
    # all escapes, as programs print it: then no hex digit follows one that is not part of it
    return "".join('    "' + "".join("\\x%02x" % b for b in data[at:at + 16]) + '"\n' for at in range(0, len(data), 16))
def frame(data):
    return struct.pack("<I", len(data)) + data
def capture(data):
    # one UDP packet in pcap's classic format, of this machine's order of bytes
    udp = struct.pack(">HHHH", 4000, 4000, 8 + len(data), 0) + data
    ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 1, 0, 64, 17, 0, bytes(4), bytes(4)) + udp
    return struct.pack("=IHHiIII", 0xa1b2c3d4, 2, 4, 0, 0, 65535, 101) + struct.pack("=IIII", 0, 0, len(ip), len(ip)) + ip
forms = {
    "wireshark": wireshark,
    "hex_stream": lambda data: data.hex(),
    "python": lambda data: repr(data) + "\n",
    "bytearray": lambda data: repr(bytearray(data)) + "\n",
    "c_array": lambda data: "{" + ", ".join("0x%02x" % b for b in data) + ",}\n",
    "c_string": c_string,
    "colons": lambda data: data.hex(":") + "\n",
    "dashes": lambda data: data.hex("-").upper() + "\n",
    "json": lambda data: json.dumps(list(data)) + "\n",
    "frames": frame,
    "pcap": capture,
}
for line in open(work + "/samples"):
    _, name, _ = line.split(" ", 2)
    data = open(name, "rb").read()
    for form, paste in forms.items():
        made = paste(data)
        open("%s/%s.%s" % (work, form, name.replace("/", ".")), "wb").write(
            made if isinstance(made, bytes) else made.encode())
END

# as FORM FILE: the paste.
as() {
    case $1 in
    xxd) xxd "$2" ;;
    xxd_p) xxd -p "$2" ;;
    xxd_i) xxd -i "$2" | sed 's/^unsigned char [A-Za-z0-9_]*/unsigned char packet_bin/; s/int .*_len/int packet_bin_len/' ;;
    hexdump_C) hexdump -C "$2" ;;
    od) od -A x -t x1 "$2" ;;
    base64) base64 "$2" ;;
    *) cat "$work/$1.$(echo "$2" | tr / .)" ;;
    esac
}

# verdict_is VERDICT: "ok", or code and offset.
verdict_is() {
    if [ "$1" = ok ]; then
        status 0
        out_has '^ok -'
    else
        status 1
        out_has "^reject -(#[01])?: $1[ :]"
    fi
    err ''
}

# form, how it is read
while read -r form options; do
    while read -r dialect file verdict; do
        claim "${form}_of_$(basename "$file" .bin)"
        as "$form" "$file" >"$work/in"
        # shellcheck disable=SC2086 # words
        run check --dialect "$dialect" $options
        verdict_is "$verdict"
    done <"$samples"
done <<'END'
xxd --hex
xxd_p --hex
xxd_i --hex
hexdump_C --hex
od --hex
wireshark --hex
hex_stream --hex
python --hex
bytearray --hex
c_array --hex
c_string --hex
colons --hex
dashes --hex
base64 --base64
json --hex
frames --frames
hex_stream --lines
python --lines
json --lines
END

# What was forgotten is said; that it was pasted is plain to see.
while read -r form words; do
    while read -r dialect file verdict; do
        claim "${form}_of_$(basename "$file" .bin)_without_its_option"
        as "$form" "$file" >"$work/in"
        run check --dialect "$dialect"
        status 1
        out_has '^reject -: '
        err_has "^gdv check: standard input: note: this looks like $words"
    done <"$samples"
done <<'END'
xxd hex or another text that --hex reads: try --hex$
hexdump_C hex or another text that --hex reads: try --hex$
wireshark hex or another text that --hex reads: try --hex$
python hex or another text that --hex reads: try --hex$
c_array hex or another text that --hex reads: try --hex$
colons hex or another text that --hex reads: try --hex$
base64 base64: try --base64$
json hex or another text that --hex reads: try --hex$
pcap a packet capture .pcap.: tshark
END

# Frames are bytes as packets are: only an engine's packets in them show what they are.
while read -r dialect file verdict; do
    [ "$verdict" = ok ] || continue
    claim "frames_of_$(basename "$file" .bin)_without_their_option"
    as frames "$file" >"$work/in"
    run check --dialect "$dialect"
    [ "$got" -eq 0 ] || err_has 'note: this looks like a stream of frames: try --frames$'
done <"$samples"

# What cannot be told apart is refused, and why is said: words in the order of a machine.
while read -r dialect file verdict; do
    [ "$(wc -c <"$file")" -ge 8 ] || continue
    claim "hexdump_of_$(basename "$file" .bin)"
    hexdump "$file" >"$work/in"
    run check --dialect "$dialect" --hex
    status 2
    out ''
    err_has '^gdv check: standard input: line 1, column 9: words of several bytes do not tell their order'
done <"$samples"

finish
