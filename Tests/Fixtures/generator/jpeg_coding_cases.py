# SPDX-License-Identifier: Apache-2.0
"""Valid JPEG files: colour, sampling, kinds of coding, sizes."""

from .jpeg_reference import valid
from .jpeg_writer import (ADOBE, APP0, SHORT, SOF0, SOS, adobe, after_soi, cjpeg, find, patched,
                          without)
from .picture import gray8, rgb8

STANDARD = "-quality 76 "   # with the Huffman tables of the standard

GRAY = {
    "gray": STANDARD,
    "gray-sampling-2x2": SHORT + "-grayscale -sample 2x2",   # means nothing with one component
    "progressive-gray": SHORT + "-progressive",
    "arithmetic-gray": STANDARD + "-arithmetic",
}
COLOUR = {
    "ycc-444": SHORT + "-sample 1x1",
    "ycc-422": SHORT + "-sample 2x1",
    "ycc-420": SHORT + "-sample 2x2",
    "ycc-440": SHORT + "-sample 1x2",
    "ycc-411": SHORT + "-sample 4x1",
    "ycc-410": SHORT + "-sample 4x2",
    "ycc-chroma-uneven": SHORT + "-sample 2x2,1x2,2x1",
    "rgb": SHORT + "-rgb",   # the component ids are R, G, B
    "progressive-420": SHORT + "-sample 2x2 -progressive",
    "progressive-444": SHORT + "-sample 1x1 -progressive",
    "progressive-restart": SHORT + "-progressive -restart 1",
    "arithmetic": STANDARD + "-arithmetic",
    "arithmetic-restart": STANDARD + "-arithmetic -restart 1",
    "arithmetic-progressive": STANDARD + "-arithmetic -progressive",
    "restart-row": SHORT + "-restart 1",
    "restart-1-mcu": SHORT + "-restart 1B",                # the numbers wrap
    "restart-3-mcu": SHORT + "-sample 1x1 -restart 3B",    # not at the ends of rows
    "huffman-standard-444": STANDARD + "-sample 1x1",
    "huffman-standard-420": STANDARD + "-sample 2x2",
    "quality-25": "-quality 25 -optimize",
    "quality-100": "-quality 100 -sample 1x1 -optimize",
    "extended-q16": "-quality 2 -optimize",                # 16-bit quantisation tables, SOF1
}
SMALL = [(1, 1), (7, 9), (17, 33)]
OTHER_SIZES = [(64, 48), (67, 61), (16, 8), (8, 16), (200, 3), (3, 200)]
SIZE_17X33 = {"progressive": "-sample 2x2 -progressive", "440": "-sample 1x2", "411": "-sample 4x1"}


def files():
    rgb = rgb8(40, 24)
    for name, options in GRAY.items():
        yield from valid(name, cjpeg(gray8(40, 24), options))
    for name, options in COLOUR.items():
        yield from valid(name, cjpeg(rgb, options))
    yield from valid("rgb-adobe-0", rgb_by_adobe_marker(rgb))
    bare = without(cjpeg(rgb, SHORT + "-sample 1x1"), APP0)
    yield from valid("ycc-bare", bare)   # neither JFIF nor Adobe marker
    yield from valid("ycc-adobe-1", after_soi(bare, adobe(1)))
    yield from sizes()


def rgb_by_adobe_marker(rgb):
    """RGB with the component ids 1, 2, 3; only the Adobe marker tells it from YCbCr."""
    data = without(without(cjpeg(rgb, SHORT + "-rgb"), APP0), ADOBE)
    data = after_soi(data, adobe(0))
    frame, scan = find(data, SOF0)[0], find(data, SOS)[0]
    for k in range(3):
        data = patched(data, frame + 10 + 3 * k, bytes([k + 1]))
        data = patched(data, scan + 5 + 2 * k, bytes([k + 1]))
    return data


def sizes():
    for w, h in SMALL + OTHER_SIZES:
        yield from valid(f"size-{w}x{h}-420", cjpeg(rgb8(w, h), SHORT + "-sample 2x2"))
    for w, h in SMALL:
        yield from valid(f"size-{w}x{h}-422", cjpeg(rgb8(w, h), SHORT + "-sample 2x1"))
        yield from valid(f"size-{w}x{h}-444", cjpeg(rgb8(w, h), SHORT + "-sample 1x1"))
        yield from valid(f"size-{w}x{h}-gray", cjpeg(gray8(w, h), SHORT))
    yield from valid("size-131x197-gray", cjpeg(gray8(131, 197), "-quality 75 -optimize"))
    for name, options in SIZE_17X33.items():
        yield from valid(f"size-17x33-{name}", cjpeg(rgb8(17, 33), SHORT + options))
