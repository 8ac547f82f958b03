#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which engine judged what, by what the corpus holds: the three tables of SECURITY.md.

    python3 corpus/make/judged.py CORPUS            prints them
    python3 corpus/make/judged.py CORPUS FILE       fails unless FILE holds them, line by line

Engines are those that the third column of seed/SOURCES.tsv names, other origins being sections of the wire reference.
Judged: mutated packets that the engine accepted or rejected (verdicts/). Encoded: packets that its encoder wrote, and of
which it stated the value (values/). Sent on: what it sends for what it accepted (reencoded/).

The second table is of cores of engines that were run by themselves (engines/): how many packets they were given, how many
of these the corpus holds, and how many of those strict accepts, by judge.py; and of these the ones that the engine reads
or sends otherwise, by the causes of engines/exceptions.tsv, which check_engines.py holds gdv to.

The third is of messages (messages/): how many an engine sent, and how many of these strict accepts, with the permissions that
a row names; how many made ones it was given, whose verdicts are those of the rules; and what was made for protocols of which none was
run. A packet that has several rows, of other permissions or envelopes, is one.
"""

import sys
from collections import Counter
from pathlib import Path

import judge
from tree import read_table


def engines(corpus):
    """Dialect -> the engine builds that wrote its seeds, those of double precision in a line with the others."""
    found = {path.name: set() for path in (corpus / "seed").iterdir() if path.is_dir()}
    for path, _, origin in read_table(corpus / "seed/SOURCES.tsv"):
        if origin.startswith(("Godot", "Pandemonium")):
            dialect = path.removeprefix("seed/").split("/")[0]
            found[dialect].add(origin.replace(", precision=double", ""))
    # a build is named once, where it is named most fully
    return {dialect: {one for one in builds if not any(other != one and other.startswith(one) for other in builds)}
            for dialect, builds in found.items()}


def table(corpus):
    lines = ["| dialect | engine that was run | judged | encoded | sent on |", "| --- | --- | --- | --- | --- |"]
    for dialect, builds in sorted(engines(corpus).items()):
        counts = [
            len(read_table(corpus / "verdicts" / (dialect + ".tsv"))),
            len(read_table(corpus / "values" / (dialect + ".jsonl"))),
            len(read_table(corpus / "reencoded" / (dialect + ".tsv"))),
        ]
        if any(counts) and not builds:
            raise SystemExit("%s: judged by an engine that seed/SOURCES.tsv does not name" % dialect)
        if not any(counts):
            builds = {"none: see the cores below"}
        cells = ["`%s`" % dialect, "; ".join(sorted(builds))] + ["{:,}".format(count) for count in counts]
        lines.append("| %s |" % " | ".join(cells))
    return lines


def cores(corpus):
    lines = ["| dialect | core that was run | packets | held here | strict accepts | of these read or sent otherwise |",
             "| --- | --- | --- | --- | --- | --- |"]
    otherwise = {}
    for engine, claim, _, _, cause in read_table(corpus / "engines/exceptions.tsv"):
        if claim == "strict":
            otherwise.setdefault(engine, Counter())[cause] += 1
    for engine, dialect, _, run, title in read_table(corpus / "engines/ENGINES.tsv"):
        packets = [bytes.fromhex(row[-1]) for row in read_table(corpus / "engines" / (engine + ".tsv"))]
        accepted = sum(judge.judge(packet, dialect).code == "OK" for packet in packets)
        causes = ", ".join("%d %s" % (count, cause) for cause, count in sorted(otherwise.get(engine, {}).items()))
        lines.append("| `%s` | %s | %s | %s | %s | %s |"
                     % (dialect, title, run, "{:,}".format(len(packets)), "{:,}".format(accepted), causes or "none"))
    return lines


# What was run for each protocol, as section 0 of docs/multiplayer-format.md has it; None: its layout is read from the source.
RUN = {
    "godot3": "Godot 3.2.3.stable (Debian godot3-server), over ENet and WebSocket",
    "godot4.0": "Godot 4.2.3-rc, over ENet and WebSocket; and its multiplayer module alone, on a mock scene tree",
    "godot4.3": "the multiplayer module of Godot 4.3.0 on the core of 4.2.3-rc, on a mock scene tree",
    "godot4.4": None,
    "pandemonium": None,
}


def messages(corpus):
    lines = ["| protocol | engine that was run | sent by it | of these strict accepts | made, and given to it | made, and given to none |",
             "| --- | --- | --- | --- | --- | --- |"]
    for protocol, run in sorted(RUN.items()):
        rows = read_table(corpus / "messages" / (protocol + ".tsv"))
        made = {row[0] for row in rows if row[1] == "made"}
        sent = {row[0] for row in rows} - made
        accepted = {row[0] for row in rows if row[6] == "ok"} & sent
        if (run is None) != (not sent):
            raise SystemExit("%s: sent by an engine that was not run, or none by one that was" % protocol)
        counts = [len(sent), len(accepted), len(made) if run else 0, 0 if run else len(made)]
        cells = ["`%s`" % protocol, run or "none: by the source alone"] + ["{:,}".format(count) for count in counts]
        lines.append("| %s |" % " | ".join(cells))
    return lines


def main():
    sys.setrecursionlimit(20000)
    tables = ["\n".join(lines) for lines in (make(Path(sys.argv[1])) for make in (table, cores, messages))]
    if len(sys.argv) == 2:
        print("\n\n".join(tables))
        return 0
    text = Path(sys.argv[2]).read_text()
    missing = [lines for lines in tables if "\n%s\n\n" % lines not in text]
    if missing:
        print("%s does not hold the table that the corpus gives:" % sys.argv[2])
        print("\n\n".join(missing))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
