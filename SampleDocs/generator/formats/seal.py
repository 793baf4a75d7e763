# SPDX-License-Identifier: Apache-2.0
"""The seal of the Trust, as it is put on letters: palette of 16 colours with transparency."""

import numpy as np
from PIL import Image, ImageDraw

from ..fonts import SERIF_BOLD, font
from ..pixels import smooth_noise
from ..png_writer import PALETTE, chunk, png, unfiltered
from ..stamps import ring_letters

SIZE, SCALE = 420, 4
TEXT = "QUILLMERE RECORDS TRUST \u2022 OLD CUSTOMS HOUSE \u2022 "


def palette_png():
    ink = np.asarray(mask().resize((SIZE, SIZE), Image.LANCZOS), np.int32)
    wear = np.clip(0.9 + smooth_noise(np.random.default_rng(6500), SIZE, SIZE, 8, 0.08), 0.5, 1)
    level = np.clip(np.round(ink * wear / 255 * 15), 0, 15).astype(np.uint8)
    packed = (level[:, 0::2] << 4) | level[:, 1::2]
    colours = chunk(b"PLTE", b"".join(bytes([150 - i, 26 + i, 44 + i]) for i in range(16)))
    alphas = chunk(b"tRNS", bytes(i * 17 for i in range(16)))
    return png(SIZE, SIZE, 4, PALETTE, unfiltered(packed), extra=colours + alphas)


def mask():
    """Three rings, letters, and a ship with one sail."""
    img = Image.new("L", (SIZE * SCALE, SIZE * SCALE), 0)
    d = ImageDraw.Draw(img)
    c = SIZE * SCALE / 2

    def at(*points):
        return [(c + x * SCALE, c + y * SCALE) for x, y in points]

    for r, w in ((200, 7), (186, 2), (122, 3)):
        d.ellipse(at((-r, -r), (r, r)), outline=255, width=w * SCALE)
    ring_letters(img, c, 153 * SCALE, TEXT, font(SERIF_BOLD, 33 * SCALE))
    d.polygon(at((-70, 30), (70, 30), (46, 66), (-46, 66)), fill=255)
    d.line(at((0, 30), (0, -84)), fill=255, width=6 * SCALE)
    d.polygon(at((8, -78), (62, 16), (8, 16)), fill=255)
    d.polygon(at((-8, -62), (-46, 16), (-8, 16)), fill=255)
    for y in (78, 87, 96):
        wave = [(-84 + 14 * t, y + (4 if t % 2 else -4)) for t in range(13)]
        d.line(at(*wave), fill=255, width=3 * SCALE, joint="curve")
    return img
