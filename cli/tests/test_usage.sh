#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line: each mistake is one clear line and status 2; the help is a screen that a stranger can use.
set -eu
. cli/tests/cases.sh

dialects='godot2 \(mole, godot2.0, godot2.1\), godot3.0, godot3 \(godot3.1, [^)]*godot3.6\), pandemonium-33 \(pandemonium-3.5, [^)]*\), pandemonium-38 \(pandemonium, pandemonium-3.8, [^)]*pandemonium-4.9\), pandemonium-40 \(pandemonium-5.0, [^)]*\), godot4.0 \(godot4.1, godot4.2\), godot4.3, godot4.4 \(godot4, godot4.5, godot4.6\)'
bytes 02000000 ffffffff >"$work/good"

claim no_verb_shows_the_usage_on_standard_error
run
status 2
out ''
err_has '^usage: gdv VERB'

# what | pattern of the line | words
while IFS='|' read -r what pattern words; do
    claim "$what"
    # shellcheck disable=SC2086 # words are words
    run $words
    one_line_of_usage "$pattern"
done <<END
an_unknown_verb_suggests_the_nearest|^gdv: unknown verb 'chekc': did you mean check\?|chekc --dialect godot3
an_unknown_verb_like_none_suggests_nothing|^gdv: unknown verb 'xyzzy' \(gdv --help lists all\)$|xyzzy
options_before_the_verb|^gdv: a verb comes before options such as '--dialect'|--dialect godot3 check
dialect_is_required_and_says_why|^gdv check: --dialect is required: the bytes do not tell .*$dialects.*gdv probe|check $work/good
unknown_dialect_lists_all|^gdv check: unknown dialect 'unity'; there are: $dialects$|check --dialect unity
the_next_dialect_is_named|^gdv check: unknown dialect 'godot5' \(did you mean godot4\?\); there are: $dialects$|check --dialect godot5
the_next_version_is_named|unknown dialect 'godot4.7' \(did you mean godot4.6\?\); there are: |check --dialect godot4.7
the_next_version_of_3_is_named|unknown dialect 'godot3.7' \(did you mean godot3.6\?\); there are: |check --dialect godot3.7
a_version_alone_is_completed|unknown dialect '3.5' \(did you mean godot3.5\?\); there are: |check --dialect 3.5
a_release_is_taken_to_its_version|unknown dialect 'godot4.2.1' \(did you mean godot4.2\?\); there are: |check --dialect godot4.2.1
a_typing_error_in_a_dialect|unknown dialect 'pandemonuim' \(did you mean pandemonium\?\); there are: |check --dialect pandemonuim
dialect_without_value|^gdv check: --dialect needs a value, one of: $dialects$|check --dialect
dialect_with_empty_value|^gdv check: --dialect needs a value|check --dialect=
dialect_in_front_of_an_option|^gdv check: --dialect needs a value|check --dialect --hex
dialect_names_are_as_they_are_written|^gdv check: unknown dialect 'GODOT3'|check --dialect GODOT3
unknown_policy_lists_all|^gdv check: unknown policy 'lax'; there are: strict, engine$|check --policy lax
policy_without_value|^gdv check: --policy needs a value: strict or engine$|check --policy
unknown_permission_lists_all|^gdv check: --permit: unknown permission 'foo'; there are: nonfinite, .*engine-span, mp-path-parent, mp-path-unique, mp-empty-name, text, all$|check --permit bool,foo
unknown_permission_to_forbid|^gdv check: --forbid: unknown permission 'foo'|check --forbid foo
empty_permission_in_a_list|^gdv check: --permit: unknown permission ''|check --permit bool,
permit_without_value|^gdv check: --permit needs a value, a list of: nonfinite|check --permit
forbid_without_value|^gdv check: --forbid needs a value, a list of: nonfinite|check --forbid
limit_without_value|^gdv check: --max-depth needs a value, a number$|check --max-depth
limit_that_is_negative|^gdv check: --max-bytes: '-1' is not a number|check --max-bytes -1
limit_with_plus|^gdv check: --max-values: '\+1' is not a number|check --max-values +1
limit_in_hex|^gdv check: --max-string: '0x10' is not a number|check --max-string 0x10
limit_with_fraction|^gdv check: --max-bytes: '1.5M' is not a number|check --max-bytes 1.5M
limit_that_is_no_number|^gdv check: --max-elements: 'many' is not a number|check --max-elements many
limit_that_is_a_suffix_alone|^gdv check: --max-bytes: 'K' is not a number; digits alone, or digits and K, M or G$|check --max-bytes K
limit_with_two_suffixes|^gdv check: --max-bytes: '1KK' is not a number|check --max-bytes 1KK
suffix_where_there_is_none|^gdv check: --max-depth: '1K' is not a number; digits alone$|check --max-depth 1K
max_bytes_over_31_bits|^gdv check: --max-bytes: 2147483648 is more than 2147483647, |check --max-bytes 2147483648
max_bytes_over_31_bits_by_suffix|^gdv check: --max-bytes: 2G is more than 2147483647, |check --max-bytes 2G
max_depth_over_the_build|^gdv check: --max-depth: 1025 is more than 1024, |check --max-depth 1025
max_values_over_32_bits|^gdv check: --max-values: 4294967296 is more than 4294967295, |check --max-values 4294967296
number_over_64_bits|^gdv check: --max-elements: 18446744073709551616 is more than 4294967295, |check --max-elements 18446744073709551616
number_that_wraps_by_its_suffix|^gdv check: --max-bytes: 17179869184G is more than |check --max-bytes 17179869184G
unknown_option_suggests_the_nearest|^gdv check: unknown option '--dialct=godot3': did you mean --dialect\?|check --dialct=godot3
unknown_option_like_none|^gdv check: unknown option '--xyzzy-plugh' \(--help|check --xyzzy-plugh
unknown_short_option|^gdv check: unknown option '-x'|check -x
flag_with_value|^gdv check: --hex takes no value$|check --hex=1
option_of_another_verb|^gdv check: this verb does not take --all |check --all
probe_takes_no_policy|^gdv probe: this verb does not take --policy |probe --policy strict
types_takes_no_frames|^gdv types: this verb does not take --frames |types --frames
types_takes_no_file|^gdv types: unexpected 'x.bin': this verb takes no file$|types x.bin
types_guesses_what_a_dialect_name_is_for|^gdv types: .*did you mean --dialect godot4\?$|types godot4
hex_and_base64|^gdv check: --hex and --base64 exclude each other$|check --hex --base64
big_endian_without_frames|^gdv check: --big-endian means the lengths of --frames|check --dialect godot3 --big-endian
dump_requires_a_dialect|^gdv dump: --dialect is required|dump $work/good
canon_requires_a_dialect|^gdv canon: --dialect is required|canon $work/good
encode_requires_a_dialect|^gdv encode: --dialect is required|encode $work/good
unknown_form_of_a_dump|^gdv dump: unknown format 'xml'; there are: text, json, plain, hex$|dump --dialect godot3 --format=xml
a_dump_is_not_raw|^gdv dump: unknown format 'raw'; there are: text, json, plain, hex$|dump --dialect godot3 --format raw
unknown_form_of_a_packet|^gdv canon: unknown format 'json'; there are: raw, hex$|canon --dialect godot3 --format=json
form_of_a_dump_without_value|^gdv dump: --format needs a value: text, json, plain or hex$|dump --format
form_of_a_packet_without_value|^gdv encode: --format needs a value: raw or hex$|encode --format
check_has_no_forms|^gdv check: this verb does not take --format |check --format=json
json_lines_of_text|^gdv dump: --jsonl goes with --format=json or plain alone$|dump --dialect godot3 --jsonl --format=text
json_lines_of_hexdumps|^gdv dump: --jsonl goes with --format=json or plain alone$|dump --dialect godot3 --format=hex --jsonl
json_lines_of_bytes|^gdv canon: --jsonl goes with --format=hex alone$|canon --dialect godot3 --jsonl --format=raw
width_of_text|^gdv dump: --width means the lines of --format=hex, which is missing$|dump --dialect godot3 --width 80
width_that_is_no_number|^gdv dump: --width: 'wide' is not a number; digits alone$|dump --dialect godot3 --format=hex --width wide
width_without_value|^gdv dump: --width needs a value, a number$|dump --dialect godot3 --format=hex --width
width_too_narrow|^gdv dump: --width: 39 is not between 40 and 1000$|dump --dialect godot3 --format=hex --width 39
width_too_wide|^gdv dump: --width: 1001 is not between 40 and 1000$|dump --dialect godot3 --format=hex --width=1001
canon_has_no_width|^gdv canon: this verb does not take --width |canon --dialect godot3 --width 80
encode_reads_no_hex|^gdv encode: this verb does not take --hex |encode --dialect godot3 --hex
encode_is_big_endian_in_frames_alone|^gdv encode: --big-endian means the lengths of --frames|encode --dialect godot3 --big-endian
dump_has_no_summary|^gdv dump: this verb does not take --summary |dump --dialect godot3 --summary
help_of_an_unknown_verb|^gdv: unknown verb 'chek': did you mean check\?|help chek
help_of_two_verbs|^gdv: help takes one verb$|help check types
END

claim usage_errors_read_no_input
input 02000000 ffffffff
run check --dialect godot5 "$work/none"
one_line_of_usage "unknown dialect"

claim the_largest_limits_are_accepted
input 02000000 ffffffff
run check --dialect godot3 --max-bytes 2147483647 --max-depth 1024 --max-values 4294967295 \
    --max-elements 4294967295 --max-string 4294967295
status 0

claim hex_may_be_said_twice
text '02000000 ffffffff'
run check --dialect godot3 --hex --hex
status 0

claim version
run --version
status 0
out_has '^gdv [0-9]+\.[0-9]+\.[0-9]+$'
err ''

help_is_a_screen() {
    status 0
    err ''
    [ "$(wc -l <"$work/out")" -ge 15 ] || fault "too short to help"
    wide=$(awk 'length > 80' "$work/out")
    [ -z "$wide" ] || fault "wider than 80 columns: $wide"
}

for words in --help -h help 'help help'; do
    claim "gdv_$words"
    # shellcheck disable=SC2086
    run $words
    help_is_a_screen
    out_has '^usage: gdv VERB'
    for verb in $verbs help; do
        out_has "^  $verb +[a-z]"
    done
done

claim the_example_of_the_help_is_true
text '02000000 ffffffff'
run check --dialect godot3 --hex
out 'ok -'
run --help
out_has "echo '02000000 ffffffff' . gdv check --dialect godot3 --hex"

for verb in $verbs; do
    for words in "help $verb" "$verb --help" "$verb -h"; do
        claim "gdv_$words"
        # shellcheck disable=SC2086
        run $words
        help_is_a_screen
        out_has "^usage: gdv $verb"
        out_has '^Examples:'
        out_has '^  --jsonl '
    done
done

claim help_of_check_lists_every_option_dialect_and_permission
run help check
for option in dialect policy permit forbid max-bytes max-depth max-values max-elements max-string hex base64 frames \
    big-endian jsonl quiet summary help; do
    out_has "^  --$option "
done
for dialect in godot2 godot3.0 godot3 pandemonium-33 pandemonium-38 pandemonium-40 godot4.0 godot4.3 godot4.4; do
    out_has "^  $dialect +(Godot|Pandemonium)"
done
for bit in nonfinite trailing padding wide flags bool text-utf8 text-nul text-bom text-terminator duplicate-keys \
    object-id object rid callable signal node-path misread engine-span text all; do
    out_has "^  $bit  *[a-zN]"
done

claim the_same_option_may_mean_input_or_output
run help canon
out_has '^  --frames              input is a stream'
out_has '^  --format F            raw \(default\)'
run help encode
out_has '^  --frames              output is a stream'
run help dump
out_has '^  --format F            text \(default\)'
out_has '^  --width N '

claim the_examples_of_encode_and_canon_are_true
text '{"int":"5"}'
run encode --dialect godot3 --format=hex
status 0
out '02000000 05000000'
text '02000100 05000000 00000000'
run canon --dialect godot3 --hex --format=hex --permit wide
status 0
out '02000000 05000000'
run help canon
out_has "echo '02000100 05000000 00000000'"

claim help_to_a_full_disk_is_an_error
got=0
"$GDV" --help >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv: cannot write to standard output: No space left on device'

# --- bazel run starts the command in its runfiles, and says where the user is

mkdir -p "$work/gdv.runfiles/gdv" "$work/elsewhere"

claim files_are_those_of_the_user_under_bazel_run
cd "$work/gdv.runfiles/gdv"
got=0
BUILD_WORKING_DIRECTORY=$work "$GDV" check --dialect godot3 good >"$work/out" 2>"$work/err" </dev/null || got=$?
cd "$cd_back"
status 0
out 'ok good'

claim the_variable_means_nothing_elsewhere
cd "$work"
got=0
BUILD_WORKING_DIRECTORY=$work/elsewhere "$GDV" check --dialect godot3 good >"$work/out" 2>"$work/err" </dev/null || got=$?
cd "$cd_back"
status 0
out 'ok good'

claim a_folder_that_is_gone_is_named
cd "$work/gdv.runfiles/gdv"
got=0
BUILD_WORKING_DIRECTORY=$work/gone "$GDV" check --dialect godot3 good >"$work/out" 2>"$work/err" </dev/null || got=$?
cd "$cd_back"
one_line_of_usage "^gdv check: cannot enter $work/gone: No such file or directory$"

finish
