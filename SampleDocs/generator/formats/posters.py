# SPDX-License-Identifier: Apache-2.0
"""Print proofs of two posters, with register marks.

They are stored (inverted) CMYK planes: 255 is no ink.
"""

import math

import numpy as np
from PIL import Image, ImageDraw

from ..colours import WHITE
from ..fonts import SANS_BOLD, font
from ..paper import logo
from ..pixels import blurred, floats, grid, image_of
from ..typesetting import centred

W, H = 620, 877
PATCHES = [(0, 255, 255), (255, 0, 255), (255, 255, 0), None, (255, 0, 0), (0, 255, 0),
           (0, 0, 255)]   # of ink; None is black


class Proof:
    """The colours on one layer, black on another, and a pencil for each."""

    def __init__(self, ground):
        self.cmy = Image.new("RGB", (W, H), WHITE)
        self.cmy.paste(image_of(ground).crop((40, 40, W - 40, H - 40)), (40, 40))
        self.k = Image.new("L", (W, H), 255)
        self.colours, self.black = ImageDraw.Draw(self.cmy), ImageDraw.Draw(self.k)


def harbour_day():
    yy, _ = grid(W, H)
    v = yy / H
    proof = Proof(np.stack([120 + 130 * v, 196 - 20 * v, 244 - 110 * v], -1))
    d = proof.colours
    d.ellipse([360, 110, 520, 270], fill=(252, 216, 70))
    d.polygon([(40, 560), (180, 470), (330, 560), (470, 440), (580, 540), (580, 837), (40, 837)],
              fill=(40, 116, 140))
    d.polygon([(40, 640), (580, 600), (580, 837), (40, 837)], fill=(20, 84, 118))
    d.polygon([(150, 640), (430, 632), (380, 704), (196, 708)], fill=(176, 44, 44))
    d.polygon([(286, 250), (404, 610), (286, 616)], fill=(250, 246, 232))
    d.polygon([(274, 300), (186, 612), (274, 616)], fill=(246, 190, 110))
    proof.black.line([280, 232, 280, 640], fill=30, width=7)
    text = lettering([("HARBOUR DAY", 58), ("Quillmere, 2 to 4 June", 27)], 772)
    proof.cmy.paste((255, 252, 240), (0, 0), text)
    return separated(proof)


def lantern_walk():
    yy, xx = grid(W, H)
    proof = Proof(np.stack([236 - 40 * (xx / W), 96 + 60 * (yy / H), 60 + 70 * (yy / H)], -1))
    for i in range(12):
        a = i * math.pi / 6 + 0.13
        rim = [(310 + 250 * math.cos(b), 360 + 250 * math.sin(b)) for b in (a, a + 0.36)]
        colour = [(252, 222, 92), (70, 170, 160), (250, 240, 220)][i % 3]
        proof.colours.polygon([(310, 360)] + rim, fill=colour)
    logo(proof.colours, 220, 258, 180, (26, 58, 108), (252, 190, 50))
    text = lettering([("LANTERN WALK", 54), ("from the mill to the quay, after dark", 25)], 762)
    proof.k.paste(16, (0, 0), text)
    return separated(proof)


def lettering(lines, y):
    mask = Image.new("L", (W, H), 0)
    d = ImageDraw.Draw(mask)
    for text, size in lines:
        centred(d, text, W / 2, y - size, font(SANS_BOLD, size), 255)
        y += size * 0.82
    return mask


def printers_marks(proof):
    """Crop marks, register marks and ink patches in the margin."""
    k = proof.black
    for x, y in ((40, 20), (W - 40, 20), (40, H - 20), (W - 40, H - 20)):
        k.line([x, y - 14, x, y + 14], fill=0, width=1)
    for x, y in ((20, 40), (W - 20, 40), (20, H - 40), (W - 20, H - 40)):
        k.line([x - 14, y, x + 14, y], fill=0, width=1)
    for x, y in ((W / 2, 20), (W / 2, H - 20)):
        k.ellipse([x - 8, y - 8, x + 8, y + 8], outline=0)
        k.line([x - 13, y, x + 13, y], fill=0)
        k.line([x, y - 13, x, y + 13], fill=0)
    for i, colour in enumerate(PATCHES):
        box = [70 + i * 22, H - 29, 90 + i * 22, H - 11]
        if colour:
            proof.colours.rectangle(box, fill=colour)
        else:
            k.rectangle(box, fill=0)


def separated(proof):
    """The four planes; a part of the ink that all colours share moves to black."""
    printers_marks(proof)
    c = floats(blurred(proof.cmy, 0.6))
    k = floats(blurred(proof.k, 0.4)) / 255
    black = np.clip(k * (0.5 + 0.5 * c.max(-1) / 255), 0.02, 1)
    c = np.clip(c * (k / black)[..., None], 0, 255)
    c = np.clip(c + np.random.default_rng(6900).normal(0, 1.2, c.shape), 0, 255)
    return np.dstack([c, black * 255]).round().astype(np.uint8)
