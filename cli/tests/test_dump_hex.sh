#!/bin/sh
# SPDX-License-Identifier: MIT
# dump --format=hex: what stands where, and the caret under the byte that is wrong, in every malformed packet there is.
set -eu
. cli/tests/cases.sh

claim each_value_is_a_line_with_offset_bytes_path_type_and_content
input 12000000 02000000 04000000 01000000 61000000 13000000 02000000 02000000 05000000 00000000 02000000 07000000 01000000 01000000
run dump --dialect godot3 --format=hex
status 0
err ''
out '00000000  12 00 00 00  02 00 00 00  .  Dictionary  2 pairs
00000008  04 00 00 00  01 00 00 00  {key}  String  "a"
00000010  61 00 00 00
00000014  13 00 00 00  02 00 00 00  .a  Array  2 elements
0000001c  02 00 00 00  05 00 00 00  .a[0]  int  5
00000024  00 00 00 00               .a[1]  Nil
00000028  02 00 00 00  07 00 00 00  {key}  int  7
00000030  01 00 00 00  01 00 00 00  {7}  bool  true'

claim values_of_odd_keys_are_told_by_offset
input 12000000 02000000 13000000 01000000 02000000 01000000 13000000 01000000 00000000 04000000 03000000 61206200 00000000
run dump --dialect godot3 --format=hex
status 0
out '00000000  12 00 00 00  02 00 00 00  .  Dictionary  2 pairs
00000008  13 00 00 00  01 00 00 00  {key}  Array  1 element
00000010  02 00 00 00  01 00 00 00  {key}[0]  int  1
00000018  13 00 00 00  01 00 00 00  {@8}  Array  1 element
00000020  00 00 00 00               {@8}[0]  Nil
00000024  04 00 00 00  03 00 00 00  {key}  String  "a b"
0000002c  61 20 62 00
00000030  00 00 00 00               ["a b"]  Nil'

claim properties_have_a_line_for_their_name
input 11000000 01000000 41000000 01000000 06000000 73637269 70740000 13000000 01000000 00000000
run dump --dialect godot3 --format=hex --permit object
status 0
out '00000000  11 00 00 00  01 00 00 00  .  Object  class "A", 1 property
00000008  41 00 00 00  01 00 00 00
00000010  06 00 00 00  73 63 72 69  {property}  name  "script"
00000018  70 74 00 00
0000001c  13 00 00 00  01 00 00 00  .script  Array  1 element
00000024  00 00 00 00               .script[0]  Nil'

# name | dialect | packet | what stands beside it
while IFS='|' read -r what dialect hex beside; do
    claim "${dialect}_${what}"
    input "$hex"
    run dump --dialect "$dialect" --format=hex --policy engine --permit all --forbid engine-span
    status 0
    head -n 1 "$work/out" | cut -c 37- >"$work/beside"
    [ "$(cat "$work/beside")" = "$beside" ] || fault "beside it is: $(cat "$work/beside")"
done <<'END'
nil|godot3|00000000|.  Nil
real|godot3|03000000 0000003f|.  float  0.5
vector2|godot3|05000000 0000803f 00000040|.  Vector2  1, 2
pool_int_array|godot3|15000000 02000000 01000000 ffffffff|.  PoolIntArray  1, -1
strings|godot3|17000000 01000000 04000000 61626300|.  PoolStringArray  "abc"
line_ends_in_text|godot3|04000000 03000000 0a090d00|.  String  "\n\t\r"
controls_in_text|godot3|04000000 03000000 1b7f0100|.  String  "\u001b\u007f\u0001"
text_no_utf8|godot3|04000000 03000000 eda08000|.  String  "\xed\xa0\x80"
path|godot3|0f000000 01000080 00000000 01000000 04000000 726f6f74|.  NodePath  "/root"
object_id|godot3|11000100 08050000 00000000|.  Object  id 1288
object_null|godot3|11000000 00000000|.  Object  null
object_of_godot2|godot2|12000000|.  Object  null
rid|godot4|17000000 05000000 00000000|.  RID  RID(5)
callable|godot4|19000000|.  Callable
signal|godot4|1a000000 01000000 73000000 05000000 00000000|.  Signal  "s", object 5
vector2_of_64_bits|godot4|05000100 9a999999 9999b93f 00000000 00000040|.  Vector2@64  0.1, 2
array_typed|godot4|1c000100 02000000 01000000 02000000 00000000|.  Array[int]  1 element
dictionary_typed|godot4|1b000500 02000000 04000000 00000000|.  Dictionary[int, String]  0 pairs
array_shared|godot2|15000000 02000080 02000000 01000000 02000000 02000000|.  Array@shared  2 elements
image|godot2|0f000000 04000000 00000000 01000000 01000000 04000000 010203ff|.  Image  1, 1, 0, RGBA, 1, 2, 3, 255
event|godot2|13000000 01000000 00000000 14000000 00000002 41000000|.  InputEvent  KEY,65,S
END

claim bytes_after_the_value_are_shown_where_they_may_be
input 00000000 deadbeef
run dump --dialect godot3 --format=hex --permit trailing
status 0
out '00000000  00 00 00 00               .  Nil
00000004  de ad be ef               after the value'

# --- rejected packets

claim a_caret_stands_under_the_byte_that_is_wrong
input 13000000 02000000 00000000 04000000 02000000 61ff0000 00000000
run dump --dialect godot3 --format=hex
status 1
out '00000000  13 00 00 00  02 00 00 00  .  Array  2 elements
00000008  00 00 00 00               [0]  Nil
0000000c  04 00 00 00  02 00 00 00  [1]  String
00000014  61 ff 00 00  00 00 00 00
             ^^
          BAD_UTF8 at 21 ([1]): string is not UTF-8'
err 'reject -: BAD_UTF8 at 21 ([1]): string is not UTF-8'

claim what_comes_after_is_counted_and_not_shown
input 13000000 02000000 01000000 02000000 00000000 00000000 00000000
run dump --dialect godot3 --format=hex
status 1
out '00000000  13 00 00 00  02 00 00 00  .  Array  2 elements
00000008  01 00 00 00  02 00 00 00  [0]  bool
                       ^^
          BOOL at 12 ([0]): bool is neither 0 nor 1
          12 more bytes'

claim a_key_that_repeats_is_marked_where_it_stands
input 12000000 02000000 02000000 01000000 00000000 02000000 01000000 00000000
run dump --dialect godot3 --format=hex
status 1
out '00000000  12 00 00 00  02 00 00 00  .  Dictionary  2 pairs
00000008  02 00 00 00  01 00 00 00  {key}  int  1
00000010  00 00 00 00               {1}  Nil
00000014  02 00 00 00  01 00 00 00  {key}  int  1
          ^^
          DUPLICATE_KEY at 20 ({1}): dictionary has this key twice; engines keep
          the last value silently
          4 more bytes'

claim nothing_at_all
run dump --dialect godot3 --format=hex
status 1
out '00000000                            .
          ^^
          EMPTY at 0: there is not one byte; at least 4 bytes missing'

claim a_byte_that_is_missing_after_a_full_row
input 14000000 01000000 41
run dump --dialect godot3 --format=hex --width 40
status 1
out_has '^          PADDING_MISSING at 9:'
[ "$(grep -n '\^\^' "$work/out")" = '4:             ^^' ] || fault "the caret is elsewhere"
input 14000000 01000000 4100 0000 14 14 14 14
run dump --dialect godot3 --format=hex --width 40 --max-bytes 16
status 1
out_has 'TRAILING at 12'

claim a_frame_that_is_cut_short_is_marked_at_its_end
input 08000000 02000000 ffff
run dump --dialect godot3 --frames --format=hex
status 1
out '-#0:
00000000  02 00 00 00  ff ff        .
                             ^^
          TRUNCATED at 10: input ends inside the frame that begins at 0, after 6
          of 8 bytes'

# One row for each packet with one defect: the caret stands at the offset of the manifest, once; what is said is what
# check says; no line is wider than 80 columns; the bytes are those of the packet.
malformed=corpus/malformed
claim every_malformed_packet_has_its_caret_at_the_offset_that_is_expected
# One run for each dialect and policy: to start a program under a sanitizer takes longer than to read a thousand packets.
python3 - "$GDV" "$malformed" >"$work/out" 2>"$work/err" <<'END' || fault "see above"
import collections, re, subprocess, sys
gdv, folder = sys.argv[1:]
wrong = count = 0
alike = collections.defaultdict(dict)
for line in open(folder + "/manifest.tsv"):
    if not line.startswith("#"):
        path, dialect, policy, code, offset, need, why = line.rstrip("\n").split("\t")
        alike[dialect, policy][folder + "/" + path] = code, offset

def dumps(dialect, policy, paths):
    """For each packet what is printed of it, and what is said of it on standard error."""
    global wrong
    preset, _, permits = policy.partition("+")
    words = ["--dialect", dialect, "--policy", preset] + (["--permit", permits.replace("+", ",")] if permits else [])
    # The last one twice, so that there are headings where a packet is alone.
    command = [gdv, "dump", "--format=hex", *words, *paths, paths[-1]]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
        printed, said, status = ran.stdout, ran.stderr, ran.returncode
    except subprocess.TimeoutExpired as late:
        printed, said, status = (late.stdout or b"").decode(), (late.stderr or b"").decode(), "none after 60 s"
    pages = re.split("^(%s):\n" % "|".join(map(re.escape, paths)), printed, flags=re.M)
    if status != 1 or len(pages) != 2 * len(paths) + 3:
        wrong += 1
        print("status", status, "in or after", (pages[:1] + pages[1::2])[-1], *words, said[-2000:])
    told = dict(re.findall("^reject (.*?): (.*)$", said, re.M))
    shown = dict(zip(pages[1::2], pages[2::2]))
    return [(shown.get(path, ""), told.get(path, "")) for path in paths]

for (dialect, policy), packets in alike.items():
    for (path, (code, offset)), (printed, told) in zip(packets.items(), dumps(dialect, policy, list(packets))):
        lines = printed.split("\n")
        carets = [at for at, text in enumerate(lines) if re.fullmatch(" +\\^\\^", text)]
        faults = []
        if len(carets) != 1:
            faults.append("%d carets" % len(carets))
        else:
            column = lines[carets[0]].index("^^") - 10
            byte = {at * 3 + at // 4: at for at in range(9)}[column]
            marked = int(lines[carets[0] - 1][:8], 16) + byte
            said = " ".join(text.strip() for text in lines[carets[0] + 1:])
            if marked != int(offset):
                faults.append("marked %d" % marked)
            if not said.startswith("%s at %s" % (code, offset)) or not told.startswith("%s at %s" % (code, offset)):
                faults.append("said " + said)
        if max(map(len, lines)) > 80 or any(text != text.rstrip() and not text.endswith("  ") for text in lines):
            faults.append("too wide")
        packet = open(path, "rb").read()
        shown = b"".join(bytes.fromhex(text[10:34])  # eight bytes in two groups; after them stands a text, of digits perhaps
                         for text in lines if re.match("[0-9a-f]{8}  [0-9a-f]{2}", text))
        if not packet.startswith(shown) or len(shown) < min(int(offset), len(packet)):
            faults.append("shown " + shown.hex())
        count += 1
        if faults:
            wrong += 1
            print(path, policy, code, offset, *faults)
print(count, "packets,", wrong, "wrong")
sys.exit(0 if wrong == 0 and count > 1600 else 1)
END

# --- geometry

python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 4, 300) + "äb€ ".encode() * 42 + b"abcdef")' >"$work/long"

for width in 40 41 60 79 80 81 100 119 120 121 200 1000; do
    claim "no_line_is_wider_than_$width"
    run dump --dialect godot3 --format=hex --width $width "$work/long"
    status 0
    widest=$(python3 -c 'print(max(len(line) - 1 for line in open("'"$work/out"'", encoding="utf-8")))')
    [ "$widest" -le $width ] || fault "a line has $widest"
    cut -c 1-8 "$work/out" | grep -c '^[0-9a-f]' >"$work/rows"
    case $width in 40 | 41 | 60) per=4 ;; 79 | 80 | 81 | 100 | 119) per=8 ;; *) per=16 ;; esac
    [ "$(cat "$work/rows")" -eq $(((308 + per - 1) / per)) ] || fault "$(cat "$work/rows") rows"
done

claim content_is_cut_and_bytes_are_not
python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 21, 1000) + struct.pack("<I", 123456) * 1000)' >"$work/in"
run dump --dialect godot3 --format=hex
status 0
[ "$(wc -l <"$work/out")" -eq $((4008 / 8)) ] || fault "not all rows"
[ "$(grep -c 123456 "$work/out")" -le 8 ] || fault "content is not cut"
out_has '\.\.\.$'

claim a_long_path_is_cut_as_in_reports
python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 19, 1) * 300 + struct.pack("<I", 0))' >"$work/in"
run dump --dialect godot3 --format=hex --max-depth 1024
status 0
tr -d '\n ' <"$work/out" >"$work/flat"
grep -Eq '00000000(\[0\]){84}\.\.\.Nil$' "$work/flat" || fault "the last path is not cut"

claim several_packets_have_headings
bytes 00000000 >"$work/nil"
run dump --dialect godot3 --format=hex "$work/nil" "$work/nil"
status 0
out "$work/nil:
00000000  00 00 00 00               .  Nil
$work/nil:
00000000  00 00 00 00               .  Nil"

finish
