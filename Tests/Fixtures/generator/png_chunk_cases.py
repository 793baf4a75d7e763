# SPDX-License-Identifier: Apache-2.0
"""Valid PNG files: how the data is compressed and cut, and other chunks."""

import struct
import zlib

from .exif import BIG, LITTLE, exif
from .png_reference import valid
from .png_writer import GRAY, RGB, RGBA, chunk


def files():
    yield from data()
    yield from densities()
    yield from other_chunks()


def data():
    yield from valid("idat-1-byte", 16, 12, 8, GRAY, sizes=lambda n: [1] * n)
    yield from valid("idat-7-bytes", 24, 20, 8, RGB, sizes=lambda n: [7] * (n // 7))
    yield from valid("idat-empty", 24, 20, 8, RGB, sizes=with_empty_chunks)
    yield from valid("deflate-stored", 16, 12, 8, RGB, compress=lambda raw: zlib.compress(raw, 0))
    yield from valid("deflate-fixed", 24, 20, 8, RGB, compress=with_fixed_codes)


def with_empty_chunks(n):
    """Chunks of length zero first, in the middle and last."""
    return [0, 0, n // 3, 0, n // 3, n - 2 * (n // 3), 0]


def with_fixed_codes(raw):
    """Fixed Huffman codes, and a window of 512 bytes."""
    z = zlib.compressobj(9, zlib.DEFLATED, 9, 9, zlib.Z_FIXED)
    return z.compress(raw) + z.flush()


def densities():
    def phys(x, y, unit):
        return chunk(b"pHYs", struct.pack(">IIB", x, y, unit))

    yield from valid("phys-204x98", 40, 20, 1, GRAY, before=phys(8031, 3858, 1))
    yield from valid("phys-300", 24, 20, 8, GRAY, before=phys(11811, 11811, 1))
    yield from valid("phys-aspect", 24, 20, 8, GRAY, before=phys(1, 2, 0))


def other_chunks():
    yield from valid("exif-orientation-6", 40, 24, 8, RGB, before=chunk(b"eXIf", exif(6, BIG)))
    yield from valid("exif-orientation-6-late", 40, 24, 8, RGB,
                     after=chunk(b"eXIf", exif(6, LITTLE)))
    text = chunk(b"tEXt", b"Comment\0a fixture")
    time = chunk(b"tIME", struct.pack(">HBBBBB", 2020, 1, 1, 0, 0, 0))
    private = chunk(b"prVt", b"private and safe to skip")
    yield from valid("chunks-skipped", 24, 20, 8, RGB, before=text + time + private,
                     after=chunk(b"zTXt", b"Title\0\0" + zlib.compress(b"end")))
    # the samples are shown as they are
    yield from valid("gamma", 24, 20, 8, RGB, before=chunk(b"gAMA", struct.pack(">I", 45455)))
    # red, but the page is still put on white
    red = chunk(b"bKGD", struct.pack(">HHH", 255, 0, 0))
    yield from valid("background", 24, 20, 8, RGBA, before=red)
    yield from valid("suggested-palette", 24, 20, 8, RGB, before=chunk(b"PLTE", bytes(range(48))))
    yield from valid("trailing-bytes", 24, 20, 8, RGB, trailing=b"after the end")
