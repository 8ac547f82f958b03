# SPDX-License-Identifier: MIT
"""How the makers write into corpus/: packets as files, and a table of tab-separated lines beside them.

Each maker owns the rows it can recognise. It drops those rows and their files, then writes its own, so that running it
again reproduces the tree byte for byte and leaves what others made alone.
"""

import os
import re

NAME = re.compile(r"[A-Za-z0-9_.+-]+\Z")


def read_table(path):
    """Rows of a table without its '#' lines; [] where there is no such file."""
    try:
        with open(path, encoding="utf-8", newline="\n") as table:
            return [line.rstrip("\n").split("\t") for line in table if not line.startswith("#")]
    except FileNotFoundError:
        return []


def write_table(path, header, rows):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as table:
        for line in header:
            table.write("# %s\n" % line)
        for row in rows:
            assert not any("\t" in cell or "\n" in cell for cell in row), row
            table.write("\t".join(row) + "\n")


def replace(folder, table, header, mine, packets):
    """Puts packets {(path, bytes): row} in the place of the rows for which mine(row) holds.

    packets is a list of (bytes, row); row[0] is the path below folder.
    """
    path = os.path.join(folder, table)
    kept = []
    for row in read_table(path):
        if mine(row):
            try:
                os.remove(os.path.join(folder, row[0]))
            except FileNotFoundError:
                pass
        else:
            kept.append(row)
    taken = {row[0] for row in kept}
    for content, row in packets:
        assert row[0] not in taken, "two packets are called " + row[0]
        assert all(NAME.match(part) for part in row[0].split("/")), row[0]
        taken.add(row[0])
        target = os.path.join(folder, row[0])
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(content)
    write_table(path, header, sorted(kept + [row for _, row in packets]))
    return len(packets)
