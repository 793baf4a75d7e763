# SPDX-License-Identifier: Apache-2.0
"""A blank A4 page of 150 dpi, its margins, and the mark of the contractor."""

from PIL import Image, ImageDraw

from .colours import AMBER, NAVY, WHITE

W, H = 1240, 1754
LEFT, RIGHT = 150, 1100
TEXT_W = RIGHT - LEFT


def blank(w=W, h=H):
    """A white page and a pencil to draw on it."""
    page = Image.new("RGB", (w, h), WHITE)
    return page, ImageDraw.Draw(page)


def logo(draw, x, y, s, colour=NAVY, accent=AMBER):
    """A lantern made of folded paper."""
    def fold(points, fill):
        draw.polygon([(x + a * s, y + b * s) for a, b in points], fill=fill)

    fold([(0.5, 0), (1, 0.3), (1, 0.8), (0.5, 1.1), (0, 0.8), (0, 0.3)], colour)
    fold([(0.5, 0.16), (0.84, 0.37), (0.5, 0.56), (0.16, 0.37)], accent)
    fold([(0.16, 0.46), (0.45, 0.63), (0.45, 0.92), (0.16, 0.74)], WHITE)
    fold([(0.84, 0.46), (0.55, 0.63), (0.55, 0.92), (0.84, 0.74)], (206, 216, 230))
