# SPDX-License-Identifier: Apache-2.0
"""Makes a style sheet compact: without comments, and without spaces that mean nothing."""

import re

PIECE = re.compile(r"""/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]|[^"'{};/]+|/""", re.DOTALL)
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
