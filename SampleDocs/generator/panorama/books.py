# SPDX-License-Identifier: Apache-2.0
"""Books and rolls of paper. Each function draws a group at x and returns the x behind it."""

import math

from PIL import Image, ImageDraw

from ..fonts import SERIF_BOLD, font
from .size import FLOOR, SCALE as S

BINDINGS = [(112, 60, 34), (88, 30, 28), (52, 62, 50), (150, 120, 76), (44, 44, 58),
            (128, 96, 60)]
TITLES = ["JOURNAL", "HARBOUR DUES", "LETTERS", "ACCOUNTS", "SHIPS", "PILOTS"]


def books(shelf, x):
    for _ in range(shelf.chance(5, 11)):
        x = book(shelf, x)
    return x


def book(shelf, x):
    """A round spine with bands of gold, and a title if there is room."""
    w, h = shelf.chance(18, 44) * S, shelf.chance(210, 320) * S
    top = FLOOR - h
    base = BINDINGS[shelf.chance(0, 6)]
    c = tuple(int(v * shelf.rng.uniform(0.85, 1.12)) for v in base)
    for i in range(0, w, S):
        shade = 0.55 + 0.62 * math.sin(math.pi * (0.1 + 0.8 * (i / w)))
        shelf.d.rectangle([x + i, top, x + i + S, FLOOR],
                          fill=tuple(min(255, int(v * shade)) for v in c))
    for share in (0.12, 0.16, 0.80, 0.84):
        y = top + h * share
        shelf.d.line([x + 2 * S, y, x + w - 3 * S, y], fill=(198, 160, 84), width=2 * S)
    if w > 26 * S:
        title(shelf, x + w / 2, top + h * 0.48)
    return x + w


def title(shelf, x, y):
    text, f = TITLES[shelf.chance(0, 6)], font(SERIF_BOLD, 17 * S)
    mask = Image.new("L", (int(f.getlength(text)) + 8 * S, 24 * S), 0)
    ImageDraw.Draw(mask).text((4 * S, 2 * S), text, font=f, fill=230)
    mask = mask.rotate(90, expand=True)
    shelf.img.paste((206, 172, 96), (int(x - mask.width / 2), int(y - mask.height / 2)), mask)


def rolls(shelf, x):
    """Three rolls, seen from their end, and two upon them."""
    r = 34 * S
    for k in range(3):
        roll(shelf.d, x + r + k * 2 * r, FLOOR - r, r, (214, 200, 166))
    for k in range(2):
        roll(shelf.d, x + r * 2 + k * 2 * r, FLOOR - r - int(r * 1.74), r, (222, 210, 178))
    return x + 6 * r


def roll(d, x, y, r, fill):
    d.ellipse([x - r, y - r, x + r, y + r], fill=fill, outline=(130, 112, 80), width=2 * S)
    for q in (26 * S, 19 * S, 12 * S, 6 * S):
        d.ellipse([x - q, y - q, x + q, y + q], outline=(160, 142, 104), width=S)
