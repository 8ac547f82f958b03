# SPDX-License-Identifier: MIT
"""Writes corpus/frames: streams of length-prefixed packets, and the manifest that says how they come apart.

    make_frames.py CORPUS [OUT]

CORPUS is the folder corpus/ of the checkout; the packets come from its seed/. With a second folder, that one is written
to. The manifest follows from how a stream was put together, never from taking it apart.
"""

import os
import struct
import sys

import tree

HEADER = [
    "Every stream of this folder, and what a framer makes of it. Made by corpus/make/make_frames.py.",
    "endian: of the prefixes. max_frame: the cap. empty: what becomes of frames of no bytes.",
    "frames: OFFSET:SIZE of each packet, '-' for none. code, need: of the stream's end. prefix: where the frame begins",
    "that is refused or cut short, '-' for none. why: section or EB- row of the wire reference.",
    "path\tendian\tmax_frame\tempty\tframes\tcode\tprefix\tneed\twhy",
]

STREAM_PEER = 8 << 20  # what PacketPeer encodes at most, by default
PACKET_PEER_STREAM = 65532  # what is left of its buffers beside the prefix, by default

SESSION = ["game_auth_login", "game_auth_reply", "game_ping", "game_pong", "game_input_01", "game_voxel_diff",
           "game_kick"]


class Stream:
    """A stream that is being written, and its row."""

    def __init__(self, corpus, name, why, endian="little", max_frame=STREAM_PEER, empty="refuse"):
        self.corpus = corpus
        self.name = name
        self.why = why
        self.endian = endian
        self.max_frame = max_frame
        self.empty = empty
        self.bytes = b""
        self.frames = []
        self.code = "OK"
        self.wrong = None
        self.need = 0

    def prefix(self, length):
        return struct.pack("<I" if self.endian == "little" else ">I", length)

    def frame(self, body):
        if body or self.empty == "give":
            self.frames.append("%d:%d" % (len(self.bytes), len(body)))
        self.bytes += self.prefix(len(body)) + body
        return self

    def seeds(self, dialect, *names):
        for name in names:
            with open(os.path.join(self.corpus, "seed", dialect, name + ".bin"), "rb") as packet:
                self.frame(packet.read())
        return self

    def refused(self, length, code, rest=b""):
        """A prefix that ends the stream's life; what follows is never looked at."""
        self.code, self.wrong = code, len(self.bytes)
        self.bytes += self.prefix(length) + rest
        return self

    def cut_in_prefix(self, there, length):
        """Ends with so many bytes of a prefix."""
        self.code, self.wrong, self.need = "TRUNCATED", len(self.bytes), 4 - there
        self.bytes += self.prefix(length)[:there]
        return self

    def cut_in_body(self, body, length):
        self.code, self.wrong, self.need = "TRUNCATED", len(self.bytes), length - len(body)
        self.bytes += self.prefix(length) + body
        return self

    def row(self):
        return [self.name + ".bin", self.endian, str(self.max_frame), self.empty, ",".join(self.frames) or "-",
                self.code, "-" if self.wrong is None else str(self.wrong), str(self.need), self.why]


def sound(make):
    yield make("no_bytes", "section 8: a stream without a frame")
    yield make("store_var", "section 8: File.store_var").seeds("godot3", "array_all_types", "aabb", "dict_empty",
                                                               "str_hello")
    yield make("store_var_endian_swap", "section 8, run: the prefix is big-endian, the value is not",
               endian="big").frame(bytes.fromhex("02000000 01000000"))
    yield make("session", "section 8: StreamPeer.put_var").seeds("godot3", *SESSION)
    yield make("session_big_endian", "section 8: StreamPeer.big_endian", endian="big").seeds("godot3", *SESSION)
    yield make("session_godot4", "section 8: StreamPeer.put_var").seeds(
        "godot4.4", "game_auth_login", "game_input_01", "game_voxel_set", "game_snapshot_64_soa")
    yield make("session_pandemonium", "section 8: StreamPeer.put_var").seeds(
        "pandemonium-40", "game_auth_login", "game_ping", "game_rpc_array", "game_transform_update", "game_voxel_set")
    yield make("session_godot2", "section 8: StreamPeer.put_var").seeds(
        "godot2", "example_array_shared", "dictionary_one", "example_event_key", "example_image_1x1")
    yield make("packet_peer_stream", "section 8: always little-endian", max_frame=PACKET_PEER_STREAM).seeds(
        "godot3", "game_physics2d_batch", "game_snapshot_64_soa")
    yield make("trailing_bytes", "section 8, run: the whole frame is consumed, whatever follows the value in it").frame(
        bytes.fromhex("02000000 01000000 deadbeef")).seeds("godot3", "bool_true")
    yield make("odd_sizes", "section 8: a frame need not be a value").frame(b"a").frame(b"bc").frame(b"def").frame(
        b"ghijk")
    yield make("at_the_cap", "section 8", max_frame=8).frame(bytes.fromhex("02000000 ffffffff")).frame(bytes(8))
    yield make("empty_skipped", "section 8, run: nothing is sent for a packet of no bytes", empty="skip").seeds(
        "godot3", "bool_true").frame(b"").frame(b"").seeds("godot3", "bool_false").frame(b"")
    yield make("empty_given", "section 8, run: a reader gives null and an error", empty="give").seeds(
        "godot3", "bool_true").frame(b"").frame(b"").seeds("godot3", "bool_false").frame(b"")


def unsound(make):
    nil = bytes(4)
    yield make("empty_refused", "section 8, run: a reader gives null and an error").seeds(
        "godot3", "bool_true").refused(0, "EMPTY_FRAME", bytes.fromhex("04000000 00000000"))
    yield make("rewind_f0ffffff", "EB-10: after one frame of 8 bytes it loops for ever",
               max_frame=PACKET_PEER_STREAM).frame(bytes.fromhex("02000000 ffffffff")).refused(0xFFFFFFF0, "BAD_FRAME")
    yield make("rewind_big_endian", "EB-10", endian="big").frame(nil).refused(0xFFFFFFF0, "BAD_FRAME", b"abcdefgh")
    yield make("negative_80000000", "section 8, run: negative to StreamPeer").refused(1 << 31, "BAD_FRAME", bytes(8))
    yield make("negative_ffffffff", "section 8, run: negative to StreamPeer").seeds("godot3", "game_ping").refused(
        (1 << 32) - 1, "BAD_FRAME")
    yield make("two_gigabytes", "EB-11: allocated before any of them came").frame(nil).refused(
        (1 << 31) - 1, "LIMIT_FRAME", nil)
    yield make("one_over_the_cap", "EB-11", max_frame=8).frame(bytes(8)).refused(9, "LIMIT_FRAME", bytes(9))
    yield make("over_packet_peer_stream", "section 8: its buffers hold 65532", max_frame=PACKET_PEER_STREAM).refused(
        PACKET_PEER_STREAM + 1, "LIMIT_FRAME", bytes(64))
    yield make("wrong_endian", "section 8: 8 in the other order is 2^27", endian="big").refused(
        8 << 24, "LIMIT_FRAME", bytes.fromhex("02000000 01000000"))
    for there in (1, 2, 3):
        yield make("cut_after_%d_of_prefix" % there, "section 8").seeds("godot3", "game_ping").cut_in_prefix(
            there, 0x01020304)
    yield make("cut_after_prefix", "section 8").seeds("godot3", "game_ping").cut_in_body(b"", 32)
    yield make("cut_in_body", "section 8").frame(nil).cut_in_body(bytes.fromhex("04000000 64000000"), 108)
    yield make("cut_before_last_byte", "section 8", endian="big").cut_in_body(bytes(7), 8)


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    corpus = arguments[0]
    out = arguments[-1]

    def make(name, why, **options):
        return Stream(corpus, name, why, **options)

    streams = [*sound(make), *unsound(make)]
    rows = [(stream.bytes, stream.row()) for stream in streams]
    print("%d streams" % tree.replace(os.path.join(out, "frames"), "manifest.tsv", HEADER, lambda row: True, rows))


if __name__ == "__main__":
    main(sys.argv[1:])
