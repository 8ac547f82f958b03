# SPDX-License-Identifier: MIT
"""The wire reference as data: which type has which id in which dialect, how each is laid out, and how to write it.

Everything here is written down from the wire reference, sections 1-6, and from nothing in lib/: packets and
expectations made with it are an independent second reading of the format. Used by judge.py and the makers beside it.
"""

import struct

GODOT2 = """NIL BOOL INT FLOAT STRING VECTOR2 RECT2 VECTOR3 TRANSFORM2D PLANE QUATERNION AABB BASIS TRANSFORM3D COLOR
    IMAGE NODE_PATH RID OBJECT INPUT_EVENT DICTIONARY ARRAY PACKED_BYTE_ARRAY PACKED_INT32_ARRAY PACKED_FLOAT32_ARRAY
    PACKED_STRING_ARRAY PACKED_VECTOR2_ARRAY PACKED_VECTOR3_ARRAY PACKED_COLOR_ARRAY""".split()
GODOT3 = """NIL BOOL INT FLOAT STRING VECTOR2 RECT2 VECTOR3 TRANSFORM2D PLANE QUATERNION AABB BASIS TRANSFORM3D COLOR
    NODE_PATH RID OBJECT DICTIONARY ARRAY PACKED_BYTE_ARRAY PACKED_INT32_ARRAY PACKED_FLOAT32_ARRAY
    PACKED_STRING_ARRAY PACKED_VECTOR2_ARRAY PACKED_VECTOR3_ARRAY PACKED_COLOR_ARRAY""".split()
PANDEMONIUM_33 = """NIL BOOL INT FLOAT STRING VECTOR2 VECTOR2I RECT2 RECT2I VECTOR3 VECTOR3I TRANSFORM2D PLANE
    QUATERNION AABB BASIS TRANSFORM3D COLOR NODE_PATH RID OBJECT STRING_NAME DICTIONARY ARRAY PACKED_BYTE_ARRAY
    PACKED_INT32_ARRAY PACKED_FLOAT32_ARRAY PACKED_STRING_ARRAY PACKED_VECTOR2_ARRAY PACKED_VECTOR2I_ARRAY
    PACKED_VECTOR3_ARRAY PACKED_VECTOR3I_ARRAY PACKED_COLOR_ARRAY""".split()
PANDEMONIUM_38_PLAIN = """NIL BOOL INT FLOAT STRING RECT2 RECT2I VECTOR2 VECTOR2I VECTOR3 VECTOR3I VECTOR4 VECTOR4I
    PLANE QUATERNION AABB BASIS TRANSFORM3D TRANSFORM2D PROJECTION COLOR NODE_PATH RID OBJECT STRING_NAME DICTIONARY
    ARRAY""".split()
PANDEMONIUM_38_POOL = """PACKED_BYTE_ARRAY PACKED_INT32_ARRAY PACKED_FLOAT32_ARRAY PACKED_STRING_ARRAY
    PACKED_VECTOR2_ARRAY PACKED_VECTOR2I_ARRAY PACKED_VECTOR3_ARRAY PACKED_VECTOR3I_ARRAY PACKED_VECTOR4_ARRAY
    PACKED_VECTOR4I_ARRAY PACKED_COLOR_ARRAY""".split()
GODOT4 = """NIL BOOL INT FLOAT STRING VECTOR2 VECTOR2I RECT2 RECT2I VECTOR3 VECTOR3I TRANSFORM2D VECTOR4 VECTOR4I
    PLANE QUATERNION AABB BASIS TRANSFORM3D PROJECTION COLOR STRING_NAME NODE_PATH RID OBJECT CALLABLE SIGNAL
    DICTIONARY ARRAY PACKED_BYTE_ARRAY PACKED_INT32_ARRAY PACKED_INT64_ARRAY PACKED_FLOAT32_ARRAY
    PACKED_FLOAT64_ARRAY PACKED_STRING_ARRAY PACKED_VECTOR2_ARRAY PACKED_VECTOR3_ARRAY PACKED_COLOR_ARRAY""".split()

# Dialect name -> types in the order of their ids (section 2).
DIALECTS = {
    "godot2": GODOT2,
    "godot3.0": GODOT3,
    "godot3": GODOT3,
    "pandemonium-33": PANDEMONIUM_33,
    "pandemonium-38": PANDEMONIUM_38_PLAIN + PANDEMONIUM_38_POOL,
    "pandemonium-40": PANDEMONIUM_38_PLAIN + ["TYPED_ARRAY", "PACKED_TYPED_ARRAY"] + PANDEMONIUM_38_POOL,
    "godot4.0": GODOT4,
    "godot4.3": GODOT4 + ["PACKED_VECTOR4_ARRAY"],
    "godot4.4": GODOT4 + ["PACKED_VECTOR4_ARRAY"],
}

# How many components (section 5.1).
FLOATS = {"VECTOR2": 2, "RECT2": 4, "VECTOR3": 3, "TRANSFORM2D": 6, "VECTOR4": 4, "PLANE": 4, "QUATERNION": 4,
          "AABB": 6, "BASIS": 9, "TRANSFORM3D": 12, "PROJECTION": 16, "COLOR": 4}
INTEGERS = {"VECTOR2I": 2, "RECT2I": 4, "VECTOR3I": 3, "VECTOR4I": 4}

# Components of an element, bytes of a component, whether they are floating point (section 5.6).
PACKED = {
    "PACKED_INT32_ARRAY": (1, 4, False),
    "PACKED_INT64_ARRAY": (1, 8, False),
    "PACKED_FLOAT32_ARRAY": (1, 4, True),
    "PACKED_FLOAT64_ARRAY": (1, 8, True),
    "PACKED_VECTOR2_ARRAY": (2, 4, True),
    "PACKED_VECTOR2I_ARRAY": (2, 4, False),
    "PACKED_VECTOR3_ARRAY": (3, 4, True),
    "PACKED_VECTOR3I_ARRAY": (3, 4, False),
    "PACKED_VECTOR4_ARRAY": (4, 4, True),
    "PACKED_VECTOR4I_ARRAY": (4, 4, False),
    "PACKED_COLOR_ARRAY": (4, 4, True),
}

# Types whose components may be 64 bits wide in Godot 4 (section 3).
WIDE_IN_GODOT4 = (set(FLOATS) - {"COLOR"}) | {"PACKED_VECTOR2_ARRAY", "PACKED_VECTOR3_ARRAY", "PACKED_VECTOR4_ARRAY"}

FLAG_64 = 0x10000
OBJECT_ID = 0x10000
KIND = 0x30000
VALUE_KIND = 0xC0000

# Words after the three of an input event's head, by event type (section 5.10).
INPUT_EVENT_WORDS = [0, 2, 0, 1, 2, 1, 1, 0, 0]
KEY_MODIFIERS = 0x1E000000
IMAGE_FORMATS = 23
IMAGE_SIDES = range(1, 16385)

# How many bytes stand before an image's first level, and of the level its bytes a pixel, shift, least width and height.
IMAGE_LAYOUTS = {0: (0, 1, 0, 1, 1), 1: (0, 1, 0, 1, 1), 2: (0, 2, 0, 1, 1), 3: (0, 3, 0, 1, 1), 4: (0, 4, 0, 1, 1),
                 5: (768, 1, 0, 1, 1), 6: (1024, 1, 0, 1, 1), 7: (0, 2, 0, 1, 1), 8: (0, 3, 0, 1, 1),
                 9: (0, 1, 1, 4, 4), 10: (0, 1, 0, 4, 4), 11: (0, 1, 0, 4, 4), 12: (0, 1, 1, 4, 4), 13: (0, 1, 0, 4, 4),
                 14: (0, 1, 2, 16, 8), 15: (0, 1, 2, 16, 8), 16: (0, 1, 1, 8, 8), 17: (0, 1, 1, 8, 8),
                 18: (0, 1, 1, 4, 4), 19: (0, 1, 1, 8, 8), 20: (0, 1, 0, 8, 8), 21: (0, 1, 0, 8, 8)}
IMAGE_CUSTOM = 22


def image_size(form, mipmaps, width, height, most):
    """Bytes of an image of so many mipmaps, 2^31 and more being all that there are; more than `most` as it may be."""
    size, each, shift, least_width, least_height = IMAGE_LAYOUTS[form]
    level = 0
    while size <= most:
        size += width * height * each >> shift
        if level == mipmaps or (mipmaps >= 2**31 and (width, height) == (least_width, least_height)):
            break
        width, height, level = max(least_width, width >> 1), max(least_height, height >> 1), level + 1
    return size


def is_pandemonium(dialect):
    return dialect.startswith("pandemonium")


def is_godot4(dialect):
    return dialect.startswith("godot4")


def type_id(dialect, name):
    return DIALECTS[dialect].index(name)


def legal_flags(dialect, name):
    """Header bits above the type id that mean something there (section 3)."""
    if dialect == "godot2":
        return 0
    if name in ("INT", "FLOAT", "OBJECT", "TYPED_ARRAY", "PACKED_TYPED_ARRAY"):
        return FLAG_64
    if is_godot4(dialect) and name in WIDE_IN_GODOT4:
        return FLAG_64
    if name == "ARRAY" and dialect in ("godot4.3", "godot4.4"):
        return KIND
    if name == "DICTIONARY" and dialect == "godot4.4":
        return KIND | VALUE_KIND
    return 0


def future_flags(dialect, name):
    """Header bits that a later dialect gives a meaning to and this one ignores (EB-28)."""
    later = {"ARRAY": KIND, "DICTIONARY": KIND | VALUE_KIND}.get(name, 0)
    return 0 if dialect == "godot2" else later & ~legal_flags(dialect, name)


def any_padding(dialect, name):
    """Whether the dialect's own encoder leaves padding as its buffer held it (section 6.2)."""
    if name == "NODE_PATH":
        return True
    if name in ("STRING", "OBJECT", "PACKED_STRING_ARRAY"):
        # One routine writes STRING and the names in a full object (section 4: STR), so what EB-02 says of it holds for
        # both.
        return dialect in ("godot2", "godot3.0")
    if name == "PACKED_BYTE_ARRAY":
        return dialect in ("godot2", "godot3.0", "godot3")
    return name == "IMAGE"


def u32(value):
    return struct.pack("<I", value & 0xFFFFFFFF)


def u64(value):
    return struct.pack("<Q", value & 0xFFFFFFFFFFFFFFFF)


def f32(value):
    return struct.pack("<f", value)


def f64(value):
    return struct.pack("<d", value)


NAN32 = u32(0x7FC00000)
NAN64 = u64(0x7FF8000000000000)
INF32 = u32(0x7F800000)
INF64 = u64(0x7FF0000000000000)


def pad4(size):
    return -size % 4


def text(content, garbage=b"\0"):
    """STR: length, bytes, padding (section 4)."""
    content = content.encode() if isinstance(content, str) else content
    return u32(len(content)) + content + (garbage * 3)[: pad4(len(content))]


def text_nul(content, garbage=b"\0"):
    """STRZ: the same with a closing NUL that is counted."""
    content = content.encode() if isinstance(content, str) else content
    return text(content + b"\0", garbage)


def fits_f32(value):
    """Whether a double survives the way through 32 bits: then engines send it in 32 (section 6.1)."""
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0] == value
    except OverflowError:
        return False


class Writer:
    """Writes values as the dialect's own encoder would, zero padding aside."""

    def __init__(self, dialect):
        self.dialect = dialect
        self.types = DIALECTS[dialect]

    def has(self, name):
        return name in self.types

    def head(self, name, flags=0):
        return u32(self.types.index(name) | flags)

    def nil(self):
        return self.head("NIL")

    def bool(self, value):
        return self.head("BOOL") + u32(int(value))

    def int(self, value):
        narrow = -(2**31) <= value < 2**31
        if self.dialect == "godot2" or (narrow and self.dialect != "godot3.0"):
            return self.head("INT") + u32(value)
        return self.head("INT", FLAG_64) + u64(value)

    def float(self, value):
        if self.dialect == "godot2" or fits_f32(value):
            return self.head("FLOAT") + f32(value)
        return self.head("FLOAT", FLAG_64) + f64(value)

    def string(self, content, garbage=b"\0"):
        return self.head("STRING") + text(content, garbage)

    def string_name(self, content):
        return self.head("STRING_NAME") + text(content)

    def math(self, name, *components, wide=False):
        if wide:
            return self.head(name, FLAG_64) + b"".join(map(f64, components))
        return self.head(name) + b"".join(map(f32, components))

    def integers(self, name, *components):
        return self.head(name) + b"".join(map(u32, components))

    def node_path(self, names, subnames=(), flags=0, last=(), garbage=b"\0"):
        """`last` holds the one string more that flag bit 1 announces."""
        words = u32(0x80000000 | len(names)) + u32(len(subnames)) + u32(flags)
        return self.head("NODE_PATH") + words + b"".join(text(n, garbage) for n in [*names, *subnames, *last])

    def old_node_path(self, path):
        path = path.encode()
        return self.head("NODE_PATH") + u32(len(path)) + path

    def rid(self, value=0):
        return self.head("RID") + (u64(value) if is_godot4(self.dialect) else b"")

    def object_id(self, value):
        if self.dialect == "godot2":
            return self.head("OBJECT")
        return self.head("OBJECT", OBJECT_ID) + u64(value)

    def object(self, name, *properties):
        """Full object: class name, then (name, value) each."""
        body = b"".join(text(key) + value for key, value in properties)
        count = u32(len(properties)) if name else b""
        return self.head("OBJECT") + text(name) + count + body

    def signal(self, name, value):
        return self.head("SIGNAL") + text(name) + u64(value)

    def array(self, *elements, shared=0):
        return self.head("ARRAY") + u32(len(elements) | shared) + b"".join(elements)

    def dictionary(self, *pairs, shared=0):
        return self.head("DICTIONARY") + u32(len(pairs) | shared) + b"".join(key + value for key, value in pairs)

    def container(self, name):
        """The type of a container of Godot 4.3 and later: kind and what follows the header."""
        if name is None:
            return 0, b""
        if name.startswith("class:"):
            return 2, text(name[len("class:"):])
        if name.startswith("script:"):
            return 3, text(name[len("script:"):])
        return 1, u32(self.types.index(name))

    def kinded_array(self, element, *elements):
        kind, sent = self.container(element)
        return self.head("ARRAY", kind << 16) + sent + u32(len(elements)) + b"".join(elements)

    def kinded_dictionary(self, key, value, *pairs):
        key_kind, key_sent = self.container(key)
        value_kind, value_sent = self.container(value)
        body = b"".join(one + other for one, other in pairs)
        flags = (key_kind << 16) | (value_kind << 18)
        return self.head("DICTIONARY", flags) + key_sent + value_sent + u32(len(pairs)) + body

    def typed_array(self, element, *elements, name="TYPED_ARRAY"):
        """Pandemonium 5's two; objects as ids."""
        flags = OBJECT_ID if element == "OBJECT" else 0
        return self.head(name, flags) + u32(self.types.index(element)) + u32(len(elements)) + b"".join(elements)

    def bytes(self, content, garbage=b"\0"):
        return self.head("PACKED_BYTE_ARRAY") + text(content, garbage)

    def strings(self, *elements, garbage=b"\0"):
        return self.head("PACKED_STRING_ARRAY") + u32(len(elements)) + b"".join(text_nul(e, garbage) for e in elements)

    def packed(self, name, *components, wide=False):
        parts, size, floating = PACKED[name]
        size *= 2 if wide else 1
        form = "<" + {(4, False): "i", (8, False): "q", (4, True): "f", (8, True): "d"}[size, floating]
        assert len(components) % parts == 0
        body = b"".join(struct.pack(form, component) for component in components)
        return self.head(name, FLAG_64 if wide else 0) + u32(len(components) // parts) + body

    def image(self, form, mipmaps, width, height, content, garbage=b"\0"):
        return self.head("IMAGE") + b"".join(map(u32, (form, mipmaps, width, height))) + text(content, garbage)

    def input_event(self, event, device, *words, length=None):
        size = 12 + 4 * len(words) if length is None else length
        extra = b"".join(word if isinstance(word, bytes) else u32(word) for word in words)
        return self.head("INPUT_EVENT") + u32(event) + u32(device) + u32(size) + extra
