# SPDX-License-Identifier: MIT
# Run by test_sent.sh in godot3-server, the real engine: says what has come of what sent.c sends. Values are compared
# with those of `expected`, by type and by the bytes that the engine's own encoder makes of both.
#
#     PORT   of the server to connect to; 0 to serve, at a port of this script's choice
extends SceneTree

var serves = OS.get_environment("PORT") == "0"


class Taker:
	extends Node

	remote var note setget set_note
	var expected = []
	var taken = 0

	func said(what):
		print(what, " at ", get_path(), " from ", multiplayer.get_rpc_sender_id())

	func set_note(value):
		said("set " + var2str(value).replace("\n", " "))

	remote func none():
		said("called")

	remote func three(a, b, c):
		said("called with " + var2str([a, b, c]).replace("\n", " "))

	remote func value(it):
		var is_same = taken < expected.size() and alike(it, expected[taken])
		print("value ", taken, " ", "is as expected" if is_same else "is " + var2bytes(it).hex_encode())
		taken += 1

	# An object id arrives as an object of the engine's, which has no bytes to compare; and its encoder pads the names of
	# a path with whatever its memory holds.
	func alike(it, wanted):
		if it is EncodedObjectAsID and wanted is EncodedObjectAsID:
			return it.object_id == wanted.object_id
		if it is NodePath and wanted is NodePath:
			return it == wanted
		return typeof(it) == typeof(wanted) and var2bytes(it) == var2bytes(wanted)

	remote func ask_back():
		rpc_id(multiplayer.get_rpc_sender_id(), "none")

	remote func end():
		print("end: ", taken, " values of ", expected.size())
		get_tree().quit(0)


func _init():
	var main = Taker.new()
	main.name = "Main"
	main.expected = expected()
	var deep = Taker.new()
	deep.name = "Deep"
	main.add_child(deep)
	root.add_child(main)
	multiplayer.connect("network_peer_packet", self, "raw")
	multiplayer.connect("network_peer_connected", self, "peer", ["has come"])
	multiplayer.connect("network_peer_disconnected", self, "peer", ["has gone"])
	multiplayer.connect("connection_failed", self, "quit", [1])
	multiplayer.connect("server_disconnected", self, "quit", [1])
	var peer = NetworkedMultiplayerENet.new()
	if not (serve(peer) if serves else connected(peer)):
		print("no socket")
		quit(1)
	network_peer = peer


func connected(peer):
	return peer.create_client("127.0.0.1", int(OS.get_environment("PORT"))) == OK


# The engine does not tell which port it was given, so it cannot ask for a free one: it tries some.
func serve(peer):
	randomize()
	peer.set_bind_ip("127.0.0.1")
	for _try in range(50):
		var port = 20000 + randi() % 40000
		if peer.create_server(port, 4) == OK:
			print("listening on 127.0.0.1:", port)
			return true
	return false


func raw(id, bytes):
	print("raw ", bytes.hex_encode(), " from ", id)


func peer(id, what):
	print("peer ", id, " ", what)


func object(id):
	var made = EncodedObjectAsID.new()
	made.object_id = id
	return made


func expected():
	return [
		null,
		false,
		true,
		-5,
		2147483647,
		-9223372036854775807 - 1,
		0.5,
		0.1,
		"",
		"abc",
		"h\u00e9\u20ac" + PoolByteArray([0xf0, 0x9f, 0x98, 0x80]).get_string_from_utf8(),
		Vector2(1, -2.5),
		Rect2(1, 2, 3, 4),
		Vector3(1, -2.5, 3),
		Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)),
		Plane(0, 1, 0, 4),
		Quat(0.5, 0.25, -1, 2),
		AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)),
		rows(),
		Transform(rows(), Vector3(10, 11, 12)),
		Color(1, 0.5, 0.25, 0.75),
		NodePath("/root/Main:position:x"),
		NodePath("a/b"),
		RID(),
		object(5),
		{},
		{"hp": 100, 7: [null]},
		[],
		[1, ["deep", {"k": 0.5}], true],
		PoolByteArray(),
		PoolByteArray([0, 255, 127, 128, 1]),
		PoolIntArray(),
		PoolIntArray([1, -2, 2147483647]),
		PoolRealArray([0.5, -1]),
		PoolStringArray(),
		PoolStringArray(["a", "", "\u00e9bcd"]),
		PoolVector2Array([Vector2(1, 2), Vector2(3, 4)]),
		PoolVector3Array([Vector3(1, 2, 3), Vector3(4, 5, 6)]),
		PoolColorArray([Color(1, 0.5, 0.25, 0.75), Color(0, 0, 0, 1)]),
	]


# The wire has a basis by rows; its constructor takes columns.
func rows():
	return Basis(Vector3(1, 4, 7), Vector3(2, 5, 8), Vector3(3, 6, 9))
