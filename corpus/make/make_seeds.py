# SPDX-License-Identifier: MIT
"""Writes the seeds that no engine gave: for dialects without engine output every type in every form, for the others
the types that the engines' packets lack; and the worked examples of the wire reference, section 12.

    make_seeds.py CORPUS

CORPUS is the folder corpus/ of the checkout. Each expectation stands in the tables here and in samples.py, and judge.py
must agree with it before anything is written.
"""

import os
import sys

import samples
import tree
import wire
from import_vectors import SEED_HEADER
from judge import judge

FROM_THE_WIRE = ["godot2", "godot3.0", "pandemonium-33", "pandemonium-38", "godot4.3"]

# Types that no engine packet of the dialect has as its outermost value.
LACKING = {
    "pandemonium-40": ["BOOL", "RECT2I", "AABB", "PACKED_INT32_ARRAY", "PACKED_FLOAT32_ARRAY", "PACKED_VECTOR3I_ARRAY"],
    "godot4.0": ["PROJECTION"],
    "godot4.4": ["VECTOR4I"],
}

SECTIONS = {"NIL": "5.1", "STRING": "5.2", "STRING_NAME": "5.2", "NODE_PATH": "5.3", "OBJECT": "5.4",
            "DICTIONARY": "5.5",
            "ARRAY": "5.5", "TYPED_ARRAY": "5.8", "PACKED_TYPED_ARRAY": "5.8", "SIGNAL": "5.9", "CALLABLE": "5.9",
            "IMAGE": "5.10", "INPUT_EVENT": "5.10", "PACKED_BYTE_ARRAY": "5.6", "PACKED_STRING_ARRAY": "4 and 5.6"}

GODOT4_ALL = ["godot4.0", "godot4.3", "godot4.4"]
GODOT4_TYPED = ["godot4.3", "godot4.4"]

# Section 12.3 and 12.4, as printed: dialects, name, hex, what strict says.
EXAMPLES = [
    (["pandemonium-40"], "rect2", "05000000 0000803f 00000040 00004040 00008040", "ok"),
    (["pandemonium-40"], "rect2i", "06000000 01000000 02000000 03000000 04000000", "ok"),
    (["pandemonium-40"], "vector2", "07000000 0000803f 00000040", "ok"),
    (["pandemonium-40"], "vector2i", "08000000 01000000 feffffff", "ok"),
    (["pandemonium-40"], "vector4", "0b000000 0000803f 00000040 00004040 00008040", "ENGINE_MISREADS"),
    (["pandemonium-40"], "vector4i", "0c000000 01000000 02000000 03000000 04000000", "ENGINE_MISREADS"),
    (["pandemonium-40"], "projection",
     "13000000 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000 00000000"
     "00000000 00000000 0000803f 00000000 00000000 00000000 00000000 0000803f", "ENGINE_MISREADS"),
    (["pandemonium-40"], "nodepath", "15000000 01000080 00000000 00000000 01000000 61000000", "ok"),
    (["pandemonium-40"], "rid", "16000000", "RID"),
    (["pandemonium-40"], "object_id", "17000100 08050000 00000000", "OBJECT_ID"),
    (["pandemonium-40"], "stringname", "18000000 02000000 61620000", "ok"),
    (["pandemonium-40"], "dictionary", "19000000 01000000 04000000 01000000 61000000 02000000 01000000", "ok"),
    (["pandemonium-40"], "array", "1a000000 01000000 02000000 01000000", "ok"),
    (["pandemonium-40"], "typedarray_int", "1b000000 02000000 01000000 02000000 07000000", "ok"),
    (["pandemonium-40"], "typedarray_node_fullobject", "1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000",
     "ENGINE_MISREADS"),
    (["pandemonium-40"], "typedarray_object", "1b000100 17000000 01000000 00000000", "OBJECT_ID"),
    (["pandemonium-40"], "packedtypedarray_int", "1c000000 02000000 01000000 02000000 07000000", "ok"),
    (["pandemonium-40"], "bytes", "1d000000 01000000 01000000", "ok"),
    (["pandemonium-40"], "strings", "20000000 01000000 02000000 61000000", "ok"),
    (["pandemonium-40"], "vector4_array", "25000000 01000000 0000803f 00000040 00004040 00008040", "ENGINE_MISREADS"),
    (["pandemonium-40"], "vector4i_array", "26000000 01000000 01000000 02000000 03000000 03000000", "ok"),
    (["pandemonium-40"], "vector4_hides_int", "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000"
     "05000000", "ENGINE_MISREADS"),
    (GODOT4_ALL, "vector2", "05000000 0000803f 00000040", "ok"),
    (GODOT4_ALL, "vector2_f64", "05000100 00000000 0000f03f 00000000 00000040", "ok"),
    (GODOT4_ALL, "quaternion", "0f000000 00000000 00000000 00000000 0000803f", "ok"),
    (GODOT4_ALL, "color", "14000000 0000803f 00000000 00000000 0000803f", "ok"),
    (GODOT4_ALL, "stringname", "15000000 02000000 61620000", "ok"),
    (GODOT4_ALL, "nodepath", "16000000 01000080 00000000 01000000 04000000 726f6f74", "ok"),
    (GODOT4_ALL, "rid", "17000000 00000000 00000000", "RID"),
    (GODOT4_ALL, "object_id", "18000100 55443322 11000000", "OBJECT_ID"),
    (GODOT4_ALL, "callable", "19000000", "CALLABLE"),
    (GODOT4_ALL, "signal", "1a000000 01000000 73000000 00000000 00000000", "SIGNAL"),
    (GODOT4_ALL, "dictionary_empty", "1b000000 00000000", "ok"),
    (GODOT4_ALL, "array", "1c000000 01000000 02000000 01000000", "ok"),
    (GODOT4_TYPED, "array_of_int", "1c000100 02000000 01000000 02000000 00000000", "ok"),
    (GODOT4_TYPED, "array_of_object", "1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 00000000",
     "OBJECT_ID"),
    (GODOT4_TYPED, "array_of_node_fullobject", "1c000200 04000000 4e6f6465 00000000", "OBJECT_ID"),
    (GODOT4_TYPED, "array_of_script_fullobject", "1c000300 0a000000 7265733a 2f2f612e 67640000 00000000", "OBJECT_ID"),
    (["godot4.4"], "dictionary_int_string", "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000"
     "61000000", "ok"),
    (GODOT4_ALL, "int64_array", "1f000000 01000000 ffffffff ffffffff", "ok"),
    (GODOT4_ALL, "float64_array", "21000000 01000000 9a999999 9999b93f", "ok"),
    (GODOT4_ALL, "strings", "22000000 01000000 02000000 61000000", "ok"),
    (GODOT4_ALL, "vector2_array_f64", "23000100 01000000 00000000 0000f03f 00000000 00000040", "ok"),
    (GODOT4_ALL, "color_array", "25000000 01000000 0000803f 00000000 00000000 0000803f", "ok"),
    (GODOT4_TYPED, "vector4_array", "26000000 01000000 0000803f 00000040 00004040 00008040", "ok"),
    (["godot2"], "array_shared", "15000000 02000080 02000000 01000000 02000000 02000000", "ok"),
    (["godot2"], "image_1x1", "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff", "ok"),
    (["godot2"], "image_empty", "0f000000 00000000 00000000 00000000 00000000 00000000", "ok"),
    (["godot2"], "nodepath_property", "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000", "ok"),
    (["godot2"], "nodepath_old", "10000000 02000000 6162", "NODE_PATH"),
    (["godot2"], "rid", "11000000", "RID"),
    (["godot2"], "object", "12000000", "OBJECT_ID"),
    (["godot2"], "event_key", "13000000 01000000 00000000 14000000 00000002 41000000", "ok"),
    (["godot2"], "event_mouse_button", "13000000 03000000 00000000 10000000 01000000", "ok"),
    (["godot2"], "event_mouse_motion", "13000000 02000000 00000000 0c000000", "ok"),
    (["godot2"], "event_joystick_motion", "13000000 04000000 00000000 14000000 01000000 0000003f", "ok"),
]
PUBLISHED = [
    (["godot2"], "ints_6226", "15000000 02000080 02000000 01000000 02000000 02000000", "ok"),
    (["godot2"], "strings_6226", "15000000 02000080 04000000 02000000 6161fabf 04000000 02000000 6262cf01", "ok"),
    (["godot2"], "floats_6226", "15000000 02000080 03000000 cdcc8c3f 03000000 cdcc0c40", "ok"),
    (["godot3.0"], "ints_23354", "13000000 02000000 02000100 ffffffff ffffffff 02000100 0c000000 00000000", "ok"),
    (["godot3.0"], "strings_23354", "13000000 02000000 04000000 04000000 74657374 04000000 03000000 617a6500", "ok"),
    (["godot3"], "strings_39911", "17000000 01000000 05000000 74657374 00000000", "ok"),
]


def game_state(w):
    """A packet as servers see them: a player's state, every common type in it."""
    position = w.math("VECTOR3", 1.5, 0, -3.25) if w.has("VECTOR3") else w.nil()
    inventory = w.array(*[w.dictionary((w.string("item"), w.string(item)), (w.string("n"), w.int(n)))
                          for item, n in (("sword", 1), ("potion", 12), ("coin", 4096))])
    return w.dictionary(
        (w.string("op"), w.string("state")), (w.string("tick"), w.int(123456)),
        (w.string("name"), w.string("J\u00e4ger")),
        (w.string("pos"), position), (w.string("rot"), w.math("QUATERNION", 0, 0, 0, 1)),
        (w.string("hp"), w.float(87.5)),
        (w.string("alive"), w.bool(True)), (w.string("color"), w.math("COLOR", 1, 0.5, 0.25, 1)),
        (w.string("target"), w.node_path(["root", "World", "Enemy"], flags=1)), (w.string("inventory"), inventory),
        (w.string("path"), w.packed("PACKED_VECTOR3_ARRAY", *range(9))), (w.string("blob"), w.bytes(b"\x01\x02\x03")),
        (w.string("tags"), w.strings("red", "leader")))


def typed_containers(w):
    """Arrays of Godot 4.3 of every element type that one can have."""
    found = []
    for name in w.types:
        if name in ("NIL", "OBJECT"):
            continue
        value = samples.samples(w, name)[0]
        found.append(("array_of_" + name.lower(), w.kinded_array(name, value[1], value[1]), value[2] or "ok"))
        found.append(("array_of_%s_empty" % name.lower(), w.kinded_array(name), "ok"))
    encoded = "class:EncodedObjectAsID"
    found += [
        ("array_of_object_one", w.kinded_array(encoded, w.object_id(5), w.nil()), "OBJECT_ID"),
        ("array_of_arrays", w.kinded_array("ARRAY", w.kinded_array("INT", w.int(1)), w.array()), "ok"),
        ("array_in_dictionary", w.dictionary((w.string("k"), w.kinded_array("STRING", w.string("v")))), "ok"),
    ]
    return found


def extras(w):
    """What is not a type's plain value: full objects, and node paths that strict refuses."""
    found = [("game_state", game_state(w), "ok", "5")]
    if w.dialect != "godot2":
        root = "RefCounted" if wire.is_godot4(w.dialect) else "Reference"
        found += [
            ("object_fullobject", w.object(root, ("script", w.nil())), "OBJECT", "5.4"),
            ("object_null_fullobject", w.object(""), "OBJECT", "5.4"),
            ("object_node_fullobject", w.object("Node", ("name", w.string("a")), ("process_priority", w.int(0))),
             "OBJECT",
             "5.4"),
        ]
    if w.dialect in ("godot2", "godot3.0"):
        found += [("node_path_old_%s" % slug, w.old_node_path(path), "NODE_PATH", "5.3")
                  for slug,
                  path in (("empty", ""), ("root", "/root"), ("scene", "../a/b:position"), ("aligned", "abcd"))]
        path = w.array(w.old_node_path("/root"), w.int(3))
        found.append(("node_path_old_in_array", path, "NODE_PATH", "5.3"))
    if w.dialect == "godot3.0":
        found.append(("node_path_obsolete_property", w.node_path(["a"], flags=2, last=["b"]), "NODE_PATH", "5.3"))
        narrow = w.head("FLOAT") + wire.f32(0.25)
        found.append(("float_narrow", narrow, "ok", "6.2"))
    if wire.is_pandemonium(w.dialect) and w.has("VECTOR4"):
        found.append(("packed_vector4_array_differing", w.packed("PACKED_VECTOR4_ARRAY", 1, 2, 3, 4), "ENGINE_MISREADS",
                      "10"))
    if w.dialect == "godot4.3":
        found += [(name, packet, code, "5.5") for name, packet, code in typed_containers(w)]
    return found


def seeds():
    found = []
    for dialect in FROM_THE_WIRE:
        w = wire.Writer(dialect)
        for name in w.types:
            section = SECTIONS.get(name) or ("5.6" if name in wire.PACKED else "5.1")
            for suffix, packet, code in samples.samples(w, name):
                found.append((dialect, "%s_%s" % (name.lower(), suffix), packet, code or "ok", section))
        found += [(dialect, *extra) for extra in extras(w)]
    for dialect, names in LACKING.items():
        w = wire.Writer(dialect)
        for name in names:
            for suffix, packet, code in samples.samples(w, name):
                found.append((dialect, "wire_%s_%s" % (name.lower(), suffix), packet, code or "ok", "5"))
    for table, section, prefix in ((EXAMPLES, "12.3", "example"), (PUBLISHED, "12.4", "published")):
        for dialects, name, digits, code in table:
            found += [(dialect, "%s_%s" % (prefix, name), bytes.fromhex(digits), code, section) for dialect in dialects]
    return found


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    packets = []
    for dialect, name, packet, code, section in seeds():
        verdict = judge(packet, dialect)
        if verdict.code.replace("OK", "ok") != code:
            sys.exit("%s/%s: expected %s, judge says %s\n%s" % (dialect, name, code, verdict, packet.hex()))
        packets.append((packet, ["%s/%s.bin" % (dialect, name), code, "wire-format section " + section]))
    folder = os.path.join(arguments[0], "seed")
    written = tree.replace(folder, "SOURCES.tsv", SEED_HEADER, lambda row: row[2].startswith("wire-format"), packets)
    print("%d seeds" % written)


if __name__ == "__main__":
    main(sys.argv[1:])
