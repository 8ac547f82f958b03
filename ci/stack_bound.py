#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Bounds the stack of every entry point from GCC's call graphs, or says why there is no bound.

usage: stack_bound.py [--limit NAME=BYTES].. [--entry NAME].. GRAPH.ci..

GRAPH.ci are the files of one library that `gcc -fcallgraph-info=su,da` wrote. Fails on a cycle, on a call through a
pointer, on a call of anything but the four memory functions, on a frame whose size is known only when it runs, and on
an entry point beyond its limit. The bound is the sum of the frames on the most expensive path, as the compiler laid
them out (return addresses included); what the C library's memcpy itself takes is not in it.
"""

import argparse
import re
import sys

ALLOWED_EXTERNALS = {"memcmp", "memcpy", "memmove", "memset"}

NODE = re.compile(r'^node: \{ title: "([^"]*)" label: "([^"]*)"(.*)\}')
# What the compiler has made up itself has no label: a call of a part that it split off a function, and one of its own
# helpers, such as division on ARM.
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"(?: label: "([^"]*)")?')
FRAME = re.compile(r"(\d+) bytes \(([\w,]+)\)")


class Graph:
    def __init__(self):
        self.frames = {}  # function -> bytes; in here only what some file defines
        self.calls = {}  # function -> {callee: place of the call}
        self.problems = []

    def read(self, path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                node = NODE.match(line)
                edge = EDGE.match(line)
                if node:
                    self.add_node(*node.groups())
                elif edge:
                    caller, callee, place = edge.groups()
                    self.calls.setdefault(caller, {}).setdefault(callee, place)

    def add_node(self, name, label, rest):
        if "ellipse" in rest:
            return  # only called here; defined in another file or nowhere
        frame = FRAME.search(label)
        if not frame:
            self.problems.append("%s: no frame size in the call graph" % name)
            return
        if name in self.frames:
            self.problems.append("%s: defined twice" % name)
        size, kind = frame.groups()
        # "dynamic,bounded" moves the stack pointer too, for arguments, but the size is the most it can be.
        if kind == "dynamic":
            self.problems.append("%s: frame of variable size" % name)
        self.frames[name] = int(size)
        self.calls.setdefault(name, {})

    def check_calls(self):
        for caller in sorted(self.calls):
            for callee, place in sorted(self.calls[caller].items()):
                if callee == "__indirect_call":
                    self.problems.append("%s: call through a pointer at %s" % (caller, place))
                elif place is not None and callee not in self.frames and callee not in ALLOWED_EXTERNALS:
                    self.problems.append("%s: calls %s at %s" % (caller, callee, place))

    def deepest(self):
        """{function: (bytes, path)}; a cycle is a problem, and cut where it closes."""
        done = {}

        def visit(name, trail):
            if name in done:
                return done[name]
            if name in trail:
                cycle = trail[trail.index(name):] + [name]
                self.problems.append("recursion: " + " -> ".join(cycle))
                return 0, []
            below = [visit(callee, trail + [name]) for callee in self.calls[name] if callee in self.frames]
            bytes_below, path = max(below, default=(0, []))
            done[name] = (self.frames[name] + bytes_below, [name] + path)
            return done[name]

        for name in sorted(self.frames):
            visit(name, [])
        return done


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", action="append", default=[])
    parser.add_argument("--entry", action="append", default=[])
    parser.add_argument("graphs", nargs="+")
    options = parser.parse_args()

    graph = Graph()
    for path in options.graphs:
        graph.read(path)
    if not graph.frames:
        graph.problems.append("no function in any graph")
    graph.check_calls()
    deepest = graph.deepest()

    limits = {name: int(size) for name, size in (limit.split("=") for limit in options.limit)}
    for name in sorted(set(options.entry) | set(limits)):
        if name not in deepest:
            graph.problems.append("%s: no such function" % name)
            continue
        size, path = deepest[name]
        print("%8d bytes  %s" % (size, " > ".join(path)))
        if size > limits.get(name, size):
            graph.problems.append("%s: %d bytes of stack, more than %d" % (name, size, limits[name]))

    for problem in graph.problems:
        print("stack_bound: " + problem, file=sys.stderr)
    return 1 if graph.problems else 0


sys.exit(main())
