# SPDX-License-Identifier: MIT
# For test_godot.sh: a real Godot 3 client of both servers. Every value goes out by put_var; what comes back must be the
# same value, in the bytes that Godot itself writes for it. Packets that must be refused go out raw between the others.
#
#     UDP_PORT, TCP_PORT            servers of the strict policy
#     UDP_OPEN_PORT, TCP_OPEN_PORT  servers that permit non-finite numbers, RIDs and object ids
#     REFUSALS                      refusals.tsv: packet in hex, TAB, message
extends SceneTree

const PATIENCE_MS = 10000

var passed = 0
var failed = 0
var types = {} # typeof() of all that was sent


func _init():
	datagrams("strict", port("UDP_PORT"), [])
	datagrams("open", port("UDP_OPEN_PORT"), permitted_values())
	streams("strict", port("TCP_PORT"), [])
	streams("open", port("TCP_OPEN_PORT"), permitted_values())
	packet_streams(port("TCP_PORT"))
	long_frames(port("TCP_PORT"))
	broken_stream(port("TCP_PORT"))
	claim("every type that this Godot has was sent", types.size() == TYPE_MAX, str(types.keys()))
	print("client: ", passed, " passed, ", failed, " failed")
	OS.exit_code = 0 if failed == 0 else 1
	quit()


func port(name):
	return int(OS.get_environment(name))


func claim(name, holds, why):
	if holds:
		passed += 1
	else:
		failed += 1
		print("FAILED: ", name, ": ", why)


func from_hex(hex):
	var bytes = PoolByteArray()
	hex = hex.replace(" ", "")
	for at in range(0, hex.length(), 2):
		bytes.append(("0x" + hex.substr(at, 2)).hex_to_int())
	return bytes


# ---- what is sent

# [name, value]. The canonical bytes are those of var2bytes, but for node paths, where Godot leaves memory of its own in
# the padding: [name, value, hex], from the wire reference, padding zeroed.
func values():
	return [
		["null", null],
		["false", false],
		["true", true],
		["int 0", 0],
		["int -1", -1],
		["int 2^31 - 1", 2147483647],
		["int 2^31", 2147483648],
		["int -2^31", -2147483648],
		["int -2^31 - 1", -2147483649],
		["int 2^63 - 1", 9223372036854775807],
		["real 0.5", 0.5],
		["real 0.1", 0.1],
		["real -0.0", -0.0],
		["real 1e300", 1e300],
		["real 1e-40", 1e-40],
		["String, empty", ""],
		["String of 4 bytes", "abcd"],
		["String of 5 bytes", "abcde"],
		["String beyond ASCII", "h\u00e9llo \u4e16\u754c"],
		["String with control characters", "a\nb\t\u001b[2J"],
		["String of 5000 bytes", "x".repeat(5000)],
		["Vector2", Vector2(1.5, -2)],
		["Rect2", Rect2(1, 2, 3, 4)],
		["Vector3", Vector3(1, -2, 0.25)],
		["Transform2D", Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6))],
		["Plane", Plane(1, 2, 3, 4)],
		["Quat", Quat(1, 2, 3, 4)],
		["AABB", AABB(Vector3(1, 2, 3), Vector3(4, 5, 6))],
		["Basis", Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9))],
		["Transform", Transform(Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)), Vector3(10, 11, 12))],
		["Color", Color(1, 0.5, 0.25, 1)],
		["NodePath, empty", NodePath(""), "0f000000 00000080 00000000 00000000"],
		["NodePath /root", NodePath("/root"), "0f000000 01000080 00000000 01000000 04000000 726f6f74"],
		["NodePath a", NodePath("a"), "0f000000 01000080 00000000 00000000 01000000 61000000"],
		["NodePath with sub-names", NodePath("ab/cd:ef:gh"),
			"0f000000 02000080 02000000 00000000 02000000 61620000 02000000 63640000 02000000 65660000 02000000 67680000"],
		["Dictionary, empty", {}],
		["Dictionary", {"a": 1, 2: "b", true: [null], 0.5: {"c": Vector2(1, 2)}, Vector3(1, 2, 3): Color(0, 0, 0, 0)}],
		["Dictionary of 300 keys", many_keys(300)],
		["Array, empty", []],
		["Array of everything", [null, true, 1, 0.1, "x", Vector2(), Rect2(), Vector3(), Transform2D(), Plane(), Quat(),
			AABB(), Basis(), Transform(), Color(), {}, [], PoolByteArray([1]), PoolStringArray(["y"])]],
		["Array of a NodePath", [NodePath("a"), 1],
			"13000000 02000000 0f000000 01000080 00000000 00000000 01000000 61000000 02000000 01000000"],
		["Array in 31 arrays", nested(31)],
		["PoolByteArray, empty", PoolByteArray()],
		["PoolByteArray", PoolByteArray([1, 2, 3, 4, 5])],
		["PoolByteArray of 60000 bytes", PoolByteArray(range(60000))],
		["PoolIntArray", PoolIntArray([1, -1, 2147483647])],
		["PoolRealArray", PoolRealArray([0.5, 0.1])],
		["PoolStringArray", PoolStringArray(["abc", "", "test", "h\u00e9"])],
		["PoolVector2Array", PoolVector2Array([Vector2(1, 2), Vector2(3, 4)])],
		["PoolVector3Array", PoolVector3Array([Vector3(1, 2, 3)])],
		["PoolColorArray", PoolColorArray([Color(1, 0, 0, 1)])],
	]


# What the strict policy refuses and --permit lets pass.
func permitted_values():
	return [
		["real inf", INF],
		["real -inf", -INF],
		["real nan", NAN],
		["Vector2 of nan", Vector2(NAN, 1)],
		["RID", RID()],
		["Array of a RID", [RID(), 1]],
		["Object, by its id", Reference.new()],
		["Array of an Object", [Reference.new(), 1]],
	]


func many_keys(count):
	var made = {}
	for key in count:
		made["key %d" % key] = key
	return made


func nested(levels):
	var made = []
	for level in levels:
		made = [made]
	return made


func canonical(row):
	return from_hex(row[2]) if row.size() > 2 else var2bytes(row[1])


# ---- what comes back

func claim_answer(name, answer, row):
	types[typeof(row[1])] = true
	var expected = canonical(row)
	claim(name + ": bytes", answer == expected, hex_of(answer) + " instead of " + hex_of(expected))
	if not "Object" in row[0]: # it comes back as another object that holds the id
		var value = bytes2var(answer)
		claim(name + ": value", typeof(value) == typeof(row[1]) and var2str(value) == var2str(row[1]), var2str(value))


func hex_of(bytes):
	var short = bytes.subarray(0, min(bytes.size(), 64) - 1) if bytes.size() > 0 else bytes
	return "%s (%d bytes)" % [short.hex_encode(), bytes.size()]


# Packets and messages of refusals.tsv.
func refusals():
	var rows = []
	var file = File.new()
	if file.open(OS.get_environment("REFUSALS"), File.READ) == OK:
		while not file.eof_reached():
			var line = file.get_line()
			if line != "" and not line.begins_with("#"):
				rows.append(line.split("\t"))
		file.close()
	claim("there are packets to be refused", rows.size() > 0, OS.get_environment("REFUSALS"))
	return rows


# ---- PacketPeerUDP

func datagrams(policy, to, more):
	var peer = PacketPeerUDP.new()
	claim("UDP has an address", peer.set_dest_address("127.0.0.1", to) == OK, str(to))
	for row in values() + more:
		var name = "UDP %s, %s" % [policy, row[0]]
		claim(name + ": sent", peer.put_var(row[1]) == OK, "put_var")
		claim_answer(name, next_packet(peer), row)
	if policy == "strict":
		for row in permitted_values():
			peer.put_var(row[1])
			claim_still_served(peer, "UDP after " + row[0])
		for row in refusals():
			peer.put_packet(from_hex(row[0]))
			claim_still_served(peer, "UDP after " + row[1])
	peer.put_var(Reference.new(), true)
	claim_still_served(peer, "UDP after a full object")
	peer.close()


# For a datagram that is refused nothing comes back: the next answer is that to the next packet.
func claim_still_served(peer, name):
	peer.put_var(name)
	var answer = next_packet(peer)
	claim(name, answer == var2bytes(name), hex_of(answer))


func next_packet(peer):
	var started = OS.get_ticks_msec()
	while peer.get_available_packet_count() == 0:
		if OS.get_ticks_msec() - started > PATIENCE_MS:
			return PoolByteArray()
		OS.delay_msec(1)
	return peer.get_packet()


# ---- StreamPeerTCP

func connected(to):
	var stream = StreamPeerTCP.new()
	var started = OS.get_ticks_msec()
	claim("TCP has an address", stream.connect_to_host("127.0.0.1", to) == OK, str(to))
	while stream.get_status() == StreamPeerTCP.STATUS_CONNECTING and OS.get_ticks_msec() - started < PATIENCE_MS:
		OS.delay_msec(1)
	claim("TCP is connected", stream.get_status() == StreamPeerTCP.STATUS_CONNECTED, str(stream.get_status()))
	stream.set_no_delay(true)
	return stream


func streams(policy, to, more):
	var stream = connected(to)
	for row in values() + more:
		var name = "TCP %s, %s" % [policy, row[0]]
		stream.put_var(row[1])
		claim_answer(name, next_frame(stream), row)
	stream.disconnect_from_host()
	stream = connected(to) # on which the server counts the frames that it refuses from one
	if policy == "strict":
		for row in permitted_values():
			stream.put_var(row[1])
			claim_stream_stands(stream, "TCP after " + row[0])
		for row in refusals():
			put_frame(stream, from_hex(row[0]))
			claim_stream_stands(stream, "TCP after " + row[1])
	stream.put_var(Reference.new(), true)
	claim_stream_stands(stream, "TCP after a full object")
	stream.disconnect_from_host()


func put_frame(stream, packet):
	stream.put_32(packet.size())
	stream.put_data(packet)


func claim_stream_stands(stream, name):
	stream.put_var(name)
	var answer = next_frame(stream)
	claim(name, answer == var2bytes(name), hex_of(answer))


func next_frame(stream):
	var prefix = next_bytes(stream, 4)
	if prefix.size() < 4:
		return PoolByteArray()
	return next_bytes(stream, prefix[0] | prefix[1] << 8 | prefix[2] << 16 | prefix[3] << 24)


func next_bytes(stream, size):
	var bytes = PoolByteArray()
	var started = OS.get_ticks_msec()
	while bytes.size() < size and OS.get_ticks_msec() - started < PATIENCE_MS:
		var some = stream.get_partial_data(size - bytes.size())
		if some[0] != OK:
			break
		if some[1].size() == 0:
			OS.delay_msec(1)
		bytes.append_array(some[1])
	return bytes


# Those frames, as the multiplayer classes send them.
func packet_streams(to):
	var peer = PacketPeerStream.new()
	peer.stream_peer = connected(to)
	for row in values():
		var name = "PacketPeerStream, " + row[0]
		claim(name + ": sent", peer.put_var(row[1]) == OK, "put_var")
		claim_answer(name, next_packet(peer), row)
	peer.stream_peer.disconnect_from_host()


# A megabyte, and then a byte more than the server takes.
func long_frames(to):
	var stream = connected(to)
	var bytes = PoolByteArray()
	bytes.resize(1048576 - 8)
	for at in bytes.size() / 997:
		bytes[at * 997] = at % 256
	var row = ["PoolByteArray of a megabyte", bytes]
	stream.put_var(bytes)
	var answer = next_frame(stream)
	claim(row[0], answer == var2bytes(bytes), hex_of(answer))
	stream.put_32(1048577)
	claim_closed(stream, "a frame that is a byte too long ends the connection")


# f0ffffff sends Godot's own PacketPeerStream backwards through its ring buffer, for ever (EB-10).
func broken_stream(to):
	var stream = connected(to)
	put_frame(stream, var2bytes(1))
	stream.put_data(from_hex("f0ffffff"))
	var answer = next_frame(stream)
	claim("the frame before the bad prefix is answered", answer == var2bytes(1), hex_of(answer))
	claim_closed(stream, "a prefix that rewinds Godot ends the connection")
	stream = connected(to)
	claim_stream_stands(stream, "others are served")
	stream.disconnect_from_host()


func claim_closed(stream, name):
	var started = OS.get_ticks_msec()
	while stream.get_status() == StreamPeerTCP.STATUS_CONNECTED and OS.get_ticks_msec() - started < PATIENCE_MS:
		OS.delay_msec(1)
	claim(name, stream.get_status() != StreamPeerTCP.STATUS_CONNECTED, str(stream.get_status()))
