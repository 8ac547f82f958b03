# SPDX-License-Identifier: MIT
# For //bench:godot: the engine's own decoder over the packets of a file, as often as asked. What it costs is what the
# whole process takes, less what it takes with fewer passes or with another call in the decoder's place.
#
#     PACKETS  a file of packets, each after its size as u32
#     PASSES   how often each of them is decoded
#     CALL     "decode" for bytes2var; "none" for typeof, a call that does nothing: the loop without the decoder
#     EXPECT   how many values they hold together, keys included: counted in one more pass before the others
extends SceneTree


func _init():
	OS.exit_code = 1
	var packets = read_packets(OS.get_environment("PACKETS"))
	var passes = int(OS.get_environment("PASSES"))
	seed(1)
	var counted = 0
	for packet in packets:
		counted += values_of(bytes2var(packet))
	if str(counted) != OS.get_environment("EXPECT"):
		print("expected ", OS.get_environment("EXPECT"), " values, found ", counted)
	elif OS.get_environment("CALL") == "decode":
		decode(packets, passes)
		OS.exit_code = 0
	elif OS.get_environment("CALL") == "none":
		call_only(packets, passes)
		OS.exit_code = 0
	quit()


func read_packets(path):
	var packets = []
	var file = File.new()
	if file.open(path, File.READ) == OK:
		while file.get_position() < file.get_len():
			packets.append(file.get_buffer(file.get_32()))
		file.close()
	return packets


# A fixed order would be learnt by the branch predictor, so each pass has its own. Both loops pay for that alike.
func decode(packets, passes):
	for _pass in range(passes):
		packets.shuffle()
		for packet in packets:
			bytes2var(packet)


func call_only(packets, passes):
	for _pass in range(passes):
		packets.shuffle()
		for packet in packets:
			typeof(packet)


# As gdv counts: containers and keys are values, elements of packed arrays are not. Not recursive: GDScript's own stack
# is small.
func values_of(root):
	var count = 0
	var open = [root]
	while not open.empty():
		var value = open.pop_back()
		count += 1
		if value is Array:
			for element in value:
				open.append(element)
		elif value is Dictionary:
			for key in value:
				open.append(key)
				open.append(value[key])
	return count
