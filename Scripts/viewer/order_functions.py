#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Orders the functions of a WebAssembly module so that it compresses better: gzip finds a repetition only if it
is at most 32 kB away, so similar functions are put next to each other.

usage: order_functions.py MODULE TEXT

MODULE is the module, and TEXT the same one as printed by wasm-dis. The text with its functions in another order
goes to the standard output. The result depends on the module only.
"""

import collections
import sys

# Repetitions of this many bytes are counted, unless more functions than this contain them.
LENGTH, COMMON = 6, 60
# The last functions, of at most so many bytes, to which the next one is to be similar.
LAST, WINDOW = 12, 24_000
SCALE = 1 << 20


def number(data, place):
    """Reads an unsigned LEB128 number; returns it and the place behind it."""
    value = shift = 0
    while True:
        byte, place = data[place], place + 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, place


def bodies(data):
    """Returns the code of all functions."""
    place = 8
    while data[place] != 10:
        size, place = number(data, place + 1)
        place += size
    count, place = number(data, number(data, place + 1)[1])
    found = []
    for _ in range(count):
        size, place = number(data, place)
        found.append(data[place : place + size])
        place += size
    return found


def similarities(functions):
    """Returns the functions with each repetition, and the repetitions of each function."""
    parts = [sorted({code[i : i + LENGTH] for i in range(len(code) - LENGTH + 1)}) for code in functions]
    owners = collections.defaultdict(list)
    for index, strings in enumerate(parts):
        for string in strings:
            owners[string].append(index)
    owners = {string: found for string, found in owners.items() if 1 < len(found) <= COMMON}
    return owners, [[string for string in strings if string in owners] for strings in parts]


def order(functions):
    """Returns the indexes of the functions: after the largest one always the most similar of the rest."""
    owners, parts = similarities(functions)
    rest = set(range(len(functions)))
    placed = []
    while rest:
        scores, size, weight = collections.Counter(), 0, SCALE
        for last in reversed(placed[-LAST:]):
            for string in parts[last]:
                for index in owners[string]:
                    scores[index] += weight // len(owners[string])
            size += len(functions[last])
            weight = weight * 4 // 5
            if size > WINDOW:
                break
        known = [index for index in scores if index in rest]
        if known:
            chosen = max(known, key=lambda i: (scores[i] // (len(functions[i]) + 60), -i))
        else:
            chosen = max(rest, key=lambda i: (len(functions[i]), -i))
        placed.append(chosen)
        rest.remove(chosen)
    return placed


def main(module, text):
    with open(module, "rb") as file:
        functions = bodies(file.read())
    with open(text, encoding="utf-8") as file:
        lines = file.read().splitlines()
    starts = [place for place, line in enumerate(lines) if line.startswith(" (func ")]
    if len(starts) != len(functions):
        sys.exit("order_functions: the text has other functions than the module; print it with wasm-dis")
    ends = [lines.index(" )", start) + 1 for start in starts]
    printed = list(lines[: starts[0]])
    for index in order(functions):
        printed += lines[starts[index] : ends[index]]
    print("\n".join(printed + lines[ends[-1] :]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
