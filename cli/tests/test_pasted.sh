#!/bin/sh
# SPDX-License-Identifier: MIT
# --hex of hex dumps: their offsets and characters are no bytes. What the tools that are installed print is taken from them;
# of Wireshark, tshark and tcpdump the form is written down here.
set -eu
. cli/tests/cases.sh

command -v xxd >/dev/null || skip "xxd is missing"
command -v hexdump >/dev/null || skip "hexdump is missing"

# is PACKET: what was pasted is that packet, neither more nor less.
is() {
    run canon --dialect godot3 --hex --policy engine
    status 0
    err ''
    cmp -s "$1" "$work/out" || fault "another packet: $(od -A n -t x1 "$work/out" | head -n 4)"
}

refused_at() { # refused_at LINE MESSAGE
    run check --dialect godot3 --hex --policy engine
    status 2
    out ''
    err_has "^gdv check: standard input: line $1, column [0-9]*: .*$2"
}

# Texts whose characters look like digits, words of digits, blanks, bars; lines that repeat; lines that are not full.
python3 - "$work" <<'END'
import struct, sys
def packet(name, text, type=4):
    body = struct.pack("<II", type, len(text)) + text + bytes(-len(text) % 4)
    open(sys.argv[1] + "/" + name + ".bin", "wb").write(body)
packet("digits", b"61 62 63 64 6566 " * 5)
packet("words", b"ab cd ef  00 11  deadbeef cafe 0000:  ")
packet("bars", b"|00 11|  >22 33<  ||  " * 3)
packet("blanks", b" " * 50)
packet("short", b"a")
packet("repeats", b"0123456789abcdef" * 40 + b"end")
packet("zeros", bytes(100), 20) # a PoolByteArray
packet("all", "".join(map(chr, range(1, 256))).encode())
packet("full", b"abcdefgh")
END

for sample in digits words bars blanks short repeats zeros all full; do
    one=$work/$sample.bin
    while read -r tool; do
        claim "${sample}_by_$(echo "$tool" | tr -d ' ')"
        $tool "$one" >"$work/in"
        is "$one"
        # As it comes out of a mail, without the last line end.
        sed 's/^/   /; s/ *$//; $!s/$/\r/' "$work/in" | head -c -1 >"$work/mail"
        cp "$work/mail" "$work/in"
        is "$one"
    done <<'END'
xxd
xxd -g1
xxd -a
xxd -u
xxd -c 8
xxd -c 20 -g1
xxd -p
hexdump -C
hexdump -v -C
od -t x1
od -v -t x1
od -t x1z
od -A x -t x1
od -A x -t x1z
od -v -A d -t x1
od -A n -v -t x1
od -v -w8 -t x1z
END
    # No characters after: the column that xxd and hexdump have is cut off.
    claim "${sample}_by_xxd_without_characters"
    xxd "$one" | cut -c 1-49 >"$work/in"
    is "$one"
done

# python3 OFFSET-FORMAT GROUP GAP: the rest are Wireshark and its like.
as_dump() {
    python3 - "$@" <<'END'
import sys
path, offset, group, gap, text = sys.argv[1:]
data = open(path, "rb").read()
for at in range(0, len(data), 16):
    part = data[at:at + 16]
    words = [part[i:i + int(group)].hex() for i in range(0, len(part), int(group))]
    width = 16 // int(group) * (2 * int(group) + 1) - 1
    line = (offset % at) + gap + " ".join(words)
    if text == "text":
        line = (offset % at) + gap + " ".join(words).ljust(width) + gap.replace("   ", "  ")[:3]
        line += "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
    print(line)
END
}
for sample in digits words bars blanks short all full; do
    while IFS='|' read -r tool offset group gap text; do
        claim "${sample}_by_$tool"
        as_dump "$work/$sample.bin" "$offset" "$group" "$gap" "$text" >"$work/in"
        is "$work/$sample.bin"
    done <<'END'
wireshark|%04x|1|   |text
wireshark_without_characters|%04x|1|   |
tshark|%04x|1|  |text
tcpdump_x|	0x%04x:|2|  |
tcpdump_X|	0x%04x:|2|  |text
END
done

# --- what does not tell which bytes it is

while read -r tool; do
    claim "words_of_$(echo "$tool" | tr -d ' ')"
    $tool "$work/digits.bin" >"$work/in"
    refused_at 1 'words of several bytes do not tell their order'
done <<'END'
xxd -e
xxd -g4
xxd -b
hexdump
hexdump -x
hexdump -b
od
od -x
od -A x -t x2
od -A x -t x4
END

while IFS='|' read -r what line message written; do
    claim "$what"
    # shellcheck disable=SC2059 # the escapes are wanted
    printf "$written" >"$work/in"
    refused_at "$line" "$message"
done <<'END'
offset_that_does_not_follow|2|the offset does not follow|00000000: 0400 0000 0800 0000 6162 6364 6566 6768  ........abcdefgh\n00000020: 0000\n
line_that_is_missing|2|the offset does not follow|0000   04 00 00 00 14 00 00 00\n0010   61 62 63 64\n
second_dump|2|the offset does not follow|0000000 02 00 00 00 01 00 00 00\n0000000 02 00 00 00 01 00 00 00\n
character_of_another_byte|1|characters does not agree|00000000: 0200 0000 4142 4344  ....ABCE\n
character_of_another_byte_between_bars|2|characters does not agree|00000000  04 00 00 00 04 00 00 00  |........|\n00000008  61 62 63 64  |abce|\n
bytes_that_lack|1|characters does not agree|00000000  02 00 00 00 41 42 43  |....ABCD|\n
closing_offset_of_another_size|2|the offset does not follow|00000000  02 00 00 00 01 00 00 00  |........|\n00000009\n
line_after_the_closing_offset|3|something follows the closing offset|0000000 02 00 00 00 01 00 00 00\n0000010\n0000010 00\n
words_after_a_dump|2|not a line of the same dump|00000000: 0200 0000 0100 0000  ........\n$ \n
offset_of_another_form|2|not a line of the same dump|00000000: 0200 0000 0100 0000  ........\n0008   01 00\n
star_first|1|not a hex digit|*\n00000000  02 00\n
star_at_the_end|3|ends after \\*|0000000 02 00 00 00 01 00 00 00\n*\n
star_that_is_no_whole_lines|3|the offset does not follow|00000000  02 00 00 00 01 00 00 00\n*\n0000001c\n
star_in_two_bases|3|does not tell how many lines|0000000 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n*\n0000400\n
bytes_that_may_be_an_offset|1|may be an offset or bytes|02000000  ff ff ff ff
offsets_that_the_first_line_lacks|2|may be an offset or bytes|02 00 00 00 01 00 00 00\n0008 00 00 00 00\n
heading_of_columns|2|may be an offset or bytes|          00 01 02 03 04 05 06 07\n00000000  02 00 00 00 ff ff ff ff\n
offsets_as_wide_as_words|1|may be an offset or bytes|00000000 02000000 ffffffff\n00000008 02000000 ffffffff\n
offsets_of_words_of_two|1|may be an offset or bytes|0000 0200 0000 ffff ffff\n0008 0200 0000 ffff ffff\n
closing_offset_of_words|1|may be an offset or bytes|00000000 02000000 ffffffff\n00000008\n
word_that_may_be_an_offset|1|may be an offset or bytes|02000000 ff ff ff ff
offset_of_od_before_a_short_line|1|may be an offset or bytes|000010 04 00 00 00 04 00 00 00 30 30 31 30\n
offset_before_eight_bytes|1|may be an offset or bytes|0000002a 04 00 00 00 04 00 00 00\n00000032 30 30 31 30\n
offset_and_a_tab|1|may be an offset or bytes|0005\t08 00 00 00\n
offset_of_wireshark_without_its_blanks|1|may be an offset or bytes|0010 51 c2 00 00\n
zero_before_words|1|may be an offset or bytes|00000000 02000000 ffffffff
zero_before_pairs|1|may be an offset or bytes|0000 0200 0000 ffff ffff
zero_of_two_digits|1|may be an offset or bytes|00 02 00 00 00 ff ff ff ff
offset_of_two_digits_before_two_blanks|1|may be an offset or bytes|10  02 00 00 00 ff ff
offsets_of_two_digits_that_go_on|2|may be an offset or bytes|10 14 00 00 00 61 62 63 64\n18 61 62 63 64\n
offsets_of_two_digits_that_the_first_line_lacks|2|may be an offset or bytes|14 00 00 00 61 62 63 64\n08 61 62 63 64\n
offset_before_wider_words|1|may be an offset or bytes|0010 02000000 ffffffff
offset_before_narrower_words|1|may be an offset or bytes|000010 0200 0000 ffff ffff
offset_with_0x|1|may be an offset or bytes|0x0000 0200 0000 ffff ffff
offsets_in_decimal|2|may be an offset or bytes|1618 1400 0000 6162\n1624 6162 6364\n
offsets_that_a_part_of_a_line_precedes|2|may be an offset or bytes|0000 ffff\n0010 6162 6364\n
line_that_begins_with_a_wider_word|2|may be an offset or bytes|02000000\nffff ff ff\n
numbers_of_four_bytes|1|may be numbers|00000002 ffffffff
numbers_of_four_bytes_with_0x|1|may be numbers|0x00000002 0xffffffff
numbers_of_two_bytes|1|may be numbers|0002 0000 ffff ffff
numbers_of_eight_bytes|1|may be numbers|ffffffff00000002 0000000000000000
number_of_eight_bytes_with_0x|1|may be numbers|0xffffffff00000002
characters_that_look_like_bytes|1|may be characters or bytes|61 62 63 64  abcd
characters_that_look_like_bytes_after_a_blank|1|may be characters or bytes|36 31 36 32 6162
characters_in_a_dump_after_one_blank|2|may be characters or bytes|00000000: 3030 00\n
characters_in_a_dump_after_two_blanks|1|may be characters or bytes|00000000  33 30 20 33 30 20 33 30  30 30 30
characters_in_a_dump_that_are_cut|1|may be characters or bytes|00000000: 3132 3334  12
characters_in_doubt_before_a_star|2|may be characters or bytes|00000000: 3030 00\n*\n
characters_that_one_line_lacks|2|lacks the column of characters|00000000: 0400 0000 0800 0000  ........\n00000008: 6162 6364
pairs_that_may_be_swapped|1|may have them swapped|00000000: 0002 0000 0001 0000  ........
offset_of_od_that_may_be_bytes|1|may be an offset or bytes|000010 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f
END

# --- digits alone are what they were

while IFS='|' read -r what written; do
    claim "plain_$what"
    # shellcheck disable=SC2059
    printf "$written" >"$work/in"
    bytes 02000000 ffffffff >"$work/minus_one"
    is "$work/minus_one"
done <<'END'
bytes_and_word|02 00 00 00 ffffffff
words_of_two|0200 0000 ffff ffff
word_over_a_line|0200\n0000\nffffffff
capital_0x|0X02000000 0xffffffff
words_on_two_lines|02000000\nffffffff
short_words_at_the_end|02000000 ffff ffff
words_with_commas|0x02000000, 0xffff, 0xffff
bytes_with_0x|0x2 0x0 0x0 0x0 0xff 0xff 0xff 0xff
END

claim a_next_offset_tells_characters_from_bytes
printf '00000000: 3030  00\n00000002: 3132  12\n' >"$work/in"
run check --dialect godot3 --hex
status 2
printf '00000000: 3030  00\n00000002: 0102  ..\n' >"$work/in"
bytes 30300102 >"$work/four"
run check --dialect godot3 --hex
cp "$work/out" "$work/verdict"
cp "$work/four" "$work/in"
run check --dialect godot3
cmp -s "$work/out" "$work/verdict" || fault "another verdict: $(cat "$work/verdict")"

claim big_endian_lengths_are_no_numbers_of_the_other_order
printf '00000008 02000000 ffffffff' >"$work/in"
run check --dialect godot3 --frames --big-endian --hex
status 0

claim plain_zeros_of_one_width_are_bytes
printf '00000000' >"$work/in"
bytes 00000000 >"$work/nil"
is "$work/nil"
printf '0000 0000' >"$work/in"
is "$work/nil"

claim a_dump_from_elsewhere_that_says_so
tail -c +17 "$work/zeros.bin" | head -c 4 >"$work/nil"
xxd -s 16 -l 4 "$work/zeros.bin" >"$work/in"
is "$work/nil"
hexdump -s 16 -n 4 -C "$work/zeros.bin" >"$work/in"
is "$work/nil"

# --- parts of dumps: the verdict is that on the bytes, or there is none

# An array that looks like words, an int, a bool that is none, a text of zeros and digits; by tools that are installed, and in
# the forms that as_dump has.
printf '\024\0\0\0\040\0\0\00000 11 22 aabb cc 0000000 11 22 ' >"$work/part1.bin"
printf '\002\0\0\0\001\0\0\0' >"$work/part2.bin"
printf '\001\0\0\0\002\0\0\0' >"$work/part3.bin"
printf '\004\0\0\0\020\0\0\0\0\0\0\0\0\0\0\0\060\060\060\060\060\060\060\060' >"$work/part4.bin"
for sample in part1 part2 part3 part4; do
    one=$work/$sample.bin
    head -c 16 "$one" >"$work/first.raw"
    tail -c +17 "$one" >"$work/rest.raw"
    cp "$one" "$work/all.raw"
    for part in all first rest; do
        [ -s "$work/$part.raw" ] || continue
        cp "$work/$part.raw" "$work/in"
        run check --dialect godot3
        cp "$work/out" "$work/$part.verdict"
    done
    while IFS='|' read -r offset group gap text tool; do
        if [ -n "$tool" ]; then
            $tool "$one" >"$work/all.paste"
        else
            as_dump "$one" "$offset" "$group" "$gap" "$text" >"$work/all.paste"
        fi
        head -n 1 "$work/all.paste" >"$work/first.paste"
        tail -n +2 "$work/all.paste" >"$work/rest.paste"
        for part in all first rest; do
            [ -s "$work/$part.raw" ] || continue
            # One line of single bytes with two digits in front is what the last line of bytes alone looks like.
            case $offset-$part in %02*-rest) continue ;; esac
            claim "${part}_of_${sample}_by_$(echo "$offset $group $gap $text $tool" | tr -d ' \t')"
            cp "$work/$part.paste" "$work/in"
            run check --dialect godot3 --hex
            [ "$got" -eq 2 ] || cmp -s "$work/out" "$work/$part.verdict" ||
                fault "$(cat "$work/out"), but of the bytes: $(cat "$work/$part.verdict")"
        done
    done <<'END'
||||xxd
||||xxd -g1
||||xxd -g4
||||xxd -e -g2
||||xxd -e -g4
||||hexdump -C
||||hexdump
||||hexdump -x
||||od -A x -t x1
||||od -A d -t x2
||||od -A x -t x4
%02x|1| ||
%02x|1|  ||
%02x|4| ||
%02d|1| ||
%04x|2| ||
%04x|4| ||
%04d|1| ||
%06x|2| ||
%08x|1|	||
%08x|2| ||
%08x|4| ||
%08x|8|  ||
0x%08x|2|  |text|
0x%04x|1| ||
END
done

# Repeated lines are read as far as the limit goes, and kept nowhere.
claim a_star_for_gigabytes
printf '00000000  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  |................|\n*\nffffffff0\n' >"$work/in"
run check --dialect godot3 --hex
status 1
out_has '^reject -: LIMIT_BYTES'

finish
