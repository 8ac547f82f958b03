#!/bin/sh
# SPDX-License-Identifier: MIT
# dump as text and as typed JSON. Packets are those of the wire reference, section 12, or put together by its section 5;
# the notation of Godot 3 is what its var2str printed, that of the others what their sources say. test_text_engine.sh
# asks Godot 3 itself.
set -eu
. cli/tests/cases.sh

all='--policy engine --permit all --forbid engine-span'

# name | dialect | packet | text, ~ for a line end | typed JSON
while IFS='|' read -r what dialect hex as_text as_json; do
    claim "${dialect}_${what}_as_text"
    input "$hex"
    # shellcheck disable=SC2086 # options are words
    run dump --dialect "$dialect" $all
    status 0
    err ''
    out "$(printf '%s' "$as_text" | tr '~' '\n')"

    claim "${dialect}_${what}_as_json"
    input "$hex"
    # shellcheck disable=SC2086
    run dump --dialect "$dialect" $all --format=json
    status 0
    err ''
    out "$as_json"
done <<'END'
nil|godot3|00000000|null|{"nil":null}
true|godot3|01000000 01000000|true|{"bool":true}
false|godot3|01000000 00000000|false|{"bool":false}
int|godot3|02000000 ffffffff|-1|{"int":"-1"}
int_least|godot3|02000100 00000000 00000080|-9223372036854775808|{"int":"-9223372036854775808"}
float_half|godot3|03000000 0000003f|0.5|{"float":0.5}
float_whole|godot3|03000000 0000803f|1.0|{"float":1.0}
float_tenth|godot3|03000100 9a999999 9999b93f|0.1|{"float":0.1}
float_tenth_of_32_bits|godot3|03000000 cdcccc3d|0.10000000149011612|{"float":0.10000000149011612}
float_third|godot3|03000100 55555555 5555d53f|0.3333333333333333|{"float":0.3333333333333333}
float_hundred|godot3|03000000 0000c842|100.0|{"float":100.0}
float_large|godot3|03000100 92d54d06 cff08044|1e22|{"float":1e22}
float_small|godot3|03000100 f168e388 b5f8e43e|1e-5|{"float":1e-5}
float_minus_zero|godot3|03000000 00000080|-0.0|{"float":-0.0}
float_inf|godot3|03000000 0000807f|inf|{"float":"inf"}
float_minus_inf|godot3|03000000 000080ff|-1e400|{"float":"-inf"}
float_nan|godot3|03000100 00000000 0000f87f|nan|{"float":"nan"}
float_nan_of_other_bits|godot3|03000100 010000000000f87f|nan|{"float":"nan:7ff8000000000001"}
float_nan_negative|godot3|03000100 000000000000f8ff|nan|{"float":"nan:fff8000000000000"}
string_empty|godot3|04000000 00000000|""|{"String":""}
string_accent|godot3|04000000 06000000 68c3a96c 6c6f0000|"héllo"|{"String":"héllo"}
string_beyond_16_bits|godot3|04000000 04000000 f09f9880|"😀"|{"String":"😀"}
string_of_escapes|godot3|04000000 08000000 22 5c 0a 09 0d 01 7f 27|"\"\\~	\r\u0001\u007f'"|{"String":"\"\\\u000a\u0009\u000d\u0001\u007f'"}
string_of_c1|godot3|04000000 02000000 c29b0000|"\u009b"|{"String":"\u009b"}
string_no_utf8|godot3|04000000 05000000 61eda080 62000000|"a\xed\xa0\x80b"|{"String":{"bytes":"Ye2ggGI="}}
string_cut_at_its_nul|godot3|04000000 03000000 61006200|"a"|{"String":"a"}
string_without_its_mark|godot3|04000000 04000000 efbbbf61|"a"|{"String":"a"}
vector2|godot3|05000000 0000803f 00002040|Vector2( 1, 2.5 )|{"Vector2":[1.0,2.5]}
vector2_shortest|godot3|05000000 cdcccc3d 01000000|Vector2( 0.1, 1e-45 )|{"Vector2":[0.1,1e-45]}
vector2_minus_zero|godot3|05000000 00000080 00000000|Vector2( -0.0, 0 )|{"Vector2":[-0.0,0.0]}
vector2_nonfinite|godot3|05000000 0000807f 000080ff|Vector2( 1e400, -1e400 )|{"Vector2":["inf","-inf"]}
vector2_nan|godot3|05000000 0000c07f 010080ff|Vector2( nan, nan )|{"Vector2":["nan","nan:ff800001"]}
vector2_largest|godot3|05000000 ffff7f7f ffff7fff|Vector2( 3.4028235e38, -3.4028235e38 )|{"Vector2":[3.4028235e38,-3.4028235e38]}
rect2|godot3|06000000 0000803f 00000040 00004040 00008040|Rect2( 1, 2, 3, 4 )|{"Rect2":[1.0,2.0,3.0,4.0]}
vector3|godot3|07000000 0000803f 00000040 00004040|Vector3( 1, 2, 3 )|{"Vector3":[1.0,2.0,3.0]}
transform2d|godot3|08000000 0000803f 00000040 00004040 00008040 0000a040 0000c040|Transform2D( 1, 2, 3, 4, 5, 6 )|{"Transform2D":[1.0,2.0,3.0,4.0,5.0,6.0]}
plane|godot3|09000000 0000803f 00000040 00004040 00008040|Plane( 1, 2, 3, 4 )|{"Plane":[1.0,2.0,3.0,4.0]}
quat|godot3|0a000000 0000803f 00000040 00004040 00008040|Quat( 1, 2, 3, 4 )|{"Quaternion":[1.0,2.0,3.0,4.0]}
aabb|godot3|0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c040|AABB( 1, 2, 3, 4, 5, 6 )|{"AABB":[1.0,2.0,3.0,4.0,5.0,6.0]}
basis|godot3|0c000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041|Basis( 1, 4, 7, 2, 5, 8, 3, 6, 9 )|{"Basis":[1.0,4.0,7.0,2.0,5.0,8.0,3.0,6.0,9.0]}
transform|godot3|0d000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041 00002041 00003041 00004041|Transform( 1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12 )|{"Transform3D":[1.0,4.0,7.0,2.0,5.0,8.0,3.0,6.0,9.0,10.0,11.0,12.0]}
color|godot3|0e000000 0000803f 0000003f 0000803e 0000803f|Color( 1, 0.5, 0.25, 1 )|{"Color":[1.0,0.5,0.25,1.0]}
path_empty|godot3|0f000000 00000080 00000000 00000000|NodePath("")|{"NodePath":{"absolute":false,"names":[],"subnames":[]}}
path|godot3|0f000000 02000080 02000000 00000000 02000000 61620041 02000000 6364c040 02000000 65662041 02000000 67684041|NodePath("ab/cd:ef:gh")|{"NodePath":{"absolute":false,"names":["ab","cd"],"subnames":["ef","gh"]}}
path_absolute|godot3|0f000000 01000080 00000000 01000000 04000000 726f6f74|NodePath("/root")|{"NodePath":{"absolute":true,"names":["root"],"subnames":[]}}
path_of_a_property|godot3|0f000000 00000080 01000000 00000000 03000000 706f7300|NodePath(":pos")|{"NodePath":{"absolute":false,"names":[],"subnames":["pos"]}}
path_of_flag_2|godot3|0f000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000|NodePath("a:p")|{"NodePath":{"absolute":false,"names":["a"],"subnames":["p"]}}
path_no_utf8|godot3|0f000000 01000080 00000000 00000000 03000000 eda08000|NodePath("\xed\xa0\x80")|{"NodePath":{"absolute":false,"names":[{"bytes":"7aCA"}],"subnames":[]}}
rid|godot3|10000000|RID()|{"RID":"0"}
object_id|godot3|11000100 08050000 00000000|Object(EncodedObjectAsID,"object_id":1288,"script":null)|{"Object":{"id":"1288"}}
object_id_null|godot3|11000100 00000000 00000000|null|{"Object":{"id":"0"}}
object_id_largest|godot3|11000100 ffffffff ffffffff|Object(EncodedObjectAsID,"object_id":18446744073709551615,"script":null)|{"Object":{"id":"18446744073709551615"}}
object_null|godot3|11000000 00000000|null|{"Object":{"class":"","properties":[]}}
object|godot3|11000000 09000000 52656665 72656e63 65000000 01000000 06000000 73637269 70740000 00000000|Object(Reference,"script":null)|{"Object":{"class":"Reference","properties":[["script",{"nil":null}]]}}
object_of_two_properties|godot3|11000000 01000000 41000000 02000000 01000000 61000000 13000000 01000000 00000000 01000000 22000000 02000000 02000000|Object(A,"a":[ null ],"\"":2)|{"Object":{"class":"A","properties":[["a",{"Array":[{"nil":null}]}],["\"",{"int":"2"}]]}}
object_without_properties|godot3|11000000 01000000 41000000 00000000|Object(A,)|{"Object":{"class":"A","properties":[]}}
object_of_no_class_name|godot3|11000000 03000000 29283b00 00000000|Object(")(;",)|{"Object":{"class":")(;","properties":[]}}
dictionary_empty|godot3|12000000 00000000|{~~}|{"Dictionary":[]}
dictionary|godot3|12000000 01000000 04000000 01000000 61000000 02000000 01000000|{~"a": 1~}|{"Dictionary":[[{"String":"a"},{"int":"1"}]]}
dictionary_in_its_own_order|godot3|12000000 02000000 04000000 01000000 62000000 12000000 00000000 02000000 01000000 13000000 01000000 00000000|{~"b": {~~},~1: [ null ]~}|{"Dictionary":[[{"String":"b"},{"Dictionary":[]}],[{"int":"1"},{"Array":[{"nil":null}]}]]}
dictionary_of_container_keys|godot3|12000000 01000000 13000000 01000000 02000000 01000000 12000000 01000000 00000000 00000000|{~[ 1 ]: {~null: null~}~}|{"Dictionary":[[{"Array":[{"int":"1"}]},{"Dictionary":[[{"nil":null},{"nil":null}]]}]]}
dictionary_of_equal_keys|godot3|12000000 02000000 00000000 02000000 01000000 00000000 02000000 02000000|{~null: 1,~null: 2~}|{"Dictionary":[[{"nil":null},{"int":"1"}],[{"nil":null},{"int":"2"}]]}
array_empty|godot3|13000000 00000000|[  ]|{"Array":[]}
array|godot3|13000000 03000000 02000000 01000000 04000000 01000000 78000000 00000000|[ 1, "x", null ]|{"Array":[{"int":"1"},{"String":"x"},{"nil":null}]}
arrays|godot3|13000000 02000000 13000000 01000000 13000000 00000000 13000000 00000000|[ [ [  ] ], [  ] ]|{"Array":[{"Array":[{"Array":[]}]},{"Array":[]}]}
bytes_empty|godot3|14000000 00000000|PoolByteArray(  )|{"PackedByteArray":""}
bytes_of_1|godot3|14000000 01000000 ff000000|PoolByteArray( 255 )|{"PackedByteArray":"/w=="}
bytes_of_2|godot3|14000000 02000000 fbf00000|PoolByteArray( 251, 240 )|{"PackedByteArray":"+/A="}
bytes_of_3|godot3|14000000 03000000 01020300|PoolByteArray( 1, 2, 3 )|{"PackedByteArray":"AQID"}
ints|godot3|15000000 02000000 01000000 ffffffff|PoolIntArray( 1, -1 )|{"PackedInt32Array":[1,-1]}
reals|godot3|16000000 02000000 0000003f cdcccc3d|PoolRealArray( 0.5, 0.1 )|{"PackedFloat32Array":[0.5,0.1]}
strings_empty|godot3|17000000 00000000|PoolStringArray(  )|{"PackedStringArray":[]}
strings|godot3|17000000 03000000 04000000 61626300 01000000 00000000 02000000 22000000|PoolStringArray( "abc", "", "\"" )|{"PackedStringArray":["abc","","\""]}
vector2s|godot3|18000000 02000000 0000803f 00000040 00004040 00008040|PoolVector2Array( 1, 2, 3, 4 )|{"PackedVector2Array":[[1.0,2.0],[3.0,4.0]]}
vector3s|godot3|19000000 01000000 0000803f 00000040 00004040|PoolVector3Array( 1, 2, 3 )|{"PackedVector3Array":[[1.0,2.0,3.0]]}
colors|godot3|1a000000 01000000 0000803f 00000000 00000000 0000803f|PoolColorArray( 1, 0, 0, 1 )|{"PackedColorArray":[[1.0,0.0,0.0,1.0]]}
int|godot3.0|02000100 ffffffff ffffffff|-1|{"int":"-1"}
vector2|godot4|05000000 0000803f 00002040|Vector2(1, 2.5)|{"Vector2":[1.0,2.5]}
vector2_of_64_bits|godot4|05000100 9a999999 9999b93f 00000000 00000040|Vector2(0.1, 2)|{"Vector2@64":[0.1,2.0]}
vector2_nonfinite|godot4|05000000 0000807f 000080ff|Vector2(inf, inf_neg)|{"Vector2":["inf","-inf"]}
vector2_nan_of_64_bits|godot4|05000100 00000000 0000f87f 01000000 0000f0ff|Vector2(nan, nan)|{"Vector2@64":["nan","nan:fff0000000000001"]}
float_minus_inf|godot4|03000000 000080ff|inf_neg|{"float":"-inf"}
vector2i|godot4|06000000 01000000 feffffff|Vector2i(1, -2)|{"Vector2i":[1,-2]}
rect2i|godot4|08000000 01000000 02000000 03000000 00000080|Rect2i(1, 2, 3, -2147483648)|{"Rect2i":[1,2,3,-2147483648]}
vector4|godot4|0c000000 0000803f 00000040 00004040 00008040|Vector4(1, 2, 3, 4)|{"Vector4":[1.0,2.0,3.0,4.0]}
quaternion|godot4|0f000000 00000000 00000000 00000000 0000803f|Quaternion(0, 0, 0, 1)|{"Quaternion":[0.0,0.0,0.0,1.0]}
projection|godot4|13000000 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000 00000000 00000000 00000000 0000803f|Projection(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)|{"Projection":[1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0]}
string_name|godot4|15000000 02000000 61620000|&"ab"|{"StringName":"ab"}
path|godot4|16000000 01000080 00000000 01000000 04000000 726f6f74|NodePath("/root")|{"NodePath":{"absolute":true,"names":["root"],"subnames":[]}}
rid_null|godot4|17000000 00000000 00000000|RID()|{"RID":"0"}
rid|godot4|17000000 05000000 00000000|RID(5)|{"RID":"5"}
object_id|godot4|18000100 55443322 11000000|Object(EncodedObjectAsID,"object_id":73588229205,"script":null)|{"Object":{"id":"73588229205"}}
callable|godot4|19000000|Callable()|{"Callable":null}
signal|godot4|1a000000 01000000 73000000 05000000 00000000|Signal()|{"Signal":{"name":"s","object":"5"}}
dictionary_empty|godot4|1b000000 00000000|{}|{"Dictionary":[]}
dictionary|godot4|1b000000 02000000 02000000 01000000 02000000 02000000 02000000 03000000 00000000|{~1: 2,~3: null~}|{"Dictionary":[[{"int":"1"},{"int":"2"}],[{"int":"3"},{"nil":null}]]}
dictionary_typed|godot4|1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000|Dictionary[int, String]({~1: "a"~})|{"Dictionary[int, String]":[[{"int":"1"},{"String":"a"}]]}
dictionary_typed_on_one_side|godot4|1b000100 02000000 00000000|Dictionary[int, Variant]({})|{"Dictionary[int, Variant]":[]}
array_empty|godot4|1c000000 00000000|[]|{"Array":[]}
array|godot4|1c000000 01000000 02000000 01000000|[1]|{"Array":[{"int":"1"}]}
array_typed|godot4|1c000100 02000000 01000000 02000000 00000000|Array[int]([0])|{"Array[int]":[{"int":"0"}]}
array_of_a_class|godot4|1c000200 04000000 4e6f6465 00000000|Array[Node]([])|{"Array[class:Node]":[]}
array_of_a_script|godot4|1c000300 0a000000 7265733a 2f2f612e 67640000 00000000|Array[Resource("res://a.gd")]([])|{"Array[script:res://a.gd]":[]}
array_of_an_odd_class|godot4|1c000200 06000000 612c205d 2225 0000 00000000|Array["a, ]\"%"]([])|{"Array[class:a%2C%20%5D%22%25]":[]}
int64s|godot4|1f000000 01000000 ffffffff ffffffff|PackedInt64Array(-1)|{"PackedInt64Array":["-1"]}
float64s|godot4|21000000 01000000 9a999999 9999b93f|PackedFloat64Array(0.1)|{"PackedFloat64Array":[0.1]}
strings|godot4|22000000 01000000 02000000 61000000|PackedStringArray("a")|{"PackedStringArray":["a"]}
vector2s_of_64_bits|godot4|23000100 01000000 00000000 0000f03f 00000000 00000040|PackedVector2Array(1, 2)|{"PackedVector2Array@64":[[1.0,2.0]]}
vector4s|godot4|26000000 01000000 0000803f 00000040 00004040 00008040|PackedVector4Array(1, 2, 3, 4)|{"PackedVector4Array":[[1.0,2.0,3.0,4.0]]}
array_of_ids|godot4|1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 01000000 18000100 05000000 00000000|Array[EncodedObjectAsID]([Object(EncodedObjectAsID,"object_id":5,"script":null)])|{"Array[class:EncodedObjectAsID]":[{"Object":{"id":"5"}}]}
rect2|pandemonium-40|05000000 0000803f 00000040 00004040 00008040|Rect2( 1, 2, 3, 4 )|{"Rect2":[1.0,2.0,3.0,4.0]}
vector4i|pandemonium-40|0c000000 01000000 02000000 03000000 04000000|Vector4i( 1, 2, 3, 4 )|{"Vector4i":[1,2,3,4]}
projection|pandemonium-40|13000000 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000 00000000 00000000 00000000 0000803f|Projection(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)|{"Projection":[1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0]}
string_name|pandemonium-40|18000000 02000000 61620000|@"ab"|{"StringName":"ab"}
dictionary_empty|pandemonium-40|19000000 00000000|{~}|{"Dictionary":[]}
dictionary|pandemonium-40|19000000 01000000 04000000 01000000 61000000 02000000 01000000|{~"a": 1~}|{"Dictionary":[[{"String":"a"},{"int":"1"}]]}
typed_array|pandemonium-40|1b000000 02000000 01000000 02000000 07000000|TypedArray[int]([ 7 ])|{"TypedArray[int]":[{"int":"7"}]}
typed_array_of_a_class|pandemonium-40|1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000|TypedArray[Node]([ null ])|{"TypedArray[class:Node]":[{"nil":null}]}
typed_array_of_ids|pandemonium-40|1b000100 17000000 01000000 00000000|TypedArray[Object]([ null ])|{"TypedArray[Object]":[{"nil":null}]}
packed_typed_array|pandemonium-40|1c000000 02000000 01000000 02000000 07000000|PackedTypedArray[int]([ 7 ])|{"PackedTypedArray[int]":[{"int":"7"}]}
vector4is|pandemonium-40|26000000 01000000 01000000 02000000 03000000 03000000|PoolVector4iArray( 1, 2, 3, 3 )|{"PackedVector4iArray":[[1,2,3,3]]}
vector2|pandemonium-33|05000000 0000803f 00000040|Vector2( 1, 2 )|{"Vector2":[1.0,2.0]}
matrix32|godot2|08000000 0000803f 00000040 00004040 00008040 0000a040 0000c040|Matrix32( 1, 2, 3, 4, 5, 6 )|{"Transform2D":[1.0,2.0,3.0,4.0,5.0,6.0]}
array_shared|godot2|15000000 02000080 02000000 01000000 02000000 02000000|[ 1, 2 ]|{"Array@shared":[{"int":"1"},{"int":"2"}]}
dictionary_shared|godot2|14000000 00000080|{~~}|{"Dictionary@shared":[]}
image|godot2|0f000000 04000000 00000000 01000000 01000000 04000000 010203ff|Image( 1, 1, 0, RGBA, 1, 2, 3, 255 )|{"Image":{"format":4,"mipmaps":0,"width":1,"height":1,"data":"AQID/w=="}}
image_empty|godot2|0f000000 00000000 00000000 00000000 00000000 00000000|Image()|{"Image":{"format":0,"mipmaps":0,"width":0,"height":0,"data":""}}
path_with_a_property|godot2|10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000|NodePath("a:p")|{"NodePath":{"absolute":false,"names":["a"],"subnames":[],"property":"p"}}
path_old|godot2|10000000 02000000 6162|NodePath("ab")|{"NodePath":{"absolute":false,"names":["ab"],"subnames":[]}}
rid|godot2|11000000|RID()|{"RID":"0"}
object|godot2|12000000|null|{"Object":{"id":"0"}}
event_key|godot2|13000000 01000000 00000000 14000000 00000002 41000000|InputEvent(KEY,65,S)|{"InputEvent":{"type":1,"device":0,"extra":[33554432,65]}}
event_key_of_all_modifiers|godot2|13000000 01000000 00000000 14000000 0000001e 41000000|InputEvent(KEY,65,ASCM)|{"InputEvent":{"type":1,"device":0,"extra":[503316480,65]}}
event_motion|godot2|13000000 02000000 00000000 0c000000|InputEvent(MOUSE_MOTION)|{"InputEvent":{"type":2,"device":0,"extra":[]}}
event_button|godot2|13000000 03000000 00000000 10000000 01000000|InputEvent(MBUTTON,1)|{"InputEvent":{"type":3,"device":0,"extra":[1]}}
event_axis|godot2|13000000 04000000 00000000 14000000 01000000 0000003f|InputEvent(JAXIS,1,0.5)|{"InputEvent":{"type":4,"device":0,"extra":[1,1056964608]}}
bytes|godot2|16000000 01000000 ff000000|ByteArray( 255 )|{"PackedByteArray":"/w=="}
reals|godot2|18000000 01000000 0000003f|FloatArray( 0.5 )|{"PackedFloat32Array":[0.5]}
END

# --- several packets, rejected ones

bytes 02000000 ffffffff >"$work/good"
bytes 01000000 02000000 >"$work/bad"

claim text_of_several_packets_has_comments_between
run dump --dialect godot3 "$work/good" "$work/good"
status 0
out "; $work/good
-1
; $work/good
-1"

claim text_of_frames_says_which_frame
input 04000000 00000000 08000000 02000000 ffffffff
run dump --dialect godot3 --frames
status 0
out '; -#0
null
; -#1
-1'

claim json_has_a_line_for_each_packet_and_nothing_else
run dump --dialect godot3 --format=json "$work/good" "$work/good"
status 0
out '{"int":"-1"}
{"int":"-1"}'

claim a_rejected_packet_is_told_as_check_tells_it_and_leaves_no_trace_in_the_output
run dump --dialect godot3 "$work/bad"
status 1
out ''
err "reject $work/bad: BOOL at 4: bool is neither 0 nor 1"
run dump --dialect godot3 --format=json "$work/good" "$work/bad" "$work/good"
status 1
out '{"int":"-1"}
{"int":"-1"}'
err "reject $work/bad: BOOL at 4: bool is neither 0 nor 1"

# [{"a": [true, <ff>]}]: all but the last byte is fine
claim nothing_of_a_packet_is_printed_that_is_wrong_at_its_end
input 13000000 02000000 00000000 12000000 01000000 04000000 01000000 61000000 04000000 01000000 ff000000
run dump --dialect godot3
status 1
out ''
err 'reject -: BAD_UTF8 at 40 ([1].a): string is not UTF-8'

claim nothing_at_all_is_rejected
run dump --dialect godot3
status 1
out ''
err 'reject -: EMPTY at 0: there is not one byte; at least 4 bytes missing'

claim a_frame_that_is_cut_short_is_rejected
input 04000000 00000000 08000000 02000000
run dump --dialect godot3 --frames
status 1
out '; -#0
null'
err 'reject -#1: TRUNCATED at 16: input ends inside the frame that begins at 8, after 4 of 8 bytes'

claim the_policy_decides_what_is_printed
input 03000000 0000807f
run dump --dialect godot3
status 1
err 'reject -: NONFINITE at 4: number is infinite or not a number'
run dump --dialect godot3 --permit nonfinite
status 0
out inf

claim a_missing_file_is_named_and_the_others_are_dumped
run dump --dialect godot3 "$work/none" "$work/good"
status 2
out "; $work/good
-1"
err "gdv dump: $work/none: No such file or directory"

claim a_file_name_cannot_break_the_comment
odd=$(printf 'a\nb\033')
cp "$work/good" "$work/$odd"
cd "$work"
run dump --dialect godot3 "$odd" "$odd"
cd "$cd_back"
out '; a\x0ab\x1b
-1
; a\x0ab\x1b
-1'

claim base64_is_read_too
text 'AgAAAP////8='
run dump --dialect godot3 --base64
status 0
out -1

# --- --jsonl

claim jsonl_of_an_accepted_packet
run dump --dialect godot3 --jsonl "$work/good"
status 0
out "{\"file\":\"$work/good\",\"index\":0,\"ok\":true,\"code\":\"OK\",\"offset\":0,\"depth\":0,\"path\":\"\",\"message\":\"accepted\",\"value\":{\"int\":\"-1\"}}"

claim jsonl_of_a_rejected_packet_says_what_check_says
input 13000000 02000000 00000000 12000000 01000000 04000000 01000000 61000000 04000000 01000000 ff000000
run dump --dialect godot3 --jsonl
status 1
err ''
json 'keys == [["file", "index", "ok", "code", "offset", "depth", "path", "message", "value"]]'
json 'rows == [{"file": "-", "index": 0, "ok": False, "code": "BAD_UTF8", "offset": 40, "depth": 2, "path": "[1].a",
    "message": "string is not UTF-8", "value": None}]'

claim jsonl_of_frames
input 04000000 00000000 08000000 01000000 02000000 08000000 13000000 00000000
run dump --dialect godot3 --frames --jsonl
status 1
json '[row["index"] for row in rows] == [0, 1, 2] and [row["ok"] for row in rows] == [True, False, True]'
json 'rows[0]["value"] == {"nil": None} and rows[1]["code"] == "BOOL" and rows[2]["value"] == {"Array": []}'

claim jsonl_with_format_json_is_the_same
run dump --dialect godot3 --jsonl --format=json "$work/good"
status 0
json 'rows[0]["value"] == {"int": "-1"}'

# --- size and depth

claim values_may_be_1024_deep
python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 19, 1) * 1024 + struct.pack("<I", 0))' >"$work/in"
run dump --dialect godot3
status 1
err_has 'LIMIT_DEPTH at 256 '
run dump --dialect godot3 --max-depth 1024
status 0
[ "$(wc -c <"$work/out")" -eq $((1024 * 4 + 4 + 1)) ] || fault "not 1024 pairs of brackets"
run dump --dialect godot3 --max-depth 1024 --format=json
status 0
[ "$(wc -c <"$work/out")" -eq $((1024 * 12 + 12 + 1)) ] || fault "not 1024 arrays"
run dump --dialect godot3 --max-depth 1024 --format=hex
status 0
[ "$(wc -l <"$work/out")" -ge 1025 ] || fault "not 1025 values"

claim an_empty_container_may_be_the_deepest_value
python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 19, 1) * 1024 + struct.pack("<II", 18, 0))' >"$work/in"
run dump --dialect godot3 --max-depth 1024 --format=json
status 0
out_has '\[{"Dictionary":\[\]}\]'
run dump --dialect godot3 --max-depth 1024
status 0
out_has '^}( \]){1024}$'
run dump --dialect godot3 --max-depth 1024 --format=hex
status 0
out_has 'Dictionary  0 pairs$'

claim an_array_of_a_megabyte_is_dumped_whole
python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 20, 1 << 20) + bytes(range(256)) * 4096)' >"$work/in"
run dump --dialect godot3 --format=json
status 0
python3 - "$work/out" <<'END' || fault "not these bytes"
import base64, json, sys
assert base64.b64decode(json.load(open(sys.argv[1]))["PackedByteArray"], validate=True) == bytes(range(256)) * 4096
END
run dump --dialect godot3
status 0
[ "$(tr -cd ',' <"$work/out" | wc -c)" -eq 1048575 ] || fault "not 2^20 numbers"

# What is dumped is not held: 8 MiB of packet, and values that would take 100 times that as a tree.
claim memory_does_not_depend_on_the_values
case $(nm "$GDV" 2>/dev/null || true) in
*__asan_* | *__msan_* | *__tsan_*) limit=unlimited ;; # their shadow memory is terabytes
*) limit=65536 ;;
esac
python3 -c '
import sys, struct
sys.stdout.buffer.write(struct.pack("<II", 19, 1 << 20) + struct.pack("<II", 13 + 6, 0) * (1 << 20))' >"$work/in"
got=0
# shellcheck disable=SC3045 # dash, bash and busybox have it
(ulimit -v "$limit" && exec "$GDV" dump --dialect godot3 --max-bytes 16M --max-values 2000000 --format=json) \
    <"$work/in" >"$work/out" 2>"$work/err" || got=$?
status 0
[ "$(wc -c <"$work/out")" -eq $(((1 << 20) * 13 + 12)) ] || fault "not 2^20 arrays"

claim numbers_do_not_depend_on_the_locale
input 05000000 0000003f 00002040
got=0
LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 "$GDV" dump --dialect godot3 --format=json <"$work/in" >"$work/out" 2>"$work/err" ||
    got=$?
status 0
out '{"Vector2":[0.5,2.5]}'

# --- output that cannot be written

for form in text json hex; do
    claim "a_full_disk_is_noticed_in_$form"
    got=0
    "$GDV" dump --dialect godot3 --format=$form "$work/good" >/dev/full 2>"$work/err" || got=$?
    status 2
    err 'gdv dump: cannot write to standard output: No space left on device'

    claim "a_reader_that_leaves_ends_the_run_in_$form"
    (python3 -c '
import os
try:
    while os.write(1, b"\10\0\0\0\2\0\0\0\1\0\0\0" * 1000):
        pass
except BrokenPipeError:
    pass' | "$GDV" dump --dialect godot3 --format=$form --frames 2>"$work/err" || :) | head -n 1 >"$work/out"
    [ "$(wc -l <"$work/out")" -eq 1 ] || fault "nothing was written"
done

finish
