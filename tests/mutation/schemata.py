# SPDX-License-Identifier: MIT
"""All mutants of a file in one text: each point becomes a choice that the running program makes, so that thousands of
mutants cost one build. `(a < b)` turns into `GDV_MUTANT_VALUE(17, (a <= b), (a < b))`; schemata.h says what that means.
"""

import re

STATEMENTS = ("break", "continue", "return")

# Three tests run over libraries of their own (lib/BUILD, weak_digest and counting_sources). Here it is one library: the
# digest is weak while a switch is set, and it always counts.
WEAK = [("lib/keys/digest.c", "(uint32_t)(all & 0xffffffffu)", "(uint32_t)(all & (gdv_weak_digest ? 1u : 0xffffffffu))")]
COUNTERS = [
    ("lib/keys/digest.c", "    digest->lanes[3] ^= word;", "    gdv_digested += 1;\n    digest->lanes[3] ^= word;"),
    ("lib/keys/key_entries.c", "            hole -= 1;", "            gdv_moves += 1;\n            hole -= 1;"),
    ("lib/keys/key_compare.c", "    const gdv_wire_row *row_one = ", "    gdv_comparisons += 1;\n    const gdv_wire_row *row_one = "),
    ("lib/keys/key_normalize.c", "    if (gdv_left(&again->in) < 4) {", "    gdv_rereads += 1;\n    if (gdv_left(&again->in) < 4) {"),
    ("lib/value/links.h", "    uint32_t end = nodes[", "    gdv_passed += 1;\n    uint32_t end = nodes["),
]


def insertions(file, text):
    """Edits of the above in a file: (begin, end, text)."""
    edits = []
    for where, old, new in WEAK + COUNTERS:
        if where != file:
            continue
        if text.count(old) != 1:
            raise SystemExit("tests/mutation/schemata.py: %s does not hold exactly once: %s" % (file, old.strip()))
        begin = text.index(old)
        keep = len(new) - len(old)
        if new.endswith(old):  # in front of it, so that what follows can be mutated
            edits.append((begin, begin, new[:keep]))
        else:
            at = old.index("0xffffffffu")
            edits.append((begin + at, begin + at, "(gdv_weak_digest ? 1u : "))
            edits.append((begin + at + len("0xffffffffu"), begin + at + len("0xffffffffu"), ")"))
    return edits


def render(text, mutants, extra=()):
    """The text with all mutants (that are not `alone`) in it, and the insertions."""
    groups = {}
    for mutant in mutants:
        if not mutant.alone:
            groups.setdefault((mutant.begin, mutant.end), []).append(mutant)
    spans = sorted(groups, key=lambda span: (span[0], -span[1]))
    inserts = sorted(extra)
    position = 0

    def plain(begin, end):
        """The source from begin to end, which holds no mutant, with the insertions that fall into it."""
        nonlocal inserts
        out, at = [], begin
        while inserts and inserts[0][0] <= end:
            where, _, new = inserts[0]
            if where < at:
                break
            out += [text[at:where], new]
            at = where
            inserts = inserts[1:]
        return "".join(out) + text[at:end]

    def piece(begin, end):
        nonlocal position
        out, at = [], begin
        while position < len(spans) and spans[position][0] < end:
            span = spans[position]
            if span[1] > end:
                raise ValueError("mutants overlap at %d" % span[0])
            position += 1
            out.append(plain(at, span[0]))
            inner = piece(*span)
            out.append(choose(groups[span], inner))
            at = span[1]
        out.append(plain(at, end))
        return "".join(out)

    return piece(0, len(text))


CONSTANT = re.compile(r"\(?(true|false|NULL|-?\d\w*|[A-Z]\w*( [+-] 1)?)\)?")
EFFECT = re.compile(r"(?<!sizeof)(?<!return)\b\w+\s*\(|(?<![=!<>])=(?!=)|\+\+|--")
UNGUARDED = re.compile(r"\[|->|\*")


def comparable(mutant):
    """Whether both values can be had at once, so that it can be asked whether they differ; and nothing else can."""
    if EFFECT.search(mutant.before) or EFFECT.search(mutant.after):
        return False
    if CONSTANT.fullmatch(mutant.after):
        return True
    if mutant.operator not in ("relation", "arithmetic", "bits", "logic", "operand-dropped"):
        return False
    # The left operand may be what allows to look at the right one.
    return mutant.operator not in ("logic", "operand-dropped") or not UNGUARDED.search(mutant.before)


def choose(mutants, original):
    if original in STATEMENTS:
        return "if (!GDV_MUTANT(%d)) %s" % (mutants[0].number, original)
    if any(mutant.after == "(void)0" for mutant in mutants):
        out = "(void)(%s)" % original
    else:
        out = "(%s)" % original
    for mutant in reversed(mutants):
        after = mutant.after
        if after != "(void)0" and any(each.after == "(void)0" for each in mutants):
            after = "(void)(%s)" % after
        if after == mutant.after and comparable(mutant):
            out = "GDV_MUTANT_VALUE(%d, (%s), (%s))" % (mutant.number, after, out)
        else:
            out = "GDV_MUTANT(%d) ? (%s) : %s" % (mutant.number, after, out)
    return "(%s)" % out
