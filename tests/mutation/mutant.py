# SPDX-License-Identifier: MIT
"""A mutant: one edit of one source, by a name of its own."""

import difflib
import hashlib
import re
from dataclasses import dataclass


@dataclass
class Mutant:
    """One edit: `after` in place of source[begin:end]."""

    file: str  # below the top of the checkout
    function: str
    operator: str
    begin: int
    end: int
    before: str
    after: str
    alone: bool = False  # cannot be chosen at run time: built by itself
    id: str = ""
    number: int = 0
    line: int = 0


def one_line(text):
    return re.sub(r"\s+", " ", text).strip()


def identify(text, mutants):
    """Names that survive edits elsewhere: what is edited and how, and which of several alike it is. Of two mutants that
    are one edit the first is kept."""
    seen, edits, kept = {}, set(), []
    for mutant in sorted(mutants, key=lambda each: (each.begin, -each.end)):
        edit = (mutant.begin, mutant.end, {"0": "false"}.get(mutant.after, mutant.after))
        if edit in edits:
            continue
        edits.add(edit)
        mutant.line = text.count("\n", 0, mutant.begin) + 1
        place = mutant.function
        if mutant.alone:  # by its line of text: the row or macro that it is in
            begin = text.rfind("\n", 0, mutant.begin) + 1
            line = text[begin : text.find("\n", mutant.begin)]
            column = "%d of %s" % (len(re.findall(r"\d+", text[begin : mutant.begin])), one_line(line.rstrip("\\")))
            key = (mutant.operator, column, mutant.after)
        else:
            key = (place, mutant.operator, one_line(mutant.before), one_line(mutant.after))
        ordinal = seen[key] = seen.get(key, 0) + 1
        digest = hashlib.sha1("\0".join(map(str, key + (ordinal,))).encode()).hexdigest()[:8]
        mutant.id = "%s:%s:%s:%s" % (mutant.file, place or "-", mutant.operator, digest)
        kept.append(mutant)
    return kept


def diff(root, mutant):
    """The mutant as a patch of one edit."""
    old = (root / mutant.file).read_text()
    new = old[: mutant.begin] + mutant.after + old[mutant.end :]
    return "".join(
        difflib.unified_diff(
            old.splitlines(True), new.splitlines(True), "a/" + mutant.file, "b/" + mutant.file, n=1
        )
    )
