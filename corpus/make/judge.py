# SPDX-License-Identifier: MIT
"""What gdv ought to say of a packet: the rules of the wire reference as a recursive decoder, naive on purpose.

It was written from the wire reference and shares nothing with lib/, so the corpus can hold the two against each other.
The makers beside it use it to derive the expectation of a seed and to contradict a hand-written expectation.

    judge.py DIALECT POLICY HEX...      prints the verdict for packets given as hex digits
    judge.py --verdicts FOLDER          holds it against what real engines said: corpus/verdicts
"""

import glob
import os
import struct
import sys

import wire
from wire import FLAG_64, OBJECT_ID, pad4

PERMISSIONS = """nonfinite trailing padding wide flags bool text-utf8 text-nul text-bom text-terminator duplicate-keys
    object-id object rid callable signal node-path misread engine-span""".split()

# max_bytes, max_depth, max_values, max_elements, max_string
STRICT_LIMITS = (8 << 20, 32, 1 << 20, 8 << 20, 1 << 20)
ENGINE_LIMITS = (2**31 - 1, 1024, 2**32 - 1, 2**32 - 1, 2**32 - 1)

HALF = 2**31

# What node path counts can add up to before the sum of 32 bits wraps (EB-05).
MOST = 2**32 - 1


class Refusal(Exception):
    def __init__(self, code, offset, need=None, misread=None):
        super().__init__(code, offset, need, misread)
        self.code, self.offset, self.need, self.misread = code, offset, need, misread


class Verdict:
    """code is "OK" or a name of lib/include/gdv/status.h; need is None but for codes 1-19; used counts consumed bytes."""

    def __init__(self, code, offset=0, need=None, misread=None, used=0):
        self.code, self.offset, self.need, self.misread, self.used = code, offset, need, misread, used

    def name(self):
        return self.code if self.misread is None else "%s:%s" % (self.code, self.misread)

    def __str__(self):
        need = "" if self.need is None else " need %d" % self.need
        return "%s at %d%s" % (self.name(), self.offset, need) if self.code != "OK" else "OK used %d" % self.used


def permissions(policy):
    """`strict`, `engine`, or `strict+object-id+rid` as (set of permissions, limits)."""
    base, *added = policy.split("+")
    assert base in ("strict", "engine") and set(added) <= set(PERMISSIONS), policy
    if base == "engine":
        return set(PERMISSIONS) - {"object"} | set(added), ENGINE_LIMITS
    return set(added), STRICT_LIMITS


def judge(packet, dialect, policy="strict"):
    sys.setrecursionlimit(20000)
    decoder = Decoder(packet, dialect, *permissions(policy))
    try:
        decoder.packet()
    except Refusal as no:
        return Verdict(no.code, no.offset, no.need, no.misread, decoder.pos)
    return Verdict("OK", used=decoder.pos)


def bears_narrowing(raw):
    """Whether an f64 keeps its bits on the way through 32: a quiet NaN does if those that get lost are zero."""
    bits = struct.unpack("<Q", raw)[0]
    quiet_nan = bits >> 51 & 0xFFF == 0xFFF
    return wire.fits_f32(struct.unpack("<d", raw)[0]) or (quiet_nan and bits % (1 << 29) == 0)


def lax_sequence(raw):
    """Bytes of the sequence that Godot 3.1-3.6 would take at the start of raw, or 0 (sections 7 and 12.2)."""
    lead = raw[0]
    for length, mask, bits in ((2, 0xE0, 0xC0), (3, 0xF0, 0xE0), (4, 0xF8, 0xF0), (5, 0xFC, 0xF8), (6, 0xFE, 0xFC)):
        if lead & mask == bits:
            break
    else:
        return 0
    if length > len(raw) or any(byte & 0xC0 != 0x80 for byte in raw[1:length]):
        return 0
    if length == 2:
        return 0 if lead & 0x1E == 0 else 2
    nothing = lead & (0xFF >> (length + 1)) == 0 and raw[1] & 0x3F == 0
    return 0 if nothing and (raw[2] & 0x7F) >> (7 - length) == 0 else length


def strict_sequence(raw):
    for length in range(1, 5):
        try:
            raw[:length].decode("utf-8", "strict")
            return length
        except UnicodeDecodeError:
            pass
    return 0


class Decoder:
    def __init__(self, packet, dialect, permit, limits):
        self.bytes, self.dialect, self.permit = packet, dialect, permit
        self.max_bytes, self.max_depth, self.max_values, self.max_elements, self.max_string = limits
        self.types = wire.DIALECTS[dialect]
        self.pos = 0
        self.owed = 0  # bytes at the packet's end that promised values need
        self.values = 0
        self.keys = 0  # that the value being read is, or is in
        self.seen = set()  # canonical types met

    # --- bounds

    def free(self):
        return len(self.bytes) - self.pos - self.owed

    def demand(self, size, code="TRUNCATED", at=None):
        """Refuses where fewer than size bytes are free."""
        if size > self.free():
            raise Refusal(code, self.pos if at is None else at, size - self.free())

    def demand_padding(self, size):
        """Padding after size bytes: missing, or there but promised to other values."""
        if size + pad4(size) > len(self.bytes) - self.pos:
            self.demand(size + pad4(size), "PADDING_MISSING", len(self.bytes))
        self.demand(size + pad4(size), "TRUNCATED", self.pos + size)

    def refuse(self, permission, code, offset, misread=None):
        if permission not in self.permit:
            raise Refusal(code, offset, misread=misread)

    def misreads(self, kind, offset):
        self.refuse("misread", "ENGINE_MISREADS", offset, kind)

    def u32(self):
        self.demand(4)
        self.pos += 4
        return struct.unpack_from("<I", self.bytes, self.pos - 4)[0]

    def word_at(self, at):
        return struct.unpack_from("<I", self.bytes, at)[0]

    def promise(self, n, each):
        """n values or names of at least `each` bytes, whose count word has just been read."""
        self.demand(n * each, "COUNT", self.pos - 4)
        if n > self.max_elements:
            raise Refusal("LIMIT_ELEMENTS", self.pos - 4)
        self.owed += n * each

    # --- the packet

    def packet(self):
        if not self.bytes:
            raise Refusal("EMPTY", 0, 4)
        if len(self.bytes) > self.max_bytes:
            raise Refusal("LIMIT_BYTES", 0)
        self.demand(4)
        self.owed = 4
        self.value(0)
        if self.pos < len(self.bytes):
            self.refuse("trailing", "TRAILING", self.pos)

    def value(self, depth, declared=None, packed=False, key=False):
        """Reads one promised value; returns its normal form, which compares as the engine compares keys."""
        self.owed -= 4
        here = self.pos
        if self.values == self.max_values:
            raise Refusal("LIMIT_VALUES", here)
        header = self.word_at(here)
        number = header if self.dialect == "godot2" else header & 0xFF
        if number >= len(self.types):
            raise Refusal("BAD_TYPE", here)
        self.values += 1
        name = self.types[number]
        self.seen.add(name)
        legal = wire.legal_flags(self.dialect, name)
        future = wire.future_flags(self.dialect, name)
        if header & future:
            self.misreads("CONTAINER_FLAGS", here)
        if header & ~(0xFF | legal | future):
            self.refuse("flags", "FLAGS", here)
        if declared is not None and name not in declared:
            self.misreads("ELEMENT_TYPE", here)
        self.pos += 4
        self.is_key = key
        value = self.payload(name, header & legal, here, depth)
        if packed and name == "FLOAT" and header & FLAG_64 and not bears_narrowing(self.bytes[here + 4 : here + 12]):
            self.misreads("PACKED_REAL", here)
        if key and name == "STRING_NAME" and self.dialect in ("godot4.0", "godot4.3"):
            self.misreads("STRING_KEY", here)  # EB-35
        return value

    def payload(self, name, flags, here, depth):
        if name in ("RID", "CALLABLE", "SIGNAL"):
            self.refuse(name.lower(), name, here)
        if name == "NIL":
            return ("NIL",)
        if name == "BOOL":
            value = self.u32()
            if value > 1:
                self.refuse("bool", "BOOL", self.pos - 4)
            return (name, value != 0)
        if name == "INT":
            return self.integer(bool(flags))
        if name == "FLOAT":
            return self.real(bool(flags))
        if name in wire.FLOATS:
            return self.math(name, bool(flags), here)
        if name in wire.INTEGERS:
            return self.integers(name, here)
        if name in wire.PACKED:
            return self.packed(name, bool(flags))
        if name in ("STRING", "STRING_NAME"):
            return (name, self.text(wire.any_padding(self.dialect, name)))
        if name == "RID":
            return (name, self.u64() if wire.is_godot4(self.dialect) else 0)
        if name == "CALLABLE":
            return (name,)
        if name == "SIGNAL":
            return (name, self.text(False), self.u64())
        special = {
            "NODE_PATH": lambda: self.node_path(),
            "OBJECT": lambda: self.object(bool(flags), here, depth),
            "DICTIONARY": lambda: self.dictionary(flags, here, depth),
            "ARRAY": lambda: self.array(flags, here, depth),
            "TYPED_ARRAY": lambda: self.typed_array(name, bool(flags), here, depth),
            "PACKED_TYPED_ARRAY": lambda: self.typed_array(name, bool(flags), here, depth),
            "PACKED_BYTE_ARRAY": lambda: self.byte_array(),
            "PACKED_STRING_ARRAY": lambda: self.string_array(),
            "IMAGE": lambda: self.image(),
            "INPUT_EVENT": lambda: self.input_event(),
        }
        return special[name]()

    # --- numbers

    def u64(self):
        self.demand(8)
        self.pos += 8
        return struct.unpack_from("<Q", self.bytes, self.pos - 8)[0]

    def integer(self, wide):
        at = self.pos
        size = 8 if wide else 4
        self.demand(size)
        value = struct.unpack_from("<q" if wide else "<i", self.bytes, at)[0]
        needed = self.dialect == "godot3.0" or not -HALF <= value < HALF
        if wide != needed:
            self.refuse("wide", "WIDTH", at)
        self.pos += size
        return ("INT", value)

    def component(self, size):
        """A floating-point number, bounds checked before; its normal form. Godot 2 compares bits, and NaN with nothing."""
        value = struct.unpack_from("<d" if size == 8 else "<f", self.bytes, self.pos)[0]
        if value - value != 0:
            self.refuse("nonfinite", "NONFINITE", self.pos)
        self.pos += size
        if self.dialect == "godot2":
            return object() if value != value else bytes(self.bytes[self.pos - size : self.pos])
        return "nan" if value != value else value

    def real(self, wide):
        at = self.pos
        self.demand(8 if wide else 4)
        value = self.component(8 if wide else 4)
        if self.dialect != "godot2":
            needed = value == "nan" or not wire.fits_f32(value)
            if wide != needed:
                self.refuse("wide", "WIDTH", at)
        return ("FLOAT", value)

    def math(self, name, wide, here):
        parts = wire.FLOATS[name]
        if wire.is_pandemonium(self.dialect):
            if name == "VECTOR4":
                return self.short_advance(name, here, "f")
            if name == "PROJECTION":
                self.misreads("PROJECTION", here)
                if "engine-span" in self.permit and len(self.bytes) - self.pos < 248:
                    raise Refusal("ENGINE_MISREADS", here, misread="PROJECTION")
        size = 8 if wide else 4
        self.demand(parts * size)
        return (name,) + tuple(self.component(size) for _ in range(parts))

    def integers(self, name, here):
        if wire.is_pandemonium(self.dialect) and name == "VECTOR4I":
            return self.short_advance(name, here, "i")
        size = 4 * wire.INTEGERS[name]
        self.demand(size)
        self.pos += size
        return (name,) + struct.unpack_from("<%di" % (size // 4), self.bytes, self.pos - size)

    def short_advance(self, name, here, form):
        """Pandemonium takes 16 bytes and counts 12 (EB-13)."""
        self.misreads("VECTOR4", here)
        at = self.pos
        if "engine-span" in self.permit:
            left = len(self.bytes) - at
            if left < 16:
                raise Refusal("TRUNCATED", at, 16 - left)
            self.demand(12)
        else:
            self.demand(16)
        parts = struct.unpack_from("<4" + form, self.bytes, at)
        for index, value in enumerate(parts):
            if value - value != 0:
                self.refuse("nonfinite", "NONFINITE", at + 4 * index)
        self.pos += 12 if "engine-span" in self.permit else 16
        return (name,) + tuple("nan" if value != value else value for value in parts)

    # --- text

    def text(self, garbage, closed=False):
        """STR; with closed, an element of a string array: STRZ."""
        word = self.pos
        size = self.u32()
        if size >= HALF:
            raise Refusal("BAD_LENGTH", word)
        self.demand(size, "LENGTH", word)
        self.demand_padding(size)
        if size > self.max_string:
            raise Refusal("LIMIT_STRING", word)
        at, end = self.pos, self.pos + size
        if closed and size > 0 and self.bytes[end - 1] == 0:
            kept = self.characters(at, end - 1)
        else:
            kept = self.characters(at, end)
            if closed:
                self.refuse("text-terminator", "TEXT_TERMINATOR", end)
        self.padding(size, garbage)
        return kept

    def padding(self, size, garbage):
        """Skips size bytes and their padding, which counts from the length: an old node path leaves no alignment."""
        end = self.pos + size + pad4(size)
        for offset in range(self.pos + size, end):
            if self.bytes[offset] and not garbage:
                self.refuse("padding", "PADDING", offset)
        self.pos = end

    def characters(self, at, end):
        """Checks text; returns what the engine keeps of it."""
        if self.bytes[at : min(at + 3, end)] == b"\xef\xbb\xbf":
            self.refuse("text-bom", "TEXT_BOM", at)
            at += 3
        start = at
        while at < end:
            if self.bytes[at] == 0:
                self.refuse("text-nul", "TEXT_NUL", at)
                break
            length = strict_sequence(self.bytes[at:min(end, at + 4)])
            if length == 0:
                if self.dialect in ("godot2", "godot3.0"):
                    length = 1
                elif self.dialect in ("godot3", "pandemonium-33"):
                    length = lax_sequence(self.bytes[at:min(end, at + 6)])
                if length == 0:
                    raise Refusal("BAD_UTF8", at)
                self.refuse("text-utf8", "TEXT_UTF8", at)
            at += length
        return bytes(self.bytes[start:at])

    def name_list(self, n, garbage):
        names = []
        for _ in range(n):
            self.owed -= 4
            names.append(self.text(garbage))
        return tuple(names)

    def node_path(self):
        first = self.pos
        word = self.u32()
        if word < HALF:
            if self.dialect not in ("godot2", "godot3.0"):
                raise Refusal("BAD_NODE_PATH", first)
            self.refuse("node-path", "NODE_PATH", first)
            self.demand(word, "LENGTH", first)
            kept = self.characters(self.pos, self.pos + word)
            self.pos += word
            return ("NODE_PATH", "old", kept)
        names, subnames, flags = word - HALF, self.u32(), self.u32()
        total = names + subnames + (flags >> 1 & 1)
        most = self.free() // 4
        if total > most:
            if total > MOST:
                raise Refusal("ENGINE_MISREADS", first, misread="COUNT_WRAPS")
            wrong = 0 if names > most else 4 if names + subnames > most else 8
            raise Refusal("COUNT", first + wrong, 4 * total - self.free())
        if flags & ~(3 if self.dialect == "godot2" else 1):
            self.refuse("node-path", "NODE_PATH", first + 8)
        if self.dialect == "godot2" and names == 0 and (subnames or flags & 3):
            self.misreads("NO_NAMES", first)  # EB-36
        if total > self.max_elements:
            raise Refusal("LIMIT_ELEMENTS", first)
        self.owed += 4 * total
        kept = self.name_list(names, True), self.name_list(total - names, True)
        if self.dialect == "godot2":
            return self.godot2_path(kept, flags & 1, flags & 2)
        absolute = flags & 1 if self.dialect in ("godot4.3", "godot4.4") or kept != ((), ()) else 0
        return ("NODE_PATH", absolute, kept)

    def godot2_path(self, kept, absolute, extra):
        """As a key: without names it is empty, and an empty property is none (section 7)."""
        names, others = kept
        if not names:
            return ("NODE_PATH", 0, ((), ()))
        subnames, extra = (others[:-1], others[-1]) if extra else (others, b"")
        return ("NODE_PATH", absolute, (names, subnames), extra)

    # --- containers

    def deeper(self, depth, here):
        if depth + 1 > self.max_depth:
            raise Refusal("LIMIT_DEPTH", here)

    def shared_count(self):
        at = self.pos
        count = self.u32()
        if count >= HALF:
            if self.dialect != "godot2":
                self.refuse("flags", "FLAGS", at)
            count -= HALF
        return count

    def container_type(self, kind, here):
        """The type that a container of Godot 4.3+ declares: None, or the canonical types that its elements may have."""
        if kind == 0:
            return None
        at = self.pos
        if kind == 1:
            number = self.u32()
            if number >= len(self.types):
                raise Refusal("BAD_TYPE", at)
            if self.types[number] in ("NIL", "OBJECT"):
                self.misreads("CONTAINER_TYPE", at)
                return None
            return (self.types[number],)
        self.object_ids(here)
        kept = self.text(False)
        if "object" not in self.permit and (kind == 3 or kept != b"EncodedObjectAsID"):
            self.misreads("CLASS_IGNORED", at)
        return ("OBJECT", "NIL")

    def object_ids(self, here):
        """Containers of objects need either permission."""
        if not self.permit & {"object", "object-id"}:
            raise Refusal("OBJECT_ID", here)

    def nested_key(self, here):
        """A container that is a key inside a key costs these engines twice the time (EB-37)."""
        if self.is_key and self.keys > 1 and self.dialect in ("godot2", "godot3.0", "godot3"):
            self.misreads("KEY_IN_KEY", here)

    def array(self, flags, here, depth):
        kind = flags >> 16 & 3
        declared = self.container_type(kind, here)
        count = self.shared_count()
        self.promise(count, 4)
        self.nested_key(here)
        if count:
            self.deeper(depth, here)
        return ("ARRAY", tuple(self.value(depth + 1, declared) for _ in range(count)))

    def dictionary(self, flags, here, depth):
        key_kind, value_kind = flags >> 16 & 3, flags >> 18 & 3
        keys, values = self.container_type(key_kind, here), self.container_type(value_kind, here)
        count = self.shared_count()
        self.promise(count, 8)
        self.nested_key(here)
        if count:
            self.deeper(depth, here)
        kept, repeated = {}, None
        for _ in range(count):
            at = self.pos
            self.keys += 1
            key = self.value(depth + 1, keys, key=True)
            self.keys -= 1
            if wire.is_godot4(self.dialect) and key[0] == "STRING_NAME":
                key = ("STRING", key[1])  # as a key, and nowhere else: in an array the two differ
            if key in kept and repeated is None:
                repeated = at
            kept[key] = self.value(depth + 1, values)
        if repeated is not None:
            self.refuse("duplicate-keys", "DUPLICATE_KEY", repeated)
        same = tuple(kept.items()) if wire.is_godot4(self.dialect) else object()
        return ("DICTIONARY", same)

    def typed_array(self, name, ids, here, depth):
        """Pandemonium 5 (section 5.8)."""
        packed = name == "PACKED_TYPED_ARRAY"
        at = self.pos
        number = self.u32()
        if number >= len(self.types):
            self.misreads("ELEMENT_RANGE", at)
        number &= HALF - 1
        element = self.types[number] if number < len(self.types) else None
        declared = () if element is None else (element,)
        if element == "OBJECT":
            declared = ("OBJECT", "NIL")
            if ids:
                self.object_ids(here)
            else:
                self.misreads("TYPED_OBJECTS", here)
                self.class_name(depth, here)
        elif ids:
            self.refuse("flags", "FLAGS", here)
        count_at = self.pos
        count = self.shared_count()
        self.promise(count, 4)
        if packed and element == "NIL" and count:
            self.misreads("PACKED_NIL", count_at)
        if count:
            self.deeper(depth, here)
        return (name, element, tuple(self.value(depth + 1, declared, packed) for _ in range(count)))

    def class_name(self, depth, here):
        self.deeper(depth, here)
        at = self.pos
        self.demand(4)
        if self.word_at(at) & 0xFF != wire.type_id(self.dialect, "STRING_NAME"):
            raise Refusal("BAD_CLASS_NAME", at)
        self.owed += 4
        self.value(depth + 1)

    def object(self, by_id, here, depth):
        if self.dialect == "godot2":
            self.refuse("object-id", "OBJECT_ID", here)
            return ("OBJECT", 0)
        if by_id:
            self.refuse("object-id", "OBJECT_ID", here)
            # Each id becomes a holder of its own, equal to itself alone; 0 becomes null.
            return ("OBJECT", 0 if self.u64() == 0 else object())
        self.refuse("object", "OBJECT", here)
        garbage = wire.any_padding(self.dialect, "OBJECT")
        if not self.text(garbage):
            return ("OBJECT", 0)
        at = self.pos
        count = self.u32()
        if count >= HALF:
            raise Refusal("BAD_LENGTH", at)
        self.promise(count, 8)
        if count:
            self.deeper(depth, here)
        for _ in range(count):
            self.owed -= 4
            self.text(garbage)
            self.value(depth + 1)
        return ("OBJECT", object())

    # --- packed arrays

    def byte_array(self):
        at = self.pos
        count = self.u32()
        if count >= HALF:
            raise Refusal("BAD_LENGTH", at)
        self.demand(count, "COUNT", at)
        if count > self.max_elements:
            raise Refusal("LIMIT_ELEMENTS", at)
        self.demand_padding(count)
        start = self.pos
        self.padding(count, wire.any_padding(self.dialect, "PACKED_BYTE_ARRAY"))
        return ("PACKED_BYTE_ARRAY", bytes(self.bytes[start : start + count]))

    def packed(self, name, wide):
        parts, size, floating = wire.PACKED[name]
        size *= 2 if wide else 1
        at = self.pos
        count = self.u32()
        if count >= HALF:
            raise Refusal("BAD_LENGTH", at)
        self.demand(count * parts * size, "COUNT", at)
        if count > self.max_elements:
            raise Refusal("LIMIT_ELEMENTS", at)
        start, kept = self.pos, []
        for _ in range(count * parts):
            if floating:
                kept.append(self.component(size))
            else:
                kept.append(bytes(self.bytes[self.pos : self.pos + size]))
                self.pos += size
        if wire.is_pandemonium(self.dialect) and name in ("PACKED_VECTOR4_ARRAY", "PACKED_VECTOR4I_ARRAY"):
            for z in range(start + 8, self.pos, 16):
                if self.bytes[z : z + 4] != self.bytes[z + 4 : z + 8]:
                    self.misreads("VECTOR4_ARRAY", z + 4)
        return (name, tuple(kept))

    def string_array(self):
        at = self.pos
        count = self.u32()
        if count >= HALF:
            if self.dialect in ("godot2", "godot3.0"):
                raise Refusal("BAD_LENGTH", at)
            raise Refusal("ENGINE_MISREADS", at, misread="COUNT_NEGATIVE")
        self.promise(count, 4)
        kept = []
        garbage = wire.any_padding(self.dialect, "PACKED_STRING_ARRAY")
        for _ in range(count):
            self.owed -= 4
            kept.append(self.text(garbage, closed=True))
        return ("PACKED_STRING_ARRAY", tuple(kept))

    # --- Godot 2

    def image(self):
        at = self.pos
        form = self.u32()
        if form >= wire.IMAGE_FORMATS:
            raise Refusal("BAD_IMAGE", at)
        mipmaps, width, height, size = self.u32(), self.u32(), self.u32(), self.u32()
        if size >= HALF:
            raise Refusal("BAD_LENGTH", at + 16)
        self.demand(size, "LENGTH", at + 16)
        self.demand_padding(size)
        wrong = self.wrong_word(form, mipmaps, width, height, size)
        if wrong is not None:
            self.misreads("IMAGE_SIZE", at + 4 * wrong)
        self.padding(size, True)
        kept = size and width in wire.IMAGE_SIDES and height in wire.IMAGE_SIDES and (
            form == wire.IMAGE_CUSTOM or wire.image_size(form, mipmaps, width, height, size) == size)
        return ("IMAGE", object() if kept else None)

    def wrong_word(self, form, mipmaps, width, height, size):
        """Which of its five words makes the engine read an image as empty, or count mipmaps without end."""
        if not size:
            words = (form, mipmaps, width, height)
            return next((index for index, word in enumerate(words) if word), None)
        if mipmaps >= HALF or mipmaps > size:
            return 1
        for index, side in ((2, width), (3, height)):
            if side not in wire.IMAGE_SIDES:
                return index
        if form != wire.IMAGE_CUSTOM and wire.image_size(form, mipmaps, width, height, size) != size:
            return 4
        return None

    def input_event(self):
        at = self.pos
        event = self.u32()
        if event >= len(wire.INPUT_EVENT_WORDS):
            raise Refusal("BAD_INPUT_EVENT", at)
        _, length = self.u32(), self.u32()
        extra = wire.INPUT_EVENT_WORDS[event]
        if length != 12 + 4 * extra:
            self.misreads("EVENT_LENGTH", at + 8)
        words = []
        for index in range(extra):
            words.append(self.u32())
            if event == 1 and index == 0 and words[0] & ~wire.KEY_MODIFIERS:
                self.refuse("flags", "FLAGS", at + 12)
                words[0] &= wire.KEY_MODIFIERS
        if event == 4:
            self.pos -= 4
            self.component(4)
            words[1] = 0 if words[1] == HALF else words[1]
        return ("INPUT_EVENT", event, tuple(words))  # whatever the device: rather too much is equal


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]


def agrees_with_engines(folder):
    """Prints each packet on which this decoder and an engine differ, but for the listed exceptions."""
    excepted = {(dialect, name): code for dialect, name, code, _ in rows(os.path.join(folder, "exceptions.tsv"))}
    compared = differing = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.tsv"))):
        dialect = os.path.basename(path)[: -len(".tsv")]
        if dialect == "exceptions":
            continue
        for name, verdict, used, packet in rows(path):
            said = judge(bytes.fromhex(packet), dialect, "engine")
            expected = excepted.get((dialect, name), "OK" if verdict == "accept" else None)
            same = said.code == expected if expected else said.code != "OK"
            if not same or (said.code == "OK" and used != str(said.used)):
                differing += 1
                print("%s %s: the engine says %s, used %s; judge.py %s" % (dialect, name, verdict, used, said))
            compared += 1
    print("%d packets compared, %d differ" % (compared, differing))
    return compared > 0 and differing == 0


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--verdicts":
        sys.exit(not agrees_with_engines(arguments[1]))
    if len(arguments) < 3:
        sys.exit(__doc__)
    dialect, policy, *packets = arguments
    for packet in packets:
        print(judge(bytes.fromhex(packet), dialect, policy))


if __name__ == "__main__":
    main(sys.argv[1:])
