#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv check: verdicts, policies, permissions, limits. Packets are those of the wire reference, section 12.
set -eu
. cli/tests/cases.sh

# --- what Godot 3.2.3 wrote is accepted, what it refuses is rejected

while read -r what hex; do
    claim "godot3_writes_$what"
    input "$hex"
    run check --dialect godot3
    status 0
    out 'ok -'
    err ''
done <<'END'
nil 00000000
true 01000000 01000000
int_minus_one 02000000 ffffffff
int_max64 02000100 ffffffff ffffff7f
float_half 03000000 0000003f
string_empty 04000000 00000000
string_with_accent 04000000 06000000 68c3a96c 6c6f0000
vector2 05000000 0000803f 00000040
node_path_with_garbage_padding 0f000000 01000080 00000000 00000000 01000000 61560000
dictionary 12000000 01000000 04000000 01000000 61000000 02000000 01000000
array 13000000 03000000 02000000 01000000 04000000 01000000 78000000 00000000
pool_byte_array 14000000 05000000 01020304 05000000
pool_string_array 17000000 02000000 04000000 61626300 05000000 74657374 00000000
END

while read -r what code at offset hex; do
    claim "${what}_is_rejected"
    input "$hex"
    run check --dialect godot3 --policy engine
    status 1
    out_has "^reject -: $code $at $offset: [a-z]"
    err ''
done <<'END'
three_bytes TRUNCATED at 0 000000
unknown_type BAD_TYPE at 0 1b000000 00000000
bool_cut_short TRUNCATED at [0-9]+ 01000000 0100
string_of_ff BAD_UTF8 at 8 04000000 01000000 ff000000
string_longer_than_packet LENGTH at 4 04000000 ffffff7f 61616161
array_of_more_than_there_is COUNT at 4 13000000 05000000 00000000
END

claim reject_says_code_offset_path_and_sentence
input 13000000 02000000 00000000 12000000 01000000 04000000 01000000 61000000 04000000 01000000 ff000000
run check --dialect godot3
status 1
out 'reject -: BAD_UTF8 at 40 ([1].a): string is not UTF-8'

claim nothing_at_all_is_a_packet_that_is_rejected
run check --dialect godot3
status 1
out_has '^reject -: EMPTY at 0: '

claim the_dialect_decides
input 1c000100 02000000 01000000 02000000 00000000
run check --dialect godot4.3
status 0
run check --dialect godot4.0
status 1
out_has ENGINE_MISREADS

claim a_dialect_has_other_names
input 12000000
run check --dialect mole --permit object-id
status 0
input 19000000
run check --dialect godot4 --permit callable
status 0
input 0c000000 01000000 02000000 03000000 04000000
run check --dialect pandemonium --permit misread
status 0

# --- permissions: strict refuses, strict with the bit accepts, engine accepts, engine without the bit refuses

while read -r bit dialect code hex; do
    input_of_bit=$hex
    claim "strict_refuses_$bit"
    input "$input_of_bit"
    run check --dialect "$dialect"
    status 1
    out_has "^reject -: $code at "

    claim "permit_${bit}_lets_it_pass"
    input "$input_of_bit"
    run check --dialect "$dialect" --permit "$bit"
    status 0
    out 'ok -'

    claim "engine_policy_and_$bit"
    input "$input_of_bit"
    run check --dialect "$dialect" --policy engine
    if [ "$bit" = object ]; then status 1; else status 0; fi
    run check --dialect "$dialect" --policy engine --permit "$bit"
    status 0
    run check --dialect "$dialect" --policy engine --forbid "$bit"
    status 1
    out_has "^reject -: $code at "
done <<'END'
nonfinite godot3 NONFINITE 03000000 0000807f
trailing godot3 TRAILING 00000000 ffffffff
padding godot3 PADDING 04000000 01000000 61ffffff
wide godot3 WIDTH 02000100 05000000 00000000
flags godot3 FLAGS 04000100 01000000 61000000
bool godot3 BOOL 01000000 02000000
text-utf8 godot3 TEXT_UTF8 04000000 03000000 eda08000
text-nul godot3 TEXT_NUL 04000000 03000000 61006200
text-bom godot3 TEXT_BOM 04000000 04000000 efbbbf61
text-terminator godot3 TEXT_TERMINATOR 17000000 01000000 03000000 61626300
duplicate-keys godot3 DUPLICATE_KEY 12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 61000000 02000000 02000000
object-id godot3 OBJECT_ID 11000100 05000000 00000000
object godot3 OBJECT 11000000 09000000 52656665 72656e63 65000000 00000000
rid godot3 RID 10000000
callable godot4 CALLABLE 19000000
signal godot4 SIGNAL 1a000000 01000000 73000000 00000000 00000000
node-path godot3 NODE_PATH 0f000000 01000080 00000000 04000000 01000000 61000000
END

claim permit_misread_reads_by_the_layout_and_engine_span_as_the_engine_does
input 1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000
run check --dialect pandemonium-40
status 1
out_has '^reject -: ENGINE_MISREADS at 8 '
run check --dialect pandemonium-40 --permit misread
status 0
run check --dialect pandemonium-40 --permit misread,engine-span
status 1
out_has '^reject -: TRAILING at 32: '
run check --dialect pandemonium-40 --permit misread,engine-span,trailing
status 0

claim permits_come_as_lists_and_repeatedly
input 13000000 02000000 01000000 02000000 02000100 05000000 00000000
run check --dialect godot3 --permit bool
status 1
run check --dialect godot3 --permit bool,wide
status 0
run check --dialect godot3 --permit bool --permit=wide
status 0

claim permit_text_is_all_four_of_text
input 04000000 04000000 efbbbf61
run check --dialect godot3 --permit text
status 0
run check --dialect godot3 --permit text --forbid text-bom
status 1

claim permit_all_permits_objects
input 11000000 09000000 52656665 72656e63 65000000 00000000
run check --dialect godot3 --permit all
status 0

claim what_is_said_last_about_a_bit_counts
input 01000000 02000000
run check --dialect godot3 --permit bool --forbid bool
status 1
run check --dialect godot3 --forbid bool --permit bool
status 0

claim policy_may_stand_after_what_changes_it
input 01000000 02000000
run check --dialect godot3 --forbid bool --policy engine
status 1

# --- limits: the highest that passes, and one less

while read -r limit code most less hex; do
    claim "max_${limit}_of_${most}_passes"
    input "$hex"
    run check --dialect godot3 "--max-$limit" "$most"
    status 0

    claim "max_${limit}_of_${less}_is_exceeded"
    input "$hex"
    run check --dialect godot3 "--max-$limit=$less"
    status 1
    out_has "^reject -: $code at "

    claim "max_${limit}_limits_the_engine_policy_too"
    input "$hex"
    run check "--max-$limit=$less" --policy engine --dialect godot3
    status 1
    out_has "^reject -: $code at "
done <<'END'
bytes LIMIT_BYTES 8 7 02000000 ffffffff
depth LIMIT_DEPTH 1 0 13000000 01000000 00000000
values LIMIT_VALUES 4 3 13000000 03000000 02000000 01000000 04000000 01000000 78000000 00000000
elements LIMIT_ELEMENTS 3 2 13000000 03000000 02000000 01000000 04000000 01000000 78000000 00000000
string LIMIT_STRING 1 0 04000000 01000000 61000000
END

claim sizes_take_K_M_and_G
bytes 04000000 f8030000 >"$work/in"
head -c 1016 /dev/zero | tr '\0' a >>"$work/in"
run check --dialect godot3 --max-bytes 1K
status 0
printf '\0' >>"$work/in"
run check --dialect godot3 --max-bytes 1k
status 1
out_has LIMIT_BYTES
run check --dialect godot3 --max-bytes 1M
out_has TRAILING
run check --dialect godot3 --max-bytes 1G
out_has TRAILING

claim a_file_without_end_is_read_no_further_than_the_limit
: >"$work/in"
run check --dialect godot3 --max-bytes 1M /dev/zero
status 1
out 'reject /dev/zero: LIMIT_BYTES at 0: packet is longer than the limit'

# --- files

bytes 02000000 ffffffff >"$work/good"
bytes 01000000 02000000 >"$work/bad"

claim each_file_has_a_line_in_the_order_given
run check --dialect godot3 "$work/good" "$work/bad" "$work/good"
status 1
out "ok $work/good
reject $work/bad: BOOL at 4: bool is neither 0 nor 1
ok $work/good"

claim dash_is_standard_input_among_files
input 00000000
run check --dialect godot3 "$work/good" -
status 0
out "ok $work/good
ok -"

claim options_may_stand_between_and_after_files
run check "$work/good" --dialect godot3 "$work/bad" --quiet
status 1
out "reject $work/bad: BOOL at 4: bool is neither 0 nor 1"

claim two_dashes_end_the_options
bytes 00000000 >"$work/--hex"
cd "$work"
run check --dialect godot3 -- --hex
cd "$cd_back"
status 0
out 'ok --hex'

claim a_missing_file_is_named_and_the_others_are_checked
run check --dialect godot3 "$work/none" "$work/good"
status 2
out "ok $work/good"
err "gdv check: $work/none: No such file or directory"

claim trouble_outranks_rejection
run check --dialect godot3 "$work/bad" "$work/none" "$work/bad"
status 2
[ "$(wc -l <"$work/out")" -eq 2 ] || fault "not two verdicts"

claim a_directory_is_no_packet
run check --dialect godot3 "$work" "$work/good"
status 2
out "ok $work/good"
err "gdv check: $work: Is a directory"

claim a_file_without_permission_is_named
cp "$work/good" "$work/secret"
chmod 000 "$work/secret"
if [ "$(id -u)" -eq 0 ]; then
    # Root reads everything; an address that only the kernel may read stands in.
    run check --dialect godot3 /proc/self/mem "$work/good"
    err_has '^gdv check: /proc/self/mem: Input/output error$'
else
    run check --dialect godot3 "$work/secret" "$work/good"
    err "gdv check: $work/secret: Permission denied"
fi
status 2
out "ok $work/good"
chmod 600 "$work/secret"

claim closed_standard_input_is_an_error
got=0
"$GDV" check --dialect godot3 <&- >"$work/out" 2>"$work/err" || got=$?
status 2
err 'gdv check: standard input: Bad file descriptor'

claim a_file_opened_while_standard_input_is_closed_is_not_standard_input
got=0
"$GDV" check --dialect godot3 "$work/good" - "$work/good" <&- >"$work/out" 2>"$work/err" || got=$?
status 2
out "ok $work/good
ok $work/good"

# --- what is printed

claim quiet_prints_rejects_only
run check --dialect godot3 --quiet "$work/good"
status 0
out ''
err ''

claim summary_counts_on_standard_error
run check --dialect godot3 --summary "$work/good" "$work/bad" "$work/good"
status 1
err '3 packets: 2 ok, 1 rejected'
run check --dialect godot3 --summary --quiet "$work/good"
status 0
out ''
err '1 packet: 1 ok, 0 rejected'

claim summary_says_when_not_all_was_read
run check --dialect godot3 --summary "$work/good" "$work/none"
status 2
err_has '^1 packet: 1 ok, 0 rejected; not every input could be read$'

claim no_summary_unless_asked_where_there_is_no_terminal
run check --dialect godot3 "$work/good" "$work/good"
err ''

claim a_file_name_cannot_break_the_line_or_command_the_terminal
odd=$(printf 'a\033[31m\nb\377\302\233')
cp "$work/bad" "$work/$odd"
cd "$work"
run check --dialect godot3 "$odd" "$odd.none"
cd "$cd_back"
status 2
out 'reject a\x1b[31m\x0ab\xff\xc2\x9b: BOOL at 4: bool is neither 0 nor 1'
err 'gdv check: a\x1b[31m\x0ab\xff\xc2\x9b.none: No such file or directory'

claim a_file_name_in_utf8_is_shown_as_it_is
cp "$work/good" "$work/späße.bin"
run check --dialect godot3 "$work/späße.bin"
out "ok $work/späße.bin"

claim a_full_disk_is_noticed
got=0
"$GDV" check --dialect godot3 "$work/good" >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv check: cannot write to standard output: No space left on device'

claim closed_standard_output_is_noticed
got=0
"$GDV" check --dialect godot3 "$work/good" >&- 2>"$work/err" || got=$?
status 2
err 'gdv check: cannot write to standard output: Bad file descriptor'

claim nothing_to_print_needs_no_standard_output
got=0
"$GDV" check --dialect godot3 --quiet "$work/good" >&- 2>"$work/err" || got=$?
status 0
err ''

claim a_reader_that_leaves_ends_the_run
got=0
("$GDV" check --dialect godot3 --frames /dev/zero 2>"$work/err" || echo $? >"$work/left") | head -n 1 >"$work/out"
out_has '^reject /dev/zero#0: EMPTY'
err ''

finish
