# SPDX-License-Identifier: MIT
# The node of a game of Godot 3 that calls its server and is called by it. `gdv schema --from-gd --rpc` makes the schema of
# examples/enet_server.c of this file.
extends Node

var answers = 0


master func move(to: Vector3, seq: int, jump := false):
	print("never called here: ", to, seq, jump)


master func chat(text: String):
	print("never called here: ", text)


# The server is the authority of every node: no client may call this one.
puppet func answered(count: int):
	answers = count
