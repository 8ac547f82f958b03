# SPDX-License-Identifier: MIT
"""Runs the mutants: each against the tests that come by it, until one fails: those first that noticed others of its
function, then the fastest.

Four passes. The first is over a plain build with the tests that are quick, where nearly all mutants die within
milliseconds. What it leaves meets the slow tests, and what is left of that is run again under ASan and UBSan, and then
under MSan, with the quick ones: tests do run under all three (//tests:units_asan, _ubsan, _msan), and a check that keeps a
read inside the packet, or a field that is set for nobody but who reads it too soon, may be missed by nothing else. The slow
ones come first because under sanitizers a mutant that lives costs half a minute. Rows of equivalent.tsv meet the sanitizers
too: a reason why no test can see a mutant is wrong where MSan sees it.
"""

import queue
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

# A test may take so many times what it takes without a mutant, and so much besides: processor time, in seconds.
TIMES = 10
BESIDES = 0.3

# Tests that take longer, in seconds, are slow.
QUICK = 0.06

# So many seconds of tests are enough to say that a row of equivalent.tsv is wrong: a mutant that survived all of them when
# the row was written is not run against all of them again.
LISTED = 1.0

# And so many, in the time that they take under a sanitizer, for each of ASan and MSan.
LISTED_SANITIZED = 2.0

# Tests that noticed a mutant nearby, of which so many go first.
FIRST = 12


class Tests:
    """What a build's tests are called, take, and come by. With `all_tests` given, of the same tests: only its quick ones
    count, in another build."""

    def __init__(self, builder, all_tests=None):
        def lines(program, *what):
            done = subprocess.run(
                [str(program), *what], cwd=builder.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            if done.returncode != 0:
                raise SystemExit("%s %s ended with %d\n%s" % (program, what[0], done.returncode, done.stderr[-4000:]))
            return done.stdout.splitlines()

        self.names = lines(builder.runner, "list")
        self.seconds, self.of_mutant, failed = {}, {}, []
        if all_tests is None:
            program, what, which = builder.reacher, "reach", range(len(self.names))
        else:
            program, what, which = builder.runner, "time", filter(all_tests.is_quick, all_tests.order)
        which = [str(test) for test in which]
        with ThreadPoolExecutor(builder.jobs) as pool:
            parts = (which[part :: builder.jobs] for part in range(min(builder.jobs, len(which))))
            measured = list(pool.map(lambda part: lines(program, what, *part), parts))
        for line in (line for part in measured for line in part):
            test, passed, microseconds, *mutants = map(int, line.split())
            self.seconds[test] = microseconds / 1e6
            if not passed:
                failed.append(self.names[test])
            for mutant in mutants:
                self.of_mutant.setdefault(mutant, []).append(test)
        if failed:
            raise SystemExit("these tests fail without any mutant: %s" % ", ".join(failed))
        if all_tests is not None:
            self.of_mutant = all_tests.of_mutant
        self.order = sorted(self.seconds, key=self.seconds.__getitem__)
        self.rank = {test: index for index, test in enumerate(self.order)}
        self.kills = all_tests.kills if all_tests is not None else {}

    def is_quick(self, test):
        return self.seconds[test] <= QUICK

    def reached(self, mutant):
        return mutant.alone or mutant.number in self.of_mutant

    def reaching(self, mutant):
        """The tests that come by it, the likeliest to notice first."""
        tests = self.order if mutant.alone else self.of_mutant.get(mutant.number, [])
        tests = sorted((test for test in tests if test in self.rank), key=self.rank.__getitem__)
        kills = self.kills.get((mutant.file, mutant.function), {})
        first = sorted((test for test in tests if test in kills), key=lambda test: -kills[test])[:FIRST]
        return first + [test for test in tests if test not in first]

    def killed(self, mutant, test):
        kills = self.kills.setdefault((mutant.file, mutant.function), {})
        kills[test] = kills.get(test, 0) + 1

    def within(self, tests, seconds):
        """As many of them as take so long together."""
        for count, test in enumerate(tests):
            seconds -= self.seconds[test]
            if seconds < 0:
                return tests[: max(count, 1)]
        return tests

    def request(self, number, tests):
        limits = ("%d:%d" % (test, 1e6 * (TIMES * self.seconds[test] + BESIDES)) for test in tests)
        return "%d %s\n" % (number, " ".join(limits))


class Server:
    """One runner that waits for requests."""

    def __init__(self, program, root):
        self.process = subprocess.Popen(
            [str(program), "serve"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, request):
        self.process.stdin.write(request)
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if len(answer) != 2:
            raise RuntimeError("the runner died")
        return answer[0], int(answer[1])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def each(jobs, work, items, what, note, every=20.0):
    """Runs work(thread's own state, item) over items on several threads; says how far it is."""
    waiting = queue.Queue()
    for item in items:
        waiting.put(item)
    total, done, started = len(items), [0], time.time()
    lock = threading.Lock()
    said = [started]
    errors = []

    def thread():
        state = {}
        try:
            while not errors:
                try:
                    item = waiting.get_nowait()
                except queue.Empty:
                    return
                result = work(state, item)
                with lock:
                    note(item, result)
                    done[0] += 1
                    if time.time() - said[0] > every:
                        said[0] = time.time()
                        left = (said[0] - started) * (total - done[0]) / done[0]
                        print("%s: %d of %d, about %d s left" % (what, done[0], total, left), file=sys.stderr)
        except BaseException as error:  # noqa: BLE001 - told to the main thread
            errors.append(error)
        finally:
            for value in state.values():
                value.close()

    threads = [threading.Thread(target=thread) for _ in range(jobs)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    if errors:
        raise errors[0]


def ask(server, tests, mutant, number, which, seconds):
    reaching = [test for test in tests.reaching(mutant) if which is None or which(test)]
    reaching = tests.within(reaching, seconds(mutant))
    if not reaching:
        return ("survived", "")
    result, test = server.ask(tests.request(number, reaching))
    if result == "survived":
        return (result, "")
    tests.killed(mutant, test)
    return (result, tests.names[test])


def all_of_them(_mutant):
    return float("inf")


def chosen(builder, tests, jobs, mutants, note, what, which=None, seconds=all_of_them):
    """Mutants that the running program chooses; of the tests only those of which `which` says so, and for each mutant
    as many as take so many seconds."""

    def work(state, mutant):
        if not tests.reached(mutant):
            return ("unreached", "")
        if "server" not in state:
            state["server"] = Server(builder.runner, builder.root)
        return ask(state["server"], tests, mutant, mutant.number, which, seconds)

    each(jobs, work, mutants, what, note)


def alone(builder, tests, jobs, mutants, note, what, which=None, seconds=all_of_them):
    """Mutants that are built by themselves; and again, what a choice at run time may have hidden."""

    def work(_state, mutant):
        try:
            try:
                program = builder.build_alone(mutant)
            except SystemExit:
                return ("build", "")
            server = Server(program, builder.root)
            try:
                return ask(server, tests, mutant, 0, which, seconds)
            finally:
                server.close()
        finally:
            builder.discard(mutant)

    each(jobs, work, mutants, what, note)
