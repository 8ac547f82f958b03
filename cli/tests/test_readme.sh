#!/bin/sh
# SPDX-License-Identifier: MIT
# The schema that README.md shows: it compiles without a warning, lets pass what it is for, and refuses what the page says with
# the line that the page prints.
set -eu
. cli/tests/cases.sh

sed -n '/^```gdvs$/,/^```$/p' README.md | grep -v '^```' >"$work/move.gdvs"

# packet TEXT: in Godot's own notation, as move.bin.
packet() {
    printf '%s\n' "$1" >"$work/move.txt"
    run encode --dialect godot4 --text "$work/move.txt"
    status 0
    cp "$work/out" "$work/move.bin"
}

check() {
    cd "$work"
    run check --dialect godot4 --schema move.gdvs move.bin
    cd "$cd_back"
}

claim the_schema_compiles_without_a_warning
run schema "$work/move.gdvs"
status 0
out_has '^ok .*: 3 packets, '
err ''

claim the_refusal_is_the_one_printed
packet '{"type":"move","actor_id":7,"pos":Vector3(5000,0,0),"rot":Vector3(0,0.5,0)}'
check
status 1
out "$(sed -n 's/^    \(reject move.bin: .*\)$/\1/p' README.md)"

while IFS='|' read -r what code written; do
    claim "$what"
    packet "$written"
    check
    if [ "${code#ok }" != "$code" ]; then
        status 0
        out "ok move.bin: ${code#ok }"
    else
        status 1
        out_has "^reject move.bin: $code at [0-9]+"
    fi
done <<'END'
a_move_passes|ok move|{"type":"move","actor_id":7,"pos":Vector3(50,0,0),"rot":Vector3(0,0.5,0)}
a_jump_passes|ok move|{"type":"move","actor_id":7,"pos":Vector3(50,0,0),"rot":Vector3(0,0.5,0),"jump":true}
an_unknown_key_does_not|UNKNOWN_KEY|{"type":"move","actor_id":7,"pos":Vector3(50,0,0),"rot":Vector3(0,0.5,0),"admin":true}
an_int_is_no_bool|WRONG_TYPE|{"type":"move","actor_id":7,"pos":Vector3(50,0,0),"rot":Vector3(0,0.5,0),"jump":1}
a_move_has_a_position|MISSING_KEY|{"type":"move","actor_id":7,"rot":Vector3(0,0.5,0)}
a_long_text_does_not_pass|WRONG_LENGTH|["chat",""]
a_chat_passes|ok chat|["chat","hi"]
a_reason_that_is_listed_passes|ok leave|{"type":"leave","reason":"idle"}
another_reason_does_not|NOT_A_MEMBER|{"type":"leave","reason":"bored"}
another_packet_does_not|NO_SUCH_PACKET|{"type":"ban","reason":"idle"}
END

finish
