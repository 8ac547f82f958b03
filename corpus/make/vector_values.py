# SPDX-License-Identifier: MIT
"""The values that the vectors state, translated into typed JSON. The vectors tag each value with the dialect's own name
of its type and give numbers as the words of their bits; nothing here looks at a packet. Used by import_vectors.py."""

import typed
import wire
from typed import Number

# Types of the vectors that are not called as in Godot 4.
OTHER_NAMES = {
    "Nil": "nil", "Bool": "bool", "Int": "int", "Float": "float", "Quat": "Quaternion", "Transform": "Transform3D",
    "PoolByteArray": "PackedByteArray", "PoolIntArray": "PackedInt32Array", "PoolRealArray": "PackedFloat32Array",
    "PoolStringArray": "PackedStringArray", "PoolVector2Array": "PackedVector2Array",
    "PoolVector2iArray": "PackedVector2iArray", "PoolVector3Array": "PackedVector3Array",
    "PoolVector3iArray": "PackedVector3iArray", "PoolVector4Array": "PackedVector4Array",
    "PoolVector4iArray": "PackedVector4iArray", "PoolColorArray": "PackedColorArray",
}
PARTS = {typed.NAMES[name]: parts for name, (parts, _, _) in wire.PACKED.items()}

NIL = {"nil": None}


def scripted(name, *properties):
    return {"Object": {"class": name, "properties": [*properties, ["script", NIL]]}}


def full_array(name):
    return {"Array": [{"int": "1"}, scripted(name), {"String": "x"}]}


# Of full objects the vectors state nothing but that they are; these were read off the bytes by hand (section 5.4).
FULL_OBJECTS = {
    ("godot3", "full_null"): NIL,
    ("godot3", "full_reference"): scripted("Reference"),
    ("godot3", "full_astar"): scripted("AStar2D"),
    ("godot4.0", "full_null"): NIL,
    ("godot4.0", "full_ref"): scripted("RefCounted"),
    ("godot4.0", "full_array"): full_array("RefCounted"),
    ("godot4.0-double", "full_encid"): scripted("EncodedObjectAsID", ["object_id", {"int": "777"}]),
    ("godot4.4", "full_ref"): scripted("RefCounted"),
    ("godot4.4", "full_array"): full_array("RefCounted"),
}


def value_of(folder, row):
    stated = row["value"]
    return FULL_OBJECTS[folder, row["name"]] if stated["t"] == "FullObject" else value(stated)


def text(digits):
    return typed.words(bytes.fromhex(digits))


def name_of(name):
    return OTHER_NAMES.get(name, name)


def value(stated):
    name = name_of(stated["t"])
    if name in ("Array", "Dictionary", "TypedArray", "PackedTypedArray"):
        return container(name, stated)
    if "f32" in stated or "f64" in stated:
        return numbers(name, stated)
    payload = {
        "nil": lambda: None,
        "bool": lambda: stated["v"],
        "int": lambda: str(stated["v"]),
        "String": lambda: text(stated["hex"]),
        "StringName": lambda: text(stated["hex"]),
        "NodePath": lambda: {
            "absolute": stated["abs"],
            "names": list(map(text, stated["names_hex"])),
            "subnames": list(map(text, stated["subnames_hex"])),
        },
        "RID": lambda: stated.get("v", "0"),
        "Callable": lambda: None,
        "Signal": lambda: {"name": text(stated["name_hex"]), "object": stated["id"]},
        "PackedByteArray": lambda: typed.encoded(bytes.fromhex(stated["hex"])),
        "PackedStringArray": lambda: list(map(text, stated["hex"])),
        "PackedInt64Array": lambda: list(map(str, stated["v"])),
    }
    if name == "ObjectID":
        return {"Object": {"id": stated["v"]}}
    if name in payload:
        return {name: payload[name]()}
    return {name: rows(name, [Number(number) for number in stated["v"]])}


def numbers(name, stated):
    """Math types, floats and packed arrays of them, from the words of their bits."""
    size = 8 if "f64" in stated else 4
    found = [typed.number(int(word, 16), size) for word in words(stated)]
    if name == "float":
        return {name: found[0]}
    wide = "@64" if size == 8 and name in typed.FLOATS32 else ""
    return {name + wide: rows(name, found)}


def words(stated):
    found = stated["f64"] if "f64" in stated else stated["f32"]
    return found if isinstance(found, list) else [found]


def rows(name, components):
    parts = PARTS.get(name, 1)
    return components if parts == 1 else [components[at : at + parts] for at in range(0, len(components), parts)]


# --- containers


def declared(stated, what):
    """How the container calls the type of its elements, keys or values; None where it says nothing."""
    if what + "_type" not in stated:
        return None
    for kind in ("class", "script"):
        if "%s_%s_hex" % (what, kind) in stated:
            return "%s:%s" % (kind, typed.name(bytes.fromhex(stated["%s_%s_hex" % (what, kind)])))
    name = name_of(stated[what + "_type"])
    return "Nil" if name == "nil" else name


def container(name, stated):
    if name == "Dictionary":
        types = [declared(stated, what) for what in ("key", "value")]
        if any(types):
            name += "[%s, %s]" % tuple(one or "Variant" for one in types)
        return {name: [[value(key), value(item)] for key, item in stated["v"]]}
    element = declared(stated, "elem")
    if element:
        name += "[%s]" % element
    return {name: list(map(value, stated["v"]))}
