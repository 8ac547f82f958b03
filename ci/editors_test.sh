#!/bin/bash
# SPDX-License-Identifier: MIT
# What docs/editors says of schemas is what the notation is: a word that the grammar lacks would be coloured as the name of
# a type, one too many would be coloured and refused.
set -eu
. ci/cases.sh

folder=docs/editors/gdvs
grammar=$folder/gdvs.tmLanguage.json
page=docs/schema.md
types=lib/include/gdv/dialect.h
tool=(python3 -B ci/editors_test.py)

has_the_words() { # has_the_words GRAMMAR [PAGE]
    "${tool[@]}" "$1" words "${2:-$page}" "$types"
}

# has_the_words of a copy in which sed changed something.
changed() { # changed FILE SED-SCRIPT
    local copy=$TEST_TMPDIR/changed
    sed "$2" "$1" >"$copy"
    ! cmp -s "$1" "$copy" || return 0
    if [ "$1" = "$page" ]; then has_the_words "$grammar" "$copy"; else has_the_words "$copy"; fi
}

is_coloured() { # is_coloured LINE: standard input says how, a lexeme each line
    printf '%s\n' "$1" >"$TEST_TMPDIR/line.gdvs"
    "${tool[@]}" "$grammar" colours "$TEST_TMPDIR/line.gdvs" | cut -d ' ' -f 2- | diff -u - "$TEST_TMPDIR/wanted"
}

# No word of a schema that compiles is left without a colour, and none is taken for an illegal escape.
samples_are_coloured() {
    local file text=""
    for file in corpus/schema/*.gdvs; do
        "${tool[@]}" "$grammar" colours "$file" >"$TEST_TMPDIR/colours" || return 1
        ! grep ' invalid' "$TEST_TMPDIR/colours" || return 1
        text=$(cut -d ' ' -f 3- "$TEST_TMPDIR/colours" | tr -cd 'a-zA-Z0-9_')
        [ "$text" = "$(tr -cd 'a-zA-Z0-9_' <"$file")" ] || {
            echo "$file: a word has no colour, or two"
            return 1
        }
    done
    [ -n "$text" ]
}

# Its package.json names files that are there.
extension_is_whole() {
    python3 - "$folder" <<'END'
import json, os, sys
folder = sys.argv[1]
package = json.load(open(os.path.join(folder, "package.json")))
language, = package["contributes"]["languages"]
grammar, = package["contributes"]["grammars"]
json.load(open(os.path.join(folder, language["configuration"])))
scope = json.load(open(os.path.join(folder, grammar["path"])))["scopeName"]
assert scope == grammar["scopeName"] and grammar["language"] == language["id"] and ".gdvs" in language["extensions"]
END
}

expect_success "the grammar has the words of the notation" has_the_words "$grammar"
expect_refusal "a word that the grammar lacks is seen" "words: .*only the notation has \['printable'\]" \
    changed "$grammar" 's/ascii|printable/ascii/'
expect_refusal "a type that the engines lack is seen" "types: only the grammar has \['Vector5'\]" \
    changed "$grammar" 's/|Vector4i|/|Vector4i|Vector5|/'
expect_refusal "a word that the notation gains is seen" "words: .*only the notation has \['lowercase'\]" \
    changed "$page" 's/"printable" |/"printable" | "lowercase" |/'

cat >"$TEST_TMPDIR/wanted" <<'END'
keyword.declaration packet
entity.name.type move
support.variable max_bytes
keyword.operator =
constant.numeric 64
keyword.operator =
variable.other.property "type"
punctuation.separator :
string.quoted.double "a"
variable.other.property at
keyword.operator.optional ?
punctuation.separator :
support.type Vector3
keyword.operator -
constant.language PI
keyword.operator.range ..
constant.numeric 4e3
comment.line.number-sign # so
END
expect_success "a packet" is_coloured 'packet move (max_bytes = 64) = { "type": "a", at?: Vector3 -PI..4e3 } # so'

cat >"$TEST_TMPDIR/wanted" <<'END'
keyword.control rpc
keyword.declaration func
entity.name.type move
variable.other.property to
keyword.operator.optional ?
punctuation.separator :
support.type Vector3
storage.modifier any_peer
storage.modifier unreliable_ordered
END
expect_success "a method" is_coloured 'rpc func move(to?: Vector3) any_peer unreliable_ordered'

cat >"$TEST_TMPDIR/wanted" <<'END'
keyword.declaration script
entity.name.type Player
storage.modifier at
string.quoted.double "Main/:peer"
END
expect_success "a script" is_coloured 'script Player at "Main/:peer"'

cat >"$TEST_TMPDIR/wanted" <<'END'
keyword.declaration type
entity.name.type of
keyword.operator =
variable.other.property of
punctuation.separator :
support.type int
variable.other.property type
punctuation.separator :
entity.name.type Other
keyword.operator.rest ...
END
expect_success "a key called as a word of the notation is a key" is_coloured 'type of = { of: int, type: Other, ... }'

cat >"$TEST_TMPDIR/wanted" <<'END'
constant.character.escape \n
invalid.illegal.escape \x
string.quoted.double "a\n\x"
END
expect_success "an escape that is none is seen" is_coloured '"a\n\x"'
expect_success "every word of the sample schemas has a colour" samples_are_coloured
expect_success "the extension of VS Code is whole" extension_is_whole

finish
