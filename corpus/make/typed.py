# SPDX-License-Identifier: MIT
"""Typed JSON (docs/typed-json.md): its names, its numbers, how it is written and how two values are compared.

A value is an object of one member, {"TYPE": payload}, held here as a dict of one item. Numbers are kept as the text
that stood in the JSON (class Number), because what counts is the bits that they read back to: 0 and -0 differ, 0.1 as a
float and as a double differ, and a 1.0 where an int belongs is an error. Shares nothing with lib/ and cli/.
"""

import base64
import json
import math
import re
import struct

NAMES = {
    "NIL": "Nil", "BOOL": "bool", "INT": "int", "FLOAT": "float", "STRING": "String", "VECTOR2": "Vector2",
    "VECTOR2I": "Vector2i", "RECT2": "Rect2", "RECT2I": "Rect2i", "VECTOR3": "Vector3", "VECTOR3I": "Vector3i",
    "TRANSFORM2D": "Transform2D", "VECTOR4": "Vector4", "VECTOR4I": "Vector4i", "PLANE": "Plane",
    "QUATERNION": "Quaternion", "AABB": "AABB", "BASIS": "Basis", "TRANSFORM3D": "Transform3D",
    "PROJECTION": "Projection", "COLOR": "Color", "STRING_NAME": "StringName", "NODE_PATH": "NodePath", "RID": "RID",
    "OBJECT": "Object", "CALLABLE": "Callable", "SIGNAL": "Signal", "DICTIONARY": "Dictionary", "ARRAY": "Array",
    "PACKED_BYTE_ARRAY": "PackedByteArray", "PACKED_INT32_ARRAY": "PackedInt32Array",
    "PACKED_INT64_ARRAY": "PackedInt64Array", "PACKED_FLOAT32_ARRAY": "PackedFloat32Array",
    "PACKED_FLOAT64_ARRAY": "PackedFloat64Array", "PACKED_STRING_ARRAY": "PackedStringArray",
    "PACKED_VECTOR2_ARRAY": "PackedVector2Array", "PACKED_VECTOR2I_ARRAY": "PackedVector2iArray",
    "PACKED_VECTOR3_ARRAY": "PackedVector3Array", "PACKED_VECTOR3I_ARRAY": "PackedVector3iArray",
    "PACKED_VECTOR4_ARRAY": "PackedVector4Array", "PACKED_VECTOR4I_ARRAY": "PackedVector4iArray",
    "PACKED_COLOR_ARRAY": "PackedColorArray", "TYPED_ARRAY": "TypedArray", "PACKED_TYPED_ARRAY": "PackedTypedArray",
    "IMAGE": "Image", "INPUT_EVENT": "InputEvent",
}

# Types whose payload holds floating-point numbers of 32 bits, unless "@64" follows the name.
FLOATS32 = {"Vector2", "Rect2", "Vector3", "Transform2D", "Vector4", "Plane", "Quaternion", "AABB", "Basis",
            "Transform3D", "Projection", "Color", "PackedFloat32Array", "PackedVector2Array", "PackedVector3Array",
            "PackedVector4Array", "PackedColorArray"}
FLOATS64 = {"float", "PackedFloat64Array"}

QUIET = {4: 0x7FC00000, 8: 0x7FF8000000000000}
WORD = {4: "<I", 8: "<Q"}
REAL = {4: "<f", 8: "<d"}

INTEGER = re.compile(r"-?(0|[1-9][0-9]*)\Z")


class Number(str):
    """A JSON number as it was written."""


class Malformed(Exception):
    """Text that is not typed JSON."""


# --- numbers


def shortest(value, size):
    """The shortest decimal text that reads back to the same double, or through it to the same float."""
    text = repr(value)
    if size == 4:
        wanted = struct.pack("<f", value)
        texts = ("%.*g" % (digits, value) for digits in range(1, 18))
        text = repr(float(next(text for text in texts if f32(float(text)) == wanted)))
    return text if text == "-0.0" else text.removesuffix(".0")


def f32(value):
    """The bytes of the nearest float; of an infinity where it is too large."""
    try:
        return struct.pack("<f", value)
    except OverflowError:
        return struct.pack("<f", math.copysign(math.inf, value))


def number(bits, size):
    """A floating-point number, given as the word of its bits, as typed JSON."""
    value = struct.unpack(REAL[size], struct.pack(WORD[size], bits))[0]
    if value != value:
        return "nan" if bits == QUIET[size] else "nan:%0*x" % (2 * size, bits)
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return Number(shortest(value, size))


def bits(number, size):
    """Back to the word of its bits."""
    if isinstance(number, Number):
        value = float(number)
        return struct.unpack(WORD[size], f32(value) if size == 4 else struct.pack("<d", value))[0]
    if number in ("inf", "-inf"):
        return struct.unpack(WORD[size], struct.pack(REAL[size], float(number)))[0]
    if number == "nan":
        return QUIET[size]
    if isinstance(number, str) and re.match(r"nan:[0-9a-f]{%d}\Z" % (2 * size), number):
        word = int(number[4:], 16)
        value = struct.unpack(REAL[size], struct.pack(WORD[size], word))[0]
        if value != value and word != QUIET[size]:
            return word
    raise Malformed("not a number: %r" % (number,))


def digits(number):
    """How many significant digits a number was written with."""
    return len(number.split("e")[0].split("E")[0].replace(".", "").replace("-", "").strip("0"))


# --- text


def words(raw):
    """Text: a string, or its bytes where they are not UTF-8."""
    try:
        return raw.decode("utf-8", "strict")
    except UnicodeDecodeError:
        return {"bytes": encoded(raw)}


def encoded(raw):
    return base64.b64encode(raw).decode("ascii")


def name(raw):
    """A class's or script's name inside a key: what would end it, or is not printable, or not UTF-8, is %XX."""
    text = raw.decode("utf-8", "surrogateescape")
    return "".join(letter if is_plain(letter) else escaped(letter) for letter in text)


def is_plain(letter):
    if ord(letter) < 0x80:
        return 0x20 < ord(letter) < 0x7F and letter not in '%,[]"\\'
    return ord(letter) >= 0xA0 and not 0xDC80 <= ord(letter) <= 0xDCFF


def escaped(letter):
    return "".join("%%%02X" % byte for byte in letter.encode("utf-8", "surrogateescape"))


# --- reading and writing


def load(text):
    """JSON with its numbers as text; a repeated member is an error, so is NaN as a bare word."""

    def members(pairs):
        if len({key for key, _ in pairs}) != len(pairs):
            raise Malformed("a member is repeated: %s" % [key for key, _ in pairs])
        return dict(pairs)

    def no_word(word):
        raise Malformed("not JSON: " + word)

    return json.loads(text, parse_float=Number, parse_int=Number, parse_constant=no_word, object_pairs_hook=members)


def dump(value):
    """The value on one line, without a space."""
    if isinstance(value, Number):
        return value
    if isinstance(value, dict):
        return "{%s}" % ",".join("%s:%s" % (dump(key), dump(member)) for key, member in value.items())
    if isinstance(value, list):
        return "[%s]" % ",".join(map(dump, value))
    return json.dumps(value, ensure_ascii=False)


# --- comparison


def width(key):
    """Bytes of the floating-point numbers in the payload under this key; 0 where its numbers are integers."""
    base, _, wide = key.partition("@")
    if base in FLOATS64 or wide == "64":
        return 8
    return 4 if base in FLOATS32 else 0


def difference(expected, got):
    """Where and how two typed values differ, or None. `expected` is ours; `got` may be anything that JSON can hold."""
    left = [(expected, got, "", 0)]
    while left:
        ours, theirs, where, size = left.pop()
        if isinstance(ours, dict):
            if not isinstance(theirs, dict) or list(ours) != list(theirs):
                return "%s: %s, not %s" % (where or ".", shown(theirs), shown(ours))
            for key in ours:
                left.append((ours[key], theirs[key], "%s.%s" % (where, key), width(key)))
        elif isinstance(ours, list):
            if not isinstance(theirs, list) or len(ours) != len(theirs):
                return "%s: %s, not %s" % (where, shown(theirs), shown(ours))
            left += [(ours[at], theirs[at], "%s[%d]" % (where, at), size) for at in range(len(ours))]
        elif size:
            try:
                same = bits(ours, size) == bits(theirs, size)
            except Malformed as no:
                return "%s: %s" % (where, no)
            if not same or type(ours) is not type(theirs) or digits(theirs) > digits(ours):
                return "%s: %s, not %s" % (where, shown(theirs), shown(ours))
        elif isinstance(ours, Number):
            if not isinstance(theirs, Number) or not INTEGER.match(theirs) or int(ours) != int(theirs):
                return "%s: %s, not %s" % (where, shown(theirs), shown(ours))
        elif type(ours) is not type(theirs) or ours != theirs:
            return "%s: %s, not %s" % (where, shown(theirs), shown(ours))
    return None


def shown(value):
    text = dump(value) if not isinstance(value, dict) else ", ".join(map(repr, value))
    return text if len(text) < 100 else text[:97] + "..."
