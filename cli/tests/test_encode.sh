#!/bin/sh
# SPDX-License-Identifier: MIT
# encode: the packet of each kind of value, every refusal with its place, and the forms of input and output. That it reads
# what dump writes is tried on the whole corpus; packets here are those of the wire reference, sections 5 and 12.
set -eu
. cli/tests/cases.sh

# out_bytes HEX..: standard output is exactly these bytes.
out_bytes() {
    bytes "$@" >"$work/expected"
    cmp -s "$work/expected" "$work/out" || fault "standard output is $(od -A n -t x1 "$work/out" | head -n 4)"
}

all='--policy engine --permit all'

# --- values that are written otherwise than dump writes them, and those that it can only read
# name | dialect | JSON | packet

while IFS='|' read -r what dialect json hex; do
    claim "${dialect}_${what}"
    text "$json"
    # shellcheck disable=SC2086 # options are words
    run encode --dialect "$dialect" $all
    status 0
    err ''
    out_bytes "$hex"
done <<'END'
nil|godot3|{"nil":null}|00000000
int|godot3|{"int":"-1"}|02000000 ffffffff
int_of_64_bits|godot3|{"int":"2147483648"}|02000100 00000080 00000000
int_least|godot3|{"int":"-9223372036854775808"}|02000100 00000000 00000080
int_always_of_64_bits|godot3.0|{"int":"5"}|02000100 05000000 00000000
float_of_32_bits|godot3|{"float":0.5}|03000000 0000003f
float_of_64_bits|godot3|{"float":0.1}|03000100 9a999999 9999b93f
float_rounded_in_godot2|godot2|{"float":0.1}|03000000 cdcccc3d
float_from_a_whole_number|godot3|{"float":1}|03000000 0000803f
float_minus_zero|godot3|{"float":-0.0}|03000000 00000080
float_with_exponent|godot3|{"float":5E-1}|03000000 0000003f
float_nan|godot3|{"float":"nan"}|03000100 00000000 0000f87f
float_nan_of_other_bits|godot3|{"float":"nan:fff8000000000001"}|03000100 01000000 0000f8ff
float_inf|godot3|{"float":"-inf"}|03000000 000080ff
string|godot3|{"String":"h\u00e9llo"}|04000000 06000000 68c3a96c 6c6f0000
string_of_a_surrogate_pair|godot3|{"String":"\ud83d\ude00"}|04000000 04000000 f09f9880
string_no_utf8|godot3|{"String":{"bytes":"7aCA"}}|04000000 03000000 eda08000
vector2_of_whole_numbers|godot3|{"Vector2":[1,2]}|05000000 0000803f 00000040
vector2_of_singles|godot3|{"Vector2":[0.1,3.4028235e38]}|05000000 cdcccc3d ffff7f7f
vector2_of_nan|godot3|{"Vector2":["nan","nan:ff800001"]}|05000000 0000c07f 010080ff
vector2_of_64_bits|godot4|{"Vector2@64":[0.1,2]}|05000100 9a999999 9999b93f 00000000 00000040
vector2i|godot4|{"Vector2i":[1,-2]}|06000000 01000000 feffffff
basis|godot3|{"Basis":[1,4,7,2,5,8,3,6,9]}|0c000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041
path|godot3|{"NodePath":{"absolute":true,"names":["root","Nod"],"subnames":["x"]}}|0f000000 02000080 01000000 01000000 04000000 726f6f74 03000000 4e6f6400 01000000 78000000
path_in_another_order|godot3|{"NodePath":{"subnames":[],"absolute":false,"names":[]}}|0f000000 00000080 00000000 00000000
path_with_a_property|godot2|{"NodePath":{"absolute":false,"names":["a"],"subnames":[],"property":"p"}}|10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000
rid|godot4|{"RID":"5"}|17000000 05000000 00000000
rid_without_id|godot3|{"RID":"0"}|10000000
object_id|godot3|{"Object":{"id":"18446744073709551615"}}|11000100 ffffffff ffffffff
object|godot3|{"Object":{"properties":[["script",{"nil":null}]],"class":"Reference"}}|11000000 09000000 52656665 72656e63 65000000 01000000 06000000 73637269 70740000 00000000
object_null|godot3|{"Object":{"class":"","properties":[]}}|11000000 00000000
object_of_godot2|godot2|{"Object":{"id":"0"}}|12000000
callable|godot4|{"Callable":null}|19000000
signal|godot4|{"Signal":{"name":"s","object":"0"}}|1a000000 01000000 73000000 00000000 00000000
dictionary|godot3|{"Dictionary":[[{"int":"1"},{"bool":true}],[{"String":"k"},{"Array":[{"nil":null}]}]]}|12000000 02000000 02000000 01000000 01000000 01000000 04000000 01000000 6b000000 13000000 01000000 00000000
dictionary_typed|godot4|{"Dictionary[int, String]":[[{"int":"1"},{"String":"a"}]]}|1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000
array_of_a_script|godot4|{"Array[script:res://a.gd]":[]}|1c000300 0a000000 7265733a 2f2f612e 67640000 00000000
array_of_an_odd_class|godot4|{"Array[class:a%2C%20%5D%22%25]":[]}|1c000200 06000000 612c205d 22250000 00000000
typed_array|pandemonium-40|{"TypedArray[int]":[{"int":"7"}]}|1b000000 02000000 01000000 02000000 07000000
typed_array_of_ids|pandemonium-40|{"TypedArray[Object]":[{"nil":null}]}|1b000100 17000000 01000000 00000000
packed_typed_array|pandemonium-40|{"PackedTypedArray[int]":[{"int":"7"}]}|1c000000 02000000 01000000 02000000 07000000
array_shared|godot2|{"Array@shared":[{"int":"1"},{"int":"2"}]}|15000000 02000080 02000000 01000000 02000000 02000000
bytes|godot3|{"PackedByteArray":"/w=="}|14000000 01000000 ff000000
bytes_none|godot3|{"PackedByteArray":""}|14000000 00000000
ints|godot3|{"PackedInt32Array":[1,-1]}|15000000 02000000 01000000 ffffffff
int64s|godot4|{"PackedInt64Array":["-1"]}|1f000000 01000000 ffffffff ffffffff
strings|godot3|{"PackedStringArray":["abc",""]}|17000000 02000000 04000000 61626300 01000000 00000000
vector3s|godot3|{"PackedVector3Array":[[1,2,3]]}|19000000 01000000 0000803f 00000040 00004040
vector3s_none|godot3|{"PackedVector3Array":[]}|19000000 00000000
image|godot2|{"Image":{"format":4,"mipmaps":0,"width":1,"height":1,"data":"AQID/w=="}}|0f000000 04000000 00000000 01000000 01000000 04000000 010203ff
event|godot2|{"InputEvent":{"type":1,"device":0,"extra":[33554432,65]}}|13000000 01000000 00000000 14000000 00000002 41000000
END

# --- refusals: dialect | JSON | the one line on standard error, after "gdv encode: "

refusals=0
while IFS='|' read -r dialect json message; do
    refusals=$((refusals + 1))
    claim "refusal_${refusals}_$dialect"
    text "$json"
    run encode --dialect "$dialect"
    status 1
    out ''
    err "gdv encode: $message"
done <<'END'
godot4|{"Dictionary":[[{"int":"1"},{"Vector3":[1,2]}]]}|$.Dictionary[0][1].Vector3: 3 numbers expected, 2 given
godot4|{"Vector3":[1,2,3,4]}|$.Vector3: 3 numbers expected, 4 given
godot4|{"Vector3":5}|$.Vector3: a list of 3 numbers expected
godot4|{"Vector3":[1,"2",3]}|$.Vector3[1]: a number expected, or "nan", "inf", "-inf", "nan:" and 8 hex digits
godot4|{"Vector3":[1,2,null]}|$.Vector3[2]: a number expected, or "nan", "inf", "-inf", "nan:" and 8 hex digits
godot4|{"Vector2":[1e39,0]}|$.Vector2[0]: 1e+39 is too large for 32 bits
godot4|{"Vector2":["nan:7fc00000",0]}|$.Vector2[0]: a number expected, or "nan", "inf", "-inf", "nan:" and 8 hex digits
godot4|{"Vector2":["nan:3f800000",0]}|$.Vector2[0]: a number expected, or "nan", "inf", "-inf", "nan:" and 8 hex digits
godot4|{"Vector2":["nan:FF800001",0]}|$.Vector2[0]: a number expected, or "nan", "inf", "-inf", "nan:" and 8 hex digits
godot4|{"float":"nan:7ff0000000000000"}|$.float: a number expected, or "nan", "inf", "-inf", "nan:" and 16 hex digits
godot4|{"float":"NaN"}|$.float: a number expected, or "nan", "inf", "-inf", "nan:" and 16 hex digits
godot4|{"float":"inf"}|$.float: NONFINITE: number is infinite or not a number
godot4|{"Vector2i":[1,2.0]}|$.Vector2i[1]: an integer expected
godot4|{"Vector2i":[1,2147483648]}|$.Vector2i[1]: 2147483648 is not between -2147483648 and 2147483647
godot4|{"PackedVector3Array":[[1,2,3],[1,2]]}|$.PackedVector3Array[1]: 3 numbers expected, 2 given
godot4|{"PackedVector3Array":[[1,2,3],5]}|$.PackedVector3Array[1]: a list of 3 numbers expected
godot4|{"PackedVector3Array":[[1,2,3],[1,2,true]]}|$.PackedVector3Array[1][2]: a number expected, or "nan", "inf", "-inf", "nan:" and 8 hex digits
godot4|{"PackedVector3Array":5}|$.PackedVector3Array: a list expected
godot4|{"PackedInt32Array":["1"]}|$.PackedInt32Array[0]: an integer expected
godot4|{"PackedInt64Array":[1]}|$.PackedInt64Array[0]: a string of digits expected, such as "-5"
godot4|{"PackedByteArray":"A"}|$.PackedByteArray: not base64 of the standard alphabet, padded, without blanks
godot4|{"PackedByteArray":"_w=="}|$.PackedByteArray: not base64 of the standard alphabet, padded, without blanks
godot4|{"PackedByteArray":"/x=="}|$.PackedByteArray: not base64 of the standard alphabet, padded, without blanks
godot4|{"PackedByteArray":"/w=A"}|$.PackedByteArray: not base64 of the standard alphabet, padded, without blanks
godot4|{"PackedByteArray":"/w==/w=="}|$.PackedByteArray: not base64 of the standard alphabet, padded, without blanks
godot4|{"PackedByteArray":"/w= ="}|$.PackedByteArray: not base64 of the standard alphabet, padded, without blanks
godot4|{"PackedByteArray":[1]}|$.PackedByteArray: a string of base64 expected
godot4|{"PackedStringArray":["a",5]}|$.PackedStringArray[1]: a string expected, or {"bytes": BASE64}
godot4|{"PackedStringArray":"a"}|$.PackedStringArray: a list of strings expected
godot4|{"nil":false}|$.nil: null expected
godot4|{"Nil":null}|$: 'Nil' is no type
godot4|{"bool":1}|$.bool: true or false expected
godot4|{"int":5}|$.int: a string of digits expected, such as "-5"
godot4|{"int":"05"}|$.int: a string of digits expected, such as "-5"
godot4|{"int":"+5"}|$.int: a string of digits expected, such as "-5"
godot4|{"int":"-0"}|$.int: a string of digits expected, such as "-5"
godot4|{"int":""}|$.int: a string of digits expected, such as "-5"
godot4|{"int":"-"}|$.int: a string of digits expected, such as "-5"
godot4|{"int":"5 "}|$.int: a string of digits expected, such as "-5"
godot4|{"int":"5\u00005"}|$.int: a string of digits expected, such as "-5"
godot4|{"int":"9223372036854775808"}|$.int: 9223372036854775808 has more than 64 bits
godot4|{"int":"-9223372036854775809"}|$.int: -9223372036854775809 has more than 64 bits
godot2|{"int":"2147483648"}|$.int: NO_SUCH_LAYOUT: this dialect cannot write the value in this form
godot4|{"int@64":"1"}|$["int@64"]: godot4.4 has no 64-bit form of this type
godot3|{"Vector2@64":[1,2]}|$["Vector2@64"]: godot3 has no 64-bit form of this type
godot4|{"Color@64":[1,2,3,4]}|$["Color@64"]: godot4.4 has no 64-bit form of this type
godot4|{"Vector2@32":[1,2]}|$: 'Vector2@32' is no type
godot4|{"Vector2@64@64":[1,2]}|$: 'Vector2@64@64' is no type
godot4|{"Vector2[int]":[1,2]}|$: 'Vector2[int]' is no type
godot3|{"Vector4":[1,2,3,4]}|$.Vector4: NO_SUCH_TYPE: godot3 has no such type
godot3|{"Array":[{"StringName":5}]}|$.Array[0].StringName: NO_SUCH_TYPE: godot3 has no such type
godot4|{"PoolIntArray":[]}|$: 'PoolIntArray' is no type
godot4|{"":null}|$: '' is no type
godot4|{}|$: an object of one member expected, {TYPE: VALUE}
godot4|[]|$: an object of one member expected, {TYPE: VALUE}
godot4|{"int":"1","bool":true}|$: an object of one member expected, {TYPE: VALUE}
godot4|{"Array":[[]]}|$.Array[0]: an object of one member expected, {TYPE: VALUE}
godot4|{"Array":["a"]}|$.Array[0]: an object of one member expected, {TYPE: VALUE}
godot4|{"Array":{}}|$.Array: a list expected
godot4|{"Dictionary":{}}|$.Dictionary: a list of pairs expected
godot4|{"Dictionary":[{"int":"1"}]}|$.Dictionary[0]: [key, value] expected
godot4|{"Dictionary":[[{"int":"1"}]]}|$.Dictionary[0]: [key, value] expected
godot4|{"Dictionary":[[{"int":"1"},{"int":"1"},{"int":"1"}]]}|$.Dictionary[0]: [key, value] expected
godot4|{"Dictionary":[[{"int":"1"},{"int":"1"}],[{"int":2},{"int":"1"}]]}|$.Dictionary[1][0].int: a string of digits expected, such as "-5"
godot4|{"Dictionary":[[{"String":"a"},{"int":"1"}],[{"String":"a"},{"int":"2"}]]}|$: DUPLICATE_KEY: dictionary has this key twice; engines keep the last value silently, at .a
godot4|{"Array":[{"Array":[]},{"Array":[{"nil":0}]}]}|$.Array[1].Array[0].nil: null expected
godot4|{"Array[int]":[{"String":"x"}]}|$["Array[int]"][0].String: ENGINE_MISREADS: the engine drops this element, or stores it unchecked: it is not of the declared type (EB-16, EB-26, EB-27)
godot3|{"Array[int]":[]}|$["Array[int]"]: NO_SUCH_LAYOUT: this dialect cannot write the value in this form
godot4.3|{"Dictionary[int, int]":[]}|$["Dictionary[int, int]"]: NO_SUCH_LAYOUT: this dialect cannot write the value in this form
pandemonium-40|{"Array[int]":[]}|$["Array[int]"]: pandemonium-40 has TypedArray for this
pandemonium-40|{"TypedArray":[]}|$: 'TypedArray' is no type
godot4|{"TypedArray[int]":[]}|$["TypedArray[int]"]: NO_SUCH_TYPE: godot4.4 has no such type
godot4|{"Array[Variant]":[]}|$: 'Array[Variant]' is no type
godot4|{"Array[foo]":[]}|$: 'Array[foo]' is no type
godot4|{"Array[int":[]}|$: 'Array[int' is no type
godot4|{"Array[]":[]}|$: 'Array[]' is no type
godot4|{"Array[":[]}|$: 'Array[' is no type
godot4|{"Array[class:a,b]":[]}|$: 'Array[class:a,b]' is no type
godot4|{"Array[class:%2]":[]}|$: 'Array[class:%2]' is no type
godot4|{"Array[class:%41]":[]}|$: 'Array[class:%41]' is no type
godot4|{"Array[class:%2c]":[]}|$: 'Array[class:%2c]' is no type
godot4|{"Dictionary[int]":[]}|$: 'Dictionary[int]' is no type
godot4|{"Dictionary[int,int]":[]}|$: 'Dictionary[int,int]' is no type
godot4|{"Dictionary[Variant, Variant]":[]}|$: 'Dictionary[Variant, Variant]' is no type
godot4|{"Array@shared":[]}|$["Array@shared"]: NO_SUCH_LAYOUT: this dialect cannot write the value in this form
godot4|{"String@shared":""}|$: 'String@shared' is no type
godot4|{"String":5}|$.String: a string expected, or {"bytes": BASE64}
godot4|{"String":{"bytes":"YQ=="}}|$.String: these bytes are UTF-8: a string expected
godot4|{"String":{"bytes":"Y"}}|$.String: not base64 of the standard alphabet, padded, without blanks
godot4|{"String":{"bytes":"7aCA"}}|$.String: BAD_UTF8: string is not UTF-8
godot3|{"String":{"bytes":"7aCA"}}|$.String: TEXT_UTF8: text is UTF-8 only to this engine's lax decoder
godot4|{"String":{"bytes":"7aCA","a":1}}|$.String: a string expected, or {"bytes": BASE64}
godot4|{"String":"a\u0000b"}|$.String: TEXT_NUL: text holds a NUL, where engines cut it
godot4|{"String":"\ufeffa"}|$.String: TEXT_BOM: text begins with a byte order mark, which engines drop
godot4|{"NodePath":"a"}|$.NodePath: an object of absolute, names and subnames expected
godot4|{"NodePath":{"absolute":true,"names":[]}}|$.NodePath: an object of absolute, names and subnames expected
godot4|{"NodePath":{"absolute":1,"names":[],"subnames":[]}}|$.NodePath.absolute: true or false expected
godot4|{"NodePath":{"absolute":true,"names":["a",1],"subnames":[]}}|$.NodePath.names[1]: a string expected, or {"bytes": BASE64}
godot4|{"NodePath":{"absolute":true,"names":[],"subnames":"a"}}|$.NodePath.subnames: a list of strings expected
godot4|{"NodePath":{"absolute":true,"names":[],"subnames":[],"property":"a"}}|$.NodePath: NO_SUCH_LAYOUT: this dialect cannot write the value in this form
godot4|{"RID":"5"}|$.RID: RID: RID is not permitted
godot4|{"RID":5}|$.RID: a string of digits expected, such as "5"
godot4|{"RID":"18446744073709551616"}|$.RID: 18446744073709551616 has more than 64 bits
godot4|{"Object":{"id":"5"}}|$.Object: OBJECT_ID: object reference is not permitted
godot4|{"Object":{"id":"-5"}}|$.Object.id: a string of digits expected, such as "5"
godot4|{"Object":{}}|$.Object: an object of id, or class and properties expected
godot4|{"Object":{"class":"A","properties":[]}}|$.Object: OBJECT: full object is not permitted
godot4|{"Callable":null}|$.Callable: CALLABLE: callable is not permitted
godot4|{"Signal":{"name":"a","object":"0"}}|$.Signal: SIGNAL: signal is not permitted
godot4|{"Signal":{"name":"a"}}|$.Signal: an object of name and object expected
godot2|{"Image":{"format":23,"mipmaps":0,"width":1,"height":1,"data":""}}|$.Image: BAD_IMAGE: image format does not exist
godot2|{"Image":{"format":-1,"mipmaps":0,"width":1,"height":1,"data":""}}|$.Image.format: -1 is not between 0 and 4294967295
godot2|{"InputEvent":{"type":9,"device":0,"extra":[]}}|$.InputEvent: BAD_INPUT_EVENT: input event type does not exist
godot2|{"InputEvent":{"type":1,"device":0,"extra":[1,2,3]}}|$.InputEvent.extra: a list of at most 2 numbers expected
godot2|{"InputEvent":{"type":1,"device":0,"extra":[1,"2"]}}|$.InputEvent.extra[1]: an integer expected
END

while IFS='|' read -r json message; do
    claim "refusal_in_an_object: $message"
    text "$json"
    run encode --dialect godot4 --permit object
    status 1
    out ''
    err "gdv encode: $message"
done <<'END'
{"Object":{"class":"A","properties":[["p",{"int":"x"}]]}}|$.Object.properties[0][1].int: a string of digits expected, such as "-5"
{"Object":{"class":"A","properties":[[5,{"int":"5"}]]}}|$.Object.properties[0][0]: a string expected, or {"bytes": BASE64}
{"Object":{"class":"A","properties":[["p"]]}}|$.Object.properties[0]: [name, value] expected
{"Object":{"class":"A","properties":5}}|$.Object.properties: a list expected
{"Object":{"class":5,"properties":[]}}|$.Object.class: a string expected, or {"bytes": BASE64}
{"Object":{"class":"","properties":[["a",{"nil":null}]]}}|$.Object.properties: an empty list expected: the object is null
{"Object":{"class":"A","prop":[]}}|$.Object: an object of id, or class and properties expected
END

claim limits_hold_for_what_is_made
text '{"Array":[{"Array":[{"Array":[]}]}]}'
run encode --dialect godot4 --max-depth 2 --format=hex
status 0
run encode --dialect godot4 --max-depth 1 --format=hex
status 1
err_has '^gdv encode: -#0: \$\.Array\[0\]\.Array.*LIMIT_DEPTH: values are nested deeper than the limit$'
text '{"String":"abcd"}'
run encode --dialect godot4 --max-string 3
status 1
err 'gdv encode: $.String: LIMIT_STRING: text is longer than the limit'
run encode --dialect godot4 --max-bytes 11
status 1
err_has 'LIMIT_BYTES: packet is longer than the limit$'
text '{"PackedInt32Array":[1,2,3]}'
run encode --dialect godot4 --max-elements 2
status 1
err_has '\$\.PackedInt32Array: LIMIT_ELEMENTS'
text '{"Array":[{"nil":null},{"nil":null}]}'
run encode --dialect godot4 --max-values 2
status 1
err_has '\$\.Array\[1\]\.nil: LIMIT_VALUES'

# --- text that is no JSON: status 2, line and column

while IFS='|' read -r what json place; do
    claim "no_json_$what"
    # shellcheck disable=SC2059 # line ends are escapes
    text "$(printf "$json")"
    run encode --dialect godot4 --format=hex
    status 2
    err_has "^gdv encode: standard input: $place"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fault "not one line"
done <<'END'
cut_short|{"int":"5"|line 1, column 10: '}' expected near end of file
in_a_later_line|{"Array":[\n {"int":"1"}\n {"int":"2"}]}|line 3, column 2: ']' expected near '{'
after_blanks|\n\n   ?|line 3, column 4: '\[' or '\{' expected near '\?'
after_wide_letters|{"String":"ä€"}{"String" 5}|line 1, column 26: ':' expected near '5'
a_number_alone|5|line 1, column 1: '\[' or '\{' expected near '5'
member_twice|{"int":"5","int":"5"}|line 1, column 16: duplicate object key near '"int"'
infinity|{"float":Infinity}|line 1, column 17: invalid token near 'Infinity'
too_large_a_number|{"float":1e999}|line 1, column 14: real number overflow near '1e999'
too_large_an_integer|{"float":100000000000000000000}|line 1, column 30: too big integer$
a_control_character|{"String":"\001"}|line 1, column 11: control character 0x1 near
not_utf8|{"String":"\377"}|line 1, column 11: unable to decode byte 0xff
a_lone_surrogate|{"String":"\\ud800"}|line 1, column 18: invalid Unicode
END

claim nothing_at_all_is_no_document
run encode --dialect godot4
status 2
out ''
err 'gdv encode: -: there is no JSON document'
text '
  '
run encode --dialect godot4
status 2

claim binary_input_is_no_json
bytes 00000000 >"$work/in"
run encode --dialect godot4
status 2
err_has '^gdv encode: standard input: line 1, column 1: '

# --- several documents, forms of output

claim documents_of_a_line_each_become_frames
text '{"int":"1"}
{"int":"2"}'
run encode --dialect godot4 --frames
status 0
out_bytes 08000000 02000000 01000000 08000000 02000000 02000000
run encode --dialect godot4 --frames --big-endian
status 0
out_bytes 00000008 02000000 01000000 00000008 02000000 02000000

claim a_document_may_have_many_lines
text '

{ "Array" : [
    { "int" : "1" }
] }

'
run encode --dialect godot4 --format=hex
status 0
out '1c000000 01000000 02000000 01000000'

claim documents_need_nothing_between_them
text '{"int":"1"}{"int":"2"} {"int":"3"}'
run encode --dialect godot4 --format=hex
status 0
out '02000000 01000000
02000000 02000000
02000000 03000000'

claim one_document_of_several_is_refused_and_the_others_are_not
text '{"int":"1"}
{"int":2}
{"Object":{"id":"5"}}
{"int":"3"}'
run encode --dialect godot4 --frames
status 1
out_bytes 08000000 02000000 01000000 08000000 02000000 03000000
err 'gdv encode: -#1: $.int: a string of digits expected, such as "-5"
gdv encode: -#2: $.Object: OBJECT_ID: object reference is not permitted'

claim jsonl
text '{"int":"1"} {"int":2} {"Object":{"id":"5"}}'
run encode --dialect godot4 --jsonl
status 1
err ''
json 'keys == [["file", "index", "ok", "code", "path", "message", "hex"]] * 3'
json 'rows[0] == {"file": "-", "index": 0, "ok": True, "code": "OK", "path": "", "message": "accepted",
    "hex": "0200000001000000"}'
json 'rows[1] == {"file": "-", "index": 1, "ok": False, "code": None, "path": "$.int",
    "message": "a string of digits expected, such as \"-5\"", "hex": None}'
json 'rows[2]["code"] == "OBJECT_ID" and rows[2]["path"] == "$.Object"'

claim what_stands_before_text_that_is_no_json_is_written
text '{"int":"1"}
{"int":
{"int":"2"}'
run encode --dialect godot4 --frames
status 2
out_bytes 08000000 02000000 01000000

claim a_document_is_read_up_to_a_limit
text '{"int":"1"}{"String":"abcdefgh"}'
run encode --dialect godot4 --frames --max-json 21
status 0
run encode --dialect godot4 --frames --max-json 20
status 2
out_bytes 08000000 02000000 01000000
err 'gdv encode: standard input: line 1: a document is longer than 20 bytes; --max-json allows more'

claim the_limit_is_16_MiB_unless_it_is_said_otherwise
{
    printf '{"String":"'
    head -c 16777203 /dev/zero | tr '\0' a
    printf '"}'
} >"$work/in"
run encode --dialect godot4 --max-bytes 64M --max-string 67108864
status 0
sed -i 's/aaaa/aaaaa/' "$work/in"
run encode --dialect godot4 --max-bytes 64M --max-string 67108864
status 2
err 'gdv encode: standard input: line 1: a document is longer than 16777216 bytes; --max-json allows more'
run encode --dialect godot4 --max-bytes 64M --max-string 67108864 --max-json 17M
status 0

claim a_limit_of_documents_that_is_no_number
run encode --dialect godot4 --max-json many
one_line_of_usage "^gdv encode: --max-json: 'many' is not a number"
run encode --dialect godot4 --max-json 2000G
one_line_of_usage '^gdv encode: --max-json: 2000G is more than 1099511627776$'

claim a_second_document_without_frames_is_refused_before_the_first_is_written
text '{"int":"1"}

{"int":"2"}'
run encode --dialect godot4
one_line_of_usage '^gdv encode: -: line 3: a second document; several packets need --frames, --jsonl or --format=hex$'

claim files_are_numbered_each_for_itself
printf '{"int":"1"}{"int":"2"}' >"$work/one.json"
run encode --dialect godot4 --jsonl "$work/one.json" "$work/one.json"
status 0
json '[(row["file"][-8:], row["index"]) for row in rows] == [("one.json", 0), ("one.json", 1)] * 2'

claim two_files_without_frames_are_refused
run encode --dialect godot4 "$work/one.json" "$work/one.json"
one_line_of_usage "^gdv encode: $work/one.json: a second packet, and raw bytes"

claim a_file_is_named_in_front_of_the_path
printf '{"int":1}' >"$work/wrong.json"
run encode --dialect godot4 "$work/wrong.json"
status 1
err "gdv encode: $work/wrong.json: \$.int: a string of digits expected, such as \"-5\""

claim a_missing_file_is_named_and_the_others_are_encoded
run encode --dialect godot4 --format=hex "$work/none" "$work/one.json"
status 2
out '02000000 01000000
02000000 02000000'
err "gdv encode: $work/none: No such file or directory"

claim a_stream_of_no_documents_has_no_frames
text ''
run encode --dialect godot4 --frames
status 0
out ''
err ''

claim keys_cannot_command_a_terminal
text '{"\u001b[31m\u0007":null}'
run encode --dialect godot4
status 1
err 'gdv encode: $: '"'"'\x1b[31m\x07'"'"' is no type'

# --- depth and size

# nested N TYPE: N containers inside one another, a nil in the innermost
nested() {
    python3 -c '
import sys
count, kind = int(sys.argv[1]), sys.argv[2]
front, back = ("{\"Array\":[", "]}") if kind == "Array" else ("{\"Dictionary\":[[{\"nil\":null},", "]]}")
print(front * count + "{\"nil\":null}" + back * count)' "$1" "$2" >"$work/in"
}

claim arrays_may_be_1023_deep_in_json
nested 1023 Array
run encode --dialect godot4 --max-depth 1024
status 0
[ "$(wc -c <"$work/out")" -eq $((1023 * 8 + 4)) ] || fault "not 1023 arrays"
nested 1024 Array
run encode --dialect godot4 --max-depth 1024
status 2
err_has 'line 1, column 10241: maximum parsing depth reached near '

claim dictionaries_may_be_682_deep_in_json
nested 682 Dictionary
run encode --dialect godot4 --max-depth 1024
status 0
[ "$(wc -c <"$work/out")" -eq $((682 * 12 + 4)) ] || fault "not 682 dictionaries"
nested 683 Dictionary
run encode --dialect godot4 --max-depth 1024
status 2
err_has 'maximum parsing depth reached near '

claim nesting_without_end_ends
yes '{"Array":[' | head -n 100000 | tr -d '\n' >"$work/in"
run encode --dialect godot4 --policy engine
status 2
err_has 'maximum parsing depth reached'

claim a_packet_may_be_larger_than_the_first_try
python3 -c 'print("{\"Array\":[" + ",".join("{\"int\":\"%d\"}" % n for n in range(50000)) + "]}")' >"$work/in"
run encode --dialect godot4
status 0
python3 - "$work/out" <<'END' || fault "not these numbers"
import struct, sys
data = open(sys.argv[1], "rb").read()
assert data == struct.pack("<II", 28, 50000) + b"".join(struct.pack("<II", 2, n) for n in range(50000))
END

claim duplicate_keys_are_written_where_they_are_permitted
text '{"Dictionary":[[{"nil":null},{"int":"1"}],[{"nil":null},{"int":"2"}]]}'
run encode --dialect godot3 --permit duplicate-keys
status 0
out_bytes 12000000 02000000 00000000 02000000 01000000 00000000 02000000 02000000

claim what_is_made_passes_the_check
text '{"Dictionary":[[{"String":"a"},{"Array":[{"Vector2":[0.1,1]},{"PackedByteArray":"/w=="}]}]]}'
run encode --dialect godot3
status 0
cp "$work/out" "$work/in"
run check --dialect godot3
status 0

claim a_full_disk_is_noticed
got=0
echo '{"int":"1"}' | "$GDV" encode --dialect godot4 >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv encode: cannot write to standard output: No space left on device'

claim a_directory_is_no_document
run encode --dialect godot4 "$work"
status 2
err "gdv encode: $work: Is a directory"

finish
