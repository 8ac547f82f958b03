#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv schema --from-gd: drafts a schema from GDScript. The drafts that are expected were written by hand from the scripts.
set -eu
. cli/tests/cases.sh

mkdir -p "$work/gd"
cd "$work/gd"

# is_draft: standard output, without its first line, is what stands on standard input.
is_draft() {
    cat >"$work/wanted"
    head -n 1 "$work/out" | grep -q '^# Drafted by gdv schema --from-gd\. ' || fault "no heading"
    tail -n +2 "$work/out" | diff "$work/wanted" - >"$work/diff" || fault "$(cat "$work/diff")"
}
# compiles DIALECT: the draft does, and the lint has nothing to say.
compiles() {
    cp "$work/out" draft.gdvs
    "$GDV" schema --dialect "$1" draft.gdvs >"$work/compiled" 2>&1 || fault "for $1: $(cat "$work/compiled")"
}
# draws TEXT EXPECTED: the only rule of a class with the variable TEXT, which printf formats.
draws() {
    # shellcheck disable=SC2059 # the escapes are wanted
    printf "class_name A\n$1\n@rpc func f(): pass\n" >a.gd
    run schema --from-gd a.gd
    got_rule=$(sed -n 's/^    [a-z]*: \(.*\),\( #.*\)*$/\1/p' "$work/out")
    [ "$got_rule" = "$2" ] || fault "'$1' is not $2, but $got_rule"
    compiles godot4
}
# refuses LINE:COLUMN TEXT MESSAGE
refuses() {
    # shellcheck disable=SC2059 # the escapes are wanted
    printf "$2" >bad.gd
    run schema --from-gd bad.gd
    status 2
    err "bad.gd:$1: $3"
}

cat >player.gd <<'END'
# A player of Godot 4, as templates of games for several players have it.
@icon("res://icons/player.svg")
class_name Player extends CharacterBody3D
## What is seen of a peer.

signal died(by: int)

enum State { IDLE, RUN, JUMP = 8, FALL }
enum { LEFT, RIGHT }
enum Team {
	RED = 1 << 0, # first
	BLUE = 1 << 1,
	BOTH = 3, ALL = 3,
}
enum Unused { ONE }

const SPEED := 5.0

@export_range(0, 100) var hp: int = 100
@export_range(-180, 180, 0.1, "radians_as_degrees")
var yaw := 0.0
@export_range(0.5, 4.5, 0.1, "or_greater", "suffix:m") var reach: float = 1.5
@export var title: String = "it's \"quoted\" # no comment"
@export_enum("Warrior", "Mage", "Thief") var job: String = "Mage"
@export_flags("Fire", "Water", "Earth:8") var elements := 0
@onready var mesh: MeshInstance3D = $Body/Mesh
static var count: int = 0
var state: State = State.IDLE
var team := Team.RED
var target: Player
var bag: Array[Item] = []
var seen: Dictionary[StringName, Vector2i] = {}
var anything
var node: Node3D
var health: int:
	set(value):
		health = clampi(value, 0, 100)
	get:
		return health
var label: String = """a
var fake: int = 3
""": get = get_label

class Item:
	var id: int
	var name := &"none"
	func use(who: int) -> void:
		var inner: int = 4
		@warning_ignore("unused_variable")
		pass

	class Gem extends Item:
		var colour := Color.RED

@rpc("any_peer", "call_local", "unreliable_ordered", 1)
func move(seq: int, where: Vector3, \
		to_yaw: float, jump := false) -> void:
	if jump: print("jump"); rpc("move")

@rpc
func say(text: String, to: Array[int] = [], loud = false):
	pass

@rpc("authority")
@warning_ignore("unused_parameter")
func give(
	item: Item, # what
	where: Vector3 = Vector3(1, 2, 3),
	data: PackedByteArray = PackedByteArray([1, 2]),
	state: Player.State = State.IDLE,
) -> void:
	pass

@rpc func leave(): pass

func get_label() -> String: return label
END

claim a_script_of_godot_4
run schema --from-gd player.gd
status 1
is_draft <<'END'

limits max_depth = 16 # guess: how deep, as a class here can hold itself

# player.gd:3
type Player = {
    hp: int 0..100,
    yaw: float -3.141592653589793..3.141592653589793, # in degrees there
    reach: float 0.5..,
    title: String 0..256, # guess: how long
    job: "Warrior" | "Mage" | "Thief",
    elements: int 0..11,
    state: State,
    team: Team,
    target: Player | null, # null until it is set
    bag: Array[Item] 0..256, # guess: how many
    seen: Dictionary[StringName 0..256, Vector2i] 0..256, # guess: how many, how long
    anything: Variant, # guess: it has no type, so anything passes
    node: Variant, # guess: its type is of no file read, so anything passes
    health: int,
    label: String 0..256, # guess: how long
}

# player.gd:8
type State = 0 # IDLE
    | 1 # RUN
    | 8 # JUMP
    | 9 # FALL

# player.gd:10
type Team = 1 # RED
    | 2 # BLUE
    | 3 # BOTH
    # ALL is 3, too

# player.gd:44
type Item = {
    id: int,
    name: StringName 0..256, # guess: how long
}

# player.gd:52
type Gem = {
    # from Item
    id: int,
    name: StringName 0..256, # guess: how long
    # its own
    colour: Color,
}

# player.gd:56
packet move = [
    "move",
    int, # seq
    Vector3, # where
    float, # to_yaw
    bool?, # jump
]

# player.gd:61
packet say = [
    "say",
    String 0..256, # text; guess: how long
    Array[int] 0..256?, # to; guess: how many
    Variant?, # loud; guess: it has no type, so anything passes
]

# player.gd:66
packet give = [
    "give",
    Item, # item
    Vector3?, # where
    PackedByteArray 0..256?, # data; guess: how many
    State?, # state
]

# player.gd:74
packet leave = ["leave"]
END
err 'player.gd:33:5: warning: anything: it has no type, so anything passes
player.gd:34:5: warning: node: its type is of no file read, so anything passes
player.gd:61:45: warning: loud: it has no type, so anything passes'
compiles godot4

claim the_draft_takes_the_calls_and_refuses_others
text '["move", 1, Vector3(1, 2, 3), 0.5, true]'
run encode --dialect godot4 --text
cp "$work/out" "$work/in"
run check --dialect godot4 --schema draft.gdvs
status 0
text '["move", 1, Vector3(1, 2, 3), 0.5, 1]'
run encode --dialect godot4 --text
cp "$work/out" "$work/in"
run check --dialect godot4 --schema draft.gdvs
status 1
out_has 'WRONG_TYPE'

cat >chat.gd <<'END'
extends Node
class_name Chat, "res://chat.png"

enum Kind {SAY, SHOUT, WHISPER}

export(int, 0, 100) var volume = 50
export(int, 7) var last = 0
export(float, EXP, 1, 1000, 0.5) var far = 10.0
export(String, "all", "team") var channel = "all"
export(int, "Red", "Green:5", "Blue") var colour = 0
export(int, FLAGS, "A", "B", "C") var filters = 0
export(Array, int) var ids = []
export(Kind) var kind = Kind.SAY
export(String, FILE, "*.txt") var log_file
export var size := Vector2(320, 200)
onready var box: RichTextLabel = $Box
var name_of : String = 'x' setget set_name_of, get_name_of
var history: PoolStringArray
var facing: Quat = Quat()
remote var lobby_size: int = 4

class Line:
	var text: String
	var at: float
	var answer: Line

remote func register(info: Dictionary, id):
	rpc_id(id, "register", info)

master func post(line: Line, kind: int = 0): pass
puppet func turn(basis: Basis = Basis(), path: NodePath = @"../Box") -> void:
	pass
remotesync func clear():
	pass

func helper(): pass
END

claim a_script_of_godot_3
run schema --from-gd --dialect godot3 chat.gd
status 1
is_draft <<'END'

limits max_depth = 16 # guess: how deep, as a class here can hold itself

# chat.gd:2
type Chat = {
    volume: int 0..100,
    last: int 0..7,
    far: float 1..1000,
    channel: "all" | "team",
    colour: 0 | 5 | 6,
    filters: int 0..7,
    ids: Array[int] 0..256, # guess: how many
    kind: Kind,
    log_file: String 0..256, # guess: how long
    size: Vector2,
    name_of: String 0..256, # guess: how long
    history: PackedStringArray 0..256 of String 0..256, # guess: how many, how long
    facing: Quaternion,
    lobby_size: int,
}

# chat.gd:4
type Kind = 0 # SAY
    | 1 # SHOUT
    | 2 # WHISPER

# chat.gd:20, by rset
packet lobby_size = [
    "lobby_size",
    int, # lobby_size
]

# chat.gd:22
type Line = {
    text: String 0..256, # guess: how long
    at: float,
    answer: Line | null, # null until it is set
}

# chat.gd:27
packet register = [
    "register",
    Dictionary[Variant, Variant] 0..256, # info; guess: how many, what is in it has no type, so anything passes
    Variant, # id; guess: it has no type, so anything passes
]

# chat.gd:30
packet post = [
    "post",
    Line, # line
    int?, # kind
]

# chat.gd:31
packet turn = [
    "turn",
    Basis?, # basis
    NodePath?, # path
]

# chat.gd:33
packet clear = ["clear"]
END
compiles godot3

cat >lobby.gd <<'END'
extends Node

enum Kind { GUEST, HOST }

class Guest:
	var nick := ""
	var kind := Kind.GUEST

class Host extends Guest:
	var chat: Chat = Chat.new()
	var tag: Chat.Kind

class Line: var from: Vector2i; var to: Vector2i

@rpc func post(line: Line): pass
@rpc("any_peer") func enter(guest: Guest, host: Host = null, ...more: Array) -> void: pass
END

claim files_know_each_other_and_names_are_used_once
run schema --from-gd chat.gd lobby.gd
status 1
sed -n '/^# lobby.gd:3$/,$p' "$work/out" >"$work/tail"
diff - "$work/tail" >"$work/diff" <<'END' || fault "$(cat "$work/diff")"
# lobby.gd:3
type Kind_2 = 0 # GUEST
    | 1 # HOST

# lobby.gd:5
type Guest = {
    nick: String 0..256, # guess: how long
    kind: Kind_2,
}

# lobby.gd:9
type Host = {
    # from Guest
    nick: String 0..256, # guess: how long
    kind: Kind_2,
    # its own
    chat: Chat,
    tag: Kind,
}

# lobby.gd:13
type Line_2 = {
    from: Vector2i,
    to: Vector2i,
}

# lobby.gd:15: post is a packet already; if this one differs, give it a tag of its own

# lobby.gd:16
packet enter = [
    "enter",
    Guest, # guest
    Host | null?, # host
    ... # more; guess: any other arguments pass
]
END
err_has '^lobby.gd:15:11: warning: post: a packet of that name is drafted already$'
compiles godot4

claim what_says_all_of_itself_has_no_warning
printf '@rpc func f(a: int, b: float = 1.0): pass\n' >"$work/in"
run schema --from-gd -
status 0
err ''
is_draft <<'END'

# -:1
packet f = [
    "f",
    int, # a
    float?, # b
]
END

claim a_type_that_the_dialect_lacks
printf '@rpc func f(a: Vector4i, b: StringName): pass\n' >a.gd
run schema --from-gd --dialect godot3 a.gd
status 1
err_has '^a.gd:1:13: warning: a: the dialect lacks its type, so anything passes$'
out_has '^    Variant, # b; guess: the dialect lacks its type, so anything passes$'
compiles godot3

claim a_type_that_the_policy_has_to_permit
draws 'var a: RID' RID
out_has '^    a: RID, # refused unless the policy permits it$'

claim ranges
draws '@export_range(1, 9) var a: float' 'float 1..9'
draws '@export_range(-0.25, 1) var a: float' 'float -0.25..1'
draws '@export_range(0, 9, 1, "or_less") var a: int' 'int ..9'
draws '@export_range(0, 9, 1, "or_less", "or_greater") var a: int' 'int'
draws '@export_range(0x10, 1_000) var a: int' 'int 16..1000'
draws '@export_range(-PI, PI) var a: float' 'float -3.141592653589793..3.141592653589793'
draws '@export_range(0, 1e20) var a: float' 'float 0..1e20'
draws '@export_range(0, 9) var a' 'number 0..9'
draws '@export_range(0, 9) var a: Array[int]' 'Array[int 0..9] 0..256'
draws '@export_range(0, 9) var a: PackedInt32Array' 'PackedInt32Array 0..256 of 0..9'
draws '@export_range(0, 9) var a: Vector3i' 'Vector3i 0..9'
draws '@export_range(\n\t0, # least\n\t9\n)\n@warning_ignore("a")\nvar a: int' 'int 0..9'

claim a_hint_that_no_schema_can_have_is_told
for hint in 'range(9, 0)' 'range(0, LAST)' 'range(0, 9.5)' 'range(5)' 'enum("a\\\\tb")' 'range(0, 1e999)'; do
    draws "@export_$hint var a: int" int
    status 1
    err_has '^a.gd:2:[0-9]*: warning: a: its hint says nothing that a schema can$'
done

claim what_a_value_says_of_its_type
draws 'var a := -1' int
draws 'var a := .5' float
draws "var a := r'\\\\\\\\'" 'String 0..256'
draws 'var a := ^"b"' NodePath
draws 'var a := Vector3.UP' Vector3
draws 'var a := Vector3.AXIS_X' Variant
draws 'var a := Vector2(1, 2)' Vector2
draws 'var a := Vector2(1, 2) * 2' Variant
draws 'var a := 1 + 0.5' Variant
draws 'var a := { "b": [1, 2] }' 'Dictionary[Variant, Variant] 0..256'
draws 'var a = 5' Variant
draws 'var a: set = set_a' Variant
draws 'var a: Array[Array[int]]' Variant
draws 'var a: Unread.Inner' Variant
draws 'var a: Variant' Variant

claim strings_and_brackets_hide_what_is_in_them
cat >a.gd <<'END'
var a = """
@rpc func one(): pass
""" + '''
@rpc func two(): pass ''' + "
@rpc func three(): pass" + r"\"
@rpc func four(): pass"
var d = """an "(" here"""
var b = [
func(): pass, # @rpc func five(): pass
@"x", ^"y", &"z", $"w"]
func c():
	@rpc func six(): pass
@rpc func real(): pass
END
run schema --from-gd a.gd
status 0
[ "$(grep -c '^packet' "$work/out")" -eq 1 ] || fault "not one packet"
out_has '^packet real = \["real"\]$'

claim names_of_other_scripts_and_of_the_notation
printf 'class_name Größe\nvar élan: int\nclass number:\n\tvar type: int\nclass Vector2i:\n\tvar x: int\n@rpc func тест(a: Größe): pass\n' >a.gd
run schema --from-gd a.gd
status 0
out_has '^type Gr__e = '
out_has '^    "élan": int,$'
out_has '^type Gr__e_number = '
out_has '^type Gr__e_Vector2i = '
out_has '^packet ____ = \[$'
out_has '^    "тест",$'
compiles godot4

claim without_a_packet_it_is_to_be_included
printf 'class_name Item\nvar id: int\n' >a.gd
run schema --from-gd a.gd
status 1
err_has '^a.gd: warning: no function can be called by a peer'
cp "$work/out" draft.gdvs
printf 'include "draft.gdvs"\npacket item = ["item", Item]\n' >main.gdvs
run schema main.gdvs
status 0

claim what_is_wrong_has_its_place
refuses 2:9 'var a = 1\nvar b = "abc\n' 'this string does not end'
refuses 1:9 'var a = [1,\nvar b = 2\n' 'this bracket is not closed'
refuses 2:1 'var a = 1\n) = 2\n' 'this bracket closes none'
refuses 1:5 'var 5 = 1\n' 'the name of a variable is expected here'
refuses 1:9 'var a: = \n' "a value is expected after '='"
refuses 1:13 '@rpc func f(5): pass\n' 'the name of a parameter is expected here'
refuses 1:16 '@rpc func f(a: ): pass\n' 'a type is expected here'
refuses 1:20 '@rpc func f(a = 1, b): pass\n' 'a parameter after one with a default needs one, too'
refuses 2:5 'var a: int\nvar a: float\n' 'this class has a variable of that name already'
refuses 1:8 'class A\nvar b\n' "':' is expected after the name of a class"
refuses 1:14 'enum State { 5 }\n' 'the name of an enumerator is expected here'
refuses 2:3 '#\n# \377\n' 'this is no UTF-8, and so no GDScript'
refuses 1:6 'var a\001\n' 'a control character is no GDScript'

claim it_goes_alone
run schema --from-gd
one_line_of_usage '^gdv schema: --from-gd needs files'
run schema --from-gd --explain player.gd
one_line_of_usage '^gdv schema: --from-gd writes a schema'
run schema --from-gd no-such.gd
status 2

claim the_example_of_the_documentation_is_what_is_drafted
page=$cd_back/docs/schema.md
# shellcheck disable=SC2016 # the marks of the page
sed -n '/^```gdscript$/,/^```$/p' "$page" | sed '1d;$d' >"$work/gd/example.gd"
mkdir page && mv example.gd page/player.gd && cd page
run schema --from-gd player.gd
status 1
sed -n '/^# Drafted by gdv schema --from-gd/,/^```$/p' "$page" | sed '$d' >"$work/wanted"
diff "$work/wanted" "$work/out" >"$work/diff" || fault "$(cat "$work/diff")"
grep -qF "\`$(cat "$work/err")\`" "$page" || fault "the page lacks its warning"
compiles godot4
cd ..

# What a script ends with too early is told, or is drafted as far as it goes; and a draft compiles.
claim a_script_cut_anywhere_is_drafted_or_refused
python3 - "$GDV" player.gd chat.gd >"$work/out" 2>"$work/err" <<'END' || fault "a cut script is answered otherwise"
import re, subprocess, sys
gdv, counts = sys.argv[1], [0, 0, 0]
for path in sys.argv[2:]:
    whole = open(path, "rb").read()
    for size in range(0, len(whole), 23):
        done = subprocess.run([gdv, "schema", "--from-gd", "-"], input=whole[:size], capture_output=True)
        lines = done.stderr.decode().splitlines()
        assert done.returncode in (0, 1, 2), (path, size, done)
        counts[done.returncode] += 1
        if done.returncode == 2:
            assert re.match(r"-:\d+:\d+: ", lines[-1]), (path, size, lines)
        elif b"\npacket " in done.stdout:
            fine = subprocess.run([gdv, "schema", "-"], input=done.stdout, capture_output=True)
            assert fine.returncode < 2, (path, size, fine.stderr)
assert counts[1] > 20 and counts[2] > 5, counts
END

cat >actor.gd <<'END'
class_name Actor extends Node
@rpc("any_peer", "call_local", "unreliable_ordered", 1)
func move(seq: int, where: Vector3, \
		to_yaw: float, jump := false) -> void:
	pass
@rpc func die(): pass
END
cat >hero.gd <<'END'
class_name Hero extends Actor
enum State { IDLE, RUN }
@rpc("any_peer")
func say(text: String, to: Array[int] = []):
	pass
@rpc("reliable", "unreliable")
func state(s: State): pass
@rpc("any_peer", "authority", "any_peer", "reliable") func die(why: int): pass
class Inner:
	@rpc func no(): pass
END

claim methods_as_rpc_calls_them
run schema --from-gd --rpc actor.gd hero.gd
status 0
err ''
sed -n '/^# actor.gd:1$/,$p' "$work/out" | sed -n '/^script/,$p' >"$work/said"
cat >"$work/wanted" <<'END'
script Actor at "*" # guess: where its nodes are, from the multiplayer root on
rpc func move(
    seq: int,
    where: Vector3,
    to_yaw: float,
    jump?: bool,
) any_peer unreliable_ordered
rpc func die() authority

# hero.gd:1
script Hero at "*" # guess: where its nodes are, from the multiplayer root on
rpc func say(
    text: String 0..256, # guess: how long
    to?: Array[int] 0..256, # guess: how many
) any_peer
rpc func state(
    s: State,
) authority unreliable
rpc func die(
    why: int,
) any_peer
rpc func move(
    seq: int,
    where: Vector3,
    to_yaw: float,
    jump?: bool,
) any_peer unreliable_ordered
END
cmp -s "$work/wanted" "$work/said" || fault "$(diff "$work/wanted" "$work/said")"
compiles godot4
grep -q '^packet ' draft.gdvs && fault "methods are no packets"
"$GDV" schema --dialect godot4 --explain draft.gdvs >"$work/explained"
digits=$(printf 'diemovesaystate' | md5sum | cut -c 1-32)
grep -q "^# methods of MD5 $digits\$" "$work/explained" || fault "not the MD5 of the names that the class has"

claim words_of_godot_3
cat >old-3.gd <<'END'
extends Node
remote func a(x): pass
puppet var hp: int = 5
mastersync func b(name: String): pass
slave func c(): pass
END
run schema --from-gd --rpc old-3.gd
status 1
err 'old-3.gd:2:15: warning: x: it has no type, so anything passes'
is_draft <<'END'

# old-3.gd
script old_3_script1 at "*" # guess: where its nodes are, from the multiplayer root on
rpc func a(
    x: Variant, # guess: it has no type, so anything passes
) any_peer
rpc var hp: int authority
rpc func b(
    name: String 0..256, # guess: how long
) any_peer
rpc func c() authority
END
compiles godot3

claim only_godot_3_sets_variables
run schema --from-gd --rpc --dialect godot4 old-3.gd
out_has '^# cannot be set from afar: hp$'
err_has '^old-3.gd:3:12: warning: hp: the dialect.s protocol sets no variables$'
compiles godot4

claim what_a_schema_cannot_declare_is_told
printf 'class_name A\n@rpc func f(a: int, ...more): pass\n@rpc func \303\251(): pass\n@rpc func g(\303\251: int): pass\n' >a.gd
run schema --from-gd --rpc a.gd
status 1
err_has '^a.gd:2:24: warning: more: a method with any number of arguments cannot be declared$'
err_has '^a.gd:3:11: warning: .*: a method can have no such name in a schema$'
out_has '^    # the rest of the arguments has no place here: more$'
out_has '^# cannot be declared, and the numbers of others are wrong without it: '
out_has '^    a0: int,$'
compiles godot4

claim rpc_alone
run schema --rpc a.gd
status 2
err 'gdv schema: --rpc means the draft of --from-gd, which is missing'

finish
