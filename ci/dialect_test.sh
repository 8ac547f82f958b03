#!/bin/bash
# SPDX-License-Identifier: MIT
# Adding a dialect is adding a table: a copy of the sources gets a tenth one, Godot 4.4 with one more type, by the edits
# that lib/README.md gives and in the two files that it names. Then the command and the fuzz targets know the dialect:
# they give Godot 4.4's answers for Godot 4.4's packets, and the new type goes through each verb.
set -eu
. ci/cases.sh

corpus=$PWD/corpus/seed/godot4.4
messages=$PWD/corpus/messages/godot4.4.tsv
header=lib/include/gdv/dialect.h
table=lib/wire/wire.c
protocol_list=lib/include/gdv/message.h
protocol_table=lib/message/protocol.c
tree=$TEST_TMPDIR/tree
mkdir -p "$tree"
cp -rL lib cli fuzz tests "$tree"
chmod -R u+w "$tree"
cd "$tree"

# The recipe.
cp "$header" "$table" "$protocol_list" "$protocol_table" "$TEST_TMPDIR"
sed -i 's|^    GDV_DIALECT_COUNT$|    GDV_DIALECT_GODOT4_7, /* the drill */\n&|' "$header"
sed -i -e 's|^#define ROW_OF(.*|#define GODOT4_7(R) GODOT4_4(R) R("PackedVector2iArray", PACKED_INTS(PACKED_VECTOR2I_ARRAY, 8))\n&|' \
    -e 's|^TABLE(GODOT4_4, .*|&\nTABLE(GODOT4_7, godot4_7)|' \
    -e 's|^const gdv_wire_table gdv_wire_tables\[.*|&\n    [GDV_DIALECT_GODOT4_7] = WIRE_TABLE(GODOT4, godot4_7, LOW_BYTE, GDV_TOLERANCE_STRICT,\n        GODOT4_TRAITS \| GDV_TRAIT_KEEPS_ROOT, "godot4.7", "", "", "Godot 4.7", "none"),|' "$table"
# A protocol likewise, whose Variants are of that dialect.
sed -i 's|^\( *X(GODOT4_4, "godot4.4", GODOT4_4)\).*|\1 X(GODOT4_7, "godot4.7", GODOT4_7)|' "$protocol_list"
sed -i 's|^#define ROW_GODOT4_4 .*|&\n#define ROW_GODOT4_7 ROW_GODOT4_4|' "$protocol_table"

lines_added() {
    local added
    added=$( (diff "$TEST_TMPDIR/dialect.h" "$header"; diff "$TEST_TMPDIR/wire.c" "$table") | grep -c '^[<>]')
    echo "$added lines of two files"
    [ "$added" -eq 5 ]
}

protocol_lines_added() {
    local added
    added=$( (diff "$TEST_TMPDIR/message.h" "$protocol_list"; diff "$TEST_TMPDIR/protocol.c" "$protocol_table") | grep -c '^>')
    echo "$added lines of two files"
    [ "$added" -eq 2 ]
}

# Files of one name are in no two folders: ci/units.sh relies on that as well.
compiled() { # compiled FOLDER SOURCE..: their objects
    mkdir "$1"
    (cd "$1" && printf '../%s\n' "${@:2}" | xargs -P 2 -n 8 gcc -std=gnu11 -O1 -I../lib/include -I.. -c)
}

gdv() {
    ./gdv "$@"
}

new_dialect_is_listed() {
    gdv types --dialect godot4.7 | grep -q '^ *39 .*PackedVector2iArray.*8 each' &&
        [ "$(gdv types --dialect godot4.7 | wc -l)" -eq $(($(gdv types --dialect godot4.4 | wc -l) + 1)) ]
}

# The new type in a dictionary, a typed array and a typed dictionary's keys; made by hand from sections 3 and 5.6 of the
# wire reference.
printf '\033\0\0\0\001\0\0\0\004\0\0\0\001\0\0\0v\0\0\0\047\0\0\0\002\0\0\0\001\0\0\0\002\0\0\0\003\0\0\0\374\377\377\377' >new.bin
printf '\034\0\001\0\047\0\0\0\001\0\0\0\047\0\0\0\001\0\0\0\005\0\0\0\006\0\0\0' >array.bin
echo '{"Dictionary":[[{"String":"v"},{"PackedVector2iArray":[[1,2],[3,-4]]}]]}' >new.json

new_type_is_judged() {
    gdv check --dialect godot4.7 new.bin array.bin && ! gdv check --dialect godot4.4 new.bin
}

new_type_is_encoded() {
    gdv encode --dialect godot4.7 new.json | cmp - new.bin
}

new_type_is_dumped() {
    gdv dump --dialect godot4.7 new.bin | grep -qF 'PackedVector2iArray(1, 2, 3, -4)' &&
        gdv dump --format=json --dialect godot4.7 new.bin | cmp - new.json &&
        gdv dump --dialect godot4.7 array.bin | grep -qF 'Array[PackedVector2iArray]([PackedVector2iArray(5, 6)])' &&
        gdv dump --format=hex --dialect godot4.7 new.bin | grep -q 'PackedVector2iArray'
}

new_type_is_canonical() {
    gdv canon --dialect godot4.7 new.bin | cmp - new.bin && gdv canon --dialect godot4.7 array.bin | cmp - array.bin
}

new_dialect_is_probed() {
    gdv probe new.bin | grep -q '^godot4.7 *strict'
}

# For each packet of Godot 4.4: what a verb says for it in the new dialect.
answers_alike() { # answers_alike VERB FLAG..
    local file count=0 old new
    for file in "$corpus"/*.bin; do
        old=$(gdv "$1" --dialect godot4.4 --policy=engine "${@:2}" "$file" 2>&1 | od -c) || true
        new=$(gdv "$1" --dialect godot4.7 --policy=engine "${@:2}" "$file" 2>&1 | od -c) || true
        [ "$old" = "$new" ] || { echo "$file"; return 1; }
        count=$((count + 1))
    done
    echo "$count packets"
    [ "$count" -ge 100 ]
}

# For each message of Godot 4.4 that comes without an envelope, whoever sent it: what a verb says in the new protocol.
messages_answer_alike() { # messages_answer_alike VERB FLAG..
    local direction hex count=0 old new
    while IFS=$'\t' read -r direction hex; do
        old=$(echo "$hex" | gdv "$1" --protocol godot4.4 --direction "$direction" --hex "${@:2}" 2>&1) || true
        new=$(echo "$hex" | gdv "$1" --protocol godot4.7 --direction "$direction" --hex "${@:2}" 2>&1) || true
        [ "$old" = "$new" ] || { echo "$hex"; return 1; }
        count=$((count + 1))
    done < <(awk -F'\t' '!/^#/ && $3 == "none" { print $4 "\t" $NF }' "$messages")
    echo "$count messages"
    [ "$count" -ge 70 ]
}

there_and_back() { # there_and_back PROTOCOL DIRECTION
    gdv dump --protocol "$1" --direction "$2" --hex --format=json | gdv encode --protocol "$1" --direction "$2" --format=hex
}

# What dump prints as JSON, encode takes back.
messages_come_back() {
    local direction hex count=0 old new
    while IFS=$'\t' read -r direction hex; do
        old=$(echo "$hex" | there_and_back godot4.4 "$direction")
        new=$(echo "$hex" | there_and_back godot4.7 "$direction")
        [ -n "$old" ] && [ "$old" = "$new" ] || { echo "$hex"; return 1; }
        count=$((count + 1))
    done < <(awk -F'\t' '!/^#/ && $3 == "none" && $6 == "-" && $7 == "ok" { print $4 "\t" $NF }' "$messages")
    echo "$count messages"
    [ "$count" -ge 70 ]
}

target_knows_it() { # target_knows_it NAME: reads each packet of Godot 4.4 and the new ones in every dialect
    compiled "$1.o" "fuzz/targets/$1.c" && gcc "$1.o"/*.o fuzz.o/*.o lib.o/*.o -lm -o "./$1" &&
        GDV_EVERY_DIALECT=1 "./$1" new.bin array.bin "$corpus"/*.bin >"$1.log" 2>&1 &&
        [ "$(grep -c '^Executed ' "$1.log")" -eq $(($(ls "$corpus"/*.bin | wc -l) + 2)) ]
}

command_builds() {
    # shellcheck disable=SC2046 # a list of words
    compiled cli.o $(find cli -name '*.c') && gcc cli.o/*.o lib.o/*.o -ljansson -lm -o ./gdv
}

# shellcheck disable=SC2046 # a list of words
what_targets_share() {
    compiled fuzz.o $(ls fuzz/support/*.c fuzz/mutator/*.c | grep -v -e afl_mutator -e dictionary -e message_mutator) \
        tests/support/proof_words*.c tests/support/two_paths.c
}

expect_success "a dialect is five lines of two files" lines_added
expect_success "the library builds" compiled lib.o lib/*/*.c
expect_success "the command builds" command_builds
expect_success "types: the new dialect has one row more" new_dialect_is_listed
expect_success "check: the new type passes in the new dialect alone" new_type_is_judged
expect_success "encode: the new type from typed JSON" new_type_is_encoded
expect_success "dump: the new type as text, JSON and hex" new_type_is_dumped
expect_success "canon: the new type is canonical" new_type_is_canonical
expect_success "probe: the new dialect is tried" new_dialect_is_probed
expect_success "check: Godot 4.4's packets" answers_alike check
expect_success "dump: Godot 4.4's packets, as Godot 4 prints them" answers_alike dump
expect_success "dump: Godot 4.4's packets, as JSON" answers_alike dump --format=json
expect_success "canon: Godot 4.4's packets" answers_alike canon
expect_success "a protocol is two lines of two files" protocol_lines_added
expect_success "check: Godot 4.4's messages" messages_answer_alike check
expect_success "dump: Godot 4.4's messages, as JSON" messages_answer_alike dump
expect_success "dump: Godot 4.4's messages, byte by byte" messages_answer_alike dump --format=hex
expect_success "encode: messages from what dump prints" messages_come_back
expect_success "what fuzz targets share builds" what_targets_share
for target in canon decode document limits reader roundtrip several truncate writer; do
    expect_success "fuzz target $target" target_knows_it "$target"
done

finish
