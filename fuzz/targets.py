#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What fuzz/BUILD declares, for those who build or look after the fuzz targets without Bazel.

    python3 fuzz/targets.py list                   one line a target: name, max_len, dictionary or -, C files; tabs between
    python3 fuzz/targets.py dictionaries           one line a dictionary: path, C files of the program that prints it
    python3 fuzz/targets.py folders NAME           the folders of its corpus, one a line
    python3 fuzz/targets.py seeds NAME OUT.zip     its corpus as a seed archive, files named by the sha1 of what they hold
    python3 fuzz/targets.py gather INTO FOLDER..   copies of all that the folders hold, named in the same way
    python3 fuzz/targets.py check                  whether corpus/fuzz/ is in order: names, folders, budget

From the top of the checkout. There is no second list to keep: a BUILD file is Python for as long as it only calls rules,
so this runs fuzz/BUILD itself, and those that it depends on, with rules that take down what they are called with. C files
are those of a target and of all that it depends on but //lib:gdv, which is lib/*/*.c to all of them.
"""

import functools
import glob
import hashlib
import os
import sys
import zipfile

BUILD = "fuzz/BUILD"
FINDS = "corpus/fuzz"

# For all targets together: every clone carries it, and every `ci/test` replays it, twice.
MOST_FILES = 2500
MOST_BYTES = 4 << 20


class Foreign:
    """What a BUILD file loads from elsewhere and hands on; nothing of it matters here."""

    def __call__(self, *_args, **_kwargs):
        return self

    def __add__(self, other):
        return self

    __radd__ = __add__

    def __iter__(self):
        return iter(())


class Package(dict):
    """The names that a BUILD file uses; `rules` is what it declares: {name: attributes}."""

    def __init__(self, folder):
        super().__init__(glob=self.glob)
        self.folder = folder
        self.rules = {}
        for kind in ("fuzz_target", "cc_library", "cc_binary", "genrule"):
            self[kind] = functools.partial(self.declare, kind)
        # Of Python's own names only those that Starlark has too: a rule could be named like another one.
        self["__builtins__"] = {}
        self.update(dict=dict, enumerate=enumerate, len=len, list=list, range=range, sorted=sorted, zip=zip)
        with open(folder + "/BUILD", encoding="utf-8") as file:
            exec(compile(file.read(), folder + "/BUILD", "exec"), self)

    def __missing__(self, name):
        return Foreign()

    def glob(self, patterns, exclude=(), **_rest):
        def found(of):
            paths = [path for pattern in of for path in glob.glob(f"{self.folder}/{pattern}")]
            return {os.path.relpath(path, self.folder) for path in paths}

        return sorted(found(patterns) - found(exclude))

    def declare(self, kind, name, **attributes):
        if name in self.rules:
            sys.exit(f"{self.folder}/BUILD: {name} is declared twice")
        self.rules[name] = dict(attributes, kind=kind)


@functools.lru_cache(maxsize=None)
def package(folder):
    return Package(folder)


def path(label, folder="fuzz"):
    """The path in the checkout of a file, or of the folder of a corpus_dir, that a BUILD file names."""
    if label.startswith("//"):
        return label[2:].replace(":", "/")
    return f"{folder}/{label.lstrip(':')}"


def c_files(rule, folder="fuzz"):
    """The C files of a rule and of all that it depends on but the library under test, each once."""
    found = [path(src, folder) for src in rule.get("srcs", []) if src.endswith(".c")]
    for dep in rule.get("deps", []):
        if not dep.startswith("//lib:"):
            below, name = os.path.split(path(dep, folder))
            found += c_files(package(below).rules[name], below)
    return sorted(set(found))


def targets():
    found = {name: rule for name, rule in package("fuzz").rules.items() if rule["kind"] == "fuzz_target"}
    if not found:
        sys.exit(f"{BUILD}: no fuzz_target")
    return found


def one(name):
    found = targets()
    if name not in found:
        sys.exit(f"{BUILD}: no fuzz_target {name}; there are {' '.join(sorted(found))}")
    return found[name]


def dictionaries():
    """{path: C files} of the dictionaries that a program prints."""
    rules = package("fuzz").rules
    named = {target["dict"].lstrip(":") for target in targets().values() if target.get("dict")}
    found = {}
    for rule in rules.values():
        for out in rule.get("outs", []):
            if out in named:
                (tool,) = rule["exec_tools"]
                found[path(out)] = c_files(rules[tool.lstrip(":")])
    return found


def folders(name):
    """What fuzz_target() replays: the corpus that it is given, and the finds of its own."""
    named = [path(label) for label in one(name).get("corpus", [])] + [f"{FINDS}/{name}"]
    return [folder for folder in named if os.path.isdir(folder)]


def packets(folder):
    for here, below, files in os.walk(folder):
        below.sort()
        for file in sorted(files):
            # as fuzz/replay_test.sh: tables and notes between the packets are no input
            if not file.endswith((".tsv", ".md", ".txt")):
                yield os.path.join(here, file)


def by_sha1(these):
    """{sha1: content} of all packets in these folders."""
    found = {}
    for folder in these:
        for packet in packets(folder):
            with open(packet, "rb") as file:
                data = file.read()
            found[hashlib.sha1(data).hexdigest()] = data
    return found


def gather(into, these):
    os.makedirs(into, exist_ok=True)
    for digest, data in by_sha1(these).items():
        with open(os.path.join(into, digest), "wb") as file:
            file.write(data)


def write_seeds(name, out):
    seeds = by_sha1(folders(name))
    if not seeds:
        sys.exit(f"{name}: no seeds in {' '.join(folders(name)) or 'no folder'}")
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for digest in sorted(seeds):
            # without a time, so that the same seeds are the same archive
            archive.writestr(zipfile.ZipInfo(digest), seeds[digest], zipfile.ZIP_DEFLATED)


def check():
    """Returns what is wrong with the finds, one sentence each."""
    wrong = []
    files = size = 0
    names = set(targets())
    for name in sorted(names - set(os.listdir(FINDS))):
        wrong.append(f"{FINDS}/{name} is missing: fuzz/minimise.sh {name}")
    for name in sorted(set(os.listdir(FINDS)) - names):
        wrong.append(f"{FINDS}/{name} is of no target of {BUILD}")
    for here, _below, found in os.walk(FINDS):
        for file in found:
            with open(os.path.join(here, file), "rb") as find:
                data = find.read()
            files += 1
            size += len(data)
            if os.path.dirname(os.path.relpath(os.path.join(here, file), FINDS)) not in names:
                wrong.append(f"{here}/{file} is not in the folder of a target")
            if file != hashlib.sha1(data).hexdigest():
                wrong.append(f"{here}/{file} is not named by the sha1 of what it holds")
    if files > MOST_FILES:
        wrong.append(f"{FINDS} has {files} files, more than {MOST_FILES}")
    if size > MOST_BYTES:
        wrong.append(f"{FINDS} has {size} bytes, more than {MOST_BYTES}")
    print(f"{FINDS}: {files} files of at most {MOST_FILES}, {size} bytes of at most {MOST_BYTES}")
    return wrong


def main(argv):
    if argv[1:] == ["list"]:
        for name, target in sorted(targets().items()):
            dictionary = target.get("dict")
            print(
                name,
                target.get("max_len", 65536),
                path(dictionary) if dictionary else "-",
                " ".join(c_files(target)),
                sep="\t",
            )
    elif argv[1:] == ["dictionaries"]:
        for name, files in sorted(dictionaries().items()):
            print(name, " ".join(files), sep="\t")
    elif len(argv) >= 3 and argv[1] == "gather":
        gather(argv[2], argv[3:])
    elif argv[1:] == ["check"]:
        wrong = check()
        if wrong:
            sys.exit("\n".join(wrong))
    elif len(argv) == 3 and argv[1] == "folders":
        print("\n".join(folders(argv[2])))
    elif len(argv) == 4 and argv[1] == "seeds":
        write_seeds(argv[2], argv[3])
    else:
        sys.exit(__doc__)


main(sys.argv)
