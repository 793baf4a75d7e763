# SPDX-License-Identifier: Apache-2.0
"""Writes PNG files of kinds that Pillow does not write."""

import struct
import zlib

import numpy as np

ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
         (0, 1, 1, 2)]   # x and y of the first pixel, steps in x and y
GRAY, RGB, PALETTE = 0, 2, 3   # colour types


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def density(x, y):
    """A pHYs chunk, in pixels for a metre."""
    return chunk(b"pHYs", struct.pack(">IIB", x, y, 1))


def png(w, h, depth, colour, scan_lines, interlace=0, extra=b""):
    """The bytes of a file. `extra` are whole chunks before IDAT."""
    header = struct.pack(">IIBBBBB", w, h, depth, colour, 0, 0, interlace)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra
            + chunk(b"IDAT", zlib.compress(scan_lines, 9)) + chunk(b"IEND", b""))


def unfiltered(rows):
    """Scan lines of byte rows (h, n), without filter."""
    return b"".join(b"\0" + row.tobytes() for row in rows)


def filtered(rows, bpp):
    """Scan lines of byte rows, each with the filter that leaves the smallest numbers."""
    out, above = b"", np.zeros(rows.shape[1], np.int16)
    for row in rows.astype(np.int16):
        options = [(o & 255).astype(np.uint8) for o in residues(row, above, bpp)]
        cost = [int(np.abs(o.view(np.int8).astype(np.int32)).sum()) for o in options]
        best = int(np.argmin(cost))
        out += bytes([best]) + options[best].tobytes()
        above = row
    return out


def residues(row, above, bpp):
    """What the five filters make of a row."""
    left, corner = np.zeros_like(row), np.zeros_like(row)
    left[bpp:], corner[bpp:] = row[:-bpp], above[:-bpp]
    p = left + above - corner
    pa, pb, pc = np.abs(p - left), np.abs(p - above), np.abs(p - corner)
    paeth = np.where((pa <= pb) & (pa <= pc), left, np.where(pb <= pc, above, corner))
    return [row, row - left, row - above, row - (left + above) // 2, row - paeth]


def adam7_png(rgb, extra):
    """An interlaced file of an RGB array (h, w, 3)."""
    h, w, _ = rgb.shape
    parts = [rgb[y::dy, x::dx] for x, y, dx, dy in ADAM7]
    lines = b"".join(filtered(part.reshape(part.shape[0], -1), 3) for part in parts if part.size)
    return png(w, h, 8, RGB, lines, 1, extra)
