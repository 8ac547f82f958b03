# SPDX-License-Identifier: MIT
# Run by examples/test_enet.sh in godot3-server, the real engine: calls the server well, misbehaves where it is told to, and
# calls well again. Ends with status 0 where each good call was answered and the server has not hung up.
extends SceneTree

var main
var waited = 0
var step = 0
var good = 0
var misbehaves = OS.get_environment("MISBEHAVES") == "yes"


func _init():
	main = load(OS.get_environment("CLIENT")).new()
	main.name = "Main"
	root.add_child(main)
	var peer = NetworkedMultiplayerENet.new()
	if peer.create_client("127.0.0.1", int(OS.get_environment("PORT"))) != OK:
		print("no client")
		quit(1)
	network_peer = peer


func raw(bytes):
	network_peer.set_target_peer(1)
	network_peer.put_packet(PoolByteArray(bytes))


# What no honest client does; one after the other.
func misbehave(number):
	match number:
		0:
			main.rpc_id(1, "move", "there", 7)
		1:
			main.rpc_id(1, "move", Vector3(1, 2, 3))
		2:
			main.rpc_id(1, "move", Vector3(1, NAN, 3), 7)
		3:
			main.rpc_id(1, "queue_free")
		4:
			main.rpc_id(1, "answered", 7)
		5:
			main.rset_id(1, "answers", 7)
		6:
			multiplayer.send_bytes(PoolByteArray([1, 2, 3]), 1)
		7:
			raw([0, 1, 0, 0])
		8:
			raw([0, 99, 0, 0, 0, 109, 0, 0])
		9:
			main.rpc_id(1, "chat", "x".repeat(300))
		10:
			main.rpc_id(-1, "chat", "to all but the server")


func _idle(_delta):
	waited += 1
	if waited > 1500:
		print("waited too long: step ", step, ", ", main.answers, " answers of ", good)
		quit(1)
		return true
	if network_peer.get_connection_status() != NetworkedMultiplayerPeer.CONNECTION_CONNECTED or main.answers < good:
		return false
	step += 1
	if step > 30:
		print("client: ", main.answers, " answers of ", good)
		network_peer.close_connection()
		quit(0)
		return true
	if misbehaves and step <= 11:
		misbehave(step - 1)
	good += 1
	if step % 2 == 0:
		main.rpc_id(1, "chat", "hello")
	else:
		main.rpc_unreliable_id(1, "move", Vector3(1, 2, 3), step, true)
	return false
