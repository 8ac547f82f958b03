# SPDX-License-Identifier: MIT
"""The ledger of mutants that no test can tell from the original: equivalent.tsv.

A reason in a line of its own, and below it, each after a tab, the mutants that it holds for: id, tab, the edit in words. Each
reason and each id stands once. The first line says how many of both there are: "# ceiling: 2 mutants, 1 reasons". That is
compared, so that nobody adds a row without raising a number that a reviewer reads, and that whoever takes one away lowers
it. More mutants than the ceiling are a matter for a test, not for the ledger.
"""

import re


class Broken(Exception):
    """What is wrong with the ledger, in one sentence."""


def read(path):
    """{id: reason}, in the order of the file; Broken where it is not a ledger or not as long as its ceiling says."""
    reasons, of = [], {}
    lines = path.read_text().splitlines()
    ceiling = re.fullmatch(r"# ceiling: (\d+) mutants, (\d+) reasons", lines[0]) if lines else None
    if not ceiling:
        raise Broken("equivalent.tsv: the first line is not a ceiling")
    for line in lines:
        if not line or line.startswith("#"):
            continue
        if not line.startswith("\t"):
            if line in reasons:
                raise Broken("equivalent.tsv: a reason that stands twice: " + line)
            reasons.append(line)
            continue
        cells = line.split("\t")[1:]
        if len(cells) != 2 or not all(cells) or not reasons or cells[0] in of:
            raise Broken("equivalent.tsv: not id and edit below a reason, or twice: " + line.strip())
        of[cells[0]] = reasons[-1]
    empty = [reason for reason in reasons if reason not in of.values()]
    if empty:
        raise Broken("equivalent.tsv: a reason without a mutant: " + empty[0])
    counts = (len(of), len(reasons))
    if counts != tuple(map(int, ceiling.groups())):
        raise Broken("equivalent.tsv: %d mutants and %d reasons, and the ceiling says %s and %s" % (*counts, *ceiling.groups()))
    return of
