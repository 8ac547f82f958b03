#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv check and dump --values: packets that are values in a row. Encodings are of docs/wire-format.md, the short ones of
# docs/multiplayer-format.md, section 5.
set -eu
. cli/tests/cases.sh

one=0200000001000000                                 # 1
list=1c000000010000000400000002000000ff620000        # an Array of a String that is no UTF-8
row=${one}1c00000001000000040000000200000061620000${one%0100*}feffffff # 1, ["ab"], -2

claim a_row_has_one_verdict
text $row
run check --dialect godot4 --hex --values
status 0
out 'ok -'

claim without_the_option_it_is_one_value_and_more
text $row
run check --dialect godot4 --hex
status 1
out_has 'TRAILING at 8'

claim a_refusal_says_which_value_and_where_in_it
text $one$list
run check --dialect godot4 --hex --values
status 1
out 'reject -: BAD_UTF8 at 24 ([0]): value 1: string is not UTF-8'

claim a_value_that_is_cut_is_refused
text ${one}020000
run check --dialect godot4 --hex --values
status 1
out_has '^reject -: TRUNCATED at 8.*value 1: '

claim an_empty_packet_has_no_values
run check --dialect godot4 --values
status 0
out 'ok -'

claim limits_are_of_all_together
text $row
run check --dialect godot4 --hex --values --max-values 3
status 1
out_has 'LIMIT_VALUES at 28.*value 2: '

claim objects_count_all_values
text $row
run check --dialect godot4 --hex --values --jsonl
status 0
out_has '"ok":true.*"bytes":36,"values":4'

claim text_has_a_line_for_each_value
text $row
run dump --dialect godot4 --hex --values
status 0
out '1
["ab"]
-2'

claim json_is_a_list
text $row
run dump --dialect godot4 --hex --values --format=json
status 0
out '[{"int":"1"},{"Array":[{"String":"ab"}]},{"int":"-2"}]'

claim plain_json_is_a_list
text $row
run dump --dialect godot4 --hex --values --plain
status 0
out '[1,["ab"],-2]'

claim objects_hold_the_list
text $row
run dump --dialect godot4 --hex --values --jsonl --plain
status 0
out_has '"value":\[1,\["ab"\],-2\]'

claim short_forms_stand_in_a_row
text 020581
run dump --dialect godot4 --hex --values --encoding=compressed --format=json
status 0
out '[{"int":"5"},{"bool":true}]'

claim a_refused_row_is_not_printed
text $one$list
run dump --dialect godot4 --hex --values
status 1
out ''
err_has 'BAD_UTF8 at 24'

claim no_message_is_a_row
run check --protocol godot4.3 --values
status 2
err_has '^gdv check: --values and --protocol exclude each other$'

claim no_packet_of_a_schema_is_one
run check --dialect godot4 --schema game.gdvs --values
status 2
err_has '^gdv check: --values and --schema exclude each other$'

claim no_hexdump_is_of_one
run dump --dialect godot4 --values --format=hex
status 2
err_has '^gdv dump: --values and --format=hex exclude each other$'

finish
