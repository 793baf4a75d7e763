# SPDX-License-Identifier: Apache-2.0
"""Valid JPEG files: density, orientation, other markers, scans and DNL."""

import struct
import tempfile

from .exif import BIG, LITTLE, exif
from .jpeg_reference import valid
from .jpeg_writer import (ANY_SOF, APP0, APP1, APP2, COM, DHT, DQT, EOI, SHORT, SOF0, SOI, SOS,
                          after_soi, bodies, cjpeg, find, insert_before, patched, segment, segments,
                          with_height_in_dnl, without)
from .picture import gray8, rgb8

HEIGHT = 24
DENSITIES = {   # unit, x, y
    "density-300": (1, 300, 300), "density-204x98": (1, 204, 98), "density-118cm": (2, 118, 118),
    "density-aspect-1x2": (0, 1, 2),
}


def files():
    base = cjpeg(rgb8(40, HEIGHT), SHORT)
    for name, values in DENSITIES.items():
        density = struct.pack(">BHH", *values)
        yield from valid(name, patched(base, find(base, APP0)[0] + 11, density))
    yield from orientations(cjpeg(rgb8(24, 16), SHORT + "-sample 1x1"))
    yield from other_markers(base)
    yield from one_scan_for_each_component()
    yield from heights_in_dnl(base)


def app1(*exif_values):
    return segment(APP1, b"Exif\0\0" + exif(*exif_values))


def orientations(base):
    plain = without(base, APP0)
    for o in range(1, 9):
        yield from valid(f"orientation-{o}", after_soi(plain, app1(o, LITTLE if o % 2 else BIG)))
    yield from valid("orientation-6-little", after_soi(plain, app1(6, LITTLE, True)))
    yield from valid("orientation-3-big", after_soi(plain, app1(3, BIG, True)))
    # 0 and 9 are not defined and count as 1
    yield from valid("orientation-0", after_soi(plain, app1(0, LITTLE)))
    yield from valid("orientation-9", after_soi(plain, app1(9, BIG)))
    # a directory that claims 900 entries and ends at once
    cut = segment(APP1, b"Exif\0\0II" + struct.pack("<HIH", 42, 8, 900))
    yield from valid("exif-cut", after_soi(plain, cut))

    end = find(base, APP0)[1]
    jfif, rest = base[:end], base[end:]
    xmp = segment(APP1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    yield from valid("orientation-8-after-jfif", jfif + app1(8, BIG, True) + rest)
    yield from valid("orientation-6-after-xmp", jfif + xmp + app1(6, LITTLE) + rest)


def other_markers(base):
    yield from valid("app2-60k", insert_before(base, ANY_SOF, profile()))
    comments = insert_before(base, ANY_SOF, segment(COM, b"first comment"))
    yield from valid("comment", insert_before(comments, (SOS,), segment(COM, b"")))
    apps = b"".join(segment(m, b"fixture\0" * 3) for m in range(0xE3, 0xF0) if m != 0xEE)
    yield from valid("app-all", insert_before(base, (DQT,), apps))
    yield from valid("fill-bytes", filled(base))
    yield from valid("trailing-bytes", base + b"\0after the end\xff\xd8\xff" * 4)
    tables = segment(DQT, bodies(base, DQT)) + segment(DHT, bodies(base, DHT))
    frame = slice(*find(base, SOF0))
    yield from valid("tables-merged", SOI + tables + base[frame] + base[find(base, SOS)[0]:])


def profile():
    """60 KB that look like a colour profile in two parts; they only take room."""
    ramp = bytes((i * 7 + i // 251) & 255 for i in range(60000))
    return (segment(APP2, b"ICC_PROFILE\0\x01\x02" + ramp[:40000])
            + segment(APP2, b"ICC_PROFILE\0\x02\x02" + ramp[40000:]))


def filled(base):
    """Fill bytes before each marker."""
    all_segments = segments(base)
    head = b"".join(b"\xff" * (1 + m % 3) + base[a:b] for m, a, b in all_segments)
    return SOI + head + base[all_segments[-1][2]:-2] + b"\xff\xff" + EOI


def one_scan_for_each_component():
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as script:
        script.write("0;\n1;\n2;\n")
        script.flush()
        options = SHORT + f"-sample 2x2 -scans {script.name}"
        yield from valid("three-scans", cjpeg(rgb8(40, HEIGHT), options))
        yield from valid("three-scans-17x33", cjpeg(rgb8(17, 33), options))


def heights_in_dnl(base):
    gray, restart = cjpeg(gray8(33, 21), SHORT), cjpeg(rgb8(40, HEIGHT), SHORT + "-restart 1")
    yield from valid("dnl-height-0", with_height_in_dnl(base, 0, HEIGHT), base)
    yield from valid("dnl-height-65535", with_height_in_dnl(base, 65535, HEIGHT), base)
    yield from valid("dnl-gray-33x21", with_height_in_dnl(gray, 0, 21), gray)
    yield from valid("dnl-restart", with_height_in_dnl(restart, 0, HEIGHT), restart)
