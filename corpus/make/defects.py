# SPDX-License-Identifier: MIT
"""Walks the wire table and damages each type in each way that it can be damaged. make_malformed.py stores the packets.

Code, offset and need of a row follow from the layout (layout.py) and the rule of the wire reference beside each defect,
not from a decoder. Where a defect is the same in many dialects but for the type id, the dialects take turns: each
boundary and wrapped count of a type is in one of them, and each type of each dialect has some. What differs between
dialects is in all of them.
"""

import math

import forms
import samples
import wire
from layout import Layout
from wire import u32

MOST = 0x7FFFFFFF
DEFECTS = "cut length count flag padding utf8 nested depth".split()
STRICT_DEPTH = 32


class Damage:
    """The packets so far; and for each dialect, type and defect how many, or why there are none."""

    def __init__(self, writers, stored):
        """stored: (dialect, policy, packet) of the packets that are there already."""
        self.writers = writers
        self.rows = []
        self.stored = set(stored)
        self.tally = {}

    def note(self, w, name, defect, n=1):
        self.tally[w.dialect, name, defect] = self.tally.get((w.dialect, name, defect), 0) + n

    def add(self, w, name, defect, slug, packet, policy, said, why):
        """said: (code, offset, need)."""
        self.note(w, name, defect)
        code, offset, need = said
        if (w.dialect, policy, packet) not in self.stored:
            self.stored.add((w.dialect, policy, packet))
            self.rows.append((w, slug, packet, policy, code, offset, why, need))

    def turn(self, w, name, index):
        """Whether this dialect takes the index-th of the packets that all dialects with the type would share."""
        carriers = [other.dialect for other in self.writers if other.has(name)]
        return carriers[index % len(carriers)] == w.dialect


def policy_of(base, needs):
    """The engine policy permits all but objects of itself."""
    return "+".join([base, *(need for need in needs if base == "strict" or need == "object")])


# --- cut


def cuts(damage, w, name):
    """At the beginning of each field, and inside it: what the first unmet demand says."""
    at = 0
    for form in forms.forms(w, name):
        whole = form.make()
        for field in whole.fields:
            for cut in sorted({field.at, field.at + field.size // 2}):
                at += 1
                if cut == 0 or not damage.turn(w, name, at):
                    continue
                said = whole.unmet(cut)
                damage.add(w, name, "cut", "cut_%s%s_at_%d" % (name.lower(), form.suffix, cut), whole.packet[:cut],
                           policy_of("strict", form.needs), said, "section 5: ends at or in a field: %s" % field.kind)


# --- lengths


def lengths(damage, w, name):
    for index, slot in enumerate(forms.slots(w, name)):
        for defect, content, lie, said, why in length_lies(slot):
            if defect in ("wraps", "rounds", "most") and not damage.turn(w, name, index + len(defect)):
                continue
            made = slot.make(content, {slot.name: lie})
            at = made.slot("length", slot.name).at
            said = made.unmet(len(made.packet)) if said is None else (said[0], at + said[1], None)
            damage.add(w, name, "length", slug_of(name, slot, "length_" + defect), made.packet,
                       policy_of("strict", slot.needs), said, why)


def length_lies(slot):
    """(defect, content, length sent, (code, offset from the length word) or None for an unmet demand, why)."""
    end = b"\0" if slot.closed else b""
    full, odd, spare = b"abcd"[: 4 - len(end)] + end, b"abc"[: 3 - len(end)] + end, b"abcde"[: 5 - len(end)] + end
    found = [("most", full, MOST, None, "section 4: 2^31-1 bytes")]
    if slot.kind != "old":
        found.append(("wraps", full, 0xFFFFFFFD, ("BAD_LENGTH", 0), "section 4: rounded up to four it is 0 in 32 bits"))
        found.append(("rounds", full, MOST - 2, None, "section 4: rounded up to four it is 2^31, negative to engines"))
    if slot.last:
        found.append(("plus_1", full, 5, None, "section 4: one byte more than there is"))
    if slot.kind == "text":
        found.append(("plus_1_padded", odd, 4, ("TEXT_NUL", 4 + 3 - len(end)), "section 4: the padding becomes text"))
    if slot.closed:
        found.append(("minus_1", full, 3, ("TEXT_TERMINATOR", 4 + 3), "section 4: the closing NUL becomes padding"))
    elif slot.kind == "old":
        found.append(("minus_1", full, 3, ("TRAILING", 4 + 3), "section 5.3: no padding, so a byte is left over"))
    elif not slot.any_padding:
        found.append(("minus_1", odd, 2, ("PADDING", 4 + 2), "section 4: the last byte becomes padding"))
    if slot.last and slot.kind != "old" and not slot.closed:
        found.append(("minus_1_word", spare, 4, ("TRAILING", 4 + 4), "section 4: the last byte is left over, padded"))
    return found


def slug_of(name, slot, rest):
    return "_".join(filter(None, [name.lower(), slot.name, slot.suffix, rest]))


def event_lengths(damage, w):
    """The embedded length of an input event is ignored by the engine (EB-18), so every lie is misread."""
    made = Layout(w)
    forms.input_event(made, 1)
    at = made.slot("length", "event").at
    for defect, lie in (("plus_1", 21), ("minus_1", 19), ("wraps", 0xFFFFFFFD), ("most", MOST)):
        told = forms.input_event(Layout(w, {"event": lie}), 1)
        damage.add(w, "INPUT_EVENT", "length", "input_event_length_" + defect, told.packet, "strict",
                   ("ENGINE_MISREADS:EVENT_LENGTH", at, None), "EB-18: the embedded length is ignored")


# --- counts


def counts(damage, w, name):
    for index, count in enumerate(forms.counts(w, name)):
        key = count.name if count.name in ("names", "subnames", "properties") else "count"
        marker = 0x80000000 if count.name == "names" else 0
        wraps = 2**32 // math.gcd(count.unit, 2**32) + 1
        lies = [("plus_1", 3, "promises one more than there is")]
        if damage.turn(w, name, index):
            lies += [("wraps", wraps, "times %d bytes it is %d in 32 bits" % (count.unit, count.unit))]
            lies += [("most", MOST, "2^31-1 of at least %d bytes" % count.unit)] if count.name else []
        for defect, lie, why in lies:
            made = count.make(2, {key: lie | marker})
            damage.add(w, name, "count", count_slug(name, count, defect), made.packet,
                       policy_of("strict", count.needs), made.unmet(len(made.packet)), "sections 5 and 11: " + why)
        left = len(count.make(1).packet)
        made = count.make(2, {key: 1 | marker})
        damage.add(w, name, "count", count_slug(name, count, "minus_1"), made.packet,
                   policy_of("strict", count.needs), ("TRAILING", left, None), "section 11: the last one is left over")
        if marker == 0:
            negative_count(damage, w, name, count, key)


def count_slug(name, count, defect):
    return "_".join(filter(None, [name.lower(), "count", count.name, defect]))


def negative_count(damage, w, name, count, key):
    made = count.make(1, {key: 0xFFFFFFFF})
    at = made.slot("count", key).at
    said = (count.negative, at, None)
    if count.negative == "shared":  # Godot 2 has that bit, and then 2^31-1 elements
        said = ("COUNT", at, count.unit * MOST - (len(made.packet) - at - 4))
    elif count.negative == "COUNT":
        said = made.unmet(len(made.packet))
    damage.add(w, name, "count", count_slug(name, count, "ffffffff"), made.packet, policy_of("strict", count.needs),
               said, "EB-04, EB-06, EB-19: a count that engines take for -1, or whose bit 31 they ignore")


# --- header bits


def flags(damage, w, name):
    """Bits 16-23, which have a meaning for some types, for each type; the others for some types of each dialect.
    Godot 2 compares the whole word (section 3)."""
    number = w.types.index(name)
    known = 0xFF | wire.legal_flags(w.dialect, name) | wire.future_flags(w.dialect, name)
    form = forms.forms(w, name)[0]
    made = form.make()
    head = int.from_bytes(made.packet[:4], "little")
    for bit in range(8, 32):
        taken = damage.turn(w, name, bit) if 16 <= bit < 24 else number % 16 == bit % 16
        if known >> bit & 1 or not taken:
            continue
        said = ("BAD_TYPE" if w.dialect == "godot2" else "FLAGS", 0, None)
        damage.add(w, name, "flag", "bit_%d_of_%s" % (bit, name.lower()), u32(head | 1 << bit) + made.packet[4:],
                   policy_of("strict", form.needs), said, "section 3: a header bit that means nothing for the type")


# --- text


def paddings(damage, w, name):
    for slot in forms.slots(w, name):
        if slot.any_padding or slot.kind == "old":
            continue
        made = slot.make(b"a\0" if slot.closed else b"a")
        last = made.slot("padding", slot.name)
        at = last.at + last.size - 1
        packet = made.packet[:at] + b"\1" + made.packet[at + 1:]
        damage.add(w, name, "padding", slug_of(name, slot, "padding"), packet, policy_of("strict", slot.needs),
                   ("PADDING", at, None), "EB-02: the last byte of the padding is set; these encoders write zero")


def lax(w):
    """0: strict UTF-8; 1: surrogates and the like pass (EB-07); 2: all bytes do (section 7)."""
    return {"godot2": 2, "godot3.0": 2, "godot3": 1, "pandemonium-33": 1}.get(w.dialect, 0)


def bad_texts(damage, w, name):
    for slot in forms.slots(w, name):
        if slot.kind == "data":
            continue
        for defect, raw, least in (("ff", b"\xff", 2), ("surrogate", b"\xed\xa0\x80", 1)):
            made = slot.make(b"ab" + raw + (b"\0" if slot.closed else b""))
            at = made.slot("text", slot.name).at + 2
            reads = lax(w) >= least
            damage.add(w, name, "utf8", slug_of(name, slot, "utf8_" + defect), made.packet,
                       policy_of("strict" if reads else "engine", slot.needs),
                       ("TEXT_UTF8" if reads else "BAD_UTF8", at, None),
                       "section 7: this engine reads it" if reads else "section 7: this engine refuses it")


# --- nested values of another type


def another(w, name):
    """A value that is not of the type: an int, or a string."""
    return w.string("a") if name == "INT" else w.int(1)


def nested_types(damage, w, name):
    """In each slot of a container that declares a type: for each type that it may declare."""
    for number, declared in enumerate(w.types):
        if declared in ("NIL", "OBJECT"):
            continue  # Godot 4 declares neither, Pandemonium misreads them before it looks: rows by hand
        wrong = another(w, declared)
        if name in forms.TYPED and number % 2 == forms.TYPED.index(name):
            packet = w.head(name) + u32(number) + u32(1) + wrong
            misplaced(damage, w, name, declared, "element", packet, 12)
        for what, shift in forms.container_kinds(w, name).items():
            packet = w.head(name, 1 << shift) + u32(number) + u32(1)
            if what == "element" and damage.turn(w, "PACKED_VECTOR4_ARRAY" if w.has("PACKED_VECTOR4_ARRAY") else name,
                                                 number):
                misplaced(damage, w, name, declared, what, packet + wrong, 12)
            if what == "key":
                misplaced(damage, w, name, declared, what, packet + wrong + w.nil(), 12)
            if what == "value":
                misplaced(damage, w, name, declared, what, packet + w.nil() + wrong, 16)


def misplaced(damage, w, name, declared, what, packet, offset):
    damage.add(w, name, "nested", "%s_%s_is_no_%s" % (name.lower(), what, declared.lower()), packet, "strict",
               ("ENGINE_MISREADS:ELEMENT_TYPE", offset, None), "EB-16, EB-26, EB-27: not of the declared type")


# --- depth


def nests(w, name):
    """{slot: (value around another, offset of the inner one, permissions)} for each place where a type holds values."""
    if name == "ARRAY":
        found = {"element": (w.array, 8, [])}
        if forms.container_kinds(w, name):
            found["typed"] = (lambda value: w.kinded_array("ARRAY", value), 12, [])
        return found
    if name == "DICTIONARY":
        doubles = w.dialect in ("godot2", "godot3.0", "godot3")  # EB-37
        found = {"key": (lambda value: w.dictionary((value, w.nil())), 8, ["misread"] if doubles else []),
                 "value": (lambda value: w.dictionary((w.nil(), value)), 12, [])}
        if forms.container_kinds(w, name):
            found["typed_key"] = (lambda value: w.kinded_dictionary("DICTIONARY", None, (value, w.nil())), 12, [])
            found["typed_value"] = (lambda value: w.kinded_dictionary(None, "DICTIONARY", (w.nil(), value)), 16, [])
        return found
    if name in forms.TYPED:
        return {"element": (lambda value: w.typed_array(name, value, name=name), 12, [])}
    if name == "OBJECT" and w.dialect != "godot2":
        return {"property": (lambda value: w.object("A", ("p", value)), 24, ["object"])}
    return {}


def innermost(w, name, slot):
    """The deepest value, which must be of the declared type."""
    if slot.startswith("typed") or name in forms.TYPED:
        return {"ARRAY": w.kinded_array, "DICTIONARY": lambda _: w.dictionary()}.get(
            name, lambda _: w.typed_array("INT", name=name))("ARRAY")
    return w.nil()


def depths(damage, w, name, accepts):
    """One level too deep in each place; one level less is accepted, which `accepts` is asked."""
    for slot, (around, inner, needs) in nests(w, name).items():
        leaf = innermost(w, name, slot)
        policy = policy_of("strict", needs)
        deep = samples.nested(around, leaf, STRICT_DEPTH)
        assert accepts(deep, w.dialect, policy), (w.dialect, name, slot, "at the limit")
        damage.add(w, name, "depth", "%s_%s_depth_33" % (name.lower(), slot), around(deep), policy,
                   ("LIMIT_DEPTH", STRICT_DEPTH * inner, None), "EB-09 and section 7: one level beyond the limit")
    if name in forms.TYPED:
        named = w.head(name) + u32(w.types.index("OBJECT")) + w.string_name("A") + u32(0)
        deep = samples.nested(w.array, named, STRICT_DEPTH)
        damage.add(w, name, "depth", name.lower() + "_class_depth_33", deep, "strict+misread",
                   ("LIMIT_DEPTH", STRICT_DEPTH * 8, None), "section 7: the class name counts a level")


# --- all


def none_because(w, name, defect):
    """Why the type cannot have the defect, or None."""
    texts, kept = forms.slots(w, name), forms.counts(w, name)
    if defect == "length" and not texts and name != "INPUT_EVENT":
        return "no length"
    if defect == "count" and not kept:
        return "its count is a length of bytes" if name == "PACKED_BYTE_ARRAY" else "no count"
    if defect == "padding":
        if not any(slot.kind != "old" for slot in texts):
            return "no padding"
        return "any padding (EB-01, EB-02)" if all(slot.any_padding or slot.kind == "old" for slot in texts) else None
    if defect == "utf8" and not any(slot.kind != "data" for slot in texts):
        return "no text"
    if defect == "nested" and name not in forms.TYPED and not forms.container_kinds(w, name):
        return "declares no type"
    if defect == "depth" and not nests(w, name):
        return "holds no values"
    return None


def walk(writers, stored, accepts):
    """accepts(packet, dialect, policy): what a second reading says of packets at a limit."""
    damage = Damage(writers, stored)
    for w in writers:
        for name in w.types:
            cuts(damage, w, name)
            lengths(damage, w, name)
            counts(damage, w, name)
            flags(damage, w, name)
            paddings(damage, w, name)
            bad_texts(damage, w, name)
            nested_types(damage, w, name)
            depths(damage, w, name, accepts)
        if w.has("INPUT_EVENT"):
            event_lengths(damage, w)
    return damage


def matrix(damage):
    """Lines: for each dialect and type how many packets there are of each defect, or why there are none. Raises where
    there is neither."""
    lines = ["dialect\ttype\t" + "\t".join(DEFECTS)]
    for w in damage.writers:
        for name in w.types:
            cells = []
            for defect in DEFECTS:
                n = damage.tally.get((w.dialect, name, defect), 0)
                why = none_because(w, name, defect)
                assert (n == 0) == (why is not None), (w.dialect, name, defect, n, why)
                cells.append("%d" % n if n else "does not apply: " + why)
            lines.append("\t".join([w.dialect, name, *cells]))
    return lines
