# SPDX-License-Identifier: MIT
"""Brings packets and verdicts of real engines into the corpus.

    import_vectors.py VECTORS CORPUS

VECTORS is a folder of one folder a dialect, each with valid.jsonl and its siblings and perhaps mutated.jsonl, made by
running engines. CORPUS is the folder corpus/ of the checkout: seed/ gets every valid packet of at most 64 KiB,
verdicts/ every mutated one with what the engine said of it. What strict says of a seed is derived by judge.py.
"""

import json
import os
import sys

import tree
from judge import judge

LARGEST = 65536

# Folder of the vectors -> dialect, what is added to names.
FOLDERS = {
    "godot3": ("godot3", ""),
    "godot4.0": ("godot4.0", ""),
    "godot4.0-double": ("godot4.0", "_f64"),
    "godot4.4": ("godot4.4", ""),
    "pandemonium-40": ("pandemonium-40", ""),
}
FILES = {
    "valid.jsonl": "",
    "valid_dirty_padding.jsonl": "_dirty",
    "valid_full_objects.jsonl": "_fullobject",
}

SEED_HEADER = [
    "Every packet of this folder: path, what gdv's strict policy says of it, where it comes from.",
    "Made by ci/corpus/import_vectors.py (origin: an engine) and ci/corpus/make_seeds.py (origin: wire-format).",
    "path\tstrict\torigin",
]


def rows(path):
    try:
        with open(path, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]
    except FileNotFoundError:
        return []


def seeds(vectors):
    found = []
    for folder, (dialect, suffix) in sorted(FOLDERS.items()):
        for file, kind in sorted(FILES.items()):
            for row in rows(os.path.join(vectors, folder, file)):
                packet = bytes.fromhex(row["hex"])
                if len(packet) > LARGEST:
                    continue
                path = "%s/%s%s%s.bin" % (dialect, row["name"], suffix, kind)
                code = judge(packet, dialect).code
                found.append((packet, [path, "ok" if code == "OK" else code, row["engine"]]))
    return found


def verdicts(vectors, corpus):
    total = 0
    for folder, (dialect, _) in sorted(FOLDERS.items()):
        table = []
        for row in sorted(rows(os.path.join(vectors, folder, "mutated.jsonl")), key=lambda row: row["name"]):
            verdict = row["engine"].replace("accept-", "")
            table.append([row["name"], verdict, str(row.get("used", "-")), row["hex"]])
        if table:
            header = [
                "What the engine of dialect %s said of mutated packets, full objects disallowed." % dialect,
                "verdict: accept, reject, or overread: accepted after reading memory behind the packet.",
                "used: bytes the engine counts as consumed, '-' where it says nothing; may exceed the packet (EB-03).",
                "name\tverdict\tused\thex",
            ]
            tree.write_table(os.path.join(corpus, "verdicts", dialect + ".tsv"), header, table)
            total += len(table)
    return total


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    vectors, corpus = arguments
    seed_folder = os.path.join(corpus, "seed")
    written = tree.replace(seed_folder, "SOURCES.tsv", SEED_HEADER, lambda row: not row[2].startswith("wire-format"),
                           seeds(vectors))
    print("%d seeds, %d verdicts" % (written, verdicts(vectors, corpus)))


if __name__ == "__main__":
    main(sys.argv[1:])
