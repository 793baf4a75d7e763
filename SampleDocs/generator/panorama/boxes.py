# SPDX-License-Identifier: Apache-2.0
"""Binders and archive boxes. Each function draws a group at x and returns the x behind it."""

from ..fonts import SANS, SANS_BOLD, SERIF_BOLD, font
from ..typesetting import centred
from .size import FLOOR, LETTERS, SCALE as S

BINDER_COLOURS = [(38, 70, 108), (128, 36, 40), (46, 92, 70), (64, 64, 70), (196, 150, 60),
                  (98, 66, 112)]


def binders(shelf, x):
    base = BINDER_COLOURS[shelf.chance(0, len(BINDER_COLOURS))]
    for k in range(shelf.chance(4, 8)):
        binder(shelf, x, base, LETTERS[shelf.series % 12], k + 1)
        x += 40 * S
    shelf.series += 1
    return x


def binder(shelf, x, base, letter, number):
    d, right, mid = shelf.d, x + 39 * S, x + 20 * S
    top = FLOOR - 318 * S - shelf.chance(-2, 3) * S
    c = tuple(int(v * shelf.rng.uniform(0.92, 1.06)) for v in base)
    d.rectangle([x, top, right, FLOOR], fill=c)
    d.rectangle([x, top, x + 4 * S, FLOOR], fill=tuple(int(v * 0.72) for v in c))
    d.rectangle([right - 5 * S, top, right, FLOOR],
                fill=tuple(min(255, int(v * 1.18)) for v in c))
    d.rectangle([x + 7 * S, top + 40 * S, x + 32 * S, top + 150 * S], fill=(238, 234, 222))
    centred(d, letter, mid - S, top + 52 * S, font(SANS_BOLD, 26 * S))
    centred(d, str(number), mid - S, top + 98 * S, font(SANS_BOLD, 20 * S))
    d.ellipse([mid - 11 * S, FLOOR - 78 * S, mid + 9 * S, FLOOR - 58 * S], fill=(24, 24, 26),
              outline=(190, 190, 190), width=2 * S)


def boxes(shelf, x):
    for _ in range(shelf.chance(1, 4)):
        box(shelf, x)
        x += 132 * S
    return x


def box(shelf, x):
    d, right, mid, top = shelf.d, x + 130 * S, x + 66 * S, FLOOR - 262 * S
    c = (150 + shelf.chance(-6, 7), 148, 140)
    d.rectangle([x, top, right, FLOOR], fill=c)
    d.rectangle([x, top, right, top + 60 * S], fill=tuple(v + 14 for v in c))
    d.line([x, top + 60 * S, right, top + 60 * S], fill=(96, 94, 90), width=2 * S)
    if shelf.rng.random() < 0.3:
        d.rectangle([x, top + 176 * S, right, top + 192 * S], fill=(178, 40, 42))
    d.rectangle([x + 20 * S, top + 84 * S, x + 110 * S, top + 160 * S], fill=(240, 238, 230),
                outline=(120, 118, 112), width=S)
    mark = f"{LETTERS[shelf.chance(0, 12)]} {shelf.chance(1, 290)}"
    centred(d, mark, mid - S, top + 92 * S, font(SERIF_BOLD, 30 * S))
    centred(d, "QUILLMERE", mid - S, top + 132 * S, font(SANS, 12 * S))
    d.ellipse([mid - 12 * S, FLOOR - 46 * S, mid + 10 * S, FLOOR - 24 * S], fill=(52, 50, 48),
              outline=(200, 198, 190), width=3 * S)
