#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes cli/verbs/engine_bugs.c: the table of section 10 of docs/wire-format.md, for gdv explain.

    engine_bugs.py docs/wire-format.md >cli/verbs/engine_bugs.c
"""
import re
import sys

HEAD = '''/* SPDX-License-Identifier: MIT */
/* The engine bugs of docs/wire-format.md, section 10, written by engine_bugs.py of this folder; test_explain.sh holds
 * them equal to that page. */
#include "engine_bugs.h"

/* Made by a program: */
/* clang-format off */
'''


def literal(text):
    """A C string, in pieces that fit a line."""
    pieces = re.findall(r".{1,90}", text.replace("**", ""))
    return "\n     ".join('"%s"' % piece.replace("\\", "\\\\").replace('"', '\\"') for piece in pieces)


def main():
    with open(sys.argv[1], encoding="utf-8") as page:
        rows = [line.strip().strip("|").split("|") for line in page if re.match(r"\| EB-[0-9]+ \|", line)]
    out = HEAD + "const engine_bug engine_bugs[] = {\n"
    for row in rows:
        out += "    {" + ",\n     ".join(literal(cell.strip()) for cell in row) + "},\n"
    out += "};\n/* clang-format on */\n\nconst size_t engine_bug_count = sizeof engine_bugs / sizeof engine_bugs[0];\n"
    sys.stdout.write(out)


main()
