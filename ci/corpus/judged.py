#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which engine judged what, by what the corpus holds: the table of SECURITY.md.

    python3 ci/corpus/judged.py CORPUS            prints it
    python3 ci/corpus/judged.py CORPUS FILE       fails unless FILE holds it, line by line

Engines are those that the third column of seed/SOURCES.tsv names, other origins being sections of the wire reference.
Judged: mutated packets that the engine accepted or rejected (verdicts/). Encoded: packets that its encoder wrote, and of
which it stated the value (values/). Sent on: what it sends for what it accepted (reencoded/).
"""

import sys
from pathlib import Path


def rows(path):
    if not path.exists():
        return []
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def engines(corpus):
    """Dialect -> the engine builds that wrote its seeds, those of double precision in a line with the others."""
    found = {path.name: set() for path in (corpus / "seed").iterdir() if path.is_dir()}
    for row in rows(corpus / "seed/SOURCES.tsv"):
        path, _, origin = row.split("\t")[:3]
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
            len(rows(corpus / "verdicts" / (dialect + ".tsv"))),
            len(rows(corpus / "values" / (dialect + ".jsonl"))),
            len(rows(corpus / "reencoded" / (dialect + ".tsv"))),
        ]
        if any(counts) and not builds:
            raise SystemExit("%s: judged by an engine that seed/SOURCES.tsv does not name" % dialect)
        if not any(counts):
            builds = {"none: the wire reference alone"}
        cells = ["`%s`" % dialect, "; ".join(sorted(builds))] + ["{:,}".format(count) for count in counts]
        lines.append("| %s |" % " | ".join(cells))
    return lines


def main():
    lines = table(Path(sys.argv[1]))
    if len(sys.argv) == 2:
        print("\n".join(lines))
        return 0
    text = Path(sys.argv[2]).read_text()
    if "\n%s\n\n" % "\n".join(lines) not in text:
        print("%s does not hold the table that the corpus gives:" % sys.argv[2])
        print("\n".join(lines))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
