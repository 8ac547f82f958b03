# SPDX-License-Identifier: MIT
"""The TextMate grammar of schemas: its words are those of the notation, and it colours what a schema holds as what it is.

    editors_test.py GRAMMAR words SCHEMA.MD DIALECT.H    the words of each rule
    editors_test.py GRAMMAR colours FILE...              prints each lexeme with its scope: LINE SCOPE TEXT
"""

import json
import re
import sys

SCOPE_END = ".gdvs"


def words(grammar, rule):
    """The alternatives of the one group of words that a rule matches."""
    (group,) = re.findall(r"\(([A-Za-z0-9_|]+)\)", grammar["repository"][rule]["match"])
    return set(group.split("|"))


def of_notation(page):
    """Words in quotation marks of the EBNF, by the line that defines them."""
    block = re.search(r"```ebnf\n(.*?)```", page, re.S).group(1)
    lines = {}
    for name, body in re.findall(r"^([a-z-]+) +=(.*?) ;", block, re.S | re.M):
        lines[name] = set(re.findall(r'"([A-Za-z_][A-Za-z0-9_]+)"', body))
    return lines


def of_types(header):
    """The engine's types, by the list in dialect.h: X(ENUM, "Name", ..)."""
    block = header[header.index("#define GDV_TYPE_LIST") :]
    block = block[: re.search(r"[^\\]\n", block).end()]
    return set(re.findall(r'"(\w+)"', block))


def compare(what, ours, theirs):
    if ours != theirs:
        print("%s: only the grammar has %s, only the notation has %s" % (what, sorted(ours - theirs), sorted(theirs - ours)))
    return ours == theirs


def check_words(grammar, page, header):
    lines = of_notation(page)
    statements = lines["limits"] | lines["include"] | {"rpc"}
    beside = lines["script"] | lines["method"] - {"rpc"} | {"of"}
    limits = lines["limit"]
    extra = {"number", "Variant"}
    types = of_types(header) - {"Nil"} | extra
    declared = set(re.match(r"\\b\(([a-z|]+)\)", grammar["repository"]["declaration"]["match"]).group(1).split("|"))
    return all([
        compare("declarations", declared, lines["type"] | lines["packet"] | {"script", "func"}),
        compare("statements", words(grammar, "statement"), statements),
        compare("limits", words(grammar, "limit"), limits),
        compare("constants", words(grammar, "constant"), lines["literal"] | lines["number"]),
        compare("words", words(grammar, "word"), lines["word"] | lines["rpc-word"] | beside - {"script", "func"}),
        compare("types", words(grammar, "type"), types),
    ])


class Colours:
    """As much of TextMate as the grammar uses: match with captures, begin and end, includes."""

    def __init__(self, grammar):
        self.repository = grammar["repository"]
        self.top = self.flat(grammar["patterns"])

    def flat(self, patterns):
        found = []
        for one in patterns:
            if "include" in one:
                found += self.flat([self.repository[one["include"][1:]]])
            elif "match" in one or "begin" in one:
                found.append(one)
            else:
                found += self.flat(one["patterns"])
        return found

    def first(self, patterns, line, at):
        """The match that begins first; of several the one that stands first."""
        best = None
        for one in patterns:
            match = re.compile(one.get("match") or one["begin"]).search(line, at)
            if match and (best is None or match.start() < best[0].start()):
                best = match, one
        return best

    def line(self, line):
        at = 0
        while best := self.first(self.top, line, at):
            match, one = best
            if "begin" in one:
                inner = self.flat(one["patterns"])
                end = re.compile(one["end"]).search(line, match.end())
                while (escape := self.first(inner, line, match.end())) and escape[0].start() < end.start():
                    yield escape[1]["name"], escape[0].group()
                    match = escape[0]
                    end = re.compile(one["end"]).search(line, match.end())
                yield one["name"], line[best[0].start() : end.end()]
                at = max(end.end(), at + 1)
                continue
            for group, capture in one.get("captures", {}).items():
                if match.group(int(group)):
                    yield capture["name"], match.group(int(group))
            if "captures" not in one:
                yield one["name"], match.group()
            at = max(match.end(), at + 1)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        grammar = json.load(file)
    if sys.argv[2] == "words":
        pages = [open(name, encoding="utf-8").read() for name in sys.argv[3:]]
        sys.exit(0 if check_words(grammar, *pages) else 1)
    colours = Colours(grammar)
    for name in sys.argv[3:]:
        for number, line in enumerate(open(name, encoding="utf-8"), 1):
            for scope, text in colours.line(line.rstrip("\n")):
                print("%d %s %s" % (number, scope.removesuffix(SCOPE_END), text))


if __name__ == "__main__":
    main()
