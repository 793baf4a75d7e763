# SPDX-License-Identifier: Apache-2.0
"""What the pages of the contract have in common: names, head and foot, headings, clauses."""

from pathlib import Path

from ..colours import HAIRLINE, NAVY, SMALL_PRINT
from ..fonts import SANS, SANS_BOLD, SERIF, font
from ..paper import H, LEFT, RIGHT, TEXT_W, W, blank
from ..typesetting import centred, left, paragraph, right

SELLER = "Lanternfold Imaging Cooperative"
BUYER = "Quillmere Records Trust"
TITLE = "Framework Agreement on the Digitisation of Records"
REFERENCE = "Agreement QRT / LIC 0417"


def start(number, w=W, h=H):
    """A page with its head and its foot. Returns the page and a pencil."""
    page, d = blank(w, h)
    f, edge = font(SANS, 17), w - (W - RIGHT)
    left(d, TITLE, LEFT, 74, f, SMALL_PRINT)
    right(d, REFERENCE, edge, 74, f, SMALL_PRINT)
    for y in (102, h - 104):
        d.line([LEFT, y, edge, y], fill=HAIRLINE, width=1)
    centred(d, f"Page {number} of 12", w / 2, h - 90, f, SMALL_PRINT)
    return page, d


def heading(d, text, y, size=30):
    left(d, text, LEFT, y, font(SANS_BOLD, size), NAVY)
    return y + size * 1.7


def clauses(section):
    """The clauses of a section in clauses.txt, as pairs of number and text."""
    text = (Path(__file__).parent / "clauses.txt").read_text(encoding="ascii")
    joined = text.replace("\n    ", " ")
    return [line.split(" ", 1) for line in joined.splitlines() if line.startswith(f"{section}.")]


def set_clauses(d, pairs, y, size):
    """Sets clauses. Returns the y below, and the y at which each of them begins."""
    f, tops = font(SERIF, size), {}
    for number, text in pairs:
        tops[number] = y
        left(d, number, LEFT, y, f)
        y = paragraph(d, text, LEFT + 68, y, TEXT_W - 68, f) + size * 0.65
    return y, tops


def set_section(d, title, pairs, y, size=27):
    """A heading and its clauses. Returns the same as set_clauses."""
    y, tops = set_clauses(d, pairs, heading(d, title, y), size)
    return y + 24, tops
