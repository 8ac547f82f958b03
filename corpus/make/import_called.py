# SPDX-License-Identifier: MIT
"""Brings into the corpus the packets that ran a method of a real engine, and what a schema of those methods must say of each.

    import_called.py VECTORS CORPUS

VECTORS is the folder of JSON lines that import_messages.py reads, CORPUS the folder corpus/ of the checkout, whose
called/PROTOCOL.gdvs declare what the servers had: types are those that the methods' names say, and parameters that took
whatever came are Variant. called/called.tsv gets a row for each packet. The verdict is the strict rules' where they refuse the
packet; else that of the types of its arguments, as judge.py reads them, against the table below; and none of gdv's own.
"""

import glob
import hashlib
import json
import os
import sys

import import_messages
import judge
import wire

LARGEST = 16384
PEER = {"godot3": 2001}
ANY = None
OBJECT = ("OBJECT", "NIL")

# What each method takes. Names that no packet tells begin with the letter of their place: (types of its parameters, how many of them must be there).
N = {
    "a_any": ([ANY], 1), "b_int": ([("INT",)], 1), "c_str": ([("STRING",)], 1), "d_node": ([OBJECT], 1), "e_obj": ([OBJECT], 1),
    "f_ref": ([OBJECT], 1), "g_dict": ([("DICTIONARY",)], 1), "h_arr": ([("ARRAY",)], 1), "i_arri": ([("ARRAY",)], 1),
    "j_pba": ([("PACKED_BYTE_ARRAY",)], 1), "k_sn": ([("STRING_NAME", "STRING")], 1), "l_v3": ([("VECTOR3",)], 1),
    "m_float": ([("FLOAT",)], 1), "n_bool": ([("BOOL",)], 1), "o_call": ([("CALLABLE",)], 1), "p_sig": ([("SIGNAL",)], 1),
    "q_np": ([("NODE_PATH",)], 1), "r_opt": ([ANY, ANY], 1), "s_none": ([], 0), "t_three": ([ANY, ANY, ANY], 3),
    "u_res": ([OBJECT], 1), "v_typed3": ([("INT",), ("STRING",), ("VECTOR2",)], 3), "w_other": ([ANY], 1), "x_deref": ([ANY], 1),
    "y_sig": ([("SIGNAL",)], 1), "z_idx": ([ANY, ("INT",)], 2), "zza": ([], 0), "zzb": ([], 0), "zzc": ([], 0), "zzd": ([], 0),
    "zze_done": ([("INT",)], 1),
}
MAIN = {
    "r_Z": ([], 0), "r_a": ([ANY, ANY], 1), "r_auth": ([], 0), "r_b": ([ANY, ANY], 1), "r_c10": ([], 0), "r_c2": ([], 0),
    "r_off": ([], 0),
}
MAIN_NODE = {"n_one": ([ANY], 1), "n_two": ([], 0)}
OLD = {
    "m0": ([], 0), "m1": ([ANY], 1), "m2": ([ANY, ANY], 2), "m3": ([ANY, ANY, ANY], 2), "ma": ([ANY], 1), "s1": ([ANY], 1),
    "ty": ([("INT",)], 1), "rv": ([ANY], 1), "sv": ([ANY], 1), "tv": ([("INT",)], 1),
}
# Nodes that the servers had, by the id under which their paths were announced: (path, methods of the script and of the node).
NODES = {
    "N": {1: "N", 3: "M", 15: "GN"},
    "Main": {1: "Main"},
}
SCRIPTS = {"N": (N, {}), "N/Child": (N, {}), "GN": (N, {}), "M": ({"m000": ([ANY], 1)}, {}), "Main": (MAIN, MAIN_NODE)}


def checksum(path):
    of_script, of_node = SCRIPTS[path]
    return hashlib.md5("".join(sorted(of_node) + sorted(of_script)).encode()).hexdigest()


def announced(protocol, number, path):
    """The packet by which the peer announces a node."""
    if protocol == "godot3":
        return b"\x02" + wire.u32(number) + path.encode() + b"\0"
    return b"\x01" + checksum(path).encode() + b"\0" + wire.u32(number) + path.encode() + b"\0"


def whole_variant(raw, protocol):
    """(type, bytes) of the Variant that begins there, which strict has let pass."""
    decoder = judge.Decoder(raw, protocol, *judge.permissions("engine+callable+signal+rid+object-id+nonfinite"))
    decoder.owed = 4
    decoder.value(0)
    return decoder.types[raw[0] & 0xFF], decoder.pos


def compressed(raw, protocol):
    name = wire.DIALECTS[protocol][raw[0] & 0x3F]
    if name == "BOOL":
        return name, 1
    return (name, 1 + (1 << (raw[0] >> 6))) if name == "INT" else whole_variant(raw, protocol)


def types_of(raw, count, protocol):
    """Types of the arguments at the front of the bytes."""
    found = []
    for _ in range(count):
        name, size = whole_variant(raw, protocol) if protocol == "godot3" else compressed(raw, protocol)
        found.append(name)
        raw = raw[size:]
    return found


def fits(types, takes):
    """The code of what the method says of arguments of those types, and which is at fault."""
    wanted, least = takes
    if not least <= len(types) <= len(wanted):
        return "RPC_ARGUMENTS", "-"
    for index, name in enumerate(types):
        if wanted[index] is not ANY and name not in wanted[index]:
            return "NO_ALTERNATIVE" if wanted[index] is OBJECT else "WRONG_TYPE", str(index)
    return "ok", "-"


def of_godot3(packet):
    node = int.from_bytes(packet[1:5], "little")
    name, rest = packet[5:].split(b"\0", 1)
    is_call = packet[0] == 0
    types = types_of(rest[1:] if is_call else rest, rest[0] if is_call else 1, "godot3")
    if node < 1 << 31 and node != 1:
        return "RPC_NODE_ID", "-"  # its path was announced in a form that strict refuses
    return fits(types, OLD[name.decode()])


def of_godot4(packet, protocol, server):
    if packet[0] == 7:
        return of_godot4(packet[6:], protocol, server)  # what is relayed
    flags = packet[0]
    size = 1 << (flags >> 4 & 3)
    node = int.from_bytes(packet[1:1 + size], "little")
    at = 1 + size
    width = 2 if flags & 0x40 else 1
    method = int.from_bytes(packet[at:at + width], "little")
    rest = packet[at + width:]
    if size == 4 and node >> 31:
        path = packet[node & 0x7FFFFFFF:-1].decode()
        rest = packet[at + width:node & 0x7FFFFFFF]
    else:
        path = NODES[server].get(node)
        if path is None:
            return "RPC_NODE_ID", "-"
    if path not in SCRIPTS:
        return "RPC_NODE", "-"
    node_level = width == 2 and method >> 15
    table = sorted(SCRIPTS[path][1 if node_level else 0])
    if method & 0x7FFF >= len(table):
        return "RPC_METHOD", "-"
    if flags & 0x80:
        types = ["PACKED_BYTE_ARRAY"] if rest else []
    else:
        types = types_of(rest[1:], rest[0], protocol)
    return fits(types, SCRIPTS[path][1 if node_level else 0][table[method & 0x7FFF]])


def ran(row):
    """Whether a method ran, or rset set a variable."""
    if "called_with" in row:
        return any("(" in each for each in row["called_with"] or [])
    engine = row.get("engine")
    if not isinstance(engine, dict) or engine["result"] not in ("called", "called with nulls", "set"):
        return False
    return engine["result"] != "set" or row["dialect"] == "godot3"


def rows_of(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if not ran(row) or len(row["hex"]) > 2 * LARGEST:
                continue
            protocol, packet = row["dialect"], bytes.fromhex(row["hex"])
            envelope = row.get("envelope", "none")
            permits, said, _ = import_messages.verdict(row, "made")
            server, argument = "N" if "called_with" in row else "Main", "-"
            if said == "ok" and protocol == "godot3":
                said, argument = of_godot3(packet[{"none": 0, "enet3": 8, "ws3": 9}[envelope]:])
            elif said == "ok":
                said, argument = of_godot4(packet, protocol, server)
            paths = {1: "Main"} if protocol == "godot3" else NODES[server]
            first = ",".join(announced(protocol, number, where).hex() for number, where in paths.items())
            peer = row.get("peer") or PEER.get(protocol, 2)
            yield "\t".join([row["name"].replace(" ", "_"), protocol, envelope, str(peer), permits, said, argument, first,
                             row["hex"] or "-"])


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    with open(os.path.join(arguments[2], "called", "called.tsv"), "w", encoding="utf-8") as table:
        table.write("# Packets that ran a method of a real engine, or set a variable: what a schema of its methods says of each.\n")
        table.write("# Made by corpus/make/import_called.py. permits: what must be permitted. verdict: ok or a code. argument: at fault.\n")
        table.write("# announced: what the peer has sent before. A packet of 240,008 bytes for each of godot4.0 and godot4.3 is not here.\n")
        table.write("# name\tprotocol\tenvelope\tpeer\tpermits\tverdict\targument\tannounced\thex\n")
        for path in sorted(glob.glob(os.path.join(arguments[1], "*.jsonl"))):
            for line in rows_of(path):
                table.write(line + "\n")


if __name__ == "__main__":
    main(sys.argv)
