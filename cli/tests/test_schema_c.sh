#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv schema --c: which files it writes, what they hold, that they compile as C and as C++, and what it refuses. What the
# functions do is tried by tests/generated.
set -eu
. cli/tests/cases.sh

schemas=$PWD/corpus/schema
headers=$PWD/lib/include
cd "$work"

# makes TEXT: the C of that schema, s.h and s.c.
makes() {
    rm -f s.h s.c
    # shellcheck disable=SC2059 # the escapes are wanted
    printf "$1" >s.gdvs
    run schema --c --dialect godot4 s.gdvs
}
# has FILE PATTERN, lacks FILE PATTERN
has() {
    grep -Eq -e "$2" "$1" || fault "$1 lacks: $2"
}
lacks() {
    ! grep -Eq -e "$2" "$1" || fault "$1 has: $2"
}
# clashes MESSAGE: one line on standard error, and no file.
clashes() {
    status 2
    out ''
    err "$1"
    if [ -e s.h ] || [ -e s.c ]; then fault "a file was written"; fi
}
strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wundef -Werror -fsyntax-only'
compiles() { # compiles FILE..: as C11 and as C++17, by every compiler that is here
    for compiler in gcc:c11:c clang-19:c11:c g++:c++17:c++ clang++-19:c++17:c++; do
        words=${compiler#*:}
        command -v "${compiler%%:*}" >/dev/null || continue
        # shellcheck disable=SC2086 # words are words
        "${compiler%%:*}" -std="${words%:*}" -x "${words#*:}" $strict -I"$headers" "$@" >>"$work/err" 2>&1 ||
            fault "${compiler%%:*} does not take it as ${words%:*}"
    done
}

claim a_header_and_a_source_named_as_the_schema
makes 'packet move = { "type": "move", seq: int 0.., pos: Vector3, jump?: bool }\n'
status 0
out ''
err ''
has s.h '^typedef struct move_fields \{$'
has s.h '^    int64_t seq; '
has s.h '^    double pos\[3\]; '
has s.h '^    bool has_jump;$'
has s.h '^    bool jump; '
lacks s.h 'type;'
has s.h '^gdv_status s_schema\(gdv_schema \*schema\);$'
has s.h '^    s_packet_move = 0$'
has s.h '^gdv_status move_from_packet\('
has s.h '^gdv_status move_from_match\('
has s.h '^gdv_status move_to_packet\('
has s.c '^#include "s.h"$'

claim another_name_of_the_files
mkdir -p there
run schema --c --out there/game s.gdvs
status 0
if [ ! -e there/game.h ] || [ ! -e there/game.c ]; then fault "no there/game.h and there/game.c"; fi
has there/game.c '^#include "game.h"$'
has there/game.h '^gdv_status game_schema'

claim the_text_depends_on_no_folder
cp "$schemas/chat.gdvs" "$schemas/common.gdvs" there/
run schema --c --dialect godot4 there/chat.gdvs
status 0
(cd there && "$GDV" schema --c --dialect godot4 chat.gdvs) || fault "not from its own folder"
cmp -s chat.h there/chat.h || fault "the headers differ"
cmp -s chat.c there/chat.c || fault "the sources differ"

claim a_prefix_goes_before_every_name
run schema --c --prefix client s.gdvs
status 0
has s.h '^typedef struct client_move_fields \{$'
has s.h '^gdv_status client_move_to_packet\('
has s.h '^gdv_status client_schema\('
has s.h 'client_packet_move'
lacks s.h ' move_'

claim each_kind_of_value_has_its_type
makes 'limits max_depth = 3
type Item = { id: int, tags?: PackedStringArray }
packet p = { f: float, n: number, s: String, e: "a" | "b", v: Vector2i, b: PackedByteArray, a: PackedInt32Array,
    i: Item, l: Array[Item], m: Dictionary[int, bool], u: int | String, any: Variant, path: NodePath, ... }\n'
for line in 'double f;' 'double n;' 'bool n_is_int;' 'gdv_text s;' 'gdv_text e;' 'int32_t v\[2\];' 'const uint8_t \*b;' \
    'size_t b_size;' 'gdv_numbers a;' 'struct \{' '    int64_t id;' '    gdv_value tags;' '\} i;' 'gdv_value l;' \
    'gdv_value m;' 'gdv_value u;' 'gdv_value any;' 'gdv_value path;' 'gdv_value others;'; do
    has s.h "^    $line"
done
has s.c 'enum \{ DEEPEST = 4 \};'
compiles s.c

claim names_that_are_none_in_c
makes 'packet p = { class: int, int: int, "two words": int, "2nd": int, _low: int, "é": int, NULL: int, linux: int, 5: int,
    -5: int, -9223372036854775808: int, requires: int, "??/": 1, "\\\\": 2 }\npacket q = [int, "x"?]\n'
status 0
for member in class_ int_ two_words x2nd x_low x__ NULL_ linux_ key_5 key_minus_5 key_minus_9223372036854775808 requires_; do
    has s.h "^    int64_t $member; "
done
has s.h '^    int64_t item_0; '
has s.h '^    bool has_item_1;$'
compiles s.c

claim two_names_that_would_be_one
makes 'packet p = {\n  "a b": int,\n  "a-b": int\n}\n'
clashes 's.gdvs:3: packet p: "a b" and "a-b" would both be called a_b in C'
makes 'packet p = {\n  has_x: bool,\n  x?: int\n}\n'
clashes 's.gdvs:3: packet p: "has_x" and what goes with "x" would both be called has_x in C'
makes 'packet p = {\n  b_size: int, b: PackedByteArray\n}\n'
clashes 's.gdvs:2: packet p: "b_size" and what goes with "b" would both be called b_size in C'
makes 'packet p = {\n  others: int, ...\n}\n'
status 2
err_has 'packet p: "others" and others would both be called others in C$'
makes 'packet a_fields = int\npacket s_packet_a = String\n'
clashes 's.gdvs:2: packet s_packet_a: packet a_fields and packet s_packet_a would both be called s_packet_a_fields in C'
makes 'packet p = { x: { "a b": int, "a-b": int } }\n'
status 2
err_has 'would both be called a_b in C$'

claim what_no_struct_holds
makes "packet p = { $(printf 'x%d: int, ' $(seq 1 257)) }\n"
clashes 's.gdvs:1: packet p: more than the 256 values that a match keeps, and a struct can hold'
makes "packet p = { \"$(printf 'x%.0s' $(seq 1 126))\": int }\n"
clashes 's.gdvs:1: packet p: a key of 126 bytes has no name in C'

claim the_schemas_of_the_corpus_compile
for file in "$schemas"/*.gdvs; do
    [ "$file" != "$schemas/common.gdvs" ] || continue
    run schema --c "$file"
    status 0
done
for source in editor lobby replay; do # as C //tests:generated_auth_test and its like compile all of them
    compiles "$source.c"
done

claim a_key_is_no_code
makes 'packet p = { "*/ int x; /*": int, "\\"); abort(); //": int, "\\u000a#error": "*/\\u000a#error" }\n'
status 0
compiles s.c

claim a_schema_that_does_not_compile
makes 'packet p = { a: int 5..1 }\n'
status 2
err_has '^s.gdvs:1:[0-9]+: '
[ ! -e s.h ] || fault "a file was written"

claim files_that_cannot_be
makes 'packet p = int\n'
run schema --c --out nowhere/game s.gdvs
one_line_of_usage '^gdv schema: nowhere/game.h: '
run schema --c --out 'a"b' s.gdvs
one_line_of_usage "^gdv schema: 'a\"b' cannot be the name of a header: "
run schema --c --out there/ s.gdvs
one_line_of_usage "^gdv schema: '' cannot be the name of a header: "
run schema --c --prefix 2nd s.gdvs
one_line_of_usage "^gdv schema: '2nd' cannot begin a name in C$"
run schema --c --prefix '' s.gdvs
one_line_of_usage '^gdv schema: --prefix needs a value, a name$'
text 'packet p = int'
run schema --c -
one_line_of_usage '^gdv schema: --c of standard input needs --out, the name of the files$'
run schema --c --out piped -
status 0
has piped.h '^gdv_status piped_schema'

claim what_goes_with_it
run schema --out game s.gdvs
one_line_of_usage '^gdv schema: --out means the files of --c, which is missing$'
run schema --prefix game s.gdvs
one_line_of_usage '^gdv schema: --prefix means the files of --c, which is missing$'
run schema --c --explain s.gdvs
one_line_of_usage '^gdv schema: --c and --explain exclude each other$'
run schema --c --jsonl s.gdvs
one_line_of_usage '^gdv schema: --c and --jsonl exclude each other$'
run schema --c --out
one_line_of_usage '^gdv schema: --out needs a value, a file without .h and .c$'

finish
