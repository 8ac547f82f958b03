# SPDX-License-Identifier: MIT
"""Packets with those bytes set to zero that mean nothing, or mean something to their sender alone: padding, which some
engines leave as their memory had it (EB-01, EB-02), and object ids, which each engine numbers again when it decodes."""

import sys

import judge

# All that judge.py can follow, but not to where a wrong engine would follow (EB-13).
EVERYTHING = set(judge.PERMISSIONS) - {"engine-span"}


class Marker(judge.Decoder):
    """Notes where padding and object ids are: lists of (start, end)."""

    def __init__(self, packet, dialect):
        super().__init__(packet, dialect, EVERYTHING, judge.ENGINE_LIMITS)
        self.in_path = False
        self.path_padding, self.other_padding, self.ids = [], [], []

    def padding(self, size, garbage):
        start = self.pos + size
        super().padding(size, garbage)
        (self.path_padding if self.in_path else self.other_padding).append((start, self.pos))

    def name_list(self, n, garbage):
        self.in_path = True
        names = super().name_list(n, garbage)
        self.in_path = False
        return names

    def object(self, by_id, here, depth):
        start = self.pos
        value = super().object(by_id, here, depth)
        if by_id:
            self.ids.append((start, self.pos))
        return value


def marked(packet, dialect):
    """Raises judge.Refusal where judge.py would refuse the packet under every permission."""
    sys.setrecursionlimit(20000)
    marker = Marker(packet, dialect)
    marker.packet()
    return marker


def blank(packet, *spans):
    content = bytearray(packet)
    for start, end in [span for group in spans for span in group]:
        content[start:end] = bytes(end - start)
    return bytes(content)


def without_padding(packet, dialect):
    """With every padding byte zero."""
    marker = marked(packet, dialect)
    return blank(packet, marker.path_padding, marker.other_padding)


def without_leaks(packet, dialect):
    """With the padding of node paths zero, which no engine writes."""
    return blank(packet, marked(packet, dialect).path_padding)


def without_ids(packet, dialect):
    """With object ids zero."""
    return blank(packet, marked(packet, dialect).ids)
