#!/bin/sh
# SPDX-License-Identifier: MIT
# Time that each verb takes of a message with as many values as a hostile one can have: in proportion to them. Where each
# value is looked for from the first one on, a packet of 250 KB takes minutes; here it has one. Packets are put together from
# docs/multiplayer-format.md, sections 4.6 and 4.7: values of a byte each, in a spawn and in the records of a synchronisation.
set -eu
. cli/tests/cases.sh

python3 - "$work" <<'END'
import struct, sys
values = b"\x81" * 250_000
records = [values[:len(values) // 4000]] * 4000
synced = [struct.pack("<II", number + 1, len(record)) + record for number, record in enumerate(records)]
open(sys.argv[1] + "/spawn", "wb").write(b"\x04\x00" + struct.pack("<IIII", 1, 2, 0, 2) + b"a\0" + values)
open(sys.argv[1] + "/sync", "wb").write(b"\x06\x00\x00" + b"".join(synced))
END

soon() { # soon KIND VERB WORD..: accepts the packet, within a minute
    got=0
    cp "$work/$1" "$work/in"
    shift
    timeout 60 "$GDV" "$@" <"$work/in" >"$work/out" 2>"$work/err" || got=$?
    [ "$got" -ne 124 ] || fault "it took more than a minute"
    status 0
}

lines_with() { # lines_with COUNT PATTERN
    [ "$(grep -Ec -e "$2" "$work/out")" -eq "$1" ] || fault "not $1 lines with $2"
}

for kind in spawn sync; do
    claim "${kind}_is_checked"
    soon $kind check --protocol godot4.3 --jsonl
    [ $kind = sync ] || out_has '"values":250000}$'

    claim "${kind}_is_dumped_as_text"
    soon $kind dump --protocol godot4.3 --format=text
    [ $kind = sync ] || lines_with 250000 '^\.values\[[0-9]*\] true$'
    [ $kind = spawn ] || lines_with 248000 '^\.records\[[0-9]*\]\.values\[[0-9]*\] true$'

    claim "${kind}_is_dumped_byte_by_byte"
    soon $kind dump --protocol godot4.3 --format=hex
    [ $kind = sync ] || lines_with 250000 '\.values\[[0-9]*\]  bool  true$'
    [ $kind = spawn ] || lines_with 248000 '\.records\[[0-9]*\]\.values\[[0-9]*\]  bool  true$'

    claim "${kind}_is_counted"
    soon $kind stats --protocol godot4.3
    out_has '^  bool +2(50|48)000$'

    claim "${kind}_is_made_canonical"
    soon $kind canon --protocol godot4.3
    cmp -s "$work/out" "$work/$kind" || fault "not the packet that it was"

    claim "${kind}_is_dumped_as_plain_json"
    soon $kind dump --protocol godot4.3 --plain

    claim "${kind}_is_dumped_and_encoded"
    soon $kind dump --protocol godot4.3
    soon out encode --protocol godot4.3
    cmp -s "$work/out" "$work/$kind" || fault "not the packet that it was"
done

finish
