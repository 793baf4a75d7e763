# SPDX-License-Identifier: Apache-2.0
"""The letter on a desk as cameras write it: a small picture in the Exif block, restart markers."""

import struct

from PIL import Image

from .phone.photograph import photograph
from .pixels import jpeg

ORIENTATION = 6
SMALL = (160, 120)   # the size that Exif prescribes for the small picture
SHORT, LONG = 3, 4   # types of values


def files():
    stored = photograph().transpose(Image.ROTATE_90)
    small = jpeg(stored.resize(SMALL, Image.LANCZOS), quality=70, optimize=True)
    data = jpeg(stored, quality=80, optimize=True, restart_marker_rows=1, exif=exif(small))
    yield "camera/letter.jpg", data


def exif(small):
    """A block of two directories: what the page is, and where its small picture is."""
    page = directory(8, [(0x0112, SHORT, ORIENTATION)], follows=True)
    start = 8 + len(page)
    entries = 3
    place = start + 2 + 12 * entries + 4
    second = directory(
        start, [(0x0103, SHORT, 6), (0x0201, LONG, place), (0x0202, LONG, len(small))])
    return b"Exif\0\0II*\0" + struct.pack("<I", 8) + page + second + small


def directory(start, entries, follows=False):
    fields = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in entries)
    end = start + 2 + len(fields) + 4
    return struct.pack("<H", len(entries)) + fields + struct.pack("<I", end if follows else 0)
