# SPDX-License-Identifier: MIT
"""Long texts of a short period, as {"fold": [unit, times, rest]}: 65,536 equal characters take half a line."""

import typed

LONG = 4096
LONGEST_UNIT = 1024


def period(text):
    for size in range(1, LONGEST_UNIT + 1):
        if text[size:] == text[:-size]:
            return size
    return 0


def fold(value):
    """Folds every long text in the value that has a period."""
    if isinstance(value, dict):
        return {key: fold(member) for key, member in value.items()}
    if isinstance(value, list):
        return list(map(fold, value))
    if type(value) is str and len(value) > LONG and period(value):
        size = period(value)
        times = len(value) // size
        return {"fold": [value[:size], typed.Number(times), value[times * size :]]}
    return value


def unfold(value):
    if isinstance(value, list):
        return list(map(unfold, value))
    if not isinstance(value, dict):
        return value
    if list(value) == ["fold"]:
        unit, times, rest = value["fold"]
        return unit * int(times) + rest
    return {key: unfold(member) for key, member in value.items()}
