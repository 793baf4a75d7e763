# SPDX-License-Identifier: Apache-2.0
"""Makes a style sheet compact: without comments, and without spaces that mean nothing."""

import itertools
import re
from collections import Counter

PIECE = re.compile(r"""/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]|[^"'{};/]+|/""", re.DOTALL)
PROPERTY = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
SPACE = re.compile(r"\s+")


def compact(source):
    """The compact text of a style sheet, which means the same."""
    result, pieces = [], []
    for piece in PIECE.findall(source):
        if piece.startswith("/*"):
            continue
        if piece not in ("{", "}", ";"):
            pieces.append(piece)
            continue
        text = prelude(pieces) if piece == "{" else declaration(pieces)
        pieces = []
        if piece == "}" and result and result[-1] == ";" and not text:
            result.pop()
        result += [text, piece] if text or piece != ";" else []
        result = [each for each in result if each]
    if "".join(pieces).strip():
        raise ValueError(f"the style ends with {''.join(pieces)!r}")
    return "".join(result) + "\n"


def outside_strings(pieces, change):
    """The pieces as a text, changed where it is no string."""
    text = "".join(f"\0{number}\0" if piece[0] in "\"'" else piece for number, piece in enumerate(pieces))
    changed = change(SPACE.sub(" ", text).strip())
    return re.sub("\0(\\d+)\0", lambda match: pieces[int(match.group(1))], changed)


def prelude(pieces):
    """What is before a brace: a list of selectors, or a rule such as `@media`."""
    def change(text):
        text = re.sub(r" ?, ?", ",", text)
        if text.startswith("@"):
            return re.sub(r"(?<=\w) ?: ?", ":", text)
        return re.sub(r" ?([>~]) ?", r"\1", text)
    return outside_strings(pieces, change)


def declaration(pieces):
    """A property with its value, or a rule without a block."""
    def change(text):
        name, colon, value = text.partition(":")
        value = re.sub(r" ?, ?", ",", value.strip())
        value = re.sub(r"(?<![\w.])0\.(?=\d)", ".", value)
        return name.strip() + colon + value
    return outside_strings(pieces, change)


def short_properties(sheets, scripts):
    """Short names for the custom properties of style sheets, those of scripts excepted: the most frequent ones are the shortest."""
    kept = {name for script in scripts for name in PROPERTY.findall(script)}
    counts = Counter(name for sheet in sheets for name in PROPERTY.findall(compact(sheet)) if name not in kept)
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = ("--" + "".join(each) for length in itertools.count(1) for each in itertools.product(letters, repeat=length))
    free = (name for name in names if name not in kept)
    return {name: next(free) for name, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))}


def renamed(sheet, names):
    """A compact style sheet with other names of custom properties."""
    return PROPERTY.sub(lambda match: names.get(match.group(), match.group()), sheet)
