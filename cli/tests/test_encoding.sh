#!/bin/sh
# SPDX-License-Identifier: MIT
# --encoding compressed: an outermost bool or int in its short form, in each verb that reads or writes packets. What the
# forms are: multiplayer format, section 5.
set -eu
. cli/tests/cases.sh

short="--dialect godot4 --encoding compressed"

# name | packet | notation | typed JSON | plain JSON
while IFS='|' read -r what packet notation json plain; do
    claim "${what}_is_accepted"
    input "$packet"
    # shellcheck disable=SC2086 # words
    run check $short
    status 0
    out 'ok -'

    for form in text json plain; do
        claim "${what}_is_dumped_as_${form}"
        input "$packet"
        # shellcheck disable=SC2086
        run dump $short --format "$form"
        status 0
        err ''
        case $form in
        text) out "$notation" ;;
        json) out "$json" ;;
        *) out "$plain" ;;
        esac
    done

    claim "${what}_is_got"
    input "$packet"
    # shellcheck disable=SC2086
    run get $short ''
    status 0
    out "$notation"

    claim "${what}_is_its_own_canonical_form"
    input "$packet"
    # shellcheck disable=SC2086
    run canon $short --format hex
    status 0
    out "$packet"

    claim "${what}_is_made_of_typed_json"
    text "$json"
    # shellcheck disable=SC2086
    run encode $short --format hex
    status 0
    out "$packet"

    claim "${what}_is_made_of_notation"
    text "$notation"
    # shellcheck disable=SC2086
    run encode $short --text --format hex
    status 0
    out "$packet"
done <<'ROWS'
true|81|true|{"bool":true}|true
false|01|false|{"bool":false}|false
an_int_of_8_bits|0205|5|{"int":"5"}|5
an_int_of_16_bits|422c01|300|{"int":"300"}|300
an_int_of_32_bits|82fffffe ff|-65537|{"int":"-65537"}|-65537
an_int_of_64_bits|c2000000 00010000 00|4294967296|{"int":"4294967296"}|4294967296
a_text|04000000 01000000 61000000|"a"|{"String":"a"}|"a"
an_array|1c000000 01000000 01000000 01000000|[true]|{"Array":[{"bool":true}]}|[true]
null|00000000|null|{"nil":null}|null
ROWS

claim an_int_in_more_bytes_than_it_needs
input 42 0500
# shellcheck disable=SC2086
run check $short
status 1
out_has '^reject -: WIDTH at 0: '

claim is_shortened
# shellcheck disable=SC2086
input 42 0500
# shellcheck disable=SC2086
run canon $short --permit wide --format hex
status 0
out 0205

claim what_is_missing_is_counted
input 82 0102
# shellcheck disable=SC2086
run check $short
status 1
out_has 'TRUNCATED at 1: .* 2 bytes missing'

claim the_bytes_of_a_short_form
input 42 2c01
# shellcheck disable=SC2086
run dump $short --format hex
status 0
out_has '^00000000  42 2c 01  *\.  int  300$'

claim many_in_a_stream_are_counted
bytes 01000000 81 02000000 0205 >"$work/in"
# shellcheck disable=SC2086
run stats $short --frames
status 0
out_has '^  bool  *1$'
out_has '^  int  *1$'

claim plain_is_what_it_is_without
input 02000000 05000000
run dump --dialect godot4 --encoding plain
status 0
out 5

claim a_plain_int_is_no_compressed_one
input 02000000 05000000
# shellcheck disable=SC2086
run check $short
status 1
out_has 'TRAILING at 2'

for verb in check dump canon encode stats; do
    for dialect in godot2 godot3 pandemonium-5.0; do
        claim "${verb}_of_${dialect}_is_never_compressed"
        run "$verb" --dialect "$dialect" --encoding compressed
        one_line_of_usage 'is for the dialects of Godot 4'
    done
done

claim an_encoding_that_there_is_not
run check --dialect godot4 --encoding short
one_line_of_usage "unknown encoding 'short'; there are: plain, compressed"

claim an_encoding_without_a_name
run check --dialect godot4 --encoding
one_line_of_usage 'needs a value: plain or compressed'

claim a_message_has_its_own
run check --protocol godot4.4 --encoding compressed
one_line_of_usage 'exclude each other'

claim other_verbs_do_not_take_it
run diff --dialect godot4 --encoding compressed a b
one_line_of_usage 'does not take --encoding'

finish
