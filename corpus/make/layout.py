# SPDX-License-Identifier: MIT
"""A packet that is written down field by field, with what a decoder must ask for before it reads each of them.

From the fields follows where a packet can be cut and which words can lie; from the demands, what must be said then: the
first demand that the packet does not meet. Sections 3-5 of the wire reference, and its rule (section 11) that whatever
a header promises is paid for by bytes that are there. defects.py makes the packets; nothing here decodes one.
"""

import wire
from wire import pad4, u32


class Field:
    """kind: head, word, number, length, text, padding, count, or type; slot: which text or count of the value it is;
    value and unit: of a length or count, what it says, and the bytes that each of what it counts has at least."""

    def __init__(self, at, size, kind, slot=None, value=None, unit=1):
        self.at, self.size, self.kind, self.slot, self.value, self.unit = at, size, kind, slot, value, unit


class Layout:
    """One packet. `lies`: {slot: word that is sent in the place of its length or count}; what follows stays true."""

    def __init__(self, writer, lies=None):
        self.w, self.lies = writer, lies or {}
        self.packet = b""
        self.fields = []
        self.demands = []  # (bytes the packet must have, code, offset, bytes of which `need` is what is missing)
        self.owed = 0
        self.demand(4)
        self.owed = 4

    # --- what a decoder asks for

    def demand(self, size, code="TRUNCATED", at=None, wanted=None):
        end = len(self.packet) + self.owed
        here = len(self.packet) if at is None else at
        self.demands.append((end + size, code, here, end + (size if wanted is None else wanted)))

    def demand_padding(self, size):
        """Behind `size` bytes: the packet ends before it, or it is there but promised to other values."""
        end = len(self.packet) + size
        self.demands.append((end + pad4(size), "PADDING_MISSING", None, end + pad4(size) + self.owed))
        self.demand(size + pad4(size), "TRUNCATED", end)

    def unmet(self, size):
        """(code, offset, need) for the first `size` bytes of the packet; None where they meet all demands."""
        if size == 0:
            return "EMPTY", 0, 4
        for enough, code, at, wanted in self.demands:
            if enough > size:
                return code, size if at is None else at, wanted - size
        return None

    # --- fields, in the order in which they are sent

    def put(self, raw, kind, slot=None, value=None, unit=1):
        self.fields.append(Field(len(self.packet), len(raw), kind, slot, value, unit))
        self.packet += raw

    def head(self, name, flags=0):
        """A header: its four bytes were promised before."""
        self.owed -= 4
        self.put(self.w.head(name, flags), "head")
        return self

    def word(self, value, kind="word", slot=None, unit=1):
        self.demand(4)
        sent = self.lies.get(slot, value) if slot else value
        self.put(u32(sent), kind, slot, sent, unit)
        return sent

    def numbers(self, raws):
        """Numbers that are asked for at once."""
        self.demand(sum(map(len, raws)))
        for raw in raws:
            self.put(raw, "number")
        return self

    def text(self, content, slot, promised=False):
        """STR. promised: its length word was, by a count."""
        content = content.encode() if isinstance(content, str) else content
        if promised:
            self.owed -= 4
        size = self.word(len(content), "length", slot)
        at = len(self.packet)
        self.demand(size, "LENGTH", at - 4)
        self.demand_padding(size)
        self.put(content, "text", slot)
        if pad4(len(content)):
            self.put(bytes(pad4(len(content))), "padding", slot)
        return self

    def old_path(self, content, slot):
        size = self.word(len(content), "length", slot)
        self.demand(size, "LENGTH", len(self.packet) - 4)
        self.put(content, "text", slot)
        return self

    def data(self, content, slot, code):
        """Bytes that are no text: of a byte array (COUNT) or an image (LENGTH)."""
        size = self.word(len(content), "length", slot)
        self.demand(size, code, len(self.packet) - 4)
        self.demand_padding(size)
        self.put(content, "data", slot)
        if pad4(len(content)):
            self.put(bytes(pad4(len(content))), "padding", slot)
        return self

    def promise(self, n, unit, slot="count"):
        """The count of what follows: values or texts, of at least `unit` bytes each."""
        n = self.word(n, "count", slot, unit)
        self.demand(n * unit, "COUNT", len(self.packet) - 4)
        self.owed += n * unit
        return self

    def packed(self, elements, unit):
        """The count and the numbers of a packed array: [[bytes of each component]]."""
        n = self.word(len(elements), "count", "count", unit)
        self.demand(n * unit, "COUNT", len(self.packet) - 4)
        for element in elements:
            for raw in element:
                self.put(raw, "number")
        return self

    def path(self, names, subnames=(), last=(), flags=0):
        """The three words of a node path, whose counts are judged together, and its texts."""
        first = len(self.packet)
        says = [self.lies.get("names", 0x80000000 | len(names)), self.lies.get("subnames", len(subnames)), flags]
        for value, slot in zip(says, ("names", "subnames", None)):
            self.demand(4)
            self.put(u32(value), "count" if slot else "word", slot, value, 4)
        head, tail = says[0] & 0x7FFFFFFF, says[1]
        total = head + tail + (flags >> 1 & 1)
        for n, at in ((head, first), (head + tail, first + 4), (total, first + 8)):
            self.demand(4 * n, "COUNT", at, 4 * total)
        self.owed += 4 * total
        for slot, texts in (("name", names), ("subname", subnames), ("property", last)):
            for text in texts:
                self.text(text, slot, True)
        return self

    def value(self, name, *raws):
        """A nested value of fixed size."""
        self.head(name)
        return self.numbers(raws) if raws else self

    def integer(self, value):
        """An int as the dialect sends it."""
        wide = self.w.dialect == "godot3.0"
        self.head("INT", wire.FLAG_64 if wide else 0)
        return self.numbers([wire.u64(value) if wide else u32(value)])

    # --- asked of a finished layout

    def slot(self, kind, name):
        """The last field of that kind and slot."""
        return [field for field in self.fields if (field.kind, field.slot) == (kind, name)][-1]
