# SPDX-License-Identifier: Apache-2.0
"""JPEG files that a strict decoder must refuse."""

from .jpeg_writer import (DHT, DQT, EOI, SOF0, SOI, SOS, cjpeg, find, patched, segment, segments,
                          with_height_in_dnl, without)
from .picture import rgb8


def files():
    base = cjpeg(rgb8(16, 16), "-quality 80 -sample 1x1 -optimize")
    last = {marker: start for marker, start, _ in segments(base)}   # of each kind
    for cases in (signatures, cuts, frames, tables, scans):
        for name, data in cases(base, last).items():
            yield f"jpeg/invalid/{name}.jpg", data


def signatures(base, _):
    return {
        "empty": b"",
        "one-byte": b"\xff",
        "bad-signature": EOI + base[2:],
        "png-inside": b"\x89PNG\r\n\x1a\n" + base[8:],
        "soi-only": SOI,
        "soi-eoi": SOI + EOI,
    }


def cuts(base, last):
    return {
        "cut-in-jfif": base[:11],
        "cut-in-dqt": base[:last[DQT] + 20],
        "cut-in-sof": base[:last[SOF0] + 9],
        "cut-in-dht": base[:last[DHT] + 12],
        "cut-before-sos": base[:last[SOS]],
        "cut-in-sos": base[:last[SOS] + 6],
        "no-scan": base[:last[SOS]] + EOI,
    }


def frames(base, last):
    start, end = find(base, SOF0)

    def patch(at, value):
        return patched(base, start + at, value)

    def components(count, listed):
        """Another number of components, and another list of them."""
        body = base[start + 4:start + 9] + bytes([count]) + listed
        return base[:start] + segment(SOF0, body) + base[end:]

    five = bytes(v for k in range(1, 6) for v in (k, 0x11, 0))
    return {
        "width-0": patch(7, b"\0\0"),
        "height-0-no-dnl": patch(5, b"\0\0"),
        "dnl-0": with_height_in_dnl(base, 0, 0),
        "components-0": components(0, b""),
        "components-5": components(5, five),
        "components-2": components(3, base[start + 10:start + 16]),   # says three, lists two
        "component-twice": patch(13, b"\x01"),
        "sampling-0": patch(11, b"\x01"),
        "sampling-5": patch(11, b"\x51"),
        "mcu-too-large": patched(patch(11, b"\x44"), start + 14, b"\x44"),   # 33 blocks, limit 10
        "precision-7": patch(4, b"\x07"),
        "precision-12": patch(0, b"\xff\xc1\x00\x11\x0c"),
        "sof3-lossless": patch(0, b"\xff\xc3"),
        "sof5-differential": patch(0, b"\xff\xc5"),
        "sof11-lossless-arithmetic": patch(0, b"\xff\xcb"),
        "sof55-jpeg-ls": patch(0, b"\xff\xf7"),
        "sof-twice": base[:end] + base[start:],
        "sof-missing": without(base, SOF0),
    }


def tables(base, last):
    return {
        "dqt-missing": without(base, DQT),
        "dqt-table-4": patched(base, last[DQT] + 4, b"\x04"),
        "dht-overflow": patched(base, last[DHT] + 5, b"\x03" + b"\0" * 15),   # 3 codes of one bit
        "dht-too-many": patched(base, last[DHT] + 5, b"\xff" * 16),           # 4080 codes
        "dht-table-9": patched(base, last[DHT] + 4, b"\x29"),
        "segment-length-0": SOI + b"\xff\xdb\x00\x00" + base[2:],
        "segment-length-1": SOI + b"\xff\xc4\x00\x01" + base[2:],
    }


def scans(base, last):
    start, end = find(base, SOS)
    progressive = cjpeg(rgb8(16, 16), "-quality 80 -progressive")
    first_end = find(progressive, SOS)[1]

    def header(body):
        return base[:start] + segment(SOS, body) + base[end:]

    return {
        "sos-component-unknown": patched(base, start + 5, b"\x77"),
        "sos-components-0": header(b"\0\0\x3f\0"),
        "sos-components-5": header(b"\5" + b"\1\0\2\x11\3\x11\1\0\2\x11" + b"\0\x3f\0"),
        "sos-table-missing": patched(base, start + 6, b"\x33"),
        # coefficients 5 to 2; a point transform of 14
        "progressive-bad-spectrum": patched(progressive, first_end - 3, b"\x05\x02\x00"),
        "progressive-bad-shift": patched(progressive, first_end - 1, b"\x0e"),
    }
