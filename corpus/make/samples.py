# SPDX-License-Identifier: MIT
"""Values of every type of a dialect, as its encoder writes them: typical, empty, nested, boundary, 64-bit.

samples(writer, type) lists (suffix, packet, what strict says of it); the first one is the typical value. make_seeds.py
stores them, make_malformed.py damages the typical ones.
"""

import wire
from wire import f32

I32_MAX = 2**31 - 1
I32_MIN = -(2**31)
FLOAT32_MAX = 3.4028234663852886e38
FLOAT32_TINY = 1.401298464324817e-45
FLOAT64_MAX = 1.7976931348623157e308
FLOAT64_TINY = 5e-324

# What strict says where it does not accept (sections 10 and 11).
ALWAYS_REFUSED = {"RID": "RID", "CALLABLE": "CALLABLE", "SIGNAL": "SIGNAL", "OBJECT": "OBJECT_ID"}

# The permission that lets the typical value of a refused type pass.
PERMISSION = {"RID": "rid", "CALLABLE": "callable", "SIGNAL": "signal", "OBJECT": "object-id", "VECTOR4": "misread",
              "VECTOR4I": "misread", "PROJECTION": "misread"}


def refused(dialect, name):
    """The code with which strict refuses every value of the type, or None."""
    if wire.is_pandemonium(dialect) and name in ("VECTOR4", "VECTOR4I", "PROJECTION"):
        return "ENGINE_MISREADS"
    return ALWAYS_REFUSED.get(name)


def misread(w, name, suffix):
    """The code of those samples that the dialect's engine reads as empty: it writes them, or an earlier version did."""
    path = name == "NODE_PATH" and suffix in ("slash", "only_subname", "only_property")
    image = name == "IMAGE" and (suffix == "empty_with_size" or suffix.startswith("format_") and suffix != "format_00")
    return "ENGINE_MISREADS" if w.dialect == "godot2" and (path or image) else None


def permission(dialect, name):
    return PERMISSION[name] if refused(dialect, name) else None


def nested(make, leaf, depth):
    value = leaf
    for _ in range(depth):
        value = make(value)
    return value


def numbers(w, name):
    wide = w.dialect != "godot2"
    if name == "BOOL":
        return [("true", w.bool(True)), ("false", w.bool(False))]
    if name == "INT":
        some = {"42": 42, "0": 0, "m1": -1, "255": 255, "256": 256, "65536": 65536, "i32max": I32_MAX,
                "i32min": I32_MIN}
        if wide:
            some.update({"i32max_p1": I32_MAX + 1, "i32min_m1": I32_MIN - 1, "u32max": 2**32 - 1, "2p53": 2**53,
                         "i64max": 2**63 - 1, "i64min": -(2**63)})
        return [(suffix, w.int(value)) for suffix, value in some.items()]
    some = {"half": 0.5, "0": 0.0, "negzero": -0.0, "1": 1.0, "max": FLOAT32_MAX, "tiny": FLOAT32_TINY, "m1_25": -1.25}
    if wide:
        some.update({"0_1": 0.1, "third": 1 / 3, "1e300": 1e300, "dblmax": FLOAT64_MAX, "dbltiny": FLOAT64_TINY,
                     "16777217": 16777217.0})
    found = [(suffix, w.float(value)) for suffix, value in some.items()]
    return found if wide else found + [("0_1_rounded", w.head("FLOAT") + f32(0.1))]


def math(w, name):
    n = wire.FLOATS[name]
    found = [("counting", w.math(name, *range(1, n + 1))), ("zero", w.math(name, *[0.0] * n)),
             ("extreme", w.math(name, *([-0.0, FLOAT32_TINY, -FLOAT32_MAX, FLOAT32_MAX] * 4)[:n]))]
    if wire.is_godot4(w.dialect) and name in wire.WIDE_IN_GODOT4:
        found.append(("wide", w.math(name, *[value / 10 for value in range(1, n + 1)], wide=True)))
    return found


def integers(w, name):
    n = wire.INTEGERS[name]
    return [("counting", w.integers(name, *[(-1) ** index * (index + 1) for index in range(n)])),
            ("zero", w.integers(name, *[0] * n)),
            ("extreme", w.integers(name, *([I32_MIN, I32_MAX, -1, 1] * 2)[:n]))]


TEXTS = {"abcd": "abcd", "empty": "", "a": "a", "ab": "ab", "abc": "abc", "utf8": "h\u00e9llo \u20ac",
         "emoji": "\U0001f600",
         "nonchar": "\uffff", "bom_inside": "a\ufeff", "long": "The quick brown fox jumps over the lazy dog. " * 6}


def texts(w, name):
    write = w.string if name == "STRING" else w.string_name
    found = [(suffix, write(content)) for suffix, content in TEXTS.items()]
    if name == "STRING" and wire.any_padding(w.dialect, name):
        found += [("a_dirty", w.string("a", b"\xff")), ("abc_dirty", w.string("abc", b"\x01"))]
    return found


def node_paths(w):
    found = [
        ("root_main", w.node_path(["root", "Main"], flags=1)),
        ("empty", w.node_path([])),
        ("slash", w.node_path([], flags=1)),
        ("relative", w.node_path(["a"])),
        ("subnames", w.node_path(["ab", "cd"], ["ef", "gh"])),
        ("only_subname", w.node_path([], ["position"])),
        ("up", w.node_path(["..", "..", "Player"], ["x"])),
        ("empty_names", w.node_path(["", ""], [""])),
        ("separators", w.node_path(["a/b", "c:d"])),
        ("dirty", w.node_path(["x", "yy"], flags=1, garbage=b"\xa5")),
    ]
    if w.dialect == "godot2":
        found += [("property", w.node_path(["a"], flags=2, last=["p"])),
                  ("empty_property", w.node_path(["a"], flags=2, last=[""])),
                  ("only_property", w.node_path([], flags=2, last=["p"])),
                  ("absolute_property", w.node_path(["root", "a"], ["b"], flags=3, last=["position"]))]
    return found


def dictionaries(w):
    number = w.int(1)
    pairs = [(w.nil(), w.string("nil")), (w.bool(True), w.nil()), (number, w.int(2)), (w.float(1.0), w.int(3)),
             (w.string("1"), w.array()), (w.array(number), w.dictionary())]
    found = [
        ("one", w.dictionary((w.string("a"), number))),
        ("empty", w.dictionary()),
        ("mixed_keys", w.dictionary(*pairs)),
        ("nested_8", nested(lambda value: w.dictionary((w.string("k"), value)), number, 8)),
        ("nested_32", nested(lambda value: w.dictionary((w.string("k"), value)), number, 32)),
        ("key_nested", w.dictionary((nested(w.array, number, 6), w.nil()))),
        ("100", w.dictionary(*[(w.string("key_%d" % index), w.int(index)) for index in range(100)])),
    ]
    if w.dialect == "godot2":
        found.append(("shared", w.dictionary((w.string("a"), number), shared=2**31)))
    if not wire.is_godot4(w.dialect):
        found.append(("dictionary_keys", w.dictionary((w.dictionary(), number), (w.dictionary(), number))))
    if w.has("STRING_NAME") and not wire.is_godot4(w.dialect):
        found.append(("string_and_name", w.dictionary((w.string("a"), number), (w.string_name("a"), number))))
    if wire.is_godot4(w.dialect):
        found.append(("two_dictionary_keys",
                      w.dictionary((w.dictionary(), number), (w.dictionary((number, number)), number))))
    return found


def arrays(w):
    found = [
        ("one", w.array(w.int(1))),
        ("empty", w.array()),
        ("nils", w.array(*[w.nil()] * 9)),
        ("mixed",
         w.array(w.int(1), w.string("x"), w.nil(), w.float(0.5), w.bool(True), w.dictionary(), w.bytes(b"12345"))),
        ("nested_8", nested(w.array, w.nil(), 8)),
        ("nested_32", nested(w.array, w.nil(), 32)),
        ("nested_32_empty", nested(w.array, w.array(), 32)),
        ("wide_nested", w.array(*[w.array(w.array(), w.array(w.int(index))) for index in range(20)])),
        ("1000", w.array(*[w.int(index) for index in range(1000)])),
    ]
    if w.dialect == "godot2":
        found.append(("shared", w.array(w.int(1), w.array(w.int(2), shared=2**31), shared=2**31)))
    everything = [samples(w, name)[0][1] for name in w.types
                  if name not in ("ARRAY", "DICTIONARY") and not refused(w.dialect, name)]
    return found + [("every_type", w.array(*everything))]


def byte_arrays(w):
    found = [("4", w.bytes(b"\x01\x02\x03\x04")), ("empty", w.bytes(b"")), ("1", w.bytes(b"\x01")),
             ("5", w.bytes(b"\x00\xff\x00\xff\x00")), ("300", w.bytes(bytes(range(256)) + b"." * 44))]
    if wire.any_padding(w.dialect, "PACKED_BYTE_ARRAY"):
        found += [("5_dirty", w.bytes(b"12345", b"\xfe")), ("3_dirty", w.bytes(b"123", b"\x80"))]
    return found


def packed_arrays(w, name):
    parts, size, floating = wire.PACKED[name]
    copied = wire.is_pandemonium(w.dialect) and name in ("PACKED_VECTOR4_ARRAY", "PACKED_VECTOR4I_ARRAY")

    def elements(n):
        values = [(-1) ** index * (index + 1) for index in range(n * parts)]
        if copied:
            values = [values[index - 1] if index % 4 == 3 else value for index, value in enumerate(values)]
        return values

    found = [("1", w.packed(name, *elements(1))), ("empty", w.packed(name)), ("3", w.packed(name, *elements(3)))]
    extreme = {4: (I32_MIN, I32_MAX), 8: (-(2**63), 2**63 - 1)}[size] if not floating else (-0.0, FLOAT32_MAX)
    if not copied:
        found.append(("extreme", w.packed(name, *[extreme[index % 2] for index in range(2 * parts)])))
    if wire.is_godot4(w.dialect) and name in wire.WIDE_IN_GODOT4:
        found += [("wide_2", w.packed(name, *[value / 10 for value in elements(2)], wide=True)),
                  ("wide_empty", w.packed(name, wide=True))]
    return found


def string_arrays(w):
    found = [("abc", w.strings("abc")), ("empty", w.strings()), ("one_empty", w.strings("")),
             ("lengths", w.strings("", "a", "ab", "abc", "test")), ("utf8", w.strings("h\u00e9llo", "\U0001f600"))]
    if wire.any_padding(w.dialect, "PACKED_STRING_ARRAY"):
        found.append(("dirty", w.strings("a", "abcd", garbage=b"\xcf")))
    return found


def images(w):
    found = [("rgba_1x1", w.image(4, 0, 1, 1, b"\x01\x02\x03\xff")), ("empty", w.image(0, 0, 0, 0, b"")),
             ("empty_with_size", w.image(3, 0, 70000, 0, b"")),
             ("of_any_length", w.image(wire.IMAGE_CUSTOM, 2, 3, 5, b"\x7f" * 7)),
             ("dxt1_mipmaps", w.image(9, 3, 16, 8, bytes(wire.image_size(9, 3, 16, 8, 4096)))),
             ("pvrtc2_smaller_than_a_block", w.image(14, 1, 3, 5, bytes(wire.image_size(14, 1, 3, 5, 4096)))),
             ("gray_5x1", w.image(0, 0, 5, 1, b"\0\x40\x80\xc0\xff")),
             ("gray_5x1_dirty", w.image(0, 0, 5, 1, b"\0\x40\x80\xc0\xff", b"\xee")),
             ("rgb_2x2_mipmap", w.image(3, 1, 2, 2, bytes(range(15)))),
             ("widest", w.image(0, 0, 16384, 1, b"\x55" * 16384))]
    for form in wire.IMAGE_LAYOUTS:
        found.append(("16x16_of_format_%02d" % form,
                      w.image(form, 0, 16, 16, bytes(wire.image_size(form, 0, 16, 16, 4096)))))
    return found + [("format_%02d" % form, w.image(form, 0, 0, 0, b"")) for form in range(wire.IMAGE_FORMATS)]


def input_events(w):
    names = "none key mouse_motion mouse_button joystick_motion joystick_button screen_touch screen_drag action".split()
    words = {"key": (0x02000000, 65), "mouse_button": (1,), "joystick_motion": (1, f32(0.5)), "joystick_button": (11,),
             "screen_touch": (0,)}
    found = [(name, w.input_event(event, 0, *words.get(name, ()))) for event, name in enumerate(names)]
    found.insert(0, found.pop(1))
    return found + [("key_all_modifiers", w.input_event(1, 3, wire.KEY_MODIFIERS, 0x1000001)),
                    ("key_plain", w.input_event(1, 0, 0, 32)),
                    ("joystick_minus_one", w.input_event(4, 2, 0, f32(-1.0)))]


def objects(w):
    if w.dialect == "godot2":
        return [("null", w.object_id(0))]
    return [("id", w.object_id(0x1122334455)), ("id_null", w.object_id(0)), ("id_top", w.object_id(2**63))]


def samples(w, name):
    """(suffix, packet, code or None) of the type's values; the typical one first."""
    makers = {
        "NIL": lambda: [("plain", w.nil())],
        "STRING": lambda: texts(w, name),
        "STRING_NAME": lambda: texts(w, name),
        "NODE_PATH": lambda: node_paths(w),
        "RID": lambda: [("id", w.rid(5)), ("null", w.rid(0))] if wire.is_godot4(w.dialect) else [("empty", w.rid())],
        "OBJECT": lambda: objects(w),
        "CALLABLE": lambda: [("empty", w.head("CALLABLE"))],
        "SIGNAL": lambda: [("named", w.signal("pressed", 9)), ("null", w.signal("", 0))],
        "DICTIONARY": lambda: dictionaries(w),
        "ARRAY": lambda: arrays(w),
        "PACKED_BYTE_ARRAY": lambda: byte_arrays(w),
        "PACKED_STRING_ARRAY": lambda: string_arrays(w),
        "IMAGE": lambda: images(w),
        "INPUT_EVENT": lambda: input_events(w),
        "TYPED_ARRAY": lambda: [("int", w.typed_array("INT", w.int(7)))],
        "PACKED_TYPED_ARRAY": lambda: [("int", w.typed_array("INT", w.int(7), name=name))],
    }
    if name in ("BOOL", "INT", "FLOAT"):
        found = numbers(w, name)
    elif name in wire.FLOATS:
        found = math(w, name)
    elif name in wire.INTEGERS:
        found = integers(w, name)
    elif name in wire.PACKED:
        found = packed_arrays(w, name)
    else:
        found = makers[name]()
    return [(suffix, packet, refused(w.dialect, name) or misread(w, name, suffix)) for suffix, packet in found]
