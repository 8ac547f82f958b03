# SPDX-License-Identifier: MIT
"""Each type of each dialect as layouts, walked by defects.py: the forms that its values have, the slots in which they
hold text or bytes, and the counts that they begin with. From wire.py and sections 3-5 of the wire reference."""

import samples
import wire
from layout import Layout
from wire import FLAG_64, OBJECT_ID, f32, f64, u32, u64

KINDS = {"class": 2, "script": 3}
TYPED = ("TYPED_ARRAY", "PACKED_TYPED_ARRAY")


class Form:
    """make(lies) lays out a value; needs: the permissions without which strict refuses it whatever its bytes."""

    def __init__(self, suffix, make, needs=()):
        self.suffix, self.make, self.needs = suffix, make, tuple(needs)


class Slot:
    """make(content, lies) lays out a value with that content in the slot.

    last: nothing follows it in the packet; any_padding: what pads it means nothing; closed: STRZ, whose NUL is part of
    the content; kind: text, old (a node path without padding), or data.
    """

    def __init__(self, name, make, needs=(), last=False, any_padding=False, closed=False, kind="text", suffix=""):
        self.name, self.make, self.needs, self.suffix = name, make, tuple(needs), suffix
        self.last, self.any_padding, self.closed, self.kind = last, any_padding, closed, kind


class Count:
    """make(n, lies) lays out a value with n elements, with nothing after them; negative: what becomes of bit 31."""

    def __init__(self, name, make, unit, negative, needs=()):
        self.name, self.make, self.unit, self.negative, self.needs = name, make, unit, negative, tuple(needs)


def needs_of(w, name):
    permission = samples.permission(w.dialect, name)
    return [permission] if permission else []


def container_kinds(w, name):
    """Shifts of the kinds in the header of an array or dictionary: {what it declares: shift}."""
    flags = wire.legal_flags(w.dialect, name)
    if name == "ARRAY" and flags:
        return {"element": 16}
    if name == "DICTIONARY" and flags:
        return {"key": 16, "value": 18}
    return {}


def forms(w, name):
    wide = wire.legal_flags(w.dialect, name) == FLAG_64
    needs = needs_of(w, name)

    def laid(*raws, flags=0):
        return lambda lies=None: Layout(w, lies).value(name, *raws) if not flags else \
            Layout(w, lies).head(name, flags).numbers(raws)

    if name in ("NIL", "CALLABLE") or (name == "RID" and not wire.is_godot4(w.dialect)):
        return [Form("", laid(), needs)]
    if name == "RID":
        return [Form("", laid(u64(5)), needs)]
    if name in ("BOOL", "INT"):
        return [Form("", laid(u32(1)))] + ([Form("_wide", laid(u64(2**40), flags=FLAG_64))] if wide else [])
    if name == "FLOAT" or name in wire.FLOATS:
        n = wire.FLOATS.get(name, 1)
        narrow, broad = [f32(0.5)] * n, [f64(0.1)] * n
        return [Form("", laid(*narrow), needs)] + ([Form("_wide", laid(*broad, flags=FLAG_64))] if wide else [])
    if name in wire.INTEGERS:
        return [Form("", laid(*[u32(7)] * wire.INTEGERS[name]), needs)]
    if name == "OBJECT":
        return object_layouts(w)
    if name in ("STRING", "STRING_NAME"):
        return [Form("", lambda lies=None: Layout(w, lies).head(name).text("ab", "text"))]
    if name == "SIGNAL":
        return [Form("", lambda lies=None: Layout(w, lies).head(name).text("ab", "text").numbers([u64(9)]), needs)]
    if name == "NODE_PATH":
        made = [Form("", lambda lies=None: Layout(w, lies).head(name).path(["ab"], ["c"]))]
        if w.dialect == "godot2":
            made.append(Form("_property", lambda lies=None: Layout(w, lies).head(name).path(["a"], [], ["p"], 2)))
        return made
    if name == "INPUT_EVENT":
        return [Form("_%d" % event, lambda lies=None, event=event: input_event(Layout(w, lies), event))
                for event in range(len(wire.INPUT_EVENT_WORDS))]
    if name == "IMAGE":
        return [Form("", lambda lies=None: image(Layout(w, lies), b"\0\x40\x80\xc0\xff"))]
    if name in TYPED:
        return typed_layouts(w, name)
    if name in ("ARRAY", "DICTIONARY"):
        return container_layouts(w, name)
    if name == "PACKED_STRING_ARRAY":
        return [Form("", lambda lies=None: strings(Layout(w, lies), [b"a\0", b"bcd\0"]))]
    if name == "PACKED_BYTE_ARRAY":
        return [Form("", lambda lies=None: Layout(w, lies).head(name).data(b"12345", "bytes", "COUNT"))]
    return [Form("_wide" if is_wide else "", lambda lies=None, is_wide=is_wide: packed(w, name, 2, is_wide, lies))
            for is_wide in ([False, True] if wide else [False])]


def object_layouts(w):
    if w.dialect == "godot2":
        return [Form("", lambda lies=None: Layout(w, lies).head("OBJECT"), ["object-id"])]

    def full(lies=None):
        made = Layout(w, lies).head("OBJECT").text("Ab", "class").promise(1, 8, "properties")
        return made.text("p", "property", True).integer(5)

    def by_id(lies=None):
        return Layout(w, lies).head("OBJECT", OBJECT_ID).numbers([u64(5)])

    return [Form("_id", by_id, ["object-id"]), Form("_full", full, ["object"])]


def input_event(made, event):
    made.head("INPUT_EVENT").word(event)
    made.word(0)
    made.word(12 + 4 * wire.INPUT_EVENT_WORDS[event], "length", "event")
    for _ in range(wire.INPUT_EVENT_WORDS[event]):
        made.word(0)
    return made


def image(made, content):
    made.head("IMAGE")
    for value in (22, 0, 5, 1):  # the one format of which the engine takes any length
        made.word(value)
    return made.data(content, "bytes", "LENGTH")


def strings(made, contents):
    made.head("PACKED_STRING_ARRAY").promise(len(contents), 4)
    for content in contents:
        made.text(content, "element", True)
    return made


def packed(w, name, n, wide, lies=None):
    parts, size, floating = wire.PACKED[name]
    size *= 2 if wide else 1
    raw = {(4, True): f32(1), (8, True): f64(1), (4, False): u32(1), (8, False): u64(1)}[size, floating]
    return Layout(w, lies).head(name, FLAG_64 if wide else 0).packed([[raw] * parts] * n, parts * size)


def typed(w, name, lies=None, n=1, class_name=None):
    """Of Pandemonium: of ints, or of objects of a class."""
    made = Layout(w, lies).head(name)
    if class_name is None:
        made.word(w.types.index("INT"), "type")
    else:
        made.word(w.types.index("OBJECT"), "type")
        made.demand(4)
        made.owed += 4
        made.head("STRING_NAME").text(class_name, "class")
    made.promise(n, 4)
    for value in range(n):
        made.integer(value)
    return made


def typed_layouts(w, name):
    return [Form("", lambda lies=None: typed(w, name, lies)),
            Form("_class", lambda lies=None: typed(w, name, lies, 0, "Ab"), ["misread"])]


def container(w, name, kinds, n, lies=None):
    """kinds: {what it declares: (kind, text)}. Elements and keys are ints, values nil."""
    shifts = container_kinds(w, name)
    flags = sum(kind << shifts[what] for what, (kind, _) in kinds.items())
    made = Layout(w, lies).head(name, flags)
    for what in shifts:
        kind, text = kinds.get(what, (0, None))
        if kind == 1:
            made.word(w.types.index("INT"), "type")
        elif kind:
            made.text(text, what)
    made.promise(n, 8 if name == "DICTIONARY" else 4)
    for value in range(n):
        made.integer(value)
        if name == "DICTIONARY":
            if "value" in kinds:
                made.integer(value)
            else:
                made.head("NIL")
    return made


def container_layouts(w, name):
    found = [Form("", lambda lies=None: container(w, name, {}, 2, lies))]
    if container_kinds(w, name):
        ints = {what: (1, None) for what in container_kinds(w, name)}
        found.append(Form("_kind_1", lambda lies=None: container(w, name, ints, 1, lies)))
        for kind, number in KINDS.items():
            named = {what: (number, "Ab") for what in container_kinds(w, name)}
            found.append(Form("_" + kind, lambda lies=None, named=named: container(w, name, named, 0, lies),
                              ["object"]))
    return found


def path_names(w):
    """As few as Godot 2 needs to keep the rest of a path (EB-36)."""
    return ["a"] if w.dialect == "godot2" else []


def slots(w, name):
    """Where the type holds text, or bytes with a length and padding."""
    free = wire.any_padding(w.dialect, name)

    def after(build):
        return lambda content, lies=None: build(Layout(w, lies), content)

    if name in ("STRING", "STRING_NAME"):
        return [Slot("text", after(lambda made, text: made.head(name).text(text, "text")), (), True, free)]
    if name == "NODE_PATH":
        first = path_names(w)
        found = [Slot("name", after(lambda made, text: made.head(name).path([text])), (), True, True),
                 Slot("subname", after(lambda made, text: made.head(name).path(first, [text])), (), True, True)]
        if w.dialect == "godot2":
            found.append(Slot("property", after(lambda made, text: made.head(name).path(first, [], [text], 2)), (), True,
                              True))
        if w.dialect in ("godot2", "godot3.0"):
            found.append(Slot("old", after(lambda made, text: made.head(name).old_path(text, "old")), ["node-path"],
                              True, kind="old"))
        return found
    if name == "PACKED_STRING_ARRAY":
        return [Slot("element", after(lambda made, text: strings(made, [text])), (), True, free, True)]
    if name == "PACKED_BYTE_ARRAY":
        return [Slot("bytes", after(lambda made, raw: made.head(name).data(raw, "bytes", "COUNT")), (), True, free,
                     kind="data")]
    if name == "IMAGE":
        return [Slot("bytes", after(image), (), True, True, kind="data")]
    if name == "SIGNAL":
        return [Slot("text", after(lambda made, text: made.head(name).text(text, "text").numbers([u64(9)])),
                     ["signal"])]
    if name == "OBJECT" and w.dialect != "godot2":
        return [Slot("class", after(lambda made, text: made.head(name).text(text, "class").promise(0, 8)), ["object"],
                     any_padding=free),
                Slot("property", after(lambda made, text: made.head(name).text("A", "class").promise(1, 8, "properties")
                                       .text(text, "property", True).head("NIL")), ["object"], any_padding=free)]
    if name in TYPED:
        return [Slot("class", lambda text, lies=None: typed(w, name, lies, 0, text), ["misread"])]
    found = []
    if name == "DICTIONARY":
        free = wire.any_padding(w.dialect, "STRING")
        found.append(Slot("key", after(lambda made, text: made.head(name).promise(1, 8).head("STRING").text(text, "key")
                                       .head("NIL")), (), False, free))
    for what in container_kinds(w, name):
        for kind, number in KINDS.items():
            found.append(Slot(what, lambda text, lies=None, what=what, number=number:
                              container(w, name, {what: (number, text)}, 0, lies), ["object"], suffix=kind))
    return found


def counts(w, name):
    """What the type counts."""
    if name in wire.PACKED:
        parts, size, _ = wire.PACKED[name]
        wide = [False, True] if wire.legal_flags(w.dialect, name) == FLAG_64 else [False]
        return [Count("wide" if is_wide else "",
                      lambda n, lies=None, is_wide=is_wide: packed(w, name, n, is_wide, lies),
                      parts * size * (2 if is_wide else 1), "BAD_LENGTH") for is_wide in wide]
    if name == "PACKED_STRING_ARRAY":
        old = w.dialect in ("godot2", "godot3.0")
        return [Count("", lambda n, lies=None: strings(Layout(w, lies), [b"ab\0"] * n), 4,
                      "BAD_LENGTH" if old else "ENGINE_MISREADS:COUNT_NEGATIVE")]
    if name == "NODE_PATH":
        return [Count("names", lambda n, lies=None: Layout(w, lies).head(name).path(["ab"] * n), 4, "marker"),
                Count("subnames", lambda n, lies=None: Layout(w, lies).head(name).path([], ["ab"] * n), 4, "COUNT",
                      ["misread"] if w.dialect == "godot2" else [])]
    if name in ("ARRAY", "DICTIONARY"):
        shared = "shared" if w.dialect == "godot2" else "FLAGS"
        unit = 8 if name == "DICTIONARY" else 4
        found = [Count("", lambda n, lies=None: container(w, name, {}, n, lies), unit, shared)]
        if container_kinds(w, name):
            ints = {what: (1, None) for what in container_kinds(w, name)}
            found.append(Count("kind_1", lambda n, lies=None: container(w, name, ints, n, lies), unit, shared))
        return found
    if name in TYPED:
        return [Count("", lambda n, lies=None: typed(w, name, lies, n), 4, "FLAGS")]
    if name == "OBJECT" and w.dialect != "godot2":
        def properties(n, lies=None):
            made = Layout(w, lies).head(name).text("A", "class").promise(n, 8, "properties")
            for _ in range(n):
                made.text("p", "property", True).head("NIL")
            return made
        return [Count("properties", properties, 8, "BAD_LENGTH", ["object"])]
    return []
