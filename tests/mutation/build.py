# SPDX-License-Identifier: MIT
"""Builds the runner: library, unit tests and fuzz targets with clang and its sanitizers, once for all mutants and once
more to see which test comes by which; and again with one edit alone where a mutant cannot be chosen at run time.

A build sees the sources of lib/ only as they were copied at its start, and so does every mutant.
"""

import os
import re
import shutil
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import points
import schemata

TRAPS = "undefined,nullability"
ADDRESS = ["-fsanitize=address"]
UNDEFINED = ["-fsanitize=" + TRAPS, "-fsanitize-trap=" + TRAPS, "-fno-sanitize-recover=all"]

# Flags of all that is built, and of the library besides.
SANITIZERS = {None: ([], []), "address": (ADDRESS, UNDEFINED), "memory": (["-fsanitize=memory"], [])}
COMMON = ["-std=c11", "-O1", "-w", "-iquote", ".", "-Itests/shim"]

# Files of one replay that are one test to the runner: fewer say more precisely who comes by, more cost less.
CHUNK = 64


# Of the command what two fuzz targets try: //cli:samples.
SAMPLER = (
    "cli/schema/sampl*.c",
    "cli/schema/schema_methods.c",
    "cli/schema/schema_sample.c",
    "cli/schema/schema_size.c",
)

# Tests of a library that is compiled in another way, or that wait for chance: no mutant is asked of them.
NEED_ANOTHER = {"test_changing", "test_race", "test_several_work"}


def includes(text, header):
    """Whether a source includes a header of this name: no two have the same."""
    return re.search(r'^#include ["<](?:[\w./]*/)?%s[">]' % re.escape(Path(header).name), text, re.M) is not None


def headers_of(folder):
    """Flags for the headers of the library in a copy."""
    return ["-iquote", str(folder), "-I%s/lib/include" % folder]


class Quiet(dict):
    """The names of a BUILD file that do not matter here."""

    def __missing__(self, _name):
        return lambda *_arguments, **_named: None


def fuzz_targets(root):
    """Name, corpus folders and environment of each fuzz_target() in fuzz/BUILD: it is Python as far as it goes."""
    found = []
    file = root / "fuzz/BUILD"
    if file.exists():
        names = Quiet(fuzz_target=lambda **named: found.append(named), glob=lambda *_a, **_n: [])
        exec(compile(file.read_text(), str(file), "exec"), names)
    return found


def corpus_files(root, labels):
    files = []
    for label in labels:
        folder = root / label.lstrip("/").replace(":", "/")
        files += sorted(
            path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".tsv", ".md", ".txt", ".json")
        )
    return [str(path.relative_to(root)) for path in files]


class Builder:
    def __init__(self, root, out, jobs, mutants, sanitizer=None):
        self.root, self.out, self.jobs = root, out, jobs
        self.everywhere, self.lib_only = (list(flags) for flags in SANITIZERS[sanitizer])
        self.everywhere = COMMON + self.everywhere
        self.has_reacher = sanitizer is None
        self.mutants = mutants
        self.originals, self.lock = {}, threading.Lock()
        self.sources = [root / file for file in points.sources_of(root)]
        self.files = {str(path.relative_to(root)): path.read_text() for path in self.sources}
        if out.exists():
            shutil.rmtree(out)
        for folder in ("obj", "all", "alone"):
            (out / folder).mkdir(parents=True)

    # Sources -----------------------------------------------------------------------------------------------------

    def write(self, folder, texts):
        """A copy of lib/ below `folder`, with these texts in place of the originals."""
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(texts.get(name, text))
        return folder

    def with_all(self):
        by_file = {}
        for mutant in self.mutants:
            by_file.setdefault(mutant.file, []).append(mutant)
        texts = {}
        for name, text in self.files.items():
            texts[name] = schemata.render(text, by_file.get(name, []), schemata.insertions(name, text))
        return self.write(self.out / "all", texts)

    # Compiling ---------------------------------------------------------------------------------------------------

    def compile(self, source, target, flags):
        target.parent.mkdir(parents=True, exist_ok=True)
        command = ["clang-19", *flags, "-c", str(source), "-o", str(target)]
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit("%s\n%s" % (" ".join(command), done.stderr[-4000:]))
        return target

    def compile_each(self, jobs):
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(lambda job: self.compile(*job), jobs))

    def lib_flags(self, folder):
        return self.everywhere + self.lib_only + ["-include", "tests/mutation/schemata.h", *headers_of(folder)]

    def lib_jobs(self, folder, target, more=()):
        flags = self.lib_flags(folder) + list(more)
        return [
            (folder / name, self.out / "obj" / target / (Path(name).stem + ".o"), flags)
            for name in self.files
            if name.endswith(".c")
        ]

    def test_jobs(self, folder):
        """Tests, fuzz targets and what they share; returns also which objects are only for who asks for them."""
        flags = headers_of(folder) + self.everywhere + ["-I.", "-include", "tests/mutation/schemata.h"]
        jobs, helpers = [], []
        targets = {target["name"]: target for target in fuzz_targets(self.root)}
        patterns = ("tests/*/test_*.c", "tests/reference/*.c", "tests/support/*.c", *SAMPLER, "fuzz/*/*.c")
        for source in (path for pattern in patterns for path in sorted(self.root.glob(pattern))):
            name, text = source.stem, source.read_text()
            top = source.relative_to(self.root).parts[0]
            target = self.out / "obj" / top / (name + ".o")
            if top == "tests" and name in NEED_ANOTHER:
                continue
            if top == "tests" and name.startswith("test_"):
                jobs.append((source, target, flags))
            elif re.search(r"^int LLVMFuzzerTestOneInput\(.*\)$", text, re.M):
                if name in targets:
                    jobs.append((source, target, flags + ["-DLLVMFuzzerTestOneInput=replay_" + name]))
            elif not re.search(r"^int main\(|criterion_main", text, re.M) and name != "criterion_main":
                jobs.append((source, target, flags))
                helpers.append(target)
        return jobs, helpers

    def write_targets(self):
        def quoted(values):
            return "".join('"%s", ' % value for value in values)

        lines = ['#include "tests/mutation/runner.h"', '#include "tests/mutation/schemata.h"']
        rows, variables = [], set()
        for target in fuzz_targets(self.root):
            name = target["name"]
            if not (self.root / "fuzz/targets" / (name + ".c")).exists():
                continue
            variables.update(target.get("replay_env", {}))
            files = corpus_files(self.root, target.get("corpus", []) + ["//corpus:fuzz/" + name])
            lines.append("int replay_%s(const uint8_t *bytes, size_t size);" % name)
            for index in range(0, len(files), CHUNK):
                chunk = files[index : index + CHUNK]
                label = "%s/%s" % (name, Path(chunk[0]).parent)
                lines.append("static const char *const %s_%d[] = {%s0};" % (name, index, quoted(chunk)))
                rows.append('{"%s+%d", replay_%s, %s_%d}' % (label, index, name, name, index))
        suites = set()
        for name in ("test_keys", "test_keys_content", "test_keys_hostile"):
            file = self.root / "tests/keys" / (name + ".c")
            if file.exists():
                suites.update(re.findall(r"^(?:Parameterized)?Test\((?:[\w ]+\*?\w+, )?(\w+),", file.read_text(), re.M))
        lines.append("const struct replay replays[] = {%s};" % ", ".join(rows + ["{0, 0, 0}"]))
        lines.append("const char *const environment[] = {%s0};" % quoted(sorted(variables)))
        lines.append("const char *const weak_suites[] = {%s0};" % quoted(sorted(suites)))
        count = max((mutant.number for mutant in self.mutants), default=0) + 1
        lines.append("const size_t gdv_mutants = %d;" % count)
        lines.append("unsigned char gdv_reached[%d];" % count)
        path = self.out / "targets.c"
        path.write_text("\n".join(lines) + "\n")
        return path

    def link(self, name, library):
        output = self.out / name
        command = ["clang-19", *self.everywhere, *map(str, self.tests + library + self.helpers), "-lm", "-o", str(output)]
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit("%s\n%s" % (" ".join(command)[:400], done.stderr[-4000:]))
        return output

    def archive(self, name, objects):
        subprocess.run(["ar", "rcs", str(self.out / name), *map(str, objects)], check=True)
        return self.out / name

    def join_fuzz(self, objects):
        """All fuzz targets as one object, which shows their entries alone: tests and targets have helpers whose names are
        the same. What only a fuzzing engine asks for stays out."""
        targets = [target for target in objects if target.parent.name == "fuzz"]
        if not targets:
            return objects
        shared = self.helpers[-1]
        joined = str(self.out / "obj/fuzz.o")
        subprocess.run(["ld", "-r", "--force-group-allocation", "-o", joined, *map(str, targets), str(shared)], check=True)
        keep = ["--keep-global-symbol=replay_" + target.stem for target in targets]
        subprocess.run(["objcopy", *keep, joined], check=True)
        return [target for target in objects if target not in targets] + [Path(joined)]

    def build(self):
        """Leaves self.runner, and but for the one with sanitizers self.reacher."""
        folder = self.with_all()
        jobs, helpers = self.test_jobs(folder)
        plain = self.everywhere + ["-I."]
        jobs += [
            (self.root / "tests/mutation/runner.c", self.out / "obj/runner.o", plain),
            (self.write_targets(), self.out / "obj/targets.o", plain),
        ]
        library = self.lib_jobs(folder, "all")
        reach = self.lib_jobs(folder, "reach", ["-DGDV_MUTATE_REACH"]) if self.has_reacher else []
        self.compile_each(library + reach + jobs)
        # Each before those that it asks for: a test of the mutator for some of fuzz/, the sampler for what says nothing.
        self.helpers = [
            self.archive(folder + ".a", [target for target in helpers if target.parent.name == folder])
            for folder in ("tests", "cli", "fuzz")
        ]
        self.tests = self.join_fuzz([target for _, target, _ in jobs if target not in helpers])
        self.lib_objects = {source.name: target for source, target, _ in library}
        self.runner = self.link("runner", list(self.lib_objects.values()))
        self.reacher = self.link("reacher", [target for _, target, _ in reach]) if reach else None

    # One mutant alone --------------------------------------------------------------------------------------------

    def edited(self, mutant):
        text = self.files[mutant.file]
        return text[: mutant.begin] + mutant.after + text[mutant.end :]

    def users(self, file):
        """The .c files that a mutant of this file changes."""
        if file.endswith(".c"):
            return [file]
        reached, grown = {file}, True
        while grown:
            grown = False
            for name, text in self.files.items():
                if name not in reached and any(includes(text, each) for each in reached):
                    reached.add(name)
                    grown = True
        return sorted(name for name in reached if name.endswith(".c"))

    def build_alone(self, mutant):
        """A runner whose library has this one edit and no choices. The caller removes it."""
        folder = self.out / "alone" / str(mutant.number)
        texts = {mutant.file: self.edited(mutant)}
        for name in self.files:  # the switch and the counters that tests need
            inserts = schemata.insertions(name, self.files[name])
            if inserts and name != mutant.file:
                texts[name] = schemata.render(self.files[name], [], inserts)
            elif inserts:
                moved = [(at if at <= mutant.begin else at + len(mutant.after) - len(mutant.before),) * 2 + (new,)
                         for at, _, new in inserts if not mutant.begin < at < mutant.end]
                texts[name] = schemata.render(texts[name], [], moved)
        self.write(folder, texts)
        objects = dict(self.lib_objects)
        for name in self.users(mutant.file):
            target = folder / (Path(name).stem + ".o")
            objects[Path(name).name] = self.compile(folder / name, target, self.lib_flags(folder))
        return self.link("alone/%d/runner" % mutant.number, list(objects.values()))

    def discard(self, mutant):
        shutil.rmtree(self.out / "alone" / str(mutant.number), ignore_errors=True)

    def original_object(self, name):
        """What the compiler makes of an original source, in full optimisation."""
        with self.lock:
            if name not in self.originals:
                base = self.write(self.out / "original", {}) if not self.originals else self.out / "original"
                self.originals[name] = self.optimised(base, name)
            return self.originals[name]

    def optimised(self, folder, name):
        target = folder / (Path(name).stem + ".o")
        command = ["clang-19", "-std=c11", "-O2", "-w", "-I.", "-Ilib/include", "-c", name, "-o", os.fspath(target)]
        done = subprocess.run(command, cwd=folder, capture_output=True)
        return target.read_bytes() if done.returncode == 0 else None

    def same_object(self, mutant):
        """Whether the compiler makes the same code of the mutant as of the original, for all who see it."""
        folder = self.write(self.out / "alone" / ("%d-same" % mutant.number), {mutant.file: self.edited(mutant)})
        try:
            return all(self.optimised(folder, name) == self.original_object(name) for name in self.users(mutant.file))
        finally:
            shutil.rmtree(folder)
