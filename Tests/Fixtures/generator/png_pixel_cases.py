# SPDX-License-Identifier: Apache-2.0
"""Valid PNG files: colour types, depths, transparency, filters, sizes."""

from .png_reference import valid
from .png_samples import DEPTHS, palette_size, samples_for
from .png_writer import GRAY, GRAY_ALPHA, PALETTE, RGB, RGBA

NAMES = {GRAY: "gray", RGB: "rgb", PALETTE: "palette", GRAY_ALPHA: "gray-alpha", RGBA: "rgba"}
FILTERS = ["none", "sub", "up", "average", "paeth"]
SIZES = [(1, 1), (1, 9), (9, 1), (2, 2), (5, 5), (131, 7)]   # in the small ones, passes are empty


def files():
    yield from kinds()
    yield from transparent_levels()
    yield from transparent_palettes()
    yield from filters()
    for w, h in SIZES:
        yield from valid(f"size-{w}x{h}", w, h, 8, RGB)
        yield from valid(f"size-{w}x{h}-adam7", w, h, 8, RGB, interlace=1)
    yield from valid("size-3x7-bit1-adam7", 3, 7, 1, GRAY, interlace=1)


def kinds():
    for colour, depths in DEPTHS.items():
        for depth in depths:
            name = f"{NAMES[colour]}-{depth}"
            w, h = (37, 29) if depth < 8 else (24, 20) if depth == 8 else (20, 16)
            yield from valid(name, w, h, depth, colour)
            w, h = (21, 19) if depth <= 8 else (13, 11)
            yield from valid(f"{name}-adam7", w, h, depth, colour, interlace=1)


def transparent_levels():
    """One level of gray, or one colour, is transparent."""
    for depth in DEPTHS[GRAY]:
        level = int(samples_for(33, 25, depth, GRAY)[9, 12, 0])
        yield from valid(f"gray-{depth}-trns", 33, 25, depth, GRAY, trns=[level])
    yield from valid("gray-2-trns-adam7", 33, 25, 2, GRAY, interlace=1, trns=[2])
    for depth in DEPTHS[RGB]:
        s = samples_for(24, 20, depth, RGB)
        s[12:20, 3:15] = s[12, 3]
        colour = [int(v) for v in s[12, 3]]
        yield from valid(f"rgb-{depth}-trns", 24, 20, depth, RGB, s, trns=colour)
    # two colours that differ in the last bit, only one is transparent
    s = samples_for(24, 20, 16, RGB)
    s[2:10, 3:15] = clear = (0x1234, 0x5678, 0x9ABC)
    s[12:20, 3:15] = (0x1234, 0x5678, 0x9ABD)
    yield from valid("rgb-16-trns-close", 24, 20, 16, RGB, s, trns=clear)


def transparent_palettes():
    """tRNS is shorter than the palette."""
    for depth in DEPTHS[PALETTE]:
        n = palette_size(depth) * 2 // 3
        alphas = [round(255 * i / n) for i in range(n)]
        yield from valid(f"palette-{depth}-trns", 33, 25, depth, PALETTE, trns=alphas)
    yield from valid("palette-4-trns-adam7", 33, 25, 4, PALETTE, interlace=1,
                     trns=[0, 40, 80, 120, 160, 200, 240])


def filters():
    """The same filter on all rows."""
    for k, name in enumerate(FILTERS):
        for colour, depth in ((RGB, 8), (GRAY, 1), (RGBA, 16)):
            yield from valid(f"filter-{name}-{NAMES[colour]}-{depth}", 13, 9, depth, colour,
                             choose=lambda y, k=k: k)
