# SPDX-License-Identifier: MIT
"""Holds the command to what engine cores said of packets (corpus/engines).

    check_engines.py GDV CORPUS          GDV: the command; CORPUS: the folder corpus/
    check_engines.py --list GDV CORPUS   prints what differs as rows of exceptions.tsv; where no cause is known, it is '?'

For each engine:

valid    under strict, and the permissions that some types need, gdv accepts what the engine's own encoder wrote, and
         reads the value that was encoded;
strict   what gdv accepts under strict, the engine accepts, to its last byte and within its time, and reads to the same
         value; and what canon makes of it is what the engine sends;
engine   gdv's engine policy accepts what the engine accepts, counts the same bytes, reads the same value and canon makes
         what the engine sends.

Each but for engines/exceptions.tsv, which names the packet, what differs, and the cause; a row that is not needed is a
fault, and so is a cause that judge.py, the second reading of the wire reference, does not see in the packet.
Many packets go through one run of the command, as frames. Prints a line a claim, and the closing line of ci/cases.sh.
"""

import os
import sys

import judge
import reading
import stated
import tree
import typed
from blank import without_ids, without_padding
from check_values import STRICT, WRITTEN, Claims, Command, Witness
from packets import Packet

# Full objects stay disallowed, as they were to the engines.
ENGINE = ["--policy", "engine"]

NAME, KIND, VERDICT, USED, ENCODED, VALUE, SENT, HEX = range(8)


# Why gdv and the engine may differ, by claim, in the order in which --list looks for it: what judge.py meets in the packet,
# which is a code or a misreading, or what shows in the value (SHOWN). The head of exceptions.tsv says what each is.
CAUSES = {
    "valid": ["NULL_OBJECT", "FLOAT32", "TYPED_ARRAY", "VECTOR4I_W"],
    "strict": ["SLASH", "DOUBLE"],
    "engine": [
        "DUPLICATE_KEY", "ELEMENT_TYPE", "CONTAINER_TYPE", "CLASS_IGNORED", "TEXT_UTF8", "VECTOR4", "VECTOR4_ARRAY",
        "PROJECTION", "STRING_KEY", "NO_NAMES", "KEY_IN_KEY", "NODE_PATH", "IMAGE_SIZE", "EVENT_LENGTH", "OBJECT_ID",
        "PADDING_MISSING", "BAD_LENGTH", "COUNT", "LENGTH", "COUNT_NEGATIVE", "COUNT_WRAPS", "BAD_INPUT_EVENT",
        "TRUNCATED", "TEXT_BOM", "NONFINITE", "SLASH", "DOUBLE", "MODIFIERS",
    ],
}
SHOWN = {
    "DOUBLE": '@64":',
    "FLOAT32": '{"float":',
    "MODIFIERS": '{"InputEvent":',
    "NULL_OBJECT": '{"nil":null}',
    "SLASH": '{"NodePath":{"absolute":true,"names":[],"subnames":[]}}',
    "TYPED_ARRAY": '{"Array":',
    "VECTOR4I_W": '{"PackedVector4iArray":',
}


def met(packet):
    """All that strict would refuse, and what the engine policy refuses."""
    witness = Witness(packet, judge.PERMISSIONS)
    try:
        witness.packet()
    except judge.Refusal as refusal:
        witness.met.add(refusal.misread or refusal.code)
    return witness.met


class Row:
    """A packet and what the engine said of it."""

    def __init__(self, cells, dialect):
        self.name, self.kind, self.verdict = cells[NAME], cells[KIND], cells[VERDICT]
        self.packet = Packet(dialect, self.name, bytes.fromhex(cells[HEX]), "-")
        self.accepted = self.verdict == "accept"
        self.used = int(cells[USED]) if self.accepted else None
        self.encoded = stated.load(cells[ENCODED]) if cells[ENCODED] != "-" else None
        self.value = stated.load(cells[VALUE]) if cells[VALUE] != "-" else None  # too long to be stated, perhaps
        sent = cells[SENT] if cells[SENT] != "-" else None
        self.sent = self.packet.content if sent == "=" else bytes.fromhex(sent) if sent else None


class Said:
    """What gdv says of the packets under a policy: per packet verdict, bytes used, value, canonical packet."""

    def __init__(self, gdv, rows, policy):
        packets = [row.packet for row in rows]
        checked = gdv.of_packets("check", packets, policy)
        self.codes = [row["code"] for row in checked]
        self.used = [int(row["bytes"]) for row in checked]
        self.values = gdv.dump(packets, policy)
        self.canonical = gdv.canon(packets, policy)

    def accepts(self, at):
        return self.codes[at] == "OK"


class Engine:
    def __init__(self, corpus, cells):
        self.name, self.dialect, _, self.run, self.title = cells
        rows = tree.read_table(os.path.join(corpus, "engines", self.name + ".tsv"))
        self.rows = [Row(row, self.dialect) for row in rows]

    def reads_alike(self, value, theirs):
        """Values are compared as the engine keeps them: it rounds components of 64 bits (section 5.7)."""
        if value is None:
            return False
        ours = stated.Notation(self.dialect, narrow=True).of(value)
        return stated.same(ours, theirs, ordered=self.dialect != "godot2")

    def sends_alike(self, canonical, theirs):
        """Padding and object ids aside. In Godot 2 dictionaries have no order, and a path that was decoded is sent with an
        empty property (section 5.3): there the values are compared."""
        if canonical is None or theirs is None:
            return False
        try:
            if self.dialect == "godot2":
                notation = stated.Notation(self.dialect)
                return stated.same(*(notation.of(reading.read(packet, self.dialect)) for packet in (canonical, theirs)),
                                   ordered=False)
            ours, sent = (without_ids(without_padding(packet, self.dialect), self.dialect)
                          for packet in (canonical, theirs))
            return ours == sent
        except judge.Refusal:
            return False


def engines(corpus):
    return [Engine(corpus, cells) for cells in tree.read_table(os.path.join(corpus, "engines", "ENGINES.tsv"))]


# --- what differs, by claim: packet, what, and the value that gdv reads


def compare(engine, said, at):
    """What differs in a packet that both accept; None where nothing does."""
    row = engine.rows[at]
    if said.used[at] != row.used:
        return "used"
    if row.value is not None and not engine.reads_alike(said.values[at], row.value):
        return "value"
    return "sent" if row.sent is not None and not engine.sends_alike(said.canonical[at], row.sent) else None


def differs_in_valid(engine, gdv):
    written = [row for row in engine.rows if row.kind == "valid"]
    said = Said(gdv, written, WRITTEN)
    for at, row in enumerate(written):
        if not said.accepts(at):
            yield row, said.codes[at], None
        elif not engine.reads_alike(said.values[at], row.encoded):
            yield row, "value", said.values[at]
        else:
            yield row, None, None


def differs_in_strict(engine, gdv):
    said = Said(gdv, engine.rows, STRICT)
    for at, row in enumerate(engine.rows):
        if said.accepts(at):
            whole = row.accepted and row.used == len(row.packet.content)
            yield row, compare(engine, said, at) if whole else row.verdict, said.values[at]


def differs_in_engine(engine, gdv):
    said = Said(gdv, engine.rows, ENGINE)
    for at, row in enumerate(engine.rows):
        if said.accepts(at) != row.accepted:
            yield row, said.codes[at] if row.accepted else row.verdict, said.values[at]
        else:
            yield row, compare(engine, said, at) if row.accepted else None, said.values[at]


CLAIMS = {
    "valid": (differs_in_valid, "gdv reads what the engine's encoder wrote"),
    "strict": (differs_in_strict, "what strict accepts the engine reads alike, to its last byte, and sends alike"),
    "engine": (differs_in_engine, "the engine policy accepts, reads and sends what the engine does"),
}


def seen(cause, claim, row, value):
    """Whether the packet, or the value that gdv reads of it, shows the cause, and the claim may be broken by such a one."""
    if cause not in CAUSES[claim]:
        return False
    if cause in SHOWN:
        return value is not None and SHOWN[cause] in typed.dump(value)
    return cause in met(row.packet)


def exceptions_of(corpus):
    """{(engine, claim): {packet: (what, cause)}}"""
    found = {}
    for engine, claim, name, what, cause in tree.read_table(os.path.join(corpus, "engines", "exceptions.tsv")):
        found.setdefault((engine, claim), {})[name] = (what, cause)
    return found


def check(claims, gdv, corpus):
    excepted = exceptions_of(corpus)
    for engine in engines(corpus):
        for claim, (differing, sentence) in CLAIMS.items():
            listed = excepted.pop((engine.name, claim), {})
            compared = list(differing(engine, gdv))
            faults = [fault for fault in compared if fault[1]]
            claims.settle("%s: %s" % (engine.name, sentence), len(compared),
                          ["%s: %s" % (row.name, what) for row, what, _ in faults if row.name not in listed])
            needed = {row.name for row, what, value in faults
                      if row.name in listed and listed[row.name][0] == what and seen(listed[row.name][1], claim, row, value)}
            claims.settle("%s: every exception from that is needed, and for its cause" % engine.name, len(listed) or 1,
                          sorted(set(listed) - needed))
    claims.settle("every exception is one of an engine", 1, [" ".join(which) for which in excepted])


# --- what it prints


def list_exceptions(gdv, corpus):
    for engine in engines(corpus):
        for claim, (differing, _) in CLAIMS.items():
            for row, what, value in differing(engine, gdv):
                if what:
                    cause = next((cause for cause in CAUSES[claim] if seen(cause, claim, row, value)), "?")
                    print("\t".join([engine.name, claim, row.name, what, cause]))


def main(arguments):
    sys.setrecursionlimit(20000)
    if arguments[:1] == ["--list"] and len(arguments) == 3:
        list_exceptions(Command(arguments[1]), arguments[2])
    elif len(arguments) == 2:
        claims = Claims()
        check(claims, Command(arguments[0]), arguments[1])
        sys.exit(not claims.finish())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
