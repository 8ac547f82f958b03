# SPDX-License-Identifier: MIT
"""Holds the command's `dump`, `encode` and `canon` to what real engines say of their own packets.

    check_values.py GDV CORPUS PAGE     GDV: the command; CORPUS: the folder corpus/; PAGE: docs/typed-json.md

dump    gives the value that the engine stated for each packet it wrote (values/), and for every other packet the value
        that reading.py, the second reading of the wire reference, finds in it;
encode  makes of those values the engine's own bytes, padding aside;
canon   gives what the engine itself sends for the value it read (reencoded/), but for reencoded/exceptions.tsv.

And the examples of the page are what the command prints and reads.

Many packets go through one run of the command, as frames. Prints a line a claim, and the closing line of ci/cases.sh.
"""

import os
import re
import struct
import subprocess
import sys

import judge
import packets as held
import reading
import tree
import typed
import wire
from blank import without_ids, without_leaks, without_padding
from packets import Packet

# All that an engine's decoder reads, and full objects; and the same without its errors of span, for what encoders
# write.
ENGINE = ["--policy", "engine", "--permit", "object"]
WRITTEN = ENGINE + ["--forbid", "engine-span"]
STRICT = ["--policy", "strict"]

SHOWN = 5

# Seeds that no encoder writes, as it would: the obsolete flag makes a sub-name of the string after it (section 5.3). And
# those that Godot 2 writes and cannot read back: a path without names is empty (EB-36).
EMPTY_PATH_OF_GODOT2 = "10000000000000800000000000000000"
RESPELLED = {
    ("godot2", "node_path_slash.bin"): EMPTY_PATH_OF_GODOT2,
    ("godot2", "node_path_only_subname.bin"): EMPTY_PATH_OF_GODOT2,
    ("godot2", "node_path_only_property.bin"): EMPTY_PATH_OF_GODOT2,
    ("godot3.0", "node_path_obsolete_property.bin"):
        "0f00000001000080010000000000000001000000610000000100000062000000",
}

# Permissions for what the engine reads and does not send again; and such things as show in a value.
LOOSENESSES = {"duplicate-keys", "misread", "text-utf8"}
SIGNS = {
    "DOUBLE": '@64":',
    "EMPTY_PATH": '{"NodePath":{"absolute":true,"names":[],"subnames":[]}}',
    "NULL_OBJECT": '{"Object":{"id":"0"}}',
}


class Claims:
    def __init__(self):
        self.passed = self.failed = 0

    def settle(self, claim, compared, faults):
        """A claim about `compared` packets; faults say which broke it. One about no packet is broken."""
        if compared and not faults:
            self.passed += 1
            print("ok: %s (%d)" % (claim, compared))
            return
        self.failed += 1
        print("FAILED: %s: %d of %d" % (claim, len(faults), compared))
        for fault in faults[:SHOWN]:
            print("  " + fault)

    def finish(self):
        print("gdv-tests: %d passed, %d failed" % (self.passed, self.failed))
        return self.failed == 0 and self.passed > 0


class Command:
    OPTION = "--dialect"

    def __init__(self, path):
        self.path = os.path.abspath(path)

    def run(self, verb, dialect, options, given):
        words = [self.path, verb, self.OPTION, dialect, *options]
        ran = subprocess.run(words, input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if ran.returncode not in (0, 1):
            sys.exit("%s ends with %d: %s" % (" ".join(words), ran.returncode, ran.stderr.decode(errors="replace")))
        return ran.stdout

    def rows(self, verb, dialect, options, given, count):
        """What `verb --jsonl` says of `count` packets or values: an object each."""
        lines = self.run(verb, dialect, options + ["--jsonl"], given).decode("utf-8", "strict").split("\n")
        rows = [typed.load(line) for line in lines if line]
        assert [row["index"] for row in rows] == [str(at) for at in range(count)], "a row for each, in order"
        return rows

    def of_packets(self, verb, packets, options):
        frames = b"".join(struct.pack("<I", len(packet.content)) + packet.content for packet in packets)
        return self.rows(verb, packets[0].dialect, options + ["--frames"], frames, len(packets))

    def accepts(self, packets, policy):
        return [row["ok"] for row in self.of_packets("check", packets, policy)]

    def dump(self, packets, policy):
        """The values, None where the packet was refused."""
        rows = self.of_packets("dump", packets, policy + ["--format=json"])
        return [row["value"] if row["ok"] else None for row in rows]

    def canon(self, packets, policy):
        """Canonical packets, None where the packet was refused."""
        return packets_of(self.of_packets("canon", packets, policy))

    def encode(self, dialect, values):
        """Packets, None where the value was refused."""
        given = "".join(typed.dump(value) + "\n" for value in values).encode()
        return packets_of(self.rows("encode", dialect, WRITTEN, given, len(values)))


def packets_of(rows):
    return [bytes.fromhex(row["hex"]) if row["ok"] else None for row in rows]


# --- the claims


def values_differ(packets, expected, got):
    faults = []
    for packet, ours, theirs in zip(packets, expected, got):
        fault = "refused" if theirs is None else typed.difference(ours, theirs)
        if fault:
            faults.append("%s: %s" % (packet.name, fault))
    return faults


def bytes_differ(packets, expected, got):
    """None for a packet that is, or should be, refused."""
    return ["%s: %s, not %s" % (packet.name, in_hex(theirs), in_hex(ours))
            for packet, ours, theirs in zip(packets, expected, got) if ours != theirs]


def in_hex(content):
    return "refused" if content is None else content.hex()[:200]


def of_valid(claims, gdv, packets, dialect):
    stated = [packet.stated for packet in packets]
    zeroed = [without_padding(packet.content, dialect) for packet in packets]
    claims.settle("%s: dump gives the value that the engine stated" % dialect, len(packets),
                  values_differ(packets, stated, gdv.dump(packets, WRITTEN)))
    claims.settle("%s: encode makes the engine's packet of the value that it stated" % dialect, len(packets),
                  bytes_differ(packets, zeroed, gdv.encode(dialect, stated)))


def of_seeds(claims, gdv, packets, dialect):
    dumped = gdv.dump(packets, WRITTEN)
    claims.settle("%s: dump gives the value of every seed" % dialect, len(packets),
                  values_differ(packets, [reading.read(packet.content, dialect) for packet in packets], dumped))
    strict = gdv.dump(packets, STRICT)
    claims.settle("%s: dump under strict gives the same value, or none" % dialect, len(packets),
                  [packet.name for packet, given, all_given in zip(packets, strict, dumped)
                   if given != (all_given if packet.verdict == "OK" else None)])
    canonical = gdv.canon(packets, WRITTEN)
    claims.settle("%s: canon leaves a seed as it is, padding aside" % dialect, len(packets),
                  bytes_differ(packets, map(as_sent, packets), canonical))
    new = [at for at, packet in enumerate(packets) if not is_old_path(packet)]
    claims.settle("%s: encode makes of a dump what canon makes of the seed" % dialect, len(new),
                  bytes_differ([packets[at] for at in new], [canonical[at] for at in new],
                               gdv.encode(dialect, [dumped[at] for at in new])))


def as_sent(packet):
    """What an encoder sends for the value of a seed."""
    again = RESPELLED.get((packet.dialect, packet.name))
    return bytes.fromhex(again) if again else without_padding(packet.content, packet.dialect)


def is_old_path(packet):
    """Node paths of the old form, whose text is the engine's to take apart: no encoder writes them (section 5.3)."""
    return packet.verdict == "NODE_PATH" and (packet.dialect, packet.name) not in RESPELLED


def of_mutated(claims, gdv, packets, dialect, excepted):
    strict = [packet for packet in packets if packet.verdict == "OK"]
    canonical = gdv.canon(strict, STRICT)
    equal = [packet.name in excepted or without_leaks(packet.stated, dialect) == ours
             for packet, ours in zip(strict, canonical)]
    claims.settle("%s: canon gives what the engine sends, where strict accepts" % dialect, len(strict),
                  [packet.name for packet, same in zip(strict, equal) if not same])
    there_and_back(claims, gdv, packets, dialect)
    accepted = [packet for packet, ok in zip(packets, gdv.accepts(packets, ENGINE)) if ok]
    as_engine(claims, gdv, accepted, dialect, excepted)


def there_and_back(claims, gdv, packets, dialect):
    """encode refuses texts that canon spells again, as engines do: those in overlong forms (EB-07)."""
    dumped, canonical = gdv.dump(packets, WRITTEN), gdv.canon(packets, WRITTEN)
    both = [at for at, packet in enumerate(packets) if dumped[at] is not None and is_named(packet)]
    packets, dumped, canonical = ([items[at] for at in both] for items in (packets, dumped, canonical))
    kept = [typed.difference(reading.read(packet.content, dialect), reading.read(ours, dialect)) is None
            for packet, ours in zip(packets, canonical)]
    claims.settle("%s: encode makes of a dump what canon makes of the packet" % dialect, len(packets),
                  bytes_differ(packets, [ours if same else None for ours, same in zip(canonical, kept)],
                               gdv.encode(dialect, dumped)))
    claims.settle("%s: canon changes no value, but for such texts" % dialect, len(packets),
                  [packet.name for packet, same in zip(packets, kept)
                   if not same and "TEXT_UTF8" not in causes(packet)])


def is_named(packet):
    """Whether typed JSON has a name for all of its types."""
    return "ELEMENT_RANGE" not in causes(packet)


def as_engine(claims, gdv, packets, dialect, excepted):
    """All that gdv's engine policy accepts. What it refuses of them is in verdicts/exceptions.tsv."""
    canonical = gdv.canon(packets, ENGINE)
    differing = {packet.name: packet for packet, ours in zip(packets, canonical) if not same_but_ids(packet, ours)}
    claims.settle("%s: canon gives what the engine sends, but for the exceptions" % dialect, len(packets),
                  sorted(set(differing) - set(excepted)))
    claims.settle("%s: every exception is needed, and for its cause" % dialect, len(excepted),
                  sorted(name for name, cause in excepted.items()
                         if name not in differing or cause not in causes(differing[name])))
    sayable = [(packet, ours) for packet, ours in zip(packets, canonical) if ours is not None]
    again = gdv.canon([Packet(dialect, packet.name, ours, "-") for packet, ours in sayable], ENGINE)
    claims.settle("%s: canon leaves what it made as it is" % dialect, len(sayable),
                  bytes_differ(*zip(*sayable), again))
    named = list(filter(is_named, packets))
    claims.settle("%s: dump gives what the engine reads of a mutated packet" % dialect, len(named),
                  values_differ(named, [reading.read(packet.content, dialect, True) for packet in named],
                                gdv.dump(named, ENGINE)))


class Witness(judge.Decoder):
    """Notes what strict would refuse, and these permissions let pass."""

    def __init__(self, packet, noted):
        super().__init__(packet.content, packet.dialect, *judge.permissions("engine"))
        self.noted, self.met = noted, set()

    def refuse(self, permission, code, offset, misread=None):
        super().refuse(permission, code, offset, misread)
        if permission in self.noted:
            self.met.add(misread or code)


def causes(packet):
    """Why the engine may send something else than the canonical packet."""
    witness = Witness(packet, LOOSENESSES)
    witness.packet()
    if "ELEMENT_RANGE" not in witness.met:
        value = typed.dump(reading.read(packet.content, packet.dialect, True))
        witness.met |= {cause for cause, sign in SIGNS.items() if sign in value}
    return witness.met


def same_but_ids(packet, canonical):
    """Whether the engine sends these bytes too, object ids and the padding of its node paths aside."""
    if canonical is None:
        return False
    try:
        sent = without_leaks(packet.stated, packet.dialect)
        return without_ids(sent, packet.dialect) == without_ids(canonical, packet.dialect)
    except judge.Refusal:
        return False


# Pairs that must not pass for the same value, lest the comparison see nothing.
DIFFERENT = [
    ('{"float":0}', '{"float":-0.0}'),
    ('{"float":0.1}', '{"float":0.10000000000000002}'),
    ('{"float":0.1}', '{"float":0.1000000000000000055}'),
    ('{"float":1}', '{"float":"1"}'),
    ('{"float":"nan"}', '{"float":"nan:fff8000000000000"}'),
    ('{"float":"inf"}', '{"float":1e999}'),
    ('{"float":1}', '{"int":"1"}'),
    ('{"int":"1"}', '{"int":1}'),
    ('{"int":"1"}', '{"int":"01"}'),
    ('{"bool":true}', '{"bool":1}'),
    ('{"nil":null}', '{"nil":false}'),
    ('{"String":"a"}', '{"StringName":"a"}'),
    ('{"String":"a"}', '{"String":{"bytes":"YQ=="}}'),
    ('{"Vector2":[1,2]}', '{"Vector2":[1,2,3]}'),
    ('{"Vector2":[0.1,2]}', '{"Vector2":[0.10000001,2]}'),
    ('{"Vector2":[0.1,2]}', '{"Vector2":[0.10000000149011612,2]}'),
    ('{"Vector2":[0.1,2]}', '{"Vector2@64":[0.1,2]}'),
    ('{"Vector2@64":[0.1,2]}', '{"Vector2@64":[0.10000000149011612,2]}'),
    ('{"Vector2i":[1,2]}', '{"Vector2i":[1.0,2]}'),
    ('{"Array":[]}', '{"Array[int]":[]}'),
    ('{"Array":[{"nil":null}]}', '{"Array":[]}'),
    ('{"Dictionary":[[{"int":"1"},{"nil":null}],[{"int":"2"},{"nil":null}]]}',
     '{"Dictionary":[[{"int":"2"},{"nil":null}],[{"int":"1"},{"nil":null}]]}'),
    ('{"Signal":{"name":"s","object":"0"}}', '{"Signal":{"object":"0","name":"s"}}'),
    ('{"PackedInt64Array":["1"]}', '{"PackedInt64Array":[1]}'),
]


EXAMPLE = re.compile(r"\| `(\S+)` \| `([0-9a-f ]+)` \| `(.+)` \|$")


def of_page(claims, gdv, page):
    with open(page, encoding="utf-8") as lines:
        rows = [found.groups() for found in map(EXAMPLE.match, lines) if found]
    faults = []
    for dialect, digits, text in rows:
        packet = Packet(dialect, digits, bytes.fromhex(digits))
        if typed.dump(gdv.dump([packet], WRITTEN)[0]) != text:
            faults.append("%s: dump prints something else" % digits)
        if gdv.encode(dialect, [typed.load(text)]) != [packet.content]:
            faults.append("%s: encode makes something else" % text)
    claims.settle("the examples of the page are right", len(rows), faults)


def the_comparison_sees(claims):
    pairs = [tuple(map(typed.load, pair)) for pair in DIFFERENT]
    claims.settle("values that differ are told apart", len(pairs),
                  [typed.dump(one) for one, other in pairs if typed.difference(one, other) is None])
    claims.settle("values that do not are not", len(pairs),
                  [typed.dump(one) for one, _ in pairs if typed.difference(one, typed.load(typed.dump(one)))])


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    sys.setrecursionlimit(20000)
    gdv, corpus, claims = Command(arguments[0]), arguments[1], Claims()
    the_comparison_sees(claims)
    of_page(claims, gdv, arguments[2])
    exceptions = tree.read_table(os.path.join(corpus, "reencoded", "exceptions.tsv"))
    for dialect in wire.DIALECTS:
        found = held.seeds(corpus, dialect)
        of_seeds(claims, gdv, found, dialect)
        stated = held.valid(corpus, dialect, {seed.name: seed for seed in found})
        if stated:
            of_valid(claims, gdv, stated, dialect)
            of_mutated(claims, gdv, held.mutated(corpus, dialect), dialect,
                       {name: cause for of, name, cause in exceptions if of == dialect})
    sys.exit(not claims.finish())


if __name__ == "__main__":
    main(sys.argv[1:])
