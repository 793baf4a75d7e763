# SPDX-License-Identifier: Apache-2.0
"""Makes JPEG files with cjpeg, and edits them marker by marker."""

import struct
import subprocess

from .netpbm import netpbm

SOI, EOI = b"\xff\xd8", b"\xff\xd9"
APP0, APP1, APP2, ADOBE, COM = 0xE0, 0xE1, 0xE2, 0xEE, 0xFE
DQT, DHT, SOS, DNL = 0xDB, 0xC4, 0xDA, 0xDC
SOF0 = 0xC0
ANY_SOF = (0xC0, 0xC1, 0xC2, 0xC9, 0xCA)

SHORT = "-quality 76 -optimize "   # with Huffman tables of its own, which are short


def cjpeg(pixels, options):
    """Encodes gray or RGB pixels. The options are those of the program, in one string."""
    return subprocess.run(["cjpeg", "-dct", "int", *options.split()], input=netpbm(pixels),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True).stdout


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def segments(data):
    """Marker, start and end of each segment up to and with the first SOS."""
    out, start = [], 2
    while not out or out[-1][0] != SOS:
        assert data[start] == 0xFF
        end = start + 2 + struct.unpack(">H", data[start + 2:start + 4])[0]
        out.append((data[start + 1], start, end))
        start = end
    return out


def find(data, *markers):
    """Start and end of the first segment with one of the markers."""
    return next((start, end) for marker, start, end in segments(data) if marker in markers)


def bodies(data, marker):
    """The contents of all segments with the marker, joined."""
    return b"".join(data[a + 4:b] for m, a, b in segments(data) if m == marker)


def insert_before(data, markers, extra):
    at = find(data, *markers)[0]
    return data[:at] + extra + data[at:]


def after_soi(data, extra):
    return SOI + extra + data[2:]


def without(data, marker):
    """Takes out all segments with the marker."""
    kept = b"".join(data[a:b] for m, a, b in segments(data) if m != marker)
    return SOI + kept + data[segments(data)[-1][2]:]


def patched(data, at, value):
    return data[:at] + value + data[at + len(value):]


def with_height_in_dnl(data, sof_height, true_height):
    """Another height in SOF, and the true one in a DNL marker after the one scan of the file."""
    assert data.endswith(EOI)
    start, _ = find(data, *ANY_SOF)
    data = patched(data, start + 5, struct.pack(">H", sof_height))
    return data[:-2] + segment(DNL, struct.pack(">H", true_height)) + EOI


def adobe(transform):
    return segment(ADOBE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, transform))


def with_adobe_transform(data, transform):
    start, _ = find(data, ADOBE)
    return patched(data, start + 15, bytes([transform]))
