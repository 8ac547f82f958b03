# SPDX-License-Identifier: MIT
"""Brings what engine cores said of packets into the corpus.

    import_engines.py RUNS CORPUS [MUTATED]

RUNS is a folder of NAME.jsonl.gz, made by running engines: one packet a line, with what the engine said of it. CORPUS is
the folder corpus/ of the checkout: engines/ gets a table for each, with every packet that the engine's own encoder wrote
and at least MUTATED others (1500 if not said), chosen so that each kind of mutation meets each verdict of the engine and
of judge.py, the second reading of the wire reference; of two that do alike, the shorter. Which engine that was is written in
engines/ENGINES.tsv, by hand.
"""

import gzip
import json
import os
import re
import sys

import judge
import tree

MUTATED = 1500

HEADER = [
    "What the core of an engine said of packets, full objects disallowed: ENGINES.tsv says which engine.",
    "kind: valid: written by the engine's own encoder, from the value `encoded`; mutated: ours.",
    "verdict: accept, reject, overread: accepted after reading memory after the packet, crash, or timeout: 3 s, 700 MiB.",
    "used: bytes the engine counts as consumed; may exceed the packet (EB-03) or be negative (EB-19). sent: what its encoder",
    "makes of the value, '=' where that is the packet itself. '-' where there is none of it. README.md: how values are written.",
    "name\tkind\tverdict\tused\tencoded\tvalue\tsent\thex",
]


def cells(row):
    name = row["name"].split("/", 1)[1]
    verdict = "overread" if row["verdict"] == "accept" and row.get("read_past_end") else row["verdict"]
    held = verdict in ("accept", "overread")
    # values that are too long are not stated
    return [name, row["kind"], verdict, str(row["used"]) if held else "-", row.get("encoded_from") or "-",
            row.get("value") or "-" if held else "-", row.get("reencoded") or "-" if held else "-", row["hex"]]


def kind_of_mutation(name):
    return re.sub(r"[0-9]+", "#", name.split("#")[0])


def features(row, dialect):
    """What the packet is an example of. Root type and mutation; verdicts; both."""
    packet = bytes.fromhex(row["hex"])
    strict, engine = (judge.judge(packet, dialect, policy) for policy in ("strict", "engine"))
    said = (row["verdict"], bool(row.get("read_past_end")), strict.code, strict.misread, engine.code)
    root = row["hex"][:8]
    mutation = kind_of_mutation(row["name"])
    return [(root[:2], said), (mutation, said), (root, mutation), (root[:2], strict.offset, strict.code), (row["name"],)]


def chosen(rows, dialect, wanted):
    """At least `wanted` rows: first those that add most kinds of features, each time the shortest of its kind."""
    rows = sorted(rows, key=lambda row: (len(row["hex"]), row["name"]))
    described = [(row, features(row, dialect)) for row in rows]
    taken, seen = {}, set()
    for level in range(5):
        for row, all_of_it in described:
            if row["name"] not in taken and (level == 0 or len(taken) < wanted) and all_of_it[level] not in seen:
                taken[row["name"]] = row
                seen.update(all_of_it)
    return [taken[name] for name in sorted(taken)]


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    sys.setrecursionlimit(20000)
    runs, corpus = arguments[:2]
    wanted = int(arguments[2]) if len(arguments) == 3 else MUTATED
    for engine, dialect, run, *_ in tree.read_table(os.path.join(corpus, "engines", "ENGINES.tsv")):
        with gzip.open(os.path.join(runs, run + ".jsonl.gz"), "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        valid = [row for row in rows if row["kind"] == "valid"]
        mutated = chosen([row for row in rows if row["kind"] == "mutated"], dialect, wanted)
        tree.write_table(os.path.join(corpus, "engines", engine + ".tsv"), HEADER, map(cells, valid + mutated))
        print("%s: %d valid and %d mutated of %d packets" % (engine, len(valid), len(mutated), len(rows)))


if __name__ == "__main__":
    main(sys.argv[1:])
