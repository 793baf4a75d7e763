# SPDX-License-Identifier: Apache-2.0
"""What the till prints."""

import numpy as np

from ..fonts import MONO, MONO_BOLD, font
from ..paper import blank
from ..typesetting import centred, left, right

WIDTH, HEIGHT = 400, 2600
LEFT, RIGHT = 36, 364
INK = (52, 48, 66)
GOODS = [
    "Archive box A4", "Archive box A3", "Paper pocket 100", "Cotton tape 50m", "Bone folder",
    "Pencil 2B", "Pencil HB", "Eraser, soft", "Label, white 200", "Label, red 50", "Gloves S",
    "Gloves M", "Gloves L", "Dust brush", "Lamp 18 W", "Lamp 24 W", "Fuse 2 A", "String, hemp",
    "Glue, starch", "Blotting paper", "Tissue 40 sh.", "Board, grey", "Clip, brass",
    "Ruler 30 cm", "Magnifier 5x", "Battery AA 4", "Cleaning cloth", "Tape, paper", "Envelope C4",
    "Envelope C5",
]


class Till:
    """Prints line below line; `y` is where the next one goes."""

    def __init__(self):
        self.page, self.d = blank(WIDTH, HEIGHT)
        self.y = 46

    def centred(self, text, step=26, size=17, face=MONO):
        centred(self.d, text, WIDTH / 2, self.y, font(face, size), INK)
        self.y += step

    def pair(self, a, b, step, size=17, face=MONO):
        left(self.d, a, LEFT, self.y, font(face, size), INK)
        right(self.d, b, RIGHT, self.y, font(face, size), INK)
        self.y += step

    def rule(self, letter="-"):
        f = font(MONO, 17)
        left(self.d, letter * int((RIGHT - LEFT) / f.getlength(letter)), LEFT, self.y, f, INK)
        self.y += 26


def print_receipt(rng):
    till = Till()
    for text in ("HARBOUR", "STORES"):
        till.centred(text, 30 * 1.4, 30, MONO_BOLD)
    for text in ("Paper, string and lamps", "Quay 9, Quillmere"):
        till.centred(text, 17 * 1.4)
    till.y += 10
    till.rule("=")
    till.pair("Till 3", "02-04  09:41", 28)
    till.rule()
    totals(till, goods(rng, till))
    for text in ("Goods may be returned", "within 14 days with", "this receipt."):
        till.centred(text)
    till.y += 24
    barcode(till)
    square_code(rng, till)
    till.centred("Thank you", 44, 30, MONO_BOLD)
    till.centred("mind the step")
    return till.page


def goods(rng, till):
    """Goods by chance until the paper is nearly used up. Returns their price in hundredths."""
    total = 0
    while till.y < 1760:
        name = GOODS[int(rng.integers(0, len(GOODS)))]
        n = int(rng.choice([1, 1, 1, 2, 3, 6]))
        price = int(rng.integers(45, 1900)) // 5 * 5
        total += n * price
        till.pair(name, f"{n * price / 100:.2f}", 25)
        if n > 1:
            left(till.d, f"{n} x {price / 100:.2f}", LEFT + 20, till.y, font(MONO, 17), INK)
            till.y += 25
        till.y += 4
    return total


def totals(till, total):
    given = (total // 5000 + 1) * 5000
    till.rule()
    till.pair("TOTAL", f"{total / 100:.2f}", 48, 28, MONO_BOLD)
    till.pair("Tax 10 % incl.", f"{total / 1100:.2f}", 27)
    till.pair("Given", f"{given / 100:.2f}", 27)
    till.pair("Back", f"{(given - total) / 100:.2f}", 27)
    till.rule("=")
    till.y += 8


def barcode(till):
    rng = np.random.default_rng(3)
    x, y = 62, till.y
    while x < 332:
        bar, gap = int(rng.integers(1, 4)) * 2, int(rng.integers(1, 4)) * 2
        till.d.rectangle([x, y, x + bar - 1, y + 92], fill=INK)
        x += bar + gap
    till.y += 98
    till.centred("0 00417 02040 3", 62)


def square_code(rng, till):
    """Squares by chance, with three corners that look like those of a real code."""
    n, cell = 25, 8
    bits = rng.integers(0, 2, (n, n))
    for y, x in ((0, 0), (0, n - 7), (n - 7, 0)):
        bits[max(0, y - 1):y + 8, max(0, x - 1):x + 8] = 0
        bits[y:y + 7, x:x + 7] = 1
        bits[y + 1:y + 6, x + 1:x + 6] = 0
        bits[y + 2:y + 5, x + 2:x + 5] = 1
    for j, i in zip(*np.nonzero(bits)):
        x, y = (WIDTH - n * cell) // 2 + i * cell, till.y + j * cell
        till.d.rectangle([x, y, x + cell - 1, y + cell - 1], fill=INK)
    till.y += n * cell + 30
