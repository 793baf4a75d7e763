# SPDX-License-Identifier: Apache-2.0
"""PNG files that a strict decoder must refuse; some of them can still be shown."""

import struct
import zlib

from .png_samples import samples_for
from .png_writer import (IEND, PALETTE, RGB, SIGNATURE, chunk, deflated, idat, ihdr, png,
                         scan_lines)

W, H = 16, 12
RAW = scan_lines(samples_for(W, H, 8, RGB), 8)
HEAD, DATA = ihdr(W, H, 8, RGB), idat(deflated(RAW))
GOOD = png(HEAD, DATA)
BAD_KINDS = [(0, 3), (0, 0), (0, 32), (2, 4), (3, 16), (4, 4), (6, 2), (1, 8), (5, 8), (7, 8)]


def files():
    for cases in (signatures, cuts, headers, orders, palettes, data):
        for name, content in cases().items():
            yield f"png/invalid/{name}.png", content
    for name, content in lenient().items():
        yield f"png/lenient/{name}.png", content


def signatures():
    return {
        "empty": b"",
        "bad-signature": b"\x89PNG\r\n\x1a\r" + GOOD[8:],   # the last byte is wrong
        "signature-newline": GOOD.replace(b"\r\n\x1a\n", b"\n\x1a\n", 1),   # sent as a text
        "signature-only": SIGNATURE,
        "jpeg-inside": b"\xff\xd8\xff\xe0" + GOOD[4:],
    }


def cuts():
    return {
        "cut-in-ihdr": GOOD[:20],
        "cut-after-ihdr": GOOD[:33],
        "cut-in-idat-length": GOOD[:36],
        "cut-in-idat-type": GOOD[:39],
    }


def headers():
    short = chunk(b"IHDR", struct.pack(">IIBBB", W, H, 8, RGB, 0))
    cases = {f"colour-{colour}-depth-{depth}": png(ihdr(W, H, depth, colour), DATA)
             for colour, depth in BAD_KINDS}
    return cases | {
        "width-0": png(ihdr(0, H, 8, RGB), DATA),
        "height-0": png(ihdr(W, 0, 8, RGB), DATA),
        "width-huge": png(ihdr(0x80000000, H, 8, RGB), DATA),   # the limit is 2^31 - 1
        "compression-1": png(ihdr(W, H, 8, RGB, compression=1), DATA),
        "filter-method-1": png(ihdr(W, H, 8, RGB, filter_method=1), DATA),
        "interlace-2": png(ihdr(W, H, 8, RGB, interlace=2), DATA),
        "ihdr-crc": GOOD[:29] + bytes([GOOD[29] ^ 0xFF]) + GOOD[30:],
        "ihdr-length": png(short, DATA),
    }


def orders():
    return {
        "ihdr-missing": png(DATA),
        "ihdr-not-first": png(chunk(b"tEXt", b"a\0b"), HEAD, DATA),
        "ihdr-twice": png(HEAD, HEAD, DATA),
        "idat-missing": png(HEAD),
        "idat-empty-only": png(HEAD, chunk(b"IDAT", b"")),
        "critical-unknown": png(HEAD, chunk(b"QUIL", b"must be understood"), DATA),
        "chunk-length-huge": png(HEAD, b"\xff\xff\xff\xf0IDAT", DATA[8:]),
    }


def palettes():
    head, indices = ihdr(W, H, 8, PALETTE), chunk(b"IDAT", zlib.compress(bytes((W + 1) * H)))

    def with_palette(entries):
        return png(head, chunk(b"PLTE", entries), indices)

    return {
        "palette-missing": png(head, indices),
        "palette-empty": with_palette(b""),
        "palette-length-4": with_palette(b"\0\1\2\3"),
        "palette-257": with_palette(bytes(257 * 3)),
        "palette-late": png(head, indices, chunk(b"PLTE", bytes(6))),
    }


def data():
    return {
        "zlib-header": png(HEAD, idat(b"\x00\x00" + deflated(RAW)[2:])),
        "deflate-block-3": png(HEAD, idat(b"\x78\x9c\x07" + bytes(40))),   # a reserved type
        "filter-9": png(HEAD, idat(deflated(b"\x09" + RAW[1:]))),
    }


def lenient():
    head, lines = ihdr(24, 20, 8, RGB), scan_lines(samples_for(24, 20, 8, RGB), 8)
    whole = png(head, idat(deflated(lines)))
    crc = len(whole) - len(IEND) - 4
    return {
        "cut-in-idat": whole[:len(whole) * 6 // 10],
        "iend-missing": whole[:-len(IEND)],
        "idat-crc": whole[:crc] + bytes([whole[crc] ^ 1]) + whole[crc + 1:],
        "rows-missing": png(head, idat(deflated(lines[:73 * 12]))),   # 12 of 20
    }
