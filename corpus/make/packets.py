# SPDX-License-Identifier: MIT
"""The packets of the corpus and what engines said of them, for the programs beside this that compare."""

import os

import folded
import judge
import tree
import typed


class Packet:
    """One packet of the corpus; verdict: what strict says of it ("OK" or a code)."""

    def __init__(self, dialect, name, content, verdict=None, stated=None):
        self.dialect, self.name, self.content, self.stated = dialect, name, content, stated
        self.verdict = verdict or judge.judge(content, dialect).code


def seeds(corpus, dialect):
    found = []
    for path, strict, _ in tree.read_table(os.path.join(corpus, "seed", "SOURCES.tsv")):
        folder, name = path.split("/")
        if folder == dialect:
            with open(os.path.join(corpus, "seed", path), "rb") as file:
                found.append(Packet(dialect, name, file.read(), "OK" if strict == "ok" else strict))
    return found


def valid(corpus, dialect, of_seed):
    """The packets whose value their engine stated; of_seed: seeds by name."""
    try:
        with open(os.path.join(corpus, "values", dialect + ".jsonl"), encoding="utf-8") as lines:
            rows = [folded.unfold(typed.load(line)) for line in lines]
    except FileNotFoundError:
        return []
    found = []
    for row in rows:
        if "seed" in row:
            seed = of_seed[row["seed"]]
            found.append(Packet(dialect, seed.name, seed.content, seed.verdict, row["value"]))
        else:
            found.append(Packet(dialect, row["name"], bytes.fromhex(row["hex"]), None, row["value"]))
    return found


def mutated(corpus, dialect):
    """The mutated packets that the engine accepted; stated: what it sends for the value it read."""
    sent = dict(tree.read_table(os.path.join(corpus, "reencoded", dialect + ".tsv")))
    found = []
    for name, _, _, digits in tree.read_table(os.path.join(corpus, "verdicts", dialect + ".tsv")):
        if name in sent:
            packet = bytes.fromhex(digits)
            again = packet if sent[name] == "=" else bytes.fromhex(sent[name])
            found.append(Packet(dialect, name, packet, None, again))
    assert len(found) == len(sent), "a re-encoded packet is not among the verdicts"
    return found
