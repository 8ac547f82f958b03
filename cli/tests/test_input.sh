#!/bin/sh
# SPDX-License-Identifier: MIT
# Pasted text: hex, lists of decimal numbers, base64. The packets are int -1, 02000000 ffffffff, and the string "abcd",
# 04000000 04000000 61626364, as Godot 3.2.3 writes them.
set -eu
. cli/tests/cases.sh

# what|text, with the escapes of printf
accepted() {
    while IFS='|' read -r what written; do
        claim "$1_${what}_is_read"
        # shellcheck disable=SC2059 # the escapes are wanted
        printf "$written" >"$work/in"
        run check --dialect godot3 "--$1"
        status 0
        out 'ok -'
        err ''
    done
}

# what|line|column|message|text
refused() {
    while IFS='|' read -r what line column message written; do
        claim "$1_${what}_is_refused_with_its_place"
        # shellcheck disable=SC2059
        printf "$written" >"$work/in"
        run check --dialect godot3 "--$1"
        status 2
        out ''
        err "gdv check: standard input: line $line, column $column: $message"
    done
}

accepted hex <<'END'
in_one_word|02000000ffffffff
by_bytes|02 00 00 00 ff ff ff ff
in_capitals|02000000FFFFFFFF
over_lines|\n02000000\n\tffff\r\n\r\nffff\n
with_commas|02,00,00,00,ff,ff,ff,ff,
as_a_c_array|0x02, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff
with_lone_digits_after_0x|0x2, 0x0, 0X0, 0x0, 0xff, 0xff, 0xff, 0xff
with_a_lone_digit_at_the_end|04000000 01000000 61 00 00 0x0
as_words_after_0x|0x02000000 0xffffffff
as_a_list|[2, 0, 0, 0, 255, 255, 255, 255]
as_a_list_without_spaces|[2,0,0,0,255,255,255,255]
as_a_list_over_lines|\n [ 2 , 0,\n0, 0, 255, 255, 255, 255 ] \n
as_a_list_with_leading_zeros|[002, 000, 0, 0, 0255, 255, 255, 255]
as_a_list_with_0x|[0x02, 0x0, 0, 0, 0xff, 255, 255, 0xFF]
with_colons|02:00:00:00:ff:ff:ff:ff
with_colons_over_lines|02:00:00:00:\n    ff:ff:ff:ff\n
with_colons_within_lines_alone|02:00:00:00\r\nff:ff:ff:ff\r\n
with_dashes|02-00-00-00-FF-FF-FF-FF\n
as_escapes|\\x02\\x00\\x00\\x00\\xff\\xff\\xff\\xFF\n
as_escapes_in_two_words|\\x02\\x00\\x00\\x00 \\xff\\xff\\xff\\xff
END

accepted hex <<'END'
bytes_of_python|b'\\x02\\x00\\x00\\x00\\xff\\xff\\xff\\xff'
bytes_of_python_with_characters|b'\\x04\\x00\\x00\\x00\\x04\\x00\\x00\\x00abcd'
bytes_of_python_with_a_quote|b"\\x04\\x00\\x00\\x00\\x04\\x00\\x00\\x00ab'd"
bytes_of_python_with_an_escaped_quote|b'\\x04\\x00\\x00\\x00\\x04\\x00\\x00\\x00"\\'\\\\d'
bytes_of_python_with_line_end_and_tab|b'\\x04\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\n\\t\\rd'
bytes_of_python_that_begin_with_a_tab|b'\\t\\x00\\x00\\x00' b'\\0\\0\\0\\0' b'\\0\\0\\0\\0' b'\\0\\0\\0\\0' b'\\0\\0\\0\\0'
bytearray_of_python|bytearray(b'\\x02\\x00\\x00\\x00\\xff\\xff\\xff\\xff')
bytearray_of_python_from_a_list|bytearray([2, 0, 0, 0, 255, 255, 255, 255])
bytes_of_python_in_brackets|(b'\\x02\\x00\\x00\\x00'\n b'\\xff\\xff\\xff\\xff')\n
string_of_python_2|'\\x04\\x00\\x00\\x00\\x04\\x00\\x00\\x00abcd'
string_of_c|"\\x02\\x00\\x00\\x00\\xff\\xff\\xff\\xff"
string_of_c_in_octal|"\\2\\0\\000\\0\\377\\377\\377\\377"
octal_before_a_digit|b'\\4\\0\\0\\0\\4\\0\\0\\0001239'
strings_of_c|"\\x04\\0\\0\\0\\x04\\0\\0\\0"\n    "abcd"\n
declared_string_of_c|static const char packet[] = "\\x02\\0\\0\\0\\xff\\xff\\xff\\xff";
array_of_c|{0x02, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff}
array_of_c_with_a_last_comma|{0x02, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, }
array_of_c_in_decimal|{2, 0, 0, 0, 255, 255, 255, 255}
array_of_c_that_is_declared|const uint8_t packet[8] = {\n    2, 0, 0, 0,\n    255, 255, 255, 255,\n};\n
array_of_c_after_a_line_end|unsigned char a_b [] =\n{ 2, 0, 0, 0, 255, 255, 255, 255 };
array_of_xxd|unsigned char a_bin[] = {\n  0x02, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff\n};\nunsigned int a_bin_len = 8;\n
array_of_godot_3|PoolByteArray( 2, 0, 0, 0, 255, 255, 255, 255 )
array_of_godot_4|PackedByteArray(2, 0, 0, 0, 255, 255, 255, 255)
array_of_godot_4_from_a_list|var data = PackedByteArray([2, 0, 0, 0, 255, 255, 255, 255])
assignment|data = [2, 0, 0, 0, 255, 255, 255, 255]
assignment_to_a_name_of_hex_digits|face = [2, 0, 0, 0, 255, 255, 255, 255]
END

claim a_literal_is_the_bytes_that_python_reads_in_it
python3 - "$work" <<'END'
import sys
text = bytes(range(256)) + b"\\'\"" + bytes(range(255, -1, -1)) + b"abc'\\x00\"0"
packet = b"\x1d\0\0\0" + len(text).to_bytes(4, "little") + text + bytes(-len(text) % 4)
packet = b"\x14\0\0\0" + packet[4:]  # PoolByteArray
open(sys.argv[1] + "/packet", "wb").write(packet)
open(sys.argv[1] + "/in", "w").write(repr(packet))
END
run canon --dialect godot3 --hex
status 0
cmp -s "$work/out" "$work/packet" || fault "another packet"

refused hex <<'END'
colons_after_blanks|1|6|not a hex digit, white space or a comma|02 00:00
blank_after_colons|1|7|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|10:22 02000000
time_before_bytes|1|10|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|10:22:33 02:00:00:00
colon_and_blank|1|4|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|02: 00 00
colon_and_dash|1|6|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|02:00-00
colon_and_comma|1|6|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|02:00,00
colons_between_words|1|5|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|0200-0000
date|1|5|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|2026-11-24 02 00
colons_and_half_a_byte|1|5|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|02:0:0
colon_at_the_end|1|7|a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them|02:00:
two_colons|1|4|not a hex digit, white space or a comma|02::00
escapes_and_words|1|5|not an escape \xNN, as those before are|\\x0200
escape_that_is_cut|1|7|not an escape \xNN, as those before are|\\x02\\x
hex_in_quotes|1|5|characters without an escape, which begin no packet: if they are hex digits or base64, leave the quotes out|"02000000ffffffff"
hex_in_quotes_of_python|1|6|characters without an escape, which begin no packet: if they are hex digits or base64, leave the quotes out|b'02000000ffffffff'
base64_in_quotes|1|21|characters without an escape, which begin no packet: if they are hex digits or base64, leave the quotes out|PackedByteArray("AgAAAP////8=")
one_byte_of_hex_in_quotes|1|5|characters without an escape, which begin no packet: if they are hex digits or base64, leave the quotes out|"00"
escapes_that_are_escaped|1|6|characters without an escape, which begin no packet: if they are hex digits or base64, leave the quotes out|"\\\\x02\\\\x00"
escape_before_a_hex_digit|1|18|a hex digit after \xNN, which C takes for part of it: write b"..", or two literals|"\\x04\\x00\\x00\\x00abcd"
unknown_escape|1|4|not an escape that C and Python share: \xNN, octal, \n, \r, \t, \a, \b, \f, \v, \\, \', \"|b'\\u0004'
octal_that_is_too_large|1|6|an octal escape of more than \377|b'\\400'
half_an_escape|1|6|\x without two hex digits after it|b'\\x0'
literal_over_a_line|1|7|the literal has no closing quote on its line|b'\\x02\n'
literal_without_its_end|1|7|the literal has no closing quote on its line|b'\\x02
letter_beyond_ascii|1|7|a literal holds ASCII alone; other bytes are escapes|b'\\x02\303\244'
something_after_a_literal|1|8|something follows the literal|'\\x02' + '\\x00'
b_after_a_literal|1|10|b without a quote after it|b'\\x02' bb'\\x00'
octal_in_a_c_array|1|6|0 in front of a number makes it octal in C: leave it out, or write 0x|{2, 010}
array_without_its_end|1|5|the list has no closing bracket|{2,0
other_bracket|1|5|not a number from 0 to 255|{2,0]
bracket_that_is_open|1|12|a round bracket is not closed|bytes([2,0]
something_after_a_declaration|2|1|something follows the closing bracket|x[] = {2,0};\ny[] = {2}
length_of_other_bytes|2|24|the length that is declared is not that of the bytes before|x[] = {2,0};\nunsigned int x_len = 12;
length_of_something_else|2|17|what follows is not the line that xxd -i adds: unsigned int .._len = N;|x[] = {2,0};\nunsigned int x=2;
code|1|2|not a hex digit, white space or a comma|format([2])
letters_alone|1|1|not a hex digit, white space or a comma|packet
END

refused hex <<'END'
letter|1|9|not a hex digit, white space or a comma|02000000gfffffff
letter_on_the_third_line|3|8|not a hex digit, white space or a comma|02000000\n\nffff ffz
half_a_byte|1|4|a word of hex digits ends with half a byte|020 00000 ffffffff
lone_digit|1|5|a word of hex digits ends with half a byte|02 0 00 00
half_a_byte_before_a_line_end|1|4|a word of hex digits ends with half a byte|020\n0 00 00
half_a_byte_at_the_end|1|17|a word of hex digits ends with half a byte|02000000 fffffff
three_digits_after_0x|1|6|a word of hex digits ends with half a byte|0x020 0x00
0x_alone|1|6|0x without digits after it|02 0x ff
0x_alone_at_the_end|1|3|0x without digits after it|0x
0x_twice|1|4|not a hex digit, white space or a comma|0x0x
0x_inside_a_word|1|4|not a hex digit, white space or a comma|020x00
nul_byte|1|3|not a hex digit, white space or a comma|02\00000
list_in_the_middle|1|4|not a hex digit, white space or a comma|02 [0]
number_of_256|1|7|not a number from 0 to 255|[2, 256]
number_of_many_digits|1|4|not a number from 0 to 255|[99999999999999999999]
number_with_sign|1|5|not a number from 0 to 255|[2, -1]
number_with_fraction|1|3|not a number from 0 to 255|[2.0]
hex_digits_in_a_list|1|2|not a number from 0 to 255|[ff]
two_commas|1|4|not a number from 0 to 255|[2,,0]
comma_before_the_bracket|1|5|not a number from 0 to 255|[2, ]
comma_first|1|2|not a number from 0 to 255|[,2]
no_comma|1|4|neither a comma nor the closing bracket of the list|[2 0]
no_closing_bracket|1|6|the list has no closing bracket|[2, 0
no_closing_bracket_for_nothing|2|1|the list has no closing bracket|[\n
0x_alone_in_a_list|1|4|0x without digits after it|[0x, 2]
second_list|1|5|something follows the closing bracket|[0] [0]
END

accepted base64 <<'END'
standard|AgAAAP////8=
url|AgAAAP____8=
standard_with_a_plus|AgAAAP/+//8=
url_with_a_minus|AgAAAP_-__8=
without_padding|AgAAAP____8
over_lines|AgAA\r\n AP//\n//8=\n
with_two_of_padding|AAAAAA==
with_two_of_padding_apart|AAAAAA= \n=
without_two_of_padding|AAAAAA
without_any_need_of_padding|BAAAAAQAAABhYmNk
END

refused base64 <<'END'
other_character|1|5|not a base64 digit, white space or padding|AgAA!AP/
quote|1|1|not a base64 digit, white space or padding|"AgAA"
half_a_byte|1|6|the text ends with half a byte|AAAAA
half_a_byte_padded|1|6|padding that completes nothing|AAAAA===
padding_that_completes_nothing|1|5|padding that completes nothing|AAAA=
too_much_padding|1|9|padding that completes nothing|AAAAAAA==
padding_in_two_parts_of_two|2|1|the text ends inside its padding|AAAAAA=\n
text_after_padding|1|9|something follows the padding|AAAAAA==AA
bits_left_over|1|7|the last digit has bits that belong to no byte|AAAAAB
END

claim empty_text_is_an_empty_packet
run check --dialect godot3 --hex
status 1
out_has '^reject -: EMPTY at 0'
run check --dialect godot3 --base64
status 1
out_has '^reject -: EMPTY at 0'
text '[]'
run check --dialect godot3 --hex
status 1
out_has '^reject -: EMPTY at 0'
text ' [ ] '
run check --dialect godot3 --hex
out_has '^reject -: EMPTY at 0'

claim offsets_are_those_of_the_decoded_packet
text '[1, 0, 0, 0, 2, 0, 0, 0]'
run check --dialect godot3 --hex
status 1
out 'reject -: BOOL at 4: bool is neither 0 nor 1'

claim a_file_of_malformed_text_is_named_and_the_others_are_checked
printf '02000000 fffffffx' >"$work/broken"
printf '02000000 ffffffff' >"$work/whole"
run check --dialect godot3 --hex "$work/broken" "$work/whole"
status 2
out "ok $work/whole"
err "gdv check: $work/broken: line 1, column 17: not a hex digit, white space or a comma"

claim text_is_decoded_no_further_than_the_limit
tr '\0' 0 </dev/zero | head -c 3000000 >"$work/in"
run check --dialect godot3 --hex --max-bytes 1K
status 1
out_has '^reject -: LIMIT_BYTES'

# A piece of input is 64 KiB: nothing may depend on where a word happens to be cut.
claim text_longer_than_a_piece_of_input
bytes 04000000 00000200 >"$work/long"
head -c 131072 /dev/zero | tr '\0' a >>"$work/long"
for cut in 1 2 3; do
    {
        head -c "$cut" /dev/zero | tr '\0' ' '
        od -An -v -tx1 "$work/long"
    } >"$work/in"
    run check --dialect godot3 --hex
    status 0
    od -An -v -tx1 "$work/long" | sed 's/ \(..\)/0x\1,/g' >"$work/in"
    run check --dialect godot3 --hex
    status 0
    {
        head -c "$cut" /dev/zero | tr '\0' ' '
        echo '['
        od -An -v -tu1 "$work/long" | sed 's/\([0-9]\) /\1, /g; s/$/,/; $s/,$//'
        echo ']'
    } >"$work/in"
    run check --dialect godot3 --hex
    status 0
    {
        head -c "$cut" /dev/zero | tr '\0' ' '
        base64 "$work/long"
    } >"$work/in"
    run check --dialect godot3 --base64
    status 0
done

finish
