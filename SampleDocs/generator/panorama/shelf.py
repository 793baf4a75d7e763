# SPDX-License-Identifier: Apache-2.0
"""The shelf: a wall, a board, and what stands on it."""

from PIL import Image, ImageDraw

from ..pixels import image_of
from ..wood import wood
from . import books, boxes
from .size import FLOOR, H, SCALE, W

KINDS = {"binders": boxes.binders, "boxes": boxes.boxes, "books": books.books,
         "rolls": books.rolls}
ORDER = """binders boxes books binders books boxes rolls binders books boxes binders books boxes
binders""".split() * 2


class Shelf:
    """The picture, a pencil for it, and what is needed to choose the things by chance."""

    def __init__(self, rng):
        self.rng = rng
        self.img = Image.new("RGB", (W, H), (62, 48, 38))
        self.d = ImageDraw.Draw(self.img)
        self.series = 0   # of the binders

    def chance(self, low, high):
        """A whole number from low to high - 1."""
        return int(self.rng.integers(low, high))


def draw(rng):
    shelf = Shelf(rng)
    for x in range(0, W, 40):
        g = shelf.chance(44, 56)
        shelf.d.rectangle([x, 0, x + 40, FLOOR], fill=(g + 8, g, g - 8))
    x = 20 * SCALE
    for kind in ORDER:
        if x > W - 60 * SCALE:
            break
        x = KINDS[kind](shelf, x) + shelf.chance(2, 26) * SCALE
    shelf.img.paste(image_of(wood(rng, W, H - FLOOR) * 1.12), (0, FLOOR))
    shelf.d.rectangle([0, 0, W, 16 * SCALE], fill=(104, 72, 46))
    shelf.d.line([0, FLOOR, W, FLOOR], fill=(190, 146, 104), width=2 * SCALE)
    return shelf.img
